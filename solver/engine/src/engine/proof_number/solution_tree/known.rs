//! Collects *known* positions: the positions of a proof, and all positions from which the winner can force a position
//! of the proof within a few plies.
//!
//! For each position in which the winner is to move, the module keeps a list of moves to known positions. A choice of
//! one move from each list always yields a valid proof. To exclude cycles, each position has a *rank*. In the proof, a
//! position has a higher rank than the positions after its moves. The list of a position of the proof leads only to
//! lower ranks. There are two ways to rank positions ([`Ranking`]). The module `selection` decides which moves make the
//! proof smaller.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::{Error, Strategy, narrow};
use crate::control::{Control, started};
use crate::model::two_player::{Status, TwoPlayerGame};

/// Number of positions in a batch of the look-ahead.
const STRIPE: usize = 1 << 16;
/// Maximum number of new positions that a thread may find in a batch.
const MAX_FOUND: usize = 1 << 19;
/// The look-ahead leaves out moves with a rank more than `SLACK` above the least rank.
const SLACK: u32 = 8;
/// Number of entries in each thread's cache. This cache contains positions for which the look-ahead found no proof.
const PLACES: usize = 1 << 22;
/// Mask of the bits of a cache entry that contain the number of plies.
const PLIES: u64 = 15;

/// Marks a position on the current path. A proof that returns to a position on its path is invalid.
const OPEN: u32 = u32::MAX;

/// The way in which the positions of a proof are ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranking {
    /// The rank of a position is the length of the longest play in the proof of the position.
    Height,
    /// A walk through the proof ranks the positions in order of completion. The walk visits the loser's replies in
    /// reverse move order.
    Backwards,
}

/// A position that has a proof.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// Index of the first link of the position in `Known::links`. A link is the number of the position after a move. If
    /// the loser is to move, there is a link for every legal move. If the winner is to move, there is a link for each
    /// move that may be selected.
    first: u32,
    links: u16,
    pub(super) selected: u16,
    pub(super) rank: u32,
    pub(super) winners_turn: bool,
}

/// Positions that have proofs.
pub(super) struct Known<P> {
    numbers: FxHashMap<u64, u32>,
    pub(super) positions: Vec<P>,
    pub(super) nodes: Vec<Node>,
    links: Vec<u32>,
    /// Maximum number of known positions. The maximum number of links (moves between known positions) is twice this
    /// number.
    most: usize,
}

/// The number of a position of the proof, and the numbers of the positions to which additional moves of the winner
/// lead.
type More = (u32, Vec<u32>);

/// Returns an upper bound of the memory, in bytes, that `positions` known positions take.
pub(super) fn bytes_of<P>(positions: usize) -> usize {
    // A hash table uses at most seven of eight buckets, and the number of buckets is a power of two.
    let table = (size_of::<(u64, u32)>() + 1) * 2 * 8 / 7;
    positions.saturating_mul(size_of::<P>() + size_of::<Node>() + table + 2 * size_of::<u32>())
}

/// Returns an upper bound of the memory, in bytes, of a thread that looks for additional moves.
pub(super) fn bytes_of_thread<P>() -> usize {
    // While a list grows, two copies of it exist.
    PLACES * size_of::<u64>() + 2 * bytes_of::<P>(MAX_FOUND)
}

impl<P: Copy + Send + Sync> Known<P> {
    fn of_at_most(most: usize) -> Self {
        Self { numbers: FxHashMap::default(), positions: Vec::new(), nodes: Vec::new(), links: Vec::new(), most }
    }

    /// Reads the proofs of several positions. The last of the roots gets the greatest number. At most `most` positions
    /// are stored, including those that are added later.
    pub(super) fn read<G: TwoPlayerGame<Position = P>>(
        game: &G,
        proofs: &[(&Strategy, P)],
        ranking: Ranking,
        most: usize,
        control: Control,
    ) -> Result<Self, Error> {
        let mut known = Self::of_at_most(most);
        known.numbers.reserve(most);
        known.positions.reserve_exact(most);
        known.nodes.reserve_exact(most);
        known.links.reserve_exact(2 * most);
        for &(strategy, root) in proofs {
            known.read_proof(game, strategy, root, ranking, control)?;
        }
        Ok(known)
    }

    fn read_proof<G: TwoPlayerGame<Position = P>>(
        &mut self,
        game: &G,
        strategy: &Strategy,
        root: P,
        ranking: Ranking,
        control: Control,
    ) -> Result<(), Error> {
        // Each entry of the path is a position, its successors, and the number of successors that were already
        // processed.
        let mut path = vec![(root, descendants(game, strategy, &root, ranking)?, 0)];
        self.numbers.insert(game.key(&root), OPEN);
        while let Some((position, next, at)) = path.last_mut() {
            if let Some(&child) = next.get(*at) {
                *at += 1;
                match self.numbers.entry(game.key(&child)) {
                    Entry::Occupied(number) if *number.get() == OPEN => return Err(Error::Lost),
                    Entry::Occupied(_) => {}
                    Entry::Vacant(vacant) => {
                        vacant.insert(OPEN);
                        path.push((child, descendants(game, strategy, &child, ranking)?, 0));
                    }
                }
                continue;
            }
            let links: Vec<u32> = next.iter().filter_map(|child| self.numbers.get(&game.key(child)).copied()).collect();
            if !self.has_room(links.len()) {
                return Err(Error::Lost);
            }
            let rank = match ranking {
                Ranking::Height => links.iter().map(|&link| self.nodes[link as usize].rank + 1).max().unwrap_or(0),
                Ranking::Backwards => number(self.nodes.len()),
            };
            let winners_turn = game.winners_turn(position) && !links.is_empty();
            self.add(game.key(position), *position, winners_turn, &links, rank);
            path.pop();
            if self.nodes.len().is_multiple_of(1 << 12) {
                control.check()?;
            }
        }
        Ok(())
    }

