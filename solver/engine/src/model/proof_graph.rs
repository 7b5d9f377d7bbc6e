//! Reads the proof of a forced win as a graph of positions. In each position, the graph contains one move if the winner
//! is to move, and all legal moves if the other side is to move.
//!
//! The proof is read from the bit stream of a certificate of kind `losing` (`spec/kinds/losing.md`, section 2). The
//! positions are numbered in the order in which the reader reaches them for the first time, so the root has the
//! number 0. The positions themselves are kept in memory only while the proof is read. A program that walks through the
//! graph must itself compute the position after each move.
//!
//! A proof of version 2 (section 6) can have several roots. A *leaf* is a position that a cited certificate proves. A
//! leaf has no successors, and the cited certificate gives a bound on the number of moves from the leaf to the end of
//! the game. Leaves do not count as positions of the proof. The leaves are numbered after the positions, in the order
//! in which the reader reaches the leaves for the first time.

use std::cmp::Reverse;
use std::collections::VecDeque;

use hashbrown::HashTable;

use crate::model::bits::{Bits, width};
use crate::model::two_player::TwoPlayerGame;

/// Number of bits for the index of a move. If the winner has more than 2^12 moves in a position, the reader returns an
/// error. Positions of losing chess have far fewer moves.
const PLACE_BITS: u32 = 12;

/// A proof as a graph of numbered positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProofGraph {
    /// For each position, the index at which the position's list begins in `successors`. The list of a position ends
    /// where the next list begins.
    begins: Vec<u32>,
    successors: Vec<u32>,
    /// For each position, the index of the winner's move in move order. The index is stored in the lower [`PLACE_BITS`]
    /// bits. The higher bits store the width of the index in the stream. If the other side is to move, all bits are 0.
    chosen: Vec<u16>,
    /// For each position, the greatest number of moves of both sides until the end of the game.
    longest: Vec<u32>,
    /// For each leaf, a bound on the number of moves of both sides until the end of the game.
    leaves: Vec<u32>,
    /// Numbers of the roots.
    roots: Vec<u32>,
}

/// Reason why a bit stream does not prove that the winner wins from the root.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotAProof {
    /// In the proof, a line of moves returns to an earlier position.
    #[error("{0} comes twice in one line")]
    Cycle(String),
    /// The proof has too few positions, or bits other than padding follow the proof.
    #[error("{found} of {claimed} positions are proved, with {bits_left} bits left")]
    Length {
        /// Number of positions in the proof.
        found: usize,
        /// Number of positions that the caller expects.
        claimed: u32,
        /// Number of unread bits, including the padding.
        bits_left: usize,
    },
    /// The proof has more positions than the caller expects.
    #[error("there are more than {0} positions")]
    MorePositions(u32),
    /// In some position, the winner has more than 2^12 moves.
    #[error("{position} has {count} moves")]
    ManyMoves {
        /// Position in which the winner is to move.
        position: String,
        /// Number of legal moves of the winner.
        count: usize,
    },
    /// The stream does not contain the index of a legal move of the winner.
    #[error("{0} has no move")]
    NoMove(String),
    /// The proof has 2^32 moves or more.
    #[error("there are too many moves")]
    TooManyMoves,
}

impl ProofGraph {
    /// Reads a proof that consists of `positions` positions.
    ///
    /// # Errors
    /// [`NotAProof`] if the stream is not a proof for `root` that has `positions` positions.
    pub fn read<G: TwoPlayerGame>(game: &G, root: G::Position, positions: u32, stream: &[u8]) -> Result<Self, NotAProof> {
        Reading::new(game, |_: &G::Position| None, positions, stream).read(&[root]).map(|read| read.graph)
    }

