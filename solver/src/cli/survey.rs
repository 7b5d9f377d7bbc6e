//! Prints the survey of an ending as text.

use std::io::{self, Write};

use crate::answers::survey::{Count, Denominators, Example, Factorization, LargestLabel, Margin, Promotions, Quiescence, Survey};
use crate::answers::text::{DECIMALS, counted, first, folded, grouped, with_decimal, write_filled, write_left_out};
use crate::model::value::Rational;

/// Maximum number of characters in a line.
const WIDTH: usize = 100;

/// Writes a survey, with at most the first `max` items of each list.
pub(super) fn write_text(out: &mut dyn Write, survey: &Survey, max: Option<usize>) -> io::Result<()> {
    let Survey { material, board, positions, values, .. } = survey;
    writeln!(out, "{material} on {board}: {}, {}", both(*positions), counted(*values as u64, "distinct value", "distinct values"))?;
    write_example(out, "least value", &survey.least)?;
    write_example(out, "greatest value", &survey.greatest)?;
    if let Some(widest) = &survey.intervals.widest {
        writeln!(out, "  alpha < beta in {}; widest in {}", both(survey.intervals.count), widest.position)?;
        write_value(out, "    alpha ", &widest.alpha)?;
        write_value(out, "    beta  ", &widest.beta)?;
    } else {
        writeln!(out, "  alpha = beta everywhere")?;
    }
    writeln!(out, "\nLabels")?;
    write_label(out, "White's (T)", &survey.labels.white)?;
    write_label(out, "Black's (T')", &survey.labels.black)?;
    write_quiescence(out, &survey.quiescence, max)?;
    writeln!(out, "\nZugzwang (neither player wants to move): {}", both(survey.zugzwang.count))?;
    let worst = &survey.zugzwang.worst;
    let (shown, _) = first(worst, max);
    for found in shown {
        write_value(out, &format!("  {} ", found.example.position), &found.example.value)?;
        write_number(out, "    bid ", "-", found.bid.size())?;
    }
    // The list has only the positions with the lowest bids, but `solve export` writes all positions.
    let classes = usize::try_from(survey.zugzwang.count.classes).unwrap_or(usize::MAX);
    write_left_out(out, classes.saturating_sub(shown.len()))?;
    write_denominators(out, &survey.denominators, max)?;
    match &survey.promotions {
        Some(promotions) => write_promotions(out, promotions),
        None => Ok(()),
    }
}

fn both(count: Count) -> String {
    format!("{} ({})", counted(count.classes, "class", "classes"), counted(count.placements, "placement", "placements"))
}

/// Writes a value as `head p/q = 0.…` or as `head p/q, about 0.…`. A long fraction is written on separate lines.
fn write_value(out: &mut dyn Write, head: &str, value: &Rational) -> io::Result<()> {
    write_number(out, head, "", value)
}

fn write_number(out: &mut dyn Write, head: &str, sign: &str, value: &Rational) -> io::Result<()> {
    let line = format!("{head}{}", with_decimal(sign, value));
    if line.len() <= WIDTH {
        return writeln!(out, "{line}");
    }
    let decimal = value.decimal(DECIMALS);
    let minus = if sign.is_empty() { "" } else { " minus" };
    writeln!(out, "{head}about {sign}{decimal}, exactly{minus}")?;
    folded(value, WIDTH - 6).iter().try_for_each(|line| writeln!(out, "      {line}"))
}

fn write_example(out: &mut dyn Write, what: &str, example: &Example) -> io::Result<()> {
    write_value(out, &format!("  {what}: {} ", example.position), &example.value)
}

fn write_label(out: &mut dyn Write, what: &str, label: &LargestLabel) -> io::Result<()> {
    match (label.largest, &label.position) {
        (Some(largest), Some(position)) => write!(out, "  {what}: up to {largest}, in {position}")?,
        _ => write!(out, "  {what}: none")?,
    }
    match label.without {
        0 => writeln!(out),
        without => writeln!(out, "; {} without a label", grouped(without)),
    }
}

fn write_quiescence(out: &mut dyn Write, quiescence: &Quiescence, max: Option<usize>) -> io::Result<()> {
    writeln!(out, "\nQuiescent (a move is worth nothing): {}", both(quiescence.count))?;
    for found in &quiescence.categories {
        writeln!(out, "  {}: {}", found.category.name(), both(found.count))?;
        if found.kings_adjacent.classes > 0 {
            writeln!(out, "    besides, not quiescent with the kings side by side: {}", both(found.kings_adjacent))?;
        }
        if found.not_quiescent.classes > 0 {
            writeln!(out, "    besides, not quiescent for another reason: {}", both(found.not_quiescent))?;
        }
        let label = |label: &LargestLabel| label.largest.map_or_else(|| "none".to_owned(), |label| label.to_string());
        if found.count.classes > 0 {
            writeln!(out, "    labels up to {} (White) and {} (Black)", label(&found.labels.white), label(&found.labels.black))?;
        }
        let (shown, left_out) = first(&found.examples, max);
        for example in shown {
            write_value(out, &format!("    {} ", example.position), &example.value)?;
        }
        write_left_out(out, left_out)?;
    }
    Ok(())
}

