//! What was found in games: flags judged, and plies from which on sides could not mate.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::{Answer, Record, name, optional, shown};
use crate::report::text::{counted, grouped};
use crate::solve::unwinnable::pgn::verdicts::{self, Finding, Found};
use gamecert_unwinnable::chess::Color;
use gamecert_unwinnable::policy::Policy;

fn finding(finding: Finding) -> &'static str {
    match finding {
        Finding::Fair => "fair",
        Finding::Unfair => "unfair",
        Finding::RightDraw => "right_draw",
        Finding::WrongDraw => "wrong_draw",
        Finding::Unknown => "unknown",
    }
}

/// A game that a flag ended.
#[derive(Serialize, Clone, Debug)]
pub struct Flag {
    /// The game's number.
    pub game: u64,
    /// The line where it begins.
    pub at: u64,
    /// The outcome.
    pub result: &'static str,
    /// What was made of it.
    pub finding: &'static str,
    /// Whether the side with time left could mate.
    #[serde(flatten)]
    pub answer: Answer,
}

impl Flag {
    /// The record of a game, of which numbers begin with these.
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

/// From where on a side could not mate.
#[derive(Serialize, Clone, Debug)]
pub struct Since {
    /// After so many moves of both sides.
    pub ply: usize,
    /// Whether it could before, or else this was not found out for all plies before.
    pub exact: bool,
    /// The position there.
    pub fen: String,
}

/// A game of which every position was looked at.
#[derive(Serialize, Clone, Debug)]
pub struct Plies {
    /// The game's number.
    pub game: u64,
    /// The line where it begins.
    pub at: u64,
    /// The id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Moves of both sides.
    pub plies: usize,
    /// From where on White could not mate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<Since>,
    /// From where on Black could not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<Since>,
    /// The ply at which the game was dead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dead: Option<usize>,
}

impl Plies {
    /// The record of a game, of which numbers begin with these.
    #[must_use]
    pub fn of(plies: &verdicts::Plies, games: u64, lines: u64) -> Self {
        let since = |from: &Option<verdicts::From>| {
            from.as_ref().map(|from| Since { ply: from.ply, exact: from.exact, fen: from.position.to_string() })
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

/// Numbers of games.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games in all.
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
    /// Games of which every position was looked at.
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
    /// Counts what was found in a stretch.
    pub fn count(&mut self, found: &Found) {
        self.games += found.games;
        self.lines += found.lines;
        self.bytes += found.bytes;
        self.broken += found.broken.len() as u64;
        for flag in &found.flags {
            *match flag.finding {
                Finding::Fair => &mut self.fair,
                Finding::Unfair => &mut self.unfair,
                Finding::RightDraw => &mut self.right_draws,
                Finding::WrongDraw => &mut self.wrong_draws,
                Finding::Unknown => &mut self.unknown,
            } += 1;
        }
        for plies in &found.plies {
            self.plies += 1;
            self.unknown += u64::from(plies.unknown);
            self.one_sided += u64::from(plies.white.is_some() || plies.black.is_some());
            self.dead += u64::from(plies.white.is_some() && plies.black.is_some());
        }
        for (_, name) in &found.variants {
            *self.variants.entry(name.clone()).or_default() += 1;
        }
    }

    /// The numbers in words.
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
