//! Several proofs of losing chess as one tree of play from the beginning of the game: which of them a line of play leads to, what follows from them together,
//! and what is not proved.
//!
//! What is kept of each proof is its claim and the stream of moves. Whoever walks into one of them reads it then, and holds the graph of this one alone.

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::{Claim, Place, Proof, Walk, fen, name};
use crate::certificate::losing_proof::LosingProof;
use crate::games::Colour;
use crate::games::losing_chess::text::{START, Setup};
use crate::games::losing_chess::{Move, Position, Stalemate};

/// The number of moves of both sides from the beginning within which roots are looked for.
const MOST_PLIES: usize = 4;

/// FEN's fifth field goes no further in certificates.
const MOST_CLOCK: u32 = 100;

/// A proof of the tree.
struct Branch {
    /// The name of its file.
    file: String,
    proof: LosingProof,
}

/// A position on a way from the beginning to a root.
struct Crossing {
    position: Position,
    /// The proof that begins here.
    branch: Option<usize>,
    /// The side that wins by force, as the proofs say together.
    winner: Option<Colour>,
}

/// Proofs as one tree.
pub struct Tree {
    rules: Stalemate,
    branches: Vec<Branch>,
    crossings: Vec<Crossing>,
    /// Numbers of crossings by the keys of their positions.
    by_key: FxHashMap<u64, Vec<usize>>,
    apart: Vec<String>,
}

impl Tree {
    /// The tree of verified proofs, each with the name of its file.
    ///
    /// # Errors
    /// A sentence, if there is no proof.
    pub fn new(proofs: Vec<(String, LosingProof)>) -> Result<Self, String> {
        let of_proof = |(_, proof): &(String, LosingProof)| proof.game.stalemate;
        let joint = proofs.iter().map(of_proof).find(|&rules| rules == Stalemate::Joint);
        let rules = joint.or_else(|| proofs.first().map(of_proof)).ok_or("there is no proof of losing chess")?;
        let mut tree = Self { rules, branches: Vec::new(), crossings: Vec::new(), by_key: FxHashMap::default(), apart: Vec::new() };
        for (file, proof) in proofs {
            // Where the rules are joint nothing is said about the others, in which other sides may win at a stalemate.
            if proof.game.stalemate == rules {
                tree.branches.push(Branch { file, proof });
            } else {
                tree.apart.push(format!("{file}: rules {}, and the others have rules {rules}", proof.game.stalemate));
            }
        }
        let (nodes, found) = Ways::search(&tree.branches);
        for (branch, _) in tree.branches.iter().zip(&found).filter(|(_, found)| !**found) {
            let Branch { file, proof } = branch;
            tree.apart.push(format!("{file}: begins with {}, which is more than {MOST_PLIES} moves from the beginning", proof.root));
        }
        tree.crossings = nodes;
        for (number, crossing) in tree.crossings.iter().enumerate() {
            tree.by_key.entry(crossing.position.key()).or_default().push(number);
        }
        tree.conclude();
        Ok(tree)
    }

    /// The rule of stalemate.
    #[must_use]
    pub fn rules(&self) -> Stalemate {
        self.rules
    }

    /// How many proofs the tree has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.branches.len()
    }

    /// Never: there is a proof.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.branches.is_empty()
    }

    /// Which files are no part of the tree, and why.
    #[must_use]
    pub fn apart(&self) -> &[String] {
        &self.apart
    }

    fn crossing(&self, position: &Position) -> Option<&Crossing> {
        let numbers = self.by_key.get(&position.key())?;
        numbers.iter().map(|&number| &self.crossings[number]).find(|crossing| crossing.position == *position)
    }

    /// Says of each crossing who wins, as far as that follows from the proofs behind it.
    fn conclude(&mut self) {
        // Crossings stand in the order of their distance, so what lies behind one is known before it. A move back to an earlier one proves nothing.
        for number in (0..self.crossings.len()).rev() {
            let Crossing { position, branch, .. } = &self.crossings[number];
            let side = position.side();
            let winner = match branch {
                Some(branch) => Some(self.branches[*branch].proof.game.winner),
                None => {
                    let winner = |&played: &Move| self.crossing(&position.after(played)).and_then(|crossing| crossing.winner);
                    let winners: Vec<Option<Colour>> = position.moves().iter().map(winner).collect();
                    let all = |wanted: Colour| !winners.is_empty() && winners.iter().all(|&winner| winner == Some(wanted));
                    if winners.contains(&Some(side)) { Some(side) } else { Some(side.other()).filter(|&other| all(other)) }
                }
            };
            self.crossings[number].winner = winner;
        }
    }
}

