//! Tests the statements about a verified certificate.

use super::super::claim::Claim;
use super::emitter::{Scope, Study};
use super::games::{CUSTOMS, Custom, Options};
use super::{Graph, check};
use crate::bidding::game::Choice::{Class, Won};
use crate::bidding::game::{Moves, Positions};
use crate::chips::Table;
use crate::core::claim::{Claim as _, Data as _, Value};
use crate::core::game::Colour::{Black, White};

struct Started<'a>(&'a Graph);

impl Positions for Started<'_> {
    fn classes(&self) -> u32 {
        self.0.classes()
    }

    fn placements(&self) -> u64 {
        self.0.placements()
    }

    fn start(&self) -> Option<u32> {
        Some(0)
    }

    fn position(&self, class: u32) -> String {
        format!("P{class}")
    }

    fn name(&self, class: u32) -> Option<String> {
        Some(format!("name of P{class}"))
    }

    fn moves(&self) -> Option<Box<dyn Moves + '_>> {
        self.0.moves()
    }
}

/// Returns the claim of the genuine certificate in two variants. In the first claim, play begins in class 0. In the
/// second claim, the position in which play begins is not defined.
fn claims(custom: Custom, game: &Options, scope: Scope) -> [Claim; 2] {
    let graph = Graph(game.clone());
    let proved = check(&Study::new(custom, game).emit(scope).unwrap().bytes().unwrap(), &graph).unwrap_or_else(|broken| panic!("{broken}"));
    let table: &Table = proved.table.as_ref().unwrap().downcast_ref().unwrap();
    [Claim::new(table, &Started(&graph)), Claim::new(table, &&graph)]
}

/// Builds a game in which Left can win with the next move, and Right can win in two moves.
fn short() -> Options {
    vec![(vec![Won(White)], vec![Class(1)]), (vec![Won(White)], vec![Won(Black)])]
}

/// Builds a game in which nobody ever wins.
fn idle() -> Options {
    vec![(vec![Class(0)], vec![Class(0)])]
}

/// Builds a game in which Left can win at once.
fn round() -> Options {
    vec![(vec![Won(White), Class(1)], vec![Class(1)]), (vec![Won(White)], vec![Class(0), Won(Black)])]
}

/// Builds a game that Right cannot win.
fn hopeless() -> Options {
    vec![(vec![Class(0)], vec![Class(0)]), (vec![Won(White)], vec![Won(White), Class(1)])]
}

/// Builds a game in which the player who makes the first move wins.
fn race() -> Options {
    vec![(vec![Won(White)], vec![Won(Black)])]
}

/// Builds a game that Left wins, whichever player moves.
fn sure() -> Options {
    vec![(vec![Won(White)], vec![Won(White)])]
}

const ADVANTAGE: &str = "one player has the tie-breaking advantage and decides at a tie who is the higher bidder: the other player, or the holder, who \
    then hands the advantage over; 3* is 3 chips and the advantage, 3 is 3 chips without it";
const MAKE_IT_TAKE_IT: &str = "at a tie the player without the minus-epsilon chip is the higher bidder; the chip goes to the lower bidder each time; 3-e is \
    3 chips and the minus-epsilon chip, 3 is 3 chips without it";
const LADIES_FIRST: &str = "at a tie Left is the higher bidder (ladies first)";

