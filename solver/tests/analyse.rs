//! Tests `solve analyse`: the known results before and after the moves of a game, annotated games, and bad input.

mod common;
#[path = "common/run.rs"]
mod run;

use std::collections::HashSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use common::Schema;
use gamecert_solver::answers::analyse::judge::Judgement;
use gamecert_solver::answers::analyse::knowledge::Knowledge;
use gamecert_solver::answers::analyse::{Analysis, Analyst, End, Ply, Report, Reports};
use gamecert_solver::answers::walk::Proof;
use gamecert_solver::certificate::verify;
use gamecert_solver::control::Control;
use gamecert_solver::games::losing_chess::Stalemate;
use gamecert_solver::solve::losing::proved_positions::ProvedPositions;
use gamecert_solver::solve::losing::table_files;
use run::{folder, solve};
use serde_json::Value;

fn shipped(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../certs/losing").join(name)
}

/// Combines shipped proofs with the endgame tables for two pieces and pawns, which are built in a moment.
fn knowledge(names: &[&str]) -> Knowledge<'static> {
    let read = |name: &&str| ((*name).to_owned(), ProvedPositions::read(&verify::open_losing(&shipped(name)).unwrap().into()).unwrap());
    let tables = |rules| Ok(Some(Arc::new(table_files::open(rules, 2, None, 1, Control::unwatched())?.tables)));
    Knowledge::new(names.iter().map(read).collect(), Box::new(tables))
}

fn analyse(text: &str, rules: Option<Stalemate>) -> Reports {
    let knowledge = knowledge(&["e3-d5.cbor", "d4.cbor", "international.cbor", "fics.cbor"]);
    Analyst::new(&knowledge, rules, Control::unwatched()).text(text.as_bytes(), &End::Whole)
}

/// Makes a PGN game of the variant `variant`. `moves` may contain the result.
fn game(variant: &str, fen: &str, moves: &str) -> String {
    let fen = if fen.is_empty() { String::new() } else { format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n") };
    format!("[White \"Ann\"]\n[Black \"Bob\"]\n[Variant \"{variant}\"]\n{fen}\n{moves}\n\n")
}

fn only(reports: &Reports) -> (&Report, &Analysis) {
    let [report] = &reports.games[..] else { panic!("{reports:?}") };
    (report, report.analysis.as_ref().unwrap_or_else(|| panic!("{report:?}")))
}

fn judgements(analysis: &Analysis) -> Vec<Judgement> {
    analysis.moves.iter().map(|ply| ply.judgement).collect()
}

/// Lists the moves that have a remark, each with its number and the remark.
fn remarks(analysis: &Analysis) -> Vec<String> {
    let line = |ply: &Ply| Some(format!("{} {}: {}", ply.number, ply.san, ply.remark.as_ref()?));
    analysis.moves.iter().filter_map(line).collect()
}

#[test]
fn moves_are_judged_by_proofs() {
    use Judgement::{EntersLoss, IsLost, KeepsWin, LeavesProofs, Unknown};
    type Case<'a> = (&'a str, &'a str, &'a [Judgement], &'a [&'a str]);
    let table: &[Case] = &[
        (
            "a win that is kept to the end of the moves",
            "1. e3 d5 2. Qg4 Bxg4 3. Kd1 Bxd1 *",
            &[Unknown, EntersLoss, KeepsWin, IsLost, KeepsWin, IsLost],
            &["1... d5: From here White wins (proof e3-d5.cbor)."],
        ),
        (
            "a move that leaves the proof",
            "1. e3 d5 2. Qg4 Bxg4 3. Kd1 Bxd1 4. a4 *",
            &[Unknown, EntersLoss, KeepsWin, IsLost, KeepsWin, IsLost, LeavesProofs],
            &["1... d5: From here White wins (proof e3-d5.cbor).", "4. a4: Out of the proofs: a3 is proved to win (proof e3-d5.cbor)."],
        ),
        ("a lost first move", "1. d4 e5 2. dxe5 *", &[EntersLoss, KeepsWin, IsLost], &["1. d4: From here Black wins (proof d4.cbor)."]),
        ("nothing is known", "1. a3 a6 *", &[Unknown, Unknown], &[]),
    ];
    for (title, moves, judged, said) in table {
        let reports = analyse(&game("Antichess", "", moves), None);
        let (report, analysis) = only(&reports);
        assert_eq!(judgements(analysis), *judged, "{title}");
        assert_eq!(remarks(analysis), *said, "{title}");
        assert!(report.faults.is_empty(), "{title}: {report:?}");
    }
    let left = analyse(&game("Antichess", "", table[1].1), None);
    let (_, analysis) = only(&left);
    assert_eq!((analysis.out_of_proofs, analysis.tables_from), (Some(7), None));
    assert_eq!((analysis.white.wins_kept, analysis.white.out_of_proofs, analysis.black.losses_entered), (2, 1, 1));
}

