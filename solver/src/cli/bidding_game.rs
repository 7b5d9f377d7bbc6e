//! `solve bidding-game`: solves a game in which bids can be any amounts of money. Describes the result, and writes a
//! certificate of it.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::bidding_chess::{self, BiddingChess};
use super::common::{Common, First};
use super::files::Target;
use super::game::{self, Opened};
use super::outcome::{Failure, print};
use super::progress;
use crate::answers::game::{Best, MOVES_TO, Start, sentences, start};
use crate::answers::kinds::games::{EveryPosition, PositionValues};
use crate::answers::text::{counted, grouped, with_decimal};
use crate::answers::written::Written;
use crate::certificate::Certificate;
use crate::certificate::emit::Question;
use crate::control::Control;
use crate::games::Game;
use crate::games::bidding_chess::{Board, Material};
use crate::model::graph::Label;
use crate::solve::bidding_game::{self as solver, Solved, certify, estimate_memory};
use crate::solve::unsolved::Unsolved;

/// Arguments of `solve bidding-game`.
#[derive(Args, Debug)]
pub struct BiddingGame {
    /// A game file (JSON, - for standard input), or tic-tac-toe[:WxHxK], hex:WxH, connect:WxHxK, tug:N, ultimatum:N, sudden-death:A3, wedge:A,B2, bidding-chess:KRK@4x4
    #[arg(value_name = "FILE.json | GAME")]
    game: String,
    /// Print everything known about this position too. The position is in the notation of the game, such as
    /// XO./.X./..., -2, a name from the game file, a FEN or its first field
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    position: Option<String>,
    /// The method of solving
    #[arg(long, value_enum, default_value = "policy")]
    method: Method,
    #[command(flatten)]
    first: First,
    #[command(flatten)]
    common: Common,
}

/// Method of solving games.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Method {
    /// Find a policy by fixed-point sweeps, then compute the exact values of this policy
    Policy,
    /// The method of the paper: compute bounds of all values as big integers, step by step, until the simplest
    /// fractions between the bounds satisfy all equations. Works only if alpha = beta at every position
    Iterate,
    /// Solve linear programs, then compute exact values; up to 1,000 positions. Only in builds with the feature `lp`
    Lp,
}

impl Method {
    fn known(self) -> Result<solver::Method, Failure> {
        match self {
            Self::Policy => Ok(solver::Method::Policy),
            Self::Iterate => Ok(solver::Method::Iterate),
            #[cfg(feature = "lp")]
            Self::Lp => Ok(solver::Method::Lp),
            #[cfg(not(feature = "lp"))]
            Self::Lp => Err(Failure::input("this build of solve has no linear programs: build it with `--features lp`")),
        }
    }
}

#[derive(Serialize)]
struct BiddingGameAnswer<'a> {
    game: String,
    rules: &'static str,
    left: String,
    right: String,
    method: Method,
    /// Number of steps that the paper's method took, if this method was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<u64>,
    verified: bool,
    positions: usize,
    sharp: bool,
    start: Start,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<PositionValues>,
    /// Answers about all positions, unless the user requested a single position.
    #[serde(skip_serializing_if = "Option::is_none")]
    every_position: Option<EveryPosition<'a>>,
    values_in_table: usize,
    largest_denominator: String,
    largest_label_left: Label,
    largest_label_right: Label,
    #[serde(flatten)]
    written: Written,
}

impl BiddingGame {
    /// Runs the command.
    pub fn run(self) -> Result<(), Failure> {
        match game::open(&self.game)? {
            Opened::Game(game) => self.solve(&*game),
            Opened::Ending(material, board) => self.ending(&material, board),
        }
    }

    fn ending(self, material: &Material, board: Board) -> Result<(), Failure> {
        let method = match self.method {
            Method::Policy => bidding_chess::Method::Policy,
            Method::Iterate => bidding_chess::Method::Iterate,
            Method::Lp => return Err(Failure::input("--method lp is for games that rest on no other; endings of bidding chess do")),
        };
        BiddingChess::of_one(material.to_string(), board.to_string(), method, self.position, self.first, self.common).run()
    }

    fn solve(&self, game: &dyn Game) -> Result<(), Failure> {
        let Common { emit, resources, .. } = &self.common;
        let target = Target::new(emit, &[(game::stem(&self.game) + ".cbor", Question::values(&game.name()))])?;
        let method = self.method.known()?;
        resources.set_threads()?;
        solver::check_size(game, method).map_err(failure)?;
        resources.allow(&game.title(), estimate_memory(game, method))?;
        resources.watch(&game.title(), |stop| self.solve_under(game, method, &target, stop))
    }

