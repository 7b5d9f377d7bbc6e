//! Cumulative subtraction with bids. The checker must verify the solver's certificates. The outcomes read back from
//! verified bytes must equal the certified ones and those of the definition. A certificate with a flipped bit must be
//! refused.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::AtomicBool;

use gamecert_solver::certificate::read::scoring::read;
use gamecert_solver::control::{Control, Silent};
use gamecert_solver::model::scoring::{Outcomes, SubtractionSet};
use gamecert_solver::solve::scoring::{certify, solve};
use proptest::prelude::*;
use rayon::prelude::*;

static GO_ON: AtomicBool = AtomicBool::new(false);

fn solved(numbers: &[u32], budgets: (u32, u32)) -> (SubtractionSet, Vec<Outcomes>) {
    let set = SubtractionSet::new(numbers.to_vec()).unwrap();
    let solved = solve(&set, budgets, Control::new("", &Silent, &GO_ON)).unwrap();
    (set, solved)
}

/// Returns the checker's claim and the outcomes read back from the bytes.
fn verified(bytes: &[u8]) -> Result<(gamecert_checker::scoring::Claim, SubtractionSet, Vec<Outcomes>), String> {
    let verified = gamecert_checker::verify(bytes, &mut gamecert_checker::NoSource).map_err(|refusal| refusal.to_string())?;
    let claim: &gamecert_checker::scoring::Claim = verified.claim_as().ok_or("no claim about outcomes")?;
    let (set, all) = read(bytes).ok_or("verified, and cannot be read")?;
    Ok((claim.clone(), set, all))
}

/// Position: the heap, Left's coins, Right's coins, and whether Left has the marker.
type Spot = (u32, u32, u32, bool);

/// Plays the game by its definition: both players with all their bids, without symmetry or pruning. Returns the
/// outcome, and panics unless maximin and minimax are equal.
fn by_definition(set: &[u32], spot: Spot, known: &mut HashMap<Spot, i32>) -> i32 {
    let (heap, left, right, is_lefts) = spot;
    if set.iter().all(|&s| s > heap) {
        return 0;
    }
    if let Some(&known) = known.get(&spot) {
        return known;
    }
    let mut entry = |l: u32, r: u32| {
        let left_wins = l > r || l == r && is_lefts;
        let is_lefts = if l == r { !is_lefts } else { is_lefts };
        let taken = set.iter().filter(|&&s| s <= heap).map(|&s| {
            let points = i32::try_from(s).unwrap();
            if left_wins {
                points + by_definition(set, (heap - s, left - l, right + l, is_lefts), known)
            } else {
                by_definition(set, (heap - s, left + r, right - r, is_lefts), known) - points
            }
        });
        if left_wins { taken.max().unwrap() } else { taken.min().unwrap() }
    };
    let matrix: Vec<Vec<i32>> = (0..=left).map(|l| (0..=right).map(|r| entry(l, r)).collect()).collect();
    let maximin = matrix.iter().map(|row| *row.iter().min().unwrap()).max().unwrap();
    let minimax = (0..matrix[0].len()).map(|r| matrix.iter().map(|row| row[r]).max().unwrap()).min().unwrap();
    assert_eq!(maximin, minimax, "{set:?}, {spot:?}");
    known.insert(spot, maximin);
    maximin
}

#[test]
fn small_games_are_what_the_definition_says() {
    let sets: [&[u32]; 8] = [&[1], &[2], &[1, 2], &[2, 3], &[1, 3, 4], &[2, 5], &[3, 4], &[1, 2, 3, 4]];
    sets.par_iter().for_each(|numbers| {
        let (set, all) = solved(numbers, (0, 5));
        let (_, _, again) = verified(&certify(&set, &all).bytes).unwrap();
        assert_eq!(again.iter().map(|outcomes| outcomes.budget).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5], "{set}");
        for outcomes in &again {
            let (budget, mut known) = (outcomes.budget, HashMap::new());
            for heap in 0..=outcomes.onset + 2 * outcomes.period {
                let row: Vec<i32> = (0..=budget).map(|p| by_definition(numbers, (heap, p, budget - p, true), &mut known)).collect();
                assert_eq!(outcomes.row(heap), row, "{set}, total budget {budget}, heap {heap}");
                // The specification derives the outcomes in which Right has the marker in this way.
                let exchanged: Vec<i32> = (0..=budget).map(|c| -by_definition(numbers, (heap, budget - c, c, false), &mut known)).collect();
                assert_eq!(exchanged, row, "{set}, total budget {budget}, heap {heap}, the marker Right's");
            }
        }
    });
}

