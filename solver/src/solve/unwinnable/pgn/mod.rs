//! Games in PGN: where they begin in a stretch of text, and what their headers say.
//!
//! [`stream`] cuts a file or a part of it into stretches of whole games, [`replay`] replays the moves of a game, [`verdicts`] judges games. [`key`] says where a
//! game is, [`frames`] where the frames of a compressed file are. Only the headers of most games are read, so that a file takes hardly longer than reading it.

mod before;
pub mod frames;
pub mod key;
mod marks;
pub mod replay;
mod source;
pub mod stream;
pub mod verdicts;

use std::fmt;

use memchr::{memchr, memchr_iter, memmem, memrchr};

/// Most bytes of a game. What is longer is none.
const MAX_GAME: usize = 1 << 24;
/// The header that comes first by rule.
const EVENT: &[u8] = b"[Event ";

/// A game of a stretch of text.
#[derive(Clone, Copy, Debug)]
pub struct Game<'a> {
    /// Where it begins in the stretch.
    pub at: usize,
    /// What its headers say.
    pub headers: Headers<'a>,
    /// The lines of its headers.
    pub header_lines: &'a [u8],
    /// What follows the headers.
    pub moves: &'a [u8],
}

/// What the headers of a game say, as far as it matters. Missing ones are empty.
#[derive(Clone, Copy, Debug, Default)]
pub struct Headers<'a> {
    /// The number of headers.
    pub count: usize,
    /// The outcome.
    pub result: &'a [u8],
    /// How the game ended.
    pub termination: &'a [u8],
    /// The rules.
    pub variant: &'a [u8],
    /// Where it began.
    pub fen: &'a [u8],
    utc_date: &'a [u8],
    date: &'a [u8],
    site: &'a [u8],
    game_id: &'a [u8],
}

impl<'a> Headers<'a> {
    fn take(&mut self, line: &'a [u8]) {
        self.count += 1;
        let Some(space) = memchr(b' ', line) else { return };
        let place = match &line[1..space] {
            b"Result" => &mut self.result,
            b"Termination" => &mut self.termination,
            b"Variant" => &mut self.variant,
            b"FEN" => &mut self.fen,
            b"UTCDate" => &mut self.utc_date,
            b"Date" => &mut self.date,
            b"Site" => &mut self.site,
            b"GameId" => &mut self.game_id,
            _ => return,
        };
        let value = &line[space..];
        if let (Some(from), Some(to)) = (memchr(b'"', value), memchr::memrchr(b'"', value))
            && from < to
        {
            *place = &value[from + 1..to];
        }
    }

    /// What the game is called: the header `GameId`, or what follows the last stroke of `Site`, if that is an address.
    #[must_use]
    pub fn id(&self) -> Option<String> {
        let site = String::from_utf8_lossy(self.site);
        let of_site = || site.contains("://").then(|| site.rsplit('/').next()).flatten().map(str::to_owned);
        let id = if self.game_id.is_empty() { of_site() } else { Some(String::from_utf8_lossy(self.game_id).into_owned()) };
        id.filter(|id| !id.is_empty())
    }

    /// Year and month of the game: of the header `UTCDate`, or else of `Date`.
    #[must_use]
    pub fn month(&self) -> Option<Month> {
        Month::read(self.utc_date).or_else(|| Month::read(self.date))
    }

    /// The name of the rules, if they are not those of orthodox chess.
    #[must_use]
    pub fn other_variant(&self) -> Option<String> {
        let name = String::from_utf8_lossy(self.variant);
        let orthodox = ["", "?", "-", "standard", "chess", "from position"];
        (!orthodox.contains(&name.trim().to_ascii_lowercase().as_str())).then(|| name.into_owned())
    }
}

/// Year and month.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month {
    /// The year.
    pub year: u16,
    /// The month from 1.
    pub month: u8,
}

