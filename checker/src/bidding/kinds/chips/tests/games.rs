//! Generates random small games and computes their thresholds by the recursion. The thresholds f are the greatest
//! solution of the recursion f = Phi(f). This module is a second implementation of `spec/kinds/chips.md`.

use super::Random;
use crate::bidding::game::Choice::{self, Class, Drawn, Won};
use crate::core::game::Colour::{self, Black, White};

/// For each class of symmetric positions, White's options and Black's options.
pub(super) type Options = Vec<(Vec<Choice>, Vec<Choice>)>;

/// The claimant, and the number of the tie-break rule in the claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Custom {
    pub(super) player: Colour,
    pub(super) tie_break: u64,
}

pub(super) const CUSTOMS: [Custom; 6] = [
    Custom { player: White, tie_break: 0 },
    Custom { player: Black, tie_break: 0 },
    Custom { player: White, tie_break: 1 },
    Custom { player: Black, tie_break: 1 },
    Custom { player: White, tie_break: 2 },
    Custom { player: Black, tie_break: 2 },
];

impl Custom {
    pub(super) fn unit(self) -> i64 {
        if self.tie_break == 2 { 1 } else { 2 }
    }

    /// Returns T(k): how many different amounts a player can hold if there are `k` chips in all.
    pub(super) fn top(self, k: i64) -> i64 {
        if self.tie_break == 2 { k + 1 } else { 2 * k + 2 }
    }

    pub(super) fn phi(self, x: i64, y: i64) -> i64 {
        let (lo, hi) = (x.min(y), x.max(y));
        match (self.tie_break, self.player) {
            (0, _) => (lo + 1) / 2 + hi / 2,
            (1, _) => lo / 2 + (hi + 1) / 2,
            (_, White) => (lo + hi) / 2,
            (_, Black) => (lo + hi + 1) / 2,
        }
    }

    /// Returns the claimant's options and the other player's options.
    pub(super) fn sides(self, options: &(Vec<Choice>, Vec<Choice>)) -> (&[Choice], &[Choice]) {
        if self.player == White { (&options.0, &options.1) } else { (&options.1, &options.0) }
    }

    /// Returns the threshold after an option, where `f` has the threshold of each class of symmetric positions.
    pub(super) fn value(self, choice: Choice, k: i64, f: &[i64]) -> i64 {
        match choice {
            Class(class) => f[usize::try_from(class).unwrap()],
            Won(colour) if colour == self.player => 0,
            Won(_) | Drawn => self.top(k),
            Choice::Cited { .. } => panic!("nothing is cited here"),
        }
    }

    /// Computes the threshold Phi(f) of the class of symmetric positions that has these options.
    pub(super) fn rule(self, options: &(Vec<Choice>, Vec<Choice>), k: i64, f: &[i64]) -> i64 {
        let (claimant, other) = self.sides(options);
        let x = claimant.iter().map(|choice| self.value(*choice, k, f)).min().unwrap();
        let y = other.iter().map(|choice| self.value(*choice, k, f)).max().unwrap();
        self.phi(x, y)
    }

    /// Solves the recursion f = Phi(f) by iteration from the value `start`.
    pub(super) fn solution(self, game: &Options, k: i64, start: i64) -> Vec<i64> {
        let mut f = vec![start; game.len()];
        loop {
            let next: Vec<i64> = game.iter().map(|options| self.rule(options, k, &f)).collect();
            if next == f {
                return f;
            }
            f = next;
        }
    }

    pub(super) fn thresholds(self, game: &Options, k: i64) -> Vec<i64> {
        self.solution(game, k, self.top(k))
    }
}

/// Returns whether every option ends the game or leads to a later class of symmetric positions (a greater index).
pub(super) fn ordered(game: &Options) -> bool {
    let later = |class: usize, choice: &Choice| !matches!(choice, Class(option) if usize::try_from(*option).unwrap() <= class);
    game.iter().enumerate().all(|(class, (white, black))| white.iter().chain(black).all(|choice| later(class, choice)))
}

/// Generates a random game with `classes` classes of symmetric positions. An option may end the game with a win of the
/// other player, so zugzwang is frequent. If `acyclic` is false, options may lead back to earlier classes of symmetric
/// positions.
pub(super) fn random_game(random: &mut Random, classes: u32, acyclic: bool) -> Options {
    let mut game = Options::new();
    for class in 0..classes {
        let option = |random: &mut Random, mover: Colour| {
            let lowest = if acyclic { class + 1 } else { 0 };
            if lowest < classes && !random.once_in(3) {
                return Class(lowest + random.below(classes - lowest));
            }
            match random.below(8) {
                0 => Drawn,
                1..5 => Won(mover),
                _ => Won(mover.other()),
            }
        };
        let white: Vec<Choice> = (0..=random.below(3)).map(|_| option(random, White)).collect();
        let black: Vec<Choice> = (0..=random.below(3)).map(|_| option(random, Black)).collect();
        game.push((white, black));
    }
    game
}
