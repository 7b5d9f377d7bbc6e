//! Reads the trees in which Mark Watkins published his solution of losing chess (the format of his program `LOSINGv1`).
//!
//! A published tree shows that one side, the winner, wins. If the winner is to move, the tree has one move. If the
//! other side is to move, the tree has all legal moves. A *leaf* is a position for which the tree has no moves, because
//! the game is over or because the tree relies on an endgame table. The solver does not trust the published trees. The
//! moves of a tree are hints for a search, and the positions at the leaves are questions for the solver.
//!
//! All numbers are little-endian. A file has a head, a *prologue*, entries for the nodes, and an optional list of
//! sizes. The prologue has the moves from the initial position to the root. Each node except the root has an entry of
//! six bytes. This module ignores the list of sizes. The head has six bytes. The lower 30 bits of the first four bytes
//! are the number of nodes, including the root. The last two bytes are the number of moves of the prologue. An entry
//! has four bytes of links and a move of two bytes. The two highest bits of the links say how to read the other bits:
//!
//! | bits | first child | next sibling | transposition |
//! |---|---|---|---|
//! | 00 | none | the node in the lower 30 bits, none for 0 | no |
//! | 01 | the next node | the node in the lower 30 bits, none for 0 | no |
//! | 10 | none | none | to the node in the lower 30 bits |
//! | 11 | none | the next node | to the node in the lower 30 bits |
//!
//! A move has the target square in bits 0 to 5, and the origin square in bits 6 to 11. Square numbers run from 0 (a1)
//! to 63 (h8). Bits 12 to 14 are the promotion piece: 2 for a knight, 3 for a king, 4 for a bishop, 5 for a rook, 6 for
//! a queen. Bit 15 is set for captures en passant. A move whose bits 12 to 15 have the value 7, or a value above 8,
//! marks an *unsolved* node. In such a move, bits 12 to 15 are inverted. A node is unsolved if the lower 30 bits of its
//! links are all 1. In this case, bit 30 of the links says whether the node has a next sibling.

use crate::control::{Control, Interrupted};
use crate::games::Colour;
use crate::games::losing_chess::piece::Role;
use crate::games::losing_chess::text::{letter, square_name};
use crate::games::losing_chess::{Move, Position, Stalemate};

const HEAD: usize = 6;
const MOVE: usize = 2;
const ENTRY: usize = 6;
/// Each entry of the list of sizes takes this number of bytes.
const SIZE: usize = 8;
const LOWER: u32 = (1 << 30) - 1;
const TRANSPOSITION: u32 = 1 << 31;
const CHILD_OR_SIBLING: u32 = 1 << 30;

/// A published tree whose nodes are linked correctly. The tree's moves have not been compared with the rules yet.
#[derive(Clone, Debug)]
pub struct PublishedTree<'a> {
    prologue: &'a [u8],
    entries: &'a [u8],
}

/// Reason why a file is not a published tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TreeError {
    /// The file is too short.
    #[error("expected a tree of {expected} bytes, found {found}")]
    Short {
        /// Number of bytes that the file should have according to its head.
        expected: usize,
        /// Number of bytes of the file.
        found: usize,
    },
    /// The list of sizes at the end of the file is cut off.
    #[error("the list of sizes at the end has {0} bytes, which is not a multiple of 8")]
    Sizes(usize),
    /// A link of a node is invalid.
    #[error("node {node} has a link to node {link}, which it cannot have")]
    Link {
        /// Number of the node.
        node: u32,
        /// Number of the linked node.
        link: u32,
    },
    /// A move of the tree is illegal.
    #[error("node {node}: {played} is no legal move in {position}")]
    Illegal {
        /// Number of the node. For a move of the prologue, `node` is the move's number.
        node: u32,
        /// The two squares of the move.
        played: String,
        /// Position before the move.
        position: String,
    },
    /// A transposition leads to a node with another position.
    #[error("node {node} is a transposition to node {target}, but leads to {position}, which is another position")]
    Transposition {
        /// Number of the node.
        node: u32,
        /// Number of the node to which the transposition leads.
        target: u32,
        /// Position of the transposition.
        position: String,
    },
    /// The work was interrupted.
    #[error("interrupted")]
    Interrupted,
}

