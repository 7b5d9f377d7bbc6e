//! Converts a claim of the kind `strategy` to machine-readable fields. Verification does not use this module.

use super::claim::Claim;
use crate::bidding::kinds::discrete::player_name;
use crate::core::claim::{Data, Fields};

impl Data for Claim {
    fn fields(&self) -> Fields {
        vec![
            ("player", player_name(self.player).into()),
            ("tie_break", self.tie_break.name().into()),
            ("chips", self.chips.into()),
            ("holding", self.holding().as_str().into()),
        ]
    }

    fn evidence(&self) -> Fields {
        vec![("positions", self.positions.into())]
    }
}
