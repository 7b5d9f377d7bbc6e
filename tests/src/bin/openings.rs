//! Prints `docs/src/openings.md`: the openings of losing chess that the certificates in `certs/losing` prove. The
//! claims are those of the checker, which verifies the certificates first. With `--picture` the program prints the
//! picture of Black's replies to 1. e3 instead.
//!
//!     cargo run --release -p gamecert-tests --bin openings > docs/src/openings.md
//!     cargo run --release -p gamecert-tests --bin openings -- --picture > docs/src/pictures/replies.svg

use std::process::ExitCode;

use gamecert_tests::claims::Shipped;
use gamecert_tests::openings::Openings;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let picture = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => false,
        ["--picture"] => true,
        _ => {
            eprintln!("openings: the only option is --picture");
            return ExitCode::from(2);
        }
    };
    let printed = Shipped::verify().map(|shipped| {
        let openings = Openings::find(&shipped);
        if picture { openings.picture() } else { openings.page() }
    });
    match printed {
        Ok(printed) => {
            print!("{printed}");
            ExitCode::SUCCESS
        }
        Err(reason) => {
            eprintln!("openings: {reason}");
            ExitCode::FAILURE
        }
    }
}
