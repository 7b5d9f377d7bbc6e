//! The claim: section 1 of the kind's page, and the clauses about the kinds that occur.

use super::{NAME, broken};
use crate::cbor::Reader;
use crate::kinds::{Entries, KINDS, Kind};
use crate::rejection::{Place, Rejection};

/// So many kinds at most.
const MOST_KINDS: usize = 16;

/// A kind that is said to occur.
pub(super) struct Occurring {
    pub(super) kind: &'static Kind,
    /// What makes the room in which its entries are verified.
    pub(super) entries: fn() -> Box<dyn Entries>,
    place: Place,
}

/// The claim as the file states it.
pub(super) struct Stated {
    pub(super) kinds: Vec<Occurring>,
    pub(super) entries: u64,
}

impl Stated {
    /// Reads the claim of a batch about a game of that rule set.
    pub(super) fn read(reader: &mut Reader<'_>, rules: &str) -> Result<Self, Rejection> {
        reader.array_of(2)?;
        let place = reader.place();
        let count = reader.array()?;
        if count > MOST_KINDS {
            return Err(broken("kind", place, format!("expected at most {MOST_KINDS} kinds, found {count}")));
        }
        let mut kinds: Vec<Occurring> = Vec::new();
        for _ in 0..count {
            let last = kinds.last().map(|last| last.kind.name);
            kinds.push(kind(reader, rules, last)?);
        }
        Ok(Self { kinds, entries: reader.unsigned()? })
    }

    /// Clause `batch/unused`: each kind occurs. `counts` are the entries of each.
    pub(super) fn unused(&self, counts: &[u64]) -> Result<(), Rejection> {
        match self.kinds.iter().zip(counts).find(|(_, count)| **count == 0) {
            Some((unused, _)) => Err(broken("unused", unused.place.clone(), format!("no entry is of kind {}", unused.kind.name))),
            None => Ok(()),
        }
    }
}

/// Clause `batch/kind`: a kind that this checker knows, of those that may occur for the rule set, behind the `last` one.
fn kind(reader: &mut Reader<'_>, rules: &str, last: Option<&str>) -> Result<Occurring, Rejection> {
    let place = reader.place();
    reader.array_of(2)?;
    let (name, version) = (reader.text()?, reader.unsigned()?);
    let known = KINDS.iter().find(|kind| kind.name == name && kind.version == version && kind.games.contains(&rules));
    let Some((kind, entries)) = known.and_then(|kind| Some((kind, kind.entries?))) else {
        let found: String = name.chars().take(32).flat_map(char::escape_debug).collect();
        let sentence = format!("expected a kind that may occur in a {NAME} for {rules}, found {found} version {version}");
        return Err(broken("kind", place, sentence));
    };
    if let Some(last) = last.filter(|last| *last >= name) {
        return Err(broken("kind", place, format!("{} does not stand behind {last} in ascending order", kind.name)));
    }
    Ok(Occurring { kind, entries, place })
}
