//! Tests the pictures that commands draw: file format, size, font, title, the data as a table, descriptions for screen
//! readers, and the players' colours.

#[path = "common/run.rs"]
mod run;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use gamecert_solver::answers::unwinnable::reach::Reach;
use gamecert_solver::plot::figure::{Bars, Body, Figure, Panel, Spike, SpikePanel, Spikes, Whose};
use gamecert_solver::plot::{Format, Look, draw};
use gamecert_unwinnable::{BitBoard, Color, Limits, Position, Role, Solver, Verdict};
use run::{Run, command, folder, solve};

const LEFT: &str = "#00528F";
const RIGHT: &str = "#DB6A00";

fn certificates(test: &str) -> PathBuf {
    let folder = folder(test);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for name in ["tic-tac-toe-chips", "tug-12-chips", "tic-tac-toe", "kk", "losing/e3-g6", "losing/d4", "losing/international"] {
        let file = root.join(format!("certs/{name}.cbor"));
        fs::copy(&file, folder.join(file.file_name().unwrap())).unwrap();
    }
    for arguments in [
        "bidding-chess KRK --board 3x3 --emit-cert krk-3x3.cbor",
        "scoring --budget 6 --subtract 1,2 --emit-cert six.cbor",
        "scoring --budget 0..12 --subtract 1,4 --emit-cert range.cbor",
    ] {
        solve(&folder, arguments).ends_with(0);
    }
    folder
}

/// Runs `solve` with a list of arguments, because a FEN contains spaces.
fn solve_with(folder: &Path, arguments: &[&str]) -> Run {
    Run::new(&arguments.join(" "), command(folder, "").args(arguments).output().unwrap())
}

/// One picture of each kind. The first string is the picture's name, and the second is the command without the output
/// file.
const PICTURES: [(&str, &str); 11] = [
    ("curve", "plot tic-tac-toe-chips.cbor --up-to 24 --out"),
    ("heat", "plot tug-12-chips.cbor --heat --up-to 8 --out"),
    ("board", "plot krk-3x3.cbor --position k2/3/K1R --move-piece c1 --out"),
    ("bars", "plot kk.cbor --out"),
    ("spikes", "plot tic-tac-toe.cbor --values --out"),
    ("coins", "plot six.cbor --out"),
    ("budgets", "plot range.cbor --up-to 40 --out"),
    ("onsets", "plot range.cbor --onset --out"),
    ("spread", "walk e3-g6.cbor --plot"),
    ("mate", "unwinnable|6k1/5ppp/8/8/8/8/8/K6R w - -|white|--shortest|--plot"),
    ("fortress", "unwinnable|4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -|white|--plot"),
];

/// Draws a picture to `file` by running the command `picture` with the additional options `options`.
fn drawn(folder: &Path, picture: &str, file: &str, options: &str) -> Run {
    let separator = if picture.contains('|') { '|' } else { ' ' };
    let mut arguments: Vec<&str> = picture.split(separator).collect();
    arguments.push(file);
    arguments.extend(options.split_whitespace());
    solve_with(folder, &arguments)
}

fn text(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).unwrap()
}

/// Returns the numbers that directly follow the first occurrence of `name` in `text`.
fn numbers(text: &str, name: &str) -> Vec<f64> {
    let rest = &text[text.find(name).unwrap_or_else(|| panic!("no {name}")) + name.len()..];
    let end = rest.find(|c: char| !c.is_ascii_digit() && !". ".contains(c)).unwrap();
    rest[..end].split_whitespace().map(|number| number.parse().unwrap()).collect()
}

