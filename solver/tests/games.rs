//! Compares the values of games at the start, the text forms of positions, and the numbering of positions with the
//! specification.

#[path = "common/placing.rs"]
mod placing;

use std::sync::atomic::AtomicBool;

use gamecert_solver::control::{Control, Silent};
use gamecert_solver::engine::bidding::richman;
use gamecert_solver::games::{self, Argument, Game, Player, PositionOrEnd};
use gamecert_solver::model::graph::{End, GameGraph};
use placing::Slow;

fn game(text: &str) -> Box<dyn Game> {
    match games::parse(text) {
        Ok(Argument::Game(game)) => game,
        Ok(_) => panic!("{text} is not solved here"),
        Err(error) => panic!("{error}"),
    }
}

/// Returns the thresholds alpha and beta at the start of a game.
fn values(game: &dyn Game) -> String {
    let stop = AtomicBool::new(false);
    let solution = richman::solve(&game.graph().option_graph(), Control::new("", &Silent, &stop)).unwrap();
    let value = solution.boundary_value(game.start());
    format!("{} {}", value.alpha, value.beta)
}

#[test]
fn values_at_the_start() {
    let table = [
        // Section 6 of Payne and Develin's paper has R = 133/256.
        ("tic-tac-toe", "123/256 133/256"),
        ("tic-tac-toe:3x3x3", "123/256 133/256"),
        ("tic-tac-toe:2x2x2", "1/2 1/2"),
        ("hex:3x4", "2587/4096 2587/4096"),
        ("hex:4x3", "1509/4096 1509/4096"),
        ("hex:3x3", "1/2 1/2"),
        ("hex:1x2", "3/4 3/4"),
        ("connect:4x4x4", "787/2048 1261/2048"),
        // Section 4 of the paper: the families tug and ultimatum are symmetric.
        ("tug:1", "1/2 1/2"),
        ("tug:7", "1/2 1/2"),
        ("ultimatum:1", "1/2 1/2"),
        ("ultimatum:9", "1/2 1/2"),
        // Examples 5.2 of the paper have R(A_n) = 2^-n.
        ("sudden-death:A1", "1/2 1/2"),
        ("sudden-death:A3", "7/8 7/8"),
        ("sudden-death:B3", "1/8 1/8"),
        ("wedge:A,B", "1/2 1/2"),
        ("wedge:A,B2", "5/8 5/8"),
        ("wedge:A2,B3", "7/16 7/16"),
        ("wedge:(A,E),B3", "7/16 7/16"),
    ];
    for (text, expected) in table {
        assert_eq!(values(&*game(text)), expected, "{text}");
    }
}

fn end_of(code: i64) -> End {
    End::ALL[usize::try_from(-1 - code).unwrap()]
}

#[test]
fn boards_are_numbered_by_search() {
    let table = [
        ("tic-tac-toe", 3, 3, 3),
        ("tic-tac-toe", 2, 2, 2),
        ("tic-tac-toe", 4, 2, 3),
        ("tic-tac-toe", 2, 4, 2),
        ("tic-tac-toe", 1, 2, 2),
        ("tic-tac-toe", 5, 1, 4),
        ("tic-tac-toe", 4, 3, 4),
        ("hex", 1, 2, 0),
        ("hex", 2, 1, 0),
        ("hex", 5, 1, 0),
        ("hex", 1, 5, 0),
        ("hex", 2, 3, 0),
        ("hex", 3, 3, 0),
        ("hex", 4, 2, 0),
        ("connect", 3, 3, 3),
        ("connect", 4, 3, 3),
        ("connect", 3, 4, 4),
        ("connect", 1, 4, 3),
        ("connect", 5, 2, 4),
    ];
    for (kind, width, height, row) in table {
        let slow = Slow { kind, width, height, row };
        let text = if row == 0 { format!("{kind}:{width}x{height}") } else { format!("{kind}:{width}x{height}x{row}") };
        let game = game(&text);
        let GameGraph { left, right } = game.graph();
        let (boards, options) = slow.search();
        assert_eq!((left.len(), right.len()), (boards.len(), boards.len()), "{text}");
        let (positions, of_all) = game.estimate();
        assert!(boards.len() as u64 <= positions && (left.places().len() + right.places().len()) as u64 <= of_all, "{text}");
        let places = u32::try_from(boards.len()).unwrap();
        for (class, board) in boards.iter().enumerate() {
            assert_eq!(game.position(class), slow.text(board), "{text}");
            for image in slow.images(board) {
                assert_eq!(game.find(&slow.text(&image)), Ok(PositionOrEnd::Position(class)), "{text}");
            }
            for (player, lists) in Player::BOTH.into_iter().zip([&left, &right]) {
                let expected = &options[player as usize][class];
                let place = |&option: &i64| u32::try_from(option).unwrap_or_else(|_| end_of(option).place(places));
                assert_eq!(lists.get(class), expected.iter().map(place).collect::<Vec<_>>(), "{text} class {class}");
                for (index, &option) in expected.iter().enumerate() {
                    let found = usize::try_from(option).map_or_else(|_| PositionOrEnd::End(end_of(option)), PositionOrEnd::Position);
                    assert_eq!(game.find(&game.after(class, player, index)), Ok(found), "{text} class {class}");
                }
            }
        }
    }
}
