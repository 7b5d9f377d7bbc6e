//! Builds proofs and certificates for tests. A plain search finds the winning moves, and a bit stream encodes these
//! moves.

use super::rules;
use crate::antichess::rules::Antichess;
use crate::chess::game::{Status, Step, TwoPlayerGame};
use crate::chess::packed::{Move, PackedPosition};
use crate::core::game::Colour;
use crate::core::refusal::Place;
use crate::testing::{A, B, Item, T, Tag, U};
use std::collections::HashMap;

pub(in crate::antichess) fn position(game: &Antichess, text: &str) -> PackedPosition {
    game.read(text, &Place::Byte(0)).unwrap()
}

/// Returns the side to move and, in move order, the result of each legal move. If play is over, returns the outcome
/// instead.
pub(in crate::antichess) fn steps(game: &Antichess, packed: &PackedPosition) -> Result<(Colour, Vec<Step>), Option<Colour>> {
    let mut moves: Vec<Move> = vec![];
    match game.play(packed, &mut moves) {
        Status::Goes(to_move) => Ok((to_move, moves.iter().map(|played| game.make(packed, *played)).collect())),
        Status::Over(winner) => Err(winner),
    }
}

/// A search for forced wins of one side.
pub(in crate::antichess) struct Search<'g> {
    game: &'g Antichess,
    winner: Colour,
    known: HashMap<PackedPosition, (Option<usize>, Option<usize>)>,
}

impl<'g> Search<'g> {
    pub(in crate::antichess) fn new(game: &'g Antichess, winner: Colour) -> Self {
        Self { game, winner, known: HashMap::new() }
    }

    /// Returns whether the side wins in at most `within` plies.
    fn wins(&mut self, packed: &PackedPosition, within: usize) -> bool {
        match self.known.get(packed) {
            Some((Some(yes), _)) if *yes <= within => return true,
            Some((_, Some(no))) if *no >= within => return false,
            _ => {}
        }
        let wins = match steps(self.game, packed) {
            Err(winner) => winner == Some(self.winner),
            Ok(_) if within == 0 => false,
            Ok((to_move, steps)) if to_move == self.winner => steps.iter().any(|step| self.wins(&step.position, within - 1)),
            Ok((_, steps)) => steps.iter().all(|step| self.wins(&step.position, within - 1)),
        };
        let known = self.known.entry(*packed).or_default();
        if wins {
            known.0 = Some(within);
        } else {
            known.1 = Some(known.1.unwrap_or(0).max(within));
        }
        wins
    }

    /// Returns the least number of plies in which the side wins, or `None` if that number exceeds `most`.
    pub(in crate::antichess) fn distance(&mut self, packed: &PackedPosition, most: usize) -> Option<usize> {
        (0..=most).find(|within| self.wins(packed, *within))
    }

    /// Returns the index of the move with which the side wins soonest.
    pub(in crate::antichess) fn best(&mut self, steps: &[Step], within: usize) -> usize {
        (0..within).find_map(|within| steps.iter().position(|step| self.wins(&step.position, within))).unwrap()
    }
}

#[derive(Clone, Debug, Default)]
pub(in crate::antichess) struct Written {
    pub(in crate::antichess) bits: Vec<bool>,
    values: HashMap<PackedPosition, [u64; 2]>,
    pub(in crate::antichess) greatest_rev: u64,
    pub(super) longest: u64,
    pub(super) root_rev: u64,
}

impl Written {
    pub(in crate::antichess) fn positions(&self) -> u64 {
        u64::try_from(self.values.len()).unwrap()
    }

    pub(in crate::antichess) fn bytes(&self) -> Vec<u8> {
        bytes(&self.bits)
    }

    /// Appends `number` in binary, with just enough bits for all numbers less than `count`.
    fn push(&mut self, number: usize, count: usize) {
        let width = usize::BITS - (count - 1).leading_zeros();
        self.bits.extend((0..width).rev().map(|bit| number >> bit & 1 == 1));
    }

