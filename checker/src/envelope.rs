//! Reads the envelope of a certificate: its kind, and the game that it is about.
//!
//! Implements section 2 of `spec/FORMAT.md`, which contains the clauses `envelope/…`. This module looks up kinds and
//! rule sets in the module `registry`. The module of the kind reads the claim and everything after the claim.

use crate::core::cbor::{Reader, TAG_SELF_DESCRIBED};
use crate::core::fields::quoted;
use crate::core::refusal::{Place, Refusal};
use crate::registry::{Game, KINDS, Kind, RULES_VERSION, Rules, rules};

const MAGIC: &str = "gamecert";
const FORMAT_VERSION: u64 = 1;
const ITEMS: usize = 7;
/// A refusal shows at most this number of characters of a name from the file.
const SHOWN: usize = 32;

pub(crate) struct Envelope {
    pub(crate) kind: &'static Kind,
    pub(crate) game: Game,
}

fn broken(clause: &'static str, place: Place, sentence: impl Into<String>) -> Refusal {
    Refusal::new("envelope", clause, place, sentence)
}

/// Reads the envelope up to the claim. Calls `memory` when the kind is known and before the parameters are read,
/// because parameters can be as long as the file.
pub(crate) fn open(reader: &mut Reader<'_>, memory: impl FnOnce(&'static Kind) -> Result<(), Refusal>) -> Result<Envelope, Refusal> {
    magic(reader)?;
    version(reader)?;
    let kind = kind(reader)?;
    memory(kind)?;
    reader.array_of(3)?;
    let place = reader.place();
    let rules = game(reader)?;
    pairing(kind, rules, place)?;
    let game = (rules.parameters)(reader)?;
    Ok(Envelope { kind, game })
}

/// Clause `envelope/magic`: the certificate begins with the tag 55799, the head of an array of seven items, and the
/// text `gamecert`.
fn magic(reader: &mut Reader<'_>) -> Result<(), Refusal> {
    let place = reader.place();
    let opened = reader.tag(TAG_SELF_DESCRIBED).and_then(|()| reader.array_of(ITEMS)).and_then(|()| reader.text());
    let sentence = "expected tag 55799 around an array of 7 items that opens with the text \"gamecert\"";
    match opened {
        Ok(MAGIC) => Ok(()),
        Ok(other) => Err(broken("magic", place, format!("{sentence}, found the text {}", quoted(other, SHOWN)))),
        // If an item has another type or length, the file is not a certificate. Any other refusal is about a malformed
        // item.
        Err(refusal) if refusal.clause == "type" => Err(broken("magic", place, format!("{sentence}; {}", refusal.sentence))),
        Err(refusal) => Err(refusal),
    }
}

/// Clause `envelope/version`: the format version is 1.
fn version(reader: &mut Reader<'_>) -> Result<(), Refusal> {
    let place = reader.place();
    match reader.unsigned()? {
        FORMAT_VERSION => Ok(()),
        other => Err(broken("version", place, format!("this checker knows version {FORMAT_VERSION} of the format, found {other}"))),
    }
}

/// Clause `envelope/kind`: this checker knows the kind and its version.
pub(crate) fn kind(reader: &mut Reader<'_>) -> Result<&'static Kind, Refusal> {
    reader.array_of(2)?;
    let place = reader.place();
    let (name, version) = (reader.text()?, reader.unsigned()?);
    let kind = KINDS.iter().find(|kind| kind.name.name == name && kind.name.version == version);
    kind.ok_or_else(|| unknown("kind", place, KINDS.iter().map(|kind| (kind.name.name, kind.name.version)), (name, version)))
}

/// Clause `envelope/game`: this checker knows the rule set and its version.
pub(crate) fn game(reader: &mut Reader<'_>) -> Result<&'static Rules, Refusal> {
    let place = reader.place();
    let (name, version) = (reader.text()?, reader.unsigned()?);
    let found = rules().find(|rules| rules.name == name && version == RULES_VERSION);
    found.ok_or_else(|| unknown("game", place, rules().map(|rules| (rules.name, RULES_VERSION)), (name, version)))
}

/// Builds the refusal of a certificate whose kind or rule set this checker does not know.
fn unknown<'n>(clause: &'static str, place: Place, known: impl Iterator<Item = (&'n str, u64)>, (name, version): (&str, u64)) -> Refusal {
    let mut list: Vec<String> = known.map(|(name, version)| format!("{name} version {version}")).collect();
    list.sort_unstable();
    list.dedup();
    let found = quoted(name, SHOWN);
    broken(clause, place, format!("this checker knows {}, found {found} version {version}", list.join(", ")))
}

/// Clause `envelope/pairing`: the kind applies to the rule set.
fn pairing(kind: &Kind, rules: &Rules, place: Place) -> Result<(), Refusal> {
    match kind.rules.iter().any(|known| known.name == rules.name) {
        true => Ok(()),
        false => Err(broken("pairing", place, format!("kind {} does not apply to {}", kind.name.name, rules.name))),
    }
}

#[cfg(test)]
mod tests {
    //! Tests the clause `envelope/pairing` for each kind with each rule set.

    use super::{Place, pairing};
    use crate::registry::{KINDS, rules};

    #[test]
    fn kinds_and_rule_sets_that_do_not_go_together() {
        for (kind, rules) in KINDS.iter().flat_map(|kind| rules().map(move |rules| (kind, rules))) {
            let applies = match kind.name.name {
                "richman" if kind.name.version == 2 => rules.name == "bidding-chess",
                "bracket" => rules.name == "bidding-chess",
                "strategy" => ["tic-tac-toe", "hex", "connect"].contains(&rules.name),
                "scoring" => rules.name == "subtraction",
                "losing" | "safe" => rules.name == "losing-chess",
                "helpmate" | "unwinnable" | "batch" => rules.name == "chess",
                _ => !["subtraction", "losing-chess", "chess"].contains(&rules.name),
            };
            let found = pairing(kind, rules, Place::Byte(20)).err().map(|refusal| refusal.code());
            assert_eq!(found, (!applies).then(|| "envelope/pairing".to_owned()), "{} for {}", kind.name.name, rules.name);
        }
    }
}
