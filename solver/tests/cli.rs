//! Tests the command line of `solve`: output streams, files and exit status.

mod common;
#[path = "common/run.rs"]
mod run;

use std::fs;
use std::path::{Path, PathBuf};

use common::Schema;
use run::{folder, solve};
use serde_json::Value;

/// Lists all files below a folder, hidden ones too, with their bytes, sorted by name.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    fn collect(root: &Path, folder: &Path, found: &mut Vec<(String, Vec<u8>)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(root, &path, found);
            } else {
                found.push((path.strip_prefix(root).unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap()));
            }
        }
    }
    let mut found = Vec::new();
    if folder.exists() {
        collect(folder, folder, &mut found);
    }
    found.sort();
    found
}

fn names(folder: &Path) -> Vec<String> {
    files(folder).into_iter().map(|(name, _)| name).collect()
}

fn sha256(bytes: &[u8]) -> String {
    gamecert_checker::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

const KPKP_FAMILY: &str = "kbk kbkb kbkn kbkp kk knk knkn knkp kpk kpkp kqk kqkb kqkn kqkp kqkq kqkr krk krkb krkn krkp krkr";

#[test]
fn endings_are_solved_and_their_certificates_written() {
    let of_family =
        |board: &str, family: &str| family.split(' ').map(|ending| format!("{ending}-{board}.cbor")).collect::<Vec<_>>().join(" ");
    let kings_and_rook = [
        "KK on 3x3 is solved: the exact share of the money that wins, in all 72 positions (12 up to symmetry)\n  3 values in the table, largest denominator 2; labels up to ",
        "KRK on 3x3 is solved: the exact share of the money that wins, in all 504 positions (66 up to symmetry)\n  5 values in the table, largest denominator 8; labels up to ",
    ];
    let (kpk, kpkp) = (of_family("4x4", "kbk kk knk kpk kqk krk"), of_family("2x4", KPKP_FAMILY));
    let table: [(&str, &[&str], &str); 11] = [
        ("KRK --board 3x3", &kings_and_rook, ""),
        (
            "KRK --board 3x3 --emit-cert krk.cbor",
            &["\n  kk-3x3.cbor: 127 bytes, verified, sha256=", "\n  krk.cbor: 444 bytes, verified, sha256="],
            "kk-3x3.cbor krk.cbor",
        ),
        (
            "KRK --board 3X3 --emit-cert some/where/it",
            &["\n  some/where/kk-3x3.cbor: ", "\n  some/where/it: "],
            "some/where/it some/where/kk-3x3.cbor",
        ),
        ("krk --board 3x3 --emit-dir .", &[], "kk-3x3.cbor krk-3x3.cbor"),
        ("KRK --board 3x3 --emit-dir out --no-verify", &[" bytes, not verified, sha256="], "out/kk-3x3.cbor out/krk-3x3.cbor"),
        (
            "KRK KBK KRK --board 3x4 --emit-dir .",
            &["KBK on 3x4 is solved: ", "KRK on 3x4 is solved: "],
            "kbk-3x4.cbor kk-3x4.cbor krk-3x4.cbor",
        ),
        (
            "KPK --board 4x4 --emit-dir .",
            &["KPK on 4x4 is solved: the exact share of the money that wins, in all 1,680 positions (840 up to symmetry)\n"],
            &kpk,
        ),
        (
            "KPKP --board 2x4 --emit-dir .",
            &[
                "KPKP on 2x4 is solved: the exact share of the money that wins, in all 360 positions (180 up to symmetry); in some positions there are shares with which neither side can force a win (alpha < beta)\n",
            ],
            &kpkp,
        ),
        (
            "KK --emit-dir .",
            &["KK on 8x8 is solved: the exact share of the money that wins, in all 4,032 positions (518 up to symmetry)"],
            "kk.cbor",
        ),
        (
            "KRK --board 3x3 --report",
            &["\n\nKK on 3x3: 12 classes (72 placements), ", "\n\nKRK on 3x3: 66 classes (504 placements), ", "\nZugzwang ", "\nLabels\n"],
            "",
        ),
        ("KRK --board 3x3 --threads 1 --memory 100M", &kings_and_rook, ""),
    ];
    for (arguments, parts, written) in table {
        let folder = folder("solved");
        fs::create_dir_all(folder.join("some/where")).unwrap();
        let run = solve(&folder, &format!("bidding-chess {arguments}")).answers().says(parts);
        let files = files(&folder);
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names.join(" "), written, "{arguments}");
        for (name, bytes) in &files {
            assert!(gamecert_solver::certificate::verify::open(&folder.join(name)).is_ok(), "{arguments}: {name}");
            assert!(
                run.out.contains(&format!("{name}: ")) && run.out.contains(&format!(" sha256={}\n", sha256(bytes))),
                "{arguments}: {name}"
            );
        }
    }
}

