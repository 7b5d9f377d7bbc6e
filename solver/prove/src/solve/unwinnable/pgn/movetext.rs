//! Splits the movetext of a game into words (PGN standard, section 8.2). The type [`Tail`] describes the end of a
//! movetext, and can be read without the rest.

use std::collections::BTreeSet;

use memchr::{memchr, memrchr, memrchr2};

use super::lexis::{END_OF_FILE, is_blank};

/// Kind of notation that is accepted although the standard does not allow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// A capture without `x`, or a move with `x` that captures nothing.
    Capture,
    /// Castling written with zeros or small letters.
    Castling,
    /// `++`, `ch` or `mate` after a move.
    Check,
    /// `e.p.` after an en passant capture.
    EnPassant,
    /// The byte that marks the end of a file under DOS.
    EndOfFile,
    /// A figurine instead of a piece's letter.
    Figurine,
    /// `½-½` or `1/2` for a draw.
    Half,
    /// A move with its origin square, such as `e2-e4` or `Ng1-f3`.
    Long,
    /// No result after the moves.
    NoResult,
    /// The character `…` instead of the dots after a move number.
    Points,
    /// A promotion without `=`, such as `a8Q` or `a8(Q)`.
    Promotion,
    /// An unescaped quotation mark in the value of a tag.
    Quote,
    /// A symbol for an evaluation or a novelty, such as `+-`, `±`, `=` or `N`.
    Sign,
}

impl Form {
    /// All kinds of non-standard notation.
    pub const ALL: [Self; 13] = [
        Self::Capture,
        Self::Castling,
        Self::Check,
        Self::EnPassant,
        Self::EndOfFile,
        Self::Figurine,
        Self::Half,
        Self::Long,
        Self::NoResult,
        Self::Promotion,
        Self::Quote,
        Self::Sign,
        Self::Points,
    ];

    /// Describes the notation in words, for messages such as "3 games read with figurines".
    #[must_use]
    pub fn describe(self) -> &'static str {
        self.texts().1
    }

    /// Returns the name under which games with this notation are counted.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.texts().0
    }

    fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::Capture => ("capture", "captures without \"x\", or \"x\" without a capture"),
            Self::Castling => ("castling", "castling written with zeros or small letters"),
            Self::Check => ("check", "\"++\", \"ch\" or \"mate\" after a move"),
            Self::EnPassant => ("en_passant", "\"e.p.\" after a capture"),
            Self::EndOfFile => ("end_of_file", "an end-of-file byte"),
            Self::Figurine => ("figurine", "figurines"),
            Self::Half => ("half", "a draw written as \"1/2\" or \"½-½\""),
            Self::Long => ("long_algebraic", "moves in long algebraic notation"),
            Self::NoResult => ("no_result", "no result after the moves"),
            Self::Promotion => ("promotion", "promotions without \"=\""),
            Self::Quote => ("quote", "a bare quotation mark in a tag"),
            Self::Sign => ("sign", "signs of evaluation or novelty"),
            Self::Points => ("points", "\"…\" after move numbers"),
        }
    }
}

/// Kinds of non-standard notation that occur in a game.
pub type Forms = BTreeSet<Form>;

/// Result of a game, as written in its movetext or in a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// `1-0`
    White,
    /// `0-1`
    Black,
    /// `1/2-1/2`
    Draw,
    /// `*`: the game is not over, or its result is unknown.
    Open,
}

impl Outcome {
    /// Parses a result. The second value says whether the result is written as the standard requires.
    #[must_use]
    pub fn read(word: &[u8]) -> Option<(Self, bool)> {
        Some(match word {
            b"1-0" => (Self::White, true),
            b"0-1" => (Self::Black, true),
            b"1/2-1/2" => (Self::Draw, true),
            b"*" => (Self::Open, true),
            b"1/2" => (Self::Draw, false),
            _ if word == "½-½".as_bytes() || word == "½".as_bytes() => (Self::Draw, false),
            _ => return None,
        })
    }

    /// Returns the result in PGN notation.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::White => "1-0",
            Self::Black => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        }
    }
}

/// Offset of a fault in a movetext, with the reason.
pub type Unreadable = (usize, &'static str);

/// Iterator over the words of a movetext, with their offsets. Moves, results and signs are words. Comments, variations,
/// move numbers and numeric annotation glyphs are skipped.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    text: &'a [u8],
    at: usize,
    /// The last skipped comment that is not inside a variation.
    comment: &'a [u8],
    forms: u8,
}

