//! Boards, squares and the directions in which pieces move.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Number of a square: file + width * rank. File and rank are counted from 0, so a1 has number 0.
pub type Square = u8;

/// A board of 2 to 16 files and ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    width: u8,
    height: u8,
}

/// Reason why a text or a size is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The text does not have the form of two numbers, such as `8x8`.
    #[error("board '{0}': expected WxH, files by ranks, such as 8x8 or 3x4")]
    Form(String),
    /// The number of files or of ranks is not valid.
    #[error("board {0}: files and ranks go from 2 to 16")]
    Size(String),
}

/// Permitted numbers of files and of ranks. The limit is 16, because the number of a square is a byte.
const SIDES: RangeInclusive<u8> = 2..=16;

impl Board {
    /// The usual 8x8 board.
    pub const CHESS: Board = Board { width: 8, height: 8 };

    /// Creates a board with `width` files and `height` ranks.
    ///
    /// # Errors
    /// [`BoardError`] if `width` or `height` is not from 2 to 16.
    pub fn new(width: u8, height: u8) -> Result<Self, BoardError> {
        if SIDES.contains(&width) && SIDES.contains(&height) {
            Ok(Self { width, height })
        } else {
            Err(BoardError::Size(format!("{width}x{height}")))
        }
    }

    /// Returns the number of files.
    #[must_use]
    pub fn width(self) -> u8 {
        self.width
    }

    /// Returns the number of ranks.
    #[must_use]
    pub fn height(self) -> u8 {
        self.height
    }

    /// Returns the number of squares.
    #[must_use]
    pub fn squares(self) -> u16 {
        u16::from(self.width) * u16::from(self.height)
    }

    /// Returns all squares in the order of their numbers.
    pub fn all_squares(self) -> RangeInclusive<Square> {
        0..=(self.height - 1) * self.width + (self.width - 1)
    }

    /// Returns whether width and height are equal.
    #[must_use]
    pub fn is_square(self) -> bool {
        self.width == self.height
    }

    /// Returns a square's file, from 0.
    #[must_use]
    pub fn file(self, square: Square) -> u8 {
        square % self.width
    }

    /// Returns a square's rank, from 0.
    #[must_use]
    pub fn rank(self, square: Square) -> u8 {
        square / self.width
    }

    /// Returns the square on this file and rank, which are counted from 0 and must be on the board.
    #[must_use]
    pub fn square(self, file: u8, rank: u8) -> Square {
        file + self.width * rank
    }

    /// Returns the square that lies `files` files to the right and `ranks` ranks up. Returns `None` if there is no such
    /// square.
    #[must_use]
    pub fn offset(self, square: Square, (files, ranks): (i8, i8)) -> Option<Square> {
        let file = self.file(square).checked_add_signed(files).filter(|&file| file < self.width)?;
        let rank = self.rank(square).checked_add_signed(ranks).filter(|&rank| rank < self.height)?;
        Some(self.square(file, rank))
    }

    /// Returns the mirror image of a square, on the same file and the opposite rank.
    #[must_use]
    pub fn opposite_rank(self, square: Square) -> Square {
        self.square(self.file(square), self.height - 1 - self.rank(square))
    }

    /// Returns a square's name, `a1` to `p16`.
    #[must_use]
    pub fn name(self, square: Square) -> String {
        format!("{}{}", char::from(b'a' + self.file(square)), self.rank(square) + 1)
    }

    /// Returns the square with this name, or `None` if the board has no such square.
    #[must_use]
    pub fn named(self, name: &str) -> Option<Square> {
        let (file, rank) = name.split_at_checked(1)?;
        let file = file.bytes().next()?.checked_sub(b'a').filter(|&file| file < self.width)?;
        let plain = !rank.starts_with(['0', '+']);
        let rank = rank.parse::<u8>().ok().filter(|_| plain)?.checked_sub(1).filter(|&rank| rank < self.height)?;
        Some(self.square(file, rank))
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        let malformed = || BoardError::Form(text.to_owned());
        let (width, height) = text.split_once(['x', 'X']).ok_or_else(malformed)?;
        let number = |digits: &str| match digits.parse::<u8>() {
            Ok(number) => Ok(number),
            // A number that does not fit into a byte is reported as out of range, not as malformed.
            Err(_) if !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()) => Ok(u8::MAX),
            Err(_) => Err(malformed()),
        };
        let (width, height) = (number(width)?, number(height)?);
        Self::new(width, height).map_err(|_| BoardError::Size(text.to_owned()))
    }
}
