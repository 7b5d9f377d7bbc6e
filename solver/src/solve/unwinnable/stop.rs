//! The flag that ends a search before its time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that may be set from another thread; by default there is none.
#[derive(Clone, Debug, Default)]
pub(super) struct Stop(Option<Arc<AtomicBool>>);

impl Stop {
    /// That flag.
    pub(super) fn by(flag: Arc<AtomicBool>) -> Self {
        Self(Some(flag))
    }

    /// Whether it is set.
    pub(super) fn is_set(&self) -> bool {
        self.0.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}
