//! Formats a position of a proof as text, with the board, the moves that led to the position, and the possible moves.

use std::io::{self, Write};

use super::passage::Passage;
use super::top::Turn;
use super::tree::{Followed, Spot, Stroll};
use super::{Cited, Continuation, Place, Walk};
use crate::answers::text::{self, counted, grouped};
use crate::games::Colour;
use crate::games::losing_chess::Position;
use crate::games::losing_chess::text::letter;

/// Maximum length of an output line, in characters.
const WIDTH: usize = 100;
/// Width of the column of headings, in characters.
const INDENT: usize = 9;
/// Maximum number of shown moves of the main line.
const MAX_SHOWN: usize = 24;

/// Writes the current position of a walk. Lists at most `first` of the possible moves.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn write_place(out: &mut dyn Write, walk: &Walk<'_>, place: &Place, first: Option<usize>) -> io::Result<()> {
    write_position(out, walk, place, first)?;
    place.file.as_ref().map_or(Ok(()), |file| write_words(out, "file", &words(file)))
}

fn write_position(out: &mut dyn Write, walk: &Walk<'_>, place: &Place, first: Option<usize>) -> io::Result<()> {
    let line = walk.moves_made();
    writeln!(out, "{}\n", in_a_sentence(walk, place))?;
    write_board(out, walk.position())?;
    writeln!(out, "\n{}\n", place.fen)?;
    if !line.is_empty() {
        write_words(out, "line", &walk.numbered(0, &line))?;
    }
    if let Some(end) = walk.end() {
        write_words(out, "here", &words(&format!("number {}", place.number)))?;
        return write_words(out, "over", &words(&end));
    }
    let root = root(walk, place.number);
    if let Some(Cited { file, .. }) = &place.cited {
        let here = format!("number {}{root}, proved in {file}: at most {}", place.number, moves(place.longest));
        write_words(out, "here", &words(&here))?;
        return writeln!(out, "{:INDENT$}solve lookup {file} '{}'", "go on", walk.position());
    }
    let own = if walk.proof().cited().is_empty() { "" } else { " of its own" };
    let (positions, longest) = (counted(place.positions.into(), "position", "positions"), moves(place.longest));
    write_words(out, "here", &words(&format!("number {}{root}; from here on {positions}{own}, at most {longest}", place.number)))?;
    write_main_line(out, walk, place)?;
    let side = walk.position().side();
    match &place.replies {
        Some(_) => writeln!(out, "\n{side}'s replies, the one with most positions below first (* on the longest line):")?,
        None => writeln!(out, "\n{side}'s move in the proof:")?,
    }
    let (listed, rest) = text::first(place.continuations(), first);
    for (number, listed) in (1..).zip(listed) {
        let mark = if listed.on_main_line && place.replies.is_some() { '*' } else { ' ' };
        writeln!(out, "{number:>4}{mark} {:8}{}", listed.san, below(listed))?;
    }
    write_rest(out, rest)
}

/// Describes the part of the proof that follows a move.
fn below(listed: &Continuation) -> String {
    match &listed.cited {
        None => {
            let positions = grouped(listed.positions.into());
            let noun = if listed.positions == 1 { "position, " } else { "positions," };
            format!("{positions:>13} {noun} {}", ending(listed.longest))
        }
        // The word is aligned with the numbers of positions.
        Some(Cited { file, .. }) => format!("{:>24} {} in {file}", "cited,", ending(listed.longest)),
    }
}

