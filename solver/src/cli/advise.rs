//! `solve advise`: what to bid and where to move with discrete chips. (Scoring games: `advise_scoring`.)

use std::io::{self, Write};
use std::path::Path;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::advise_scoring::{self, Holding};
use super::chips::{PlayerArg, TieBreakArg, position};
use super::files;
use super::game::{self, Opened};
use super::outcome::{Failure, print};
use super::progress;
use super::resources::{Resources, stop_flag};
use crate::control::Control;
use crate::engine::chips::ChipGraph;
use crate::engine::chips::depth::Depths;
use crate::games::Game;
use crate::games::bidding_chess::Ending;
use crate::games::bidding_chess::whole::Whole;
use crate::model::chips::{Rule, TieBreak};
use crate::model::graph::Player;
use crate::report::advise::{Advice, Bid, Continuation, Oracle, Outcome, Tie};
use crate::report::text::stretches;
use crate::solve;

/// Arguments of `solve advise`.
#[derive(Args, Debug)]
pub(super) struct AdviseCommand {
    /// A game file (.json, - for standard input), subtraction:NUMBERS, or tic-tac-toe[:WxHxK], hex:WxH, connect:WxHxK, tug:N, ultimatum:N, sudden-death:A3, wedge:G,H, bidding-chess:KRK@4x4
    #[arg(value_name = "GAME")]
    game: String,
    /// The position, as the game writes it: XO./.X./..., -2, a heap, a name of the game file, the first field of a FEN
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    position: String,
    /// Who asks
    #[arg(long = "as", value_enum, value_name = "PLAYER")]
    player: PlayerArg,
    /// The player's chips (in scoring games: coins) and all chips, such as 7/16
    #[arg(long, value_name = "MINE/TOTAL", value_parser = holding)]
    chips: (u32, u32),
    /// Who has the tie-breaking advantage (in scoring games: the marker); with make-it-take-it, who wins the next tie
    #[arg(long, value_enum)]
    advantage: Option<Whose>,
    /// How ties are broken
    #[arg(long, value_enum, default_value = "advantage")]
    tie_break: TieBreakArg,
    /// Print one JSON object and nothing else
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    resources: Resources,
}

/// Whose something is.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Whose {
    /// The asking player's
    Mine,
    /// The other player's
    Theirs,
}

fn holding(text: &str) -> Result<(u32, u32), String> {
    let read = || {
        let (mine, total) = text.split_once('/')?;
        Some((mine.parse::<u32>().ok()?, total.parse::<u32>().ok()?))
    };
    match read() {
        Some((mine, total)) if mine > total => Err(format!("{mine} chips of {total}")),
        Some(holding) => Ok(holding),
        None => Err("expected your chips and all chips, such as 7/16".to_owned()),
    }
}

/// The whole answer.
#[derive(Serialize)]
struct Answer {
    game: String,
    position: String,
    #[serde(rename = "as")]
    player: PlayerArg,
    tie_break: TieBreakArg,
    chips: u32,
    holding: String,
    outcome: Outcome,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u32>,
    bids: Vec<BidAnswer>,
}

#[derive(Serialize)]
struct BidAnswer {
    bid: u32,
    quickest: bool,
    if_higher: Then,
    #[serde(skip_serializing_if = "Option::is_none")]
    if_tied: Option<TieAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    if_lower: Option<Then>,
}

#[derive(Serialize)]
#[serde(tag = "choice", rename_all = "kebab-case")]
enum TieAnswer {
    Use { then: Then },
    Decline { then: Then },
    Won { then: Then },
    Lost { then: Then },
    Theirs { if_used: Then, if_declined: Then },
}

/// What to do after the bids.
#[derive(Serialize)]
struct Then {
    holding: String,
    /// Positions after good moves, best first.
    moves: Vec<String>,
    let_the_other_move: bool,
    #[serde(skip)]
    prefer_move: bool,
}

