//! Computes tables by retrograde analysis: the table of a material, and the table of the same material with the sides
//! exchanged.
//!
//! Captures and promotions lead to other materials, whose tables exist already. Captures are compulsory, so the outcome
//! of a position with a capture comes from other tables. Positions without a capture are decided by going backwards
//! from decided positions. A position is won if a move leads to a position that is lost for the opponent. A position is
//! lost if all moves lead to positions that are won for the opponent. All positions that are not decided in this way
//! are drawn.
//!
//! Tables contain no positions with an en passant square. If a double step allows a capture en passant, the opponent
//! has to capture. So the opponent's best capture decides the outcome of this double step. The retrograde analysis does
//! not consider such double steps.

use super::layout::{Layout, Material, PAWN, Placement, ROLE, ROLES};
use super::{Outcome, Tables};
use crate::control::{Control, Interrupted};
use crate::games::losing_chess::attacks::{self, Bitboard};
use crate::games::losing_chess::moves::squares;
use crate::games::losing_chess::piece::Role;

const FIRST_RANK: Bitboard = 0xff;
const THIRD_RANK: Bitboard = 0xff << 16;
const FOURTH_RANK: Bitboard = 0xff << 24;
const LAST_RANK: Bitboard = 0xff << 56;

/// Number of positions between two checks for an interruption.
const CHECK_EVERY: usize = 1 << 14;

/// Value of [`Side::open`] for a position that cannot be lost, because a move to other material draws.
const NEVER_LOST: u8 = u8::MAX;

/// The table of one side that is being computed.
struct Side {
    layout: Layout,
    /// Undecided positions are stored as drawn.
    outcomes: Vec<Outcome>,
    /// Number of moves that may still avoid a loss, or [`NEVER_LOST`]. The entry is 0 for decided positions and unused
    /// indices.
    open: Vec<u8>,
    distances: Vec<u8>,
}

/// The table of one material.
pub(super) struct Built {
    pub(super) outcomes: Vec<Outcome>,
    /// Number of plies until the winner can force the end of the game or a change of material. Numbers above 255 are
    /// stored as 255.
    pub(super) distances: Vec<u8>,
}

/// Computes the table of a material. Also computes the table of the material with the sides exchanged, if the two
/// materials differ. `tables` must contain all tables to which captures and promotions lead.
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
                    decided.push(packed(number, index));
                }
                Look::Open(moves) => side.open[index] = moves,
            }
        }
    }
    let mut round = 0_u8;
    while !decided.is_empty() {
        round = round.saturating_add(1);
        let mut next = Vec::new();
        for (count, decided) in decided.into_iter().enumerate() {
            if count.is_multiple_of(CHECK_EVERY) {
                control.check()?;
            }
            let (number, index) = unpacked(decided);
            let other = sides.len() - 1 - number;
            let lost = sides[number].outcomes[index] == Outcome::Loss;
            let Some(placement) = sides[number].layout.placement(index) else { continue };
            let Side { layout, outcomes, open, distances } = &mut sides[other];
            before(&placement, layout, |index| {
                if decide((&mut outcomes[index], &mut open[index], &mut distances[index]), lost, round) {
                    next.push(packed(other, index));
                }
            });
        }
        decided = next;
    }
    Ok(sides.into_iter().map(|Side { outcomes, distances, .. }| Built { outcomes, distances }).collect())
}

/// Maximum number of bytes of memory for each index while a table is built and stored. The number includes the outcome,
/// the entry of [`Side::open`], the distance, the packed table, and two lists of decided positions. The capacity of a
/// list may be twice the length of the list.
pub(super) const BYTES_PER_INDEX: u64 = 3 + 2 * 2 * size_of::<u32>() as u64 + 2;

/// Packs the number of a side, 0 or 1, and an index into its table. The result fits into 32 bits, because a table has
/// fewer than 2^31 indices.
fn packed(number: usize, index: usize) -> u32 {
    u32::try_from(index << 1 | number).expect("a table has fewer than 2^31 indices")
}

/// Returns the number of a side and the index that the function [`packed`] has packed.
fn unpacked(position: u32) -> (usize, usize) {
    ((position & 1) as usize, (position >> 1) as usize)
}

impl Side {
    fn new(material: Material) -> Self {
        let layout = Layout::new(material);
        let size = layout.size;
        Self { layout, outcomes: vec![Outcome::Draw; size], open: vec![0; size], distances: vec![0; size] }
    }
}

fn decide((outcome, open, distance): (&mut Outcome, &mut u8, &mut u8), lost: bool, round: u8) -> bool {
    let decided = match *open {
        0 => return false,
        _ if lost => Outcome::Win,
        NEVER_LOST => return false,
        1 => Outcome::Loss,
        _ => {
            *open -= 1;
            return false;
        }
    };
    *open = 0;
    *outcome = decided;
    *distance = round;
    true
}

enum Look {
    /// The outcome does not depend on moves that keep the material.
    Decided(Outcome),
    /// Number of moves that keep the material, or [`NEVER_LOST`].
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

/// Returns the outcome of the best capture, or `None` if there is no capture. `en_passant` contains the en passant
/// square, if there is one.
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

/// Returns the outcome of the best promotion of the pawn on `to`, a square of the last rank.
fn best_arrival(arrived: &Placement, to: Bitboard, tables: &Tables) -> Outcome {
    let promoted = |role: usize| {
        let mut next = *arrived;
        next.units[0][PAWN] ^= to;
        next.units[0][role] ^= to;
        tables.of_placement(&next.exchanged()).reversed()
    };
    (0..PAWN).map(promoted).max().unwrap_or(Outcome::Loss)
}

/// Calls `each` for all positions that lead to this position without a change of material.
fn before(placement: &Placement, layout: &Layout, mut each: impl FnMut(usize)) {
    // The side that has moved is the mover of the positions before.
    let now = placement.exchanged();
    let (around, occupied) = (layout.around(&now), now.of_side(0) | now.of_side(1));
    for (role, &set) in now.units[0].iter().enumerate() {
        for to in squares(set) {
            let origins = if role == PAWN {
                let step = 1_u64 << (to - 8) & !occupied & !FIRST_RANK;
                let double = if 1 << to & FOURTH_RANK == 0 { 0 } else { step >> 8 & !occupied };
                let skipped = double != 0 && can_capture_en_passant(&now.units[1], step, true);
                if skipped { step } else { step | double }
            } else {
                attacks_of(role, to, occupied) & !occupied
            };
            for from in squares(origins) {
                each(around.index(role, to, from));
            }
        }
    }
}

/// Returns whether a pawn among `units` can capture en passant on the square `skipped`. `up` is true if the captured
/// pawn moves up the board.
fn can_capture_en_passant(units: &[Bitboard; ROLES], skipped: Bitboard, up: bool) -> bool {
    pawn_attacks(skipped, up) & units[PAWN] != 0
}

fn pawn_attacks(pawns: Bitboard, up: bool) -> Bitboard {
    let [left, right] = attacks::pawns(pawns, up);
    left | right
}

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
