//! Files of the kind `scoring`.

use super::item::{A, B, Item, U, column, t};
use super::{At, Corpus, In, Is, Place, certificate};

/// Computes the rows of outcomes for one budget from the definition: `rows[x][p]`.
fn rows(set: &[usize], budget: usize, heaps: usize) -> Vec<Vec<i64>> {
    let mut rows: Vec<Vec<i64>> = Vec::new();
    for x in 0..heaps {
        let taken: Vec<usize> = set.iter().copied().filter(|s| *s <= x).collect();
        let outcome = |p: usize| {
            let q = budget - p;
            let entry = |l: usize, r: usize| {
                let each = taken.iter().map(|s| {
                    let (points, row) = (*s as i64, &rows[x - s]);
                    match l.cmp(&r) {
                        std::cmp::Ordering::Greater => points + row[p - l],
                        std::cmp::Ordering::Equal => points - row[q + l],
                        std::cmp::Ordering::Less => -points + row[p + r],
                    }
                });
                if l < r { each.min().unwrap() } else { each.max().unwrap() }
            };
            let maximin = (0..=p).map(|l| (0..=q).map(|r| entry(l, r)).min().unwrap()).max().unwrap();
            let minimax = (0..=q).map(|r| (0..=p).map(|l| entry(l, r)).max().unwrap()).min().unwrap();
            assert_eq!(maximin, minimax);
            maximin
        };
        rows.push(if taken.is_empty() { vec![0; budget + 1] } else { (0..=budget).map(outcome).collect() });
    }
    rows
}

