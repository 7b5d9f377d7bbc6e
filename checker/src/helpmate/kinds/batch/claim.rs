//! What a certificate of kind `batch` proves.

use crate::core::claim::{self, Entry, Fields, Shape, Value};

/// The fields of a claim.
pub(crate) const SHAPE: Shape = Shape::Object(&[("entries", Shape::List(&Shape::Object(&[("kind", KIND), ("claim", CLAIM)])))]);
const KIND: Shape = Shape::Object(&[("name", Shape::Text), ("version", Shape::Number)]);
/// The fields of either kind of entry.
const CLAIM: Shape = Shape::Object(&[("root", Shape::Text), ("winner", Shape::Text), ("plies", Shape::Optional(&Shape::Number))]);

/// The claims of all entries, in their order.
#[derive(Debug)]
pub struct Claim {
    pub(super) entries: Vec<Entry>,
}

impl claim::Claim for Claim {
    fn statements(&self) -> Vec<String> {
        let mut all: Vec<String> = self.entries.iter().flat_map(|entry| entry.claim.statements()).collect();
        all.push(format!("{} statements in all", self.entries.len()));
        all
    }

    fn fields(&self) -> Fields {
        let entry = |entry: &Entry| {
            let kind = vec![("name", entry.kind.name.into()), ("version", entry.kind.version.into())];
            Value::Object(vec![("kind", Value::Object(kind)), ("claim", Value::Object(entry.claim.fields()))])
        };
        vec![("entries", Value::List(self.entries.iter().map(entry).collect()))]
    }

    fn evidence(&self) -> Fields {
        vec![("entries", Value::List(self.entries.iter().map(|entry| Value::Object(entry.claim.evidence())).collect()))]
    }

    fn entries(&self) -> &[Entry] {
        &self.entries
    }
}
