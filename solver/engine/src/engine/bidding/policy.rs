//! A pair of strategies without memory: for each position one option of each player.
//!
//! What makes a policy useful is that play under it ends (so that its linear system has one solution): among options that tie,
//! the one of least label is taken. Choosing the first option instead gives singular systems.

use std::ops::Range;

use crate::model::graph::{Label, Lists, View};

/// For each position the place that each player goes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The choice of the player who tries to win.
    pub max: Vec<u32>,
    /// The choice of the other.
    pub min: Vec<u32>,
}

/// The place that an index of a list of options leads to, chosen among the options that `admissible` admits: the
/// one of least label, and the first of these. `None` if none is admitted.
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

/// Chooses at every position; `admissible` is asked about a position and a place.
pub fn choose_all(lists: &Lists, labels: &[Label], admissible: impl Fn(usize, u32) -> bool) -> Vec<u32> {
    positions(lists)
        .map(|position| {
            let list = lists.get(position);
            let index = choose(list, labels, |place| admissible(position, place)).expect("the best option is admissible");
            list[index]
        })
        .collect()
}

/// Puts options that are strictly better by exact `ranks` in the place of chosen ones; says how many choices changed. Ties keep the choice that was made:
/// this is what keeps play under the policy finite.
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
