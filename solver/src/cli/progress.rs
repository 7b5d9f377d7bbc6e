//! Progress on standard error, when it is a terminal: a line for each ending in work. For a program that attends to the run there is `attended`.

use std::collections::HashMap;
use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use super::attended;
use crate::answers::text::grouped;
use crate::control::{Observer, Silent};

/// Shows a spinner or bar for each part of the work, with what is counted there.
struct Bars {
    screen: MultiProgress,
    bars: Mutex<HashMap<String, (ProgressBar, String)>>,
}

/// Shows that something is under way that does not tell how far it is.
pub fn during<T>(what: &str, act: impl FnOnce() -> T) -> T {
    let observer = observer();
    observer.stage("", what, None);
    let done = act();
    observer.done("");
    done
}

/// An observer that draws if there is a terminal to draw on, or tells the program that attends to this run.
#[must_use]
pub fn observer() -> Box<dyn Observer> {
    match () {
        () if attended::is_attended() => Box::new(attended::Lines::default()),
        () if std::io::stderr().is_terminal() => Box::new(Bars { screen: MultiProgress::new(), bars: Mutex::default() }),
        () => Box::new(Silent),
    }
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
        if let Some((bar, _)) = bars.get_mut(part).filter(|(bar, _)| bar.is_finished()) {
            *bar = self.bar(part, bar.elapsed());
        }
    }

    fn with(&self, part: &str, act: impl FnOnce(&ProgressBar, &mut String)) {
        // A panic elsewhere while the lock was held harms no drawing.
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
        // Nothing to be done about a terminal that cannot be cleared.
        let _ = self.screen.clear();
    }
}

/// How far a stage is: `12 sweeps: a note`, without the number where a bar shows it.
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
