//! Prints verdicts as lines that begin with `s` or `c`.
//!
//! File names and strings from a certificate are quoted if they could be mistaken for other output. Therefore no
//! certificate can forge an output line.

use crate::Outcome;
use gamecert_checker::{Refusal, Verdict, Verified, hex, quoted};
use std::io::{self, Write};
use std::path::Path;

/// A string chosen by a file is printed up to this number of characters.
const SHOWN: usize = 200;

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

/// If the file exceeded a limit, returns a hint that names the option for raising this limit.
fn option(refusal: &Refusal) -> &'static str {
    match (refusal.group, refusal.clause) {
        ("resources", "memory") => " (--memory)",
        ("resources", "allowance") => " (--work)",
        _ => "",
    }
}

/// Prints the claim that a verified file proves, then the names that the file chose.
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

/// Prints a comment line that belongs to no verdict. If `quiet` is set, the comment goes to standard error, so that
/// standard output contains only verdict lines.
pub(crate) fn comment(output: &mut dyn Write, quiet: bool, comment: &str) -> io::Result<()> {
    if quiet {
        warn(comment);
        return Ok(());
    }
    writeln!(output, "c {comment}")
}

/// Prints a sentence on standard error. A write error is ignored, because there is no other place to report it.
pub(crate) fn warn(sentence: &str) {
    let _ = writeln!(io::stderr(), "check: {sentence}");
}

/// Formats a path for an output line. The path is quoted unless it consists of ASCII letters, ASCII digits and the
/// characters `._-/+@:,~`.
pub(crate) fn name(path: &Path) -> String {
    let plain = |text: &&str| !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "._-/+@:,~".contains(letter));
    path.to_str().filter(plain).map_or_else(|| format!("{path:?}"), str::to_owned)
}
