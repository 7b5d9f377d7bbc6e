//! Files of the kind `chips`.

mod study;

use super::games::{self, Game, Placing, placing, sudden_death, tug, ultimatum};
use super::item::{A, B, Item, U, column};
use super::material::Ending;
use super::{At, Byte, Corpus, Is, Place, Value, certificate};
use study::{Between, Ordered, Periodic, Study, half_bytes, increments};

const TIES: [&str; 3] = ["advantage", "make-it-take-it", "ladies-first"];
const PLAYERS: [&str; 2] = ["left", "right"];

pub fn files(corpus: &mut Corpus) {
    accepted(corpus);
    claims(corpus);
    between(corpus);
    ordered(corpus);
    periodic(corpus);
    cited(corpus);
}

fn accepted(corpus: &mut Corpus) {
    let table: Vec<(&str, &str, Game, &[usize])> = vec![
        ("tug-2", "Tug o' War of length 2", tug(2), &[0, 1]),
        ("tug-3", "Tug o' War of length 3", tug(3), &[0]),
        ("ultimatum-2", "The ultimatum game of degree 2", ultimatum(2), &[0, 1]),
        ("sudden-death-a4", "Sudden death with four moves for Left", sudden_death(0, 4), &[0, 1]),
        ("sudden-death-b2", "Sudden death with two moves for Right", sudden_death(1, 2), &[0]),
        ("once-or-twice", "An ordered stored game", super::richman::once_or_twice(), &[0, 1]),
        ("drawn-end", "A stored game with a drawn end, which is no win for anybody", super::richman::a_draw(), &[0, 1]),
        ("tic-tac-toe-2x2", "Tic-tac-toe on 2x2", placing(Placing::TicTacToe, 2, 2, 2), &[0]),
        ("tic-tac-toe-3x2", "Tic-tac-toe on 3x2, with drawn ends", placing(Placing::TicTacToe, 3, 2, 3), &[1]),
        ("hex-2x2", "Hex on 2x2", placing(Placing::Hex, 2, 2, 0), &[0, 1]),
        ("connect-3x2", "Connect on 3x2", placing(Placing::Connect, 3, 2, 3), &[0]),
        (
            "zugzwang",
            "Zugzwang, where the smaller of both thresholds is the other player's",
            games::graph("Zugzwang", &[("v", "lost", "won")], &[("won", 0), ("lost", 1)]),
            &[0, 1],
        ),
        (
            "for-ever",
            "A cycle without an end: nobody wins with any number of chips",
            games::graph("For ever", &[("a", "b", "b"), ("b", "a", "a")], &[]),
            &[0],
        ),
        (
            "leave-or-stay",
            "A class that leads to itself",
            games::graph("Stay", &[("a", "a won", "a lost")], &[("won", 0), ("lost", 1)]),
            &[0, 1],
        ),
    ];
    for (name, what, game, players) in &table {
        for (player, tie_break) in players.iter().flat_map(|player| (0..3).map(|tie_break| (*player, tie_break))) {
            let study = Study::new(game, &[], player, tie_break);
            let (who, ties) = (PLAYERS[player], TIES[tie_break as usize]);
            let front = format!("chips/{name}-{who}-{ties}");
            let what = format!("{what}, {who}'s thresholds, {ties}");
            // Ranges of chips at the start, a single number, and a range in the middle.
            let (first, last) = [(0, 9), (3, 3), (5, 16)][tie_break as usize];
            corpus.accept(
                &format!("{front}-{first}-{last}"),
                &format!("{what}, {first} to {last} chips"),
                &study.emit(Between(first, last), &[]),
            );
            if let Some(range) = study.all_chips() {
                corpus.accept(&format!("{front}-all"), &format!("{what}, all numbers of chips"), &study.emit(range, &[]));
            }
        }
    }
}

