//! Tests proofs that consist of several certificates. In one test, play goes back and forth between two certificates.

use super::{Shelf, certificate, root};
use crate::Colour::{self, White};
use crate::Digest;
use crate::antichess::linked::Claim;
use crate::antichess::losing::tests::emitter::{Search, position, steps, write_linked};
use crate::antichess::losing::tests::rules;
use crate::antichess::rules::Antichess;
use crate::chess::game::{Step, TwoPlayerGame};
use crate::chess::packed::PackedPosition;

const MOST: usize = 12;

/// The digest of a certificate, and the roots of the certificate.
type Part = (Digest, Vec<(PackedPosition, [u64; 2])>);

/// Certifies wins from `roots`.
fn part(
    shelf: &mut Shelf,
    game: &Antichess,
    winner: Colour,
    cited: &[Part],
    roots: &[PackedPosition],
    wanders: &[(PackedPosition, PackedPosition)],
) -> Part {
    let mut search = Search::new(game, winner);
    let mut choose = |packed: &PackedPosition, steps: &[Step]| {
        let wander = wanders.iter().find(|(from, _)| from == packed).and_then(|(_, to)| steps.iter().position(|step| step.position == *to));
        wander.unwrap_or_else(|| {
            let within = search.distance(packed, MOST).unwrap();
            search.best(steps, within)
        })
    };
    let mut roots = roots.to_vec();
    roots.sort_by_key(|root| game.text(root));
    let known: Vec<_> = cited.iter().flat_map(|(_, roots)| roots.clone()).collect();
    let (written, values) = write_linked(game, winner, &known, &roots, &mut choose);
    let claimed = roots.iter().zip(&values).map(|(position, [len, rev])| root(&game.text(position), [0, *len, *rev])).collect();
    let reversible = known.iter().map(|(_, [_, rev])| *rev).chain(values.iter().map(|[_, rev]| *rev)).max().unwrap();
    let digests: Vec<Digest> = cited.iter().map(|(digest, _)| *digest).collect();
    let item = certificate(claimed, winner, [written.positions(), reversible.max(written.greatest_rev)], &digests, &written.bytes());
    shelf.verify(&item).unwrap();
    (shelf.put(&item), roots.into_iter().zip(values).collect())
}

/// Returns the position after the move to `to`, which must be among the legal moves.
fn after(game: &Antichess, from: &PackedPosition, to: &str) -> PackedPosition {
    let searched = position(game, to);
    steps(game, from).unwrap().1.iter().map(|step| step.position).find(|found| *found == searched).unwrap()
}

/// Builds the two certificates of the example in `spec/soundness/losing.md`.
#[test]
fn a_position_comes_once_in_each_of_two_certificates() {
    let game = &rules("joint");
    let mut shelf = Shelf::default();
    let [near, far] = ["1k6/8/4Q3/8/8/8/8/8 w - -", "k7/8/8/8/8/8/4Q3/8 w - -"].map(|text| position(game, text));
    // The first certificate goes from `far` to `near`, the second from `near` to `far`, where it cites the first.
    let back = after(game, &far, "k7/8/4Q3/8/8/8/8/8 b - -");
    let forth = after(game, &near, "1k6/8/8/8/8/8/4Q3/8 b - -");
    assert!(steps(game, &back).unwrap().1.iter().any(|step| step.position == near));
    assert!(steps(game, &forth).unwrap().1.iter().any(|step| step.position == far));
    let first = part(&mut shelf, game, White, &[], &[far], &[(far, back)]);
    let second = part(&mut shelf, game, White, std::slice::from_ref(&first), &[near], &[(near, forth)]);
    // The second certificate leads from `near` to `far`, the first from there to `near` again.
    let longest = [first.1[0].1[0], second.1[0].1[0]];
    assert_eq!(longest, [4, 8]);
}

#[test]
fn parts_claim_what_the_whole_claims() {
    let roots = ["8/8/8/8/8/k7/8/1R6 w - -", "1k6/8/4Q3/8/8/8/8/8 w - -", "7k/8/1R6/4R3/8/8/8/8 w - -", "8/8/8/8/3N4/7k/2Q5/8 w - -"];
    let game = &rules("joint");
    for text in roots {
        let whole = position(game, text);
        let mut shelf = Shelf::default();
        let alone = part(&mut shelf, game, White, &[], &[whole], &[]);
        // A certificate for each position two plies after the root.
        let mut search = Search::new(game, White);
        let within = search.distance(&whole, MOST).unwrap();
        let replies = steps(game, &whole).unwrap().1;
        let chosen = replies[search.best(&replies, within)].position;
        let later: Vec<PackedPosition> = steps(game, &chosen).map_or(vec![], |(_, steps)| steps.iter().map(|step| step.position).collect());
        let parts: Vec<_> = later.iter().map(|position| part(&mut shelf, game, White, &[], &[*position], &[])).collect();
        let together = part(&mut shelf, game, White, &parts, &[whole], &[]);
        assert_eq!(together.1[0].1, alone.1[0].1, "{text}");
        let claim = shelf.0.get(&together.0).cloned().unwrap();
        let verified = crate::verify(&claim, &mut shelf).unwrap();
        let claim: &Claim = verified.claim_as().unwrap();
        assert_eq!((claim.positions, claim.cited), (2, parts.len() as u64), "{text}");
    }
}
