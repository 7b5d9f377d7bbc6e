//! `solve chips`: computes how many chips a player needs to win. The answer is for one total number of chips, for a
//! range of totals, or for all totals.

mod answer;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use serde::Serialize;

use answer::{ChipsAnswer, Shown, shown};

use super::common::Common;
use super::files::{self, Target};
use super::game::{self, Opened};
use super::outcome::{Failure, print};
use super::progress;
use super::strategy;
use crate::answers::written::Written;
use crate::certificate::Certificate;
use crate::certificate::emit::Question;
use crate::control::Control;
use crate::games::bidding_chess::whole::Whole;
use crate::games::bidding_chess::{Board, Ending, Material};
use crate::games::{Game, PositionOrEnd};
use crate::model::chips::{ChipTables, Rule, TieBreak};
use crate::model::graph::Player;
use crate::model::name::GameName;
use crate::solve;
use crate::solve::chips::Request;
use crate::solve::family::{Delivery, Undelivered};

/// Arguments of `solve chips`.
#[derive(Args, Debug)]
pub(super) struct ChipsCommand {
    /// A game file (.json, - for standard input), or tic-tac-toe[:WxHxK], hex:WxH, connect:WxHxK, tug:N, ultimatum:N, sudden-death:A3, wedge:G,H, bidding-chess:KRK@4x4
    #[arg(value_name = "GAME")]
    game: String,
    #[command(flatten)]
    requested: RequestArgs,
    /// How ties are broken
    #[arg(long, value_parser = tie_breaks(), default_value = "advantage")]
    tie_break: TieBreak,
    /// Compute how many chips this player needs to win
    #[arg(long = "for", value_enum, value_name = "PLAYER", default_value = "left")]
    claimant: PlayerArg,
    /// The position to show [default: where play begins]
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    position: Option<String>,
    /// Also show how many chips the player needs with this first move. The move is written as the position that it
    /// leads to
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    first_move: Option<String>,
    /// Find moves that win with the fewest chips from the position where play begins. Certify these moves instead of
    /// all thresholds (tic-tac-toe, hex, connect)
    #[arg(long, conflicts_with_all = ["up_to", "all", "position", "first_move"])]
    strategy: bool,
    #[command(flatten)]
    common: Common,
}

/// Total numbers of chips for which the user wants thresholds.
#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
struct RequestArgs {
    /// Compute the thresholds for a total of N chips
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    chips: Option<u32>,
    /// Compute the thresholds for every total from 0 to N chips
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    up_to: Option<u32>,
    /// Compute the thresholds for every total number of chips
    #[arg(long)]
    all: bool,
}

/// Parses a number of chips.
fn number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "expected a number of chips from 0 on, such as --chips 16 or --up-to 16".to_owned())
}

impl RequestArgs {
    fn requested(&self) -> Request {
        match (self.chips, self.up_to) {
            (Some(k), _) => Request::Between(k, k),
            (_, Some(last)) => Request::Between(0, last),
            _ => Request::All,
        }
    }
}

/// Returns the parser of tie-breaking rules. The help describes each rule.
pub(super) fn tie_breaks() -> impl TypedValueParser<Value = TieBreak> {
    let value = |tie_break: TieBreak| {
        PossibleValue::new(tie_break.name()).help(match tie_break {
            TieBreak::Advantage => {
                "The tie-breaking advantage: its holder wins the tie and hands it over, or lets the other win and keeps it"
            }
            TieBreak::MakeItTakeIt => "Who won the last bid wins the tie",
            TieBreak::LadiesFirst => "Left wins every tie",
        })
    };
    PossibleValuesParser::new(TieBreak::ALL.map(value)).try_map(|name| name.parse())
}

/// One of the two players.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum PlayerArg {
    /// Left, called White or Alice in some games
    Left,
    /// Right, called Black or Bob in some games
    Right,
}

impl From<PlayerArg> for Player {
    fn from(argument: PlayerArg) -> Self {
        match argument {
            PlayerArg::Left => Self::Left,
            PlayerArg::Right => Self::Right,
        }
    }
}

/// Tables of thresholds and their certificate. If the user requested a file, the program has already written the
/// certificate. Unless `--no-verify` is set, the checker has verified the certificate.
struct Results<'a> {
    game: String,
    /// Names of the players. The thresholds are for the player whose name comes first.
    players: [String; 2],
    /// The fewest chips with which the other player wins from the position, encoded as an integer (see [`Rule`]).
    /// `None` if this number was not computed.
    other: Option<u32>,
    tables: &'a ChipTables,
    certificate: &'a Certificate,
    file: Option<&'a Path>,
    position: Option<Shown>,
}

