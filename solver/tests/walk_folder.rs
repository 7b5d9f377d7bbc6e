//! Tests `solve walk` on a folder. The proofs in the folder form one tree, whose root is the start of the game.

mod common;
#[path = "common/run.rs"]
mod run;
#[path = "common/walking.rs"]
mod walking;

use std::fs;
use std::path::{Path, PathBuf};

use common::Schema;
use gamecert_solver::answers::walk::WalkError;
use gamecert_solver::answers::walk::tree::{Stroll, Tree};
use gamecert_solver::certificate::losing_proof::LosingProof;
use gamecert_solver::certificate::verify;
use gamecert_solver::games::Colour;
use gamecert_solver::games::losing_chess::text::START;
use gamecert_solver::games::losing_chess::winner::ForSide;
use run::solve;
use serde_json::Value;
use walking::{certificates, position, session, walk};

/// Creates a folder with proofs of three replies to 1. e3 and of two other first moves. The folder also has a proof
/// under other rules and a certificate of another kind.
fn forest(test: &str) -> PathBuf {
    let folder = certificates(test);
    fs::remove_file(folder.join("tic-tac-toe-chips.cbor")).unwrap();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../certs/losing");
    for name in ["d3.cbor", "d4.cbor", "fics.cbor"] {
        fs::copy(shipped.join(name), folder.join(name)).unwrap();
    }
    folder
}

#[test]
fn a_folder_is_one_tree_from_the_first_move() {
    let folder = forest("walk-folder");
    let read = "\n\nread     5 proofs from ., under the joint rule of stalemate\n\
        skipped  kk.cbor: of kind richman, no proof of losing chess\n\
        skipped  fics.cbor: it uses the fics rule of stalemate, the other files the joint rule\n";
    let schema = Schema::named("walk-folder");
    // Each case has the moves, expected parts of the text, the winner, and the file that is entered.
    type Case<'a> = (&'a str, &'a [&'a str], Option<&'a str>, Option<&'a str>);
    let table: &[Case] = &[
        (
            "",
            &[
                read,
                "Who wins here is not proved: 2 of the 20 moves lead to proved positions.\n\n  8  r n b",
                "\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n\n\nWhite's moves:\n",
                "  d3      Black wins: 213 positions, at most 32 moves, d3.cbor\n",
                "  e3      not proved; 3 of 20 replies lead to proved positions\n",
                "  e4      not proved\n",
            ],
            None,
            None,
        ),
        (
            "e3",
            &[
                "\nrnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b - - 0 1\n\nline     1. e3\n",
                "Who wins here is not proved: 3 of the 20 moves lead to proved positions.\n",
                "\nBlack's moves:\n   1  ",
                "  d5      White wins: 33 positions, at most 32 moves, e3-d5.cbor\n",
                "  b5      not proved\n",
            ],
            None,
            None,
        ),
        ("e4", &["line     1. e4\n", "Who wins here is not proved: 0 of the "], None, None),
        (
            "1. e3 d5",
            &[
                "White wins by force from here with 2. Qg4: at most 32 moves of both sides in this proof (shorter wins may exist).\n",
                "\nline     1. e3 d5\nhere     number 0, the root; ",
                "\nlongest  2. Qg4 Bxg4 3. Kd1",
                " w - - 0 2\n",
                "\nfile     e3-d5.cbor\n",
            ],
            Some("white"),
            Some("e3-d5.cbor"),
        ),
        // The winner's moves may be left out.
        ("e3 d5 Bxg4", &["\nline     1. e3 d5 2. Qg4 Bxg4\nhere     number 2; "], Some("white"), Some("e3-d5.cbor")),
        ("d3", &["\nline     1. d3\nhere     number 0, the root; ", "\nBlack's move in the proof:\n"], Some("black"), Some("d3.cbor")),
    ];
    for (moves, parts, winner, file) in table {
        walk(&folder, ".", moves, "").answers().says(parts);
        let spot = walk(&folder, ".", moves, "--json").answers().json();
        schema.assert_fits(&spot);
        assert_eq!((spot["winner"].as_str(), spot.get("file").and_then(Value::as_str)), (*winner, *file), "{moves}");
        assert_eq!((spot.get("moves").is_some(), spot.get("place").is_some()), (file.is_none(), file.is_some()), "{moves}");
    }
    // Exported files also use the move numbers of the game.
    walk(&folder, ".", "e3 d5 Bxg4", "--pgn x.pgn").answers().says(&["Wrote x.pgn: "]);
    let pgn = fs::read_to_string(folder.join("x.pgn")).unwrap();
    assert!(pgn.contains(" w - - 0 3\"]\n") && pgn.contains("\n\n3. Kd1 Bxd1 4. a3 "), "{pgn}");
    for (moves, others, sentence) in [
        ("e5", "", "e5 is illegal"),
        ("e3 d5 Nf3", "", "Nf3 is legal, but White's move in the proof is Qg4; nothing is proved here about Nf3\n"),
        ("e3 b5", "--pgn y.pgn", "--pgn goes with a proof, and no proof begins here or before"),
        ("e4", "--dot y.dot", "--dot goes with a proof, "),
    ] {
        let run = walk(&folder, ".", moves, others).complains(2);
        assert!(run.err.contains(sentence), "{moves}: {}", run.err);
    }
    assert!(!folder.join("y.pgn").exists() && !folder.join("y.dot").exists());
}

