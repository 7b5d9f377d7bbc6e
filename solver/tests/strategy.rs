//! Tests strategies, whose certificates must prove their claims by the rules of `spec/kinds/strategy.md`. Also tests
//! the output, files and refusals of `solve chips --strategy`.

mod common;
#[path = "common/placing.rs"]
mod placing;
#[path = "common/run.rs"]
mod run;

use std::collections::HashMap;
use std::fs;
use std::sync::atomic::AtomicBool;

use common::Schema;
use gamecert_solver::control::{Control, Observer, Silent};
use gamecert_solver::games::{self, Argument, Game};
use gamecert_solver::model::chips::{Rule, TieBreak};
use gamecert_solver::model::graph::Player;
use gamecert_solver::model::strategy::Strategy;
use gamecert_solver::solve::chips::{self, Request};
use gamecert_solver::solve::strategy::{Error, Prepared, certify};
use placing::{Cells, Slow};
use run::{folder, names, solve};

const TIE_BREAKS: [TieBreak; 3] = [TieBreak::Advantage, TieBreak::MakeItTakeIt, TieBreak::LadiesFirst];

fn rules() -> impl Iterator<Item = Rule> {
    TIE_BREAKS.into_iter().flat_map(|tie_break| Player::BOTH.map(|claimant| Rule { tie_break, claimant }))
}

fn game(text: &str) -> Box<dyn Game> {
    let Ok(Argument::Game(game)) = games::parse(text) else { panic!("{text} is a game") };
    game
}

fn strategy(game: &dyn Game, rule: Rule, chips: u32) -> Result<Option<Strategy>, Error> {
    let stop = AtomicBool::new(false);
    let control = Control::new("", &Silent, &stop);
    Prepared::new(game.as_placing().expect("a game of placing stones"), control)?.solve(rule, chips, control)
}

/// Computes the bound of a position by the rule Phi of `spec/kinds/chips.md`.
fn phi(rule: Rule, x: u64, y: u64) -> u64 {
    let (low, high) = (x.min(y), x.max(y));
    match (rule.tie_break, rule.claimant) {
        (TieBreak::Advantage, _) => (low + low % 2) / 2 + (high - high % 2) / 2,
        (TieBreak::MakeItTakeIt, _) => (low - low % 2) / 2 + (high + high % 2) / 2,
        (TieBreak::LadiesFirst, Player::Left) => (low + high) / 2,
        (TieBreak::LadiesFirst, Player::Right) => (low + high).div_ceil(2),
    }
}

/// Result of a move. The flag says whether the claimant has won.
enum Option_ {
    End(bool),
    Position(usize),
}

/// Computes how many chips suffice in position 0, as sections 1 and 2 of `spec/kinds/strategy.md` say.
fn bound(slow: &Slow, rule: Rule, chips: u64, moves: &[u8]) -> Result<u64, String> {
    let top = if rule.tie_break == TieBreak::LadiesFirst { chips + 1 } else { 2 * chips + 2 };
    let stone_of = |player| if player == Player::Left { 1 } else { 2 };
    let mut boards: Vec<Cells> = vec![vec![0; slow.width * slow.height]];
    let mut numbers: HashMap<Cells, usize> = HashMap::from([(boards[0].clone(), 0)]);
    // Options that the strategy considers in each position: first those of the claimant, then those of the other
    // player.
    let mut looked: Vec<[Vec<Option_>; 2]> = Vec::new();
    while let Some(board) = boards.get(looked.len()).cloned() {
        let byte = *moves.get(looked.len()).ok_or("moves: none left")?;
        let cells = slow.moves(&board);
        let (own, other) = match byte {
            0..=31 => (Some(byte), true),
            32..=63 => (Some(byte - 32), false),
            64 => (None, true),
            _ => return Err("move: no such byte".to_owned()),
        };
        let own: Vec<usize> =
            own.map(|option| cells.get(usize::from(option)).copied().ok_or("move: no such option")).transpose()?.into_iter().collect();
        let other = if other { cells } else { Vec::new() };
        let mut after = |cell: usize, player: Player| {
            let mut after = board.clone();
            after[cell] = stone_of(player);
            if slow.has_won(&after, stone_of(player)) || after.iter().all(|&stone| stone != 0) {
                return Option_::End(slow.has_won(&after, stone_of(player)) && player == rule.claimant);
            }
            let canonical = slow.canonical(&after);
            Option_::Position(*numbers.entry(canonical.clone()).or_insert_with(|| {
                boards.push(canonical);
                boards.len() - 1
            }))
        };
        let own = own.into_iter().map(|cell| after(cell, rule.claimant)).collect();
        let other = other.into_iter().map(|cell| after(cell, rule.claimant.other())).collect();
        looked.push([own, other]);
    }
    if moves.len() > looked.len() {
        return Err("moves: bytes left".to_owned());
    }
    let mut bounds = vec![top; looked.len()];
    for position in (0..looked.len()).rev() {
        let of = |option: &Option_| match *option {
            Option_::End(won) => {
                if won {
                    0
                } else {
                    top
                }
            }
            Option_::Position(number) => bounds[number],
        };
        let [x, y] = [0, 1].map(|player: usize| looked[position][player].iter().map(of).max().unwrap_or(top));
        bounds[position] = phi(rule, x, y);
    }
    Ok(bounds[0])
}

