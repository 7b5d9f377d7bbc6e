//! Computes the squares that each piece or pawn may ever reach, by the rules of section 5.1 of `spec/rules/chess.md`.
//! The result has every reachable square, and perhaps others.
//!
//! Each variable of the specification is stored as a bitboard. As in the specification, a *token* is a piece or pawn of
//! the root position. The rules are applied until nothing changes.

use cozy_chess::{
    BitBoard, Color, File, Piece as Role, Rank, Square, get_between_rays, get_king_moves, get_knight_moves, get_pawn_attacks,
};

use super::Position;
use super::bitboard::{bishop_steps, flood_fill, king_steps, knight_steps, pawn_attacks, pawn_push, rook_steps, squares_ahead};

/// Maximum number of pieces and pawns in a valid position, 16 for each side.
const MAX_TOKENS: usize = 32;

/// A piece or pawn of the root position, with all squares that it may ever reach, before or after a promotion.
#[derive(Clone, Copy)]
pub struct Token {
    /// Role of the piece or pawn in the root position.
    pub role: Role,
    /// Colour of the piece or pawn.
    pub colour: Color,
    /// Square of the piece or pawn in the root position.
    pub origin: Square,
    /// The squares that the piece or pawn may reach without a promotion. The specification calls this set M.
    pub moved: BitBoard,
    /// The squares that a pawn may reach before its first capture. The specification calls this set F.
    uncaptured: BitBoard,
    /// The squares that a pawn may reach after a capture and before its promotion. The specification calls this set G.
    captured: BitBoard,
    /// The squares that a pawn may reach after its promotion. The specification calls this set Q.
    pub promoted: BitBoard,
    /// The squares that the piece or pawn attacks with a single step from its origin. The specification calls this set
    /// A1.
    near: BitBoard,
    /// Property X of section 5.1 of `spec/rules/chess.md`.
    exposed: bool,
    /// Time at which the rules were last applied to this token, or 0.
    complete: u32,
}

impl Token {
    /// Returns the squares on which the piece or pawn may ever stand, promoted or not. The specification calls this set
    /// A.
    #[must_use]
    pub fn anywhere(&self) -> BitBoard {
        self.moved | self.promoted
    }
}

/// The mobility of all pieces and pawns of a position.
pub struct Mobility {
    tokens: [Token; MAX_TOKENS],
    count: usize,
    occupied: BitBoard,
    castles: [Option<Castle>; 4],
    /// Origins of the pieces and pawns that may move or be captured. The specification calls this property D.
    pub displaced: BitBoard,
    sides: [Side; 2],
    /// A counter that increases with each step of the computation.
    ///
    /// `displaced_changed`, `sides_changed` and `guarded_changed` are the times of the last changes. `sides_changed`
    /// ignores changes of `guarded`. The rules for a king read only `displaced` and the opponent's `guarded`. The rules
    /// for other tokens read `displaced` and the opponent's sets except `guarded`. A token is skipped until the sets
    /// that the rules read have changed.
    time: u32,
    displaced_changed: u32,
    sides_changed: [u32; 2],
    guarded_changed: [u32; 2],
}

/// A right to castle, with the squares that castling uses. The squares `between` must be free. `king` and `rook` each
/// have an origin square and a target square.
#[derive(Clone, Copy)]
struct Castle {
    between: BitBoard,
    king: (Square, Square),
    rook: (Square, Square),
}

/// Squares that the pieces and pawns of one side may use. Each field is for all pieces and pawns of the side together.
#[derive(Clone, Copy, Default, PartialEq)]
struct Side {
    /// Squares where a piece or pawn other than the king may stand.
    reach: BitBoard,
    /// Squares where any piece or pawn may stand.
    anywhere: BitBoard,
    /// Squares where a piece or pawn may capture.
    captures: BitBoard,
    /// Squares that pieces and pawns attack in a single step from origins outside `displaced`. The opponent's king can
    /// never enter the squares of this set.
    guarded: BitBoard,
    /// Origins of the pawns that are not `exposed`. An opposing pawn can pass such a pawn only by a capture.
    unexposed: BitBoard,
}

impl Side {
    fn add(&mut self, token: &Token) {
        self.anywhere |= token.anywhere();
        if token.role != Role::King {
            self.reach |= token.anywhere();
        }
        self.captures |= if token.role == Role::Pawn { pawn_attacks(token.moved, token.colour) | token.promoted } else { token.moved };
    }
}

