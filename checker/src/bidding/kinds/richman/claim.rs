//! The claim that a verified certificate of kind `richman` proves.

use super::table::{Label, Table};
use crate::bidding::game::Positions;
use crate::bidding::kinds::{BIDS, DRAWS, for_each_position};
use crate::core::cbor::as_u64;
use crate::core::claim;
use crate::core::fields::counted;
use num_bigint::BigUint;
use num_integer::Integer as _;

/// Denominators with at most this many digits are written in full in statements.
const SHORT_DENOMINATOR: usize = 24;

/// The thresholds alpha and beta of the position in which play begins, as exact fractions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The position, written in the rule set's notation. If the file gives the position a name, the name is in
    /// quotation marks.
    pub position: String,
    /// White wins with more than 1 - alpha of all money.
    pub alpha: String,
    /// Black wins with more than beta of all money.
    pub beta: String,
    /// The name that the file gives the position, or `None`.
    name: Option<String>,
    /// The shares of the money that White (1 - alpha) and Black (beta) need to win by force. Long fractions are written
    /// as decimals. `None` for a player who cannot win by force with any share.
    needed: [Option<String>; 2],
}

/// The claim: the exact thresholds alpha and beta of every position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Claim {
    /// Number of positions of the game.
    pub positions: u64,
    /// Number of classes of symmetric positions.
    pub classes: u32,
    /// Number of classes of symmetric positions in which alpha and beta differ.
    pub differ: u64,
    /// The position in which play begins, if the rule set defines one.
    pub start: Option<Start>,
    /// Number of different thresholds, 0 and 1 included.
    pub values: u64,
    /// Number of thresholds that the file lists. Each threshold that the file does not list is the mean of two other
    /// thresholds.
    pub listed: u64,
    /// Largest denominator that the file lists.
    pub largest_denominator: String,
    /// Largest label of each player, White's first.
    pub largest_labels: [u32; 2],
}

/// Formats a fraction from 0 to 1. Formats a long fraction as a decimal number, rounded down.
fn short(numerator: &BigUint, denominator: &BigUint) -> String {
    let digits = denominator.to_string();
    if digits.len() <= SHORT_DENOMINATOR {
        return format!("{numerator}/{digits}");
    }
    let places = numerator * 10_000_000_000_u64 / denominator;
    format!("0.{places:010}...")
}

impl Start {
    /// Returns the thresholds of the position in which play begins.
    fn new(table: &Table, positions: &dyn Positions) -> Option<Self> {
        let start = positions.start()?;
        let class = usize::try_from(start).ok()?;
        // A derived value need not be in lowest terms.
        let value = |rank: u32| {
            let (numerator, denominator) = table.value(rank)?;
            let common = if table.is_listed(rank) { BigUint::from(1_u32) } else { numerator.gcd(denominator) };
            Some((numerator / &common, denominator / common))
        };
        let (alpha, beta) = (value(*table.rank_alpha().get(class)?)?, value(*table.rank_beta().get(class)?)?);
        let exact = |(numerator, denominator): &(BigUint, BigUint)| format!("{numerator}/{denominator}");
        // A player who needs more than all of the money cannot win by force.
        let needed = |numerator: &BigUint, denominator: &BigUint| (numerator != denominator).then(|| short(numerator, denominator));
        let needed = [needed(&(&alpha.1 - &alpha.0), &alpha.1), needed(&beta.0, &beta.1)];
        Some(Self { position: positions.position(start), name: positions.name(start), alpha: exact(&alpha), beta: exact(&beta), needed })
    }
}

impl Claim {
    pub(super) fn new(table: &Table, positions: &dyn Positions) -> Self {
        let differ = table.rank_alpha().iter().zip(table.rank_beta()).filter(|(alpha, beta)| alpha != beta).count();
        let largest = |labels: &[Label]| labels.iter().filter_map(|label| label.finite()).max().unwrap_or(0);
        Self {
            positions: positions.placements(),
            classes: positions.classes(),
            differ: as_u64(differ),
            start: Start::new(table, positions),
            values: as_u64(table.value_count()),
            listed: as_u64(table.listed_count()),
            largest_denominator: table.largest_denominator().to_string(),
            largest_labels: [largest(table.label_white()), largest(table.label_black())],
        }
    }
}

impl claim::Claim for Claim {
    fn statements(&self) -> Vec<String> {
        let Self { positions, classes, differ, values, .. } = self;
        let in_all = counted(*classes, ["class", "classes"]);
        let mut said = Vec::new();
        if let Some(Start { needed: [left, right], .. }) = &self.start {
            let wins = |who: &str, needed: &Option<String>| match needed {
                Some(share) => format!("at the start {who} can force a win with more than {share} of all money (bids may be negative)"),
                None => format!("at the start {who} cannot force a win with any part of the money"),
            };
            said.extend([wins("Left (White)", left), wins("Right (Black)", right)]);
        }
        let shares = match differ {
            0 => "one exact share of all money for Black: with less than that, White can force a win; with more, Black can".to_owned(),
            _ => format!(
                "two exact shares alpha and beta of all money: White can force a win if Black has less than alpha, Black can if Black has more than \
                 beta, and between these neither can; alpha is less than beta at {differ} of {in_all} of positions"
            ),
        };
        said.extend([format!("{} the file has {shares}", for_each_position(*positions, *classes)), BIDS.to_owned(), DRAWS.to_owned()]);
        let digits = self.largest_denominator.len();
        let largest = if digits <= SHORT_DENOMINATOR { self.largest_denominator.clone() } else { format!("a number of {digits} digits") };
        said.push(match self.listed == *values {
            true => format!("the file lists {values} values, 0 and 1 among them, with the largest denominator {largest}"),
            false => {
                let listed = self.listed;
                format!(
                    "the file has {values} values, 0 and 1 among them, and lists {listed} of them, with the largest denominator {largest}; the others \
                     are means of two"
                )
            }
        });
        said
    }

    fn names(&self) -> Vec<(&'static str, String)> {
        let name = self.start.iter().filter_map(|start| start.name.clone());
        name.map(|name| ("the position in which play begins", name)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn long_and_short_fractions() {
        let number = |digits: &str| digits.parse::<num_bigint::BigUint>().unwrap();
        let table = [
            ("0", "1", "0/1"),
            ("1", "1", "1/1"),
            ("133", "256", "133/256"),
            ("1", "999999999999999999999999", "1/999999999999999999999999"),
            ("1", "1000000000000000000000000", "0.0000000000..."),
            ("2000000000000000000000001", "3000000000000000000000000", "0.6666666666..."),
            ("2999999999999999999999999", "3000000000000000000000000", "0.9999999999..."),
        ];
        for (numerator, denominator, words) in table {
            assert_eq!(short(&number(numerator), &number(denominator)), words);
        }
    }
}
