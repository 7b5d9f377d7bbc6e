//! Games of one's own, as JSON (`spec/rules/graph.md`, section 4).

use gamecert_solver::games::{Game, file};
use gamecert_solver::solve::bidding_game::{Error, Method, certify, solve};
use gamecert_solver::solve::unsolved::Unsolved;
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::exact::fraction;
use crate::running::run;

/// Alpha and beta of a position.
type Values<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// Solves a game given as JSON. Returns names of positions with alpha and beta, in the order of the game's numbering, and the certificate.
#[pyfunction]
#[pyo3(signature = (game, method="policy", progress=None))]
pub fn solve_game<'py>(
    py: Python<'py>,
    game: &str,
    method: &str,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Vec<(String, Values<'py>)>, Bound<'py, PyBytes>)> {
    let method = match method {
        "policy" => Method::Policy,
        "iterate" => Method::Iterate,
        "lp" => Method::Lp,
        other => return Err(PyValueError::new_err(format!("method '{other}', expected 'policy', 'iterate' or 'lp'"))),
    };
    let game = file::read(game.as_bytes()).map_err(PyValueError::new_err)?;
    let (solution, certificate) = run(py, progress, |control, _| {
        let solved = solve(&game, None, method, control)?;
        let certificate = certify(&game, &solved.solution);
        Ok((solved.solution, certificate))
    })?
    .map_err(|error: Error| match error {
        Error::Unsolved(Unsolved::Interrupted) => PyKeyboardInterrupt::new_err(()),
        error => PyValueError::new_err(error.to_string()),
    })?;
    let one = |position| -> PyResult<_> {
        Ok((game.position(position), (fraction(py, solution.alpha(position))?, fraction(py, solution.beta(position))?)))
    };
    Ok(((0..solution.len()).map(one).collect::<PyResult<_>>()?, PyBytes::new(py, &certificate.bytes)))
}
