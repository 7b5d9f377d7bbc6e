//! `solve unwinnable`: whether a side can still mate, for a position, a file of positions, or a file of games.

mod certificates;
mod games;
mod positions;
mod resume;

use std::io::Write;
use std::path::PathBuf;
use std::thread;

use clap::{Args, ValueEnum};

use super::drawing::Drawing;
use super::files::{Replace, all_differ, no_stream};
use super::outcome::{Failure, note, out, take_standard_output};
pub(super) use certificates::failure as batch_failure;

use crate::answers::unwinnable::Form;
use crate::solve::output::is_standard_output;
use crate::solve::unwinnable::judge::Effort;
use crate::solve::unwinnable::pgn::key::{Bounds, Part};
use crate::solve::unwinnable::questions::Sides;
use gamecert_unwinnable::{Color, Policy, USUAL_NODES};

/// Arguments of `solve unwinnable`.
#[derive(Args, Debug)]
pub(super) struct Unwinnable {
    /// The position, in four to six fields
    #[arg(value_name = "FEN", required_unless_present_any = ["positions", "stdin", "pgn", "list_flag_words"])]
    fen: Option<String>,
    /// The side whose mate is asked about [default: the one that is not to move]
    #[arg(ignore_case = true, value_enum, value_name = "SIDE", requires = "fen")]
    side: Option<SideArg>,
    /// A file of positions, - for standard input, one on a line: [WB|W-|-B|--] FEN [white|black|both] [id]. Lines may also be EPD, or quoted fields with commas
    /// between them
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    positions: Option<PathBuf>,
    /// Read such lines from standard input, and answer each at once
    #[arg(long, conflicts_with_all = ["fen", "positions"])]
    stdin: bool,
    /// A file of games, plain or compressed by zstd or gzip; - is standard input. Lists the games that ended with a fallen flag and a wrong result, as the side
    /// with time left could or could not mate
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "positions", "stdin"])]
    pgn: Option<PathBuf>,
    /// Ask about every position of each game: from which ply on a side could not mate, and from which ply on the game was dead
    #[arg(long, requires = "pgn", conflicts_with_all = ["fen", "positions", "stdin"])]
    every_ply: bool,
    /// List every game examined, not only the misjudged ones
    #[arg(long, requires = "pgn", conflicts_with_all = ["fen", "positions", "stdin"])]
    all: bool,
    /// Keep the progress in this file, and continue from it if it exists
    #[arg(long, value_name = "FILE", requires = "pgn", conflicts_with_all = ["fen", "positions", "stdin"])]
    resume: Option<PathBuf>,
    /// Examine only the games whose first byte is one of these of a plain file, counted from 0; either end may be left out
    #[arg(long, value_name = "FROM..TO", value_parser = bounds, requires = "pgn", conflicts_with_all = ["fen", "positions", "stdin", "resume"])]
    bytes: Option<Bounds>,
    /// The same by frames of a file that is compressed by zstd
    #[arg(long, value_name = "FROM..TO", value_parser = bounds, requires = "pgn", conflicts_with_all = ["fen", "positions", "stdin", "resume", "bytes"])]
    frames: Option<Bounds>,
    /// List the frames of the file and examine nothing
    #[arg(long, requires = "pgn", conflicts_with_all = ["fen", "positions", "stdin", "resume", "bytes", "frames", "every_ply", "all", "emit_cert", "policy", "csv"])]
    list_frames: bool,
    /// Write counts to this file too, as JSON that `solve merge summaries` adds up; - is standard output, and all else goes to standard error
    #[arg(long, value_name = "FILE", requires = "pgn", conflicts_with_all = ["fen", "positions", "stdin", "resume", "list_frames"])]
    summary: Option<PathBuf>,
    /// What the counts call the file [default: its name without folders]
    #[arg(long, value_name = "NAME", requires = "summary")]
    source: Option<String>,
    /// Recognise a lost flag by the wordings of this file too, one a line. WINNER and LOSER stand for a player, * for any text
    #[arg(long, value_name = "FILE", requires = "pgn", conflicts_with_all = ["fen", "positions", "stdin", "list_frames"])]
    flag_words: Option<PathBuf>,
    /// List the wordings by which a lost flag is recognised, and examine nothing
    #[arg(long, exclusive = true)]
    list_flag_words: bool,
    /// Answer only what can be seen quickly; the rest is unknown
    #[arg(long, conflicts_with = "nodes")]
    quick: bool,
    /// Look for a shortest line if the side can mate, and say whether it is known to be one
    #[arg(long, conflicts_with_all = ["quick", "every_ply"])]
    shortest: bool,
    /// Limit of positions looked at for a question
    #[arg(long, value_name = "N", default_value_t = USUAL_NODES, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Write the certificate to this file: that of a single answer, or a batch of several. The checker verifies it first. - is standard output, and all else goes to
    /// standard error
    #[arg(long, value_name = "FILE", conflicts_with_all = ["every_ply", "resume"])]
    emit_cert: Option<PathBuf>,
    /// Draw the answer to a file whose name ends in .svg, .pdf, .png or .csv: the moves that lead to mate, or what can never move and where the kings can never get
    #[arg(id = "picture", long = "plot", value_name = "FILE", conflicts_with_all = ["positions", "stdin", "pgn"])]
    plot: Option<PathBuf>,
    #[command(flatten)]
    replace: Replace,
    /// Print also how these rules score a fallen flag; for a file, how often rules differ: fide-timeout (or fide), fide-dead, uscf, lichess-2025, lichess-2026 (or
    /// lichess), chesscom
    #[arg(long, value_name = "RULES", value_parser = rules)]
    policy: Option<Policy>,
    /// Print JSON objects, one on a line
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print comma-separated values
    #[arg(long)]
    csv: bool,
    /// Number of threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    #[command(flatten)]
    drawing: Drawing,
}