impl From<Interrupted> for TreeError {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// What a tree says about a leaf, which is a position without moves in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leaf {
    /// The game is over, and the side for which the tree claims a win has won.
    Won,
    /// The game is over, but not with the win that the tree claims.
    NotWon,
    /// The game goes on, and the tree relies on an endgame table.
    Table,
    /// The tree marks the position as unsolved.
    Unsolved,
    /// The tree lacks the legal move that leads to the position.
    Missing,
}

/// A leaf of a tree.
#[derive(Clone, Copy, Debug)]
pub struct TreeLeaf<'a> {
    /// Moves from the root to the leaf.
    pub way: &'a [Move],
    /// Position at the leaf.
    pub position: &'a Position,
    /// What the tree says about the leaf.
    pub leaf: Leaf,
}

/// A position on the current path from the root.
struct Open {
    position: Position,
    /// The next child, or 0 if there is none.
    next: u32,
    /// Legal moves of the losing side for which no child was visited yet.
    lacking: Vec<Move>,
}

impl<'a> PublishedTree<'a> {
    /// Reads a published tree from the bytes of a file.
    ///
    /// # Errors
    /// [`TreeError`] if the structure is not that of a tree.
    pub fn read(file: &'a [u8]) -> Result<Self, TreeError> {
        let short = |expected: usize| TreeError::Short { expected, found: file.len() };
        let (head, rest) = file.split_at_checked(HEAD).ok_or_else(|| short(HEAD))?;
        let count = (number(&head[..4]) & LOWER).max(1) as usize;
        let prologue = MOVE * number(&head[4..]) as usize;
        let length = prologue + ENTRY * (count - 1);
        let (body, sizes) = rest.split_at_checked(length).ok_or_else(|| short(HEAD + length))?;
        if !sizes.len().is_multiple_of(SIZE) {
            return Err(TreeError::Sizes(sizes.len()));
        }
        let (prologue, entries) = body.split_at(prologue);
        let tree = Self { prologue, entries };
        for node in 1..tree.len() {
            let after = [tree.child(node), tree.sibling(node)].into_iter().find(|&link| link != 0 && (link <= node || link >= tree.len()));
            let target = tree.target(node).filter(|&target| target >= tree.len() || target == node);
            if let Some(link) = after.or(target) {
                return Err(TreeError::Link { node, link });
            }
        }
        Ok(tree)
    }

    /// Returns the number of nodes, including the root.
    #[must_use]
    pub fn len(&self) -> u32 {
        u32::try_from(self.entries.len() / ENTRY + 1).expect("a tree has fewer than 2^30 nodes")
    }

    /// Returns whether the root is the only node.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the moves of the prologue, which lead from `start` to the root, and the position of the root.
    ///
    /// # Errors
    /// [`TreeError::Illegal`].
    pub fn root(&self, start: Position) -> Result<(Vec<Move>, Position), TreeError> {
        let (mut way, mut position) = (Vec::new(), start);
        for (place, played) in (0..).zip(self.prologue.chunks(MOVE)) {
            let played = legal(&position, squares(number(played)), place)?;
            position = position.after(played);
            way.push(played);
        }
        Ok((way, position))
    }

    fn entry(&self, node: u32) -> (u32, u32) {
        let entry = &self.entries[(node as usize - 1) * ENTRY..][..ENTRY];
        (number(&entry[..4]), number(&entry[4..]))
    }

    /// Returns the number of a node's first child, or 0 if there is none.
    fn child(&self, node: u32) -> u32 {
        if node == 0 {
            return u32::from(!self.is_empty());
        }
        let (links, _) = self.entry(node);
        let has_child = links >> 30 == 1 && links & LOWER != LOWER;
        if has_child { node + 1 } else { 0 }
    }

    /// Returns the number of a node's next sibling, or 0 if there is none.
    fn sibling(&self, node: u32) -> u32 {
        let (links, _) = self.entry(node);
        let next = links & CHILD_OR_SIBLING != 0;
        match (links & TRANSPOSITION != 0, links & LOWER) {
            (true, _) | (false, LOWER) => {
                if next {
                    node + 1
                } else {
                    0
                }
            }
            (false, sibling) => sibling,
        }
    }

    /// If a node is a transposition, returns the number of the node that it refers to.
    fn target(&self, node: u32) -> Option<u32> {
        let (links, _) = self.entry(node);
        (links & TRANSPOSITION != 0).then_some(links & LOWER)
    }

    fn is_unsolved(&self, node: u32) -> bool {
        let (links, played) = self.entry(node);
        links & LOWER == LOWER || is_inverted(played)
    }

