//! Tests each clause with a small certificate that has one error.

use super::emitter::{Paper, Scope, Sheet, Study};
use super::forgeries::accepted;
use super::games::{CUSTOMS, Custom, Options};
use super::{Graph, check};
use crate::bidding::game::Choice::{Class, Won};
use crate::core::game::Colour::{Black, White};
use crate::core::refusal::Place;
use crate::testing::{A, B, Item, T, U, column, damaged};

const LEFT: Custom = CUSTOMS[0];
const LADIES: Custom = CUSTOMS[4];

/// Builds a game without repetition in which Left can win with the next move, and Right can win in two moves.
fn short() -> Options {
    vec![(vec![Won(White)], vec![Class(1)]), (vec![Won(White)], vec![Won(Black)])]
}

/// Builds a game in which Left can win at once.
fn round() -> Options {
    vec![(vec![Won(White), Class(1)], vec![Class(1)]), (vec![Won(White)], vec![Class(0), Won(Black)])]
}

/// Builds a game with two classes of symmetric positions. Class 0 leads only to itself, so nobody ever wins. Class 1 is
/// a sure win for Left.
fn idle() -> Options {
    vec![(vec![Class(0)], vec![Class(0)]), (vec![Won(White)], vec![Won(White), Class(1)])]
}

fn genuine(custom: Custom, game: &Options, scope: Scope) -> Item {
    A(Study::new(custom, game).emit(scope).unwrap().items().unwrap())
}

fn code(items: &Item, game: &Options) -> Result<(), String> {
    let A(parts) = items else { panic!("no array") };
    let bytes: Vec<u8> = parts.iter().flat_map(Item::bytes).collect();
    check(&bytes, &Graph(game.clone())).map(|_| ()).map_err(|refusal| refusal.code())
}

fn every_k(custom: Custom, game: &Options) -> Scope {
    Study::new(custom, game).all_chips().unwrap()
}

const CLAIM: usize = 0;
const EVIDENCE: usize = 2;

