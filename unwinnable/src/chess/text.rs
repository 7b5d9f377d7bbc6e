//! Positions as text: FEN, of which the first four fields count.

use std::fmt;
use std::str::FromStr;

use cozy_chess::{BitBoard, Board, BoardBuilder, BoardBuilderError, Color, File, Piece, Rank, Square};

use super::Position;

/// The position in which a game begins.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/// The most units of a side, and pawns among them.
const MOST_UNITS: u32 = 16;
const MOST_PAWNS: u32 = 8;

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.board();
        for &rank in Rank::ALL.iter().rev() {
            let mut empty = 0;
            for &file in &File::ALL {
                let square = Square::new(file, rank);
                let Some(piece) = board.piece_on(square) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                let letter = char::from(piece);
                write!(f, "{}", if board.colors(Color::White).has(square) { letter.to_ascii_uppercase() } else { letter })?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank != Rank::First {
                write!(f, "/")?;
            }
        }
        write!(f, " {} ", if self.to_move() == Color::White { 'w' } else { 'b' })?;
        let (white, black) = (board.castle_rights(Color::White), board.castle_rights(Color::Black));
        let rights = [(white.short, 'K'), (white.long, 'Q'), (black.short, 'k'), (black.long, 'q')];
        rights.iter().filter(|(right, _)| right.is_some()).try_for_each(|(_, letter)| write!(f, "{letter}"))?;
        if rights.iter().all(|(right, _)| right.is_none()) {
            write!(f, "-")?;
        }
        match self.en_passant() {
            Some(square) => write!(f, " {square}"),
            None => write!(f, " -"),
        }
    }
}

/// What is wrong with a FEN, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError(String);

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FenError {}

impl FromStr for Position {
    type Err = FenError;

    /// Reads four to six fields. The counters of moves, if given, shall be numbers, and do not count otherwise.
    fn from_str(text: &str) -> Result<Self, FenError> {
        position(text).map_err(FenError)
    }
}

fn position(text: &str) -> Result<Position, String> {
    let mut fields = text.split_ascii_whitespace();
    let mut next = |what: &str| fields.next().ok_or_else(|| format!("the {what} is missing"));
    let (placement, side, castling, passed) = (next("board")?, next("side to move")?, next("castling field")?, next("en passant field")?);
    for what in ["number of moves without capture or pawn move", "number of the move"] {
        if let Some(number) = fields.next()
            && number.parse::<u32>().is_err()
        {
            return Err(format!("the {what} is no number: {}", shown(number)));
        }
    }
    if let Some(more) = fields.next() {
        return Err(format!("there are more than six fields: {}", shown(more)));
    }
    let mut builder = board(placement)?;
    builder.side_to_move = match side {
        "w" => Color::White,
        "b" => Color::Black,
        other => return Err(format!("the side to move is w or b, not {}", shown(other))),
    };
    units(&builder)?;
    rights(castling, &mut builder)?;
    en_passant(passed, &mut builder)?;
    // What is left: the side that has just moved would be in check.
    let position = builder.build().map_err(|error| match error {
        BoardBuilderError::InvalidEnPassant => {
            format!("no pawn can have just passed {passed}: the side to move is in check, and not by that pawn's step")
        }
        _ => "the king of the side that is not to move could be captured".to_owned(),
    })?;
    Ok(Position::of_board(position))
}

/// The beginning of what a user has written.
fn shown(text: &str) -> String {
    let beginning: String = text.chars().take(20).flat_map(char::escape_debug).collect();
    format!("\"{beginning}\"")
}