const POINTS: u8 = 1;
const FILE_END: u8 = 2;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Byte {
    Word,
    Blank,
    /// A dot, an exclamation mark or a question mark.
    Mark,
    Other,
}

static BYTES: [Byte; 256] = {
    let mut bytes = [Byte::Word; 256];
    let mut byte = 0;
    while byte < 256 {
        bytes[byte] = match byte as u8 {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => Byte::Blank,
            b'.' | b'!' | b'?' => Byte::Mark,
            b'{' | b'}' | b'(' | b')' | b'[' | b']' | b'<' | b'>' | b';' | b'$' | b'"' | END_OF_FILE => Byte::Other,
            _ => Byte::Word,
        };
        byte += 1;
    }
    bytes
};

const ELLIPSIS: &[u8] = "…".as_bytes();

impl<'a> Words<'a> {
    /// Creates an iterator over the words of this movetext.
    #[must_use]
    pub fn new(text: &'a [u8]) -> Self {
        Self { text, at: 0, comment: b"", forms: 0 }
    }

    /// Returns the kinds of non-standard notation that were found between words so far.
    pub fn forms(&self) -> impl Iterator<Item = Form> {
        let forms = self.forms;
        [(POINTS, Form::Points), (FILE_END, Form::EndOfFile)].into_iter().filter(move |(bit, _)| forms & bit != 0).map(|(_, form)| form)
    }

    /// Returns the next word, or `None` at the end of the movetext.
    ///
    /// # Errors
    /// Fails if the movetext contains a forbidden character, or a comment or variation that is not closed.
    #[inline]
    pub fn next_word(&mut self) -> Result<Option<(usize, &'a [u8])>, Unreadable> {
        loop {
            let Some(&byte) = self.text.get(self.at) else { return Ok(None) };
            match BYTES[usize::from(byte)] {
                Byte::Blank | Byte::Mark => self.at += 1,
                Byte::Word => {
                    if byte == b'%' && (self.at == 0 || self.text[self.at - 1] == b'\n') {
                        self.skip_line();
                        continue;
                    }
                    if byte == ELLIPSIS[0] && self.text[self.at..].starts_with(ELLIPSIS) {
                        self.at += ELLIPSIS.len();
                        self.forms |= POINTS;
                        continue;
                    }
                    let at = self.at;
                    let rest = &self.text[at..];
                    let digits = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
                    // Fast path for a move number that is followed by a dot. Nearly all move numbers have a dot.
                    if digits > 0 && rest.get(digits) == Some(&b'.') {
                        self.at += digits + 1;
                        continue;
                    }
                    let word = self.word();
                    if !word.iter().all(u8::is_ascii_digit) {
                        return Ok(Some((at, word)));
                    }
                }
                Byte::Other => self.skip_other(byte)?,
            }
        }
    }

