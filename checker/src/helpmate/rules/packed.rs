//! Reads positions in the packed format: section 4 of `spec/rules/chess.md`.

use super::clauses::{Announced, broken};
use crate::chess::bitboard::{RANK_1, RANK_4, RANK_5, RANK_8, ascending, square_bit};
use crate::chess::position::Position;
use crate::chess::role::Role;
use crate::core::refusal::{Place, Refusal};

/// Clause `chess/packed`: the bytes are the set of occupied squares, followed by four bits for each occupied square.
pub(super) fn packed(bytes: &[u8], place: &Place) -> Result<Announced, Refusal> {
    read(bytes).map_err(|sentence| broken("packed", place, sentence))
}

#[inline]
fn read(bytes: &[u8]) -> Result<Announced, String> {
    let (occupied, codes) =
        bytes.split_first_chunk().ok_or_else(|| format!("expected 8 bytes for the occupied squares, found {}", bytes.len()))?;
    let occupied = u64::from_le_bytes(*occupied);
    let units = occupied.count_ones();
    let length = u32::try_from(codes.len()).unwrap_or(u32::MAX);
    if length != units.div_ceil(2) {
        return Err(format!("expected {} bytes for {units} units, found {length}", units.div_ceil(2)));
    }
    // For each code, `with` has the set of the squares with this code.
    let mut with = [0; 16];
    let mut squares = ascending(occupied);
    for code in codes.iter().flat_map(|byte| [byte >> 4, byte & 0xf]) {
        match (squares.next(), with.get_mut(usize::from(code))) {
            (Some(square), Some(with)) => *with |= square_bit(square),
            _ if code == 0 => {}
            _ => return Err(format!("expected 0 in the half byte that is left over, found {code}")),
        }
    }
    // Codes 0 to 5 are White's pieces and pawns, and codes 6 to 11 are Black's.
    let [p, n, b, r, q, k, pawns, knights, bishops, rooks, queens, kings, doubled, castling, white_to_move, black_to_move] = with;
    if doubled & !(RANK_4 | RANK_5) != 0 {
        return Err("expected code 12 on rank 4 or 5, found it elsewhere".to_owned());
    }
    if castling & !(RANK_1 | RANK_8) != 0 {
        return Err("expected code 13 on rank 1 or 8, found it elsewhere".to_owned());
    }
    let to_move = white_to_move | black_to_move;
    let white = p | n | b | r | q | k | doubled & RANK_4 | castling & RANK_1 | white_to_move;
    let mut units = Position::empty();
    units.put(Role::Pawn, p | pawns | doubled);
    units.put(Role::Knight, n | knights);
    units.put(Role::Bishop, b | bishops);
    units.put(Role::Rook, r | rooks | castling);
    units.put(Role::Queen, q | queens);
    units.put(Role::King, k | kings | to_move);
    Ok(Announced { units, white, to_move, castling, doubled })
}
