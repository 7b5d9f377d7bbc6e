//! Tests `solve walk`: positions, moves, files, and input that is refused.

mod common;
#[path = "common/run.rs"]
mod run;
#[path = "common/walking.rs"]
mod walking;

use std::collections::HashSet;
use std::fs;

use common::Schema;
use gamecert_solver::answers::walk::{Proof, Walk};
use gamecert_solver::certificate::emit::losing::{Claim, emit};
use gamecert_solver::certificate::verify;
use gamecert_solver::games::Colour;
use gamecert_solver::games::losing_chess::Stalemate;
use run::{folder, solve};
use serde_json::Value;
use walking::{Recount, TO_PROMOTIONS, certificates, position, session, walk};

#[test]
fn places_in_words() {
    let folder = certificates("walk-places");
    let table: &[(&str, &[&str])] = &[
        (
            "",
            &[
                "  8  r n b q k b n r\n  7  p p p p p p . p\n  6  . . . . . . p .\n",
                "\n     a b c d e f g h\n\nrnbqkbnr/pppppp1p/6p1/8/8/4P3/PPPP1PPP/RNBQKBNR w - - 0 2\n\nline     1. e3 g6\nhere     number 0, the root; from here on 4,462 positions",
                "\nWhite's move in the proof:\n   1  Qh5             4,461 positions, at most ",
            ],
        ),
        (
            "1. Qh5",
            &["\nline     1. e3 g6 2. Qh5\nhere     number 1; ", "\nlongest  2... gxh5 3. g4", "\n   1* gxh5            4,460 positions, "],
        ),
        (
            TO_PROMOTIONS,
            &[
                "\nrnbqkbnr/pppppp1p/8/8/3P4/4P3/PPP2PpP/RNB1K2R b - - 0 6\n",
                "\nline     1. e3 g6 2. Qh5 gxh5 3. g4 hxg4 4. Nf3 gxf3 5. Bg2 fxg2 6. d4\n",
                "\nhere     number 9; from here on 4,453 positions, at most 27 moves\n",
                "\n   1* gxh1=Q          4,296 positions, at most 26 moves\n   2  gxh1=R             82 positions",
            ],
        ),
        // These arguments omit the winner's moves, have move numbers in front of moves, or use coordinates.
        ("1... gxh5 2... hxg4 3...gxf3 4. Bg2 fxg2 d4", &["\nline     1. e3 g6 2. Qh5 gxh5 3. g4 hxg4 4. Nf3 gxf3 5. Bg2 fxg2 6. d4\n"]),
        (
            "g6h5 h5g4 g4f3 f3g2 g2h1k",
            &["\nline     1. e3 g6 2. Qh5 gxh5 3. g4 hxg4 4. Nf3 gxf3 5. Bg2 fxg2 6. d4 gxh1=K\n", "\n   1  Kf1"],
        ),
    ];
    for (moves, parts) in table {
        walk(&folder, "e3-g6.cbor", moves, "").answers().says(parts);
    }
    let json = walk(&folder, "e3-d5.cbor", "", "--json").answers().json();
    let line: Vec<&str> = json["main_line"].as_array().unwrap().iter().map(|played| played.as_str().unwrap()).collect();
    walk(&folder, "e3-d5.cbor", &line.join(" "), "").answers().says(&["\nover     White has won: it has no units left\n"]);
}

