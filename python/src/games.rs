//! Games that are played by bidding: a game file as JSON (`spec/rules/graph.md`, section 4), or a named game.

use std::sync::Arc;

use gamecert_solver::answers::kinds::games::PositionValues;
use gamecert_solver::certificate::Certificate;
use gamecert_solver::control::{Control, Interrupted};
use gamecert_solver::games::bidding_chess::board::BoardError;
use gamecert_solver::games::bidding_chess::{Ending, Material};
use gamecert_solver::games::{Argument, Game, argument, file};
use gamecert_solver::model::graph::GameGraph;
use gamecert_solver::model::solution::Solution;
use gamecert_solver::solve::bidding_game::{Error, Method, certify, solve};
use gamecert_solver::solve::unsolved::Unsolved;
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::exact::fraction;
use crate::running::{run, value_error};

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

/// A solved game that is played by bidding money, with its certificate.
#[pyclass(frozen, module = "gamecert._native")]
pub struct MoneyGame {
    game: Box<dyn Game>,
    graph: GameGraph,
    solution: Solution,
    certificate: Certificate,
}

impl MoneyGame {
    /// Takes a game and its values, which were solved or verified.
    pub fn new(game: Box<dyn Game>, solution: Solution, certificate: Certificate, control: Control) -> Result<Self, Interrupted> {
        let graph = game.graph_under(control)?;
        Ok(Self { game, graph, solution, certificate })
    }
}

#[pymethods]
impl MoneyGame {
    /// Solves a game that is described by JSON or by its name.
    #[staticmethod]
    #[pyo3(signature = (game, method="policy", progress=None))]
    fn solve(py: Python<'_>, game: &str, method: &str, progress: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let method = match method {
            "policy" => Method::Policy,
            "iterate" => Method::Iterate,
            "lp" => Method::Lp,
            other => return Err(PyValueError::new_err(format!("method '{other}', expected 'policy', 'iterate' or 'lp'"))),
        };
        let Opened::Game(game) = opened(py, game)? else {
            return Err(PyValueError::new_err(format!("{game}: an ending of bidding chess; use Game.bidding_chess()")));
        };
        run(py, progress, move |control, _| {
            let solved = solve(&*game, None, method, control)?;
            let certificate = certify(&*game, &solved.solution);
            Self::new(game, solved.solution, certificate, control).map_err(|Interrupted| Error::Unsolved(Unsolved::Interrupted))
        })?
        .map_err(|error: Error| match error {
            Error::Unsolved(Unsolved::Interrupted) => PyKeyboardInterrupt::new_err(()),
            error => PyValueError::new_err(error.to_string()),
        })
    }

    /// Title, such as `hex 3x3`.
    #[getter]
    fn title(&self) -> String {
        self.game.title()
    }

    /// Returns the names of all positions, in the order of the game's numbering.
    fn names(&self) -> Vec<String> {
        (0..self.solution.len()).map(|position| self.game.position(position)).collect()
    }

    /// Index of the initial position.
    #[getter]
    fn start(&self) -> usize {
        self.game.start()
    }

    /// Returns alpha and beta of all positions. Equal values are one object.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Vec<Values<'py>>> {
        let values = self.solution.values.iter().map(|value| fraction(py, value)).collect::<PyResult<Vec<_>>>()?;
        let of = |&rank: &u32| values[rank as usize].clone();
        Ok(self.solution.rank_alpha.iter().map(of).zip(self.solution.rank_beta.iter().map(of)).collect())
    }

    /// Returns the index of the position that a text describes, or of the position that represents its symmetry class.
    fn find(&self, text: &str) -> PyResult<usize> {
        self.game.find_position(text).map_err(value_error)
    }

    /// Returns values, bids and moves of a position as JSON (`spec/json/lookup-game.schema.json`).
    fn lookup(&self, text: &str) -> PyResult<String> {
        let position = self.game.find_position(text).map_err(value_error)?;
        let options = [&self.graph.left, &self.graph.right].map(|lists| lists.get(position).to_vec());
        let rests_on = vec![self.certificate.digest.to_string()];
        let found = PositionValues::look_up(&*self.game, &self.solution, &options, position, text.to_owned(), rests_on);
        serde_json::to_string(&found).map_err(value_error)
    }

    /// Returns the bytes of the certificate.
    fn certificate<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.certificate.bytes)
    }
}

/// Alpha and beta of a position.
type Values<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);
