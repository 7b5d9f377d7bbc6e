//! What is asked about games, and what comes of it: of those that a flag ended, whether the side with time left could mate; of all positions of a game,
//! from where on a side could not.

use super::replay::{self, Broken};
use super::stream::Stretch;
use super::{Game, Games, line_breaks};
use crate::solve::unwinnable::judge::{Decided, Judge};
use gamecert_unwinnable::chess::{Color, Position};
use gamecert_unwinnable::search::{Answer, Closed, Verdict};

/// What is asked of each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Whether a flag's fall was judged rightly.
    Flags,
    /// From which ply on a side could not mate any more.
    EveryPly,
}

/// Where a game is. Numbers count from 0 from the beginning of what was judged together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The game's number.
    pub game: u64,
    /// The line where it begins, or is broken.
    pub line: u64,
}

/// What was made of a fallen flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// A win of a side that could mate.
    Fair,
    /// A win of a side that could not.
    Unfair,
    /// A draw with a side that could not mate.
    RightDraw,
    /// A draw with a side that could.
    WrongDraw,
    /// It was not found out whether it could.
    Unknown,
}

/// A game that a flag ended.
#[derive(Clone, Debug)]
pub struct Flag {
    /// Where it is.
    pub place: Place,
    /// Its id.
    pub id: Option<String>,
    /// How it ended.
    pub result: &'static str,
    /// Whether the side with time left could mate.
    pub decided: Decided,
    /// What was made of it.
    pub finding: Finding,
}

/// From where on a side could not mate.
#[derive(Clone, Debug)]
pub struct From {
    /// After so many moves of both sides.
    pub ply: usize,
    /// Whether it could before; if not, this was not found out for all plies before.
    pub exact: bool,
    /// The position there.
    pub position: Position,
    /// What shows it.
    pub closed: Closed,
}

/// What all positions of a game say.
#[derive(Clone, Debug)]
pub struct Plies {
    /// Where it is.
    pub place: Place,
    /// Its id.
    pub id: Option<String>,
    /// Moves of both sides.
    pub plies: usize,
    /// From where on White could not mate.
    pub white: Option<From>,
    /// From where on Black could not.
    pub black: Option<From>,
    /// Sides of which it was not found out whether they could at the end.
    pub unknown: u32,
}

/// What was found in a stretch.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Games, whole or not.
    pub games: u64,
    /// Lines that end in the stretch.
    pub lines: u64,
    /// Bytes of text.
    pub bytes: u64,
    /// Games that flags ended.
    pub flags: Vec<Flag>,
    /// Games of which every position was looked at.
    pub plies: Vec<Plies>,
    /// Games that could not be read, and why.
    pub broken: Vec<(Place, String)>,
    /// Games of other rules, with their names.
    pub variants: Vec<(Place, String)>,
    /// Whether nothing can be read behind this.
    pub last: bool,
}

/// How a flag ended a game.
enum Ended {
    Won(Color),
    Drawn,
}

/// Whether headers say that a flag ended the game: in the words of Lichess or Chess.com.
fn by_flag(game: &Game) -> Option<Ended> {
    let termination = game.headers.termination;
    let lower = || String::from_utf8_lossy(termination).to_ascii_lowercase();
    if termination == b"Normal" || termination.is_empty() {
        return None;
    }
    let words = lower();
    if words != "time forfeit" && !words.ends_with("on time") && !words.contains("timeout vs insufficient material") {
        return None;
    }
    match game.headers.result {
        b"1-0" => Some(Ended::Won(Color::White)),
        b"0-1" => Some(Ended::Won(Color::Black)),
        b"1/2-1/2" => Some(Ended::Drawn),
        _ => None,
    }
}

fn flag(judge: &mut Judge, game: &Game, ended: &Ended, place: Place) -> Result<Flag, Broken> {
    let last = replay::last_position(game.headers.fen, game.moves)?;
    let (winner, result) = match ended {
        Ended::Won(Color::White) => (Color::White, "1-0"),
        Ended::Won(Color::Black) => (Color::Black, "0-1"),
        // The flag that falls is that of the side to move.
        Ended::Drawn => (!last.to_move(), "1/2-1/2"),
    };
    let decided = judge.decide(&last, winner);
    let finding = match (ended, decided.mates()) {
        (_, None) => Finding::Unknown,
        (Ended::Won(_), Some(true)) => Finding::Fair,
        (Ended::Won(_), Some(false)) => Finding::Unfair,
        (Ended::Drawn, Some(true)) => Finding::WrongDraw,
        (Ended::Drawn, Some(false)) => Finding::RightDraw,
    };
    Ok(Flag { place, id: game.headers.id(), result, decided, finding })
}

