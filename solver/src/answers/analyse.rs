//! Analyses games of losing chess with verified proofs and endgame tables. The analysis shows the known result before
//! and after each move.
//!
//! The type [`Analyst`] reads games in PGN and returns a [`Report`] for each. The module [`knowledge`] finds results of
//! positions, and [`judge`] judges moves. The module [`remarks`] writes sentences about moves, for text and for the
//! comments of annotated games, and [`tally`] counts the results of a file.

pub mod judge;
pub mod knowledge;
pub mod remarks;
pub mod tally;
pub mod text;

use serde::Serialize;

use crate::control::{Control, Interrupted};
use crate::games::Colour;
use crate::games::losing_chess::{Position, Stalemate};
use crate::solve::losing::game::{GameError, Replay, replay};
use crate::solve::unwinnable::pgn::movetext::{Outcome, Tail, Words};
use crate::solve::unwinnable::pgn::single::outcome;
#[cfg(feature = "pgn")]
use crate::solve::unwinnable::pgn::stream::Stretch;
use crate::solve::unwinnable::pgn::tags::{shown, unescaped};
use crate::solve::unwinnable::pgn::{Game, Games, MAX_GAME, line_breaks};
use judge::{Judged, Judgement, judge_moves};
use knowledge::{Knowledge, Known, Source, Value};
use tally::Side;

/// Origin of the rule of stalemate under which a game is analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RulesFrom {
    /// The user chose the rule.
    Option,
    /// The game's variant determines the rule.
    Variant,
    /// The game names no variant, so only results that hold under each rule are known.
    Nothing,
}

/// Known result, as it appears in reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KnownResult {
    /// The result.
    pub value: Value,
    /// Reason why the result is known: `proof`, `tables` or `end`.
    pub source: &'static str,
    /// File of the proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// Report on a move. A schema of its JSON form is in `spec/json/analyse.schema.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ply {
    /// Number of the move, such as `3.` or `3...`.
    pub number: String,
    /// Move in coordinates.
    #[serde(rename = "move")]
    pub coordinates: String,
    /// Move in algebraic notation.
    pub san: String,
    /// Result that is known before the move.
    pub before: Option<KnownResult>,
    /// Result that is known after the move.
    pub after: Option<KnownResult>,
    /// Judgement of the move.
    pub judgement: Judgement,
    /// Moves that are known to be better than this move, because they win or keep the draw.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub better: Vec<String>,
    /// Sentence about the move, if the move changes the known result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

/// Analysis of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Analysis {
    /// Rule of stalemate.
    pub rules: String,
    /// Origin of the rule.
    pub rules_from: RulesFrom,
    /// Result that is known at the beginning of the game.
    pub start: Option<KnownResult>,
    /// Number of the first ply with the judgement [`Judgement::LeavesProofs`]. The first ply of the game has the number
    /// 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out_of_proofs: Option<usize>,
    /// Index, from 0, of the first move into the endgame tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tables_from: Option<usize>,
    /// Counts of White's moves by their judgement.
    pub white: Side,
    /// Counts of Black's moves by their judgement.
    pub black: Side,
    /// The moves of the game.
    pub moves: Vec<Ply>,
}

/// Report on a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Number of the game in the file, from 1.
    pub game: u64,
    /// Number of the game's first line in the file, from 1.
    pub line: u64,
    /// Id of the game, from its headers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Names of the players, first White and then Black.
    pub players: [String; 2],
    /// Result in PGN notation, if the game has one.
    pub result: Option<&'static str>,
    /// Faults of the game, each with the number of its line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
    /// The analysis, or `None` if a fault of the game prevents the analysis.
    #[serde(flatten)]
    pub analysis: Option<Analysis>,
}

/// Fault of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// Number of the line in the file, from 1.
    pub line: u64,
    /// Description of the fault.
    pub why: String,
}

/// Text to insert into a PGN file, with its offset in the file.
type Note = (usize, String);

/// Reports on the games of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reports {
    /// Reports in the order of the games.
    pub games: Vec<Report>,
    /// Whether the analysis was stopped before the last game.
    pub interrupted: bool,
    notes: Vec<Note>,
}

impl Reports {
    /// Returns the text with the notes about its games. Apart from the notes, the text stays as it is.
    #[must_use]
    pub fn annotated(&self, text: &[u8]) -> Vec<u8> {
        let (mut annotated, mut from) = (Vec::with_capacity(text.len() + 64 * self.notes.len()), 0);
        for (at, note) in &self.notes {
            annotated.extend(&text[from..*at]);
            annotated.extend(note.as_bytes());
            from = *at;
        }
        annotated.extend(&text[from..]);
        annotated
    }
}

