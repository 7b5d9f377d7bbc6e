//! Formats advice as JSON and as text, with the names of positions. The JSON schema is `spec/json/advise.schema.json`.

use std::io::{self, Write};

use serde::Serialize;

use super::{Advice, Adviser, Bid, Continuation, Outcome, Tie};
use crate::answers::chips::sentences::holding;
use crate::answers::game::step;
use crate::answers::text::{counted, stretches};
use crate::control::{Control, Interrupted};
use crate::games::{Game, PositionError};
use crate::model::chips::{Rule, TieBreak};
use crate::model::graph::Player;
use crate::solve;

/// Maximum number of chips. With more chips, the computation of the shortest wins would take too much time.
pub const MAX_CHIPS: u32 = 1_000_000;
/// A line of text names at most this number of moves.
const MAX_NAMED: usize = 6;

/// The chips of the player who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holding {
    /// Tie-breaking rule. The claimant must be the player who asks.
    pub rule: Rule,
    /// The player's chips.
    pub mine: u32,
    /// All chips.
    pub total: u32,
    /// Whether the player has the tie-breaking advantage. With make-it-take-it, whether the player wins the next tie.
    /// The field is `None` under the ladies-first rule, in which no player has the advantage.
    pub advantage: Option<bool>,
}

impl Holding {
    /// Encodes the player's chips and advantage as an integer, as [`crate::model::chips`] explains.
    ///
    /// # Errors
    /// Returns an [`Error`] if the holding is impossible, or if too many chips are in play.
    pub fn code(&self) -> Result<u32, Error> {
        let &Self { rule, mine, total, advantage } = self;
        match (rule.tie_break, advantage) {
            _ if mine > total => Err(Error::TooMany { mine, total }),
            _ if total > MAX_CHIPS => Err(Error::Chips),
            (TieBreak::LadiesFirst, None) => Ok(mine),
            (TieBreak::LadiesFirst, Some(_)) => Err(Error::Advantage),
            (_, Some(advantage)) => Ok(2 * mine + u32::from(advantage)),
            (_, None) => Err(Error::NoAdvantage),
        }
    }
}

/// Reason why there is no advice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The computation was stopped.
    #[error("interrupted")]
    Interrupted,
    /// The position does not exist.
    #[error(transparent)]
    Position(PositionError),
    /// The player has more chips than the total.
    #[error("{mine} chips of {total}")]
    TooMany {
        /// The player's chips.
        mine: u32,
        /// All chips.
        total: u32,
    },
    /// The game has more than [`MAX_CHIPS`] chips.
    #[error("at most {MAX_CHIPS} chips")]
    Chips,
    /// The question does not specify who has the tie-breaking advantage.
    #[error("it has to be said who has the tie-breaking advantage")]
    NoAdvantage,
    /// The question specifies a tie-breaking advantage, but the rule has none.
    #[error("with ladies first nobody has the advantage")]
    Advantage,
}

