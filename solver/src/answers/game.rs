//! Describes the start of a game: how much money each player needs to win by force, and the best first bid and move.

use serde::Serialize;

use super::money_bid::{Bid, Tempo};
use super::text::Decimal;
use super::{as_optional_text, as_text};
use crate::games::{Game, Player};
use crate::model::graph::{End, Label};
use crate::model::solution::Solution;
use crate::model::value::Rational;

/// Results about the start of a solved game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Start {
    /// Initial position.
    pub position: String,
    /// Left wins by force if Right's share of the money is less than this number.
    #[serde(serialize_with = "as_text")]
    pub alpha: Rational,
    /// Right wins by force if Right's share of the money is greater than this number.
    #[serde(serialize_with = "as_text")]
    pub beta: Rational,
    /// Left wins by force if Left's share of the money is greater than this number. The number is `1 - alpha`, which
    /// the paper calls R.
    #[serde(serialize_with = "as_text")]
    pub left_needs: Rational,
    /// Right wins by force if Right's share of the money is greater than this number. The number equals `beta`.
    #[serde(serialize_with = "as_text")]
    pub right_needs: Rational,
    /// Bid for the first move, if alpha = beta.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_optional_text")]
    pub bid: Option<Bid>,
    /// Each player's bids for the first move.
    pub bids: BidsOfBoth,
    /// Each player's best first moves.
    pub best: BestOfBoth,
}

/// Each player's bids for the first move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BidsOfBoth {
    /// Left's bids.
    pub left: Bids,
    /// Right's bids.
    pub right: Bids,
}

/// A player's bids for the first move. The two bids can differ only if alpha < beta.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bids {
    /// Bid of a player whose share is large enough to win by force.
    pub to_win: Bid,
    /// Bid of a player whose share is large enough to keep the opponent from winning.
    pub not_to_lose: Bid,
}

/// Each player's best first moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BestOfBoth {
    /// Left's best moves.
    pub left: Best,
    /// Right's best moves.
    pub right: Best,
}

/// A player's best first moves, in the order that the rules define. Each text names a move, or the position after the
/// move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Best {
    /// Moves for a player whose share is large enough to win by force. If positions can recur, the list leaves out some
    /// best moves.
    pub to_win: Vec<String>,
    /// Moves for a player whose share is large enough to keep the opponent from winning.
    pub not_to_lose: Vec<String>,
}

/// Describes the start of a game. `options` lists the positions to which Left and Right can move from the initial
/// position. `ordered` is true if no position can recur.
///
/// # Panics
/// Panics if the solution belongs to another game.
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
    // Returns the rank of the value of a position or of an end of the game. A draw has alpha 0 and beta 1.
    let rank = |ranks: &[u32], drawn: u32, place: u32| {
        ranks.get(place as usize).copied().unwrap_or_else(|| ends(drawn)[place as usize - ranks.len()])
    };
    let alpha_of = |place: u32| rank(alphas, 0, place);
    let beta_of = |place: u32| rank(betas, highest, place);
    let position = game.start();
    // Returns the label of a position, or 0 for an end of the game. Moving to a won end is progress, so its label is
    // the least.
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
    let (left_high_beta, left_not_to_lose) = best(Player::Left, &beta_of, None);
    let (right_low, right_not_to_lose) = best(Player::Right, &alpha_of, None);
    let (right_low_beta, right_to_win) = best(Player::Right, &beta_of, of_right);
    let value = |rank: u32| solution.values[rank as usize].clone();
    let (alpha, beta) = (value(alphas[position]), value(betas[position]));
    // Left's bid to win follows from alpha, and Left's bid not to lose from beta. Right's bid to win follows from beta,
    // and Right's bid not to lose from alpha.
    let bid_alpha = Bid::between(&value(left_high), &value(right_low));
    let bid_beta = Bid::between(&value(left_high_beta), &value(right_low_beta));
    Start {
        position: game.position(position),
        left_needs: alpha.exchanged(),
        right_needs: beta.clone(),
        bid: (alpha == beta).then(|| bid_alpha.clone()),
        bids: BidsOfBoth {
            left: Bids { to_win: bid_alpha.clone(), not_to_lose: bid_beta.clone() },
            right: Bids { to_win: bid_beta, not_to_lose: bid_alpha },
        },
        alpha,
        beta,
        best: BestOfBoth {
            left: Best { to_win: left_to_win, not_to_lose: left_not_to_lose },
            right: Best { to_win: right_to_win, not_to_lose: right_not_to_lose },
        },
    }
}

