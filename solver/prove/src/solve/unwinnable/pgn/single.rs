//! Examines one game. Finds the moves of the game, the player who lost on time, and the first position in which a side
//! could not mate. The module needs neither a clock nor a file, so it also runs in a web page.

use super::ending::{Ending, Wordings};
use super::movetext::{Outcome, Tail, end_before_rest};
use super::replay::{self, Broken};
use super::tags::{Tags, shown, unescaped};
use super::{Game, Games, MAX_GAME};
use gamecert_unwinnable::{Answer, Color, Move, Position, Verdict};

/// The first position of a game in which a side provably could not mate.
#[derive(Clone, Debug)]
pub struct UnableSince {
    /// Number of plies before the position.
    pub ply: usize,
    /// Whether the side could certainly mate in all earlier positions.
    pub exact: bool,
    /// The position in which the side could not mate.
    pub position: Position,
}

/// Reason why a game cannot be examined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// The text has no game.
    #[error("there is no game in this text")]
    NoGame,
    /// The game is longer than any real game.
    #[error("longer than {} MiB, which no game is", MAX_GAME >> 20)]
    TooLong,
    /// A necessary tag is malformed.
    #[error("{0}")]
    Tag(String),
    /// The game is of another chess variant.
    #[error("the game is of another variant, \"{0}\", and this is about orthodox chess")]
    Variant(String),
    /// The moves cannot be replayed, or contradict the tag `Result`.
    #[error("{0}")]
    Moves(String),
    /// A player lost on time, but the result of the game is missing or contradicts this loss.
    #[error(transparent)]
    Time(#[from] TimeError),
}

/// The information that a player lost on time contradicts the result of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimeError {
    /// According to the tags or the comment, the winner of the game lost on time. The field is the name of the winner.
    #[error("{0} lost on time by the wording of the ending, and the result is a win of that side")]
    LoserWins(&'static str),
    /// The result is `*`.
    #[error("a flag has fallen, and the result is open")]
    Open,
    /// The game has no result.
    #[error("a flag has fallen, and there is no result")]
    NoResult,
    /// The tag `Result` is malformed.
    #[error("a flag has fallen, and \"{0}\" is no result")]
    OtherResult(String),
}

/// Returns the first game of a text, and the number of games in the text. Each line of the text must end with `\n`.
///
/// # Errors
/// Fails with a [`GameError`] if the text has no game. Also fails if the first game is too long, has a faulty tag that
/// is needed, or is of another variant.
pub fn first(text: &[u8]) -> Result<(Game<'_>, usize), GameError> {
    let mut games = Games::new(text);
    let Some(game) = games.next() else { return Err(GameError::NoGame) };
    if game.tag_text.len() + game.moves.len() > MAX_GAME {
        return Err(GameError::TooLong);
    }
    if let Some(fault) = game.faults.iter().find(|fault| fault.decides) {
        return Err(GameError::Tag(fault.why.clone()));
    }
    if let Some(name) = game.tags.other_variant() {
        return Err(GameError::Variant(shown(name.as_bytes()).to_string()));
    }
    Ok((game, 1 + games.count()))
}

/// The moves of a game, with its initial position.
#[derive(Clone, Debug)]
pub struct Line {
    /// Move number of the first move, from the game's FEN.
    pub number: u32,
    /// Initial position.
    pub first: Position,
    /// Moves of both sides.
    pub moves: Vec<Move>,
}

impl Line {
    /// Replays the moves of a game.
    ///
    /// # Errors
    /// [`GameError::Moves`] with the number of the invalid move.
    pub fn replay(game: &Game<'_>) -> Result<Self, GameError> {
        let number = first_number(game.tags.fen);
        // Another game, without tags, may follow the result.
        let whole = || end_before_rest(game.moves).and_then(|end| replay::line(game.tags.fen, &game.moves[..end]).ok());
        let (first, moves) = replay::line(game.tags.fen, game.moves)
            .or_else(|broken| whole().ok_or_else(|| GameError::Moves(numbered(game, number, &broken))))?;
        Ok(Self { number, first, moves })
    }

    /// Returns all positions of the game, including the initial position.
    #[must_use]
    pub fn positions(&self) -> Vec<Position> {
        let mut positions = vec![self.first.clone()];
        for (at, played) in self.moves.iter().enumerate() {
            positions.push(positions[at].after(*played));
        }
        positions
    }
}

