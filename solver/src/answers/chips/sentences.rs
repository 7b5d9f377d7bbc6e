//! Writes sentences about the chips that players need.
//!
//! Each sentence is about one position and one number of chips, except that [`law`] describes all numbers of chips. The
//! chips of a player are encoded as an integer, as [`Rule`] explains.

use std::collections::BTreeSet;

use super::{Sequence, grouped};
use crate::answers::text::stretches;
use crate::model::chips::{Rule, TieBreak};

/// Names of the two players. The first is the player whose thresholds are described.
pub type Names<'a> = [&'a str; 2];

/// How many chips each player needs to win from a position, for one total number of chips.
#[derive(Clone, Copy, Debug)]
pub struct Needs {
    /// Total number of chips of both players.
    pub chips: u32,
    /// The fewest chips with which the first player wins, or [`Rule::top`] if no number wins.
    pub least: u32,
    /// The fewest chips with which the other player wins, encoded as an integer, if known.
    pub other: Option<u32>,
}

/// First bid and move of a player who has just enough chips to win.
#[derive(Clone, Debug)]
pub struct Opening {
    /// Bids with which the player still wins by force.
    pub bids: Vec<u32>,
    /// Moves that keep the win after the first bid in `bids`. The best move comes first. The moves are phrases such as
    /// `moves to 1` or `plays b1b4`.
    pub moves: Vec<String>,
}

/// Describes how many chips each player needs, for example: "With 100 chips in all, Left can force a win with 53 or
/// more, whoever has the tie-breaking advantage; …".
#[must_use]
pub fn needs(rule: Rule, needs: Needs, [player, other]: Names<'_>) -> String {
    let Needs { chips: k, least, other: others_least } = needs;
    let in_all = format!("With {} in all", super::counted(k.into(), "chip", "chips"));
    let top = rule.top(k);
    let others_rule = Rule { claimant: rule.claimant.other(), ..rule };
    let to_win = |code: u32| match code {
        code if code >= top => format!("{other} cannot force a win"),
        code if code == least => format!("to force a win {other} needs {} too", holding(others_rule, code, other)),
        code => format!("to force a win {other} needs {}", holding(others_rule, code, other)),
    };
    if least >= top {
        let all = match rule.tie_break {
            TieBreak::Advantage => " and the tie-breaking advantage",
            TieBreak::MakeItTakeIt => " and winning the first tie",
            TieBreak::LadiesFirst => "",
        };
        let others = others_least.map_or(String::new(), |code| format!("; {}", to_win(code)));
        return format!("{in_all}, {player} cannot force a win, not even with all of them{all}{others}.");
    }
    if least == 0 {
        return format!("{in_all}, {player} can force a win with any number of them.");
    }
    let (enough, too_little) = enough(rule, k, least, player);
    // If the first player has the greatest holding that does not win, the other player's holding has this code.
    let stops = top - least;
    let others = match others_least {
        Some(code) if code == stops => format!("With any other holding of {player}'s, {other} can force a win."),
        Some(code) => format!("{other} stops {player} with {}; {}.", holding(others_rule, stops, other), to_win(code)),
        None => format!("{other} stops {player} with {}.", holding(others_rule, stops, other)),
    };
    format!("{in_all}, {player} can force a win with {enough}; with {too_little} {player} cannot. {others}")
}

/// Describes the fewest chips that win, and the most chips that do not win. `least` must be neither 0
/// nor [`Rule::top`].
fn enough(rule: Rule, k: u32, least: u32, player: &str) -> (String, String) {
    let (chips, marked) = (least / rule.unit(), least % rule.unit() == 1);
    let (number, less, more) = (grouped(chips.into()), grouped(u64::from(chips).saturating_sub(1)), grouped(u64::from(chips) + 1));
    let all = chips == k;
    match (rule.tie_break, marked) {
        (TieBreak::Advantage, true) if all => (format!("{number} and the tie-breaking advantage"), format!("{number} without it")),
        (TieBreak::Advantage, true) => {
            (format!("{number} and the tie-breaking advantage, or with {more} or more without it"), format!("{number} and no advantage"))
        }
        (TieBreak::Advantage, false) => {
            let or_more = if all { "" } else { " or more" };
            (format!("{number}{or_more}, whoever has the tie-breaking advantage"), format!("{less} and the advantage"))
        }
        (TieBreak::MakeItTakeIt, true) if all => (format!("{number} if {player} wins the first tie"), format!("{number} if not")),
        (TieBreak::MakeItTakeIt, true) => {
            (format!("{number} if {player} wins the first tie, or with {more} or more if not"), format!("{number} and a lost first tie"))
        }
        (TieBreak::MakeItTakeIt, false) => {
            let or_more = if all { "" } else { " or more" };
            (format!("{number}{or_more}, whoever wins the first tie"), format!("{less}, winning the first tie,"))
        }
        (TieBreak::LadiesFirst, _) => (if all { number } else { format!("{number} or more") }, less),
    }
}

