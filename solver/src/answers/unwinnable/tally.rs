//! Counts the games in a file or in one part of a file.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::shown;
use crate::answers::text::{counted, grouped};
use crate::solve::unwinnable::pgn::movetext::Form;
use crate::solve::unwinnable::pgn::verdicts::{Finding, Findings, OfMonth, Wrong};

/// Maximum number of entries in [`Counts::wordings`] for a part of a file.
pub const MAX_WORDINGS: usize = 1000;

/// Counts of games that ended when a flag fell, one count for each verdict on the result.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByFinding {
    /// Number of wins on time by a side that could mate.
    pub fair: u64,
    /// Number of wins on time by a side that could not mate.
    pub unfair: u64,
    /// Number of draws on time in which the side with time left could not mate.
    pub right_draws: u64,
    /// Number of draws on time in which the side with time left could mate.
    pub wrong_draws: u64,
    /// Undecided games.
    pub unknown: u64,
}

impl ByFinding {
    /// Returns the number of games that ended when a flag fell.
    #[must_use]
    pub fn all(&self) -> u64 {
        self.fair + self.unfair + self.right_draws + self.wrong_draws + self.unknown
    }

    fn add(&mut self, other: &Self) {
        self.fair += other.fair;
        self.unfair += other.unfair;
        self.right_draws += other.right_draws;
        self.wrong_draws += other.wrong_draws;
        self.unknown += other.unknown;
    }

    fn new(month: &OfMonth) -> Self {
        let of = |finding: Finding| month.findings[finding as usize];
        Self {
            fair: of(Finding::Fair),
            unfair: of(Finding::Unfair),
            right_draws: of(Finding::RightDraw),
            wrong_draws: of(Finding::WrongDraw),
            unknown: of(Finding::Unknown),
        }
    }
}

/// Counts of the games of one month.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Month {
    /// All games.
    pub games: u64,
    /// Number of games that ended when a flag fell, for each verdict on the result.
    #[serde(flatten)]
    pub flags: ByFinding,
}

/// Counts of games.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All games.
    pub games: u64,
    /// Number of games that were examined.
    pub examined: u64,
    /// Number of games that ended when a flag fell, for each verdict on the result.
    #[serde(flatten)]
    pub flags: ByFinding,
    /// Number of games that were examined at every ply.
    pub plies: u64,
    /// Number of games among `plies` in which at least one side became unable to mate before the game was over.
    pub one_sided: u64,
    /// Number of games among `plies` in which both sides became unable to mate before the game was over.
    pub dead: u64,
    /// Number of undecided questions about the games in `plies`. Each question asks whether a side could mate at the
    /// end of a game.
    pub undecided: u64,
    /// Number of games that could not be read or that contradict themselves.
    pub broken: u64,
    /// Number of games among `broken` that ended when a flag fell.
    #[serde(default)]
    pub broken_flags: u64,
    /// Number of games with a header that is not UTF-8.
    pub headers: u64,
    /// Number of places where the file itself is damaged or cut off.
    pub damaged: u64,
    /// Number of games with an unknown description of how the game ended.
    #[serde(default)]
    pub not_understood: u64,
    /// Unknown descriptions of how a game ended, each with the number of games that have it. The character `*` stands
    /// for a player's name. The list for a part of a file has at most [`MAX_WORDINGS`] descriptions.
    #[serde(default)]
    pub wordings: BTreeMap<String, u64>,
    /// For each kind of non-standard notation, the number of games that use it.
    #[serde(default)]
    pub tolerated: BTreeMap<String, u64>,
    /// For each variant other than orthodox chess, the number of games.
    pub variants: BTreeMap<String, u64>,
    /// Counts of games by month, such as `2013-01`. Games without a date are counted under `unknown`.
    pub months: BTreeMap<String, Month>,
    /// Number of questions.
    pub questions: u64,
    /// Number of search nodes for all questions.
    pub nodes: u64,
}

