//! Files that would make a trusting checker slow or use much memory. Each has at most 200 KB.

use super::batch::batch;
use super::games::{Game, graph, sudden_death, tug};
use super::helpmate::{FOOL, START, line};
use super::item::{A, B, Item, U, column, natural, t};
use super::losing::shipped;
use super::richman::{alone, once_or_twice};
use super::unwinnable::{closed, met, skeleton};
use super::{At, Byte, Corpus, In, Is, Line, Value, certificate, helpmate};

pub fn files(corpus: &mut Corpus) {
    richman(corpus);
    chips(corpus);
    scoring(corpus);
    losing(corpus);
    chess(corpus);
}

/// Adds two numbers. Bytes are least significant first.
fn sum(one: &[u8], other: &[u8]) -> Vec<u8> {
    let mut carry = 0;
    let mut digits = Vec::new();
    for place in 0..one.len().max(other.len()) {
        carry += u16::from(one.get(place).copied().unwrap_or(0)) + u16::from(other.get(place).copied().unwrap_or(0));
        digits.push((carry & 255) as u8);
        carry >>= 8;
    }
    if carry > 0 {
        digits.push(carry as u8);
    }
    digits
}

/// Returns `count` pairs of successive Fibonacci numbers, starting at the first number with `bytes` bytes. Only every
/// `apart`-th pair is taken. Bytes are least significant first.
fn fibonacci(bytes: usize, count: usize, apart: usize) -> Vec<[Vec<u8>; 2]> {
    let (mut one, mut other) = (vec![1], vec![1]);
    let mut found = Vec::new();
    let mut steps = 0;
    while found.len() < count {
        if one.len() >= bytes {
            if steps % apart == 0 {
                found.push([one.clone(), other.clone()]);
            }
            steps += 1;
        }
        let next = sum(&one, &other);
        (one, other) = (other, next);
    }
    found
}

fn big(digits: &[u8]) -> Item {
    natural(&digits.iter().rev().copied().collect::<Vec<_>>())
}

/// Builds a file of kind `richman` with one function. All classes have the same rank, label and choices.
fn same_everywhere(game: &Game, denominators: Vec<Item>, places: &[u64], numerators: Vec<Item>, rank: u64) -> Item {
    let classes = game.classes();
    let each = |entry: u64| column(&vec![entry; classes]);
    let evidence = vec![A(denominators), column(places), A(numerators), each(rank), each(1), each(1), each(0), each(0)];
    certificate("richman", game.item.clone(), column(&[1, classes as u64]), &[], A(evidence))
}

