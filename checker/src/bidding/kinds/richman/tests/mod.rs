//! Tests each clause with a tiny certificate that has one error. `resources` tests work steps and memory.

mod resources;

use super::fraction::leading;
use super::ranking::{GlobalRank, Ranking, source};
use super::values::Values;
use super::{Claim, Label};
use crate::bidding::game::Choice::{self, Class, Won};
use crate::bidding::game::CitedGame;
use crate::core::cbor::Reader;
use crate::core::claim::Value;
use crate::core::game::Colour::{Black, White};
use crate::core::game::Description;
use crate::core::refusal::Place;
use crate::testing::{A, B, Graph, Item, NoCitations, T, Tag, U, column, damaged, drawn, kings, verify_items};
use crate::{NoSource, Refusal, richman::Table, verify};
use num_bigint::BigUint;
use std::collections::HashMap;

fn reject(item: &Item) -> Refusal {
    verify(&item.bytes(), &mut NoSource).expect_err("the certificate is broken")
}

#[test]
fn bare_kings_on_four_squares() {
    let verified = verify(&kings().bytes(), &mut NoSource).unwrap();
    assert_eq!(verified.game.to_string(), "bidding-chess version 1, board 2x2, material KK");
    let table: &Table = verified.table().unwrap();
    assert_eq!(table.rank_alpha(), [1, 1]);
    assert_eq!(table.value(1).map(|(numerator, denominator)| format!("{numerator}/{denominator}")), Some("1/2".to_owned()));
    assert_eq!(table.label_black()[1].finite(), Some(1));
    assert_eq!((table.choice_white_alpha(), table.choice_black_beta()), (&[2, 1][..], &[1, 1][..]));
}

const VALUE_NUMERATOR: usize = 2;
const RANK: usize = 3;
const LABEL_WHITE: usize = 4;
const LABEL_BLACK: usize = 5;
const CHOICE_WHITE: usize = 6;
const CHOICE_BLACK: usize = 7;