    /// Reads a proof that consists of `positions` positions and has these roots. For a position that a cited
    /// certificate proves, `cited` returns a bound on the number of moves to the end of the game. Returns the leaves
    /// too, in the order of their numbers.
    ///
    /// # Errors
    /// [`NotAProof`] if the stream is not a proof for `roots` that has `positions` positions.
    pub fn read_linked<G: TwoPlayerGame>(
        game: &G,
        roots: &[G::Position],
        cited: impl Fn(&G::Position) -> Option<u32>,
        positions: u32,
        stream: &[u8],
    ) -> Result<(Self, Vec<G::Position>), NotAProof> {
        Reading::new(game, cited, positions, stream).read(roots).map(|read| (read.graph, read.leaves))
    }

    /// Reads a proof as [`ProofGraph::read_linked`] does. Returns the keys of the positions and of the leaves, sorted
    /// in ascending order.
    ///
    /// # Errors
    /// [`NotAProof`] if the stream is not a proof for `roots` that has `positions` positions.
    pub fn read_keys<G: TwoPlayerGame>(
        game: &G,
        roots: &[G::Position],
        cited: impl Fn(&G::Position) -> Option<u32>,
        positions: u32,
        stream: &[u8],
    ) -> Result<Vec<u64>, NotAProof> {
        let Reading { graph, positions, leaves, .. } = Reading::new(game, cited, positions, stream).read(roots)?;
        drop(graph);
        let mut keys: Vec<u64> = positions.iter().chain(&leaves).map(|position| game.key(position)).collect();
        drop(positions);
        keys.sort_unstable();
        Ok(keys)
    }

    /// Estimates how many bytes of memory it takes to read a proof that consists of `positions` positions.
    ///
    /// Before the proof is read, the number of successors is not known. The estimate assumes an average of 1.6
    /// successors for each position. No proof of losing chess so far has a greater average. The estimate also assumes
    /// that the memory of the list of successors doubles when the list grows.
    #[must_use]
    pub fn estimate_memory<G: TwoPlayerGame>(positions: u64) -> u64 {
        const SUCCESSORS: u64 = 4 * size_of::<u32>() as u64;
        let entry = (size_of::<G::Position>() + size_of::<u16>() + 2 * size_of::<u32>()) as u64;
        // Each bucket of the hash table has a control byte. At most seven of eight buckets are filled, and the number
        // of buckets is a power of two.
        let buckets = positions.saturating_add(positions / 7).saturating_add(16).checked_next_power_of_two().unwrap_or(u64::MAX);
        let bucket = size_of::<u32>() as u64 + 1;
        positions.saturating_mul(entry + SUCCESSORS).saturating_add(buckets.saturating_mul(bucket))
    }

    /// Returns the number of positions, without the leaves.
    #[must_use]
    pub fn len(&self) -> usize {
        self.longest.len()
    }

