//! Tests verdicts, and the proofs and certificates that come with them.

use std::fs;

use gamecert_solver::certificate::verify;
use gamecert_solver::games::Colour;
use gamecert_solver::games::losing_chess::line::played;
use gamecert_solver::games::losing_chess::text::START;

use super::run::{Run, command, folder};
use super::{after, answer, from};

#[test]
fn wins_after_first_moves() {
    let folder = folder("losing-wins");
    for (rules, wins) in [
        (
            "joint",
            &[
                ("1. e3 d5", Colour::White),
                ("1. e3 d6", Colour::White),
                ("1. d3", Colour::Black),
                ("1. d4", Colour::Black),
                ("1. e4", Colour::Black),
            ][..],
        ),
        ("international", &[("1. e3 d5", Colour::White), ("1. d3", Colour::Black)]),
        ("fics", &[("1. e3 d6", Colour::White), ("1. d4", Colour::Black)]),
    ] {
        for &(moves, winner) in wins {
            // The text form of a win is tested under one rule only, because it does not depend on the rules.
            if rules == "joint" {
                let run = after(&folder, moves, "--emit-cert text.cbor --force").answers();
                let begins = format!("{moves}: {winner} wins by force with ");
                let text = run.says(&[
                    " moves of both sides (shorter wins may exist); the win also holds under a 50-move rule\n  text.cbor, ",
                    " positions, at most ",
                ]);
                // The output has first the winner's move and then the longest line, which begins with that move.
                let (first, rest) = text.out.strip_prefix(&begins).unwrap().split_once('\n').unwrap();
                let line = rest.strip_prefix("  longest line of this proof:\n    ").unwrap();
                assert!(line.starts_with(&format!("{first} ")) && line.contains("\n  in this proof: "), "{}", text.out);
                let digest = &text.out.split("verified, sha256 ").nth(1).unwrap()[..64];
                assert_eq!(verify::open_losing(&folder.join("text.cbor")).unwrap().digest, digest);
            }

            let json = answer(&after(&folder, moves, &format!("--rules {rules} --json --emit-cert json.cbor --force")).answers());
            let proof = verify::open_losing(&folder.join("json.cbor")).unwrap();
            assert_eq!((proof.game.winner, proof.game.stalemate.to_string()), (winner, rules.to_owned()));
            assert_eq!((json["asked"].as_str(), json["fen"].as_str()), (Some(moves), Some(&*proof.root.to_string())));
            assert_eq!(json["verdict"], winner.to_string().to_lowercase());
            let claimed = &json["proof"];
            assert_eq!(
                (claimed["positions"].as_u64(), claimed["longest"].as_u64()),
                (Some(proof.positions.into()), Some(proof.longest.into()))
            );
            // The longest line is legal, has the claimed length, and ends with the win.
            let line: Vec<&str> = claimed["line"].as_array().unwrap().iter().map(|played| played.as_str().unwrap()).collect();
            assert_eq!(u64::try_from(line.len()).unwrap(), claimed["longest"].as_u64().unwrap(), "{line:?}");
            let last = played(START.parse().unwrap(), &format!("{moves} {}", line.join(" "))).unwrap().position;
            assert_eq!((last.is_over(), proof.game.stalemate.winner(&last)), (true, Some(winner)), "{line:?}");
            assert_eq!((claimed["sha256"].as_str(), claimed["file"].as_str()), (Some(&*proof.digest), Some("json.cbor")));
            assert_eq!((claimed["verified"].as_bool(), claimed["fifty_moves"].as_bool()), (Some(true), Some(true)));
            assert_eq!(claimed["bytes"].as_u64(), Some(fs::metadata(folder.join("json.cbor")).unwrap().len()));
        }
    }
    let run = after(&folder, "1. e3 d5", "--no-verify").answers();
    run.says(&[" bytes, not verified, sha256 "]);
    assert_eq!(answer(&after(&folder, "1. e3 d5", "--no-verify --json").answers())["proof"]["verified"], false);
}

#[test]
fn the_other_sides_win() {
    let folder = folder("losing-other-side");
    let run = after(&folder, "1. e3 d5", "--for white").answers();
    run.says(&["1. e3 d5: White wins by force with 2. "]);
    let run = after(&folder, "1. e3 d5", "--for black").ends_with(0).says(&["1. e3 d5: White wins by force with 2. ", ", verified, "]);
    assert_eq!(run.err, "solve: 1. e3 d5: Black cannot force a win; now looking for a forced win of White\n");
    let run = from(&folder, "8/8/8/8/8/8/8/7k w - -", "--for black --json --emit-dir certs").ends_with(0);
    assert_eq!(run.err, "solve: 8/8/8/8/8/8/8/7k w - -: Black cannot force a win; now looking for a forced win of White\n");
    assert_eq!(answer(&run)["verdict"], "white");
    assert!(folder.join("certs/8_8_8_8_8_8_8_7k-w---_.cbor").exists() || folder.join("certs/8_8_8_8_8_8_8_7k-w----.cbor").exists());
}

