//! `solve bidding-chess`: solves endings of bidding chess, describes the results, and writes certificates of them.

mod table;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::{Args, ValueEnum};
use rayon::prelude::*;
use serde::Serialize;

use super::bracket;
use super::common::{Common, First};
use super::endings::{Failed, allow_files, end, must_fit};
use super::files::{self, Target};
use super::intervals::Intervals;
use super::outcome::{Failure, note, out};
use super::progress;
use super::survey;
use crate::answers::kinds::Answer as _;
use crate::answers::kinds::endings::EndingValues;
use crate::answers::lookup::names;
use crate::answers::survey::{Interval, Survey, survey, widest};
use crate::answers::tablebase::Tablebase;
use crate::answers::text::{grouped, write_json};
use crate::answers::written::Written;
use crate::certificate::emit::Question;
use crate::certificate::verify::citations::with_folders;
use crate::control::Control;
use crate::games::bidding_chess::{Board, Diagram, Ending, Material};
use crate::model::graph::Label;
use crate::solve::bidding_chess::{self as solver, Error as Reason, Iterated, estimate_iteration_memory, estimate_memory_with_supplied};
use crate::solve::family::{Delivered, Delivery, Undelivered};
use crate::solve::unsolved::Unsolved;

/// Arguments of `solve bidding-chess`.
#[derive(Args, Debug)]
pub struct BiddingChess {
    /// Endings: White's pieces, then Black's pieces, such as KNK or KRKB
    #[arg(required = true)]
    material: Vec<String>,
    /// The size of the board, files by ranks, from 2x2 to 16x16
    #[arg(long, value_name = "WxH", default_value = "8x8")]
    board: String,
    /// The method of solving
    #[arg(long, value_enum, default_value = "policy")]
    method: Method,
    /// With --method iterate: stop after N steps and print the intervals reached
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    steps: Option<u64>,
    /// Prove bounds instead of exact values: for each position, an interval that contains alpha and an interval that
    /// contains beta, each at most 2^-N wide. Meant for endings whose exact values take too much time or memory
    #[arg(long, value_name = "2^-N", value_parser = bracket::width, conflicts_with_all = ["method", "steps", "report", "position"])]
    bracket: Option<u32>,
    #[command(flatten)]
    bracketing: bracket::Bracketing,
    /// Take certificates of sub-endings from this folder: exact ones such as kbk.cbor, and with --bracket also bounds
    /// such as kbk-bracket.cbor if the exact one is missing; may be repeated
    #[arg(long, value_name = "DIR", conflicts_with_all = ["report", "position"])]
    include: Vec<PathBuf>,
    /// Print a Markdown table, one ending a row
    #[arg(long, conflicts_with_all = ["json", "report", "position"])]
    table: bool,
    /// Print everything known about this position of the endings too. The position is a FEN or its first field; the
    /// side to move does not matter
    #[arg(long, value_name = "POSITION")]
    pub(super) position: Option<String>,
    /// Describe the endings: quiescent and zugzwang positions, labels, denominators, promotions
    #[arg(long)]
    report: bool,
    #[command(flatten)]
    first: First,
    #[command(flatten)]
    common: Common,
}

/// Method of solving endings.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Method {
    /// Find a policy by fixed-point sweeps, then compute the exact values of this policy
    Policy,
    /// The method of the paper: compute bounds of all values as big integers, step by step, until the simplest
    /// fractions between the bounds satisfy all equations
    Iterate,
}

/// Result of solving endings.
enum Solved {
    /// Exact values. The first field is the number of steps, if the paper's method was used. For each ending, the
    /// second field has the solution, or the reason why the ending has no solution.
    Exactly(Option<u64>, Vec<Option<Result<Delivered<solver::Solved>, Reason>>>),
    /// Bounds that the paper's method had reached when it stopped at the limit of steps.
    Nearly(Intervals),
}

#[derive(Serialize)]
struct Summary {
    material: String,
    classes: usize,
    placements: u64,
    sharp: bool,
    values_in_table: usize,
    largest_denominator: String,
    largest_label_white: Label,
    largest_label_black: Label,
    /// Number of classes of symmetric positions with alpha < beta.
    #[serde(skip)]
    part: usize,
    /// Position with the largest difference between alpha and beta.
    #[serde(skip)]
    furthest: Option<Interval>,
    /// Number of classes of symmetric positions in which neither player wants to move. `None` if they were not counted.
    #[serde(skip)]
    zugzwang: Option<usize>,
    #[serde(flatten)]
    written: Written,
}

#[derive(Serialize)]
struct BiddingChessAnswer {
    board: String,
    /// Names of the requested endings.
    #[serde(skip)]
    asked: String,
    method: Method,
    /// Number of steps that the paper's method took, if this method was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<u64>,
    verified: bool,
    endings: Vec<Summary>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    failed: Vec<Failed>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    report: Vec<Survey>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<EndingValues>,
}

