//! Solves games with discrete bidding: builds the graph, chooses the engine, and encodes the certificate.

use std::collections::HashMap;
use std::sync::Arc;

use dashu_int::UBig;

use super::bidding_chess;
use super::family::{self, Delivered, Delivery, Undelivered};
use super::unsolved::Unsolved;
use crate::certificate::{Certificate, Digest, emit};
use crate::control::Control;
use crate::engine::bidding::{self, richman};
use crate::engine::chips::{Boundary, ChipGraph, Error as EngineError, common, labels, ordered, rows};
use crate::games::Colour;
use crate::games::bidding_chess::graph::{Places, places};
use crate::games::bidding_chess::{Board, Destination, Ending, EndingError, Material, NoOptions, Numbering};
use crate::model::chips::{ChipTables, Range, Rule, Shared, ThresholdTable};
use crate::model::graph::GameGraph;
use crate::model::graph::Player;
use crate::model::name::GameName;
use crate::model::solution::Solution;
use crate::model::value::Rational;

/// Total numbers of chips for which thresholds are requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// All numbers from the first to the last, both included.
    Between(u32, u32),
    /// All numbers of chips.
    All,
}

/// The greatest number of chips that a [`Request::Between`] may contain.
pub const MAX_CHIPS: u32 = (1 << 28) - 1;

/// Reason why the thresholds of a game were not computed, or why its certificate was not written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The work was interrupted.
    #[error("interrupted")]
    Interrupted,
    /// The ending is not a valid game on this board.
    #[error(transparent)]
    Ending(EndingError),
    /// The values of real-valued bidding could not be computed.
    #[error("no policy was found whose real values verify, and they give the slopes of the tables")]
    Slopes,
    /// Thresholds were requested for more than this number of chips, which is the maximum.
    #[error("tables hold up to {0} chips")]
    Chips(u32),
    /// No common period of the thresholds was found up to this number of chips.
    #[error("no common period was found that begins and ends within {0} chips")]
    NoPeriod(u32),
    /// A forced win takes more than 65,534 stages.
    #[error("a label is greater than 65,534")]
    Label,
    /// A move in this ending leads to an ending with White and Black exchanged.
    #[error("{0}: an option leads to an ending with colours exchanged, which certificates of chips do not cover")]
    Exchanged(Material),
    /// The ending with this material was needed, but was not solved.
    #[error("depends on {0}, which was not solved")]
    SubEndingUnsolved(Material),
    /// The ending was solved, but its certificate was refused or not written.
    #[error(transparent)]
    Undelivered(#[from] Undelivered),
}

impl From<EngineError> for Error {
    fn from(failure: EngineError) -> Self {
        match failure {
            EngineError::Interrupted => Self::Interrupted,
            EngineError::Label => Self::Label,
            EngineError::Onset(chips) => Self::NoPeriod(chips),
        }
    }
}

impl From<NoOptions> for Error {
    fn from(failure: NoOptions) -> Self {
        match failure {
            NoOptions::Ending(error) => Self::Ending(error),
            NoOptions::Interrupted(_) => Self::Interrupted,
        }
    }
}

impl From<bidding::Error> for Error {
    fn from(failure: bidding::Error) -> Self {
        match failure {
            bidding::Error::Interrupted => Self::Interrupted,
            bidding::Error::NotFound => Self::Slopes,
        }
    }
}

/// Computes the thresholds of a game whose certificate cites no other certificate.
///
/// # Errors
/// [`Error`].
pub fn solve(graph: &GameGraph, rule: Rule, requested: Request, control: Control) -> Result<ChipTables, Error> {
    let view = ChipGraph::new(graph, rule.claimant);
    let ordered = view.is_ordered();
    match requested {
        Request::Between(_, last) if last > MAX_CHIPS => Err(Error::Chips(MAX_CHIPS)),
        // The engine `ordered` solves the game for all numbers of chips, including numbers that are too large for the
        // engine `rows`.
        Request::Between(first, last) if ordered && last > rows::MAX_CHIPS => {
            let all = ordered::solve(&view, rule, control)?;
            let value = |table: &ThresholdTable, k: u32| table.at(k).expect("sequences go on for ever");
            let each = (0..view.len()).map(|position| {
                let table = all.of(position);
                ThresholdTable { first, values: (first..=last).map(|k| value(table, k)).collect(), tail: None }
            });
            Ok(ChipTables { rule, range: Range::Between(first, last), tables: Shared::new(each), labels: None })
        }
        Request::Between(first, last) => between(&view, rule, (first, last), ordered, control),
        Request::All if ordered => {
            control.stage("tables", Some(view.len() as u64));
            Ok(ordered::solve(&view, rule, control)?)
        }
        Request::All => {
            control.stage("real-valued bidding", None);
            let solution = richman::solve(&graph.clone().option_graph(), control)?;
            Ok(common::solve(&view, rule, &shares(&solution, rule.claimant)?, control)?)
        }
    }
}

