//! Presents results about positions of losing chess in text form and as JSON.

mod ending;
pub mod shipped;

use std::fmt::{self, Display};
use std::io::{self, Write};

use serde::Serialize;

use super::text::{counted, grouped, write_filled};
use super::written::Written;
use crate::games::Colour;
pub use ending::{Ending, Shortest};

/// Results of one run of the program.
#[derive(Serialize)]
pub struct Answers {
    /// Name of the rule set.
    pub rules: String,
    /// Results, one for each position.
    pub answers: Vec<PositionAnswer>,
}

/// Result about one position.
#[derive(Serialize)]
pub struct PositionAnswer {
    /// The position as the user entered it, either as moves from the initial position or as a FEN.
    pub asked: String,
    /// FEN of the position.
    pub fen: String,
    /// The side that wins, if any.
    pub verdict: Verdict,
    /// Number of times the search evaluated a position.
    pub evaluations: u64,
    /// Durations of search and proof; `None` if the output omits durations.
    #[serde(flatten)]
    pub times: Option<Times>,
    /// Summary of the proof, if there is a proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
    /// Results from the endgame tables, one for each rule set. The list is empty if the position has too many pieces
    /// and pawns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<Ending>,
    /// Certificate that decided the position, so that no search was necessary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Day on which the certificate `source` was verified; `None` if this run verified the certificate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remembered_since: Option<String>,
    /// Sentence about earlier proofs and publications, if the search has not decided the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<String>,
    /// States of the unfinished searches, one for each side whose win was searched for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<Open>,
    /// Positions that still have to be proved. The list is empty unless the proof is assembled from certificates.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<Missing>,
}

/// Position for which a proof is missing.
#[derive(Serialize)]
pub struct Missing {
    /// Moves from the position in question to the missing position.
    pub line: String,
    /// FEN of the missing position.
    pub fen: String,
}

/// State of an unfinished search for a win of one side.
#[derive(Serialize)]
pub struct Open {
    /// Side whose win is searched for.
    pub winner: Verdict,
    /// Number of evaluations in this search.
    pub evaluations: u64,
    /// Proof number and disproof number of the root.
    #[serde(flatten)]
    pub numbers: Numbers,
    /// Moves from the root. The move that would be searched next comes first.
    pub moves: Vec<Move>,
    /// Number of proved hints, and list of unproved hints. The field is `None` if the user supplied no hints.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hints: Option<Hints>,
    /// Certificates for proved positions below the root, if the user requested such certificates.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<PartialProof>,
}

/// Proof number and disproof number of a position. A number is `None` if the position was not searched or is no longer
/// in the transposition table.
#[derive(Serialize, Clone, Copy, Debug, Default)]
pub struct Numbers {
    /// Proof number, which is 0 if the position is proved.
    pub proof_number: Option<u32>,
    /// Disproof number, which is 0 if the position is disproved.
    pub disproof_number: Option<u32>,
}

/// A move from the root, and the state of the search after this move.
#[derive(Serialize)]
pub struct Move {
    /// Move in coordinates.
    #[serde(rename = "move")]
    pub played: String,
    /// Proof number and disproof number of the position after the move.
    #[serde(flatten)]
    pub numbers: Numbers,
    /// Number of evaluations that the search spent on the position after this move.
    pub evaluations: u64,
}

/// Number of proved hints, and a list of the other hints. A hint is a position that the user expects to be won. Hints
/// are searched before the root.
#[derive(Serialize)]
pub struct Hints {
    /// Number of hints. Hints for the same position count once.
    pub all: usize,
    /// Number of hints whose win is proved.
    pub proved: usize,
    /// Hints that are not proved yet.
    pub open: Vec<Hint>,
}

/// Hint that is not proved yet.
#[derive(Serialize)]
pub struct Hint {
    /// Moves from the position in question to the hint's position.
    pub line: String,
    /// Number of unproved hints for which this hint waits. If this number is greater than 0, the hint is not searched
    /// yet.
    pub waits_for: usize,
    /// Number of evaluations below the hint's position.
    pub evaluations: u64,
}

/// Certificate of a proved position below the root. The root itself is not proved.
#[derive(Serialize)]
pub struct PartialProof {
    /// FEN of the certificate's root.
    pub fen: String,
    /// Moves from the position in question to the certificate's root. The line is either the line of a hint or a single
    /// move.
    pub line: String,
    /// Summary of the proof in the certificate.
    pub proof: Proof,
}

/// Durations of the search and of the proof for one position.
#[derive(Serialize)]
pub struct Times {
    /// Duration of the search in seconds.
    pub search_seconds: f64,
    /// Time in seconds for extracting the proof from the search tables, making the proof smaller, and verifying it.
    pub proof_seconds: f64,
}

/// Result of a search: the side that wins by force, if known.
#[derive(Serialize, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// White wins.
    White,
    /// Black wins.
    Black,
    /// It is proved that neither side can win by force.
    Neither,
    /// The search did not decide the position within its limits.
    Unknown,
}

impl Verdict {
    /// Returns the name of the side that wins; `None` if neither side wins or the result is unknown.
    fn side(self) -> Option<&'static str> {
        match self {
            Self::White => Some("White"),
            Self::Black => Some("Black"),
            Self::Neither | Self::Unknown => None,
        }
    }

    /// Returns the verdict that says that `winner` wins.
    #[must_use]
    pub fn won_by(winner: Colour) -> Self {
        if winner == Colour::White { Self::White } else { Self::Black }
    }
}

/// The longest line of moves is shown only if the proof has at most this number of positions. Finding the longest line
/// of a larger proof would take seconds, because the proof must be read again.
pub const MAX_LINE_POSITIONS: u64 = 10_000_000;

/// Summary of a proof and of its certificate.
#[derive(Serialize)]
pub struct Proof {
    /// Number of distinct positions in the proof.
    pub positions: u64,
    /// Length of the longest line in the proof, in plies.
    pub longest: u32,
    /// Greatest number of consecutive moves without a capture or a pawn move.
    pub reversible: u32,
    /// Whether the proof also proves the win under a 50-move rule.
    pub fifty_moves: bool,
    /// Whether the checker has verified the proof.
    pub verified: bool,
    /// Longest line of moves in the proof, in algebraic notation with move numbers. The list is empty for proofs of
    /// more than [`MAX_LINE_POSITIONS`] positions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// Whether the side that wins makes the first move of the line.
    #[serde(skip)]
    pub winner_begins: bool,
    /// The certificate.
    #[serde(flatten)]
    pub written: Written,
}

impl PositionAnswer {
    /// Writes the result in words.
    ///
    /// # Errors
    /// Fails if the result cannot be written.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let evaluations = grouped(self.evaluations);
        writeln!(out, "{}: {}", self.asked, self.verdict_in_words())?;
        ending::write_text(&self.tables, out)?;
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

impl PositionAnswer {
    fn verdict_in_words(&self) -> String {
        let side = match self.verdict {
            Verdict::White => "White",
            Verdict::Black => "Black",
            Verdict::Neither => return "neither side can force a win (disproved for both)".to_owned(),
            Verdict::Unknown => {
                // Lists the sides that were searched for. A side is not in the list if its win was not searched for or
                // is disproved.
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
        /// At most this number of moves of the longest line are shown.
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
        let Written { sha256, bytes, file, .. } = &self.written;
        let file = file.as_deref().map_or(String::new(), |file| format!("{file}, "));
        writeln!(out, "  {file}{} bytes, {verified}, sha256 {sha256}", grouped(*bytes as u64))
    }
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
    /// Returns whether the proof number and the disproof number are known and greater than 0.
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
