//! Discrete bidding: thresholds in chips.

use gamecert_solver::games::Game;
use gamecert_solver::model::chips::{Rule, TieBreak};
use gamecert_solver::model::graph::Player;
use gamecert_solver::solve::chips::{Error, Wanted, certify, solve};
use numpy::PyArray1;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::games::opened;
use crate::running::run;

/// The k of the first value, values, and period and slope if the sequence goes on.
type Table<'py> = (u32, Bound<'py, PyArray1<u32>>, Option<(u32, u32)>);
/// Names of positions, the place of the one in which play begins, the number of each position's table, the tables, the certificate.
type Solved<'py> = (Vec<String>, usize, Vec<u32>, Vec<Table<'py>>, Bound<'py, PyBytes>);

/// Solves a game, given as JSON or by its name, for numbers of chips from the first to the last, or for all.
#[pyfunction]
#[pyo3(signature = (game, chips, tie_break, left, progress=None))]
pub fn solve_chips<'py>(
    py: Python<'py>,
    game: &str,
    chips: Option<(u32, u32)>,
    tie_break: &str,
    left: bool,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Solved<'py>> {
    let tie_break = match tie_break {
        "advantage" => TieBreak::Advantage,
        "make-it-take-it" => TieBreak::MakeItTakeIt,
        "ladies-first" => TieBreak::LadiesFirst,
        other => {
            let sentence = format!("tie_break '{other}', expected 'advantage', 'make-it-take-it' or 'ladies-first'");
            return Err(PyValueError::new_err(sentence));
        }
    };
    let rule = Rule { tie_break, claimant: if left { Player::Left } else { Player::Right } };
    let wanted = match chips {
        None => Wanted::All,
        Some((first, last)) if first <= last => Wanted::Between(first, last),
        Some((first, last)) => return Err(PyValueError::new_err(format!("chips from {first} to {last}: the first is greater"))),
    };
    let game = opened(game)?;
    let game: &dyn Game = &*game;
    let (tables, names, certificate) = run(py, progress, |control, _| {
        let graph = game.graph_under(control).map_err(|_| Error::Interrupted)?;
        let tables = solve(&graph, rule, wanted, control)?;
        let names = (0..graph.len()).map(|position| game.position(position)).collect::<Vec<String>>();
        let certificate = certify(&game.name(), &tables);
        Ok((tables, names, certificate))
    })?
    .map_err(|error: Error| match error {
        Error::Interrupted => PyKeyboardInterrupt::new_err(()),
        Error::Chips(_) => PyValueError::new_err(error.to_string()),
        error => PyRuntimeError::new_err(error.to_string()),
    })?;
    let distinct = tables
        .tables
        .distinct
        .iter()
        .map(|table| (table.first, PyArray1::from_slice(py, &table.values), table.tail.map(|tail| (tail.period, tail.slope))));
    let distinct = distinct.collect();
    Ok((names, game.start(), tables.tables.number, distinct, PyBytes::new(py, &certificate.bytes)))
}
