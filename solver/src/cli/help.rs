//! What helps at the command line beside the options' own texts: examples in every `--help`, shell completions, man pages.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;

use super::outcome::Failure;

/// For each command, lines to type and what they do.
const EXAMPLES: [(&str, &[(&str, &str)]); 14] = [
    (
        "bidding-chess",
        &[
            ("Solve two endings, and write a certificate for each and for those they rest on", "KBK KRK --emit-dir my-certs"),
            ("Describe the zugzwang positions of an ending on a smaller board", "KNK --board 5x5 --report"),
        ],
    ),
    (
        "bidding-game",
        &[
            ("Solve tic-tac-toe for bidding with real-valued money", "tic-tac-toe"),
            ("Solve a game of your own and write its certificate", "examples/standoff.json --emit-cert standoff.cbor"),
        ],
    ),
    (
        "chips",
        &[
            ("How many of up to 35 chips Left needs to win tic-tac-toe", "tic-tac-toe --up-to 35"),
            ("The same for every number of chips, with a certificate", "tug:6 --all --emit-cert tug-6-chips.cbor"),
            ("A way to win hex with as few of 20 chips as possible", "hex:3x3 --chips 20 --strategy --emit-cert hex-3x3-strategy.cbor"),
        ],
    ),
    (
        "scoring",
        &[
            ("Outcomes for heaps of every size when one or two may be taken", "--budget 6 --subtract 1,2"),
            ("The best bids and moves at a heap of 9 with 3 of 6 coins", "--budget 6 --subtract 1,2 --position 9,3"),
        ],
    ),
    (
        "losing-chess",
        &[
            ("Prove that Black wins after 1. e4, and write the certificate", "\"1. e4\" --emit-cert e4.cbor"),
            ("Look for a win of White in a position, for at most a minute", "--fen \"8/2p5/8/P7/8/8/8/8 b - -\" --for white --time 1m"),
        ],
    ),
    (
        "unwinnable",
        &[
            ("Whether White can still mate", "\"Bb1k1b2/bKp1p1p1/1pP1P1P1/1P6/p5P1/P7/8/8 w - -\" white"),
            ("The games of a file in which a fallen flag was judged wrongly, as CSV", "--pgn games.pgn --csv"),
            ("What can never move in a fortress, as a picture", "\"4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -\" white --plot fortress.svg"),
        ],
    ),
    (
        "merge",
        &[(
            "Make one batch of several certificates of who can still mate",
            "certs certs/unwinnable/named.cbor certs/unwinnable/fortresses.cbor --emit-cert both.cbor",
        )],
    ),
    (
        "advise",
        &[(
            "What Left should bid in tic-tac-toe with 4 of 8 chips and the advantage",
            "tic-tac-toe .../.../... --as left --chips 4/8 --advantage mine",
        )],
    ),
    ("lookup", &[("What an ending's certificate says of a position", "certs/knk.cbor \"8/8/8/8/3k4/8/8/K2N4\"")]),
    ("export", &[("All positions of an ending as CSV", "certs/kbk.cbor --format csv")]),
    (
        "plot",
        &[
            ("Thresholds against the number of chips", "certs/tic-tac-toe-chips.cbor --out chips.svg"),
            ("What every square is worth to the knight", "certs/knk.cbor --position 8/8/8/8/3k4/8/8/K2N4 --move-piece d1 --out knight.svg"),
            ("A page for one column of a journal", "certs/tic-tac-toe-chips.cbor --width 85mm --no-title --out column.pdf"),
        ],
    ),
    (
        "walk",
        &[
            ("Play through a proof, move by move", "certs/losing/e3-d5.cbor"),
            ("The largest subtrees of a proof as a game with variations", "certs/losing/e3-d5.cbor --pgn e3-d5.pgn"),
            ("How it spreads, as a picture", "certs/losing/e3-d5.cbor --plot e3-d5.svg"),
        ],
    ),
    ("examples", &[("All of them", "")]),
    (
        "serve",
        &[
            ("Open the page in the browser, with the certificates of a folder", "my-certs --open"),
            ("At a port of one's own choice, with 4 GB for each job", "--port 8080 --memory 4G"),
        ],
    ),
];

/// Commands by what people want.
const GROUPS: [(&str, &[&str]); 5] = [
    ("How much money, how many chips, how many points?", &["bidding-chess", "bidding-game", "chips", "scoring"]),
    ("Who wins? Can they still mate?", &["losing-chess", "unwinnable"]),
    ("What should I play?", &["advise", "lookup", "walk"]),
    ("What is in a certificate?", &["export", "plot", "merge"]),
    ("Help and surroundings", &["examples", "serve", "completions", "man-pages", "help"]),
];

/// Puts the commands into the help of `solve` by what people want.
pub(super) fn with_groups(mut solve: Command) -> Command {
    solve.build();
    let about = |name: &str| solve.find_subcommand(name).and_then(Command::get_about).map(ToString::to_string);
    let mut groups = String::new();
    for (question, names) in GROUPS {
        groups += &format!("{question}\n");
        for (name, about) in names.iter().filter_map(|name| Some((name, about(name)?))) {
            groups += &format!("  {name:<15}{about}\n");
        }
        groups.push('\n');
    }
    let end = "Certificates are verified before anything is said of them. solve COMMAND --help has examples; solve examples runs some.";
    solve.help_template(format!("{{about}}\n\n{{usage-heading}} {{usage}}\n\n{groups}Options:\n{{options}}\n\n{end}\n"))
}

/// Puts the examples behind the help of each command.
pub(super) fn with_examples(mut solve: Command) -> Command {
    for (name, examples) in EXAMPLES {
        let lines: Vec<String> =
            examples.iter().map(|(what, line)| format!("  {what}:\n      {}", format!("solve {name} {line}").trim_end())).collect();
        solve = solve.mut_subcommand(name, |command| {
            let before = command.get_after_help().map(|text| format!("{text}\n\n")).unwrap_or_default();
            command.after_help(format!("{before}Examples:\n{}", lines.join("\n")))
        });
    }
    solve
}

/// Arguments of `solve completions`.
#[derive(Args, Debug)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Prints the completions of `solve`.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn run(self, mut solve: Command) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut solve, "solve", &mut script);
        let mut out = io::stdout().lock();
        out.write_all(&script)?;
        Ok(out.flush()?)
    }
}

/// Arguments of `solve man-pages`.
#[derive(Args, Debug)]
pub struct ManPages {
    /// The folder to write them into, made if it is not there
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl ManPages {
    /// Writes a man page for `solve` and one for each of its commands.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn run(self, solve: Command) -> Result<(), Failure> {
        fs::create_dir_all(&self.folder)
            .and_then(|()| clap_mangen::generate_to(solve, &self.folder))
            .map_err(|error| Failure::file(&self.folder, &error))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::GROUPS;
    use crate::cli::Cli;

    #[test]
    fn every_command_is_in_one_group() {
        let mut solve = Cli::command();
        solve.build();
        let commands: BTreeSet<&str> = solve.get_subcommands().map(clap::Command::get_name).collect();
        let grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        assert_eq!(grouped.iter().copied().collect::<BTreeSet<_>>(), commands);
        assert_eq!(grouped.len(), commands.len());
    }
}
