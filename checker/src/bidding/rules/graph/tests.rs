//! Tests invalid parameters, the numbers of positions, and invalid or strange names.

use super::parameters::positions;
use crate::bidding::game::Choice;
use crate::bidding::whole::{WholeEnd, WholeGame, WholePosition};
use crate::core::game::Colour;
use crate::core::refusal::Place;
use crate::testing::{A, B, Item, T, U, column, options, read_numbered};

/// Builds the parameters `[title, left, right, start, positions, ends]`.
fn graph(start: u64, positions: &[(&'static str, &[u64], &[u64])], ends: &[(&'static str, u64)]) -> Item {
    let positions = positions.iter().map(|(name, left, right)| A(vec![T(name), column(left), column(right)]));
    let ends = ends.iter().map(|(name, outcome)| A(vec![T(name), U(*outcome)]));
    A(vec![T("A title"), T("Alice"), T("Bob"), U(start), A(positions.collect()), A(ends.collect())])
}

/// Builds the example of section 4 of `spec/rules/graph.md`, in which the player who moves second wins.
fn example() -> Item {
    graph(0, &[("first", &[1], &[1]), ("second", &[2], &[3])], &[("won", 0), ("lost", 1)])
}

#[test]
fn a_game_as_it_is_stored() {
    let game = read_numbered("graph", &example()).unwrap();
    let digest = crate::hex(&crate::digest(&example().bytes()));
    assert_eq!(game.description().to_string(), format!("graph version 1, positions 2, digest {digest}"));
    // The description keeps the names that the file chooses apart from its own words.
    let names = [("the game", "A title"), ("Left", "Alice"), ("Right", "Bob")].map(|(what, name)| (what, name.to_owned()));
    assert_eq!(game.description().names, names);
    assert_eq!((game.cited(), game.numbering_bytes()), (vec![], 24));
    let position = |name: &str, left, right| WholePosition { name: name.to_owned(), left, right };
    let end = |name: &str, winner| WholeEnd { name: name.to_owned(), winner };
    let whole = WholeGame {
        title: "A title".to_owned(),
        left: "Alice".to_owned(),
        right: "Bob".to_owned(),
        start: Some(0),
        positions: vec![position("first", vec![1], vec![1]), position("second", vec![2], vec![3])],
        ends: vec![end("won", Some(Colour::White)), end("lost", Some(Colour::Black))],
    };
    assert_eq!(game.whole(), Some(&whole));
    let positions = game.positions(0).ok().unwrap();
    assert_eq!((positions.classes(), positions.placements(), positions.start()), (2, 2, Some(0)));
    assert_eq!(options(positions.as_ref()), ["\"first\": \"second\" | \"second\"", "\"second\": L | R"]);
    let moves = positions.moves().unwrap();
    assert_eq!(moves.options(2, &mut vec![], &mut vec![]), None);
    // A different title makes a different game.
    let other = read_numbered("graph", &example().with(&[0], T(""))).unwrap();
    assert_ne!(other.description().parameters[1], game.description().parameters[1]);
}

#[test]
fn parameters_refused() {
    let table: [(&str, Item, &str); 36] = [
        ("No positions", graph(0, &[], &[("a", 0)]), "graph/positions"),
        ("A title with a line break", example().with(&[0], T("a\ns VERIFIED b")), "graph/name"),
        ("A title with U+009F", example().with(&[0], T("\u{9f}")), "graph/name"),
        ("A title that is no text", example().with(&[0], B(vec![65])), "cbor/type"),
        ("Left has no name", example().with(&[1], T("")), "graph/name"),
        ("Right has no name", example().with(&[2], T("")), "graph/name"),
        ("A control character in Left's name", example().with(&[1], T("\u{7f}")), "graph/name"),
        ("A control character in Right's name", example().with(&[2], T("\0")), "graph/name"),
        ("Both players have the same name", example().with(&[2], T("Alice")), "graph/name"),
        ("A position has no name", example().with(&[4, 0, 0], T("")), "graph/name"),
        ("A control character in a position's name", example().with(&[4, 1, 0], T("\u{1f}")), "graph/name"),
        ("An end has no name", example().with(&[5, 1, 0], T("")), "graph/name"),
        ("A control character in an end's name", example().with(&[5, 1, 0], T("a\u{80}")), "graph/name"),
        ("Two positions of one name", example().with(&[4, 1, 0], T("first")), "graph/name"),
        ("Two ends of one name", example().with(&[5, 1, 0], T("won")), "graph/name"),
        ("A position and an end of one name", example().with(&[5, 1, 0], T("first")), "graph/name"),
        ("Play begins nowhere", example().with(&[3], U(2)), "graph/start"),
        ("Play begins at 2^32", example().with(&[3], U(1 << 32)), "graph/start"),
        ("Left has no option", example().with(&[4, 0, 1], column(&[])), "graph/options"),
        ("Right has no option", example().with(&[4, 1, 2], column(&[])), "graph/options"),
        ("Left's option is nothing", example().with(&[4, 0, 1], column(&[0, 4])), "graph/option"),
        ("Right's option is nothing", example().with(&[4, 1, 2], column(&[3, 3, 5])), "graph/option"),
        ("An option of 2^32", example().with(&[4, 1, 2], column(&[1 << 32])), "graph/option"),
        ("An option of 2^64 - 1", example().with(&[4, 1, 2], column(&[u64::MAX])), "graph/option"),
        ("An outcome 3", example().with(&[5, 0, 1], U(3)), "graph/outcome"),
        ("Five parameters", A(vec![T(""), T("a"), T("b"), U(0), A(vec![])]), "cbor/type"),
        ("A position of two items", example().with(&[4, 0], A(vec![T("a"), column(&[0])])), "cbor/type"),
        ("An end of three items", example().with(&[5, 0], A(vec![T("a"), U(0), U(0)])), "cbor/type"),
        ("A name for an option", example().with(&[4, 0, 1], A(vec![T("second")])), "cbor/type"),
        // These parameters have two defects each. The clause that is tested first is reported.
        ("No name before a bad list", example().with(&[4, 0, 0], T("")).with(&[4, 0, 1], U(0)), "graph/name"),
        ("A bad list before a bad end", example().with(&[4, 1, 1], column(&[])).with(&[5, 0, 1], U(3)), "graph/options"),
        ("A bad end before a bad start", example().with(&[3], U(9)).with(&[5, 0, 1], U(3)), "graph/outcome"),
        ("A bad start before a bad option", example().with(&[3], U(9)).with(&[4, 0, 1], column(&[9])), "graph/start"),
        ("A bad option before equal names", example().with(&[2], T("Alice")).with(&[4, 0, 1], column(&[9])), "graph/option"),
        ("No ends: all options have to be positions", graph(0, &[("a", &[0], &[1])], &[]), "graph/option"),
        ("No ends at all", graph(1, &[("a", &[0], &[0])], &[]), "graph/start"),
    ];
    for (title, parameters, code) in table {
        let refusal = read_numbered("graph", &parameters).err();
        assert_eq!(refusal.map(|refusal| refusal.code()).as_deref(), Some(code), "{title}");
    }
    let positions = |few, ends| positions(few, ends, Place::Byte(0)).is_ok();
    assert!(positions(1, (1 << 32) - 2) && !positions(1, (1 << 32) - 1) && !positions(1 << 32, 0) && !positions(u64::MAX, 1));
}