/// Returns the text `, the root` or `, a root` for a root of the proof, and an empty text for any other position.
fn root(walk: &Walk<'_>, number: u32) -> &'static str {
    match walk.proof().roots() {
        roots if roots.iter().all(|root| root.number != number) => "",
        [_] => ", the root",
        _ => ", a root",
    }
}

fn write_main_line(out: &mut dyn Write, walk: &Walk<'_>, place: &Place) -> io::Result<()> {
    let length = place.main_line.len();
    let shown = length.min(MAX_SHOWN);
    let mut main = walk.numbered(walk.moves_made().len(), &place.main_line[..shown]);
    if shown < length {
        main.push(format!("… {} more", grouped((length - shown) as u64)));
    }
    let left = place.longest.saturating_sub(length as u32);
    if let Some(citation) = walk.main_line_goes_on().filter(|_| left > 0) {
        main.push(format!("… at most {} more in {}", grouped(left.into()), citation.file.display()));
    }
    write_words(out, "longest", &main)
}

fn write_rest(out: &mut dyn Write, rest: usize) -> io::Result<()> {
    if rest == 0 { Ok(()) } else { writeln!(out, "     … {} more", grouped(rest as u64)) }
}

/// Maximum number of roots in a summary.
const MAX_ROOTS: usize = 20;

/// Writes a summary of the first proof of a passage: roots, winner, size and rules.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn write_head(out: &mut dyn Write, passage: &Passage<'_>) -> io::Result<()> {
    let walk = passage.first_root();
    let (proof, claim, before) = (walk.proof(), walk.claim(), walk.moves_before());
    let from = if before.is_empty() { format!("From {}", claim.root) } else { format!("After {}", before.join(" ")) };
    let (positions, longest) = (counted(claim.positions.into(), "position", "positions"), moves(claim.longest));
    let cites = match proof.cited().len() {
        0 => String::new(),
        cited => format!(", which cites {}", counted(cited as u64, "other certificate", "other certificates")),
    };
    let (winner, rules) = (proof.winner(), proof.rules());
    writeln!(
        out,
        "{from} {winner} wins by force, in at most {longest} of both sides in this proof of {positions}{cites} (rules {rules})."
    )?;
    let roots = proof.roots();
    if roots.len() == 1 {
        return Ok(());
    }
    writeln!(out, "The certificate has {} roots:", grouped(roots.len() as u64))?;
    let (listed, rest) = text::first(roots, Some(MAX_ROOTS));
    for (number, root) in (1..).zip(listed) {
        writeln!(out, "{number:>4}  {}  at most {}", root.position, moves(root.claim.longest))?;
    }
    write_rest(out, rest)
}

/// Returns a sentence that says who wins in a position of a proof, and how.
fn in_a_sentence(walk: &Walk<'_>, place: &Place) -> String {
    let winner = walk.proof().winner();
    if let Some(end) = walk.end() {
        return format!("Play is over here: {end}.");
    }
    if let Some(Cited { file, .. }) = &place.cited {
        return format!("{winner} wins by force from here: at most {} of both sides, as {file} proves.", moves(place.longest));
    }
    let first = place.main_line.first().filter(|_| place.replies.is_none());
    let how = first.map_or(", whatever the other side plays".to_owned(), |played| {
        format!(" with {}", walk.numbered(walk.moves_made().len(), std::slice::from_ref(played)).join(" "))
    });
    format!("{winner} wins by force from here{how}: at most {} of both sides in this proof (shorter wins may exist).", moves(place.longest))
}

/// Returns a sentence about who wins in a position that comes before the roots of the proofs.
fn before_a_proof(spot: &Spot) -> String {
    let turns = spot.moves.as_deref().unwrap_or_default();
    let proved = turns.iter().filter(|turn| turn.winner.is_some()).count();
    match &spot.winner {
        Some(winner) => format!("{} wins by force from here, as the proofs of the moves say together.", winner),
        None if turns.is_empty() => "Play is over here.".to_owned(),
        None => {
            if let [turn] = turns {
                return format!("Who wins here is not proved, and {} is the only move.", turn.san);
            }
            let lead = if proved == 1 { "leads to a proved position" } else { "lead to proved positions" };
            format!("Who wins here is not proved: {proved} of the {} {lead}.", counted(turns.len() as u64, "move", "moves"))
        }
    }
}

/// Returns a sentence that says how many moves of a game the proofs contain.
fn of_game(game: &Followed, stroll: &Stroll<'_>, spot: &Spot) -> String {
    let Followed { moves, followed, left_with, instead } = game;
    let numbered = |played: &str| {
        let points = if followed.is_multiple_of(2) { "." } else { "..." };
        format!("{}{points} {played}", followed / 2 + 1)
    };
    let winner = spot.winner;
    let all = counted(*moves as u64, "move", "moves");
    match (winner, left_with) {
        (None, _) => format!("No proof here says who wins in any position of this game, which has {all} of both sides."),
        (Some(winner), None) => {
            format!("The whole game, {all} of both sides, stays in the proofs: {winner} wins by force in its last position.")
        }
        (Some(winner), Some(played)) => {
            let mover = stroll.position().side();
            let instead = match instead {
                Some(instead) => format!("the proof plays {}", numbered(instead)),
                None => "no proof here follows that move".to_owned(),
            };
            let rest = match moves - followed - 1 {
                0 => String::new(),
                1 => "; the move after it is not examined".to_owned(),
                rest => format!("; the {} after it are not examined", counted(rest as u64, "move", "moves")),
            };
            format!(
                "The game leaves the proofs with {mover}'s {}; {instead}. Before that move {winner} wins by force{rest}.",
                numbered(played)
            )
        }
    }
}

