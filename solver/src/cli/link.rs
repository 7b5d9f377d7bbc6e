//! `solve link`: makes a certificate of wins of losing chess that cites other certificates.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use clap::Args;

use super::common::Common;
use super::files::Target;
use super::losing_chess::SideArg;
use super::outcome::{Failure, note, print};
use super::progress;
use crate::answers::link::{Cited, LinkAnswer, Missing, Proof, Root, Verdict};
use crate::answers::text::counted;
use crate::answers::written::Written;
use crate::certificate::emit::Question as Questioned;
use crate::certificate::losing_proof::{self, Wins};
use crate::certificate::verify::{self, OpenError};
use crate::control::{Control, Interrupted};
use crate::games::losing_chess::Stalemate;
use crate::games::losing_chess::line::played;
use crate::games::losing_chess::text::{START, Setup};
use crate::games::losing_chess::winner::ForSide;
use crate::solve::losing::link::{self, Linked, Question, link};

/// Arguments of `solve link`.
#[derive(Args, Debug)]
pub(super) struct LinkCommand {
    /// The positions, each as two to six fields of FEN or as the moves that lead to it, such as "1. e3 d6". The
    /// certificate holds for all of them
    #[arg(value_name = "POSITION", required = true)]
    positions: Vec<String>,
    /// The side that wins
    #[arg(long = "for", value_enum, ignore_case = true, value_name = "SIDE")]
    side: SideArg,
    /// A certificate to cite where it helps, or a folder of certificates; may be repeated
    #[arg(long, value_name = "CERT|DIR", required = true)]
    cite: Vec<PathBuf>,
    /// The rule about stalemate: joint, international or fics
    #[arg(long, value_name = "RULES", default_value = "joint")]
    rules: Stalemate,
    /// The number of moves of both sides after which every line must have reached a position that a cited certificate
    /// proves
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=20))]
    plies: u32,
    #[command(flatten)]
    common: Common,
}

impl LinkCommand {
    /// Runs the command.
    pub(super) fn run(&self) -> Result<(), Failure> {
        self.common.resources.watch("link", |stop| self.run_under(stop))
    }

    fn run_under(&self, stop: &AtomicBool) -> Result<(), Failure> {
        let Common { emit, json, resources } = &self.common;
        resources.set_threads()?;
        let positions = self.positions.iter().map(|text| setup(text)).collect::<Result<Vec<Setup>, Failure>>()?;
        let first = positions.iter().map(|setup| setup.position.to_string()).min().unwrap_or_default();
        let target = Target::new(emit, &[("linked.cbor".to_owned(), Questioned::linked(&self.rules.name(), &first))])?;
        let game = ForSide { stalemate: self.rules, winner: self.side.into() };
        let (files, known) = self.known(game)?;
        let observer = progress::observer();
        let question = Question { game, positions, plies: self.plies };
        let found = link(&question, &known, Control::new("link", &*observer, stop)).map_err(|Interrupted| Failure::Interrupted)?;
        let verdict = match found {
            Ok(linked) => {
                let cited: Vec<&Path> = linked.cited.iter().map(|&number| files[number].as_path()).collect();
                if !emit.no_verify {
                    let folders: BTreeSet<PathBuf> = cited.iter().map(|file| folder(file)).collect();
                    let verified = verify::verify_with_folders(&linked.certificate, &folders.into_iter().collect::<Vec<_>>());
                    verified.map_err(|why| Failure::NoAnswer(why.to_string()))?;
                }
                target.write(0, &linked.certificate)?;
                Verdict::Won(proof(&linked, &cited, &known, !emit.no_verify, target.file(0)))
            }
            Err(missing) => Verdict::Missing { missing: missing.iter().map(describe).collect() },
        };
        let reply = LinkAnswer { rules: self.rules.to_string(), winner: self.side.into(), verdict };
        print(*json, &reply, |mut out| reply.write_text(&mut out))?;
        match reply.verdict {
            Verdict::Won(_) => Ok(()),
            Verdict::Missing { .. } => Err(Failure::NoAnswer("no win was proved".to_owned())),
        }
    }

    /// Verifies the certificates that the new certificate may cite. In a folder, skips certificates that do not prove
    /// wins of this side under these rules.
    fn known(&self, game: ForSide) -> Result<(Vec<PathBuf>, Vec<Wins>), Failure> {
        let (mut files, mut known) = (Vec::new(), Vec::new());
        for path in &self.cite {
            let named = !path.is_dir();
            let all = if named { vec![path.clone()] } else { verify::files::within(path).map_err(|error| Failure::file(path, &error))? };
            let before = files.len();
            let count = all.len();
            for file in all {
                if let Some(positions) = verify::claimed_positions(&file) {
                    let what = format!("--cite {}, a proof of {}", file.display(), counted(positions, "position", "positions"));
                    self.common.resources.allow(&what, losing_proof::estimate_memory(positions))?;
                }
                let wins = progress::during(&file.display().to_string(), || verify::open_wins(&file));
                match wins {
                    Ok(wins) if (wins.stalemate, wins.winner) == (game.stalemate, game.winner) => {
                        files.push(file);
                        known.push(wins);
                    }
                    Ok(wins) if named => {
                        let why = format!(
                            "wins of {} under rules {}, not of {} under {}",
                            wins.winner, wins.stalemate, game.winner, game.stalemate
                        );
                        return Err(Failure::input(format!("--cite {}: {why}", path.display())));
                    }
                    Err(OpenError::NoProof(..)) if !named => {}
                    Err(why) => return Err(Failure::input(why)),
                    Ok(_) => {}
                }
            }
            let skipped = count - (files.len() - before);
            if skipped > 0 {
                note(&format!("--cite {}: {} passed over", path.display(), counted(skipped as u64, "other file", "other files")));
            }
        }
        Ok((files, known))
    }
}

/// Reads a position as FEN, or as the moves that lead to it.
fn setup(text: &str) -> Result<Setup, Failure> {
    let is_fen = text.split_whitespace().next().is_some_and(|word| word.contains('/'));
    if is_fen {
        return text.parse().map_err(|why| Failure::input(format!("position '{text}': {why}")));
    }
    let start: Setup = START.parse().expect("the initial position is valid");
    played(start, text).map_err(|why| Failure::input(format!("position '{text}': {why}")))
}

fn folder(file: &Path) -> PathBuf {
    match file.parent() {
        Some(parent) if parent != Path::new("") => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

fn proof(linked: &Linked, cited: &[&Path], known: &[Wins], verified: bool, file: Option<&Path>) -> Proof {
    let digests = linked.cited.iter().map(|&number| known[number].digest);
    Proof {
        roots: linked.roots.iter().map(|root| Root { fen: root.position.clone(), longest: root.longest, run: root.run }).collect(),
        positions: linked.positions,
        reversible: linked.reversible,
        cited: cited
            .iter()
            .zip(digests)
            .map(|(file, sha256)| Cited { file: file.display().to_string(), sha256: sha256.to_string() })
            .collect(),
        verified,
        written: Written::new(&linked.certificate, file),
    }
}

fn describe(missing: &link::Missing) -> Missing {
    Missing { fen: missing.root.to_string(), reply: missing.line.first().map(|&played| missing.root.san(played)) }
}