/// Games that are small enough for the slow test implementation, which follows the rules word for word.
const GAMES: [(&str, usize, usize, usize); 13] = [
    ("hex", 1, 2, 0),
    ("hex", 2, 1, 0),
    ("hex", 2, 2, 0),
    ("hex", 2, 3, 0),
    ("hex", 3, 2, 0),
    ("hex", 3, 3, 0),
    ("hex", 4, 3, 0),
    ("tic-tac-toe", 2, 2, 2),
    ("tic-tac-toe", 3, 3, 3),
    ("tic-tac-toe", 4, 2, 3),
    ("connect", 2, 2, 2),
    ("connect", 3, 3, 3),
    ("connect", 4, 3, 3),
];

fn name(kind: &str, width: usize, height: usize, row: usize) -> String {
    if row == 0 { format!("{kind}:{width}x{height}") } else { format!("{kind}:{width}x{height}x{row}") }
}

#[test]
fn strategies_prove_the_thresholds() {
    let (mut found, mut without) = (0, 0);
    for (kind, width, height, row) in GAMES {
        let (slow, text) = (Slow { kind, width, height, row }, name(kind, width, height, row));
        let game = game(&text);
        let graph = game.graph();
        for rule in rules() {
            for chips in [0, 1, 2, 5, 20, 125] {
                let stop = AtomicBool::new(false);
                let tables = chips::solve(&graph, rule, Request::Between(chips, chips), Control::new("", &Silent, &stop)).unwrap();
                let threshold = tables.of(game.start()).values[0];
                let title = format!("{text}, {rule:?}, {chips} chips");
                let Some(strategy) = strategy(&*game, rule, chips).unwrap() else {
                    assert_eq!(threshold, rule.top(chips), "{title}");
                    without += 1;
                    continue;
                };
                found += 1;
                assert_eq!((strategy.code, strategy.chips, strategy.rule), (threshold, chips, rule), "{title}");
                // The bound equals the threshold, and no strategy wins with less than the threshold.
                assert_eq!(bound(&slow, rule, chips.into(), &strategy.moves), Ok(threshold.into()), "{title}");
                assert!(strategy.moves.len() <= graph.len(), "{title}");
                let certificate = certify(&game.name(), &strategy);
                assert!(certificate.bytes.ends_with(&strategy.moves), "{title}");
            }
        }
    }
    assert!(found > 300 && without > 20, "{found} strategies, {without} games without");
}

#[test]
fn thresholds_of_many_chips_need_a_graph() {
    for text in ["tic-tac-toe", "connect:3x3x3"] {
        for chips in [126, 16_001, 1_000_000] {
            let rule = Rule { tie_break: TieBreak::Advantage, claimant: Player::Left };
            let strategy = strategy(&*game(text), rule, chips).unwrap().unwrap();
            let slow = if text == "tic-tac-toe" { GAMES[8] } else { GAMES[11] };
            let (kind, width, height, row) = slow;
            assert_eq!(bound(&Slow { kind, width, height, row }, rule, chips.into(), &strategy.moves), Ok(strategy.code.into()));
        }
    }
    for (tie_break, most) in TIE_BREAKS.into_iter().zip([125, 125, 252]) {
        let rule = Rule { tie_break, claimant: Player::Right };
        assert!(strategy(&*game("hex:2x2"), rule, most).unwrap().is_some());
        assert_eq!(strategy(&*game("hex:2x2"), rule, most + 1), Err(Error::Chips(most)));
    }
}

