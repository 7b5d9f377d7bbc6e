//! The entries: section 2 of the kind's page.

use super::stated::{EntryKind, Stated};
use super::{broken, helpmate, unwinnable};
use crate::core::cbor::{Reader, wide};
use crate::core::claim::{Claim, Entry};
use crate::core::fields::placed;
use crate::core::refusal::{Place, Refusal};
use crate::core::work::{Meter, work};
use crate::helpmate::game::HelpmateGame;

/// Skeletons that any batch may announce, and for each of its bytes.
const SKELETONS_PER_FILE: u64 = 1 << 15;
const SKELETONS_PER_BYTE: u64 = 32;

/// A batch being read.
pub(super) struct Batch<'s> {
    stated: &'s Stated,
    file_size: u64,
    /// The steps and the skeletons that the entries so far have announced.
    announced: [u64; 2],
    lines: helpmate::Scratch,
    positions: unwinnable::Scratch,
    claims: Vec<Entry>,
}

impl<'s> Batch<'s> {
    /// Reads and verifies all entries.
    pub(super) fn read(reader: &mut Reader<'_>, game: &dyn HelpmateGame, stated: &'s Stated, meter: &mut Meter) -> Result<Self, Refusal> {
        let (lines, positions) = (helpmate::Scratch::default(), unwinnable::Scratch::new());
        let mut batch = Self { stated, file_size: reader.file_size(), announced: [0; 2], lines, positions, claims: Vec::new() };
        entries(reader, stated.entries)?;
        for number in 0..stated.entries {
            batch.read_entry(reader, game, meter).map_err(|refusal| within(number, refusal))?;
        }
        Ok(batch)
    }

    /// Reads and verifies an entry.
    fn read_entry(&mut self, reader: &mut Reader<'_>, game: &dyn HelpmateGame, meter: &mut Meter) -> Result<(), Refusal> {
        reader.array_of(3)?;
        let kind = self.entry(reader)?;
        let ([all_steps, all_skeletons], file_size) = (&mut self.announced, self.file_size);
        let count = |steps: u64, skeletons: u32| {
            *all_steps = all_steps.saturating_add(steps);
            *all_skeletons = all_skeletons.saturating_add(u64::from(skeletons));
            work(*all_steps, file_size)?;
            skeletons_in_proportion(*all_skeletons, file_size)
        };
        let claim: Box<dyn Claim> = match kind {
            EntryKind::Helpmate => Box::new(helpmate::entry(reader, game, &mut self.lines, count, meter)?),
            EntryKind::Unwinnable => Box::new(unwinnable::entry(reader, game, &mut self.positions, count, meter)?),
        };
        self.claims.push(Entry { kind: kind.name(), claim });
        Ok(())
    }

    /// The number of entries of each kind.
    pub(super) fn counts(&self) -> Vec<u64> {
        let count = |kind: &EntryKind| wide(self.claims.iter().filter(|entry| entry.kind == kind.name()).count());
        self.stated.kinds.iter().map(|(kind, _)| count(kind)).collect()
    }

    /// The claims of the entries.
    pub(super) fn claims(self) -> Vec<Entry> {
        self.claims
    }

    /// Clause `batch/entry`: k is less than the number of kinds.
    fn entry(&self, reader: &mut Reader<'_>) -> Result<EntryKind, Refusal> {
        let (found, place) = placed(reader)?;
        let known = usize::try_from(found).ok().and_then(|number| self.stated.kinds.get(number));
        let most = self.stated.kinds.len();
        let sentence = || format!("expected a number below {most}, the number of kinds, found {found}");
        known.map(|(kind, _)| *kind).ok_or_else(|| broken("entry", place, sentence()))
    }
}

/// Clause `resources/work` for skeletons, of which few bytes could ask for very many.
fn skeletons_in_proportion(announced: u64, file_size: u64) -> Result<(), Refusal> {
    let most = file_size.saturating_mul(SKELETONS_PER_BYTE).saturating_add(SKELETONS_PER_FILE);
    if announced > most {
        let sentence =
            format!("the entries of a file of {file_size} bytes announce {announced} skeletons; {most} are in proportion to its size");
        return Err(Refusal::new("resources", "work", Place::Byte(0), sentence));
    }
    Ok(())
}

/// Clause `batch/entries`: as many as claimed.
fn entries(reader: &mut Reader<'_>, stated: u64) -> Result<(), Refusal> {
    let place = reader.place();
    let found = wide(reader.array()?);
    if found != stated {
        return Err(broken("entries", place, format!("{stated} entries are claimed, there are {found}")));
    }
    Ok(())
}

/// A refusal of an entry, with its place in the batch.
#[cold]
fn within(number: u64, refusal: Refusal) -> Refusal {
    Refusal { place: Place::Entry { number, place: Box::new(refusal.place) }, ..refusal }
}