    fn solve_under(&self, game: &dyn Game, method: solver::Method, target: &Target, stop: &AtomicBool) -> Result<(), Failure> {
        let Common { emit, json, .. } = &self.common;
        let solved = {
            let observer = progress::observer();
            let control = Control::new(game.name().rules, &*observer, stop);
            let solved = solver::solve(game, self.position.as_deref(), method, control).map_err(failure)?;
            control.done();
            solved
        };
        let certificate = certify(game, &solved.solution);
        target.deliver(&certificate, emit, stop)?;
        let answer = self.answer(game, &solved, &certificate, target.file(0));
        print(*json, &answer, |out| write_text(out, &answer, self.first.max_items()))
    }

    fn answer<'a>(&self, game: &'a dyn Game, solved: &'a Solved, certificate: &Certificate, file: Option<&Path>) -> BiddingGameAnswer<'a> {
        let Solved { solution, first_options, asked, ordered, steps } = solved;
        let start = start(game, solution, first_options, *ordered);
        let text = self.position.as_deref().unwrap_or_default();
        let found =
            |(position, options): &(usize, _)| PositionValues::look_up(game, solution, options, *position, text.to_owned(), Vec::new());
        let [largest_label_left, largest_label_right] = solution.largest_labels();
        let [left, right] = game.players();
        BiddingGameAnswer {
            game: game.title(),
            rules: game.name().rules,
            left,
            right,
            method: self.method,
            steps: *steps,
            verified: !self.common.emit.no_verify,
            positions: solution.len(),
            sharp: solution.is_sharp(),
            start,
            position: asked.as_ref().map(found),
            every_position: asked.is_none().then_some(EveryPosition { game, solution }),
            values_in_table: solution.values.len(),
            largest_denominator: solution.largest_denominator(),
            largest_label_left,
            largest_label_right,
            written: Written::new(certificate, file),
        }
    }
}

fn failure(failure: solver::Error) -> Failure {
    match failure {
        solver::Error::Unsolved(Unsolved::Interrupted) => Failure::Interrupted,
        solver::Error::TooLarge { .. } | solver::Error::Draws | solver::Error::Position(_) => Failure::input(failure),
        solver::Error::Unsolved(_) => Failure::NoAnswer(failure.to_string()),
    }
}

fn write_text(out: &mut dyn Write, answer: &BiddingGameAnswer<'_>, max: Option<usize>) -> io::Result<()> {
    let BiddingGameAnswer { left, right, start, .. } = answer;
    for sentence in sentences(start, [left, right], MOVES_TO) {
        writeln!(out, "{sentence}")?;
    }
    let sharp = if answer.sharp { "alpha = beta everywhere" } else { "alpha < beta somewhere" };
    writeln!(out, "\n{}: {}, {sharp}", answer.game, counted(answer.positions as u64, "position", "positions"))?;
    let (alpha, beta) = (with_decimal("", &start.alpha), with_decimal("", &start.beta));
    match alpha == beta {
        true => writeln!(out, "  start {}: alpha = beta = {alpha}", start.position)?,
        false => writeln!(out, "  start {}: alpha = {alpha}; beta = {beta}", start.position)?,
    }
    for (player, best) in [(left, &start.best.left), (right, &start.best.right)] {
        write_best(out, player, best)?;
    }
    let denominator = match answer.largest_denominator.len() {
        0..=20 => answer.largest_denominator.clone(),
        digits => format!("of {digits} digits"),
    };
    writeln!(
        out,
        "  {} values in the table, largest denominator {denominator}; labels up to {} ({left}) and {} ({right})",
        grouped(answer.values_in_table as u64),
        answer.largest_label_left,
        answer.largest_label_right
    )?;
    answer.written.write_text(out, "  ", answer.verified)?;
    if let Some(steps) = answer.steps {
        writeln!(out, "the simplest fractions between alpha_n and beta_n satisfy all equations from n = {steps} on")?;
    }
    if let Some(found) = &answer.position {
        writeln!(out, "\nat {}\n", found.position)?;
        found.write_values(out, max)?;
    }
    Ok(())
}

fn write_best(out: &mut dyn Write, player: &str, best: &Best) -> io::Result<()> {
    if best.to_win == best.not_to_lose {
        return writeln!(out, "  {player}'s best first moves: {}", best.to_win.join("  "));
    }
    writeln!(out, "  {player}'s best first moves to win: {}", best.to_win.join("  "))?;
    writeln!(out, "  {player}'s best first moves not to lose: {}", best.not_to_lose.join("  "))
}
