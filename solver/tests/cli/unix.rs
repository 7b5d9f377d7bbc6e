//! Tests signals, closed pipes, full disks and permissions on Unix.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::run::{Run, command, folder, solve};
use super::{certificates, files, names};

/// How long a test waits for something that normally takes much less time.
const PATIENCE: Duration = Duration::from_secs(60);

/// Waits until a process handles Ctrl-C.
fn await_handler(child: &Child) {
    let status = format!("/proc/{}/status", child.id());
    let started = Instant::now();
    loop {
        let Ok(text) = fs::read_to_string(&status) else {
            // Only Linux reports the signal handlers of a process. On other systems the test waits a second.
            sleep(Duration::from_secs(1));
            return;
        };
        let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("signals that are caught");
        let caught = u64::from_str_radix(caught.trim(), 16).expect("a set of signals");
        const INTERRUPT: u32 = 2;
        if caught >> (INTERRUPT - 1) & 1 == 1 {
            return;
        }
        assert!(started.elapsed() < PATIENCE, "no handler");
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn nobody_listens_to_complaints() {
    // Nobody reads the messages, because the reader of standard error has closed it. The exit status must still be
    // right.
    for (arguments, status) in [("bidding-chess KXK", 2), ("bidding-chess KKR --board 3x3", 0)] {
        let folder = folder("deaf");
        let mut child = command(&folder, arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stderr.take());
        assert_eq!(child.wait().unwrap().code(), Some(status), "{arguments}");
    }
}

#[test]
fn an_interrupted_iteration_leaves_nothing() {
    let table = [("KNK --method iterate", 0), ("KNK --method iterate", 300), ("KNK --method iterate --steps 5000 --json", 0)];
    for (arguments, pause) in table {
        let folder = folder("interrupted");
        fs::create_dir(folder.join("out")).unwrap();
        fs::write(folder.join("out/another.cbor"), b"from another run").unwrap();
        let before = files(&folder);
        let arguments = format!("bidding-chess {arguments} --emit-dir out");
        let mut child = command(&folder, &arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        await_handler(&child);
        sleep(Duration::from_millis(pause));
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let started = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if started.elapsed() > PATIENCE {
                child.kill().unwrap();
            }
            sleep(Duration::from_millis(5));
        }
        let run = Run::new(&arguments, child.wait_with_output().unwrap()).complains(130);
        assert_eq!(run.err, "solve: interrupted\n", "{arguments}");
        assert!(files(&folder) == before, "{arguments}: {:?}", names(&folder));
    }
}

#[test]
fn an_interrupted_question_has_no_answer() {
    let folder = folder("interrupted-question");
    // The search soon finds a line that ends in mate, but it takes long to find a shortest line.
    let mut command = command(&folder, "unwinnable --shortest --nodes 1000000000");
    command.args(["k6B/1b4B1/2b2B2/4B3/3B4/1pB1B3/pP1B4/K7 w - -", "white"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    await_handler(&child);
    sleep(Duration::from_millis(200));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let started = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if started.elapsed() > PATIENCE {
            child.kill().unwrap();
        }
        sleep(Duration::from_millis(5));
    }
    let run = Run::new("unwinnable", child.wait_with_output().unwrap()).complains(130);
    assert_eq!(run.err, "solve: interrupted\n");
}

#[test]
fn it_ends_quietly_when_nobody_listens() {
    let folder = certificates("pipe");
    let table = [
        "--help",
        "bidding-chess --help",
        "bidding-chess KRK --board 3x3",
        "bidding-chess KRK --board 3x3 --report",
        "bidding-chess KRK --board 3x3 --report --json",
        "lookup krk/krk-3x3.cbor 2k/3/K1R",
        "lookup krk/krk-3x3.cbor 2k/3/K1R --json",
        "export kpk/kpk-4x4.cbor",
        "export kpk/kpk-4x4.cbor --format jsonl",
    ];
    for arguments in table {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = command(&folder, arguments).stdout(writer).output().unwrap();
        Run::new(arguments, output).answers();
    }
}

/// The reader stops after the first lines of the output, as in `solve export … | head -1`. The whole output is
/// larger than a pipe can hold.
#[test]
fn it_ends_quietly_when_somebody_has_read_enough() {
    let folder = folder("head");
    solve(&folder, "bidding-chess KPK --board 5x5 --emit-dir .").answers();
    for (arguments, first) in [("export kpk-5x5.cbor", "class,"), ("export kpk-5x5.cbor --format jsonl", "{\"class\":0,")] {
        let (reader, writer) = std::io::pipe().unwrap();
        let child = command(&folder, arguments).stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::with_capacity(100, reader).read_line(&mut line).unwrap();
        assert!(line.starts_with(first), "{line}");
        Run::new(arguments, child.wait_with_output().unwrap()).answers();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let folder = certificates("full");
    for arguments in [
        "bidding-chess KRK --board 3x3",
        "bidding-chess KRK --board 3x3 --json",
        "lookup krk/krk-3x3.cbor 2k/3/K1R",
        "lookup krk/krk-3x3.cbor 2k/3/K1R --json",
        "export krk/krk-3x3.cbor",
        "export krk/krk-3x3.cbor --format jsonl",
        "bidding-game tug:3 --json",
    ] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let run = Run::new(arguments, command(&folder, arguments).stdout(full).output().unwrap()).complains(2);
        assert!(run.err.starts_with("solve: standard output: "), "{}", run.err);
    }
}

/// If the output file is a device, the program writes to the device and does not replace it by a file.
#[cfg(target_os = "linux")]
#[test]
fn a_device_is_not_replaced() {
    let folder = folder("device");
    std::os::unix::fs::symlink("/dev/full", folder.join("full.cbor")).unwrap();
    let run = solve(&folder, "bidding-game tug:3 --emit-cert full.cbor").complains(2);
    assert!(run.err.starts_with("solve: full.cbor: No space left on device"), "{}", run.err);
    assert_eq!(fs::read_link(folder.join("full.cbor")).unwrap(), std::path::Path::new("/dev/full"));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is left behind");
}

/// If a file cannot be written because of a limit on the file size, the old file stays.
#[test]
fn a_file_that_cannot_be_written_stays_as_it_was() {
    let folder = folder("limited");
    solve(&folder, "bidding-game tug:3 --emit-cert old.cbor").answers();
    let before = files(&folder);
    let script =
        format!("trap '' XFSZ; ulimit -f 0; exec {} bidding-game tug:300 --emit-cert old.cbor --force", env!("CARGO_BIN_EXE_solve"));
    let output = Command::new("sh").current_dir(&folder).args(["-c", &script]).output().unwrap();
    let run = Run::new(&script, output).complains(2);
    assert!(run.err.starts_with("solve: old.cbor: File too large"), "{}", run.err);
    assert!(files(&folder) == before, "{:?}", names(&folder));
}

/// A certificate has the same permissions as any other new file.
#[test]
fn certificates_are_ordinary_files() {
    let folder = folder("ordinary");
    solve(&folder, "bidding-chess KRK --board 3x3 --emit-dir .").answers();
    fs::write(folder.join("another"), b"").unwrap();
    let mode = |name: &str| fs::metadata(folder.join(name)).unwrap().permissions().mode();
    assert_eq!([mode("kk-3x3.cbor"), mode("krk-3x3.cbor")], [mode("another"); 2]);
}
