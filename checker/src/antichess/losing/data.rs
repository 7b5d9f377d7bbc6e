//! Converts claims of kind `losing` to fields that programs can read.

use super::claim::Claim;
use crate::core::claim::{Data, Fields};

impl Data for Claim {
    fn fields(&self) -> Fields {
        vec![
            ("root", self.root.as_str().into()),
            ("clock", self.clock.into()),
            ("winner", self.winner.into()),
            ("longest", self.longest.into()),
            ("reversible", self.reversible.into()),
        ]
    }

    fn evidence(&self) -> Fields {
        vec![("positions", self.positions.into())]
    }
}
