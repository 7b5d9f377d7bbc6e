//! Reads questions from text, one per line. A line has the form `[WB|W-|-B|--] FEN [white|black|both] [id]`. A line may
//! also be EPD, which is a FEN of four fields with operations such as `id "a";`. Lines of quoted fields separated by
//! commas (RFC 4180) are accepted too.

use std::borrow::Cow;

use gamecert_unwinnable::{Color, FenError, Position};

/// Expected answers to the questions on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// Whether White is expected to be able to mate.
    pub white: bool,
    /// Whether Black is expected to be able to mate.
    pub black: bool,
}

impl Label {
    fn read(word: &str) -> Option<Self> {
        let (white, black) = match word {
            "WB" => (true, true),
            "W-" => (true, false),
            "-B" => (false, true),
            "--" => (false, false),
            _ => return None,
        };
        Some(Self { white, black })
    }

    /// Returns the expected answers in text form, such as `W-`.
    #[must_use]
    pub fn text(self) -> &'static str {
        match (self.white, self.black) {
            (true, true) => "WB",
            (true, false) => "W-",
            (false, true) => "-B",
            (false, false) => "--",
        }
    }

    /// Returns whether this side is expected to be able to mate.
    #[must_use]
    pub fn of(self, side: Color) -> bool {
        if side == Color::White { self.white } else { self.black }
    }
}

/// The side or sides in a question. A question asks whether a side can mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// Only this side.
    One(Color),
    /// The side that is not to move. This side has time left if the flag of the side to move falls.
    NotToMove,
    /// Both sides, first White and then Black.
    Both,
}

impl Sides {
    fn read(word: &str) -> Option<Self> {
        match word {
            "white" => Some(Self::One(Color::White)),
            "black" => Some(Self::One(Color::Black)),
            "both" => Some(Self::Both),
            _ => None,
        }
    }

    /// Lists the sides in the order in which they are examined.
    #[must_use]
    pub fn of(self, position: &Position) -> &'static [Color] {
        match self {
            Self::One(Color::White) => &[Color::White],
            Self::One(Color::Black) => &[Color::Black],
            Self::NotToMove => Self::One(!position.to_move()).of(position),
            Self::Both => &[Color::White, Color::Black],
        }
    }
}

/// Reason why a line is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// The line is longer than [`MAX_LINE_BYTES`].
    #[error("the line is longer than {MAX_LINE_BYTES} bytes")]
    TooLong,
    /// The text is encoded in UTF-16.
    #[error("encoded in UTF-16, which is not read here: convert it to UTF-8 first")]
    Utf16,
    /// The line is not UTF-8.
    #[error("the line is no UTF-8 text")]
    NoText,
    /// The position is invalid.
    #[error(transparent)]
    Fen(FenError),
    /// The line ends with `;` as EPD does, but has no operation after its first four fields.
    #[error("an operation follows no FEN of four fields")]
    Operation,
    /// A word follows the id.
    #[error("there is more on the line than FEN, side and id: {0:?}")]
    More(String),
}

/// The question or questions on one line.
#[derive(Clone, Debug)]
pub struct Question {
    /// The FEN as written on the line.
    pub fen: String,
    /// The position, or the reason why the line is invalid.
    pub position: Result<Position, LineError>,
    /// Expected answers, if the line contains any.
    pub label: Option<Label>,
    /// The side or sides in the question.
    pub sides: Sides,
    /// Name of the question, if the line contains one.
    pub id: Option<String>,
}

/// Maximum length of a line in bytes.
pub const MAX_LINE_BYTES: usize = 1 << 12;

impl Question {
    fn invalid(fen: String, why: LineError) -> Self {
        Self { fen, position: Err(why), label: None, sides: Sides::NotToMove, id: None }
    }

    /// Reads the question on a line. Returns `None` for an empty line, and for a comment, which begins with `#`.
    ///
    /// In a FEN, up to two numbers may follow the first four fields. Therefore an id that is a number is possible only
    /// after a FEN of six fields.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        if bytes.len() > MAX_LINE_BYTES {
            let beginning = String::from_utf8_lossy(&bytes[..32]).into_owned();
            return Some(Self::invalid(beginning, LineError::TooLong));
        }
        if is_utf16(bytes) {
            return Some(Self::invalid(String::new(), LineError::Utf16));
        }
        let Ok(text) = std::str::from_utf8(bytes) else {
            return Some(Self::invalid(String::from_utf8_lossy(bytes).trim().to_owned(), LineError::NoText));
        };
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let text = if text.trim_start().starts_with('"') { Cow::Owned(unquoted(text)) } else { Cow::Borrowed(text) };
        let (text, id_of_operations) = match epd(&text) {
            Ok((position, id)) => (position, id),
            Err(why) => return Some(Self::invalid(text.trim().to_owned(), why)),
        };
        let mut words = text.split_ascii_whitespace().peekable();
        if words.peek().is_none_or(|word| word.starts_with('#')) {
            return None;
        }
        let label = words.next_if(|word| Label::read(word).is_some()).and_then(Label::read);
        let mut fields: Vec<&str> = words.by_ref().take(4).collect();
        while fields.len() < 6
            && let Some(number) = words.next_if(|word| fields.len() >= 4 && word.bytes().all(|byte| byte.is_ascii_digit()))
        {
            fields.push(number);
        }
        let fen = fields.join(" ");
        let named = words.next_if(|word| Sides::read(word).is_some()).and_then(Sides::read);
        let sides = named.unwrap_or(if label.is_some() { Sides::Both } else { Sides::NotToMove });
        let id = id_of_operations.or_else(|| words.next().map(str::to_owned));
        let position = match words.next() {
            Some(more) => Err(LineError::More(more.chars().take(20).collect())),
            None => fen.parse().map_err(LineError::Fen),
        };
        Some(Self { fen, position, label, sides, id })
    }
}

