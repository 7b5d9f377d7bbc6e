//! `check`: verifies certificates and says what they prove.
//!
//! Implements section 6 of `spec/FORMAT.md`. All judgement is the library's; this program reads files and prints verdicts. What a plain `check FILE`
//! passes through is here, in `arguments`, `read` and `lines`. Beside it stand `inputs` (folders and lists of files), `text` (lists and manifests as text), `files`
//! (the look-up of cited files), `json`, `expect` (claims that shall be proved), `self_test` (certificates that are built in) and `print` (games written out).

#![forbid(unsafe_code)]

mod arguments;
mod expect;
mod files;
mod inputs;
mod json;
mod lines;
#[cfg(all(feature = "inspect", feature = "bidding"))]
mod print;
mod read;
mod self_test;
mod text;

use arguments::Arguments;
use clap::Parser;
use expect::Expected;
use files::Files;
use gamecert_checker::{Refusal, Session, Verdict, Verified, json::other_file, json::with_guess};
use inputs::Input;
use read::Opened;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::sync::Arc;

/// Bytes that the program takes before it reads a file.
const MEMORY_AT_START: usize = 1 << 20;

/// What became of a file.
enum Outcome {
    Verified(Arc<Verified>),
    Refused(Refusal),
    Unreadable(String),
}

impl Outcome {
    /// The exit status that it asks for.
    fn status(&self) -> u8 {
        match self {
            Self::Verified(_) => 0,
            Self::Refused(refusal) if refusal.verdict() == Verdict::Undecided => 3,
            Self::Refused(_) => 1,
            Self::Unreadable(_) => 2,
        }
    }
}

/// The exit status where two are asked for.
fn graver(one: u8, other: u8) -> u8 {
    [2, 1, 3].into_iter().find(|status| [one, other].contains(status)).unwrap_or(0)
}

fn main() -> ExitCode {
    // Where this little cannot be had, an allocation that nobody tests would end the program.
    if Vec::<u8>::new().try_reserve_exact(MEMORY_AT_START).is_err() {
        lines::aside("there is not enough memory to begin");
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
        // Where nobody reads on nobody is told the verdicts: that is no success, but there is nobody to tell.
        if error.kind() != io::ErrorKind::BrokenPipe {
            lines::aside(&error.to_string());
        }
        2
    }))
}

/// Verifies file by file and prints each verdict at once.
fn run(arguments: &Arguments, output: &mut dyn Write) -> io::Result<u8> {
    let inputs = inputs::all(&arguments.files, arguments.files_from.as_deref(), arguments.expect.as_deref())?;
    let mut expected = arguments.expect.as_deref().map(Expected::read).transpose()?;
    let mut files = Files::new(&inputs, &arguments.include, arguments.search)?;
    let mut session = Session::new(&mut files).with_memory(arguments.memory.unwrap_or(u64::MAX)).with_threads(arguments.threads);
    if let Some(steps) = arguments.work {
        session = session.with_work(steps);
    }
    let mut status = 0;
    for input in &inputs {
        let outcome = verify(&mut session, input);
        status = graver(status, outcome.status());
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
        status = graver(status, expected.write_unmet(output, arguments.json, arguments.quiet)?);
    }
    output.flush().map(|()| status)
}

fn verify(session: &mut Session<'_>, input: &Input) -> Outcome {
    if let Some(trouble) = &input.trouble {
        return Outcome::Unreadable(trouble.clone());
    }
    let verdict = match read::open(&input.path, session.largest_file()) {
        Ok(Opened::Bytes(bytes)) => {
            let other = other_file(&bytes);
            session.verify(&bytes).map_err(|refusal| with_guess(refusal, other))
        }
        Ok(Opened::TooLarge(size)) => Err(session.too_large(size)),
        Err(cause) => return Outcome::Unreadable(cause.to_string()),
    };
    verdict.map_or_else(Outcome::Refused, Outcome::Verified)
}