    fn leaf(&self, node: u32, position: &Position, rules: Stalemate, winner: Colour) -> Leaf {
        if node != 0 && self.is_unsolved(node) {
            Leaf::Unsolved
        } else if !position.is_over() {
            Leaf::Table
        } else if rules.winner(position) == Some(winner) {
            Leaf::Won
        } else {
            Leaf::NotWon
        }
    }

    /// Returns lines of moves that serve as hints. Together, the returned lines pass through every node with a large
    /// subtree. A line ends at a leaf, or at the first node whose subtree has fewer than `least` nodes. Lines that end
    /// at a leaf where the game is over are left out.
    ///
    /// # Errors
    /// [`TreeError::Illegal`] if a move is illegal.
    pub fn lines(&self, root: Position, least: u32) -> Result<Vec<Vec<Move>>, TreeError> {
        let (mut lines, mut way) = (Vec::new(), Vec::new());
        // Each position on the way, with its next child and the node after its part of the tree.
        let mut path = vec![(root, self.child(0), self.len())];
        while let Some((position, node, end)) = path.last_mut() {
            let (position, here, end) = (*position, *node, *end);
            if here == 0 {
                path.pop();
                way.pop();
                continue;
            }
            *node = self.sibling(here);
            if self.target(here).is_some() {
                continue;
            }
            let after = if *node == 0 { end } else { *node };
            let played = legal(&position, squares(self.entry(here).1), here)?;
            let next = position.after(played);
            way.push(played);
            if after - here >= least.max(2) {
                path.push((next, self.child(here), after));
                continue;
            }
            if !next.is_over() {
                lines.push(way.clone());
            }
            way.pop();
        }
        Ok(lines)
    }

    /// Visits all leaves of the tree, in the order of the file. The root of the tree has the position `root`, and
    /// `winner` is the side whose win the tree shows. If several transpositions lead to the same node, the node is
    /// visited once.
    ///
    /// # Errors
    /// [`TreeError`] if a move is illegal, a transposition is wrong, or the work is interrupted.
    pub fn leaves(
        &self,
        rules: Stalemate,
        winner: Colour,
        root: Position,
        mut each: impl FnMut(TreeLeaf),
        control: Control,
    ) -> Result<(), TreeError> {
        // The key of the position at each visited node. The positions of transpositions are compared at the end.
        let mut keys = vec![None; self.len() as usize];
        let mut transpositions = Vec::new();
        let (mut way, mut path, mut visited) = (Vec::new(), Vec::new(), 0_u64);
        let mut entered = Some((0, root));
        loop {
            if let Some((node, position)) = entered.take() {
                keys[node as usize] = Some(position.key());
                let next = self.child(node);
                if next == 0 {
                    each(TreeLeaf { way: &way, position: &position, leaf: self.leaf(node, &position, rules, winner) });
                }
                let lacking = if next != 0 && position.side() != winner { position.moves() } else { Vec::new() };
                path.push(Open { position, next, lacking });
                visited += 1;
                if visited.is_multiple_of(1 << 12) {
                    control.at(visited, "")?;
                }
            }
            let Some(open) = path.last_mut() else { break };
            let node = open.next;
            if node == 0 {
                for &played in &open.lacking {
                    way.push(played);
                    each(TreeLeaf { way: &way, position: &open.position.after(played), leaf: Leaf::Missing });
                    way.pop();
                }
                path.pop();
                way.pop();
                continue;
            }
            open.next = self.sibling(node);
            let played = legal(&open.position, squares(self.entry(node).1), node)?;
            open.lacking.retain(|lacking| *lacking != played);
            let position = open.position.after(played);
            if let Some(target) = self.target(node) {
                transpositions.push((node, target, position));
            } else {
                way.push(played);
                entered = Some((node, position));
            }
        }
        let end = |mut node: u32| {
            // A transposition may lead to another one.
            for _ in 0..self.len() {
                let Some(target) = (node != 0).then(|| self.target(node)).flatten() else { break };
                node = target;
            }
            node
        };
        match transpositions.into_iter().find(|(_, target, position)| keys[end(*target) as usize] != Some(position.key())) {
            Some((node, target, position)) => Err(TreeError::Transposition { node, target, position: position.to_string() }),
            None => Ok(()),
        }
    }
}

fn number(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte))
}

/// Returns whether bits 12 to 15 of a move mark the node as unsolved.
fn is_inverted(played: u32) -> bool {
    let high = played >> 12;
    high == 7 || high > 8
}

