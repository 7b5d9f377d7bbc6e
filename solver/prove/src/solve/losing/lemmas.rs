//! Lemmas: positions that an earlier proof proves. Before a search begins, the lemmas are stored in the transposition
//! table of the search.

use std::path::{Path, PathBuf};

use rustc_hash::FxBuildHasher;

use crate::certificate::Certificate;
use crate::certificate::losing_proof::{self, LosingCertificate};
use crate::certificate::verify::{self, OpenError, Reading};
use crate::engine::proof_number::solution_tree::Strategy;
use crate::engine::proof_number::table::{self, TranspositionTable};
use crate::games::Colour;
use crate::games::losing_chess::{Move, Position, Stalemate};
use crate::model::proof_graph::{NotAProof, ProofGraph};
use crate::model::two_player::TwoPlayerGame;

/// Assumed work for each position of a proof, in evaluations.
const WORTH: u64 = 16;
const AT_ONCE: usize = 1 << 12;

/// Positions that a proof proves.
pub struct Lemmas {
    /// The side that wins.
    pub winner: Colour,
    /// Rule set.
    pub stalemate: Stalemate,
    /// Number of distinct positions in the proof.
    pub positions: u64,
    /// File from which the proof was read, if any.
    pub file: Option<PathBuf>,
    /// Digest of the certificate.
    pub digest: String,
    /// Roots of the proof.
    pub roots: Vec<Position>,
    /// Whether the proof is complete without other certificates.
    pub is_whole: bool,
    // Each position comes after the positions on which its proof depends.
    proved: Vec<Proved>,
}

/// A proved position with more than one legal move.
struct Proved {
    key: u64,
    /// Index of the winner's move, if the winner is to move.
    best: u8,
    work: u8,
    winners_turn: bool,
    /// Number of pieces and pawns in the position.
    units: u8,
}

/// Position on the stack of the depth-first traversal.
struct Open {
    number: u32,
    position: Position,
    moves: Vec<Move>,
    /// Index of the next move from this position that the traversal will follow.
    next: usize,
    begun: u64,
}

impl Lemmas {
    /// Collects the positions of a proof. Leaves out positions that cited certificates prove.
    ///
    /// # Errors
    /// Returns [`NotAProof`] if the moves in `proof` do not prove the wins under the solver's rules.
    pub fn read(proof: &LosingCertificate) -> Result<Self, NotAProof> {
        let (game, roots, known) = (&proof.game, proof.root_positions(), proof.cited_roots());
        let cited = |position: &Position| known.get(position).map(|&(_, longest)| longest);
        let (graph, leaves) = ProofGraph::read_linked(game, &roots, cited, proof.positions, &proof.stream)?;
        let open = |number: u32, position: Position, begun: u64| {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            Open { number, position, moves, next: 0, begun }
        };
        // Leaves have the last numbers, and nothing is collected for them.
        let mut visited = vec![false; graph.numbers()];
        visited[graph.len()..].fill(true);
        let (mut completed, mut proved) = (0, Vec::new());
        for (&number, &root) in graph.roots().iter().zip(&roots) {
            let mut stack = Vec::new();
            if !std::mem::replace(&mut visited[number as usize], true) {
                stack.push(open(number, root, completed));
            }
            while let Some(last) = stack.last_mut() {
                let winners = game.winners_turn(&last.position);
                if let Some(&successor) = graph.successors(last.number).get(last.next) {
                    let place = if winners { graph.chosen(last.number) } else { last.next };
                    last.next += 1;
                    if !std::mem::replace(&mut visited[successor as usize], true) {
                        let position = game.after(&last.position, last.moves[place]);
                        stack.push(open(successor, position, completed));
                    }
                    continue;
                }
                completed += 1;
                // The tables store only positions with more than one legal move.
                let best = if winners { graph.chosen(last.number) } else { 0 };
                if let (2.., Ok(best)) = (last.moves.len(), u8::try_from(best)) {
                    let work = table::work(WORTH.saturating_mul(completed - last.begun));
                    let units = last.position.occupied().count_ones() as u8;
                    proved.push(Proved { key: game.key(&last.position), best, work, winners_turn: winners, units });
                }
                stack.pop();
            }
        }
        Ok(Self {
            winner: game.winner,
            stalemate: game.stalemate,
            positions: u64::from(proof.positions),
            file: None,
            digest: proof.digest.clone(),
            roots,
            is_whole: leaves.is_empty(),
            proved,
        })
    }