impl Month {
    /// Reads the beginning of a date, which PGN writes as `2013.01.31`.
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

/// Whether this is the beginning of a header.
fn is_header(text: &[u8]) -> bool {
    text.first() == Some(&b'[') && text.get(1).is_some_and(u8::is_ascii_alphabetic)
}

/// Whether a game begins behind the line break at this place: a header behind an empty line, or the header that comes first by rule behind a line that is none.
fn begins_game(text: &[u8], line_break: usize) -> bool {
    let (before, rest) = (&text[..line_break], &text[line_break + 1..]);
    let after_empty = || before.ends_with(b"\n") || before.ends_with(b"\n\r");
    let after_header = || is_header(before[memrchr(b'\n', before).map_or(0, |at| at + 1)..].trim_ascii_start());
    is_header(rest) && (after_empty() || rest.starts_with(EVENT) && !after_header())
}

/// Where the next game begins at or after this place.
fn next_game(text: &[u8], from: usize) -> Option<usize> {
    let from = from.saturating_sub(1);
    memmem::find_iter(&text[from..], b"\n[").map(|at| from + at).find(|&at| begins_game(text, at)).map(|at| at + 1)
}

/// Where the last game begins, unless that is the beginning of the text.
fn last_game(text: &[u8]) -> Option<usize> {
    memmem::rfind_iter(text, b"\n[").find(|&at| begins_game(text, at)).map(|at| at + 1)
}

/// The games of a stretch of text, one after the other.
#[derive(Clone, Debug)]
pub struct Games<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Games<'a> {
    /// The games of this text.
    #[must_use]
    pub fn new(text: &'a [u8]) -> Self {
        Self { text, at: 0 }
    }
}

impl<'a> Iterator for Games<'a> {
    type Item = Game<'a>;

    fn next(&mut self) -> Option<Game<'a>> {
        self.at += self.text[self.at..].iter().position(|byte| !byte.is_ascii_whitespace())?;
        let begun = self.at;
        let mut headers = Headers::default();
        let mut here = begun;
        while is_header(&self.text[here..]) {
            let end = memchr(b'\n', &self.text[here..]).map_or(self.text.len(), |length| here + length + 1);
            headers.take(&self.text[here..end]);
            here = end;
        }
        // Without headers, the first line is moves at least.
        self.at = next_game(self.text, here.max(begun + 1)).unwrap_or(self.text.len());
        Some(Game { at: begun, headers, header_lines: &self.text[begun..here], moves: &self.text[here..self.at] })
    }
}

/// The number of line breaks.
#[must_use]
pub fn line_breaks(text: &[u8]) -> u64 {
    memchr_iter(b'\n', text).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(text: &str) -> Vec<(String, String)> {
        let text_of = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        Games::new(text.as_bytes()).map(|game| (text_of(game.headers.result), text_of(game.moves).trim().to_owned())).collect()
    }

    #[test]
    fn where_games_begin() {
        let pair = |result: &str, moves: &str| (result.to_owned(), moves.to_owned());
        let two = [pair("1-0", "1. e4 { [%clk 0:01] }\n[%eval 1] } 1-0"), pair("*", "*")];
        let text = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 { [%clk 0:01] }\n[%eval 1] } 1-0\n\n[Event \"b\"]\n[Result \"*\"]\n\n*\n";
        assert_eq!(results(text), two);
        assert_eq!(results(&text.replace("1-0\n\n[", "1-0\n[")), two);
        assert_eq!(results(&text.replace("\n\n", "\n\n\n\n")), two);
        let crlf = results(&text.replace('\n', "\r\n"));
        assert_eq!(crlf.iter().map(|(result, _)| &**result).collect::<Vec<_>>(), ["1-0", "*"]);
        assert_eq!(last_game(text.as_bytes()), text.find("[Event \"b"));
        // The header that is to come first comes later.
        assert_eq!(results(&text.replace("[Event \"b\"]\n[Result \"*\"]", "[Result \"*\"]\n[Event \"b\"]")), two);
        // No moves; other headers first; no headers.
        assert_eq!(results("[White \"a\"]\n\n[White \"b\"]\n[Result \"0-1\"]\n\n0-1"), [pair("", ""), pair("0-1", "0-1")]);
        assert_eq!(results("1. e4 *\n\n[White \"b\"]\n\n"), [pair("", "1. e4 *"), pair("", "")]);
        assert_eq!(results(" \n\n"), []);
        assert_eq!(results("[")[0].1, "[");
    }

    #[test]
    fn months() {
        for (headers, month) in [
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
            let found = Games::new(headers.as_bytes()).next().unwrap().headers.month();
            assert_eq!(found.map_or_else(String::new, |month| month.to_string()), month, "{headers}");
        }
    }

    #[test]
    fn ids_and_variants() {
        let headers = |text: &'static str| Games::new(text.as_bytes()).next().unwrap().headers;
        assert_eq!(headers("[Site \"https://lichess.org/abc\"]").id().as_deref(), Some("abc"));
        assert_eq!(headers("[Site \"https://lichess.org/abc\"]\n[GameId \"d\\\"e\"]").id().as_deref(), Some("d\\\"e"));
        assert_eq!(headers("[Site \"London\"]").id(), None);
        assert_eq!(headers("[Variant \"From Position\"]").other_variant(), None);
        assert_eq!(headers("[Variant \"Chess960\"]").other_variant().as_deref(), Some("Chess960"));
    }
}
