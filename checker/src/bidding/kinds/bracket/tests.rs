//! Tests valid tables, tables with one error, all possible tables of small games, and citations of the kinds `bracket`
//! and `richman`.

use super::cited::CitedTable;
use super::{Bounds, Claim, Table, classes};
use crate::bidding::game::Choice::{self, Class, Drawn, Won};
use crate::core::claim::Value;
use crate::core::game::Colour::{Black, White};
use crate::core::refusal::{Place, Refusal};
use crate::core::work::Meter;
use crate::session::{NotFetched, Source};
use crate::testing::{A, B, Graph, Item, T, Tag, U, column, damaged, drawn, kings, queen, verify_items, verify_within};
use crate::{Digest, NoSource, digest, verify};
use std::num::NonZeroU32;
use std::sync::Arc;

/// For each class of symmetric positions, White's options and Black's options.
type Options = Vec<(Vec<Choice>, Vec<Choice>)>;

fn bounds([alpha_lower, alpha_upper, beta_lower, beta_upper]: [u128; 4]) -> Bounds {
    Bounds { alpha: [alpha_lower, alpha_upper], beta: [beta_lower, beta_upper] }
}

/// Encodes the bounds in `table`, with one record for each class of symmetric positions.
fn records(bits: u32, difference_bytes: usize, table: &[[u128; 4]]) -> Vec<u8> {
    let bytes = |number: u128, count: usize| number.to_be_bytes()[16 - count..].to_vec();
    let value_bytes = usize::try_from(bits / 8 + 1).unwrap();
    let interval = |lower, upper| [bytes(lower, value_bytes), bytes(upper - lower, difference_bytes)].concat();
    table.iter().flat_map(|[a, w, z, y]| [interval(*a, *w), interval(*z, *y)].concat()).collect()
}

/// Builds the claim, the citations and the evidence of a certificate.
fn items(bits: u32, difference_bytes: usize, table: &[[u128; 4]]) -> [Item; 3] {
    let classes = u64::try_from(table.len()).unwrap();
    let evidence = vec![U(u64::try_from(difference_bytes).unwrap()), B(records(bits, difference_bytes, table))];
    [column(&[u64::from(bits), classes]), A(vec![]), A(evidence)]
}

/// Builds a certificate for an ending with the pieces `material` on a 2x2 board.
fn certificate(material: &'static str, bits: u32, table: &[[u128; 4]], citations: &[Vec<u8>]) -> Item {
    let game = A(vec![T("bidding-chess"), U(1), A(vec![U(2), U(2), T(material)])]);
    let [claim, _, evidence] = items(bits, 1, table);
    let citations = A(citations.iter().map(|file| B(digest(file).to_vec())).collect());
    Tag(55799, Box::new(A(vec![T("gamecert"), U(1), A(vec![T("bracket"), U(1)]), game, claim, citations, evidence])))
}

/// Bounds of alpha and beta around 1/2, in units of 1/128.
const HALF: [u128; 4] = [63, 64, 64, 65];

/// Builds a certificate for bare kings on a 2x2 board. Both classes of symmetric positions have the value 1/2.
fn kings_bracket() -> Item {
    certificate("KK", 7, &[HALF; 2], &[])
}

fn reject(item: &Item) -> Refusal {
    verify(&item.bytes(), &mut NoSource).expect_err("the certificate is broken")
}

#[test]
fn bare_kings_on_four_squares() {
    let verified = verify(&kings_bracket().bytes(), &mut NoSource).unwrap();
    let table: &Table = verified.table().unwrap();
    assert_eq!((table.bits(), table.one()), (7, 128));
    assert_eq!([0, 1, 2].map(|class| table.bounds(class)), [Some(bounds(HALF)), Some(bounds(HALF)), None]);
    let claim: &Claim = verified.claim_as().unwrap();
    assert_eq!((claim.positions, claim.classes, claim.bits, claim.differ, claim.widest), (12, 2, 7, 0, [1, 1]));
}

