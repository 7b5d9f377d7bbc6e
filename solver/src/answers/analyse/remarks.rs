//! Describes the moves of a game in sentences, and finds where the sentences belong in an annotated PGN.

use super::KnownResult;
use super::judge::{Judged, Judgement};
use super::knowledge::{Knowledge, Known, Source, Value};
use crate::solve::losing::game::Replay;

/// Maximum number of better moves that a sentence names.
const NAMED: usize = 3;

impl Value {
    /// Describes the value, as in `White wins`.
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            Self::White => "White wins",
            Self::Black => "Black wins",
            Self::Draw => "neither side can force a win",
        }
    }
}

impl KnownResult {
    /// Describes the result and its source, as in `White wins (proof e3-d5.cbor)`.
    #[must_use]
    pub fn in_words(&self) -> String {
        let value = self.value.in_words();
        match (&self.file, self.source) {
            (Some(file), _) => format!("{value} (proof {file})"),
            (None, "tables") => format!("{value} (tables)"),
            (None, _) => value.to_owned(),
        }
    }
}

fn source_in_words(source: Option<Source>, knowledge: &Knowledge) -> String {
    match source {
        Some(Source::Proof(proof)) => format!(" (proof {})", knowledge.file(proof)),
        Some(Source::Tables) => " (tables)".to_owned(),
        Some(Source::End) | None => String::new(),
    }
}

/// Formats moves as a list that ends with `or`.
fn listed(moves: &[String]) -> String {
    match moves {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] if moves.len() <= NAMED => format!("{} or {last}", first.join(", ")),
        _ => format!("{} or {} more", moves[..NAMED].join(", "), moves.len() - NAMED),
    }
}

/// Returns a sentence for each move that changes the known result, and for the first move that leads to a position in
/// the endgame tables.
#[must_use]
pub fn remarks(start: Option<Known>, judged: &[Judged], knowledge: &Knowledge) -> Vec<Option<String>> {
    let in_tables = |known: Option<Known>| known.is_some_and(|known| known.source == Source::Tables);
    let mut tables = in_tables(start);
    let remark = |one: &Judged| {
        let begins = in_tables(one.after) && !tables;
        tables |= begins;
        let better = listed(&one.better);
        let source = source_in_words(one.better_source, knowledge);
        let after = one.after.map(|known| known.value);
        let sentence = match one.judgement {
            Judgement::ThrowsAwayWin => {
                let now = if after == Some(Value::Draw) { "Now neither side can force a win" } else { "Now the other side wins" };
                format!("Throws the win away: {better} wins{source}. {now}.")
            }
            Judgement::ThrowsAwayDraw => format!("Throws the draw away: {better} holds it{source}. Now the other side wins."),
            Judgement::LeavesProofs => format!("Out of the proofs: {better} is proved to win{source}."),
            _ if one.before.map(|known| known.value) == after && !begins => return None,
            _ => match one.after {
                Some(Known { source: Source::End, .. }) | None => return None,
                Some(known) => format!("From here {}{}.", known.value.in_words(), source_in_words(Some(known.source), knowledge)),
            },
        };
        Some(sentence)
    };
    judged.iter().map(remark).collect()
}

/// Returns the numeric annotation glyph of a judgement: `$4` for a very poor move, `$2` for a poor move.
fn glyph(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::ThrowsAwayWin => "$4 ",
        Judgement::ThrowsAwayDraw => "$2 ",
        _ => "",
    }
}

/// Returns the glyphs and comments for an annotated PGN, each with its offset in the text. The moves of the game begin
/// at the offset `begin` of the text.
pub(super) fn notes(movetext: &[u8], replay: &Replay, judged: &[Judged], remarks: &[Option<String>], begin: usize) -> Vec<(usize, String)> {
    let mut notes = Vec::new();
    for (ply, ((turn, one), remark)) in replay.moves.iter().zip(judged).zip(remarks).enumerate() {
        let Some(remark) = remark else { continue };
        // A brace would end the comment. It can only come from the name of a file.
        let remark = remark.replace(['{', '}'], "_");
        notes.push((begin + turn.end, format!(" {}{{ {remark} }}", glyph(one.judgement))));
        // A move of Black after a comment needs its number.
        if let Some(next) = replay.moves.get(ply + 1) {
            let between = movetext[turn.end..next.at].trim_ascii_end();
            let is_numbered = between.ends_with(b".") || between.ends_with("…".as_bytes());
            let space = if between.len() < next.at - turn.end { "" } else { " " };
            if !is_numbered {
                notes.push((begin + next.at, format!("{space}{} ", replay.number(ply + 1))));
            }
        } else if movetext.get(turn.end).is_some_and(|byte| !byte.is_ascii_whitespace()) {
            notes.push((begin + turn.end, " ".to_owned()));
        }
    }
    notes
}