struct StopAt<'a>(&'static str, std::sync::Mutex<String>, &'a AtomicBool);

impl Observer for StopAt<'_> {
    fn stage(&self, _: &str, what: &str, _: Option<u64>) {
        what.clone_into(&mut self.1.lock().unwrap());
    }
    fn at(&self, _: &str, _: u64, _: &str) {
        if *self.1.lock().unwrap() == self.0 {
            self.2.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    }
    fn done(&self, _: &str) {}
}

#[test]
fn runs_can_be_interrupted() {
    for (text, stage) in [
        ("hex:3x4", "thresholds"),
        ("hex:3x4", "positions of the strategy"),
        ("connect:4x3x3", "generating positions"),
        ("connect:4x3x3", "positions of the strategy"),
    ] {
        let stop = AtomicBool::new(false);
        let observer = StopAt(stage, std::sync::Mutex::default(), &stop);
        let control = Control::new("", &observer, &stop);
        let (game, rule) = (game(text), Rule { tie_break: TieBreak::Advantage, claimant: Player::Left });
        let found = Prepared::new(game.as_placing().unwrap(), control).map_err(Error::from);
        assert_eq!(found.and_then(|prepared| prepared.solve(rule, 5, control)), Err(Error::Interrupted), "{text}, {stage}");
    }
}

#[test]
fn answers_in_words() {
    let folder = folder("strategy-text");
    let cases: [(&str, &[&str]); 7] = [
        (
            "chips hex:4x3 --chips 20 --strategy",
            &[
                "With 20 chips in all, Left can force a win with 13 chips and the tie-breaking advantage (13*), and not with less.\n",
                "hex 4x3, advantage: a strategy of 1,214 positions\n",
            ],
        ),
        ("chips tic-tac-toe --chips 2 --strategy", &["Left can force a win with 1 chip and the tie-breaking advantage (1*), and"]),
        ("chips tic-tac-toe --chips 3 --strategy", &["Left can force a win with 2 chips and the tie-breaking advantage (2*)"]),
        ("chips tic-tac-toe --chips 5 --strategy", &["Left can force a win with 3 chips without the tie-breaking advantage (3)"]),
        (
            "chips hex:2x2 --chips 4 --strategy --for right --tie-break ladies-first",
            &["Right can force a win with 3 chips, and not with less."],
        ),
        ("chips hex:2x2 --chips 1 --strategy --tie-break make-it-take-it", &["with 1 chip and the minus-epsilon chip (1-e), and"]),
        (
            "chips hex:1x2 --chips 0 --strategy --tie-break make-it-take-it",
            &[
                "With 0 chips in all, Left can force a win with 0 chips without the minus-epsilon chip (0), and",
                "a strategy of 1 position\n",
            ],
        ),
    ];
    for (arguments, parts) in cases {
        solve(&folder, arguments).answers().says(parts);
    }
    solve(&folder, "chips connect:4x3x3 --chips 9 --strategy --emit-cert c.cbor")
        .answers()
        .says(&["c.cbor: ", " bytes, verified, sha256="]);
}

#[test]
fn answers_as_json() {
    let folder = folder("strategy-json");
    let schema = Schema::named("strategy");
    for arguments in [
        "chips hex:3x3 --chips 20 --strategy",
        "chips tic-tac-toe --chips 7 --for right --tie-break make-it-take-it --strategy --emit-cert t.cbor",
        "chips connect:3x3x3 --chips 0 --tie-break ladies-first --strategy --emit-dir .",
    ] {
        schema.assert_fits(&solve(&folder, &format!("{arguments} --json")).answers().json());
    }
    let answer = solve(&folder, "chips hex:4x3 --chips 2 --strategy --json --emit-cert h.cbor").answers().json();
    assert_eq!((&answer["game"], &answer["tie_break"], &answer["player"]), (&"hex 4x3".into(), &"advantage".into(), &"left".into()));
    assert_eq!((&answer["chips"], &answer["file"], &answer["verified"]), (&2.into(), &"h.cbor".into(), &true.into()));
    let bytes = fs::read(folder.join("h.cbor")).unwrap();
    assert_eq!(answer["bytes"], bytes.len());
    let positions = usize::try_from(answer["positions"].as_u64().unwrap()).unwrap();
    let slow = Slow { kind: "hex", width: 4, height: 3, row: 0 };
    let rule = Rule { tie_break: TieBreak::Advantage, claimant: Player::Left };
    let bound = bound(&slow, rule, 2, &bytes[bytes.len() - positions..]).unwrap();
    assert_eq!(answer["threshold"], rule.write(u32::try_from(bound).unwrap()));
}

