//! The game that a certificate is about, as JSON: section 4 of `spec/rules/graph.md`, schema `spec/json/game.schema.json`.
//!
//! A stored game with one long name that many options mention can be much longer in JSON than in the file. It is counted before it is printed, and
//! both are done piece by piece.

use crate::Failure;
use crate::lines::name;
use crate::read::{Opened, open};
use checker::Colour;
use checker::inspect::WholeGame;
use std::io::{self, Write};
use std::path::Path;

/// At most as many bytes are printed for a file, and for each of its bytes.
const BYTES_PER_FILE: u64 = 64_000_000;
const BYTES_PER_BYTE: u64 = 256;

/// Prints the game of a file.
pub(crate) fn game(path: &Path, output: &mut dyn Write) -> Result<(), Failure> {
    let file = name(path);
    let bytes = match open(path, u64::MAX) {
        Ok(Opened::Bytes(bytes)) => bytes,
        Ok(Opened::TooLarge(size)) => return Err(format!("{file} has {size} bytes").into()),
        Err(cause) => return Err(format!("{file} cannot be read: {cause}").into()),
    };
    let game = match checker::inspect::whole_game(&bytes) {
        Ok(Some(game)) => game,
        Ok(None) => {
            return Err(
                format!("{file} is about a game that cites others or whose positions have no numbers, so it cannot be printed").into()
            );
        }
        Err(refusal) => return Err(format!("{file} does not say what game it is about: {refusal}").into()),
    };
    let most = u64::try_from(bytes.len()).unwrap_or(u64::MAX).saturating_mul(BYTES_PER_BYTE).saturating_add(BYTES_PER_FILE);
    if write(&mut Allowance(most), &game).is_err() {
        return Err(format!("the game of {file} would take more than {most} bytes, which is out of proportion to the file").into());
    }
    write(output, &game)?;
    Ok(output.flush()?)
}

/// Takes at most that many bytes and drops them.
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

/// Prints a game, one position or end a line.
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

/// A text as JSON.
fn text(output: &mut dyn Write, text: &str) -> io::Result<()> {
    Ok(serde_json::to_writer(output, text)?)
}
