//! Stores the boards of skeletons (partly known positions). This module also performs region closure (section 5.3 of
//! `spec/rules/chess.md`) and computes data that depend only on the board.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use cozy_chess::get_pawn_attacks;
use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::super::bitboard::{attacks, bishop_steps, flood_fill, king_steps, knight_steps, pawn_attacks, rook_steps};
use super::super::{BitBoard, Color, Position, Role, Square};

/// A queen, rook, bishop or knight.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    pub colour: Color,
    pub role: Role,
    /// Whether the region is a single square, and the piece certainly stands on this square.
    pub immobile: bool,
    /// Whether the argument follows the piece's moves one by one.
    pub tracked: bool,
    /// Squares on which the piece may stand, unless it has been captured.
    pub region: BitBoard,
}

impl Piece {
    /// Returns two numbers by which the pieces of a board are sorted.
    fn sort_key(&self) -> (u8, u64) {
        ((self.role as u8) << 3 | (self.colour as u8) << 2 | u8::from(self.immobile) << 1 | u8::from(self.tracked), self.region.0)
    }

    /// Returns the squares to which the piece can move in one step from a square on which it may stand. The result
    /// includes occupied squares.
    pub fn steps(&self) -> BitBoard {
        match self.role {
            Role::Knight => knight_steps(self.region),
            Role::Bishop => bishop_steps(self.region),
            Role::Rook => rook_steps(self.region),
            Role::Queen | Role::King | Role::Pawn => king_steps(self.region),
        }
    }

    /// Returns the squares that the piece attacks from some square of its region. The squares `occupied` block attacks.
    pub fn attacks(&self, occupied: BitBoard) -> BitBoard {
        let from = |square| attacks(self.role, square, self.colour, occupied);
        self.region.into_iter().map(from).fold(BitBoard::EMPTY, |all, attacked| all | attacked)
    }

    /// Extends the piece's region by all squares that the piece can reach through squares of `allowed`.
    fn spread(&mut self, allowed: BitBoard) {
        self.region = match self.role {
            Role::Knight => flood_fill(self.region, allowed, knight_steps),
            Role::Bishop => flood_fill(self.region, allowed, bishop_steps),
            Role::Rook => flood_fill(self.region, allowed, rook_steps),
            Role::Queen | Role::King | Role::Pawn => flood_fill(self.region, allowed, king_steps),
        };
    }
}

/// A board under construction, with its pieces in any order. In arrays of two, the first value is White's.
#[derive(Clone)]
pub(super) struct Draft {
    pub kings: [Square; 2],
    pub pawns: [BitBoard; 2],
    pub pieces: Vec<Piece>,
}

impl Default for Draft {
    fn default() -> Self {
        Self { kings: [Square::A1; 2], pawns: [BitBoard::EMPTY; 2], pieces: Vec::new() }
    }
}

