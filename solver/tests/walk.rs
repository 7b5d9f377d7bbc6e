//! `solve walk`: what it shows of a proof, where moves lead, what it writes, and what it refuses.

mod common;
#[path = "common/run.rs"]
mod run;

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use common::Schema;
use gamecert_solver::certificate::emit::losing::{Claim, emit};
use gamecert_solver::certificate::losing_proof::LosingProof;
use gamecert_solver::certificate::verify;
use gamecert_solver::games::Colour;
use gamecert_solver::games::losing_chess::text::{START, Setup};
use gamecert_solver::games::losing_chess::winner::ForSide;
use gamecert_solver::games::losing_chess::{Move, Position, Stalemate};
use gamecert_solver::report::walk::tree::{Stroll, Tree};
use gamecert_solver::report::walk::{Proof, Walk};
use run::{Run, command, folder, solve};
use serde_json::Value;

/// A fresh folder with the certificates of `tests/data`, and one of another kind.
fn certificates(test: &str) -> PathBuf {
    let folder = folder(test);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in ["e3-d5.cbor", "e3-d6.cbor", "e3-g6.cbor"] {
        fs::copy(root.join("tests/data").join(name), folder.join(name)).unwrap();
    }
    for name in ["kk.cbor", "tic-tac-toe-chips.cbor"] {
        fs::copy(root.join("../certs").join(name), folder.join(name)).unwrap();
    }
    folder
}

/// A run with these moves and other arguments.
fn walk(folder: &Path, certificate: &str, moves: &str, others: &str) -> Run {
    let mut command = command(folder, &format!("walk {certificate} {others}"));
    Run::new(moves, command.args(["--moves", moves]).output().unwrap())
}

