//! Numbers the positions of a stored game: section 2 of `spec/rules/graph.md`.

use crate::bidding::whole::WholeGame;
use crate::core::fields::index;

pub(super) struct Numbering {
    order: Vec<u32>,
    class: Vec<u32>,
}

impl Numbering {
    /// Numbers the positions of a stored game. Returns `None` if 32 bits are too few to count the options that lead to
    /// one position.
    pub(super) fn new(game: &WholeGame) -> Option<Self> {
        let count = u32::try_from(game.positions.len()).ok()?;
        let mut order = forward(game, count)?;
        if order.len() < game.positions.len() {
            // The graph has a cycle, so positions keep the order of the file.
            order.clear();
            order.extend(0..count);
        }
        let mut class = vec![0; order.len()];
        for (number, position) in (0_u32..).zip(&order) {
            *class.get_mut(index(*position))? = number;
        }
        Some(Self { order, class })
    }

    pub(super) fn classes(&self) -> u32 {
        u32::try_from(self.order.len()).unwrap_or(u32::MAX)
    }

    /// Returns the index in the file of the position that has this number.
    pub(super) fn position(&self, class: u32) -> Option<u32> {
        self.order.get(index(class)).copied()
    }

    /// Returns the number of the position that has this index in the file.
    pub(super) fn class(&self, position: u32) -> Option<u32> {
        self.class.get(index(position)).copied()
    }
}

/// Sorts the positions topologically: each option leads to a later position. If the graph has a cycle, some positions
/// are missing.
fn forward(game: &WholeGame, count: u32) -> Option<Vec<u32>> {
    // For each position, the number of arcs that lead to it from positions not yet numbered.
    let mut arcs = vec![0_u32; game.positions.len()];
    for option in game.positions.iter().flat_map(|position| position.left.iter().chain(&position.right)) {
        // Positions in which play is over are numbered after all others and have no entry in the list.
        if let Some(arcs) = arcs.get_mut(index(*option)) {
            *arcs = arcs.checked_add(1)?;
        }
    }
    // Positions that have left the queue stay at the front of this vector.
    let mut queue = Vec::with_capacity(game.positions.len());
    queue.extend((0..count).zip(&arcs).filter(|(_, arcs)| **arcs == 0).map(|(position, _)| position));
    let mut left = 0;
    while let Some(position) = queue.get(left).and_then(|position| game.position(*position)) {
        for option in position.left.iter().chain(&position.right) {
            if let Some(arcs) = arcs.get_mut(index(*option)) {
                *arcs = arcs.checked_sub(1)?;
                if *arcs == 0 {
                    queue.push(*option);
                }
            }
        }
        left = left.checked_add(1)?;
    }
    Some(queue)
}
