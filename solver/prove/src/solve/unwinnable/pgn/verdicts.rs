//! Answers the question of a [`Task`] about each game of a file.

use std::collections::BTreeMap;

use super::ending::{Ending, Wordings};
use super::key::Key;
use super::lexis::line_breaks;
use super::movetext::{self, Form, Forms, Outcome, Tail};
use super::replay::{self, Broken};
use super::single::{OnTime, UnableSince, lasting, outcome, unable_since, winner_on_time};
use super::stream::Stretch;
use super::tags::{Month, TagFault};
use super::{Game, Games, MAX_GAME};
use crate::solve::unwinnable::judge::{Decided, Judge, Work};
use gamecert_unwinnable::Color;

/// Question to be answered about each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// For games that ended when a flag fell, asks whether the result is correct.
    Flags,
    /// Asks from which ply on a side could no longer mate.
    EveryPly,
}

/// Location of a game or of a fault. The games of a [`Stretch`] are numbered from 0. Line numbers start at 0 and
/// include lines that the program skipped before the first game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Number of the game.
    pub game: u64,
    /// Number of the line in which the game begins or in which the fault lies.
    pub line: u64,
    /// Location in the file where the game begins or the fault lies.
    pub key: Key,
}

/// Kind of a fault in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// A game is unreadable or contradicts itself. The game is skipped.
    Game,
    /// A game ended when a flag fell, but its moves are unreadable.
    Flag,
    /// Tags of a game are faulty, but the game is still examined.
    Headers,
    /// The file itself is damaged or truncated.
    File,
}

/// Fault in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Kind of fault.
    pub wrong: Wrong,
    /// Location of the fault.
    pub place: Place,
    /// Location of the game that has the fault, if any.
    pub game: Option<Key>,
    /// Description of the fault in words.
    pub why: String,
}

/// Judgement on the result of a game that ended when a flag fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// A win of a side that could mate.
    Fair,
    /// A win of a side that could not mate.
    Unfair,
    /// A draw in which the side with time left could not mate.
    RightDraw,
    /// A draw in which the side with time left could mate.
    WrongDraw,
    /// A result for which it is unknown whether the side with time left could mate.
    Unknown,
}

/// A game that ended when a flag fell.
#[derive(Clone, Debug)]
pub struct Flag {
    /// Location of the game.
    pub place: Place,
    /// Id of the game.
    pub id: Option<String>,
    /// Result in PGN notation.
    pub result: &'static str,
    /// Answer to the question whether the side with time left could mate.
    pub decided: Decided,
    /// Judgement of the result.
    pub finding: Finding,
}

/// Results of examining every ply of a game.
#[derive(Clone, Debug)]
pub struct Plies {
    /// Location of the game.
    pub place: Place,
    /// Id of the game.
    pub id: Option<String>,
    /// Number of plies.
    pub plies: usize,
    /// First position in which White could no longer mate. `None` if White could still mate at the end of the game, or
    /// if this is unknown.
    pub white: Option<UnableSince>,
    /// First position in which Black could no longer mate. `None` if Black could still mate at the end of the game, or
    /// if this is unknown.
    pub black: Option<UnableSince>,
    /// Number of sides for which it is unknown whether they could mate at the end of the game.
    pub unknown: u32,
}

/// Results for the games of a [`Stretch`], which is a part of a file.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// Number of games, including those that cannot be read.
    pub games: u64,
    /// Number of line breaks, including line breaks in skipped text.
    pub lines: u64,
    /// Games that ended when a flag fell.
    pub flags: Vec<Flag>,
    /// Games examined at every ply.
    pub plies: Vec<Plies>,
    /// Faults that were found in the text.
    pub faults: Vec<Fault>,
    /// Location of each game of another variant, with the name of the variant.
    pub variants: Vec<(Place, String)>,
    /// Number of games with each kind of non-standard notation.
    pub forms: BTreeMap<Form, u64>,
    /// Number of games with each unknown description of the ending.
    pub not_understood: BTreeMap<String, u64>,
    /// Numbers of games in each month. `None` stands for games without a month.
    pub months: BTreeMap<Option<Month>, OfMonth>,
    /// Work that was done to judge the games.
    pub work: Work,
    /// Whether damage makes the rest of the file unreadable.
    pub last: bool,
    /// Location in the file at which the stretch ends.
    pub end: Option<Key>,
}

