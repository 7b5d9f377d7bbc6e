//! Counts the answers to questions.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::{MateAnswer, Verdict};
use crate::answers::text::{counted, grouped};
use crate::solve::unwinnable::judge::Decided;
use gamecert_unwinnable::{Policy, Ruling};

/// Counts of answers.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of questions about a side that can mate.
    pub winnable: u64,
    /// Number of questions about a side that cannot mate.
    pub unwinnable: u64,
    /// Number of questions that were left undecided.
    pub unknown: u64,
    /// Number of invalid positions.
    pub invalid: u64,
    /// Number of positions in which neither side can mate.
    pub dead: u64,
    /// Number of answers that were compared with an expected verdict.
    pub compared: u64,
    /// Number of answers that differ from the expected verdict.
    pub disagreements: u64,
}

impl Counts {
    /// Counts an answer.
    pub fn count(&mut self, answer: &MateAnswer) {
        *match answer.verdict {
            Verdict::Winnable => &mut self.winnable,
            Verdict::Unwinnable => &mut self.unwinnable,
            Verdict::Unknown => &mut self.unknown,
            Verdict::Invalid => &mut self.invalid,
        } += 1;
        self.compared += u64::from(answer.agrees.is_some());
        self.disagreements += u64::from(answer.agrees == Some(false));
    }

    /// Returns the number of all answers.
    #[must_use]
    pub fn all(&self) -> u64 {
        self.winnable + self.unwinnable + self.unknown + self.invalid
    }

    /// Writes the counts as text.
    ///
    /// # Errors
    /// Returns an error if `out` cannot be written.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let numbers = [self.winnable, self.unwinnable, self.unknown, self.invalid].map(grouped);
        let [winnable, unwinnable, unknown, invalid] = numbers;
        let answers = counted(self.all(), "answer", "answers");
        writeln!(out, "{answers}: {winnable} winnable, {unwinnable} unwinnable, {unknown} unknown, {invalid} invalid")?;
        if self.dead > 0 {
            writeln!(out, "{} dead", counted(self.dead, "position is", "positions are"))?;
        }
        if self.compared > 0 {
            let disagreements = counted(self.disagreements, "disagreement", "disagreements");
            writeln!(out, "{disagreements} with labels, of {} compared", grouped(self.compared))?;
        }
        Ok(())
    }
}

/// Counts of results under the policies (servers' rules about fallen flags), and of differences between policies.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Rulings {
    /// Number of questions about positions in which the game goes on.
    pub asked: u64,
    /// Counts of draws and of differences from the first policy, in the order of [`Policy::ALL`].
    pub of: [(u64, u64); Policy::ALL.len()],
}

impl Rulings {
    /// Adds the results for a decided question. An unknown result never counts as a difference.
    pub fn count(&mut self, decided: &Decided) {
        let Some(rulings) = decided.rulings else { return };
        if rulings[0] == Ruling::Over {
            return;
        }
        self.asked += 1;
        for (ruling, (draws, others)) in rulings.iter().zip(&mut self.of) {
            *draws += u64::from(*ruling == Ruling::Draw);
            *others += u64::from(*ruling != rulings[0] && *ruling != Ruling::Unknown && rulings[0] != Ruling::Unknown);
        }
    }

    /// Writes the counts as text.
    ///
    /// # Errors
    /// Returns an error if `out` cannot be written.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "if the flag falls, of {}:", counted(self.asked, "question", "questions"))?;
        for (policy, (draws, others)) in Policy::ALL.iter().zip(&self.of) {
            write!(out, "  {:12} {:>9} drawn", policy.to_string(), grouped(*draws))?;
            if *policy == Policy::FideTimeout {
                writeln!(out)?;
            } else {
                writeln!(out, ", {:>9} not as {}", grouped(*others), Policy::FideTimeout)?;
            }
        }
        Ok(())
    }
}
