//! Converts claims of kind `scoring` to fields that programs can read. Verification does not use these fields.

use super::claim::{Claim, Outcomes};
use crate::core::claim::{Data, Fields, Value};

impl Data for Claim {
    fn fields(&self) -> Fields {
        let list = |of: fn((u32, u32)) -> u32| Value::List(self.budgets().map(|(_, both)| of(both).into()).collect());
        vec![
            ("first", self.first.into()),
            ("last", self.last.into()),
            ("periods", list(|(period, _)| period)),
            ("onsets", list(|(_, onset)| onset)),
        ]
    }

    fn evidence(&self) -> Fields {
        let outcome = |outcome: &i32| Value::Number(i64::from(*outcome));
        let rows = |outcomes: &Outcomes| outcomes.rows.iter().map(|row| Value::List(row.iter().map(outcome).collect())).collect();
        self.outcomes.iter().map(|outcomes| ("outcomes", Value::List(rows(outcomes)))).collect()
    }
}
