//! Tests of the kind `batch`. For each clause, tests a forged batch that violates the clause. Tests the text that is
//! printed for claims of both kinds in a batch. Also tests batches in which bits are changed.

use super::memory;
use crate::Value;
use crate::chess::game::Status;
use crate::core::claim::{Claim, Entry};
use crate::core::game::Colour;
use crate::core::refusal::{Place, Refusal};
use crate::core::verification::Proved;
use crate::helpmate::kinds::{helpmate, unwinnable};
use crate::testing::{A, B, Item, T, Turns, U, verify_bytes, verify_items};
use std::any::Any;

/// Builds a game in which White can win from p0, p1 and p2 by reaching p3, but not from p4, p5 and p6. Black cannot win
/// from any position.
fn game() -> Turns {
    Turns::new(&["w 1 2", "b 0 3", "b 3", "won w static b", "w 5 4", "b 4 6", "drawn", "b 0 static b"])
}

const HELPMATE: (&str, u64) = ("helpmate", 1);
const UNWINNABLE: (&str, u64) = ("unwinnable", 1);

fn helpmate(k: u64, root: u16, plies: u64, line: &[u8]) -> Item {
    A(vec![U(k), A(vec![Turns::packed(root), U(0), U(plies)]), A(vec![B(line.to_vec())])])
}

fn unwinnable(k: u64, root: u16, winner: u64, positions: u64, statics: &[u8]) -> Item {
    A(vec![U(k), A(vec![Turns::packed(root), U(winner)]), A(vec![U(positions), B(statics.to_vec())])])
}

