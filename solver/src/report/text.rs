//! Numbers in text: exact values of hundreds of digits are cut into lines that can be read and copied, long lists into stretches.

use crate::model::value::Rational;

/// Decimal places wherever a value is also given as a decimal fraction (rounded down).
pub const DECIMALS: usize = 10;

/// Denominators of more digits are not written out in text; JSON has them in full.
pub const MOST_DIGITS: usize = 400;

/// A fraction as lines of at most so many characters: one if it fits; otherwise the numerator's digits, then, after a stroke at the
/// beginning of its line, the denominator's. Beyond [`MOST_DIGITS`] the digits are only counted.
///
/// # Panics
/// If lines shall have fewer than three characters.
#[must_use]
pub fn folded(value: &Rational, width: usize) -> Vec<String> {
    assert!(width > 2, "a line has room for a stroke and a digit");
    let whole = value.to_string();
    if whole.len() <= width {
        return vec![whole];
    }
    let (numerator, denominator) = (value.numerator().to_string(), value.denominator().to_string());
    if denominator.len() > MOST_DIGITS {
        return vec![format!("(a fraction with {} digits below the stroke, which the JSON output has)", grouped(denominator.len() as u64))];
    }
    let indented = |text: &str, head: &str| -> Vec<String> {
        let digits = chunks(text, width - 2);
        let heads = std::iter::once(head).chain(std::iter::repeat("  "));
        heads.zip(digits).map(|(head, digits)| format!("{head}{digits}")).collect()
    };
    let mut lines = indented(&numerator, "  ");
    lines.extend(indented(&denominator, "/ "));
    lines
}

/// Digits, and so one byte each, in pieces of this length.
fn chunks(digits: &str, length: usize) -> Vec<&str> {
    (0..digits.len()).step_by(length).map(|from| &digits[from..digits.len().min(from + length)]).collect()
}

/// A number with its thousands set apart: `249,984`.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let head = digits.len() % 3;
    let mut groups = chunks(&digits[head..], 3);
    if head > 0 {
        groups.insert(0, &digits[..head]);
    }
    groups.join(",")
}

/// A number of things: `1 class`, `518 classes`.
#[must_use]
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// Ascending numbers with stretches of three or more put together: `0 to 7, 9`.
#[must_use]
pub fn stretches(numbers: &[u32]) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut rest = numbers;
    while let Some(&first) = rest.first() {
        let length = (first..).zip(rest).take_while(|(expected, found)| expected == *found).count();
        let (stretch, behind) = rest.split_at(length);
        match stretch {
            [first, _, .., last] => parts.push(format!("{first} to {last}")),
            short => parts.extend(short.iter().map(u32::to_string)),
        }
        rest = behind;
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::{MOST_DIGITS, Rational, counted, folded, grouped, stretches};
    use dashu_int::UBig;

    #[test]
    fn fractions_are_folded() {
        let value = |n: u64, d: u64| Rational::new(n.into(), d.into());
        let cases = [
            (value(0, 1), 10, vec!["0/1"]),
            (value(21073, 32256), 11, vec!["21073/32256"]),
            (value(21073, 32256), 10, vec!["  21073", "/ 32256"]),
            (value(1_234_567, 12_345_678), 6, vec!["  1234", "  567", "/ 1234", "  5678"]),
        ];
        for (value, width, expected) in cases {
            assert_eq!(folded(&value, width), expected, "{value} in {width}");
        }
        let long = Rational::new(UBig::ONE, UBig::from(10_u8).pow(MOST_DIGITS));
        assert_eq!(folded(&long, 100), ["(a fraction with 401 digits below the stroke, which the JSON output has)"]);
    }

    #[test]
    fn lists_have_stretches() {
        for (numbers, text) in
            [(&[][..], ""), (&[4], "4"), (&[1, 2], "1, 2"), (&[0, 1, 2, 4], "0 to 2, 4"), (&[0, 2, 3, 5, 6, 7], "0, 2, 3, 5 to 7")]
        {
            assert_eq!(stretches(numbers), text);
        }
    }

    #[test]
    fn thousands_are_set_apart() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (31_332, "31,332"), (187_488, "187,488"), (1 << 20, "1,048,576")] {
            assert_eq!(grouped(number), text);
        }
        assert_eq!((counted(1, "class", "classes").as_str(), counted(518, "class", "classes").as_str()), ("1 class", "518 classes"));
    }
}
