//! Finds out which player lost on time. A table lists the phrases with which servers and programs describe the ending
//! of a game. The program compares the description of a game's ending with these phrases.
//!
//! The comparison ignores case, the amount of white space, and full stops and exclamation marks at the end. In a
//! phrase, `WINNER` and `LOSER` stand for `White`, for `Black`, for a player's name from the tags, or for any other
//! text. The character `*` stands for any text.

use std::borrow::Cow;

use super::tags::{Tags, shown, unescaped};
use gamecert_unwinnable::Color;

/// Meaning of a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A player's time ran out.
    Flag,
    /// The time of both players ran out.
    BothFlags,
    /// The game ended in another way.
    Other,
}

/// A phrase that describes how a game ended, and its meaning.
#[derive(Clone, Copy, Debug)]
pub struct Wording {
    /// Server or program that uses the phrase.
    pub source: &'static str,
    /// Meaning of the phrase.
    pub meaning: Meaning,
    /// The phrase, with placeholders.
    pub text: &'static str,
}

/// Creates the entries that the table has for one server or program.
const fn rows<const N: usize>(source: &'static str, meaning: Meaning, texts: [&'static str; N]) -> [Wording; N] {
    let mut rows = [Wording { source, meaning, text: "" }; N];
    let mut row = 0;
    while row < N {
        rows[row].text = texts[row];
        row += 1;
    }
    rows
}

use Meaning::{BothFlags, Flag, Other};

/// All known phrases. Phrases for a loss on time come first.
pub static WORDINGS: &[&[Wording]] = &[
    &rows("PGN standard, Lichess, cutechess", Flag, ["time forfeit"]),
    &rows("Lichess, in comments", Flag, ["WINNER wins on time", "LOSER time out", "draw by time and insufficient material"]),
    &rows(
        "Chess.com, in English",
        Flag,
        [
            "WINNER won on time",
            "game drawn by timeout vs insufficient material",
            "draw by timeout vs insufficient material",
            "timeout vs insufficient material",
        ],
    ),
    &rows("Chess.com, in Spanish", Flag, ["WINNER ganó por tiempo", "WINNER ha ganado por tiempo"]),
    &rows("Chess.com, in French", Flag, ["WINNER a gagné au temps", "WINNER gagne au temps"]),
    &rows(
        "Chess.com, in German",
        Flag,
        [
            "WINNER hat auf Zeit gewonnen",
            "WINNER hat durch Zeitüberschreitung gewonnen",
            "WINNER gewann durch Zeitüberschreitung",
            "WINNER gewinnt auf Zeit",
        ],
    ),
    &rows("Chess.com, in Italian", Flag, ["WINNER ha vinto per il tempo", "WINNER ha vinto per tempo", "WINNER vince per il tempo"]),
    &rows(
        "Chess.com, in Portuguese",
        Flag,
        ["WINNER venceu no tempo", "WINNER venceu por tempo", "WINNER ganhou por tempo", "WINNER ganhou no tempo"],
    ),
    &rows("Chess.com, in Dutch", Flag, ["WINNER heeft gewonnen op tijd", "WINNER won op tijd"]),
    &rows("Chess.com, in Polish", Flag, ["WINNER wygrał na czas", "WINNER wygrywa na czas"]),
    &rows("Chess.com, in Russian", Flag, ["WINNER победил по времени", "WINNER победил(а) по времени", "WINNER выиграл по времени"]),
    &rows("Chess.com, in Turkish", Flag, ["WINNER zamanla kazandı", "WINNER süreden kazandı"]),
    &rows(
        "FICS and ICC",
        Flag,
        [
            "LOSER forfeits on time",
            "LOSER forfeited on time",
            "LOSER ran out of time and WINNER has no material to mate",
            "LOSER ran out of time and WINNER has no mating material",
            "LOSER ran out of time and WINNER lacks mating material",
            "LOSER ran out of time and WINNER has insufficient material",
            "game drawn because LOSER ran out of time and WINNER has no mating material",
            "game drawn because LOSER ran out of time and WINNER has no material to mate",
        ],
    ),
    &rows("FICS and ICC", BothFlags, ["game drawn because both players ran out of time", "both players ran out of time"]),
    &rows(
        "other programs",
        Flag,
        [
            "LOSER ran out of time",
            "LOSER runs out of time",
            "LOSER has run out of time",
            "LOSER loses on time",
            "LOSER lost on time",
            "LOSER loses by time",
            "LOSER lost by time",
            "LOSER timed out",
            "LOSER's flag fell",
            "LOSER flagged",
            "LOSER exceeded the time limit",
            "LOSER overstepped the time limit",
            "WINNER wins by time",
            "WINNER won by time",
            "WINNER wins by timeout",
            "WINNER won by timeout",
            "WINNER wins by time forfeit",
            "WINNER won by time forfeit",
            "time forfeiture",
            "forfeit on time",
            "forfeits on time",
            "lost on time",
            "loses on time",
            "won on time",
            "win on time",
            "wins on time",
            "loss on time",
            "on time",
            "out of time",
            "ran out of time",
            "outoftime",
            "time out",
            "timeout",
            "time",
            "time limit exceeded",
            "flag fall",
            "flag fell",
        ],
    ),
    &rows(
        "PGN standard and Lichess",
        Other,
        ["abandoned", "adjudication", "death", "emergency", "normal", "rules infraction", "unterminated", "insufficient material"],
    ),
    &rows(
        "Chess.com, in English",
        Other,
        [
            "WINNER won by checkmate",
            "WINNER won by resignation",
            "WINNER won by abandonment",
            "WINNER won - game abandoned",
            "game drawn by agreement",
            "game drawn by repetition",
            "game drawn by stalemate",
            "game drawn by insufficient material",
            "game drawn by 50-move rule",
            "game drawn",
            "game aborted",
        ],
    ),
    &rows(
        "FICS, ICC and other programs",
        Other,
        [
            "LOSER resigns",
            "LOSER resigned",
            "LOSER checkmated",
            "WINNER checkmates",
            "WINNER mates",
            "WINNER wins by checkmate",
            "LOSER forfeits by disconnection",
            "LOSER disconnected and forfeits",
            "LOSER's connection stalls",
            "LOSER makes an illegal move: *",
            "game drawn by mutual agreement",
            "game adjourned by mutual agreement",
            "game drawn by the 50 move rule",
            "game drawn because of mutual agreement",
            "neither player has mating material",
            "draw by adjudication: *",
            "draw by fifty moves rule",
            "draw by 3-fold repetition",
            "draw by stalemate",
            "draw by insufficient mating material",
            "checkmate",
            "mate",
            "resignation",
            "resigned",
            "stalemate",
            "agreement",
            "mutual agreement",
            "draw by agreement",
            "repetition",
            "threefold repetition",
            "50-move rule",
            "fifty-move rule",
            "illegal move",
            "stalled connection",
            "disconnection",
            "unknown",
        ],
    ),
];

