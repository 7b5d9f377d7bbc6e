//! Answers the web page's questions about losing chess. The questions are about the tree of all proofs, and about the
//! single proof that the page has opened.

use super::AskError;
use std::path::{Path, PathBuf};

use crate::answers::walk::top::{Begin, Top};
use crate::answers::walk::{Claim, Proof, Walk, pgn};
use crate::certificate::Certificate;
use crate::certificate::losing_proof::Citation;
use crate::certificate::verify::{self, Reading};
use crate::games::Colour;
use crate::games::losing_chess::text::{START, Setup};
use crate::games::losing_chess::{Position, Stalemate};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Default)]
pub(crate) struct Losing {
    top: Option<Top>,
    opened: Option<Opened>,
    /// Certificates that the next proof may cite, with their names.
    cited: Vec<(PathBuf, Certificate)>,
}

/// A proof, and the root from which the page walks through it.
struct Opened {
    proof: Proof,
    root: usize,
}

/// Claim of a certificate, as the checker reports it.
#[derive(Deserialize)]
pub(crate) struct Claimed {
    file: String,
    rules: String,
    winner: String,
    root: String,
    clock: u32,
    positions: u32,
    longest: u32,
    reversible: u64,
}

/// Questions about losing chess. Moves are in coordinate or algebraic notation.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Question {
    /// Combines the claims of all proofs into a tree.
    Top { proofs: Vec<Claimed> },
    /// Makes moves from the start of the game, and describes the position. Stops at the first position that is the root
    /// of a proof.
    Spot { moves: Vec<String> },
    /// Returns moves from the start of the game to a position before a proof.
    Find { fen: String },
    /// Keeps the certificate in the file, because the proof that is read next may cite it.
    Cite { name: String },
    /// Reads the proof in the file. `root` is the index of the root where the walk begins.
    Read {
        name: String,
        #[serde(default)]
        root: usize,
    },
    /// Makes `moves` from the root of the proof. Returns the resulting position and the moves that the proof has in
    /// this position. `before` contains the moves from the start of the game to the root.
    Place { before: Vec<String>, moves: Vec<String> },
    /// Counts the positions of the proof below the position `number`.
    Size { number: u32 },
    /// Makes `moves` from the root of the proof. Returns the part of the proof below the resulting position, as PGN.
    Pgn { before: Vec<String>, moves: Vec<String>, limit: usize },
    /// Returns the moves from the root of the proof to a position.
    Way { fen: String },
}

impl Losing {
    pub(crate) fn ask(&mut self, question: Question, file: Vec<u8>) -> Result<Value, AskError> {
        match question {
            Question::Top { proofs } => self.take(proofs),
            Question::Spot { moves } => self.spot(&moves),
            Question::Find { fen } => self.find(&fen),
            Question::Cite { name } => {
                self.cited.push((name.into(), Certificate::new(file)));
                Ok(Value::Null)
            }
            Question::Read { name, root } => self.read(&file, &name, root),
            Question::Place { before, moves } => self.place(before, &moves),
            Question::Size { number } => Ok(json!(self.of_number(number)?.size(number))),
            Question::Pgn { before, moves, limit } => {
                let written = pgn::pgn(&self.walk(before, &moves)?, limit);
                Ok(json!({ "text": written.text, "positions": written.positions, "moves": written.moves, "cut": written.cut }))
            }
            Question::Way { fen } => self.way(&fen),
        }
    }

    fn take(&mut self, proofs: Vec<Claimed>) -> Result<Value, AskError> {
        let top = Top::new(proofs.into_iter().map(begin).collect::<Result<_, _>>()?)?;
        let answer = json!({ "rules": top.rules().to_string(), "proofs": top.len(), "apart": top.apart() });
        self.top = Some(top);
        Ok(answer)
    }

    fn spot(&self, moves: &[String]) -> Result<Value, AskError> {
        let top = self.top()?;
        let mut here: Setup = START.parse().expect("the beginning of the game is a position");
        let (mut made, mut line) = (Vec::new(), Vec::new());
        for word in moves {
            if top.proof(&here.position).is_some() {
                break;
            }
            let played = here.position.find_move(word)?;
            made.push(played.to_string());
            line.push(here.position.san(played));
            here = here.after(played);
        }
        let Setup { position, clock } = here;
        let number = made.len() / 2 + 1;
        Ok(json!({
            "fen": format!("{position} {clock} {number}"),
            "moves": made,
            "line": line,
            "to_move": position.side(),
            "winner": top.winner(&position),
            "proof": top.proof(&position).map(|proof| top.file(proof)),
            "turns": top.turns(&position),
        }))
    }

