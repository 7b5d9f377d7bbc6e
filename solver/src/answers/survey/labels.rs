//! Finds the largest label of each player. The type [`Label`] defines labels.

use serde::Serialize;

use super::Entry;
use crate::model::graph::{Label, NEVER};

/// Largest label of each player (see [`Label`]).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Labels {
    /// White's largest label.
    pub white: LargestLabel,
    /// Black's largest label.
    pub black: LargestLabel,
}

/// Largest label of one player over all positions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LargestLabel {
    /// The largest label, if any position has a label.
    pub largest: Option<Label>,
    /// First position with the largest label.
    pub position: Option<String>,
    /// Number of classes of symmetric positions without a label.
    pub without: u64,
}

impl Labels {
    pub(super) fn add(&mut self, entry: &Entry) {
        self.white.add(entry, entry.solution.label_white[entry.class as usize]);
        self.black.add(entry, entry.solution.label_black[entry.class as usize]);
    }
}

impl LargestLabel {
    fn add(&mut self, entry: &Entry, label: Label) {
        if label == NEVER {
            self.without += 1;
        } else if self.largest < Some(label) {
            self.largest = Some(label);
            self.position = Some(entry.position());
        }
    }
}
