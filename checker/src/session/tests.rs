//! Tests of citations and resources: files are fetched and verified once, wrong citations are refused, and no verdict
//! depends on earlier verifications.

use super::{Known, NotFetched, Session, Source, cited, cycle, digest};
use crate::bidding::kinds::chips::tests::citations;
use crate::bidding::kinds::richman::Version;
use crate::core::refusal::{Place, Refusal};
use crate::core::work::Meter;
use crate::registry::Game;
use crate::testing::{A, B, Item, T, U, column, drawn, kings, queen};
use crate::{Digest, NoSource, Verified, hex};
use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::Arc;

/// A source of cited files that has a list of files and counts the requests.
#[derive(Clone, Default)]
struct SuppliedSource {
    files: Vec<Vec<u8>>,
    fetched: usize,
    /// Whether the source supplies the first file for every request.
    careless: bool,
}

impl Source for SuppliedSource {
    fn fetch(&mut self, expected: &Digest, most: u64) -> Result<Arc<Vec<u8>>, NotFetched> {
        self.fetched += 1;
        let file = self.files.iter().find(|file| self.careless || digest(file) == *expected);
        let file = file.ok_or_else(|| NotFetched::Missing("on the shelf".to_owned()))?;
        if size(file) > most { Err(NotFetched::TooLarge(size(file))) } else { Ok(Arc::new(file.clone())) }
    }
}

fn shelf(files: &[Item]) -> SuppliedSource {
    SuppliedSource { files: files.iter().map(Item::bytes).collect(), ..SuppliedSource::default() }
}

fn size(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap()
}

/// Returns a copy of the certificate [`queen`] that cites `cited`.
fn queen_on(cited: &Item) -> Item {
    queen().with(&[5, 0], B(digest(&cited.bytes()).to_vec()))
}

fn code<T>(verdict: Result<T, Refusal>) -> String {
    verdict.map_or_else(|refusal| refusal.code(), |_| "verified".to_owned())
}

#[test]
fn a_certificate_rests_on_another() {
    let mut shelf = shelf(&[kings()]);
    let verified = crate::verify(&queen().bytes(), &mut shelf).unwrap();
    assert_eq!(verified.citations.len(), 1);
    assert_eq!(verified.citations[0].digest, digest(&kings().bytes()));
    assert_eq!(verified.citations[0].game.to_string(), "bidding-chess version 1, board 2x2, material KK");
}

#[test]
fn what_a_caller_allows() {
    let threads = |number| NonZeroU32::new(number).unwrap();
    let mut source = NoSource;
    let session = Session::new(&mut source).with_memory(7).with_work(8).with_threads(threads(3));
    assert_eq!((session.memory, session.steps, session.threads), (7, Some(8), threads(3)));
    assert_eq!(Session::new(&mut NoSource).with_threads(threads(65)).threads, threads(64));
}

#[test]
fn citations_refused() {
    let bad = kings().with(&[6, 4, 0], U(2));
    let other_board = kings().with(&[3, 2, 0], U(3));
    let later = kings().with(&[1], U(2));
    let kind = kings().with(&[2, 1], U(3));
    let rules = kings().with(&[3, 0], T("draughts"));
    // Each row has the defect, the file, the files in the source, and the violated clause.
    let table = [
        ("No such file", queen(), shelf(&[queen()]), "missing"),
        ("No file at all", queen(), shelf(&[]), "missing"),
        ("Another file than asked for", queen(), SuppliedSource { careless: true, ..shelf(&[queen()]) }, "missing"),
        ("A rejected certificate", queen_on(&bad), shelf(std::slice::from_ref(&bad)), "rejected"),
        ("No certificate", queen_on(&U(0)), shelf(&[U(0)]), "rejected"),
        ("A later version of the format", queen_on(&later), shelf(std::slice::from_ref(&later)), "undecided"),
        ("A later version of the kind", queen_on(&kind), shelf(std::slice::from_ref(&kind)), "undecided"),
        ("An unknown rule set", queen_on(&rules), shelf(std::slice::from_ref(&rules)), "undecided"),
        ("The game of another board", queen_on(&other_board), shelf(std::slice::from_ref(&other_board)), "game"),
        ("The game of another material", queen_on(&queen()), shelf(&[kings(), queen()]), "game"),
        ("No citations", queen().with(&[5], A(vec![])), shelf(&[kings()]), "count"),
        ("Two citations", queen().with(&[5], A(vec![B(vec![0; 32]), B(vec![0; 32])])), shelf(&[kings()]), "count"),
    ];
    for (title, file, mut shelf, clause) in table {
        let refusal = crate::verify(&file.bytes(), &mut shelf).expect_err(title);
        assert_eq!((refusal.group, refusal.clause), ("citation", clause), "{title}: {refusal}");
    }
    assert_eq!(cycle(&[[1; 32], [2; 32]], &[2; 32], &Place::Citation(3)).unwrap_err().code(), "citation/cycle");
    assert_eq!(cycle(&[[1; 32]], &[2; 32], &Place::Citation(3)), Ok(()));
}