/// A phrase, split at its placeholders.
#[derive(Clone, Debug)]
struct Pattern {
    meaning: Meaning,
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Winner,
    Loser,
    Any,
}

/// The known phrases, and the phrases that a user has added.
#[derive(Clone, Debug)]
pub struct Wordings(Vec<Pattern>);

/// The way in which a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A player's time ran out. The field is the player who lost on time, or `None` if the phrase names no player.
    Flag(Option<Color>),
    /// The game ended in another way, or its tags and comment do not say how.
    Other,
    /// The phrase is unknown. The field is the phrase, with `*` for the players' names.
    NotUnderstood(String),
}

impl Default for Wordings {
    fn default() -> Self {
        Self(WORDINGS.iter().copied().flatten().map(|wording| Pattern::new(wording.meaning, wording.text)).collect())
    }
}

impl Wordings {
    /// Adds phrases to the known ones. Each line of `text` contains one phrase for a loss on time. A comment begins
    /// with `#`.
    #[must_use]
    pub fn with(text: &str) -> Self {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or("").trim());
        let mut wordings = Self(lines.filter(|line| !line.is_empty()).map(|line| Pattern::new(Flag, line)).collect());
        wordings.0.extend(Self::default().0);
        wordings
    }

    /// Determines how a game ended. Uses the tags `Termination` and `ICCResult`, and then the comment next to the
    /// result.
    #[must_use]
    pub fn ending(&self, tags: &Tags<'_>, comment: &[u8]) -> Ending {
        let mut unknown = None;
        for tag in [tags.termination, tags.icc_result] {
            // An empty tag and the value `Normal` are the most common cases.
            if tag.is_empty() || tag == b"Normal" {
                continue;
            }
            if tag == b"Time forfeit" {
                return Ending::Flag(None);
            }
            match self.read(&unescaped(tag), tags) {
                Some(Ending::Flag(loser)) => return Ending::Flag(loser),
                Some(_) => {}
                None => unknown = unknown.or_else(|| described(&unescaped(tag), tags)),
            }
        }
        if let Some(comment) = remark(comment)
            && let Some(Ending::Flag(loser)) = self.read(&comment, tags)
        {
            return Ending::Flag(loser);
        }
        unknown.map_or(Ending::Other, Ending::NotUnderstood)
    }

    fn read(&self, text: &str, tags: &Tags<'_>) -> Option<Ending> {
        let text = normalised(text);
        let names = [(tags.white, Color::White), (tags.black, Color::Black)].map(|(name, side)| (folded(&unescaped(name)), side));
        self.0.iter().find_map(|pattern| pattern.read(&text, &names))
    }
}

