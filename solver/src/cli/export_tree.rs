//! `solve export --tree`: writes the tree of optimal moves below a position of a bidding game.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use clap::{Args, ValueEnum};

use super::certificate::open;
use super::common::{First, Reading};
use super::files::{self, Replace, write_whole};
use super::outcome::{Failure, note_sentence};
use crate::answers::move_tree::{MoveTree, Request};
use crate::answers::text::counted;
use crate::model::graph::Player;

/// Format in which a tree is written.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// A graph for Graphviz
    Dot,
    /// Text, one line for each position
    Text,
}

/// One of the two players.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// Left (White)
    #[value(alias = "white", alias = "w")]
    Left,
    /// Right (Black)
    #[value(alias = "black", alias = "b")]
    Right,
}

/// Maximum number of positions in a tree. Larger trees are unreadable.
const MAX_POSITIONS: u64 = 1000;

/// Options of `solve export` that ask for a tree.
#[derive(Args, Debug)]
#[command(next_help_heading = "Trees of optimal moves")]
pub(super) struct TreeOptions {
    /// Kinds richman and chips: instead of rows, write the tree of best moves of both players, as DOT or as text
    #[arg(long, value_enum, value_name = "dot|text", hide_possible_values = true)]
    tree: Option<Form>,
    /// The position at the root [default: where play begins]
    #[arg(long, value_name = "POSITION", requires = "tree", allow_hyphen_values = true)]
    position: Option<String>,
    /// The depth of the tree in moves
    #[arg(long, value_name = "N", requires = "tree", default_value_t = 3, value_parser = clap::value_parser!(u16).range(..=1000), allow_negative_numbers = true)]
    depth: u16,
    /// Kind richman: the player who tries to win. In games with draws the best moves depend on this player [default:
    /// left]
    #[arg(long = "for", value_enum, value_name = "left|right", requires = "tree", hide_possible_values = true)]
    side: Option<Side>,
}

impl TreeOptions {
    pub(super) fn is_asked(&self) -> bool {
        self.tree.is_some()
    }

    pub(super) fn run(
        &self,
        certificate: &Path,
        reading: &Reading,
        (file, replace): (Option<&Path>, Replace),
        first: First,
        chips: Option<(u32, u32)>,
    ) -> Result<(), Failure> {
        let chips = match chips {
            Some((first, last)) if first != last => return Err(Failure::input("--tree takes one number of --chips, not a range")),
            chips => chips.map(|(first, _)| first),
        };
        let is_dot = self.tree == Some(Form::Dot);
        if let Some(file) = file {
            replace.allow(file, if is_dot { &files::DOT } else { &files::ROWS })?;
        }
        let answers = open(certificate, reading)?;
        let request = Request {
            position: self.position.as_deref(),
            chips,
            player: self.side.map(|side| if side == Side::Left { Player::Left } else { Player::Right }),
            depth: self.depth.into(),
            max_positions: usize::try_from(first.max().unwrap_or(MAX_POSITIONS).min(MAX_POSITIONS)).unwrap_or(usize::MAX),
        };
        let tree = answers.move_tree(&request).map_err(|cause| Failure::file(certificate, cause))?;
        let sentence = |file: Option<&Path>| sentence(&tree, self.depth, file);
        let write = |out: &mut dyn Write| if is_dot { out.write_all(tree.dot().as_bytes()) } else { tree.write_text(out) };
        match file {
            None => {
                let mut out = BufWriter::new(io::stdout().lock());
                write(&mut out)?;
                out.flush()?;
                note_sentence(&sentence(None));
                Ok(())
            }
            Some(file) => {
                let mut bytes = Vec::new();
                write(&mut bytes)?;
                write_whole(file, &bytes)?;
                Ok(writeln!(io::stdout().lock(), "{}", sentence(Some(file)))?)
            }
        }
    }
}

/// Returns a sentence about the tree that was written.
fn sentence(tree: &MoveTree, depth: u16, file: Option<&Path>) -> String {
    let positions = counted(tree.nodes.len() as u64, "position", "positions");
    let to = file.map_or_else(String::new, |file| format!(" to {}", file.display()));
    let moves = counted(depth.into(), "move", "moves");
    let root = tree.nodes.first().map_or("", |node| node.position.as_str());
    let cut = if tree.cut { "; there are more" } else { "" };
    format!("Wrote the optimal moves of {} to a depth of {moves} from {root}, {positions}{cut}{to}.", tree.title)
}
