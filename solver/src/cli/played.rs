//! Reads files of moves. The moves lead to positions in question, or are hints for a search.

use std::collections::HashMap;
use std::path::Path;

use super::files;
use super::outcome::Failure;
use crate::games::Colour;
use crate::games::losing_chess::Position;
use crate::games::losing_chess::line;
use crate::games::losing_chess::text::Setup;

/// Reads the lines of moves in a file, each with its line number. A `#` starts a comment.
///
/// # Errors
/// Fails if the file cannot be read or has no moves.
pub(super) fn lines(file: &Path) -> Result<Vec<(usize, String)>, Failure> {
    let bytes = files::read(file)?;
    let text = std::str::from_utf8(&bytes).map_err(|_| Failure::input(format!("{}: not UTF-8 text", file.display())))?;
    let lines = (1..).zip(text.lines()).map(|(number, line)| (number, line.split('#').next().unwrap_or("").trim().to_owned()));
    let lines: Vec<_> = lines.filter(|(_, line)| !line.is_empty()).collect();
    if lines.is_empty() { Err(Failure::input(format!("{}: no moves", file.display()))) } else { Ok(lines) }
}

/// Hints from a file.
#[derive(Default)]
pub(super) struct Hinted {
    /// Lines of moves, in file order. Each line comes with its hinted positions, and with the number of moves to each
    /// of these positions.
    lines: Vec<(String, Vec<(Position, usize)>)>,
}

impl Hinted {
    /// Reads hints from a file for a search for a win of `side`.
    ///
    /// # Errors
    /// Fails if the file cannot be read or has no moves, or if a move is illegal.
    pub(super) fn read(file: &Path, root: Setup, side: Colour) -> Result<Self, Failure> {
        let of_line = |(number, text): (usize, String)| match line::hints(root, &text, side) {
            Ok(positions) => Ok((text, positions)),
            Err(why) => Err(Failure::input(format!("{}, line {number}: {why}", file.display()))),
        };
        Ok(Self { lines: lines(file)?.into_iter().map(of_line).collect::<Result<_, _>>()? })
    }

    /// Returns the hinted positions of each line of moves.
    pub(super) fn positions(&self) -> impl Iterator<Item = Vec<Position>> {
        self.lines.iter().map(|(_, positions)| positions.iter().map(|&(position, _)| position).collect())
    }

    /// Returns the moves that lead to each hinted position. If several lines of moves lead to a position, takes the
    /// first line.
    pub(super) fn ways(&self) -> HashMap<Position, String> {
        let mut ways = HashMap::new();
        for (text, positions) in &self.lines {
            for &(position, moves) in positions {
                ways.entry(position).or_insert_with(|| line::beginning(text, moves));
            }
        }
        ways
    }
}
