//! Tests the three kinds of files that `solve walk` writes: games in PGN, graphs for Graphviz, and lines of moves.

#[path = "common/run.rs"]
mod run;
#[path = "common/walking.rs"]
mod walking;

use std::collections::{HashMap, HashSet};
use std::fs;

use gamecert_solver::games::losing_chess::{Move, Position};
use run::{Run, command};
use walking::{Recount, TO_PROMOTIONS, certificates, position, walk};

/// A game that was read from PGN, with the main line and all variations.
struct Game {
    root: Position,
    main: Vec<Move>,
    /// `moves` is the number of moves in the main line and all variations. `met` contains the root and all positions
    /// that the main line and the variations reach.
    moves: usize,
    met: HashSet<String>,
    /// `labels` maps the number of each label to the position whose comment contains the label.
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
        // `here` is the position after the last move of the current line, and `before` is the position before that
        // move.
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
        for (&played, expected) in game.main.iter().zip(place["main_line"].as_array().unwrap()) {
            assert_eq!(here.san(played), expected.as_str().unwrap());
            here = here.after(played);
        }
        let recount = Recount::read(&folder.join(certificate));
        let below = recount.below(&game.root.to_string());
        assert!(game.met.iter().all(|met| below.contains(met.as_str())));
        if limit > positions {
            // Each move of the proof occurs once in the file.
            assert_eq!((game.met.len(), game.cuts), (positions, 0), "{line}");
            assert_eq!(game.moves, below.iter().map(|position| recount.successors[*position].len()).sum::<usize>());
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
        let recount = Recount::read(&folder.join(certificate));
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
        let inside = |position: &str| recount.successors[position].iter().filter(|next| shown.contains(next.as_str())).count();
        assert_eq!(edges.len(), shown.iter().map(|position| inside(position)).sum::<usize>(), "{line}");
        for edge in &edges {
            let (ends, label) = edge.trim().split_once(" [label=\"").unwrap();
            let (from, to) = ends.split_once(" -> ").unwrap();
            let before = position(named[from]);
            let played = before.find_move(label.strip_suffix("\"];").unwrap()).unwrap();
            assert_eq!(before.after(played).to_string(), named[to], "{edge}");
        }
        let dashed = nodes.iter().filter(|node| node.contains("style=dashed")).count();
        assert_eq!(dashed, shown.iter().filter(|position| inside(position) < recount.successors[**position].len()).count(), "{line}");
    }
}

#[test]
fn lines_lead_to_what_is_largest() {
    let folder = certificates("walk-lines");
    let root = position("rnbqkbnr/pppppp1p/6p1/8/8/4P3/PPPP1PPP/RNBQKBNR w - -");
    let recount = Recount::read(&folder.join("e3-g6.cbor"));
    for (line, limit) in [("", 5000), ("", 100), ("", 1), ("Qh5 gxh5 g4 hxg4", 40)] {
        walk(&folder, "e3-g6.cbor", line, &format!("--lines out.txt --limit {limit}")).answers().says(&["Wrote out.txt: "]);
        let text = fs::read_to_string(folder.join("out.txt")).unwrap();
        let here = line.split(' ').filter(|played| !played.is_empty()).fold(root, |at, played| at.after(at.find_move(played).unwrap()));
        let below = recount.below(&here.to_string());
        let blacks = |fen: &&str| fen.contains(" b ") && !recount.successors[*fen].is_empty() && **fen != here.to_string();
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
        assert!(limit > 1 || text.ends_with("\n2. Qh5\n"), "{text}");
    }
    walk(&folder, "e3-g6.cbor", "", "--lines hints.txt --limit 20").answers();
    let output = command(&folder, "losing-chess --for white --hints hints.txt --threads 1 --shrink 0").arg("1. e3 g6").output().unwrap();
    Run::new("losing-chess --hints", output).answers().says(&["1. e3 g6: White wins by force with 2. Qh5\n"]);
}
