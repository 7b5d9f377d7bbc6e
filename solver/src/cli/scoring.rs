//! `solve scoring`: solves games for points, with heaps of every size. The players bid for the right to move.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Args, ValueEnum};
use rayon::prelude::*;
use serde::Serialize;

use super::common::{BidTableForm, Common, range};
use super::files::Target;
use super::outcome::{Failure, print};
use super::progress;
use super::resources::stop_flag;
use super::scoring_file;
use crate::answers::bid_matrix::BidTable;
use crate::answers::scoring::{BestPlay, Counterexample, Property, best_play, bid_table, conjecture_28, properties};
use crate::answers::text::{counted, grouped};
use crate::answers::written::Written;
use crate::certificate::emit::Question;
use crate::certificate::verify;
use crate::control::{Control, Interrupted};
use crate::engine::scoring as engine;
use crate::engine::scoring::matrix::Holder;
use crate::model::scoring::{Outcomes, SubtractionSet};
use crate::solve;
use crate::solve::scoring::MAX_COINS;

/// Arguments of `solve scoring`.
#[derive(Args, Debug)]
#[command(
    override_usage = "solve scoring --subtract <NUMBERS> --budget <TB> [OPTIONS]\n       solve scoring <FILE> --budget <TB> [OPTIONS]"
)]
pub(super) struct ScoringCommand {
    /// A file with a scoring game (.json, - for standard input), instead of --subtract
    #[arg(value_name = "FILE",
        conflicts_with_all = ["subtract", "heaps", "position", "bid_table", "properties", "conjecture", "emit_cert", "emit_dir"])]
    file: Option<PathBuf>,
    /// The total number of coins of both players, or a range of totals such as 1..300
    #[arg(long, value_name = "TB", value_parser = budgets, allow_negative_numbers = true)]
    budget: (u32, u32),
    /// The numbers that may be taken from the heap, such as 1,2,5
    #[arg(long, value_name = "NUMBERS", value_parser = set)]
    subtract: Option<SubtractionSet>,
    /// Show the outcomes for heaps of 0 to N
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    heaps: Option<u32>,
    /// Show the best bids and moves for this heap and this number of Left's coins, such as 9,6
    #[arg(long, value_name = "HEAP,COINS", value_parser = position, allow_hyphen_values = true)]
    position: Option<(u32, u32)>,
    /// The player who has the marker at the position of --position
    #[arg(long, value_enum, default_value = "left", requires = "position")]
    marker: Marker,
    /// Show the outcome of each pair of bids at the position of --position; --bid-table=latex prints only a table for
    /// LaTeX
    #[arg(long, value_enum, value_name = "text|latex", num_args = 0..=1, require_equals = true, default_missing_value = "text", hide_possible_values = true, requires = "position")]
    bid_table: Option<BidTableForm>,
    /// Test the properties of the paper for all heaps
    #[arg(long)]
    properties: bool,
    /// Compare the limits of unitary games with the candidate for the paper's Conjecture 28
    #[arg(long, value_name = "NUMBER", value_parser = ["28"])]
    conjecture: Option<String>,
    #[command(flatten)]
    common: Common,
}

/// Player who has the marker.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marker {
    /// Left
    Left,
    /// Right
    Right,
}

impl From<Marker> for Holder {
    fn from(marker: Marker) -> Self {
        if marker == Marker::Left { Self::Left } else { Self::Right }
    }
}

pub(super) fn number(text: &str) -> Result<u32, String> {
    text.trim().parse().map_err(|_| format!("{text:?} is not a whole number from 0 to {}", u32::MAX))
}

fn budgets(text: &str) -> Result<(u32, u32), String> {
    let (first, last) = range(text, number)?;
    match () {
        () if first > last => Err(format!("the range {first}..{last} is empty")),
        () if last > MAX_COINS => Err(format!("total budgets are at most {MAX_COINS}")),
        () => Ok((first, last)),
    }
}

pub(super) fn set(text: &str) -> Result<SubtractionSet, String> {
    let numbers = if text.trim().is_empty() { Vec::new() } else { text.split(',').map(number).collect::<Result<_, _>>()? };
    SubtractionSet::new(numbers).map_err(|error| error.to_string())
}

