//! Makes proofs smaller without a search. At each known position in which the winner is to move, the module selects a
//! move so that the proof needs few positions.
//!
//! A walk through a proof can use only positions that the walk has already completed. The selection may use moves to
//! all known positions, whether a walk has completed them or not. The method is called recovery of exact area in the
//! technology mapping of circuits (Chatterjee and others, *Reducing Structural Bias in Technology Mapping*, 2006). At
//! each choice, the module first removes the positions that only the current move uses. Then the price of a move is the
//! number of positions that it would add, and the cheapest move is selected. Therefore no step makes a proof larger.

use std::time::Instant;

use super::known::{Known, Ranking, bytes_of, bytes_of_thread, number};
use super::{Error, Proof, Strategy, merge, narrow};
use crate::control::Control;
use crate::model::two_player::TwoPlayerGame;

/// Passes are repeated until a pass saves at most 1/`MIN_GAIN` of the proof's positions.
const MIN_GAIN: u64 = 1 << 12;
/// Maximum number of known positions for each position of the proof.
const MAX_KNOWN_RATIO: u64 = 4;
const POSITIONS_PER_CHOICE: u64 = 8;
/// Maximum number of known positions. The number of links (moves between known positions) is at most twice this number,
/// and must fit into 32 bits.
const MAX_POSITIONS: usize = (u32::MAX / 2) as usize;

/// Options for selecting moves.
#[derive(Clone, Copy, Debug)]
pub struct Selecting {
    /// The way in which positions are ranked.
    pub ranking: Ranking,
    /// Maximum depth, in plies, of the search for additional moves.
    pub plies: u32,
    /// Memory limit in bytes.
    pub bytes: u64,
    /// Number of threads.
    pub threads: usize,
    /// Time after which the search for additional moves ends.
    pub until: Option<Instant>,
}

/// Returns the greatest number of bytes that a selection can use for a proof of `positions` positions.
#[must_use]
pub fn bytes_to_use<G: TwoPlayerGame>(positions: u64, threads: usize) -> u64 {
    let one = bytes_of::<G::Position>(1) + bytes_of_selection(1);
    positions.saturating_mul(MAX_KNOWN_RATIO).saturating_mul(one as u64).saturating_add((threads * bytes_of_thread::<G::Position>()) as u64)
}

fn bytes_of_selection(positions: usize) -> usize {
    // Each position has a use count. The worklist contains at most all links, and two copies of it exist while it
    // grows.
    positions * (1 + 2 * 2 * 2) * size_of::<u32>()
}

/// Selects moves for a smaller proof of the same root. Returns `None` if the selection saves nothing, or if memory is
/// insufficient.
///
/// # Errors
/// [`Error`], if the proof cannot be read or the selection is interrupted.
pub fn select<G: TwoPlayerGame>(
    game: &G,
    proof: &Proof,
    how: Selecting,
    root: G::Position,
    control: Control,
) -> Result<Option<Proof>, Error> {
    let Some((of_root, mut selection)) = Selection::read(game, (proof, root), &[], how, control)? else { return Ok(None) };
    selection.take_up(of_root);
    while selection.pass(control)? > proof.positions / MIN_GAIN {}
    let selected = merge(game, &selection.into_strategy(game), &[], root, control)?;
    Ok((selected.positions < proof.positions).then_some(selected))
}

/// The selected moves, and the number of moves of the proof that lead to each position.
pub(super) struct Selection<P> {
    pub(super) known: Known<P>,
    /// For each position, the number of used moves that lead to it.
    uses: Vec<u32>,
    /// List of positions whose use counts still have to be changed.
    list: Vec<u32>,
}

