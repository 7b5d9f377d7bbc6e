//! Exports the part of a proof below a position, as PGN (Edwards, *Portable Game Notation Specification and
//! Implementation Guide*, 1994). The longest line of moves is the main line, and all other replies are variations.
//!
//! The moves after a transposition are not written twice. At a transposition, the comment `= #n` refers to the position
//! with the comment `#n`, where `n` is the number of the position in the proof. If a cited certificate proves a
//! position, a comment names the file of the certificate. If there are more moves than the limit allows, the longest
//! line is exported first, and then the moves nearest to the first position. Comments say how many moves are left out.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::{Proof, Stop, Walk, Written, fen, move_number};
use crate::answers::text::counted;
use crate::games::Colour;
use crate::games::losing_chess::Move;

/// Maximum length of an output line, in characters.
const WIDTH: usize = 79;

struct Node {
    stop: Stop,
    /// Number of plies from the first exported position to this position.
    plies: usize,
    /// Exported moves, with the position after each move. The move on the longest line comes first.
    children: Vec<(Move, Child)>,
    /// Whether a comment elsewhere in the export refers to this position.
    is_referred_to: bool,
    missing: usize,
}

/// The position after a move.
#[derive(Clone, Copy)]
enum Child {
    /// The export writes the moves of this position next. The field is the index of the position's node.
    Here(usize),
    /// The moves in this position are written elsewhere in the export. The field is the index of the position's node.
    Elsewhere(usize),
}

/// Exported part of a proof. The first node is the position at which the export begins.
struct Tree<'a> {
    proof: &'a Proof,
    nodes: Vec<Node>,
    /// Maps the number of an exported position to the index of its node.
    written: FxHashMap<u32, usize>,
    moves: usize,
}

impl<'a> Tree<'a> {
    fn grow(walk: &Walk<'a>, limit: usize) -> Self {
        let mut tree = Self { proof: walk.proof, nodes: Vec::new(), written: FxHashMap::default(), moves: 0 };
        tree.write(*walk.here(), 0);
        tree.follow_longest_line(limit);
        // Nodes are expanded in order of their distance from the first node, and nodes at the same distance in order of
        // insertion.
        let mut waiting: BinaryHeap<_> = tree.nodes.iter().enumerate().map(|(number, node)| Reverse((node.plies, number))).collect();
        while let Some(Reverse((plies, node))) = waiting.pop() {
            let before = tree.nodes.len();
            tree.add_others(node, limit);
            waiting.extend((before..tree.nodes.len()).map(|node| Reverse((plies + 1, node))));
        }
        tree
    }

    fn write(&mut self, stop: Stop, plies: usize) -> usize {
        let node = self.nodes.len();
        self.written.insert(stop.number, node);
        self.nodes.push(Node { stop, plies, children: Vec::new(), is_referred_to: false, missing: 0 });
        node
    }

    /// Adds the longest line, as far as the limit allows.
    fn follow_longest_line(&mut self, limit: usize) {
        let mut node = 0;
        while let Some(place) = self.proof.graph.on_longest_line(self.nodes[node].stop.number).filter(|_| self.moves < limit) {
            node = self.add(node, place);
        }
    }

    /// Adds a move to a node. The number `place` is the index of the move in the proof's list of moves at this node.
    /// Returns the node after the move.
    fn add(&mut self, node: usize, place: usize) -> usize {
        let Node { stop, plies, .. } = self.nodes[node];
        let (played, number) = self.proof.moves(stop.number, &stop.position)[place];
        let child = match self.written.get(&number) {
            Some(&known) => {
                self.nodes[known].is_referred_to = true;
                Child::Elsewhere(known)
            }
            None => Child::Here(self.write(stop.after(played, number), plies + 1)),
        };
        self.nodes[node].children.push((played, child));
        self.moves += 1;
        match child {
            Child::Here(node) | Child::Elsewhere(node) => node,
        }
    }

    fn add_others(&mut self, node: usize, limit: usize) {
        let graph = &self.proof.graph;
        let number = self.nodes[node].stop.number;
        let count = graph.successors(number).len();
        let missing = count - self.nodes[node].children.len();
        if self.moves + missing > limit {
            self.nodes[node].missing = missing;
            return;
        }
        let main = graph.on_longest_line(number);
        let others = (0..count).filter(|&place| Some(place) != main);
        // If the node already has moves, the move on the longest line is one of them.
        let main = main.filter(|_| missing == count);
        main.into_iter().chain(others).for_each(|place| {
            self.add(node, place);
        });
    }

    /// Returns the comment that follows the move to a node.
    fn comment(&self, node: &Node) -> Option<String> {
        let mut parts = Vec::new();
        if node.is_referred_to {
            parts.push(format!("#{}", node.stop.number));
        }
        if let Some(citation) = self.proof.citation(node.stop.number) {
            let longest = counted(self.proof.graph.longest(node.stop.number).into(), "move", "moves");
            // The comment ends at the first closing brace.
            let file = citation.file.display().to_string().replace('}', "_");
            parts.push(format!("proved in {file}: at most {longest}"));
        }
        match node.missing {
            0 => {}
            missing if node.children.is_empty() => {
                let longest = self.proof.graph.longest(node.stop.number);
                let moves = counted(missing as u64, "move", "moves");
                parts.push(format!("left out: {moves}, play goes on for at most {longest}"));
            }
            missing => parts.push(format!("left out: {}", counted(missing as u64, "other reply", "other replies"))),
        }
        (!parts.is_empty()).then(|| format!("{{{}}}", parts.join("; ")))
    }
}

