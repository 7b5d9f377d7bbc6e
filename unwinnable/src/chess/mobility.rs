//! Which squares each unit may ever reach: section 5.1 of `spec/rules/chess.md`.
//!
//! Rules are applied to whole sets of squares, round after round, until nothing is added: the least solution.

use cozy_chess::{BitBoard, Color, File, Piece, Rank, Square, get_between_rays, get_king_moves, get_knight_moves, get_pawn_attacks};

use super::Position;
use super::squares::{flood, forward, spread_diagonal, spread_king, spread_knight, spread_pawn, spread_straight};

/// More units there are not.
const MOST_TOKENS: usize = 32;

/// A unit of the position, with the squares that it may ever reach.
#[derive(Clone, Copy)]
pub struct Token {
    /// What it is at first.
    pub piece: Piece,
    /// Whose it is.
    pub colour: Color,
    /// Where it stands.
    pub origin: Square,
    /// Of a piece, where it may get; of a pawn, in the phases F and G of the page.
    pub moved: BitBoard,
    first: BitBoard,
    captured: BitBoard,
    /// Of a pawn that has become something.
    pub promoted: BitBoard,
    /// The squares that it attacks one step from its origin.
    near: BitBoard,
    /// Whether a pawn may leave phase F by capturing, or be captured in it.
    exposed: bool,
}

impl Token {
    /// Where it may be, whatever it is then.
    #[must_use]
    pub fn anywhere(&self) -> BitBoard {
        self.moved | self.promoted
    }
}

/// What may ever happen from a position.
pub struct Mobility {
    tokens: [Token; MOST_TOKENS],
    count: usize,
    occupied: BitBoard,
    castles: [Option<Castle>; 4],
    /// The origins of units that may be displaced.
    pub displaced: BitBoard,
}

/// The squares of a set and all ahead of them on their files.
fn and_ahead(mut set: BitBoard, colour: Color) -> BitBoard {
    for _ in 0..7 {
        set |= forward(set, colour);
    }
    set
}

/// A right to castle: the squares that have to be free, and from where to where king and rook go.
#[derive(Clone, Copy)]
struct Castle {
    between: BitBoard,
    king: (Square, Square),
    rook: (Square, Square),
}

/// What one round knows of a colour's units before it.
#[derive(Clone, Copy, Default)]
struct Side {
    /// Where units that are no kings may be.
    reach: BitBoard,
    /// Where any unit may be.
    anywhere: BitBoard,
    /// Where a unit may capture.
    captures: BitBoard,
    /// Where units that cannot be displaced keep the other king off.
    guarded: BitBoard,
    /// Origins of pawns that are never captured in phase F and never leave it by capturing.
    stubborn: BitBoard,
}

