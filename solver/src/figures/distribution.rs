//! Draws charts that count the positions with each label or value.

use std::collections::BTreeMap;

use dashu_int::UBig;

use super::{Subject, exact, share, whose};
use crate::answers::bounds::BoundedTables;
use crate::answers::text::{counted, grouped};
use crate::model::bracket::{Bounds, fraction};
use crate::model::graph::{Label, NEVER, Player};
use crate::model::solution::Solution;
use crate::model::value::Rational;
use crate::plot::figure::{Bars, Body, Figure, Panel, Spike, SpikePanel, Spikes, Whose};

/// Draws a chart that counts the positions with each label, for each player. The array `players` contains the names of
/// the players, Left's first.
#[must_use]
pub fn labels(subject: &Subject, solution: &Solution, players: &[String; 2]) -> Figure {
    let columns = [&solution.label_white, &solution.label_black];
    let finite = || columns.iter().flat_map(|labels| labels.iter().copied()).filter(|&label| label != NEVER);
    let (largest, never) = (finite().max().unwrap_or(0), columns.iter().any(|labels| labels.contains(&NEVER)));
    let width = bar_width(largest);
    // Labels of positions start at 1, so label 1 belongs to bar 0.
    let bar = |label: Label| (label.saturating_sub(1) / width) as usize;
    let bars = bar(largest) + 1;
    let count = |labels: &[Label]| {
        let mut counts = vec![0; bars + usize::from(never)];
        for &label in labels {
            counts[if label == NEVER { bars } else { bar(label) }] += 1;
        }
        counts
    };
    let mut names: Vec<String> = (0..bars).map(|bar| tick(bar, width)).collect();
    if never {
        names.push("none".to_owned());
    }
    let panel = |player: Player| {
        let number = player as usize;
        Panel { name: players[number].clone(), whose: whose(player), counts: count(columns[number]) }
    };
    let classes = counted(solution.len() as u64, "class of positions", "classes of positions");
    Figure {
        title: format!("{}: labels", subject.title),
        notes: vec![format!("{classes}; {}", subject.source())],
        body: Body::Bars(Bars {
            x: "label (stage of the induction that proves the player's bound)".to_owned(),
            y: "classes".to_owned(),
            columns: ["label", "classes"],
            bars: names,
            panels: Player::BOTH.map(panel).to_vec(),
        }),
    }
}

/// The result grows with the largest label, so that there are not too many bars.
fn bar_width(largest: Label) -> Label {
    const MOST: Label = 64;
    largest.div_ceil(MOST).max(1)
}

fn tick(bar: usize, width: Label) -> String {
    let first = bar * width as usize + 1;
    if width == 1 { first.to_string() } else { format!("{first}–{}", first + width as usize - 1) }
}

/// Quarters, eighths and tenths are multiples of 1/40.
const PARTS: u32 = 40;

/// Draws the distribution of values. If alpha and beta differ in some position, the values of alpha and of beta are
/// drawn separately.
#[must_use]
pub fn values(subject: &Subject, solution: &Solution, [left, right]: &[String; 2]) -> Figure {
    let panel = |name: String, short, whose: Whose, ranks: &[u32]| {
        let mut counts = vec![0_u64; solution.values.len()];
        ranks.iter().for_each(|&rank| counts[rank as usize] += 1);
        let spikes = solution.values.iter().zip(counts).filter(|(_, count)| *count > 0);
        SpikePanel { name, short, whose, spikes: spikes.map(|(value, count)| spike(value, count)).collect() }
    };
    let panels = if solution.is_sharp() {
        let name = format!("alpha = beta: {left} wins by force if {right}'s share of the money is below, {right} if it is above");
        vec![panel(name, "alpha = beta", Whose::Both, &solution.rank_alpha)]
    } else {
        let alpha = format!("alpha: {left} wins by force if {right}'s share of the money is below");
        let beta = format!("beta: {right} wins by force if {right}'s share of the money is above");
        vec![panel(alpha, "alpha", Whose::Left, &solution.rank_alpha), panel(beta, "beta", Whose::Right, &solution.rank_beta)]
    };
    let classes = counted(solution.len() as u64, "class of positions", "classes of positions");
    Figure {
        title: format!("{}: values", subject.title),
        notes: vec![format!("{classes}; {}", subject.source())],
        body: Body::Spikes(Spikes { x: "share of the money".to_owned(), y: "classes".to_owned(), panels, parts: PARTS }),
    }
}

/// Draws the lower bounds of alpha and beta in the last ending of `tables`.
#[must_use]
pub fn bounds(subject: &Subject, tables: &BoundedTables) -> Figure {
    let (ending, bits) = tables.last();
    let classes = ending.numbering().classes();
    let each = || (0..classes).filter_map(|class| tables.of_class(u32::try_from(class).ok()?));
    let panel = |name: &str, short, whose, low: fn(&Bounds) -> u128| {
        let mut counts: BTreeMap<u128, u64> = BTreeMap::new();
        each().for_each(|bounds| *counts.entry(low(&bounds)).or_default() += 1);
        let spikes = counts.into_iter().map(|(low, count)| spike(&fraction(low, bits), count)).collect();
        SpikePanel { name: name.to_owned(), short, whose, spikes }
    };
    let alpha = "alpha, lower bounds: White wins by force if Black's share of the money is below";
    let beta = "beta, lower bounds: Black wins by force if Black's share of the money is a little above";
    let part = each().filter(Bounds::part).count();
    let note = format!(
        "{}, at {} of which alpha < beta is proved; {}",
        counted(classes as u64, "class of positions", "classes of positions"),
        grouped(part as u64),
        subject.source()
    );
    let panels = vec![
        panel(alpha, "alpha_lower", Whose::Left, |bounds| bounds.alpha[0]),
        panel(beta, "beta_lower", Whose::Right, |bounds| bounds.beta[0]),
    ];
    Figure {
        title: format!("{}: bounds", subject.title),
        notes: vec![note],
        body: Body::Spikes(Spikes { x: "share of the money".to_owned(), y: "classes".to_owned(), panels, parts: PARTS }),
    }
}

fn spike(value: &Rational, count: u64) -> Spike {
    let [exact, decimal] = exact(value);
    Spike { exact, decimal, share: share(value), part: nearest(value), count }
}

/// Returns the integer n for which n/[`PARTS`] is nearest to a value. If two integers are equally near, returns the
/// greater one.
fn nearest(value: &Rational) -> usize {
    let doubled: UBig = (value.numerator() * (2 * PARTS) + value.denominator()) / (value.denominator() * 2_u32);
    usize::try_from(doubled).unwrap_or(usize::MAX).min(PARTS as usize)
}

#[cfg(test)]
mod tests {
    use super::{bar_width, nearest, tick};
    use crate::model::value::Rational;

    #[test]
    fn values_go_to_the_nearest_bar() {
        for (numerator, denominator, bar) in
            [(0_u32, 1_u32, 0), (1, 1, 40), (1, 2, 20), (1, 4, 10), (3, 8, 15), (1, 80, 1), (1, 81, 0), (2, 3, 27), (79, 80, 40)]
        {
            let value = Rational::new(numerator.into(), denominator.into());
            assert_eq!(nearest(&value), bar, "{value}");
        }
    }

    #[test]
    fn many_labels_share_bars() {
        assert_eq!((bar_width(1), bar_width(64), bar_width(65), bar_width(65_534)), (1, 1, 2, 1024));
        assert_eq!((tick(3, 1), tick(3, 10)), ("4".to_owned(), "31–40".to_owned()));
    }
}
