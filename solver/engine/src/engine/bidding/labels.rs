//! Computes labels from the sets T_n in section 8 of *Endgames in bidding chess* (Larsson and Wästlund). In this
//! module, the set T_n is called stage n. The label of a position is the number n of its stage. A label says how soon
//! the player who tries to win, called max, can force play to an end of the game without losing value.
//!
//! An end of the game has label 0. An option is greedy if it loses no value.
//!
//! Most graphs have few stages, and then it is fastest to scan all unlabelled positions for each stage.

use crate::model::graph::{Label, Lists, NEVER, View};

/// Number of stages that are found by scanning, before predecessor lists are built.
const SCANS: Label = 64;

/// Returns the labels of all positions and boundary entries (ends of the game, and positions solved before). `boundary`
/// contains the labels of the boundary entries (ends of the game, and positions solved before).
///
/// `greedy` takes a position and one of max's options at the position, and returns whether the option is greedy.
///
/// # Panics
/// Panics if a label would equal [`NEVER`]. A label of this size occurs only on a path of nearly 2^32 positions.
pub fn stages(max: &Lists, min: &Lists, boundary: &[Label], greedy: impl Fn(usize, u32) -> bool) -> Vec<Label> {
    let mut labels = vec![NEVER; max.len()];
    labels.extend_from_slice(boundary);
    let last_of_boundary = boundary.iter().copied().filter(|&label| label != NEVER).max().unwrap_or(0);
    let mut open: Vec<u32> = (0..).take(max.len()).collect();
    // A position gets the label 1 + min(a, b). Here a is the least label of a greedy option of max, and b is the
    // greatest label of an option of min.
    for stage in 1..=SCANS {
        let before = open.len();
        open.retain(|&position| {
            let position = position as usize;
            let earlier = |&place: &u32| labels[place as usize] < stage;
            let reached =
                max.get(position).iter().any(|place| earlier(place) && greedy(position, *place)) || min.get(position).iter().all(earlier);
            if reached {
                labels[position] = stage;
            }
            !reached
        });
        // Even after a stage without new positions, a boundary entry with a greater label can lead to new positions.
        if open.is_empty() || (open.len() == before && stage > last_of_boundary) {
            return labels;
        }
    }
    follow(max, min, &mut labels, &open, greedy);
    labels
}

/// Returns the labels of all positions. An option is greedy if no other option of its position has a greater rank in
/// `ranks`.
#[must_use]
pub fn exact_labels(view: &View, boundary: &[Label], ranks: &[u32]) -> Vec<Label> {
    let best: Vec<u32> = (0..view.len())
        .map(|position| view.own.get(position).iter().map(|&place| ranks[place as usize]).max().expect("every position has options"))
        .collect();
    stages(view.own, view.other, boundary, |position, place| ranks[place as usize] == best[position])
}

/// Computes the labels greater than [`SCANS`], for the positions `open` that have no label yet.
fn follow(max: &Lists, min: &Lists, labels: &mut [Label], open: &[u32], greedy: impl Fn(usize, u32) -> bool) {
    let later = |labels: &[Label], place: u32| labels[place as usize] >= SCANS;
    let into_max = Reversed::new(labels.len(), open, |position, add| {
        max.get(position as usize).iter().filter(|&&place| greedy(position as usize, place)).for_each(|&place| add(place));
    });
    let into_min = Reversed::new(labels.len(), open, |position, add| min.get(position as usize).iter().for_each(|&place| add(place)));
    // For each open position, the number of min's options whose labels were not processed yet.
    let mut waiting = vec![0_u32; max.len()];
    for &position in open {
        let list = min.get(position as usize);
        waiting[position as usize] = u32::try_from(list.iter().filter(|&&place| later(labels, place)).count()).expect("a list is short");
    }
    // Boundary entries and the positions of the last scan already have labels. They are processed at the stage of their
    // label.
    let mut entries: Vec<(Label, u32)> = (0_u32..).zip(labels.iter()).map(|(place, &label)| (label, place)).collect();
    entries.retain(|&(label, _)| label != NEVER && label >= SCANS);
    entries.sort_unstable();
    let mut entries = entries.into_iter().peekable();
    let mut news: Vec<u32> = Vec::new();
    let mut stage = SCANS;
    loop {
        // `news` lists the positions of this stage. These positions and the boundary entries with the same label
        // determine the next stage.
        while let Some((_, place)) = entries.next_if(|&(label, _)| label == stage) {
            news.push(place);
        }
        let next = stage + 1;
        assert!(next < NEVER, "fewer than 2^32 - 1 stages");
        let mut reached = Vec::new();
        for place in news.drain(..) {
            for &position in into_max.get(place) {
                if labels[position as usize] == NEVER {
                    labels[position as usize] = next;
                    reached.push(position);
                }
            }
            for &position in into_min.get(place) {
                waiting[position as usize] -= 1;
                if waiting[position as usize] == 0 && labels[position as usize] == NEVER {
                    labels[position as usize] = next;
                    reached.push(position);
                }
            }
        }
        news = reached;
        stage = match entries.peek() {
            Some(&(label, _)) if news.is_empty() => label,
            None if news.is_empty() => return,
            _ => next,
        };
    }
}

