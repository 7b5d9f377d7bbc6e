//! The clauses that are tested class by class: `chips/option`, `form` and `slopes`, and then those of `equation`.

use super::equation::{Question, Tester};
use super::functions::{Functions, Target};
use super::seen::Seen;
use super::table::{Range, Table};
use super::{Broken, broken};
use crate::bidding::game::{Choice, Moves, Positions, class_place};
use crate::core::cbor::wide;
use crate::core::game::Colour;
use crate::core::refusal::{Place, Refusal};
use crate::core::work::Meter;
use crate::threads::in_ranges;
use std::num::NonZeroU32;

/// The steps that it takes to generate an option and to find out what it leads to.
const STEPS_PER_OPTION: u64 = 3;

/// Tests every class, on `threads` threads. Whatever their number, the verdict is that of going through the classes in order.
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
    let walk = Walk { table, positions, moves: moves.as_ref(), functions: &functions, memo };
    let mut ordered = true;
    // Without labels each thread would have to remember by itself what has been tested.
    let threads = if table.labelled() { threads } else { NonZeroU32::MIN };
    let tested = |range| {
        let mut part = meter.part();
        let ordered = walk.range(range, &mut part);
        (part, ordered)
    };
    for (part, tested) in in_ranges(threads, positions.classes(), tested)? {
        meter.join(&part)?;
        ordered &= tested?;
    }
    form(ordered, table.labelled())
}

/// Clause `chips/form`, last part: there are no labels if all options are ordered.
fn form(ordered: bool, labelled: bool) -> Result<(), Refusal> {
    if ordered && labelled {
        return Err(broken("form", Place::Byte(0), "there are labels, though every option leads to a class of greater number"));
    }
    Ok(())
}

/// A pass over the classes.
struct Walk<'a> {
    table: &'a Table,
    positions: &'a dyn Positions,
    moves: &'a dyn Moves,
    functions: &'a Functions<'a>,
    /// The memory for what is remembered of the classes tested, in bytes.
    memo: usize,
}

