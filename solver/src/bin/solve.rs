//! The program `solve`.

use std::process::ExitCode;

fn main() -> ExitCode {
    solver::cli::main()
}
