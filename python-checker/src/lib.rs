//! The checker of gamecert for Python: the package `gamecert-checker`, and its classes for other packages.
//!
//! All judgement is the library's in `checker/`. What Python needs is here: `arguments` takes what callers hand over, `worker` verifies on a thread that Ctrl-C need not wait for, `library` and `verified` are the classes, `errors` the exceptions, `data` turns
//! JSON into objects, `expect` tells which expected claims are not proved, `guard` turns panics into errors.
//!
//! Another crate that wants the same classes in a module of its own depends on this one without its default features and calls [`register`].

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

use pyo3::prelude::*;

/// Adds the classes and functions to a module: `check`, `expect`, `Library`, `Verified`, `CheckError`, `Rejected`, `Undecided`.
///
/// The classes belong to the package that the module is a part of, `gamecert_checker` for `gamecert_checker._native`: that is where pickles look for them,
/// so the package has to offer them under these names.
///
/// # Errors
/// What Python raises.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
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

/// The native part of gamecert_checker, which offers all that is here.
#[cfg(feature = "module")]
#[pymodule]
#[pyo3(name = "_native")]
fn native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    register(module)
}
