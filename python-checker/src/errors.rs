//! Exceptions that tell why a certificate is not verified.

use crate::data::to_python;
use gamecert_checker::json::place;
use gamecert_checker::{Refusal, Verdict};
use pyo3::exceptions::{PyMemoryError, PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};
use std::ffi::CString;
use std::io;
use std::path::Path;

/// The exception classes, after `register` has created them.
static CLASSES: PyOnceLock<[Py<PyType>; 3]> = PyOnceLock::new();

/// Names of the exception classes in Python.
const NAMES: [&str; 3] = ["CheckError", "Rejected", "Undecided"];

/// Adds the exception classes to a module. The classes belong to `package`.
pub(crate) fn register(module: &Bound<'_, PyModule>, package: &str) -> PyResult<()> {
    let py = module.py();
    let classes = CLASSES.get_or_try_init(py, || make(py, package))?;
    NAMES.iter().zip(classes).try_for_each(|(name, class)| module.add(*name, class))
}

fn make(py: Python<'_>, package: &str) -> PyResult<[Py<PyType>; 3]> {
    let globals = PyDict::new(py);
    globals.set_item("__name__", package)?;
    py.run(&CString::new(include_str!("errors.py"))?, Some(&globals), None)?;
    let class = |name| -> PyResult<Py<PyType>> { Ok(globals.as_any().get_item(name)?.cast_into::<PyType>()?.unbind()) };
    let [all, rejected, undecided] = NAMES;
    Ok([class(all)?, class(rejected)?, class(undecided)?])
}

/// Tells whether an object is one of these exceptions.
pub(crate) fn is_refusal(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    CLASSES.get(object.py()).map_or(Ok(false), |[all, ..]| object.is_instance(all.bind(object.py())))
}

/// Returns the exception for a refusal.
pub(crate) fn refused<'py>(py: Python<'py>, refusal: &Refusal) -> PyResult<Bound<'py, PyAny>> {
    let [_, rejected, undecided] = CLASSES.get(py).ok_or_else(|| PyRuntimeError::new_err("the module has not been set up"))?;
    let class = match refusal.verdict() {
        Verdict::Rejected => rejected,
        Verdict::Undecided => undecided,
    };
    class.bind(py).call1((refusal.code(), to_python(py, &place(&refusal.place))?, refusal.sentence.as_str()))
}

/// Returns the exception for a file or folder that cannot be read. If the system reports an error number, the exception
/// is an `OSError` with number and path. Otherwise the kind of error decides: `MemoryError`, `ValueError` or an
/// `OSError` without number.
pub(crate) fn unreadable(py: Python<'_>, path: &Path, cause: &io::Error) -> PyErr {
    if let Some(number) = cause.raw_os_error() {
        let words = py.import("os").and_then(|os| os.call_method1("strerror", (number,)));
        return words.map_or_else(|error| error, |words| PyOSError::new_err((number, words.unbind(), path.as_os_str().to_owned())));
    }
    let sentence = format!("{path:?}: {cause}");
    match cause.kind() {
        io::ErrorKind::OutOfMemory => PyMemoryError::new_err(sentence),
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => PyValueError::new_err(sentence),
        kind => io::Error::new(kind, sentence).into(),
    }
}

/// Runs work and turns a panic into a `RuntimeError`.
pub(crate) fn guarded<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    crate::guard::caught(work).unwrap_or_else(|sentence| Err(PyRuntimeError::new_err(sentence)))
}
