//! All numbers of chips at once, where every option leads to a place of greater number: one pass from the end.

use rustc_hash::FxHashMap;

use super::sequence::{Id, Sequences};
use super::{Boundary, ChipGraph, Error};
use crate::control::Control;
use crate::model::chips::{ChipTables, Range, Rule, Shared, ThresholdTable};

/// How many positions are done between two looks at the clock.
const STRIDE: usize = 1 << 16;

/// The tables of all positions.
///
/// # Errors
/// [`Error`].
///
/// # Panics
/// If the graph is not ordered, or its boundary has more than ends.
pub fn solve(graph: &ChipGraph<'_>, rule: Rule, control: Control) -> Result<ChipTables, Error> {
    let mut sequences = Sequences::new(rule);
    let len = graph.len();
    let mut ids: Vec<Id> = vec![0; graph.places()];
    for (entry, boundary) in graph.boundary.iter().enumerate() {
        ids[len + entry] = match boundary {
            Boundary::Won => sequences.won(),
            Boundary::NotWon => sequences.lost(),
            Boundary::Known(_) => panic!("a game that cites others is not ordered"),
        };
    }
    // Few combinations of sequences occur, at most in thousands of positions each.
    let mut known: FxHashMap<Box<[Id]>, Id> = FxHashMap::default();
    let (mut own, mut other, mut both) = (Vec::new(), Vec::new(), Vec::new());
    for position in (0..len).rev() {
        if position % STRIDE == 0 {
            control.at((len - position) as u64, "")?;
        }
        distinct(&ids, graph.own.get(position), &mut own);
        distinct(&ids, graph.other.get(position), &mut other);
        both.clear();
        both.push(own.len() as Id);
        both.extend(own.iter().chain(&other));
        ids[position] = match known.get(both.as_slice()) {
            Some(&id) => id,
            None => {
                let x = own.iter().skip(1).try_fold(own[0], |x, &id| sequences.least(x, id))?;
                let y = other.iter().skip(1).try_fold(other[0], |y, &id| sequences.greatest(y, id))?;
                let id = sequences.threshold(x, y)?;
                known.insert(both.as_slice().into(), id);
                id
            }
        };
    }
    ids.truncate(len);
    // Numbers by first use; many sequences were only met on the way.
    let numbered = Shared::new(ids.into_iter());
    let tables: Vec<ThresholdTable> = numbered.distinct.iter().map(|&id| sequences.get(id).clone()).collect();
    // A table's own preperiod counts too: up to there its recursion is looked at in full.
    let preperiods = tables.iter().map(ThresholdTable::preperiod).max().unwrap_or(0);
    let range = Range::Ordered { onset: sequences.onset().max(preperiods) };
    Ok(ChipTables { rule, range, tables: Shared { distinct: tables, number: numbered.number }, labels: None })
}

/// The distinct sequences at these places, in ascending order.
fn distinct(ids: &[Id], places: &[u32], into: &mut Vec<Id>) {
    into.clear();
    into.extend(places.iter().map(|&place| ids[place as usize]));
    into.sort_unstable();
    into.dedup();
}
