//! Reads helpmates from standard input and looks for shortest mates by White.
//!
//!     cargo run --release -p gamecert-unwinnable --example shortest [-- SECONDS] <tests/data/helpmates/helpmates.txt
//!
//! In each line, the field after the first tab is a FEN. The program prints the FEN, the seconds taken, the length of the
//! line found, the number of plies that every mating line has at least, and the number of nodes. If both lengths are
//! equal, the line is a shortest one. A question ends after `SECONDS`, which are 60 by default.

use std::io::BufRead;
use std::time::{Duration, Instant};

use gamecert_unwinnable::{Color, Limits, Position, Solver, Verdict};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seconds = std::env::args().nth(1).map_or(Ok(60), |seconds| seconds.parse())?;
    let limits = Limits::default().within(Duration::from_secs(seconds));
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let fen = line.split('\t').nth(1).unwrap_or(&line);
        let position: Position = fen.parse()?;
        let begun = Instant::now();
        let found = Solver::new().decide_shortest(&position, Color::White, limits);
        let seconds = begun.elapsed().as_secs_f64();
        let length = match &found.answer.verdict {
            Verdict::Winnable(line) => line.len().to_string(),
            _ => "-".to_owned(),
        };
        println!("{fen}\t{seconds:.2}\t{length}\t{}\t{}", found.at_least, found.answer.nodes);
    }
    Ok(())
}
