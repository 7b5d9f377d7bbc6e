//! Who can still mate: real positions with and without labels, and what the solver says of a position.

use gamecert_checker::Colour;
use gamecert_unwinnable::{Color, Position};

/// Hard positions that people have thought about, and positions of games, with labels.
const POSITIONS: &str = include_str!("../data/unwinnability/positions.txt");
/// Positions of games, with labels.
const LICHESS: &str = include_str!("../data/unwinnability/lichess.txt");
/// Last positions of games that were lost on time.
const TIMEOUTS: &str = include_str!("../data/unwinnability/timeouts.txt");
/// Last positions of games that were scored as lost on time although the other side could not mate.
const UNFAIR: &str = include_str!("../data/unwinnability/unfair_timeouts.txt");

/// A real position and what is known of it.
#[derive(Clone, Debug)]
pub struct Known {
    /// The first four fields of FEN.
    pub text: String,
    /// Whether White, whether Black can mate, if this is known.
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

    /// A position of which it is known, or not, that the side not to move cannot mate.
    fn last(line: &str, unfair: bool) -> Self {
        let text = four_fields(line);
        // The side not to move, 0 for White.
        let winner = usize::from(text.contains(" w "));
        let mut can = [None; 2];
        can[winner] = unfair.then_some(false);
        Self { text, can }
    }

    /// The sides asked about: both where there is a label, the side not to move otherwise.
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

/// The positions with labels.
#[must_use]
pub fn labelled() -> Vec<Known> {
    [POSITIONS, LICHESS].iter().flat_map(|file| file.lines()).map(Known::labelled).collect()
}

/// The last positions of games.
#[must_use]
pub fn timeouts() -> Vec<Known> {
    let ordinary = TIMEOUTS.lines().map(|line| Known::last(line, false));
    ordinary.chain(UNFAIR.lines().map(|line| Known::last(line, true))).collect()
}

/// The solver's position of a text.
///
/// # Panics
/// If it is none.
#[must_use]
pub fn solvers(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The checker's colour.
#[must_use]
pub fn colour(side: Color) -> Colour {
    if side == Color::White { Colour::White } else { Colour::Black }
}

/// The side as the solver has it.
#[must_use]
pub fn side(colour: Colour) -> Color {
    if colour == Colour::White { Color::White } else { Color::Black }
}