#[test]
fn statements() {
    // A row of the form (title, custom, game, range, tie-break rule, claim about all positions, claims about the
    // start). The number of sequences follows the claims about the start.
    type Said<'a> = (&'a str, Custom, Options, Scope, &'a str, &'a str, &'a [&'a str]);
    let table: [Said<'_>; 7] = [
        (
            "Every number of chips, in an ordered game",
            CUSTOMS[0],
            short(),
            Scope::Ordered(0),
            ADVANTAGE,
            "for each position (2) and every total number of chips, the file lists the smallest holding with which Left (White) can force a win, \
             whatever Right (Black) does",
            &[
                "at the start, with 100 chips in all, the smallest holding with which Left (White) can force a win is 25",
                "at the start, with 0, 1, … chips in all, the smallest holding with which Left (White) can force a win is 0, 0*, 0*, 1, 1, 1*, 1*, 2, 2, 2*, 2*, 3, 3, 3*, 3*, 4, …",
                "at the start, from 0 chips in all on, the smallest holding with which Left (White) can force a win grows by 1 chip for every 4 chips more \
                 in all",
                "2 different sequences of smallest holdings occur",
            ],
        ),
        (
            "Never with some numbers of chips",
            CUSTOMS[1],
            short(),
            Scope::Ordered(0),
            ADVANTAGE,
            "for each position (2) and every total number of chips, the file lists the smallest holding with which Right (Black) can force a win, \
             whatever Left (White) does",
            &[
                "at the start, with 100 chips in all, the smallest holding with which Right (Black) can force a win is 76",
                "at the start, with 0, 1, … chips in all, the smallest holding with which Right (Black) can force a win is never, 1*, 2*, 3, 4, 4*, 5*, 6, 7, 7*, 8*, 9, 10, 10*, 11*, 12, …; never counts as a chip more than there are",
                "at the start, from 0 chips in all on, the smallest holding with which Right (Black) can force a win grows by 3 chips for every 4 chips more in \
                 all; never counts as a chip more than there are",
                "2 different sequences of smallest holdings occur",
            ],
        ),
        (
            "Some numbers of chips",
            CUSTOMS[2],
            short(),
            Scope::Between(3, 6),
            MAKE_IT_TAKE_IT,
            "for each position (2) and each total number of chips from 3 to 6, the file lists the smallest holding with which Left (White) \
             can force a win, whatever Right (Black) does",
            &[
                "at the start, with 3, 4, … chips in all, the smallest holding with which Left (White) can force a win is 1-e, 1, 1, 2-e",
                "2 different sequences of smallest holdings occur",
            ],
        ),
        (
            "One number of chips",
            CUSTOMS[5],
            hopeless(),
            Scope::Between(2, 2),
            LADIES_FIRST,
            "for each position (2) and a total of 2 chips, the file lists the smallest holding with which Right (Black) can force a win, \
             whatever Left (White) does",
            &[
                "at the start, with 2 chips in all, Right (Black) cannot force a win with any holding",
                "all classes of positions have the same sequence of smallest holdings",
            ],
        ),
        (
            "A player who never wins",
            CUSTOMS[0],
            idle(),
            Scope::Periodic(0, 1),
            ADVANTAGE,
            "for each position (1) and every total number of chips, the file lists the smallest holding with which Left (White) can force a win, \
             whatever Right (Black) does",
            &[
                "at the start, with 0, 1, … chips in all, the smallest holding with which Left (White) can force a win is never, never, never, never, never, never, never, never, never, never, never, never, never, never, never, never, …; never counts as a chip more than there are",
                "at the start, from 0 chips in all on, Left (White) cannot force a win with any holding",
                "all classes of positions have the same sequence of smallest holdings",
            ],
        ),
        (
            "A player who always wins",
            CUSTOMS[4],
            sure(),
            Scope::Ordered(0),
            LADIES_FIRST,
            "for each position (1) and every total number of chips, the file lists the smallest holding with which Left (White) can force a win, \
             whatever Right (Black) does",
            &[
                "at the start, with 100 chips in all, the smallest holding with which Left (White) can force a win is 0",
                "at the start, with 0, 1, … chips in all, the smallest holding with which Left (White) can force a win is 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, …",
                "at the start, from 0 chips in all on, the smallest holding with which Left (White) can force a win grows by 0 chips for every 1 chip more in all",
                "all classes of positions have the same sequence of smallest holdings",
            ],
        ),
        (
            "A race",
            CUSTOMS[4],
            race(),
            Scope::Ordered(0),
            LADIES_FIRST,
            "for each position (1) and every total number of chips, the file lists the smallest holding with which Left (White) can force a win, \
             whatever Right (Black) does",
            &[
                "at the start, with 100 chips in all, the smallest holding with which Left (White) can force a win is 50",
                "at the start, with 0, 1, … chips in all, the smallest holding with which Left (White) can force a win is 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, …",
                "at the start, from 0 chips in all on, the smallest holding with which Left (White) can force a win grows by 1 chip for every 2 chips more in all",
                "all classes of positions have the same sequence of smallest holdings",
            ],
        ),
    ];
    for (title, custom, game, scope, tie_break, all, start) in table {
        let [started, without] = claims(custom, &game, scope);
        let bids = "before each move both players bid a number of their own chips at once, from 0 to all of them; the higher bidder pays the bid to the other \
                    player and decides who moves";
        let never =
            "draws and endless play count as not winning; never means that no holding is enough, and counts as a chip more than there are";
        let (results, [.., sequences]) = start.split_at(start.len() - 1) else { panic!("{title}") };
        let everywhere = [all, never, bids, tie_break, sequences];
        assert_eq!(started.statements(), [results, &everywhere].concat(), "{title}");
        assert_eq!(without.statements(), everywhere, "{title}");
    }
}

