//! `solve walk`: walks through a proof of losing chess, and writes subtrees of the proof to files. The user can enter
//! moves one by one, or in a script.

mod session;
mod tree;

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::common::First;
use super::drawing::{Drawing, Picture};
use super::files::{self, DOT, Kind, LINES, PGN, Replace, all_differ, write_whole};
use super::outcome::{Failure, note, out};
use super::progress;
use super::remembered::Remembered;
use super::resources::Memory;
use crate::answers::text::{counted, write_json};
use crate::answers::walk::passage::{Passage, Sources};
use crate::answers::walk::tree::{Followed, Spot, Stroll};
use crate::answers::walk::{Walk, WalkError, Written, dot, lines, pgn, text};
use crate::certificate::losing_proof::{LosingCertificate, estimate_memory};
use crate::certificate::verify;
use crate::figures::spread;
use crate::games::losing_chess::text::Setup;
use crate::solve::losing::game::{self, Game};

/// By default, a PGN file has at most this many moves, so that other programs can show it.
const MAX_MOVES: usize = 10_000;
/// By default, a DOT file or a file of lines of play has at most this many positions.
const MAX_POSITIONS: usize = 1000;

/// Arguments of `solve walk`.
#[derive(Args, Debug)]
#[command(
    after_help = "Without --moves, --pgn, --dot, --lines, --plot and --json commands are read, from the terminal or from standard input; 'help' lists them."
)]
pub(super) struct WalkCommand {
    /// The certificate, of kind losing, or a folder of such certificates. They are verified first, and those of a
    /// folder are combined in one tree that starts with the first move of the game. Cited certificates are looked for
    /// in the same folder, and a line of moves continues in a cited certificate
    #[arg(value_name = "CERT|DIR")]
    certificate: PathBuf,
    /// Make these moves from the root or from the beginning of the game, such as "e3 b5 Bxb5" or "e2e3 b7b5", and show
    /// the position that they lead to. The moves of the winner may be left out. The text may also be a whole game in
    /// PGN
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// Start at this root of a certificate of several positions: its number, from 1 in the order of the certificate, or
    /// its FEN [default: the first, or the one that the moves lead through]
    #[arg(long, value_name = "N|FEN", conflicts_with = "game")]
    root: Option<String>,
    /// Follow the first game of a PGN file, which must be antichess from the initial position. Report the move with
    /// which the game leaves the proofs
    #[arg(long, value_name = "FILE", conflicts_with = "moves")]
    game: Option<PathBuf>,
    /// Write the subtree below the position as PGN, with variations and with references at transpositions. With - it
    /// goes to standard output, and everything else to standard error
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write the subtree below the position as a graph for Graphviz; - is standard output
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
    /// Write lines of play from the root to the positions with the largest subtrees, for solve losing-chess --hints; -
    /// is standard output
    #[arg(long, value_name = "FILE")]
    lines: Option<PathBuf>,
    /// Draw the shape of the subtree below the position: its positions by depth, and the size of the proof after each
    /// reply of the losing side. The name ends in .svg, .pdf, .png or .csv
    #[arg(id = "picture", long = "plot", value_name = "FILE")]
    plot: Option<PathBuf>,
    /// The maximum number of moves in a PGN file, or of positions in the other files [default: 10000 moves, 1000
    /// positions]
    #[arg(long, value_name = "N", value_parser = limit, allow_negative_numbers = true)]
    limit: Option<usize>,
    #[command(flatten)]
    first: First,
    #[command(flatten)]
    replace: Replace,
    /// Print one JSON object and nothing else
    #[arg(long)]
    json: bool,
    /// Look for cited certificates in this folder too; may be repeated
    #[arg(long, value_name = "DIR")]
    include: Vec<PathBuf>,
    /// Verify again all proofs that this program has verified before. Their digests, and the positions that were shown,
    /// are kept in the user's cache directory
    #[arg(long)]
    again: bool,
    #[command(flatten)]
    drawing: Drawing,
    #[command(flatten)]
    memory: Memory,
}

/// Reads the first game of a file, or of standard input (-).
fn read_game(file: &Path) -> Result<Game, Failure> {
    game::read(&files::read(file)?).map_err(|why| Failure::input(format!("--game {}: {why}", file.display())))
}

fn limit(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&limit| limit > 0).ok_or_else(|| "expected a number from 1 on".to_owned())
}

/// Refuses a proof if verifying and reading the proof takes more memory than allowed. Also refuses the proof if a cited
/// proof takes more memory than allowed.
fn allow(memory: &Memory, certificate: &Path, include: &[PathBuf]) -> Result<(), Failure> {
    let allow_one = |file: &Path| {
        let Some(positions) = verify::claimed_positions(file) else { return Ok(()) };
        let what = format!("{}, a proof of {}", file.display(), counted(positions, "position", "positions"));
        memory.allow(&what, estimate_memory(positions))
    };
    allow_one(certificate)?;
    verify::cited_files(certificate, include).iter().try_for_each(|file| allow_one(file))
}

