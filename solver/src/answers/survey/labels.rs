//! The largest labels: how many stages the paper's T and T' take (its section 8).

use serde::Serialize;

use super::Entry;
use crate::model::graph::{Label, NEVER};

/// Both players' largest labels.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Labels {
    /// White's.
    pub white: LargestLabel,
    /// Black's.
    pub black: LargestLabel,
}

/// The largest label of some positions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LargestLabel {
    /// The label, if a position has one.
    pub largest: Option<Label>,
    /// The first position with it.
    pub position: Option<String>,
    /// Classes without a label.
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
