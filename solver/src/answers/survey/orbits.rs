//! Counts the positions in a class of symmetric positions.

use crate::games::bidding_chess::{Ending, Placement, Square};

/// The symmetries of an ending's board (`spec/rules/bidding-chess.md`, section 3).
pub(super) struct Orbits<'a> {
    ending: &'a Ending,
    /// Image of every square under each symmetry.
    maps: Vec<Vec<Square>>,
}

impl<'a> Orbits<'a> {
    pub(super) fn new(ending: &'a Ending) -> Self {
        let board = ending.board();
        let (right, top) = (board.width() - 1, board.height() - 1);
        let pawns = ending.material().has_pawns();
        let turns = |allowed: bool| if allowed { &[false, true][..] } else { &[false][..] };
        let mut maps = Vec::new();
        for &transposed in turns(!pawns && board.is_square()) {
            for &upside_down in turns(!pawns) {
                for mirrored in [false, true] {
                    let image = |square| {
                        let file = if mirrored { right - board.file(square) } else { board.file(square) };
                        let rank = if upside_down { top - board.rank(square) } else { board.rank(square) };
                        if transposed { board.square(rank, file) } else { board.square(file, rank) }
                    };
                    maps.push(board.all_squares().map(image).collect());
                }
            }
        }
        Self { ending, maps }
    }

    /// Returns the number of placements that are symmetric to this placement, including the placement itself.
    pub(super) fn placements(&self, placement: &Placement) -> u64 {
        let mut images: Vec<u64> = self.maps.iter().map(|map| self.number_of_image(map, *placement)).collect();
        images.sort_unstable();
        images.dedup();
        images.len() as u64
    }

    fn number_of_image(&self, map: &[Square], mut placement: Placement) -> u64 {
        for square in placement.squares_mut() {
            *square = map[usize::from(*square)];
        }
        self.ending.numbering().number(placement.squares_mut())
    }
}
