//! Reads games of the rule set `graph` from certificates. A certificate of this rule set contains the complete game
//! (`spec/rules/graph.md`, section 1).

use super::after_names;
use super::cbor::Reader;
use crate::model::graph::{End, Lists};
use crate::model::parts::Parts;

/// Reads the game from a verified certificate of the rule set `graph`. Returns `None` if the game cannot be read.
#[must_use]
pub fn read(certificate: &[u8]) -> Option<Parts> {
    let mut reader = after_names(certificate)?;
    let _ = reader.array()?;
    let title = reader.text()?;
    let players = [reader.text()?, reader.text()?];
    let start = usize::try_from(reader.unsigned()?).ok()?;
    let mut positions = Vec::new();
    let mut options = [Lists::with_capacity(0, 0), Lists::with_capacity(0, 0)];
    for _ in 0..reader.array()? {
        let _ = reader.array()?;
        positions.push(reader.text()?);
        for lists in &mut options {
            lists.push(&list(&mut reader)?);
        }
    }
    let end = |reader: &mut Reader<'_>| {
        let _ = reader.array()?;
        let name = reader.text()?;
        let outcome = reader.unsigned()?;
        let outcome = [End::Left, End::Right, End::Nobody].into_iter().find(|end| *end as u64 == outcome)?;
        Some((name, outcome))
    };
    let ends = (0..reader.array()?).map(|_| end(&mut reader)).collect::<Option<_>>()?;
    Some(Parts { title, players, start, positions, options, ends })
}

/// Reads the positions to which one player can move from a position.
fn list(reader: &mut Reader<'_>) -> Option<Vec<u32>> {
    (0..reader.array()?).map(|_| u32::try_from(reader.unsigned()?).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::{Parts, read};
    use crate::certificate::emit::envelope::certificate;
    use crate::model::graph::{End, Lists};
    use crate::model::name::{GameName, Parameter};

    #[test]
    fn the_game_that_was_written() {
        let lists = |lists: &[&[u32]]| {
            let mut all = Lists::with_capacity(0, 0);
            lists.iter().for_each(|list| all.push(list));
            all
        };
        let expected = Parts {
            title: "Two".to_owned(),
            players: ["Alice", "Bob"].map(str::to_owned),
            start: 1,
            positions: vec!["p".to_owned(), "q".to_owned()],
            options: [lists(&[&[1, 2], &[3]]), lists(&[&[4], &[0, 0, 4]])],
            ends: [("won", End::Left), ("lost", End::Right), ("drawn", End::Nobody)].map(|(name, end)| (name.to_owned(), end)).to_vec(),
        };
        let text = |text: &str| Parameter::Text(text.to_owned());
        let list = |list: &[u64]| Parameter::Array(list.iter().map(|&number| Parameter::Unsigned(number)).collect());
        let position = |name, left: &[u64], right: &[u64]| Parameter::Array(vec![text(name), list(left), list(right)]);
        let end = |name, outcome| Parameter::Array(vec![text(name), Parameter::Unsigned(outcome)]);
        let positions = Parameter::Array(vec![position("p", &[1, 2], &[4]), position("q", &[3], &[0, 0, 4])]);
        let ends = Parameter::Array(vec![end("won", 0), end("lost", 1), end("drawn", 2)]);
        let parameters = vec![text("Two"), text("Alice"), text("Bob"), Parameter::Unsigned(1), positions, ends];
        let written = certificate(("richman", 1), &GameName { rules: "graph", version: 1, parameters }, &[], |_| {}, |_| {});
        assert_eq!(read(&written), Some(expected));
        assert_eq!((read(&written[..40]), read(&[])), (None, None));
    }
}
