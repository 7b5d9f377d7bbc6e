//! The skeleton argument on positions of problems and real games, and on positions in which one rule of it decides.

use super::{game, position};
use crate::game::Colour::{Black, White};
use crate::game::{Argument, Colour, WithHelp};

const MOST: u32 = 1 << 14;

fn argue(text: &str, winner: Colour, most: u32) -> Argument {
    let game = game();
    game.by_skeletons(&position(&game, text), winner, most)
}

#[test]
fn fortresses() {
    // The position, and the number of skeletons that are met for either side: how far the search goes does not depend on the side that would mate
    // where both have something to mate with.
    let table = [
        ("One bishop and a king that is stalemated in time", "8/8/7p/5p1P/5p1K/5Pp1/6P1/5kb1 b - -", 211),
        ("Four bishops, of which all that can follow is 3,649,226 positions", "8/b1b5/k6p/2b2p1P/1b3p2/5PpK/6P1/8 w - -", 211),
        ("Eight bishops", "8/4b3/3b3p/2b2p1P/3b1p1K/b4Pp1/1b1b2P1/b4kb1 w - -", 211),
        ("A bishop that is held until it is captured", "k1b2K2/1p1pB3/1P1P4/8/8/8/8/8 b - -", 222),
        ("A knight that is held for good", "k1b5/1p1p4/1PpP4/2Pp4/N1pP4/1pP5/1P1B4/K7 w - -", 154),
        ("Bishops in front of a wall and behind it", "1k4b1/1P1p4/BP1Pp1p1/1P2P1P1/pB6/Pp2K3/1P5B/8 b - -", 1038),
        ("A rook and a king that hold each other", "8/8/8/4k2B/1p1p4/1P1Pp1p1/4P1P1/2b2BRK b - -", 216),
        ("Black moves, or nobody does", "6k1/6P1/2p3PB/p5P1/8/8/PKP5/8 w - -", 1345),
    ];
    for (title, text, skeletons) in table {
        for winner in [White, Black] {
            assert_eq!(argue(text, winner, MOST), Argument::Holds(skeletons), "{title}");
            assert_eq!(argue(text, winner, skeletons), Argument::Holds(skeletons), "{title}");
            assert_eq!(argue(text, winner, skeletons - 1), Argument::TooMany, "{title}");
        }
    }
    // A side that has nothing but the king is not followed any further.
    assert_eq!(argue("7k/8/8/8/8/8/p7/K7 w - -", White, 1), Argument::Holds(1));
    assert_eq!(argue("7k/8/8/8/8/8/p7/K7 w - -", White, 0), Argument::TooMany);
}

#[test]
fn no_fortresses() {
    let table = [
        ("Another bishop on squares of the other colour", "8/8/7p/5p1P/5p1K/5Pp1/6P1/5kbb b - -", Black, "h4"),
        ("A pawn gives check", "3k4/4b3/1p1p2B1/1P1Pp1p1/1p2P1P1/2p5/p1p5/rbK5 b - -", Black, "c1"),
        ("A wall that a capture en passant opens", "5k2/8/4p3/3pPp2/p1pP1Pp1/P1P3Pp/1K5P/8 b - d3", Black, "h8"),
    ];
    for (title, text, winner, king) in table {
        assert_eq!(argue(text, winner, MOST), Argument::Fails(format!("for all that is known, a king may be mated on {king}")), "{title}");
    }
    let castling = "2k5/8/8/3B4/2Bp1p1p/1BpP1P1P/2P1BPBP/3BKBNR w K -";
    assert_eq!(argue(castling, White, MOST), Argument::Castling);
    assert_eq!(argue(&castling.replace(" K ", " - "), White, MOST), Argument::Holds(84));
}
