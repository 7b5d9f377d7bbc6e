//! What has been verified, for callers.

use std::any::Any;
use std::fmt;

/// The entries of a batch, in its order.
#[derive(Debug)]
pub struct Table {
    pub(super) entries: Vec<Entry>,
}

impl Table {
    /// The entries.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }
}

/// An entry that has been verified.
pub struct Entry {
    pub(super) kind: &'static str,
    pub(super) table: Box<dyn Any + Send + Sync>,
}

impl Entry {
    /// The name of its kind.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// The table of a kind, for instance [`helpmate::Table`](crate::helpmate::Table) or [`unwinnable::Table`](crate::unwinnable::Table), if the entry is of
    /// that kind.
    #[must_use]
    pub fn table<T: Any>(&self) -> Option<&T> {
        self.table.downcast_ref()
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry").field("kind", &self.kind).finish_non_exhaustive()
    }
}
