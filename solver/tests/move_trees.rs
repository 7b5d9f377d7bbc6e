//! Tests `solve export --tree`, which writes trees of optimal moves, as in figures 1 and 2 of Payne and Develin's
//! paper. The tests compare these trees with look-ups.

#[path = "common/run.rs"]
mod run;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use gamecert_solver::answers::kinds::{self, Answers, Question};
use gamecert_solver::certificate::verify::{self, Reading};
use gamecert_solver::games::{self, Argument, Game};
use gamecert_solver::model::graph::Player;
use run::{fails, folder, solve};
use serde_json::Value;

fn certificates(test: &str) -> PathBuf {
    let folder = folder(test);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../certs");
    for name in [
        "tic-tac-toe.cbor",
        "tic-tac-toe-chips.cbor",
        "kk-4x4-chips-all.cbor",
        "krk-4x4-chips-all.cbor",
        "subtraction-1-2-budgets-1-12.cbor",
    ] {
        fs::copy(root.join(name), folder.join(name)).unwrap();
    }
    solve(&folder, "bidding-chess KPK --board 4x4 --emit-dir .").answers();
    solve(&folder, "chips hex:2x2 --up-to 6 --emit-cert hex-chips.cbor").answers();
    folder
}

#[derive(Default)]
struct Graph {
    nodes: HashMap<String, HashMap<String, String>>,
    edges: Vec<(String, String, HashMap<String, String>)>,
}

fn parse(dot: &str) -> Graph {
    let mut graph = Graph::default();
    let lines: Vec<&str> = dot.lines().collect();
    assert_eq!((lines[0], lines[lines.len() - 1]), ("digraph moves {", "}"));
    for line in &lines[1..lines.len() - 1] {
        let statement = line.strip_prefix("  ").and_then(|line| line.strip_suffix(';')).unwrap_or_else(|| panic!("{line}"));
        let Some((name, attributes)) = statement.split_once(" [") else {
            assert!(statement.starts_with("label=\""), "{line}");
            continue;
        };
        let attributes = attributes_of(attributes.strip_suffix(']').unwrap());
        match name.split_once(" -> ") {
            Some((from, to)) => graph.edges.push((from.to_owned(), to.to_owned(), attributes)),
            None if name == "node" => {}
            None => assert!(graph.nodes.insert(name.to_owned(), attributes).is_none(), "{name} twice"),
        }
    }
    for (from, to, _) in &graph.edges {
        assert!(graph.nodes.contains_key(from) && graph.nodes.contains_key(to), "{from} -> {to}");
    }
    graph
}

fn attributes_of(text: &str) -> HashMap<String, String> {
    let mut attributes = HashMap::new();
    let mut letters = text.chars().peekable();
    while letters.peek().is_some() {
        let name: String = letters.by_ref().take_while(|&letter| letter != '=').collect();
        let mut value = String::new();
        if letters.next_if_eq(&'"').is_some() {
            loop {
                match letters.next().unwrap() {
                    '"' => break,
                    '\\' => match letters.next().unwrap() {
                        'n' => value.push('\n'),
                        letter => value.push(letter),
                    },
                    letter => value.push(letter),
                }
            }
        } else {
            while let Some(letter) = letters.next_if(|&letter| letter != ',') {
                value.push(letter);
            }
        }
        assert!(letters.next().is_none_or(|letter| letter == ',' && letters.next() == Some(' ')), "{text}");
        attributes.insert(name, value);
    }
    attributes
}

fn open(file: &Path) -> Box<dyn Answers> {
    kinds::open(verify::open_any(file, Reading::default()).unwrap()).unwrap()
}

fn ask(answers: &dyn Answers, question: Question) -> Value {
    let mut out = Vec::new();
    answers.lookup(&question).unwrap().write_json(&mut out).unwrap();
    serde_json::from_slice(&out).unwrap()
}

/// Converts a fraction to a floating-point number. All denominators in this test are below 2^20, so the floating-point
/// numbers have the same order as the fractions.
fn number(fraction: &str) -> f64 {
    let (numerator, denominator) = fraction.split_once('/').unwrap();
    numerator.parse::<f64>().unwrap() / denominator.parse::<f64>().unwrap()
}

