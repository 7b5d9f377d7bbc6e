//! Reads files of moves. A file has lines of moves, or is a published tree.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::files;
use super::outcome::Failure;
use crate::control::Control;
use crate::games::Colour;
use crate::games::losing_chess::line;
use crate::games::losing_chess::text::{START, Setup};
use crate::games::losing_chess::{Move, Position, Stalemate};
use crate::solve::losing::published_tree::{Leaf, PublishedTree, TreeError, TreeLeaf};

/// Maximum number of lines that are taken from a published tree.
const MAX_LINES: usize = 1_000_000;
/// Minimum number of nodes in a subtree of a published tree. Positions in smaller subtrees do not serve as hints.
const LEAST_HINTED: u32 = 1000;

/// What the lines of moves in a file are used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A line leads to a position in question.
    Question,
    /// The positions of a line are searched first.
    Hint,
}

/// Reads the lines of moves in a file, each with its line number. A `#` starts a comment.
///
/// For a published tree, selects the lines for `purpose`.
///
/// # Errors
/// Fails if the file cannot be read or has no moves, or if work on a tree is interrupted.
pub(super) fn lines(
    file: &Path,
    purpose: Purpose,
    from: Setup,
    side: Option<Colour>,
    control: Control,
) -> Result<Vec<(usize, String)>, Failure> {
    let bytes = files::read(file)?;
    if is_tree(&bytes) {
        return lines_of_tree(&bytes, purpose, from, side, control).map_err(|failure| match failure {
            NoLines::Interrupted => Failure::Interrupted,
            why => Failure::input(format!("{}: {why}", file.display())),
        });
    }
    let text = std::str::from_utf8(&bytes).map_err(|_| Failure::input(format!("{}: not UTF-8 text", file.display())))?;
    let lines = (1..).zip(text.lines()).map(|(number, line)| (number, line.split('#').next().unwrap_or("").trim().to_owned()));
    let lines: Vec<_> = lines.filter(|(_, line)| !line.is_empty()).collect();
    if lines.is_empty() { Err(Failure::input(format!("{}: no moves", file.display()))) } else { Ok(lines) }
}

/// Returns whether a file seems to be a published tree. In a published tree, the sixth byte is always 0. A text file
/// has no byte 0.
fn is_tree(bytes: &[u8]) -> bool {
    bytes.get(5) == Some(&0)
}

/// Reason why no lines of moves can be taken from a published tree.
#[derive(Debug, thiserror::Error)]
enum NoLines {
    #[error("not UTF-8 text, and no published tree: {0}")]
    NoTree(TreeError),
    #[error("the tree shows that a side wins; --for says which")]
    NoSide,
    #[error("the tree begins at {root}, and {from} is not on the way there")]
    Elsewhere { root: Position, from: Position },
    #[error("the tree has more than {MAX_LINES} lines")]
    TooMany,
    #[error("interrupted")]
    Interrupted,
}

impl From<TreeError> for NoLines {
    fn from(error: TreeError) -> Self {
        if error == TreeError::Interrupted { Self::Interrupted } else { Self::NoTree(error) }
    }
}

fn lines_of_tree(
    bytes: &[u8],
    purpose: Purpose,
    from: Setup,
    side: Option<Colour>,
    control: Control,
) -> Result<Vec<(usize, String)>, NoLines> {
    let start: Setup = START.parse().expect("the initial position is a position");
    let tree = PublishedTree::read(bytes)?;
    let winner = side.ok_or(NoLines::NoSide)?;
    let (prologue, root) = tree.root(start.position)?;
    let mut positions = vec![start.position];
    positions.extend(prologue.iter().scan(start.position, |position, &played| {
        *position = position.after(played);
        Some(*position)
    }));
    let on_the_way = positions.iter().position(|position| *position == from.position);
    let first = on_the_way.ok_or(NoLines::Elsewhere { root, from: from.position })?;
    control.stage("nodes of the tree", Some(tree.len().into()));
    let mut ways = Vec::new();
    match purpose {
        Purpose::Hint => ways = tree.lines(root, LEAST_HINTED)?,
        Purpose::Question => {
            let mut asked = HashSet::new();
            let each = |found: TreeLeaf| {
                if found.leaf != Leaf::Won && ways.len() <= MAX_LINES && asked.insert(*found.position) {
                    ways.push(found.way.to_vec());
                }
            };
            tree.leaves(Stalemate::Joint, winner, root, each, control)?;
        }
    }
    control.done();
    if ways.len() > MAX_LINES {
        return Err(NoLines::TooMany);
    }
    let written = |way: Vec<Move>| {
        let mut position = from.position;
        let words: Vec<String> = prologue[first..]
            .iter()
            .chain(&way)
            .map(|&played| {
                let word = position.san(played);
                position = position.after(played);
                word
            })
            .collect();
        words.join(" ")
    };
    Ok((1..).zip(ways.into_iter().map(written)).collect())
}

/// Hints from a file.
#[derive(Default)]
pub(super) struct Hinted {
    /// Lines of moves, in file order. Each hinted position comes with the number of moves before the position.
    lines: Vec<(String, Vec<(Position, usize)>)>,
}

impl Hinted {
    /// Reads hints from a file for a search for a win of `side`.
    ///
    /// # Errors
    /// Fails if the file cannot be read or has no moves, or if a move is illegal.
    pub(super) fn read(file: &Path, root: Setup, side: Colour, control: Control) -> Result<Self, Failure> {
        let of_line = |(number, text): (usize, String)| match line::hints(root, &text, side) {
            Ok(positions) => Ok((text, positions)),
            Err(why) => Err(Failure::input(format!("{}, line {number}: {why}", file.display()))),
        };
        Ok(Self { lines: lines(file, Purpose::Hint, root, Some(side), control)?.into_iter().map(of_line).collect::<Result<_, _>>()? })
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
