//! The first field of FEN, which says what stands where on a board of 8x8.

use super::lines::{Squares, single, square};
use super::unit::Unit;

/// Calls `put` with each unit, its square, and whether it is White's. Ranks come from the eighth to the first, each from file a to h. `None` if
/// the field is none.
pub(crate) fn read(field: &str, mut put: impl FnMut(Unit, Squares, bool)) -> Option<()> {
    let mut ranks = field.split('/');
    for rank in (0..8).rev() {
        let mut file = 0_i8;
        let mut counted = false;
        for letter in ranks.next()?.chars() {
            if let Some(empty @ 1..=8) = letter.to_digit(10) {
                if counted {
                    return None;
                }
                file = file.checked_add(i8::try_from(empty).ok()?)?;
                counted = true;
            } else {
                put(Unit::of_letter(letter)?, single(square(file, rank)?), letter.is_ascii_uppercase());
                file = file.checked_add(1)?;
                counted = false;
            }
        }
        if file != 8 {
            return None;
        }
    }
    ranks.next().is_none().then_some(())
}

/// Writes the field of a board: `unit` says what is on a square, and whether it is White's.
pub(crate) fn write(text: &mut String, unit: impl Fn(Squares) -> Option<(Unit, bool)>) {
    for rank in (0..8_u32).rev() {
        if rank < 7 {
            text.push('/');
        }
        let mut empty = 0_u32;
        for file in 0..8 {
            let Some((unit, white)) = unit(single((rank * 8) | file)) else {
                empty = empty.saturating_add(1);
                continue;
            };
            count(text, &mut empty);
            text.push(if white { unit.letter() } else { unit.letter().to_ascii_lowercase() });
        }
        count(text, &mut empty);
    }
}

/// Writes the number of empty squares, if there are any.
fn count(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        text.extend(char::from_digit(*empty, 10));
    }
    *empty = 0;
}
