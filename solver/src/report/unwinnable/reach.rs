//! Where kings can ever get, and what can never move nor be captured, where a side cannot mate: read off the evidence, so that it is no less certain than the
//! answer. What is said is true of all that can follow; that a king does get to every square named is not said.

use std::collections::VecDeque;

use gamecert_unwinnable::arguments::{Mobility, Outcome, SkeletonArgument};
use gamecert_unwinnable::{BitBoard, ClosedSet, Color, Position, Role, Square};
use rustc_hash::FxHashSet;

/// A set of more positions is not gone through: the mobility of units in the first one has to do.
const MOST: u32 = 1 << 16;

/// What holds whatever both sides play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The squares where the kings may be, White's first.
    pub kings: [BitBoard; 2],
    /// The squares of units that never move and are never captured.
    pub settled: BitBoard,
}

impl Reach {
    /// What the evidence that `intended_winner` cannot mate says of all that can follow from `root`.
    #[must_use]
    pub fn of(root: &Position, intended_winner: Color, set: &ClosedSet) -> Self {
        let within = (set.positions <= MOST).then(|| Self::within(root, intended_winner, set));
        let all = Self::by_mobility(root);
        within.map_or(all, |within| all.both(within))
    }

    /// What the mobility of units says.
    fn by_mobility(position: &Position) -> Self {
        let mobility = Mobility::of(position);
        let kings = [Color::White, Color::Black].map(|colour| {
            let king = mobility.tokens().iter().find(|token| token.role == Role::King && token.colour == colour);
            king.map_or(BitBoard::EMPTY, |king| king.moved)
        });
        Self { kings, settled: position.board().occupied() & !mobility.displaced }
    }

    /// What two arguments say together.
    fn both(self, other: Self) -> Self {
        let kings = [self.kings[0] & other.kings[0], self.kings[1] & other.kings[1]];
        Self { kings, settled: self.settled | other.settled }
    }

    /// What holds where either of two holds.
    fn either(self, other: Self) -> Self {
        let kings = [self.kings[0] | other.kings[0], self.kings[1] | other.kings[1]];
        Self { kings, settled: self.settled & other.settled }
    }

    /// What the positions of the set say. They are met and numbered as a certificate's (`spec/kinds/unwinnable.md`, section 2).
    fn within(root: &Position, intended_winner: Color, set: &ClosedSet) -> Self {
        let mut argument = SkeletonArgument::default();
        let mut known: FxHashSet<u64> = FxHashSet::from_iter([root.key()]);
        let mut waiting = VecDeque::from([root.clone()]);
        let mut all: Option<Self> = None;
        let mut number = 0;
        while let Some(position) = waiting.pop_front() {
            let here = if position.end().is_some() {
                Self::here(&position)
            } else if position.has_insufficient_material(intended_winner) || set.settled_by_static.binary_search(&number).is_ok() {
                Self::by_mobility(&position)
            } else if set.settled_by_skeletons.binary_search(&number).is_ok() {
                let mobility = Self::by_mobility(&position);
                match argument.argue(&position, intended_winner, set.tracked, set.skeletons) {
                    Outcome::Holds { .. } => {
                        let (kings, settled) = argument.traces();
                        mobility.both(Self { kings, settled })
                    }
                    _ => mobility,
                }
            } else {
                position.legal_moves().for_each(|played| {
                    let next = position.after(played);
                    if known.insert(next.key()) {
                        waiting.push_back(next);
                    }
                });
                Self::here(&position)
            };
            // A unit of the root that has gone is not settled, whatever stands there now.
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

    /// What one position says, from which play goes on in positions that are looked at, or not at all.
    fn here(position: &Position) -> Self {
        let kings = [Color::White, Color::Black].map(|colour| position.board().king(colour).bitboard());
        Self { kings, settled: position.board().occupied() }
    }
}