impl<P: Copy + Send + Sync> Selection<P> {
    /// Reads the proof of a position and the proofs of other positions, and looks for additional moves. Returns the
    /// number of the root, and a selection that consists of the moves of the proof. Returns `None` if memory is
    /// insufficient.
    pub(super) fn read<G: TwoPlayerGame<Position = P>>(
        game: &G,
        (proof, root): (&Proof, P),
        others: &[(Strategy, P)],
        how: Selecting,
        control: Control,
    ) -> Result<Option<(u32, Self)>, Error> {
        let threads = (how.threads * bytes_of_thread::<P>()) as u64;
        let fit = how.bytes.saturating_sub(threads) / (bytes_of::<P>(1) + bytes_of_selection(1)) as u64;
        if fit <= proof.positions {
            return Ok(None);
        }
        let others_positions: u64 = others.iter().map(|(strategy, _)| POSITIONS_PER_CHOICE * strategy.len() as u64).sum();
        let limit = proof.positions.saturating_add(others_positions).saturating_mul(MAX_KNOWN_RATIO);
        let most = usize::try_from(fit.min(limit)).unwrap_or(MAX_POSITIONS).min(MAX_POSITIONS);
        let proofs: Vec<(&Strategy, P)> =
            others.iter().map(|(strategy, root)| (strategy, *root)).chain([(&proof.strategy, root)]).collect();
        let mut known = Known::read(game, &proofs, how.ranking, most, control)?;
        let of_root = number(known.nodes.len() - 1);
        known.widen(game, (how.threads, how.plies), || how.until.is_some_and(|until| Instant::now() >= until), control)?;
        Ok(Some((of_root, Self { uses: vec![0; known.nodes.len()], known, list: Vec::new() })))
    }

    /// Adds 1 to the use count of a position. Returns how many use counts have changed from 0 to 1.
    pub(super) fn take_up(&mut self, number: u32) -> u64 {
        let mut brought = 0;
        self.list.push(number);
        while let Some(number) = self.list.pop() {
            let uses = &mut self.uses[number as usize];
            *uses += 1;
            if *uses == 1 {
                brought += 1;
                self.list.extend_from_slice(self.known.used(number));
            }
        }
        brought
    }

    /// Subtracts 1 from the use count of a position, and returns how many positions are no longer used.
    fn give_up(&mut self, number: u32) -> u64 {
        let mut freed = 0;
        self.list.push(number);
        while let Some(number) = self.list.pop() {
            let uses = &mut self.uses[number as usize];
            *uses -= 1;
            if *uses == 0 {
                freed += 1;
                self.list.extend_from_slice(self.known.used(number));
            }
        }
        freed
    }

    /// For each position in use, from the ends of play towards the root, selects the cheapest move. Returns by how many
    /// positions the proof has become smaller.
    fn pass(&mut self, control: Control) -> Result<u64, Error> {
        let mut saved = 0;
        for position in 0..self.known.nodes.len() {
            if self.known.nodes[position].winners_turn && self.uses[position] > 0 && self.known.links(number(position)).len() > 1 {
                saved += self.cheapest(number(position));
            }
            if position.is_multiple_of(1 << 12) {
                control.check()?;
            }
        }
        Ok(saved)
    }

    /// Selects the cheapest move of a position. Returns by how many positions the proof has become smaller.
    fn cheapest(&mut self, position: u32) -> u64 {
        let before = self.known.nodes[position as usize].selected;
        let links = self.known.links(position).to_vec();
        let freed = self.give_up(links[usize::from(before)]);
        let (mut least, mut best) = (freed, before);
        for (other, &link) in (0..).zip(&links) {
            if least > 0 && other != before {
                let brought = self.take_up(link);
                self.give_up(link);
                if brought < least {
                    (least, best) = (brought, other);
                }
            }
        }
        self.known.nodes[position as usize].selected = best;
        self.take_up(links[usize::from(best)]);
        freed - least
    }

    pub(super) fn into_strategy<G: TwoPlayerGame<Position = P>>(self, game: &G) -> Strategy {
        let mut strategy = Strategy::default();
        let mut moves = Vec::new();
        for (position, node) in self.known.nodes.iter().enumerate() {
            if self.uses[position] == 0 || !node.winners_turn {
                continue;
            }
            let next = self.known.used(number(position)).first().map(|&next| game.key(&self.known.positions[next as usize]));
            let position = &self.known.positions[position];
            moves.clear();
            game.moves(position, &mut moves);
            if moves.len() > 1
                && let Some(index) = moves.iter().position(|&played| Some(game.key(&game.after(position, played))) == next)
            {
                strategy.insert(game.key(position), narrow(index));
            }
        }
        strategy
    }
}
