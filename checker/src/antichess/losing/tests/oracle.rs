//! Computes the claim of an accepted certificate a second time.

use super::super::Claim;
use super::super::claimed::Claimed;
use super::emitter::{position, steps};
use super::{rules, verify};
use crate::antichess::rules::Antichess;
use crate::chess::game::Step;
use crate::chess::packed::PackedPosition;
use crate::core::cbor::Reader;
use crate::envelope;
use std::collections::{HashMap, HashSet};

/// The positions of a proof, each with the moves that the proof covers.
struct Graph<'t> {
    game: &'t Antichess,
    claim: &'t Claim,
    bits: Vec<bool>,
    read: usize,
    arcs: HashMap<PackedPosition, Vec<Step>>,
}

impl Graph<'_> {
    fn number(&mut self, count: usize) -> usize {
        // The number of bits needed to write `count - 1`.
        let width = (0..).find(|width| (count - 1) >> width == 0).unwrap();
        let number = self.bits[self.read..self.read + width].iter().fold(0, |number, bit| 2 * number + usize::from(*bit));
        self.read += width;
        number
    }

    fn grow(&mut self, packed: &PackedPosition) {
        if self.arcs.contains_key(packed) {
            return;
        }
        let mut arcs = match steps(self.game, packed) {
            Err(winner) => {
                assert_eq!(winner, Some(self.claim.winner));
                vec![]
            }
            Ok((to_move, steps)) if to_move == self.claim.winner => vec![steps[self.number(steps.len())]],
            Ok((_, steps)) => steps,
        };
        self.arcs.insert(*packed, arcs.clone());
        arcs.drain(..).for_each(|step| self.grow(&step.position));
    }

    /// Returns the length in plies of the longest path from a position. Panics if a path visits a position twice.
    fn longest(&self, packed: &PackedPosition, way: &mut HashSet<PackedPosition>, known: &mut HashMap<PackedPosition, u64>) -> u64 {
        if let Some(known) = known.get(packed) {
            return *known;
        }
        assert!(way.insert(*packed), "a cycle");
        let longest = self.arcs[packed].iter().map(|step| 1 + self.longest(&step.position, way, known)).max().unwrap_or(0);
        way.remove(packed);
        known.insert(*packed, longest);
        longest
    }

    fn greatest_clock(&self, root: PackedPosition) -> u64 {
        let mut all = HashSet::from([(root, u64::from(self.claim.clock))]);
        let mut waiting: Vec<_> = all.iter().copied().collect();
        while let Some((packed, clock)) = waiting.pop() {
            for step in &self.arcs[&packed] {
                let next = (step.position, if step.zeroing { 0 } else { clock + 1 });
                if all.insert(next) {
                    waiting.push(next);
                }
            }
        }
        all.into_iter().map(|(_, clock)| clock).max().unwrap()
    }
}

fn stream<'b>(bytes: &'b [u8], game: &Antichess) -> &'b [u8] {
    let mut reader = Reader::new(bytes);
    envelope::open(&mut reader, |_| Ok(())).unwrap();
    Claimed::read(&mut reader, game).unwrap();
    reader.array_of(0).unwrap();
    reader.array_of(1).unwrap();
    reader.byte_string().unwrap()
}

/// Returns whether a certificate is accepted. Panics if an accepted certificate makes an untrue claim.
pub(super) fn accepted(bytes: &[u8]) -> bool {
    verify(bytes).map(|verified| holds(verified.claim_as().unwrap(), bytes)).is_ok()
}

/// Checks everything that an accepted certificate claims.
fn holds(claim: &Claim, bytes: &[u8]) {
    let game = &rules(claim.stalemate);
    let root = position(game, &claim.root);
    let bits = stream(bytes, game).iter().flat_map(|byte| (0..8).map(move |bit| byte << bit & 0x80 != 0)).collect();
    let mut graph = Graph { game, claim, bits, read: 0, arcs: HashMap::new() };
    graph.grow(&root);
    let rest = &graph.bits[graph.read..];
    assert!(rest.len() < 8 && rest.iter().all(|bit| !bit));
    assert_eq!(u64::from(claim.positions), u64::try_from(graph.arcs.len()).unwrap());
    assert_eq!(claim.longest, graph.longest(&root, &mut HashSet::new(), &mut HashMap::new()));
    assert_eq!(claim.reversible, graph.greatest_clock(root));
}
