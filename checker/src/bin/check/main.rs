//! `check`: verifies certificates and says what they prove.
//!
//! Implements section 6 of `spec/FORMAT.md` and the look-up of cited files of its section 3. All judgement is the library's; this
//! program reads files and prints verdicts.

#![forbid(unsafe_code)]

mod files;
mod print;
mod report;

use checker::Library;
use clap::Parser;
use files::{Files, Opened, Shared};
use report::{Format, Outcome};
use std::cell::RefCell;
use std::io::{self, BufWriter, Write};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Verify certificates for the values of games.
///
/// Exit status: 0 when every file was verified, 1 when one was rejected, 2 when the command line is wrong or a file cannot be read.
#[derive(Parser)]
#[command(name = "check", version)]
struct Arguments {
    /// The certificates to verify.
    #[arg(required_unless_present = "print_game", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Verify nothing, but print the game that this certificate is about as JSON (exit status 0, or 2 if that cannot be done). Of the file, only what
    /// names the game is read, nothing of its claim or evidence. A game that cites others is not printed.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "include", "memory", "threads", "json", "quiet"])]
    print_game: Option<PathBuf>,
    /// Also look for cited certificates (*.cbor) in this folder; may be repeated. The files named and the folder of
    /// the citing file come first.
    #[arg(long, value_name = "DIR")]
    include: Vec<PathBuf>,
    /// Reject a certificate before it takes more memory than this: bytes, or thousands, millions, billions of bytes (K, M, G).
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<u64>,
    /// Threads to work on.
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroU32,
    /// Print one JSON object a line per file and nothing else.
    #[arg(long)]
    json: bool,
    /// Print the verdict lines alone.
    #[arg(long)]
    quiet: bool,
}

/// A number of bytes, with or without a unit.
fn size(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.char_indices().last() {
        Some((end, 'K' | 'k')) => (&text[..end], 1_000),
        Some((end, 'M' | 'm')) => (&text[..end], 1_000_000),
        Some((end, 'G' | 'g')) => (&text[..end], 1_000_000_000),
        _ => (text, 1),
    };
    let number: u64 = digits.parse().map_err(|_| "expected a number of bytes such as 800000, 500M or 2G".to_owned())?;
    number.checked_mul(unit).ok_or_else(|| "more bytes than any machine has".to_owned())
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut output = BufWriter::new(io::stdout().lock());
    let outcome = match &arguments.print_game {
        Some(path) => print_game(path, &mut output),
        None => run(&arguments, &mut output),
    };
    match outcome {
        Ok(code) => code,
        // Nobody reads on, so nobody is told the verdicts: that is no success.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(2),
        Err(error) => {
            // Where even this cannot be written there is nothing left to do.
            let _ = writeln!(io::stderr(), "check: cannot write: {error}");
            ExitCode::from(2)
        }
    }
}

/// Prints the game of one file, or says why not.
fn print_game(path: &Path, output: &mut dyn Write) -> io::Result<ExitCode> {
    match print::game_of(path) {
        Ok(game) => {
            print::write(output, &game)?;
            output.flush()?;
            Ok(ExitCode::SUCCESS)
        }
        Err(why) => {
            writeln!(io::stderr(), "check: {why}")?;
            Ok(ExitCode::from(2))
        }
    }
}

/// Verifies file by file and prints each verdict at once.
fn run(arguments: &Arguments, output: &mut dyn Write) -> io::Result<ExitCode> {
    let format = match (arguments.json, arguments.quiet) {
        (true, _) => Format::Json,
        (_, true) => Format::Quiet,
        _ => Format::Lines,
    };
    let files = RefCell::new(Files::new(&arguments.files, &arguments.include));
    let mut source = Shared(&files);
    let mut library = Library::new(&mut source, arguments.memory).with_threads(arguments.threads);
    let mut status = 0;
    for path in &arguments.files {
        files.borrow_mut().begin(path);
        let opened = files::open(path, library.largest_file());
        let outcome = match opened {
            Ok(Opened::Bytes(bytes)) => match library.verify(bytes) {
                Ok(verified) => Outcome::Verified(verified),
                Err(refusal) => Outcome::Rejected(refusal),
            },
            Ok(Opened::TooLarge(size)) => Outcome::Rejected(library.too_large(size)),
            Err(error) => Outcome::Unreadable(error),
        };
        status = status.max(outcome.status());
        report::write(output, format, path, &outcome)?;
        output.flush()?;
    }
    Ok(ExitCode::from(status))
}
