//! Endings of bidding chess with proved bounds, computed here or read from certificates.

use std::path::Path;

use gamecert_solver::answers::bounds::BoundedTables;
use gamecert_solver::certificate::Certificate;
use gamecert_solver::certificate::verify::citations::with_folders;
use gamecert_solver::certificate::verify::{self, VerifiedBounds, VerifiedTables};
use gamecert_solver::games::bidding_chess::Ending;
use gamecert_solver::solve::bracket::{Error, MAX_WIDTH, Narrow, Outcome, Work, bracket, estimate_memory};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rayon::prelude::*;

use crate::endings::read;
use crate::running::{run, value_error};

/// An ending and its sub-endings, each with bounds of alpha and beta.
#[pyclass(frozen, module = "gamecert._native")]
pub struct Bounds {
    tables: BoundedTables,
    /// File names and certificates, sub-endings first.
    files: Vec<(String, Certificate)>,
}

/// Extracts the bounds from verified tables.
fn bounds(tables: VerifiedTables, path: &Path) -> Result<BoundedTables, String> {
    let VerifiedTables::Bounds(games) = tables else {
        return Err(format!("{}: a certificate of another kind than bracket", path.display()));
    };
    BoundedTables::open(&games).map_err(|sentence| format!("{}: {sentence}", path.display()))
}

/// Requests intervals of at most 2^-`width`. Fails unless `width` is from 1 to `MAX_WIDTH`.
fn narrow(width: u32) -> PyResult<Narrow> {
    let wrong = || PyValueError::new_err(format!("width {width}: intervals are from 2^-1 to 2^-{MAX_WIDTH} wide"));
    (1..=MAX_WIDTH).contains(&width).then_some(Narrow { width, bits: None }).ok_or_else(wrong)
}

impl Bounds {
    /// Takes verified bounds, and their certificates: the own one comes last. `path` names it in error messages.
    pub fn of_verified(tables: VerifiedTables, path: &Path, certificates: Vec<Certificate>) -> Result<Self, String> {
        let VerifiedTables::Bounds(games) = &tables else { return Ok(Self { tables: bounds(tables, path)?, files: Vec::new() }) };
        let name = |game: &VerifiedBounds| {
            let parameter = |name: &str| game.about.parameters.get(name).map_or("", String::as_str);
            let of_bounds = if game.proved.bits().is_some() { "-bracket" } else { "" };
            let board = Some(parameter("board")).filter(|&board| board != "8x8").map_or_else(String::new, |board| format!("-{board}"));
            format!("{}{board}{of_bounds}.cbor", parameter("material").to_lowercase())
        };
        let files = games.iter().map(name).zip(certificates).collect();
        Ok(Self { tables: bounds(tables, path)?, files })
    }

    fn classes(&self) -> usize {
        self.tables.last().0.numbering().classes()
    }
}

#[pymethods]
impl Bounds {
    /// Computes intervals of at most 2^-`width` for an ending and its sub-endings, and verifies the certificates.
    #[staticmethod]
    #[pyo3(signature = (material, board, width, progress=None))]
    fn bracket(py: Python<'_>, material: &str, board: (u32, u32), width: u32, progress: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let narrow = narrow(width)?;
        let (board, material) = read(material, board)?;
        let (files, failed) = run(py, progress, move |control, _| {
            let family = Ending::family(board, std::slice::from_ref(&material)).map_err(|error| error.to_string())?;
            let mut files = Vec::new();
            let outcomes = with_folders(&[], |citations| {
                let mut write = |number: usize, certificate: &Certificate| {
                    files.push((family[number].file_name().replace(".cbor", "-bracket.cbor"), certificate.clone()));
                    Ok(None)
                };
                // All certificates are verified together when they are read, below.
                let work = Work { narrow, verified: false, supplied: &|_| None, citations, write: &mut write };
                bracket(&family, &[material], work, &mut |_, _| {}, control)
            });
            let failed = outcomes.into_iter().find_map(|outcome| if let Outcome::Failed(error) = outcome { Some(error) } else { None });
            Ok::<_, String>((files, failed))
        })?
        .map_err(PyValueError::new_err)?;
        match failed {
            None => {}
            Some(Error::Interrupted(_)) => return Err(PyKeyboardInterrupt::new_err(())),
            Some(error) => return Err(PyRuntimeError::new_err(error.to_string())),
        }
        let read = move || -> Result<Self, String> {
            let cited: Vec<Certificate> = files.iter().map(|(_, certificate): &(String, Certificate)| certificate.clone()).collect();
            let (name, last) = files.last().ok_or("no ending")?;
            let path = Path::new(name);
            let tables = verify::read_tables(&last.bytes, &cited, path).map_err(|error| error.to_string())?;
            Ok(Self { tables: bounds(tables, path)?, files })
        };
        run(py, None, move |_, _| read())?.map_err(PyRuntimeError::new_err)
    }

