//! Native module of the Python package `gamecert-unwinnable`. The crate `gamecert-unwinnable` makes all decisions. This
//! crate reads positions, runs searches on threads for which the interpreter lock is released, and stops them on Ctrl-C.

#![deny(unsafe_code)]

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use gamecert_unwinnable::certificate::Entry;
use gamecert_unwinnable::{Answer, CanMate, Color, Limits, Policy, Position, Solver, Verdict};
use pyo3::exceptions::{PyImportError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Interval at which signals are checked.
const POLL: Duration = Duration::from_millis(20);
/// Stack size of a searching thread, the usual size for the main thread of a program.
const STACK: usize = 8 << 20;

/// Verdict, number of nodes, moves of the line, reason, number of positions in the closed set, certificate.
type Decided<'py> = (&'static str, u64, Option<Vec<String>>, Option<&'static str>, Option<u32>, Option<Bound<'py, PyBytes>>);

/// Kind of search and its limits.
#[derive(Clone, Copy)]
struct Effort {
    quick: bool,
    shortest: bool,
    limits: Limits,
    certificates: bool,
}

impl Effort {
    /// Answers a question. The second result is the certificate, if one was requested and there is an answer.
    fn decide(self, solver: &mut Solver, (position, intended_winner): &(Position, Color)) -> (Answer, Option<Vec<u8>>) {
        let answer = if self.quick {
            solver.decide_quickly(position, *intended_winner)
        } else if self.shortest {
            solver.decide_shortest(position, *intended_winner, self.limits).answer
        } else {
            solver.decide(position, *intended_winner, self.limits)
        };
        let entry = if self.certificates { Entry::new(position, *intended_winner, &answer.verdict) } else { None };
        (answer, entry.map(|entry| entry.certificate()))
    }
}

fn colour(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

fn parsed(fen: &str, place: &str) -> PyResult<Position> {
    fen.parse().map_err(|error| PyValueError::new_err(format!("{place} '{fen}': {error}")))
}

/// Answers questions on several threads. A question is a pair of a FEN and a Boolean that tells whether White is the
/// intended winner. The answers are in the order of the questions. `places` names each question in error messages.
#[pyfunction]
#[pyo3(signature = (questions, places, nodes, time, quick, shortest, certificates, threads))]
#[allow(clippy::too_many_arguments, reason = "keywords in Python")]
fn decide_all<'py>(
    py: Python<'py>,
    questions: Vec<(String, bool)>,
    places: Vec<String>,
    nodes: u64,
    time: Option<f64>,
    quick: bool,
    shortest: bool,
    certificates: bool,
    threads: usize,
) -> PyResult<Vec<Decided<'py>>> {
    let mut limits = Limits::nodes(nodes);
    if let Some(seconds) = time {
        let time = Duration::try_from_secs_f64(seconds)
            .map_err(|_| PyValueError::new_err(format!("time {seconds}: expected seconds, not below 0")))?;
        limits = limits.within(time);
    }
    let read = |((fen, white), place): (&(String, bool), &String)| Ok((parsed(fen, place)?, colour(*white)));
    let questions = questions.iter().zip(&places).map(read).collect::<PyResult<Vec<_>>>()?;
    let effort = Effort { quick, shortest, limits, certificates };
    let one = |(answer, bytes): (Answer, Option<Vec<u8>>)| {
        let bytes = bytes.map(|bytes| PyBytes::new(py, &bytes));
        match answer.verdict {
            Verdict::Winnable(line) => ("winnable", answer.nodes, Some(line.iter().map(ToString::to_string).collect()), None, None, bytes),
            Verdict::Unwinnable(set) => ("unwinnable", answer.nodes, None, Some(set.reason.name()), Some(set.positions), bytes),
            Verdict::Unknown => ("unknown", answer.nodes, None, None, None, None),
        }
    };
    if let ([question], true) = (&questions[..], quick) {
        // The quick test takes microseconds, less than a thread takes to start.
        return Ok(vec![one(effort.decide(&mut Solver::new(), question))]);
    }
    let stop = Arc::new(AtomicBool::new(false));
    let answers = stoppable(py, &stop, move |stop| answer_all(&questions, effort, threads.max(1), stop))?;
    Ok(answers.into_iter().flatten().map(one).collect())
}

