//! Prints the result of the paper's method if the method stops early.

use std::io::{BufWriter, Write};
use std::sync::Arc;

use serde::Serialize;

use super::outcome::Failure;
use crate::answers::text::write_json;
use crate::games::bidding_chess::Ending;
use crate::model::value::Rational;

/// Bounds that the paper's method computed before it stopped.
pub(super) struct Intervals {
    pub(super) steps: u64,
    /// Number of equations that the guessed values violate.
    pub(super) broken: usize,
    /// Lower bound of alpha, upper bound of beta, and guessed value, for each class of positions.
    pub(super) intervals: Vec<Vec<[Rational; 3]>>,
}

/// The bounds as they appear in the JSON output.
#[derive(Serialize)]
struct IntervalsAnswer {
    steps: u64,
    violated_equations: usize,
    endings: Vec<EndingIntervals>,
}

#[derive(Serialize)]
struct EndingIntervals {
    material: String,
    board: String,
    /// The same data as in [`Intervals`], for one ending.
    intervals: Vec<[Rational; 3]>,
}

impl Intervals {
    /// Prints the bounds. Always returns a failure, because bounds are not an answer.
    pub(super) fn report(self, family: &[Arc<Ending>], json: bool) -> Result<(), Failure> {
        let reason = format!("no values after {} steps: {} equations are violated by the simplest fractions", self.steps, self.broken);
        match self.print(family, json) {
            Ok(()) | Err(Failure::ReaderGone) => Err(Failure::NoAnswer(reason)),
            Err(other) => Err(other),
        }
    }

    fn print(self, family: &[Arc<Ending>], json: bool) -> Result<(), Failure> {
        let mut out = BufWriter::new(std::io::stdout().lock());
        if json {
            let named = family.iter().zip(self.intervals).map(|(ending, intervals)| EndingIntervals {
                material: ending.material().to_string(),
                board: ending.board().to_string(),
                intervals,
            });
            let answer = IntervalsAnswer { steps: self.steps, violated_equations: self.broken, endings: named.collect() };
            write_json(&mut out, &answer)?;
        } else {
            for (ending, intervals) in family.iter().zip(&self.intervals) {
                summarise(&mut out, ending, intervals)?;
            }
        }
        Ok(out.flush()?)
    }
}

/// Writes the widest interval of an ending.
fn summarise(out: &mut impl Write, ending: &Ending, intervals: &[[Rational; 3]]) -> Result<(), Failure> {
    let width = |[low, high, _]: &[Rational; 3]| high.half_difference(low).1;
    let widest = (0_u32..).zip(intervals).max_by_key(|(class, interval)| (width(interval), std::cmp::Reverse(*class)));
    let Some((class, [low, high, guess])) = widest else { return Ok(()) };
    writeln!(
        out,
        "{} on {}: {} classes; widest interval at {}:",
        ending.material(),
        ending.board(),
        intervals.len(),
        ending.position_text(class)
    )?;
    writeln!(out, "  {} <= alpha <= beta <= {}, simplest fraction between {guess}", low.decimal(20), high.decimal(20))?;
    Ok(())
}
