//! Who can still mate, on positions from real games: the solver's verdicts against labels, and its certificates against
//! the checker.
//!
//! The suite tests a part of the positions. `GAMECERT_POSITIONS=7707` tests all.

use std::any::Any;

use gamecert_checker::NoSource;
use gamecert_solver::solve::unwinnable::certify;
use gamecert_tests::losing::number_from;
use gamecert_tests::reached::mates;
use gamecert_tests::unwinnable::{Known, colour, labelled, solvers, timeouts};
use gamecert_unwinnable::arguments::{Arguments, ClosedSetSearch};
use gamecert_unwinnable::certificate::Entry;
use gamecert_unwinnable::{Answer, ClosedSet, Color, Limits, Position, Reason, Solver, Verdict};
use rayon::prelude::*;

/// Greatest number of positions that the solver expands for one question.
const NODES: u64 = 20_000;

/// Counts of the answers by their reason.
#[derive(Clone, Copy, Debug, Default)]
struct AnswerCounts {
    asked: usize,
    winnable: usize,
    over: usize,
    material: usize,
    statically: usize,
    by_skeletons: usize,
    closed: usize,
    unknown: usize,
    /// Answers that agree with a label.
    right: usize,
}

impl AnswerCounts {
    fn and(self, other: Self) -> Self {
        Self {
            asked: self.asked + other.asked,
            winnable: self.winnable + other.winnable,
            over: self.over + other.over,
            material: self.material + other.material,
            statically: self.statically + other.statically,
            by_skeletons: self.by_skeletons + other.by_skeletons,
            closed: self.closed + other.closed,
            unknown: self.unknown + other.unknown,
            right: self.right + other.right,
        }
    }

    fn count(&mut self, verdict: &Verdict) {
        self.asked += 1;
        *match verdict {
            Verdict::Winnable(_) => &mut self.winnable,
            Verdict::Unknown => &mut self.unknown,
            Verdict::Unwinnable(closed) => match closed.reason {
                Reason::Over => &mut self.over,
                Reason::Material => &mut self.material,
                Reason::Static => &mut self.statically,
                Reason::Skeletons => &mut self.by_skeletons,
                Reason::Closed => &mut self.closed,
            },
        } += 1;
    }
}

/// Returns whether the verified claim is exactly this answer. Mating lines are replayed by the rules of shakmaty.
fn says(claim: &dyn gamecert_checker::Claim, position: &Position, winner: Color, verdict: &Verdict) -> bool {
    let root = position.to_string();
    let claim: &dyn Any = claim;
    match (verdict, claim.downcast_ref::<gamecert_checker::can_mate::Claim>(), claim.downcast_ref::<gamecert_checker::unwinnable::Claim>())
    {
        (Verdict::Winnable(line), Some(claim), None) => {
            let names = line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            (&claim.root(), claim.winner, &claim.line()) == (&root, colour(winner), &names) && mates(&root, &names, colour(winner))
        }
        (Verdict::Unwinnable(closed), None, Some(claim)) => {
            let settled = claim.static_argument as usize == closed.settled_by_static.len()
                && claim.skeleton_argument as usize == closed.settled_by_skeletons.len()
                && claim.skeletons == closed.skeletons;
            (&claim.root(), claim.winner, claim.positions) == (&root, colour(winner), closed.positions) && settled
        }
        _ => false,
    }
}

/// Function that answers whether a side can mate in a position.
type Decide = fn(&mut Solver, &Position, Color) -> Answer;

fn thoroughly(solver: &mut Solver, position: &Position, winner: Color) -> Answer {
    solver.decide(position, winner, Limits::nodes(NODES))
}

fn quickly(solver: &mut Solver, position: &Position, winner: Color) -> Answer {
    solver.decide_quickly(position, winner)
}

