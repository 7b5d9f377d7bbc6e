//! Counts moves by their judgement, and games by their results.

use std::io::{self, Write};

use serde::Serialize;

use super::Report;
use super::judge::Judgement;
use crate::answers::text::counted;

/// Counts of one side's moves by their judgement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Side {
    /// Moves that keep a win.
    pub wins_kept: u64,
    /// Moves that throw a win away.
    pub wins_thrown_away: u64,
    /// Moves with the judgement [`Judgement::LeavesProofs`].
    pub out_of_proofs: u64,
    /// Moves that throw a draw away.
    pub draws_thrown_away: u64,
    /// Moves after which the other side wins, although nothing was known before.
    pub losses_entered: u64,
}

impl Side {
    /// Counts judgements.
    pub fn count(judgements: impl Iterator<Item = Judgement>) -> Self {
        let mut side = Self::default();
        for judgement in judgements {
            *match judgement {
                Judgement::KeepsWin => &mut side.wins_kept,
                Judgement::ThrowsAwayWin => &mut side.wins_thrown_away,
                Judgement::LeavesProofs => &mut side.out_of_proofs,
                Judgement::ThrowsAwayDraw => &mut side.draws_thrown_away,
                Judgement::EntersLoss => &mut side.losses_entered,
                Judgement::KeepsDraw | Judgement::IsLost | Judgement::Unknown => continue,
            } += 1;
        }
        side
    }

    fn add(&mut self, other: &Self) {
        self.wins_kept += other.wins_kept;
        self.wins_thrown_away += other.wins_thrown_away;
        self.out_of_proofs += other.out_of_proofs;
        self.draws_thrown_away += other.draws_thrown_away;
        self.losses_entered += other.losses_entered;
    }

    /// Describes the counts that are not 0. Returns `None` if all are 0.
    #[must_use]
    pub fn in_words(&self) -> Option<String> {
        let counts = [
            (self.wins_kept, "move keeps a win", "moves keep a win"),
            (self.wins_thrown_away, "throws a win away", "throw a win away"),
            (self.out_of_proofs, "leaves the proofs with a win", "leave the proofs with a win"),
            (self.draws_thrown_away, "throws a draw away", "throw a draw away"),
            (self.losses_entered, "leads into a lost position", "lead into a lost position"),
        ];
        let words: Vec<String> =
            counts.iter().filter(|(count, ..)| *count > 0).map(|&(count, one, more)| counted(count, one, more)).collect();
        (!words.is_empty()).then(|| words.join(", "))
    }
}

/// Counts for all games of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of games.
    pub games: u64,
    /// Number of games that have a fault.
    pub faulty: u64,
    /// Number of games in which the result of at least one position is known.
    pub known: u64,
    /// Number of games that are not analysed.
    pub skipped: u64,
    /// Counts of all moves.
    pub moves: Side,
}

impl Tally {
    /// Adds a game.
    pub fn add(&mut self, report: &Report) {
        self.games += 1;
        self.faulty += u64::from(!report.faults.is_empty());
        let Some(analysis) = &report.analysis else {
            self.skipped += 1;
            return;
        };
        let is_known = analysis.start.is_some() || analysis.moves.iter().any(|ply| ply.after.is_some());
        self.known += u64::from(is_known);
        self.moves.add(&analysis.white);
        self.moves.add(&analysis.black);
    }

    /// Writes the counts in words.
    ///
    /// # Errors
    /// Fails if the counts cannot be written.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let skipped = if self.skipped == 0 { String::new() } else { format!(", {} skipped", self.skipped) };
        writeln!(out, "{}{skipped}; results are known in {}", counted(self.games, "game", "games"), self.known)?;
        self.moves.in_words().map_or(Ok(()), |words| writeln!(out, "  {words}"))
    }
}
