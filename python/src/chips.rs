//! Discrete bidding: thresholds in chips, and advice on bids.

use std::sync::Arc;

use gamecert_solver::certificate::Certificate;
use gamecert_solver::games::Game;
use gamecert_solver::games::bidding_chess::whole::Whole;
use gamecert_solver::games::bidding_chess::{Diagram, Ending, NoOptions};
use gamecert_solver::model::chips::{ChipTables, Rule};
use gamecert_solver::model::graph::Player;
use gamecert_solver::play::answer::{self, Holding, advise};
use gamecert_solver::solve::chips::{Error, Request, certify, certify_family, solve, solve_family};
use numpy::PyArray1;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::endings::read;
use crate::games::{Opened, opened};
use crate::running::run;

/// Total number of chips of the first threshold, thresholds, and period and slope if known.
type Table<'py> = (u32, Bound<'py, PyArray1<u32>>, Option<(u32, u32)>);
/// Names of positions; index of the initial position; index of each position's table; tables; file names and
/// certificates, the game's own certificate last; for endings of bidding chess, the object that finds positions.
type Solved<'py> = (Vec<String>, usize, Vec<u32>, Vec<Table<'py>>, Vec<(String, Bound<'py, PyBytes>)>, Option<EndingNames>);

/// Names of the positions of an ending of bidding chess and of its sub-endings.
#[pyclass(frozen, module = "gamecert._native")]
pub struct EndingNames(Vec<Arc<Ending>>);

#[pymethods]
impl EndingNames {
    #[new]
    fn new(py: Python<'_>, material: &str, board: (u32, u32)) -> PyResult<Self> {
        let (board, material) = read(material, board)?;
        let family = run(py, None, move |_, _| Ending::family(board, &[material]))?;
        Ok(Self(family.map_err(|error| PyValueError::new_err(error.to_string()))?))
    }

    /// Returns the arguments of the constructor, for pickling.
    fn __getnewargs__(&self) -> (String, (u8, u8)) {
        let ending = self.0.last().expect("a family has its ending");
        (ending.material().to_string(), (ending.board().width(), ending.board().height()))
    }

    /// Returns the name of the class of a position. Position and name are first fields of FENs.
    fn name(&self, position: &str) -> PyResult<String> {
        let wrong = |error: &dyn ToString| PyValueError::new_err(format!("position '{position}': {}", error.to_string()));
        let board = self.0.last().expect("a family has its ending").board();
        let (material, placement, exchanged) = Diagram::parse(board, position).map_err(|error| wrong(&error))?.placement();
        let ending = self.0.iter().find(|ending| *ending.material() == material && !exchanged);
        let ending = ending.ok_or_else(|| wrong(&"none of this ending or of those that it turns into"))?;
        Ok(ending.position_text(ending.numbering().class(&mut placement.squares().to_vec())))
    }
}

fn rule(tie_break: &str, left: bool) -> PyResult<Rule> {
    let tie_break = tie_break.parse().map_err(|sentence| PyValueError::new_err(format!("tie_break {sentence}")))?;
    Ok(Rule { tie_break, claimant: if left { Player::Left } else { Player::Right } })
}

fn failed(error: Error) -> PyErr {
    match error {
        Error::Interrupted => PyKeyboardInterrupt::new_err(()),
        Error::Chips(_) | Error::Exchanged(_) => PyValueError::new_err(error.to_string()),
        error => PyRuntimeError::new_err(error.to_string()),
    }
}

/// Solves a game that is described by JSON or by its name, for all numbers of chips or for those from the first to the
/// last.
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
    let rule = rule(tie_break, left)?;
    let wanted = match chips {
        None => Request::All,
        Some((first, last)) if first <= last => Request::Between(first, last),
        Some((first, last)) => return Err(PyValueError::new_err(format!("chips from {first} to {last}: the first is greater"))),
    };
    match opened(py, game)? {
        Opened::Game(game) => {
            let start = game.start();
            let (tables, names, certificate) = run(py, progress, move |control, _| {
                let graph = game.graph_under(control).map_err(|_| Error::Interrupted)?;
                let tables = solve(&graph, rule, wanted, control)?;
                let names = (0..graph.len()).map(|position| game.position(position)).collect::<Vec<String>>();
                let certificate = certify(&game.name(), &tables);
                Ok((tables, names, certificate))
            })?
            .map_err(failed)?;
            let files = vec![("chips.cbor".to_owned(), certificate)];
            Ok((names, start, tables.tables.number.clone(), distinct(py, &tables).collect(), written(py, files), None))
        }
        Opened::Ending(family) => {
            let (family, tables, certificates) = run(py, progress, move |control, _| {
                let tables = solve_family(&family, rule, wanted, control)?;
                let certificates = certify_family(&family, &tables);
                Ok((family, tables, certificates))
            })?
            .map_err(failed)?;
            let (mut names, mut number, mut all, mut start) = (Vec::new(), Vec::new(), Vec::new(), 0);
            for (ending, tables) in family.iter().zip(&tables) {
                let before = u32::try_from(all.len()).unwrap_or(u32::MAX);
                start = names.len();
                names.extend((0..ending.numbering().classes() as u32).map(|class| ending.position_text(class)));
                number.extend(tables.tables.number.iter().map(|place| before + place));
                all.extend(distinct(py, tables));
            }
            let files = family.iter().map(|ending| ending.file_name()).zip(certificates).collect();
            Ok((names, start, number, all, written(py, files), Some(EndingNames(family))))
        }
    }
}

/// Converts the distinct tables.
fn distinct<'py>(py: Python<'py>, tables: &ChipTables) -> impl Iterator<Item = Table<'py>> {
    let each = tables.tables.distinct.iter();
    each.map(move |table| (table.first, PyArray1::from_slice(py, &table.values), table.tail.map(|tail| (tail.period, tail.slope))))
}

fn written(py: Python<'_>, files: Vec<(String, Certificate)>) -> Vec<(String, Bound<'_, PyBytes>)> {
    files.into_iter().map(|(name, certificate)| (name, PyBytes::new(py, &certificate.bytes))).collect()
}

/// Advises a player who has `mine` of `total` chips. Returns JSON (`spec/json/advise.schema.json`).
#[pyfunction]
#[pyo3(signature = (game, position, mine, total, advantage, tie_break, left, progress=None))]
#[allow(clippy::too_many_arguments, reason = "keywords in Python")]
pub fn advise_chips(
    py: Python<'_>,
    game: &str,
    position: &str,
    mine: u32,
    total: u32,
    advantage: Option<bool>,
    tie_break: &str,
    left: bool,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let holding = Holding { rule: rule(tie_break, left)?, mine, total, advantage };
    let (opened, position) = (opened(py, game)?, position.to_owned());
    let advised = run(py, progress, move |control, _| -> Result<_, PyErr> {
        let game: Box<dyn Game> = match opened {
            Opened::Game(game) => game,
            Opened::Ending(family) => Box::new(Whole::new(&family, control).map_err(|error| match error {
                NoOptions::Interrupted(_) => PyKeyboardInterrupt::new_err(()),
                NoOptions::Ending(error) => PyValueError::new_err(error.to_string()),
            })?),
        };
        advise(&*game, &position, holding, control).map_err(|error| match error {
            answer::Error::Interrupted => PyKeyboardInterrupt::new_err(()),
            error => PyValueError::new_err(error.to_string()),
        })
    })?;
    let answer = advised?;
    serde_json::to_string(&answer).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}
