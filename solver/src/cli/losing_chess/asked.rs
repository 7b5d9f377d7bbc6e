//! The positions that `solve losing-chess` is asked about.

use crate::games::losing_chess::line::unnumbered;
use crate::games::losing_chess::text::Setup;

/// Position in question, and the line of play that leads to it.
pub(super) struct Asked {
    pub(super) words: String,
    /// Moves from the start of the game to the position. The list is empty if the line does not begin at the start of
    /// the game.
    pub(super) before: Vec<String>,
    /// Positions of the line of play. The last position of the line is the position in question.
    pub(super) way: Vec<Setup>,
}

impl Asked {
    /// Returns the position in question.
    pub(super) fn setup(&self) -> Setup {
        *self.way.last().expect("a way has its first position")
    }

    /// Returns the file name of a certificate, such as `e3-d6.cbor`.
    pub(super) fn file_name(&self) -> String {
        const MAX_LENGTH: usize = 100;
        let moves: Vec<&str> = self.words.split_whitespace().filter_map(unnumbered).collect();
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
        let mut name: String = moves.join("-").chars().map(plain).collect();
        if name.len() > MAX_LENGTH {
            name.truncate(MAX_LENGTH);
            name.push_str(&format!("-{:016x}", self.setup().position.key()));
        }
        name + ".cbor"
    }
}
