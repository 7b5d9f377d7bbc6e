//! Stores a part of a proof, called an excerpt.
//!
//! An excerpt contains no moves. For a position, an excerpt stores at which bit of the certificate's bit stream the
//! winner's move begins. The move is decoded from the bit stream, so it is always legal. Excerpts are kept in files
//! that other people may change. The methods of `Recalled` read the data of an excerpt, and never panic, even if the
//! data are false. The method [`super::Walk::is_held`] checks that the data about a position are complete and do not
//! contradict each other. A careful forgery can be detected only by reading the whole proof.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::games::losing_chess::Move;
use crate::model::bits::width;
use crate::model::proof_graph::{ProofGraph, choice_at};

/// A new excerpt contains at most this number of positions near the root. A larger excerpt could take more space than
/// the certificate. A certificate takes about one byte for five positions.
const NEAR_ROOT: usize = 400;
const POSITIONS_FOR_ONE: usize = 5000;

/// Data about some positions of a proof, by position number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excerpt(BTreeMap<u32, Entry>);

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    /// Bit offset of the position in the certificate's bit stream. If the winner is to move, the winner's move begins
    /// at this offset.
    #[serde(rename = "o", default, skip_serializing_if = "is_zero")]
    offset: u64,
    /// Length of the longest line of moves from the position, in plies.
    #[serde(rename = "l")]
    longest: u32,
    /// Number of distinct positions in the proof from this position on, including this position, if known.
    #[serde(rename = "p", default, skip_serializing_if = "Option::is_none")]
    positions: Option<u32>,
    /// Indices of the positions to which the proof's moves lead, in move order.
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    successors: Option<Vec<u32>>,
    /// First move of the longest line, as index and position number.
    #[serde(rename = "m", default, skip_serializing_if = "Option::is_none")]
    main: Option<(u32, u32)>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde calls it
fn is_zero(offset: &u64) -> bool {
    *offset == 0
}

impl Excerpt {
    /// Adds the last position of `line` to the excerpt. The list `line` has the numbers of all positions from the root
    /// to that position. The first call also adds the positions near the root.
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

fn near_root(graph: &ProofGraph) -> Vec<u32> {
    let mut seen = BTreeSet::from([0]);
    let mut near = vec![0];
    let mut next = 0;
    let limit = NEAR_ROOT.min(graph.len() / POSITIONS_FOR_ONE);
    while let Some(&number) = near.get(next).filter(|_| near.len() < limit) {
        next += 1;
        near.extend(graph.successors(number).iter().copied().filter(|&successor| seen.insert(successor)));
    }
    near.truncate(next);
    near
}

/// An excerpt, and the bit stream of its proof.
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

    /// Returns the length in plies of the longest line of moves from a position, or 0 if it is unknown.
    pub(super) fn longest(&self, number: u32) -> u32 {
        self.entry(number).map_or(0, |entry| entry.longest)
    }

    /// Returns the number of positions in the proof from a position on, or 0 if it is unknown.
    pub(super) fn size(&self, number: u32) -> u32 {
        self.entry(number).and_then(|entry| entry.positions).unwrap_or(0)
    }

    /// Selects the proof's moves from the legal moves `moves`. Returns each move with the number of the position after
    /// it. Returns an empty list if the proof's moves are unknown.
    pub(super) fn moves(&self, number: u32, moves: Vec<Move>, is_winners_turn: bool) -> Vec<(Move, u32)> {
        let Some(Entry { offset, successors: Some(successors), .. }) = self.entry(number) else { return Vec::new() };
        let moves = if is_winners_turn && !moves.is_empty() {
            choice_at(&self.stream, *offset, moves.len()).map(|chosen| moves[chosen]).into_iter().collect()
        } else {
            moves
        };
        moves.into_iter().zip(successors.iter().copied()).collect()
    }

    /// Selects the first move of the longest line from the legal moves `moves`. Returns the selected move and the
    /// number of the position after the move. Returns `None` if the data about the longest line are missing or
    /// inconsistent.
    pub(super) fn on_longest_line(&self, number: u32, moves: &[Move], is_winners_turn: bool) -> Option<(Move, u32)> {
        let entry = self.entry(number)?;
        let (place, next) = entry.main?;
        // The lengths must decrease along the line, so that even the line of a forged excerpt ends.
        let _ = self.entry(next).filter(|next| Some(next.longest) == entry.longest.checked_sub(1))?;
        let place = if is_winners_turn { choice_at(&self.stream, entry.offset, moves.len())? } else { place as usize };
        Some((*moves.get(place)?, next))
    }

    /// Returns whether the data about a position's moves are complete and consistent.
    pub(super) fn holds(&self, number: u32, moves: &[Move], is_winners_turn: bool) -> bool {
        let Some(entry) = self.entry(number) else { return false };
        let expected = if is_winners_turn { moves.len().min(1) } else { moves.len() };
        let known = self.moves(number, moves.to_vec(), is_winners_turn);
        let longest = known.iter().map(|&(_, next)| self.longest(next) + 1).max().unwrap_or(0);
        let all_known = known.iter().all(|(_, next)| self.entry(*next).is_some());
        // The stream begins with the root. Positions are numbered in the order of the stream, so the bits of the next
        // position follow directly.
        let bits = if is_winners_turn { width(moves.len()) } else { 0 };
        let next_follows = self.entry(number.wrapping_add(1)).is_none_or(|next| next.offset == entry.offset.saturating_add(bits.into()));
        if !next_follows || (number == 0 && entry.offset != 0) {
            return false;
        }
        known.len() == expected
            && entry.successors.as_ref().is_some_and(|successors| successors.len() == expected)
            && (!all_known || longest == entry.longest)
    }

    pub(super) fn shows(&self, number: u32) -> bool {
        let Some(Entry { positions: Some(positions), successors: Some(successors), .. }) = self.entry(number) else { return false };
        let sizes: Vec<u32> = successors.iter().map(|&next| self.size(next)).collect();
        let largest = sizes.iter().max().copied().unwrap_or(0);
        let all = sizes.iter().fold(1, |sum: u32, &size| sum.saturating_add(size));
        // A subtree is larger than each subtree below it, and at most 1 larger than all of them together.
        !sizes.contains(&0) && (largest < *positions && *positions <= all)
    }
}
