//! The class `Verified`: the data of a verified certificate, without the checker's tables of values.

use crate::data::to_python;
use crate::errors::guarded;
use crate::worker::Proved;
use gamecert_checker::json::in_words;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;
use serde_json::Value;
use std::fmt::Write as _;
use std::hash::{Hash, Hasher};

/// The proved claim of a verified certificate. `check` and `Library` return these objects. They are immutable, and
/// their properties return new dicts and lists at each access.
///
/// Two objects are equal if all their data are equal. Pickles contain the data. They are not verified again when they
/// are loaded, so load only pickles that you trust.
///
/// >>> from gamecert_checker import check
/// >>> check("certs/kk.cbor")
/// <Verified richman version 1 for bidding-chess version 1, board 8x8, material KK, sha256=c7db7f72…>
#[pyclass(frozen, eq, hash)]
pub(crate) struct Verified {
    /// The object of `check --json`, without `file`.
    object: Value,
    /// The entries of a batch.
    entries: Value,
}

impl From<Proved> for Verified {
    fn from((object, entries): Proved) -> Self {
        Self { object, entries }
    }
}

impl PartialEq for Verified {
    fn eq(&self, other: &Self) -> bool {
        (&self.object, &self.entries) == (&other.object, &other.entries)
    }
}

impl Hash for Verified {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.digest().hash(state);
    }
}

impl Verified {
    /// Returns the object of `check --json`, without `file`.
    pub(crate) fn object(&self) -> &Value {
        &self.object
    }

    /// Returns the entries of a batch, and nothing for other kinds.
    pub(crate) fn batch(&self) -> &[Value] {
        self.entries.as_array().map_or(&[], Vec::as_slice)
    }

    pub(crate) fn digest(&self) -> &str {
        text(&self.object["sha256"])
    }

    fn python<'py>(&self, py: Python<'py>, pointer: &str) -> PyResult<Bound<'py, PyAny>> {
        guarded(|| to_python(py, self.object.pointer(pointer).unwrap_or(&Value::Null)))
    }

    /// Returns the kind and the game in words.
    fn words(&self) -> [String; 2] {
        let Self { object, .. } = self;
        [format!("{} version {}", text(&object["kind"]["name"]), object["kind"]["version"]), in_words(&object["game"])]
    }
}

