//! Results about a position from chip tables: its sequence of thresholds in the paper's notation, and the numbers of
//! chips for which each first move is optimal (asked of tic-tac-toe in the paper's Theorem 6.7).

pub mod sentences;

use std::cmp::Ordering;
use std::fmt;
use std::io::{self, Write};

use serde::Serialize;

use super::text::{counted, grouped, stretches};
use crate::engine::chips::Error;
use crate::engine::chips::sequence::{Sequences, lcm};
use crate::model::chips::{Range, Rule, Tail, ThresholdTable, TieBreak};

/// Sequence of thresholds in the paper's notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sequence {
    /// Number of chips of the first threshold.
    pub first: u32,
    /// Number of chips from which the thresholds are periodic, if they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preperiod: Option<u32>,
    /// Period in chips.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<u32>,
    /// Number of chips by which a threshold rises per period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slope: Option<u32>,
    /// Thresholds such as `12*`; k + 1 if no holding wins. A periodic sequence has preperiod + period of them.
    pub thresholds: Vec<String>,
}

/// Thresholds per line, as in the paper's tables.
const COLUMNS: usize = 12;

/// Maximum number of thresholds written out in text.
const MAX_WRITTEN: usize = 600;

impl Sequence {
    /// Writes the law of the thresholds at the position with this name, if there is one. Returns whether there is.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_law(&self, out: &mut dyn Write, name: &str) -> io::Result<bool> {
        let (Some(preperiod), Some(period), Some(slope)) = (self.preperiod, self.period, self.slope) else { return Ok(false) };
        writeln!(out, "f({name}, k + {period}) = f({name}, k) + {slope} for all k >= {preperiod}")?;
        Ok(true)
    }

    /// Writes the law and the thresholds of the first period, or all thresholds.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write_text(&self, out: &mut dyn Write, name: &str) -> io::Result<()> {
        if !self.write_law(out, name)? {
            writeln!(out, "f({name}, k):")?;
        }
        let width = self.thresholds.iter().map(String::len).max().unwrap_or(0);
        let shown = &self.thresholds[..self.thresholds.len().min(MAX_WRITTEN)];
        for (row, line) in shown.chunks(COLUMNS).enumerate() {
            write!(out, "{:>7}+", self.first as usize + row * COLUMNS)?;
            line.iter().try_for_each(|threshold| write!(out, " {threshold:>width$}"))?;
            writeln!(out)?;
        }
        if shown.len() < self.thresholds.len() {
            writeln!(out, "        … {} in all, which the JSON output has", grouped(self.thresholds.len() as u64))?;
        }
        Ok(())
    }
}

/// Describes the holding that a code encodes.
#[must_use]
pub fn holding(rule: Rule, code: u32) -> String {
    let chips = counted((code / rule.unit()).into(), "chip", "chips");
    let marked = code % rule.unit() == 1;
    match rule.tie_break {
        TieBreak::Advantage if marked => format!("{chips} and the tie-breaking advantage"),
        TieBreak::Advantage => format!("{chips} without the tie-breaking advantage"),
        TieBreak::MakeItTakeIt if marked => format!("{chips} without the minus-epsilon chip"),
        TieBreak::MakeItTakeIt => format!("{chips} and the minus-epsilon chip"),
        TieBreak::LadiesFirst => chips,
    }
}

/// Set of numbers of chips: some listed numbers and, from some number on, those with certain remainders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Numbers {
    /// Members below `from`.
    pub listed: Vec<u32>,
    /// Number from which remainders decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<u32>,
    /// Modulus of the remainders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modulus: Option<u32>,
    /// Remainders of the members.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remainders: Option<Vec<u32>>,
    /// First number in question.
    #[serde(skip)]
    first: u32,
    /// Last number in question; `None` if there is no upper limit.
    #[serde(skip)]
    last: Option<u32>,
}

/// Converts a table to a sequence.
#[must_use]
pub fn sequence(rule: Rule, table: &ThresholdTable) -> Sequence {
    let written = |count: u32| {
        let write = |k: u32| rule.write(table.at(k).expect("within the table"));
        (table.first..table.first + count).map(write).collect()
    };
    match table.tail {
        None => Sequence {
            first: table.first,
            preperiod: None,
            period: None,
            slope: None,
            thresholds: written(u32::try_from(table.values.len()).expect("a length below 2^32")),
        },
        Some(Tail { period, slope }) => {
            // After one period with a rise of a half chip, `a` becomes `a*` and then the next number. In whole chips
            // the period is twice as long.
            let times = if slope.is_multiple_of(rule.unit()) { 1 } else { 2 };
            let (period, slope) = (period * times, slope * times / rule.unit());
            let preperiod = table.preperiod();
            Sequence {
                first: 0,
                preperiod: Some(preperiod),
                period: Some(period),
                slope: Some(slope),
                thresholds: written(preperiod + period),
            }
        }
    }
}

