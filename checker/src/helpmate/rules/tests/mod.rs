//! Tests positions, moves and game ends with the test vectors of `spec/rules/chess.md` and with constructed positions.

mod formats;

use super::Chess;
use crate::chess::game::{Status, TwoPlayerGame};
use crate::chess::packed::PackedPosition;
use crate::core::game::Colour;
use crate::core::refusal::Place;
use crate::helpmate::game::PackedGame;
use crate::testing::chess::{self, moves, perft};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

fn game() -> Chess {
    Chess::new()
}

/// Parses a position and asserts that formatting it yields the same text.
fn position(game: &Chess, text: &str) -> PackedPosition {
    let packed = game.read(text, &Place::Byte(0)).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    assert_eq!(game.text(&packed), text);
    packed
}

fn names(game: &Chess, text: &str) -> String {
    chess::names(game, &position(game, text))
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
fn moves_in_order() {
    let start = "b1a3 b1c3 g1f3 g1h3 a2a3 a2a4 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 e2e3 e2e4 f2f3 f2f4 g2g3 g2g4 h2h3 h2h4";
    let castles = "a1b1 a1c1 a1d1 a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1a8 e1c1 e1d1 e1f1 e1d2 e1e2 e1f2";
    // Each row has a title, a position, and its legal moves.
    let table = [
        ("The start", START, start),
        ("Castling on both sides", "4k3/8/8/8/8/p6p/P6P/R3K2R w KQ -", "a1b1 a1c1 a1d1 e1c1 e1d1 e1f1 e1g1 e1d2 e1e2 e1f2 h1f1 h1g1"),
        ("The right to one", "4k3/8/8/8/8/p6p/P6P/R3K2R w Q -", "a1b1 a1c1 a1d1 e1c1 e1d1 e1f1 e1d2 e1e2 e1f2 h1f1 h1g1"),
        ("Black castles", "r3k2r/p6p/P6P/8/8/8/8/4K3 b kq -", "a8b8 a8c8 a8d8 e8d7 e8e7 e8f7 e8c8 e8d8 e8f8 e8g8 h8f8 h8g8"),
        ("No castling out of check", "4k3/8/8/8/4r3/p6p/P6P/R3K2R w KQ -", "e1d1 e1f1 e1d2 e1f2"),
        ("No castling through check", "3rkr2/8/8/8/8/p6p/P6P/R3K2R w KQ -", "a1b1 a1c1 a1d1 e1e2 h1f1 h1g1"),
        ("No castling into check", "2r1k1r1/8/8/8/8/p6p/P6P/R3K2R w KQ -", "a1b1 a1c1 a1d1 e1d1 e1f1 e1d2 e1e2 e1f2 h1f1 h1g1"),
        ("A rook that is attacked castles, over an attacked square too", "rr2k3/8/8/8/8/8/8/R3K3 w Q -", castles),
        ("No castling over a knight", "4k3/8/8/8/8/p6p/P6P/RN2K1NR w KQ -", "b1d2 b1a3 b1c3 e1d1 e1f1 e1d2 e1e2 e1f2 g1e2 g1f3 g1h3"),
        ("En passant, and a push", "4k3/8/8/8/5PpP/8/6P1/4K3 b - f3", "g4f3 g4g3 e8d7 e8e7 e8f7 e8d8 e8f8"),
        ("Two pawns can capture en passant", "4k3/8/8/2PpP3/8/8/8/4K3 w - d6", "e1d1 e1f1 e1d2 e1e2 e1f2 c5c6 c5d6 e5d6 e5e6"),
        ("En passant uncovers the king along the rank", "8/8/8/K1Pp3r/8/8/8/4k3 w - d6", "a5a4 a5b4 a5b5 a5a6 a5b6 c5c6"),
        ("Two pawns beside, one may leave", "8/8/8/K1PpP2r/8/8/8/4k3 w - d6", "a5a4 a5b4 a5b5 a5a6 a5b6 c5c6 c5d6 e5d6 e5e6"),
        ("En passant uncovers the king on the diagonal", "3k4/6b1/8/3pP3/3K4/8/8/8 w - d6", "d4c3 d4d3 d4e3 d4c5 d4d5"),
        ("En passant along the pin", "3k2b1/8/8/3Pp3/2K5/8/8/8 w - e6", "c4b3 c4c3 c4d3 c4b4 c4b5 c4c5 d5e6"),
        ("En passant takes the pawn that gives check", "4k3/8/8/2Pp4/4K3/8/8/8 w - d6", "e4d3 e4e3 e4f3 e4d4 e4f4 e4d5 e4e5 e4f5 c5d6"),
        ("En passant does not parry the check of another unit", "4k3/8/7b/2PpP3/8/8/8/2K5 w - d6", "c1b1 c1d1 c1b2 c1c2"),
        ("A pawn pinned on a diagonal does not step", "4k3/b7/8/2Pp4/3K4/8/8/8 w - -", "d4c3 d4d3 d4e3 d4d5 d4e5"),
        ("A pinned rook stays on its line", "4r2k/8/8/8/8/8/4R3/4K3 w - -", "e1d1 e1f1 e1d2 e1f2 e2e3 e2e4 e2e5 e2e6 e2e7 e2e8"),
        ("A pinned bishop", "7k/8/8/8/7b/8/5B2/4K3 w - -", "e1d1 e1f1 e1d2 e1e2 f2g3 f2h4"),
        ("A pinned knight and a pinned pawn", "4r2k/8/8/8/4N2b/8/5P2/4K3 w - -", "e1d1 e1f1 e1d2 e1e2"),
        ("A pinned pawn captures along the pin", "7k/8/8/8/8/6b1/5P2/4K3 w - -", "e1d1 e1f1 e1d2 e1e2 f2g3"),
        ("A check is parried", "4r2k/8/8/8/8/8/3N1R2/4K3 w - -", "e1d1 e1f1 d2e4 f2e2"),
        ("A double check", "4r2k/8/8/8/8/3n4/3N1R2/4K3 w - -", "e1d1 e1f1"),
        ("The king does not go back along the line of the check", "7k/8/8/8/8/8/8/r3K3 w - -", "e1d2 e1e2 e1f2"),
        ("The king captures, but not a protected unit", "7k/8/8/8/8/6n1/3qr3/4K3 w - -", ""),
        (
            "Promotion on two squares",
            "n1n4k/1P6/8/8/8/8/8/K7 w - -",
            "a1b1 a1a2 a1b2 b7a8q b7a8r b7a8b b7a8n b7b8q b7b8r b7b8b b7b8n b7c8q b7c8r b7c8b b7c8n",
        ),
        ("Black's promotion", "k7/8/8/8/8/8/7p/6NK b - -", "h2g1q h2g1r h2g1b h2g1n a8a7 a8b7 a8b8"),
        ("No double step over a unit", "7k/8/8/8/8/n7/P7/K7 w - -", "a1b2"),
        ("No double step onto a unit", "7k/8/8/8/n7/8/P7/K7 w - -", "a1b1 a2a3"),
    ];
    let game = game();
    for (title, text, expected) in table {
        assert_eq!(names(&game, text), expected, "{title}");
    }
}

#[test]
fn what_moves_lead_to() {
    let corners = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";
    // Each row has a position, a move, the resulting position, and whether the move is a capture or a pawn move.
    let table = [
        (START, "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -", true),
        (START, "g1f3", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq -", false),
        (corners, "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq -", false),
        (corners, "e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq -", false),
        (corners, "e1d1", "r3k2r/8/8/8/8/8/8/R2K3R b kq -", false),
        (corners, "a1b1", "r3k2r/8/8/8/8/8/8/1R2K2R b Kkq -", false),
        (corners, "h1g1", "r3k2r/8/8/8/8/8/8/R3K1R1 b Qkq -", false),
        (corners, "a1a8", "R3k2r/8/8/8/8/8/8/4K2R b Kk -", true),
        (corners, "h1h8", "r3k2R/8/8/8/8/8/8/R3K3 b Qq -", true),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq -", "e8g8", "r4rk1/8/8/8/8/8/8/R3K2R w KQ -", false),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq -", "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ -", false),
        ("r3k3/1P6/8/8/8/8/8/4K3 w q -", "b7a8r", "R3k3/8/8/8/8/8/8/4K3 b - -", true),
        ("4k3/8/8/8/8/8/2n5/R3K3 w Q -", "e1d2", "4k3/8/8/8/8/8/2nK4/R7 b - -", false),
        ("4k3/8/8/8/3b4/8/8/R3K2R b KQ -", "d4a1", "4k3/8/8/8/8/8/8/b3K2R w K -", true),
        ("4k3/8/8/8/1p6/8/P7/4K3 w - -", "a2a4", "4k3/8/8/8/Pp6/8/8/4K3 b - a3", true),
        ("4k3/8/8/8/1p6/8/P7/4K3 w - -", "a2a3", "4k3/8/8/8/1p6/P7/8/4K3 b - -", true),
        ("4k3/8/8/8/7p/8/P7/4K3 w - -", "a2a4", "4k3/8/8/8/P6p/8/8/4K3 b - -", true),
        ("4k3/8/8/8/1n6/8/P7/4K3 w - -", "a2a4", "4k3/8/8/8/Pn6/8/8/4K3 b - -", true),
        ("4k3/2p5/8/1P1P4/8/8/8/4K3 b - -", "c7c5", "4k3/8/8/1PpP4/8/8/8/4K3 w - c6", true),
        // The en passant capture would expose the king to attack, but the en passant square is recorded nevertheless.
        ("8/8/8/8/R1p3k1/8/3P4/4K3 w - -", "d2d4", "8/8/8/8/R1pP2k1/8/8/4K3 b - d3", true),
        ("4k3/8/8/2PpP3/8/8/8/4K3 w - d6", "c5d6", "4k3/8/3P4/4P3/8/8/8/4K3 b - -", true),
        ("4k3/8/8/2PpP3/8/8/8/4K3 w - d6", "e5d6", "4k3/8/3P4/2P5/8/8/8/4K3 b - -", true),
        ("4k3/8/8/2PpP3/8/8/8/4K3 w - d6", "e1e2", "4k3/8/8/2PpP3/8/8/4K3/8 b - -", false),
        ("4k3/8/8/8/5PpP/8/6P1/4K3 b - f3", "g4f3", "4k3/8/8/8/7P/5p2/6P1/4K3 w - -", true),
        ("7k/P7/8/8/8/8/8/K7 w - -", "a7a8n", "N6k/8/8/8/8/8/8/K7 b - -", true),
        ("7k/8/8/8/8/8/7p/K5N1 b - -", "h2g1q", "7k/8/8/8/8/8/8/K5q1 w - -", true),
    ];
    let game = game();
    for (before, name, after, zeroing) in table {
        let packed = position(&game, before);
        let (played, _) = moves(&game, &packed).into_iter().find(|(_, found)| found == name).unwrap_or_else(|| panic!("{before} {name}"));
        let step = game.make(&packed, played);
        assert_eq!((game.text(&step.position).as_str(), step.zeroing), (after, zeroing), "{before} {name}");
        assert_eq!(step.position, position(&game, after), "{before} {name}");
    }
}

#[test]
fn ends() {
    // Each row has a position and the result of play if play is over there.
    let table = [
        ("7k/6Q1/6K1/8/8/8/8/8 b - -", Some(Colour::White)),
        ("8/8/8/8/8/1k6/1q6/K7 w - -", Some(Colour::Black)),
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -", Some(Colour::Black)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - -", None),
        ("8/8/8/8/8/1k6/2q5/K7 w - -", None),
    ];
    let game = game();
    for (text, outcome) in table {
        assert_eq!(game.play(&position(&game, text), &mut vec![]), Status::Over(outcome), "{text}");
    }
    assert_eq!(game.play(&position(&game, START), &mut vec![]), Status::Goes(Colour::White));
}

#[test]
fn what_game_it_is() {
    assert_eq!(super::description().to_string(), "chess version 1");
}
