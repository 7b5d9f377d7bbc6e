//! Losing chess: searches for forced wins, and walks through their proofs.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use gamecert_solver::answers::walk::{Proof, Walk, Written, dot, lines, pgn};
use gamecert_solver::certificate::verify;
use gamecert_solver::engine::proof_number::hints::Hints;
use gamecert_solver::games::Colour;
use gamecert_solver::games::losing_chess::text::{FenError, START, Setup};
use gamecert_solver::games::losing_chess::{Position, Stalemate, line};
use gamecert_solver::solve::losing::answer::{Means, Verdict, answer};
use gamecert_solver::solve::losing::checkpoint::Checkpoint;
use gamecert_solver::solve::losing::lemmas::Lemmas;
use gamecert_solver::solve::losing::portfolio::{Error, Limits, TABLE_UNITS, TableSource, tables};
use gamecert_solver::solve::losing::{Question, Shrink, table_files};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::json;

use crate::running::{run, value_error};

/// A verified proof that a side wins, with its certificate.
#[pyclass(frozen, module = "gamecert._native")]
pub struct LosingProof {
    proof: Proof,
    rules: Stalemate,
    bytes: Arc<Vec<u8>>,
    sha256: String,
}

/// Verifies a certificate and reads the proof in it. `file` names the certificate in error messages.
fn read(bytes: Arc<Vec<u8>>, file: &Path) -> Result<LosingProof, String> {
    let verified = verify::read_losing(&bytes, file).map_err(|error| error.to_string())?;
    let (rules, sha256) = (verified.game.stalemate, verified.digest.clone());
    let proof = Proof::read(verified).map_err(|sentence| format!("{}: {sentence}", file.display()))?;
    Ok(LosingProof { proof, rules, bytes, sha256 })
}

impl LosingProof {
    /// Walks from the root along these moves.
    fn walk(&self, moves: &str) -> PyResult<Walk<'_>> {
        let mut walk = Walk::new(&self.proof);
        walk.play(moves).map_err(value_error)?;
        Ok(walk)
    }

    fn written(
        slf: &Bound<'_, Self>,
        moves: &str,
        write: impl FnOnce(&Walk<'_>) -> Written + Send + 'static,
    ) -> PyResult<(String, usize, usize, usize)> {
        let (this, moves) = (slf.clone().unbind(), moves.to_owned());
        let text = run(slf.py(), None, move |_, _| this.get().walk(&moves).map(|walk| write(&walk)))??;
        Ok((text.text, text.positions, text.moves, text.cut))
    }
}

#[pymethods]
impl LosingProof {
    /// Verifies a certificate and reads the proof in it.
    #[staticmethod]
    fn of_bytes(py: Python<'_>, content: Vec<u8>, name: PathBuf) -> PyResult<Self> {
        run(py, None, move |_, _| read(Arc::new(content), &name))?.map_err(PyValueError::new_err)
    }

    /// Returns the claim as JSON: root, clock, positions, longest, reversible, winner, rules, sha256.
    fn claim(&self) -> String {
        let mut claim = json!(self.proof.claim());
        claim["winner"] = json!(self.proof.winner());
        claim["rules"] = json!(self.rules.to_string());
        claim["sha256"] = json!(self.sha256);
        claim.to_string()
    }

