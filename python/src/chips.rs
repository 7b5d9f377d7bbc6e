//! Discrete bidding: thresholds in chips, and advice on bids.

use std::sync::{Arc, OnceLock};

use gamecert_solver::answers::NoAnswer;
use gamecert_solver::answers::certified::Certified;
use gamecert_solver::certificate::Certificate;
use gamecert_solver::certificate::verify::VerifiedChips;
use gamecert_solver::control::{Control, Interrupted};
use gamecert_solver::games::Game;
use gamecert_solver::games::bidding_chess::whole::Whole;
use gamecert_solver::games::bidding_chess::{Diagram, NoOptions};
use gamecert_solver::model::chips::{ChipTables, Rule};
use gamecert_solver::model::graph::{End, GameGraph, Player};
use gamecert_solver::play::answer::{self, Holding, advise};
use gamecert_solver::solve::chips::{Error, Request, certify, certify_family, solve, solve_family};
use numpy::PyArray1;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::games::{Opened, opened};
use crate::running::{run, value_error};

/// Total number of chips of the first threshold, thresholds, and period and slope if known.
type Table<'py> = (u32, Bound<'py, PyArray1<u32>>, Option<(u32, u32)>);
/// Names of positions; index of the initial position; index of each position's table; tables.
type Tables<'py> = (Vec<String>, usize, Vec<u32>, Vec<Table<'py>>);
/// A move as it is written, and the index of the position after it, or the winner if the game is over.
type WrittenMove = (String, Option<usize>, Option<&'static str>);

/// A game that is played by bidding chips, solved for one player, with its certificates.
#[pyclass(frozen, module = "gamecert._native")]
pub struct ChipsGame {
    game: Opened,
    /// Thresholds of the game; for an ending of bidding chess, of each ending of its family.
    tables: Vec<Arc<ChipTables>>,
    /// File names and certificates. The certificate of the game itself comes last.
    files: Vec<(String, Certificate)>,
    /// The game as a whole with the moves of all positions, for advice.
    whole: OnceLock<(Option<Whole>, GameGraph)>,
}

impl ChipsGame {
    /// Takes verified thresholds. `content` is the certificate of the game itself.
    pub fn of_verified(games: Vec<VerifiedChips>, content: Vec<u8>) -> Result<Self, NoAnswer> {
        let mut tables = Vec::new();
        let mut family = Vec::new();
        let mut single = None;
        for VerifiedChips { about, tables: verified } in games {
            match Certified::open(&about)? {
                Certified::Game(game) => single = Some(game),
                Certified::Ending(ending) => family.push(ending),
            }
            tables.push(Arc::new(verified));
        }
        let (game, files) = match single {
            Some(game) => (Opened::Game(game), vec![("chips.cbor".to_owned(), Certificate::new(content))]),
            None => {
                let files = family.iter().map(|ending| ending.file_name()).zip(certify_family(&family, &tables)).collect();
                (Opened::Ending(family), files)
            }
        };
        Ok(Self { game, tables, files, whole: OnceLock::new() })
    }

    fn last(&self) -> &ChipTables {
        self.tables.last().expect("a game has its tables")
    }

    /// Returns the game as a whole, and the moves of all positions.
    fn whole(&self, control: Control) -> Result<(&dyn Game, &GameGraph), PyErr> {
        if self.whole.get().is_none() {
            let interrupted = |Interrupted| PyKeyboardInterrupt::new_err(());
            let whole = match &self.game {
                Opened::Game(game) => (None, game.graph_under(control).map_err(interrupted)?),
                Opened::Ending(family) => {
                    let whole = Whole::new(family, control).map_err(|error| match error {
                        NoOptions::Interrupted(_) => PyKeyboardInterrupt::new_err(()),
                        NoOptions::Ending(error) => value_error(error),
                    })?;
                    let graph = whole.graph_under(control).map_err(interrupted)?;
                    (Some(whole), graph)
                }
            };
            let _ = self.whole.set(whole);
        }
        let (whole, graph) = self.whole.get().expect("it was just set");
        match (whole, &self.game) {
            (Some(whole), _) => Ok((whole, graph)),
            (None, Opened::Game(game)) => Ok((&**game, graph)),
            (None, Opened::Ending(_)) => Err(PyRuntimeError::new_err("an ending without its family")),
        }
    }

    /// Returns the index of the position, among the names that `tables` returns.
    fn index(&self, text: &str) -> PyResult<usize> {
        let family = match &self.game {
            Opened::Game(game) => return game.find_position(text).map_err(value_error),
            Opened::Ending(family) => family,
        };
        let wrong = |error: &dyn ToString| PyValueError::new_err(format!("position '{text}': {}", error.to_string()));
        let board = family.last().expect("a family has its ending").board();
        let (material, placement, exchanged) = Diagram::parse(board, text).map_err(|error| wrong(&error))?.placement();
        let found = family.iter().position(|ending| *ending.material() == material && !exchanged);
        let found = found.ok_or_else(|| wrong(&"none of this ending or of those that it turns into"))?;
        let before: usize = family[..found].iter().map(|ending| ending.numbering().classes()).sum();
        Ok(before + family[found].numbering().class(&mut placement.squares().to_vec()) as usize)
    }
}

#[pymethods]
impl ChipsGame {
    /// Solves a game that is described by JSON or by its name, for all numbers of chips or for those from the first to
    /// the last.
    #[staticmethod]
    #[pyo3(signature = (game, chips, tie_break, left, progress=None))]
    fn solve(
        py: Python<'_>,
        game: &str,
        chips: Option<(u32, u32)>,
        tie_break: &str,
        left: bool,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let rule = rule(tie_break, left)?;
        let requested = match chips {
            None => Request::All,
            Some((first, last)) if first <= last => Request::Between(first, last),
            Some((first, last)) => return Err(PyValueError::new_err(format!("chips from {first} to {last}: the first is greater"))),
        };
        let game = opened(py, game)?;
        run(py, progress, move |control, _| {
            let (tables, files) = match &game {
                Opened::Game(game) => {
                    let graph = game.graph_under(control).map_err(|_| Error::Interrupted)?;
                    let tables = Arc::new(solve(&graph, rule, requested, control)?);
                    let certificate = certify(&game.name(), &tables);
                    (vec![tables], vec![("chips.cbor".to_owned(), certificate)])
                }
                Opened::Ending(family) => {
                    let tables = solve_family(family, rule, requested, control)?;
                    let files = family.iter().map(|ending| ending.file_name()).zip(certify_family(family, &tables)).collect();
                    (tables, files)
                }
            };
            Ok(Self { game, tables, files, whole: OnceLock::new() })
        })?
        .map_err(failed)
    }

    /// Title, such as `tug-of-war 3`.
    #[getter]
    fn title(&self) -> String {
        match &self.game {
            Opened::Game(game) => game.title(),
            Opened::Ending(family) => {
                let ending = family.last().expect("a family has its ending");
                format!("bidding chess {} on {}", ending.material(), ending.board())
            }
        }
    }

    /// Tie-breaking rule.
    #[getter]
    fn tie_break(&self) -> String {
        self.last().rule.tie_break.to_string()
    }

    /// Player whose forced wins are solved: `left` or `right`.
    #[getter]
    fn player(&self) -> &'static str {
        name_of(self.last().rule.claimant)
    }

    /// Returns the names of all positions, the index of the initial position, the index of each position's table, and
    /// the tables.
    fn tables<'py>(slf: &Bound<'py, Self>) -> PyResult<Tables<'py>> {
        let (py, this) = (slf.py(), slf.get());
        let (mut names, mut number, mut all, mut start) = (Vec::new(), Vec::new(), Vec::new(), 0);
        match &this.game {
            Opened::Game(game) => {
                start = game.start();
                number.clone_from(&this.last().tables.number);
                names.extend((0..number.len()).map(|position| game.position(position)));
                all.extend(distinct(py, this.last()));
            }
            Opened::Ending(family) => {
                for (ending, tables) in family.iter().zip(&this.tables) {
                    let before = u32::try_from(all.len()).unwrap_or(u32::MAX);
                    start = names.len();
                    names.extend((0..ending.numbering().classes() as u32).map(|class| ending.position_text(class)));
                    number.extend(tables.tables.number.iter().map(|place| before + place));
                    all.extend(distinct(py, tables));
                }
            }
        }
        Ok((names, start, number, all))
    }

    /// Returns the index of the position that a text describes, or of the position that represents its symmetry class.
    fn find(&self, text: &str) -> PyResult<usize> {
        self.index(text)
    }

    /// Returns the moves of Left and of Right in a position.
    fn moves(slf: &Bound<'_, Self>, text: &str) -> PyResult<[Vec<WrittenMove>; 2]> {
        let (this, text) = (slf.clone().unbind(), text.to_owned());
        run(slf.py(), None, move |control, _| {
            let (game, graph) = this.get().whole(control)?;
            let is_ending = matches!(this.get().game, Opened::Ending(_));
            let moves = |player: Player| -> PyResult<Vec<WrittenMove>> {
                let written = game.options_as_written(graph, &text, player).map_err(value_error)?;
                let one = |(written, place): (String, u32)| {
                    let end = (place as usize).checked_sub(graph.len()).map(|end| winner_of(End::ALL[end]));
                    let index = match end {
                        Some(_) => None,
                        None if is_ending => this.get().index(&game.position(place as usize)).ok(),
                        None => Some(place as usize),
                    };
                    (written, index, end)
                };
                Ok(written.into_iter().map(one).collect())
            };
            Ok([moves(Player::Left)?, moves(Player::Right)?])
        })?
    }

    /// Advises the player who has `mine` of `total` chips. Returns JSON (`spec/json/advise.schema.json`).
    #[pyo3(signature = (position, mine, total, advantage, left, progress=None))]
    fn advise(
        slf: &Bound<'_, Self>,
        position: &str,
        mine: u32,
        total: u32,
        advantage: Option<bool>,
        left: bool,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let claimant = if left { Player::Left } else { Player::Right };
        let holding = Holding { rule: Rule { claimant, ..slf.get().last().rule }, mine, total, advantage };
        let (this, position) = (slf.clone().unbind(), position.to_owned());
        run(slf.py(), progress, move |control, _| advice(this.get().whole(control)?.0, &position, holding, control))?
    }

    /// Returns file names and bytes of the certificates. The certificate of the game itself comes last.
    fn certificate_files<'py>(&self, py: Python<'py>) -> Vec<(String, Bound<'py, PyBytes>)> {
        self.files.iter().map(|(name, certificate)| (name.clone(), PyBytes::new(py, &certificate.bytes))).collect()
    }
}