#[test]
fn one_place_broken() {
    let values = |denominators: &[u64], places: &[u64], numerators: &[u64]| {
        let columns: Vec<Item> =
            (RANK..=CHOICE_BLACK).map(|place| if place == CHOICE_WHITE { column(&[2, 1]) } else { column(&[1, 1]) }).collect();
        A([vec![column(denominators), column(places), column(numerators)], columns].concat())
    };
    // Each row has the form (defect, path in the certificate, replacement item, clause).
    let table: Vec<(&str, Vec<usize>, Item, &str)> = vec![
        ("Another magic", vec![0], T("gamecerd"), "envelope/magic"),
        ("A number for the magic", vec![0], U(7), "envelope/magic"),
        ("An item too few", vec![], Tag(55799, Box::new(A(vec![T("gamecert"), U(1)]))), "envelope/magic"),
        ("Another tag", vec![], Tag(55798, Box::new(A(vec![T("gamecert"), U(1)]))), "envelope/magic"),
        ("Version 2", vec![1], U(2), "envelope/version"),
        ("A kind that does not exist", vec![2, 0], T("poorman"), "envelope/kind"),
        ("A version of the kind that does not exist", vec![2, 1], U(3), "envelope/kind"),
        ("Three items for the kind", vec![2], A(vec![T("richman"), U(1), U(1)]), "cbor/type"),
        ("A rule set that does not exist", vec![3, 0], T("draughts"), "envelope/game"),
        ("A version of the rule set that does not exist", vec![3, 1], U(0), "envelope/game"),
        ("Two parameters", vec![3, 2], A(vec![U(2), U(2)]), "cbor/type"),
        ("One file", vec![3, 2, 0], U(1), "bidding-chess/board"),
        ("17 ranks", vec![3, 2, 1], U(17), "bidding-chess/board"),
        ("2^60 files", vec![3, 2, 0], U(1 << 60), "bidding-chess/board"),
        ("No kings", vec![3, 2, 2], T("Q"), "bidding-chess/material"),
        ("Positions without end", vec![3, 2], A(vec![U(9), U(9), T("KQRBNK")]), "resources/size"),
        ("No functions", vec![4, 0], U(0), "richman/form"),
        ("Three functions", vec![4, 0], U(3), "richman/form"),
        ("A class too many", vec![4, 1], U(3), "richman/classes"),
        ("2^60 classes", vec![4, 1], U(1 << 60), "richman/classes"),
        ("Another board with more classes", vec![3, 2, 0], U(3), "richman/classes"),
        ("A citation where none belongs", vec![5], A(vec![B(vec![0; 32])]), "citation/count"),
        ("A citation of 31 bytes", vec![5], A(vec![B(vec![0; 31])]), "cbor/type"),
        ("Evidence for two functions", vec![6], A(vec![column(&[]); 11]), "cbor/type"),
        ("Two functions for one", vec![4, 0], U(2), "cbor/type"),
        ("A rank column that is too long", vec![6, RANK], column(&[1, 1, 1]), "richman/column"),
        ("A label column that is too short", vec![6, LABEL_BLACK], column(&[1]), "richman/column"),
        ("A choice column that is empty", vec![6, CHOICE_WHITE], column(&[]), "richman/column"),
        ("Text in a column", vec![6, LABEL_WHITE, 0], T("1"), "cbor/type"),
        ("A bignum for a numerator", vec![6, VALUE_NUMERATOR, 1], Tag(2, Box::new(B(vec![1; 9]))), "richman/value_range"),
        ("A bignum that is none", vec![6, VALUE_NUMERATOR, 1], Tag(2, Box::new(B(vec![1; 8]))), "cbor/bignum"),
        ("A rational where integers belong", vec![6, VALUE_NUMERATOR, 1], Tag(30, Box::new(column(&[1, 2]))), "cbor/type"),
        ("A denominator 0", vec![6, 0], column(&[0, 2]), "richman/denominator_order"),
        ("A denominator twice", vec![6, 0], column(&[1, 1]), "richman/denominator_order"),
        ("Denominators that descend", vec![6], values(&[2, 1], &[1, 0, 1], &[0, 1, 1]), "richman/denominator_order"),
        ("Fewer numerators than places", vec![6], values(&[1, 2], &[0, 1, 0], &[0, 1]), "richman/value_column"),
        ("Fewer places than numerators", vec![6], values(&[1, 2], &[0, 1], &[0, 1, 1]), "richman/value_column"),
        ("The place of no denominator", vec![6], values(&[1, 2], &[0, 1, 2], &[0, 1, 1]), "richman/value_column"),
        ("The place of no denominator, 2^60", vec![6], values(&[1, 2], &[0, 1, 1 << 60], &[0, 1, 1]), "richman/value_column"),
        ("A denominator of no value", vec![6], values(&[1, 2, 3], &[0, 1, 0], &[0, 1, 1]), "richman/denominator_used"),
        ("A value above 1", vec![6], values(&[1, 2], &[0, 1, 0], &[0, 3, 1]), "richman/value_range"),
        ("2/4", vec![6], values(&[1, 4], &[0, 1, 0], &[0, 2, 1]), "richman/value_reduced"),
        ("3/6", vec![6], values(&[1, 6], &[0, 1, 0], &[0, 3, 1]), "richman/value_reduced"),
        ("Zero as 0/2", vec![6], values(&[1, 2], &[1, 1, 0], &[0, 1, 1]), "richman/value_ends"),
        ("One as 3/3", vec![6], values(&[1, 2, 3], &[0, 1, 2], &[0, 1, 3]), "richman/value_ends"),
        ("A value twice", vec![6], values(&[1, 2], &[0, 1, 1, 0], &[0, 1, 1, 1]), "richman/value_order"),
        ("Values that descend", vec![6], values(&[1, 2], &[0, 0, 1], &[0, 1, 1]), "richman/value_order"),
        ("No values", vec![6], values(&[], &[], &[]), "richman/value_ends"),
        ("No 0", vec![6], values(&[1, 2], &[1, 0], &[1, 1]), "richman/value_ends"),
        ("No 1", vec![6], values(&[1, 2], &[0, 1], &[0, 1]), "richman/value_ends"),
        ("A rank too high", vec![6, RANK, 1], U(3), "richman/rank"),
        ("A rank of 2^32 + 1", vec![6, RANK, 1], U((1 << 32) + 1), "richman/rank"),
        ("A value of no class", vec![6], values(&[1, 2, 3], &[0, 1, 2, 0], &[0, 1, 2, 1]), "richman/value_used"),
        ("Another value", vec![6, RANK, 1], U(2), "richman/equation"),
        ("No label for White", vec![6, LABEL_WHITE, 0], U(0), "richman/label_white_missing"),
        ("A label too large", vec![6, LABEL_WHITE, 0], U(2), "richman/label_white_large"),
        ("A label of 64 bits", vec![6, LABEL_WHITE, 0], U(u64::MAX), "richman/label_white_large"),
        ("A label of 2^32 + 1", vec![6, LABEL_WHITE, 0], U((1 << 32) + 1), "richman/label_white_large"),
        ("No label for Black", vec![6, LABEL_BLACK, 0], U(0), "richman/label_black_missing"),
        ("A label of Black too large", vec![6, LABEL_BLACK, 1], U(7), "richman/label_black_large"),
        ("A choice of no option", vec![6, CHOICE_WHITE, 0], U(3), "richman/choice_range"),
        ("A choice of 2^32 + 2", vec![6, CHOICE_WHITE, 0], U((1 << 32) + 2), "richman/choice_range"),
        ("Not to capture the king", vec![6, CHOICE_WHITE, 0], U(0), "richman/choice_greedy"),
        ("Not to capture the king, Black", vec![6, CHOICE_BLACK, 1], U(2), "richman/choice_greedy"),
    ];
    for (title, path, item, code) in table {
        assert_eq!(reject(&kings().with(&path, item)).code(), code, "{title}");
    }
    for fraction in [values(&[1, 4], &[0, 1, 0], &[0, 2, 1]), values(&[1, 6], &[0, 1, 0], &[0, 3, 1])] {
        assert_eq!(reject(&kings().with(&[6], fraction)).place, Place::Value(1));
    }
    let label = reject(&kings().with(&[6, LABEL_WHITE, 0], U(2)));
    assert_eq!(label.sentence, "expected the label 1, found 2");
    assert_eq!(Label::INFINITE.to_string(), "none");
}