fn richman(corpus: &mut Corpus) {
    // Quotients of successive Fibonacci numbers alternate around 0.618 and approach it. Quotients below it ascend, and
    // quotients above it descend.
    let pairs = fibonacci(300, 40, 2);
    let game = graph("Fibonacci", &[("v", "won", "lost")], &[("won", 0), ("lost", 1)]);
    let table = |pairs: &[[Vec<u8>; 2]], reverse: bool| {
        let denominators: Vec<Item> = [U(1)].into_iter().chain(pairs.iter().map(|[_, denominator]| big(denominator))).collect();
        let mut order: Vec<usize> = (0..pairs.len()).collect();
        if reverse {
            order.reverse();
        }
        let places: Vec<u64> = [0].into_iter().chain(order.iter().map(|place| *place as u64 + 1)).chain([0]).collect();
        let numerators: Vec<Item> = [U(0)].into_iter().chain(order.iter().map(|place| big(&pairs[*place][0]))).chain([U(1)]).collect();
        (denominators, places, numerators)
    };
    // Only every second pair is used, so the quotients either all ascend or all descend. One of the two orders is
    // therefore right.
    let parity = descends();
    let (denominators, places, numerators) = table(&pairs, parity);
    let item = same_everywhere(&game, denominators, &places, numerators, 1);
    corpus.reject(
        "richman/hostile-fibonacci",
        "richman/equation",
        Is(game.class(0)),
        "Forty quotients of numbers of Fibonacci of 300 bytes that agree in 600 bytes",
        &item,
    );
    let (denominators, places, numerators) = table(&pairs, !parity);
    let item = same_everywhere(&game, denominators, &places, numerators, 1);
    corpus.reject("richman/hostile-fibonacci-descending", "richman/value_order", Value(2), "The same in the wrong order", &item);
    let mut less = vec![255; 60_000];
    less[0] = 254;
    let large = [[less, vec![255; 60_000]]];
    let (denominators, places, numerators) = table(&large, false);
    let item = same_everywhere(&game, denominators, &places, numerators, 1);
    corpus.reject(
        "richman/hostile-one-huge-value",
        "resources/work",
        Byte(0),
        "A quotient of two successive numbers of 60,000 bytes",
        &item,
    );
    // Very many classes share one huge value.
    for (name, bytes, code, place) in [
        ("hostile-shared-value", 400, "richman/equation", Is("class 0 (-9999)".to_owned())),
        ("hostile-shared-value-larger", 800, "resources/work", Byte(0)),
    ] {
        let game = tug(10_000);
        let (denominators, places, numerators) = table(&fibonacci(bytes, 1, 1), false);
        let item = same_everywhere(&game, denominators, &places, numerators, 1);
        corpus.reject(
            &format!("richman/{name}"),
            code,
            place,
            &format!("A value with numbers of {bytes} bytes at each of 19,999 classes"),
            &item,
        );
    }
    // The fraction is not reduced, which is checked last, and its numbers are long.
    let game = graph("Half", &[("v", "won", "lost")], &[("won", 0), ("lost", 1)]);
    let [half, whole] = {
        let [half, _] = fibonacci(2_000, 1, 1).remove(0);
        [half.clone(), sum(&half, &half)]
    };
    let item = same_everywhere(&game, vec![U(1), big(&whole)], &[0, 1, 0], vec![U(0), big(&half), U(1)], 1);
    corpus.reject("richman/hostile-half-of-2000-bytes", "richman/value_reduced", Value(1), "1/2 written with numbers of 2000 bytes", &item);
    let base = alone(&once_or_twice());
    let name = "v".repeat(100_000);
    corpus.accept("richman/hostile-long-name", "A name of 100,000 letters", &base.with(&[3, 2, 4, 0, 0], t(&name)));
    // The next games have a deep chain and a position with very many options.
    let names: Vec<String> = (0..1500).map(|number| number.to_string()).collect();
    let positions: Vec<(&str, &str, &str)> =
        names.iter().zip(names[1..].iter().map(String::as_str).chain(["lost"])).map(|(name, next)| (name.as_str(), next, "lost")).collect();
    let chain = graph("Chain", &positions, &[("lost", 1)]);
    corpus.accept("richman/hostile-chain", "A chain of 1500 positions", &alone(&chain));
    let wide = vec!["won"; 30_000].join(" ");
    let game = graph("Wide", &[("v", &wide, "lost")], &[("won", 0), ("lost", 1)]);
    corpus.accept("richman/hostile-wide", "A position with 30,000 options, all the same", &alone(&game));
    let item = base.with(&[6, 0], Item::Raw([super::item::head(4, 20_000), vec![1; 20_000]].concat()));
    corpus.reject("richman/hostile-equal-denominators", "richman/denominator_order", Value(1), "20,000 denominators of 1", &item);
    let huge = base.with(&[3], A(vec![t("connect"), U(1), A(vec![U(6), U(5), U(4)])])).set(&[4, 1], 1 << 40);
    corpus.reject(
        "richman/hostile-search",
        "richman/classes",
        At(&[4, 1]),
        "A game of very many positions found by search, in a small file",
        &huge,
    );
}

/// Returns whether the quotients F(n)/F(n+1) of every second pair descend, starting at the first Fibonacci number with
/// 300 bytes.
fn descends() -> bool {
    // For even n, F(n)/F(n+1) is below the limit and ascends. The count starts at F(1) = F(2) = 1.
    let (mut one, mut other) = (vec![1], vec![1]);
    let mut n = 1;
    while one.len() < 300 {
        let next = sum(&one, &other);
        (one, other) = (other, next);
        n += 1;
    }
    n % 2 == 1
}