/// Encodes a number as a varint.
fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 128 {
        bytes.push((number & 127) as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

const HEAPS: usize = 120;

/// Returns the least period and the least onset.
fn window(rows: &[Vec<i64>]) -> (usize, usize) {
    let last = |period: usize| (0..HEAPS - period).rev().find(|x| rows[*x] != rows[x + period]).map_or(0, |x| x + 1);
    (1..HEAPS / 3).map(|period| (period, last(period))).find(|(period, onset)| onset + 2 * period + 20 < HEAPS).unwrap()
}

fn rows_block(rows: &[Vec<i64>], period: usize, onset: usize) -> Item {
    let signed = |n: i64| if n >= 0 { 2 * n } else { -2 * n - 1 } as u64;
    let mut bytes = Vec::new();
    for row in &rows[..onset + period] {
        bytes.extend(varint(signed(row[0])));
        row.windows(2).for_each(|pair| bytes.extend(varint((pair[1] - pair[0]) as u64)));
    }
    A(vec![U(period as u64), U(onset as u64), B(bytes)])
}

/// Returns the jumps of each column of a block: the heaps whose outcome differs from that of the heap two smaller. The
/// columns are p = 0, …, t - 1, then q = 0, …, t - 1.
fn jumps(rows: &[Vec<i64>], budget: usize) -> Vec<Vec<usize>> {
    let half = budget.div_ceil(2);
    let column = |p: usize| (2..HEAPS).filter(|x| rows[*x][p] != rows[x - 2][p]).collect();
    (0..half).chain((0..half).map(|q| budget - q)).map(column).collect()
}

fn jumps_block(columns: &[Vec<usize>]) -> Item {
    let mut bytes = Vec::new();
    let mut onset = 0;
    for column in columns {
        let mut last = 1;
        for heap in column {
            bytes.extend(varint((heap - last) as u64));
            last = *heap;
            onset = onset.max(heap - 1);
        }
        bytes.push(0);
    }
    A(vec![U(2), U(onset as u64), B(bytes)])
}

fn file(set: &[usize], first: usize, last: usize, blocks: Vec<Item>) -> Item {
    let set: Vec<u64> = set.iter().map(|s| *s as u64).collect();
    let game = A(vec![t("subtraction"), U(1), A(vec![column(&set)])]);
    certificate("scoring", game, column(&[first as u64, last as u64]), &[], A(blocks))
}

/// Builds the genuine certificate.
fn genuine(set: &[usize], first: usize, last: usize) -> Item {
    let block = |budget: usize| {
        let rows = rows(set, budget, HEAPS);
        if set == [1] {
            return jumps_block(&jumps(&rows, budget));
        }
        let (period, onset) = window(&rows);
        rows_block(&rows, period, onset)
    };
    let blocks = if set == [1] {
        (first.div_ceil(2)..=last.div_ceil(2)).map(|t| block(if 2 * t > last { 2 * t - 1 } else { 2 * t })).collect()
    } else {
        (first..=last).map(block).collect()
    };
    file(set, first, last, blocks)
}

pub fn files(corpus: &mut Corpus) {
    for (name, set, first, last, what) in [
        ("one-0", vec![1], 0, 0, "S = {1}, no coins: one block without columns"),
        ("one-1-9", vec![1], 1, 9, "S = {1}, budgets 1 to 9: the last block for one budget"),
        ("one-0-8", vec![1], 0, 8, "S = {1}, budgets 0 to 8"),
        ("one-2-3", vec![1], 2, 3, "S = {1}, budgets 2 and 3, in two blocks that both have one more"),
        ("one-12", vec![1], 12, 12, "S = {1}, one budget, an even one"),
        ("one-13", vec![1], 13, 13, "S = {1}, one budget, an odd one"),
        ("two-0-4", vec![2], 0, 4, "S = {2}: rows, not jumps, for a set of one number that is not 1"),
        ("one-two-0-6", vec![1, 2], 0, 6, "S = {1, 2}, budgets 0 to 6"),
        ("one-three-3", vec![1, 3], 3, 3, "S = {1, 3}, one budget"),
        ("two-three-0-2", vec![2, 3], 0, 2, "S = {2, 3}: heaps of 1 are over"),
        ("one-two-five", vec![1, 2, 5], 2, 4, "S = {1, 2, 5}"),
        ("three-seven", vec![3, 7], 0, 1, "S = {3, 7}, hardly any coins"),
        ("sixteen-numbers", (1..17).collect(), 0, 0, "The longest set, no coins"),
    ] {
        corpus.accept(&format!("scoring/{name}"), what, &genuine(&set, first, last));
    }
    claim(corpus);
    rows_clauses(corpus);
    jumps_clauses(corpus);
}

fn claim(corpus: &mut Corpus) {
    let base = genuine(&[1, 2], 2, 3);
    let set = |numbers: &[u64]| base.with(&[3, 2, 0], column(numbers));
    let mut reject = |name: &str, clause: &str, place: Place<'_>, what: &str, item: Item| {
        corpus.reject(&format!("scoring/{name}"), clause, place, what, &item);
    };
    let code = "subtraction/set";
    reject("set-empty", code, At(&[3, 2, 0]), "An empty set", set(&[]));
    reject("set-of-17", code, At(&[3, 2, 0]), "A set of 17 numbers", set(&(1..18).collect::<Vec<_>>()));
    reject("set-with-0", code, At(&[3, 2, 0, 0]), "A set with 0", set(&[0, 1]));
    reject("set-with-256", code, At(&[3, 2, 0, 1]), "A set with 256", set(&[1, 256]));
    reject("set-descends", code, At(&[3, 2, 0, 1]), "A set that descends", set(&[2, 1]));
    reject("set-with-a-number-twice", code, At(&[3, 2, 0, 1]), "A number twice", set(&[2, 2]));
    reject("range-descends", "scoring/range", At(&[4]), "The first budget is greater than the last", base.with(&[4], column(&[3, 2])));
    reject("range-2-28", "scoring/range", At(&[4]), "The last budget is 2^28", base.with(&[4], column(&[2, 1 << 28])));
    reject("block-missing", "scoring/blocks", At(&[6]), "A block too few", base.without(&[6, 1]));
    reject("block-too-many", "scoring/blocks", At(&[6]), "A block too many", base.insert(&[6, 2], base.get(&[6, 1]).clone()));
    reject(
        "blocks-claimed",
        "scoring/blocks",
        At(&[6]),
        "2^28 - 1 budgets are claimed, and there are two blocks",
        base.with(&[4], column(&[0, (1 << 28) - 1])),
    );
    reject("block-of-two-items", "cbor/type", At(&[6, 0]), "A block of two items", base.without(&[6, 0, 2]));
}

fn rows_clauses(corpus: &mut Corpus) {
    let base = genuine(&[1, 2], 2, 3);
    let all: Vec<Vec<Vec<i64>>> = (2..4).map(|budget| rows(&[1, 2], budget, HEAPS)).collect();
    let (period, onset) = window(&all[1]);
    let with = |block: Item| base.with(&[6, 1], block);
    let mut reject = |name: &str, clause: &str, place: Place<'_>, what: &str, item: Item| {
        corpus.reject(&format!("scoring/rows-{name}"), &format!("scoring/{clause}"), place, what, &item);
    };
    reject("period-0", "period", At(&[6, 1, 0]), "The period 0", base.set(&[6, 1, 0], 0));
    reject("period-2-28", "period", At(&[6, 1, 0]), "The period 2^28", base.set(&[6, 1, 0], 1 << 28));
    reject("onset-2-28", "onset", At(&[6, 1, 1]), "The onset 2^28", base.set(&[6, 1, 1], 1 << 28));
    reject("period-doubled", "period", Is("budget 3".to_owned()), "Twice the least period", with(rows_block(&all[1], 2 * period, onset)));
    reject(
        "period-tripled",
        "period",
        Is("budget 3".to_owned()),
        "Three times the least period",
        with(rows_block(&all[1], 3 * period, onset)),
    );
    reject("onset-late", "onset", Is("budget 3".to_owned()), "The onset is too great by one", with(rows_block(&all[1], period, onset + 1)));
    let early = rows_block(&all[1], period, onset - 1);
    let heap = onset - 1 + period;
    let p = (0..4).find(|p| all[1][heap][*p] != all[1][heap - period][*p]).unwrap();
    reject("onset-early", "repeat", Is(format!("budget 3, heap {heap}, {p}")), "The onset is too small by one", with(early));
    // The window is longer, and its length is not a period.
    let wrong = rows_block(&all[1], period + 1, onset);
    let set = [1, 2];
    let differs =
        |period: usize| (onset + period..HEAPS).find_map(|x| (0..4).find(|p| all[1][x][*p] != all[1][x - period][*p]).map(|p| (x, p)));
    let (x, p) = differs(period + 1).unwrap();
    assert!(x < onset + period + 1 + set.len());
    reject("period-wrong", "repeat", Is(format!("budget 3, heap {x}, {p}")), "A period that is none", with(wrong));
    let length = if let B(bytes) = base.get(&[6, 1, 2]) { bytes.len() } else { 0 };
    let cut = base.edit_bytes(&[6, 1, 2], |bytes| _ = bytes.pop());
    reject("bytes-short", "window", In(&[6, 1, 2], 0), "A byte of the last row is missing", cut);
    reject("bytes-long", "window", In(&[6, 1, 2], length), "A number too many", base.edit_bytes(&[6, 1, 2], |bytes| bytes.push(0)));
    reject("huge-window", "window", In(&[6, 1, 2], 0), "The greatest period and the greatest onset", {
        base.set(&[6, 1, 0], (1 << 28) - 1).set(&[6, 1, 1], (1 << 28) - 1)
    });
    reject(
        "varint-cut-off",
        "varint",
        In(&[6, 1, 2], length - 1),
        "The last number is cut off",
        base.edit_bytes(&[6, 1, 2], |bytes| *bytes.last_mut().unwrap() = 128),
    );
    reject(
        "varint-long",
        "varint",
        In(&[6, 1, 2], 0),
        "0 in two bytes",
        base.edit_bytes(&[6, 1, 2], |bytes| {
            bytes[0] = 128;
            bytes.insert(1, 0);
        }),
    );
    reject(
        "varint-six-bytes",
        "varint",
        In(&[6, 1, 2], 1),
        "A number of six bytes",
        base.edit_bytes(&[6, 1, 2], |bytes| {
            bytes.splice(1..2, [129, 128, 128, 128, 128, 1]);
        }),
    );
    reject(
        "varint-2-32",
        "varint",
        In(&[6, 1, 2], 2),
        "A number of 2^32",
        base.edit_bytes(&[6, 1, 2], |bytes| {
            bytes.splice(2..3, [128, 128, 128, 128, 16]);
        }),
    );
    // The greatest number that can be encoded is 2^32 - 1.
    let greatest = base.edit_bytes(&[6, 1, 2], |bytes| {
        bytes.splice(4..5, [255, 255, 255, 255, 15]);
    });
    reject("outcome-greatest", "outcome", Is("budget 3, heap 1, 0".to_owned()), "An outcome of -2^31", greatest);
    reject(
        "outcome-row-0",
        "outcome",
        Is("budget 2, heap 0, 1".to_owned()),
        "The row of the empty heap is not 0",
        base.edit_bytes(&[6, 0, 2], |bytes| bytes[1] = 1),
    );
    let (first_period, first_onset) = window(&all[0]);
    let last = first_period + first_onset - 1;
    reject(
        "outcome-last",
        "outcome",
        Is(format!("budget 2, heap {last}, 2")),
        "The last outcome of a block is too great by 2",
        base.edit_bytes(&[6, 0, 2], |bytes| *bytes.last_mut().unwrap() += 2),
    );
    reject("second-block", "outcome", Is("budget 3, heap 1, 1".to_owned()), "An outcome of the second block", {
        let mut wrong = all[1].clone();
        wrong[1][1] += 1;
        wrong[1][2] = wrong[1][2].max(wrong[1][1]);
        with(rows_block(&wrong, period, onset))
    });
}

