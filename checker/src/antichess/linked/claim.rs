//! The proved claim of a certificate of kind `losing`, version 2.

use super::claimed::Claimed;
use crate::antichess::losing::claim::{DRAWN, ends};
use crate::antichess::rules::Antichess;
use crate::chess::game::TwoPlayerGame;
use crate::core::cbor::as_u64;
use crate::core::claim;
use crate::core::fields::counted;
use crate::core::game::Colour;

/// A position from which one side wins by force.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Root {
    /// The position, written as the first four fields of FEN.
    pub position: String,
    /// Number of plies between the last capture or pawn move and the position.
    pub clock: u32,
    /// Upper bound on the number of plies from the position to the end of the game.
    pub longest: u64,
    /// Upper bound on the number of plies before the first capture, pawn move or end of the game.
    pub run: u64,
}

/// The claim that one side wins by force from each of several positions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Claim {
    /// Stalemate rule (`joint`, `international` or `fics`), which decides who has won at a stalemate.
    pub stalemate: &'static str,
    /// The positions from which the winner wins, in ascending order of their bytes.
    pub roots: Vec<Root>,
    /// The side that wins by force.
    pub winner: Colour,
    /// Upper bound on the number of plies in a row that are neither captures nor pawn moves. The bound includes the
    /// `clock` plies before each root.
    pub reversible: u64,
    /// Number of distinct positions in the proof of this certificate.
    pub positions: u32,
    /// Number of cited certificates.
    pub cited: u64,
}

impl Claim {
    pub(super) fn new(game: &Antichess, claimed: &Claimed, cited: u64) -> Self {
        let roots = claimed.roots.iter().map(|root| Root {
            position: game.text(&root.position),
            clock: root.clock,
            longest: root.longest.0,
            run: root.run.0,
        });
        let (winner, positions) = (claimed.winner, claimed.positions);
        Self { stalemate: game.variant(), roots: roots.collect(), winner, reversible: claimed.reversible.0, positions, cited }
    }
}

impl claim::Claim for Claim {
    fn statements(&self) -> Vec<String> {
        let Self { roots, winner, reversible, positions, cited, .. } = self;
        let how = if *reversible < DRAWN { "under a 50-move rule too" } else { "not proved under a 50-move rule" };
        let from = match roots.as_slice() {
            [root] => root.position.clone(),
            _ => format!("each of {} positions", as_u64(roots.len())),
        };
        let mut statements = vec![format!("{winner} wins losing chess by force ({how}) from {from}")];
        statements.extend(roots.iter().map(|root| {
            let within = counted(root.longest, ["move", "moves of both sides"]);
            let (position, clock) = (&root.position, counted(root.clock, ["move", "moves"]));
            format!("from {position}, {clock} after the last capture or pawn move, the win takes at most {within} (shorter wins may exist), and no position is repeated")
        }));
        let in_a_row = counted(*reversible, ["move", "moves of both sides"]);
        let without = "in a row without a capture or pawn move, counting those before the position";
        statements.push(match *reversible < DRAWN {
            true => format!("the same wins hold under a 50-move rule too: at most {in_a_row} {without}"),
            false => format!("the wins are not proved under a 50-move rule: there may be up to {in_a_row} {without}"),
        });
        statements.push(ends(self.stalemate));
        let own = counted(*positions, ["position", "distinct positions"]);
        statements.push(match cited {
            0 => format!("the proof has {own}"),
            _ => format!("the proof has {own}, and goes on in {}", counted(*cited, ["cited certificate", "cited certificates"])),
        });
        statements
    }
}
