//! Defines which numbers and words a picture shows, but not how they are drawn. Exact numbers are stored without
//! rounding, because the program can also write them as a table.

use std::fmt;

/// A picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Title, which says what the picture shows.
    pub title: String,
    /// Notes below the title. The notes explain how to read the picture and where the data come from.
    pub notes: Vec<String>,
    /// Data of the picture.
    pub body: Body,
}

/// Player whose numbers are drawn. Each player has the same colour in all pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Left or White.
    Left,
    /// Right or Black.
    Right,
    /// Both players.
    Both,
}

/// Contents of a picture, with one variant for each kind of picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// A sequence of numbers and the limit of the sequence.
    Curve(Curve),
    /// How often each whole number occurs, drawn as bar charts (panels) one above the other.
    Bars(Bars),
    /// How often each value from 0 to 1 occurs, drawn as charts of thin bars (spikes) one above the other.
    Spikes(Spikes),
    /// A grid of values from 0 to 1, drawn as shades.
    Heat(Heat),
    /// A board on which some squares have a value from 0 to 1.
    Board(Board),
    /// A grid of positive and negative whole numbers, drawn as colours.
    Levels(Levels),
    /// Points that are divided into groups.
    Groups(Groups),
    /// Statistics of a proof: the number of positions at each depth, and the size of each branch.
    Spread(Spread),
    /// Chess diagrams side by side.
    Diagrams(Diagrams),
}

/// An exact value from 0 to 1, as a fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio {
    numerator: u64,
    denominator: u64,
}

impl Ratio {
    /// Reduces `numerator / denominator` to lowest terms. A denominator of 0 is replaced by 1.
    #[must_use]
    pub fn new(numerator: u64, denominator: u64) -> Self {
        let denominator = denominator.max(1);
        let (mut a, mut b) = (numerator, denominator);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Self { numerator: numerator / a, denominator: denominator / a }
    }

