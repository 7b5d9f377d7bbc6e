//! Answers the web page's questions about bidding with chips. The module shows thresholds from verified certificates,
//! advises players during a game, and solves games that the user supplies.

use super::AskError;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use dashu_int::UBig;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{allow, hexadecimal};
use crate::answers::certified::Certified;
use crate::answers::chips::sequence;
use crate::answers::kinds::chips::Chips as Verified;
use crate::answers::text::DECIMALS;
use crate::certificate::Certificate;
use crate::certificate::verify::{self, VerifiedTables};
use crate::control::{Control, Silent};
use crate::games::{self, Argument, Game};
use crate::model::chips::{ChipTables, Range, Rule, ThresholdTable, TieBreak};
use crate::model::graph::{End, GameGraph, Player};
use crate::model::value::Rational;
use crate::play::answer::{self, MAX_CHIPS};
use crate::play::round::{Held, Round};
use crate::play::{Advice, Adviser, Bid, Continuation, Oracle, Outcome, Tie};
use crate::solve;
use crate::solve::chips::Request;

/// Maximum number of chips in a curve or a heat map. A picture has too few pixels to show more chips.
const MAX_SHOWN: u32 = 4000;

/// Maximum number of rows of a heat map.
const MAX_ROWS: usize = 1000;

#[derive(Default)]
pub(crate) struct Chips {
    cited: Vec<Certificate>,
    opened: Option<Opened>,
}

struct Opened {
    subject: Subject,
    /// The field is `None` for bidding chess, and while `adviser` has the graph.
    graph: Option<GameGraph>,
    adviser: Option<(TieBreak, Adviser)>,
}

enum Subject {
    Certificate(Verified),
    Game(Box<dyn Game>),
}

/// The number of Left's chips, the number of all chips, and the marked player. The marked player has the tie-breaking
/// advantage. With make-it-take-it, the marked player won the last bid.
#[derive(Clone, Copy, Deserialize)]
pub(crate) struct Holdings {
    left: u32,
    total: u32,
    mark: Option<Player>,
}

/// Questions about bidding with chips. Positions are written in the notation of the rule set.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Question {
    /// Keeps the file, because the certificate that is opened next may cite it.
    Cite,
    /// Opens the certificate in the file, together with the certificates that it cites.
    Open { name: String },
    /// Opens a game by its name, such as `hex:3x3`.
    Named { game: String },
    /// Opens a game that the user describes in a JSON file.
    File { name: String },
    /// Returns the thresholds of a position, and the positions to which each player can move.
    Look { position: String },
    /// Returns the thresholds of a position as shares of all chips, for every number of chips up to `last`.
    Curve { position: String, last: Option<u32> },
    /// Returns the data of a heat map, up to `last` chips.
    Heat { last: Option<u32> },
    /// Solves the open game, for all numbers of chips or for a range of numbers, and returns a certificate.
    Solve { ties: TieBreak, player: Player, chips: Option<(u32, u32)> },
    /// Prepares advice for a total number of chips. The questions `Advise` and `After` need this preparation.
    Begin { ties: TieBreak, chips: u32 },
    /// Returns the positions to which each player can move from a position.
    Options { position: String },
    /// Returns advice for a player at a position.
    Advise { position: String, player: Player, held: Holdings },
    /// Returns the result of a pair of bids by Left and Right.
    Round { held: Holdings, bids: [u32; 2] },
    /// Returns advice for a player after a round of bids. The question has each player's chips before and after the
    /// bids.
    After { position: String, player: Player, before: Holdings, now: Holdings },
}