#[test]
fn one_place_broken() {
    // Each row has: name, path of the changed item, new item, violated clause, place of the defect.
    type Broken = (&'static str, Vec<usize>, Item, &'static str, Option<u64>);
    let table: Vec<Broken> = vec![
        ("Three items in the claim", vec![4], column(&[7, 2, 0]), "cbor/type", Some(46)),
        ("No bits", vec![4, 0], U(0), "bracket/bits", Some(47)),
        ("More bits than there is room for", vec![4, 0], U(121), "bracket/bits", Some(47)),
        ("2^60 bits", vec![4, 0], U(1 << 60), "bracket/bits", Some(47)),
        ("A class too many", vec![4, 1], U(3), "bracket/classes", Some(48)),
        ("2^60 classes", vec![4, 1], U(1 << 60), "bracket/classes", Some(48)),
        ("Another board", vec![3, 2, 0], U(3), "bracket/classes", Some(48)),
        ("A game of another rule set", vec![3], A(vec![T("tug"), U(1), column(&[1])]), "envelope/pairing", None),
        ("Positions without end", vec![3, 2], A(vec![U(9), U(9), T("KQRBNK")]), "resources/size", Some(0)),
        ("A citation where none belongs", vec![5], A(vec![B(vec![0; 32])]), "citation/count", Some(49)),
        ("No evidence", vec![6], A(vec![]), "cbor/type", Some(50)),
        ("Differences without bytes", vec![6, 0], U(0), "bracket/difference_bytes", Some(51)),
        ("Differences longer than bounds", vec![6, 0], U(2), "bracket/difference_bytes", Some(51)),
        ("A list of numbers", vec![6, 1], column(&[63, 1]), "cbor/type", Some(52)),
        ("A byte too few", vec![6, 1], B(vec![63, 1, 64, 1, 63, 1, 64]), "bracket/records", Some(52)),
        ("A byte too many", vec![6, 1], B(vec![63, 1, 64, 1, 63, 1, 64, 1, 0]), "bracket/records", Some(52)),
        ("Records for 8 bits", vec![4, 0], U(8), "bracket/records", Some(52)),
    ];
    for (title, path, item, code, byte) in table {
        let refusal = reject(&kings_bracket().with(&path, item));
        assert_eq!(refusal.code(), code, "{title}: {refusal}");
        assert!(byte.is_none_or(|byte| refusal.place == Place::Byte(byte)), "{title}: {refusal}");
    }
}

#[test]
fn one_bound_broken() {
    // Each row has the form (bounds of class 1, clause).
    let table = [
        ([64, 64, 64, 65], Some("alpha_lower")),
        ([128, 128, 64, 65], Some("alpha_lower")),
        ([0, 64, 64, 65], None),
        ([63, 63, 64, 65], Some("alpha_upper")),
        ([0, 0, 64, 65], Some("alpha_upper")),
        ([63, 128, 64, 65], None),
        ([63, 129, 64, 65], Some("bound")),
        ([63, 255, 64, 255], Some("bound")),
        ([63, 64, 65, 65], Some("beta_lower")),
        ([63, 64, 0, 65], None),
        ([63, 64, 64, 64], Some("beta_upper")),
        ([63, 64, 0, 0], Some("beta_upper")),
        ([63, 64, 64, 128], None),
        ([63, 64, 64, 129], Some("bound")),
        ([64, 64, 65, 65], Some("alpha_lower")),
    ];
    for (bounds, clause) in table {
        let item = certificate("KK", 7, &[HALF, bounds], &[]);
        match (verify(&item.bytes(), &mut NoSource), clause) {
            (Ok(_), None) => {}
            (Err(refusal), Some(clause)) => {
                assert_eq!(refusal.code(), format!("bracket/{clause}"), "{bounds:?}");
                assert_eq!(refusal.place, Place::Class { number: 1, position: "1k/K1".to_owned() }, "{bounds:?}");
            }
            (found, _) => panic!("{bounds:?}: {:?}", found.err()),
        }
    }
}

#[test]
fn what_is_said_of_bounds_that_are_wrong() {
    let said = |bounds| reject(&certificate("KK", 7, &[bounds, HALF], &[])).to_string();
    let sum = "128, the sum of this bound of White's best and Black's best option, found";
    let at = "at class 0 (2/Kk): expected";
    assert_eq!(said([64, 64, 64, 65]), format!("bracket/alpha_lower {at} 0 or less than half of {sum} 64"));
    assert_eq!(said([63, 63, 64, 65]), format!("bracket/alpha_upper {at} at least half of {sum} 63"));
    assert_eq!(said([63, 64, 65, 65]), format!("bracket/beta_lower {at} at most half of {sum} 65"));
    assert_eq!(said([63, 64, 64, 64]), format!("bracket/beta_upper {at} the number 1 or greater than half of {sum} 64"));
    assert_eq!(said([63, 64, 64, 130]), format!("bracket/bound {at} an upper bound of beta of at most 128, found 130"));
}

