//! A board of 2x2 to 9x9 squares, its squares, steps and symmetries.
//!
//! Implements section 1 of `spec/rules/bidding-chess.md` and the maps of its section 3. A [`Square`] is made by a [`Board`] only, so
//! its number is below 81; [`PerSquare`] has an entry for each of these.

/// The squares of the largest board, 9x9.
const MOST_SQUARES: usize = 81;
const LEAST_SIDE: u64 = 2;
const GREATEST_SIDE: u64 = 9;

/// A square: `file + W * rank`, both counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Square(u8);

impl Square {
    /// The number of the square.
    pub(crate) fn number(self) -> u64 {
        u64::from(self.0)
    }
}

impl From<Square> for usize {
    fn from(square: Square) -> Self {
        Self::from(square.0)
    }
}

/// A board of `width` files and `height` ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    width: u8,
    height: u8,
}

/// A step: files to the right (east) and ranks up (north).
pub(crate) type Offset = (i8, i8);

impl Board {
    /// The board with so many files and ranks, if both are from 2 to 9.
    pub(crate) fn new(width: u64, height: u64) -> Option<Self> {
        let side = |length: u64| match length {
            LEAST_SIDE..=GREATEST_SIDE => u8::try_from(length).ok(),
            _ => None,
        };
        Some(Self { width: side(width)?, height: side(height)? })
    }

    pub(crate) fn width(self) -> u8 {
        self.width
    }

    pub(crate) fn height(self) -> u8 {
        self.height
    }

    /// The number of squares, S.
    pub(crate) fn size(self) -> u8 {
        self.width * self.height
    }

    /// Every square in ascending order.
    pub(crate) fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.size()).map(Square)
    }

    /// The square of that number.
    pub(crate) fn square(self, number: u64) -> Option<Square> {
        u8::try_from(number).ok().filter(|number| *number < self.size()).map(Square)
    }

    /// The square on that file and rank, if the board has it.
    pub(crate) fn at(self, file: u8, rank: u8) -> Option<Square> {
        (file < self.width && rank < self.height).then(|| Square(file + self.width * rank))
    }

    pub(crate) fn file(self, square: Square) -> u8 {
        square.0 % self.width
    }

    pub(crate) fn rank(self, square: Square) -> u8 {
        square.0 / self.width
    }

    /// The square one step away, if the board has it.
    pub(crate) fn step(self, from: Square, (east, north): Offset) -> Option<Square> {
        let file = self.file(from).checked_add_signed(east)?;
        let rank = self.rank(from).checked_add_signed(north)?;
        self.at(file, rank)
    }

    /// The image under `file -> W-1-file`.
    pub(crate) fn mirror_files(self, square: Square) -> Square {
        Square(self.width - 1 - self.file(square) + self.width * self.rank(square))
    }

    /// The image under `rank -> H-1-rank`.
    pub(crate) fn mirror_ranks(self, square: Square) -> Square {
        Square(self.file(square) + self.width * (self.height - 1 - self.rank(square)))
    }

    /// The image under `(file, rank) -> (rank, file)`, which square boards have.
    pub(crate) fn mirror_diagonal(self, square: Square) -> Square {
        if self.width == self.height { Square(self.rank(square) + self.width * self.file(square)) } else { square }
    }

    /// The name of a square: `a1`.
    #[cfg(test)]
    pub(crate) fn name(self, square: Square) -> String {
        format!("{}{}", char::from(b'a' + self.file(square)), self.rank(square) + 1)
    }
}

/// A table with one entry per square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PerSquare<T>([T; MOST_SQUARES]);

impl<T: Copy + Default> PerSquare<T> {
    /// The table of `entry` of each square of the board.
    pub(crate) fn new(board: Board, entry: impl Fn(Square) -> T) -> Self {
        let mut table = Self::empty();
        for square in board.squares() {
            table.set(square, entry(square));
        }
        table
    }

    /// The table of defaults.
    pub(crate) fn empty() -> Self {
        Self([T::default(); MOST_SQUARES])
    }

    pub(crate) fn get(&self, square: Square) -> T {
        self.0.get(usize::from(square)).copied().unwrap_or_default()
    }

    pub(crate) fn set(&mut self, square: Square, entry: T) {
        if let Some(place) = self.0.get_mut(usize::from(square)) {
            *place = entry;
        }
    }
}
