//! Help of the commands: examples, shell completions and man pages.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Arg, Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use super::outcome::Failure;

/// Help for a command, in addition to the descriptions of its options.
struct Guide {
    command: &'static str,
    /// Names of the most common options, which the help lists first.
    first: &'static [&'static str],
    examples: &'static [Example],
}

/// An example of a command. The fields are the purpose, the arguments, and the beginning of the output. The output is
/// empty if the example prints nothing. A test runs all examples.
struct Example(&'static str, &'static str, &'static str);

const GUIDES: [Guide; 18] = [
    Guide {
        command: "bidding-chess",
        first: &["position", "board", "emit_dir"],
        examples: &[
            Example(
                "Solve two endings, and write a certificate for each and for those they depend on",
                "KBK KRK --emit-dir my-certs",
                "KBK, KRK on 8x8: every position is solved; the exact share of the money with which a player can force …",
            ),
            Example(
                "Describe the zugzwang positions of an ending on a smaller board",
                "KNK --board 5x5 --report",
                "KNK on 5x5: every position is solved; the exact share of the money with which a player can force a win is known.",
            ),
        ],
    },
    Guide {
        command: "bidding-game",
        first: &["position", "emit_cert", "json"],
        examples: &[
            Example(
                "Solve tic-tac-toe for bidding with real-valued money",
                "tic-tac-toe",
                "Left can force a win with more than 133/256 of the money (0.51953125), Right with more than 133/256 …",
            ),
            Example(
                "Solve a game of your own and write its certificate",
                "examples/standoff.json --emit-cert standoff.cbor",
                "White can force a win with more than 3/4 of the money (0.75), Black with more than 3/4 (0.75); while …",
            ),
        ],
    },
    Guide {
        command: "chips",
        first: &["chips", "all", "position"],
        examples: &[
            Example(
                "How many of 100 chips Left needs to win tic-tac-toe",
                "tic-tac-toe --chips 100",
                "With 100 chips in all, Left can force a win with 53 or more, whoever has the tie-breaking advantage; …",
            ),
            Example(
                "The same for every number of chips, with a certificate",
                "tug:6 --all --emit-cert tug-6-chips.cbor",
                "To force a win Left needs about 50.0 % of all chips in the long run; of 100 chips, 53. f(k) is the least …",
            ),
            Example(
                "A way to win hex with as few of 20 chips as possible",
                "hex:3x3 --chips 20 --strategy --emit-cert hex-3x3-strategy.cbor",
                "With 20 chips in all, Left can force a win with 10 chips and the tie-breaking advantage (10*), and not …",
            ),
        ],
    },
    Guide {
        command: "scoring",
        first: &["budget", "subtract", "position"],
        examples: &[
            Example(
                "Outcomes for heaps of every size when one or two may be taken",
                "--budget 6 --subtract 1,2",
                "With a heap of 14, 3 of 6 coins and the marker, Left ends 2 points ahead if both play best; from heap 14 on …",
            ),
            Example(
                "The best bids and moves at a heap of 9 with 3 of 6 coins",
                "--budget 6 --subtract 1,2 --position 9,3",
                "With a heap of 9, 3 coins for Left, 3 for Right and Left's marker, Left makes 1 point more than Right if …",
            ),
            Example(
                "The same with the outcome of each pair of bids",
                "--budget 6 --subtract 1,2 --position 9,3 --bid-table",
                "With a heap of 9, 3 coins for Left, 3 for Right and Left's marker, Left makes 1 point more than Right if …",
            ),
        ],
    },
    Guide {
        command: "losing-chess",
        first: &["fen", "time", "emit_cert"],
        examples: &[
            Example(
                "Prove that Black wins after 1. e4, and write the certificate",
                "\"1. e4\" --emit-cert e4.cbor",
                "1. e4: Black wins by force with 1... b5",
            ),
            Example(
                "Look for a win of White in a position, for at most a minute",
                "--fen \"8/2p5/8/P7/8/8/8/8 b - -\" --for white --time 1m",
                "8/2p5/8/P7/8/8/8/8 b - -: White wins by force, whatever the other side plays",
            ),
            Example("Answer from a proof in certs/losing, without a search", "\"1. e3 d6\"", "1. e3 d6: White wins by force with 2. Qg4"),
        ],
    },
    Guide {
        command: "safe",
        first: &["side", "always", "rules", "emit_cert"],
        examples: &[
            Example(
                "Prove that king against pawn is drawn, and write the certificate",
                "\"3K4/8/8/3p4/8/8/8/8 w - -\" --emit-cert drawn.cbor",
                "3K4/8/8/3p4/8/8/8/8 w - -: drawn with best play, neither side can win by force",
            ),
            Example(
                "Black's time is up: can White still win with bishops on squares of different colours?",
                "\"8/8/8/8/2b5/8/8/B7 w - -\" --for black --always",
                "8/8/8/8/2b5/8/8/B7 w - -: White cannot win, whatever both sides play",
            ),
        ],
    },
    Guide {
        command: "link",
        first: &["side", "cite", "plies", "emit_cert"],
        examples: &[Example(
            "Prove that White wins after 1. e3 a6 and after 1. e3 h6 with one certificate, which cites two others",
            "\"1. e3 a6\" \"1. e3 h6\" --for white --cite certs/losing/e3-a6.cbor --cite certs/losing/e3-h6.cbor --emit-cert both.cbor",
            "rnbqkbnr/1ppppppp/p7/8/8/4P3/PPPP1PPP/RNBQKBNR w - -: White wins by force, within 76 moves of both sides",
        )],
    },
    Guide {
        command: "analyse",
        first: &["proofs", "annotated", "rules"],
        examples: &[
            Example(
                "Where the games of a file keep a win, throw it away or leave a proof, with comments in a copy",
                "examples/losing-chess/games.pgn --proofs certs/losing/e3-d5.cbor --out annotated.pgn",
                "Game 1, line 1: ",
            ),
            Example(
                "The same for programs, one JSON object for each game",
                "examples/losing-chess/games.pgn --proofs certs/losing/e3-d5.cbor --json",
                "{\"game\":1,\"line\":1,",
            ),
        ],
    },
    Guide {
        command: "tables",
        first: &["pieces", "rules"],
        examples: &[
            Example(
                "Build the tables of two pieces and pawns under each rule",
                "--pieces 2 --rules all",
                "All 21 tables of at most 2 pieces and pawns under the joint rule are stored: …",
            ),
            Example("List the tables that are stored", "", "Endgame tables of losing chess take …"),
        ],
    },
    Guide {
        command: "unwinnable",
        first: &["pgn", "policy", "emit_cert"],
        examples: &[
            Example(
                "Whether White can still mate",
                "\"Bb1k1b2/bKp1p1p1/1pP1P1P1/1P6/p5P1/P7/8/8 w - -\" white",
                "White cannot mate: no moves of kings and pawns lead to …",
            ),
            Example(
                "The games of a file in which a fallen flag was judged wrongly, as CSV",
                "--pgn games.pgn --csv",
                "game,at,result,finding,fen,side,verdict,can_mate,line,nodes,micros,evidence,positions,id,policy,ruling,ke …",
            ),
            Example(
                "What can never move in a fortress, as a picture",
                "\"4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -\" white --plot fortress.svg",
                "White cannot mate: no piece or pawn can get to where a mate …",
            ),
        ],
    },
    Guide {
        command: "merge",
        first: &[],
        examples: &[Example(
            "Make one batch of several certificates of who can still mate",
            "certs certs/unwinnable/named.cbor certs/unwinnable/fortresses.cbor --emit-cert both.cbor",
            "",
        )],
    },
    Guide {
        command: "advise",
        first: &["player", "chips", "advantage"],
        examples: &[Example(
            "What Left should bid in tic-tac-toe with 4 of 8 chips and the advantage",
            "tic-tac-toe --as left --chips 4/8 --advantage mine",
            "Left can force a win with 4 of 8 chips and the advantage: Left bids 1 and, with the higher bid, moves to …",
        )],
    },
    Guide {
        command: "lookup",
        first: &["chips", "side", "json"],
        examples: &[
            Example(
                "What an ending's certificate says of a position",
                "certs/knk.cbor \"8/8/8/8/3k4/8/8/K2N4\"",
                "White can force a win with more than 11183/32256 of the money (about 0.3466951884), Black with more than …",
            ),
            Example(
                "How many of 100 chips, from a certificate for every number",
                "certs/tic-tac-toe-chips.cbor --chips 100",
                "With 100 chips in all, Left can force a win with 53 or more, whoever has the tie-breaking advantage; …",
            ),
        ],
    },
    Guide {
        command: "export",
        first: &["format", "out", "tidy"],
        examples: &[
            Example(
                "All positions of an ending as CSV, which begins with a line of column names",
                "certs/kbk.cbor --format csv",
                "class,position,alpha,beta,label_white,label_black,white_move,black_move,bid,zugzwang,quiescent",
            ),
            Example(
                "A table of ten positions for LaTeX",
                "certs/kbk.cbor --format latex --first 10",
                "% KBK on 8x8: positions with the share of the money that wins, the bid and the best moves",
            ),
            Example(
                "One threshold a row, for pandas and R",
                "certs/tic-tac-toe-chips.cbor --tidy --chips 0..100",
                "class,position,player,chips,wins,threshold,threshold_chips,marked",
            ),
            Example(
                "The best first moves of tic-tac-toe with five chips, as an indented tree",
                "certs/tic-tac-toe-chips.cbor --tree text --chips 5",
                "tic-tac-toe 3x3x3: optimal moves",
            ),
        ],
    },
    Guide {
        command: "plot",
        first: &["picture", "position", "no_title"],
        examples: &[
            Example(
                "Thresholds against the number of chips",
                "certs/tic-tac-toe-chips.cbor --out chips.svg",
                "chips.svg shows which share of the chips Left needs to win tic-tac-toe 3x3x3 from .../.../..., for each …",
            ),
            Example(
                "What every square is worth to the knight",
                "certs/knk.cbor --position 8/8/8/8/3k4/8/8/K2N4 --move-piece d1 --out knight.svg",
                "knight.svg shows what 8/8/8/8/3k4/8/8/K2N4 is worth with the piece from d1 on each square of the board.",
            ),
            Example(
                "A page for one column of a journal",
                "certs/tic-tac-toe-chips.cbor --width 85mm --no-title --out column.pdf",
                "column.pdf shows which share of the chips Left needs to win tic-tac-toe 3x3x3 from .../.../..., for each …",
            ),
        ],
    },
    Guide {
        command: "walk",
        first: &["moves", "game", "pgn"],
        examples: &[
            Example(
                "Show what a proof plays after some moves",
                "certs/losing/e3-d5.cbor --moves \"1. e3 d5 2. Qg4 Bxg4\"",
                "White wins by force from here with 3. Kd1: at most 30 moves of both sides in this proof (shorter wins …",
            ),
            Example(
                "Play through a proof, move by move",
                "certs/losing/e3-d5.cbor",
                "After 1. e3 d5 White wins by force, in at most 32 moves of both sides in this proof of 33 positions (rules …",
            ),
            Example(
                "The largest subtrees of a proof as a game with variations",
                "certs/losing/e3-d5.cbor --pgn e3-d5.pgn",
                "Wrote e3-d5.pgn: 32 moves, 33 positions",
            ),
            Example(
                "How it spreads, as a picture",
                "certs/losing/e3-d5.cbor --plot e3-d5.svg",
                "Wrote e3-d5.svg: White wins by force (rules joint): the shape of the proof",
            ),
        ],
    },
    Guide {
        command: "examples",
        first: &[],
        examples: &[Example("All of them", "", "# How much money does tic-tac-toe take, if players bid for every move?")],
    },
    Guide {
        command: "serve",
        first: &["open", "port", "memory"],
        examples: &[
            Example("Open the page in the browser, with the certificates of a folder", "my-certs --open", ""),
            Example("At a port of your choice, with 4 GB for each job", "--port 8080 --memory 4G", ""),
        ],
    },
];

/// Groups of commands with the same purpose. Each group has a heading.
const GROUPS: [(&str, &[&str]); 5] = [
    ("How much money, how many chips, how many points?", &["bidding-chess", "bidding-game", "chips", "scoring"]),
    ("Who wins? Can they still mate?", &["losing-chess", "safe", "link", "analyse", "tables", "unwinnable"]),
    ("What should I play?", &["advise", "lookup", "walk"]),
    ("What is in a certificate?", &["export", "plot", "merge"]),
    ("Help and surroundings", &["examples", "serve", "completions", "man-pages", "help"]),
];

/// Changes the help of `solve` so that it lists the commands in groups.
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
    let end = "Certificates are verified before they are described. solve COMMAND --help has examples; solve examples runs some.";
    solve.help_template(format!("{{about}}\n\n{{usage-heading}} {{usage}}\n\n{groups}Options:\n{{options}}\n\n{end}\n"))
}