    /// Encodes the proof of a position. `choose` picks the winner's moves.
    fn write(
        &mut self,
        game: &Antichess,
        winner: Colour,
        packed: &PackedPosition,
        choose: &mut dyn FnMut(&PackedPosition, &[Step]) -> usize,
    ) -> [u64; 2] {
        if let Some(known) = self.values.get(packed) {
            return *known;
        }
        let mut value = [0, 0];
        if let Ok((to_move, mut steps)) = steps(game, packed) {
            if to_move == winner {
                let number = choose(packed, &steps);
                self.push(number, steps.len());
                steps = vec![steps[number]];
            }
            for step in steps {
                let [len, rev] = self.write(game, winner, &step.position, choose);
                value = [value[0].max(len + 1), value[1].max(if step.zeroing { 0 } else { rev + 1 })];
            }
        }
        self.greatest_rev = self.greatest_rev.max(value[1]);
        self.values.insert(*packed, value);
        value
    }
}

/// Packs bits into bytes, the most significant bit first, and pads the last byte with zeros.
pub(in crate::antichess) fn bytes(bits: &[bool]) -> Vec<u8> {
    bits.chunks(8).map(|chunk| (0..8).fold(0, |byte, bit| byte << 1 | u8::from(chunk.get(bit) == Some(&true)))).collect()
}

/// Encodes a proof in which the winner wins as soon as possible.
pub(super) fn prove(variant: &'static str, root: &str, winner: Colour, most: usize) -> Option<Written> {
    let game = &rules(variant);
    let root = position(game, root);
    let mut search = Search::new(game, winner);
    search.distance(&root, most)?;
    let mut choose = |packed: &PackedPosition, steps: &[Step]| {
        let within = search.distance(packed, most).unwrap();
        search.best(steps, within)
    };
    Some(write(game, winner, &root, &mut choose))
}

/// Encodes the proof for the root position `root`. `choose` picks the winner's moves.
pub(super) fn write(
    game: &Antichess,
    winner: Colour,
    root: &PackedPosition,
    choose: &mut dyn FnMut(&PackedPosition, &[Step]) -> usize,
) -> Written {
    let mut written = Written::default();
    let [longest, root_rev] = written.write(game, winner, root, choose);
    Written { longest, root_rev, ..written }
}

/// Encodes the proofs for several root positions. Returns the encoded proof, and for each root the numbers `len` and
/// `rev`.
pub(in crate::antichess) fn write_linked(
    game: &Antichess,
    winner: Colour,
    cited: &[(PackedPosition, [u64; 2])],
    roots: &[PackedPosition],
    choose: &mut dyn FnMut(&PackedPosition, &[Step]) -> usize,
) -> (Written, Vec<[u64; 2]>) {
    let mut written = Written::default();
    written.values.extend(cited.iter().copied());
    let values = roots.iter().map(|root| written.write(game, winner, root, choose)).collect();
    for (position, _) in cited {
        written.values.remove(position);
    }
    (written, values)
}

/// Builds a certificate from the items of the claim and from the stream.
pub(in crate::antichess) fn certificate(
    variant: &'static str,
    root: &str,
    clock: u64,
    winner: Colour,
    numbers: [u64; 3],
    stream: Vec<u8>,
) -> Item {
    let [positions, longest, reversible] = numbers;
    let root: &'static str = Box::leak(root.to_owned().into_boxed_str());
    let winner = if winner == Colour::White { 0 } else { 1 };
    let game = A(vec![T("losing-chess"), U(1), A(vec![T(variant)])]);
    let claim = A(vec![T(root), U(clock), U(winner), U(positions), U(longest), U(reversible)]);
    Tag(55799, Box::new(A(vec![T("gamecert"), U(1), A(vec![T("losing"), U(1)]), game, claim, A(vec![]), A(vec![B(stream)])])))
}

pub(super) fn certify(variant: &'static str, root: &str, clock: u64, winner: Colour, proof: &Written) -> Item {
    let reversible = proof.greatest_rev.max(clock + proof.root_rev);
    certificate(variant, root, clock, winner, [proof.positions(), proof.longest, reversible], proof.bytes())
}
