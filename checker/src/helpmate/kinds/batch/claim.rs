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
        let count = counted(wide(self.entries.len()), ["statement about a position of chess", "statements about positions of chess"]);
        std::iter::once(count).chain(self.entries.iter().flat_map(|entry| entry.claim.statements())).collect()
    }

    fn entries(&self) -> &[Entry] {
        &self.entries
    }
}