impl Mobility {
    /// Computes the mobility of the pieces and pawns of a position.
    #[must_use]
    pub fn compute(position: &Position) -> Self {
        let mut mobility = Self::initial(position);
        while mobility.apply_rules() {}
        mobility
    }

    /// Returns the pieces and pawns of the position.
    #[must_use]
    pub fn tokens(&self) -> &[Token] {
        &self.tokens[..self.count]
    }

    pub(super) fn king(&self, side: Color) -> Option<&Token> {
        self.tokens().iter().find(|token| token.role == Role::King && token.colour == side)
    }

    fn initial(position: &Position) -> Self {
        let board = position.board();
        let no_token = Token {
            role: Role::Pawn,
            colour: Color::White,
            origin: Square::A1,
            moved: BitBoard::EMPTY,
            uncaptured: BitBoard::EMPTY,
            captured: BitBoard::EMPTY,
            promoted: BitBoard::EMPTY,
            near: BitBoard::EMPTY,
            exposed: false,
            complete: 0,
        };
        let mut mobility = Self {
            tokens: [no_token; MAX_TOKENS],
            count: 0,
            occupied: board.occupied(),
            castles: [None; 4],
            displaced: BitBoard::EMPTY,
            sides: [Side::default(); 2],
            time: 0,
            displaced_changed: 0,
            sides_changed: [0; 2],
            guarded_changed: [0; 2],
        };
        // Kings come first, because they reach many squares in the first round. The other tokens can use these squares
        // in the same round.
        for role in [Role::King, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for colour in [Color::White, Color::Black] {
                for origin in board.colored_pieces(colour, role) {
                    let near = match role {
                        Role::Pawn => get_pawn_attacks(origin, colour),
                        Role::Knight => get_knight_moves(origin),
                        Role::Bishop => bishop_steps(origin.bitboard()),
                        Role::Rook => rook_steps(origin.bitboard()),
                        Role::Queen | Role::King => get_king_moves(origin),
                    };
                    let uncaptured = if role == Role::Pawn { origin.bitboard() } else { BitBoard::EMPTY };
                    mobility.tokens[mobility.count] =
                        Token { role, colour, origin, moved: origin.bitboard(), uncaptured, near, ..no_token };
                    mobility.count += 1;
                }
            }
        }
        mobility.add_double_step(position);
        mobility.add_castling_rights(position);
        for token in &mobility.tokens[..mobility.count] {
            mobility.sides[token.colour as usize].add(token);
        }
        mobility
    }

    /// Applies rule 1 to a pawn that has just made a double step. The square that a double step passes over is added to
    /// the pawn's squares, because the pawn may be captured there.
    fn add_double_step(&mut self, position: &Position) {
        let Some(passed) = position.en_passant() else { return };
        let them = !position.to_move();
        let double_step = pawn_push(passed.bitboard(), them);
        for token in &mut self.tokens[..self.count] {
            if token.role == Role::Pawn && double_step.has(token.origin) {
                token.uncaptured |= passed.bitboard();
                token.moved |= passed.bitboard();
            }
        }
    }

    /// Stores the rights to castle, which rule 9 needs.
    fn add_castling_rights(&mut self, position: &Position) {
        let board = position.board();
        for (index, (colour, short)) in
            [(Color::White, true), (Color::White, false), (Color::Black, true), (Color::Black, false)].into_iter().enumerate()
        {
            let rights = board.castle_rights(colour);
            let Some(file) = (if short { rights.short } else { rights.long }) else { continue };
            let home = Rank::First.relative_to(colour);
            let (king, rook) = (board.king(colour), Square::new(file, home));
            let targets = if short { (File::G, File::F) } else { (File::C, File::D) };
            self.castles[index] = Some(Castle {
                between: get_between_rays(king, rook),
                king: (king, Square::new(targets.0, home)),
                rook: (rook, Square::new(targets.1, home)),
            });
        }
    }

    /// Applies rule 9: returns the target squares of a king or rook in castling. All squares between king and rook must
    /// be in `free`.
    fn castling_targets(&self, free: BitBoard, token: &Token) -> BitBoard {
        let open = self.castles.iter().flatten().filter(|castle| (castle.between & !free).is_empty());
        let targets = open.flat_map(|castle| [castle.king, castle.rook]).filter(|(from, _)| *from == token.origin);
        targets.map(|(_, to)| to).collect()
    }