#[test]
fn one_place_broken() {
    let short = |path: &[usize], item: Item| (short(), genuine(LEFT, &short(), Scope::Between(2, 7)).with(path, item));
    let periodic =
        |path: &[usize], item: Item| (self::short(), genuine(LEFT, &self::short(), every_k(LEFT, &self::short())).with(path, item));
    let labelled = |path: &[usize], item: Item| (round(), genuine(LEFT, &round(), Scope::Between(2, 7)).with(path, item));
    let all = |path: &[usize], item: Item| (round(), genuine(LEFT, &round(), every_k(LEFT, &round())).with(path, item));
    // Each row has the form (defect, game and certificate, clause).
    let table: Vec<(&str, (Options, Item), &str)> = vec![
        ("A third player", short(&[CLAIM, 0], U(2)), "chips/player"),
        ("A fourth rule for ties", short(&[CLAIM, 1], U(3)), "chips/tie_break"),
        ("A tie break of 2^60", short(&[CLAIM, 1], U(1 << 60)), "chips/tie_break"),
        ("A fourth range", short(&[CLAIM, 2], column(&[3, 1, 2])), "chips/range"),
        ("A range without items", short(&[CLAIM, 2], A(vec![])), "cbor/type"),
        ("A range of two items for three", short(&[CLAIM, 2], column(&[0, 2])), "cbor/type"),
        ("A range of three items for two", short(&[CLAIM, 2], column(&[1, 2, 2])), "cbor/type"),
        ("A range that is a number", short(&[CLAIM, 2], U(2)), "cbor/type"),
        ("A range that descends", short(&[CLAIM, 2], column(&[0, 7, 2])), "chips/range"),
        ("A range to 2^28", short(&[CLAIM, 2], column(&[0, 2, 1 << 28])), "chips/range"),
        ("A range to 2^60", short(&[CLAIM, 2], column(&[0, 2, 1 << 60])), "chips/range"),
        ("An onset beyond the file", short(&[CLAIM, 2], column(&[1, 100])), "chips/range"),
        ("No period", short(&[CLAIM, 2], column(&[2, 0, 0])), "chips/range"),
        ("A period of 2^28", short(&[CLAIM, 2], column(&[2, 0, 1 << 28])), "chips/range"),
        ("A preperiod of 2^28", short(&[CLAIM, 2], column(&[2, 1 << 28, 1])), "chips/range"),
        ("A class too many", short(&[CLAIM, 3], U(3)), "chips/classes"),
        ("2^60 classes", short(&[CLAIM, 3], U(1 << 60)), "chips/classes"),
        ("A citation where none belongs", short(&[1], A(vec![B(vec![0; 32])])), "citation/count"),
        ("Evidence of three items", short(&[EVIDENCE], column(&[1, 2, 3])), "cbor/type"),
        ("Labels with range 1", short(&[], A(vec![A(vec![U(0), U(0), column(&[1, 1]), U(2)]), A(vec![]), column(&[0; 4])])), "chips/form"),
        (
            "No labels with range 2",
            short(&[], A(vec![A(vec![U(0), U(0), column(&[2, 1, 1]), U(2)]), A(vec![]), column(&[0; 2])])),
            "chips/form",
        ),
        ("Another range than that of the tables", short(&[CLAIM, 2], column(&[1, 4])), "cbor/type"),
        ("Increments for 10 values", short(&[EVIDENCE, 0, 0, 1], B(vec![0; 3])), "chips/increments"),
        ("No increments", short(&[EVIDENCE, 0, 0, 1], B(vec![])), "chips/increments"),
        ("An unused bit", short(&[EVIDENCE, 0, 0, 1], B(vec![0, 0b0000_0100])), "chips/increments"),
        ("The last unused bit", short(&[EVIDENCE, 0, 0, 1], B(vec![0, 0b1000_0000])), "chips/increments"),
        ("An increment of 3", short(&[EVIDENCE, 0, 0, 1], B(vec![0b0011_0000, 0])), "chips/increment"),
        (
            "An increment of 2, ladies first",
            (self::short(), genuine(LADIES, &self::short(), Scope::Between(0, 4)).with(&[EVIDENCE, 0, 0, 1], B(vec![2]))),
            "chips/increment",
        ),
        ("A period of 3", periodic(&[EVIDENCE, 0, 0, 1], U(3)), "chips/period"),
        ("A period of 0", periodic(&[EVIDENCE, 0, 0], A(vec![U(0), U(0), U(0), U(0), B(vec![])])), "chips/period"),
        ("A preperiod beyond the onset", periodic(&[EVIDENCE, 0, 0], A(vec![U(5), U(1), U(0), U(0), B(vec![0, 0])])), "chips/period"),
        ("A first threshold above T", short(&[EVIDENCE, 0, 0, 0], U(7)), "chips/threshold"),
        ("A first threshold of 2^60", short(&[EVIDENCE, 0, 0, 0], U(1 << 60)), "chips/threshold"),
        ("A slope above that of T", periodic(&[EVIDENCE, 0, 0, 2], U(9)), "chips/slope"),
        ("A slope of 2^60", periodic(&[EVIDENCE, 0, 0, 2], U(1 << 60)), "chips/slope"),
        ("An odd slope", all(&[EVIDENCE, 0, 0, 0], U(1)), "chips/slope"),
        ("A period that is twice the least", periodic(&[EVIDENCE, 0, 0], A(vec![U(0), U(2), U(2), U(0), B(vec![1])])), "chips/least"),
        (
            "A preperiod that is one more than the least",
            periodic(&[EVIDENCE, 0, 0], A(vec![U(1), U(1), U(1), U(0), B(vec![1])])),
            "chips/period",
        ),
        ("A column that is too long", short(&[EVIDENCE, 1], column(&[0, 1, 1])), "chips/column"),
        ("A column that is too short", short(&[EVIDENCE, 1], column(&[0])), "chips/column"),
        ("Labels too few", labelled(&[EVIDENCE, 2, 0], B(vec![0; 5])), "chips/label_row"),
        ("Labels too many", labelled(&[EVIDENCE, 2, 0], B(vec![0; 7])), "chips/label_row"),
        ("Labels that end with 15", labelled(&[EVIDENCE, 2, 0], B(vec![0, 0, 0, 0, 0, 15])), "chips/label_row"),
        ("A label of 65,550", labelled(&[EVIDENCE, 2, 0], B([vec![0xff; 2185], vec![0; 6]].concat())), "chips/label_row"),
        ("A half byte that is not used", labelled(&[EVIDENCE, 2, 0], B(vec![0xf0, 0, 0, 0, 0, 0, 1])), "chips/label_row"),
        ("The same row of labels twice", labelled(&[EVIDENCE, 2], A(vec![B(vec![0; 6]); 2])), "chips/label_row"),
        (
            "A row of labels that no class has",
            labelled(&[EVIDENCE, 2], A(vec![B(vec![0; 6]), B(vec![1; 6]), B(vec![2; 6])])),
            "chips/label_row",
        ),
        ("Rows of labels not in the order of their use", labelled(&[EVIDENCE, 3], column(&[1, 0])), "chips/label_row"),
        ("A row of labels that is not there", labelled(&[EVIDENCE, 3], column(&[0, 2])), "chips/label_row"),
        ("A class without labels", labelled(&[EVIDENCE, 3], column(&[0])), "chips/column"),
        ("Text in a column", short(&[EVIDENCE, 1, 0], T("0")), "cbor/type"),
        ("A table that is not there", short(&[EVIDENCE, 1], column(&[0, 2])), "chips/table"),
        ("The first table that is not there", short(&[EVIDENCE, 0], A(vec![A(vec![U(1), B(vec![0, 0])])])), "chips/table"),
        ("A table of number 2^32", short(&[EVIDENCE, 1], column(&[0, 1 << 32])), "chips/table"),
        ("Tables not in the order of their use", short(&[EVIDENCE, 1], column(&[1, 0])), "chips/table"),
        ("A table that no class has", short(&[EVIDENCE, 1], column(&[0, 0])), "chips/table_used"),
        ("The same thresholds for both", short(&[EVIDENCE, 0], A(vec![A(vec![U(1), B(vec![0, 0])]); 2])), "chips/table_distinct"),
        ("Another threshold", short(&[EVIDENCE, 0, 1, 0], U(4)), "chips/equation"),
        ("A threshold of the last k only", short(&[EVIDENCE, 0, 0, 1], B(vec![0b0101_0001, 0b0000_0000])), "chips/equation"),
    ];
    for (title, (game, items), expected) in table {
        assert_eq!(code(&items, &game), Err(expected.to_owned()), "{title}");
    }
}

