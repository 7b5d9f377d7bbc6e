//! Looks up positions of games with real-valued money (certificates of kind `richman` without citations). The results
//! include the values after each move.

use std::io::{self, Write};

use serde::{Serialize, Serializer};

use super::sheet::{Cell, Sheet, Stop};
use super::values::Values;
use super::{Answer, Answers, Detail, Question, Rows, Words, share_that_wins, without_chips};
use crate::answers::NoAnswer;
use crate::answers::certified::Certified;
use crate::answers::export::{bid_cells, bid_columns};
use crate::answers::game::MOVES_TO;
use crate::answers::lookup::{Judged, MoveValue, finite};
use crate::answers::money_bid::Bid;
use crate::answers::move_tree::source::MoneyGame;
use crate::answers::move_tree::{MoveTree, Request, grow};
use crate::answers::{as_optional_text, as_text};
use crate::certificate::verify::VerifiedGame;
use crate::games::{self, Player};
use crate::model::graph::{BoundaryValue, End, Label};
use crate::model::solution::{Choices, Solution};
use crate::model::value::Rational;

pub(super) struct Game {
    game: Box<dyn games::Game>,
    solution: Solution,
    digest: String,
}

impl Game {
    pub(super) fn open(mut games: Vec<VerifiedGame>) -> Result<Self, NoAnswer> {
        let VerifiedGame { about, solution } = games.pop().ok_or_else(|| NoAnswer::disagreement("a certificate without a game"))?;
        match Certified::open(&about)? {
            Certified::Game(game) => Ok(Self { game, solution, digest: about.digest.to_string() }),
            Certified::Ending(_) => Err(NoAnswer::disagreement("an ending of bidding chess")),
        }
    }
}

impl Answers for Game {
    fn takes(&self, _: Detail) -> bool {
        false
    }

    fn lookup(&self, question: &Question<'_>) -> Result<Box<dyn Answer + '_>, NoAnswer> {
        let game = &*self.game;
        let position = match question.position {
            Some(text) => game.find_position(text)?,
            None => game.start(),
        };
        let graph = game.graph();
        if graph.len() != self.solution.len() {
            return Err(NoAnswer::Disagreement(format!(
                "the certificate has {} positions, and the game {}",
                self.solution.len(),
                graph.len()
            )));
        }
        let options = [&graph.left, &graph.right].map(|lists| lists.get(position).to_vec());
        let asked = question.position.map_or_else(|| game.position(position), str::to_owned);
        Ok(Box::new(PositionValues::look_up(game, &self.solution, &options, position, asked, vec![self.digest.clone()])))
    }

    fn contents(&self) -> Rows {
        Rows {
            row: ["position", "positions"],
            of: self.game.title(),
            with: "the share of the money that wins, the bid and the best moves".to_owned(),
            digest: self.digest.clone(),
        }
    }

    fn export(&self, sheet: &mut dyn Sheet) -> Result<(), Stop> {
        let Self { game, solution, .. } = self;
        let sharp = matches!(solution.choices, Choices::Sharp { .. });
        let moves: &[&str] = if sharp {
            &["left_move", "right_move"]
        } else {
            &["left_move_alpha", "right_move_alpha", "left_move_beta", "right_move_beta"]
        };
        let values = &["class", "position", "alpha", "beta", "label_left", "label_right"];
        sheet.head(&[values, moves, bid_columns(sharp)].concat())?;
        let graph = game.graph();
        let values: Vec<String> = solution.values.iter().map(ToString::to_string).collect();
        for class in 0..solution.len() {
            let mut cells = row(&**game, solution, class, &values);
            let moved = |player, choices: &[u16]| Cell::text(game.after(class, player, choices[class].into()));
            let after = |player, choices: &[u16]| value_at(solution, graph.options(player).get(class)[usize::from(choices[class])]);
            let bid = |left: &[u16], right: &[u16], threshold: fn(&BoundaryValue) -> &Rational| {
                Bid::between(threshold(&after(Player::Left, left)), threshold(&after(Player::Right, right)))
            };
            match &solution.choices {
                Choices::Sharp { white, black } => {
                    cells.extend([moved(Player::Left, white), moved(Player::Right, black)]);
                    cells.extend(bid_cells(&bid(white, black, |value| &value.alpha), None));
                }
                Choices::Interval { white_alpha, black_alpha, white_beta, black_beta } => {
                    cells.extend([
                        moved(Player::Left, white_alpha),
                        moved(Player::Right, black_alpha),
                        moved(Player::Left, white_beta),
                        moved(Player::Right, black_beta),
                    ]);
                    let for_alpha = bid(white_alpha, black_alpha, |value| &value.alpha);
                    cells.extend(bid_cells(&for_alpha, Some(&bid(white_beta, black_beta, |value| &value.beta))));
                }
            }
            sheet.row(&cells)?;
        }
        Ok(())
    }

    fn move_tree(&self, request: &Request<'_>) -> Result<MoveTree, NoAnswer> {
        without_chips(request)?;
        let Self { game, solution, digest } = self;
        let root = request.position.map_or_else(|| Ok(game.start()), |text| game.find_position(text))?;
        let claimant = request.player.unwrap_or(Player::Left);
        let players = game.players();
        let source = MoneyGame { game: &**game, graph: game.graph(), solution, claimant };
        let (nodes, cut) = grow(&source, root, request)?;
        let thresholds = share_that_wins(&players[claimant as usize]);
        Ok(MoveTree { title: game.title(), thresholds, players, digest: digest.clone(), nodes, cut })
    }
}

/// All positions of a solved game with their values. The values are computed one at a time during serialization.
pub struct EveryPosition<'a> {
    /// The game.
    pub game: &'a dyn games::Game,
    /// Solution of the game.
    pub solution: &'a Solution,
}

