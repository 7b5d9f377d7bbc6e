//! How far roamers get while nothing but roamers that are not followed moves, and nothing but roamers that are not held is captured: *closing*, in
//! section 5.3 of the page.

use super::Skeleton;
use crate::core::game::Colour;
use crate::helpmate::arguments::mobility::{spread, steps};

impl Skeleton {
    /// Closes the skeleton for these sides: the least solution of the two rules. Each round only adds to regions and takes from what is held, so this ends.
    pub(super) fn close(&mut self, sides: &[Colour]) {
        loop {
            // What stands in the way are held roamers of both sides.
            let (free, mut changed) = (!self.taken_up(), false);
            for roamer in self.roamers.iter_mut().filter(|roamer| !roamer.followed && sides.contains(&roamer.colour)) {
                let (unit, before) = (roamer.unit, roamer.region);
                roamer.region = spread(before, free, |from| steps(unit, from));
                if roamer.region != before {
                    roamer.held = false;
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }
}
