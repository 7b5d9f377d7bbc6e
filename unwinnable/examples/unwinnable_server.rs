//! A server that answers questions on many threads: each has a solver of its own, and queues are bounded, so that memory is too.
//!
//! Reads FENs from standard input; for each says whether the side that is not to move can mate, as soon as that is known, with the number of the line.

use std::io::{self, BufRead};
use std::sync::{Mutex, mpsc};
use std::thread;

use gamecert_unwinnable::{Limits, Position, Solver, Verdict};

const THREADS: usize = 4;
/// Questions that may wait; whoever asks more has to wait too.
const WAITING: usize = 64;
/// Positions looked at for one question; this bounds time and the memory of a solver.
const NODES: u64 = 100_000;

fn main() {
    let (questions, asked) = mpsc::sync_channel::<(usize, String)>(WAITING);
    let asked = Mutex::new(asked);
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                let mut solver = Solver::new();
                loop {
                    // The lock is held while waiting, not while answering.
                    let question = asked.lock().ok().and_then(|asked| asked.recv().ok());
                    let Some((number, line)) = question else { return };
                    println!("{number}: {}", answer(&mut solver, &line));
                }
            });
        }
        for (number, line) in (1..).zip(io::stdin().lock().lines()) {
            let Ok(line) = line else { break };
            if questions.send((number, line)).is_err() {
                break;
            }
        }
        drop(questions);
    });
}

fn answer(solver: &mut Solver, fen: &str) -> String {
    let position: Position = match fen.parse() {
        Ok(position) => position,
        Err(why) => return format!("invalid: {why}"),
    };
    match solver.decide(&position, !position.to_move(), Limits::nodes(NODES)).verdict {
        Verdict::Winnable(line) => format!("winnable: {}", line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")),
        Verdict::Unwinnable(_) => "unwinnable".to_owned(),
        Verdict::Unknown => "unknown".to_owned(),
    }
}
