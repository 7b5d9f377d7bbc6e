//! Panics turned into values.
//!
//! No bytes make the checker panic, as far as its lints and tests tell. If it does all the same, the caller gets an ordinary error with the place in the
//! source. Nothing is printed. This file uses the standard library alone, so its tests run without Python.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

thread_local! {
    /// Whether panics of this thread are caught.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    /// What the last of them said.
    static SAID: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Does the work. A panic in it comes back as a sentence with the place in the source where it arose.
///
/// What the work has changed must not be used after a panic.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    // The place is told to the hook alone. It is that of this library: Rust's standard library is a part of it.
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| if GUARDED.get() { SAID.set(said(info)) } else { before(info) }));
    });
    let outer = GUARDED.replace(true);
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(outer);
    done.map_err(|_| format!("gamecert_checker contradicts itself, which says nothing about any certificate: {}", SAID.take()))
}

/// What a panic says and where.
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
