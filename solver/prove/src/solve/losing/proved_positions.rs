//! Stores the positions of a proof as a set, so that the program can tell at once whether the proof contains a
//! position. It takes seconds to read the positions of a large proof, so the set can be kept in the user's cache.
//!
//! A set does not store the positions themselves, but a 64-bit hash key of each. Two positions may have the same key.
//! Therefore [`ProvedPositions::contains`] also checks the positions after the moves. The largest proof has 20 million
//! positions, so the probability that one key matches by chance is below 2^-39.

use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::certificate::losing_proof::LosingCertificate;
use crate::games::losing_chess::text::{START, Setup};
use crate::games::losing_chess::winner::ForSide;
use crate::games::losing_chess::{Position, Stalemate};
use crate::model::proof_graph::{NotAProof, ProofGraph};
use crate::model::two_player::TwoPlayerGame as _;
use crate::solve::cache;

/// Beginning of the first line of a file that stores the positions of a proof.
const TITLE: &str = "gamecert positions of a proof of losing chess";
/// Number of bytes of a key.
const KEY: usize = size_of::<u64>();
/// The keys are divided into buckets by their leading bits. On average, a bucket has at most 2^`BUCKET_BITS` keys.
const BUCKET_BITS: u32 = 3;

/// The positions of a verified proof.
pub struct ProvedPositions {
    /// Rule set and winning side.
    pub game: ForSide,
    /// Keys of the positions in ascending order.
    keys: Vec<u64>,
    /// Indices in `keys` at which the buckets (keys with the same leading bits) begin. The last entry is the number of
    /// keys.
    begins: Vec<u32>,
    /// Number of bits of a key after its leading bits.
    shift: u32,
}

impl ProvedPositions {
    /// Reads all positions of a verified proof, including positions that cited certificates prove. The time is
    /// proportional to the number of positions.
    ///
    /// # Errors
    /// [`NotAProof`] if the proof does not hold under the solver's rules.
    pub fn read(proof: &LosingCertificate) -> Result<Self, NotAProof> {
        let known = proof.cited_roots();
        let cited = |position: &Position| known.get(position).map(|&(_, longest)| longest);
        let keys = ProofGraph::read_keys(&proof.game, &proof.root_positions(), cited, proof.positions, &proof.stream)?;
        Ok(Self::of_keys(proof.game, keys))
    }

    /// Reads the positions of a verified proof from a file in `folder`. If the file does not exist or is invalid, reads
    /// the positions from the proof. Writes the file if the positions were read from a large proof. An error in writing
    /// is ignored, because the file only saves time.
    ///
    /// # Errors
    /// Returns the error of [`ProvedPositions::read`].
    pub fn read_cached(proof: &LosingCertificate, folder: Option<&Path>) -> Result<Self, NotAProof> {
        let file = folder.map(|folder| folder.join(format!("{}.keys", proof.digest)));
        let title = title(proof);
        if let Some(keys) = file.as_deref().and_then(cache::read).and_then(|bytes| keys_of(&bytes, &title, proof.positions)) {
            return Ok(Self::of_keys(proof.game, keys));
        }
        let positions = Self::read(proof)?;
        // A small proof is read as quickly as a file.
        const MIN_POSITIONS: u32 = 50_000;
        if let Some(file) = file.filter(|_| proof.positions >= MIN_POSITIONS) {
            let contents: Vec<u8> = positions.keys.iter().flat_map(|key| key.to_le_bytes()).collect();
            let _ = cache::write(&file, &[title.as_bytes(), &Sha256::digest(&contents), &contents].concat());
        }
        Ok(positions)
    }

    fn of_keys(game: ForSide, keys: Vec<u64>) -> Self {
        let bits = keys.len().next_power_of_two().ilog2().saturating_sub(BUCKET_BITS).max(1);
        let shift = u64::BITS - bits;
        let mut begins = Vec::with_capacity((1 << bits) + 1);
        for (index, key) in (0..).zip(&keys) {
            let bucket = (key >> shift) as usize;
            while begins.len() <= bucket {
                begins.push(index);
            }
        }
        let all = u32::try_from(keys.len()).expect("a proof has fewer than 2^32 positions");
        begins.resize((1 << bits) + 1, all);
        Self { game, keys, begins, shift }
    }

    /// Returns whether the proof holds under a rule set. A proof under the joint rule holds under all rule sets
    /// (`spec/soundness/losing.md`).
    #[must_use]
    pub fn holds_for(&self, rules: Stalemate) -> bool {
        self.game.stalemate == rules || self.game.stalemate == Stalemate::Joint
    }

