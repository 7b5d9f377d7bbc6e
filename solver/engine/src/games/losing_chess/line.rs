//! Lines of play as they are written down: moves, perhaps with their numbers, and the positions on the way through them.

use crate::games::Colour;

use super::Position;
use super::text::Setup;

/// The move of `1.e3`, `e3` or `1...d6`; nothing of `1.`.
#[must_use]
pub fn unnumbered(word: &str) -> Option<&str> {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let word = if rest.len() < word.len() && rest.starts_with('.') { rest.trim_start_matches('.') } else { word };
    (!word.is_empty()).then_some(word)
}

/// The positions on the way through these moves, the first one included.
///
/// # Errors
/// A sentence that says which move is not one, and why.
pub fn way(start: Setup, moves: &str) -> Result<Vec<Setup>, String> {
    let (mut setup, mut way) = (start, vec![start]);
    for (number, word) in (1..).zip(moves.split_whitespace().filter_map(unnumbered)) {
        let played = setup.position.find_move(word).map_err(|why| format!("move {number} of {moves:?}: {why}"))?;
        setup = setup.after(played);
        way.push(setup);
    }
    Ok(way)
}

/// The position after these moves.
///
/// # Errors
/// A sentence that says which move is not one, and why.
pub fn played(start: Setup, moves: &str) -> Result<Setup, String> {
    way(start, moves).map(|way| way[way.len() - 1])
}

/// The positions behind this one on the way through a line in which the opponent of `side` is to move, each with the number of moves that lead to it: hints for a
/// search for a win of `side`.
///
/// # Errors
/// A sentence that says which move is not one, and why.
pub fn hints(start: Setup, line: &str, side: Colour) -> Result<Vec<(Position, usize)>, String> {
    let way = (0..).zip(way(start, line)?).skip(1);
    Ok(way.map(|(moves, setup)| (setup.position, moves)).filter(|(position, _)| position.side() != side).collect())
}

/// The first moves of a line, without their numbers.
#[must_use]
pub fn beginning(line: &str, moves: usize) -> String {
    line.split_whitespace().filter_map(unnumbered).take(moves).collect::<Vec<_>>().join(" ")
}
