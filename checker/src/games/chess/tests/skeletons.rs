//! The skeleton argument on positions of real games and problems, and on positions made for one rule each.

use super::{game, position};
use crate::game::Colour::{Black, White};
use crate::game::{Argument, Colour, WithHelp};

const MOST: u32 = 1 << 14;

fn argue(text: &str, winner: Colour) -> Argument {
    let game = game();
    game.by_skeletons(&position(&game, text), winner, MOST)
}

#[test]
fn fortresses() {
    // The position, and the skeletons that are met for White and for Black, where the argument holds.
    let table = [
        ("Four bishops and a king that is stalemated in time", "8/b1b5/k6p/2b2p1P/1b3p2/5PpK/6P1/8 w - -", 0, 0),
        ("Bishops in front of a wall", "4k3/8/8/1p4p1/1P1p1pP1/BP1P1P2/BP1P4/R1B2K2 w - -", 0, 0),
    ];
    for (title, text, white, black) in table {
        let found = [White, Black].map(|winner| argue(text, winner));
        println!("{title} {found:?} {white} {black}");
    }
}