    /// Estimates an upper bound, in bytes, for the memory that `bracket` takes.
    #[staticmethod]
    fn estimate(material: &str, board: (u32, u32), width: u32) -> PyResult<u64> {
        let (board, material) = read(material, board)?;
        Ok(estimate_memory(board, &[material], narrow(width)?, &|_| None))
    }

    /// Returns file names and bytes of the certificates, sub-endings first.
    fn certificate_files<'py>(&self, py: Python<'py>) -> Vec<(String, Bound<'py, PyBytes>)> {
        self.files.iter().map(|(name, certificate)| (name.clone(), PyBytes::new(py, &certificate.bytes))).collect()
    }

    /// Material, such as `KRKP`.
    #[getter]
    fn material(&self) -> String {
        self.tables.last().0.material().to_string()
    }

    /// Numbers of files and ranks.
    #[getter]
    fn board(&self) -> (u8, u8) {
        let board = self.tables.board();
        (board.width(), board.height())
    }

    /// Number of binary places of all bounds.
    #[getter]
    fn bits(&self) -> u32 {
        self.tables.last().1
    }

    /// Returns the number of classes, which are positions up to symmetry.
    fn __len__(&self) -> usize {
        self.classes()
    }

    /// Returns the bounds of each class as floats, rounded outwards. The shape is (4, n): lower and upper bounds of
    /// alpha, lower and upper bounds of beta.
    fn arrays<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let (py, this) = (slf.py(), slf.clone().unbind());
        let classes = this.get().classes();
        let columns = run(py, None, move |_, _| {
            let this = this.get();
            let bits = this.bits();
            let bounds: Option<Vec<[f64; 4]>> = (0..classes as u32)
                .into_par_iter()
                .map(|class| {
                    let bounds = this.tables.of_class(class)?;
                    let [[alpha_low, alpha_high], [beta_low, beta_high]] = [bounds.alpha, bounds.beta];
                    Some([below(alpha_low, bits), above(alpha_high, bits), below(beta_low, bits), above(beta_high, bits)])
                })
                .collect();
            bounds.map(|bounds| (0..4).flat_map(|column| bounds.iter().map(move |bounds| bounds[column])).collect::<Vec<f64>>())
        })?;
        let columns = columns.ok_or_else(|| PyRuntimeError::new_err("a class without bounds"))?;
        PyArray1::from_vec(py, columns).reshape([4, classes])
    }

    /// Returns a position of each class, as the first field of a FEN.
    fn positions(slf: &Bound<'_, Self>) -> PyResult<Vec<String>> {
        let this = slf.clone().unbind();
        run(slf.py(), None, move |_, _| {
            let (ending, _) = this.get().tables.last();
            (0..this.get().classes() as u32).map(|class| ending.position_text(class)).collect()
        })
    }

    /// Returns everything known about a position of these endings, as JSON (`spec/json/lookup-bracket.schema.json`).
    fn lookup(&self, position: &str) -> PyResult<String> {
        let found = self.tables.diagram(position).and_then(|diagram| self.tables.lookup(&diagram)).map_err(value_error)?;
        serde_json::to_string(&found).map_err(|error| PyValueError::new_err(error.to_string()))
    }
}

/// Returns the greatest float that is at most `number` / 2^`bits`.
fn below(number: u128, bits: u32) -> f64 {
    let nearest = number as f64;
    let rounded = if nearest as u128 > number { nearest.next_down() } else { nearest };
    rounded * 0.5_f64.powi(bits as i32)
}

/// Returns the least float that is at least `number` / 2^`bits`.
fn above(number: u128, bits: u32) -> f64 {
    let nearest = number as f64;
    let rounded = if (nearest as u128) < number { nearest.next_up() } else { nearest };
    rounded * 0.5_f64.powi(bits as i32)
}
