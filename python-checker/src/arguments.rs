//! Reads the callers' arguments: certificates, paths and limits.

use crate::worker::{Asked, Settings, Unreadable};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyString};
use std::fs::{self, File};
use std::io;
use std::path::PathBuf;

/// Reads a certificate: bytes, or the path of a file.
pub(crate) fn certificate(argument: &Bound<'_, PyAny>) -> PyResult<Asked> {
    match argument.cast::<PyBytes>() {
        Ok(bytes) => Ok(Asked::Bytes(bytes.as_bytes().to_vec())),
        Err(_) => path("certificate", "a path (str or os.PathLike) or bytes", argument).map(Asked::File),
    }
}

/// Tells whether an argument is a single path.
pub(crate) fn is_path(argument: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(argument.is_instance_of::<PyString>() || argument.hasattr("__fspath__")?)
}

/// Reads a path.
pub(crate) fn path(name: &str, expected: &str, argument: &Bound<'_, PyAny>) -> PyResult<PathBuf> {
    if !is_path(argument)? {
        return Err(PyTypeError::new_err(format!("{name}: expected {expected}, found {}", argument.get_type().name()?)));
    }
    argument.extract()
}

/// Returns the items of an iterable. A single path counts as its only item.
pub(crate) fn items<'py>(name: &str, argument: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if is_path(argument)? {
        return Ok(vec![argument.clone()]);
    }
    // Bytes are iterable, but their items are numbers.
    let bytes = argument.is_instance_of::<PyBytes>() || argument.is_instance_of::<PyByteArray>();
    if bytes || !argument.hasattr("__iter__")? {
        let found = argument.get_type().name()?;
        return Err(PyTypeError::new_err(format!("{name}: expected a path (str or os.PathLike) or an iterable of paths, found {found}")));
    }
    argument.try_iter()?.collect()
}

/// Reads one path or several.
pub(crate) fn paths(name: &str, argument: &Bound<'_, PyAny>) -> PyResult<Vec<PathBuf>> {
    items(name, argument)?.iter().map(|item| path(name, "paths (str or os.PathLike)", item)).collect()
}

/// Reads a limit, which is at least 0. A number of more than 64 bits means no limit.
fn limit(name: &str, argument: Option<&Bound<'_, PyAny>>) -> PyResult<Option<u64>> {
    let Some(argument) = argument else { return Ok(None) };
    let wrong = |error: PyErr| -> PyResult<u64> {
        if !error.is_instance_of::<PyOverflowError>(argument.py()) {
            return Err(PyTypeError::new_err(format!("{name}: expected an int or None, found {}", argument.get_type().name()?)));
        }
        if argument.lt(0)? {
            return Err(PyValueError::new_err(format!("{name}: expected a number from 0 on, found {}", argument.str()?)));
        }
        Ok(u64::MAX)
    };
    if argument.is_instance_of::<PyBool>() {
        return Err(PyTypeError::new_err(format!("{name}: expected an int or None, found bool")));
    }
    argument.extract().or_else(wrong).map(Some)
}

/// Reads the settings that `check`, `Library` and `expect` share.
pub(crate) fn settings(
    include: Option<&Bound<'_, PyAny>>,
    memory: Option<&Bound<'_, PyAny>>,
    work: Option<&Bound<'_, PyAny>>,
) -> PyResult<Settings> {
    let include = include.map_or(Ok(Vec::new()), |include| paths("include", include))?;
    let settings = Settings { include, memory: limit("memory", memory)?.unwrap_or(u64::MAX), work: limit("work", work)? };
    test_include(&settings.include)
        .map(|()| settings)
        .map_err(|(path, cause): Unreadable| Python::attach(|py| crate::errors::unreadable(py, &path, &cause)))
}

/// Fails unless each path of `include` is a folder that can be listed or a file that can be opened.
fn test_include(include: &[PathBuf]) -> Result<(), Unreadable> {
    include.iter().try_for_each(|path| {
        let tested = fs::metadata(path).and_then(|metadata| match metadata.is_dir() {
            true => fs::read_dir(path).map(drop),
            // Opening a pipe or a device might wait for ever.
            false if !metadata.is_file() => Err(io::Error::new(io::ErrorKind::InvalidInput, "neither a file nor a folder")),
            false => File::open(path).map(drop),
        });
        tested.map_err(|cause| (path.clone(), cause))
    })
}
