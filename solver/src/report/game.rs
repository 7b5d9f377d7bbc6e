//! What is said of a game's start: who wins by force with which share of the money, and with which first moves.

use serde::Serialize;

use super::bid::Bid;
use super::{as_optional_text, as_text};
use crate::games::{Game, Player};
use crate::model::graph::{End, Label};
use crate::model::solution::Solution;
use crate::model::value::Rational;

/// The start of a solved game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Start {
    /// The position in which play begins.
    pub position: String,
    /// Left wins by force if Right's share is below this.
    #[serde(serialize_with = "as_text")]
    pub alpha: Rational,
    /// Right wins by force if Right's share is above this.
    #[serde(serialize_with = "as_text")]
    pub beta: Rational,
    /// `1 - alpha`, the paper's R: Left wins by force with a greater share.
    #[serde(serialize_with = "as_text")]
    pub left_needs: Rational,
    /// `beta`: Right wins by force with a greater share.
    #[serde(serialize_with = "as_text")]
    pub right_needs: Rational,
    /// What the first move is worth, if alpha = beta.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_optional_text")]
    pub bid: Option<Bid>,
    /// The best first moves.
    pub best: BestOfBoth,
}

/// The best first moves of both players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BestOfBoth {
    /// Left's.
    pub left: Best,
    /// Right's.
    pub right: Best,
}

/// A player's best first moves by where they lead, in move order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Best {
    /// For the player who has the share to win by force. Where play can come back, only the moves that make progress: of those that give nothing away, the
    /// ones of least label.
    pub to_win: Vec<String>,
    /// For the player who has the share to keep the other one from winning.
    pub not_to_lose: Vec<String>,
}

/// What is to be said of a game's start; `options` are the players' options there, and `ordered` says that no play comes back to a position.
///
/// # Panics
/// If the solution is not the game's.
#[must_use]
pub fn start(game: &dyn Game, solution: &Solution, options: &[Vec<u32>; 2], ordered: bool) -> Start {
    let [alphas, betas] = [&solution.rank_alpha, &solution.rank_beta];
    let highest = u32::try_from(solution.values.len() - 1).expect("fewer than 2^32 values");
    let ends = |drawn: u32| {
        End::ALL.map(|end| match end {
            End::Left => highest,
            End::Right => 0,
            End::Nobody => drawn,
        })
    };
    // The value of a place as a rank: alpha of a draw is 0, beta is 1.
    let rank = |ranks: &[u32], drawn: u32, place: u32| {
        ranks.get(place as usize).copied().unwrap_or_else(|| ends(drawn)[place as usize - ranks.len()])
    };
    let alpha_of = |place: u32| rank(alphas, 0, place);
    let beta_of = |place: u32| rank(betas, highest, place);
    let position = game.start();
    // The labels of the places behind the positions: an end that somebody has won is progress.
    let label = |labels: &[Label], place: u32| labels.get(place as usize).copied().unwrap_or(0);
    let best = |player: Player, rank: &dyn Fn(u32) -> u32, labels: Option<&[Label]>| {
        let ranks: Vec<u32> = options[player as usize].iter().map(|&place| rank(place)).collect();
        let best = match player {
            Player::Left => ranks.iter().max(),
            Player::Right => ranks.iter().min(),
        };
        let best = *best.expect("every position has options");
        let best_options = || (0..ranks.len()).filter(|&option| ranks[option] == best);
        let label = |option: usize| labels.map_or(0, |labels| label(labels, options[player as usize][option]));
        let least = best_options().map(label).min();
        let mut texts: Vec<String> = Vec::new();
        for option in best_options().filter(|&option| Some(label(option)) == least) {
            let text = game.after(position, player, option);
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        (best, texts)
    };
    let [of_left, of_right] = [&solution.label_white, &solution.label_black].map(|labels| (!ordered).then_some(labels.as_slice()));
    let (left_high, left_to_win) = best(Player::Left, &alpha_of, of_left);
    let (_, left_not_to_lose) = best(Player::Left, &beta_of, None);
    let (right_low, right_not_to_lose) = best(Player::Right, &alpha_of, None);
    let (_, right_to_win) = best(Player::Right, &beta_of, of_right);
    let value = |rank: u32| solution.values[rank as usize].clone();
    let (alpha, beta) = (value(alphas[position]), value(betas[position]));
    Start {
        position: game.position(position),
        left_needs: alpha.exchanged(),
        right_needs: beta.clone(),
        bid: (alpha == beta).then(|| Bid::between(&value(left_high), &value(right_low))),
        alpha,
        beta,
        best: BestOfBoth {
            left: Best { to_win: left_to_win, not_to_lose: left_not_to_lose },
            right: Best { to_win: right_to_win, not_to_lose: right_not_to_lose },
        },
    }
}
