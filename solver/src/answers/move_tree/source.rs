//! Implements [`Source`] for solved games with money or with chips. The games are endings of bidding chess, and games
//! from certificates that cite no other certificate.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use super::{Moves, Place, Source};
use crate::answers::NoAnswer;
use crate::answers::certified::Certified;
use crate::answers::tablebase::{Tablebase, Threshold};
use crate::games::bidding_chess::{Destination, Diagram, Ending};
use crate::games::{Colour, Game};
use crate::model::chips::{ChipTables, Tail, ThresholdTable};
use crate::model::graph::{BoundaryValue, End, GameGraph, Player};
use crate::model::solution::{Choices, Solution};
use crate::model::value::Rational;

/// Returns the share of the money that `player` needs to win by force.
fn share(player: Player, value: &BoundaryValue) -> Rational {
    if player == Player::Left { value.alpha.exchanged() } else { value.beta.clone() }
}

/// Returns the share of the money that a player needs at an end of the game. The share is 0 if this player has won. If
/// the player has not won, the share is 1, because even all the money is not enough.
fn share_at(player: Player, end: End) -> Rational {
    if player.wins() == end { Rational::ZERO } else { Rational::ONE }
}

/// Returns the index of the move that the solution chooses for `player`.
fn choice(choices: &Choices, claimant: Player, player: Player, position: usize) -> usize {
    let list = match (choices, claimant, player) {
        (Choices::Sharp { white, .. }, _, Player::Left) => white,
        (Choices::Sharp { black, .. }, _, Player::Right) => black,
        (Choices::Interval { white_alpha, .. }, Player::Left, Player::Left) => white_alpha,
        (Choices::Interval { black_alpha, .. }, Player::Left, Player::Right) => black_alpha,
        (Choices::Interval { white_beta, .. }, Player::Right, Player::Left) => white_beta,
        (Choices::Interval { black_beta, .. }, Player::Right, Player::Right) => black_beta,
    };
    list[position].into()
}

/// Returns a player's moves at a position. The certificate of the game must cite no other certificate.
fn options_of(game: &dyn Game, graph: &GameGraph, position: usize, player: Player) -> Moves<usize> {
    let places = graph.options(player).get(position).iter().enumerate();
    places
        .map(|(option, &place)| {
            let to = graph.end(place).map_or(Place::Position(place as usize), Place::End);
            (game.after(position, player, option), to)
        })
        .collect()
}

/// A game of bidding with money, from a certificate that cites no other certificate.
pub(crate) struct MoneyGame<'a> {
    pub(crate) game: &'a dyn Game,
    pub(crate) graph: GameGraph,
    pub(crate) solution: &'a Solution,
    pub(crate) claimant: Player,
}

impl Source for MoneyGame<'_> {
    type Key = usize;
    type Need = Rational;

    fn claimant(&self) -> Player {
        self.claimant
    }

    fn position(&self, &key: &usize) -> String {
        self.game.position(key)
    }

    fn need(&self, place: &Place<usize>) -> Result<Rational, NoAnswer> {
        Ok(match *place {
            Place::Position(position) => share(self.claimant, &self.solution.boundary_value(position)),
            Place::End(end) => share_at(self.claimant, end),
        })
    }

    fn write(&self, need: &Rational) -> String {
        need.to_string()
    }

    fn options(&self, &key: &usize, player: Player) -> Result<Moves<usize>, NoAnswer> {
        Ok(options_of(self.game, &self.graph, key, player))
    }

    fn chosen(&self, &key: &usize, player: Player) -> Option<usize> {
        Some(choice(&self.solution.choices, self.claimant, player, key))
    }
}

/// Returns the claimant's threshold for a total number of chips. The threshold is
/// [`top`](crate::model::chips::Rule::top) if the claimant cannot force a win.
fn code(tables: &ChipTables, table: &ThresholdTable, chips: u32) -> Result<u32, NoAnswer> {
    let none = || NoAnswer::NotCovered(format!("the certificate says nothing about {chips} chips"));
    Ok(table.at(chips).ok_or_else(none)?.min(tables.rule.top(chips)))
}

fn tail_at(tables: &ChipTables, end: End) -> Tail {
    // If the claimant has not won, even all chips are not enough, so the threshold grows with the number of chips.
    let slope = if tables.rule.claimant.wins() == end { 0 } else { tables.rule.unit() };
    Tail { period: 1, slope }
}

