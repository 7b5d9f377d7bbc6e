//! What the checker hands back, as data: the objects of `check --json` (`spec/json/check.schema.json`), and these as Python's.
//!
//! Integers are exact here, however large. The rule of `--json` that large ones are texts is applied where manifests are compared.

use gamecert_checker::{Claim, Description, Fields, KindName, Place, Verified, hex};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyString};
use serde_json::{Map, Value, json};

/// The object of a verified certificate, without `file`.
pub(crate) fn verified(verified: &Verified) -> Value {
    let cited = |cited: &gamecert_checker::Cited| json!({ "sha256": hex(&cited.digest), "game": game(&cited.game) });
    json!({
        "verdict": "verified",
        "sha256": hex(&verified.digest),
        "size": verified.size,
        "kind": kind(verified.kind),
        "game": game(&verified.game),
        "claim": fields(verified.claim.fields()),
        "evidence": fields(verified.claim.evidence()),
        "statements": verified.claim.statements(),
        "names": names(&verified.claim.names()),
        "citations": verified.citations.iter().map(cited).collect::<Vec<_>>(),
    })
}

/// The entries of a batch.
pub(crate) fn entries(claim: &dyn Claim) -> Value {
    let entry = |kind_of: KindName, claim: &dyn Claim| {
        json!({
            "kind": kind(kind_of),
            "claim": fields(claim.fields()),
            "evidence": fields(claim.evidence()),
            "statements": claim.statements(),
            "names": names(&claim.names()),
        })
    };
    claim.entries().iter().map(|inner| entry(inner.kind, inner.claim.as_ref())).collect()
}

fn kind(kind: KindName) -> Value {
    json!({ "name": kind.name, "version": kind.version })
}

fn game(game: &Description) -> Value {
    let parameters: Map<_, _> = game.parameters.iter().map(|(name, value)| ((*name).to_owned(), value.as_str().into())).collect();
    let mut object = json!({ "rules": game.rules, "version": game.version, "parameters": parameters });
    if !game.names.is_empty() {
        object["names"] = names(&game.names);
    }
    object
}

/// Texts that the file chooses.
fn names(names: &[(&str, String)]) -> Value {
    names.iter().map(|(what, name)| json!({ "what": what, "name": name })).collect()
}

fn fields(fields: Fields) -> Value {
    fields.into_iter().map(|(name, field)| (name.to_owned(), value(field))).collect::<Map<_, _>>().into()
}

fn value(value: gamecert_checker::Value) -> Value {
    match value {
        gamecert_checker::Value::Number(number) => number.into(),
        gamecert_checker::Value::Text(text) => text.into(),
        gamecert_checker::Value::List(items) => items.into_iter().map(self::value).collect(),
        gamecert_checker::Value::Object(inner) => fields(inner),
    }
}

/// A place in a certificate.
pub(crate) fn place(found: &Place) -> Value {
    match found {
        Place::Byte(offset) => json!({ "byte": offset }),
        Place::Value(index) => json!({ "value": index }),
        Place::Class { number, position } => json!({ "class": number, "position": position }),
        Place::Citation(index) => json!({ "citation": index }),
        Place::Line(moves) => json!({ "line": moves }),
        Place::Entry { number, place: within } => {
            let mut object = place(within);
            object["entry"] = json!(number);
            object
        }
        Place::Budget { budget, heap, coins } => {
            let items = [("budget", Some(budget)), ("heap", heap.as_ref()), ("coins", coins.as_ref())];
            items.into_iter().filter_map(|(name, number)| Some((name.to_owned(), json!(number?)))).collect::<Map<_, _>>().into()
        }
    }
}

/// The same as an object of Python. It is a new one each time, which the caller may change.
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

/// A game in words: rule set, version, parameters.
pub(crate) fn game_in_words(game: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let parameters = game["parameters"].as_object().into_iter().flatten().map(|(name, value)| format!(", {name} {}", text(value)));
    format!("{} version {}{}", text(&game["rules"]), game["version"], parameters.collect::<String>())
}