/// The predecessors of every position and boundary entry (end of the game, or position solved before). If several
/// options of a predecessor lead to the same position, the predecessor is listed several times.
struct Reversed {
    starts: Vec<u32>,
    positions: Vec<u32>,
}

impl Reversed {
    /// `options` calls the callback with each option of a position.
    fn new(places: usize, of: &[u32], options: impl Fn(u32, &mut dyn FnMut(u32))) -> Self {
        let mut starts = vec![0_u32; places + 1];
        for &position in of {
            options(position, &mut |place| starts[place as usize] += 1);
        }
        // `starts` first contains the end of each list. Filling a list from the back turns its end into its start.
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut positions = vec![0; sum as usize];
        for &position in of.iter().rev() {
            options(position, &mut |place| {
                starts[place as usize] -= 1;
                positions[starts[place as usize] as usize] = position;
            });
        }
        Self { starts, positions }
    }

    fn get(&self, place: u32) -> &[u32] {
        &self.positions[self.starts[place as usize] as usize..self.starts[place as usize + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::stages;
    use crate::model::graph::{Label, Lists, NEVER};

    /// Computes the labels according to the definition: scans all positions for every stage.
    fn by_definition(max: &Lists, min: &Lists, boundary: &[Label], greedy: impl Fn(usize, u32) -> bool) -> Vec<Label> {
        let mut labels = vec![NEVER; max.len()];
        labels.extend_from_slice(boundary);
        for stage in 1..2_000 {
            let before = labels.clone();
            let earlier = |&place: &u32| before[place as usize] < stage;
            for position in (0..max.len()).filter(|&position| before[position] == NEVER) {
                let of_max = max.get(position).iter().any(|place| earlier(place) && greedy(position, *place));
                if of_max || min.get(position).iter().all(earlier) {
                    labels[position] = stage;
                }
            }
        }
        labels
    }

    #[test]
    fn labels_are_those_of_the_definition() {
        // Each random game is a long line of positions with shortcuts and loops. Its boundary entries have small and
        // large labels.
        let mut state = 1_u64;
        let mut random = |below: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            u32::try_from((state >> 33) % u64::from(below)).unwrap()
        };
        let (mut largest, mut open) = (0, 0);
        for game in 0..200 {
            let len = 1 + random(400);
            let boundary = [0, NEVER, random(900), 64, 63 + random(3)];
            let ends = u32::try_from(boundary.len()).unwrap();
            let mut lists = [Lists::with_capacity(0, 0), Lists::with_capacity(0, 0)];
            for position in 0..len {
                for list in &mut lists {
                    let options: Vec<u32> = (0..=random(2))
                        .map(|_| match random(40) {
                            0 => random(len + ends),
                            1 => position,
                            2 => len + random(ends),
                            // The next position of the line. The last position leads to the first boundary entry.
                            _ => position + 1,
                        })
                        .collect();
                    list.push(&options);
                }
            }
            let [max, min] = lists;
            let greedy = |position: usize, place: u32| !(position as u64 + u64::from(place) + game).is_multiple_of(7);
            let labels = stages(&max, &min, &boundary, greedy);
            assert_eq!(labels, by_definition(&max, &min, &boundary, greedy), "game {game}");
            largest = largest.max(labels[..max.len()].iter().copied().filter(|&label| label != NEVER).max().unwrap_or(0));
            open += labels[..max.len()].iter().filter(|&&label| label == NEVER).count();
        }
        assert!(largest > 500 && open > 500, "{largest} {open}");
    }

    #[test]
    fn a_line_may_be_longer_than_65_535() {
        let len = 100_000;
        let mut lists = Lists::with_capacity(0, 0);
        (0..len).for_each(|position| lists.push(&[position + 1]));
        let labels = stages(&lists, &lists, &[0], |_, _| true);
        assert!((0..=len).zip(&labels).all(|(position, &label)| label == len - position));
    }
}
