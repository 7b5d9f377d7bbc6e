//! Tests `solve plot`. Compares pictures with stored reference files, and tests that pictures are reproducible and that
//! wrong arguments are refused.
//!
//! `GAMECERT_GOLDEN=write cargo test -p gamecert-solver --test plot` updates the reference files. Review the updated
//! files before committing.

#[path = "common/run.rs"]
mod run;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use gamecert_solver::certificate::verify::{VerifiedTables, open_tables};
use gamecert_solver::control::{Control, Silent};
use gamecert_solver::engine::scoring::matrix::Holder;
use gamecert_solver::figures::Subject;
use gamecert_solver::figures::scoring::{self, Coins};
use gamecert_solver::games::bidding_chess::Ending;
use gamecert_solver::games::{Argument, Player, named};
use gamecert_solver::model::chips::{Rule, TieBreak};
use gamecert_solver::model::scoring::{Outcomes, Rows, SubtractionSet};
use gamecert_solver::plot::figure::Body;
use gamecert_solver::plot::{Format, Look, draw};
use gamecert_solver::solve;
use gamecert_solver::solve::chips::Request;
use run::{folder, solve};

const GAME: &str = r#"{
  "title": "Who <moves> second & wins",
  "positions": {
    "first": { "left": ["second"], "right": ["second"] },
    "second": { "left": ["won"], "right": ["lost"] },
    "won": { "winner": "left" },
    "lost": { "winner": "right" }
  }
}
"#;

/// Creates a folder with copies of shipped certificates and with new small certificates.
fn certificates(test: &str) -> PathBuf {
    let folder = folder(test);
    let certs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../certs");
    for name in ["tic-tac-toe-chips", "tug-12-chips", "krk-4x4-chips-all", "kk-4x4-chips-all", "tic-tac-toe", "kk"] {
        fs::copy(certs.join(format!("{name}.cbor")), folder.join(format!("{name}.cbor"))).unwrap();
    }
    fs::write(folder.join("game.json"), GAME).unwrap();
    for arguments in [
        "bidding-chess KRK --board 3x3 --emit-cert krk-3x3.cbor",
        "bidding-chess KPKP --board 2x4 --emit-cert kpkp-2x4.cbor",
        "bidding-chess KPKP --board 2x4 --bracket 2^-40 --emit-cert kpkp-2x4-bracket.cbor",
        "bidding-game game.json --emit-cert game.cbor",
        "chips game.json --up-to 9 --for right --tie-break make-it-take-it --emit-cert game-chips.cbor",
        "chips tug:2 --chips 0 --emit-cert no-chips.cbor",
        "scoring --budget 6 --subtract 1,2 --emit-cert six.cbor",
        "scoring --budget 3..9 --subtract 1 --emit-cert unitary.cbor",
        "scoring --budget 0..12 --subtract 1,4 --emit-cert range.cbor",
    ] {
        solve(&folder, arguments).ends_with(0);
    }
    folder
}

/// Reference files: the name of each file, and the arguments with which its picture is drawn.
const GOLDEN: [(&str, &str); 14] = [
    ("tic-tac-toe-chips", "tic-tac-toe-chips.cbor --up-to 24"),
    ("tug-12-chips-never", "tug-12-chips.cbor --position 5 --up-to 30"),
    ("tug-12-heat", "tug-12-chips.cbor --heat --up-to 8"),
    ("game-chips", "game-chips.cbor"),
    ("krk-3x3-rook", "krk-3x3.cbor --position k2/3/K1R --move-piece c1"),
    ("kpkp-2x4-pawn", "kpkp-2x4.cbor --position k1/p1/P1/K1 --move-piece a2"),
    ("kpkp-2x4-bracket-pawn", "kpkp-2x4-bracket.cbor --position k1/p1/P1/K1 --move-piece a2"),
    ("kpkp-2x4-bracket", "kpkp-2x4-bracket.cbor"),
    ("game-labels", "game.cbor"),
    ("tic-tac-toe-values", "tic-tac-toe.cbor --values"),
    ("scoring-six", "six.cbor"),
    ("scoring-six-right", "six.cbor --marker right --up-to 1000"),
    ("scoring-range", "range.cbor --up-to 40"),
    ("scoring-onset", "range.cbor --onset"),
];

