//! Enumerates all positions that play can reach from some roots, and finds the forced wins among them by retrograde
//! analysis.

use rustc_hash::FxHashMap;

use crate::control::{Control, Interrupted};
use crate::model::two_player::{Status, TwoPlayerGame};

/// Number of positions between two checks for an interruption.
const CHECK_EVERY: usize = 1 << 12;

/// All positions that play can reach from some roots.
pub struct Reachable<P> {
    numbers: FxHashMap<P, u32>,
    /// For each position, whether the winner can force a win.
    won: Vec<bool>,
}

/// What is known about a position before its successors are decided.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Node {
    /// The game has ended, or the rules show that the winner can no longer win.
    Decided,
    /// The winner is to move. The position is won if one successor is won.
    Winners,
    /// The other side is to move. The position is won if all successors are won. The variant contains the number of
    /// successors that are not known to be won.
    Others(u32),
}

impl<P: Copy + Eq + std::hash::Hash> Reachable<P> {
    /// Enumerates all positions that play can reach from the roots, and decides each. Returns `None` if there are more
    /// than `most` positions.
    ///
    /// # Errors
    /// [`Interrupted`] if `control` asks for a stop.
    pub fn new<G: TwoPlayerGame<Position = P>>(game: &G, roots: &[P], most: usize, control: Control) -> Result<Option<Self>, Interrupted> {
        let mut numbers = FxHashMap::default();
        let mut positions = Vec::new();
        let mut number = |position: P, positions: &mut Vec<P>| {
            *numbers.entry(position).or_insert_with(|| {
                positions.push(position);
                u32::try_from(positions.len() - 1).expect("fewer than 2^32 positions")
            })
        };
        for &root in roots {
            number(root, &mut positions);
        }
        let (mut nodes, mut won, mut moves) = (Vec::new(), Vec::new(), Vec::new());
        // Pairs of a position and a successor.
        let mut arcs: Vec<(u32, u32)> = Vec::new();
        while let Some(&position) = positions.get(nodes.len()) {
            if nodes.len().is_multiple_of(CHECK_EVERY) {
                control.at(nodes.len() as u64, "positions")?;
            }
            if positions.len() > most {
                return Ok(None);
            }
            let status = game.status(&position);
            let own = u32::try_from(nodes.len()).expect("fewer than 2^32 positions");
            won.push(status == Status::Won);
            if !matches!(status, Status::Open { .. }) {
                nodes.push(Node::Decided);
                continue;
            }
            moves.clear();
            game.moves(&position, &mut moves);
            arcs.extend(moves.iter().map(|&played| (own, number(game.after(&position, played), &mut positions))));
            nodes.push(if game.winners_turn(&position) { Node::Winners } else { Node::Others(moves.len() as u32) });
        }
        decide(&mut nodes, &mut won, &arcs);
        Ok(Some(Self { numbers, won }))
    }

    /// Returns whether the winner can force a win. Returns `None` if play cannot reach the position from the roots.
    #[must_use]
    pub fn is_won(&self, position: &P) -> Option<bool> {
        self.numbers.get(position).map(|&number| self.won[number as usize])
    }
}

fn decide(nodes: &mut [Node], won: &mut [bool], arcs: &[(u32, u32)]) {
    // The arcs to position p are `from[first[p]..first[p + 1]]`.
    let mut first = vec![0_usize; won.len() + 1];
    arcs.iter().for_each(|&(_, to)| first[to as usize + 1] += 1);
    for at in 1..first.len() {
        first[at] += first[at - 1];
    }
    let mut from = vec![0_u32; arcs.len()];
    let mut filled = first.clone();
    for &(origin, to) in arcs {
        from[filled[to as usize]] = origin;
        filled[to as usize] += 1;
    }
    let mut waiting: Vec<usize> = (0..won.len()).filter(|&number| won[number]).collect();
    while let Some(number) = waiting.pop() {
        for &origin in &from[first[number]..first[number + 1]] {
            let origin = origin as usize;
            let wins = match &mut nodes[origin] {
                Node::Decided => false,
                Node::Winners => true,
                Node::Others(open) => {
                    *open -= 1;
                    *open == 0
                }
            };
            if wins {
                nodes[origin] = Node::Decided;
                won[origin] = true;
                waiting.push(origin);
            }
        }
    }
}