/// Returns the index of a move that is best for the number of chips in play. If moves are equally good, prefers the
/// move that is better with many chips.
fn best_with_many<K>(
    moves: &Moves<K>,
    own: bool,
    code: impl Fn(&Place<K>) -> Result<u32, NoAnswer>,
    tail: impl Fn(&Place<K>) -> Option<Tail>,
) -> Option<usize> {
    let mut best: Option<(usize, u32, Tail)> = None;
    for (index, (_, place)) in moves.iter().enumerate() {
        let (code, tail) = (code(place).ok()?, tail(place)?);
        let rises = |one: Tail, other: Tail| u64::from(one.slope) * u64::from(other.period);
        let is_better = best.is_none_or(|(_, known, known_tail)| {
            let order = code.cmp(&known).then_with(|| rises(tail, known_tail).cmp(&rises(known_tail, tail)));
            order == if own { Ordering::Less } else { Ordering::Greater }
        });
        if is_better {
            best = Some((index, code, tail));
        }
    }
    best.map(|(index, ..)| index)
}

/// Formats a threshold in the paper's notation, or as `never` if the claimant cannot force a win.
fn write_code(tables: &ChipTables, chips: u32, code: u32) -> String {
    if code < tables.rule.top(chips) { tables.rule.write(code) } else { "never".to_owned() }
}

/// A game of bidding with chips, from a certificate that cites no other certificate.
pub(crate) struct ChipGame<'a> {
    pub(crate) game: &'a dyn Game,
    pub(crate) graph: GameGraph,
    pub(crate) tables: &'a ChipTables,
    pub(crate) chips: u32,
}

impl Source for ChipGame<'_> {
    type Key = usize;
    type Need = u32;

    fn claimant(&self) -> Player {
        self.tables.rule.claimant
    }

    fn position(&self, &key: &usize) -> String {
        self.game.position(key)
    }

    fn need(&self, place: &Place<usize>) -> Result<u32, NoAnswer> {
        match *place {
            Place::Position(position) => code(self.tables, self.tables.of(position), self.chips),
            Place::End(end) if end == self.claimant().wins() => Ok(0),
            Place::End(_) => Ok(self.tables.rule.top(self.chips)),
        }
    }

    fn write(&self, &need: &u32) -> String {
        write_code(self.tables, self.chips, need)
    }

    fn options(&self, &key: &usize, player: Player) -> Result<Moves<usize>, NoAnswer> {
        Ok(options_of(self.game, &self.graph, key, player))
    }

    fn chosen(&self, key: &usize, player: Player) -> Option<usize> {
        let tail = |place: &Place<usize>| match *place {
            Place::Position(position) => self.tables.of(position).tail,
            Place::End(end) => Some(tail_at(self.tables, end)),
        };
        best_with_many(&self.options(key, player).ok()?, player == self.claimant(), |place| self.need(place), tail)
    }
}

/// A class of symmetric positions in an ending. If `exchanged` is set, White and Black are exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ChessKey {
    pub(crate) ending: usize,
    pub(crate) class: u32,
    pub(crate) exchanged: bool,
}

/// Returns the colour of a player in the ending.
fn colour(player: Player, exchanged: bool) -> Colour {
    if (player == Player::Left) == exchanged { Colour::Black } else { Colour::White }
}

fn chess_text(ending: &Ending, key: ChessKey) -> String {
    let diagram = Diagram::new(ending.board(), ending.material(), &ending.numbering().placement(key.class));
    if key.exchanged { diagram.exchanged().to_string() } else { diagram.to_string() }
}

fn chess_options(
    ending: &Ending,
    key: ChessKey,
    player: Player,
    number_of: &dyn Fn(&Ending) -> Option<usize>,
) -> Result<Moves<ChessKey>, NoAnswer> {
    let board = ending.board();
    let placement = ending.numbering().placement(key.class);
    let mut options = Vec::new();
    let stopped = ending.rules().moves(ending.material(), &placement, colour(player, key.exchanged), |mv| {
        let place = match ending.destination(&placement, &mv) {
            Destination::Won(winner) => {
                let left = (winner == Colour::White) != key.exchanged;
                Place::End(if left { End::Left } else { End::Right })
            }
            Destination::Same(class) => Place::Position(ChessKey { class, ..key }),
            Destination::Sub { ending: sub, class, exchanged } => {
                let sub = &ending.sub_endings()[sub];
                let Some(number) = number_of(sub) else {
                    return ControlFlow::Break(NoAnswer::Disagreement(format!(
                        "the ending {} is not among those that the certificate cites",
                        sub.material()
                    )));
                };
                Place::Position(ChessKey { ending: number, class, exchanged: exchanged != key.exchanged })
            }
        };
        let mut named = mv;
        if key.exchanged {
            (named.from, named.to) = (board.opposite_rank(mv.from), board.opposite_rank(mv.to));
        }
        options.push((named.text(board), place));
        ControlFlow::Continue(())
    });
    stopped.break_value().map_or(Ok(options), Err)
}

