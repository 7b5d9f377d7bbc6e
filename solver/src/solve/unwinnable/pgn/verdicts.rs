//! Judges games. Of games that ended with a fallen flag it says whether the side with time left could mate; if every ply is asked about, from which ply on a
//! side could not.

use std::collections::BTreeMap;

use super::key::Key;
use super::replay::{self, Broken};
use super::stream::Stretch;
use super::{Game, Games, MAX_GAME, Month, line_breaks};
use crate::solve::unwinnable::judge::{Decided, Judge, Work};
use gamecert_unwinnable::{Answer, ClosedSet, Color, Position, Verdict};

/// What is asked of each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Whether the result after a fallen flag was right.
    Flags,
    /// The ply from which on a side could not mate any more.
    EveryPly,
}

/// Where a game is. Numbers count from 0 at the beginning of the stretch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The game's number.
    pub game: u64,
    /// The number of the line where it begins, or where it is broken.
    pub line: u64,
    /// The key of the place where it begins, or where it is broken.
    pub key: Key,
}

/// What is wrong in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// A game that cannot be read and is passed over.
    Game,
    /// Headers of a game, which is examined all the same.
    Headers,
    /// The file itself is damaged or cut off.
    File,
}

/// Something wrong in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What it is.
    pub wrong: Wrong,
    /// Where that is.
    pub place: Place,
    /// The key of the game in which it is, if it is in one.
    pub game: Option<Key>,
    /// What it is, in words.
    pub why: String,
}

/// Whether the result after a fallen flag was right.
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
    /// It was not found out whether the side could mate.
    Unknown,
}

/// A game that ended with a fallen flag.
#[derive(Clone, Debug)]
pub struct Flag {
    /// Where the game is.
    pub place: Place,
    /// The id of the game.
    pub id: Option<String>,
    /// The result, as PGN writes it.
    pub result: &'static str,
    /// Whether the side with time left could mate.
    pub decided: Decided,
    /// Whether the result was right.
    pub finding: Finding,
}

/// The first position of a game in which a side could not mate.
#[derive(Clone, Debug)]
pub struct UnableSince {
    /// The number of moves of both sides before it.
    pub ply: usize,
    /// Whether the side could mate before it. If not, that was not found out for all plies before.
    pub exact: bool,
    /// The position.
    pub position: Position,
    /// Why the side cannot mate there.
    pub set: ClosedSet,
}

/// The result of asking about every ply of a game.
#[derive(Clone, Debug)]
pub struct Plies {
    /// Where the game is.
    pub place: Place,
    /// The id of the game.
    pub id: Option<String>,
    /// The number of moves of both sides.
    pub plies: usize,
    /// Since when White could not mate, if that is so at the end.
    pub white: Option<UnableSince>,
    /// Since when Black could not mate, if that is so at the end.
    pub black: Option<UnableSince>,
    /// The number of sides of which it was not found out whether they could mate at the end.
    pub unknown: u32,
}

/// What was found in a stretch of games.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The number of games, broken ones included.
    pub games: u64,
    /// The number of lines that end in the stretch.
    pub lines: u64,
    /// The length of the stretch in bytes.
    pub bytes: u64,
    /// The games that ended with a fallen flag.
    pub flags: Vec<Flag>,
    /// The games of which every ply was asked about.
    pub plies: Vec<Plies>,
    /// What is wrong.
    pub faults: Vec<Fault>,
    /// Games of other rules, with their names.
    pub variants: Vec<(Place, String)>,
    /// Games by month, and among them those that ended with a fallen flag, by what was found.
    pub months: BTreeMap<Option<Month>, OfMonth>,
    /// What the questions have taken.
    pub work: Work,
    /// Whether nothing can be read behind this stretch, because of damage.
    pub last: bool,
    /// The place behind the stretch.
    pub end: Option<Key>,
}

/// Numbers of games of a month.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OfMonth {
    /// All games.
    pub games: u64,
    /// Those that ended with a fallen flag, by what was found, in the order of [`Finding`].
    pub findings: [u64; 5],
}

/// The result of a game that ended with a fallen flag.
enum FlagResult {
    Won(Color),
    Drawn,
}

/// The result, if the headers say in the words of Lichess or Chess.com that the game ended with a fallen flag.
fn flag_result(game: &Game) -> Option<FlagResult> {
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
        b"1-0" => Some(FlagResult::Won(Color::White)),
        b"0-1" => Some(FlagResult::Won(Color::Black)),
        b"1/2-1/2" => Some(FlagResult::Drawn),
        _ => None,
    }
}

/// Decides whether the result after a fallen flag was right.
fn judge_flag(judge: &mut Judge, game: &Game, ended: &FlagResult, place: Place) -> Result<Flag, Broken> {
    let last = replay::last_position(game.headers.fen, game.moves)?;
    let (intended_winner, result) = match ended {
        FlagResult::Won(Color::White) => (Color::White, "1-0"),
        FlagResult::Won(Color::Black) => (Color::Black, "0-1"),
        // The flag that falls is that of the side to move.
        FlagResult::Drawn => (!last.to_move(), "1/2-1/2"),
    };
    let decided = judge.decide(&last, intended_winner);
    let finding = match (ended, decided.can_mate()) {
        (_, None) => Finding::Unknown,
        (FlagResult::Won(_), Some(true)) => Finding::Fair,
        (FlagResult::Won(_), Some(false)) => Finding::Unfair,
        (FlagResult::Drawn, Some(true)) => Finding::WrongDraw,
        (FlagResult::Drawn, Some(false)) => Finding::RightDraw,
    };
    Ok(Flag { place, id: game.headers.id(), result, decided, finding })
}