impl Mobility {
    /// Of a position.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let mut mobility = Self::at_first(position);
        while mobility.round() {}
        mobility
    }

    /// The units.
    #[must_use]
    pub fn tokens(&self) -> &[Token] {
        &self.tokens[..self.count]
    }

    fn at_first(position: &Position) -> Self {
        let board = position.board();
        let nobody = Token {
            piece: Piece::Pawn,
            colour: Color::White,
            origin: Square::A1,
            moved: BitBoard::EMPTY,
            first: BitBoard::EMPTY,
            captured: BitBoard::EMPTY,
            promoted: BitBoard::EMPTY,
            near: BitBoard::EMPTY,
            exposed: false,
        };
        let mut mobility =
            Self { tokens: [nobody; MOST_TOKENS], count: 0, occupied: board.occupied(), castles: [None; 4], displaced: BitBoard::EMPTY };
        for colour in [Color::White, Color::Black] {
            for piece in Piece::ALL {
                for origin in board.colored_pieces(colour, piece) {
                    let near = match piece {
                        Piece::Pawn => get_pawn_attacks(origin, colour),
                        Piece::Knight => get_knight_moves(origin),
                        Piece::Bishop => spread_diagonal(origin.bitboard()),
                        Piece::Rook => spread_straight(origin.bitboard()),
                        Piece::Queen | Piece::King => get_king_moves(origin),
                    };
                    let first = if piece == Piece::Pawn { origin.bitboard() } else { BitBoard::EMPTY };
                    mobility.tokens[mobility.count] = Token { piece, colour, origin, moved: origin.bitboard(), first, near, ..nobody };
                    mobility.count += 1;
                }
            }
        }
        mobility.pass(position);
        mobility.castle(position);
        mobility
    }

    /// Rule 1: a pawn that has just made a double step was on the square between.
    fn pass(&mut self, position: &Position) {
        let Some(passed) = position.en_passant() else { return };
        let them = !position.to_move();
        let behind = forward(passed.bitboard(), them);
        for token in &mut self.tokens[..self.count] {
            if token.piece == Piece::Pawn && behind.has(token.origin) {
                token.first |= passed.bitboard();
                token.moved |= passed.bitboard();
            }
        }
    }

    /// Notes the rights to castle, for rule 9.
    fn castle(&mut self, position: &Position) {
        let board = position.board();
        for (slot, (colour, short)) in
            [(Color::White, true), (Color::White, false), (Color::Black, true), (Color::Black, false)].into_iter().enumerate()
        {
            let rights = board.castle_rights(colour);
            let Some(file) = (if short { rights.short } else { rights.long }) else { continue };
            let home = Rank::First.relative_to(colour);
            let (king, rook) = (board.king(colour), Square::new(file, home));
            let targets = if short { (File::G, File::F) } else { (File::C, File::D) };
            self.castles[slot] = Some(Castle {
                between: get_between_rays(king, rook),
                king: (king, Square::new(targets.0, home)),
                rook: (rook, Square::new(targets.1, home)),
            });
        }
    }

    /// Rule 9: castling over squares that may all be free.
    fn castled(&self, free: BitBoard, token: &Token) -> BitBoard {
        let open = self.castles.iter().flatten().filter(|castle| (castle.between & !free).is_empty());
        let targets = open.flat_map(|castle| [castle.king, castle.rook]).filter(|(from, _)| *from == token.origin);
        targets.map(|(_, to)| to).collect()
    }

    /// Applies all rules once. Returns whether anything was added.
    fn round(&mut self) -> bool {
        let mut sides = [Side::default(); 2];
        for token in self.tokens() {
            let side = &mut sides[token.colour as usize];
            side.anywhere |= token.anywhere();
            if token.piece != Piece::King {
                side.reach |= token.anywhere();
            }
            side.captures |= if token.piece == Piece::Pawn { spread_pawn(token.moved, token.colour) | token.promoted } else { token.moved };
            if !self.displaced.has(token.origin) {
                side.guarded |= token.near;
            }
            if token.piece == Piece::Pawn && !token.exposed {
                side.stubborn |= token.origin.bitboard();
            }
        }
        let (mut displaced, before) = (self.displaced, self.displaced);
        let mut own = [BitBoard::EMPTY; 2];
        self.tokens().iter().for_each(|token| own[token.colour as usize] |= token.origin.bitboard());
        let free = !self.occupied | before;
        let mut added = false;
        for index in 0..self.count {
            let mut token = self.tokens[index];
            let (us, them) = (token.colour, !token.colour);
            let enemies = sides[them as usize];
            let allowed = !own[us as usize] | before | token.origin.bitboard();
            let old = token;
            if matches!(token.piece, Piece::King | Piece::Rook) {
                token.moved |= self.castled(free, &token);
            }
            match token.piece {
                Piece::Pawn => {
                    let ahead = forward(and_ahead(token.origin.bitboard(), us), us) & enemies.stubborn;
                    let open = free & !and_ahead(ahead, us);
                    token.first = flood(token.first, open, |set| forward(set, us));
                    token.captured |= spread_pawn(token.first | token.captured, us) & allowed & enemies.reach;
                    token.captured = flood(token.captured, free, |set| forward(set, us));
                    token.moved = token.first | token.captured;
                    token.promoted |= token.moved & Rank::Eighth.relative_to(us).bitboard();
                    if !token.promoted.is_empty() {
                        token.promoted = flood(token.promoted, allowed, |set| spread_king(set) | spread_knight(set));
                    }
                    token.exposed |= !token.captured.is_empty() || !(token.first & enemies.captures).is_empty();
                }
                Piece::Knight => token.moved = flood(token.moved, allowed, spread_knight),
                Piece::Bishop => token.moved = flood(token.moved, allowed, spread_diagonal),
                Piece::Rook => token.moved = flood(token.moved, allowed, spread_straight),
                Piece::Queen => token.moved = flood(token.moved, allowed, spread_king),
                Piece::King => token.moved = flood(token.moved, allowed & !enemies.guarded, spread_king),
            }
            let captured = token.piece != Piece::King && enemies.anywhere.has(token.origin);
            if captured || !(token.anywhere() & !token.origin.bitboard()).is_empty() {
                displaced |= token.origin.bitboard();
            }
            added |= (old.moved, old.captured, old.promoted, old.exposed) != (token.moved, token.captured, token.promoted, token.exposed);
            self.tokens[index] = token;
        }
        self.displaced = displaced;
        added || displaced != before
    }
}