    fn word(&mut self) -> &'a [u8] {
        let begin = self.at;
        let rest = &self.text[begin..];
        let mut length = rest.iter().position(|byte| BYTES[usize::from(*byte)] != Byte::Word).unwrap_or(rest.len());
        let word = &rest[..length];
        match rest.get(length) {
            // `e.p.` may stand by itself or after a capture.
            Some(b'.') if word.ends_with(b"e") && rest[length + 1..].starts_with(b"p") => {
                length += if rest.get(length + 2) == Some(&b'.') { 3 } else { 2 };
            }
            // A promotion may be written as `a8(Q)`.
            Some(b'(') if word.last().is_some_and(u8::is_ascii_digit) && rest.get(length + 2) == Some(&b')') => length += 3,
            _ => {}
        }
        if word.first().is_some_and(u8::is_ascii_digit)
            && let Some(points) = word.windows(ELLIPSIS.len()).position(|window| window == ELLIPSIS)
        {
            length = points;
        }
        self.at = begin + length;
        &rest[..length]
    }

    fn skip_line(&mut self) {
        self.at = memchr(b'\n', &self.text[self.at..]).map_or(self.text.len(), |length| self.at + length + 1);
    }

    fn skip_other(&mut self, byte: u8) -> Result<(), Unreadable> {
        let at = self.at;
        match byte {
            b'{' => {
                let length = memchr(b'}', &self.text[at..]).ok_or((at, "a comment is not closed"))?;
                self.comment = &self.text[at + 1..at + length];
                self.at += length + 1;
            }
            b';' => {
                self.skip_line();
                self.comment = &self.text[at + 1..self.at];
            }
            b'(' => self.skip_variation()?,
            b'$' => {
                self.at += 1;
                let digits = self.text[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                if digits == 0 {
                    return Err((at, "no number follows \"$\""));
                }
                self.at += digits;
            }
            END_OF_FILE => {
                self.at += 1;
                self.forms |= FILE_END;
            }
            b'[' | b']' => return Err((at, "a bracket stands inside the moves")),
            b'}' => return Err((at, "\"}\" closes no comment")),
            b')' => return Err((at, "\")\" closes no variation")),
            b'"' => return Err((at, "a quotation mark stands inside the moves")),
            _ => return Err((at, "\"<\" and \">\" are reserved")),
        }
        Ok(())
    }

    /// Skips a variation and the variations inside it.
    fn skip_variation(&mut self) -> Result<(), Unreadable> {
        let (begin, mut depth) = (self.at, 0_u32);
        loop {
            match self.text.get(self.at) {
                None => return Err((begin, "a variation is not closed")),
                Some(b'(') => depth += 1,
                Some(b')') if depth == 1 => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b')') => depth -= 1,
                Some(b'{') => {
                    let length = memchr(b'}', &self.text[self.at..]).ok_or((self.at, "a comment is not closed"))?;
                    self.at += length;
                }
                Some(b';') => {
                    self.skip_line();
                    continue;
                }
                Some(b'%') if self.text[self.at - 1] == b'\n' => {
                    self.skip_line();
                    continue;
                }
                Some(_) => {}
            }
            self.at += 1;
        }
    }
}

/// The end of a movetext.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tail<'a> {
    /// The result, with its offset, if the movetext ends with a result.
    pub outcome: Option<(usize, Outcome)>,
    /// The comment next to the result.
    pub comment: &'a [u8],
}

impl<'a> Tail<'a> {
    /// Reads the end of a movetext. The beginning of the movetext is not read in most cases.
    #[must_use]
    pub fn read(text: &'a [u8]) -> Self {
        Self::from_end(text).unwrap_or_else(|| Self::from_before(text))
    }

    /// Reads the whole movetext from its beginning.
    fn from_before(text: &'a [u8]) -> Self {
        let mut words = Words::new(text);
        let mut outcome = None;
        while let Ok(Some((at, word))) = words.next_word() {
            outcome = Outcome::read(word).map(|(read, _)| (at, read));
            if outcome.is_none() {
                words.comment = b"";
            }
        }
        Self { outcome, comment: words.comment }
    }

    /// Reads the movetext backwards. Returns `None` if the end cannot be read backwards.
    fn from_end(text: &'a [u8]) -> Option<Self> {
        let trimmed = |text: &'a [u8]| &text[..text.iter().rposition(|byte| !is_blank(*byte)).map_or(0, |last| last + 1)];
        let whole = trimmed(text);
        let line = &whole[memrchr(b'\n', whole).map_or(0, |at| at + 1)..];
        if line.first() == Some(&b'%') || memchr(b';', line).is_some() {
            return None;
        }
        let (mut rest, mut comment, mut outcome) = (whole, &b""[..], None);
        loop {
            if let Some(inside) = rest.strip_suffix(b"}") {
                let open = memrchr2(b'{', b'}', inside).filter(|at| inside[*at] == b'{')?;
                comment = if comment.is_empty() { &inside[open + 1..] } else { comment };
                rest = trimmed(&rest[..open]);
            }
            if outcome.is_some() {
                break;
            }
            let begin = rest.iter().rposition(|byte| BYTES[usize::from(*byte)] != Byte::Word).map_or(0, |before| before + 1);
            let (read, _) = Outcome::read(&rest[begin..])?;
            outcome = Some((begin, read));
            rest = trimmed(&rest[..begin]);
        }
        // If a comment is still open here, the result lies inside the comment.
        let open = memrchr2(b'{', b'}', rest).is_some_and(|at| rest[at] == b'{');
        (!open && memrchr(b'\n', rest).is_none_or(|at| memchr(b';', &rest[at..]).is_none())).then_some(Self { outcome, comment })
    }
}

