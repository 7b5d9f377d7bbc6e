//! A best-first search of all reachable positions. The search finds distant mates after many pawn moves, and large
//! closed sets.
//!
//! The cost of a position is the sum of the costs of the moves that lead to it. Irreversible moves of the intended
//! winner cost nothing, because they mostly make a mate more likely. The search first expands the positions with the
//! least cost. Among positions of equal cost, the search first expands the position that was reached last. A position
//! takes little more memory than its key, and the search expands a few million positions in a second. If the search
//! expands all reachable positions and finds no mate, no mate exists. The search uses a small share of its nodes for
//! playouts, which begin after irreversible moves. Playouts mostly find a mate long before the search itself does.
//!
//! Freely moving pieces make too many positions reachable. The width-limited search keeps only a few positions of each
//! *class*. The positions of a *class* have the same squares of kings and pawns, numbers of pieces, and side to move.
//! So the width-limited search finds routes for kings and pawns, even if pieces first have to make way. In automated
//! planning, this method is known as iterated width (Lipovetzky and Geffner, 2012). If a width-limited search has left
//! out a position, it cannot prove that no mate exists.

use cozy_chess::{Board, Color, Move as NativeMove, Piece as Role};
use rustc_hash::FxHashMap;

use super::cancellation::Cancellation;
use super::key_set::KeySet;
use super::playout::Playouts;
use super::successors::{self, Successor};
use super::{ClosedSet, Reason, Verdict, board_after, line_to, moves_of_native, zobrist};
use crate::chess::{Move, Position, material};

/// Maximum number of positions that the search stores. Each stored position takes 19 to 30 bytes.
const MAX_POSITIONS: usize = 1 << 22;
/// Maximum number of unexpanded positions. These positions and their predecessors' boards take at most about 140 MB.
const MAX_WAITING: usize = 1 << 20;

/// Maximum number of positions of a width-limited search. Each position takes up to 65 bytes.
const MAX_WIDTH_LIMITED_POSITIONS: usize = 1 << 21;
/// Each width-limited search has the width of the previous search multiplied by this factor. The width is the maximum
/// number of similar positions (of one class) that the search keeps. The first of the width-limited searches has the
/// width 1.
const WIDTH_GROWTH: u32 = 4;

const REVERSIBLE_COST: usize = 4;
const WINNERS_IRREVERSIBLE_COST: usize = 0;
const LOSERS_IRREVERSIBLE_COST: usize = 8;

/// `PLAYOUT_NODES` is the node limit of the playouts from a position after an irreversible move. Playouts may use at
/// most 1/`PLAYOUT_SHARE` of all nodes.
const PLAYOUT_NODES: u64 = 60;
const PLAYOUT_SHARE: u64 = 8;

/// The search keeps at most this many positions between rounds, in at most about 20 MB. A larger search starts again
/// from the root in the next round.
const MAX_KEPT_IN_BETWEEN: usize = 1 << 17;

/// A position that waits to be expanded. The board is created late, because most waiting positions are never expanded.
struct Waiting {
    number: u32,
    /// Index of the predecessor's board in [`Parents`].
    parent: u32,
    key: u64,
}

/// Boards of the positions that have unexpanded successors.
#[derive(Default)]
struct Parents {
    /// The boards, each with the number of its unexpanded successors.
    boards: Vec<(Board, u32)>,
    /// Indices of boards that no unexpanded successor needs any more.
    free: Vec<u32>,
}

impl Parents {
    fn next_index(&self) -> u32 {
        self.free.last().copied().unwrap_or(self.boards.len() as u32)
    }

    /// Adds a board that has `successors` unexpanded successors.
    fn add(&mut self, board: Board, successors: u32) {
        match self.free.pop() {
            Some(index) => self.boards[index as usize] = (board, successors),
            None => self.boards.push((board, successors)),
        }
    }

    /// Returns the board after the move `played` from the board at `index`. Frees the board at `index` if no other
    /// successor needs that board.
    fn successor(&mut self, index: u32, played: NativeMove) -> Board {
        let (board, successors) = &mut self.boards[index as usize];
        *successors -= 1;
        if *successors == 0 {
            self.free.push(index);
        }
        board_after(board, played)
    }
}

/// The best-first search of reachable positions, which releases its memory after each question.
#[derive(Default)]
pub(super) struct Reachable {
    known: KeySet,
    /// The flag marks an irreversible move.
    predecessors: Vec<(u32, Option<NativeMove>, bool)>,
    /// For each cost, the unexpanded positions of this cost.
    waiting: Vec<Vec<Waiting>>,
    parents: Parents,
    waiting_count: usize,
    /// `cost` is the least cost of an unexpanded position. `spent` is the number of positions searched, including those
    /// of playouts.
    cost: usize,
    spent: u64,
    /// `classes` has the number of kept positions of each class. `width` is the maximum number of positions that are
    /// kept of each class (similar positions), or `None` if there is no maximum.
    classes: FxHashMap<u64, u32>,
    width: Option<u32>,
    /// Whether positions may have been left out because enough similar positions (of the same class) were kept.
    dropped: bool,
    /// Number of nodes used by playouts. These nodes are included in `spent`.
    playout_nodes: u64,
    successors: Vec<Successor>,
}