fn board(placement: &str) -> Result<BoardBuilder, String> {
    let mut builder = BoardBuilder::empty();
    let mut ranks = 0;
    for (row, &rank) in placement.split('/').zip(Rank::ALL.iter().rev()) {
        let mut file = 0;
        for letter in row.chars() {
            match letter {
                '1'..='8' => file += letter as usize - '0' as usize,
                _ => {
                    let piece = Piece::try_from(letter.to_ascii_lowercase()).map_err(|_| format!("{letter:?} is no unit"))?;
                    let colour = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
                    let Some(at) = File::try_index(file) else { return Err(format!("rank {} has more than 8 squares", rank as usize + 1)) };
                    *builder.square_mut(Square::new(at, rank)) = Some((piece, colour));
                    file += 1;
                }
            }
        }
        if file != 8 {
            return Err(format!("rank {} has {file} squares, not 8", rank as usize + 1));
        }
        ranks += 1;
    }
    match placement.split('/').count() {
        8 if ranks == 8 => Ok(builder),
        count => Err(format!("the board has {count} ranks, not 8")),
    }
}

/// The squares with that unit.
fn squares(builder: &BoardBuilder, unit: impl Fn(Piece, Color) -> bool) -> BitBoard {
    let all = Square::ALL.into_iter().filter(|&square| builder.board[square as usize].is_some_and(|(piece, colour)| unit(piece, colour)));
    all.collect()
}

fn units(builder: &BoardBuilder) -> Result<(), String> {
    for colour in [Color::White, Color::Black] {
        let name = if colour == Color::White { "White" } else { "Black" };
        let kings = squares(builder, |piece, owner| (piece, owner) == (Piece::King, colour)).len();
        if kings != 1 {
            return Err(format!("{name} has {kings} kings"));
        }
        let count = squares(builder, |_, owner| owner == colour).len();
        if count > MOST_UNITS {
            return Err(format!("{name} has {count} units, more than {MOST_UNITS}"));
        }
        let pawns = squares(builder, |piece, owner| (piece, owner) == (Piece::Pawn, colour)).len();
        if pawns > MOST_PAWNS {
            return Err(format!("{name} has {pawns} pawns, more than {MOST_PAWNS}"));
        }
    }
    let lost = squares(builder, |piece, _| piece == Piece::Pawn) & (Rank::First.bitboard() | Rank::Eighth.bitboard());
    if let Some(square) = lost.next_square() {
        return Err(format!("there is a pawn on {square}"));
    }
    let kings = squares(builder, |piece, _| piece == Piece::King);
    if kings.into_iter().any(|king| !(cozy_chess::get_king_moves(king) & kings).is_empty()) {
        return Err("the kings stand side by side".to_owned());
    }
    Ok(())
}

fn rights(castling: &str, builder: &mut BoardBuilder) -> Result<(), String> {
    if castling == "-" {
        return Ok(());
    }
    for letter in castling.chars() {
        let (colour, file) = match letter {
            'K' => (Color::White, File::H),
            'Q' => (Color::White, File::A),
            'k' => (Color::Black, File::H),
            'q' => (Color::Black, File::A),
            _ => return Err(format!("rights to castle are K, Q, k and q, not {letter:?}")),
        };
        let home = Rank::First.relative_to(colour);
        let stands = |piece, file| builder.board[Square::new(file, home) as usize] == Some((piece, colour));
        if !stands(Piece::King, File::E) || !stands(Piece::Rook, file) {
            return Err(format!("there is no right to castle {letter}: king or rook is not at home"));
        }
        let rights = builder.castle_rights_mut(colour);
        *(if file == File::H { &mut rights.short } else { &mut rights.long }) = Some(file);
    }
    Ok(())
}

fn en_passant(passed: &str, builder: &mut BoardBuilder) -> Result<(), String> {
    if passed == "-" {
        return Ok(());
    }
    let square: Square = passed.parse().map_err(|_| format!("{} is no square", shown(passed)))?;
    let us = builder.side_to_move;
    let at = |rank: Rank| builder.board[Square::new(square.file(), rank.relative_to(us)) as usize];
    let right_rank = square.rank() == Rank::Sixth.relative_to(us);
    if !right_rank || at(Rank::Fifth) != Some((Piece::Pawn, !us)) || at(Rank::Sixth).is_some() || at(Rank::Seventh).is_some() {
        return Err(format!("no pawn can have just passed {square}"));
    }
    builder.en_passant = Some(square);
    Ok(())
}

impl Default for Position {
    fn default() -> Self {
        Self::of_board(Board::startpos())
    }
}
