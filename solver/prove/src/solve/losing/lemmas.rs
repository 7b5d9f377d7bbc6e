//! Lemmas: the positions that an earlier proof has proved, stored in the tables of a search before it begins.

use std::path::{Path, PathBuf};

use rustc_hash::FxBuildHasher;

use crate::certificate::Certificate;
use crate::certificate::losing_proof::{self, LosingProof};
use crate::certificate::verify::{self, OpenError};
use crate::engine::proof_number::solution_tree::Strategy;
use crate::engine::proof_number::table::{self, TranspositionTable};
use crate::games::Colour;
use crate::games::losing_chess::{Move, Position, Stalemate};
use crate::model::proof_graph::ProofGraph;
use crate::model::two_player::TwoPlayerGame;

/// The work that a lemma counts for in a table, in evaluations per position of its proof.
const WORTH: u64 = 16;
/// Lemmas stored before the table is asked whether it has to grow.
const AT_ONCE: usize = 1 << 12;

/// The positions of a proof, each after those that its own proof uses.
pub struct Lemmas {
    /// The side that wins.
    pub winner: Colour,
    /// The rule set.
    pub stalemate: Stalemate,
    /// The distinct positions of the proof.
    pub positions: u64,
    /// The file that it was read from, if it was.
    pub file: Option<PathBuf>,
    /// The key of the position that it is about.
    root: u64,
    proved: Vec<Proved>,
}

/// A proved position with more than one legal move.
struct Proved {
    key: u64,
    /// The place of the winner's move, if it is the winner's turn.
    best: u8,
    work: u8,
    winners_turn: bool,
}

/// A position whose proof is being walked through.
struct Open {
    number: u32,
    position: Position,
    moves: Vec<Move>,
    /// Which successor comes next.
    next: usize,
    /// How many positions had been completed before.
    begun: u64,
}

impl Lemmas {
    /// The positions of a proof.
    ///
    /// # Errors
    /// A sentence that says how the stream is no proof.
    pub fn read(proof: &LosingProof) -> Result<Self, String> {
        let game = &proof.game;
        let graph = ProofGraph::read(game, proof.root, proof.positions, &proof.stream)?;
        let open = |number: u32, position: Position, begun: u64| {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            Open { number, position, moves, next: 0, begun }
        };
        let mut met = vec![false; graph.len()];
        met[0] = true;
        let (mut completed, mut proved) = (0, Vec::new());
        let mut stack = vec![open(0, proof.root, 0)];
        while let Some(last) = stack.last_mut() {
            let winners = game.winners_turn(&last.position);
            if let Some(&successor) = graph.successors(last.number).get(last.next) {
                let place = if winners { graph.chosen(last.number) } else { last.next };
                last.next += 1;
                if !std::mem::replace(&mut met[successor as usize], true) {
                    let position = game.after(&last.position, last.moves[place]);
                    stack.push(open(successor, position, completed));
                }
                continue;
            }
            completed += 1;
            // A table holds positions with a choice only.
            let best = if winners { graph.chosen(last.number) } else { 0 };
            if let (2.., Ok(best)) = (last.moves.len(), u8::try_from(best)) {
                let work = table::work(WORTH.saturating_mul(completed - last.begun));
                proved.push(Proved { key: game.key(&last.position), best, work, winners_turn: winners });
            }
            stack.pop();
        }
        Ok(Self {
            winner: game.winner,
            stalemate: game.stalemate,
            positions: u64::from(proof.positions),
            file: None,
            root: game.key(&proof.root),
            proved,
        })
    }

    /// The positions of the proof in a certificate that was made just now; `name` stands for it where it is refused.
    ///
    /// # Errors
    /// A sentence that says why it gives no proof.
    pub fn of_certificate(certificate: Certificate, name: &Path) -> Result<Self, String> {
        let proof = verify::read_losing(&certificate.bytes, name).map_err(|error| error.to_string())?;
        Self::read(&proof)
    }

    /// The positions of the proof in a file, which is verified first.
    ///
    /// # Errors
    /// [`OpenError`].
    pub fn open(file: &Path) -> Result<Self, OpenError> {
        let proof = verify::open_losing(file)?;
        let lemmas = Self::read(&proof).map_err(|what| OpenError::Disagreement(file.to_owned(), what))?;
        Ok(Self { file: Some(file.to_owned()), ..lemmas })
    }

    /// Whether what it proves is true under these rules: if they are the same, or if it is true under all three (`spec/soundness/losing.md`).
    #[must_use]
    pub fn holds_for(&self, stalemate: Stalemate) -> bool {
        self.stalemate == stalemate || self.stalemate == Stalemate::Joint
    }

    /// Makes its positions known to a search for this side's win.
    pub fn put(&self, winner: Colour, table: &mut TranspositionTable) {
        if winner != self.winner {
            return;
        }
        for (count, proved) in self.proved.iter().enumerate() {
            if count.is_multiple_of(AT_ONCE) && table.may_grow() {
                table.grow();
            }
            table.prove(proved.key, proved.best, proved.work);
        }
    }

    /// Whether it is about this position.
    #[must_use]
    pub fn is_about(&self, position: &Position) -> bool {
        self.root == position.key()
    }

    /// The winner's moves.
    #[must_use]
    pub fn strategy(&self) -> Strategy {
        let mut strategy = Strategy::with_capacity_and_hasher(self.choices(), FxBuildHasher);
        strategy.extend(self.proved.iter().filter(|one| one.winners_turn).map(|one| (one.key, u16::from(one.best))));
        strategy
    }

    /// How many bytes the winner's moves take.
    #[must_use]
    pub fn strategy_bytes(&self) -> u64 {
        // A hash table fills seven of eight buckets, which are a power of two; each has a byte of control.
        let buckets = (self.choices() * 8 / 7 + 8).next_power_of_two();
        (buckets * (size_of::<(u64, u16)>() + 1)) as u64
    }

    /// In how many positions the winner has a choice.
    fn choices(&self) -> usize {
        self.proved.iter().filter(|one| one.winners_turn).count()
    }

    /// How many bytes it takes at most to verify a proof of so many positions and to keep what it proves.
    #[must_use]
    pub fn estimate_memory(positions: u64) -> u64 {
        losing_proof::estimate_memory(positions).saturating_add(positions.saturating_mul(size_of::<Proved>() as u64))
    }

    /// The memory that it takes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (self.proved.capacity() * size_of::<Proved>()) as u64
    }
}