impl Chips {
    pub(crate) fn ask(&mut self, question: Question, file: Vec<u8>) -> Result<Value, AskError> {
        match question {
            Question::Cite => {
                self.cited.push(Certificate::new(file));
                Ok(Value::Null)
            }
            Question::Open { name } => {
                self.opened = None;
                let cited = std::mem::take(&mut self.cited);
                let name = Path::new(&name);
                let VerifiedTables::Chips(games) = verify::read_tables(&file, &cited, name)? else {
                    return Err(AskError::Question(format!("{}: not about bidding with chips", name.display())));
                };
                self.open(Subject::Certificate(Verified::open(games)?))
            }
            Question::Named { game } => match games::named(&game)? {
                Argument::Game(game) => self.open(Subject::Game(game)),
                Argument::BiddingChess { .. } | Argument::File(_) => Err(AskError::Question(format!(
                    "{game}: endings of bidding chess rest on others; open a certificate of one, or take another game"
                ))),
            },
            Question::File { name } => {
                let game = games::file::read(&file).map_err(|source| AskError::GameFile { name, source })?;
                self.open(Subject::Game(Box::new(game)))
            }
            question => self.opened.as_mut().ok_or(AskError::NotOpen("no game has been opened"))?.ask(question),
        }
    }

    fn open(&mut self, subject: Subject) -> Result<Value, AskError> {
        let mut opened = Opened { subject, graph: None, adviser: None };
        if let Some(game) = opened.game() {
            let (positions, options) = game.estimate();
            allow(&game.title(), solve::chips::estimate_graph(positions, options))?;
            // Free the previous game before opening another.
            self.opened = None;
            opened.graph = Some(game.graph());
        }
        let answer = opened.description();
        self.opened = Some(opened);
        Ok(answer)
    }
}

impl Opened {
    fn ask(&mut self, question: Question) -> Result<Value, AskError> {
        match question {
            Question::Look { position } => self.look(&position),
            Question::Curve { position, last } => self.curve(&position, last),
            Question::Heat { last } => self.heat(last),
            Question::Solve { ties, player, chips } => self.solve(ties, player, chips),
            Question::Begin { ties, chips } => self.begin(ties, chips),
            Question::Options { position } => self.options(&position),
            Question::Advise { position, player, held } => self.advise(&position, player, held.try_into()?),
            Question::Round { held, bids } => {
                let (tie_break, _) = self.adviser()?;
                Ok(round(Held::try_from(held)?.round(tie_break, bids)?))
            }
            Question::After { position, player, before, now } => self.after(&position, player, before.try_into()?, now.try_into()?),
            Question::Cite | Question::Open { .. } | Question::Named { .. } | Question::File { .. } => unreachable!("answered before"),
        }
    }

    /// Returns the open game. Returns `None` for an ending of bidding chess.
    fn game(&self) -> Option<&dyn Game> {
        match &self.subject {
            Subject::Game(game) => Some(&**game),
            Subject::Certificate(verified) => match &verified.last().0 {
                Certified::Game(game) => Some(&**game),
                Certified::Ending(_) => None,
            },
        }
    }

    /// Returns the open game and its option graph.
    fn to_play(&self) -> Result<(&dyn Game, &GameGraph), AskError> {
        let game = self.game().ok_or(AskError::NotOpen("endings of bidding chess are not played with chips here"))?;
        let graph = self.graph.as_ref().or(self.adviser.as_ref().map(|(_, adviser)| adviser.graph()));
        Ok((game, graph.ok_or(AskError::NotOpen("the game's options have not been generated"))?))
    }

    fn adviser(&self) -> Result<(TieBreak, &Adviser), AskError> {
        self.adviser.as_ref().map(|(tie_break, adviser)| (*tie_break, adviser)).ok_or(AskError::NotOpen("nobody plays"))
    }

    fn certificate(&self) -> Result<&Verified, AskError> {
        match &self.subject {
            Subject::Certificate(verified) => Ok(verified),
            Subject::Game(_) => {
                Err(AskError::Question("thresholds are read from certificates: have the game solved, or open one".to_owned()))
            }
        }
    }

