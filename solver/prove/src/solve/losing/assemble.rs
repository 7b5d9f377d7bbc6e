//! Combines earlier proofs into a new proof, without a search.
//!
//! The *walk* follows moves from the root. The winner moves only to proved positions and hints. The other side makes
//! every legal move. If all lines of moves end in proved positions, the walk has found a proof. Otherwise the missing
//! positions are reported.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::lemmas::Lemmas;
use super::prove::{self, ProofOptions, on_thread};
use super::worker::PORTFOLIO;
use super::{Question, WinSearch};
use crate::engine::proof_number::search::follow_forced;
use crate::engine::proof_number::table::{self, TranspositionTable};
use crate::games::Colour;
use crate::games::losing_chess::tables::Tables;
use crate::games::losing_chess::winner::{ForSide, WithTables};
use crate::games::losing_chess::{Move, Position};
use crate::model::two_player::{Status, TwoPlayerGame as _};

/// A position for which a proof is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Moves that lead from the root to the missing position.
    pub way: Vec<Move>,
    /// The missing position.
    pub position: Position,
}

/// Number of bytes in the transposition table for each proved position. An entry takes 16 bytes. The table gets more
/// space than the entries need, so that entries are rarely replaced.
const TABLE: u64 = 40;

/// Returns the size, in bytes, of the transposition table for these lemmas (positions of earlier proofs). The size is
/// at most `most`.
fn table_of(lemmas: &[Lemmas], most: u64) -> u64 {
    all_positions(lemmas).saturating_mul(TABLE).saturating_add(1 << 20).min(most)
}

/// Returns the maximum number of lemmas in a proof of this win. Positions between the root and the lemmas are not
/// counted.
#[must_use]
pub fn positions(question: &Question, winner: Colour, lemmas: &[Lemmas]) -> u64 {
    smallest(question, winner, lemmas).map_or_else(|| all_positions(lemmas), |(_, one)| one.positions)
}

fn all_positions(lemmas: &[Lemmas]) -> u64 {
    lemmas.iter().map(|one| one.positions).sum()
}

/// Estimates an upper bound, in bytes, of the memory for combining these earlier proofs into a proof of this win.
#[must_use]
pub fn estimate_memory(question: &Question, winner: Colour, lemmas: &[Lemmas], options: ProofOptions) -> u64 {
    const PROGRAM: u64 = 16 << 20;
    let kept: u64 = lemmas.iter().map(Lemmas::bytes).sum();
    let proof = prove::estimate_memory(positions(question, winner, lemmas), options);
    let used = match smallest(question, winner, lemmas) {
        Some(_) => lemmas.iter().map(Lemmas::strategy_bytes).sum(),
        None => table_of(lemmas, options.tables),
    };
    PROGRAM.saturating_add(kept).saturating_add(used).saturating_add(proof)
}

/// Finds the smallest earlier proof with this root and winner, and returns its index in `lemmas` and the proof.
fn smallest<'a>(question: &Question, winner: Colour, lemmas: &'a [Lemmas]) -> Option<(usize, &'a Lemmas)> {
    let whole = |&(_, one): &(usize, &Lemmas)| one.winner == winner && one.is_about(&question.position);
    lemmas.iter().enumerate().filter(whole).min_by_key(|(_, one)| one.positions)
}

/// Assembles a proof that `winner` wins. The transposition table takes at most `bytes` bytes. The winner may also move
/// to positions in `hints`. In positions that the endgame tables contain, the winner's moves come from the tables and
/// not from the earlier proofs. The moves of the tables make most proofs smaller.
///
/// # Errors
/// If there is no proof yet, returns the positions for which proofs are missing, each once.
///
/// # Panics
/// Panics if the system cannot start a thread, or a thread panics.
pub fn assemble(
    question: &Question,
    winner: Colour,
    hints: impl IntoIterator<Item = Position>,
    lemmas: &[Lemmas],
    (bytes, tables): (u64, Option<Arc<Tables>>),
) -> Result<WinSearch, Vec<Missing>> {
    let units = tables.as_ref().map_or(0, |tables| tables.units());
    let game = WithTables { rules: ForSide { stalemate: question.stalemate, winner }, tables };
    // There is a proof of the root already. The other proofs only help to make it smaller.
    if let Some((place, whole)) = smallest(question, winner, lemmas) {
        let others = lemmas.iter().enumerate().filter(|&(number, one)| number != place && one.winner == winner && one.is_whole);
        let others = others.map(|(_, one)| (one.strategy(units), one.roots[0]));
        let strategies = std::iter::once((whole.strategy(units), question.position)).chain(others).collect();
        return Ok(WinSearch { game, root: question.position, table: TranspositionTable::new(0), settings: PORTFOLIO[0], strategies });
    }
    let mut table = TranspositionTable::new(table_of(lemmas, bytes));
    lemmas.iter().for_each(|one| one.put(winner, &mut table));
    while table.may_grow() {
        table.grow();
    }
    let hints = hints.into_iter().map(|position| follow_forced(&game, position, &mut Vec::new()).0).collect();
    let mut walk = Walk { game: game.clone(), table, hints, known: FxHashMap::default(), way: Vec::new(), missing: Vec::new() };
    let root = question.position;
    let shown = std::thread::scope(|scope| on_thread(scope, || walk.show(root)).join().expect("no panic in the walk"));
    if shown == Shown::Proved {
        return Ok(WinSearch { game, root, table: walk.table, settings: PORTFOLIO[0], strategies: Vec::new() });
    }
    let mut missing = walk.missing;
    let mut seen = FxHashSet::default();
    missing.retain(|one| seen.insert(one.position));
    // If every unproved line returns to a position on its own path, no single position is missing. The root is reported
    // instead.
    if missing.is_empty() {
        missing.push(Missing { way: Vec::new(), position: root });
    }
    Err(missing)
}

