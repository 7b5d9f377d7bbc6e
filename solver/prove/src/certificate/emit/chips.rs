//! Encodes certificates of kind `chips` (`spec/kinds/chips.md`).

use super::cbor::Writer;
use super::envelope::{Digest, certificate};
use crate::model::chips::{ChipTables, Range, Rule, ThresholdTable, TieBreak};
use crate::model::graph::Player;
use crate::model::name::GameName;

pub(super) const KIND: (&str, u64) = ("chips", 1);

/// Encodes the certificate of a solved game. `citations` are the digests of the cited certificates.
#[must_use]
pub fn emit(game: &GameName, citations: &[Digest], tables: &ChipTables) -> Vec<u8> {
    let claim = |writer: &mut Writer| {
        writer.array(4);
        rule(writer, tables.rule);
        match tables.range {
            Range::Between(first, last) => writer.column([0, first, last].into_iter()),
            Range::Ordered { onset } => writer.column([1, onset].into_iter()),
            Range::Common { preperiod, period } => writer.column([2, preperiod, period].into_iter()),
        }
        writer.unsigned(tables.tables.number.len() as u64);
    };
    certificate(KIND, game, citations, claim, |writer| evidence(writer, tables))
}

/// Writes a rule as two items: the claimant, and the tie-breaking rule.
pub(super) fn rule(writer: &mut Writer, rule: Rule) {
    writer.unsigned(match rule.claimant {
        Player::Left => 0_u8,
        Player::Right => 1,
    });
    writer.unsigned(match rule.tie_break {
        TieBreak::Advantage => 0_u8,
        TieBreak::MakeItTakeIt => 1,
        TieBreak::LadiesFirst => 2,
    });
}

fn evidence(writer: &mut Writer, tables: &ChipTables) {
    writer.array(if tables.labels.is_some() { 4 } else { 2 });
    writer.array(tables.tables.distinct.len());
    for table in &tables.tables.distinct {
        one_table(writer, tables.range, table);
    }
    writer.column(tables.tables.number.iter().copied());
    if let Some(labels) = &tables.labels {
        writer.array(labels.distinct.len());
        for row in &labels.distinct {
            writer.bytes(&nibbles(row));
        }
        writer.column(labels.number.iter().copied());
    }
}

fn one_table(writer: &mut Writer, range: Range, table: &ThresholdTable) {
    let slope = || table.tail.expect("a table for all k goes on").slope;
    match range {
        Range::Between(..) => writer.array(2),
        Range::Ordered { .. } => {
            writer.array(5);
            writer.unsigned(table.preperiod());
            writer.unsigned(table.tail.expect("a table for all k goes on").period);
            writer.unsigned(slope());
        }
        Range::Common { .. } => {
            writer.array(3);
            writer.unsigned(slope());
        }
    }
    writer.unsigned(table.values[0]);
    writer.bytes(&increments(&table.values));
}

/// Packs each increase between neighbouring values into two bits. The first increase is in the least significant bits
/// of the first byte.
fn increments(values: &[u32]) -> Vec<u8> {
    let mut bytes = vec![0; (values.len() - 1).div_ceil(4)];
    for (step, pair) in values.windows(2).enumerate() {
        let rise = u8::try_from(pair[1] - pair[0]).ok().filter(|&rise| rise < 4).expect("thresholds rise by 2 at most");
        bytes[step / 4] |= rise << (2 * (step % 4));
    }
    bytes
}

/// Packs labels (numbers of stages towards a forced win) into nibbles, the upper nibble of each byte first. Most labels
/// take only one nibble, because most labels are small.
fn nibbles(labels: &[u16]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(labels.len() / 2 + 1);
    let mut upper = true;
    let mut push = |nibble: u8| {
        match bytes.last_mut() {
            Some(last) if !upper => *last |= nibble,
            _ => bytes.push(nibble << 4),
        }
        upper = !upper;
    };
    for label in labels {
        (0..label / 15).for_each(|_| push(15));
        push(u8::try_from(label % 15).expect("below 15"));
    }
    bytes
}
