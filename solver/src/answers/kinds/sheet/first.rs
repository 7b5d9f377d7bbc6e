//! Passes the first rows on to another sheet, up to a limit, and counts these rows.

use std::io;

use super::{Cell, Sheet, Stop};

/// Sheet that passes at most a certain number of rows on to another sheet, and counts these rows.
pub struct FirstRows<'s> {
    sheet: &'s mut dyn Sheet,
    max: Option<u64>,
    written: u64,
}

impl<'s> FirstRows<'s> {
    /// Creates a sheet that passes rows on to `sheet`. `max` is the maximum number of rows; `None` means no limit.
    pub fn new(sheet: &'s mut dyn Sheet, max: Option<u64>) -> Self {
        Self { sheet, max, written: 0 }
    }

    /// Returns the number of rows that were passed on.
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
