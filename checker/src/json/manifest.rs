//! Manifests: lists of claims that must be proved. Section 6 of `spec/FORMAT.md` defines manifests.
//!
//! A whole manifest is checked before any certificate is verified. A manifest entry that describes no possible claim is
//! an error.

use super::portable;
use super::schemas::Schemas;
use serde_json::{Deserializer, Value, json};
use std::collections::HashMap;

/// A list of claims that must be proved.
pub struct Manifest {
    /// The claims of the list, each with a flag. The flag is true as soon as a verified certificate has proved the
    /// claim.
    entries: Vec<(Value, bool)>,
    /// [`key`] computes the keys of this map.
    of_claim: HashMap<String, Vec<usize>>,
}

impl Manifest {
    /// Reads a manifest, which is a sequence of JSON objects or one array of objects.
    ///
    /// # Errors
    /// If the text has a defect, returns a sentence that describes the first one. If an entry is wrong, the sentence
    /// contains the number of the entry, counted from 1.
    pub fn read(text: &str) -> Result<Self, String> {
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
            let meaningful = schemas.meaningful(entry);
            meaningful.map_err(|cause| format!("entry {}: {cause}", number.saturating_add(1)))?;
            of_claim.entry(key(&entry["kind"], &entry["game"], &entry["claim"])).or_default().push(number);
        }
        Ok(Self { entries: objects.into_iter().map(|entry| (entry, false)).collect(), of_claim })
    }

    /// Marks the manifest entries whose claim a verified certificate has proved. A manifest entry with a SHA-256 digest
    /// is marked only if the certificate has the same digest. If the certificate is a batch, also marks the entries
    /// that the claims of the batch prove. The arguments are the results of [`super::verified`] and [`super::entries`].
    pub fn meet(&mut self, verified: &Value, entries: &[Value]) {
        for proved in std::iter::once(verified).chain(entries) {
            let key = key(&proved["kind"], &verified["game"], &proved["claim"]);
            for number in self.of_claim.get(&key).into_iter().flatten() {
                if let Some((entry, met)) = self.entries.get_mut(*number) {
                    *met |= entry.get("sha256").is_none_or(|expected| *expected == verified["sha256"]);
                }
            }
        }
    }

    /// Returns the manifest entries that no certificate has proved, each with its index from 0.
    pub fn unmet(&self) -> impl Iterator<Item = (usize, &Value)> {
        self.entries.iter().enumerate().filter(|(_, (_, met))| !met).map(|(number, (entry, _))| (number, entry))
    }
}

/// Decodes a file as UTF-8 text and strips the byte-order mark that some editors write.
///
/// # Errors
/// If the file is not UTF-8, returns a sentence that says so.
pub fn decoded(bytes: Vec<u8>) -> Result<String, String> {
    let utf_16 = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    let mut text = String::from_utf8(bytes).map_err(|cause| match (utf_16, cause.utf8_error().valid_up_to()) {
        (true, _) => "it is a text in UTF-16; expected UTF-8".to_owned(),
        (false, valid) => format!("it is no text in UTF-8, from byte {valid} on"),
    })?;
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    match text.contains('\0') {
        true => Err("it has a character U+0000, which no text has; is it in UTF-16?".to_owned()),
        false => Ok(text),
    }
}

/// Counts the fields of all objects in a JSON value.
fn members(value: &Value) -> usize {
    match value {
        Value::Object(fields) => fields.values().map(|inner| members(inner).saturating_add(1)).sum(),
        Value::Array(items) => items.iter().map(members).sum(),
        _ => 0,
    }
}

/// Counts the fields of all objects in a JSON text. If a name is repeated, [`members`] counts fewer fields.
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

/// Builds a map key from a claim and its game. Two keys are equal exactly if the claims are the same. Names are not
/// part of the key, because games that differ only in names are the same game.
fn key(kind: &Value, game: &Value, claim: &Value) -> String {
    json!([kind, game["rules"], game["version"], game["parameters"], portable(claim)]).to_string()
}
