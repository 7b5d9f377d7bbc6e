//! Encodes certificates of kind `richman` (`spec/kinds/richman.md`).

use std::collections::HashMap;

use dashu_int::UBig;

use super::cbor::Writer;
use super::envelope::{Digest, certificate};
use crate::model::graph::{Label, NEVER};
use crate::model::name::GameName;
use crate::model::solution::{Choices, Solution};
use crate::model::value::Rational;

pub(super) const KIND: (&str, u64) = ("richman", 1);
/// Second version of the kind.
pub(super) const KIND_2: (&str, u64) = ("richman", 2);

/// Encodes the certificate of a solved game. `citations` are the digests of the cited certificates.
#[must_use]
pub fn emit(game: &GameName, citations: &[Digest], solution: &Solution) -> Vec<u8> {
    let functions = if solution.is_sharp() { 1_u8 } else { 2 };
    let claim = |writer: &mut Writer| {
        writer.array(2);
        writer.unsigned(functions);
        writer.unsigned(solution.len() as u64);
    };
    let kind = if solution.listed.is_some() { KIND_2 } else { KIND };
    certificate(kind, game, citations, claim, |writer| evidence(writer, solution))
}

fn evidence(writer: &mut Writer, solution: &Solution) {
    let columns: Vec<&Vec<u16>> = match &solution.choices {
        Choices::Sharp { white, black } => vec![white, black],
        Choices::Interval { white_alpha, black_alpha, white_beta, black_beta } => {
            vec![white_alpha, black_alpha, white_beta, black_beta]
        }
    };
    let rank_columns = if solution.is_sharp() { 1 } else { 2 };
    writer.array(3 + rank_columns + 2 + columns.len());
    values(writer, solution);
    for ranks in [&solution.rank_alpha, &solution.rank_beta].into_iter().take(rank_columns) {
        writer.column(ranks.iter().copied());
    }
    for labels in [&solution.label_white, &solution.label_black] {
        writer.column(labels.iter().map(|&label| stored(label)));
    }
    for choices in columns {
        writer.column(choices.iter().copied());
    }
}

/// Writes the table of values in three parts. A value that the certificate does not list has the index 0 and no
/// numerator.
fn values(writer: &mut Writer, solution: &Solution) {
    let is_listed = |rank: usize| solution.listed.as_ref().is_none_or(|listed| listed[rank]);
    let listed = || solution.values.iter().enumerate().filter(|&(rank, _)| is_listed(rank)).map(|(_, value)| value);
    let mut denominators: Vec<&UBig> = listed().map(Rational::denominator).collect();
    denominators.sort_unstable();
    denominators.dedup();
    let first = u64::from(solution.listed.is_some());
    let number: HashMap<&UBig, u64> = denominators.iter().copied().zip(first..).collect();
    writer.array(denominators.len());
    denominators.iter().for_each(|denominator| writer.natural(denominator));
    let index = |(rank, value): (usize, &Rational)| if is_listed(rank) { number[value.denominator()] } else { 0 };
    writer.column(solution.values.iter().enumerate().map(index));
    writer.array(listed().count());
    listed().for_each(|value| writer.natural(value.numerator()));
}

/// Encodes a label (number of stages towards a forced win). A missing label is written as 0. No position of a
/// certificate has the label 0, because the game has not ended in these positions.
fn stored(label: Label) -> Label {
    if label == NEVER { 0 } else { label }
}