impl Pattern {
    fn new(meaning: Meaning, text: &str) -> Self {
        // Each placeholder becomes a separate piece.
        let mut pieces = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let found = [("WINNER", Piece::Winner), ("LOSER", Piece::Loser), ("*", Piece::Any)];
            let next =
                found.into_iter().filter_map(|(name, piece)| rest.find(name).map(|at| (at, name.len(), piece))).min_by_key(|found| found.0);
            let (at, length, piece) = next.map_or((rest.len(), 0, None), |(at, length, piece)| (at, length, Some(piece)));
            if at > 0 {
                pieces.push(Piece::Text(rest[..at].to_lowercase()));
            }
            pieces.extend(piece);
            rest = &rest[at + length..];
        }
        if let Some(Piece::Text(last)) = pieces.last_mut() {
            *last = last.trim_end_matches(['.', '!', ' ']).to_owned();
        }
        Self { meaning, pieces }
    }

    /// Returns the ending that a known phrase describes, or `None` if the phrase does not match `text`, which must be
    /// normalised.
    fn read(&self, text: &str, names: &[(String, Color)]) -> Option<Ending> {
        let mut loser = None;
        if let Some(Piece::Text(last)) = self.pieces.last()
            && !text.ends_with(last.as_str())
        {
            return None;
        }
        if !matches(&self.pieces, text, names, &mut loser) {
            return None;
        }
        Some(if self.meaning == Flag { Ending::Flag(loser) } else { Ending::Other })
    }
}

/// Returns whether the parts of a phrase match the whole text. If `WINNER` or `LOSER` matches a colour or a player's
/// name, stores the losing side in `loser`.
fn matches(pieces: &[Piece], text: &str, names: &[(String, Color)], loser: &mut Option<Color>) -> bool {
    let Some((first, rest)) = pieces.split_first() else { return text.is_empty() };
    match first {
        Piece::Text(literal) => text.strip_prefix(literal.as_str()).is_some_and(|text| matches(rest, text, names, loser)),
        Piece::Winner | Piece::Loser => {
            let sides = [("white", Color::White), ("black", Color::Black)];
            let known =
                sides.into_iter().chain(names.iter().map(|(name, side)| (name.as_str(), *side))).filter(|(name, _)| !name.is_empty());
            for (name, side) in known {
                if let Some(text) = text.strip_prefix(name)
                    && matches(rest, text, names, loser)
                {
                    // If both players have the same name, only the result tells who lost.
                    let both = names.iter().all(|(other, _)| other == name);
                    *loser = if both { *loser } else { Some(if *first == Piece::Loser { side } else { !side }) };
                    return true;
                }
            }
            any(rest, text, names, loser)
        }
        Piece::Any => any(rest, text, names, loser),
    }
}

/// Returns whether the parts of a phrase match a proper suffix of the text.
fn any(pieces: &[Piece], text: &str, names: &[(String, Color)], loser: &mut Option<Color>) -> bool {
    text.char_indices()
        .skip(1)
        .map(|(at, _)| at)
        .chain((!text.is_empty()).then_some(text.len()))
        .any(|at| matches(pieces, &text[at..], names, loser))
}