/// The proof does not contain the position with the king on e2, but the king's move to d1 leads into the proof.
#[test]
fn results_one_move_before_a_proof_are_known() {
    let before = "rn1qkbnr/ppp1pppp/8/3p4/6b1/4P3/PPPPKPPP/RNB2BNR w - - 0 3";
    for (moves, judgement) in [("3. Kd1 *", Judgement::KeepsWin), ("3. a3 *", Judgement::LeavesProofs)] {
        let reports = analyse(&game("Antichess", before, moves), None);
        let (_, analysis) = only(&reports);
        assert_eq!(analysis.start.as_ref().map(|start| start.in_words()).as_deref(), Some("White wins (proof e3-d5.cbor)"));
        assert_eq!(judgements(analysis), [judgement], "{moves}");
    }
}

#[test]
fn moves_are_judged_by_tables() {
    // A rook that stands before the pawn has to be captured. On b8 it lets the pawn become a piece of Black's choice.
    let reports = analyse(&game("Antichess", "8/8/8/8/8/p7/8/1R6 w - - 0 1", "1. Rb2 axb2 0-1"), None);
    assert_eq!(reports.games[0].faults[0].why, "the result is 0-1, but White has lost all pieces and pawns and has won");
    let reports = analyse(&game("Antichess", "8/8/8/8/8/p7/8/1R6 w - - 0 1", "1. Rb2 axb2 1-0"), None);
    let (_, analysis) = only(&reports);
    assert_eq!(judgements(analysis), [Judgement::KeepsWin, Judgement::IsLost]);
    assert_eq!((analysis.tables_from, analysis.out_of_proofs), (Some(0), None));
    assert_eq!(remarks(analysis), Vec::<String>::new(), "the result is known from the start on");
    let reports = analyse(&game("Antichess", "8/8/8/8/8/p7/8/1R6 w - - 0 1", "1. Ra1 a2 2. Rxa2 0-1"), None);
    let (_, analysis) = only(&reports);
    assert_eq!(judgements(analysis), [Judgement::ThrowsAwayWin, Judgement::KeepsWin, Judgement::IsLost]);
    let [first, ..] = &analysis.moves[..] else { panic!() };
    assert!(first.better.contains(&"Rb2".to_owned()) && !first.better.contains(&"Ra1".to_owned()), "{first:?}");
    assert!(remarks(analysis)[0].ends_with(" (tables). Now the other side wins."), "{:?}", remarks(analysis));
}

