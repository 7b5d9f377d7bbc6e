//! Reads games of losing chess from PGN.

use crate::games::losing_chess::Move;
use crate::games::losing_chess::notation::MoveError;
use crate::games::losing_chess::text::{START, Setup};
use crate::solve::unwinnable::pgn::movetext::{Outcome, Words};
use crate::solve::unwinnable::pgn::{Game as PgnGame, Games};

/// Names that PGN files use for losing chess, in lower case.
const VARIANTS: [&str; 6] = ["antichess", "losers chess", "losing chess", "suicide", "suicide chess", "giveaway"];

/// A game that starts from the initial position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Moves of the game.
    pub moves: Vec<Move>,
    /// The same moves in algebraic notation.
    pub san: Vec<String>,
}

/// Reason why no game of losing chess can be read from a PGN text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// The PGN text contains no game.
    #[error("there is no game")]
    NoGame,
    /// The game is of another variant.
    #[error("the game's Variant is {0:?}: expected Antichess")]
    Variant(String),
    /// The game does not begin with the initial position.
    #[error("the game begins with the position {0:?}: expected one from the initial position")]
    Position(String),
    /// A move is not legal.
    #[error("move {number} {word}: {source}")]
    Move {
        /// Number of the move, such as `3.` or `3...`.
        number: String,
        /// The move as written in the PGN text.
        word: String,
        /// Reason why the move is not legal.
        source: MoveError,
    },
    /// The moves are not valid movetext of PGN.
    #[error("after {at} bytes of the moves: {reason}")]
    Moves {
        /// Offset of the fault in the movetext, in bytes.
        at: usize,
        /// Description of the fault.
        reason: &'static str,
    },
}

/// Reads the first game of a PGN text.
///
/// # Errors
/// Fails if the text contains no game. Also fails if the first game is of another variant, begins with another
/// position, or has an illegal or unreadable move.
pub fn read(text: &[u8]) -> Result<Game, GameError> {
    let PgnGame { tags, moves, .. } = Games::new(text).next().ok_or(GameError::NoGame)?;
    let variant = String::from_utf8_lossy(tags.variant).trim().to_lowercase();
    if !variant.is_empty() && !VARIANTS.contains(&variant.as_str()) {
        return Err(GameError::Variant(variant));
    }
    if !tags.fen.is_empty() {
        return Err(GameError::Position(String::from_utf8_lossy(tags.fen).into_owned()));
    }
    let mut here: Setup = START.parse().expect("the initial position is valid");
    let mut game = Game { moves: Vec::new(), san: Vec::new() };
    for word in words(moves)? {
        let plies = game.moves.len();
        let number = format!("{}{}", plies / 2 + 1, if plies.is_multiple_of(2) { "." } else { "..." });
        let played = here.position.find_move(&word).map_err(|source| GameError::Move { number, word, source })?;
        game.san.push(here.position.san(played));
        game.moves.push(played);
        here = here.after(played);
    }
    Ok(game)
}

/// Extracts the moves from movetext or from a whole PGN game. Tags, comments, variations and the result are left out.
///
/// # Errors
/// [`GameError::Moves`] if the text is not valid movetext.
pub fn moves_of(text: &str) -> Result<String, GameError> {
    let movetext = Games::new(text.as_bytes()).next().filter(|game| game.tags.count > 0).map_or(text.as_bytes(), |game| game.moves);
    Ok(words(movetext)?.join(" "))
}

/// Returns the moves of a movetext in their original notation.
fn words(movetext: &[u8]) -> Result<Vec<String>, GameError> {
    let (mut words, mut moves) = (Words::new(movetext), Vec::new());
    while let Some((_, word)) = words.next_word().map_err(|(at, reason)| GameError::Moves { at, reason })? {
        if Outcome::read(word).is_some() {
            break;
        }
        moves.push(String::from_utf8_lossy(word).into_owned());
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::{moves_of, read};

    const GAME: &str = "[Event \"Rated Antichess game\"]\n[Variant \"Antichess\"]\n[Result \"1-0\"]\n\n\
        1. e3 { [%eval 1.2] } 1... d5 $1 (1... b5 2. Bxb5) 2. Qg4! Bxg4 3. Kd1 1-0\n";

    #[test]
    fn reads_a_game_of_lichess() {
        assert_eq!(read(GAME.as_bytes()).unwrap().san, ["e3", "d5", "Qg4", "Bxg4", "Kd1"]);
        assert_eq!(read(GAME.replace('\n', "\r\n").as_bytes()).unwrap().moves.len(), 5);
        assert_eq!(moves_of(GAME).unwrap(), "e3 d5 Qg4 Bxg4 Kd1");
        assert_eq!(moves_of("1. e3 d5 2.Qg4 {best}").unwrap(), "e3 d5 Qg4");
    }

    #[test]
    fn says_what_is_wrong_with_a_game() {
        for (title, text, sentence) in [
            ("nothing", String::new(), "there is no game"),
            ("another variant", GAME.replace("Antichess\"", "Atomic\""), "the game's Variant is \"atomic\": expected Antichess"),
            ("a position", format!("[FEN \"8/8/8/8/8/8/k7/1R6 w - -\"]\n{GAME}"), "the game begins with the position"),
            ("an illegal move", GAME.replace("Kd1", "Kd3"), "move 3. Kd3: "),
            ("a capture that is left out", GAME.replace("Bxg4", "Bd7"), "move 2... Bd7: "),
        ] {
            let why = read(text.as_bytes()).unwrap_err().to_string();
            assert!(why.starts_with(sentence), "{title}: {why}");
        }
    }
}
