//! Puts one piece of a position on each square of the board, and finds the value of each resulting position. A picture
//! of the board can show the value of each square.

use super::bounds::BoundedTables;
use super::lookup::LookupError;
use super::tablebase::Tablebase;
use crate::answers::NoAnswer;
use crate::games::bidding_chess::{Diagram, Square};
use crate::model::bracket::Bounds;
use crate::model::graph::BoundaryValue;

/// Puts the piece from the square `moved` on each square of the board, and returns the value of each resulting
/// position. The squares are in ascending order, from a1 along the first rank. The value is `None` if another piece
/// stands on the square or if the resulting position is impossible.
///
/// # Errors
/// [`LookupError`] if the tablebase does not contain the ending of the position.
///
/// # Panics
/// Panics if no piece stands on `moved`.
pub fn squares(tablebase: &Tablebase, diagram: &Diagram, moved: Square) -> Result<Vec<Option<BoundaryValue>>, LookupError> {
    super::lookup::there(tablebase, diagram)?;
    let value = |put: &Diagram| {
        let probe = tablebase.probe(put)?;
        let value = tablebase.value(probe.ending, probe.class);
        Some(if probe.exchanged { value.exchanged() } else { value })
    };
    Ok(each_square(diagram, moved, value))
}

/// Like [`squares`], but returns bounds instead of values. Bounds are in units of 2^-bits.
///
/// # Errors
/// [`NoAnswer`] if there are no bounds of the position's ending.
///
/// # Panics
/// Panics if no piece stands on `moved`.
pub fn squares_between(tables: &BoundedTables, diagram: &Diagram, moved: Square) -> Result<Vec<Option<Bounds>>, NoAnswer> {
    tables.bounds(diagram)?;
    Ok(each_square(diagram, moved, |put| tables.bounds(put).ok()))
}

/// Moves the piece on `moved` to each square in turn, and calls `known` with the resulting position.
fn each_square<T>(diagram: &Diagram, moved: Square, known: impl Fn(&Diagram) -> Option<T>) -> Vec<Option<T>> {
    let piece = diagram.pieces.iter().position(|&(_, square)| square == moved).expect("a piece stands there");
    let value = |square: Square| {
        let mut put = diagram.clone();
        if put.pieces.iter().any(|&(_, other)| other == square && other != moved) {
            return None;
        }
        put.pieces[piece].1 = square;
        // Parses the text of the new position, because the parser rejects impossible positions.
        known(&Diagram::parse(put.board, &put.to_string()).ok()?)
    };
    diagram.board.all_squares().map(value).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::squares;
    use crate::answers::lookup::lookup;
    use crate::answers::tablebase::Tablebase;
    use crate::control::{Control, Silent};
    use crate::games::bidding_chess::{Diagram, Ending, Material};
    use crate::solve::bidding_chess::solve;

    #[test]
    fn each_square_is_what_looking_it_up_says() {
        let board = "3x4".parse().unwrap();
        let material: Material = "KPK".parse().unwrap();
        let family = Ending::family(board, &[material]).unwrap();
        let stop = AtomicBool::new(false);
        let solutions = solve(&family, Control::new("KPK", &Silent, &stop)).unwrap();
        let tablebase = Tablebase::new(family.into_iter().zip(solutions).collect());
        for (position, moved, none) in [("k2/3/P2/2K", 3, 6), ("K2/2p/3/2k", 8, 6), ("k2/3/P2/2K", 2, 2)] {
            let diagram = Diagram::parse(board, position).unwrap();
            let found = squares(&tablebase, &diagram, moved).unwrap();
            assert_eq!(found.len(), 12);
            for (value, square) in found.iter().zip(0..) {
                let mut put = diagram.clone();
                let piece = put.pieces.iter().position(|&(_, square)| square == moved).unwrap();
                let is_free = put.pieces.iter().enumerate().all(|(other, &(_, taken))| other == piece || taken != square);
                put.pieces[piece].1 = square;
                let text = put.to_string();
                match Diagram::parse(board, &text).ok().filter(|_| is_free) {
                    Some(put) => assert_eq!(value.as_ref().unwrap().alpha, lookup(&tablebase, &put, Vec::new()).unwrap().alpha, "{text}"),
                    None => assert!(value.is_none(), "{text}"),
                }
            }
            assert_eq!(found.iter().filter(|value| value.is_none()).count(), none, "{position}");
        }
    }
}
