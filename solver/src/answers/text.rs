//! Formats numbers, breaks long fractions into lines, and shortens lists of numbers to ranges.

use std::io::{self, Write};

use dashu_int::UBig;
use serde::Serialize;

use crate::model::value::Rational;

/// Maximum number of decimal places. Further places are cut off.
pub const DECIMALS: usize = 10;

/// Maximum number of digits of a denominator that text output breaks into lines. JSON always has all digits.
pub const MAX_DIGITS: usize = 400;

/// Decimal fraction of a value, with at most [`DECIMALS`] places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decimal {
    /// A whole number, such as `1`.
    Whole(String),
    /// A terminating decimal fraction, such as `0.75`.
    Exact(String),
    /// A truncated decimal fraction, such as `0.3333333333`.
    Cut(String),
}

impl Decimal {
    /// Writes a value in decimal notation.
    #[must_use]
    pub fn new(value: &Rational) -> Self {
        let ends = (value.numerator() * UBig::from(10_u8).pow(DECIMALS)) % value.denominator() == UBig::ZERO;
        let text = value.decimal(DECIMALS);
        match ends {
            _ if *value.denominator() == UBig::ONE => Self::Whole(value.numerator().to_string()),
            true => Self::Exact(text.trim_end_matches('0').to_owned()),
            false => Self::Cut(text),
        }
    }
}

/// Formats a value as a fraction and as a decimal fraction. Each number begins with `sign`, which may be empty.
/// Examples are `3/4 = 0.75`, `1/3, about 0.3333333333` and `1`. A fraction with more than `3 * MAX_DIGITS` characters
/// is described instead of written.
#[must_use]
pub fn with_decimal(sign: &str, value: &Rational) -> String {
    // This width is enough for every fraction that is written out, so the fraction stays in one line.
    let fraction = || folded(value, 3 * MAX_DIGITS).concat();
    match Decimal::new(value) {
        Decimal::Whole(text) => format!("{sign}{text}"),
        Decimal::Exact(text) => format!("{sign}{} = {sign}{text}", fraction()),
        Decimal::Cut(text) => format!("{sign}{}, about {sign}{text}", fraction()),
    }
}

/// Describes a threshold in words if it is 0, or if it is 1 or more. Returns `None` for a threshold between 0 and 1.
#[must_use]
pub fn without_threshold(share: &Rational) -> Option<&'static str> {
    match share {
        share if *share >= Rational::ONE => Some("cannot win by force with any share of the money"),
        share if *share == Rational::ZERO => Some("wins by force with any money at all"),
        _ => None,
    }
}

/// Formats a fraction in lines of at most `width` characters. If the fraction does not fit in one line, the denominator
/// begins on a new line, after a slash. If the denominator has more than [`MAX_DIGITS`] digits, the result describes
/// the fraction in words.
///
/// # Panics
/// Panics if `width` is less than three.
#[must_use]
pub fn folded(value: &Rational, width: usize) -> Vec<String> {
    assert!(width > 2, "a line holds a stroke and a digit");
    let whole = value.to_string();
    if whole.len() <= width {
        return vec![whole];
    }
    let (numerator, denominator) = (value.numerator().to_string(), value.denominator().to_string());
    if denominator.len() > MAX_DIGITS {
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

fn chunks(digits: &str, length: usize) -> Vec<&str> {
    (0..digits.len()).step_by(length).map(|from| &digits[from..digits.len().min(from + length)]).collect()
}

/// Formats a number with its thousands separated, such as `249,984`.
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

/// Formats a number with its noun, for example `1 class` and `518 classes`.
#[must_use]
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// Writes a value as one line of JSON.
///
/// # Errors
/// Fails if `out` cannot be written.
pub fn write_json<T: Serialize + ?Sized>(mut out: impl Write, value: &T) -> io::Result<()> {
    serde_json::to_writer(&mut out, value)?;
    writeln!(out)
}

/// Returns the first items of a list, at most `max`, and the number of the other items.
#[must_use]
pub fn first<T>(items: &[T], max: Option<usize>) -> (&[T], usize) {
    let shown = max.map_or(items.len(), |max| max.min(items.len()));
    (&items[..shown], items.len() - shown)
}

/// Writes words in lines of at most 100 columns, each after `indent`.
///
/// # Errors
/// Fails if `out` cannot be written.
pub fn write_filled(out: &mut dyn Write, indent: &str, words: &[String]) -> io::Result<()> {
    const WIDTH: usize = 100;
    let mut line = String::new();
    for word in words {
        if !line.is_empty() && indent.len() + line.chars().count() + 1 + word.chars().count() > WIDTH {
            writeln!(out, "{indent}{line}")?;
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    writeln!(out, "{indent}{line}")
}

/// Writes how many items of a list were omitted, if any.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn write_left_out(out: &mut dyn Write, left_out: usize) -> io::Result<()> {
    if left_out == 0 { Ok(()) } else { writeln!(out, "  … and {} more", grouped(left_out as u64)) }
}

/// Formats a list of ascending numbers. Three or more consecutive numbers become a range, as in `0 to 7, 9`.
#[must_use]
pub fn stretches(numbers: &[u32]) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut rest = numbers;
    while let Some(&first) = rest.first() {
        let length = (first..).zip(rest).take_while(|(expected, found)| expected == *found).count();
        let (stretch, tail) = rest.split_at(length);
        match stretch {
            [first, _, .., last] => parts.push(format!("{first} to {last}")),
            short => parts.extend(short.iter().map(u32::to_string)),
        }
        rest = tail;
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::{MAX_DIGITS, Rational, counted, folded, grouped, stretches, with_decimal, without_threshold};
    use dashu_int::UBig;

    #[test]
    fn digits_are_cut_only_where_there_are_more() {
        let cases = [
            (0_u64, 1_u64, "0"),
            (1, 1, "1"),
            (3, 4, "3/4 = 0.75"),
            (133, 256, "133/256 = 0.51953125"),
            (1, 1024, "1/1024 = 0.0009765625"),
            (1, 2048, "1/2048, about 0.0004882812"),
            (1, 3, "1/3, about 0.3333333333"),
            (61, 96, "61/96, about 0.6354166666"),
            (7, 5, "7/5 = 1.4"),
        ];
        for (numerator, denominator, text) in cases {
            assert_eq!(with_decimal("", &Rational::new(numerator.into(), denominator.into())), text);
        }
        assert_eq!(with_decimal("-", &Rational::new(1_u8.into(), 96_u8.into())), "-1/96, about -0.0104166666");
        assert_eq!(with_decimal("-", &Rational::new(1_u8.into(), 8_u8.into())), "-1/8 = -0.125");
    }

    #[test]
    fn shares_of_which_there_are_no_more() {
        let cases = [(0_u8, 1_u8, Some("wins by force with any money at all")), (1, 2, None), (99, 100, None)];
        let none = Some("cannot win by force with any share of the money");
        for (numerator, denominator, text) in cases.into_iter().chain([(1, 1, none), (3, 2, none)]) {
            assert_eq!(without_threshold(&Rational::new(numerator.into(), denominator.into())), text);
        }
    }

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
        let long = Rational::new(UBig::ONE, UBig::from(10_u8).pow(MAX_DIGITS));
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
