//! Reads games of losing chess from PGN.

use crate::games::Colour;
use crate::games::losing_chess::notation::MoveError;
use crate::games::losing_chess::text::{FenError, START, Setup};
use crate::games::losing_chess::{Move, Stalemate};
use crate::solve::unwinnable::pgn::movetext::{Outcome, Words};
use crate::solve::unwinnable::pgn::{Game as PgnGame, Games};

/// Names that PGN files use for losing chess, in lower case. Each name comes with the rule of stalemate that servers
/// apply under this name.
const VARIANTS: [(&str, Stalemate); 11] = [
    ("antichess", Stalemate::International),
    ("anti chess", Stalemate::International),
    ("anti", Stalemate::International),
    ("giveaway", Stalemate::International),
    ("giveaway chess", Stalemate::International),
    ("give-away chess", Stalemate::International),
    ("losing chess", Stalemate::International),
    ("losing", Stalemate::International),
    ("suicide", Stalemate::Fics),
    ("suicide chess", Stalemate::Fics),
    ("suicidechess", Stalemate::Fics),
];

/// A game that starts from the initial position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Moves of the game.
    pub moves: Vec<Move>,
    /// The same moves in algebraic notation.
    pub san: Vec<String>,
}

/// A game that may start from any position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// Rule of stalemate that belongs to the game's variant; `None` if the game does not name a variant.
    pub rules: Option<Stalemate>,
    /// Initial position.
    pub start: Setup,
    /// Move number of the first move.
    pub first_number: u32,
    /// Moves of the game.
    pub moves: Vec<Turn>,
    /// Offset after the result, if the movetext has a result.
    pub end: Option<usize>,
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The move.
    pub played: Move,
    /// Offset of the move's first byte in the movetext.
    pub at: usize,
    /// Offset in the movetext at which the move ends, with its exclamation and question marks.
    pub end: usize,
}

