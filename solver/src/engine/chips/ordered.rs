//! All numbers of chips at once, where every option leads to a place of greater number: one pass from the end.

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
    let (mut own, mut other) = (Vec::new(), Vec::new());
    for position in (0..len).rev() {
        if position % STRIDE == 0 {
            control.at((len - position) as u64, "")?;
        }
        distinct(&ids, graph.own.get(position), &mut own);
        distinct(&ids, graph.other.get(position), &mut other);
        let mut x = own[0];
        for &id in &own[1..] {
            x = sequences.least(x, id)?;
        }
        let mut y = other[0];
        for &id in &other[1..] {
            y = sequences.greatest(y, id)?;
        }
        ids[position] = sequences.threshold(x, y)?;
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
