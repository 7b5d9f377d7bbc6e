//! If standard error is a terminal, shows progress there: one line for each ending that is being solved. Runs that
//! another program supervises use the module `supervised`.

use std::collections::HashMap;
use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use super::supervised;
use crate::answers::text::grouped;
use crate::control::{Observer, Silent};

/// Display of progress, with a spinner or a bar for each part of the work.
struct Bars {
    screen: MultiProgress,
    bars: Mutex<HashMap<String, (ProgressBar, String)>>,
}

/// Shows a spinner during an action that does not report progress.
pub fn during<T>(what: &str, act: impl FnOnce() -> T) -> T {
    let observer = observer();
    observer.stage("", what, None);
    let done = act();
    observer.done("");
    done
}

/// Returns an observer of progress.
#[must_use]
pub fn observer() -> Box<dyn Observer + Send> {
    match () {
        () if supervised::is_supervised() => Box::new(supervised::Lines::default()),
        () if std::io::stderr().is_terminal() => Box::new(Bars { screen: MultiProgress::new(), bars: Mutex::default() }),
        () => Box::new(Silent),
    }
}

impl Bars {
    /// Makes a spinner for a part of the work that started `elapsed` ago.
    fn bar(&self, part: &str, elapsed: Duration) -> ProgressBar {
        let bar = self.screen.add(ProgressBar::new_spinner().with_prefix(part.to_owned()).with_elapsed(elapsed));
        bar.enable_steady_tick(Duration::from_millis(200));
        bar
    }

    /// Replaces a finished progress bar by a new bar. A finished bar is never drawn again.
    fn go_on(&self, part: &str) {
        // If another thread panicked while it held the lock, the drawing is still intact.
        let mut bars = self.bars.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((bar, _)) = bars.get_mut(part).filter(|(bar, _)| bar.is_finished()) {
            *bar = self.bar(part, bar.elapsed());
        }
    }

    fn with(&self, part: &str, act: impl FnOnce(&ProgressBar, &mut String)) {
        // If another thread panicked while it held the lock, the drawing is still intact.
        let mut bars = self.bars.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (bar, what) = bars.entry(part.to_owned()).or_insert_with(|| (self.bar(part, Duration::ZERO), String::new()));
        act(bar, what);
    }
}

impl Observer for Bars {
    fn stage(&self, part: &str, what: &str, steps: Option<u64>) {
        self.go_on(part);
        self.with(part, |bar, counted| {
            let template = match steps {
                Some(_) => "{prefix:>8} {elapsed_precise} [{bar:30}] {human_pos}/{human_len} {msg}",
                None => "{prefix:>8} {elapsed_precise} {spinner} {msg}",
            };
            bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar.set_position(0);
            if let Some(steps) = steps {
                bar.set_length(steps);
            }
            bar.set_message(what.to_owned());
            what.clone_into(counted);
        });
    }

    fn at(&self, part: &str, step: u64, note: &str) {
        self.with(part, |bar, counted| {
            bar.set_position(step);
            bar.set_message(said(bar.length().is_none().then_some(step), counted, note));
        });
    }

    fn done(&self, part: &str) {
        self.with(part, |bar, _| bar.finish_and_clear());
    }
}

impl Drop for Bars {
    fn drop(&mut self) {
        // If the terminal cannot be cleared, nothing can be done.
        let _ = self.screen.clear();
    }
}

/// Formats the progress of a stage, such as `12 sweeps: a note`. The number of steps is left out if a progress bar
/// shows it.
fn said(step: Option<u64>, counted: &str, note: &str) -> String {
    let step = step.map_or_else(String::new, |step| format!("{} ", grouped(step)));
    if note.is_empty() { format!("{step}{counted}") } else { format!("{step}{counted}: {note}") }
}

#[cfg(test)]
mod tests {
    use super::said;

    #[test]
    fn numbers_have_units() {
        let table = [
            (Some(12_345), "sweeps", "", "12,345 sweeps"),
            (Some(7), "games", "3 games/s", "7 games: 3 games/s"),
            (None, "positions solved", "", "positions solved"),
        ];
        for (step, counted, note, expected) in table {
            assert_eq!(said(step, counted, note), expected);
        }
    }
}