/// Asks about some positions and has each answer verified alone, then all answers in one batch.
fn ask(decide: Decide, positions: &[Known]) -> AnswerCounts {
    let mut solver = Solver::new();
    let mut totals = AnswerCounts::default();
    let (mut entries, mut answers) = (Vec::new(), Vec::new());
    for known in positions {
        let position = solvers(&known.text);
        for winner in known.asked() {
            let text = format!("{} {winner:?}", known.text);
            let Answer { verdict, .. } = decide(&mut solver, &position, winner);
            totals.count(&verdict);
            let can = match verdict {
                Verdict::Winnable(_) => true,
                Verdict::Unwinnable(_) => false,
                Verdict::Unknown => {
                    assert_eq!(certify::certificate(&position, winner, &verdict), None, "{text}");
                    continue;
                }
            };
            if let Some(expected) = known.can[usize::from(winner == Color::Black)] {
                assert_eq!(can, expected, "{text}: {verdict:?}");
                totals.right += 1;
            }
            let bytes = certify::certificate(&position, winner, &verdict).expect("a certificate");
            let verified = gamecert_checker::verify(&bytes, &mut NoSource).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
            assert!(says(verified.claim.as_ref(), &position, winner, &verdict), "{text}: {:?}", verified.claim);
            entries.extend(Entry::new(&position, winner, &verdict));
            answers.push((position.clone(), winner, verdict));
        }
    }
    let verified = gamecert_checker::verify(&certify::batch(&entries), &mut NoSource).unwrap_or_else(|refusal| panic!("{refusal}"));
    let entries = verified.claim.entries();
    assert_eq!(entries.len(), answers.len());
    for (entry, (position, winner, verdict)) in entries.iter().zip(&answers) {
        assert!(says(entry.claim.as_ref(), position, *winner, verdict), "{position} {winner:?}: {entry:?}");
    }
    totals
}

/// Asks about at most `most` positions, evenly spaced in the list.
fn ask_all(decide: Decide, positions: Vec<Known>, most: usize) -> AnswerCounts {
    let some: Vec<Known> = positions.iter().step_by(positions.len().div_ceil(most).max(1)).cloned().collect();
    let totals = some.par_chunks(50).map(|positions| ask(decide, positions)).reduce(AnswerCounts::default, AnswerCounts::and);
    println!("{} of {} positions: {totals:?}", some.len(), positions.len());
    totals
}

#[test]
fn no_answer_is_wrong() {
    let totals = ask_all(thoroughly, labelled(), number_from("GAMECERT_POSITIONS", 2000));
    assert_eq!(totals.right + totals.unknown, totals.asked);
    // Less than a tenth of the questions may stay unanswered.
    assert!(totals.unknown * 10 < totals.asked, "{totals:?}");
}

#[test]
fn no_quick_answer_is_wrong() {
    let totals = ask_all(quickly, labelled(), number_from("GAMECERT_POSITIONS", 2000));
    assert_eq!(totals.right + totals.unknown, totals.asked);
}

#[test]
fn timeouts_are_judged() {
    let totals = ask_all(thoroughly, timeouts(), number_from("GAMECERT_POSITIONS", 2000));
    assert!(totals.unknown * 50 < totals.asked && totals.right * 3 > totals.asked, "{totals:?}");
    let totals = ask_all(quickly, timeouts(), number_from("GAMECERT_POSITIONS", 2000));
    assert!(totals.right * 3 > totals.asked, "{totals:?}");
}

#[test]
fn a_large_set_is_verified() {
    // White's two bishops stand on the same colour of squares and cannot pass the pawns. Many positions are reachable,
    // and none is mate.
    let position = solvers("8/1p6/1Pp5/k1P5/p1P5/P1K1B3/3B4/8 w - -");
    let (verdict, _) = ClosedSetSearch::default().search(&position, Color::White, 1 << 17, Arguments::None);
    let Some(verdict @ Verdict::Unwinnable(_)) = verdict else { panic!("{verdict:?}") };
    assert!(
        matches!(&verdict, Verdict::Unwinnable(ClosedSet { positions: 72_252, settled_by_static: settled, reason: Reason::Closed, .. }) if settled.is_empty())
    );
    let bytes = certify::certificate(&position, Color::White, &verdict).expect("a certificate");
    let verified = gamecert_checker::verify(&bytes, &mut NoSource).unwrap_or_else(|refusal| panic!("{refusal}"));
    assert!(says(verified.claim.as_ref(), &position, Color::White, &verdict));
    // With a limit one position lower, the set does not close.
    let (verdict, _) = ClosedSetSearch::default().search(&position, Color::White, 72_251, Arguments::None);
    assert_eq!(verdict, None);
}
