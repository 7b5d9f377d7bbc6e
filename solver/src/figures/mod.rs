//! Figures of what was verified or decided: which numbers are shown, and the words beside them. Nothing is drawn here.
//!
//! `chips`, `distribution`, `board` and `scoring` show tables of certificates, `spread` a proof of losing chess, `unwinnable` an answer about chess.

pub mod board;
pub mod chips;
pub mod distribution;
pub mod scoring;
pub mod spread;
pub mod unwinnable;

use crate::answers::text::Decimal;
use crate::model::graph::Player;
use crate::model::value::Rational;
use crate::plot::figure::Whose;

/// What a figure is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The game in words.
    pub title: String,
    /// The digest of the certificate, in hexadecimal.
    pub digest: String,
}

/// Digits of the digest in a figure: enough to find the certificate.
const DIGITS: usize = 12;

impl Subject {
    /// Where the figure comes from.
    fn source(&self) -> String {
        format!("certificate sha256 {}…", self.digest.get(..DIGITS).unwrap_or(&self.digest))
    }
}

/// A value as a float that is near enough to be seen.
fn share(value: &Rational) -> f64 {
    // The decimal fraction of a value between 0 and 1 is a number.
    value.decimal(12).parse().unwrap_or(f64::NAN)
}

/// A value for a table: as a fraction, or a whole number, and as a decimal fraction.
fn exact(value: &Rational) -> [String; 2] {
    match Decimal::of(value) {
        Decimal::Whole(number) => [number.clone(), number],
        Decimal::Exact(decimal) | Decimal::Cut(decimal) => [value.to_string(), decimal],
    }
}

/// The colour of a player in pictures.
fn whose(player: Player) -> Whose {
    match player {
        Player::Left => Whose::Left,
        Player::Right => Whose::Right,
    }
}
