//! The packed form of positions: section 4 of `spec/rules/chess.md`.

use super::clauses::{Announced, broken};
use crate::chess::bitboard::{RANK_1, RANK_4, RANK_5, RANK_8, ascending, square_bit};
use crate::chess::position::Position;
use crate::chess::role::Role;
use crate::core::refusal::{Place, Refusal};

/// The units with codes 0 to 5, which are White's, and 6 to 11, which are Black's.
const UNITS: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
const EN_PASSANT: u8 = 12;
const CASTLING: u8 = 13;
const WHITE_TO_MOVE: u8 = 14;
const BLACK_TO_MOVE: u8 = 15;

/// Clause `chess/packed`: the occupied squares, a code for each, nothing left over.
pub(super) fn packed(bytes: &[u8], place: &Place) -> Result<Announced, Refusal> {
    read(bytes).map_err(|sentence| broken("packed", place, sentence))
}

fn read(bytes: &[u8]) -> Result<Announced, String> {
    let (occupied, codes) =
        bytes.split_first_chunk().ok_or_else(|| format!("expected 8 bytes for the occupied squares, found {}", bytes.len()))?;
    let occupied = u64::from_le_bytes(*occupied);
    let units = occupied.count_ones();
    let length = u32::try_from(codes.len()).unwrap_or(u32::MAX);
    if length != units.div_ceil(2) {
        return Err(format!("expected {} bytes for {units} units, found {length}", units.div_ceil(2)));
    }
    let mut announced = Announced { units: Position::empty(), white: 0, to_move: 0, castling: 0, doubled: 0 };
    let mut codes = codes.iter().flat_map(|byte| [byte >> 4, byte & 0xf]);
    for (square, code) in ascending(occupied).zip(&mut codes) {
        put(&mut announced, square, code)?;
    }
    match codes.next() {
        None | Some(0) => Ok(announced),
        Some(code) => Err(format!("expected 0 in the half byte that is left over, found {code}")),
    }
}

/// Puts the unit of a code on its square.
fn put(announced: &mut Announced, square: u32, code: u8) -> Result<(), String> {
    let at = square_bit(square);
    let (unit, white) = match code {
        EN_PASSANT => {
            announced.doubled |= at & (RANK_4 | RANK_5);
            (Role::Pawn, at & RANK_4 != 0)
        }
        CASTLING => {
            announced.castling |= at & (RANK_1 | RANK_8);
            (Role::Rook, at & RANK_1 != 0)
        }
        WHITE_TO_MOVE | BLACK_TO_MOVE => {
            announced.to_move |= at;
            (Role::King, code == WHITE_TO_MOVE)
        }
        _ => {
            let (white, black) = (UNITS.get(usize::from(code)), UNITS.get(usize::from(code.saturating_sub(6))));
            let unit = white.or(black).ok_or_else(|| format!("expected the code of a unit, found {code}"))?;
            (*unit, code < 6)
        }
    };
    if code == EN_PASSANT && announced.doubled & at == 0 {
        return Err("expected code 12 on rank 4 or 5, found it elsewhere".to_owned());
    }
    if code == CASTLING && announced.castling & at == 0 {
        return Err("expected code 13 on rank 1 or 8, found it elsewhere".to_owned());
    }
    announced.units.put(unit, at);
    if white {
        announced.white |= at;
    }
    Ok(())
}