/// Builds a certificate of version 2 for the same game as [`kings`]. No class of symmetric positions is on a cycle, so
/// the file does not list the value 1/2.
fn sparse() -> Item {
    kings().with(&[2, 1], U(2)).with(&[6, 0], column(&[1])).with(&[6, 1], column(&[1, 0, 1])).with(&[6, 2], column(&[0, 1]))
}

#[test]
fn values_of_cycles_only() {
    let [whole, verified] = [kings(), sparse()].map(|item| verify(&item.bytes(), &mut NoSource).unwrap());
    let [whole, table]: [&Table; 2] = [whole.table().unwrap(), verified.table().unwrap()];
    assert_eq!([0, 1, 2].map(|rank| table.value(rank)), [0, 1, 2].map(|rank| whole.value(rank)));
    assert_eq!([0, 1, 2].map(|rank| table.is_listed(rank)), [true, false, true]);
    assert_eq!((table.value_count(), table.listed_count(), whole.listed_count()), (3, 2, 3));
    assert_eq!(table.largest_denominator(), &BigUint::from(1_u32));
    let claim: &Claim = verified.claim_as().unwrap();
    let last =
        "the file has 3 values, 0 and 1 among them, and lists 2 of them, with the largest denominator 1; the others are means of two";
    assert_eq!(crate::core::claim::Claim::statements(claim).last().map(String::as_str), Some(last));
    let listed = sparse().with(&[6, 0], column(&[1, 2])).with(&[6, 1], column(&[1, 2, 1])).with(&[6, 2], column(&[0, 1, 1]));
    let table: Vec<(&str, Item, &str)> = vec![
        ("1/2 is listed", listed, "richman/value_listed"),
        ("A choice by which play comes back", sparse().with(&[6, CHOICE_WHITE, 0], U(1)), "richman/value_missing"),
        ("A numerator of no value", sparse().with(&[6, 2], column(&[0, 1, 1])), "richman/value_column"),
        ("A value of no numerator", sparse().with(&[6, 1], column(&[1, 1, 1])), "richman/value_column"),
        ("A value of no class", sparse().with(&[6, 1], column(&[1, 0, 0, 1])), "richman/value_used"),
        ("No 1", sparse().with(&[6, 1], column(&[1, 0])).with(&[6, 2], column(&[0])), "richman/value_ends"),
        ("A choice of no option", sparse().with(&[6, CHOICE_BLACK, 1], U(9)), "richman/choice_range"),
        ("A rank too high", sparse().with(&[6, RANK, 0], U(3)), "richman/rank"),
        ("All values listed as in version 1", kings().with(&[2, 1], U(2)), "richman/value_column"),
    ];
    for (title, item, code) in table {
        assert_eq!(reject(&item).code(), code, "{title}");
    }
}

#[test]
fn choices_of_verified_tables() {
    let verified = verify(&kings().bytes(), &mut NoSource).unwrap();
    let table: &Table = verified.table().unwrap();
    assert!(table.one_function());
    assert_eq!([table.choice_white_alpha(), table.choice_white_beta()], [[2, 1]; 2]);
    assert_eq!([table.choice_black_alpha(), table.choice_black_beta()], [[1, 1]; 2]);
    // At class 0, Left can go to class 1 or win, and Right can go to class 1. So Left's choices for alpha and for beta
    // differ. Class 1 leads only to itself, and its choices are the first options.
    let columns: [&[u64]; 8] = [&[1, 0], &[2, 2], &[1, 0], &[0, 0], &[1, 0], &[0, 0], &[0, 0], &[0, 0]];
    let game = Graph(vec![(vec![Class(1), Won(White)], vec![Class(1)]), (vec![Class(1)], vec![Class(1)])]);
    let proved = verify_items("richman", &game, &[column(&[2, 2]), A(vec![]), A(evidence(&[0, 2, 4], &columns))]).unwrap();
    let table: &Table = proved.table.as_ref().unwrap().downcast_ref().unwrap();
    assert!(!table.one_function());
    assert_eq!([table.choice_white_alpha(), table.choice_white_beta()], [[1, 0], [0, 0]]);
    assert_eq!([table.choice_black_alpha(), table.choice_black_beta()], [[0, 0]; 2]);
}

