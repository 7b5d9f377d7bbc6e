//! Reads games in PGN. Finds where games begin in a text, and reads the tags and the last words of each game.
//!
//! The module [`stream`] cuts a file, or a part of it, into texts that consist of whole games. `lexis` finds where
//! games begin, [`tags`] reads their tags, and [`movetext`] splits their moves into words. The module [`replay`]
//! replays moves, and [`ending`] finds out which player lost on time. [`single`] examines one game, and [`verdicts`]
//! judges many games. [`key`] defines keys, which say where in a file a game begins, and [`frames`] finds the frames of
//! a compressed file.

#[cfg(feature = "pgn")]
mod before;
pub mod ending;
#[cfg(feature = "pgn")]
pub mod frames;
#[cfg(feature = "pgn")]
pub mod key;
#[cfg_attr(not(feature = "pgn"), allow(dead_code, reason = "half of it cuts files into games"))]
mod lexis;
#[cfg(feature = "pgn")]
mod marks;
pub mod movetext;
pub mod replay;
pub mod single;
#[cfg(feature = "pgn")]
mod source;
#[cfg(feature = "pgn")]
pub mod stream;
pub mod tags;
#[cfg(feature = "pgn")]
pub mod verdicts;

pub use lexis::line_breaks;
use lexis::{end_of_moves, first_game};
use tags::{TagFault, Tags};

/// Maximum length of a game in bytes.
pub const MAX_GAME: usize = 1 << 24;

/// A game in a text.
#[derive(Clone, Debug)]
pub struct Game<'a> {
    /// Offset of the game in the text.
    pub at: usize,
    /// Tags of the game.
    pub tags: Tags<'a>,
    /// Faults in the game's tags, with offsets in the text.
    pub faults: Vec<TagFault>,
    /// Text of the game's tags.
    pub tag_text: &'a [u8],
    /// Text of the game after its tags.
    pub moves: &'a [u8],
}

/// Iterator over the games of a text.
#[derive(Clone, Debug)]
pub struct Games<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Games<'a> {
    /// Creates an iterator over the games of this text.
    #[must_use]
    pub fn new(text: &'a [u8]) -> Self {
        Self { text, at: 0 }
    }
}

impl<'a> Iterator for Games<'a> {
    type Item = Game<'a>;

    fn next(&mut self) -> Option<Game<'a>> {
        let begun = self.at + first_game(&self.text[self.at..], true).certain()?;
        let mut faults = Vec::new();
        let (tags, end) = Tags::read(self.text, begun, &mut faults);
        let (next, stray) = end_of_moves(self.text, end.max(begun + 1).min(self.text.len()) - 1);
        self.at = next;
        if let Some(at) = stray {
            faults.push(TagFault { at, decides: true, why: "a tag stands inside the moves".to_owned() });
        }
        Some(Game { at: begun, tags, faults, tag_text: &self.text[begun..end], moves: &self.text[end..self.at] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(text: &str) -> Vec<(String, String)> {
        let text_of = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        Games::new(text.as_bytes()).map(|game| (text_of(game.tags.result), text_of(game.moves).trim().to_owned())).collect()
    }

    #[test]
    fn games_of_a_text() {
        let pair = |result: &str, moves: &str| (result.to_owned(), moves.to_owned());
        let two = [pair("1-0", "1. e4 { [%clk 0:01] }\n[%eval 1] } 1-0"), pair("*", "*")];
        let text = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 { [%clk 0:01] }\n[%eval 1] } 1-0\n\n[Event \"b\"]\n[Result \"*\"]\n\n*\n";
        for text in [
            text.to_owned(),
            text.replace("1-0\n\n[", "1-0\n["),
            text.replace("\n\n", "\n\n\n\n"),
            format!("% note\n{{ note }}\n{text}% note\n"),
        ] {
            assert_eq!(results(&text)[..1], two[..1], "{text}");
            assert_eq!(results(&text).len(), 2, "{text}");
        }
        let crlf = results(&text.replace('\n', "\r\n"));
        assert_eq!(crlf.iter().map(|(result, _)| &**result).collect::<Vec<_>>(), ["1-0", "*"]);
        // `Event` need not come first.
        assert_eq!(results(&text.replace("[Event \"b\"]\n[Result \"*\"]", "[Result \"*\"]\n[Event \"b\"]")), two);
        // The cases are a game without moves, a section that begins with other tags, and a game without tags.
        assert_eq!(results("[White \"a\"]\n\n[Result \"0-1\"]\n\n0-1"), [pair("0-1", "0-1")]);
        assert_eq!(results("[White \"a\"]\n\n[White \"b\"]\n[Result \"0-1\"]\n\n0-1"), [pair("", ""), pair("0-1", "0-1")]);
        assert_eq!(results("1. e4 *\n\n[White \"b\"]\n\n"), [pair("", "1. e4 *"), pair("", "")]);
        assert_eq!(results(" \n\n"), []);
        assert_eq!(results("{ nothing }\n% but comments\n"), []);
        assert_eq!(results("[").len(), 1);
    }
}
