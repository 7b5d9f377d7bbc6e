//! Claim, citations and evidence of the kind `safe`, for one of two small games.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzz::judge_kind("safe", input));