/// Builds the table of values with these numerators and denominators.
fn values_of(fractions: &[(u64, u64)]) -> Values {
    let denominators: Vec<u64> = fractions.iter().map(|(_, denominator)| *denominator).collect();
    let places: Vec<u64> = (0..).take(fractions.len()).collect();
    let numerators: Vec<u64> = fractions.iter().map(|(numerator, _)| *numerator).collect();
    let bytes: Vec<u8> = [denominators, places, numerators].iter().flat_map(|entries| column(entries).bytes()).collect();
    let mut values = Values::read(&mut Reader::new(&bytes), &mut NoCitations, [0; 3]).unwrap();
    values.find_odd_parts();
    values
}

#[test]
fn products_of_numerators() {
    let big = |number: u32| BigUint::from(number);
    type Products<'a> = (&'a str, &'a [(u64, u64)], Option<Vec<(u32, u32)>>);
    let table: [Products<'_>; 5] = [
        ("The odd parts 1, 3 and 5", &[(3, 4), (5, 12), (1, 6), (2, 3), (9, 20), (3, 5)], Some(vec![(1, 0), (3, 1), (5, 2)])),
        ("0/1", &[(0, 1)], Some(vec![(1, 0)])),
        ("2/3 and 3/9", &[(2, 3), (3, 9)], Some(vec![(3, 2), (9, 3)])),
        ("3/4 and 2/4", &[(3, 4), (2, 4)], None),
        ("4/6", &[(4, 6)], None),
    ];
    for (title, fractions, products) in table {
        let products: Option<HashMap<BigUint, BigUint>> =
            products.map(|products| products.into_iter().map(|(odd, product)| (big(odd), big(product))).collect());
        let found = values_of(fractions)
            .products()
            .map(|products| products.into_iter().map(|(odd, product)| (odd.clone(), product % odd)).collect());
        assert_eq!(found, products, "{title}");
    }
}

#[test]
fn long_products_are_divided() {
    // Builds 33 fractions with the denominator 3. The numerators are powers of two, and their product is 2^2016 times
    // `last`.
    let product = |last: u64| {
        let fractions = [vec![(1 << 63, 3); 32], vec![(last, 3)]].concat();
        let values = values_of(&fractions);
        let products = values.products().unwrap();
        products[0].1.clone()
    };
    // A product of 2,050 bits is 2,048 bits longer than 3 and is not divided yet. A product with one more bit is
    // divided. The result is 1, because 2^2050 is 1 modulo 3.
    assert_eq!(product(1 << 33), BigUint::from(1_u32) << 2_049);
    assert_eq!(product(1 << 34), BigUint::from(1_u32));
}

/// Ranks the values of a certificate and of two cited certificates. Some option leads to the first cited game with
/// colours exchanged.
#[test]
fn values_of_all_shelves_in_one_order() {
    let table = |numerators: &[u64]| {
        let bytes: Vec<u8> = evidence(numerators, &[]).iter().flat_map(Item::bytes).collect();
        let mut values = Values::read(&mut Reader::new(&bytes), &mut NoCitations, [0; 3]).unwrap();
        values.check_listed().unwrap();
        values.check_order().unwrap();
        let (ranks, labels, choices) = (Vec::new, Vec::new, Vec::new);
        Table {
            values,
            rank_alpha: ranks(),
            rank_beta: None,
            label_white: labels(),
            label_black: labels(),
            choice_white_alpha: choices(),
            choice_black_alpha: None,
            choice_white_beta: None,
            choice_black_beta: choices(),
        }
    };
    let (own, first, second) = (table(&[0, 2, 4]), table(&[0, 1, 4]), table(&[0, 1, 3, 4]));
    for values in [&own.values, &first.values.exchanged()] {
        for value in values.iter() {
            assert_eq!(value.leading, leading(value.numerator, &value.denominator.whole));
        }
    }
    let game = |exchanged| {
        let game = Description { rules: "cited", version: 1, parameters: vec![], names: vec![] };
        CitedGame { game, exchanged }
    };
    let ranking = Ranking::new(&own, &[game(true), game(false)], &[&first, &second]).unwrap();
    // A row of the form (title, index in `shelves`, values in quarters).
    type SuppliedSource<'a> = (&'a str, usize, &'a [u32]);
    let shelves: [SuppliedSource<'_>; 5] = [
        ("The certificate itself", 0, &[0, 2, 4]),
        ("The first", source(0, false), &[0, 1, 4]),
        ("The first, colours exchanged", source(0, true), &[4, 3, 0]),
        ("The second", source(1, false), &[0, 1, 3, 4]),
        ("The second, colours exchanged", source(1, true), &[]),
    ];
    let quarter = |level: GlobalRank| {
        let value = ranking.at(level).unwrap();
        u32::try_from(value.numerator * 4_u32 / &value.denominator.whole).unwrap()
    };
    let mut all = Vec::new();
    for (title, source, quarters) in shelves {
        let levels = ranking.levels(source);
        assert_eq!(levels.iter().map(|level| quarter(*level)).collect::<Vec<_>>(), quarters, "{title}");
        all.extend(levels.iter().copied().zip(quarters));
    }
    assert_eq!(quarter(ranking.one()), 4);
    for (level, quarters) in &all {
        for (other, others) in &all {
            assert_eq!(level.cmp(other), quarters.cmp(others));
        }
    }
}