/// In this position neither side can move, and both sides have the same number of pawns.
#[test]
fn the_rule_of_stalemate_is_that_of_the_variant() {
    use Stalemate::{Fics, Joint};
    let blocked = "8/8/8/8/p7/8/P7/8 w - - 0 1";
    type Case<'a> = (&'a str, Option<Stalemate>, &'a str, Option<&'a str>);
    let table: &[Case] = &[
        (
            "Antichess",
            None,
            "1-0",
            Some("the result is 1-0, but Black has no move, and Black wins under the international rule of stalemate"),
        ),
        ("Antichess", None, "0-1", None),
        ("suicide", None, "1/2-1/2", None),
        ("suicide", None, "0-1", Some("the result is 0-1, but Black has no move, which is a draw under the fics rule of stalemate")),
        ("Antichess", Some(Fics), "1/2-1/2", None),
        ("Giveaway", Some(Joint), "1-0", None),
        ("", None, "1-0", None),
    ];
    for (variant, rules, result, fault) in table {
        let title = format!("{variant:?} {rules:?} {result}");
        let reports = analyse(&game(variant, blocked, &format!("1. a3 {result}")), *rules);
        let report = &reports.games[0];
        assert_eq!(report.faults.first().map(|fault| &*fault.why), *fault, "{title}");
        assert_eq!(report.analysis.is_none(), fault.is_some(), "{title}");
    }
    // The international rule has a result for the end of this game, and for an unknown rule there is none.
    for (variant, rules, from, value) in [
        ("Antichess", "international", "variant", Value::from("black")),
        ("suicide", "fics", "variant", Value::from("draw")),
        ("", "joint", "nothing", Value::Null),
    ] {
        let reports = analyse(&game(variant, blocked, "1. a3"), None);
        let report = serde_json::to_value(&reports.games[0]).unwrap();
        assert_eq!((&report["rules"], &report["rules_from"]), (&Value::from(rules), &Value::from(from)), "{variant}");
        let after = &report["moves"][0]["after"];
        assert_eq!(after.get("value").unwrap_or(&Value::Null), &value, "{variant}");
    }
}

/// Each fault is reported with its line number, and the game after it is analysed.
#[test]
fn a_bad_game_does_not_stop_the_others() {
    let good = game("Antichess", "", "1. e3 d5 2. Qg4 *");
    let tags = "[Variant \"Antichess\"]\n";
    let blunder = "1. e3 d5 2. Qg4 Bd7 *";
    for (title, bad, line, why) in [
        ("another variant", game("Atomic", "", "1. e3 *"), 1, "the game's Variant is \"atomic\": expected Antichess".to_owned()),
        ("orthodox chess", game("Standard", "", "1. e4 e5 *"), 1, "the game's Variant is \"standard\": expected Antichess".to_owned()),
        (
            "a capture that is left out",
            game("Antichess", "", blunder),
            5,
            "move 2... Bd7: Bd7 is illegal: captures are compulsory (Bxg4)".to_owned(),
        ),
        (
            "castling",
            format!("{tags}\n1. e3 a5\n2. O-O *\n\n"),
            4,
            "move 2. O-O: \"O-O\" is no move: expected one such as e3, Nxc6, a8=K or e2e3".to_owned(),
        ),
        (
            "moves after the end",
            game("Antichess", "8/8/8/8/8/p7/8/1R6 w - - 0 1", "1. Rb2 axb2 2. Rb1 *"),
            7,
            "move 2. Rb1: Rb1 is illegal: play is over".to_owned(),
        ),
        (
            "results that differ",
            format!("[Result \"1-0\"]\n{tags}\n1. e3 0-1\n\n"),
            4,
            "the tag Result is \"1-0\", and the moves end with 0-1".to_owned(),
        ),
        ("no moves", format!("{tags}[Result \"1-0\"]\n\n1-0\n\n"), 1, "the game has no moves".to_owned()),
        ("a comment that is not closed", format!("{tags}\n1. e3 {{ no end\n\n"), 3, "a comment is not closed".to_owned()),
        (
            "a move that is cut",
            format!("{tags}\n1. e3 d5 2. Q\n\n"),
            3,
            "move 2. Q: \"Q\" is no move: expected one such as e3, Nxc6, a8=K or e2e3".to_owned(),
        ),
        (
            "no position",
            format!("{tags}[FEN \"8/8 w\"]\n\n1. e3 *\n\n"),
            1,
            "the tag FEN: expected 8 ranks with / between them, found 2".to_owned(),
        ),
        ("another game without tags", format!("{tags}\n1. e3 *\n1. e4 *\n\n"), 4, "moves without tags follow a result".to_owned()),
    ] {
        let reports = analyse(&format!("{bad}{good}"), None);
        let [first, last] = &reports.games[..] else { panic!("{title}: {reports:?}") };
        let fault = &first.faults[0];
        assert_eq!((fault.line, &fault.why), (line, &why), "{title}");
        assert!(first.analysis.is_none() && first.faults.len() == 1, "{title}: {first:?}");
        assert!(last.faults.is_empty(), "{title}: {last:?}");
        assert_eq!(last.analysis.as_ref().unwrap().moves.len(), 3, "{title}");
    }
}

