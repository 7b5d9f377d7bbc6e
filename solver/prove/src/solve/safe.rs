//! Proves that a side of losing chess cannot lose, from the positions to the certificate.
//!
//! Endgame tables, or an enumeration of all positions that can follow, tell which positions the other side wins. A
//! closed set of positions that it does not win is the proof.

use crate::certificate::Certificate;
use crate::certificate::emit::{Question as Questioned, safe};
use crate::certificate::verify::{self, Refused};
use crate::control::{Control, Interrupted};
use crate::engine::closed_set::{ClosedSet, Failure, Followed, closed_set};
use crate::engine::reachable::Reachable;
use crate::games::Colour;
use crate::games::losing_chess::tables::{Outcome, Tables};
use crate::games::losing_chess::winner::ForSide;
use crate::games::losing_chess::{Position, Stalemate};

/// A certificate may claim this number of positions, or [`POSITIONS_PER_BYTE`] for each byte if that is more (clause
/// `safe/limit`).
const FEW_POSITIONS: u64 = 1 << 20;
const POSITIONS_PER_BYTE: u64 = 16;

/// The play against which a side is safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defence {
    /// The side has a defence against all play of the other side.
    ByForce,
    /// The side does not lose whatever both sides play.
    Always,
}

/// The question whether sides do not lose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Positions in ascending order of their texts, each once.
    roots: Vec<Position>,
    /// White, Black, or White and Black.
    sides: Vec<Colour>,
    /// The play against which the sides are safe.
    defence: Defence,
    /// Rule of stalemate.
    stalemate: Stalemate,
}

/// Result of answering a question.
#[derive(Debug)]
pub enum Verdict {
    /// The sides do not lose.
    Safe(Safe),
    /// This side wins: by force, or by some series of moves that ends in this position.
    Lost(Colour, Position),
    /// More than the allowed number of positions can follow.
    Unknown,
    /// The closed sets have more positions than a certificate of their size may claim.
    Large,
    /// The checker refused the certificate.
    Refused(Refused),
}

/// A proof that sides do not lose.
#[derive(Debug)]
pub struct Safe {
    /// Certificate of the proof.
    pub certificate: Certificate,
    /// Number of positions in the closed set of each side.
    pub positions: Vec<u32>,
}

impl Question {
    /// Asks whether the sides do not lose from any of the positions. The positions may come in any order.
    #[must_use]
    pub fn new(mut roots: Vec<Position>, sides: Vec<Colour>, defence: Defence, stalemate: Stalemate) -> Self {
        roots.sort_by_cached_key(ToString::to_string);
        roots.dedup();
        Self { roots, sides, defence, stalemate }
    }

    /// Returns the positions, in ascending order of their texts.
    #[must_use]
    pub fn roots(&self) -> &[Position] {
        &self.roots
    }

    /// Returns the bytes with which every certificate that answers the question begins.
    #[must_use]
    pub fn beginning(&self) -> Questioned {
        let sides: Vec<u32> = self.sides.iter().map(|&side| number(side)).collect();
        Questioned::safety(&self.stalemate.name(), &self.texts(), &sides, self.defence_number())
    }

    fn texts(&self) -> Vec<String> {
        self.roots.iter().map(ToString::to_string).collect()
    }

    fn defence_number(&self) -> u32 {
        u32::from(self.defence == Defence::Always)
    }
}

fn number(side: Colour) -> u32 {
    u32::from(side == Colour::Black)
}

/// Answers a question. Uses `tables` if they contain all roots. Without them, at most `most` positions are enumerated.
/// A closed set has at most `most` positions.
///
/// # Errors
/// [`Interrupted`] if `control` asks for a stop.
pub fn answer(question: &Question, tables: Option<&Tables>, most: u32, verified: bool, control: Control) -> Result<Verdict, Interrupted> {
    let mut sets = Vec::new();
    for &side in &question.sides {
        match safe(question, side, tables, most, control)? {
            Ok(set) => sets.push(set),
            Err(verdict) => return Ok(verdict),
        }
    }
    control.done();
    let sides: Vec<safe::Side> = question
        .sides
        .iter()
        .zip(&sets)
        .map(|(&side, set)| safe::Side { side: number(side), positions: set.positions, choices: &set.choices })
        .collect();
    let bytes = safe::emit(&question.stalemate.name(), &question.texts(), question.defence_number(), &sides);
    let positions: Vec<u32> = sets.iter().map(|set| set.positions).collect();
    let claimed: u64 = positions.iter().copied().map(u64::from).sum();
    if claimed > FEW_POSITIONS.max(bytes.len() as u64 * POSITIONS_PER_BYTE) {
        return Ok(Verdict::Large);
    }
    let certificate = [Certificate::new(bytes)];
    if verified && let Err(refused) = verify::verify_all(&certificate) {
        return Ok(Verdict::Refused(refused));
    }
    let [certificate] = certificate;
    Ok(Verdict::Safe(Safe { certificate, positions }))
}

/// Finds the closed set of a side, or the verdict if there is none.
fn safe(
    question: &Question,
    side: Colour,
    tables: Option<&Tables>,
    most: u32,
    control: Control,
) -> Result<Result<ClosedSet, Verdict>, Interrupted> {
    let winner = side.other();
    let game = ForSide { stalemate: question.stalemate, winner };
    let (roots, followed) = (&question.roots, if question.defence == Defence::ByForce { Followed::One } else { Followed::All });
    let tables = tables.filter(|tables| roots.iter().all(|root| tables.outcome(root).is_some()));
    let found = match (followed, tables) {
        (Followed::All, _) => closed_set(&game, roots, followed, most, |_| false, control)?,
        (Followed::One, Some(tables)) => {
            let won = |position: &Position| {
                let winning = if position.side() == winner { Outcome::Win } else { Outcome::Loss };
                tables.outcome(position) == Some(winning)
            };
            closed_set(&game, roots, followed, most, won, control)?
        }
        (Followed::One, None) => {
            control.stage("positions that can follow", None);
            let Some(reachable) = Reachable::new(&game, roots, most as usize, control)? else { return Ok(Err(Verdict::Unknown)) };
            closed_set(&game, roots, followed, most, |position| reachable.is_won(position) == Some(true), control)?
        }
    };
    Ok(found.map_err(|failure| match failure {
        Failure::Won(position) => Verdict::Lost(winner, position),
        Failure::Large => Verdict::Unknown,
    }))
}