/// Adds files with wrong claims, and files whose content belongs to another game.
fn claims(corpus: &mut Corpus) {
    let game = tug(2);
    let base = Study::new(&game, &[], 0, 0).emit(Between(0, 4), &[]);
    let mut reject = |name: &str, clause: &str, place: Place<'_>, what: &str, item: Item| {
        corpus.reject(&format!("chips/{name}"), &format!("chips/{clause}"), place, what, &item);
    };
    let range = |numbers: &[u64]| base.with(&[4, 2], column(numbers));
    reject("third-player", "player", At(&[4, 0]), "A third player claims", base.set(&[4, 0], 2));
    reject("fourth-tie-break", "tie_break", At(&[4, 1]), "A fourth rule for ties", base.set(&[4, 1], 3));
    reject("unknown-range", "range", At(&[4, 2]), "A range that opens with 3", range(&[3, 0, 4]));
    reject("first-after-last", "range", At(&[4, 2]), "The first number of chips is greater than the last", range(&[0, 5, 4]));
    reject("last-2-28", "range", At(&[4, 2]), "The last number of chips is 2^28", range(&[0, 0, 1 << 28]));
    reject("onset-2-28", "range", At(&[4, 2]), "The onset is 2^28", range(&[1, 1 << 28]));
    reject("onset-beyond-the-file", "range", At(&[4, 2]), "The onset is greater than the number of bytes of the file", {
        let file = range(&[1, 100]);
        range(&[1, file.bytes().len() as u64 + 1])
    });
    reject("period-0", "range", At(&[4, 2]), "All tables have the period 0", range(&[2, 4, 0]));
    reject("period-2-28", "range", At(&[4, 2]), "The common period is 2^28", range(&[2, 4, 1 << 28]));
    reject("preperiod-2-28", "range", At(&[4, 2]), "The common preperiod is 2^28", range(&[2, 1 << 28, 1]));
    reject("one-class-too-few", "classes", At(&[4, 3]), "One class fewer is claimed", base.set(&[4, 3], 2));
    reject("one-class-too-many", "classes", At(&[4, 3]), "One class more is claimed", base.set(&[4, 3], 4));
    reject("evidence-of-two-items", "form", Is("class 1 (0)".to_owned()), "A game with cycles without labels", {
        base.without(&[6, 3]).without(&[6, 2])
    });
    reject("labels-with-range-1", "form", At(&[6]), "Labels with the range of ordered games", range(&[1, 4]));
    reject("no-labels-with-range-2", "form", At(&[6]), "No labels with the range of all other games", {
        range(&[2, 4, 1]).without(&[6, 3]).without(&[6, 2])
    });
    corpus.reject(
        "chips/range-of-two-items",
        "cbor/type",
        At(&[4, 2]),
        "The range for some numbers of chips has two items",
        &range(&[0, 4]),
    );
    corpus.reject("chips/range-of-no-items", "cbor/type", At(&[4, 2]), "The range has no items", &range(&[]));
    corpus.reject("chips/evidence-of-three-items", "cbor/type", At(&[6]), "Evidence of three items", &base.without(&[6, 3]));
    // Under ladies first Left wins every tie, so Left's thresholds differ from Right's.
    let ladies = Study::new(&game, &[], 0, 2).emit(Between(0, 6), &[]);
    let first = |class: usize| Is(game.class(class));
    corpus.reject("chips/other-player", "chips/equation", first(0), "Left's thresholds are said to be Right's", &ladies.set(&[4, 0], 1));
    let exchanged = games::bidding_chess(2, 2, "KBKN");
    let base = Study::new(&game, &[], 0, 0).emit(Between(0, 4), &[]).with(&[3], exchanged);
    let classes = Ending::new(2, 2, "KBKN").game(&[&Ending::new(2, 2, "KBK"), &Ending::new(2, 2, "KNK")]).classes();
    corpus.reject(
        "chips/exchanged",
        "chips/exchanged",
        Is("citation 1".to_owned()),
        "King and bishop against king and knight, where a capture exchanges colours",
        &{ base.set(&[4, 3], classes as u64) },
    );
}