#[test]
fn endings() {
    let folder = folder("losing-endings");
    let table = [
        // The bishops stand on squares of different colours, so they never meet.
        ("8/8/3b4/8/8/3B4/8/8 w - -", "joint", "neither"),
        ("8/8/8/8/8/8/8/K6k w - -", "joint", "neither"),
        // Play is over in these positions, because one side has no units or no moves.
        ("8/8/8/8/8/8/8/7k w - -", "joint", "white"),
        ("8/8/8/8/8/8/8/7k b - -", "joint", "white"),
        ("8/8/8/p7/P7/8/8/8 w - -", "joint", "neither"),
        ("8/8/8/p7/P7/8/8/8 w - -", "international", "white"),
        ("8/8/8/p7/P7/8/8/8 b - -", "international", "black"),
        ("8/8/8/p7/P7/8/8/8 w - -", "fics", "neither"),
        ("8/8/8/p6p/P6P/8/8/8 b - - 0 1", "international", "black"),
        ("8/8/8/p7/P7/p7/P7/8 w - -", "fics", "neither"),
        ("8/8/p7/p7/P7/8/8/8 w - -", "joint", "white"),
        ("8/8/p7/p7/P7/8/8/8 w - -", "fics", "white"),
        // The forced capture stalemates White, although White keeps a bishop that Black cannot capture.
        ("8/5b2/8/8/8/1P6/1P6/B7 b - -", "international", "white"),
        ("8/5b2/8/8/8/1P6/1P6/B7 b - -", "joint", "neither"),
        ("8/5b2/8/8/8/1P6/1P6/B7 b - -", "fics", "black"),
        ("2b1b3/5b2/8/8/8/1P6/1P6/B7 b - -", "joint", "white"),
        // In these positions a capture ends the game.
        ("8/8/8/8/8/8/1p6/K7 w - -", "joint", "black"),
        ("8/8/8/8/8/8/1p6/B7 b - -", "joint", "white"),
    ];
    for (fen, rules, verdict) in table {
        let wins = ["white", "black"].contains(&verdict);
        let run = from(&folder, fen, &format!("--rules {rules} --json")).ends_with(if wins { 0 } else { 1 });
        let found = answer(&run);
        assert_eq!(found["verdict"], verdict, "{fen} {rules}");
        assert_eq!(found.get("proof").is_some(), wins);
        assert_eq!(run.err, if wins { "" } else { "solve: no win was proved\n" });
    }
    let run = from(&folder, "8/8/3b4/8/8/3B4/8/8 w - -", "").ends_with(1);
    run.says(&["8/8/3b4/8/8/3B4/8/8 w - -: neither side can force a win (disproved for both)\n"]);
    let over = "8/8/8/8/8/8/8/7k w - -: White wins by force, whatever the other side plays\n  in this proof: 1 position, at most 0 moves of both sides (shorter \
                wins may exist); the win also holds under a 50-move rule\n";
    from(&folder, "8/8/8/8/8/8/8/7k w - -", "").answers().says(&[over]);
    // The number of plies without a capture or pawn move includes the clock of the position and is counted up to 100.
    for clock in [98, 99, 100] {
        let fen = format!("8/8/8/8/8/1p6/8/K7 w - - {clock} 90");
        let run = Run::new(&fen, command(&folder, "losing-chess --json Ka2 --fen").arg(&fen).output().unwrap()).answers();
        let found = answer(&run);
        assert_eq!((found["verdict"].as_str(), found["fen"].as_str()), (Some("white"), Some("8/8/8/8/8/1p6/K7/8 b - -")));
        let (reversible, fifty) = (&found["proof"]["reversible"], &found["proof"]["fifty_moves"]);
        assert_eq!((reversible.as_u64(), fifty.as_bool()), (Some(100.min(clock + 1)), Some(clock < 99)));
    }
}