#[test]
fn sessions_in_a_folder() {
    let folder = forest("walk-folder-session");
    let lines = "e3\nd6\n\nback 2\nback\nd3\nroot\n3 x\nlongest\n#2\ne3 d5\nlongest 2\n#0\nfen\nback 9\nback\nfen x\nquit\n";
    let run = session(&folder, "walk .", lines).ends_with(2);
    let places: Vec<&str> =
        run.out.lines().filter(|line| ["here", "line", "Who wins here"].iter().any(|head| line.starts_with(head))).collect();
    let expected = [
        "Who wins here is not proved: 2 of the 20 moves",
        "Who wins here is not proved: 3 of the 20 moves",
        "line     1. e3",
        "line     1. e3 d6",
        "here     number 0, the root; ",
        "line     1. e3 d6 2. ",
        "here     number 1; ",
        "Who wins here is not proved: 3 of the 20 moves",
        "line     1. e3",
        "Who wins here is not proved: 2 of the 20 moves",
        "line     1. d3",
        "here     number 0, the root; ",
        "Who wins here is not proved: 2 of the 20 moves",
        "line     1. e3 d5",
        "here     number 0, the root; ",
        "line     1. e3 d5 2. Qg4 Bxg4",
        "here     number 2; ",
        "line     1. e3 d5",
        "here     number 0, the root; ",
        "Who wins here is not proved: 2 of the 20 moves",
    ];
    assert_eq!(places.len(), expected.len(), "{places:#?}");
    for (place, expected) in places.iter().zip(expected) {
        assert!(place.starts_with(expected), "{place:?}, not {expected:?}");
    }
    assert!(run.out.contains("\nrnbqkbnr/ppp1pppp/8/3p4/8/4P3/PPPP1PPP/RNBQKBNR w - - 0 2\n"), "{}", run.out);
    let complaints: Vec<&str> = run.err.lines().collect();
    let sentences = [
        "solve: 3 stands alone, found \"x\"",
        "solve: longest goes with a proof, ",
        "solve: #2 goes with a proof, ",
        "solve: this is the beginning of the game",
        "solve: fen stands alone, found \"x\"",
        "solve: wrong commands: 5 of 18",
    ];
    assert_eq!(complaints.len(), sentences.len(), "{complaints:#?}");
    for (complaint, sentence) in complaints.iter().zip(sentences) {
        assert!(complaint.starts_with(sentence), "{complaint:?}, not {sentence:?}");
    }
}

