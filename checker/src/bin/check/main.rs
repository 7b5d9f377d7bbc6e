//! `check`: verifies certificates and says what they prove.
//!
//! Implements section 6 of `spec/FORMAT.md`. All judgement is the library's; this program reads files and prints verdicts. What a plain `check FILE`
//! passes through is here, in `read` and in `lines`. Beside it stand `inputs` (folders and lists of files), `files` (the look-up of cited files),
//! `json`, `expect` (claims that shall be proved) and `print` (games written out).

#![forbid(unsafe_code)]

mod expect;
mod files;
mod inputs;
mod json;
mod lines;
#[cfg(all(feature = "inspect", feature = "bidding"))]
mod print;
mod read;

use checker::{Refusal, Session, Verdict, Verified};
use clap::Parser;
use expect::Expected;
use files::Files;
use inputs::Input;
use read::Opened;
use std::io::{self, BufWriter, Write};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Verify certificates for the values of games.
///
/// Exit status: 0 when all files were verified, 1 when one was rejected or an expected claim is not proved, 2 when the command line is wrong or a file
/// cannot be read, 3 when one was neither verified nor rejected because something is missing here. If several apply: 2 before 1 before 3.
#[derive(Parser)]
#[command(name = "check", version)]
struct Arguments {
    /// Certificates to verify. Of a folder, all *.cbor in it and below; - is standard input.
    #[arg(value_name = "FILE")]
    #[cfg_attr(not(all(feature = "inspect", feature = "bidding")), arg(required_unless_present = "files_from"))]
    #[cfg_attr(all(feature = "inspect", feature = "bidding"), arg(required_unless_present_any = ["files_from", "print_game"]))]
    files: Vec<PathBuf>,
    /// Verify the files of this list too, one path a line; - is standard input.
    #[arg(long, value_name = "LIST")]
    files_from: Option<PathBuf>,
    /// Exit with status 1 unless each claim in this file is proved: objects as --json prints them, one a line or in one array.
    #[arg(long, value_name = "FILE")]
    expect: Option<PathBuf>,
    /// Also look for cited certificates (*.cbor) in this folder; may be repeated. The files named and their folders come first.
    #[arg(long, value_name = "DIR")]
    include: Vec<PathBuf>,
    /// Read at most this many bytes, in all, in search of cited certificates.
    #[arg(long, value_name = "SIZE", value_parser = number, default_value = "4G")]
    search: u64,
    /// Leave a certificate undecided before it takes more memory than this: bytes, or thousands, millions, billions of bytes (K, M, G).
    #[arg(long, value_name = "SIZE", value_parser = number)]
    memory: Option<u64>,
    /// Leave a certificate undecided after this many steps of some 10 ns, or thousands, millions, billions of steps (K, M, G). By default
    /// 100M, and 200 for each byte of the file and of what it cites.
    #[arg(long, value_name = "N", value_parser = number)]
    work: Option<u64>,
    /// Threads to work on.
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroU32,
    /// Print nothing about verified files.
    #[arg(long)]
    errors: bool,
    /// Print the verdict lines alone.
    #[arg(long, conflicts_with = "json")]
    quiet: bool,
    /// Print one JSON object a line per file and nothing else.
    #[arg(long)]
    json: bool,
    /// Verify nothing, but print the game that this certificate is about as JSON (exit status 0, or 2 if that cannot be done). Of the file, only what
    /// names the game is read, nothing of its claim or evidence. A game that cites others is not printed.
    #[cfg(all(feature = "inspect", feature = "bidding"))]
    #[arg(long, value_name = "FILE", exclusive = true)]
    print_game: Option<PathBuf>,
}

/// A number, with or without a unit.
fn number(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.char_indices().last() {
        Some((end, 'K' | 'k')) => (&text[..end], 1_000),
        Some((end, 'M' | 'm')) => (&text[..end], 1_000_000),
        Some((end, 'G' | 'g')) => (&text[..end], 1_000_000_000),
        _ => (text, 1),
    };
    let number: u64 = digits.parse().map_err(|_| "expected a number such as 800000, 500M or 2G".to_owned())?;
    number.checked_mul(unit).ok_or_else(|| "more than any machine has".to_owned())
}