/// Adds files that break clauses on a certificate for a range of chips. The game has cycles: tug of length 2.
fn between(corpus: &mut Corpus) {
    let game = tug(2);
    let study = Study::new(&game, &[], 0, 0);
    let base = study.emit(Between(0, 5), &[]);
    let class = |number: usize| Is(game.class(number));
    let mut reject = |name: &str, clause: &str, place: Place<'_>, what: &str, item: Item| {
        corpus.reject(&format!("chips/{name}"), &format!("chips/{clause}"), place, what, &item);
    };
    // Five increments take two bytes and leave six bits unused.
    reject(
        "increments-short",
        "increments",
        At(&[6, 0, 0]),
        "A byte of increments is missing",
        base.edit_bytes(&[6, 0, 0, 1], |bytes| _ = bytes.pop()),
    );
    reject(
        "increments-long",
        "increments",
        At(&[6, 0, 1]),
        "A byte of increments too many",
        base.edit_bytes(&[6, 0, 1, 1], |bytes| bytes.push(0)),
    );
    reject(
        "unused-bits",
        "increments",
        At(&[6, 0, 1]),
        "A bit behind the last increment is 1",
        base.edit_bytes(&[6, 0, 1, 1], |bytes| bytes[1] |= 4),
    );
    reject(
        "last-unused-bit",
        "increments",
        At(&[6, 0, 2]),
        "The last bit behind the last increment is 1",
        base.edit_bytes(&[6, 0, 2, 1], |bytes| bytes[1] |= 128),
    );
    reject(
        "increment-3",
        "increment",
        At(&[6, 0, 0]),
        "An increment of 3 where a chip is two codes",
        base.edit_bytes(&[6, 0, 0, 1], |bytes| bytes[0] |= 3),
    );
    reject(
        "threshold-beyond",
        "threshold",
        At(&[6, 0, 0]),
        "The first threshold is greater than that of nobody",
        base.set(&[6, 0, 0, 0], 3),
    );
    reject("threshold-beyond-32-bits", "threshold", At(&[6, 0, 1]), "A first threshold that is right modulo 2^32", {
        base.set(&[6, 0, 1, 0], base.number(&[6, 0, 1, 0]) + (1 << 32))
    });
    reject("table-column-short", "column", At(&[6, 1]), "A class has no table", base.without(&[6, 1, 2]));
    reject("table-column-long", "column", At(&[6, 1]), "The column of tables has an entry too many", base.insert(&[6, 1, 3], U(0)));
    reject("row-column-short", "column", At(&[6, 3]), "A class has no row of labels", base.without(&[6, 3, 2]));
    reject("row-column-long", "column", At(&[6, 3]), "The column of rows has an entry too many", base.insert(&[6, 3, 3], U(0)));
    reject("first-table-1", "table", At(&[6, 1, 0]), "The first class has the second table", base.with(&[6, 1], column(&[1, 0, 2])));
    reject(
        "tables-out-of-order",
        "table",
        At(&[6, 1, 1]),
        "The third table is used before the second",
        base.with(&[6, 1], column(&[0, 2, 1])),
    );
    reject("table-behind-the-last", "table", At(&[6, 1, 2]), "A class has the table behind the last", base.without(&[6, 0, 2]));
    reject("table-unused", "table_used", At(&[6, 1]), "The last table is no class's", base.with(&[6, 1], column(&[0, 1, 1])));
    reject("tables-equal", "table_distinct", Value(1), "Two tables are equal", {
        let first = base.get(&[6, 0, 0]).clone();
        base.with(&[6, 0, 1], first)
    });
    reject("equation-first-chips", "equation", class(1), "A threshold is wrong with the least number of chips", {
        base.set(&[6, 0, 1, 0], base.number(&[6, 0, 1, 0]) - 1).edit_bytes(&[6, 0, 1, 1], |bytes| bytes[0] += 1)
    });
    let rows = base.get(&[6, 2]).clone();
    let A(rows) = &rows else { panic!() };
    let different = rows.len();
    assert!(different >= 2, "{rows:?}");
    reject(
        "label-row-short",
        "label_row",
        At(&[6, 2, 0]),
        "A row has a byte too few",
        base.edit_bytes(&[6, 2, 0], |bytes| _ = bytes.pop()),
    );
    reject("label-row-long", "label_row", At(&[6, 2, 1]), "A row has a byte too many", base.edit_bytes(&[6, 2, 1], |bytes| bytes.push(0)));
    reject("label-row-empty", "label_row", At(&[6, 2, 0]), "A row is empty", base.with(&[6, 2, 0], B(vec![])));
    reject("label-row-twice", "label_row", At(&[6, 2, 1]), "A row stands twice", base.with(&[6, 2, 1], rows[0].clone()));
    reject("label-row-unused", "label_row", At(&[6, 2]), "A row is no class's", base.insert(&[6, 2, different], B(vec![0x12; 6])));
    reject(
        "label-row-behind-the-last",
        "label_row",
        At(&[6, 3, 2]),
        "A class has the row behind the last",
        base.set(&[6, 3, 2], different as u64),
    );
    reject("label-rows-out-of-order", "label_row", At(&[6, 3, 0]), "The second row is used before the first", base.set(&[6, 3, 0], 1));
    reject("label-2-16", "label_row", At(&[6, 2, 0]), "A label of 2^16", {
        let mut labels = vec![1 << 16];
        labels.extend([0; 11]);
        base.with(&[6, 2, 0], B(half_bytes(labels.into_iter())))
    });
    // With labels for a single number of chips under ladies first, a row has one label, so half a byte is unused.
    let ladies = Study::new(&game, &[], 1, 2);
    let odd = ladies.emit(Between(4, 4), &[]);
    reject(
        "unused-half-byte",
        "label_row",
        At(&[6, 2, 0]),
        "The half byte behind the last label is not 0",
        odd.edit_bytes(&[6, 2, 0], |bytes| *bytes.last_mut().unwrap() |= 1),
    );
    // The labels are changed at a number of chips and a class, and each change is wrong.
    let label = |k: usize, class: usize, s: usize, to: u64| {
        let row = base.number(&[6, 3, class]) as usize;
        let mut labels: Vec<u64> = (0..6).flat_map(|k| study.labels[k][class]).collect();
        labels[2 * k + s] = to;
        let shared = (0..3).filter(|other| base.number(&[6, 3, *other]) as usize == row).count();
        assert!(shared == 1, "the row is shared");
        base.with(&[6, 2, row], B(half_bytes(labels.into_iter())))
    };
    let find = |s: usize, expected: &dyn Fn(u64) -> bool| {
        let all = (0..3).flat_map(|class| (0..6).map(move |k| (class, k)));
        all.into_iter().find(|(class, k)| study.f[*k][*class] + (s as u64) < study.rule.top(*k) && expected(study.labels[*k][*class][s]))
    };
    if let Some((at, k)) = find(0, &|label| label == 1) {
        reject("label-missing", "label_missing", class(at), "A label of 0 where 1 is the least", label(k, at, 0, 0));
    }
    if let Some((at, k)) = find(0, &|label| label >= 2) {
        reject("label-small", "label_small", class(at), "A label is too small by one", label(k, at, 0, study.labels[k][at][0] - 1));
    }
    // This graph is Tug o' War of length 2 with the middle position first.
    let positions = [("m", "l r", "l r"), ("l", "lost m", "lost m"), ("r", "m won", "m won")];
    let circle = games::graph("Tug o' War", &positions, &[("won", 0), ("lost", 1)]);
    let half = [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().find_map(|(player, tie_break)| {
        let study = Study::new(&circle, &[], player, tie_break);
        let k = (0..20).find(|k| study.f[*k][0] + 1 < study.rule.top(*k) && study.labels[*k][0][1] >= 1)?;
        let base = study.emit(Between(k, k), &[]);
        let [whole, half] = study.labels[k][0];
        if (1..3).any(|class| base.number(&[6, 3, class]) == 0) {
            return None;
        }
        Some(base.with(&[6, 2, 0], B(half_bytes([whole, half - 1].into_iter()))))
    });
    reject("label-half-chip", "label_half_chip", Is(circle.class(0)), "A label for half a chip more is too small by one", half.unwrap());
    reject("label-large", "label_large", class(0), "A label is too large by one", {
        let row = (0..6).find(|k| study.f[*k][0] < study.rule.top(*k)).unwrap();
        label(row, 0, 0, study.labels[row][0][0] + 1)
    });
    reject("label-where-nothing-wins", "label_large", class(0), "A label of 1 where no code wins", label(0, 0, 1, 1));
    let game = games::graph("Once", &[("v", "won", "lost")], &[("won", 0), ("lost", 1)]);
    let base = Study::new(&game, &[], 0, 0).emit(Between(0, 1), &[]);
    reject("labels-of-an-ordered-game", "form", Byte(0), "Labels, though all options are ordered", {
        base.insert(&[6, 2], A(vec![B(vec![0, 0])])).insert(&[6, 3], column(&[0]))
    });
    let unlabelled = Study::new(&game, &[], 1, 2).emit(Between(0, 8), &[]);
    reject(
        "increment-2",
        "increment",
        At(&[6, 0, 0]),
        "An increment of 2 where a chip is one code",
        unlabelled.edit_bytes(&[6, 0, 0, 1], |bytes| bytes[0] = 2),
    );
    let path = sudden_death(0, 4);
    let base = Study::new(&path, &[], 0, 0).emit(Between(0, 20), &[]);
    reject("equation-last-chips", "equation", Is(path.class(0)), "A threshold is wrong with the greatest number of chips", {
        base.edit_bytes(&[6, 0, 0, 1], |bytes| {
            let last = bytes.last_mut().unwrap();
            *last = *last & 0x3f | if *last >> 6 == 1 { 0 } else { 0x40 };
        })
    });
}

