//! `solve examples`: shows one example of each kind of question, with its answer, in a few seconds.

use std::io::Write;
use std::process::{Command, Stdio};

use clap::Args;

use super::outcome::{Failure, out};

/// Arguments of `solve examples`.
#[derive(Args, Debug)]
pub(super) struct Examples {}

/// Questions in words, each with the command-line arguments that answer it. None of these commands reads a file.
const QUESTIONS: [(&str, &[&str]); 6] = [
    ("How much money does tic-tac-toe take, if players bid for every move?", &["bidding-game", "tic-tac-toe"]),
    ("And how many of 100 chips?", &["chips", "tic-tac-toe", "--chips", "100"]),
    ("Whose is the heap, if players bid for the right to take one or two?", &["scoring", "--budget", "6", "--subtract", "1,2"]),
    ("How much money does an ending with a knight take, on a small board?", &["bidding-chess", "KNK", "--board", "4x4"]),
    ("Who wins losing chess after 1. e3 d5?", &["losing-chess", "1. e3 d5", "--threads", "1", "--no-times"]),
    ("Can they still mate in this fortress?", &["unwinnable", "8/8/7p/5p1P/5p1K/5Pp1/6P1/5kb1 b - -", "both"]),
];

impl Examples {
    /// Runs this program with the arguments of each question.
    pub(super) fn run(&self) -> Result<(), Failure> {
        let program = std::env::current_exe()?;
        let mut out = out();
        for (question, arguments) in QUESTIONS {
            let quoted = |argument: &&str| if argument.contains(' ') { format!("\"{argument}\"") } else { (*argument).to_owned() };
            let line = arguments.iter().map(quoted).collect::<Vec<_>>().join(" ");
            writeln!(out, "# {question}\n$ solve {line}")?;
            out.flush()?;
            let answer = Command::new(&program).args(arguments).stdin(Stdio::null()).output()?;
            out.write_all(&answer.stdout)?;
            writeln!(out)?;
            if !answer.status.success() {
                return Err(Failure::NoAnswer(format!("solve {line}: {}", String::from_utf8_lossy(&answer.stderr).trim())));
            }
        }
        Ok(())
    }
}
