//! Proves wins with the help of other certificates. A small search finds moves that lead to positions proved by other
//! certificates.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::certificate::emit::losing::{LinkedClaim, Root, emit_linked};
use crate::certificate::losing_proof::{Bounds, Wins};
use crate::certificate::{Certificate, Digest};
use crate::control::{Control, Interrupted};
use crate::games::Colour;
use crate::games::losing_chess::text::Setup;
use crate::games::losing_chess::winner::ForSide;
use crate::games::losing_chess::{Move, Position};
use crate::model::two_player::TwoPlayerGame as _;

/// The search looks at the stop signal after this number of positions.
const CHECKED: u64 = 1 << 10;

/// The wins to prove.
#[derive(Clone, Debug)]
pub struct Question {
    /// Rule set and winner.
    pub game: ForSide,
    /// The positions from which the winner is to win.
    pub positions: Vec<Setup>,
    /// Maximum number of plies until play reaches a proved position.
    pub plies: u32,
}

/// A proof that cites other certificates.
#[derive(Clone, Debug)]
pub struct Linked {
    /// The positions from which the winner wins.
    pub roots: Vec<Root>,
    /// Number of positions in the proof, without those that cited certificates prove.
    pub positions: u32,
    /// Bound on the number of consecutive plies without a capture or pawn move.
    pub reversible: u32,
    /// Indices of the cited certificates, in the order of citation.
    pub cited: Vec<usize>,
    /// The certificate, which the checker has not verified yet.
    pub certificate: Certificate,
}

/// A line of play for which no proof was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The position at which the line starts. The line starts at one of the positions to be proved.
    pub root: Position,
    /// Moves of the line. The line has at most one move.
    pub line: Vec<Move>,
}

/// Proves wins by citing the certificates in `known`. The wins in `known` must have the rule set and the winner of
/// `question`. If some wins were not proved, the inner result is an error that lists the lines of play without a proof.
///
/// # Errors
/// Fails if the work is interrupted.
pub fn link(question: &Question, known: &[Wins], control: Control) -> Result<Result<Linked, Vec<Missing>>, Interrupted> {
    let mut search = Search::new(question.game, known, control);
    let mut missing = Vec::new();
    for setup in &question.positions {
        if !search.prove_within(setup.position, question.plies)? {
            missing.extend(search.missing_after(setup.position, question.plies)?);
        }
    }
    if !missing.is_empty() {
        return Ok(Err(missing));
    }
    Ok(Ok(write(question, known, &search)))
}

/// Returns the indices of the certificates in the order of citation (ascending order of the digests).
fn in_order(known: &[Wins]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..known.len()).collect();
    order.sort_by_key(|&number| known[number].digest);
    order
}

/// A search for moves that lead to the roots of other certificates.
struct Search<'a> {
    game: ForSide,
    /// Roots of other certificates, each with the index of the first certificate that proves this root.
    cited: FxHashMap<Position, (usize, Bounds)>,
    /// Positions proved by this search. The number is the index of the winner's move.
    proved: FxHashMap<Position, u16>,
    /// Unproved positions, each with the depth of the search in plies.
    failed: FxHashMap<Position, u32>,
    /// Positions on the current path.
    path: FxHashSet<Position>,
    control: Control<'a>,
    visited: u64,
}

impl<'a> Search<'a> {
    fn new(game: ForSide, known: &[Wins], control: Control<'a>) -> Self {
        let mut cited = FxHashMap::default();
        for number in in_order(known) {
            for (root, bounds) in &known[number].roots {
                cited.entry(*root).or_insert((number, *bounds));
            }
        }
        let (proved, failed, path) = (FxHashMap::default(), FxHashMap::default(), FxHashSet::default());
        Self { game, cited, proved, failed, path, control, visited: 0 }
    }

