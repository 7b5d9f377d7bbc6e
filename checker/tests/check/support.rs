//! Helps the tests: builds certificates of a few bytes, creates a separate folder for each test, and runs the program.

use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A certificate for bidding chess with bare kings on a 2x2 board.
const KINGS: &str = "d9d9f7876867616d656365727401826772696368 6d616e01836d62696464696e672d636865737301 830202624b4b820102808882010283000100830001018201018201018201018202 01820101";

/// A certificate for a stored game with one position, in which Left can draw or win and Right can draw.
const DRAWN: &str = "d9d9f7876867616d6563657274018267726963686d616e01 83656772617068 01866641206472617765416c69636563426f6200818361768202018102828263776f6e008265647261776e02 820201808b820102830001008300010181018102810181008101810081008100";

/// A certificate for a subtraction game in which each move takes one counter, with budgets of 3 and 4 coins.
const SCORING: &str =
    "d9d9f7876867616d6563657274018267 73636f72696e6701 836b7375627472616374696f6e01818101 820304 80 8183 0203 480100000101000300";

/// A certificate for losing chess in which White gives a rook away.
const LOSING: &str = "d9d9f7876867616d6563657274018266 6c6f73696e6701 836c6c6f73696e672d63686573730181656a6f696e74 86 7818 382f382f382f382f382f6b372f382f3152362077202d202d 00 00 03 02 01 80 814170";

/// Decodes hexadecimal digits, ignoring spaces.
pub fn bytes(digits: &str) -> Vec<u8> {
    let digits: Vec<u32> = digits.chars().filter_map(|digit| digit.to_digit(16)).collect();
    digits.chunks(2).map(|pair| u8::try_from(pair[0] * 16 + pair[1]).unwrap()).collect()
}

pub fn kings() -> Vec<u8> {
    bytes(KINGS)
}

/// Returns a copy of [`kings`] in which the option chosen for Black is invalid.
pub fn broken() -> Vec<u8> {
    let mut broken = kings();
    *broken.last_mut().unwrap() = 9;
    broken
}

/// Builds a certificate for king and queen against king on a 2x2 board. The certificate cites [`kings`].
pub fn queen() -> Vec<u8> {
    let front = bytes("d9d9f7876867616d656365727401826772696368 6d616e01836d62696464696e672d636865737301 830202634b514b820103815820");
    let back = bytes("8882010283000100830001018301010183010101830101018300010183020101");
    [front, gamecert_checker::digest(&kings()).to_vec(), back].concat()
}

/// Returns a copy of [`queen`] that cites the file `cited` instead of [`kings`].
pub fn queen_on(cited: &[u8]) -> Vec<u8> {
    let (mut queen, digest) = (queen(), gamecert_checker::digest(&kings()));
    let at = queen.windows(32).position(|window| window == digest).unwrap();
    queen[at..at + 32].copy_from_slice(&gamecert_checker::digest(cited));
    queen
}

pub fn drawn() -> Vec<u8> {
    bytes(DRAWN)
}

pub fn scoring() -> Vec<u8> {
    bytes(SCORING)
}

/// Returns a copy of [`scoring`] in which the first change of an outcome is at heap 3 instead of heap 2.
pub fn jump() -> Vec<u8> {
    bytes(&SCORING.replace("480100", "480200"))
}

pub fn losing() -> Vec<u8> {
    bytes(LOSING)
}

/// Returns a copy of [`losing`] without the first move.
pub fn short() -> Vec<u8> {
    bytes(&LOSING.replace("814170", "8140"))
}

/// Returns a certificate that claims to be in version 2 of the format.
pub fn later() -> Vec<u8> {
    let mut later = kings();
    later[13] = 2;
    later
}

/// Creates a fresh folder for one test, with these files.
pub fn folder(test: &str, files: &[(&str, Vec<u8>)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for (name, bytes) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

/// The exit status and the output of a run.
#[derive(Debug, PartialEq)]
pub struct Run {
    pub status: i32,
    pub output: String,
    pub error: String,
}

impl Run {
    pub fn lines(&self) -> Vec<&str> {
        self.output.lines().collect()
    }

    /// Returns the verdict lines of the output, without digests.
    pub fn verdicts(&self) -> Vec<&str> {
        let verdicts = self.output.lines().filter(|line| line.starts_with("s "));
        verdicts.map(|line| line.split(" sha256=").next().unwrap()).collect()
    }

    pub fn objects(&self) -> Vec<Value> {
        self.output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// Runs the program in the folder `folder`.
pub fn check<A: AsRef<OsStr>>(folder: &Path, arguments: &[A]) -> Run {
    check_with(folder, arguments, b"")
}

/// Runs the program in the folder `folder`, with `input` as its standard input.
pub fn check_with<A: AsRef<OsStr>>(folder: &Path, arguments: &[A], input: &[u8]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_check"));
    let command = command.current_dir(folder).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // The program may end without reading its input, so a write error is ignored.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { status: output.status.code().unwrap(), output: text(output.stdout), error: text(output.stderr) }
}

/// Returns the path of a folder of the project.
pub fn project(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder)
}
