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

/// The field of a board: `unit` says what is on a square, and whether it is White's.
pub(crate) fn write(unit: impl Fn(Squares) -> Option<(Unit, bool)>) -> String {
    let rank_text = |rank| {
        let mut text = String::new();
        let mut empty = 0_u32;
        for at in (0..8).filter_map(|file| square(file, rank)).map(single) {
            let Some((unit, white)) = unit(at) else {
                empty = empty.saturating_add(1);
                continue;
            };
            count(&mut text, &mut empty);
            text.push(if white { unit.letter() } else { unit.letter().to_ascii_lowercase() });
        }
        count(&mut text, &mut empty);
        text
    };
    (0..8).rev().map(rank_text).collect::<Vec<_>>().join("/")
}

/// Writes the number of empty squares, if there are any.
fn count(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        text.push_str(&empty.to_string());
    }
    *empty = 0;
}
