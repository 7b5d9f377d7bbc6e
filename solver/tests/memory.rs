//! Compares memory estimates with the peak memory of real runs.
#![cfg(target_os = "linux")]

#[path = "common/run.rs"]
mod run;

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use run::{command, folder, solve};

/// The flag `O_NONBLOCK`, which allows a process to open and read a pipe that has no writer yet.
const WITHOUT_WAITING: i32 = 0o4000;

/// Returns the memory, in bytes, that `solve` estimates for a run with these arguments.
fn estimate(arguments: &str) -> f64 {
    let run = solve(&folder("estimate"), &format!("{arguments} --memory 1k")).complains(2);
    let (_, number) = run.err.split_once(" needs about ").unwrap();
    let [number, unit] = number.split(' ').take(2).collect::<Vec<_>>()[..] else { panic!("{}", run.err) };
    number.parse::<f64>().unwrap() * [("kB", 1e3), ("MB", 1e6), ("GB", 1e9)].iter().find(|known| known.0 == unit).unwrap().1
}

/// Returns the peak memory of a running process, in bytes.
fn peak(child: &Child) -> f64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a process that runs");
    line.trim().strip_suffix(" kB").unwrap().parse::<f64>().unwrap() * 1024.0
}

/// Asserts that an estimate is at least the peak memory, but not much more. If an estimate were far too high, `solve`
/// would refuse a run for which the memory suffices.
fn bounds(what: &str, estimate: f64, peak: f64) {
    assert!(peak <= estimate, "{what}: {peak} bytes, estimated {estimate}");
    assert!(estimate <= 3.0 * peak + 64e6, "{what}: {peak} bytes, estimated {estimate}");
}

#[test]
fn estimates_are_upper_bounds() {
    // The last certificate of each run has more than 64 KiB, which exceeds the capacity of a pipe. So the run waits for
    // a reader when all its work is done.
    for ending in ["KRK", "KNK", "KNKN --board 5x5", "KBKN --board 5x5", "KQKR --board 5x5", "KNKP --board 4x4"] {
        let arguments = format!("bidding-chess {ending} --threads 2");
        let peak = peak_before_the_end(&folder("peak"), &format!("{arguments} --emit-cert pipe"));
        let estimate = estimate(&arguments);
        bounds(ending, estimate, peak);
    }
}

#[test]
fn estimates_with_certificates_at_hand_are_upper_bounds() {
    let folder = folder("peak-supplied");
    solve(&folder, "bidding-chess KBKN KNK --board 5x5 --emit-dir supplied").answers();
    for ending in ["KBKN", "KNNK"] {
        let arguments = format!("bidding-chess {ending} --board 5x5 --threads 2 --include {}", folder.join("supplied").display());
        let peak = peak_before_the_end(&run::folder(&format!("peak-supplied-{ending}")), &format!("{arguments} --emit-cert pipe"));
        let estimate = estimate(&arguments);
        bounds(ending, estimate, peak);
    }
}

#[test]
fn estimates_of_brackets_are_upper_bounds() {
    for ending in
        ["KNK --bracket 2^-40", "KBKN --board 5x5 --bracket 2^-60", "KQKR --board 5x5 --bracket 2^-30", "KNKP --board 5x5 --bracket 2^-40"]
    {
        let arguments = format!("bidding-chess {ending} --threads 2");
        let peak = peak_before_the_end(&folder("peak-bracket"), &format!("{arguments} --emit-cert pipe"));
        let estimate = estimate(&arguments);
        bounds(ending, estimate, peak);
    }
}

#[test]
fn estimates_of_strategies_are_upper_bounds() {
    for board in ["hex:5x3 --chips 2 --for right --tie-break make-it-take-it", "hex:3x5 --chips 5 --tie-break ladies-first"] {
        let arguments = format!("chips {board} --strategy --threads 2");
        let peak = peak_before_the_end(&folder("peak-strategy"), &format!("{arguments} --emit-cert pipe"));
        let estimate = estimate(&arguments);
        bounds(board, estimate, peak);
    }
}

fn shipped(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../certs").join(name)
}

/// Returns the peak memory of a run of `solve`, in bytes. As its last work, the run writes its certificate to the named
/// pipe `pipe`. The function reads the peak memory when the run begins to write.
fn peak_before_the_end(folder: &Path, arguments: &str) -> f64 {
    assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().unwrap().success());
    let mut child = command(folder, arguments).stdout(Stdio::piped()).spawn().unwrap();
    let mut pipe = File::options().read(true).custom_flags(WITHOUT_WAITING).open(folder.join("pipe")).unwrap();
    let mut bytes = [0; 1];
    let peak = loop {
        match pipe.read(&mut bytes) {
            Ok(0) => assert!(child.try_wait().unwrap().is_none(), "{arguments}: ended without a certificate"),
            Ok(_) => break peak(&child),
            Err(error) => assert_eq!(error.kind(), ErrorKind::WouldBlock, "{arguments}"),
        }
        sleep(Duration::from_millis(5));
    };
    while !matches!(pipe.read(&mut [0; 65_536]), Ok(0)) {}
    assert!(child.wait().unwrap().success(), "{arguments}");
    peak
}

#[test]
fn estimates_of_proofs_are_upper_bounds() {
    for name in ["h4", "e3-c6"] {
        let folder = folder("walk");
        let file = shipped(&format!("losing/{name}.cbor"));
        let arguments = format!("walk {}", file.display());
        let mut child = command(&folder, &arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        // The run has read the proof when it prints the place and waits for a command.
        child.stdout.as_mut().unwrap().read_exact(&mut [0; 200]).unwrap();
        let peak = peak(&child);
        drop(child.stdin.take());
        assert!(child.wait().unwrap().success());
        let estimate = estimate(&arguments);
        bounds(name, estimate, peak);
    }
    // A run that exceeds its memory limit is stopped. A run whose estimate exceeds the limit is refused before it
    // starts.
    let folder = folder("assemble");
    let assemble = |moves: &str, side: &str, name: &str, memory: &str| {
        let arguments = format!("losing-chess --for {side} --assemble --use {} --shrink 0 --memory {memory}", shipped(name).display());
        run::Run::new(moves, command(&folder, &arguments).arg(moves).output().unwrap())
    };
    assemble("1. h4", "black", "losing/h4.cbor", "100M").ends_with(0);
    let refused = assemble("1. e3 c6", "white", "losing/e3-c6.cbor", "260M").complains(2);
    assert!(refused.err.contains("a proof of at most 2,051,980 positions needs about "), "{}", refused.err);
    let refused = assemble("1. e3 c6", "white", "losing/e3-c6.cbor", "200M").complains(2);
    assert!(refused.err.contains("e3-c6.cbor, a proof of 2,051,980 positions needs about "), "{}", refused.err);
}
