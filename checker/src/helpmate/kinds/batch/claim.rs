//! The proved claim of a certificate of kind `batch`.

use crate::core::cbor::as_u64;
use crate::core::claim::{self, Entry};
use crate::core::fields::counted;

/// All claims of a batch, in the order of the file.
#[derive(Debug)]
#[non_exhaustive]
pub struct Claim {
    pub(super) entries: Vec<Entry>,
}

impl claim::Claim for Claim {
    fn statements(&self) -> Vec<String> {
        let answers = counted(as_u64(self.entries.len()), ["answer", "answers"]);
        let can = self.entries.iter().filter(|entry| entry.kind.name == "helpmate").count();
        let cannot = self.entries.len().saturating_sub(can);
        let [yes, no] = [can, cannot].map(|count| counted(as_u64(count), ["time", "times"]));
        let first = format!("{answers} to whether a side can still mate in a chess position: yes {yes}, no {no}");
        std::iter::once(first).chain(self.entries.iter().flat_map(|entry| entry.claim.statements())).collect()
    }

    fn entries(&self) -> &[Entry] {
        &self.entries
    }
}
