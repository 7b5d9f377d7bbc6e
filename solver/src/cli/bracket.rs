//! `solve bidding-chess --bracket`: proves bounds of the values in endings of bidding chess. Describes the bounds, and
//! writes certificates of them.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use super::common::Common;
use super::endings::{Failed, end};
use super::files::{Target, note_written};
use super::machine::{peak_memory, processor_time};
use super::outcome::{Failure, out};
use super::progress;
use crate::answers::bounds::Interval;
use crate::answers::lookup::names;
use crate::answers::text::{counted, grouped, write_json};
use crate::answers::written::Written;
use crate::certificate::Certificate;
use crate::certificate::emit::Question;
use crate::certificate::verify::citations::with_folders;
use crate::control::Control;
use crate::games::bidding_chess::{Board, Ending, Material};
use crate::model::bracket::{MAX_BITS, fraction};
use crate::solve::bracket::{self as solver, Delivered, Error as Reason, MAX_WIDTH, Narrow, Outcome, Work, estimate_memory};
use crate::solve::family::Undelivered;
use crate::solve::family::Unwritten;

/// Options that go with `--bracket`.
#[derive(Args, Debug, Default)]
pub(super) struct Bracketing {
    /// With --bracket: the number of binary places of the bounds [default: the number that the width needs]
    #[arg(long, value_name = "N", requires = "bracket", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_BITS)), allow_negative_numbers = true)]
    bits: Option<u32>,
}

/// Parses a width of the form 2^-N and returns the exponent N.
pub(super) fn width(text: &str) -> Result<u32, String> {
    let exponent = text.strip_prefix("2^-").and_then(|exponent| exponent.parse().ok());
    exponent.filter(|exponent| (1..=MAX_WIDTH).contains(exponent)).ok_or_else(|| format!("expected a width from 2^-1 to 2^-{MAX_WIDTH}"))
}

/// Other options of `solve bidding-chess` that can be used with `--bracket`.
#[derive(Clone, Copy)]
pub(super) struct Shown<'a> {
    pub(super) common: &'a Common,
    /// Folders in which the certificates of other endings are looked for.
    pub(super) include: &'a [PathBuf],
    pub(super) table: bool,
}

#[derive(Serialize)]
struct BoundsAnswer {
    board: String,
    verified: bool,
    endings: Vec<Summary>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    failed: Vec<Failed>,
}

#[derive(Serialize)]
struct Summary {
    material: String,
    classes: usize,
    placements: u64,
    /// Number of binary digits after the point in each bound.
    bits: u32,
    /// Number of classes of symmetric positions for which alpha < beta is proved.
    alpha_less_than_beta: u64,
    /// Number of classes of symmetric positions for which alpha < beta is not proved.
    undecided: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    furthest: Option<Furthest>,
    /// Width of the widest interval of alpha, as a fraction.
    width_alpha: String,
    /// Width of the widest interval of beta, as a fraction.
    width_beta: String,
    /// Counts the passes through all positions. The first number is for White's bounds, and the second number is for
    /// Black's bounds.
    sweeps: [u64; 2],
    seconds: f64,
    /// Processor time in seconds, summed over all processors.
    #[serde(skip_serializing_if = "Option::is_none")]
    processor_seconds: Option<f64>,
    /// Peak memory of the program so far, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_memory: Option<u64>,
    #[serde(flatten)]
    written: Written,
    #[serde(skip)]
    widest: [u128; 2],
}

/// Position with the largest proved difference between alpha and beta.
#[derive(Serialize)]
struct Furthest {
    position: String,
    alpha: Interval,
    beta: Interval,
}

