//! Items of CBOR, of any form: arbitrary bytes behind the name of the format. A refusal names a byte of the file, or its end.
#![no_main]

use gamecert_checker::Place;
use gamecert_checker::inspect::description;

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let bytes = [&b"\xd9\xd9\xf7\x87\x68gamecert"[..], input].concat();
    if let Err(refusal) = description(&bytes) {
        assert!(matches!(refusal.place, Place::Byte(at) if at <= bytes.len() as u64), "{refusal}");
        assert!(!refusal.to_string().chars().any(char::is_control), "{refusal:?}");
    }
});
