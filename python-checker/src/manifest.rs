//! Claims that shall be proved: manifests, as section 6 of `spec/FORMAT.md` describes them for `check --expect`.
//!
//! A manifest is tested whole before anything is verified. What it cannot mean is an error, never an entry that is passed over.

use crate::schemas::Schemas;
use crate::verified::Verified;
use serde_json::{Deserializer, Value, json};
use std::collections::HashMap;

/// From here on integers are texts in JSON, as not every program reads them exactly.
const EXACT: u64 = 1 << 53;

/// The claims that shall be proved.
pub(crate) struct Manifest {
    /// The entries, each with whether it is met.
    pub(crate) entries: Vec<(Value, bool)>,
    /// The entries of each claim about a game.
    of_claim: HashMap<String, Vec<usize>>,
}

impl Manifest {
    /// Reads a manifest: objects one after another, or one array of them. An error names the first entry that is wrong, from 1, and why.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let objects: Result<Vec<Value>, _> = Deserializer::from_str(text).into_iter().collect();
        let mut objects = objects.map_err(|cause| format!("no JSON: {cause}"))?;
        if objects.iter().map(members).sum::<usize>() != colons(text) {
            return Err("an object has a name twice".to_owned());
        }
        if let [Value::Array(items)] = objects.as_mut_slice() {
            objects = std::mem::take(items);
        }
        if objects.is_empty() {
            return Err("it has no entries".to_owned());
        }
        let schemas = Schemas::read().map_err(|cause| format!("the schemas cannot be read: {cause}"))?;
        let mut of_claim: HashMap<String, Vec<usize>> = HashMap::new();
        for (number, entry) in objects.iter().enumerate() {
            let meaningful = schemas.meaningful(entry).and_then(|()| digest(entry));
            meaningful.map_err(|cause| format!("entry {}: {cause}", number.saturating_add(1)))?;
            of_claim.entry(key(&entry["kind"], &entry["game"], &entry["claim"])).or_default().push(number);
        }
        Ok(Self { entries: objects.into_iter().map(|entry| (entry, false)).collect(), of_claim })
    }

    /// Marks the entries that a verified certificate meets, by its claim or, if it is a batch, by one of its entries.
    pub(crate) fn meet(&mut self, verified: &Verified) {
        let object = verified.object();
        for proved in std::iter::once(object).chain(verified.batch()) {
            let key = key(&proved["kind"], &object["game"], &proved["claim"]);
            for number in self.of_claim.get(&key).into_iter().flatten() {
                if let Some((entry, met)) = self.entries.get_mut(*number) {
                    *met |= entry.get("sha256").is_none_or(|wanted| wanted == verified.digest());
                }
            }
        }
    }
}

/// How many names and values are in the objects of a value.
fn members(value: &Value) -> usize {
    match value {
        Value::Object(fields) => fields.values().map(|inner| members(inner).saturating_add(1)).sum(),
        Value::Array(items) => items.iter().map(members).sum(),
        _ => 0,
    }
}

/// How many names and values stand in a text that is JSON. Of equal names in an object only the last is read.
fn colons(text: &str) -> usize {
    let (mut quoted, mut escaped, mut colons) = (false, false, 0_usize);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => quoted = !quoted,
            b':' if !quoted => colons = colons.saturating_add(1),
            _ => {}
        }
    }
    colons
}

/// The same for two claims exactly if they are equal. Names of a game are no part of it: they say nothing about the game.
fn key(kind: &Value, game: &Value, claim: &Value) -> String {
    json!([kind, game["rules"], game["version"], game["parameters"], exact(claim)]).to_string()
}

/// A value with large integers as texts.
fn exact(value: &Value) -> Value {
    let large = |number: &serde_json::Number| match (number.as_u64(), number.as_i64()) {
        (Some(number), _) => number >= EXACT,
        (_, Some(number)) => number.unsigned_abs() >= EXACT,
        _ => false,
    };
    match value {
        Value::Number(number) if large(number) => number.to_string().into(),
        Value::Array(items) => items.iter().map(exact).collect(),
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), exact(value))).collect(),
        other => other.clone(),
    }
}

/// Whether the digest that an entry names, if any, is one.
fn digest(entry: &Value) -> Result<(), String> {
    let hexadecimal = |digest: &str| digest.len() == 64 && digest.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    if entry.get("sha256").is_some_and(|digest| !digest.as_str().is_some_and(hexadecimal)) {
        return Err("sha256 is not 64 digits 0 to 9, a to f".to_owned());
    }
    Ok(())
}