/// Next task of the PGN writer.
enum Next {
    /// Write the moves that follow a node. If the flag is true, the first move always gets a move number.
    Line(usize, bool),
    /// Write a variation. The fields are a node and the index of a child.
    Variation(usize, usize),
    /// Close a variation.
    Close,
}

/// Exports the part of the proof that starts at the current position of `walk`, with at most `limit` moves.
#[must_use]
pub fn pgn(walk: &Walk<'_>, limit: usize) -> Written {
    let tree = Tree::grow(walk, limit);
    let mut text = tags(walk);
    let result = if walk.proof.winner() == Colour::White { "1-0" } else { "0-1" };
    let mut words = Words { text: &mut text, column: 0 };
    if let Some(comment) = tree.comment(&tree.nodes[0]) {
        words.comment(&comment);
    }
    // An explicit stack replaces recursion, because variations may be nested very deeply.
    let mut next = vec![Next::Line(0, true)];
    while let Some(now) = next.pop() {
        match now {
            Next::Close => words.glue(")"),
            Next::Variation(node, child) => {
                words.open();
                next.push(Next::Close);
                next.extend(tree.write_move(&mut words, walk, node, child, true));
            }
            Next::Line(node, is_numbered) if !tree.nodes[node].children.is_empty() => {
                let on = tree.write_move(&mut words, walk, node, 0, is_numbered);
                let children = tree.nodes[node].children.len();
                next.extend(on.map(|on| match on {
                    Next::Line(node, _) if children > 1 => Next::Line(node, true),
                    on => on,
                }));
                next.extend((1..children).rev().map(|child| Next::Variation(node, child)));
            }
            Next::Line(..) => {}
        }
    }
    words.word(result);
    text.push('\n');
    Written { text, positions: tree.nodes.len(), moves: tree.moves, cut: tree.nodes.iter().filter(|node| node.missing > 0).count() }
}

impl Tree<'_> {
    /// Writes a move with its comment. Returns the task of writing the next moves, or `None` if the next moves are
    /// written elsewhere.
    fn write_move(&self, words: &mut Words<'_>, walk: &Walk<'_>, node: usize, child: usize, is_numbered: bool) -> Option<Next> {
        let Node { stop, plies, children, .. } = &self.nodes[node];
        let (played, child) = children[child];
        let number = move_number(walk.first(), walk.plies() + plies);
        match stop.position.side() {
            Colour::White => words.word(&format!("{number}.")),
            Colour::Black if is_numbered => words.word(&format!("{number}...")),
            Colour::Black => {}
        }
        words.word(&stop.position.san(played));
        match child {
            Child::Here(child) => {
                let comment = self.comment(&self.nodes[child]);
                if let Some(comment) = &comment {
                    words.comment(comment);
                }
                Some(Next::Line(child, comment.is_some()))
            }
            Child::Elsewhere(known) => {
                // The reference is one unbroken word, so that a reader can search for it.
                words.word(&format!("{{= #{}}}", self.nodes[known].stop.number));
                None
            }
        }
    }
}

/// Returns the PGN tags: the seven mandatory tags, and others such as the initial position.
fn tags(walk: &Walk<'_>) -> String {
    let proof = walk.proof;
    let here = walk.here();
    let result = if proof.winner() == Colour::White { "1-0" } else { "0-1" };
    let event = format!("{} wins by force: position {} of sha256 {}", proof.winner(), here.number, proof.digest);
    let fen = fen(&here.position, here.clock, walk.move_number());
    let tags = [
        ("Event", event.as_str()),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", "-"),
        ("White", "?"),
        ("Black", "?"),
        ("Result", result),
        ("Annotator", "gamecert; = #n: the position is written at #n"),
        ("Variant", "Antichess"),
        ("SetUp", "1"),
        ("FEN", &fen),
    ];
    tags.iter().map(|(tag, value)| format!("[{tag} \"{value}\"]\n")).chain(["\n".to_owned()]).collect()
}

/// Writer that breaks lines only between words.
struct Words<'a> {
    text: &'a mut String,
    column: usize,
}

impl Words<'_> {
    fn word(&mut self, word: &str) {
        let after_bracket = self.text.ends_with('(');
        if self.column > 0 && !after_bracket {
            // Some columns stay free, because closing brackets may follow the word.
            let fits = self.column + 1 + word.len() < WIDTH - 8;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text.push_str(word);
        self.column += word.len();
    }

    fn comment(&mut self, comment: &str) {
        comment.split(' ').for_each(|word| self.word(word));
    }

    fn open(&mut self) {
        self.word("(");
    }

    fn glue(&mut self, end: &str) {
        if self.column + end.len() > WIDTH {
            self.text.push('\n');
            self.column = 0;
        }
        self.text.push_str(end);
        self.column += end.len();
    }
}
