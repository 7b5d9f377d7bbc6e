//! Quiescent positions, in which a move is worth nothing (`max_w = min_b`), by the categories of the paper's section 8.
//!
//! The categories are descriptions; a position that answers to one need not be quiescent. In particular it is not when the kings
//! stand next to each other, for then whoever moves wins: such positions are counted apart. What is quiescent and answers to no
//! description is `other`, which the paper does not have on the usual board.

use serde::{Serialize, Serializer};

use super::labels::Labels;
use super::{Count, Entry, Example};
use crate::games::bidding_chess::{Board, Role, Square};
use crate::model::value::Rational;

/// A category of quiescent positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    /// Only the two kings.
    BareKings,
    /// One bishop, on squares of the colour on which the king of the other side does not stand.
    GhostBishop,
    /// One pawn, with the king of the other side in front of it on its file.
    BlockedPawn,
    /// One pawn, with its own king in front of it on its file, where it cannot get out without moving next to the other king.
    CorneredKing,
    /// None of these.
    Other,
}

impl Category {
    /// The paper's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::BareKings => "bare kings",
            Self::GhostBishop => "ghost bishop",
            Self::BlockedPawn => "blocked pawn",
            Self::CorneredKing => "cornered king",
            Self::Other => "other",
        }
    }

    /// The first category whose description a position answers to.
    fn of(entry: &Entry) -> Self {
        let board = entry.ending.board();
        let pieces = entry.ending.material().pieces();
        match (entry.placement.squares(), pieces.get(1).map(|piece| piece.role)) {
            (&[_, _], _) => Self::BareKings,
            (&[_, bishop, king], Some(Role::Bishop)) if shade(board, bishop) != shade(board, king) => Self::GhostBishop,
            (&[_, pawn, king], Some(Role::Pawn)) if in_front(board, pawn, king) => Self::BlockedPawn,
            (&[own, pawn, king], Some(Role::Pawn)) if cornered(board, own, pawn, king) => Self::CorneredKing,
            _ => Self::Other,
        }
    }
}

impl Serialize for Category {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Quiescent positions of an ending.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Quiescence {
    /// All of them.
    pub count: Count,
    /// By category, as they are met.
    pub categories: Vec<QuiescentCategory>,
}

/// One category.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct QuiescentCategory {
    /// Which.
    pub category: Category,
    /// Quiescent positions in it.
    pub count: Count,
    /// Positions of that description that are not quiescent because the kings stand next to each other.
    pub kings_adjacent: Count,
    /// Other positions of that description that are not quiescent.
    pub not_quiescent: Count,
    /// Quiescent positions of different values, from the least value to the greatest; of many values the first ones met.
    pub examples: Vec<Example>,
    /// The largest labels of its quiescent positions.
    pub labels: Labels,
}

/// More examples of a category than these are not kept, but for the least and the greatest value.
const MAX_EXAMPLES: usize = 10;

impl Quiescence {
    pub(super) fn add(&mut self, entry: &Entry, quiescent: bool) {
        let category = Category::of(entry);
        if quiescent {
            self.count.add(entry.placements);
        } else if category == Category::Other {
            return;
        }
        let at = self.categories.iter().position(|known| known.category == category).unwrap_or_else(|| {
            self.categories.push(QuiescentCategory::new(category));
            self.categories.len() - 1
        });
        let found = &mut self.categories[at];
        if quiescent {
            found.add(entry);
        } else if kings_adjacent(entry) {
            found.kings_adjacent.add(entry.placements);
        } else {
            found.not_quiescent.add(entry.placements);
        }
    }
}

impl QuiescentCategory {
    fn new(category: Category) -> Self {
        let none = Count::default();
        Self { category, count: none, kings_adjacent: none, not_quiescent: none, examples: Vec::new(), labels: Labels::default() }
    }

    fn add(&mut self, entry: &Entry) {
        self.count.add(entry.placements);
        self.labels.add(entry);
        let Err(at) = self.examples.binary_search_by(|example| example.value.cmp(entry.alpha())) else { return };
        let extreme = at == 0 || at == self.examples.len();
        if self.examples.len() < MAX_EXAMPLES {
            self.examples.insert(at, entry.example());
        } else if extreme {
            // The old extreme makes room.
            let replaced = at.min(self.examples.len() - 1);
            self.examples[replaced] = entry.example();
        }
    }

    /// The least and the greatest value of its quiescent positions.
    #[must_use]
    pub fn range(&self) -> Option<(&Rational, &Rational)> {
        self.examples.first().zip(self.examples.last()).map(|(least, greatest)| (&least.value, &greatest.value))
    }
}

fn kings_adjacent(entry: &Entry) -> bool {
    let pieces = entry.ending.material().pieces();
    let kings: Vec<Square> =
        pieces.iter().zip(entry.placement.squares()).filter(|(piece, _)| piece.role == Role::King).map(|(_, square)| *square).collect();
    distance(entry.ending.board(), kings[0], kings[1]) == 1
}

/// King's moves from one square to another.
fn distance(board: Board, a: Square, b: Square) -> u8 {
    board.file(a).abs_diff(board.file(b)).max(board.rank(a).abs_diff(board.rank(b)))
}

/// Light and dark squares.
fn shade(board: Board, square: Square) -> u8 {
    (board.file(square) + board.rank(square)) % 2
}

/// Whether a square lies in front of a white pawn on its file.
fn in_front(board: Board, pawn: Square, square: Square) -> bool {
    board.file(square) == board.file(pawn) && board.rank(square) > board.rank(pawn)
}

/// Whether all that White's king can reach, without stepping next to the other king or onto its pawn, lies in front of the pawn.
fn cornered(board: Board, own: Square, pawn: Square, king: Square) -> bool {
    let mut reached = vec![own];
    let mut next = 0;
    while let Some(&from) = reached.get(next) {
        if !in_front(board, pawn, from) || distance(board, from, king) < 2 {
            return false;
        }
        next += 1;
        for to in board.all_squares() {
            if distance(board, from, to) == 1 && to != pawn && distance(board, to, king) > 1 && !reached.contains(&to) {
                reached.push(to);
            }
        }
    }
    true
}