impl From<Interrupted> for Error {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// Estimates an upper bound of the memory for advice in a game, in bytes. The bound includes the option graph (the
/// moves of all positions) and the wins of both players.
#[must_use]
pub fn estimate(game: &dyn Game) -> u64 {
    const POSITION: u64 = 400;
    let (positions, options) = game.estimate();
    solve::chips::estimate_graph(positions, options).saturating_add(positions.saturating_mul(POSITION))
}

/// Advises a player in a position of a game.
///
/// # Errors
/// Returns an [`Error`] if there is no advice.
///
/// # Panics
/// Panics if the game has 2^32 positions or more.
pub fn advise(game: &dyn Game, position: &str, holding: Holding, control: Control) -> Result<ChipsAdvice, Error> {
    let (code, Holding { rule, total, .. }) = (holding.code()?, holding);
    control.stage("generating positions", None);
    let graph = game.graph_under(control)?;
    let found = game.find_position(position).map_err(Error::Position)?;
    let adviser = Adviser::new(graph, rule.tie_break, total, control)?;
    let advice = adviser.oracle(rule.claimant).advise(u32::try_from(found).expect("fewer than 2^32 positions"), code);
    Ok(ChipsAdvice::new(game, found, (holding, code), &advice))
}

/// Advice for one question.
#[derive(Clone, Debug, Serialize)]
pub struct ChipsAdvice {
    game: String,
    position: String,
    #[serde(rename = "as")]
    player: Player,
    tie_break: String,
    chips: u32,
    holding: String,
    outcome: Outcome,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u32>,
    bids: Vec<BidAnswer>,
    /// Players' names, Left's first.
    #[serde(skip)]
    players: [String; 2],
    #[serde(skip)]
    rule: Rule,
    #[serde(skip)]
    code: u32,
    /// Best move after a won bid, in words such as `moves to 1`.
    #[serde(skip)]
    first_step: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
struct BidAnswer {
    bid: u32,
    quickest: bool,
    if_higher: Then,
    #[serde(skip_serializing_if = "Option::is_none")]
    if_tied: Option<TieAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    if_lower: Option<Then>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "choice", rename_all = "kebab-case")]
enum TieAnswer {
    Use { then: Then },
    Decline { then: Then },
    Won { then: Then },
    Lost { then: Then },
    Theirs { if_used: Then, if_declined: Then },
}

/// Advice for play after the bids.
#[derive(Clone, Debug, Serialize)]
struct Then {
    holding: String,
    /// Positions after the good moves; the position after the best move comes first.
    moves: Vec<String>,
    let_the_other_move: bool,
    #[serde(skip)]
    prefer_move: bool,
}

impl ChipsAdvice {
    fn new(game: &dyn Game, position: usize, (Holding { rule, total, .. }, code): (Holding, u32), advice: &Advice) -> Self {
        let then = |then: &Continuation| Then {
            holding: rule.write(then.code),
            moves: then.moves.iter().map(|&index| game.after(position, rule.claimant, index)).collect(),
            let_the_other_move: then.pass,
            prefer_move: then.prefer_move,
        };
        let tie = |tie: &Tie| match tie {
            Tie::Use(on) => TieAnswer::Use { then: then(on) },
            Tie::Decline(on) => TieAnswer::Decline { then: then(on) },
            Tie::Won(on) => TieAnswer::Won { then: then(on) },
            Tie::Lost(on) => TieAnswer::Lost { then: then(on) },
            Tie::Theirs { used, declined } => TieAnswer::Theirs { if_used: then(used), if_declined: then(declined) },
        };
        let first_step = advice.bids.iter().find(|bid| bid.quickest).and_then(|bid| bid.won.moves.first());
        let bid = |bid: &Bid| BidAnswer {
            bid: bid.bid,
            quickest: bid.quickest,
            if_higher: then(&bid.won),
            if_tied: bid.tie.as_ref().map(tie),
            if_lower: bid.lost.as_ref().map(then),
        };
        Self {
            game: game.title(),
            position: game.position(position),
            player: rule.claimant,
            tie_break: rule.tie_break.to_string(),
            chips: total,
            holding: rule.write(code),
            outcome: advice.outcome,
            moves: advice.moves,
            bids: advice.bids.iter().map(bid).collect(),
            players: game.players(),
            rule,
            code,
            first_step: first_step.map(|&index| step(game, position, rule.claimant, index)),
        }
    }

    fn sentence(&self, [me, other]: [&str; 2]) -> String {
        let held = holding(self.rule, self.code, me);
        let (number, mark) = held.split_at(held.find(' ').unwrap_or(held.len()));
        let with = format!("with {number} of {}{mark}", counted(self.chips.into(), "chip", "chips"));
        let moves = || counted(self.moves.unwrap_or_default().into(), "move", "moves");
        let best = self.bids.iter().find(|bid| bid.quickest);
        let bid = best.map_or_else(String::new, |bid| {
            let then = &bid.if_higher;
            if bid.bid == 0 {
                // No bid is lower than 0, so a bid of 0 can win only at a tie.
                let won = match &bid.if_tied {
                    Some(TieAnswer::Use { then }) if self.rule.tie_break == TieBreak::Advantage => Some((" by using the advantage", then)),
                    Some(TieAnswer::Use { then } | TieAnswer::Won { then }) => Some(("", then)),
                    _ => None,
                };
                return match (won, &self.first_step) {
                    (Some((by, at_tie)), Some(step)) if !at_tie.moves.is_empty() && at_tie.moves.first() == then.moves.first() => {
                        format!("{me} bids 0 and, winning a tie{by}, {step}")
                    }
                    _ => format!("{me} bids 0"),
                };
            }
            match (&self.first_step, then.moves.is_empty() || then.let_the_other_move && !then.prefer_move) {
                (_, true) => format!("{me} bids {} and, with the higher bid, lets {other} move", bid.bid),
                (Some(step), false) => format!("{me} bids {} and, with the higher bid, {step}", bid.bid),
                (None, false) => format!("{me} bids {}", bid.bid),
            }
        });
        match self.outcome {
            Outcome::Win => format!("{me} can force a win {with}: {bid}. It takes at most {} of both players.", moves()),
            Outcome::Loss => format!("{other} can force a win if {me} plays {with}. To hold out for {} of both players, {bid}.", moves()),
            Outcome::Neither => format!("Neither player can force a win if {me} plays {with}. To keep it so, {bid}."),
        }
    }

