//! The rule set `subtraction`: both players take counters from a heap of any size and score one point for each counter.
//!
//! Implements `spec/rules/subtraction.md`. A heap can have any size, so positions are not numbered.

use crate::core::cbor::Reader;
use crate::core::game::Description;
use crate::core::refusal::Refusal;

pub(crate) const NAME: &str = "subtraction";

/// Maximum size of a subtraction set.
const MAX_SET: usize = 16;

/// A subtraction set: the numbers of counters that a move can take, in ascending order.
pub(crate) struct Subtraction(Vec<u8>);

/// Reads the parameters `[[s1, s2, …]]`.
pub(crate) fn parameters(reader: &mut Reader<'_>) -> Result<Subtraction, Refusal> {
    reader.array_of(1)?;
    Ok(Subtraction(set(reader)?))
}

/// Clause `subtraction/set`: the set has 1 to 16 entries from 1 to 255 in strictly ascending order. Reads the set.
fn set(reader: &mut Reader<'_>) -> Result<Vec<u8>, Refusal> {
    let place = reader.place();
    let count = reader.array()?;
    if !(1..=MAX_SET).contains(&count) {
        return Err(Refusal::new(NAME, "set", place, format!("expected 1 to {MAX_SET} entries, found {count}")));
    }
    let mut set: Vec<u8> = Vec::with_capacity(count);
    for _ in 0..count {
        let place = reader.place();
        let found = reader.unsigned()?;
        let least = set.last().map_or(1, |last| u64::from(*last).saturating_add(1));
        match u8::try_from(found) {
            Ok(entry) if found >= least => set.push(entry),
            _ => return Err(Refusal::new(NAME, "set", place, format!("expected a number from {least} to 255, found {found}"))),
        }
    }
    Ok(set)
}

impl Subtraction {
    pub(crate) fn description(&self) -> Description {
        let entries: Vec<String> = self.0.iter().map(u8::to_string).collect();
        let set = format!("{{{}}}", entries.join(", "));
        Description { rules: NAME, version: 1, parameters: vec![("set", set)], names: vec![] }
    }

    /// Returns the numbers of counters that a move can take, in ascending order.
    pub(crate) fn set(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    //! Tests accepted and refused subtraction sets.

    use crate::registry::Game;
    use crate::testing::{A, Item, T, U, column, read_game};

    #[test]
    fn sets_in_words() {
        let sixteen: Vec<u64> = (240..=255).collect();
        for (set, words) in [(&[1][..], "set {1}"), (&[1, 3, 4], "set {1, 3, 4}"), (&[255], "set {255}"), (&sixteen, "set {240, 241, ")] {
            let Ok(Game::Scoring(game)) = read_game("subtraction", &A(vec![column(set)])) else { panic!("{words}") };
            assert!(game.description().to_string().starts_with(&format!("subtraction version 1, {words}")), "{words}");
            assert_eq!(game.set().iter().copied().map(u64::from).collect::<Vec<_>>(), set);
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
            assert_eq!(read_game("subtraction", &parameters).err().map(|refusal| refusal.code()).as_deref(), Some(code), "{title}");
        }
        let text = A(vec![A(vec![T("1")])]);
        assert_eq!(read_game("subtraction", &text).err().map(|refusal| refusal.code()).as_deref(), Some("cbor/type"));
    }
}
