//! Part of a proof's graph: enough to show some places of a proof again without reading all of it.
//!
//! An excerpt holds no moves. It says at which bit of the certificate's stream the winner's move of a position stands; the move is decoded from there and is one
//! of the legal moves. An excerpt is kept in a file that others may have changed, so `Recalled` panics at nothing, and [`super::Walk::is_held`] tells whether
//! it holds what a place shows and agrees with itself. It cannot tell a careful forgery from the proof: that needs the whole proof to be read.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::games::losing_chess::Move;
use crate::model::proof_graph::{ProofGraph, choice_at, width};

/// An excerpt begins with the places of this number of positions near the root, fewer for a proof of less than two million: it shall be smaller than the
/// certificate, which has about a byte for five positions.
const NEAR_ROOT: usize = 400;
const POSITIONS_FOR_ONE: usize = 5000;

/// Parts of a proof's graph, by the numbers of positions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excerpt(BTreeMap<u32, Entry>);

/// What is known of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    /// The bit of the stream at which the winner's move stands, where the winner is to move.
    #[serde(rename = "o", default, skip_serializing_if = "is_zero")]
    offset: u64,
    /// The greatest number of moves of both sides from here on.
    #[serde(rename = "l")]
    longest: u32,
    /// Distinct positions from here on.
    #[serde(rename = "p", default, skip_serializing_if = "Option::is_none")]
    positions: Option<u32>,
    /// The positions to which the moves of the proof lead, in move order.
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    successors: Option<Vec<u32>>,
    /// The place of the move on the longest line, and the position to which it leads.
    #[serde(rename = "m", default, skip_serializing_if = "Option::is_none")]
    main: Option<(u32, u32)>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde calls it
fn is_zero(offset: &u64) -> bool {
    *offset == 0
}

impl Excerpt {
    /// Adds a place, reached from the root by positions of these numbers. The first place brings those near the root with it.
    pub(super) fn add(&mut self, graph: &ProofGraph, line: &[u32]) {
        let mut shown: BTreeSet<u32> = line.last().into_iter().copied().collect();
        if self.0.is_empty() {
            shown.extend(near_root(graph));
        }
        shown.retain(|number| self.0.get(number).is_none_or(|entry| entry.successors.is_none() || entry.positions.is_none()));
        let counted: BTreeSet<u32> = shown.iter().chain(shown.iter().flat_map(|&number| graph.successors(number))).copied().collect();
        let counted: Vec<u32> = counted.into_iter().collect();
        let sizes = graph.sizes(&counted);
        for (&number, size) in counted.iter().zip(sizes) {
            self.entry(graph, number).positions = Some(size);
        }
        for &number in shown.iter().chain(line) {
            self.entry(graph, number).successors = Some(graph.successors(number).to_vec());
            self.add_longest_line(graph, number);
        }
        let numbers: Vec<u32> = self.0.keys().copied().collect();
        for (entry, offset) in self.0.values_mut().zip(graph.offsets(&numbers)) {
            entry.offset = offset;
        }
    }

    fn add_longest_line(&mut self, graph: &ProofGraph, mut number: u32) {
        while let Some(place) = graph.on_longest_line(number) {
            let next = graph.successors(number)[place];
            let entry = self.entry(graph, number);
            if entry.main.is_some() {
                return;
            }
            entry.main = Some((place as u32, next));
            number = next;
        }
        self.entry(graph, number);
    }

    fn entry(&mut self, graph: &ProofGraph, number: u32) -> &mut Entry {
        self.0.entry(number).or_insert_with(|| Entry { longest: graph.longest(number), ..Entry::default() })
    }
}

/// The positions nearest to the root.
fn near_root(graph: &ProofGraph) -> Vec<u32> {
    let mut met = BTreeSet::from([0]);
    let mut near = vec![0];
    let mut next = 0;
    let limit = NEAR_ROOT.min(graph.len() / POSITIONS_FOR_ONE);
    while let Some(&number) = near.get(next).filter(|_| near.len() < limit) {
        next += 1;
        near.extend(graph.successors(number).iter().copied().filter(|&successor| met.insert(successor)));
    }
    near.truncate(next);
    near
}