/// Each edge is a best move according to a look-up. The value that a look-up gives for a move equals the value of the
/// position after the move.
#[test]
fn edges_are_best_moves_with_money() {
    let folder = certificates("trees-money");
    let table = [
        ("tic-tac-toe.cbor", "--depth 6", "left", true),
        ("tic-tac-toe.cbor", "--depth 6 --for right", "right", true),
        ("kpk-4x4.cbor", "--position 3k/4/P3/K3 --depth 4", "left", false),
        ("kpk-4x4.cbor", "--position 3k/4/P3/K3 --depth 4 --for black", "right", false),
        // In this case the colours are exchanged.
        ("kpk-4x4.cbor", "--position k3/p3/4/3K --depth 4", "left", false),
    ];
    for (certificate, arguments, claimant, is_game) in table {
        let dot = solve(&folder, &format!("export {certificate} --tree dot {arguments}")).ends_with(0).out;
        let graph = parse(&dot);
        let answers = open(&folder.join(certificate));
        let players = if is_game { ["Left", "Right"] } else { ["White", "Black"] };
        let lists = if is_game { ["left_moves", "right_moves"] } else { ["white_moves", "black_moves"] };
        assert!(graph.edges.len() > 10, "{arguments}");
        let look = |position: &str| ask(&*answers, Question { position: Some(position), ..Question::default() });
        for (from, to, attributes) in &graph.edges {
            let found = look(&graph.nodes[from]["tooltip"]);
            let player = players.iter().position(|player| *player == attributes["label"]).unwrap();
            let moves = found[lists[player]].as_array().unwrap();
            // Alpha is the value of a move if Left should win, and beta if Right should win.
            let value = |one: &Value| {
                let value = if claimant == "left" { &one["value"] } else { one.get("value_beta").unwrap_or(&one["value"]) };
                number(value.as_str().unwrap())
            };
            let played = moves.iter().find(|one| one["move"].as_str() == Some(&attributes["edgetooltip"])).unwrap();
            let values = moves.iter().map(value);
            let best = if player == 0 { values.fold(0.0, f64::max) } else { values.fold(1.0, f64::min) };
            assert!(value(played) == best, "{certificate} {arguments}: {attributes:?} in {found}");
            match graph.nodes[to].get("tooltip") {
                Some(position) => {
                    let there = look(position);
                    let threshold = if claimant == "left" { &there["alpha"] } else { &there["beta"] };
                    assert!(number(threshold.as_str().unwrap()) == best, "{certificate}: {attributes:?} to {there}");
                    let need = if claimant == "left" { 1.0 - best } else { best };
                    let shown = graph.nodes[to]["label"].lines().last().unwrap();
                    assert!((number(shown) - need).abs() < 1e-12, "{shown}");
                }
                None => assert!(best == 0.0 || best == 1.0, "{certificate}: an end at {attributes:?}"),
            }
        }
    }
}

/// Looks up the threshold of a position, in half chips. The tie-breaking advantage counts as half a chip.
fn half_chips(answers: &dyn Answers, position: &str, chips: u32) -> u32 {
    let found = ask(answers, Question { position: Some(position), chips: Some((chips, chips)), ..Question::default() });
    match found["thresholds"][0]["threshold"].as_str() {
        None => 2 * (chips + 1),
        Some(text) => 2 * text.trim_end_matches('*').parse::<u32>().unwrap() + u32::from(text.ends_with('*')),
    }
}

