//! `solve bidding-chess`: endings solved, certified, verified, written and described.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Args, ValueEnum};
use rayon::prelude::*;
use serde::Serialize;

use super::files::Target;
use super::intervals::Intervals;
use super::outcome::{Failure, note};
use super::progress;
use super::resources::{Resources, stop_flag};
use super::survey;
use crate::certificate::Certificate;
use crate::certificate::verify;
use crate::control::Control;
use crate::games::bidding_chess::{Board, Diagram, Ending, Material};
use crate::model::graph::{Label, NEVER};
use crate::model::solution::Solution;
use crate::model::value::Rational;
use crate::report::answers::Answer as _;
use crate::report::answers::endings::Found;
use crate::report::survey::{Survey, survey};
use crate::report::tablebase::Tablebase;
use crate::report::text::{counted, grouped};
use crate::solve;
use crate::solve::bidding_chess::{Iterated, certify, estimate_iteration_memory, estimate_memory};

/// Arguments of `solve bidding-chess`.
#[derive(Args, Debug)]
pub struct BiddingChess {
    /// Endings: White's pieces, then Black's, such as KNK or KRKB
    #[arg(required = true)]
    material: Vec<String>,
    /// Files by ranks, from 2x2 to 9x9
    #[arg(long, value_name = "WxH", default_value = "8x8")]
    board: String,
    /// How to solve
    #[arg(long, value_enum, default_value = "policy")]
    method: Method,
    /// With --method iterate: stop after so many steps and report the intervals
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    steps: Option<u64>,
    /// Say everything of this position of the endings too: the first field of a FEN
    #[arg(long, value_name = "POSITION")]
    pub(super) position: Option<String>,
    /// Write the certificate of a single ending here, and those it cites beside it
    #[arg(long, value_name = "FILE", conflicts_with = "emit_dir")]
    pub(super) emit_cert: Option<PathBuf>,
    /// Write all certificates into this folder
    #[arg(long, value_name = "DIR")]
    emit_dir: Option<PathBuf>,
    /// Do not let the checker verify the certificates
    #[arg(long)]
    pub(super) no_verify: bool,
    /// Describe the endings: quiescent and zugzwang positions, labels, denominators, promotions
    #[arg(long)]
    report: bool,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    resources: Resources,
}

/// How endings are solved.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Method {
    /// Fixed-point sweeps, then the exact values of the policy they suggest
    Policy,
    /// The paper's: thresholds of n moves as big integers, until the simplest fractions between them fit
    Iterate,
}

/// What the method gave.
enum Solved {
    /// Exact values, by the paper's method after so many steps.
    Exactly(Option<u64>, Vec<Arc<Solution>>),
    /// The limit of steps was reached.
    Nearly(Intervals),
}

/// What is said of a solved ending.
#[derive(Serialize)]
struct Summary {
    material: String,
    classes: usize,
    placements: u64,
    sharp: bool,
    /// 0 and 1 always among them.
    values_in_table: usize,
    largest_denominator: String,
    largest_label_white: Label,
    largest_label_black: Label,
    sha256: String,
    bytes: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

/// The whole answer.
#[derive(Serialize)]
struct Answer {
    board: String,
    method: Method,
    /// Of the paper's method.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<u64>,
    verified: bool,
    endings: Vec<Summary>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    report: Vec<Survey>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<Found>,
}

impl BiddingChess {
    /// The command for one ending.
    pub(super) fn of_one(material: String, board: String, method: Method, resources: Resources) -> Self {
        Self {
            material: vec![material],
            board,
            method,
            steps: None,
            position: None,
            emit_cert: None,
            emit_dir: None,
            no_verify: false,
            report: false,
            json: false,
            resources,
        }
    }

    /// Does what was asked.
    pub fn run(&self) -> Result<(), Failure> {
        if self.steps.is_some() && self.method == Method::Policy {
            return Err(Failure::input("--steps goes with --method iterate"));
        }
        let board: Board = self.board.parse().map_err(Failure::input)?;
        let materials = self.materials()?;
        let work = format!("{} on {board}", materials.iter().map(Material::to_string).collect::<Vec<_>>().join(", "));
        if let Some(material) = materials.iter().find(|material| !material.fits(board)) {
            return Err(Failure::input(format!("the pieces of {material} do not fit on a board of {board}")));
        }
        let target = Target::of_endings(self.emit_cert.as_deref(), self.emit_dir.as_deref(), board, &materials)?;
        let iteration = match self.method {
            Method::Policy => 0,
            Method::Iterate => estimate_iteration_memory(board, &materials, self.steps),
        };
        self.resources.set_threads()?;
        self.resources.allow(&work, estimate_memory(board, &materials).saturating_add(iteration))?;
        let stop = stop_flag()?;
        let family = Ending::family(board, &materials).map_err(Failure::input)?;
        self.check_position(board, &family)?;
        let (steps, solutions) = match self.solve(&family, &stop)? {
            Solved::Exactly(steps, solutions) => (steps, solutions),
            Solved::Nearly(intervals) => return intervals.report(&family, self.json),
        };
        let certificates = certify(&family, &solutions);
        if !self.no_verify {
            verify::verify_all(&certificates).map_err(|error| Failure::NoAnswer(error.to_string()))?;
        }
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
        let names: Vec<String> = family.iter().map(|ending| ending.file_name()).collect();
        let files = target.write(&names, &certificates)?;
        let surveys = if self.report { surveys(&family, &solutions) } else { Vec::new() };
        let solved = family.iter().zip(&solutions).zip(certificates.iter().zip(files));
        let endings = solved.map(|((ending, solution), (certificate, file))| summary(ending, solution, certificate, file)).collect();
        let digests = certificates.iter().map(|certificate| certificate.digest.to_string()).collect();
        let position = self.position.as_deref().map(|text| Found::of(&tablebase(&family, &solutions), text, digests));
        let position = position.transpose().map_err(Failure::BadInput)?;
        let verified = !self.no_verify;
        let answer = Answer { board: board.to_string(), method: self.method, steps, verified, endings, report: surveys, position };
        self.print(&answer)
    }

