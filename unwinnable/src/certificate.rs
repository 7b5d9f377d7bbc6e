//! Encodes answers as certificates: a line to mate as kind `helpmate`, and a closed set as kind `unwinnable`.
//!
//! The program `check` and the crate `gamecert-checker` verify certificates without this crate. The formats are in
//! `spec/FORMAT.md`, `spec/kinds/helpmate.md` and `spec/kinds/unwinnable.md`.
//!
//! ```
//! use gamecert_unwinnable::certificate::Entry;
//! use gamecert_unwinnable::{Color, Limits, Position, Solver};
//!
//! let position: Position = "7k/7p/8/8/8/8/8/K5N1 b - -".parse()?;
//! let answer = Solver::new().decide(&position, Color::White, Limits::default());
//! if let Some(entry) = Entry::new(&position, Color::White, &answer.verdict) {
//!     let bytes: Vec<u8> = entry.certificate();
//!     assert!(bytes.starts_with(b"\xd9\xd9\xf7\x87\x68gamecert"));
//! }
//! # Ok::<(), gamecert_unwinnable::FenError>(())
//! ```

use crate::{ClosedSet, Color, Move, Position, Verdict};

/// Name and version of the kind of certificate for a line to mate.
pub const HELPMATE: (&str, u64) = ("helpmate", 1);
/// Name and version of the kind of certificate for a closed set.
pub const UNWINNABLE: (&str, u64) = ("unwinnable", 1);

/// Up to this number of positions, zero bytes at the end of the list of settled positions are left out.
const MAX_SHORTENED: u32 = 4096;

/// The first bytes of a certificate, up to its kind: the tag of self-described CBOR, the head of an array of seven
/// items, the name of the format, and its version.
const BEGINNING: &[u8] = b"\xd9\xd9\xf7\x87\x68gamecert\x01";
/// The rule set: the name, the version 1, and no parameters.
const GAME: &[u8] = b"\x83\x65chess\x01\x80";
/// An empty list of cited certificates.
const NO_CITATIONS: u8 = 0x80;

/// Estimated work of the checker for an entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Number of verification steps.
    pub steps: u64,
    /// Number of skeletons (partly known positions) that the checker visits.
    pub skeletons: u64,
}

impl Work {
    /// Estimates the work for a line of `plies` moves.
    #[must_use]
    pub const fn of_line(plies: u64) -> Self {
        Self { steps: plies.saturating_mul(64), skeletons: 0 }
    }

    /// Estimates the work for a closed set of `positions` positions. The static argument settles `settled` of them. The
    /// skeleton argument visits `skeletons` skeletons.
    #[must_use]
    pub const fn of_set(positions: u64, settled: u64, skeletons: u64) -> Self {
        let steps = positions.saturating_mul(16).saturating_add(settled.saturating_mul(400));
        Self { steps: steps.saturating_add(skeletons.saturating_mul(512)), skeletons }
    }
}

/// A claim with its evidence, in the encoding of certificates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Name and version of the kind of certificate.
    pub kind: (&'static str, u64),
    /// The encoded claim.
    pub claim: Vec<u8>,
    /// The encoded evidence.
    pub evidence: Vec<u8>,
    /// Estimated work of the checker.
    pub work: Work,
}

impl Entry {
    /// Encodes the verdict on `position` and `intended_winner`. The solver must have returned this verdict for
    /// them. Returns `None` if the verdict is [`Verdict::Unknown`].
    #[must_use]
    pub fn new(position: &Position, intended_winner: Color, verdict: &Verdict) -> Option<Self> {
        let root = position.packed();
        let winner = u8::from(intended_winner == Color::Black);
        match verdict {
            Verdict::Winnable(line) => Some(of_line(position, &root, winner, line)),
            Verdict::Unwinnable(set) => Some(of_set(&root, winner, set)),
            Verdict::Unknown => None,
        }
    }