impl Counts {
    /// Adds the results of the games in a section of a file.
    pub fn count(&mut self, findings: &Findings) {
        self.games += findings.games;
        self.examined += (findings.flags.len() + findings.plies.len()) as u64;
        for fault in &findings.faults {
            *match fault.wrong {
                Wrong::Game => &mut self.broken,
                Wrong::Flag => {
                    self.broken_flags += 1;
                    &mut self.broken
                }
                Wrong::Headers => &mut self.headers,
                Wrong::File => &mut self.damaged,
            } += 1;
        }
        for (month, found) in &findings.months {
            let name = month.map_or_else(|| "unknown".to_owned(), |month| month.to_string());
            let of_month = Month { games: found.games, flags: ByFinding::new(found) };
            self.flags.add(&of_month.flags);
            add(self.months.entry(name).or_default(), &of_month);
        }
        for plies in &findings.plies {
            self.plies += 1;
            self.undecided += u64::from(plies.unknown);
            self.one_sided += u64::from(plies.white.is_some() || plies.black.is_some());
            self.dead += u64::from(plies.white.is_some() && plies.black.is_some());
        }
        for (_, name) in &findings.variants {
            *self.variants.entry(name.clone()).or_default() += 1;
        }
        for (form, count) in &findings.forms {
            *self.tolerated.entry(form.name().to_owned()).or_default() += count;
        }
        for (wording, count) in &findings.not_understood {
            self.not_understood += count;
            if self.wordings.len() < MAX_WORDINGS || self.wordings.contains_key(wording) {
                *self.wordings.entry(wording.clone()).or_default() += count;
            }
        }
        self.questions += findings.work.questions;
        self.nodes += findings.work.nodes;
    }

    /// Adds the counts of other games.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.examined += other.examined;
        self.flags.add(&other.flags);
        self.plies += other.plies;
        self.one_sided += other.one_sided;
        self.dead += other.dead;
        self.undecided += other.undecided;
        self.broken += other.broken;
        self.headers += other.headers;
        self.damaged += other.damaged;
        self.broken_flags += other.broken_flags;
        self.not_understood += other.not_understood;
        for (sums, counts) in
            [(&mut self.variants, &other.variants), (&mut self.wordings, &other.wordings), (&mut self.tolerated, &other.tolerated)]
        {
            for (name, count) in counts {
                *sums.entry(name.clone()).or_default() += count;
            }
        }
        for (name, month) in &other.months {
            add(self.months.entry(name.clone()).or_default(), month);
        }
        self.questions += other.questions;
        self.nodes += other.nodes;
    }

    /// Returns the number of all faults.
    #[must_use]
    pub fn faults(&self) -> u64 {
        self.broken + self.headers + self.damaged
    }

    /// Writes the counts as text.
    ///
    /// # Errors
    /// Returns an error if `out` cannot be written.
    pub fn write_text(&self, every_ply: bool, out: &mut dyn Write) -> io::Result<()> {
        let games = counted(self.games, "game", "games");
        if every_ply {
            let [plies, one_sided, dead] = [self.plies, self.one_sided, self.dead].map(grouped);
            writeln!(out, "{games}, {plies} looked at: in {one_sided} a side came to be unable to mate, {dead} were dead")?;
        } else {
            let ByFinding { unfair, right_draws, wrong_draws, .. } = self.flags;
            let flags = grouped(self.flags.all());
            let unfair = counted(unfair, "unfair loss", "unfair losses");
            let [wrong, right] = [(wrong_draws, "wrong"), (right_draws, "right")]
                .map(|(draws, what)| counted(draws, &format!("{what} draw"), &format!("{what} draws")));
            writeln!(out, "{games}, {flags} ended by a flag: {unfair}, {wrong}, {right}")?;
        }
        let unknown = self.flags.unknown + self.undecided;
        for (count, [one, more], what) in [
            (unknown, ["question", "questions"], "not answered"),
            (self.broken, ["broken game", "broken games"], "skipped"),
            (self.headers, ["game", "games"], "with headers that are no UTF-8 text"),
            (self.damaged, ["damaged place", "damaged places"], "in the file"),
        ] {
            if count > 0 {
                writeln!(out, "{} {what}", counted(count, one, more))?;
            }
        }
        if self.broken_flags > 0 {
            writeln!(out, "{} of them ended by a flag", grouped(self.broken_flags))?;
        }
        for (name, count) in &self.variants {
            writeln!(out, "{} of {} refused", counted(*count, "game", "games"), shown(name))?;
        }
        for (name, count) in &self.tolerated {
            let what = Form::ALL.iter().find(|form| form.name() == name).map_or(name.as_str(), |form| form.describe());
            writeln!(out, "{} read with {what}", counted(*count, "game", "games"))?;
        }
        if self.not_understood > 0 {
            const SHOWN: usize = 5;
            let mut wordings: Vec<(&String, &u64)> = self.wordings.iter().collect();
            wordings.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
            let games = counted(self.not_understood, "game ends", "games end");
            let words: Vec<String> =
                wordings.iter().take(SHOWN).map(|(text, count)| format!("\"{}\" ({})", shown(text), grouped(**count))).collect();
            let more = if wordings.len() > SHOWN { ", …" } else { "" };
            writeln!(out, "{games} in words that are not known: {}{more}", words.join(", "))?;
        }
        Ok(())
    }
}

fn add(to: &mut Month, other: &Month) {
    to.games += other.games;
    to.flags.add(&other.flags);
}
