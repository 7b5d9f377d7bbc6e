//! Tests false claims about periods. In some claims, the thresholds look periodic for a long time but are not periodic.

use super::emitter::{HORIZON, Paper, Scope, Sheet, Study};
use super::forgeries::accepted;
use super::games::{CUSTOMS, Options, random_game};
use super::{Graph, Random, check};
use crate::bidding::game::Choice::{Class, Won};
use crate::core::game::Colour::{Black, White};
use std::collections::HashMap;

fn code(paper: &Paper, game: &Options) -> Result<(), String> {
    check(&paper.bytes().unwrap(), &Graph(game.clone())).map(|_| ()).map_err(|refusal| refusal.code())
}

/// Returns the threshold f(k) of a table.
fn value(sheet: &Sheet, k: i64) -> i64 {
    let (preperiod, period) = (i64::try_from(sheet.preperiod).unwrap(), i64::try_from(sheet.period).unwrap());
    let periods = if k < preperiod + period { 0 } else { (k - preperiod) / period };
    sheet.values[usize::try_from(k - periods * period).unwrap()] + periods * i64::try_from(sheet.slope).unwrap()
}

/// Returns the first number of chips for which the thresholds f in the tables do not satisfy the recursion f = Phi(f).
fn first_failure(paper: &Paper, game: &Options) -> Option<i64> {
    (0..HORIZON).find(|k| {
        let f: Vec<i64> = paper.sheets.iter().map(|sheet| value(sheet, *k)).collect();
        game.iter().zip(&f).any(|(options, f_v)| paper.custom.rule(options, *k, &f) != *f_v)
    })
}

/// Tests wrong tables that satisfy the recursion for the first numbers of chips and violate it only later.
#[test]
fn periods_that_break_late() {
    let ladies = CUSTOMS[4];
    let chain: Options = vec![(vec![Class(1)], vec![Won(Black)]), (vec![Class(2)], vec![Won(Black)]), (vec![Won(White)], vec![Won(Black)])];
    let mut paper = Study::new(ladies, &chain).emit(Scope::Ordered(0)).unwrap();
    assert_eq!(code(&paper, &chain), Ok(()));
    assert_eq!(paper.sheets[0], Sheet { preperiod: 0, period: 8, slope: 7, values: vec![0, 1, 2, 3, 4, 5, 6, 7] });
    // This table claims f(k) = k, with the period 1. The first wrong value is f(8), which should be 7. But the
    // recursion would be tested only for k below 8, which is twice the longest period of the options.
    paper.sheets[0] = Sheet { preperiod: 0, period: 1, slope: 1, values: vec![0] };
    assert_eq!(first_failure(&paper, &chain), Some(8));
    assert_eq!(code(&paper, &chain), Err("chips/slopes".to_owned()));

    // In this table, the slopes are right, and the values up to k = 4, the longest period of the options, are right
    // too. But over 4 chips both options grow by odd numbers.
    let make_it = CUSTOMS[2];
    let odd: Options = vec![
        (vec![Class(1)], vec![Class(2)]),
        (vec![Class(3)], vec![Won(Black)]),
        (vec![Class(3)], vec![Won(White)]),
        (vec![Class(4)], vec![Won(Black)]),
        (vec![Won(White)], vec![Won(Black)]),
    ];
    let mut paper = Study::new(make_it, &odd).emit(Scope::Ordered(0)).unwrap();
    assert_eq!(code(&paper, &odd), Ok(()));
    assert!(paper.sheets[1..].iter().all(|sheet| sheet.period <= 4));
    paper.sheets[0] = Sheet { preperiod: 0, period: 4, slope: 5, values: vec![1, 3, 4, 5] };
    assert_eq!(first_failure(&paper, &odd), Some(5));
    assert_eq!(code(&paper, &odd), Err("chips/equation".to_owned()));
}

/// Tests claims whose onset or preperiod is smaller than in the genuine certificate. All thresholds, labels and slopes
/// in these certificates are true.
#[test]
fn ranges_that_begin_too_early() {
    let mut random = Random(6);
    // For each clause (and each condition of `dominance`), the number of true claims and the number of false claims
    // that the clause refuses.
    let mut codes: HashMap<String, [u32; 2]> = HashMap::new();
    for round in 0..3000_usize {
        let acyclic = round % 2 == 0;
        let classes = if acyclic { 8 + random.below(8) } else { 3 + random.below(4) };
        let game = random_game(&mut random, classes, acyclic);
        let study = Study::new(CUSTOMS[round / 2 % CUSTOMS.len()], &game);
        let Some(scope) = study.all_chips() else { continue };
        let genuine = study.emit(scope).unwrap();
        let earlier: Vec<Paper> = match scope {
            Scope::Ordered(onset) => (0..onset).map(|onset| Paper { scope: Scope::Ordered(onset), ..genuine.clone() }).collect(),
            Scope::Periodic(preperiod, period) => {
                let begin = |preperiod| {
                    let mut paper = study.emit(Scope::Periodic(preperiod, period)).unwrap();
                    paper.sheets.iter_mut().zip(&genuine.sheets).for_each(|(sheet, true_one)| sheet.slope = true_one.slope);
                    paper
                };
                (0..preperiod).map(begin).collect()
            }
            Scope::Between(..) => continue,
        };
        for paper in earlier.iter().rev().take(8) {
            let wrong = (0..game.len()).any(|class| (0..HORIZON).any(|k| study.at(class, k) != value(&paper.sheets[class], k)));
            // The checker accepts a true claim even if its labels are not periodic yet, so that smaller labels would
            // suffice one period later.
            let met = match check(&paper.bytes().unwrap(), &Graph(game.clone())) {
                Ok(_) => {
                    assert!(accepted(&paper.bytes().unwrap(), &game));
                    "none".to_owned()
                }
                Err(refusal) if refusal.clause == "dominance" => refusal.sentence.split("all ").nth(1).unwrap().to_owned(),
                Err(refusal) => refusal.code(),
            };
            codes.entry(met).or_default()[usize::from(wrong)] += 1;
        }
    }
    // Clause `chips/margin` refuses most claims, including true claims.
    assert!(codes["chips/margin"].iter().all(|count| *count > 100), "{codes:?}");
    let dominance = codes.iter().filter(|(met, _)| met.contains("slope"));
    assert_eq!(dominance.clone().count(), 6, "{codes:?}");
    assert!(dominance.map(|(_, [_, wrong])| wrong).sum::<u32>() > 15, "{codes:?}");
}
