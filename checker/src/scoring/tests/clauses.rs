//! Tests forged certificates for each clause.

use super::super::bids::equilibrium;
use super::super::{at_outcome, jumps as jump_clauses, rows as row_clauses};
use super::emitter::{block, certificate, column_bytes, genuine, jumps, row_bytes, solve};
use super::{reject, verify};
use crate::testing::{A, B, Item, T, U, column};

const CLAIM: usize = 4;
const CITATIONS: usize = 5;
const EVIDENCE: usize = 6;
const PERIOD: usize = 0;
const ONSET: usize = 1;
const BYTES: usize = 2;

/// Builds a certificate for the set {1, 2} and the single budget 3, in which `bytes` encodes the rows.
fn with_rows(period: usize, onset: usize, bytes: Vec<u8>) -> Item {
    certificate(&[1, 2], [3, 3], vec![block(period, onset, bytes)])
}

/// Builds a certificate for the set {1} and the budgets 5 and 6, with these columns.
fn with_columns(onset: usize, columns: &[Vec<usize>]) -> Item {
    certificate(&[1], [5, 6], vec![block(2, onset, column_bytes(columns))])
}

fn codes(table: Vec<(&str, Item, &str)>) {
    for (title, item, code) in table {
        assert_eq!(reject(&item.bytes()).code(), code, "{title}");
    }
}

#[test]
fn envelope_and_claim() {
    let good = || genuine(&[1], 1, 4);
    let other = |rules, parameters| good().with(&[3], A(vec![T(rules), U(1), parameters]));
    codes(vec![
        #[cfg(feature = "bidding")]
        ("Another rule set", other("tug", column(&[3])), "envelope/pairing"),
        #[cfg(feature = "bidding")]
        ("Another kind", good().with(&[2], A(vec![T("chips"), U(1)])), "envelope/pairing"),
        ("Another version", good().with(&[2], A(vec![T("scoring"), U(2)])), "envelope/kind"),
        ("No set", other("subtraction", A(vec![column(&[])])), "subtraction/set"),
        ("Budgets in descending order", good().with(&[CLAIM], column(&[4, 1])), "scoring/range"),
        ("A budget of 2^28", good().with(&[CLAIM], column(&[1, 1 << 28])), "scoring/range"),
        ("A budget of 2^32 + 4", good().with(&[CLAIM], column(&[1, (1 << 32) + 4])), "scoring/range"),
        ("A budget alone", good().with(&[CLAIM], column(&[4])), "cbor/type"),
        ("A citation", good().with(&[CITATIONS], A(vec![B(vec![0; 32])])), "citation/count"),
        ("A budget more", good().with(&[CLAIM], column(&[1, 5])), "scoring/blocks"),
        ("A budget before", good().with(&[CLAIM], column(&[0, 4])), "scoring/blocks"),
        ("All budgets that there are", good().with(&[CLAIM], column(&[0, (1 << 28) - 1])), "scoring/blocks"),
        ("No blocks", good().with(&[EVIDENCE], A(vec![])), "scoring/blocks"),
        ("A block of two items", good().with(&[EVIDENCE, 0], column(&[2, 0])), "cbor/type"),
        ("A number for the bytes", good().with(&[EVIDENCE, 1, BYTES], U(1)), "cbor/type"),
    ]);
    let longer = [good().bytes(), vec![0]].concat();
    assert_eq!(reject(&longer).code(), "cbor/trailing");
    let budgets = reject(&genuine(&[1, 2], 1, 4).with(&[CLAIM], column(&[1, 5])).bytes());
    assert_eq!(budgets.sentence, "expected 5 blocks, found 4");
}

