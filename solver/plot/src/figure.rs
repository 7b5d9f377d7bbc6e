//! What a picture shows: numbers and words, nothing of how they are drawn. Exact numbers stay exact, for the table that can be written instead of a picture.

use std::fmt;

/// A picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What is shown of what.
    pub title: String,
    /// Below the title: what is needed to read the picture, and where it comes from.
    pub notes: Vec<String>,
    /// The picture itself.
    pub body: Body,
}

/// Whose numbers are shown: each player has one colour in all pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Left's or White's.
    Left,
    /// Right's or Black's.
    Right,
    /// Of both.
    Both,
}

/// The kinds of pictures.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// A sequence of numbers and the number that it goes to.
    Curve(Curve),
    /// How often which whole number occurs: panels of bars, one above the other.
    Bars(Bars),
    /// How often which value from 0 to 1 occurs: panels of spikes, one above the other.
    Spikes(Spikes),
    /// Shares of 1 in rows and columns.
    Heat(Heat),
    /// A board of squares, some with a share of 1.
    Board(Board),
    /// Whole numbers on both sides of 0 in rows and columns.
    Levels(Levels),
    /// Points that belong together in groups.
    Groups(Groups),
    /// How a proof spreads: positions by depth, and how much is behind each reply.
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
    /// `numerator / denominator` in lowest terms; a denominator of 0 counts as 1.
    #[must_use]
    pub fn new(numerator: u64, denominator: u64) -> Self {
        let denominator = denominator.max(1);
        let (mut a, mut b) = (numerator, denominator);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Self { numerator: numerator / a, denominator: denominator / a }
    }

    /// The nearest float.
    #[must_use]
    pub fn value(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// The denominator in lowest terms.
    #[must_use]
    pub fn denominator(self) -> u64 {
        self.denominator
    }

    /// As a decimal fraction of at most [`PLACES`] places, rounded down.
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

/// As a fraction, or as a whole number: `23/64`, `1`.
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
    /// What goes to the right.
    pub x: String,
    /// What goes up.
    pub y: String,
    /// The names of both in a table.
    pub columns: [&'static str; 2],
    /// The name of the points.
    pub name: String,
    /// Whose they are.
    pub whose: Whose,
    /// The points, from left to right.
    pub points: Vec<(u32, Ratio)>,
    /// Where there is no point, and why.
    pub missing: Option<(Vec<u32>, String)>,
    /// A level to compare with, and its name.
    pub level: Option<(Ratio, String)>,
}

/// Panels of bars.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// What goes to the right.
    pub x: String,
    /// What goes up.
    pub y: String,
    /// The names of both in a table.
    pub columns: [&'static str; 2],
    /// What each bar stands for.
    pub bars: Vec<String>,
    /// The panels, of as many counts each as there are bars.
    pub panels: Vec<Panel>,
}

/// One panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// What it shows.
    pub name: String,
    /// Of whom.
    pub whose: Whose,
    /// The heights of its bars.
    pub counts: Vec<u64>,
}

/// Panels of spikes.
#[derive(Clone, Debug, PartialEq)]
pub struct Spikes {
    /// What goes to the right, from 0 to 1.
    pub x: String,
    /// What goes up, which is also its name in a table.
    pub y: String,
    /// The panels.
    pub panels: Vec<SpikePanel>,
    /// Where there are more than [`MAX_SPIKES`] values in a panel, they are counted by the nearest multiple of 1 / `parts`.
    pub parts: u32,
}

/// The most values of a panel that are drawn one by one.
pub const MAX_SPIKES: usize = 60;

/// One panel of spikes.
#[derive(Clone, Debug, PartialEq)]
pub struct SpikePanel {
    /// What it shows.
    pub name: String,
    /// Its name in a table.
    pub short: &'static str,
    /// Of whom.
    pub whose: Whose,
    /// The values, ascending.
    pub spikes: Vec<Spike>,
}

/// How often a value occurs.
#[derive(Clone, Debug, PartialEq)]
pub struct Spike {
    /// The value as a fraction.
    pub exact: String,
    /// As a decimal fraction of at most [`PLACES`] places, rounded down.
    pub decimal: String,
    /// As a float from 0 to 1.
    pub share: f64,
    /// The nearest multiple of 1 / `parts`.
    pub part: usize,
    /// How often it occurs.
    pub count: u64,
}

/// Shares of 1 in rows and columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Heat {
    /// What goes to the right.
    pub x: String,
    /// What goes up.
    pub y: String,
    /// What the colours stand for.
    pub scale: String,
    /// The names in a table: of the columns, of the rows' limits, of the shares.
    pub columns: [&'static str; 3],
    /// The number of the first column.
    pub first: u32,
    /// The rows from top to bottom.
    pub rows: Vec<HeatRow>,
}

