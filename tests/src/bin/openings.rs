//! Prints `docs/src/openings.md`: which openings of losing chess the certificates in `certs/losing` prove, as the checker states it after verifying them.
//!
//!     cargo run --release -p gamecert-tests --bin openings > docs/src/openings.md

use std::process::ExitCode;

use gamecert_tests::claims::Shipped;
use gamecert_tests::openings::Openings;

fn main() -> ExitCode {
    match Shipped::verify().and_then(|shipped| Ok(Openings::of(&shipped)?.page())) {
        Ok(page) => {
            print!("{page}");
            ExitCode::SUCCESS
        }
        Err(reason) => {
            eprintln!("openings: {reason}");
            ExitCode::FAILURE
        }
    }
}