/// A game whose result is missing is analysed as far as it goes.
#[test]
fn a_game_without_its_result_may_be_cut_off() {
    let reports = analyse("[Variant \"Antichess\"]\n[Result \"1-0\"]\n\n1. e3 d5 2. Qg4\n", None);
    let (report, analysis) = only(&reports);
    assert_eq!(report.faults[0].why, "no result follows the moves: the game may be cut off here");
    assert_eq!((report.faults[0].line, analysis.moves.len()), (4, 3));
    let knowledge = knowledge(&["d4.cbor"]);
    let cut = End::Cut("unexpected end".to_owned());
    let reports = Analyst::new(&knowledge, None, Control::unwatched()).text(b"[Variant \"Antichess\"]\n\n1. d4 e5", &cut);
    assert_eq!(only(&reports).0.faults[0].why, "the input is cut off or damaged here: unexpected end");
}

/// Apart from glyphs, comments and move numbers, the text stays as it was.
#[test]
fn annotated_games_keep_headers_comments_and_variations() {
    let lost = "8/8/8/8/8/p7/8/1R6 w - - 0 1";
    for (title, text, expected) in [
        (
            "a comment of the player",
            game("Antichess", "", "1. e3 d5!? {mine} 2. Qg4 (2. Qh5 {bad}) Bxg4 *"),
            vec![("d5!? {mine} 2.", "d5!? { From here White wins (proof e3-d5.cbor). } {mine} 2.")],
        ),
        (
            "Black's move needs its number",
            game("Antichess", "", "1. d4 e5 *"),
            vec![("1. d4 e5", "1. d4 { From here Black wins (proof d4.cbor). } 1... e5")],
        ),
        (
            "a number that is there, and no blanks",
            game("Antichess", "", "1.d4{mine}1...e5;rest\n2.dxe5 *"),
            vec![("1.d4{mine}1...e5", "1.d4 { From here Black wins (proof d4.cbor). }{mine}1...e5")],
        ),
        ("a glyph", game("Antichess", lost, "1. Ra1 a2 2. Rxa2 0-1"), vec![("Ra1 a2", "Ra1 $4 { Throws the win away: ")]),
        ("nothing to say", game("Antichess", "", "1. a3 a6 *"), vec![]),
        ("a game that is skipped", game("Atomic", "", "1. d4 e5 *"), vec![]),
    ] {
        let reports = analyse(&text, None);
        let annotated = String::from_utf8(reports.annotated(text.as_bytes())).unwrap();
        for (before, after) in &expected {
            assert!(text.contains(before) && annotated.contains(after), "{title}: {annotated}");
        }
        assert_eq!(expected.is_empty(), annotated == text, "{title}: {annotated}");
        // The annotated game has the same moves, and its analysis says the same.
        let again = analyse(&annotated, None);
        assert_eq!(again.games, reports.games, "{title}");
        assert_eq!(
            text.lines().filter(|line| line.starts_with('[')).count(),
            annotated.lines().filter(|line| line.starts_with('[')).count()
        );
    }
}

