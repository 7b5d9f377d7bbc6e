//! Converts values to the spelling that claims use. For example, the text `2/4` matches a pattern of the schemas, but
//! claims write `1/2`.

use num_bigint::BigUint;
use num_integer::Integer;

/// Pattern of a fraction. In claims, a fraction is a player's share of all money.
pub(super) const FRACTION: &str = "^(0|[1-9][0-9]*)/[1-9][0-9]*$";
/// Pattern of a subtraction set.
pub(super) const SET: &str = r"^\{[1-9][0-9]*(, [1-9][0-9]*)*\}$";
/// Pattern of the material of a bidding-chess ending.
pub(super) const MATERIAL: &str = "^KQ*R*B*N*P*KQ*R*B*N*P*$";

/// Returns the text in the spelling that claims use. `pattern` is the pattern that the text matches.
///
/// # Errors
/// If no claim can have the value, returns a description of the possible values.
pub(super) fn as_claims_write(pattern: &str, text: &str) -> Result<String, &'static str> {
    match pattern {
        FRACTION => reduced(text).ok_or("a fraction from 0 to 1"),
        SET => ascending(text).ok_or("a set of at most 16 numbers from 1 to 255"),
        MATERIAL => stronger_first(text).ok_or("at most 6 pieces"),
        _ => Ok(text.to_owned()),
    }
}

/// Reduces a fraction from 0 to 1 to lowest terms.
fn reduced(text: &str) -> Option<String> {
    let (numerator, denominator) = text.split_once('/')?;
    let (numerator, denominator): (BigUint, BigUint) = (numerator.parse().ok()?, denominator.parse().ok()?);
    let common = numerator.gcd(&denominator);
    (numerator <= denominator).then(|| format!("{}/{}", numerator / &common, denominator / &common))
}

/// Sorts a set in ascending order and removes duplicates.
fn ascending(text: &str) -> Option<String> {
    let mut numbers = text.trim_matches(['{', '}']).split(", ").map(str::parse).collect::<Result<Vec<u8>, _>>().ok()?;
    numbers.sort_unstable();
    numbers.dedup();
    let texts: Vec<String> = numbers.iter().map(u8::to_string).collect();
    (texts.len() <= 16).then(|| format!("{{{}}}", texts.join(", ")))
}

/// Writes the stronger side of an ending first, for example `KQK` instead of `KKQ`. The side with the longer list of
/// pieces comes first. If both lists of pieces have the same length, they are compared letter by letter, in the order
/// QRBNP.
fn stronger_first(text: &str) -> Option<String> {
    let [_, white, black] = text.split('K').collect::<Vec<_>>().try_into().ok()?;
    let order =
        |pieces: &str| (usize::MAX.saturating_sub(pieces.len()), pieces.chars().map(|piece| "QRBNP".find(piece)).collect::<Vec<_>>());
    let (first, second) = if order(black) < order(white) { (black, white) } else { (white, black) };
    (text.len() <= 6).then(|| format!("K{first}K{second}"))
}

#[cfg(test)]
mod tests {
    use super::{FRACTION, MATERIAL, SET, as_claims_write};

    #[test]
    fn texts_as_claims_write_them() {
        let (share, set, pieces) =
            (Err("a fraction from 0 to 1"), Err("a set of at most 16 numbers from 1 to 255"), Err("at most 6 pieces"));
        let seventeen = format!("{{{}}}", (1..=17).map(|number: u32| number.to_string()).collect::<Vec<_>>().join(", "));
        let huge = |digit: &str| format!("{digit}{}/3{}", "0".repeat(60), "0".repeat(60));
        for (pattern, text, expected) in [
            (FRACTION, "1/2", Ok("1/2")),
            (FRACTION, "0/1", Ok("0/1")),
            (FRACTION, "1/1", Ok("1/1")),
            (FRACTION, "2/4", Ok("1/2")),
            (FRACTION, "0/3", Ok("0/1")),
            (FRACTION, "7/7", Ok("1/1")),
            (FRACTION, "3/2", share),
            (FRACTION, "1/0", share),
            (FRACTION, &huge("1"), Ok("1/3")),
            (FRACTION, &huge("4"), share),
            (SET, "{1, 3}", Ok("{1, 3}")),
            (SET, "{3, 1}", Ok("{1, 3}")),
            (SET, "{2, 2}", Ok("{2}")),
            (SET, "{10, 9}", Ok("{9, 10}")),
            (SET, "{256}", set),
            (SET, &seventeen, set),
            (MATERIAL, "KQK", Ok("KQK")),
            (MATERIAL, "KKQ", Ok("KQK")),
            (MATERIAL, "KK", Ok("KK")),
            (MATERIAL, "KRKQ", Ok("KQKR")),
            (MATERIAL, "KPPKQ", Ok("KPPKQ")),
            (MATERIAL, "KQKPP", Ok("KPPKQ")),
            (MATERIAL, "KQNKQB", Ok("KQBKQN")),
            (MATERIAL, "KQNKQBP", pieces),
            ("^[0-9]+$", "007", Ok("007")),
        ] {
            assert_eq!(as_claims_write(pattern, text), expected.map(str::to_owned), "{text}");
        }
    }
}
