//! Draws figures of chip thresholds. One kind of figure shows how the thresholds of a position converge to its Richman
//! value. A heat map shows the sequences of thresholds of all positions of a game.

use super::{NoFigure, Subject, whose};
use crate::answers::NoAnswer;
use crate::answers::text::{counted, grouped};
use crate::model::chips::{ChipTables, Range, Rule, Tail, ThresholdTable, TieBreak};
use crate::plot::figure::{Body, Curve, Figure, Heat, HeatRow, Ratio};

/// Maximum number of chips in a picture. For more chips, a picture would have too few pixels.
pub const MOST: u32 = 4000;

/// By default, a curve ends at a number of chips in this range.
const CURVE: std::ops::RangeInclusive<u32> = 64..=512;

/// Default number of columns of a heat map.
const COLUMNS: u32 = 64;

/// Maximum number of rows of a heat map.
const ROWS: usize = 120;

/// Draws the thresholds of a position for totals of up to `up_to` chips.
///
/// # Errors
/// Returns a [`NoFigure`] if there is nothing to show.
pub fn sequence(
    subject: &Subject,
    tables: &ChipTables,
    player: &str,
    position: &str,
    table: &ThresholdTable,
    up_to: Option<u32>,
) -> Result<Figure, NoFigure> {
    let rule = tables.rule;
    let usual = match table.tail {
        Some(tail) => (table.preperiod().saturating_add(tail.period)).clamp(*CURVE.start(), *CURVE.end()),
        None => table.first.saturating_add(*CURVE.end()),
    };
    let last = last(tables.range, up_to, usual)?;
    let mut points = Vec::new();
    let mut missing = Vec::new();
    for k in table.first.max(1)..=last {
        match share(rule, k, table.at(k).ok_or_else(|| NoAnswer::disagreement("the table ends too soon"))?) {
            Some(share) => points.push((k, share)),
            None => missing.push(k),
        }
    }
    if points.is_empty() && missing.is_empty() {
        return Err(NoFigure::NoChips);
    }
    let level = table.tail.map(|tail| (slope(rule, tail), format!("Richman value {}", fraction(rule, tail))));
    let halves = match rule.tie_break {
        TieBreak::Advantage => "; the tie-breaking advantage counts as half a chip",
        TieBreak::MakeItTakeIt => "; not to have the minus-epsilon chip counts as half a chip",
        TieBreak::LadiesFirst => "",
    };
    Ok(Figure {
        title: format!("{}: chips that {player} needs, of k chips in all", subject.title),
        notes: vec![format!("position {position}; ties: {}{halves}", rule.tie_break), proved(subject, tables.range)],
        body: Body::Curve(Curve {
            x: "k (chips in all)".to_owned(),
            y: "threshold / k (share of the chips)".to_owned(),
            columns: ["k", "share"],
            name: "threshold / k".to_owned(),
            whose: whose(rule.claimant),
            points,
            missing: (!missing.is_empty()).then(|| (missing, "no holding wins".to_owned())),
            level,
        }),
    })
}

/// Divides the threshold for `k` chips by `k`, which must be at least 1. Returns `None` if no number of chips wins.
fn share(rule: Rule, k: u32, threshold: u32) -> Option<Ratio> {
    (threshold < rule.top(k)).then(|| Ratio::new(threshold.into(), u64::from(rule.unit()) * u64::from(k)))
}

