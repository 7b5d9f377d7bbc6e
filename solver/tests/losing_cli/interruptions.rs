//! Tests searches that are interrupted and resumed, and their checkpoints.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use gamecert_solver::control::{Control, Observer, Silent};
use gamecert_solver::engine::proof_number::table::TranspositionTable;
use gamecert_solver::games::Colour;
use gamecert_solver::games::losing_chess::text::{START, Setup};
use gamecert_solver::games::losing_chess::{Position, Stalemate};
use gamecert_solver::solve::losing::checkpoint::Checkpoint;
use gamecert_solver::solve::losing::portfolio::{Error, Help, Limits, Verdict};
use gamecert_solver::solve::losing::prove::{ProofOptions, prove};
use gamecert_solver::solve::losing::{Question, Shrink, portfolio};
use serde_json::Value;

use super::run::folder;
use super::{after, answer};

/// Creates the question which side wins after these moves.
fn question(moves: &str) -> Question {
    let mut position: Position = START.parse::<Setup>().unwrap().position;
    for played in moves.split_whitespace() {
        position = position.after(position.find_move(played).unwrap());
    }
    Question { position, clock: 0, stalemate: Stalemate::Joint }
}

struct StopsAt<'a> {
    turn: usize,
    turns: AtomicUsize,
    stop: &'a AtomicBool,
}

impl Observer for StopsAt<'_> {
    fn stage(&self, _: &str, _: &str, _: Option<u64>) {
        if self.turns.fetch_add(1, Ordering::Relaxed) == self.turn {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn at(&self, _: &str, _: u64, _: &str) {}

    fn done(&self, _: &str) {}
}

/// Searches for a win on one thread. Returns the winner and the number of evaluations. Returns `None` if the search was
/// stopped at the turn `turn`, or by the limit `evaluations`.
fn hunted(
    (question, expected): (&Question, Option<Colour>),
    file: Option<&Path>,
    turn: usize,
    evaluations: Option<u64>,
) -> Option<(Colour, u64)> {
    let (stop, mut checkpoint) = (AtomicBool::new(false), file.map(|file| Checkpoint::open(file).unwrap()));
    let limits = Limits { tables: 256 << 20, threads: 1, settings: None, time: None, evaluations };
    let none = |_: Colour, _: &mut TranspositionTable| ();
    let help = Help { lemmas: &none, hints: None, tables: None };
    let observer = StopsAt { turn, turns: AtomicUsize::new(0), stop: &stop };
    match portfolio::search(question, expected, limits, &mut checkpoint, help, Control::new("", &observer, &stop)) {
        Ok((Verdict::Won(found), evaluations)) => Some((found.game.rules.winner, evaluations)),
        Ok((Verdict::Unknown(_), _)) if evaluations.is_some() => None,
        Ok((Verdict::NotWon | Verdict::Unknown(_), _)) => panic!("a win"),
        Err(Error::Interrupted) => None,
        Err(Error::Checkpoint(why)) => panic!("{why}"),
    }
}

/// Returns the number of evaluations recorded in the file of an unfinished search.
fn evaluations_in(file: &Path) -> u64 {
    let bytes = fs::read(file).unwrap();
    let head: Value = serde_json::from_slice(bytes.split(|&byte| byte == b'\n').next().unwrap()).unwrap();
    head["hunts"].as_array().unwrap().iter().map(|hunt| hunt["evaluations"].as_u64().unwrap()).sum()
}

#[test]
fn interrupted_and_resumed() {
    let folder = folder("losing-interrupted");
    let question = question("e3 g6");
    // A search for either side's win alternates between the sides in several turns. A search for White's win has only
    // one turn, and it stops in that turn when it first reads the stop flag.
    for (name, expected, turn) in [("either", None, 5), ("white", Some(Colour::White), 0)] {
        let (hunt, file) = ((&question, expected), folder.join(name));
        assert_eq!(hunted(hunt, Some(&file), turn, None), None, "{name}");
        let before = evaluations_in(&file);
        let (winner, resumed) = hunted(hunt, Some(&file), usize::MAX, None).unwrap();
        assert_eq!(winner, Colour::White, "{name}");
        assert!(before > 0 && resumed > before, "{name}: {before}, then {resumed} in all");
    }
}

/// A resumed search can need more evaluations by chance, so the test adds up two searches.
#[test]
fn stopped_at_a_third_and_resumed() {
    let folder = folder("losing-resume");
    let mut sums = (0, 0);
    let mut reply = String::new();
    for (number, (moves, expected)) in [("e3 Nf6", Some(Colour::White)), ("e3 g6", None)].into_iter().enumerate() {
        let question = question(moves);
        let (winner, whole) = hunted((&question, expected), None, usize::MAX, None).unwrap();
        assert_eq!(winner, Colour::White);
        let file = folder.join(number.to_string());
        assert!(hunted((&question, expected), Some(&file), usize::MAX, Some(whole / 3)).is_none());
        let before = evaluations_in(&file);
        assert!(before >= whole / 3, "{before} of {whole}");
        let (winner, resumed) = hunted((&question, expected), Some(&file), usize::MAX, None).unwrap();
        assert_eq!(winner, Colour::White);
        reply += &format!("{moves}: {before}, then {resumed} in all; at one go {whole}\n");
        sums = (sums.0 + whole, sums.1 + resumed);
    }
    assert!(sums.1 * 10 <= sums.0 * 12, "{reply}");
}

#[test]
fn checkpoints_that_do_not_fit() {
    let folder = folder("losing-checkpoints");
    let evaluations = [1, 2].map(|_| {
        let run = after(&folder, "1. e3", "--time 1s --resume good --json --memory 200M").ends_with(1);
        answer(&run)["evaluations"].as_u64().unwrap()
    });
    // The number of evaluations includes those of earlier runs.
    assert!(evaluations[1] > evaluations[0], "{evaluations:?}");
    let good = fs::read(folder.join("good")).unwrap();
    let write = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        change(&mut bytes);
        fs::write(folder.join(name), bytes).unwrap();
    };
    write("short", &|bytes| bytes.truncate(bytes.len() - 1));
    write("half", &|bytes| bytes.truncate(bytes.len() / 2));
    write("head", &|bytes| bytes.truncate(20));
    write("long", &|bytes| bytes.push(0));
    write("bit", &|bytes| *bytes.iter_mut().nth_back(1000).unwrap() ^= 1);
    write("digest", &|bytes| *bytes.last_mut().unwrap() ^= 1);
    write("version", &|bytes| *bytes = String::from_utf8_lossy(bytes).replace("checkpoint 2", "checkpoint 9").into_bytes());
    let table = [
        ("short", "", "short: cut off"),
        ("half", "", "half: cut off"),
        ("head", "", "head: not a file of an interrupted search"),
        ("long", "", "long: damaged"),
        ("bit", "", "bit: damaged"),
        ("digest", "", "digest: damaged"),
        ("version", "", "version: made by another version of this program"),
        (
            "good",
            " d6",
            "good is about rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b - - (joint), not about rnbqkbnr/ppp1pppp/3p4/8/8/4P3/PPPP1PPP/RNBQKBNR w - - (joint)",
        ),
    ];
    for (name, more, sentence) in table {
        let run = after(&folder, &format!("1. e3{more}"), &format!("--time 1s --resume {name}")).complains(2);
        assert_eq!(run.err, format!("solve: {sentence}\n"));
    }
    let run = after(&folder, "1. e3", "--time 1s --resume good --rules fics").complains(2);
    assert!(run.err.ends_with("(joint), not about rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b - - (fics)\n"), "{}", run.err);
    assert_eq!(fs::read(folder.join("good")).unwrap(), good);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 8, "nothing is left behind");
}

