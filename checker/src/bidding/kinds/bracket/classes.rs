//! Tests the clauses of the specification for each class of symmetric positions: bounds, options, and the four
//! inequalities.

use super::broken;
use super::cited::CitedTable;
use super::table::{Bounds, Table};
use crate::bidding::game::{Choice, Moves, Positions, class_place};
use crate::core::cbor::as_u64;
use crate::core::game::Colour;
use crate::core::refusal::Refusal;
use crate::core::work::Meter;
use crate::threads::in_ranges;
use std::num::NonZeroU32;
use std::ops::Range;

/// Work steps charged for a class of symmetric positions, and for each of its options. The work for an option is to
/// generate it, to look it up and to compare its bounds.
const STEPS_PER_CLASS: u64 = 8;
const STEPS_PER_OPTION: u64 = 3;

/// Summary of the bounds of all classes of symmetric positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct BoundsSummary {
    /// Number of classes of symmetric positions whose bounds prove that alpha is less than beta.
    pub(super) differ: u64,
    pub(super) widest: [u128; 2],
}

/// Clause `bracket/bound`: no upper bound is greater than 1. Returns a summary of the bounds.
pub(super) fn bound(table: &Table, positions: &dyn Positions, meter: &mut Meter) -> Result<BoundsSummary, Refusal> {
    meter.spend(u64::from(positions.classes()).saturating_mul(STEPS_PER_CLASS))?;
    let (one, mut summary) = (table.one(), BoundsSummary::default());
    for class in 0..positions.classes() {
        let place = || class_place(positions, class);
        let Bounds { alpha, beta } = table.bounds(class).ok_or_else(|| Refusal::internal(place(), "a class has no record"))?;
        for (value, [_, upper]) in [("alpha", alpha), ("beta", beta)] {
            if upper > one {
                return Err(broken("bound", place(), format!("expected an upper bound of {value} of at most {one}, found {upper}")));
            }
        }
        summary.differ = summary.differ.saturating_add(u64::from(alpha[1] < beta[0]));
        for (widest, [lower, upper]) in summary.widest.iter_mut().zip([alpha, beta]) {
            *widest = (*widest).max(upper.saturating_sub(lower));
        }
    }
    Ok(summary)
}

/// Tests the options and the inequalities of every class of symmetric positions. The tests run on `threads` threads.
/// The verdict is the same as if a single thread tested all classes of symmetric positions in order.
pub(super) fn check(
    table: &Table,
    positions: &dyn Positions,
    cited: &[CitedTable<'_>],
    threads: NonZeroU32,
    meter: &mut Meter,
) -> Result<(), Refusal> {
    let moves = positions.moves();
    let moves = moves.ok_or_else(|| Refusal::internal(class_place(positions, 0), "the numbering of a cited game does not fit"))?;
    let walk = Pass { table, positions, moves: moves.as_ref(), cited };
    let pass = |range| {
        let mut meter = meter.fork();
        let end = walk.range(range, &mut meter);
        (meter, end)
    };
    for (part, end) in in_ranges(threads, positions.classes(), pass)? {
        // An exceeded step budget decides the refusal, whatever `end` is, because the class at which a thread stops
        // depends on the number of threads.
        meter.join(&part)?;
        end?;
    }
    Ok(())
}

struct Pass<'a> {
    table: &'a Table,
    positions: &'a dyn Positions,
    moves: &'a dyn Moves,
    cited: &'a [CitedTable<'a>],
}

