//! Reads game files, which contain complete games as JSON (`spec/rules/graph.md`, section 4). A message about a fault
//! names the line of the fault, unless the fault concerns the whole file.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::stored::{Stored, check_name, check_text};
use crate::model::graph::{End, Lists};
use crate::model::parts::Parts;

/// Reads a game from a file's bytes.
///
/// # Errors
/// [`FileError`] with the fault and its line.
pub fn read(bytes: &[u8]) -> Result<Stored, FileError> {
    let (reader, value) = Reader::open(bytes)?;
    Stored::new(reader.game(value)?).map_err(|error| FileError::whole(error.to_string()))
}

/// A fault in a game file, with its location in the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}{fault}")]
pub struct FileError {
    place: FilePlace,
    fault: String,
}

impl FileError {
    fn whole(fault: impl Into<String>) -> Self {
        Self { place: FilePlace::Whole, fault: fault.into() }
    }
}

/// Location of a fault in the text of a file. In a message, the location stands before the description of the fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FilePlace {
    Whole,
    Line(usize),
    Column { line: usize, column: usize },
}

impl fmt::Display for FilePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Line(line) => write!(f, "line {line}: "),
            Self::Column { line, column } => write!(f, "line {line}, column {column}: "),
        }
    }
}

/// Returns whether the bytes are a JSON object or a JSON array, which need not describe a game.
#[must_use]
pub fn is_json(bytes: &[u8]) -> bool {
    Reader::open(bytes).is_ok_and(|(_, value)| value.starts_with(['{', '[']))
}

/// Returns whether a file seems to contain a game with winners, and not a scoring game. In a game with winners, some
/// position has a list of options or a winner.
#[must_use]
pub fn looks_won(bytes: &[u8]) -> bool {
    let is_won = |(name, value): &Member| match &**name {
        "left" | "right" => value.starts_with('['),
        "winner" => true,
        _ => false,
    };
    has_position(bytes, None, |fields| fields.iter().any(is_won)).unwrap_or(false)
}

/// Name and value of a field of a JSON object. The value is JSON text that has not been parsed.
pub(super) type Member<'a> = (Cow<'a, str>, &'a str);

/// Returns whether some position passes `test`, or the file has the field `decisive`.
pub(super) fn has_position(bytes: &[u8], decisive: Option<&str>, test: impl Fn(&[Member]) -> bool) -> Result<bool, FileError> {
    let (reader, value) = Reader::open(bytes)?;
    let members = reader.object(value, "a game")?;
    if members.iter().any(|(name, _)| Some(&**name) == decisive) {
        return Ok(true);
    }
    let Some((_, positions)) = members.iter().find(|(name, _)| name == "positions") else { return Ok(false) };
    for (_, position) in reader.object(positions, "\"positions\"")? {
        if test(&reader.object(position, "a position")?) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Describes a JSON syntax error without the location of the error.
fn what(error: &serde_json::Error) -> String {
    let whole = error.to_string();
    whole.split(" at line ").next().unwrap_or(&whole).to_owned()
}

#[derive(Clone, Copy)]
struct Lines<'a> {
    text: &'a str,
}

impl Lines<'_> {
    /// Returns the line in which `part` begins, counted from 1. The string `part` must be a slice of the file's text.
    fn of(self, part: &str) -> usize {
        let offset = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize).min(self.text.len());
        1 + self.text.as_bytes()[..offset].iter().filter(|&&byte| byte == b'\n').count()
    }

    fn fault(self, part: &str, what: impl fmt::Display) -> FileError {
        FileError { place: FilePlace::Line(self.of(part)), fault: what.to_string() }
    }
}

/// Describes the type of a JSON value, for messages.
fn kind(value: &str) -> &'static str {
    match value.as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "an array",
        Some(b'"') => "a text",
        Some(b't' | b'f') => "true or false",
        Some(b'n') => "null",
        _ => "a number",
    }
}

/// The fields of a JSON object, in the order of the file.
struct Members<'a>(Vec<Member<'a>>);

impl<'a> Visitor<'a> for Members<'a> {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'a>>(mut self, mut map: M) -> Result<Self, M::Error> {
        while let Some((Key(key), value)) = map.next_entry::<Key, &RawValue>()? {
            self.0.push((key, value.get()));
        }
        Ok(self)
    }
}

/// Name of a field of a JSON object.
#[derive(serde::Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

/// Reads the JSON values of a file, and finds the line of each value for messages.
pub(super) struct Reader<'a> {
    lines: Lines<'a>,
}

