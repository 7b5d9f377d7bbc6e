//! Converts a claim of the kind `richman` to machine-readable fields. Verification does not use this module.

use super::claim::{Claim, Start};
use crate::core::claim::{Data, Fields, Value};

impl Data for Claim {
    fn fields(&self) -> Fields {
        let mut fields = vec![("functions", if self.differ == 0 { 1_u32 } else { 2 }.into()), ("classes", self.classes.into())];
        if let Some(Start { position, alpha, beta, .. }) = &self.start {
            let start = [("position", position), ("alpha", alpha), ("beta", beta)].map(|(name, text)| (name, text.as_str().into()));
            fields.push(("start", Value::Object(start.to_vec())));
        }
        fields
    }

    fn evidence(&self) -> Fields {
        let [white, black] = self.largest_labels;
        vec![
            ("positions", self.positions.into()),
            ("classes_that_differ", self.differ.into()),
            ("values", self.values.into()),
            ("largest_denominator", self.largest_denominator.as_str().into()),
            ("largest_label_white", white.into()),
            ("largest_label_black", black.into()),
        ]
    }
}
