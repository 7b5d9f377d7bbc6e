//! Results about a position, computed from tables of chip thresholds. A [`Sequence`] lists the thresholds of the
//! position in the notation of Payne and Develin's paper. The function [`optimal`] finds the total numbers of chips for
//! which a first move is optimal. Theorem 6.7 of the paper lists the numbers of chips for which each first move in
//! tic-tac-toe is optimal.

pub mod sentences;

use std::cmp::Ordering;
use std::fmt;
use std::io::{self, Write};

use serde::Serialize;

use super::text::{counted, grouped, stretches};
use crate::engine::chips::Error;
use crate::engine::chips::sequence::{Sequences, lcm};
use crate::model::chips::{Range, Rule, Tail, ThresholdTable, TieBreak};

/// The thresholds of a position, one for each total number of chips, in the notation of Payne and Develin's paper.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sequence {
    /// Total number of chips to which the first entry of `thresholds` belongs.
    pub first: u32,
    /// From this total number of chips on, the thresholds are periodic. `None` if no period is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preperiod: Option<u32>,
    /// Length of the period, as a number of chips.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<u32>,
    /// Number of chips by which the threshold rises from one period to the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slope: Option<u32>,
    /// Thresholds such as `12*`. If no number of chips wins, the threshold is greater than the total number of chips. A
    /// periodic sequence lists `preperiod + period` thresholds.
    pub thresholds: Vec<String>,
}

/// Number of thresholds in each line of output, as in the paper's tables.
const COLUMNS: usize = 12;

/// Maximum number of thresholds that are written in text form.
const MAX_WRITTEN: usize = 600;

impl Sequence {
    /// Writes the equation f(k + period) = f(k) + slope, if the thresholds are periodic. `name` is the name of the
    /// position. Returns whether the equation was written.
    ///
    /// # Errors
    /// Fails if the equation cannot be written.
    pub fn write_law(&self, out: &mut dyn Write, name: &str) -> io::Result<bool> {
        let (Some(preperiod), Some(period), Some(slope)) = (self.preperiod, self.period, self.slope) else { return Ok(false) };
        writeln!(out, "f({name}, k + {period}) = f({name}, k) + {slope} for all k >= {preperiod}")?;
        Ok(true)
    }

    /// Writes the listed thresholds as text. If the thresholds are periodic, the text begins with an equation that
    /// describes the period. A long list is cut.
    ///
    /// # Errors
    /// Fails if the text cannot be written.
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

/// Describes in words the chips that an integer encodes (see [`Rule`]).
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

/// A set of possible numbers of chips. `listed` contains the members below `from`. A number `n >= from` is a member if
/// `remainders` contains `n` modulo `modulus`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Numbers {
    /// Members of the set below `from`.
    pub listed: Vec<u32>,
    /// Least number that `remainders` describes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<u32>,
    /// Divisor for the remainders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modulus: Option<u32>,
    /// Remainders of the members that are not in `listed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remainders: Option<Vec<u32>>,
    /// Least number that might be a member.
    #[serde(skip)]
    first: u32,
    /// Greatest number that might be a member; `None` if there is no upper limit.
    #[serde(skip)]
    last: Option<u32>,
}

/// Converts a table of thresholds to a sequence in the paper's notation.
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
            // If the thresholds rise by an odd number of half chips in a period, the threshold `a` first becomes `a*`
            // and one period later the next number. Twice the period then raises all thresholds by whole chips.
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

/// Returns the total numbers of chips for which `option` is an optimal first move as the paper's Theorem 6.7 defines
/// it. A first move is optimal if no other first move needs fewer chips. `others` contains the threshold tables after
/// the other player's moves. `position` is the threshold table of the position.
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
    // Every table rises by an even number in twice the common period, so halving such a rise is exact.
    let modulus = 2 * all().fold(1, |modulus, table| lcm(modulus, u64::from(tail(table).period)));
    let modulus = u32::try_from(modulus).expect("periods of one game are powers of 2, or one and the same");
    let rise = |table: &ThresholdTable| u64::from(tail(table).slope) * u64::from(modulus / tail(table).period);
    let greatest = others.iter().map(rise).max().expect("the other player has an option");
    // Tells whether, for k chips, the order of `option` and the other player's best option is the same as the order of
    // their slopes.
    let settled = |k: u32| match rise(option).cmp(&greatest) {
        Ordering::Less => value(option, k) <= other(k),
        Ordering::Equal => true,
        Ordering::Greater => value(option, k) >= other(k),
    };
    let from = after_last(from, modulus, |k| !settled(k));
    // An option whose slope is greater than that of the best option is optimal only up to some k.
    let rises_as_the_position = rise(option) + greatest == 2 * rise(position);
    let from = if rises_as_the_position { from } else { after_last(from, modulus, is_best) };
    let best: Vec<bool> = (0..from + modulus).map(is_best).collect();
    periodic(&best, modulus)
}

/// Computes the thresholds at a position for a player who plans to move to `option`. The paper's Theorem 6.7 calls
/// these thresholds f' and f''.
///
/// # Errors
/// Returns the same errors as [`Sequences::least`].
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

/// Returns the least k >= `from` such that `happens` is false from k on.
fn after_last(from: u32, modulus: u32, happens: impl Fn(u32) -> bool) -> u32 {
    // The caller guarantees that `happens` stays false after `modulus` numbers in a row for which it is false.
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

/// Returns the shortest description of the numbers k for which `marks[k]` is true. The function assumes that the last
/// `modulus` entries of `marks` repeat for ever.
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
    /// Formats the set in words, such as `every k but 5` or `k = 0 to 7, 9, 11 to 14`.
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

/// Returns the thresholds of a position in which the game is over. `won` tells whether [`Rule::claimant`] has won.
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
