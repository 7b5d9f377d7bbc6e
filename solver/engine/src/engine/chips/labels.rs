//! Computes labels (`spec/kinds/chips.md`, section 3).

use rayon::prelude::*;

use super::rows::{Block, Row, WIDTH, greatest, least, phi, tops};
use super::{ChipGraph, Error};
use crate::control::Control;
use crate::model::chips::Rule;

/// Labels of one position. The first index is 0 if the claimant holds exactly the threshold, and 1 if the claimant
/// holds half a chip more. The second index stands for a number of chips. If Left wins every tie, only the labels with
/// the first index 0 are used.
pub type Pair = [[u16; WIDTH]; 2];

/// Marks a missing label.
const NONE: u16 = u16::MAX;

/// Computes the least possible labels of all positions.
///
/// # Errors
/// [`Error`] when interrupted, or if a label would exceed 65,534.
pub fn labels(graph: &ChipGraph<'_>, rule: Rule, block: &Block, control: Control) -> Result<Vec<Pair>, Error> {
    let unit = if rule.unit() == 2 { 2 } else { 1 };
    let top = tops(rule, block.chips());
    let f = &block.rows;
    let raised = |row: &Row, by: i16| -> Row { std::array::from_fn(|lane| (row[lane] + by).min(top[lane])) };
    // A threshold above all codes needs no label, and 0 is stored instead.
    let start = |row: &Row| -> Pair {
        std::array::from_fn(|s| std::array::from_fn(|lane| if (s as i16) < unit && row[lane] + (s as i16) < top[lane] { NONE } else { 0 }))
    };
    let mut labels: Vec<Pair> = f[..graph.len()].par_iter().map(start).collect();
    // `h` is h_l of the current stage l. At positions it starts a whole chip above f, and at the boundary it equals f.
    let mut h: Vec<Row> = f[..graph.len()].par_iter().map(|row| raised(row, unit)).collect();
    h.extend_from_slice(&f[graph.len()..]);
    let mut open: Vec<u32> = (0..graph.len() as u32).filter(|&position| is_open(&labels[position as usize])).collect();
    for stage in 0..NONE {
        control.check()?;
        if open.is_empty() {
            return Ok(labels);
        }
        // The labels of a stage depend only on earlier stages, so `h` is updated after all labels of the stage are
        // computed.
        let found: Vec<(u32, Pair)> = open
            .par_iter()
            .filter_map(|&position| {
                let place = position as usize;
                let value = phi(rule, &least(&h, graph.own.get(place)), &greatest(&h, graph.other.get(place)));
                let mut pair = labels[place];
                let mut any = false;
                for (s, half) in pair.iter_mut().enumerate() {
                    for lane in 0..WIDTH {
                        if half[lane] == NONE && value[lane] <= f[place][lane] + s as i16 {
                            half[lane] = stage;
                            any = true;
                        }
                    }
                }
                any.then_some((position, pair))
            })
            .collect();
        if found.is_empty() {
            // Correct thresholds always have labels (`spec/soundness/chips.md`, theorem 4).
            return Err(Error::Label);
        }
        for (position, pair) in found {
            let place = position as usize;
            labels[place] = pair;
            for lane in 0..WIDTH {
                let full = f[place][lane];
                if pair[0][lane] != NONE {
                    h[place][lane] = full;
                } else if unit == 2 && pair[1][lane] != NONE {
                    h[place][lane] = (full + 1).min(top[lane]);
                }
            }
        }
        open.retain(|&position| is_open(&labels[position as usize]));
    }
    Err(Error::Label)
}

fn is_open(pair: &Pair) -> bool {
    pair.iter().flatten().any(|&label| label == NONE)
}