/// If more words follow the first result of a movetext, returns the offset after this result. The words after the
/// result belong to another game, which has no tags.
#[must_use]
pub fn end_before_rest(text: &[u8]) -> Option<usize> {
    let mut words = Words::new(text);
    let mut end = None;
    while let Ok(Some((at, word))) = words.next_word() {
        if end.is_some() {
            return end;
        }
        end = Outcome::read(word).map(|_| at + word.len());
    }
    // Unreadable text after the result counts like a word.
    end.filter(|_| words.next_word().is_err())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Result<String, Unreadable> {
        let mut words = Words::new(text.as_bytes());
        let mut found = Vec::new();
        while let Some((_, word)) = words.next_word()? {
            found.push(String::from_utf8_lossy(word).into_owned());
        }
        Ok(found.join(" "))
    }

    #[test]
    fn passes_over_all_but_words() {
        for (text, expected) in [
            (
                "1. e4 { [%clk 0:01:00] (x} 1... e5 $1 2. Nf3!? (2. Nc3 (2. d4 {)}) Nf6) Nc6 ; Bb5\r\n3. Bc4\r\nBc5?? *",
                "e4 e5 Nf3 Nc6 Bc4 Bc5 *",
            ),
            ("1.e4 e5 2.Nf3\n% escaped\nNc6 1-0", "e4 e5 Nf3 Nc6 1-0"),
            ("1. e4\n\n1... e5 0-1", "e4 e5 0-1"),
            ("1… e5 2…e4\u{1a}", "e5 e4"),
            ("exd6 e.p. exd6e.p. exd6 e.p Kd7", "exd6 e.p. exd6e.p. exd6 e.p Kd7"),
            ("a8(Q) b8(N)+ (a8=R) +- ±", "a8(Q) b8(N) + +- ±"),
            ("0-0 0-0-0 1/2-1/2", "0-0 0-0-0 1/2-1/2"),
        ] {
            assert_eq!(words(text).as_deref(), Ok(expected), "{text}");
        }
        for (text, at, why) in [
            ("1. e4 { no end", 6, "a comment is not closed"),
            ("1. e4 ( no end", 6, "a variation is not closed"),
            ("1. e4 ( { no end", 8, "a comment is not closed"),
            ("1. e4 } e5", 6, "\"}\" closes no comment"),
            ("1. e4 ) e5", 6, "\")\" closes no variation"),
            ("1. e4 $ e5", 6, "no number follows \"$\""),
            ("1. e4\n[Event \"a\"]", 6, "a bracket stands inside the moves"),
            ("1. e4 <e5>", 6, "\"<\" and \">\" are reserved"),
        ] {
            assert_eq!(words(text), Err((at, why)), "{text}");
        }
    }

    #[test]
    fn ends() {
        let open = |text: &str| Tail::read(text.as_bytes()).outcome.map(|(_, outcome)| outcome.text());
        for (text, outcome, comment) in [
            ("1. e4 e5 1-0", Some("1-0"), ""),
            ("1. e4 e5 {a} 0-1\n\n", Some("0-1"), "a"),
            ("1. e4 {a} e5 0-1", Some("0-1"), ""),
            ("1. e4 e5 1/2-1/2 {b}\n\u{1a}", Some("1/2-1/2"), "b"),
            ("*", Some("*"), ""),
            ("1. e4 e5", None, ""),
            ("1. e4 e5 {1-0}", None, "1-0"),
            ("1. e4 e5 ; 1-0", None, " 1-0"),
            ("1. e4 e5 1-0 ; done", Some("1-0"), " done"),
            ("1. e4 e5 1-0\n% done", Some("1-0"), ""),
            ("1. e4 e5 { never closed 1-0", None, ""),
            ("1. e4 e5 {a; b} 1-0", Some("1-0"), "a; b"),
            ("", None, ""),
        ] {
            assert_eq!(open(text), outcome, "{text}");
            let tail = Tail::read(text.as_bytes());
            assert_eq!(String::from_utf8_lossy(tail.comment), comment, "{text}");
            assert_eq!(Tail::from_before(text.as_bytes()), tail, "{text}");
        }
    }
}