#[test]
fn edges_are_best_moves_with_chips() {
    let folder = certificates("trees-chips");
    for (certificate, name, chips) in
        [("tic-tac-toe-chips.cbor", "tic-tac-toe", 5), ("tic-tac-toe-chips.cbor", "tic-tac-toe", 100), ("hex-chips.cbor", "hex:2x2", 6)]
    {
        let Ok(Argument::Game(game)) = games::named(name) else { panic!("{name}") };
        let game: Box<dyn Game> = game;
        let steps = game.graph();
        let dot = solve(&folder, &format!("export {certificate} --tree dot --chips {chips} --depth 5")).ends_with(0).out;
        let graph = parse(&dot);
        let answers = open(&folder.join(certificate));
        assert!(graph.edges.len() >= 6, "{name}");
        for (from, to, attributes) in &graph.edges {
            let position = game.find_position(&graph.nodes[from]["tooltip"]).unwrap();
            let player = if attributes["label"] == "Left" { Player::Left } else { Player::Right };
            let after = steps.options(player).get(position).iter().map(|&place| match steps.end(place) {
                None => half_chips(&*answers, &game.position(place as usize), chips),
                Some(end) if end == Player::Left.wins() => 0,
                Some(_) => 2 * (chips + 1),
            });
            let best = if player == Player::Left { after.min() } else { after.max() }.unwrap();
            let reached = match graph.nodes[to].get("tooltip") {
                Some(position) => half_chips(&*answers, position, chips),
                None if graph.nodes[to]["label"] == "Left has won" => 0,
                None => 2 * (chips + 1),
            };
            assert_eq!(reached, best, "{name} with {chips} chips: {attributes:?} from {}", graph.nodes[from]["tooltip"]);
        }
    }
}

/// In the tree of an ending, the thresholds satisfy the paper's recursion (Theorem 3.7) and agree with look-ups.
#[test]
fn endings_with_chips_satisfy_the_recursion() {
    let folder = certificates("trees-endings");
    for (certificate, position, chips) in [
        ("krk-4x4-chips-all.cbor", "k3/4/4/K2R", 8),
        ("krk-4x4-chips-all.cbor", "3k/4/1R2/K3", 31),
        ("kk-4x4-chips-all.cbor", "3k/4/4/K3", 12),
    ] {
        let dot =
            solve(&folder, &format!("export {certificate} --tree dot --chips {chips} --depth 5 --position {position}")).ends_with(0).out;
        let graph = parse(&dot);
        let answers = open(&folder.join(certificate));
        let never = 2 * (chips + 1);
        let code = |node: &str| match graph.nodes[node].get("tooltip") {
            Some(position) => {
                let shown = graph.nodes[node]["label"].lines().last().unwrap();
                let code = if shown == "never" {
                    never
                } else {
                    2 * shown.trim_end_matches('*').parse::<u32>().unwrap() + u32::from(shown.ends_with('*'))
                };
                assert_eq!(code, half_chips(&*answers, position, chips), "{position}");
                code
            }
            None if graph.nodes[node]["label"] == "White has won" => 0,
            None => never,
        };
        let mut tested = 0;
        for node in graph.nodes.keys() {
            let after: Vec<u32> = graph.edges.iter().filter(|(from, ..)| from == node).map(|(_, to, _)| code(to)).collect();
            if let &[left, right] = &after[..] {
                let (lo, hi) = (left.min(right), left.max(right));
                assert_eq!(code(node), lo.div_ceil(2) + hi / 2, "{certificate}: {}", graph.nodes[node]["tooltip"]);
                tested += 1;
            }
        }
        assert!(tested >= 5, "{certificate}: {tested}");
    }
}

/// The names, positions and thresholds of the first four moves agree with figure 1 of the paper.
#[test]
fn figure_1_of_the_paper() {
    let folder = certificates("trees-figure");
    let text = solve(&folder, "export tic-tac-toe.cbor --tree text --depth 4").ends_with(0).out;
    let figure = [
        "0a .../.../...  133/256",
        "1a .../.X./...  23/64",
        "2a X../.X./...  15/64",
        "2b O../.X./...  31/64",
        "1b .../.O./...  87/128",
        "2c X../.O./...  35/64",
        "2d .O./.O./...  13/16",
    ];
    for line in figure {
        assert!(text.contains(&format!("{line}\n")), "{line} in\n{text}");
    }
    // The tree also has the positions 3a to 3f and 4a to 4h of the figure, with the thresholds that the paper prints.
    let threshold = |name: &str| {
        let line = text.lines().find(|line| line.contains(&format!(": {name} "))).unwrap_or_else(|| panic!("{name} in\n{text}"));
        line.rsplit("  ").next().unwrap()
    };
    let third: Vec<&str> = ["3a", "3b", "3c", "3d", "3e", "3f"].map(threshold).to_vec();
    assert_eq!(third, ["15/32", "9/32", "11/16", "11/32", "3/4", "5/8"]);
    let mut fourth: Vec<&str> = ["4a", "4b", "4c", "4d", "4e", "4f", "4g", "4h"].map(threshold).to_vec();
    fourth.sort_unstable();
    let mut printed = ["9/16", "11/16", "1/4", "3/8", "11/16", "1/2", "3/8", "7/8"];
    printed.sort_unstable();
    assert_eq!(fourth, printed);
    // In figure 2, with five chips, Left begins in a corner. Right plays in the centre, whether or not Left has a stone
    // in the corner.
    let text = solve(&folder, "export tic-tac-toe-chips.cbor --tree text --chips 5 --depth 2").ends_with(0).out;
    for part in ["\n  Left: 1a X../.../...  2\n", ": 1b .../.O./...  4\n", ": 2b X../.O./...  3\n"] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
}