#[test]
fn pictures_are_as_they_were() {
    let folder = certificates("plot-golden");
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/plots");
    for (name, arguments) in GOLDEN {
        solve(&folder, &format!("plot {arguments} --out {name}.svg")).answers().says(&[&format!("{name}.svg shows ")]);
        let drawn = fs::read(folder.join(format!("{name}.svg"))).unwrap();
        let file = golden.join(format!("{name}.svg"));
        if std::env::var_os("GAMECERT_GOLDEN").is_some_and(|value| value == "write") {
            fs::create_dir_all(&golden).unwrap();
            fs::write(&file, &drawn).unwrap();
        }
        assert!(fs::read(&file).unwrap() == drawn, "{name}.svg in {} differs from the golden file", folder.display());
    }
}

#[test]
fn pictures_name_game_and_certificate() {
    let folder = certificates("plot-names");
    for (name, arguments, parts) in [
        ("a", "tic-tac-toe-chips.cbor", ["tic-tac-toe 3x3x3", "46f405ee9883…", "Richman value 133/256", "k (chips in all)"]),
        ("b", "krk-4x4-chips-all.cbor --position k3/4/4/K2R", ["bidding chess KRK on 4x4", "k3/4/4/K2R", "White", "chips in all"]),
        (
            "c",
            "krk-4x4-chips-all.cbor --heat",
            ["bidding chess KRK on 4x4", "426 classes of positions", "30 different sequences", "threshold / k; grey"],
        ),
        ("d", "game-chips.cbor", ["Who &lt;moves&gt; second &amp; wins", "Right needs", "position first", "make-it-take-it"]),
        ("e", "game.cbor --values", ["Who &lt;moves&gt; second &amp; wins", "2 classes of positions", "share of the money", "classes"]),
        // In this case the weaker side is white, and the position belongs to a cited ending.
        ("f", "krk-3x3.cbor --position r1k/3/K2 --move-piece a1", ["White&apos;s king", "a1", "0.", "sha256"]),
        (
            "h",
            "six.cbor",
            ["subtraction {1, 2}, total budget 6", "heaps 0 to 22", "where Left has p coins and the marker", "from heap 14 on"],
        ),
        ("i", "six.cbor --up-to 9", ["heaps 0 to 9", "from heap 14 on, beyond the picture", "sha256", "p (Left&apos;s coins)"]),
        ("j", "six.cbor --marker right --up-to 5000", ["every 8th heap from 0 to 5,000", "Right has the marker", "Left ahead", "sha256"]),
        ("k", "range.cbor --coins 3", ["total budgets 3 to 12", "where Left has 3 coins", "onset", "Right ahead"]),
        ("l", "range.cbor --up-to 50 --coins 1/2", ["Left has 1/2 of the", "onsets is heap 119, beyond", "50", "budget"]),
        ("m", "unitary.cbor --onset", ["total budgets 3 to 9", "period 2 for each of these total budgets", "onset (heap)", "sha256"]),
        (
            "n",
            "kpkp-2x4-bracket.cbor --values",
            ["KPKP on 2x4: bounds", "180 classes of positions, at 8 of which", "beta, lower bounds", "sha256"],
        ),
        ("g", "krk-3x3.cbor --position 2k/3/K2 --move-piece c3", ["Black&apos;s king", "c3", "0.500", "sha256"]),
    ] {
        solve(&folder, &format!("plot {arguments} --out {name}.SVG")).answers();
        let svg = fs::read_to_string(folder.join(format!("{name}.SVG"))).unwrap();
        for part in parts {
            assert!(svg.contains(part), "{arguments}: {part}");
        }
        assert!(!svg.contains("NaN") && !svg.contains("inf\""), "{arguments}");
    }
}

