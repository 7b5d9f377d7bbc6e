//! Certificates of chip tables with one error each, made from the solver's genuine ones. The checker must report the
//! expected clause.

use std::sync::atomic::AtomicBool;

use gamecert_solver::certificate::emit::chips::emit;
use gamecert_solver::control::{Control, Silent};
use gamecert_solver::games::{self, Argument};
use gamecert_solver::model::chips::{ChipTables, Range, Rule, Tail, TieBreak};
use gamecert_solver::model::graph::Player;
use gamecert_solver::model::name::{GameName, Parameter};
use gamecert_solver::solve::chips::{Request, solve};

static GO_ON: AtomicBool = AtomicBool::new(false);

const RULE: Rule = Rule { tie_break: TieBreak::Advantage, claimant: Player::Left };

fn genuine(text: &str, correct: Request) -> (GameName, ChipTables) {
    let Ok(Argument::Game(game)) = games::parse(text) else { panic!("{text} is a game") };
    (game.name(), solve(&game.graph(), RULE, correct, Control::new("", &Silent, &GO_ON)).unwrap())
}

/// Returns the first element that satisfies `fits`.
fn find<T>(list: &mut [T], fits: impl Fn(&T) -> bool) -> &mut T {
    list.iter_mut().find(|one| fits(one)).expect("one that fits")
}

type Change = fn(&mut GameName, &mut ChipTables);

/// Returns the first label that satisfies `fits`, among the labels without half a chip of surplus.
fn label(tables: &mut ChipTables, fits: impl Fn(u16) -> bool) -> &mut u16 {
    let rows = &mut tables.labels.as_mut().expect("labels").distinct;
    rows.iter_mut().flat_map(|row| row.iter_mut().step_by(2)).find(|label| fits(**label)).expect("such a label")
}