    fn description(&self) -> Value {
        let (title, players, start) = match (&self.subject, self.game()) {
            (_, Some(game)) => (game.title(), game.players(), game.position(game.start())),
            (Subject::Certificate(verified), None) => {
                let (game, _) = verified.last();
                (game.title(), game.players(), game.position(0))
            }
            (Subject::Game(_), None) => unreachable!("a game is a game"),
        };
        let rules = self.game().map_or("bidding-chess", |game| game.name().rules);
        let certificate = self.certificate().ok().map(|verified| {
            let (_, tables) = verified.last();
            json!({
                "ties": tables.rule.tie_break.to_string(),
                "player": tables.rule.claimant,
                "chips": match tables.range {
                    Range::Between(first, last) => json!([first, last]),
                    Range::Ordered { .. } | Range::Common { .. } => Value::Null,
                },
                "positions": tables.tables.number.len(),
                "sequences": tables.tables.distinct.len(),
                "rests_on": verified.digests(),
            })
        });
        json!({ "title": title, "rules": rules, "players": players, "start": start, "can_play": self.game().is_some(), "certificate": certificate })
    }

    /// Looks up a position.
    fn table(&self, position: &str) -> Result<(&ChipTables, &ThresholdTable, String), AskError> {
        let (game, tables) = self.certificate()?.game_of(position)?;
        let class = game.class(position)?;
        Ok((tables, tables.of(class), game.position(u32::try_from(class).expect("fewer than 2^32 classes"))))
    }

    fn look(&self, position: &str) -> Result<Value, AskError> {
        let (tables, table, representative) = self.table(position)?;
        let options = if self.game().is_some() { self.options(position)? } else { Value::Null };
        Ok(json!({
            "position": position,
            "representative": representative,
            "table": sequence(tables.rule, table),
            "richman": richman(tables.rule, table),
            "options": options,
        }))
    }

    fn curve(&self, position: &str, last: Option<u32>) -> Result<Value, AskError> {
        let (tables, table, _) = self.table(position)?;
        let usual = table.tail.map_or(u32::MAX, |tail| (table.preperiod() + tail.period).clamp(64, 512));
        let (first, last) = shown(tables.range, last, usual)?;
        let written = |k: u32| table.at(k).filter(|&code| code < tables.rule.top(k)).map(|code| tables.rule.write(code));
        Ok(json!({
            "first": first,
            "shares": (first..=last).map(|k| share(tables.rule, table, k)).collect::<Vec<_>>(),
            "written": (first..=last).map(written).collect::<Vec<_>>(),
            "richman": richman(tables.rule, table),
        }))
    }

    fn heat(&self, last: Option<u32>) -> Result<Value, AskError> {
        let (game, tables) = self.certificate()?.last();
        let (first, last) = shown(tables.range, last, 64)?;
        let mut first_position = vec![None; tables.tables.distinct.len()];
        let mut positions = vec![0_u32; first_position.len()];
        for (class, &number) in (0_u32..).zip(&tables.tables.number) {
            first_position[number as usize].get_or_insert(class);
            positions[number as usize] += 1;
        }
        let mut rows: Vec<usize> = (0..first_position.len()).collect();
        // Sort the rows so that the greatest thresholds are on top.
        rows.sort_by(|&one, &other| tables.tables.distinct[other].compare(&tables.tables.distinct[one], last));
        let all = rows.len();
        let chosen: Vec<usize> =
            if all <= MAX_ROWS { rows } else { (0..MAX_ROWS).map(|row| rows[row * (all - 1) / (MAX_ROWS - 1)]).collect() };
        let row = |&number: &usize| {
            let table = &tables.tables.distinct[number];
            json!({
                "position": first_position[number].map(|class| game.position(class)),
                "positions": positions[number],
                "richman": richman(tables.rule, table),
                "shares": (first..=last).map(|k| share(tables.rule, table, k)).collect::<Vec<_>>(),
            })
        };
        Ok(json!({ "first": first, "sequences": all, "rows": chosen.iter().map(row).collect::<Vec<_>>() }))
    }

