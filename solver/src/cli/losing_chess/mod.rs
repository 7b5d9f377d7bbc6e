//! `solve losing-chess`: finds, proves and certifies forced wins of losing chess.
//!
//! The module `at_hand` looks for an answer in the proofs of `certs/losing`. The module `lemma_files` opens the
//! certificates that a search may use as lemmas. The module `describe` converts results to the data types of the
//! report.

mod asked;
mod at_hand;
mod describe;
mod lemma_files;

use std::cell::OnceCell;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bytesize::ByteSize;
use clap::{Args, ValueEnum};
use gamecert_unwinnable::Color;

use asked::Asked;

use super::common::Common;
use super::files::{Target, no_stream};
use super::outcome::{Failure, note, out};
use super::played::{self, Hinted, Purpose};
use super::progress;
use super::resources::Resources;
use super::tables;
use crate::answers::losing as report;
use crate::answers::losing::shipped;
use crate::answers::text::{counted, write_json};
use crate::answers::walk::words_of_moves;
use crate::certificate::emit::Question as Questioned;
use crate::control::{Control, Interrupted};
use crate::engine::proof_number::hints::Hints;
use crate::games::Colour;
use crate::games::losing_chess::line::{unnumbered, way};
use crate::games::losing_chess::tables::{Outcome, Tables};
use crate::games::losing_chess::text::{START, Setup};
use crate::games::losing_chess::{Position, Stalemate};
use crate::solve::losing::answer::{AnswerOptions, Verdict, VerdictWithCost, Won, answer, assembled, known};
use crate::solve::losing::checkpoint::Checkpoint;
use crate::solve::losing::ending::endings;
use crate::solve::losing::lemmas::Lemmas;
use crate::solve::losing::portfolio::{self, Limits, TABLE_UNITS, TableSource};
use crate::solve::losing::{Question, Shrink, assemble, fifty_move_limits, prove, table_files};

/// A proof is divided into at most this many parts, called shards.
const MAX_SHARDS: u32 = 10_000;
/// Advice to the user after an undecided search.
const TO_GO_ON: &str = "  to go on: a greater --time, --evaluations or --memory, --use with certificates of positions that follow, and --resume to keep the proved positions";
/// Default memory in bytes.
const USUAL_MEMORY: u64 = 2 << 30;