/// If a move is proved to win, the tree shows that the position before the move is won. The proofs in this test are
/// invented.
#[test]
fn proofs_are_put_together() {
    let folder = forest("walk-together");
    let genuine = verify::open_losing(&folder.join("e3-d5.cbor")).unwrap();
    let start = position(START);
    let after = |moves: &str| moves.split(' ').fold(start, |position, word| position.after(position.find_move(word).unwrap()));
    let made_up = |moves: &str, winner: Colour| {
        let game = ForSide { winner, ..genuine.game };
        (moves.to_owned(), LosingProof { game, root: after(moves), ..genuine.clone() })
    };
    let replies = |first: &str| {
        let position = after(first);
        position.moves().into_iter().map(|played| format!("{first} {}", position.san(played))).collect::<Vec<_>>()
    };
    let all = |first: &str, winner| replies(first).iter().map(|moves| made_up(moves, winner)).collect::<Vec<_>>();
    let without_one = |first: &str| all(first, Colour::White).split_off(1);
    let but_one = |first: &str| [without_one(first), vec![made_up(&replies(first)[0], Colour::Black)]].concat();
    // Each case has a title, the proofs, a line of moves, the winner after these moves, the number of replies to the
    // last move with a known winner, and the number of all replies.
    type Case = (&'static str, Vec<(String, LosingProof)>, &'static str, Option<Colour>, Option<[usize; 2]>);
    let table: Vec<Case> = vec![
        ("all replies lose", all("e4", Colour::White), "e4", Some(Colour::White), Some([20, 20])),
        ("so White wins from the beginning", all("e4", Colour::White), "", Some(Colour::White), None),
        ("all but one", without_one("e4"), "e4", None, Some([19, 20])),
        ("which tells nothing of the beginning", without_one("e4"), "", None, None),
        ("one reply wins", but_one("e4"), "e4", Some(Colour::Black), Some([20, 20])),
        ("which tells nothing either", but_one("e4"), "", None, None),
        ("a move further on", vec![made_up("e4 a6 Bxa6", Colour::White)], "e4 a6", Some(Colour::White), Some([1, 1])),
        ("and before it", vec![made_up("e4 a6 Bxa6", Colour::White)], "e4", None, Some([1, 20])),
        ("by another way", vec![made_up("a3 a6 h3", Colour::White)], "h3 a6", Some(Colour::White), Some([1, 30])),
    ];
    for (title, proofs, line, winner, replies) in table {
        let tree = Tree::new(proofs).unwrap();
        assert_eq!(tree.top().apart(), [""; 0], "{title}");
        let mut stroll = Stroll::new(&tree).unwrap();
        stroll.play(line).unwrap();
        assert_eq!(stroll.spot().winner, winner, "{title}");
        if let (Some(replies), Some(last)) = (replies, stroll.moves_made().pop()) {
            stroll.back(1).unwrap();
            let turns = stroll.spot().moves.unwrap();
            let turn = turns.iter().find(|turn| turn.san == last).unwrap();
            assert_eq!((turn.winner, turn.replies.unwrap()[0]), (winner, replies[0]), "{title}");
        }
    }
    // This proof uses other rules, and its root is too deep in the game.
    let fics = verify::open_losing(&folder.join("fics.cbor")).unwrap();
    let tree = Tree::new(vec![("fics.cbor".to_owned(), fics)]).unwrap();
    assert!(tree.top().apart()[0].contains("more than 4 moves from the beginning"), "{:?}", tree.top().apart());
    assert_eq!(Tree::new(Vec::<(String, LosingProof)>::new()).err(), Some(WalkError::NoProof));
}

