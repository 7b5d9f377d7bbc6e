//! The page *Results* of the book: the claim of every shipped certificate in one sentence, with the digest by which
//! other certificates cite it.

use std::fmt::Write as _;

use gamecert_checker::{Verified, batch, hex, losing};
use gamecert_solver::games::losing_chess::text::{START, Setup};

use crate::claims::Shipped;

const HEAD: &str = "\
# Results

What every shipped certificate claims, in one sentence, as the checker says it after verifying the file. The sentence is
the first statement that `check` prints of the file; what it says next is a part of the claim too. This page is made by
`cargo run --release -p gamecert-tests --bin results`, and a test compares the two.
[certs/README.md](../../certs/README.md) has sizes, commands, and how the larger files were found.
Where a claim contradicts print, [the errata](../../spec/errata.md) say so.

## How to cite a result

Name the file, its SHA-256 and the version of the sources. The digest fixes the claim: whoever has the file can verify
it without the solver. Replace the words in capitals; `git rev-parse HEAD` prints the commit, and the digests are below.

```bibtex
@misc{gamecert-NAME,
  author       = {{gamecert contributors}},
  title        = {gamecert: SENTENCE OF THE CLAIM},
  year         = {YEAR},
  howpublished = {\\url{https://github.com/gamecert/gamecert}, file \\texttt{certs/NAME.cbor}},
  note         = {SHA-256 \\texttt{DIGEST}, commit \\texttt{COMMIT}. Verified by \\texttt{check certs/NAME.cbor}}
}
```

[A guide for researchers](guide-researcher.md#cite-it) fills it in for one result.
[CITATION.cff](../../CITATION.cff) cites the project as a whole.
";

/// Sections of the page: heading, paper, and kinds of certificates.
const SECTIONS: [(&str, &str, &[&str]); 5] = [
    (
        "Bidding with real-valued money",
        "\
Bidding chess: U. Larsson and J. Wästlund, *Endgames in bidding chess*, Games of No Chance 5 (2019), 421 to 438.
Tic-tac-toe: S. Payne and M. Develin, *Discrete bidding games*, Electronic Journal of Combinatorics 17 (2010) #R85.",
        &["richman", "bracket"],
    ),
    (
        "Bidding with chips",
        "S. Payne and M. Develin, *Discrete bidding games*, Electronic Journal of Combinatorics 17 (2010) #R85.",
        &["chips", "strategy"],
    ),
    ("Bidding for points", "U. Larsson, N. Patel and R. K. Rai, *Discrete Richman-bidding Scoring Games*.", &["scoring"]),
    (
        "Losing chess",
        "\
M. Watkins, *Losing Chess: 1. e3 wins for White*, and *A status report on Losing Chess*. The moves before a win lead to
the position that the checker names.",
        &["losing", "safe"],
    ),
    (
        "Who can still mate",
        "\
M. Ambrona, *A Practical Algorithm for Chess Unwinnability*, FUN 2022. Each of these files holds many claims;
`solve export FILE` lists them.",
        &["batch", "helpmate", "unwinnable"],
    ),
];

/// Returns the text of the page.
///
/// # Errors
/// If a certificate's kind has no section, or the start position is refused.
pub fn page(shipped: &Shipped) -> Result<String, String> {
    let mut text = HEAD.to_owned();
    let mut listed = 0;
    for (heading, paper, kinds) in SECTIONS {
        write!(text, "\n## {heading}\n\n{paper}\n\n| file | claim | SHA-256 |\n|---|---|---|\n").map_err(|error| error.to_string())?;
        for (name, verified) in shipped.verified.iter().filter(|(_, verified)| kinds.contains(&verified.kind.name)) {
            listed += 1;
            let claim = sentence(verified)?;
            writeln!(text, "| `certs/{name}` | {claim} | `{}` |", hex(&verified.digest)).map_err(|error| error.to_string())?;
        }
    }
    if listed == shipped.verified.len() { Ok(text) } else { Err("a kind of certificate has no section".to_owned()) }
}

/// Returns the claim in one sentence.
fn sentence(verified: &Verified) -> Result<String, String> {
    let first = verified.claim.statements().into_iter().next().ok_or("a claim without a statement")?;
    if let Some(claim) = verified.claim_as::<losing::Claim>() {
        let moves = opening(&claim.root).map_or(String::new(), |moves| format!("{moves}: "));
        return Ok(format!("{moves}{first} (rule of stalemate: {})", claim.stalemate));
    }
    if verified.claim_as::<batch::Claim>().is_some() {
        return Ok(first);
    }
    Ok(format!("{}: {first}", verified.game))
}

/// Returns the one or two moves from the start position to `root`, or `None`.
fn opening(root: &str) -> Option<String> {
    let start = START.parse::<Setup>().expect("the initial position is valid").position;
    for first in start.moves() {
        let after = start.after(first);
        if after.to_string() == root {
            return Some(format!("1. {}", start.san(first)));
        }
        if let Some(reply) = after.moves().into_iter().find(|reply| after.after(*reply).to_string() == root) {
            return Some(format!("1. {} {}", start.san(first), after.san(reply)));
        }
    }
    None
}
