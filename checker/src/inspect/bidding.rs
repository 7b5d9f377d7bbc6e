//! Enumerates the classes of symmetric positions of a bidding game, or lists all positions and options. A class
//! consists of symmetric positions.

use super::game;
use crate::bidding::game::{Choice, Game, NUMBERING_PER_BYTE, NumberingError, size, too_small};
use crate::bidding::whole::{WholeEnd, WholeGame, WholePosition};
use crate::core::cbor::as_u64;
use crate::core::game::Colour;
use crate::core::refusal::{Place, Refusal};
use crate::registry;

/// One class of symmetric positions, with the options of both players.
#[derive(Clone, Copy, Debug)]
pub struct Class<'a> {
    /// Number of the class of symmetric positions.
    pub number: u32,
    /// Canonical position of the class of symmetric positions, in the text form of the rule set.
    pub position: &'a str,
    /// White's options in move order.
    pub white: &'a [Choice],
    /// Black's options in move order.
    pub black: &'a [Choice],
}

/// Generates the game that a certificate is about, and passes every class of symmetric positions to `visit`. Returns
/// false if the positions cannot be numbered, because there are infinitely many or far too many.
///
/// The size of the certificate does not limit the memory used.
///
/// # Errors
/// Fails if the bytes do not begin like a certificate.
pub fn generate(bytes: &[u8], visit: &mut dyn FnMut(Class<'_>)) -> Result<bool, Refusal> {
    match game(bytes)? {
        registry::Game::Bidding(game) => Ok(every_class(game.as_ref(), visit).is_some()),
        #[allow(unreachable_patterns, reason = "a build may have one family alone")]
        _ => Ok(false),
    }
}

/// Lists all positions and options of the game that a certificate is about. Returns `None` if the game is not a bidding
/// game, or if it cites other games. Reads neither the claim nor the citations nor the evidence.
///
/// A game of the rule set `graph` is returned as it is stored. In all other games, the name of a position is its text,
/// and the positions are in the order of their class numbers. Each option is stored as an index. An index beyond the
/// last position stands for a result of the game.
///
/// # Errors
/// Fails if the bytes do not begin like a certificate, or if the game has too many positions for the size of the file.
pub fn whole_game(bytes: &[u8]) -> Result<Option<WholeGame>, Refusal> {
    let game = match game(bytes)? {
        registry::Game::Bidding(game) => game,
        #[allow(unreachable_patterns, reason = "a build may have one family alone")]
        _ => return Ok(None),
    };
    if let Some(whole) = game.whole() {
        return Ok(Some(whole.clone()));
    }
    if !game.cited().is_empty() {
        return Ok(None);
    }
    size(game.as_ref(), as_u64(bytes.len()), NUMBERING_PER_BYTE)?;
    // A certificate has at least one byte for each class, so the enumeration can stop at one class per byte.
    let most = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    let whole = write_out(game.as_ref(), most).map_err(|why| match why {
        Some(NumberingError::OverLimit) => too_small(as_u64(bytes.len()), "which has more positions than the file bytes"),
        _ => Refusal::internal(Place::Byte(0), "the game has too many positions"),
    })?;
    Ok(Some(whole))
}

/// The possible results at the end of play, with their names.
const ENDS: [(Choice, &str, Option<Colour>); 3] = [
    (Choice::Won(Colour::White), "Left has won", Some(Colour::White)),
    (Choice::Won(Colour::Black), "Right has won", Some(Colour::Black)),
    (Choice::Drawn, "Drawn", None),
];

/// Lists all positions and options of a game that cites no other games.
fn write_out(game: &dyn Game, most: u32) -> Result<WholeGame, Option<NumberingError>> {
    let positions = game.positions(most).map_err(Some)?;
    let moves = positions.moves().ok_or(None)?;
    let mut lists = Vec::new();
    let mut occurs = [false; ENDS.len()];
    for number in 0..positions.classes() {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        moves.options(number, &mut left, &mut right).ok_or(None)?;
        for (occurs, (end, _, _)) in occurs.iter_mut().zip(ENDS) {
            *occurs |= left.contains(&end) || right.contains(&end);
        }
        lists.push((left, right));
    }
    let ends: Vec<_> = ENDS.into_iter().zip(occurs).filter(|(_, occurs)| *occurs).map(|(end, _)| end).collect();
    let index = |choice: &Choice| match choice {
        Choice::Class(class) => Some(*class),
        end => {
            let place = ends.iter().position(|(known, _, _)| known == end)?;
            positions.classes().checked_add(u32::try_from(place).ok()?)
        }
    };
    let indices = |choices: Vec<Choice>| choices.iter().map(index).collect::<Option<Vec<_>>>();
    let position =
        |(number, (left, right))| Some(WholePosition { name: positions.position(number), left: indices(left)?, right: indices(right)? });
    Ok(WholeGame {
        title: game.description().to_string(),
        left: "Left".to_owned(),
        right: "Right".to_owned(),
        start: positions.start(),
        positions: (0..).zip(lists).map(position).collect::<Option<_>>().ok_or(None)?,
        ends: ends.into_iter().map(|(_, name, winner)| WholeEnd { name: name.to_owned(), winner }).collect(),
    })
}

fn every_class(game: &dyn Game, visit: &mut dyn FnMut(Class<'_>)) -> Option<()> {
    let positions = game.positions(u32::MAX).ok()?;
    let moves = positions.moves()?;
    let (mut white, mut black) = (Vec::new(), Vec::new());
    for number in 0..positions.classes() {
        moves.options(number, &mut white, &mut black)?;
        visit(Class { number, position: &positions.position(number), white: &white, black: &black });
    }
    Some(())
}

#[cfg(test)]
mod tests {
    //! Tests games whose positions can be listed, games whose positions cannot, and the rules of chess and losing
    //! chess.

    use super::*;
    use crate::inspect::*;
    use crate::testing::{A, Item, T, U, column, drawn, kings, queen};

    fn about(rules: &'static str, parameters: &[u64]) -> Vec<u8> {
        drawn().with(&[3], A(vec![T(rules), U(1), column(parameters)])).bytes()
    }

    #[test]
    fn a_stored_game_comes_out_as_it_is() {
        let game = whole_game(&drawn().bytes()).unwrap().unwrap();
        let position = WholePosition { name: "v".to_owned(), left: vec![2, 1], right: vec![2] };
        let end = |name: &str, winner| WholeEnd { name: name.to_owned(), winner };
        let ends = vec![end("won", Some(Colour::White)), end("drawn", None)];
        let names = ["A draw", "Alice", "Bob"].map(str::to_owned);
        let [title, left, right] = names;
        assert_eq!(game, WholeGame { title, left, right, start: Some(0), positions: vec![position], ends });
    }

    #[test]
    fn other_games_have_named_positions_and_ends() {
        // Each row has the certificate, the title, the start, the positions with their options, and the ends.
        let table = [
            (
                about("tug", &[2]),
                "tug version 1, length 2",
                Some(1),
                vec![("-1", vec![4, 1], vec![4, 1]), ("0", vec![0, 2], vec![0, 2]), ("1", vec![1, 3], vec![1, 3])],
                vec!["Left has won", "Right has won"],
            ),
            (
                about("tic-tac-toe", &[2, 1, 2]),
                "tic-tac-toe version 1, board 2x1, row 2",
                Some(0),
                vec![("..", vec![1, 1], vec![2, 2]), ("X.", vec![3], vec![5]), ("O.", vec![5], vec![4])],
                vec!["Left has won", "Right has won", "Drawn"],
            ),
            (
                kings().bytes(),
                "bidding-chess version 1, board 2x2, material KK",
                None,
                vec![("2/Kk", vec![1, 0, 2], vec![1, 3, 0]), ("1k/K1", vec![0, 2, 0], vec![0, 3, 0])],
                vec!["Left has won", "Right has won"],
            ),
        ];
        for (bytes, title, start, positions, ends) in table {
            let game = whole_game(&bytes).unwrap().unwrap();
            assert_eq!((game.title.as_str(), game.left.as_str(), game.right.as_str(), game.start), (title, "Left", "Right", start));
            let found: Vec<_> = game.positions.iter().map(|p| (p.name.as_str(), p.left.clone(), p.right.clone())).collect();
            assert_eq!(found, positions, "{title}");
            assert_eq!(game.ends.iter().map(|end| end.name.as_str()).collect::<Vec<_>>(), ends, "{title}");
        }
        // Results that do not occur in the game are left out.
        let game = whole_game(&about("connect", &[1, 2, 2])).unwrap().unwrap();
        assert_eq!(game.ends.len(), 3);
        let game = whole_game(&about("hex", &[2, 1])).unwrap().unwrap();
        assert_eq!(game.ends.len(), 2);
    }

    #[cfg(feature = "antichess")]
    #[test]
    fn rules_of_losing_chess() {
        let losing = drawn().with(&[2, 0], T("losing")).with(&[3], A(vec![T("losing-chess"), U(1), A(vec![T("fics")])])).bytes();
        let moves = |text: &str| {
            let look = |rules: &dyn AntichessGame| {
                let (position, mut moves) = (rules.read(text, &Place::Byte(0))?, vec![]);
                rules.play(&position, &mut moves);
                Ok::<_, Refusal>(moves.iter().map(|played| rules.name(*played)).collect::<Vec<_>>())
            };
            antichess(&losing, look).unwrap().unwrap()
        };
        // Captures are compulsory in losing chess.
        assert_eq!(moves("8/8/8/8/8/1p6/P6P/8 w - -"), Ok(vec!["a2b3".to_owned()]));
        assert_eq!(moves("8/8 w - -").unwrap_err().code(), "losing-chess/fen");
        assert_eq!(antichess(&kings().bytes(), |_| ()), Ok(None));
        assert_eq!(antichess(b"", |_| ()).unwrap_err().code(), "cbor/end");
    }

    #[cfg(feature = "helpmate")]
    #[test]
    fn rules_of_chess() {
        let mated = chess(|rules| {
            let position = rules.read("R5k1/5ppp/8/8/8/8/8/6K1 b - -", &Place::Byte(0)).unwrap();
            rules.play(&position, &mut vec![])
        });
        assert_eq!(mated, Status::Over(Some(Colour::White)));
    }

    #[test]
    fn what_game_a_certificate_is_about() {
        let title = |item: Item| description(&item.bytes()).map(|game| game.to_string()).map_err(|refusal| refusal.code());
        assert_eq!(title(queen()), Ok("bidding-chess version 1, board 2x2, material KQK".to_owned()));
        assert_eq!(title(drawn().with(&[3, 0], T("draughts"))), Err("envelope/game".to_owned()));
    }

    #[test]
    fn games_that_are_not_written_out() {
        assert_eq!(whole_game(&queen().bytes()), Ok(None));
        let code = |item: &[u8]| whole_game(item).unwrap_err().code();
        assert_eq!(code(b""), "cbor/end");
        assert_eq!(code(&about("hex", &[6, 5])), "resources/size");
        let large: Item = kings().with(&[3, 2], A(vec![U(9), U(9), T("KK")]));
        assert!(matches!(whole_game(&large.bytes()), Ok(Some(_))));
        assert_eq!(code(&kings().with(&[3, 2], A(vec![U(1), U(9), T("KK")])).bytes()), "bidding-chess/board");
    }
}
