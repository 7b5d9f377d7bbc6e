//! Sorts quiescent positions into the categories of section 8 of the paper. A position is quiescent if a move is worth
//! nothing, because the best moves of White and Black lead to the same value.
//!
//! A position that fits a category is not always quiescent. For example, if the kings are adjacent, the player who
//! moves wins. Positions with adjacent kings are counted separately. A quiescent position that fits no description
//! belongs to the category `other`. The paper does not have the category `other`, because this category is empty on the
//! usual board.

use serde::{Serialize, Serializer};

use super::labels::Labels;
use super::{Count, Entry, Example};
use crate::games::bidding_chess::{Board, Role, Square};

/// Category of quiescent positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    /// Only the two kings are on the board.
    BareKings,
    /// One bishop; the bishop and the opposing king stand on squares of different colours.
    GhostBishop,
    /// One pawn; the opposing king stands on the pawn's file, in front of the pawn.
    BlockedPawn,
    /// One pawn; the king of the same side stands on the pawn's file, in front of the pawn. This king cannot leave the
    /// file without moving next to the opposing king.
    CorneredKing,
    /// A quiescent position that fits no other category.
    Other,
}

impl Category {
    /// Returns the name of the category.
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

    /// Returns the first category whose description fits a position.
    fn classify(entry: &Entry) -> Self {
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
    /// All quiescent positions.
    pub count: Count,
    /// Counts by category, in order of first occurrence.
    pub categories: Vec<QuiescentCategory>,
}

/// Positions of one category.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct QuiescentCategory {
    /// The category.
    pub category: Category,
    /// Quiescent positions of the category.
    pub count: Count,
    /// Positions that are not quiescent, because the kings are adjacent.
    pub kings_adjacent: Count,
    /// Positions that are not quiescent although the kings are not adjacent.
    pub not_quiescent: Count,
    /// Quiescent positions with distinct values, in ascending order of value. The list has at most ten positions and
    /// always includes the least and the greatest value.
    pub examples: Vec<Example>,
    /// Each player's largest label among the quiescent positions of the category.
    pub labels: Labels,
}

const MAX_EXAMPLES: usize = 10;

impl Quiescence {
    pub(super) fn add(&mut self, entry: &Entry, quiescent: bool) {
        let category = Category::classify(entry);
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
            // The new extreme value replaces the old one.
            let replaced = at.min(self.examples.len() - 1);
            self.examples[replaced] = entry.example();
        }
    }
}

fn kings_adjacent(entry: &Entry) -> bool {
    let pieces = entry.ending.material().pieces();
    let kings: Vec<Square> =
        pieces.iter().zip(entry.placement.squares()).filter(|(piece, _)| piece.role == Role::King).map(|(_, square)| *square).collect();
    distance(entry.ending.board(), kings[0], kings[1]) == 1
}

/// Returns the number of king's moves from one square to another.
fn distance(board: Board, a: Square, b: Square) -> u8 {
    board.file(a).abs_diff(board.file(b)).max(board.rank(a).abs_diff(board.rank(b)))
}

/// Returns the colour of a square as 0 or 1.
fn shade(board: Board, square: Square) -> u8 {
    (board.file(square) + board.rank(square)) % 2
}

/// Reports whether a square lies on the file of a white pawn and in front of the pawn.
fn in_front(board: Board, pawn: Square, square: Square) -> bool {
    board.file(square) == board.file(pawn) && board.rank(square) > board.rank(pawn)
}

/// Reports whether White's king can reach only squares in front of the pawn. The king must not move next to the other
/// king or onto the pawn's square.
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
