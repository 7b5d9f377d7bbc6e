//! Converts claims of kind `unwinnable` to fields that programs can read. Verification does not use these fields.

use super::claim::Claim;
use crate::core::claim::{Data, Fields, Value};

impl Data for Claim {
    fn fields(&self) -> Fields {
        vec![("root", Value::Text(self.root())), ("winner", self.winner.into())]
    }

    fn evidence(&self) -> Fields {
        vec![
            ("positions", self.positions.into()),
            ("over", self.over.into()),
            ("material", self.material.into()),
            ("static_argument", self.static_argument.into()),
            ("skeleton_argument", self.skeleton_argument.into()),
            ("skeletons", self.skeletons.into()),
        ]
    }
}