#[test]
fn every_picture_comes_in_every_form() {
    let folder = certificates("pictures-forms");
    for (name, picture) in PICTURES {
        for form in ["svg", "png", "pdf", "csv"] {
            let file = format!("{name}.{form}");
            let run = drawn(&folder, picture, &file, "").ends_with(0);
            assert!(format!("{}{}", run.out, run.err).contains(&file), "{file} is named");
            let once = fs::read(folder.join(&file)).unwrap();
            drawn(&folder, picture, &file, "--force").ends_with(0);
            assert!(once == fs::read(folder.join(&file)).unwrap(), "{file} is the same each time");
        }
        let svg = text(&folder, &format!("{name}.svg"));
        let whole = svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n");
        assert!(whole && !svg.contains("NaN") && !svg.contains("inf"), "{name}");
        // SVG, PDF and PNG have the same size on paper. SVG measures it in millimetres, PDF in points, and PNG in dots
        // to the metre.
        let [width, height] = ["width=\"", "height=\""].map(|side| numbers(&svg, side)[0]);
        let pdf = fs::read(folder.join(format!("{name}.pdf"))).unwrap();
        assert!(pdf.starts_with(b"%PDF-1.") && pdf.ends_with(b"%%EOF"), "{name}");
        let pdf = String::from_utf8_lossy(&pdf);
        let page = numbers(&pdf, "/MediaBox [");
        assert!((page[2] * 25.4 / 72.0 - width).abs() < 0.02 && (page[3] * 25.4 / 72.0 - height).abs() < 0.02, "{name}: {page:?}");
        for part in ["/FontFile2", "/ToUnicode", "/Identity-H", "+DejaVuSans"] {
            assert!(pdf.contains(part), "{name}: {part}");
        }
        let png = fs::read(folder.join(format!("{name}.png"))).unwrap();
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"), "{name}");
        let at = png.windows(4).position(|window| window == b"pHYs").unwrap();
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        assert_eq!((number(at + 4), png[at + 12]), (11811, 1), "{name}: 300 dots to the inch");
        assert!((f64::from(number(16)) / 11.811 - width).abs() < 0.1 && (f64::from(number(20)) / 11.811 - height).abs() < 0.1, "{name}");
    }
}

#[test]
fn pictures_are_as_large_as_asked() {
    let folder = certificates("pictures-sizes");
    for (options, size) in [
        ("--width 85mm", [Some(85.0), None]),
        ("--width 18cm --height 12cm", [Some(180.0), Some(120.0)]),
        ("--width 7in --height 400pt --font-size 6", [Some(177.8), Some(141.11)]),
        ("--height 150mm", [None, Some(150.0)]),
        ("--width 400mm --font-size 20", [Some(400.0), None]),
    ] {
        for (name, picture) in PICTURES {
            drawn(&folder, picture, "p.svg", options).ends_with(0);
            let svg = text(&folder, "p.svg");
            for (side, asked) in ["width=\"", "height=\""].into_iter().zip(size) {
                let found = numbers(&svg, side)[0];
                assert!(asked.is_none_or(|asked: f64| (asked - found).abs() < 0.01), "{name} {options}: {found}");
            }
            // Nothing lies outside of the picture.
            let sheet = numbers(&svg, "viewBox=\"");
            for line in svg.lines().filter(|line| line.starts_with("<text ") || line.starts_with("<rect ")) {
                let (x, y) = (numbers(line, "x=\"")[0], numbers(line, "y=\"")[0]);
                assert!(x <= sheet[2] && y <= sheet[3], "{name} {options}: {line}");
            }
        }
    }
}

#[test]
fn titles_can_be_left_out() {
    let folder = certificates("pictures-titles");
    for (name, picture) in PICTURES {
        let texts = |options: &str| {
            drawn(&folder, picture, "p.svg", options).ends_with(0);
            let svg = text(&folder, "p.svg");
            let title = svg.split_once("<title id=\"title\">").unwrap().1.split_once("</title>").unwrap().0.to_owned();
            let texts: String = svg.lines().filter(|line| line.starts_with("<text ")).collect();
            let first = title.split(' ').take(3).collect::<Vec<_>>().join(" ");
            (texts.contains(&first), svg.contains(&format!(">{title}</title>")), numbers(&svg, "height=\"")[0])
        };
        let (with, without) = (texts(""), texts("--no-title"));
        assert_eq!((with.0, with.1, without.0, without.1), (true, true, false, true), "{name}");
        assert!(without.2 < with.2, "{name}: the space is left out too");
    }
}