fn certificate(kinds: &[(&'static str, u64)], entries: Vec<Item>) -> Vec<Item> {
    let kinds = kinds.iter().map(|(name, version)| A(vec![T(name), U(*version)])).collect();
    vec![A(vec![A(kinds), U(u64::try_from(entries.len()).unwrap())]), A(vec![]), A(entries)]
}

/// Returns a batch with two claims of each kind.
fn four() -> Vec<Item> {
    let entries = vec![helpmate(0, 0, 2, &[0x40]), unwinnable(1, 4, 0, 3, &[]), unwinnable(1, 7, 1, 1, &[0x80]), helpmate(0, 2, 1, &[])];
    certificate(&[HELPMATE, UNWINNABLE], entries)
}

fn verify(items: &[Item]) -> Result<Proved, Refusal> {
    verify_items("batch", &game(), items)
}

fn bytes(items: &[Item]) -> Vec<u8> {
    items.iter().flat_map(Item::bytes).collect()
}

/// Returns the claim of an entry if the claim has the type `T`.
fn claim<T: Claim>(entry: &Entry) -> Option<&T> {
    let claim: &dyn Any = entry.claim.as_ref();
    claim.downcast_ref()
}

#[test]
fn rejects_each_known_kind_that_may_not_occur() {
    for kind in crate::registry::KINDS {
        let (name, version) = (kind.name.name, kind.name.version);
        let verdict = verify(&certificate(&[(name, version)], vec![]));
        let expected = if [HELPMATE, UNWINNABLE].contains(&(name, version)) { "batch/unused" } else { "batch/kind" };
        assert_eq!(verdict.map(|_| ()).unwrap_err().code(), expected, "{name} version {version}");
    }
}

/// Returns whether everything that a batch proves is true.
fn true_of(proved: &Proved) -> bool {
    let game = game();
    proved.claim.entries().iter().all(|entry| match (claim::<helpmate::Claim>(entry), claim::<unwinnable::Claim>(entry)) {
        (Some(claim), None) => {
            entry.kind.name == "helpmate" && game.after(&claim.root(), &claim.line()) == Some(Status::Over(Some(claim.winner)))
        }
        (None, Some(claim)) => entry.kind.name == "unwinnable" && !game.can_win(&claim.root(), claim.winner),
        _ => false,
    })
}

#[test]
fn entries_of_two_kinds() {
    let proved = verify(&four()).unwrap();
    let expected = [
        "4 answers to whether a side can still mate in a chess position: yes 2 times, no 2 times",
        "White can mate Black from the chess position p0 with 2 legal moves of both sides: m1 m3",
        "White cannot mate Black from the chess position p4 by any sequence of legal moves: 3 positions are met, 1 settled because play is over",
        "Black cannot mate White from the chess position p7 by any sequence of legal moves: 1 position is met, 1 settled by the static argument",
        "White can mate Black from the chess position p2 with 1 legal move: m3",
    ];
    assert_eq!(proved.claim.statements(), expected);
    let (fields, evidence) = (proved.claim.fields(), proved.claim.evidence());
    let [(_, Value::List(fields))] = fields.as_slice() else { panic!("{fields:?}") };
    let [(_, Value::List(evidence))] = evidence.as_slice() else { panic!("{evidence:?}") };
    assert_eq!((fields.len(), evidence.len()), (4, 4));
    let kind = Value::Object(vec![("name", "helpmate".into()), ("version", Value::Number(1))]);
    let first = Value::Object(vec![("root", "p0".into()), ("winner", "white".into()), ("plies", Value::Number(2))]);
    assert_eq!(fields[0], Value::Object(vec![("kind", kind), ("claim", first)]));
    assert_eq!(evidence[0], Value::Object(vec![("line", "m1 m3".into())]));
    assert!(true_of(&proved));
    let [first, second, ..] = proved.claim.entries() else { panic!("{proved:?}", proved = proved.claim) };
    let line: &helpmate::Claim = claim(first).unwrap();
    assert_eq!((line.root().as_str(), line.winner, line.plies, line.line().as_str()), ("p0", Colour::White, 2, "m1 m3"));
    let set: &unwinnable::Claim = claim(second).unwrap();
    assert_eq!((set.root().as_str(), set.winner, set.positions), ("p4", Colour::White, 3));
}

#[test]
fn batches_of_one_kind_and_of_none() {
    let table = [
        (
            certificate(&[HELPMATE], vec![helpmate(0, 2, 1, &[])]),
            "1 answer to whether a side can still mate in a chess position: yes 1 time, no 0 times",
            2,
        ),
        (
            certificate(&[UNWINNABLE], vec![unwinnable(0, 0, 1, 4, &[])]),
            "1 answer to whether a side can still mate in a chess position: yes 0 times, no 1 time",
            2,
        ),
        (certificate(&[], vec![]), "0 answers to whether a side can still mate in a chess position: yes 0 times, no 0 times", 1),
    ];
    for (items, statement, count) in table {
        let statements = verify(&items).unwrap().claim.statements();
        assert_eq!((statements.first().map(String::as_str), statements.len()), (Some(statement), count));
    }
}

#[test]
fn every_clause() {
    let entries = |entries: Vec<Item>| certificate(&[HELPMATE, UNWINNABLE], entries);
    // Puts the entry under test after two valid entries.
    let third = |entry: Item| entries(vec![helpmate(0, 2, 1, &[]), unwinnable(1, 4, 0, 3, &[]), entry]);
    let with = |place: usize, item: Item| {
        let mut items = four();
        items[place] = item;
        items
    };
    let kinds = |kinds: &[(&'static str, u64)]| certificate(kinds, vec![]);
    let seventeen = vec![HELPMATE; 17];
    // Each row has a title, the items of the batch, the violated clause, and its place in the file. The list of kinds
    // starts at byte 2, and its two entries take 11 and 13 bytes. The number of entries is at byte 26, and the list of
    // entries at byte 28. The two valid entries start at byte 29 and take 10 bytes each.
    let table: Vec<(&str, Vec<Item>, &str, &str)> = vec![
        ("No array", with(0, U(2)), "cbor/type", "byte 0"),
        ("No list of kinds", with(0, A(vec![U(0), U(0)])), "cbor/type", "byte 1"),
        ("A name without a version", with(0, A(vec![A(vec![T("helpmate")]), U(0)])), "cbor/type", "byte 2"),
        ("17 kinds", kinds(&seventeen), "batch/kind", "byte 1"),
        ("No such kind", kinds(&[("stalemate", 1)]), "envelope/kind", "byte 2"),
        ("No such version", kinds(&[HELPMATE, ("unwinnable", 2)]), "envelope/kind", "byte 13"),
        ("A kind for other rule sets", kinds(&[HELPMATE, ("losing", 1)]), "batch/kind", "byte 13"),
        ("A batch", kinds(&[("batch", 1)]), "batch/kind", "byte 2"),
        ("Twice the same kind", kinds(&[HELPMATE, HELPMATE]), "batch/kind", "byte 13"),
        ("Descending", kinds(&[UNWINNABLE, HELPMATE]), "batch/kind", "byte 15"),
        ("No number of entries", with(0, A(vec![A(vec![]), T("")])), "cbor/type", "byte 2"),
        ("A citation", with(1, A(vec![B(vec![0; 32])])), "citation/count", "byte 27"),
        ("No list of entries", with(2, U(4)), "cbor/type", "byte 28"),
        ("An entry too few", with(2, A(vec![U(0); 3])), "batch/entries", "byte 28"),
        ("An entry too many", with(2, A(vec![U(0); 5])), "batch/entries", "byte 28"),
        ("A number for an entry", third(U(0)), "cbor/type", "entry 2, byte 49"),
        ("An entry of two items", third(A(vec![U(0), U(0)])), "cbor/type", "entry 2, byte 49"),
        ("Kind 2 of 2", third(helpmate(2, 0, 2, &[0x40])), "batch/entry", "entry 2, byte 50"),
        ("No kinds", certificate(&[], vec![helpmate(0, 0, 2, &[0x40])]), "batch/entry", "entry 0, byte 6"),
        ("The claim of the other kind", third(A(vec![U(0), A(vec![Turns::packed(0), U(0)]), A(vec![])])), "cbor/type", "entry 2, byte 51"),
        ("No position", third(helpmate(0, 8, 2, &[0x40])), "chess/packed", "entry 2, byte 52"),
        ("A line too short", third(helpmate(0, 0, 2, &[])), "helpmate/short", "entry 2, line"),
        ("No mate", third(helpmate(0, 0, 1, &[0])), "helpmate/mate", "entry 2, line m1"),
        ("A bit after the line", third(helpmate(0, 0, 2, &[0x41])), "helpmate/padding", "entry 2, byte 59"),
        ("Winner 2", third(unwinnable(1, 4, 2, 3, &[])), "unwinnable/winner", "entry 2, byte 55"),
        ("A mate", third(unwinnable(1, 2, 0, 2, &[])), "unwinnable/mate", "entry 2, line m3"),
        ("Not closed", third(unwinnable(1, 4, 0, 2, &[])), "unwinnable/not_closed", "entry 2, line m5 m6"),
        ("Too few positions", third(unwinnable(1, 4, 0, 4, &[])), "unwinnable/positions", "entry 2, byte 57"),
        ("Something after", [four(), vec![U(0)]].concat(), "cbor/trailing", "byte 71"),
        ("No entry of the first kind", entries(vec![unwinnable(1, 4, 0, 3, &[])]), "batch/unused", "byte 2"),
        ("No entry of the second kind", entries(vec![helpmate(0, 2, 1, &[])]), "batch/unused", "byte 13"),
        ("No entry", entries(vec![]), "batch/unused", "byte 2"),
        // The remaining rows have two defects each and show which defect is reported first.
        ("The first of two bad entries", entries(vec![helpmate(0, 0, 1, &[0]), U(0)]), "helpmate/mate", "entry 0, line m1"),
        ("Unused, and something after", [entries(vec![]), vec![U(0)]].concat(), "cbor/trailing", "byte 29"),
    ];
    for (title, items, code, place) in table {
        let refusal = verify(&items).err().unwrap_or_else(|| panic!("{title}"));
        assert_eq!((refusal.code().as_str(), refusal.place.to_string().as_str()), (code, place), "{title}: {refusal}");
    }
}

#[test]
fn places() {
    let text = |place| Place::Entry { number: 17, place: Box::new(place) }.to_string();
    assert_eq!(text(Place::Byte(300)), "entry 17, byte 300");
    assert_eq!(text(Place::Line("e2e4 e7e5".to_owned())), "entry 17, line e2e4 e7e5");
    let refusal = verify(&certificate(&[HELPMATE], vec![helpmate(0, 0, 1, &[0])])).err().unwrap();
    assert_eq!(refusal.place, Place::Entry { number: 0, place: Box::new(Place::Line("m1".to_owned())) });
}

#[test]
fn every_bit_counts() {
    let bytes = bytes(&four());
    for place in 0..bytes.len() {
        for bit in 0..8 {
            let mut mutant = bytes.clone();
            mutant[place] ^= 1 << bit;
            if let Ok(proved) = verify_bytes("batch", &game(), &mutant) {
                assert!(true_of(&proved), "{:?}", proved.claim);
                for entry in proved.claim.entries() {
                    let statement = entry.claim.statements().remove(0);
                    let line = claim::<helpmate::Claim>(entry)
                        .map(|claim| format!("can mate Black from the chess position {} with", claim.root()));
                    let set =
                        claim::<unwinnable::Claim>(entry).map(|claim| format!(" from the chess position {} by any sequence", claim.root()));
                    assert!(
                        statement.contains(&line.or(set).unwrap()) || statement == "White has mated Black in the chess position p3",
                        "{statement}"
                    );
                }
            }
        }
        assert!(verify_bytes("batch", &game(), &bytes[..place]).is_err());
    }
}

#[test]
fn many_entries_use_the_same_memory() {
    let positions: Vec<String> = (1..=5000).map(|next| format!("w {}", next % 5000)).collect();
    let game = Turns::new(&positions);
    let mut entries: Vec<Item> = (0..50).map(|root| unwinnable(0, root, u64::from(root % 2), 5000, &[0; 625])).collect();
    assert!(verify_items("batch", &game, &certificate(&[UNWINNABLE], entries.clone())).is_ok());
    entries[40] = unwinnable(0, 40, 0, 4999, &[0; 625]);
    let refusal = verify_items("batch", &game, &certificate(&[UNWINNABLE], entries)).err().unwrap();
    assert_eq!(refusal.code(), "unwinnable/not_closed");
    let small = || (0..2000).flat_map(|_| [unwinnable(1, 4, 0, 3, &[]), unwinnable(1, 7, 1, 1, &[0x80]), helpmate(0, 2, 1, &[])]);
    let proved = verify(&certificate(&[HELPMATE, UNWINNABLE], small().collect())).unwrap();
    assert!(true_of(&proved));
    assert_eq!(proved.claim.statements().len(), 6001);
}

#[test]
fn memory_for_the_greediest_kind() {
    assert_eq!(memory(1000), 720_000 + unwinnable::memory(1000));
    assert_eq!(memory(u64::MAX), u64::MAX);
}
