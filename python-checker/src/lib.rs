//! Python bindings of the checker of gamecert: the package `gamecert-checker`, and its classes for other packages.
//!
//! The library in `checker/` makes all decisions. This crate connects it to Python. `arguments` reads the callers'
//! arguments. `worker` verifies on a thread for which Ctrl-C need not wait. `library` and `verified` define the
//! classes, `errors` the exceptions, and `expect` the function of that name. `data` converts JSON to Python objects, and
//! `guard` turns panics into errors.
//!
//! Another crate can offer the same classes in its own module: it depends on this crate without default features and
//! calls [`register`].

#![deny(unsafe_code)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)]

mod arguments;
mod data;
mod errors;
mod expect;
pub mod guard;
mod library;
mod verified;
mod worker;

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;

/// Adds the classes and functions to a module: `check`, `expect`, `Library`, `Verified`, `CheckError`, `Rejected` and
/// `Undecided`.
///
/// The classes belong to the package that contains the module, for example `gamecert_checker` for
/// `gamecert_checker._native`. Pickles look for the classes in this package, so the package has to export them under
/// these names.
///
/// # Errors
/// Any exception that Python raises.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    only_in_the_main_interpreter(module.py())?;
    let name = module.name()?.to_string();
    let package = name.rsplit_once('.').map_or(name.as_str(), |(package, _)| package);
    errors::register(module, package)?;
    module.add_class::<library::Library>()?;
    module.add_class::<verified::Verified>()?;
    for class in ["Library", "Verified"] {
        module.getattr(class)?.setattr("__module__", package)?;
    }
    module.add_function(wrap_pyfunction!(library::check, module)?)?;
    module.add_function(wrap_pyfunction!(expect::expect, module)?)
}

/// Refuses to be imported in an interpreter other than the main one. Until Python 3.11 nobody else refuses it, and the
/// interpreters would share classes and exceptions.
fn only_in_the_main_interpreter(py: Python<'_>) -> PyResult<()> {
    let Ok(interpreters) = py.import("_interpreters").or_else(|_| py.import("_xxsubinterpreters")) else { return Ok(()) };
    let is_main = interpreters.call_method0("get_current")?.eq(interpreters.call_method0("get_main")?)?;
    if is_main { Ok(()) } else { Err(PyImportError::new_err("this package works in the main interpreter only, not in a subinterpreter")) }
}

/// Native module of gamecert_checker. Use the package instead.
#[cfg(feature = "module")]
#[pymodule]
#[pyo3(name = "_native")]
fn native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    register(module)
}
