//! All numbers of chips at once, where every option leads to a place of greater number: one pass from the end.
//!
//! Positions are taken by strides. Most of them have no options among one another, and of most the combination of their options' sequences is known: such
//! positions are done on all threads at once, and what is left of the stride after them, one by one.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::sequence::{Id, Sequences};
use super::{Boundary, ChipGraph, Error};
use crate::control::Control;
use crate::model::chips::{ChipTables, Range, Rule, Shared, ThresholdTable};

/// Positions that are done between two looks at the clock, and those that one task does.
const STRIDE: usize = 1 << 16;
const PIECE: usize = 1 << 12;

/// Stands for positions that are not done yet.
const OPEN: Id = Id::MAX;

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
    let mut combination = Combination::default();
    for end in (1..=len.div_ceil(STRIDE)).rev().map(|stride| (stride * STRIDE).min(len)) {
        let begin = (end - 1) / STRIDE * STRIDE;
        control.at((len - end) as u64, "")?;
        let (before, done) = ids.split_at_mut(end);
        before[begin..].par_chunks_mut(PIECE).enumerate().for_each_init(Combination::default, |combination, (piece, ids)| {
            for (position, id) in (begin + piece * PIECE..).zip(ids) {
                let of_place = |place: u32| (place as usize).checked_sub(end).map(|place| done[place]);
                *id = combination.find(graph, position, of_place).and_then(|()| known.get(combination.key()).copied()).unwrap_or(OPEN);
            }
        });
        for position in (begin..end).rev() {
            if ids[position] != OPEN {
                continue;
            }
            combination.find(graph, position, |place| Some(ids[place as usize])).expect("places of greater number are done");
            ids[position] = match known.get(combination.key()) {
                Some(&id) => id,
                None => {
                    let id = combination.threshold(&mut sequences)?;
                    known.insert(combination.key().into(), id);
                    id
                }
            };
        }
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

/// The distinct sequences that the options of a position lead to.
#[derive(Default)]
struct Combination {
    /// How many of them the claimant's options lead to; these; and those of the other player's. Each in ascending order.
    key: Vec<Id>,
    other: Vec<Id>,
}

impl Combination {
    /// Looks the sequences of a position's options up, or gives up if one is not known.
    fn find(&mut self, graph: &ChipGraph<'_>, position: usize, of_place: impl Fn(u32) -> Option<Id>) -> Option<()> {
        let Self { key, other } = self;
        let distinct = |places: &[u32], into: &mut Vec<Id>| {
            into.clear();
            for &place in places {
                into.push(of_place(place)?);
            }
            into.sort_unstable();
            into.dedup();
            Some(())
        };
        distinct(graph.own.get(position), key)?;
        distinct(graph.other.get(position), other)?;
        key.insert(0, key.len() as Id);
        key.extend_from_slice(other);
        Some(())
    }

    fn key(&self) -> &[Id] {
        &self.key
    }

    /// The sequence of the position's thresholds.
    fn threshold(&self, sequences: &mut Sequences) -> Result<Id, Error> {
        let (own, other) = self.key[1..].split_at(self.key[0] as usize);
        let x = own.iter().skip(1).try_fold(own[0], |x, &id| sequences.least(x, id))?;
        let y = other.iter().skip(1).try_fold(other[0], |y, &id| sequences.greatest(y, id))?;
        sequences.threshold(x, y)
    }
}
