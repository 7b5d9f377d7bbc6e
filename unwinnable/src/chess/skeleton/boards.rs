//! The boards of skeletons: kings, pawns and roamers. How they are closed, and what follows from them.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use cozy_chess::get_pawn_attacks;
use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::super::squares::{attacks, flood, spread_diagonal, spread_king, spread_knight, spread_pawn, spread_straight};
use super::super::{BitBoard, Color, Piece, Position, Square};

/// A queen, rook, bishop or knight.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Roamer {
    pub colour: Color,
    pub piece: Piece,
    /// Whether it is on its square for certain: it is followed, or cannot leave it unless it captures.
    pub held: bool,
    /// Whether it is followed from square to square.
    pub followed: bool,
    /// Where it may be.
    pub region: BitBoard,
}

impl Roamer {
    /// All of it in numbers, for an order.
    fn numbers(&self) -> (u8, u64) {
        ((self.piece as u8) << 3 | (self.colour as u8) << 2 | u8::from(self.held) << 1 | u8::from(self.followed), self.region.0)
    }

    /// The squares one step from its region.
    pub fn steps(&self) -> BitBoard {
        match self.piece {
            Piece::Knight => spread_knight(self.region),
            Piece::Bishop => spread_diagonal(self.region),
            Piece::Rook => spread_straight(self.region),
            Piece::Queen | Piece::King | Piece::Pawn => spread_king(self.region),
        }
    }

    /// The squares that it attacks from some square of its region where exactly those squares are occupied.
    pub fn attacks(&self, occupied: BitBoard) -> BitBoard {
        let from = |square| attacks(self.piece, square, self.colour, occupied);
        self.region.into_iter().map(from).fold(BitBoard::EMPTY, |all, attacked| all | attacked)
    }

    fn flood(&mut self, allowed: BitBoard) {
        self.region = match self.piece {
            Piece::Knight => flood(self.region, allowed, spread_knight),
            Piece::Bishop => flood(self.region, allowed, spread_diagonal),
            Piece::Rook => flood(self.region, allowed, spread_straight),
            Piece::Queen | Piece::King | Piece::Pawn => flood(self.region, allowed, spread_king),
        };
    }
}

/// A skeleton's board while it is made: not closed yet, roamers in any order. Pairs are of White and of Black.
#[derive(Clone)]
pub(super) struct Draft {
    pub kings: [Square; 2],
    pub pawns: [BitBoard; 2],
    pub roamers: Vec<Roamer>,
}

impl Default for Draft {
    fn default() -> Self {
        Self { kings: [Square::A1; 2], pawns: [BitBoard::EMPTY; 2], roamers: Vec::new() }
    }
}

impl Draft {
    /// The board of a position, all roamers held.
    pub fn start(&mut self, position: &Position, followed: BitBoard) {
        let board = position.board();
        self.kings = Color::ALL.map(|colour| board.king(colour));
        self.pawns = Color::ALL.map(|colour| board.colored_pieces(colour, Piece::Pawn));
        self.roamers.clear();
        for colour in Color::ALL {
            for piece in [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight] {
                let squares = board.colored_pieces(colour, piece).into_iter();
                self.roamers.extend(squares.map(|square| Roamer {
                    colour,
                    piece,
                    held: true,
                    followed: followed.has(square),
                    region: square.bitboard(),
                }));
            }
        }
    }

    /// Takes squares out of the regions of all roamers; takes those off that are nowhere then.
    pub fn clear(&mut self, squares: BitBoard) {
        self.roamers.iter_mut().for_each(|roamer| roamer.region &= !squares);
        self.roamers.retain(|roamer| !roamer.region.is_empty());
    }

    /// Closes the skeleton.
    pub fn close(&mut self) {
        self.close_those(|_| true);
    }

    /// Closes it for one side: only its roamers go on.
    pub fn close_for(&mut self, colour: Color) {
        self.close_those(|roamer| roamer.colour == colour);
    }

    /// Only what is next to it lets a held roamer go, so this is found out before any region is.
    fn close_those(&mut self, those: impl Fn(&Roamer) -> bool) {
        let held = self.held();
        let mut blocked = self.firm() | held[0] | held[1];
        while self.let_go(&mut blocked, &those) {}
        for roamer in self.roamers.iter_mut().filter(|roamer| !roamer.held && those(roamer)) {
            roamer.flood(!blocked);
        }
    }