fn jumps_clauses(corpus: &mut Corpus) {
    let base = genuine(&[1], 1, 8);
    let all: Vec<Vec<Vec<i64>>> = (0..9).map(|budget| rows(&[1], budget, HEAPS)).collect();
    // The last block covers the budgets 7 and 8.
    let columns = jumps(&all[8], 8);
    let with = |columns: &[Vec<usize>]| base.with(&[6, 3], jumps_block(columns));
    let mut reject = |name: &str, clause: &str, place: Place<'_>, what: &str, item: Item| {
        corpus.reject(&format!("scoring/jumps-{name}"), &format!("scoring/{clause}"), place, what, &item);
    };
    reject("period-1", "period", At(&[6, 2, 0]), "The period 1", base.set(&[6, 2, 0], 1));
    reject("period-4", "period", At(&[6, 0, 0]), "The period 4", base.set(&[6, 0, 0], 4));
    reject("onset-2-28", "onset", At(&[6, 0, 1]), "The onset 2^28", base.set(&[6, 0, 1], 1 << 28));
    let count: usize = columns.iter().map(Vec::len).sum();
    reject(
        "onset-beyond-jumps",
        "onset",
        At(&[6, 3, 1]),
        "The onset is greater than the number of jumps",
        base.set(&[6, 3, 1], count as u64 + 1),
    );
    reject(
        "onset-late",
        "onset",
        At(&[6, 3, 1]),
        "The onset is too great by one: there is no jump behind it",
        base.set(&[6, 3, 1], base.number(&[6, 3, 1]) + 1),
    );
    let onset = base.number(&[6, 3, 1]) as usize;
    let last = columns.iter().position(|column| column.last() == Some(&(onset + 1))).unwrap();
    let place: usize = columns[..last].iter().map(|column| column.len() + 1).sum::<usize>() + columns[last].len() - 1;
    reject(
        "onset-early",
        "window",
        In(&[6, 3, 2], place),
        "The onset is too small by one: a jump lies behind it",
        base.set(&[6, 3, 1], onset as u64 - 1),
    );
    let length = if let B(bytes) = base.get(&[6, 3, 2]) { bytes.len() } else { 0 };
    reject(
        "column-missing",
        "window",
        In(&[6, 3, 2], length - 1),
        "The last column has no end",
        base.edit_bytes(&[6, 3, 2], |bytes| _ = bytes.pop()),
    );
    reject("column-too-many", "window", In(&[6, 3, 2], length), "A column too many", base.edit_bytes(&[6, 3, 2], |bytes| bytes.push(0)));
    reject(
        "varint-cut-off",
        "varint",
        In(&[6, 3, 2], length - 1),
        "The last number is cut off",
        base.edit_bytes(&[6, 3, 2], |bytes| *bytes.last_mut().unwrap() = 128),
    );
    // A jump of one column is removed, inserted or moved. Budgets are checked in order, so the error is reported for
    // budget 7 although budget 8 shares the column.
    let at = |p: usize, heap: usize| Is(format!("budget 7, heap {heap}, {p}"));
    let edit = |column: usize, change: &dyn Fn(&mut Vec<usize>)| {
        let mut columns = columns.clone();
        change(&mut columns[column]);
        columns
    };
    let full = (0..4).find(|p| columns[*p].len() >= 2).unwrap();
    let first = columns[full][0];
    reject(
        "jump-missing",
        "jump_missing",
        at(full, first),
        "The first jump of a column is missing",
        with(&edit(full, &|column| _ = column.remove(0))),
    );
    let free = (2..onset).find(|heap| !columns[0].contains(heap)).unwrap();
    reject(
        "jump-false",
        "jump_false",
        at(0, free),
        "A jump where there is none",
        with(&edit(0, &|column| {
            column.push(free);
            column.sort_unstable();
        })),
    );
    // The last column is q = t - 1. With budget 7 it is p = 4.
    let full = (4..8).find(|column| !columns[*column].is_empty()).unwrap();
    let heap = columns[full][0];
    reject(
        "jump-missing-right",
        "jump_missing",
        at(7 - (full - 4), heap),
        "A jump of Right's columns is missing",
        with(&edit(full, &|column| _ = column.remove(0))),
    );
    let early: Vec<Vec<usize>> = columns.iter().map(|column| column.iter().copied().filter(|heap| *heap <= onset).collect()).collect();
    let shorter = jumps_block(&early);
    let A(items) = &shorter else { panic!() };
    let U(claimed) = items[1] else { panic!() };
    let heap = claimed as usize + 2;
    let p = (0..8).find(|p| all[7][heap][*p] != all[7][heap - 2][*p]).unwrap();
    reject("last-jumps-missing", "repeat", at(p, heap), "The last jumps are missing, and the onset is less", base.with(&[6, 3], shorter));
    // The block is made for odd budgets and claims an even one. Budget 0 has no columns.
    let none = genuine(&[1], 0, 1);
    reject("jump-of-no-coins", "window", In(&[6, 0, 2], 0), "A column with no coins", none.edit_bytes(&[6, 0, 2], |bytes| bytes.push(0)));
    let one = genuine(&[1], 2, 2);
    corpus.accept("scoring/jumps-one-of-two-budgets", "A block for the greater of its two budgets alone", &one);
    corpus.accept(
        "scoring/jumps-other-budget",
        "The same block for the lesser one, which is another claim",
        &one.with(&[4], column(&[1, 1])),
    );
}
