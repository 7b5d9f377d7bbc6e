//! What a certificate of kind `batch` proves.

use crate::core::cbor::wide;
use crate::core::claim::{self, Entry};
use crate::core::fields::counted;

/// The claims of all entries, in their order.
#[derive(Debug)]
pub struct Claim {
    pub(super) entries: Vec<Entry>,
}

impl claim::Claim for Claim {
    fn statements(&self) -> Vec<String> {
        let mut all: Vec<String> = self.entries.iter().flat_map(|entry| entry.claim.statements()).collect();
        all.push(counted(wide(self.entries.len()), ["statement in all", "statements in all"]));
        all
    }

    fn entries(&self) -> &[Entry] {
        &self.entries
    }
}
