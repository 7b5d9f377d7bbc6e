//! Computes the values that a file of version 2 leaves out: section 6 of `spec/kinds/richman.md`.
//!
//! The value of a class of symmetric positions is the mean of the values of two chosen options, White's and Black's. A
//! file lists the value of a class of symmetric positions only if chosen options lead from the class back to itself.
//! For every other class, this module computes the value from the values of the two chosen options. Once all values are
//! known, all clauses are tested, except for some equations. An equation that only repeats the computation of a value
//! is not tested.

use super::broken;
use super::classes::{choice_range, option};
use super::components::components;
use super::fraction::{Denominator, Fraction};
use super::means::{MeanCache, Operand};
use super::table::Table;
use super::values::no_entry;
use crate::bidding::game::{Choice, Moves, Positions, class_place};
use crate::core::cbor::as_u64;
use crate::core::fields::index;
use crate::core::game::Colour;
use crate::core::refusal::{Place, Refusal};
use crate::core::verification::Citations;
use crate::core::work::Meter;
use num_bigint::BigUint;
use std::borrow::Cow;

/// Work steps charged for a class of symmetric positions, in addition to the steps for its options.
const STEPS_PER_CLASS: u64 = 8;
/// Work steps charged for generating an option in this module. Later, the module `classes` generates each option a
/// second time, and counts further work steps for this.
const STEPS_PER_OPTION: u64 = 2;

/// The result of a chosen option: a class of symmetric positions, or the end of the game.
#[derive(Clone, Copy, Debug)]
enum Target {
    /// A class of symmetric positions of this game.
    Class(u32),
    /// A class of symmetric positions of a cited game, with the rank of its value in the cited table. If colours are
    /// exchanged, the value is subtracted from 1.
    Cited { citation: u32, rank: u32, exchanged: bool },
    /// An end of the game, which has the value 1 if the flag is true and 0 if not.
    End(bool),
}

/// One of the two value functions, alpha and beta.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Function {
    Alpha,
    Beta,
}

pub(super) struct Context<'a> {
    pub(super) positions: &'a dyn Positions,
    pub(super) moves: &'a dyn Moves,
    pub(super) cited: &'a [&'a Table],
}

/// Computes the values that the file leaves out, and tests the clauses about these values. The caller must have tested
/// that the ranks (indices into the table of values) are valid.
///
/// For each function and each class of symmetric positions, returns whether the value was derived (computed as a mean).
pub(super) fn derive(
    table: &mut Table,
    context: &Context<'_>,
    citations: &mut dyn Citations,
    meter: &mut Meter,
) -> Result<Vec<Vec<bool>>, Refusal> {
    let functions: &[Function] = if table.rank_beta.is_some() { &[Function::Alpha, Function::Beta] } else { &[Function::Alpha] };
    let (mut means, one) = (MeanCache::new(&table.values), Denominator::new(BigUint::from(1_u32)));
    let mut on_cycle = vec![false; table.values.len()];
    let mut derived = vec![vec![false; table.classes()]; functions.len()];
    for ((function, derived), targets) in functions.iter().zip(&mut derived).zip(targets(table, context, functions, meter)?) {
        let successors = |class: u32| {
            targets
                .get(index(class))
                .map_or([None; 2], |pair| pair.map(|target| if let Target::Class(to) = target { Some(to) } else { None }))
        };
        components(context.positions.classes(), successors, |component, cyclic| {
            for class in component {
                let place = || class_place(context.positions, *class);
                let internal = || Refusal::internal(place(), "a class without a rank or a target");
                let rank = rank(table, *function, *class).ok_or_else(internal)?;
                if cyclic {
                    value_missing(table, rank, place)?;
                    if let Some(marked) = on_cycle.get_mut(index(rank)) {
                        *marked = true;
                    }
                } else if table.values.get(rank).is_none() {
                    let [white, black] = targets.get(index(*class)).ok_or_else(internal)?;
                    let part = |target: &Target| part(table, *function, *target, context.cited, &one).ok_or_else(internal);
                    let mean = means.mean([part(white)?, part(black)?], citations, meter)?;
                    table.values.insert_derived(rank, mean);
                    *derived.get_mut(index(*class)).ok_or_else(internal)? = true;
                }
            }
            Ok(())
        })?;
    }
    value_listed(table, &on_cycle)?;
    let unused = (0..).take(table.values.len()).position(|rank| table.values.get(rank).is_none());
    no_entry("value_used", unused, "no class has this value")?;
    Ok(derived)
}

/// Clause `richman/value_missing`: the value of a class of symmetric positions on a cycle is listed.
fn value_missing(table: &Table, rank: u32, place: impl FnOnce() -> Place) -> Result<(), Refusal> {
    match table.values.is_listed(rank) {
        true => Ok(()),
        false => Err(broken("value_missing", place(), format!("the value {rank} of a class on a cycle is not listed"))),
    }
}

