//! Losing chess: proofs that a side does not lose, and their closed sets of positions.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use gamecert_solver::answers::safe::listed::SafePositions;
use gamecert_solver::answers::safe::{Proof, SafetyAnswer, Verdict};
use gamecert_solver::answers::written::Written;
use gamecert_solver::certificate::verify;
use gamecert_solver::games::Colour;
use gamecert_solver::games::losing_chess::text::{FenError, Setup};
use gamecert_solver::games::losing_chess::{Position, Stalemate};
use gamecert_solver::solve::losing::table_files;
use gamecert_solver::solve::safe::{self, Defence, OpenTables, Question};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::json;

use crate::running::{run, value_error};

/// A verified proof that sides do not lose, with its certificate.
#[pyclass(frozen, module = "gamecert._native")]
pub struct SafeProof {
    positions: SafePositions,
    bytes: Arc<Vec<u8>>,
}

/// Verifies a certificate that was just made, and lists its closed sets.
fn read(bytes: Arc<Vec<u8>>) -> Result<SafeProof, String> {
    let verified = verify::read_safe(&bytes, Path::new("the certificate")).map_err(|error| error.to_string())?;
    Ok(SafeProof::new(SafePositions::read(verified).map_err(|error| error.to_string())?, bytes))
}

impl SafeProof {
    /// Takes the closed sets of a verified certificate.
    pub fn new(positions: SafePositions, bytes: Arc<Vec<u8>>) -> Self {
        Self { positions, bytes }
    }
}

#[pymethods]
impl SafeProof {
    /// Returns the claim as JSON: roots, sides, defence, rules, positions, sha256.
    fn claim(&self) -> String {
        let lists = self.positions.lists();
        json!({
            "roots": self.positions.roots().iter().map(Position::to_string).collect::<Vec<_>>(),
            "sides": lists.iter().map(|list| list.side()).collect::<Vec<_>>(),
            "defence": self.positions.defence(),
            "rules": self.positions.rules().to_string(),
            "positions": lists.iter().map(|list| list.len()).collect::<Vec<_>>(),
            "sha256": self.positions.digest(),
        })
        .to_string()
    }

    /// Returns the bytes of the certificate.
    fn certificate<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bytes)
    }

    /// Describes a position as JSON (`spec/json/lookup-safe.schema.json`). Returns `None` if no closed set has it.
    fn place(&self, fen: &str) -> PyResult<Option<String>> {
        let setup: Setup = fen.parse().map_err(value_error)?;
        Ok(self.positions.place(&setup.position).map(|place| json!(place).to_string()))
    }

    /// Returns the positions of the closed set with this index, as the first four fields of FENs.
    fn fens(slf: &Bound<'_, Self>, index: usize) -> PyResult<Vec<String>> {
        let this = slf.clone().unbind();
        run(slf.py(), None, move |_, _| {
            let list = this.get().positions.lists().get(index);
            list.map(|list| list.positions().iter().map(Position::to_string).collect()).unwrap_or_default()
        })
    }
}

/// Proves that sides do not lose. Returns the answer as JSON (`spec/json/safe.schema.json`), and the proof, if there is
/// one. Without `tables`, positions are only enumerated.
#[pyfunction]
#[pyo3(signature = (positions, white, always, rules, limit, tables, threads, progress=None))]
#[allow(clippy::too_many_arguments, reason = "keywords in Python")]
pub fn prove_safe(
    py: Python<'_>,
    positions: Vec<String>,
    white: Option<bool>,
    always: bool,
    rules: &str,
    limit: u32,
    tables: bool,
    threads: Option<NonZeroUsize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, Option<SafeProof>)> {
    let rules: Stalemate = rules.parse().map_err(|error| PyValueError::new_err(format!("rules: {error}")))?;
    if rules == Stalemate::Joint {
        return Err(PyValueError::new_err("rules: joint proves wins only: a draw under it may be a win under international or fics"));
    }
    if positions.is_empty() {
        return Err(PyValueError::new_err("positions: expected at least one"));
    }
    if limit == 0 || limit >= 1 << 31 {
        return Err(PyValueError::new_err(format!("limit {limit}: expected a number from 1 to 2147483647")));
    }
    let sides = match white {
        None => vec![Colour::White, Colour::Black],
        Some(true) => vec![Colour::White],
        Some(false) => vec![Colour::Black],
    };
    let wrong = |number, text: &str, error: FenError| PyValueError::new_err(format!("position {number}, '{text}': {error}"));
    let root = |(number, text): (usize, &String)| {
        let setup = text.parse::<Setup>().map_err(|error| wrong(number, text, error))?;
        Ok(setup.position)
    };
    let roots = positions.iter().enumerate().map(root).collect::<PyResult<Vec<Position>>>()?;
    let defence = if always { Defence::Always } else { Defence::ByForce };
    let threads = threads.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let found: PyResult<_> = run(py, progress, move |control, _| {
        let question = Question::new(roots, sides.clone(), defence, rules);
        // Tables that cannot be written to the cache are built again the next time.
        let open = |units| table_files::open_cached(rules, units, threads, |_, _| {}, control);
        let open: Option<OpenTables> = if tables { Some(&open) } else { None };
        let verdict = safe::answer(&question, open, limit, true, control).map_err(|_| PyKeyboardInterrupt::new_err(()))?;
        let (verdict, certificate) = match verdict {
            safe::Verdict::Safe(proved) => {
                let safe::Safe { certificate, positions } = proved;
                let written = Written::new(&certificate, None);
                (Verdict::Safe(Proof { positions, verified: true, written }), Some(certificate.bytes))
            }
            safe::Verdict::Lost(winner, position) => (Verdict::Lost { winner, fen: position.to_string() }, None),
            safe::Verdict::Unknown => (Verdict::Unknown { most: limit }, None),
            safe::Verdict::Large => (Verdict::Large, None),
            safe::Verdict::Refused(why) => return Err(PyRuntimeError::new_err(why.to_string())),
        };
        let answer = SafetyAnswer {
            rules: rules.to_string(),
            roots: question.roots().iter().map(Position::to_string).collect(),
            sides,
            defence: defence.into(),
            verdict,
        };
        let proof = certificate.map(read).transpose().map_err(PyRuntimeError::new_err)?;
        Ok((json!(answer).to_string(), proof))
    })?;
    found
}
