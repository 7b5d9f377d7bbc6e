//! `solve lookup`: prints the answer of a verified certificate about one position.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::Args;
use gamecert_unwinnable::Color;

use super::certificate::open;
use super::common::{BidTableForm, First, Reading, range};
use super::losing_chess::SideArg;
use super::outcome::Failure;
use super::scoring::Marker;
use crate::answers::kinds::{Detail, Question};
use crate::solve::chips::MAX_CHIPS;

/// Arguments of `solve lookup`.
#[derive(Args, Debug)]
pub(super) struct LookupCommand {
    /// A certificate of any kind; the certificates that it cites are looked for in the same folder
    #[arg(value_name = "CERT")]
    certificate: PathBuf,
    /// The position in the notation of its game, such as XO./.X./..., -2, or a name from the game file [default: where
    /// play begins; kind losing, version 2: the list of roots]. Bidding chess: a FEN or its first field, such as 8/8/8/8/3k4/8/8/K2N4; the side to move does not
    /// matter. Chess and losing chess: a FEN of two to six fields. Kind scoring: the heap, Left's coins and the total
    /// budget, such as 9,4/7
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    position: Option<String>,
    /// Kind chips: show the thresholds for this total number of chips, or for a range of totals such as 3..20 [default:
    /// the whole sequence]
    #[arg(long, value_name = "K", value_parser = numbers_of_chips, allow_negative_numbers = true)]
    chips: Option<(u32, u32)>,
    /// Kind scoring: the player who has the marker [default: left]
    #[arg(long, value_enum)]
    marker: Option<Marker>,
    /// Kind scoring: show the outcome of each pair of bids; --bid-table=latex prints only a table for LaTeX
    #[arg(long, value_enum, value_name = "text|latex", num_args = 0..=1, require_equals = true, default_missing_value = "text", hide_possible_values = true)]
    bid_table: Option<BidTableForm>,
    /// Kinds helpmate, unwinnable and batch: the side that should mate [default: both]
    #[arg(long = "for", value_enum, value_name = "SIDE")]
    side: Option<SideArg>,
    #[command(flatten)]
    first: First,
    /// Print one JSON object and nothing else
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: Reading,
}

/// One question can ask about at most this number of chip totals.
const MAX_ASKED: u32 = 100_000;

/// Parses a number of chips, or a range such as `3..20`. Returns the first and the last number.
pub(super) fn numbers_of_chips(text: &str) -> Result<(u32, u32), String> {
    let number = |text: &str| -> Result<u32, String> {
        let number = text.trim().parse().ok().filter(|&number| number <= MAX_CHIPS);
        number.ok_or_else(|| format!("expected a number of chips from 0 to {MAX_CHIPS}, or a range such as 3..20"))
    };
    let (first, last) = range(text, number)?;
    match last.checked_sub(first) {
        None => Err(format!("the range {first}..{last} is empty")),
        Some(more) if more >= MAX_ASKED => Err(format!("at most {MAX_ASKED} numbers of chips can be asked about at once")),
        Some(_) => Ok((first, last)),
    }
}

impl LookupCommand {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let answers = open(&self.certificate, &self.reading)?;
        let details = [
            (Detail::Chips, self.chips.is_some(), "--chips is for certificates of kind chips"),
            (Detail::Marker, self.marker.is_some(), "--marker is for certificates of kind scoring"),
            (Detail::BidTable, self.bid_table.is_some(), "--bid-table is for certificates of kind scoring"),
            (Detail::Colour, self.side.is_some(), "--for is for certificates of the kinds helpmate, unwinnable and batch"),
        ];
        if let Some((.., sentence)) = details.iter().find(|&&(detail, supplied, _)| supplied && !answers.takes(detail)) {
            return Err(Failure::file(&self.certificate, sentence));
        }
        let question = Question {
            position: self.position.as_deref(),
            marker: self.marker.map(Into::into),
            chips: self.chips,
            side: self.side.map(Color::from),
            bid_table: self.bid_table.is_some(),
        };
        let found = answers.lookup(&question).map_err(|cause| Failure::file(&self.certificate, cause))?;
        let mut out = BufWriter::new(io::stdout().lock());
        if self.bid_table == Some(BidTableForm::Latex) && !self.json {
            found.write_latex(&mut out)?
        } else if self.json {
            found.write_json(&mut out)?
        } else {
            found.write_text(&mut out, self.first.max_items())?
        };
        Ok(out.flush()?)
    }
}
