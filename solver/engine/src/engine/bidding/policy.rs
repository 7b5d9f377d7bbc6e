//! A policy is a pair of memoryless strategies: it fixes one option of each player at each position.
//!
//! If play under a policy always ends, the policy's linear system has exactly one solution.

use std::ops::Range;

use crate::model::graph::{Label, Lists, View};

/// A policy: for each position, the option that each player chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Choices of the player who tries to win.
    pub max: Vec<u32>,
    /// Choices of the other player.
    pub min: Vec<u32>,
}

/// Returns the index of the admissible option with the least label. If several options have this label, returns the
/// first. Returns `None` if no option is admissible.
pub fn choose(list: &[u32], labels: &[Label], admissible: impl Fn(u32) -> bool) -> Option<usize> {
    let mut best: Option<(Label, usize)> = None;
    for (index, &place) in list.iter().enumerate() {
        let label = labels[place as usize];
        if best.is_none_or(|(least, _)| label < least) && admissible(place) {
            best = Some((label, index));
        }
    }
    best.map(|(_, index)| index)
}

/// Chooses at every position the admissible option with the least label. `admissible` gets a position and an option,
/// and returns whether the option may be chosen.
pub fn choose_all(lists: &Lists, labels: &[Label], admissible: impl Fn(usize, u32) -> bool) -> Vec<u32> {
    positions(lists)
        .map(|position| {
            let list = lists.get(position);
            let index = choose(list, labels, |place| admissible(position, place)).expect("the best option is admissible");
            list[index]
        })
        .collect()
}

/// Replaces each chosen option if another option has a strictly better rank. Returns the number of changes. If another
/// option is only equally good, the choice does not change, so that play under the policy remains finite.
pub fn improve(view: &View, ranks: &[u32], policy: &mut Policy) -> usize {
    let rank = |place: u32| ranks[place as usize];
    let mut changed = 0;
    for position in positions(view.own) {
        for &place in view.own.get(position) {
            if rank(place) > rank(policy.max[position]) {
                policy.max[position] = place;
                changed += 1;
            }
        }
        for &place in view.other.get(position) {
            if rank(place) < rank(policy.min[position]) {
                policy.min[position] = place;
                changed += 1;
            }
        }
    }
    changed
}

fn positions(lists: &Lists) -> Range<usize> {
    0..lists.len()
}