/// Returns the two squares of a move, and the piece to which it promotes a pawn.
fn squares(played: u32) -> (u32, u32, Option<Role>) {
    let high = if is_inverted(played) { played >> 12 ^ 15 } else { played >> 12 };
    let promotion = match high & 7 {
        2 => Some(Role::Knight),
        3 => Some(Role::King),
        4 => Some(Role::Bishop),
        5 => Some(Role::Rook),
        6 => Some(Role::Queen),
        _ => None,
    };
    (played >> 6 & 63, played & 63, promotion)
}

/// Returns the legal move that has these squares and this promotion.
fn legal(position: &Position, (from, to, promotion): (u32, u32, Option<Role>), node: u32) -> Result<Move, TreeError> {
    let fits = |played: &Move| (played.from(), played.to(), played.promotion()) == (from, to, promotion);
    position.moves().into_iter().find(fits).ok_or_else(|| {
        let letter = promotion.map_or_else(String::new, |role| letter(role).to_string());
        let played = format!("{}{}{letter}", square_name(from), square_name(to));
        TreeError::Illegal { node, played, position: position.to_string() }
    })
}

#[cfg(test)]
mod tests {
    use super::{Leaf, PublishedTree, TreeError};
    use crate::control::Control;
    use crate::games::Colour;
    use crate::games::losing_chess::text::{START, Setup};
    use crate::games::losing_chess::{Position, Stalemate};

    const TRANSPOSITION: u32 = 1 << 31;
    const CHILD: u32 = 1 << 30;

    /// Encodes a move in the format of published trees. Bits 12 to 15 of the encoded move contain `promotion`.
    fn played(text: &str, promotion: u16) -> u16 {
        let square = |text: &[u8]| u16::from(text[0] - b'a') + 8 * u16::from(text[1] - b'1');
        promotion << 12 | square(&text.as_bytes()[..2]) << 6 | square(&text.as_bytes()[2..])
    }

    fn file(prologue: &[u16], nodes: &[(u32, u16)], sizes: &[u8]) -> Vec<u8> {
        let mut file = (CHILD | (nodes.len() as u32 + 1)).to_le_bytes().to_vec();
        file.extend((prologue.len() as u16).to_le_bytes());
        prologue.iter().for_each(|played| file.extend(played.to_le_bytes()));
        for (links, played) in nodes {
            file.extend(links.to_le_bytes());
            file.extend(played.to_le_bytes());
        }
        file.extend(sizes);
        file
    }

    fn position(text: &str) -> Position {
        text.parse::<Setup>().unwrap().position
    }

    fn leaves(file: &[u8], root: Position) -> Result<Vec<(String, Leaf)>, TreeError> {
        let mut found = Vec::new();
        let each = |leaf: super::TreeLeaf| {
            let names: Vec<String> = leaf.way.iter().map(ToString::to_string).collect();
            found.push((names.join(" "), leaf.leaf));
        };
        PublishedTree::read(file)?.leaves(Stalemate::Joint, Colour::White, root, each, Control::unwatched())?;
        Ok(found)
    }

    /// Black can play b6 and later h6, or h6 and later b6, and the position is the same.
    const ROOT: &str = "8/1p5p/8/8/8/8/8/K7 b - -";

    fn nodes() -> Vec<(u32, u16)> {
        vec![
            (CHILD | 4, played("b7b6", 0)),
            (CHILD, played("a1b1", 0)),
            (0, played("h7h6", 0)),
            (CHILD, played("h7h6", 0)),
            (CHILD, played("a1b1", 0)),
            (TRANSPOSITION | 3, played("b7b6", 0)),
        ]
    }