/// Checks that the checker verifies a certificate, agrees on periods and onsets, and reads back the same outcomes.
fn agrees(numbers: &[u32], budgets: (u32, u32)) -> Result<(), String> {
    let (set, all) = solved(numbers, budgets);
    let (claim, set_again, again) = verified(&certify(&set, &all).bytes)?;
    let claimed: Vec<u32> = claim.set.iter().map(|&s| u32::from(s)).collect();
    if claimed != numbers || (claim.first, claim.last) != budgets {
        return Err(format!("{claimed:?}, {} to {}", claim.first, claim.last));
    }
    for Outcomes { budget, onset, period, .. } in &all {
        let found = claim.period_and_onset(*budget);
        if found != Some((*period, *onset)) {
            return Err(format!("total budget {budget}: {found:?}"));
        }
    }
    if (set_again, again) == (set, all) { Ok(()) } else { Err("other outcomes come back".to_owned()) }
}

fn sets() -> impl Strategy<Value = BTreeSet<u32>> {
    prop_oneof![prop::collection::btree_set(1_u32..9, 1..5), prop::collection::btree_set(1_u32..40, 1..4), Just(BTreeSet::from([1]))]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn outcomes_of_random_sets_are_verified(set in sets(), first in 0_u32..9, more in 0_u32..4) {
        let numbers: Vec<u32> = set.into_iter().collect();
        prop_assert_eq!(agrees(&numbers, (first, first + more)), Ok(()));
    }
}

#[test]
fn outcomes_of_chosen_sets_are_verified() {
    for (numbers, budgets) in
        [(&[1][..], (0, 70)), (&[1], (120, 121)), (&[1, 2], (20, 24)), (&[63, 64], (0, 2)), (&[255], (3, 4)), (&[1, 255], (2, 2))]
    {
        assert_eq!(agrees(numbers, budgets), Ok(()), "{numbers:?}, {budgets:?}");
    }
    let all: Vec<u32> = (240..=255).collect();
    assert_eq!(agrees(&all, (1, 1)), Ok(()), "the most and largest numbers");
}

/// Returns the number of mutants per certificate. The gate requests more than the suite.
fn requested() -> usize {
    std::env::var("GAMECERT_MUTANTS").ok().map_or(2_000, |text| text.parse().expect("GAMECERT_MUTANTS is a number"))
}

#[test]
fn no_bit_can_be_changed() {
    for (numbers, budgets) in [
        (&[1][..], (1, 9)),
        (&[1], (8, 8)),
        (&[1, 2], (3, 3)),
        (&[2, 3], (0, 4)),
        (&[1, 4, 6], (5, 6)),
        (&[1], (40, 44)),
        (&[3, 97], (2, 2)),
    ] {
        let (set, all) = solved(numbers, budgets);
        let bytes = certify(&set, &all).bytes;
        assert!(gamecert_checker::verify(&bytes, &mut gamecert_checker::NoSource).is_ok(), "{set}");
        let bits = bytes.len() * 8;
        let step = (bits / requested()).max(1);
        let accepted = (0..bits / step).into_par_iter().map(|n| n * step + n % step).filter(|bit| {
            let mut mutant = bytes.to_vec();
            mutant[bit / 8] ^= 1 << (bit % 8);
            gamecert_checker::verify(&mutant, &mut gamecert_checker::NoSource).is_ok()
        });
        // No mutant is accepted, not even with another claim.
        assert_eq!(accepted.collect::<Vec<usize>>(), Vec::<usize>::new(), "{set}, total budgets {budgets:?}");
    }
}
