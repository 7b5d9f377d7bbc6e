//! Games that cite no other. The checker must verify the solver's certificates for random games stored whole and for
//! small games of every rule set.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use gamecert_solver::certificate::verify::verify_all;
use gamecert_solver::control::{Control, Silent};
use gamecert_solver::games::{self, Argument, Game};
use gamecert_solver::model::graph::End;
use gamecert_solver::solve::bidding_game::{Method, certify, solve_graph};
use gamecert_tests::stored::stored;
use proptest::prelude::*;

static GO_ON: AtomicBool = AtomicBool::new(false);

fn verified(game: &dyn Game, method: Method) -> Result<(), String> {
    let (solution, _) = solve_graph(game.graph(), method, Control::new("", &Silent, &GO_ON)).map_err(|failure| failure.to_string())?;
    verify_all(&[certify(game, &solution)]).map_err(|rejected| rejected.to_string())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn random_games_are_verified(game in stored()) {
        prop_assert_eq!(verified(&game, Method::Policy), Ok(()));
    }
}

#[test]
fn games_of_every_name_are_verified() {
    let texts = [
        "tic-tac-toe",
        "tic-tac-toe:4x2x3",
        "tic-tac-toe:2x5x3",
        "tic-tac-toe:5x1x2",
        "hex:1x2",
        "hex:2x1",
        "hex:3x3",
        "hex:4x2",
        "hex:2x4",
        "hex:5x1",
        "connect:4x3x3",
        "connect:3x4x4",
        "connect:1x5x3",
        "connect:6x2x4",
        "tug:1",
        "tug:9",
        "ultimatum:1",
        "ultimatum:12",
        "sudden-death:A1",
        "sudden-death:B7",
        "wedge:A,B",
        "wedge:(A2,E),(B3,(A,B2))",
    ];
    let mut names = HashSet::new();
    for text in texts {
        let Ok(Argument::Game(game)) = games::parse(text) else { panic!("{text}") };
        assert_eq!(verified(&*game, Method::Policy), Ok(()), "{text}");
        names.insert(game.name().rules);
    }
    assert_eq!(names.len(), 7);
}

#[test]
fn a_certificate_gives_the_game_back() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let mut games = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let game = games::file::read(&std::fs::read(&path).unwrap()).unwrap();
        let (solution, _) = solve_graph(game.graph(), Method::Policy, Control::new("", &Silent, &GO_ON)).unwrap();
        let bytes = certify(&game, &solution).bytes;
        let whole = gamecert_checker::inspect::whole_game(&bytes).unwrap().expect("a game that rests on no other");
        let parts = game.parts();
        assert_eq!(gamecert_solver::certificate::verify::stored(&bytes).as_ref(), Some(parts), "{path:?}");
        assert_eq!([&whole.title, &whole.left, &whole.right], [&parts.title, &parts.players[0], &parts.players[1]], "{path:?}");
        assert_eq!(whole.start.map(|start| start as usize), Some(parts.start), "{path:?}");
        let names: Vec<&String> = whole.positions.iter().map(|position| &position.name).collect();
        assert_eq!(names, parts.positions.iter().collect::<Vec<_>>(), "{path:?}");
        for (index, position) in whole.positions.iter().enumerate() {
            assert_eq!([&position.left[..], &position.right[..]], [parts.options[0].get(index), parts.options[1].get(index)], "{path:?}");
        }
        let winner = |end| match end {
            End::Left => Some(gamecert_checker::Colour::White),
            End::Right => Some(gamecert_checker::Colour::Black),
            End::Nobody => None,
        };
        let ends: Vec<_> = parts.ends.iter().map(|(name, end)| (name.clone(), winner(*end))).collect();
        assert_eq!(whole.ends.into_iter().map(|end| (end.name, end.winner)).collect::<Vec<_>>(), ends, "{path:?}");
        games += 1;
    }
    assert!(games >= 8, "{games} games");
}

/// Compares the two enumerations and the two sets of rules, class by class and option by option.
#[test]
fn both_programs_generate_the_same_games() {
    for text in [
        "tic-tac-toe",
        "tic-tac-toe:4x3x3",
        "hex:3x3",
        "hex:4x2",
        "hex:2x5",
        "connect:4x3x3",
        "connect:3x4x4",
        "tug:7",
        "ultimatum:6",
        "sudden-death:A5",
        "wedge:(A2,E),B3",
    ] {
        let Ok(Argument::Game(game)) = games::parse(text) else { panic!("{text}") };
        let graph = game.graph();
        let (solution, _) = solve_graph(graph.clone(), Method::Policy, Control::new("", &Silent, &GO_ON)).unwrap();
        let classes = u32::try_from(graph.len()).unwrap();
        let choice = |&place: &u32| match graph.end(place) {
            None => gamecert_checker::inspect::Choice::Class(place),
            Some(End::Left) => gamecert_checker::inspect::Choice::Won(gamecert_checker::Colour::White),
            Some(End::Right) => gamecert_checker::inspect::Choice::Won(gamecert_checker::Colour::Black),
            Some(End::Nobody) => gamecert_checker::inspect::Choice::Drawn,
        };
        let mut met = 0;
        let compare = &mut |class: gamecert_checker::inspect::Class<'_>| {
            let position = class.number as usize;
            // Names from a file appear in quotation marks.
            let name = game.position(position);
            let expected = if game.name().rules == "graph" { gamecert_checker::quoted(&name, usize::MAX) } else { name };
            assert_eq!(class.position, expected, "{text}");
            assert_eq!(class.white, graph.left.get(position).iter().map(choice).collect::<Vec<_>>(), "{text} {}", class.position);
            assert_eq!(class.black, graph.right.get(position).iter().map(choice).collect::<Vec<_>>(), "{text} {}", class.position);
            met += 1;
        };
        gamecert_checker::inspect::generate(&certify(&*game, &solution).bytes, compare).unwrap();
        assert_eq!(met, classes, "{text}");
    }
}
