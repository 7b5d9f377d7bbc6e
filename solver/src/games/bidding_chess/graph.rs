//! An ending's option graph, its boundary filled from solved sub-endings.

use super::ending::{Destination, Ending, EndingError};
use super::material::Colour;
use crate::graph::{BoundaryValue, Lists, OptionGraph};
use crate::solution::Solution;
use crate::value::Rational;

/// The boundary's first entries: the ends of the game.
const BLACK_WON: u32 = 0;
const WHITE_WON: u32 = 1;
const ENDS: u32 = 2;

/// The graph of an ending whose sub-endings are solved (their solutions in citation order).
///
/// # Errors
/// If a player has no move in some position.
///
/// # Panics
/// If the ending and its sub-endings have 2^32 positions together.
pub fn option_graph(ending: &Ending, solved: &[&Solution]) -> Result<OptionGraph, EndingError> {
    let classes = number(ending.numbering().classes());
    // First every sub-ending's class has a place, once in either colour; then the places that are not met are dropped.
    let mut first = Vec::with_capacity(solved.len());
    let mut next = ENDS;
    for solution in solved {
        first.push(next);
        next = next.checked_add(2 * number(solution.len())).expect("fewer than 2^32 positions");
    }
    let place = |destination| match destination {
        Destination::Same(class) => class,
        Destination::Won(Colour::Black) => classes + BLACK_WON,
        Destination::Won(Colour::White) => classes + WHITE_WON,
        Destination::Sub { ending, class, exchanged } => classes + first[ending] + 2 * class + u32::from(exchanged),
    };
    let (mut white, mut black) = ending.all_options(&place)?;
    let mut met = vec![false; next as usize];
    met[..ENDS as usize].fill(true);
    for &place in white.places().iter().chain(black.places()) {
        if let Some(entry) = place.checked_sub(classes) {
            met[entry as usize] = true;
        }
    }
    let mut boundary = Vec::new();
    let mut renumbered = vec![0; met.len()];
    for (entry, _) in (0_u32..).zip(&met).filter(|(_, met)| **met) {
        renumbered[entry as usize] = classes + number(boundary.len());
        boundary.push(boundary_value(entry, &first, solved));
    }
    let renumber = |lists: &mut Lists| {
        lists.for_each_place(|place| {
            if let Some(entry) = place.checked_sub(classes) {
                *place = renumbered[entry as usize];
            }
        });
    };
    renumber(&mut white);
    renumber(&mut black);
    Ok(OptionGraph { white, black, boundary })
}

fn boundary_value(entry: u32, first: &[u32], solved: &[&Solution]) -> BoundaryValue {
    match entry {
        BLACK_WON => BoundaryValue::end(Rational::ZERO),
        WHITE_WON => BoundaryValue::end(Rational::ONE),
        _ => {
            let ending = first.partition_point(|&from| from <= entry) - 1;
            let offset = entry - first[ending];
            let value = solved[ending].boundary_value((offset / 2) as usize);
            if offset % 2 == 1 { value.exchanged() } else { value }
        }
    }
}

fn number(n: usize) -> u32 {
    u32::try_from(n).expect("fewer than 2^32 positions")
}