impl Bracketing {
    /// Runs the command. The pieces of the endings must fit on the board. The bounds of a value differ by at most
    /// 2^-`width`.
    pub(super) fn run(&self, board: Board, materials: &[Material], width: u32, shown: Shown) -> Result<(), Failure> {
        let Shown { common: Common { emit, resources, .. }, include, .. } = shown;
        let narrow = Narrow { width, bits: self.bits };
        if self.bits.is_some_and(|bits| bits < width) {
            return Err(Failure::input(format!("--bits is less than the {width} binary places of the width")));
        }
        let work = format!("{} on {board}", names(materials));
        let answer = |material: &Material| (file_name(material, board), Question::bounds(&material.name(board)));
        let target = Target::new(emit, &Material::closure(materials).iter().map(answer).collect::<Vec<_>>())?;
        resources.set_threads()?;
        let supplied =
            |material: &Material| supplied(include, board, material).and_then(|(file, exact)| Some((file.metadata().ok()?.len(), exact)));
        resources.allow(&work, estimate_memory(board, materials, narrow, &supplied))?;
        resources.watch(&work, |stop| run_under(board, materials, narrow, shown, &target, stop))
    }
}

fn run_under(
    board: Board,
    materials: &[Material],
    narrow: Narrow,
    shown: Shown,
    target: &Target,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    let Shown { common: Common { emit, json, .. }, include, table } = shown;
    let family = Ending::family(board, materials).map_err(Failure::input)?;
    let observer = progress::observer();
    let control = Control::new("", &*observer, stop);
    let mut endings = Vec::new();
    let outcomes = with_folders(include, |citations| {
        let supplied = |ending: &Ending| self::supplied(include, board, ending.material()).map(|(file, _)| file);
        let mut write = |number: usize, certificate: &Certificate| {
            target.write(number, certificate).map_err(|failure| Unwritten(failure.to_string()))?;
            Ok(target.file(number).map(Path::to_owned))
        };
        let work = Work { narrow, verified: !emit.no_verify, supplied: &supplied, citations, write: &mut write };
        let mut before = processor_time();
        let mut found = |number: usize, delivered: &Delivered| {
            let now = processor_time();
            let taken = now.zip(before).map(|(now, before)| now.saturating_sub(before));
            before = now;
            endings.push(summary(&family[number], delivered, taken, target.file(number)));
        };
        solver::bracket(&family, materials, work, &mut found, control)
    });
    let failures: Vec<(&Material, Reason)> = family
        .iter()
        .zip(outcomes)
        .filter_map(|(ending, outcome)| if let Outcome::Failed(reason) = outcome { Some((ending.material(), reason)) } else { None })
        .collect();
    if failures.iter().any(|(_, reason)| matches!(reason, Reason::Interrupted(_))) {
        note_written(target, endings.len(), family.len());
        return Err(Failure::Interrupted);
    }
    if !endings.is_empty() {
        let failed = Failed::all(&failures);
        print(&BoundsAnswer { board: board.to_string(), verified: !emit.no_verify, endings, failed }, *json, table)?;
    }
    end(failures, |reason| matches!(reason, Reason::Ending(_) | Reason::Supplied(_) | Reason::Undelivered(Undelivered::Unwritten(_))))
}

/// Finds the certificate of an ending in these folders. Returns the file, and whether its values are exact.
fn supplied(include: &[PathBuf], board: Board, material: &Material) -> Option<(PathBuf, bool)> {
    let names = [(material.file_name(board), true), (file_name(material, board), false)];
    let files = names.iter().flat_map(|(name, exact)| include.iter().map(move |folder| (folder.join(name), *exact)));
    files.into_iter().find(|(file, _)| file.is_file())
}

fn print(answer: &BoundsAnswer, json: bool, table: bool) -> Result<(), Failure> {
    let mut out = out();
    if json {
        return Ok(write_json(&mut out, answer)?);
    }
    if table {
        writeln!(
            out,
            "| ending | classes | alpha < beta proved at | not decided | furthest apart in | alpha | beta | widest | s | s of processors | MB | bytes | SHA-256 |"
        )?;
        writeln!(out, "|---|---|---|---|---|---|---|---|---|---|---|---|---|")?;
        answer.endings.iter().try_for_each(|ending| write_row(&mut out, ending))?;
        return Ok(());
    }
    answer.endings.iter().try_for_each(|ending| write_text(&mut out, &answer.board, answer.verified, ending))
}

