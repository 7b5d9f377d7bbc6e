//! A best-first search through all reachable positions: for mates that are far away behind pawn moves, and for closed sets that are large.
//!
//! Irreversible moves change what can happen, those of the intended winner mostly for the better. So positions that few other moves lead to are expanded
//! first, and of those the one that was met last. A position takes little more memory than its key, and a second is enough for some million of them. If all
//! reachable positions are met without a mate, there is none. A small part of the nodes goes to playouts from positions that follow an irreversible move, which
//! mostly find a mate long before the search comes to it.
//!
//! Where pieces are free to move there are too many positions, though kings and pawns may have few places. The width-limited search keeps only a few
//! positions of each *class*: the places of kings and pawns, the number of pieces of each role, and the side to move. So it finds ways of kings and pawns for
//! which pieces have to make room. Planning knows such searches as iterated width (N. Lipovetzky and H. Geffner, 2012). It cannot show that there is no mate,
//! unless it has dropped nothing.

use cozy_chess::{Board, Color, Move as NativeMove, Piece as Role};
use rustc_hash::FxHashMap;

use super::cancellation::Cancellation;
use super::key_set::KeySet;
use super::playout::Playouts;
use super::successors::{self, Successor};
use super::{ClosedSet, Reason, Verdict, board_after, moves_of_native, zobrist};
use crate::chess::{Move, Position, material};

/// Most positions of a set, which take 19 to 30 bytes each.
const MAX_POSITIONS: usize = 1 << 22;
/// Most positions that may wait, which take at most some 140 MB with the boards from which they were met, and mostly a third of that.
const MAX_WAITING: usize = 1 << 20;

/// Most positions of a width-limited search, which take up to 65 bytes each.
const MAX_WIDTH_LIMITED_POSITIONS: usize = 1 << 21;
/// By this factor the width grows from one search to the next. The first width is 1.
const WIDTH_GROWTH: u32 = 4;

/// What a move adds to the cost of a line: a reversible one, an irreversible one of the intended winner, and one of the intended loser.
const REVERSIBLE_COST: usize = 4;
const WINNERS_IRREVERSIBLE_COST: usize = 0;
const LOSERS_IRREVERSIBLE_COST: usize = 8;

/// Nodes of the playouts from a position that follows an irreversible move. They take one node of so many, and are left out where they would take more.
const PLAYOUT_NODES: u64 = 60;
const PLAYOUT_SHARE: u64 = 8;

/// Most positions that are kept from one round to the next, which take at most some 20 MB. With more of them the next round begins from the start.
const MAX_KEPT_IN_BETWEEN: usize = 1 << 17;

/// A position whose moves have not been made yet. Most of them are never looked at, so its board is only made when it is.
struct Waiting {
    number: u32,
    /// The index in [`Parents`] of the position from which it was met first.
    parent: u32,
    key: u64,
}

/// The boards of positions with successors that wait.
#[derive(Default)]
struct Parents {
    /// Each with the number of those successors.
    boards: Vec<(Board, u32)>,
    /// The indices of boards that no successor needs any more.
    free: Vec<u32>,
}

impl Parents {
    /// The index that the next board gets.
    fn next_index(&self) -> u32 {
        self.free.last().copied().unwrap_or(self.boards.len() as u32)
    }

    /// Adds a board, of which this number of successors wait.
    fn add(&mut self, board: Board, successors: u32) {
        match self.free.pop() {
            Some(index) => self.boards[index as usize] = (board, successors),
            None => self.boards.push((board, successors)),
        }
    }

    /// The board after a move to a successor that waits no longer.
    fn successor(&mut self, index: u32, played: NativeMove) -> Board {
        let (board, successors) = &mut self.boards[index as usize];
        *successors -= 1;
        if *successors == 0 {
            self.free.push(index);
        }
        board_after(board, played)
    }
}

/// The search. It gives its memory back after each question.
#[derive(Default)]
pub(super) struct Reachable {
    known: KeySet,
    /// For each number, the number of the position from which it was met first, the move, and whether that is irreversible.
    predecessors: Vec<(u32, Option<NativeMove>, bool)>,
    /// For each cost, the positions whose moves have not been made yet.
    waiting: Vec<Vec<Waiting>>,
    parents: Parents,
    /// The number of positions that wait.
    waiting_count: usize,
    /// The least cost of a position that waits, and the number of positions looked at, those of playouts included.
    cost: usize,
    spent: u64,
    /// The number of positions of each class, and the most that are kept, if the search is limited in width.
    classes: FxHashMap<u64, u32>,
    width: Option<u32>,
    /// Whether positions may have been dropped because of the width. One that is met again counts as dropped if its class has no room any more.
    dropped: bool,
    /// The nodes of playouts among those spent.
    playout_nodes: u64,
    /// The successors of the current position.
    successors: Vec<Successor>,
}

impl Reachable {
    /// Meets at most `limit` positions, those of earlier calls for the same question included, where those have ended; but looks at no more than `left`
    /// others. Returns a verdict, if there is one, and the number of positions looked at. The game is not over in `root`.
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

    /// Searches from the start, with at most `limit` positions in all searches of growing width together.
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

    /// Goes on until more than `limit` positions have been met, or `most` nodes spent.
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

    /// Adds the positions to which moves lead. Most of them are known already, so only their keys are computed, and the slots of all keys are loaded at the
    /// same time.
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
            // Keys of positions that are dropped are not stored, so that memory is bounded by the positions that are kept.
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

    /// Whether fewer positions of a class are kept than the width allows.
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

    /// The moves from the root to a position, followed by `rest`.
    fn line(&self, root: &Position, mut number: u32, rest: &[Move]) -> Vec<Move> {
        let mut line = Vec::new();
        while let (predecessor, Some(played), _) = self.predecessors[number as usize] {
            line.push(played);
            number = predecessor;
        }
        line.reverse();
        let mut line = moves_of_native(root, &line);
        line.extend(rest);
        line
    }
}

/// The class of a position, as a hash. If two classes have the same one, fewer of their positions are kept.
///
/// The hash of `FxHasher` with words of 64 bits on every machine, as verdicts are to be the same everywhere.
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
        // The number of positions leaves room for another order of moves.
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
        // Bishops move about behind a wall, and nobody mates. Without a limit of width the set is closed.
        let position: Position = "4k3/8/1b6/p1p1p1p1/P1P1P1P1/8/8/4KB2 w - -".parse().unwrap();
        let (mut search, mut playouts) = (Reachable::default(), Playouts::default());
        let (verdict, positions) = search.go_on(&position, Color::White, (1 << 20, 1 << 20), &mut playouts, &Cancellation::default());
        assert!(matches!(&verdict, Some(Verdict::Unwinnable(_))), "{verdict:?}");
        let (narrow, _) =
            search.search_width_limited(&position, Color::White, positions as usize / 2, &mut playouts, &Cancellation::default());
        assert_eq!(narrow, None);
        // A width that drops nothing shows what the plain search shows.
        assert_eq!(search.search_width_limited(&position, Color::White, 1 << 22, &mut playouts, &Cancellation::default()).0, verdict);
    }
}