/// Arguments of `solve losing-chess`.
#[derive(Args, Debug)]
#[command(
    override_usage = "solve losing-chess <MOVES> [OPTIONS]\n       solve losing-chess --fen <FEN> [MOVES] [OPTIONS]\n       solve losing-chess --lines <FILE> [OPTIONS]"
)]
pub(super) struct LosingChess {
    /// The moves that lead to the position from the start, such as "1. e3 d6"
    #[arg(value_name = "MOVES")]
    moves: Option<String>,
    /// The position; if MOVES are present, the position from which they start
    #[arg(long, value_name = "FEN", conflicts_with = "lines")]
    fen: Option<String>,
    /// A file with moves, one line for each position; - is standard input, and # starts a comment. Proofs found for a
    /// line can be used for all later lines. May be a published tree (LOSINGv1): then each position for which the tree
    /// relies on endgame tables is searched
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "emit_cert"])]
    lines: Option<PathBuf>,
    /// A file with lines of play from the position, such as walk --lines writes; - is standard input. The positions on
    /// a line are searched first, the last one before the others. Wrong hints cost only time. May be a published tree
    /// (LOSINGv1)
    #[arg(long, value_name = "FILE", conflicts_with = "lines", requires = "side")]
    hints: Option<PathBuf>,
    /// The side whose win is searched for first. If this side cannot win, the search continues for the other
    /// side [default: both sides at once]
    #[arg(long = "for", value_enum, ignore_case = true, value_name = "SIDE")]
    side: Option<SideArg>,
    /// The rule about stalemate: joint, international or fics
    #[arg(long, value_name = "RULES", default_value = "joint")]
    rules: Stalemate,
    /// Stop the search for a position after this time, such as 90s or 10m. A win found within this time is always
    /// proved, but its proof is made smaller only until the time is over
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    time: Option<Duration>,
    /// Stop the search for a position after about this many evaluations, such as 10000000. With --threads 1, the result
    /// then does not depend on the machine
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    evaluations: Option<u64>,
    /// Begin with this number of the four choices of settings for each side, because no choice finds every win. If
    /// there are fewer threads, the choices take turns [default: one for each thread]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4), conflicts_with = "hints")]
    settings: Option<u32>,
    /// Keep the proved positions in this file, and continue from the file if it exists
    #[arg(long, value_name = "FILE", conflicts_with = "lines")]
    resume: Option<PathBuf>,
    /// Make the proof smaller: for this time, such as 1m, or in this number of walks through the proof, such as 3
    #[arg(long, value_name = "TIME|WALKS", default_value = "2", value_parser = shrink)]
    shrink: Shrink,
    /// With --shrink, look for smaller proofs only in the K-th of N shards of the proof. Afterwards, --assemble
    /// combines the results of N such runs
    #[arg(long, value_name = "K/N", value_parser = shard, default_value = "1/1", hide_default_value = true, requires = "assemble")]
    shard: (u32, u32),
    /// Prove a win that also holds under a 50-move rule: after at most 99 plies, a capture or pawn move follows. The search
    /// is the same, and moves of its proof are changed where that is necessary
    #[arg(long)]
    fifty_moves: bool,
    /// Use everything that an earlier certificate proves, or all applicable certificates in a folder; may be repeated.
    /// If one of the certificates is about the position itself, its result is the answer, and nothing is searched
    #[arg(long = "use", value_name = "CERT|DIR")]
    lemmas: Vec<PathBuf>,
    /// If no win is found, write certificates of the hints and moves that are proved
    #[arg(long, requires = "emit_dir")]
    parts: bool,
    /// Search, and do not answer from the folder certs/losing, even if it has a proof of the position or of an earlier
    /// position in the line. The options that write certificates or control a search imply this option
    #[arg(long)]
    search: bool,
    /// Use endgame tables, which tell who wins with at most N pieces and pawns on the board: 0 (none), 2, 3 or 4. They
    /// are kept in the user's cache directory. The first search builds the tables for N = 3 in some seconds. The tables
    /// for N = 4 must have been built by solve tables --pieces 4. With --assemble, the tables also replace the winner's
    /// moves of earlier proofs, which makes most proofs smaller [default: 3, and with --assemble 0]
    #[arg(long = "tables", value_name = "N", value_parser = table_units)]
    table_units: Option<u32>,
    /// Search without endgame tables, as --tables 0 does
    #[arg(long, conflicts_with = "table_units")]
    no_tables: bool,
    /// Find the shortest win too, if the endgame tables contain the position
    #[arg(long, conflicts_with = "no_tables")]
    shortest: bool,
    /// Do not search: combine the proofs of --use along the hints, or print the positions that are missing
    #[arg(long, requires = "side", requires = "lemmas", conflicts_with_all = ["time", "evaluations", "resume", "lines", "parts"])]
    assemble: bool,
    /// Leave out all durations. With --threads 1 and limits in evaluations, the same question then has the same output
    #[arg(long)]
    no_times: bool,
    #[command(flatten)]
    common: Common,
}

/// One of the two sides.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SideArg {
    /// White
    White,
    /// Black
    Black,
}

impl From<SideArg> for Colour {
    fn from(side: SideArg) -> Self {
        match side {
            SideArg::White => Self::White,
            SideArg::Black => Self::Black,
        }
    }
}

impl From<SideArg> for Color {
    fn from(side: SideArg) -> Self {
        match side {
            SideArg::White => Self::White,
            SideArg::Black => Self::Black,
        }
    }
}

