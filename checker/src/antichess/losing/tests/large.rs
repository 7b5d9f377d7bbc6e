//! Finds larger proofs by proof-number search in a tree (Allis, van der Meulen and van den Herik 1994).

use super::emitter::{Written, position, steps, write};
use super::rules;
use crate::chess::packed::PackedPosition;
use crate::core::game::Colour;
use std::collections::HashMap;

/// Stands for infinity as a proof number or disproof number.
const NEVER: u32 = 1 << 30;

struct Node {
    packed: PackedPosition,
    parent: usize,
    /// Index of the first child, and the number of children (0 before the node is expanded).
    children: (usize, usize),
    /// Whether the winner is to move at this node.
    own: bool,
    proof: u32,
    disproof: u32,
}

/// Returns a proof of the root if a tree of at most `most` nodes suffices.
pub(super) fn prove(variant: &'static str, root: &str, winner: Colour, most: usize) -> Option<Written> {
    let game = &rules(variant);
    let root = position(game, root);
    let node = |packed: PackedPosition, parent: usize| {
        let (own, proof, disproof) = match steps(game, &packed) {
            Err(end) if end == Some(winner) => (false, 0, NEVER),
            Err(_) => (false, NEVER, 0),
            Ok((to_move, steps)) => {
                let count = u32::try_from(steps.len()).unwrap();
                if to_move == winner { (true, 1, count) } else { (false, count, 1) }
            }
        };
        Node { packed, parent, children: (0, 0), own, proof, disproof }
    };
    let mut nodes = vec![node(root, 0)];
    while nodes[0].proof > 0 && nodes[0].disproof > 0 && nodes.len() < most {
        let mut at = 0;
        while nodes[at].children.1 > 0 {
            let (first, count) = nodes[at].children;
            let node = &nodes[at];
            at = (first..first + count)
                .find(|child| if node.own { nodes[*child].proof == node.proof } else { nodes[*child].disproof == node.disproof })
                .unwrap();
        }
        let children: Vec<Node> = steps(game, &nodes[at].packed).unwrap().1.iter().map(|step| node(step.position, at)).collect();
        nodes[at].children = (nodes.len(), children.len());
        nodes.extend(children);
        loop {
            let (first, count) = nodes[at].children;
            let children = &nodes[first..first + count];
            let least = |of: fn(&Node) -> u32| children.iter().map(of).min().unwrap();
            let sum = |of: fn(&Node) -> u32| children.iter().map(of).fold(0, |sum, one| (sum + one).min(NEVER));
            let (proof, disproof) = if nodes[at].own {
                (least(|child| child.proof), sum(|child| child.disproof))
            } else {
                (sum(|child| child.proof), least(|child| child.disproof))
            };
            let same = (nodes[at].proof, nodes[at].disproof) == (proof, disproof);
            (nodes[at].proof, nodes[at].disproof) = (proof, disproof);
            if at == 0 || same {
                break;
            }
            at = nodes[at].parent;
        }
    }
    // Children have greater indices than their parents, so the loop visits children first. A position may have several
    // proofs in the tree. The loop keeps the move of the proof with the least height, so that no move leads back to an
    // earlier position.
    let mut heights = vec![0_usize; nodes.len()];
    let mut best: HashMap<PackedPosition, (usize, usize)> = HashMap::new();
    for at in (0..nodes.len()).rev().filter(|at| nodes[*at].proof == 0) {
        let (first, count) = nodes[at].children;
        let proved = (0..count).filter(|child| nodes[first + child].proof == 0).map(|child| (heights[first + child], child));
        let (height, child) = if nodes[at].own { proved.min() } else { proved.max() }.map_or((0, 0), |(height, child)| (height + 1, child));
        heights[at] = height;
        let known = best.entry(nodes[at].packed).or_insert((height, child));
        *known = (*known).min((height, child));
    }
    (nodes[0].proof == 0).then(|| write(game, winner, &root, &mut |packed, _| best[packed].1))
}
