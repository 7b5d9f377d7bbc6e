//! Formats the results for each game as a record. If a player ran out of time, the record shows whether the result of
//! the game was right. If the program examined a game at every ply, the record shows when a side became unable to mate.
//! The module `tally` counts the games.

use std::io::{self, Write};

use serde::Serialize;

use super::{MateAnswer, Record, name, optional, shown};
use crate::solve::unwinnable::pgn::single::UnableSince;
use crate::solve::unwinnable::pgn::verdicts::{self, Finding, Place};
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

/// Numbers of games and lines before a section of a file. The numbers are unknown if a reader starts in the middle of
/// the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Before {
    /// Number of games before the section.
    pub games: u64,
    /// Number of lines before the section.
    pub lines: u64,
}

/// Describes a location by game and line number, or by the offset if these numbers are unknown.
#[must_use]
pub fn place(place: &Place, before: Option<Before>) -> String {
    match before {
        Some(Before { games, lines }) => format!("game {}, line {}", games + place.game + 1, lines + place.line + 1),
        None => place.key.words(),
    }
}

/// Location of a game in its file.
#[derive(Serialize, Clone, Debug)]
pub struct At {
    /// Number of the game in the file, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// Number of the first line of the game, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<u64>,
    /// Offset of the game's first byte in the file. In a zstd file, this field has the form `FRAME:OFFSET`, with the
    /// offset in the decompressed frame.
    pub key: String,
    #[serde(skip)]
    words: String,
}

impl At {
    fn new(at: &Place, before: Option<Before>) -> Self {
        Self {
            game: before.map(|before| before.games + at.game + 1),
            at: before.map(|before| before.lines + at.line + 1),
            key: at.key.to_string(),
            words: place(at, before),
        }
    }
}

/// Game that ended when a flag fell.
#[derive(Serialize, Clone, Debug)]
pub struct Flag {
    /// Location of the game.
    #[serde(flatten)]
    pub at: At,
    /// Result in PGN notation.
    pub result: &'static str,
    /// Verdict on the result, such as `fair` or `unfair`.
    pub finding: &'static str,
    /// Whether the side with time left could mate.
    #[serde(flatten)]
    pub answer: MateAnswer,
}

impl Flag {
    /// Builds the record of a game that ended when a flag fell.
    #[must_use]
    pub fn new(flag: &verdicts::Flag, before: Option<Before>, policy: Option<Policy>) -> Self {
        let answer = MateAnswer { id: flag.id.clone(), ..MateAnswer::new(&flag.decided, policy) };
        Self { at: At::new(&flag.place, before), result: flag.result, finding: finding(flag.finding), answer }
    }
}

impl Record for Flag {
    const HEAD: &'static str = "game,at,result,finding,fen,side,verdict,can_mate,line,nodes,micros,evidence,positions,id,policy,ruling,key";

    fn fields(&self) -> Vec<String> {
        let (game, at) = (optional(self.at.game.as_ref()), optional(self.at.at.as_ref()));
        let mut fields = vec![game, at, self.result.to_owned(), self.finding.to_owned()];
        let answer: Vec<(&str, String)> = MateAnswer::HEAD.split(',').zip(self.answer.fields()).collect();
        fields.extend(
            answer.into_iter().filter(|(name, _)| Self::HEAD.split(',').any(|requested| requested == *name)).map(|(_, field)| field),
        );
        fields.push(self.at.key.clone());
        fields
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let MateAnswer { id, fen, side, .. } = &self.answer;
        let loser = if *side == Some("black") { "White" } else { "Black" };
        let what = match self.finding {
            "unfair" => format!("{loser} lost on time and should have drawn, as "),
            "fair" => format!("{loser} lost on time, rightly: "),
            "wrong_draw" => format!("a draw on time that {loser} should have lost, as "),
            "right_draw" => "a draw on time, rightly: ".to_owned(),
            _ if self.result == "1/2-1/2" => "a draw on time, not judged: ".to_owned(),
            _ => format!("{loser} lost on time, not judged: "),
        };
        let id = id.as_ref().map_or_else(String::new, |id| format!(" ({})", shown(id)));
        let ruling = match (&self.answer.policy, self.answer.ruling) {
            (Some(policy), Some("win")) => format!("; {policy}: {} wins", self.answer.side_name()),
            (Some(policy), Some("draw")) => format!("; {policy}: a draw"),
            (Some(policy), Some(ruling)) => format!("; {policy}: {ruling}"),
            _ => String::new(),
        };
        writeln!(out, "{}{id}: {what}{}{ruling}; position {fen}", self.at.words, self.answer.verdict_in_words())
    }
}

/// First position from which a side could not mate.
#[derive(Serialize, Clone, Debug)]
pub struct Since {
    /// Number of plies before the position.
    pub ply: usize,
    /// Whether the side could certainly mate in all earlier positions. If false, the search did not decide the question
    /// for some earlier positions.
    pub exact: bool,
    /// FEN of the position.
    pub fen: String,
}

/// Game that was examined at every ply.
#[derive(Serialize, Clone, Debug)]
pub struct Plies {
    /// Location of the game.
    #[serde(flatten)]
    pub at: At,
    /// Identifier of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Number of plies of the game.
    pub plies: usize,
    /// First position in which White could not mate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<Since>,
    /// First position in which Black could not mate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<Since>,
    /// Number of plies after which neither side could mate any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dead: Option<usize>,
}

impl Plies {
    /// Builds the record of a game that was examined at every ply.
    #[must_use]
    pub fn new(plies: &verdicts::Plies, before: Option<Before>) -> Self {
        let since = |since: &Option<UnableSince>| {
            since.as_ref().map(|since| Since { ply: since.ply, exact: since.exact, fen: since.position.to_string() })
        };
        let (white, black) = (since(&plies.white), since(&plies.black));
        let dead = white.as_ref().zip(black.as_ref()).map(|(white, black)| white.ply.max(black.ply));
        Self { at: At::new(&plies.place, before), id: plies.id.clone(), plies: plies.plies, white, black, dead }
    }
}

impl Record for Plies {
    const HEAD: &'static str = "game,at,id,plies,white,white_exact,white_fen,black,black_exact,black_fen,dead,key";

    fn fields(&self) -> Vec<String> {
        let since = |since: &Option<Since>| match since {
            Some(since) => [since.ply.to_string(), since.exact.to_string(), since.fen.clone()],
            None => [String::new(), String::new(), String::new()],
        };
        let (game, at) = (optional(self.at.game.as_ref()), optional(self.at.at.as_ref()));
        let mut fields = vec![game, at, optional(self.id.as_ref()), self.plies.to_string()];
        fields.extend(since(&self.white));
        fields.extend(since(&self.black));
        fields.extend([optional(self.dead.as_ref()), self.at.key.clone()]);
        fields
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{}", self.at.words)?;
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
