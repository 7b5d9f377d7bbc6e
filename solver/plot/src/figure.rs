//! Contents of a picture: numbers and words, independent of how they are drawn. Exact numbers stay exact for the table
//! that can be written instead of a picture.

use std::fmt;

/// A picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Title: what the picture shows.
    pub title: String,
    /// Notes below the title: how to read the picture, and where the data come from.
    pub notes: Vec<String>,
    /// Data of the picture.
    pub body: Body,
}

/// Owner of the numbers. Each player has one colour in all pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Left or White.
    Left,
    /// Right or Black.
    Right,
    /// Both players.
    Both,
}

/// The kinds of pictures.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// A sequence of numbers and its limit.
    Curve(Curve),
    /// Frequencies of whole numbers: panels of bars, one above the other.
    Bars(Bars),
    /// Frequencies of values from 0 to 1: panels of spikes, one above the other.
    Spikes(Spikes),
    /// A grid of values from 0 to 1, drawn as shades.
    Heat(Heat),
    /// A board of squares, some with a share of 1.
    Board(Board),
    /// Signed whole numbers in rows and columns.
    Levels(Levels),
    /// Points in groups.
    Groups(Groups),
    /// The shape of a proof: positions by depth, and the size of each reply's subproof.
    Spread(Spread),
    /// Chess diagrams side by side.
    Diagrams(Diagrams),
}

/// An exact share, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio {
    numerator: u64,
    denominator: u64,
}

impl Ratio {
    /// Reduces `numerator / denominator` to lowest terms; a denominator of 0 counts as 1.
    #[must_use]
    pub fn new(numerator: u64, denominator: u64) -> Self {
        let denominator = denominator.max(1);
        let (mut a, mut b) = (numerator, denominator);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Self { numerator: numerator / a, denominator: denominator / a }
    }

    /// Returns the nearest float.
    #[must_use]
    pub fn value(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// Returns the denominator in lowest terms.
    #[must_use]
    pub fn denominator(self) -> u64 {
        self.denominator
    }

    /// Formats the share as a decimal fraction of at most [`PLACES`] places, rounded down.
    #[must_use]
    pub fn decimal(self) -> String {
        let (numerator, denominator) = (u128::from(self.numerator), u128::from(self.denominator));
        let rest = numerator % denominator * 10_u128.pow(PLACES) / denominator;
        let places = format!("{rest:0width$}", width = PLACES as usize);
        let places = places.trim_end_matches('0');
        let point = if places.is_empty() { "" } else { "." };
        format!("{}{point}{places}", numerator / denominator)
    }
}

/// Formats the share as a fraction or a whole number: `23/64`, `1`.
impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

/// Decimal places of exact numbers in tables.
pub const PLACES: u32 = 10;

/// A sequence of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Name of the horizontal axis.
    pub x: String,
    /// Name of the vertical axis.
    pub y: String,
    /// Column names of both axes in a table.
    pub columns: [&'static str; 2],
    /// Name of the points.
    pub name: String,
    /// Owner of the points.
    pub whose: Whose,
    /// Points, from left to right.
    pub points: Vec<(u32, Ratio)>,
    /// Places without a point, and the reason.
    pub missing: Option<(Vec<u32>, String)>,
    /// Level for comparison, with its name.
    pub level: Option<(Ratio, String)>,
}

/// Panels of bars.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// Name of the horizontal axis.
    pub x: String,
    /// Name of the vertical axis.
    pub y: String,
    /// Column names of both axes in a table.
    pub columns: [&'static str; 2],
    /// Label of each bar.
    pub bars: Vec<String>,
    /// Panels, each with one count per bar.
    pub panels: Vec<Panel>,
}

/// One panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// Its title.
    pub name: String,
    /// Owner of the counts.
    pub whose: Whose,
    /// Heights of its bars.
    pub counts: Vec<u64>,
}

/// Panels of spikes.
#[derive(Clone, Debug, PartialEq)]
pub struct Spikes {
    /// Name of the horizontal axis, which goes from 0 to 1.
    pub x: String,
    /// Name of the vertical axis and of its column in a table.
    pub y: String,
    /// The panels.
    pub panels: Vec<SpikePanel>,
    /// If a panel has more than [`MAX_SPIKES`] values, they are counted at the nearest multiple of 1 / `parts`.
    pub parts: u32,
}

/// Maximum number of values in a panel that are drawn individually.
pub const MAX_SPIKES: usize = 60;

/// One panel of spikes.
#[derive(Clone, Debug, PartialEq)]
pub struct SpikePanel {
    /// Its title.
    pub name: String,
    /// Its name in a table.
    pub short: &'static str,
    /// Owner of the values.
    pub whose: Whose,
    /// Values, ascending.
    pub spikes: Vec<Spike>,
}

/// Frequency of a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Spike {
    /// Value as a fraction.
    pub exact: String,
    /// Value as a decimal fraction of at most [`PLACES`] places, rounded down.
    pub decimal: String,
    /// Value as a float from 0 to 1.
    pub share: f64,
    /// Nearest multiple of 1 / `parts`.
    pub part: usize,
    /// Number of occurrences.
    pub count: u64,
}

/// Shares of 1 in rows and columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Heat {
    /// Name of the horizontal axis.
    pub x: String,
    /// Name of the vertical axis.
    pub y: String,
    /// Meaning of the colours.
    pub scale: String,
    /// Names in a table: of the columns, of the rows' limits, of the shares.
    pub columns: [&'static str; 3],
    /// Number of the first column.
    pub first: u32,
    /// Rows from top to bottom.
    pub rows: Vec<HeatRow>,
}

