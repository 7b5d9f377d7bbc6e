//! Parses lines of moves, with or without move numbers, and returns the positions along a line.

use crate::games::Colour;

use super::Position;
use super::notation::MoveError;
use super::text::Setup;

/// Removes the move number from a word: returns `e3` for `1.e3` and `d6` for `1...d6`. Returns `None` for a word
/// without a move, such as `1.`.
#[must_use]
pub fn unnumbered(word: &str) -> Option<&str> {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let word = if rest.len() < word.len() && rest.starts_with('.') { rest.trim_start_matches('.') } else { word };
    (!word.is_empty()).then_some(word)
}

/// A line of moves that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number} of {line:?}: {source}")]
pub struct LineError {
    /// Number of the move in the line, from 1.
    pub number: usize,
    /// Text of the line.
    pub line: String,
    /// Reason why the move cannot be played.
    pub source: MoveError,
}

/// Returns the start position, and the position after each move of the line.
///
/// # Errors
/// [`LineError`] with the move that cannot be played.
pub fn way(start: Setup, moves: &str) -> Result<Vec<Setup>, LineError> {
    let (mut setup, mut way) = (start, vec![start]);
    for (number, word) in (1..).zip(moves.split_whitespace().filter_map(unnumbered)) {
        let played = setup.position.find_move(word).map_err(|source| LineError { number, line: moves.to_owned(), source })?;
        setup = setup.after(played);
        way.push(setup);
    }
    Ok(way)
}

/// Returns the position after the moves of a line.
///
/// # Errors
/// [`LineError`] with the move that cannot be played.
pub fn played(start: Setup, moves: &str) -> Result<Setup, LineError> {
    way(start, moves).map(|way| way[way.len() - 1])
}

/// Returns hints (positions expected to be won) for a search for a win of `side`. The opponent of `side` is to move in
/// each hint. The first position of the line is no hint. Each hint comes with the number of moves that lead to the
/// hint.
///
/// # Errors
/// [`LineError`] with the move that cannot be played.
pub fn hints(start: Setup, line: &str, side: Colour) -> Result<Vec<(Position, usize)>, LineError> {
    let way = (0..).zip(way(start, line)?).skip(1);
    Ok(way.map(|(moves, setup)| (setup.position, moves)).filter(|(position, _)| position.side() != side).collect())
}

/// Returns the first moves of a line, without move numbers.
#[must_use]
pub fn beginning(line: &str, moves: usize) -> String {
    line.split_whitespace().filter_map(unnumbered).take(moves).collect::<Vec<_>>().join(" ")
}
