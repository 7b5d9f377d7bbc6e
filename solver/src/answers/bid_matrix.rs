//! Shows the bids of both players in a scoring game as a matrix, as in example 12 of Larsson, Patel and Rai's paper.
//! Each entry is the outcome of a pair of bids.

use std::io::{self, Write};

use serde::Serialize;

use super::score_bids::Stage;

/// Maximum number of pairs of bids in a table. Larger tables are refused, because nobody could read them.
const MAX_PAIRS: u64 = 1_000_000;

/// Outcome of each pair of bids, if both players play optimally after the bids.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BidTable {
    /// Left's possible bids. The table has one row for each of these bids.
    pub left_bids: Vec<u32>,
    /// Right's possible bids. The table has one column for each of these bids.
    pub right_bids: Vec<u32>,
    /// The outcomes, row by row.
    pub outcomes: Vec<Vec<i32>>,
    /// Least outcome in each row. If Left makes the bid of a row, the outcome is at least this number.
    pub left_secures: Vec<i32>,
    /// Greatest outcome in each column. If Right makes the bid of a column, the outcome is at most this number.
    pub right_holds_to: Vec<i32>,
    /// Greatest number in `left_secures`.
    pub maximin: i32,
    /// Least number in `right_holds_to`. If this number equals `maximin`, it is the outcome of the position.
    pub minimax: i32,
}

/// Reason why no table of bids can be built for a state of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoTable {
    /// The game is over.
    #[error("the game is over there, so nobody bids")]
    Over,
    /// A player has no valid bid.
    #[error("a player has no bid there")]
    NoBid,
    /// With this number of entries, the table would be too large.
    #[error("a table of all bids has at most {MAX_PAIRS} entries, and this one would have {0}")]
    TooLarge(u64),
}

impl BidTable {
    /// Builds the table for a state of the game in which both players can bid.
    ///
    /// # Errors
    /// [`NoTable`] if a player has no bids or there are too many pairs.
    pub fn new(stage: &Stage<'_>) -> Result<Self, NoTable> {
        if stage.is_over() {
            return Err(NoTable::Over);
        }
        let [Some((left_least, left_most)), Some((right_least, right_most))] = [0, 1].map(|side| stage.range(side)) else {
            return Err(NoTable::NoBid);
        };
        let count = |least: u32, most: u32| u64::from(most - least) + 1;
        let pairs = count(left_least, left_most).saturating_mul(count(right_least, right_most));
        if pairs > MAX_PAIRS {
            return Err(NoTable::TooLarge(pairs));
        }
        let (left_bids, right_bids): (Vec<u32>, Vec<u32>) = ((left_least..=left_most).collect(), (right_least..=right_most).collect());
        let outcomes: Vec<Vec<i32>> =
            left_bids.iter().map(|&left| right_bids.iter().map(|&right| stage.outcome_of([left, right])).collect()).collect();
        let left_secures: Vec<i32> = outcomes.iter().map(|row| row.iter().copied().min().expect("Right has a bid")).collect();
        let column = |index: usize| outcomes.iter().map(move |row| row[index]);
        let right_holds_to: Vec<i32> = (0..right_bids.len()).map(|index| column(index).max().expect("Left has a bid")).collect();
        let maximin = left_secures.iter().copied().max().expect("Left has a bid");
        let minimax = right_holds_to.iter().copied().min().expect("Right has a bid");
        Ok(Self { left_bids, right_bids, outcomes, left_secures, right_holds_to, maximin, minimax })
    }

    /// Returns the text in the bottom right corner of the table.
    fn corner(&self) -> String {
        if self.maximin == self.minimax { self.maximin.to_string() } else { format!("{}|{}", self.maximin, self.minimax) }
    }