#[test]
fn fonts_are_named_and_embedded() {
    let folder = certificates("pictures-fonts");
    fs::write(folder.join("bold.ttf"), dejavu::serif::bold()).unwrap();
    drawn(&folder, PICTURES[0].1, "p.svg", "--font bold.ttf").ends_with(0);
    assert!(text(&folder, "p.svg").contains("font-family=\"'DejaVu Serif', sans-serif\""));
    drawn(&folder, PICTURES[0].1, "p.pdf", "--font bold.ttf").ends_with(0);
    let pdf = fs::read(folder.join("p.pdf")).unwrap();
    assert!(String::from_utf8_lossy(&pdf).contains("+DejaVuSerif-Bold"));
    // Only a part of the font is embedded.
    assert!(pdf.len() < 60_000, "{} bytes", pdf.len());
    let png = |options: &str| {
        drawn(&folder, PICTURES[0].1, "p.png", options).ends_with(0);
        fs::read(folder.join("p.png")).unwrap()
    };
    assert!(png("--font bold.ttf") != png(""));
}

#[test]
fn wrong_looks_are_refused() {
    let folder = certificates("pictures-wrong");
    fs::write(folder.join("no.ttf"), "no font").unwrap();
    fs::write(folder.join("table.csv"), "mine\n").unwrap();
    fs::write(folder.join("mine.pdf"), "mine").unwrap();
    let before = fs::read_dir(&folder).unwrap().count();
    for (title, file, options, part) in [
        ("text too small", "p.svg", "--font-size 3", "text of 3 pt: from 4 to 72 pt"),
        ("text too large", "p.svg", "--font-size 100", "text of 100 pt: from 4 to 72 pt"),
        ("no text", "p.svg", "--font-size nan", "text of NaN pt"),
        ("no room across", "p.svg", "--width 40mm", "p.svg: 40 mm by "),
        ("no room upwards", "p.svg", "--height 20mm", "text of 8 pt needs at least"),
        ("no room for such text", "p.pdf", "--width 90mm --font-size 20", "needs at least"),
        ("few dots", "p.png", "--dpi 20", "20 dots to the inch: from 50 to 2400"),
        ("many dots", "p.png", "--dpi 3000", "3000 dots to the inch: from 50 to 2400"),
        ("too many dots", "p.png", "--dpi 2400 --width 1189mm", "a PNG has at most 100000000"),
        ("no such font", "p.svg", "--font none.ttf", "none.ttf: No such file"),
        ("no font", "p.svg", "--font no.ttf", "no.ttf: no TrueType or OpenType font"),
        ("a folder as a font", "p.svg", "--font .", ".: "),
        ("a table of others", "table.csv", "", "table.csv is there and is not known to be a picture's data; --force replaces it"),
        ("no PDF", "mine.pdf", "", "mine.pdf is there and is not a PDF file"),
        ("nowhere", "none/p.pdf", "", "none: there is no such folder"),
    ] {
        for (name, picture) in PICTURES {
            let run = drawn(&folder, picture, file, options).ends_with(2);
            let last = run.err.lines().last().unwrap();
            assert!(last.starts_with("solve: ") && last.contains(part), "{title}, {name}: {part:?} in {}", run.err);
        }
    }
    for (title, arguments, part) in [
        ("no length", "plot kk.cbor --out p.svg --width 85", "\"85\" is no length"),
        ("a length of nothing", "plot kk.cbor --out p.svg --height 0mm", "above 0"),
        ("dots that are no number", "plot kk.cbor --out p.svg --dpi x", "invalid digit"),
        ("a width of nothing drawn", "walk e3-g6.cbor --json --width 85mm", "--plot <FILE>"),
        ("a font of nothing drawn", "unwinnable 8/8 white --font x.ttf", "--plot <FILE>"),
        ("a picture of a list", "unwinnable --stdin --plot p.svg", "cannot be used with"),
        ("two files of one name", "walk e3-g6.cbor --plot p.svg --dot p.svg", "--plot and --dot name the same file"),
        ("a folder's beginning", "walk . --plot p.svg", "--plot goes with a proof"),
    ] {
        let run = solve(&folder, arguments).ends_with(2);
        assert!(run.err.contains(part), "{title}: {part:?} in {}", run.err);
    }
    let both = solve_with(&folder, &["unwinnable", "8/8/8/8/8/8/k7/2K5 w - -", "both", "--plot", "p.svg"]).complains(2);
    assert!(both.err.contains("say white or black"), "{}", both.err);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), before, "nothing is written");
    assert_eq!((text(&folder, "table.csv").as_str(), text(&folder, "mine.pdf").as_str()), ("mine\n", "mine"));
}

