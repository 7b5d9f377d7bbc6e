//! The command-line arguments.

use clap::Parser;
use std::num::NonZeroU32;
use std::path::PathBuf;

const EXAMPLES: &str = "Examples:
  check certs/knk.cbor
      Verify a certificate: the line that begins with 's' is the verdict, the first that begins with 'c' what is proved
  check certs --quiet
      Verify all certificates of a folder, and print the verdicts alone
  check certs/losing --json --expect claims.json
      Verify them, and fail unless they prove each claim of a file";

/// Verify certificates for the values of games.
///
/// Exit status: 0 if all files were verified; 1 if a file was rejected or an expected claim is not proved; 2 if the
/// command line is wrong or a file cannot be read; 3 if a file was neither verified nor rejected, because this program
/// lacks something that it needs. If several apply, 2 comes before 1 and 1 before 3.
#[derive(Parser)]
#[command(name = "check", version, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Certificates to verify. A folder stands for all files *.cbor in the folder and below it; - is standard input.
    #[arg(value_name = "FILE")]
    #[cfg_attr(not(all(feature = "inspect", feature = "bidding")), arg(required_unless_present_any = ["files_from", "self_test"]))]
    #[cfg_attr(all(feature = "inspect", feature = "bidding"), arg(required_unless_present_any = ["files_from", "self_test", "print_game"]))]
    pub(crate) files: Vec<PathBuf>,
    /// Verify the files of this list too, one path a line; - is standard input.
    #[arg(long, value_name = "LIST")]
    pub(crate) files_from: Option<PathBuf>,
    /// Exit with status 1 unless each claim in this file is proved. The file contains objects as --json prints them,
    /// one a line or in one array; - is standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) expect: Option<PathBuf>,
    /// Also look for cited certificates (*.cbor) in this folder; may be repeated. The files named, and then their
    /// folders, are searched before the folders of this option.
    #[arg(long, value_name = "DIR")]
    pub(crate) include: Vec<PathBuf>,
    /// Read at most this many bytes, in all, in search of cited certificates.
    #[arg(long, value_name = "SIZE", value_parser = number, default_value = "4G")]
    pub(crate) search: u64,
    /// Leave a certificate undecided before it takes more memory than this number of bytes. K, M and G stand for
    /// thousands, millions and billions.
    #[arg(long, value_name = "SIZE", value_parser = number)]
    pub(crate) memory: Option<u64>,
    /// Leave a certificate undecided after this number of steps, each of some 10 ns. K, M and G stand for thousands,
    /// millions and billions. The default is 100M steps, plus 200 for each byte of the file and of the files that it
    /// cites.
    #[arg(long, value_name = "N", value_parser = number)]
    pub(crate) work: Option<u64>,
    /// Number of threads.
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) threads: NonZeroU32,
    /// Print nothing about verified files.
    #[arg(long)]
    pub(crate) errors: bool,
    /// Print the verdict lines alone.
    #[arg(long, conflicts_with = "json")]
    pub(crate) quiet: bool,
    /// Print one JSON object for each file, one a line, and nothing else.
    #[arg(long)]
    pub(crate) json: bool,
    /// Verify a small built-in certificate of each kind, and reject a false one of each kind. The exit status is 1 if a
    /// verdict is not the expected one, and otherwise 0.
    #[arg(long, exclusive = true)]
    pub(crate) self_test: bool,
    /// Verify nothing, but print, as JSON, the game that this certificate is about. The exit status is 0, or 2 if the
    /// game cannot be printed. Only the part of the file that names the game is read, not the claim or the evidence. A
    /// game that cites other games is not printed.
    #[cfg(all(feature = "inspect", feature = "bidding"))]
    #[arg(long, value_name = "FILE", exclusive = true)]
    pub(crate) print_game: Option<PathBuf>,
}

/// Parses a number with an optional unit K, M or G.
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