/// An excerpt with the stream of its proof.
pub(super) struct Recalled {
    excerpt: Excerpt,
    stream: Vec<u8>,
}

impl Recalled {
    pub(super) fn new(excerpt: Excerpt, stream: Vec<u8>) -> Self {
        Self { excerpt, stream }
    }

    fn entry(&self, number: u32) -> Option<&Entry> {
        self.excerpt.0.get(&number)
    }

    /// 0 if it is not known.
    pub(super) fn longest(&self, number: u32) -> u32 {
        self.entry(number).map_or(0, |entry| entry.longest)
    }

    /// 0 if it is not known.
    pub(super) fn size(&self, number: u32) -> u32 {
        self.entry(number).and_then(|entry| entry.positions).unwrap_or(0)
    }

    /// The moves of the proof among the legal `moves`, and where they lead; none if that is not known.
    pub(super) fn moves(&self, number: u32, moves: Vec<Move>, is_winners_turn: bool) -> Vec<(Move, u32)> {
        let Some(Entry { offset, successors: Some(successors), .. }) = self.entry(number) else { return Vec::new() };
        let moves = if is_winners_turn && !moves.is_empty() {
            choice_at(&self.stream, *offset, moves.len()).map(|chosen| moves[chosen]).into_iter().collect()
        } else {
            moves
        };
        moves.into_iter().zip(successors.iter().copied()).collect()
    }

    /// The move on the longest line among the legal `moves`, and where it leads; `None` if that is not known.
    pub(super) fn on_longest_line(&self, number: u32, moves: &[Move], is_winners_turn: bool) -> Option<(Move, u32)> {
        let entry = self.entry(number)?;
        let (place, next) = entry.main?;
        // So a forged line ends.
        let _ = self.entry(next).filter(|next| Some(next.longest) == entry.longest.checked_sub(1))?;
        let place = if is_winners_turn { choice_at(&self.stream, entry.offset, moves.len())? } else { place as usize };
        Some((*moves.get(place)?, next))
    }

    /// Whether the moves from a position are known, and agree with the rules and with each other.
    pub(super) fn holds(&self, number: u32, moves: &[Move], is_winners_turn: bool) -> bool {
        let Some(entry) = self.entry(number) else { return false };
        let expected = if is_winners_turn { moves.len().min(1) } else { moves.len() };
        let known = self.moves(number, moves.to_vec(), is_winners_turn);
        let longest = known.iter().map(|&(_, next)| self.longest(next) + 1).max().unwrap_or(0);
        let all_known = known.iter().all(|(_, next)| self.entry(*next).is_some());
        // The stream begins with the root, and the position that it meets next follows at once.
        let bits = if is_winners_turn { width(moves.len()) } else { 0 };
        let next_follows = self.entry(number.wrapping_add(1)).is_none_or(|next| next.offset == entry.offset.saturating_add(bits.into()));
        if !next_follows || (number == 0 && entry.offset != 0) {
            return false;
        }
        known.len() == expected
            && entry.successors.as_ref().is_some_and(|successors| successors.len() == expected)
            && (!all_known || longest == entry.longest)
    }

    /// Whether the numbers of positions are known that a place shows, and agree with each other.
    pub(super) fn shows(&self, number: u32) -> bool {
        let Some(Entry { positions: Some(positions), successors: Some(successors), .. }) = self.entry(number) else { return false };
        let sizes: Vec<u32> = successors.iter().map(|&next| self.size(next)).collect();
        let largest = sizes.iter().max().copied().unwrap_or(0);
        let all = sizes.iter().fold(1, |sum: u32, &size| sum.saturating_add(size));
        !sizes.contains(&0) && (largest < *positions && *positions <= all)
    }
}
