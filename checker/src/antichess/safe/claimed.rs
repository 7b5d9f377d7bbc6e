//! Reads the claim from the file (section 1 of `spec/kinds/safe.md`) and tests the clauses that concern only the claim.

use super::{NAME, broken};
use crate::antichess::rules::Antichess;
use crate::chess::packed::PackedPosition;
use crate::core::cbor::{Reader, as_u64};
use crate::core::fields::placed;
use crate::core::game::Colour;
use crate::core::refusal::{Place, Refusal};

/// A claim may have up to 16 positions for each byte of the file. A claim of up to 2^20 positions is always
/// allowed.
const POSITIONS_PER_BYTE: u64 = 16;
const FEW_POSITIONS: u64 = 1 << 20;
/// Greatest allowed number of positions, because position numbers have 31 bits.
const MAX_POSITIONS: u64 = (1 << 31) - 1;

/// Strength of the claim that a side does not lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defence {
    /// The side has a defence against all play of the other side, so the other side cannot win by force.
    ByForce,
    /// The side does not lose whatever both sides play, so the other side cannot win at all.
    Always,
}

/// A side that does not lose.
pub(super) struct Side {
    pub(super) colour: Colour,
    /// Claimed number of positions in the closed set for this side.
    pub(super) positions: u32,
    place: Place,
}

/// The claim that is read from the file, before the claim is verified.
pub(super) struct Claimed {
    pub(super) roots: Vec<PackedPosition>,
    pub(super) sides: Vec<Side>,
    pub(super) defence: Defence,
}

impl Claimed {
    pub(super) fn read(reader: &mut Reader<'_>, game: &Antichess) -> Result<Self, Refusal> {
        reader.array_of(4)?;
        let roots = roots(reader, game)?;
        let colours = sides(reader)?;
        let defence = defence(placed(reader)?)?;
        let sides = limit(reader, &colours)?;
        Ok(Self { roots, sides, defence })
    }
}

impl Side {
    /// Clause `safe/positions`: the closed set has exactly the claimed number of positions. If the set has more
    /// positions, `found` is the claimed number plus one.
    pub(super) fn positions(&self, found: usize) -> Result<(), Refusal> {
        let claimed = u64::from(self.positions);
        let found = as_u64(found);
        if claimed == found {
            return Ok(());
        }
        let sentence = if found > claimed { "there are more".to_owned() } else { format!("there are {found}") };
        Err(broken("positions", self.place.clone(), format!("{claimed} positions are claimed, {sentence}")))
    }
}

/// Clause `safe/roots`: there is at least one root, and the roots are in ascending order of their bytes.
fn roots(reader: &mut Reader<'_>, game: &Antichess) -> Result<Vec<PackedPosition>, Refusal> {
    let list = reader.place();
    let (mut roots, mut last) = (Vec::new(), "");
    for _ in 0..reader.array()? {
        roots.push(game.read_next(reader, &mut last, NAME)?);
    }
    if roots.is_empty() {
        return Err(broken("roots", list, "expected a root, found none"));
    }
    Ok(roots)
}

/// Clause `safe/sides`: the sides are White (0), Black (1), or White and Black in this order.
fn sides(reader: &mut Reader<'_>) -> Result<Vec<Colour>, Refusal> {
    let place = reader.place();
    let count = reader.array()?;
    // No correct list has more than two entries.
    let mut found = Vec::new();
    for _ in 0..count.min(3) {
        found.push(reader.unsigned()?);
    }
    match found.as_slice() {
        [0] => Ok(vec![Colour::White]),
        [1] => Ok(vec![Colour::Black]),
        [0, 1] => Ok(Colour::ALL.to_vec()),
        _ => Err(broken("sides", place, "expected the sides [0], [1] or [0, 1], found another list")),
    }
}

/// Clause `safe/defence`: the defence is 0 (by force) or 1 (against all series of moves).
fn defence((found, place): (u64, Place)) -> Result<Defence, Refusal> {
    match found {
        0 => Ok(Defence::ByForce),
        1 => Ok(Defence::Always),
        _ => Err(broken("defence", place, format!("expected 0 or 1, found {found}"))),
    }
}

/// Clause `safe/limit`: the claim has one number of positions for each side, and each number is at least 1. The sum of
/// all claimed numbers of positions is less than 2^31. For a file of up to 65536 bytes, the sum is at most 2^20; for a
/// larger file, the sum is at most 16 for each byte of the file.
fn limit(reader: &mut Reader<'_>, colours: &[Colour]) -> Result<Vec<Side>, Refusal> {
    let list = reader.place();
    let found = reader.array()?;
    if found != colours.len() {
        let sentence = format!("expected {} numbers of positions, one for each side, found {}", as_u64(colours.len()), as_u64(found));
        return Err(broken("limit", list, sentence));
    }
    let most = reader.file_size().saturating_mul(POSITIONS_PER_BYTE).clamp(FEW_POSITIONS, MAX_POSITIONS);
    let mut left = most;
    let mut sides = Vec::new();
    for colour in colours {
        let (positions, place) = placed(reader)?;
        let rest = left.checked_sub(positions).filter(|_| positions > 0);
        let (Some(rest), Ok(number)) = (rest, u32::try_from(positions)) else {
            let sentence = format!("expected numbers of positions from 1 on, with a sum of at most {most}, found {positions}");
            return Err(broken("limit", list, sentence));
        };
        left = rest;
        sides.push(Side { colour: *colour, positions: number, place });
    }
    Ok(sides)
}
