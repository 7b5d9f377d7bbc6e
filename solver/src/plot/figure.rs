//! What a picture shows: numbers and words, nothing of how they are drawn.

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
    /// How often what occurs: panels of bars, one above the other.
    Bars(Bars),
    /// Shares of 1 in rows and columns.
    Heat(Heat),
    /// A board of squares, some with a share of 1.
    Board(Board),
    /// Whole numbers on both sides of 0 in rows and columns.
    Levels(Levels),
    /// Points that belong together in groups.
    Groups(Groups),
}

/// A sequence of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What goes to the right.
    pub x: String,
    /// What goes up.
    pub y: String,
    /// The name of the points.
    pub name: String,
    /// Whose they are.
    pub whose: Whose,
    /// The points, from left to right.
    pub points: Vec<(u32, f64)>,
    /// Where there is no point, and why.
    pub missing: Option<(Vec<u32>, String)>,
    /// A level to compare with, and its name.
    pub level: Option<(f64, String)>,
}

/// Panels of bars.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// What goes to the right.
    pub x: String,
    /// What goes up.
    pub y: String,
    /// Texts below bars: the number of the bar, counted from 0, and the text.
    pub ticks: Vec<(usize, String)>,
    /// The panels, of equally many bars each.
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

/// Shares of 1 in rows and columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Heat {
    /// What goes to the right.
    pub x: String,
    /// What goes up.
    pub y: String,
    /// What the colours stand for.
    pub scale: String,
    /// The number of the first column.
    pub first: u32,
    /// The rows from top to bottom, each with a text at its left; nothing where there is no share.
    pub rows: Vec<(String, Vec<Option<f64>>)>,
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
        /// Whether the square is marked.
        marked: bool,
    },
    /// Something stands there.
    Piece {
        /// Its letter.
        letter: char,
        /// Whether it is light.
        light: bool,
    },
    /// Nothing to say.
    Empty,
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
    /// What a number below 0 and what one above means.
    pub ends: [String; 2],
    /// The numbers of the columns.
    pub columns: Steps,
    /// The numbers of the rows.
    pub rows: Steps,
    /// The rows from below upwards.
    pub cells: Vec<Vec<i32>>,
    /// A line at the left of this column in each row, as far as there is such a column, and its name.
    pub line: Option<(Vec<usize>, String)>,
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
    /// The groups, each with its name, not more than [`MOST_GROUPS`].
    pub groups: Vec<(String, Vec<(u32, u32)>)>,
}

/// So many groups can be told apart.
pub const MOST_GROUPS: usize = 6;

/// The side of a board's square.
pub(super) const SIDE: i32 = 128;

/// What stands beside a board: ranks' numbers at the left, the scale at the right.
pub(super) const LEFT: i32 = 110;
pub(super) const RIGHT: i32 = 420;
pub(super) const BELOW: i32 = 110;

/// Lengths within a picture are below 2^31.
pub(super) fn length(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

impl Body {
    /// The picture's width.
    pub(super) fn width(&self) -> u32 {
        match self {
            // Narrow boards leave room for the title.
            Self::Board(board) => (length(board.files) * SIDE + LEFT + RIGHT).max(1200).unsigned_abs(),
            _ => 1920,
        }
    }

    /// The picture's height, title and notes not counted.
    pub(super) fn height(&self) -> u32 {
        match self {
            // The scale needs some height.
            Self::Board(board) => ((length(board.ranks.len()) * SIDE).max(4 * SIDE) + BELOW).unsigned_abs(),
            Self::Bars(bars) if bars.panels.len() == 1 => 760,
            _ => 1060,
        }
    }
}