impl BiddingChess {
    /// Builds the command for one ending.
    pub(super) fn of_one(material: String, board: String, method: Method, position: Option<String>, first: First, common: Common) -> Self {
        Self {
            material: vec![material],
            board,
            method,
            steps: None,
            bracket: None,
            bracketing: bracket::Bracketing::default(),
            include: Vec::new(),
            table: false,
            position,
            report: false,
            first,
            common,
        }
    }

    /// Runs the command.
    pub fn run(&self) -> Result<(), Failure> {
        if self.steps.is_some() && self.method == Method::Policy {
            return Err(Failure::input("--steps goes with --method iterate"));
        }
        if !self.include.is_empty() && self.method == Method::Iterate {
            return Err(Failure::input("--include goes with --method policy: the other method solves all endings together"));
        }
        if let Some(folder) = self.include.iter().find(|folder| !folder.is_dir()) {
            return Err(Failure::input(format!("{}: there is no such folder", folder.display())));
        }
        let Common { emit, resources, .. } = &self.common;
        let board: Board = self.board.parse().map_err(Failure::input)?;
        let materials = self.materials()?;
        must_fit(&materials, board)?;
        allow_files(emit, &materials)?;
        if let Some(width) = self.bracket {
            let shown = bracket::Shown { common: &self.common, include: &self.include, table: self.table };
            return self.bracketing.run(board, &materials, width, shown);
        }
        let work = format!("{} on {board}", names(&materials));
        let answer = |material: &Material| (material.file_name(board), Question::values(&material.name(board)));
        let target = Target::new(emit, &Material::closure(&materials).iter().map(answer).collect::<Vec<_>>())?;
        let iteration = match self.method {
            Method::Policy => 0,
            Method::Iterate => estimate_iteration_memory(board, &materials, self.steps),
        };
        resources.set_threads()?;
        let supplied = |material: &Material| Some(self.supplied(board, material)?.metadata().ok()?.len());
        resources.allow(&work, estimate_memory_with_supplied(board, &materials, &supplied).saturating_add(iteration))?;
        resources.watch(&work, |stop| self.run_under(board, &materials, &target, stop))
    }

    fn run_under(&self, board: Board, materials: &[Material], target: &Target, stop: &AtomicBool) -> Result<(), Failure> {
        let Common { emit, json, .. } = &self.common;
        let family = Ending::family(board, materials).map_err(Failure::input)?;
        self.check_position(board, &family)?;
        let (steps, outcomes) = match self.solve(board, (&family, materials), target, stop)? {
            Solved::Exactly(steps, outcomes) => (steps, outcomes),
            Solved::Nearly(intervals) => return intervals.report(&family, *json),
        };
        let (mut solved, mut failures) = (Vec::new(), Vec::new());
        for (number, (ending, outcome)) in family.iter().zip(outcomes).enumerate() {
            match outcome {
                Some(Ok(delivered)) => solved.push((number, ending, delivered)),
                Some(Err(failure)) => failures.push((ending.material(), failure)),
                // Nothing requires the solution of this ending.
                None => {}
            }
        }
        if failures.iter().any(|(_, failure)| matches!(failure, Reason::Unsolved(Unsolved::Interrupted))) {
            files::note_written(target, solved.len(), family.len());
            return Err(Failure::Interrupted);
        }
        if !solved.is_empty() {
            let surveys = if self.report { surveys(&solved) } else { Vec::new() };
            let endings = solved.iter().map(|(number, ending, delivered)| summary(ending, delivered, target.file(*number))).collect();
            let failed = Failed::all(&failures);
            let digests = solved.iter().map(|(_, _, delivered)| delivered.certificate.digest.to_string()).collect();
            let position = self.position.as_deref().map(|text| EndingValues::look_up(&tablebase(&solved), text, digests));
            let position = position.transpose().map_err(Failure::input)?;
            let board = board.to_string();
            let asked = names(materials);
            let answer = BiddingChessAnswer {
                board,
                asked,
                method: self.method,
                steps,
                verified: !emit.no_verify,
                endings,
                failed,
                report: surveys,
                position,
            };
            self.print(&answer)?;
        }
        end(failures, |reason| matches!(reason, Reason::Ending(_) | Reason::Supplied(_) | Reason::Undelivered(Undelivered::Unwritten(_))))
    }

