//! The entries: section 2 of the kind's page.

use super::broken;
use super::claim::Stated;
use super::table::{Entry, Table};
use super::words::Words;
use crate::cbor::Reader;
use crate::claim::Claim;
use crate::game::Game;
use crate::kinds::{Entries, Kind};
use crate::rejection::{Place, Rejection};

/// A kind that occurs, and the room in which its entries are verified.
struct Occurring {
    kind: &'static Kind,
    room: Box<dyn Entries>,
}

/// A batch being read.
pub(super) struct Batch {
    kinds: Vec<Occurring>,
    words: Words,
    entries: Vec<Entry>,
}

impl Batch {
    /// Reads and verifies all entries.
    pub(super) fn read(reader: &mut Reader<'_>, game: &dyn Game, stated: &Stated) -> Result<Self, Rejection> {
        let kinds = stated.kinds.iter().map(|occurring| Occurring { kind: occurring.kind, room: (occurring.entries)() });
        let names = stated.kinds.iter().map(|occurring| occurring.kind.name);
        let mut batch = Self { words: Words::new(names), kinds: kinds.collect(), entries: Vec::new() };
        entries(reader, stated.entries)?;
        for number in 0..stated.entries {
            batch.read_entry(reader, game).map_err(|rejection| within(number, rejection))?;
        }
        Ok(batch)
    }

    /// Reads and verifies an entry.
    fn read_entry(&mut self, reader: &mut Reader<'_>, game: &dyn Game) -> Result<(), Rejection> {
        reader.array_of(3)?;
        let place = reader.place();
        let stated = reader.unsigned()?;
        let number = self.entry(stated, &place)?;
        let internal = || Rejection::internal(place.clone(), "a kind is not where it should be");
        let Occurring { kind, room } = self.kinds.get_mut(number).ok_or_else(internal)?;
        let proved = room.verify(reader, game)?;
        self.words.add(number, proved.claim).ok_or_else(internal)?;
        self.entries.push(Entry { kind: kind.name, table: proved.table });
        Ok(())
    }

    /// The entries of each kind.
    pub(super) fn counts(&self) -> Vec<u64> {
        self.words.counts()
    }

    /// What has been verified, in words and for callers.
    pub(super) fn finish(self) -> (Claim, Table) {
        (self.words.claim(), Table { entries: self.entries })
    }

    /// Clause `batch/entry`: k is less than the number of kinds.
    fn entry(&self, stated: u64, place: &Place) -> Result<usize, Rejection> {
        let most = self.kinds.len();
        match usize::try_from(stated) {
            Ok(number) if number < most => Ok(number),
            _ => Err(broken("entry", place.clone(), format!("expected a number below {most}, the number of kinds, found {stated}"))),
        }
    }
}

/// Clause `batch/entries`: as many as claimed.
fn entries(reader: &mut Reader<'_>, stated: u64) -> Result<(), Rejection> {
    let place = reader.place();
    let found = crate::cbor::wide(reader.array()?);
    if found != stated {
        return Err(broken("entries", place, format!("{stated} entries are claimed, there are {found}")));
    }
    Ok(())
}

/// A rejection of an entry, with its place in the batch.
#[cold]
fn within(number: u64, rejection: Rejection) -> Rejection {
    Rejection { place: Place::Entry { number, place: Box::new(rejection.place) }, ..rejection }
}
