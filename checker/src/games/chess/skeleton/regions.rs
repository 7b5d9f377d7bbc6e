//! How far roamers get while nothing but roamers moves, and nothing but roamers that are not held is captured: *closing*, in section 5.3 of the page.

use super::{Both, Roamer, Skeleton};
use crate::chess::lines::{Squares, diagonally_ahead};
use crate::game::Colour;
use crate::games::chess::SIDES;
use crate::games::chess::mobility::{spread, steps};
use std::rc::Rc;

/// The squares that pawns and held roamers of a side guard.
fn guarded(colour: Colour, pawns: Both, roamers: &[Roamer]) -> Squares {
    let held = roamers.iter().filter(|roamer| roamer.colour == colour && roamer.held);
    held.fold(diagonally_ahead(colour, pawns.of(colour)), |all, roamer| all | steps(roamer.unit, roamer.region))
}

/// The squares of the held roamers of a side.
fn held(colour: Colour, roamers: &[Roamer]) -> Squares {
    roamers.iter().filter(|roamer| roamer.colour == colour && roamer.held).fold(0, |all, roamer| all | roamer.region)
}

/// The squares of held roamers of a side, and the squares that its pawns and held roamers guard.
pub(super) fn held_and_guarded(skeleton: &Skeleton, colour: Colour) -> (Squares, Squares) {
    (held(colour, &skeleton.roamers), guarded(colour, skeleton.pawns, &skeleton.roamers))
}

/// The least solution of the two rules, roamers in order. Each round only adds to regions and takes from what is held, so this ends.
pub(super) fn closed(kings: Both, pawns: Both, mut roamers: Vec<Roamer>) -> Rc<[Roamer]> {
    loop {
        let before = roamers.clone();
        let blocked = SIDES.iter().fold(kings.all() | pawns.all(), |all, side| all | held(*side, &before));
        for roamer in &mut roamers {
            let (unit, origin) = (roamer.unit, roamer.region);
            roamer.region = spread(origin, !blocked, |from| steps(unit, from));
            roamer.held &= roamer.region == origin;
        }
        if roamers == before {
            roamers.sort_unstable();
            return roamers.into();
        }
    }
}