impl AdviseCommand {
    /// Does what was asked.
    pub(super) fn run(&self) -> Result<(), Failure> {
        self.resources.set_threads()?;
        let input = (self.game == game::STANDARD_INPUT).then(|| files::read(Path::new(&self.game))).transpose()?;
        if let Some(game) = advise_scoring::open(&self.game, input.as_deref())? {
            let answer = game.advise(&self.position, &self.scoring_holding()?, &self.resources)?;
            return print(self.json, &answer, |out| answer.write_text(out));
        }
        let code = self.code()?;
        let opened = match &input {
            Some(bytes) => game::read(Path::new(&self.game), bytes)?,
            None => game::open(&self.game)?,
        };
        let answer = match opened {
            Opened::Game(game) => self.advise(&*game, code)?,
            Opened::Ending(material, board) => {
                let family = Ending::family(board, std::slice::from_ref(&material)).map_err(Failure::input)?;
                self.resources.allow(
                    &format!("{material} on {board}"),
                    2 * solve::bidding_chess::estimate_memory(board, std::slice::from_ref(&material)),
                )?;
                self.advise(&Whole::new(&family).map_err(Failure::input)?, code)?
            }
        };
        print(self.json, &answer, |out| answer.write_text(out))
    }

    /// Who has what in a scoring game: its marker is the tie-breaking advantage, and whoever has it wins the tie.
    fn scoring_holding(&self) -> Result<Holding, Failure> {
        if self.tie_break != TieBreakArg::Advantage {
            return Err(Failure::input("in scoring games the holder of the marker wins ties: leave --tie-break out"));
        }
        let whose = self.advantage.ok_or_else(|| Failure::input(NO_ADVANTAGE))?;
        let (mine, total) = self.chips;
        Ok(Holding { player: self.player, mine, total, with_marker: whose == Whose::Mine })
    }

    fn rule(&self, claimant: Player) -> Rule {
        Rule { tie_break: self.tie_break.into(), claimant }
    }

    /// The asking player's code.
    fn code(&self) -> Result<u32, Failure> {
        let (mine, total) = self.chips;
        if total > MOST_CHIPS {
            return Err(Failure::input(format!("at most {MOST_CHIPS} chips")));
        }
        match (self.tie_break, self.advantage) {
            (TieBreakArg::LadiesFirst, None) => Ok(mine),
            (TieBreakArg::LadiesFirst, Some(_)) => Err(Failure::input("with ladies first nobody has the advantage: leave --advantage out")),
            (_, Some(whose)) => Ok(2 * mine + u32::from(whose == Whose::Mine)),
            (_, None) => Err(Failure::input(NO_ADVANTAGE)),
        }
    }

    fn advise(&self, game: &dyn Game, code: u32) -> Result<Answer, Failure> {
        let (_, total) = self.chips;
        let (positions, options) = game.estimate();
        // The graph, and the falls of both players' thresholds.
        self.resources
            .allow(&game.title(), solve::chips::estimate_graph(positions, options).saturating_add(positions.saturating_mul(400)))?;
        let stop = stop_flag()?;
        let observer = progress::observer();
        let control = Control::new("", &*observer, &stop);
        control.stage("generating positions", None);
        let graph = game.graph_under(control).map_err(|_| Failure::Interrupted)?;
        let found = position(game, &self.position)?;
        control.stage("moves looked ahead", None);
        let player = Player::from(self.player);
        let wins = |claimant| Depths::new(&ChipGraph::of(&graph, claimant), self.rule(claimant), total, control);
        let (mine, theirs) = rayon::join(|| wins(player), || wins(player.other()));
        let (mine, theirs) = (mine.map_err(|_| Failure::Interrupted)?, theirs.map_err(|_| Failure::Interrupted)?);
        control.done();
        let advice = Oracle::new(&graph, &mine, &theirs).advise(u32::try_from(found).map_err(Failure::input)?, code);
        Ok(self.answer(game, found, code, &advice))
    }