#[test]
fn sessions() {
    let folder = certificates("walk-sessions");
    // Each case has the input lines, the expected output in order, the expected standard error, and the exit status.
    let table: &[(&str, &[&str], &[&str], i32)] = &[
        ("", &["After 1. e3 g6 White wins by force, in at most ", "number 0, the root"], &[], 0),
        ("1\n\n1\n", &["number 0,", "number 1;", "number 1;", "number 2;"], &[], 0),
        ("\n\n1\n\n", &["number 0,", "number 1;", "number 1;", "number 2;", "number 3;"], &[], 0),
        ("Qh5\ngxh5\nback\nback\n", &["number 1;", "number 2;", "number 1;", "number 0,"], &[], 0),
        ("gxh5 hxg4 gxf3 fxg2\nroot\nquit\nroot\n", &["number 8;", "number 0,"], &[], 0),
        (
            "longest\nlongest 3\nlongest end\nback 1\n",
            &["number 1;", "number 4;", "over     White has won", "from here on 3 positions, at most 1 move\n"],
            &[],
            0,
        ),
        ("#9\n2\nfen\n", &["number 9;", "6. d4 gxh1=R\n", "\nrnbqkbnr/pppppp1p/8/8/3P4/4P3/PPP2P1P/RNB1K2r w - - 0 7\n"], &[], 0),
        ("help\n", &["longest [N]", "quit"], &[], 0),
        (
            "pgn one.pgn\ndot one.dot\nlines one.txt\n",
            &["one.pgn: 4,758 moves, 4,462 positions\n", "one.dot: ", "one.txt: ", " moves, 1,000 positions\n"],
            &[],
            0,
        ),
        (
            "foo\n7\nback\nback x\n#x\n#9999\nroot now\npgn\npgn none/a.pgn\ndot .\nlongest end\nlongest\n1\ngxh5\nquit\n",
            &["number 0,", "over "],
            &[
                "solve: foo is neither White's move in the proof, Qh5, nor a reply to it: \"foo\" is no move: expected one such as e3, Nxc6, a8=K or e2e3\n",
                "solve: the one move that is listed has the number 1\n",
                "solve: this is the root\n",
                "solve: expected a number of moves, found \"x\"\n",
                "solve: expected a number after #, found \"#x\"\n",
                "solve: no position 9999: they have the numbers 0 to 4461\n",
                "solve: root stands alone, found \"now\"\n",
                "solve: pgn needs the name of a file\n",
                "solve: none: there is no such folder",
                "solve: .: a folder, not a file\n",
                "solve: play is over\n",
                "solve: play is over\n",
                "solve: gxh5 is illegal: play is over\n",
                "solve: wrong commands: 13 of 15\n",
            ],
            2,
        ),
        // After a wrong line the session is still at the same position.
        ("#9\ngxh1=Q Kf1 foo\n", &["number 9;"], &["is no move"], 2),
    ];
    for (lines, parts, sentences, status) in table {
        let run = session(&folder, "walk e3-g6.cbor", lines).ends_with(*status);
        for (mut text, correct) in [(run.out.as_str(), parts), (run.err.as_str(), sentences)] {
            for part in *correct {
                let at = text.find(part).unwrap_or_else(|| panic!("{lines:?}: {part:?} in\n{text}"));
                text = &text[at + part.len()..];
            }
        }
        assert_eq!(run.err.is_empty(), sentences.is_empty(), "{lines:?}: {}", run.err);
    }
}