/// Packs `count` copies of `unit`, two bits each.
fn steps(count: usize, unit: u8) -> Vec<u8> {
    let full = unit * 0x55;
    let mut bytes = vec![full; count / 4];
    if !count.is_multiple_of(4) {
        bytes.push(full & ((1 << (2 * (count % 4))) - 1));
    }
    bytes
}

fn chips(corpus: &mut Corpus) {
    // One table and one row of labels serve all classes of Tug o' War and say that nobody ever wins. Only the last
    // class is wrong.
    for (name, last, code, place) in [
        ("hostile-shared-tables", 500, "chips/equation", Is("class 9998 (4999)".to_owned())),
        ("hostile-shared-tables-larger", 4_000, "resources/work", Byte(0)),
    ] {
        let game = tug(5_000);
        let each = || column(&vec![0; game.classes()]);
        let claim = A(vec![U(0), U(0), column(&[0, 0, last]), U(game.classes() as u64)]);
        let table = A(vec![U(2), B(steps(last as usize, 2))]);
        let evidence = A(vec![A(vec![table]), each(), A(vec![B(vec![0; last as usize + 1])]), each()]);
        let item = certificate("chips", game.item.clone(), claim, &[], evidence);
        corpus.reject(
            &format!("chips/{name}"),
            code,
            place,
            &format!("One table for 0 to {last} chips and one row of labels at 9,999 classes"),
            &item,
        );
    }
    for (name, last, code, place) in [
        ("hostile-long-table", 50_000, "chips/equation", Is("class 9999 (A1)".to_owned())),
        ("hostile-longer-table", 400_000, "resources/work", Byte(0)),
    ] {
        let game = sudden_death(0, 10_000);
        let claim = A(vec![U(1), U(1), column(&[0, 0, last]), U(game.classes() as u64)]);
        let table = A(vec![U(2), B(steps(last as usize, 2))]);
        let evidence = A(vec![A(vec![table]), column(&vec![0; game.classes()])]);
        let item = certificate("chips", game.item.clone(), claim, &[], evidence);
        corpus.reject(
            &format!("chips/{name}"),
            code,
            place,
            &format!("One table for 0 to {last} chips at 10,000 classes of an ordered game"),
            &item,
        );
    }
    // Many positions have many different options: each root leads to all leaves but one.
    let (roots, leaves, chips) = (30_usize, 900_usize, 60_u64);
    let roots_names: Vec<String> = (0..roots).map(|root| format!("r{root}")).collect();
    let names: Vec<String> = (0..leaves).map(|leaf| leaf.to_string()).collect();
    let all_but = |root: usize| (0..leaves).filter(|leaf| *leaf != root).map(|leaf| names[leaf].clone()).collect::<Vec<_>>().join(" ");
    let lists: Vec<String> = (0..roots).map(all_but).collect();
    let mut positions: Vec<(&str, &str, &str)> =
        roots_names.iter().zip(&lists).map(|(name, list)| (name.as_str(), list.as_str(), list.as_str())).collect();
    positions.extend(names.iter().map(|name| (name.as_str(), "won", "lost")));
    let game = graph("Options", &positions, &[("won", 0), ("lost", 1)]);
    // A leaf's table goes up by 1 with each chip, except that it stays level at one number of chips and goes up by 2 at
    // a later one. Each leaf has its own pair of such numbers, so all tables differ. The first root takes the least and
    // the greatest values.
    let values = |leaf: usize| {
        let (one, two) = ((leaf / 31) as u64 + 1, (leaf % 31) as u64 + 31);
        (0..=chips).map(move |k| k - u64::from(k >= one) + u64::from(k >= two)).collect::<Vec<u64>>()
    };
    let tables: Vec<Vec<u64>> = (0..leaves).map(values).collect();
    let root_table = |root: usize| {
        let each = |k: usize| {
            (0..leaves).filter(move |leaf| *leaf != root).map({
                let tables = &tables;
                move |leaf| tables[leaf][k]
            })
        };
        (0..=chips as usize)
            .map(|k| {
                let (x, y) = (each(k).min().unwrap(), each(k).max().unwrap());
                x.div_ceil(2) + y / 2
            })
            .collect::<Vec<u64>>()
    };
    let pack = |values: &[u64]| {
        let increments: Vec<u8> = values.windows(2).map(|pair| (pair[1] - pair[0]) as u8).collect();
        let bytes = increments.chunks(4).map(|chunk| chunk.iter().rev().fold(0, |byte, quarter| byte << 2 | quarter)).collect();
        A(vec![U(values[0]), B(bytes)])
    };
    let (mut list, mut numbers) = (Vec::new(), Vec::new());
    for item in (0..roots).map(|root| pack(&root_table(root))).chain(tables.iter().map(|values| pack(values))) {
        let known = list.iter().position(|known| *known == item);
        numbers.push(known.unwrap_or(list.len()) as u64);
        if known.is_none() {
            list.push(item);
        }
    }
    let claim = A(vec![U(0), U(0), column(&[0, 0, chips]), U(game.classes() as u64)]);
    let item = certificate("chips", game.item.clone(), claim, &[], A(vec![A(list), column(&numbers)]));
    let what = "Thirty positions with 899 options each, no two sets alike; the first leaf is wrong";
    corpus.reject("chips/hostile-options", "chips/equation", Is(game.class(roots)), what, &item);
}

