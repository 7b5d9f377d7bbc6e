//! Scoring games in which players bid for the move.

use gamecert_solver::engine::scoring::Error;
use gamecert_solver::model::scoring::{Outcomes, SubtractionSet};
use gamecert_solver::solve::scoring::{MAX_COINS, certify, estimate, solve};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::running::run;

/// Budget, onset, period, and the rows of all heaps below onset + period.
type Found<'py> = (u32, u32, u32, Bound<'py, PyArray2<i32>>);

fn read(subtract: Vec<u32>, (first, last): (u32, u32)) -> PyResult<SubtractionSet> {
    let set = SubtractionSet::new(subtract).map_err(|error| PyValueError::new_err(error.to_string()))?;
    if first > last || last > MAX_COINS {
        return Err(PyValueError::new_err(format!("budgets from {first} to {last}: expected ascending ones of at most {MAX_COINS} coins")));
    }
    Ok(set)
}

/// Estimates the bytes of memory that solving the games for these total budgets takes.
#[pyfunction]
pub fn estimate_scoring(subtract: Vec<u32>, budgets: (u32, u32)) -> PyResult<u64> {
    Ok(estimate(&read(subtract, budgets)?, budgets, None))
}

/// Solves the games for each total budget from the first to the last. Returns the outcomes for all heaps and the
/// certificate.
#[pyfunction]
#[pyo3(signature = (subtract, budgets, progress=None))]
pub fn solve_scoring<'py>(
    py: Python<'py>,
    subtract: Vec<u32>,
    budgets: (u32, u32),
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Vec<Found<'py>>, Bound<'py, PyBytes>)> {
    let set = read(subtract, budgets)?;
    let (found, certificate) = run(py, progress, move |control, _| {
        let solved = solve(&set, budgets, control)?;
        let certificate = certify(&set, &solved);
        let rows = |outcomes: &Outcomes| (0..outcomes.onset + outcomes.period).flat_map(|heap| outcomes.row(heap)).collect::<Vec<i32>>();
        let found: Vec<_> = solved.iter().map(|outcomes| (outcomes.budget, outcomes.onset, outcomes.period, rows(outcomes))).collect();
        Ok((found, certificate))
    })?
    .map_err(|error: Error| match error {
        Error::Interrupted => PyKeyboardInterrupt::new_err(()),
        error => PyRuntimeError::new_err(error.to_string()),
    })?;
    let one = |(budget, onset, period, rows): (u32, u32, u32, Vec<i32>)| -> PyResult<Found<'py>> {
        let shape = [(onset + period) as usize, budget as usize + 1];
        Ok((budget, onset, period, PyArray1::from_vec(py, rows).reshape(shape)?))
    };
    Ok((found.into_iter().map(one).collect::<PyResult<_>>()?, PyBytes::new(py, &certificate.bytes)))
}
