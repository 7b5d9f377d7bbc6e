//! Endings of bidding chess, solved or read from certificates.

use std::sync::{Arc, OnceLock};

use gamecert_solver::answers::NoAnswer;
use gamecert_solver::answers::lookup::lookup;
use gamecert_solver::answers::tablebase::Tablebase;
use gamecert_solver::certificate::Certificate;
use gamecert_solver::certificate::verify::VerifiedGame;
use gamecert_solver::games::bidding_chess::{Board, Diagram, Ending, Material};
use gamecert_solver::model::solution::Solution;
use gamecert_solver::solve::bidding_chess::{Error, certify, estimate_memory, solve};
use gamecert_solver::solve::unsolved::Unsolved;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use rayon::prelude::*;

use crate::exact::{float, fraction};
use crate::running::{run, value_error};

/// An ending and its sub-endings, each with all its values.
#[pyclass(frozen, module = "gamecert._native")]
pub struct Endings {
    tablebase: Tablebase,
    /// SHA-256 digests of the certificates in hexadecimal, sub-endings first.
    digests: OnceLock<Vec<String>>,
    certificates: OnceLock<Vec<Certificate>>,
}

/// Parses a board size and a material.
pub fn read(material: &str, (files, ranks): (u32, u32)) -> PyResult<(Board, Material)> {
    let board = format!("{files}x{ranks}").parse().map_err(|error| PyValueError::new_err(format!("board: {error}")))?;
    let (material, _) = Material::parse(material).map_err(|error| PyValueError::new_err(format!("material '{material}': {error}")))?;
    Ok((board, material))
}

impl Endings {
    /// Returns the ending itself, which comes after its sub-endings.
    fn last(&self) -> (&Arc<Ending>, &Arc<Solution>) {
        let (ending, solution) = self.tablebase.endings().last().expect("a tablebase has an ending");
        (ending, solution)
    }

    /// Takes verified values of an ending and its sub-endings.
    pub fn of_verified(games: Vec<VerifiedGame>) -> Result<Self, NoAnswer> {
        let (tablebase, digests) = Tablebase::of_verified(games)?;
        Ok(Self { tablebase, digests: OnceLock::from(digests), certificates: OnceLock::new() })
    }

    fn certificates(&self) -> &[Certificate] {
        self.certificates.get_or_init(|| {
            let (family, solutions): (Vec<_>, Vec<_>) = self.tablebase.endings().iter().cloned().unzip();
            certify(&family, &solutions)
        })
    }

    fn digests(&self) -> &[String] {
        self.digests.get_or_init(|| self.certificates().iter().map(|certificate| certificate.digest.to_string()).collect())
    }
}

#[pymethods]
impl Endings {
    /// Solves an ending and its sub-endings.
    #[staticmethod]
    #[pyo3(signature = (material, board, progress=None))]
    fn solve(py: Python<'_>, material: &str, board: (u32, u32), progress: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let (board, material) = read(material, board)?;
        let (family, solutions) = run(py, progress, move |control, _| {
            let family = Ending::family(board, &[material]).map_err(Error::Ending)?;
            let solutions = solve(&family, control)?;
            Ok((family, solutions))
        })?
        .map_err(|error| match error {
            Error::Unsolved(Unsolved::Interrupted) => PyKeyboardInterrupt::new_err(()),
            Error::Ending(error) => value_error(error),
            error => PyRuntimeError::new_err(error.to_string()),
        })?;
        Ok(Self {
            tablebase: Tablebase::new(family.into_iter().zip(solutions).collect()),
            digests: OnceLock::new(),
            certificates: OnceLock::new(),
        })
    }

    /// Estimates an upper bound, in bytes, for the memory that `solve` takes.
    #[staticmethod]
    fn estimate(material: &str, board: (u32, u32)) -> PyResult<u64> {
        let (board, material) = read(material, board)?;
        Ok(estimate_memory(board, &[material]))
    }

    /// Material, such as `KNK`.
    #[getter]
    fn material(&self) -> String {
        self.last().0.material().to_string()
    }

    /// Numbers of files and ranks.
    #[getter]
    fn board(&self) -> (u8, u8) {
        let board = self.tablebase.board();
        (board.width(), board.height())
    }

    /// Returns the number of classes, which are positions up to symmetry.
    fn __len__(&self) -> usize {
        self.last().0.numbering().classes()
    }

    /// Returns the materials of the sub-endings and of the ending itself, sub-endings first.
    fn family(&self) -> Vec<String> {
        self.tablebase.endings().iter().map(|(ending, _)| ending.material().to_string()).collect()
    }