/// Each square shows a lower bound of alpha. The square also shows the lower bound of beta if alpha < beta is proved.
#[test]
fn squares_have_the_bounds_of_lookups() {
    let folder = certificates("plot-bounds");
    solve(&folder, "plot kpkp-2x4-bracket.cbor --position k1/p1/P1/K1 --move-piece a2 --out p.csv").answers();
    let table = fs::read_to_string(folder.join("p.csv")).unwrap();
    let mut two = 0;
    for (square, position) in [("a2", "k1/p1/P1/K1"), ("b2", "k1/p1/1P/K1"), ("b3", "k1/pP/2/K1")] {
        let found = solve(&folder, &format!("lookup kpkp-2x4-bracket.cbor {position} --json")).answers().json();
        let low = |side: &str| found[side]["low"].as_str().unwrap().to_owned();
        let row = table.lines().find(|line| line.starts_with(&format!("{square},"))).unwrap_or_else(|| panic!("{square} in {table}"));
        let has = |side: &str| row.split(',').any(|cell| cell == low(side));
        let part = found["alpha_less_than_beta"].as_bool().unwrap();
        assert!(has("alpha") && has("beta") == (part || low("alpha") == low("beta")), "{row}: {found}");
        two += u32::from(part);
    }
    assert_eq!(two, 1);
}

/// Each square shows the same value as a look-up of the position with the rook on this square. The test covers a white
/// rook and, with colours exchanged, a black rook.
#[test]
fn squares_have_the_values_of_lookups() {
    let folder = certificates("plot-squares");
    for (king, rook, from) in [("K", 'R', "k2/3/K1R"), ("k", 'r', "K2/3/k1r")] {
        solve(&folder, &format!("plot krk-3x3.cbor --position {from} --move-piece c1 --out p.svg")).answers();
        let svg = fs::read_to_string(folder.join("p.svg")).unwrap();
        let drawn = texts(&svg, "27");
        let other = if king == "K" { "k" } else { "K" };
        let rows = [
            [format!("{other}{rook}1"), format!("{other}1{rook}")].map(|row| format!("{row}/3/{king}2")).to_vec(),
            {
                let middle = [format!("{rook}2"), format!("1{rook}1"), format!("2{rook}")];
                middle.map(|row| format!("{other}2/{row}/{king}2")).to_vec()
            },
            [format!("{king}{rook}1"), format!("{king}1{rook}")].map(|row| format!("{other}2/3/{row}")).to_vec(),
        ];
        let looked_up: Vec<String> = rows
            .iter()
            .flatten()
            .map(|position| {
                let found = solve(&folder, &format!("lookup krk-3x3.cbor {position} --json")).answers().json();
                found["decimal"].as_str().unwrap()[..5].to_owned()
            })
            .collect();
        assert_eq!(drawn, looked_up);
        assert_eq!(looked_up.len(), 7);
    }
}

/// Returns the labels of this font size in an SVG picture. The numbers in squares and cells have a font size that no
/// other text has.
fn texts(svg: &str, size: &str) -> Vec<String> {
    let size = format!("font-size=\"{size}\"");
    let inside = |line: &str| Some(line.split_once('>')?.1.strip_suffix("</text>")?.to_owned());
    svg.lines().filter(|line| line.starts_with("<text ") && line.contains(&size)).filter_map(inside).collect()
}

/// Returns the outcomes in the cells of a picture, row by row from the bottom.
fn cells(svg: &str) -> Vec<i32> {
    texts(svg, "21").into_iter().map(|number| number.replace('−', "-").parse().unwrap()).collect()
}

