//! Tests bad input, wrong command lines, help, and files that exist already.

use std::fs;

use super::run::{folder, solve};
use super::{certificates, files, names};

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
