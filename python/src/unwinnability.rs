//! Decides whether a side can still mate in chess positions. Several questions run on all cores.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use gamecert_solver::control::Interrupted;
use gamecert_solver::solve::unwinnable::certify::certificate;
use gamecert_unwinnable::{CanMate, Color, Limits, Move, Policy, Position, Solver, Verdict};
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};
use rayon::prelude::*;

use crate::running::run;

/// Verdict, number of nodes, moves of the line, reason, number of positions in the closed set, certificate.
type Decided<'py> = (&'static str, u64, Option<Bound<'py, PyTuple>>, Option<&'static str>, Option<u32>, Option<Bound<'py, PyBytes>>);

/// Kind of search and its limits.
#[derive(Clone, Copy)]
struct Effort {
    quick: bool,
    shortest: bool,
    limits: Limits,
}

impl Effort {
    fn decide(self, solver: &mut Solver, position: &Position, intended_winner: Color) -> gamecert_unwinnable::Answer {
        if self.quick {
            solver.decide_quickly(position, intended_winner)
        } else if self.shortest {
            solver.decide_shortest(position, intended_winner, self.limits).answer
        } else {
            solver.decide(position, intended_winner, self.limits)
        }
    }
}

/// Texts of moves. The same moves occur in the lines of many answers, so each text is one shared Python object.
#[derive(Default)]
struct Moves<'py>(HashMap<Move, Bound<'py, PyString>>);

impl<'py> Moves<'py> {
    fn tuple(&mut self, py: Python<'py>, line: &[Move]) -> PyResult<Bound<'py, PyTuple>> {
        let text = |played: &Move| self.0.entry(*played).or_insert_with(|| PyString::new(py, &played.to_string())).clone();
        PyTuple::new(py, line.iter().map(text))
    }
}

/// Decides questions on all cores. A question is a pair of a FEN and a Boolean that tells whether White is the intended
/// winner. The answers are in the order of the questions.
#[pyfunction]
#[pyo3(signature = (questions, nodes, time=None, quick=false, shortest=false, certificates=true, progress=None))]
#[allow(clippy::too_many_arguments, reason = "keywords in Python")]
pub fn decide_all<'py>(
    py: Python<'py>,
    questions: &Bound<'py, PyList>,
    nodes: u64,
    time: Option<f64>,
    quick: bool,
    shortest: bool,
    certificates: bool,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<Decided<'py>>> {
    let mut limits = Limits::nodes(nodes);
    if let Some(seconds) = time {
        let time = Duration::try_from_secs_f64(seconds)
            .map_err(|_| PyValueError::new_err(format!("time {seconds}: expected seconds, not below 0")))?;
        limits = limits.within(time);
    }
    let effort = Effort { quick, shortest, limits };
    let read = |(number, question): (usize, Bound<'py, PyAny>)| -> PyResult<(Position, Color)> {
        look_for_signals(py, number)?;
        let (fen, white): (String, bool) = question.extract()?;
        let position = fen.parse().map_err(|error| PyValueError::new_err(format!("position {number}, '{fen}': {error}")))?;
        Ok((position, if white { Color::White } else { Color::Black }))
    };
    let parsed: Vec<(Position, Color)> = questions.iter().enumerate().map(read).collect::<PyResult<_>>()?;
    let answers = run(py, progress, move |control, stop| {
        control.stage("positions", Some(parsed.len() as u64));
        let done = AtomicU64::new(0);
        let new = || Solver::new().cancelled_by(Arc::clone(stop));
        let decide = |solver: &mut Solver, (position, intended_winner): &(Position, Color)| {
            let answer = effort.decide(solver, position, *intended_winner);
            control.at(1 + done.fetch_add(1, Ordering::Relaxed), "")?;
            let bytes = certificates.then(|| certificate(position, *intended_winner, &answer.verdict)).flatten();
            Ok((answer, bytes))
        };
        if let [question] = &parsed[..] {
            decide(&mut new(), question).map(|answer| vec![answer])
        } else {
            parsed.par_iter().map_init(new, decide).collect::<Result<Vec<_>, Interrupted>>()
        }
    })?
    .map_err(|Interrupted| PyKeyboardInterrupt::new_err(()))?;
    let mut moves = Moves::default();
    let one = |(number, (answer, bytes)): (usize, (gamecert_unwinnable::Answer, Option<Vec<u8>>))| {
        look_for_signals(py, number)?;
        let bytes = bytes.map(|bytes| PyBytes::new(py, &bytes));
        Ok(match answer.verdict {
            Verdict::Winnable(line) => ("winnable", answer.nodes, Some(moves.tuple(py, &line)?), None, None, bytes),
            Verdict::Unwinnable(set) => ("unwinnable", answer.nodes, None, Some(set.reason.name()), Some(set.positions), bytes),
            Verdict::Unknown => ("unknown", answer.nodes, None, None, None, None),
        })
    };
    answers.into_iter().enumerate().map(one).collect()
}

/// Returns what a policy rules if the flag of the intended winner's opponent falls: `win`, `draw`, `over` or `unknown`.
/// The last two arguments tell whether the intended winner and the opponent can mate.
#[pyfunction]
#[pyo3(signature = (policy, fen, white, can_mate, opponent_can_mate))]
pub fn ruling_by(policy: &str, fen: &str, white: bool, can_mate: Option<bool>, opponent_can_mate: Option<bool>) -> PyResult<&'static str> {
    let found = Policy::ALL.into_iter().find(|known| known.to_string() == policy);
    let found = found.ok_or_else(|| PyValueError::new_err(format!("policy '{policy}' is not known")))?;
    let position: Position = fen.parse().map_err(|error| PyValueError::new_err(format!("position '{fen}': {error}")))?;
    let intended_winner = if white { Color::White } else { Color::Black };
    Ok(found.ruling(&position, intended_winner, CanMate { intended_winner: can_mate, opponent: opponent_can_mate }).name())
}

/// Checks for signals in a loop that holds the interpreter lock, once in 4,096 rounds, which take some milliseconds.
fn look_for_signals(py: Python<'_>, round: usize) -> PyResult<()> {
    if round.is_multiple_of(1 << 12) { py.check_signals() } else { Ok(()) }
}
