//! Readers of fields that several kinds have, and numbers as indices.

use super::cbor::{Reader, wide};
use super::game::Colour;
use super::refusal::{Place, Refusal};

/// Numbers of chips, budgets, periods and preperiods are below this.
pub(crate) const MOST: u32 = 1 << 28;

/// A number below 2^28.
pub(crate) fn bounded(number: u64) -> Option<u32> {
    u32::try_from(number).ok().filter(|number| *number < MOST)
}

/// A number as an index. All platforms that Rust's standard library runs on and that have memory for a certificate have 32 bits for it.
#[inline]
pub(crate) fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// An unsigned integer with its place.
#[inline]
pub(crate) fn placed(reader: &mut Reader<'_>) -> Result<(u64, Place), Refusal> {
    let place = reader.place();
    Ok((reader.unsigned()?, place))
}

/// A side: 0 for White (or Left), 1 for Black (or Right). Anything else breaks the clause `group/clause`.
pub(crate) fn side(reader: &mut Reader<'_>, group: &'static str, clause: &'static str) -> Result<Colour, Refusal> {
    let at = reader.offset();
    match reader.unsigned()? {
        0 => Ok(Colour::White),
        1 => Ok(Colour::Black),
        other => Err(Refusal::new(group, clause, Place::Byte(at), format!("expected 0 for White or 1 for Black, found {other}"))),
    }
}

/// A byte string and the offset of its first byte in the file.
pub(crate) fn bytes_at<'a>(reader: &mut Reader<'a>) -> Result<(&'a [u8], u64), Refusal> {
    let bytes = reader.byte_string()?;
    Ok((bytes, reader.offset().saturating_sub(wide(bytes.len()))))
}

/// A number with a noun, in the form for one or for several.
pub(crate) fn counted(number: impl Into<u64>, [one, several]: [&str; 2]) -> String {
    let number = number.into();
    format!("{number} {}", if number == 1 { one } else { several })
}

/// A text from the file in quotation marks, fit to stand in a line: control characters, bidirectional marks, line separators and quotation marks are
/// escaped. At most `most` characters of it are shown.
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