/// The first of these positions in which a side cannot mate, or `Err` if it was not found out whether it can in the last one. As a side that cannot mate never
/// can again, this is a binary search.
fn unable_since(judge: &mut Judge, positions: &[Position], side: Color) -> Result<Option<UnableSince>, ()> {
    let Some(last) = positions.len().checked_sub(1) else { return Ok(None) };
    let mut set = match judge.answer(&positions[last], side) {
        Answer { verdict: Verdict::Unwinnable(set), .. } => set,
        Answer { verdict: Verdict::Winnable(_), .. } => return Ok(None),
        Answer { verdict: Verdict::Unknown, .. } => return Err(()),
    };
    let (mut low, mut high, mut exact) = (0, last, true);
    while low < high {
        let middle = usize::midpoint(low, high);
        match judge.answer(&positions[middle], side).verdict {
            Verdict::Unwinnable(earlier) => (high, set) = (middle, earlier),
            Verdict::Winnable(_) => low = middle + 1,
            Verdict::Unknown => (low, exact) = (middle + 1, false),
        }
    }
    Ok(Some(UnableSince { ply: high, exact, position: positions[high].clone(), set }))
}

/// Asks about every ply of a game.
fn judge_plies(judge: &mut Judge, game: &Game, place: Place) -> Result<Plies, Broken> {
    let positions = replay::positions(game.headers.fen, game.moves)?;
    let plies = positions.len() - 1;
    // Where the game is over no side can mate any more, which says nothing of the positions before.
    let over = positions.last().is_some_and(|last| last.end().is_some());
    let lasting = &positions[..positions.len() - usize::from(over)];
    let mut unknown = 0;
    let [white, black] = [Color::White, Color::Black].map(|side| {
        unable_since(judge, lasting, side).unwrap_or_else(|()| {
            unknown += 1;
            None
        })
    });
    Ok(Plies { place, id: game.headers.id(), plies, white, black, unknown })
}

/// Judges the games of a stretch.
#[must_use]
pub fn judge(judge: &mut Judge, stretch: &Stretch, task: Task) -> Findings {
    let text = &stretch.text;
    let last = stretch.damage.as_ref().is_some_and(|damage| damage.last);
    let end = Some(stretch.damage.as_ref().map_or_else(|| stretch.key(text.len()), |damage| damage.key));
    let mut findings = Findings { bytes: text.len() as u64, last, end, ..Findings::default() };
    let (mut counted, mut lines) = (0, stretch.passed);
    let mut line_of = |at: usize| {
        lines += line_breaks(&text[counted..at]);
        counted = at;
        lines
    };
    let mut games = Games::new(text).peekable();
    while let Some(game) = games.next() {
        let number = findings.games;
        findings.games += 1;
        let in_month = findings.months.entry(game.headers.month()).or_default();
        in_month.games += 1;
        // Places are asked for in the order of the text.
        let mut place = |at: usize| Place { game: number, line: line_of(at), key: stretch.key(at) };
        let begin = place(game.at);
        let mut fault = |wrong, place, why: &str| findings.faults.push(Fault { wrong, place, game: Some(begin.key), why: why.to_owned() });
        if let Err(error) = std::str::from_utf8(game.header_lines) {
            fault(Wrong::Headers, place(game.at + error.valid_up_to()), "a header is no UTF-8 text");
        }
        let size = game.header_lines.len() + game.moves.len();
        if size > MAX_GAME || stretch.too_long && games.peek().is_none() {
            fault(Wrong::Game, begin, &format!("longer than {} MiB, which no game is", MAX_GAME >> 20));
            continue;
        }
        if game.headers.count == 0 && task == Task::Flags {
            fault(Wrong::Game, begin, "there are no headers");
            continue;
        }
        let ended = flag_result(&game);
        if !game.headers.variant.is_empty()
            && let Some(name) = game.headers.other_variant()
        {
            findings.variants.push((begin, name));
            continue;
        }
        if task == Task::Flags && ended.is_none() {
            continue;
        }
        let done = match (task, ended) {
            (Task::EveryPly, _) => judge_plies(judge, &game, begin).map(|plies| findings.plies.push(plies)),
            (Task::Flags, Some(ended)) => judge_flag(judge, &game, &ended, begin).map(|flag| {
                in_month.findings[flag.finding as usize] += 1;
                findings.flags.push(flag);
            }),
            (Task::Flags, None) => Ok(()),
        };
        if let Err(Broken { at, why }) = done {
            let moves = game.moves.as_ptr().addr() - text.as_ptr().addr();
            fault(Wrong::Game, place(moves + at), &why);
        }
    }
    if let Some(damage) = &stretch.damage {
        let place = Place { game: findings.games.saturating_sub(1), line: line_of(text.len()), key: damage.key };
        let why = format!("the input is cut off or damaged here: {}", damage.why);
        findings.faults.push(Fault { wrong: Wrong::File, place, game: None, why });
    }
    findings.lines = line_of(text.len());
    findings.work = judge.take_work();
    findings
}