/// Tests that a cited file is found only if the source has it.
#[test]
fn what_is_verified_alone_is_not_found_for_that() {
    let mut shelf = shelf(&[]);
    let mut session = Session::new(&mut shelf);
    assert_eq!(code(session.verify(&queen().bytes())), "citation/missing");
    assert_eq!(code(session.verify(&kings().bytes())), "verified");
    assert_eq!(code(session.verify(&queen().bytes())), "citation/missing");
}

#[test]
fn what_is_missing_is_named() {
    let refusal = crate::verify(&queen().bytes(), &mut shelf(&[])).unwrap_err();
    let correct = hex(&digest(&kings().bytes()));
    assert_eq!(
        refusal.to_string(),
        format!(
            "citation/missing at citation 0: no file with the digest {correct}, the certificate for bidding-chess version 1, board 2x2, material KK, was found \
             on the shelf"
        )
    );
}

#[test]
fn refusals_of_cited_files() {
    // Each row has the clause that the cited file violates, and the resulting refusal of the citing file.
    let table = [
        ("richman", "equation", "citation/rejected"),
        ("citation", "rejected", "citation/rejected"),
        ("citation", "game", "citation/rejected"),
        ("resources", "work", "citation/rejected"),
        ("resources", "size", "citation/rejected"),
        ("citation", "missing", "citation/undecided"),
        ("citation", "undecided", "citation/undecided"),
        ("envelope", "version", "citation/undecided"),
        ("checker", "internal", "citation/undecided"),
        ("resources", "memory", "resources/memory"),
        ("resources", "allowance", "resources/allowance"),
    ];
    for (group, clause, expected) in table {
        let refusal = Refusal::new(group, clause, Place::Byte(7), "why");
        let found = cited(refusal, &[0; 32], &Place::Citation(1));
        assert_eq!(found.code(), expected, "{group}/{clause}");
        assert_eq!(found.place == Place::Citation(1), found.group == "citation");
        assert!(found.sentence.ends_with("why"), "{found}");
    }
}

#[test]
fn every_file_is_verified_once() {
    let mut shelf = shelf(&[kings()]);
    let mut session = Session::new(&mut shelf);
    let first = session.verify(&queen().bytes()).unwrap();
    let bad = queen().with(&[6, 7, 0], U(0)).bytes();
    assert_eq!(session.verify(&bad).unwrap_err().code(), "richman/choice_greedy");
    assert_eq!(session.verify(&bad).unwrap_err().code(), "richman/choice_greedy");
    let cited = session.verify(&kings().bytes()).unwrap();
    assert_eq!(first.citations[0].digest, cited.digest);
    assert!(Arc::ptr_eq(&session.verify(&queen().bytes()).unwrap(), &first));
    assert_eq!(session.known.len(), 2);
    // The queen causes one request, and the refused file causes two. A refused certificate is not stored, so its
    // citation is requested each time.
    assert_eq!(shelf.fetched, 3);
}

#[test]
fn tables_are_forgotten_when_memory_is_short() {
    let [one, both] = memory_of_queen();
    // Each row has a memory limit and the number of times that the kings are fetched. The session verifies the queen,
    // another game, and the queen again.
    for (allowed, fetched) in [(u64::MAX, 1), (both + Version::Full.memory(size(&drawn().bytes())), 1), (both, 2)] {
        let mut shelf = shelf(&[kings()]);
        let mut session = Session::new(&mut shelf).with_memory(allowed);
        for file in [queen(), drawn(), queen()] {
            assert!(session.verify(&file.bytes()).is_ok(), "{allowed}");
        }
        assert_eq!(shelf.fetched, fetched, "{allowed}");
    }
    assert!(one < both);
}

