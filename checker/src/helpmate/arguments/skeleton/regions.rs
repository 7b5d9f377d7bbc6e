//! How far pieces get while nothing but pieces that are not tracked moves, and nothing but pieces that are not immobile is captured: *region closure*, in
//! section 5.3 of the page.

use super::Skeleton;
use crate::core::game::Colour;
use crate::helpmate::arguments::mobility::{spread, steps};

impl Skeleton {
    /// Closes the skeleton for these sides: the least solution of the two rules. Each round only adds to regions and takes from what is immobile, so this ends.
    pub(super) fn close_regions(&mut self, sides: &[Colour]) {
        loop {
            // What stands in the way are immobile pieces of both sides.
            let (free, mut changed) = (!self.occupied(), false);
            for piece in self.pieces.iter_mut().filter(|piece| !piece.tracked && sides.contains(&piece.colour)) {
                let (role, before) = (piece.role, piece.region);
                piece.region = spread(before, free, |from| steps(role, from));
                if piece.region != before {
                    piece.immobile = false;
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }
}
