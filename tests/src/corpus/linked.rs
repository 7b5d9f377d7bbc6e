//! Files of the kind `losing`, version 2: several roots, and citations.

use super::item::{A, B, Item, Tag, U, t};
use super::losing::{Linked, ROOK, file, write_linked};
use super::{At, Corpus, In, Is, Line, Place, digest};

/// The position after White has sacrificed the rook.
const OFFERED: &str = "8/8/8/8/8/k7/1R6/8 b - -";

/// Two positions that White wins, with moves of White and replies of Black that lead from each to the other.
const NEAR: &str = "1k6/8/4Q3/8/8/8/8/8 w - -";
const FAR: &str = "k7/8/8/8/8/8/4Q3/8 w - -";
const FORTH: &str = "1k6/8/8/8/8/8/4Q3/8 b - -";
const BACK: &str = "k7/8/4Q3/8/8/8/8/8 b - -";

/// Builds a certificate. Each root comes with its clock, and the numbers are those of the proof.
fn linked(rule: &str, roots: &[(&str, u64)], winner: u64, cited: &[(&Item, u64)], proof: &Linked) -> Item {
    let of_roots = roots.iter().zip(&proof.values).map(|((text, clock), (len, rev))| A(vec![t(text), U(*clock), U(*len), U(*rev)]));
    let runs = roots.iter().zip(&proof.values).map(|((_, clock), (_, rev))| clock + rev);
    let reversible = runs.chain(cited.iter().map(|(_, reversible)| *reversible)).max().unwrap().max(proof.rev);
    let claim = A(vec![A(of_roots.collect()), U(winner), U(proof.positions), U(reversible)]);
    let game = A(vec![t("losing-chess"), U(1), A(vec![t(rule)])]);
    let citations = in_order(cited.iter().map(|(cited, _)| digest(cited)).collect());
    let items = vec![t("gamecert"), U(1), A(vec![t("losing"), U(2)]), game, claim, citations, A(vec![B(proof.stream.clone())])];
    Tag(55799, Box::new(A(items)))
}

/// Builds a list of citations in ascending order.
fn in_order(mut digests: Vec<Vec<u8>>) -> Item {
    digests.sort();
    A(digests.into_iter().map(B).collect())
}

/// Builds a certificate of one or more roots without citations.
fn alone(rule: &str, roots: &[(&str, u64)], winner: u64) -> Item {
    let texts: Vec<&str> = roots.iter().map(|(text, _)| *text).collect();
    linked(rule, roots, winner, &[], &write_linked(rule, winner, &texts, &[], &[]))
}

/// The win with the rook, which ends at the position after the sacrifice. `value` is what the cited certificate says
/// about it.
fn on(cited: &[(&Item, u64)], value: (u64, u64)) -> Item {
    linked("joint", &[(ROOK, 0)], 0, cited, &write_linked("joint", 0, &[ROOK], &[(OFFERED, value)], &[]))
}

fn both() -> Item {
    alone("joint", &[(OFFERED, 0), (ROOK, 3)], 0)
}

pub fn files(corpus: &mut Corpus) {
    let offered = corpus.accept("losing-2/offered", "One root: the rook has to be captured", &alone("joint", &[(OFFERED, 0)], 0));
    let version_1 = file("joint", OFFERED, 4, 0, [2, 1, 4], vec![]);
    corpus.accept("losing-2/offered-version-1", "The same in version 1, with the clock at 4", &version_1);
    corpus.accept("losing-2/two-roots", "Two roots, the first of which the second leads to", &both());
    corpus.accept("losing-2/cites", "The proof ends at the root of another certificate", &on(&[(&offered, 0)], (1, 0)));
    corpus.accept("losing-2/cites-version-1", "The cited certificate has version 1", &on(&[(&version_1, 4)], (1, 4)));
    let nothing = Linked { positions: 0, values: vec![(1, 0)], rev: 0, stream: vec![] };
    corpus.accept(
        "losing-2/says-it-again",
        "The cited certificate proves the only root",
        &linked("joint", &[(OFFERED, 0)], 0, &[(&offered, 0)], &nothing),
    );
    corpus.accept("losing-2/black-wins", "A win of Black under the rule fics", &alone("fics", &[("8/P7/8/8/8/8/1r6/8 w - -", 0)], 1));
    let back = write_linked("joint", 0, &[FAR], &[], &[(FAR, BACK)]);
    let far = corpus.accept("losing-2/far", "From one position to another", &linked("joint", &[(FAR, 0)], 0, &[], &back));
    let forth = write_linked("joint", 0, &[NEAR], &[(FAR, back.values[0])], &[(NEAR, FORTH)]);
    corpus.accept(
        "losing-2/near",
        "From the other position to the one, whose certificate leads back",
        &linked("joint", &[(NEAR, 0)], 0, &[(&far, back.rev.max(back.values[0].1))], &forth),
    );
    claim(corpus);
    citations(corpus, &offered, &version_1);
    chain(corpus, &offered);
}

