//! Checks that an entry of a manifest (a list of claims to be proved) describes a possible claim. The schemas in
//! `spec/json/claims/` define which fields a claim has.
//!
//! All keywords of JSON Schema that the schemas use are supported, except `minItems`.

use super::{pattern, spelling};
use crate::core::fields::quoted;
use serde_json::Value;
use std::collections::HashMap;

/// The schemas with their file names.
const FILES: [(&str, &str); 13] = [
    ("expect.schema.json", include_str!("../../schemas/expect.schema.json")),
    ("rules.schema.json", include_str!("../../schemas/rules.schema.json")),
    ("batch.schema.json", include_str!("../../schemas/batch.schema.json")),
    ("bracket.schema.json", include_str!("../../schemas/bracket.schema.json")),
    ("chips.schema.json", include_str!("../../schemas/chips.schema.json")),
    ("helpmate.schema.json", include_str!("../../schemas/helpmate.schema.json")),
    ("losing.schema.json", include_str!("../../schemas/losing.schema.json")),
    ("losing-2.schema.json", include_str!("../../schemas/losing-2.schema.json")),
    ("richman.schema.json", include_str!("../../schemas/richman.schema.json")),
    ("safe.schema.json", include_str!("../../schemas/safe.schema.json")),
    ("scoring.schema.json", include_str!("../../schemas/scoring.schema.json")),
    ("strategy.schema.json", include_str!("../../schemas/strategy.schema.json")),
    ("unwinnable.schema.json", include_str!("../../schemas/unwinnable.schema.json")),
];

/// The parsed schemas, by file name.
pub(crate) struct Schemas(HashMap<&'static str, Value>);

impl Schemas {
    /// Parses the schemas.
    pub(crate) fn read() -> Result<Self, serde_json::Error> {
        FILES.iter().map(|(file, text)| Ok((*file, text.parse()?))).collect::<Result<_, _>>().map(Self)
    }

    fn file(&self, name: &str) -> &Value {
        self.0.get(name).unwrap_or(&Value::Null)
    }

    /// Checks that an entry describes a possible claim.
    pub(crate) fn meaningful(&self, entry: &Value) -> Result<(), String> {
        self.fits(entry, self.file("expect.schema.json"), "the entry")?;
        let (kind, game) = (&entry["kind"], &entry["game"]);
        let unknown = |what: &str, name: &Value| {
            format!("this checker does not know the {what} {} of that version", quoted(name.as_str().unwrap_or_default(), 40))
        };
        let mut kinds = self.0.values().map(|schema| &schema["properties"]);
        let known = kinds.find(|known| same(kind, known.pointer("/kind/properties").unwrap_or(&Value::Null), ["name", "version"]));
        let claim = &known.ok_or_else(|| unknown("kind", &kind["name"]))?["claim"];
        // An entry printed by an earlier version of the checker may lack a field.
        if let Some(name) = missing(&entry["claim"], claim) {
            return Err(format!("claim: {name} is missing; make the entry anew from the certificate: check --json FILE"));
        }
        self.fits(&entry["claim"], claim, "claim")?;
        let mut rules = self.file("rules.schema.json")["oneOf"].as_array().into_iter().flatten().map(|rules| &rules["properties"]);
        let known = rules.find(|known| same(game, known, ["rules", "version"]));
        self.fits(&game["parameters"], &known.ok_or_else(|| unknown("rules", &game["rules"]))?["parameters"], "parameters")
    }

    /// Checks that a value satisfies a schema. `what` is the name of the value in error messages.
    fn fits(&self, value: &Value, schema: &Value, what: &str) -> Result<(), String> {
        let expected = |correct: &str| Err(format!("{what}: expected {correct}"));
        if let Some((file, part)) = schema["$ref"].as_str().and_then(|reference| reference.split_once('#')) {
            return self.fits(value, self.file(file).pointer(part).unwrap_or(&Value::Null), what);
        }
        let list = |keyword: &str| schema[keyword].as_array();
        if list("oneOf").is_some_and(|forms| forms.iter().all(|form| self.fits(value, form, what).is_err())) {
            return expected("one of several forms, and it has none of these");
        }
        if let Some(correct) = schema.get("const").filter(|correct| *correct != value) {
            return expected(&correct.to_string());
        }
        if list("enum").is_some_and(|correct| !correct.contains(value)) {
            return expected(&format!("one of {}", schema["enum"]));
        }
        match schema["type"].as_str() {
            Some("integer") if !value.is_i64() && !value.is_u64() => expected("an integer"),
            Some("integer") => bounds(value, schema).map_or(Ok(()), |correct| expected(&format!("{correct}, found {value}"))),
            Some("string") => match (value.as_str(), schema["pattern"].as_str()) {
                (None, _) => expected("a text"),
                (Some(text), Some(pattern)) if !pattern::fits(pattern, text) => {
                    expected(&format!("a text of the form {pattern}, found {}", quoted(text, 40)))
                }
                (Some(text), Some(pattern)) => match spelling::as_claims_write(pattern, text) {
                    Ok(written) if written == text => Ok(()),
                    Ok(written) => expected(&format!("{}, as claims write it, found {}", quoted(&written, 40), quoted(text, 40))),
                    Err(form) => expected(&format!("{form}, found {}", quoted(text, 40))),
                },
                _ => Ok(()),
            },
            Some("array") => match value.as_array() {
                Some(items) => items.iter().try_for_each(|item| self.fits(item, &schema["items"], what)),
                None => expected("an array"),
            },
            Some("object") => self.object(value, schema, what),
            _ => Ok(()),
        }
    }

    /// Checks that a value is an object with all fields that a schema requires, and only fields that the schema lists.
    fn object(&self, value: &Value, schema: &Value, what: &str) -> Result<(), String> {
        let Some(object) = value.as_object() else { return Err(format!("{what}: expected an object")) };
        if let Some(name) = object.keys().find(|name| schema["properties"].get(name).is_none()) {
            return Err(format!("{what}: unknown field {}", quoted(name, 40)));
        }
        if let Some(name) = missing(value, schema) {
            return Err(format!("{what}: {name} is missing"));
        }
        object.iter().try_for_each(|(name, value)| self.fits(value, schema["properties"].get(name).unwrap_or(&Value::Null), name))
    }
}

/// If an integer violates a bound of the schema, returns the bound in words.
fn bounds(value: &Value, schema: &Value) -> Option<String> {
    let number = |value: &Value| value.as_i64().map(i128::from).or(value.as_u64().map(i128::from));
    let (value, least, most) = (number(value)?, number(&schema["minimum"]), number(&schema["maximum"]));
    let too_small = least.filter(|least| value < *least).map(|least| format!("at least {least}"));
    too_small.or_else(|| most.filter(|most| value > *most).map(|most| format!("at most {most}")))
}

/// Returns the first field that a schema requires and an object lacks.
fn missing<'s>(value: &Value, schema: &'s Value) -> Option<&'s str> {
    let object = value.as_object()?;
    schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).find(|name| !object.contains_key(*name))
}