/// Finds the index of the root that the option `--root` names by its number or its FEN.
fn root_index(text: &str, certificate: &LosingCertificate) -> Result<usize, Failure> {
    let roots = certificate.roots.len();
    let found = match text.parse::<usize>() {
        Ok(number) => number.checked_sub(1).filter(|&index| index < roots).ok_or(WalkError::NoRoot { number, roots }),
        Err(_) => {
            let position = text.parse::<Setup>().map_err(|why| Failure::input(format!("--root: {why}")))?.position;
            let found = certificate.roots.iter().position(|root| root.position == position);
            found.ok_or(WalkError::NotARoot { position: position.to_string(), roots })
        }
    };
    found.map_err(|why| Failure::input(format!("--root: {why}")))
}

impl WalkCommand {
    /// Runs the command.
    pub(super) fn run(&self) -> Result<(), Failure> {
        all_differ(&[("--plot", &self.plot), ("--pgn", &self.pgn), ("--dot", &self.dot), ("--lines", &self.lines)])?;
        for (form, file) in self.files() {
            file.as_deref().map_or(Ok(()), |file| self.replace.allow(file, form.kind))?;
        }
        let picture = self.plot.as_deref().map(|file| self.drawing.picture(file, self.replace)).transpose()?;
        let mut out = BufWriter::new(out());
        // A game starts at the initial position, as the tree of a folder does, but a single proof may start later.
        if self.certificate.is_dir() || self.game.is_some() {
            if self.root.is_some() {
                return Err(Failure::input("--root goes with a single certificate, not with a folder"));
            }
            self.in_folder(&mut out, picture.as_ref())?
        } else {
            self.in_proof(&mut out, picture.as_ref())?
        }
        Ok(out.flush()?)
    }

    /// Returns the moves of the option `--moves`. If the option has a game in PGN, extracts its moves.
    fn moves(&self) -> Result<String, Failure> {
        let text = self.moves.as_deref().unwrap_or_default();
        game::moves_of(text).map_err(|why| Failure::input(format!("--moves: {why}")))
    }

    fn files(&self) -> impl Iterator<Item = (&'static Form, &Option<PathBuf>)> {
        FORMS.iter().zip([&self.pgn, &self.dot, &self.lines])
    }

    fn writes_files(&self) -> bool {
        self.plot.is_some() || self.files().any(|(_, file)| file.is_some())
    }

    fn is_session(&self) -> bool {
        self.moves.is_none() && self.game.is_none() && !self.writes_files() && !self.json
    }

    fn shows_one_place(&self) -> bool {
        !self.again && !self.is_session() && !self.writes_files()
    }

    fn in_proof(&self, out: &mut dyn Write, picture: Option<&Picture>) -> Result<(), Failure> {
        allow(&self.memory, &self.certificate, &self.include)?;
        let mut remembered = Remembered::open(self.again);
        let moves = self.moves()?;
        let verified =
            progress::during("verifying", || remembered.open_certificate(&self.certificate, &self.include)).map_err(Failure::input)?;
        remembered.save();
        let root = self.root.as_deref().map(|text| root_index(text, &verified)).transpose()?;
        let excerpts = |digest: &str| remembered.excerpt(digest);
        let sources = Sources { excerpts: &excerpts, include: &self.include };
        let passage = self.passage(verified, root, &moves, sources)?;
        if self.is_session() {
            remembered.sentence().iter().for_each(|sentence| note(sentence));
            let mut walker = session::InProof::new(out, passage, self.limit)?;
            return session::run(out, &mut walker, is_terminal());
        }
        let (walk, place) = (passage.walk(), passage.place());
        remembered.keep(&walk);
        let written = self.write_files(Some(&walk), picture)?;
        if self.json {
            return write_dated(out, &place, &remembered);
        }
        written.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        text::write_place(out, &walk, &place, self.first.max_items())?;
        if passage.roots().len() > 1 {
            writeln!(out, "root     {} of {} (--root chooses another)", passage.root_number(), passage.roots().len())?;
        }
        write_remembered(out, &remembered)
    }