fn scoring(corpus: &mut Corpus) {
    let file = |set: &[u64], budget: u64, block: Item| {
        let game = A(vec![t("subtraction"), U(1), A(vec![column(set)])]);
        certificate("scoring", game, column(&[budget, budget]), &[], A(vec![block]))
    };
    let zeros = |budget: u64| A(vec![U(1), U(0), B(vec![0; budget as usize + 1])]);
    let all: Vec<u64> = (240..=255).collect();
    let item = file(&[255], 50_000, zeros(50_000));
    corpus.reject(
        "scoring/hostile-one-row",
        "scoring/repeat",
        Is("budget 50000, heap 255, 0".to_owned()),
        "A row of 50,001 outcomes that holds for 255 heaps",
        &item,
    );
    let item = file(&all, 50_000, zeros(50_000));
    corpus.reject(
        "scoring/hostile-one-row-more",
        "resources/work",
        Byte(0),
        "A row of 50,001 outcomes, sixteen numbers to take up to 255",
        &item,
    );
    let item = file(&[1], (1 << 28) - 1, A(vec![U(2), U(0), B(vec![0; 1000])]));
    corpus.reject("scoring/hostile-budget", "scoring/window", In(&[6, 0, 2], 1000), "The greatest budget, with 1000 of its columns", &item);
    // Every heap has a jump in the first column. The other columns have none.
    let jumps = |columns: usize, onset: usize| A(vec![U(2), U(onset as u64), B([vec![1; onset], vec![0; columns]].concat())]);
    let item = file(&[1], 5_000, jumps(5_000, 10_000));
    corpus.reject(
        "scoring/hostile-jumps",
        "scoring/jump_missing",
        Is("budget 5000, heap 2, 1".to_owned()),
        "5,000 columns and an onset of 10,000",
        &item,
    );
    let item = file(&[1], 20_000, jumps(20_000, 40_000));
    let what = "20,000 columns and an onset of 40,000: more steps than are allowed by default; the file is wrong";
    corpus.undecided("scoring/hostile-jumps", "resources/allowance", Byte(0), "-", what, &item);
    let item = file(&[1], 60_000, jumps(60_000, 100_000));
    corpus.reject("scoring/hostile-jumps-more", "resources/work", Byte(0), "60,000 columns and an onset of 100,000", &item);
}

