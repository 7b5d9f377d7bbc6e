//! Answers the web page's questions about bidding chess. The answers come from certificates with exact values or with
//! bounds.

use super::AskError;
use std::path::Path;

use crate::answers::bounds::{BoundedTables, Interval};
use crate::answers::lookup::lookup;
use crate::answers::squares::{squares, squares_between};
use crate::answers::tablebase::Tablebase;
use crate::answers::text::DECIMALS;
use crate::certificate::verify::VerifiedTables;
use crate::certificate::{Certificate, verify};
use crate::games::Colour;
use crate::games::bidding_chess::{Board, Diagram, Piece, Role, Square};
use crate::model::bracket::Bounds;
use crate::model::graph::BoundaryValue;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Default)]
pub(crate) struct Bidding {
    cited: Vec<Certificate>,
    opened: Option<Opened>,
}

enum Opened {
    /// Exact values and the digests of all certificates.
    Exact(Tablebase, Vec<String>),
    /// Bounds of the values.
    Between(BoundedTables),
}

/// Questions about bidding chess. A position is the first field of a FEN, and moves look like `e7e8q`.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Question {
    /// Keeps the file, because the certificate that is opened next may cite it.
    Cite,
    /// Opens the ending in the file, together with the endings that the certificate cites.
    Open { name: String },
    /// Returns everything known about a position.
    Look { position: String },
    /// Moves the piece on `square` to every square in turn, and returns the value of each resulting position.
    Squares { position: String, square: String },
    /// Returns the position after a move, or the winner if the move ends the game.
    After { position: String, played: String },
    /// Returns White's or Black's best move. Fails if only bounds are known.
    Best { position: String, white: bool },
}

impl Bidding {
    pub(crate) fn ask(&mut self, question: Question, file: Vec<u8>) -> Result<Value, AskError> {
        match question {
            Question::Cite => {
                self.cited.push(Certificate::new(file));
                Ok(Value::Null)
            }
            Question::Open { name } => self.open(&file, &name),
            Question::Look { position } => self.look(&position),
            Question::Squares { position, square } => self.squares(&position, &square),
            Question::After { position, played } => match after(&self.diagram(&position)?, &played)? {
                After::Position(diagram) => Ok(json!({ "position": diagram.to_string() })),
                After::Won(colour) => Ok(json!({ "won": colour })),
            },
            Question::Best { position, white } => self.best(&position, white),
        }
    }

    fn open(&mut self, file: &[u8], name: &str) -> Result<Value, AskError> {
        // Free the previous tables before reading new ones.
        self.opened = None;
        let cited = std::mem::take(&mut self.cited);
        let name = Path::new(name);
        let tables = verify::read_tables(file, &cited, name)?;
        let (answer, opened) = match tables {
            VerifiedTables::Bounds(games) => {
                let tables = BoundedTables::open(&games)?;
                let (ending, bits) = tables.last();
                let (board, material) = (tables.board(), ending.material().to_string());
                let answer = json!({
                    "board": [board.width(), board.height()],
                    "material": material,
                    "classes": ending.numbering().classes(),
                    "bits": bits,
                    "position": ending.position_text(0),
                });
                (answer, Opened::Between(tables))
            }
            tables => {
                let games = tables.values(name)?;
                let (tablebase, digests) = Tablebase::of_verified(games)?;
                let board = tablebase.board();
                let (ending, solution) = tablebase.endings().last().ok_or(AskError::NotOpen("no ending"))?;
                let answer = json!({
                    "board": [board.width(), board.height()],
                    "material": ending.material().to_string(),
                    "classes": ending.numbering().classes(),
                    "values": solution.values.len(),
                    "sharp": solution.is_sharp(),
                    "position": ending.position_text(0),
                });
                (answer, Opened::Exact(tablebase, digests))
            }
        };
        self.opened = Some(opened);
        Ok(answer)
    }

    fn opened(&self) -> Result<&Opened, AskError> {
        self.opened.as_ref().ok_or(AskError::NotOpen("no ending has been opened"))
    }

    fn diagram(&self, position: &str) -> Result<Diagram, AskError> {
        let board = match self.opened()? {
            Opened::Exact(tablebase, _) => tablebase.board(),
            Opened::Between(tables) => tables.board(),
        };
        Ok(Diagram::parse(board, position)?)
    }

    fn look(&self, position: &str) -> Result<Value, AskError> {
        let diagram = self.diagram(position)?;
        let (tablebase, digests) = match self.opened()? {
            Opened::Exact(tablebase, digests) => (tablebase, digests),
            Opened::Between(tables) => return Ok(json!(tables.lookup(&diagram)?)),
        };
        let found = lookup(tablebase, &diagram, digests.clone())?;
        let mut answer = json!(found);
        for (moves, list) in [("white_moves", &found.white_moves), ("black_moves", &found.black_moves)] {
            for (place, one) in list.iter().enumerate() {
                answer[moves][place]["decimal"] = one.value.decimal(DECIMALS).into();
            }
        }
        answer["bid_decimal"] = found.bid.decimal(DECIMALS).into();
        answer["white_above_decimal"] = found.white_wins_above.decimal(DECIMALS).into();
        answer["black_above_decimal"] = found.black_wins_above.decimal(DECIMALS).into();
        Ok(answer)
    }

