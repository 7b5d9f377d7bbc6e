//! Tests the material rule and the static argument.

use super::{Chess, position};
use crate::core::game::Colour::{Black, White};
use crate::helpmate::game::HelpmateGame;

#[test]
fn material() {
    // Each row has a title, a position, and one flag for White and one for Black. A flag is true if the side cannot
    // mate.
    let table = [
        ("Bare kings", "7k/8/8/8/8/8/8/K7 w - -", [true, true]),
        ("King against everything", "qrnb3k/pppp4/8/8/8/8/8/K7 w - -", [true, false]),
        ("Knight against king", "7k/8/8/8/8/8/8/KN6 w - -", [true, true]),
        ("Knight against queens", "qq5k/8/8/8/8/8/8/2KN4 b - -", [true, false]),
        ("Knight against a rook", "r6k/8/8/8/8/8/8/2KN4 w - -", [false, false]),
        ("Knight against a pawn", "7k/p7/8/8/8/8/8/2KN4 w - -", [false, false]),
        ("Knight against a knight", "n6k/8/8/8/8/8/8/2KN4 w - -", [false, false]),
        ("Two knights", "7k/8/8/8/8/8/8/2KNN3 w - -", [false, true]),
        ("Knight and pawn", "7k/8/8/8/8/8/P7/2KN4 w - -", [false, true]),
        ("Bishop against king", "7k/8/8/8/8/8/8/KB6 w - -", [true, true]),
        ("Bishops on squares of one colour", "7k/8/8/8/8/8/8/KB1B4 w - -", [true, true]),
        ("Bishops on squares of both colours", "7k/8/8/8/8/8/8/KBB5 w - -", [false, true]),
        ("Bishop against a bishop on the same colour", "4b2k/8/8/8/8/8/8/KB6 w - -", [true, true]),
        ("Bishop against a bishop on the other colour", "3b3k/8/8/8/8/8/8/KB6 w - -", [false, false]),
        ("Bishop against rooks and queens", "rq5k/8/8/8/8/8/8/2KB4 b - -", [true, false]),
        ("Bishop against a knight", "n6k/8/8/8/8/8/8/KB6 w - -", [false, false]),
        ("Bishop against a pawn", "7k/p7/8/8/8/8/8/KB6 w - -", [false, false]),
        ("Bishop and knight", "7k/8/8/8/8/8/8/KBN5 w - -", [false, true]),
        ("A rook", "7k/8/8/8/8/8/8/KR6 w - -", [false, true]),
        ("A rook with which its side may castle", "4k2r/8/8/8/8/8/8/K1N5 w k -", [false, false]),
        ("A queen", "7k/8/8/8/8/8/8/KQ6 w - -", [false, true]),
        ("A pawn", "7k/8/8/8/8/8/P7/K7 w - -", [false, true]),
    ];
    let game = Chess::new();
    for (title, text, expected) in table {
        let packed = position(&game, text);
        assert_eq!([White, Black].map(|side| game.material(&packed, side)), expected, "{title}");
    }
}

#[test]
fn statically() {
    // Each row has a position and the expected verdicts for White and for Black. A verdict is true if the argument
    // shows that the side cannot mate, and `None` if it is not tested.
    let table = [
        ("8/8/8/8/5p1p/p1p1pPkP/P1P1P1B1/6KB w - -", None, Some(false)),
        ("8/1p2p1p1/1P2P1P1/Bp2pBp1/1P2P1P1/7k/1P2P3/7K b - -", Some(false), None),
        ("1k4bB/1P1p4/BP1Pp1p1/1P2P1P1/8/PpB5/1P1B4/K7 w - -", Some(false), None),
        ("2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - -", Some(true), Some(true)),
        ("Bb1k1b2/bKp1p1p1/1pP1P1P1/pP6/6P1/P7/8/8 w - -", Some(false), None),
        ("7k/8/8/8/8/8/8/K7 w - -", Some(true), Some(true)),
        ("7k/8/8/8/8/8/8/KR6 w - -", Some(false), Some(true)),
        (super::START, Some(false), Some(false)),
    ];
    let game = Chess::new();
    for (text, white, black) in table {
        let packed = position(&game, text);
        for (side, verdict) in [(White, white), (Black, black)] {
            if let Some(verdict) = verdict {
                assert_eq!(game.statically(&packed, side), verdict, "{text} {side:?}");
            }
        }
    }
}
