//! What proofs of losing chess prove together, from their claims alone: which side wins by force in positions near the beginning of the game, and where each proof
//! begins. The proofs themselves are not needed for it; [`super::tree`] walks into them.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::{Claim, name};
use crate::certificate::losing_proof::LosingProof;
use crate::games::Colour;
use crate::games::losing_chess::text::{START, Setup};
use crate::games::losing_chess::{Move, Position, Stalemate};

/// The number of moves of both sides from the beginning within which roots are looked for.
const MAX_PLIES: usize = 4;

/// A proof, as far as its claim goes.
#[derive(Clone, Debug)]
pub struct Begin {
    /// The name of its file.
    pub file: String,
    /// The rule of stalemate.
    pub rules: Stalemate,
    /// The side that wins.
    pub winner: Colour,
    /// The position that it begins with.
    pub root: Position,
    /// What it claims.
    pub claim: Claim,
}

impl Begin {
    /// Of a verified proof with the name of its file.
    #[must_use]
    pub fn of(file: String, proof: &LosingProof) -> Self {
        Self { file, rules: proof.game.stalemate, winner: proof.game.winner, root: proof.root, claim: Claim::of(proof) }
    }
}

/// A position on a way from the beginning to a root.
struct Crossing {
    position: Position,
    /// The proof that begins here.
    proof: Option<usize>,
    /// The side that wins by force, as the proofs say together.
    winner: Option<Colour>,
}

/// What proofs prove together.
pub struct Top {
    rules: Stalemate,
    proofs: Vec<Begin>,
    /// Whether the proof is part of it.
    joined: Vec<bool>,
    crossings: Vec<Crossing>,
    /// Numbers of crossings by the keys of their positions.
    by_key: FxHashMap<u64, Vec<usize>>,
    apart: Vec<String>,
}

impl Top {
    /// Of verified proofs, which keep their numbers.
    ///
    /// # Errors
    /// A sentence, if there is no proof.
    pub fn new(proofs: Vec<Begin>) -> Result<Self, String> {
        let of_proof = |proof: &Begin| proof.rules;
        let joint = proofs.iter().map(of_proof).find(|&rules| rules == Stalemate::Joint);
        let rules = joint.or_else(|| proofs.first().map(of_proof)).ok_or("there is no proof of losing chess")?;
        // Where the rules are joint nothing is said about the others, in which other sides may win at a stalemate.
        let joined: Vec<bool> = proofs.iter().map(|proof| proof.rules == rules).collect();
        let others = |proof: &&Begin| proof.rules != rules;
        let apart =
            |proof: &Begin| format!("{}: it uses the {} rule of stalemate, the other files the {rules} rule", proof.file, proof.rules);
        let mut apart: Vec<String> = proofs.iter().filter(others).map(apart).collect();
        let (crossings, found) = Ways::search(&proofs, &joined);
        for ((Begin { file, root, .. }, _), _) in proofs.iter().zip(&joined).zip(&found).filter(|((_, joined), found)| **joined && !**found)
        {
            apart.push(format!("{file}: begins with {root}, which is more than {MAX_PLIES} moves from the beginning"));
        }
        let mut top = Self { rules, proofs, joined, crossings, by_key: FxHashMap::default(), apart };
        for (number, crossing) in top.crossings.iter().enumerate() {
            top.by_key.entry(crossing.position.key()).or_default().push(number);
        }
        top.conclude();
        Ok(top)
    }

    /// The rule of stalemate.
    #[must_use]
    pub fn rules(&self) -> Stalemate {
        self.rules
    }

    /// How many proofs with this rule there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.joined.iter().filter(|&&joined| joined).count()
    }

    /// Never: there is a proof.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.proofs.is_empty()
    }

    /// Which files are left out, and why.
    #[must_use]
    pub fn apart(&self) -> &[String] {
        &self.apart
    }

    /// The side that wins by force from a position, as far as that follows from the claims.
    #[must_use]
    pub fn winner(&self, position: &Position) -> Option<Colour> {
        self.crossing(position)?.winner
    }

    /// The proof that begins with a position.
    #[must_use]
    pub fn proof(&self, position: &Position) -> Option<usize> {
        self.crossing(position)?.proof
    }

    /// The name of the file of the proof with this number.
    #[must_use]
    pub fn file(&self, proof: usize) -> &str {
        &self.proofs[proof].file
    }

    /// All moves of a position in move order, with what is proved behind each.
    #[must_use]
    pub fn turns(&self, position: &Position) -> Vec<Turn> {
        position.moves().into_iter().map(|played| self.turn(position, played)).collect()
    }

    /// Moves from the beginning of the game to a position on the way to a proof, or one move beside it. No way leads on from where a proof begins.
    #[must_use]
    pub fn way(&self, requested: &Position) -> Option<Vec<Move>> {
        let mut met = vec![false; self.crossings.len()];
        let mut waiting = VecDeque::from([(0, Vec::new())]);
        while let Some((number, way)) = waiting.pop_front() {
            let Crossing { position, proof, .. } = &self.crossings[number];
            if position == requested {
                return Some(way);
            }
            if proof.is_some() || std::mem::replace(&mut met[number], true) {
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
            winner: crossing.and_then(|crossing| crossing.winner).map(|side| name(side).to_lowercase()),
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

    /// Says of each crossing who wins, as far as that follows from the proofs behind it.
    fn conclude(&mut self) {
        // Crossings stand in the order of their distance, so what lies behind one is known before it. A move back to an earlier one proves nothing.
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

/// A move before a proof is entered, and what is proved behind it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Turn {
    /// The move in coordinates.
    #[serde(rename = "move")]
    pub coordinates: String,
    /// The move in algebraic notation.
    pub san: String,
    /// The side that wins by force behind it, if that is proved.
    pub winner: Option<String>,
    /// The file of the proof that begins behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// What that proof claims.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
    /// Where no proof begins, but some begin further on: of how many replies it is proved who wins, and how many there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replies: Option<[usize; 2]>,
}

/// The search for ways from the beginning to the roots.
struct Ways {
    nodes: Vec<(Position, Vec<usize>)>,
    by_key: FxHashMap<u64, Vec<usize>>,
}

impl Ways {
    /// The crossings in the order of their distance, and which of the proofs have been found.
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
            // Of two proofs of one position the first is taken.
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