/// Converts a text to lower case, and replaces each sequence of white space by one blank.
fn folded(text: &str) -> String {
    text.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

/// Normalises a text for comparison, as [`folded`] does. Also removes the prefix that FICS puts before messages, and
/// removes full stops, exclamation marks and blanks at the end.
fn normalised(text: &str) -> String {
    let whole = folded(text);
    let message = whole.strip_prefix("game ").and_then(|rest| rest.split_once(" (")).and_then(|(number, rest)| {
        let (_, message) = rest.split_once(") ")?;
        number.bytes().all(|byte| byte.is_ascii_digit()).then_some(message)
    });
    message.unwrap_or(&whole).trim_end_matches(['.', '!', ' ']).to_owned()
}

/// Replaces the players' names in an unknown phrase by `*`, so that equal phrases can be counted. Returns `None` if the
/// phrase is empty, `?` or `-`.
fn described(text: &str, tags: &Tags<'_>) -> Option<String> {
    let mut whole = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if matches!(whole.as_str(), "" | "?" | "-") {
        return None;
    }
    for name in [tags.white, tags.black] {
        let name = unescaped(name);
        let name = name.trim();
        if name.len() > 1 {
            whole = whole.replace(name, "*");
        }
    }
    Some(shown(whole.as_bytes()))
}

/// Returns a comment without commands such as `[%clk 0:01:00]`. Returns `None` if nothing is left of the comment, if it
/// is a single command, or if it has more than 300 bytes.
fn remark(comment: &[u8]) -> Option<Cow<'_, str>> {
    const LONGEST: usize = 300;
    let trimmed = comment.trim_ascii();
    let only_command = trimmed.starts_with(b"[%") && memchr::memchr(b']', trimmed) == Some(trimmed.len() - 1);
    if trimmed.is_empty() || only_command || trimmed.len() > LONGEST {
        return None;
    }
    let mut text = String::from_utf8_lossy(trimmed).into_owned();
    while let Some(begin) = text.find("[%")
        && let Some(length) = text[begin..].find(']')
    {
        text.replace_range(begin..=begin + length, " ");
    }
    Some(Cow::Owned(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ending(termination: &str, comment: &str) -> Ending {
        let mut tags = Tags::default();
        (tags.termination, tags.white, tags.black) = (termination.as_bytes(), b"Ann", b"Bo B.");
        Wordings::default().ending(&tags, comment.as_bytes())
    }

    #[test]
    fn tells_who_lost_on_time() {
        use Color::{Black, White};
        for (text, expected) in [
            ("Time forfeit", Ending::Flag(None)),
            ("time forfeit. ", Ending::Flag(None)),
            ("Ann won on time", Ending::Flag(Some(Black))),
            ("Bo B. won  on time.", Ending::Flag(Some(White))),
            ("Somebody won on time", Ending::Flag(None)),
            ("Game drawn by timeout vs insufficient material", Ending::Flag(None)),
            ("ann ganó por tiempo", Ending::Flag(Some(Black))),
            ("White ran out of time", Ending::Flag(Some(White))),
            ("Ann ran out of time and Bo B. has no material to mate", Ending::Flag(Some(White))),
            ("Both players ran out of time", Ending::Other),
            ("Normal", Ending::Other),
            ("Ann won by resignation", Ending::Other),
            ("Ann won by magic", Ending::NotUnderstood("* won by magic".to_owned())),
            ("not on time for the game", Ending::NotUnderstood("not on time for the game".to_owned())),
            ("?", Ending::Other),
            ("", Ending::Other),
        ] {
            assert_eq!(ending(text, ""), expected, "{text}");
        }
        for (comment, expected) in [
            ("Bo B. forfeits on time", Ending::Flag(Some(Black))),
            (" White time out. ", Ending::Flag(Some(White))),
            ("[%clk 0:00:00] Ann forfeits on time", Ending::Flag(Some(White))),
            ("Game 457 (Ann vs. Bo B.) Bo B. forfeits on time", Ending::Flag(Some(Black))),
            ("[%clk 0:00:00]", Ending::Other),
            ("a blunder", Ending::Other),
        ] {
            assert_eq!(ending("", comment), expected, "{comment}");
        }
    }

    /// For every phrase in the table, the program finds the right meaning.
    #[test]
    fn wordings_are_read_as_what_they_say() {
        for wording in WORDINGS.iter().copied().flatten() {
            let text = wording.text.replace("WINNER", "Ann").replace("LOSER", "Bo B.").replace('*', "something");
            let expected = match wording.meaning {
                Flag if wording.text.contains("WINNER") || wording.text.contains("LOSER") => Ending::Flag(Some(Color::Black)),
                Flag => Ending::Flag(None),
                BothFlags | Other => Ending::Other,
            };
            assert_eq!(ending(&text, ""), expected, "{}", wording.text);
        }
    }

    #[test]
    fn users_add_wordings() {
        let wordings = Wordings::with("# mine\nLOSER a perdu à la pendule\n\n* zeit abgelaufen  # German\n");
        let read = |text: &str| {
            let mut tags = Tags::default();
            tags.termination = text.as_bytes();
            wordings.ending(&tags, b"")
        };
        assert_eq!(read("White a perdu à la pendule"), Ending::Flag(Some(Color::White)));
        assert_eq!(read("Schwarz: Zeit abgelaufen."), Ending::Flag(None));
        assert_eq!(read("time forfeit"), Ending::Flag(None));
    }
}
