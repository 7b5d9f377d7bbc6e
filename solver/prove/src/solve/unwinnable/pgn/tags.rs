//! Reads the tag section of a game (PGN standard, section 8.1). Tags need not stand on separate lines, and white space
//! may separate the parts of a tag.

use std::borrow::Cow;
use std::fmt;

use memchr::{memchr, memchr2, memrchr};

use super::lexis::{skip_between_tags, skip_blanks};

/// Tags that the program reads from a game: result, ending, players, variant, initial position, date and id. The field
/// of a missing tag is empty.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tags<'a> {
    /// Number of tags that were read.
    pub count: usize,
    /// Tag `Result`.
    pub result: &'a [u8],
    /// Tag `Termination`, which says how the game ended.
    pub termination: &'a [u8],
    /// Tag `ICCResult`, in which the Internet Chess Club says how a game ended.
    pub icc_result: &'a [u8],
    /// Name of the white player.
    pub white: &'a [u8],
    /// Name of the black player.
    pub black: &'a [u8],
    /// Tag `Variant`, which names the rules.
    pub variant: &'a [u8],
    /// Tag `FEN`, which contains the initial position.
    pub fen: &'a [u8],
    /// Tag `SetUp`, which is `1` if the game begins at `fen`, and `0` if it begins at the standard initial position.
    pub set_up: &'a [u8],
    /// Whether the value of some tag contains an unescaped quotation mark.
    pub bare_quote: bool,
    utc_date: &'a [u8],
    date: &'a [u8],
    site: &'a [u8],
    game_id: &'a [u8],
    /// Bloom filter of the tag names found so far.
    names: [u64; 4],
}

/// Fault in a tag section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagFault {
    /// Offset of the fault in the text.
    pub at: usize,
    /// Whether the fault prevents a judgement of the game.
    pub decides: bool,
    /// Description of the fault, as a sentence.
    pub why: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tag<'a> {
    name: &'a [u8],
    /// Value of the tag as it is written between its quotation marks, with escapes.
    value: &'a [u8],
    /// Offset after the tag's closing bracket.
    end: usize,
    bare_quote: bool,
}

/// A game is not judged if one of the tags with these names is faulty.
const DECIDING: [&[u8]; 6] = [b"Result", b"Termination", b"ICCResult", b"Variant", b"FEN", b"SetUp"];

impl<'a> Tags<'a> {
    /// Reads the tag section that begins at `from`, and adds its faults to `faults`. Returns the tags, and the offset
    /// at which the section ends. The section may be empty.
    pub(super) fn read(text: &'a [u8], from: usize, faults: &mut Vec<TagFault>) -> (Self, usize) {
        let mut tags = Self::default();
        let (mut here, mut end) = ((text.get(from) == Some(&b'[')).then_some(from), from);
        while let Some(at) = here {
            match Tag::read(text, at) {
                Ok(tag) => {
                    tags.take(&tag, text, from, at, faults);
                    end = tag.end;
                }
                Err(fault) => {
                    faults.push(fault);
                    end = memchr(b'\n', &text[at..]).map_or(text.len(), |length| at + length);
                }
            }
            here = skip_between_tags(text, end);
        }
        if tags.set_up == b"1" && tags.fen.is_empty() {
            faults.push(TagFault { at: from, decides: true, why: "SetUp is \"1\", and there is no FEN".to_owned() });
        }
        (tags, end)
    }

    fn take(&mut self, tag: &Tag<'a>, text: &'a [u8], from: usize, at: usize, faults: &mut Vec<TagFault>) {
        self.count += 1;
        self.bare_quote |= tag.bare_quote;
        if self.may_have(tag.name)
            && let Some(other) = earlier(text, from, at, tag.name).filter(|other| *other != tag.value)
        {
            let why = format!("the tag {} stands twice, with {} and {}", shown(tag.name), quoted(other), quoted(tag.value));
            faults.push(TagFault { at, decides: DECIDING.contains(&tag.name), why });
            return;
        }
        *match tag.name {
            b"Result" => &mut self.result,
            b"Termination" => &mut self.termination,
            b"ICCResult" => &mut self.icc_result,
            b"White" => &mut self.white,
            b"Black" => &mut self.black,
            b"Variant" => &mut self.variant,
            b"FEN" => &mut self.fen,
            b"SetUp" => &mut self.set_up,
            b"UTCDate" => &mut self.utc_date,
            b"Date" => &mut self.date,
            b"Site" => &mut self.site,
            b"GameId" => &mut self.game_id,
            _ => return,
        } = tag.value;
    }

