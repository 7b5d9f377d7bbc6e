//! Smaller proofs without a search: of the winner's moves to known positions those are selected that need the fewest positions in all.
//!
//! A walk takes a move to a position that it has completed before; here moves to all known ones are priced. This is what mapping of circuits to cells calls
//! recovery of exact area (S. Chatterjee and others, *Reducing Structural Bias in Technology Mapping*, 2006): the positions that one choice alone uses are given
//! up, each move is priced by the positions that it would bring in, and the cheapest stays. So no step makes a proof larger.

use std::time::Instant;

use super::known::{Known, Ranking, bytes_of, bytes_of_thread, number};
use super::{Error, Proof, Strategy, merge, narrow};
use crate::control::Control;
use crate::model::two_player::TwoPlayerGame;

/// All choices are gone through until that saves no more than one position in so many.
const LITTLE: u64 = 1 << 12;
/// Known positions for each position of the proof, at most.
const KNOWN: u64 = 4;
/// Numbers of positions and of links, of which there may be twice as many, have 32 bits.
const MAX_POSITIONS: usize = (u32::MAX / 2) as usize;

/// How moves are selected.
#[derive(Clone, Copy, Debug)]
pub struct Selecting {
    /// How positions are ranked.
    pub ranking: Ranking,
    /// The bytes to be used at most.
    pub bytes: u64,
    /// The number of threads.
    pub threads: usize,
    /// When to look for no more moves.
    pub until: Option<Instant>,
}

/// The bytes that a selection of a proof with so many positions may use.
#[must_use]
pub fn bytes_to_use<G: TwoPlayerGame>(positions: u64, threads: usize) -> u64 {
    let one = bytes_of::<G::Position>(1) + bytes_of_selection(1);
    positions.saturating_mul(KNOWN).saturating_mul(one as u64).saturating_add((threads * bytes_of_thread::<G::Position>()) as u64)
}

fn bytes_of_selection(positions: usize) -> usize {
    // Uses, and a list of at most all links, which is there twice as it grows.
    positions * (1 + 2 * 2 * 2) * size_of::<u32>()
}

/// A smaller proof of the same by moves selected. `None` if they save nothing, or if there is too little memory.
///
/// # Errors
/// [`Error`].
pub fn select<G: TwoPlayerGame>(
    game: &G,
    proof: &Proof,
    how: Selecting,
    root: G::Position,
    control: Control,
) -> Result<Option<Proof>, Error> {
    let threads = (how.threads * bytes_of_thread::<G::Position>()) as u64;
    let fit = how.bytes.saturating_sub(threads) / (bytes_of::<G::Position>(1) + bytes_of_selection(1)) as u64;
    if fit <= proof.positions {
        return Ok(None);
    }
    let most = usize::try_from(fit.min(proof.positions.saturating_mul(KNOWN))).unwrap_or(MAX_POSITIONS).min(MAX_POSITIONS);
    let mut known = Known::read(game, &proof.strategy, root, how.ranking, most, control)?;
    let of_root = known.nodes.len() - 1;
    known.widen(game, how.threads, || how.until.is_some_and(|until| Instant::now() >= until), control)?;
    let mut selection = Selection { uses: vec![0; known.nodes.len()], known, list: Vec::new() };
    selection.take_up(number(of_root));
    while selection.pass(control)? > proof.positions / LITTLE {}
    let selected = merge(game, &selection.into_strategy(game), &[], root, control)?;
    Ok((selected.positions < proof.positions).then_some(selected))
}

/// Selected moves, and what is used because of them.
struct Selection<P> {
    known: Known<P>,
    /// How many links that are used lead to each position.
    uses: Vec<u32>,
    /// Positions at which uses are to be counted.
    list: Vec<u32>,
}

impl<P: Copy + Send + Sync> Selection<P> {
    /// Counts one use of a position more. Returns how many positions come into use.
    fn take_up(&mut self, number: u32) -> u64 {
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

    /// Counts one use less. Returns how many positions are in use no more.
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

    /// Selects the cheapest move of each position in use, from the ends of play upwards. Returns how many positions that saves.
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

    /// Selects the cheapest move of a position. Returns how many positions that saves.
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

    /// The moves selected where there is a choice, by index.
    fn into_strategy<G: TwoPlayerGame<Position = P>>(self, game: &G) -> Strategy {
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