fn between(graph: &ChipGraph<'_>, rule: Rule, (first, last): (u32, u32), ordered: bool, control: Control) -> Result<ChipTables, Error> {
    if last > rows::MAX_CHIPS {
        return Err(Error::Chips(rows::MAX_CHIPS));
    }
    control.stage("sweeps for thresholds", None);
    let blocks = rows::solve(graph, rule, first, last, control)?;
    let stored = (last - first) as usize + 1;
    let labels = if ordered {
        None
    } else {
        control.stage("labels", None);
        let labelled = blocks.iter().map(|block| labels::labels(graph, rule, block, control)).collect::<Result<Vec<_>, _>>()?;
        Some(common::label_rows(graph.len(), rule, stored, &blocks.iter().zip(&labelled).collect::<Vec<_>>()))
    };
    let each = (0..graph.len()).map(|position| {
        let values = blocks.iter().flat_map(|block| block.rows[position][..block.lanes()].iter());
        ThresholdTable {
            first,
            values: values.map(|&value| u32::try_from(value).expect("thresholds are not negative")).collect(),
            tail: None,
        }
    });
    Ok(ChipTables { rule, range: Range::Between(first, last), tables: Shared::new(each), labels })
}

fn shares(solution: &Solution, claimant: Player) -> Result<Vec<common::Share>, Error> {
    let number = |n: &UBig| u64::try_from(n).ok().filter(|&n| n < 1 << 32).ok_or(Error::NoPeriod(rows::MAX_CHIPS));
    let share = |value: &Rational| Ok((number(value.numerator())?, number(value.denominator())?));
    (0..solution.len())
        .map(|position| match claimant {
            // Left wins by force if Right holds less than alpha.
            Player::Left => share(&solution.values[solution.rank_alpha[position] as usize].exchanged()),
            Player::Right => share(&solution.values[solution.rank_beta[position] as usize]),
        })
        .collect()
}

/// Computes the thresholds of a family of bidding-chess endings. The family must come from [`Ending::family`], which
/// lists each ending after those into which it can lead. Returns the tables in the order of the family.
///
/// # Errors
/// [`Error`] of the first ending that fails.
pub fn solve_family(family: &[Arc<Ending>], rule: Rule, requested: Request, control: Control) -> Result<Vec<Arc<ChipTables>>, Error> {
    one_by_one(family, rule, requested, control)?.map(|(_, outcome)| outcome).collect()
}

/// Result for one ending, with its certificate.
pub type Outcome = Result<Delivered<Arc<ChipTables>>, Error>;

/// Solves a family as [`solve_family`] does, and writes the certificate of each ending as soon as it is solved.
///
/// # Errors
/// Fails with an [`Error`] if the values of real-valued bidding cannot be computed. Only [`Request::All`] needs the
/// values of real-valued bidding.
pub fn solve_and_deliver(
    family: &[Arc<Ending>],
    rule: Rule,
    requested: Request,
    control: Control,
    delivery: Delivery,
) -> Result<Vec<Outcome>, Error> {
    let bytes = |ending: &Ending, citations: &[Digest], tables: &Arc<ChipTables>| bytes(ending, citations, tables);
    Ok(family::deliver(family, one_by_one(family, rule, requested, control)?, bytes, delivery))
}

/// Returns an iterator that solves one ending at a time. Each item consists of the index of an ending in the family,
/// and its result.
fn one_by_one<'a>(
    family: &'a [Arc<Ending>],
    rule: Rule,
    requested: Request,
    control: Control<'a>,
) -> Result<impl Iterator<Item = (usize, Result<Arc<ChipTables>, Error>)> + 'a, Error> {
    let shares: Option<Vec<Vec<common::Share>>> = match requested {
        Request::Between(..) => None,
        Request::All => {
            let solutions = bidding_chess::solve(family, control).map_err(|failure| match failure {
                bidding_chess::Error::Unsolved(Unsolved::Interrupted) => Error::Interrupted,
                bidding_chess::Error::Ending(error) => Error::Ending(error),
                _ => Error::Slopes,
            })?;
            Some(solutions.iter().map(|solution| shares(solution, rule.claimant)).collect::<Result<_, _>>()?)
        }
    };
    let mut solved: HashMap<&Material, Arc<ChipTables>> = HashMap::new();
    Ok(family.iter().enumerate().map(move |(number, ending)| {
        let shares = shares.as_ref().map(|shares| &shares[number][..]);
        let outcome = solve_one(ending, &solved, rule, (requested, shares), control).map(Arc::new);
        if let Ok(tables) = &outcome {
            solved.insert(ending.material(), Arc::clone(tables));
        }
        (number, outcome)
    }))
}