/// Adds examples to the help of each command, and lists the most common options first.
pub(super) fn with_guides(mut solve: Command) -> Command {
    for Guide { command: name, first, examples } in GUIDES {
        let lines = examples.iter().map(|Example(what, line, prints)| {
            let prints = if prints.is_empty() { String::new() } else { format!("\n        {prints}") };
            let colon = if what.ends_with('?') { "" } else { ":" };
            format!("  {what}{colon}\n      {}{prints}", format!("solve {name} {line}").trim_end())
        });
        let lines: Vec<String> = lines.collect();
        solve = solve.mut_subcommand(name, |command| {
            let before = command.get_after_help().map(|text| format!("{text}\n\n")).unwrap_or_default();
            let is_first = |arg: &Arg| arg.is_positional() || arg.get_help_heading().is_some() || first.contains(&arg.get_id().as_str());
            let command = command.mut_args(|arg| if first.is_empty() || is_first(&arg) { arg } else { arg.help_heading("More options") });
            command.after_help(format!("{before}Examples, and how their output begins:\n{}", lines.join("\n")))
        });
    }
    solve
}

/// Arguments of `solve completions`.
#[derive(Args, Debug)]
pub struct Completions {
    /// The shell for which completions are printed
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Prints the shell completions of `solve`.
    ///
    /// # Errors
    /// Fails if the completions cannot be written.
    pub fn run(self, mut solve: Command) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut solve, "solve", &mut script);
        let mut out = io::stdout().lock();
        out.write_all(&script)?;
        Ok(out.flush()?)
    }
}

