//! Draws figures of subtraction games.

use std::collections::BTreeMap;
use std::fmt;

use super::{NoFigure, Subject};
use crate::answers::text::{counted, grouped};
use crate::engine::scoring::matrix::Holder;
use crate::model::scoring::Outcomes;
use crate::plot::figure::{Body, Figure, Group, Groups, Levels, Line, MAX_GROUPS, Steps};

/// If a picture has at most this number of heaps, every heap has its own column. Each column then has at least four
/// pixels.
const SINGLE: u32 = 365;

/// Maximum number of columns. If there are more heaps, only every k-th heap is drawn.
const COLUMNS: u32 = 730;

/// Minimum number of columns.
const ENOUGH: u32 = 60;

/// Maximum number of rows in a figure.
const ROWS: u32 = 450;

/// Number of Left's coins, as a number or as a fraction of all coins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coins {
    /// Number of coins.
    Number(u32),
    /// Fraction of all coins: numerator and denominator. The fraction is at most 1, and the number of coins is rounded
    /// down.
    Part(u32, u32),
}

impl Coins {
    /// Returns the number of Left's coins, or `None` if this number exceeds the budget.
    #[must_use]
    pub fn of(self, budget: u32) -> Option<u32> {
        match self {
            Self::Number(coins) => (coins <= budget).then_some(coins),
            Self::Part(part, whole) => u32::try_from(u64::from(budget) * u64::from(part) / u64::from(whole)).ok(),
        }
    }
}

impl fmt::Display for Coins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(coins) => f.write_str(&counted((*coins).into(), "coin", "coins")),
            Self::Part(part, whole) => write!(f, "{part}/{whole} of the coins (rounded down)"),
        }
    }
}

fn and_marker(holder: Holder) -> &'static str {
    match holder {
        Holder::Left => "and the marker",
        Holder::Right => "and Right has the marker",
    }
}

/// Draws the outcomes of each heap for each number of Left's coins.
///
/// # Errors
/// Returns a [`NoFigure`] if there is nothing to show.
pub fn coins(subject: &Subject, outcomes: &Outcomes, holder: Holder, up_to: Option<u32>) -> Result<Figure, NoFigure> {
    let Outcomes { budget, period, onset, .. } = *outcomes;
    let heaps = Heaps::to(last_heap(onset, period, up_to)?, period);
    let every = (budget / ROWS) + 1;
    let rows: Vec<u32> = (0..=budget).step_by(every as usize).collect();
    let line = heaps.column_from(onset);
    let (period, begins) = (counted(period.into(), "heap", "heaps"), grouped(onset.into()));
    let columns = heaps.count();
    let ends =
        if line < columns { String::new() } else { format!(", beyond the picture, which ends with heap {}", grouped(heaps.last.into())) };
    let each = if every > 1 { format!(" (shown: {} p)", nth(every)) } else { String::new() };
    Ok(Figure {
        title: format!("{}, {}: outcomes of {heaps}", subject.title, counted_coins(budget)),
        notes: vec![
            format!("where Left has p coins {}{each}; outcome: Left's points less Right's", and_marker(holder)),
            format!("proved for heaps of every size: the outcomes repeat every {period} from heap {begins} on{ends}; {}", subject.source()),
        ],
        body: Body::Levels(Levels {
            x: "heap".to_owned(),
            y: "p (Left's coins)".to_owned(),
            scale: SCALE.to_owned(),
            names: ["heap", "left_coins", "outcome"],
            ends: ends_of_scale(),
            columns: heaps.steps(),
            rows: Steps { first: 0, every },
            cells: rows.iter().map(|&coins| column(outcomes, coins, holder, heaps)).collect(),
            line: (line < columns).then(|| Line {
                columns: vec![line; rows.len()],
                places: vec![onset; rows.len()],
                name: format!("onset: from heap {begins} on the outcomes repeat every {period}"),
                short: ONSET,
            }),
        }),
    })
}