/// A session that reads these lines.
fn session(folder: &Path, arguments: &str, lines: &str) -> Run {
    let mut child = command(folder, arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    Run::new(lines, child.wait_with_output().unwrap())
}

/// To the position with five replies, all promotions.
const TO_PROMOTIONS: &str = "Qh5 gxh5 g4 hxg4 Nf3 gxf3 Bg2 fxg2 d4";

#[test]
fn places_in_words() {
    let folder = certificates("walk-places");
    let table: &[(&str, &[&str])] = &[
        (
            "",
            &[
                "  8  r n b q k b n r\n  7  p p p p p p . p\n  6  . . . . . . p .\n",
                "\n     a b c d e f g h\n\nrnbqkbnr/pppppp1p/6p1/8/8/4P3/PPPP1PPP/RNBQKBNR w - - 0 1\n\nhere     number 0, the root; from here on 4,462 positions",
                "\nWhite's move in the proof:\n   1  Qh5             4,461 positions, at most ",
            ],
        ),
        ("1. Qh5", &["\nline     1. Qh5\nhere     number 1; ", "\nlongest  1... gxh5 2. g4", "\n   1* gxh5            4,460 positions, "]),
        (
            TO_PROMOTIONS,
            &[
                "\nrnbqkbnr/pppppp1p/8/8/3P4/4P3/PPP2PpP/RNB1K2R b - - 0 5\n",
                "\nline     1. Qh5 gxh5 2. g4 hxg4 3. Nf3 gxf3 4. Bg2 fxg2 5. d4\n",
                "\nhere     number 9; from here on 4,453 positions, at most 27 moves\n",
                "\n   1* gxh1=Q          4,296 positions, at most 26 moves\n   2  gxh1=R             82 positions",
            ],
        ),
        // The winner's moves left out, numbers of moves before the others, coordinates.
        ("1... gxh5 2... hxg4 3...gxf3 4. Bg2 fxg2 d4", &["\nline     1. Qh5 gxh5 2. g4 hxg4 3. Nf3 gxf3 4. Bg2 fxg2 5. d4\n"]),
        ("g6h5 h5g4 g4f3 f3g2 g2h1k", &["\nline     1. Qh5 gxh5 2. g4 hxg4 3. Nf3 gxf3 4. Bg2 fxg2 5. d4 gxh1=K\n", "\n   1  Kf1"]),
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
    // Lines, what is printed in this order, what is said on standard error, the status.
    let table: &[(&str, &[&str], &[&str], i32)] = &[
        ("", &["White wins by force (rules joint) from rnbqkbnr/", "number 0, the root"], &[], 0),
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
        ("#9\n2\nfen\n", &["number 9;", "5. d4 gxh1=R\n", "\nrnbqkbnr/pppppp1p/8/8/3P4/4P3/PPP2P1P/RNB1K2r w - - 0 6\n"], &[], 0),
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
                "solve: expected a number behind #, found \"#x\"\n",
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
        // What is wrong leaves one where one was.
        ("#9\ngxh1=Q Kf1 foo\n", &["number 9;"], &["is no move"], 2),
    ];
    for (lines, parts, sentences, status) in table {
        let run = session(&folder, "walk e3-g6.cbor", lines).ends_with(*status);
        for (mut text, wanted) in [(run.out.as_str(), parts), (run.err.as_str(), sentences)] {
            for part in *wanted {
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
        ("kk.cbor", "", "", "kk.cbor: a certificate of kind richman has no proof of losing chess to walk through\n"),
        ("tic-tac-toe-chips.cbor", "", "", "tic-tac-toe-chips.cbor: a certificate of kind chips has no proof"),
        ("forged.cbor", "", "", "forged.cbor is rejected: losing/"),
        ("short.cbor", "", "", "short.cbor is rejected: "),
        ("e3-g6.cbor", "foo", "", "\"foo\" is no move"),
        ("e3-g6.cbor", "Nf3", "", "Nf3 is legal, but White's move in the proof is Qh5\n"),
        ("e3-g6.cbor", "Qh5 a6", "", "a6 is illegal: captures are compulsory (gxh5)\n"),
        (
            "e3-g6.cbor",
            "a6",
            "",
            "a6 is neither White's move in the proof, Qh5, nor a reply to it: a6 is illegal: captures are compulsory (gxh5)\n",
        ),
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
        assert_eq!(tree.apart(), [""; 0], "{title}");
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
    assert!(tree.apart()[0].contains("more than 4 moves from the beginning"), "{:?}", tree.apart());
    assert_eq!(Tree::new(Vec::new()).err().as_deref(), Some("there is no proof of losing chess"));
}

/// A proof read once more, as slowly as can be: by recursion, positions as text.
struct Recount {
    proof: LosingProof,
    read: usize,
    /// The positions behind each, in move order.
    behind: HashMap<String, Vec<String>>,
}

impl Recount {
    fn of(file: &Path) -> Self {
        let proof = verify::open_losing(file).unwrap();
        let root = proof.root;
        let mut recount = Self { proof, read: 0, behind: HashMap::new() };
        recount.prove(&root);
        recount
    }

    fn prove(&mut self, position: &Position) {
        if self.behind.contains_key(&position.to_string()) {
            return;
        }
        let mut moves = position.moves();
        if position.side() == self.proof.game.winner && moves.len() > 1 {
            let bits = usize::BITS - (moves.len() - 1).leading_zeros();
            let chosen = (0..bits).fold(0, |number, _| {
                let bit = self.proof.stream[self.read / 8] >> (7 - self.read % 8) & 1;
                self.read += 1;
                2 * number + usize::from(bit)
            });
            moves = vec![moves[chosen]];
        }
        let behind: Vec<Position> = moves.into_iter().map(|played| position.after(played)).collect();
        behind.iter().for_each(|next| self.prove(next));
        self.behind.insert(position.to_string(), behind.iter().map(ToString::to_string).collect());
    }

    fn below(&self, position: &str) -> HashSet<&str> {
        let mut met = HashSet::new();
        let mut waiting = vec![self.behind.get_key_value(position).unwrap().0.as_str()];
        while let Some(position) = waiting.pop() {
            if met.insert(position) {
                waiting.extend(self.behind[position].iter().map(String::as_str));
            }
        }
        met
    }

    fn longest(&self, position: &str) -> u64 {
        self.behind[position].iter().map(|next| self.longest(next) + 1).max().unwrap_or(0)
    }
}

fn position(fen: &str) -> Position {
    fen.parse::<Setup>().unwrap().position
}

#[test]
fn sizes_are_those_of_a_recount() {
    let folder = certificates("walk-sizes");
    let schema = Schema::named("walk");
    for (certificate, positions) in [("e3-d5.cbor", 33), ("e3-d6.cbor", 33), ("e3-g6.cbor", 4462)] {
        let recount = Recount::of(&folder.join(certificate));
        assert_eq!(recount.behind.len(), positions);
        let root = walk(&folder, certificate, "", "--json").answers().json();
        assert_eq!((&root["positions"], &root["claim"]["positions"]), (&positions.into(), &positions.into()));
        assert_eq!(root["longest"], root["claim"]["longest"]);
        // Along the main line, and once aside from it.
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
            let mut behind: Vec<String> = Vec::new();
            for one in &listed {
                let played = here.find_move(one["san"].as_str().unwrap()).unwrap();
                assert_eq!(one["move"], played.to_string());
                let next = here.after(played).to_string();
                assert_eq!(one["positions"], recount.below(&next).len(), "{line} {played}");
                assert_eq!(one["longest"], recount.longest(&next), "{line} {played}");
                behind.push(next);
            }
            assert!(listed.is_sorted_by_key(|one| std::cmp::Reverse(one["positions"].as_u64())), "{line}");
            assert_eq!(listed.iter().filter(|one| one["on_main_line"] == true).count(), usize::from(!listed.is_empty()));
            behind.sort();
            let mut wanted = recount.behind[&text].clone();
            wanted.sort();
            assert_eq!(behind, wanted, "{line}");
        }
    }
}

#[test]
fn black_wins_as_well() {
    let folder = folder("walk-black");
    // 1... c3 2. bxc3, and Black has nothing left.
    let claim = Claim { root: "8/8/8/8/2p5/8/1P6/8 b - -", clock: 7, winner: 1, positions: 3, longest: 2, reversible: 7, choices: &[] };
    fs::write(folder.join("black.cbor"), emit(&Stalemate::International.name(), &claim)).unwrap();
    walk(&folder, "black.cbor", "", "--pgn black.pgn --dot black.dot").answers().says(&[
        "8/8/8/8/2p5/8/1P6/8 b - - 7 1\n",
        "\nlongest  1... c3 2. bxc3\n",
        "\nBlack's move in the proof:\n   1  c3                  2 positions, at most 1 move\n",
        "\nblack.pgn: 2 moves, 3 positions\nblack.dot: 2 moves, 3 positions\n",
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
    let recount = Recount::of(&folder.join("e3-g6.cbor"));
    let mut walk = Walk::new(&proof);
    let mut met = HashSet::new();
    // How often a move of the winner that is not the proof's could be a reply to the proof's as well.
    let mut refused = 0;
    for number in 0..4462 {
        walk.go_to(number).unwrap();
        let here = *walk.position();
        assert!(recount.behind.contains_key(&here.to_string()) && met.insert(here.to_string()), "{number}");
        let place = walk.place();
        assert_eq!(place.number, number);
        let Some(proofs) = &place.winners_move else { continue };
        let behind = here.after(here.find_move(&proofs.san).unwrap());
        let other = here.moves().into_iter().map(|played| here.san(played)).find(|san| *san != proofs.san && behind.find_move(san).is_ok());
        if let Some(san) = other {
            refused += 1;
            let expected =
                format!("{san}: White's move in the proof is {}; if it is a reply to that, write {} before it", proofs.san, proofs.san);
            assert_eq!(walk.play(&san), Err(expected));
            assert_eq!(*walk.position(), here);
            walk.play(&format!("{} {san}", proofs.san)).unwrap();
        }
    }
    assert!(refused > 0);
}

/// A game read from PGN: for each line, main line or variation, what the moves do.
struct Game {
    root: Position,
    main: Vec<Move>,
    /// Moves in all, and the positions that they lead to.
    moves: usize,
    met: HashSet<String>,
    /// By number, positions that are labelled and those that comments refer to.
    labels: HashMap<String, String>,
    references: Vec<(String, String)>,
    cuts: usize,
}

impl Game {
    fn read(text: &str) -> Self {
        let (tags, moves) = text.split_once("\n\n").unwrap();
        assert!(text.lines().all(|line| line.len() < 80 || line.starts_with('[')), "{text}");
        for tag in ["[Variant \"Antichess\"]", "[SetUp \"1\"]", "[Result \"1-0\"]", "[White \"?\"]", "[Date \"????.??.??\"]"] {
            assert!(tags.lines().any(|line| line == tag), "{tags}");
        }
        let fen = tags.lines().find_map(|line| line.strip_prefix("[FEN \"")?.strip_suffix("\"]")).unwrap();
        let root = position(fen);
        let mut game = Self {
            root,
            main: Vec::new(),
            moves: 0,
            met: HashSet::from([root.to_string()]),
            labels: HashMap::new(),
            references: Vec::new(),
            cuts: 0,
        };
        let moves = moves.strip_suffix(" 1-0\n").or(moves.strip_suffix("\n1-0\n")).unwrap();
        game.replay(moves);
        game
    }

    fn replay(&mut self, text: &str) {
        // Each line's positions before its last move and behind it.
        let (mut before, mut here) = (self.root, self.root);
        let mut outer = Vec::new();
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let end = match c {
                '{' => {
                    let end = rest.find('}').unwrap();
                    self.comment(&rest[1..end].replace('\n', " "), &here);
                    end + 1
                }
                '(' => {
                    outer.push((before, here));
                    here = before;
                    1
                }
                ')' => {
                    (before, here) = outer.pop().unwrap();
                    1
                }
                c if c.is_whitespace() => 1,
                _ => {
                    let end = rest.find([' ', '\n', ')']).unwrap_or(rest.len());
                    if !rest[..end].ends_with('.') {
                        let played = here.find_move(&rest[..end]).unwrap();
                        (before, here) = (here, here.after(played));
                        self.met.insert(here.to_string());
                        self.moves += 1;
                        if outer.is_empty() {
                            self.main.push(played);
                        }
                    }
                    end
                }
            };
            rest = &rest[end..];
        }
        assert!(outer.is_empty());
    }

    fn comment(&mut self, text: &str, here: &Position) {
        for part in text.split("; ") {
            if let Some(number) = part.strip_prefix("= #") {
                self.references.push((number.to_owned(), here.to_string()));
            } else if let Some(number) = part.strip_prefix('#') {
                assert_eq!(self.labels.insert(number.to_owned(), here.to_string()), None, "{number} is written twice");
            } else {
                assert!(part.starts_with("left out: "), "{part}");
                self.cuts += 1;
            }
        }
    }
}

#[test]
fn pgn_is_replayed() {
    let folder = certificates("walk-pgn");
    let through = format!("{TO_PROMOTIONS} gxh1=Q");
    for (certificate, line, limit) in [
        ("e3-d5.cbor", "", 10_000),
        ("e3-g6.cbor", "", 10_000),
        ("e3-g6.cbor", through.as_str(), 10_000),
        ("e3-g6.cbor", "Qh5", 500),
        ("e3-g6.cbor", "", 40),
        ("e3-g6.cbor", "", 3),
    ] {
        let place = walk(&folder, certificate, line, &format!("--json --pgn out.pgn --limit {limit}")).answers().json();
        let game = Game::read(&fs::read_to_string(folder.join("out.pgn")).unwrap());
        assert_eq!(game.root, position(place["fen"].as_str().unwrap()));
        let positions = usize::try_from(place["positions"].as_u64().unwrap()).unwrap();
        let longest = usize::try_from(place["longest"].as_u64().unwrap()).unwrap();
        assert!(game.moves <= limit, "{line}: {} of {limit}", game.moves);
        assert_eq!(game.main.len(), longest.min(limit), "{line}");
        let mut here = game.root;
        for (&played, wanted) in game.main.iter().zip(place["main_line"].as_array().unwrap()) {
            assert_eq!(here.san(played), wanted.as_str().unwrap());
            here = here.after(played);
        }
        let recount = Recount::of(&folder.join(certificate));
        let below = recount.below(&game.root.to_string());
        assert!(game.met.iter().all(|met| below.contains(met.as_str())));
        if limit > positions {
            // Each move of the proof once.
            assert_eq!((game.met.len(), game.cuts), (positions, 0), "{line}");
            assert_eq!(game.moves, below.iter().map(|position| recount.behind[*position].len()).sum::<usize>());
            assert!(here.is_over());
        } else {
            assert!(game.cuts > 0 && game.met.len() < positions, "{line}");
        }
        for (number, position) in &game.references {
            assert_eq!(game.labels.get(number), Some(position), "{line}: #{number}");
        }
        let referred: HashSet<&String> = game.references.iter().map(|(number, _)| number).collect();
        assert_eq!(game.labels.len(), referred.len(), "{line}");
    }
}

#[test]
fn dot_has_the_positions_and_moves() {
    let folder = certificates("walk-dot");
    for (certificate, line, limit) in [("e3-d5.cbor", "", 1000), ("e3-g6.cbor", "", 5000), ("e3-g6.cbor", "Qh5", 50), ("e3-g6.cbor", "", 1)]
    {
        let place = walk(&folder, certificate, line, &format!("--json --dot out.dot --limit {limit}")).answers().json();
        let text = fs::read_to_string(folder.join("out.dot")).unwrap();
        let recount = Recount::of(&folder.join(certificate));
        let root = position(place["fen"].as_str().unwrap()).to_string();
        let below = recount.below(&root);
        assert!(text.starts_with("digraph proof {\n") && text.ends_with("}\n"));
        let (edges, nodes): (Vec<&str>, Vec<&str>) =
            text.lines().filter(|line| line.starts_with("  p")).partition(|line| line.contains(" -> "));
        assert_eq!(nodes.len(), below.len().min(limit), "{line}");
        let named: HashMap<&str, &str> = nodes
            .iter()
            .map(|node| {
                let (name, rest) = node.trim().split_once(' ').unwrap();
                let fen = rest.split_once("tooltip=\"").unwrap().1.strip_suffix("\"];").unwrap();
                (name, fen)
            })
            .collect();
        let shown: HashSet<&str> = named.values().copied().collect();
        assert!(shown.len() == nodes.len() && shown.is_subset(&below));
        let inside = |position: &str| recount.behind[position].iter().filter(|next| shown.contains(next.as_str())).count();
        assert_eq!(edges.len(), shown.iter().map(|position| inside(position)).sum::<usize>(), "{line}");
        for edge in &edges {
            let (ends, label) = edge.trim().split_once(" [label=\"").unwrap();
            let (from, to) = ends.split_once(" -> ").unwrap();
            let before = position(named[from]);
            let played = before.find_move(label.strip_suffix("\"];").unwrap()).unwrap();
            assert_eq!(before.after(played).to_string(), named[to], "{edge}");
        }
        let dashed = nodes.iter().filter(|node| node.contains("style=dashed")).count();
        assert_eq!(dashed, shown.iter().filter(|position| inside(position) < recount.behind[**position].len()).count(), "{line}");
    }
}

#[test]
fn lines_lead_to_what_is_largest() {
    let folder = certificates("walk-lines");
    let root = position("rnbqkbnr/pppppp1p/6p1/8/8/4P3/PPPP1PPP/RNBQKBNR w - -");
    let recount = Recount::of(&folder.join("e3-g6.cbor"));
    for (line, limit) in [("", 5000), ("", 100), ("", 1), ("Qh5 gxh5 g4 hxg4", 40)] {
        walk(&folder, "e3-g6.cbor", line, &format!("--lines out.txt --limit {limit}")).answers().says(&["\nout.txt: "]);
        let text = fs::read_to_string(folder.join("out.txt")).unwrap();
        let here = line.split(' ').filter(|played| !played.is_empty()).fold(root, |at, played| at.after(at.find_move(played).unwrap()));
        let below = recount.below(&here.to_string());
        let blacks = |fen: &&str| fen.contains(" b ") && !recount.behind[*fen].is_empty() && **fen != here.to_string();
        let all = below.iter().filter(|fen| blacks(fen)).count();
        let mut led_to = HashSet::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (mut at, mut last) = (root, String::new());
            for played in line.split(' ').filter(|word| !word.ends_with('.')) {
                at = at.after(at.find_move(played).unwrap_or_else(|why| panic!("{line}: {why}")));
                last = at.to_string();
                if below.contains(last.as_str()) && blacks(&last.as_str()) {
                    led_to.insert(last.clone());
                }
            }
            assert!(blacks(&last.as_str()), "{line}");
        }
        assert_eq!(led_to.len(), all.min(limit), "{line} {limit}");
        assert!(limit > 1 || text.ends_with("\n1. Qh5\n"), "{text}");
    }
    walk(&folder, "e3-g6.cbor", "", "--lines hints.txt --limit 20").answers();
    let output = command(&folder, "losing-chess --for white --hints hints.txt --threads 1 --shrink 0").arg("1. e3 g6").output().unwrap();
    Run::new("losing-chess --hints", output).answers().says(&["1. e3 g6: White wins\n"]);
}