#[test]
fn wrong_uses() {
    let folder = certificates("walk-wrong");
    let bytes = fs::read(folder.join("e3-g6.cbor")).unwrap();
    let mut forged = bytes.clone();
    let place = forged.len() - 20;
    forged[place] ^= 0xff;
    fs::write(folder.join("forged.cbor"), forged).unwrap();
    fs::write(folder.join("short.cbor"), &bytes[..bytes.len() - 1]).unwrap();
    fs::write(folder.join("README.md"), "# Certificates\n").unwrap();
    fs::create_dir(folder.join("empty")).unwrap();
    let table = [
        ("none.cbor", "", "", "none.cbor: No such file or directory"),
        ("README.md", "", "", "README.md: a text, not a certificate\n"),
        ("empty", "", "", "empty: a folder without certificates of losing chess (.cbor)\n"),
        (".", "", "", "./forged.cbor is rejected: losing/"),
        (
            "kk.cbor",
            "",
            "",
            "kk.cbor: a certificate of kind richman has no proof of losing chess to walk through; 'solve lookup kk.cbor' asks about a position\n",
        ),
        ("tic-tac-toe-chips.cbor", "", "", "tic-tac-toe-chips.cbor: a certificate of kind chips has no proof"),
        ("forged.cbor", "", "", "forged.cbor is rejected: losing/"),
        ("short.cbor", "", "", "short.cbor is rejected: "),
        ("e3-g6.cbor", "foo", "", "\"foo\" is no move"),
        (
            "e3-g6.cbor",
            "Nf3",
            "",
            "Nf3 is legal, but White's move in the proof is Qh5; nothing is proved here about Nf3 (this proof begins after 1. e3 g6)",
        ),
        ("e3-g6.cbor", "Qh5 a6", "", "a6 is illegal: captures are compulsory (gxh5)\n"),
        ("e3-g6.cbor", "a6", "", "a6 is neither White's move in the proof, Qh5, nor a reply to it: as White's, "),
        ("e3-g6.cbor", "gxh5 hxg4 gxf3 fxg2 gxh1", "", "what does the pawn become?"),
        ("e3-g6.cbor", "", "--pgn none/x.pgn", "none: there is no such folder"),
        ("e3-g6.cbor", "", "--dot e3-g6.cbor", "e3-g6.cbor is there and is not a DOT file; --force replaces it"),
        ("e3-g6.cbor", "", "--dot none/x.dot", "none: there is no such folder"),
        ("e3-g6.cbor", "", "--pgn .", ".: a folder, not a file\n"),
        ("e3-g6.cbor", "", "--lines none/x", "none: there is no such folder"),
        ("e3-g6.cbor", "", "--pgn x --dot x", "--pgn and --dot name the same file\n"),
        ("e3-g6.cbor", "", "--dot x --lines x", "--dot and --lines name the same file\n"),
    ];
    for (certificate, moves, others, sentence) in table {
        let run = walk(&folder, certificate, moves, others).complains(2);
        assert!(run.err.contains(sentence), "{certificate} {moves} {others}: {}", run.err);
    }
    let whole = walk(&folder, "e3-g6.cbor", "", "--json").answers().json();
    let line: Vec<&str> = whole["main_line"].as_array().unwrap().iter().map(|played| played.as_str().unwrap()).collect();
    let run = walk(&folder, "e3-g6.cbor", &format!("{} a6", line.join(" ")), "").complains(2);
    assert_eq!(run.err, "solve: a6 is illegal: play is over\n");
    let limit = solve(&folder, "walk e3-g6.cbor --limit 0").ends_with(2);
    assert!(limit.err.contains("expected a number from 1 on"), "{}", limit.err);
    assert!(!folder.join("x").exists());
}

#[test]
fn sizes_are_those_of_a_recount() {
    let folder = certificates("walk-sizes");
    let schema = Schema::named("walk");
    for (certificate, positions) in [("e3-d5.cbor", 33), ("e3-d6.cbor", 33), ("e3-g6.cbor", 4462)] {
        let recount = Recount::read(&folder.join(certificate));
        assert_eq!(recount.successors.len(), positions);
        let root = walk(&folder, certificate, "", "--json").answers().json();
        assert_eq!((&root["positions"], &root["claim"]["positions"]), (&positions.into(), &positions.into()));
        assert_eq!(root["longest"], root["claim"]["longest"]);
        // The lines follow the main line. For one proof, five further lines end with different promotions.
        let main: Vec<String> = root["main_line"].as_array().unwrap().iter().map(|played| played.as_str().unwrap().to_owned()).collect();
        assert_eq!(root["longest"], main.len());
        let mut lines: Vec<String> = (0..=main.len()).map(|moves| main[..moves].join(" ")).collect();
        if certificate == "e3-g6.cbor" {
            lines.extend(["Q", "R", "B", "N", "K"].map(|unit| format!("{TO_PROMOTIONS} gxh1={unit}")));
        }
        for line in lines {
            let place = walk(&folder, certificate, &line, "--json").answers().json();
            schema.assert_fits(&place);
            let here = position(place["fen"].as_str().unwrap());
            let text = here.to_string();
            assert_eq!(place["positions"], recount.below(&text).len(), "{line}");
            assert_eq!(place["longest"], recount.longest(&text), "{line}");
            assert_eq!(place["to_move"], if here.side() == Colour::White { "white" } else { "black" });
            assert_eq!(place["over"], here.is_over(), "{line}");
            let list = |moves: &Value| moves.as_array().cloned().unwrap_or_default();
            let listed = place.get("winners_move").map_or_else(|| list(&place["replies"]), |one| vec![one.clone()]);
            let mut successors: Vec<String> = Vec::new();
            for one in &listed {
                let played = here.find_move(one["san"].as_str().unwrap()).unwrap();
                assert_eq!(one["move"], played.to_string());
                let next = here.after(played).to_string();
                assert_eq!(one["positions"], recount.below(&next).len(), "{line} {played}");
                assert_eq!(one["longest"], recount.longest(&next), "{line} {played}");
                successors.push(next);
            }
            assert!(listed.is_sorted_by_key(|one| std::cmp::Reverse(one["positions"].as_u64())), "{line}");
            assert_eq!(listed.iter().filter(|one| one["on_main_line"] == true).count(), usize::from(!listed.is_empty()));
            successors.sort();
            let mut correct = recount.successors[&text].clone();
            correct.sort();
            assert_eq!(successors, correct, "{line}");
        }
    }
}

