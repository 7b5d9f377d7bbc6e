//! `solve tables`: builds endgame tables of losing chess, and lists those that are stored.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use bytesize::ByteSize;
use clap::{Args, ValueEnum};

use super::outcome::{Failure, note, note_sentence, print};
use super::progress;
use super::resources::Resources;
use crate::answers::losing_tables::{Built, Entry, Tables};
use crate::answers::text::counted;
use crate::control::{Control, Interrupted};
use crate::games::losing_chess::Stalemate;
use crate::games::losing_chess::tables::Tables as Opened;
use crate::solve::cache;
use crate::solve::losing::table_files::{self, BuildError, Plan, UNITS};

/// Arguments of `solve tables`.
#[derive(Args, Debug)]
pub(super) struct TablesCommand {
    /// Build the tables of all positions with at most N pieces and pawns, unless they are stored. Without this option
    /// the stored tables are listed
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(i64::from(*UNITS.start())..=i64::from(*UNITS.end())))]
    pieces: Option<u32>,
    /// The rule about stalemate [default: joint to build tables, all to list them]
    #[arg(long, value_enum, value_name = "RULES")]
    rules: Option<RulesArg>,
    /// Print one JSON object and nothing else
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    resources: Resources,
}

/// One rule set, or all of them.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum RulesArg {
    /// The winner is the player who wins under both other rules
    Joint,
    /// The stalemated side wins
    International,
    /// The side with fewer pieces and pawns wins
    Fics,
    /// All three
    All,
}

impl RulesArg {
    fn rules(self) -> Vec<Stalemate> {
        match self {
            Self::Joint => vec![Stalemate::Joint],
            Self::International => vec![Stalemate::International],
            Self::Fics => vec![Stalemate::Fics],
            Self::All => vec![Stalemate::Joint, Stalemate::International, Stalemate::Fics],
        }
    }
}

impl TablesCommand {
    /// Runs the command.
    pub(super) fn run(&self) -> Result<(), Failure> {
        match self.pieces {
            Some(pieces) => self.build(pieces, self.rules.unwrap_or(RulesArg::Joint)),
            None => self.list(self.rules.unwrap_or(RulesArg::All)),
        }
    }

    fn list(&self, rules: RulesArg) -> Result<(), Failure> {
        let cache = cache::folder().ok_or_else(no_cache)?;
        let tables = Tables { tables: entries(rules, *UNITS.end())?, built: None };
        print(self.json, &tables, |out: &mut dyn Write| {
            tables.write_list(&cache, out)?;
            match tables.next() {
                Some((rules, pieces)) => writeln!(out, "To build the next ones: {}", command(rules, pieces)),
                None => Ok(()),
            }
        })
    }

    fn build(&self, pieces: u32, rules: RulesArg) -> Result<(), Failure> {
        self.resources.watch("endgame tables", |stop| self.build_under(pieces, rules, stop))
    }

    fn build_under(&self, pieces: u32, rules: RulesArg, stop: &AtomicBool) -> Result<(), Failure> {
        let threads = self.resources.threads();
        let plan = |rule: Stalemate| Plan::new(rule, pieces, threads).ok_or_else(no_cache);
        let plans: Vec<Plan> = rules.rules().into_iter().map(plan).collect::<Result<_, Failure>>()?;
        self.allow(&plans, pieces)?;
        let (begun, observer) = (Instant::now(), progress::observer());
        for plan in plans.iter().filter(|plan| !plan.missing.is_empty()) {
            let control = Control::new("tables", &*observer, stop);
            plan.build(threads, control).map_err(|failure| self.stopped(plan, failure))?;
        }
        drop(observer);
        let built = Built { tables: plans.iter().map(|plan| plan.missing.len()).sum(), seconds: begun.elapsed().as_secs_f64() };
        let tables = Tables { tables: entries(rules, pieces)?, built: Some(built) };
        print(self.json, &tables, |out: &mut dyn Write| tables.write_built(out))
    }

    /// Refuses to build tables that need too much memory or disk space.
    fn allow(&self, plans: &[Plan], pieces: u32) -> Result<(), Failure> {
        let size = |bytes: u64| ByteSize(bytes).display().si().to_string();
        let missing: usize = plans.iter().map(|plan| plan.missing.len()).sum();
        let (disk, memory) = (plans.iter().map(|plan| plan.disk).sum(), plans.iter().map(|plan| plan.memory).max().unwrap_or(0));
        if missing == 0 {
            return Ok(());
        }
        let what = format!("{} of at most {pieces} pieces and pawns", counted(missing as u64, "table", "tables"));
        let folders: Vec<String> = plans.iter().map(|plan| plan.folder.display().to_string()).collect();
        let folders = folders.join(", ");
        if !self.json {
            note_sentence(&format!(
                "{what} will take at most {} on disk, in {folders}, and at most {} of memory.",
                size(disk),
                size(memory)
            ));
        }
        self.resources.allow(&what, memory)?;
        let room = plans.first().and_then(|plan| cache::room(&plan.folder));
        match room {
            Some(room) if room < disk => {
                Err(Failure::BadInput(format!("{what} need up to {} on disk, in {folders}; {} are free there", size(disk), size(room))))
            }
            _ => Ok(()),
        }
    }

    /// Explains why the tables were not built. Says which command continues the work.
    fn stopped(&self, plan: &Plan, failure: BuildError) -> Failure {
        match failure {
            BuildError::Interrupted => {
                if let Some(left) = Plan::new(plan.rule, plan.units, 1).map(|plan| plan.missing.len()) {
                    let built = counted((plan.missing.len() - left) as u64, "table is", "tables are");
                    note(&format!("{built} built and kept, {left} are left; the same command goes on from there"));
                }
                Failure::Interrupted
            }
            failure => Failure::input(failure),
        }
    }
}

/// Opens the endgame tables for at most `units` pieces and pawns. Tells the user if the tables could not be stored.
pub(super) fn open(rules: Stalemate, units: u32, threads: usize, control: Control) -> Result<Arc<Opened>, Interrupted> {
    let unwritten = |folder: &Path, error: &io::Error| {
        note(&format!("{}: {error}: the endgame tables will be built again next time", folder.display()));
    };
    table_files::open_cached(rules, units, threads, unwritten, control)
}

/// Returns the command that builds tables.
pub(super) fn command(rules: &str, pieces: u32) -> String {
    let rules = if rules == "joint" { String::new() } else { format!(" --rules {rules}") };
    format!("solve tables --pieces {pieces}{rules}")
}

/// Lists the stored tables for positions of at most `pieces` pieces and pawns.
fn entries(rules: RulesArg, pieces: u32) -> Result<Vec<Entry>, Failure> {
    let mut entries = Vec::new();
    for rule in rules.rules() {
        let stored = table_files::stored(rule).ok_or_else(no_cache)?;
        entries.extend(stored.into_iter().filter(|stored| stored.units <= pieces).map(Entry::from));
    }
    Ok(entries)
}

fn no_cache() -> Failure {
    let variables = if cfg!(windows) { "LOCALAPPDATA" } else { "XDG_CACHE_HOME or HOME" };
    Failure::BadInput(format!("there is no folder for tables: {variables} must be an absolute path"))
}