/// Numbers of games in one month.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OfMonth {
    /// Number of all games.
    pub games: u64,
    /// Numbers of games for each judgement, in the order of the variants of [`Finding`].
    pub findings: [u64; 5],
}

/// Judges the result of a game that ended when a flag fell; `on_time` says who lost on time.
fn judge_flag(judge: &mut Judge, game: &Game, on_time: &OnTime, place: Place, forms: &mut Forms) -> Result<Flag, Broken> {
    let last = replay::last_position(game.tags.fen, game.moves, forms)?;
    let decided = judge.decide(&last, on_time.intended_winner(&last));
    let finding = match (on_time.won, decided.can_mate()) {
        (_, None) => Finding::Unknown,
        (Some(_), Some(true)) => Finding::Fair,
        (Some(_), Some(false)) => Finding::Unfair,
        (None, Some(true)) => Finding::WrongDraw,
        (None, Some(false)) => Finding::RightDraw,
    };
    let result = match on_time.won {
        Some(Color::White) => Outcome::White,
        Some(Color::Black) => Outcome::Black,
        None => Outcome::Draw,
    };
    Ok(Flag { place, id: game.tags.id(), result: result.text(), decided, finding })
}

/// Examines every ply of a game.
fn judge_plies(judge: &mut Judge, game: &Game, place: Place, forms: &mut Forms) -> Result<Plies, Broken> {
    let positions = replay::positions(game.tags.fen, game.moves, forms)?;
    let plies = positions.len() - 1;
    let lasting = lasting(&positions);
    let mut unknown = 0;
    let [white, black] = [Color::White, Color::Black].map(|side| {
        unable_since(&mut |position, side| judge.answer(position, side), lasting, side).unwrap_or_else(|()| {
            unknown += 1;
            None
        })
    });
    Ok(Plies { place, id: game.tags.id(), plies, white, black, unknown })
}

/// Reason why a game is not judged.
struct Passed {
    wrong: Wrong,
    /// Offset of the fault in the text. `None` stands for the beginning of the game.
    at: Option<usize>,
    why: String,
}

/// Returns the faults of a game's tags, in the order in which they occur in the text.
fn tag_faults(game: &Game) -> Vec<TagFault> {
    let mut faults = game.faults.clone();
    if let Err(error) = std::str::from_utf8(game.tag_text) {
        faults.push(TagFault { at: game.at + error.valid_up_to(), decides: false, why: "a header is no UTF-8 text".to_owned() });
    }
    faults.sort_by_key(|fault| fault.at);
    faults
}

