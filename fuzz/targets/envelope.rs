//! Kinds, rule sets and their parameters: the first two bytes choose the names, the rest are parameters. The same game has the same description whatever follows.
#![no_main]

use fuzz::{GAMES, front};
use gamecert_checker::inspect::description;

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let [kind, rules, parameters @ ..] = input else { return };
    let (kind, _) = GAMES[usize::from(*kind) % GAMES.len()];
    let games: Vec<&str> = GAMES.iter().flat_map(|(_, games)| games.iter().map(|(rules, _)| *rules)).collect();
    let mut bytes = front(kind, games[usize::from(*rules) % games.len()]);
    bytes.extend_from_slice(parameters);
    let found = description(&bytes);
    match &found {
        Ok(game) => assert!(!game.to_string().chars().any(char::is_control), "{game:?}"),
        Err(refusal) => assert!(!refusal.to_string().chars().any(char::is_control), "{refusal:?}"),
    }
    if found.is_ok() {
        bytes.push(0x80);
        assert_eq!(description(&bytes), found);
    }
});