impl Reachable {
    /// Continues the search where the previous call for the same question ended. Stops when all calls for this question
    /// together have stored `limit` positions, or when this call has searched `left` positions. Returns a pair: the
    /// verdict, and the number of positions that this call searched. The verdict is `None` if the search does not
    /// decide the question. The game must not be over in `root`.
    pub(super) fn go_on(
        &mut self,
        root: &Position,
        intended_winner: Color,
        (limit, left): (usize, usize),
        playouts: &mut Playouts,
        cancellation: &Cancellation,
    ) -> (Option<Verdict>, u64) {
        let before = self.spent;
        let limits = (limit.min(MAX_POSITIONS), before.saturating_add(left as u64));
        let verdict = self.run(root, intended_winner, limits, playouts, cancellation);
        let spent = self.spent - before;
        if verdict.is_some() || self.predecessors.len() > MAX_KEPT_IN_BETWEEN {
            self.reset();
        }
        (verdict, spent)
    }

    /// Starts a new question.
    pub(super) fn reset(&mut self) {
        *self = Self::default();
    }

    /// Runs width-limited searches from the root, each with a larger width than the previous search. All these searches
    /// together use at most about `limit` nodes.
    pub(super) fn search_width_limited(
        &mut self,
        root: &Position,
        intended_winner: Color,
        limit: usize,
        playouts: &mut Playouts,
        cancellation: &Cancellation,
    ) -> (Option<Verdict>, u64) {
        let (mut spent, mut width) = (0, 1);
        loop {
            *self = Self { width: Some(width), ..Self::default() };
            let left = limit.saturating_sub(usize::try_from(spent).unwrap_or(usize::MAX)).min(MAX_WIDTH_LIMITED_POSITIONS);
            let verdict = self.run(root, intended_winner, (left, u64::MAX), playouts, cancellation);
            spent += self.spent;
            let gave_up = self.spent == 0 || spent >= limit as u64 || cancellation.is_cancelled();
            if verdict.is_some() || gave_up {
                self.reset();
                return (verdict, spent);
            }
            width = width.saturating_mul(WIDTH_GROWTH);
        }
    }

    /// Stops when more than `limit` positions are stored, or when `most` nodes are spent.
    fn run(
        &mut self,
        root: &Position,
        intended_winner: Color,
        (limit, most): (usize, u64),
        playouts: &mut Playouts,
        cancellation: &Cancellation,
    ) -> Option<Verdict> {
        if self.predecessors.is_empty() {
            let key = zobrist::key(root.board());
            self.known.insert(key);
            self.predecessors.push((0, None, false));
            self.enqueue(Waiting { number: 0, parent: 0, key }, 0);
        }
        while self.cost < self.waiting.len() {
            let cost = self.cost;
            if self.waiting[cost].is_empty() {
                self.waiting[cost] = Vec::new();
                self.cost += 1;
                continue;
            }
            let at_limit = self.predecessors.len() > limit || self.spent >= most;
            if at_limit || self.waiting_count > MAX_WAITING || cancellation.is_cancelled() {
                return None;
            }
            let Some(Waiting { number, parent, key }) = self.waiting[cost].pop() else { continue };
            self.waiting_count -= 1;
            self.spent += 1;
            let (_, played, irreversible) = self.predecessors[number as usize];
            let board = match played {
                Some(played) => self.parents.successor(parent, played),
                None => root.board().clone(),
            };
            if material::cannot_mate(&board, intended_winner) {
                continue;
            }
            if irreversible && self.playout_nodes <= self.spent / PLAYOUT_SHARE {
                let here = Position::from_board(board.clone());
                let (rest, nodes) = playouts.search(&here, intended_winner, PLAYOUT_NODES, cancellation);
                self.playout_nodes += nodes;
                self.spent += nodes;
                if let Some(rest) = rest {
                    return Some(Verdict::Winnable(self.line(root, number, &rest)));
                }
            }
            self.expand((key, &board), (number, cost), intended_winner);
            if self.successors.is_empty() && board.side_to_move() != intended_winner && !board.checkers().is_empty() {
                return Some(Verdict::Winnable(self.line(root, number, &[])));
            }
        }
        if self.dropped {
            return None;
        }
        let positions = self.predecessors.len() as u32;
        Some(Verdict::Unwinnable(ClosedSet::new(positions, Reason::Closed)))
    }