#[test]
fn blocks_of_rows_as_they_are_read() {
    let (onset, period, rows) = solve(&[1, 2], 3);
    let good = || genuine(&[1, 2], 3, 3);
    let bytes = row_bytes(&rows);
    let short = rows.len() - 1;
    let last = bytes.len() - 1;
    let ends_with = |tail: &[u8]| with_rows(period, onset, [&bytes[..last], tail].concat());
    codes(vec![
        ("Period 0", good().with(&[EVIDENCE, 0, PERIOD], U(0)), "scoring/period"),
        ("A period of 2^28", good().with(&[EVIDENCE, 0, PERIOD], U(1 << 28)), "scoring/period"),
        ("A period of 2^64 - 1", good().with(&[EVIDENCE, 0, PERIOD], U(u64::MAX)), "scoring/period"),
        ("An onset of 2^28", good().with(&[EVIDENCE, 0, ONSET], U(1 << 28)), "scoring/onset"),
        ("The greatest numbers", good().with(&[EVIDENCE, 0], block((1 << 28) - 1, (1 << 28) - 1, bytes.clone())), "scoring/window"),
        ("The window one row short", with_rows(period, onset, row_bytes(&rows[..short])), "scoring/window"),
        ("A row more", with_rows(period, onset, [bytes.clone(), vec![0; 4]].concat()), "scoring/window"),
        ("A number more", with_rows(period, onset, [bytes.clone(), vec![0]].concat()), "scoring/window"),
        ("No bytes", with_rows(period, onset, vec![]), "scoring/window"),
        ("Fewer numbers, the same number of bytes", with_rows(period, onset, [&bytes[..last - 1], &[0x80, 1]].concat()), "scoring/window"),
        ("A number cut off", ends_with(&[0x80]), "scoring/varint"),
        ("A number with a byte too many", ends_with(&[bytes[last] | 0x80, 0]), "scoring/varint"),
        ("2^32", ends_with(&[0x80, 0x80, 0x80, 0x80, 0x10]), "scoring/varint"),
        ("A number of six bytes", ends_with(&[0xff, 0xff, 0xff, 0xff, 0xff, 1]), "scoring/varint"),
        ("2^32 - 1", ends_with(&[0xff, 0xff, 0xff, 0xff, 0x0f]), "scoring/outcome"),
    ]);
}

#[test]
fn rows_that_are_wrong() {
    let (onset, period, rows) = solve(&[1, 2], 3);
    assert!(onset > 0 && verify(&genuine(&[1, 2], 3, 3).bytes()).is_ok());
    let mut first = rows.clone();
    first[2][0] -= 1;
    let mut increment = rows.clone();
    increment[3][3] += 1;
    let mut zero = rows.clone();
    zero[0] = vec![1; 4];
    let all = super::emitter::rows(&[1, 2], 3, onset + 6 * period);
    codes(vec![
        ("A first outcome", with_rows(period, onset, row_bytes(&first)), "scoring/outcome"),
        ("An increment", with_rows(period, onset, row_bytes(&increment)), "scoring/outcome"),
        ("Points without a heap", with_rows(period, onset, row_bytes(&zero)), "scoring/outcome"),
        ("The onset too early", with_rows(period, onset - 1, row_bytes(&all[..onset - 1 + period])), "scoring/repeat"),
        ("The period too short", with_rows(period - 1, onset, row_bytes(&all[..onset + period - 1])), "scoring/repeat"),
        ("The period too long by one", with_rows(period + 1, onset, row_bytes(&all[..=onset + period])), "scoring/repeat"),
        ("Twice the period", with_rows(2 * period, onset, row_bytes(&all[..onset + 2 * period])), "scoring/period"),
        ("Six times the period", with_rows(6 * period, onset, row_bytes(&all[..onset + 6 * period])), "scoring/period"),
        ("The onset too late", with_rows(period, onset + 1, row_bytes(&all[..=onset + period])), "scoring/onset"),
        ("The budget 4 for 3", genuine(&[1, 2], 4, 4).with(&[CLAIM], column(&[3, 3])), "scoring/window"),
        ("Another set", genuine(&[1, 2], 3, 3).with(&[3, 2], A(vec![column(&[1, 3])])), "scoring/outcome"),
    ]);
    let refusal = reject(&with_rows(period, onset, row_bytes(&increment)).bytes());
    assert_eq!(refusal.place, at_outcome(3, 3, 3));
    let said = increment[3][3];
    assert_eq!(refusal.to_string(), format!("scoring/outcome at budget 3, heap 3, 3: the outcome is {}, the bytes say {said}", said - 1));
    let refusal = reject(&with_rows(2 * period, onset, row_bytes(&all[..onset + 2 * period])).bytes());
    assert_eq!(refusal.place.to_string(), "budget 3");
}

