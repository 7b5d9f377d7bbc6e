//! Results about positions of losing chess, as text and as JSON.

pub mod shipped;

use std::fmt::{self, Display};
use std::io::{self, Write};

use serde::Serialize;

use super::text::{counted, grouped};
use crate::games::Colour;

/// Answers of a run.
#[derive(Serialize)]
pub struct Answers {
    /// Rule set.
    pub rules: String,
    /// One answer per position.
    pub answers: Vec<Answer>,
}

/// Results about a position.
#[derive(Serialize)]
pub struct Answer {
    /// Moves from the start, or the FEN, as entered.
    pub asked: String,
    /// FEN of the position.
    pub fen: String,
    /// Present knowledge.
    pub verdict: Verdict,
    /// Number of evaluations: children whose legal moves were counted.
    pub evaluations: u64,
    /// Duration, unless it is omitted.
    #[serde(flatten)]
    pub times: Option<Times>,
    /// Proof, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
    /// Certificate that answered without a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Day on which that certificate was verified, if not in this run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remembered_since: Option<String>,
    /// Results of earlier proofs and publications about a position that the search has not decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<String>,
    /// State of the search if it has no verdict: one entry per side searched for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<Open>,
    /// Positions that an assembled proof lacks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<Missing>,
}

/// Position that a proof lacks.
#[derive(Serialize)]
pub struct Missing {
    /// Moves that lead to it from the position in question.
    pub line: String,
    /// FEN of the position.
    pub fen: String,
}

/// State of an unfinished search for one side's win.
#[derive(Serialize)]
pub struct Open {
    /// Side searched for.
    pub winner: Verdict,
    /// Evaluations of its search.
    pub evaluations: u64,
    /// Proof and disproof number of the root.
    #[serde(flatten)]
    pub numbers: Numbers,
    /// Its moves, the next to be searched first.
    pub moves: Vec<Move>,
    /// State of the hints, if there were any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hints: Option<Hints>,
    /// Certificates of proved parts, if requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
}

/// Proof and disproof number; `None` if the position was not searched or the table has lost it.
#[derive(Serialize, Clone, Copy, Debug, Default)]
pub struct Numbers {
    /// Proof number: 0 if the position is proved.
    pub proof_number: Option<u32>,
    /// Disproof number: 0 if it is disproved.
    pub disproof_number: Option<u32>,
}

/// Move with the state of the position after it.
#[derive(Serialize)]
pub struct Move {
    /// Move in coordinates.
    #[serde(rename = "move")]
    pub played: String,
    /// Numbers of the position after it.
    #[serde(flatten)]
    pub numbers: Numbers,
    /// Evaluations spent below it.
    pub evaluations: u64,
}

/// State of the hints.
#[derive(Serialize)]
pub struct Hints {
    /// Number of hints, counted as distinct positions.
    pub all: usize,
    /// Number of proved hints.
    pub proved: usize,
    /// Unproved hints.
    pub open: Vec<Hint>,
}

/// Unproved hint.
#[derive(Serialize)]
pub struct Hint {
    /// Moves that lead to it from the position in question.
    pub line: String,
    /// Number of unproved hints below this one, which must be proved first.
    pub waits_for: usize,
    /// Evaluations spent below it.
    pub evaluations: u64,
}

/// Certificate of a proved part.
#[derive(Serialize)]
pub struct Part {
    /// FEN of its root.
    pub fen: String,
    /// Moves that lead to it from the position in question: those of a hint, or a single move.
    pub line: String,
    /// Its proof.
    pub proof: Proof,
}

/// Durations of an answer.
#[derive(Serialize)]
pub struct Times {
    /// Seconds of the search.
    pub search_seconds: f64,
    /// Seconds for extracting, shrinking and verifying the proof.
    pub proof_seconds: f64,
}

/// Knowledge about a position.
#[derive(Serialize, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// White wins.
    White,
    /// Black wins.
    Black,
    /// Neither side can win by force.
    Neither,
    /// Unknown within the limits.
    Unknown,
}

impl Verdict {
    /// Returns the side that wins, if one does.
    fn side(self) -> Option<&'static str> {
        match self {
            Self::White => Some("White"),
            Self::Black => Some("Black"),
            Self::Neither | Self::Unknown => None,
        }
    }

    /// Returns the verdict that `winner` wins.
    #[must_use]
    pub fn won_by(winner: Colour) -> Self {
        if winner == Colour::White { Self::White } else { Self::Black }
    }
}

/// Maximum size of a proof whose longest line is shown. Larger ones would take seconds to read again.
pub const MAX_LINE_POSITIONS: u64 = 10_000_000;

/// Summary of a proof.
#[derive(Serialize)]
pub struct Proof {
    /// Distinct positions.
    pub positions: u64,
    /// Length of the longest line, in plies.
    pub longest: u32,
    /// Greatest number of consecutive moves without a capture or pawn move.
    pub reversible: u32,
    /// Whether the win holds under a 50-move rule.
    pub fifty_moves: bool,
    /// Whether the checker has verified it.
    pub verified: bool,
    /// Longest line of the proof, in algebraic notation with move numbers; empty for proofs of more than
    /// [`MAX_LINE_POSITIONS`] positions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// Whether the winner makes its first move.
    #[serde(skip)]
    pub winner_begins: bool,
    /// Digest of the certificate.
    pub sha256: String,
    /// Size of the certificate in bytes.
    pub bytes: usize,
    /// File of the certificate, if it was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

impl Answer {
    /// Writes the answer in words.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let evaluations = grouped(self.evaluations);
        writeln!(out, "{}: {}", self.asked, self.verdict_in_words())?;
        if let Some(source) = &self.source {
            let verified = match &self.remembered_since {
                Some(day) => format!("verified on {day} and remembered"),
                None => "which the checker has verified just now".to_owned(),
            };
            writeln!(out, "  proved in {source}, {verified}; nothing was searched for")?;
        }
        if let Some(known) = &self.known {
            writeln!(out, "  {known}")?;
        }
        if let Some(proof) = &self.proof {
            proof.write_text(out)?;
        }
        for open in &self.open {
            open.write_text(out)?;
        }
        self.write_missing(out)?;
        if self.source.is_some() {
            return Ok(());
        }
        match &self.times {
            Some(Times { search_seconds, proof_seconds }) => {
                writeln!(out, "  {evaluations} evaluations in {search_seconds:.1} s, proof in {proof_seconds:.1} s")
            }
            None => writeln!(out, "  {evaluations} evaluations"),
        }
    }
}