    /// Adds the new successors of a position. First loads the hash-table slots of all successors into the processor's
    /// cache.
    fn expand(&mut self, (here, board): (u64, &Board), (here_number, cost): (u32, usize), intended_winner: Color) {
        let winner_moves = board.side_to_move() == intended_winner;
        let mut successors = std::mem::take(&mut self.successors);
        successors::list(board, here, &mut successors);
        self.known.prefetch(successors.iter().map(|successor| successor.key));
        let parent = self.parents.next_index();
        let mut added = 0;
        for &Successor { key, played, irreversible } in &successors {
            let step = match (irreversible, winner_moves) {
                (false, _) => REVERSIBLE_COST,
                (true, true) => WINNERS_IRREVERSIBLE_COST,
                (true, false) => LOSERS_IRREVERSIBLE_COST,
            };
            // The keys of dropped positions are not stored, so that memory is bounded by the number of kept positions.
            let class = self.width.map(|_| class(&board_after(board, played)));
            if class.is_none_or(|class| self.has_room(class)) && self.known.insert(key) {
                class.into_iter().for_each(|class| *self.classes.entry(class).or_default() += 1);
                let number = self.predecessors.len() as u32;
                self.predecessors.push((here_number, Some(played), irreversible));
                self.enqueue(Waiting { number, parent, key }, cost + step);
                added += 1;
            }
        }
        if added > 0 {
            self.parents.add(board.clone(), added);
        }
        self.successors = successors;
    }

    /// Returns whether another position of this class (of similar positions) may be kept. If the class is full, records
    /// that a position was left out.
    fn has_room(&mut self, class: u64) -> bool {
        let count = self.classes.get(&class).copied().unwrap_or(0);
        let has_room = self.width.is_none_or(|width| count < width);
        self.dropped |= !has_room;
        has_room
    }

    fn enqueue(&mut self, position: Waiting, cost: usize) {
        if self.waiting.len() <= cost {
            self.waiting.resize_with(cost + 1, Vec::new);
        }
        self.waiting[cost].push(position);
        self.waiting_count += 1;
    }

    /// Returns the moves from the root to a position, followed by `rest`.
    fn line(&self, root: &Position, number: u32, rest: &[Move]) -> Vec<Move> {
        let line = line_to(number, |number| {
            let (predecessor, played, _) = self.predecessors[number as usize];
            (predecessor, played)
        });
        let mut line = moves_of_native(root, &line);
        line.extend(rest);
        line
    }
}

/// Returns a hash of the position's class. If two classes of similar positions have the same hash, the search treats
/// both as one class, and keeps fewer positions.
///
/// All machines compute the same hash, and find the same verdicts.
fn class(board: &Board) -> u64 {
    const FACTOR: u64 = 0xf135_7aea_2e62_a9c5;
    let mut class: u64 = 0;
    let mut add = |word: u64| class = class.wrapping_add(word).wrapping_mul(FACTOR);
    add(board.side_to_move() as u64);
    for colour in Color::ALL {
        add(board.king(colour) as u64);
        add(board.colored_pieces(colour, Role::Pawn).0);
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            add(board.colored_pieces(colour, role).len().into());
        }
    }
    class.rotate_left(26)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::End;

    #[test]
    fn mates_behind_bishops_in_the_way() {
        // The node limits are high enough for a different order of moves too.
        let table = [
            ("2b1b2k/1p5b/1Pp5/2Pp1b2/3Pp3/B3Pp1b/5P2/K1B1B3 w - -", Color::White, 200_000),
            ("1Bb5/1p6/pPp3k1/2Pp3p/P2PpBpP/4P1P1/5K2/8 w - -", Color::Black, 50_000),
        ];
        for (fen, intended_winner, limit) in table {
            let position: Position = fen.parse().unwrap();
            let mut playouts = Playouts::default();
            let (verdict, _) =
                Reachable::default().search_width_limited(&position, intended_winner, limit, &mut playouts, &Cancellation::default());
            let Some(Verdict::Winnable(line)) = verdict else { panic!("{fen}: {verdict:?}") };
            let end = line.iter().fold(position, |position, &played| position.after(played)).end();
            assert_eq!(end, Some(End::Mate(intended_winner)), "{fen}");
        }
    }

    #[test]
    fn what_is_dropped_shows_nothing() {
        // Bishops move about in the shelter of a wall of pawns, and nobody mates. Without a width limit, the search
        // reaches all positions of the closed set.
        let position: Position = "4k3/8/1b6/p1p1p1p1/P1P1P1P1/8/8/4KB2 w - -".parse().unwrap();
        let (mut search, mut playouts) = (Reachable::default(), Playouts::default());
        let (verdict, positions) = search.go_on(&position, Color::White, (1 << 20, 1 << 20), &mut playouts, &Cancellation::default());
        assert!(matches!(&verdict, Some(Verdict::Unwinnable(_))), "{verdict:?}");
        let (narrow, _) =
            search.search_width_limited(&position, Color::White, positions as usize / 2, &mut playouts, &Cancellation::default());
        assert_eq!(narrow, None);
        // If the width is so large that no position is dropped, the verdict is the same as without a width limit.
        assert_eq!(search.search_width_limited(&position, Color::White, 1 << 22, &mut playouts, &Cancellation::default()).0, verdict);
    }
}