impl Walk<'_> {
    /// Tests the classes of a range in order. True if every option of theirs leads to a class of greater number.
    fn range(&self, classes: std::ops::Range<u32>, meter: &mut Meter) -> Result<bool, Refusal> {
        let range = self.table.range;
        let greatest_slope = match range {
            // T grows by u with each chip.
            Range::Periodic { period, .. } => Some(u64::from(self.table.rule.unit()).saturating_mul(u64::from(period))),
            Range::Between { .. } | Range::Ordered { .. } => None,
        };
        let mut tester = Tester::new(self.functions, self.table.labels.as_ref(), self.table.rule, range.first(), greatest_slope);
        let mut seen = Seen::new(if self.table.labelled() { 0 } else { self.memo });
        let mut all_ordered = true;
        let mut lists = Lists::default();
        for class in classes {
            let place = || class_place(self.positions, class);
            let internal = || Refusal::internal(place(), "an option leads to no class");
            self.options(class, &mut lists).ok_or_else(internal)?;
            meter.allowance(wide(lists.white.len().saturating_add(lists.black.len())).saturating_mul(STEPS_PER_OPTION))?;
            let tested = self.class(class, &mut lists, &mut tester, &mut seen, meter)?.ok_or_else(internal)?;
            all_ordered &= tested.map_err(|(clause, sentence)| broken(clause, place(), sentence))?;
        }
        Ok(all_ordered)
    }

    /// Generates the options of a class and what they lead to.
    fn options(&self, class: u32, lists: &mut Lists) -> Option<()> {
        self.moves.options(class, &mut lists.white, &mut lists.black)?;
        let (claimant, other) = match self.table.player() {
            Colour::White => (&lists.white, &lists.black),
            Colour::Black => (&lists.black, &lists.white),
        };
        lists.ordered = lists.white.iter().chain(&lists.black).all(|choice| !matches!(choice, Choice::Class(option) if *option <= class));
        self.targets(claimant, &mut lists.claimant)?;
        self.targets(other, &mut lists.other)
    }

    /// What these options lead to, each once.
    fn targets(&self, choices: &[Choice], targets: &mut Vec<Target>) -> Option<()> {
        targets.clear();
        for choice in choices {
            let target = self.functions.target(*choice)?;
            targets.push(if self.table.labelled() { target } else { Target { class: None, ..target } });
        }
        targets.sort_unstable_by_key(|target| (target.function, target.class));
        targets.dedup();
        Some(())
    }

    /// The clauses of one class in the order of the page. True if its options are ordered.
    fn class(
        &self,
        class: u32,
        lists: &mut Lists,
        tester: &mut Tester<'_>,
        seen: &mut Seen,
        meter: &mut Meter,
    ) -> Result<Option<Result<bool, Broken>>, Refusal> {
        let Lists { claimant, other, ordered, .. } = lists;
        let labelled = self.table.labelled();
        let tests = option(claimant, other).and_then(|()| form_seen(*ordered, labelled));
        if let Err(broken) = tests {
            return Ok(Some(Err(broken)));
        }
        let Some(question) = self.question(class, claimant, other) else { return Ok(None) };
        if !labelled && !seen.is_new(question.function, claimant, other) {
            return Ok(Some(Ok(*ordered)));
        }
        let Some(chips) = self.chips(&question) else { return Ok(None) };
        meter.allowance(question.steps(&chips, self.table.rule))?;
        Ok(self.tested(&question, &chips, tester).map(|tested| tested.map(|()| *ordered)))
    }

    /// What is asked of a class.
    fn question<'q>(&self, class: u32, claimant: &'q [Target], other: &'q [Target]) -> Option<Question<'q>> {
        let function = self.table.table_number(class)?;
        let slope = |target: &Target| self.functions.slope(target.function);
        let least = claimant.iter().map(slope).try_fold(u64::MAX, |least, slope| Some(least.min(slope?)))?;
        let greatest = other.iter().map(slope).try_fold(0, |greatest, slope| Some(slope?.max(greatest)))?;
        Some(Question { function, class: self.table.labelled().then_some(class), claimant, other, least, greatest })
    }

    /// The numbers of chips that are to be looked at: those before the window, and the window.
    fn chips(&self, question: &Question<'_>) -> Option<[std::ops::Range<u32>; 2]> {
        Some(match self.table.range {
            Range::Between { first, last } => [first..last.saturating_add(1), 0..0],
            Range::Periodic { preperiod, period } => [0..preperiod, preperiod..preperiod.saturating_add(period)],
            Range::Ordered { onset } => {
                let options = question.claimant.iter().chain(question.other).map(|target| target.function);
                let mut periods = std::iter::once(question.function).chain(options).map(|function| self.functions.period(function));
                let greatest = periods.try_fold(0, |greatest, period| Some(period?.max(greatest)))?;
                [0..onset, onset..onset.saturating_add(greatest.saturating_mul(2))]
            }
        })
    }

    /// The clauses from `slopes` on.
    fn tested(
        &self,
        question: &Question<'_>,
        [before, window]: &[std::ops::Range<u32>; 2],
        tester: &mut Tester<'_>,
    ) -> Option<Result<(), Broken>> {
        if let Err(broken) = slopes(self.functions.slope(question.function)?, question.least, question.greatest) {
            return Some(Err(broken));
        }
        match tester.test(question, before.clone(), false)? {
            Ok(()) => tester.test(question, window.clone(), true),
            broken => Some(broken),
        }
    }
}

/// The options of a class.
#[derive(Default)]
struct Lists {
    white: Vec<Choice>,
    black: Vec<Choice>,
    /// The claimant's and the other player's, each once, in a fixed order.
    claimant: Vec<Target>,
    other: Vec<Target>,
    /// Whether all lead to classes of greater number, to other games, or to an end.
    ordered: bool,
}

/// Clause `chips/option`: both players have one.
fn option(claimant: &[Target], other: &[Target]) -> Result<(), Broken> {
    match (claimant.first(), other.first()) {
        (Some(_), Some(_)) => Ok(()),
        (None, _) => Err(("option", "the claimant has no option".to_owned())),
        (_, None) => Err(("option", "the other player has no option".to_owned())),
    }
}

/// Clause `chips/form`, as it is seen at a class: an option that leads to a class of a number that is not greater asks for labels.
fn form_seen(ordered: bool, labelled: bool) -> Result<(), Broken> {
    if !ordered && !labelled {
        return Err(("form", "an option leads to a class of a number that is not greater, and there are no labels".to_owned()));
    }
    Ok(())
}

/// Clause `chips/slopes`: the mean of the least slope over the claimant's options and the greatest over the other's. (Slopes are 0 with range 0.)
fn slopes(own: u64, least: u64, greatest: u64) -> Result<(), Broken> {
    if own.checked_mul(2) != least.checked_add(greatest) {
        return Err(("slopes", "the slope is not the mean of the best slopes of both players' options".to_owned()));
    }
    Ok(())
}
