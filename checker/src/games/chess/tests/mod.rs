//! Positions, moves and ends against the test vectors of the page and against positions made for the purpose.

use super::Chess;
use crate::chess::lines::Lines;
use crate::game::{InTurns, Move, Play, Words};
use crate::rejection::Place;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

fn game() -> Chess {
    Chess { lines: Lines::new() }
}

/// The position of a text, which is written in the same way again.
fn position(game: &Chess, text: &str) -> Words {
    let words = game.read(text, &Place::Byte(0)).unwrap_or_else(|rejection| panic!("{text}: {rejection}"));
    assert_eq!(game.text(&words), text);
    words
}

/// The legal moves with their names; none where play is over.
fn moves(game: &Chess, words: &Words) -> Vec<(Move, String)> {
    // What is in the list before does not count.
    let mut list = vec![Move(0); 7];
    match game.play(words, &mut list) {
        Play::Goes(_) => list.into_iter().map(|played| (played, game.name(played))).collect(),
        Play::Over(_) => vec![],
    }
}

fn names(game: &Chess, text: &str) -> String {
    moves(game, &position(game, text)).into_iter().map(|(_, name)| name).collect::<Vec<_>>().join(" ")
}

/// The number of sequences of that many legal moves.
fn perft(game: &Chess, words: &Words, depth: usize) -> u64 {
    let mut list = vec![];
    match game.play(words, &mut list) {
        Play::Over(_) => 0,
        Play::Goes(_) if depth == 1 => u64::try_from(list.len()).unwrap(),
        Play::Goes(_) => list.iter().map(|played| perft(game, &game.make(words, *played).position, depth - 1)).sum(),
    }
}

#[test]
fn sequences_of_moves() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
    let promotions = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -";
    let table: [(&str, &[u64]); 5] = [
        (START, &[20, 400, 8902, 197_281, 4_865_609]),
        (kiwipete, &[48, 2039, 97_862, 4_085_603]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", &[14, 191, 2812, 43_238, 674_624]),
        (promotions, &[6, 264, 9467, 422_333]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", &[44, 1486, 62_379, 2_103_487]),
    ];
    let game = game();
    for (text, counts) in table {
        let position = position(&game, text);
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&game, &position, depth), *count, "{text} {depth}");
        }
    }
}

#[test]
fn seen_without_moving() {
    use crate::game::{
        Colour::{Black, White},
        WithHelp,
    };
    // The position, whether White and whether Black can be seen to be unable to mate.
    let table = [
        ("8/8/8/8/5p1p/p1p1pPkP/P1P1P1B1/6KB w - -", None, Some(false)),
        ("8/1p2p1p1/1P2P1P1/Bp2pBp1/1P2P1P1/7k/1P2P3/7K b - -", Some(false), None),
        ("1k4bB/1P1p4/BP1Pp1p1/1P2P1P1/8/PpB5/1P1B4/K7 w - -", Some(false), None),
        ("2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - -", Some(true), Some(true)),
        ("Bb1k1b2/bKp1p1p1/1pP1P1P1/pP6/6P1/P7/8/8 w - -", Some(false), None),
    ];
    let game = game();
    for (text, white, black) in table {
        let words = position(&game, text);
        for (side, verdict) in [(White, white), (Black, black)] {
            if let Some(verdict) = verdict {
                assert_eq!(game.statically(&words, side), verdict, "{text} {side:?}");
            }
        }
    }
}