/// The outcomes in a picture equal the outcomes that `solve scoring` computes. The test covers both holders of the
/// marker. Some pictures have a row for each number of Left's coins, and others have a row for each total budget.
#[test]
fn cells_have_the_outcomes_of_lookups() {
    let folder = certificates("plot-cells");
    let outcome = |set: &str, budget: u32, heap: u32, coins: u32, marker: &str| {
        let position = format!("scoring --budget {budget} --subtract {set} --no-verify --position {heap},{coins} --marker {marker} --json");
        solve(&folder, &position).answers().json()["position"]["outcome"].as_i64().unwrap()
    };
    let drawn = |arguments: &str| {
        solve(&folder, &format!("plot {arguments} --out p.svg")).answers();
        cells(&fs::read_to_string(folder.join("p.svg")).unwrap())
    };
    for marker in ["left", "right"] {
        let expected = (0..=6).flat_map(|coins| (0..=22).map(move |heap| (heap, coins)));
        let expected = expected.map(|(heap, coins)| outcome("1,2", 6, heap, coins, marker));
        assert!(drawn(&format!("six.cbor --marker {marker}")).into_iter().map(i64::from).eq(expected), "six, {marker}");
        for (certificate, set, first, last) in [("unitary", "1", 3, 9), ("range", "1,4", 2, 12)] {
            let of_budget = |budget: u32| [(budget * 3 / 4, "3/4"), (2, "2")];
            for number in 0..2 {
                let coins = of_budget(1)[number].1;
                let first = if certificate == "range" && number == 0 { 0 } else { first };
                let expected = (first..=last).flat_map(|budget| (0..=15).map(move |heap| (budget, heap)));
                let expected = expected.map(|(budget, heap)| outcome(set, budget, heap, of_budget(budget)[number].0, marker));
                let drawn = drawn(&format!("{certificate}.cbor --up-to 15 --coins {coins} --marker {marker}"));
                assert!(drawn.into_iter().map(i64::from).eq(expected), "{certificate}, {coins}, {marker}");
            }
        }
    }
}

/// Reading a certificate returns the solution from which it was written.
#[test]
fn figures_have_the_numbers_of_the_solver() {
    let folder = folder("plot-figures");
    let stop = AtomicBool::new(false);
    let control = Control::new("", &Silent, &stop);
    for (set, range) in [(vec![1], (0, 5)), (vec![1], (4, 4)), (vec![1], (61, 64)), (vec![1, 3], (0, 20)), (vec![2, 7], (9, 9))] {
        let set = SubtractionSet::new(set).unwrap();
        let solved = solve::scoring::solve(&set, range, control).unwrap();
        let file = folder.join("one.cbor");
        fs::write(&file, solve::scoring::certify(&set, &solved).bytes.as_slice()).unwrap();
        let Ok(VerifiedTables::Scoring(found)) = open_tables(&file) else { panic!("{set}: no outcomes") };
        assert_eq!((&found.set, &found.outcomes), (&set, &solved), "{set} {range:?}");
        let subject = Subject { title: set.to_string(), digest: String::new() };
        for up_to in [None, Some(1), Some(364), Some(365), Some(100_000)] {
            for holder in [Holder::Left, Holder::Right] {
                let at = |outcomes: &Outcomes, heap: u32, coins: u32| match holder {
                    Holder::Left => outcomes.at(heap, coins),
                    Holder::Right => -outcomes.at(heap, outcomes.budget - coins),
                };
                for one in &solved {
                    let Body::Levels(levels) = scoring::coins(&subject, one, holder, up_to).unwrap().body else { panic!("no map") };
                    for (coins, row) in (0..).zip(&levels.cells) {
                        let heaps = (0..).step_by(levels.columns.every as usize);
                        assert!(row.iter().zip(heaps).all(|(outcome, heap)| *outcome == at(one, heap, coins)), "{set} {up_to:?}");
                    }
                    assert_eq!(levels.cells.len(), one.budget as usize + 1);
                    assert!(levels.line.iter().all(|line| line.places[0] == one.onset));
                    let drawn = levels.line.map(|line| line.columns[0] as u32 * levels.columns.every);
                    // The line in the figure is at the onset of the period, or at the first later heap that is drawn.
                    assert!(drawn.is_none_or(|heap| heap >= one.onset && heap < one.onset + levels.columns.every), "{set} {up_to:?}");
                }
                if solved.len() > 1 {
                    let figure = scoring::budgets(&subject, &solved, Coins::Part(2, 3), holder, up_to).unwrap();
                    let Body::Levels(levels) = figure.body else { panic!("no map") };
                    for (one, row) in solved.iter().zip(&levels.cells) {
                        let heaps = (0..).step_by(levels.columns.every as usize);
                        let is = |(outcome, heap): (&i32, u32)| *outcome == at(one, heap, one.budget * 2 / 3);
                        assert!(row.iter().zip(heaps).all(is), "{set} {up_to:?}");
                    }
                }
            }
        }
        let Body::Groups(groups) = scoring::onsets(&subject, &solved).body else { panic!("no points") };
        let mut points = groups.groups.iter().flat_map(|group| &group.points).copied().collect::<Vec<_>>();
        points.sort_unstable();
        assert!(points.into_iter().eq(solved.iter().map(|one| (one.budget, one.onset, one.period))));
    }
}

