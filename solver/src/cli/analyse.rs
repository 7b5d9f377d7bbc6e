//! `solve analyse`: analyses a player's games of losing chess with verified proofs and endgame tables.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use rayon::prelude::*;

use super::files::{PGN, Replace, write_whole};
use super::outcome::{Failure, note, out};
use super::progress;
use super::remembered::Remembered;
use super::resources::{Resources, stop_flag};
use super::tables;
use crate::answers::analyse::knowledge::Knowledge;
use crate::answers::analyse::tally::Tally;
use crate::answers::analyse::{Analyst, End, Reports};
use crate::answers::text::{counted, write_json};
use crate::certificate::losing_proof::{LosingCertificate, estimate_memory};
use crate::certificate::verify::{self, OpenError, files::within};
use crate::control::{Control, Interrupted};
use crate::games::losing_chess::Stalemate;
use crate::games::losing_chess::tables::Tables;
use crate::model::proof_graph::NotAProof;
use crate::solve::losing::portfolio::TABLE_UNITS;
use crate::solve::losing::proved_positions::{ProvedPositions, folder};
use crate::solve::output::is_standard_output;
use crate::solve::unwinnable::pgn::key::Part;
use crate::solve::unwinnable::pgn::stream::{Stream, Stretch};

/// Folder with the shipped proofs, in the repository.
const SHIPPED: &str = "certs/losing";

/// Arguments of `solve analyse`.
#[derive(Args, Debug)]
#[command(
    after_help = "A result is known if a position is in a verified proof, in the endgame tables of three pieces and pawns, or one move before such positions. It holds without a 50-move rule. Nothing is searched for: a move that leaves the proofs may still win."
)]
pub(super) struct AnalyseCommand {
    /// A PGN file with games of losing chess (antichess, giveaway, suicide), also compressed by zstd or gzip; - is
    /// standard input
    #[arg(value_name = "GAMES.pgn")]
    games: PathBuf,
    /// A certificate of kind losing, or a folder of such certificates; may be repeated. They are verified first, and
    /// their positions are kept in the user's cache directory [default: certs/losing]
    #[arg(long, value_name = "CERT|DIR")]
    proofs: Vec<PathBuf>,
    /// The rule about stalemate in all games: joint, international or fics [default: the rule of each game's variant,
    /// fics for suicide and international for all other names; without a name, only results that hold under each rule]
    #[arg(long, value_name = "RULES")]
    rules: Option<Stalemate>,
    /// Write the games with glyphs and comments after moves; existing headers and comments stay. With - they go to
    /// standard output, and everything else to standard error
    #[arg(id = "annotated", long = "out", value_name = "FILE.pgn")]
    out: Option<PathBuf>,
    #[command(flatten)]
    replace: Replace,
    /// Print one JSON object for each game, and the summary on standard error
    #[arg(long)]
    json: bool,
    /// Do without endgame tables. They are built once for each rule, in some seconds, and kept in the user's cache
    /// directory
    #[arg(long)]
    no_tables: bool,
    /// Verify again all proofs that this program has verified before
    #[arg(long)]
    again: bool,
    #[command(flatten)]
    resources: Resources,
}

impl AnalyseCommand {
    /// Runs the command.
    pub(super) fn run(&self) -> Result<(), Failure> {
        self.out.as_deref().map_or(Ok(()), |file| self.replace.allow(file, &PGN))?;
        self.resources.set_threads()?;
        let mut stream = open(&self.games)?;
        let mut remembered = Remembered::open(self.again);
        let proofs = self.proofs(&mut remembered)?;
        let read = counted(proofs.len() as u64, "proof", "proofs");
        let stop = stop_flag()?;
        let observer = progress::observer();
        let knowledge = Knowledge::new(proofs, Box::new(|rules| self.tables(rules, Control::new("tables", &*observer, &stop))));
        let control = Control::new("games", &*observer, &stop);
        let mut analyst = Analyst::new(&knowledge, self.rules, control);
        let mut printer = Printer::new(self);
        control.stage("games", None);
        while let Some(stretch) = stream.next() {
            analyst.pass(stretch.passed);
            let reports = analyst.text(&stretch.text, &End::from(&stretch));
            printer.print(&stretch, &reports)?;
            if reports.interrupted {
                printer.out.flush()?;
                note(&format!("stopped after {}", counted(printer.tally.games, "game", "games")));
                return Err(Failure::Interrupted);
            }
        }
        control.done();
        let mut summary = Vec::new();
        printer.tally.write_text(&mut summary)?;
        writeln!(summary, "read {read} of losing chess; wins are without a 50-move rule, and a move out of the proofs may still win")?;
        remembered.sentence().map_or(Ok(()), |sentence| writeln!(summary, "{sentence}"))?;
        printer.finish(&summary)
    }

