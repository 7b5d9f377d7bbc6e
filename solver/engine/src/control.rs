//! Reports the progress of long computations, and stops them on request.

use std::io;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};

/// Error of a computation that was stopped before it had a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// The panic payload if a thread cannot be started.
#[derive(Debug)]
pub struct NoThread(pub io::Error);

/// Returns the thread that was started. If the thread was not started, panics with [`NoThread`] and prints no message.
pub fn started<T>(thread: io::Result<T>) -> T {
    thread.unwrap_or_else(|error| panic::resume_unwind(Box::new(NoThread(error))))
}

/// Receives progress reports of a computation. Several threads may report at the same time.
pub trait Observer: Sync {
    /// Reports that the stage `what` of `part` begins. `steps` is the stage's number of steps, if it is known.
    fn stage(&self, part: &str, what: &str, steps: Option<u64>);
    /// Reports that the current stage of `part` has completed `step` steps. `note` describes the current state in
    /// words.
    fn at(&self, part: &str, step: u64, note: &str);
    /// Reports that all work on `part` is finished.
    fn done(&self, part: &str);
}

/// An observer that ignores all reports.
pub struct Silent;

impl Observer for Silent {
    fn stage(&self, _: &str, _: &str, _: Option<u64>) {}
    fn at(&self, _: &str, _: u64, _: &str) {}
    fn done(&self, _: &str) {}
}

/// What a computation needs to report progress and to stop: the name of the current part of the work, the observer, and
/// the stop flag.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    part: &'a str,
    observer: &'a dyn Observer,
    stop: &'a AtomicBool,
}

impl<'a> Control<'a> {
    /// Creates a control for one part of the work.
    #[must_use]
    pub fn new(part: &'a str, observer: &'a dyn Observer, stop: &'a AtomicBool) -> Self {
        Self { part, observer, stop }
    }

    /// Creates a control that reports nothing and never stops a computation.
    #[must_use]
    pub const fn unwatched() -> Control<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Control { part: "", observer: &Silent, stop: &NEVER }
    }

    /// Returns a control for another part of the work, with the same observer and stop flag.
    #[must_use]
    pub fn for_part<'b>(self, part: &'b str) -> Control<'b>
    where
        'a: 'b,
    {
        Control { part, ..self }
    }

    /// Returns a control that has the same stop flag and reports nothing. Use this control for work whose single steps
    /// are not reported.
    #[must_use]
    pub fn quiet(self) -> Self {
        Control { observer: &Silent, ..self }
    }

    /// Reports that the stage `what` begins. `steps` is the stage's number of steps, if it is known.
    pub fn stage(&self, what: &str, steps: Option<u64>) {
        self.observer.stage(self.part, what, steps);
    }

    /// Reports a step of the current stage and checks the stop flag.
    ///
    /// # Errors
    /// Fails with [`Interrupted`] if the stop flag is set.
    pub fn at(&self, step: u64, note: &str) -> Result<(), Interrupted> {
        self.observer.at(self.part, step, note);
        self.check()
    }

    /// Reports that all work on the current part is finished.
    pub fn done(&self) {
        self.observer.done(self.part);
    }

    /// Checks the stop flag.
    ///
    /// # Errors
    /// Fails with [`Interrupted`] if the stop flag is set.
    pub fn check(&self) -> Result<(), Interrupted> {
        if self.stop.load(Ordering::Relaxed) { Err(Interrupted) } else { Ok(()) }
    }
}
