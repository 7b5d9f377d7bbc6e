//! Games that are played by bidding: a game file as JSON (`spec/rules/graph.md`, section 4), or a named game.

use std::sync::Arc;

use gamecert_solver::games::bidding_chess::board::BoardError;
use gamecert_solver::games::bidding_chess::{Ending, Material};
use gamecert_solver::games::{Argument, Game, argument, file};
use gamecert_solver::solve::bidding_game::{Error, Method, certify, solve};
use gamecert_solver::solve::unsolved::Unsolved;
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::exact::fraction;
use crate::running::run;

/// Game that a text describes.
pub enum Opened {
    /// A game without sub-games.
    Game(Box<dyn Game>),
    /// An ending of bidding chess, after its sub-endings.
    Ending(Vec<Arc<Ending>>),
}

/// Reads the game that a text describes: JSON, or a name as on the command line, such as `hex:3x4` or
/// `bidding-chess:KRK@4x4`.
pub fn opened(py: Python<'_>, text: &str) -> PyResult<Opened> {
    let text = text.to_owned();
    run(py, None, move |_, _| read(&text))?.map_err(PyValueError::new_err)
}

fn read(text: &str) -> Result<Opened, String> {
    if text.trim_start().starts_with(['{', '[']) {
        return Ok(Opened::Game(Box::new(file::read(text.as_bytes()).map_err(|error| error.to_string())?)));
    }
    match argument::named(text).map_err(|error| error.to_string())? {
        Argument::Game(game) => Ok(Opened::Game(game)),
        Argument::BiddingChess { material, board } => {
            let wrong = |error: &dyn ToString| format!("{text}: {}", error.to_string());
            let board = board.parse().map_err(|error: BoardError| wrong(&error))?;
            let (material, _) = Material::parse(&material).map_err(|error| wrong(&error))?;
            Ok(Opened::Ending(Ending::family(board, &[material]).map_err(|error| wrong(&error))?))
        }
        Argument::File(file) => Err(format!("{}: a file of a game is given as what json.load reads", file.display())),
    }
}

/// Alpha and beta of a position.
type Values<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);
/// Names of positions with their values, index of the initial position, certificate.
type Solved<'py> = (Vec<(String, Values<'py>)>, usize, Bound<'py, PyBytes>);

/// Solves a game that is described by JSON or by its name. Returns the names of positions with alpha and beta, in the
/// order of the game's numbering, the index of the initial position, and the certificate.
#[pyfunction]
#[pyo3(signature = (game, method="policy", progress=None))]
pub fn solve_game<'py>(py: Python<'py>, game: &str, method: &str, progress: Option<&Bound<'_, PyAny>>) -> PyResult<Solved<'py>> {
    let method = match method {
        "policy" => Method::Policy,
        "iterate" => Method::Iterate,
        "lp" => Method::Lp,
        other => return Err(PyValueError::new_err(format!("method '{other}', expected 'policy', 'iterate' or 'lp'"))),
    };
    let Opened::Game(game) = opened(py, game)? else {
        return Err(PyValueError::new_err(format!("{game}: for endings of bidding chess there is ending()")));
    };
    let (game, solution, certificate) = run(py, progress, move |control, _| {
        let solved = solve(&*game, None, method, control)?;
        let certificate = certify(&*game, &solved.solution);
        Ok((game, solved.solution, certificate))
    })?
    .map_err(|error: Error| match error {
        Error::Unsolved(Unsolved::Interrupted) => PyKeyboardInterrupt::new_err(()),
        error => PyValueError::new_err(error.to_string()),
    })?;
    let one = |position| -> PyResult<_> {
        Ok((game.position(position), (fraction(py, solution.alpha(position))?, fraction(py, solution.beta(position))?)))
    };
    Ok(((0..solution.len()).map(one).collect::<PyResult<_>>()?, game.start(), PyBytes::new(py, &certificate.bytes)))
}