/// Result of the walk for one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    /// The position is proved.
    Proved,
    /// The position is not proved.
    Partly,
    /// The position is not proved, and no later position was recorded as missing. The caller records the position as
    /// missing.
    Nothing,
}

struct Walk {
    game: WithTables,
    table: TranspositionTable,
    hints: FxHashSet<Position>,
    /// Results for the unproved positions that the traversal has reached. The map also contains the positions on the
    /// current path, so that the traversal does not run in cycles.
    known: FxHashMap<Position, Shown>,
    way: Vec<Move>,
    missing: Vec<Missing>,
}

impl Walk {
    fn show(&mut self, position: Position) -> Shown {
        let before = self.way.len();
        let settled = self.settle(position);
        let shown = match settled {
            (_, Some(Status::Won)) => Shown::Proved,
            (_, None | Some(Status::NotWon)) => Shown::Nothing,
            (settled, Some(Status::Open { .. })) => self.show_settled(settled),
        };
        self.way.truncate(before);
        shown
    }

    /// Makes the forced moves from a position, and adds them to the current path.
    fn settle(&mut self, mut position: Position) -> (Position, Option<Status>) {
        let (end, status, forced) = follow_forced(&self.game, position, &mut Vec::new());
        for _ in 1..forced {
            let only = self.moves(&position)[0];
            self.way.push(only);
            position = self.game.after(&position, only);
        }
        (end, status)
    }

    fn moves(&self, position: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        moves
    }

    /// Returns whether a position is proved, by an earlier proof or by endgame tables.
    fn is_proved(&self, position: &Position) -> bool {
        self.table.is_proved(self.game.key(position)) || self.game.in_tables(position) == Some(true)
    }

    fn show_settled(&mut self, position: Position) -> Shown {
        let key = self.game.key(&position);
        if self.is_proved(&position) {
            return Shown::Proved;
        }
        if let Some(&shown) = self.known.get(&position) {
            return shown;
        }
        self.known.insert(position, Shown::Partly);
        let (shown, best) = if self.game.winners_turn(&position) { self.show_winners(&position) } else { self.show_others(&position) };
        if shown == Shown::Proved {
            self.known.remove(&position);
            self.table.prove(key, best, table::work(1));
        } else {
            self.known.insert(position, shown);
        }
        shown
    }

    /// Looks for a move with which the winner reaches a proved position.
    fn show_winners(&mut self, position: &Position) -> (Shown, u8) {
        let place = |index: usize| u8::try_from(index).unwrap_or(u8::MAX);
        let (mut first, mut hinted) = (None, Vec::new());
        for (index, played) in self.moves(position).into_iter().enumerate() {
            let next = self.game.after(position, played);
            let (end, status, _) = follow_forced(&self.game, next, &mut Vec::new());
            let is_proved = status == Some(Status::Won) || status.is_some() && self.is_proved(&end);
            if is_proved && first.is_none() {
                first = Some(index);
            }
            if self.hints.contains(&end) {
                hinted.push((index, played, next));
            }
        }
        if let Some(index) = first {
            return (Shown::Proved, place(index));
        }
        let (noted, tried) = (self.missing.len(), !hinted.is_empty());
        for (index, played, next) in hinted {
            self.way.push(played);
            let shown = self.show(next);
            if shown == Shown::Nothing {
                self.missing.push(Missing { way: self.way.clone(), position: next });
            }
            self.way.pop();
            if shown == Shown::Proved {
                // One proved move is enough, so the missing positions after the other moves are dropped.
                self.missing.truncate(noted);
                return (Shown::Proved, place(index));
            }
        }
        (if tried { Shown::Partly } else { Shown::Nothing }, 0)
    }

    /// Checks whether every move of the other side leads to a proved position.
    fn show_others(&mut self, position: &Position) -> (Shown, u8) {
        let mut lacking = Vec::new();
        let mut all = Shown::Proved;
        let moves = self.moves(position);
        for &played in &moves {
            let next = self.game.after(position, played);
            self.way.push(played);
            let shown = self.show(next);
            if shown == Shown::Nothing {
                lacking.push(Missing { way: self.way.clone(), position: next });
            }
            self.way.pop();
            if shown != Shown::Proved {
                all = Shown::Partly;
            }
        }
        if lacking.len() == moves.len() {
            return (Shown::Nothing, 0);
        }
        self.missing.append(&mut lacking);
        (all, 0)
    }
}
