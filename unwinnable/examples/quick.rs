//! Reads a FEN from each line of standard input, and prints the quick search's verdicts about White and Black. The
//! tests of the Java library (`jvm/`) compare them with its own.
//!
//!     cargo run --release -p gamecert-unwinnable --example quick [-- --full | --time ROUNDS] <FENS
//!
//! A line of output is, for example, `CANNOT STATIC; UNKNOWN UNDECIDED`, or `error:` and why the FEN is invalid.
//! With `--full`, the verdicts are those of the full search, `CAN` among them. With `--time`, the program asks about
//! the side not to move of each position, `ROUNDS` times, and prints the microseconds a question. Of each part of the list
//! the shortest time in the second half of the rounds counts.

use std::hint::black_box;
use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

use gamecert_unwinnable::{Color, FenError, Limits, Position, Solver, Verdict};

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let lines = std::io::stdin().lock().lines();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    match arguments[..] {
        [] => print(lines, &mut out, |solver, position, side| solver.decide_quickly(position, side).verdict),
        ["--full"] => print(lines, &mut out, |solver, position, side| solver.decide(position, side, Limits::default()).verdict),
        ["--time", rounds] if rounds.parse::<u32>().is_ok() => time(lines, &mut out, rounds.parse().unwrap_or(1)),
        _ => {
            eprintln!("quick: takes no argument, --full, or --time and a number of rounds");
            std::process::exit(2);
        }
    }
}

type Lines<'a> = std::io::Lines<std::io::StdinLock<'a>>;

fn print(lines: Lines<'_>, out: &mut impl Write, ask: impl Fn(&mut Solver, &Position, Color) -> Verdict) -> std::io::Result<()> {
    let mut solver = Solver::new();
    for line in lines {
        let position: Result<Position, FenError> = line?.parse();
        match position {
            Ok(position) => {
                let [white, black] = [Color::White, Color::Black].map(|side| written(&ask(&mut solver, &position, side)));
                writeln!(out, "{white}; {black}")?;
            }
            Err(error) => writeln!(out, "error: {error}")?,
        }
    }
    out.flush()
}

fn written(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Winnable(_) => "CAN MATE".to_owned(),
        Verdict::Unwinnable(set) => format!("CANNOT {}", set.reason.name().to_uppercase()),
        Verdict::Unknown => "UNKNOWN UNDECIDED".to_owned(),
    }
}

/// The positions of a round are timed in parts, so that other programs disturb few of the times.
const PART: usize = 200;

fn time(lines: Lines<'_>, out: &mut impl Write, rounds: u32) -> std::io::Result<()> {
    let mut positions = Vec::new();
    for line in lines {
        positions.extend(line?.parse::<Position>());
    }
    let mut solver = Solver::new();
    let mut best = vec![Duration::MAX; positions.len().div_ceil(PART)];
    let (mut first, mut unwinnable) = (Duration::ZERO, 0);
    for round in 1..=rounds {
        for (part, best) in positions.chunks(PART).zip(&mut best) {
            let started = Instant::now();
            for position in part {
                let verdict = black_box(solver.decide_quickly(black_box(position), !position.to_move())).verdict;
                unwinnable += usize::from(round == 1 && matches!(verdict, Verdict::Unwinnable(_)));
            }
            let took = started.elapsed();
            if round == 1 {
                first += took;
            }
            if round > rounds / 2 {
                *best = took.min(*best);
            }
        }
    }
    let each = |time: Duration| time.as_secs_f64() * 1e6 / positions.len().max(1) as f64;
    let best = each(best.iter().sum());
    writeln!(out, "{best:.3} microseconds a position, {:.3} in the first round, {unwinnable} of {} CANNOT", each(first), positions.len())?;
    out.flush()
}
