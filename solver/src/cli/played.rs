//! Files of moves: positions that are asked about, and hints.

use std::path::Path;

use super::files;
use super::outcome::Failure;
use crate::games::Colour;
use crate::games::losing_chess::Position;
use crate::games::losing_chess::line;
use crate::games::losing_chess::text::Setup;

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

/// The hints of a file for a search for a win of `side`, line by line.
///
/// # Errors
/// If the file cannot be read or has no lines; if a move is not one.
pub(super) fn hints(file: &Path, root: Setup, side: Colour) -> Result<Vec<Vec<Position>>, Failure> {
    let of_line = |(number, text): (usize, String)| {
        line::hints(root, &text, side).map_err(|why| Failure::input(format!("{}, line {number}: {why}", file.display())))
    };
    lines(file)?.into_iter().map(of_line).collect()
}
