//! Tests `solve lookup` and `solve export` on certificates of bidding chess.

use serde_json::Value;

use super::common::Schema;
use super::run::{Run, command, solve};
use super::{certificates, files, sha256};

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
        let mut looking = command(&folder, "lookup kpk/kpk-4x4.cbor --json");
        let looked = Run::new(title, looking.arg(fen).output().unwrap());
        let mut solving = command(&folder, "bidding-chess KPK --board 4x4 --json --position");
        let solved = Run::new(title, solving.arg(fen).output().unwrap());
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
