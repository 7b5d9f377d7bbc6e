//! Supports runs of `solve` that `solve serve` starts and supervises. Such a run prints its progress to standard error,
//! as one JSON object a line. The run stops when its standard input ends, so that it does not outlive its parent
//! process.

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::control::Observer;

/// A run is supervised if this environment variable is set to any value. There is no command-line option for this,
/// because users never ask for a supervised run.
pub(super) const VARIABLE: &str = "GAMECERT_ATTENDED";

/// Minimum interval between two progress lines about the same part of the work.
const PAUSE: Duration = Duration::from_millis(100);

/// Reports whether this run is supervised.
pub(super) fn is_supervised() -> bool {
    std::env::var_os(VARIABLE).is_some()
}

/// Progress of one part of the work. If `stage` is `None`, this part of the work is finished.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Progress {
    pub(super) part: String,
    pub(super) stage: Option<String>,
    pub(super) done: u64,
    pub(super) total: Option<u64>,
    pub(super) note: String,
}

/// Observer that prints each report of progress as a line of JSON.
#[derive(Default)]
pub(super) struct Lines {
    parts: Mutex<HashMap<String, (Progress, Option<Instant>)>>,
}

impl Lines {
    fn with(&self, part: &str, at_once: bool, change: impl FnOnce(&mut Progress)) {
        // If another thread panicked while it held the lock, the reports are still intact.
        let mut parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        let (progress, answer) = parts.entry(part.to_owned()).or_default();
        part.clone_into(&mut progress.part);
        change(progress);
        if at_once || answer.is_none_or(|answer| answer.elapsed() >= PAUSE) {
            *answer = Some(Instant::now());
            // Write errors are ignored: if the parent process has ended, the end of standard input stops this run
            // anyway.
            if let Ok(line) = serde_json::to_string(progress) {
                let _ = writeln!(io::stderr().lock(), "{line}");
            }
        }
    }
}

impl Observer for Lines {
    fn stage(&self, part: &str, what: &str, steps: Option<u64>) {
        let stage = Some(what.to_owned());
        self.with(part, true, |progress| {
            *progress = Progress { stage, total: steps, part: std::mem::take(&mut progress.part), ..Progress::default() }
        });
    }

    fn at(&self, part: &str, step: u64, note: &str) {
        self.with(part, false, |progress| {
            progress.done = step;
            note.clone_into(&mut progress.note);
        });
    }

    fn done(&self, part: &str) {
        self.with(part, true, |progress| progress.stage = None);
    }
}

/// Sets the flag when standard input ends.
pub(super) fn stop_at_end_of_input(flag: Arc<AtomicBool>) {
    let watch = move || {
        // A read error counts as the end of input.
        let _ = io::copy(&mut io::stdin().lock().by_ref(), &mut io::sink());
        flag.store(true, Ordering::Relaxed);
    };
    // If no thread can be started, the parent process has to kill the run.
    let _ = std::thread::Builder::new().spawn(watch);
}
