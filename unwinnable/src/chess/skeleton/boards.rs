//! The boards of skeletons: kings, pawns, and pieces with their regions. Also region closure, and data derived from a
//! board alone.

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
    /// Whether it certainly stands on its square, because it is tracked or cannot leave the square except by a capture.
    pub immobile: bool,
    /// Whether its moves are tracked one by one.
    pub tracked: bool,
    /// Squares where it may be, if it has not been captured.
    pub region: BitBoard,
}

impl Piece {
    /// Returns its content as numbers, by which the pieces of a board are sorted.
    fn sort_key(&self) -> (u8, u64) {
        ((self.role as u8) << 3 | (self.colour as u8) << 2 | u8::from(self.immobile) << 1 | u8::from(self.tracked), self.region.0)
    }

    /// Returns the squares one step from its region.
    pub fn steps(&self) -> BitBoard {
        match self.role {
            Role::Knight => knight_steps(self.region),
            Role::Bishop => bishop_steps(self.region),
            Role::Rook => rook_steps(self.region),
            Role::Queen | Role::King | Role::Pawn => king_steps(self.region),
        }
    }

    /// Returns the squares that it attacks from some square of its region if exactly the squares `occupied` are
    /// occupied.
    pub fn attacks(&self, occupied: BitBoard) -> BitBoard {
        let from = |square| attacks(self.role, square, self.colour, occupied);
        self.region.into_iter().map(from).fold(BitBoard::EMPTY, |all, attacked| all | attacked)
    }

    /// Extends its region to all squares that it can reach through `allowed`.
    fn spread(&mut self, allowed: BitBoard) {
        self.region = match self.role {
            Role::Knight => flood_fill(self.region, allowed, knight_steps),
            Role::Bishop => flood_fill(self.region, allowed, bishop_steps),
            Role::Rook => flood_fill(self.region, allowed, rook_steps),
            Role::Queen | Role::King | Role::Pawn => flood_fill(self.region, allowed, king_steps),
        };
    }
}

/// A board under construction: before region closure, with its pieces in any order. Arrays of two have White's entry
/// first.
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
    /// Loads the board of a position. All pieces are immobile, and those on the squares `tracked` are tracked.
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

    /// Removes squares from the regions of all pieces, and then the pieces with empty regions.
    pub fn clear(&mut self, squares: BitBoard) {
        self.pieces.iter_mut().for_each(|piece| piece.region &= !squares);
        self.pieces.retain(|piece| !piece.region.is_empty());
    }

    /// Performs region closure for both sides.
    pub fn close_regions(&mut self) {
        self.close_regions_of(|_| true);
    }

    /// Performs region closure for one side: only its pieces become mobile and get larger regions.
    pub fn close_regions_for(&mut self, colour: Color) {
        self.close_regions_of(|piece| piece.colour == colour);
    }

    /// An immobile piece becomes mobile if one of the squares next to it is free. So all mobile pieces are found before
    /// any region grows.
    fn close_regions_of(&mut self, included: impl Fn(&Piece) -> bool) {
        let immobile = self.immobile();
        let mut occupied = self.pawns_and_kings() | immobile[0] | immobile[1];
        while self.mobilize(&mut occupied, &included) {}
        for piece in self.pieces.iter_mut().filter(|piece| !piece.immobile && included(piece)) {
            piece.spread(!occupied);
        }
    }

    /// Makes immobile pieces mobile if they can leave their squares, and removes these squares from `occupied`. Returns
    /// whether there were any.
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

    /// Returns whether a side has any unit besides its king.
    pub fn is_armed(&self, colour: Color) -> bool {
        !self.pawns[colour as usize].is_empty() || self.pieces.iter().any(|piece| piece.colour == colour)
    }

    /// Returns whether the king of a side is surely in check: attacked by a pawn, or by an immobile piece across
    /// squares where no unit may be.
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

/// Returns the squares next to pawns and immobile pieces that these attack. The other king cannot go there.
fn guarded(pawns: &[BitBoard; 2], pieces: &[Piece]) -> [BitBoard; 2] {
    let mut guarded = Color::ALL.map(|colour| pawn_attacks(pawns[colour as usize], colour));
    pieces.iter().filter(|piece| piece.immobile).for_each(|piece| guarded[piece.colour as usize] |= piece.steps());
    guarded
}

