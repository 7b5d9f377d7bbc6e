//! Represents the threshold of the position after a move as a function of the number of chips. The thresholds come from
//! a table of this certificate or of a cited certificate. If the move ends the game, the thresholds depend on whether
//! the claimant has won.

use super::broken;
use super::table::{Range, Table};
use super::tables::Thresholds;
use crate::bidding::game::{Choice, CitedGame};
use crate::core::fields::CHIPS_LIMIT;
use crate::core::fields::index;
use crate::core::refusal::{Place, Refusal};

pub(super) type Number = u32;

/// The threshold after an option as a function of the number of chips.
pub(super) struct Function<'a> {
    /// The number identifies the function, and is less than `Number::MAX`.
    pub(super) number: Number,
    /// The slope is 0 if the range of the claim is finite.
    pub(super) slope: u64,
    /// Period in chips. The period of an end of the game is 1.
    pub(super) period: u32,
    shape: Shape<'a>,
}

enum Shape<'a> {
    /// An end of the game. For k chips, the threshold is the stored number multiplied by (k + 1). The number is 0 if
    /// the claimant has won. Otherwise, the threshold exceeds every amount of chips.
    End(u32),
    /// A table whose first value is the threshold for `first` chips.
    Table { table: &'a Thresholds, first: u32 },
}

impl Function<'_> {
    /// Returns `length` thresholds, beginning with the threshold for `k` chips. If the table contains all these
    /// thresholds, returns a slice of the table. If not, computes the thresholds in `space`.
    pub(super) fn row<'r>(&'r self, k: u32, length: usize, space: &'r mut Vec<u32>) -> Option<&'r [u32]> {
        space.clear();
        match self.shape {
            Shape::End(unit) => space.extend((k..).take(length).map(|k| unit.wrapping_mul(k.wrapping_add(1)))),
            Shape::Table { table, first } => {
                let start = index(k.checked_sub(first)?);
                match table.values.get(start..start.checked_add(length)?) {
                    Some(row) => return Some(row),
                    None => extend(table, start, length, space)?,
                }
            }
        }
        Some(space)
    }
}

/// Computes `length` thresholds from index `start` on and stores them in `space`. After the end of the table, f(k +
/// period) = f(k) + slope.
fn extend(table: &Thresholds, start: usize, length: usize, space: &mut Vec<u32>) -> Option<()> {
    let (preperiod, period) = (index(table.preperiod), index(table.period));
    while space.len() < length {
        let at = start.checked_add(space.len())?;
        let (from, periods) = match at.checked_sub(preperiod) {
            Some(over) => (preperiod.checked_add(over.checked_rem(period)?)?, over.checked_div(period)?),
            None => (at, 0),
        };
        let added = u32::try_from(periods).ok()?.checked_mul(table.slope)?;
        let missing = length.saturating_sub(space.len());
        // No sum reaches 2^31: see the module comment of `discrete.rs`.
        space.extend(table.values.get(from..)?.iter().take(missing).map(|value| value.wrapping_add(added)));
    }
    Some(())
}

/// The result of an option: its threshold function, and its class of symmetric positions if labels are needed.
#[derive(Clone, Copy)]
pub(super) struct Target<'a> {
    pub(super) function: &'a Function<'a>,
    /// The class of symmetric positions to which the option leads. The class is needed to look up labels. `None` for
    /// ends of the game, for positions of cited games, and if there are no labels.
    pub(super) class: Option<u32>,
}

/// The threshold functions of all positions and ends to which options lead.
pub(super) struct Functions<'a> {
    pub(super) table: &'a Table,
    sources: Vec<(&'a Table, Vec<Function<'a>>)>,
    won: Function<'a>,
    /// The threshold function for all ends of the game that the claimant has not won. The thresholds are greater than
    /// every amount of chips that a player can hold.
    pub(super) lost: Function<'a>,
}