/// Verifies a table of bounds for a game that is defined by its options alone, and returns the verdict.
fn judge(options: &Options, bits: u32, table: &[[u128; 4]]) -> String {
    let difference_bytes = usize::try_from(bits / 8 + 1).unwrap();
    let verdict = verify_items("bracket", &Graph(options.clone()), &items(bits, difference_bytes, table));
    verdict.map_or_else(|refusal| refusal.code(), |_| "verified".to_owned())
}

#[test]
fn games_of_options_alone() {
    let (win, loss) = (Won(White), Won(Black));
    let idle = || -> Options { vec![(vec![Class(0)], vec![Class(0)])] };
    let drawn = || -> Options { vec![(vec![Drawn, win], vec![Drawn])] };
    let table: Vec<(&str, Options, Vec<[u128; 4]>, &str)> = vec![
        ("Play goes round", idle(), vec![[0, 0, 4, 4]], "verified"),
        ("White claims to win by going round", idle(), vec![[4, 4, 4, 4]], "bracket/alpha_lower"),
        ("White claims to win a part by going round", idle(), vec![[1, 1, 4, 4]], "bracket/alpha_lower"),
        ("Black claims to win by going round", idle(), vec![[0, 0, 0, 0]], "bracket/beta_upper"),
        ("Black claims to win a part by going round", idle(), vec![[0, 0, 3, 3]], "bracket/beta_upper"),
        ("No bounds", idle(), vec![[0, 4, 0, 4]], "verified"),
        // For a draw, alpha is (1 + 0) / 2 and beta is (1 + 1) / 2.
        ("A draw", drawn(), vec![[1, 2, 4, 4]], "verified"),
        ("A draw that is a win for White", drawn(), vec![[2, 2, 4, 4]], "bracket/alpha_lower"),
        ("A draw that is a loss for Black", drawn(), vec![[1, 1, 4, 4]], "bracket/alpha_upper"),
        ("A draw that is a win for Black", drawn(), vec![[1, 2, 3, 3]], "bracket/beta_upper"),
        ("White has no option", vec![(vec![], vec![loss])], vec![[0, 4, 0, 4]], "bracket/option"),
        ("Black has no option", vec![(vec![win], vec![])], vec![[0, 4, 0, 4]], "bracket/option"),
        ("An option that leads to no class", vec![(vec![win], vec![Class(1)])], vec![[0, 4, 0, 4]], "checker/internal"),
        ("The first class that is wrong", [idle(), drawn()].concat(), vec![[1, 1, 4, 4], [2, 2, 4, 4]], "bracket/alpha_lower"),
        ("A bound is tested before options", vec![(vec![], vec![loss])], vec![[0, 5, 0, 4]], "bracket/bound"),
    ];
    for (title, options, table, verdict) in table {
        assert_eq!(judge(&options, 2, &table), verdict, "{title}");
    }
}

/// Returns a pseudo-random number less than `below`, from a linear congruential generator (Knuth, MMIX).
fn random(state: &mut u64, below: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*state >> 33).unwrap() % below
}

/// Generates a game with `classes` classes of symmetric positions, and one to three options for each side.
fn random_game(state: &mut u64, classes: usize) -> Options {
    let mut list = || -> Vec<Choice> {
        let option = |state: &mut u64| match random(state, classes + 3) {
            0 => Won(White),
            1 => Won(Black),
            2 if random(state, 3) == 0 => Drawn,
            other => Class(u32::try_from(other.saturating_sub(3)).unwrap()),
        };
        (0..=random(state, 3)).map(|_| option(state)).collect()
    };
    (0..classes).map(|_| (list(), list())).collect()
}

/// Performs one iteration towards the thresholds. `drawn` is the value of a drawn end, and `one` is the value of
/// White's win.
fn stepped<N: Copy + PartialOrd + std::ops::Add<Output = N> + Default>(
    options: &Options,
    values: &[N],
    [drawn, one]: [N; 2],
    step: impl Fn(N) -> N,
) -> Vec<N> {
    let value = |choice: &Choice| match choice {
        Class(class) => values[usize::try_from(*class).unwrap()],
        Won(White) => one,
        Won(Black) => N::default(),
        Drawn => drawn,
        Choice::Cited { .. } => panic!("a game without citations"),
    };
    let class = |(white, black): &(Vec<Choice>, Vec<Choice>)| {
        let most = white.iter().map(value).reduce(|one, other| if other > one { other } else { one }).unwrap();
        let least = black.iter().map(value).reduce(|one, other| if other < one { other } else { one }).unwrap();
        step(most + least)
    };
    options.iter().map(class).collect()
}

