//! The kinds of certificates about bidding games. These kinds do not depend on any rule set.

pub mod bracket;
pub mod chips;
mod discrete;
pub mod richman;
pub mod strategy;

/// Explains in a claim how players bid.
const BIDS: &str = "before each move both players bid a part of their money at once, negative bids allowed; the higher bidder pays the bid to the other player, or \
                    is paid it where it is negative, and moves";

/// Explains in a claim how draws and endless play count.
const DRAWS: &str = "draws and endless play count as not winning; negative bids may be needed to force a win";

/// Returns the first words of a statement about all positions. The returned text contains the number of positions.
fn for_each_position(positions: u64, classes: u32) -> String {
    match u64::from(classes) == positions {
        true => format!("for each position ({positions})"),
        false => format!("for each position ({positions}, or {classes} up to symmetry)"),
    }
}
