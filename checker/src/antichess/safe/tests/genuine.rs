//! Tests that exactly the true claims about small endings are accepted.

use super::super::{Claim, Defence, memory};
use super::emitter::{Reachable, certify, rules};
use super::{reject, verify};
use crate::Colour::{self, Black, White};
use crate::Value;

/// The white king against a black pawn: the position is drawn with best play, but each side wins in some series of
/// moves.
const KING_AND_PAWN: &str = "3K4/8/8/3p4/8/8/8/8 w - -";
/// Bishops of opposite colours never meet, so nobody can win.
const BISHOPS: &str = "8/8/8/8/2b5/8/8/B7 w - -";

#[test]
fn true_claims_only() {
    let roots = [
        KING_AND_PAWN,
        BISHOPS,
        "8/8/8/8/8/8/k7/1K6 w - -",
        "8/4P3/8/8/8/3k4/8/8 w - -",
        "8/8/8/8/8/k7/8/1R6 w - -",
        "8/8/8/p7/P7/8/8/8 w - -",
        "8/8/8/8/8/8/8/k7 w - -",
        "8/8/8/8/8/8/8/K6n b - -",
    ];
    let mut accepted = 0;
    for variant in ["international", "fics"] {
        let game = rules(variant);
        for root in roots {
            let all = Reachable::new(&game, &[root]);
            for side in Colour::ALL {
                let other = side.other();
                let can_win_at_all = all.nodes.contains(&Err(Some(other)));
                for (defence, safe) in [(Defence::ByForce, !all.wins(other)[0]), (Defence::Always, !can_win_at_all)] {
                    let verdict = verify(&certify(variant, &[root], &[side], defence).bytes());
                    accepted += usize::from(safe);
                    match verdict {
                        Ok(verified) => {
                            let claim: &Claim = verified.claim_as().unwrap();
                            assert!(safe, "{variant} {root} {side} {defence:?}");
                            assert_eq!((claim.stalemate, claim.sides.as_slice(), claim.defence), (variant, &[side][..], defence));
                            assert_eq!(claim.roots, [root]);
                        }
                        Err(refusal) => {
                            assert!(!safe, "{variant} {root} {side} {defence:?}: {refusal}");
                            assert_eq!(refusal.code(), "safe/lost");
                        }
                    }
                }
            }
        }
    }
    assert!((20..50).contains(&accepted), "{accepted} claims are true");
}

#[test]
fn a_defence_is_not_enough_for_a_fallen_flag() {
    let drawn = certify("international", &[KING_AND_PAWN], &Colour::ALL, Defence::ByForce);
    assert!(verify(&drawn.bytes()).is_ok());
    for side in Colour::ALL {
        assert_eq!(reject(&certify("international", &[KING_AND_PAWN], &[side], Defence::Always).bytes()).code(), "safe/lost");
    }
}

#[test]
fn statements_and_fields() {
    let second = "8/8/8/8/8/8/B7/b7 w - -";
    let table: [(&[&str], &[Colour], Defence, &str); 5] = [
        (&[BISHOPS], &[White], Defence::ByForce, "Black cannot win losing chess by force from {}: White has a defence against every play"),
        (&[BISHOPS], &[Black], Defence::Always, "White cannot win losing chess from {}, whatever both sides play"),
        (&[BISHOPS], &[White, Black], Defence::ByForce, "losing chess is drawn with best play from {}: neither side can win by force"),
        (&[BISHOPS], &[White, Black], Defence::Always, "neither side can win losing chess from {}, whatever both sides play"),
        (&[BISHOPS, second], &[White], Defence::Always, "Black cannot win losing chess from any of 2 positions, whatever both sides play"),
    ];
    for (roots, sides, defence, first) in table {
        let verified = verify(&certify("fics", roots, sides, defence).bytes()).unwrap();
        let statements = verified.claim.statements();
        assert_eq!(statements[0], first.replace("{}", BISHOPS));
        let listed = statements.iter().filter(|line| line.starts_with("one of these positions is ")).count();
        assert_eq!(listed, if roots.len() == 1 { 0 } else { roots.len() });
        assert_eq!(statements.iter().filter(|line| line.starts_with("the proof that ")).count(), sides.len());
        let (name, value) = &verified.claim.fields()[1];
        let names = sides.iter().map(|side| Value::Text(side.to_string().to_lowercase())).collect();
        assert_eq!((*name, value), ("sides", &Value::List(names)));
    }
}

#[test]
fn memory_bound() {
    assert_eq!((memory(0), memory(1000), memory(u64::MAX)), (64 << 20, (64 << 20) + 740_000, u64::MAX));
}
