//! `check`: verifies certificates and prints the claims that they prove.
//!
//! Implements section 6 of `spec/FORMAT.md`. The library decides every verdict; this program only reads files and
//! prints verdicts. To understand how a plain `check FILE` works, read this file, `arguments`, `lines` and the
//! library's module `files`. The other modules are `inputs` (folders and lists of files), `json`, `expect` (claims that
//! must be proved), `self_test` (built-in certificates) and `print` (games as JSON).

#![forbid(unsafe_code)]

mod arguments;
mod expect;
mod inputs;
mod json;
mod lines;
#[cfg(all(feature = "inspect", feature = "bidding"))]
mod print;
mod self_test;

use arguments::Arguments;
use clap::Parser;
use expect::Expected;
use gamecert_checker::files::{CitedFiles, Opened, is_standard_input, open_input};
use gamecert_checker::{Refusal, Session, Verdict, Verified, json::other_file, json::with_guess};
use inputs::Input;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Bytes of memory that must be available when the program starts.
const MEMORY_AT_START: usize = 1 << 20;

enum Outcome {
    Verified(Arc<Verified>),
    Refused(Refusal),
    Unreadable(String),
}

impl Outcome {
    fn status(&self) -> u8 {
        match self {
            Self::Verified(_) => 0,
            Self::Refused(refusal) if refusal.verdict() == Verdict::Undecided => 3,
            Self::Refused(_) => 1,
            Self::Unreadable(_) => 2,
        }
    }
}

/// Returns the more serious of two exit statuses. The most serious status is 2, then 1, then 3, then 0.
fn worst_status(one: u8, other: u8) -> u8 {
    [2, 1, 3].into_iter().find(|status| [one, other].contains(status)).unwrap_or(0)
}

fn main() -> ExitCode {
    // With less memory than this, a later allocation that is not checked could abort the program.
    if Vec::<u8>::new().try_reserve_exact(MEMORY_AT_START).is_err() {
        lines::warn("there is not enough memory to begin");
        return ExitCode::from(3);
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(message) => {
            let printed = message.print().and_then(|()| io::stdout().flush());
            return ExitCode::from(if message.use_stderr() || printed.is_err() { 2 } else { 0 });
        }
    };
    let mut output = BufWriter::new(io::stdout().lock());
    let status = match &arguments {
        #[cfg(all(feature = "inspect", feature = "bidding"))]
        Arguments { print_game: Some(path), .. } => print::game(path, &mut output),
        Arguments { self_test: true, .. } => self_test::run(&mut output),
        _ => run(&arguments, &mut output),
    };
    ExitCode::from(status.unwrap_or_else(|error| {
        // After a broken pipe nobody reads the output, so no error message is printed. The status is 2, because the
        // verdicts were not delivered.
        if error.kind() != io::ErrorKind::BrokenPipe {
            lines::warn(&error.to_string());
        }
        2
    }))
}

/// Verifies the files one by one and prints each verdict immediately.
fn run(arguments: &Arguments, output: &mut dyn Write) -> io::Result<u8> {
    let inputs = inputs::all(&arguments.files, arguments.files_from.as_deref(), arguments.expect.as_deref())?;
    let mut expected = arguments.expect.as_deref().map(Expected::read).transpose()?;
    let mut files = cited_files(&inputs, &arguments.include, arguments.search)?;
    let mut session = Session::new(&mut files).with_memory(arguments.memory.unwrap_or(u64::MAX)).with_threads(arguments.threads);
    if let Some(steps) = arguments.work {
        session = session.with_work(steps);
    }
    let mut status = 0;
    for input in &inputs {
        let outcome = verify(&mut session, input);
        status = worst_status(status, outcome.status());
        if let (Outcome::Verified(verified), Some(expected)) = (&outcome, &mut expected) {
            expected.meet(verified);
        }
        match &outcome {
            Outcome::Verified(_) if arguments.errors => {}
            _ if arguments.json => writeln!(output, "{}", json::object(&input.path, &outcome))?,
            _ => lines::write(output, arguments.quiet, &input.path, &outcome)?,
        }
        output.flush()?;
    }
    if let Some(expected) = &expected {
        status = worst_status(status, expected.write_unmet(output, arguments.json, arguments.quiet)?);
    }
    output.flush().map(|()| status)
}

/// Prepares the search for cited files. The search covers the input files, their folders and the folders of
/// `--include`.
fn cited_files(inputs: &[Input], include: &[PathBuf], allowed: u64) -> io::Result<CitedFiles> {
    for folder in include {
        let unreadable = |cause| io::Error::other(format!("the folder {} of --include cannot be read: {cause}", lines::name(folder)));
        fs::read_dir(folder).map_err(unreadable)?;
    }
    let mut files = CitedFiles::new(include.to_vec(), allowed);
    let named = inputs.iter().filter(|input| input.trouble.is_none() && !is_standard_input(&input.path));
    files.begin(named.map(|input| input.path.clone()), Arc::default());
    Ok(files)
}

fn verify(session: &mut Session<'_>, input: &Input) -> Outcome {
    if let Some(trouble) = &input.trouble {
        return Outcome::Unreadable(trouble.clone());
    }
    let verdict = match open_input(&input.path, session.largest_file()) {
        Ok(Opened::Bytes(bytes)) => {
            let other = other_file(&bytes);
            session.verify(&bytes).map_err(|refusal| with_guess(refusal, other))
        }
        Ok(Opened::TooLarge(size)) => Err(session.too_large(size)),
        Err(cause) => return Outcome::Unreadable(cause.to_string()),
    };
    verdict.map_or_else(Outcome::Refused, Outcome::Verified)
}