/// No known game has different periods for different total budgets, so the outcomes in this test are invented.
#[test]
fn periods_are_distinguished() {
    let one = |budget: u32| Outcomes { budget, period: budget / 3 + 1, onset: budget, rows: Rows::Listed(Vec::new()) };
    let subject = Subject { title: "made up".to_owned(), digest: String::new() };
    for (last, names, note) in [
        (2, vec!["period 1"], "period 1 for each of these total budgets"),
        (17, vec!["period 1", "period 2", "period 3", "period 4", "period 5", "period 6"], "6 different periods"),
        (29, vec!["period 1", "period 2", "period 3", "period 4", "period 5", "a longer period"], "10 different periods"),
    ] {
        let solved: Vec<Outcomes> = (0..=last).map(one).collect();
        let figure = scoring::onsets(&subject, &solved);
        assert!(figure.notes[0].contains(note), "{:?}", figure.notes);
        draw(&figure, Format::Svg, &Look::default()).unwrap();
        let Body::Groups(groups) = figure.body else { panic!("no points") };
        assert_eq!(groups.groups.iter().map(|group| group.name.as_str()).collect::<Vec<_>>(), names);
        assert_eq!(groups.groups.iter().map(|group| group.points.len()).sum::<usize>(), solved.len());
    }
}

#[test]
fn bitmaps_are_the_same_each_time() {
    let folder = certificates("plot-bitmaps");
    for arguments in [
        "six.cbor",
        "range.cbor",
        "range.cbor --onset",
        "tug-12-chips.cbor",
        "tug-12-chips.cbor --heat",
        "krk-3x3.cbor --position k2/3/K1R --move-piece c1",
        "kk.cbor",
    ] {
        let picture = |threads: &str| {
            run::Run::new(
                arguments,
                run::command(&folder, &format!("plot {arguments} --out p.png")).env("RAYON_NUM_THREADS", threads).output().unwrap(),
            )
            .answers();
            fs::read(folder.join("p.png")).unwrap()
        };
        let once = picture("1");
        assert!(once.starts_with(b"\x89PNG\r\n"), "{arguments}");
        assert!(once == picture("2"), "{arguments}");
        // The picture is not empty, because text and colours take space even when compressed.
        assert!(once.len() > 20_000, "{arguments}: {} bytes", once.len());
    }
}