fn position(text: &str) -> Result<(u32, u32), String> {
    let (heap, coins) = text.split_once(',').ok_or("expected a heap and Left's coins, such as 9,6")?;
    Ok((number(heap)?, number(coins)?))
}

/// Answer of `solve scoring`.
#[derive(Serialize)]
struct ScoringAnswer {
    game: String,
    set: Vec<u32>,
    budgets: Vec<Budget>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repeating: Option<Vec<Vec<i32>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    heaps: Option<Vec<Vec<i32>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<BestPlay>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bid_table: Option<BidTable>,
    #[serde(skip_serializing_if = "Option::is_none")]
    properties: Option<Vec<Property>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conjecture_28: Option<Conjecture>,
    verified: bool,
    #[serde(flatten)]
    written: Written,
}

/// Results for one total budget.
#[derive(Serialize)]
struct Budget {
    budget: u32,
    period: u32,
    onset: u32,
}

#[derive(Serialize)]
struct Conjecture {
    holds: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexample: Option<Counterexample>,
}

impl ScoringCommand {
    /// Runs the command.
    pub(super) fn run(&self) -> Result<(), Failure> {
        let Some(set) = &self.subtract else { return self.run_file() };
        self.refuse(set)?;
        let Common { emit, json, resources } = &self.common;
        resources.set_threads()?;
        let target = Target::new(emit, &[(self.file_name(set), Question::outcomes(set, self.budget))])?;
        let title = self.title(set);
        resources.allow(&title, solve::scoring::estimate(set, self.budget, self.heaps))?;
        let answer = resources.watch(&title, |stop| self.answer(set, &target, stop))?;
        let is_latex = self.bid_table == Some(BidTableForm::Latex);
        print(*json, &answer, |out| if is_latex { answer.write_latex(out) } else { answer.write_text(&title, out) })
    }

    fn run_file(&self) -> Result<(), Failure> {
        let (first, last) = self.budget;
        let budget = if first == last { last.to_string() } else { format!("{first}..{last}") };
        let Some(file) = self.file.as_deref() else {
            return Err(Failure::input(format!(
                "say which game: what may be taken from the heap, as in 'solve scoring --subtract 1,2 --budget {budget}', or the file of a scoring game"
            )));
        };
        let answer = scoring_file::solve(file, self.budget, &*stop_flag()?)?;
        print(self.common.json, &answer, |out| answer.write_text(out))
    }

    /// Refuses combinations of options that are not allowed.
    fn refuse(&self, set: &SubtractionSet) -> Result<(), Failure> {
        let (first, last) = self.budget;
        if first != last && (self.heaps.is_some() || self.position.is_some()) {
            return Err(Failure::input("--heaps and --position need one total budget, not a range"));
        }
        if let Some((_, coins)) = self.position.filter(|&(_, coins)| coins > last) {
            return Err(Failure::input(format!("Left cannot have {coins} coins of {last}")));
        }
        if self.conjecture.is_some() && !set.is_unitary() {
            return Err(Failure::input("Conjecture 28 is about unitary games: --subtract 1"));
        }
        Ok(())
    }

    fn title(&self, set: &SubtractionSet) -> String {
        let (first, last) = self.budget;
        if first == last {
            format!("subtraction {set}, total budget {last}")
        } else {
            format!("subtraction {set}, total budgets {first} to {last}")
        }
    }

    fn file_name(&self, set: &SubtractionSet) -> String {
        let numbers: Vec<String> = set.numbers().iter().map(u32::to_string).collect();
        let (first, last) = self.budget;
        let budgets = if first == last { format!("budget-{last}") } else { format!("budgets-{first}-{last}") };
        format!("subtraction-{}-{budgets}.cbor", numbers.join("-"))
    }

