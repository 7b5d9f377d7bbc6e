//! Endings of bidding chess whose thresholds are known between bounds, read from certificates.

use std::path::PathBuf;

use gamecert_checker_python::guard::caught;
use gamecert_solver::certificate::verify::{self, Reading, VerifiedTables};
use gamecert_solver::report::bounds::BoundedTables;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;

/// An ending with those that it rests on, each with bounds of alpha and beta.
#[pyclass(frozen, module = "gamecert._native")]
pub struct Bounds {
    tables: BoundedTables,
}

impl Bounds {
    fn classes(&self) -> usize {
        self.tables.last().0.numbering().classes()
    }
}

#[pymethods]
impl Bounds {
    /// Reads bounds from a certificate, which is verified first with all that it cites.
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf, include: Vec<PathBuf>) -> PyResult<Self> {
        let read = move || {
            let tables = verify::open_tables_with(&path, Reading { include: &include, memory: None }).map_err(|error| error.to_string())?;
            let VerifiedTables::Bounds(games) = tables else {
                return Err(format!("{}: a certificate of another kind than bracket", path.display()));
            };
            BoundedTables::open(&games).map_err(|sentence| format!("{}: {sentence}", path.display()))
        };
        let tables = py.detach(|| caught(read)).map_err(PyRuntimeError::new_err)?.map_err(PyValueError::new_err)?;
        Ok(Self { tables })
    }

    /// The material, such as `KRKP`.
    #[getter]
    fn material(&self) -> String {
        self.tables.last().0.material().to_string()
    }

    /// Files and ranks.
    #[getter]
    fn board(&self) -> (u8, u8) {
        let board = self.tables.board();
        (board.width(), board.height())
    }

    /// The binary places of all bounds.
    #[getter]
    fn bits(&self) -> u32 {
        self.tables.last().1
    }

    /// The number of classes: positions up to symmetry.
    fn __len__(&self) -> usize {
        self.classes()
    }

    /// The bounds of each class as floats, rounded outwards: shape (4, n), lower and upper ones of alpha, then of beta.
    fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let (classes, bits) = (self.classes(), self.bits());
        let columns = py.detach(|| {
            let bounds: Option<Vec<[f64; 4]>> = (0..classes as u32)
                .into_par_iter()
                .map(|class| {
                    let bounds = self.tables.of_class(class)?;
                    let [[alpha_low, alpha_high], [beta_low, beta_high]] = [bounds.alpha, bounds.beta];
                    Some([below(alpha_low, bits), above(alpha_high, bits), below(beta_low, bits), above(beta_high, bits)])
                })
                .collect();
            bounds.map(|bounds| (0..4).flat_map(|column| bounds.iter().map(move |bounds| bounds[column])).collect::<Vec<f64>>())
        });
        let columns = columns.ok_or_else(|| PyRuntimeError::new_err("a class without bounds"))?;
        PyArray1::from_vec(py, columns).reshape([4, classes])
    }

    /// The positions of all classes, as first fields of FENs.
    fn positions(&self, py: Python<'_>) -> Vec<String> {
        let (ending, _) = self.tables.last();
        py.detach(|| (0..self.classes() as u32).map(|class| ending.position_text(class)).collect())
    }

    /// All that is known of a position of the endings, as JSON (`spec/json/lookup-bracket.schema.json`).
    fn lookup(&self, position: &str) -> PyResult<String> {
        let found = self.tables.diagram(position).and_then(|diagram| self.tables.lookup(&diagram)).map_err(PyValueError::new_err)?;
        serde_json::to_string(&found).map_err(|error| PyValueError::new_err(error.to_string()))
    }
}

/// The greatest float that is at most `number` / 2^`bits`.
fn below(number: u128, bits: u32) -> f64 {
    let nearest = number as f64;
    let rounded = if nearest as u128 > number { nearest.next_down() } else { nearest };
    rounded * 0.5_f64.powi(bits as i32)
}

/// The least float that is at least `number` / 2^`bits`.
fn above(number: u128, bits: u32) -> f64 {
    let nearest = number as f64;
    let rounded = if (nearest as u128) < number { nearest.next_up() } else { nearest };
    rounded * 0.5_f64.powi(bits as i32)
}
