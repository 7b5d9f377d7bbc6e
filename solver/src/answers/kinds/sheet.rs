//! Writes rows of cells one at a time, without keeping them in memory. The formats are comma-separated values (RFC
//! 4180), JSON with one object per line, and tables for LaTeX.

pub mod first;
pub mod latex;

use std::fmt;
use std::io::{self, Write};
use std::rc::Rc;

use serde::{Serialize, Serializer};

/// One cell of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// No value. In JSON, the cell is written as `null`. In CSV, the cell is written as an empty field, or as `-` if it
    /// is an element of a list.
    None,
    /// A whole number.
    Number(i64),
    /// Text.
    Text(String),
    /// A truth value.
    Flag(bool),
    /// List of cells. In CSV the cells of a list are separated by spaces.
    List(Vec<Cell>),
    /// Cell whose contents are the same in several rows and are stored once.
    Shared(Rc<Cell>),
}

impl Cell {
    /// Makes a text cell.
    pub fn text(text: impl fmt::Display) -> Self {
        Self::Text(text.to_string())
    }

    /// Makes a cell with a number. `None` makes an empty cell.
    pub fn number(number: impl Into<Option<u32>>) -> Self {
        number.into().map_or(Self::None, |number| Self::Number(number.into()))
    }

    /// Makes a list cell.
    pub fn list(cells: impl IntoIterator<Item = Self>) -> Self {
        Self::List(cells.into_iter().collect())
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::None => serializer.serialize_none(),
            Self::Number(number) => serializer.serialize_i64(*number),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Flag(flag) => serializer.serialize_bool(*flag),
            Self::List(cells) => serializer.collect_seq(cells),
            Self::Shared(cell) => cell.serialize(serializer),
        }
    }
}

/// Formats the cell as a field of CSV, without quotes.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => Ok(()),
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => f.write_str(text),
            Self::Flag(flag) => flag.fmt(f),
            Self::List(cells) => cells.iter().enumerate().try_for_each(|(place, cell)| {
                let space = if place == 0 { "" } else { " " };
                if *cell == Self::None { write!(f, "{space}-") } else { write!(f, "{space}{cell}") }
            }),
            Self::Shared(cell) => cell.fmt(f),
        }
    }
}

/// Reason why no further row can be written.
#[derive(Debug)]
pub enum Stop {
    /// The sheet accepts no more rows.
    Full,
    /// Writing failed.
    Failed(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

/// Receiver of the rows of a table.
pub trait Sheet {
    /// Writes the names of the columns. The caller calls this method before it writes the first row.
    ///
    /// # Errors
    /// Fails if the names cannot be written.
    fn head(&mut self, columns: &[&'static str]) -> Result<(), Stop>;

    /// Writes a row with one cell for each column.
    ///
    /// # Errors
    /// Fails if the row cannot be written, or if the sheet accepts no more rows.
    fn row(&mut self, cells: &[Cell]) -> Result<(), Stop>;

    /// Writes the end of the sheet after the last row.
    ///
    /// # Errors
    /// Fails if the end cannot be written.
    fn end(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Sheet in the format CSV. The first line has the names of the columns.
pub struct Csv<W>(W);

impl<W: Write> Csv<W> {
    /// Creates a sheet that writes to `out`.
    pub fn new(out: W) -> Self {
        Self(out)
    }
}

impl<W: Write> Sheet for Csv<W> {
    fn head(&mut self, columns: &[&'static str]) -> Result<(), Stop> {
        Ok(writeln!(self.0, "{}", columns.join(","))?)
    }

    fn row(&mut self, cells: &[Cell]) -> Result<(), Stop> {
        for (place, cell) in cells.iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            match cell {
                // Quotes a text if necessary. Only texts from input files can contain characters that need quotes.
                Cell::Text(text) if text.contains([',', '"', '\n', '\r']) => write!(self.0, "{comma}\"{}\"", text.replace('"', "\"\""))?,
                cell => write!(self.0, "{comma}{cell}")?,
            }
        }
        Ok(writeln!(self.0)?)
    }
}

/// Sheet with one JSON object per line.
pub struct JsonLines<W> {
    out: W,
    columns: Vec<&'static str>,
}

impl<W: Write> JsonLines<W> {
    /// Creates a sheet that writes to `out`.
    pub fn new(out: W) -> Self {
        Self { out, columns: Vec::new() }
    }
}

impl<W: Write> Sheet for JsonLines<W> {
    fn head(&mut self, columns: &[&'static str]) -> Result<(), Stop> {
        self.columns = columns.to_vec();
        Ok(())
    }

    fn row(&mut self, cells: &[Cell]) -> Result<(), Stop> {
        let mut before = '{';
        for (column, cell) in self.columns.iter().zip(cells) {
            write!(self.out, "{before}\"{column}\":")?;
            serde_json::to_writer(&mut self.out, cell).map_err(io::Error::from)?;
            before = ',';
        }
        Ok(writeln!(self.out, "}}")?)
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::{Cell, Csv, JsonLines, Sheet};

    #[test]
    fn rows_in_both_forms() {
        let list = Cell::list([Cell::text("3*"), Cell::None, Cell::Number(-4)]);
        let rows = [
            [Cell::Number(-1), Cell::text("a \"b\", c"), Cell::Flag(true), list.clone()],
            [Cell::number(7), Cell::None, Cell::number(None), Cell::Shared(Rc::new(list))],
            [Cell::None, Cell::text(""), Cell::Flag(false), Cell::list([])],
        ];
        let write = |sheet: &mut dyn Sheet| {
            sheet.head(&["one", "two", "three", "four"]).unwrap();
            rows.iter().for_each(|row| sheet.row(row).unwrap());
        };
        let (mut csv, mut json) = (Vec::new(), Vec::new());
        write(&mut Csv::new(&mut csv));
        write(&mut JsonLines::new(&mut json));
        let csv_lines = "one,two,three,four\n-1,\"a \"\"b\"\", c\",true,3* - -4\n7,,,3* - -4\n,,false,\n";
        assert_eq!(String::from_utf8(csv).unwrap(), csv_lines);
        let json_lines = concat!(
            r#"{"one":-1,"two":"a \"b\", c","three":true,"four":["3*",null,-4]}"#,
            "\n",
            r#"{"one":7,"two":null,"three":null,"four":["3*",null,-4]}"#,
            "\n",
            r#"{"one":null,"two":"","three":false,"four":[]}"#,
            "\n"
        );
        assert_eq!(String::from_utf8(json).unwrap(), json_lines);
    }
}
