//! Builds closed sets and certificates for tests. A plain analysis of all positions that play can reach finds the
//! outcomes.

use super::super::Defence;
use crate::antichess::rules::{self, Antichess};
use crate::chess::game::{Status, TwoPlayerGame};
use crate::chess::packed::PackedPosition;
use crate::core::cbor::Reader;
use crate::core::game::Colour;
use crate::core::refusal::Place;
use crate::testing::{A, B, Item, T, Tag, U, column};
use std::collections::{HashMap, HashSet};

/// Returns the game under this stalemate rule.
pub(super) fn rules(variant: &'static str) -> Antichess {
    rules::parameters(&mut Reader::new(&A(vec![T(variant)]).bytes())).unwrap()
}

type Node = Result<(Colour, Vec<usize>), Option<Colour>>;

/// All positions that play can reach from some roots. For each position, the side to move is stored, or the winner if
/// play is over.
pub(super) struct Reachable {
    pub(super) positions: Vec<PackedPosition>,
    numbers: HashMap<PackedPosition, usize>,
    pub(super) nodes: Vec<Node>,
}

impl Reachable {
    /// Lists all positions that play can reach from the roots, the roots first.
    pub(super) fn new(game: &Antichess, roots: &[&str]) -> Self {
        let mut all = Self { positions: vec![], numbers: HashMap::new(), nodes: vec![] };
        for root in roots {
            all.number(&game.read(root, &Place::Byte(0)).unwrap());
        }
        let mut moves = vec![];
        while let Some(&position) = all.positions.get(all.nodes.len()) {
            let node = match game.play(&position, &mut moves) {
                Status::Over(winner) => Err(winner),
                Status::Goes(to_move) => {
                    let next = moves.iter().map(|played| game.make(&position, *played).position);
                    Ok((to_move, next.map(|position| all.number(&position)).collect()))
                }
            };
            all.nodes.push(node);
        }
        all
    }

    fn number(&mut self, position: &PackedPosition) -> usize {
        *self.numbers.entry(*position).or_insert_with(|| {
            self.positions.push(*position);
            self.positions.len() - 1
        })
    }

    /// Returns for each position whether the side can force a win. Repeats a pass over all positions until nothing
    /// changes.
    pub(super) fn wins(&self, side: Colour) -> Vec<bool> {
        let mut wins = vec![false; self.nodes.len()];
        loop {
            let before = wins.clone();
            for (number, node) in self.nodes.iter().enumerate() {
                wins[number] = match node {
                    Err(winner) => *winner == Some(side),
                    Ok((to_move, next)) if *to_move == side => next.iter().any(|next| wins[*next]),
                    Ok((_, next)) => next.iter().all(|next| wins[*next]),
                };
            }
            if wins == before {
                return wins;
            }
        }
    }

    /// Returns how many positions the closed set of a side has, and the stream of bytes that encodes this set. A closed
    /// set is a set of positions that play cannot leave and in which the side has not lost.
    pub(super) fn closed_set(&self, roots: usize, side: Colour, defence: Defence) -> (u64, Vec<u8>) {
        let lost = self.wins(side.other());
        let mut list: Vec<usize> = (0..roots).collect();
        let mut listed: HashSet<usize> = list.iter().copied().collect();
        let (mut bits, mut at) = (vec![], 0);
        while let Some(&number) = list.get(at) {
            at += 1;
            let Ok((to_move, next)) = &self.nodes[number] else { continue };
            let followed = if defence == Defence::ByForce && *to_move == side {
                let place = next.iter().position(|next| !lost[*next]).unwrap_or(0);
                let width = usize::BITS - (next.len() - 1).leading_zeros();
                bits.extend((0..width).rev().map(|bit| place >> bit & 1 == 1));
                &next[place..=place]
            } else {
                next
            };
            for next in followed {
                if listed.insert(*next) {
                    list.push(*next);
                }
            }
        }
        let byte = |chunk: &[bool]| (0..8).fold(0, |byte, bit| byte << 1 | u8::from(chunk.get(bit) == Some(&true)));
        (u64::try_from(list.len()).unwrap(), bits.chunks(8).map(byte).collect())
    }
}

/// Builds a certificate from the items of its claim and its streams.
pub(super) fn certificate(
    variant: &'static str,
    roots: &[&'static str],
    sides: &[u64],
    defence: u64,
    positions: &[u64],
    streams: &[Vec<u8>],
) -> Item {
    let game = A(vec![T("losing-chess"), U(1), A(vec![T(variant)])]);
    let roots = A(roots.iter().map(|root| T(root)).collect());
    let claim = A(vec![roots, column(sides), U(defence), column(positions)]);
    let evidence = A(streams.iter().cloned().map(B).collect());
    Tag(55799, Box::new(A(vec![T("gamecert"), U(1), A(vec![T("safe"), U(1)]), game, claim, A(vec![]), evidence])))
}

/// Builds the certificate that claims that these sides are safe. The certificate is genuine if the sides are safe.
pub(super) fn certify(variant: &'static str, roots: &[&'static str], sides: &[Colour], defence: Defence) -> Item {
    let all = Reachable::new(&rules(variant), roots);
    let sets: Vec<_> = sides.iter().map(|side| all.closed_set(roots.len(), *side, defence)).collect();
    let (positions, streams): (Vec<u64>, Vec<Vec<u8>>) = sets.into_iter().unzip();
    let sides: Vec<u64> = sides.iter().map(|side| u64::from(*side == Colour::Black)).collect();
    certificate(variant, roots, &sides, u64::from(defence == Defence::Always), &positions, &streams)
}