/// Returns a tree in the format of published trees. The tree has the moves e3 d5 Qg4 Bxg4, and then relies on an
/// endgame table.
fn small_tree() -> Vec<u8> {
    let square = |name: &str| u16::from(name.as_bytes()[0] - b'a') + 8 * u16::from(name.as_bytes()[1] - b'1');
    let played = |text: &str| (square(&text[..2]) << 6 | square(&text[2..])).to_le_bytes();
    let mut tree = vec![3, 0, 0, 0x40, 2, 0];
    tree.extend([played("e2e3"), played("d7d5")].concat());
    tree.extend([&[0, 0, 0, 0x40][..], &played("d1g4"), &[0; 4], &played("c8g4")].concat());
    tree
}

#[test]
fn a_published_tree_has_questions_and_hints() {
    let folder = folder("losing-tree");
    fs::write(folder.join("d5.tree"), small_tree()).unwrap();
    let run = Run::new("tree", command(&folder, "losing-chess --lines d5.tree --for white --threads 1 --json").output().unwrap());
    let found = answer(&run.ends_with(0));
    assert_eq!((&found["asked"], &found["verdict"]), (&"e3 d5 Qg4 Bxg4".into(), &"white".into()));
    let run = after(&folder, "1. e3 d5", "--hints d5.tree --for white --threads 1 --json");
    assert_eq!(answer(&run.ends_with(0))["verdict"], "white");
    fs::write(folder.join("cut"), &small_tree()[..20]).unwrap();
    let mut illegal = small_tree();
    illegal[10] = 0xff;
    fs::write(folder.join("illegal"), illegal).unwrap();
    for (options, why) in [
        ("--lines d5.tree", "d5.tree: the tree shows that a side wins; --for says which"),
        ("--lines cut --for white", "cut: not UTF-8 text, and no published tree: expected a tree of 22 bytes, found 20"),
        (
            "--lines illegal --for white",
            "illegal: not UTF-8 text, and no published tree: node 1 has a link to node 255, which it cannot have",
        ),
        (
            "d3 --hints d5.tree --for white",
            "d5.tree: the tree begins at rnbqkbnr/ppp1pppp/8/3p4/8/4P3/PPPP1PPP/RNBQKBNR w - -, and rnbqkbnr/pppppppp/8/8/8/3P4/PPP1PPPP/RNBQKBNR b - - is not on the way there",
        ),
    ] {
        let run = Run::new(options, command(&folder, &format!("losing-chess {options}")).output().unwrap()).complains(2);
        assert!(run.err.contains(why), "{options}: {}", run.err);
    }
}

#[test]
fn a_win_that_must_hold_under_a_50_move_rule() {
    let folder = folder("losing-fifty");
    let table =
        [(80, "", Some((99, true))), (84, "", Some((103, false))), (84, "--fifty-moves", Some((99, true))), (85, "--fifty-moves", None)];
    for (clock, others, expected) in table {
        let fen = format!("3k4/8/8/8/8/8/8/R6R w - - {clock} 80");
        let run = from(&folder, &fen, &format!("--threads 1 --no-tables --for white --evaluations 3000000 --json {others}"));
        let run = run.ends_with(i32::from(expected.is_none()));
        let proof = answer(&run).get("proof").map(|proof| (proof["reversible"].as_u64().unwrap(), proof["fifty_moves"].as_bool().unwrap()));
        assert_eq!(proof, expected, "{clock} {others}");
        let why = "no proof was found that holds under a 50-move rule; at 1 position of the best one, more than 99 plies without a capture or pawn move follow\n";
        assert_eq!(run.err.contains(why), expected.is_none(), "{clock} {others}: {}", run.err);
    }
}

#[test]
fn one_thread_is_deterministic() {
    let folder = folder("losing-deterministic");
    let bytes = ["1", "2"].map(|name| {
        let run = after(&folder, "1. e3 Na6", &format!("--threads 1 --memory 200M --json --emit-cert {name}.cbor")).answers();
        (answer(&run)["evaluations"].clone(), fs::read(folder.join(format!("{name}.cbor"))).unwrap())
    });
    assert_eq!(bytes[0], bytes[1]);
}

#[test]
fn proofs_made_smaller() {
    let folder = folder("losing-shrink");
    let sizes = ["0", "1", "3", "1s"].map(|shrink| {
        let run = after(&folder, "1. e3 Na6", &format!("--threads 1 --json --shrink {shrink}")).answers();
        answer(&run)["proof"]["positions"].as_u64().unwrap()
    });
    assert!(sizes[1] <= sizes[0] && sizes[2] < sizes[0] && sizes[2] <= sizes[1] && sizes[3] <= sizes[0], "{sizes:?}");
}
