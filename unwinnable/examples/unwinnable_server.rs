//! A server that answers questions on several threads. Each thread has a solver of its own, and the queue is bounded, so that memory is bounded too.
//!
//! It reads FENs from standard input, one on a line. For each it prints the number of the line and whether the side that is not to move can mate, as soon as
//! that is known.

use std::io::{self, BufRead};
use std::sync::{Mutex, mpsc};
use std::thread;

use gamecert_unwinnable::{Limits, Position, Solver, Verdict};

const THREADS: usize = 4;
/// Most questions that wait. The reader waits while there are more.
const MAX_WAITING: usize = 64;
/// The limit for one question, which bounds its time and memory.
const MAX_NODES: u64 = 100_000;

fn main() {
    let (sender, receiver) = mpsc::sync_channel::<(usize, String)>(MAX_WAITING);
    let receiver = Mutex::new(receiver);
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                let mut solver = Solver::new();
                loop {
                    // The lock is held while waiting for a question, not while answering it.
                    let question = receiver.lock().ok().and_then(|receiver| receiver.recv().ok());
                    let Some((number, fen)) = question else { return };
                    println!("{number}: {}", answer(&mut solver, &fen));
                }
            });
        }
        for (number, line) in (1..).zip(io::stdin().lock().lines()) {
            let Ok(line) = line else { break };
            if sender.send((number, line)).is_err() {
                break;
            }
        }
        drop(sender);
    });
}

fn answer(solver: &mut Solver, fen: &str) -> String {
    let position: Position = match fen.parse() {
        Ok(position) => position,
        Err(why) => return format!("invalid: {why}"),
    };
    match solver.decide(&position, !position.to_move(), Limits::nodes(MAX_NODES)).verdict {
        Verdict::Winnable(line) => format!("winnable: {}", line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")),
        Verdict::Unwinnable(set) => format!("unwinnable: {}", set.reason.name()),
        Verdict::Unknown => "unknown".to_owned(),
    }
}