#[test]
fn answers_as_json() {
    let schema = Schema::named("bidding-chess");
    let table = [
        ("KRK --board 3x3", "policy", 2, true, false),
        ("KRK --board 3x3 --emit-dir out", "policy", 2, true, false),
        ("KRK --board 3x3 --emit-cert out/it.cbor", "policy", 2, true, false),
        ("KRK KBK --board 3x3 --no-verify --emit-dir out", "policy", 3, false, false),
        ("KRK --board 3x3 --method iterate", "iterate", 2, true, false),
        ("KPK --board 4x4 --report --emit-dir out", "policy", 6, true, true),
        ("KPKP --board 2x4 --report", "policy", 21, true, true),
    ];
    for (arguments, method, number, verified, report) in table {
        let folder = folder("json");
        fs::create_dir(folder.join("out")).unwrap();
        let answer = solve(&folder, &format!("bidding-chess --json {arguments}")).answers().json();
        schema.assert_fits(&answer);
        assert_eq!((&answer["method"], &answer["verified"]), (&method.into(), &verified.into()), "{arguments}");
        assert_eq!(answer["steps"].as_u64(), (method == "iterate").then_some(6), "{arguments}");
        let endings = answer["endings"].as_array().unwrap();
        assert_eq!(endings.len(), number, "{arguments}");
        let materials = |list: &Value| list.as_array().into_iter().flatten().map(|ending| ending["material"].clone()).collect::<Vec<_>>();
        assert_eq!(materials(&answer["report"]), if report { materials(&answer["endings"]) } else { vec![] }, "{arguments}");
        for ending in endings {
            if arguments.contains("--emit") {
                let bytes = fs::read(folder.join(ending["file"].as_str().unwrap())).unwrap();
                assert_eq!(
                    (ending["bytes"].as_u64(), &ending["sha256"]),
                    (Some(bytes.len() as u64), &sha256(&bytes).into()),
                    "{arguments}"
                );
            } else {
                assert_eq!(ending.get("file"), None, "{arguments}");
            }
        }
    }
    let kpkp = solve(&folder("json"), "bidding-chess --json KPKP --board 2x4").json();
    assert_eq!(kpkp["endings"][20]["material"], "KPKP");
    assert_eq!((&kpkp["endings"][20]["sharp"], &kpkp["endings"][0]["sharp"]), (&false.into(), &true.into()));
}

#[test]
fn the_bytes_depend_on_neither_method_nor_threads() {
    for ending in ["KRK --board 3x3", "KNKP --board 3x3", "KPK KNK --board 4x4"] {
        let mut runs =
            ["", "--threads 1", "--threads 2", "--no-verify", "--method iterate", "--method iterate --threads 1"].map(|options| {
                let folder = folder("bytes");
                solve(&folder, &format!("bidding-chess {ending} {options} --emit-dir .")).answers();
                files(&folder)
            });
        let last = runs.last_mut().unwrap().clone();
        assert!(last.len() > 1 && runs.iter().all(|run| *run == last), "{ending}");
    }
}

