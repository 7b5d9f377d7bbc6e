//! Tests of the program `check`, run as a process on files made for the tests. Each module covers one part of section 6
//! of `spec/FORMAT.md`.
#![cfg(all(feature = "cli", feature = "bidding", feature = "scoring", feature = "antichess", feature = "helpmate"))]

mod citations;
mod expect;
mod inputs;
mod json;
#[cfg(feature = "inspect")]
mod print;
mod self_test;
mod support;
mod verdicts;
