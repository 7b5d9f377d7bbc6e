//! Scoring games in which players bid for the move.

use gamecert_solver::answers::scoring::best_play;
use gamecert_solver::certificate::Certificate;
use gamecert_solver::engine::scoring::Error;
use gamecert_solver::engine::scoring::matrix::Holder;
use gamecert_solver::model::scoring::{Outcomes, SubtractionSet};
use gamecert_solver::solve::scoring::{MAX_COINS, certify, estimate, solve};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::running::{run, value_error};

/// Budget, onset, period, and the rows of all heaps below onset + period.
type BudgetOutcomes<'py> = (u32, u32, u32, Bound<'py, PyArray2<i32>>);

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

/// Solved scoring games with one subtraction set, for several total budgets, with their certificate.
#[pyclass(frozen, module = "gamecert._native")]
pub struct PointsGame {
    set: SubtractionSet,
    outcomes: Vec<Outcomes>,
    certificate: Certificate,
}

impl PointsGame {
    /// Takes outcomes that were solved or verified.
    pub fn new(set: SubtractionSet, outcomes: Vec<Outcomes>, certificate: Certificate) -> Self {
        Self { set, outcomes, certificate }
    }
}

#[pymethods]
impl PointsGame {
    /// Solves the games for each total budget from the first to the last.
    #[staticmethod]
    #[pyo3(signature = (subtract, budgets, progress=None))]
    fn solve(py: Python<'_>, subtract: Vec<u32>, budgets: (u32, u32), progress: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let set = read(subtract, budgets)?;
        run(py, progress, move |control, _| {
            let outcomes = solve(&set, budgets, control)?;
            let certificate = certify(&set, &outcomes);
            Ok(Self { set, outcomes, certificate })
        })?
        .map_err(|error: Error| match error {
            Error::Interrupted => PyKeyboardInterrupt::new_err(()),
            error => PyRuntimeError::new_err(error.to_string()),
        })
    }

    /// Numbers that may be taken from the heap, in ascending order.
    #[getter]
    fn subtract(&self) -> Vec<u32> {
        self.set.numbers().to_vec()
    }

    /// Returns the outcomes for each total budget, for all heaps below onset + period.
    fn outcomes<'py>(slf: &Bound<'py, Self>) -> PyResult<Vec<BudgetOutcomes<'py>>> {
        let (py, this) = (slf.py(), slf.clone().unbind());
        let rows = |outcomes: &Outcomes| (0..outcomes.onset + outcomes.period).flat_map(|heap| outcomes.row(heap)).collect::<Vec<i32>>();
        let all = run(py, None, move |_, _| this.get().outcomes.iter().map(rows).collect::<Vec<_>>())?;
        let one = |(outcomes, rows): (&Outcomes, Vec<i32>)| -> PyResult<BudgetOutcomes<'py>> {
            let &Outcomes { budget, onset, period, .. } = outcomes;
            let shape = [(onset + period) as usize, budget as usize + 1];
            Ok((budget, onset, period, PyArray1::from_vec(py, rows).reshape(shape)?))
        };
        slf.get().outcomes.iter().zip(all).map(one).collect()
    }

    /// Returns the outcome, the best bids and the best moves as JSON, for a heap, Left's coins, a total budget and the
    /// holder of the marker.
    fn best(&self, heap: u32, coins: u32, budget: u32, left_has_marker: bool) -> PyResult<String> {
        let outcomes = self.outcomes.iter().find(|outcomes| outcomes.budget == budget);
        let outcomes = outcomes.ok_or_else(|| PyValueError::new_err(format!("no outcomes for a total budget of {budget}")))?;
        let right =
            budget.checked_sub(coins).ok_or_else(|| PyValueError::new_err(format!("Left cannot have {coins} coins of {budget}")))?;
        let holder = if left_has_marker { Holder::Left } else { Holder::Right };
        let best = best_play(&self.set, &|heap, p| outcomes.at(heap, p), heap, [coins, right], holder);
        serde_json::to_string(&best).map_err(value_error)
    }

    /// Returns the bytes of the certificate.
    fn certificate<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.certificate.bytes)
    }
}
