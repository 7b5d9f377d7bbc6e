//! Computes the tables of a material and of its exchange by retrograde analysis.
//!
//! Captures and promotions lead to other materials, whose tables exist already. Captures are compulsory, so a position
//! with a capture is decided at once. Other positions are decided backwards: a position before a lost one is won, and a
//! position is lost when all of its moves lead to won positions. All positions that remain undecided are drawn.
//!
//! Tables have no en passant square. If a pawn can be captured en passant after its double step, some capture is
//! compulsory, so the double step has the value of the best capture. It leads to no entry of a table, and the backward
//! step from the position without the en passant square is left out.

use super::layout::{Layout, Material, PAWN, Placement, ROLE, ROLES};
use super::{Outcome, Tables};
use crate::control::{Control, Interrupted};
use crate::games::losing_chess::attacks::{self, Bitboard};
use crate::games::losing_chess::moves::squares;
use crate::games::losing_chess::piece::Role;

const THIRD_RANK: Bitboard = 0xff << 16;
const FIFTH_RANK: Bitboard = 0xff << 32;
const LAST_RANK: Bitboard = 0xff << 56;

/// Number of positions between two checks for an interruption.
const CHECK_EVERY: usize = 1 << 14;

/// Value of [`Side::open`] for positions that cannot be lost, because a move that leaves the material draws.
const NEVER_LOST: u8 = u8::MAX;

/// A table while it is computed.
struct Side {
    layout: Layout,
    /// Undecided positions are stored as drawn.
    outcomes: Vec<Outcome>,
    /// For an undecided position, the number of moves within the material that are not known to lead to a win of the
    /// other side. Zero for a decided position, and for an index without a position.
    open: Vec<u8>,
    distances: Vec<u8>,
}

/// The table of one material.
pub(super) struct Built {
    pub(super) layout: Layout,
    /// Outcome for each index.
    pub(super) outcomes: Vec<Outcome>,
    /// For each position that is not drawn, the number of plies after which the winner can force a move to another
    /// material or the end of the game. Numbers above 255 are stored as 255.
    pub(super) distances: Vec<u8>,
}

/// Computes the table of a material, and of its exchange if that is another material. `tables` must have all materials
/// to which captures and promotions lead.
///
/// # Errors
/// [`Interrupted`] if `control` asks for a stop.
pub(super) fn build(material: Material, tables: &Tables, control: Control) -> Result<Vec<Built>, Interrupted> {
    let materials = if material == material.exchanged() { vec![material] } else { vec![material, material.exchanged()] };
    let mut sides: Vec<Side> = materials.iter().map(|&material| Side::new(material)).collect();
    let mut decided = Vec::new();
    for (number, side) in sides.iter_mut().enumerate() {
        for index in 0..side.layout.size {
            if index.is_multiple_of(CHECK_EVERY) {
                control.check()?;
            }
            let Some(placement) = side.layout.placement(index) else { continue };
            match first_look(&placement, tables) {
                Look::Decided(Outcome::Draw) => {}
                Look::Decided(outcome) => {
                    side.outcomes[index] = outcome;
                    decided.push((number, index));
                }
                Look::Open(moves) => side.open[index] = moves,
            }
        }
    }
    let mut round = 0_u8;
    while !decided.is_empty() {
        round = round.saturating_add(1);
        let mut next = Vec::new();
        for (count, (number, index)) in decided.into_iter().enumerate() {
            if count.is_multiple_of(CHECK_EVERY) {
                control.check()?;
            }
            let other = sides.len() - 1 - number;
            let lost = sides[number].outcomes[index] == Outcome::Loss;
            let Some(placement) = sides[number].layout.placement(index) else { continue };
            before(&placement, |previous| {
                if let Some(index) = sides[other].decide(previous, lost, round) {
                    next.push((other, index));
                }
            });
        }
        decided = next;
    }
    Ok(sides.into_iter().map(|Side { layout, outcomes, distances, .. }| Built { layout, outcomes, distances }).collect())
}

impl Side {
    fn new(material: Material) -> Self {
        let layout = Layout::new(material);
        let size = layout.size;
        Self { layout, outcomes: vec![Outcome::Draw; size], open: vec![0; size], distances: vec![0; size] }
    }

    /// Records that a move from `previous` leads to a decided position, which is lost or won for the side to move
    /// there. Returns the index of `previous` if this decides it.
    fn decide(&mut self, previous: &Placement, lost: bool, round: u8) -> Option<usize> {
        let index = self.layout.index(previous);
        let open = &mut self.open[index];
        let outcome = match *open {
            0 => return None,
            _ if lost => Outcome::Win,
            NEVER_LOST => return None,
            1 => Outcome::Loss,
            _ => {
                *open -= 1;
                return None;
            }
        };
        *open = 0;
        self.outcomes[index] = outcome;
        self.distances[index] = round;
        Some(index)
    }
}

/// What is known of a position without its moves within the material.
enum Look {
    /// The outcome, which these moves do not change.
    Decided(Outcome),
    /// Number of moves within the material, or [`NEVER_LOST`].
    Open(u8),
}

