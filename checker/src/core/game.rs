//! The two players, and games in words and numbers.

use std::fmt;

/// One of the two players. In games that know no colours White is Left and Black is Right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// White.
    White,
    /// Black.
    Black,
}

impl Colour {
    /// Both, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The other side.
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

/// A game in words and numbers. Two games are the same exactly if their descriptions are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The name of the rule set.
    pub rules: &'static str,
    /// The version of the rule set.
    pub version: u64,
    /// The parameters in the rule set's text form, one name and value each. None of it is text that a file chooses.
    pub parameters: Vec<(&'static str, String)>,
    /// Texts that the file chooses, such as a title. They say nothing about the game.
    pub names: Vec<(&'static str, String)>,
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} version {}", self.rules, self.version)?;
        self.parameters.iter().try_for_each(|(name, value)| write!(f, ", {name} {value}"))
    }
}