    /// Returns the value as a floating-point number.
    #[must_use]
    pub fn value(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// Returns the denominator of the fraction in lowest terms.
    #[must_use]
    pub fn denominator(self) -> u64 {
        self.denominator
    }

    /// Formats the fraction as a decimal fraction of at most [`PLACES`] places, rounded down.
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

/// Formats the value as a fraction such as `23/64`, or as a whole number such as `1`.
impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

/// Maximum number of decimal places of a decimal fraction in a table.
pub const PLACES: u32 = 10;

/// A sequence of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Name of the horizontal axis.
    pub x: String,
    /// Name of the vertical axis.
    pub y: String,
    /// Table headings for the horizontal axis and the vertical axis.
    pub columns: [&'static str; 2],
    /// Name of the points in the legend.
    pub name: String,
    /// Player whose numbers the points show.
    pub whose: Whose,
    /// Points from left to right, each with its number on the horizontal axis and its value.
    pub points: Vec<(u32, Ratio)>,
    /// Numbers on the horizontal axis that have no point, and the reason for this.
    pub missing: Option<(Vec<u32>, String)>,
    /// Value at which a horizontal line is drawn for comparison, and the name of the line.
    pub level: Option<(Ratio, String)>,
}

/// Several bar charts (panels), with the axes that they share.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// Name of the horizontal axis.
    pub x: String,
    /// Name of the vertical axis.
    pub y: String,
    /// Table headings for the horizontal axis and the vertical axis.
    pub columns: [&'static str; 2],
    /// Labels of the bars, which are the same in all panels.
    pub bars: Vec<String>,
    /// The bar charts (panels); each has one count for each bar.
    pub panels: Vec<Panel>,
}

/// One of several bar charts that are drawn one above the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// Title of the panel.
    pub name: String,
    /// Player whose counts the bars show.
    pub whose: Whose,
    /// The counts that the bars of this panel show, one for each bar.
    pub counts: Vec<u64>,
}

/// Several charts of spikes, which are thin bars, with the axes that the charts share.
#[derive(Clone, Debug, PartialEq)]
pub struct Spikes {
    /// Name of the horizontal axis, which goes from 0 to 1.
    pub x: String,
    /// Name of the vertical axis. In a table, this name is the heading of the column with the counts.
    pub y: String,
    /// Panels from top to bottom.
    pub panels: Vec<SpikePanel>,
    /// Number of equal parts into which the axis is divided for rounding.
    pub parts: u32,
}

/// If a panel has more different values than this number, neighbouring values are counted together in one bar.
pub const MAX_SPIKES: usize = 60;

/// One of several charts of spikes that are drawn one above the other.
#[derive(Clone, Debug, PartialEq)]
pub struct SpikePanel {
    /// Title of the panel.
    pub name: String,
    /// Name of the panel in a table.
    pub short: &'static str,
    /// Player whose values the spikes show.
    pub whose: Whose,
    /// Spikes in ascending order of their values.
    pub spikes: Vec<Spike>,
}

/// A value, and how often it occurs.
#[derive(Clone, Debug, PartialEq)]
pub struct Spike {
    /// The value as a fraction.
    pub exact: String,
    /// The value as a decimal fraction of at most [`PLACES`] places, rounded down.
    pub decimal: String,
    /// The value as a floating-point number from 0 to 1.
    pub share: f64,
    /// The integer n for which n / `parts` is nearest to the value.
    pub part: usize,
    /// How often the value occurs.
    pub count: u64,
}

/// A grid of values from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Heat {
    /// Name of the horizontal axis.
    pub x: String,
    /// Name of the vertical axis.
    pub y: String,
    /// Meaning of the colours.
    pub scale: String,
    /// Table headings for the number of the column, the limit of the row, and the value of the cell.
    pub columns: [&'static str; 3],
    /// Number of the first column on the horizontal axis.
    pub first: u32,
    /// Rows from top to bottom.
    pub rows: Vec<HeatRow>,
}

/// A row of values from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatRow {
    /// Limit of the row's values, if they have a limit.
    pub limit: Option<Ratio>,
    /// Values of the cells in the row, or `None` for a cell without data.
    pub cells: Vec<Option<Ratio>>,
}

/// A board whose squares are coloured by their values.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// Number of columns of the board; the names of the columns are the letters from `a` on.
    pub files: usize,
    /// Rows of the board from top to bottom. Row 1 of the board is the last row in this list.
    pub ranks: Vec<Vec<Square>>,
    /// Meaning of the colours.
    pub scale: String,
    /// Labels of the colour scale, first for values near 0 and then for values near 1.
    pub ends: [String; 2],
}

/// Contents of a square.
#[derive(Clone, Debug, PartialEq)]
pub enum Square {
    /// A square with a value from 0 to 1. The value is written in one line or two.
    Share {
        /// Value of the square as a floating-point number.
        share: f64,
        /// Text on the square, one string for each line.
        lines: Vec<String>,
        /// One or two exact numbers for the table; each is written as a fraction and as a decimal fraction.
        exact: Vec<[String; 2]>,
        /// Whether a frame marks the square.
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
    /// English letter of the piece, one of the capitals `KQRBNP`.
    pub letter: char,
    /// Whether the piece is White's.
    pub light: bool,
}

impl Piece {
    /// Returns the piece's letter in FEN.
    #[must_use]
    pub fn fen(self) -> char {
        if self.light { self.letter } else { self.letter.to_ascii_lowercase() }
    }
}

/// A grid of positive and negative whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels {
    /// Name of the horizontal axis.
    pub x: String,
    /// Name of the vertical axis.
    pub y: String,
    /// Meaning of the colours.
    pub scale: String,
    /// Table headings for the number of the column, the number of the row, and the number in the cell.
    pub names: [&'static str; 3],
    /// Labels of the colour scale, first for negative numbers and then for positive numbers.
    pub ends: [String; 2],
    /// Numbers on the horizontal axis, one for each column.
    pub columns: Steps,
    /// Numbers on the vertical axis, one for each row.
    pub rows: Steps,
    /// Numbers in the cells, row by row from bottom to top.
    pub cells: Vec<Vec<i32>>,
    /// A line through the rows from bottom to top, if there is one.
    pub line: Option<Line>,
}

/// A line that runs through all rows of a grid from bottom to top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// For each row, the index of a column. The line runs along the left side of this column. If there is no such
    /// column, the row has no line.
    pub columns: Vec<usize>,
    /// For each row, the exact number on the horizontal axis that the line marks.
    pub places: Vec<u32>,
    /// Meaning of the line.
    pub name: String,
    /// Heading of the column that the line has in a table.
    pub short: &'static str,
}