/// Date of the man pages: the day on which their text was last changed.
const PAGES_DATE: &str = "2026-11-30";

/// Arguments of `solve man-pages`.
#[derive(Args, Debug)]
pub struct ManPages {
    /// The folder for the man pages, which is created if it does not exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl ManPages {
    /// Writes a man page for `solve` and one for each of its commands.
    ///
    /// # Errors
    /// Fails if a page cannot be written.
    pub fn run(self, solve: Command) -> Result<(), Failure> {
        let mut solve = solve.disable_help_subcommand(true);
        solve.build();
        fs::create_dir_all(&self.folder)
            .and_then(|()| write_pages(&solve, &self.folder))
            .map_err(|error| Failure::file(&self.folder, &error))
    }
}

/// Writes the man page of a command, and those of its subcommands.
fn write_pages(command: &Command, folder: &Path) -> io::Result<()> {
    for inner in command.get_subcommands().filter(|inner| !inner.is_hide_set() && inner.get_name() != "help") {
        write_pages(inner, folder)?;
    }
    let source = concat!("gamecert ", env!("CARGO_PKG_VERSION"));
    let man = Man::new(command.clone()).date(PAGES_DATE).source(source).manual("User Commands");
    let mut page = Vec::new();
    man.render(&mut page)?;
    let page = String::from_utf8_lossy(&page).replace(".br\n\n.br\n", ".sp\n").replace('…', "\\[u2026]");
    // The lines of the examples must not be filled.
    let page = match page.split_once(".SH EXTRA\n") {
        Some((before, after)) => {
            let (examples, rest) = after.split_at(after.find(".SH ").unwrap_or(after.len()));
            format!("{before}.SH EXAMPLES\n.nf\n{examples}.fi\n{rest}")
        }
        None => page,
    };
    fs::write(folder.join(man.get_filename()), page)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::{GROUPS, GUIDES, Guide};
    use crate::cli::Cli;

    #[test]
    fn options_that_come_first_exist() {
        let solve = Cli::command();
        for Guide { command, first, .. } in GUIDES {
            let command = solve.find_subcommand(command).unwrap_or_else(|| panic!("{command}"));
            for name in first {
                assert!(command.get_arguments().any(|arg| arg.get_id() == name), "{} {name}", command.get_name());
            }
        }
    }

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