    /// Solves the requested endings and all endings into which they can lead. Each solution is verified and written as
    /// soon as it is ready.
    fn solve(
        &self,
        board: Board,
        (family, asked): (&[Arc<Ending>], &[Material]),
        target: &Target,
        stop: &AtomicBool,
    ) -> Result<Solved, Failure> {
        let observer = progress::observer();
        let control = Control::new("", &*observer, stop);
        let delivery = Delivery { verified: !self.common.emit.no_verify, write: &mut target.writer() };
        match self.method {
            Method::Policy => with_folders(&self.include, |citations| {
                let supplied = |ending: &Ending| self.supplied(board, ending.material());
                Ok(Solved::Exactly(None, solver::solve_with_supplied(family, asked, &supplied, citations, control, delivery)))
            }),
            Method::Iterate => match solver::iterate(family, self.steps, control).map_err(failure)? {
                Iterated::Solved { steps, solutions } => {
                    let solved = |solution| Ok(solver::Solved { solution, zugzwang: None });
                    let outcomes = solutions.into_iter().map(solved).enumerate();
                    Ok(Solved::Exactly(Some(steps), solver::deliver(family, outcomes, delivery).into_iter().map(Some).collect()))
                }
                Iterated::Stopped { steps, broken, intervals } => Ok(Solved::Nearly(Intervals { steps, broken, intervals })),
            },
        }
    }

    /// Returns the file with the certificate of an ending, if a folder of `--include` contains this file.
    fn supplied(&self, board: Board, material: &Material) -> Option<PathBuf> {
        let name = material.file_name(board);
        self.include.iter().map(|folder| folder.join(&name)).find(|file| file.is_file())
    }

    /// Refuses the requested position if it belongs to none of the endings. The position is checked before any ending
    /// is solved.
    fn check_position(&self, board: Board, family: &[Arc<Ending>]) -> Result<(), Failure> {
        let Some(text) = &self.position else { return Ok(()) };
        let diagram = Diagram::from_fen(board, text).map_err(Failure::input)?;
        let (material, ..) = diagram.placement();
        if family.iter().any(|ending| *ending.material() == material) {
            return Ok(());
        }
        Err(Failure::input(format!("position '{text}' is of the ending {material}, which none of the endings asked for can turn into")))
    }

    /// Parses the requested endings.
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

    fn print(&self, answer: &BiddingChessAnswer) -> Result<(), Failure> {
        let mut out = out();
        if self.common.json {
            return Ok(write_json(&mut out, answer)?);
        }
        if self.table {
            return Ok(table::write(&mut out, &answer.endings)?);
        }
        if answer.endings.len() > 1 {
            let (names, board) = (&answer.asked, &answer.board);
            writeln!(
                out,
                "{names} on {board}: every position is solved; the exact share of the money with which a player can force a win is known."
            )?;
        }
        for ending in &answer.endings {
            let gap = if ending.sharp {
                ""
            } else {
                "; in some positions there are shares with which neither side can force a win (alpha < beta)"
            };
            let (placements, classes) = (grouped(ending.placements), grouped(ending.classes as u64));
            let all = format!("the exact share of the money that wins, in all {placements} positions ({classes} up to symmetry){gap}");
            writeln!(out, "{} on {} is solved: {all}", ending.material, answer.board)?;
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
            ending.written.write_text(&mut out, "  ", answer.verified)?;
        }
        if let Some(steps) = answer.steps {
            writeln!(out, "the simplest fractions between alpha_n and beta_n satisfy all equations from n = {steps} on")?;
        }
        for survey in &answer.report {
            writeln!(out)?;
            survey::write_text(&mut out, survey, self.first.max_items())?;
        }
        if let Some(position) = &answer.position {
            writeln!(out)?;
            position.write_text(&mut out, self.first.max_items())?;
        }
        Ok(())
    }
}

/// Collects the solved endings in a tablebase, which answers questions about positions.
fn tablebase(solved: &[(usize, &Arc<Ending>, Delivered<solver::Solved>)]) -> Tablebase {
    let endings = solved.iter().map(|(_, ending, delivered)| (Arc::clone(ending), Arc::clone(&delivered.found.solution)));
    Tablebase::new(endings.collect())
}

/// Builds a survey of each solved ending.
fn surveys(solved: &[(usize, &Arc<Ending>, Delivered<solver::Solved>)]) -> Vec<Survey> {
    let tablebase = tablebase(solved);
    (0..solved.len()).into_par_iter().map(|number| survey(&tablebase, number)).collect()
}

fn failure(failure: Reason) -> Failure {
    match failure {
        Reason::Unsolved(Unsolved::Interrupted) => Failure::Interrupted,
        Reason::Ending(_) => Failure::input(failure),
        _ => Failure::NoAnswer(failure.to_string()),
    }
}

fn summary(ending: &Ending, delivered: &Delivered<solver::Solved>, file: Option<&Path>) -> Summary {
    let Delivered { found: solver::Solved { solution, zugzwang }, certificate } = delivered;
    let [largest_label_white, largest_label_black] = solution.largest_labels();
    Summary {
        material: ending.material().to_string(),
        classes: solution.len(),
        placements: ending.numbering().placements(),
        sharp: solution.is_sharp(),
        values_in_table: solution.values.len(),
        largest_denominator: solution.largest_denominator(),
        largest_label_white,
        largest_label_black,
        part: solution.rank_alpha.iter().zip(&solution.rank_beta).filter(|(alpha, beta)| alpha != beta).count(),
        furthest: widest(ending, solution),
        zugzwang: *zugzwang,
        written: Written::new(certificate, file),
    }
}