fn losing(corpus: &mut Corpus) {
    let base = super::losing::rook();
    let long = |bytes: usize| base.with(&[6, 0], B([vec![0x70], vec![0; bytes]].concat())).set(&[4, 3], 16 * bytes as u64);
    for bytes in [20_000, 180_000] {
        let what = format!("Sixteen positions are claimed for each of {bytes} bytes, of which one is needed");
        corpus.reject(&format!("losing/hostile-claimed-{bytes}"), "losing/long", In(&[6, 0], 1), &what, &long(bytes));
    }
    let e3 = shipped("losing/e3-Nf6.cbor");
    corpus.reject(
        "losing/hostile-positions",
        "losing/positions",
        At(&[4, 3]),
        "A genuine proof that claims 65,536 positions",
        &e3.set(&[4, 3], 65_536),
    );
}

fn chess(corpus: &mut Corpus) {
    let file = |(claim, evidence)| certificate("unwinnable", helpmate::game(), claim, &[], evidence);
    let all = met(START, 0, &|_| false, 4097);
    let item = file(closed(START, 0, 4096, &[]));
    corpus.reject(
        "unwinnable/hostile-start",
        "unwinnable/not_closed",
        Line(&all[4096].1),
        "4096 positions from the beginning of a game",
        &item,
    );
    const CLOSED: &str = "k7/Pp6/1P6/8/8/8/6K1/6Q1 w - -";
    let item = file(closed(CLOSED, 1, 160_000, &vec![0; 20_000]));
    corpus.reject("unwinnable/hostile-claimed", "unwinnable/positions", At(&[6, 0]), "160,000 positions are claimed for twenty", &item);
    let item = file(closed(CLOSED, 1, 400_000, &vec![0xff; 50_000]));
    corpus.reject("unwinnable/hostile-statics", "resources/work", Byte(0), "The static argument for 400,000 positions", &item);
    let bishops = "B1B1B1B1/pBpBpBp1/P1P1P1P1/4b3/5b2/8/8/k1K5 w - -";
    let entry = |winner: u64| skeleton(bishops, winner, "b7 d7 f7 a8 c8 e8 g8", 25_025);
    corpus.accept("unwinnable/hostile-skeletons", "25,025 skeletons, met for an argument of some hundred bytes", &file(entry(0)));
    let item = batch(&["unwinnable"], vec![(0, entry(0)), (0, entry(1))]);
    let place = Is("entry 1, byte 0".to_owned());
    corpus.reject("batch/hostile-skeletons", "resources/work", place, "Two entries with 25,025 skeletons each", &item);
    corpus.accept(
        "batch/hostile-closed-sets",
        "500 entries, the same closed set each",
        &batch(&["unwinnable"], vec![(0, closed(CLOSED, 1, 20, &[])); 500]),
    );
    let shut = "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - -";
    corpus.accept(
        "batch/hostile-statics",
        "500 entries, the static argument for the same position each",
        &batch(&["unwinnable"], vec![(0, closed(shut, 0, 1, &[0x80])); 500]),
    );
    // This line has the greatest length that is allowed.
    let knights = ["b1a3 b8a6 a3b1 a6b8 "; 255].concat();
    let (claim, evidence) = line(START, 1, &format!("{knights}{FOOL}"));
    let item = certificate("helpmate", helpmate::game(), claim, &[], evidence);
    corpus.accept("helpmate/hostile-1024-plies", "A line of 1024 moves, the most", &item);
    let place = Line(knights.trim());
    corpus.reject(
        "helpmate/hostile-1024-plies-wrong",
        "helpmate/move",
        place,
        "A line of 1024 moves of which a late one is none",
        &item.edit_bytes(&[6, 0], |bytes| {
            // The moves of Fool's mate are the last in the stream, five bits each. Setting its first five bits changes
            // f2f3 to 31, which is not a legal move's index.
            let used = super::helpmate::width(START, &format!("{knights}{FOOL}"));
            let start = used - super::helpmate::width(START, FOOL);
            for bit in start..start + 5 {
                bytes[bit / 8] |= 0x80 >> (bit % 8);
            }
        }),
    );
    let lines = batch(&["helpmate"], vec![(0, line(START, 1, &format!("{knights}{FOOL}"))); 20]);
    corpus.accept("batch/hostile-plies", "Twenty lines of 1024 moves", &lines);
}
