//! Progress on standard error, when it is a terminal: a line for each ending in work.

use std::collections::HashMap;
use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use crate::control::{Observer, Silent};

/// Shows a spinner or bar for each part of the work.
struct Bars {
    screen: MultiProgress,
    bars: Mutex<HashMap<String, ProgressBar>>,
}

/// An observer that draws if there is a terminal to draw on.
#[must_use]
pub fn observer() -> Box<dyn Observer> {
    if std::io::stderr().is_terminal() { Box::new(Bars { screen: MultiProgress::new(), bars: Mutex::default() }) } else { Box::new(Silent) }
}

impl Bars {
    /// A spinner for a part that has been worked on for so long.
    fn bar(&self, part: &str, elapsed: Duration) -> ProgressBar {
        let bar = self.screen.add(ProgressBar::new_spinner().with_prefix(part.to_owned()).with_elapsed(elapsed));
        bar.enable_steady_tick(Duration::from_millis(200));
        bar
    }

    /// Makes a new bar for a part that was done and is taken up again: what is finished is never drawn again.
    fn go_on(&self, part: &str) {
        // As above.
        let mut bars = self.bars.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(bar) = bars.get_mut(part).filter(|bar| bar.is_finished()) {
            *bar = self.bar(part, bar.elapsed());
        }
    }

    fn with(&self, part: &str, act: impl FnOnce(&ProgressBar)) {
        // A panic elsewhere while the lock was held harms no drawing.
        let mut bars = self.bars.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let bar = bars.entry(part.to_owned()).or_insert_with(|| self.bar(part, Duration::ZERO));
        act(bar);
    }
}

impl Observer for Bars {
    fn stage(&self, part: &str, what: &str, steps: Option<u64>) {
        self.go_on(part);
        self.with(part, |bar| {
            let template = match steps {
                Some(_) => "{prefix:>8} {elapsed_precise} [{bar:30}] {pos}/{len} {msg}",
                None => "{prefix:>8} {elapsed_precise} {spinner} {msg} {pos}",
            };
            bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar.set_position(0);
            if let Some(steps) = steps {
                bar.set_length(steps);
            }
            bar.set_message(what.to_owned());
        });
    }

    fn at(&self, part: &str, step: u64, note: &str) {
        self.with(part, |bar| {
            bar.set_position(step);
            if !note.is_empty() {
                bar.set_message(note.to_owned());
            }
        });
    }

    fn done(&self, part: &str) {
        self.with(part, ProgressBar::finish_and_clear);
    }
}

impl Drop for Bars {
    fn drop(&mut self) {
        // Nothing to be done about a terminal that cannot be cleared.
        let _ = self.screen.clear();
    }
}