    /// Lets held roamers go that can leave their square; they are among what is blocked no longer. Returns whether there was one.
    fn let_go(&mut self, blocked: &mut BitBoard, those: impl Fn(&Roamer) -> bool) -> bool {
        let before = *blocked;
        for roamer in self.roamers.iter_mut().filter(|roamer| roamer.held && !roamer.followed && those(roamer)) {
            if !roamer.steps().is_subset(*blocked) {
                roamer.held = false;
                *blocked &= !roamer.region;
            }
        }
        *blocked != before
    }

    /// Whether a side has anything but the king.
    pub fn is_armed(&self, colour: Color) -> bool {
        !self.pawns[colour as usize].is_empty() || self.roamers.iter().any(|roamer| roamer.colour == colour)
    }

    /// Whether the king of a side is surely in check: attacked by a pawn, or by a held roamer across squares where nothing may be.
    pub fn is_in_check(&self, colour: Color) -> bool {
        let king = self.kings[colour as usize];
        if !(get_pawn_attacks(king, colour) & self.pawns[!colour as usize]).is_empty() {
            return true;
        }
        let firm = self.firm();
        let occupied = self.roamers.iter().fold(firm, |all, roamer| all | roamer.region);
        let mut held = self.roamers.iter().filter(|roamer| roamer.held && roamer.colour != colour);
        held.any(|roamer| !(attacks(roamer.piece, king, colour, occupied) & roamer.region).is_empty())
    }

    /// The squares of pawns and kings.
    fn firm(&self) -> BitBoard {
        self.pawns[0] | self.pawns[1] | self.kings[0].bitboard() | self.kings[1].bitboard()
    }

    /// The squares of held roamers.
    fn held(&self) -> [BitBoard; 2] {
        let mut held = [BitBoard::EMPTY; 2];
        self.roamers.iter().filter(|roamer| roamer.held).for_each(|roamer| held[roamer.colour as usize] |= roamer.region);
        held
    }
}

/// The squares that pawns and held roamers guard.
fn guarded(pawns: &[BitBoard; 2], roamers: &[Roamer]) -> [BitBoard; 2] {
    let mut guarded = Color::ALL.map(|colour| spread_pawn(pawns[colour as usize], colour));
    roamers.iter().filter(|roamer| roamer.held).for_each(|roamer| guarded[roamer.colour as usize] |= roamer.steps());
    guarded
}

/// A board, and what follows from it in the eyes of the side that would mate, W. Pairs are of White and of Black.
pub(super) struct Known {
    pub kings: [Square; 2],
    pub pawns: [BitBoard; 2],
    /// Squares of held roamers.
    pub held: [BitBoard; 2],
    /// Squares that pawns and held roamers guard.
    pub guarded: [BitBoard; 2],
    /// Squares where some roamer may be.
    pub regions: [BitBoard; 2],
    /// Whether it is known to be closed.
    pub closed: bool,
    /// Whether a king is surely in check.
    pub in_check: [bool; 2],
    /// Whether some roamer has two squares or more.
    pub roams: [bool; 2],
    /// The squares that roamers of W may attack.
    ///
    /// Of roamers that are closed these are the squares one step from their regions: a square that is attacked from afar is one step from the square before it, where no pawn, king or held roamer stands, so that this one is in the region
    /// as well. What they attack across the king of the other side is not among them.
    pub attacked: BitBoard,
    /// Where W's queens and rooks may be.
    pub straight: BitBoard,
    /// Where W's queens and bishops may be.
    pub diagonal: BitBoard,
    /// The squares that W's pawns and roamers may attack, but not across the king of the other side, or pawns and roamers of that side may stand on.
    pub covered: BitBoard,
    /// Its roamers, in the memory of all.
    roamers: Range<u32>,
}

