//! Prints `docs/src/results.md`: the claim of every shipped certificate, as the checker prints it after verifying the
//! file.
//!
//!     cargo run --release -p gamecert-tests --bin results > docs/src/results.md

use std::process::ExitCode;

use gamecert_tests::claims::Shipped;
use gamecert_tests::results;

fn main() -> ExitCode {
    match Shipped::verify().and_then(|shipped| results::page(&shipped)) {
        Ok(page) => {
            print!("{page}");
            ExitCode::SUCCESS
        }
        Err(reason) => {
            eprintln!("results: {reason}");
            ExitCode::FAILURE
        }
    }
}