    fn answer(&self, set: &SubtractionSet, target: &Target, stop: &AtomicBool) -> Result<ScoringAnswer, Failure> {
        let observer = progress::observer();
        let control = Control::new("", &*observer, stop);
        let solved = solve::scoring::solve(set, self.budget, control).map_err(failure)?;
        let certificate = solve::scoring::certify(set, &solved);
        let mut work = None;
        if !self.common.emit.no_verify {
            control.stage("verifying", None);
            work = verify::verify_with_work(&certificate).map_err(|error| Failure::NoAnswer(error.to_string()))?;
        }
        let properties = self.properties.then(|| {
            control.stage("properties", None);
            combined_properties(set, &solved, control)
        });
        let properties = properties.transpose().map_err(|_| Failure::Interrupted)?;
        let conjecture_28 = self.conjecture.is_some().then(|| {
            let counterexample = solved.iter().find_map(conjecture_28);
            Conjecture { holds: counterexample.is_none(), counterexample }
        });
        control.done();
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
        let [first, ..] = &solved[..] else { unreachable!("a range has a budget") };
        let table = |(heap, coins)| bid_table(set, &|heap, p| first.at(heap, p), heap, [coins, first.budget - coins], self.marker.into());
        let bid_table = self.position.filter(|_| self.bid_table.is_some()).map(table).transpose().map_err(Failure::input)?;
        target.write(0, &certificate)?;
        let rows = |from: u32, count: u32| -> Vec<Vec<i32>> { (from..from + count).map(|heap| first.row(heap)).collect() };
        Ok(ScoringAnswer {
            game: format!("subtraction {set}"),
            set: set.numbers().to_vec(),
            budgets: solved.iter().map(|one| Budget { budget: one.budget, period: one.period, onset: one.onset }).collect(),
            repeating: (solved.len() == 1).then(|| rows(first.onset, first.period)),
            heaps: self.heaps.map(|last| {
                let mut rows = Vec::new();
                first.walk(last, |_, row| {
                    rows.push(row.to_vec());
                    true
                });
                rows
            }),
            position: self
                .position
                .map(|(heap, coins)| best_play(set, &|heap, p| first.at(heap, p), heap, [coins, first.budget - coins], self.marker.into())),
            bid_table,
            properties,
            conjecture_28,
            verified: !self.common.emit.no_verify,
            written: Written { work, ..Written::new(&certificate, target.file(0)) },
        })
    }
}

/// Combines the test results of all total budgets. For a false property, keeps the counterexample with the least total
/// budget.
fn combined_properties(set: &SubtractionSet, solved: &[Outcomes], control: Control) -> Result<Vec<Property>, Interrupted> {
    let each = solved.par_iter().map(|one| properties(set, one, control)).collect::<Result<Vec<_>, _>>()?;
    let first_failure = |number: usize| each.iter().map(|one| &one[number]).find(|property| !property.holds);
    Ok((0..each[0].len()).map(|number| first_failure(number).unwrap_or(&each[0][number]).clone()).collect())
}

pub(super) fn failure(failure: engine::Error) -> Failure {
    match failure {
        engine::Error::Interrupted => Failure::Interrupted,
        _ => Failure::NoAnswer(failure.to_string()),
    }
}

/// A printed table has at most this many rows and at most this many columns. JSON output has all rows and columns.
const MAX_PRINTED: usize = 64;

impl ScoringAnswer {
    fn write_text(&self, title: &str, out: &mut dyn Write) -> io::Result<()> {
        if let Some(play) = &self.position {
            play.write_text(out)?;
            writeln!(out)?;
        }
        if let Some(table) = &self.bid_table {
            table.write_text(out)?;
            writeln!(out)?;
        }
        for sentence in self.sentences() {
            writeln!(out, "{sentence}")?;
        }
        writeln!(out, "\n{title}: outcomes of all heaps")?;
        writeln!(out, "  {:>8} {:>8} {:>8}", "budget", "period", "onset")?;
        let shown = self.budgets.len().min(MAX_PRINTED);
        for Budget { budget, period, onset } in &self.budgets[..shown] {
            writeln!(out, "  {budget:>8} {period:>8} {onset:>8}")?;
        }
        if shown < self.budgets.len() {
            writeln!(out, "  … {} in all: see --json", grouped(self.budgets.len() as u64))?;
        }
        let [one, ..] = &self.budgets[..] else { return Ok(()) };
        if let Some(rows) = &self.heaps {
            write_rows(out, 0, rows)?;
        }
        if let Some(rows) = &self.repeating {
            writeln!(out, "from heap {} on, every {}:", one.onset, counted(one.period.into(), "heap", "heaps"))?;
            write_rows(out, one.onset, rows)?;
        }
        for property in self.properties.iter().flatten() {
            let Property { name, says, counterexample, .. } = property;
            match counterexample {
                None => writeln!(out, "({name}) {says}: holds for all heaps")?,
                Some(at) => writeln!(out, "({name}) {says}: fails at {}", place(at))?,
            }
        }
        match &self.conjecture_28 {
            Some(Conjecture { counterexample: Some(at), .. }) => writeln!(out, "Conjecture 28's candidate fails at {}", place(at))?,
            Some(_) => writeln!(out, "Conjecture 28's candidate is the limit for all of these total budgets")?,
            None => {}
        }
        self.written.write_text(out, "", self.verified)?;
        if let Some(work) = self.written.work {
            // The work limit is always a whole number of millions.
            writeln!(out, "check verifies this certificate with --work {}M and leaves it undecided without", work / 1_000_000)?;
        }
        Ok(())
    }
}

