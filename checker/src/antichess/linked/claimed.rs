//! Reads the claim from the file (section 6 of `spec/kinds/losing.md`) and tests the clauses that concern only the
//! claim.

use super::{NAME, broken};
use crate::antichess::losing::claimed::{clock, differs, limit, winner};
use crate::antichess::losing::proof::{LARGEST, Total, Value, all_positions};
use crate::antichess::rules::Antichess;
use crate::chess::packed::PackedPosition;
use crate::core::cbor::Reader;
use crate::core::fields::placed;
use crate::core::game::Colour;
use crate::core::refusal::{Place, Refusal};

pub(super) struct Root {
    pub(super) position: PackedPosition,
    pub(super) clock: u32,
    pub(super) longest: (u64, Place),
    pub(super) run: (u64, Place),
}

/// The claim as it is read from the file, before it is verified.
pub(super) struct Claimed {
    pub(super) roots: Vec<Root>,
    pub(super) winner: Colour,
    pub(super) positions: u32,
    positions_place: Place,
    pub(super) reversible: (u64, Place),
}

impl Claimed {
    pub(super) fn read(reader: &mut Reader<'_>, game: &Antichess) -> Result<Self, Refusal> {
        reader.array_of(4)?;
        let roots = roots(reader, game)?;
        let winner = winner(reader)?;
        let (claimed, positions_place) = placed(reader)?;
        let positions = limit(claimed, 0, reader.file_size(), &positions_place)?;
        Ok(Self { roots, winner, positions, positions_place, reversible: placed(reader)? })
    }

    /// Returns the proved bound on the number of moves in a row without a capture or pawn move.
    pub(super) fn check(&self, proved: &[(PackedPosition, Value)], total: &Total, cited: u32) -> Result<u32, Refusal> {
        all_positions(self.positions, total, &self.positions_place)?;
        let mut most = total.greatest_rev.max(cited);
        for (root, (_, value)) in self.roots.iter().zip(proved) {
            longest(&root.longest, value.len)?;
            run(&root.run, value.rev)?;
            most = most.max(root.clock.saturating_add(value.rev));
        }
        reversible(&self.reversible, most)?;
        Ok(most)
    }
}

/// Clause `losing/roots`: there is at least one root, and the positions of the roots are in ascending order of their
/// bytes.
fn roots(reader: &mut Reader<'_>, game: &Antichess) -> Result<Vec<Root>, Refusal> {
    let list = reader.place();
    let (mut roots, mut last) = (Vec::new(), "");
    for _ in 0..reader.array()? {
        reader.array_of(4)?;
        let position = game.read_next(reader, &mut last, NAME)?;
        let clock = clock(placed(reader)?)?;
        roots.push(Root { position, clock, longest: placed(reader)?, run: placed(reader)? });
    }
    if roots.is_empty() {
        return Err(broken("roots", list, "expected a root, found none"));
    }
    Ok(roots)
}

/// Compares a claimed number with the number `found` in the proof.
fn compare(clause: &'static str, what: &str, claimed: &(u64, Place), found: u32) -> Result<(), Refusal> {
    // `LARGEST` also replaces all greater numbers, so the number `LARGEST` proves no bound.
    if claimed.0 == u64::from(found) && found < LARGEST { Ok(()) } else { Err(differs(clause, what, claimed, found.into())) }
}

/// Clause `losing/longest`: the proved bound on the number of moves after a root equals the claimed number, and is less
/// than 2^31 - 1.
fn longest(claimed: &(u64, Place), found: u32) -> Result<(), Refusal> {
    compare("longest", "moves", claimed, found)
}

/// Clause `losing/run`: the proved bound on the number of moves from a root to the first capture or pawn move equals
/// the claimed number, and is less than 2^31 - 1.
fn run(claimed: &(u64, Place), found: u32) -> Result<(), Refusal> {
    compare("run", "moves before a capture or pawn move", claimed, found)
}

/// Clause `losing/reversible`: the proved bound on the number of moves in a row without a capture or pawn move equals
/// the claimed number, and is less than 2^31 - 1.
fn reversible(claimed: &(u64, Place), found: u32) -> Result<(), Refusal> {
    compare("reversible", "moves in a row without a capture or pawn move", claimed, found)
}
