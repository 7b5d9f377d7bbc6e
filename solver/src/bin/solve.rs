//! The `solve` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    gamecert_solver::cli::main()
}
