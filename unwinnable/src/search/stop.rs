//! What ends a search before its time: a flag, or the clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A flag that may be set from another thread, and the time of the question. By default there is neither.
#[derive(Clone, Debug, Default)]
pub(super) struct Stop {
    flag: Option<Arc<AtomicBool>>,
    deadline: Option<Instant>,
}

impl Stop {
    /// With that flag.
    pub(super) fn by(flag: Arc<AtomicBool>) -> Self {
        Self { flag: Some(flag), deadline: None }
    }

    /// A question begins that may take `time`. Without one the clock is not read, which some platforms do not have.
    pub(super) fn begin(&mut self, time: Option<Duration>) {
        self.deadline = time.and_then(|time| Instant::now().checked_add(time));
    }

    /// Whether to stop.
    pub(super) fn is_set(&self) -> bool {
        self.flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
