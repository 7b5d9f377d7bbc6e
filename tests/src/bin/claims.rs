//! Prints `certs/README.md`: the table of claims that the checker prints after it has verified every certificate in
//! `certs/`.
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