#[test]
fn the_first_clause_broken_is_reported() {
    let both = kings().with(&[6, LABEL_WHITE, 0], U(5)).with(&[6, RANK, 1], U(2));
    let refusal = reject(&both);
    // The wrong label of class 0 is reported before the wrong value of class 1, because class 0 comes first. Both
    // classes use the value of class 1, but a capture satisfies the equation of class 0.
    assert_eq!(refusal.code(), "richman/label_white_large");
    assert_eq!(refusal.place, Place::Class { number: 0, position: "2/Kk".to_owned() });
    let both = kings().with(&[6, LABEL_WHITE, 1], U(5)).with(&[6, RANK, 1], U(2));
    assert_eq!(
        reject(&both).to_string(),
        "richman/equation at class 1 (1k/K1): the value is not the mean of White's best and Black's best option"
    );
}

#[test]
fn every_bit_and_every_byte_counts() {
    let bytes = kings().bytes();
    for place in 0..bytes.len() {
        assert!(verify(&bytes[..place], &mut NoSource).is_err());
        for other in (0..=255).filter(|other| *other != bytes[place]) {
            let mut mutant = bytes.clone();
            mutant[place] = other;
            assert!(verify(&mutant, &mut NoSource).is_err(), "byte {place} {other:#x}");
        }
        let mut longer = bytes.clone();
        longer.insert(place, 0);
        assert!(verify(&longer, &mut NoSource).is_err());
        let mut shorter = bytes.clone();
        shorter.remove(place);
        assert!(verify(&shorter, &mut NoSource).is_err());
    }
    assert_eq!(verify(&[bytes, vec![0]].concat(), &mut NoSource).unwrap_err().code(), "cbor/trailing");
}

#[test]
fn random_damage_must_not_crash() {
    damaged(&[kings().bytes(), drawn().bytes()], 40_000, 0, |bytes| drop(verify(bytes, &mut NoSource)));
}

/// Verifies a claim and its evidence for a game that is defined by its options alone.
fn graph(classes: Vec<(Vec<Choice>, Vec<Choice>)>, functions: u64, evidence: Vec<Item>) -> Result<(), String> {
    let count = u64::try_from(classes.len()).unwrap();
    let items = [column(&[functions, count]), A(vec![]), A(evidence)];
    verify_items("richman", &Graph(classes), &items).map(|_| ()).map_err(|refusal| refusal.code())
}

/// Encodes the table of values, and the columns with one entry for each class of symmetric positions. `numerators`
/// contains the values in quarters, so 2 stands for 1/2.
fn evidence(numerators: &[u64], columns: &[&[u64]]) -> Vec<Item> {
    let reduced = |numerator: &u64| match numerator {
        0 => (0, 1),
        1 | 3 => (*numerator, 4),
        2 => (1, 2),
        _ => (1, 1),
    };
    let values: Vec<(u64, u64)> = numerators.iter().map(reduced).collect();
    let mut denominators: Vec<u64> = values.iter().map(|(_, denominator)| *denominator).collect();
    denominators.sort_unstable();
    denominators.dedup();
    let place = |denominator: &u64| u64::try_from(denominators.iter().position(|known| known == denominator).unwrap()).unwrap();
    let places: Vec<u64> = values.iter().map(|(_, denominator)| place(denominator)).collect();
    let tops: Vec<u64> = values.iter().map(|(numerator, _)| *numerator).collect();
    let mut items = vec![column(&denominators), column(&places), column(&tops)];
    items.extend(columns.iter().map(|entries| column(entries)));
    items
}