/// Approximates the thresholds alpha and beta of each class of symmetric positions.
fn thresholds(options: &Options) -> [Vec<f64>; 2] {
    [0.0, 1.0]
        .map(|start| (0..4_000).fold(vec![start; options.len()], |values, _| stepped(options, &values, [start, 1.0], |sum| sum / 2.0)))
}

/// Returns the final bounds of the iterations in section 4 of the spec.
fn iterated(options: &Options, bits: u32) -> Vec<[u128; 4]> {
    let one = 1_u128 << bits;
    let fixed = |start: u128, step: &dyn Fn(u128) -> u128| {
        let mut values = vec![start; options.len()];
        loop {
            let next = stepped(options, &values, [start, one], step);
            if next == values {
                return values;
            }
            values = next;
        }
    };
    let a = fixed(0, &|sum| sum.saturating_sub(1) / 2);
    let w = fixed(0, &|sum| sum.div_ceil(2));
    let z = fixed(one, &|sum| sum / 2);
    let y = fixed(one, &|sum| (sum + 1).div_ceil(2).min(one));
    (0..options.len()).map(|class| [a[class], w[class], z[class], y[class]]).collect()
}

#[test]
fn iterations_end_with_bounds() {
    let mut state = 1;
    let mut parted = 0;
    for number in 0..400 {
        let options = random_game(&mut state, 1 + number % 6);
        let [alpha, beta] = thresholds(&options);
        for bits in [3, 20, 47] {
            let table = iterated(&options, bits);
            assert_eq!(judge(&options, bits, &table), "verified", "{options:?} {table:?}");
            let one = 2_f64.powi(i32::try_from(bits).unwrap());
            #[allow(clippy::cast_precision_loss, clippy::as_conversions, reason = "at most 47 bits")]
            for (class, [a, w, z, y]) in table.iter().map(|bounds| bounds.map(|bound| bound as f64 / one)).enumerate() {
                let slack = 1e-9;
                assert!(a <= alpha[class] + slack && alpha[class] <= w + slack, "{options:?}, class {class}");
                assert!(z <= beta[class] + slack && beta[class] <= y + slack, "{options:?}, class {class}");
                parted += usize::from(w < z);
                // Rounding errors add up along a path of moves. In these games, the bounds of a class stay less than
                // 2^12 * 2^-bits apart.
                let most = 2_f64.powi(12) / one;
                assert!(w - a < most && y - z < most, "{options:?}, class {class}: {a} {w} {z} {y} of {one}");
            }
        }
    }
    assert!(parted > 100, "{parted} classes");
}

/// Tries every table of bounds of small games, and tests that all accepted bounds are true.
#[test]
fn no_wrong_table_is_accepted() {
    let games = std::env::var("GAMECERT_GAMES").map_or(150, |games| games.parse().unwrap());
    let mut state = 7;
    let (bits, one) = (2, 4_u128);
    let mut accepted = [0_u32; 4];
    for number in 0..games {
        let classes = 1 + number % 3;
        let options = random_game(&mut state, classes);
        let [alpha, beta] = thresholds(&options).map(|values| values.into_iter().map(|value| value * 4.0).collect::<Vec<_>>());
        for code in 0..5_u32.pow(u32::try_from(classes).unwrap()) {
            let values: Vec<u128> = (0..u32::try_from(classes).unwrap()).map(|class| u128::from(code / 5_u32.pow(class) % 5)).collect();
            for (which, accepted) in accepted.iter_mut().enumerate() {
                let table: Vec<[u128; 4]> = values
                    .iter()
                    .map(|value| match which {
                        0 => [*value, one, 0, one],
                        1 => [0, *value, 0, one],
                        2 => [0, one, *value, one],
                        _ => [0, one, 0, *value],
                    })
                    .collect();
                if judge(&options, bits, &table) != "verified" {
                    continue;
                }
                *accepted += 1;
                for (class, value) in values.iter().enumerate() {
                    let value = f64::from(u32::try_from(*value).unwrap());
                    let right = match which {
                        0 => value <= alpha[class] + 1e-6,
                        1 => value >= alpha[class] - 1e-6,
                        2 => value <= beta[class] + 1e-6,
                        _ => value >= beta[class] - 1e-6,
                    };
                    assert!(right, "{options:?}: bound {which} of {values:?}, alpha {alpha:?}, beta {beta:?}");
                }
            }
        }
    }
    assert!(accepted.iter().all(|count| *count > 200), "{accepted:?}");
}

