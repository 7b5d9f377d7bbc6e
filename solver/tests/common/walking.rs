//! Helpers for tests of `solve walk`. The functions create a folder with certificates, run the command in it, and read
//! a proof independently of the solver.

#![allow(dead_code, reason = "each test takes what it needs")]

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use gamecert_solver::certificate::losing_proof::LosingProof;
use gamecert_solver::certificate::verify;
use gamecert_solver::games::losing_chess::Position;
use gamecert_solver::games::losing_chess::text::Setup;

use crate::run::{Run, command, folder};

/// Returns a fresh folder with three certificates of losing chess and two certificates of other kinds.
pub fn certificates(test: &str) -> PathBuf {
    let folder = folder(test);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in ["e3-d5.cbor", "e3-d6.cbor", "e3-g6.cbor"] {
        fs::copy(root.join("tests/data").join(name), folder.join(name)).unwrap();
    }
    for name in ["kk.cbor", "tic-tac-toe-chips.cbor"] {
        fs::copy(root.join("../certs").join(name), folder.join(name)).unwrap();
    }
    folder
}

/// Runs `solve walk` on a certificate with the moves `moves` and the other arguments `others`.
pub fn walk(folder: &Path, certificate: &str, moves: &str, others: &str) -> Run {
    let mut command = command(folder, &format!("walk {certificate} {others}"));
    Run::new(moves, command.args(["--moves", moves]).output().unwrap())
}

/// Runs an interactive session with `lines` as standard input.
pub fn session(folder: &Path, arguments: &str, lines: &str) -> Run {
    let mut child = command(folder, arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    Run::new(lines, child.wait_with_output().unwrap())
}

/// Moves that lead to a position with five replies, each of which is a promotion.
pub const TO_PROMOTIONS: &str = "Qh5 gxh5 g4 hxg4 Nf3 gxf3 Bg2 fxg2 d4";

pub struct Recount {
    proof: LosingProof,
    read: usize,
    /// For each position in the proof, the positions that follow it, in move order.
    pub successors: HashMap<String, Vec<String>>,
}

impl Recount {
    pub fn read(file: &Path) -> Self {
        let proof = verify::open_losing(file).unwrap();
        let root = proof.root;
        let mut recount = Self { proof, read: 0, successors: HashMap::new() };
        recount.prove(&root);
        recount
    }

    fn prove(&mut self, position: &Position) {
        if self.successors.contains_key(&position.to_string()) {
            return;
        }
        let mut moves = position.moves();
        if position.side() == self.proof.game.winner && moves.len() > 1 {
            let bits = usize::BITS - (moves.len() - 1).leading_zeros();
            let chosen = (0..bits).fold(0, |number, _| {
                let bit = self.proof.stream[self.read / 8] >> (7 - self.read % 8) & 1;
                self.read += 1;
                2 * number + usize::from(bit)
            });
            moves = vec![moves[chosen]];
        }
        let successors: Vec<Position> = moves.into_iter().map(|played| position.after(played)).collect();
        successors.iter().for_each(|next| self.prove(next));
        self.successors.insert(position.to_string(), successors.iter().map(ToString::to_string).collect());
    }

    pub fn below(&self, position: &str) -> HashSet<&str> {
        let mut met = HashSet::new();
        let mut waiting = vec![self.successors.get_key_value(position).unwrap().0.as_str()];
        while let Some(position) = waiting.pop() {
            if met.insert(position) {
                waiting.extend(self.successors[position].iter().map(String::as_str));
            }
        }
        met
    }

    pub fn longest(&self, position: &str) -> u64 {
        self.successors[position].iter().map(|next| self.longest(next) + 1).max().unwrap_or(0)
    }
}

pub fn position(fen: &str) -> Position {
    fen.parse::<Setup>().unwrap().position
}
