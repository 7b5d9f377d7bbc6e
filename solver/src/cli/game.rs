//! GAME arguments: names of games and game files.

use std::path::Path;

use super::outcome::Failure;
use crate::certificate::sort::{Sort, mistaken};
use crate::games::bidding_chess::{Board, Material};
use crate::games::{self, Argument, Game};

/// What a GAME argument stands for, with its file read.
pub(super) enum Opened {
    /// A game that rests on no other.
    Game(Box<dyn Game>),
    /// An ending of bidding chess, which rests on those that it can turn into.
    Ending(Material, Board),
}

/// Reads a GAME argument and the file that it may name.
pub(super) fn open(text: &str) -> Result<Opened, Failure> {
    if Path::new(text).is_dir() {
        return Err(Failure::input(format!("{text}: a folder, not a game file")));
    }
    match games::parse(text).map_err(Failure::BadInput)? {
        Argument::Game(game) => Ok(Opened::Game(game)),
        Argument::BiddingChess { material, board } => {
            let board: Board = board.parse().map_err(Failure::input)?;
            let (material, exchanged) = Material::parse(&material).map_err(Failure::input)?;
            if exchanged {
                super::outcome::note(&format!("{text} is {material} with colours exchanged"));
            }
            if !material.fits(board) {
                return Err(Failure::input(format!("the pieces of {material} do not fit on a board of {board}")));
            }
            Ok(Opened::Ending(material, board))
        }
        Argument::File(path) => {
            let bytes = std::fs::read(&path).map_err(|error| Failure::file(&path, &error))?;
            let wrong = |fault| mistaken(&bytes, Sort::GameFile, fault);
            let game = games::file::read(&bytes).map_err(|error| Failure::input(format!("{}: {}", path.display(), wrong(error))))?;
            Ok(Opened::Game(Box::new(game)))
        }
    }
}