    fn find(&self, fen: &str) -> Result<Value, AskError> {
        let requested: Setup = fen.parse()?;
        let way = self
            .top()?
            .way(&requested.position)
            .ok_or_else(|| AskError::Question("no move beside the ways to the proofs leads to this position".to_owned()))?;
        Ok(json!(way.iter().map(ToString::to_string).collect::<Vec<_>>()))
    }

    fn top(&self) -> Result<&Top, AskError> {
        self.top.as_ref().ok_or(AskError::NotOpen("no proofs are at hand"))
    }

    fn read(&mut self, file: &[u8], name: &str, root: usize) -> Result<Value, AskError> {
        // Free the previous proof before reading the next.
        self.opened = None;
        let cited = std::mem::take(&mut self.cited);
        let name = Path::new(name);
        let certificate = match &cited[..] {
            [] => verify::read_certificate(file, name, Reading::default())?,
            _ => verify::read_with_supplied(file, name, &cited)?,
        };
        let proof = Proof::read(certificate)?;
        let roots = proof.roots().len();
        let claim = proof.roots().get(root).ok_or_else(|| AskError::Question(format!("no root {root}: there are {roots}")))?.claim.clone();
        let answer = json!({ "rules": proof.rules().to_string(), "winner": proof.winner(), "claim": claim });
        self.opened = Some(Opened { proof, root });
        Ok(answer)
    }

    fn opened(&self) -> Result<&Opened, AskError> {
        self.opened.as_ref().ok_or(AskError::NotOpen("no proof has been read"))
    }

    fn of_number(&self, number: u32) -> Result<&Proof, AskError> {
        let proof = &self.opened()?.proof;
        let positions = proof.numbers();
        if (number as usize) < positions {
            Ok(proof)
        } else {
            Err(AskError::Question(format!("no position {number}: there are {positions}")))
        }
    }

    fn walk(&self, before: Vec<String>, moves: &[String]) -> Result<Walk<'_>, AskError> {
        let Opened { proof, root } = self.opened()?;
        let mut walk = Walk::from_root(proof, *root, before);
        walk.play(&moves.join(" "))?;
        Ok(walk)
    }

    fn place(&self, before: Vec<String>, moves: &[String]) -> Result<Value, AskError> {
        let walk = self.walk(before, moves)?;
        let (proof, position) = (walk.proof(), *walk.position());
        let longest = proof.longest(walk.number());
        let moves: Vec<Value> = walk
            .moves()
            .into_iter()
            .map(|(played, number)| json!({ "move": played.to_string(), "san": position.san(played), "number": number, "longest": proof.longest(number) }))
            .collect();
        Ok(json!({
            "fen": walk.fen(),
            "moves": walk.made().iter().map(ToString::to_string).collect::<Vec<_>>(),
            "line": walk.moves_made(),
            "to_move": position.side(),
            "winner": proof.winner(),
            "end": walk.end(),
            "cited": walk.citation().map(|citation| cited(citation, &position)),
            "number": walk.number(),
            "longest": longest,
            "main_line": walk.main_line(),
            "replies": moves,
        }))
    }

    fn way(&self, fen: &str) -> Result<Value, AskError> {
        let requested: Setup = fen.parse()?;
        let Opened { proof, root } = self.opened()?;
        let number = proof.number_of(&requested.position).ok_or_else(|| AskError::Question(NOT_IN_PROOF.to_owned()))?;
        let mut walk = Walk::from_root(proof, *root, Vec::new());
        walk.go_to(number)?;
        Ok(json!(walk.made().iter().map(ToString::to_string).collect::<Vec<_>>()))
    }
}

fn cited(citation: &Citation, position: &Position) -> Value {
    let root = citation.wins.roots.iter().position(|(root, _)| root == position);
    json!({ "file": citation.file, "root": root })
}

/// Explains why the proof need not contain every position of the game.
const NOT_IN_PROOF: &str =
    "the proof does not have this position: it answers every move of the side that loses, but has one move only of the side that wins";

fn begin(claimed: Claimed) -> Result<Begin, AskError> {
    let Claimed { file, rules, winner, root, clock, positions, longest, reversible } = claimed;
    let wrong = |what: &dyn std::fmt::Display| AskError::Question(format!("{file}: {what}"));
    let rules: Stalemate = rules.parse().map_err(|error| wrong(&error))?;
    let position: Position = root.parse().map(|setup: Setup| setup.position).map_err(|error| wrong(&error))?;
    let winner = match winner.as_str() {
        "white" => Colour::White,
        "black" => Colour::Black,
        _ => return Err(wrong(&format_args!("no side {winner:?}"))),
    };
    let claim = Claim { root: format!("{position} {clock} 1"), clock, positions, longest, reversible };
    Ok(Begin { file, rules, winner, root: position, claim })
}