/// A row of shares.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatRow {
    /// Limit of the shares, if they have one.
    pub limit: Option<Ratio>,
    /// Shares; `None` in cells without data.
    pub cells: Vec<Option<Ratio>>,
}

/// A board of squares.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// Number of columns, named from a on.
    pub files: usize,
    /// Rows from the top, which has the greatest number, to row 1.
    pub ranks: Vec<Vec<Square>>,
    /// Meaning of the colours.
    pub scale: String,
    /// Meanings of a share near 0 and of a share near 1.
    pub ends: [String; 2],
}

/// A square.
#[derive(Clone, Debug, PartialEq)]
pub enum Square {
    /// A share of 1, written in one line or two.
    Share {
        /// Value of the share.
        share: f64,
        /// Lines of text.
        lines: Vec<String>,
        /// One or two exact numbers, each as a fraction and as a decimal fraction.
        exact: Vec<[String; 2]>,
        /// Whether the square is marked.
        marked: bool,
    },
    /// A square with a piece.
    Piece(Piece),
    /// An empty square without data.
    Empty,
}

/// A chess piece or pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// English letter, a capital: one of `KQRBNP`.
    pub letter: char,
    /// Whether it is White's.
    pub light: bool,
}

impl Piece {
    /// Returns its letter in FEN.
    #[must_use]
    pub fn fen(self) -> char {
        if self.light { self.letter } else { self.letter.to_ascii_lowercase() }
    }
}

/// Signed whole numbers in rows and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels {
    /// Name of the horizontal axis.
    pub x: String,
    /// Name of the vertical axis.
    pub y: String,
    /// Meaning of the colours.
    pub scale: String,
    /// Names in a table: of columns, of rows, of the numbers.
    pub names: [&'static str; 3],
    /// Meanings of negative and of positive numbers.
    pub ends: [String; 2],
    /// Numbers of the columns.
    pub columns: Steps,
    /// Numbers of the rows.
    pub rows: Steps,
    /// Rows from bottom to top.
    pub cells: Vec<Vec<i32>>,
    /// Line through the rows.
    pub line: Option<Line>,
}

/// A line through rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// In each row, the column whose left side the line passes, if it exists.
    pub columns: Vec<usize>,
    /// Exact place in each row, as a column number, drawn or not.
    pub places: Vec<u32>,
    /// Its meaning.
    pub name: String,
    /// Its name in a table.
    pub short: &'static str,
}

/// Numbers at equal distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// First number.
    pub first: u32,
    /// Distance, at least 1.
    pub every: u32,
}

/// Points in groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Groups {
    /// Name of the horizontal axis.
    pub x: String,
    /// Name of the vertical axis.
    pub y: String,
    /// Names in a table: of both axes, and of the number that distinguishes the groups.
    pub columns: [&'static str; 3],
    /// Groups, at most [`MAX_GROUPS`].
    pub groups: Vec<Group>,
}

/// A group of points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Name of the group.
    pub name: String,
    /// Points, each with the number that distinguishes the groups.
    pub points: Vec<(u32, u32, u32)>,
}

/// Number of groups that readers can tell apart.
pub const MAX_GROUPS: usize = 6;

/// Shape of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spread {
    /// Number of positions first reached at each depth in plies.
    pub depths: Vec<u64>,
    /// Players' names, Left's or White's first.
    pub players: [String; 2],
    /// Player to move at the root, [`Whose::Left`] or [`Whose::Right`]; the players alternate.
    pub first: Whose,
    /// Heading of the branches.
    pub heading: String,
    /// Player whose moves the branches are.
    pub replying: Whose,
    /// Branches, the one with most positions first.
    pub branches: Vec<Branch>,
}

/// Branch of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Move that leads to it.
    pub name: String,
    /// Distinct positions in the branch.
    pub positions: u64,
    /// Length in plies of its longest line.
    pub longest: u64,
}

/// Chess diagrams side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagrams {
    /// One or two diagrams.
    pub diagrams: Vec<Diagram>,
    /// Meanings of the marks.
    pub legend: Vec<(Mark, String)>,
    /// Table with the same information.
    pub table: Table,
    /// Description of the diagrams, as a sentence.
    pub says: String,
}

/// A mark on a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Background of a square in the colour of a player, or of both.
    Ground(Whose),
    /// Frame around a square.
    Frame,
    /// Arrow of a player's move.
    Arrow(Whose),
}

/// A chess diagram. Squares are numbered as in a bitboard: 0 a1, 1 b1, 63 h8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// Title above the board.
    pub name: String,
    /// Pieces with their squares.
    pub pieces: Vec<(u8, Piece)>,
    /// Marked squares.
    pub marks: Vec<(u8, Mark)>,
    /// Moves from square to square, in the order of play.
    pub arrows: Vec<(u8, u8, Whose)>,
}

/// Table of texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Column names.
    pub head: Vec<&'static str>,
    /// Rows, with one field per column.
    pub rows: Vec<Vec<String>>,
}

/// Converts a length. Lengths within a picture are below 2^31.
pub(super) fn length(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::Ratio;

    #[test]
    fn ratios_are_exact() {
        for (numerator, denominator, fraction, decimal) in [
            (46, 128, "23/64", "0.359375"),
            (0, 7, "0", "0"),
            (6, 3, "2", "2"),
            (2, 3, "2/3", "0.6666666666"),
            (1, 1 << 40, "1/1099511627776", "0.0000000000"),
            (7, 2, "7/2", "3.5"),
            (1, 0, "1", "1"),
        ] {
            let ratio = Ratio::new(numerator, denominator);
            let decimal = if decimal == "0.0000000000" { "0" } else { decimal };
            assert_eq!((ratio.to_string().as_str(), ratio.decimal().as_str()), (fraction, decimal));
        }
    }
}