#[test]
fn each_forgery_meets_its_clause() {
    let some = Request::Between(2, 9);
    let cases: [(&str, &str, Request, Change, &str); 24] = [
        ("another player", "tug:4", Request::All, |_, t| t.rule.claimant = Player::Right, "chips/slopes"),
        ("another way of breaking ties", "tug:4", some, |_, t| t.rule.tie_break = TieBreak::MakeItTakeIt, "chips/equation"),
        ("a threshold", "tug:4", some, |_, t| t.tables.distinct[0].values[4] += 1, "chips/equation"),
        (
            "a threshold above all codes",
            "tug:4",
            some,
            |_, t| t.tables.distinct[3].values.iter_mut().for_each(|f| *f += 9),
            "chips/threshold",
        ),
        ("thresholds for other numbers of chips", "tug:4", some, |_, t| t.range = Range::Between(3, 10), "chips/equation"),
        ("a threshold in an ordered game", "tic-tac-toe", Request::All, |_, t| t.tables.distinct[0].values[1] += 1, "chips/equation"),
        (
            "half the period",
            "tic-tac-toe",
            Request::All,
            |_, t| {
                let table = find(&mut t.tables.distinct, |table| table.tail.is_some_and(|tail| tail.period > 8));
                let tail = table.tail.unwrap();
                table.tail = Some(Tail { period: tail.period / 2, slope: tail.slope / 2 });
                table.values = table.values[..table.values.len() - tail.period as usize / 2].into();
            },
            "chips/slopes",
        ),
        (
            "a period of three",
            "sudden-death:A3",
            Request::All,
            |_, t| {
                let table = find(&mut t.tables.distinct, |table| table.tail.is_some_and(|tail| tail.period == 4));
                table.tail = Some(Tail { period: 3, ..table.tail.unwrap() });
                table.values = table.values[..3].into();
            },
            "chips/period",
        ),
        (
            "twice the period",
            "sudden-death:A3",
            Request::All,
            |_, t| {
                let table = find(&mut t.tables.distinct, |table| table.tail.is_some_and(|tail| tail.period == 4));
                table.values = (0..8).map(|k| table.at(k).unwrap()).collect();
                table.tail = Some(Tail { period: 8, slope: table.tail.unwrap().slope * 2 });
            },
            "chips/least",
        ),
        ("a slope", "tic-tac-toe", Request::All, |_, t| t.tables.distinct[30].tail.as_mut().unwrap().slope += 1, "chips/slopes"),
        ("a slope with labels", "tug:4", Request::All, |_, t| t.tables.distinct[3].tail.as_mut().unwrap().slope += 2, "chips/slopes"),
        ("an odd slope with labels", "tug:4", Request::All, |_, t| t.tables.distinct[3].tail.as_mut().unwrap().slope += 1, "chips/slope"),
        (
            "a window that is too short",
            "tug:4",
            Request::All,
            |_, t| {
                let Range::Common { preperiod, period } = t.range else { panic!("a common period") };
                t.range = Range::Common { preperiod: preperiod - 1, period };
                t.tables.distinct.iter_mut().for_each(|table| table.values = table.values[..table.values.len() - 1].into());
                t.labels.as_mut().unwrap().distinct.iter_mut().for_each(|row| *row = row[..row.len() - 2].into());
            },
            "chips/margin",
        ),
        (
            "an onset that is too early",
            "tic-tac-toe",
            Request::All,
            |_, t| t.range = Range::Ordered { onset: t.tables.distinct.iter().map(|table| table.preperiod()).max().unwrap() - 1 },
            "chips/period",
        ),
        ("a label left out", "ultimatum:3", Request::All, |_, t| *label(t, |label| label > 0) = 0, "chips/label_missing"),
        ("a label that rests on itself", "ultimatum:3", Request::All, |_, t| *label(t, |label| label > 1) -= 1, "chips/label_small"),
        (
            "labels without the half chip",
            "tug:2",
            Request::All,
            |_, t| t.labels.as_mut().unwrap().distinct[1][7] = 0,
            "chips/label_half_chip",
        ),
        ("a label too large", "ultimatum:3", Request::All, |_, t| *label(t, |label| label > 0) += 1, "chips/label_large"),
        ("no labels", "ultimatum:3", some, |_, t| t.labels = None, "chips/form"),
        (
            "an option set left out",
            "wedge:A,B2",
            Request::All,
            |name, _| {
                let Parameter::Array(positions) = &mut name.parameters[4] else { panic!("positions") };
                let Parameter::Array(position) = &mut positions[0] else { panic!("a position") };
                position[1] = Parameter::Array(vec![]);
            },
            "graph/options",
        ),
        (
            "an option left out",
            "wedge:A,B2",
            Request::All,
            |name, _| {
                let Parameter::Array(positions) = &mut name.parameters[4] else { panic!("positions") };
                let Parameter::Array(position) = &mut positions[0] else { panic!("a position") };
                let Parameter::Array(options) = &mut position[1] else { panic!("options") };
                options.swap_remove(1);
                let Parameter::Array(options) = &mut position[2] else { panic!("options") };
                options.swap_remove(1);
            },
            "chips/slopes",
        ),
        ("another game's tables", "tug:4", some, |_, t| *t = genuine("ultimatum:3", Request::Between(2, 9)).1, "chips/equation"),
        ("tables of a game of another size", "tug:4", some, |_, t| *t = genuine("tug:5", Request::Between(2, 9)).1, "chips/classes"),
        ("tables in another order", "tug:4", some, |_, t| t.tables.number.reverse(), "chips/table"),
    ];
    let mut wrong = Vec::new();
    for (title, game, correct, change, expected) in cases {
        let (mut name, mut tables) = genuine(game, correct);
        let verdict = |name: &GameName, tables: &ChipTables| {
            gamecert_checker::verify(&emit(name, &[], tables), &mut gamecert_checker::NoSource)
                .map(|_| ())
                .map_err(|refusal| refusal.code())
        };
        assert_eq!(verdict(&name, &tables), Ok(()), "{title}: before");
        change(&mut name, &mut tables);
        let found = verdict(&name, &tables);
        if found != Err(expected.to_owned()) {
            wrong.push(format!("{title}: expected {expected}, found {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
