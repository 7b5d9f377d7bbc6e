//! Examines a position in which a side cannot mate. Computes the squares that each piece or pawn may ever reach, and
//! finds the pieces and pawns that can never move and never be captured. The results follow from the proof that the
//! side cannot mate, so they are certain. The sets of squares are upper bounds: a piece or pawn does not necessarily
//! reach every square listed.

use std::collections::VecDeque;

use gamecert_unwinnable::arguments::{Mobility, Outcome, SkeletonArgument, Token, Traces};
use gamecert_unwinnable::{BitBoard, ClosedSet, Color, Position, Role, Square};
use rustc_hash::FxHashSet;

/// A closed set with more positions than this number is not visited.
const MAX_POSITIONS: u32 = 1 << 16;

const PROMOTED: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// Facts about the pieces and pawns of a position. The facts are true for all possible moves of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Squares that the pieces of each side and kind may reach.
    units: [[BitBoard; Role::NUM]; 2],
    /// Squares of pieces and pawns that never move and are never captured.
    pub settled: BitBoard,
}

/// Squares that one piece or pawn of the root position may ever reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Square of the piece or pawn in the root position.
    pub origin: Square,
    /// Kind of the piece or pawn in the root position.
    pub role: Role,
    /// Side of the piece or pawn.
    pub colour: Color,
    /// Squares that the piece or pawn may reach without promotion.
    pub squares: BitBoard,
    /// Squares that the pawn may reach after a promotion.
    pub promoted: BitBoard,
}

impl Reach {
    /// Derives facts that hold in every game that continues from the position `root`. The closed set `set` proves that
    /// `intended_winner` cannot mate.
    #[must_use]
    pub fn derive(root: &Position, intended_winner: Color, set: &ClosedSet) -> Self {
        let within = (set.positions <= MAX_POSITIONS).then(|| Self::within(root, intended_winner, set));
        let all = Self::by_mobility(root);
        within.map_or(all, |within| all.both(within))
    }

    /// Returns the squares that White's king may reach and the squares that Black's king may reach.
    #[must_use]
    pub fn kings(&self) -> [BitBoard; 2] {
        self.units.map(|units| units[Role::King as usize])
    }

    /// Returns the reachable squares of each piece and pawn of `root`.
    #[must_use]
    pub fn units(&self, root: &Position) -> Vec<Unit> {
        // `self.units` has one set of squares for all pieces of the same side and kind. The mobility tells them apart.
        let mobility = Mobility::compute(root);
        let unit = |token: &Token| {
            let (origin, role, colour) = (token.origin, token.role, token.colour);
            let of_role = |role: Role| self.units[colour as usize][role as usize];
            let (squares, promoted) = if self.settled.has(origin) {
                (origin.bitboard(), BitBoard::EMPTY)
            } else {
                let promoted = PROMOTED.into_iter().fold(BitBoard::EMPTY, |all, role| all | of_role(role));
                (token.moved & of_role(role), token.promoted & promoted)
            };
            Unit { origin, role, colour, squares, promoted }
        };
        mobility.tokens().iter().map(unit).collect()
    }

    /// Derives the facts from the mobility of the pieces and pawns in a position.
    fn by_mobility(position: &Position) -> Self {
        let mobility = Mobility::compute(position);
        let mut units = [[BitBoard::EMPTY; Role::NUM]; 2];
        for token in mobility.tokens() {
            let own = &mut units[token.colour as usize];
            own[token.role as usize] |= token.moved;
            PROMOTED.into_iter().for_each(|role| own[role as usize] |= token.promoted);
        }
        Self { units, settled: position.board().occupied() & !mobility.displaced }
    }

    /// Combines facts about the same position.
    fn both(self, other: Self) -> Self {
        self.joined(other, |one, other| one & other, self.settled | other.settled)
    }

    /// Keeps the facts that are true of both positions.
    fn either(self, other: Self) -> Self {
        self.joined(other, |one, other| one | other, self.settled & other.settled)
    }

    fn joined(mut self, other: Self, join: impl Fn(BitBoard, BitBoard) -> BitBoard, settled: BitBoard) -> Self {
        for (own, others) in self.units.iter_mut().flatten().zip(other.units.into_iter().flatten()) {
            *own = join(*own, others);
        }
        Self { settled, ..self }
    }

    /// Derives the facts from the positions of the closed set.
    fn within(root: &Position, intended_winner: Color, set: &ClosedSet) -> Self {
        let mut argument = SkeletonArgument::default();
        let mut known: FxHashSet<u64> = FxHashSet::from_iter([root.key()]);
        let mut waiting = VecDeque::from([root.clone()]);
        let mut all: Option<Self> = None;
        // The positions are numbered as in a certificate (`spec/kinds/unwinnable.md`, section 2).
        let mut number = 0;
        while let Some(position) = waiting.pop_front() {
            let here = if position.end().is_some() {
                Self::here(&position)
            } else if position.has_insufficient_material(intended_winner) || set.settled_by_static.binary_search(&number).is_ok() {
                Self::by_mobility(&position)
            } else if set.settled_by_skeletons.binary_search(&number).is_ok() {
                let mobility = Self::by_mobility(&position);
                let outcome = argument.argue(&position, intended_winner, set.tracked, set.skeletons);
                let traces = argument.traces().filter(|_| matches!(outcome, Outcome::Holds { .. }));
                traces.map_or(mobility, |Traces { units, settled }| mobility.both(Self { units, settled }))
            } else {
                position.legal_moves().for_each(|played| {
                    let next = position.after(played);
                    if known.insert(next.key()) {
                        waiting.push_back(next);
                    }
                });
                Self::here(&position)
            };
            // A piece or pawn of the root that has left its square is not settled, even if another one stands there
            // now.
            let same = |square: &Square| {
                let (then, now) = (root.board(), position.board());
                then.piece_on(*square) == now.piece_on(*square) && then.color_on(*square) == now.color_on(*square)
            };
            let stays = root.board().occupied().into_iter().filter(same).fold(BitBoard::EMPTY, |set, square| set | square.bitboard());
            let here = Self { settled: here.settled & stays, ..here };
            all = Some(all.map_or(here, |all| all.either(here)));
            number += 1;
        }
        all.unwrap_or_else(|| Self::by_mobility(root))
    }

    /// Returns the facts that follow from one position alone.
    fn here(position: &Position) -> Self {
        let board = position.board();
        let units = Color::ALL.map(|colour| Role::ALL.map(|role| board.colored_pieces(colour, role)));
        Self { units, settled: board.occupied() }
    }
}
