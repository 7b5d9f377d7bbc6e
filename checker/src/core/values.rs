//! Converts fields of claims to values that programs can read. Verification does not use these conversions.

use super::cbor::as_u64;
use super::claim::Value;
use super::game::Colour;

impl From<u64> for Value {
    /// Converts a number. Converts a number from 2^63 on to a string of decimal digits.
    fn from(number: u64) -> Self {
        i64::try_from(number).map_or_else(|_| Self::Text(number.to_string()), Self::Number)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Number(i64::from(number))
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        as_u64(number).into()
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<Colour> for Value {
    fn from(side: Colour) -> Self {
        Self::Text(side.to_string().to_lowercase())
    }
}
