//! Measures how long single questions take under several node limits.
//!
//!     cargo run --release -p gamecert-unwinnable --example latency -- tests/data/unwinnability/timeouts.txt
//!
//! Each line of the file has a FEN, and may have a label before the FEN (`WB`, `W-`, `-B`, `--`). For each FEN, the
//! question is whether the side not to move can mate. If a line has a label, the program asks about both sides. The
//! column *first call* has the time for creating a solver and answering the first question. For all columns except
//! *first call*, one solver answers all questions [`ROUNDS`] times. For each question, only the shortest time counts.

use std::hint::black_box;
use std::time::{Duration, Instant};

use gamecert_unwinnable::{Color, Limits, Position, Solver, USUAL_NODES, Verdict};

/// Each question is asked this many times.
const ROUNDS: usize = 3;

const LIMITS: [u64; 6] = [100, 1_000, 10_000, 100_000, 1_000_000, USUAL_NODES];

fn main() {
    let Some(file) = std::env::args().nth(1) else {
        eprintln!("latency: name a file with a FEN on each line");
        std::process::exit(2);
    };
    let questions = match std::fs::read_to_string(&file).map_err(|error| error.to_string()).and_then(|text| read(&text)) {
        Ok(questions) => questions,
        Err(reason) => {
            eprintln!("latency: {file}: {reason}");
            std::process::exit(2);
        }
    };
    println!("| nodes at most | questions | unknown | first call | median | 99 % | 99.9 % | worst |\n|---|---|---|---|---|---|---|---|");
    for nodes in LIMITS {
        let row = measure(&questions, nodes);
        println!("{row}");
    }
}

fn read(text: &str) -> Result<Vec<(Position, Color)>, String> {
    let mut questions = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let mut fields: Vec<&str> = line.split_whitespace().collect();
        let both = fields[0].len() == 2;
        if both {
            fields.remove(0);
        }
        let fen = fields.get(..4).ok_or_else(|| format!("{line}: a FEN has at least four fields"))?.join(" ");
        let position: Position = fen.parse().map_err(|reason| format!("{line}: {reason}"))?;
        questions.push((position.clone(), !position.to_move()));
        if both {
            let other = position.to_move();
            questions.push((position, other));
        }
    }
    if questions.is_empty() { Err("no position".to_owned()) } else { Ok(questions) }
}

/// Measures all questions with the node limit `nodes`, and returns a row of the printed table.
fn measure(questions: &[(Position, Color)], nodes: u64) -> String {
    let started = Instant::now();
    let mut solver = Solver::new();
    black_box(solver.decide(&questions[0].0, questions[0].1, Limits::nodes(nodes)));
    let first = started.elapsed();
    let mut times = vec![Duration::MAX; questions.len()];
    let mut unknown = 0;
    for round in 0..ROUNDS {
        for ((position, winner), time) in questions.iter().zip(&mut times) {
            let started = Instant::now();
            let answer = black_box(solver.decide(position, *winner, Limits::nodes(nodes)));
            *time = started.elapsed().min(*time);
            unknown += usize::from(round == 0 && matches!(answer.verdict, Verdict::Unknown));
        }
    }
    times.sort_unstable();
    // Returns a quantile: the shortest time within which at least `per_mille` thousandths of the questions were
    // answered.
    let share = |per_mille: usize| times[(times.len() * per_mille).div_ceil(1000) - 1];
    let columns = [first, share(500), share(990), share(999), times[times.len() - 1]].map(written);
    format!("| {nodes} | {} | {unknown} | {} |", times.len(), columns.join(" | "))
}

fn written(time: Duration) -> String {
    let microseconds = time.as_nanos() as f64 / 1000.0;
    if microseconds < 1000.0 { format!("{microseconds:.1} µs") } else { format!("{:.1} ms", microseconds / 1000.0) }
}