fn first_look(placement: &Placement, tables: &Tables) -> Look {
    if let Some(best) = best_capture(placement, 0, tables) {
        return Look::Decided(best);
    }
    let occupied = placement.of_side(0) | placement.of_side(1);
    // The best outcome of the moves that leave the material.
    let (mut moves, mut best) = (0, None);
    for (role, &set) in placement.units[0].iter().enumerate() {
        if role == PAWN {
            continue;
        }
        for from in squares(set) {
            moves += (attacks_of(role, from, occupied) & !occupied).count_ones();
        }
    }
    for from in squares(placement.units[0][PAWN]) {
        let step = 1_u64 << (from + 8) & !occupied;
        let double = (step & THIRD_RANK) << 8 & !occupied;
        if step & LAST_RANK != 0 {
            let next = placement.moved(PAWN, from, step);
            best = best.max(Some(best_arrival(&next, step, tables)));
        } else {
            moves += step.count_ones();
        }
        if double != 0 && can_capture_en_passant(&placement.units[1], step, true) {
            let next = placement.moved(PAWN, from, double).exchanged();
            best = best.max(best_capture(&next, step.swap_bytes(), tables).map(Outcome::reversed));
        } else {
            moves += double.count_ones();
        }
    }
    match (u8::try_from(moves).unwrap_or(NEVER_LOST), best) {
        (_, Some(Outcome::Win)) => Look::Decided(Outcome::Win),
        (0, None) => Look::Decided(tables.stalemate(placement)),
        (0, Some(best)) => Look::Decided(best),
        (_, Some(Outcome::Draw)) => Look::Open(NEVER_LOST),
        (moves, _) => Look::Open(moves),
    }
}

/// Returns the outcome of the best capture, or `None` if there is no capture. `en_passant` has the en passant square,
/// if there is one.
pub(super) fn best_capture(placement: &Placement, en_passant: Bitboard, tables: &Tables) -> Option<Outcome> {
    let enemies = placement.of_side(1);
    let occupied = placement.of_side(0) | enemies;
    let mut best = None;
    for (role, &set) in placement.units[0].iter().enumerate() {
        for from in squares(set) {
            let targets = if role == PAWN {
                pawn_attacks(1 << from, true) & (enemies | en_passant)
            } else {
                attacks_of(role, from, occupied) & enemies
            };
            for to in squares(targets) {
                let to = 1_u64 << to;
                let captured = if to & enemies == 0 { to >> 8 } else { to };
                let mut next = placement.moved(role, from, to);
                next.units[1].iter_mut().for_each(|set| *set &= !captured);
                let outcome = if role == PAWN && to & LAST_RANK != 0 {
                    best_arrival(&next, to, tables)
                } else {
                    tables.of_placement(&next.exchanged()).reversed()
                };
                if outcome == Outcome::Win {
                    return Some(outcome);
                }
                best = best.max(Some(outcome));
            }
        }
    }
    best
}

/// Returns the outcome of the best promotion of the pawn that stands on the last rank.
fn best_arrival(arrived: &Placement, to: Bitboard, tables: &Tables) -> Outcome {
    let promoted = |role: usize| {
        let mut next = *arrived;
        next.units[0][PAWN] ^= to;
        next.units[0][role] ^= to;
        tables.of_placement(&next.exchanged()).reversed()
    };
    (0..PAWN).map(promoted).max().unwrap_or(Outcome::Loss)
}

/// Calls `each` for all positions from which a move within the material leads to this one.
fn before(placement: &Placement, mut each: impl FnMut(&Placement)) {
    let occupied = placement.of_side(0) | placement.of_side(1);
    let mut all = |role: usize, to: u32, origins: Bitboard| {
        for from in squares(origins) {
            let mut previous = *placement;
            previous.units[1][role] ^= 1 << to | 1 << from;
            each(&previous.exchanged());
        }
    };
    for (role, &set) in placement.units[1].iter().enumerate() {
        for to in squares(set) {
            if role != PAWN {
                all(role, to, attacks_of(role, to, occupied) & !occupied);
                continue;
            }
            // The other side's pawns move down the board and never stand on the last rank.
            let step = 1_u64 << (to + 8) & !occupied & !LAST_RANK;
            let double = if 1 << to & FIFTH_RANK == 0 { 0 } else { step << 8 & !occupied };
            let skipped = double != 0 && can_capture_en_passant(&placement.units[0], step, false);
            all(role, to, if skipped { step } else { step | double });
        }
    }
}

/// Returns whether some pawn can capture en passant on the square `skipped`, over which a pawn has moved. `up` is true
/// if this pawn moves up the board.
fn can_capture_en_passant(units: &[Bitboard; ROLES], skipped: Bitboard, up: bool) -> bool {
    pawn_attacks(skipped, up) & units[PAWN] != 0
}

fn pawn_attacks(pawns: Bitboard, up: bool) -> Bitboard {
    let [left, right] = attacks::pawns(pawns, up);
    left | right
}

/// Returns the squares that a piece attacks.
fn attacks_of(role: usize, from: u32, occupied: Bitboard) -> Bitboard {
    match ROLE[role] {
        Role::Queen => attacks::bishop(from, occupied) | attacks::rook(from, occupied),
        Role::Rook => attacks::rook(from, occupied),
        Role::Bishop => attacks::bishop(from, occupied),
        Role::Knight => attacks::knight(from),
        Role::King => attacks::king(from),
        Role::Pawn => 0,
    }
}
