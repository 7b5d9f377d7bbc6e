//! Converts claims of kind `chips` to fields that programs can read.

use super::claim::Claim;
use super::table::Range;
use crate::bidding::kinds::discrete::player_name;
use crate::core::claim::{Data, Fields, Value};

impl Data for Claim {
    fn fields(&self) -> Fields {
        let range: Fields = match self.range {
            Range::Between { first, last } => vec![("first", first.into()), ("last", last.into())],
            Range::Ordered { onset } => vec![("onset", onset.into())],
            Range::Periodic { preperiod, period } => vec![("preperiod", preperiod.into()), ("period", period.into())],
        };
        let mut fields = vec![
            ("player", player_name(self.player).into()),
            ("tie_break", self.tie_break.name().into()),
            ("chips", Value::Object(range)),
            ("classes", self.classes.into()),
        ];
        if let Some(start) = &self.start {
            let thresholds = start.thresholds.iter().map(|threshold| threshold.as_str().into()).collect();
            let mut object = vec![("position", start.position.as_str().into()), ("thresholds", Value::List(thresholds))];
            if let Some(period) = start.period {
                object.extend(["preperiod", "period", "slope"].into_iter().zip(period.map(Value::from)));
            }
            fields.push(("start", Value::Object(object)));
        }
        fields
    }

    fn evidence(&self) -> Fields {
        let mut figures = vec![("positions", self.positions.into()), ("tables", self.tables.into())];
        figures.extend(self.largest_label.map(|label| ("largest_label", label.into())));
        figures
    }
}
