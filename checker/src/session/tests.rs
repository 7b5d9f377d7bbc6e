//! Citations and memory: what is looked up, once, and what is refused.

use super::{Library, Source, cycle, digest};
use crate::core::refusal::Place;
use crate::kinds::richman;
use crate::testing::{A, B, Item, T, U, column, kings, queen};
use crate::{Digest, NoSource};

/// Files by number; remembers which were asked for.
#[derive(Default)]
struct Shelf {
    files: Vec<Vec<u8>>,
    fetched: usize,
    /// Hands out the first file whatever is asked for.
    careless: bool,
}

impl Source for Shelf {
    fn fetch(&mut self, wanted: &Digest, _: &Digest, most: u64) -> Option<Vec<u8>> {
        self.fetched += 1;
        let file = self.files.iter().find(|file| self.careless || digest(file) == *wanted)?;
        (u64::try_from(file.len()).unwrap() <= most).then(|| file.clone())
    }
}

fn shelf(files: &[Item]) -> Shelf {
    Shelf { files: files.iter().map(Item::bytes).collect(), ..Shelf::default() }
}

/// [`queen`] with another citation.
fn queen_on(cited: &Item) -> Item {
    queen().with(&[5, 0], B(digest(&cited.bytes()).to_vec()))
}

#[test]
fn a_certificate_rests_on_another() {
    let mut shelf = shelf(&[kings()]);
    let verified = crate::verify(queen().bytes(), &mut shelf).unwrap();
    assert_eq!(verified.citations.len(), 1);
    assert_eq!(verified.citations[0].digest, digest(&kings().bytes()));
    assert_eq!(verified.citations[0].game.to_string(), "bidding-chess version 1, board 2x2, material KK");
}

#[test]
fn citations_refused() {
    let bad = kings().with(&[6, 4, 0], U(2));
    let other_board = kings().with(&[3, 2, 0], U(3));
    // What is wrong, the file, the files at hand, the clause.
    let table = [
        ("No such file", queen(), shelf(&[queen()]), "missing"),
        ("No file at all", queen(), shelf(&[]), "missing"),
        ("Another file than asked for", queen(), Shelf { careless: true, ..shelf(&[queen()]) }, "missing"),
        ("A rejected certificate", queen_on(&bad), shelf(std::slice::from_ref(&bad)), "rejected"),
        ("No certificate", queen_on(&U(0)), shelf(&[U(0)]), "rejected"),
        ("The game of another board", queen_on(&other_board), shelf(std::slice::from_ref(&other_board)), "game"),
        ("The game of another material", queen_on(&queen()), shelf(&[kings(), queen()]), "game"),
        ("No citations", queen().with(&[5], A(vec![])), shelf(&[kings()]), "count"),
        ("Two citations", queen().with(&[5], A(vec![B(vec![0; 32]), B(vec![0; 32])])), shelf(&[kings()]), "count"),
    ];
    for (title, file, mut shelf, clause) in table {
        let refusal = crate::verify(file.bytes(), &mut shelf).expect_err(title);
        assert_eq!((refusal.group, refusal.clause), ("citation", clause), "{title}: {refusal}");
    }
    assert_eq!(cycle(&[[1; 32], [2; 32]], &[2; 32], &Place::Citation(3)).unwrap_err().code(), "citation/cycle");
    assert_eq!(cycle(&[[1; 32]], &[2; 32], &Place::Citation(3)), Ok(()));
}

#[test]
fn every_file_is_verified_once() {
    let mut shelf = shelf(&[kings()]);
    let mut library = Library::new(&mut shelf, None);
    let first = library.verify(queen().bytes()).unwrap();
    let bad = queen().with(&[6, 7, 0], U(0)).bytes();
    assert_eq!(library.verify(bad.clone()).unwrap_err().code(), "richman/choice_greedy");
    assert_eq!(library.verify(bad).unwrap_err().code(), "richman/choice_greedy");
    let cited = library.verify(kings().bytes()).unwrap();
    assert_eq!(first.citations[0].digest, cited.digest);
    assert!(std::sync::Arc::ptr_eq(&library.verify(queen().bytes()).unwrap(), &first));
    assert_eq!(shelf.fetched, 1);
}

#[test]
fn memory() {
    let size = |item: &Item| u64::try_from(item.bytes().len()).unwrap();
    let (one, both) = (richman::memory(size(&queen())), richman::memory(size(&queen())) + richman::memory(size(&kings())));
    // The memory allowed, the verdict.
    for (allowed, code) in [
        (0, "resources/memory"),
        (one - 1, "resources/memory"),
        (one, "citation/missing"),
        (both - 1, "citation/rejected"),
        (both, "verified"),
        (u64::MAX, "verified"),
    ] {
        let mut shelf = shelf(&[kings()]);
        let verdict = Library::new(&mut shelf, Some(allowed)).verify(queen().bytes());
        assert_eq!(verdict.map_or_else(|refusal| refusal.code(), |_| "verified".to_owned()), code, "{allowed}");
    }
    // A rejected file gives its memory back.
    let mut source = NoSource;
    let mut library = Library::new(&mut source, Some(one));
    for label in 2..10 {
        assert_eq!(library.verify(kings().with(&[6, 4, 0], U(label)).bytes()).unwrap_err().code(), "richman/label_white_large");
    }
    assert!(library.verify(kings().bytes()).is_ok());
    assert_eq!(library.largest_file(), one - richman::memory(size(&kings())));
    assert_eq!(library.verify(kings().with(&[6, 4, 0], U(99)).bytes()).unwrap_err().code(), "resources/memory");
    assert_eq!(library.too_large(10_000_000).code(), "resources/memory");
}

#[test]
fn positions_without_end_are_not_numbered() {
    for (side, material) in [(9, "KQRBNK"), (9, "KPPPPK"), (8, "KNNKN"), (6, "KPPPPK")] {
        let file = kings().with(&[3, 2], A(vec![U(side), U(side), T(material)])).with(&[4], column(&[1, 1 << 60]));
        assert_eq!(crate::verify(file.bytes(), &mut NoSource).unwrap_err().code(), "resources/size", "{material}");
    }
}

#[test]
fn memory_is_tested_before_parameters_are_kept() {
    let bad = kings().with(&[3, 2, 0], U(1));
    let mut none = NoSource;
    assert_eq!(Library::new(&mut none, Some(1_000)).verify(bad.bytes()).unwrap_err().code(), "resources/memory");
    assert_eq!(Library::new(&mut none, None).verify(bad.bytes()).unwrap_err().code(), "bidding-chess/board");
    // And so for a cited file: there is enough for the citing one alone.
    let size = u64::try_from(queen().bytes().len()).unwrap();
    let mut shelf = shelf(&[kings()]);
    let refusal = Library::new(&mut shelf, Some(richman::memory(size))).verify(queen().bytes()).unwrap_err();
    assert_eq!(refusal.code(), "citation/missing");
    let refusal = Library::new(&mut shelf, Some(richman::memory(size) + size)).verify(queen().bytes()).unwrap_err();
    assert_eq!(refusal.code(), "citation/rejected");
    assert!(refusal.sentence.contains("resources/memory"), "{refusal}");
}