/// Clause `richman/value_listed`: a value is listed only if it is the first, the last, or the value of a class of
/// symmetric positions on a cycle.
fn value_listed(table: &Table, on_cycle: &[bool]) -> Result<(), Refusal> {
    let last = on_cycle.len().saturating_sub(1);
    let needless = (0..).zip(on_cycle.iter().enumerate()).find(|(rank, (place, cycle))| {
        let free = **cycle || *place == 0 || *place == last;
        !free && table.values.is_listed(*rank)
    });
    no_entry("value_listed", needless.map(|(_, (place, _))| place), "the value is listed, but no class on a cycle has it")
}

fn rank(table: &Table, function: Function, class: u32) -> Option<u32> {
    let column = if function == Function::Alpha { table.rank_alpha() } else { table.rank_beta() };
    column.get(index(class)).copied()
}

/// For each function and each class of symmetric positions, returns where the options chosen by White and by Black
/// lead. Tests the clauses `richman/option` and `richman/choice_range`.
fn targets(table: &Table, context: &Context<'_>, functions: &[Function], meter: &mut Meter) -> Result<Vec<Vec<[Target; 2]>>, Refusal> {
    let columns = |function: &Function| match function {
        Function::Alpha => [&table.choice_white_alpha, table.choice_black_alpha.as_ref().unwrap_or(&table.choice_black_beta)],
        Function::Beta => [table.choice_white_beta.as_ref().unwrap_or(&table.choice_white_alpha), &table.choice_black_beta],
    };
    let (mut white, mut black) = (Vec::new(), Vec::new());
    let mut found: Vec<Vec<[Target; 2]>> = functions.iter().map(|_| Vec::with_capacity(table.classes())).collect();
    for class in 0..context.positions.classes() {
        let place = || class_place(context.positions, class);
        let internal = || Refusal::internal(place(), "an option leads to no class");
        context.moves.options(class, &mut white, &mut black).ok_or_else(internal)?;
        meter.spend(as_u64(white.len().saturating_add(black.len())).saturating_mul(STEPS_PER_OPTION).saturating_add(STEPS_PER_CLASS))?;
        let refused = |(clause, sentence)| broken(clause, place(), sentence);
        option(white.len(), black.len()).map_err(refused)?;
        for (function, targets) in functions.iter().zip(&mut found) {
            let [of_white, of_black] = columns(function).map(|column| column.get(index(class)).copied().unwrap_or(u32::MAX));
            let white = choice_range("White", of_white, &white).map_err(refused)?;
            let black = choice_range("Black", of_black, &black).map_err(refused)?;
            let target = |choice| target(choice, context.cited, *function).ok_or_else(internal);
            targets.push([target(*white)?, target(*black)?]);
        }
    }
    Ok(found)
}

/// Returns the result of an option: a class of symmetric positions or an end of the game (section 1 of the spec).
fn target(choice: Choice, cited: &[&Table], function: Function) -> Option<Target> {
    Some(match choice {
        Choice::Class(class) => Target::Class(class),
        Choice::Cited { citation, class, exchanged } => {
            // With colours exchanged, alpha' = 1 - beta and beta' = 1 - alpha.
            let function = match (function, exchanged) {
                (Function::Alpha, false) | (Function::Beta, true) => Function::Alpha,
                (Function::Beta, false) | (Function::Alpha, true) => Function::Beta,
            };
            Target::Cited { citation, rank: rank(cited.get(index(citation))?, function, class)?, exchanged }
        }
        Choice::Won(colour) => Target::End(colour == Colour::White),
        Choice::Drawn => Target::End(function == Function::Beta),
    })
}

/// Returns the value of a class of symmetric positions, or of an end of the game. Returns `None` if the value is
/// missing, which is a bug in the checker.
fn part<'a>(table: &'a Table, function: Function, target: Target, cited: &[&'a Table], one: &'a Denominator) -> Option<Operand<'a>> {
    Some(match target {
        Target::End(true) => Operand { numerator: Cow::Borrowed(&one.whole), denominator: one, place: None },
        Target::End(false) => Operand { numerator: Cow::Owned(BigUint::ZERO), denominator: one, place: None },
        Target::Class(class) => {
            let rank = rank(table, function, class)?;
            let Fraction { numerator, denominator, .. } = table.values.get(rank)?;
            Operand { numerator: Cow::Borrowed(numerator), denominator, place: table.values.place(rank) }
        }
        Target::Cited { citation, rank, exchanged } => {
            let value = cited.get(index(citation))?.values.get(rank)?;
            let numerator = if exchanged { Cow::Owned(value.exchanged()) } else { Cow::Borrowed(value.numerator) };
            Operand { numerator, denominator: value.denominator, place: None }
        }
    })
}
