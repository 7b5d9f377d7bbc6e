//! Prints `certs/README.md`: the table of claims as the checker states them after verifying every certificate in `certs/`.
//!
//!     cargo run --release -p gamecert-tests --bin claims > certs/README.md

use std::process::ExitCode;

use gamecert_tests::claims::{Shipped, readme};

fn main() -> ExitCode {
    match Shipped::verify().and_then(|shipped| readme(&shipped)) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(reason) => {
            eprintln!("claims: {reason}");
            ExitCode::FAILURE
        }
    }
}
