//! Parses the names of games in command-line arguments.

use std::path::{Path, PathBuf};

use super::path_games::PathGame;
use super::placing::{Kind, Placing, Size};
use super::wedge::wedge;
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
    /// Path of a game file, not read yet.
    File(PathBuf),
}

/// Forms of a GAME argument, for error messages.
pub const FORMS: &str =
    "tic-tac-toe[:WxHxK], hex:WxH, connect:WxHxK, tug:N, ultimatum:N, sudden-death:A3, wedge:G,H, bidding-chess:KRK@4x4 or a file .json";

/// Parses a GAME argument. Text that ends in `.json` or names an existing file is a game file.
///
/// # Errors
/// A message that describes the expected form.
pub fn parse(text: &str) -> Result<Argument, String> {
    let path = Path::new(text);
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json")) || path.is_file() {
        return Ok(Argument::File(path.to_owned()));
    }
    named(text)
}

/// Parses the name of a game, without looking for files.
///
/// # Errors
/// A message that describes the expected form.
pub fn named(text: &str) -> Result<Argument, String> {
    let (rules, parameters) = match text.split_once(':') {
        Some((rules, parameters)) => (rules, Some(parameters)),
        None => (text, None),
    };
    let needed = |form: &str| parameters.ok_or_else(|| format!("{text}: expected {form}"));
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
        _ => Err(format!("'{text}' is no game and no file{}; expected {FORMS}", similar(rules))),
    }
}

/// Parses a number without a sign.
fn number(text: &str) -> Option<u32> {
    if text.chars().all(|digit| digit.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// Returns the rule sets with similar names, as part of a message. None is selected: a similar name may mean another
/// game.
fn similar(name: &str) -> String {
    const NAMES: [&str; 8] = ["tic-tac-toe", "hex", "connect", "tug", "ultimatum", "sudden-death", "wedge", "bidding-chess"];
    const NEAR: f64 = 0.8;
    let near: Vec<&str> = NAMES.into_iter().filter(|known| strsim::jaro_winkler(known, name) > NEAR).collect();
    if near.is_empty() { String::new() } else { format!(" (a similar name: {})", near.join(", ")) }
}

fn placing(kind: Kind, parameters: &str, form: &str) -> Result<Argument, String> {
    let wrong = || format!("{}:{parameters}: expected {form}", kind.name());
    let numbers: Option<Vec<u32>> = parameters.split(['x', 'X']).map(number).collect();
    let size = match (kind, numbers.ok_or_else(wrong)?.as_slice()) {
        (Kind::Hex, &[width, height]) => Size { width, height, row: None },
        (Kind::TicTacToe | Kind::Connect, &[width, height, row]) => Size { width, height, row: Some(row) },
        _ => return Err(wrong()),
    };
    Ok(Argument::Game(Box::new(Placing::new(kind, size)?)))
}

fn line(text: &str, line: Option<PathGame>, form: &str) -> Result<Argument, String> {
    let line = line.ok_or_else(|| format!("{text}: expected {form}"))?;
    Ok(Argument::Game(Box::new(line.checked()?)))
}
