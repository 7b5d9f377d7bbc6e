//! What a long computation needs from its surroundings: someone to tell how far it is, and a way to be stopped.

use std::sync::atomic::{AtomicBool, Ordering};

/// The computation was asked to stop before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

/// Receives news of a computation's progress; called from many threads.
pub trait Observer: Sync {
    /// A stage begins: what is done, for which part of the work, and in how many steps if that is known.
    fn stage(&self, part: &str, what: &str, steps: Option<u64>);
    /// The part's current stage has done so many steps; `note` says how it stands.
    fn at(&self, part: &str, step: u64, note: &str);
    /// The part is finished.
    fn done(&self, part: &str);
}

/// Hears nothing.
pub struct Silent;

impl Observer for Silent {
    fn stage(&self, _: &str, _: &str, _: Option<u64>) {}
    fn at(&self, _: &str, _: u64, _: &str) {}
    fn done(&self, _: &str) {}
}

/// Handed down through a computation: its name for the observer, and the flag that stops it.
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

    /// The same surroundings for another part of the work.
    #[must_use]
    pub fn for_part<'b>(self, part: &'b str) -> Control<'b>
    where
        'a: 'b,
    {
        Control { part, ..self }
    }

    /// The same, telling nobody: for parts of a work whose progress is told as a whole.
    #[must_use]
    pub fn quiet(self) -> Self {
        Control { observer: &Silent, ..self }
    }

    /// Announces a stage.
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
