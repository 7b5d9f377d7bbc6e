//! Lists the endgame tables of losing chess in the user's cache, in text form and as JSON.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use super::text::{counted, grouped};
use crate::solve::losing::table_files::Stored;

/// The stored tables, and the tables that this run built.
#[derive(Serialize)]
pub struct Tables {
    /// One entry for each rule set and number of pieces and pawns.
    pub tables: Vec<Entry>,
    /// The tables that this run was asked to build; `None` if the run only lists tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub built: Option<Built>,
}

/// Stored tables for one rule set and one number of pieces and pawns.
#[derive(Serialize)]
pub struct Entry {
    /// Name of the rule set.
    pub rules: String,
    /// Number of pieces and pawns in the positions of the tables.
    pub pieces: u32,
    /// Number of tables that are stored.
    pub stored: usize,
    /// Number of stored and missing tables.
    pub all: usize,
    /// Number of bytes of the files.
    pub bytes: u64,
    /// Folder of the files.
    pub folder: String,
}

/// Tables that a run built.
#[derive(Serialize)]
pub struct Built {
    /// Number of tables that were built.
    pub tables: usize,
    /// Duration of the run in seconds.
    pub seconds: f64,
}

impl From<Stored> for Entry {
    fn from(stored: Stored) -> Self {
        Self {
            rules: stored.rule.to_string(),
            pieces: stored.units,
            stored: stored.tables,
            all: stored.all,
            bytes: stored.bytes,
            folder: stored.folder.display().to_string(),
        }
    }
}

impl Entry {
    fn is_complete(&self) -> bool {
        self.stored == self.all
    }
}

impl Tables {
    /// Writes the list of tables, and says which tables should be built next. `cache` is the folder that contains one
    /// folder for each rule set.
    ///
    /// # Errors
    /// Fails if the list cannot be written.
    pub fn write_list(&self, cache: &Path, out: &mut dyn Write) -> io::Result<()> {
        let stored: u64 = self.tables.iter().map(|entry| entry.bytes).sum();
        writeln!(out, "Endgame tables of losing chess take {} in {}.", counted(stored, "byte", "bytes"), cache.display())?;
        writeln!(out, "\n{:<14}{:>7}{:>14}{:>16}  folder", "rules", "pieces", "tables", "bytes")?;
        for Entry { rules, pieces, stored, all, bytes, folder } in &self.tables {
            let folder = Path::new(folder).file_name().unwrap_or_default().to_string_lossy();
            let tables = format!("{stored} of {all}");
            writeln!(out, "{rules:<14}{pieces:>7}{tables:>14}{:>16}  {folder}", grouped(*bytes))?;
        }
        writeln!(out, "\nPieces are pieces and pawns of both sides. A table is built once for a material and its exchange.")
    }

    /// Returns the rule set and the number of pieces of the first tables that are not complete.
    #[must_use]
    pub fn next(&self) -> Option<(&str, u32)> {
        let open = self.tables.iter().filter(|entry| !entry.is_complete());
        open.min_by_key(|entry| entry.pieces).map(|entry| (entry.rules.as_str(), entry.pieces))
    }

    /// Writes the number of stored tables under each rule, and the number of tables that the run built.
    ///
    /// # Errors
    /// Fails if the text cannot be written.
    pub fn write_built(&self, out: &mut dyn Write) -> io::Result<()> {
        for same in self.tables.chunk_by(|one, other| one.rules == other.rules) {
            let sum = |of: fn(&Entry) -> u64| grouped(same.iter().map(of).sum());
            let (tables, bytes) = (sum(|entry| entry.stored as u64), sum(|entry| entry.bytes));
            let (rules, pieces) = (&same[0].rules, same.iter().map(|entry| entry.pieces).max().unwrap_or(0));
            writeln!(out, "All {tables} tables of at most {pieces} pieces and pawns under the {rules} rule are stored: {bytes} bytes")?;
            writeln!(out, "  in {}", same[0].folder)?;
        }
        match &self.built {
            Some(Built { tables: 0, .. }) => writeln!(out, "Nothing was built: every table was there."),
            Some(Built { tables, seconds }) => writeln!(out, "Built {} in {seconds:.1} s.", counted(*tables as u64, "table", "tables")),
            None => Ok(()),
        }
    }
}