    #[test]
    fn leaves_and_lines_of_a_small_tree() {
        let tree = file(&[], &nodes(), &[0; 16]);
        let expected = [
            ("b7b6 a1b1 h7h6", Leaf::Table),
            ("b7b6 a1b1 b6b5", Leaf::Missing),
            ("b7b6 a1b1 h7h5", Leaf::Missing),
            ("h7h6 a1b1 h6h5", Leaf::Missing),
            ("h7h6 a1b1 b7b5", Leaf::Missing),
            ("b7b5", Leaf::Missing),
            ("h7h5", Leaf::Missing),
        ];
        let mut found = leaves(&tree, position(ROOT)).unwrap();
        let mut expected: Vec<(String, Leaf)> = expected.map(|(way, leaf)| (way.to_owned(), leaf)).into();
        found.sort();
        expected.sort();
        assert_eq!(found, expected);
        for (least, expected) in [(0, &["b7b6 a1b1 h7h6"][..]), (3, &["b7b6 a1b1", "h7h6 a1b1"]), (4, &["b7b6", "h7h6"])] {
            let lines = PublishedTree::read(&tree).unwrap().lines(position(ROOT), least).unwrap();
            let lines: Vec<String> = lines.iter().map(|line| line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")).collect();
            assert_eq!(lines, expected, "{least}");
        }
    }

    #[test]
    fn kinds_of_leaves() {
        for (title, root, nodes, expected) in [
            ("the winner has no units left", "8/8/8/8/8/1p6/K7/8 b - -", vec![(0, played("b3a2", 0))], Leaf::Won),
            (
                "the other side has no units left",
                "8/8/8/8/8/1p6/8/K7 w - -",
                vec![(CHILD, played("a1b1", 0)), (0, played("b3b2", 0))],
                Leaf::Table,
            ),
            ("the last unit is captured", "8/8/8/8/8/2p5/8/1K6 w - -", vec![(CHILD, played("b1b2", 0)), (0, played("c3b2", 0))], Leaf::Won),
            ("the other side has won", "8/8/8/8/8/8/1p6/K7 w - -", vec![(0, played("a1b2", 0))], Leaf::NotWon),
            ("promotion to a bishop", "K7/8/8/8/8/8/7p/8 b - -", vec![(0, played("h2h1", 4))], Leaf::Table),
            ("unsolved, by its move", "8/7p/8/8/8/8/8/K7 w - -", vec![(0, played("a1b1", 0) ^ 0xf000)], Leaf::Unsolved),
            ("unsolved, by its links", "8/7p/8/8/8/8/8/K7 w - -", vec![(0x3fff_ffff, played("a1b1", 0))], Leaf::Unsolved),
        ] {
            let found = leaves(&file(&[], &nodes, &[]), position(root)).unwrap();
            assert!(found.iter().any(|(_, leaf)| *leaf == expected), "{title}: {found:?}");
        }
    }

    #[test]
    fn the_prologue_leads_to_the_root() {
        let tree = file(&[played("e2e3", 0), played("d7d5", 0)], &[], &[]);
        let (way, root) = PublishedTree::read(&tree).unwrap().root(position(START)).unwrap();
        assert_eq!((way.len(), root), (2, position("rnbqkbnr/ppp1pppp/8/3p4/8/4P3/PPPP1PPP/RNBQKBNR w - -")));
    }

    #[test]
    fn files_that_are_no_trees() {
        let whole = file(&[], &nodes(), &[]);
        let changed = |node: usize, entry: (u32, u16)| {
            let mut nodes = nodes();
            nodes[node - 1] = entry;
            file(&[], &nodes, &[])
        };
        for (title, file, expected) in [
            ("no head", whole[..5].to_vec(), "expected a tree of 6 bytes, found 5"),
            ("cut", whole[..41].to_vec(), "expected a tree of 42 bytes, found 41"),
            (
                "a cut list of sizes",
                file(&[], &nodes(), &[0; 12]),
                "the list of sizes at the end has 12 bytes, which is not a multiple of 8",
            ),
            (
                "a sibling that does not exist",
                changed(1, (CHILD | 7, played("b7b6", 0))),
                "node 1 has a link to node 7, which it cannot have",
            ),
            ("a sibling before the node", changed(4, (CHILD | 1, played("h7h6", 0))), "node 4 has a link to node 1, which it cannot have"),
            ("a child after the last node", changed(6, (CHILD, played("b7b6", 0))), "node 6 has a link to node 7, which it cannot have"),
            (
                "a transposition to itself",
                changed(6, (TRANSPOSITION | 6, played("b7b6", 0))),
                "node 6 has a link to node 6, which it cannot have",
            ),
            (
                "a move that is not legal",
                changed(2, (CHILD, played("a1c1", 0))),
                "node 2: a1c1 is no legal move in 8/7p/1p6/8/8/8/8/K7 w - -",
            ),
            (
                "a transposition to another position",
                changed(6, (TRANSPOSITION | 3, played("b7b5", 0))),
                "node 6 is a transposition to node 3, but leads to 8/8/7p/1p6/8/8/8/1K6 w - -, which is another position",
            ),
        ] {
            assert_eq!(leaves(&file, position(ROOT)).unwrap_err().to_string(), expected, "{title}");
        }
    }
}