#[test]
fn iteration_stops_with_intervals() {
    let folder = folder("intervals");
    let run = solve(&folder, "bidding-chess KRK --board 3x3 --method iterate --steps 5 --emit-dir .").ends_with(1);
    assert_eq!(run.err, "solve: no values after 5 steps: 8 equations are violated by the simplest fractions\n");
    let run = run.says(&[
        "KK on 3x3: 12 classes; widest interval at 3/3/K1k:\n",
        "  0.46875000000000000000 <= alpha <= beta <= 0.53125000000000000000, simplest fraction between 1/2\n",
        "KRK on 3x3: 66 classes; widest interval at ",
    ]);
    assert_eq!(run.out.lines().count(), 4);
    let fraction = |text: &Value| -> (u64, u64) {
        let (numerator, denominator) = text.as_str().unwrap().split_once('/').unwrap();
        (numerator.parse().unwrap(), denominator.parse().unwrap())
    };
    let at_most = |(a, b): (u64, u64), (c, d): (u64, u64)| a * d <= c * b;
    for steps in [0, 1, 5] {
        let run = solve(&folder, &format!("bidding-chess KRK --board 3x3 --method iterate --steps {steps} --json --emit-cert it.cbor"));
        let run = run.ends_with(1);
        assert!(run.err.starts_with(&format!("solve: no values after {steps} steps: ")) && run.err.lines().count() == 1, "{}", run.err);
        let answer = run.json();
        Schema::named("intervals").assert_fits(&answer);
        assert_eq!(answer["steps"], steps);
        let of_endings = answer["endings"].as_array().unwrap();
        let counts: Vec<_> = of_endings.iter().map(|ending| (&ending["material"], ending["intervals"].as_array().unwrap().len())).collect();
        assert_eq!(counts, [(&"KK".into(), 12), (&"KRK".into(), 66)]);
        for interval in of_endings.iter().flat_map(|ending| ending["intervals"].as_array().unwrap()) {
            let [low, high, guess] = [0, 1, 2].map(|index| fraction(&interval[index]));
            assert!(at_most(low, guess) && at_most(guess, high), "{interval}");
        }
    }
    assert_eq!(names(&folder), [""; 0], "values that are none are not certified");
    solve(&folder, "bidding-chess KRK --board 3x3 --method iterate --steps 6").answers();
    for options in ["", "--json", "--emit-dir ."] {
        let run = solve(&folder, &format!("bidding-chess KPKP --board 2x4 --method iterate {options}")).complains(1);
        assert!(
            run.err.ends_with("it looks as if alpha < beta somewhere, which the paper's method cannot prove; the default method can\n"),
            "{}",
            run.err
        );
    }
    assert_eq!(names(&folder), [""; 0]);
}

#[test]
fn material_is_brought_into_order() {
    let folder = folder("exchanged");
    let run = solve(&folder, "bidding-chess KKR KRK --board 3x3 --emit-dir .").ends_with(0);
    assert_eq!(run.err, "solve: KKR is KRK with colours exchanged\n");
    assert_eq!(run.out.matches("KRK on 3x3 is solved").count(), 1);
    assert_eq!(names(&folder), ["kk-3x3.cbor", "krk-3x3.cbor"]);
    let run = solve(&folder, "bidding-chess kkr --board 3x3 --json").ends_with(0);
    assert_eq!(run.err, "solve: kkr is KRK with colours exchanged\n");
    assert_eq!(run.json()["endings"][1]["material"], "KRK");
}

/// Returns a folder with certificates in three subfolders. `kpk` contains the ending KPK on 4x4, `kpkp` contains KPKP
/// on 2x4, and `krk` contains KRK on 3x3.
fn certificates(test: &str) -> PathBuf {
    let folder = folder(test);
    for arguments in ["KPK --board 4x4 --emit-dir kpk", "KPKP --board 2x4 --emit-dir kpkp", "KRK --board 3x3 --emit-dir krk"] {
        solve(&folder, &format!("bidding-chess {arguments}")).answers();
    }
    folder
}

