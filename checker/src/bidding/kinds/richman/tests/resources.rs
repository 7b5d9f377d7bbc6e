//! Tests the checker's work steps and memory, and the limits on both.

use super::{evidence, sparse};
use crate::bidding::game::Choice::Won;
use crate::core::game::Colour::{Black, White};
use crate::testing::{A, B, Graph, Item, Tag, U, column, verify_items, verify_within};
use crate::{NoSource, Session};

#[test]
fn memory_of_version_2() {
    let file = sparse().bytes();
    // The file has two classes, one denominator, three values and two numerators. Both denominators have the odd part
    // 1, which is known from the file. Deriving 1/2 takes a cached pair of odd parts (1 and 1), a new denominator and a
    // numerator. Each number in these entries takes one word.
    let size = u64::try_from(file.len()).unwrap();
    let kept = (2 << 20) + 7 * size + 2 * 224 + 384 + 3 * 176 + 2 * 96;
    // Arithmetic is charged for 32 numbers: numbers of 1 + 1 + 1 words while 1/2 is derived, and numbers of one word
    // while values are compared. Each number is charged with one further word.
    let derived_bytes = (320 + 2 * 16) + (384 + 2 * 16) + 16 + 32 * 8 * (4 + 2);
    let verified = |bytes: u64| Session::new(&mut NoSource).with_memory(bytes).verify(&file).map(drop).map_err(|refusal| refusal.code());
    assert_eq!(verified(kept + derived_bytes), Ok(()));
    for (title, bytes) in [
        ("Less than 1/2 takes", kept + derived_bytes - 1),
        ("Nothing for derived values", kept),
        ("Nothing for numerators", kept - 1),
        ("Nothing for entries", (2 << 20) + 7 * size + 2 * 224),
        ("Nothing for classes", (2 << 20) + 7 * size),
        ("Less than the file takes", (2 << 20) + 7 * size - 1),
    ] {
        assert_eq!(verified(bytes), Err("resources/memory".to_owned()), "{title}");
    }
}

/// Builds a game with `classes` classes of symmetric positions in which whoever moves first wins. All classes of
/// symmetric positions have the value x/D, where x and D are integers of `words` 64-bit words.
fn long_values(classes: usize, words: usize, functions: u64) -> (Graph, Vec<Item>) {
    let below = [vec![1; 8 * words - 1], vec![0]].concat();
    let big = |bytes: Vec<u8>| Tag(2, Box::new(B(bytes)));
    let mut items = vec![A(vec![U(1), big(vec![1; 8 * words])]), column(&[0, 1, 0]), A(vec![U(0), big(below), U(1)])];
    let entries = |entry: u64| column(&vec![entry; classes]);
    items.extend(if functions == 1 {
        [1, 1, 1, 0, 0].map(entries).to_vec()
    } else {
        // If two functions are claimed, they must differ somewhere, so beta is 1.
        [1, 2, 1, 1, 0, 0, 0, 0].map(entries).to_vec()
    });
    let count = u64::try_from(classes).unwrap();
    (Graph(vec![(vec![Won(White)], vec![Won(Black)]); classes]), vec![column(&[functions, count]), A(vec![]), A(items)])
}

#[test]
fn steps_announced() {
    let words = 1_000;
    let gcd = |words: u64| 4 * words * words + 100 * words;
    for functions in [1, 2] {
        let steps = |classes: u64| {
            // `table` counts two denominators and three numerators (0 has no words). The steps for the equations of the
            // classes are added to `table`.
            let table = gcd(1) + gcd(words) + 4 + (words * words / 2 + 4) + 4;
            table + classes * (words * words + 8) + (functions - 1) * classes * (1 + 8)
        };
        let verify = |classes: u64| {
            let (game, items) = long_values(usize::try_from(classes).unwrap(), usize::try_from(words).unwrap(), functions);
            let size: usize = items.iter().map(|item| item.bytes().len()).sum();
            (u64::try_from(size).unwrap(), verify_items("richman", &game, &items).err().unwrap())
        };
        let most = (50..).find(|classes| steps(classes + 1) > (1 << 26) + 256 * verify(classes + 1).0).unwrap();
        let (size, refusal) = verify(most + 1);
        let allowed = (1 << 26) + 256 * size;
        assert_eq!(refusal.code(), "resources/work", "{most}");
        let announced = format!("announce {} steps; {allowed} are in proportion to its size", steps(most + 1));
        assert!(refusal.sentence.ends_with(&announced), "{announced}: {refusal}");
        assert_eq!(verify(most - 1).1.code(), "richman/equation");
    }
}