#[test]
fn what_classes_show() {
    let with = |custom: Custom, game: &Options, scope: Scope, change: &dyn Fn(&mut Paper)| {
        let mut paper = Study::new(custom, game).emit(scope).unwrap();
        change(&mut paper);
        (game.clone(), A(paper.items().unwrap()))
    };
    let (round_all, short_all) = (every_k(LEFT, &round()), every_k(LEFT, &short()));
    let Scope::Periodic(preperiod, period) = round_all else { panic!("{round_all:?}") };
    let at = usize::try_from(preperiod).unwrap();
    let unlabelled = |paper: &mut Paper| paper.labels = None;
    let no_right = vec![(vec![Won(White)], vec![])];
    let one = |values: &[i64]| {
        let sheet = Sheet { preperiod: 0, period: 0, slope: 0, values: values.to_vec() };
        A(Paper { custom: LEFT, scope: Scope::Between(0, 1), sheets: vec![sheet], labels: None }.items().unwrap())
    };
    let table: Vec<(&str, (Options, Item), &str)> = vec![
        ("Right has no option", (no_right, one(&[0, 0])), "chips/option"),
        ("Left has no option", (vec![(vec![], vec![Won(Black)])], one(&[0, 0])), "chips/option"),
        ("An option that leads nowhere", (vec![(vec![Class(1)], vec![Won(Black)])], one(&[0, 0])), "checker/internal"),
        ("A game with cycles, without labels", with(LEFT, &round(), Scope::Between(0, 3), &unlabelled), "chips/form"),
        (
            "An ordered game with labels",
            with(LEFT, &short(), Scope::Between(0, 3), &|paper| {
                paper.labels = Some(vec![vec![[1, 1]; 4], vec![[1, 1]; 4]]);
            }),
            "chips/label_small",
        ),
        ("An ordered game with the right labels", ordered_with_labels(), "chips/form"),
        ("Another slope", with(LEFT, &short(), short_all, &|paper| paper.sheets[1].slope += 1), "chips/slopes"),
        ("Another slope, with labels", with(LEFT, &round(), round_all, &|paper| paper.sheets[1].slope -= 2), "chips/slopes"),
        ("Nobody ever wins, but for all k two codes would do", nobody(), "chips/margin"),
        ("A label too small", with(LEFT, &round(), round_all, &|paper| smaller(paper)), "chips/label_missing"),
        ("A label too large", with(LEFT, &round(), round_all, &|paper| paper.labels.as_mut().unwrap()[0][at][0] += 1), "chips/label_large"),
        (
            "A label where there is no code",
            with(LEFT, &idle(), Scope::Between(0, 3), &|paper| paper.labels.as_mut().unwrap()[0][2][1] = 1),
            "chips/label_large",
        ),
        ("A label where there is no code, and options that slopes do not order", not_in_order(), "chips/label_large"),
        (
            "Nobody ever wins, but half of the chips would do",
            with(LEFT, &idle(), Scope::Between(0, 3), &|paper| {
                paper.sheets[0].values = vec![1, 2, 3, 4];
            }),
            "chips/label_missing",
        ),
    ];
    assert!(period >= 1);
    for (title, (game, items), expected) in table {
        assert_eq!(code(&items, &game), Err(expected.to_owned()), "{title}");
    }
}

