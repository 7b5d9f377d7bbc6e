//! What was found out about positions of losing chess, for people and for programs.

use std::io::{self, Write};

use serde::Serialize;

use super::text::grouped;

/// All answers of a run.
#[derive(Serialize)]
pub struct Answers {
    /// The rule set.
    pub rules: String,
    /// One for each position that was asked about.
    pub answers: Vec<Answer>,
}

/// What was found out about a position.
#[derive(Serialize)]
pub struct Answer {
    /// The moves from the start, or the FEN, as asked.
    pub asked: String,
    /// The position's FEN.
    pub fen: String,
    /// What is known now.
    pub verdict: Verdict,
    /// Children whose legal moves were counted.
    pub evaluations: u64,
    /// Seconds of the search.
    pub search_seconds: f64,
    /// Seconds of making, shrinking and verifying the proof.
    pub proof_seconds: f64,
    /// The proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
}

/// What is known of a position.
#[derive(Serialize, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// White wins.
    White,
    /// Black wins.
    Black,
    /// Neither side can win by force.
    Neither,
    /// Not known within the limits.
    Unknown,
}

/// A proof in numbers.
#[derive(Serialize)]
pub struct Proof {
    /// Distinct positions.
    pub positions: u64,
    /// The greatest number of moves of both sides.
    pub longest: u32,
    /// The greatest number of moves in a row without a capture or pawn move.
    pub reversible: u32,
    /// Whether the win holds under a 50-move rule.
    pub fifty_moves: bool,
    /// Whether the checker has verified it.
    pub verified: bool,
    /// The certificate's digest.
    pub sha256: String,
    /// The certificate's size.
    pub bytes: usize,
    /// Where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

impl Answer {
    /// The answer in words.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let verdict = match self.verdict {
            Verdict::White => "White wins",
            Verdict::Black => "Black wins",
            Verdict::Neither => "neither side can win by force (disproved for both)",
            Verdict::Unknown => "unknown within the limits",
        };
        let evaluations = grouped(self.evaluations);
        writeln!(out, "{}: {verdict}", self.asked)?;
        if let Some(proof) = &self.proof {
            let fifty = if proof.fifty_moves { "also under a 50-move rule" } else { "not proved under a 50-move rule" };
            let count = |number: u64, what: &str| format!("{} {what}{}", grouped(number), if number == 1 { "" } else { "s" });
            let (positions, moves) = (count(proof.positions, "position"), count(proof.longest.into(), "move"));
            writeln!(out, "  {positions}, at most {moves} of both sides, {fifty}")?;
            let verified = if proof.verified { "verified" } else { "not verified" };
            let file = proof.file.as_deref().map_or(String::new(), |file| format!("{file}, "));
            writeln!(out, "  {file}{} bytes, {verified}, sha256 {}", grouped(proof.bytes as u64), proof.sha256)?;
        }
        writeln!(out, "  {evaluations} evaluations in {:.1} s, proof in {:.1} s", self.search_seconds, self.proof_seconds)
    }
}
