//! The envelope: what kind of certificate a file is, which game it is about, and what it cites.
//!
//! Implements section 2 of `spec/FORMAT.md`, the clauses `envelope/…`, and the reading of citations of section 3. It looks up kinds and
//! rule sets in their lists and leaves claim and evidence to the kind.

use crate::Digest;
use crate::cbor::{Reader, TAG_SELF_DESCRIBED};
use crate::game::Game;
use crate::games::{RULES, Rules};
use crate::kinds::{KINDS, Kind};
use crate::rejection::{Place, Rejection};

const MAGIC: &str = "gamecert";
const FORMAT_VERSION: u64 = 1;
const ITEMS: usize = 7;

/// The front of a certificate.
pub(crate) struct Envelope {
    pub(crate) kind: &'static Kind,
    pub(crate) game: Box<dyn Game>,
}

fn broken(clause: &'static str, place: Place, sentence: impl Into<String>) -> Rejection {
    Rejection::new("envelope", clause, place, sentence)
}

/// Reads the envelope up to the claim. `memory` is asked as soon as the kind is known, before anything is kept: parameters can be as long as a
/// file.
pub(crate) fn open(reader: &mut Reader<'_>, memory: impl FnOnce(&'static Kind) -> Result<(), Rejection>) -> Result<Envelope, Rejection> {
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

/// Clause `envelope/magic`: the tag, the array of seven, the text.
fn magic(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    let place = reader.place();
    let opened = reader.tag(TAG_SELF_DESCRIBED).and_then(|()| reader.array_of(ITEMS)).and_then(|()| reader.text());
    let sentence = "expected tag 55799 around an array of 7 items that opens with the text \"gamecert\"";
    match opened {
        Ok(MAGIC) => Ok(()),
        Ok(other) => Err(broken("magic", place, format!("{sentence}, found the text \"{}\"", excerpt(other)))),
        // Another type or length than the format's is no certificate at all; anything else is an item broken in itself.
        Err(rejection) if rejection.clause == "type" => Err(broken("magic", place, format!("{sentence}; {}", rejection.sentence))),
        Err(rejection) => Err(rejection),
    }
}

/// Clause `envelope/version`: this format is version 1.
fn version(reader: &mut Reader<'_>) -> Result<(), Rejection> {
    let place = reader.place();
    match reader.unsigned()? {
        FORMAT_VERSION => Ok(()),
        other => Err(broken("version", place, format!("expected version {FORMAT_VERSION}, found {other}"))),
    }
}

/// Clause `envelope/kind`: a kind and a version of it that this checker knows.
fn kind(reader: &mut Reader<'_>) -> Result<&'static Kind, Rejection> {
    let place = reader.place();
    reader.array_of(2)?;
    let (name, version) = (reader.text()?, reader.unsigned()?);
    let known = KINDS.iter().find(|kind| kind.name == name && kind.version == version);
    known.ok_or_else(|| {
        let list: Vec<String> = KINDS.iter().map(|kind| format!("{} version {}", kind.name, kind.version)).collect();
        broken("kind", place, format!("expected {}, found {} version {version}", list.join(" or "), excerpt(name)))
    })
}

/// Clause `envelope/game`: a rule set and a version of it that this checker knows.
pub(crate) fn game(reader: &mut Reader<'_>) -> Result<&'static Rules, Rejection> {
    let place = reader.place();
    let (name, version) = (reader.text()?, reader.unsigned()?);
    let known = RULES.iter().find(|rules| rules.name == name && rules.version == version);
    known.ok_or_else(|| {
        let list: Vec<String> = RULES.iter().map(|rules| format!("{} version {}", rules.name, rules.version)).collect();
        broken("game", place, format!("expected {}, found {} version {version}", list.join(" or "), excerpt(name)))
    })
}

/// Clause `envelope/pairing`: the kind applies to the rule set.
fn pairing(kind: &Kind, rules: &Rules, place: Place) -> Result<(), Rejection> {
    if !kind.games.contains(&rules.name) {
        return Err(broken("pairing", place, format!("kind {} does not apply to {}", kind.name, rules.name)));
    }
    Ok(())
}

/// The list of citations.
pub(crate) fn citations(reader: &mut Reader<'_>) -> Result<Vec<Digest>, Rejection> {
    let count = reader.array()?;
    let mut digests = Vec::new();
    for _ in 0..count {
        let place = reader.place();
        let bytes = reader.byte_string()?;
        let digest = Digest::try_from(bytes);
        digests.push(
            digest.map_err(|_| {
                Rejection::new("cbor", "type", place, format!("expected a digest of 32 bytes, found {} bytes", bytes.len()))
            })?,
        );
    }
    Ok(digests)
}

/// The beginning of a text from a file, fit to be printed.
fn excerpt(text: &str) -> String {
    text.chars().take(32).flat_map(char::escape_debug).collect()
}

#[cfg(test)]
mod tests {
    //! The clause `envelope/pairing`, for a kind that no file can name; and each kind with each rule set.

    use super::{Place, pairing};
    use crate::{games::RULES, kinds::KINDS};

    #[test]
    fn kinds_and_rule_sets_that_do_not_go_together() {
        let kind = crate::kinds::Kind { games: &["draughts"], ..KINDS[0] };
        assert_eq!(pairing(&kind, &RULES[0], Place::Byte(20)).unwrap_err().code(), "envelope/pairing");
        for (kind, rules) in KINDS.iter().flat_map(|kind| RULES.iter().map(move |rules| (kind, rules))) {
            let applies = match kind.name {
                "scoring" => rules.name == "subtraction",
                "losing" => rules.name == "losing-chess",
                "helpmate" | "unwinnable" | "batch" => rules.name == "chess",
                _ => !["subtraction", "losing-chess", "chess"].contains(&rules.name),
            };
            assert_eq!(pairing(kind, rules, Place::Byte(20)).is_ok(), applies, "{} for {}", kind.name, rules.name);
        }
    }
}