/// The position or end of the game to which a name in the file refers.
#[derive(Clone, Copy)]
enum Named {
    Position(usize),
    End(usize),
}

/// A position from which play continues, with the JSON text of both players' options.
struct Position<'a> {
    name: Cow<'a, str>,
    value: &'a str,
    options: [&'a str; 2],
}

impl<'a> Reader<'a> {
    /// Opens a file and returns the text of its single JSON value.
    pub(super) fn open(bytes: &'a [u8]) -> Result<(Self, &'a str), FileError> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let line = 1 + bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
            FileError { place: FilePlace::Line(line), fault: "not UTF-8 text".to_owned() }
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim().is_empty() {
            return Err(FileError::whole("the file is empty"));
        }
        let raw: &RawValue = serde_json::from_str(text).map_err(|error| {
            let place = match (error.line(), error.column()) {
                // In column 0, the fault is after the file's last line.
                (line, 0) => FilePlace::Line(line),
                (line, column) => FilePlace::Column { line, column },
            };
            FileError { place, fault: what(&error) }
        })?;
        Ok((Self { lines: Lines { text } }, raw.get()))
    }

    /// Creates the error for a fault in `part`, which must be a slice of the file's text.
    pub(super) fn fault(&self, part: &str, what: impl fmt::Display) -> FileError {
        self.lines.fault(part, what)
    }

    /// Reads the fields of a JSON object. Returns an error if two fields have the same name.
    pub(super) fn object(&self, value: &'a str, of: &str) -> Result<Vec<Member<'a>>, FileError> {
        if !value.starts_with('{') {
            return Err(self.fault(value, format!("{of} shall be an object, not {}", kind(value))));
        }
        let mut deserializer = serde_json::Deserializer::from_str(value);
        let members = deserializer.deserialize_map(Members(Vec::new())).map_err(|error| self.fault(value, what(&error)))?.0;
        let mut seen: HashMap<&str, &str> = HashMap::with_capacity(members.len());
        for (name, value) in &members {
            match seen.entry(name) {
                Entry::Occupied(first) => {
                    let line = self.lines.of(first.get());
                    return Err(self.fault(value, format!("{of} has \"{name}\" twice, first in line {line}")));
                }
                Entry::Vacant(place) => {
                    place.insert(value);
                }
            }
        }
        Ok(members)
    }

    pub(super) fn text(&self, value: &'a str, of: &str) -> Result<String, FileError> {
        if !value.starts_with('"') {
            return Err(self.fault(value, format!("{of} shall be a text, not {}", kind(value))));
        }
        serde_json::from_str(value).map_err(|error| self.fault(value, what(&error)))
    }

    fn game(&self, value: &'a str) -> Result<Parts, FileError> {
        let [mut title, mut left, mut right, mut start, mut positions] = [None; 5];
        for (name, value) in self.object(value, "a game")? {
            let field = match &*name {
                "title" => &mut title,
                "left" => &mut left,
                "right" => &mut right,
                "start" => &mut start,
                "positions" => &mut positions,
                other => {
                    let fields = "title, left, right, start and positions";
                    return Err(self.fault(value, format!("a game has no \"{other}\"; it has {fields}")));
                }
            };
            *field = Some(value);
        }
        let text = |value: Option<&'a str>, what: &str, default: &str| value.map_or(Ok(default.to_owned()), |value| self.text(value, what));
        let title_text = text(title, "\"title\"", "")?;
        check_text(&title_text).map_err(|what| self.fault(title.unwrap_or(value), format!("\"title\": {what}")))?;
        let players = [text(left, "\"left\"", "Left")?, text(right, "\"right\"", "Right")?];
        for (name, (value, what)) in players.iter().zip([(left, "left"), (right, "right")]) {
            check_name(name).map_err(|wrong| self.fault(value.unwrap_or_default(), format!("\"{what}\": {wrong}")))?;
        }
        if players[0] == players[1] {
            let where_named = right.or(left).unwrap_or(value);
            return Err(self.fault(where_named, format!("both players are called \"{}\"", players[0])));
        }
        let positions = positions.ok_or_else(|| self.fault(value, "the game has no \"positions\""))?;
        self.positions(positions, start, title_text, players)
    }

    fn positions(&self, all: &'a str, start: Option<&'a str>, title: String, players: [String; 2]) -> Result<Parts, FileError> {
        let mut names: HashMap<String, Named> = HashMap::new();
        let (mut positions, mut ends) = (Vec::new(), Vec::new());
        for (name, value) in self.object(all, "\"positions\"")? {
            check_name(&name).map_err(|what| self.fault(value, format!("position \"{}\": {what}", name.escape_debug())))?;
            let named = match self.position(&name, value)? {
                Ok(options) => {
                    positions.push(Position { name: name.clone(), value, options });
                    Named::Position(positions.len() - 1)
                }
                Err(end) => {
                    ends.push((name.to_string(), end));
                    Named::End(ends.len() - 1)
                }
            };
            names.insert(name.into_owned(), named);
        }
        if positions.is_empty() {
            return Err(self.fault(all, "play is over in every position: there is none with options"));
        }
        let start = match start {
            None => 0,
            Some(value) => {
                let name = self.text(value, "\"start\"")?;
                match names.get(&name) {
                    Some(Named::Position(index)) => *index,
                    Some(Named::End(_)) => return Err(self.fault(value, format!("play is over in the start \"{name}\""))),
                    None => return Err(self.fault(value, format!("the start \"{name}\" is no position"))),
                }
            }
        };
        let mut options = [(); 2].map(|()| Lists::with_capacity(positions.len(), 0));
        for position in &positions {
            for side in 0..2 {
                let list = self.options(position, position.options[side], &players[side], &names, positions.len())?;
                options[side].push(&list);
            }
        }
        Ok(Parts {
            title,
            players,
            start,
            positions: positions.into_iter().map(|position| position.name.into_owned()).collect(),
            options,
            ends,
        })
    }

    /// Reads a position of a game file. Returns the JSON text of both players' options. If play is over in the
    /// position, returns the outcome instead.
    fn position(&self, name: &str, value: &'a str) -> Result<Result<[&'a str; 2], End>, FileError> {
        let of = format!("position \"{name}\"");
        let [mut left, mut right, mut winner] = [None; 3];
        for (field, inner) in self.object(value, &of)? {
            *match &*field {
                "left" => &mut left,
                "right" => &mut right,
                "winner" => &mut winner,
                other => return Err(self.fault(inner, format!("{of} has \"{other}\"; it has either left and right or winner"))),
            } = Some(inner);
        }
        match (left, right, winner) {
            (Some(left), Some(right), None) => Ok(Ok([left, right])),
            (None, None, Some(winner)) => match &*self.text(winner, &format!("\"winner\" of {of}"))? {
                "left" => Ok(Err(End::Left)),
                "right" => Ok(Err(End::Right)),
                "none" => Ok(Err(End::Nobody)),
                other => {
                    let what = format!("{of}: the winner is \"left\", \"right\" or \"none\", not \"{}\"", other.escape_debug());
                    Err(self.fault(winner, what))
                }
            },
            (None, None, None) => Err(self.fault(value, format!("{of} has neither options (left, right) nor a winner"))),
            (Some(_), None, None) => Err(self.fault(value, format!("{of} has no \"right\""))),
            (None, Some(_), None) => Err(self.fault(value, format!("{of} has no \"left\""))),
            _ => Err(self.fault(value, format!("{of} has both options and a winner"))),
        }
    }

    /// Reads a list of names, and returns the index of each named position or end of the game.
    fn options(
        &self,
        position: &Position,
        value: &'a str,
        player: &str,
        names: &HashMap<String, Named>,
        positions: usize,
    ) -> Result<Vec<u32>, FileError> {
        let name = &position.name;
        if !value.starts_with('[') {
            return Err(self.fault(value, format!("position \"{name}\": {player}'s options shall be an array, not {}", kind(value))));
        }
        let list: Vec<&RawValue> = serde_json::from_str(value).map_err(|error| self.fault(value, what(&error)))?;
        if list.is_empty() {
            return Err(self.fault(position.value, format!("position \"{name}\" has no option for {player}")));
        }
        let what = format!("an option of position \"{name}\"");
        let index = |option: &&'a RawValue| {
            let text = self.text(option.get(), &what)?;
            let index = match names.get(&text) {
                Some(Named::Position(index)) => *index,
                Some(Named::End(index)) => positions + index,
                None => {
                    return Err(self.fault(option.get(), format!("position \"{name}\" has the option \"{text}\", which is no position")));
                }
            };
            u32::try_from(index).map_err(|_| FileError::whole("there are 2^32 positions or more"))
        };
        list.iter().map(index).collect()
    }
}
