//! Verdicts as JSON, one object a line: the schema `spec/json/check.schema.json`.

use crate::Outcome;
use gamecert_checker::{Description, Fields, KindName, Place, Refusal, Verdict, Verified, hex};
use serde_json::{Map, Value, json};
use std::path::Path;

/// From here on not every integer is a number in JSON as most programs read it.
const EXACT: u64 = 1 << 53;

/// The verdict on a file.
pub(crate) fn object(path: &Path, outcome: &Outcome) -> Value {
    let mut object = match outcome {
        Outcome::Verified(verified) => proved(verified),
        Outcome::Refused(refusal) => refused(refusal),
        Outcome::Unreadable(cause) => json!({ "verdict": "unreadable", "cause": cause }),
    };
    object["file"] = path.to_string_lossy().into();
    object
}

fn proved(verified: &Verified) -> Value {
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

fn refused(refusal: &Refusal) -> Value {
    let verdict = match refusal.verdict() {
        Verdict::Rejected => "rejected",
        Verdict::Undecided => "undecided",
    };
    json!({ "verdict": verdict, "error": { "code": refusal.code(), "place": place(&refusal.place), "sentence": refusal.sentence } })
}

pub(crate) fn kind(kind: KindName) -> Value {
    json!({ "name": kind.name, "version": kind.version })
}

pub(crate) fn game(game: &Description) -> Value {
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

pub(crate) fn fields(fields: Fields) -> Value {
    fields.into_iter().map(|(name, field)| (name.to_owned(), value(field))).collect::<Map<_, _>>().into()
}

fn value(value: gamecert_checker::Value) -> Value {
    match value {
        gamecert_checker::Value::Number(number) if number.unsigned_abs() < EXACT => number.into(),
        gamecert_checker::Value::Number(number) => number.to_string().into(),
        gamecert_checker::Value::Text(text) => text.into(),
        gamecert_checker::Value::List(items) => items.into_iter().map(self::value).collect(),
        gamecert_checker::Value::Object(inner) => fields(inner),
    }
}

fn place(found: &Place) -> Value {
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

#[cfg(test)]
mod tests {
    //! Places within entries of a batch, and numbers that are not exact in every program.

    use super::{Place, json, place, value};

    #[test]
    fn places_in_entries() {
        let of = |inner| place(&Place::Entry { number: 17, place: Box::new(inner) });
        assert_eq!(of(Place::Byte(300)), json!({ "entry": 17, "byte": 300 }));
        assert_eq!(of(Place::Line("e2e4 e7e5".to_owned())), json!({ "entry": 17, "line": "e2e4 e7e5" }));
    }

    #[test]
    fn large_numbers_are_texts() {
        let largest = (1 << 53) - 1;
        for (number, expected) in
            [(largest, json!(largest)), (largest + 1, json!("9007199254740992")), (-largest - 1, json!("-9007199254740992"))]
        {
            assert_eq!(value(gamecert_checker::Value::Number(number)), expected);
        }
    }
}