    /// Verifies a certificate that was just made, and collects the positions of its proof. Error messages name the
    /// certificate as `name`.
    ///
    /// # Errors
    /// [`OpenError`] if the certificate contains no proof.
    pub fn of_certificate(certificate: Certificate, name: &Path) -> Result<Self, OpenError> {
        let proof = verify::read_losing(&certificate.bytes, name)?;
        Self::read(&proof.into()).map_err(|why| OpenError::Disagreement(name.to_owned(), why.to_string()))
    }

    /// Verifies a certificate file. Collects the positions of the certificate and of all certificates that it cites;
    /// cited certificates come first. Looks for cited certificates in the folder of `file`.
    ///
    /// # Errors
    /// [`OpenError`].
    pub fn open(file: &Path) -> Result<Vec<Self>, OpenError> {
        let certificate = verify::open_certificate(file, Reading::default())?;
        let all = verify::with_cited(file, certificate, &[])?;
        let lemmas = |(file, proof): (PathBuf, LosingCertificate)| match Self::read(&proof) {
            Ok(lemmas) => Ok(Self { file: Some(file), ..lemmas }),
            Err(why) => Err(OpenError::Disagreement(file, why.to_string())),
        };
        all.into_iter().map(lemmas).collect()
    }

    /// Returns whether the lemmas are true under the rule set `stalemate`. Lemmas are true under the rule set of their
    /// proof. Lemmas of the joint rule set are true under all three rule sets (`spec/soundness/losing.md`).
    #[must_use]
    pub fn holds_for(&self, stalemate: Stalemate) -> bool {
        self.stalemate == stalemate || self.stalemate == Stalemate::Joint
    }

    /// Stores the positions in the transposition table of a search for a win of the side `winner`. Does nothing if the
    /// proof proves a win of the other side.
    pub fn put(&self, winner: Colour, table: &mut TranspositionTable) {
        if winner != self.winner {
            return;
        }
        for (count, proved) in self.proved.iter().enumerate() {
            if count.is_multiple_of(AT_ONCE) && table.may_grow() {
                table.grow();
            }
            // An earlier proof is kept, because positions of lower rank may depend on it.
            if !table.is_proved(proved.key) {
                table.prove(proved.key, proved.best, proved.work);
            }
        }
    }

    /// Returns whether this position is a root of the proof, and the proof needs no other certificates.
    #[must_use]
    pub fn is_about(&self, position: &Position) -> bool {
        self.is_whole && self.roots.contains(position)
    }

    /// Returns the winner's strategy, which assigns to each position the move that the winner makes there. Positions
    /// with at most `units` pieces and pawns are left out.
    #[must_use]
    pub fn strategy(&self, units: u32) -> Strategy {
        let mut strategy = Strategy::with_capacity_and_hasher(self.choices(units), FxBuildHasher);
        strategy.extend(self.chosen(units).map(|one| (one.key, u16::from(one.best))));
        strategy
    }

    /// Returns the greatest number of bytes that the result of [`Self::strategy`] takes.
    #[must_use]
    pub fn strategy_bytes(&self) -> u64 {
        // A hash table fills at most seven of every eight buckets. The number of buckets is a power of two, and each
        // bucket has a control byte.
        let buckets = (self.choices(0) * 8 / 7 + 8).next_power_of_two();
        (buckets * (size_of::<(u64, u16)>() + 1)) as u64
    }

    /// Counts the positions of [`Self::strategy`].
    fn choices(&self, units: u32) -> usize {
        self.chosen(units).count()
    }

    fn chosen(&self, units: u32) -> impl Iterator<Item = &Proved> {
        self.proved.iter().filter(move |one| one.winners_turn && u32::from(one.units) > units)
    }

    /// Estimates an upper bound, in bytes, of the memory for verifying a proof of `positions` positions and keeping its
    /// lemmas.
    #[must_use]
    pub fn estimate_memory(positions: u64) -> u64 {
        losing_proof::estimate_memory(positions).saturating_add(positions.saturating_mul(size_of::<Proved>() as u64))
    }

    /// Returns the number of bytes of memory that the lemmas take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (self.proved.capacity() * size_of::<Proved>()) as u64
    }
}
