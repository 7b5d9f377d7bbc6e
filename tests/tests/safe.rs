//! Certificates that a side of losing chess cannot lose, from the solver to the checker. The solver's verdicts must
//! agree with endgame tables, and the checker must verify each certificate. Each damaged copy that it verifies must
//! have a true claim.

use gamecert_checker::safe::{self, Claim};
use gamecert_checker::{NoSource, Refusal};
use gamecert_solver::control::Control;
use gamecert_solver::games::Colour;
use gamecert_solver::games::losing_chess::tables::{Outcome, Tables};
use gamecert_solver::games::losing_chess::text::Setup;
use gamecert_solver::games::losing_chess::{Position, Stalemate};
use gamecert_solver::solve::safe::{Defence, Question, Verdict, answer};
use gamecert_tests::losing::Random;
use std::sync::Arc;

/// Returns a random position of two pieces or pawns, one of each side.
fn random_position(random: &mut Random) -> Position {
    loop {
        let squares = [random.below(64), random.below(64)];
        let letters = [b"KQRBNP"[random.below(6)], b"kqrbnp"[random.below(6)]];
        let mut board = [b'1'; 64];
        board[squares[0]] = letters[0];
        board[squares[1]] = letters[1];
        let ranks: Vec<&str> = board.chunks(8).map(|rank| std::str::from_utf8(rank).unwrap()).collect();
        let side = ["w", "b"][random.below(2)];
        if let Ok(setup) = format!("{} {side} - -", ranks.join("/")).parse::<Setup>()
            && squares[0] != squares[1]
        {
            return setup.position;
        }
    }
}

fn check(bytes: &[u8]) -> Result<Claim, Refusal> {
    let verified = gamecert_checker::verify(bytes, &mut NoSource)?;
    Ok(verified.claim_as::<Claim>().expect("a claim of kind safe").clone())
}

/// Returns whether the claim of a certificate is true, by the solver's own search.
fn is_true(claim: &Claim) -> bool {
    let roots = claim.roots.iter().map(|root| root.parse::<Setup>().unwrap().position).collect();
    let sides =
        claim.sides.iter().map(|side| if *side == gamecert_checker::Colour::White { Colour::White } else { Colour::Black }).collect();
    let defence = if claim.defence == safe::Defence::ByForce { Defence::ByForce } else { Defence::Always };
    let question = Question::new(roots, sides, defence, claim.stalemate.parse().unwrap());
    matches!(answer(&question, None, 1 << 20, false, Control::unwatched()), Ok(Verdict::Safe(_)))
}

#[test]
fn verdicts_agree_with_tables_and_damaged_copies_prove_no_false_claim() {
    let mut random = Random::new(7);
    let mut counts = [0; 3];
    for rules in [Stalemate::International, Stalemate::Fics] {
        let tables = Arc::new(Tables::open(rules, 2, None, 1, Control::unwatched()).unwrap().tables);
        for _ in 0..40 {
            let root = random_position(&mut random);
            for side in [Colour::White, Colour::Black] {
                let open = |_| Ok(Arc::clone(&tables));
                let ask = |defence, in_tables: bool| {
                    let question = Question::new(vec![root], vec![side], defence, rules);
                    answer(&question, in_tables.then_some(&open as _), 1 << 20, false, Control::unwatched()).unwrap()
                };
                let lost = if root.side() == side { Outcome::Loss } else { Outcome::Win };
                let is_lost = tables.outcome(&root) == Some(lost);
                for found in [ask(Defence::ByForce, true), ask(Defence::ByForce, false), ask(Defence::Always, false)] {
                    match found {
                        Verdict::Safe(safe) => {
                            counts[0] += 1;
                            assert!(!is_lost, "{root} {side} {rules}");
                            let bytes = safe.certificate.bytes;
                            check(&bytes).unwrap_or_else(|refusal| panic!("{root} {side} {rules}: {refusal}"));
                            for _ in 0..10 {
                                let mut damaged = bytes.to_vec();
                                let at = random.below(damaged.len());
                                damaged[at] ^= 1 << random.below(8);
                                if let Ok(claim) = check(&damaged) {
                                    counts[2] += 1;
                                    assert!(is_true(&claim), "a false claim is verified: {claim:?}");
                                }
                            }
                        }
                        Verdict::Lost(winner, _) => {
                            counts[1] += 1;
                            assert_eq!(winner, side.other());
                        }
                        other => panic!("{root}: {other:?}"),
                    }
                }
                assert!(is_lost == matches!(ask(Defence::ByForce, false), Verdict::Lost(..)), "{root} {side} {rules}");
            }
        }
    }
    assert!(counts[0] > 100 && counts[1] > 50 && counts[2] > 0, "{counts:?}");
}
