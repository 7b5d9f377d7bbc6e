//! Reads and writes positions as FEN. Only the first four fields of a FEN matter. An invalid position is refused with a
//! sentence that explains the error.

use std::fmt;
use std::str::FromStr;

use cozy_chess::{BitBoard, Board, BoardBuilder, BoardBuilderError, Color, File, Piece as Role, Rank, Square};

use super::Position;

/// A side has at most `MAX_UNITS` pieces and pawns together, and at most `MAX_PAWNS` pawns.
const MAX_UNITS: u32 = 16;
const MAX_PAWNS: u32 = 8;

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

/// The reason why a FEN is invalid. [`ToString`] explains the error in words, without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    field: FenField,
    reason: String,
}

/// A field of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FenField {
    /// The pieces and pawns on the board.
    Board,
    /// The side to move, `w` or `b`.
    SideToMove,
    /// The rights to castle.
    Castling,
    /// The en passant square, which a pawn has just passed over.
    EnPassant,
    /// The two move counters, or anything after the counters.
    Counters,
    /// The FEN as a whole. Each field is valid, but the side that has just moved is in check.
    Whole,
}

impl FenError {
    fn new(field: FenField, reason: String) -> Self {
        Self { field, reason }
    }

    /// Returns the field that is invalid.
    #[must_use]
    pub fn field(&self) -> FenField {
        self.field
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for FenError {}

impl FromStr for Position {
    type Err = FenError;

    /// Parses a FEN of four to six fields. The fields are the board, the side to move, castling rights, the en passant
    /// square, and optionally the two move counters. The move counters must be numbers, but their values are ignored.
    /// The rights `HAha` of Shredder-FEN are those of `KQkq`.
    ///
    /// # Errors
    /// - A field is missing or malformed.
    /// - A side does not have exactly one king, or has more than 16 pieces and pawns, or more than 8 pawns.
    /// - A pawn is on the first or last rank.
    /// - The kings are neighbours, or the side not to move is in check.
    /// - A right to castle is possible only in Chess960.
    /// - The pieces on the board do not allow the castling rights or the en passant square.
    fn from_str(text: &str) -> Result<Self, FenError> {
        read_position(text)
    }
}

fn read_position(text: &str) -> Result<Position, FenError> {
    use FenField::{Board, Castling, Counters, EnPassant, SideToMove, Whole};

    let mut fields = text.split_ascii_whitespace();
    let mut next = |field, what: &str| fields.next().ok_or_else(|| FenError::new(field, format!("the {what} is missing")));
    let placement = next(Board, "board")?;
    let side = next(SideToMove, "side to move")?;
    let castling = next(Castling, "castling field")?;
    let en_passant = next(EnPassant, "en passant field")?;
    for what in ["number of moves without capture or pawn move", "number of the move"] {
        if let Some(number) = fields.next()
            && number.parse::<u32>().is_err()
        {
            return Err(FenError::new(Counters, format!("the {what} is no number: {}", shown(number))));
        }
    }
    if let Some(more) = fields.next() {
        return Err(FenError::new(Counters, format!("there are more than six fields: {}", shown(more))));
    }
    let mut builder = read_board(placement)?;
    builder.side_to_move = match side {
        "w" => Color::White,
        "b" => Color::Black,
        other => return Err(FenError::new(SideToMove, format!("the side to move is w or b, not {}", shown(other)))),
    };
    check_units(&builder)?;
    read_castling_rights(castling, &mut builder)?;
    read_en_passant(en_passant, &mut builder)?;
    // All other properties have been checked. So any builder error other than `InvalidEnPassant` means that the side
    // that has just moved is in check.
    let position = builder.build().map_err(|error| match error {
        BoardBuilderError::InvalidEnPassant => {
            let why = "the side to move is in check, and not by that pawn's step";
            FenError::new(EnPassant, format!("no pawn can have just passed {en_passant}: {why}"))
        }
        _ => FenError::new(Whole, "the king of the side that is not to move could be captured".to_owned()),
    })?;
    Ok(Position::from_board(position))
}

/// Quotes the beginning of a user's input for an error message.
fn shown(text: &str) -> String {
    let beginning: String = text.chars().take(20).flat_map(char::escape_debug).collect();
    format!("\"{beginning}\"")
}

fn read_board(placement: &str) -> Result<BoardBuilder, FenError> {
    let wrong = |reason| Err(FenError::new(FenField::Board, reason));
    let mut builder = BoardBuilder::empty();
    let mut ranks = 0;
    for (row, &rank) in placement.split('/').zip(Rank::ALL.iter().rev()) {
        let mut file = 0;
        for letter in row.chars() {
            match letter {
                '1'..='8' => file += letter as usize - '0' as usize,
                _ => {
                    let role = Role::try_from(letter.to_ascii_lowercase())
                        .map_err(|_| FenError::new(FenField::Board, format!("{letter:?} is no unit")))?;
                    let colour = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
                    let Some(at) = File::try_index(file) else {
                        return wrong(format!("rank {} has more than 8 squares", rank as usize + 1));
                    };
                    *builder.square_mut(Square::new(at, rank)) = Some((role, colour));
                    file += 1;
                }
            }
        }
        if file != 8 {
            return wrong(format!("rank {} has {file} squares, not 8", rank as usize + 1));
        }
        ranks += 1;
    }
    match placement.split('/').count() {
        8 if ranks == 8 => Ok(builder),
        count => wrong(format!("the board has {count} ranks, not 8")),
    }
}

/// Returns the squares of each role of each side, in one pass, because the FEN takes most of the time of a quick question.
fn squares_of_units(builder: &BoardBuilder) -> [[BitBoard; Role::NUM]; Color::NUM] {
    let mut squares = [[BitBoard::EMPTY; Role::NUM]; Color::NUM];
    for square in Square::ALL {
        if let Some((role, colour)) = builder.board[square as usize] {
            squares[colour as usize][role as usize] |= square.bitboard();
        }
    }
    squares
}

fn check_units(builder: &BoardBuilder) -> Result<(), FenError> {
    let wrong = |reason| Err(FenError::new(FenField::Board, reason));
    let squares = squares_of_units(builder);
    for colour in [Color::White, Color::Black] {
        let name = if colour == Color::White { "White" } else { "Black" };
        let own = squares[colour as usize];
        let kings = own[Role::King as usize].len();
        if kings != 1 {
            return wrong(format!("{name} has {kings} kings"));
        }
        let count: u32 = own.iter().map(|squares| squares.len()).sum();
        if count > MAX_UNITS {
            return wrong(format!("{name} has {count} units, more than {MAX_UNITS}"));
        }
        let pawns = own[Role::Pawn as usize].len();
        if pawns > MAX_PAWNS {
            return wrong(format!("{name} has {pawns} pawns, more than {MAX_PAWNS}"));
        }
    }
    let both = |role: Role| squares[Color::White as usize][role as usize] | squares[Color::Black as usize][role as usize];
    let misplaced = both(Role::Pawn) & (Rank::First.bitboard() | Rank::Eighth.bitboard());
    if let Some(square) = misplaced.next_square() {
        return wrong(format!("there is a pawn on {square}"));
    }
    let kings = both(Role::King);
    if kings.into_iter().any(|king| !(cozy_chess::get_king_moves(king) & kings).is_empty()) {
        return wrong("the kings stand side by side".to_owned());
    }
    Ok(())
}

/// Reads the rights to castle. A letter names the side (`K`, `Q`) or, in Shredder-FEN, the rook's file (`H`, `A`).
fn read_castling_rights(castling: &str, builder: &mut BoardBuilder) -> Result<(), FenError> {
    let wrong = |reason| Err(FenError::new(FenField::Castling, reason));
    if castling == "-" {
        return Ok(());
    }
    for letter in castling.chars() {
        let colour = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let file = match letter.to_ascii_lowercase() {
            'k' => File::H,
            'q' => File::A,
            file @ 'a'..='h' => File::index(file as usize - 'a' as usize),
            _ => return wrong(format!("rights to castle are K, Q, k and q, not {letter:?}")),
        };
        let home = Rank::First.relative_to(colour);
        let stands = |role, file| builder.board[Square::new(file, home) as usize] == Some((role, colour));
        if !stands(Role::King, File::E) || !stands(Role::Rook, file) || !matches!(file, File::A | File::H) {
            return wrong(if has_right_in_960(letter, file, stands) {
                format!("the right to castle {letter} is one of Chess960, whose positions can be judged only without such rights")
            } else {
                format!("there is no right to castle {letter}: king or rook is not at home")
            });
        }
        let rights = builder.castle_rights_mut(colour);
        *(if file == File::H { &mut rights.short } else { &mut rights.long }) = Some(file);
    }
    Ok(())
}

/// Returns whether a side can have this right to castle in Chess960. There the king begins between the rooks. `file` is
/// the rook's file in Shredder-FEN, and `stands` says whether a unit of this side stands on its home rank.
fn has_right_in_960(letter: char, file: File, stands: impl Fn(Role, File) -> bool) -> bool {
    let Some(king) = File::ALL.into_iter().find(|&file| stands(Role::King, file)) else { return false };
    let rook = |rook: &File| *rook != king && stands(Role::Rook, *rook);
    match letter.to_ascii_lowercase() {
        'k' => File::ALL[king as usize..].iter().any(rook),
        'q' => File::ALL[..king as usize].iter().any(rook),
        _ => rook(&file),
    }
}

fn read_en_passant(text: &str, builder: &mut BoardBuilder) -> Result<(), FenError> {
    let wrong = |reason| Err(FenError::new(FenField::EnPassant, reason));
    if text == "-" {
        return Ok(());
    }
    let square: Square = text.parse().map_err(|_| FenError::new(FenField::EnPassant, format!("{} is no square", shown(text))))?;
    let us = builder.side_to_move;
    let at = |rank: Rank| builder.board[Square::new(square.file(), rank.relative_to(us)) as usize];
    let right_rank = square.rank() == Rank::Sixth.relative_to(us);
    if !right_rank || at(Rank::Fifth) != Some((Role::Pawn, !us)) || at(Rank::Sixth).is_some() || at(Rank::Seventh).is_some() {
        return wrong(format!("no pawn can have just passed {square}"));
    }
    builder.en_passant = Some(square);
    Ok(())
}

impl Default for Position {
    fn default() -> Self {
        Self::from_board(Board::startpos())
    }
}
