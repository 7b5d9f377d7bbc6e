//! Prints what the native crate answers, one line a question, for the tests that compare the npm package with it.
//!
//!     cargo run --release -p gamecert-unwinnable-wasm --example native -- NODES FILE...
//!
//! Each line of a file has a FEN, and may have a label of two letters before it. The program asks about both sides. It
//! prints the FEN, the side, the quick answer, the answer within `NODES` nodes, the rulings of all policies on the fallen
//! flag of the other side, by quick searches, and a hash of the answer's certificate, separated by tabs.

use std::process::ExitCode;
use std::{env, fs};

use gamecert_unwinnable::certificate::Entry;
use gamecert_unwinnable::{Answer, CanMate, Color, Limits, Policy, Position, Solver, Verdict};

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let Some(nodes) = arguments.next().and_then(|number| number.parse().ok()) else {
        eprintln!("native: give a number of nodes, and files with a FEN on each line");
        return ExitCode::from(2);
    };
    let mut solver = Solver::new();
    for file in arguments {
        let text = match fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("native: {file}: {error}");
                return ExitCode::from(2);
            }
        };
        for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            let fields: Vec<&str> = line.split_whitespace().skip_while(|field| field.len() == 2).take(4).collect();
            let fen = fields.join(" ");
            let position: Position = match fen.parse() {
                Ok(position) => position,
                Err(error) => {
                    eprintln!("native: {file}: {line}: {error}");
                    return ExitCode::from(2);
                }
            };
            for (side, name) in [(Color::White, "white"), (Color::Black, "black")] {
                let quick = [side, !side].map(|side| solver.decide_quickly(&position, side));
                let can_mate = CanMate { intended_winner: known(&quick[0]), opponent: known(&quick[1]) };
                let rulings = Policy::ALL.map(|policy| policy.ruling(&position, side, can_mate).name()).join(" ");
                let (mut decided, mut certificate) = (String::new(), String::new());
                if nodes > 0 {
                    let answer = solver.decide(&position, side, Limits::nodes(nodes));
                    decided = written(&answer);
                    certificate = Entry::new(&position, side, &answer.verdict).map_or_else(String::new, |entry| hash(&entry.certificate()));
                }
                println!("{fen}\t{name}\t{}\t{decided}\t{rulings}\t{certificate}", written(&quick[0]));
            }
        }
    }
    ExitCode::SUCCESS
}

fn known(answer: &Answer) -> Option<bool> {
    match answer.verdict {
        Verdict::Winnable(_) => Some(true),
        Verdict::Unwinnable(_) => Some(false),
        Verdict::Unknown => None,
    }
}

/// Returns a hash of 32 bits (FNV-1a), which is easy to compute in JavaScript too.
fn hash(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0x811c_9dc5_u32, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    format!("{hash:08x}")
}

/// Returns verdict, reason, line and nodes, separated by commas.
fn written(Answer { verdict, nodes }: &Answer) -> String {
    match verdict {
        Verdict::Winnable(line) => {
            let line: Vec<String> = line.iter().map(ToString::to_string).collect();
            format!("can,mate,{},{nodes}", line.join(" "))
        }
        Verdict::Unwinnable(set) => format!("cannot,{},,{nodes}", set.reason.name()),
        Verdict::Unknown => format!("unknown,,,{nodes}"),
    }
}