    fn solve(&self, family: &[Arc<Ending>], stop: &AtomicBool) -> Result<Solved, Failure> {
        let observer = progress::observer();
        let control = Control::new("", &*observer, stop);
        match self.method {
            Method::Policy => Ok(Solved::Exactly(None, solve::bidding_chess::solve(family, control).map_err(failure)?)),
            Method::Iterate => match solve::bidding_chess::iterate(family, self.steps, control).map_err(failure)? {
                Iterated::Solved { steps, solutions } => Ok(Solved::Exactly(Some(steps), solutions)),
                Iterated::Stopped { steps, broken, intervals } => Ok(Solved::Nearly(Intervals { steps, broken, intervals })),
            },
        }
    }

    /// Refuses a position that is none of these endings, before they are solved.
    fn check_position(&self, board: Board, family: &[Arc<Ending>]) -> Result<(), Failure> {
        let Some(text) = &self.position else { return Ok(()) };
        let diagram = Diagram::parse(board, text.split(' ').next().unwrap_or_default()).map_err(Failure::input)?;
        let (material, ..) = diagram.placement();
        if family.iter().any(|ending| *ending.material() == material) {
            return Ok(());
        }
        Err(Failure::input(format!("position '{text}' is of the ending {material}, which none of the endings asked for can turn into")))
    }

    /// The endings asked for, colours exchanged where that is how they are named.
    fn materials(&self) -> Result<Vec<Material>, Failure> {
        let mut materials = Vec::new();
        for text in &self.material {
            let (material, exchanged) = Material::parse(text).map_err(Failure::input)?;
            if exchanged {
                note(&format!("{text} is {material} with colours exchanged"));
            }
            if !materials.contains(&material) {
                materials.push(material);
            }
        }
        Ok(materials)
    }

    fn print(&self, answer: &Answer) -> Result<(), Failure> {
        let mut out = std::io::stdout().lock();
        if self.json {
            serde_json::to_writer(&mut out, answer)?;
            writeln!(out)?;
            return Ok(());
        }
        for ending in &answer.endings {
            let sharp = if ending.sharp { "alpha = beta everywhere" } else { "alpha < beta somewhere" };
            let positions = format!(
                "{} ({})",
                counted(ending.classes as u64, "class", "classes"),
                counted(ending.placements, "placement", "placements")
            );
            writeln!(out, "{} on {}: {positions}, {sharp}", ending.material, answer.board)?;
            let denominator = match ending.largest_denominator.len() {
                0..=20 => ending.largest_denominator.clone(),
                digits => format!("of {digits} digits"),
            };
            let values = grouped(ending.values_in_table as u64);
            let (white, black) = (ending.largest_label_white, ending.largest_label_black);
            writeln!(
                out,
                "  {values} values in the table, largest denominator {denominator}; labels up to {white} (White) and {black} (Black)"
            )?;
            if let Some(file) = &ending.file {
                let verified = if answer.verified { "verified" } else { "not verified" };
                writeln!(out, "  {}: {} bytes, {verified}, sha256={}", file, grouped(ending.bytes as u64), ending.sha256)?;
            }
        }
        if let Some(steps) = answer.steps {
            writeln!(out, "the simplest fractions between alpha_n and beta_n satisfy all equations from n = {steps} on")?;
        }
        for survey in &answer.report {
            writeln!(out)?;
            survey::write_text(&mut out, survey)?;
        }
        if let Some(position) = &answer.position {
            writeln!(out)?;
            position.write_text(&mut out)?;
        }
        Ok(())
    }
}

/// The solved endings, to be asked about positions.
fn tablebase(family: &[Arc<Ending>], solutions: &[Arc<Solution>]) -> Tablebase {
    Tablebase::new(family.iter().cloned().zip(solutions.iter().cloned()).collect())
}

/// The report on every ending, sub-endings included: the paper counts them together.
fn surveys(family: &[Arc<Ending>], solutions: &[Arc<Solution>]) -> Vec<Survey> {
    let tablebase = tablebase(family, solutions);
    (0..family.len()).into_par_iter().map(|number| survey(&tablebase, number)).collect()
}

fn failure(failure: solve::bidding_chess::Failure) -> Failure {
    match failure {
        solve::bidding_chess::Failure::Interrupted => Failure::Interrupted,
        solve::bidding_chess::Failure::Ending(_) => Failure::input(failure),
        solve::bidding_chess::Failure::NotFound(_)
        | solve::bidding_chess::Failure::NotSharp(_)
        | solve::bidding_chess::Failure::Stalled(_) => Failure::NoAnswer(failure.to_string()),
    }
}

fn summary(ending: &Ending, solution: &Solution, certificate: &Certificate, file: Option<PathBuf>) -> Summary {
    let largest = |labels: &[Label]| labels.iter().copied().filter(|&label| label != NEVER).max().unwrap_or(0);
    Summary {
        material: ending.material().to_string(),
        classes: solution.len(),
        placements: ending.numbering().placements(),
        sharp: solution.is_sharp(),
        values_in_table: solution.values.len(),
        largest_denominator: solution.values.iter().map(Rational::denominator).max().map(ToString::to_string).unwrap_or_default(),
        largest_label_white: largest(&solution.label_white),
        largest_label_black: largest(&solution.label_black),
        sha256: certificate.digest.to_string(),
        bytes: certificate.bytes.len(),
        file: file.map(|file| file.display().to_string()),
    }
}
