//! Presents what the endgame tables say about small endings, in words and as JSON.

use std::io::{self, Write};

use serde::Serialize;

use super::Verdict;
use crate::answers::text::counted;
use crate::games::losing_chess::tables::{self, Outcome};
use crate::games::losing_chess::{Move, Position};
use crate::solve::losing::ending;

/// Result of a position according to the tables of one rule set.
#[derive(Serialize)]
pub struct Ending {
    /// Name of the rule set.
    pub rules: String,
    /// The side that wins, or `neither` for a draw.
    pub verdict: Verdict,
    /// Moves in algebraic notation that keep a win or a draw of the side to move.
    pub moves: Vec<String>,
    /// Shortest win, if it was requested and found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortest: Option<Shortest>,
    /// Reason why the shortest win was not found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_found: Option<String>,
    /// Name of the side to move.
    #[serde(skip)]
    side: String,
    /// Whether the side to move wins.
    #[serde(skip)]
    side_wins: bool,
}

/// Shortest win.
#[derive(Serialize, PartialEq, Eq)]
pub struct Shortest {
    /// Number of plies to the end of the game.
    pub plies: u32,
    /// Best moves of the side to move in algebraic notation.
    pub moves: Vec<String>,
}

impl Ending {
    /// Describes the result of a position.
    #[must_use]
    pub fn new(position: &Position, ending: &ending::Ending) -> Self {
        let san = |moves: &[Move]| moves.iter().map(|&played| position.san(played)).collect();
        let side = position.side();
        let verdict = match ending.outcome {
            Outcome::Win => Verdict::won_by(side),
            Outcome::Draw => Verdict::Neither,
            Outcome::Loss => Verdict::won_by(side.other()),
        };
        let found = ending.shortest.as_ref().and_then(|found| found.as_ref().ok());
        Self {
            rules: ending.rule.to_string(),
            verdict,
            moves: san(&ending.moves),
            shortest: found.map(|tables::Shortest { plies, moves }| Shortest { plies: *plies, moves: san(moves) }),
            not_found: ending.shortest.as_ref().and_then(|found| found.as_ref().err()).map(ToString::to_string),
            side: side.to_string(),
            side_wins: ending.outcome == Outcome::Win,
        }
    }

    fn says_the_same(&self, other: &Self) -> bool {
        (self.verdict, &self.moves, &self.shortest, &self.not_found) == (other.verdict, &other.moves, &other.shortest, &other.not_found)
    }

    fn write_result(&self, rules: &str, out: &mut dyn Write) -> io::Result<()> {
        let Self { verdict, moves, side, .. } = self;
        let result = match (verdict.side(), moves.is_empty()) {
            (Some(winner), true) if winner == side => format!("{winner} has won"),
            (Some(winner), true) => format!("{winner} wins, whatever {side} plays"),
            (Some(winner), false) => format!("{winner} wins with {}", listed(moves)),
            (None, true) => "a draw".to_owned(),
            (None, false) => format!("a draw with {}", listed(moves)),
        };
        writeln!(out, "  endgame tables, {rules}: {result}")?;
        if let Some(Shortest { plies, moves }) = self.shortest.as_ref().filter(|found| found.plies > 0) {
            let plies = counted((*plies).into(), "move", "moves");
            let moves = listed(moves);
            if self.side_wins {
                writeln!(out, "    shortest win: {plies} of both sides, with {moves}")?;
            } else {
                writeln!(out, "    shortest win: {plies} of both sides; {side} holds out longest with {moves}")?;
            }
        }
        if let Some(reason) = &self.not_found {
            writeln!(out, "    {reason}")?;
        }
        Ok(())
    }
}

/// Writes the results. Rule sets with the same result share a line.
pub(super) fn write_text(endings: &[Ending], out: &mut dyn Write) -> io::Result<()> {
    for (number, ending) in endings.iter().enumerate() {
        if endings[..number].iter().any(|before| before.says_the_same(ending)) {
            continue;
        }
        let same: Vec<&str> = endings.iter().filter(|other| other.says_the_same(ending)).map(|other| other.rules.as_str()).collect();
        let rules = match same.as_slice() {
            [_, _, _] => "all rules".to_owned(),
            [one, two] => format!("{one} and {two} rules"),
            _ => format!("{} rule", same.join(", ")),
        };
        ending.write_result(&rules, out)?;
    }
    Ok(())
}

/// Lists moves; if there are many, lists only the first ones.
fn listed(moves: &[String]) -> String {
    /// Maximum number of moves that are listed.
    const SHOWN: usize = 12;
    let mut words = moves.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
    if moves.len() > SHOWN {
        words += &format!(" and {} more", moves.len() - SHOWN);
    }
    words
}
