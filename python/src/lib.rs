//! Native module of the Python package `gamecert`. It converts arguments and results, and waits for long computations;
//! the libraries do all the mathematics.
//!
//! `running` runs a computation without the interpreter lock, reports its progress and stops it on request. `exact`
//! converts fractions. `endings` and `games` return values of bidding games, `bounds` returns proved bounds, `chips`
//! covers discrete bidding, and `scoring` covers scoring games. `losing` searches for proofs of losing chess, links and
//! reads them, `safe` does the same for proofs that a side does not lose, and `analyse` judges games. `unwinnability`
//! decides whether a side can still mate. `opening` opens certificates of every kind. The checker's classes come from the package `gamecert-checker`. Code that need
//! not be fast is written in Python, in `python/gamecert`.

#![deny(unsafe_code)]

mod analyse;
mod bounds;
mod chips;
mod endings;
mod exact;
mod games;
mod losing;
mod opening;
mod running;
mod safe;
mod scoring;
mod unwinnability;

use pyo3::prelude::*;

/// Native module of gamecert. Use the package instead.
#[pymodule]
#[pyo3(name = "_native")]
fn native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    gamecert_checker_python::register(module)?;
    module.add_class::<endings::Endings>()?;
    module.add_class::<bounds::Bounds>()?;
    module.add_class::<chips::ChipsGame>()?;
    module.add_class::<games::MoneyGame>()?;
    module.add_class::<scoring::PointsGame>()?;
    module.add_class::<losing::LosingProof>()?;
    module.add_class::<safe::SafeProof>()?;
    module.add_function(wrap_pyfunction!(analyse::analyse_losing, module)?)?;
    module.add_function(wrap_pyfunction!(chips::advise_chips, module)?)?;
    module.add_function(wrap_pyfunction!(opening::open_certificate, module)?)?;
    module.add_function(wrap_pyfunction!(losing::link_losing, module)?)?;
    module.add_function(wrap_pyfunction!(losing::prove_losing, module)?)?;
    module.add_function(wrap_pyfunction!(safe::prove_safe, module)?)?;
    module.add_function(wrap_pyfunction!(scoring::estimate_scoring, module)?)?;
    module.add_function(wrap_pyfunction!(unwinnability::ruling_by, module)?)?;
    module.add_function(wrap_pyfunction!(unwinnability::decide_all, module)?)
}