    /// Returns whether the proof contains a position, which means that the proof's winner wins from this position by
    /// force. Returns false for a position that only a cited certificate proves.
    #[must_use]
    pub fn contains(&self, position: &Position) -> bool {
        if !self.has_key(position.key()) {
            return false;
        }
        let moves = position.moves();
        let mut after = moves.iter().map(|&played| self.has_key(position.after(played).key()));
        match moves.is_empty() {
            true => self.game.stalemate.winner(position) == Some(self.game.winner),
            false if self.game.winners_turn(position) => after.any(|known| known),
            false => after.all(|known| known),
        }
    }

    fn has_key(&self, key: u64) -> bool {
        let bucket = (key >> self.shift) as usize;
        let keys = self.begins[bucket] as usize..self.begins[bucket + 1] as usize;
        self.keys[keys].contains(&key)
    }

    /// Estimates an upper bound, in bytes, of the memory for the set of positions of a proof with `positions`
    /// positions.
    #[must_use]
    pub fn estimate_memory(positions: u64) -> u64 {
        // While a file is read, its bytes are in memory too. A bucket takes four bytes.
        positions.saturating_mul(2 * KEY as u64 + 4)
    }
}

/// Returns the folder in the user's cache for sets of positions, if the user has a cache.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    cache::folder().map(|folder| folder.join("losing-chess-proofs"))
}

/// Returns the first line of the file for this proof. The first line differs for each proof, for each version of the
/// program, and for each way to compute keys.
fn title(proof: &LosingCertificate) -> String {
    let start: Setup = START.parse().expect("the initial position is valid");
    format!("{TITLE}, {}, {:016x}, {}\n", env!("CARGO_PKG_VERSION"), start.position.key(), proof.digest)
}

/// Returns the keys in a file. Returns `None` if the file has another title, is damaged, or does not have at least
/// `positions` keys in ascending order.
fn keys_of(bytes: &[u8], title: &str, positions: u32) -> Option<Vec<u64>> {
    let rest = bytes.strip_prefix(title.as_bytes())?;
    let (digest, contents) = rest.split_at_checked(Sha256::output_size())?;
    if contents.len() < positions as usize * KEY || Sha256::digest(contents)[..] != *digest {
        return None;
    }
    let keys: Vec<u64> = contents.chunks_exact(KEY).map(|key| u64::from_le_bytes(key.try_into().expect("eight bytes"))).collect();
    keys.is_sorted().then_some(keys)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::ProvedPositions;
    use crate::certificate::losing_proof::LosingCertificate;
    use crate::certificate::verify;
    use crate::games::losing_chess::line::played;
    use crate::games::losing_chess::text::{START, Setup};

    fn proof(name: &str) -> LosingCertificate {
        verify::open_losing(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../certs/losing").join(name)).unwrap().into()
    }

    #[test]
    fn has_the_positions_of_a_proof_and_no_others() {
        let positions = ProvedPositions::read(&proof("e3-d5.cbor")).unwrap();
        let start: Setup = START.parse().unwrap();
        for (line, contained) in [
            ("", false),
            ("e3", false),
            ("e3 d5", true),
            ("e3 d5 Qg4", true),
            ("e3 d5 Qg4 Bxg4", true),
            ("e3 d5 Qg4 Bxg4 Kd1", true),
            ("e3 d5 Qg4 Bxg4 a3", false),
            ("e3 d5 a3", false),
            ("e3 d6", false),
        ] {
            assert_eq!(positions.contains(&played(start, line).unwrap().position), contained, "{line:?}");
        }
    }

    #[test]
    fn files_of_other_proofs_and_damaged_files_are_read_anew() {
        let proof = proof("e3-h5.cbor");
        let scratch = tempfile::tempdir().unwrap();
        let file = scratch.path().join(format!("{}.keys", proof.digest));
        let keys = || ProvedPositions::read_cached(&proof, Some(scratch.path())).unwrap().keys;
        let expected = keys();
        let bytes = fs::read(&file).unwrap();
        let changed = |at: usize, to: u8| bytes.iter().enumerate().map(|(place, &byte)| if place == at { to } else { byte }).collect();
        for (title, contents) in [
            ("as it was written", bytes.clone()),
            ("cut", bytes[..bytes.len() - 8].to_vec()),
            ("too long", [&bytes[..], &[0; 8]].concat()),
            ("empty", Vec::new()),
            ("another title", changed(3, b'x')),
            ("a changed key", changed(bytes.len() - 1, bytes[bytes.len() - 1] ^ 1)),
        ] {
            fs::write(&file, contents).unwrap();
            assert_eq!(keys(), expected, "{title}");
            assert_eq!(fs::read(&file).unwrap(), bytes, "{title}");
        }
    }
}