/// Writes a position in the tree of several proofs. Lists at most `first` of the possible moves.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn write_spot(out: &mut dyn Write, stroll: &Stroll<'_>, spot: &Spot, first: Option<usize>) -> io::Result<()> {
    if let Some(game) = &spot.game {
        writeln!(out, "{}", of_game(game, stroll, spot))?;
    }
    if let (Some(walk), Some(place), Some(file)) = (stroll.walk(), &spot.place, &spot.file) {
        write_place(out, &walk, place, first)?;
        return if place.file.is_some() { Ok(()) } else { write_words(out, "file", &words(file)) };
    }
    let position = stroll.position();
    writeln!(out, "{}\n", before_a_proof(spot))?;
    write_board(out, &position)?;
    writeln!(out, "\n{}\n", spot.fen)?;
    if !spot.line.is_empty() {
        let numbered = |(plies, played): (usize, &String)| match plies % 2 {
            0 => format!("{}. {played}", plies / 2 + 1),
            _ => played.clone(),
        };
        write_words(out, "line", &spot.line.iter().enumerate().map(numbered).collect::<Vec<_>>())?;
    }
    let turns = spot.moves.as_deref().unwrap_or_default();
    if !turns.is_empty() {
        writeln!(out, "\n{}'s moves:", position.side())?;
    }
    let (listed, rest) = text::first(turns, first);
    for (number, turn) in (1..).zip(listed) {
        writeln!(out, "{number:>4}  {:8}{}", turn.san, proved_after(turn))?;
    }
    write_rest(out, rest)
}

/// Describes the proved result of a move.
fn proved_after(turn: &Turn) -> String {
    let winner = turn.winner;
    match (winner, &turn.claim, &turn.file, turn.replies) {
        (Some(winner), Some(claim), Some(file), _) => {
            let (positions, longest) = (counted(claim.positions.into(), "position", "positions"), moves(claim.longest));
            format!("{winner} wins: {positions}, at most {longest}, {file}")
        }
        (Some(winner), .., Some([_, all])) => {
            format!("{winner} wins, as the proofs of the {} say together", counted(all as u64, "reply", "replies"))
        }
        (None, .., Some([proved, all])) if proved > 0 => {
            format!("not proved; {proved} of {} lead to proved positions", counted(all as u64, "reply", "replies"))
        }
        (None, .., Some(_)) => "not proved; proofs begin further on".to_owned(),
        _ => "not proved".to_owned(),
    }
}

/// Formats a number of plies as text, such as `1 move` or `26 moves`; each ply counts as a move.
#[must_use]
pub fn moves(number: u32) -> String {
    counted(number.into(), "move", "moves")
}

fn ending(longest: u32) -> String {
    if longest == 0 { "play is over".to_owned() } else { format!("at most {}", moves(longest)) }
}

/// Writes the board with its coordinates, White at the bottom.
pub(crate) fn write_board(out: &mut dyn Write, position: &Position) -> io::Result<()> {
    for rank in (0..8).rev() {
        write!(out, "  {} ", rank + 1)?;
        for file in 0..8 {
            let unit = position.at(file + 8 * rank).map_or('.', |(side, kind)| match side {
                Colour::White => letter(kind).to_ascii_uppercase(),
                Colour::Black => letter(kind),
            });
            write!(out, " {unit}")?;
        }
        writeln!(out)?;
    }
    writeln!(out, "     a b c d e f g h")
}

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

/// Writes words after a heading, with line breaks.
fn write_words(out: &mut dyn Write, head: &str, words: &[String]) -> io::Result<()> {
    let mut line = format!("{head:INDENT$}");
    for word in words {
        if line.chars().count() + word.chars().count() > WIDTH {
            writeln!(out, "{}", line.trim_end())?;
            line = " ".repeat(INDENT);
        }
        line.push_str(word);
        line.push(' ');
    }
    writeln!(out, "{}", line.trim_end())
}
