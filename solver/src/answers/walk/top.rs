//! Combines the claims of several proofs of losing chess. The result shows which side wins by force in positions near
//! the beginning of the game, and which proof begins at a position. The positions inside the proofs are not read. The
//! module [`super::tree`] walks through the proofs.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::{Claim, WalkError};
use crate::certificate::losing_proof::{LosingCertificate, Root};
use crate::games::Colour;
use crate::games::losing_chess::text::{START, Setup};
use crate::games::losing_chess::{Move, Position, Stalemate};

/// A proof is left out if its root is more than this number of plies after the beginning of the game.
const MAX_PLIES: usize = 4;

/// The claim of a proof, with the name of its file.
#[derive(Clone, Debug)]
pub struct Begin {
    /// Name of the proof's file.
    pub file: String,
    /// Stalemate rule.
    pub rules: Stalemate,
    /// Side that wins.
    pub winner: Colour,
    /// Root of the proof.
    pub root: Position,
    /// Claim of the certificate.
    pub claim: Claim,
}

impl Begin {
    /// Extracts the claim of a verified certificate about one of its roots. `file` is the name of the certificate's
    /// file.
    #[must_use]
    pub fn new(file: String, certificate: &LosingCertificate, root: &Root) -> Self {
        let (rules, winner) = (certificate.game.stalemate, certificate.game.winner);
        Self { file, rules, winner, root: root.position, claim: Claim::new(certificate, root) }
    }
}

/// A position on a line of play that leads from the beginning of the game to the root of a proof.
struct Crossing {
    position: Position,
    /// Index of the proof whose root is this position, or `None`.
    proof: Option<usize>,
    /// Side that wins by force, if the proofs together show it.
    winner: Option<Colour>,
}

/// Results of several proofs about the beginning of the game.
pub struct Top {
    rules: Stalemate,
    proofs: Vec<Begin>,
    /// Flag for each proof, set if the stalemate rule of the proof is `rules`. Proofs with another stalemate rule are
    /// left out.
    joined: Vec<bool>,
    crossings: Vec<Crossing>,
    /// Maps the hash key of a position to the indices of the positions in `crossings` that have this key.
    by_key: FxHashMap<u64, Vec<usize>>,
    apart: Vec<String>,
}

impl Top {
    /// Combines verified proofs. The number of a proof is its index in `proofs`.
    ///
    /// # Errors
    /// Returns [`WalkError::NoProof`] if there is no proof.
    pub fn new(proofs: Vec<Begin>) -> Result<Self, WalkError> {
        let of_proof = |proof: &Begin| proof.rules;
        let joint = proofs.iter().map(of_proof).find(|&rules| rules == Stalemate::Joint);
        let rules = joint.or_else(|| proofs.first().map(of_proof)).ok_or(WalkError::NoProof)?;
        // If any proof uses the joint rule, proofs under other rules are left out, because under those rules another
        // side may win at a stalemate.
        let joined: Vec<bool> = proofs.iter().map(|proof| proof.rules == rules).collect();
        let others = |proof: &&Begin| proof.rules != rules;
        let apart =
            |proof: &Begin| format!("{}: it uses the {} rule of stalemate, the other files the {rules} rule", proof.file, proof.rules);
        let mut apart: Vec<String> = proofs.iter().filter(others).map(apart).collect();
        apart.dedup();
        let (crossings, found) = Ways::search(&proofs, &joined);
        // A certificate may prove several positions. It is left out only if all of them are far from the beginning.
        let mut reached: Vec<&str> = proofs.iter().zip(&found).filter(|(_, found)| **found).map(|(proof, _)| &*proof.file).collect();
        for (Begin { file, root, .. }, _) in proofs.iter().zip(&joined).filter(|(_, joined)| **joined) {
            if !reached.contains(&file.as_str()) {
                reached.push(file);
                apart.push(format!("{file}: begins with {root}, which is more than {MAX_PLIES} moves from the beginning"));
            }
        }
        let mut top = Self { rules, proofs, joined, crossings, by_key: FxHashMap::default(), apart };
        for (number, crossing) in top.crossings.iter().enumerate() {
            top.by_key.entry(crossing.position.key()).or_default().push(number);
        }
        top.conclude();
        Ok(top)
    }

