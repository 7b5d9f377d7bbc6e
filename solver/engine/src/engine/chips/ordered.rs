//! Computes thresholds for all numbers of chips on topologically ordered graphs, in which every option leads to a
//! greater index. One pass from the last position to the first is enough.
//!
//! Positions are processed in batches. First, all threads look for positions that need no computation. The other
//! positions of the batch are computed one by one.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::sequence::{Id, Sequences};
use super::{Boundary, ChipGraph, Error};
use crate::control::Control;
use crate::model::chips::{ChipTables, Range, Rule, Shared, ThresholdTable};

/// Number of positions per batch. Progress is reported once for each batch of positions. A parallel task computes
/// `PIECE` positions of the batch.
const STRIDE: usize = 1 << 16;
const PIECE: usize = 1 << 12;

/// Marks a position that is not done yet.
const OPEN: Id = Id::MAX;

/// Computes the threshold tables of all positions. Every option must lead to a greater index.
///
/// # Errors
/// [`Error`], if sequences become too long or the computation is interrupted.
///
/// # Panics
/// Panics if the boundary of `graph` contains a [`Boundary::Known`].
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
    // Few distinct combinations of sequences occur, so the thresholds for each combination are computed only once.
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
    // Number the sequences in the order of their first use. Many stored sequences are only intermediate results.
    let numbered = Shared::new(ids.into_iter());
    let tables: Vec<ThresholdTable> = numbered.distinct.iter().map(|&id| sequences.get(id).clone()).collect();
    // The onset is at least the preperiod of every table, because up to the end of a preperiod the recursion is checked
    // for each k.
    let preperiods = tables.iter().map(ThresholdTable::preperiod).max().unwrap_or(0);
    let range = Range::Ordered { onset: sequences.onset().max(preperiods) };
    Ok(ChipTables { rule, range, tables: Shared { distinct: tables, number: numbered.number }, labels: None })
}

#[derive(Default)]
struct Combination {
    /// The list has three parts: the number of ids for the claimant's options, the ids for the claimant's options, and
    /// the ids for the other player's options. Each player's ids are in ascending order.
    key: Vec<Id>,
    other: Vec<Id>,
}

impl Combination {
    /// Looks up the threshold sequences of a position's options. Returns `None` if the sequence of an option is not
    /// known yet.
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

    /// Computes the sequence of the position's thresholds.
    fn threshold(&self, sequences: &mut Sequences) -> Result<Id, Error> {
        let (own, other) = self.key[1..].split_at(self.key[0] as usize);
        let x = own.iter().skip(1).try_fold(own[0], |x, &id| sequences.least(x, id))?;
        let y = other.iter().skip(1).try_fold(other[0], |y, &id| sequences.greatest(y, id))?;
        sequences.threshold(x, y)
    }
}