/// A row of shares.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatRow {
    /// What the shares go to, if they go anywhere.
    pub limit: Option<Ratio>,
    /// The shares; nothing where there is none.
    pub cells: Vec<Option<Ratio>>,
}

/// A board of squares.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// The number of columns, named from a on.
    pub files: usize,
    /// The rows from the top, which has the greatest number, to row 1.
    pub ranks: Vec<Vec<Square>>,
    /// What the colours stand for.
    pub scale: String,
    /// What a share near 0 and what one near 1 means.
    pub ends: [String; 2],
}

/// A square.
#[derive(Clone, Debug, PartialEq)]
pub enum Square {
    /// A share of 1 and how it is written, in one line or two.
    Share {
        /// The share.
        share: f64,
        /// How it is written.
        lines: Vec<String>,
        /// The numbers exactly, one or two, each as a fraction and as a decimal fraction.
        exact: Vec<[String; 2]>,
        /// Whether the square is marked.
        marked: bool,
    },
    /// Something stands there.
    Piece(Piece),
    /// Nothing to say.
    Empty,
}

/// A chess piece or pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its letter in English, a capital: one of `KQRBNP`.
    pub letter: char,
    /// Whether it is White's.
    pub light: bool,
}

impl Piece {
    /// Its letter as FEN has it.
    #[must_use]
    pub fn fen(self) -> char {
        if self.light { self.letter } else { self.letter.to_ascii_lowercase() }
    }
}

/// Whole numbers on both sides of 0 in rows and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels {
    /// What goes to the right.
    pub x: String,
    /// What goes up.
    pub y: String,
    /// What the colours stand for.
    pub scale: String,
    /// The names in a table: of columns, of rows, of the numbers.
    pub names: [&'static str; 3],
    /// What a number below 0 and what one above means.
    pub ends: [String; 2],
    /// The numbers of the columns.
    pub columns: Steps,
    /// The numbers of the rows.
    pub rows: Steps,
    /// The rows from below upwards.
    pub cells: Vec<Vec<i32>>,
    /// A line through the rows.
    pub line: Option<Line>,
}

/// A line through rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The column at whose left it is in each row, as far as there is such a column.
    pub columns: Vec<usize>,
    /// Its exact place in each row, as a number of a column, drawn or not.
    pub places: Vec<u32>,
    /// What it is.
    pub name: String,
    /// Its name in a table.
    pub short: &'static str,
}

/// Numbers at equal distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The first.
    pub first: u32,
    /// The distance, at least 1.
    pub every: u32,
}

/// Points that belong together in groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Groups {
    /// What goes to the right.
    pub x: String,
    /// What goes up.
    pub y: String,
    /// The names in a table: of both, and of what tells the groups apart.
    pub columns: [&'static str; 3],
    /// The groups, not more than [`MAX_GROUPS`].
    pub groups: Vec<Group>,
}

/// A group of points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// The points, each with the number that tells groups apart.
    pub points: Vec<(u32, u32, u32)>,
}

/// The number of groups that can be told apart.
pub const MAX_GROUPS: usize = 6;

/// How a proof spreads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spread {
    /// For each number of moves from the first position the number of positions that are met first there.
    pub depths: Vec<u64>,
    /// The players' names, Left's or White's first.
    pub players: [String; 2],
    /// Who is to move in the first position, [`Whose::Left`] or [`Whose::Right`]; then they take turns.
    pub first: Whose,
    /// What the branches are.
    pub heading: String,
    /// Whose moves they are.
    pub replying: Whose,
    /// The branches, the one with most positions first.
    pub branches: Vec<Branch>,
}

/// A part of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The move that leads there.
    pub name: String,
    /// Distinct positions from there on.
    pub positions: u64,
    /// The greatest number of moves of both sides from there on.
    pub longest: u64,
}

/// Chess diagrams side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagrams {
    /// The diagrams, one or two.
    pub diagrams: Vec<Diagram>,
    /// What the marks mean.
    pub legend: Vec<(Mark, String)>,
    /// The table that says the same.
    pub table: Table,
    /// What is to be seen, as a sentence.
    pub says: String,
}

/// A mark on a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The ground of a square in the colour of a player, or in that of both.
    Ground(Whose),
    /// The frame of a square.
    Frame,
    /// The arrow of a player's move.
    Arrow(Whose),
}

/// A chess diagram. Squares are numbered as in a bitboard: 0 a1, 1 b1, 63 h8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// What stands above it.
    pub name: String,
    /// What stands where.
    pub pieces: Vec<(u8, Piece)>,
    /// Marked squares.
    pub marks: Vec<(u8, Mark)>,
    /// Moves, each from one square to another, in the order in which they are made.
    pub arrows: Vec<(u8, u8, Whose)>,
}

/// A table of texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The names of the columns.
    pub head: Vec<&'static str>,
    /// The rows, with a field for each column.
    pub rows: Vec<Vec<String>>,
}

/// Lengths within a picture are below 2^31.
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
