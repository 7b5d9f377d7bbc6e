//! `solve advise`: tells a player what to bid and which move to make, if players bid with chips. The module
//! `advise_scoring` is for scoring games.

use std::path::Path;

use clap::{Args, ValueEnum};

use super::advise_scoring::{self, Holding};
use super::chips::{PlayerArg, tie_breaks};
use super::files;
use super::game::{self, Opened};
use super::outcome::{Failure, print};
use super::progress;
use super::resources::{Resources, stop_flag};
use crate::control::Control;
use crate::games::Game;
use crate::games::bidding_chess::Ending;
use crate::games::bidding_chess::whole::Whole;
use crate::model::chips::Rule;
use crate::model::chips::TieBreak;
use crate::play::answer::{self as advise, ChipsAdvice};
use crate::solve;

/// Arguments of `solve advise`.
#[derive(Args, Debug)]
pub(super) struct AdviseCommand {
    /// A game file (.json, - for standard input), subtraction:NUMBERS, or tic-tac-toe[:WxHxK], hex:WxH, connect:WxHxK, tug:N, ultimatum:N, sudden-death:A3, wedge:G,H, bidding-chess:KRK@4x4
    #[arg(value_name = "GAME")]
    game: String,
    /// The position in the notation of the game, such as XO./.X./..., -2, a heap size, a name from the game file, or
    /// the first field of a FEN [default: where play begins]
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    position: Option<String>,
    /// The player who asks
    #[arg(long = "as", value_enum, value_name = "PLAYER")]
    player: PlayerArg,
    /// The player's chips and the total number of chips, such as 7/16 (in scoring games: coins)
    #[arg(long, value_name = "MINE/TOTAL", value_parser = holding, allow_hyphen_values = true)]
    chips: (u32, u32),
    /// The player who has the tie-breaking advantage (in scoring games: the marker). With make-it-take-it: the player
    /// who wins the next tie
    #[arg(long, value_enum)]
    advantage: Option<Whose>,
    /// How ties are broken
    #[arg(long, value_parser = tie_breaks(), default_value = "advantage")]
    tie_break: TieBreak,
    /// Print one JSON object and nothing else
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    resources: Resources,
}

/// Owner of the advantage: the player who asks, or the other player.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Whose {
    /// The player who asks
    Mine,
    /// The other player
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

impl AdviseCommand {
    pub(super) fn run(&self) -> Result<(), Failure> {
        self.resources.set_threads()?;
        let input = (self.game == game::STANDARD_INPUT).then(|| files::read(Path::new(&self.game))).transpose()?;
        if let Some(game) = advise_scoring::open(&self.game, input.as_deref())? {
            let position = self.position.as_deref().ok_or_else(|| Failure::input(NO_POSITION))?;
            let answer = game.advise(position, &self.scoring_holding()?, &self.resources)?;
            return print(self.json, &answer, |out| answer.write_text(out));
        }
        self.holding()?;
        let opened = match &input {
            Some(bytes) => game::read(Path::new(&self.game), bytes)?,
            None => game::open(&self.game)?,
        };
        let answer = match opened {
            Opened::Game(game) => self.advise(&*game)?,
            Opened::Ending(material, board) => {
                let family = Ending::family(board, std::slice::from_ref(&material)).map_err(Failure::input)?;
                self.resources.allow(
                    &format!("{material} on {board}"),
                    2 * solve::bidding_chess::estimate_memory(board, std::slice::from_ref(&material)),
                )?;
                self.position.as_ref().ok_or_else(|| Failure::input(NO_POSITION))?;
                self.advise(&Whole::new(&family, Control::unwatched()).map_err(Failure::input)?)?
            }
        };
        print(self.json, &answer, |out| answer.write_text(out))
    }

    /// Returns the holding in a scoring game. In these games, `--advantage` names the player who has the marker,
    /// because this player wins ties.
    fn scoring_holding(&self) -> Result<Holding, Failure> {
        if self.tie_break != TieBreak::Advantage {
            return Err(Failure::input("in scoring games the holder of the marker wins ties: leave --tie-break out"));
        }
        let whose = self.advantage.ok_or_else(|| Failure::input(NO_ADVANTAGE))?;
        let (mine, total) = self.chips;
        Ok(Holding { player: self.player, mine, total, with_marker: whose == Whose::Mine })
    }

    /// Returns the chips and the tie-breaking advantage of the player who asks.
    fn holding(&self) -> Result<advise::Holding, Failure> {
        let (mine, total) = self.chips;
        let advantage = self.advantage.map(|whose| whose == Whose::Mine);
        let rule = Rule { tie_break: self.tie_break, claimant: self.player.into() };
        let holding = advise::Holding { rule, mine, total, advantage };
        match holding.code() {
            Ok(_) => Ok(holding),
            Err(error @ advise::Error::Advantage) => Err(Failure::input(format!("{error}: leave --advantage out"))),
            Err(advise::Error::NoAdvantage) => Err(Failure::input(NO_ADVANTAGE)),
            Err(error) => Err(Failure::input(error)),
        }
    }

    fn advise(&self, game: &dyn Game) -> Result<ChipsAdvice, Failure> {
        let holding = self.holding()?;
        self.resources.allow(&game.title(), advise::estimate(game))?;
        let stop = stop_flag()?;
        let observer = progress::observer();
        let position = self.position.clone().unwrap_or_else(|| game.position(game.start()));
        advise::advise(game, &position, holding, Control::new("", &*observer, &stop)).map_err(|error| match error {
            advise::Error::Interrupted => Failure::Interrupted,
            error => Failure::input(error),
        })
    }
}

const NO_ADVANTAGE: &str = "say who has the tie-breaking advantage: --advantage mine or --advantage theirs";
const NO_POSITION: &str = "say which position or heap: play begins at no particular one";
