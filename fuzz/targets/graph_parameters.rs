//! Parameters of the rule set `graph`. A game that is one has as many classes as positions, and its options are among its positions and ends.
#![no_main]

use fuzz::front;
use gamecert_checker::inspect::{Choice, generate, whole_game};

libfuzzer_sys::fuzz_target!(|parameters: &[u8]| {
    let bytes = [&front("richman", "graph"), parameters].concat();
    let Ok(game) = whole_game(&bytes) else { return };
    let game = game.expect("a game that cites no other");
    let places = game.positions.len() + game.ends.len();
    let inside = |option: &u32| (*option as usize) < places;
    assert!(game.positions.iter().all(|position| position.left.iter().chain(&position.right).all(inside)));
    let names = game.positions.iter().map(|position| &position.name).chain(game.ends.iter().map(|end| &end.name));
    assert!(!names.chain([&game.title, &game.left, &game.right]).any(|name| name.chars().any(char::is_control)));
    let mut classes = 0;
    let numbered = generate(&bytes, &mut |class| {
        assert_eq!(class.number as usize, classes);
        classes += 1;
        let known = |choice: &Choice| match choice {
            Choice::Class(class) => (*class as usize) < game.positions.len(),
            Choice::Cited { .. } => false,
            Choice::Won(_) | Choice::Drawn => true,
        };
        assert!(!class.white.is_empty() && !class.black.is_empty() && class.white.iter().chain(class.black).all(known));
    });
    assert_eq!((numbered, classes), (Ok(true), game.positions.len()));
});