fn write_denominators(out: &mut dyn Write, denominators: &Denominators, max: Option<usize>) -> io::Result<()> {
    let Denominators { distinct, dyadic, nondyadic, largest, digits, factors, .. } = denominators;
    writeln!(out, "\nDenominators: {} distinct", grouped(*distinct as u64))?;
    writeln!(out, "  powers of two: {}; others: {}", both(*dyadic), both(*nondyadic))?;
    writeln!(out, "  the largest has {}: {factors}", counted(*digits as u64, "digit", "digits"))?;
    write_cofactor(out, factors)?;
    write_example(out, "its position", largest)?;
    if let Some(example) = denominators.largest_dyadic.as_ref().filter(|example| *example != largest) {
        let power = Factorization::new(example.value.denominator());
        write_example(out, &format!("the largest power of two, {power}"), example)?;
    }
    if let Some(example) = &denominators.least_nondyadic {
        write_example(out, "the least other", example)?;
    }
    if let (Some(example), Some(factors)) = (&denominators.odd.largest, &denominators.odd.factors) {
        writeln!(out, "  odd: {}", both(denominators.odd.count))?;
        write_example(out, &format!("the largest of them, {factors}"), example)?;
    }
    let primes: Vec<String> = denominators.odd_primes.iter().map(u64::to_string).collect();
    if primes.is_empty() {
        return Ok(());
    }
    writeln!(out, "  odd primes up to {} that divide one:", grouped(denominators.prime_bound))?;
    let (shown, left_out) = first(&primes, max);
    write_filled(out, "      ", shown)?;
    write_left_out(out, left_out)
}

fn write_cofactor(out: &mut dyn Write, factors: &Factorization) -> io::Result<()> {
    let Some(cofactor) = &factors.cofactor else { return Ok(()) };
    writeln!(out, "  its cofactor, free of primes up to {}:", grouped(crate::answers::survey::PRIME_BOUND))?;
    let digits = cofactor.to_string();
    let columns = WIDTH - 6;
    (0..digits.len()).step_by(columns).try_for_each(|from| writeln!(out, "      {}", &digits[from..digits.len().min(from + columns)]))
}

fn write_promotions(out: &mut dyn Write, promotions: &Promotions) -> io::Result<()> {
    let Promotions { moves, queen_better, knight_better, equal, rook_or_bishop_better, knight_best_move, .. } = promotions;
    writeln!(out, "\nPromotions: {} pawn moves to the last rank, over all classes", grouped(*moves))?;
    let [queen, knight, equal] = [queen_better, knight_better, equal].map(|&number| grouped(number));
    writeln!(out, "  queen better than knight: {queen}; knight better than queen: {knight}; equally good: {equal}")?;
    writeln!(out, "  rook or bishop better than queen: {}", grouped(*rook_or_bishop_better))?;
    writeln!(out, "  best move a promotion to a knight, not to a queen: {}", counted(*knight_best_move, "class", "classes"))?;
    write_margin(out, "queen", promotions.least_margin_queen.as_ref())?;
    write_margin(out, "knight", promotions.least_margin_knight.as_ref())
}

fn write_margin(out: &mut dyn Write, better: &str, margin: Option<&Margin>) -> io::Result<()> {
    let Some(margin) = margin else { return Ok(()) };
    writeln!(out, "  least margin by which a {better} is better: {} in {}", margin.text, margin.position)?;
    write_value(out, "    queen  ", &margin.queen)?;
    write_value(out, "    knight ", &margin.knight)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::{WIDTH, write_text};
    use crate::answers::survey::survey;
    use crate::answers::tablebase::Tablebase;
    use crate::control::{Control, Silent};
    use crate::games::bidding_chess::Ending;
    use crate::solve;

    #[test]
    fn endings_are_described() {
        let cases: [(&str, &str, &[&str]); 4] = [
            (
                "4x4",
                "KNK",
                &[
                    "KNK on 4x4: 426 classes (3,360 placements), 50 distinct values\n",
                    "\n  alpha = beta everywhere\n",
                    "\nZugzwang (neither player wants to move): 1 class (8 placements)\n  3k/4/4/K2N 31/48, about 0.6458333333\n    bid -1/96, about -0.0104166666\n",
                    "\n  powers of two: 409 classes (3,228 placements); others: 17 classes (132 placements)\n  the largest has 5 digits: 2^15\n",
                ],
            ),
            (
                "3x4",
                "KNK",
                &["\n  other: 4 classes (16 placements)\n    labels up to 3 (White) and 3 (Black)\n    2k/3/3/K1N 5/8 = 0.625\n"],
            ),
            (
                "2x4",
                "KPKP",
                &["\n  alpha < beta in 8 classes (16 placements); widest in k1/p1/P1/K1\n    alpha 1/4 = 0.25\n    beta  3/4 = 0.75\n"],
            ),
            (
                "8x8",
                "KPK",
                &[
                    "\n  cornered king: 4 classes (8 placements)\n    labels up to 2 (White) and 2 (Black)\n",
                    "\n    besides, not quiescent with the kings side by side: 519 classes (1,038 placements)\n",
                    "\n  rook or bishop better than queen: 0\n",
                    "\n  least margin by which a knight is better: d7d8n in 8/3P4/4k3/8/8/8/2K5/8\n    queen  3279/4096, about 0.8005371093\n    knight 205/256 = 0.80078125\n",
                ],
            ),
        ];
        for (board, material, parts) in cases {
            let family = Ending::family(board.parse().unwrap(), &[material.parse().unwrap()]).unwrap();
            let stop = AtomicBool::new(false);
            let solutions = solve::bidding_chess::solve(&family, Control::new("", &Silent, &stop)).unwrap();
            let tablebase = Tablebase::new(family.into_iter().zip(solutions).collect());
            let mut out = Vec::new();
            write_text(&mut out, &survey(&tablebase, tablebase.endings().len() - 1), None).unwrap();
            let text = String::from_utf8(out).unwrap();
            assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
            for part in parts {
                assert!(text.contains(part), "{part:?} in\n{text}");
            }
        }
    }
}
