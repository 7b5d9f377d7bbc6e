//! Tests of the kind `losing`, version 2.

mod clauses;
mod parts;

use crate::core::game::Colour;
use crate::session::{NotFetched, Source};
use crate::testing::{A, B, Item, T, Tag, U};
use crate::{Digest, Refusal, Verified, digest};
use std::collections::HashMap;
use std::sync::Arc;

/// The rook has 14 moves, in the order a1, c1 to h1, b2 to b8. White wins by moving the rook to b2 (index 7), where it
/// is captured.
const ROOK: &str = "8/8/8/8/8/k7/8/1R6 w - -";
/// The position after the rook's move.
const OFFERED: &str = "8/8/8/8/8/k7/1R6/8 b - -";

/// Certificates that can be cited, by digest, and the number of requests for them.
#[derive(Default)]
struct Shelf(HashMap<Digest, Arc<Vec<u8>>>, usize);

impl Shelf {
    /// Adds a certificate and returns its digest.
    fn put(&mut self, item: &Item) -> Digest {
        let bytes = item.bytes();
        let key = digest(&bytes);
        self.0.insert(key, Arc::new(bytes));
        key
    }

    fn verify(&mut self, item: &Item) -> Result<Arc<Verified>, Refusal> {
        crate::verify(&item.bytes(), self)
    }
}

impl Source for Shelf {
    fn fetch(&mut self, expected: &Digest, _: u64) -> Result<Arc<Vec<u8>>, NotFetched> {
        self.1 += 1;
        self.0.get(expected).cloned().ok_or_else(|| NotFetched::Missing("on the shelf".to_owned()))
    }
}

/// Builds a root of a claim from its position and its numbers `clock`, `longest` and `run`.
fn root(position: &str, [clock, longest, run]: [u64; 3]) -> Item {
    let position: &'static str = Box::leak(position.to_owned().into_boxed_str());
    A(vec![T(position), U(clock), U(longest), U(run)])
}

fn certificate(roots: Vec<Item>, winner: Colour, [positions, reversible]: [u64; 2], cited: &[Digest], stream: &[u8]) -> Item {
    let winner = if winner == Colour::White { 0 } else { 1 };
    let game = A(vec![T("losing-chess"), U(1), A(vec![T("joint")])]);
    let claim = A(vec![A(roots), U(winner), U(positions), U(reversible)]);
    let mut cited = cited.to_vec();
    cited.sort_unstable();
    let citations = A(cited.iter().map(|digest| B(digest.to_vec())).collect());
    let items = vec![T("gamecert"), U(1), A(vec![T("losing"), U(2)]), game, claim, citations, A(vec![B(stream.to_vec())])];
    Tag(55799, Box::new(A(items)))
}

fn offered() -> Item {
    certificate(vec![root(OFFERED, [0, 1, 0])], Colour::White, [2, 0], &[], &[])
}

/// Builds a proof that consists of a single move by White. The cited certificate proves the win after this move.
fn rook(cited: &[Digest]) -> Item {
    certificate(vec![root(ROOK, [0, 2, 1])], Colour::White, [1, 1], cited, &[0x70])
}
