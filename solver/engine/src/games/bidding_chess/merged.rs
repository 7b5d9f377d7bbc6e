//! Merges a family of endings into one option graph. A *family* contains all sub-endings of each ending. The graph
//! contains the positions of the endings and the two ends of the game, but nothing else.
//!
//! Some endings occur twice, once with colours exchanged.

use std::ops::Range;
use std::sync::Arc;

use super::ending::{Destination, Ending, NoOptions};
use crate::control::Control;
use crate::games::Colour;
use crate::model::graph::{BoundaryValue, Lists, OptionGraph};
use crate::model::value::Rational;

/// The merged graph of a family of endings.
pub struct Merged {
    /// The option graph of all endings. The positions are sorted by ending, in the order of the family.
    pub graph: OptionGraph,
    family: Vec<Arc<Ending>>,
    /// The first position of each ending, without and with exchanged colours. An entry is `None` if the graph has no
    /// such position.
    starts: Vec<[Option<u32>; 2]>,
}

/// Numbers the classes of symmetric positions of all endings, and the two ends of the game. A class with exchanged
/// colours has an odd code.
struct Codes {
    /// For each ending, the number of classes of symmetric positions in all earlier endings. The last entry is the
    /// total number of classes of symmetric positions.
    before: Vec<u32>,
}

impl Codes {
    fn new(family: &[Arc<Ending>]) -> Self {
        let mut before = vec![0_u32];
        for ending in family {
            let classes = u32::try_from(ending.numbering().classes()).expect("fewer than 2^32 classes");
            let sum = before[before.len() - 1].checked_add(classes);
            before.push(sum.filter(|sum| *sum < u32::MAX / 4).expect("fewer than 2^30 classes"));
        }
        Self { before }
    }

    fn class(&self, ending: usize, class: u32, exchanged: bool) -> u32 {
        2 * (self.before[ending] + class) + u32::from(exchanged)
    }

    /// Returns the number (code) that stands for a win of this player.
    fn end(&self, winner: Colour) -> u32 {
        2 * self.before[self.before.len() - 1] + u32::from(winner == Colour::White)
    }

    fn len(&self) -> usize {
        self.end(Colour::White) as usize + 1
    }

    /// Returns the index of the ending for a code. If the code stands for an end of the game, returns the number of
    /// endings.
    fn ending(&self, code: u32) -> usize {
        self.before.partition_point(|&before| before <= code / 2) - 1
    }
}

impl Merged {
    /// Creates the graph of a family that [`Ending::family`] returned.
    ///
    /// # Errors
    /// [`NoOptions`] if a player has no move in some position, or when asked to stop.
    ///
    /// # Panics
    /// Panics if the family lacks a sub-ending, or has 2^30 classes of symmetric positions or more.
    pub fn new(family: &[Arc<Ending>], control: Control) -> Result<Self, NoOptions> {
        let codes = Codes::new(family);
        let number_of = |ending: &Ending| {
            family.iter().position(|known| known.material() == ending.material()).expect("every sub-ending is in the family")
        };
        let numbers: Vec<Vec<usize>> =
            family.iter().map(|ending| ending.sub_endings().iter().map(|sub| number_of(sub)).collect()).collect();
        // For each ending, whether it occurs in its own colours, and whether it occurs with colours exchanged. An
        // ending that no other ending turns into occurs in its own colours. For all other endings, the loop derives
        // this from the options, largest endings first.
        let mut occurs: Vec<[bool; 2]> =
            (0..family.len()).map(|ending| [!numbers.iter().any(|subs| subs.contains(&ending)), false]).collect();
        let mut options = Vec::new();
        for (number, ending) in family.iter().enumerate().rev() {
            let (white, black) = coded_options(ending, number, &numbers[number], &codes, control)?;
            let mut leads = vec![[false; 2]; family.len() + 1];
            for &code in white.places().iter().chain(black.places()) {
                leads[codes.ending(code)][code as usize % 2] = true;
            }
            let [own, exchanged] = occurs[number];
            for (occurs, leads) in occurs.iter_mut().zip(&leads) {
                occurs[0] |= own && leads[0] || exchanged && leads[1];
                occurs[1] |= own && leads[1] || exchanged && leads[0];
            }
            options.push((white, black));
        }
        options.reverse();
        Ok(Self::assemble(family.to_vec(), &codes, &occurs, &options))
    }

    /// Numbers the positions of the graph, and joins the lists of options of all endings.
    fn assemble(family: Vec<Arc<Ending>>, codes: &Codes, occurs: &[[bool; 2]], options: &[(Lists, Lists)]) -> Self {
        let mut place_of = vec![u32::MAX; codes.len()];
        let mut starts = vec![[None; 2]; family.len()];
        let mut next = 0;
        let parts = || (0..family.len()).flat_map(|ending| [(ending, 0), (ending, 1)]).filter(|&(ending, side)| occurs[ending][side]);
        for (ending, side) in parts() {
            starts[ending][side] = Some(next);
            for class in 0..codes.before[ending + 1] - codes.before[ending] {
                place_of[codes.class(ending, class, side == 1) as usize] = next;
                next += 1;
            }
        }
        for winner in [Colour::Black, Colour::White] {
            place_of[codes.end(winner) as usize] = next;
            next += 1;
        }
        let all = options.iter().map(|(white, _)| white.len()).sum();
        let [mut white, mut black] = [(); 2].map(|()| Lists::with_capacity(all, 0));
        for (ending, side) in parts() {
            let (mut own, mut others) = options[ending].clone();
            for lists in [&mut own, &mut others] {
                lists.for_each_place(|code| *code = place_of[(*code ^ u32::from(side == 1)) as usize]);
            }
            if side == 1 {
                std::mem::swap(&mut own, &mut others);
            }
            white.append(&own);
            black.append(&others);
        }
        let boundary = [Rational::ZERO, Rational::ONE].map(BoundaryValue::end).to_vec();
        Self { graph: OptionGraph { white, black, boundary }, family, starts }
    }

    /// Returns the endings of the family, sub-endings first.
    #[must_use]
    pub fn family(&self) -> &[Arc<Ending>] {
        &self.family
    }

    /// Returns the numbers of an ending's positions, in the order of its classes of symmetric positions. `ending` is
    /// the index of the ending in the family. If `exchanged` is true, returns the positions with colours exchanged.
    /// Returns `None` if the graph has no such positions.
    #[must_use]
    pub fn range(&self, ending: usize, exchanged: bool) -> Option<Range<usize>> {
        let start = self.starts[ending][usize::from(exchanged)]? as usize;
        Some(start..start + self.family[ending].numbering().classes())
    }
}

fn coded_options(
    ending: &Ending,
    number: usize,
    sub_numbers: &[usize],
    codes: &Codes,
    control: Control,
) -> Result<(Lists, Lists), NoOptions> {
    let classes = u32::try_from(ending.numbering().classes()).expect("fewer than 2^32 classes");
    // Indices below `classes` are classes of the ending itself. Any other destination has the index `classes` plus its
    // code.
    let place = |destination| match destination {
        Destination::Same(class) => class,
        Destination::Won(winner) => classes + codes.end(winner),
        Destination::Sub { ending, class, exchanged } => classes + codes.class(sub_numbers[ending], class, exchanged),
    };
    let (mut white, mut black) = ending.all_options(&place, control)?;
    for lists in [&mut white, &mut black] {
        lists.for_each_place(|place| *place = place.checked_sub(classes).unwrap_or_else(|| codes.class(number, *place, false)));
    }
    Ok((white, black))
}