/// Splits a CSV table, which must not contain quotes, into rows of fields.
fn rows(csv: &str) -> Vec<Vec<String>> {
    csv.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

#[test]
fn tables_have_the_exact_numbers() {
    let folder = certificates("pictures-tables");
    for (name, head, lines) in [
        ("curve", "k,share,share_decimal,limit,limit_decimal", vec!["1,1,1,133/256,0.51953125", "3,5/6,0.8333333333,133/256,0.51953125"]),
        ("heat", "row,richman_value,richman_value_decimal,k,share,share_decimal", vec!["23,1/24,0.0416666666,1,1/2,0.5"]),
        ("board", "square,piece,low,low_decimal,high,high_decimal", vec!["a3,k,,,,", "a1,K,,,,"]),
        ("bars", "player,label,classes", vec!["White,1,"]),
        ("spikes", "value_of,value,value_decimal,classes", vec!["alpha,0,0,106", "alpha,1/2,0.5,523", "beta,1/4,0.25,"]),
        ("coins", "left_coins,heap,outcome,onset", vec!["0,0,0,14", "6,1,1,14"]),
        ("budgets", "total_budget,heap,outcome,onset", vec!["0,0,0,"]),
        ("onsets", "total_budget,onset,period", vec!["0,"]),
        ("spread", "part,depth,move,to_move,positions,longest", vec!["depth,0,,White,1,", "reply,,gxh5,,"]),
        ("mate", "ply,side,unit,move,position", vec!["1,white,", "2,black,"]),
        (
            "fortress",
            "square,unit,settled,white_king,black_king",
            vec!["a4,P,true,false,false", "e1,K,false,true,false", "e8,k,false,false,true", "a1,,,true,false"],
        ),
    ] {
        let (_, picture) = PICTURES.iter().find(|(known, _)| *known == name).unwrap();
        drawn(&folder, picture, &format!("{name}.csv"), "").ends_with(0);
        let csv = text(&folder, &format!("{name}.csv"));
        assert_eq!(csv.lines().next(), Some(head), "{name}");
        for line in lines {
            assert!(csv.lines().any(|found| found.starts_with(line)), "{name}: {line} in\n{csv}");
        }
        let fields = head.split(',').count();
        assert!(csv.ends_with('\n') && rows(&csv).iter().all(|row| row.len() == fields), "{name}");
    }
}

#[test]
fn spreads_have_the_numbers_of_walks() {
    let folder = certificates("pictures-spreads");
    for (certificate, moves) in [("e3-g6", ""), ("e3-g6", "Qh5 gxh5"), ("d4", ""), ("d4", "e5 dxe5"), ("international", "")] {
        let place =
            solve_with(&folder, &["walk", &format!("{certificate}.cbor"), "--moves", moves, "--json", "--plot", "p.csv", "--force"]);
        let place = place.answers().json();
        let table = rows(&text(&folder, "p.csv"));
        let of = |part: &'static str| table.iter().filter(move |row| row[0] == part);
        let positions: u64 = of("depth").map(|row| row[4].parse::<u64>().unwrap()).sum();
        assert_eq!(Some(positions), place["positions"].as_u64(), "{certificate} {moves}");
        assert!(of("depth").count() as u64 <= place["longest"].as_u64().unwrap() + 1);
        let to_move: Vec<&str> = of("depth").map(|row| row[3].as_str()).collect();
        assert!(to_move.windows(2).all(|pair| pair[0] != pair[1]) && to_move[0].to_lowercase() == place["to_move"].as_str().unwrap());
        let after = match place["winners_move"]["move"].as_str() {
            Some(played) => {
                let moves = format!("{moves} {played}");
                solve_with(&folder, &["walk", &format!("{certificate}.cbor"), "--moves", &moves, "--json"]).answers().json()
            }
            None => place,
        };
        let replies = after["replies"].as_array().unwrap().iter();
        let said: Vec<String> =
            replies.map(|reply| format!("{} {} {}", reply["san"].as_str().unwrap(), reply["positions"], reply["longest"])).collect();
        assert_eq!(of("reply").map(|row| format!("{} {} {}", row[2], row[4], row[5])).collect::<Vec<_>>(), said, "{certificate} {moves}");
    }
    let over = solve_with(&folder, &["walk", "e3-g6.cbor", "--moves", "Qh5 gxh5 g4 hxg4", "--plot", "q.svg"]);
    assert_eq!(over.status, Some(0));
}

/// If the search finds no answer, no picture is written.
#[test]
fn diagrams_show_what_was_found() {
    let folder = certificates("pictures-diagrams");
    let count = |svg: &str, part: &str| svg.matches(part).count();
    for (title, fen, frames, parts) in [
        // The kings stand on either side of four pairs of blocked pawns. Each king has five ranks, minus the squares
        // that pawns attack.
        (
            "a wall",
            "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -",
            8,
            ["White cannot mate: no piece or pawn can get", "What stands on a4, c4, e4, g4, a5, c5, e5, g5 never moves"],
        ),
        ("kings alone", "4k3/8/8/8/8/8/8/4K3 w - -", 0, ["White cannot mate: the material does not allow it", "No unit is settled"]),
    ] {
        solve_with(&folder, &["unwinnable", fen, "white", "--plot", "p.svg"]).ends_with(0);
        let svg = text(&folder, "p.svg");
        for part in parts {
            assert!(svg.contains(part), "{title}: {part}");
        }
        solve_with(&folder, &["unwinnable", fen, "white", "--plot", "p.csv", "--force"]).ends_with(0);
        let table = rows(&text(&folder, "p.csv"));
        assert_eq!(table.iter().filter(|row| row[2] == "true").count(), frames, "{title}");
        // Each piece is drawn as at least two paths: a body and its lines.
        let pieces = table.iter().skip(1).filter(|row| !row[1].is_empty()).count();
        assert!(count(&svg, "<path ") >= 2 * pieces, "{title}");
    }
    solve_with(&folder, &["unwinnable", "6k1/5ppp/8/8/8/8/8/K6R w - -", "white", "--shortest", "--plot", "m.svg"]).ends_with(0);
    let svg = text(&folder, "m.svg");
    for part in ["the mate after 3 plies", "h1b1 g8h8 b1b8 as arrows", "Black&apos;s king, mated on h8", ">3</text>"] {
        assert!(svg.contains(part), "{part}");
    }
    let unknown =
        solve_with(&folder, &["unwinnable", "2b5/1p6/pPp3k1/2Pp3p/P2PpBpP/4P1P1/5K2/8 b - -", "white", "--nodes", "1", "--plot", "u.svg"]);
    assert!(unknown.status == Some(1) && !folder.join("u.svg").exists(), "{}{}", unknown.out, unknown.err);
}

#[test]
fn nothing_leaves_a_fortress() {
    let mut random = fastrand::Rng::with_seed(7);
    for (title, fen, winner, settled, least) in [
        ("by skeletons", "Bb1k1b2/bKp1p1p1/1pP1P1P1/1P6/p5P1/P7/8/8 w - -", Color::White, None, 3),
        ("by skeletons, a smaller one", "8/8/7p/5p1P/5p1K/5Pp1/6P1/5kb1 b - -", Color::White, None, 2),
        ("static", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -", Color::White, Some(8), 16),
        ("all positions", "8/4P2p/1p6/3Q1P2/2p3B1/Pk6/1P6/1K3r2 w - -", Color::Black, None, 1),
        ("by skeletons, where Black may lose everything", "1k6/1P5p/BP2Kp2/1P6/5P2/8/7P/8 w - -", Color::Black, None, 1),
        ("material", "4k3/8/8/8/8/8/8/4K3 w - -", Color::White, Some(0), 64),
    ] {
        let root: Position = fen.parse().unwrap();
        let Verdict::Unwinnable(set) = Solver::new().decide(&root, winner, Limits::default()).verdict else { panic!("{title}") };
        let reach = Reach::derive(&root, winner, &set);
        assert!(settled.is_none_or(|settled| settled == reach.settled.len()), "{title}: {:?}", reach.settled);
        assert!(reach.kings().iter().all(|king| king.len() >= least && !king.is_empty()), "{title}: {:?}", reach.kings());
        let units = reach.units(&root);
        assert_eq!(units.iter().fold(BitBoard::EMPTY, |all, unit| all | unit.origin.bitboard()), root.board().occupied(), "{title}");
        let mut seen = [[BitBoard::EMPTY; Role::NUM]; 2];
        for _ in 0..60 {
            let mut here = root.clone();
            for _ in 0..200 {
                for (colour, role) in Color::ALL.into_iter().flat_map(|colour| Role::ALL.map(|role| (colour, role))) {
                    seen[colour as usize][role as usize] |= here.board().colored_pieces(colour, role);
                }
                for square in reach.settled {
                    assert_eq!(here.board().piece_on(square), root.board().piece_on(square), "{title}: {square} in {here}");
                }
                let mut moves = Vec::new();
                here.legal_moves().for_each(|played| moves.push(played));
                if moves.is_empty() {
                    break;
                }
                here = here.after(moves[random.usize(..moves.len())]);
            }
        }
        for (colour, role) in Color::ALL.into_iter().flat_map(|colour| Role::ALL.map(|role| (colour, role))) {
            let seen = seen[colour as usize][role as usize];
            let may = units.iter().filter(|unit| unit.colour == colour).fold(BitBoard::EMPTY, |all, unit| match unit.role {
                Role::Pawn if role != Role::Pawn && role != Role::King => all | unit.promoted,
                own if own == role => all | unit.squares,
                _ => all,
            });
            assert!(seen.is_subset(may), "{title}: {colour} {role}: {seen:?} in {may:?}");
        }
    }
}

#[test]
fn pictures_say_what_is_to_be_seen() {
    let folder = certificates("pictures-alternative");
    for (name, parts) in [
        ("curve", ["24 points from 1 to 24", "the greatest 1 at 1", "a line at the Richman value 133/256"]),
        ("heat", ["A map of colours with 23 rows", "8 columns (k (chips in all) from 1)", "cells of no share"]),
        ("board", ["A board of 3 by 3 squares with ka3, Ka1", "7 squares have a number", "Black&apos;s share of the money"]),
        ("bars", ["Bars of the number of classes by label", "White: ", "Black: "]),
        ("spikes", ["as high as the number of classes", "most often 1/2 (523 times)", "different values"]),
        ("coins", ["outcome (points) from -", "Right ahead", "a line marks the onset"]),
        ("budgets", ["13 rows (total budget (coins of both players))", "Left ahead", "certificate sha256"]),
        ("onsets", ["over total budget (coins of both players) from 0 to 12", "Points of onset (heap)", "of period"]),
        (
            "spread",
            [
                "(White at 0): 4,467 positions in 37 depths",
                "most at 34: 857",
                "Black&apos;s replies to 2. Qh5, with positions: gxh5 4,465 (at most 34 moves)",
            ],
        ),
        ("mate", ["the position 6k1/5ppp/8/8/8/8/8/K6R w - - with the moves", "as arrows", "and the mate"]),
        ("fortress", ["never moves and is never captured", "White&apos;s king may ever get to", "Black&apos;s to"]),
    ] {
        let (_, picture) = PICTURES.iter().find(|(known, _)| *known == name).unwrap();
        drawn(&folder, picture, "p.svg", "").ends_with(0);
        let svg = text(&folder, "p.svg");
        assert!(svg.lines().next().unwrap().contains("role=\"img\" aria-labelledby=\"title desc\""), "{name}");
        let description = svg.split_once("<desc id=\"desc\">").unwrap().1.split_once("</desc>").unwrap().0;
        for part in parts {
            assert!(description.contains(part), "{name}: {part:?} in {description}");
        }
        assert!(!description.contains('<') && description.ends_with('.'), "{name}");
    }
}

/// In every picture, blue stands for Left or White, and orange stands for Right or Black.
#[test]
fn players_have_one_colour_in_all_pictures() {
    let folder = certificates("pictures-colours");
    let right = "plot game.cbor --up-to 9 --out";
    fs::write(
        folder.join("game.json"),
        r#"{ "title": "one move", "positions": { "a": { "left": ["w"], "right": ["l"] }, "w": { "winner": "left" }, "l": { "winner": "right" } } }"#,
    )
    .unwrap();
    solve(&folder, "chips game.json --up-to 9 --for right --emit-cert game.cbor").ends_with(0);
    let find = |name: &str| PICTURES.iter().find(|(known, _)| *known == name).unwrap().1;
    // Each case has a title, the picture, the element that shows a player, the player's colour, and the other colour if
    // it must be absent.
    for (title, picture, shown, colour, absent) in [
        ("chips that Left needs", find("curve"), "<circle ", LEFT, Some(RIGHT)),
        ("chips that Right needs", right, "<circle ", RIGHT, Some(LEFT)),
        ("White's end of a scale", find("board"), ">White is better<", LEFT, None),
        ("Black's end of a scale", find("board"), ">Black is better<", RIGHT, None),
        ("White's labels", find("bars"), ">White<", LEFT, None),
        ("Black's labels", find("bars"), ">Black<", RIGHT, None),
        ("Left's values", find("spikes"), ">alpha: Left wins", LEFT, None),
        ("Right's values", find("spikes"), ">beta: Right wins", RIGHT, None),
        ("Left's outcomes", find("coins"), ">Left ahead<", LEFT, None),
        ("Right's outcomes", find("budgets"), ">Right ahead<", RIGHT, None),
        ("White's moves", find("mate"), "<polyline ", LEFT, None),
        ("White's last number", find("mate"), ">3</text>", LEFT, None),
    ] {
        drawn(&folder, picture, "p.svg", "").ends_with(0);
        let svg = text(&folder, "p.svg");
        let lines: Vec<&str> = svg.lines().filter(|line| line.contains(shown)).collect();
        assert!(lines.iter().any(|line| line.contains(colour)), "{title}: {lines:?}");
        assert!(absent.is_none_or(|absent| !svg.contains(absent)), "{title}");
    }
    // Each depth with a player to move has one bar in that player's colour. The legend has one more.
    drawn(&folder, find("spread"), "p.svg", "").ends_with(0);
    drawn(&folder, find("spread"), "p.csv", "").ends_with(0);
    let mut expected: BTreeMap<&str, usize> = BTreeMap::from([(LEFT, 1), (RIGHT, 1)]);
    for row in rows(&text(&folder, "p.csv")) {
        match (row[0].as_str(), row[3].as_str()) {
            ("depth", "White") => *expected.get_mut(LEFT).unwrap() += 1,
            ("depth", _) | ("reply", _) => *expected.get_mut(RIGHT).unwrap() += 1,
            _ => {}
        }
    }
    let svg = text(&folder, "p.svg");
    for (colour, count) in expected {
        let found = svg.lines().filter(|line| line.starts_with("<rect ") && line.contains(colour)).count();
        assert_eq!(found, count, "{colour}");
    }
}

fn svg(body: Body) -> String {
    let figure = Figure { title: "made up".to_owned(), notes: Vec::new(), body };
    String::from_utf8(draw(&figure, Format::Svg, &Look::default()).unwrap()).unwrap()
}

/// A picture with more than sixty values rounds the values to multiples of 1/40.
#[test]
fn few_values_are_spikes() {
    for (count, exact) in [(1_u32, true), (5, true), (60, true), (61, false), (500, false)] {
        let name = |number: u32| if number == 0 { "0".to_owned() } else { format!("{number}/{count}") };
        let spike = |number: u32| {
            let share = f64::from(number) / f64::from(count);
            let part = (share * 40.0).round() as usize;
            Spike { exact: name(number), decimal: format!("{share:.4}"), share, part, count: (number % 7 + 1).into() }
        };
        let panel = SpikePanel { name: "all".to_owned(), short: "all", whose: Whose::Left, spikes: (0..count).map(spike).collect() };
        let svg = svg(Body::Spikes(Spikes { x: "share".to_owned(), y: "classes".to_owned(), panels: vec![panel], parts: 40 }));
        let bars: Vec<&str> = svg.lines().filter(|line| line.starts_with("<rect ") && line.contains(LEFT)).collect();
        assert_eq!(bars.len(), if exact { count as usize } else { 40 + usize::from(count > 80) }, "{count}");
        assert_eq!(svg.contains("rounded to multiples of 1/40"), !exact, "{count}");
        assert_eq!(svg.contains(&format!(">{}</text>", name(count / 2))), exact && count <= 5, "{count}");
        if exact && count > 1 {
            // Bars of equally spaced values are equally spaced.
            let middles: Vec<f64> = bars.iter().map(|bar| numbers(bar, "x=\"")[0] + numbers(bar, "width=\"")[0] / 2.0).collect();
            let step = middles[1] - middles[0];
            assert!(middles.windows(2).all(|pair| (pair[1] - pair[0] - step).abs() < 0.03), "{count}");
        }
    }
}

#[test]
fn names_of_others_do_no_harm() {
    let long = "W".repeat(50_000);
    for name in ["a,b \"c\"\nd", "<script>&", "\u{0}\u{1}\u{FFFF}", "♔ 中文 🂡", long.as_str(), ""] {
        let panel = Panel { name: name.to_owned(), whose: Whose::Left, counts: vec![1, 2] };
        let figure = Figure {
            title: name.to_owned(),
            notes: vec![name.to_owned()],
            body: Body::Bars(Bars {
                x: "label".to_owned(),
                y: "classes".to_owned(),
                columns: ["label", "classes"],
                bars: vec!["1".to_owned(), "2".to_owned()],
                panels: vec![panel.clone(), panel],
            }),
        };
        for (format, _) in Format::ALL {
            let bytes = draw(&figure, format, &Look::default()).unwrap();
            if let (Format::Svg, Ok(svg)) = (format, String::from_utf8(bytes)) {
                assert!(!svg.contains("<script>") && !svg.contains('\u{0}'), "{name}");
            }
        }
    }
    let table = |name: &str| {
        let panel = Panel { name: name.to_owned(), whose: Whose::Left, counts: vec![1] };
        let bars =
            Bars { x: String::new(), y: String::new(), columns: ["label", "classes"], bars: vec!["1".to_owned()], panels: vec![panel] };
        let figure = Figure { title: String::new(), notes: Vec::new(), body: Body::Bars(bars) };
        String::from_utf8(draw(&figure, Format::Csv, &Look::default()).unwrap()).unwrap()
    };
    assert_eq!(table("a,\"b\""), "player,label,classes\n\"a,\"\"b\"\"\",1,1\n");
}
