//! The game that a certificate is about, as JSON: section 4 of `spec/rules/graph.md`, schema `spec/json/game.schema.json`.

use crate::files::{Opened, open};
use crate::report::name;
use checker::{Colour, WholeGame};
use serde_json::Value;
use std::io::{self, Write};
use std::path::Path;

/// The game of that file; otherwise a sentence.
pub(crate) fn game_of(path: &Path) -> Result<WholeGame, String> {
    let file = name(path);
    let bytes = match open(path, u64::MAX) {
        Ok(Opened::Bytes(bytes)) => bytes,
        Ok(Opened::TooLarge(size)) => return Err(format!("{file} has {size} bytes")),
        Err(cause) => return Err(format!("{file} cannot be read: {cause}")),
    };
    let nameless = |refusal| format!("{file} does not say what game it is about: {refusal}");
    if !checker::numbered(&bytes).map_err(nameless)? {
        return Err(format!("{file} is about a game whose positions have no numbers, so it cannot be printed"));
    }
    match checker::whole_game(&bytes) {
        Ok(Some(game)) => Ok(game),
        Ok(None) => Err(format!("{file} is about a game that cites others, so it cannot be printed alone")),
        Err(refusal) => Err(nameless(refusal)),
    }
}

/// Prints a game, one position or end a line.
pub(crate) fn write(output: &mut dyn Write, game: &WholeGame) -> io::Result<()> {
    let positions = game.positions.iter().map(|position| &position.name);
    let names: Vec<&String> = positions.chain(game.ends.iter().map(|end| &end.name)).collect();
    let named = |index: &u32| usize::try_from(*index).ok().and_then(|index| names.get(index)).map_or("", |name| name.as_str());
    let text = |text: &str| Value::from(text).to_string();
    let options = |indices: &[u32]| indices.iter().map(|index| text(named(index))).collect::<Vec<_>>().join(", ");

    writeln!(output, "{{")?;
    writeln!(output, "  \"title\": {},", text(&game.title))?;
    writeln!(output, "  \"left\": {},", text(&game.left))?;
    writeln!(output, "  \"right\": {},", text(&game.right))?;
    if let Some(start) = &game.start {
        writeln!(output, "  \"start\": {},", text(named(start)))?;
    }
    writeln!(output, "  \"positions\": {{")?;
    let mut left = names.len();
    let mut line = |output: &mut dyn Write, name: &str, what: String| {
        left -= 1;
        writeln!(output, "    {}: {{ {what} }}{}", text(name), if left == 0 { "" } else { "," })
    };
    for position in &game.positions {
        let both = format!("\"left\": [{}], \"right\": [{}]", options(&position.left), options(&position.right));
        line(output, &position.name, both)?;
    }
    for end in &game.ends {
        let winner = match end.winner {
            Some(Colour::White) => "left",
            Some(Colour::Black) => "right",
            None => "none",
        };
        line(output, &end.name, format!("\"winner\": \"{winner}\""))?;
    }
    writeln!(output, "  }}")?;
    writeln!(output, "}}")
}