#[pymethods]
impl Verified {
    /// SHA-256 digest of the verified bytes: 64 lower-case hexadecimal digits.
    #[getter]
    fn sha256<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.python(py, "/sha256")
    }

    /// Size of the file in bytes.
    #[getter]
    fn size<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.python(py, "/size")
    }

    /// Kind of the certificate, such as "richman". Its page is `spec/kinds/KIND.md`.
    #[getter]
    fn kind<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.python(py, "/kind/name")
    }

    /// Version of the kind, an int.
    #[getter]
    fn kind_version<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.python(py, "/kind/version")
    }

    /// Rule set of the game, such as "bidding-chess". Its page is `spec/rules/RULES.md`.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.python(py, "/game/rules")
    }

    /// Version of the rule set, an int.
    #[getter]
    fn rules_version<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.python(py, "/game/version")
    }

    /// Parameters of the rule set: a dict from names to texts.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.python(py, "/game/parameters")
    }

    /// The proved claim as a dict, for programs. Its schema is `spec/json/claims/KIND.schema.json`. Two certificates
    /// about the same game (rules, version, parameters) prove the same claim if and only if their dicts are equal. Kind
    /// `bracket` is an exception: only the file contains the bounds of each class. Fractions are texts such as "1/2".
    #[getter]
    fn claim<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.python(py, "/claim")
    }

    /// Figures about the evidence, which are not part of the claim: a dict, with a schema in the same file.
    #[getter]
    fn evidence<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.python(py, "/evidence")
    }

    /// The claim as a list of English sentences. They contain no text that the file chooses.
    #[getter]
    fn statements<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.python(py, "/statements")
    }

    /// Texts that the file chooses, such as the names of players. Each text is a dict: The field `what` says which
    /// thing is named, and `name` is the text. These texts say nothing about the game or the claim, and may contain
    /// anything, including control characters. Texts that name parts of the game are in `to_dict()["game"]["names"]`.
    #[getter]
    fn names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.python(py, "/names")
    }

    /// Cited certificates, in the order of the file. They are verified too. Each is a dict with `sha256` and `game`
    /// (`rules`, `version`, `parameters`).
    #[getter]
    fn citations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.python(py, "/citations")
    }

    /// Lists the entries of a certificate of kind "batch". Each entry is a dict with `kind` (`name` and `version`),
    /// `claim`, `evidence`, `statements` and `names`. For other kinds the list is empty.
    ///
    /// >>> from gamecert_checker import check
    /// >>> entries = check("certs/unwinnable/named.cbor").entries()
    /// >>> entries[0]["kind"]
    /// {'name': 'unwinnable', 'version': 1}
    #[pyo3(signature = ())]
    fn entries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        guarded(|| to_python(py, &self.entries))
    }

    /// Returns the object that `check --json` prints, without `file`. Its schema is `spec/json/check.schema.json`. All
    /// integers are Python ints, even those from 2**53 on, which `--json` prints as texts.
    ///
    /// >>> from gamecert_checker import check
    /// >>> sorted(check("certs/kk.cbor").to_dict())[:6]
    /// ['citations', 'claim', 'evidence', 'game', 'kind', 'names']
    #[pyo3(signature = ())]
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.python(py, "")
    }

    fn __repr__(&self) -> PyResult<String> {
        guarded(|| {
            let [kind, game] = self.words();
            Ok(format!("<Verified {kind} for {game}, sha256={}…>", self.digest().get(..8).unwrap_or_default()))
        })
    }

    /// Returns an HTML table for notebooks, with at most 100 statements. All texts of the certificate are escaped.
    #[pyo3(signature = ())]
    fn _repr_html_(&self) -> PyResult<String> {
        guarded(|| {
            let [kind, game] = self.words();
            let mut html = "<table><caption>Verified certificate</caption>".to_owned();
            let mut row = |head: &str, text: &str| {
                let _ = write!(html, "<tr><th>{}</th><td>{}</td></tr>", escaped(head), escaped(text));
            };
            row("kind", &kind);
            row("game", &game);
            items(&self.object["statements"]).take(ROWS).for_each(|statement| row("proved", text(statement)));
            let more = items(&self.object["statements"]).count().saturating_sub(ROWS);
            if more > 0 {
                row("proved", &format!("and {more} statements more"));
            }
            items(&self.object["citations"]).for_each(|cited| row("rests on", &in_words(&cited["game"])));
            for named in items(&self.object["game"]["names"]).chain(items(&self.object["names"])) {
                let quoted = gamecert_checker::quoted(text(&named["name"]), SHOWN);
                row("named by the file", &format!("{} {quoted}", text(&named["what"])));
            }
            row("sha256", self.digest());
            html.push_str("</table>");
            Ok(html)
        })
    }

    /// Pickles through `_restore` of the object's own class, so that pickles work in every package that offers the
    /// class.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String, String))> {
        guarded(|| {
            let Self { object, entries } = slf.get();
            Ok((slf.get_type().getattr("_restore")?, (object.to_string(), entries.to_string())))
        })
    }

    /// Restores a pickled object from its two JSON texts.
    #[classmethod]
    #[pyo3(signature = (object, entries, /))]
    fn _restore(_class: &Bound<'_, PyType>, object: &str, entries: &str) -> PyResult<Self> {
        guarded(|| {
            let read = |text: &str| text.parse::<Value>().ok();
            let (object, entries) = read(object).zip(read(entries)).filter(whole).ok_or_else(|| {
                PyValueError::new_err("a pickle of Verified is damaged, or another version of gamecert_checker has written it")
            })?;
            Ok(Self { object, entries })
        })
    }
}

/// Maximum number of statements in a table. A batch can have thousands.
const ROWS: usize = 100;

/// Maximum number of characters shown of a text that a file chooses.
const SHOWN: usize = 200;

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// Tells whether everything that the properties return is present and has the right type.
fn whole((object, entries): &(Value, Value)) -> bool {
    type Test = fn(&Value) -> bool;
    let fields: [(&str, Test); 12] = [
        ("/verdict", |value| value == "verified"),
        ("/sha256", |value| text(value).len() == 64),
        ("/size", Value::is_u64),
        ("/kind/name", Value::is_string),
        ("/kind/version", Value::is_u64),
        ("/game/rules", Value::is_string),
        ("/game/version", Value::is_u64),
        ("/game/parameters", |value| value.as_object().is_some_and(|fields| fields.values().all(Value::is_string))),
        ("/claim", Value::is_object),
        ("/evidence", Value::is_object),
        ("/statements", |value| value.as_array().is_some_and(|items| items.iter().all(Value::is_string))),
        ("/citations", Value::is_array),
    ];
    fields.iter().all(|(pointer, test)| object.pointer(pointer).is_some_and(test)) && object["names"].is_array() && entries.is_array()
}

/// Escapes a text for HTML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#x27;"),
            other => escaped.push(other),
        }
    }
    escaped
}