    /// Returns whether the position can be proved within `most` plies. Tries small numbers of plies first.
    fn prove_within(&mut self, position: Position, most: u32) -> Result<bool, Interrupted> {
        for plies in 0..=most {
            if self.prove(position, plies)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn is_known(&self, position: &Position) -> bool {
        self.cited.contains_key(position) || self.proved.contains_key(position)
    }

    fn prove(&mut self, position: Position, plies: u32) -> Result<bool, Interrupted> {
        if self.is_known(&position) {
            return Ok(true);
        }
        self.visited += 1;
        if self.visited.is_multiple_of(CHECKED) {
            self.control.check()?;
        }
        let after = successors(&self.game, &position);
        if after.is_empty() {
            let won = self.game.stalemate.winner(&position) == Some(self.game.winner);
            if won {
                self.proved.insert(position, 0);
            }
            return Ok(won);
        }
        if plies == 0 || self.failed.get(&position).is_some_and(|failed| *failed >= plies) || !self.path.insert(position) {
            return Ok(false);
        }
        let chosen = self.choose(&position, &after, plies - 1);
        self.path.remove(&position);
        match chosen? {
            Some(choice) => _ = self.proved.insert(position, choice),
            None => _ = self.failed.insert(position, plies),
        }
        Ok(self.proved.contains_key(&position))
    }

    /// If the winner is to move, returns the index of a proving move. If the other side is to move, returns 0 if all
    /// replies are proved. Returns `None` if there is no proof.
    fn choose(&mut self, position: &Position, after: &[(Move, Position)], plies: u32) -> Result<Option<u16>, Interrupted> {
        if !self.game.winners_turn(position) {
            for (_, next) in after {
                if !self.prove(*next, plies)? {
                    return Ok(None);
                }
            }
            return Ok(Some(0));
        }
        let known = after.iter().position(|(_, next)| self.is_known(next));
        for index in known.into_iter().chain(0..after.len()) {
            if self.prove(after[index].1, plies)? {
                return Ok(Some(u16::try_from(index).expect("fewer than 2^16 legal moves")));
            }
        }
        Ok(None)
    }

    fn missing_after(&mut self, root: Position, plies: u32) -> Result<Vec<Missing>, Interrupted> {
        if self.game.winners_turn(&root) {
            return Ok(vec![Missing { root, line: vec![] }]);
        }
        let mut missing = Vec::new();
        for (played, next) in successors(&self.game, &root) {
            if !self.prove_within(next, plies.saturating_sub(1))? {
                missing.push(Missing { root, line: vec![played] });
            }
        }
        // The replies can be proved one by one, but not without a repetition.
        if missing.is_empty() {
            missing.push(Missing { root, line: vec![] });
        }
        Ok(missing)
    }
}

/// Returns the legal moves in move order, each with the position after it.
fn successors(game: &ForSide, position: &Position) -> Vec<(Move, Position)> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves.into_iter().map(|played| (played, game.after(position, played))).collect()
}

struct Writer<'a> {
    search: &'a Search<'a>,
    done: FxHashMap<Position, Bounds>,
    choices: Vec<(u16, u16)>,
    used: Vec<bool>,
    greatest_run: u32,
}

impl Writer<'_> {
    fn write(&mut self, position: &Position) -> Bounds {
        let search = self.search;
        if let Some(&(file, bounds)) = search.cited.get(position) {
            self.used[file] = true;
            return bounds;
        }
        if let Some(bounds) = self.done.get(position) {
            return *bounds;
        }
        let mut after = successors(&search.game, position);
        if !after.is_empty() && search.game.winners_turn(position) {
            let choice = search.proved[position];
            if after.len() > 1 {
                self.choices.push((choice, u16::try_from(after.len()).expect("fewer than 2^16 legal moves")));
            }
            after = vec![after[usize::from(choice)]];
        }
        let mut bounds = Bounds::default();
        for (played, next) in after {
            let below = self.write(&next);
            bounds.longest = bounds.longest.max(below.longest.saturating_add(1));
            if !search.game.is_irreversible(position, played) {
                bounds.run = bounds.run.max(below.run.saturating_add(1));
            }
        }
        self.greatest_run = self.greatest_run.max(bounds.run);
        self.done.insert(*position, bounds);
        bounds
    }
}

/// Encodes the certificate of the wins that the search has proved.
fn write(question: &Question, known: &[Wins], search: &Search) -> Linked {
    let mut sorted: Vec<(String, Setup)> = question.positions.iter().map(|setup| (setup.position.to_string(), *setup)).collect();
    sorted.sort_by(|one, other| one.0.cmp(&other.0));
    sorted.dedup_by(|one, other| one.0 == other.0);
    let (done, choices, used) = (FxHashMap::default(), Vec::new(), vec![false; known.len()]);
    let mut writer = Writer { search, done, choices, used, greatest_run: 0 };
    let mut reversible = 0;
    let mut roots = Vec::new();
    for (position, setup) in sorted {
        let Bounds { longest, run } = writer.write(&setup.position);
        reversible = reversible.max(setup.clock + run);
        roots.push(Root { position, clock: setup.clock, longest, run });
    }
    let cited: Vec<usize> = in_order(known).into_iter().filter(|&number| writer.used[number]).collect();
    let of_cited = cited.iter().map(|&number| known[number].reversible).max().unwrap_or(0);
    let reversible = reversible.max(writer.greatest_run).max(of_cited);
    let positions = u32::try_from(writer.done.len()).expect("a small search");
    let winner = u32::from(question.game.winner == Colour::Black);
    let claim = LinkedClaim { roots: &roots, winner, positions, reversible, choices: &writer.choices };
    let digests: Vec<Digest> = cited.iter().map(|&number| known[number].digest).collect();
    let certificate = Certificate::new(emit_linked(&question.game.stalemate.name(), &claim, &digests));
    Linked { roots, positions, reversible, cited, certificate }
}