    /// Adds a position, and returns its number.
    fn add(&mut self, key: u64, position: P, winners_turn: bool, links: &[u32], rank: u32) -> u32 {
        let new = number(self.nodes.len());
        self.numbers.insert(key, new);
        self.positions.push(position);
        self.nodes.push(Node { first: number(self.links.len()), links: narrow(links.len()), selected: 0, rank, winners_turn });
        self.links.extend_from_slice(links);
        new
    }

    fn has_room(&self, links: usize) -> bool {
        self.nodes.len() < self.most && self.links.len() + links <= 2 * self.most
    }

    pub(super) fn links(&self, number: u32) -> &[u32] {
        let node = &self.nodes[number as usize];
        &self.links[node.first as usize..][..node.links.into()]
    }

    /// Returns the links (numbers of the positions after moves) that the proof of a position uses.
    pub(super) fn used(&self, number: u32) -> &[u32] {
        let node = &self.nodes[number as usize];
        let links = self.links(number);
        if node.winners_turn { &links[node.selected.into()..][..1] } else { links }
    }

    /// Looks for additional moves of the winner from all positions of the proof. Stops when the maximum number of
    /// positions or links is reached, or when `late` returns `true`.
    pub(super) fn widen<G: TwoPlayerGame<Position = P>>(
        &mut self,
        game: &G,
        (threads, plies): (usize, u32),
        late: impl Fn() -> bool,
        control: Control,
    ) -> Result<(), Error> {
        let size = self.nodes.len();
        let mut places = vec![vec![0; PLACES]; threads];
        for begin in (0..size).step_by(STRIPE) {
            control.at(begin as u64, "")?;
            if late() {
                break;
            }
            let known = &*self;
            let length = STRIPE.min(size - begin);
            let place = |thread: usize| begin + length * thread / threads;
            let found: Vec<(Self, Vec<More>)> = std::thread::scope(|scope| {
                let start = |(thread, unproved)| {
                    let mut ahead = LookAhead { game, known, plies, unproved, found: Self::of_at_most(MAX_FOUND) };
                    let look = move || {
                        let more = (place(thread)..place(thread + 1)).filter_map(|position| ahead.more(position)).collect();
                        (ahead.found, more)
                    };
                    started(std::thread::Builder::new().spawn_scoped(scope, look))
                };
                let handles: Vec<_> = places.iter_mut().enumerate().map(start).collect();
                handles.into_iter().map(|handle| handle.join().expect("no panic while moves are looked for")).collect()
            });
            let first = self.nodes.len();
            if !found.iter().all(|(found, more)| self.join(game, found, first, more)) {
                break;
            }
        }
        Ok(())
    }

    /// The numbers of the positions in `found` start at `first`. Returns `false` if the maximum number of positions or
    /// links was reached.
    fn join<G: TwoPlayerGame<Position = P>>(&mut self, game: &G, found: &Self, first: usize, more: &[More]) -> bool {
        let place = |link: u32| (link as usize).checked_sub(first);
        let mut needed = vec![false; found.nodes.len()];
        more.iter().flat_map(|(_, links)| links).filter_map(|&link| place(link)).for_each(|place| needed[place] = true);
        for position in (0..needed.len()).rev() {
            if needed[position] {
                found.links(number(position)).iter().filter_map(|&link| place(link)).for_each(|place| needed[place] = true);
            }
        }
        let mut numbers = vec![0; needed.len()];
        for position in (0..needed.len()).filter(|&position| needed[position]) {
            let key = game.key(&found.positions[position]);
            numbers[position] = if let Some(&known) = self.numbers.get(&key) {
                known
            } else {
                let links: Vec<u32> =
                    found.links(number(position)).iter().map(|&link| place(link).map_or(link, |place| numbers[place])).collect();
                if !self.has_room(links.len()) {
                    return false;
                }
                let rank = self.highest(&links);
                self.add(key, found.positions[position], found.nodes[position].winners_turn, &links, rank)
            };
        }
        for (position, links) in more {
            let rank = self.nodes[*position as usize].rank;
            let links = links.iter().map(|&link| place(link).map_or(link, |place| numbers[place]));
            let own = self.links(*position)[0];
            let links: Vec<u32> =
                std::iter::once(own).chain(links.filter(|&link| link != own && self.nodes[link as usize].rank < rank)).collect();
            if !self.has_room(links.len()) {
                return false;
            }
            let first = number(self.links.len());
            let node = &mut self.nodes[*position as usize];
            (node.first, node.links) = (first, narrow(links.len()));
            self.links.extend(links);
        }
        true
    }