#[test]
fn rows_of_several_budgets() {
    let blocks = |budgets: &[usize]| {
        let block_of = |budget: &usize| {
            let (onset, period, rows) = solve(&[2, 3], *budget);
            block(period, onset, row_bytes(&rows))
        };
        budgets.iter().map(block_of).collect::<Vec<_>>()
    };
    assert!(verify(&certificate(&[2, 3], [1, 3], blocks(&[1, 2, 3])).bytes()).is_ok());
    codes(vec![("Blocks exchanged", certificate(&[2, 3], [1, 3], blocks(&[2, 1, 3])), "scoring/window")]);
    // Two blocks are wrong. The refusal reports the first of them, on any number of threads.
    let (onset, period, mut rows) = solve(&[2, 3], 4);
    rows[4][4] += 1;
    let wrong = block(period, onset, row_bytes(&rows));
    let good = genuine(&[2, 3], 4, 40);
    let (onset, period, mut rows) = solve(&[2, 3], 5);
    rows[2][5] += 1;
    let both = good.with(&[EVIDENCE, 0], wrong).with(&[EVIDENCE, 1], block(period, onset, row_bytes(&rows)));
    assert_eq!(reject(&both.bytes()).place, at_outcome(4, 4, 4));
}

#[test]
fn blocks_of_jumps_as_they_are_read() {
    let (onset, columns) = jumps(3);
    let good = || genuine(&[1], 5, 6);
    let bytes = column_bytes(&columns);
    let count = columns.iter().map(Vec::len).sum::<usize>();
    let with_bytes = |bytes: Vec<u8>| certificate(&[1], [5, 6], vec![block(2, onset, bytes)]);
    let last = bytes.len() - 1;
    let mut beyond = columns.clone();
    beyond[0].push(onset + 2);
    let before: Vec<Vec<usize>> = columns.iter().map(|heaps| heaps.iter().copied().filter(|heap| *heap <= onset).collect()).collect();
    codes(vec![
        ("Period 1", good().with(&[EVIDENCE, 0, PERIOD], U(1)), "scoring/period"),
        ("Period 4", good().with(&[EVIDENCE, 0, PERIOD], U(4)), "scoring/period"),
        ("Period 0", good().with(&[EVIDENCE, 0, PERIOD], U(0)), "scoring/period"),
        ("Period 2^32 + 2", good().with(&[EVIDENCE, 0, PERIOD], U((1 << 32) + 2)), "scoring/period"),
        ("An onset of 2^28", good().with(&[EVIDENCE, 0, ONSET], U(1 << 28)), "scoring/onset"),
        ("An onset of more than the jumps", with_columns(count + 1, &columns), "scoring/onset"),
        ("The onset too late", with_columns(onset + 1, &columns), "scoring/onset"),
        ("The onset too early", with_columns(onset - 1, &columns), "scoring/window"),
        ("No jump after the onset", with_columns(onset, &before), "scoring/onset"),
        ("A jump after the window", with_columns(onset, &beyond), "scoring/window"),
        ("The last 0 left out", with_bytes(bytes[..last].to_vec()), "scoring/window"),
        ("A column more", with_bytes([bytes.clone(), vec![0]].concat()), "scoring/window"),
        ("No bytes", with_bytes(vec![]), "scoring/window"),
        ("A step of 2^32 - 1", with_bytes([vec![0xff, 0xff, 0xff, 0xff, 0x0f], bytes.clone()].concat()), "scoring/window"),
        ("A number of six bytes", with_bytes([vec![0xff, 0xff, 0xff, 0xff, 0xff, 1], bytes.clone()].concat()), "scoring/varint"),
        ("0 in two bytes", with_bytes([&bytes[..last], &[0x80, 0]].concat()), "scoring/varint"),
        ("A number cut off", with_bytes([&bytes[..last], &[0x81]].concat()), "scoring/varint"),
        ("The columns of t = 2", genuine(&[1], 3, 4).with(&[CLAIM], column(&[5, 6])), "scoring/window"),
    ]);
}

