//! Texts as positions of chess and of losing chess: a text that is one comes back, and so does what legal moves lead to.
#![no_main]

use fuzz::{comes_back, front};
use gamecert_checker::Place;
use gamecert_checker::inspect::{antichess, chess};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let place = Place::Byte(0);
    chess(|game| {
        if let Ok(position) = game.read(text, &place) {
            assert_eq!(game.text(&position), text);
            comes_back(game, &position, |text| game.read(text, &place));
        }
    });
    let losing = [front("losing", "losing-chess"), b"\x81\x65joint".to_vec()].concat();
    let look = antichess(&losing, |game| {
        if let Ok(position) = game.read(text, &place) {
            assert_eq!(game.text(&position), text);
            comes_back(game, &position, |text| game.read(text, &place));
        }
    });
    assert_eq!(look, Ok(Some(())));
});
