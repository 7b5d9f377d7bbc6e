//! Progress and cancellation of long computations.

use std::io;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};

/// The computation was asked to stop before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

/// What a computation unwinds with when the system refuses it a thread.
#[derive(Debug)]
pub struct NoThread(pub io::Error);

/// A thread that a computation cannot do without. Where the system refuses it, this unwinds with [`NoThread`] and prints nothing.
pub fn started<T>(thread: io::Result<T>) -> T {
    thread.unwrap_or_else(|error| panic::resume_unwind(Box::new(NoThread(error))))
}

/// Receives the progress of a computation, from many threads.
pub trait Observer: Sync {
    /// A stage begins: what is done, for which part of the work, and in how many steps if that is known.
    fn stage(&self, part: &str, what: &str, steps: Option<u64>);
    /// The current stage of `part` has done `step` steps; `note` says how it stands.
    fn at(&self, part: &str, step: u64, note: &str);
    /// The part is finished.
    fn done(&self, part: &str);
}

/// Ignores all progress.
pub struct Silent;

impl Observer for Silent {
    fn stage(&self, _: &str, _: &str, _: Option<u64>) {}
    fn at(&self, _: &str, _: u64, _: &str) {}
    fn done(&self, _: &str) {}
}

/// What is handed down through a computation: the name of the part at work, the observer, and the flag that stops it.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    part: &'a str,
    observer: &'a dyn Observer,
    stop: &'a AtomicBool,
}

impl<'a> Control<'a> {
    /// A control for one part of the work.
    #[must_use]
    pub fn new(part: &'a str, observer: &'a dyn Observer, stop: &'a AtomicBool) -> Self {
        Self { part, observer, stop }
    }

    /// A control that nobody watches and that nothing stops.
    #[must_use]
    pub const fn unwatched() -> Control<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Control { part: "", observer: &Silent, stop: &NEVER }
    }

    /// The same observer and flag for another part of the work.
    #[must_use]
    pub fn for_part<'b>(self, part: &'b str) -> Control<'b>
    where
        'a: 'b,
    {
        Control { part, ..self }
    }

    /// The same flag without an observer: for parts of a work whose progress is reported as a whole.
    #[must_use]
    pub fn quiet(self) -> Self {
        Control { observer: &Silent, ..self }
    }

    /// Announces a stage of `steps` steps, if their number is known.
    pub fn stage(&self, what: &str, steps: Option<u64>) {
        self.observer.stage(self.part, what, steps);
    }

    /// Reports a step of the current stage, and stops the computation if that was asked.
    ///
    /// # Errors
    /// [`Interrupted`] when the stop flag is set.
    pub fn at(&self, step: u64, note: &str) -> Result<(), Interrupted> {
        self.observer.at(self.part, step, note);
        self.check()
    }

    /// Says that the part is finished.
    pub fn done(&self) {
        self.observer.done(self.part);
    }

    /// Stops the computation if that was asked.
    ///
    /// # Errors
    /// [`Interrupted`] when the stop flag is set.
    pub fn check(&self) -> Result<(), Interrupted> {
        if self.stop.load(Ordering::Relaxed) { Err(Interrupted) } else { Ok(()) }
    }
}
