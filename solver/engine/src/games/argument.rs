//! Parses the names of games in command-line arguments.

use std::path::{Path, PathBuf};

use super::path_games::{ParameterError, PathGame};
use super::placing::{Kind, Placing, Size, SizeError};
use super::wedge::{WedgeError, wedge};
use super::{Game, Player};

/// A parsed GAME argument.
pub enum Argument {
    /// A game identified by its name.
    Game(Box<dyn Game>),
    /// An ending of bidding chess.
    BiddingChess {
        /// Pieces of the ending, such as `KRK`.
        material: String,
        /// Board of the ending, such as `4x4`.
        board: String,
    },
    /// Path of a game file, which has not been read yet.
    File(PathBuf),
}

/// Lists the possible forms of a GAME argument, for error messages.
pub const FORMS: &str =
    "tic-tac-toe[:WxHxK], hex:WxH, connect:WxHxK, tug:N, ultimatum:N, sudden-death:A3, wedge:G,H, bidding-chess:KRK@4x4 or a file .json";

/// Reason why a text is not the name of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NameError {
    /// The parameters of a rule set do not have the expected form.
    #[error("{text}: expected {form}")]
    Form {
        /// Name of the game.
        text: String,
        /// Expected form, with an example.
        form: &'static str,
    },
    /// The size of a board is not valid.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The parameter of a game on a path is not valid.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// The parameters of a wedge are malformed.
    #[error(transparent)]
    Wedge(#[from] WedgeError),
    /// No rule set has this name.
    #[error("'{text}' is no game and no file{}; expected {FORMS}", near(.similar))]
    Unknown {
        /// Name of the game.
        text: String,
        /// Rule sets with similar names.
        similar: Vec<&'static str>,
    },
}

/// Writes a list of similar names for an error message.
fn near(names: &[&str]) -> String {
    if names.is_empty() { String::new() } else { format!(" (a similar name: {})", names.join(", ")) }
}

/// Parses a GAME argument. A text that ends in `.json` or names an existing file is the path of a game file.
///
/// # Errors
/// [`NameError`] if the text is neither the name of a game nor a file.
pub fn parse(text: &str) -> Result<Argument, NameError> {
    let path = Path::new(text);
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json")) || path.is_file() {
        return Ok(Argument::File(path.to_owned()));
    }
    named(text)
}

/// Parses the name of a game, without looking for files.
///
/// # Errors
/// [`NameError`] if the text is not the name of a game.
pub fn named(text: &str) -> Result<Argument, NameError> {
    let (rules, parameters) = match text.split_once(':') {
        Some((rules, parameters)) => (rules, Some(parameters)),
        None => (text, None),
    };
    let needed = |form| parameters.ok_or_else(|| NameError::Form { text: text.to_owned(), form });
    match rules {
        "tic-tac-toe" => {
            let form = "tic-tac-toe:WxHxK, columns by rows by stones in a row, such as 3x3x3";
            placing(Kind::TicTacToe, parameters.unwrap_or("3x3x3"), form)
        }
        "connect" => {
            let form = "connect:WxHxK, columns by rows by stones in a row, such as 4x4x4";
            placing(Kind::Connect, needed(form)?, form)
        }
        "hex" => {
            let form = "hex:WxH, columns by rows, such as 3x4";
            placing(Kind::Hex, needed(form)?, form)
        }
        "tug" => line(text, parameters.and_then(number).map(PathGame::Tug), "tug:N with the length N, such as tug:3"),
        "ultimatum" => {
            line(text, parameters.and_then(number).map(PathGame::Ultimatum), "ultimatum:N with the degree N, such as ultimatum:2")
        }
        "sudden-death" => {
            let of = |player, n: &str| number(n).map(|n| PathGame::SuddenDeath(player, n));
            let read = |parameters: &str| match parameters.split_at_checked(1) {
                Some(("A", n)) => of(Player::Left, n),
                Some(("B", n)) => of(Player::Right, n),
                _ => None,
            };
            line(text, parameters.and_then(read), "sudden-death:A<n> or B<n>, such as sudden-death:A3")
        }
        "wedge" => Ok(Argument::Game(Box::new(wedge(needed("wedge:G,H with two games, such as wedge:A,B2")?)?))),
        "bidding-chess" => {
            let form = "bidding-chess:MATERIAL@BOARD, such as bidding-chess:KRK@4x4";
            let (material, board) = needed(form)?.split_once('@').unwrap_or((parameters.unwrap_or_default(), "8x8"));
            Ok(Argument::BiddingChess { material: material.to_owned(), board: board.to_owned() })
        }
        _ => Err(NameError::Unknown { text: text.to_owned(), similar: similar(rules) }),
    }
}

fn number(text: &str) -> Option<u32> {
    if text.chars().all(|digit| digit.is_ascii_digit()) { text.parse().ok() } else { None }
}

fn similar(name: &str) -> Vec<&'static str> {
    const NAMES: [&str; 8] = ["tic-tac-toe", "hex", "connect", "tug", "ultimatum", "sudden-death", "wedge", "bidding-chess"];
    const NEAR: f64 = 0.8;
    NAMES.into_iter().filter(|known| strsim::jaro_winkler(known, name) > NEAR).collect()
}

fn placing(kind: Kind, parameters: &str, form: &'static str) -> Result<Argument, NameError> {
    let wrong = || NameError::Form { text: format!("{}:{parameters}", kind.name()), form };
    let numbers: Option<Vec<u32>> = parameters.split(['x', 'X']).map(number).collect();
    let size = match (kind, numbers.ok_or_else(wrong)?.as_slice()) {
        (Kind::Hex, &[width, height]) => Size { width, height, row: None },
        (Kind::TicTacToe | Kind::Connect, &[width, height, row]) => Size { width, height, row: Some(row) },
        _ => return Err(wrong()),
    };
    Ok(Argument::Game(Box::new(Placing::new(kind, size)?)))
}

fn line(text: &str, line: Option<PathGame>, form: &'static str) -> Result<Argument, NameError> {
    let line = line.ok_or_else(|| NameError::Form { text: text.to_owned(), form })?;
    Ok(Argument::Game(Box::new(line.checked()?)))
}
