//! Prints verdicts as lines that begin with `s` or `c`.
//!
//! File names, and texts from a file, are quoted wherever they could be mistaken for other output. No file can
//! therefore counterfeit an output line.

use crate::Outcome;
use gamecert_checker::{Refusal, Verdict, Verified, hex, quoted};
use std::io::{self, Write};
use std::path::Path;

/// Maximum number of characters that are printed from a text chosen by a file.
const SHOWN: usize = 200;

/// Prints the verdict on a file.
pub(crate) fn write(output: &mut dyn Write, quiet: bool, path: &Path, outcome: &Outcome) -> io::Result<()> {
    let file = name(path);
    match outcome {
        Outcome::Verified(verified) => {
            writeln!(output, "s VERIFIED {file} sha256={}", hex(&verified.digest))?;
            if quiet { Ok(()) } else { proved(output, verified) }
        }
        Outcome::Refused(refusal) => {
            let (verdict, word) = match refusal.verdict() {
                Verdict::Rejected => ("REJECTED", "error"),
                Verdict::Undecided => ("UNDECIDED", "undecided"),
            };
            writeln!(output, "s {verdict} {file}")?;
            if quiet { Ok(()) } else { writeln!(output, "c {word} {refusal}{}", option(refusal)) }
        }
        Outcome::Unreadable(cause) => comment(output, quiet, &format!("unreadable {file}: {cause}")),
    }
}

/// Returns a hint to append to the refusal: the option that raises the limit which the file has exceeded.
fn option(refusal: &Refusal) -> &'static str {
    match (refusal.group, refusal.clause) {
        ("resources", "memory") => " (--memory)",
        ("resources", "allowance") => " (--work)",
        _ => "",
    }
}

/// Prints the claim that a verified file proves, then the texts chosen by the file.
fn proved(output: &mut dyn Write, verified: &Verified) -> io::Result<()> {
    let statements = verified.claim.statements();
    let (result, rest) = statements.split_at(statements.len().min(1));
    result.iter().try_for_each(|statement| writeln!(output, "c {statement}"))?;
    writeln!(output, "c game {}", verified.game)?;
    rest.iter().try_for_each(|statement| writeln!(output, "c {statement}"))?;
    writeln!(output, "c kind {} version {}", verified.kind.name, verified.kind.version)?;
    for cited in &verified.citations {
        writeln!(output, "c rests on sha256={} {}", hex(&cited.digest), cited.game)?;
    }
    for (what, text) in verified.game.names.iter().chain(&verified.claim.names()) {
        writeln!(output, "c named by the file: {what} {}", quoted(text, SHOWN))?;
    }
    Ok(())
}

/// Prints a comment line that belongs to no verdict. With `quiet` the comment goes to standard error, because standard
/// output then contains only verdict lines.
pub(crate) fn comment(output: &mut dyn Write, quiet: bool, comment: &str) -> io::Result<()> {
    if quiet {
        warn(comment);
        return Ok(());
    }
    writeln!(output, "c {comment}")
}

/// Prints a sentence on standard error. A write error is ignored, because nothing is left where the program could
/// report the error.
pub(crate) fn warn(sentence: &str) {
    let _ = writeln!(io::stderr(), "check: {sentence}");
}

/// Formats a path for an output line. The path is quoted unless it consists of ASCII letters, ASCII digits and the
/// characters `._-/+@:,~`.
pub(crate) fn name(path: &Path) -> String {
    let plain = |text: &&str| !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "._-/+@:,~".contains(letter));
    path.to_str().filter(plain).map_or_else(|| format!("{path:?}"), str::to_owned)
}
