//! Walks through a proof that one side wins losing chess. At each position, a walk shows the board, the possible moves,
//! and how many positions the proof has after each move.
//!
//! A [`Proof`] is a verified proof. A [`Walk`] is a line of moves from a root of the proof, and a [`Place`] describes
//! the position at the end of this line. The module [`text`] formats a [`Place`]. A [`passage::Passage`] is a line of
//! moves that continues in cited certificates. The modules [`top`] and [`tree`] combine several proofs. The modules
//! [`pgn`], [`dot`] and [`lines`] export the part of a proof that begins at a position.

pub mod dot;
mod error;
pub mod excerpt;
pub mod lines;
pub mod passage;
pub mod pgn;
mod place;
mod proof;
pub mod text;
pub mod top;
pub mod tree;

pub use error::{ProofError, WalkError};
pub use place::{Cited, Continuation, Passed, Place};
pub use proof::{Claim, Proof, Root};

use crate::certificate::losing_proof::Citation;
use crate::games::Colour;
use crate::games::losing_chess::line::unnumbered;
use crate::games::losing_chess::{Move, Position};

/// Formats a position as FEN with all six fields.
fn fen(position: &Position, clock: u32, number: u32) -> String {
    format!("{position} {clock} {number}")
}

/// Returns the number of the next move after `plies` plies. The side `first` makes the first ply, which has the move
/// number 1.
fn move_number(first: Colour, plies: usize) -> u32 {
    let before = plies + usize::from(first == Colour::Black);
    u32::try_from(before / 2).map_or(u32::MAX, |moves| moves + 1)
}

/// Splits a text into moves and removes move numbers such as `12.`.
#[must_use]
pub fn words_of_moves(text: &str) -> Vec<String> {
    text.split_whitespace().filter_map(unnumbered).map(str::to_owned).collect()
}

/// A position in the line of moves of a walk.
#[derive(Clone, Copy)]
struct Stop {
    number: u32,
    position: Position,
    clock: u32,
    /// Move that led to the position, or `None` at the root.
    by: Option<Move>,
}

impl Stop {
    fn after(&self, played: Move, number: u32) -> Self {
        let clock = if self.position.is_irreversible(played) { 0 } else { self.clock + 1 };
        Self { number, position: self.position.after(played), clock, by: Some(played) }
    }
}

/// A line of moves that starts at a root of a proof.
#[derive(Clone)]
pub struct Walk<'a> {
    proof: &'a Proof,
    /// Claim about the root.
    claim: &'a Claim,
    root: Stop,
    /// Position after each move of the walk.
    line: Vec<Stop>,
    /// Moves that led to the root; empty if they are unknown. Move numbers count from the first of these moves.
    before: Vec<String>,
}

/// Result of an attempt to make a move that the user wrote.
enum Made {
    /// The move was made.
    Itself,
    /// The program made the winner's move, but not the user's move. A cited certificate proves the position before the
    /// user's move.
    WinnersOnly,
}

impl<'a> Walk<'a> {
    /// Starts a walk at the first root.
    #[must_use]
    pub fn new(proof: &'a Proof) -> Self {
        Self::after(proof, Vec::new())
    }

    /// Starts a walk at the first root. The moves in `before` led to the root, and the first of them had the move
    /// number 1.
    #[must_use]
    pub fn after(proof: &'a Proof, before: Vec<String>) -> Self {
        Self::from_root(proof, 0, before)
    }

    /// Starts a walk at the root with this index. The moves in `before` led to the root, and the first of them had the
    /// move number 1.
    #[must_use]
    pub fn from_root(proof: &'a Proof, index: usize, before: Vec<String>) -> Self {
        let Root { position, number, claim, .. } = &proof.roots[index];
        let root = Stop { number: *number, position: *position, clock: claim.clock, by: None };
        Self { proof, claim, root, line: Vec::new(), before }
    }

    /// Starts a walk that goes to the position with this number.
    ///
    /// # Errors
    /// [`WalkError::NoPosition`] if there is no such position.
    pub fn to_number(proof: &'a Proof, number: u32) -> Result<Self, WalkError> {
        let from = |index: usize| {
            let mut walk = Self::from_root(proof, index, Vec::new());
            walk.go_to(number).map(|()| walk)
        };
        (1..proof.roots.len()).fold(from(0), |found, index| found.or_else(|_| from(index)))
    }