#[test]
fn jumps_that_are_wrong() {
    let (onset, columns) = jumps(3);
    assert!(verify(&genuine(&[1], 5, 6).bytes()).is_ok());
    for (number, heaps) in columns.iter().enumerate() {
        // Each single jump is left out. If this makes the onset wrong, `scoring/onset` is reported first.
        for (place, heap) in heaps.iter().enumerate() {
            let mut forged = columns.clone();
            forged[number].remove(place);
            let still = forged.iter().flatten().any(|heap| *heap == onset + 1);
            let refusal = reject(&with_columns(onset, &forged).bytes());
            assert_eq!(refusal.code(), if still { "scoring/jump_missing" } else { "scoring/onset" }, "{heap} left out of {number}");
        }
        // A jump is added at each heap without one.
        for heap in (2..=onset + 1).filter(|heap| !heaps.contains(heap)) {
            let mut forged = columns.clone();
            forged[number].push(heap);
            forged[number].sort_unstable();
            let refusal = reject(&with_columns(onset, &forged).bytes());
            assert_eq!(refusal.code(), "scoring/jump_false", "{heap} added to {number}");
            let coins = if number < 3 { number } else { 5 - (number - 3) };
            let place = at_outcome(5, u32::try_from(heap).unwrap(), u32::try_from(coins).unwrap());
            assert_eq!(refusal.place, place, "{heap} added to {number}");
        }
    }
    // All jumps beyond heap `early` + 1 are left out, and the onset is moved to `early`. The rows do not repeat from
    // heap `early` on.
    for early in (1..onset).filter(|early| columns.iter().flatten().any(|heap| *heap == early + 1)) {
        let forged: Vec<Vec<usize>> =
            columns.iter().map(|heaps| heaps.iter().copied().filter(|heap| *heap <= early + 1).collect()).collect();
        let refusal = reject(&with_columns(early, &forged).bytes());
        assert_eq!(refusal.code(), "scoring/repeat", "onset {early}");
    }
    let none = vec![vec![]; 6];
    let refusal = reject(&with_columns(0, &none).bytes());
    assert_eq!((refusal.code().as_str(), refusal.place), ("scoring/repeat", at_outcome(5, 2, 0)));
    // The two halves of the columns are exchanged.
    let exchanged = [&columns[3..], &columns[..3]].concat();
    assert_eq!(reject(&with_columns(onset, &exchanged).bytes()).code(), "scoring/jump_false");
}

#[test]
fn clauses_that_no_file_breaks() {
    // For S = {1} the paper proves these clauses as theorems, so no file violates them. The checker tests the clauses
    // nevertheless.
    let place = || at_outcome(5, 7, 2);
    let table = [
        ("Maximin below minimax", equilibrium(1, 2, place).err(), "scoring/equilibrium"),
        ("A jump down for up", jump_clauses::clauses(1, 3, true, true, place).err(), "scoring/outcome"),
        ("A jump up for down", jump_clauses::clauses(3, 1, true, false, place).err(), "scoring/outcome"),
        ("A jump of 4", jump_clauses::clauses(5, 1, true, true, place).err(), "scoring/outcome"),
        ("A row that decreases", jump_clauses::monotone(&[1, 1, 0, 4], &[2], 3, 7).err(), "scoring/monotone"),
        ("Another outcome", row_clauses::outcome(1, -1, place).err(), "scoring/outcome"),
    ];
    for (title, refusal, code) in table {
        assert_eq!(refusal.map(|refusal| refusal.code()).as_deref(), Some(code), "{title}");
    }
    assert_eq!(equilibrium(2, 2, place), Ok(2));
    assert_eq!(jump_clauses::clauses(3, 1, true, true, place).and(jump_clauses::clauses(1, 3, true, false, place)), Ok(()));
    assert_eq!(jump_clauses::monotone(&[1, 1, 3, 4], &[0, 1, 2, 3], 3, 7), Ok(()));
    // The test finds a decreasing pair of outcomes if either outcome of the pair has changed. If neither has changed,
    // the pair is not examined.
    for changed in [&[0, 1, 2, 3][..], &[1], &[2], &[1, 3]] {
        assert_eq!(jump_clauses::monotone(&[1, 1, 0, 4], changed, 3, 7).unwrap_err().place, at_outcome(3, 7, 2));
    }
    assert_eq!(jump_clauses::monotone(&[1, 1, 0, 4], &[0, 3], 3, 7), Ok(()));
}