#[test]
fn as_many_thresholds_as_are_shown() {
    for (last, more) in [(14, false), (15, false), (16, true)] {
        let [started, _] = claims(CUSTOMS[4], &race(), Scope::Between(0, last));
        let said = started.statements();
        assert_eq!(said[0].ends_with(", 8, …"), more, "{}", said[0]);
        assert_eq!(said[0].ends_with(if last == 14 { ", 7, 7" } else { ", 7, 7, 8" }), !more, "{}", said[0]);
    }
}

#[test]
fn fields_and_evidence() {
    let number = |number: i64| Value::Number(number);
    let text = |text: &str| Value::Text(text.to_owned());
    let list = |texts: &[&str]| Value::List(texts.iter().map(|each| text(each)).collect());
    let [started, without] = claims(CUSTOMS[3], &short(), Scope::Between(3, 4));
    let range = Value::Object(vec![("first", number(3)), ("last", number(4))]);
    let fields = vec![("player", text("right")), ("tie_break", text("make-it-take-it")), ("chips", range), ("classes", number(2))];
    assert_eq!(without.fields(), fields);
    let start = Value::Object(vec![("position", text("P0")), ("thresholds", list(&["3-e", "3"]))]);
    assert_eq!(started.fields(), [fields, vec![("start", start)]].concat());
    assert_eq!(started.evidence(), [("positions", number(2)), ("tables", number(2))]);
    assert_eq!((without.names(), started.names()), (vec![], vec![("the position in which play begins", "name of P0".to_owned())]));

    let [started, _] = claims(CUSTOMS[4], &sure(), Scope::Ordered(0));
    assert_eq!(started.fields()[2], ("chips", Value::Object(vec![("onset", number(0))])));
    let start = vec![
        ("position", text("P0")),
        ("thresholds", list(&["0"; 16])),
        ("preperiod", number(0)),
        ("period", number(1)),
        ("slope", number(0)),
    ];
    assert_eq!(started.fields()[4], ("start", Value::Object(start)));

    let [started, _] = claims(CUSTOMS[0], &idle(), Scope::Periodic(0, 1));
    assert_eq!(started.fields()[2], ("chips", Value::Object(vec![("preperiod", number(0)), ("period", number(1))])));
    assert_eq!(started.evidence().last(), Some(&("largest_label", number(0))));
    let [started, _] = claims(CUSTOMS[0], &round(), Scope::Between(2, 7));
    assert_eq!(started.evidence().last(), Some(&("largest_label", number(1))));
}