/// Builds a game of one position, in which play goes on forever, and a table with the threshold 2 for every number of
/// chips.
fn nobody() -> (Options, Item) {
    let game = vec![(vec![Class(0)], vec![Class(0)])];
    let sheet = Sheet { preperiod: 0, period: 1, slope: 0, values: vec![2] };
    let paper = Paper { custom: LEFT, scope: Scope::Periodic(0, 1), sheets: vec![sheet], labels: Some(vec![vec![[0, 0]]]) };
    (game, A(paper.items().unwrap()))
}

/// Builds a certificate in which the clause `chips/dominance` must ignore one value.
fn not_in_order() -> (Options, Item) {
    let game = vec![(vec![Class(1)], vec![Class(1), Class(2)]), (vec![Class(0)], vec![Class(0)]), (vec![Class(0)], vec![Class(0)])];
    let sheet = |slope| Sheet { preperiod: 0, period: 1, slope, values: vec![1] };
    let labels = vec![vec![[2, 1]], vec![[0, 0]], vec![[1, 0]]];
    let paper = Paper { custom: LEFT, scope: Scope::Periodic(0, 1), sheets: vec![sheet(2), sheet(2), sheet(0)], labels: Some(labels) };
    (game, A(paper.items().unwrap()))
}

/// Decreases the first positive label by 1.
fn smaller(paper: &mut Paper) {
    let label = paper.labels.as_mut().unwrap().iter_mut().flatten().flatten().find(|label| **label > 0).unwrap();
    *label -= 1;
}

