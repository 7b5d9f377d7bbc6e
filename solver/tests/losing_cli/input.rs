//! Tests lines of moves and files as input, and input that is refused.

use std::fs;
use std::path::Path;

use gamecert_solver::certificate::verify;
use gamecert_solver::games::losing_chess::text::START;
use serde_json::Value;

use super::run::{Run, command, folder, solve};
use super::{after, answer, answers};

#[test]
fn lines_and_files() {
    let folder = folder("losing-lines");
    fs::write(folder.join("lines.txt"), "# wins of White\n\n1. e3 d5   # after 1... d5\n  1.e3 1...d6\n1. e3 d5 2. Bb5 # long\nd3\n")
        .unwrap();
    fs::create_dir(folder.join("new")).unwrap();
    let run = solve(&folder, "losing-chess --lines lines.txt --emit-dir new/certs --json").ends_with(0);
    let found: Vec<(String, String, String)> = answers(&run)
        .iter()
        .map(|answer| {
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            (text(&answer["asked"]), text(&answer["verdict"]), text(&answer["proof"]["file"]))
        })
        .collect();
    let found: Vec<(&str, &str, &str)> = found.iter().map(|(asked, verdict, file)| (&**asked, &**verdict, &**file)).collect();
    assert_eq!(
        found,
        [
            ("1. e3 d5", "white", "new/certs/e3-d5.cbor"),
            ("1.e3 1...d6", "white", "new/certs/e3-d6.cbor"),
            ("1. e3 d5 2. Bb5", "black", "new/certs/e3-d5-Bb5.cbor"),
            ("d3", "black", "new/certs/d3.cbor"),
        ]
    );
    let mut names: Vec<String> =
        fs::read_dir(folder.join("new/certs")).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["d3.cbor", "e3-d5-Bb5.cbor", "e3-d5.cbor", "e3-d6.cbor"]);
    for name in names {
        verify::open_losing(&folder.join("new/certs").join(name)).unwrap();
    }
    // A win that is proved for one line of the file is known when the next line is searched.
    fs::write(folder.join("two.txt"), "1. e3 g6 2. Qh5\n1. e3 g6\n").unwrap();
    let run = solve(&folder, "losing-chess --lines two.txt --shrink 0 --threads 1 --for white --json").ends_with(0);
    let [first, second] = [0, 1].map(|number| answers(&run)[number]["evaluations"].as_u64().unwrap());
    assert!(first > 100_000 && second < 1000, "{first} {second}");
    // A win is found for the first line of the file but not for the second.
    fs::write(folder.join("mixed.txt"), "d3\n1. e3\n").unwrap();
    let run = solve(&folder, "losing-chess --lines mixed.txt --time 1s")
        .ends_with(1)
        .says(&["d3: Black wins by force with 1... ", "1. e3: no win was found for either side within the limits\n"]);
    assert_eq!(run.err, "solve: no win was proved for 1 of 2\n");
    // A long move sequence must not give a file name that is too long.
    let there_and_back = "Nf3 Nf6 Ng1 Ng8 ".repeat(40);
    let run = after(&folder, &format!("{there_and_back} d3"), "--emit-dir long --json").answers();
    let file = answer(&run)["proof"]["file"].as_str().unwrap().to_owned();
    assert!(file.starts_with("long/Nf3-Nf6-Ng1-") && file.len() < 140 && folder.join(&file).exists(), "{file}");
}