fn shrink(text: &str) -> Result<Shrink, String> {
    match text.parse() {
        Ok(walks) => Ok(Shrink::Passes(walks)),
        Err(_) => humantime::parse_duration(text)
            .map(Shrink::Time)
            .map_err(|_| "expected a time such as 1m, or a number of walks such as 3".to_owned()),
    }
}

/// Parses the greatest number of pieces and pawns for which endgame tables are used, or 0 for none.
fn table_units(text: &str) -> Result<u32, String> {
    let units = text.parse().ok().filter(|units| *units == 0 || table_files::UNITS.contains(units));
    units.ok_or_else(|| "expected 0, 2, 3 or 4".to_owned())
}

/// Parses a shard such as `2/8`. Returns the number of the shard, counted from 0, and the number of all shards.
fn shard(text: &str) -> Result<(u32, u32), String> {
    let read = |(number, of): (&str, &str)| Some((number.parse::<u32>().ok()?.checked_sub(1)?, of.parse().ok()?));
    let shard = text.split_once('/').and_then(read).filter(|&(number, of)| number < of && of <= MAX_SHARDS);
    shard.ok_or_else(|| format!("expected a number and how many there are, at most {MAX_SHARDS}, such as 2/8"))
}

impl LosingChess {
    /// Runs the command.
    pub(super) fn run(&self) -> Result<(), Failure> {
        self.common.resources.watch("losing chess", |stop| self.run_under(stop))
    }