/// From where on a side cannot mate; `Err` if it was not found out for the end. Once it cannot, it never can again.
fn since(judge: &mut Judge, positions: &[Position], side: Color) -> Result<Option<From>, ()> {
    let Some(last) = positions.len().checked_sub(1) else { return Ok(None) };
    let mut closed = match judge.answer(&positions[last], side) {
        Answer { verdict: Verdict::Unwinnable(closed), .. } => closed,
        Answer { verdict: Verdict::Winnable(_), .. } => return Ok(None),
        Answer { verdict: Verdict::Unknown, .. } => return Err(()),
    };
    let (mut low, mut high, mut exact) = (0, last, true);
    while low < high {
        let middle = usize::midpoint(low, high);
        match judge.answer(&positions[middle], side).verdict {
            Verdict::Unwinnable(earlier) => (high, closed) = (middle, earlier),
            Verdict::Winnable(_) => low = middle + 1,
            Verdict::Unknown => (low, exact) = (middle + 1, false),
        }
    }
    Ok(Some(From { ply: high, exact, position: positions[high].clone(), closed }))
}

fn plies(judge: &mut Judge, game: &Game, place: Place) -> Result<Plies, Broken> {
    let positions = replay::positions(game.headers.fen, game.moves)?;
    let plies = positions.len() - 1;
    // That play is over says nothing of positions before.
    let over = positions.last().is_some_and(|last| last.end().is_some());
    let lasting = &positions[..positions.len() - usize::from(over)];
    let mut unknown = 0;
    let [white, black] = [Color::White, Color::Black].map(|side| {
        since(judge, lasting, side).unwrap_or_else(|()| {
            unknown += 1;
            None
        })
    });
    Ok(Plies { place, id: game.headers.id(), plies, white, black, unknown })
}

/// Judges the games of a stretch.
#[must_use]
pub fn judge(judge: &mut Judge, stretch: &Stretch, task: Task) -> Found {
    let text = &stretch.text;
    let mut found = Found { bytes: text.len() as u64, last: stretch.broken.is_some(), ..Found::default() };
    let (mut counted, mut lines) = (0, 0);
    let mut line_of = |at: usize| {
        lines += line_breaks(&text[counted..at]);
        counted = at;
        lines
    };
    let mut games = Games::new(text).peekable();
    while let Some(game) = games.next() {
        let number = found.games;
        found.games += 1;
        if let (None, Some(why)) = (games.peek(), &stretch.broken) {
            let line = line_of(text.len());
            found.broken.push((Place { game: number, line }, format!("the input is cut off or damaged here: {why}")));
            break;
        }
        if game.headers.count == 0 && task == Task::Flags {
            found.broken.push((Place { game: number, line: line_of(game.at) }, "there are no headers".to_owned()));
            continue;
        }
        let ended = by_flag(&game);
        if !game.headers.variant.is_empty()
            && let Some(name) = game.headers.other_variant()
        {
            found.variants.push((Place { game: number, line: line_of(game.at) }, name));
            continue;
        }
        if task == Task::Flags && ended.is_none() {
            continue;
        }
        let place = Place { game: number, line: line_of(game.at) };
        let done = match (task, ended) {
            (Task::EveryPly, _) => plies(judge, &game, place).map(|plies| found.plies.push(plies)),
            (Task::Flags, Some(ended)) => flag(judge, &game, &ended, place).map(|flag| found.flags.push(flag)),
            (Task::Flags, None) => Ok(()),
        };
        if let Err(Broken { at, why }) = done {
            let moves = game.moves.as_ptr().addr() - text.as_ptr().addr();
            found.broken.push((Place { game: number, line: line_of(moves + at) }, why));
        }
    }
    if let (0, Some(why)) = (found.games, &stretch.broken) {
        found.broken.push((Place { game: 0, line: 0 }, format!("the input is cut off or damaged here: {why}")));
    }
    found.lines = line_of(text.len());
    found
}
