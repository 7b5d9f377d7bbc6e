//! Arbitrary bytes through the whole checker, with nothing to cite. No input may make it panic or take much memory.
//!
//! `cargo +nightly fuzz run reader fuzz/corpus/reader fuzz/seeds/reader`: new inputs go to the first folder.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = checker::verify(bytes.to_vec(), &mut checker::NoSource);
});