    /// Returns the bytes of the certificate.
    fn certificate<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bytes)
    }

    /// Describes the place after these moves from the root, as JSON (`spec/json/walk.schema.json`), and returns the
    /// moves in coordinates.
    fn place(&self, py: Python<'_>, moves: &str) -> PyResult<(String, Vec<String>)> {
        py.detach(|| {
            let walk = self.walk(moves)?;
            let made = walk.made().iter().map(ToString::to_string).collect();
            Ok((json!(walk.place()).to_string(), made))
        })
    }

    /// Returns the moves of a shortest line to the position with this number.
    fn way_to(&self, py: Python<'_>, number: u32) -> PyResult<Vec<String>> {
        py.detach(|| {
            let mut walk = Walk::new(&self.proof);
            walk.go_to(number).map_err(value_error)?;
            Ok(walk.made().iter().map(ToString::to_string).collect())
        })
    }

    /// Returns all positions as the first four fields of FENs, in the order of their numbers.
    fn fens(slf: &Bound<'_, Self>) -> PyResult<Vec<String>> {
        let this = slf.clone().unbind();
        run(slf.py(), None, move |control, _| {
            let mut fens = Vec::new();
            this.get().proof.visit(|_, position| {
                fens.push(position.to_string());
                if control.check().is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            fens
        })
    }

    /// Returns the number of a position, or `None` if the position is not in the proof.
    fn number_of(&self, py: Python<'_>, fen: &str) -> PyResult<Option<u32>> {
        let setup: Setup = fen.parse().map_err(value_error)?;
        Ok(py.detach(|| self.proof.number_of(&setup.position)))
    }

    /// Writes the proof from a place on as PGN. Returns the text and three counts: positions and moves written, and
    /// positions with omitted moves.
    fn pgn(slf: &Bound<'_, Self>, moves: &str, limit: usize) -> PyResult<(String, usize, usize, usize)> {
        Self::written(slf, moves, move |walk| pgn::pgn(walk, limit))
    }

    /// Writes the proof from a place on as a graph for Graphviz. Returns the text and the same counts as `pgn`.
    fn dot(slf: &Bound<'_, Self>, moves: &str, limit: usize) -> PyResult<(String, usize, usize, usize)> {
        Self::written(slf, moves, move |walk| dot::dot(walk, limit))
    }

    /// Writes lines of play to the positions with the largest subproofs. Returns the text and the same counts as `pgn`.
    fn lines(slf: &Bound<'_, Self>, moves: &str, limit: usize) -> PyResult<(String, usize, usize, usize)> {
        Self::written(slf, moves, move |walk| lines::lines(walk, limit))
    }
}

/// Position as FEN, verdict, number of evaluations, seconds of the search, seconds of making the proof, proof.
type Proved = (String, &'static str, u64, f64, f64, Option<LosingProof>);

/// Searches for a win of the requested side, or of either side, and proves it.
#[pyfunction]
#[pyo3(signature = (position, white, rules, time, evaluations, hints, lemmas, resume, memory, threads, shrink, progress=None))]
#[allow(clippy::too_many_arguments, reason = "keywords in Python")]
pub fn prove_losing(
    py: Python<'_>,
    position: &str,
    white: Option<bool>,
    rules: &str,
    time: Option<f64>,
    evaluations: Option<u64>,
    hints: Vec<String>,
    lemmas: Vec<PathBuf>,
    resume: Option<PathBuf>,
    memory: u64,
    threads: Option<NonZeroUsize>,
    shrink: u32,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Proved> {
    let setup = setup(position).map_err(|error| PyValueError::new_err(format!("position '{position}': {error}")))?;
    let stalemate: Stalemate = rules.parse().map_err(|error| PyValueError::new_err(format!("rules: {error}")))?;
    let seconds =
        |time| Duration::try_from_secs_f64(time).map_err(|_| PyValueError::new_err(format!("time {time}: expected seconds, not below 0")));
    let time = time.map(seconds).transpose()?;
    let side = white.map(|white| if white { Colour::White } else { Colour::Black });
    let hints = hinted(setup, side, &hints)?;
    let threads = threads.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let question = Question { position: setup.position, clock: setup.clock, stalemate };
    let found = run(py, progress, move |control, _| -> Result<_, Ended> {
        let lemmas = lemmas.iter().map(|file| opened(file, stalemate, side)).collect::<Result<Vec<_>, _>>().map_err(Ended::Wrong)?;
        let tables = tables(memory, &lemmas, TABLE_UNITS)
            .ok_or_else(|| Ended::Wrong(format!("memory={memory}: a search needs 100 MB at least beside the lemmas")))?;
        let limits = Limits { tables, threads, settings: None, time, evaluations };
        let mut checkpoint = resume.as_deref().map(Checkpoint::open).transpose().map_err(|error| Ended::Wrong(error.to_string()))?;
        // The certificate is verified when it is read, below.
        // Tables that cannot be written to the cache are built again the next time.
        let open_tables = || table_files::open_cached(stalemate, TABLE_UNITS, threads, |_, _| {}, control);
        let means = Means {
            limits,
            tables: Some(TableSource { units: TABLE_UNITS, open: &open_tables }),
            shrink: Shrink::Passes(shrink),
            shard: (0, 1),
            fifty_moves: false,
            lemmas: &lemmas,
            verified: false,
            parts: false,
            disproved: &mut |_| {},
        };
        let found = answer(&question, side, hints, means, &mut checkpoint, control).map_err(|error| match error {
            Error::Interrupted => Ended::Interrupted,
            Error::Checkpoint(error) => Ended::Wrong(error.to_string()),
        })?;
        let (verdict, proof) = match found.verdict {
            Verdict::Won(won) => {
                let proof = read(won.certificate.bytes, Path::new("the certificate")).map_err(Ended::Disagreement)?;
                (if won.winner == Colour::White { "white" } else { "black" }, Some(proof))
            }
            Verdict::Neither => ("neither", None),
            Verdict::Unknown(_) | Verdict::Missing(_) | Verdict::Unproved(_) => ("unknown", None),
            Verdict::Refused(refused) => return Err(Ended::Disagreement(refused.to_string())),
        };
        let fen = format!("{} {} 1", question.position, question.clock);
        Ok((fen, verdict, found.evaluations, found.search.as_secs_f64(), found.proof.as_secs_f64(), proof))
    })?;
    found.map_err(|ended| match ended {
        Ended::Interrupted => PyKeyboardInterrupt::new_err(()),
        Ended::Wrong(sentence) => PyValueError::new_err(sentence),
        Ended::Disagreement(sentence) => PyRuntimeError::new_err(sentence),
    })
}

/// Parses a position from a FEN, or from moves that start at the beginning of the game.
fn setup(text: &str) -> Result<Setup, String> {
    if text.contains('/') {
        return text.parse().map_err(|error: FenError| error.to_string());
    }
    line::played(START.parse().expect("the initial position is valid"), text).map_err(|error| error.to_string())
}

/// Reason why there is no answer.
enum Ended {
    Interrupted,
    /// An argument is wrong.
    Wrong(String),
    /// The checker does not verify the certificate that was found.
    Disagreement(String),
}

/// Reads the hints: positions that are searched first.
fn hinted(root: Setup, side: Option<Colour>, hints: &[String]) -> PyResult<Option<Hints<Position>>> {
    if hints.is_empty() {
        return Ok(None);
    }
    let side = side.ok_or_else(|| PyValueError::new_err("hints: they are for the win of one side, which has to be named"))?;
    let of_line = |(number, text): (usize, &String)| {
        let positions = line::hints(root, text, side).map_err(|error| PyValueError::new_err(format!("hints[{number}]: {error}")))?;
        Ok(positions.into_iter().map(|(position, _)| position).collect())
    };
    let lines = hints.iter().enumerate().map(of_line).collect::<PyResult<Vec<Vec<Position>>>>()?;
    Ok(Some(Hints::new(root.position, lines)))
}

/// Reads the results of an earlier certificate. Fails if they cannot be used here.
fn opened(file: &Path, rules: Stalemate, side: Option<Colour>) -> Result<Lemmas, String> {
    let lemmas = Lemmas::open(file).map_err(|error| error.to_string())?;
    let name = file.display();
    if !lemmas.holds_for(rules) {
        return Err(format!("{name}: its results under rules {} need not hold under {rules}", lemmas.stalemate));
    }
    match side {
        Some(side) if side != lemmas.winner => {
            Err(format!("{name}: a win of {}, of no use in the search for one of {side}", lemmas.winner))
        }
        _ => Ok(lemmas),
    }
}
