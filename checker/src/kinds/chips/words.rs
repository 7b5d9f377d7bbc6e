//! What has been proved, in words.

use super::rule::TieBreak;
use super::table::{Range, Table};
use crate::cbor::wide;
use crate::claim::Claim;
use crate::game::{Colour, Positions};

/// So many thresholds of the class in which play begins are printed.
const PRINTED: u32 = 16;

/// The claim in words, and its figures.
pub(super) fn words(table: &Table, positions: &dyn Positions) -> Claim {
    let mut claim = Claim::default();
    let (classes, placements) = (positions.classes(), positions.placements());
    let claimant = match table.player() {
        Colour::White => "Left (White)",
        Colour::Black => "Right (Black)",
    };
    claim.say(format!("positions {placements} in {classes} classes"));
    let chips = match table.range() {
        Range::Between { first, last } if first == last => format!("with {first} chips in all"),
        Range::Between { first, last } => format!("with k chips in all, for each k from {first} to {last}"),
        Range::Ordered { .. } | Range::Periodic { .. } => "with k chips in all, for every k".to_owned(),
    };
    claim.say(format!("proved the least holding with which {claimant} wins by force, exactly, at every class, {chips}"));
    claim.say(match table.tie_break() {
        TieBreak::Advantage => "ties are broken by the tie-breaking advantage; 3* is 3 chips and the advantage",
        TieBreak::MakeItTakeIt => "ties are broken by make-it-take-it; 3-e is 3 chips and the minus-epsilon chip, 3 is 3 chips without it",
        TieBreak::LadiesFirst => "ties are broken by ladies first: Left wins them",
    });
    claim.say(format!("different sequences of thresholds {}", table.table_count()));
    if let Some(start) = positions.start() {
        begin(&mut claim, table, start, positions);
    }
    figures(&mut claim, table, classes, placements);
    claim
}

/// What is proved of the class in which play begins.
fn begin(claim: &mut Claim, table: &Table, start: u32, positions: &dyn Positions) {
    let Some(number) = table.table_number(start) else { return };
    let first = table.range().first();
    let shown = (first..).take_while(|k| k.saturating_sub(first) < PRINTED).filter_map(|k| written(table, start, k));
    let shown: Vec<String> = shown.collect();
    let more = table.values(number).is_some_and(|values| values.len() > shown.len()) || table.period(number).is_some();
    let dots = if more { ", …" } else { "" };
    claim.say(format!("thresholds f(k) at the start {}, from k = {first} on: {}{dots}", positions.position(start), shown.join(", ")));
    if let (Some(preperiod), Some(period), Some(slope)) = (table.preperiod(number), table.period(number), table.slope(number)) {
        let ratio = share(u64::from(slope), u64::from(table.codes(0).unwrap_or(1)).saturating_mul(u64::from(period)));
        let (chips, more) = whole_chips(table, period, slope);
        claim.say(format!("there, from k = {preperiod} on, f(k + {chips}) = f(k) + {more}, that is {ratio} of the chips"));
        claim.count("start_preperiod", preperiod);
        claim.count("start_period", period);
        claim.count("start_slope", slope);
    }
}

/// Period and slope in chips: twice the period, where the slope is odd and a chip is two codes.
fn whole_chips(table: &Table, period: u32, slope: u32) -> (u64, u32) {
    match (table.tie_break(), slope % 2) {
        (TieBreak::LadiesFirst, _) => (u64::from(period), slope),
        (_, 0) => (u64::from(period), slope / 2),
        _ => (u64::from(period).saturating_mul(2), slope),
    }
}

/// A threshold in the paper's notation; `None` if nothing is proved for that k.
fn written(table: &Table, class: u32, k: u32) -> Option<String> {
    let code = table.threshold(class, u64::from(k))?;
    let chips = code / 2;
    Some(match table.tie_break() {
        _ if code >= u64::from(table.codes(k)?) => "never".to_owned(),
        TieBreak::LadiesFirst => code.to_string(),
        TieBreak::Advantage if code % 2 == 1 => format!("{chips}*"),
        TieBreak::MakeItTakeIt if code % 2 == 0 => format!("{chips}-e"),
        TieBreak::Advantage | TieBreak::MakeItTakeIt => chips.to_string(),
    })
}

/// A fraction, reduced.
fn share(numerator: u64, denominator: u64) -> String {
    let (mut divisor, mut rest) = (numerator, denominator);
    while rest != 0 {
        (divisor, rest) = (rest, divisor.checked_rem(rest).unwrap_or(0));
    }
    let divide = |number: u64| number.checked_div(divisor).unwrap_or(number);
    match divide(denominator) {
        1 => divide(numerator).to_string(),
        reduced => format!("{}/{reduced}", divide(numerator)),
    }
}

fn figures(claim: &mut Claim, table: &Table, classes: u32, placements: u64) {
    claim.count("placements", placements);
    claim.count("classes", classes);
    claim.count("tables", wide(table.table_count()));
    claim.count("player", u64::from(table.player() == Colour::Black));
    claim.count(
        "tie_break",
        match table.tie_break() {
            TieBreak::Advantage => 0_u64,
            TieBreak::MakeItTakeIt => 1,
            TieBreak::LadiesFirst => 2,
        },
    );
    match table.range() {
        Range::Between { first, last } => {
            claim.count("first", first);
            claim.count("last", last);
        }
        Range::Ordered { onset } => claim.count("onset", onset),
        Range::Periodic { preperiod, period } => {
            claim.count("preperiod", preperiod);
            claim.count("period", period);
        }
    }
    if table.labelled() {
        claim.count("largest_label", table.labels.as_ref().map_or(0, super::table::Labels::greatest));
    }
}