impl ChipsCommand {
    pub(super) fn run(&self) -> Result<(), Failure> {
        self.common.resources.set_threads()?;
        let rule = Rule { tie_break: self.tie_break, claimant: self.claimant.into() };
        self.common.resources.watch(&self.game, |stop| {
            if let (true, Some(chips)) = (self.strategy, self.requested.chips) {
                let answer = self.solve_strategy((rule, chips), stop)?;
                return print(self.common.json, &answer, |out| answer.write_text(out));
            }
            let answer = match game::open(&self.game)? {
                Opened::Game(game) => self.solve_game(&*game, rule, stop),
                Opened::Ending(material, board) => self.solve_ending(&material, board, rule, stop),
            }?;
            print(self.common.json, &answer, |out| answer.write_text(out))
        })
    }

    fn solve_strategy(&self, (rule, chips): (Rule, u32), stop: &AtomicBool) -> Result<strategy::StrategyAnswer, Failure> {
        let name = file_name(&game::stem(&self.game), &format!("strategy-{chips}"), rule);
        match game::open(&self.game)? {
            Opened::Game(game) => {
                let question = Question::strategy(&game.name(), rule, chips);
                strategy::solve(&*game, (rule, chips), &Target::new(&self.common.emit, &[(name, question)])?, &self.common, stop)
            }
            Opened::Ending(..) => Err(strategy::no_strategies(&self.game)),
        }
    }

    fn solve_game(&self, game: &dyn Game, rule: Rule, stop: &AtomicBool) -> Result<ChipsAnswer, Failure> {
        let requested = self.requested.requested();
        let name = file_name(&game::stem(&self.game), &chips(requested), rule);
        let target = Target::new(&self.common.emit, &[(name, question(&game.name(), rule, requested))])?;
        let (positions, options) = game.estimate();
        self.common.resources.allow(&game.title(), solve::chips::estimate_graph(positions, options))?;
        let observer = progress::observer();
        let control = Control::new("", &*observer, stop);
        control.stage("generating positions", None);
        let graph = game.graph_under(control).map_err(|_| Failure::Interrupted)?;
        let position = match &self.position {
            None => game.start(),
            Some(text) => position(game, text)?,
        };
        self.common.resources.allow(&game.title(), solve::chips::estimate_tables(&graph, requested))?;
        let other = match requested {
            Request::Between(first, last) if first == last && graph.len() <= MAX_BESIDE => {
                let rule = Rule { claimant: rule.claimant.other(), ..rule };
                solve::chips::solve(&graph, rule, requested, control).map_err(failure)?.of(position).at(first)
            }
            _ => None,
        };
        let tables = solve::chips::solve(&graph, rule, requested, control).map_err(failure)?;
        control.done();
        let certificate = solve::chips::certify(&game.name(), &tables);
        let shown = shown(game, &graph, position, self.first_move.as_deref(), &tables, |place| tables.of(place as usize).clone())?;
        target.deliver(&certificate, &self.common.emit, stop)?;
        let [left, right] = game.players();
        Ok(self.answer(Results {
            game: game.title(),
            players: if rule.claimant == Player::Left { [left, right] } else { [right, left] },
            other,
            tables: &tables,
            certificate: &certificate,
            file: target.file(0),
            position: Some(shown),
        }))
    }