/// How a text ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The text is complete, or more games follow in another text.
    Whole,
    /// The text ends inside a game that is too long.
    TooLong,
    /// The file is cut off or damaged, for this reason.
    Cut(String),
}

#[cfg(feature = "pgn")]
impl From<&Stretch> for End {
    /// Returns whether this part of a file is complete, too long or cut off.
    fn from(stretch: &Stretch) -> Self {
        match &stretch.damage {
            _ if stretch.too_long => Self::TooLong,
            Some(damage) => Self::Cut(damage.why.clone()),
            None => Self::Whole,
        }
    }
}

/// Analyses the games of a file. The caller supplies the text of the file part by part.
pub struct Analyst<'a> {
    knowledge: &'a Knowledge<'a>,
    /// Rule of stalemate for all games, if the user chose one.
    rules: Option<Stalemate>,
    control: Control<'a>,
    games: u64,
    lines: u64,
}

impl<'a> Analyst<'a> {
    /// Creates an analyst for one file. Without `rules`, the variant of each game determines the rule of stalemate.
    #[must_use]
    pub fn new(knowledge: &'a Knowledge<'a>, rules: Option<Stalemate>, control: Control<'a>) -> Self {
        Self { knowledge, rules, control, games: 0, lines: 0 }
    }

    /// Counts lines of the file that the analyst skips.
    pub fn pass(&mut self, lines: u64) {
        self.lines += lines;
    }

    /// Analyses the games of a text, which consists of whole games. The texts must come in the order of the file.
    pub fn text(&mut self, text: &[u8], end: &End) -> Reports {
        let mut reports = Reports::default();
        reports.interrupted = self.add_reports(text, end, &mut reports).is_err();
        reports
    }

    fn add_reports(&mut self, text: &[u8], end: &End, reports: &mut Reports) -> Result<(), Interrupted> {
        let mut games = Games::new(text).peekable();
        while let Some(game) = games.next() {
            self.control.at(self.games, "")?;
            self.games += 1;
            let line = |at: usize| self.lines + line_breaks(&text[..at]) + 1;
            let moves = game.at + game.tag_text.len();
            let is_last = games.peek().is_none();
            let mut faults: Vec<(usize, String)> = game.faults.iter().map(|fault| (fault.at, fault.why.clone())).collect();
            let too_long = game.tag_text.len() + game.moves.len() > MAX_GAME || is_last && *end == End::TooLong;
            let analysis = match () {
                () if game.faults.iter().any(|fault| fault.decides) => None,
                () if too_long => {
                    faults.push((game.at, format!("longer than {} MiB, which no game is", MAX_GAME >> 20)));
                    None
                }
                () => match self.game(&game, &mut reports.notes)? {
                    Ok((analysis, missing)) => {
                        faults.extend(missing.map(|why| (text.len().min(moves + game.moves.trim_ascii_end().len()), why)));
                        Some(analysis)
                    }
                    Err((at, why)) => {
                        faults.push((at.map_or(game.at, |at| moves + at), why));
                        None
                    }
                },
            };
            if let (true, End::Cut(why)) = (is_last, end) {
                faults.push((text.len(), format!("the input is cut off or damaged here: {why}")));
            }
            let name = |tag: &[u8]| shown(unescaped(tag).as_bytes());
            reports.games.push(Report {
                game: self.games,
                line: line(game.at),
                id: game.tags.id(),
                players: [name(game.tags.white), name(game.tags.black)],
                result: outcome(&game, &Tail::read(game.moves)).ok().flatten().map(Outcome::text),
                faults: faults.into_iter().map(|(at, why)| Fault { line: line(at), why }).collect(),
                analysis,
            });
        }
        self.lines += line_breaks(text);
        Ok(())
    }

