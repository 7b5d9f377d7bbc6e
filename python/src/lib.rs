//! The native part of the Python package `gamecert`. All mathematics is the libraries'; here are conversions, and the wait for long computations.
//!
//! `running` lets a computation run without the interpreter's lock, shows its progress and stops it, `exact` has fractions as Python's, `endings` and `games` have the
//! values of bidding games and `bounds` what is known between bounds, `chips` and `scoring` those of discrete bidding and of scoring games, `losing` finds and reads proofs of losing chess, `unwinnability` answers questions about chess
//! positions. The classes of the checker come from the package `gamecert-checker`. What needs no
//! speed is written in Python, in `python/gamecert`.

#![deny(unsafe_code)]

mod bounds;
mod chips;
mod endings;
mod exact;
mod games;
mod losing;
mod running;
mod scoring;
mod unwinnability;

use pyo3::prelude::*;

/// The native part of gamecert: use the package instead.
#[pymodule]
#[pyo3(name = "_native")]
fn native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    gamecert_checker_python::register(module)?;
    module.add_class::<endings::Endings>()?;
    module.add_class::<bounds::Bounds>()?;
    module.add_class::<chips::EndingNames>()?;
    module.add_class::<losing::LosingProof>()?;
    module.add_function(wrap_pyfunction!(chips::advise_chips, module)?)?;
    module.add_function(wrap_pyfunction!(losing::prove_losing, module)?)?;
    module.add_function(wrap_pyfunction!(chips::solve_chips, module)?)?;
    module.add_function(wrap_pyfunction!(scoring::estimate_scoring, module)?)?;
    module.add_function(wrap_pyfunction!(scoring::solve_scoring, module)?)?;
    module.add_function(wrap_pyfunction!(games::solve_game, module)?)?;
    module.add_function(wrap_pyfunction!(unwinnability::decide_all, module)?)
}