#[test]
fn games_of_options_alone() {
    let (win, loss) = (Won(White), Won(Black));
    // One class in which nothing ever happens: alpha = 0 and beta = 1, and there are no labels.
    let idle = || vec![(vec![Class(0)], vec![Class(0)])];
    // White wins at once with either option, and Black can only go on. alpha = beta = 1, and only White has a label.
    let race = || vec![(vec![win, win], vec![Class(0)])];
    // Class 0: both players can end the game. Class 1: White can win, and Black can go to class 0.
    let chain = || vec![(vec![win], vec![loss]), (vec![Class(0), win], vec![Class(0)])];
    let table = [
        ("Two functions", idle(), 2, evidence(&[0, 4], &[&[0], &[1], &[0], &[0], &[0], &[0], &[0], &[0]]), Ok(())),
        (
            "Two functions that are one",
            idle(),
            2,
            evidence(&[0, 4], &[&[0], &[0], &[0], &[0], &[0], &[0], &[0], &[0]]),
            Err("richman/form"),
        ),
        (
            "One function for two: alpha claimed too high",
            idle(),
            1,
            evidence(&[0, 4], &[&[1], &[0], &[0], &[0], &[0]]),
            Err("richman/label_white_missing"),
        ),
        (
            "One function for two: a value between",
            idle(),
            1,
            evidence(&[0, 2, 4], &[&[1], &[0], &[0], &[0], &[0]]),
            Err("richman/label_white_missing"),
        ),
        (
            "A label that depends on itself",
            idle(),
            1,
            evidence(&[0, 2, 4], &[&[1], &[1], &[1], &[0], &[0]]),
            Err("richman/label_white_small"),
        ),
        (
            "The greatest label that depends on itself",
            idle(),
            1,
            evidence(&[0, 2, 4], &[&[1], &[u64::MAX], &[u64::MAX], &[0], &[0]]),
            Err("richman/label_white_small"),
        ),
        (
            "A label of 2^32 - 2 that depends on itself",
            idle(),
            1,
            evidence(&[0, 2, 4], &[&[1], &[0xffff_fffe], &[1], &[0], &[0]]),
            Err("richman/label_white_small"),
        ),
        ("Beta claimed too low", idle(), 1, evidence(&[0, 4], &[&[0], &[0], &[0], &[0], &[0]]), Err("richman/label_black_missing")),
        (
            "A label of Black that depends on itself",
            idle(),
            1,
            evidence(&[0, 4], &[&[0], &[0], &[1], &[0], &[0]]),
            Err("richman/label_black_small"),
        ),
        ("A sure win", race(), 1, evidence(&[0, 4], &[&[1], &[1], &[0], &[0], &[0]]), Err("richman/label_black_large")),
        ("A sure win, Black's label by White's ends", race(), 1, evidence(&[0, 4], &[&[1], &[1], &[1], &[0], &[0]]), Ok(())),
        ("Not the first of equal choices", race(), 1, evidence(&[0, 4], &[&[1], &[1], &[1], &[1], &[0]]), Err("richman/choice_first")),
        ("A chain", chain(), 1, evidence(&[0, 2, 3, 4], &[&[1, 2], &[1, 1], &[1, 2], &[0, 1], &[0, 0]]), Ok(())),
        (
            "A chain, label too large",
            chain(),
            1,
            evidence(&[0, 2, 3, 4], &[&[1, 2], &[1, 1], &[1, 3], &[0, 1], &[0, 0]]),
            Err("richman/label_black_large"),
        ),
        (
            "A chain, label too small",
            chain(),
            1,
            evidence(&[0, 2, 3, 4], &[&[1, 2], &[1, 1], &[1, 1], &[0, 1], &[0, 0]]),
            Err("richman/label_black_small"),
        ),
        ("White has no option", vec![(vec![], vec![loss])], 1, evidence(&[0, 4], &[&[0], &[0], &[0], &[0], &[0]]), Err("richman/option")),
        ("Black has no option", vec![(vec![win], vec![])], 1, evidence(&[0, 4], &[&[0], &[0], &[0], &[0], &[0]]), Err("richman/option")),
        ("No classes at all", vec![], 1, evidence(&[0, 4], &[&[], &[], &[], &[], &[]]), Ok(())),
        (
            "An option that leads nowhere",
            vec![(vec![Class(1)], vec![win])],
            1,
            evidence(&[0, 4], &[&[0], &[0], &[0], &[0], &[0]]),
            Err("checker/internal"),
        ),
    ];
    for (title, classes, functions, evidence, expected) in table {
        assert_eq!(graph(classes, functions, evidence), expected.map_err(str::to_owned), "{title}");
    }
}

