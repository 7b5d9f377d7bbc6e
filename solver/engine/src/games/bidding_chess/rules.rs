//! Generates the moves of a player in a placement, in the order that `spec/rules/bidding-chess.md` defines.
//!
//! For each square, tables list the squares to which a piece can move on an empty board. For each direction, there is
//! one list of squares, called a *ray*.

use std::ops::ControlFlow;

use super::board::{Board, Square};
use super::material::{Material, Piece, Role};
use super::placement::Placement;
use crate::games::Colour;

/// A move: the piece, the squares that it leaves and enters, and the capture and promotion, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Index of the moving piece in the list of pieces.
    pub piece: u8,
    /// Square that the piece leaves.
    pub from: Square,
    /// Square that the piece enters.
    pub to: Square,
    /// Index of the captured piece.
    pub captured: Option<u8>,
    /// Role to which a pawn promotes, or `None`.
    pub promotion: Option<Role>,
}

impl Move {
    /// Returns the move in the form `d1c3` or `e7e8q`.
    #[must_use]
    pub fn text(&self, board: Board) -> String {
        let promotion = self.promotion.map(|role| role.letter().to_ascii_lowercase().to_string()).unwrap_or_default();
        format!("{}{}{promotion}", board.name(self.from), board.name(self.to))
    }
}

const NORTH: (i8, i8) = (0, 1);
const NORTH_EAST: (i8, i8) = (1, 1);
const EAST: (i8, i8) = (1, 0);
const SOUTH_EAST: (i8, i8) = (1, -1);
const SOUTH: (i8, i8) = (0, -1);
const SOUTH_WEST: (i8, i8) = (-1, -1);
const WEST: (i8, i8) = (-1, 0);
const NORTH_WEST: (i8, i8) = (-1, 1);

const COMPASS: [(i8, i8); 8] = [NORTH, NORTH_EAST, EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST, NORTH_WEST];
const STRAIGHT: [(i8, i8); 4] = [NORTH, EAST, SOUTH, WEST];
const DIAGONAL: [(i8, i8); 4] = [NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST];
const JUMPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Squares in one direction from a piece, nearest first.
type Ray = Vec<Square>;

/// The rules on one board, with tables of rays (lists of squares in one direction).
#[derive(Clone, Debug)]
pub struct Rules {
    board: Board,
    /// Rays of the king, queen, rook, bishop and knight from each square. The rays are in move order.
    rays: [Vec<Vec<Ray>>; 5],
}

/// Content of a square, as seen by the player to move.
enum Content {
    Empty,
    Own,
    Enemy(u8),
}

impl Rules {
    /// Creates the rules for a board.
    #[must_use]
    pub fn new(board: Board) -> Self {
        let rays = |directions: &[(i8, i8)], reach: usize| -> Vec<Vec<Ray>> {
            let ray = |from: Square, direction| {
                std::iter::successors(board.offset(from, direction), move |&square| board.offset(square, direction)).take(reach).collect()
            };
            board.all_squares().map(|from| directions.iter().map(|&direction| ray(from, direction)).collect()).collect()
        };
        let far = usize::from(board.width().max(board.height()));
        Self { board, rays: [rays(&COMPASS, 1), rays(&COMPASS, far), rays(&STRAIGHT, far), rays(&DIAGONAL, far), rays(&JUMPS, 1)] }
    }

    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> Board {
        self.board
    }

    /// Calls `each` with every move of a player, in move order, until `each` returns `Break`.
    pub fn moves<T>(
        &self,
        material: &Material,
        placement: &Placement,
        colour: Colour,
        mut each: impl FnMut(Move) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        let pieces = material.pieces();
        let squares = placement.squares();
        let content = |square: Square| match squares.iter().position(|&at| at == square) {
            None => Content::Empty,
            Some(index) if pieces[index].colour == colour => Content::Own,
            Some(index) => Content::Enemy(index_of(index)),
        };
        for (index, (&Piece { role, .. }, &from)) in pieces.iter().zip(squares).enumerate().filter(|(_, (piece, _))| piece.colour == colour)
        {
            let piece = index_of(index);
            if role == Role::Pawn {
                self.pawn_moves(piece, from, colour, pieces, content, &mut each)?;
                continue;
            }
            for ray in &self.rays[role as usize][usize::from(from)] {
                for &to in ray {
                    let captured = match content(to) {
                        Content::Own => break,
                        Content::Empty => None,
                        Content::Enemy(index) => Some(index),
                    };
                    each(Move { piece, from, to, captured, promotion: None })?;
                    if captured.is_some() {
                        break;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn pawn_moves<T>(
        &self,
        piece: u8,
        from: Square,
        colour: Colour,
        pieces: &[Piece],
        content: impl Fn(Square) -> Content,
        each: &mut impl FnMut(Move) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        let board = self.board;
        let (up, second, last) = match colour {
            Colour::White => (1, 1, board.height() - 1),
            Colour::Black => (-1, board.height() - 2, 0),
        };
        let empty = |square: &Square| matches!(content(*square), Content::Empty);
        let one = board.offset(from, (0, up)).filter(empty);
        let two = one.filter(|_| board.height() >= 5 && board.rank(from) == second);
        let two = two.and_then(|square| board.offset(square, (0, up))).filter(empty);
        let capture = |files| {
            let to = board.offset(from, (files, up))?;
            if let Content::Enemy(index) = content(to) { Some((to, Some(index))) } else { None }
        };
        let steps = one.into_iter().chain(two).map(|to| (to, None));
        for (to, captured) in steps.chain(capture(-1)).chain(capture(1)) {
            let ends_game = captured.is_some_and(|index| pieces[usize::from(index)].role == Role::King);
            if board.rank(to) == last && !ends_game {
                for role in Role::PROMOTIONS {
                    each(Move { piece, from, to, captured, promotion: Some(role) })?;
                }
            } else {
                each(Move { piece, from, to, captured, promotion: None })?;
            }
        }
        ControlFlow::Continue(())
    }
}

fn index_of(index: usize) -> u8 {
    u8::try_from(index).expect("an ending has few pieces")
}
