//! Presents answers about positions of losing chess in which a side cannot lose, in text form and as JSON. The
//! module [`listed`] reads the closed sets of a certificate.

pub mod listed;

use std::io::{self, Write};

use serde::Serialize;

use super::text::{counted, grouped};
use super::written::Written;
use crate::certificate::safe_proof;
use crate::games::Colour;

/// Result about one question.
#[derive(Serialize)]
pub struct SafetyAnswer {
    /// Name of the stalemate rule.
    pub rules: String,
    /// FEN of each position in question, in ascending order.
    pub roots: Vec<String>,
    /// The sides in question.
    pub sides: Vec<Colour>,
    /// Whether the sides need a good defence in order not to lose.
    pub defence: Defence,
    /// Result of the search.
    #[serde(flatten)]
    pub verdict: Verdict,
}

/// Whether a side needs a good defence in order not to lose.
#[derive(Serialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defence {
    /// The side has a defence against every play of the other side.
    #[serde(rename = "by force")]
    ByForce,
    /// The side does not lose, even if it plays badly.
    #[serde(rename = "always")]
    Always,
}

/// Result of the search.
#[derive(Serialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum Verdict {
    /// The sides do not lose.
    Safe(Proof),
    /// One of the sides can lose.
    Lost {
        /// The side that can win.
        winner: Colour,
        /// FEN of the position in which this side can force a win, or in which this side has won.
        fen: String,
    },
    /// The search reached the limit of positions before it had a result.
    Unknown {
        /// The limit.
        most: u32,
    },
    /// The closed sets are too large for a certificate.
    Large,
}

/// A proof that the sides do not lose.
#[derive(Serialize)]
pub struct Proof {
    /// Number of positions in the closed set of each side.
    pub positions: Vec<u32>,
    /// Whether the checker has verified the certificate.
    pub verified: bool,
    /// The certificate.
    #[serde(flatten)]
    pub written: Written,
}

impl From<safe_proof::Defence> for Defence {
    fn from(defence: safe_proof::Defence) -> Self {
        match defence {
            safe_proof::Defence::ByForce => Self::ByForce,
            safe_proof::Defence::Always => Self::Always,
        }
    }
}

impl SafetyAnswer {
    /// Writes the answer as text: the result first, then the proof.
    ///
    /// # Errors
    /// Fails if `out` cannot be written.
    pub fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let from = match self.roots.as_slice() {
            [root] => root.clone(),
            roots => format!("each of {} positions", roots.len()),
        };
        writeln!(out, "{from}: {}", self.result())?;
        writeln!(out, "  rule of stalemate: {}", self.rules)?;
        if let Verdict::Safe(proof) = &self.verdict {
            let Proof { positions, verified, written: Written { sha256, bytes, file, .. } } = proof;
            for (side, &positions) in self.sides.iter().zip(positions) {
                writeln!(out, "  {} does not lose: {}", side, counted(u64::from(positions), "position", "positions"))?;
            }
            let checked = if *verified { "verified by the checker" } else { "not verified" };
            let bytes = grouped(*bytes as u64);
            match file {
                Some(file) => writeln!(out, "  certificate: {file}, {bytes} bytes, {checked}, sha256 {sha256}")?,
                None => writeln!(out, "  certificate: {bytes} bytes, {checked}")?,
            }
        }
        Ok(())
    }

    /// Returns the result in words.
    fn result(&self) -> String {
        match (&self.verdict, self.defence) {
            (Verdict::Safe(_), _) => cannot_win(&self.sides, self.defence, ""),
            (Verdict::Lost { winner, fen }, Defence::ByForce) => {
                let which = if self.roots.len() > 1 { format!(" from {fen}") } else { String::new() };
                format!("{} wins by force{which}", winner)
            }
            (Verdict::Lost { winner, fen }, Defence::Always) => {
                format!("{} can still win: some series of moves leads to {fen}", winner)
            }
            (Verdict::Unknown { most }, _) => {
                format!("not decided within {} positions", grouped(u64::from(*most)))
            }
            (Verdict::Large, _) => "proved, but the closed sets are too large for a certificate".to_owned(),
        }
    }
}

/// Returns a clause that says who cannot win. `from` is the part of the clause that names the position, for example
/// ` from here`.
fn cannot_win(sides: &[Colour], defence: Defence, from: &str) -> String {
    match (sides, defence) {
        ([side], Defence::ByForce) => format!("{} cannot win by force{from}", side.other()),
        ([side], Defence::Always) => format!("{} cannot win{from}, whatever both sides play", side.other()),
        (_, Defence::ByForce) => format!("drawn with best play{from}, neither side can win by force"),
        (_, Defence::Always) => format!("neither side can win{from}, whatever both play"),
    }
}