/// Returns whether a line is the first line of a text in UTF-16.
fn is_utf16(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff")
}

/// Converts a line of comma-separated values to fields separated by blanks.
fn unquoted(line: &str) -> String {
    let (mut text, mut inside) = (String::with_capacity(line.len()), false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            // Inside a quoted field, two quotation marks stand for one.
            '"' if inside && letters.next_if_eq(&'"').is_some() => text.push('"'),
            '"' => inside = !inside,
            ',' if !inside => text.push(' '),
            _ => text.push(letter),
        }
    }
    text
}

/// Returns the part of an EPD line that comes before the operations, and the id from the operations. A line that does
/// not end with a semicolon is returned unchanged.
fn epd(line: &str) -> Result<(&str, Option<String>), LineError> {
    let Some(operations) = line.trim_end().strip_suffix(';') else { return Ok((line, None)) };
    // The operations begin after the fourth field.
    let mut end = 0;
    for _ in 0..4 {
        let begin = end + line[end..].len() - line[end..].trim_start().len();
        end = begin + line[begin..].find(|letter: char| letter.is_ascii_whitespace()).unwrap_or(line.len() - begin);
    }
    if end >= operations.len() {
        return Err(LineError::Operation);
    }
    let mut id = None;
    for operation in split_operations(&operations[end..]) {
        let (code, operand) = operation.split_once(|letter: char| letter.is_ascii_whitespace()).unwrap_or((operation, ""));
        if code == "id" {
            id = Some(operand.trim().trim_matches('"').to_owned());
        }
    }
    Ok((&line[..end], id.filter(|id| !id.is_empty())))
}

/// Splits a list of operations at the semicolons that are not between quotation marks.
fn split_operations(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.split(move |letter| {
        inside ^= letter == '"';
        letter == ';' && !inside
    })
    .map(str::trim)
    .filter(|operation| !operation.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "8/8/8/8/8/5k2/7p/7K w - -";

    fn read(text: &str) -> Question {
        Question::read(text.as_bytes()).unwrap()
    }

    #[test]
    fn fields() {
        let line = read(FEN);
        assert_eq!((line.label, line.sides, line.id), (None, Sides::NotToMove, None));
        let line = read(&format!("-B {FEN} 0 61 white 15vxs5am\r\n"));
        assert_eq!((line.label.map(Label::text), line.sides, line.id.as_deref()), (Some("-B"), Sides::One(Color::White), Some("15vxs5am")));
        assert_eq!(line.fen, format!("{FEN} 0 61"));
        let line = read(&format!("-- {FEN} 3 abc"));
        assert_eq!((line.sides, line.id.as_deref(), line.position.is_ok()), (Sides::Both, Some("abc"), true));
        let line = read(&format!("{FEN} 3 4 5"));
        assert_eq!((line.id.as_deref(), line.position.is_ok()), (Some("5"), true));
    }

    #[test]
    fn other_ways_of_writing_lists() {
        let fields = |text: &str| {
            let line = read(text);
            (line.fen, line.sides, line.id, line.position.is_ok())
        };
        let plain = |sides, id: Option<&str>| (FEN.to_owned(), sides, id.map(str::to_owned), true);
        for (text, expected) in [
            (format!("{FEN} id \"a; b\";"), plain(Sides::NotToMove, Some("a; b"))),
            (format!("{FEN} bm Kg1; id \"x\"; c0 \"a \";\r\n"), plain(Sides::NotToMove, Some("x"))),
            (format!("{FEN} hmvc 0; fmvn 1;"), plain(Sides::NotToMove, None)),
            (format!("\"{FEN}\",\"white\",\"g1\""), plain(Sides::One(Color::White), Some("g1"))),
            (format!("\"{FEN}\",g1"), plain(Sides::NotToMove, Some("g1"))),
            (format!("\u{feff}{FEN} black"), plain(Sides::One(Color::Black), None)),
        ] {
            assert_eq!(fields(&text), expected, "{text}");
        }
        assert_eq!(read("8/8;").position.unwrap_err(), LineError::Operation);
        assert_eq!(Question::read(b"\xff\xfe8\0").unwrap().position.unwrap_err(), LineError::Utf16);
    }

    #[test]
    fn no_positions() {
        assert!(["", "  \n", "# 8/8", "#"].iter().all(|text| Question::read(text.as_bytes()).is_none()));
        for (text, why) in [
            ("8/8", "the side to move is missing"),
            ("W- 8/8/8/8/8/5k2/7p w - -", "the board has 7 ranks, not 8"),
            (&format!("{FEN} 1 2 a b"), "there is more on the line than FEN, side and id: \"b\""),
        ] {
            assert_eq!(read(text).position.unwrap_err().to_string(), why);
        }
        assert_eq!(Question::read(b"8/8 \xff").unwrap().position.unwrap_err(), LineError::NoText);
        assert_eq!(Question::read(&[b'8'; MAX_LINE_BYTES + 1]).unwrap().position.unwrap_err(), LineError::TooLong);
    }
}
