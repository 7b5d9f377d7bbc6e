//! Limits a sheet to its first rows and counts them.

use std::io;

use super::{Cell, Sheet, Stop};

/// Sheet that passes rows on to another sheet up to a limit, and counts them.
pub struct FirstRows<'s> {
    sheet: &'s mut dyn Sheet,
    max: Option<u64>,
    written: u64,
}

impl<'s> FirstRows<'s> {
    /// Passes on all rows, or at most `max`.
    pub fn new(sheet: &'s mut dyn Sheet, max: Option<u64>) -> Self {
        Self { sheet, max, written: 0 }
    }

    /// Returns the number of rows passed on.
    #[must_use]
    pub fn written(&self) -> u64 {
        self.written
    }
}

impl Sheet for FirstRows<'_> {
    fn head(&mut self, columns: &[&'static str]) -> Result<(), Stop> {
        self.sheet.head(columns)
    }

    fn row(&mut self, cells: &[Cell]) -> Result<(), Stop> {
        if self.max.is_some_and(|max| max <= self.written) {
            return Err(Stop::Full);
        }
        self.sheet.row(cells)?;
        self.written += 1;
        Ok(())
    }

    fn end(&mut self) -> io::Result<()> {
        self.sheet.end()
    }
}
