//! Reads scoring games from JSON files (`spec/scoring-games.md`). An error message names the line of the fault, unless
//! the fault concerns the whole file.

use std::collections::HashMap;

use super::file::{FileError, Member, Reader, has_position};
use super::stored::{check_name, check_text};
use crate::model::scored::{ScoredGame, ScoredPosition};

/// Maximum absolute value of the points of a move or penalty. If numbers were greater, their sums could overflow.
const MAX_POINTS: i32 = 1_000_000;

/// Maximum number of positions of a game. The limit prevents scores from overflowing.
const MAX_POSITIONS: usize = 1_000;

/// Reads a game from a file's bytes.
///
/// # Errors
/// [`FileError`] with the fault and its line.
pub fn read(bytes: &[u8]) -> Result<ScoredGame, FileError> {
    let (reader, value) = Reader::open(bytes)?;
    let [mut title, mut zero_bid, mut start, mut positions] = [None; 4];
    for (name, value) in reader.object(value, "a scoring game")? {
        *match &*name {
            "title" => &mut title,
            "zero_bid" => &mut zero_bid,
            "start" => &mut start,
            "positions" => &mut positions,
            other => {
                return Err(reader.fault(value, format!("a scoring game has no \"{other}\"; it has title, zero_bid, start and positions")));
            }
        } = Some(value);
    }
    let title_text = title.map_or(Ok(String::new()), |value| reader.text(value, "\"title\""))?;
    check_text(&title_text).map_err(|what| reader.fault(title.unwrap_or(value), format!("\"title\": {what}")))?;
    let zero_bid = match zero_bid {
        None | Some("true") => true,
        Some("false") => false,
        Some(other) => return Err(reader.fault(other, "\"zero_bid\" shall be true or false")),
    };
    let all = positions.ok_or_else(|| reader.fault(value, "the game has no \"positions\""))?;
    let listed = reader.object(all, "\"positions\"")?;
    if listed.is_empty() || listed.len() > MAX_POSITIONS {
        return Err(reader.fault(all, format!("a scoring game has 1 to {MAX_POSITIONS} positions")));
    }
    let names: HashMap<&str, usize> = listed.iter().zip(0..).map(|((name, _), index)| (&**name, index)).collect();
    let start = match start {
        None => 0,
        Some(value) => {
            let name = reader.text(value, "\"start\"")?;
            *names.get(&*name).ok_or_else(|| reader.fault(value, format!("the start \"{name}\" is no position")))?
        }
    };
    let each = listed.iter().map(|(name, value)| position(&reader, name, value, &names));
    let positions = each.collect::<Result<Vec<_>, _>>()?;
    let order = order(&positions).map_err(|at| reader.fault(listed[at].1, format!("position \"{}\" is on a cycle", listed[at].0)))?;
    let mut place = vec![0; positions.len()];
    order.iter().enumerate().for_each(|(new, &old)| place[old] = new);
    let placed = order.iter().map(|&old| {
        let mut position = positions[old].clone();
        position.moves.iter_mut().flatten().for_each(|(to, _)| *to = place[*to]);
        position
    });
    Ok(ScoredGame { title: title_text, zero_bid, start: place[start], positions: placed.collect() })
}

/// Returns whether a file has something that only scoring games have: moves with points, penalties, positions without
/// any fields, or `zero_bid`. This function ignores faults in the file, because the function [`read`] reports them.
#[must_use]
pub fn looks_scored(bytes: &[u8]) -> bool {
    let is_scored = |(name, value): &Member| match &**name {
        "left" | "right" => value.starts_with('{'),
        "left_penalty" | "right_penalty" => true,
        _ => false,
    };
    has_position(bytes, Some("zero_bid"), |fields| fields.is_empty() || fields.iter().any(is_scored)).unwrap_or(false)
}

fn position<'a>(reader: &Reader<'a>, name: &str, value: &'a str, names: &HashMap<&str, usize>) -> Result<ScoredPosition, FileError> {
    let of = format!("position \"{name}\"");
    check_name(name).map_err(|what| reader.fault(value, format!("position \"{}\": {what}", name.escape_debug())))?;
    let mut moves = [Vec::new(), Vec::new()];
    let mut penalties = [None; 2];
    for (field, inner) in reader.object(value, &of)? {
        match &*field {
            "left" => moves[0] = options(reader, &of, inner, names)?,
            "right" => moves[1] = options(reader, &of, inner, names)?,
            "left_penalty" => penalties[0] = Some(points(reader, &of, inner)?),
            "right_penalty" => penalties[1] = Some(points(reader, &of, inner)?),
            other => return Err(reader.fault(inner, format!("{of} has \"{other}\"; it has left, right, left_penalty and right_penalty"))),
        }
    }
    let position = ScoredPosition { name: name.to_owned(), moves, penalties };
    for (side, player) in ["left", "right"].into_iter().enumerate() {
        let (has_moves, has_penalty) = (!position.moves[side].is_empty(), position.penalties[side].is_some());
        if has_moves && has_penalty {
            return Err(reader.fault(value, format!("{of} has both \"{player}\" and \"{player}_penalty\"")));
        }
        if !has_moves && !has_penalty && !position.is_over() {
            return Err(reader.fault(value, format!("{of}: {player} has no move there, so it needs \"{player}_penalty\"")));
        }
    }
    Ok(position)
}

fn options<'a>(reader: &Reader<'a>, of: &str, value: &'a str, names: &HashMap<&str, usize>) -> Result<Vec<(usize, i32)>, FileError> {
    let each = reader.object(value, &format!("the moves of {of}"))?.into_iter().map(|(to, weight)| {
        let index = names.get(&*to).ok_or_else(|| reader.fault(weight, format!("{of} has a move to \"{to}\", which is no position")))?;
        Ok((*index, points(reader, of, weight)?))
    });
    each.collect()
}

fn points<'a>(reader: &Reader<'a>, of: &str, value: &'a str) -> Result<i32, FileError> {
    let number: i32 = value.parse().map_err(|_| reader.fault(value, format!("{of}: {value} is no integer")))?;
    if number.abs() > MAX_POINTS {
        return Err(reader.fault(value, format!("{of}: {number} is beyond {MAX_POINTS} points")));
    }
    Ok(number)
}

/// Returns the positions in an order in which every move leads to an earlier position. If some moves form a cycle, the
/// error is a position on the cycle.
fn order(positions: &[ScoredPosition]) -> Result<Vec<usize>, usize> {
    let mut order = Vec::with_capacity(positions.len());
    let mut placed = vec![false; positions.len()];
    // There are at most 1,000 positions, so quadratic time is enough.
    while order.len() < positions.len() {
        let ready = |index: &usize| !placed[*index] && positions[*index].moves.iter().flatten().all(|&(to, _)| placed[to]);
        if let Some(next) = (0..positions.len()).find(ready) {
            placed[next] = true;
            order.push(next);
        } else {
            return Err(on_cycle(positions, &placed));
        }
    }
    Ok(order)
}

/// Returns a position on a cycle. Every position that is not `placed` must have a move to a position that is not
/// `placed`. This function repeatedly makes a move to a position that is not `placed`, and so reaches a cycle.
fn on_cycle(positions: &[ScoredPosition], placed: &[bool]) -> usize {
    let mut at = placed.iter().position(|&is_placed| !is_placed).expect("a position that waits");
    for _ in 0..positions.len() {
        at = positions[at].moves.iter().flatten().map(|&(to, _)| to).find(|&to| !placed[to]).expect("it waits for another");
    }
    at
}