#[test]
fn a_drawn_end_is_worth_nothing_to_either() {
    let verified = verify(&drawn().bytes(), &mut NoSource).unwrap();
    let table: &Table = verified.table().unwrap();
    assert_eq!((table.rank_alpha(), table.rank_beta()), (&[1][..], &[2][..]));
    assert_eq!((table.label_white()[0].finite(), table.label_black()[0].finite()), (Some(1), None));
    let (rank_alpha, rank_beta, label_white, label_black) = (3, 4, 5, 6);
    let (ends, draw) = (5, 1);
    // Each row has the form (defect, certificate, clause).
    let table = [
        ("A draw as half a win", drawn().with(&[6, rank_beta], column(&[1])), "richman/form"),
        (
            "Left wins a draw for alpha",
            drawn().with(&[6, rank_alpha], column(&[2])).with(&[6, rank_beta], column(&[1])),
            "richman/equation",
        ),
        ("Right wins a draw for beta", drawn().with(&[6, rank_beta], column(&[0])), "richman/equation"),
        ("A label of Right by way of the draw", drawn().with(&[6, label_black], column(&[1])), "richman/label_black_small"),
        ("No label for Left", drawn().with(&[6, label_white], column(&[0])), "richman/label_white_missing"),
        ("Left draws for alpha", drawn().with(&[6, 7], column(&[0])), "richman/choice_greedy"),
        ("The draw is the first best option for beta", drawn().with(&[6, 9], column(&[1])), "richman/choice_first"),
        ("The draw made a win of Left", drawn().with(&[3, 2, ends, draw, 1], U(0)), "richman/equation"),
        ("The draw made a win of Right", drawn().with(&[3, 2, ends, draw, 1], U(1)), "richman/equation"),
    ];
    for (title, item, code) in table {
        assert_eq!(reject(&item).code(), code, "{title}");
    }
    // A drawn end is worth the same as a position whose options all lead to itself.
    let drawn = Choice::Drawn;
    let one = evidence(&[0, 2, 4], &[&[1], &[2], &[1], &[0], &[1], &[0], &[0], &[0]]);
    assert_eq!(graph(vec![(vec![drawn, Won(White)], vec![drawn])], 2, one), Ok(()));
    let columns: [&[u64]; 8] = [&[1, 0], &[2, 2], &[1, 0], &[0, 0], &[1, 0], &[0, 0], &[0, 0], &[0, 0]];
    let idle = (vec![Class(1)], vec![Class(1)]);
    assert_eq!(graph(vec![(vec![Class(1), Won(White)], vec![Class(1)]), idle], 2, evidence(&[0, 2, 4], &columns)), Ok(()));
}

/// Builds a certificate that stores a game of one position. `left` and `right` are the players' options. `ends` has one
/// number for each end of the game: 0 if Left has won, and 1 if Right has won.
fn stored(left: &[u64], right: &[u64], ends: &[u64], functions: u64, evidence: Vec<Item>) -> Item {
    let name = |outcome: u64| T(if outcome == 0 { "won" } else { "lost" });
    let ends = ends.iter().map(|outcome| A(vec![name(*outcome), U(*outcome)])).collect();
    let position = A(vec![T("v; VERIFIED"), column(left), column(right)]);
    let game = A(vec![T("graph"), U(1), A(vec![T("A game"), T("Alice"), T("Bob"), U(0), A(vec![position]), A(ends)])]);
    drawn().with(&[3], game).with(&[4], column(&[functions, 1])).with(&[6], A(evidence))
}

