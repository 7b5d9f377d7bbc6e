//! The entries: section 2 of the kind's page.

use super::stated::{EntryKind, Stated};
use super::unwinnable::Announced;
use super::{broken, helpmate, unwinnable};
use crate::core::cbor::{Reader, wide};
use crate::core::claim::{Claim, Entry};
use crate::core::fields::placed;
use crate::core::refusal::{Place, Refusal};
use crate::core::work::{Meter, work};
use crate::helpmate::game::HelpmateGame;

/// Moves of the kind `helpmate` are announced as this many steps.
const STEPS_PER_MOVE: u64 = 8;
/// Skeletons that any file may announce, and for each of its bytes.
const SKELETONS_PER_FILE: u64 = 1 << 15;
const SKELETONS_PER_BYTE: u64 = 32;

/// What the entries so far have announced.
struct Announcement {
    file_size: u64,
    steps: u64,
    skeletons: u64,
}

impl Announcement {
    /// Adds what an entry announces, and tests the sums: clause `resources/work`.
    fn add(&mut self, steps: u64, skeletons: u32) -> Result<(), Refusal> {
        self.steps = self.steps.saturating_add(steps);
        work(self.steps, self.file_size)?;
        self.skeletons = self.skeletons.saturating_add(u64::from(skeletons));
        let most = self.file_size.saturating_mul(SKELETONS_PER_BYTE).saturating_add(SKELETONS_PER_FILE);
        if self.skeletons > most {
            let sentence = format!("entries announce {} skeletons; {most} are in proportion to {} bytes", self.skeletons, self.file_size);
            return Err(Refusal::new("resources", "work", Place::Byte(0), sentence));
        }
        Ok(())
    }
}

/// A batch being read.
pub(super) struct Batch<'s> {
    stated: &'s Stated,
    announcement: Announcement,
    lines: helpmate::Scratch,
    positions: unwinnable::Scratch,
    claims: Vec<Entry>,
}

impl<'s> Batch<'s> {
    /// Reads and verifies all entries.
    pub(super) fn read(reader: &mut Reader<'_>, game: &dyn HelpmateGame, stated: &'s Stated, meter: &mut Meter) -> Result<Self, Refusal> {
        let announcement = Announcement { file_size: reader.file_size(), steps: 0, skeletons: 0 };
        let (lines, positions) = (helpmate::Scratch::default(), unwinnable::Scratch::new());
        let mut batch = Self { stated, announcement, lines, positions, claims: Vec::new() };
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
        let all = &mut self.announcement;
        let claim: Box<dyn Claim> = match kind {
            EntryKind::Helpmate => {
                let count = |plies| all.add(u64::from(plies).saturating_mul(STEPS_PER_MOVE), 0);
                Box::new(helpmate::entry(reader, game, &mut self.lines, count, meter)?)
            }
            EntryKind::Unwinnable => {
                let count = |Announced { steps, skeletons }| all.add(steps, skeletons);
                Box::new(unwinnable::entry(reader, game, &mut self.positions, count, meter)?)
            }
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
