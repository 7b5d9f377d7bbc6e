//! A game of losing chess as it was played, from PGN.

use crate::games::losing_chess::Move;
use crate::games::losing_chess::text::{START, Setup};
use crate::solve::unwinnable::pgn::movetext::{Outcome, Words};
use crate::solve::unwinnable::pgn::{Game as PgnGame, Games};

/// Names of the variant in PGN, in lower case.
const VARIANTS: [&str; 6] = ["antichess", "losers chess", "losing chess", "suicide", "suicide chess", "giveaway"];

/// A game from the initial position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Moves of the game.
    pub moves: Vec<Move>,
    /// The same moves in algebraic notation.
    pub san: Vec<String>,
}

/// Reads the first game of a PGN text.
///
/// # Errors
/// A sentence that names the fault: no game, another variant, another first position, or an illegal move.
pub fn read(text: &[u8]) -> Result<Game, String> {
    let PgnGame { tags, moves, .. } = Games::new(text).next().ok_or("there is no game")?;
    let variant = String::from_utf8_lossy(tags.variant).trim().to_lowercase();
    if !variant.is_empty() && !VARIANTS.contains(&variant.as_str()) {
        return Err(format!("the game's Variant is {variant:?}: expected Antichess"));
    }
    if !tags.fen.is_empty() {
        return Err(format!(
            "the game begins with the position {:?}: expected one from the initial position",
            String::from_utf8_lossy(tags.fen)
        ));
    }
    let mut here: Setup = START.parse()?;
    let mut game = Game { moves: Vec::new(), san: Vec::new() };
    for word in words(moves)? {
        let plies = game.moves.len();
        let number = format!("{}{}", plies / 2 + 1, if plies.is_multiple_of(2) { "." } else { "..." });
        let played = here.position.find_move(&word).map_err(|why| format!("move {number} {word}: {why}"))?;
        game.san.push(here.position.san(played));
        game.moves.push(played);
        here = here.after(played);
    }
    Ok(game)
}

/// Extracts the moves of a text that may be a whole PGN game, with tags, comments, variations and a result.
///
/// # Errors
/// A sentence, if the text is not a movetext.
pub fn moves_of(text: &str) -> Result<String, String> {
    let movetext = Games::new(text.as_bytes()).next().filter(|game| game.tags.count > 0).map_or(text.as_bytes(), |game| game.moves);
    Ok(words(movetext)?.join(" "))
}

/// Returns the moves of a movetext, as written.
fn words(movetext: &[u8]) -> Result<Vec<String>, String> {
    let (mut words, mut moves) = (Words::new(movetext), Vec::new());
    while let Some((_, word)) = words.next_word().map_err(|(at, why)| format!("after {at} bytes of the moves: {why}"))? {
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
            let why = read(text.as_bytes()).unwrap_err();
            assert!(why.starts_with(sentence), "{title}: {why}");
        }
    }
}