    /// Returns whether this tag name may have occurred before. Also records the name.
    fn may_have(&mut self, name: &[u8]) -> bool {
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        let [first, middle, last] =
            [name.first(), name.get(name.len() / 2), name.last()].map(|letter| u64::from(letter.copied().unwrap_or(0)));
        // No two common names have the same length and the same first, middle and last letter.
        let hash = ((name.len() as u64) << 24 | first << 16 | middle << 8 | last).wrapping_mul(FACTOR);
        let mut seen = true;
        for bit in [hash >> 56, hash >> 48 & 0xff] {
            let word = &mut self.names[(bit >> 6) as usize];
            seen &= *word >> (bit & 63) & 1 != 0;
            *word |= 1 << (bit & 63);
        }
        seen
    }

    /// Returns the game's id from the tag `GameId` or the URL in the tag `Site`.
    #[must_use]
    pub fn id(&self) -> Option<String> {
        let site = unescaped(self.site);
        let of_site = || site.contains("://").then(|| site.rsplit('/').next()).flatten().map(str::to_owned);
        let id = if self.game_id.is_empty() { of_site() } else { Some(unescaped(self.game_id).into_owned()) };
        id.filter(|id| !id.is_empty())
    }

    /// Returns the year and month of the game, from the tag `UTCDate` or `Date`.
    #[must_use]
    pub fn month(&self) -> Option<Month> {
        Month::read(self.utc_date).or_else(|| Month::read(self.date))
    }

    /// Returns the name of the variant, or `None` if the game is orthodox chess.
    #[must_use]
    pub fn other_variant(&self) -> Option<String> {
        if self.variant.is_empty() {
            return None;
        }
        let name = unescaped(self.variant);
        let orthodox = ["", "?", "-", "standard", "standard chess", "chess", "classical", "normal", "orthodox", "regular", "from position"];
        (!orthodox.contains(&name.trim().to_ascii_lowercase().as_str())).then(|| name.into_owned())
    }
}

impl<'a> Tag<'a> {
    /// Reads the tag whose opening bracket is at the offset `at`.
    fn read(text: &'a [u8], at: usize) -> Result<Self, TagFault> {
        let begin = skip_blanks(text, at + 1);
        let length = text[begin..].iter().position(|byte| !IS_NAME[usize::from(*byte)]).unwrap_or(text.len() - begin);
        let name = &text[begin..begin + length];
        let quote = skip_blanks(text, begin + length);
        let line_end = |from: usize| memchr(b'\n', &text[from..]).map_or(text.len(), |length| from + length);
        let fault = |why: &str| {
            let line = text[at..line_end(at)].trim_ascii_end();
            TagFault { at, decides: name.is_empty() || DECIDING.contains(&name), why: format!("{} is no tag: {why}", shown(line)) }
        };
        if name.is_empty() {
            return Err(fault("it has no name"));
        }
        if text.get(quote) != Some(&b'"') {
            return Err(fault("its value has no quotation marks"));
        }
        // Fast path for nearly all tags, in which the value has no escapes and the bracket follows the closing
        // quotation mark directly.
        if let Some(length) = memchr2(b'"', b'\n', &text[quote + 1..])
            && let close = quote + 1 + length
            && text[close] == b'"'
            && text.get(close + 1) == Some(&b']')
            && text[close - 1] != b'\\'
        {
            return Ok(Self { name, value: &text[quote + 1..close], end: close + 2, bare_quote: false });
        }
        let end = line_end(quote);
        let line = &text[quote + 1..end];
        let mut from = 0;
        while let Some(found) = memchr(b'"', &line[from..]) {
            let close = from + found;
            let escaped = line[..close].iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1;
            if escaped {
                from = close + 1;
                continue;
            }
            let bracket = skip_blanks(text, quote + 1 + close + 1);
            if text.get(bracket) == Some(&b']') {
                return Ok(Self { name, value: &line[..close], end: bracket + 1, bare_quote: false });
            }
            break;
        }
        // The value may contain an unescaped quotation mark. The value then ends at the last quotation mark of the
        // line, if a bracket follows this mark and no other tag begins before it.
        let unclosed = if memchr(b'"', line).is_none() { "its value is not closed" } else { "its bracket is not closed" };
        let inside = line.trim_ascii_end().strip_suffix(b"]").map(<[u8]>::trim_ascii_end).and_then(|rest| rest.strip_suffix(b"\""));
        match inside {
            Some(value) if memchr(b'[', value).is_none() => {
                let bracket = memrchr(b']', line).unwrap_or(value.len());
                Ok(Self { name, value, end: quote + 1 + bracket + 1, bare_quote: true })
            }
            _ => Err(fault(unclosed)),
        }
    }
}