fn claim(corpus: &mut Corpus) {
    let both = both();
    let root = |text: &str, numbers: [u64; 3]| A(vec![t(text), U(numbers[0]), U(numbers[1]), U(numbers[2])]);
    let mut reject = |name: &str, code: &str, place: Place<'_>, what: &str, item: Item| {
        corpus.reject(&format!("losing-2/{name}"), code, place, what, &item);
    };
    let roots = |roots: Vec<Item>| both.with(&[4, 0], A(roots));
    reject("no-root", "losing/roots", At(&[4, 0]), "There is no root", roots(vec![]));
    let twice = roots(vec![root(ROOK, [0, 2, 1]), root(ROOK, [0, 2, 1])]);
    reject("root-twice", "losing/roots", At(&[4, 0, 1, 0]), "A root stands there twice", twice);
    let turned = roots(vec![root(ROOK, [3, 2, 1]), root(OFFERED, [0, 1, 0])]);
    reject("roots-out-of-order", "losing/roots", At(&[4, 0, 1, 0]), "The roots are not in order", turned);
    reject("root-of-three-items", "cbor/type", At(&[4, 0, 1]), "A root without its run", both.without(&[4, 0, 1, 3]));
    reject("root-as-text", "cbor/type", At(&[4, 0, 1]), "A root without its numbers", both.with(&[4, 0, 1], t(ROOK)));
    reject(
        "root-no-position",
        "losing-chess/fen",
        At(&[4, 0, 1, 0]),
        "A root that is no position",
        both.with(&[4, 0, 1, 0], t("8/8 w - -")),
    );
    reject("clock-101", "losing/clock", At(&[4, 0, 1, 1]), "The clock of a root stands at 101", both.set(&[4, 0, 1, 1], 101));
    reject("longest-more", "losing/longest", At(&[4, 0, 1, 2]), "The win is longer by one", both.set(&[4, 0, 1, 2], 3));
    reject("longest-less", "losing/longest", At(&[4, 0, 1, 2]), "The win is shorter by one", both.set(&[4, 0, 1, 2], 1));
    let large = both.set(&[4, 0, 1, 2], (1 << 32) + 2);
    reject("longest-modulo-2-32", "losing/longest", At(&[4, 0, 1, 2]), "The length is right modulo 2^32", large);
    reject("run-more", "losing/run", At(&[4, 0, 1, 3]), "The run is longer by one", both.set(&[4, 0, 1, 3], 2));
    reject("run-less", "losing/run", At(&[4, 0, 1, 3]), "The run is shorter by one", both.set(&[4, 0, 1, 3], 0));
    reject("winner-2", "losing/winner", At(&[4, 1]), "A third side wins", both.set(&[4, 1], 2));
    reject("positions-65537", "losing/limit", At(&[4, 2]), "65537 positions are claimed by a small file", both.set(&[4, 2], 65_537));
    reject("positions-more", "losing/positions", At(&[4, 2]), "A position is claimed that is not there", both.set(&[4, 2], 4));
    reject("positions-less", "losing/positions", Line(""), "A position fewer is claimed than there are", both.set(&[4, 2], 2));
    reject("positions-none", "losing/positions", Line(""), "No positions are claimed, and no certificate is cited", both.set(&[4, 2], 0));
    reject("reversible-more", "losing/reversible", At(&[4, 3]), "More reversible moves than there are", both.set(&[4, 3], 5));
    reject("reversible-without-the-clock", "losing/reversible", At(&[4, 3]), "The clock of a root is not counted", both.set(&[4, 3], 1));
    reject("stream-empty", "losing/short", Line(""), "The stream is empty", both.with(&[6, 0], B(vec![])));
    reject("move-14", "losing/move", Line(""), "The number behind that of the last move", both.with(&[6, 0], B(vec![0xe0])));
    reject("stream-byte-more", "losing/long", In(&[6, 0], 1), "A byte more", both.with(&[6, 0], B(vec![0x70, 0])));
    reject("padding", "losing/padding", In(&[6, 0], 0), "The last bit is not 0", both.with(&[6, 0], B(vec![0x71])));
    let shorter = both.set(&[4, 0, 1, 1], 0).set(&[4, 3], 1);
    reject("circle", "losing/open", Line("h8h7 a1c2 h7h8 c2a1"), "A position on the way to itself", {
        let root = root("7K/8/8/8/8/8/8/n7 w - -", [0, 100, 100]);
        shorter.with(&[4, 0], A(vec![root])).set(&[4, 2], 100).with(&[6, 0], B(vec![0b0110_0000]))
    });
    let lost = alone("joint", &[(OFFERED, 0)], 0).set(&[4, 1], 1);
    reject("terminal", "losing/terminal", Line("a3b2"), "Play is over and the other side has won", lost);
}

