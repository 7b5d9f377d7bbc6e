//! The rule set `subtraction`: a heap of any size from which both players take, for points.
//!
//! Implements `spec/rules/subtraction.md`. The game is meant for heaps of every size, so its positions have no numbers; a kind that applies to it
//! asks for the subtraction set.

use crate::cbor::Reader;
use crate::game::{CitedGame, Description, Game, Positions, Unnumbered};
use crate::rejection::Rejection;

pub(crate) const NAME: &str = "subtraction";
pub(crate) const VERSION: u64 = 1;

/// The greatest number of entries.
const MOST: usize = 16;

/// A subtraction set: numbers that may be taken, ascending.
struct Subtraction(Vec<u8>);

/// The parameters `[[s1, s2, …]]`.
pub(crate) fn parameters(reader: &mut Reader<'_>) -> Result<Box<dyn Game>, Rejection> {
    reader.array_of(1)?;
    Ok(Box::new(Subtraction(set(reader)?)))
}

/// Clause `subtraction/set`: 1 to 16 entries from 1 to 255, strictly ascending.
fn set(reader: &mut Reader<'_>) -> Result<Vec<u8>, Rejection> {
    let place = reader.place();
    let count = reader.array()?;
    if !(1..=MOST).contains(&count) {
        return Err(Rejection::new(NAME, "set", place, format!("expected 1 to {MOST} entries, found {count}")));
    }
    let mut set: Vec<u8> = Vec::with_capacity(count);
    for _ in 0..count {
        let place = reader.place();
        let found = reader.unsigned()?;
        let least = set.last().map_or(1, |last| u64::from(*last).saturating_add(1));
        match u8::try_from(found) {
            Ok(entry) if found >= least => set.push(entry),
            _ => return Err(Rejection::new(NAME, "set", place, format!("expected a number from {least} to 255, found {found}"))),
        }
    }
    Ok(set)
}

impl Game for Subtraction {
    fn description(&self) -> Description {
        let entries: Vec<String> = self.0.iter().map(u8::to_string).collect();
        Description { rules: NAME, version: VERSION, parameters: vec![("set", format!("{{{}}}", entries.join(", ")))] }
    }

    fn cited(&self) -> Vec<CitedGame> {
        vec![]
    }

    fn numbering_bytes(&self) -> u64 {
        0
    }

    fn positions(&self, _: u32) -> Result<Box<dyn Positions + '_>, Unnumbered> {
        Err(Unnumbered::TooMany)
    }

    fn subtraction_set(&self) -> Option<&[u8]> {
        Some(&self.0)
    }
}

#[cfg(test)]
mod tests {
    //! Sets read, and sets refused.

    use crate::game::Unnumbered;
    use crate::testing::{A, Item, T, U, column, read_game};

    #[test]
    fn sets_in_words() {
        let sixteen: Vec<u64> = (240..=255).collect();
        for (set, words) in [(&[1][..], "set {1}"), (&[1, 3, 4], "set {1, 3, 4}"), (&[255], "set {255}"), (&sixteen, "set {240, 241, ")] {
            let game = read_game("subtraction", &A(vec![column(set)])).unwrap();
            assert!(game.description().to_string().starts_with(&format!("subtraction version 1, {words}")), "{words}");
            assert_eq!(game.subtraction_set().map(|known| known.iter().copied().map(u64::from).collect()), Some(set.to_vec()));
            assert_eq!(game.positions(u32::MAX).err(), Some(Unnumbered::TooMany), "{words}");
            assert!(game.cited().is_empty() && game.whole().is_none());
        }
    }

    #[test]
    fn sets_refused() {
        let seventeen: Vec<u64> = (1..=17).collect();
        let table: [(&str, Item, &str); 11] = [
            ("No entry", A(vec![column(&[])]), "subtraction/set"),
            ("Seventeen entries", A(vec![column(&seventeen)]), "subtraction/set"),
            ("Nothing may be taken", A(vec![column(&[0])]), "subtraction/set"),
            ("256", A(vec![column(&[1, 256])]), "subtraction/set"),
            ("2^64 - 1", A(vec![column(&[u64::MAX])]), "subtraction/set"),
            ("257, which is 1 in a byte", A(vec![column(&[257])]), "subtraction/set"),
            ("An entry twice", A(vec![column(&[2, 2])]), "subtraction/set"),
            ("Descending", A(vec![column(&[3, 2])]), "subtraction/set"),
            ("No set", A(vec![]), "cbor/type"),
            ("A number for a set", column(&[1]), "cbor/type"),
            ("A set and a number", A(vec![column(&[1]), U(1)]), "cbor/type"),
        ];
        for (title, parameters, code) in table {
            assert_eq!(read_game("subtraction", &parameters).err().map(|rejection| rejection.code()).as_deref(), Some(code), "{title}");
        }
        let text = A(vec![A(vec![T("1")])]);
        assert_eq!(read_game("subtraction", &text).err().map(|rejection| rejection.code()).as_deref(), Some("cbor/type"));
    }
}
