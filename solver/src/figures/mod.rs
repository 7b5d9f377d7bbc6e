//! Data of figures about verified or decided results: the numbers and the words, without drawing.
//!
//! `chips`, `distribution`, `board` and `scoring` show tables of certificates, `spread` a proof of losing chess,
//! `unwinnable` an answer about chess.

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

/// Subject of a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// Description of the game.
    pub title: String,
    /// Digest of the certificate, in hexadecimal.
    pub digest: String,
}

/// Digits of the digest printed in a figure, enough to identify the certificate.
const DIGITS: usize = 12;

impl Subject {
    /// Names the certificate that the figure comes from.
    fn source(&self) -> String {
        format!("certificate sha256 {}…", self.digest.get(..DIGITS).unwrap_or(&self.digest))
    }
}

/// Converts a value to a float, precisely enough for drawing.
fn share(value: &Rational) -> f64 {
    // The decimal fraction of a value between 0 and 1 always parses.
    value.decimal(12).parse().unwrap_or(f64::NAN)
}

/// Formats a value for a table: as a fraction or whole number, and as a decimal fraction.
fn exact(value: &Rational) -> [String; 2] {
    match Decimal::of(value) {
        Decimal::Whole(number) => [number.clone(), number],
        Decimal::Exact(decimal) | Decimal::Cut(decimal) => [value.to_string(), decimal],
    }
}

/// Returns the colour of a player in pictures.
fn whose(player: Player) -> Whose {
    match player {
        Player::Left => Whose::Left,
        Player::Right => Whose::Right,
    }
}