    fn solve(&self, tie_break: TieBreak, claimant: Player, chips: Option<(u32, u32)>) -> Result<Value, AskError> {
        let (game, graph) = self.to_play()?;
        if let Some((first, last)) = chips
            && first > last
        {
            return Err(AskError::Question(format!("from {first} to {last} chips: the first is above the last")));
        }
        let requested = chips.map_or(Request::All, |(first, last)| Request::Between(first, last));
        allow(&game.title(), solve::chips::estimate_tables(graph, requested))?;
        let stop = AtomicBool::new(false);
        let rule = Rule { tie_break, claimant };
        let tables = solve::chips::solve(graph, rule, requested, Control::new("", &Silent, &stop))?;
        Ok(json!({ "certificate": hexadecimal(&solve::chips::certify(&game.name(), &tables).bytes) }))
    }

    fn begin(&mut self, tie_break: TieBreak, chips: u32) -> Result<Value, AskError> {
        if chips > MAX_CHIPS {
            return Err(AskError::Question(format!("at most {MAX_CHIPS} chips")));
        }
        let (game, _) = self.to_play()?;
        allow(&game.title(), answer::estimate(game))?;
        let graph = match self.adviser.take() {
            Some((_, adviser)) => adviser.into_graph(),
            None => self.graph.take().ok_or(AskError::NotOpen("the game's options have not been generated"))?,
        };
        let stop = AtomicBool::new(false);
        let adviser = Adviser::new(graph, tie_break, chips, Control::new("", &Silent, &stop))?;
        self.adviser = Some((tie_break, adviser));
        Ok(Value::Null)
    }

    fn options(&self, position: &str) -> Result<Value, AskError> {
        let (game, graph) = self.to_play()?;
        let of = |player| -> Result<Value, AskError> {
            let one = |(text, place): (String, u32)| json!({ "position": text, "end": graph.end(place).map(end) });
            Ok(game.options_as_written(graph, position, player)?.into_iter().map(one).collect())
        };
        Ok(json!({ "left": of(Player::Left)?, "right": of(Player::Right)? }))
    }

    fn asked(&self, position: &str, player: Player) -> Result<Asked<'_>, AskError> {
        let (tie_break, adviser) = self.adviser()?;
        let (game, graph) = self.to_play()?;
        let class = u32::try_from(game.find_position(position)?).expect("fewer than 2^32 positions");
        let written = game.options_as_written(graph, position, player)?;
        let rule = Rule { tie_break, claimant: player };
        Ok((adviser.oracle(player), rule, class, graph.options(player).get(class as usize), written))
    }

    fn advise(&self, position: &str, player: Player, held: Held) -> Result<Value, AskError> {
        let (oracle, rule, class, own, written) = self.asked(position, player)?;
        same_total(&oracle, held)?;
        let Advice { outcome, moves, bids } = oracle.advise(class, held.code(rule));
        let then = |then: &Continuation| continuation(then, own, &written);
        let one = |bid: &Bid| {
            let tie = bid.tie.as_ref().map(|tie| match tie {
                Tie::Use(on) => json!({ "choice": "use", "then": then(on) }),
                Tie::Decline(on) => json!({ "choice": "decline", "then": then(on) }),
                Tie::Won(on) => json!({ "choice": "won", "then": then(on) }),
                Tie::Lost(on) => json!({ "choice": "lost", "then": then(on) }),
                Tie::Theirs { used, declined } => json!({ "choice": "theirs", "used": then(used), "declined": then(declined) }),
            });
            json!({ "bid": bid.bid, "quickest": bid.quickest, "higher": then(&bid.won), "tie": tie, "lower": bid.lost.as_ref().map(then) })
        };
        let outcome = match outcome {
            Outcome::Win => "win",
            Outcome::Loss => "loss",
            Outcome::Neither => "neither",
        };
        Ok(json!({
            "outcome": outcome,
            "moves": moves,
            "needs": self.adviser()?.1.least(class, player).map(|code| rule.write(code)),
            "bids": bids.iter().map(one).collect::<Vec<_>>(),
        }))
    }

    fn after(&self, position: &str, player: Player, before: Held, now: Held) -> Result<Value, AskError> {
        let (oracle, rule, class, own, written) = self.asked(position, player)?;
        same_total(&oracle, before)?;
        same_total(&oracle, now)?;
        Ok(continuation(&oracle.after_bids(class, before.code(rule), now.code(rule)), own, &written))
    }
}

