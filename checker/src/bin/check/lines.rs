//! Verdicts as lines that begin with `s` and `c`.
//!
//! Text that a file or its name chooses is quoted wherever it could be taken for something else, so no file can counterfeit a line.

use crate::Outcome;
use gamecert_checker::{Refusal, Verdict, Verified, hex, quoted};
use std::io::{self, Write};
use std::path::Path;

/// At most as many characters of a text that a file chooses are shown.
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

/// The option that allows more, after the refusal of a file that would need it.
fn option(refusal: &Refusal) -> &'static str {
    match (refusal.group, refusal.clause) {
        ("resources", "memory") => " (--memory)",
        ("resources", "allowance") => " (--work)",
        _ => "",
    }
}

/// What a verified file proves, then the texts that it chooses.
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

/// A comment that stands with no verdict line: on standard error where verdict lines alone are wanted.
pub(crate) fn comment(output: &mut dyn Write, quiet: bool, comment: &str) -> io::Result<()> {
    if quiet {
        aside(comment);
        return Ok(());
    }
    writeln!(output, "c {comment}")
}

/// A sentence on standard error. Where even that cannot be written there is nothing left to do.
pub(crate) fn aside(sentence: &str) {
    let _ = writeln!(io::stderr(), "check: {sentence}");
}

/// A path as it stands in a line: in quotation marks unless it is plain.
pub(crate) fn name(path: &Path) -> String {
    let plain = |text: &&str| !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "._-/+@:,~".contains(letter));
    path.to_str().filter(plain).map_or_else(|| format!("{path:?}"), str::to_owned)
}
