//! Exact values as Python has them: `fractions.Fraction`, and the nearest floats.

use dashu_int::UBig;
use dashu_int::ops::BitTest;
use gamecert_solver::model::value::Rational;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyInt, PyType};

/// Python's integer.
fn integer<'py>(py: Python<'py>, n: &UBig) -> PyResult<Bound<'py, PyAny>> {
    match u64::try_from(n) {
        Ok(small) => Ok(small.into_pyobject(py)?.into_any()),
        Err(_) => py.get_type::<PyInt>().call_method1("from_bytes", (PyBytes::new(py, &n.to_le_bytes()), "little")),
    }
}

/// Python's fraction.
///
/// `Fraction(n, d)` looks for common factors, which takes most of the time where there are many values. These are in lowest terms already, so the two slots of a new
/// object are filled in, as `Fraction` does itself; where it has no such slots it is called.
pub fn fraction<'py>(py: Python<'py>, value: &Rational) -> PyResult<Bound<'py, PyAny>> {
    static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = FRACTION.import(py, "fractions", "Fraction")?;
    let (numerator, denominator) = (integer(py, value.numerator())?, integer(py, value.denominator())?);
    let new = py.get_type::<PyAny>().call_method1(intern!(py, "__new__"), (class,))?;
    let filled = new.setattr(intern!(py, "_numerator"), &numerator).and_then(|()| new.setattr(intern!(py, "_denominator"), &denominator));
    if filled.is_ok() { Ok(new) } else { class.call1((numerator, denominator)) }
}

/// The float that is nearest to a value, of two the even one, as `float(Fraction)` has it.
pub fn float(value: &Rational) -> f64 {
    let (numerator, denominator) = (value.numerator(), value.denominator());
    if *numerator == UBig::ZERO {
        return 0.0;
    }
    // The quotient has 63 or 64 bits; what the division drops is told by the last of them, below all that a float keeps.
    let shift = 63 + denominator.bit_len() as i64 - numerator.bit_len() as i64;
    let (scaled, by) =
        if shift >= 0 { (numerator << shift as usize, denominator.clone()) } else { (numerator.clone(), denominator << (-shift) as usize) };
    let (quotient, dropped) = (&scaled / &by, &scaled % &by != UBig::ZERO);
    let bits = u64::try_from(&quotient).unwrap_or(u64::MAX) | u64::from(dropped);
    // Two steps, as 2^-shift alone may be no float.
    let half = (shift / 2) as i32;
    bits as f64 * 2_f64.powi(-half) * 2_f64.powi(half - shift as i32)
}