#[test]
fn positions_are_looked_up() {
    let folder = certificates("lookup");
    let table: [(&str, &str, [&str; 3], &[&str]); 5] = [
        (
            "kpk/kpk-4x4.cbor",
            "3k/4/P3/K3",
            ["41/64", "41/64", "5/64"],
            &[
                "  4  . . . k\n  3  . . . .\n  2  P . . .\n  1  K . . .\n     a b c d\n\n3k/4/P3/K3 on 4x4\n\nvalue    41/64 = 0.640625\n",
                "\nWhite    wins by force with a share of the money above 23/64 = 0.359375\n",
                "\nBlack    wins by force with a share of the money above 41/64 = 0.640625\n",
                "\nbid      5/64 = 0.078125\n",
                "\nlabels   White 3, Black 3\n",
                "\nWhite's moves, best first:\n* a2a3   0.71",
                "\nThis depends on certificates with SHA-256\n",
            ],
        ),
        // This is the same position with colours exchanged.
        (
            "kpk/kpk-4x4.cbor",
            "k3/p3/4/3K",
            ["23/64", "23/64", "5/64"],
            &["\nvalue    23/64 = 0.359375\n", "\nBlack's moves, best first:\n* a3a2   0.28"],
        ),
        // These positions belong to cited endings.
        ("kpk/kpk-4x4.cbor", "k3/4/4/Q2K", ["13/16", "13/16", "3/16"], &["\nvalue    13/16 = 0.8125\n"]),
        ("kpk/kpk-4x4.cbor", "k3/4/4/3K", ["1/2", "1/2", "0/1"], &["\nvalue    1/2 = 0.5\n"]),
        (
            "kpkp/kpkp-2x4.cbor",
            "k1/p1/P1/K1",
            ["1/4", "3/4", "0/1"],
            &[
                "\nalpha    1/4 = 0.25\nbeta     3/4 = 0.75\n",
                "\n         Neither wins by force with money in between.\n",
                "\nbid      0: quiescent, ",
            ],
        ),
    ];
    let schema = Schema::named("lookup");
    for (certificate, position, [alpha, beta, bid], parts) in table {
        let run = solve(&folder, &format!("lookup {certificate} {position}")).answers().says(parts);
        let answer = solve(&folder, &format!("lookup --json {certificate} {position}")).answers().json();
        schema.assert_fits(&answer);
        let fields = ["position", "alpha", "beta", "bid"].map(|field| answer[field].as_str().unwrap());
        assert_eq!(fields, [position, alpha, beta, bid]);
        assert_eq!(answer.get("decimal_beta").is_some(), alpha != beta, "{position}");
        let mut digests: Vec<String> = files(folder.join(certificate).parent().unwrap()).iter().map(|(_, bytes)| sha256(bytes)).collect();
        let mut rests_on: Vec<&str> = answer["rests_on"].as_array().unwrap().iter().map(|digest| digest.as_str().unwrap()).collect();
        digests.sort_unstable();
        rests_on.sort_unstable();
        assert_eq!(rests_on, digests, "{position}");
        assert!(digests.iter().all(|digest| run.out.contains(digest)), "{position}");
    }
}

/// A position may be a whole FEN. Bidding chess ignores the side to move and the move counters of a FEN, but refuses
/// castling rights and en passant squares.
#[test]
fn positions_are_whole_fens() {
    let folder = certificates("fens");
    let table = [
        ("the board alone", "3k/4/P3/K3", ""),
        ("White to move", "3k/4/P3/K3 w", ""),
        ("four fields", "3k/4/P3/K3 b - -", ""),
        ("six fields", "3k/4/P3/K3 b - - 12 40", ""),
        ("more spaces", "3k/4/P3/K3  w  -  -", ""),
        ("no side", "3k/4/P3/K3 - - -", "the side to move is '-', expected w or b"),
        ("castling", "3k/4/P3/K3 w KQ - 0 1", "castling rights 'KQ': bidding chess has no castling, so this field is -"),
        ("en passant", "3k/4/P3/K3 w - a3 0 1", "en passant square 'a3': bidding chess has no capture en passant, so this field is -"),
        ("a clock of letters", "3k/4/P3/K3 w - - x 1", "halfmove clock 'x' is not a whole number"),
        ("a negative number", "3k/4/P3/K3 w - - 0 -1", "move number '-1' is not a whole number"),
        ("seven fields", "3k/4/P3/K3 w - - 0 1 1", "'1' after the six fields of a FEN"),
        ("no board", " ", "1 ranks, expected 4 for a board of 4x4"),
    ];
    for (title, fen, refused) in table {
        let mut looking = run::command(&folder, "lookup kpk/kpk-4x4.cbor --json");
        let looked = run::Run::new(title, looking.arg(fen).output().unwrap());
        let mut solving = run::command(&folder, "bidding-chess KPK --board 4x4 --json --position");
        let solved = run::Run::new(title, solving.arg(fen).output().unwrap());
        if refused.is_empty() {
            let looked = looked.answers().json();
            assert_eq!((&looked["position"], &looked["bid"]), (&"3k/4/P3/K3".into(), &"5/64".into()), "{title}");
            let solved = solved.answers().json();
            assert_eq!(solved["position"]["white_moves"], looked["white_moves"], "{title}");
        } else {
            assert!(looked.complains(2).err.contains(refused), "{title}");
            assert!(solved.complains(2).err.contains(refused), "{title}");
        }
    }
}