/// Adds files that break clauses on certificates of an ordered game for all numbers of chips.
fn ordered(corpus: &mut Corpus) {
    let game = sudden_death(0, 4);
    let study = Study::new(&game, &[], 0, 0);
    let range = study.all_chips().unwrap();
    let Ordered(onset) = range else { panic!() };
    let base = study.emit(range, &[]);
    let last = game.classes() - 1;
    let mut reject = |name: &str, clause: &str, place: Place<'_>, what: &str, item: Item| {
        corpus.reject(&format!("chips/ordered-{name}"), &format!("chips/{clause}"), place, what, &item);
    };
    // A table has preperiod, period, slope, first value and increments.
    let tables = |number: usize, values: &dyn Fn(&mut Vec<Item>)| {
        base.edit(&[6, 0, number], |table| {
            if let A(items) = table {
                values(items)
            }
        })
    };
    let table = |preperiod: u64, period: u64, slope: u64, values: &[u64]| {
        A(vec![U(preperiod), U(period), U(slope), U(values[0]), B(increments(values))])
    };
    reject("period-0", "period", At(&[6, 0, 0]), "A period of 0", base.with(&[6, 0, 0], table(1, 0, 0, &[study.f[0][0]])));
    reject("period-3", "period", At(&[6, 0, 0]), "A period that is no power of 2", base.with(&[6, 0, 0], table(0, 3, 0, &[0, 0, 0])));
    reject("preperiod-beyond-onset", "period", At(&[6, 0, 0]), "A preperiod greater than the onset", {
        let values: Vec<u64> = (0..=onset + 16).map(|k| study.f[k][0]).collect();
        base.with(&[6, 0, 0], table(onset as u64 + 1, 16, 4, &values))
    });
    reject("slope-too-great", "slope", At(&[6, 0, last]), "A slope greater than that of all chips", {
        let period = base.number(&[6, 0, last, 1]);
        tables(last, &|items| items[2] = U(2 * period + 1))
    });
    reject("slope-of-64-bits", "slope", At(&[6, 0, 0]), "A slope of 64 bits", tables(0, &|items| items[2] = U(1 << 40)));
    let doubled = |number: usize| {
        let (preperiod, period, slope) =
            (base.number(&[6, 0, number, 0]), base.number(&[6, 0, number, 1]), base.number(&[6, 0, number, 2]));
        let class = (0..=last).find(|class| base.number(&[6, 1, *class]) == number as u64).unwrap();
        let values: Vec<u64> = (0..(preperiod + 2 * period) as usize).map(|k| study.f[k][class]).collect();
        base.with(&[6, 0, number], table(preperiod, 2 * period, 2 * slope, &values))
    };
    reject("period-doubled", "least", At(&[6, 0, 0]), "A table with twice its period", doubled(0));
    reject("preperiod-more", "least", At(&[6, 0, last]), "A table with a preperiod greater by one", {
        let (preperiod, period, slope) = (base.number(&[6, 0, last, 0]), base.number(&[6, 0, last, 1]), base.number(&[6, 0, last, 2]));
        let values: Vec<u64> = (0..(preperiod + 1 + period) as usize).map(|k| study.f[k][last]).collect();
        base.with(&[6, 0, last], table(preperiod + 1, period, slope, &values)).set(&[4, 2, 1], onset as u64 + 1)
    });
    reject("slopes", "slopes", Is(game.class(0)), "A slope that is not the mean of those of the options", {
        tables(0, &|items| items[2] = U(base.number(&[6, 0, 0, 2]) + 1))
    });
    reject("increments-of-a-period-short", "increments", At(&[6, 0, 0]), "A byte of increments is missing", {
        base.edit_bytes(&[6, 0, 0, 4], |bytes| _ = bytes.pop())
    });
    reject(
        "first-threshold-beyond",
        "threshold",
        At(&[6, 0, 0]),
        "The first threshold is greater than T(0)",
        tables(0, &|items| items[3] = U(3)),
    );
    // In these games the options compare like their slopes only from some number of chips on.
    let table: [(usize, u64, &[games::Position<'_>]); 3] = [
        (
            0,
            1,
            &[
                ("a", "c lost", "c f b"),
                ("b", "c", "e f d"),
                ("c", "d e", "f e d"),
                ("d", "e", "lost e"),
                ("e", "won f", "won f"),
                ("f", "lost lost won", "lost lost"),
            ],
        ),
        (
            1,
            0,
            &[
                ("a", "c", "b c f"),
                ("b", "c c", "d d"),
                ("c", "lost e", "f d"),
                ("d", "lost", "e"),
                ("e", "f won", "f f"),
                ("f", "lost won", "lost"),
            ],
        ),
        (
            0,
            0,
            &[
                ("a", "f b", "c"),
                ("b", "d lost", "c c"),
                ("c", "e d lost", "d d"),
                ("d", "e f", "lost lost e"),
                ("e", "won lost won", "won f f"),
                ("f", "won", "won lost"),
            ],
        ),
    ];
    for (number, (player, tie_break, positions)) in table.into_iter().enumerate() {
        let game = games::graph("Scattered", positions, &[("won", 0), ("lost", 1)]);
        let study = Study::new(&game, &[], player, tie_break);
        let Some(Ordered(onset)) = study.all_chips() else { panic!("no onset") };
        let preperiod = study.periods().unwrap().iter().map(|(preperiod, _, _)| *preperiod).max().unwrap();
        assert!(onset > preperiod);
        let base = study.emit(Ordered(onset), &[]);
        let name = format!("chips/onset-{}-{}-{}", number + 1, PLAYERS[player], TIES[tie_break as usize]);
        corpus.accept(&name, &format!("A game with the onset {onset}"), &base);
        corpus.accept(
            &format!("{name}-later"),
            "The same with a later onset, which is another claim",
            &base.set(&[4, 2, 1], onset as u64 + 3),
        );
        // This is the first class whose options do not compare like their slopes in the window of the earlier onset.
        let class = (0..game.classes()).find(|class| !study.fits_at(onset - 1, *class)).unwrap();
        let what = "The onset is too small by one: options do not compare as their slopes do";
        corpus.reject(&format!("{name}-earlier"), "chips/dominance", Is(game.class(class)), what, &base.set(&[4, 2, 1], onset as u64 - 1));
    }
}

/// Adds files that break clauses on certificates of a game with cycles for all numbers of chips.
fn periodic(corpus: &mut Corpus) {
    let game = tug(2);
    let study = Study::new(&game, &[], 0, 0);
    let range = study.all_chips().unwrap();
    let Periodic(preperiod, period) = range else { panic!() };
    let base = study.emit(range, &[]);
    let mut reject = |name: &str, clause: &str, place: Place<'_>, what: &str, item: Item| {
        corpus.reject(&format!("chips/periodic-{name}"), &format!("chips/{clause}"), place, what, &item);
    };
    reject("odd-slope", "slope", At(&[6, 0, 0]), "An odd slope", base.set(&[6, 0, 0, 0], base.number(&[6, 0, 0, 0]) - 1));
    reject(
        "slope-too-great",
        "slope",
        At(&[6, 0, 2]),
        "A slope greater than that of all chips",
        base.set(&[6, 0, 2, 0], 2 * period as u64 + 2),
    );
    reject("slopes", "slopes", Is(game.class(0)), "A slope that is not the mean of those of the options", {
        base.set(&[6, 0, 0, 0], base.number(&[6, 0, 0, 0]) - 2)
    });
    for (name, factor, before, what) in [
        ("twice-the-period", 2, 0, "Twice the least period, which is another claim"),
        ("longer-preperiod", 1, 1, "A preperiod greater by one, which is another claim"),
        ("much-longer", 3, 5, "Three times the period and a longer preperiod"),
    ] {
        corpus.accept(&format!("chips/periodic-{name}"), what, &study.emit(Periodic(preperiod + before, factor * period), &[]));
    }
    // In these games a threshold is below T for every large number of chips, and at first it is too close to T.
    for (player, tie_break, length) in [(0, 0, 2), (0, 1, 2), (1, 1, 2), (0, 2, 2), (1, 2, 2), (0, 0, 3), (0, 1, 3)] {
        let game = tug(length);
        let study = Study::new(&game, &[], player, tie_break);
        let Some(Periodic(preperiod, period)) = study.all_chips() else { continue };
        if preperiod == 0 {
            continue;
        }
        if let Some((code, class)) = study.broken_at(preperiod - 1, period) {
            let name = format!("chips/periodic-earlier-{length}-{}-{}", PLAYERS[player], TIES[tie_break as usize]);
            corpus.reject(
                &name,
                &code,
                Is(game.class(class)),
                "The preperiod is too small by one",
                &study.emit(Periodic(preperiod - 1, period), &[]),
            );
        }
    }
}

