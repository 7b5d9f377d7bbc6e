//! The function `check` and the class `Library`, which verify certificates.

use crate::arguments::{certificate, paths, settings};
use crate::errors::{guarded, refused, unreadable};
use crate::verified::Verified;
use crate::worker::{Answer, Asked, Worker, inputs};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Verifies one certificate and the certificates that it cites.
///
/// `certificate` is the path of a file, or the bytes of a file. Cited files are found by their SHA-256 digests, in the
/// same way as by the program `check` (section 3 of `spec/FORMAT.md`). For a path, the search covers the file itself
/// and the files `*.cbor` in its folder. Then it covers `include`, which lists paths of files and of folders. For a
/// folder, the files `*.cbor` in the folder are searched, but not its subfolders. The search reads at most
/// 4,000,000,000 bytes.
///
/// `memory` limits the memory in bytes; with None there is no limit. `work` limits the number of steps, of some 10 ns
/// each, for the file and all files that it cites; with None the limit is 100 million steps plus 200 for each byte of
/// these files.
///
/// Returns the proved claim. Raises `Rejected` if a clause of the specification is not met, and `Undecided` if the
/// checker lacks something to decide. Raises `OSError` or a subclass if a file or folder cannot be read, and
/// `TypeError` or `ValueError` for a wrong argument. Raises `RuntimeError` if the checker contradicts itself, which
/// says nothing about the certificate.
///
/// Other Python threads run during the verification. Ctrl-C takes effect within 50 ms. The verification then continues
/// on its own thread until its limit of steps, and its verdict is dropped.
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

/// Returns the verdict on one certificate.
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

/// Verifies many certificates, each only once, even if several certificates cite it.
///
/// `include`, `memory` and `work` have the same meaning as in `check`. The limits apply to each file together with the
/// files that it cites. Cited files are charged as if nothing had been verified before (section 5 of `spec/FORMAT.md`).
/// Each verdict is therefore the verdict of `check`, whatever the library has verified before.
///
/// The library keeps verified certificates, including their tables of values, within the limit `memory`. If `memory` is
/// None, it keeps them as long as it exists. After Ctrl-C it starts again with nothing. It also keeps the digests of
/// files, and computes a digest again if the size or the time of the file has changed.
///
/// Several threads may use a library, but it verifies on a single thread, one request after another. A library cannot
/// be pickled; create one in each process.
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
    /// Requests verdicts and waits for them. The lock is not held during the wait.
    fn ask(&self, py: Python<'_>, asked: Asked) -> PyResult<Answer> {
        let worker = || self.worker.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = worker().ask(asked)?;
        // If the wait was interrupted, the thread may be busy for long, so the next request gets a new thread.
        waiting.wait(py).inspect_err(|_| worker().leave())
    }

    /// Returns the verdicts on files as Python objects.
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

    /// Verifies one certificate, a path or bytes. The result and the errors are those of the function `check`.
    ///
    /// >>> from gamecert_checker import Library
    /// >>> Library(memory=10**9).check("certs/kk.cbor").kind
    /// 'richman'
    #[pyo3(signature = (certificate, /))]
    fn check(&self, py: Python<'_>, certificate: &Bound<'_, PyAny>) -> PyResult<Verified> {
        guarded(|| first(py, self.ask(py, crate::arguments::certificate(certificate)?)?))
    }

    /// Verifies all files that `files` lists for these paths. Returns one verdict for each file in this order: a
    /// `Verified`, or the `Rejected` or `Undecided` that `check` would raise.
    ///
    /// Cited files are searched for among all these files, in their folders and in `include`. Raises `OSError` or a
    /// subclass for the first file or folder that cannot be read. Files verified before that are kept, so they are not
    /// verified again.
    ///
    /// >>> from gamecert_checker import Library
    /// >>> [verdict.parameters["material"] for verdict in Library().check_all(["certs/kqk.cbor", "certs/kk.cbor"])]
    /// ['KQK', 'KK']
    #[pyo3(signature = (paths, /))]
    fn check_all<'py>(&self, py: Python<'py>, paths: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        guarded(|| self.verdicts(py, crate::arguments::paths("paths", paths)?))
    }

    /// Lists the files that paths stand for. A folder stands for all files `*.cbor` in it and in its subfolders, sorted
    /// by path.
    ///
    /// Raises `OSError` or a subclass for a folder that cannot be listed, and for a folder without such files.
    ///
    /// >>> from gamecert_checker import Library
    /// >>> [path.name for path in Library.files(["certs/kk.cbor", "certs/unwinnable"])][:3]
    /// ['kk.cbor', 'dead-positions.cbor', 'fortresses.cbor']
    #[staticmethod]
    #[pyo3(signature = (paths, /))]
    fn files(py: Python<'_>, paths: &Bound<'_, PyAny>) -> PyResult<Vec<PathBuf>> {
        guarded(|| {
            let named = self::paths("paths", paths)?;
            py.detach(|| inputs(&named)).map_err(|(path, cause)| unreadable(py, &path, &cause))
        })
    }
}
