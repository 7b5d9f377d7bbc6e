//! Tests the module `seen`, which remembers tested combinations of tables.

use super::super::functions::Functions;
use super::super::seen::Seen;
use super::super::tables::Thresholds;
use crate::bidding::game::Choice::Class;
use crate::bidding::kinds::discrete::Rule;
use crate::chips::{Range, Table, TieBreak};
use crate::core::game::Colour::White;

#[test]
fn forgotten_when_the_budget_is_spent() {
    let one = |value: u32| Thresholds { preperiod: 1, period: 0, slope: 0, values: vec![value] };
    let rule = Rule { player: White, tie_break: TieBreak::Advantage };
    let range = Range::Between { first: 0, last: 0 };
    let table = Table { rule, range, tables: vec![one(0), one(1), one(2)], table: vec![0, 1, 2], labels: None };
    let functions = Functions::new(&table, &[]).unwrap();
    // A row of the form (title, budget in bytes, classes, whether each class is new). A class with one option for each
    // player takes 96 bytes and four numbers.
    type Budget<'a> = (&'a str, usize, &'a [u32], &'a [bool]);
    let table: [Budget<'_>; 4] = [
        ("Exactly two", 224, &[0, 1, 0, 1], &[true, true, false, false]),
        ("A byte less than two: the second is remembered", 223, &[0, 1, 1, 0], &[true, true, false, true]),
        ("A third where two are remembered", 224, &[0, 1, 2, 0, 2, 1], &[true, true, true, true, false, true]),
        ("Nothing: the last is remembered", 0, &[0, 0, 1, 0], &[true, false, true, true]),
    ];
    for (title, budget, classes, expected) in table {
        let mut seen = Seen::new(budget);
        let target = |class: &u32| functions.target(Class(*class)).unwrap();
        let new: Vec<bool> = classes.iter().map(|class| seen.is_new(target(class), &[target(class)], &[target(class)])).collect();
        assert_eq!(new, expected, "{title}");
    }
}