    /// Returns the entry's size in a certificate of kind `batch`, in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        2 + self.claim.len() + self.evidence.len()
    }

    /// Returns a certificate with this claim and evidence.
    #[must_use]
    pub fn certificate(&self) -> Vec<u8> {
        let (name, version) = self.kind;
        let mut bytes = BEGINNING.to_vec();
        head(&mut bytes, ARRAY, 2);
        head(&mut bytes, TEXT, name.len() as u64);
        bytes.extend_from_slice(name.as_bytes());
        head(&mut bytes, UNSIGNED, version);
        bytes.extend_from_slice(GAME);
        bytes.extend_from_slice(&self.claim);
        bytes.push(NO_CITATIONS);
        bytes.extend_from_slice(&self.evidence);
        bytes
    }
}

fn of_line(position: &Position, root: &[u8], winner: u8, line: &[Move]) -> Entry {
    let plies = line.len() as u64;
    let (mut claim, mut evidence) = (Vec::new(), Vec::new());
    head(&mut claim, ARRAY, 3);
    byte_string(&mut claim, root);
    head(&mut claim, UNSIGNED, winner.into());
    head(&mut claim, UNSIGNED, plies);
    head(&mut evidence, ARRAY, 1);
    byte_string(&mut evidence, &choices(&position.places_of(line)));
    Entry { kind: HELPMATE, claim, evidence, work: Work::of_line(plies) }
}

fn of_set(root: &[u8], winner: u8, set: &ClosedSet) -> Entry {
    let (settled, by_skeletons) = (&set.settled_by_static, &set.settled_by_skeletons);
    let (mut claim, mut evidence) = (Vec::new(), Vec::new());
    head(&mut claim, ARRAY, 2);
    byte_string(&mut claim, root);
    head(&mut claim, UNSIGNED, winner.into());
    let bytes = if set.positions > MAX_SHORTENED { set.positions.div_ceil(8) } else { shortened(settled) };
    head(&mut evidence, ARRAY, if by_skeletons.is_empty() { 2 } else { 5 });
    head(&mut evidence, UNSIGNED, set.positions.into());
    byte_string(&mut evidence, &flags(bytes, settled));
    if !by_skeletons.is_empty() {
        byte_string(&mut evidence, &flags(shortened(by_skeletons), by_skeletons));
        head(&mut evidence, UNSIGNED, set.skeletons.into());
        head(&mut evidence, UNSIGNED, set.tracked.0);
    }
    let skeletons = if by_skeletons.is_empty() { 0 } else { set.skeletons };
    Entry { kind: UNWINNABLE, claim, evidence, work: Work::of_set(set.positions.into(), settled.len() as u64, skeletons.into()) }
}

/// Returns the length of the shortest list of flags for these numbers, in bytes. The numbers are in ascending order.
fn shortened(numbers: &[u32]) -> u32 {
    numbers.last().map_or(0, |last| last / 8 + 1)
}

/// Returns a list of flags of `bytes` bytes. The flags with these numbers are set. Flag 0 is the most significant bit
/// of the first byte.
fn flags(bytes: u32, numbers: &[u32]) -> Vec<u8> {
    let mut flags = vec![0; bytes as usize];
    for number in numbers {
        flags[*number as usize / 8] |= 0x80 >> (number % 8);
    }
    flags
}

/// Packs chosen moves into bits, most significant first. Each pair is the index of a move and the number of legal
/// moves; each index takes the number of bits that the greatest index needs.
fn choices(pairs: &[(u32, u32)]) -> Vec<u8> {
    let (mut bytes, mut held, mut bits) = (Vec::with_capacity(pairs.len()), 0_u64, 0);
    for &(index, moves) in pairs {
        let width = u32::BITS - moves.saturating_sub(1).leading_zeros();
        held = held << width | u64::from(index);
        bits += width;
        while bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits & 0xff) as u8);
        }
    }
    if bits > 0 {
        bytes.push((held << (8 - bits) & 0xff) as u8);
    }
    bytes
}

