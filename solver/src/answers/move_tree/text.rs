//! Writes a tree of optimal moves as text. Each position has its own line. The indentation shows the depth in the tree.

use std::io::{self, Write};

use super::{Branch, MoveTree, Node, To, end_text};

impl MoveTree {
    /// Writes the tree as text.
    ///
    /// # Errors
    /// Fails if the text cannot be written.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}: optimal moves", self.title)?;
        writeln!(out, "Each line: a position's name in the tree, the position, and {}.", self.thresholds)?;
        writeln!(out, "Symmetric positions are one; a move is of the position as the tree shows it.\n")?;
        let mut seen = vec![false; self.nodes.len()];
        // Each entry has the text to write before a branch's target, the target, and the depth of the target.
        let mut stack: Vec<(String, To, usize)> = vec![(String::new(), To::Node(0), 0)];
        while let Some((before, to, depth)) = stack.pop() {
            write!(out, "{:indent$}{before}", "", indent = 2 * depth)?;
            match to {
                To::End(end) => writeln!(out, "{}", end_text(end, &self.players))?,
                To::Beyond => writeln!(out, "…")?,
                To::Node(number) => {
                    let Node { name, position, threshold, branches } = &self.nodes[number];
                    if std::mem::replace(&mut seen[number], true) {
                        writeln!(out, "{name} {position}  {threshold}, as above")?;
                        continue;
                    }
                    writeln!(out, "{name} {position}  {threshold}")?;
                    for (player, branch) in branches.as_ref().map_or(&[][..], |both| &both[..]).iter().enumerate().rev() {
                        stack.push((self.before(player, branch), branch.to, depth + 1));
                    }
                }
            }
        }
        writeln!(out, "\nFrom the certificate with SHA-256 {}", self.digest)
    }

    fn before(&self, player: usize, branch: &Branch) -> String {
        let Branch { played, to, others } = branch;
        let named = match to {
            To::Node(number) if self.nodes[*number].position == *played => String::new(),
            _ => format!(" {played}"),
        };
        let others = match others {
            0 => String::new(),
            1 => " (1 other move is as good)".to_owned(),
            others => format!(" ({others} others are as good)"),
        };
        format!("{}{named}{others}: ", self.players[player])
    }
}