struct SuppliedSource(Vec<Vec<u8>>);

impl Source for SuppliedSource {
    fn fetch(&mut self, expected: &Digest, _: u64) -> Result<Arc<Vec<u8>>, NotFetched> {
        let file = self.0.iter().find(|file| digest(file) == *expected);
        file.cloned().map(Arc::new).ok_or_else(|| NotFetched::Missing("on the shelf".to_owned()))
    }
}

/// Tests certificates for the ending of king and queen against king. Each of these certificates cites a certificate for
/// bare kings. The cited certificate has bounds or exact values. A certificate of exact values can cite only
/// certificates of exact values.
#[test]
fn citations_of_both_kinds() {
    let (exact, bracket) = (kings().bytes(), kings_bracket().bytes());
    let rough = certificate("KK", 2, &[[1, 2, 2, 3]; 2], &[]).bytes();
    let files = [exact.clone(), bracket.clone(), rough.clone()];
    let code = |item: &Item| {
        verify(&item.bytes(), &mut SuppliedSource(files.to_vec())).map_or_else(|refusal| refusal.code(), |_| "verified".to_owned())
    };
    let table = |citation: &[u8], bounds: [u128; 4]| certificate("KQK", 7, &[bounds; 3], &[citation.to_vec()]);
    for cited in [&exact, &bracket, &rough] {
        // Each side's best option is to capture the king.
        assert_eq!(code(&table(cited, HALF)), "verified");
        assert_eq!(code(&table(cited, [64, 64, 64, 65])), "bracket/alpha_lower");
    }
    let exact_on = |citation: &[u8]| queen().with(&[5, 0], B(digest(citation).to_vec()));
    assert_eq!(code(&exact_on(&exact)), "verified");
    assert_eq!(code(&exact_on(&bracket)), "citation/game");
    let refusal = verify(&exact_on(&bracket).bytes(), &mut SuppliedSource(files.to_vec())).unwrap_err();
    let expected = "expected richman for bidding-chess version 1, board 2x2, material KK, found bracket for bidding-chess version 1, board 2x2, material KK";
    assert_eq!(refusal.sentence, expected);
    let chips = kings().with(&[2, 0], T("chips")).bytes();
    let other = table(&chips, HALF);
    let refusal = verify(&other.bytes(), &mut SuppliedSource(vec![chips])).unwrap_err();
    assert!(refusal.sentence.starts_with("expected bracket or richman for bidding-chess"), "{refusal}");
    assert_eq!(refusal.code(), "citation/game");
}

