//! A server that answers questions on several threads. Each thread has its own solver. Memory is bounded, because the
//! queue of questions has a maximum length.
//!
//! Reads FENs from standard input, one per line. Prints each answer as soon as a thread has found it: the line number,
//! and whether the side not to move can mate.

use std::io::{self, BufRead};
use std::sync::{Mutex, mpsc};
use std::thread;

use gamecert_unwinnable::{Limits, Position, Solver, Verdict};

const THREADS: usize = 4;
/// Maximum number of queued questions. Reading pauses while the queue is full.
const MAX_WAITING: usize = 64;
/// This node limit bounds the time and memory that each question takes.
const MAX_NODES: u64 = 100_000;

fn main() {
    let (sender, receiver) = mpsc::sync_channel::<(usize, String)>(MAX_WAITING);
    let receiver = Mutex::new(receiver);
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                let mut solver = Solver::new();
                loop {
                    // The lock is held only while the thread waits for a question, not while it answers the question.
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