/// The search for ways from the beginning to the roots.
struct Ways {
    nodes: Vec<(Position, Vec<usize>)>,
    by_key: FxHashMap<u64, Vec<usize>>,
}

impl Ways {
    /// The crossings in the order of their distance, and which of the proofs have been found.
    fn search(branches: &[Branch]) -> (Vec<Crossing>, Vec<bool>) {
        let mut ways = Self { nodes: Vec::new(), by_key: FxHashMap::default() };
        let start: Setup = START.parse().expect("the beginning of the game is a position");
        ways.meet(start.position, None);
        let mut level = 0..1;
        let mut at: Vec<Option<usize>> = vec![None; branches.len()];
        for plies in 0.. {
            for (branch, at) in branches.iter().zip(&mut at) {
                *at = at.or_else(|| ways.find(&branch.proof.root));
            }
            if plies == MOST_PLIES || at.iter().all(Option::is_some) {
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
            let branch = at.iter().position(|&at| at == Some(node));
            is_crossing[node].then_some(Crossing { position: *position, branch, winner: None })
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

/// A line of play from the beginning of the game, into one of the proofs if it leads there.
pub struct Stroll<'t> {
    tree: &'t Tree,
    line: Vec<Move>,
    entered: Option<Entered>,
}

/// The proof that a line has led into.
struct Entered {
    /// The moves before it.
    plies: usize,
    branch: usize,
    proof: Proof,
}

/// What there is to say of a place. As JSON: `spec/json/walk-folder.schema.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Spot {
    /// The rule of stalemate.
    pub rules: String,
    /// How many proofs the tree has.
    pub proofs: usize,
    /// Files that are no part of it, and why.
    pub apart: Vec<String>,
    /// The moves from the beginning to here.
    pub line: Vec<String>,
    /// The position as FEN.
    pub fen: String,
    /// The side to move.
    pub to_move: String,
    /// The side that wins by force, if that is proved.
    pub winner: Option<String>,
    /// The file of the proof that the line has led into.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The place in this proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// All moves, before a proof is entered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Turn>>,
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

impl<'t> Stroll<'t> {
    /// At the beginning of the game.
    ///
    /// # Errors
    /// A sentence, if a proof begins there and is not what the checker has verified.
    pub fn new(tree: &'t Tree) -> Result<Self, String> {
        let mut stroll = Self { tree, line: Vec::new(), entered: None };
        stroll.enter()?;
        Ok(stroll)
    }

    /// The positions on the way, the beginning first, with their clocks.
    fn way(&self) -> Vec<(Position, u32)> {
        let start: Setup = START.parse().expect("the beginning of the game is a position");
        let mut way = vec![(start.position, start.clock)];
        for &played in &self.line {
            let (position, clock) = way[way.len() - 1];
            let clock = if position.is_irreversible(played) { 0 } else { (clock + 1).min(MOST_CLOCK) };
            way.push((position.after(played), clock));
        }
        way
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> Position {
        let way = self.way();
        way[way.len() - 1].0
    }

    /// The moves from the beginning to here, in algebraic notation.
    #[must_use]
    pub fn moves_made(&self) -> Vec<String> {
        self.way().iter().zip(&self.line).map(|((position, _), &played)| position.san(played)).collect()
    }

    /// The walk through the proof that the line has led into.
    #[must_use]
    pub fn walk(&self) -> Option<Walk<'_>> {
        let Entered { plies, proof, .. } = self.entered.as_ref()?;
        let mut before = self.moves_made();
        before.truncate(*plies);
        let mut walk = Walk::behind(proof, before);
        walk.follow(&self.line[*plies..]);
        Some(walk)
    }

    /// Goes where moves within the entered proof lead.
    pub fn go(&mut self, within: &[Move]) {
        if let Some(Entered { plies, .. }) = &self.entered {
            self.line.truncate(*plies);
            self.line.extend(within);
        }
    }

    /// Reads the proof that begins here, if one does.
    fn enter(&mut self) -> Result<(), String> {
        let branch = self.tree.crossing(&self.position()).and_then(|crossing| crossing.branch);
        if let (None, Some(branch)) = (&self.entered, branch) {
            let Branch { file, proof } = &self.tree.branches[branch];
            let proof = Proof::read(proof.clone()).map_err(|what| format!("{file}: {what}"))?;
            self.entered = Some(Entered { plies: self.line.len(), branch, proof });
        }
        Ok(())
    }

    /// Makes moves, as [`Walk::play`] does within a proof. Nothing is done if one of them is wrong.
    ///
    /// # Errors
    /// A sentence that says which is wrong and why.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        let plies = self.line.len();
        for word in super::words_of_moves(text) {
            if let Err(why) = self.play_one(&word) {
                self.cut(plies);
                return Err(why);
            }
        }
        Ok(())
    }

    fn play_one(&mut self, word: &str) -> Result<(), String> {
        if let Some(mut walk) = self.walk() {
            walk.play(word)?;
            let made = walk.made();
            self.go(&made);
            return Ok(());
        }
        let played = self.position().find_move(word)?;
        self.line.push(played);
        self.enter()
    }

    /// Makes the move of this place in the list, before a proof is entered.
    ///
    /// # Errors
    /// A sentence, if there is none, or if the proof behind it cannot be read.
    pub fn play_listed(&mut self, place: usize) -> Result<(), String> {
        let moves = self.position().moves();
        let played = moves.get(place).ok_or_else(|| format!("the moves that are listed have the numbers 1 to {}", moves.len()))?;
        self.line.push(*played);
        self.enter()
    }

    /// Takes moves back, at most all.
    ///
    /// # Errors
    /// At the beginning.
    pub fn back(&mut self, moves: usize) -> Result<(), String> {
        if self.line.is_empty() {
            return Err("this is the beginning of the game".to_owned());
        }
        self.cut(self.line.len().saturating_sub(moves));
        Ok(())
    }

    /// Cuts the line to its first `plies` moves, which leads out of a proof that begins later.
    fn cut(&mut self, plies: usize) {
        self.line.truncate(plies);
        self.entered = self.entered.take().filter(|entered| entered.plies <= plies);
    }

    /// Takes all moves back.
    ///
    /// # Errors
    /// As [`Stroll::new`].
    pub fn to_beginning(&mut self) -> Result<(), String> {
        self.cut(0);
        self.enter()
    }

    /// The position as FEN, moves counted as the game is.
    #[must_use]
    pub fn fen(&self) -> String {
        let way = self.way();
        let (position, clock) = &way[way.len() - 1];
        fen(position, *clock, super::move_number(Colour::White, self.line.len()))
    }

    /// What there is to say here.
    #[must_use]
    pub fn spot(&self) -> Spot {
        let position = self.position();
        let walk = self.walk();
        let winner = match &self.entered {
            Some(entered) => Some(entered.proof.winner()),
            None => self.tree.crossing(&position).and_then(|crossing| crossing.winner),
        };
        let lower = |side: Colour| name(side).to_lowercase();
        Spot {
            rules: self.tree.rules.to_string(),
            proofs: self.tree.branches.len(),
            apart: self.tree.apart.clone(),
            line: self.moves_made(),
            fen: self.fen(),
            to_move: lower(position.side()),
            winner: winner.map(lower),
            file: self.entered.as_ref().map(|entered| self.tree.branches[entered.branch].file.clone()),
            place: walk.as_ref().map(Walk::place),
            moves: walk.is_none().then(|| position.moves().into_iter().map(|played| self.turn(&position, played)).collect()),
        }
    }

    fn turn(&self, position: &Position, played: Move) -> Turn {
        let after = position.after(played);
        let crossing = self.tree.crossing(&after);
        let branch = crossing.and_then(|crossing| crossing.branch).map(|branch| &self.tree.branches[branch]);
        let replies = crossing.filter(|_| branch.is_none()).map(|_| {
            let moves = after.moves();
            let is_proved = |&&played: &&Move| self.tree.crossing(&after.after(played)).is_some_and(|crossing| crossing.winner.is_some());
            [moves.iter().filter(is_proved).count(), moves.len()]
        });
        Turn {
            coordinates: played.to_string(),
            san: position.san(played),
            winner: crossing.and_then(|crossing| crossing.winner).map(|side| name(side).to_lowercase()),
            file: branch.map(|branch| branch.file.clone()),
            claim: branch.map(|branch| Claim::of(&branch.proof)),
            replies,
        }
    }
}