/// Endings of bidding chess with money.
pub(crate) struct MoneyChess<'a> {
    pub(crate) tablebase: &'a Tablebase,
    pub(crate) claimant: Player,
}

impl Source for MoneyChess<'_> {
    type Key = ChessKey;
    type Need = Rational;

    fn claimant(&self) -> Player {
        self.claimant
    }

    fn position(&self, key: &ChessKey) -> String {
        chess_text(&self.tablebase.endings()[key.ending].0, *key)
    }

    fn need(&self, place: &Place<ChessKey>) -> Result<Rational, NoAnswer> {
        Ok(match *place {
            Place::End(end) => share_at(self.claimant, end),
            Place::Position(key) => {
                let value = self.tablebase.value(key.ending, key.class);
                share(self.claimant, &if key.exchanged { value.exchanged() } else { value })
            }
        })
    }

    fn write(&self, need: &Rational) -> String {
        need.to_string()
    }

    fn options(&self, key: &ChessKey, player: Player) -> Result<Moves<ChessKey>, NoAnswer> {
        let number_of = |ending: &Ending| self.tablebase.number_of(ending.material());
        chess_options(&self.tablebase.endings()[key.ending].0, *key, player, &number_of)
    }

    fn chosen(&self, key: &ChessKey, player: Player) -> Option<usize> {
        // If the colours are exchanged, Left plays Black in the ending, so Left's threshold is the ending's beta.
        let threshold = if (self.claimant == Player::Left) == key.exchanged { Threshold::Beta } else { Threshold::Alpha };
        let (white, black) = self.tablebase.choices(key.ending, key.class, threshold);
        Some(if colour(player, key.exchanged) == Colour::White { white } else { black }.into())
    }
}

/// The ending of a certificate about bidding chess with chips, and the cited endings.
pub(crate) struct ChipChess<'a> {
    pub(crate) games: &'a [(Certified, ChipTables)],
    pub(crate) claimant: Player,
    pub(crate) chips: u32,
}

impl ChipChess<'_> {
    fn ending(&self, number: usize) -> Result<&Ending, NoAnswer> {
        match self.games.get(number) {
            Some((Certified::Ending(ending), _)) => Ok(ending),
            _ => Err(NoAnswer::disagreement("not an ending of bidding chess")),
        }
    }

    /// Returns the tables of the claimant's thresholds in an ending.
    fn tables(&self, key: ChessKey) -> Result<&ChipTables, NoAnswer> {
        let requested = if key.exchanged { self.claimant.other() } else { self.claimant };
        let material = self.ending(key.ending)?.material();
        let is_of = |(game, tables): &&(Certified, ChipTables)| {
            matches!(game, Certified::Ending(ending) if ending.material() == material) && tables.rule.claimant == requested
        };
        let none = || NoAnswer::NotCovered(format!("the certificate says nothing about {material} with colours exchanged"));
        self.games.iter().find(is_of).map(|(_, tables)| tables).ok_or_else(none)
    }
}

impl Source for ChipChess<'_> {
    type Key = ChessKey;
    type Need = u32;

    fn claimant(&self) -> Player {
        self.claimant
    }

    fn position(&self, key: &ChessKey) -> String {
        self.ending(key.ending).map_or_else(|_| String::new(), |ending| chess_text(ending, *key))
    }

    fn need(&self, place: &Place<ChessKey>) -> Result<u32, NoAnswer> {
        match *place {
            Place::Position(key) => {
                let tables = self.tables(key)?;
                code(tables, tables.of(key.class as usize), self.chips)
            }
            Place::End(end) if end == self.claimant.wins() => Ok(0),
            Place::End(_) => Ok(self.games[self.games.len() - 1].1.rule.top(self.chips)),
        }
    }

    fn write(&self, &need: &u32) -> String {
        write_code(&self.games[self.games.len() - 1].1, self.chips, need)
    }

    fn options(&self, key: &ChessKey, player: Player) -> Result<Moves<ChessKey>, NoAnswer> {
        let of = |ending: &Ending| {
            self.games.iter().position(|(game, _)| matches!(game, Certified::Ending(known) if known.material() == ending.material()))
        };
        chess_options(self.ending(key.ending)?, *key, player, &of)
    }

    fn chosen(&self, key: &ChessKey, player: Player) -> Option<usize> {
        let tail = |place: &Place<ChessKey>| match *place {
            Place::Position(key) => self.tables(key).ok()?.of(key.class as usize).tail,
            Place::End(end) => Some(tail_at(&self.games[self.games.len() - 1].1, end)),
        };
        best_with_many(&self.options(key, player).ok()?, player == self.claimant, |place| self.need(place), tail)
    }
}