impl Replay {
    /// Returns the number of the move after `plies` plies, such as `3.` or `3...`.
    #[must_use]
    pub fn number(&self, plies: usize) -> String {
        let plies = plies + usize::from(self.start.position.side() == Colour::Black);
        let number = u64::from(self.first_number) + (plies / 2) as u64;
        format!("{number}{}", if plies.is_multiple_of(2) { "." } else { "..." })
    }
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
    /// The position with which the game begins is malformed.
    #[error("the tag FEN: {0}")]
    Fen(#[from] FenError),
    /// A move is not legal.
    #[error("move {number} {word}: {source}")]
    Move {
        /// Number of the move, such as `3.` or `3...`.
        number: String,
        /// The move as written in the PGN text.
        word: String,
        /// Offset in the movetext, in bytes.
        at: usize,
        /// Reason why the move is not legal.
        source: Box<MoveError>,
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

/// Replays the first game of a PGN text, which must begin with the initial position.
///
/// # Errors
/// Fails if the text contains no game. Also fails if the first game is of another variant, begins with another
/// position, or has an illegal or unreadable move.
pub fn read(text: &[u8]) -> Result<Game, GameError> {
    let game = Games::new(text).next().ok_or(GameError::NoGame)?;
    let _ = rules(&game)?;
    if !game.tags.fen.is_empty() {
        return Err(GameError::Position(String::from_utf8_lossy(game.tags.fen).into_owned()));
    }
    let replay = replay(&game)?;
    let (mut here, mut san) = (replay.start, Vec::new());
    for turn in &replay.moves {
        san.push(here.position.san(turn.played));
        here = here.after(turn.played);
    }
    Ok(Game { moves: replay.moves.iter().map(|turn| turn.played).collect(), san })
}

/// Returns the rule of stalemate that belongs to a game's variant. Returns `None` if the game does not name a variant.
fn rules(game: &PgnGame) -> Result<Option<Stalemate>, GameError> {
    let name = String::from_utf8_lossy(game.tags.variant).trim().to_lowercase();
    if ["", "?", "-"].contains(&&*name) {
        return Ok(None);
    }
    let known = VARIANTS.iter().find(|(variant, _)| *variant == name);
    known.map(|&(_, rules)| Some(rules)).ok_or(GameError::Variant(name))
}

/// Replays a game, which may begin with any position.
///
/// # Errors
/// [`GameError`] if the game is of another variant, its position is malformed, or it contains an illegal move.
pub fn replay(game: &PgnGame) -> Result<Replay, GameError> {
    let rules = rules(game)?;
    let fen = String::from_utf8_lossy(game.tags.fen);
    let start: Setup = if fen.trim().is_empty() { START } else { &fen }.parse()?;
    let first_number = fen.split_whitespace().nth(5).and_then(|number| number.parse().ok()).unwrap_or(1);
    let mut replay = Replay { rules, start, first_number, moves: Vec::new(), end: None };
    let (mut words, mut here) = (Words::new(game.moves), start);
    while let Some((at, word)) = words.next_word().map_err(|(at, reason)| GameError::Moves { at, reason })? {
        let end = at + word.len();
        if Outcome::read(word).is_some() {
            replay.end = Some(end);
            break;
        }
        let word = String::from_utf8_lossy(word).into_owned();
        let number = || replay.number(replay.moves.len());
        let illegal = |source: MoveError| GameError::Move { number: number(), word: word.clone(), at, source: Box::new(source) };
        let played = here.position.find_move(&word).map_err(illegal)?;
        let marks = game.moves[end..].iter().take_while(|byte| matches!(byte, b'!' | b'?')).count();
        replay.moves.push(Turn { played, at, end: end + marks });
        here = here.after(played);
    }
    Ok(replay)
}

/// Extracts the moves from movetext or from a whole PGN game. Tags, comments, variations and the result are left out.
///
/// # Errors
/// [`GameError::Moves`] if the text is not valid movetext.
pub fn moves_of(text: &str) -> Result<String, GameError> {
    let movetext = Games::new(text.as_bytes()).next().filter(|game| game.tags.count > 0).map_or(text.as_bytes(), |game| game.moves);
    Ok(words(movetext)?.join(" "))
}

/// Returns the moves of a movetext, as they are written there.
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
    use super::{moves_of, read, replay};
    use crate::games::losing_chess::Stalemate;
    use crate::solve::unwinnable::pgn::Games;

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

    #[test]
    fn replays_games_from_any_position() {
        let text = "[Variant \"suicide\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/8/8/8/k7/1R6 b - - 3 40\"]\n\n40... Kxb1!? {all} *\n";
        let game = Games::new(text.as_bytes()).next().unwrap();
        let found = replay(&game).unwrap();
        assert_eq!((found.rules, found.first_number, found.start.clock), (Some(Stalemate::Fics), 40, 3));
        let [only] = &found.moves[..] else { panic!("{found:?}") };
        assert_eq!(&game.moves[only.at..only.end], b"Kxb1!?");
        assert_eq!((found.number(0), found.number(1), found.end), ("40...".to_owned(), "41.".to_owned(), Some(game.moves.len() - 1)));
    }

    #[test]
    fn variants_have_rules_of_stalemate() {
        for (variant, rules) in [
            ("Antichess", Ok(Some(Stalemate::International))),
            ("Giveaway", Ok(Some(Stalemate::International))),
            (" suicide ", Ok(Some(Stalemate::Fics))),
            ("", Ok(None)),
            ("Standard", Err("the game's Variant is \"standard\": expected Antichess".to_owned())),
        ] {
            let text = format!("[Variant \"{variant}\"]\n\n*\n");
            let found = replay(&Games::new(text.as_bytes()).next().unwrap());
            assert_eq!(found.map(|game| game.rules).map_err(|why| why.to_string()), rules, "{variant}");
        }
    }
}