#[test]
fn certificates_are_exported() {
    let folder = certificates("export");
    let schema = Schema::named("export");
    let sharp = "class,position,alpha,beta,label_white,label_black,white_move,black_move,bid,zugzwang,quiescent\n0,3/3/KRk,3/4,3/4,1,2,b1c1,c1b1,1/4,false,false\n";
    let interval = "class,position,alpha,beta,label_white,label_black,white_move_alpha,black_move_alpha,white_move_beta,black_move_beta,bid,bid_beta,zugzwang,quiescent\n";
    for (certificate, classes, beginning) in [("krk/krk-3x3.cbor", 66, sharp), ("kpkp/kpkp-2x4.cbor", 180, interval)] {
        let csv = solve(&folder, &format!("export {certificate} --format csv")).ends_with(0).out;
        assert!(csv.starts_with(beginning), "{csv}");
        let fields = csv.lines().map(|line| line.split(',').count()).collect::<Vec<_>>();
        assert!(fields.iter().all(|&number| number == fields[0]), "{certificate}");
        assert_eq!(fields.len(), 1 + classes, "{certificate}");
        assert_eq!(solve(&folder, &format!("export {certificate}")).ends_with(0).out, csv, "the default is CSV");
        let jsonl = solve(&folder, &format!("export {certificate} --format jsonl")).ends_with(0).out;
        assert_eq!(jsonl.lines().count(), classes, "{certificate}");
        for (line, row) in jsonl.lines().zip(csv.lines().skip(1)) {
            let object: Value = serde_json::from_str(line).unwrap();
            schema.assert_fits(&object);
            let class = format!("{},{},", object["class"], object["position"].as_str().unwrap());
            assert!(row.starts_with(&class), "{line} {row}");
        }
    }
    let differ = solve(&folder, "export kpkp/kpkp-2x4.cbor").out;
    assert!(differ.contains(",k1/p1/P1/K1,1/4,3/4,3,3,"), "{differ}");
}

