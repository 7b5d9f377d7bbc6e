//! The claim of the kind `helpmate` for programs. Verification does not pass through here.

use super::claim::Claim;
use crate::core::claim::{Data, Fields};

impl Data for Claim {
    fn fields(&self) -> Fields {
        vec![("root", self.root.as_str().into()), ("winner", self.winner.into()), ("plies", self.plies.into())]
    }

    fn evidence(&self) -> Fields {
        vec![("line", self.line.as_str().into())]
    }
}