/// What became of a file.
enum Outcome {
    Verified(Arc<Verified>),
    Refused(Refusal),
    Unreadable(String),
}

/// What speaks against the exit status 0.
#[derive(Default)]
struct Status {
    unreadable: bool,
    rejected: bool,
    undecided: bool,
}

impl Status {
    fn add(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Verified(_) => {}
            Outcome::Refused(refusal) if refusal.verdict() == Verdict::Undecided => self.undecided = true,
            Outcome::Refused(_) => self.rejected = true,
            Outcome::Unreadable(_) => self.unreadable = true,
        }
    }

    fn code(&self) -> u8 {
        match self {
            Self { unreadable: true, .. } => 2,
            Self { rejected: true, .. } => 1,
            Self { undecided: true, .. } => 3,
            _ => 0,
        }
    }
}

/// Why the program ends before its end: a sentence, or nothing to say.
struct Failure(Option<String>);

impl From<String> for Failure {
    fn from(sentence: String) -> Self {
        Self(Some(sentence))
    }
}

impl From<io::Error> for Failure {
    /// Where nobody reads on nobody is told the verdicts: that is no success.
    fn from(error: io::Error) -> Self {
        Self((error.kind() != io::ErrorKind::BrokenPipe).then(|| format!("cannot write: {error}")))
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut output = BufWriter::new(io::stdout().lock());
    #[cfg(all(feature = "inspect", feature = "bidding"))]
    if let Some(path) = &arguments.print_game {
        return ended(print::game(path, &mut output).map(|()| 0));
    }
    ended(run(&arguments, &mut output))
}

/// The exit status, after the sentence that goes with it on standard error.
fn ended(outcome: Result<u8, Failure>) -> ExitCode {
    ExitCode::from(outcome.unwrap_or_else(|Failure(sentence)| {
        sentence.into_iter().for_each(|sentence| lines::aside(&sentence));
        2
    }))
}

/// Verifies file by file and prints each verdict at once.
fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<u8, Failure> {
    let mut expected = arguments.expect.as_deref().map(Expected::read).transpose()?;
    let inputs = inputs::all(&arguments.files, arguments.files_from.as_deref())?;
    let mut files = Files::new(&inputs, &arguments.include, arguments.search)?;
    let mut session = Session::new(&mut files).with_memory(arguments.memory.unwrap_or(u64::MAX)).with_threads(arguments.threads);
    if let Some(steps) = arguments.work {
        session = session.with_work(steps);
    }
    let mut status = Status::default();
    for input in &inputs {
        let outcome = verify(&mut session, input);
        status.add(&outcome);
        match (&outcome, &mut expected) {
            (Outcome::Verified(verified), Some(expected)) => expected.meet(verified),
            _ => {}
        }
        if arguments.errors && matches!(outcome, Outcome::Verified(_)) {
            continue;
        }
        match arguments.json {
            true => writeln!(output, "{}", json::object(&input.path, &outcome))?,
            false => lines::write(output, arguments.quiet, &input.path, &outcome)?,
        }
        output.flush()?;
    }
    if let Some(expected) = &expected {
        status.rejected |= expected.write_unmet(output, arguments.json, arguments.quiet)?;
    }
    output.flush()?;
    Ok(status.code())
}

fn verify(session: &mut Session<'_>, input: &Input) -> Outcome {
    if let Some(trouble) = &input.trouble {
        return Outcome::Unreadable(trouble.clone());
    }
    let verdict = match read::open(&input.path, session.largest_file()) {
        Ok(Opened::Bytes(bytes)) => session.verify(bytes),
        Ok(Opened::TooLarge(size)) => Err(session.too_large(size)),
        Err(cause) => return Outcome::Unreadable(cause.to_string()),
    };
    verdict.map_or_else(Outcome::Refused, Outcome::Verified)
}
