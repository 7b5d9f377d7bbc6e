//! Asks the package `chasolver` about each row of `certs/unwinnable/dead-positions.csv`, and counts how often it agrees.
//!
//!     cargo run --release --manifest-path bench/Cargo.toml --bin dead_positions

use std::str::FromStr;
use std::time::Instant;

use chasolver::Winnability;

fn main() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../certs/unwinnable/dead-positions.csv");
    let text = std::fs::read_to_string(file).expect("the file");
    let (mut agree, mut unknown, mut differ, mut fast) = ([0, 0], [0, 0], 0, [0, 0]);
    let begun = Instant::now();
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [fen, side, answer, ..] = fields[..] else { panic!("{line}: too few fields") };
        let board = chess::Board::from_str(&format!("{fen} 0 1")).unwrap_or_else(|why| panic!("{line}: {why}"));
        let side = if side == "white" { chess::Color::White } else { chess::Color::Black };
        let number = usize::from(answer == "can");
        match chasolver::winnability(&board, side) {
            None => unknown[number] += 1,
            Some(found) if matches!(found, Winnability::Winnable { .. }) == (answer == "can") => agree[number] += 1,
            Some(_) => {
                differ += 1;
                println!("differs: {line}");
            }
        }
        fast[number] += usize::from(chasolver::is_unwinnable_fast(&board, side));
    }
    println!("{:.1} s", begun.elapsed().as_secs_f64());
    println!("full: agrees on {} of cannot and {} of can, {differ} differ, {} unknown", agree[0], agree[1], unknown[0] + unknown[1]);
    println!("fast: cannot for {} rows of cannot and for {} of can", fast[0], fast[1]);
}
