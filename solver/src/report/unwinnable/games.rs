//! Reports on games: results after fallen flags, and plies from which on a side could not mate.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::{Answer, Record, name, optional, shown};
use crate::report::text::{counted, grouped};
use crate::solve::unwinnable::pgn::verdicts::{self, Finding, Findings};
use gamecert_unwinnable::{Color, Policy};

fn finding(finding: Finding) -> &'static str {
    match finding {
        Finding::Fair => "fair",
        Finding::Unfair => "unfair",
        Finding::RightDraw => "right_draw",
        Finding::WrongDraw => "wrong_draw",
        Finding::Unknown => "unknown",
    }
}

/// A game that ended with a fallen flag.
#[derive(Serialize, Clone, Debug)]
pub struct Flag {
    /// The number of the game, from 1.
    pub game: u64,
    /// The number of the line where it begins, from 1.
    pub at: u64,
    /// The result, as PGN writes it.
    pub result: &'static str,
    /// Whether the result was right.
    pub finding: &'static str,
    /// Whether the side with time left could mate.
    #[serde(flatten)]
    pub answer: Answer,
}

impl Flag {
    /// The record of a game. `games` games and `lines` lines come before its stretch.
    #[must_use]
    pub fn of(flag: &verdicts::Flag, games: u64, lines: u64, policy: Option<Policy>) -> Self {
        let answer = Answer { id: flag.id.clone(), ..Answer::of(&flag.decided, policy) };
        Self {
            game: games + flag.place.game + 1,
            at: lines + flag.place.line + 1,
            result: flag.result,
            finding: finding(flag.finding),
            answer,
        }
    }
}

impl Record for Flag {
    const HEAD: &'static str = "game,at,result,finding,fen,winner,verdict,line,nodes,micros,evidence,positions,id,policy,ruling";

    fn fields(&self) -> Vec<String> {
        let mut fields = vec![self.game.to_string(), self.at.to_string(), self.result.to_owned(), self.finding.to_owned()];
        let answer: Vec<(&str, String)> = Answer::HEAD.split(',').zip(self.answer.fields()).collect();
        fields.extend(answer.into_iter().filter(|(name, _)| Self::HEAD.split(',').any(|wanted| wanted == *name)).map(|(_, field)| field));
        fields
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let what = match self.finding {
            "unfair" => "unfair loss on time",
            "fair" => "fair loss on time",
            "wrong_draw" => "wrong draw",
            "right_draw" => "right draw",
            _ => "not found out",
        };
        write!(out, "game {}, line {}, {}: {what}: ", self.game, self.at, self.result)?;
        self.answer.write_text(out)
    }
}

/// The first position of a game in which a side could not mate.
#[derive(Serialize, Clone, Debug)]
pub struct Since {
    /// The number of moves of both sides before it.
    pub ply: usize,
    /// Whether the side could mate before it. If not, that was not found out for all plies before.
    pub exact: bool,
    /// The position.
    pub fen: String,
}

/// A game of which every ply was asked about.
#[derive(Serialize, Clone, Debug)]
pub struct Plies {
    /// The number of the game, from 1.
    pub game: u64,
    /// The number of the line where it begins, from 1.
    pub at: u64,
    /// The id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The number of moves of both sides.
    pub plies: usize,
    /// Since when White could not mate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<Since>,
    /// Since when Black could not mate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<Since>,
    /// The ply at which the game was dead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dead: Option<usize>,
}

impl Plies {
    /// The record of a game. `games` games and `lines` lines come before its stretch.
    #[must_use]
    pub fn of(plies: &verdicts::Plies, games: u64, lines: u64) -> Self {
        let since = |since: &Option<verdicts::UnableSince>| {
            since.as_ref().map(|since| Since { ply: since.ply, exact: since.exact, fen: since.position.to_string() })
        };
        let (white, black) = (since(&plies.white), since(&plies.black));
        let dead = white.as_ref().zip(black.as_ref()).map(|(white, black)| white.ply.max(black.ply));
        let (game, at) = (games + plies.place.game + 1, lines + plies.place.line + 1);
        Self { game, at, id: plies.id.clone(), plies: plies.plies, white, black, dead }
    }
}

impl Record for Plies {
    const HEAD: &'static str = "game,at,id,plies,white,white_exact,white_fen,black,black_exact,black_fen,dead";

