//! A `richman` certificate taken apart. A test can falsify one part and reassemble the rest, with consistent counts.

use dashu_int::UBig;
use gamecert_solver::certificate::emit::Digest;
use gamecert_solver::certificate::emit::cbor::Writer;
use gamecert_solver::certificate::emit::envelope::certificate;
use gamecert_solver::model::graph::{Label, NEVER};
use gamecert_solver::model::name::GameName;
use gamecert_solver::model::solution::{Choices, Solution};

use crate::family::Family;

/// Contents of a certificate, which a test may change.
#[derive(Clone, Debug)]
pub struct Forgery {
    /// Name and version of the kind.
    pub kind: (&'static str, u64),
    /// Game of the certificate.
    pub game: GameName,
    /// Cited digests.
    pub citations: Vec<Digest>,
    /// Claimed number of functions.
    pub functions: u64,
    /// Claimed number of classes.
    pub classes: u64,
    /// Numerator and denominator of each value.
    pub values: Vec<(UBig, UBig)>,
    /// Rank columns, one or two.
    pub ranks: Vec<Vec<u64>>,
    /// White's and Black's labels. 0 stands for no label.
    pub labels: [Vec<u64>; 2],
    /// Columns of choices, two or four.
    pub choices: Vec<Vec<u64>>,
}

impl Forgery {
    /// Copies a certificate of the family.
    #[must_use]
    pub fn copy(family: &Family, material: &str) -> Self {
        let number = family.number(material);
        let solution: &Solution = &family.solutions[number];
        let wide = |column: &[u16]| column.iter().map(|&n| u64::from(n)).collect::<Vec<_>>();
        let label = |labels: &[Label]| labels.iter().map(|&label| if label == NEVER { 0 } else { u64::from(label) }).collect::<Vec<_>>();
        let rank = |ranks: &[u32]| ranks.iter().map(|&rank| u64::from(rank)).collect::<Vec<_>>();
        let (functions, ranks, choices) = match &solution.choices {
            Choices::Sharp { white, black } => (1, vec![rank(&solution.rank_alpha)], vec![wide(white), wide(black)]),
            Choices::Interval { white_alpha, black_alpha, white_beta, black_beta } => (
                2,
                vec![rank(&solution.rank_alpha), rank(&solution.rank_beta)],
                vec![wide(white_alpha), wide(black_alpha), wide(white_beta), wide(black_beta)],
            ),
        };
        Self {
            kind: ("richman", 1),
            game: family.endings[number].name(),
            citations: family.citations(number),
            functions,
            classes: solution.len() as u64,
            values: solution.values.iter().map(|value| (value.numerator().clone(), value.denominator().clone())).collect(),
            ranks,
            labels: [label(&solution.label_white), label(&solution.label_black)],
            choices,
        }
    }

    /// Assembles the certificate. The table of denominators is made from the current values.
    ///
    /// # Panics
    /// Never: the table contains the denominator of every value.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut denominators: Vec<&UBig> = self.values.iter().map(|(_, denominator)| denominator).collect();
        denominators.sort_unstable();
        denominators.dedup();
        let columns = self.ranks.iter().chain(&self.labels).chain(&self.choices);
        certificate(
            self.kind,
            &self.game,
            &self.citations,
            |writer| writer.column([self.functions, self.classes].into_iter()),
            |writer: &mut Writer| {
                writer.array(3 + columns.clone().count());
                writer.array(denominators.len());
                denominators.iter().for_each(|denominator| writer.natural(denominator));
                let index = |denominator: &UBig| denominators.binary_search(&denominator).expect("it is in the table") as u64;
                writer.column(self.values.iter().map(|(_, denominator)| index(denominator)));
                writer.array(self.values.len());
                self.values.iter().for_each(|(numerator, _)| writer.natural(numerator));
                columns.for_each(|column| writer.column(column.iter().copied()));
            },
        )
    }
}