/// Draws the outcomes of each heap for each total budget. The total budgets must be ascending. `coins` determines the
/// number of Left's coins for each budget.
///
/// # Errors
/// Returns a [`NoFigure`] if there is nothing to show.
pub fn budgets(subject: &Subject, solved: &[Outcomes], coins: Coins, holder: Holder, up_to: Option<u32>) -> Result<Figure, NoFigure> {
    let able: Vec<(&Outcomes, u32)> = solved.iter().filter_map(|outcomes| Some((outcomes, coins.of(outcomes.budget)?))).collect();
    let [(first, _), .., (last, _)] = able[..] else {
        return Err(NoFigure::OneBudget { coins, budget: solved.last().map_or(0, |last| last.budget) });
    };
    let onset = able.iter().map(|(outcomes, _)| outcomes.onset).max().unwrap_or(0);
    let longest = able.iter().map(|(outcomes, _)| outcomes.period).max().unwrap_or(1);
    let common = able.iter().try_fold(1, |common, (outcomes, _)| least_common_multiple(common, outcomes.period));
    let heaps = Heaps::to(last_heap(onset, longest, up_to)?, common.unwrap_or(longest));
    let every = (last.budget - first.budget) / ROWS + 1;
    let rows: Vec<(&Outcomes, u32)> = able.iter().copied().step_by(every as usize).collect();
    let line: Vec<usize> = rows.iter().map(|(outcomes, _)| heaps.column_from(outcomes.onset)).collect();
    let each = if every > 1 { format!("; shown: {} total budget", nth(every)) } else { String::new() };
    let is_one = able.iter().all(|(outcomes, _)| outcomes.period == longest);
    let often = if is_one { format!("every {} ", counted(longest.into(), "heap", "heaps")) } else { String::new() };
    let seen = line.iter().any(|column| *column < heaps.count());
    let ends = if onset > heaps.last {
        format!("; the last of their onsets is heap {}, beyond the picture", grouped(onset.into()))
    } else {
        String::new()
    };
    Ok(Figure {
        title: format!(
            "{}, total budgets {} to {}: outcomes of {heaps}, where Left has {coins} {}",
            subject.title,
            grouped(first.budget.into()),
            grouped(last.budget.into()),
            and_marker(holder)
        ),
        notes: vec![
            format!("outcome: Left's points less Right's{each}"),
            format!("proved for heaps of every size: the outcomes repeat {often}from the onset on{ends}; {}", subject.source()),
        ],
        body: Body::Levels(Levels {
            x: "heap".to_owned(),
            y: "total budget (coins of both players)".to_owned(),
            scale: SCALE.to_owned(),
            names: ["heap", "total_budget", "outcome"],
            ends: ends_of_scale(),
            columns: heaps.steps(),
            rows: Steps { first: first.budget, every },
            cells: rows.iter().map(|&(outcomes, coins)| column(outcomes, coins, holder, heaps)).collect(),
            line: seen.then(|| Line {
                columns: line,
                places: rows.iter().map(|(outcomes, _)| outcomes.onset).collect(),
                name: "onset: from this heap on the outcomes repeat, with any number of coins".to_owned(),
                short: ONSET,
            }),
        }),
    })
}

/// For each total budget, draws the heap at which the period begins. The total budgets must be ascending.
#[must_use]
pub fn onsets(subject: &Subject, solved: &[Outcomes]) -> Figure {
    let mut by_period: BTreeMap<u32, Vec<(u32, u32, u32)>> = BTreeMap::new();
    for outcomes in solved {
        by_period.entry(outcomes.period).or_default().push((outcomes.budget, outcomes.onset, outcomes.period));
    }
    let mut groups: Vec<Group> = Vec::new();
    let periods = by_period.len();
    // Each of the shortest periods has its own mark in the figure; all longer periods share one mark.
    let own = if periods > MAX_GROUPS { MAX_GROUPS - 1 } else { periods };
    for (number, (period, points)) in by_period.into_iter().enumerate() {
        match groups.last_mut() {
            Some(group) if number > own => {
                "a longer period".clone_into(&mut group.name);
                group.points.extend(points);
            }
            _ => groups.push(Group { name: format!("period {}", grouped(period.into())), points }),
        }
    }
    let says = match &groups[..] {
        [Group { name, .. }] => format!("{name} for each of these total budgets"),
        _ => format!("{} different periods", grouped(periods as u64)),
    };
    let budget = |outcomes: Option<&Outcomes>| grouped(outcomes.map_or(0, |outcomes| outcomes.budget.into()));
    let (first, last) = (budget(solved.first()), budget(solved.last()));
    Figure {
        title: format!("{}, total budgets {first} to {last}: the heap from which the outcomes repeat", subject.title),
        notes: vec![format!("proved, with the least onset and the least period: {says}; {}", subject.source())],
        body: Body::Groups(Groups {
            x: "total budget (coins of both players)".to_owned(),
            y: "onset (heap)".to_owned(),
            columns: ["total_budget", "onset", "period"],
            groups,
        }),
    }
}

const SCALE: &str = "outcome (points)";

const ONSET: &str = "onset";

fn ends_of_scale() -> [String; 2] {
    ["Right ahead".to_owned(), "Left ahead".to_owned()]
}

fn counted_coins(budget: u32) -> String {
    format!("total budget {}", grouped(budget.into()))
}

