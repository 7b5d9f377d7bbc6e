//! Converts claims of kind `safe` to fields that programs can read. Verification does not use this module.

use super::claim::Claim;
use super::claimed::Defence;
use crate::core::claim::{Data, Fields, Value};

impl Data for Claim {
    fn fields(&self) -> Fields {
        let defence = match self.defence {
            Defence::ByForce => "by force",
            Defence::Always => "always",
        };
        vec![
            ("roots", Value::List(self.roots.iter().map(|root| root.as_str().into()).collect())),
            ("sides", Value::List(self.sides.iter().map(|side| (*side).into()).collect())),
            ("defence", defence.into()),
        ]
    }

    fn evidence(&self) -> Fields {
        vec![("positions", Value::List(self.positions.iter().map(|positions| (*positions).into()).collect()))]
    }
}