    /// Writes the answer as text.
    ///
    /// # Errors
    /// Returns an [`io::Error`] if the text cannot be written.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let [left, right] = &self.players;
        let (me, other) =
            if self.rule.claimant == Player::Left { (left.as_str(), right.as_str()) } else { (right.as_str(), left.as_str()) };
        writeln!(out, "{}", self.sentence([me, other]))?;
        writeln!(out, "{}, {}, {} chips in all: {me} at {} with {}", self.game, self.tie_break, self.chips, self.position, self.holding)?;
        let bids = |requested: &dyn Fn(&BidAnswer) -> bool| {
            stretches(&self.bids.iter().filter(|bid| requested(bid)).map(|bid| bid.bid).collect::<Vec<_>>())
        };
        let what = match self.outcome {
            Outcome::Win => "quickest",
            Outcome::Loss => "resisting",
            Outcome::Neither => "holding",
        };
        writeln!(out, "{what} bids: {}", bids(&|bid| bid.quickest))?;
        let others = bids(&|bid| !bid.quickest);
        if !others.is_empty() {
            writeln!(out, "other winning bids: {others}")?;
        }
        let Some(bid) = self.bids.iter().find(|bid| bid.quickest) else { return Ok(()) };
        writeln!(out, "with a bid of {}:", bid.bid)?;
        if bid.bid > 0 {
            writeln!(out, "  if it is the higher one: {}", bid.if_higher.if_deciding(other))?;
        }
        match &bid.if_tied {
            None => {}
            Some(TieAnswer::Use { then }) if self.rule.tie_break == TieBreak::Advantage => {
                writeln!(out, "  at a tie: use the advantage; {}", then.if_deciding(other))?;
            }
            Some(TieAnswer::Decline { then }) => {
                writeln!(out, "  at a tie: keep the advantage and let {other} win; {}", then.after_a_lost_bid(other))?
            }
            Some(TieAnswer::Use { then } | TieAnswer::Won { then }) => writeln!(out, "  at a tie (won): {}", then.if_deciding(other))?,
            Some(TieAnswer::Lost { then }) => writeln!(out, "  at a tie (lost): {}", then.after_a_lost_bid(other))?,
            Some(TieAnswer::Theirs { if_used, if_declined }) => {
                writeln!(out, "  at a tie, if {other} uses the advantage: {}", if_used.after_a_lost_bid(other))?;
                writeln!(out, "  at a tie, if {other} lets you win: {}", if_declined.if_deciding(other))?;
            }
        }
        if let Some(then) = &bid.if_lower {
            writeln!(out, "  if {other} bids {} (or more): {}", bid.bid + 1, then.after_a_lost_bid(other))?;
        }
        Ok(())
    }
}

impl Then {
    fn named(&self) -> String {
        let named = self.moves.iter().take(MAX_NAMED).cloned().collect::<Vec<_>>().join(" or ");
        if self.moves.len() > MAX_NAMED { format!("{named} or {} more", self.moves.len() - MAX_NAMED) } else { named }
    }

    /// Describes what a player should do after winning the bid. The winner of the bid decides who moves.
    fn if_deciding(&self, other: &str) -> String {
        let plan = match (self.moves.is_empty(), self.let_the_other_move) {
            (false, false) => format!("move to {}", self.named()),
            (true, _) => format!("let {other} move"),
            (false, true) if self.prefer_move => format!("move to {} (or let {other} move)", self.named()),
            (false, true) => format!("let {other} move (or move to {})", self.named()),
        };
        format!("with {}, {plan}", self.holding)
    }

    /// Names the good moves of a player who has lost the bid. The winner of the bid may require the loser of the bid to
    /// move.
    fn after_a_lost_bid(&self, other: &str) -> String {
        format!("with {}; if {other} makes you move, to {}", self.holding, self.named())
    }
}
