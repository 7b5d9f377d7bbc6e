//! Tests which game files and game names are accepted on the command line, and which messages errors in them cause.

use std::path::Path;

use gamecert_solver::control::{Control, Silent};
use gamecert_solver::games::file::read;
use gamecert_solver::games::stored::Stored;
use gamecert_solver::games::{self, Argument, Game, Player, PositionOrEnd};
use gamecert_solver::model::graph::{End, Lists};
use gamecert_solver::model::parts::Parts;
use gamecert_solver::solve::bidding_game::{Method, solve_graph};

/// A small valid game.
const RIGHT: &str = r#"{
  "title": "Small",
  "left": "Ann",
  "right": "Ben",
  "start": "v",
  "positions": {
    "v": { "left": ["w", "won"], "right": ["w"] },
    "w": { "left": ["v"], "right": ["lost"] },
    "won": { "winner": "left" },
    "lost": { "winner": "right" }
  }
}
"#;

#[test]
fn faults_are_named_with_their_line() {
    // Each case has a title, the text to replace, the replacement, and the message.
    let table: &[(&str, &str, &str, &str)] = &[
        ("a comma is missing", r#""start": "v","#, r#""start": "v""#, "line 6, column 3: expected `,` or `}`"),
        ("a bracket is missing", r#""left": ["v"],"#, r#""left": ["v","#, "line 8, column 33: expected `,` or `]`"),
        ("the end is missing", "  }\n}\n", "  }\n", "line 12: EOF while parsing an object"),
        ("a comma too many", r#""right": ["lost"] },"#, r#""right": ["lost",] },"#, "line 8, column 44: expected value"),
        ("something after", "  }\n}\n", "  }\n}\n{}", "line 13, column 1: trailing characters"),
        ("a control character", "Small", "Sm\tall", "line 2, column "),
        ("a control character, escaped", "Small", r"Sm\tall", "line 2: \"title\": a text has a control character"),
        ("half a character", "Small", r"Sm\ud800all", "line 2: "),
        (
            "an unknown field",
            r#""title": "Small","#,
            r#""titel": "Small","#,
            "line 2: a game has no \"titel\"; it has title, left, right, start and positions",
        ),
        ("a field twice", r#""title": "Small","#, r#""left": "Al","#, "line 3: a game has \"left\" twice, first in line 2"),
        ("a number for a text", r#""title": "Small""#, r#""title": 5"#, "line 2: \"title\" shall be a text, not a number"),
        ("null for a text", r#""left": "Ann""#, r#""left": null"#, "line 3: \"left\" shall be a text, not null"),
        ("a list for a text", r#""start": "v""#, r#""start": ["v"]"#, "line 5: \"start\" shall be a text, not an array"),
        ("no name", r#""Ann""#, r#""""#, "line 3: \"left\": a name is empty"),
        ("a name with a line's end", r#""Ben""#, r#""B\nen""#, "line 4: \"right\": a text has a control character"),
        ("players of one name", r#""Ben""#, r#""Ann""#, "line 4: both players are called \"Ann\""),
        ("a player of the other's usual name", r#""left": "Ann","#, r#""left": "Ben","#, "line 4: both players are called \"Ben\""),
        ("a start that is not there", r#""start": "v""#, r#""start": "x""#, "line 5: the start \"x\" is no position"),
        ("a start in which play is over", r#""start": "v""#, r#""start": "won""#, "line 5: play is over in the start \"won\""),
        ("no positions", r#""positions""#, r#""position""#, "line 6: a game has no \"position\""),
        ("two positions of a name", r#""lost": {"#, r#""won": {"#, "line 10: \"positions\" has \"won\" twice, first in line 9"),
        ("a position of no name", r#""lost": {"#, r#""": {"#, "line 10: position \"\": a name is empty"),
        (
            "a position's name with a control character",
            r#""lost": {"#,
            r#""l\u0085": {"#,
            "line 10: position \"l\\u{85}\": a text has a control character",
        ),
        ("a position that is a text", r#"{ "winner": "left" }"#, r#""left""#, "line 9: position \"won\" shall be an object, not a text"),
        (
            "an unknown field of a position",
            r#""left": ["v"],"#,
            r#""leFt": ["v"],"#,
            "line 8: position \"w\" has \"leFt\"; it has either left and right or winner",
        ),
        ("a side twice", r#""left": ["v"],"#, r#""right": ["v"],"#, "line 8: position \"w\" has \"right\" twice, first in line 8"),
        (
            "options and a winner",
            r#""left": ["v"],"#,
            r#""left": ["v"], "winner": "left","#,
            "line 8: position \"w\" has both options and a winner",
        ),
        (
            "one side and a winner",
            r#"{ "winner": "left" }"#,
            r#"{ "winner": "left", "left": ["v"] }"#,
            "line 9: position \"won\" has both options and a winner",
        ),
        ("neither", r#"{ "winner": "left" }"#, "{}", "line 9: position \"won\" has neither options (left, right) nor a winner"),
        ("no left", r#""left": ["v"], "#, "", "line 8: position \"w\" has no \"left\""),
        ("no right", r#", "right": ["lost"] },"#, " },", "line 8: position \"w\" has no \"right\""),
        ("no option for Right", r#""right": ["w"]"#, r#""right": []"#, "line 7: position \"v\" has no option for Ben"),
        ("no option for Left", r#""left": ["v"]"#, r#""left": [ ]"#, "line 8: position \"w\" has no option for Ann"),
        (
            "an option to nothing",
            r#""right": ["lost"]"#,
            r#""right": ["last"]"#,
            "line 8: position \"w\" has the option \"last\", which is no position",
        ),
        (
            "an option that is a number",
            r#""right": ["lost"]"#,
            r#""right": [7]"#,
            "line 8: an option of position \"w\" shall be a text, not a number",
        ),
        (
            "options that are a text",
            r#""right": ["lost"]"#,
            r#""right": "lost""#,
            "line 8: position \"w\": Ben's options shall be an array, not a text",
        ),
        (
            "a winner who is none",
            r#""winner": "left""#,
            r#""winner": "Ann""#,
            "line 9: position \"won\": the winner is \"left\", \"right\" or \"none\", not \"Ann\"",
        ),
        (
            "a winner that is a number",
            r#""winner": "left""#,
            r#""winner": 0"#,
            "line 9: \"winner\" of position \"won\" shall be a text, not a number",
        ),
    ];
    assert!(read(RIGHT.as_bytes()).is_ok());
    let mut wrong = Vec::new();
    for (title, part, replacement, expected) in table {
        assert!(RIGHT.contains(part), "{title}: {part}");
        let text = RIGHT.replacen(part, replacement, 1);
        let error = read(text.as_bytes()).map(|_| ()).expect_err(title).to_string();
        if !error.starts_with(expected) || error.chars().any(char::is_control) {
            wrong.push(format!("{title}: {error:?} instead of {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let deep = |open: &str, close: &str| format!("{}{}", open.repeat(200_000), close.repeat(200_000));
    let whole: [(&str, &[u8], &str); 11] = [
        ("nothing", b"", "the file is empty"),
        ("blanks", b" \n\t\n", "the file is empty"),
        ("not UTF-8", b"{\n\"title\": \"\xff\"}", "line 2: not UTF-8 text"),
        ("UTF-16", b"\xff\xfe{\0}\0", "line 1: not UTF-8 text"),
        ("no JSON", b"hello", "line 1, column 1: expected value"),
        ("a list", b"[]", "line 1: a game shall be an object, not an array"),
        ("a number", b"\n12", "line 2: a game shall be an object, not a number"),
        ("an empty game", b"{}", "line 1: the game has no \"positions\""),
        ("no position at all", b"{\"positions\": {}}", "line 1: play is over in every position: there is none with options"),
        (
            "ends alone",
            b"{\"positions\": {\"a\": {\"winner\": \"none\"}}}",
            "line 1: play is over in every position: there is none with options",
        ),
        ("positions as a list", b"{\"positions\": []}", "line 1: \"positions\" shall be an object, not an array"),
    ];
    for (title, bytes, expected) in whole {
        assert_eq!(read(bytes).expect_err(title).to_string(), expected, "{title}");
    }
    for (title, text, expected) in [
        ("deep lists", deep("[", "]"), "line 1: a game shall be an object, not an array"),
        ("deep lists without an end", "[".repeat(200_000), "line 1, column "),
        ("deep objects", deep("{\"left\":", "}").replace(":}", ":1}"), "line 1: \"left\" shall be a text, not an object"),
        (
            "a deep position",
            format!("{{\"positions\": {{\"a\": {}}}}}", deep("[", "]")),
            "line 1: position \"a\" shall be an object, not an array",
        ),
    ] {
        let error = read(text.as_bytes()).map(|_| ()).expect_err(title).to_string();
        assert!(error.starts_with(expected), "{title}: {error:?}");
    }
}

#[test]
fn what_may_be_left_out_may_be_left_out() {
    let game = read(br#"{"positions": {"over": {"winner": "none"}, "b": {"left": ["a"], "right": ["over"]}, "a": {"left": ["over"], "right": ["over", "over"]}}}"#).unwrap();
    assert_eq!(game.players(), ["Left".to_owned(), "Right".to_owned()]);
    assert_eq!((game.title().as_str(), game.position(game.start()).as_str()), ("game without a title", "b"));
    assert_eq!(game.parts().positions, ["b", "a"]);
    assert_eq!(game.parts().ends, [("over".to_owned(), End::Nobody)]);
    let escaped = read(RIGHT.replace("\"w\"", r#""\u0077""#).replacen("{", "\u{feff}{", 1).as_bytes()).unwrap();
    assert_eq!(escaped, read(RIGHT.as_bytes()).unwrap());
}

fn stored(options: &[(&[u32], &[u32])]) -> Stored {
    let lists = |player: Player| {
        let mut lists = Lists::with_capacity(options.len(), 0);
        options.iter().for_each(|(left, right)| lists.push(if player == Player::Left { left } else { right }));
        lists
    };
    Stored::new(Parts {
        title: String::new(),
        players: ["Left".to_owned(), "Right".to_owned()],
        start: 0,
        positions: (0..options.len()).map(|number| format!("p{number}")).collect(),
        options: Player::BOTH.map(lists),
        ends: vec![("end".to_owned(), End::Left)],
    })
    .unwrap()
}

#[test]
fn classes_are_numbered_by_a_queue() {
    // In each case, the number after the last position stands for the end. The last element lists the expected
    // positions in class order.
    type Options<'a> = &'a [(&'a [u32], &'a [u32])];
    let table: [(&str, Options, &[usize]); 6] = [
        ("a chain backwards", &[(&[3], &[3]), (&[0], &[3]), (&[1], &[1])], &[2, 1, 0]),
        ("two heads in stored order", &[(&[2], &[2]), (&[2], &[2]), (&[3], &[3])], &[0, 1, 2]),
        ("the queue is first in, first out", &[(&[3], &[2]), (&[4], &[4]), (&[5], &[5]), (&[5], &[5]), (&[5], &[5])], &[0, 1, 3, 2, 4]),
        ("an option twice", &[(&[2, 2], &[1]), (&[2], &[2]), (&[3], &[3])], &[0, 1, 2]),
        ("a loop: stored order", &[(&[3], &[3]), (&[1], &[0]), (&[1], &[0])], &[0, 1, 2]),
        ("a cycle after: stored order", &[(&[2], &[3]), (&[0], &[3]), (&[0], &[3])], &[0, 1, 2]),
    ];
    for (title, options, expected) in table {
        let game = stored(options);
        let order: Vec<String> = (0..options.len()).map(|class| game.position(class)).collect();
        assert_eq!(order, expected.iter().map(|position| format!("p{position}")).collect::<Vec<_>>(), "{title}");
        let graph = game.graph();
        for (class, &position) in expected.iter().enumerate() {
            let place = |&option: &u32| {
                let class = expected.iter().position(|&known| known == option as usize);
                class.map_or(End::Left.place(u32::try_from(expected.len()).unwrap()), |class| u32::try_from(class).unwrap())
            };
            assert_eq!(graph.left.get(class), options[position].0.iter().map(place).collect::<Vec<_>>(), "{title}");
            assert_eq!(graph.right.get(class), options[position].1.iter().map(place).collect::<Vec<_>>(), "{title}");
            assert_eq!(game.find(&format!("p{position}")), Ok(PositionOrEnd::Position(class)), "{title}");
        }
        assert_eq!(game.find("end"), Ok(PositionOrEnd::End(End::Left)));
    }
}

#[test]
fn wedges_have_the_papers_names() {
    let table = [
        ("A,B", "A ^ B", "(A ^ B)"),
        ("A,B2", "A ^ B2", "(A ^ B2) B2 B1"),
        ("A2,B2", "A2 ^ B2", "(A2 ^ B2) A2 A1 B2 B1"),
        ("(A,B2),B2", "(A ^ B2) ^ B2", "((A ^ B2) ^ B2) (A ^ B2) B2 B1"),
        ("E,E", "E ^ E", "(E ^ E) E"),
        ("A3,A2", "A3 ^ A2", "(A3 ^ A2) A3 A2 A1"),
        ("(E,B3),(A,A1)", "(E ^ B3) ^ (A ^ A1)", "((E ^ B3) ^ (A ^ A1)) (E ^ B3) E B3 B2 B1 (A ^ A1) A1"),
    ];
    for (text, title, positions) in table {
        let game = games::wedge::wedge(text).unwrap();
        assert_eq!(game.title(), title);
        assert_eq!(
            game.parts().positions.join(" "),
            positions.replace(" ^ ", "^").replace(' ', "\u{1}").replace('^', " ^ ").replace('\u{1}', " "),
            "{text}"
        );
        assert_eq!(game.start(), 0);
    }
    // Each name is stored once, in whatever order the positions are discovered.
    assert_eq!(games::wedge::wedge("A2,A3").unwrap().parts().positions, ["(A2 ^ A3)", "A2", "A1", "A3"]);
}

#[test]
fn arguments_say_what_they_expect() {
    let placing = "columns by rows";
    let table = [
        ("chess", "'chess' is no game and no file; expected tic-tac-toe[:WxHxK], hex:WxH,"),
        ("", "'' is no game and no file; expected "),
        ("tic-tac-toe:3x3", placing),
        ("tic-tac-toe:3x3x3x3", placing),
        ("tic-tac-toe:", placing),
        ("tic-tac-toe:+3x3x3", placing),
        ("tic-tac-toe:3x3x4", "tic-tac-toe 3x3: a row of 4; a winning row has from 2 to 3 stones"),
        ("tic-tac-toe:3x3x1", "tic-tac-toe 3x3: a row of 1; "),
        ("tic-tac-toe:1x1x1", "a winning row has from 2 to 1 stones"),
        ("connect:7x6x4", "connect 7x6: a board has from 1 to 30 columns and rows and at most 30 cells"),
        ("connect:4x4", placing),
        ("connect", "connect: expected connect:WxHxK"),
        ("hex", "hex: expected hex:WxH"),
        ("hex:1x1", "hex 1x1: a board has at least 2 cells"),
        ("hex:0x5", "hex 0x5: a board has from 1 to 30"),
        ("hex:65536x65536", "hex 65536x65536: a board has from 1 to 30"),
        ("hex:99999999999x1", "hex:99999999999x1: expected hex:WxH"),
        ("tug", "tug: expected tug:N"),
        ("tug:x", "tug:x: expected tug:N"),
        ("tug:0", "tug: the length is from 1 to 10000, not 0"),
        ("tug:10001", "tug: the length is from 1 to 10000, not 10001"),
        ("ultimatum:0", "ultimatum: the degree is from 1 to 10000, not 0"),
        ("sudden-death:3", "expected sudden-death:A<n> or B<n>"),
        ("sudden-death:C3", "expected sudden-death:A<n> or B<n>"),
        ("sudden-death:\u{c4}3", "expected sudden-death:A<n> or B<n>"),
        ("sudden-death:A0", "sudden-death: the number of moves is from 1 to 10000, not 0"),
        ("wedge", "wedge: expected wedge:G,H"),
        ("wedge:", "wedge:: expected A, B, E, A<n>, B<n> or (G,H) with two of these, not ''"),
        ("wedge:A", "wedge:A: expected a comma before ''"),
        ("wedge:A,", "expected A, B, E, A<n>, B<n> or (G,H) with two of these, not ''"),
        ("wedge:A,B,E", "wedge:A,B,E: ',E' is left over after G,H"),
        ("wedge:A,C", "expected A, B, E, A<n>, B<n> or (G,H) with two of these, not 'C'"),
        ("wedge:A,(B2,E", "expected ')' before ''"),
        ("wedge:A0,B", "A0: the number of moves is from 1 to 10000"),
        ("wedge:A,B02", "B02: the number of moves is from 1 to 10000"),
        ("wedge:A,B20000", "B20000: the number of moves is from 1 to 10000"),
        ("bidding-chess", "bidding-chess: expected bidding-chess:MATERIAL@BOARD"),
    ];
    for (text, expected) in table {
        let error = games::parse(text).map(|_| ()).expect_err(text).to_string();
        assert!(error.contains(expected), "{text}: {error:?} instead of {expected:?}");
    }
    let nested = format!("wedge:{}A,B{},E", "(".repeat(100_000), ",E)".repeat(100_000));
    assert!(games::parse(&nested).map(|_| ()).unwrap_err().to_string().contains("parentheses nest more than 100 deep"));
    for (text, expected) in
        [("bidding-chess:KRK@4x4", ("KRK", "4x4")), ("bidding-chess:KRK", ("KRK", "8x8")), ("bidding-chess:KRK@", ("KRK", ""))]
    {
        let Ok(Argument::BiddingChess { material, board }) = games::parse(text) else { panic!("{text}") };
        assert_eq!((material.as_str(), board.as_str()), expected);
    }
    for text in ["none.json", "some/where.JSON", "Cargo.toml"] {
        assert!(matches!(games::parse(text), Ok(Argument::File(path)) if path == Path::new(text)), "{text}");
    }
}

#[test]
fn examples_have_the_papers_values() {
    // The values come from `README.md` in the folder of examples.
    let table = [
        ("second-mover-wins", "1/2 1/2"),
        ("first-mover-wins", "1/2 1/2"),
        ("zugzwang", "1/4 1/4"),
        ("a2", "3/4 3/4"),
        ("b2", "1/4 1/4"),
        ("b3", "1/8 1/8"),
        ("wedge-a2-b3", "7/16 7/16"),
        ("tug-of-war-3", "1/2 1/2"),
        ("ultimatum-2", "1/2 1/2"),
        ("ladies-first-6", "43/64 1/1"),
        ("standoff", "1/4 3/4"),
        ("tic-tac-toe-4c", "7/16 9/16"),
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let entries = std::fs::read_dir(&folder).unwrap().map(Result::unwrap);
    // Subfolders contain games of other kinds, so they are left out.
    let mut files: Vec<String> =
        entries.filter(|entry| entry.path().is_file()).map(|entry| entry.file_name().into_string().unwrap()).collect();
    files.sort();
    let mut expected: Vec<String> = table.iter().map(|(name, _)| format!("{name}.json")).chain(["README.md".to_owned()]).collect();
    expected.sort();
    assert_eq!(files, expected);
    let readme = std::fs::read_to_string(folder.join("README.md")).unwrap();
    let go_on = std::sync::atomic::AtomicBool::new(false);
    for (name, values) in table {
        let game = read(&std::fs::read(folder.join(format!("{name}.json"))).unwrap()).unwrap();
        for method in [Method::Policy, Method::Lp] {
            let (solution, _) = solve_graph(game.graph(), method, Control::new("", &Silent, &go_on)).unwrap();
            let value = solution.boundary_value(game.start());
            assert_eq!(format!("{} {}", value.alpha, value.beta), values, "{name}");
            let row = format!("`{name}.json`");
            let line = readme.lines().find(|line| line.contains(&row)).unwrap_or_else(|| panic!("{name} in README.md"));
            assert!(line.contains(&format!("| {} | {} |", value.alpha.exchanged(), value.beta)), "{name}: {line}");
        }
    }
}
