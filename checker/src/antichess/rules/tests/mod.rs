//! Tests positions, moves and ends of games, with the test vectors of the spec page and with constructed positions.

mod mailbox;
mod texts;

use super::{Antichess, Stalemate};
use crate::chess::attacks::Attacks;
use crate::chess::game::{Status, TwoPlayerGame};
use crate::chess::packed::PackedPosition;
use crate::core::game::Colour;
use crate::core::refusal::Place;
use crate::testing::chess::{self, moves, perft};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -";

fn game(stalemate: Stalemate) -> Antichess {
    Antichess { stalemate, attacks: Attacks::new() }
}

fn joint() -> Antichess {
    game(Stalemate::Joint)
}

/// Parses a position, and checks that formatting the position yields the same text.
fn position(game: &Antichess, text: &str) -> PackedPosition {
    let packed = game.read(text, &Place::Byte(0)).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    assert_eq!(game.text(&packed), text);
    packed
}

fn names(game: &Antichess, text: &str) -> String {
    chess::names(game, &position(game, text))
}

#[test]
fn sequences_from_the_start() {
    let game = joint();
    let start = position(&game, START);
    for (depth, count) in (1..).zip([20, 400, 8067, 153_299, 2_732_672, 46_264_162]) {
        assert_eq!(perft(&game, &start, depth), count, "{depth}");
    }
}

#[test]
fn moves_in_order() {
    let start = "b1a3 b1c3 g1f3 g1h3 a2a3 a2a4 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 e2e3 e2e4 f2f3 f2f4 g2g3 g2g4 h2h3 h2h4";
    // Each row has a title, a position and its legal moves.
    let table = [
        ("The start", START, start),
        ("En passant, compulsory", "8/8/8/8/5PpP/8/6P1/8 b - f3", "g4f3"),
        ("En passant, the other pawn", "8/8/8/8/5PpP/8/6P1/8 b - h3", "g4h3"),
        ("Neither pawn has just moved", "8/8/8/8/5PpP/8/6P1/8 b - -", "g4g3"),
        ("Two pawns can capture en passant", "8/8/8/2PpP3/8/8/8/8 w - d6", "c5d6 e5d6"),
        ("En passant at the edges", "8/8/8/Pp5P/8/8/8/8 w - b6", "a5b6"),
        ("En passant beside another capture", "8/8/r7/1Pp5/8/8/8/8 w - c6", "b5a6 b5c6"),
        ("A piece does not capture en passant", "8/8/8/2QpP3/8/8/8/8 w - d6", "c5d5 e5d6"),
        ("Promotion by capture, to a king too", "1n6/P7/8/8/8/8/8/k7 w - -", "a7b8q a7b8r a7b8b a7b8n a7b8k"),
        ("Promotion on two squares", "n1n5/1P6/8/8/8/8/8/8 w - -", "b7a8q b7a8r b7a8b b7a8n b7a8k b7c8q b7c8r b7c8b b7c8n b7c8k"),
        ("Promotion without a capture", "7k/P7/8/8/8/8/8/8 w - -", "a7a8q a7a8r a7a8b a7a8n a7a8k"),
        ("Black's promotion", "8/8/8/8/8/8/7p/N7 b - -", "h2h1q h2h1r h2h1b h2h1n h2h1k"),
        ("A king is captured by a king", "8/8/8/8/8/8/k7/1K6 w - -", "b1a2"),
        ("No check: the king stays under attack", "r7/8/8/8/8/8/8/K6N w - -", "a1b1 a1a2 a1b2 h1f2 h1g3"),
        ("No check: a pinned piece moves", "r7/8/8/8/8/N7/8/K7 w - -", "a1b1 a1a2 a1b2 a3b1 a3c2 a3c4 a3b5"),
        ("Several kings", "8/8/8/8/8/8/K1p5/3K3K b - -", "c2d1q c2d1r c2d1b c2d1n c2d1k"),
        ("Several kings move", "7n/8/8/8/8/8/8/K6K w - -", "a1b1 a1a2 a1b2 h1g1 h1g2 h1h2"),
        ("No castling", "7n/8/8/8/8/8/P6P/R3K2R w - -", "a1b1 a1c1 a1d1 e1d1 e1f1 e1d2 e1e2 e1f2 h1f1 h1g1 a2a3 a2a4 h2h3 h2h4"),
        ("No double step over a unit", "8/8/8/8/8/n7/P7/8 w - -", ""),
        ("No double step onto a unit", "8/8/8/8/n7/8/P7/8 w - -", "a2a3"),
        ("No double step from the third rank", "7n/8/8/8/8/P7/8/8 w - -", "a3a4"),
        ("A rook sees the first unit only", "8/8/8/8/r2R2rr/8/8/8 w - -", "d4a4 d4g4"),
        ("A bishop at the edge", "7n/8/8/8/8/8/p7/7B w - -", "h1g2 h1f3 h1e4 h1d5 h1c6 h1b7 h1a8"),
        ("A queen captures in all directions", "8/1p1p1p2/8/1p1Q1p2/8/1p1p1p2/8/8 w - -", "d5b3 d5d3 d5f3 d5b5 d5f5 d5b7 d5d7 d5f7"),
        ("A knight in the corner", "7N/8/8/8/8/8/8/7n b - -", "h1f2 h1g3"),
        ("Nothing wraps around the board", "7r/p6P/8/8/8/8/8/8 w - -", ""),
        ("Stalemate", "8/8/8/8/8/p7/P7/8 w - -", ""),
        ("No units of the side to move", "8/8/8/8/8/8/8/k7 w - -", ""),
        ("No units of the other side", "8/8/8/8/8/8/8/k7 b - -", ""),
    ];
    let game = joint();
    for (title, text, expected) in table {
        assert_eq!(names(&game, text), expected, "{title}");
    }
}