/// Tests the bounds that are read from a cited certificate.
#[test]
fn bounds_of_cited_classes() {
    let cited = |table: &[[u128; 4]]| {
        let records = records(3, 1, table);
        Table { bits: 3, value_bytes: 1, difference_bytes: 1, record_bytes: 4, records }
    };
    let (rough, exact) = (cited(&[[0, 8, 0, 8], [1, 2, 5, 7]]), verify(&drawn().bytes(), &mut NoSource).unwrap());
    // Each row has the form (citation, cited class, whether colours are exchanged, number of bits, tightest bounds of a
    // class). In the class of the bounds, the only option of both players leads to the cited class.
    let table = [
        (0, 1, false, 4, [1, 4, 10, 15]),
        (0, 1, true, 4, [1, 6, 12, 15]),
        (0, 1, false, 3, [0, 2, 5, 8]),
        (0, 1, false, 1, [0, 1, 1, 2]),
        (0, 1, true, 2, [0, 2, 3, 4]),
        (0, 0, false, 4, [0, 16, 0, 16]),
        // The exact values of the cited class are alpha = 1/2 and beta = 1.
        (1, 0, false, 4, [7, 8, 16, 16]),
        (1, 0, true, 4, [0, 0, 8, 9]),
    ];
    for (citation, class, exchanged, bits, tightest) in table {
        let option = Choice::Cited { citation, class, exchanged };
        let graph = Graph(vec![(vec![option], vec![option])]);
        let refused = |bounds: [u128; 4]| {
            let mut meter = Meter::new(u64::MAX);
            let tables = [CitedTable::Bracket { table: &rough }, CitedTable::new(&exact, bits, &mut meter).unwrap()];
            let own = Table { bits, value_bytes: 1, difference_bytes: 1, record_bytes: 4, records: records(bits, 1, &[bounds]) };
            classes::check(&own, &&graph, &tables, NonZeroU32::MIN, &mut meter).err().map(|refusal| refusal.clause)
        };
        let (title, one) = (format!("{option:?} in {bits} bits"), 1 << bits);
        assert_eq!(refused(tightest), None, "{title}");
        let [a, w, z, y] = tightest;
        assert_eq!(refused([a + 1, one, 0, one]), Some("alpha_lower"), "{title}");
        assert_eq!(w.checked_sub(1).and_then(|w| refused([0, w, 0, one])), (w > 0).then_some("alpha_upper"), "{title}");
        assert_eq!((z < one).then(|| refused([0, one, z + 1, one])).flatten(), (z < one).then_some("beta_lower"), "{title}");
        assert_eq!(refused([0, one, 0, y - 1]), Some("beta_upper"), "{title}");
    }
    // The cited table has no class 2, which is a bug in the checker.
    let graph = Graph(vec![(vec![Choice::Cited { citation: 0, class: 2, exchanged: false }], vec![Won(Black)])]);
    let own = cited(&[[0, 8, 0, 8]]);
    let found = classes::check(&own, &&graph, &[CitedTable::Bracket { table: &rough }], NonZeroU32::MIN, &mut Meter::new(u64::MAX));
    assert_eq!(found.unwrap_err().code(), "checker/internal");
}

#[test]
fn statements_fields_and_evidence() {
    let number = |number: i64| Value::Number(number);
    let text = |text: &str| Value::Text(text.to_owned());
    let verified = verify(&kings_bracket().bytes(), &mut NoSource).unwrap();
    assert_eq!(
        verified.claim.fields(),
        [
            ("bits", number(7)),
            ("bounds", text("b7a57fe366ee0d489dc26f8e6acb5fdeca39ee8fd3c5ee1a14077fa838b68271")),
            ("classes", number(2)),
            ("classes_that_differ", number(0)),
            ("widest_alpha", text("1/128")),
            ("widest_beta", text("1/128")),
        ]
    );
    assert_eq!(verified.claim.evidence(), [("positions", number(12)), ("difference_bytes", number(1))]);
    let said = |item: &Item| verify(&item.bytes(), &mut NoSource).unwrap().claim.statements();
    let bids = "before each move both players bid a part of their money at once, negative bids allowed; the higher bidder pays the bid to the other player, or is \
                paid it where it is negative, and moves";
    assert_eq!(
        said(&kings_bracket()),
        [
            "for each position (12, or 2 up to symmetry) the file has lower and upper bounds of two shares alpha and beta of all money; those of alpha are at most \
             2^-7 apart, those of beta at most 2^-7, and all are multiples of 2^-7",
            "alpha is less than beta at 0 of 2 classes of positions; whether they differ at the other 2 is not said",
            "White can force a win if Black has less than alpha, Black can if Black has more than beta, and between these neither can",
            bids,
            "draws and endless play count as not winning; negative bids may be needed to force a win",
        ]
    );
    // The summary covers all classes, not only the last one.
    let idle: Options = vec![(vec![Class(0)], vec![Class(0)]), (vec![Class(1)], vec![Class(1)]), (vec![Class(2)], vec![Class(2)])];
    let claim = |table: &[[u128; 4]]| {
        let proved = verify_items("bracket", &Graph(idle.clone()), &items(3, 1, table)).unwrap();
        let [bounds, differ, ..] = &proved.claim.statements()[..] else { panic!("fewer than two statements") };
        [bounds.clone(), differ.clone()]
    };
    let bounds = |alpha: &str, beta: &str| {
        format!(
            "for each position (3) the file has lower and upper bounds of two shares alpha and beta of all money; those of alpha are at most \
             {alpha} apart, those of beta at most {beta}, and all are multiples of 2^-3"
        )
    };
    let differ = "alpha is less than beta at 2 of 3 classes of positions; whether they differ at the other 1 is not said";
    assert_eq!(claim(&[[0, 3, 1, 8], [0, 2, 3, 8], [0, 1, 8, 8]]), [bounds("2^-1", "1"), differ.to_owned()]);
    let differ = "alpha is less than beta at 3 of 3 classes of positions";
    assert_eq!(claim(&[[0, 0, 8, 8]; 3]), [bounds("0", "0"), differ.to_owned()]);
}

