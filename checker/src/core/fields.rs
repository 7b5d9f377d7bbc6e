//! Reads fields that occur in several certificate kinds, and converts and formats values.

use super::cbor::{Reader, as_u64};
use super::game::Colour;
use super::refusal::{Place, Refusal};

/// Numbers of chips, budgets, periods and preperiods must be less than this limit.
pub(crate) const CHIPS_LIMIT: u32 = 1 << 28;

/// Converts a number below 2^28 to 32 bits. Returns `None` for 2^28 or more.
pub(crate) fn bounded(number: u64) -> Option<u32> {
    u32::try_from(number).ok().filter(|number| *number < CHIPS_LIMIT)
}

/// Converts a number to an index. Every number fits, because `usize` has at least 32 bits on every platform that can
/// run the checker.
#[inline]
pub(crate) fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Reads an unsigned integer and returns it with its byte offset in the file.
#[inline]
pub(crate) fn placed(reader: &mut Reader<'_>) -> Result<(u64, Place), Refusal> {
    let place = reader.place();
    Ok((reader.unsigned()?, place))
}

/// Reads a player: 0 for White (or Left), 1 for Black (or Right). Any other number violates the clause `group/clause`.
pub(crate) fn side(reader: &mut Reader<'_>, group: &'static str, clause: &'static str) -> Result<Colour, Refusal> {
    let at = reader.offset();
    match reader.unsigned()? {
        0 => Ok(Colour::White),
        1 => Ok(Colour::Black),
        other => Err(Refusal::new(group, clause, Place::Byte(at), format!("expected 0 for White or 1 for Black, found {other}"))),
    }
}

/// Reads a byte string and returns it with the file offset of its first byte.
pub(crate) fn bytes_at<'a>(reader: &mut Reader<'a>) -> Result<(&'a [u8], u64), Refusal> {
    let bytes = reader.byte_string()?;
    Ok((bytes, reader.offset().saturating_sub(as_u64(bytes.len()))))
}

/// Formats a number with a noun, which is in the singular if the number is 1 and in the plural otherwise.
pub(crate) fn counted(number: impl Into<u64>, [one, several]: [&str; 2]) -> String {
    let number = number.into();
    format!("{number} {}", if number == 1 { one } else { several })
}

/// Quotes a string from the file so that it stays on one line. Control characters, bidirectional marks, line separators
/// and quotation marks are escaped. At most `most` characters of the string are shown.
#[must_use]
pub fn quoted(text: &str, most: usize) -> String {
    let shown: String = text.chars().take(most).collect();
    let more = if shown.len() < text.len() { "…" } else { "" };
    format!("{shown:?}{more}")
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn texts_that_would_counterfeit_a_line() {
        let table = [
            ("plain", "v", "\"v\""),
            ("a line of its own", "v\ns VERIFIED x", "\"v\\ns VERIFIED x\""),
            ("a quotation mark", "v\": proved", "\"v\\\": proved\""),
            ("right to left", "a\u{202e}b\u{2066}", "\"a\\u{202e}b\\u{2066}\""),
            ("a line separator", "a\u{2028}b\u{2029}c\u{85}", "\"a\\u{2028}b\\u{2029}c\\u{85}\""),
            ("nothing to be seen", "a\u{200b}\u{feff}", "\"a\\u{200b}\\u{feff}\""),
            ("an accent on the quotation mark", "\u{301}", "\"\\u{301}\""),
            ("longer than shown", "123456789012345678", "\"12345678901234567\"…"),
        ];
        for (title, text, expected) in table {
            assert_eq!(quoted(text, 17), expected, "{title}");
        }
    }
}
