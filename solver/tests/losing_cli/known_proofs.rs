//! Tests answers from earlier certificates, shipped proofs and published results.

use std::fs;
use std::path::Path;

use gamecert_solver::certificate::verify;

use super::run::folder;
use super::{after, answer};

/// A supplied certificate of the position itself is the answer, whatever the limits are. The program neither searches
/// the position nor makes the proof smaller.
#[test]
fn a_proof_of_the_position_answers_without_a_search() {
    let folder = folder("losing-known");
    let shipped = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../certs/losing/{name}.cbor"));
    for (moves, name, winner) in [("1. e3 f6", "e3-f6", "white"), ("1. f4", "f4", "black")] {
        let file = shipped(name);
        let run = after(
            &folder,
            moves,
            &format!("--use {} --time 1ms --evaluations 1 --threads 1 --json --emit-cert again.cbor --force", file.display()),
        );
        let found = answer(&run.ends_with(0));
        assert_eq!((&found["verdict"], found["evaluations"].as_u64()), (&winner.into(), Some(0)), "{moves}");
        assert_eq!(fs::read(folder.join("again.cbor")).unwrap(), fs::read(&file).unwrap(), "{moves}: the same proof");
    }
    // If the certificate is not supplied, the output still names the file that proves the win. It does not name the
    // file in a search for the other side's win, or under rules for which the proof does not hold.
    let named =
        "  certs/losing/e3-f6.cbor (SHA-256 442079b914eea78dd98d588435934cc5a8b807df30ef658d2bfc6282881265e6) proves that White wins: ";
    for (others, names) in [("", true), ("--for white", true), ("--rules fics", true), ("--for black", false)] {
        let run = after(&folder, "1. e3 f6", &format!("--evaluations 1000 --threads 1 {others}")).ends_with(1);
        assert_eq!(run.out.contains(named), names, "{others}: {}", run.out);
    }
}

/// Questions about any position of a proof in the folder `certs/losing` are answered without a search.
#[test]
fn shipped_proofs_answer_where_they_are_at_hand() {
    let folder = folder("losing-at-hand");
    fs::create_dir_all(folder.join("certs/losing")).unwrap();
    for name in ["e3-d5", "e3-f6"] {
        let file = format!("certs/losing/{name}.cbor");
        fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(&file), folder.join(file)).unwrap();
    }
    // Each case has the moves, other options, and the file that answers, if any.
    let table = [
        ("1. e3 d5", "", Some("certs/losing/e3-d5.cbor")),
        ("1. e3 d5", "--for white --rules fics --threads 1 --time 1ms", Some("certs/losing/e3-d5.cbor")),
        ("1. e3 d5 2. Qg4 Bxg4 3. Kd1", "", Some("certs/losing/e3-d5.cbor")),
        ("1. e3 d5", "--search", None),
        ("1. e3 d5", "--emit-cert d5.cbor", None),
        ("1. e3 d5 2. a3", "--evaluations 1000", None),
        ("1. e3 d6", "--evaluations 1000", None),
        ("1. e3 d5", "--for black --evaluations 1000", None),
    ];
    for (moves, others, file) in table {
        let found = answer(&after(&folder, moves, &format!("--json {others}")));
        assert_eq!(found.get("source").and_then(|source| source.as_str()), file, "{moves} {others}: {found}");
        assert_eq!(found["evaluations"] == 0, file.is_some(), "{moves} {others}: {found}");
    }
    after(&folder, "1. e3 d5", "").answers().says(&[
        "1. e3 d5: White wins by force with 2. Qg4\n",
        "  proved in certs/losing/e3-d5.cbor, which the checker has verified just now; nothing was searched for\n",
    ]);
    // A file with unexpected content is reported, and a search answers instead.
    fs::write(folder.join("certs/losing/e3-d5.cbor"), fs::read(folder.join("certs/losing/e3-f6.cbor")).unwrap()).unwrap();
    let run = after(&folder, "1. e3 d5", "--threads 1 --json");
    assert_eq!(answer(&run).get("source"), None, "another position's proof");
    let mut broken = fs::read(folder.join("certs/losing/e3-f6.cbor")).unwrap();
    *broken.last_mut().unwrap() ^= 1;
    fs::write(folder.join("certs/losing/e3-f6.cbor"), broken).unwrap();
    let run = after(&folder, "1. e3 f6", "--threads 1 --evaluations 1000");
    assert!(run.err.contains("certs/losing/e3-f6.cbor: not used: "), "{}", run.err);
}

/// If a search ends without a verdict, the output lists known results about related positions.
#[test]
fn what_is_known_elsewhere_is_said() {
    let folder = folder("losing-elsewhere");
    let table = [
        ("1. e3", "  certs/losing proves that White wins after 1. e3 against 15 of Black's 20 replies; b5, b6, c5, e6, g5 are open here\n"),
        ("1. e3 b6 2. a4", "  1. e3 b6 is open here. M. Watkins reports a win of White "),
        ("e3 e7e6", "  1. e3 e6 is open here. M. Watkins reports a win of White "),
        ("1. e3 c6 2. b4", "  certs/losing/e3-c6.cbor proves that White wins after 1. e3 c6; these moves leave its lines\n"),
        ("1. a3", "  certs/ has no proof about this position\n"),
    ];
    for (moves, sentence) in table {
        after(&folder, moves, "--evaluations 100 --threads 1 --memory 200M").ends_with(1).says(&[sentence, "\n  to go on: "]);
    }
}

#[test]
fn earlier_certificates() {
    let folder = folder("losing-use");
    let evaluations = |moves: &str, others: &str| {
        let run = after(&folder, moves, &format!("--threads 1 --shrink 0 --json {others}")).answers();
        answer(&run)["evaluations"].as_u64().unwrap()
    };
    // With a certificate of the same position, a search is short, both under the same rules and under other rules.
    assert!(evaluations("1. e3 d6", "--emit-cert d6.cbor") > 1000);
    assert!(evaluations("1. e3 d6", "--use d6.cbor") < 200);
    assert!(evaluations("1. e3 d6", "--use d6.cbor --rules fics --for white") < 200);
    // Certificates also help in a position from which play leads to a proved position.
    assert!(evaluations("1. e3 Na6 2. Bxa6 bxa6", "--emit-cert a6.cbor") > 100_000);
    let without = evaluations("1. e3 Na6", "");
    let with = evaluations("1. e3 Na6", "--use d6.cbor --use a6.cbor --emit-cert Na6.cbor");
    assert!(with < 1000 && without > 100_000, "{with}, without {without}");
    verify::open_losing(&folder.join("Na6.cbor")).unwrap();
    // These certificates do not apply to the question.
    assert!(evaluations("1. e3 d6", "--rules fics --emit-cert fics.cbor") > 1000);
    let table = [
        ("--use fics.cbor", "--use fics.cbor: its results under rules fics need not hold under joint"),
        ("--use fics.cbor --rules international", "--use fics.cbor: its results under rules fics need not hold under international"),
        ("--use d6.cbor --for black", "--use d6.cbor: a win of White, of no use in the search for one of Black"),
    ];
    for (others, sentence) in table {
        assert_eq!(after(&folder, "1. e3 d5", others).complains(2).err, format!("solve: {sentence}\n"));
    }
    // A search may be resumed with lemmas that it did not have before.
    after(&folder, "1. e3 Nf6", "--threads 1 --time 1s --resume file").ends_with(1);
    after(&folder, "1. e3 Nf6", "--threads 1 --shrink 0 --resume file --use Na6.cbor --use d6.cbor")
        .answers()
        .says(&["1. e3 Nf6: White wins by force with 2. ", ", verified, "]);
}
