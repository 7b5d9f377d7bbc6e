//! Converts JSON values of the checker to Python objects. Integers stay exact.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyString};
use serde_json::Value;

/// Converts a JSON value to a new Python object, which the caller may change.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(truth) => PyBool::new(py, *truth).to_owned().into_any(),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(number), _) => PyInt::new(py, number).into_any(),
            (_, Some(number)) => PyInt::new(py, number).into_any(),
            _ => number.as_f64().into_pyobject(py)?.into_any(),
        },
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(items) => {
            let list = PyList::empty(py);
            items.iter().try_for_each(|item| list.append(to_python(py, item)?))?;
            list.into_any()
        }
        Value::Object(fields) => {
            let object = PyDict::new(py);
            fields.iter().try_for_each(|(name, field)| object.set_item(name, to_python(py, field)?))?;
            object.into_any()
        }
    })
}