    /// Returns the stalemate rule of the combined proofs.
    #[must_use]
    pub fn rules(&self) -> Stalemate {
        self.rules
    }

    /// Returns the number of proofs with the stalemate rule [`Top::rules()`].
    #[must_use]
    pub fn len(&self) -> usize {
        self.joined.iter().filter(|&&joined| joined).count()
    }

    /// Always returns `false`, because [`Top::new`] refuses an empty list.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.proofs.is_empty()
    }

    /// Returns the files that are left out, each with a reason.
    #[must_use]
    pub fn apart(&self) -> &[String] {
        &self.apart
    }

    /// Returns the side that wins by force from a position, if the claims show it.
    #[must_use]
    pub fn winner(&self, position: &Position) -> Option<Colour> {
        self.crossing(position)?.winner
    }

    /// Returns the number of the proof whose root is this position, or `None`.
    #[must_use]
    pub fn proof(&self, position: &Position) -> Option<usize> {
        self.crossing(position)?.proof
    }

    /// Returns the file name of the proof with this number.
    #[must_use]
    pub fn file(&self, proof: usize) -> &str {
        &self.proofs[proof].file
    }

    /// Returns all moves in a position, in the order that the rules define. Each move comes with its proved result.
    #[must_use]
    pub fn turns(&self, position: &Position) -> Vec<Turn> {
        position.moves().into_iter().map(|played| self.turn(position, played)).collect()
    }

    /// Returns moves that lead from the beginning of the game to a position. The search follows only lines of play that
    /// lead to the root of a proof, and goes no further than the root. Returns `None` if the search does not reach the
    /// position.
    #[must_use]
    pub fn way(&self, requested: &Position) -> Option<Vec<Move>> {
        let mut visited = vec![false; self.crossings.len()];
        let mut waiting = VecDeque::from([(0, Vec::new())]);
        while let Some((number, way)) = waiting.pop_front() {
            let Crossing { position, proof, .. } = &self.crossings[number];
            if position == requested {
                return Some(way);
            }
            if proof.is_some() || std::mem::replace(&mut visited[number], true) {
                continue;
            }
            for played in position.moves() {
                let after = position.after(played);
                let on = [way.as_slice(), &[played]].concat();
                match self.number(&after) {
                    Some(next) => waiting.push_back((next, on)),
                    None if after == *requested => return Some(on),
                    None => {}
                }
            }
        }
        None
    }

    fn turn(&self, position: &Position, played: Move) -> Turn {
        let after = position.after(played);
        let crossing = self.crossing(&after);
        let proof = crossing.and_then(|crossing| crossing.proof).map(|number| &self.proofs[number]);
        let replies = crossing.filter(|_| proof.is_none()).map(|_| {
            let moves = after.moves();
            let is_proved = |&&played: &&Move| self.winner(&after.after(played)).is_some();
            [moves.iter().filter(is_proved).count(), moves.len()]
        });
        Turn {
            coordinates: played.to_string(),
            san: position.san(played),
            winner: crossing.and_then(|crossing| crossing.winner),
            file: proof.map(|proof| proof.file.clone()),
            claim: proof.map(|proof| proof.claim.clone()),
            replies,
        }
    }

    fn crossing(&self, position: &Position) -> Option<&Crossing> {
        self.number(position).map(|number| &self.crossings[number])
    }

    fn number(&self, position: &Position) -> Option<usize> {
        self.by_key.get(&position.key())?.iter().copied().find(|&number| self.crossings[number].position == *position)
    }

    /// Determines which side wins by force in each position of `crossings`, if the proofs show it.
    fn conclude(&mut self) {
        // Crossings are sorted by their distance from the beginning of the game, and the loop decides the most distant
        // crossings first. A move back to an earlier crossing proves nothing.
        for number in (0..self.crossings.len()).rev() {
            let Crossing { position, proof, .. } = &self.crossings[number];
            let side = position.side();
            let winner = match proof {
                Some(proof) => Some(self.proofs[*proof].winner),
                None => {
                    let winners: Vec<Option<Colour>> =
                        position.moves().iter().map(|&played| self.winner(&position.after(played))).collect();
                    let all = |requested: Colour| !winners.is_empty() && winners.iter().all(|&winner| winner == Some(requested));
                    if winners.contains(&Some(side)) { Some(side) } else { Some(side.other()).filter(|&other| all(other)) }
                }
            };
            self.crossings[number].winner = winner;
        }
    }
}

