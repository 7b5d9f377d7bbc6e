//! Tests `solve losing-chess`. The tests cover verdicts, files, input that is refused, and searches that are
//! interrupted and resumed.

#[path = "../common/mod.rs"]
mod common;
mod input;
mod interruptions;
mod known_proofs;
mod limits;
#[path = "../common/run.rs"]
mod run;
mod verdicts;

use std::path::Path;

use common::Schema;
use run::{Run, command};
use serde_json::Value;

/// Runs `solve losing-chess` for the position after `moves`.
fn after(folder: &Path, moves: &str, others: &str) -> Run {
    Run::new(&format!("losing-chess {moves:?} {others}"), command(folder, &format!("losing-chess {others}")).arg(moves).output().unwrap())
}

/// Runs `solve losing-chess` for the position `fen`.
fn from(folder: &Path, fen: &str, others: &str) -> Run {
    let output = command(folder, &format!("losing-chess {others}")).args(["--fen", fen]).output().unwrap();
    Run::new(&format!("losing-chess --fen {fen:?} {others}"), output)
}

/// Parses the answers of a run and validates them against the schema.
#[track_caller]
fn answers(run: &Run) -> Vec<Value> {
    let json = run.json();
    Schema::named("losing-chess").assert_fits(&json);
    json["answers"].as_array().unwrap().clone()
}

/// Parses the single answer.
#[track_caller]
fn answer(run: &Run) -> Value {
    let answers = answers(run);
    assert_eq!(answers.len(), 1);
    answers[0].clone()
}
