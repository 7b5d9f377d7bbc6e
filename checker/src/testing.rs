//! Test support: writes certificates item by item, defines games by plain lists of options or positions, and counts
//! move sequences in chess.

#[cfg(feature = "bidding")]
mod bidding;
#[cfg(any(feature = "antichess", feature = "helpmate"))]
pub(crate) mod chess;
#[cfg(feature = "helpmate")]
mod turns;

#[cfg(feature = "bidding")]
pub(crate) use bidding::{Graph, drawn, kings, options, queen, read_numbered};
#[cfg(feature = "helpmate")]
pub(crate) use turns::Turns;

use crate::core::cbor::Reader;
use crate::core::refusal::{Place, Refusal};
use crate::core::verification::{Citations, Digest, ExpectedCitation, Proved, Verification, Verified};
use crate::core::work::Meter;
use crate::registry::{Game, KINDS, Kind};
use std::num::NonZeroU32;
use std::sync::Arc;

/// A CBOR item to write.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    /// An unsigned integer.
    U(u64),
    /// A text string.
    T(&'static str),
    /// A byte string.
    B(Vec<u8>),
    /// An array.
    A(Vec<Item>),
    /// A tagged item.
    Tag(u64, Box<Item>),
}

pub(crate) use Item::{A, B, T, Tag, U};

/// Builds an array of unsigned integers.
pub(crate) fn column(entries: &[u64]) -> Item {
    A(entries.iter().map(|entry| U(*entry)).collect())
}

impl Item {
    /// Encodes the item.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        match self {
            U(number) => head(0, *number),
            B(bytes) => [head(2, length(bytes)), bytes.clone()].concat(),
            T(text) => [head(3, length(text.as_bytes())), text.as_bytes().to_vec()].concat(),
            A(items) => [head(4, length(items)), items.iter().flat_map(Item::bytes).collect()].concat(),
            Tag(tag, item) => [head(6, *tag), item.bytes()].concat(),
        }
    }

    /// Replaces the item at `path`. The path lists one array index for each level, beginning with the outermost array.
    /// A tag adds no level.
    pub(crate) fn with(mut self, path: &[usize], item: Item) -> Self {
        let mut place = &mut self;
        for index in path {
            if let Tag(_, inner) = place {
                place = inner;
            }
            let A(items) = place else { panic!("no array on the path {path:?}") };
            place = &mut items[*index];
        }
        *place = item;
        self
    }
}

fn length<T>(items: &[T]) -> u64 {
    u64::try_from(items.len()).unwrap()
}

fn head(major: u8, argument: u64) -> Vec<u8> {
    let initial = major << 5;
    match argument {
        0..24 => vec![initial | u8::try_from(argument).unwrap()],
        24..0x100 => vec![initial | 24, u8::try_from(argument).unwrap()],
        0x100..0x1_0000 => [vec![initial | 25], u16::try_from(argument).unwrap().to_be_bytes().to_vec()].concat(),
        0x1_0000..0x1_0000_0000 => [vec![initial | 26], u32::try_from(argument).unwrap().to_be_bytes().to_vec()].concat(),
        _ => [vec![initial | 27], argument.to_be_bytes().to_vec()].concat(),
    }
}

/// An implementation of [`Citations`] that finds no cited file and has no memory limit.
pub(crate) struct NoCitations;

impl Citations for NoCitations {
    fn verify(&mut self, number: u64, _: &Digest, _: ExpectedCitation<'_>, _: &mut Meter) -> Result<Arc<Verified>, Refusal> {
        Err(Refusal::new("citation", "missing", Place::Citation(number), "no file is at hand"))
    }

    fn bound(&mut self, _: u64) {}

    fn reserve(&mut self, _: u64) -> Result<(), Refusal> {
        Ok(())
    }
}

pub(crate) trait Subject {
    fn verify(&self, kind: &Kind, case: Verification<'_, '_>) -> Result<Proved, Refusal>;
}

impl Subject for Game {
    fn verify(&self, kind: &Kind, case: Verification<'_, '_>) -> Result<Proved, Refusal> {
        kind.verify(self, case)
    }
}

/// Verifies a certificate without its envelope: the claim, the citations and the evidence. The kind and the game are
/// passed as arguments, so the game need not belong to a rule set.
pub(crate) fn verify_items(kind: &str, game: &impl Subject, items: &[Item]) -> Result<Proved, Refusal> {
    let bytes: Vec<u8> = items.iter().flat_map(Item::bytes).collect();
    verify_bytes(kind, game, &bytes)
}

/// Does the same as [`verify_items`] for encoded items.
pub(crate) fn verify_bytes(kind: &str, game: &impl Subject, bytes: &[u8]) -> Result<Proved, Refusal> {
    verify_within(kind, game, bytes, u64::MAX, 1).0
}

/// Does the same as [`verify_bytes`], with at most `steps` work steps and on `threads` threads. In addition, returns
/// the number of work steps taken.
pub(crate) fn verify_within(kind: &str, game: &impl Subject, bytes: &[u8], steps: u64, threads: u32) -> (Result<Proved, Refusal>, u64) {
    let kind = KINDS.iter().find(|known| known.name.name == kind).unwrap();
    let (mut meter, mut citations) = (Meter::new(steps), NoCitations);
    let threads = NonZeroU32::new(threads).unwrap();
    let case = Verification { reader: Reader::new(bytes), meter: &mut meter, threads, citations: &mut citations };
    let proved = game.verify(kind, case);
    (proved, meter.spent)
}

/// Passes `copies` randomly damaged copies of these files to `judge`. In every run, the same copies are damaged in the
/// same way. The first `front` bytes of each copy stay intact. The damage changes or removes later bytes, inserts heads
/// of CBOR items, or cuts off the end.
pub(crate) fn damaged(originals: &[Vec<u8>], copies: usize, front: usize, mut judge: impl FnMut(&[u8])) {
    const HEADS: [&[u8]; 12] = [
        &[0x1b, 0x10, 0, 0, 0, 0, 0, 0, 0],
        &[0x9b, 0x10, 0, 0, 0, 0, 0, 0, 0],
        &[0x1a, 0x0f, 0xff, 0xff, 0xff],
        &[0x5b, 0xff],
        &[0x18, 0xff],
        &[0xd8, 0x1e],
        &[0xc2],
        &[0x82],
        &[0x80],
        &[0x40],
        &[0xff],
        &[0],
    ];
    // A linear congruential generator (Knuth, MMIX) makes the same copies in every run.
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    for round in 0..copies {
        let mut bytes = originals[round % originals.len()].clone();
        for _ in 0..=random(3) {
            if bytes.len() <= front {
                break;
            }
            let place = front + random(bytes.len() - front);
            match random(9) {
                0 | 1 => bytes[place] = u8::try_from(random(256)).unwrap(),
                2 | 3 => bytes[place] ^= 1 << random(8),
                4 | 5 => drop(bytes.splice(place..place, HEADS[random(HEADS.len())].iter().copied())),
                6 | 7 => drop(bytes.remove(place)),
                _ => bytes.truncate(place + 1),
            }
        }
        judge(&bytes);
    }
}

/// Reads a game from the parameters of a rule set. Fails if anything follows the parameters.
pub(crate) fn read_game(rules: &str, parameters: &Item) -> Result<Game, Refusal> {
    let rules = crate::registry::rules().find(|known| known.name == rules).unwrap();
    let bytes = parameters.bytes();
    let mut reader = Reader::new(&bytes);
    let game = (rules.parameters)(&mut reader)?;
    reader.trailing()?;
    Ok(game)
}
