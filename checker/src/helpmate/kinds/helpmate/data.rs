//! Converts claims of kind `helpmate` to fields that programs can read. Verification does not use these fields.

use super::claim::Claim;
use crate::core::claim::{Data, Fields, Value};

impl Data for Claim {
    fn fields(&self) -> Fields {
        vec![("root", Value::Text(self.root())), ("winner", self.winner.into()), ("plies", self.plies.into())]
    }

    fn evidence(&self) -> Fields {
        vec![("line", Value::Text(self.line()))]
    }
}
