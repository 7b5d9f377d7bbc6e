//! What has been proved, in words.

use super::table::{Limit, Table};
use crate::claim::Claim;

/// The claim in words, and its figures.
pub(super) fn words(table: &Table) -> Claim {
    let mut claim = Claim::default();
    let (first, last) = (table.first(), table.last());
    let set: Vec<String> = table.set().iter().map(u8::to_string).collect();
    let budgets = if first == last { format!("the total budget {first}") } else { format!("each total budget from {first} to {last}") };
    claim.say(format!("subtraction set {{{}}}, {budgets}", set.join(", ")));
    claim.say("proved the outcomes of all heaps, with every number of coins: at each position maximin and minimax are equal, and more coins are never worse");
    claim.count("first", first);
    claim.count("last", last);
    match &table.limit {
        Some(limit) => single(&mut claim, table, limit),
        None => range(&mut claim, table),
    }
    claim
}

/// What is proved of one budget.
fn single(claim: &mut Claim, table: &Table, limit: &Limit) {
    let budget = table.first();
    let (Some(period), Some(onset)) = (table.period(budget), table.onset(budget)) else { return };
    claim.say(format!("outcomes repeat with the period {period} from heap {onset} on, with no lesser period and from no lesser heap on"));
    claim.say("outcomes v(x, p) there, for Left with the marker and p = 0, 1, … coins:");
    let (more_rows, more_outcomes) = limit.more;
    for (heap, row) in (onset..).zip(&limit.rows) {
        let outcomes: Vec<String> = row.iter().map(i32::to_string).collect();
        claim.say(format!("x = {heap}: {}{}", outcomes.join(" "), if more_outcomes { " …" } else { "" }));
    }
    if more_rows {
        claim.say("…");
    }
    claim.count("period", period);
    claim.count("onset", onset);
}

/// What is proved of a range of budgets.
fn range(claim: &mut Claim, table: &Table) {
    let budgets = || table.first()..=table.last();
    let greatest = |of: &dyn Fn(u32) -> Option<u32>| {
        budgets()
            .filter_map(|budget| Some((of(budget)?, budget)))
            .fold((0, table.first()), |best, found| if found.0 > best.0 { found } else { best })
    };
    let (onset, budget) = greatest(&|budget| table.onset(budget));
    claim.say(format!("largest onset {onset}, with the total budget {budget}"));
    let (period, budget) = greatest(&|budget| table.period(budget));
    let all = budgets().all(|budget| table.period(budget) == Some(period));
    let which = if all { ", with every total budget".to_owned() } else { format!(", with the total budget {budget}") };
    claim.say(format!("largest period {period}{which}"));
    claim.count("largest_onset", onset);
    claim.count("largest_period", period);
}