impl Draft {
    /// Starts a new board with the kings, pawns and pieces of a position. All pieces begin as immobile.
    pub fn start(&mut self, position: &Position, tracked: BitBoard) {
        let board = position.board();
        self.kings = Color::ALL.map(|colour| board.king(colour));
        self.pawns = Color::ALL.map(|colour| board.colored_pieces(colour, Role::Pawn));
        self.pieces.clear();
        for colour in Color::ALL {
            for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                let squares = board.colored_pieces(colour, role).into_iter();
                self.pieces.extend(squares.map(|square| Piece {
                    colour,
                    role,
                    immobile: true,
                    tracked: tracked.has(square),
                    region: square.bitboard(),
                }));
            }
        }
    }

    /// Removes `squares` from the regions of all pieces, and then removes each piece whose region is empty.
    pub fn clear(&mut self, squares: BitBoard) {
        self.pieces.iter_mut().for_each(|piece| piece.region &= !squares);
        self.pieces.retain(|piece| !piece.region.is_empty());
    }

    /// Performs region closure for both sides: pieces become mobile, and the regions in which they may stand grow.
    pub fn close_regions(&mut self) {
        self.close_regions_of(|_| true);
    }

    /// Performs region closure for one side: only pieces of `colour` become mobile and get larger regions.
    pub fn close_regions_for(&mut self, colour: Color) {
        self.close_regions_of(|piece| piece.colour == colour);
    }

    /// Performs region closure only for the pieces for which `included` is true.
    ///
    /// An immobile piece becomes mobile if a square one step away is free.
    fn close_regions_of(&mut self, included: impl Fn(&Piece) -> bool) {
        let immobile = self.immobile();
        let mut occupied = self.pawns_and_kings() | immobile[0] | immobile[1];
        while self.mobilize(&mut occupied, &included) {}
        for piece in self.pieces.iter_mut().filter(|piece| !piece.immobile && included(piece)) {
            piece.spread(!occupied);
        }
    }

    /// Returns whether any piece became mobile.
    fn mobilize(&mut self, occupied: &mut BitBoard, included: impl Fn(&Piece) -> bool) -> bool {
        let before = *occupied;
        for piece in self.pieces.iter_mut().filter(|piece| piece.immobile && !piece.tracked && included(piece)) {
            if !piece.steps().is_subset(*occupied) {
                piece.immobile = false;
                *occupied &= !piece.region;
            }
        }
        *occupied != before
    }

    /// Returns whether a side has any piece or pawn besides its king.
    pub fn is_armed(&self, colour: Color) -> bool {
        !self.pawns[colour as usize].is_empty() || self.pieces.iter().any(|piece| piece.colour == colour)
    }

    /// Returns whether the king of a side is certainly in check.
    pub fn is_surely_in_check(&self, colour: Color) -> bool {
        let king = self.kings[colour as usize];
        if !(get_pawn_attacks(king, colour) & self.pawns[!colour as usize]).is_empty() {
            return true;
        }
        let maybe_occupied = self.pieces.iter().fold(self.pawns_and_kings(), |all, piece| all | piece.region);
        let mut immobile = self.pieces.iter().filter(|piece| piece.immobile && piece.colour != colour);
        immobile.any(|piece| !(attacks(piece.role, king, colour, maybe_occupied) & piece.region).is_empty())
    }

    fn pawns_and_kings(&self) -> BitBoard {
        self.pawns[0] | self.pawns[1] | self.kings[0].bitboard() | self.kings[1].bitboard()
    }

    fn immobile(&self) -> [BitBoard; 2] {
        let mut immobile = [BitBoard::EMPTY; 2];
        self.pieces.iter().filter(|piece| piece.immobile).for_each(|piece| immobile[piece.colour as usize] |= piece.region);
        immobile
    }
}

/// For each side, returns the squares that the side's pawns and immobile pieces attack with a single step. The
/// opponent's king cannot enter these squares.
fn guarded(pawns: &[BitBoard; 2], pieces: &[Piece]) -> [BitBoard; 2] {
    let mut guarded = Color::ALL.map(|colour| pawn_attacks(pawns[colour as usize], colour));
    pieces.iter().filter(|piece| piece.immobile).for_each(|piece| guarded[piece.colour as usize] |= piece.steps());
    guarded
}

/// The board of a skeleton (partly known position), with data derived from the board. W is the intended winner. In
/// arrays of two, the first value is White's.
pub(super) struct SkeletonBoard {
    pub kings: [Square; 2],
    pub pawns: [BitBoard; 2],
    /// For each side, the squares of its immobile pieces.
    pub immobile: [BitBoard; 2],
    /// For each side, the squares that the side's pawns and immobile pieces attack with a single step.
    pub guarded: [BitBoard; 2],
    /// For each side, all squares that belong to the region of one of its pieces.
    pub regions: [BitBoard; 2],
    /// Whether region closure has been performed.
    pub closed: bool,
    pub surely_in_check: [bool; 2],
    /// For each side, whether some piece has a region of at least 2 squares.
    pub has_mobile: [bool; 2],
    /// Squares that pieces of the intended winner may attack.
    pub attacked: BitBoard,
    /// Squares on which queens and rooks of the intended winner may stand.
    pub rooks_and_queens: BitBoard,
    /// Squares on which queens and bishops of the intended winner may stand.
    pub bishops_and_queens: BitBoard,
    /// Squares that the intended winner's pawns and pieces may attack, and squares on which the opponent's pawns and
    /// pieces may stand.
    pub attacked_or_blocked: BitBoard,
    /// Range of the board's pieces in [`Boards::pieces`].
    pieces: Range<u32>,
}