#[test]
fn wrong_uses_are_refused() {
    let folder = certificates("plot-bad");
    let mut forged = fs::read(folder.join("kk.cbor")).unwrap();
    *forged.last_mut().unwrap() ^= 1;
    fs::write(folder.join("forged.cbor"), forged).unwrap();
    let mut forged = fs::read(folder.join("six.cbor")).unwrap();
    *forged.last_mut().unwrap() ^= 1;
    fs::write(folder.join("forged-scores.cbor"), forged).unwrap();
    let unknown = fs::read(folder.join("six.cbor")).unwrap();
    let kind = unknown.windows(7).position(|window| window == b"scoring").unwrap();
    fs::write(folder.join("unknown.cbor"), [&unknown[..kind], b"scorinG", &unknown[kind + 7..]].concat()).unwrap();
    fs::create_dir(folder.join("folder.svg")).unwrap();
    let before = fs::read_dir(&folder).unwrap().count();
    let cases = [
        ("another ending", "kk.cbor --out p.gif", "p.gif: a picture's name ends in one of .svg, .png, .pdf, .csv"),
        ("no ending", "kk.cbor --out p", "p: a picture's name ends in one of .svg, .png, .pdf, .csv"),
        ("a folder", "kk.cbor --out folder.svg", "folder.svg: a folder"),
        ("a folder that is not there", "kk.cbor --out nowhere/p.svg", "nowhere: there is no such folder"),
        ("no such certificate", "none.cbor --out p.svg", "none.cbor: "),
        ("a forged certificate", "forged.cbor --out p.svg", "forged.cbor is rejected: "),
        ("heat of values", "kk.cbor --heat --out p.svg", "--heat does not go with a certificate of kind richman"),
        ("chips of values", "kk.cbor --up-to 5 --out p.svg", "--up-to does not go with a certificate of kind richman"),
        ("values of chips", "tug-12-chips.cbor --values --out p.svg", "--values does not go with a certificate of kind chips"),
        ("heat of bounds", "kpkp-2x4-bracket.cbor --heat --out p.svg", "--heat does not go with a certificate of kind bracket"),
        ("scores of bounds", "kpkp-2x4-bracket.cbor --onset --out p.svg", "--onset does not go with a certificate of kind bracket"),
        ("bounds of another ending", "kpkp-2x4-bracket.cbor --position kr/1q/2/K1 --move-piece a1 --out p.svg", "is of the ending KQRK"),
        ("a piece without a position of bounds", "kpkp-2x4-bracket.cbor --move-piece a1 --out p.svg", "--move-piece needs the --position"),
        ("pieces of chips", "tug-12-chips.cbor --move-piece a1 --out p.svg", "--move-piece does not go with a certificate of kind chips"),
        ("heat of one position", "tug-12-chips.cbor --heat --position 0 --out p.svg", "leave --position out"),
        ("a piece without a position", "kk.cbor --move-piece a1 --out p.svg", "--move-piece needs the --position"),
        ("a position without a piece", "kk.cbor --position 8/8/8/8/8/8/8/K6k --out p.svg", "--position needs --move-piece"),
        ("values of one position", "krk-3x3.cbor --position k2/3/K1R --move-piece c1 --values --out p.svg", "leave --position"),
        ("no piece there", "krk-3x3.cbor --position k2/3/K1R --move-piece b2 --out p.svg", "no piece stands on b2"),
        ("no such square", "krk-3x3.cbor --position k2/3/K1R --move-piece d1 --out p.svg", "'d1' is no square"),
        ("another ending", "krk-3x3.cbor --position k2/3/K1Q --move-piece c1 --out p.svg", "is of the ending KQK"),
        ("another board", "krk-3x3.cbor --position k3/4/4/K2R --move-piece d1 --out p.svg", "4 ranks, expected 3"),
        ("pieces of a game without", "tic-tac-toe.cbor --position .../.../... --move-piece a1 --out p.svg", "is for bidding chess"),
        ("no start", "krk-4x4-chips-all.cbor --out p.svg", "name one with --position, or ask for --heat"),
        ("chips of another ending", "krk-4x4-chips-all.cbor --position k3/4/4/K3 --out p.svg", "a position of KK"),
        ("chips, colours exchanged", "krk-4x4-chips-all.cbor --position k2r/4/4/K3 --out p.svg", "colours exchanged"),
        ("no such position", "tic-tac-toe-chips.cbor --position XX --out p.svg", "XX"),
        ("play is over", "tug-12-chips.cbor --position 12 --out p.svg", "play is over"),
        ("too many chips", "tug-12-chips.cbor --up-to 5000 --out p.svg", "up to 4000 chips"),
        ("chips beyond the certificate", "game-chips.cbor --up-to 10 --out p.svg", "the certificate is about 0 to 9 chips"),
        ("a kind that nobody knows", "unknown.cbor --out p.svg", "unknown.cbor is undecided: envelope/kind at byte 15: "),
        ("forged scores", "forged-scores.cbor --out p.svg", "forged-scores.cbor is rejected: scoring/"),
        (
            "onsets of one budget",
            "six.cbor --onset --out p.svg",
            "--onset needs a certificate for several total budgets, and six.cbor is about 6 alone",
        ),
        ("coins of one budget", "six.cbor --coins 3 --out p.svg", "leave --coins out"),
        ("pieces of scores", "six.cbor --move-piece a1 --out p.svg", "--move-piece does not go with a certificate of kind scoring"),
        ("a position of scores", "six.cbor --position 3 --out p.svg", "--position does not go with a certificate of kind scoring"),
        ("values of scores", "range.cbor --values --out p.svg", "--values does not go with a certificate of kind scoring"),
        ("chips of scores", "range.cbor --heat --out p.svg", "--heat does not go with a certificate of kind scoring"),
        ("no heap", "six.cbor --up-to 0 --out p.svg", "the heap of 0 has nothing to show"),
        ("no heap for any budget", "range.cbor --up-to 0 --out p.svg", "the heap of 0 has nothing to show"),
        ("onsets up to a heap", "range.cbor --onset --up-to 9 --out p.svg", "leave --up-to out"),
        ("onsets of some coins", "range.cbor --onset --coins 2 --out p.svg", "leave --coins out"),
        ("onsets of a holder", "range.cbor --onset --marker right --out p.svg", "leave --marker out"),
        ("too many coins", "range.cbor --coins 13 --out p.svg", "Left cannot have 13 coins"),
        ("coins for one budget alone", "range.cbor --coins 12 --out p.svg", "Left cannot have 12 coins"),
        ("onsets of chips", "tug-12-chips.cbor --onset --out p.svg", "--onset does not go with a certificate of kind chips"),
        ("coins of values", "kk.cbor --coins 2 --out p.svg", "--coins does not go with a certificate of kind richman"),
        ("a marker of values", "kk.cbor --marker left --out p.svg", "--marker does not go with a certificate of kind richman"),
        ("no chips", "no-chips.cbor --out p.svg", "only 0 chips"),
        ("a heat map of no chips", "no-chips.cbor --heat --out p.svg", "only 0 chips"),
    ];
    for (title, arguments, part) in cases {
        let run = solve(&folder, &format!("plot {arguments}")).complains(2);
        assert!(run.err.contains(part), "{title}: {part:?} in {}", run.err);
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), before, "nothing is written");
}

