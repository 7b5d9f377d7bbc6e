//! Joins several proofs of losing chess into one tree, which starts at the beginning of the game. A line of play
//! through the tree enters a proof when it reaches the proof's root.
//!
//! The claim and the bit stream of every proof are held in memory. The graph of a proof is built only when a line of
//! play enters the proof. The program keeps only the graphs of the certificates that the current line of play has
//! entered.

use std::path::Path;

use serde::Serialize;

use super::passage::{Passage, Sources};
use super::top::{Begin, Top, Turn};
use super::{Place, Walk, WalkError, fen};
use crate::certificate::losing_proof::LosingCertificate;
use crate::games::Colour;
use crate::games::losing_chess::text::{START, Setup};
use crate::games::losing_chess::{Move, Position};

/// Several proofs as one tree.
pub struct Tree {
    top: Top,
    /// Certificates with their file names.
    certificates: Vec<(String, LosingCertificate)>,
    /// Certificate index and root index of each proof in `top`.
    origins: Vec<(usize, usize)>,
}

impl Tree {
    /// Builds the tree from verified certificates and the names of their files.
    ///
    /// # Errors
    /// Returns [`WalkError::NoProof`] if there is no proof.
    pub fn new<C: Into<LosingCertificate>>(certificates: Vec<(String, C)>) -> Result<Self, WalkError> {
        let certificates: Vec<(String, LosingCertificate)> =
            certificates.into_iter().map(|(file, certificate)| (file, certificate.into())).collect();
        let (mut begins, mut origins) = (Vec::new(), Vec::new());
        for (number, (file, certificate)) in certificates.iter().enumerate() {
            for (index, root) in certificate.roots.iter().enumerate() {
                begins.push(Begin::new(file.clone(), certificate, root));
                origins.push((number, index));
            }
        }
        Ok(Self { top: Top::new(begins)?, certificates, origins })
    }

    /// Returns the combined results of the proofs.
    #[must_use]
    pub fn top(&self) -> &Top {
        &self.top
    }
}

/// A line of play that starts at the beginning of the game and may enter one of the proofs.
pub struct Stroll<'t> {
    tree: &'t Tree,
    sources: Sources<'t>,
    /// Moves before the line of play enters a proof.
    line: Vec<Move>,
    entered: Option<Entered<'t>>,
}

/// The proof that a line of play has entered.
struct Entered<'t> {
    /// Number of the proof in the tree.
    number: usize,
    passage: Passage<'t>,
}

/// Description of the position at the end of a line of play. The schema of its JSON form is
/// `spec/json/walk-folder.schema.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Spot {
    /// Stalemate rule.
    pub rules: String,
    /// Number of proofs in the tree.
    pub proofs: usize,
    /// Files that are not part of the tree, each with a reason.
    pub apart: Vec<String>,
    /// Moves from the beginning of the game to the position.
    pub line: Vec<String>,
    /// FEN of the position.
    pub fen: String,
    /// Side to move.
    pub to_move: Colour,
    /// Side that wins by force, if proved.
    pub winner: Option<Colour>,
    /// File of the proof that the line of play has entered, or `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Description of the position within the proof in `file`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// All moves in the position, if the line of play has not entered a proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Turn>>,
    /// Report on the game, if the moves of a game led to the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<Followed>,
}

/// Report on how far a game stays in positions with a proved winner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Followed {
    /// Length of the game in plies.
    pub moves: usize,
    /// Number of plies up to the last position whose winner is proved.
    pub followed: usize,
    /// The game's next move after the first `followed` plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_with: Option<String>,
    /// Proved winning move that the winning side could make instead of `left_with`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
}

impl<'t> Stroll<'t> {
    /// Starts at the beginning of the game.
    ///
    /// # Errors
    /// Returns [`WalkError::Unreadable`] if the first position of the game is the root of a proof that the solver
    /// cannot read.
    pub fn new(tree: &'t Tree) -> Result<Self, WalkError> {
        Self::with_sources(tree, Sources::whole(&[]))
    }

