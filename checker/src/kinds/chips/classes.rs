//! The clauses that are tested class by class: `chips/option`, `form` and `slopes`, and then those of `equation`.

use super::equation::{Question, Tester};
use super::functions::{Functions, Target};
use super::ordered::Ordered;
use super::table::{Range, Table};
use super::{Broken, broken, class_place};
use crate::game::{Choice, Colour, Moves, Positions};
use crate::rejection::{Place, Rejection};
use std::num::NonZeroU32;

/// Tests every class, on so many threads. Whatever their number, the verdict is that of going through the classes in order.
pub(super) fn check(
    table: &Table,
    positions: &dyn Positions,
    cited: &[&Table],
    threads: NonZeroU32,
    budget: usize,
) -> Result<(), Rejection> {
    let internal = |what: &str| Rejection::internal(class_place(positions, 0), what);
    let moves = positions.moves().ok_or_else(|| internal("the numbering of a cited game does not fit"))?;
    let functions = Functions::new(table, cited).ok_or_else(|| internal("more than 2^32 tables"))?;
    let walk = Walk { table, positions, moves: moves.as_ref(), functions: &functions, budget };
    let mut ordered = true;
    for part in walk.parts(threads).ok_or_else(|| internal("a thread could not be started or did not end"))? {
        ordered &= part?;
    }
    form(ordered, table.labelled())
}

/// Clause `chips/form`, last part: there are no labels if all options are ordered.
fn form(ordered: bool, labelled: bool) -> Result<(), Rejection> {
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
    budget: usize,
}

impl Walk<'_> {
    /// Goes through all classes in as many ranges as there are threads: of each whether its options are ordered, or the first clause broken.
    /// `None` if a thread cannot be had or does not end as it should.
    fn parts(&self, threads: NonZeroU32) -> Option<Vec<Result<bool, Rejection>>> {
        let classes = self.positions.classes();
        // Without labels the passes would each have to remember what has been tested.
        let threads = if self.table.labelled() { threads } else { NonZeroU32::MIN };
        let length = classes.div_ceil(threads.get()).max(1);
        let start = |part: u32| part.saturating_mul(length).min(classes);
        let ranges = (0..threads.get()).map(|part| start(part)..start(part.saturating_add(1)));
        if threads.get() == 1 {
            return Some(ranges.map(|range| self.range(range)).collect());
        }
        std::thread::scope(|scope| {
            let started = ranges.map(|range| std::thread::Builder::new().spawn_scoped(scope, move || self.range(range)));
            let started: Vec<_> = started.collect::<Result<_, _>>().ok()?;
            started.into_iter().map(|thread| thread.join().ok()).collect()
        })
    }

    /// Tests the classes of a range in order. True if every option of theirs leads to a class of greater number.
    fn range(&self, classes: std::ops::Range<u32>) -> Result<bool, Rejection> {
        let range = self.table.range;
        let room = match range {
            // T grows by u with each chip.
            Range::Periodic { period, .. } => Some(u64::from(self.table.rule.unit()).saturating_mul(u64::from(period))),
            Range::Between { .. } | Range::Ordered { .. } => None,
        };
        let tester = || Tester::new(self.functions, self.table.labels.as_ref(), self.table.rule, range.first(), room);
        let mut labelled = tester();
        let budget = if self.table.labelled() { 0 } else { self.budget };
        let mut unlabelled = Ordered::new(self.functions, range, tester(), budget);
        let mut all_ordered = true;
        let mut lists = Lists::default();
        for class in classes {
            let place = || class_place(self.positions, class);
            let internal = || Rejection::internal(place(), "an option leads to no class");
            self.options(class, &mut lists).ok_or_else(internal)?;
            let tested = self.class(class, &mut lists, &mut labelled, &mut unlabelled).ok_or_else(internal)?;
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
        labelled: &mut Tester<'_>,
        unlabelled: &mut Ordered<'_>,
    ) -> Option<Result<bool, Broken>> {
        let Lists { claimant, other, ordered, .. } = lists;
        let tests = option(claimant, other).and_then(|()| form_seen(*ordered, self.table.labelled()));
        if let Err(broken) = tests {
            return Some(Err(broken));
        }
        let function = self.table.table_number(class)?;
        if !self.table.labelled() && !unlabelled.is_new(function, claimant, other) {
            return Some(Ok(*ordered));
        }
        let slope = |target: &Target| self.functions.slope(target.function);
        let least = claimant.iter().map(slope).try_fold(u64::MAX, |least, slope| Some(least.min(slope?)))?;
        let greatest = other.iter().map(slope).try_fold(0, |greatest, slope| Some(slope?.max(greatest)))?;
        if let Err(broken) = slopes(self.functions.slope(function)?, least, greatest) {
            return Some(Err(broken));
        }
        let own = self.table.labelled().then_some(class);
        let question = Question { function, class: own, claimant, other, least, greatest };
        let tested = match self.table.range {
            _ if !self.table.labelled() => unlabelled.test(&question)?,
            Range::Between { first, last } => labelled.test(&question, first..last.saturating_add(1), false)?,
            Range::Periodic { preperiod, period } => match labelled.test(&question, 0..preperiod, false)? {
                Ok(()) => labelled.test(&question, preperiod..preperiod.saturating_add(period), true)?,
                broken => broken,
            },
            Range::Ordered { .. } => return None,
        };
        Some(tested.map(|()| *ordered))
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