/// Returns the memory bounds for [`queen`] alone and with its citation.
fn memory_of_queen() -> [u64; 2] {
    let one = Version::Full.memory(size(&queen().bytes()));
    [one, one + Version::Full.memory(size(&kings().bytes()))]
}

#[test]
fn memory() {
    let [one, both] = memory_of_queen();
    let kings_size = size(&kings().bytes());
    // Each row has a memory limit and the expected verdict on the queen. The verdict is the same in a new session and
    // after the kings have been verified.
    for (allowed, code) in [
        (0, "resources/memory"),
        (one - 1, "resources/memory"),
        (one, "resources/memory"),
        (one + kings_size, "resources/memory"),
        (both - 1, "resources/memory"),
        (both, "verified"),
        (u64::MAX, "verified"),
    ] {
        let mut source = shelf(&[kings()]);
        let mut session = Session::new(&mut source).with_memory(allowed);
        assert_eq!(self::code(session.verify(&queen().bytes())), code, "{allowed}, cold");
        drop(session.verify(&kings().bytes()));
        assert_eq!(self::code(session.verify(&queen().bytes())), code, "{allowed}, warm");
    }
    // The place of the refusal is in the citing file.
    let refusal = Session::new(&mut shelf(&[kings()])).with_memory(both - 1).verify(&queen().bytes()).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        format!("resources/memory at byte 0: the file and what it cites may take {both} bytes of memory; {} are allowed", both - 1)
    );
    // Each file passed to the session starts with its own memory account.
    let mut source = NoSource;
    let mut session = Session::new(&mut source).with_memory(one);
    for label in 2..10 {
        assert_eq!(session.verify(&kings().with(&[6, 4, 0], U(label)).bytes()).unwrap_err().code(), "richman/label_white_large");
    }
    assert!(session.verify(&kings().bytes()).is_ok());
    assert!(session.verify(&drawn().bytes()).is_ok());
    assert_eq!(session.largest_file(), one);
    assert_eq!(session.too_large(10_000_000).code(), "resources/memory");
}

#[test]
fn positions_without_end_are_not_numbered() {
    for (side, material) in [(9, "KQRBNK"), (9, "KPPPPK"), (8, "KNNKN"), (6, "KPPPPK")] {
        let file = kings().with(&[3, 2], A(vec![U(side), U(side), T(material)])).with(&[4], column(&[1, 1 << 60]));
        assert_eq!(crate::verify(&file.bytes(), &mut NoSource).unwrap_err().code(), "resources/size", "{material}");
    }
}

#[test]
fn memory_is_tested_before_parameters_are_kept() {
    let bad = kings().with(&[3, 2, 0], U(1));
    let mut none = NoSource;
    assert_eq!(Session::new(&mut none).with_memory(1_000).verify(&bad.bytes()).unwrap_err().code(), "resources/memory");
    assert_eq!(Session::new(&mut none).verify(&bad.bytes()).unwrap_err().code(), "bidding-chess/board");
}

/// Builds certificates of the kind `chips` for four endings.
fn tower() -> Vec<Vec<u8>> {
    let mut files: HashMap<String, Vec<u8>> = HashMap::new();
    ["KK", "KQK", "KRK", "KQRK"]
        .map(|material| {
            let bare = citations::certificate(material, [0, 0], &[0, 0, 5], &[]).bytes();
            let Ok(Game::Bidding(game)) = super::envelope::open(&mut super::Reader::new(&bare), |_| Ok(())).map(|envelope| envelope.game)
            else {
                panic!("{material}")
            };
            let cited: Vec<Vec<u8>> = game.cited().iter().map(|cited| files[&cited.game.parameters[1].1].clone()).collect();
            let bytes = citations::certificate(material, [0, 0], &[0, 0, 5], &cited).bytes();
            files.insert(material.to_owned(), bytes.clone());
            bytes
        })
        .into()
}