    /// Returns whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.longest.is_empty()
    }

    /// Returns the total number of positions and leaves.
    #[must_use]
    pub fn numbers(&self) -> usize {
        self.longest.len() + self.leaves.len()
    }

    /// Returns the index of a leaf, or `None` for other positions.
    #[must_use]
    pub fn leaf(&self, number: u32) -> Option<usize> {
        (number as usize).checked_sub(self.len())
    }

    /// Returns the numbers of the roots.
    #[must_use]
    pub fn roots(&self) -> &[u32] {
        &self.roots
    }

    /// Returns the successors of a position in the proof, in move order. There is one successor if the winner is to
    /// move, and none if the game has ended. A leaf has no successors.
    #[must_use]
    pub fn successors(&self, position: u32) -> &[u32] {
        let begin = |position: usize| self.begins.get(position).map_or(self.successors.len(), |&begin| begin as usize);
        &self.successors[begin(position as usize)..begin(position as usize + 1)]
    }

    /// Returns the index of the winner's move in move order. The winner must be to move at the position.
    #[must_use]
    pub fn chosen(&self, position: u32) -> usize {
        usize::from(self.chosen[position as usize] & ((1 << PLACE_BITS) - 1))
    }

    /// Returns the bit offsets of the winner's moves at these positions. The positions must be in ascending order.
    #[must_use]
    pub fn offsets(&self, positions: &[u32]) -> Vec<u64> {
        let (mut offset, mut next) = (0, 0);
        let mut offsets = Vec::with_capacity(positions.len());
        for &position in positions {
            // Positions are numbered in the order in which the reader first meets them, so the stream has their moves
            // in this order.
            offset += self.chosen[next..position as usize].iter().map(|chosen| u64::from(chosen >> PLACE_BITS)).sum::<u64>();
            next = position as usize;
            offsets.push(offset);
        }
        offsets
    }

    /// Returns the greatest number of moves of both sides from a position to the end of the game. If there are leaves,
    /// the number is a bound.
    #[must_use]
    pub fn longest(&self, position: u32) -> u32 {
        match self.leaf(position) {
            Some(leaf) => self.leaves[leaf],
            None => self.longest[position as usize],
        }
    }

    /// Returns the index of the first successor with the longest play. Returns `None` if the game has ended or the
    /// position is a leaf.
    #[must_use]
    pub fn on_longest_line(&self, position: u32) -> Option<usize> {
        let requested = self.longest(position).checked_sub(1)?;
        self.successors(position).iter().position(|&successor| self.longest(successor) == requested)
    }

    /// Counts the distinct positions reachable from a position, including the position itself. Leaves do not count. The
    /// time that this function takes is proportional to the result.
    #[must_use]
    pub fn size(&self, position: u32) -> u32 {
        if self.leaf(position).is_some() {
            return 0;
        }
        let mut visited = Set::new(self.len());
        visited.insert(position);
        let (mut count, mut waiting) = (1, vec![position]);
        while let Some(position) = waiting.pop() {
            for &successor in self.successors(position) {
                if self.leaf(successor).is_none() && visited.insert(successor) {
                    count += 1;
                    waiting.push(successor);
                }
            }
        }
        count
    }

    /// Computes [`ProofGraph::size`] for each element of `positions`. Each pass through the whole graph computes 64
    /// sizes.
    #[must_use]
    pub fn sizes(&self, positions: &[u32]) -> Vec<u32> {
        // Every move shortens the longest line, so in this order each position comes before its successors.
        let mut order: Vec<u32> = (0..self.len() as u32).collect();
        order.sort_unstable_by_key(|&position| Reverse(self.longest(position)));
        let mut sizes = Vec::with_capacity(positions.len());
        let mut reached_from = vec![0_u64; self.len()];
        for group in positions.chunks(u64::BITS as usize) {
            reached_from.fill(0);
            let mut counts = [0_u32; u64::BITS as usize];
            for (bit, &position) in group.iter().enumerate() {
                if let Some(sources) = reached_from.get_mut(position as usize) {
                    *sources |= 1 << bit;
                }
            }
            for &position in &order {
                let mut sources = reached_from[position as usize];
                if sources == 0 {
                    continue;
                }
                for &successor in self.successors(position) {
                    if let Some(reached) = reached_from.get_mut(successor as usize) {
                        *reached |= sources;
                    }
                }
                while sources != 0 {
                    counts[sources.trailing_zeros() as usize] += 1;
                    sources &= sources - 1;
                }
            }
            sizes.extend(&counts[..group.len()]);
        }
        sizes
    }

    /// Counts the positions at each distance from a position. The distance of a position is the least number of moves
    /// of both sides that lead to it. The first count is 1, for the position itself. Leaves do not count. The time that
    /// this function takes is proportional to the number of positions.
    #[must_use]
    pub fn depths(&self, position: u32) -> Vec<u64> {
        let mut visited = Set::new(self.len());
        let mut is_new = |&number: &u32| self.leaf(number).is_none() && visited.insert(number);
        let mut here: Vec<u32> = [position].into_iter().filter(&mut is_new).collect();
        let mut depths = Vec::new();
        while !here.is_empty() {
            depths.push(here.len() as u64);
            let mut next = Vec::new();
            for position in here {
                next.extend(self.successors(position).iter().copied().filter(&mut is_new));
            }
            here = next;
        }
        depths
    }

    /// Returns a shortest path from the position `from` to the position `target`. The result has the index of a
    /// successor for each step. Returns `None` if there is no path.
    #[must_use]
    pub fn way(&self, from: u32, target: u32) -> Option<Vec<usize>> {
        const NONE: u32 = u32::MAX;
        let mut before = vec![NONE; self.numbers()];
        before.get(target as usize)?;
        let mut waiting = VecDeque::from([from]);
        while before[target as usize] == NONE && target != from {
            let position = waiting.pop_front()?;
            for &successor in self.successors(position) {
                if before[successor as usize] == NONE && successor != from {
                    before[successor as usize] = position;
                    waiting.push_back(successor);
                }
            }
        }
        let mut way = Vec::new();
        let mut position = target;
        while position != from {
            let parent = before[position as usize];
            way.push(self.successors(parent).iter().position(|&successor| successor == position)?);
            position = parent;
        }
        way.reverse();
        Some(way)
    }
}

