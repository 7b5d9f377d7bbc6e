//! Finds shortest wins of positions that are in the endgame tables. The tables do not store the distance to the end of
//! the game.
//!
//! A search with a growing limit of plies asks whether the winner can end the game within the limit. The search tries
//! only those moves of the winner that win according to the tables. The tables also contain the distance to the next
//! capture or promotion, which is a lower bound of the distance to the end of the game.

use rustc_hash::FxHashMap;

use super::{Outcome, Tables};
use crate::control::{Control, Interrupted};
use crate::games::losing_chess::{Move, Position};

/// Number of positions between two checks for an interruption.
const CHECK_EVERY: u64 = 1 << 12;

/// Shortest win of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortest {
    /// Number of plies to the end of the game, if the winner plays for the shortest win and the loser for the longest.
    pub plies: u32,
    /// Best moves of the side to move, in move order.
    pub moves: Vec<Move>,
}

/// Reason why a shortest win was not found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShortestError {
    /// The user stopped the search.
    #[error("interrupted")]
    Interrupted,
    /// The search reached too many positions.
    #[error("the shortest win was not found within {0} positions")]
    TooLarge(usize),
}

impl From<Interrupted> for ShortestError {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// Lower and upper bounds of the number of plies to the end of the game.
#[derive(Clone, Copy)]
struct Bounds {
    lower: u16,
    upper: u16,
}

struct Search<'a> {
    tables: &'a Tables,
    /// The bounds of each position, by its key.
    known: FxHashMap<u64, Bounds>,
    /// Maximum number of positions with bounds.
    most: usize,
    visited: u64,
    control: Control<'a>,
}

impl Tables {
    /// Returns the shortest win of a position, or `None` if the position is drawn or has too many units (pieces and
    /// pawns). The search keeps bounds of at most `most` positions, which take about 30 bytes each.
    ///
    /// # Errors
    /// [`ShortestError`].
    pub fn shortest(&self, position: &Position, most: usize, control: Control) -> Result<Option<Shortest>, ShortestError> {
        let Some(outcome @ (Outcome::Win | Outcome::Loss)) = self.outcome(position) else { return Ok(None) };
        let mut search = Search { tables: self, known: FxHashMap::default(), most, visited: 0, control };
        control.stage("positions", None);
        let mut limit = search.bounds(position).lower;
        loop {
            let bound = search.bound(position, outcome, limit)?;
            if bound <= limit {
                break;
            }
            limit = bound;
        }
        let mut moves = Vec::new();
        for played in position.moves() {
            let after = position.after(played);
            let is_best = match (outcome, self.outcome(&after)) {
                (Outcome::Win, Some(Outcome::Loss)) => search.bound(&after, Outcome::Loss, limit - 1)? < limit,
                (Outcome::Loss, _) => limit < 2 || search.bound(&after, Outcome::Win, limit - 2)? > limit - 2,
                _ => false,
            };
            if is_best {
                moves.push(played);
            }
        }
        control.done();
        Ok(Some(Shortest { plies: limit.into(), moves }))
    }
}

impl Search<'_> {
    /// Returns the known bounds of a position that is not drawn.
    fn bounds(&self, position: &Position) -> Bounds {
        if position.is_over() {
            return Bounds { lower: 0, upper: 0 };
        }
        self.known.get(&position.key()).copied().unwrap_or_else(|| {
            // A capture follows if there is an en passant square.
            let distance = if position.en_passant().is_some() { 0 } else { self.tables.distance(position) };
            Bounds { lower: u16::from(distance).max(1), upper: u16::MAX }
        })
    }

    /// Returns a lower or upper bound of the number of plies to the end of the game. A result of at most `limit` is an
    /// upper bound: the winner can end the game within this number of plies. A result above `limit` is a lower bound:
    /// the winner cannot end the game in fewer plies.
    fn bound(&mut self, position: &Position, outcome: Outcome, limit: u16) -> Result<u16, ShortestError> {
        let mut bounds = self.bounds(position);
        if bounds.upper <= limit {
            return Ok(bounds.upper);
        }
        if bounds.lower > limit {
            return Ok(bounds.lower);
        }
        self.visited += 1;
        if self.visited.is_multiple_of(CHECK_EVERY) {
            self.control.at(self.known.len() as u64, &format!("at least {limit} plies from here"))?;
        }
        let wins = outcome == Outcome::Win;
        let after = position.moves().into_iter().map(|played| position.after(played));
        let mut next: Vec<(u16, Position)> = after
            .filter(|after| !wins || self.tables.outcome(after) == Some(Outcome::Loss))
            .map(|after| (self.bounds(&after).lower, after))
            .collect();
        // The winner tries the move with the smallest bound first, and the loser the move with the greatest.
        next.sort_by_key(|&(lower, _)| if wins { lower } else { u16::MAX - lower });
        let mut best = if wins { u16::MAX } else { 0 };
        for (_, after) in next {
            let bound = self.bound(&after, outcome.reversed(), limit - 1)?.saturating_add(1);
            best = if wins { best.min(bound) } else { best.max(bound) };
            if wins == (best <= limit) {
                break;
            }
        }
        if best <= limit {
            bounds.upper = best;
        } else {
            bounds.lower = bounds.lower.max(best);
        }
        if self.known.insert(position.key(), bounds).is_none() && self.known.len() > self.most {
            return Err(ShortestError::TooLarge(self.most));
        }
        Ok(best)
    }
}
