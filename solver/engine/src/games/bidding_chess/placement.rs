//! Defines placements of the pieces of an ending, and reads and writes the text form of placements.

use crate::games::{Colour, PositionError};
use std::fmt;

use super::board::{Board, Square};
use super::material::{MAX_PIECES, Material, Piece, Role};

/// The squares of an ending's pieces, in the order of [`Material::pieces`]. The squares of pieces with the same colour
/// and role are in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement {
    squares: [Square; MAX_PIECES],
    len: u8,
}

impl Placement {
    /// Creates a placement with the pieces on these squares.
    ///
    /// # Panics
    /// Panics if there are more than [`MAX_PIECES`] squares.
    #[must_use]
    pub fn new(list: &[Square]) -> Self {
        let mut squares = [0; MAX_PIECES];
        squares[..list.len()].copy_from_slice(list);
        Self { squares, len: u8::try_from(list.len()).expect("a placement has few pieces") }
    }

    /// Returns the squares in the order of [`Material::pieces`].
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        &self.squares[..usize::from(self.len)]
    }

    /// Returns the squares so that they can be changed.
    pub fn squares_mut(&mut self) -> &mut [Square] {
        &mut self.squares[..usize::from(self.len)]
    }
}

/// A parsed position: a board with any pieces on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// Board of the diagram.
    pub board: Board,
    /// Pieces with their squares, sorted by piece, then by square.
    pub pieces: Vec<(Piece, Square)>,
}

impl Diagram {
    /// Creates the diagram of a placement of an ending.
    #[must_use]
    pub fn new(board: Board, material: &Material, placement: &Placement) -> Self {
        let mut pieces: Vec<_> = material.pieces().iter().copied().zip(placement.squares().iter().copied()).collect();
        pieces.sort_unstable();
        Self { board, pieces }
    }

    /// Parses the first field of a FEN (`spec/rules/bidding-chess.md`, section 7) on a board of this size.
    ///
    /// # Errors
    /// [`PositionError`], which names the fault and its rank.
    pub fn parse(board: Board, text: &str) -> Result<Self, PositionError> {
        let error = |message: String| PositionError::new(text, message);
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != usize::from(board.height()) {
            return Err(error(format!("{} ranks, expected {} for a board of {board}", ranks.len(), board.height())));
        }
        let mut pieces = Vec::new();
        for (rank, row) in (0..board.height()).rev().zip(&ranks) {
            let mut file: u8 = 0;
            let mut rest = *row;
            while let Some(letter) = rest.chars().next() {
                let (digits, tail) = rest.split_at(rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len()));
                if letter.is_ascii_digit() && letter != '0' {
                    // A number that does not fit into a byte exceeds the size of every board.
                    file = file.saturating_add(digits.parse().unwrap_or(u8::MAX));
                    rest = tail;
                    continue;
                }
                let role = Role::from_letter(letter.to_ascii_uppercase())
                    .ok_or_else(|| error(format!("'{letter}' in rank {} is neither a piece nor a number from 1 on", rank + 1)))?;
                let colour = if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black };
                if file < board.width() {
                    pieces.push((Piece { colour, role }, board.square(file, rank)));
                }
                file = file.saturating_add(1);
                rest = &rest[letter.len_utf8()..];
            }
            if file != board.width() {
                return Err(error(format!("rank {} describes {file} squares, expected {}", rank + 1, board.width())));
            }
        }
        pieces.sort_unstable();
        let diagram = Self { board, pieces };
        diagram.check(text)?;
        Ok(diagram)
    }

    /// Parses a FEN of one to six fields on a board of this size. The FEN may have a side to move and move numbers, but
    /// they are ignored, since both players bid for each move.
    ///
    /// # Errors
    /// [`PositionError`], which names the fault and its field.
    pub fn from_fen(board: Board, text: &str) -> Result<Self, PositionError> {
        let error = |message: String| Err(PositionError::new(text, message));
        let mut fields = text.split_whitespace();
        let diagram = Self::parse(board, fields.next().unwrap_or_default())?;
        match fields.next() {
            None | Some("w" | "b") => {}
            Some(other) => return error(format!("the side to move is '{other}', expected w or b")),
        }
        for (what, name) in [("castling rights", "castling"), ("en passant square", "capture en passant")] {
            if let Some(other) = fields.next().filter(|&field| field != "-") {
                return error(format!("{what} '{other}': bidding chess has no {name}, so this field is -"));
            }
        }
        for what in ["halfmove clock", "move number"] {
            if let Some(other) = fields.next().filter(|field| field.parse::<u32>().is_err()) {
                return error(format!("{what} '{other}' is not a whole number"));
            }
        }
        match fields.next() {
            None => Ok(diagram),
            Some(other) => error(format!("'{other}' after the six fields of a FEN")),
        }
    }

    fn check(&self, text: &str) -> Result<(), PositionError> {
        let wrong = |reason| Err(PositionError::new(text, reason));
        for (colour, name) in [(Colour::White, "white"), (Colour::Black, "black")] {
            let kings = self.pieces.iter().filter(|(piece, _)| *piece == Piece { colour, role: Role::King }).count();
            if kings != 1 {
                return wrong(format!("{kings} {name} kings, expected 1"));
            }
        }
        if self.pieces.len() > MAX_PIECES {
            return wrong(format!("{} pieces, at most {MAX_PIECES}", self.pieces.len()));
        }
        let last = self.board.height() - 1;
        match self.pieces.iter().find(|(piece, square)| piece.role == Role::Pawn && [0, last].contains(&self.board.rank(*square))) {
            Some((_, square)) => wrong(format!("a pawn on {}, which is a first or last rank", self.board.name(*square))),
            None => Ok(()),
        }
    }

    /// Converts the diagram to a material and a placement. In addition, returns whether the conversion exchanged the
    /// colours.
    #[must_use]
    pub fn placement(&self) -> (Material, Placement, bool) {
        let (material, exchanged) = Material::from_pieces(self.pieces.iter().map(|(piece, _)| *piece).collect());
        let diagram = if exchanged { self.exchanged() } else { self.clone() };
        let squares: Vec<Square> = diagram.pieces.iter().map(|(_, square)| *square).collect();
        (material, Placement::new(&squares), exchanged)
    }

    /// Returns the diagram with colours exchanged.
    #[must_use]
    pub fn exchanged(&self) -> Self {
        let exchange = |&(piece, square): &(Piece, Square)| {
            (Piece { colour: piece.colour.other(), role: piece.role }, self.board.opposite_rank(square))
        };
        let mut pieces: Vec<_> = self.pieces.iter().map(exchange).collect();
        pieces.sort_unstable();
        Self { board: self.board, pieces }
    }

    /// Returns the piece on a square.
    #[must_use]
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.pieces.iter().find(|(_, at)| *at == square).map(|(piece, _)| *piece)
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..self.board.height()).rev() {
            let mut empty = 0;
            for file in 0..self.board.width() {
                if let Some(piece) = self.at(self.board.square(file, rank)) {
                    if empty > 0 {
                        write!(f, "{empty}")?;
                    }
                    empty = 0;
                    write!(f, "{}", piece.letter())?;
                } else {
                    empty += 1;
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}