/// The digests of two tables are equal if and only if all bounds are equal as numbers.
#[test]
fn digests_of_bounds() {
    let idle = |classes: u32| -> Options { (0..classes).map(|class| (vec![Class(class)], vec![Class(class)])).collect() };
    let digest = |bits: u32, difference_bytes: usize, table: &[[u128; 4]]| {
        let game = Graph(idle(u32::try_from(table.len()).unwrap()));
        let proved = verify_items("bracket", &game, &items(bits, difference_bytes, table)).unwrap();
        proved.claim.fields().into_iter().find(|(name, _)| *name == "bounds").unwrap().1
    };
    let scaled = |table: [[u128; 4]; 2], places: u32| table.map(|bounds| bounds.map(|bound| bound << places));
    let table = [[0, 3, 1, 8], [0, 8, 6, 8]];
    let expected = digest(3, 1, &table);
    for (title, bits, difference_bytes, table) in [
        ("one bit more", 4, 1, scaled(table, 1)),
        ("five bits more, numbers of two bytes", 8, 2, scaled(table, 5)),
        ("the most bits", 120, 16, scaled(table, 117)),
    ] {
        assert_eq!(digest(bits, difference_bytes, &table), expected, "{title}");
    }
    for (title, bits, table) in [
        ("an upper bound of alpha looser by a unit", 3, vec![[0, 4, 1, 8], [0, 8, 6, 8]]),
        ("a lower bound of beta looser by a unit", 3, vec![[0, 3, 0, 8], [0, 8, 6, 8]]),
        ("the last bound looser by a unit", 3, vec![[0, 3, 1, 8], [0, 8, 5, 8]]),
        ("a bound looser by a unit of 2^-120", 120, {
            let mut table = scaled(table, 117).to_vec();
            table[1][2] -= 1;
            table
        }),
        ("the same units with other bits", 4, vec![[0, 3, 1, 16], [0, 16, 6, 16]]),
        ("classes exchanged", 3, vec![[0, 8, 6, 8], [0, 3, 1, 8]]),
        ("a class more", 3, vec![[0, 3, 1, 8], [0, 8, 6, 8], [0, 8, 6, 8]]),
        ("a class less", 3, vec![[0, 3, 1, 8]]),
    ] {
        assert_ne!(digest(bits, usize::try_from(bits / 8 + 1).unwrap(), &table), expected, "{title}");
    }
}

#[test]
fn bounds_of_all_lengths() {
    let options: Options = vec![(vec![Won(White)], vec![Won(Black)])];
    for bits in 1..=120 {
        let half = 1_u128 << (bits - 1);
        for difference_bytes in 1..=usize::try_from(bits / 8 + 1).unwrap() {
            let table = [[half - 1, half, half, half + 1]];
            let proved = verify_items("bracket", &Graph(options.clone()), &items(bits, difference_bytes, &table)).unwrap();
            let stored: &Table = proved.table.as_ref().unwrap().downcast_ref().unwrap();
            assert_eq!(stored.bounds(0), Some(bounds(table[0])), "{bits} bits, {difference_bytes} bytes");
            for wrong in
                [[half, half, half, half + 1], [half - 1, half - 1, half, half + 1], [0, half, half + 1, half + 1], [0, half, half, half]]
            {
                if wrong[1] - wrong[0] < 1 << (8 * difference_bytes.min(15)) {
                    let verdict = verify_items("bracket", &Graph(options.clone()), &items(bits, difference_bytes, &[wrong]));
                    assert!(verdict.is_err(), "{bits} bits: {wrong:?}");
                }
            }
        }
    }
    // Sums that overflow 128 bits count as too large.
    let largest = vec![U(16), B(vec![255; 64])];
    let verdict = verify_items("bracket", &Graph(options), &[column(&[120, 1]), A(vec![]), A(largest)]);
    assert_eq!(verdict.err().map(|refusal| refusal.code()).as_deref(), Some("bracket/bound"));
}

