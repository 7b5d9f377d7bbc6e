//! A walk through a proof of losing chess: where one stands, what can be played there and how much of the proof lies below.
//!
//! [`Proof`] is the proof read, [`Walk`] a line in it from the root, [`Place`] what there is to say at its end. [`text`] says it in words, and [`top`] and [`tree`] put several proofs together. [`pgn`], [`dot`] and [`lines`] write what lies below a place.

pub mod dot;
pub mod excerpt;
pub mod lines;
pub mod pgn;
mod place;
mod proof;
pub mod text;
pub mod top;
pub mod tree;

pub use place::{Continuation, Place};
pub use proof::{Claim, Proof};

use crate::games::Colour;
use crate::games::losing_chess::line::unnumbered;
use crate::games::losing_chess::text::{START, Setup};
use crate::games::losing_chess::{Move, Position};

/// A side's name.
#[must_use]
pub fn name(side: Colour) -> &'static str {
    match side {
        Colour::White => "White",
        Colour::Black => "Black",
    }
}

/// All six fields of FEN.
fn fen(position: &Position, clock: u32, number: u32) -> String {
    format!("{position} {clock} {number}")
}

/// The number of a move, this many moves of both sides behind a position in which `first` is to move and which has the number 1.
fn move_number(first: Colour, plies: usize) -> u32 {
    let before = plies + usize::from(first == Colour::Black);
    u32::try_from(before / 2).map_or(u32::MAX, |moves| moves + 1)
}

/// The moves of a text; numbers of moves such as `12.` may stand before them.
#[must_use]
pub fn words_of_moves(text: &str) -> Vec<String> {
    text.split_whitespace().filter_map(unnumbered).map(str::to_owned).collect()
}

/// A position on the way from the root.
#[derive(Clone, Copy)]
struct Stop {
    number: u32,
    position: Position,
    clock: u32,
    /// The move that led here.
    by: Option<Move>,
}

impl Stop {
    fn after(&self, played: Move, number: u32) -> Self {
        let clock = if self.position.is_irreversible(played) { 0 } else { self.clock + 1 };
        Self { number, position: self.position.after(played), clock, by: Some(played) }
    }
}

/// A line of the proof from the root.
#[derive(Clone)]
pub struct Walk<'a> {
    proof: &'a Proof,
    root: Stop,
    /// The positions behind the root.
    line: Vec<Stop>,
    /// The moves that led to the root, where they are known: numbers of moves count them.
    before: Vec<String>,
}

impl<'a> Walk<'a> {
    /// At the root.
    #[must_use]
    pub fn new(proof: &'a Proof) -> Self {
        Self::after(proof, Vec::new())
    }

    /// At the root. Numbers of moves count those from the beginning of the game if the root is at most two moves away from it.
    #[must_use]
    pub fn from_the_beginning(proof: &'a Proof) -> Self {
        let beginning: Setup = START.parse().expect("the beginning of the game is a position");
        let is_root = |after: &Setup| after.position == proof.root;
        for first in beginning.position.moves() {
            let after = beginning.after(first);
            let first = beginning.position.san(first);
            if is_root(&after) {
                return Self::after(proof, vec![first]);
            }
            if let Some(second) = after.position.moves().into_iter().find(|&second| is_root(&after.after(second))) {
                return Self::after(proof, vec![first, after.position.san(second)]);
            }
        }
        Self::new(proof)
    }

    /// The moves from the beginning of the game to the root, with their numbers; none where they are not known.
    #[must_use]
    pub fn moves_before(&self) -> Vec<String> {
        self.numbered(0, &self.before)
    }