/// Whole numbers at equal distances on an axis, one for each row or column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// Number of the first row or column.
    pub first: u32,
    /// Difference between neighbouring numbers, at least 1.
    pub every: u32,
}

/// Points that are divided into groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Groups {
    /// Name of the horizontal axis.
    pub x: String,
    /// Name of the vertical axis.
    pub y: String,
    /// Table headings for the horizontal coordinate, the vertical coordinate, and the number by which points are
    /// grouped.
    pub columns: [&'static str; 3],
    /// Groups of points, at most [`MAX_GROUPS`] of them.
    pub groups: Vec<Group>,
}

/// A group of points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Name of the group.
    pub name: String,
    /// Points of the group. Each point has two coordinates and the number by which points are grouped.
    pub points: Vec<(u32, u32, u32)>,
}

/// Maximum number of groups that readers can tell apart.
pub const MAX_GROUPS: usize = 6;

/// Statistics of a proof: how many positions there are at each depth, and how large each branch is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spread {
    /// Number of positions at each distance from the root, in plies.
    pub depths: Vec<u64>,
    /// Names of the players, with Left or White first.
    pub players: [String; 2],
    /// Player to move at the root, either [`Whose::Left`] or [`Whose::Right`]. The two players move in turn.
    pub first: Whose,
    /// Heading above the list of branches.
    pub heading: String,
    /// Player who makes the first move of each branch.
    pub replying: Whose,
    /// Branches in descending order of size.
    pub branches: Vec<Branch>,
}

/// A branch of a proof, which is the part below one reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Move with which the branch begins.
    pub name: String,
    /// Number of distinct positions in the branch.
    pub positions: u64,
    /// Length of the longest line of moves in the branch, in plies.
    pub longest: u64,
}

/// Chess diagrams side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagrams {
    /// One or two diagrams.
    pub diagrams: Vec<Diagram>,
    /// Marks that the diagrams use, each with its meaning.
    pub legend: Vec<(Mark, String)>,
    /// Table with the same information as the diagrams.
    pub table: Table,
    /// Sentence that describes the diagrams.
    pub says: String,
}

/// Ways to mark something on a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Background in a player's colour on half of a square, or on the whole square if both players mark it.
    Ground(Whose),
    /// Frame around a square.
    Frame,
    /// Arrow that shows a move of this player.
    Arrow(Whose),
}

/// A chess diagram. Squares are numbered as in a bitboard: a1 is 0, b1 is 1, and h8 is 63.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// Title above the board.
    pub name: String,
    /// Pieces and pawns, each with its square.
    pub pieces: Vec<(u8, Piece)>,
    /// Marks on squares, each with its square.
    pub marks: Vec<(u8, Mark)>,
    /// Moves to be drawn as arrows, in the order of play. Each arrow has a start square, an end square and a player.
    pub arrows: Vec<(u8, u8, Whose)>,
}

/// Table of strings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Headings of the columns.
    pub head: Vec<&'static str>,
    /// Rows, with one field per column.
    pub rows: Vec<Vec<String>>,
}

/// Converts a count of things in a picture to an `i32`, the type of coordinates. The count is always below 2^31.
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
