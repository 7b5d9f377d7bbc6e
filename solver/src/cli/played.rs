//! Moves as they are written down, and the positions that they lead to.

use std::path::Path;

use super::files;
use super::outcome::Failure;
use crate::games::Colour;
use crate::games::losing_chess::Position;
use crate::games::losing_chess::text::Setup;

/// Certificates count no further: from here on nothing is said about a 50-move rule.
const MOST_CLOCK: u32 = 100;

/// The positions on the way through these moves, the first one included. Numbers of moves are passed over.
///
/// # Errors
/// A sentence that says which move is not one, and why.
fn way(start: Setup, moves: &str) -> Result<Vec<Setup>, String> {
    let (mut setup, mut way) = (start, vec![start]);
    for (number, word) in (1..).zip(moves.split_whitespace().filter_map(unnumbered)) {
        let played = setup.position.find_move(word).map_err(|why| format!("move {number} of {moves:?}: {why}"))?;
        setup.clock = if setup.position.is_irreversible(played) { 0 } else { (setup.clock + 1).min(MOST_CLOCK) };
        setup.position = setup.position.after(played);
        way.push(setup);
    }
    Ok(way)
}

/// The position after these moves.
///
/// # Errors
/// A sentence that says which move is not one, and why.
pub(super) fn played(start: Setup, moves: &str) -> Result<Setup, String> {
    way(start, moves).map(|way| way[way.len() - 1])
}

/// The move of `1.e3`, `e3` or `1...d6`; nothing of `1.`.
pub(super) fn unnumbered(word: &str) -> Option<&str> {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let word = if rest.starts_with('.') { rest.trim_start_matches('.') } else { word };
    (!word.is_empty()).then_some(word)
}

/// The lines of a file of moves, with their numbers. What follows # is a comment.
///
/// # Errors
/// If the file cannot be read, or has no lines.
pub(super) fn lines(file: &Path) -> Result<Vec<(usize, String)>, Failure> {
    let bytes = files::read(file)?;
    let text = std::str::from_utf8(&bytes).map_err(|_| Failure::input(format!("{}: not UTF-8 text", file.display())))?;
    let lines = (1..).zip(text.lines()).map(|(number, line)| (number, line.split('#').next().unwrap_or("").trim().to_owned()));
    let lines: Vec<_> = lines.filter(|(_, line)| !line.is_empty()).collect();
    if lines.is_empty() { Err(Failure::input(format!("{}: no moves", file.display()))) } else { Ok(lines) }
}

/// The positions on the way through each line of a file that begins at this root: those in which this side's opponent has the move.
///
/// # Errors
/// If the file cannot be read or has no lines; if a move is not one.
pub(super) fn hints(file: &Path, root: Setup, side: Colour) -> Result<Vec<Vec<Position>>, Failure> {
    let through = |(number, line): (usize, String)| {
        let way = way(root, &line).map_err(|why| Failure::input(format!("{}, line {number}: {why}", file.display())))?;
        Ok(way[1..].iter().map(|setup| setup.position).filter(|position| position.side() != side).collect())
    };
    lines(file)?.into_iter().map(through).collect()
}