#[test]
fn prints_reports_of_a_file() {
    let folder = folder("analyse");
    let good = game("Antichess", "", "1. e3 d5 2. Qg4 Bxg4 3. a3 *");
    fs::write(folder.join("good.pgn"), &good).unwrap();
    fs::write(folder.join("mixed.pgn"), format!("{}{good}", game("Atomic", "", "1. e3 *"))).unwrap();
    fs::write(folder.join("empty.pgn"), "").unwrap();
    let proofs = format!("--no-tables --proofs {}", shipped("e3-d5.cbor").display());
    let said = [
        "Game 1, line 1: Ann - Bob, *, 5 moves of both sides, international rule of stalemate\n",
        "  1... d5       From here White wins (proof e3-d5.cbor).\n",
        "  3. a3         Out of the proofs: Kd1 is proved to win (proof e3-d5.cbor).\n",
        "  White: 1 move keeps a win, 1 leaves the proofs with a win\n  Black: 1 leads into a lost position\n",
        "1 game; results are known in 1\n",
        "Wrote out.pgn: 1 game\n",
    ];
    solve(&folder, &format!("analyse good.pgn {proofs} --out out.pgn")).answers().says(&said);
    let annotated = fs::read_to_string(folder.join("out.pgn")).unwrap();
    assert!(
        annotated.starts_with("[White \"Ann\"]\n[Black \"Bob\"]\n") && annotated.contains("3. a3 { Out of the proofs: Kd1 "),
        "{annotated}"
    );
    // A file of another kind is not replaced.
    fs::write(folder.join("other.txt"), "mine").unwrap();
    let refused = solve(&folder, &format!("analyse good.pgn {proofs} --out other.txt")).complains(2);
    assert!(refused.err.contains("other.txt is there and is not a PGN file; --force replaces it"), "{}", refused.err);

    let schema = Schema::named("analyse");
    let mixed = solve(&folder, &format!("analyse mixed.pgn {proofs} --json")).ends_with(2);
    let reports: Vec<Value> = mixed.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    reports.iter().for_each(|report| schema.assert_fits(report));
    let [bad, good] = &reports[..] else { panic!("{}", mixed.out) };
    assert_eq!((bad.get("moves"), &bad["faults"][0]["line"]), (None, &Value::from(1)));
    assert_eq!((&good["out_of_proofs"], &good["moves"][4]["better"]), (&Value::from(5), &serde_json::json!(["Kd1"])));
    assert!(mixed.err.contains("solve: game 1, line 1: the game's Variant is \"atomic\": expected Antichess\n"), "{}", mixed.err);
    assert!(mixed.err.ends_with("solve: mixed.pgn: 1 fault is named above; the rest was analysed\n"), "{}", mixed.err);

    let tic_tac_toe = Path::new(env!("CARGO_MANIFEST_DIR")).join("../certs/tic-tac-toe-chips.cbor");
    for (arguments, sentence) in [
        (format!("analyse empty.pgn {proofs}"), "empty.pgn: no games"),
        (format!("analyse none.pgn {proofs}"), "none.pgn: "),
        ("analyse good.pgn".to_owned(), "certs/losing: there is no such folder here; --proofs names a folder with proofs"),
        ("analyse good.pgn --proofs .".to_owned(), ".: without certificates of losing chess (.cbor)"),
        (format!("analyse good.pgn --proofs {}", tic_tac_toe.display()), "chips"),
    ] {
        let run = solve(&folder, &arguments).complains(2);
        assert!(run.err.contains(sentence), "{arguments}: {}", run.err);
    }
}

#[test]
fn sets_of_positions_agree_with_the_proof() {
    let verified = verify::open_losing(&shipped("e3-g6.cbor")).unwrap();
    let set = ProvedPositions::read(&verified.clone().into()).unwrap();
    let proof = Proof::read(verified).unwrap();
    let (mut all, mut near) = (HashSet::new(), Vec::new());
    let missing = proof.visit(|_, position| {
        all.insert(position.to_string());
        near.extend(position.moves().iter().map(|&played| position.after(played)));
        if set.contains(position) { ControlFlow::Continue(()) } else { ControlFlow::Break(*position) }
    });
    assert_eq!((missing, all.len()), (None, proof.claim().positions as usize));
    let (inside, outside): (Vec<_>, Vec<_>) = near.iter().partition(|position| all.contains(&position.to_string()));
    assert!(inside.len() > 4000 && outside.len() > 4000, "{} {}", inside.len(), outside.len());
    assert!(inside.iter().all(|position| set.contains(position)));
    let wrong = outside.iter().find(|position| set.contains(position));
    assert!(wrong.is_none(), "{}", wrong.unwrap());
}
