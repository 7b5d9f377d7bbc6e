//! Reads the claim (section 1 of `spec/kinds/batch.md`), and tests the clauses about the kinds of claims in the batch.

use super::{NAME, broken, helpmate, unwinnable};
use crate::core::cbor::Reader;
use crate::core::claim::{Entry, KindName};
use crate::core::fields::quoted;
use crate::core::refusal::{Place, Refusal};

/// Greatest number of kinds in a batch.
const MAX_KINDS: usize = 16;

/// The certificate kinds that are forbidden in a batch, with their versions.
const NO_ENTRIES: [(&str, u64); 10] = [
    ("batch", 1),
    ("bracket", 1),
    ("chips", 1),
    ("losing", 1),
    ("losing", 2),
    ("richman", 1),
    ("richman", 2),
    ("safe", 1),
    ("scoring", 1),
    ("strategy", 1),
];

/// The kinds that are allowed in a batch.
const KINDS: [KindName; 2] = [helpmate::KIND, unwinnable::KIND];

/// The claim that is read from the file, before it is verified.
pub(super) struct Claimed {
    /// The kinds of claims in the batch, each with its location in the file.
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

    /// Clause `batch/unused`: for every listed kind, the batch has a claim.
    pub(super) fn unused(&self, entries: &[Entry]) -> Result<(), Refusal> {
        match self.kinds.iter().find(|(kind, _)| entries.iter().all(|entry| entry.kind != *kind)) {
            Some((unused, place)) => Err(broken("unused", place.clone(), format!("no entry is of kind {}", unused.name))),
            None => Ok(()),
        }
    }
}

/// Clause `batch/kind`: the kind is allowed in a batch, and its name comes after the name `last` in the alphabet. If
/// this checker does not know the kind or its version, the file is undecided.
fn kind(reader: &mut Reader<'_>, place: &Place, last: Option<&str>) -> Result<KindName, Refusal> {
    reader.array_of(2)?;
    let (name, version) = (reader.text()?, reader.unsigned()?);
    let found = quoted(name, 32);
    let Some(kind) = KINDS.into_iter().find(|kind| (kind.name, kind.version) == (name, version)) else {
        let sentence = format!("expected a kind that may occur in a {NAME}, found {found} version {version}");
        // The clause depends on the kind. The format's other kinds cannot be entries, so a batch that lists one of them
        // is invalid. About unknown kinds and versions, the checker cannot decide.
        let group = if NO_ENTRIES.contains(&(name, version)) { NAME } else { "envelope" };
        return Err(Refusal::new(group, "kind", place.clone(), sentence));
    };
    if let Some(last) = last.filter(|last| *last >= name) {
        return Err(broken("kind", place.clone(), format!("{found} does not stand after {last} in ascending order")));
    }
    Ok(kind)
}
