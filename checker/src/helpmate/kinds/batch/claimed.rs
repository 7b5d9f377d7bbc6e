//! The claim as the file states it: section 1 of the kind's page, and the clauses about the kinds that occur.

use super::{NAME, broken, helpmate, unwinnable};
use crate::core::cbor::Reader;
use crate::core::claim::{Entry, KindName};
use crate::core::fields::quoted;
use crate::core::refusal::{Place, Refusal};

/// The greatest number of kinds.
const MAX_KINDS: usize = 16;

/// The other kinds of the format, in the versions that are specified.
const NO_ENTRIES: [(&str, u64); 5] = [("batch", 1), ("chips", 1), ("losing", 1), ("richman", 1), ("scoring", 1)];

/// The kinds of which a batch may have entries.
const KINDS: [KindName; 2] = [helpmate::KIND, unwinnable::KIND];

/// The claim as the file states it.
pub(super) struct Claimed {
    /// The kinds that are said to occur, with their places.
    pub(super) kinds: Vec<(KindName, Place)>,
    pub(super) entries: u64,
}

impl Claimed {
    /// Reads the claim.
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, Refusal> {
        reader.array_of(2)?;
        let place = reader.place();
        let count = reader.array()?;
        if count > MAX_KINDS {
            return Err(broken("kind", place, format!("expected at most {MAX_KINDS} kinds, found {count}")));
        }
        let mut kinds: Vec<(KindName, Place)> = Vec::new();
        for _ in 0..count {
            let place = reader.place();
            let last = kinds.last().map(|(last, _)| last.name);
            kinds.push((kind(reader, &place, last)?, place));
        }
        Ok(Self { kinds, entries: reader.unsigned()? })
    }

    /// Clause `batch/unused`: each kind occurs.
    pub(super) fn unused(&self, entries: &[Entry]) -> Result<(), Refusal> {
        match self.kinds.iter().find(|(kind, _)| entries.iter().all(|entry| entry.kind != *kind)) {
            Some((unused, place)) => Err(broken("unused", place.clone(), format!("no entry is of kind {}", unused.name))),
            None => Ok(()),
        }
    }
}

/// Clause `batch/kind`: a kind that may occur, behind the `last` one. A kind or version that this checker does not know leaves the file undecided.
fn kind(reader: &mut Reader<'_>, place: &Place, last: Option<&str>) -> Result<KindName, Refusal> {
    reader.array_of(2)?;
    let (name, version) = (reader.text()?, reader.unsigned()?);
    let found = quoted(name, 32);
    let Some(kind) = KINDS.into_iter().find(|kind| (kind.name, kind.version) == (name, version)) else {
        let sentence = format!("expected a kind that may occur in a {NAME}, found {found} version {version}");
        // No entry can be of a kind that the format knows and that is not one of these. Of other kinds and versions nothing is known.
        let group = if NO_ENTRIES.contains(&(name, version)) { NAME } else { "envelope" };
        return Err(Refusal::new(group, "kind", place.clone(), sentence));
    };
    if let Some(last) = last.filter(|last| *last >= name) {
        return Err(broken("kind", place.clone(), format!("{found} does not stand behind {last} in ascending order")));
    }
    Ok(kind)
}
