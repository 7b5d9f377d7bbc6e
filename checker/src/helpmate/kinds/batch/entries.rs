//! Reads and verifies the entries of a batch (claims with their evidence): section 2 of `spec/kinds/batch.md`.

use super::claimed::Claimed;
use super::{broken, helpmate, unwinnable};
use crate::core::cbor::{Reader, as_u64};
use crate::core::claim::{Claim, Entry, KindName};
use crate::core::fields::placed;
use crate::core::refusal::{Place, Refusal};
use crate::core::work::{Meter, work};
use crate::helpmate::game::HelpmateGame;

/// The claimed numbers of skeletons of a batch may add up to this number, plus `SKELETONS_PER_BYTE` for each byte.
const SKELETONS_PER_FILE: u64 = 1 << 15;
const SKELETONS_PER_BYTE: u64 = 32;

/// Reads and verifies all entries of a batch (claims with their evidence).
pub(super) fn read(reader: &mut Reader<'_>, game: &dyn HelpmateGame, claimed: &Claimed, meter: &mut Meter) -> Result<Vec<Entry>, Refusal> {
    entries(reader, claimed.entries)?;
    let (mut verified, mut announced) = (Vec::new(), [0; 2]);
    let mut scratch = (helpmate::Scratch::new(), unwinnable::Scratch::new());
    for number in 0..claimed.entries {
        let entry = read_entry(reader, game, claimed, &mut announced, &mut scratch, meter);
        verified.push(entry.map_err(|refusal| within(number, refusal))?);
    }
    Ok(verified)
}

/// Reads and verifies one entry of a batch (a claim with its evidence).
fn read_entry(
    reader: &mut Reader<'_>,
    game: &dyn HelpmateGame,
    claimed: &Claimed,
    [all_steps, all_skeletons]: &mut [u64; 2],
    (lines, positions): &mut (helpmate::Scratch, unwinnable::Scratch),
    meter: &mut Meter,
) -> Result<Entry, Refusal> {
    reader.array_of(3)?;
    let (kind, file_size) = (entry(reader, claimed)?, reader.file_size());
    let count = |steps: u64, skeletons: u32| {
        *all_steps = all_steps.saturating_add(steps);
        *all_skeletons = all_skeletons.saturating_add(u64::from(skeletons));
        work(*all_steps, file_size)?;
        skeletons_in_proportion(*all_skeletons, file_size)
    };
    let claim: Box<dyn Claim> = if kind == helpmate::KIND {
        Box::new(helpmate::entry(reader, game, lines, count, meter)?)
    } else {
        Box::new(unwinnable::entry(reader, game, positions, count, meter)?)
    };
    Ok(Entry { kind, claim })
}

/// Clause `batch/entry`: in each entry, the index of the kind is below the number of kinds.
fn entry(reader: &mut Reader<'_>, claimed: &Claimed) -> Result<KindName, Refusal> {
    let (found, place) = placed(reader)?;
    let known = usize::try_from(found).ok().and_then(|number| claimed.kinds.get(number));
    let most = claimed.kinds.len();
    let sentence = || format!("expected a number below {most}, the number of kinds, found {found}");
    known.map(|(kind, _)| *kind).ok_or_else(|| broken("entry", place, sentence()))
}

/// Clause `resources/work` for skeletons (partly known positions): the file is large enough for the announced number
/// of skeletons. Without this clause, a few bytes could announce a great many skeletons (partly known positions).
fn skeletons_in_proportion(announced: u64, file_size: u64) -> Result<(), Refusal> {
    let most = file_size.saturating_mul(SKELETONS_PER_BYTE).saturating_add(SKELETONS_PER_FILE);
    if announced > most {
        let sentence =
            format!("the entries of a file of {file_size} bytes announce {announced} skeletons; {most} are in proportion to its size");
        return Err(Refusal::new("resources", "work", Place::Byte(0), sentence));
    }
    Ok(())
}

/// Clause `batch/entries`: the list has the claimed number of entries.
fn entries(reader: &mut Reader<'_>, claimed: u64) -> Result<(), Refusal> {
    let place = reader.place();
    let found = as_u64(reader.array()?);
    if found != claimed {
        return Err(broken("entries", place, format!("{claimed} entries are claimed, there are {found}")));
    }
    Ok(())
}

#[cold]
fn within(number: u64, refusal: Refusal) -> Refusal {
    Refusal { place: Place::Entry { number, place: Box::new(refusal.place) }, ..refusal }
}
