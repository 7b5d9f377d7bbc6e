//! Verifying: the function `check`, and libraries of certificates.

use crate::arguments::{certificate, paths, settings};
use crate::errors::{guarded, refused, unreadable};
use crate::verified::Verified;
use crate::worker::{Answer, Asked, Worker, inputs};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Verify one certificate and what it cites.
///
/// `certificate` is the path of a file, or the bytes of one. Cited files are found by their SHA-256 digests, as the program `check` finds them (section 3 of
/// `spec/FORMAT.md`): for a path, among the file itself and the files `*.cbor` in its folder; then in `include`, paths of files and of folders, of
/// which the files `*.cbor` in them count, not those below. At most 4,000,000,000 bytes are read in this search.
///
/// `memory` limits the memory in bytes (no limit when None), `work` the steps, of some 10 ns each, for the file and all that it cites (when None, 100
/// million and 200 for each byte of these files).
///
/// Returns what has been proved. Raises `Rejected` if a clause of the specification is not met, `Undecided` if that cannot be told here; `OSError` and its
/// kin if a file or folder cannot be read; `TypeError` or `ValueError` for a wrong argument; `RuntimeError` if the checker contradicts itself, which says
/// nothing about the certificate.
///
/// Other threads of Python run meanwhile. Ctrl-C is answered within 50 ms; the verification goes on in a thread of its own until the limit of its
/// steps, and its verdict is dropped.
///
/// >>> from gamecert_checker import check
/// >>> proved = check("certs/kk.cbor")
/// >>> proved.kind, proved.parameters, proved.claim
/// ('richman', {'board': '8x8', 'material': 'KK'}, {'classes': 518, 'functions': 1})
#[pyfunction]
#[pyo3(signature = (certificate, *, include=None, memory=None, work=None), text_signature = "(certificate, *, include=(), memory=None, work=None)")]
pub(crate) fn check(
    py: Python<'_>,
    certificate: &Bound<'_, PyAny>,
    include: Option<&Bound<'_, PyAny>>,
    memory: Option<&Bound<'_, PyAny>>,
    work: Option<&Bound<'_, PyAny>>,
) -> PyResult<Verified> {
    guarded(|| one(py, &mut Worker::new(settings(include, memory, work)?), certificate))
}

/// The verdict on one certificate.
fn one(py: Python<'_>, worker: &mut Worker, argument: &Bound<'_, PyAny>) -> PyResult<Verified> {
    let answer = worker.ask(certificate(argument)?)?.wait(py)?;
    first(py, answer)
}

fn first(py: Python<'_>, answer: Answer) -> PyResult<Verified> {
    let mut verdicts = answer.map_err(|(path, cause)| unreadable(py, &path, &cause))?;
    match verdicts.pop() {
        Some(Ok(proved)) => Ok(proved.into()),
        Some(Err(refusal)) => Err(PyErr::from_value(refused(py, &refusal)?)),
        None => Err(PyRuntimeError::new_err("no verdict was given")),
    }
}

/// Many certificates, each verified once, also where several cite it.
///
/// `include`, `memory` and `work` are those of `check`. Limits hold for each file with what it cites, which is charged as if nothing had been verified
/// before (section 5 of `spec/FORMAT.md`). So no verdict depends on what the library was asked before: it is the one that `check` gives.
/// What has been verified is kept, tables of values included, within `memory`; where this is None, as long as the library is there; after Ctrl-C a library begins anew.
/// Digests of files are kept too, and computed again when size or time of a file change.
///
/// A library may be used by several threads, one after another: it has one thread of its own to verify. It does not pickle; make one in each process.
///
/// >>> from gamecert_checker import Library
/// >>> library = Library()
/// >>> library.check("certs/kqk.cbor").citations[0]["game"]["parameters"]["material"]
/// 'KK'
#[pyclass(frozen)]
pub(crate) struct Library {
    worker: Mutex<Worker>,
}

impl Library {
    /// Asks for verdicts. Whoever waits does not hold the lock.
    fn ask(&self, py: Python<'_>, asked: Asked) -> PyResult<Answer> {
        let worker = || self.worker.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = worker().ask(asked)?;
        // Whoever does not wait any longer does not want to wait for that thread the next time either.
        waiting.wait(py).inspect_err(|_| worker().leave())
    }

    /// The verdicts on files, as objects of Python.
    pub(crate) fn verdicts<'py>(&self, py: Python<'py>, paths: Vec<PathBuf>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let answer = self.ask(py, Asked::All(paths))?.map_err(|(path, cause)| unreadable(py, &path, &cause))?;
        let object = |verdict| match verdict {
            Ok(proved) => Ok(Bound::new(py, Verified::from(proved))?.into_any()),
            Err(refusal) => refused(py, &refusal),
        };
        answer.into_iter().map(object).collect()
    }
}

#[pymethods]
impl Library {
    #[new]
    #[pyo3(signature = (include=None, memory=None, work=None), text_signature = "(include=(), memory=None, work=None)")]
    pub(crate) fn new(
        include: Option<&Bound<'_, PyAny>>,
        memory: Option<&Bound<'_, PyAny>>,
        work: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        guarded(|| Ok(Self { worker: Mutex::new(Worker::new(settings(include, memory, work)?)) }))
    }

    /// Verify one certificate, a path or bytes, as the function `check` does. It raises the same errors.
    ///
    /// >>> from gamecert_checker import Library
    /// >>> Library(memory=10**9).check("certs/kk.cbor").kind
    /// 'richman'
    #[pyo3(signature = (certificate, /))]
    fn check(&self, py: Python<'_>, certificate: &Bound<'_, PyAny>) -> PyResult<Verified> {
        guarded(|| first(py, self.ask(py, crate::arguments::certificate(certificate)?)?))
    }

    /// Verify the files that paths stand for, those that `files` lists, and return one verdict for each in that order: a `Verified`, or the `Rejected`
    /// or `Undecided` that `check` would raise.
    ///
    /// Cited files are found among all of them, in their folders and in `include`. `OSError` and its kin are raised for the first file or folder that
    /// cannot be read; what was verified until then is kept, and not verified again.
    ///
    /// >>> from gamecert_checker import Library
    /// >>> [verdict.parameters["material"] for verdict in Library().check_all(["certs/kqk.cbor", "certs/kk.cbor"])]
    /// ['KQK', 'KK']
    #[pyo3(signature = (paths, /))]
    fn check_all<'py>(&self, py: Python<'py>, paths: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        guarded(|| self.verdicts(py, crate::arguments::paths("paths", paths)?))
    }

    /// List the files that paths stand for: of a folder, all files `*.cbor` in it and below, sorted by path.
    ///
    /// `OSError` and its kin are raised for a folder that cannot be listed, and for one without any such file.
    ///
    /// >>> from gamecert_checker import Library
    /// >>> [path.name for path in Library.files(["certs/kk.cbor", "certs/unwinnable"])][:3]
    /// ['kk.cbor', 'fortresses.cbor', 'named.cbor']
    #[staticmethod]
    #[pyo3(signature = (paths, /))]
    fn files(py: Python<'_>, paths: &Bound<'_, PyAny>) -> PyResult<Vec<PathBuf>> {
        guarded(|| {
            let named = self::paths("paths", paths)?;
            py.detach(|| inputs(&named)).map_err(|(path, cause)| unreadable(py, &path, &cause))
        })
    }
}
