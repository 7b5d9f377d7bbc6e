//! Positions from real games, with and without labels that tell who can still mate, and conversions to the solver's
//! types.

use gamecert_checker::Colour;
use gamecert_unwinnable::{Color, Position};

/// Hard positions from the literature and positions from games, with labels.
const POSITIONS: &str = include_str!("../data/unwinnability/positions.txt");
/// Positions from games, with labels.
const LICHESS: &str = include_str!("../data/unwinnability/lichess.txt");
/// Final positions of games that were lost on time.
const TIMEOUTS: &str = include_str!("../data/unwinnability/timeouts.txt");
/// Final positions of games that were scored as lost on time although the winner could not mate.
const UNFAIR: &str = include_str!("../data/unwinnability/unfair_timeouts.txt");

/// Real position with its labels.
#[derive(Clone, Debug)]
pub struct Known {
    /// The first four fields of FEN.
    pub text: String,
    /// Whether White and whether Black can mate, or `None` without a label.
    pub can: [Option<bool>; 2],
}

impl Known {
    fn labelled(line: &str) -> Self {
        let (label, text) = line.split_once(' ').expect("a label and a position");
        let can = match label {
            "WB" => [true, true],
            "W-" => [true, false],
            "-B" => [false, true],
            "--" => [false, false],
            other => panic!("no label: {other}"),
        };
        Self { text: four_fields(text), can: can.map(Some) }
    }

    /// Reads a final position. If `unfair` is set, the side not to move cannot mate.
    fn last(line: &str, unfair: bool) -> Self {
        let text = four_fields(line);
        // The side not to move, 0 for White.
        let winner = usize::from(text.contains(" w "));
        let mut can = [None; 2];
        can[winner] = unfair.then_some(false);
        Self { text, can }
    }

    /// Returns the sides that the tests ask about: both sides of a position with two labels, otherwise the side not to
    /// move.
    #[must_use]
    pub fn asked(&self) -> Vec<Color> {
        let labelled = self.can.iter().all(Option::is_some);
        let to_move = if self.text.contains(" w ") { Color::White } else { Color::Black };
        if labelled { vec![Color::White, Color::Black] } else { vec![!to_move] }
    }
}

fn four_fields(text: &str) -> String {
    text.split_whitespace().take(4).collect::<Vec<_>>().join(" ")
}

/// Returns the positions with labels.
#[must_use]
pub fn labelled() -> Vec<Known> {
    [POSITIONS, LICHESS].iter().flat_map(|file| file.lines()).map(Known::labelled).collect()
}

/// Returns the final positions of games lost on time.
#[must_use]
pub fn timeouts() -> Vec<Known> {
    let ordinary = TIMEOUTS.lines().map(|line| Known::last(line, false));
    ordinary.chain(UNFAIR.lines().map(|line| Known::last(line, true))).collect()
}

/// Reads a position with the solver.
///
/// # Panics
/// If the text is not a position.
#[must_use]
pub fn solvers(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Converts the solver's colour to the checker's.
#[must_use]
pub fn colour(side: Color) -> Colour {
    if side == Color::White { Colour::White } else { Colour::Black }
}

/// Converts the checker's colour to the solver's.
#[must_use]
pub fn side(colour: Colour) -> Color {
    if colour == Colour::White { Color::White } else { Color::Black }
}
