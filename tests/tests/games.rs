//! Games that rest on no other: what the solver certifies, the checker verifies, for random games stored whole and for small ones of every name.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use gamecert_tests::stored::stored;
use proptest::prelude::*;
use solver::bidding_game::{Method, certify, solve_graph};
use solver::control::{Control, Silent};
use solver::games::{self, Argument, Game};
use solver::verify::verify_all;

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