    /// Returns the moves from the beginning of the game to the root, with move numbers. Returns an empty list if these
    /// moves are unknown.
    #[must_use]
    pub fn moves_before(&self) -> Vec<String> {
        self.numbered(0, &self.before)
    }

    /// Returns the proof.
    #[must_use]
    pub fn proof(&self) -> &'a Proof {
        self.proof
    }

    /// Returns the claim about the root.
    #[must_use]
    pub fn claim(&self) -> &'a Claim {
        self.claim
    }

    /// Returns the cited certificate that proves the current position, or `None` if no cited certificate is needed.
    #[must_use]
    pub fn citation(&self) -> Option<&'a Citation> {
        self.proof.citation(self.here().number)
    }

    /// Counts the positions of the proof at each distance from the current position, in plies. The first count, for the
    /// current position itself, is 1. The time is proportional to the number of positions.
    #[must_use]
    pub fn depths(&self) -> Vec<u64> {
        self.proof.graph.depths(self.here().number)
    }

    /// Makes moves until the proof lacks the next move.
    pub fn follow(&mut self, moves: &[Move]) {
        for played in moves {
            let Some(step) = self.moves().into_iter().find(|(known, _)| known == played) else { return };
            self.step(step);
        }
    }

    /// Returns the moves from the root to the current position.
    #[must_use]
    pub fn made(&self) -> Vec<Move> {
        self.line.iter().filter_map(|stop| stop.by).collect()
    }

    /// Returns all known moves before the current position, in algebraic notation.
    #[must_use]
    pub fn moves_made(&self) -> Vec<String> {
        let stops = std::iter::once(&self.root).chain(&self.line);
        let after_root = stops.zip(&self.line).filter_map(|(from, to)| Some(from.position.san(to.by?)));
        self.before.iter().cloned().chain(after_root).collect()
    }

    /// Returns the number of plies to the current position, including the plies before the root.
    fn plies(&self) -> usize {
        self.before.len() + self.line.len()
    }

    /// Returns the side that makes the first known move.
    fn first(&self) -> Colour {
        let side = self.root.position.side();
        if self.before.len().is_multiple_of(2) { side } else { side.other() }
    }

    /// Returns the numbers of the positions from the root to the current position.
    #[must_use]
    pub fn numbers(&self) -> Vec<u32> {
        std::iter::once(&self.root).chain(&self.line).map(|stop| stop.number).collect()
    }

    /// Returns whether the data in memory suffice for [`Walk::place`]. The result is always true for a whole proof.
    #[must_use]
    pub fn is_held(&self) -> bool {
        let Some(excerpt) = &self.proof.excerpt else { return true };
        let holds = |stop: &Stop| excerpt.holds(stop.number, &stop.position.moves(), stop.position.side() == self.proof.winner());
        let mut stops = std::iter::once(&self.root).chain(&self.line);
        let here = self.here();
        let lengths_hold = self.main_line().len() == self.proof.longest(here.number) as usize;
        stops.all(holds) && excerpt.shows(here.number) && lengths_hold && self.proof.longest(0) == self.claim.longest
    }

    fn here(&self) -> &Stop {
        self.line.last().unwrap_or(&self.root)
    }

    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.here().position
    }

    /// Returns the current position as FEN. If the moves before the root are unknown, move numbers count from the root.
    #[must_use]
    pub fn fen(&self) -> String {
        fen(self.position(), self.here().clock, self.move_number())
    }

    fn move_number(&self) -> u32 {
        move_number(self.first(), self.plies())
    }

    /// Returns the index of the current position in the proof.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.here().number
    }

    /// Returns the proof's moves in the current position, in the order that the rules define. Each move comes with the
    /// number of the position after it.
    #[must_use]
    pub fn moves(&self) -> Vec<(Move, u32)> {
        self.proof.moves(self.here().number, self.position())
    }

    fn step(&mut self, (played, number): (Move, u32)) {
        self.line.push(self.here().after(played, number));
    }

    /// Describes the current position. For each move, counts the positions of the proof that can follow the move. The
    /// time is proportional to the number of positions that can follow the current position.
    #[must_use]
    pub fn place(&self) -> Place {
        let (proof, here) = (self.proof, self.here());
        let main = proof.on_longest_line(here.number, &here.position).map(|(played, _)| played);
        let continuation = |(played, number): (Move, u32)| Continuation {
            coordinates: played.to_string(),
            san: here.position.san(played),
            number,
            positions: proof.size(number),
            longest: proof.longest(number),
            on_main_line: main == Some(played),
            cited: proof.citation(number).map(Cited::from),
        };
        let mut moves: Vec<Continuation> = self.moves().into_iter().map(continuation).collect();
        moves.sort_by_key(|other| std::cmp::Reverse(other.positions));
        let (over, cited) = (self.is_over(), self.citation().map(Cited::from));
        let winners_turn = here.position.side() == self.proof.winner();
        let line = self.moves_made().split_off(self.before.len());
        Place {
            certificate: self.proof.digest.clone(),
            rules: self.proof.game.stalemate.to_string(),
            winner: self.proof.winner(),
            claim: self.claim.clone(),
            file: None,
            passed: Vec::new(),
            line,
            number: here.number,
            fen: self.fen(),
            to_move: here.position.side(),
            over,
            positions: proof.size(here.number),
            longest: proof.longest(here.number),
            main_line: self.main_line(),
            winners_move: moves.first().filter(|_| winners_turn).cloned(),
            replies: (!winners_turn && !moves.is_empty()).then_some(moves),
            cited,
        }
    }

    /// Returns the longest line of moves from the current position, in algebraic notation. The line ends at a position
    /// that a cited certificate proves.
    #[must_use]
    pub fn main_line(&self) -> Vec<String> {
        self.follow_main_line().0
    }

    /// Returns the cited certificate that continues the longest line of moves, if any.
    #[must_use]
    pub fn main_line_goes_on(&self) -> Option<&'a Citation> {
        self.proof.citation(self.follow_main_line().1)
    }

    /// Returns the longest line of moves from the current position, and the number of the position at its end.
    fn follow_main_line(&self) -> (Vec<String>, u32) {
        let mut here = *self.here();
        let mut line = Vec::new();
        while let Some((played, number)) = self.proof.on_longest_line(here.number, &here.position) {
            line.push(here.position.san(played));
            here = here.after(played, number);
        }
        (line, here.number)
    }

    /// Formats moves with their move numbers, such as `1. e3`. `plies` is the number of earlier plies in the game.
    #[must_use]
    pub fn numbered(&self, plies: usize, moves: &[String]) -> Vec<String> {
        let first = self.first();
        let numbered = |(later, played): (usize, &String)| {
            let (plies, number) = (plies + later, move_number(first, plies + later));
            match (first == Colour::White) == plies.is_multiple_of(2) {
                true => format!("{number}. {played}"),
                false if later == 0 => format!("{number}... {played}"),
                false => played.clone(),
            }
        };
        moves.iter().enumerate().map(numbered).collect()
    }

    /// Makes the moves of both sides in `text`. Each move is in algebraic notation or in coordinates, and move numbers
    /// such as `12.` are allowed. The user may leave out the winner's move before a reply; then the move of the proof
    /// is made. If any move is wrong, no move is made.
    ///
    /// # Errors
    /// Returns a [`WalkError`] about the first wrong move.
    pub fn play(&mut self, text: &str) -> Result<(), WalkError> {
        let plies = self.line.len();
        let mut play = |word: String| match self.play_one(&word)? {
            Made::Itself => Ok(()),
            Made::WinnersOnly => Err(self.goes_on_elsewhere(&word)),
        };
        let made = words_of_moves(text).into_iter().try_for_each(&mut play);
        if made.is_err() {
            self.line.truncate(plies);
        }
        made
    }

    fn goes_on_elsewhere(&self, word: &str) -> WalkError {
        let file = self.citation().map(|citation| citation.file.display().to_string()).unwrap_or_default();
        WalkError::Cited { word: word.to_owned(), file }
    }

    /// Makes the move that `word` names.
    fn play_one(&mut self, word: &str) -> Result<Made, WalkError> {
        let here = *self.here();
        let found = here.position.find_move(word);
        if self.citation().is_some() {
            return Err(found.map_or_else(WalkError::from, |_| self.goes_on_elsewhere(word)));
        }
        let moves = self.moves();
        if let Ok(played) = found
            && let Some(&step) = moves.iter().find(|(known, _)| *known == played)
        {
            self.step(step);
            return Ok(Made::Itself);
        }
        let (Some(&proofs), true) = (moves.first(), here.position.side() == self.proof.winner()) else {
            return found.map(|_| Made::Itself).map_err(WalkError::from);
        };
        let (winner, san) = (self.proof.winner().name(), here.position.san(proofs.0));
        self.step(proofs);
        let reply = self.position().find_move(word);
        let (known, is_cited) = (self.moves(), self.citation().is_some());
        let step = reply.as_ref().ok().and_then(|reply| known.into_iter().find(|(played, _)| played == reply));
        let is_reply = step.is_some() || (is_cited && reply.is_ok());
        let word = word.to_owned();
        match (found, is_reply) {
            (Err(_), true) => Ok(match step {
                Some(step) => {
                    self.step(step);
                    Made::Itself
                }
                None => Made::WinnersOnly,
            }),
            // The word may be meant as a move of the winner that is not in the proof. If it were taken as a reply, this
            // mistake would stay hidden.
            (Ok(_), true) => Err(WalkError::PerhapsReply { word, winner, san }),
            (Ok(_), false) => Err(WalkError::NotProved { word, winner, san }),
            (Err(as_winners), false) => {
                let reason = match reply {
                    Err(as_reply) if as_reply != as_winners => format!("as {winner}'s, {as_winners}; as a reply, {as_reply}"),
                    _ => as_winners.to_string(),
                };
                Err(WalkError::Neither { word, winner, san, reason })
            }
        }
    }

    /// Makes a move that [`Walk::place`] lists.
    pub fn play_listed(&mut self, listed: &Continuation) {
        if let Some(step) = self.moves().into_iter().find(|(_, number)| *number == listed.number) {
            self.step(step);
        }
    }

    /// Makes the next `moves` moves of [`Walk::main_line`], or fewer if the line ends earlier.
    ///
    /// # Errors
    /// [`WalkError::Over`] if play is over.
    pub fn along_main_line(&mut self, moves: usize) -> Result<(), WalkError> {
        if self.is_over() {
            return Err(WalkError::Over);
        }
        for _ in 0..moves {
            let Some(step) = self.proof.on_longest_line(self.here().number, self.position()) else { break };
            self.step(step);
        }
        Ok(())
    }

    /// Takes back `moves` moves, or all moves if there are fewer.
    ///
    /// # Errors
    /// [`WalkError::Root`] at the root.
    pub fn back(&mut self, moves: usize) -> Result<(), WalkError> {
        if self.line.is_empty() {
            return Err(WalkError::Root);
        }
        self.line.truncate(self.line.len().saturating_sub(moves));
        Ok(())
    }

    /// Takes back all moves.
    pub fn to_root(&mut self) {
        self.line.clear();
    }

    /// Goes to the position with this number. The new line of moves from the root is as short as possible.
    ///
    /// # Errors
    /// [`WalkError::NoPosition`] if there is no such position. [`WalkError::NotFromHere`] if the position does not
    /// follow from the root.
    pub fn go_to(&mut self, number: u32) -> Result<(), WalkError> {
        let numbers = self.proof.graph.numbers();
        if number as usize >= numbers {
            return Err(WalkError::NoPosition { number, last: numbers.saturating_sub(1) });
        }
        let way = self.proof.graph.way(self.root.number, number).ok_or(WalkError::NotFromHere(number))?;
        self.line.clear();
        for place in way {
            self.step(self.moves()[place]);
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.position().is_over()
    }

    /// Describes how play ended. Returns `None` if play is not over.
    #[must_use]
    pub fn end(&self) -> Option<String> {
        let (position, winner) = (self.position(), self.proof.winner());
        self.is_over().then(|| {
            let why = match () {
                () if position.units(winner) == 0 => "has no units left".to_owned(),
                () if position.side() == winner => "is stalemated".to_owned(),
                () => format!("has stalemated {}", winner.other()),
            };
            format!("{} has won: it {why}", winner)
        })
    }
}

/// Part of a proof, written as text.
pub struct Written {
    /// Contents of the exported file.
    pub text: String,
    /// Number of exported positions.
    pub positions: usize,
    /// Number of exported moves.
    pub moves: usize,
    /// Number of exported positions whose moves are incomplete.
    pub cut: usize,
}