/// Returns whether these fields of an object have values that the schema lists.
fn same(object: &Value, properties: &Value, names: [&str; 2]) -> bool {
    names.iter().all(|name| {
        let (value, field) = (object.get(name), &properties[name]);
        value.is_some_and(|value| field.get("const") == Some(value) || field["enum"].as_array().is_some_and(|known| known.contains(value)))
    })
}

#[cfg(test)]
mod tests {
    use super::{FILES, pattern, spelling};
    use serde_json::Value;

    /// Tests that the module `pattern` supports every pattern in the schemas.
    #[test]
    fn patterns_are_understood() {
        let fitting =
            ["KQKR", "4x2", "3", "{1, 2}", "1/2", "7*", "8/8/8/8/8/8/5Kpk/8 b - -", "8/8/8/8/8/8/5Kpk/8 b - e3", &"0f".repeat(32)];
        let mut waiting: Vec<Value> = FILES.iter().map(|(_, text)| text.parse().unwrap()).collect();
        let mut found = Vec::new();
        while let Some(value) = waiting.pop() {
            if let Some(expression) = value["pattern"].as_str() {
                assert!(fitting.iter().any(|text| pattern::fits(expression, text)), "{expression}");
                found.push(expression.to_owned());
            }
            match value {
                Value::Object(fields) => waiting.extend(fields.into_iter().map(|(_, value)| value)),
                Value::Array(items) => waiting.extend(items),
                _ => {}
            }
        }
        assert!(found.len() > 20, "{found:?}");
        let written = [spelling::FRACTION, spelling::SET, spelling::MATERIAL];
        assert!(written.iter().all(|pattern| found.iter().any(|known| known == pattern)), "{found:?}");
    }
}