    fn run_under(&self, stop: &AtomicBool) -> Result<(), Failure> {
        let Common { emit, json, resources } = &self.common;
        let observer = progress::observer();
        let asked = self.asked(Control::new("lines", &*observer, stop))?;
        resources.set_threads()?;
        let memory = resources.memory_or(USUAL_MEMORY);
        no_stream("--resume", self.resume.as_deref())?;
        self.require_tables()?;
        let names: Vec<String> = asked.iter().map(Asked::file_name).collect();
        let question = |line: &Asked| Questioned::winner(&self.rules.name(), &line.setup().position.to_string());
        let target = Target::new(emit, &names.iter().cloned().zip(asked.iter().map(question)).collect::<Vec<_>>())?;
        let mut lemmas = lemma_files::open(&self.lemmas, self.rules, self.side.map(Colour::from), resources)?;
        let mut checkpoint = self.resume.as_deref().map(Checkpoint::open).transpose().map_err(Failure::input)?;
        let mut all = report::Answers { rules: self.rules.to_string(), answers: Vec::new() };
        let mut refused = 0;
        let mut out = BufWriter::new(out());
        // All lines of a file share the tables. No position has more pieces and pawns than the one before it.
        let most = asked.iter().map(|line| line.setup().position.occupied().count_ones()).max().unwrap_or(0);
        let opened = OnceCell::new();
        let open_tables = || match opened.get() {
            Some(tables) => Ok(Arc::clone(tables)),
            None => {
                let tables = self.tables(resources, most, Control::new("tables", &*observer, stop))?;
                Ok(Arc::clone(opened.get_or_init(|| tables)))
            }
        };
        for (number, line) in asked.iter().enumerate() {
            let side = self.side.map(Colour::from);
            if !self.searches()
                && lemmas.is_empty()
                && let Some(reply) = at_hand::answer(line, self.rules, side, resources)?
            {
                let reply = report::PositionAnswer { times: reply.times.filter(|_| !self.no_times), ..reply };
                if !json {
                    reply.write_text(&mut out)?;
                }
                all.answers.push(reply);
                continue;
            }
            let limits = Limits {
                tables: bytes_for_search(memory, &lemmas, self.table_units())?,
                threads: resources.threads(),
                settings: self.settings,
                time: self.time,
                evaluations: self.evaluations,
            };
            let question = Question { position: line.setup().position, clock: line.setup().clock, stalemate: self.rules };
            let control = Control::new(&line.words, &*observer, stop);
            let units = if self.has_usual_tables() { *table_files::UNITS.end() } else { self.table_units() };
            let endings = endings(&question.position, units, self.shortest, table_files::folder, resources.threads(), control)
                .map_err(|Interrupted| Failure::Interrupted)?;
            let has_more_units = question.position.occupied().count_ones() > self.table_units();
            let is_drawn = has_more_units && endings.iter().any(|ending| ending.rule == self.rules && ending.outcome == Outcome::Draw);
            let mut disproved = |side: Colour| {
                note(&format!("{}: {side} cannot force a win; now looking for a forced win of {}", line.words, side.other()))
            };
            let hinted = self.hinted(line.setup(), control)?;
            let (parts, verified) = (self.parts, !emit.no_verify);
            let means = AnswerOptions {
                limits,
                shrink: self.shrink,
                shard: self.shard,
                fifty_moves: self.fifty_moves,
                lemmas: &lemmas,
                tables: (self.table_units() > 0).then_some(TableSource { units: self.table_units(), open: &open_tables }),
                verified,
                parts,
                disproved: &mut disproved,
            };
            let allow = |winner, lemmas: &[Lemmas], shrink| {
                let runs = self.fifty_moves.then(|| fifty_move_limits(&question));
                let (tables, threads) = (limits.tables, limits.threads);
                let proof = prove::ProofOptions { tables, threads, shrink, shard: self.shard, until: None, runs };
                let most = counted(assemble::positions(&question, winner, lemmas), "position", "positions");
                // An answer from one earlier proof needs no tables.
                let tables = Tables::bytes_in_use(if self.assemble { self.table_units() } else { 0 }, memory);
                let bytes = assemble::estimate_memory(&question, winner, lemmas, proof).saturating_add(tables);
                resources.allow(&format!("a proof of at most {most}"), bytes)
            };
            let known_here = |one: &&Lemmas| one.is_about(&question.position) && side.is_none_or(|side| side == one.winner);
            let at_hand = if self.searches() { None } else { at_hand::open(&line.way, self.rules, side, resources)? };
            let known_lemma = lemmas.iter().find(known_here).or(at_hand.as_ref()).filter(|_| !self.assemble && !self.fifty_moves);
            let from_file = known_lemma.map(|lemma| {
                allow(lemma.winner, std::slice::from_ref(lemma), Shrink::Passes(0))?;
                known(&question, lemma, limits, verified, control).map_err(|failure| self.search_failure(failure))
            });
            let from_file = from_file.transpose()?.filter(|found| !matches!(found.verdict, Verdict::Missing(_)));
            let source = known_lemma.filter(|_| from_file.is_some()).and_then(|lemma| lemma.file.clone());
            let found = match (from_file, side.filter(|_| self.assemble)) {
                (Some(found), _) => Ok(found),
                (None, Some(winner)) => {
                    allow(winner, &lemmas, self.shrink)?;
                    let hints = hinted.iter().flat_map(Hinted::positions).flatten();
                    assembled(&question, winner, hints, means, control)
                }
                // A search without the larger tables would not end.
                (None, None) if is_drawn => {
                    Ok(VerdictWithCost { verdict: Verdict::Neither, evaluations: 0, search: Duration::ZERO, proof: Duration::ZERO })
                }
                (None, None) => {
                    let hints = hinted.as_ref().map(|hinted| Hints::new(question.position, hinted.positions()));
                    answer(&question, side, hints, means, &mut checkpoint, control)
                }
            };
            let found = found.map_err(|failure| self.search_failure(failure))?;
            let mut reply = report::PositionAnswer {
                asked: line.words.clone(),
                fen: question.position.to_string(),
                verdict: report::Verdict::Unknown,
                evaluations: found.evaluations,
                times: (!self.no_times)
                    .then_some(report::Times { search_seconds: found.search.as_secs_f64(), proof_seconds: found.proof.as_secs_f64() }),
                proof: None,
                tables: endings.iter().map(|ending| report::Ending::new(&question.position, ending)).collect(),
                source: source.map(|file| file.display().to_string()),
                remembered_since: None,
                known: None,
                open: Vec::new(),
                missing: Vec::new(),
            };
            match found.verdict {
                Verdict::Unknown(left) => {
                    reply.known = Some(shipped::known_elsewhere(&line.way, &line.before, self.rules, side));
                    let ways = hinted.map(|hinted| hinted.ways()).unwrap_or_default();
                    for open in &left {
                        reply.open.push(describe::open(&question, open, &ways, |part| self.write_part(&question, part))?);
                    }
                }
                Verdict::Missing(missing) => reply.missing = missing.iter().map(describe::missing).collect(),
                Verdict::Neither => reply.verdict = report::Verdict::Neither,
                // The search continues with the next line of the file, whose position may still be proved.
                Verdict::Unproved(why) => note(&format!("{}: {why}", line.words)),
                Verdict::Refused(why) => {
                    refused += 1;
                    note(&format!("{}: {why}", line.words));
                }
                Verdict::Won(won) => {
                    target.write(number, &won.certificate)?;
                    reply.verdict = report::Verdict::won_by(won.winner);
                    reply.proof = Some(describe::proof(&question, &won, &line.before, !emit.no_verify, target.file(number)));
                    if number + 1 < asked.len() {
                        // Lines after this one may lead to positions that the new proof contains.
                        let proved = Lemmas::of_certificate(won.certificate, Path::new(&names[number]));
                        lemmas.push(proved.map_err(Failure::input)?);
                    }
                }
            }
            if !json {
                reply.write_text(&mut out)?;
                if reply.known.is_some() {
                    writeln!(out, "{TO_GO_ON}")?;
                }
                out.flush()?;
            }
            all.answers.push(reply);
        }
        if *json {
            write_json(&mut out, &all)?;
        }
        out.flush()?;
        let open = all.answers.iter().filter(|answer| answer.proof.is_none()).count();
        match (refused, open) {
            (_, 0) => Ok(()),
            (0, 1) if all.answers.len() == 1 => Err(Failure::NoAnswer("no win was proved".to_owned())),
            (0, open) => Err(Failure::NoAnswer(format!("no win was proved for {open} of {}", all.answers.len()))),
            (refused, _) => Err(Failure::NoAnswer(format!("{} not verified", counted(refused, "certificate was", "certificates were")))),
        }
    }