/// Returns the number of the first move, which is the sixth field of the FEN. Returns 1 if the sixth field is missing
/// or is not a number.
fn first_number(fen: &[u8]) -> u32 {
    let number = |field: &[u8]| std::str::from_utf8(field).ok().and_then(|field| field.parse().ok());
    fen.split(|byte| *byte == b' ').nth(5).and_then(number).unwrap_or(1)
}

/// Explains why a game cannot be replayed. If a move cannot be made, the explanation says which move.
fn numbered(game: &Game<'_>, number: u32, broken: &Broken) -> String {
    let Broken { at, why } = broken;
    let before = if *at == 0 { Ok(Vec::new()) } else { replay::line(game.tags.fen, &game.moves[..*at]).map(|(_, moves)| moves) };
    let first = replay::line(game.tags.fen, b"*").map(|(first, _)| first);
    match (before, first) {
        (Ok(before), Ok(first)) if why.starts_with('"') => {
            let plies = before.len() + first.to_move() as usize;
            let dots = if plies.is_multiple_of(2) { "." } else { "..." };
            format!("{}{dots} {why}", u64::from(number) + (plies / 2) as u64)
        }
        _ => why.clone(),
    }
}

/// Finds out which player lost on time. Uses the tags of the game and the comment next to its result. Returns `None` if
/// the game ended in another way.
///
/// # Errors
/// [`GameError`] if the result is missing, or if it contradicts the loss on time.
pub fn on_time(game: &Game<'_>, wordings: &Wordings) -> Result<Option<OnTime>, GameError> {
    let tail = Tail::read(game.moves);
    let Ending::Flag(loser) = wordings.ending(&game.tags, tail.comment) else { return Ok(None) };
    let outcome = outcome(game, &tail).map_err(|broken| GameError::Moves(broken.why))?;
    let won = winner_on_time(outcome, loser, &game.tags)?;
    Ok(Some(OnTime { won, loser }))
}

/// Returns the result of a game. Returns `None` if the result is missing or contradictory.
#[must_use]
pub fn result(game: &Game<'_>) -> Option<Outcome> {
    outcome(game, &Tail::read(game.moves)).ok().flatten()
}

/// Returns the positions, without the last position if the game is over there.
#[must_use]
pub fn lasting(positions: &[Position]) -> &[Position] {
    // When a game is over, neither side can mate any more, whatever was possible before.
    let over = positions.last().is_some_and(|last| last.end().is_some());
    &positions[..positions.len() - usize::from(over)]
}

/// Reads the result of a game from the tag `Result` and from the last word of the moves.
///
/// # Errors
/// Fails if the tag and the word contradict each other. The error has the offset of the word in the moves.
pub fn outcome(game: &Game, tail: &Tail) -> Result<Option<Outcome>, Broken> {
    let tag = game.tags.result.trim_ascii();
    let of_tag = Outcome::read(tag).map(|(outcome, _)| outcome);
    match (of_tag, tail.outcome) {
        (Some(tag), Some((at, word))) if tag != word => {
            let why = format!("the tag Result is \"{}\", and the moves end with {}", tag.text(), word.text());
            Err(Broken { at, why })
        }
        (_, Some((_, word))) => Ok(Some(word)),
        (of_tag, None) => Ok(of_tag),
    }
}

/// Returns the side that won on time, or `None` for a draw.
///
/// # Errors
/// [`TimeError`] if the result is missing or open, or if `loser` is the winner according to the result.
pub(super) fn winner_on_time(outcome: Option<Outcome>, loser: Option<Color>, tags: &Tags) -> Result<Option<Color>, TimeError> {
    let won = |side: Color| match loser {
        Some(loser) if loser == side => Err(TimeError::LoserWins(side_name(side))),
        _ => Ok(Some(side)),
    };
    match outcome {
        Some(Outcome::White) => won(Color::White),
        Some(Outcome::Black) => won(Color::Black),
        Some(Outcome::Draw) => Ok(None),
        Some(Outcome::Open) => Err(TimeError::Open),
        None if tags.result.is_empty() => Err(TimeError::NoResult),
        None => Err(TimeError::OtherResult(shown(unescaped(tags.result).as_bytes()).to_string())),
    }
}

pub(super) fn side_name(side: Color) -> &'static str {
    if side == Color::White { "White" } else { "Black" }
}

/// A game that ended when a flag fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnTime {
    /// Side that won, or `None` for a draw.
    pub won: Option<Color>,
    /// Side that lost on time, if the tags or the comment name this side.
    pub loser: Option<Color>,
}

impl OnTime {
    /// Returns the side that had time left. If the winner and the loser are unknown, assumes that the side to move lost
    /// on time.
    #[must_use]
    pub fn intended_winner(&self, last: &Position) -> Color {
        self.won.or(self.loser.map(|loser| !loser)).unwrap_or(!last.to_move())
    }

