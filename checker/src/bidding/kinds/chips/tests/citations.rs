//! Tests certificates that cite other certificates. The certificates are about endings on a 2x2 board in which the
//! first move captures the king. So every threshold is k + 1 if there are k chips in all.

use super::super::functions::citation_claim;
use crate::bidding::game::{Choice, CitedGame};
use crate::bidding::kinds::discrete::Rule;
use crate::chips::{Range, Table, TieBreak};
use crate::core::game::Colour::White;
use crate::core::game::Description;
use crate::core::refusal::Refusal;
use crate::inspect::Class;
use crate::testing::{A, B, Item, T, Tag, U, column};
use crate::{Digest, NotFetched, Source, digest, verify};
use std::sync::Arc;

struct SuppliedSource(Vec<Vec<u8>>);

impl Source for SuppliedSource {
    fn fetch(&mut self, expected: &Digest, _: u64) -> Result<Arc<Vec<u8>>, NotFetched> {
        self.0
            .iter()
            .find(|file| digest(file) == *expected)
            .cloned()
            .map(Arc::new)
            .ok_or_else(|| NotFetched::Missing("on the shelf".to_owned()))
    }
}

/// Builds a certificate for the ending with the pieces `material`, citing the files in `cited`. All labels are 0,
/// because the best options capture the king.
pub(crate) fn certificate(material: &'static str, claim: [u64; 2], range: &[u64], cited: &[Vec<u8>]) -> Item {
    let game = A(vec![T("bidding-chess"), U(1), A(vec![U(2), U(2), T(material)])]);
    let envelope = |claim: Item, evidence: Item| {
        let citations = A(cited.iter().map(|file| B(digest(file).to_vec())).collect());
        Tag(55799, Box::new(A(vec![T("gamecert"), U(1), A(vec![T("chips"), U(1)]), game.clone(), claim, citations, evidence])))
    };
    let (mut classes, mut ordered) = (0, true);
    let visit = &mut |class: Class<'_>| {
        classes += 1;
        let options = class.white.iter().chain(class.black);
        ordered &= options.into_iter().all(|choice| !matches!(choice, Choice::Class(option) if *option <= class.number));
    };
    crate::inspect::generate(&envelope(A(vec![]), A(vec![])).bytes(), visit).unwrap();
    let (first, values, slope) = match range {
        [0, first, last] => (*first, last - first + 1, None),
        [_, preperiod, period] => (0, preperiod + period, Some(*period)),
        _ => panic!("no range"),
    };
    // The threshold k + 1 is half of T, because T is 2 (k + 1) with the tie-breaking advantage.
    let packed = (0..values - 1).collect::<Vec<u64>>().chunks(4).map(|chunk| chunk.iter().fold(0, |byte, _| byte << 2 | 1)).collect();
    let table = [slope.map(U).into_iter().collect(), vec![U(first + 1), B(packed)]].concat();
    let labels = vec![0; usize::try_from(values).unwrap()];
    let column_of = column(&vec![0; usize::try_from(classes).unwrap()]);
    let mut evidence = vec![A(vec![A(table)]), column_of.clone()];
    if !ordered {
        evidence.extend([A(vec![B(labels)]), column_of]);
    }
    envelope(A(vec![U(claim[0]), U(claim[1]), column(range), U(classes)]), A(evidence))
}

/// Verifies a certificate for bare kings, and then a certificate for king and queen against king that cites the first.
fn chain(first: [u64; 2], first_range: &[u64], second: [u64; 2], second_range: &[u64]) -> Result<(), Refusal> {
    let kings = certificate("KK", first, first_range, &[]).bytes();
    verify(&kings, &mut SuppliedSource(vec![])).unwrap();
    let queen = certificate("KQK", second, second_range, std::slice::from_ref(&kings)).bytes();
    let verified = verify(&queen, &mut SuppliedSource(vec![kings]))?;
    assert_eq!(verified.table::<Table>().unwrap().threshold(0, second_range[1]), Some(second_range[1] + 1));
    Ok(())
}