type Asked<'a> = (Oracle<'a>, Rule, u32, &'a [u32], Vec<(String, u32)>);

/// Checks that the advice was prepared for the total number of chips in play.
fn same_total(oracle: &Oracle<'_>, held: Held) -> Result<(), AskError> {
    let chips = oracle.chips();
    if held.total == chips {
        Ok(())
    } else {
        Err(AskError::Question(format!("{} chips in all, but {chips} were looked ahead with", held.total)))
    }
}

/// Formats the advice for play after the bids. A move is written as the position after the move.
fn continuation(then: &Continuation, own: &[u32], written: &[(String, u32)]) -> Value {
    let name = |&index: &usize| written.iter().find(|(_, place)| *place == own[index]).map(|(text, _)| text);
    json!({ "moves": then.moves.iter().filter_map(name).collect::<Vec<_>>(), "pass": then.pass, "prefer_move": then.prefer_move })
}

fn round(round: Round) -> Value {
    match round {
        Round::Won { winner, then } => json!({ "winner": winner, "then": holdings(then) }),
        Round::Choice { holder, used, declined } => {
            json!({ "holder": holder, "used": holdings(used), "declined": holdings(declined) })
        }
    }
}

fn holdings(held: Held) -> Value {
    json!({ "left": held.left, "total": held.total, "mark": held.mark })
}

fn end(end: End) -> &'static str {
    match end {
        End::Left => "left",
        End::Right => "right",
        End::Nobody => "nobody",
    }
}

/// Divides the threshold for `k` chips by `k`. Returns `None` if no number of chips wins.
fn share(rule: Rule, table: &ThresholdTable, k: u32) -> Option<f64> {
    let code = table.at(k).filter(|&code| code < rule.top(k))?;
    Some(f64::from(code) / (f64::from(rule.unit()) * f64::from(k)))
}

/// Returns the Richman value of a position. Returns `None` if the Richman value is unknown.
fn richman(rule: Rule, table: &ThresholdTable) -> Option<Value> {
    let tail = table.tail?;
    let value = Rational::new(UBig::from(tail.slope), UBig::from(rule.unit()) * UBig::from(tail.period));
    Some(json!({ "exact": value.to_string(), "decimal": value.decimal(DECIMALS) }))
}

/// Returns the least and the greatest number of chips to show. If `last` is set, the greatest number is `last`.
fn shown(range: Range, last: Option<u32>, usual: u32) -> Result<(u32, u32), AskError> {
    let (first, most) = match range {
        Range::Between(first, last) => (first.max(1), last.min(MAX_SHOWN)),
        Range::Ordered { .. } | Range::Common { .. } => (1, MAX_SHOWN),
    };
    match last {
        Some(last) if (first..=most).contains(&last) => Ok((first, last)),
        Some(last) => Err(AskError::Question(format!("{last} chips: the certificate can be shown for {first} to {most} chips"))),
        None if first > most => Err(AskError::Question("the certificate is about 0 chips alone".to_owned())),
        None => Ok((first, usual.clamp(first, most))),
    }
}

impl TryFrom<Holdings> for Held {
    type Error = AskError;

    fn try_from(Holdings { left, total, mark }: Holdings) -> Result<Self, AskError> {
        if left > total { Err(AskError::Question(format!("{left} chips of {total}"))) } else { Ok(Self { left, total, mark }) }
    }
}