/// Each class of symmetric positions takes eight work steps, and each option takes three. If the step budget is too
/// small, the refusal is `resources/allowance`. If the budget suffices, the verdict is the same on any number of
/// threads.
#[test]
fn steps_allowed() {
    let options: Options = vec![(vec![Won(White), Won(White)], vec![Won(Black)]); 9];
    let with = |class: usize, bounds: [u128; 4]| {
        let mut table = [HALF; 9];
        table[class] = bounds;
        table
    };
    let table = [
        ("Genuine", [HALF; 9], None, 9 * (8 + 9)),
        ("Wrong in the first part", with(0, [64, 64, 64, 65]), Some("bracket/alpha_lower"), 9 * 8 + 9),
        ("Wrong in the last part", with(8, [63, 64, 64, 64]), Some("bracket/beta_upper"), 9 * (8 + 9)),
        ("A bound above 1", with(4, [63, 64, 64, 129]), Some("bracket/bound"), 9 * 8),
    ];
    for (title, table, code, spent) in table {
        let bytes: Vec<u8> = items(7, 1, &table).iter().flat_map(Item::bytes).collect();
        let (verdict, all) = verify_within("bracket", &Graph(options.clone()), &bytes, u64::MAX, 1);
        assert_eq!((verdict.err().map(|refusal| refusal.code()).as_deref(), all), (code, spent), "{title}");
        for steps in 0..=all {
            for threads in [1, 2, 3, 20] {
                let (verdict, _) = verify_within("bracket", &Graph(options.clone()), &bytes, steps, threads);
                let expected = if steps < all { Some("resources/allowance") } else { code };
                assert_eq!(
                    verdict.err().map(|refusal| refusal.code()).as_deref(),
                    expected,
                    "{title}: {steps} of {all} steps on {threads} threads"
                );
            }
        }
    }
}

#[test]
fn steps_of_cited_values() {
    let exact = kings().bytes();
    let item = certificate("KQK", 7, &[HALF; 3], std::slice::from_ref(&exact));
    let allowed = |steps: u64| {
        let mut source = SuppliedSource(vec![exact.clone()]);
        crate::Session::new(&mut source)
            .with_work(steps)
            .verify(&item.bytes())
            .map_or_else(|refusal| refusal.code(), |_| "verified".to_owned())
    };
    let least = (0..2_000).find(|steps| allowed(*steps) == "verified").unwrap();
    let mut source = NoSource;
    let alone = (0..2_000).find(|steps| crate::Session::new(&mut source).with_work(*steps).verify(&kings().bytes()).is_ok()).unwrap();
    // The difference in steps counts three values with denominators of one word, and three classes with their options.
    let mut options = 0;
    crate::inspect::generate(&item.bytes(), &mut |class| options += class.white.len() + class.black.len()).unwrap();
    assert_eq!(least - alone, 3 * (8 + 4) + 3 * 8 + 3 * u64::try_from(options).unwrap());
}

#[test]
fn every_file_cut_off_or_lengthened_is_refused() {
    let bytes = kings_bracket().bytes();
    for place in 0..bytes.len() {
        assert!(verify(&bytes[..place], &mut NoSource).is_err());
        let mut longer = bytes.clone();
        longer.insert(place, 0);
        assert!(verify(&longer, &mut NoSource).is_err());
    }
    assert_eq!(verify(&[bytes, vec![0]].concat(), &mut NoSource).unwrap_err().code(), "cbor/trailing");
}

#[test]
fn a_changed_file_that_is_accepted_is_right() {
    let bytes = kings_bracket().bytes();
    let mut accepted = 0;
    for place in 0..bytes.len() {
        for other in (0..=255).filter(|other| *other != bytes[place]) {
            let mut mutant = bytes.clone();
            mutant[place] = other;
            let Ok(verified) = verify(&mutant, &mut NoSource) else { continue };
            accepted += 1;
            let table: &Table = verified.table().unwrap();
            let half = table.one() / 2;
            for Bounds { alpha, beta } in [0, 1].map(|class| table.bounds(class).unwrap()) {
                assert!([alpha, beta].iter().all(|[lower, upper]| (*lower..=*upper).contains(&half)), "byte {place} {other:#x}");
            }
        }
    }
    assert!(accepted > 200, "{accepted}");
}

#[test]
fn random_damage_must_not_crash() {
    damaged(&[kings_bracket().bytes()], 40_000, 0, |bytes| drop(verify(bytes, &mut NoSource)));
}
