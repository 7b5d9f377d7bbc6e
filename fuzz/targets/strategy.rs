//! Claim, citations and evidence of the kind `strategy`, for one of a few small games.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzz::judge_kind("strategy", input));