impl<'a> Functions<'a> {
    /// Builds the threshold functions of a table and of the cited tables. Returns `None` if there are 2^32 functions or
    /// more.
    pub(super) fn new(table: &'a Table, cited: &[&'a Table]) -> Option<Self> {
        let mut numbers = 0..Number::MAX;
        let mut function = |slope, period, shape| {
            Some(Function { number: numbers.next()?, slope: common_slope(slope, period, table.range), period, shape })
        };
        let unit = table.rule.unit();
        let (won, lost) = (function(0, 1, Shape::End(0))?, function(unit, 1, Shape::End(unit))?);
        let mut sources = Vec::new();
        for source in std::iter::once(table).chain(cited.iter().copied()) {
            let mut functions = Vec::with_capacity(source.tables.len());
            for table in &source.tables {
                functions.push(function(table.slope, table.period, Shape::Table { table, first: source.range.first() })?);
            }
            sources.push((source, functions));
        }
        Some(Self { table, sources, won, lost })
    }

    /// Returns the threshold function after an option, and the class of symmetric positions if labels are needed.
    pub(super) fn target(&self, choice: Choice) -> Option<Target<'_>> {
        let (source, number) = match choice {
            Choice::Class(class) => (0, class),
            Choice::Cited { exchanged: true, .. } => return None,
            Choice::Cited { citation, class, exchanged: false } => (index(citation).checked_add(1)?, class),
            Choice::Won(colour) if colour == self.table.rule.player => return Some(Target { function: &self.won, class: None }),
            Choice::Won(_) | Choice::Drawn => return Some(Target { function: &self.lost, class: None }),
        };
        let (table, functions) = self.sources.get(source)?;
        let function = functions.get(index(table.table_number(number)?))?;
        Some(Target { function, class: (source == 0 && self.table.labelled()).then_some(number) })
    }

    /// Replaces the contents of `targets` with the targets of `choices`, in a fixed order and without duplicates.
    pub(super) fn targets<'t>(&'t self, choices: &[Choice], targets: &mut Vec<Target<'t>>) -> Option<()> {
        targets.clear();
        for choice in choices {
            targets.push(self.target(*choice)?);
        }
        targets.sort_unstable_by_key(|target| (target.function.number, target.class));
        targets.dedup_by_key(|target| (target.function.number, target.class));
        Some(())
    }
}

/// Converts a slope (growth of a threshold) to an integer that can be compared across tables. If the claim has range 1,
/// the integer is the growth over 2^28 chips. The growth over 2^28 chips is exact, because every period is a power of 2
/// below 2^28. If the claim has range 2, the integer is the growth over the common period.
fn common_slope(slope: u32, period: u32, range: Range) -> u64 {
    let whole = match range {
        Range::Between { .. } => 0,
        Range::Ordered { .. } => CHIPS_LIMIT,
        Range::Periodic { period, .. } => period,
    };
    // A table without a period has no slope.
    u64::from(slope).saturating_mul(u64::from(whole.checked_div(period).unwrap_or(0)))
}

/// Clause `chips/citation_claim`: a cited certificate is for the same player and tie-break, and has thresholds for all
/// numbers of chips that the citing certificate needs.
pub(super) fn citation_claim(table: &Table, games: &[CitedGame], cited: &[&Table]) -> Result<(), Refusal> {
    for ((number, game), cited) in (0_u64..).zip(games).zip(cited) {
        let goes = table.rule == cited.rule
            && match (table.range, cited.range) {
                (Range::Between { .. }, Range::Ordered { .. } | Range::Periodic { .. }) => true,
                (Range::Between { first, last }, Range::Between { first: least, last: most }) => least <= first && last <= most,
                (Range::Ordered { onset }, Range::Ordered { onset: cited }) => cited <= onset,
                (Range::Periodic { preperiod, period }, Range::Periodic { preperiod: before, period: part }) => {
                    let even =
                        |slope: u32| period.checked_div(part).is_some_and(|times| times.is_multiple_of(2)) || slope.is_multiple_of(2);
                    before <= preperiod && period.is_multiple_of(part) && cited.tables.iter().all(|table| even(table.slope))
                }
                _ => false,
            };
        if !goes {
            let wrong =
                "claims for another player or rule for ties, or not for all numbers of chips needed here in a form that goes with this one";
            return Err(broken("citation_claim", Place::Citation(number), format!("the certificate for {} {wrong}", game.game)));
        }
    }
    Ok(())
}