/// Adds certificates that cite others: bidding chess.
fn cited(corpus: &mut Corpus) {
    let kings = Ending::new(2, 2, "KK");
    let queen = Ending::new(2, 2, "KQK");
    let (kings_game, queen_game) = (kings.game(&[]), queen.game(&[&kings]));
    let below = Study::new(&kings_game, &[], 0, 0);
    let above = Study::new(&queen_game, &[&below], 0, 0);
    let cited =
        corpus.accept("chips/kings-0-9", "Bidding chess, KK on 2x2, Left's thresholds for 0 to 9 chips", &below.emit(Between(0, 9), &[]));
    corpus.accept("chips/queen-0-9", "KQK on 2x2, resting on kings-0-9.cbor", &above.emit(Between(0, 9), &[&cited]));
    corpus.accept("chips/queen-2-5", "The same for fewer numbers of chips than the cited file has", &above.emit(Between(2, 5), &[&cited]));
    let place = || Is("citation 0".to_owned());
    corpus.reject(
        "chips/queen-0-10",
        "chips/citation_claim",
        place(),
        "One number of chips more than the cited file has",
        &above.emit(Between(0, 10), &[&cited]),
    );
    let late = corpus.accept("chips/kings-1-9", "KK on 2x2 for 1 to 9 chips", &below.emit(Between(1, 9), &[]));
    corpus.reject(
        "chips/queen-from-0",
        "chips/citation_claim",
        place(),
        "The cited file begins with one chip more",
        &above.emit(Between(0, 9), &[&late]),
    );
    let right = Study::new(&kings_game, &[], 1, 0);
    let right = corpus.accept("chips/kings-right", "KK on 2x2, Right's thresholds", &right.emit(Between(0, 9), &[]));
    corpus.reject(
        "chips/queen-cites-right",
        "chips/citation_claim",
        place(),
        "The cited file claims for the other player",
        &above.emit(Between(0, 9), &[&right]),
    );
    let ties = Study::new(&kings_game, &[], 0, 1);
    let ties = corpus.accept("chips/kings-make-it-take-it", "KK on 2x2, ties broken otherwise", &ties.emit(Between(0, 9), &[]));
    corpus.reject(
        "chips/queen-cites-other-ties",
        "chips/citation_claim",
        place(),
        "The cited file has another rule for ties",
        &above.emit(Between(0, 9), &[&ties]),
    );
    if let (Some(all_below), Some(all_above)) = (below.all_chips(), above.all_chips()) {
        let all = corpus.accept("chips/kings-all", "KK on 2x2 for all numbers of chips", &below.emit(all_below, &[]));
        corpus.accept("chips/queen-all", "KQK on 2x2 for all numbers of chips", &above.emit(all_above, &[&all]));
        corpus.accept("chips/queen-some-of-all", "Some numbers of chips, resting on a file for all", &above.emit(Between(3, 30), &[&all]));
        corpus.reject(
            "chips/queen-all-of-some",
            "chips/citation_claim",
            place(),
            "All numbers of chips, resting on a file for some",
            &above.emit(all_above, &[&cited]),
        );
        let (Periodic(before, period), Periodic(_, _)) = (all_below, all_above) else { panic!() };
        let long = corpus.accept(
            "chips/kings-long-period",
            "KK on 2x2 with three times the least period",
            &below.emit(Periodic(before, 3 * period), &[]),
        );
        let Periodic(own, length) = all_above else { panic!() };
        corpus.accept(
            "chips/queen-longer-period",
            "A period that is a multiple of the cited one's",
            &above.emit(Periodic(own, 3 * length), &[&long]),
        );
        if length % (3 * period) != 0 {
            corpus.reject(
                "chips/queen-period-divides-not",
                "chips/citation_claim",
                place(),
                "The cited period does not divide this one",
                &above.emit(all_above, &[&long]),
            );
        }
        let late =
            corpus.accept("chips/kings-long-preperiod", "KK on 2x2 with a longer preperiod", &below.emit(Periodic(own + 4, period), &[]));
        corpus.reject(
            "chips/queen-preperiod-shorter",
            "chips/citation_claim",
            place(),
            "The cited preperiod is longer than this one",
            &above.emit(all_above, &[&late]),
        );
    }
    let wrong = above.emit(Between(0, 9), &[&cited]);
    corpus.reject(
        "chips/queen-equation",
        "chips/equation",
        Is(queen_game.class(0)),
        "A threshold that the cited file does not bear out",
        &{ wrong.edit_bytes(&[6, 0, 0, 1], |bytes| bytes[0] = 0) },
    );
    // With four knights on 2x3, White's king and knights block one another in class 0.
    let names = ["KK", "KNK", "KNNK", "KNNNK"];
    let endings: Vec<Ending> = names.iter().map(|name| Ending::new(2, 3, name)).collect();
    let mut games = vec![endings[0].game(&[])];
    for number in 1..4 {
        games.push(endings[number].game(&[&endings[number - 1]]));
    }
    let mut studies: Vec<Study<'_>> = vec![];
    let mut items: Vec<Item> = vec![];
    for (number, game) in games.iter().enumerate() {
        let below: Vec<&Study<'_>> = studies.last().into_iter().collect();
        let study = Study::below(2, game, &below, 0, 2);
        let item = study.emit(Between(0, 1), &items.last().into_iter().collect::<Vec<_>>());
        let cited = Study { game, cited: vec![], rule: study.rule, f: study.f.clone(), labels: vec![] };
        drop(study);
        studies.push(cited);
        corpus.accept(&format!("chips/knights-{number}"), &format!("{} on 2x3, for 0 and 1 chips", names[number]), &item);
        items.push(item);
    }
    let ending = Ending::new(2, 3, "KNNNNK");
    let game = ending.game(&[&endings[3]]);
    let each = column(&vec![0; game.classes()]);
    let evidence = A(vec![A(vec![A(vec![U(0), B(vec![])])]), each.clone(), A(vec![B(vec![0])]), each]);
    let claim = A(vec![U(0), U(2), column(&[0, 0, 0]), U(game.classes() as u64)]);
    let item = certificate("chips", game.item.clone(), claim, &[&items[3]], evidence);
    corpus.reject(
        "chips/no-option",
        "chips/option",
        Is(game.class(0)),
        "King and four knights on 2x3: White has no move in the first class",
        &item,
    );
}
