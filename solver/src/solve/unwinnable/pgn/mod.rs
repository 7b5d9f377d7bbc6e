//! Games in PGN: where they begin in a stretch of text, and what their headers say.
//!
//! [`stream`] cuts a file into stretches of whole games, [`replay`] replays the moves of a game, [`verdicts`] judges games. Only the headers of most games are
//! read, so that a file takes hardly longer than reading it.

pub mod replay;
pub mod stream;
pub mod verdicts;

use memchr::{memchr, memchr_iter, memmem};

/// A game of a stretch of text.
#[derive(Clone, Copy, Debug)]
pub struct Game<'a> {
    /// Where it begins in the stretch.
    pub at: usize,
    /// What its headers say.
    pub headers: Headers<'a>,
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

    /// The name of the rules, if they are not those of orthodox chess.
    #[must_use]
    pub fn other_variant(&self) -> Option<String> {
        let name = String::from_utf8_lossy(self.variant);
        let orthodox = ["", "?", "-", "standard", "chess", "from position"];
        (!orthodox.contains(&name.trim().to_ascii_lowercase().as_str())).then(|| name.into_owned())
    }
}

/// Whether a game begins behind the line break at this place: a header behind an empty line, or the header that comes first by rule.
fn begins_game(text: &[u8], line_break: usize) -> bool {
    let rest = &text[line_break + 1..];
    let empty_before = || text[..line_break].ends_with(b"\n") || text[..line_break].ends_with(b"\n\r");
    rest.first() == Some(&b'[') && rest.get(1).is_some_and(u8::is_ascii_alphabetic) && (empty_before() || rest.starts_with(b"[Event "))
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
        while self.text[here..].first() == Some(&b'[') && self.text.get(here + 1).is_some_and(u8::is_ascii_alphabetic) {
            let end = memchr(b'\n', &self.text[here..]).map_or(self.text.len(), |length| here + length + 1);
            headers.take(&self.text[here..end]);
            here = end;
        }
        // Without headers, the first line is moves at least.
        self.at = next_game(self.text, here.max(begun + 1)).unwrap_or(self.text.len());
        Some(Game { at: begun, headers, moves: &self.text[here..self.at] })
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
        // No moves; other headers first; no headers.
        assert_eq!(results("[White \"a\"]\n\n[White \"b\"]\n[Result \"0-1\"]\n\n0-1"), [pair("", ""), pair("0-1", "0-1")]);
        assert_eq!(results("1. e4 *\n\n[White \"b\"]\n\n"), [pair("", "1. e4 *"), pair("", "")]);
        assert_eq!(results(" \n\n"), []);
        assert_eq!(results("[")[0].1, "[");
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