#[test]
fn wrong_parts_are_refused() {
    let folder = folder("plot-parts");
    for (part, reason) in
        [("3/2", "a part of all coins is from 0/1 to 1/1"), ("1/0", "a part of all coins"), ("x", "\"x\" is not a whole number")]
    {
        let run = solve(&folder, &format!("plot none.cbor --coins {part} --out p.svg")).ends_with(2);
        assert!(run.err.contains(reason), "{part}: {}", run.err);
    }
}

#[test]
fn chip_tables_come_back_as_they_were_emitted() {
    let folder = folder("plot-copied");
    let stop = AtomicBool::new(false);
    let control = Control::new("", &Silent, &stop);
    for tie_break in [TieBreak::Advantage, TieBreak::MakeItTakeIt, TieBreak::LadiesFirst] {
        for claimant in Player::BOTH {
            let rule = Rule { tie_break, claimant };
            for (game, correct) in [
                ("tic-tac-toe:2x2x2", Request::All),
                ("tug:3", Request::All),
                ("tug:3", Request::Between(2, 9)),
                ("hex:2x3", Request::Between(0, 5)),
            ] {
                let Ok(Argument::Game(game)) = named(game) else { panic!("{game} is a game") };
                let tables = solve::chips::solve(&game.graph(), rule, correct, control).unwrap();
                let file = folder.join("one.cbor");
                fs::write(&file, solve::chips::certify(&game.name(), &tables).bytes.as_slice()).unwrap();
                let Ok(VerifiedTables::Chips(found)) = open_tables(&file) else { panic!("{}: no chips", game.title()) };
                assert_eq!(found.len(), 1);
                assert_eq!(found[0].tables, tables, "{} {rule:?}", game.title());
            }
            let family = Ending::family("3x3".parse().unwrap(), &["KRK".parse().unwrap()]).unwrap();
            let solved = solve::chips::solve_family(&family, rule, Request::Between(0, 6), control).unwrap();
            for (number, certificate) in solve::chips::certify_family(&family, &solved).iter().enumerate() {
                fs::write(folder.join(format!("{number}.cbor")), certificate.bytes.as_slice()).unwrap();
            }
            let Ok(VerifiedTables::Chips(found)) = open_tables(&folder.join("1.cbor")) else { panic!("no chips") };
            assert!(found.iter().map(|found| &found.tables).eq(solved.iter().map(AsRef::as_ref)), "{rule:?}");
        }
    }
}