/// A position with its values, in the form in which [`EveryPosition`] writes it.
#[derive(Serialize)]
struct One<'a> {
    position: String,
    #[serde(serialize_with = "as_text")]
    alpha: &'a Rational,
    #[serde(serialize_with = "as_text")]
    beta: &'a Rational,
    label_left: Option<Label>,
    label_right: Option<Label>,
}

impl Serialize for EveryPosition<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { game, solution } = self;
        serializer.collect_seq((0..solution.len()).map(|position| One {
            position: game.position(position),
            alpha: &solution.values[solution.rank_alpha[position] as usize],
            beta: &solution.values[solution.rank_beta[position] as usize],
            label_left: finite(solution.label_white[position]),
            label_right: finite(solution.label_black[position]),
        }))
    }
}

/// Returns the cells for a class of symmetric positions: its number, its canonical position, its values and its labels.
fn row(game: &dyn games::Game, solution: &Solution, class: usize, values: &[String]) -> Vec<Cell> {
    vec![
        Cell::number(u32::try_from(class).ok()),
        Cell::text(game.position(class)),
        Cell::text(&values[solution.rank_alpha[class] as usize]),
        Cell::text(&values[solution.rank_beta[class] as usize]),
        Cell::number(finite(solution.label_white[class])),
        Cell::number(finite(solution.label_black[class])),
    ]
}

/// Values of one position, and of the positions after its moves. The schema of the JSON form is
/// `spec/json/lookup-game.schema.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionValues {
    /// Description of the game.
    pub game: String,
    /// Name of the player Left.
    pub left: String,
    /// Name of the player Right.
    pub right: String,
    /// The position, as the question names it.
    pub position: String,
    /// Canonical position, if `position` is not canonical. If this field is set, the listed moves are moves of the
    /// canonical position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub representative: Option<String>,
    /// Left can force a win if Right has less than this share of the money.
    #[serde(serialize_with = "as_text")]
    pub alpha: Rational,
    /// Right can force a win if Right has more than this share of the money.
    #[serde(serialize_with = "as_text")]
    pub beta: Rational,
    /// Alpha as a decimal fraction with 10 places, rounded down.
    pub decimal: String,
    /// Beta as a decimal fraction with 10 places, rounded down; `None` if beta equals alpha.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decimal_beta: Option<String>,
    /// Left can force a win if Left has more than this share of the money. The number is `1 - alpha`.
    #[serde(serialize_with = "as_text")]
    pub left_wins_above: Rational,
    /// Right can force a win if Right has more than this share of the money. The number equals beta.
    #[serde(serialize_with = "as_text")]
    pub right_wins_above: Rational,
    /// Bid for the next move, computed from alpha (see [`Bid`]).
    pub bid: Bid,
    /// Bid for the next move, computed from beta. `None` if alpha = beta.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_optional_text")]
    pub bid_beta: Option<Bid>,
    /// Left's label (see [`Label`]).
    pub label_left: Option<Label>,
    /// Right's label (see [`Label`]).
    pub label_right: Option<Label>,
    /// Left's moves, in the order that the rules define. A move is named by the position after it. Moves to symmetric
    /// positions are listed once.
    pub left_moves: Vec<MoveValue>,
    /// Right's moves, in the order that the rules define. A move is named by the position after it. Moves to symmetric
    /// positions are listed once.
    pub right_moves: Vec<MoveValue>,
    /// SHA-256 digests of the certificates from which the result follows.
    pub rests_on: Vec<String>,
}