impl SkeletonBoard {
    pub fn new(draft: &Draft, intended_winner: Color, closed: bool, pieces: Range<u32>) -> Self {
        let (us, them) = (intended_winner as usize, !intended_winner as usize);
        let mut new = Self {
            kings: draft.kings,
            pawns: draft.pawns,
            immobile: draft.immobile(),
            guarded: guarded(&draft.pawns, &draft.pieces),
            regions: [BitBoard::EMPTY; 2],
            closed,
            surely_in_check: Color::ALL.map(|colour| draft.is_surely_in_check(colour)),
            has_mobile: [false; 2],
            attacked: BitBoard::EMPTY,
            rooks_and_queens: BitBoard::EMPTY,
            bishops_and_queens: BitBoard::EMPTY,
            attacked_or_blocked: BitBoard::EMPTY,
            pieces,
        };
        for piece in &draft.pieces {
            new.regions[piece.colour as usize] |= piece.region;
            new.has_mobile[piece.colour as usize] |= piece.region.len() > 1;
        }
        let occupied = new.pawns_and_immobile() | draft.kings[us].bitboard();
        for piece in draft.pieces.iter().filter(|piece| piece.colour == intended_winner) {
            // A closed region has all free squares on the piece's lines, so its neighbours suffice. Squares beyond the
            // opponent's king may be missing.
            new.attacked |= if closed && !piece.tracked { piece.steps() } else { piece.attacks(occupied) };
            if matches!(piece.role, Role::Queen | Role::Rook) {
                new.rooks_and_queens |= piece.region;
            }
            if matches!(piece.role, Role::Queen | Role::Bishop) {
                new.bishops_and_queens |= piece.region;
            }
        }
        new.attacked_or_blocked = new.attacked | pawn_attacks(new.pawns[us], intended_winner) | new.pawns[them] | new.regions[them];
        new
    }

    /// Returns whether rule 2 of `moves` applies to a side. Region closure must have been performed on the board.
    pub fn pieces_may_pass(&self, colour: Color) -> bool {
        self.has_mobile[colour as usize] && !self.surely_in_check[colour as usize]
    }

    /// Returns the squares of pawns, kings and immobile pieces.
    pub fn occupied(&self) -> BitBoard {
        self.pawns_and_immobile() | self.kings[0].bitboard() | self.kings[1].bitboard()
    }

    pub fn pawns_and_immobile(&self) -> BitBoard {
        self.pawns[0] | self.pawns[1] | self.immobile[0] | self.immobile[1]
    }
}

/// All boards of the explored skeletons (partly known positions), without duplicates.
#[derive(Default)]
pub(super) struct Boards {
    all: Vec<SkeletonBoard>,
    /// Pieces of all boards, stored consecutively.
    pieces: Vec<Piece>,
    /// Hash and index of each board.
    indices: HashTable<(u64, u32)>,
}

impl Boards {
    pub fn clear(&mut self) {
        self.all.clear();
        self.pieces.clear();
        self.indices.clear();
    }

    pub fn get(&self, index: u32) -> &SkeletonBoard {
        &self.all[index as usize]
    }

    /// Returns the pieces of a board in sorted order, so that equal pieces are adjacent.
    pub fn pieces(&self, index: u32) -> &[Piece] {
        let Range { start, end } = self.get(index).pieces;
        &self.pieces[start as usize..end as usize]
    }

    /// Returns the index of the board in `draft`, and stores the board if it is new. Sorts the pieces of `draft`.
    /// `closed` says whether region closure has been performed on `draft`.
    pub fn index(&mut self, draft: &mut Draft, intended_winner: Color, closed: bool) -> u32 {
        draft.pieces.sort_unstable_by_key(Piece::sort_key);
        let mut hasher = FxHasher::default();
        (draft.kings, draft.pawns).hash(&mut hasher);
        draft.pieces.iter().for_each(|piece| piece.sort_key().hash(&mut hasher));
        let hash = hasher.finish();
        let same = |&(_, index): &(u64, u32)| {
            let known = self.get(index);
            known.kings == draft.kings && known.pawns == draft.pawns && self.pieces(index) == draft.pieces
        };
        if let Some(&(_, index)) = self.indices.find(hash, same) {
            return index;
        }
        let (start, index) = (self.pieces.len() as u32, self.all.len() as u32);
        self.pieces.extend_from_slice(&draft.pieces);
        self.all.push(SkeletonBoard::new(draft, intended_winner, closed, start..self.pieces.len() as u32));
        self.indices.insert_unique(hash, (hash, index), |&(hash, _)| hash);
        index
    }

    /// Returns the piece at the index `place`, unless an equal piece comes before. Equal pieces have the same moves, so
    /// only the first of them is returned.
    pub fn distinct_piece(&self, index: u32, place: usize, colour: Color) -> Option<Piece> {
        let all = self.pieces(index);
        let piece = *all.get(place)?;
        (piece.colour == colour && (place == 0 || all[place - 1] != piece)).then_some(piece)
    }

    /// Copies a board to `draft`, a board that can be changed.
    pub fn draft(&self, index: u32, draft: &mut Draft) {
        let board = self.get(index);
        (draft.kings, draft.pawns) = (board.kings, board.pawns);
        draft.pieces.clear();
        draft.pieces.extend_from_slice(self.pieces(index));
    }
}