#[test]
fn black_wins_as_well() {
    let folder = folder("walk-black");
    // After 1... c3 2. bxc3 Black has no unit left.
    let claim = Claim { root: "8/8/8/8/2p5/8/1P6/8 b - -", clock: 7, winner: 1, positions: 3, longest: 2, reversible: 7, choices: &[] };
    fs::write(folder.join("black.cbor"), emit(&Stalemate::International.name(), &claim)).unwrap();
    walk(&folder, "black.cbor", "", "--pgn black.pgn --dot black.dot").answers().says(&[
        "8/8/8/8/2p5/8/1P6/8 b - - 7 1\n",
        "\nlongest  1... c3 2. bxc3\n",
        "\nBlack's move in the proof:\n   1  c3                  2 positions, at most 1 move\n",
        "Wrote black.pgn: 2 moves, 3 positions\nWrote black.dot: 2 moves, 3 positions\n",
    ]);
    walk(&folder, "black.cbor", "bxc3", "").answers().says(&[
        "\n8/8/8/8/8/2P5/8/8 b - - 0 2\n\nline     1... c3 2. bxc3\nhere     number 2\nover     Black has won: it has no units left\n",
    ]);
    let pgn = fs::read_to_string(folder.join("black.pgn")).unwrap();
    assert!(pgn.contains("[Result \"0-1\"]\n") && pgn.ends_with("\n\n1... c3 2. bxc3 0-1\n"), "{pgn}");
    let json = walk(&folder, "black.cbor", "c3", "--json").answers().json();
    Schema::named("walk").assert_fits(&json);
    assert_eq!((&json["winner"], &json["to_move"], &json["rules"]), (&"black".into(), &"white".into(), &"international".into()));
}

#[test]
fn every_position_is_gone_to() {
    let folder = certificates("walk-numbers");
    let proof = Proof::read(verify::open_losing(&folder.join("e3-g6.cbor")).unwrap()).unwrap();
    let recount = Recount::read(&folder.join("e3-g6.cbor"));
    let mut walk = Walk::new(&proof);
    let mut met = HashSet::new();
    // Number of positions in which another move of the winner would also be a legal reply to the proof's move.
    let mut refused = 0;
    for number in 0..4462 {
        walk.go_to(number).unwrap();
        let here = *walk.position();
        assert!(recount.successors.contains_key(&here.to_string()) && met.insert(here.to_string()), "{number}");
        let place = walk.place();
        assert_eq!(place.number, number);
        let Some(proofs) = &place.winners_move else { continue };
        let successors = here.after(here.find_move(&proofs.san).unwrap());
        let other =
            here.moves().into_iter().map(|played| here.san(played)).find(|san| *san != proofs.san && successors.find_move(san).is_ok());
        if let Some(san) = other {
            refused += 1;
            let expected =
                format!("{san}: White's move in the proof is {}; if it is a reply to that, write {} before it", proofs.san, proofs.san);
            assert_eq!(walk.play(&san).unwrap_err().to_string(), expected);
            assert_eq!(*walk.position(), here);
            walk.play(&format!("{} {san}", proofs.san)).unwrap();
        }
    }
    assert!(refused > 0);
}
