//! `solve unwinnable`: decides whether a side can still mate, for a position, a file of positions, or a file of games.

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
    /// The position, as a FEN of four to six fields
    #[arg(value_name = "FEN", required_unless_present_any = ["positions", "stdin", "pgn", "list_flag_words"])]
    fen: Option<String>,
    /// The side that should mate [default: the side that is not to move]
    #[arg(ignore_case = true, value_enum, value_name = "SIDE", requires = "fen")]
    side: Option<SideArg>,
    /// A file of positions, one a line; - is standard input. A line has the form [WB|W-|-B|--]
    /// FEN [white|black|both] [id]. Lines may also be EPD, or quoted fields separated by commas
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    positions: Option<PathBuf>,
    /// Read lines as in --positions from standard input, and answer each line at once
    #[arg(long, conflicts_with_all = ["fen", "positions"])]
    stdin: bool,
    /// A file of games, plain or compressed by zstd or gzip; - is standard input. Lists the games that ended with a
    /// fallen flag and have a wrong result, because the side with time left could or could not mate
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "positions", "stdin"])]
    pgn: Option<PathBuf>,
    /// Ask about every position of each game. Lists the ply from which a side could not mate, and the ply from which
    /// the game was dead
    #[arg(long, requires = "pgn", conflicts_with_all = ["fen", "positions", "stdin"])]
    every_ply: bool,
    /// List every game examined, not only the misjudged ones
    #[arg(long, requires = "pgn", conflicts_with_all = ["fen", "positions", "stdin"])]
    all: bool,
    /// Keep the progress in this file, and continue from it if it exists
    #[arg(long, value_name = "FILE", requires = "pgn", conflicts_with_all = ["fen", "positions", "stdin"])]
    resume: Option<PathBuf>,
    /// Examine only the games that begin in this range of bytes of a plain file. Bytes are counted from 0, and either
    /// end of the range may be left out
    #[arg(long, value_name = "FROM..TO", value_parser = bounds, requires = "pgn", conflicts_with_all = ["fen", "positions", "stdin", "resume"])]
    bytes: Option<Bounds>,
    /// Examine only the games that begin in this range of frames of a file that is compressed by zstd
    #[arg(long, value_name = "FROM..TO", value_parser = bounds, requires = "pgn", conflicts_with_all = ["fen", "positions", "stdin", "resume", "bytes"])]
    frames: Option<Bounds>,
    /// List the frames of the file and examine nothing
    #[arg(long, requires = "pgn", conflicts_with_all = ["fen", "positions", "stdin", "resume", "bytes", "frames", "every_ply", "all", "emit_cert", "policy", "csv"])]
    list_frames: bool,
    /// Also write counts to this file, as JSON that `solve merge summaries` adds up. With - the counts go to standard
    /// output, and everything else to standard error
    #[arg(long, value_name = "FILE", requires = "pgn", conflicts_with_all = ["fen", "positions", "stdin", "resume", "list_frames"])]
    summary: Option<PathBuf>,
    /// The name of the input file in the counts [default: its name without folders]
    #[arg(long, value_name = "NAME", requires = "summary")]
    source: Option<String>,
    /// Recognise a lost flag also by the wordings in this file, one a line. In a wording, WINNER and LOSER stand for a
    /// player, and * for any text
    #[arg(long, value_name = "FILE", requires = "pgn", conflicts_with_all = ["fen", "positions", "stdin", "list_frames"])]
    flag_words: Option<PathBuf>,
    /// List the wordings by which a lost flag is recognised, and examine nothing
    #[arg(long, exclusive = true)]
    list_flag_words: bool,
    /// Answer only questions that can be answered quickly; all others are unknown
    #[arg(long, conflicts_with = "nodes")]
    quick: bool,
    /// If the side can mate, look for a shortest line. Reports whether the line is proved to be a shortest one, or else
    /// how many plies are proved to be too few. This search gets 32 times the number of positions of --nodes
    #[arg(long, conflicts_with_all = ["quick", "every_ply"])]
    shortest: bool,
    /// The maximum number of positions that are searched for one question
    #[arg(long, value_name = "N", default_value_t = USUAL_NODES, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Write the certificate of a single answer, or a batch for several answers, to this file. The checker verifies it
    /// first. With - it goes to standard output, and everything else to standard error
    #[arg(long, value_name = "FILE", conflicts_with_all = ["every_ply", "resume"])]
    emit_cert: Option<PathBuf>,
    /// Draw the answer to a file whose name ends in .svg, .pdf, .png or .csv. The picture shows the moves that lead to
    /// mate, or else the units that can never move and the squares that the kings can never reach
    #[arg(id = "picture", long = "plot", value_name = "FILE", conflicts_with_all = ["positions", "stdin", "pgn"])]
    plot: Option<PathBuf>,
    #[command(flatten)]
    replace: Replace,
    /// Also print how these rules score a fallen flag, and for a file how often rules differ. The rules are
    /// fide-timeout (or fide), fide-dead, uscf, lichess-2025, lichess-2026 (or lichess), chesscom
    #[arg(long, value_name = "RULES", value_parser = rules)]
    policy: Option<Policy>,
    /// Print JSON objects, one a line
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

/// The side, or the sides, that should mate.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum SideArg {
    /// White
    #[value(alias = "w")]
    White,
    /// Black
    #[value(alias = "b")]
    Black,
    /// White, and then Black
    Both,
}

/// Sets of rules about a fallen flag, each with its name and a description. The name `lichess` means the newest rules
/// of Lichess.
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

/// Parses the name of a set of rules. The error message lists all names.
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

/// Parses a range of bytes or of frames.
fn bounds(text: &str) -> Result<Bounds, String> {
    let number = |digits: &str| if digits.is_empty() { Ok(None) } else { digits.parse().map(Some) };
    let read = text.split_once("..").and_then(|(from, to)| Some(Bounds { from: number(from).ok()?, to: number(to).ok()? }));
    let bounds = read.ok_or("expected two numbers as in 1000..2000, of which either may be left out")?;
    match (bounds.from, bounds.to) {
        (Some(from), Some(to)) if from > to => Err(format!("{from} is greater than {to}")),
        _ => Ok(bounds),
    }
}

/// Prints a summary. In text form, the summary follows the records. If the form is JSON or CSV, the summary goes to
/// standard error.
fn print_summary(form: Form, text: &[u8]) -> Result<(), Failure> {
    if form == Form::Text {
        out().write_all(text)?;
    } else {
        String::from_utf8_lossy(text).lines().for_each(note);
    }
    Ok(())
}
