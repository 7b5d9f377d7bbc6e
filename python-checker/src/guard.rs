//! Turns panics into values.
//!
//! As far as lints and tests can show, no input makes the checker panic. If it panics nevertheless, the caller gets an
//! ordinary error with the place in the source, and nothing is printed. This file uses only the standard library, so
//! its tests run without Python.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

thread_local! {
    /// Whether panics of this thread are caught.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    /// Message of the last caught panic.
    static SAID: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs work, and returns a panic as a sentence with its place in the source.
///
/// After a panic, nothing that the work has changed may be used.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    // Only a panic hook learns the place of a panic. The hook does not affect other native modules, because each
    // contains its own copy of Rust's standard library.
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| if GUARDED.get() { SAID.set(said(info)) } else { before(info) }));
    });
    let outer = GUARDED.replace(true);
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(outer);
    done.map_err(|_| format!("gamecert_checker contradicts itself, which says nothing about any certificate: {}", SAID.take()))
}

/// Formats the message and the place of a panic.
fn said(info: &PanicHookInfo<'_>) -> String {
    let text = info.payload_as_str().unwrap_or("no reason given");
    info.location().map_or_else(|| text.to_owned(), |place| format!("{text} (at {}:{})", place.file(), place.line()))
}

#[cfg(test)]
mod tests {
    use super::caught;

    #[test]
    fn panics_become_sentences() {
        let table: [(&str, fn() -> u32, Option<&str>); 4] = [
            ("no panic", || 7, None),
            ("a text", || panic!("seven"), Some("seven (at ")),
            ("a text with a number", || panic!("{} of them", 7), Some("7 of them (at ")),
            ("neither", || std::panic::panic_any(7_u8), Some("no reason given (at ")),
        ];
        for (title, work, expected) in table {
            let found = caught(work);
            match expected {
                None => assert_eq!(found, Ok(7), "{title}"),
                Some(part) => {
                    let sentence = found.unwrap_err();
                    assert!(sentence.contains(part) && sentence.contains("guard.rs:"), "{title}: {sentence}");
                }
            }
        }
    }

    #[test]
    fn within_one_another() {
        let found = caught(|| (caught(|| panic!("inner")).map(|()| 0), 7));
        let (inner, seven) = found.unwrap();
        assert!(inner.unwrap_err().contains("inner") && seven == 7);
        assert!(caught(|| -> u8 { caught(|| panic!("inner")).unwrap_or_else(|_| panic!("outer")) }).unwrap_err().contains("outer"));
    }
}
