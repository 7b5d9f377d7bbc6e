//! Verified proofs of losing chess, held in memory as a whole or as an excerpt.

use std::ops::ControlFlow;

use serde::Serialize;

use super::excerpt::{Excerpt, Recalled};
use super::{ProofError, fen};
use crate::certificate::losing_proof::{self, Citation, LosingCertificate};
use crate::games::Colour;
use crate::games::losing_chess::winner::ForSide;
use crate::games::losing_chess::{Move, Position, Stalemate};
use crate::model::proof_graph::ProofGraph;

/// A verified proof, or only a part of it, called an excerpt.
///
/// In version 2 of the kind `losing`, a proof may have several roots. A proof may end at positions that cited
/// certificates prove. The proof numbers its own positions first, and then the positions that cited certificates prove.
pub struct Proof {
    pub(super) game: ForSide,
    version: u32,
    pub(super) roots: Vec<Root>,
    pub(super) digest: String,
    /// Graph of the whole proof; empty for an excerpt.
    pub(super) graph: ProofGraph,
    pub(super) excerpt: Option<Recalled>,
    cited: Vec<Citation>,
    /// The positions that cited certificates prove, in the order of their numbers. The number in each pair is the index
    /// of the certificate in `cited`.
    leaves: Vec<(Position, usize)>,
}

/// Position from which a certificate proves a win.
#[derive(Clone, Debug)]
pub struct Root {
    /// The position.
    pub position: Position,
    /// Number of the position in the proof.
    pub number: u32,
    /// Claim of the certificate about the position.
    pub claim: Claim,
    /// At most this many plies pass before the first capture or pawn move.
    pub run: u32,
}

/// Claim of a certificate about one of its roots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// Root of the proof, as FEN.
    pub root: String,
    /// Number of plies from the last capture or pawn move to the root.
    pub clock: u32,
    /// Number of distinct positions in the proof, without positions that cited certificates prove.
    pub positions: u32,
    /// Length of the longest line of moves, in plies. If the certificate cites others, the number is only an upper
    /// bound of the length.
    pub longest: u32,
    /// Greatest number of consecutive plies without a capture or pawn move. The number includes the plies before the
    /// root. If the certificate cites others, the true number may be smaller.
    pub reversible: u64,
}

impl Claim {
    /// Copies the claim of a verified certificate about one of its roots.
    #[must_use]
    pub fn new(certificate: &LosingCertificate, root: &losing_proof::Root) -> Self {
        let LosingCertificate { positions, reversible, .. } = *certificate;
        let losing_proof::Root { position, clock, bounds } = *root;
        Self { root: fen(&position, clock, 1), clock, positions, longest: bounds.longest, reversible }
    }
}

impl Proof {
    /// Reads a verified proof.
    ///
    /// # Errors
    /// Returns a [`ProofError`] if the proof does not match its claim under the solver's rules.
    pub fn read(certificate: impl Into<LosingCertificate>) -> Result<Self, ProofError> {
        let certificate = certificate.into();
        let known = certificate.cited_roots();
        let starts = certificate.root_positions();
        let cited = |position: &Position| known.get(position).map(|&(_, longest)| longest);
        let (graph, leaves) = ProofGraph::read_linked(&certificate.game, &starts, cited, certificate.positions, &certificate.stream)?;
        for (root, &number) in certificate.roots.iter().zip(graph.roots()) {
            let (found, claimed) = (graph.longest(number), root.bounds.longest);
            if found != claimed {
                return Err(ProofError::Length { found, claimed });
            }
        }
        let leaves = leaves.into_iter().map(|leaf| (leaf, known[&leaf].0)).collect();
        let mut proof = Self::without_graph(certificate);
        for (root, &number) in proof.roots.iter_mut().zip(graph.roots()) {
            root.number = number;
        }
        Ok(Self { graph, leaves, ..proof })
    }

    /// Combines a verified proof of version 1 with an excerpt of it. Call [`super::Walk::is_held`] before showing a
    /// position. A proof of which only an excerpt is in memory cannot be exported.
    #[must_use]
    pub fn excerpt(mut certificate: LosingCertificate, excerpt: Excerpt) -> Self {
        let stream = std::mem::take(&mut certificate.stream);
        Self { excerpt: Some(Recalled::new(excerpt, stream)), ..Self::without_graph(certificate) }
    }

    fn without_graph(certificate: LosingCertificate) -> Self {
        let root = |root: &losing_proof::Root| {
            let claim = Claim::new(&certificate, root);
            Root { position: root.position, number: 0, claim, run: root.bounds.run }
        };
        let roots = certificate.roots.iter().map(root).collect();
        let LosingCertificate { version, game, digest, cited, .. } = certificate;
        Self { game, version, roots, digest, graph: ProofGraph::default(), excerpt: None, cited, leaves: Vec::new() }
    }