impl PositionValues {
    /// Looks up a position in a solution. `options` lists the positions to which Left and Right can move.
    ///
    /// # Panics
    /// Panics if the solution belongs to another game.
    #[must_use]
    pub fn look_up(
        game: &dyn games::Game,
        solution: &Solution,
        options: &[Vec<u32>; 2],
        position: usize,
        asked: String,
        rests_on: Vec<String>,
    ) -> Self {
        let value = |place: u32| value_at(solution, place);
        let moves = |player: Player| -> Vec<(String, BoundaryValue)> {
            let places = &options[player as usize];
            let first = |&(index, place): &(usize, &u32)| !places[..index].contains(place);
            places.iter().enumerate().filter(first).map(|(index, &place)| (game.after(position, player, index), value(place))).collect()
        };
        let value = solution.boundary_value(position);
        let Judged { decimal, decimal_beta, bid, bid_beta, moves: [left_moves, right_moves] } =
            Judged::new(&value, [moves(Player::Left), moves(Player::Right)]);
        let BoundaryValue { alpha, beta, label_white, label_black } = value;
        let [left, right] = game.players();
        let representative = game.position(position);
        Self {
            game: game.title(),
            left,
            right,
            representative: (representative != asked).then_some(representative),
            position: asked,
            decimal,
            decimal_beta,
            left_wins_above: alpha.exchanged(),
            right_wins_above: beta.clone(),
            bid,
            bid_beta,
            label_left: finite(label_white),
            label_right: finite(label_black),
            left_moves,
            right_moves,
            alpha,
            beta,
            rests_on,
        }
    }

    /// Writes the result without its heading. At most the first `max` items of each list are written.
    ///
    /// # Errors
    /// Fails if the result cannot be written.
    pub fn write_values(&self, out: &mut dyn Write, max: Option<usize>) -> io::Result<()> {
        if let Some(representative) = &self.representative {
            writeln!(out, "the same as {representative}, of which the moves are")?;
        }
        self.values().write(out, max)
    }

    fn values(&self) -> Values<'_> {
        Values {
            players: [&self.left, &self.right],
            thresholds: [&self.alpha, &self.beta],
            wins_above: [&self.left_wins_above, &self.right_wins_above],
            bids: (&self.bid, self.bid_beta.as_ref()),
            labels: [self.label_left, self.label_right],
            moves: [&self.left_moves, &self.right_moves],
            rests_on: &self.rests_on,
        }
    }
}

/// Returns the value after a move, which leads to a position or to an end of the game.
fn value_at(solution: &Solution, place: u32) -> BoundaryValue {
    match (place as usize).checked_sub(solution.len()) {
        None => solution.boundary_value(place as usize),
        Some(end) => end_value(End::ALL[end]),
    }
}

/// Returns the value of an end of the game. In a draw neither player wins, so alpha is 0 and beta is 1.
fn end_value(end: End) -> BoundaryValue {
    match end {
        End::Left => BoundaryValue::end(Rational::ONE),
        End::Right => BoundaryValue::end(Rational::ZERO),
        End::Nobody => BoundaryValue { alpha: Rational::ZERO, beta: Rational::ONE, label_white: 0, label_black: 0 },
    }
}

impl Words for PositionValues {
    fn write_words(&self, out: &mut dyn Write, max: Option<usize>) -> io::Result<()> {
        self.values().write_sentences(out, MOVES_TO)?;
        writeln!(out, "{} at {}\n", self.game, self.position)?;
        self.write_values(out, max)
    }
}