/// Solves one ending. `solved` has the tables of all endings into which the ending can lead. `shares` is needed only if
/// all numbers of chips are requested.
fn solve_one(
    ending: &Ending,
    solved: &HashMap<&Material, Arc<ChipTables>>,
    rule: Rule,
    (requested, shares): (Request, Option<&[common::Share]>),
    control: Control,
) -> Result<ChipTables, Error> {
    control.check().map_err(|_| Error::Interrupted)?;
    let mut subs: Vec<&ChipTables> = Vec::new();
    for sub in ending.sub_endings() {
        subs.push(solved.get(sub.material()).ok_or_else(|| Error::SubEndingUnsolved(sub.material().clone()))?);
    }
    let name = ending.material().to_string();
    let control = control.for_part(&name);
    control.stage("generating moves", None);
    let Places { white, black, outside } = places(ending, control)?;
    if outside.iter().any(|destination| matches!(destination, Destination::Sub { exchanged: true, .. })) {
        return Err(Error::Exchanged(ending.material().clone()));
    }
    let won = if rule.claimant == Player::Left { Colour::White } else { Colour::Black };
    let boundary = outside.iter().map(|destination| match *destination {
        Destination::Won(colour) if colour == won => Boundary::Won,
        Destination::Won(_) => Boundary::NotWon,
        Destination::Sub { ending, class, .. } => Boundary::Known(subs[ending].of(class as usize)),
        Destination::Same(_) => unreachable!("the boundary is outside"),
    });
    let (own, other) = if rule.claimant == Player::Left { (&white, &black) } else { (&black, &white) };
    let graph = ChipGraph { own, other, boundary: boundary.collect() };
    let tables = match (requested, shares) {
        (Request::Between(first, last), _) => between(&graph, rule, (first, last), false, control)?,
        (Request::All, Some(shares)) => common::solve(&graph, rule, shares, control)?,
        (Request::All, None) => unreachable!("shares were computed above"),
    };
    control.done();
    Ok(tables)
}

/// Encodes the certificate of a game. The certificate cites no other certificate.
#[must_use]
pub fn certify(game: &GameName, tables: &ChipTables) -> Certificate {
    let bytes = emit::chips::emit(game, &[], tables);
    Certificate::new(bytes)
}

/// Estimates the memory, in bytes, of a graph with at most `positions` positions and `options` moves. The estimate is
/// the same for every engine.
#[must_use]
pub fn estimate_graph(positions: u64, options: u64) -> u64 {
    // Bytes per position for the numbering while it grows, and for the option lists during their concatenation.
    const POSITION: u64 = 60;
    const OPTION: u64 = 8;
    (20 << 20) + positions.saturating_mul(POSITION).saturating_add(options.saturating_mul(OPTION))
}

/// Estimates an upper bound, in bytes, of the memory for solving a game with this graph and for writing and verifying
/// its certificate. The graph itself is not included.
#[must_use]
pub fn estimate_tables(graph: &GameGraph, requested: Request) -> u64 {
    let positions = graph.len() as u64;
    match requested {
        // Positions share sequences, so each position needs only a number. The number is stored here, in the
        // certificate, and in each copy of the certificate. The checker also numbers the positions.
        Request::All if graph.is_ordered() => positions.saturating_mul(100) + (256 << 20),
        _ => positions.saturating_mul(100 + chip_bytes(requested)),
    }
}

/// Returns the number of bytes that each position needs.
fn chip_bytes(requested: Request) -> u64 {
    // For a threshold and two labels, in the tables and in the certificate.
    const CHIP: u64 = 12;
    match requested {
        Request::Between(first, last) => u64::from(last - first + 1).next_multiple_of(rows::WIDTH as u64) * CHIP,
        // The length of the period is unknown in advance, but most periods are far shorter than 512.
        Request::All => 512 * CHIP,
    }
}

/// Estimates an upper bound, in bytes, of the memory for solving an ending and all endings into which it can lead.
#[must_use]
pub fn estimate_family_memory(board: Board, material: &Material, requested: Request) -> u64 {
    let classes: u64 = Material::closure(std::slice::from_ref(material)).iter().map(|part| Numbering::estimate(board, part).0).sum();
    bidding_chess::estimate_memory(board, std::slice::from_ref(material)).saturating_add(classes.saturating_mul(chip_bytes(requested)))
}

/// Encodes the certificates of solved endings, in the order of the family. Each certificate cites only earlier
/// certificates.
///
/// # Panics
/// Panics if the number of tables differs from the number of endings.
#[must_use]
pub fn certify_family(family: &[Arc<Ending>], tables: &[Arc<ChipTables>]) -> Vec<Certificate> {
    family::certificates(family, tables, bytes)
}

/// Encodes the certificate of an ending.
fn bytes(ending: &Ending, citations: &[Digest], tables: &ChipTables) -> Vec<u8> {
    emit::chips::emit(&ending.name(), citations, tables)
}