    /// Adds the last position of `line` to an excerpt, so that this position can be shown again. The list `line` has
    /// the numbers of all positions from the root to that position. Does nothing for an excerpt or for a proof of
    /// version 2.
    pub fn add_to(&self, excerpt: &mut Excerpt, line: &[u32]) {
        if self.excerpt.is_none() && self.version == 1 {
            excerpt.add(&self.graph, line);
        }
    }

    /// Returns the version of the certificate's kind: 1 or 2.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Returns the certificate's claim about its first root.
    #[must_use]
    pub fn claim(&self) -> &Claim {
        &self.roots[0].claim
    }

    /// Returns the roots, at least one.
    #[must_use]
    pub fn roots(&self) -> &[Root] {
        &self.roots
    }

    /// Returns how many positions the proof has, including positions that cited certificates prove. The positions are
    /// numbered from 0.
    #[must_use]
    pub fn numbers(&self) -> usize {
        self.graph.numbers()
    }

    /// Returns the cited certificates, in the order of citation.
    #[must_use]
    pub fn cited(&self) -> &[Citation] {
        &self.cited
    }

    /// Returns the cited certificate that proves the position with this number. Returns `None` if the proof itself
    /// proves the position.
    #[must_use]
    pub fn citation(&self, number: u32) -> Option<&Citation> {
        let (_, cited) = self.leaves.get(self.graph.leaf(number)?)?;
        Some(&self.cited[*cited])
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

    /// Counts the distinct positions in the proof from the position with this number on, including this position.
    /// Positions that cited certificates prove do not count. The time is proportional to the result.
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

    /// Visits each position of the proof once, in order of position numbers, until `each` returns `Break`. The
    /// positions that cited certificates prove come last. Returns the value of the `Break`, or `None` if `each` never
    /// returns `Break`.
    pub fn visit<B>(&self, mut each: impl FnMut(u32, &Position) -> ControlFlow<B>) -> Option<B> {
        let mut visited = vec![false; self.graph.len()];
        let own = |number: &u32| self.graph.leaf(*number).is_none();
        for root in self.roots.iter().filter(|root| own(&root.number)) {
            if let Some(found) = self.visit_from(root, &mut visited, &mut each) {
                return Some(found);
            }
        }
        let leaves = (self.graph.len() as u32..).zip(&self.leaves);
        leaves.map(|(number, (leaf, _))| each(number, leaf)).find_map(ControlFlow::break_value)
    }

    /// Visits a root and the positions that follow from it. Leaves out positions that were visited before, and
    /// positions that cited certificates prove.
    fn visit_from<B>(&self, root: &Root, visited: &mut [bool], each: &mut impl FnMut(u32, &Position) -> ControlFlow<B>) -> Option<B> {
        // Only the positions on the path from the root are held in memory.
        struct Open {
            position: Position,
            moves: std::vec::IntoIter<(Move, u32)>,
        }
        let mut stack: Vec<Open> = Vec::new();
        let mut next = Some((root.number, root.position)).filter(|_| !visited[root.number as usize]);
        loop {
            match next.take() {
                Some((number, position)) => {
                    visited[number as usize] = true;
                    if let ControlFlow::Break(found) = each(number, &position) {
                        return Some(found);
                    }
                    stack.push(Open { position, moves: self.moves(number, &position).into_iter() });
                }
                None => {
                    let Open { position, moves } = stack.last_mut()?;
                    // A leaf has no entry in `visited`.
                    match moves.find(|&(_, number)| visited.get(number as usize) == Some(&false)) {
                        Some((played, number)) => next = Some((number, position.after(played))),
                        None => drop(stack.pop()),
                    }
                }
            }
        }
    }

    /// Returns the proof's moves in the position with this number, in the order that the rules define. Each move comes
    /// with the number of the position after it. Returns an empty list if a cited certificate proves the position.
    #[must_use]
    pub fn moves(&self, number: u32, position: &Position) -> Vec<(Move, u32)> {
        if self.graph.leaf(number).is_some() && self.excerpt.is_none() {
            return Vec::new();
        }
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

    /// Returns the first move of the longest line from a position, and the number of the position after the move.
    /// Returns `None` if play is over, if a cited certificate proves the position, or if the excerpt in memory does not
    /// contain the move.
    #[must_use]
    pub fn on_longest_line(&self, number: u32, position: &Position) -> Option<(Move, u32)> {
        match &self.excerpt {
            Some(excerpt) => excerpt.on_longest_line(number, &position.moves(), position.side() == self.winner()),
            None => self.graph.on_longest_line(number).map(|place| self.moves(number, position)[place]),
        }
    }
}