/// A refused command prints one line with the reason, ends with status 2, and leaves all files unchanged.
#[test]
fn bad_input_is_refused() {
    let folder = certificates("refused");
    let at = |path: &str| folder.join(path);
    let krk = fs::read(at("krk/krk-3x3.cbor")).unwrap();
    let kk = fs::read(at("krk/kk-3x3.cbor")).unwrap();
    let flipped = |bytes: &[u8]| [&bytes[..bytes.len() - 1], &[bytes[bytes.len() - 1] ^ 1]].concat();
    for (path, bytes) in [
        ("file", &b"no folder\n"[..]),
        ("bad/text.cbor", b"no certificate\n"),
        ("bad/empty.cbor", b""),
        ("bad/short.cbor", &krk[..100]),
        ("bad/long.cbor", &[&krk[..], &[0]].concat()),
        ("bad/flipped.cbor", &flipped(&krk)),
        ("bad/kk-3x3.cbor", &kk),
        ("alone/krk-3x3.cbor", &krk),
        ("alone/kk-3x3.txt", &kk),
        ("worse/krk-3x3.cbor", &krk),
        ("worse/kk-3x3.cbor", &flipped(&kk)),
    ] {
        fs::create_dir_all(at(path).parent().unwrap()).unwrap();
        fs::write(at(path), bytes).unwrap();
    }
    let before = files(&folder);
    let table = [
        ("bidding-chess KXK", "material 'KXK': 'X' is no piece; pieces are K, Q, R, B, N, P"),
        ("bidding-chess KRK K♛K", "material 'K♛K': '♛' is no piece"),
        ("bidding-chess KR", "material 'KR': expected White's pieces, then Black's, each beginning with a king"),
        ("bidding-chess QR", "material 'QR': expected White's pieces, then Black's, each beginning with a king"),
        ("bidding-chess RKK", "material 'RKK': expected White's pieces, then Black's, each beginning with a king"),
        ("bidding-chess KRKK", "material 'KRKK': expected White's pieces, then Black's, each beginning with a king"),
        ("bidding-chess ''", "material '': expected White's pieces"),
        ("bidding-chess KQQRBNK", "material 'KQQRBNK': at most 6 pieces"),
        ("bidding-chess KQQQK --board 2x2", "the pieces of KQQQK do not fit on a board of 2x2"),
        ("bidding-chess KPK --board 8x2", "the pieces of KPK do not fit on a board of 8x2"),
        ("bidding-chess KRK KPPPK --board 2x3", "the pieces of KPPPK do not fit on a board of 2x3"),
        ("bidding-chess KBNNK --board 2x3 --method iterate", "KBNNK on 2x3: White cannot move in "),
        ("bidding-chess KRK --board 1x8", "board 1x8: files and ranks go from 2 to 16"),
        ("bidding-chess KRK --board 8x1", "board 8x1: files and ranks go from 2 to 16"),
        ("bidding-chess KRK --board 17x10", "board 17x10: files and ranks go from 2 to 16"),
        ("bidding-chess KRK --board 8y8", "board '8y8': expected WxH, files by ranks, such as 8x8 or 3x4"),
        ("bidding-chess KRK --board 8", "board '8': expected WxH"),
        ("bidding-chess KRK --board 3x3x3", "board '3x3x3': expected WxH"),
        ("bidding-chess KRK --threads 2 --memory 1M", "KRK on 8x8 needs about 27.9 MB of memory; --memory allows 1.0 MB"),
        ("bidding-chess KRK KNK --memory 1M", "KRK, KNK on 8x8 needs about "),
        ("bidding-chess KRK --board 3x3 --steps 5", "--steps goes with --method iterate"),
        ("bidding-chess KRK --board 3x3 --position 2k/K1R", "position '2k/K1R': 2 ranks, expected 3"),
        (
            "bidding-chess KRK --board 3x3 --position 2k/3/K1Q",
            "position '2k/3/K1Q' is of the ending KQK, which none of the endings asked for can turn into",
        ),
        ("lookup krk/krk-3x3.cbor", "bidding chess has no position in which play begins: name one, such as 8/8/8/8/3k4/8/8/K2N4"),
        ("lookup krk/krk-3x3.cbor 2k/3/K1R --chips 3", "krk/krk-3x3.cbor: --chips is for certificates of kind chips"),
        ("lookup krk/krk-3x3.cbor 2k/3/K1R --for white", "--for is for certificates of the kinds helpmate, unwinnable and batch"),
        ("export krk", "krk: a folder, not a file\n"),
        ("export file", "file: a text, not a certificate\n"),
        ("bidding-chess KRK --board 3x3 --method policy --steps 5", "--steps goes with --method iterate"),
        ("bidding-chess KRK KBK --board 3x3 --emit-cert it.cbor", "--emit-cert takes one ending; use --emit-dir for several"),
        ("bidding-chess KRK --board 3x3 --emit-cert bad/kk-3x3.cbor", "bad/kk-3x3.cbor is the name of a certificate that this one cites"),
        ("bidding-chess KRK --board 3x3 --emit-cert kk-3x3.cbor", "kk-3x3.cbor is the name of a certificate that this one cites"),
        ("bidding-chess KRK --board 3x3 --emit-dir file", "file is not a folder"),
        ("bidding-chess KRK --board 3x3 --emit-dir file/out", "file is not a folder"),
        ("bidding-chess KRK --board 3x3 --emit-cert krk/", "krk/: a folder, not a file"),
        ("bidding-chess KRK --board 3x3 --emit-cert krk", "krk: a folder, not a file"),
        ("bidding-chess KRK --board 3x3 --emit-cert new/", "new/: a folder, not a file"),
        ("bidding-chess KRK --board 999x3", "board 999x3: files and ranks go from 2 to 16"),
        ("bidding-chess KNK --method iterate --memory 60M", "KNK on 8x8 needs about "),
        ("bidding-chess K\u{7}K", "material 'K\\u{7}K': '\\u{7}' is no piece"),
        ("lookup krk/krk-3x3.cbor 2k/\u{7}/K1R", "'\\u{7}' in rank 2"),
        ("bidding-chess KRK --board 3x3 --emit-cert file/it.cbor", "file is not a folder"),
        ("lookup krk/krk-3x3.cbor 2k/K1R", "position '2k/K1R': 2 ranks, expected 3 for a board of 3x3"),
        ("lookup krk/krk-3x3.cbor 2k/3/3/K1R", "position '2k/3/3/K1R': 4 ranks, expected 3"),
        ("lookup krk/krk-3x3.cbor ''", "position '': 1 ranks, expected 3"),
        ("lookup krk/krk-3x3.cbor 2k/3/K1R1", "rank 1 describes 4 squares, expected 3"),
        ("lookup krk/krk-3x3.cbor 2k/2/K1R", "rank 2 describes 2 squares, expected 3"),
        ("lookup krk/krk-3x3.cbor 2k//K1R", "rank 2 describes 0 squares, expected 3"),
        ("lookup krk/krk-3x3.cbor 2k/12/K1R", "rank 2 describes 12 squares, expected 3"),
        ("lookup krk/krk-3x3.cbor 2k/3/K1X", "'X' in rank 1 is neither a piece nor a number from 1 on"),
        ("lookup krk/krk-3x3.cbor 2k/03/K1R", "'0' in rank 2 is neither a piece nor a number from 1 on"),
        ("lookup krk/krk-3x3.cbor 3/3/K1R", "position '3/3/K1R': 0 black kings, expected 1"),
        ("lookup krk/krk-3x3.cbor k2/3/2R", "position 'k2/3/2R': 0 white kings, expected 1"),
        ("lookup krk/krk-3x3.cbor k2/3/KKR", "position 'k2/3/KKR': 2 white kings, expected 1"),
        ("lookup krk/krk-3x3.cbor k2/2k/K2", "position 'k2/2k/K2': 2 black kings, expected 1"),
        ("lookup krk/krk-3x3.cbor 2k/3/K1P", "a pawn on c1, which is a first or last rank"),
        ("lookup krk/krk-3x3.cbor p1k/3/K2", "a pawn on a3, which is a first or last rank"),
        ("lookup krk/krk-3x3.cbor qqk/qqq/K2", "position 'qqk/qqq/K2': 7 pieces, at most 6"),
        ("lookup krk/krk-3x3.cbor 2k/3/K1Q", "position '2k/3/K1Q' is of the ending KQK, but the tablebase on 3x3 has only KK, KRK"),
        ("lookup krk/kk-3x3.cbor 2k/3/K1R", "position '2k/3/K1R' is of the ending KRK, but the tablebase on 3x3 has only KK"),
        ("lookup krk/none.cbor 2k/3/K1R", "krk/none.cbor: "),
        ("lookup none/krk.cbor 2k/3/K1R", "none/krk.cbor: "),
        ("lookup krk 2k/3/K1R", "krk: a folder, not a file\n"),
        ("lookup bad/text.cbor 2k/3/K1R", "bad/text.cbor: a text, not a certificate\n"),
        ("lookup bad/empty.cbor 2k/3/K1R", "bad/empty.cbor: an empty file, not a certificate\n"),
        ("lookup bad/short.cbor 2k/3/K1R", "bad/short.cbor is rejected: cbor/"),
        ("lookup bad/long.cbor 2k/3/K1R", "bad/long.cbor is rejected: cbor/"),
        ("lookup bad/flipped.cbor 2k/3/K1R", "bad/flipped.cbor is rejected: richman/"),
        ("lookup alone/krk-3x3.cbor 2k/3/K1R", "alone/krk-3x3.cbor is undecided: citation/missing at citation 0: "),
        ("lookup worse/krk-3x3.cbor 2k/3/K1R", "worse/krk-3x3.cbor is undecided: citation/missing at citation 0: "),
        ("lookup worse/kk-3x3.cbor 2k/3/K2", "worse/kk-3x3.cbor is rejected: richman/"),
        ("export krk/none.cbor", "krk/none.cbor: "),
        ("export bad/flipped.cbor", "bad/flipped.cbor is rejected: richman/"),
        ("export alone/krk-3x3.cbor --format jsonl", "alone/krk-3x3.cbor is undecided: citation/missing at citation 0: "),
    ];
    for (arguments, reason) in table {
        // Each refused command also runs with an option that would write files.
        let emitting = arguments.starts_with("bidding-chess") && !arguments.contains("--emit");
        for options in ["", if emitting { " --emit-dir out" } else { " " }] {
            let run = solve(&folder, &format!("{arguments}{options}")).complains(2);
            assert!(run.err.contains(reason), "solve {arguments}: {reason:?} in {}", run.err);
            assert!(files(&folder) == before, "solve {arguments}: {:?}", names(&folder));
        }
    }
}