/// Returns the value of the first tag that has this name and lies between the offsets `from` and `to`.
fn earlier<'a>(text: &'a [u8], from: usize, to: usize, name: &[u8]) -> Option<&'a [u8]> {
    let mut here = Some(from);
    while let Some(at) = here.filter(|at| *at < to) {
        let end = match Tag::read(text, at) {
            Ok(tag) if tag.name == name => return Some(tag.value),
            Ok(tag) => tag.end,
            Err(_) => memchr(b'\n', &text[at..to]).map_or(to, |length| at + length),
        };
        here = skip_between_tags(text, end);
    }
    None
}

/// Table that says which bytes may occur in the name of a tag (section 8.1.1).
static IS_NAME: [bool; 256] = {
    let mut bytes = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        bytes[byte] = matches!(byte as u8, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_');
        byte += 1;
    }
    bytes
};

/// Resolves the escapes in the value of a tag.
#[must_use]
pub fn unescaped(value: &[u8]) -> Cow<'_, str> {
    let text = String::from_utf8_lossy(value);
    if !text.contains('\\') {
        return text;
    }
    let mut letters = text.chars().peekable();
    let mut whole = String::with_capacity(text.len());
    while let Some(letter) = letters.next() {
        let escaped = letter == '\\' && letters.peek().is_some_and(|next| ['"', '\\'].contains(next));
        whole.extend(if escaped { letters.next() } else { Some(letter) });
    }
    Cow::Owned(whole)
}

/// Shortens a text for use in a message and escapes its control characters.
#[must_use]
pub fn shown(text: &[u8]) -> String {
    const LENGTH: usize = 60;
    let text = String::from_utf8_lossy(text);
    let rest = if text.chars().count() > LENGTH { "…" } else { "" };
    let escaped = |letter: char| if letter.is_control() { letter.escape_default().to_string() } else { letter.to_string() };
    text.chars().take(LENGTH).map(escaped).chain([rest.to_owned()]).collect()
}

fn quoted(text: &[u8]) -> String {
    format!("\"{}\"", shown(text))
}

/// Year and month.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month {
    /// The year.
    pub year: u16,
    /// The month, from 1 to 12.
    pub month: u8,
}