    fn highest(&self, links: &[u32]) -> u32 {
        links.iter().map(|&link| self.nodes[link as usize].rank).max().unwrap_or(0)
    }
}

/// Returns the positions that can follow a position if the winner plays a strategy, or an empty list if the game has
/// ended.
fn descendants<G: TwoPlayerGame>(
    game: &G,
    strategy: &Strategy,
    position: &G::Position,
    ranking: Ranking,
) -> Result<Vec<G::Position>, Error> {
    let mut moves = Vec::new();
    match game.status(position) {
        Status::Won => return Ok(Vec::new()),
        Status::NotWon => return Err(Error::Lost),
        Status::Open { .. } => game.moves(position, &mut moves),
    }
    if game.winners_turn(position) && moves.len() > 1 {
        let index = *strategy.get(&game.key(position)).ok_or(Error::Lost)?;
        moves = vec![*moves.get(usize::from(index)).ok_or(Error::Lost)?];
    }
    if ranking == Ranking::Backwards {
        moves.reverse();
    }
    Ok(moves.into_iter().map(|played| game.after(position, played)).collect())
}

/// The search of one thread for additional moves.
struct LookAhead<'a, G: TwoPlayerGame> {
    game: &'a G,
    known: &'a Known<G::Position>,
    /// Maximum depth in plies.
    plies: u32,
    /// A cache of positions for which the look-ahead found no proof. An entry is the key of a position, but its lowest
    /// bits contain the number of plies of the look-ahead. A later entry of the cache may overwrite an earlier one.
    unproved: &'a mut Vec<u64>,
    /// New positions, numbered after the known positions.
    found: Known<G::Position>,
}

impl<G: TwoPlayerGame> LookAhead<'_, G> {
    /// Returns additional moves of the winner from a position of the proof.
    fn more(&mut self, position: usize) -> Option<More> {
        let node = &self.known.nodes[position];
        let mut moves = Vec::new();
        if node.winners_turn {
            self.game.moves(&self.known.positions[position], &mut moves);
        }
        if moves.len() < 2 {
            return None;
        }
        let next = |&played: &G::Move| self.game.after(&self.known.positions[position], played);
        let next: Vec<G::Position> = moves.iter().map(next).collect();
        let mut links: Vec<u32> = next.iter().filter_map(|next| self.look(next, self.plies)).collect();
        links.retain(|&link| self.rank(link) < node.rank);
        (!links.is_empty()).then(|| (number(position), links))
    }

    fn rank(&self, link: u32) -> u32 {
        let place = link as usize;
        self.known.nodes.get(place).unwrap_or_else(|| &self.found.nodes[place - self.known.nodes.len()]).rank
    }

    /// Returns the number of `position` if the winner can force a known position or a win within `plies` plies.
    fn look(&mut self, position: &G::Position, plies: u32) -> Option<u32> {
        let key = self.game.key(position);
        let after_known = |found: u32| found + number(self.known.nodes.len());
        let earlier = self.known.numbers.get(&key).copied();
        if let Some(number) = earlier.or_else(|| self.found.numbers.get(&key).copied().map(after_known)) {
            return Some(number);
        }
        let mut links = Vec::new();
        let winners_turn = match self.game.status(position) {
            Status::Won => false,
            Status::Open { .. } if plies > 0 => {
                let (place, entry) = (key as usize % PLACES, key & !PLIES | u64::from(plies));
                if (entry..=entry | PLIES).contains(&self.unproved[place]) {
                    return None;
                }
                links = self.descendants(position, plies);
                if links.is_empty() {
                    self.unproved[place] = entry;
                    return None;
                }
                self.game.winners_turn(position)
            }
            Status::NotWon | Status::Open { .. } => return None,
        };
        if !self.found.has_room(links.len()) {
            return None;
        }
        let rank = links.iter().map(|&link| self.rank(link)).max().unwrap_or(0);
        Some(after_known(self.found.add(key, *position, winners_turn, &links, rank)))
    }

    /// Returns the links of a position (the numbers of the positions after its moves), or an empty list if the position
    /// has no proof within `plies` plies.
    fn descendants(&mut self, position: &G::Position, plies: u32) -> Vec<u32> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let mut next = moves.iter().map(|&played| self.game.after(position, played));
        if !self.game.winners_turn(position) {
            let links: Option<Vec<u32>> = next.map(|next| self.look(&next, plies - 1)).collect();
            return links.unwrap_or_default();
        }
        let mut links: Vec<u32> = next.by_ref().filter_map(|next| self.look(&next, plies - 1)).collect();
        let least = links.iter().map(|&link| self.rank(link)).min().unwrap_or(0);
        links.retain(|&link| self.rank(link) <= least + SLACK);
        links
    }
}

/// Converts an index to a position's number.
pub(super) fn number(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}
