//! Formats positions and lines of orthodox chess as JSON.

use super::AskError;
use crate::answers::unwinnable::name;
use gamecert_unwinnable::cozy_chess::util;
use gamecert_unwinnable::{End, Move, Position};
use serde_json::{Value, json};

/// Formats a position as the solver writes it, together with the result if play is over.
pub(super) fn position(position: &Position) -> Value {
    let (end, mated_by) = match position.end() {
        Some(End::Mate(winner)) => (Some("mate"), Some(name(winner))),
        Some(End::Stalemate) => (Some("stalemate"), None),
        None => (None, None),
    };
    json!({ "fen": position.to_string(), "to_move": name(position.to_move()), "end": end, "mated_by": mated_by })
}

/// Lists the positions along a line of moves, each with the move that leads to it.
pub(super) fn line(mut position: Position, moves: &[String]) -> Result<Value, AskError> {
    let mut walk = Vec::with_capacity(moves.len());
    for (ply, text) in (1..).zip(moves) {
        let mut found = None;
        position.legal_moves().for_each(|played| {
            if played.to_string() == *text {
                found = Some(played);
            }
        });
        let played: Move = found.ok_or_else(|| AskError::Question(format!("move {ply}, {text:?}, is no legal move in {position}")))?;
        let native =
            util::parse_uci_move(position.board(), text).map_err(|_| AskError::Question(format!("move {ply}, {text:?}, is no move")))?;
        let san = util::display_san_move(position.board(), native).to_string();
        position = position.after(played);
        walk.push(json!({ "move": text, "san": san, "fen": position.to_string() }));
    }
    Ok(walk.into())
}