/// Syntax errors in the command line are explained in several lines.
#[test]
fn wrong_command_lines_are_explained() {
    let folder = folder("usage");
    let table = [
        ("", "Usage: solve <COMMAND>"),
        ("solve", "unrecognized subcommand 'solve'"),
        ("bidding-chess", "<MATERIAL>..."),
        ("bidding-chess KRK --bored 3x3", "unexpected argument '--bored'"),
        ("bidding-chess KRK --method guess", "[possible values: policy, iterate]"),
        ("bidding-chess KRK --steps many", "invalid value 'many' for '--steps <N>'"),
        ("bidding-chess KRK --threads 0", "invalid value '0' for '--threads <N>'"),
        ("bidding-chess KRK --memory much", "invalid value 'much' for '--memory <SIZE>'"),
        ("bidding-chess KRK --emit-cert a --emit-dir b", "'--emit-cert <FILE>' cannot be used with '--emit-dir <DIR>'"),
        ("lookup", "<CERT>"),
        ("lookup krk.cbor 2k/3/K1R --chips many", "expected a number of chips from 0 to 268435455, or a range such as 3..20"),
        ("lookup krk.cbor 2k/3/K1R --chips -1", "expected a number of chips from 0 to 268435455, or a range such as 3..20"),
        ("lookup krk.cbor 2k/3/K1R --chips 5..4", "the range 5..4 is empty"),
        ("lookup krk.cbor 2k/3/K1R --chips 0..100000", "at most 100000 numbers of chips can be asked about at once"),
        ("lookup krk.cbor 2k/3/K1R --for red", "[possible values: white, black]"),
        ("export krk.cbor --json --format csv", "cannot be used with"),
        ("bidding-chess KRK --steps -1", "invalid value '-1' for '--steps <N>'"),
        ("bidding-chess KRK --threads -1", "invalid value '-1' for '--threads <N>'"),
        ("export", "<CERT>"),
        ("export krk.cbor --format xml", "[possible values: csv, jsonl, latex]"),
    ];
    for (arguments, reason) in table {
        let run = solve(&folder, arguments).ends_with(2);
        assert_eq!(run.out, "", "solve {arguments}");
        assert!(run.err.contains(reason), "solve {arguments}: {reason:?} in {}", run.err);
    }
    assert_eq!(names(&folder), [""; 0]);
}