    fn squares(&self, position: &str, square: &str) -> Result<Value, AskError> {
        let diagram = self.diagram(position)?;
        let moved = diagram.board.named(square).filter(|&named| diagram.pieces.iter().any(|&(_, square)| square == named));
        let moved = moved.ok_or_else(|| AskError::Question(format!("no piece on {square}")))?;
        let tablebase = match self.opened()? {
            Opened::Exact(tablebase, _) => tablebase,
            Opened::Between(tables) => {
                let (_, bits) = tables.last();
                let found = squares_between(tables, &diagram, moved)?;
                let known = |(square, bounds): (u8, Option<Bounds>)| {
                    let [alpha, beta] = bounds.map(|bounds| [bounds.alpha, bounds.beta])?.map(|bounds| Interval::new(bounds, bits));
                    Some(json!({ "square": diagram.board.name(square), "alpha": alpha, "beta": beta }))
                };
                return Ok((0..).zip(found).filter_map(known).collect());
            }
        };
        let found = squares(tablebase, &diagram, moved)?;
        let value = |(square, value): (u8, Option<BoundaryValue>)| {
            let BoundaryValue { alpha, beta, .. } = value?;
            let beta = (alpha != beta).then(|| beta.to_string());
            Some(
                json!({ "square": diagram.board.name(square), "alpha": alpha.to_string(), "decimal": alpha.decimal(DECIMALS), "beta": beta }),
            )
        };
        Ok((0..).zip(found).filter_map(value).collect())
    }

    fn best(&self, position: &str, white: bool) -> Result<Value, AskError> {
        let Opened::Exact(tablebase, _) = self.opened()? else {
            return Err(AskError::Question("bounds do not say which move is best".to_owned()));
        };
        let diagram = self.diagram(position)?;
        let found = lookup(tablebase, &diagram, Vec::new())?;
        let moves = if white { found.white_moves } else { found.black_moves };
        // Among moves of equal value, choose the move whose successor has the least label, because this successor is
        // nearest to the win.
        let label = |played: &str| -> Result<u64, AskError> {
            match after(&diagram, played)? {
                After::Won(_) => Ok(0),
                After::Position(diagram) => {
                    let there = lookup(tablebase, &diagram, Vec::new())?;
                    let label = if white { there.label_white } else { there.label_black };
                    Ok(label.map_or(u64::MAX, u64::from))
                }
            }
        };
        let mut best: Option<(u64, String)> = None;
        for one in moves.into_iter().filter(|one| one.best) {
            let label = label(&one.text)?;
            if best.as_ref().is_none_or(|(least, _)| label < *least) {
                best = Some((label, one.text));
            }
        }
        best.map(|(_, played)| json!(played)).ok_or(AskError::NotOpen("no move"))
    }
}

enum After {
    Position(Diagram),
    Won(Colour),
}

/// Makes a legal move.
fn after(diagram: &Diagram, played: &str) -> Result<After, AskError> {
    let board = diagram.board;
    let wrong = || AskError::Question(format!("{played} is no move of {diagram}"));
    let (from, rest) = first_square(board, played).ok_or_else(wrong)?;
    let (to, promotion) = first_square(board, rest).ok_or_else(wrong)?;
    let mut pieces = diagram.pieces.clone();
    let mover = pieces.iter().position(|&(_, square)| square == from).ok_or_else(wrong)?;
    let colour = pieces[mover].0.colour;
    if let Some(letter) = promotion.chars().next() {
        let role = Role::from_letter(letter.to_ascii_uppercase()).ok_or_else(wrong)?;
        pieces[mover].0 = Piece { colour, role };
    }
    pieces[mover].1 = to;
    let captured = pieces.iter().enumerate().position(|(place, &(_, square))| place != mover && square == to);
    if let Some(captured) = captured {
        let (Piece { colour: of, role }, _) = pieces.remove(captured);
        if of == colour {
            return Err(wrong());
        }
        if role == Role::King {
            return Ok(After::Won(colour));
        }
    }
    pieces.sort_unstable();
    Ok(After::Position(Diagram { board, pieces }))
}

/// If a string begins with the name of a square, returns the square and the rest of the string.
fn first_square(board: Board, text: &str) -> Option<(Square, &str)> {
    let digits = text.get(1..)?.chars().take_while(char::is_ascii_digit).count();
    let (first, rest) = text.split_at_checked(1 + digits)?;
    Some((board.named(first)?, rest))
}
