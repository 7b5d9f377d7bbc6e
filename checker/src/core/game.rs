//! The two players, and the description of a game.

use std::fmt;

/// One of the two players. In games between Left and Right, `White` stands for Left and `Black` for Right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// White, or Left.
    White,
    /// Black, or Right.
    Black,
}

impl Colour {
    /// Both players, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// Returns the opponent.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// A game described by its rule set and parameters. Two games are the same exactly if their descriptions are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// Name of the rule set.
    pub rules: &'static str,
    /// Version of the rule set.
    pub version: u64,
    /// Name and value of each parameter, formatted as the rule set defines. A file cannot put a freely chosen string
    /// into a value.
    pub parameters: Vec<(&'static str, String)>,
    /// Names chosen by the file, such as a title, each with a description.
    pub names: Vec<(&'static str, String)>,
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} version {}", self.rules, self.version)?;
        self.parameters.iter().try_for_each(|(name, value)| write!(f, ", {name} {value}"))
    }
}
