//! What options lead to, as functions of the number of chips: the tables of this certificate and of the cited ones, and the two ends.

use super::broken;
use super::rule::Rule;
use super::table::{Range, Table};
use super::tables::Thresholds;
use crate::bidding::game::{Choice, CitedGame};
use crate::core::fields::MOST;
use crate::core::fields::index;
use crate::core::refusal::{Place, Refusal};

/// A function by its number: tables of this certificate come first and keep their numbers.
pub(super) type Number = u32;

/// Where an option leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) function: Number,
    /// The class of this game that it is, for its labels: none at ends and at classes of cited games.
    pub(super) class: Option<u32>,
}

/// Thresholds for every number of chips that is looked at.
#[derive(Clone, Copy, Debug)]
struct Function<'a> {
    shape: Shape<'a>,
    /// How the function grows with the chips, in parts of a chip that are the same for all functions; 0 where nothing is claimed beyond the range.
    slope: u64,
    /// 1 for the ends.
    period: u32,
}

#[derive(Clone, Copy, Debug)]
enum Shape<'a> {
    /// The end that the claimant has won: 0.
    Won,
    /// The other ends: T(k).
    Lost,
    /// A table, whose first value is for so many chips.
    Table { table: &'a Thresholds, first: u32 },
}

/// All functions that options lead to.
pub(super) struct Functions<'a> {
    rule: Rule,
    table: &'a Table,
    cited: &'a [&'a Table],
    functions: Vec<Function<'a>>,
    /// For each cited certificate the number of its first table.
    offsets: Vec<Number>,
    won: Target,
    lost: Target,
}

impl<'a> Functions<'a> {
    /// The functions of a table and of those it cites. `None` if there are 2^32 or more.
    pub(super) fn new(table: &'a Table, cited: &'a [&'a Table]) -> Option<Self> {
        let all = std::iter::once(table).chain(cited.iter().copied()).map(|source| source.tables.len()).fold(2, usize::saturating_add);
        let mut functions = Vec::with_capacity(all);
        let mut offsets = Vec::new();
        for (number, source) in std::iter::once(table).chain(cited.iter().copied()).enumerate() {
            if number > 0 {
                offsets.push(u32::try_from(functions.len()).ok()?);
            }
            let first = source.range.first();
            for thresholds in &source.tables {
                let slope = common_slope(thresholds.slope, thresholds.period, table.range)?;
                functions.push(Function { shape: Shape::Table { table: thresholds, first }, slope, period: thresholds.period });
            }
        }
        let mut end = |shape, slope| {
            let function = u32::try_from(functions.len()).ok()?;
            functions.push(Function { shape, slope: common_slope(slope, 1, table.range)?, period: 1 });
            Some(Target { function, class: None })
        };
        let won = end(Shape::Won, 0)?;
        let lost = end(Shape::Lost, table.rule.unit())?;
        Some(Self { rule: table.rule, table, cited, functions, offsets, won, lost })
    }

    /// What an option leads to.
    pub(super) fn target(&self, choice: Choice) -> Option<Target> {
        match choice {
            Choice::Class(class) => Some(Target { function: self.table.table_number(class)?, class: Some(class) }),
            Choice::Cited { exchanged: true, .. } => None,
            Choice::Cited { citation, class, exchanged: false } => {
                let number = self.cited.get(index(citation))?.table_number(class)?;
                Some(Target { function: self.offsets.get(index(citation))?.checked_add(number)?, class: None })
            }
            Choice::Won(colour) if colour == self.rule.player => Some(self.won),
            Choice::Won(_) | Choice::Drawn => Some(self.lost),
        }
    }

    fn get(&self, number: Number) -> Option<&Function<'a>> {
        self.functions.get(index(number))
    }

    /// The slope in common parts of a chip.
    pub(super) fn slope(&self, number: Number) -> Option<u64> {
        self.get(number).map(|function| function.slope)
    }

    /// Its period.
    pub(super) fn period(&self, number: Number) -> Option<u32> {
        self.get(number).map(|function| function.period)
    }

    /// The thresholds for `length` numbers of chips from k on: a part of the table where that has them, or written to `space`.
    pub(super) fn row<'r>(&'r self, number: Number, k: u32, length: usize, space: &'r mut Vec<u32>) -> Option<&'r [u32]> {
        space.clear();
        match self.get(number)?.shape {
            Shape::Won => space.resize(length, 0),
            Shape::Lost => space.extend((k..).take(length).map(|k| self.rule.top(k))),
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

/// Writes the values of `length` places from `start` on, f(k + period) = f(k) + slope beyond the table's own.
fn extend(table: &Thresholds, start: usize, length: usize, space: &mut Vec<u32>) -> Option<()> {
    let (preperiod, period) = (index(table.preperiod), index(table.period));
    let mut at = start;
    while space.len() < length {
        let (from, periods) = match at < table.values.len() {
            true => (at, 0),
            false => {
                let over = at.checked_sub(preperiod)?;
                (preperiod.checked_add(over.checked_rem(period)?)?, over.checked_div(period)?)
            }
        };
        let added = u32::try_from(periods).ok()?.checked_mul(table.slope)?;
        let stretch = table.values.get(from..)?;
        let missing = length.saturating_sub(space.len()).min(stretch.len());
        // No sum reaches 2^31: see the head of `rule`.
        space.extend(stretch.iter().take(missing).map(|value| value.wrapping_add(added)));
        at = at.checked_add(missing)?;
    }
    Some(())
}

/// A slope per chip as an integer: with range 1 in 2^-28 of a chip, all periods being powers of 2 below 2^28; with range 2 in the common period.
fn common_slope(slope: u32, period: u32, range: Range) -> Option<u64> {
    let whole = match range {
        Range::Between { .. } => return Some(0),
        Range::Ordered { .. } => MOST,
        Range::Periodic { period, .. } => period,
    };
    u64::from(slope).checked_mul(u64::from(whole.checked_div(period)?))
}

/// Clause `chips/citation_claim`: a cited certificate claims for the same player and tie-break, and for as many numbers of chips as are needed.
pub(super) fn citation_claim(table: &Table, games: &[CitedGame], cited: &[&Table]) -> Result<(), Refusal> {
    for ((number, game), cited) in (0_u64..).zip(games).zip(cited) {
        let wrong =
            |sentence: &str| broken("citation_claim", Place::Citation(number), format!("the certificate for {} {sentence}", game.game));
        if table.rule != cited.rule {
            return Err(wrong("claims for another player or another rule for ties"));
        }
        let goes = match (table.range, cited.range) {
            (Range::Between { .. }, Range::Ordered { .. } | Range::Periodic { .. }) => true,
            (Range::Between { first, last }, Range::Between { first: least, last: most }) => least <= first && last <= most,
            (Range::Ordered { onset }, Range::Ordered { onset: cited }) => cited <= onset,
            (Range::Periodic { preperiod, period }, Range::Periodic { preperiod: before, period: part }) => {
                before <= preperiod && period.is_multiple_of(part) && {
                    let even = period.checked_div(part).is_some_and(|times| times.is_multiple_of(2));
                    even || cited.tables.iter().all(|table| table.slope.is_multiple_of(2))
                }
            }
            _ => false,
        };
        if !goes {
            return Err(wrong("does not claim for all numbers of chips that are needed here, or not in a form that goes with this one"));
        }
    }
    Ok(())
}