#[test]
fn a_file_that_two_others_cite_is_charged_once() {
    let files = tower();
    let mut source = SuppliedSource { files: files.clone(), ..SuppliedSource::default() };
    let total: u64 = files.iter().map(|file| crate::chips::memory(size(file))).sum();
    for warm in [&[][..], &[0], &[1], &[2], &[1, 2], &[3]] {
        for (allowed, code) in [(total, "verified"), (total - 1, "resources/memory")] {
            let mut session = Session::new(&mut source).with_memory(allowed);
            for file in warm {
                drop(session.verify(&files[*file]));
            }
            assert_eq!(self::code(session.verify(&files[3])), code, "{warm:?}");
        }
    }
}

/// Verifies files in random order in one session, on one thread and on three. Tests that every verdict is the same as
/// in a separate session.
#[test]
fn no_verdict_depends_on_what_was_verified_before() {
    let bad = kings().with(&[6, 4, 0], U(2));
    let bad_other = kings().with(&[3, 2, 0], U(3));
    let undecided = kings().with(&[1], U(2));
    let files: Vec<Vec<u8>> = [
        kings(),
        queen(),
        bad.clone(),
        queen_on(&bad),
        // This file is rejected, and it is also about another game.
        bad_other.clone(),
        queen_on(&bad_other),
        queen_on(&queen()),
        queen_on(&U(0)),
        U(0),
        undecided.clone(),
        queen_on(&undecided),
        queen().with(&[6, 7, 0], U(0)),
        drawn(),
    ]
    .iter()
    .map(Item::bytes)
    .chain(tower())
    .collect();
    let source = SuppliedSource { files: files.clone(), ..SuppliedSource::default() };
    let [one, both] = memory_of_queen();
    let chips: u64 = tower().iter().map(|file| crate::chips::memory(size(file))).sum();
    let memories = [0, one, both - 1, both, chips - 1, chips, u64::MAX];
    let limits = memories.iter().map(|memory| (*memory, None)).chain((0..2_000).step_by(37).map(|work| (u64::MAX, Some(work))));
    let mut random = 1_u64;
    let mut codes: HashMap<String, u32> = HashMap::new();
    for (memory, work) in limits {
        for threads in [1, 3] {
            let threads = NonZeroU32::new(threads).unwrap();
            let session = |source| {
                let session = Session::new(source).with_memory(memory).with_threads(threads);
                if let Some(work) = work { session.with_work(work) } else { session }
            };
            let alone = |file: &Vec<u8>| {
                let mut source = source.clone();
                let verdict = Session::new(&mut source).with_memory(memory);
                let mut verdict = if let Some(work) = work { verdict.with_work(work) } else { verdict };
                code(verdict.verify(file))
            };
            let expected: Vec<String> = files.iter().map(alone).collect();
            let mut shared = source.clone();
            let mut session = session(&mut shared);
            for _ in 0..60 {
                // A linear congruential generator (Knuth, MMIX) makes the same order in every run.
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let number = usize::try_from(random >> 33).unwrap() % files.len();
                let found = code(session.verify(&files[number]));
                assert_eq!(found, expected[number], "file {number}, {memory} bytes of memory, {work:?} steps, {threads} threads");
                *codes.entry(found).or_default() += 1;
            }
        }
    }
    for code in ["verified", "citation/rejected", "citation/game", "citation/undecided", "resources/memory", "resources/allowance"] {
        assert!(codes[code] > 20, "{codes:?}");
    }
}

/// Tests that memory and steps for a stored certificate are charged in the same order as in its first verification. The
/// size of a cited file raises the step limit only when the file is cited.
#[test]
fn the_order_of_charges() {
    let known = |number: u8, steps: u64, size: u64, cited: Vec<(u64, Arc<Known>)>| {
        let verified = Arc::into_inner(crate::verify(&kings().bytes(), &mut NoSource).unwrap()).unwrap();
        Arc::new(Known { verified: Arc::new(Verified { digest: [number; 32], size, ..verified }), memory: 1, steps, cited, depth: 1 })
    };
    // The first file takes half of its steps before it cites the second file, which is large.
    let second = known(2, 100, 10, vec![]);
    let first = known(1, 1_000, 1, vec![(500, second)]);
    // Each row has the steps left, without those added for bytes, and the expected verdict.
    for (left, code) in [(300, "verified"), (299, "resources/allowance"), (0, "resources/allowance")] {
        let mut source = NoSource;
        let mut meter = Meter::new(left);
        assert_eq!(self::code(Session::new(&mut source).charge_known(&first, 0, &mut meter)), code, "{left}");
    }
}