/// Describes in a few words the chips that an integer encodes.
#[must_use]
pub fn holding(rule: Rule, code: u32, player: &str) -> String {
    let chips = grouped((code / rule.unit()).into());
    match rule.tie_break {
        TieBreak::Advantage if code % 2 == 1 => format!("{chips} and the advantage"),
        TieBreak::MakeItTakeIt if code % 2 == 1 => format!("{chips} if {player} wins the first tie"),
        _ => chips,
    }
}

/// Describes the first bid and move of a player who has just enough chips to win.
#[must_use]
pub fn opening(rule: Rule, least: u32, opening: &Opening, player: &str) -> String {
    let Opening { bids, moves } = opening;
    let held = holding(rule, least, player);
    let Some((first, more)) = bids.split_first() else { return format!("No bid of {player}'s keeps the win with {held}.") };
    let then = moves.first().map_or(String::new(), |place| format!(" and {place}"));
    let also = if more.is_empty() { String::new() } else { format!(" (bids that keep the win: {})", stretches(bids)) };
    format!("With just {held}, {player} opens with a bid of {first}{then}{also}.")
}

/// Summarises a position's thresholds in sentences. The sentences stand above the table of thresholds.
#[must_use]
pub fn law(rule: Rule, sequence: &Sequence, player: &str) -> String {
    let mut text = match (sequence.preperiod, sequence.period, sequence.slope) {
        (Some(preperiod), Some(period), Some(slope)) => {
            let from = if preperiod == 0 { String::new() } else { format!("from k = {preperiod} on, ") };
            let per = super::counted(period.into(), "more chip in play", "more chips in play");
            let share = 100.0 * f64::from(slope) / f64::from(period);
            let example = example(sequence, LIKE).map_or(String::new(), |(k, needed)| format!("; of {k} chips, {needed}"));
            format!(
                "To force a win {player} needs about {share:.1} % of all chips in the long run{example}. f(k) is the least holding of k chips in all: \
                 {from}{per} {} it by {slope}.",
                if period == 1 { "raises" } else { "raise" }
            )
        }
        _ => {
            let last = (sequence.first as usize + sequence.thresholds.len()).saturating_sub(1);
            let example = u32::try_from(last).ok().and_then(|last| example(sequence, last));
            let example =
                example.map_or(String::new(), |(k, needed)| format!("With {k} chips in all {player} needs {needed} to force a win. "));
            format!("{example}f(k) is the least holding with which {player} can force a win when there are k chips in all.")
        }
    };
    let mut notes = BTreeSet::new();
    for (k, threshold) in (sequence.first..).zip(&sequence.thresholds) {
        if *threshold == rule.write(rule.top(k)) {
            notes.insert("k + 1 means that no holding is enough");
        } else if threshold.ends_with('*') {
            notes.insert("a* is a chips and the tie-breaking advantage");
        } else if threshold.ends_with("-e") {
            notes.insert("a-e is a chips and a lost first tie");
        }
    }
    for note in notes {
        text.push_str(&format!(" {note}."));
    }
    text
}

/// Describes how many chips a player needs to win with a certain first move, for example: "Opening with that move, Left
/// needs 18 and the advantage with 35 chips in all, …".
#[must_use]
pub fn with_first_move(best: &Sequence, with_move: &Sequence, player: &str) -> Option<String> {
    let k = match with_move.period {
        Some(_) => LIKE,
        None => with_move.first + u32::try_from(with_move.thresholds.len()).ok()?.checked_sub(1)?,
    };
    let (needed, best) = (example(with_move, k)?.1, example(best, k)?.1);
    let compared = if needed == best { "as with the best move".to_owned() } else { format!("with the best move {best}") };
    Some(format!("Opening with that move, {player} needs {needed} with {k} chips in all, {compared}."))
}