#[test]
fn steps_taken() {
    let gcd = 4 + 100;
    // `announced` counts denominators, values and classes. `others` counts options and the one equation that all
    // classes share.
    let announced = |classes: u64| 2 * gcd + 3 * 4 + classes * (1 + 8);
    let others = |classes: u64| 3 * 2 * classes + 6;
    for classes in [1_u64, 9] {
        let entries = |entry: u64| vec![entry; usize::try_from(classes).unwrap()];
        let game = Graph(vec![(vec![Won(White)], vec![Won(Black)]); usize::try_from(classes).unwrap()]);
        let columns = [1, 1, 1, 0, 0].map(entries);
        let columns = columns.each_ref().map(Vec::as_slice);
        let mut evidence = evidence(&[0, 2, 4], &columns);
        let mut spent = |denominators: Item, numerators: Item| {
            (evidence[0], evidence[2]) = (denominators, numerators);
            let items = [column(&[1, classes]), A(vec![]), A(evidence.clone())];
            let bytes: Vec<u8> = items.iter().flat_map(Item::bytes).collect();
            let (verdict, spent) = verify_within("richman", &game, &bytes, u64::MAX, 1);
            (verdict.err().map(|refusal| refusal.code()), spent)
        };
        assert_eq!(spent(column(&[1, 2]), column(&[0, 1, 1])), (None, announced(classes) + others(classes)));
        // The fractions 0 and 2/4 are tested one by one.
        let found = spent(column(&[1, 4]), column(&[0, 2, 1]));
        assert_eq!(found, (Some("richman/value_reduced".to_owned()), announced(classes) + others(classes) + 2 * gcd));
    }
}

/// If the step budget is too small, the refusal is `resources/allowance`. If the budget suffices, the verdict is the
/// same on any number of threads.
#[test]
fn steps_allowed() {
    let classes = 9;
    let game = || Graph(vec![(vec![Won(White)], vec![Won(Black)]); classes]);
    let ones = vec![1; classes];
    let zeros = vec![0; classes];
    let with = |class: usize, rank: u64| {
        let mut ranks = ones.clone();
        ranks[class] = rank;
        ranks
    };
    let label = |class: usize| with(class, 5);
    // Each row has the form (title, ranks, White's labels, clause).
    let table = [
        ("Genuine", ones.clone(), ones.clone(), None),
        ("Another value in the first part", with(1, 2), ones.clone(), Some("richman/equation")),
        ("Another value in the last part", with(8, 2), ones.clone(), Some("richman/equation")),
        ("Another label in the second part", ones.clone(), label(4), Some("richman/label_white_large")),
        ("Another label after another value", with(1, 2), label(8), Some("richman/equation")),
    ];
    for (title, ranks, labels, code) in table {
        let items =
            [column(&[1, u64::try_from(classes).unwrap()]), A(vec![]), A(evidence(&[0, 2, 4], &[&ranks, &labels, &ones, &zeros, &zeros]))];
        let bytes: Vec<u8> = items.iter().flat_map(Item::bytes).collect();
        let (verdict, all) = verify_within("richman", &game(), &bytes, u64::MAX, 1);
        assert_eq!(verdict.err().map(|refusal| refusal.code()).as_deref(), code, "{title}");
        for steps in 0..=all {
            for threads in [1, 2, 3, 20] {
                let (verdict, _) = verify_within("richman", &game(), &bytes, steps, threads);
                let expected = if steps < all { Some("resources/allowance") } else { code };
                let found = verdict.err().map(|refusal| refusal.code());
                assert_eq!(found.as_deref(), expected, "{title}: {steps} of {all} steps on {threads} threads");
            }
        }
    }
}