/// Formats a share for a sentence, such as `3/4 (0.75)` or `3/4 of the money (0.75)`.
fn share_of(share: &Rational, of: &str) -> String {
    let fraction = share.to_string();
    match Decimal::new(share) {
        Decimal::Whole(number) => format!("{number}{of}"),
        Decimal::Exact(decimal) => format!("{fraction}{of} ({decimal})"),
        Decimal::Cut(decimal) if fraction.len() > MAX_FRACTION => format!("{decimal}…{of}"),
        Decimal::Cut(decimal) => format!("{fraction}{of} (about {decimal})"),
    }
}

fn of_the_money(share: &Rational) -> String {
    share_of(share, " of the money")
}

/// Maximum length of a fraction in a sentence. Longer fractions appear only as decimals.
const MAX_FRACTION: usize = 24;

/// Describes a move as a phrase, such as `moves to 1`, `plays b1b4` or `wins at once`.
#[must_use]
pub fn step(game: &dyn Game, position: usize, player: Player, option: usize) -> String {
    step_to(&game.after(position, player, option), if game.names_moves() { PLAYS } else { MOVES_TO }, player)
}

/// Verb of phrases that name the position after a move.
pub const MOVES_TO: &str = "moves to";
/// Verb for phrases that name the move.
pub const PLAYS: &str = "plays";

/// Describes a move as a phrase. `text` names the move or the position after it. `verb` is [`MOVES_TO`] or [`PLAYS`].
#[must_use]
pub fn step_to(text: &str, verb: &str, player: Player) -> String {
    match End::ALL.into_iter().find(|end| end.text() == text) {
        Some(End::Nobody) => "ends play without a winner".to_owned(),
        Some(end) if end == player.wins() => "wins at once".to_owned(),
        Some(_) => "loses at once".to_owned(),
        // Quotes the text, because a full stop in it would seem to end the sentence, and a space would make it look
        // like words of the sentence.
        None if text.contains(['.', ' ']) => format!("{verb} '{text}'"),
        None => format!("{verb} {text}"),
    }
}

/// Describes the start of a game in sentences. The first sentence says how much money each player needs to force a win.
/// The sentences after the first sentence describe each player's bid and move. `verb` is [`MOVES_TO`] or [`PLAYS`].
#[must_use]
pub fn sentences(start: &Start, [left, right]: [&str; 2], verb: &str) -> Vec<String> {
    let Start { left_needs, right_needs, alpha, beta, bids, best, .. } = start;
    let can = |player: &str, share: &Rational| match share {
        share if *share >= Rational::ONE => format!("{player} cannot force a win with any share of the money"),
        share if *share == Rational::ZERO => format!("{player} can force a win with any money at all"),
        share => format!("{player} can force a win with more than {}", of_the_money(share)),
    };
    let (low, high) = (beta.exchanged(), left_needs);
    let between = match alpha.cmp(beta) {
        std::cmp::Ordering::Equal => String::new(),
        _ if low == Rational::ZERO && *high == Rational::ONE => String::new(),
        _ => format!("; while {left}'s share is between {low} and {high}, neither can"),
    };
    let is_share = |share: &Rational| *share > Rational::ZERO && *share < Rational::ONE;
    let rights = match is_share(left_needs) && is_share(right_needs) {
        true => format!(", {right} with more than {}", share_of(right_needs, "")),
        false => format!("; {}", can(right, right_needs)),
    };
    let mut said = vec![format!("{}{rights}{between}.", can(left, left_needs))];
    for (side, player, bids, best) in [(Player::Left, left, &bids.left, &best.left), (Player::Right, right, &bids.right, &best.right)] {
        let opens = |bid: &Bid, moves: &[String]| {
            format!("{}{}", bid_in_words(bid), moves.first().map_or(String::new(), |place| format!(" and {}", step_to(place, verb, side))))
        };
        if bids.to_win == bids.not_to_lose && best.to_win == best.not_to_lose {
            said.push(format!("{player} {}.", opens(&bids.to_win, &best.to_win)));
        } else {
            let (to_win, not_to_lose) = (opens(&bids.to_win, &best.to_win), opens(&bids.not_to_lose, &best.not_to_lose));
            said.push(format!("To win, {player} {to_win}; not to lose, {player} {not_to_lose}."));
        }
    }
    if let Some(bid) = &start.bid {
        match bid.tempo() {
            Tempo::Hot => {}
            Tempo::Quiescent => said.push("The move is worth nothing to either player.".to_owned()),
            Tempo::Zugzwang => said.push("Zugzwang: neither player wants to move, so each would pay the other to do so.".to_owned()),
        }
    }
    said
}

fn bid_in_words(bid: &Bid) -> String {
    match bid.tempo() {
        Tempo::Zugzwang => format!("bids -{}", of_the_money(bid.size()).replacen("(", "(-", 1).replacen("(-about ", "(about -", 1)),
        Tempo::Quiescent => "bids nothing".to_owned(),
        Tempo::Hot => format!("bids {}", of_the_money(bid.size())),
    }
}