#[test]
fn what_is_cited_claims_enough() {
    let left = [0, 0];
    // A row of the form (title, claim and range of the cited certificate, claim and range of the citing certificate,
    // whether the citing certificate is accepted).
    type Ranges<'a> = (&'a str, [u64; 2], &'a [u64], [u64; 2], &'a [u64], bool);
    let table: Vec<Ranges<'_>> = vec![
        ("The same k", left, &[0, 2, 5], left, &[0, 2, 5], true),
        ("More k than needed", left, &[0, 0, 9], left, &[0, 2, 5], true),
        ("A k too few at the end", left, &[0, 2, 4], left, &[0, 2, 5], false),
        ("A k too few at the beginning", left, &[0, 3, 5], left, &[0, 2, 5], false),
        ("Every k, for some", left, &[2, 1, 2], left, &[0, 2, 500], true),
        ("Some k, for every", left, &[0, 0, 9], left, &[2, 1, 2], false),
        ("Every k", left, &[2, 1, 2], left, &[2, 1, 2], true),
        ("A period that divides this one", left, &[2, 1, 2], left, &[2, 1, 6], true),
        ("A period that does not divide this one", left, &[2, 1, 4], left, &[2, 1, 6], false),
        ("A greater preperiod", left, &[2, 2, 2], left, &[2, 1, 2], false),
        ("A smaller preperiod", left, &[2, 1, 2], left, &[2, 2, 2], true),
        ("Another claimant", [1, 0], &[0, 2, 5], left, &[0, 2, 5], false),
        ("Another rule", [0, 1], &[0, 2, 5], left, &[0, 2, 5], false),
        ("The other claimant for both", [1, 0], &[2, 1, 2], [1, 0], &[2, 1, 2], true),
    ];
    for (title, first, first_range, second, second_range, accepted) in table {
        let verdict = chain(first, first_range, second, second_range).map_err(|refusal| refusal.code());
        assert_eq!(verdict, if accepted { Ok(()) } else { Err("chips/citation_claim".to_owned()) }, "{title}");
    }
}

/// For each range of the citing certificate, tests which ranges a cited certificate may have.
#[test]
fn ranges_that_go_together() {
    let between = |first, last| Range::Between { first, last };
    let ordered = |onset| Range::Ordered { onset };
    let periodic = |preperiod, period| Range::Periodic { preperiod, period };
    let table = [
        ("Some k, for the same", between(2, 5), between(2, 5), true),
        ("Every k of an ordered game, for some", between(2, 5), ordered(7), true),
        ("An earlier onset", ordered(5), ordered(4), true),
        ("The same onset", ordered(5), ordered(5), true),
        ("A later onset", ordered(5), ordered(6), false),
        ("Some k, for every k of an ordered game", ordered(5), between(0, 9), false),
        ("Any other game, for an ordered one", ordered(5), periodic(1, 2), false),
        ("An ordered game, for any other", periodic(1, 2), ordered(0), false),
    ];
    for (title, range, cited, goes) in table {
        let claiming = |range| {
            let rule = Rule { player: White, tie_break: TieBreak::Advantage };
            Table { rule, range, tables: vec![], table: vec![], labels: None }
        };
        let game = Description { rules: "cited", version: 1, parameters: vec![], names: vec![] };
        let found = citation_claim(&claiming(range), &[CitedGame { game, exchanged: false }], &[&claiming(cited)]);
        let expected = if goes { Ok(()) } else { Err("chips/citation_claim".to_owned()) };
        assert_eq!(found.map_err(|refusal| refusal.code()), expected, "{title}");
    }
}

#[test]
fn no_game_is_seen_from_the_other_side() {
    let item = certificate("KQKQ", [0, 0], &[0, 0, 3], &[]);
    assert_eq!(verify(&item.bytes(), &mut SuppliedSource(vec![])).unwrap_err().code(), "chips/exchanged");
}

#[test]
fn a_margin_is_needed_on_the_window() {
    // With no chips, T is less than a whole chip above the threshold k + 1.
    let item = certificate("KK", [0, 0], &[2, 0, 2], &[]);
    assert_eq!(verify(&item.bytes(), &mut SuppliedSource(vec![])).unwrap_err().code(), "chips/margin");
}