    /// Writes the table as text.
    ///
    /// # Errors
    /// Fails if the table cannot be written.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "The outcome of each pair of bids; at the end of a row, the least that Left's bid secures, and")?;
        writeln!(out, "below a column, the greatest that Right's bid allows:")?;
        let texts = |numbers: &[i32]| numbers.iter().map(i32::to_string).collect::<Vec<_>>();
        let mut rows =
            vec![(String::from("Left\\Right"), self.right_bids.iter().map(u32::to_string).collect::<Vec<_>>(), "least".to_owned())];
        for ((bid, row), least) in self.left_bids.iter().zip(&self.outcomes).zip(&self.left_secures) {
            rows.push((bid.to_string(), texts(row), least.to_string()));
        }
        rows.push(("greatest".to_owned(), texts(&self.right_holds_to), self.corner()));
        let width = rows.iter().flat_map(|(_, cells, _)| cells).map(String::len).max().unwrap_or(1).max(3);
        for (head, cells, end) in rows {
            write!(out, "  {head:>10} ")?;
            cells.iter().try_for_each(|cell| write!(out, " {cell:>width$}"))?;
            writeln!(out, "  {end:>5}")?;
        }
        Ok(())
    }

    /// Writes the table for LaTeX, with horizontal lines from the package booktabs. `comment` stands above the table.
    ///
    /// # Errors
    /// Fails if the table cannot be written.
    pub fn write_latex(&self, out: &mut dyn Write, comment: &str) -> io::Result<()> {
        let cell = |number: &i32| format!("${number}$");
        let line = |head: String, cells: Vec<String>, end: String| format!("{head} & {} & {end} \\\\", cells.join(" & "));
        writeln!(out, "% {}", comment.replace(['\n', '\r'], " "))?;
        writeln!(out, "% Rows: Left's bid (coins), columns: Right's bid (coins), entries: outcome (points)\n% \\usepackage{{booktabs}}")?;
        writeln!(out, "\\begin{{tabular}}{{r{}r}}\n\\toprule", "r".repeat(self.right_bids.len()))?;
        let heads = self.right_bids.iter().map(u32::to_string).collect();
        writeln!(out, "{}\n\\midrule", line("Left's bid $\\backslash$ Right's".to_owned(), heads, "$\\min$".to_owned()))?;
        for ((bid, row), least) in self.left_bids.iter().zip(&self.outcomes).zip(&self.left_secures) {
            writeln!(out, "{}", line(bid.to_string(), row.iter().map(cell).collect(), cell(least)))?;
        }
        let corner = if self.maximin == self.minimax { cell(&self.maximin) } else { format!("${}$, ${}$", self.maximin, self.minimax) };
        writeln!(out, "\\midrule\n{}", line("$\\max$".to_owned(), self.right_holds_to.iter().map(cell).collect(), corner))?;
        writeln!(out, "\\bottomrule\n\\end{{tabular}}")
    }
}

#[cfg(test)]
mod tests {
    use super::{BidTable, NoTable, Stage};
    use crate::answers::score_bids::Move;
    use crate::engine::scoring::matrix::Holder;

    /// Builds the table for a state in which each player can choose among `moves` moves. Each move wins a point and
    /// ends the game.
    fn table(coins: [u32; 2], zero_bid: bool, moves: usize) -> Result<BidTable, NoTable> {
        let one = |points: i32| vec![Move { to: 0, points }; moves];
        BidTable::new(&Stage {
            coins,
            holder: Holder::Right,
            zero_bid,
            moves: [one(1), one(-1)],
            penalties: [None, None],
            outcome: &|_, _, _| 0,
        })
    }

    #[test]
    fn the_greater_bid_moves_and_ties_are_the_holders() {
        let table = table([2, 1], true, 1).unwrap();
        assert_eq!((&*table.left_bids, &*table.right_bids), (&[0, 1, 2][..], &[0, 1][..]));
        assert_eq!(table.outcomes, [[-1, -1], [1, -1], [1, 1]]);
        assert_eq!((&*table.left_secures, &*table.right_holds_to), (&[-1, -1, 1][..], &[1, 1][..]));
        assert_eq!((table.maximin, table.minimax), (1, 1));
    }

    #[test]
    fn tables_that_nobody_reads_are_refused() {
        let cases = [
            ([3, 3], true, 0, "the game is over there, so nobody bids"),
            ([0, 3], false, 1, "a player has no bid there"),
            ([1000, 1000], true, 1, "a table of all bids has at most 1000000 entries, and this one would have 1002001"),
            (
                [u32::MAX, u32::MAX],
                true,
                1,
                "a table of all bids has at most 1000000 entries, and this one would have 18446744073709551615",
            ),
        ];
        for (coins, zero_bid, moves, sentence) in cases {
            assert_eq!(table(coins, zero_bid, moves).unwrap_err().to_string(), sentence, "{coins:?}");
        }
    }
}
