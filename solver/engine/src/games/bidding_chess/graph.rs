//! Lists the options of an ending as indices, and creates the ending's option graph. If an option leads to a
//! sub-ending, its value comes from the solution of that sub-ending.

use rustc_hash::FxHashMap;

use super::ending::{Destination, Ending, NoOptions};
use crate::control::Control;
use crate::games::Colour;
use crate::model::graph::{BoundaryValue, Lists, OptionGraph};
use crate::model::solution::Table;
use crate::model::value::Rational;

/// Index of Black's win in [`Places::outside`].
const BLACK_WON: u32 = 0;
const WHITE_WON: u32 = 1;
const ENDS: u32 = 2;

/// An ending's options, as indices. An index below the number of classes of symmetric positions is the number of a
/// class. A higher index stands for an entry of `outside`.
pub struct Places {
    /// White's options in each class of symmetric positions.
    pub white: Lists,
    /// Black's options in each class of symmetric positions.
    pub black: Lists,
    /// Destinations of moves that leave the ending. The two ends of the game come first, and then classes of symmetric
    /// positions of sub-endings. A class can occur twice, once with colours exchanged.
    pub outside: Vec<Destination>,
}

/// Lists the options of an ending.
///
/// # Errors
/// [`NoOptions`] if a player has no move in some position, or when asked to stop.
///
/// # Panics
/// Panics if the indices do not fit into 32 bits. Each class of symmetric positions of a sub-ending takes two indices.
pub fn places(ending: &Ending, control: Control) -> Result<Places, NoOptions> {
    let classes = number(ending.numbering().classes());
    // At first every class of every sub-ending gets two indices, one for its own colours and one for exchanged colours.
    // Indices that do not occur are dropped afterwards.
    let mut first = Vec::with_capacity(ending.sub_endings().len());
    let mut next = ENDS;
    for sub in ending.sub_endings() {
        first.push(next);
        next = next.checked_add(2 * number(sub.numbering().classes())).expect("fewer than 2^32 positions");
    }
    let place = |destination| match destination {
        Destination::Same(class) => class,
        Destination::Won(Colour::Black) => classes + BLACK_WON,
        Destination::Won(Colour::White) => classes + WHITE_WON,
        Destination::Sub { ending, class, exchanged } => classes + first[ending] + 2 * class + u32::from(exchanged),
    };
    let (mut white, mut black) = ending.all_options(&place, control)?;
    let mut reached = vec![false; next as usize];
    reached[..ENDS as usize].fill(true);
    for &place in white.places().iter().chain(black.places()) {
        if let Some(entry) = place.checked_sub(classes) {
            reached[entry as usize] = true;
        }
    }
    let mut outside = Vec::new();
    let mut renumbered = vec![0; reached.len()];
    for (entry, _) in (0_u32..).zip(&reached).filter(|(_, reached)| **reached) {
        renumbered[entry as usize] = classes + number(outside.len());
        outside.push(destination(entry, &first));
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
    Ok(Places { white, black, outside })
}

/// Creates the option graph of an ending. The tables `solved` are in the order of [`Ending::sub_endings`].
///
/// # Errors
/// [`NoOptions`] if a player has no move in some position, or when asked to stop.
///
/// # Panics
/// Panics if the indices do not fit into 32 bits. Each class of symmetric positions of a sub-ending takes two indices.
pub fn option_graph(ending: &Ending, solved: &[&dyn Table], control: Control) -> Result<OptionGraph, NoOptions> {
    let Places { white, black, outside } = places(ending, control)?;
    // Each value of a sub-ending is created at most twice: as it is, and with colours exchanged. All boundary entries
    // with the same value share its digits.
    let mut known: FxHashMap<(usize, u32, bool), Rational> = FxHashMap::default();
    let boundary = outside.iter().map(|destination| match *destination {
        Destination::Won(Colour::Black) => BoundaryValue::end(Rational::ZERO),
        Destination::Won(Colour::White) => BoundaryValue::end(Rational::ONE),
        Destination::Sub { ending, class, exchanged } => {
            let (table, class) = (solved[ending], class as usize);
            let mut value = |rank| {
                let make = || if exchanged { table.value(rank).exchanged() } else { table.value(rank) };
                known.entry((ending, rank, exchanged)).or_insert_with(make).clone()
            };
            let [alpha, beta] = table.ranks(class).map(&mut value);
            let [label_white, label_black] = table.labels(class);
            if exchanged {
                BoundaryValue { alpha: beta, beta: alpha, label_white: label_black, label_black: label_white }
            } else {
                BoundaryValue { alpha, beta, label_white, label_black }
            }
        }
        Destination::Same(_) => unreachable!("the boundary is outside of the ending"),
    });
    Ok(OptionGraph { white, black, boundary: boundary.collect() })
}

fn destination(entry: u32, first: &[u32]) -> Destination {
    match entry {
        BLACK_WON => Destination::Won(Colour::Black),
        WHITE_WON => Destination::Won(Colour::White),
        _ => {
            let ending = first.partition_point(|&from| from <= entry) - 1;
            let offset = entry - first[ending];
            Destination::Sub { ending, class: offset / 2, exchanged: offset % 2 == 1 }
        }
    }
}

fn number(n: usize) -> u32 {
    u32::try_from(n).expect("fewer than 2^32 positions")
}