/// Returns the numbers of chips for which `option` is an optimal first move in the sense of the paper's Theorem 6.7: a
/// player who plans to move there needs no more at the position than with any other plan. `others` are the tables of
/// the other player's options, `position` is the position's own table.
#[must_use]
pub fn optimal(rule: Rule, range: Range, option: &ThresholdTable, others: &[ThresholdTable], position: &ThresholdTable) -> Numbers {
    let value = |table: &ThresholdTable, k: u32| table.at(k).expect("within the range");
    let other = |k: u32| others.iter().map(|table| value(table, k)).max().expect("the other player has an option");
    let is_best = |k: u32| rule.threshold(value(option, k), other(k)) == value(position, k);
    let from = match range {
        Range::Between(first, last) => {
            let listed = (first..=last).filter(|&k| is_best(k)).collect();
            return Numbers { listed, from: None, modulus: None, remainders: None, first, last: Some(last) };
        }
        Range::Ordered { onset } => onset,
        Range::Common { preperiod, .. } => preperiod,
    };
    let tail = |table: &ThresholdTable| table.tail.expect("tables for all k go on");
    let all = || others.iter().chain([option, position]);
    // Over twice the common period every table rises by an even number, so halving is exact.
    let modulus = 2 * all().fold(1, |modulus, table| lcm(modulus, u64::from(tail(table).period)));
    let modulus = u32::try_from(modulus).expect("periods of one game are powers of 2, or one and the same");
    let rise = |table: &ThresholdTable| u64::from(tail(table).slope) * u64::from(modulus / tail(table).period);
    let greatest = others.iter().map(rise).max().expect("the other player has an option");
    // True once the order of the option and the other player's best agrees with their slopes.
    let settled = |k: u32| match rise(option).cmp(&greatest) {
        Ordering::Less => value(option, k) <= other(k),
        Ordering::Equal => true,
        Ordering::Greater => value(option, k) >= other(k),
    };
    let from = after_last(from, modulus, |k| !settled(k));
    // An option that rises faster than the best one is optimal for the last time at some k.
    let rises_as_the_position = rise(option) + greatest == 2 * rise(position);
    let from = if rises_as_the_position { from } else { after_last(from, modulus, is_best) };
    let best: Vec<bool> = (0..from + modulus).map(is_best).collect();
    periodic(&best, modulus)
}

/// Computes the thresholds at a position for a player who plans to move to `option` (the paper's f' and f'' in Theorem
/// 6.7).
///
/// # Errors
/// As [`Sequences::least`].
pub fn with_first_move(rule: Rule, option: &ThresholdTable, others: &[ThresholdTable]) -> Result<ThresholdTable, Error> {
    if option.tail.is_none() {
        let value = |index: usize| {
            let other = others.iter().map(|table| table.values[index]).max().expect("the other player has an option");
            rule.threshold(option.values[index], other)
        };
        return Ok(ThresholdTable { first: option.first, values: (0..option.values.len()).map(value).collect(), tail: None });
    }
    let mut sequences = Sequences::new(rule);
    let own = sequences.insert(option.clone());
    let mut other = sequences.insert(others.first().expect("the other player has an option").clone());
    for table in &others[1..] {
        let id = sequences.insert(table.clone());
        other = sequences.greatest(other, id)?;
    }
    let id = sequences.threshold(own, other)?;
    Ok(sequences.get(id).clone())
}

/// Returns the least k at or after `from` such that `happens` is false for a whole period from k on. The caller
/// guarantees that it then stays false.
fn after_last(from: u32, modulus: u32, happens: impl Fn(u32) -> bool) -> u32 {
    let mut start = from;
    let mut k = from;
    while k < start + modulus {
        if happens(k) {
            start = k + 1;
        }
        k += 1;
    }
    start
}

