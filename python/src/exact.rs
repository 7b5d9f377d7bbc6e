//! Converts exact values to `fractions.Fraction` and to the nearest floats.

use dashu_int::UBig;
use dashu_int::ops::BitTest;
use gamecert_solver::model::value::Rational;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyInt, PyType};

/// Converts an integer to a Python `int`.
fn integer<'py>(py: Python<'py>, n: &UBig) -> PyResult<Bound<'py, PyAny>> {
    match u64::try_from(n) {
        Ok(small) => Ok(small.into_pyobject(py)?.into_any()),
        Err(_) => py.get_type::<PyInt>().call_method1("from_bytes", (PyBytes::new(py, &n.to_le_bytes()), "little")),
    }
}

/// Converts a rational number to a `fractions.Fraction`.
///
/// `Fraction(n, d)` computes a greatest common divisor, which takes most of the time if there are many values. These
/// values are already in lowest terms, so this function fills the two slots of a new object directly, as `Fraction`
/// itself does. If the class has no such slots, the function calls `Fraction(n, d)`.
pub fn fraction<'py>(py: Python<'py>, value: &Rational) -> PyResult<Bound<'py, PyAny>> {
    static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = FRACTION.import(py, "fractions", "Fraction")?;
    let (numerator, denominator) = (integer(py, value.numerator())?, integer(py, value.denominator())?);
    let new = py.get_type::<PyAny>().call_method1(intern!(py, "__new__"), (class,))?;
    let filled = new.setattr(intern!(py, "_numerator"), &numerator).and_then(|()| new.setattr(intern!(py, "_denominator"), &denominator));
    if filled.is_ok() { Ok(new) } else { class.call1((numerator, denominator)) }
}

/// Returns the float nearest to a value, ties to even, like `float(Fraction)`.
pub fn float(value: &Rational) -> f64 {
    let (numerator, denominator) = (value.numerator(), value.denominator());
    if *numerator == UBig::ZERO {
        return 0.0;
    }
    // The quotient has 63 or 64 bits, and a float keeps 53. If the division has a remainder, the lowest bit is set, so
    // that the conversion to a float rounds as it would round the exact value.
    let shift = 63 + denominator.bit_len() as i64 - numerator.bit_len() as i64;
    let (scaled, by) =
        if shift >= 0 { (numerator << shift as usize, denominator.clone()) } else { (numerator.clone(), denominator << (-shift) as usize) };
    let (quotient, dropped) = (&scaled / &by, &scaled % &by != UBig::ZERO);
    let bits = u64::try_from(&quotient).unwrap_or(u64::MAX) | u64::from(dropped);
    // The scaling takes two steps, because 2^-shift may be outside the range of floats.
    let half = (shift / 2) as i32;
    bits as f64 * 2_f64.powi(-half) * 2_f64.powi(half - shift as i32)
}
