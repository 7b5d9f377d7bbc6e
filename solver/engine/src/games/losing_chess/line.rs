//! Parses lines of play: moves, optionally with move numbers, and the positions along them.

use crate::games::Colour;

use super::Position;
use super::text::Setup;

/// Returns the move in `1.e3`, `e3` or `1...d6`; returns `None` for `1.`.
#[must_use]
pub fn unnumbered(word: &str) -> Option<&str> {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let word = if rest.len() < word.len() && rest.starts_with('.') { rest.trim_start_matches('.') } else { word };
    (!word.is_empty()).then_some(word)
}

/// Returns the positions along these moves, including the first.
///
/// # Errors
/// A message that names the faulty move and the reason.
pub fn way(start: Setup, moves: &str) -> Result<Vec<Setup>, String> {
    let (mut setup, mut way) = (start, vec![start]);
    for (number, word) in (1..).zip(moves.split_whitespace().filter_map(unnumbered)) {
        let played = setup.position.find_move(word).map_err(|why| format!("move {number} of {moves:?}: {why}"))?;
        setup = setup.after(played);
        way.push(setup);
    }
    Ok(way)
}

/// Returns the position after these moves.
///
/// # Errors
/// A message that names the faulty move and the reason.
pub fn played(start: Setup, moves: &str) -> Result<Setup, String> {
    way(start, moves).map(|way| way[way.len() - 1])
}

/// Returns the positions along a line, after the first, in which the opponent of `side` is to move, each with the
/// number of moves played so far. They are hints for a search for a win of `side`.
///
/// # Errors
/// A message that names the faulty move and the reason.
pub fn hints(start: Setup, line: &str, side: Colour) -> Result<Vec<(Position, usize)>, String> {
    let way = (0..).zip(way(start, line)?).skip(1);
    Ok(way.map(|(moves, setup)| (setup.position, moves)).filter(|(position, _)| position.side() != side).collect())
}

/// Returns the first moves of a line, without move numbers.
#[must_use]
pub fn beginning(line: &str, moves: usize) -> String {
    line.split_whitespace().filter_map(unnumbered).take(moves).collect::<Vec<_>>().join(" ")
}