/// The board of a skeleton with derived data. W is the intended winner. Arrays of two have White's entry first.
pub(super) struct SkeletonBoard {
    pub kings: [Square; 2],
    pub pawns: [BitBoard; 2],
    /// Squares of immobile pieces.
    pub immobile: [BitBoard; 2],
    /// Squares next to pawns and immobile pieces that these attack.
    pub guarded: [BitBoard; 2],
    /// The union of the regions of all pieces.
    pub regions: [BitBoard; 2],
    /// Whether region closure is known to add nothing.
    pub closed: bool,
    /// Whether the king is surely in check.
    pub surely_in_check: [bool; 2],
    /// Whether some piece has a region of at least 2 squares.
    pub has_mobile: [bool; 2],
    /// Squares that pieces of W may attack.
    ///
    /// After region closure these are the squares one step from the pieces' regions. Suppose that a piece attacks a
    /// square from afar. No pawn, king or immobile piece stands on the square before it, so that square is in the
    /// region too, and the attacked one is one step from it. Attacks through the other side's king are not included.
    pub attacked: BitBoard,
    /// Squares where W's queens and rooks may be.
    pub rooks_and_queens: BitBoard,
    /// Squares where W's queens and bishops may be.
    pub bishops_and_queens: BitBoard,
    /// Squares that W's pawns and pieces may attack (though not through the other side's king), and squares where the
    /// other side's pawns and pieces may stand.
    pub attacked_or_blocked: BitBoard,
    /// Range of its pieces in [`Boards::pieces`].
    pieces: Range<u32>,
}

impl SkeletonBoard {
    pub fn of(draft: &Draft, intended_winner: Color, closed: bool, pieces: Range<u32>) -> Self {
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

    /// Returns whether pieces of a side may move within their regions (move 2), if the board is closed.
    pub fn pieces_may_pass(&self, colour: Color) -> bool {
        self.has_mobile[colour as usize] && !self.surely_in_check[colour as usize]
    }

    /// Returns the squares of pawns, kings and immobile pieces.
    pub fn occupied(&self) -> BitBoard {
        self.pawns_and_immobile() | self.kings[0].bitboard() | self.kings[1].bitboard()
    }

    /// Returns the squares of pawns and immobile pieces.
    pub fn pawns_and_immobile(&self) -> BitBoard {
        self.pawns[0] | self.pawns[1] | self.immobile[0] | self.immobile[1]
    }
}

/// All boards of the explored skeletons, without duplicates.
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

    /// Returns the board with this index.
    pub fn get(&self, index: u32) -> &SkeletonBoard {
        &self.all[index as usize]
    }

    /// Returns the pieces of a board in sorted order, so that equal pieces are adjacent.
    pub fn pieces(&self, index: u32) -> &[Piece] {
        let Range { start, end } = self.get(index).pieces;
        &self.pieces[start as usize..end as usize]
    }

    /// Returns the index of the board in `draft`, and stores the board if it is new. Sorts the pieces of `draft`.
    /// `closed` says whether region closure is known to add nothing to it.
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
        self.all.push(SkeletonBoard::of(draft, intended_winner, closed, start..self.pieces.len() as u32));
        self.indices.insert_unique(hash, (hash, index), |&(hash, _)| hash);
        index
    }

    /// Returns the piece at `place` if it has this colour and differs from the piece before it, because equal pieces
    /// have the same moves.
    pub fn distinct_piece(&self, index: u32, place: usize, colour: Color) -> Option<Piece> {
        let all = self.pieces(index);
        let piece = *all.get(place)?;
        (piece.colour == colour && (place == 0 || all[place - 1] != piece)).then_some(piece)
    }

    /// Copies a board into a draft.
    pub fn draft(&self, index: u32, draft: &mut Draft) {
        let board = self.get(index);
        (draft.kings, draft.pawns) = (board.kings, board.pawns);
        draft.pieces.clear();
        draft.pieces.extend_from_slice(self.pieces(index));
    }
}
