//! Files of the kind `batch`.

use super::helpmate::{FOOL, START, game, line};
use super::item::{A, B, Item, U, t};
use super::losing::shipped;
use super::unwinnable::{FORTRESSES, closed, skeleton};
use super::{At, Corpus, Is, Place, certificate};

const ROOK: &str = "4k3/8/8/8/8/8/8/R3K3 w Q -";
const STATIC: &str = "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - -";

fn kinds(names: &[&str]) -> Item {
    A(names.iter().map(|name| A(vec![t(name), U(1)])).collect())
}

/// Builds a batch. Each entry has the index of its kind, its claim and its evidence.
pub fn batch(names: &[&str], entries: Vec<(u64, (Item, Item))>) -> Item {
    let claim = A(vec![kinds(names), U(entries.len() as u64)]);
    let entries = entries.into_iter().map(|(kind, (claim, evidence))| A(vec![U(kind), claim, evidence])).collect();
    certificate("batch", game(), claim, &[], A(entries))
}

pub fn files(corpus: &mut Corpus) {
    let both = ["helpmate", "unwinnable"];
    let entries = || {
        vec![
            (0, line(START, 1, FOOL)),
            (1, closed(ROOK, 1, 1, &[])),
            (1, closed(STATIC, 0, 1, &[0x80])),
            (1, skeleton(FORTRESSES[0].2, 1, "", 211)),
            (0, line("R5k1/5ppp/8/8/8/8/8/K7 b - -", 0, "")),
        ]
    };
    let base = corpus.accept("batch/five", "Five entries of both kinds", &batch(&both, entries()));
    corpus.accept("batch/empty", "No entries, no kinds", &batch(&[], vec![]));
    corpus.accept("batch/one-kind", "Entries of one kind", &batch(&["unwinnable"], vec![(0, closed(ROOK, 1, 1, &[]))]));
    corpus.accept(
        "batch/entry-twice",
        "An entry stands twice",
        &batch(&["helpmate"], vec![(0, line(START, 1, FOOL)), (0, line(START, 1, FOOL))]),
    );
    corpus.accept("batch/all-fortresses", "All skeleton vectors of the kind unwinnable", &{
        let each = FORTRESSES
            .iter()
            .flat_map(|(_, _, root, tracked, met)| [0, 1].map(|winner| (0, skeleton(root, winner, tracked, met[winner as usize]))));
        batch(&["unwinnable"], each.collect())
    });
    corpus.accept("batch/named", "A shipped batch: positions of a paper and of games", &shipped("unwinnable/named.cbor"));
    corpus.accept("batch/fortresses", "A shipped batch: fortresses", &shipped("unwinnable/fortresses.cbor"));
    let mut reject = |name: &str, code: &str, place: Place<'_>, what: &str, item: Item| {
        corpus.reject(&format!("batch/{name}"), code, place, what, &item);
    };
    let code = "batch/kind";
    reject(
        "kinds-descend",
        code,
        At(&[4, 0, 1]),
        "The kinds stand in descending order",
        base.with(&[4, 0], kinds(&["unwinnable", "helpmate"])),
    );
    reject("kind-twice", code, At(&[4, 0, 1]), "A kind stands twice", base.with(&[4, 0], kinds(&["helpmate", "helpmate"])));
    reject("kind-losing", code, At(&[4, 0, 1]), "A kind that does not apply to chess", base.with(&[4, 0], kinds(&["helpmate", "losing"])));
    reject("kind-batch", code, At(&[4, 0, 0]), "A batch of batches", base.with(&[4, 0], kinds(&["batch", "helpmate"])));
    reject("kind-richman", code, At(&[4, 0, 0]), "A kind of bidding games", base.with(&[4, 0], kinds(&["richman"])));
    reject("kinds-17", code, At(&[4, 0]), "Seventeen kinds", base.with(&[4, 0], kinds(&["helpmate"; 17])));
    reject("kind-of-one-item", "cbor/type", At(&[4, 0, 0]), "A kind without a version", base.with(&[4, 0, 0], A(vec![t("helpmate")])));
    reject("entries-more", "batch/entries", At(&[6]), "An entry more is claimed than there is", base.set(&[4, 1], 6));
    reject("entries-fewer", "batch/entries", At(&[6]), "An entry fewer is claimed than there is", base.set(&[4, 1], 4));
    reject(
        "entries-modulo-2-32",
        "batch/entries",
        At(&[6]),
        "The number of entries is right modulo 2^32",
        base.set(&[4, 1], (1 << 32) + 5),
    );
    reject("unused", "batch/unused", At(&[4, 0, 1]), "A kind of which there is no entry", batch(&both, vec![(0, line(START, 1, FOOL))]));
    reject("unused-without-entries", "batch/unused", At(&[4, 0, 0]), "A kind, and no entries", batch(&["helpmate"], vec![]));
    reject("citation", "citation/count", At(&[5]), "A citation, where there is none to be", base.insert(&[5, 0], B(vec![0; 32])));
    let byte = |number: usize, item: &Item, path: &[usize]| Is(format!("entry {number}, byte {}", item.offset(path)));
    let mut within = |name: &str, code: &str, number: usize, path: &[usize], what: &str, item: Item| {
        reject(name, code, byte(number, &item, path), what, item.clone());
    };
    within("entry-kind-2", "batch/entry", 3, &[6, 3, 0], "An entry of a third kind of two", base.set(&[6, 3, 0], 2));
    within("entry-kind-modulo-2-32", "batch/entry", 0, &[6, 0, 0], "An entry's kind is right modulo 2^32", base.set(&[6, 0, 0], 1 << 32));
    within("entry-of-two-items", "cbor/type", 1, &[6, 1], "An entry of two items", base.without(&[6, 1, 2]));
    within("entry-kind-as-text", "cbor/type", 4, &[6, 4, 0], "An entry's kind is a text", base.with(&[6, 4, 0], t("helpmate")));
    within("entry-winner", "helpmate/winner", 4, &[6, 4, 1, 1], "A third side mates in the last entry", base.set(&[6, 4, 1, 1], 2));
    within(
        "entry-of-the-other-kind",
        "cbor/type",
        1,
        &[6, 1, 1],
        "An entry of kind unwinnable is said to be of kind helpmate",
        base.set(&[6, 1, 0], 0),
    );
    within("entry-root", "chess/packed", 2, &[6, 2, 1, 0], "The root of an entry is no position", base.with(&[6, 2, 1, 0], B(vec![1])));
    within("entry-met", "unwinnable/met", 3, &[6, 3, 2, 3], "The skeletons of an entry are too few", base.set(&[6, 3, 2, 3], 210));
    let line_in = |number: usize, line: &str| Is(format!("entry {number}, line{}{line}", if line.is_empty() { "" } else { " " }));
    let long = base.with(&[6, 4, 2, 0], B(vec![0]));
    let place = Is(format!("entry 4, byte {}", long.contents(&[6, 4, 2, 0])));
    reject("entry-line-too-long", "helpmate/long", place, "The line of an entry has a byte too many", long);
    reject("entry-mate", "unwinnable/mate", line_in(1, ""), "An entry in which the winner has mated", {
        batch(&both, vec![(0, line(START, 1, FOOL)), (1, closed("R5k1/5ppp/8/8/8/8/8/K7 b - -", 0, 1, &[]))])
    });
    reject("entry-side", "helpmate/side", line_in(0, FOOL), "The other side mates in the first entry", base.set(&[6, 0, 1, 1], 0));
    reject("entry-over", "helpmate/over", line_in(0, FOOL), "A move too many in the first entry", base.set(&[6, 0, 1, 2], 5));
    reject("entry-static", "unwinnable/static", line_in(2, ""), "The static argument does not hold in an entry", {
        base.with(&[6, 2, 1, 0], closed(START, 0, 1, &[]).0.get(&[0]).clone())
    });
    let mut undecided = |name: &str, place: Place<'_>, what: &str, item: Item| {
        corpus.undecided(&format!("batch/{name}"), "envelope/kind", place, "-", what, &item);
    };
    undecided("unknown-kind", At(&[4, 0, 0]), "A kind that no page knows", base.with(&[4, 0], kinds(&["draw", "helpmate"])));
    undecided("unknown-kind-version", At(&[4, 0, 1]), "A version of a kind that no page knows", base.set(&[4, 0, 1, 1], 2));
    undecided("kind-without-a-name", At(&[4, 0, 0]), "A kind whose name is empty", base.with(&[4, 0], kinds(&[""])));
}