impl Answer {
    fn verdict_in_words(&self) -> String {
        let side = match self.verdict {
            Verdict::White => "White",
            Verdict::Black => "Black",
            Verdict::Neither => return "neither side can force a win (disproved for both)".to_owned(),
            Verdict::Unknown => {
                // A side that is missing was not searched for, or is disproved.
                let searched: Vec<&str> = self.open.iter().filter_map(|open| open.winner.side()).collect();
                return match searched.as_slice() {
                    [side] => format!("no win of {side} was found within the limits"),
                    _ => "no win was found for either side within the limits".to_owned(),
                };
            }
        };
        let first = self.proof.as_ref().filter(|proof| proof.winner_begins).and_then(|proof| proof.line.first());
        first.map_or_else(
            || format!("{side} wins by force, whatever the other side plays"),
            |first| format!("{side} wins by force with {first}"),
        )
    }

    fn write_missing(&self, out: &mut dyn Write) -> io::Result<()> {
        /// Maximum number of positions listed.
        const NAMED: usize = 10;
        if self.missing.is_empty() {
            return Ok(());
        }
        writeln!(out, "  {} missing:", counted(self.missing.len() as u64, "position is", "positions are"))?;
        for Missing { line, fen } in self.missing.iter().take(NAMED) {
            let line = if line.is_empty() { "the position itself" } else { line };
            writeln!(out, "    {line}: {fen}")?;
        }
        match self.missing.len().saturating_sub(NAMED) {
            0 => Ok(()),
            left => writeln!(out, "    and {} more", grouped(left as u64)),
        }
    }
}

impl Proof {
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        /// Maximum number of moves shown of the line.
        const SHOWN: usize = 40;
        if !self.line.is_empty() {
            let shown = self.line.len().min(SHOWN);
            let mut words = self.line[..shown].to_vec();
            if shown < self.line.len() {
                words.push(format!("… {} more", grouped((self.line.len() - shown) as u64)));
            }
            writeln!(out, "  longest line of this proof:")?;
            write_filled(out, "    ", &words)?;
        }
        let fifty = if self.fifty_moves { "the win also holds under a 50-move rule" } else { "not proved under a 50-move rule" };
        let positions = counted(self.positions, "position", "positions");
        let moves = counted(self.longest.into(), "move", "moves");
        writeln!(out, "  in this proof: {positions}, at most {moves} of both sides (shorter wins may exist); {fifty}")?;
        let verified = if self.verified { "verified" } else { "not verified" };
        let file = self.file.as_deref().map_or(String::new(), |file| format!("{file}, "));
        writeln!(out, "  {file}{} bytes, {verified}, sha256 {}", grouped(self.bytes as u64), self.sha256)
    }
}

/// Writes words in lines of at most 100 characters, each after `indent`.
fn write_filled(out: &mut dyn Write, indent: &str, words: &[String]) -> io::Result<()> {
    const WIDTH: usize = 100;
    let mut line = String::new();
    for word in words {
        if !line.is_empty() && indent.len() + line.chars().count() + 1 + word.chars().count() > WIDTH {
            writeln!(out, "{indent}{line}")?;
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    writeln!(out, "{indent}{line}")
}

impl Open {
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        /// Maximum number of moves listed.
        const MOVES: usize = 3;
        let side = if self.winner == Verdict::White { "White" } else { "Black" };
        let estimates = if self.numbers.is_open() { " (estimates of the work left)" } else { "" };
        writeln!(out, "  a win of {side}: {}{estimates}", self.numbers)?;
        let moves: Vec<String> = self.moves.iter().take(MOVES).map(|one| format!("{} ({})", one.played, one.numbers)).collect();
        writeln!(out, "    next to look at: {}", moves.join(", "))?;
        if let Some(Hints { all, proved, .. }) = &self.hints {
            writeln!(out, "    {} of {} hints proved", grouped(*proved as u64), grouped(*all as u64))?;
        }
        let positions = self.parts.iter().map(|part| part.proof.positions).sum();
        if !self.parts.is_empty() {
            let parts = counted(self.parts.len() as u64, "part is", "parts are");
            writeln!(out, "    {parts} proved, with {} positions, and certified", grouped(positions))?;
        }
        Ok(())
    }
}

impl Numbers {
    /// Returns whether the position is neither proved nor disproved, so that the numbers estimate remaining work.
    fn is_open(&self) -> bool {
        matches!((self.proof_number, self.disproof_number), (Some(1..), Some(1..)))
    }
}

impl Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.proof_number, self.disproof_number) {
            (Some(0), _) => f.write_str("proved"),
            (_, Some(0)) => f.write_str("disproved"),
            (Some(proof), Some(disproof)) => {
                write!(f, "proof number {}, disproof number {}", grouped(proof.into()), grouped(disproof.into()))
            }
            _ => f.write_str("not searched"),
        }
    }
}