    /// Returns the greatest number of pieces and pawns for which endgame tables are used, or 0 for a search without
    /// tables.
    fn table_units(&self) -> u32 {
        if self.no_tables { 0 } else { self.table_units.unwrap_or(if self.assemble { 0 } else { TABLE_UNITS }) }
    }

    fn has_usual_tables(&self) -> bool {
        !self.no_tables && self.table_units.is_none_or(|units| units == TABLE_UNITS)
    }

    /// Refuses large tables that are not stored, because building them during a search takes too long.
    fn require_tables(&self) -> Result<(), Failure> {
        let units = self.table_units();
        if units <= TABLE_UNITS {
            return Ok(());
        }
        let missing = table_files::missing(self.rules, units);
        if missing == 0 {
            return Ok(());
        }
        let tables = counted(missing as u64, "endgame table", "endgame tables");
        let command = tables::command(&self.rules.to_string(), units);
        Err(Failure::BadInput(format!(
            "--tables {units}: {tables} of at most {units} pieces and pawns must be built first, {} rule: {command}",
            self.rules
        )))
    }

    /// Opens the endgame tables for positions of at most `most` pieces and pawns, or builds them.
    fn tables(&self, resources: &Resources, most: u32, control: Control) -> Result<Arc<Tables>, Interrupted> {
        let units = self.table_units().min(most.max(*table_files::UNITS.start()));
        let tables = tables::open(self.rules, units, resources.threads(), control)?;
        tables.use_memory(resources.memory_or(USUAL_MEMORY));
        Ok(tables)
    }