/// A move in a position before the proofs, and the proved winner, if any.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Turn {
    /// Move in coordinates.
    #[serde(rename = "move")]
    pub coordinates: String,
    /// Move in algebraic notation.
    pub san: String,
    /// Side that wins by force after the move, if proved.
    pub winner: Option<Colour>,
    /// File of the proof whose root is the position after the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Claim of the proof in `file`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
    /// Number of replies that lead to a proved win, and number of all replies. The field is `None` if the replies are
    /// not examined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replies: Option<[usize; 2]>,
}

/// Searches for the lines of play from the beginning of the game to the roots of the proofs.
struct Ways {
    nodes: Vec<(Position, Vec<usize>)>,
    by_key: FxHashMap<u64, Vec<usize>>,
}

impl Ways {
    /// Returns the positions on the lines of play, sorted by their distance from the beginning of the game. Also
    /// returns, for each proof, whether the search has found the root of the proof.
    fn search(proofs: &[Begin], joined: &[bool]) -> (Vec<Crossing>, Vec<bool>) {
        let mut ways = Self { nodes: Vec::new(), by_key: FxHashMap::default() };
        let start: Setup = START.parse().expect("the beginning of the game is a position");
        ways.meet(start.position, None);
        let mut level = 0..1;
        let mut at: Vec<Option<usize>> = vec![None; proofs.len()];
        for plies in 0.. {
            for ((proof, at), _) in proofs.iter().zip(&mut at).zip(joined).filter(|(_, joined)| **joined) {
                *at = at.or_else(|| ways.find(&proof.root));
            }
            if plies == MAX_PLIES || at.iter().zip(joined).all(|(at, joined)| at.is_some() || !joined) {
                break;
            }
            for node in level.clone() {
                let position = ways.nodes[node].0;
                for played in position.moves() {
                    ways.meet(position.after(played), Some(node));
                }
            }
            level = level.end..ways.nodes.len();
        }
        let mut is_crossing = vec![false; ways.nodes.len()];
        is_crossing[0] = true;
        let mut waiting: Vec<usize> = at.iter().copied().flatten().collect();
        while let Some(node) = waiting.pop() {
            if !std::mem::replace(&mut is_crossing[node], true) {
                waiting.extend(&ways.nodes[node].1);
            }
        }
        let crossing = |(node, (position, _)): (usize, &(Position, Vec<usize>))| {
            // If two proofs have the same root, the first is used.
            let proof = at.iter().position(|&at| at == Some(node));
            is_crossing[node].then_some(Crossing { position: *position, proof, winner: None })
        };
        (ways.nodes.iter().enumerate().filter_map(crossing).collect(), at.iter().map(Option::is_some).collect())
    }

    fn find(&self, position: &Position) -> Option<usize> {
        self.by_key.get(&position.key())?.iter().copied().find(|&node| self.nodes[node].0 == *position)
    }

    fn meet(&mut self, position: Position, from: Option<usize>) {
        match self.find(&position) {
            Some(known) => self.nodes[known].1.extend(from),
            None => {
                self.by_key.entry(position.key()).or_default().push(self.nodes.len());
                self.nodes.push((position, from.into_iter().collect()));
            }
        }
    }
}