#[test]
fn help_names_every_option() {
    let folder = folder("help");
    let of_bidding_chess = [
        "solve bidding-chess",
        "<MATERIAL>...",
        "--board <WxH>",
        "--method <METHOD>",
        "policy",
        "iterate",
        "--steps <N>",
        "--position <POSITION>",
        "--emit-cert <FILE>",
        "--emit-dir <DIR>",
        "--no-verify",
        "--report",
        "--json",
        "--threads <N>",
        "--memory <SIZE>",
    ];
    let table: [(&str, &[&str]); 4] = [
        ("", &["bidding-chess ", "lookup ", "export "]),
        ("bidding-chess", &of_bidding_chess),
        ("lookup", &["solve lookup", "<CERT> [POSITION]", "FEN", "--marker <MARKER>", "--chips <K>", "--for <SIDE>", "--json"]),
        ("export", &["solve export", "<CERT>", "--format <csv|jsonl|latex>", "--json", "--tidy", "--first <N>", "--tree <dot|text>"]),
    ];
    for (subcommand, parts) in table {
        solve(&folder, &format!("{subcommand} --help")).answers().says(parts);
        solve(&folder, &format!("{subcommand} -h")).answers();
        solve(&folder, &format!("help {subcommand}")).answers().says(parts);
    }
    assert_eq!(solve(&folder, "--version").answers().out, format!("solve {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn files_are_replaced_whole() {
    let folder = folder("replaced");
    fs::write(folder.join("krk-3x3.cbor"), vec![0; 100_000]).unwrap();
    solve(&folder, "bidding-chess KRK --board 3x3 --emit-dir . --force").answers();
    assert_eq!(names(&folder), ["kk-3x3.cbor", "krk-3x3.cbor"]);
    assert!(gamecert_solver::certificate::verify::open(&folder.join("krk-3x3.cbor")).is_ok());
    // A folder has the name of a file that the run would write.
    fs::create_dir(folder.join("out")).unwrap();
    fs::create_dir(folder.join("out/kk-3x3.cbor")).unwrap();
    let run = solve(&folder, "bidding-chess KRK --board 3x3 --emit-dir out").complains(2);
    assert!(run.err.starts_with("solve: out/kk-3x3.cbor: a folder, not a file"), "{}", run.err);
    assert_eq!(names(&folder.join("out")), [""; 0]);
}

#[cfg(unix)]
mod unix {
    use std::io::{BufRead, BufReader};
    use std::os::unix::fs::PermissionsExt;
    use std::process::{Child, Command, Stdio};
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    use super::run::{Run, command};
    use super::*;

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
        assert_eq!(fs::read_link(folder.join("full.cbor")).unwrap(), Path::new("/dev/full"));
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
}