impl ScoringAnswer {
    /// Writes only the table of bids, for LaTeX.
    fn write_latex(&self, out: &mut dyn Write) -> io::Result<()> {
        let (Some(table), Some(BestPlay { heap, left_coins, right_coins, marker, .. })) = (&self.bid_table, &self.position) else {
            return Ok(());
        };
        let coins = counted((*left_coins).into(), "coin", "coins");
        let place = format!("heap {heap}, {coins} for Left, {right_coins} for Right, {marker} has the marker");
        table.write_latex(out, &format!("{}, {place}; certificate SHA-256 {}", self.game, self.written.sha256))
    }

    fn sentences(&self) -> Vec<String> {
        let [one, rest @ ..] = &self.budgets[..] else { return Vec::new() };
        if let Some(last) = rest.last() {
            let (period, onset) = self.budgets.iter().fold((0, 0), |(period, onset), of| (period.max(of.period), onset.max(of.onset)));
            let every = counted(period.into(), "heap", "heaps");
            let budgets = format!("For each total budget from {} to {}", one.budget, last.budget);
            return vec![format!(
                "{budgets} the outcomes of heaps of every size are known: they repeat every {every} at most, from heap {onset} on at the latest."
            )];
        }
        let Budget { budget, period, onset } = *one;
        let coins = counted(budget.into(), "coin", "coins");
        let repeats = format!("from heap {onset} on this repeats every {}", counted(period.into(), "heap", "heaps"));
        let half = budget / 2;
        let Some(outcome) = self.repeating.as_ref().and_then(|rows| rows.first()?.get(half as usize)) else {
            return vec![format!("With {coins} in all it is known for every heap by how many points Left ends ahead: {repeats}.")];
        };
        let points = |outcome: i32| counted(outcome.unsigned_abs().into(), "point", "points");
        let more = match outcome {
            0 => "Left and Right end with the same number of points".to_owned(),
            1.. => format!("Left ends {} ahead", points(*outcome)),
            _ => format!("Left ends {} behind", points(*outcome)),
        };
        vec![
            format!("With a heap of {onset}, {half} of {coins} and the marker, {more} if both play best; {repeats}."),
            "p: Left's coins; Left has the marker, which wins a tie and is handed over then; a number: Left's points less Right's."
                .to_owned(),
        ]
    }
}

fn place(at: &Counterexample) -> String {
    format!("total budget {}, heap {}, p = {}: {} against {}", at.budget, at.heap, at.coins, at.lesser, at.greater)
}

/// Writes a table of outcomes, with a row for each heap and a column for each number of Left's coins.
fn write_rows(out: &mut dyn Write, first: u32, rows: &[Vec<i32>]) -> io::Result<()> {
    let columns = rows.first().map_or(0, Vec::len);
    let (shown, shown_columns) = (rows.len().min(MAX_PRINTED), columns.min(MAX_PRINTED));
    let width = |value: &i32| value.to_string().len();
    let width = rows[..shown].iter().flatten().map(width).max().unwrap_or(1).max((columns - 1).to_string().len());
    write!(out, "{:>10}", "heap \\ p")?;
    (0..shown_columns).try_for_each(|p| write!(out, " {p:>width$}"))?;
    writeln!(out)?;
    for (heap, row) in (u64::from(first)..).zip(&rows[..shown]) {
        write!(out, "{heap:>10}")?;
        row[..shown_columns].iter().try_for_each(|value| write!(out, " {value:>width$}"))?;
        writeln!(out)?;
    }
    if shown < rows.len() || shown_columns < columns {
        writeln!(out, "  … {} rows of {} in all: see --json", grouped(rows.len() as u64), grouped(columns as u64))?;
    }
    Ok(())
}
