//! Packed positions of chess: the first eight bytes of an input are squares to be tracked by the skeleton argument, the rest is a packed position.
#![no_main]

use fuzz::comes_back;
use gamecert_checker::inspect::chess;
use gamecert_checker::{Colour, Place};

/// Skeletons, at most.
const SKELETONS: u32 = 100;

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let Some((tracked, packed)) = input.split_first_chunk() else { return };
    let place = Place::Byte(0);
    chess(|game| {
        let Ok(position) = game.unpack(packed, &place) else { return };
        comes_back(game, &position, |text| game.read(text, &place));
        for winner in Colour::ALL {
            game.material(&position, winner);
            game.statically(&position, winner);
            let argument = game.by_skeletons(&position, winner, u64::from_be_bytes(*tracked), SKELETONS);
            assert_eq!(game.by_skeletons(&position, winner, u64::from_be_bytes(*tracked), SKELETONS), argument);
        }
    });
});
