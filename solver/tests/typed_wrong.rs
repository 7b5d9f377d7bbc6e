//! Tests typical mistakes at the command line. The program answers each mistake with a helpful error message, and
//! accepts alternative notations.

#[path = "common/run.rs"]
mod run;

use std::fs;
use std::path::Path;

use run::{command, folder};

#[test]
fn mistakes_get_a_sentence_that_leads_on() {
    let folder = folder("mistakes");
    for name in ["kk.cbor", "losing/d4.cbor"] {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../certs").join(name);
        fs::copy(from, folder.join(Path::new(name).file_name().unwrap())).unwrap();
    }
    fs::create_dir(folder.join("empty")).unwrap();
    const FEN: &str = "8/8/8/4k3/8/8/3NK3/8 w - -";
    for (title, arguments, sentence) in [
        (
            "a game without its hyphens",
            &["chips", "tictactoe", "--chips", "5"][..],
            "'tictactoe' is no game and no file (a similar name: tic-tac-toe)",
        ),
        ("a game with a letter too few", &["bidding-game", "ultimatu:2"], "(a similar name: ultimatum)"),
        ("a game that is like none", &["bidding-game", "go"], "'go' is no game and no file; expected tic-tac-toe"),
        ("a command with a letter too few", &["lokup", "kk.cbor"], "a similar subcommand exists: 'lookup'"),
        ("rules misspelt: all are listed, none is chosen", &["unwinnable", FEN, "both", "--policy", "fide-tiemout"], "fide-dead"),
        ("a game of chess for a position", &["unwinnable", "1. e4 e5 2. Nf3", "white"], "invalid"),
        ("a proof for a table", &["plot", "d4.cbor", "--out", "x.svg"], "'solve walk d4.cbor' walks through it and draws it"),
        ("a table for a proof", &["walk", "kk.cbor"], "'solve lookup kk.cbor' asks about a position"),
        ("a folder without certificates", &["walk", "empty"], "empty: a folder without certificates of losing chess (.cbor)"),
        ("a folder for a file", &["lookup", "empty"], "empty: a folder, not a file"),
        ("a game for moves", &["losing-chess", "tic-tac-toe"], "is no move: expected one such as e3"),
        ("more chips than a table has", &["lookup", "kk.cbor", "--chips", "99999999999"], "expected a number of chips from 0 to"),
        ("an unknown side", &["unwinnable", FEN, "red"], "possible values: white, black, both"),
        ("no heap", &["advise", "subtraction:1,2", "--as", "left", "--chips", "3/6", "--advantage", "mine"], "say which position or heap"),
    ] {
        let output = command(&folder, "").args(arguments).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap() + &String::from_utf8(output.stdout).unwrap();
        assert!(output.status.code().is_some_and(|status| [1, 2].contains(&status)), "{title}: {:?} {said}", output.status);
        assert!(said.contains(sentence), "{title}: {said}");
    }
}

#[test]
fn other_ways_of_writing_are_as_good() {
    let folder = folder("ways");
    const FEN: &str = "8/8/8/4k3/8/8/3NK3/8 w - -";
    for (title, one, other) in [
        ("a side as a letter", &["unwinnable", FEN, "w"][..], &["unwinnable", FEN, "white"][..]),
        ("a side as a capital letter", &["unwinnable", FEN, "B"], &["unwinnable", FEN, "black"]),
        ("a side with a capital letter", &["unwinnable", FEN, "White"], &["unwinnable", FEN, "white"]),
        (
            "a position below 0",
            &["chips", "tug:3", "--chips", "4", "--position", "-1"],
            &["chips", "tug:3", "--chips", "4", "--position=-1"],
        ),
        (
            "where play begins, for advice",
            &["advise", "tug:3", "--as", "left", "--chips", "4/8", "--advantage", "mine"],
            &["advise", "tug:3", "0", "--as", "left", "--chips", "4/8", "--advantage", "mine"],
        ),
    ] {
        let [one, other] = [one, other].map(|arguments| command(&folder, "").args(arguments).output().unwrap());
        assert_eq!(one.status.code(), Some(0), "{title}: {}", String::from_utf8_lossy(&one.stderr));
        assert_eq!(String::from_utf8(one.stdout), String::from_utf8(other.stdout), "{title}");
    }
}
