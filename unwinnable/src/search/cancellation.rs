//! Lets a search end early, when another thread sets a flag or the time for the question is over.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A flag that another thread may set, and the deadline of the current question. By default there is no flag and no
/// deadline.
#[derive(Clone, Debug, Default)]
pub(super) struct Cancellation {
    flag: Option<Arc<AtomicBool>>,
    deadline: Option<Instant>,
}

impl Cancellation {
    pub(super) fn by(flag: Arc<AtomicBool>) -> Self {
        Self { flag: Some(flag), deadline: None }
    }

    /// Starts the clock for a question that may take `time`. Without a time limit the clock is never read, because some
    /// platforms have no clock.
    pub(super) fn start_clock(&mut self, time: Option<Duration>) {
        self.deadline = time.and_then(|time| Instant::now().checked_add(time));
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
