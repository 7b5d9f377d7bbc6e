//! Opens the game that the command-line argument GAME names.

use std::borrow::Cow;
use std::path::Path;

use super::endings::must_fit;
use super::files;
use super::outcome::Failure;
use crate::certificate::file_kind::{FileKind, mistaken};
use crate::games::bidding_chess::{Board, Material};
use crate::games::{self, Argument, Game};

/// Game that the command-line argument GAME names.
pub(super) enum Opened {
    /// Game whose certificate cites no other certificate.
    Game(Box<dyn Game>),
    /// Ending of bidding chess. The certificate of an ending cites the certificates of the endings into which play can
    /// lead.
    Ending(Material, Board),
}

/// Opens the game that the command-line argument GAME names. If the argument names a file, the file is read.
pub(super) fn open(text: &str) -> Result<Opened, Failure> {
    if text == STANDARD_INPUT {
        return read(Path::new(text), &files::read(Path::new(text))?);
    }
    if Path::new(text).is_dir() {
        return Err(Failure::input(format!("{text}: a folder, not a game file")));
    }
    match games::parse(text).map_err(Failure::input)? {
        Argument::Game(game) => Ok(Opened::Game(game)),
        Argument::BiddingChess { material, board } => {
            let board: Board = board.parse().map_err(Failure::input)?;
            let (material, exchanged) = Material::parse(&material).map_err(Failure::input)?;
            if exchanged {
                super::outcome::note(&format!("{text} is {material} with colours exchanged"));
            }
            must_fit(std::slice::from_ref(&material), board)?;
            Ok(Opened::Ending(material, board))
        }
        Argument::File(path) => read(&path, &files::read(&path)?),
    }
}

/// Argument that stands for standard input instead of a file.
pub(super) const STANDARD_INPUT: &str = "-";

/// Reads the game from the content `bytes` of the game file `path`.
pub(super) fn read(path: &Path, bytes: &[u8]) -> Result<Opened, Failure> {
    let wrong = |fault| mistaken(bytes, FileKind::GameFile, fault);
    let game = games::file::read(bytes).map_err(|error| Failure::input(format!("{}: {}", path.display(), wrong(error.to_string()))))?;
    Ok(Opened::Game(Box::new(game)))
}

/// Returns a name for files about a game. For the GAME argument `hex:3x4` the name is `hex-3x4`, and for
/// `games/line.json` it is `line`.
pub(super) fn stem(text: &str) -> String {
    let path = Path::new(text);
    let is_file = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json")) || path.is_file();
    let name = if is_file { path.file_stem().map(|stem| stem.to_string_lossy()) } else { None };
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    let stem: String = name.unwrap_or(Cow::Borrowed(text)).chars().map(plain).collect();
    let stem = stem.trim_matches('-');
    if stem.is_empty() { "game".to_owned() } else { stem.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn names_for_files() {
        let table = [
            ("tic-tac-toe", "tic-tac-toe"),
            ("hex:3x4", "hex-3x4"),
            ("wedge:A3,B2", "wedge-A3-B2"),
            ("some/where/line.json", "line"),
            ("../my game.JSON", "my-game"),
            ("-", "game"),
        ];
        for (argument, expected) in table {
            assert_eq!(stem(argument), expected, "{argument}");
        }
    }
}