struct Set(Vec<u64>);

impl Set {
    fn new(positions: usize) -> Self {
        Self(vec![0; positions.div_ceil(64)])
    }

    /// Inserts a position, and returns whether it was new.
    fn insert(&mut self, position: u32) -> bool {
        let (word, bit) = (&mut self.0[position as usize / 64], 1 << (position % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }
}

/// Reads the index of a move, which begins at the bit `offset` of the stream. There are `count` legal moves. Returns
/// `None` if the stream is too short or if the index is out of range.
#[must_use]
pub fn choice_at(stream: &[u8], offset: u64, count: usize) -> Option<usize> {
    Bits::after(stream, offset)?.choice(count).map(usize::from)
}

/// Value of `longest` for a position whose successors have not all been read.
const OPEN: u32 = u32::MAX;

/// A position whose successors are being read.
struct Open {
    number: u32,
    /// The range `next..end` of the list of successors contains the successors that have not been read yet.
    next: usize,
    end: usize,
    /// Index in `Reading::moves` at which the moves of this position begin. The moves have the same order as the
    /// successors.
    moves: usize,
}

struct Reading<'a, G: TwoPlayerGame, C> {
    game: &'a G,
    /// For a position that a cited certificate proves, this function returns a bound on the number of moves to the end
    /// of the game.
    cited: C,
    bits: Bits<'a>,
    claimed: u32,
    graph: ProofGraph,
    /// The positions, indexed by their numbers. The number of a position is looked up in the table `numbers`.
    positions: Vec<G::Position>,
    numbers: HashTable<u32>,
    /// The leaves, in the order of their numbers. The index of a leaf is looked up in the table `leaf_indices`.
    leaves: Vec<G::Position>,
    leaf_indices: HashTable<u32>,
    stack: Vec<Open>,
    /// Moves of all positions on `stack`, in the order of the stack.
    moves: Vec<G::Move>,
}

impl<'a, G: TwoPlayerGame, C: Fn(&G::Position) -> Option<u32>> Reading<'a, G, C> {
    fn new(game: &'a G, cited: C, claimed: u32, stream: &'a [u8]) -> Self {
        let most = claimed as usize;
        // The number of positions is known in advance, so the lists are allocated once instead of doubling.
        let graph = ProofGraph {
            begins: Vec::with_capacity(most),
            successors: Vec::new(),
            chosen: Vec::with_capacity(most),
            longest: Vec::with_capacity(most),
            leaves: Vec::new(),
            roots: Vec::new(),
        };
        Self {
            game,
            cited,
            bits: Bits::new(stream),
            claimed,
            graph,
            positions: Vec::with_capacity(most),
            numbers: HashTable::with_capacity(most),
            leaves: Vec::new(),
            leaf_indices: HashTable::new(),
            stack: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// Reads the proofs of the roots, one after another.
    fn read(mut self, roots: &[G::Position]) -> Result<Self, NotAProof> {
        for root in roots {
            let number = self.number(*root)?;
            self.graph.roots.push(number);
            self.complete_all()?;
        }
        if !self.bits.is_done() || self.graph.len() != self.claimed as usize {
            return Err(NotAProof::Length { found: self.graph.len(), claimed: self.claimed, bits_left: self.bits.left() });
        }
        self.graph.successors.shrink_to_fit();
        Ok(self)
    }

    /// Reads until no position is open.
    fn complete_all(&mut self) -> Result<(), NotAProof> {
        while let Some(open) = self.stack.last_mut() {
            if open.next == open.end {
                self.complete();
                continue;
            }
            let place = open.next;
            open.next += 1;
            let played = self.moves[open.moves + place - self.graph.begins[open.number as usize] as usize];
            let position = self.game.after(&self.positions[open.number as usize], played);
            let successor = self.number(position)?;
            self.graph.successors[place] = successor;
        }
        Ok(())
    }

    /// Returns the number of a position, which may be new.
    fn number(&mut self, position: G::Position) -> Result<u32, NotAProof> {
        let known = self.numbers.find(self.game.key(&position), |&number| self.positions[number as usize] == position);
        match known {
            Some(&number) if self.graph.longest[number as usize] == OPEN => Err(NotAProof::Cycle(position.to_string())),
            Some(&number) => Ok(number),
            None => match (self.cited)(&position) {
                Some(longest) => self.leaf(position, longest),
                None => self.open(position),
            },
        }
    }

    /// Returns the number of a leaf, which may be new.
    fn leaf(&mut self, position: G::Position, longest: u32) -> Result<u32, NotAProof> {
        let (game, leaves) = (self.game, &self.leaves);
        let key = game.key(&position);
        let index = match self.leaf_indices.find(key, |&index| leaves[index as usize] == position) {
            Some(&index) => index,
            None => {
                let index = leaves.len() as u32;
                self.leaf_indices.insert_unique(key, index, |&other| game.key(&leaves[other as usize]));
                self.leaves.push(position);
                self.graph.leaves.push(longest);
                index
            }
        };
        self.claimed.checked_add(index).ok_or(NotAProof::TooManyMoves)
    }

    /// Returns the greatest number of moves from a position to the end of the game, or the bound for a leaf. All
    /// successors of a position must have been read before. [`ProofGraph::longest`] works only after the whole proof
    /// has been read.
    fn longest(&self, number: u32) -> u32 {
        match number.checked_sub(self.claimed) {
            Some(leaf) => self.graph.leaves[leaf as usize],
            None => self.graph.longest[number as usize],
        }
    }

    /// Adds a position that the reader reaches for the first time, and returns its number.
    fn open(&mut self, position: G::Position) -> Result<u32, NotAProof> {
        let number = self.graph.len() as u32;
        if number == self.claimed {
            return Err(NotAProof::MorePositions(number));
        }
        let (moves, begin) = (self.moves.len(), self.graph.successors.len());
        self.game.moves(&position, &mut self.moves);
        let mut count = self.moves.len() - moves;
        let mut chosen = 0;
        if count > 0 && self.game.winners_turn(&position) {
            let bits = width(count);
            if bits > PLACE_BITS {
                return Err(NotAProof::ManyMoves { position: position.to_string(), count });
            }
            chosen = self.bits.choice(count).ok_or_else(|| NotAProof::NoMove(position.to_string()))?;
            self.moves.swap(moves, moves + usize::from(chosen));
            self.moves.truncate(moves + 1);
            chosen |= (bits as u16) << PLACE_BITS;
            count = 1;
        }
        self.graph.begins.push(u32::try_from(begin).map_err(|_| NotAProof::TooManyMoves)?);
        self.graph.successors.resize(begin + count, 0);
        self.graph.chosen.push(chosen);
        self.graph.longest.push(OPEN);
        let (game, positions) = (self.game, &self.positions);
        self.numbers.insert_unique(game.key(&position), number, |&other| game.key(&positions[other as usize]));
        self.positions.push(position);
        self.stack.push(Open { number, next: begin, end: begin + count, moves });
        Ok(number)
    }

    /// Removes the position on top of the stack after all its successors have been read. Stores the greatest number of
    /// moves from this position to the end of the game.
    fn complete(&mut self) {
        if let Some(open) = self.stack.pop() {
            let successors = self.graph.successors(open.number).iter();
            // All successors of this position are complete. So its list ends where the next list starts, or there is no
            // next list.
            let longest = successors.map(|&successor| self.longest(successor) + 1).max().unwrap_or(0);
            self.graph.longest[open.number as usize] = longest;
            self.moves.truncate(open.moves);
        }
    }
}

#[cfg(test)]
mod tests {
    //! Defines a test game. The winner takes one or two things from a heap, and the other side takes one, two or three.
    //! The game ends when the heap is empty. A position consists of the heap and the side to move.

    use std::fmt;

    use super::{ProofGraph, choice_at};
    use crate::model::two_player::{Status, TwoPlayerGame};

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    struct Heap(u32, bool);

    impl fmt::Display for Heap {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{}", self.0)
        }
    }

    struct Taking;

    impl TwoPlayerGame for Taking {
        type Position = Heap;
        type Move = u32;

        fn key(&self, heap: &Heap) -> u64 {
            // All positions with the same side to move have the same key.
            u64::from(heap.1)
        }

        fn moves(&self, heap: &Heap, moves: &mut Vec<u32>) {
            moves.extend(1..=heap.0.min(if heap.1 { 2 } else { 3 }));
        }

        fn after(&self, heap: &Heap, taken: u32) -> Heap {
            Heap(heap.0 - taken, !heap.1)
        }

        fn winners_turn(&self, heap: &Heap) -> bool {
            heap.1
        }

        fn status(&self, _: &Heap) -> Status {
            Status::NotWon
        }

        fn is_irreversible(&self, _: &Heap, _: u32) -> bool {
            true
        }
    }

    #[test]
    fn a_proof_is_read() {
        // From 5 the winner takes 2, which is stored as bit 1. From 3 the other side can move to 2, 1 and 0. From 2 the
        // winner takes 1, which is stored as bit 0, and the other side takes the last thing. From 1 the winner has a
        // single move, which takes no bit.
        let graph = ProofGraph::read(&Taking, Heap(5, true), 7, &[0b1000_0000]).unwrap();
        // The positions in the order of their numbers 0 to 6 are: heap 5 (winner to move), heap 3 (other side), heap 2
        // (winner), heap 1 (other side), heap 0 (winner), heap 1 (winner) and heap 0 (other side).
        assert_eq!((graph.depths(0), graph.depths(2), graph.depths(6)), (vec![1, 1, 3, 2], vec![1, 1, 1], vec![1]));
        let successors: Vec<&[u32]> = (0..7).map(|position| graph.successors(position)).collect();
        assert_eq!(successors, [&[1][..], &[2, 5, 4], &[3], &[4], &[], &[6], &[]]);
        let longest: Vec<u32> = (0..7).map(|position| graph.longest(position)).collect();
        assert_eq!(longest, [4, 3, 2, 1, 0, 1, 0]);
        assert_eq!((graph.chosen(0), graph.chosen(2)), (1, 0));
        let sizes: Vec<u32> = (0..7).map(|position| graph.size(position)).collect();
        assert_eq!(sizes, [7, 6, 3, 2, 1, 2, 1]);
        assert_eq!(graph.sizes(&[6, 0, 1, 2, 3, 4, 5]), [1, 7, 6, 3, 2, 1, 2]);
        assert_eq!(graph.offsets(&[0, 1, 2, 5]), [0, 1, 1, 2]);
        assert_eq!((choice_at(&[0b1000_0000], 0, 2), choice_at(&[0b1000_0000], 1, 2)), (Some(1), Some(0)));
        // First case: a single move takes no bits. Second case: 3 is not the index of one of three moves. Last two
        // cases: the stream is too short.
        assert_eq!(
            (choice_at(&[0xff], 8, 1), choice_at(&[0xff], 0, 3), choice_at(&[0xff], 7, 3), choice_at(&[], 9, 1)),
            (Some(0), None, None, None)
        );
        assert_eq!(graph.on_longest_line(1), Some(0));
        assert_eq!(graph.on_longest_line(4), None);
        assert_eq!((graph.way(0, 4), graph.way(2, 4)), (Some(vec![0, 2]), Some(vec![0, 0])));
        assert_eq!((graph.way(0, 0), graph.way(0, 7), graph.way(5, 4)), (Some(vec![]), None, None));
        assert_eq!((graph.roots(), graph.numbers(), graph.leaf(6)), (&[0][..], 7, None));
    }

    #[test]
    fn a_proof_has_several_roots_and_ends_at_leaves() {
        // The first root is heap 1 with the other side to move, and the second is heap 5 with the winner to move. Other
        // certificates prove heap 2 (winner to move, in 9 moves) and heap 4 (other side, in 7 moves). The winner takes
        // 2 from heap 5, so heap 4 is not met.
        let cited = |heap: &Heap| match heap {
            Heap(2, true) => Some(9),
            Heap(4, false) => Some(7),
            _ => None,
        };
        let roots = [Heap(1, false), Heap(5, true)];
        let (graph, leaves) = ProofGraph::read_linked(&Taking, &roots, cited, 6, &[0b1000_0000]).unwrap();
        // The numbers are: heap 1 (other side), heap 0 (winner), heap 5, heap 3, heap 1 (winner), heap 0 (other side),
        // and 6 for the leaf, heap 2.
        assert_eq!((graph.roots(), graph.len(), graph.numbers(), &leaves[..]), (&[0, 2][..], 6, 7, &[Heap(2, true)][..]));
        let successors: Vec<&[u32]> = (0..7).map(|position| graph.successors(position)).collect();
        assert_eq!(successors, [&[1][..], &[], &[3], &[6, 4, 1], &[5], &[], &[]]);
        let longest: Vec<u32> = (0..7).map(|position| graph.longest(position)).collect();
        assert_eq!(longest, [1, 0, 11, 10, 1, 0, 9]);
        let sizes: Vec<u32> = (0..7).map(|position| graph.size(position)).collect();
        assert_eq!((&sizes[..], graph.sizes(&[6, 3, 2])), (&[2, 1, 5, 4, 2, 1, 0][..], vec![0, 4, 5]));
        assert_eq!((graph.depths(2), graph.depths(6)), (vec![1, 1, 2, 1], vec![]));
        assert_eq!((graph.leaf(6), graph.leaf(5), graph.on_longest_line(3), graph.on_longest_line(6)), (Some(0), None, Some(0), None));
        assert_eq!((graph.way(2, 6), graph.way(0, 6), graph.way(6, 6)), (Some(vec![0, 0]), None, Some(vec![])));
        // Both roots are leaves, so nothing is read.
        let all = |heap: &Heap| Some(heap.0);
        let (graph, leaves) = ProofGraph::read_linked(&Taking, &roots, all, 0, &[]).unwrap();
        assert_eq!((graph.is_empty(), graph.roots(), &leaves[..]), (true, &[0, 1][..], &roots[..]));
        // A root that an earlier root leads to is not proved again.
        let roots = [Heap(1, true), Heap(0, false), Heap(1, true)];
        let (graph, leaves) = ProofGraph::read_linked(&Taking, &roots, |_| None, 2, &[]).unwrap();
        assert_eq!((graph.roots(), leaves.len()), (&[0, 1, 0][..], 0));
    }

    #[test]
    fn what_is_no_proof() {
        let table: [(u32, &[u8], &str); 4] = [
            (6, &[0b1000_0000], "more than 6 positions"),
            (8, &[0b1000_0000], "7 of 8 positions are proved"),
            (7, &[], "5 has no move"),
            (7, &[0b1000_0001], "7 of 7 positions are proved, with 0 bits left"),
        ];
        for (positions, stream, sentence) in table {
            let found = ProofGraph::read(&Taking, Heap(5, true), positions, stream).unwrap_err().to_string();
            assert!(found.contains(sentence), "{found}");
        }
    }
}