type Answered = Option<(Answer, Option<Vec<u8>>)>;

/// Answers questions on `threads` threads. Stops early if `stop` is set.
fn answer_all(questions: &[(Position, Color)], effort: Effort, threads: usize, stop: &Arc<AtomicBool>) -> Vec<Answered> {
    let answers = Mutex::new(vec![None; questions.len()]);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut solver = Solver::new().cancelled_by(Arc::clone(stop));
        while !stop.load(Ordering::Relaxed) {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(question) = questions.get(place) else { break };
            let answer = effort.decide(&mut solver, question);
            answers.lock().unwrap_or_else(PoisonError::into_inner)[place] = Some(answer);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(questions.len()) {
            let started = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            if started.is_err() {
                break;
            }
        }
        work();
    });
    answers.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Runs work on another thread without the interpreter lock. If a signal handler raises an exception, as at Ctrl-C, sets
/// the flag, waits until the work has ended, and raises the exception.
fn stoppable<T: Send + 'static>(
    py: Python<'_>,
    stop: &Arc<AtomicBool>,
    work: impl FnOnce(&Arc<AtomicBool>) -> T + Send + 'static,
) -> PyResult<T> {
    let (done, mut end) = mpsc::channel();
    let flag = Arc::clone(stop);
    let body = move || drop(done.send(panic::catch_unwind(AssertUnwindSafe(|| work(&flag)))));
    let failed = |cause: &dyn std::fmt::Display| PyRuntimeError::new_err(format!("the search failed: {cause}"));
    thread::Builder::new().stack_size(STACK).spawn(body).map_err(|cause| failed(&cause))?;
    loop {
        let (back, answer) = py.detach(move || {
            let answer = end.recv_timeout(POLL);
            (end, answer)
        });
        end = back;
        match (py.check_signals(), answer) {
            (Err(raised), _) => {
                stop.store(true, Ordering::Relaxed);
                py.detach(move || drop(end.recv()));
                return Err(raised);
            }
            (Ok(()), Ok(answer)) => return answer.map_err(|_| failed(&"a contradiction in the program")),
            (Ok(()), Err(RecvTimeoutError::Timeout)) => {}
            (Ok(()), Err(RecvTimeoutError::Disconnected)) => return Err(failed(&"the thread has ended")),
        }
    }
}

/// Returns what a policy rules if the flag of the intended winner's opponent falls: `win`, `draw`, `over` or `unknown`.
/// The last two arguments tell whether the intended winner and the opponent can mate.
#[pyfunction]
#[pyo3(signature = (policy, fen, white, can_mate, opponent_can_mate))]
fn ruling_by(policy: &str, fen: &str, white: bool, can_mate: Option<bool>, opponent_can_mate: Option<bool>) -> PyResult<&'static str> {
    let found = Policy::ALL.into_iter().find(|known| known.to_string() == policy);
    let found = found.ok_or_else(|| PyValueError::new_err(format!("policy '{policy}' is not known")))?;
    let can_mate = CanMate { intended_winner: can_mate, opponent: opponent_can_mate };
    Ok(found.ruling(&parsed(fen, "position")?, colour(white), can_mate).name())
}

/// Refuses to be imported in an interpreter other than the main one. Until Python 3.11 nobody else refuses it, and the
/// interpreters would share classes and exceptions.
fn only_in_the_main_interpreter(py: Python<'_>) -> PyResult<()> {
    let Ok(interpreters) = py.import("_interpreters").or_else(|_| py.import("_xxsubinterpreters")) else { return Ok(()) };
    let is_main = interpreters.call_method0("get_current")?.eq(interpreters.call_method0("get_main")?)?;
    if is_main { Ok(()) } else { Err(PyImportError::new_err("this package works in the main interpreter only, not in a subinterpreter")) }
}

/// Native module of gamecert_unwinnable. Use the package instead.
#[pymodule]
#[pyo3(name = "_native")]
fn native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    only_in_the_main_interpreter(module.py())?;
    module.add_function(wrap_pyfunction!(decide_all, module)?)?;
    module.add_function(wrap_pyfunction!(ruling_by, module)?)
}
