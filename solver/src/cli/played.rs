//! Reads files of moves, which lead to positions in question or serve as hints.

use std::collections::HashMap;
use std::path::Path;

use super::files;
use super::outcome::Failure;
use crate::games::Colour;
use crate::games::losing_chess::Position;
use crate::games::losing_chess::line;
use crate::games::losing_chess::text::Setup;

/// Reads the lines of a file of moves, each with its line number. A `#` starts a comment.
///
/// # Errors
/// If the file cannot be read or has no lines.
pub(super) fn lines(file: &Path) -> Result<Vec<(usize, String)>, Failure> {
    let bytes = files::read(file)?;
    let text = std::str::from_utf8(&bytes).map_err(|_| Failure::input(format!("{}: not UTF-8 text", file.display())))?;
    let lines = (1..).zip(text.lines()).map(|(number, line)| (number, line.split('#').next().unwrap_or("").trim().to_owned()));
    let lines: Vec<_> = lines.filter(|(_, line)| !line.is_empty()).collect();
    if lines.is_empty() { Err(Failure::input(format!("{}: no moves", file.display()))) } else { Ok(lines) }
}

/// Hints of a file, in the order of the file.
#[derive(Default)]
pub(super) struct Hinted {
    /// Lines of the file. Each line has the hinted positions that it passes, with the number of moves to each of these
    /// positions.
    lines: Vec<(String, Vec<(Position, usize)>)>,
}

impl Hinted {
    /// Reads the file of hints for a search. The search looks for a win of `side`.
    ///
    /// # Errors
    /// If the file cannot be read or has no lines, or if a move is illegal.
    pub(super) fn read(file: &Path, root: Setup, side: Colour) -> Result<Self, Failure> {
        let of_line = |(number, text): (usize, String)| match line::hints(root, &text, side) {
            Ok(positions) => Ok((text, positions)),
            Err(why) => Err(Failure::input(format!("{}, line {number}: {why}", file.display()))),
        };
        Ok(Self { lines: lines(file)?.into_iter().map(of_line).collect::<Result<_, _>>()? })
    }

    /// Returns the hinted positions of each line.
    pub(super) fn positions(&self) -> impl Iterator<Item = Vec<Position>> {
        self.lines.iter().map(|(_, positions)| positions.iter().map(|&(position, _)| position).collect())
    }

    /// Returns the moves that lead to each hinted position. If several lines pass a position, the moves are those of
    /// the first line.
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