/// Returns the file name of a certificate of bounds. The suffix `-bracket.cbor` distinguishes this file from a
/// certificate of exact values.
fn file_name(material: &Material, board: Board) -> String {
    material.file_name(board).replace(".cbor", "-bracket.cbor")
}

fn summary(ending: &Ending, delivered: &Delivered, taken: Option<Duration>, file: Option<&Path>) -> Summary {
    let Delivered { findings, digest, size, time } = delivered;
    let bits = findings.bits;
    let classes = ending.numbering().classes();
    Summary {
        material: ending.material().to_string(),
        classes,
        placements: ending.numbering().placements(),
        bits,
        alpha_less_than_beta: findings.part,
        undecided: classes as u64 - findings.part,
        furthest: findings.furthest.map(|(class, bounds)| Furthest {
            position: ending.position_text(class),
            alpha: Interval::new(bounds.alpha, bits),
            beta: Interval::new(bounds.beta, bits),
        }),
        width_alpha: fraction(findings.widest[0], bits).to_string(),
        width_beta: fraction(findings.widest[1], bits).to_string(),
        sweeps: findings.sweeps,
        seconds: time.as_secs_f64(),
        processor_seconds: taken.map(|taken| taken.as_secs_f64()),
        peak_memory: peak_memory(),
        written: Written { sha256: digest.to_string(), bytes: *size, work: None, file: file.map(|file| file.display().to_string()) },
        widest: findings.widest,
    }
}

/// Formats the width `units` * 2^-`bits`, rounded up to a power of two.
fn at_most(units: u128, bits: u32) -> String {
    match units {
        0 => "0".to_owned(),
        _ => format!("2^-{}", i64::from(bits) - i64::from(128 - (units - 1).leading_zeros())),
    }
}

fn write_text(out: &mut impl Write, board: &str, verified: bool, ending: &Summary) -> Result<(), Failure> {
    let classes = counted(ending.classes as u64, "class", "classes");
    let placements = counted(ending.placements, "placement", "placements");
    writeln!(out, "{} on {board}: {classes} ({placements}), bounds of {} binary places", ending.material, ending.bits)?;
    let [alpha, beta] = ending.widest.map(|widest| at_most(widest, ending.bits));
    writeln!(out, "  alpha known to {alpha} everywhere, beta to {beta}")?;
    let part = counted(ending.alpha_less_than_beta, "class", "classes");
    writeln!(out, "  alpha < beta proved at {part}, not decided at {}", grouped(ending.undecided))?;
    if let Some(Furthest { position, alpha, beta }) = &ending.furthest {
        writeln!(out, "  furthest apart in {position}: alpha about {}, beta about {}", alpha.decimal, beta.decimal)?;
    }
    Ok(ending.written.write_text(out, "  ", verified)?)
}

fn write_row(out: &mut impl Write, ending: &Summary) -> Result<(), Failure> {
    let (position, alpha, beta) = match &ending.furthest {
        Some(Furthest { position, alpha, beta }) => (format!("`{position}`"), &*alpha.decimal, &*beta.decimal),
        None => ("-".to_owned(), "-", "-"),
    };
    let widest = at_most(ending.widest[0].max(ending.widest[1]), ending.bits);
    let processors = ending.processor_seconds.map_or_else(|| "-".to_owned(), |seconds| format!("{seconds:.0}"));
    let memory = ending.peak_memory.map_or_else(|| "-".to_owned(), |bytes| grouped(bytes / 1_000_000));
    writeln!(
        out,
        "| {} | {} | {} | {} | {position} | {alpha} | {beta} | {widest} | {:.0} | {processors} | {memory} | {} | `{}` |",
        ending.material,
        grouped(ending.classes as u64),
        grouped(ending.alpha_less_than_beta),
        grouped(ending.undecided),
        ending.seconds,
        grouped(ending.written.bytes as u64),
        ending.written.sha256
    )?;
    Ok(())
}
