//! A verified proof of losing chess, read as a whole or an excerpt of it: positions by number, the moves of the proof, how much lies below.

use std::ops::ControlFlow;

use serde::Serialize;

use super::excerpt::{Excerpt, Recalled};
use super::{fen, name};
use crate::certificate::losing_proof::LosingProof;
use crate::games::Colour;
use crate::games::losing_chess::winner::ForSide;
use crate::games::losing_chess::{Move, Position, Stalemate};
use crate::model::proof_graph::ProofGraph;

/// A verified proof: read as a whole, or an excerpt of it.
pub struct Proof {
    pub(super) game: ForSide,
    pub(super) root: Position,
    pub(super) claim: Claim,
    pub(super) digest: String,
    /// Empty if there is an excerpt.
    pub(super) graph: ProofGraph,
    pub(super) excerpt: Option<Recalled>,
}

/// What a certificate claims of its root.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// The root as FEN.
    pub root: String,
    /// Moves since the last capture or pawn move before it.
    pub clock: u32,
    /// Distinct positions of the proof.
    pub positions: u32,
    /// The greatest number of moves of both sides.
    pub longest: u32,
    /// The greatest number of moves in a row without a capture or pawn move, those of `clock` included.
    pub reversible: u64,
}

impl Claim {
    /// What a verified proof claims.
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
    /// A sentence, if the solver's rules do not find in it what is claimed.
    pub fn read(proof: LosingProof) -> Result<Self, String> {
        let graph = ProofGraph::read(&proof.game, proof.root, proof.positions, &proof.stream)?;
        if graph.longest(0) != proof.longest {
            return Err(format!("at most {} moves, not {}", graph.longest(0), proof.longest));
        }
        let claim = Claim::of(&proof);
        let LosingProof { game, root, digest, .. } = proof;
        Ok(Self { game, root, claim, digest, graph, excerpt: None })
    }

    /// An excerpt of a verified proof, enough for a walk to some of its places: those where [`super::Walk::is_held`] holds. Nothing else of it can be shown or written.
    #[must_use]
    pub fn excerpt(proof: LosingProof, excerpt: Excerpt) -> Self {
        let claim = Claim::of(&proof);
        let LosingProof { game, root, digest, stream, .. } = proof;
        Self { game, root, claim, digest, graph: ProofGraph::default(), excerpt: Some(Recalled::new(excerpt, stream)) }
    }

    /// Adds to an excerpt what it takes to show again the place to which positions of these numbers lead from the root. Nothing is added if this proof is itself
    /// an excerpt.
    pub fn add_to(&self, excerpt: &mut Excerpt, line: &[u32]) {
        if self.excerpt.is_none() {
            excerpt.add(&self.graph, line);
        }
    }

    /// What the certificate claims.
    #[must_use]
    pub fn claim(&self) -> &Claim {
        &self.claim
    }

    /// The certificate's digest.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The side that wins.
    #[must_use]
    pub fn winner(&self) -> Colour {
        self.game.winner
    }

    /// The rule of stalemate.
    #[must_use]
    pub fn rules(&self) -> Stalemate {
        self.game.stalemate
    }

    /// The rules' name and the winner, for headings: `White wins by force (joint)`.
    #[must_use]
    pub fn title(&self) -> String {
        format!("{} wins by force (rules {})", name(self.winner()), self.game.stalemate)
    }

    /// The greatest number of moves of both sides from the position of this number.
    #[must_use]
    pub fn longest(&self, number: u32) -> u32 {
        self.excerpt.as_ref().map_or_else(|| self.graph.longest(number), |excerpt| excerpt.longest(number))
    }

    /// The number of distinct positions from the position of this number on, that one included. Takes time in proportion to that number.
    #[must_use]
    pub fn size(&self, number: u32) -> u32 {
        self.excerpt.as_ref().map_or_else(|| self.graph.size(number), |excerpt| excerpt.size(number))
    }

    /// The number of a position, if it is one of the proof. Takes time in proportion to the proof.
    #[must_use]
    pub fn number_of(&self, requested: &Position) -> Option<u32> {
        self.visit(|number, position| if position == requested { ControlFlow::Break(number) } else { ControlFlow::Continue(()) })
    }

    /// Goes through the positions of the proof, each once, in the order of their numbers, until `each` has seen enough; what it breaks off with.
    pub fn visit<B>(&self, mut each: impl FnMut(u32, &Position) -> ControlFlow<B>) -> Option<B> {
        // Only the positions on the way from the root are held.
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

    /// The moves of the proof in a position of this number, in move order, with the numbers of the positions that they lead to.
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

    /// The move on the longest line from a position of this number, and the number of the position it leads to. `None` where play is over.
    #[must_use]
    pub fn on_longest_line(&self, number: u32, position: &Position) -> Option<(Move, u32)> {
        match &self.excerpt {
            Some(excerpt) => excerpt.on_longest_line(number, &position.moves(), position.side() == self.winner()),
            None => self.graph.on_longest_line(number).map(|place| self.moves(number, position)[place]),
        }
    }
}
