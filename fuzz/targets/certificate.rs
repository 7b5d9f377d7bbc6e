//! Arbitrary bytes as a whole file.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = fuzz::judge(bytes);
});