    /// Recomputes the sets `guarded` and `unexposed` of both sides. The sets can become smaller.
    fn find_guards(&mut self) {
        let mut sides = self.sides.map(|side| Side { guarded: BitBoard::EMPTY, unexposed: BitBoard::EMPTY, ..side });
        for token in &self.tokens[..self.count] {
            let side = &mut sides[token.colour as usize];
            if !self.displaced.has(token.origin) {
                side.guarded |= token.near;
            }
            if token.role == Role::Pawn && !token.exposed {
                side.unexposed |= token.origin.bitboard();
            }
        }
        self.time += 1;
        for (index, side) in sides.into_iter().enumerate() {
            if side.guarded != self.sides[index].guarded {
                self.guarded_changed[index] = self.time;
            }
            if side.unexposed != self.sides[index].unexposed {
                self.sides_changed[index] = self.time;
            }
            self.sides[index] = side;
        }
    }

    /// Applies all rules once to each token (piece or pawn). Returns whether anything was added.
    fn apply_rules(&mut self) -> bool {
        self.find_guards();
        let before = self.displaced;
        let mut own = [BitBoard::EMPTY; 2];
        self.tokens().iter().for_each(|token| own[token.colour as usize] |= token.origin.bitboard());
        let mut added = false;
        for index in 0..self.count {
            let (us, them) = (self.tokens[index].colour, !self.tokens[index].colour);
            let asked_about = if self.tokens[index].role == Role::King { self.guarded_changed } else { self.sides_changed };
            if self.tokens[index].complete > self.displaced_changed.max(asked_about[them as usize]) {
                continue;
            }
            self.time += 1;
            let mut token = self.tokens[index];
            // Later tokens use the additions of earlier tokens at once, because the least solution does not depend on
            // the order.
            let free = !self.occupied | self.displaced;
            let enemies = self.sides[them as usize];
            let allowed = !own[us as usize] | self.displaced | token.origin.bitboard();
            let old = token;
            if matches!(token.role, Role::King | Role::Rook) {
                token.moved |= self.castling_targets(free, &token);
            }
            match token.role {
                Role::Pawn => {
                    let stops = squares_ahead(token.origin.bitboard(), us) & enemies.unexposed;
                    let open = free & !(stops | squares_ahead(stops, us));
                    token.uncaptured = flood_fill(token.uncaptured, open, |set| pawn_push(set, us));
                    token.captured |= pawn_attacks(token.uncaptured | token.captured, us) & allowed & enemies.reach;
                    token.captured = flood_fill(token.captured, free, |set| pawn_push(set, us));
                    token.moved = token.uncaptured | token.captured;
                    token.promoted |= token.moved & Rank::Eighth.relative_to(us).bitboard();
                    if !token.promoted.is_empty() {
                        token.promoted = flood_fill(token.promoted, allowed, |set| king_steps(set) | knight_steps(set));
                    }
                    token.exposed |= !token.captured.is_empty() || !(token.uncaptured & enemies.captures).is_empty();
                }
                Role::Knight => token.moved = flood_fill(token.moved, allowed, knight_steps),
                Role::Bishop => token.moved = flood_fill(token.moved, allowed, bishop_steps),
                Role::Rook => token.moved = flood_fill(token.moved, allowed, rook_steps),
                Role::Queen => token.moved = flood_fill(token.moved, allowed, king_steps),
                Role::King => token.moved = flood_fill(token.moved, allowed & !enemies.guarded, king_steps),
            }
            let captured = token.role != Role::King && enemies.anywhere.has(token.origin);
            if (captured || !(token.anywhere() & !token.origin.bitboard()).is_empty()) && !self.displaced.has(token.origin) {
                self.displaced |= token.origin.bitboard();
                self.displaced_changed = self.time;
            }
            let changed =
                (old.moved, old.captured, old.promoted, old.exposed) != (token.moved, token.captured, token.promoted, token.exposed);
            added |= changed;
            // If a pawn gets new squares, the rules may add more squares for the same pawn. For a king or piece, one
            // application adds all squares.
            token.complete = if changed && token.role == Role::Pawn { 0 } else { self.time };
            self.tokens[index] = token;
            let mut side = self.sides[us as usize];
            side.add(&token);
            if side != self.sides[us as usize] {
                (self.sides[us as usize], self.sides_changed[us as usize]) = (side, self.time);
            }
        }
        added || self.displaced != before
    }
}
