//! Reads the parameters and tests the clauses `graph/…`: section 1 of `spec/rules/graph.md`.

use super::{Graph, NAME};
use crate::bidding::game::Game;
use crate::bidding::whole::{WholeEnd, WholeGame, WholePosition};
use crate::core::cbor::{Reader, as_u64};
use crate::core::fields::{placed, quoted};
use crate::core::game::Colour;
use crate::core::refusal::{Place, Refusal};
use crate::core::verification::digest;
use std::collections::HashSet;

fn broken(clause: &'static str, place: Place, sentence: impl Into<String>) -> Refusal {
    Refusal::new(NAME, clause, place, sentence)
}

/// Reads the parameters `[title, left, right, start, positions, ends]`.
pub(crate) fn parameters<'a>(reader: &mut Reader<'a>) -> Result<Box<dyn Game>, Refusal> {
    let whole = reader.clone();
    reader.array_of(6)?;
    let title = title(reader)?;
    let left = name(reader)?;
    let right_place = reader.place();
    let right = name(reader)?;
    let (start_index, start_place) = placed(reader)?;

    let lists = reader.clone();
    let count = reader.array()?;
    positions(as_u64(count), 0, lists.place())?;
    let mut seen = HashSet::new();
    // The first repeated name. Clause `graph/name` is tested only after all parameters have been read.
    let mut twice = None;
    let mut new_name = |reader: &mut Reader<'a>| {
        let place = reader.place();
        let name = name(reader)?;
        if !seen.insert(name) && twice.is_none() {
            twice = Some((name, place));
        }
        Ok(name.to_owned())
    };
    let mut stored = Vec::new();
    for _ in 0..count {
        reader.array_of(3)?;
        stored.push(WholePosition { name: new_name(reader)?, left: options(reader)?, right: options(reader)? });
    }
    let ends_place = reader.place();
    let end_count = reader.array()?;
    positions(as_u64(count), as_u64(end_count), ends_place)?;
    let mut ends = Vec::new();
    for _ in 0..end_count {
        reader.array_of(2)?;
        ends.push(WholeEnd { name: new_name(reader)?, winner: outcome(reader)? });
    }

    let start = start(start_index, as_u64(count), start_place)?;
    option(lists, as_u64(count).saturating_add(as_u64(end_count)))?;
    names_differ((left == right).then_some((right, right_place)))?;
    names_differ(twice)?;
    let digest = digest(reader.since(&whole));
    let whole =
        WholeGame { title: title.to_owned(), left: left.to_owned(), right: right.to_owned(), start: Some(start), positions: stored, ends };
    Ok(Box::new(Graph { whole, digest }))
}

/// Clause `graph/positions`: the game has at least one position in which play goes on, and fewer than 2^32 positions in
/// all. `ends` is the number of positions in which play is over, or 0 if this number has not been read yet.
pub(super) fn positions(positions: u64, ends: u64, place: Place) -> Result<(), Refusal> {
    let few = positions.checked_add(ends).is_some_and(|all| all < 1 << 32);
    if positions == 0 || !few {
        let sentence = format!("expected a position, and fewer than 2^32 positions and ends, found {positions} positions and {ends} ends");
        return Err(broken("positions", place, sentence));
    }
    Ok(())
}

/// Clause `graph/name`: the title has no control characters.
fn title<'a>(reader: &mut Reader<'a>) -> Result<&'a str, Refusal> {
    let place = reader.place();
    let title = reader.text()?;
    if title.chars().any(char::is_control) {
        return Err(broken("name", place, "a text has a control character"));
    }
    Ok(title)
}

/// Clause `graph/name`: a name has no control characters and is not empty.
fn name<'a>(reader: &mut Reader<'a>) -> Result<&'a str, Refusal> {
    let place = reader.place();
    let name = title(reader)?;
    if name.is_empty() {
        return Err(broken("name", place, "a name is empty"));
    }
    Ok(name)
}

/// Clause `graph/name`: the two players have different names, and no two positions have the same name.
///
/// `twice` is the first repeated name, if any.
fn names_differ(twice: Option<(&str, Place)>) -> Result<(), Refusal> {
    match twice {
        Some((name, place)) => Err(broken("name", place, format!("the name {} is there twice", quoted(name, 32)))),
        None => Ok(()),
    }
}

/// Clause `graph/start`: the start is the index of a position in which play goes on.
fn start(found: u64, positions: u64, place: Place) -> Result<u32, Refusal> {
    let start = u32::try_from(found).ok().filter(|_| found < positions);
    start.ok_or_else(|| broken("start", place, format!("expected a number below {positions}, found {found}")))
}

/// Clause `graph/options`: each player has at least one option. Returns the options of one player. A later test decides
/// whether these options lead to existing positions.
fn options(reader: &mut Reader<'_>) -> Result<Vec<u32>, Refusal> {
    let place = reader.place();
    let count = reader.array()?;
    if count == 0 {
        return Err(broken("options", place, "a player has no option"));
    }
    // A number that needs more than 32 bits is not a valid index. Clause `graph/option` refuses it after all parameters
    // have been read.
    (0..count).map(|_| Ok(u32::try_from(reader.unsigned()?).unwrap_or(u32::MAX))).collect()
}

/// Clause `graph/option`: each option is an index below `all`, the number of all positions, including those in which
/// play is over. The next item of the reader `lists` is the list of positions.
fn option(mut lists: Reader<'_>, all: u64) -> Result<(), Refusal> {
    for _ in 0..lists.array()? {
        lists.array_of(3)?;
        lists.text()?;
        for _ in 0..2 {
            for _ in 0..lists.array()? {
                let (option, place) = placed(&mut lists)?;
                if option >= all {
                    return Err(broken("option", place, format!("expected a number below {all}, found {option}")));
                }
            }
        }
    }
    Ok(())
}

/// Clause `graph/outcome`: the outcome is 0, 1 or 2. Returns the winner, if any.
fn outcome(reader: &mut Reader<'_>) -> Result<Option<Colour>, Refusal> {
    match placed(reader)? {
        (0, _) => Ok(Some(Colour::White)),
        (1, _) => Ok(Some(Colour::Black)),
        (2, _) => Ok(None),
        (found, place) => Err(broken("outcome", place, format!("expected an outcome 0, 1 or 2, found {found}"))),
    }
}
