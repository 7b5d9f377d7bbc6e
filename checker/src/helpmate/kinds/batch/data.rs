//! Converts claims of kind `batch` to fields that programs can read. Verification does not use these fields.

use super::claim::Claim;
use crate::core::claim::{Data, Entry, Fields, Value};

impl Data for Claim {
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
}