    /// Describes in words how the game ended. The words serve as the beginning of an error message.
    #[must_use]
    pub fn words(&self) -> String {
        match self.won.map(|won| !won).or(self.loser) {
            Some(loser) => format!("{} lost on time", side_name(loser)),
            None => "a flag has fallen in a drawn game".to_owned(),
        }
    }
}

/// Finds the first of these positions in which a side cannot mate. Uses binary search: a side that cannot mate in one
/// position cannot mate in any later position either.
///
/// # Errors
/// Fails if it is unknown whether the side can mate in the last position.
#[expect(clippy::result_unit_err, reason = "there is nothing more to say")]
pub fn unable_since(
    answer: &mut impl FnMut(&Position, Color) -> Answer,
    positions: &[Position],
    side: Color,
) -> Result<Option<UnableSince>, ()> {
    let Some(last) = positions.len().checked_sub(1) else { return Ok(None) };
    match answer(&positions[last], side).verdict {
        Verdict::Unwinnable(_) => {}
        Verdict::Winnable(_) => return Ok(None),
        Verdict::Unknown => return Err(()),
    }
    let (mut low, mut high, mut exact) = (0, last, true);
    while low < high {
        let middle = usize::midpoint(low, high);
        match answer(&positions[middle], side).verdict {
            Verdict::Unwinnable(_) => high = middle,
            Verdict::Winnable(_) => low = middle + 1,
            Verdict::Unknown => (low, exact) = (middle + 1, false),
        }
    }
    Ok(Some(UnableSince { ply: high, exact, position: positions[high].clone() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Result<String, GameError> {
        let (game, games) = first(text.as_bytes())?;
        let line = Line::replay(&game)?;
        let last = line.positions().pop().unwrap();
        let on_time = on_time(&game, &Wordings::default())?.map_or_else(String::new, |on_time| format!(", {}", on_time.words()));
        Ok(format!("{games}: {} from {}, {last}{on_time}", line.moves.len(), line.number))
    }

    #[test]
    fn reads_one_game() {
        const END: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
        const TIME: &str = "[Termination \"Time forfeit\"]\n";
        for (text, expected) in [
            ("1. e4 e5".to_owned(), format!("1: 2 from 1, {END}")),
            ("1. e4 e5 2. *\n\n[White \"a\"]\n\n1. d4 *".to_owned(), format!("2: 2 from 1, {END}")),
            (format!("{TIME}[Result \"0-1\"]\n\n1. e4 e5 0-1"), format!("1: 2 from 1, {END}, White lost on time")),
            (format!("{TIME}\n1. e4 e5 1/2-1/2"), format!("1: 2 from 1, {END}, a flag has fallen in a drawn game")),
            ("e4 e5 1-0 d4 d5 1-0".to_owned(), format!("1: 2 from 1, {END}")),
            (
                "[FEN \"7k/P7/8/8/8/8/8/K7 b - - 3 60\"]\n\n60... Kg7 61. a8=N *".to_owned(),
                "1: 2 from 60, N7/6k1/8/8/8/8/8/K7 b - -".to_owned(),
            ),
        ] {
            assert_eq!(said(&text).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn says_what_is_wrong() {
        for (text, why) in [
            ("", "there is no game in this text"),
            ("{ nothing }", "there is no game in this text"),
            ("1. e4 e5 2. Ke3 *", "2. \"Ke3\" is no legal move here"),
            ("1. e4 Nf3", "1... \"Nf3\" is no legal move here"),
            ("[FEN \"7k/P7/8/8/8/8/8/K7 b - - 3 60\"]\n\n60... Kg7 61. a8=K *", "61. \"a8=K\" is no legal move here"),
            ("[FEN \"7k/8/8 w - -\"]\n\n*", "the FEN in the headers is invalid: the board has 3 ranks, not 8"),
            ("[Variant \"Crazyhouse\"]\n\n1. e4 *", "the game is of another variant, \"Crazyhouse\", and this is about orthodox chess"),
            ("[Termination \"Time forfeit\"]\n\n1. e4 *", "a flag has fallen, and the result is open"),
            ("[Result \"1-0\"]\n[Termination \"Time forfeit\"]\n\n1. e4 0-1", "the tag Result is \"1-0\", and the moves end with 0-1"),
            ("1. e4 { never closed", "a comment is not closed"),
        ] {
            assert_eq!(said(text).unwrap_err().to_string(), why, "{text}");
        }
    }
}