    /// Verifies the proofs and all certificates that they cite. Returns the positions of each certificate, with the
    /// name of its file.
    fn proofs(&self, remembered: &mut Remembered) -> Result<Vec<(String, ProvedPositions)>, Failure> {
        let shipped = [PathBuf::from(SHIPPED)];
        let paths = if self.proofs.is_empty() { &shipped[..] } else { &self.proofs };
        if self.proofs.is_empty() && !shipped[0].is_dir() {
            return Err(Failure::input(format!("{SHIPPED}: there is no such folder here; --proofs names a folder with proofs")));
        }
        let mut files = Vec::new();
        for path in paths {
            let within = if path.is_dir() { within(path).map_err(|error| Failure::file(path, &error))? } else { vec![path.clone()] };
            files.extend(within.into_iter().map(|file| (file, path.is_dir())));
        }
        let mut proofs = Vec::new();
        for (file, is_in_folder) in files {
            let opened = progress::during("verifying", || remembered.open_certificate(&file, &[]));
            match opened.and_then(|proof| verify::with_cited(&file, proof, &[])) {
                Ok(opened) => {
                    for (file, proof) in opened {
                        if proofs.iter().all(|(_, known): &(PathBuf, LosingCertificate)| known.digest != proof.digest) {
                            proofs.push((file, proof));
                        }
                    }
                }
                Err(OpenError::NoProof(..)) if is_in_folder => {}
                Err(error) => return Err(Failure::input(error)),
            }
            remembered.save();
        }
        if proofs.is_empty() {
            return Err(Failure::input(format!("{}: without certificates of losing chess (.cbor)", paths[0].display())));
        }
        self.allow(&proofs)?;
        let folder = folder().filter(|_| !self.again);
        let positions = |(file, proof): &(PathBuf, LosingCertificate)| {
            let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            let wrong = |why: NotAProof| Failure::input(OpenError::Disagreement(file.clone(), why.to_string()));
            Ok((name, ProvedPositions::read_cached(proof, folder.as_deref()).map_err(wrong)?))
        };
        progress::during("reading the proofs' positions", || proofs.par_iter().map(positions).collect())
    }

    /// Refuses proofs if reading their positions takes more memory than allowed.
    fn allow(&self, proofs: &[(PathBuf, LosingCertificate)]) -> Result<(), Failure> {
        let mut positions: Vec<u64> = proofs.iter().map(|(_, proof)| u64::from(proof.positions)).collect();
        positions.sort_unstable();
        let all = positions.iter().sum();
        // Each thread reads one proof at a time.
        let largest = positions.iter().rev().take(self.resources.threads()).map(|&positions| estimate_memory(positions)).sum::<u64>();
        let what = format!("{} of {}", counted(proofs.len() as u64, "proof", "proofs"), counted(all, "position", "positions"));
        self.resources.allow(&what, largest + ProvedPositions::estimate_memory(all))
    }

    /// Opens the endgame tables. Builds missing tables first.
    fn tables(&self, rules: Stalemate, control: Control) -> Result<Option<Arc<Tables>>, Interrupted> {
        if self.no_tables {
            return Ok(None);
        }
        tables::open(rules, TABLE_UNITS, self.resources.threads(), control).map(Some)
    }
}

/// Opens the games of a file, or of standard input (-).
fn open(path: &Path) -> Result<Stream, Failure> {
    if path == Path::new("-") {
        return Stream::new(io::stdin(), None).map_err(|error| Failure::input(format!("standard input: {error}")));
    }
    Stream::open(path, Part::Whole, None).map_err(|error| Failure::file(path, &error))
}

/// Prints reports, counts them, and collects the annotated games.
struct Printer<'a> {
    asked: &'a AnalyseCommand,
    out: BufWriter<Box<dyn Write>>,
    tally: Tally,
    annotated: Vec<u8>,
    /// Number of printed error messages about games.
    faults: u64,
}

impl<'a> Printer<'a> {
    fn new(asked: &'a AnalyseCommand) -> Self {
        Self { asked, out: BufWriter::new(out()), tally: Tally::default(), annotated: Vec::new(), faults: 0 }
    }

    fn print(&mut self, stretch: &Stretch, reports: &Reports) -> Result<(), Failure> {
        for report in &reports.games {
            self.tally.add(report);
            if self.asked.json {
                write_json(&mut self.out, report)?;
            } else {
                report.write_text(&mut self.out)?;
            }
            for fault in &report.faults {
                note(&format!("game {}, line {}: {}", report.game, fault.line, fault.why));
                self.faults += 1;
            }
        }
        if let (true, Some(damage)) = (reports.games.is_empty(), &stretch.damage) {
            note(&format!("the input is cut off or damaged: {}", damage.why));
            self.faults += 1;
        }
        if self.asked.out.is_some() {
            self.annotated.extend(reports.annotated(&stretch.text));
        }
        Ok(())
    }

    /// Writes the annotated games and the summary.
    fn finish(mut self, summary: &[u8]) -> Result<(), Failure> {
        let name = self.asked.games.display();
        if self.tally.games == 0 && self.faults == 0 {
            return Err(Failure::input(format!("{name}: no games")));
        }
        if let Some(file) = &self.asked.out {
            write_whole(file, &self.annotated)?;
        }
        if self.asked.json {
            self.out.flush()?;
            String::from_utf8_lossy(summary).lines().for_each(note);
        } else {
            self.out.write_all(summary)?;
            if let Some(file) = self.asked.out.as_ref().filter(|file| !is_standard_output(file)) {
                writeln!(self.out, "Wrote {}: {}", file.display(), counted(self.tally.games, "game", "games"))?;
            }
            self.out.flush()?;
        }
        if self.faults > 0 {
            let faults = counted(self.faults, "fault is named", "faults are named");
            return Err(Failure::input(format!("{name}: {faults} above; the rest was analysed")));
        }
        Ok(())
    }
}