#[test]
fn what_moves_lead_to() {
    // Each row has a position, a move, the successor, and whether the move is a capture or pawn move.
    let table = [
        (START, "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - -", true),
        (START, "g1f3", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b - -", false),
        ("8/8/8/8/1p6/8/P7/8 w - -", "a2a4", "8/8/8/8/Pp6/8/8/8 b - a3", true),
        ("8/8/8/8/1p6/8/P7/8 w - -", "a2a3", "8/8/8/8/1p6/P7/8/8 b - -", true),
        ("8/8/8/8/1p6/8/2P5/8 w - -", "c2c4", "8/8/8/8/1pP5/8/8/8 b - c3", true),
        ("8/8/8/8/7p/8/P7/8 w - -", "a2a4", "8/8/8/8/P6p/8/8/8 b - -", true),
        ("8/8/8/8/p7/8/7P/8 w - -", "h2h4", "8/8/8/8/p6P/8/8/8 b - -", true),
        ("8/8/8/8/1n6/8/P7/8 w - -", "a2a4", "8/8/8/8/Pn6/8/8/8 b - -", true),
        ("8/8/8/8/1P6/8/P6p/8 w - -", "a2a4", "8/8/8/8/PP6/8/7p/8 b - -", true),
        ("8/2p5/8/1P1P4/8/8/8/8 b - -", "c7c5", "8/8/8/1PpP4/8/8/8/8 w - c6", true),
        ("8/8/8/2PpP3/8/8/8/8 w - d6", "c5d6", "8/8/3P4/4P3/8/8/8/8 b - -", true),
        ("8/8/8/2PpP3/8/8/8/8 w - d6", "e5d6", "8/8/3P4/2P5/8/8/8/8 b - -", true),
        ("8/8/8/8/5PpP/8/6P1/8 b - f3", "g4f3", "8/8/8/8/7P/5p2/6P1/8 w - -", true),
        ("8/8/r7/1Pp5/8/8/8/8 w - c6", "b5a6", "8/8/P7/2p5/8/8/8/8 b - -", true),
        ("1n6/P7/8/8/8/8/8/k7 w - -", "a7b8k", "1K6/8/8/8/8/8/8/k7 b - -", true),
        ("7k/P7/8/8/8/8/8/8 w - -", "a7a8n", "N6k/8/8/8/8/8/8/8 b - -", true),
        ("8/8/8/8/8/8/7p/N7 b - -", "h2h1q", "8/8/8/8/8/8/8/N6q w - -", true),
        ("8/8/8/8/8/8/k7/1K6 w - -", "b1a2", "8/8/8/8/8/8/K7/8 b - -", true),
        ("8/8/8/8/8/8/8/kQ6 w - -", "b1a1", "8/8/8/8/8/8/8/Q7 b - -", true),
        ("8/8/8/8/8/k7/8/1R6 w - -", "b1b8", "1R6/8/8/8/8/k7/8/8 b - -", false),
    ];
    let game = joint();
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
    use Colour::{Black, White};
    let (won, lost) = (Some(White), Some(Black));
    // Each row has a position with White to move, and its outcomes under the stalemate rules joint, international and
    // fics.
    let table = [
        ("Fewer units", "8/8/8/8/8/p7/P7/7n w - -", [won, won, won]),
        ("As many", "8/8/8/8/8/p7/P7/8 w - -", [None, won, None]),
        ("More", "8/8/8/8/p7/P7/P7/8 w - -", [None, won, lost]),
        ("White has no units", "8/8/8/8/8/8/8/k7 w - -", [won, won, won]),
        ("Black has no units", "8/8/8/8/8/8/8/K7 w - -", [lost, lost, lost]),
    ];
    let exchanged = |text: &str| {
        let board = text.split(' ').next().unwrap();
        let turned = |letter: char| if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() };
        let ranks: Vec<String> = board.split('/').rev().map(|rank| rank.chars().map(turned).collect()).collect();
        format!("{} b - -", ranks.join("/"))
    };
    for (title, text, outcomes) in table {
        for (rule, outcome) in Stalemate::ALL.into_iter().zip(outcomes) {
            let game = game(rule);
            assert_eq!(game.play(&position(&game, text), &mut vec![]), Status::Over(outcome), "{title} {rule:?}");
            let other = game.play(&position(&game, &exchanged(text)), &mut vec![]);
            assert_eq!(other, Status::Over(outcome.map(Colour::other)), "{title} {rule:?}");
        }
    }
}

#[test]
fn what_game_it_is() {
    assert_eq!(joint().description().to_string(), "losing-chess version 1, stalemate joint");
}
