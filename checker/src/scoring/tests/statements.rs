//! Tests the statements that are printed about a verified certificate.

use super::emitter::genuine;
use super::{claim, verify};
use crate::core::claim::Value;

const BIDS: &str = "before each move both bid coins of their own at once; the higher bid wins, at a tie that of the holder of the marker, who hands it over; \
    the winner pays the bid to the other player and moves";

#[test]
fn statements() {
    // Each row has a title, a certificate, and its statements except the last statement, `BIDS`.
    let table: [(&str, _, &[&str]); 3] = [
        (
            "One budget",
            genuine(&[1], 3, 3),
            &[
                "with 3 coins in all the outcomes repeat with the period 2 from heap 3 on, with no lesser period and from no lesser heap on",
                "with 3 coins in all the outcomes of heap 3, where Left has the marker and 0, 1, … coins, are -1, -1, 1, 3",
                "with 3 coins in all the outcomes of heap 4, where Left has the marker and 0, 1, … coins, are -2, 0, 2, 2",
                "with 3 coins in all, for every heap, however they and the marker (with which one wins ties) are divided, the file has by how many points Left ends ahead of Right with best play",
                "a player whose bids the other one knows beforehand can do as well (maximin = minimax); having a coin more of them is never worse",
                "two players take from a heap, each time one of the numbers 1, and score what they take, until nothing can be taken",
            ],
        ),
        (
            "A range, with a set of one",
            genuine(&[1], 1, 4),
            &[
                "with each number of coins in all from 1 to 4, for every heap, however they and the marker (with which one wins ties) are divided, the file has by how many points Left ends ahead of Right with best play",
                "with each number of coins in all from 1 to 4, the outcomes of large heaps repeat: the least period is at most 2, first with 1 coin, and \
                 they repeat from heap 3 on at the latest, first with 3 coins",
                "a player whose bids the other one knows beforehand can do as well (maximin = minimax); having a coin more of them is never worse",
                "two players take from a heap, each time one of the numbers 1, and score what they take, until nothing can be taken",
            ],
        ),
        (
            "A range, with a greater set",
            genuine(&[2, 3], 0, 2),
            &[
                "with each number of coins in all from 0 to 2, for every heap, however they and the marker (with which one wins ties) are divided, the file has by how many points Left ends ahead of Right with best play",
                "with each number of coins in all from 0 to 2, the outcomes of large heaps repeat: the least period is at most 6, first with 0 coins, and \
                 they repeat from heap 8 on at the latest, first with 1 coin",
                "a player whose bids the other one knows beforehand can do as well (maximin = minimax); having a coin more of them is never worse",
                "two players take from a heap, each time one of the numbers 2, 3, and score what they take, until nothing can be taken",
            ],
        ),
    ];
    for (title, item, statements) in table {
        let verified = verify(&item.bytes()).unwrap();
        let said = verified.claim.statements();
        assert_eq!(said, [statements, &[BIDS]].concat(), "{title}");
    }
    // Not all rows and outcomes are shown.
    let long = verify(&genuine(&[1, 4, 6], 16, 16).bytes()).unwrap();
    let statements = long.claim.statements();
    let rows: Vec<&String> = statements.iter().filter(|statement| statement.contains("the outcomes of heap")).collect();
    assert_eq!(rows.len(), 4);
    assert!(rows.iter().all(|row| row.ends_with(", …") && row.split(" are ").nth(1).unwrap().split(", ").count() == 17), "{rows:?}");
    let outcomes = claim(&long).outcomes.as_ref().unwrap();
    assert!(outcomes.more_rows && outcomes.more_outcomes);
}

#[test]
fn fields_and_evidence() {
    let list = |numbers: &[i64]| Value::List(numbers.iter().copied().map(Value::Number).collect());
    let verified = verify(&genuine(&[1], 2, 4).bytes()).unwrap();
    let fields = vec![("first", Value::Number(2)), ("last", Value::Number(4)), ("periods", list(&[2, 2, 2])), ("onsets", list(&[1, 3, 3]))];
    assert_eq!(verified.claim.fields(), fields);
    assert_eq!(verified.claim.evidence(), vec![]);
    let verified = verify(&genuine(&[1], 3, 3).bytes()).unwrap();
    assert_eq!(verified.claim.evidence(), vec![("outcomes", Value::List(vec![list(&[-1, -1, 1, 3]), list(&[-2, 0, 2, 2])]))]);
    assert!(verified.claim.names().is_empty() && verified.claim.entries().is_empty());
}
