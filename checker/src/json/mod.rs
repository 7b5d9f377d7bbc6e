//! Writes verdicts as JSON objects, which `spec/json/check.schema.json` describes. Reads manifests, which are lists of
//! claims that must be proved.
//!
//! Verification does not use this module. Integers are never rounded. [`portable`] converts integers with an absolute
//! value of 2^53 or more to strings, because many programs do not read such integers exactly.

mod manifest;
mod other_files;
mod pattern;
mod schemas;
mod spelling;

use crate::{Claim, Description, Fields, KindName, Place, Refusal, Verdict, Verified, hex};
pub use manifest::{Manifest, decoded};
pub use other_files::{other_file, with_guess};
use serde_json::{Map, Number, Value, json};

/// Many programs read JSON integers exactly only below this absolute value.
const EXACT: u64 = 1 << 53;

/// Builds the JSON object for a verified certificate, without the field `file`.
#[must_use]
pub fn verified(verified: &Verified) -> Value {
    let cited = |cited: &crate::Cited| json!({ "sha256": hex(&cited.digest), "game": game(&cited.game) });
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

/// Builds a JSON object for each claim of a batch.
#[must_use]
pub fn entries(claim: &dyn Claim) -> Vec<Value> {
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
    let parameters = object(&mut game.parameters.iter().map(|(name, value)| ((*name).to_owned(), value.as_str().into())));
    let described = json!({ "rules": game.rules, "version": game.version, "parameters": parameters });
    if game.names.is_empty() { described } else { with(described, "names", names(&game.names)) }
}

/// Builds an object from its fields. Does not use `collect`, because each use of `collect` compiles another copy of a
/// sorting algorithm.
fn object(fields: &mut dyn Iterator<Item = (String, Value)>) -> Value {
    let mut object = Map::new();
    for (name, value) in fields {
        object.insert(name, value);
    }
    object.into()
}

/// Adds a field to an object.
fn with(mut object: Value, name: &str, value: Value) -> Value {
    if let Some(fields) = object.as_object_mut() {
        fields.insert(name.to_owned(), value);
    }
    object
}

/// Builds a JSON list of names chosen by a file, each with a description of the named thing.
fn names(names: &[(&str, String)]) -> Value {
    names.iter().map(|(what, name)| json!({ "what": what, "name": name })).collect()
}

fn fields(fields: Fields) -> Value {
    object(&mut fields.into_iter().map(|(name, field)| (name.to_owned(), value(field))))
}

fn value(value: crate::Value) -> Value {
    match value {
        crate::Value::Number(number) => number.into(),
        crate::Value::Text(text) => text.into(),
        crate::Value::List(items) => items.into_iter().map(self::value).collect(),
        crate::Value::Object(inner) => fields(inner),
    }
}

/// Builds the JSON object for a certificate that is not verified, without the field `file`.
#[must_use]
pub fn refused(refusal: &Refusal) -> Value {
    let verdict = match refusal.verdict() {
        Verdict::Rejected => "rejected",
        Verdict::Undecided => "undecided",
    };
    json!({ "verdict": verdict, "error": { "code": refusal.code(), "place": place(&refusal.place), "sentence": refusal.sentence } })
}

/// Builds the JSON object for a location in a certificate.
#[must_use]
pub fn place(found: &Place) -> Value {
    match found {
        Place::Byte(offset) => json!({ "byte": offset }),
        Place::Value(index) => json!({ "value": index }),
        Place::Class { number, position } => json!({ "class": number, "position": position }),
        Place::Citation(index) => json!({ "citation": index }),
        Place::Line(moves) => json!({ "line": moves }),
        Place::Entry { number, place: within } => with(place(within), "entry", json!(number)),
        Place::Budget { budget, heap, coins } => {
            let items = [("budget", Some(budget)), ("heap", heap.as_ref()), ("coins", coins.as_ref())];
            object(&mut items.into_iter().filter_map(|(name, number)| Some((name.to_owned(), json!(number?)))))
        }
    }
}

/// Converts integers of absolute value 2^53 or more to strings.
#[must_use]
pub fn portable(value: &Value) -> Value {
    let large = |number: &Number| match (number.as_u64(), number.as_i64()) {
        (Some(number), _) => number >= EXACT,
        (_, Some(number)) => number.unsigned_abs() >= EXACT,
        _ => false,
    };
    match value {
        Value::Number(number) if large(number) => number.to_string().into(),
        Value::Array(items) => items.iter().map(portable).collect(),
        Value::Object(fields) => object(&mut fields.iter().map(|(name, value)| (name.clone(), portable(value)))),
        other => other.clone(),
    }
}

/// Describes a game in words, by its rule set, version and parameters.
#[must_use]
pub fn in_words(game: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let parameters = game["parameters"].as_object().into_iter().flatten().map(|(name, value)| format!(", {name} {}", text(value)));
    format!("{} version {}{}", text(&game["rules"]), game["version"], parameters.collect::<String>())
}

#[cfg(test)]
mod tests {
    //! Tests locations in the entries of a batch, and integers that not every program reads exactly.

    use super::{Place, json, place, portable};

    #[test]
    fn places_in_entries() {
        let of = |inner| place(&Place::Entry { number: 17, place: Box::new(inner) });
        assert_eq!(of(Place::Byte(300)), json!({ "entry": 17, "byte": 300 }));
        assert_eq!(of(Place::Line("e2e4 e7e5".to_owned())), json!({ "entry": 17, "line": "e2e4 e7e5" }));
    }

    #[test]
    fn large_numbers_are_texts() {
        let largest = (1_i64 << 53) - 1;
        for (number, expected) in
            [(largest, json!(largest)), (largest + 1, json!("9007199254740992")), (-largest - 1, json!("-9007199254740992"))]
        {
            assert_eq!(portable(&json!({ "number": [number] })), json!({ "number": [expected] }));
        }
    }
}
