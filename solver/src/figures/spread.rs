//! Draws an overview of the part of a proof of losing chess below a chosen position. The figure shows how many
//! positions there are at each depth, and the size of the proof after each reply of the losing side.

use super::{NoFigure, Subject};
use crate::answers::text::counted;
use crate::answers::walk::Walk;
use crate::games::Colour;
use crate::plot::figure::{Body, Branch, Figure, Spread, Whose};

/// Draws the part of a proof below the current position of a walk.
///
/// # Errors
/// Returns [`NoFigure::Over`] if the game is over in this position.
pub fn below(walk: &Walk<'_>) -> Result<Figure, NoFigure> {
    let place = walk.place();
    if place.over {
        return Err(NoFigure::Over);
    }
    let subject = Subject { title: walk.proof().title(), digest: place.certificate.clone() };
    let winner = walk.proof().winner();
    let loser = winner.other();
    // If the winner is to move, make this move first, because the replies come after it.
    let mut after = walk.clone();
    let mut heading = format!("{loser}'s replies");
    if let Some(winners) = &place.winners_move {
        after.play_listed(winners);
        let moves = walk.numbered(walk.moves_made().len(), std::slice::from_ref(&winners.san));
        heading = format!("{loser}'s replies to {}", moves.join(" "));
    }
    let branches = after.place().replies.unwrap_or_default();
    // A branch that a cited certificate proves has no position of this proof.
    let branches = branches
        .into_iter()
        .filter(|reply| reply.cited.is_none())
        .map(|reply| Branch { name: reply.san, positions: reply.positions.into(), longest: reply.longest.into() })
        .collect();
    let side = |side: Colour| if side == Colour::White { Whose::Left } else { Whose::Right };
    let made = walk.moves_made();
    let line = if made.is_empty() { String::new() } else { format!(", after {}", walk.numbered(0, &made).join(" ")) };
    let positions = counted(place.positions.into(), "position", "positions");
    Ok(Figure {
        title: format!("{}: the shape of the proof{line}", subject.title),
        notes: vec![
            format!("from {}", place.fen),
            format!("{positions}, at most {} of both sides; {}", counted(place.longest.into(), "move", "moves"), subject.source()),
        ],
        body: Body::Spread(Spread {
            depths: walk.depths(),
            players: [Colour::White, Colour::Black].map(|side| side.to_string()),
            first: side(walk.position().side()),
            heading,
            replying: side(winner.other()),
            branches,
        }),
    })
}