/// Returns the set of marked numbers in its smallest description; the last `modulus` marks repeat for ever.
fn periodic(marks: &[bool], modulus: u32) -> Numbers {
    let mut modulus = modulus as usize;
    while modulus.is_multiple_of(2) {
        let (first, second) = marks[marks.len() - modulus..].split_at(modulus / 2);
        if first != second {
            break;
        }
        modulus /= 2;
    }
    let mut from = marks.len() - modulus;
    while from > 0 && marks[from - 1] == marks[from - 1 + modulus] {
        from -= 1;
    }
    let number = |n: usize| u32::try_from(n).expect("below 2^32");
    let listed = (0..from).filter(|&k| marks[k]).map(number).collect();
    let mut remainders: Vec<u32> = (from..from + modulus).filter(|&k| marks[k]).map(|k| number(k % modulus)).collect();
    remainders.sort_unstable();
    Numbers { listed, from: Some(number(from)), modulus: Some(number(modulus)), remainders: Some(remainders), first: 0, last: None }
}

impl fmt::Display for Numbers {
    /// Formats the set in words: `every k but 5`, `k = 0 to 7, 9, 11 to 14`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all_from = match (self.from, &self.remainders, self.last) {
            (Some(from), Some(remainders), _) if remainders.len() == self.modulus.unwrap_or(0) as usize => Some(from),
            _ => None,
        };
        let missing = |end: u32| (self.first..end).filter(|k| !self.listed.contains(k)).collect::<Vec<_>>();
        if let (Some(end), _) | (None, Some(end)) = (all_from, self.last.map(|last| last + 1)) {
            let missing = missing(end);
            if missing.is_empty() {
                return f.write_str("every k");
            }
            if missing.len() * 2 < (end - self.first) as usize || all_from.is_some() {
                return write!(f, "every k but {}", stretches(&missing));
            }
        }
        let listed = (!self.listed.is_empty()).then(|| format!("k = {}", stretches(&self.listed)));
        let later = match (self.from, self.modulus, &self.remainders) {
            (Some(from), Some(modulus), Some(remainders)) if !remainders.is_empty() => {
                Some(format!("from k = {from} on those that leave {} when divided by {modulus}", stretches(remainders)))
            }
            _ => None,
        };
        match (listed, later) {
            (None, None) => f.write_str("no k"),
            (Some(one), None) | (None, Some(one)) => f.write_str(&one),
            (Some(listed), Some(later)) => write!(f, "{listed}; {later}"),
        }
    }
}

/// Returns the thresholds at an end of the game.
#[must_use]
pub fn end_table(rule: Rule, range: Range, won: bool) -> ThresholdTable {
    let value = |k: u32| if won { 0 } else { rule.top(k) };
    match range {
        Range::Between(first, last) => ThresholdTable { first, values: (first..=last).map(value).collect(), tail: None },
        Range::Ordered { .. } | Range::Common { .. } => {
            ThresholdTable { first: 0, values: Box::new([value(0)]), tail: Some(Tail { period: 1, slope: value(1) - value(0) }) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Numbers, Rule, TieBreak, holding, periodic};
    use crate::model::graph::Player;

    #[test]
    fn holdings_in_words() {
        let words = |tie_break, code| holding(Rule { tie_break, claimant: Player::Left }, code);
        let cases = [
            (words(TieBreak::Advantage, 3), "1 chip and the tie-breaking advantage"),
            (words(TieBreak::Advantage, 4), "2 chips without the tie-breaking advantage"),
            (words(TieBreak::MakeItTakeIt, 2401), "1,200 chips without the minus-epsilon chip"),
            (words(TieBreak::MakeItTakeIt, 0), "0 chips and the minus-epsilon chip"),
            (words(TieBreak::LadiesFirst, 7), "7 chips"),
        ];
        for (found, expected) in cases {
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn numbers_in_words() {
        let listed = |listed: &[u32], first, last| {
            Numbers { listed: listed.to_vec(), from: None, modulus: None, remainders: None, first, last: Some(last) }.to_string()
        };
        let marks = |text: &str, modulus| periodic(&text.chars().map(|c| c == '+').collect::<Vec<_>>(), modulus).to_string();
        let cases = [
            (listed(&[3, 4, 5], 3, 5), "every k"),
            (listed(&[3, 4, 6, 7], 3, 7), "every k but 5"),
            (listed(&[9], 3, 9), "k = 9"),
            (listed(&[], 3, 9), "no k"),
            (marks("+++++-++++", 4), "every k but 5"),
            (marks("+++++-+----", 4), "k = 0 to 4, 6"),
            (marks("+-+-+-+-", 4), "from k = 0 on those that leave 0 when divided by 2"),
            (marks("++-+-+-+-+", 8), "k = 0; from k = 1 on those that leave 1 when divided by 2"),
        ];
        for (found, expected) in cases {
            assert_eq!(found, expected);
        }
    }
}
