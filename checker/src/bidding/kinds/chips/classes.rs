//! Tests every class of symmetric positions.

use super::broken;
use super::equation::Question;
use super::functions::{Functions, Target};
use super::seen::Seen;
use super::table::{Range, Table};
use crate::bidding::game::{Choice, Moves, Positions, class_place};
use crate::core::cbor::as_u64;
use crate::core::game::Colour;
use crate::core::refusal::{Place, Refusal};
use crate::core::work::Meter;
use crate::threads::in_ranges;
use std::num::NonZeroU32;

/// Work steps charged for generating an option and finding the position to which it leads.
const STEPS_PER_OPTION: u64 = 3;

/// Tests every class of symmetric positions on `threads` threads. The verdict is the same as if a single thread tested
/// all classes of symmetric positions in order.
pub(super) fn check(
    table: &Table,
    positions: &dyn Positions,
    cited: &[&Table],
    threads: NonZeroU32,
    memo: usize,
    meter: &mut Meter,
) -> Result<(), Refusal> {
    let internal = |what: &str| Refusal::internal(class_place(positions, 0), what);
    let moves = positions.moves().ok_or_else(|| internal("the numbering of a cited game does not fit"))?;
    let functions = Functions::new(table, cited).ok_or_else(|| internal("more than 2^32 tables"))?;
    let walk = Pass { positions, moves: moves.as_ref(), functions: &functions };
    let mut ordered = true;
    // Without labels, a memo avoids repeated tests. Each thread would need its own memo, so only one thread is used.
    let threads = if table.labelled() { threads } else { NonZeroU32::MIN };
    let tested = |range| {
        let mut part = meter.fork();
        let ordered = walk.range(range, memo, &mut part);
        (part, ordered)
    };
    for (part, tested) in in_ranges(threads, positions.classes(), tested)? {
        meter.join(&part)?;
        ordered &= tested?;
    }
    form(ordered, table.labelled())
}

/// Clause `chips/form`, tested after all classes of symmetric positions: if no option leads to the same class or to a
/// class with a smaller number, labels are forbidden.
fn form(ordered: bool, labelled: bool) -> Result<(), Refusal> {
    if ordered && labelled {
        return Err(broken("form", Place::Byte(0), "there are labels, though every option leads to a class of greater number"));
    }
    Ok(())
}

struct Pass<'a> {
    positions: &'a dyn Positions,
    moves: &'a dyn Moves,
    functions: &'a Functions<'a>,
}

/// Scratch buffers for the options of a class of symmetric positions, and for the positions to which the options lead.
#[derive(Default)]
struct Lists<'a> {
    white: Vec<Choice>,
    black: Vec<Choice>,
    claimant: Vec<Target<'a>>,
    other: Vec<Target<'a>>,
}

impl<'a> Pass<'a> {
    /// Tests the classes of symmetric positions in a range of numbers, in order. Returns whether [`Self::class`]
    /// returns `true` for all classes in the range.
    fn range(&self, classes: std::ops::Range<u32>, memo: usize, meter: &mut Meter) -> Result<bool, Refusal> {
        let (mut lists, mut seen) = (Lists::default(), Seen::new(memo));
        let mut all_ordered = true;
        for class in classes {
            all_ordered &= self.class(class, &mut lists, &mut seen, meter)?;
        }
        Ok(all_ordered)
    }

    /// Tests the clauses for one class of symmetric positions, in the order of the spec. Returns whether no option
    /// leads back to this class or to an earlier class.
    fn class(&self, class: u32, lists: &mut Lists<'a>, seen: &mut Seen, meter: &mut Meter) -> Result<bool, Refusal> {
        let Lists { white, black, claimant, other } = lists;
        let table = self.functions.table;
        let place = || class_place(self.positions, class);
        let internal = || Refusal::internal(place(), "an option leads to no class");
        self.moves.options(class, white, black).ok_or_else(internal)?;
        meter.spend(as_u64(white.len().saturating_add(black.len())).saturating_mul(STEPS_PER_OPTION))?;
        let ordered = white.iter().chain(&*black).all(|choice| !matches!(choice, Choice::Class(option) if *option <= class));
        let (claimants, others) = if table.player() == Colour::White { (white, black) } else { (black, white) };
        self.functions.targets(claimants, claimant).ok_or_else(internal)?;
        self.functions.targets(others, other).ok_or_else(internal)?;

        option(claimant, other, place)?;
        form_seen(ordered, table.labelled(), place)?;
        let own = self.functions.target(Choice::Class(class)).ok_or_else(internal)?;
        if !table.labelled() && !seen.is_new(own, claimant, other) {
            return Ok(ordered);
        }
        let slope = |target: &Target<'_>| target.function.slope;
        let least = claimant.iter().map(slope).min().unwrap_or(0);
        let greatest = other.iter().map(slope).max().unwrap_or(0);
        let (chips, window) = match table.range {
            Range::Between { first, last } => (first..last.saturating_add(1), last.saturating_add(1)),
            Range::Periodic { preperiod, period } => (0..preperiod.saturating_add(period), preperiod),
            Range::Ordered { onset } => {
                let periods = claimant.iter().chain(&*other).map(|target| target.function.period);
                let longest = periods.fold(own.function.period, u32::max);
                (0..onset.saturating_add(longest.saturating_mul(2)), onset)
            }
        };
        let question = Question { functions: self.functions, place: &place, own, claimant, other, least, greatest, chips, window };
        meter.spend(question.steps())?;
        slopes(own.function.slope, least, greatest, place)?;
        question.test()?;
        Ok(ordered)
    }
}

/// Clause `chips/option`: both players have an option.
fn option(claimant: &[Target<'_>], other: &[Target<'_>], place: impl Fn() -> Place) -> Result<(), Refusal> {
    let who = match (claimant, other) {
        ([], _) => "the claimant",
        (_, []) => "the other player",
        _ => return Ok(()),
    };
    Err(broken("option", place(), format!("{who} has no option")))
}

/// Clause `chips/form`, tested for each class of symmetric positions: if an option leads to the same class or to a
/// class with a smaller number, labels are required.
fn form_seen(ordered: bool, labelled: bool, place: impl Fn() -> Place) -> Result<(), Refusal> {
    if !ordered && !labelled {
        return Err(broken("form", place(), "an option leads to a class of a number that is not greater, and there are no labels"));
    }
    Ok(())
}

/// Clause `chips/slopes`: the slope of a position (the growth of its threshold) is the mean of two slopes: the least
/// among the claimant's options and the greatest among the other player's. If the claim has range 0 (finitely many
/// numbers of chips), all slopes are 0.
fn slopes(own: u64, least: u64, greatest: u64, place: impl Fn() -> Place) -> Result<(), Refusal> {
    if own.saturating_mul(2) != least.saturating_add(greatest) {
        return Err(broken("slopes", place(), "the slope is not the mean of the best slopes of both players' options"));
    }
    Ok(())
}