#[test]
fn files_have_names_of_their_own() {
    let folder = folder("strategy-files");
    for arguments in ["hex:3x2 --chips 4", "hex:3x2 --chips 4 --for right", "hex:3x2 --chips 4 --tie-break ladies-first --for right"] {
        solve(&folder, &format!("chips {arguments} --strategy --emit-dir .")).answers();
    }
    assert_eq!(names(&folder), ["hex-3x2-strategy-4-ladies-first-right.cbor", "hex-3x2-strategy-4-right.cbor", "hex-3x2-strategy-4.cbor"]);
    for threads in [1, 2] {
        solve(&folder, &format!("chips hex:4x3 --chips 20 --strategy --emit-cert {threads} --threads {threads}")).answers();
    }
    assert_eq!(fs::read(folder.join("1")).unwrap(), fs::read(folder.join("2")).unwrap(), "bytes do not depend on threads");
}

#[test]
fn what_cannot_be_is_refused() {
    let folder = folder("strategy-bad");
    let bad = [
        ("no number of chips", "chips hex:3x3 --strategy", "--chips <N>"),
        ("many numbers of chips", "chips hex:3x3 --strategy --up-to 4", "'--strategy' cannot be used with '--up-to <N>'"),
        ("all numbers of chips", "chips hex:3x3 --strategy --all", "'--strategy' cannot be used with '--all'"),
        (
            "a position",
            "chips hex:3x3 --chips 4 --strategy --position .../.../...",
            "'--strategy' cannot be used with '--position <POSITION>'",
        ),
        (
            "a first move",
            "chips hex:3x3 --chips 4 --strategy --first-move X../.../...",
            "'--strategy' cannot be used with '--first-move <POSITION>'",
        ),
        ("a path", "chips tug:3 --chips 4 --strategy", "strategies are found for tic-tac-toe, hex and connect only"),
        ("an ending", "chips bidding-chess:KRK@3x3 --chips 4 --strategy", "strategies are found for tic-tac-toe, hex and connect only"),
        ("many chips", "chips hex:3x3 --chips 126 --strategy", "strategies of hex are found for up to 125 chips"),
        (
            "many chips without a mark",
            "chips hex:3x3 --chips 253 --strategy --tie-break ladies-first",
            "strategies of hex are found for up to 252 chips",
        ),
        ("more chips than a certificate has", "chips tic-tac-toe --chips 268435456 --strategy", "tables hold up to 268435455 chips"),
        ("little memory", "chips hex:4x4 --chips 20 --strategy --memory 30M", "hex 4x4 needs about "),
        ("little memory for a graph", "chips connect:4x4x4 --chips 20 --strategy --memory 30M", "connect 4x4x4 needs about "),
        ("far too large a board", "chips hex:5x6 --chips 20 --strategy", "hex 5x6 needs about 2"),
        ("a folder for a file", "chips hex:3x3 --chips 4 --strategy --emit-cert .", "a folder"),
    ];
    for (title, arguments, part) in bad {
        let run = solve(&folder, &format!("{arguments} --json"));
        assert_eq!((run.status, run.out.as_str()), (Some(2), ""), "{title}: {}", run.err);
        assert!(run.err.contains(part), "{title}: {part:?} in {}", run.err);
    }
    // Without chips Left cannot win by force, so there is no strategy.
    let run = solve(&folder, "chips tic-tac-toe --chips 0 --strategy --emit-cert t.cbor").complains(1);
    let why = "solve: tic-tac-toe 3x3x3, advantage, 0 chips: Left cannot win by force, whatever Left holds; there is no strategy\n";
    assert_eq!(run.err, why);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "nothing is written");
}