impl Known {
    pub fn of(draft: &Draft, winner: Color, closed: bool, roamers: Range<u32>) -> Self {
        let (us, them) = (winner as usize, !winner as usize);
        let mut new = Self {
            kings: draft.kings,
            pawns: draft.pawns,
            held: draft.held(),
            guarded: guarded(&draft.pawns, &draft.roamers),
            regions: [BitBoard::EMPTY; 2],
            closed,
            in_check: Color::ALL.map(|colour| draft.is_in_check(colour)),
            roams: [false; 2],
            attacked: BitBoard::EMPTY,
            straight: BitBoard::EMPTY,
            diagonal: BitBoard::EMPTY,
            covered: BitBoard::EMPTY,
            roamers,
        };
        for roamer in &draft.roamers {
            new.regions[roamer.colour as usize] |= roamer.region;
            new.roams[roamer.colour as usize] |= roamer.region.len() > 1;
        }
        let occupied = new.firm() | draft.kings[us].bitboard();
        for roamer in draft.roamers.iter().filter(|roamer| roamer.colour == winner) {
            new.attacked |= if closed && !roamer.followed { roamer.steps() } else { roamer.attacks(occupied) };
            if matches!(roamer.piece, Piece::Queen | Piece::Rook) {
                new.straight |= roamer.region;
            }
            if matches!(roamer.piece, Piece::Queen | Piece::Bishop) {
                new.diagonal |= roamer.region;
            }
        }
        new.covered = new.attacked | spread_pawn(new.pawns[us], winner) | new.pawns[them] | new.regions[them];
        new
    }

    /// Whether a side may move a roamer without taking anything that is known to be there, where the board is closed.
    pub fn roamers_pass(&self, colour: Color) -> bool {
        self.roams[colour as usize] && !self.in_check[colour as usize]
    }

    /// The squares of pawns, kings and held roamers.
    pub fn taken_up(&self) -> BitBoard {
        self.firm() | self.kings[0].bitboard() | self.kings[1].bitboard()
    }

    /// The squares of pawns and held roamers.
    pub fn firm(&self) -> BitBoard {
        self.pawns[0] | self.pawns[1] | self.held[0] | self.held[1]
    }
}

/// The boards that are met, each once.
#[derive(Default)]
pub(super) struct Boards {
    all: Vec<Known>,
    roamers: Vec<Roamer>,
    numbers: HashTable<(u64, u32)>,
}

impl Boards {
    pub fn clear(&mut self) {
        self.all.clear();
        self.roamers.clear();
        self.numbers.clear();
    }

    /// A board.
    pub fn get(&self, number: u32) -> &Known {
        &self.all[number as usize]
    }

    /// The roamers of a board; those that agree stand side by side.
    pub fn roamers(&self, number: u32) -> &[Roamer] {
        let Range { start, end } = self.get(number).roamers;
        &self.roamers[start as usize..end as usize]
    }

    /// The number of a board; its roamers are put into order. It is said whether it is known to be closed.
    pub fn number(&mut self, draft: &mut Draft, winner: Color, closed: bool) -> u32 {
        draft.roamers.sort_unstable_by_key(Roamer::numbers);
        let mut hasher = FxHasher::default();
        (draft.kings, draft.pawns).hash(&mut hasher);
        draft.roamers.iter().for_each(|roamer| roamer.numbers().hash(&mut hasher));
        let hash = hasher.finish();
        let same = |&(_, number): &(u64, u32)| {
            let known = self.get(number);
            known.kings == draft.kings && known.pawns == draft.pawns && self.roamers(number) == draft.roamers
        };
        if let Some(&(_, number)) = self.numbers.find(hash, same) {
            return number;
        }
        let (start, number) = (self.roamers.len() as u32, self.all.len() as u32);
        self.roamers.extend_from_slice(&draft.roamers);
        self.all.push(Known::of(draft, winner, closed, start..self.roamers.len() as u32));
        self.numbers.insert_unique(hash, (hash, number), |&(hash, _)| hash);
        number
    }

    /// The roamer at a place among those of a board, if it is of that colour and the first of those that agree.
    pub fn different(&self, number: u32, place: usize, colour: Color) -> Option<Roamer> {
        let all = self.roamers(number);
        let roamer = *all.get(place)?;
        (roamer.colour == colour && (place == 0 || all[place - 1] != roamer)).then_some(roamer)
    }

    /// Copies a board into a draft.
    pub fn draft(&self, number: u32, draft: &mut Draft) {
        let board = self.get(number);
        (draft.kings, draft.pawns) = (board.kings, board.pawns);
        draft.roamers.clear();
        draft.roamers.extend_from_slice(self.roamers(number));
    }
}
