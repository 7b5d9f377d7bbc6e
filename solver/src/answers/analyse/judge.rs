//! Judges the moves of a game by the results that are known before and after each move.

use serde::Serialize;

use super::knowledge::{Knowledge, Known, Source, Value};
use crate::control::Interrupted;
use crate::games::Colour;
use crate::games::losing_chess::{Move, Position, Stalemate};
use crate::solve::losing::game::Replay;

/// Judgement of a move, from the known results before and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// The side that moves wins before and after the move.
    KeepsWin,
    /// The side that moves wins before the move, and not after it.
    ThrowsAwayWin,
    /// The side that moves wins before the move, and nothing is known after it.
    LeavesProofs,
    /// Neither side can force a win, before and after the move.
    KeepsDraw,
    /// Neither side can force a win before the move, and the other side wins after it.
    ThrowsAwayDraw,
    /// Nothing is known before the move, and the other side wins after it.
    EntersLoss,
    /// The other side wins before and after the move.
    IsLost,
    /// The known results do not suffice to judge the move.
    Unknown,
}

/// A move of a game with its judgement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The move.
    pub played: Move,
    /// The move in algebraic notation.
    pub san: String,
    /// Side that moves.
    pub side: Colour,
    /// Known result before the move.
    pub before: Option<Known>,
    /// Known result after the move.
    pub after: Option<Known>,
    /// Judgement of the move.
    pub judgement: Judgement,
    /// Moves that are known to be better, in algebraic notation: winning moves, or moves that keep a draw.
    pub better: Vec<String>,
    /// Reason why the result after the first better move is known.
    pub better_source: Option<Source>,
}

/// A position of a game, with the known result after each legal move.
struct Stop {
    position: Position,
    direct: Option<Known>,
    moves: Vec<(Move, Option<Known>)>,
}

impl Stop {
    fn new(position: Position, knowledge: &Knowledge, rules: Stalemate) -> Result<Self, Interrupted> {
        let moves = position.moves().into_iter().map(|played| Ok((played, knowledge.of(&position.after(played), rules)?)));
        Ok(Self { position, direct: knowledge.of(&position, rules)?, moves: moves.collect::<Result<_, _>>()? })
    }

    /// Returns the known result of the position.
    fn known(&self) -> Option<Known> {
        let (side, other) = (Value::won_by(self.position.side()), Value::won_by(self.position.side().other()));
        let with = |value: Value| self.moves.iter().filter_map(|(_, known)| *known).find(|known| known.value == value);
        let all_known = || !self.moves.is_empty() && self.moves.iter().all(|(_, known)| known.is_some());
        self.direct.or_else(|| with(side)).or_else(|| if all_known() { with(Value::Draw).or_else(|| with(other)) } else { None })
    }
}

/// Judges the moves of a game. Also returns the result that is known at the beginning of the game.
///
/// The result of a position is known if a proof, an endgame table or the end of the game shows it. A result is also
/// known if it follows from the known results after the legal moves.
///
/// # Errors
/// [`Interrupted`] if tables were needed and their building was interrupted.
pub fn judge_moves(replay: &Replay, rules: Stalemate, knowledge: &Knowledge) -> Result<(Option<Known>, Vec<Judged>), Interrupted> {
    let mut stops = vec![Stop::new(replay.start.position, knowledge, rules)?];
    for turn in &replay.moves {
        let next = stops[stops.len() - 1].position.after(turn.played);
        stops.push(Stop::new(next, knowledge, rules)?);
    }
    // A result that follows from moves can imply the result one move earlier.
    let mut known = vec![None; stops.len()];
    for ply in (0..stops.len()).rev() {
        if let Some(turn) = replay.moves.get(ply) {
            let played = stops[ply].moves.iter_mut().find(|(played, _)| *played == turn.played);
            if let Some((_, result)) = played {
                *result = result.or(known[ply + 1]);
            }
        }
        known[ply] = stops[ply].known();
    }
    let judged = replay.moves.iter().enumerate().map(|(ply, turn)| judged(&stops[ply], turn.played, known[ply], known[ply + 1]));
    Ok((known[0], judged.collect()))
}

fn judged(stop: &Stop, played: Move, before: Option<Known>, after: Option<Known>) -> Judged {
    let side = stop.position.side();
    let (won, lost) = (Value::won_by(side), Value::won_by(side.other()));
    let value = |known: Option<Known>| known.map(|known| known.value);
    let judgement = match (value(before), value(after)) {
        (Some(before), Some(after)) if before == won && after == won => Judgement::KeepsWin,
        (Some(before), Some(_)) if before == won => Judgement::ThrowsAwayWin,
        (Some(before), None) if before == won => Judgement::LeavesProofs,
        (Some(Value::Draw), Some(Value::Draw)) => Judgement::KeepsDraw,
        (Some(Value::Draw), Some(after)) if after == lost => Judgement::ThrowsAwayDraw,
        (Some(before), Some(after)) if before == lost && after == lost => Judgement::IsLost,
        (None, Some(after)) if after == lost => Judgement::EntersLoss,
        _ => Judgement::Unknown,
    };
    let requested = match judgement {
        Judgement::ThrowsAwayWin | Judgement::LeavesProofs => Some(won),
        Judgement::ThrowsAwayDraw => Some(Value::Draw),
        _ => None,
    };
    let better: Vec<(Move, Known)> =
        stop.moves.iter().filter_map(|&(played, known)| Some((played, known.filter(|known| Some(known.value) == requested)?))).collect();
    Judged {
        played,
        san: stop.position.san(played),
        side,
        before,
        after,
        judgement,
        better: better.iter().map(|&(played, _)| stop.position.san(played)).collect(),
        better_source: better.first().map(|(_, known)| known.source),
    }
}
