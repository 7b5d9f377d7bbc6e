//! Exports the part of a proof below a position, as a graph in DOT, the language of Graphviz. Positions are nodes, and
//! moves are edges.
//!
//! A node shows the number of the position and the length of the longest line of moves from this position on. The
//! tooltip of the node is the position as FEN. The node is a box if the winner is to move, an ellipse if the other side
//! is to move, and a double circle if play is over. If a cited certificate proves the position, the node has the shape
//! of a folder and shows the name of the certificate's file. If there are more positions than the limit allows, the
//! positions nearest to the first one are exported. Nodes with omitted moves are dashed.

use std::fmt::Write;
use std::path::Path;

use rustc_hash::FxHashSet;

use super::{Stop, Walk, Written};

/// Exports the part of the proof below the current position of `walk`, with at most `limit` positions.
#[must_use]
pub fn dot(walk: &Walk<'_>, limit: usize) -> Written {
    let proof = walk.proof;
    let mut stops: Vec<Stop> = vec![*walk.here()];
    let mut known: FxHashSet<u32> = FxHashSet::from_iter([walk.here().number]);
    let (mut nodes, mut edges) = (String::new(), String::new());
    let (mut moves, mut cut) = (0, 0);
    let mut place = 0;
    while place < stops.len() {
        let stop = stops[place];
        let mut is_cut = false;
        let options = proof.moves(stop.number, &stop.position);
        for &(played, number) in &options {
            if !known.contains(&number) {
                if stops.len() >= limit {
                    is_cut = true;
                    continue;
                }
                known.insert(number);
                stops.push(stop.after(played, number));
            }
            moves += 1;
            let _ = writeln!(edges, "  p{} -> p{number} [label=\"{}\"];", stop.number, stop.position.san(played));
        }
        let citation = proof.citation(stop.number);
        let shape = match () {
            () if citation.is_some() => "folder",
            () if options.is_empty() => "doublecircle",
            () if stop.position.side() == proof.winner() => "box",
            () => "ellipse",
        };
        let style = if is_cut { ", style=dashed" } else { "" };
        let (number, longest) = (stop.number, proof.graph.longest(stop.number));
        let file = citation.map_or_else(String::new, |citation| format!("\\n{}", escaped(&citation.file)));
        let label = format!("#{number}\\n{longest}{file}");
        let _ = writeln!(nodes, "  p{number} [label=\"{label}\", shape={shape}{style}, tooltip=\"{}\"];", stop.position);
        cut += usize::from(is_cut);
        place += 1;
    }
    let title = format!("{}: position {} of sha256 {}", proof.title(), walk.here().number, proof.digest);
    let text = format!("digraph proof {{\n  label=\"{title}\";\n{nodes}{edges}}}\n");
    Written { text, positions: stops.len(), moves, cut }
}

/// Returns the name of a file, escaped for a quoted label.
fn escaped(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    name.replace('\\', "\\\\").replace('"', "\\\"")
}
