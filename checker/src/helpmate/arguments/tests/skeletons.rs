//! The skeleton argument on positions of problems and real games, and on positions in which one rule of it decides.

use super::{Chess, position};
use crate::chess::bitboard::{square_bit, square_name};
use crate::core::game::Colour;
use crate::core::game::Colour::{Black, White};
use crate::helpmate::game::{Argument, HelpmateGame};

const MOST: u32 = 1 << 15;

/// The argument with pieces tracked on these squares.
fn argue(text: &str, tracked: &str, winner: Colour, most: u32) -> Argument {
    let game = Chess::new();
    let tracked = tracked.split_whitespace().map(|name| square_bit((0..64).find(|square| square_name(*square) == name).unwrap())).sum();
    game.by_skeletons(&position(&game, text), winner, tracked, most)
}

/// What becomes of an argument that fails.
fn mate_on(king: &str) -> Argument {
    Argument::Fails(format!("for all that is known, a king may be mated on {king}"))
}

#[test]
fn fortresses() {
    // The position, and the number of skeletons that are met for White and for Black: how far the search goes does not depend on the side that would mate
    // where both have something to mate with.
    let table = [
        ("One bishop and a king that is stalemated in time", "8/8/7p/5p1P/5p1K/5Pp1/6P1/5kb1 b - -", [211; 2]),
        ("Four bishops, of which all that can follow is 3,649,226 positions", "8/b1b5/k6p/2b2p1P/1b3p2/5PpK/6P1/8 w - -", [211; 2]),
        // The first skeleton is not closed: White's king is in check.
        ("Eight bishops", "8/4b3/3b3p/2b2p1P/3b1p1K/b4Pp1/1b1b2P1/b4kb1 w - -", [212; 2]),
        ("A bishop that is immobile until it is captured", "k1b2K2/1p1pB3/1P1P4/8/8/8/8/8 b - -", [222; 2]),
        ("A knight that is immobile for good", "k1b5/1p1p4/1PpP4/2Pp4/N1pP4/1pP5/1P1B4/K7 w - -", [154; 2]),
        ("Bishops in front of a wall and behind it", "1k4b1/1P1p4/BP1Pp1p1/1P2P1P1/pB6/Pp2K3/1P5B/8 b - -", [1038; 2]),
        ("A rook and a king that hold each other", "8/8/8/4k2B/1p1p4/1P1Pp1p1/4P1P1/2b2BRK b - -", [216; 2]),
        ("Black moves, or nobody does; then Black has nothing but the king", "6k1/6P1/2p3PB/p5P1/8/8/PKP5/8 w - -", [1255, 1249]),
    ];
    for (title, text, skeletons) in table {
        for (winner, skeletons) in [White, Black].into_iter().zip(skeletons) {
            assert_eq!(argue(text, "", winner, MOST), Argument::Holds(skeletons), "{title}");
            assert_eq!(argue(text, "", winner, skeletons), Argument::Holds(skeletons), "{title}");
            assert_eq!(argue(text, "", winner, skeletons - 1), Argument::TooMany, "{title}");
        }
    }
    // Nothing but the first skeleton is met where the side has nothing but the king.
    assert_eq!(argue("7k/8/8/8/8/8/p7/K7 w - -", "", White, 1), Argument::Holds(1));
    assert_eq!(argue("7k/8/8/8/8/8/p7/K7 w - -", "", White, 0), Argument::TooMany);
}