/// Returns the outcomes of the heaps in a picture if Left has `coins` coins.
fn column(outcomes: &Outcomes, coins: u32, holder: Holder, heaps: Heaps) -> Vec<i32> {
    match holder {
        Holder::Left => outcomes.column(coins, heaps.numbers()),
        // The game is symmetric: if the players are exchanged, the outcome changes its sign.
        Holder::Right => outcomes.column(outcomes.budget - coins, heaps.numbers()).into_iter().map(|outcome| -outcome).collect(),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Heaps {
    last: u32,
    every: u32,
}

/// Returns the last heap of a picture. By default, the picture ends a little after the heap at which the period begins.
fn last_heap(onset: u32, period: u32, up_to: Option<u32>) -> Result<u32, NoFigure> {
    let past = |more: u32| onset.saturating_add(more);
    match up_to {
        Some(0) => Err(NoFigure::NoHeap),
        Some(last) => Ok(last),
        None if past(period.saturating_mul(2)) < SINGLE => Ok(past(period * 2)),
        None if past(period) < SINGLE => Ok(past(period)),
        None if past(onset / 8) < SINGLE => Ok(SINGLE - 1),
        // The picture also shows a section of the periodic range.
        None => Ok(past((period.saturating_mul(2)).max(onset / 20))),
    }
}

impl Heaps {
    /// Selects the heaps up to `last` that a picture shows. The last heap in the picture may be slightly smaller than
    /// `last`.
    fn to(last: u32, period: u32) -> Self {
        if last < SINGLE {
            return Self { last, every: 1 };
        }
        let count = u64::from(last) + 1;
        let least = count.div_ceil(COLUMNS.into());
        // Outcomes oscillate within a period, so the picture compares heaps at multiples of the period.
        let multiple = least.next_multiple_of(period.into());
        let every = if count.div_ceil(multiple) >= u64::from(ENOUGH) { multiple } else { least };
        let every = u32::try_from(every).unwrap_or(u32::MAX);
        Self { last: last - last % every, every }
    }

    fn steps(self) -> Steps {
        Steps { first: 0, every: self.every }
    }

    fn numbers(self) -> impl Iterator<Item = u32> {
        (0..=self.last).step_by(self.every as usize)
    }

    fn count(self) -> usize {
        (self.last / self.every) as usize + 1
    }

    /// Returns the index of the first column whose heap is at least `heap`.
    fn column_from(self, heap: u32) -> usize {
        heap.div_ceil(self.every) as usize
    }
}

impl fmt::Display for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = grouped(self.last.into());
        match self.every {
            1 => write!(f, "heaps 0 to {last}"),
            every => write!(f, "{} heap from 0 to {last}", nth(every)),
        }
    }
}

/// Formats the distance between drawn heaps in words, such as `every 3rd`.
fn nth(every: u32) -> String {
    let ending = match (every % 100, every % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("every {}{ending}", grouped(every.into()))
}

fn least_common_multiple(one: u32, other: u32) -> Option<u32> {
    let (mut a, mut b) = (one, other);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (one / a).checked_mul(other)
}

#[cfg(test)]
mod tests {
    use super::{COLUMNS, Coins, Heaps, SINGLE, last_heap, least_common_multiple, nth};

    #[test]
    fn pictures_reach_beyond_the_onset() {
        for (onset, period, expected) in [
            (14, 4, Heaps { last: 22, every: 1 }),
            (0, 1, Heaps { last: 2, every: 1 }),
            (300, 40, Heaps { last: 340, every: 1 }),
            (300, 510, Heaps { last: 364, every: 1 }),
            (13_500, 2, Heaps { last: 14_160, every: 20 }),
            (8_000, 126, Heaps { last: 8_316, every: 126 }),
            // The period is so long that its multiples would give too few columns.
            (400, 510, Heaps { last: 1_420, every: 2 }),
        ] {
            let shown = Heaps::to(last_heap(onset, period, None).unwrap(), period);
            assert_eq!(shown, expected);
            assert!(shown.last > onset && shown.count() <= COLUMNS as usize && shown.count() == shown.numbers().count());
        }
        for last in [1, SINGLE, 1000, u32::MAX] {
            for period in [1, 2, 7, 510, u32::MAX] {
                assert_eq!(last_heap(100, period, Some(last)), Ok(last));
                let shown = Heaps::to(last, period);
                assert!(shown.last <= last && shown.last > last / 2 && shown.count() <= COLUMNS as usize);
            }
        }
        last_heap(100, 2, Some(0)).unwrap_err();
    }

    #[test]
    fn the_line_is_left_of_what_repeats() {
        let shown = Heaps { last: 100, every: 4 };
        assert_eq!([0, 1, 4, 5, 100, 101].map(|onset| shown.column_from(onset)), [0, 1, 1, 2, 25, 26]);
        assert_eq!(shown.count(), 26);
    }

    #[test]
    fn words() {
        assert_eq!(
            [2, 3, 4, 11, 12, 21, 1_113].map(nth).join(" "),
            "every 2nd every 3rd every 4th every 11th every 12th every 21st every 1,113th"
        );
        assert_eq!(
            (Coins::Number(1).to_string(), Coins::Part(2, 3).to_string()),
            ("1 coin".into(), "2/3 of the coins (rounded down)".into())
        );
        assert_eq!((Coins::Part(2, 3).of(10), Coins::Number(11).of(10), Coins::Part(1, 1).of(u32::MAX)), (Some(6), None, Some(u32::MAX)));
        assert_eq!((least_common_multiple(4, 6), least_common_multiple(u32::MAX, 2)), (Some(12), None));
    }
}