/// The side or sides asked about.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum SideArg {
    /// White's
    #[value(alias = "w")]
    White,
    /// Black's
    #[value(alias = "b")]
    Black,
    /// White's, and then Black's
    Both,
}

/// Names of the rules, with descriptions. `lichess` means the newest of its dated rules.
const RULES: [(&str, Policy, &str); 8] = [
    ("fide-timeout", Policy::FideTimeout, "FIDE 6.9: drawn if the opponent cannot mate by any series of legal moves"),
    ("fide", Policy::FideTimeout, "the same"),
    ("fide-dead", Policy::FideDead, "FIDE 5.2.2: drawn if neither side can mate"),
    ("uscf", Policy::Uscf, "US Chess 14D4 and 14E, without the clause of the forced win"),
    ("lichess-2025", Policy::Lichess2025, "Lichess until August 2026: drawn if the opponent lacks material"),
    ("lichess-2026", Policy::Lichess2026, "Lichess since then: drawn too if every legal move leaves the opponent too little material"),
    ("lichess", Policy::LICHESS, "the newest rule of Lichess"),
    ("chesscom", Policy::Chesscom, "Chess.com: drawn if the opponent has a king alone, or with one bishop or knight"),
];

/// Parses the name of rules. The error lists all names instead of the nearest, which may be another rule.
fn rules(text: &str) -> Result<Policy, String> {
    let known = RULES.iter().find(|(name, ..)| *name == text).map(|(_, policy, _)| *policy);
    known.ok_or_else(|| {
        let list: Vec<String> = RULES.iter().map(|(name, _, what)| format!("\n  {name:12} {what}")).collect();
        format!("no rules have this name; known are{}", list.concat())
    })
}

impl Unwinnable {
    /// Runs the command.
    pub(super) fn run(&self) -> Result<(), Failure> {
        if self.list_flag_words {
            return games::list_flag_words();
        }
        no_stream("--resume", self.resume.as_deref())?;
        all_differ(&[("--emit-cert", &self.emit_cert), ("--summary", &self.summary), ("--resume", &self.resume), ("--plot", &self.plot)])?;
        if [&self.emit_cert, &self.summary].into_iter().flatten().any(|file| is_standard_output(file)) {
            take_standard_output();
        }
        match (&self.fen, &self.positions, &self.pgn) {
            (Some(fen), ..) => positions::one(self, fen),
            (_, Some(file), _) => positions::file(self, file),
            (.., Some(file)) if self.list_frames => games::frames(file, self.json),
            (.., Some(file)) => games::file(self, file),
            _ => positions::stdin(self),
        }
    }

    fn sides(&self) -> Sides {
        match self.side {
            None => Sides::NotToMove,
            Some(SideArg::White) => Sides::One(Color::White),
            Some(SideArg::Black) => Sides::One(Color::Black),
            Some(SideArg::Both) => Sides::Both,
        }
    }

    fn effort(&self) -> Effort {
        Effort { quick: self.quick, shortest: self.shortest, nodes: self.nodes }
    }

    fn part(&self) -> Part {
        match (self.bytes, self.frames) {
            (Some(bytes), _) => Part::Bytes(bytes),
            (_, Some(frames)) => Part::Frames(frames),
            _ => Part::Whole,
        }
    }

    fn form(&self) -> Form {
        match (self.json, self.csv) {
            (true, _) => Form::Json,
            (_, true) => Form::Csv,
            _ => Form::Text,
        }
    }

    fn threads(&self) -> usize {
        self.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from)
    }
}

/// Parses a range.
fn bounds(text: &str) -> Result<Bounds, String> {
    let number = |digits: &str| if digits.is_empty() { Ok(None) } else { digits.parse().map(Some) };
    let read = text.split_once("..").and_then(|(from, to)| Some(Bounds { from: number(from).ok()?, to: number(to).ok()? }));
    let bounds = read.ok_or("expected two numbers as in 1000..2000, of which either may be left out")?;
    match (bounds.from, bounds.to) {
        (Some(from), Some(to)) if from > to => Err(format!("{from} is greater than {to}")),
        _ => Ok(bounds),
    }
}

/// Prints a summary: after the records if these are text, otherwise to standard error.
fn print_summary(form: Form, text: &[u8]) -> Result<(), Failure> {
    if form == Form::Text {
        out().write_all(text)?;
    } else {
        String::from_utf8_lossy(text).lines().for_each(note);
    }
    Ok(())
}