impl Month {
    /// Parses the beginning of a PGN date such as `2013.01.31`.
    fn read(date: &[u8]) -> Option<Self> {
        let (year, month) = std::str::from_utf8(date.get(..7)?).ok()?.split_once('.')?;
        let number = |digits: &str, length| {
            (digits.len() == length && digits.bytes().all(|digit| digit.is_ascii_digit())).then(|| digits.parse().ok())
        };
        let (year, month) = (number(year, 4)??, u8::try_from(number(month, 2)??).ok()?);
        (1..=12).contains(&month).then_some(Self { year, month })
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.year, self.month)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Tags<'_>, Vec<String>) {
        let mut faults = Vec::new();
        let (tags, _) = Tags::read(text.as_bytes(), 0, &mut faults);
        (tags, faults.into_iter().map(|fault| format!("{}: {}{}", fault.at, if fault.decides { "!" } else { "" }, fault.why)).collect())
    }

    #[test]
    fn reads_tags_as_tokens() {
        for text in [
            "[Result \"0-1\"]\n[White \"a\"]\n",
            "[Result \"0-1\"][White \"a\"]",
            "[Result\"0-1\"] \t [White\t\"a\"]\r\n",
            "[ Result \"0-1\" ]\n  [\tWhite\n\"a\"\n]",
        ] {
            let (tags, faults) = read(text);
            assert_eq!((tags.result, tags.white, tags.count, faults), (&b"0-1"[..], &b"a"[..], 2, vec![]), "{text}");
        }
        assert_eq!(read("[White \"a\"]\n\n[White \"0-1\"]").0.count, 1, "a blank line ends the section");
    }

    #[test]
    fn reads_quotes_backslashes_and_brackets_in_values() {
        for (value, meaning, bare) in [
            (r#"a ] b"#, "a ] b", false),
            (r#"a [b] c"#, "a [b] c", false),
            (r#"a \"b\" c"#, r#"a "b" c"#, false),
            (r#"a \\"#, r"a \", false),
            (r#"C:\d"#, r"C:\d", false),
            (r#"a "b" c"#, r#"a "b" c"#, true),
            (r#"a\"#, r"a\", true),
            ("", "", false),
        ] {
            let text = format!("[White \"{value}\"]\n[Result \"0-1\"]");
            let (tags, faults) = read(&text);
            assert_eq!((&*unescaped(tags.white), tags.bare_quote, tags.result, faults), (meaning, bare, &b"0-1"[..], vec![]), "{text}");
        }
    }

    #[test]
    fn names_tags_that_cannot_be_read() {
        for (text, faults) in [
            ("[Result 0-1]\n", &["0: ![Result 0-1] is no tag: its value has no quotation marks"][..]),
            ("[Round 1]\n", &["0: [Round 1] is no tag: its value has no quotation marks"]),
            ("[]\n", &["0: ![] is no tag: it has no name"]),
            ("[?Event \"a\"]\n", &["0: ![?Event \"a\"] is no tag: it has no name"]),
            ("[Event \"a]\n", &["0: [Event \"a] is no tag: its value is not closed"]),
            ("[Event \"a\"\n[Site \"b\"]", &["0: [Event \"a\" is no tag: its bracket is not closed"]),
            ("[Event", &["0: [Event is no tag: its value has no quotation marks"]),
            ("[SetUp \"1\"]", &["0: !SetUp is \"1\", and there is no FEN"]),
            ("[White \"a\"]\n[White \"b\"]", &["12: the tag White stands twice, with \"a\" and \"b\""]),
            ("[White \"a\"]\n[Result \"*\"]\n[White \"a\"]", &[]),
            (
                "[Result \"*\"]\n[x]\n[Result \"0-1\"]",
                &["13: [x] is no tag: its value has no quotation marks", "17: !the tag Result stands twice, with \"*\" and \"0-1\""],
            ),
        ] {
            assert_eq!(read(text).1, faults, "{text}");
        }
    }

    #[test]
    fn months() {
        for (text, month) in [
            ("[UTCDate \"2013.01.31\"]", "2013-01"),
            ("[Date \"2014.12.??\"]", "2014-12"),
            ("[Date \"2014.12.01\"]\n[UTCDate \"2013.01.31\"]", "2013-01"),
            ("[Date \"2014.12.01\"]\n[UTCDate \"????.??.??\"]", "2014-12"),
            ("[Date \"2014.13.01\"]", ""),
            ("[Date \"2014.00.01\"]", ""),
            ("[Date \"2014\"]", ""),
            ("[Date \"+014.01\"]", ""),
            ("[Site \"?\"]", ""),
        ] {
            assert_eq!(read(text).0.month().map_or_else(String::new, |month| month.to_string()), month, "{text}");
        }
    }

    #[test]
    fn ids_and_variants() {
        let id = |text: &'static str| read(text).0.id();
        assert_eq!(id("[Site \"https://lichess.org/abc\"]").as_deref(), Some("abc"));
        assert_eq!(id("[Site \"https://lichess.org/abc\"]\n[GameId \"d\\\"e\"]").as_deref(), Some("d\"e"));
        assert_eq!(id("[Site \"London\"]"), None);
        for (name, other) in
            [("From Position", false), ("Classical", false), ("NORMAL", false), ("Standard", false), ("Chess960", true), ("Atomic", true)]
        {
            let text = format!("[Variant \"{name}\"]");
            assert_eq!(read(&text).0.other_variant().is_some(), other, "{name}");
        }
    }
}
