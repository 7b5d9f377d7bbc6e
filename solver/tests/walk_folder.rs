//! `solve walk` in a folder: several proofs as one tree from the first move of the game.

mod common;
#[path = "common/run.rs"]
mod run;
#[path = "common/walking.rs"]
mod walking;

use std::fs;
use std::path::{Path, PathBuf};

use common::Schema;
use gamecert_solver::certificate::losing_proof::LosingProof;
use gamecert_solver::certificate::verify;
use gamecert_solver::games::Colour;
use gamecert_solver::games::losing_chess::text::START;
use gamecert_solver::games::losing_chess::winner::ForSide;
use gamecert_solver::report::walk::tree::{Stroll, Tree};
use serde_json::Value;
use walking::{certificates, position, session, walk};

/// A folder with three replies to 1. e3 and two other first moves, a proof of other rules and a certificate of another kind.
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
    let head = ".: 5 proofs, rules joint, as one tree from move 1\n\
        no part of it: kk.cbor: of kind richman, no proof of losing chess\n\
        no part of it: fics.cbor: rules fics, and the others have rules joint\n";
    let schema = Schema::named("walk-folder");
    // Moves, parts of the text, the winner, the file that is entered.
    type Case<'a> = (&'a str, &'a [&'a str], Option<&'a str>, Option<&'a str>);
    let table: &[Case] = &[
        (
            "",
            &[
                head,
                "\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n\nhere     who wins here is not proved; behind 2 of 20 moves it is\n\nWhite's moves:\n",
                "  d3      Black wins: 213 positions, at most 32 moves, d3.cbor\n",
                "  e3      not proved; behind 3 of 20 replies it is\n",
                "  e4      not proved\n",
            ],
            None,
            None,
        ),
        (
            "e3",
            &[
                "\nrnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b - - 0 1\n\nline     1. e3\nhere     who wins here is not proved; behind 3 of 20 moves it is\n",
                "\nBlack's moves:\n   1  ",
                "  d5      White wins: 33 positions, at most 32 moves, e3-d5.cbor\n",
                "  b5      not proved\n",
            ],
            None,
            None,
        ),
        ("e4", &["line     1. e4\nhere     who wins here is not proved; behind 0 of "], None, None),
        (
            "1. e3 d5",
            &[
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
    // The moves of a game have the game's numbers in what is written too.
    walk(&folder, ".", "e3 d5 Bxg4", "--pgn x.pgn").answers().says(&["\nx.pgn: "]);
    let pgn = fs::read_to_string(folder.join("x.pgn")).unwrap();
    assert!(pgn.contains(" w - - 0 3\"]\n") && pgn.contains("\n\n3. Kd1 Bxd1 4. a3 "), "{pgn}");
    for (moves, others, sentence) in [
        ("e5", "", "e5 is illegal"),
        ("e3 d5 Nf3", "", "Nf3 is legal, but White's move in the proof is Qg4\n"),
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
    let places: Vec<&str> = run.out.lines().filter(|line| line.starts_with("here") || line.starts_with("line")).collect();
    let expected = [
        "here     who wins here is not proved; behind 2 of 20 moves it is",
        "line     1. e3",
        "here     who wins here is not proved; behind 3 of 20 moves it is",
        "line     1. e3 d6",
        "here     number 0, the root; ",
        "line     1. e3 d6 2. ",
        "here     number 1; ",
        "line     1. e3",
        "here     who wins here is not proved; behind 3 of 20 moves it is",
        "here     who wins here is not proved; behind 2 of 20 moves it is",
        "line     1. d3",
        "here     number 0, the root; ",
        "here     who wins here is not proved; behind 2 of 20 moves it is",
        "line     1. e3 d5",
        "here     number 0, the root; ",
        "line     1. e3 d5 2. Qg4 Bxg4",
        "here     number 2; ",
        "line     1. e3 d5",
        "here     number 0, the root; ",
        "here     who wins here is not proved; behind 2 of 20 moves it is",
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

/// Where all replies are proved the move is, and where one move is proved to win the position is. The proofs are made up: the tree trusts those who verify.
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
    // Proofs, a line of moves, who wins there, and of how many replies to the last move it is known.
    type Case = (&'static str, Vec<(String, LosingProof)>, &'static str, Option<&'static str>, Option<[usize; 2]>);
    let table: Vec<Case> = vec![
        ("all replies lose", all("e4", Colour::White), "e4", Some("white"), Some([20, 20])),
        ("so White wins from the beginning", all("e4", Colour::White), "", Some("white"), None),
        ("all but one", without_one("e4"), "e4", None, Some([19, 20])),
        ("which tells nothing of the beginning", without_one("e4"), "", None, None),
        ("one reply wins", but_one("e4"), "e4", Some("black"), Some([20, 20])),
        ("which tells nothing either", but_one("e4"), "", None, None),
        ("a move further on", vec![made_up("e4 a6 Bxa6", Colour::White)], "e4 a6", Some("white"), Some([1, 1])),
        ("and before it", vec![made_up("e4 a6 Bxa6", Colour::White)], "e4", None, Some([1, 20])),
        ("by another way", vec![made_up("a3 a6 h3", Colour::White)], "h3 a6", Some("white"), Some([1, 30])),
    ];
    for (title, proofs, line, winner, replies) in table {
        let tree = Tree::new(proofs).unwrap();
        assert_eq!(tree.top().apart(), [""; 0], "{title}");
        let mut stroll = Stroll::new(&tree).unwrap();
        stroll.play(line).unwrap();
        assert_eq!(stroll.spot().winner.as_deref(), winner, "{title}");
        if let (Some(replies), Some(last)) = (replies, stroll.moves_made().pop()) {
            stroll.back(1).unwrap();
            let turns = stroll.spot().moves.unwrap();
            let turn = turns.iter().find(|turn| turn.san == last).unwrap();
            assert_eq!((turn.winner.as_deref(), turn.replies.unwrap()[0]), (winner, replies[0]), "{title}");
        }
    }
    // Rules that others have, and roots that are too deep within the game.
    let fics = verify::open_losing(&folder.join("fics.cbor")).unwrap();
    let tree = Tree::new(vec![("fics.cbor".to_owned(), fics)]).unwrap();
    assert!(tree.top().apart()[0].contains("more than 4 moves from the beginning"), "{:?}", tree.top().apart());
    assert_eq!(Tree::new(Vec::new()).err().as_deref(), Some("there is no proof of losing chess"));
}