/// Options limit the depth of a tree and the number of its positions, and a message says what was written.
#[test]
fn trees_are_limited() {
    let folder = certificates("trees-limits");
    let table = [
        (
            "krk-4x4-chips-all.cbor --tree text --chips 8 --position k3/4/4/K2R --depth 0",
            1,
            "to a depth of 0 moves from k3/4/4/K2R, 1 position.",
        ),
        (
            "tic-tac-toe.cbor --tree text --depth 1",
            3,
            "Wrote the optimal moves of tic-tac-toe 3x3x3 to a depth of 1 move from .../.../..., 3 positions.",
        ),
        ("tic-tac-toe.cbor --tree dot --depth 6 --first 5", 5, "5 positions; there are more."),
        ("tic-tac-toe.cbor --tree dot --depth 1000", 38, "positions."),
    ];
    for (arguments, positions, sentence) in table {
        let run = solve(&folder, &format!("export {arguments}")).ends_with(0);
        assert!(run.err.contains(sentence), "{arguments}: {}", run.err);
        if arguments.contains(" dot ") {
            let graph = parse(&run.out);
            let found = graph.nodes.values().filter(|node| node.contains_key("tooltip")).count();
            assert!(found == positions || arguments.ends_with("1000"), "{arguments}: {found}");
        }
    }
    let written = solve(&folder, "export tic-tac-toe.cbor --tree dot --out tree.dot").answers();
    assert!(written.out.ends_with(" to tree.dot.\n"), "{}", written.out);
    parse(&fs::read_to_string(folder.join("tree.dot")).unwrap());
}

#[test]
fn trees_that_are_refused() {
    let folder = certificates("trees-refused");
    let table = [
        ("no number of chips", "tic-tac-toe-chips.cbor --tree dot", "optimal moves depend on the number of chips in all: say how many"),
        ("two numbers of chips", "tic-tac-toe-chips.cbor --tree dot --chips 3..4", "--tree takes one number of --chips, not a range"),
        ("more chips", "hex-chips.cbor --tree dot --chips 7", "hex-chips.cbor: the certificate is about 0 to 6 chips, not 7"),
        ("chips of money", "tic-tac-toe.cbor --tree dot --chips 3", "tic-tac-toe.cbor: a certificate about money, not about chips"),
        (
            "the other player",
            "tic-tac-toe-chips.cbor --tree dot --chips 5 --for right",
            "the certificate is about the chips that Left needs",
        ),
        ("no position", "kpk-4x4.cbor --tree dot", "bidding chess has no position in which play begins"),
        ("play is over", "tic-tac-toe.cbor --tree text --position XXX/OO./...", "play is over there, Left has won"),
        (
            "another kind",
            "subtraction-1-2-budgets-1-12.cbor --tree dot",
            "trees of optimal moves are for certificates of the kinds richman and chips",
        ),
        ("another form", "tic-tac-toe.cbor --tree svg", "[possible values: dot, text]"),
        ("rows too", "tic-tac-toe.cbor --tree dot --format csv", "cannot be used with"),
        ("a depth without a tree", "tic-tac-toe.cbor --depth 3", "--tree <dot|text>"),
    ];
    for (title, arguments, sentence) in table {
        let run = solve(&folder, &format!("export {arguments}")).ends_with(2);
        assert!(run.err.contains(sentence), "{title}: {}", run.err);
    }
    fails(&folder, "export kpk-4x4.cbor --tree text --position k2r/4/4/N2K", 2, &["position 'k2r/4/4/N2K' is of the ending KRKN"]);
}
