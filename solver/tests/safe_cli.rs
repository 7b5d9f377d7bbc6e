//! Tests `solve safe`: verdicts, certificates, and bad input that is refused.

mod common;
#[path = "common/run.rs"]
mod run;

use common::Schema;
use gamecert_checker::safe::{Claim, Defence};
use gamecert_checker::{NoSource, verify};
use run::{Run, command, folder};

/// Runs `solve safe` on these positions.
fn safe(name: &str, positions: &[&str], options: &str) -> Run {
    let output = command(&folder(name), &format!("safe {options}")).args(positions).output().unwrap();
    Run::new(&format!("safe {positions:?} {options}"), output)
}

const KING_AND_PAWN: &str = "3K4/8/8/3p4/8/8/8/8 w - -";
const BISHOPS: &str = "8/8/8/8/2b5/8/8/B7 w - -";
const KNIGHTS: &str = "8/8/8/8/2n5/8/8/N7 w - -";
const ROOK: &str = "8/8/8/8/8/k7/8/1R6 w - -";

#[test]
fn answers_come_first_and_fit_the_schema() {
    for (title, positions, options, status, first) in [
        ("A draw", &[KING_AND_PAWN][..], "--threads 1", 0, "drawn with best play, neither side can win by force"),
        ("One side of it", &[KING_AND_PAWN], "--for white", 0, "Black cannot win by force"),
        ("A fallen flag in this draw", &[KING_AND_PAWN], "--for black --always", 1, "White can still win: some series of moves leads to "),
        ("Bishops that never meet", &[BISHOPS], "--always", 0, "neither side can win, whatever both play"),
        ("Knights: only one side can win", &[KNIGHTS], "--always --for black", 0, "White cannot win, whatever both sides play"),
        ("Knights: the other side can", &[KNIGHTS], "--always --for white", 1, "Black can still win"),
        ("A forced win", &[ROOK], "--for black", 1, "White wins by force"),
        ("Several roots", &[KING_AND_PAWN, BISHOPS], "", 0, "drawn with best play, neither side can win by force"),
        ("One of several is lost", &[BISHOPS, ROOK], "--for black", 1, &format!("White wins by force from {ROOK}")),
        ("More positions than allowed", &[BISHOPS], "--always --positions 100", 1, "not decided within 100 positions"),
    ] {
        let run = safe("safe-answers", positions, options).ends_with(status);
        let from = if let [root] = positions { (*root).to_owned() } else { format!("each of {} positions", positions.len()) };
        assert!(run.out.starts_with(&format!("{from}: {first}")), "{title}: {}", run.out);
        let json = safe("safe-answers", positions, &format!("{options} --json")).ends_with(status).json();
        Schema::named("safe").assert_fits(&json);
    }
}

#[test]
fn certificates_state_the_claim() {
    let folder = folder("safe-certificates");
    for (rules, sides, always, defence) in [
        ("international", 2, "", Defence::ByForce),
        ("fics", 2, "", Defence::ByForce),
        ("international", 1, "--for white --always", Defence::Always),
    ] {
        let options = format!("safe --rules {rules} {always} --emit-cert safe.cbor --force");
        let output = command(&folder, &options).args([BISHOPS, BISHOPS]).output().unwrap();
        Run::new(&options, output).ends_with(0);
        let verified = verify(&std::fs::read(folder.join("safe.cbor")).unwrap(), &mut NoSource).unwrap();
        let claim: &Claim = verified.claim_as().unwrap();
        assert_eq!((claim.stalemate, claim.roots.as_slice(), claim.sides.len()), (rules, &[BISHOPS.to_owned()][..], sides));
        assert_eq!(claim.defence, defence);
    }
    let output = command(&folder, "safe --emit-cert safe.cbor").arg(KING_AND_PAWN).output().unwrap();
    Run::new("another question", output).complains(2);
}

#[test]
fn bad_input() {
    for (title, positions, options, complaint) in [
        ("No position", &[][..], "", "required arguments"),
        ("No FEN", &["e4"], "", "position 1: "),
        ("The second is none", &[BISHOPS, "8/8 w"], "", "position 2: "),
        ("The joint rule", &[BISHOPS], "--rules joint", "the rule joint proves wins only"),
        ("No rule", &[BISHOPS], "--rules suicide", "expected international or fics"),
        ("No positions allowed", &[BISHOPS], "--positions 0", "--positions"),
        ("Too little memory", &[BISHOPS], "--always --memory 1M", "memory"),
    ] {
        let run = safe("safe-bad-input", positions, options).ends_with(2);
        assert!(run.err.contains(complaint), "{title}: {}", run.err);
    }
}