/// Observer that stops a run when it begins to make a proof smaller.
struct StopsShrinking<'a>(&'a AtomicBool);

impl Observer for StopsShrinking<'_> {
    fn stage(&self, _: &str, what: &str, _: Option<u64>) {
        if what.contains("smaller proof") || what.starts_with("shrinking") {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    fn at(&self, _: &str, _: u64, _: &str) {}

    fn done(&self, _: &str) {}
}

#[test]
fn stopped_with_a_proof() {
    let question = question("e3 Nf6");
    let limits = Limits { tables: 256 << 20, threads: 1, settings: None, time: None, evaluations: None };
    let none = |_: Colour, _: &mut TranspositionTable| ();
    let running = AtomicBool::new(false);
    let found = || match portfolio::search(
        &question,
        Some(Colour::White),
        limits,
        &mut None,
        Help { lemmas: &none, hints: None, tables: None },
        Control::new("", &Silent, &running),
    ) {
        Ok((Verdict::Won(found), _)) => found,
        _ => panic!("a win"),
    };
    let means = |shrink| ProofOptions { tables: 64 << 20, threads: 1, shrink, shard: (0, 1), until: None, runs: None };
    let whole = prove(found(), means(Shrink::Passes(0)), Control::new("", &Silent, &running)).unwrap();
    let stop = AtomicBool::new(false);
    let stopped = prove(found(), means(Shrink::Passes(9)), Control::new("", &StopsShrinking(&stop), &stop));
    assert_eq!(stopped, Ok(whole));
}