fn citations(corpus: &mut Corpus, offered: &Item, version_1: &Item) {
    let other_rule = corpus.accept("losing-2/offered-fics", "The sacrificed rook under the rule fics", &alone("fics", &[(OFFERED, 0)], 0));
    let black = alone("joint", &[("8/8/8/8/8/1K6/1r6/8 w - -", 0)], 1);
    let black = corpus.accept("losing-2/offered-by-black", "Black has sacrificed the rook", &black);
    let elsewhere = alone("joint", &[("8/8/8/8/8/1k6/1R6/8 b - -", 0)], 0);
    let elsewhere = corpus.accept("losing-2/offered-elsewhere", "The sacrificed rook with the king on another square", &elsewhere);
    let wrong = offered.set(&[4, 0, 0, 2], 2);
    corpus.reject("losing-2/offered-longer", "losing/longest", At(&[4, 0, 0, 2]), "A length that is too great", &wrong);
    let cites = on(&[(offered, 0)], (1, 0));
    let again = |files: &[&Item]| cites.with(&[5], in_order(files.iter().map(|file| digest(file)).collect()));
    let citation = |number: usize| Is(format!("citation {number}"));
    // The number of a citation in ascending order.
    let among = |file: &Item, files: &[&Item]| files.iter().filter(|other| digest(other) < digest(file)).count();
    for (name, code, what, files) in [
        ("cites-other-rule", "citation/game", "The cited certificate is about another rule", vec![&other_rule]),
        ("cites-other-winner", "losing/cited", "The other side wins in the cited certificate", vec![&black, offered]),
        ("cites-rejected", "citation/rejected", "The cited certificate is rejected", vec![&wrong]),
        ("cites-unused", "losing/unused", "No root of the cited certificate is met", vec![&elsewhere, offered]),
    ] {
        corpus.reject(&format!("losing-2/{name}"), code, citation(among(files[0], &files)), what, &again(&files));
    }
    let mut reject = |name: &str, code: &str, place: Place<'_>, what: &str, item: Item| {
        corpus.reject(&format!("losing-2/{name}"), code, place, what, &item);
    };
    reject("cites-not-counted", "losing/longest", At(&[4, 0, 0, 2]), "The cited proof is not counted", cites.set(&[4, 0, 0, 2], 1));
    reject("cites-and-proves", "losing/positions", At(&[4, 2]), "A cited position is counted", cites.set(&[4, 2], 2));
    reject("cites-too-many", "losing/positions", Line(""), "The root is not counted", cites.set(&[4, 2], 0));
    reject("cites-twice", "losing/citations", At(&[5]), "A certificate is cited twice", again(&[offered, offered]));
    let mut descending = [digest(offered), digest(&elsewhere)];
    descending.sort_by(|one, other| other.cmp(one));
    let turned = cites.with(&[5], A(descending.into_iter().map(B).collect()));
    reject("citations-out-of-order", "losing/citations", At(&[5]), "The citations are not in order", turned);
    let run = if digest(version_1) < digest(offered) { 4 } else { 0 };
    let same = on(&[(version_1, 4), (offered, 0)], (1, run));
    reject("cites-the-same-root", "losing/unused", citation(1), "The certificate cited before has the same root", same);
    let without = on(&[(version_1, 4)], (1, 4)).set(&[4, 3], 1);
    reject("cites-version-1-reversible", "losing/reversible", At(&[4, 3]), "`reversible` of the cited certificate is not counted", without);
    let without = on(&[(version_1, 4)], (1, 4)).set(&[4, 0, 0, 3], 1);
    reject(
        "cites-version-1-run",
        "losing/run",
        At(&[4, 0, 0, 3]),
        "`reversible` of the cited certificate is not counted for its root",
        without,
    );
    let missing = cites.with(&[5, 0], B(vec![0; 32]));
    corpus.undecided("losing-2/cites-nothing", "citation/missing", citation(0), "-", "The cited certificate is not there", &missing);
}

/// Certificates that say the same, each of which cites the one before.
fn chain(corpus: &mut Corpus, offered: &Item) {
    let nothing = Linked { positions: 0, values: vec![(1, 0)], rev: 0, stream: vec![] };
    let mut last = offered.clone();
    for length in 2..=65 {
        last = linked("joint", &[(OFFERED, 0)], 0, &[(&last, 0)], &nothing);
        match length {
            2 => {} // This is `says-it-again`.
            3..=64 => _ = corpus.accept(&format!("losing-2/chain-{length:02}"), &format!("A chain of {length} certificates"), &last),
            _ => corpus.reject("losing-2/chain-65", "citation/depth", Is("citation 0".to_owned()), "A chain of 65 certificates", &last),
        }
    }
}
