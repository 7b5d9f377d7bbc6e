//! The function `expect`, which lists the claims of a manifest that no certificate proves.

use crate::arguments::{is_path, items, path};
use crate::data::to_python;
use crate::errors::{guarded, is_refusal, unreadable};
use crate::library::Library;
use crate::verified::Verified;
use gamecert_checker::files::{TEXT_LIMIT, open, text};
use gamecert_checker::json::Manifest;
use pyo3::exceptions::{PyRecursionError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::io;

/// Lists the claims of a manifest that no certificate proves. If the list is empty, all claims are proved.
///
/// `manifest` is the path of a file for `check --expect`, or a list of entries. An entry is a dict with `kind`, `game`
/// and `claim` (section 6 of `spec/FORMAT.md`), such as the dict that `Verified.to_dict` returns. `certificates` is an
/// iterable of paths and of results of `Library.check_all`, or a single path or `Verified`. Paths are verified as by
/// `Library.check_all` with `include`, `memory` and `work`.
///
/// A certificate meets an entry if its kind, game and claim are equal to those of the entry. An entry of a batch can
/// meet an entry of the manifest too. If the entry names a `sha256`, only the file with this digest meets it.
/// Certificates that are refused, or only cited, prove nothing.
///
/// Returns the entries that are not met, in the order of the manifest. Raises `ValueError` for an invalid manifest
/// before any certificate is verified. The message has the number of the first wrong entry, counted from 1, and the
/// reason. Otherwise raises the errors of `Library.check_all`.
///
/// >>> from gamecert_checker import check, expect
/// >>> expected = check("certs/kk.cbor").to_dict()
/// >>> expect([expected], "certs/kk.cbor")
/// []
/// >>> expected["claim"]["classes"] = 7
/// >>> [entry["claim"] for entry in expect([expected], "certs/kk.cbor")]
/// [{'classes': 7, 'functions': 1}]
/// >>> expect([{"kind": "richman"}], "certs/kk.cbor")
/// Traceback (most recent call last):
///     ...
/// ValueError: the manifest: entry 1: the entry: game is missing
#[pyfunction]
#[pyo3(
    signature = (manifest, certificates, *, include=None, memory=None, work=None),
    text_signature = "(manifest, certificates, *, include=(), memory=None, work=None)"
)]
pub(crate) fn expect<'py>(
    py: Python<'py>,
    manifest: &Bound<'py, PyAny>,
    certificates: &Bound<'py, PyAny>,
    include: Option<&Bound<'py, PyAny>>,
    memory: Option<&Bound<'py, PyAny>>,
    work: Option<&Bound<'py, PyAny>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    guarded(|| {
        let (mut wanted, objects) = read(py, manifest)?;
        let library = Library::new(include, memory, work)?;
        let (mut verified, mut paths) = (Vec::new(), Vec::new());
        let alone = certificates.is_instance_of::<Verified>();
        for item in if alone { vec![certificates.clone()] } else { items("certificates", certificates)? } {
            match item.cast_into::<Verified>() {
                Ok(object) => verified.push(object),
                Err(other) => {
                    let other = other.into_inner();
                    if !is_refusal(&other)? {
                        paths.push(path("certificates", "paths (str or os.PathLike), Verified or CheckError", &other)?);
                    }
                }
            }
        }
        if !paths.is_empty() {
            verified.extend(library.verdicts(py, paths)?.into_iter().filter_map(|verdict| verdict.cast_into().ok()));
        }
        verified.iter().for_each(|object| wanted.meet(object.get().object(), object.get().batch()));
        let object = |(number, entry): (usize, &serde_json::Value)| match &objects {
            Some(objects) => objects.get_item(number),
            None => to_python(py, entry),
        };
        wanted.unmet().map(object).collect()
    })
}

/// Reads a manifest. If it is a list, also returns the entries as Python objects.
fn read<'py>(py: Python<'py>, manifest: &Bound<'py, PyAny>) -> PyResult<(Manifest, Option<Bound<'py, PyList>>)> {
    if is_path(manifest)? {
        let path = path("manifest", "a path or a list of dicts", manifest)?;
        let of_file = |cause: String| PyValueError::new_err(format!("the manifest {}: {cause}", path.display()));
        let text = open(&path, TEXT_LIMIT).and_then(text).map_err(|cause| match cause.kind() {
            io::ErrorKind::InvalidData => of_file(cause.to_string()),
            _ => unreadable(py, &path, &cause),
        })?;
        return Ok((Manifest::read(&text).map_err(of_file)?, None));
    }
    let wrong = || PyTypeError::new_err("manifest: expected a path (str or os.PathLike) or a list of dicts");
    let objects = manifest.cast::<PyList>().map_err(|_| wrong())?;
    // The list is copied, so that another thread cannot change it meanwhile.
    let objects = PyList::new(py, objects.iter())?;
    let strict = PyDict::new(py);
    strict.set_item("allow_nan", false)?;
    let text = py.import("json")?.call_method("dumps", (&objects,), Some(&strict)).map_err(|error| {
        let known = error.is_instance_of::<PyValueError>(py) || error.is_instance_of::<PyRecursionError>(py);
        if known { PyValueError::new_err(format!("the manifest: no JSON: {}", error.value(py))) } else { error }
    })?;
    let manifest = Manifest::read(&text.extract::<String>()?).map_err(|cause| PyValueError::new_err(format!("the manifest: {cause}")))?;
    Ok((manifest, Some(objects)))
}
