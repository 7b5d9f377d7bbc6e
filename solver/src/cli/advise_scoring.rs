//! `solve advise` for scoring games. The game is a heap from which both players take, or it is read from a file.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use super::chips::PlayerArg;
use super::outcome::Failure;
use super::progress;
use super::resources::{Resources, stop_flag};
use super::scoring;
use super::scoring_file::{self, Bids};
use crate::answers::score_bids::{self, Lower, Stage};
use crate::answers::scoring::{margin, of_holder, stage};
use crate::answers::text::counted;
use crate::answers::text::stretches;
use crate::control::Control;
use crate::engine::scoring::matrix::{self, Holder, NoScores, Spot};
use crate::games::scored::{looks_scored, read};
use crate::model::graph::Player;
use crate::model::scored::ScoredGame;
use crate::model::scoring::SubtractionSet;
use crate::solve;
use crate::solve::scoring::MAX_COINS;

/// Scoring game that the command-line argument GAME names.
pub(super) enum Scoring {
    /// The game cumulative subtraction. The numbers in the set say how many counters a player may take from the heap.
    Heaps(SubtractionSet),
    /// Game from a file.
    File(ScoredGame),
}

/// Coins of both players, and the holder of the marker (the marker wins ties).
pub(super) struct Holding {
    pub(super) player: PlayerArg,
    /// Coins of the player who asks.
    pub(super) mine: u32,
    /// Total number of coins of both players.
    pub(super) total: u32,
    /// Whether the player who asks has the marker, which wins ties.
    pub(super) with_marker: bool,
}

/// Opens the scoring game that the command-line argument GAME names. Returns `None` if the argument names another kind
/// of game. If the argument is `-`, `input` is the content of standard input.
pub(super) fn open(text: &str, input: Option<&[u8]>) -> Result<Option<Scoring>, Failure> {
    const FORM: &str = "expected subtraction:NUMBERS with what may be taken from the heap, such as subtraction:1,2";
    let path = Path::new(text);
    let of_file = |bytes: &[u8]| {
        let game = read(bytes).map_err(|error| Failure::file(path, error))?;
        Ok(Some(Scoring::File(game)))
    };
    if let Some(bytes) = input {
        return if looks_scored(bytes) { of_file(bytes) } else { Ok(None) };
    }
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json")) || path.is_file() {
        // The code that reads other game files reports unreadable files.
        let Some(bytes) = std::fs::read(path).ok().filter(|bytes| looks_scored(bytes)) else { return Ok(None) };
        return of_file(&bytes);
    }
    match text.split_once(':') {
        Some(("subtraction", numbers)) => {
            let set = scoring::set(numbers).map_err(|error| Failure::BadInput(format!("{text}: {error}")))?;
            Ok(Some(Scoring::Heaps(set)))
        }
        None if text == "subtraction" => Err(Failure::BadInput(format!("{text}: {FORM}"))),
        _ => Ok(None),
    }
}

/// Advice for one question.
#[derive(Serialize)]
pub(super) struct ScoringAdvice {
    game: String,
    position: String,
    #[serde(rename = "as")]
    player: PlayerArg,
    budget: u32,
    holding: String,
    /// Left's points minus Right's points from this position on, if both play best. Present only if there is a pure
    /// equilibrium.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<i32>,
    /// Outcome of each pair of bids. Present only if there is no pure equilibrium.
    #[serde(skip_serializing_if = "Option::is_none")]
    matrix: Option<Bids>,
    /// Outcome that the best bids guarantee to the player who asks.
    secured: i32,
    bids: Vec<BidAnswer>,
}

#[derive(Serialize)]
struct BidAnswer {
    #[serde(skip_serializing_if = "Option::is_none")]
    bid: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    if_higher: Option<Then>,
    #[serde(skip_serializing_if = "Option::is_none")]
    if_tied: Option<TieAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    if_lower: Option<LowerAnswer>,
}

#[derive(Serialize)]
#[serde(tag = "choice", rename_all = "kebab-case")]
enum TieAnswer {
    Won { then: Then },
    Lost { then: Then },
}

#[derive(Serialize)]
struct LowerAnswer {
    bid: u32,
    then: Then,
}

#[derive(Serialize)]
struct Then {
    holding: String,
    /// Position after each best move of the player who won the bidding.
    moves: Vec<String>,
    outcome: i32,
}