/// `solve walk --game` follows a game to the last position with a proved winner.
#[test]
fn a_game_is_followed_to_where_it_leaves_the_proofs() {
    let folder = forest("walk-folder-game");
    let schema = Schema::named("walk-folder");
    let tags = "[Event \"a\"]\n[Variant \"Antichess\"]\n[Result \"*\"]\n\n";
    // Each case has the moves, the sentence, and three values of the JSON: the number of plies followed, the move that
    // leaves the proofs, and the move of the proof.
    type Case<'a> = (&'a str, &'a str, u64, Option<&'a str>, Option<&'a str>);
    let table: &[Case] = &[
        (
            "1. e3 { [%clk 0:01] } 1... d5 (1... b5) 2. Qg4 Bxg4 3. a4 *",
            "The game leaves the proofs with White's 3. a4; the proof plays 3. Kd1. Before that move White wins by force.\n",
            4,
            Some("a4"),
            Some("Kd1"),
        ),
        (
            "1. e3 d5 2. a3 b5 3. Bxb5 *",
            "The game leaves the proofs with White's 2. a3; the proof plays 2. Qg4. Before that move White wins by force; the 2 moves \
             after it are not examined.\n",
            2,
            Some("a3"),
            Some("Qg4"),
        ),
        (
            "1. e3 d5 2. Qg4 *",
            "The whole game, 3 moves of both sides, stays in the proofs: White wins by force in its last position.\n",
            3,
            None,
            None,
        ),
        (
            "1. e3 b5 2. Bxb5 *",
            "No proof here says who wins in any position of this game, which has 3 moves of both sides.\n",
            0,
            Some("e3"),
            None,
        ),
    ];
    for (moves, sentence, followed, left, instead) in table {
        fs::write(folder.join("game.pgn"), format!("{tags}{moves}\n")).unwrap();
        let run = solve(&folder, "walk . --game game.pgn").answers();
        assert!(run.out.starts_with(sentence), "{moves}: {}", run.out);
        let spot = solve(&folder, "walk . --game game.pgn --json").answers().json();
        schema.assert_fits(&spot);
        let game = &spot["game"];
        assert_eq!(
            (game["followed"].as_u64(), game["left_with"].as_str(), game["instead"].as_str()),
            (Some(*followed), *left, *instead),
            "{moves}"
        );
        assert_eq!(spot["line"].as_array().unwrap().len() as u64, *followed, "{moves}");
    }
    // A game can also be followed in a single proof.
    fs::write(folder.join("game.pgn"), format!("{tags}{}\n", table[0].0)).unwrap();
    solve(&folder, "walk e3-d5.cbor --game game.pgn").answers().says(&[table[0].1]);
    for (text, sentence) in [
        (String::new(), "--game game.pgn: there is no game"),
        (tags.replace("Antichess", "Atomic") + "1. e4 *", "--game game.pgn: the game's Variant is \"atomic\": expected Antichess"),
        (tags.to_owned() + "1. e3 d5 2. Qg5 *", "--game game.pgn: move 2. Qg5: "),
    ] {
        fs::write(folder.join("game.pgn"), text).unwrap();
        let run = solve(&folder, "walk . --game game.pgn").complains(2);
        assert!(run.err.contains(sentence), "{sentence}: {}", run.err);
    }
    let run = solve(&folder, "walk . --game none.pgn").complains(2);
    assert!(run.err.contains("none.pgn"), "{}", run.err);
}

#[test]
fn at_most_the_first_moves_are_listed() {
    let folder = forest("walk-first");
    let shown = solve(&folder, "walk . --moves e3 --first 2").answers();
    shown.says(&["\nBlack's moves:\n   1  a5      not proved\n   2  a6      not proved\n     … 18 more\n"]);
    // A limit equal to the length of the list changes nothing, and the JSON always has the complete list.
    assert_eq!(solve(&folder, "walk . --moves e3 --first 20").answers().out, solve(&folder, "walk . --moves e3").answers().out);
    let moves = solve(&folder, "walk . --moves e3 --first 2 --json").answers().json();
    assert_eq!(moves["moves"].as_array().map(Vec::len), Some(20));
}
