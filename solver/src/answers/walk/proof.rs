//! Verified proofs of losing chess, held in memory as a whole or as an excerpt.

use std::ops::ControlFlow;

use serde::Serialize;

use super::excerpt::{Excerpt, Recalled};
use super::{ProofError, fen};
use crate::certificate::losing_proof::LosingProof;
use crate::games::Colour;
use crate::games::losing_chess::winner::ForSide;
use crate::games::losing_chess::{Move, Position, Stalemate};
use crate::model::proof_graph::ProofGraph;

/// A verified proof, or only a part of it, called an excerpt.
pub struct Proof {
    pub(super) game: ForSide,
    pub(super) root: Position,
    pub(super) claim: Claim,
    pub(super) digest: String,
    /// Graph of the whole proof; empty for an excerpt.
    pub(super) graph: ProofGraph,
    pub(super) excerpt: Option<Recalled>,
}

/// Claim of a certificate about its proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// Root of the proof, as FEN.
    pub root: String,
    /// Number of plies from the last capture or pawn move to the root.
    pub clock: u32,
    /// Number of distinct positions in the proof.
    pub positions: u32,
    /// Length of the longest line of moves, in plies.
    pub longest: u32,
    /// Greatest number of consecutive plies without a capture or pawn move, including the plies of `clock`.
    pub reversible: u64,
}

impl Claim {
    /// Copies the claim of a verified proof.
    #[must_use]
    pub fn of(proof: &LosingProof) -> Self {
        let LosingProof { root, clock, positions, longest, reversible, .. } = *proof;
        Self { root: fen(&root, clock, 1), clock, positions, longest, reversible }
    }
}

impl Proof {
    /// Reads a verified proof.
    ///
    /// # Errors
    /// [`ProofError`] if the proof does not match its claim under the solver's rules.
    pub fn read(proof: LosingProof) -> Result<Self, ProofError> {
        let graph = ProofGraph::read(&proof.game, proof.root, proof.positions, &proof.stream)?;
        if graph.longest(0) != proof.longest {
            return Err(ProofError::Length { found: graph.longest(0), claimed: proof.longest });
        }
        let claim = Claim::of(&proof);
        let LosingProof { game, root, digest, .. } = proof;
        Ok(Self { game, root, claim, digest, graph, excerpt: None })
    }

    /// Combines a verified proof with an excerpt of it. Only positions for which [`super::Walk::is_held`] is true can
    /// be shown. A proof of which only an excerpt is in memory cannot be exported.
    #[must_use]
    pub fn excerpt(proof: LosingProof, excerpt: Excerpt) -> Self {
        let claim = Claim::of(&proof);
        let LosingProof { game, root, digest, stream, .. } = proof;
        Self { game, root, claim, digest, graph: ProofGraph::default(), excerpt: Some(Recalled::new(excerpt, stream)) }
    }

    /// Adds the last position of `line` to an excerpt, so that this position can be shown again. The list `line` has
    /// the numbers of all positions from the root to that position. Does nothing if this proof is itself an excerpt.
    pub fn add_to(&self, excerpt: &mut Excerpt, line: &[u32]) {
        if self.excerpt.is_none() {
            excerpt.add(&self.graph, line);
        }
    }

    /// Returns the certificate's claim.
    #[must_use]
    pub fn claim(&self) -> &Claim {
        &self.claim
    }

    /// Returns the certificate's digest.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Returns the side that wins.
    #[must_use]
    pub fn winner(&self) -> Colour {
        self.game.winner
    }

    /// Returns the stalemate rule.
    #[must_use]
    pub fn rules(&self) -> Stalemate {
        self.game.stalemate
    }

    /// Returns a heading such as `White wins by force (rules joint)`.
    #[must_use]
    pub fn title(&self) -> String {
        format!("{} wins by force (rules {})", self.winner(), self.game.stalemate)
    }

    /// Returns the length in plies of the longest line of moves from the position with this number.
    #[must_use]
    pub fn longest(&self, number: u32) -> u32 {
        self.excerpt.as_ref().map_or_else(|| self.graph.longest(number), |excerpt| excerpt.longest(number))
    }

    /// Counts the distinct positions in the proof from the position with this number on, including this position. The
    /// time is proportional to the result.
    #[must_use]
    pub fn size(&self, number: u32) -> u32 {
        self.excerpt.as_ref().map_or_else(|| self.graph.size(number), |excerpt| excerpt.size(number))
    }

    /// Finds the number of a position, if the proof contains the position. The time is proportional to the size of the
    /// proof.
    #[must_use]
    pub fn number_of(&self, requested: &Position) -> Option<u32> {
        self.visit(|number, position| if position == requested { ControlFlow::Break(number) } else { ControlFlow::Continue(()) })
    }

    /// Visits each position of the proof once, in order of position numbers, until `each` returns `Break`. Returns the
    /// value of that `Break`, if any.
    pub fn visit<B>(&self, mut each: impl FnMut(u32, &Position) -> ControlFlow<B>) -> Option<B> {
        // Only the positions on the path from the root are held in memory.
        struct Open {
            position: Position,
            moves: std::vec::IntoIter<(Move, u32)>,
        }
        let mut met = vec![false; self.graph.len()];
        let mut stack: Vec<Open> = Vec::new();
        let mut next = Some((0, self.root));
        loop {
            match next.take() {
                Some((number, position)) => {
                    met[number as usize] = true;
                    if let ControlFlow::Break(found) = each(number, &position) {
                        return Some(found);
                    }
                    stack.push(Open { position, moves: self.moves(number, &position).into_iter() });
                }
                None => {
                    let Open { position, moves } = stack.last_mut()?;
                    match moves.find(|&(_, number)| !met[number as usize]) {
                        Some((played, number)) => next = Some((number, position.after(played))),
                        None => drop(stack.pop()),
                    }
                }
            }
        }
    }

    /// Returns the proof's moves in the position with this number, in the order that the rules define. Each move comes
    /// with the number of the position after it.
    #[must_use]
    pub fn moves(&self, number: u32, position: &Position) -> Vec<(Move, u32)> {
        let mut moves = position.moves();
        let is_winners_turn = position.side() == self.winner();
        if let Some(excerpt) = &self.excerpt {
            return excerpt.moves(number, moves, is_winners_turn);
        }
        if is_winners_turn && !moves.is_empty() {
            moves = vec![moves[self.graph.chosen(number)]];
        }
        moves.into_iter().zip(self.graph.successors(number).iter().copied()).collect()
    }

    /// Returns the first move of the longest line from the position with this number on, and the number of the position
    /// after this move. Returns `None` if play is over, or if the excerpt in memory does not contain the move.
    #[must_use]
    pub fn on_longest_line(&self, number: u32, position: &Position) -> Option<(Move, u32)> {
        match &self.excerpt {
            Some(excerpt) => excerpt.on_longest_line(number, &position.moves(), position.side() == self.winner()),
            None => self.graph.on_longest_line(number).map(|place| self.moves(number, position)[place]),
        }
    }
}