#[test]
fn statements() {
    const ONE: &str = "alpha = beta at every position";
    let bids = "before each move both players bid a part of their money at once, negative bids allowed; the higher bidder pays the bid to the other player, or is \
                paid it where it is negative, and moves";
    let everywhere = |positions: u64, classes: u64, shares: &str| {
        let one = "one exact share of all money for Black: with less than that, White can force a win; with more, Black can";
        let two = "two exact shares alpha and beta of all money: White can force a win if Black has less than alpha, Black can if Black has more than \
                   beta, and between these neither can; ";
        let shares = if shares == ONE { one.to_owned() } else { format!("{two}{shares}") };
        let count = if positions == classes { format!("{positions}") } else { format!("{positions}, or {classes} up to symmetry") };
        format!("for each position ({count}) the file has {shares}")
    };
    let ends = "draws and endless play count as not winning; negative bids may be needed to force a win";
    let one = |values: &[u64], columns: [&[u64]; 5]| evidence(values, &columns);
    // A row of the form (title, certificate, numbers of positions and classes, claims). The claims are about alpha and
    // beta, about the start, and about the values.
    type Said<'a> = (&'a str, Item, (u64, u64), Vec<&'a str>);
    let table: Vec<Said<'_>> = vec![
        (
            "A game without a start",
            kings(),
            (12, 2),
            vec![ONE, "the file lists 3 values, 0 and 1 among them, with the largest denominator 2"],
        ),
        (
            "A draw",
            drawn(),
            (1, 1),
            vec![
                "alpha is less than beta at 1 of 1 class of positions",
                "at the start Left (White) can force a win with more than 1/2 of all money (bids may be negative)",
                "at the start Right (Black) cannot force a win with any part of the money",
                "the file lists 3 values, 0 and 1 among them, with the largest denominator 2",
            ],
        ),
        (
            "Whoever moves loses at once: to win takes a negative bid",
            stored(&[2], &[1], &[0, 1], 1, one(&[0, 2, 4], [&[1], &[1], &[1], &[0], &[0]])),
            (1, 1),
            vec![
                ONE,
                "at the start Left (White) can force a win with more than 1/2 of all money (bids may be negative)",
                "at the start Right (Black) can force a win with more than 1/2 of all money (bids may be negative)",
                "the file lists 3 values, 0 and 1 among them, with the largest denominator 2",
            ],
        ),
        (
            "Left has won, whoever moves",
            stored(&[1], &[1], &[0], 1, one(&[0, 4], [&[1], &[1], &[1], &[0], &[0]])),
            (1, 1),
            vec![
                ONE,
                "at the start Left (White) can force a win with more than 0/1 of all money (bids may be negative)",
                "at the start Right (Black) cannot force a win with any part of the money",
                "the file lists 2 values, 0 and 1 among them, with the largest denominator 1",
            ],
        ),
        (
            "Play without end",
            stored(&[0], &[0], &[0], 2, evidence(&[0, 4], &[&[0], &[1], &[0], &[0], &[0], &[0], &[0], &[0]])),
            (1, 1),
            vec![
                "alpha is less than beta at 1 of 1 class of positions",
                "at the start Left (White) cannot force a win with any part of the money",
                "at the start Right (Black) cannot force a win with any part of the money",
                "the file lists 2 values, 0 and 1 among them, with the largest denominator 1",
            ],
        ),
    ];
    for (title, item, (positions, classes), said) in table {
        let verified = verify(&item.bytes(), &mut NoSource).unwrap_or_else(|refusal| panic!("{title}: {refusal}"));
        let (equal, start, values) = (said[0], &said[1..said.len() - 1], said[said.len() - 1]);
        let all = everywhere(positions, classes, equal);
        let expected = [start, &[all.as_str(), bids, ends, values]].concat();
        assert_eq!(verified.claim.statements(), expected, "{title}");
        assert!(verified.claim.statements().iter().all(|statement| !statement.contains("VERIFIED")));
    }
}

#[test]
fn fields_evidence_and_names() {
    let number = |number: i64| Value::Number(number);
    let text = |text: &str| Value::Text(text.to_owned());
    let claim = |item: Item| verify(&item.bytes(), &mut NoSource).unwrap();
    let verified = claim(kings());
    assert_eq!(verified.claim.fields(), [("functions", number(1)), ("classes", number(2))]);
    let figures = |positions, differ, [white, black]: [i64; 2]| {
        vec![
            ("positions", number(positions)),
            ("classes_that_differ", number(differ)),
            ("values", number(3)),
            ("largest_denominator", text("2")),
            ("largest_label_white", number(white)),
            ("largest_label_black", number(black)),
        ]
    };
    assert_eq!(verified.claim.evidence(), figures(12, 0, [1, 1]));
    assert!(verified.claim.names().is_empty());
    let verified = claim(drawn());
    let start = Value::Object(vec![("position", text("\"v\"")), ("alpha", text("1/2")), ("beta", text("1/1"))]);
    assert_eq!(verified.claim.fields(), [("functions", number(2)), ("classes", number(1)), ("start", start)]);
    assert_eq!(verified.claim.evidence(), figures(1, 1, [1, 0]));
    assert_eq!(verified.claim.names(), [("the position in which play begins", "v".to_owned())]);
    let start = verified.claim_as::<Claim>().unwrap().start.as_ref().unwrap();
    assert_eq!((start.alpha.as_str(), start.beta.as_str()), ("1/2", "1/1"));
}

#[test]
fn games_numbered_by_search() {
    // The board has two cells. Once one stone is on the board, the next move wins or draws. At the start, both options
    // of a player lead to the same class.
    let game = |rules, parameters: &[u64]| A(vec![T(rules), U(1), column(parameters)]);
    let rows = kings().with(&[3], game("tic-tac-toe", &[2, 1, 2]));
    // If the claimed number of classes is too small, the search ends early. If the claimed number is too large, the
    // search counts all classes.
    for classes in [0, 1, 2, 4, 1 << 60] {
        assert_eq!(reject(&rows.clone().with(&[4, 1], U(classes))).code(), "richman/classes", "{classes}");
    }
    let refusal = reject(&rows.clone().with(&[4, 1], U(2)));
    assert_eq!(refusal.sentence, "expected more classes, found 2");
    // The claimed number 3 is correct, but the columns have entries for 2 classes. The next test has a game with more
    // classes than the file has bytes.
    assert_eq!(reject(&rows.with(&[4, 1], U(3))).code(), "richman/column");
    let large = kings().with(&[3], game("hex", &[6, 5])).with(&[4, 1], U(u64::MAX));
    assert_eq!(reject(&large).sentence, format!("expected more classes, found {}", u64::MAX));
}