    fn fields(&self) -> Vec<String> {
        let since = |since: &Option<Since>| match since {
            Some(since) => [since.ply.to_string(), since.exact.to_string(), since.fen.clone()],
            None => [String::new(), String::new(), String::new()],
        };
        let mut fields = vec![self.game.to_string(), self.at.to_string(), optional(self.id.as_ref()), self.plies.to_string()];
        fields.extend(since(&self.white));
        fields.extend(since(&self.black));
        fields.push(optional(self.dead.as_ref()));
        fields
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "game {}, line {}", self.game, self.at)?;
        if let Some(id) = &self.id {
            write!(out, ", {}", shown(id))?;
        }
        for (side, since) in [(Color::White, &self.white), (Color::Black, &self.black)] {
            if let Some(Since { ply, exact, fen }) = since {
                let at_latest = if *exact { "" } else { " at the latest" };
                write!(out, "; {} cannot mate from ply {ply} of {} on{at_latest} ({fen})", name(side), self.plies)?;
            }
        }
        match self.dead {
            Some(ply) => writeln!(out, "; dead from ply {ply} on"),
            None => writeln!(out),
        }
    }
}

/// Counts of games.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All games.
    pub games: u64,
    /// Lines.
    pub lines: u64,
    /// Bytes of text.
    pub bytes: u64,
    /// Wins on time of a side that could mate.
    pub fair: u64,
    /// Those of a side that could not.
    pub unfair: u64,
    /// Draws on time with a side that could not mate.
    pub right_draws: u64,
    /// Those with a side that could.
    pub wrong_draws: u64,
    /// Questions that were not answered.
    pub unknown: u64,
    /// Games of which every ply was asked about.
    pub plies: u64,
    /// Those in which a side came to be unable to mate before the end.
    pub one_sided: u64,
    /// Those that were dead before the end.
    pub dead: u64,
    /// Games that could not be read.
    pub broken: u64,
    /// Games of other rules, by name.
    pub variants: BTreeMap<String, u64>,
}

impl Counts {
    /// Adds what was found in a stretch.
    pub fn count(&mut self, findings: &Findings) {
        self.games += findings.games;
        self.lines += findings.lines;
        self.bytes += findings.bytes;
        self.broken += findings.broken.len() as u64;
        for flag in &findings.flags {
            *match flag.finding {
                Finding::Fair => &mut self.fair,
                Finding::Unfair => &mut self.unfair,
                Finding::RightDraw => &mut self.right_draws,
                Finding::WrongDraw => &mut self.wrong_draws,
                Finding::Unknown => &mut self.unknown,
            } += 1;
        }
        for plies in &findings.plies {
            self.plies += 1;
            self.unknown += u64::from(plies.unknown);
            self.one_sided += u64::from(plies.white.is_some() || plies.black.is_some());
            self.dead += u64::from(plies.white.is_some() && plies.black.is_some());
        }
        for (_, name) in &findings.variants {
            *self.variants.entry(name.clone()).or_default() += 1;
        }
    }

    /// Writes the counts as text.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write_text(&self, every_ply: bool, out: &mut dyn Write) -> io::Result<()> {
        let games = counted(self.games, "game", "games");
        if every_ply {
            let [plies, one_sided, dead] = [self.plies, self.one_sided, self.dead].map(grouped);
            writeln!(out, "{games}, {plies} looked at: in {one_sided} a side came to be unable to mate, {dead} were dead")?;
        } else {
            let flags = self.fair + self.unfair + self.right_draws + self.wrong_draws + self.unknown;
            let [flags, unfair, wrong, right] = [flags, self.unfair, self.wrong_draws, self.right_draws].map(grouped);
            writeln!(out, "{games}, {flags} ended by a flag: {unfair} unfair losses, {wrong} wrong draws, {right} right draws")?;
        }
        if self.unknown > 0 {
            writeln!(out, "{} not answered", counted(self.unknown, "question", "questions"))?;
        }
        if self.broken > 0 {
            writeln!(out, "{} skipped", counted(self.broken, "broken game", "broken games"))?;
        }
        for (name, count) in &self.variants {
            writeln!(out, "{} of {} refused", counted(*count, "game", "games"), shown(name))?;
        }
        Ok(())
    }
}
