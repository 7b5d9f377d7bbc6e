//! What has been proved, in words.

use super::table::Table;
use crate::claim::Claim;
use crate::kinds::side;

/// Under a 50-move rule so many moves of both sides in a row without a capture or pawn move are a draw.
const DRAWN: u64 = 100;

/// The claim in words, and its figures.
pub(super) fn words(table: &Table) -> Claim {
    let mut claim = Claim::default();
    let winner = side(table.winner());
    claim.say(format!("{winner} wins by force from {} under the rule set {}", table.root(), table.variant()));
    let (longest, positions) = (table.longest(), table.positions());
    claim.say(format!("in at most {longest} moves of both sides (plies), proved by {positions} distinct positions"));
    let row = format!("at most {} moves in a row without a capture or pawn move", table.reversible());
    let before = match table.clock() {
        0 => String::new(),
        clock => format!(", the {clock} before this position included"),
    };
    claim.say(if table.reversible() < DRAWN {
        format!("under a 50-move rule too: {row}{before}")
    } else {
        format!("not proved under a 50-move rule: {row}{before}")
    });
    claim.count("positions", positions);
    claim.count("longest", longest);
    claim.count("clock", table.clock());
    claim.count("reversible", table.reversible());
    claim
}