    /// Starts at the beginning of the game, and prefers the excerpts in `sources` to whole proofs. If
    /// [`Stroll::is_held`] is true, the output is the same as with whole proofs.
    ///
    /// # Errors
    /// Returns the same errors as [`Stroll::new`].
    pub fn with_sources(tree: &'t Tree, sources: Sources<'t>) -> Result<Self, WalkError> {
        let mut stroll = Self { tree, sources, line: Vec::new(), entered: None };
        stroll.enter()?;
        Ok(stroll)
    }

    /// Returns whether all data that [`Stroll::spot`] shows are in memory.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.passage().is_none_or(Passage::is_held)
    }

    /// Returns all moves from the beginning of the game to the current position.
    fn made(&self) -> Vec<Move> {
        let within = self.passage().map(Passage::made).unwrap_or_default();
        self.line.iter().copied().chain(within).collect()
    }

    fn way(&self) -> Vec<Setup> {
        let mut way = vec![START.parse().expect("the beginning of the game is a position")];
        for played in self.made() {
            let here: &Setup = &way[way.len() - 1];
            way.push(here.after(played));
        }
        way
    }

    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> Position {
        let way = self.way();
        way[way.len() - 1].position
    }

    /// Returns the moves from the beginning of the game to the current position, in algebraic notation.
    #[must_use]
    pub fn moves_made(&self) -> Vec<String> {
        self.way().iter().zip(self.made()).map(|(here, played)| here.position.san(played)).collect()
    }

    /// Returns the line of play within the entered proof, or `None`.
    #[must_use]
    pub fn passage(&self) -> Option<&Passage<'t>> {
        self.entered.as_ref().map(|entered| &entered.passage)
    }

    /// Returns the line of play within the entered proof, so that the caller can make moves in the proof.
    pub fn passage_mut(&mut self) -> Option<&mut Passage<'t>> {
        self.entered.as_mut().map(|entered| &mut entered.passage)
    }

    /// Returns the walk through the entered proof, or `None`.
    #[must_use]
    pub fn walk(&self) -> Option<Walk<'_>> {
        self.passage().map(Passage::walk)
    }

    /// If the current position is the root of a proof, enters this proof.
    fn enter(&mut self) -> Result<(), WalkError> {
        if let (None, Some(number)) = (&self.entered, self.tree.top.proof(&self.position())) {
            let (certificate, root) = self.tree.origins[number];
            let (file, certificate) = &self.tree.certificates[certificate];
            let passage = Passage::after(certificate.clone(), Path::new(file), root, self.moves_made(), self.sources)?;
            self.entered = Some(Entered { number, passage });
        }
        Ok(())
    }

    /// Makes moves. If any move is wrong, no move is made.
    ///
    /// # Errors
    /// Returns a [`WalkError`] about the first wrong move.
    pub fn play(&mut self, text: &str) -> Result<(), WalkError> {
        let plies = self.made().len();
        for word in super::words_of_moves(text) {
            if let Err(why) = self.play_one(&word) {
                self.cut(plies);
                return Err(why);
            }
        }
        Ok(())
    }

    /// Follows a game from its first move. Stops at the last position whose winner is proved.
    ///
    /// # Errors
    /// Returns the same errors as [`Stroll::new`].
    pub fn follow(&mut self, game: &[Move]) -> Result<Followed, WalkError> {
        self.to_beginning()?;
        let mut last_proved = self.winner().map(|_| 0);
        for &played in game {
            match self.passage_mut() {
                Some(passage) => {
                    if !passage.follow(played)? {
                        break;
                    }
                }
                None => {
                    self.line.push(played);
                    self.enter()?;
                }
            }
            if self.winner().is_some() {
                last_proved = Some(self.made().len());
            }
        }
        self.cut(last_proved.unwrap_or(0));
        let plies = self.made().len();
        let left_with = game.get(plies).map(|&played| self.position().san(played));
        let instead = left_with.as_ref().and_then(|_| self.proved_move());
        Ok(Followed { moves: game.len(), followed: plies, left_with, instead })
    }

    /// Returns a move that is proved to win, if the winning side is to move.
    fn proved_move(&self) -> Option<String> {
        let position = self.position();
        let winner = self.winner()?;
        if position.side() != winner {
            return None;
        }
        match self.walk() {
            Some(walk) => walk.place().winners_move.map(|listed| listed.san),
            None => self.tree.top.turns(&position).into_iter().find(|turn| turn.winner == Some(winner)).map(|turn| turn.san),
        }
    }

    /// Returns the side that wins by force in the current position, if proved.
    fn winner(&self) -> Option<Colour> {
        match &self.entered {
            Some(entered) => Some(entered.passage.first_proof().winner()),
            None => self.tree.top.winner(&self.position()),
        }
    }

    fn play_one(&mut self, word: &str) -> Result<(), WalkError> {
        if let Some(passage) = self.passage_mut() {
            return passage.play(word);
        }
        let played = self.position().find_move(word)?;
        self.line.push(played);
        self.enter()
    }

    /// Makes the move with the index `place` in [`Spot::moves`]. Call this function only if the line of play has not
    /// entered a proof.
    ///
    /// # Errors
    /// Fails if there is no such move, or if the move leads to the root of a proof that cannot be read.
    pub fn play_listed(&mut self, place: usize) -> Result<(), WalkError> {
        let moves = self.position().moves();
        let played = moves.get(place).ok_or(WalkError::NotListed(moves.len()))?;
        self.line.push(*played);
        self.enter()
    }

    /// Takes back `moves` moves, or all moves if there are fewer.
    ///
    /// # Errors
    /// Returns [`WalkError::Beginning`] if there is no move to take back.
    pub fn back(&mut self, moves: usize) -> Result<(), WalkError> {
        match self.made().len() {
            0 => Err(WalkError::Beginning),
            made => {
                self.cut(made.saturating_sub(moves));
                Ok(())
            }
        }
    }

    /// Keeps only the first `plies` moves.
    fn cut(&mut self, plies: usize) {
        match (plies.checked_sub(self.line.len()), &mut self.entered) {
            (Some(within), Some(entered)) => entered.passage.cut(within),
            _ => {
                self.line.truncate(plies);
                self.entered = None;
            }
        }
    }

    /// Takes back all moves.
    ///
    /// # Errors
    /// Returns the same errors as [`Stroll::new`].
    pub fn to_beginning(&mut self) -> Result<(), WalkError> {
        self.cut(0);
        self.enter()
    }

    /// Returns the current position as FEN, with move numbers counted from the beginning of the game.
    #[must_use]
    pub fn fen(&self) -> String {
        let way = self.way();
        let Setup { position, clock } = &way[way.len() - 1];
        fen(position, *clock, super::move_number(Colour::White, way.len() - 1))
    }

    /// Describes the current position.
    #[must_use]
    pub fn spot(&self) -> Spot {
        let position = self.position();
        let winner = self.winner();
        let cited = |entered: &Entered<'_>| Some(entered.passage.file()?.file_name()?.to_string_lossy().into_owned());
        let file = |entered: &Entered<'_>| cited(entered).unwrap_or_else(|| self.tree.top.file(entered.number).to_owned());
        Spot {
            rules: self.tree.top.rules().to_string(),
            proofs: self.tree.top.len(),
            apart: self.tree.top.apart().to_vec(),
            line: self.moves_made(),
            fen: self.fen(),
            to_move: position.side(),
            winner,
            file: self.entered.as_ref().map(file),
            place: self.passage().map(Passage::place),
            moves: self.entered.is_none().then(|| self.tree.top.turns(&position)),
            game: None,
        }
    }
}
