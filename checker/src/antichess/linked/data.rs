//! Converts claims of kind `losing`, version 2, to fields that programs can read.

use super::claim::{Claim, Root};
use crate::core::claim::{Data, Fields, Value};

impl Data for Claim {
    fn fields(&self) -> Fields {
        let root = |root: &Root| {
            Value::Object(vec![
                ("position", root.position.as_str().into()),
                ("clock", root.clock.into()),
                ("longest", root.longest.into()),
                ("run", root.run.into()),
            ])
        };
        vec![
            ("roots", Value::List(self.roots.iter().map(root).collect())),
            ("winner", self.winner.into()),
            ("reversible", self.reversible.into()),
        ]
    }

    fn evidence(&self) -> Fields {
        vec![("positions", self.positions.into())]
    }
}
