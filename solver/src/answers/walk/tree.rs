//! Several proofs of losing chess as one tree of play from the beginning of the game: which of them a line of play leads to. What follows from them together is
//! [`super::top`]'s.
//!
//! What is kept of each proof is its claim and the stream of moves. Whoever walks into one of them reads it then, and holds the graph of this one alone.

use serde::Serialize;

use super::excerpt::Excerpt;
use super::top::{Begin, Top, Turn};
use super::{Place, Proof, Walk, fen, name};
use crate::certificate::losing_proof::LosingProof;
use crate::games::Colour;
use crate::games::losing_chess::text::{START, Setup};
use crate::games::losing_chess::{Move, Position};

/// Proofs as one tree.
pub struct Tree {
    top: Top,
    /// The proofs with the names of their files, in the order in which the top numbers them.
    proofs: Vec<(String, LosingProof)>,
}

impl Tree {
    /// The tree of verified proofs, each with the name of its file.
    ///
    /// # Errors
    /// A sentence, if there is no proof.
    pub fn new(proofs: Vec<(String, LosingProof)>) -> Result<Self, String> {
        let top = Top::new(proofs.iter().map(|(file, proof)| Begin::of(file.clone(), proof)).collect())?;
        Ok(Self { top, proofs })
    }

    /// What the proofs prove together.
    #[must_use]
    pub fn top(&self) -> &Top {
        &self.top
    }
}

/// Finds the excerpt of the proof with a digest, if there is one.
type Excerpts<'t> = &'t dyn Fn(&str) -> Option<Excerpt>;

/// A line of play from the beginning of the game, into one of the proofs if it leads there.
pub struct Stroll<'t> {
    tree: &'t Tree,
    excerpts: Excerpts<'t>,
    line: Vec<Move>,
    entered: Option<Entered>,
}

/// The proof that a line has led into.
struct Entered {
    /// The moves before it.
    plies: usize,
    number: usize,
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
    /// How far a game got that was followed to here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<Followed>,
}

/// How far a game stays in positions of which it is proved who wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Followed {
    /// The moves of the game, both sides counted.
    pub moves: usize,
    /// How many of them lead through such positions.
    pub followed: usize,
    /// The move that leaves them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_with: Option<String>,
    /// The move of the proof in its place, if the side that wins left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
}

impl<'t> Stroll<'t> {
    /// At the beginning of the game.
    ///
    /// # Errors
    /// A sentence, if a proof begins there and is not what the checker has verified.
    pub fn new(tree: &'t Tree) -> Result<Self, String> {
        Self::in_excerpts(tree, &|_| None)
    }

    /// The same with excerpts in the place of the proofs that have one. It shows what the whole proofs show where [`Stroll::is_held`] says so.
    ///
    /// # Errors
    /// As [`Stroll::new`].
    pub fn in_excerpts(tree: &'t Tree, excerpts: Excerpts<'t>) -> Result<Self, String> {
        let mut stroll = Self { tree, excerpts, line: Vec::new(), entered: None };
        stroll.enter()?;
        Ok(stroll)
    }

    /// Whether the excerpt, if one was entered, holds what [`Stroll::spot`] shows: [`Walk::is_held`].
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.walk().is_none_or(|walk| walk.is_held())
    }

    /// The positions on the way, the beginning first, with their clocks.
    fn way(&self) -> Vec<Setup> {
        let mut way = vec![START.parse().expect("the beginning of the game is a position")];
        for &played in &self.line {
            let here: &Setup = &way[way.len() - 1];
            way.push(here.after(played));
        }
        way
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> Position {
        let way = self.way();
        way[way.len() - 1].position
    }

    /// The moves from the beginning to here, in algebraic notation.
    #[must_use]
    pub fn moves_made(&self) -> Vec<String> {
        self.way().iter().zip(&self.line).map(|(here, &played)| here.position.san(played)).collect()
    }

    /// The walk through the proof that the line has led into.
    #[must_use]
    pub fn walk(&self) -> Option<Walk<'_>> {
        let Entered { plies, proof, .. } = self.entered.as_ref()?;
        let mut before = self.moves_made();
        before.truncate(*plies);
        let mut walk = Walk::after(proof, before);
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
        if let (None, Some(number)) = (&self.entered, self.tree.top.proof(&self.position())) {
            let (file, proof) = &self.tree.proofs[number];
            let proof = match (self.excerpts)(&proof.digest) {
                Some(excerpt) => Proof::excerpt(proof.clone(), excerpt),
                None => Proof::read(proof.clone()).map_err(|what| format!("{file}: {what}"))?,
            };
            self.entered = Some(Entered { plies: self.line.len(), number, proof });
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

    /// Follows a game from its first move as far as it is proved who wins, and stays at the last such position.
    ///
    /// # Errors
    /// As [`Stroll::new`].
    pub fn follow(&mut self, game: &[Move]) -> Result<Followed, String> {
        self.to_beginning()?;
        let mut last_proved = self.winner().map(|_| 0);
        for &played in game {
            if let Some(mut walk) = self.walk() {
                let before = walk.made().len();
                walk.follow(&[played]);
                let made = walk.made();
                if made.len() == before {
                    break;
                }
                self.go(&made);
            } else {
                self.line.push(played);
                self.enter()?;
            }
            if self.winner().is_some() {
                last_proved = Some(self.line.len());
            }
        }
        self.cut(last_proved.unwrap_or(0));
        let plies = self.line.len();
        let left_with = game.get(plies).map(|&played| self.position().san(played));
        let instead = left_with.as_ref().and_then(|_| self.proved_move());
        Ok(Followed { moves: game.len(), followed: plies, left_with, instead })
    }

    /// A move of the side that wins here, after which it is proved that it wins.
    fn proved_move(&self) -> Option<String> {
        let position = self.position();
        let winner = self.winner()?;
        if position.side() != winner {
            return None;
        }
        match self.walk() {
            Some(walk) => walk.place().winners_move.map(|listed| listed.san),
            None => self
                .tree
                .top
                .turns(&position)
                .into_iter()
                .find(|turn| turn.winner.as_deref() == Some(&name(winner).to_lowercase()))
                .map(|turn| turn.san),
        }
    }

    /// The side that wins by force here, if that is proved.
    fn winner(&self) -> Option<Colour> {
        match &self.entered {
            Some(entered) => Some(entered.proof.winner()),
            None => self.tree.top.winner(&self.position()),
        }
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
        let Setup { position, clock } = &way[way.len() - 1];
        fen(position, *clock, super::move_number(Colour::White, self.line.len()))
    }

    /// What there is to say here.
    #[must_use]
    pub fn spot(&self) -> Spot {
        let position = self.position();
        let walk = self.walk();
        let winner = self.winner();
        let lower = |side: Colour| name(side).to_lowercase();
        Spot {
            rules: self.tree.top.rules().to_string(),
            proofs: self.tree.top.len(),
            apart: self.tree.top.apart().to_vec(),
            line: self.moves_made(),
            fen: self.fen(),
            to_move: lower(position.side()),
            winner: winner.map(lower),
            file: self.entered.as_ref().map(|entered| self.tree.proofs[entered.number].0.clone()),
            place: walk.as_ref().map(Walk::place),
            moves: walk.is_none().then(|| self.tree.top.turns(&position)),
            game: None,
        }
    }
}
