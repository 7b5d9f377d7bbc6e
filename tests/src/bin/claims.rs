//! Prints `certs/README.md`: the table of claims as the checker states them after verifying every certificate in `certs/`.
//!
//!     cargo run --release -p gamecert-tests --bin claims > certs/README.md

use std::process::ExitCode;

fn main() -> ExitCode {
    match gamecert_tests::claims::readme() {
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