#[test]
fn pieces_are_tracked() {
    let table = [
        ("Knights that answer checks", "8/6pp/8/8/ppp5/bkp4Q/qnp5/n1K5 b - -", "a2 b2", White, 1136),
        ("Three pawns that may be promoted", "8/5ppp/8/8/ppp5/bkp4Q/qnp5/n1K5 b - -", "a2 b2", White, 11442),
        ("A queen that roams", "8/6pp/8/4q3/ppp5/bkp4Q/qnp2p2/n1K5 b - -", "a2 b2", White, 5670),
        ("Bishops in front of pawns", "B1B1B1B1/pBpBpBp1/P1P1P1P1/4b3/5b2/8/8/k1K5 w - -", "b7 d7 f7 a8 c8 e8 g8", White, 25025),
        ("The same for the other side", "B1B1B1B1/pBpBpBp1/P1P1P1P1/4b3/5b2/8/8/k1K5 w - -", "b7 d7 f7 a8 c8 e8 g8", Black, 25025),
        ("A rook that cannot get past its pawns in time", "2k5/6p1/6P1/6PK/6P1/6PR/7P/8 b - -", "h3", White, 395),
        ("The same for the other side", "2k5/6p1/6P1/6PK/6P1/6PR/7P/8 b - -", "h3", Black, 395),
        ("One move of a knight", "6Q1/8/4b3/8/ppp5/qkp3r1/rnp5/n1K5 b - -", "b2", White, 9),
        ("Bishops behind a wall", "7k/8/1p6/1Pp5/2Pp4/pB1Pp1p1/P1B1P1P1/1B1B2K1 b - -", "b1 d1 c2 b3", White, 1848),
        ("The same for the other side", "7k/8/1p6/1Pp5/2Pp4/pB1Pp1p1/P1B1P1P1/1B1B2K1 b - -", "b1 d1 c2 b3", Black, 1848),
    ];
    for (title, text, tracked, winner, skeletons) in table {
        assert_eq!(argue(text, tracked, winner, MOST), Argument::Holds(skeletons), "{title}");
        assert_eq!(argue(text, tracked, winner, skeletons - 1), Argument::TooMany, "{title}");
        assert!(matches!(argue(text, "", winner, MOST), Argument::Fails(_)), "{title}");
    }
}

#[test]
fn no_fortresses() {
    let table = [
        ("Another bishop on squares of the other colour", "8/8/7p/5p1P/5p1K/5Pp1/6P1/5kbb b - -", Black, "h4"),
        ("A pawn gives check", "3k4/4b3/1p1p2B1/1P1Pp1p1/1p2P1P1/2p5/p1p5/rbK5 b - -", Black, "c1"),
        ("A wall that a capture en passant opens", "5k2/8/4p3/3pPp2/p1pP1Pp1/P1P3Pp/1K5P/8 b - d3", Black, "h8"),
    ];
    for (title, text, winner, king) in table {
        assert_eq!(argue(text, "", winner, MOST), mate_on(king), "{title}");
    }
    let castling = "2k5/8/8/3B4/2Bp1p1p/1BpP1P1P/2P1BPBP/3BKBNR w K -";
    assert_eq!(argue(castling, "", White, MOST), Argument::Castling);
    assert_eq!(argue(&castling.replace(" K ", " - "), "", White, MOST), Argument::Holds(84));
}

#[test]
fn one_rule_decides() {
    // Black's king on b3 and White's on c1 have no moves unless something changes.
    let answer = "6Q1/8/8/8/pp6/qkp5/1np5/n1K5 b - -";
    let table = [
        ("The check has to be answered, and the one move that does so gives check", answer, "b2", White, Argument::Holds(2)),
        ("That check is uncovered, and the queen that can take what has moved does not end it", answer, "b2", Black, mate_on("c1")),
        ("The check is not sure once the knight may be in between", answer, "", White, mate_on("b3")),
        ("A knight that may not move: the queen on a3 pins it", "8/8/8/8/ppp5/qkp5/rNp5/n1K5 w - -", "b2", White, Argument::Holds(1)),
        ("It is immobile no longer if it is not tracked", "8/8/8/8/ppp5/qkp5/rNp5/n1K5 w - -", "", White, mate_on("b3")),
        ("The rook that gives check on b2 can surely be taken", "8/8/8/8/ppp5/qkp5/rnp5/1RK5 w - -", "b1 a2 b2", White, Argument::Holds(5)),
        ("So can the knight on d2", "8/8/8/8/ppN5/qkp5/rnpp4/2K5 w - -", "a2 b2 c4", White, Argument::Holds(2)),
        ("A rook pins the pawn that would take it", "8/8/8/8/ppN5/qkp4R/rnpp4/2K5 w - -", "a2 b2 c4", White, mate_on("b3")),
        ("A check is answered from afar", "R6k/6pp/6Pp/4r2P/8/8/8/K7 b - -", "e5", White, mate_on("h8")),
        ("Bishops on squares of the other colour", "8/8/8/8/ppp5/qkp4B/rnp5/n1K5 w - -", "b2", White, Argument::Holds(7)),
        ("What is tracked goes where something roams", "8/8/4b3/8/ppp5/qkp5/rnp5/n1K4B w - -", "h1 b2", White, Argument::Holds(133)),
    ];
    for (title, text, tracked, winner, expected) in table {
        assert_eq!(argue(text, tracked, winner, MOST), expected, "{title}");
    }
}