    fn solve_ending(&self, material: &Material, board: Board, rule: Rule, stop: &AtomicBool) -> Result<ChipsAnswer, Failure> {
        let requested = self.requested.requested();
        self.common.resources.allow(&format!("{material} on {board}"), solve::chips::estimate_family_memory(board, material, requested))?;
        let family = Ending::family(board, std::slice::from_ref(material)).map_err(Failure::input)?;
        let stem = |ending: &Ending| ending.file_name().trim_end_matches(".cbor").to_owned();
        let answer = |ending: &std::sync::Arc<Ending>| {
            (file_name(&stem(ending), &chips(requested), rule), question(&ending.name(), rule, requested))
        };
        let target = Target::new(&self.common.emit, &family.iter().map(answer).collect::<Vec<_>>())?;
        let asked = self.position.as_deref().map(|text| {
            let whole = Whole::new(&family, Control::unwatched()).map_err(Failure::input)?;
            let position = position(&whole, text)?;
            let part = whole.part(position);
            if part.exchanged || part.ending + 1 != family.len() {
                return Err(Failure::input(format!("{text}: no position of {material}")));
            }
            Ok((whole, position))
        });
        let asked = asked.transpose()?;
        let observer = progress::observer();
        let control = Control::new("", &*observer, stop);
        let delivery = Delivery { verified: !self.common.emit.no_verify, write: &mut target.writer() };
        let outcomes = solve::chips::solve_and_deliver(&family, rule, requested, control, delivery).map_err(failure)?;
        let mut delivered = Vec::new();
        for outcome in outcomes {
            match outcome {
                Ok(one) => delivered.push(one),
                Err(why) => {
                    let failure = failure(why);
                    files::note_written(&target, delivered.len(), family.len());
                    return Err(failure);
                }
            }
        }
        let last = delivered.last().expect("a family has its ending");
        let tables = &*last.found;
        let shown = asked.map(|(whole, position)| {
            let table = |place: u32| {
                let part = whole.part(place as usize);
                delivered[part.ending].found.of(part.class as usize).clone()
            };
            shown(&whole, &whole.graph(), position, self.first_move.as_deref(), tables, table)
        });
        Ok(self.answer(Results {
            game: format!("bidding chess {material} on {board}"),
            players: if rule.claimant == Player::Left { ["White", "Black"] } else { ["Black", "White"] }.map(str::to_owned),
            other: None,
            tables,
            certificate: &last.certificate,
            file: target.file(family.len() - 1),
            position: shown.transpose()?,
        }))
    }

    fn answer(&self, found: Results<'_>) -> ChipsAnswer {
        let Results { game, players: [player_name, other_name], other, tables, certificate, file, position } = found;
        let names = [player_name.as_str(), other_name.as_str()];
        ChipsAnswer {
            game,
            tie_break: self.tie_break,
            player: self.claimant,
            answer: position.as_ref().map_or_else(String::new, |shown| shown.answer(tables, other, names)),
            player_name,
            positions: tables.tables.number.len(),
            tables: tables.tables.distinct.len(),
            verified: !self.common.emit.no_verify,
            written: Written::new(certificate, file),
            position,
        }
    }
}

/// Parses a position. Refuses a position in which play is over.
pub(super) fn position(game: &dyn Game, text: &str) -> Result<usize, Failure> {
    match game.find(text).map_err(Failure::input)? {
        PositionOrEnd::Position(position) => Ok(position),
        PositionOrEnd::End(_) => Err(Failure::input(format!("{text}: play is over in this position"))),
    }
}

fn chips(requested: Request) -> String {
    match requested {
        Request::Between(first, last) if first == last => format!("chips-{first}"),
        Request::Between(first, last) => format!("chips-{first}-{last}"),
        Request::All => "chips-all".to_owned(),
    }
}

fn question(game: &GameName, rule: Rule, requested: Request) -> Question {
    let numbers = match requested {
        Request::Between(first, last) => Some((first, last)),
        Request::All => None,
    };
    Question::chips(game, rule, numbers)
}

/// Builds the file name of a certificate. The name depends on the numbers of chips, the player and the tie-breaking
/// rule.
fn file_name(stem: &str, what: &str, rule: Rule) -> String {
    let rule_name = if rule.tie_break == TieBreak::Advantage { String::new() } else { format!("-{}", rule.tie_break) };
    let player = if rule.claimant == Player::Left { "" } else { "-right" };
    format!("{stem}-{what}{rule_name}{player}.cbor")
}

fn failure(failure: solve::chips::Error) -> Failure {
    match failure {
        solve::chips::Error::Interrupted => Failure::Interrupted,
        solve::chips::Error::Ending(_) | solve::chips::Error::Exchanged(_) | solve::chips::Error::Chips(_) => Failure::input(failure),
        solve::chips::Error::Undelivered(Undelivered::Unwritten(why)) => Failure::input(why),
        _ => Failure::NoAnswer(failure.to_string()),
    }
}

/// For games with at most this number of positions, the other player's threshold is computed too. In a game of this
/// size, the computation of the other player's threshold takes a fraction of a second.
const MAX_BESIDE: usize = 200_000;
