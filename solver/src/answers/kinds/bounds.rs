//! Looks up bounds of the thresholds alpha and beta in endings of bidding chess (certificates of kind `bracket`).

use std::io::{self, Write};

use super::sheet::{Cell, Sheet, Stop};
use super::{Answer, Answers, Detail, Question, Rows, Words, chess_position};
use crate::answers::NoAnswer;
use crate::answers::bounds::{BoundedLookup, BoundedMove, BoundedTables, Interval};
use crate::answers::text::{first, write_left_out};
use crate::certificate::verify::VerifiedBounds;
use crate::model::bracket::fraction;

/// Verified endings with bounds.
pub(super) struct BoundedEndings(BoundedTables);

impl BoundedEndings {
    pub(super) fn open(games: &[VerifiedBounds]) -> Result<Self, NoAnswer> {
        BoundedTables::open(games).map(Self)
    }
}

impl Answers for BoundedEndings {
    fn takes(&self, _: Detail) -> bool {
        false
    }

    fn lookup(&self, question: &Question<'_>) -> Result<Box<dyn Answer + '_>, NoAnswer> {
        let text = chess_position(question.position, 'N')?;
        Ok(Box::new(self.0.lookup(&self.0.diagram(text)?)?))
    }

    fn contents(&self) -> Rows {
        let (ending, _) = self.0.last();
        Rows {
            row: ["position", "positions"],
            of: format!("{} on {}", ending.material(), ending.board()),
            with: "proved bounds of alpha and of beta".to_owned(),
            digest: self.0.digest().to_owned(),
        }
    }

    fn export(&self, sheet: &mut dyn Sheet) -> Result<(), Stop> {
        sheet.head(&["class", "position", "alpha_lower", "alpha_upper", "beta_lower", "beta_upper"])?;
        let (ending, bits) = self.0.last();
        for (class, _) in (0_u32..).zip(0..ending.numbering().classes()) {
            let Some(bounds) = self.0.of_class(class) else { break };
            let [alpha, beta] = [bounds.alpha, bounds.beta].map(|bounds| bounds.map(|number| Cell::text(fraction(number, bits))));
            let mut row = vec![Cell::Number(class.into()), Cell::text(ending.position_text(class))];
            row.extend(alpha);
            row.extend(beta);
            sheet.row(&row)?;
        }
        Ok(())
    }
}

/// Number of decimal places of a printed bound.
const PLACES: usize = 20;

impl Words for BoundedLookup {
    fn write_words(&self, out: &mut dyn Write, max: Option<usize>) -> io::Result<()> {
        writeln!(out, "{}\n", self.position)?;
        write_interval(out, "alpha", &self.alpha)?;
        write_interval(out, "beta", &self.beta)?;
        if self.alpha_less_than_beta {
            writeln!(out, "alpha < beta: neither wins by force with money in between.")?;
        } else {
            writeln!(out, "Whether alpha < beta is not decided.")?;
        }
        for (who, moves) in [("White", &self.white_moves), ("Black", &self.black_moves)] {
            writeln!(out, "\n{who}'s moves:")?;
            let (shown, left_out) = first(moves, max);
            shown.iter().try_for_each(|one| write_move(out, one))?;
            write_left_out(out, left_out)?;
        }
        writeln!(out, "\nThis depends on certificates with SHA-256")?;
        self.rests_on.iter().try_for_each(|digest| writeln!(out, "  {digest}"))
    }
}

fn write_interval(out: &mut dyn Write, name: &str, Interval { low, high, .. }: &Interval) -> io::Result<()> {
    writeln!(out, "{name:8} from {} to {}", low.decimal(PLACES), decimal_above(high))
}

/// Returns a number as a decimal fraction with [`PLACES`] places, rounded up.
fn decimal_above(number: &crate::model::value::Rational) -> String {
    // If x is near 1, 1 - x is near 0. Rounding 1 - x down to [`PLACES`] places therefore rounds x up.
    let below = number.exchanged().decimal(PLACES);
    let digits: String = below.chars().filter(char::is_ascii_digit).collect();
    let unit = 10_u128.pow(u32::try_from(PLACES).expect("few places"));
    let above = unit - digits.parse::<u128>().expect("digits");
    format!("{}.{:0width$}", above / unit, above % unit, width = PLACES)
}

fn write_move(out: &mut dyn Write, BoundedMove { text, alpha, beta }: &BoundedMove) -> io::Result<()> {
    let one = |interval: &Interval| {
        if interval.low == interval.high { interval.low.to_string() } else { interval.decimal.clone() }
    };
    let same = alpha == beta;
    if same { writeln!(out, "  {text:6} {}", one(alpha)) } else { writeln!(out, "  {text:6} {}  beta {}", one(alpha), one(beta)) }
}