impl Pass<'_> {
    /// Tests the classes of symmetric positions in a range of numbers, in order.
    fn range(&self, classes: Range<u32>, meter: &mut Meter) -> Result<(), Refusal> {
        let (mut white, mut black) = (Vec::new(), Vec::new());
        for class in classes {
            let place = || class_place(self.positions, class);
            let internal = || Refusal::internal(place(), "an option leads to no class");
            self.moves.options(class, &mut white, &mut black).ok_or_else(internal)?;
            meter.spend(as_u64(white.len().saturating_add(black.len())).saturating_mul(STEPS_PER_OPTION))?;
            let best = [self.best(&white, u128::max), self.best(&black, u128::min)];
            let [Some(white_best), Some(black_best)] = best else {
                option(white.len(), black.len()).map_err(|sentence| broken("option", place(), sentence))?;
                return Err(internal());
            };
            let own = self.table.bounds(class).ok_or_else(internal)?;
            let sums = white_best.with(black_best, u128::saturating_add);
            let tested = alpha_lower(own, sums)
                .and_then(|()| alpha_upper(own, sums))
                .and_then(|()| beta_lower(own, sums))
                .and_then(|()| beta_upper(own, sums, self.table.one()));
            tested.map_err(|(clause, sentence)| broken(clause, place(), sentence))?;
        }
        Ok(())
    }

    /// Combines the bounds of all options with `better`, which is the maximum or the minimum. Returns `None` if there
    /// is no option, or if an option leads to a class of symmetric positions that does not exist.
    fn best(&self, choices: &[Choice], better: impl Fn(u128, u128) -> u128) -> Option<Bounds> {
        let mut best = self.view(*choices.first()?)?;
        for choice in choices.iter().skip(1) {
            best = best.with(self.view(*choice)?, &better);
        }
        Some(best)
    }

    fn view(&self, choice: Choice) -> Option<Bounds> {
        let one = self.table.one();
        Some(match choice {
            Choice::Class(class) => self.table.bounds(class)?,
            Choice::Cited { citation, class, exchanged } => {
                let bounds = self.cited.get(usize::try_from(citation).ok()?)?.bounds(class, self.table.bits())?;
                if exchanged { bounds.exchanged(one) } else { bounds }
            }
            Choice::Won(Colour::White) => Bounds { alpha: [one; 2], beta: [one; 2] },
            Choice::Won(Colour::Black) => Bounds { alpha: [0; 2], beta: [0; 2] },
            // Neither player has won, so alpha is 0 and beta is 1.
            Choice::Drawn => Bounds { alpha: [0; 2], beta: [one; 2] },
        })
    }
}

/// Clause `bracket/option`: both players have an option.
fn option(white: usize, black: usize) -> Result<(), String> {
    match white.min(black) {
        0 => Err(format!("White has {white} options, Black has {black}; both need one")),
        _ => Ok(()),
    }
}

/// The name of a broken clause, and the message of the refusal.
type Broken = (&'static str, String);

/// Clause `bracket/alpha_lower`: the lower bound of alpha is 0, or less than (g + l) / 2. Here g is the greatest lower
/// bound of alpha after White's options, and l is the least lower bound of alpha after Black's options.
fn alpha_lower(own: Bounds, sums: Bounds) -> Result<(), Broken> {
    let met = own.alpha[0] == 0 || own.alpha[0].saturating_mul(2) < sums.alpha[0];
    inequality(met, "alpha_lower", own.alpha[0], "0 or less than half of", sums.alpha[0])
}

/// Clause `bracket/alpha_upper`: the upper bound of alpha is at least (g + l) / 2. Here g is the greatest upper bound
/// of alpha after White's options, and l is the least upper bound of alpha after Black's options.
fn alpha_upper(own: Bounds, sums: Bounds) -> Result<(), Broken> {
    let met = own.alpha[1].saturating_mul(2) >= sums.alpha[1];
    inequality(met, "alpha_upper", own.alpha[1], "at least half of", sums.alpha[1])
}

/// Clause `bracket/beta_lower`: the lower bound of beta is at most (g + l) / 2. Here g is the greatest lower bound of
/// beta after White's options, and l is the least lower bound of beta after Black's options.
fn beta_lower(own: Bounds, sums: Bounds) -> Result<(), Broken> {
    let met = own.beta[0].saturating_mul(2) <= sums.beta[0];
    inequality(met, "beta_lower", own.beta[0], "at most half of", sums.beta[0])
}

/// Clause `bracket/beta_upper`: the upper bound of beta is 1, or greater than (g + l) / 2. Here g is the greatest upper
/// bound of beta after White's options, and l is the least upper bound of beta after Black's options.
fn beta_upper(own: Bounds, sums: Bounds, one: u128) -> Result<(), Broken> {
    let met = own.beta[1] == one || own.beta[1].saturating_mul(2) > sums.beta[1];
    inequality(met, "beta_upper", own.beta[1], "the number 1 or greater than half of", sums.beta[1])
}

/// If the inequality is not `met`, returns an error that names the clause and explains the failure.
fn inequality(met: bool, clause: &'static str, own: u128, expected: &str, sum: u128) -> Result<(), Broken> {
    if met {
        return Ok(());
    }
    Err((clause, format!("expected {expected} {sum}, the sum of this bound of White's best and Black's best option, found {own}")))
}
