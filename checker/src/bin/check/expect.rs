//! Claims that a run shall prove: the manifest of `--expect`.
//!
//! A manifest is tested whole before anything is verified. What it cannot mean is an error, never an entry that is passed over.

use crate::json;
use crate::lines::{comment, name};
use crate::schemas::Schemas;
use gamecert_checker::{Claim, KindName, Verified, hex, quoted};
use serde_json::{Deserializer, Value, json};
use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// The claims that shall be proved.
pub(crate) struct Expected {
    /// The entries, each with whether it is met.
    entries: Vec<(Value, bool)>,
    /// The entries of each claim about a game.
    of_claim: HashMap<String, Vec<usize>>,
}

impl Expected {
    /// Reads a manifest.
    pub(crate) fn read(path: &Path) -> io::Result<Self> {
        let in_file = |cause: String| io::Error::other(format!("the manifest {}: {cause}", name(path)));
        let text = fs::read_to_string(path).map_err(|cause| in_file(format!("cannot be read: {cause}")))?;
        Self::of(&text).map_err(in_file)
    }

    fn of(text: &str) -> Result<Self, String> {
        let objects: Result<Vec<Value>, _> = Deserializer::from_str(text).into_iter().collect();
        let mut objects = objects.map_err(|cause| format!("no JSON: {cause}"))?;
        if objects.iter().map(members).sum::<usize>() != colons(text) {
            return Err("an object has a name twice".to_owned());
        }
        if let [Value::Array(items)] = &mut objects[..] {
            objects = std::mem::take(items);
        }
        if objects.is_empty() {
            return Err("it has no entries".to_owned());
        }
        let schemas = Schemas::read().map_err(|cause| format!("the schemas cannot be read: {cause}"))?;
        let mut of_claim: HashMap<String, Vec<usize>> = HashMap::new();
        for (number, entry) in objects.iter().enumerate() {
            schemas.meaningful(entry).and_then(|()| digest(entry)).map_err(|cause| format!("entry {}: {cause}", number + 1))?;
            of_claim.entry(key(&entry["kind"], &entry["game"], &entry["claim"])).or_default().push(number);
        }
        Ok(Self { entries: objects.into_iter().map(|entry| (entry, false)).collect(), of_claim })
    }

    /// Marks the entries that a verified file meets, by its claim or, if it is a batch, by one of its entries.
    pub(crate) fn meet(&mut self, verified: &Verified) {
        let (game, digest) = (json::game(&verified.game), hex(&verified.digest));
        let own: (KindName, &dyn Claim) = (verified.kind, verified.claim.as_ref());
        let entries = verified.claim.entries().iter().map(|entry| (entry.kind, entry.claim.as_ref()));
        for (kind, claim) in std::iter::once(own).chain(entries) {
            let key = key(&json::kind(kind), &game, &json::fields(claim.fields()));
            for number in self.of_claim.get(&key).into_iter().flatten() {
                let (entry, met) = &mut self.entries[*number];
                *met |= entry.get("sha256").is_none_or(|wanted| *wanted == digest);
            }
        }
    }

    /// Prints the entries that are not met, and answers with the exit status that they ask for.
    pub(crate) fn write_unmet(&self, output: &mut dyn Write, json: bool, quiet: bool) -> io::Result<u8> {
        let mut status = 0;
        for (number, (entry, _)) in (1..).zip(&self.entries).filter(|(_, (_, met))| !met) {
            status = 1;
            let (kind, game) = (&entry["kind"], &entry["game"]);
            match json {
                true => writeln!(
                    output,
                    "{}",
                    json!({ "expected": number, "verdict": "not proved", "kind": kind, "game": game, "claim": entry["claim"] })
                )?,
                false => {
                    let words = format!("not proved: entry {number}: {} for {}", text(&kind["name"]), quoted(&in_words(game), usize::MAX));
                    comment(output, quiet, &words)?;
                }
            }
        }
        Ok(status)
    }
}

/// How many names and values are in the objects of a value.
fn members(value: &Value) -> usize {
    match value {
        Value::Object(fields) => fields.values().map(|inner| 1 + members(inner)).sum(),
        Value::Array(items) => items.iter().map(members).sum(),
        _ => 0,
    }
}

/// How many names and values stand in a text that is JSON. Of equal names in an object only the last is read.
fn colons(text: &str) -> usize {
    let (mut quoted, mut escaped, mut colons) = (false, false, 0);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => quoted = !quoted,
            b':' if !quoted => colons += 1,
            _ => {}
        }
    }
    colons
}

/// The same for two claims exactly if they are equal. Names of a game are no part of it: they say nothing about the game.
fn key(kind: &Value, game: &Value, claim: &Value) -> String {
    json!([kind, game["rules"], game["version"], game["parameters"], claim]).to_string()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn in_words(game: &Value) -> String {
    let parameters = game["parameters"].as_object().into_iter().flatten().map(|(name, value)| format!(", {name} {}", text(value)));
    format!("{} version {}{}", text(&game["rules"]), game["version"], parameters.collect::<String>())
}

/// Whether the digest that an entry names, if any, is one.
fn digest(entry: &Value) -> Result<(), String> {
    let hexadecimal = |digest: &str| digest.len() == 64 && digest.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    if entry.get("sha256").is_some_and(|digest| !hexadecimal(text(digest))) {
        return Err("sha256 is not 64 digits 0 to 9, a to f".to_owned());
    }
    Ok(())
}