impl Scoring {
    /// Returns the advice for the player who asks, in the position `position`.
    pub(super) fn advise(&self, position: &str, holding: &Holding, resources: &Resources) -> Result<ScoringAdvice, Failure> {
        let side = Player::from(holding.player) as usize;
        let mut coins = [holding.total - holding.mine; 2];
        coins[side] = holding.mine;
        let holder = if (side == 0) == holding.with_marker { Holder::Left } else { Holder::Right };
        match self {
            Self::Heaps(set) => heaps(set, position, coins, holder, holding, resources),
            Self::File(game) => file(game, position, coins, holder, holding),
        }
    }
}

fn heaps(
    set: &SubtractionSet,
    position: &str,
    coins: [u32; 2],
    holder: Holder,
    holding: &Holding,
    resources: &Resources,
) -> Result<ScoringAdvice, Failure> {
    let heap: u32 =
        position.parse().map_err(|_| Failure::input(format!("{position:?} is no heap: expected a whole number from 0 to {}", u32::MAX)))?;
    let budget = holding.total;
    if budget > MAX_COINS {
        return Err(Failure::input(format!("total budgets are at most {MAX_COINS}")));
    }
    let game = format!("subtraction {set}");
    resources.allow(&format!("{game}, total budget {budget}"), solve::scoring::estimate(set, (budget, budget), None))?;
    let stop = stop_flag()?;
    let observer = progress::observer();
    let control = Control::new("", &*observer, &stop);
    let solved = solve::scoring::solve(set, (budget, budget), control).map_err(scoring::failure)?;
    control.done();
    let outcomes = &solved[0];
    let outcome = |heap, left, holder| of_holder(&|heap, p| outcomes.at(heap, p), budget, heap, left, holder);
    let stage = stage(set, heap, coins, holder, &outcome);
    answer(game, position, holding, &stage, &|to| to.to_string(), None)
}

fn file(game: &ScoredGame, position: &str, coins: [u32; 2], holder: Holder, holding: &Holding) -> Result<ScoringAdvice, Failure> {
    scoring_file::allow(holding.total)?;
    let found = game.positions.iter().position(|one| one.name == position);
    let index = found.ok_or_else(|| Failure::input(format!("the game has no position \"{position}\"")))?;
    let asked = Spot { position: index, coins: coins[0], holder };
    let none = |why: &str, at: Spot| {
        let marker = if at.holder == Holder::Left { "Left" } else { "Right" };
        let (left, right) = (at.coins, holding.total - at.coins);
        let name = &game.positions[at.position].name;
        Failure::NoAnswer(format!("{why} {name}, Left with {left}, Right with {right}, {marker} has the marker"))
    };
    let scores = matrix::solve_reachable_from(game, holding.total, asked).map_err(|error| match error {
        NoScores::NoBid(at) => none("no outcome: play can come to where nobody can bid, at", at),
        NoScores::NoEquilibrium(at, _) => none("no outcome: play can come to where there is no pure equilibrium, at", at),
    })?;
    let place = &game.positions[index];
    let moves = |side: usize| {
        let one = |&(to, points): &(usize, i32)| score_bids::Move { to: u32::try_from(to).expect("at most 1,000 positions"), points };
        place.moves[side].iter().map(one).collect()
    };
    let outcome = |to: u32, left: u32, holder: Holder| scores[to as usize][holder as usize][left as usize];
    let stage =
        Stage { coins, holder, zero_bid: game.zero_bid, moves: [moves(0), moves(1)], penalties: place.penalties, outcome: &outcome };
    let bids = if stage.is_over() {
        None
    } else {
        let matrix = matrix::matrix(game, &scores, holding.total, asked).ok_or_else(|| none("nobody can bid at", asked))?;
        (matrix.maximin() != matrix.minimax()).then(|| Bids::from(matrix))
    };
    answer(game.title.clone(), position, holding, &stage, &|to| game.positions[to as usize].name.clone(), bids)
}

/// Builds the advice for a position. The function `name` returns the name of a position after a move.
fn answer(
    game: String,
    position: &str,
    holding: &Holding,
    stage: &Stage,
    name: &dyn Fn(u32) -> String,
    matrix: Option<Bids>,
) -> Result<ScoringAdvice, Failure> {
    let side = Player::from(holding.player) as usize;
    let held = |coins: [u32; 2], holder: Holder| format!("{}{}", coins[side], if holder as usize == side { "*" } else { "" });
    let then = |mover: usize, then: &score_bids::Then| Then {
        holding: held(then.coins, then.holder),
        moves: then.moves.iter().map(|&index| name(stage.moves[mover][index].to)).collect(),
        outcome: then.outcome,
    };
    let best = stage.best(side);
    let Some(secured) = best.first().map(|bid| bid.secured) else {
        return Err(Failure::input(format!("{position}: the game is over there")));
    };
    let bid = |bid: &score_bids::Bid| BidAnswer {
        bid: bid.bid,
        if_higher: bid.higher.as_ref().map(|on| then(side, on)),
        if_tied: bid.tie.as_ref().map(|tie| {
            if tie.won { TieAnswer::Won { then: then(side, &tie.then) } } else { TieAnswer::Lost { then: then(1 - side, &tie.then) } }
        }),
        if_lower: bid.lower.as_ref().map(|Lower { bid, then: on }| LowerAnswer { bid: *bid, then: then(1 - side, on) }),
    };
    Ok(ScoringAdvice {
        game,
        position: position.to_owned(),
        player: holding.player,
        budget: holding.total,
        holding: held(stage.coins, stage.holder),
        outcome: matrix.is_none().then_some(secured),
        matrix,
        secured,
        bids: best.iter().map(bid).collect(),
    })
}

