//! Positions, moves and ends against the test vectors of the page and against positions made for the purpose.

use super::lines::Lines;
use super::{LosingChess, NAME, Stalemate};
use crate::game::{Colour, InTurns, Move, Play, Unnumbered, Words};
use crate::rejection::Place;
use crate::testing::{A, Item, T, U, read_game};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -";

fn game(stalemate: Stalemate) -> LosingChess {
    LosingChess { stalemate, lines: Lines::new() }
}

fn joint() -> LosingChess {
    game(Stalemate::Joint)
}

/// The position of a text, which is written in the same way again.
fn position(game: &LosingChess, text: &str) -> Words {
    let words = game.read(text, &Place::Byte(0)).unwrap();
    assert_eq!(game.text(&words), text);
    words
}

/// The legal moves with their names; none where play is over.
fn moves(game: &LosingChess, words: &Words) -> Vec<(Move, String)> {
    let mut list = vec![Move(0); 7];
    match game.play(words, &mut list) {
        Play::Goes(_) => list.into_iter().map(|played| (played, game.name(played))).collect(),
        Play::Over(_) => vec![],
    }
}

/// The number of sequences of that many legal moves.
fn perft(game: &LosingChess, words: &Words, depth: usize) -> u64 {
    let mut list = vec![];
    match game.play(words, &mut list) {
        Play::Over(_) => 0,
        Play::Goes(_) if depth == 1 => u64::try_from(list.len()).unwrap(),
        Play::Goes(_) => list.iter().map(|played| perft(game, &game.make(words, *played).position, depth - 1)).sum(),
    }
}

#[test]
fn sequences_from_the_start() {
    let game = joint();
    let start = position(&game, START);
    for (depth, count) in (1..).zip([20, 400, 8067, 153_299, 2_732_672, 46_264_162]) {
        assert_eq!(perft(&game, &start, depth), count, "{depth}");
    }
}
