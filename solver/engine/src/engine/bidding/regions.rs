//! Computes the strongly connected components of a game. Every option of either player is an edge of the graph.
//!
//! The values of a component depend only on the component and its successors, so the values can be computed one
//! component after another.

use super::sweep::POSITIONS_PER_CHECK;
use crate::control::{Control, Interrupted};
use crate::model::graph::Lists;

/// All positions of a game, sorted by strongly connected component. A component comes after all components that it
/// leads to.
pub struct Regions {
    order: Vec<u32>,
    /// Index in `order` at which each component starts, followed by the length of `order`.
    starts: Vec<u32>,
}

impl Regions {
    /// Computes the components of a game from the options of both players.
    ///
    /// # Errors
    /// [`Interrupted`] when asked to stop.
    ///
    /// # Panics
    /// This function never panics, because a position stays on the stack until its component is complete.
    pub fn new(own: &Lists, other: &Lists, control: Control) -> Result<Self, Interrupted> {
        const UNSEEN: u32 = u32::MAX;
        let len = own.len();
        // `low` contains the least visit number that Tarjan's algorithm has found reachable from each position. It
        // contains `DONE` for a position of a complete component.
        const DONE: u32 = u32::MAX - 1;
        let mut low = vec![UNSEEN; len];
        let mut found = Self { order: Vec::with_capacity(len), starts: vec![0] };
        let mut stack: Vec<u32> = Vec::new();
        // Each entry is a position being visited, its visit number, and the number of its options already followed.
        let mut calls: Vec<(u32, u32, u32)> = Vec::new();
        let mut next = 0;
        for root in (0..).take(len) {
            if low[root as usize] != UNSEEN {
                continue;
            }
            calls.push((root, next, 0));
            while let Some((position, number, step)) = calls.pop() {
                let p = position as usize;
                if low[p] == UNSEEN {
                    if next.is_multiple_of(POSITIONS_PER_CHECK as u32) {
                        control.check()?;
                    }
                    low[p] = next;
                    next += 1;
                    stack.push(position);
                }
                let (white, black) = (own.get(p), other.get(p));
                let mut step = step as usize;
                let mut entered = false;
                while step < white.len() + black.len() {
                    let to = if step < white.len() { white[step] } else { black[step - white.len()] } as usize;
                    if to < len {
                        if low[to] == UNSEEN {
                            // Return to this position after the visit of the option.
                            calls.push((position, number, u32::try_from(step).expect("a list is short")));
                            calls.push((u32::try_from(to).expect("a position's number"), next, 0));
                            entered = true;
                            break;
                        }
                        if low[to] != DONE {
                            low[p] = low[p].min(low[to]);
                        }
                    }
                    step += 1;
                }
                if entered || low[p] != number {
                    continue;
                }
                while let Some(member) = stack.pop() {
                    low[member as usize] = DONE;
                    found.order.push(member);
                    if member == position {
                        break;
                    }
                }
                let start = *found.starts.last().expect("there is a start") as usize;
                found.order[start..].sort_unstable();
                found.starts.push(u32::try_from(found.order.len()).expect("fewer than 2^32 positions"));
            }
        }
        Ok(found)
    }

    /// Iterates over the components. A component comes after all components that it leads to. The positions of each
    /// component are in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        self.starts.windows(2).map(|ends| &self.order[ends[0] as usize..ends[1] as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::Regions;
    use crate::control::Control;
    use crate::model::graph::Lists;

    /// Computes by a simple search which positions can be reached from each position.
    fn reached(own: &Lists, other: &Lists) -> Vec<Vec<bool>> {
        let from = |start: usize| {
            let mut found = vec![false; own.len()];
            let mut open = vec![start];
            while let Some(position) = open.pop() {
                if !std::mem::replace(&mut found[position], true) {
                    let options = own.get(position).iter().chain(other.get(position));
                    open.extend(options.map(|&place| place as usize).filter(|&place| place < own.len()));
                }
            }
            found
        };
        (0..own.len()).map(from).collect()
    }

    #[test]
    fn components_are_those_of_the_definition_and_sinks_come_first() {
        let mut components = [0, 0];
        for seed in 0..500 {
            let mut random = fastrand::Rng::with_seed(seed);
            let len = random.u32(1..30);
            let mut lists = [Lists::with_capacity(0, 0), Lists::with_capacity(0, 0)];
            for position in 0..len {
                for list in &mut lists {
                    // Options are mostly neighbouring positions, so components of every size occur.
                    let option = |random: &mut fastrand::Rng| (position + random.u32(..4)).saturating_sub(random.u32(..3)).min(len + 1);
                    let options: Vec<u32> = (0..random.u32(1..3)).map(|_| option(&mut random)).collect();
                    list.push(&options);
                }
            }
            let [own, other] = lists;
            let reached = reached(&own, &other);
            let regions = Regions::new(&own, &other, Control::unwatched()).unwrap();
            let order: Vec<usize> = regions.iter().flatten().map(|&position| position as usize).collect();
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..own.len()), "each position is there once");
            let mut component_of = vec![0; own.len()];
            for (number, region) in regions.iter().enumerate() {
                region.iter().for_each(|&position| component_of[position as usize] = number);
                components[usize::from(region.len() > 1)] += 1;
            }
            for a in 0..own.len() {
                for b in 0..own.len() {
                    assert_eq!(component_of[a] == component_of[b], reached[a][b] && reached[b][a], "game {seed}, {a} and {b}");
                    assert!(!reached[a][b] || component_of[a] >= component_of[b], "game {seed}: {b} is reached from {a}");
                }
            }
        }
        assert!(components[0] > 500 && components[1] > 500, "{components:?}");
    }
}