/// Draws the thresholds of all positions for totals of up to `up_to` chips.
///
/// # Errors
/// Returns a [`NoFigure`] if there is nothing to show.
pub fn heat(subject: &Subject, tables: &ChipTables, player: &str, up_to: Option<u32>) -> Result<Figure, NoFigure> {
    let rule = tables.rule;
    let first = tables.range.stored().map_or(0, |(first, _)| first).max(1);
    let last = last(tables.range, up_to, first.saturating_add(COLUMNS - 1))?;
    if last < first {
        return Err(NoFigure::NoChips);
    }
    let mut order: Vec<&ThresholdTable> = tables.tables.distinct.iter().collect();
    // Sort the sequences so that the greatest thresholds are on top. Sequences whose limit is unknown are compared by
    // their threshold at `last`. Ties are broken by all thresholds, so that the order is unique.
    order.sort_by(|one, other| other.compare(one, last));
    let all = order.len();
    let shown: Vec<&ThresholdTable> = if all <= ROWS { order } else { (0..ROWS).map(|row| order[row * (all - 1) / (ROWS - 1)]).collect() };
    let share = |table: &ThresholdTable, k: u32| table.at(k).and_then(|threshold| share(rule, k, threshold));
    let limit = |table: &ThresholdTable| table.tail.map_or_else(|| share(table, last), |tail| Some(slope(rule, tail)));
    let row = |table: &&ThresholdTable| HeatRow { limit: limit(table), cells: (first..=last).map(|k| share(table, k)).collect() };
    let rows = shown.iter().map(row).collect();
    let sequences = match (all, shown.len()) {
        (all, shown) if shown < all => format!("{} different sequences (shown: {shown}, evenly spaced)", grouped(all as u64)),
        (all, _) => counted(all as u64, "sequence", "different sequences"),
    };
    let positions = counted(tables.tables.number.len() as u64, "class of positions", "classes of positions");
    let limits = matches!(tables.range, Range::Between(..));
    Ok(Figure {
        title: format!("{}: chips that {player} needs, of k chips in all", subject.title),
        notes: vec![format!("{positions} with {sequences}; ties: {}", rule.tie_break), proved(subject, tables.range)],
        body: Body::Heat(Heat {
            x: "k (chips in all)".to_owned(),
            y: if limits { format!("sequences, by their share at k = {last}") } else { "sequences, by their Richman value".to_owned() },
            scale: "threshold / k; grey: no holding wins".to_owned(),
            columns: ["k", if limits { "share_at_the_last_k" } else { "richman_value" }, "share"],
            first,
            rows,
        }),
    })
}

/// Returns the greatest number of chips that a figure shows.
fn last(range: Range, up_to: Option<u32>, usual: u32) -> Result<u32, NoFigure> {
    if let Some(asked) = up_to.filter(|&asked| asked > MOST) {
        return Err(NoFigure::ManyChips(asked));
    }
    match (range, up_to) {
        (Range::Between(first, last), Some(asked)) if !(first..=last).contains(&asked) => Err(NoFigure::OtherChips { asked, first, last }),
        (Range::Between(_, last), None) => Ok(usual.min(last)),
        (_, Some(asked)) => Ok(asked),
        (_, None) => Ok(usual),
    }
}

/// Returns the Richman value of a position.
fn slope(rule: Rule, tail: Tail) -> Ratio {
    Ratio::new(tail.slope.into(), u64::from(rule.unit()) * u64::from(tail.period))
}

fn fraction(rule: Rule, tail: Tail) -> String {
    let slope = slope(rule, tail);
    if slope.denominator() == 1 {
        return slope.to_string();
    }
    let sign = if 10_000_u64.is_multiple_of(slope.denominator()) { '=' } else { '≈' };
    format!("{slope} {sign} {:.4}", slope.value())
}

fn proved(subject: &Subject, range: Range) -> String {
    let range = match range {
        Range::Between(first, last) if first == last => format!("k = {first}"),
        Range::Between(first, last) => format!("k = {first} to {last}"),
        Range::Ordered { .. } | Range::Common { .. } => "every k".to_owned(),
    };
    format!("proved for {range}; {}", subject.source())
}

#[cfg(test)]
mod tests {
    use super::{Rule, Tail, TieBreak, fraction, last};
    use crate::model::chips::Range;
    use crate::model::graph::Player;

    #[test]
    fn slopes_are_shares_of_the_chips() {
        let rule = |tie_break| Rule { tie_break, claimant: Player::Left };
        let written = |tie_break, slope, period| fraction(rule(tie_break), Tail { period, slope });
        assert_eq!(written(TieBreak::Advantage, 266, 256), "133/256 ≈ 0.5195");
        assert_eq!(written(TieBreak::LadiesFirst, 1, 8), "1/8 = 0.1250");
        assert_eq!((written(TieBreak::Advantage, 0, 4), written(TieBreak::MakeItTakeIt, 2, 1)), ("0".to_owned(), "1".to_owned()));
    }

    #[test]
    fn pictures_end_where_they_should() {
        assert_eq!(last(Range::Between(3, 9), None, 515), Ok(9));
        assert_eq!(last(Range::Between(3, 9), Some(5), 515), Ok(5));
        assert_eq!(last(Range::Ordered { onset: 7 }, Some(5000), 64).unwrap_err().to_string(), "5000 chips: pictures go up to 4000 chips");
        assert_eq!(last(Range::Between(3, 9), Some(10), 515).unwrap_err().to_string(), "10 chips: the certificate is about 3 to 9 chips");
    }
}
