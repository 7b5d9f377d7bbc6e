//! Prints, as JSON, the game that a certificate is about. The output is defined in section 4 of `spec/rules/graph.md`
//! and by the schema `spec/json/game.schema.json`.
//!
//! The JSON can be much longer than the file, because it repeats the names of positions. Therefore a first pass counts
//! the length of the JSON, and a second pass prints it. Neither pass stores the whole JSON in memory.

use crate::lines::name;
use gamecert_checker::Colour;
use gamecert_checker::files::{Opened, open_input};
use gamecert_checker::inspect::WholeGame;
use std::io::{self, Write};
use std::path::Path;

/// The JSON may have this many bytes, plus `BYTES_PER_BYTE` for each byte of the file.
const BYTES_PER_FILE: u64 = 64_000_000;
const BYTES_PER_BYTE: u64 = 256;

pub(crate) fn game(path: &Path, output: &mut dyn Write) -> io::Result<u8> {
    let file = name(path);
    let unprinted = |why: String| io::Error::other(format!("{file} {why}"));
    let Opened::Bytes(bytes) = open_input(path, u64::MAX).map_err(|cause| unprinted(format!("cannot be read: {cause}")))? else {
        return Err(unprinted("is too large".to_owned()));
    };
    let game = gamecert_checker::inspect::whole_game(&bytes)
        .map_err(|refusal| unprinted(format!("does not say what game it is about: {refusal}")))?;
    let no_game = || unprinted("is about a game that cites others or whose positions have no numbers, so it cannot be printed".to_owned());
    let game = game.ok_or_else(no_game)?;
    let most = u64::try_from(bytes.len()).unwrap_or(u64::MAX).saturating_mul(BYTES_PER_BYTE).saturating_add(BYTES_PER_FILE);
    if write(&mut Allowance(most), &game).is_err() {
        return Err(unprinted(format!("is about a game that would take more than {most} bytes to print, out of proportion to the file")));
    }
    write(output, &game)?;
    output.flush()?;
    Ok(0)
}

/// A writer that discards all bytes, and fails if there are more than this number.
struct Allowance(u64);

impl Write for Allowance {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = u64::try_from(bytes.len()).ok().and_then(|length| self.0.checked_sub(length));
        self.0 = left.ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes a game as JSON. Writes each position on a line of its own, also the positions in which play is over.
fn write(output: &mut dyn Write, game: &WholeGame) -> io::Result<()> {
    let positions = game.positions.iter().map(|position| position.name.as_str());
    let names: Vec<&str> = positions.chain(game.ends.iter().map(|end| end.name.as_str())).collect();
    let named = |index: u32| usize::try_from(index).ok().and_then(|index| names.get(index)).copied().unwrap_or_default();

    write!(output, "{{")?;
    for (key, value) in [("title", &game.title), ("left", &game.left), ("right", &game.right)] {
        write!(output, "\n  \"{key}\": ")?;
        text(output, value)?;
        write!(output, ",")?;
    }
    if let Some(start) = game.start {
        write!(output, "\n  \"start\": ")?;
        text(output, named(start))?;
        write!(output, ",")?;
    }
    write!(output, "\n  \"positions\": {{")?;
    let mut between = "";
    let mut key = |output: &mut dyn Write, name: &str| {
        write!(output, "{}\n    ", std::mem::replace(&mut between, ","))?;
        text(output, name)?;
        write!(output, ": {{ ")
    };
    for position in &game.positions {
        key(output, &position.name)?;
        options(output, "left", position.left.iter().map(|index| named(*index)))?;
        write!(output, ", ")?;
        options(output, "right", position.right.iter().map(|index| named(*index)))?;
        write!(output, " }}")?;
    }
    for end in &game.ends {
        key(output, &end.name)?;
        let winner = match end.winner {
            Some(Colour::White) => "left",
            Some(Colour::Black) => "right",
            None => "none",
        };
        write!(output, "\"winner\": \"{winner}\" }}")?;
    }
    writeln!(output, "\n  }}\n}}")
}

fn options<'n>(output: &mut dyn Write, player: &str, names: impl Iterator<Item = &'n str>) -> io::Result<()> {
    write!(output, "\"{player}\": [")?;
    for (number, name) in names.enumerate() {
        write!(output, "{}", if number == 0 { "" } else { ", " })?;
        text(output, name)?;
    }
    write!(output, "]")
}

fn text(output: &mut dyn Write, text: &str) -> io::Result<()> {
    Ok(serde_json::to_writer(output, text)?)
}