    /// Makes the moves from a root of a verified certificate. If the position was shown before, the excerpt in the cache
    /// is enough.
    fn passage<'t>(
        &self,
        verified: LosingCertificate,
        root: Option<usize>,
        moves: &str,
        sources: Sources<'t>,
    ) -> Result<Passage<'t>, Failure> {
        let open = |verified, sources| Passage::open(verified, &self.certificate, root, moves, sources);
        progress::during("reading", || {
            let may_be_enough = self.shows_one_place() && (verified.version == 2 || (sources.excerpts)(&verified.digest).is_some());
            let quick = if may_be_enough { open(verified.clone(), sources).ok().filter(Passage::is_held) } else { None };
            quick.map_or_else(|| open(verified, Sources::whole(sources.include)), Ok)
        })
        .map_err(Failure::input)
    }

    fn in_folder(&self, out: &mut dyn Write, picture: Option<&Picture>) -> Result<(), Failure> {
        let mut remembered = Remembered::open(self.again);
        let game = self.game.as_deref().map(read_game).transpose()?;
        let (tree, others) = progress::during("verifying", || tree::open(&self.certificate, &self.include, &self.memory, &mut remembered))?;
        remembered.save();
        let whole = Sources::whole(&self.include);
        if self.is_session() {
            let stroll = Stroll::with_sources(&tree, whole).map_err(Failure::input)?;
            tree::write_head(out, &self.certificate, &tree, &others)?;
            remembered.sentence().iter().for_each(|sentence| note(sentence));
            return session::run(out, &mut tree::InFolder { stroll, limit: self.limit }, is_terminal());
        }
        let moves = self.moves()?;
        // If the position was shown before, the excerpt in the cache is enough.
        let excerpts = |digest: &str| remembered.excerpt(digest);
        let quick = || {
            Stroll::with_sources(&tree, Sources { excerpts: &excerpts, include: &self.include })
                .and_then(|stroll| go(stroll, game.as_ref(), &moves))
                .ok()
                .filter(|(stroll, _)| stroll.is_held())
        };
        let all = || {
            progress::during("reading", || Stroll::with_sources(&tree, whole).and_then(|stroll| go(stroll, game.as_ref(), &moves)))
                .map_err(Failure::input)
        };
        let (stroll, followed) = self.shows_one_place().then(quick).flatten().map_or_else(all, Ok)?;
        stroll.walk().iter().for_each(|walk| remembered.keep(walk));
        let written = self.write_files(stroll.walk().as_ref(), picture)?;
        let mut spot = Spot { game: followed, ..stroll.spot() };
        spot.apart.extend(others.iter().cloned());
        if self.json {
            return write_dated(out, &spot, &remembered);
        }
        written.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        text::write_spot(out, &stroll, &spot, self.first.max_items())?;
        writeln!(out)?;
        tree::write_head(out, &self.certificate, &tree, &others)?;
        write_remembered(out, &remembered)
    }

    /// Writes the requested files and returns a sentence about each.
    fn write_files(&self, walk: Option<&Walk<'_>>, picture: Option<&Picture>) -> Result<Vec<String>, Failure> {
        let mut written = Vec::new();
        for (form, file) in self.files() {
            if let Some(file) = file {
                let walk = walk.ok_or_else(|| tree::no_proof(&format!("--{}", form.name)))?;
                written.push(form.write(file, self.replace, walk, self.limit)?);
            }
        }
        if let Some(picture) = picture {
            let figure = spread::below(walk.ok_or_else(|| tree::no_proof("--plot"))?).map_err(Failure::input)?;
            written.push(picture.write(&figure)?);
        }
        Ok(written)
    }
}

/// Follows the moves of `game` through the proofs. If there is no game, plays `moves`.
fn go<'t>(mut stroll: Stroll<'t>, game: Option<&Game>, moves: &str) -> Result<(Stroll<'t>, Option<Followed>), WalkError> {
    let followed = match game {
        Some(game) => Some(stroll.follow(&game.moves)?),
        None => stroll.play(moves).map(|()| None)?,
    };
    Ok((stroll, followed))
}

/// If proofs were taken from the cache without verification, writes a sentence about them.
fn write_remembered(out: &mut dyn Write, remembered: &Remembered) -> Result<(), Failure> {
    Ok(remembered.sentence().iter().try_for_each(|sentence| writeln!(out, "{sentence}"))?)
}

fn is_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

fn write_dated<T: Serialize>(out: &mut dyn Write, place: &T, remembered: &Remembered) -> Result<(), Failure> {
    /// JSON form of a position.
    #[derive(Serialize)]
    struct Dated<'a, T> {
        #[serde(flatten)]
        place: &'a T,
        #[serde(skip_serializing_if = "Option::is_none")]
        remembered_since: Option<&'a str>,
    }
    Ok(write_json(out, &Dated { place, remembered_since: remembered.since.as_deref() })?)
}

/// A kind of file to which the subtree below the current position can be written.
struct Form {
    name: &'static str,
    kind: &'static Kind,
    make: fn(&Walk<'_>, usize) -> Written,
    /// Default of `--limit`.
    limit: usize,
}

const FORMS: [Form; 3] = [
    Form { name: "pgn", kind: &PGN, make: pgn::pgn, limit: MAX_MOVES },
    Form { name: "dot", kind: &DOT, make: dot::dot, limit: MAX_POSITIONS },
    Form { name: "lines", kind: &LINES, make: lines::lines, limit: MAX_POSITIONS },
];

impl Form {
    /// Writes the file, and returns a sentence about it.
    fn write(&self, file: &Path, replace: Replace, walk: &Walk<'_>, limit: Option<usize>) -> Result<String, Failure> {
        replace.allow(file, self.kind)?;
        let written = (self.make)(walk, limit.unwrap_or(self.limit));
        write_whole(file, written.text.as_bytes())?;
        let cut = match written.cut {
            0 => String::new(),
            cut => format!("; moves are left out at {} (--limit)", counted(cut as u64, "position", "positions")),
        };
        let moves = counted(written.moves as u64, "move", "moves");
        Ok(format!("Wrote {}: {moves}, {}{cut}", file.display(), counted(written.positions as u64, "position", "positions")))
    }
}