/// Examples use this total number of chips, if the table contains this total.
const LIKE: u32 = 100;

fn example(sequence: &Sequence, k: u32) -> Option<(u32, String)> {
    let (periods, at) = match (sequence.preperiod, sequence.period) {
        (Some(preperiod), Some(period)) if k >= preperiod + period => {
            let after = k - preperiod;
            (after / period, preperiod + after % period)
        }
        _ => (0, k),
    };
    let threshold = sequence.thresholds.get(at.checked_sub(sequence.first)? as usize)?;
    let (number, mark) = threshold.split_at(threshold.find(|c: char| !c.is_ascii_digit()).unwrap_or(threshold.len()));
    let number = number.parse::<u32>().ok()? + periods * sequence.slope.unwrap_or(0);
    let with = match mark {
        "*" => " and the advantage",
        "-e" => " and a lost first tie",
        _ => "",
    };
    (number <= k).then(|| (k, format!("{number}{with}")))
}

#[cfg(test)]
mod tests {
    use super::{Needs, Opening, needs, opening};
    use crate::model::chips::{Rule, TieBreak};
    use crate::model::graph::Player;

    #[test]
    fn says_who_needs_how_much() {
        let say = |tie_break, chips, least, other| {
            needs(Rule { tie_break, claimant: Player::Left }, Needs { chips, least, other }, ["Left", "Right"])
        };
        use TieBreak::{Advantage, LadiesFirst, MakeItTakeIt};
        for (found, expected) in [
            (
                say(Advantage, 100, 106, Some(106)),
                "With 100 chips in all, Left can force a win with 53 or more, whoever has the tie-breaking advantage; with 52 and the advantage \
                 Left cannot. Right stops Left with 48; to force a win Right needs 53 too.",
            ),
            (
                say(Advantage, 8, 9, Some(12)),
                "With 8 chips in all, Left can force a win with 4 and the tie-breaking advantage, or with 5 or more without it; with 4 and no \
                 advantage Left cannot. Right stops Left with 4 and the advantage; to force a win Right needs 6.",
            ),
            (
                say(Advantage, 8, 9, Some(9)),
                "With 8 chips in all, Left can force a win with 4 and the tie-breaking advantage, or with 5 or more without it; with 4 and no \
                 advantage Left cannot. With any other holding of Left's, Right can force a win.",
            ),
            (
                say(Advantage, 3, 7, None),
                "With 3 chips in all, Left can force a win with 3 and the tie-breaking advantage; with 3 without it Left cannot. Right stops \
                 Left with 0 and the advantage.",
            ),
            (say(Advantage, 1, 0, None), "With 1 chip in all, Left can force a win with any number of them."),
            (
                say(Advantage, 5, 12, Some(3)),
                "With 5 chips in all, Left cannot force a win, not even with all of them and the tie-breaking advantage; to force a win Right \
                 needs 1 and the advantage.",
            ),
            (
                say(Advantage, 5, 12, Some(12)),
                "With 5 chips in all, Left cannot force a win, not even with all of them and the tie-breaking advantage; Right cannot force a win.",
            ),
            (
                say(MakeItTakeIt, 11, 12, None),
                "With 11 chips in all, Left can force a win with 6 or more, whoever wins the first tie; with 5, winning the first tie, Left \
                 cannot. Right stops Left with 6.",
            ),
            (
                say(LadiesFirst, 11, 6, Some(8)),
                "With 11 chips in all, Left can force a win with 6 or more; with 5 Left cannot. Right stops Left with 6; to force a win Right \
                 needs 8.",
            ),
        ] {
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn says_how_to_open() {
        let rule = Rule { tie_break: TieBreak::Advantage, claimant: Player::Left };
        let say = |bids: &[u32], moves: &[&str]| {
            opening(rule, 9, &Opening { bids: bids.to_vec(), moves: moves.iter().map(|&place| place.to_owned()).collect() }, "Left")
        };
        assert_eq!(say(&[2], &["moves to 1"]), "With just 4 and the advantage, Left opens with a bid of 2 and moves to 1.");
        assert_eq!(
            say(&[1, 2, 3, 5], &["moves to 1", "moves to 2"]),
            "With just 4 and the advantage, Left opens with a bid of 1 and moves to 1 (bids that keep the win: 1 to 3, 5)."
        );
    }
}