    /// Returns alpha and beta of each class as floats, and as indices into the table of values: shapes (n,), (n,) and
    /// (2, n).
    #[allow(clippy::type_complexity, reason = "three arrays")]
    fn arrays<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>, Bound<'py, PyArray2<u32>>)> {
        let (py, this) = (slf.py(), slf.clone().unbind());
        let (alpha, beta, index) = run(py, None, move |_, _| {
            let (_, solution) = this.get().last();
            let floats: Vec<f64> = solution.values.iter().map(float).collect();
            let of = |ranks: &[u32]| ranks.iter().map(|&rank| floats[rank as usize]).collect::<Vec<f64>>();
            let index = [&solution.rank_alpha[..], &solution.rank_beta[..]].concat();
            (of(&solution.rank_alpha), of(&solution.rank_beta), index)
        })?;
        let classes = alpha.len();
        Ok((PyArray1::from_vec(py, alpha), PyArray1::from_vec(py, beta), PyArray1::from_vec(py, index).reshape([2, classes])?))
    }

    /// Returns the class of every placement of the pieces on squares, or 2^32 - 1 if the placement is impossible. The
    /// first piece's square is the most significant digit of the index.
    fn classes_of_placements<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let (py, this) = (slf.py(), slf.clone().unbind());
        let classes = run(py, None, move |_, _| {
            let (ending, _) = this.get().last();
            let pieces = ending.material().pieces().len();
            let base = usize::from(ending.board().squares());
            let class = |number: usize| {
                let mut squares = vec![0; pieces];
                squares.iter_mut().rev().fold(number, |number, square| {
                    *square = u8::try_from(number % base).expect("a board has at most 256 squares");
                    number / base
                });
                ending.numbering().class(&mut squares)
            };
            (0..base.pow(pieces as u32)).into_par_iter().map(class).collect()
        })?;
        Ok(PyArray1::from_vec(py, classes))
    }

    /// Returns the distinct values in ascending order.
    fn table<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let values: PyResult<Vec<_>> = self.last().1.values.iter().map(|value| fraction(py, value)).collect();
        PyList::new(py, values?)
    }

    /// Returns a position of each class, as the first field of a FEN.
    fn positions(slf: &Bound<'_, Self>) -> PyResult<Vec<String>> {
        let this = slf.clone().unbind();
        run(slf.py(), None, move |_, _| {
            let (ending, _) = this.get().last();
            (0..ending.numbering().classes() as u32).map(|class| ending.position_text(class)).collect()
        })
    }

    /// Returns alpha and beta of a position of the ending or a sub-ending.
    fn value<'py>(&self, py: Python<'py>, position: &str) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let found = self.look_up(position)?;
        Ok((fraction(py, &found.alpha)?, fraction(py, &found.beta)?))
    }

    /// Returns everything known about a position of the ending or a sub-ending, as JSON
    /// (`spec/json/lookup.schema.json`).
    fn lookup(slf: &Bound<'_, Self>, position: &str) -> PyResult<String> {
        let mut found = slf.get().look_up(position)?;
        if slf.get().digests.get().is_none() {
            // The first call encodes all certificates, because the answer contains their digests. Encoding takes long,
            // so it runs without the interpreter lock.
            let this = slf.clone().unbind();
            run(slf.py(), None, move |_, _| {
                this.get().digests();
            })?;
        }
        found.rests_on = slf.get().digests().to_vec();
        serde_json::to_string(&found).map_err(value_error)
    }

    /// Returns file names and bytes of the certificates, sub-endings first.
    fn certificate_files<'py>(slf: &Bound<'py, Self>) -> PyResult<Vec<(String, Bound<'py, PyBytes>)>> {
        let (py, this) = (slf.py(), slf.clone().unbind());
        run(py, None, move |_, _| {
            this.get().certificates();
        })?;
        let names = slf.get().tablebase.endings().iter().map(|(ending, _)| ending.file_name());
        Ok(names.zip(slf.get().certificates()).map(|(name, certificate)| (name, PyBytes::new(py, &certificate.bytes))).collect())
    }
}

impl Endings {
    fn look_up(&self, position: &str) -> PyResult<gamecert_solver::answers::lookup::Lookup> {
        let diagram = Diagram::parse(self.tablebase.board(), position).map_err(value_error)?;
        lookup(&self.tablebase, &diagram, Vec::new()).map_err(value_error)
    }
}