    fn answer(&self, game: &dyn Game, position: usize, code: u32, advice: &Advice) -> Answer {
        let rule = self.rule(self.player.into());
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
        let bid = |bid: &Bid| BidAnswer {
            bid: bid.bid,
            quickest: bid.quickest,
            if_higher: then(&bid.won),
            if_tied: bid.tie.as_ref().map(tie),
            if_lower: bid.lost.as_ref().map(then),
        };
        Answer {
            game: game.title(),
            position: game.position(position),
            player: self.player,
            tie_break: self.tie_break,
            chips: self.chips.1,
            holding: rule.write(code),
            outcome: advice.outcome,
            moves: advice.moves,
            bids: advice.bids.iter().map(bid).collect(),
        }
    }
}

const NO_ADVANTAGE: &str = "say who has the tie-breaking advantage: --advantage mine or --advantage theirs";

/// More chips than this take too long to be searched move by move.
const MOST_CHIPS: u32 = 1_000_000;

/// More moves than this are not named in a line of text.
const MOST_NAMED: usize = 6;

impl Answer {
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let (me, other) = if self.player == PlayerArg::Left { ("Left", "Right") } else { ("Right", "Left") };
        let tie_break = TieBreak::from(self.tie_break);
        writeln!(out, "{}, {tie_break}, {} chips in all: {me} at {} with {}", self.game, self.chips, self.position, self.holding)?;
        match (self.outcome, self.moves) {
            (Outcome::Win, moves) => writeln!(out, "{me} wins by force within {} moves of both players", moves.unwrap_or_default())?,
            (Outcome::Loss, moves) => {
                writeln!(out, "{me} loses; the longest resistance is {} moves of both players", moves.unwrap_or_default())?
            }
            (Outcome::Neither, _) => writeln!(out, "neither player can force a win; these bids hold")?,
        }
        let bids = |wanted: &dyn Fn(&BidAnswer) -> bool| {
            stretches(&self.bids.iter().filter(|bid| wanted(bid)).map(|bid| bid.bid).collect::<Vec<_>>())
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
        writeln!(out, "  if it is the higher one: {}", bid.if_higher.if_deciding(other))?;
        match &bid.if_tied {
            None => {}
            Some(TieAnswer::Use { then }) if self.tie_break == TieBreakArg::Advantage => {
                writeln!(out, "  at a tie: use the advantage; {}", then.if_deciding(other))?;
            }
            Some(TieAnswer::Decline { then }) => {
                writeln!(out, "  at a tie: keep the advantage and let {other} win; {}", then.if_told(other))?
            }
            Some(TieAnswer::Use { then } | TieAnswer::Won { then }) => writeln!(out, "  at a tie (won): {}", then.if_deciding(other))?,
            Some(TieAnswer::Lost { then }) => writeln!(out, "  at a tie (lost): {}", then.if_told(other))?,
            Some(TieAnswer::Theirs { if_used, if_declined }) => {
                writeln!(out, "  at a tie, if {other} uses the advantage: {}", if_used.if_told(other))?;
                writeln!(out, "  at a tie, if {other} lets you win: {}", if_declined.if_deciding(other))?;
            }
        }
        if let Some(then) = &bid.if_lower {
            writeln!(out, "  if {other} bids {} (or more): {}", bid.bid + 1, then.if_told(other))?;
        }
        Ok(())
    }
}

impl Then {
    fn named(&self) -> String {
        let named = self.moves.iter().take(MOST_NAMED).cloned().collect::<Vec<_>>().join(" or ");
        if self.moves.len() > MOST_NAMED { format!("{named} or {} more", self.moves.len() - MOST_NAMED) } else { named }
    }

    /// For who won the bid and decides who moves.
    fn if_deciding(&self, other: &str) -> String {
        let plan = match (self.moves.is_empty(), self.let_the_other_move) {
            (false, false) => format!("move to {}", self.named()),
            (true, _) => format!("let {other} move"),
            (false, true) if self.prefer_move => format!("move to {} (or let {other} move)", self.named()),
            (false, true) => format!("let {other} move (or move to {})", self.named()),
        };
        format!("with {}, {plan}", self.holding)
    }

    /// For who lost it.
    fn if_told(&self, other: &str) -> String {
        format!("with {}; if {other} makes you move, to {}", self.holding, self.named())
    }
}