#[test]
fn the_place_of_what_is_wrong() {
    // The byte offsets add up as follows. The array head, the title, the two players' names and the start take 1 + 8 +
    // 6 + 4 + 1 bytes. The head of the list of positions and the first position take 1 + 1 + 6 + 2 + 2 bytes. The
    // second position takes 1 byte for its head, 7 for its name and 2 for Left's list.
    let table = [
        ("Right's option of the first position", example().with(&[4, 0, 2], column(&[1, 9])), "graph/option", 32),
        ("Left's option of the second position", example().with(&[4, 1, 1], column(&[9])), "graph/option", 41),
        ("The name of the second position", example().with(&[4, 1, 0], T("first")), "graph/name", 33),
        ("The name of the second end", example().with(&[5, 1, 0], T("first")), "graph/name", 52),
        ("Right's name", example().with(&[2], T("Alice")), "graph/name", 15),
        ("The start", example().with(&[3], U(2)), "graph/start", 19),
    ];
    for (title, parameters, code, place) in table {
        let refusal = read_numbered("graph", &parameters).err().unwrap();
        assert_eq!((refusal.code().as_str(), refusal.place), (code, Place::Byte(place)), "{title}");
    }
}

#[test]
fn numbers_of_classes() {
    // Each row has a title, the positions, and the expected classes in order.
    type Positions = &'static [(&'static str, &'static [u64], &'static [u64])];
    let table: [(&str, Positions, &[&str]); 6] = [
        ("Backwards", &[("c", &[3], &[4]), ("b", &[0], &[0]), ("a", &[1], &[0])], &["a: b | c", "b: c | c", "c: L | R"]),
        (
            "Left's options first, then Right's; two heads in stored order",
            &[("x", &[6], &[6]), ("a", &[0], &[2]), ("y", &[7], &[7]), ("b", &[0, 4], &[5]), ("z", &[8], &[8]), ("w", &[6], &[6])],
            &["a: x | y", "b: x z | w", "y: R | R", "x: L | L", "z: D | D", "w: L | L"],
        ),
        (
            "An option that stands there twice has two arcs",
            &[("a", &[1, 1, 2], &[1]), ("b", &[3], &[3]), ("c", &[3], &[3])],
            &["a: b b c | b", "c: L | L", "b: L | L"],
        ),
        ("A cycle keeps the order", &[("c", &[1], &[3]), ("b", &[0], &[4]), ("a", &[1], &[0])], &["c: b | L", "b: c | R", "a: b | c"]),
        ("A position that is its own option", &[("b", &[2], &[0]), ("a", &[0], &[0])], &["b: L | b", "a: b | b"]),
        ("A cycle after a head", &[("d", &[0], &[0]), ("e", &[0], &[0])], &["d: d | d", "e: d | d"]),
    ];
    for (title, positions, expected) in table {
        let start = u64::try_from(positions.len()).unwrap() - 1;
        let game = read_numbered("graph", &graph(start, positions, &[("won", 0), ("lost", 1), ("drawn", 2)])).unwrap();
        let classes = game.positions(0).ok().unwrap();
        let unquoted: Vec<String> = options(classes.as_ref()).iter().map(|class| class.replace('"', "")).collect();
        assert_eq!(unquoted, expected, "{title}");
        let last = positions.last().map(|(name, _, _)| format!("{name:?}"));
        assert_eq!(classes.start().map(|class| classes.position(class)), last, "{title}");
    }
}

#[test]
fn classes_that_do_not_exist() {
    let game = read_numbered("graph", &example()).unwrap();
    let positions = game.positions(0).ok().unwrap();
    assert_eq!(positions.position(2), "");
    let (mut white, mut black) = (vec![Choice::Drawn], vec![]);
    positions.moves().unwrap().options(1, &mut white, &mut black).unwrap();
    assert_eq!((white, black), (vec![Choice::Won(Colour::White)], vec![Choice::Won(Colour::Black)]));
}
