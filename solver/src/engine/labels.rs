//! The paper's stages T_n (section 8): how soon the player who tries to win can force progress towards an end while
//! giving nothing away.
//!
//! `t = 0` at the boundary's ends, else `1 + min(least t over greedy options of max, greatest t over all options of min)`.

use crate::graph::{Label, Lists, NEVER};

/// Labels of all places, from labels of the boundary and a test which of max's options are greedy.
///
/// The test is given a position and a place that one of max's options leads to.
///
/// # Panics
/// If a label would reach [`NEVER`] (65,535 stages).
pub fn stages(max: &Lists, min: &Lists, boundary: &[Label], greedy: impl Fn(usize, u32) -> bool) -> Vec<Label> {
    let mut labels = vec![NEVER; max.len()];
    labels.extend_from_slice(boundary);
    let last_of_boundary = boundary.iter().copied().filter(|&label| label != NEVER).max().unwrap_or(0);
    let mut open: Vec<u32> = (0..).take(max.len()).collect();
    let mut stage: Label = 1;
    loop {
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
        // A late entry of the boundary can start the growth again.
        if open.is_empty() || (open.len() == before && stage > last_of_boundary) {
            return labels;
        }
        stage += 1;
        assert!(stage < NEVER, "fewer than 65,535 stages");
    }
}
