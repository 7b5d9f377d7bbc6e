//! Writes a tree of optimal moves in the DOT language of Graphviz.

use std::fmt::Write;

use super::{MoveTree, To, end_text};

impl MoveTree {
    /// Returns the tree as a graph. Left's moves are solid lines, and Right's moves are dashed lines.
    #[must_use]
    pub fn dot(&self) -> String {
        let mut text = String::from("digraph moves {\n");
        let title = format!("{}: optimal moves\n{}\ncertificate sha256 {}", self.title, self.thresholds, self.digest);
        let _ = writeln!(text, "  label={};", quoted(&title));
        let _ = writeln!(text, "  node [shape=box, fontname=\"monospace\"];");
        let mut ends = 0;
        for (number, node) in self.nodes.iter().enumerate() {
            let board = if node.position.contains('/') { node.position.replace('/', "\n") } else { node.position.clone() };
            let label = quoted(&format!("{}\n{board}\n{}", node.name, node.threshold));
            let tooltip = quoted(&node.position);
            let style = if node.branches.is_none() || node.is_cut() { ", style=dashed" } else { "" };
            let _ = writeln!(text, "  n{number} [label={label}, tooltip={tooltip}{style}];");
            for (player, branch) in node.branches.iter().flatten().enumerate() {
                let style = ["solid", "dashed"][player];
                let label = quoted(&self.players[player]);
                let tooltip = quoted(&branch.played);
                let to = match branch.to {
                    To::Node(to) => format!("n{to}"),
                    To::End(end) => {
                        let end = quoted(&end_text(end, &self.players));
                        let _ = writeln!(text, "  e{ends} [label={end}, shape=plaintext];");
                        ends += 1;
                        format!("e{}", ends - 1)
                    }
                    To::Beyond => continue,
                };
                let _ = writeln!(text, "  n{number} -> {to} [label={label}, edgetooltip={tooltip}, style={style}];");
            }
        }
        text + "}\n"
    }
}

impl super::Node {
    /// Returns whether a best move leads to a position outside the tree.
    fn is_cut(&self) -> bool {
        self.branches.iter().flatten().any(|branch| branch.to == To::Beyond)
    }
}

/// Quotes and escapes a string, because position names from files may contain any characters.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            letter if letter.is_control() => quoted.push(' '),
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn names_cannot_leave_their_quotes() {
        assert_eq!(quoted("a\"];\\ b\nc\td"), r#""a\"];\\ b\nc d""#);
    }
}
