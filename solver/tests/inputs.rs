//! Tests what commands read: standard input in place of a file, and cited certificates in other folders.

#[path = "common/run.rs"]
mod run;

use std::fs;
use std::path::Path;

use run::{Run, command, folder, solve};

/// A command gives the same answer whether it reads a file by name or, with the name `-`, from standard input.
#[test]
fn standard_input_stands_for_a_file() {
    let folder = folder("standard-input");
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    for (from, to) in [("a2.json", "game.json"), ("scoring/conjecture-7-no-equilibrium.json", "score.json")] {
        fs::copy(examples.join(from), folder.join(to)).unwrap();
    }
    fs::write(folder.join("moves.txt"), "1. e3 d6\n").unwrap();
    fs::write(folder.join("positions.txt"), "8/8/8/8/8/5k2/7p/7K w - - both\n").unwrap();
    solve(&folder, "bidding-chess KK --board 3x3 --emit-dir .").answers();
    // In the arguments, FILE stands for the name of the file.
    let table = [
        ("game.json", "bidding-game FILE"),
        ("game.json", "chips FILE --up-to 5"),
        ("score.json", "scoring FILE --budget 2"),
        ("moves.txt", "losing-chess --lines FILE --threads 1 --no-verify"),
        ("positions.txt", "unwinnable --positions FILE"),
        ("kk-3x3.cbor", "lookup FILE k2/3/K2"),
        ("kk-3x3.cbor", "export FILE"),
        ("kk-3x3.cbor", "plot FILE --out p.svg"),
    ];
    // Times are removed from the output, because they differ from run to run.
    let untimed = |run: Run| -> String {
        let lines = run.out.lines().map(|line| line.split(" evaluations").next().unwrap().to_owned());
        let kept = lines.filter(|line| !line.contains(" s") || !line.contains("search"));
        kept.map(|line| line.split_once(" µs").map_or(line.clone(), |(_, rest)| rest.to_owned())).collect::<Vec<_>>().join("\n")
    };
    for (file, arguments) in table {
        let of_file = solve(&folder, &arguments.replace("FILE", file)).ends_with(0);
        let input = fs::File::open(folder.join(file)).unwrap();
        let output = command(&folder, &arguments.replace("FILE", "-")).stdin(input).output().unwrap();
        let of_input = Run::new(arguments, output).ends_with(0);
        assert_eq!(untimed(of_input), untimed(of_file), "{arguments}");
    }
    let input = fs::File::open(folder.join("score.json")).unwrap();
    let output = command(&folder, "advise - nowhere --as left --chips 1/2 --advantage mine").stdin(input).output().unwrap();
    let run = Run::new("advise -", output).complains(2);
    assert_eq!(run.err, "solve: the game has no position \"nowhere\"\n");
}

#[test]
fn cited_certificates_are_found_in_other_folders() {
    let folder = folder("include");
    for name in ["here", "there"] {
        fs::create_dir(folder.join(name)).unwrap();
    }
    solve(&folder, "bidding-chess KRK --board 3x3 --emit-dir here").answers();
    fs::rename(folder.join("here/kk-3x3.cbor"), folder.join("there/kk-3x3.cbor")).unwrap();
    let run = solve(&folder, "plot here/krk-3x3.cbor --out p.svg").complains(2);
    assert!(run.err.contains("in their folders and in those of include\n"), "{}", run.err);
    let run = solve(&folder, "plot here/krk-3x3.cbor --out p.svg --include .").complains(2);
    assert!(run.err.contains("in their folders and in those of include\n"), "{}", run.err);
    solve(&folder, "plot here/krk-3x3.cbor --out p.svg --include . --include there --threads 1").answers();
    let run = solve(&folder, "plot here/krk-3x3.cbor --out p.svg --include there --memory 1k").complains(2);
    assert!(run.err.contains("resources/memory"), "{}", run.err);
}
