//! Answers questions about small endings from endgame tables: who wins under each rule of stalemate, and with which
//! moves.
//!
//! Answers from endgame tables have no certificate. Missing tables are built if they have at most [`TABLE_UNITS`]
//! pieces and pawns. Without a folder in which tables can be stored, only small tables are built. Larger tables are
//! used only if they are stored.

use std::path::PathBuf;

use super::portfolio::TABLE_UNITS;
use super::table_files;
use crate::control::{Control, Interrupted};
use crate::games::Colour;
use crate::games::losing_chess::tables::{Outcome, Shortest, ShortestError, Tables};
use crate::games::losing_chess::{Move, Position, Stalemate};

/// Maximum number of positions that the search for a shortest win may visit; they take at most 430 MB.
const MAX_POSITIONS: usize = 14_000_000;

/// Maximum total size, in bytes, of tables that are built but not stored.
const MAX_UNKEPT: u64 = 256 << 10;

/// Result of a position according to the tables of one rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Rule set.
    pub rule: Stalemate,
    /// Outcome for the side to move.
    pub outcome: Outcome,
    /// Moves that keep a win or a draw. Winning moves are sorted by the number of plies to the next capture or
    /// promotion.
    pub moves: Vec<Move>,
    /// Shortest win, if it was requested and a side wins. The inner result is an error if the search would have to
    /// visit too many positions.
    pub shortest: Option<Result<Shortest, ShortestError>>,
}

/// Returns the result of a position under each rule set whose tables are stored or can be built quickly. Returns no
/// results if a side has no pieces and pawns. Uses tables for at most `units` pieces and pawns. `folder` returns the
/// folder in which the tables of a rule set are stored, or `None` if they are not stored.
///
/// # Errors
/// [`Interrupted`] if `control` asks for a stop.
pub fn endings(
    position: &Position,
    units: u32,
    shortest: bool,
    folder: impl Fn(Stalemate) -> Option<PathBuf>,
    threads: usize,
    control: Control,
) -> Result<Vec<Ending>, Interrupted> {
    let mut endings = Vec::new();
    let found = position.occupied().count_ones();
    let is_over = [Colour::White, Colour::Black].into_iter().any(|side| position.units(side) == 0);
    if found > units || is_over {
        return Ok(endings);
    }
    for rule in [Stalemate::Joint, Stalemate::International, Stalemate::Fics] {
        let tables = Tables::new(rule, found, table_files::store(rule, folder(rule).as_deref()));
        let missing = tables.missing_for(position);
        let (too_many, unkept) = (found > TABLE_UNITS && !missing.is_empty(), folder(rule).is_none());
        if too_many || unkept && Tables::bytes_stored(&missing) > MAX_UNKEPT {
            continue;
        }
        // Tables that cannot be stored are built again the next time.
        tables.complete_for(position, threads, control)?;
        let Some(outcome) = tables.outcome(position) else { continue };
        let shortest = if shortest { tables.shortest(position, MAX_POSITIONS, control).transpose() } else { None };
        if matches!(shortest, Some(Err(ShortestError::Interrupted))) {
            return Err(Interrupted);
        }
        endings.push(Ending { rule, outcome, moves: tables.best_moves(position), shortest });
    }
    Ok(endings)
}
