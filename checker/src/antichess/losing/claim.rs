//! The proved claim of a certificate of kind `losing`.

use super::claimed::Claimed;
use crate::antichess::rules::Antichess;
use crate::chess::game::TwoPlayerGame;
use crate::core::claim;
use crate::core::fields::counted;
use crate::core::game::Colour;

/// A 50-move rule declares a draw after this many successive plies without a capture or pawn move.
pub(in crate::antichess) const DRAWN: u64 = 100;

/// The claim that one side wins by force if it plays the moves of the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Claim {
    /// Stalemate rule (`joint`, `international` or `fics`), which decides who has won at a stalemate.
    pub stalemate: &'static str,
    /// The position from which the winner wins, written as the first four fields of FEN.
    pub root: String,
    /// Number of plies between the last capture or pawn move and the root.
    pub clock: u32,
    /// The side that wins by force.
    pub winner: Colour,
    /// If the winner plays the moves of the proof, the longest possible game from the root has this many plies.
    pub longest: u64,
    /// If the winner plays the moves of the proof, at most this many successive plies are neither captures nor pawn
    /// moves. The number includes the `clock` plies before the root.
    pub reversible: u64,
    /// Number of distinct positions in the proof.
    pub positions: u32,
}

impl Claim {
    pub(super) fn new(game: &Antichess, claimed: &Claimed) -> Self {
        Self {
            stalemate: game.variant(),
            root: game.text(&claimed.root),
            clock: claimed.clock,
            winner: claimed.winner,
            longest: claimed.longest.0,
            reversible: claimed.reversible.0,
            positions: claimed.positions,
        }
    }
}

impl claim::Claim for Claim {
    fn statements(&self) -> Vec<String> {
        let Self { stalemate, root, clock, winner, longest, reversible, positions } = self;
        let [in_a_row, within] = [*reversible, *longest].map(|moves| counted(moves, ["move", "moves of both sides"]));
        let before = if *clock == 0 { String::new() } else { format!(", counting the {clock} before the root") };
        let without = format!("in a row without a capture or pawn move{before}");
        let how = if *reversible < DRAWN { "under a 50-move rule too" } else { "not proved under a 50-move rule" };
        vec![
            format!("{winner} wins losing chess by force ({how}) from {root}"),
            format!("in this proof the win takes at most {within} (shorter wins may exist), and no position is repeated"),
            match *reversible < DRAWN {
                true => format!("the win also holds under a 50-move rule: at most {in_a_row} {without}"),
                false => format!("the win is not proved under a 50-move rule: there may be {in_a_row} {without}"),
            },
            ends(stalemate),
            format!("the proof has {}", counted(*positions, ["position", "distinct positions"])),
        ]
    }
}

/// Says when a game ends under a stalemate rule, and who has won then.
pub(in crate::antichess) fn ends(stalemate: &str) -> String {
    let rule = match stalemate {
        "international" => "whoever is stalemated has won",
        "fics" => "at a stalemate the side with fewer pieces and pawns has won, and equal numbers are a draw",
        _ => "a side that is stalemated has won if it has fewer pieces and pawns than the other, and has drawn otherwise",
    };
    format!("captures are compulsory, and a side without pieces and pawns has won; rule of stalemate {stalemate}: {rule}")
}