    /// Reports whether the options require a search instead of an answer from a stored proof.
    fn searches(&self) -> bool {
        let emit = &self.common.emit;
        let files = [&emit.emit_cert, &emit.emit_dir, &self.hints, &self.lines, &self.resume];
        self.search || self.assemble || self.fifty_moves || self.settings.is_some() || files.into_iter().any(Option::is_some)
    }

    /// Reads the positions in question.
    fn asked(&self, control: Control) -> Result<Vec<Asked>, Failure> {
        if self.moves.is_none() && self.fen.is_none() && self.lines.is_none() {
            return Err(Failure::input(
                "say which position: the moves that lead to it, as in 'solve losing-chess \"1. e3 d6\"', or --fen, or --lines for several",
            ));
        }
        let start: Setup = self.fen.as_deref().unwrap_or(START).parse().map_err(|why| Failure::input(format!("--fen: {why}")))?;
        let Some(file) = &self.lines else {
            let words = match (&self.fen, &self.moves) {
                (Some(fen), None) => fen.clone(),
                (Some(fen), Some(moves)) => format!("{fen} {moves}"),
                (None, Some(moves)) if moves.split_whitespace().any(|word| unnumbered(word).is_some()) => moves.clone(),
                (None, _) => "start".to_owned(),
            };
            let before = if self.fen.is_none() { words_of_moves(self.moves.as_deref().unwrap_or("")) } else { Vec::new() };
            return Ok(vec![Asked { words, before, way: way(start, self.moves.as_deref().unwrap_or("")).map_err(Failure::input)? }]);
        };
        let asked = |(number, line): (usize, String)| {
            let wrong = |why| Failure::input(format!("{}, line {number}: {why}", file.display()));
            let before = if self.fen.is_none() { words_of_moves(&line) } else { Vec::new() };
            Ok(Asked { way: way(start, &line).map_err(wrong)?, before, words: line })
        };
        played::lines(file, Purpose::Question, start, self.side.map(Colour::from), control)?.into_iter().map(asked).collect()
    }

    /// Reads the hints, which are the positions to search first.
    fn hinted(&self, root: Setup, control: Control) -> Result<Option<Hinted>, Failure> {
        let (Some(file), Some(side)) = (&self.hints, self.side) else { return Ok(None) };
        Hinted::read(file, root, side.into(), control).map(Some)
    }

    /// Writes the certificate of a proved position into the output folder and returns a description of the proof. The
    /// name of the file depends only on the position.
    fn write_part(&self, question: &Question, (position, won): &(Position, Won)) -> Result<report::Proof, Failure> {
        let question_of_part = Questioned::winner(&self.rules.name(), &position.to_string());
        let target = Target::new(&self.common.emit, &[(format!("{:016x}.cbor", position.key()), question_of_part)])?;
        target.write(0, &won.certificate)?;
        let part = Question { position: *position, clock: 0, ..*question };
        Ok(describe::proof(&part, won, &[], !self.common.emit.no_verify, target.file(0)))
    }

    fn search_failure(&self, failure: portfolio::Error) -> Failure {
        match failure {
            portfolio::Error::Interrupted => {
                if let Some(file) = self.resume.as_ref().filter(|file| file.exists()) {
                    note(&format!("what was proved is in {}; the same command goes on from there", file.display()));
                }
                Failure::Interrupted
            }
            portfolio::Error::Checkpoint(why) => Failure::input(why),
        }
    }
}

fn bytes_for_search(memory: u64, lemmas: &[Lemmas], units: u32) -> Result<u64, Failure> {
    portfolio::tables(memory, lemmas, units).ok_or_else(|| {
        let tables = ByteSize(Tables::bytes_in_use(units, memory)).display().si();
        Failure::BadInput(format!(
            "a search needs 100 MB at least beside {tables} for endgame tables and what --use and --lines have proved; --memory allows less"
        ))
    })
}