#[test]
fn wrong_uses() {
    let folder = folder("losing-wrong");
    let lines = [("bad.txt", "# one\n\n1. e3 d5 # fine\n1. e3 d5 2. Bb5 a6 3. h4\n"), ("empty.txt", "# nothing\n\n"), ("file", "")];
    lines.iter().for_each(|(name, text)| fs::write(folder.join(name), text).unwrap());
    fs::write(folder.join("binary.txt"), [0xff, 0xfe]).unwrap();
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("../certs/kk.cbor"), folder.join("kk.cbor")).unwrap();
    let table: &[(&[&str], &str)] = &[
        (&["--fen", "8/8/8/8 w"], "--fen: expected 8 ranks with / between them, found 4"),
        (&["--fen", "k7/8/8/8/8/8/8/P7 w"], "--fen: a pawn on a1"),
        (&["--fen", ""], "--fen: expected a FEN of two to six fields"),
        (
            &["1. e3 d5 2. Bb5 Nc6 3. Bxc6 Bd7"],
            "move 6 of \"1. e3 d5 2. Bb5 Nc6 3. Bxc6 Bd7\": Bd7 is illegal: captures are compulsory (bxc6)",
        ),
        (&["1. e3 e9"], "move 2 of \"1. e3 e9\": \"e9\" is no move"),
        (&["1. e3", "--fen", "k7/8/8/8/8/8/8/K7 w"], "move 1 of \"1. e3\": e3 is illegal in k7/8/8/8/8/8/8/K7 w - -"),
        (&["Ka1", "--fen", "8/8/8/8/8/8/8/7k w"], "Ka1 is illegal: play is over"),
        (&["a8", "--fen", "8/P6k/8/8/8/8/8/8 w"], "what does the pawn become? Write a8=Q, R, B, N or K"),
        (&["Nc2", "--fen", "7k/8/8/8/8/8/8/N3N3 w"], "Nc2 is ambiguous: a1c2 or e1c2"),
        (&["--lines", "bad.txt"], "bad.txt, line 4: move 5 of \"1. e3 d5 2. Bb5 a6 3. h4\": h4 is illegal: captures are compulsory (Ba6x)"),
        (&["--lines", "empty.txt"], "empty.txt: no moves"),
        (&["--lines", "none.txt"], "none.txt: No such file"),
        (&["--lines", "binary.txt"], "binary.txt: "),
        (&["1.", "--for", "white", "--hints", "bad.txt"], "bad.txt, line 4: move 5 of \"1. e3 d5 2. Bb5 a6 3. h4\": h4 is illegal"),
        (&["1. e3 d6", "--for", "white", "--hints", "bad.txt"], "bad.txt, line 3: move 1 of \"1. e3 d5\": e3 is illegal in rnbqkbnr/"),
        (&["1. e3", "--for", "white", "--hints", "empty.txt"], "empty.txt: no moves"),
        (&["1. e3", "--for", "white", "--hints", "none.txt"], "none.txt: No such file"),
        (&["1. d3", "--emit-cert", "file/a.cbor"], "file is not a folder"),
        (&["1. d3", "--emit-cert", "."], ".: a folder, not a file"),
        (&["1. d3", "--emit-dir", "file"], "file is not a folder"),
        (&["1. d3", "--memory", "50M"], "a search needs 100 MB at least"),
        (&["1. d3", "--resume", "none/file"], "none/file: no file can be made there"),
        (&["1. d3", "--resume", "."], ".: "),
        (&["1. d3", "--resume", "file"], "file: not a file of an interrupted search"),
        (&["1. d3", "--resume", "bad.txt"], "bad.txt: not a file of an interrupted search"),
        (&["1. d3", "--use", "none.cbor"], "none.cbor: No such file"),
        (&["1. d3", "--use", "bad.txt"], "bad.txt: a text, not a certificate"),
        (&[], "say which position: the moves that lead to it, as in 'solve losing-chess \"1. e3 d6\"', or --fen, or --lines for several"),
        (&["1. d3", "--use", "kk.cbor"], "kk.cbor: a certificate of kind richman has no proof of losing chess"),
    ];
    for (arguments, sentence) in table {
        let run = Run::new(&arguments.join(" "), command(&folder, "losing-chess").args(*arguments).output().unwrap()).complains(2);
        assert!(run.err.contains(&sentence.replace(" (Ba6x)", "")), "{arguments:?}: {}", run.err);
    }
    // The grammar of the command line forbids these combinations.
    let table: &[(&[&str], &str)] = &[
        (&["--fen", START, "--lines", "bad.txt"], "'--fen <FEN>' cannot be used with '--lines <FILE>'"),
        (&["1. e3", "--lines", "bad.txt"], "cannot be used with '--lines <FILE>'"),
        (&["--lines", "bad.txt", "--emit-cert", "a"], "cannot be used with"),
        (&["--lines", "bad.txt", "--resume", "a"], "cannot be used with"),
        (&["1. d3", "--emit-cert", "a", "--emit-dir", "b"], "cannot be used with"),
        (&["1. d3", "--hints", "bad.txt"], "--for <SIDE>"),
        (&["--lines", "bad.txt", "--hints", "bad.txt", "--for", "white"], "cannot be used with"),
        (&["1. d3", "--time", "5"], "'5' for '--time <TIME>': time unit needed"),
        (&["1. d3", "--time", "soon"], "'soon' for '--time <TIME>'"),
        (&["1. d3", "--shrink", "x"], "expected a time such as 1m, or a number of walks such as 3"),
        (&["1. d3", "--rules", "uci"], "\"uci\" is no rule set: joint, international or fics"),
        (&["1. d3", "--for", "red"], "[possible values: white, black]"),
        (&["1. d3", "--memory", "much"], "expected a number of bytes such as 800000, 600M or 2G"),
        (&["1. d3", "--threads", "0"], "'--threads <N>'"),
    ];
    for (arguments, sentence) in table {
        let run = Run::new(&arguments.join(" "), command(&folder, "losing-chess").args(*arguments).output().unwrap()).ends_with(2);
        assert!(run.out.is_empty() && run.err.contains(sentence), "{arguments:?}: {}", run.err);
    }
}
