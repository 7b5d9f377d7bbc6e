//! A verified certificate in Python: its data, without the tables of values that the checker keeps.

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

/// What a certificate proves. `check` and `Library` make these; they cannot be changed, and dicts and lists are new ones each time.
///
/// Two are equal if all their data are. They pickle, as data: whoever unpickles one trusts the pickle, for nothing is verified again.
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
    /// The object of `check --json`, without `file`.
    pub(crate) fn object(&self) -> &Value {
        &self.object
    }

    /// The entries of a batch.
    pub(crate) fn batch(&self) -> &[Value] {
        self.entries.as_array().map_or(&[], Vec::as_slice)
    }

    pub(crate) fn digest(&self) -> &str {
        text(&self.object["sha256"])
    }

    fn python<'py>(&self, py: Python<'py>, pointer: &str) -> PyResult<Bound<'py, PyAny>> {
        guarded(|| to_python(py, self.object.pointer(pointer).unwrap_or(&Value::Null)))
    }

    /// Kind and game in words.
    fn words(&self) -> [String; 2] {
        let Self { object, .. } = self;
        [format!("{} version {}", text(&object["kind"]["name"]), object["kind"]["version"]), in_words(&object["game"])]
    }
}

#[pymethods]
impl Verified {
    /// The SHA-256 digest of the bytes that were verified: 64 hexadecimal digits in small letters.
    #[getter]
    fn sha256<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.python(py, "/sha256")
    }

    /// The file's size in bytes.
    #[getter]
    fn size<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.python(py, "/size")
    }

    /// The kind of certificate, such as "richman": its page is `spec/kinds/KIND.md`.
    #[getter]
    fn kind<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.python(py, "/kind/name")
    }

    /// The version of the kind, an int.
    #[getter]
    fn kind_version<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.python(py, "/kind/version")
    }

    /// The rule set of the game, such as "bidding-chess": its page is `spec/rules/RULES.md`.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.python(py, "/game/rules")
    }

    /// The version of the rule set, an int.
    #[getter]
    fn rules_version<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.python(py, "/game/version")
    }

    /// The parameters of the rule set, a dict of texts by name.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.python(py, "/game/parameters")
    }

    /// What has been proved, for programs: a dict. Its schema is `spec/json/claims/KIND.schema.json`. Two certificates about the same game (rules,
    /// version, parameters) prove the same exactly if this is equal (of kind `bracket` the bounds of each class are in the file). Fractions are texts such as "1/2".
    #[getter]
    fn claim<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.python(py, "/claim")
    }

    /// Figures of the evidence, which are no part of the claim: a dict, with a schema in the same file.
    #[getter]
    fn evidence<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.python(py, "/evidence")
    }

    /// The claim in English, a list of sentences. They hold no text that the file chooses.
    #[getter]
    fn statements<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.python(py, "/statements")
    }

    /// Texts that the file chooses, such as the names of players, each a dict with `what` is named and its `name`. They say nothing about game or claim
    /// and may hold anything, also control characters. Those of the game stand in `to_dict()["game"]["names"]`.
    #[getter]
    fn names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.python(py, "/names")
    }

    /// The certificates that it cites, verified as well, in their order, each a dict with `sha256` and `game` (`rules`, `version`, `parameters`).
    #[getter]
    fn citations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.python(py, "/citations")
    }

    /// List the entries of a certificate of kind "batch": dicts with `kind` (`name` and `version`), `claim`, `evidence`, `statements` and `names`. Other
    /// kinds have none.
    ///
    /// >>> from gamecert_checker import check
    /// >>> entries = check("certs/unwinnable/named.cbor").entries()
    /// >>> entries[0]["kind"]
    /// {'name': 'unwinnable', 'version': 1}
    #[pyo3(signature = ())]
    fn entries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        guarded(|| to_python(py, &self.entries))
    }

    /// Return the object that `check --json` prints, without `file`: its schema is `spec/json/check.schema.json`. All integers are ints of Python, also
    /// from 2**53 on, where `--json` prints texts.
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

    /// Return a table for notebooks, in HTML, with at most 100 statements. Everything that the certificate says is escaped.
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

    /// A way back that names the class itself, in whatever module it stands.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String, String))> {
        guarded(|| {
            let Self { object, entries } = slf.get();
            Ok((slf.get_type().getattr("_restore")?, (object.to_string(), entries.to_string())))
        })
    }

    /// Return what was pickled: the two objects as JSON.
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

/// At most as many statements are shown in a table: a batch can have thousands.
const ROWS: usize = 100;

/// At most as many characters of a text that a file chooses are shown.
const SHOWN: usize = 200;

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// Whether all that the properties return is there and of its type.
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

/// A text as it may stand in HTML.
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
