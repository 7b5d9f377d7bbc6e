//! Reports the state of a search that found no win.
//!
//! An unfinished search can be continued with larger limits. The positions that were proved can be certified, and later
//! searches can use the certificates.

use super::WinSearch;
use super::prove::on_thread;
use crate::control::{Control, Interrupted};
use crate::engine::proof_number::Numbers;
use crate::engine::proof_number::hints::{Hint, Hints};
use crate::engine::proof_number::search::follow_forced;
use crate::engine::proof_number::solution_tree::{self, Proof};
use crate::engine::proof_number::table::{self, Stored};
use crate::games::losing_chess::{Move, Position};
use crate::model::two_player::{Status, TwoPlayerGame as _};

/// A search in which a win of one side was neither proved nor disproved.
pub struct Unfinished {
    /// The unfinished search.
    pub search: WinSearch,
    /// Hints of the search, if there were any.
    pub hints: Option<Hints<Position>>,
    /// Number of evaluations so far.
    pub evaluations: u64,
}

/// Progress of a search at one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Proof and disproof numbers of the position. `None` if the position was not searched, or if the transposition
    /// table no longer contains it.
    pub numbers: Option<Numbers>,
    /// Number of evaluations spent on the position, accurate to about a quarter.
    pub evaluations: u64,
}

/// A position that an unfinished search has proved.
pub struct ProvedPosition {
    /// The position.
    pub position: Position,
    /// Proof of the position.
    pub proof: Proof,
}

impl Unfinished {
    /// Looks up how far the search got at a position.
    #[must_use]
    pub fn standing(&self, position: &Position) -> Standing {
        let (settled, status, _) = follow_forced(&self.search.game, *position, &mut Vec::new());
        let known = |numbers| Standing { numbers: Some(numbers), evaluations: 0 };
        match status {
            Some(Status::Won) => known(Numbers::WON),
            Some(Status::NotWon) => known(Numbers::NOT_WON),
            _ => match self.search.table.get(self.search.game.key(&settled)) {
                None => Standing { numbers: self.search.game.in_tables(&settled).map(Numbers::of_a_table), evaluations: 0 },
                Some(entry) => {
                    let numbers = match entry.stored {
                        Stored::Proved { .. } => Numbers::WON,
                        Stored::Numbers(numbers) => numbers,
                    };
                    Standing { numbers: Some(numbers), evaluations: table::evaluations(entry.work) }
                }
            },
        }
    }

    /// Returns the moves of the root in the order in which a user should examine them. If the winner is to move, the
    /// most promising move comes first. If the other side is to move, the move that is farthest from a proof comes
    /// first. Moves to proved positions come last.
    #[must_use]
    pub fn moves(&self) -> Vec<(Move, Standing)> {
        let WinSearch { game, root, .. } = &self.search;
        let mut moves = Vec::new();
        game.moves(root, &mut moves);
        let mut ranked: Vec<(Move, Standing)> =
            moves.into_iter().map(|played| (played, self.standing(&game.after(root, played)))).collect();
        let winners = game.winners_turn(root);
        // A position that was never searched counts as equally far from a proof and from a disproof.
        let ratio = |standing: &Standing| {
            let Numbers { proof, disproof } = standing.numbers.unwrap_or(Numbers { proof: 1, disproof: 1 });
            f64::from(proof) / f64::from(disproof.max(1))
        };
        ranked.sort_by(|(_, one), (_, other)| {
            let by_ratio = ratio(one).total_cmp(&ratio(other));
            let proved = |standing: &Standing| standing.numbers.is_some_and(|numbers| numbers.proof == 0);
            proved(one).cmp(&proved(other)).then(if winners { by_ratio } else { by_ratio.reverse() })
        });
        ranked
    }

    /// Returns the hints that are not proved yet.
    #[must_use]
    pub fn open_hints(&self) -> Vec<Hint<Position>> {
        self.hints.iter().flat_map(Hints::all).filter(|hint| !self.is_proved(&hint.position)).collect()
    }

    /// Extracts a proof of each proved hint, and of each proved position one move after the root. Leaves out positions
    /// whose proofs are no longer in the table.
    ///
    /// # Errors
    /// [`Interrupted`].
    ///
    /// # Panics
    /// Panics if the system cannot start a thread, or if a thread panics.
    pub fn parts(&self, control: Control) -> Result<Vec<ProvedPosition>, Interrupted> {
        let WinSearch { game, root, table, settings, .. } = &self.search;
        let largest = |hint: &Hint<Position>| self.is_proved(&hint.position) && hint.before.is_none_or(|before| !self.is_proved(&before));
        let mut requested: Vec<Position> = self.hints.iter().flat_map(Hints::all).filter(largest).map(|hint| hint.position).collect();
        let mut moves = Vec::new();
        game.moves(root, &mut moves);
        let after = moves.iter().map(|&played| game.after(root, played));
        requested.extend(after.filter(|position| self.is_proved(position) && !matches!(game.status(position), Status::Won)));
        requested.sort_by_key(|position| game.key(position));
        requested.dedup();
        let extract = || {
            let mut parts = Vec::new();
            for position in requested {
                match solution_tree::extract(game, table, *settings, position, control) {
                    Ok(proof) => parts.push(ProvedPosition { position, proof }),
                    Err(solution_tree::Error::Lost) => {}
                    Err(solution_tree::Error::Interrupted) => return Err(Interrupted),
                }
            }
            Ok(parts)
        };
        std::thread::scope(|scope| on_thread(scope, extract).join().expect("no panic in a proof"))
    }

    fn is_proved(&self, position: &Position) -> bool {
        self.standing(position).numbers.is_some_and(|numbers| numbers.proof == 0)
    }
}