/// Major types of CBOR (RFC 8949, section 3.1).
const UNSIGNED: u8 = 0;
const BYTES: u8 = 2;
const TEXT: u8 = 3;
const ARRAY: u8 = 4;

fn byte_string(bytes: &mut Vec<u8>, content: &[u8]) {
    head(bytes, BYTES, content.len() as u64);
    bytes.extend_from_slice(content);
}

/// Writes the head of an item in its shortest form (RFC 8949, section 4.2.1). The number is the value of an unsigned
/// integer, and the length of other items.
fn head(bytes: &mut Vec<u8>, major_type: u8, number: u64) {
    let initial = major_type << 5;
    let shortest = number.to_be_bytes();
    let (additional, width) = match number {
        0..24 => return bytes.push(initial | shortest[7]),
        24..0x100 => (24, 1),
        0x100..0x1_0000 => (25, 2),
        0x1_0000..0x1_0000_0000 => (26, 4),
        _ => (27, 8),
    };
    bytes.push(initial | additional);
    bytes.extend_from_slice(&shortest[8 - width..]);
}

#[cfg(test)]
mod tests {
    use super::{ARRAY, UNSIGNED, choices, head, of_set};
    use crate::{BitBoard, ClosedSet, Reason};

    fn evidence(positions: u32, settled: &[u32], by_skeletons: &[u32], (skeletons, tracked): (u32, u64)) -> Vec<u8> {
        let set = ClosedSet {
            settled_by_static: settled.to_vec(),
            settled_by_skeletons: by_skeletons.to_vec(),
            skeletons,
            tracked: BitBoard(tracked),
            ..ClosedSet::new(positions, Reason::Closed)
        };
        of_set(&[], 0, &set).evidence
    }

    #[test]
    fn a_flag_for_each_position() {
        assert_eq!(evidence(7, &[], &[], (0, 0)), [0x82, 7, 0x40]);
        assert_eq!(evidence(1, &[0], &[], (0, 0)), [0x82, 1, 0x41, 0x80]);
        assert_eq!(evidence(4096, &[3, 9], &[], (0, 0)), [0x82, 0x19, 0x10, 0, 0x42, 0x10, 0x40]);
        assert_eq!(evidence(4097, &[3], &[], (0, 0)).len(), 4 + 3 + 513);
        assert_eq!(evidence(1, &[], &[0], (5, 0)), [0x85, 1, 0x40, 0x41, 0x80, 5, 0]);
        assert_eq!(evidence(9, &[1], &[0, 8], (16384, 1 << 15)), [0x85, 9, 0x41, 0x40, 0x42, 0x80, 0x80, 0x19, 0x40, 0, 0x19, 0x80, 0]);
        assert_eq!(evidence(4097, &[3], &[16], (7, 3))[4 + 3 + 513..], [0x43, 0, 0, 0x80, 7, 3]);
    }

    #[test]
    fn choices_most_significant_first() {
        assert_eq!(choices(&[]), [0_u8; 0]);
        assert_eq!(choices(&[(1, 2)]), [0b1000_0000]);
        assert_eq!(choices(&[(4, 5), (0, 1), (0, 2), (19, 20)]), [0b1000_1001, 0b1000_0000]);
        assert_eq!(choices(&[(255, 255), (1, 3)]), [0xff, 0b0100_0000]);
    }

    #[test]
    fn heads_have_their_shortest_form() {
        for (major_type, number, expected) in [
            (UNSIGNED, 0, "00"),
            (UNSIGNED, 23, "17"),
            (ARRAY, 24, "9818"),
            (UNSIGNED, 255, "18ff"),
            (UNSIGNED, 256, "190100"),
            (UNSIGNED, 65_536, "1a00010000"),
            (UNSIGNED, 1 << 32, "1b0000000100000000"),
        ] {
            let mut bytes = Vec::new();
            head(&mut bytes, major_type, number);
            assert_eq!(bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>(), expected);
        }
    }
}
