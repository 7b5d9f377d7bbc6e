//! Describes certificates of losing chess that cite other certificates, in text form and as JSON.

use std::io::{self, Write};

use serde::Serialize;

use super::text::{counted, grouped};
use super::written::Written;
use crate::games::Colour;

/// Result about some positions.
#[derive(Serialize)]
pub struct LinkAnswer {
    /// Name of the stalemate rule.
    pub rules: String,
    /// The side that is to win.
    pub winner: Colour,
    /// Result of the search.
    #[serde(flatten)]
    pub verdict: Verdict,
}

/// Result of the search.
#[derive(Serialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum Verdict {
    /// All positions are won.
    Won(Proof),
    /// Some lines of play do not reach a proved position.
    Missing {
        /// The lines.
        missing: Vec<Missing>,
    },
}

/// A proof that cites other certificates.
#[derive(Serialize)]
pub struct Proof {
    /// The positions that are won, in ascending order.
    pub roots: Vec<Root>,
    /// Number of positions in the certificate's own proof.
    pub positions: u32,
    /// Bound on the number of consecutive plies without a capture or pawn move.
    pub reversible: u32,
    /// The certificates that are cited.
    pub cited: Vec<Cited>,
    /// Whether the checker has verified the certificate.
    pub verified: bool,
    /// The certificate.
    #[serde(flatten)]
    pub written: Written,
}

/// A position that is won.
#[derive(Serialize)]
pub struct Root {
    /// FEN of the position.
    pub fen: String,
    /// Number of plies within which the winner wins.
    pub longest: u32,
    /// Bound on the number of plies before the first capture or pawn move.
    pub run: u32,
}

/// A certificate that is cited.
#[derive(Serialize)]
pub struct Cited {
    /// Path of the file.
    pub file: String,
    /// Digest of the file.
    pub sha256: String,
}

/// A line of play that does not reach a proved position.
#[derive(Serialize)]
pub struct Missing {
    /// FEN of the position in question.
    pub fen: String,
    /// First move of the line in algebraic notation, or `None` for a line without moves.
    pub reply: Option<String>,
}

/// A 50-move rule declares a draw after this number of consecutive plies without a capture or pawn move.
const DRAWN: u32 = 100;

/// Describes whether a win holds under a 50-move rule. `reversible` is a bound on the number of consecutive plies
/// without a capture or pawn move.
pub(super) fn under_a_50_move_rule(reversible: u32) -> String {
    let under = if reversible < DRAWN { "under a 50-move rule too" } else { "not proved under a 50-move rule" };
    let moves = counted(u64::from(reversible), "move of both sides", "moves of both sides");
    format!("{under}: at most {moves} in a row without a capture or pawn move")
}

impl LinkAnswer {
    /// Writes the answer as text: the result first, then the proof.
    ///
    /// # Errors
    /// Fails if `out` cannot be written.
    pub fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let proof = match &self.verdict {
            Verdict::Won(proof) => proof,
            Verdict::Missing { missing } => return self.write_missing(missing, out),
        };
        for root in &proof.roots {
            let within = counted(u64::from(root.longest), "move", "moves of both sides");
            writeln!(out, "{}: {} wins by force, within {within}", root.fen, self.winner)?;
        }
        writeln!(out, "  rule of stalemate: {}", self.rules)?;
        writeln!(out, "  {}", under_a_50_move_rule(proof.reversible))?;
        let cited = counted(proof.cited.len() as u64, "other certificate", "other certificates");
        writeln!(out, "  proof: {}, and {cited}:", counted(u64::from(proof.positions), "position", "positions"))?;
        proof.cited.iter().try_for_each(|cited| writeln!(out, "    {}", cited.file))?;
        let checked = if proof.verified { "verified by the checker" } else { "not verified" };
        let Written { sha256, bytes, file, .. } = &proof.written;
        let bytes = grouped(*bytes as u64);
        match file {
            Some(file) => writeln!(out, "  certificate: {file}, {bytes} bytes, {checked}, sha256 {sha256}"),
            None => writeln!(out, "  certificate: {bytes} bytes, {checked}"),
        }
    }

    fn write_missing(&self, missing: &[Missing], out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "no proof that {} wins: these lines do not lead to a position that a certificate proves", self.winner)?;
        for lines in missing.chunk_by(|one, other| one.fen == other.fen) {
            let replies: Vec<&str> = lines.iter().filter_map(|line| line.reply.as_deref()).collect();
            let colon = if replies.is_empty() { "" } else { ": " };
            writeln!(out, "  {}{colon}{}", lines[0].fen, replies.join(", "))?;
        }
        Ok(())
    }
}
