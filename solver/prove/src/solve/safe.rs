//! Proves that a side of losing chess cannot lose from some positions, and makes the certificate.
//!
//! Three methods find out which positions the other side wins: endgame tables, an enumeration of all positions that can
//! follow, and proof-number search. The proof is a closed set of positions, none of which the other side wins.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::certificate::Certificate;
use crate::certificate::emit::{Question as Questioned, safe};
pub use crate::certificate::safe_proof::Defence;
use crate::certificate::verify::{self, Refused};
use crate::control::{Control, Interrupted, started};
use crate::engine::closed_set::{ClosedSet, Failure, closed_set};
use crate::engine::proof_number::driver::{STACK, advance};
use crate::engine::proof_number::table::{Stored, TranspositionTable};
use crate::engine::proof_number::{Numbers, Settings};
use crate::engine::reachable::Reachable;
use crate::games::Colour;
use crate::games::losing_chess::tables::{Outcome, Tables};
use crate::games::losing_chess::winner::{ForSide, WithTables};
use crate::games::losing_chess::{Position, Stalemate};
use crate::model::closed_list::Followed;
use crate::model::two_player::TwoPlayerGame as _;
use crate::solve::losing::portfolio::TABLE_UNITS;

/// Number of positions that every certificate may claim (clause `safe/limit`). A longer certificate may claim
/// [`POSITIONS_PER_BYTE`] positions for each of its bytes.
const FEW_POSITIONS: u64 = 1 << 20;
const POSITIONS_PER_BYTE: u64 = 16;

/// Maximum number of evaluations for finding out whether the other side wins a position.
const MAX_EVALUATIONS: u64 = 1 << 23;
/// Maximum size of the transposition table for these searches, in bytes.
pub const SEARCH_TABLE: u64 = 256 << 20;

/// Question whether one side or both sides can avoid losing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Positions from which the sides should not lose.
    roots: Vec<Position>,
    /// White, Black, or White and Black.
    sides: Vec<Colour>,
    defence: Defence,
    /// Rule of stalemate.
    stalemate: Stalemate,
}

/// Result of answering a question.
#[derive(Debug)]
pub enum Verdict {
    /// The sides do not lose.
    Safe(Safe),
    /// This side can force a win from this position, or has already won in this position.
    Lost(Colour, Position),
    /// The closed set would have too many positions, or a search found no defence.
    Unknown,
    /// The closed sets have more positions than a certificate of this size may claim.
    Large,
    /// The checker refused the certificate.
    Refused(Refused),
}

/// A proof that one side or both sides do not lose.
#[derive(Debug)]
pub struct Safe {
    /// Certificate of the proof.
    pub certificate: Certificate,
    /// Number of positions in the closed set of each side.
    pub positions: Vec<u32>,
}

impl Question {
    /// Creates a question about these positions. The positions may come in any order.
    #[must_use]
    pub fn new(mut roots: Vec<Position>, sides: Vec<Colour>, defence: Defence, stalemate: Stalemate) -> Self {
        roots.sort_by_cached_key(ToString::to_string);
        roots.dedup();
        Self { roots, sides, defence, stalemate }
    }

    /// Returns the positions of the question, sorted and without duplicates.
    #[must_use]
    pub fn roots(&self) -> &[Position] {
        &self.roots
    }

    /// Returns the beginning that all certificates for this question share.
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

/// Function that opens endgame tables under the question's stalemate rule. The argument is the maximum number of pieces
/// and pawns.
pub type OpenTables<'a> = &'a dyn Fn(u32) -> Result<Arc<Tables>, Interrupted>;

/// Answers a question. The closed set of each side has at most `most` positions.
///
/// # Errors
/// [`Interrupted`] if `control` asks for a stop.
pub fn answer(
    question: &Question,
    tables: Option<OpenTables>,
    most: u32,
    verified: bool,
    control: Control,
) -> Result<Verdict, Interrupted> {
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

/// Finds the closed set that proves that a side does not lose, or returns the verdict if there is no such set.
fn safe(
    question: &Question,
    side: Colour,
    tables: Option<OpenTables>,
    most: u32,
    control: Control,
) -> Result<Result<ClosedSet, Verdict>, Interrupted> {
    let winner = side.other();
    let game = ForSide { stalemate: question.stalemate, winner };
    let roots = &question.roots;
    let units = roots.iter().map(|root| root.occupied().count_ones()).max().unwrap_or(0);
    let found = match (question.defence, tables) {
        (Defence::Always, _) => closed_set(&game, roots, Followed::All, most, |_| false, control)?,
        (Defence::ByForce, Some(open)) if units <= TABLE_UNITS => {
            let tables = open(units)?;
            let won = |position: &Position| {
                let winning = if position.side() == winner { Outcome::Win } else { Outcome::Loss };
                tables.outcome(position) == Some(winning)
            };
            closed_set(&game, roots, Followed::One, most, won, control)?
        }
        (Defence::ByForce, _) => {
            control.stage("positions that can follow", None);
            match (Reachable::new(&game, roots, most as usize, control)?, tables) {
                (Some(reachable), _) => {
                    closed_set(&game, roots, Followed::One, most, |position| reachable.is_won(position) == Some(true), control)?
                }
                (None, Some(open)) => searched(&WithTables { rules: game, tables: Some(open(TABLE_UNITS)?) }, roots, most, control)?,
                (None, None) => return Ok(Err(Verdict::Unknown)),
            }
        }
    };
    Ok(found.map_err(|failure| match failure {
        Failure::Won(position) => Verdict::Lost(winner, position),
        Failure::Large | Failure::Undecided => Verdict::Unknown,
    }))
}

/// Finds a closed set by proof-number searches that share a transposition table. The closed set avoids positions that
/// the searches do not decide.
fn searched(
    game: &WithTables,
    roots: &[Position],
    most: u32,
    control: Control,
) -> Result<Result<ClosedSet, Failure<Position>>, Interrupted> {
    let search = || {
        let table = RefCell::new(TranspositionTable::new(SEARCH_TABLE));
        // Becomes false if a position is avoided that may not be won.
        let certain = Cell::new(true);
        let is_won = |position: &Position| {
            let numbers = decided(game, &table.borrow(), position);
            let numbers = numbers.unwrap_or_else(|| {
                let mut spent = 0;
                let mut enough = |_: &TranspositionTable, evaluations: u64| {
                    spent += evaluations;
                    if spent > MAX_EVALUATIONS || control.check().is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                };
                advance(game, &mut table.borrow_mut(), Settings::default(), *position, &mut enough)
            });
            certain.set(certain.get() && (numbers.proof == 0 || numbers.disproof == 0));
            numbers.disproof != 0
        };
        let found = closed_set(game, roots, Followed::One, most, is_won, control)?;
        control.check()?;
        Ok(found.map_err(|failure| if certain.get() { failure } else { Failure::Undecided }))
    };
    // A search recurses deeply, so it needs a larger stack.
    std::thread::scope(|scope| {
        let thread = started(std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, search));
        thread.join().unwrap_or_else(|panicked| std::panic::resume_unwind(panicked))
    })
}

/// Looks up whether endgame tables or the transposition table decide a position.
fn decided(game: &WithTables, table: &TranspositionTable, position: &Position) -> Option<Numbers> {
    if let Some(won) = game.in_tables(position) {
        return Some(Numbers::of_a_table(won));
    }
    match table.get(game.key(position))?.stored {
        Stored::Proved { .. } => Some(Numbers::WON),
        Stored::Numbers(numbers) => (numbers.disproof == 0).then_some(numbers),
    }
}