    /// The proof.
    #[must_use]
    pub fn proof(&self) -> &'a Proof {
        self.proof
    }

    /// How many positions can be reached from here with how many moves of both sides and not with fewer, beginning with 1 for this one. Takes time in proportion
    /// to their number.
    #[must_use]
    pub fn depths(&self) -> Vec<u64> {
        self.proof.graph.depths(self.here().number)
    }

    /// At the root, to which these moves led from a position whose move has the number 1.
    #[must_use]
    pub fn after(proof: &'a Proof, before: Vec<String>) -> Self {
        let root = Stop { number: 0, position: proof.root, clock: proof.claim.clock, by: None };
        Self { proof, root, line: Vec::new(), before }
    }

    /// Where these moves lead: moves from the root, or from the first move of the game if they pass through the root.
    ///
    /// # Errors
    /// A sentence that says which move is wrong and why.
    pub fn to(proof: &'a Proof, moves: &str) -> Result<Self, String> {
        let mut walk = Self::from_the_beginning(proof);
        let Err(why) = walk.play(moves) else { return Ok(walk) };
        let mut here: Setup = START.parse().expect("the beginning of the game is a position");
        let (mut before, mut rest) = (Vec::new(), words_of_moves(moves).into_iter());
        while here.position != proof.root {
            let Some(played) = rest.next().and_then(|word| here.position.find_move(&word).ok()) else {
                // They may be meant as moves from the first one of the game if they begin so.
                let root = walk.moves_before().join(" ");
                let begins = match (before.is_empty(), root.is_empty()) {
                    (true, _) => String::new(),
                    (false, true) => format!(" (this proof begins with {})", proof.claim.root),
                    (false, false) => format!(" (this proof begins after {root})"),
                };
                return Err(why + &begins);
            };
            before.push(here.position.san(played));
            here = here.after(played);
        }
        let mut walk = Self::after(proof, before);
        walk.play(&rest.collect::<Vec<_>>().join(" "))?;
        Ok(walk)
    }

    /// Makes moves of the proof, as far as they are such.
    pub fn follow(&mut self, moves: &[Move]) {
        for played in moves {
            let Some(step) = self.moves().into_iter().find(|(known, _)| known == played) else { return };
            self.step(step);
        }
    }

    /// The moves from the root to here.
    #[must_use]
    pub fn made(&self) -> Vec<Move> {
        self.line.iter().filter_map(|stop| stop.by).collect()
    }

    /// The moves to here in algebraic notation, those before the root included.
    #[must_use]
    pub fn moves_made(&self) -> Vec<String> {
        let stops = std::iter::once(&self.root).chain(&self.line);
        let after_root = stops.zip(&self.line).filter_map(|(from, to)| Some(from.position.san(to.by?)));
        self.before.iter().cloned().chain(after_root).collect()
    }

    /// How many moves of both sides these are.
    fn plies(&self) -> usize {
        self.before.len() + self.line.len()
    }

    /// The side that makes the first of these moves.
    fn first(&self) -> Colour {
        let side = self.proof.root.side();
        if self.before.len().is_multiple_of(2) { side } else { side.other() }
    }

    /// The numbers of the positions from the root to here.
    #[must_use]
    pub fn numbers(&self) -> Vec<u32> {
        std::iter::once(&self.root).chain(&self.line).map(|stop| stop.number).collect()
    }

    /// Whether the proof, if it is an excerpt, holds all that [`Walk::place`] shows here, and nothing of it contradicts the rules or itself.
    #[must_use]
    pub fn is_held(&self) -> bool {
        let Some(excerpt) = &self.proof.excerpt else { return true };
        let holds = |stop: &Stop| excerpt.holds(stop.number, &stop.position.moves(), stop.position.side() == self.proof.winner());
        let mut stops = std::iter::once(&self.root).chain(&self.line);
        let here = self.here();
        let lengths_hold = self.main_line().len() == self.proof.longest(here.number) as usize;
        stops.all(holds) && excerpt.shows(here.number) && lengths_hold && self.proof.longest(0) == self.proof.claim.longest
    }

    fn here(&self) -> &Stop {
        self.line.last().unwrap_or(&self.root)
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.here().position
    }

    /// The position as FEN; moves are counted from the root where it is not known what came before.
    #[must_use]
    pub fn fen(&self) -> String {
        fen(self.position(), self.here().clock, self.move_number())
    }

    fn move_number(&self) -> u32 {
        move_number(self.first(), self.plies())
    }

    /// The number of the position in the proof.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.here().number
    }

    /// The moves of the proof from here in move order, with the numbers of the positions that they lead to.
    #[must_use]
    pub fn moves(&self) -> Vec<(Move, u32)> {
        self.proof.moves(self.here().number, self.position())
    }

    fn step(&mut self, (played, number): (Move, u32)) {
        self.line.push(self.here().after(played, number));
    }

    /// What there is to say here. Positions are counted for each move, in time proportional to their number.
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
        };
        let mut moves: Vec<Continuation> = self.moves().into_iter().map(continuation).collect();
        moves.sort_by_key(|other| std::cmp::Reverse(other.positions));
        let over = moves.is_empty();
        let winners_turn = here.position.side() == self.proof.winner();
        let line = self.moves_made().split_off(self.before.len());
        Place {
            certificate: self.proof.digest.clone(),
            rules: self.proof.game.stalemate.to_string(),
            winner: name(self.proof.winner()).to_lowercase(),
            claim: self.proof.claim.clone(),
            line,
            number: here.number,
            fen: self.fen(),
            to_move: name(here.position.side()).to_lowercase(),
            over,
            positions: proof.size(here.number),
            longest: proof.longest(here.number),
            main_line: self.main_line(),
            winners_move: moves.first().filter(|_| winners_turn).cloned(),
            replies: (!winners_turn && !over).then_some(moves),
        }
    }

    /// The longest line from here, in algebraic notation.
    #[must_use]
    pub fn main_line(&self) -> Vec<String> {
        let mut here = *self.here();
        let mut line = Vec::new();
        while let Some((played, number)) = self.proof.on_longest_line(here.number, &here.position) {
            line.push(here.position.san(played));
            here = here.after(played, number);
        }
        line
    }

    /// Moves with their numbers, such as `1. e3 b5 2. Bxb5`, of which the first is the one behind `plies` moves, those before the root included.
    #[must_use]
    pub fn numbered(&self, plies: usize, moves: &[String]) -> Vec<String> {
        let first = self.first();
        let numbered = |(behind, played): (usize, &String)| {
            let (plies, number) = (plies + behind, move_number(first, plies + behind));
            match (first == Colour::White) == plies.is_multiple_of(2) {
                true => format!("{number}. {played}"),
                false if behind == 0 => format!("{number}... {played}"),
                false => played.clone(),
            }
        };
        moves.iter().enumerate().map(numbered).collect()
    }

    /// Makes moves of both sides, each in algebraic notation or coordinates; numbers of moves such as `12.` may stand before them. Where the winner is to move, the proof's move may be left
    /// out: it is made before a reply to it. Nothing is done if one of them is wrong.
    ///
    /// # Errors
    /// A sentence that says which is wrong and why.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        let plies = self.line.len();
        let made = words_of_moves(text).into_iter().try_for_each(|word| self.play_one(&word));
        if made.is_err() {
            self.line.truncate(plies);
        }
        made
    }

    fn play_one(&mut self, word: &str) -> Result<(), String> {
        let here = *self.here();
        let found = here.position.find_move(word);
        let moves = self.moves();
        if let Ok(played) = found
            && let Some(&step) = moves.iter().find(|(known, _)| *known == played)
        {
            self.step(step);
            return Ok(());
        }
        let (Some(&proofs), true) = (moves.first(), here.position.side() == self.proof.winner()) else {
            return found.map(|_| ());
        };
        let (winner, san) = (name(self.proof.winner()), here.position.san(proofs.0));
        self.step(proofs);
        let reply = self.position().find_move(word);
        let is_reply = reply.as_ref().ok().and_then(|reply| self.moves().into_iter().find(|(played, _)| played == reply));
        match (found, is_reply) {
            (Err(_), Some(step)) => {
                self.step(step);
                Ok(())
            }
            // Taking it for a reply would hide that another move of the winner was meant.
            (Ok(_), Some(_)) => {
                Err(format!("{word}: {winner}'s move in the proof is {san}; if it is a reply to that, write {san} before it"))
            }
            (Ok(_), None) => {
                Err(format!("{word} is legal, but {winner}'s move in the proof is {san}; nothing is proved here about {word}"))
            }
            (Err(as_winners), None) => {
                let as_reply = reply.err().unwrap_or_default();
                let why = if as_winners == as_reply { as_reply } else { format!("as {winner}'s, {as_winners}; as a reply, {as_reply}") };
                Err(format!("{word} is neither {winner}'s move in the proof, {san}, nor a reply to it: {why}"))
            }
        }
    }

    /// Makes one of the moves that are listed here.
    pub fn play_listed(&mut self, listed: &Continuation) {
        if let Some(step) = self.moves().into_iter().find(|(_, number)| *number == listed.number) {
            self.step(step);
        }
    }

    /// Goes so many moves along the main line, or to its end.
    ///
    /// # Errors
    /// If play is over.
    pub fn along_main_line(&mut self, moves: usize) -> Result<(), String> {
        if self.moves().is_empty() {
            return Err("play is over".to_owned());
        }
        for _ in 0..moves {
            let Some(step) = self.proof.on_longest_line(self.here().number, self.position()) else { break };
            self.step(step);
        }
        Ok(())
    }

    /// Takes moves back, at most all.
    ///
    /// # Errors
    /// At the root.
    pub fn back(&mut self, moves: usize) -> Result<(), String> {
        if self.line.is_empty() {
            return Err("this is the root".to_owned());
        }
        self.line.truncate(self.line.len().saturating_sub(moves));
        Ok(())
    }

    /// Takes all moves back.
    pub fn to_root(&mut self) {
        self.line.clear();
    }

    /// Goes to the position of this number by a shortest line from the root.
    ///
    /// # Errors
    /// If there is none.
    pub fn go_to(&mut self, number: u32) -> Result<(), String> {
        let last = self.proof.graph.len() - 1;
        let way = self.proof.graph.way_to(number).ok_or_else(|| format!("no position {number}: they have the numbers 0 to {last}"))?;
        self.line.clear();
        for place in way {
            self.step(self.moves()[place]);
        }
        Ok(())
    }

    /// How play ended, where it is over.
    #[must_use]
    pub fn end(&self) -> Option<String> {
        let (position, winner) = (self.position(), self.proof.winner());
        self.moves().is_empty().then(|| {
            let why = match () {
                () if position.units(winner) == 0 => "has no units left".to_owned(),
                () if position.side() == winner => "is stalemated".to_owned(),
                () => format!("has stalemated {}", name(winner.other())),
            };
            format!("{} has won: it {why}", name(winner))
        })
    }
}

/// A file of what lies below a place.
pub struct Written {
    /// What the file has.
    pub text: String,
    /// Positions in it.
    pub positions: usize,
    /// Moves in it.
    pub moves: usize,
    /// Positions of which moves are left out because of the limit.
    pub cut: usize,
}