/// Decides for each game of a [`Stretch`] whether its result is right.
#[must_use]
pub fn judge(judge: &mut Judge, stretch: &Stretch, task: Task, wordings: &Wordings) -> Findings {
    let text = &stretch.text;
    let last = stretch.damage.as_ref().is_some_and(|damage| damage.last);
    let end = Some(stretch.damage.as_ref().map_or_else(|| stretch.key(text.len()), |damage| damage.key));
    let mut findings = Findings { last, end, ..Findings::default() };
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
        findings.months.entry(game.tags.month()).or_default().games += 1;
        // The closure `place` must be called with ascending offsets.
        let mut place = |at: usize| Place { game: number, line: line_of(at), key: stretch.key(at) };
        let begin = place(game.at);
        let fault = |wrong, place: Place, why: String| Fault { wrong, place, game: Some(begin.key), why };
        let mut deciding = false;
        for tag in tag_faults(&game) {
            deciding |= tag.decides;
            let wrong = if tag.decides { Wrong::Game } else { Wrong::Headers };
            findings.faults.push(fault(wrong, place(tag.at), tag.why));
        }
        if game.tags.bare_quote {
            *findings.forms.entry(Form::Quote).or_default() += 1;
        }
        if deciding {
            continue;
        }
        let size = game.tag_text.len() + game.moves.len();
        let cut = games.peek().is_none() && (stretch.too_long || stretch.damage.is_some());
        if size > MAX_GAME || cut && stretch.too_long {
            let why = format!("longer than {} MiB, which no game is", MAX_GAME >> 20);
            findings.faults.push(fault(Wrong::Game, begin, why));
            continue;
        }
        if let Some(name) = game.tags.other_variant() {
            findings.variants.push((begin, name));
            continue;
        }
        let mut forms = Forms::new();
        let mut judged = judge_game(judge, &game, task, wordings, begin, cut, &mut forms, &mut findings);
        let mut rest = None;
        if judged.is_err()
            && let Some(end) = movetext::end_before_rest(game.moves)
        {
            // Another game, without tags, may follow the result.
            rest = Some(game.at + game.tag_text.len() + end);
            let game = Game { moves: &game.moves[..end], ..game };
            judged = judge_game(judge, &game, task, wordings, begin, false, &mut forms, &mut findings);
        }
        for form in forms {
            *findings.forms.entry(form).or_default() += 1;
        }
        if let Err(Passed { wrong, at, why }) = judged {
            findings.faults.push(fault(wrong, at.map_or(begin, &mut place), why));
        }
        if let Some(at) = rest {
            let place = place(at);
            findings.faults.push(Fault {
                wrong: Wrong::Game,
                place,
                game: Some(place.key),
                why: "moves without tags follow a result".to_owned(),
            });
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

/// Judges a game as `task` says, and adds the result to `findings`. If `cut` is set, the text after the game is
/// damaged, so the game may be incomplete.
#[expect(clippy::too_many_arguments, reason = "the state of one loop")]
fn judge_game(
    judge: &mut Judge,
    game: &Game,
    task: Task,
    wordings: &Wordings,
    place: Place,
    cut: bool,
    forms: &mut Forms,
    findings: &mut Findings,
) -> Result<(), Passed> {
    let moves = game.at + game.tag_text.len();
    let passed = |wrong, at: Option<usize>, why: String| Passed { wrong, at, why };
    let here = |broken: Broken| passed(Wrong::Game, Some(moves + broken.at), broken.why);
    if game.tags.count == 0 && task == Task::Flags {
        return Err(passed(Wrong::Game, None, "there are no headers".to_owned()));
    }
    let tail = Tail::read(game.moves);
    let outcome = outcome(game, &tail).map_err(here)?;
    let ending = wordings.ending(&game.tags, tail.comment);
    let on_time = match ending {
        Ending::Flag(loser) => {
            let won = winner_on_time(outcome, loser, &game.tags).map_err(|why| passed(Wrong::Game, None, why.to_string()))?;
            Some(OnTime { won, loser })
        }
        Ending::NotUnderstood(_) | Ending::Other => None,
    };
    let examined = task == Task::EveryPly || on_time.is_some();
    if examined && cut && tail.outcome.is_none() {
        let end = game.moves.trim_ascii_end().len();
        return Err(passed(Wrong::Game, Some(moves + end), "the game is cut off: its result is missing".to_owned()));
    }
    match (task, on_time) {
        (Task::EveryPly, _) => {
            let plies = judge_plies(judge, game, place, forms).map_err(here)?;
            findings.plies.push(plies);
        }
        (Task::Flags, Some(on_time)) => {
            let flag = judge_flag(judge, game, &on_time, place, forms).map_err(|broken| {
                let why = format!("{}, but the moves cannot be read: {}", on_time.words(), broken.why);
                passed(Wrong::Flag, Some(moves + broken.at), why)
            })?;
            findings.months.entry(game.tags.month()).or_default().findings[flag.finding as usize] += 1;
            findings.flags.push(flag);
        }
        (Task::Flags, None) => {}
    }
    if let Ending::NotUnderstood(wording) = ending {
        *findings.not_understood.entry(wording).or_default() += 1;
    }
    Ok(())
}