impl ScoringAdvice {
    pub(super) fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let (me, other) = if self.player == PlayerArg::Left { ("Left", "Right") } else { ("Right", "Left") };
        let game = if self.game.is_empty() { String::new() } else { format!("{}, ", self.game) };
        let place =
            format!("{game}{} in all: {me} at {} with {}", counted(self.budget.into(), "coin", "coins"), self.position, self.holding);
        let first_bid = self.bids.first().and_then(|first| first.bid);
        let step = self.bids.first().and_then(|first| first.if_higher.as_ref()?.moves.first());
        let bids = match (first_bid, step) {
            (None, _) => format!("{me} has no bid"),
            (Some(bid @ 1..), Some(step)) => format!("{me} bids {bid} and, with the higher bid, moves to {step}"),
            (Some(bid), _) => format!("{me} bids {bid}"),
        };
        match &self.matrix {
            Some(matrix) => {
                let secured = margin(self.secured);
                writeln!(
                    out,
                    "Neither player has a bid that is best against every other. To make sure that {secured}, or better, {bids}."
                )?;
                writeln!(out, "{place}")?;
                writeln!(out, "no pure equilibrium: {}, in Left's points less Right's from here on", matrix.sentence())?;
                matrix.write_text(out)?;
            }
            None => {
                writeln!(out, "From here on {}, if both play best: {bids}.", margin(self.outcome.unwrap_or(self.secured)))?;
                writeln!(out, "{place}")?;
            }
        }
        let Some(first) = self.bids.first() else { return Ok(()) };
        let Some(bid) = first.bid else {
            writeln!(out, "{me} has no bid")?;
            return first.if_lower.iter().try_for_each(|lower| {
                writeln!(out, "  {other} moves and pays {}: with {}, {}", lower.bid, lower.then.holding, lower.then.result())
            });
        };
        let bids: Vec<u32> = self.bids.iter().filter_map(|bid| bid.bid).collect();
        let what = if self.matrix.is_some() { format!("bids that make sure of {}", self.secured) } else { "best bids".to_owned() };
        writeln!(out, "{what}: {}", stretches(&bids))?;
        writeln!(out, "with a bid of {bid}:")?;
        // No bid is lower than 0, so a bid of 0 is never the higher one.
        if let Some(then) = first.if_higher.as_ref().filter(|_| bid > 0) {
            let when = if first.if_tied.is_none() && first.if_lower.is_none() {
                format!("{other} cannot bid as much")
            } else {
                "if it is the higher one".to_owned()
            };
            writeln!(out, "  {when}: {}", then.plan())?;
        }
        match &first.if_tied {
            Some(TieAnswer::Won { then }) => writeln!(out, "  at a tie (won, the marker goes to {other}): {}", then.plan())?,
            Some(TieAnswer::Lost { then }) => {
                writeln!(out, "  at a tie (lost, the marker comes to you): with {}, {}", then.holding, then.result())?
            }
            None => {}
        }
        if let Some(LowerAnswer { bid, then }) = &first.if_lower {
            let worst = if first.bid.is_some_and(|own| own + 1 == *bid) { "(or more)" } else { "(the worst for you of all greater bids)" };
            writeln!(out, "  if {other} bids {bid} {worst}: with {}, {}", then.holding, then.result())?;
        }
        Ok(())
    }
}

impl Then {
    /// Describes the best moves of the player who won the bidding, and the outcome after these moves.
    fn plan(&self) -> String {
        let what = if self.moves.is_empty() { "no move, the game ends".to_owned() } else { format!("move to {}", self.moves.join(" or ")) };
        format!("with {}, {what}: {}", self.holding, self.result())
    }

    fn result(&self) -> String {
        format!("outcome {}", self.outcome)
    }
}