    /// Analyses a game. If the game has no result, also returns a sentence about this. If the game has a fault, returns
    /// the fault with its offset in the movetext; `None` stands for the beginning of the game.
    #[expect(clippy::type_complexity, reason = "a fault within an interruption")]
    fn game(&self, game: &Game, notes: &mut Vec<Note>) -> Result<Result<(Analysis, Option<String>), (Option<usize>, String)>, Interrupted> {
        let replay = match replay(game) {
            Ok(replay) => replay,
            Err(why) => return Ok(Err(fault(why))),
        };
        let result = match outcome(game, &Tail::read(&game.moves[..replay.end.unwrap_or(game.moves.len())])) {
            Ok(result) => result,
            Err(broken) => return Ok(Err((Some(broken.at), broken.why))),
        };
        if let Some(at) = replay.end.and_then(|end| rest_after(game.moves, end)) {
            return Ok(Err((Some(at), "moves without tags follow a result".to_owned())));
        }
        let Some(last) = replay.moves.last() else { return Ok(Err((None, "the game has no moves".to_owned()))) };
        let (rules, rules_from) = match (self.rules, replay.rules) {
            (Some(rules), _) => (rules, RulesFrom::Option),
            (None, Some(rules)) => (rules, RulesFrom::Variant),
            (None, None) => (Stalemate::Joint, RulesFrom::Nothing),
        };
        let end = replay.moves.iter().fold(replay.start.position, |here, turn| here.after(turn.played));
        if let Some(why) = result.and_then(|result| contradiction(&end, rules, result)) {
            return Ok(Err((Some(last.at), why)));
        }
        let missing = (replay.end.is_none() && !game.tags.result.is_empty())
            .then(|| "no result follows the moves: the game may be cut off here".to_owned());
        let (start, judged) = judge_moves(&replay, rules, self.knowledge)?;
        let offset = game.at + game.tag_text.len();
        let remarks = remarks::remarks(start, &judged, self.knowledge);
        notes.extend(remarks::notes(game.moves, &replay, &judged, &remarks, offset));
        Ok(Ok((self.analysis(&replay, (rules, rules_from), start, judged, remarks), missing)))
    }

    fn analysis(
        &self,
        replay: &Replay,
        (rules, rules_from): (Stalemate, RulesFrom),
        start: Option<Known>,
        judged: Vec<Judged>,
        remarks: Vec<Option<String>>,
    ) -> Analysis {
        let known = |known: Option<Known>| known.map(|known| self.result(known));
        let is_in_tables = |known: Option<Known>| known.is_some_and(|known| known.source == Source::Tables);
        let after = std::iter::once(start).chain(judged.iter().map(|one| one.after));
        let tables_from = after.enumerate().find(|&(_, known)| is_in_tables(known)).map(|(ply, _)| ply);
        let out_of_proofs = judged.iter().position(|one| one.judgement == Judgement::LeavesProofs).map(|ply| ply + 1);
        let side = |side: Colour| Side::count(judged.iter().filter(|one| one.side == side).map(|one| one.judgement));
        let (white, black) = (side(Colour::White), side(Colour::Black));
        let moves = judged.into_iter().zip(remarks).enumerate().map(|(ply, (one, remark))| Ply {
            number: replay.number(ply),
            coordinates: one.played.to_string(),
            san: one.san,
            before: known(one.before),
            after: known(one.after),
            judgement: one.judgement,
            better: one.better,
            remark,
        });
        let moves = moves.collect();
        Analysis { rules: rules.to_string(), rules_from, start: known(start), out_of_proofs, tables_from, white, black, moves }
    }

    fn result(&self, known: Known) -> KnownResult {
        let (source, file) = match known.source {
            Source::End => ("end", None),
            Source::Tables => ("tables", None),
            Source::Proof(proof) => ("proof", Some(self.knowledge.file(proof).to_owned())),
        };
        KnownResult { value: known.value, source, file }
    }
}

/// Describes why a game cannot be replayed. Returns the description, and the offset of the faulty move in the movetext
/// if the fault is in a move.
fn fault(why: GameError) -> (Option<usize>, String) {
    match why {
        GameError::Moves { at, reason } => (Some(at), reason.to_owned()),
        GameError::Move { at, .. } => (Some(at), why.to_string()),
        why => (None, why.to_string()),
    }
}

/// Returns the offset of the first word after the result of a game. A word after the result begins another game, which
/// has no tags.
fn rest_after(movetext: &[u8], end: usize) -> Option<usize> {
    match Words::new(&movetext[end..]).next_word() {
        Ok(None) => None,
        Ok(Some((at, _))) | Err((at, _)) => Some(end + at),
    }
}

/// Returns a sentence if the result of a game contradicts its last position. The function returns `None` if the result
/// is `*`, which marks an unfinished game.
fn contradiction(last: &Position, rules: Stalemate, result: Outcome) -> Option<String> {
    if !last.is_over() || result == Outcome::Open {
        return None;
    }
    let winner = rules.winner(last);
    let on_board = match winner {
        Some(Colour::White) => Outcome::White,
        Some(Colour::Black) => Outcome::Black,
        // An unknown rule may have another result.
        None if rules == Stalemate::Joint => return None,
        None => Outcome::Draw,
    };
    if result == on_board {
        return None;
    }
    let side = last.side();
    let is_stalemate = last.units(side) != 0 && last.units(side.other()) != 0;
    let why = match winner {
        Some(winner) if !is_stalemate => format!("{winner} has lost all pieces and pawns and has won"),
        Some(winner) => format!("{side} has no move, and {winner} wins under the {rules} rule of stalemate"),
        None => format!("{side} has no move, which is a draw under the {rules} rule of stalemate"),
    };
    Some(format!("the result is {}, but {why}", result.text()))
}