/// Builds a certificate with labels for a game in which no position recurs. Such a certificate must not have labels.
fn ordered_with_labels() -> (Options, Item) {
    let game = short();
    let study = Study::new(LEFT, &game);
    let mut paper = study.emit(Scope::Between(0, 3)).unwrap();
    let labels = |k: i64| super::emitter::labels(LEFT, &game, k, &study.f[usize::try_from(k).unwrap()]);
    let of = |class: usize| (0..4).map(|k| labels(k)[class].map(Option::unwrap)).collect();
    paper.labels = Some(vec![of(0), of(1)]);
    (game.clone(), A(paper.items().unwrap()))
}

#[test]
fn ranges_in_words() {
    // Each row has the form (range, sentence of the refusal).
    let table: [(&[u64], &str); 4] = [
        (&[0, 7, 2], "expected two numbers in order, below 2^28, found 7 and 2"),
        (&[1, 100], "expected an onset of the file's size at most, below 2^28, found 100 and 0"),
        (&[2, 0, 0], "expected a preperiod and a positive period, below 2^28, found 0 and 0"),
        (&[3, 1, 2], "expected a range that opens with 0, 1 or 2, found 3"),
    ];
    for (range, sentence) in table {
        let A(parts) = genuine(LEFT, &short(), Scope::Between(2, 7)).with(&[CLAIM, 2], column(range)) else { panic!("no array") };
        let bytes: Vec<u8> = parts.iter().flat_map(Item::bytes).collect();
        assert_eq!(check(&bytes, &Graph(short())).err().unwrap().sentence, sentence);
    }
}

#[test]
fn the_first_clause_broken_is_reported() {
    let mut paper = Study::new(LEFT, &short()).emit(Scope::Between(0, 9)).unwrap();
    paper.sheets[0].values[6] += 1;
    paper.sheets[1].values[4] += 1;
    let refusal = check(&paper.bytes().unwrap(), &Graph(short())).err().unwrap();
    // Class 0 has an option to class 1, whose threshold for 4 chips is wrong.
    assert_eq!(refusal.place, Place::Class { number: 0, position: "0".to_owned() });
    assert!(refusal.sentence.starts_with("with 4 chips in all the rule gives the threshold"), "{refusal}");
}

/// Flips every bit, cuts the file off at every byte, and adds a byte at the end. Tests that every accepted mutant is
/// the genuine certificate of another true claim. A changed bit in the claim can turn a certificate into a genuine
/// certificate of another claim.
#[test]
fn every_bit_counts() {
    let (mut tried, mut other_claims) = (0, 0);
    for (custom, game) in [(LEFT, short()), (LADIES, short()), (LEFT, round()), (CUSTOMS[3], round()), (CUSTOMS[5], idle())] {
        for scope in [Scope::Between(1, 5), every_k(custom, &game)] {
            let bytes = Study::new(custom, &game).emit(scope).unwrap().bytes().unwrap();
            let graph = Graph(game.clone());
            check(&bytes, &graph).unwrap_or_else(|broken| panic!("{broken}"));
            for place in 0..bytes.len() {
                assert!(check(&bytes[..place], &graph).is_err());
                for bit in 0..8 {
                    let mut mutant = bytes.clone();
                    mutant[place] ^= 1 << bit;
                    tried += 1;
                    if accepted(&mutant, &game) {
                        other_claims += 1;
                        // The claim is an array of four items. Its first three items are the player, the tie-break and
                        // the range.
                        assert!((1..7).contains(&place), "{custom:?} {scope:?} byte {place} bit {bit}");
                    }
                }
            }
            assert_eq!(check(&[bytes, vec![0]].concat(), &graph).err().unwrap().code(), "cbor/trailing");
        }
    }
    assert!(tried > 2_400 && other_claims < 20, "{tried} {other_claims}");
}

#[test]
fn random_damage_must_not_crash() {
    for (custom, game) in [(LEFT, short()), (CUSTOMS[3], round()), (CUSTOMS[5], round())] {
        let emitted = |scope| Study::new(custom, &game).emit(scope).unwrap().bytes().unwrap();
        damaged(&[Scope::Between(1, 5), every_k(custom, &game)].map(emitted), 10_000, 0, |bytes| {
            accepted(bytes, &game);
        });
    }
}
