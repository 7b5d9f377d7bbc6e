//! Games that rest on no other: what the solver certifies, the checker verifies, for random games stored whole and for small ones of every name.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use solver::bidding_game::{Method, certify, solve_graph};
use solver::control::{Control, Silent};
use solver::games::stored::{Parts, Stored};
use solver::games::{self, Argument, Game};
use solver::graph::{End, Lists};
use solver::verify::verify_all;

static GO_ON: AtomicBool = AtomicBool::new(false);

fn verified(game: &dyn Game, method: Method) -> Result<(), String> {
    let (solution, _) = solve_graph(game.graph(), method, Control::new("", &Silent, &GO_ON)).map_err(|failure| failure.to_string())?;
    verify_all(&[certify(game, &solution)]).map_err(|rejected| rejected.to_string())
}

/// Games of some positions and one to three ends; names in any script, options in any order, some twice.
fn stored() -> impl Strategy<Value = Stored> {
    (1_usize..12, 1_usize..4, any::<bool>()).prop_flat_map(|(positions, ends, shuffled)| {
        let places = u32::try_from(positions + ends).unwrap();
        let lists = move || prop::collection::vec(prop::collection::vec(0..places, 1..4), positions);
        let names = prop::collection::hash_set("[a-zäβ♔ ]{1,5}", positions + ends);
        let outcomes = prop::collection::vec(0_usize..3, ends);
        (lists(), lists(), names, outcomes, 0..positions).prop_map(move |(left, right, names, outcomes, start)| {
            let names: Vec<String> = names.into_iter().collect();
            let list = |lists: &[Vec<u32>]| {
                let mut all = Lists::with_capacity(positions, 0);
                for (position, list) in lists.iter().enumerate() {
                    // Half of the games are acyclic: every option that leads back is turned into an end.
                    let forward = |&option: &u32| if !shuffled && (option as usize) <= position { places - 1 } else { option };
                    all.push(&list.iter().map(forward).collect::<Vec<_>>());
                }
                all
            };
            let ends = names[positions..].iter().cloned().zip(outcomes.iter().map(|&outcome| End::ALL[outcome])).collect();
            Stored::new(Parts {
                title: String::new(),
                players: ["L".to_owned(), "R".to_owned()],
                start,
                positions: names[..positions].to_vec(),
                options: [list(&left), list(&right)],
                ends,
            })
            .unwrap()
        })
    })
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
