//! Tests limits on evaluations and time, and the choice of settings.

use gamecert_solver::certificate::verify;

use super::run::folder;
use super::{after, answer};

#[test]
fn unknown_within_limits() {
    let folder = folder("losing-unknown");
    for (moves, words) in [("1. e3", "1. e3"), ("", "start")] {
        let run = after(&folder, moves, "--time 1s")
            .ends_with(1)
            .says(&[&format!("{words}: no win was found for either side within the limits\n  ")]);
        assert_eq!(run.err, "solve: no win was proved\n");
    }
    let run = after(&folder, "1. e3", "--time 1s --for black --json --memory 200M").ends_with(1);
    assert_eq!(answer(&run)["verdict"], "unknown");
}

#[test]
fn limits_in_evaluations() {
    let folder = folder("losing-evaluations");
    // Each case has the moves, the side, the limit, the verdict, and the range of the number of evaluations.
    let table = [
        ("1. e3", "white", 50_000, "unknown", 50_000..=70_000),
        ("1. e3", "white", 0, "unknown", 0..=20_000),
        ("1. e3 d5", "white", 1_000_000, "white", 1..=999_999),
    ];
    for (moves, side, limit, verdict, evaluations) in table {
        let others = format!("--for {side} --evaluations {limit} --threads 1 --memory 200M --shrink 0 --json");
        let [one, other] = [0, 1].map(|_| answer(&after(&folder, moves, &others)));
        assert_eq!(one["verdict"], verdict, "{moves} {limit}");
        assert_eq!(one["evaluations"], other["evaluations"], "{moves} {limit}");
        assert!(evaluations.contains(&one["evaluations"].as_i64().unwrap()), "{moves} {limit} {one}");
    }
    let run = after(&folder, "1. e3", "--evaluations -5").ends_with(2);
    assert!(run.err.contains("'-5' for '--evaluations <N>'"), "{}", run.err);
}

#[test]
fn settings_in_turn() {
    let folder = folder("losing-settings");
    let with = |settings: &str| {
        let others = "--for white --evaluations 200000 --threads 1 --memory 400M --json --no-times";
        answer(&after(&folder, "1. e3 Nf6", &format!("{others} {settings}")))
    };
    // The default of `--settings` is the number of threads.
    let [one, same, several, again] = ["", "--settings 1", "--settings 4", "--settings 4"].map(with);
    assert_eq!(one["open"], same["open"]);
    assert_ne!(one["open"], several["open"]);
    assert_eq!(several, again);
    for (options, said) in [
        ("--settings 0", "0 is not in 1..=4"),
        ("--settings 5", "5 is not in 1..=4"),
        ("--settings four", "invalid digit"),
        ("--settings 2 --for white --hints none", "cannot be used with"),
    ] {
        let run = after(&folder, "1. e3", options).ends_with(2);
        assert!(run.err.contains(said), "{options}: {}", run.err);
    }
}

/// At the time limit, the program stops making the proof smaller. The program writes the proof in spite of the time
/// limit.
#[test]
fn a_win_is_delivered_when_the_time_is_over() {
    let folder = folder("losing-time");
    let run = after(&folder, "1. e3 d5", "--threads 1 --time 3s --shrink 4000000000 --json --emit-cert d5.cbor").ends_with(0);
    assert_eq!(answer(&run)["verdict"], "white");
    verify::open_losing(&folder.join("d5.cbor")).unwrap();
}