fn name_of(player: Player) -> &'static str {
    if player == Player::Left { "left" } else { "right" }
}

fn winner_of(end: End) -> &'static str {
    match end {
        End::Left => "left",
        End::Right => "right",
        End::Nobody => "none",
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

/// Converts the distinct tables.
fn distinct<'py>(py: Python<'py>, tables: &ChipTables) -> impl Iterator<Item = Table<'py>> {
    let each = tables.tables.distinct.iter();
    each.map(move |table| (table.first, PyArray1::from_slice(py, &table.values), table.tail.map(|tail| (tail.period, tail.slope))))
}

fn advice(game: &dyn Game, position: &str, holding: Holding, control: Control) -> PyResult<String> {
    let answer = advise(game, position, holding, control).map_err(|error| match error {
        answer::Error::Interrupted => PyKeyboardInterrupt::new_err(()),
        error => value_error(error),
    })?;
    serde_json::to_string(&answer).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// Advises a player who has `mine` of `total` chips, without solving the game for other numbers of chips. Returns JSON
/// (`spec/json/advise.schema.json`).
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
    run(py, progress, move |control, _| -> PyResult<String> {
        let game: Box<dyn Game> = match opened {
            Opened::Game(game) => game,
            Opened::Ending(family) => Box::new(Whole::new(&family, control).map_err(|error| match error {
                NoOptions::Interrupted(_) => PyKeyboardInterrupt::new_err(()),
                NoOptions::Ending(error) => value_error(error),
            })?),
        };
        advice(&*game, &position, holding, control)
    })?
}
