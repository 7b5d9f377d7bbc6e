//! Opens the game that a verified certificate is about.

use std::sync::Arc;

use crate::answers::NoAnswer;
use crate::certificate::verify::About;
use crate::games::bidding_chess::{Board, Diagram, Ending, Material};
use crate::games::stored::Stored;
use crate::games::{self, Argument, Game, PositionOrEnd};

/// The game that a certificate is about.
pub enum Certified {
    /// A game whose certificate cites no other certificate.
    Game(Box<dyn Game>),
    /// An ending of bidding chess.
    Ending(Arc<Ending>),
}

/// Returns the ending that a verified certificate is about. Returns `None` if the certificate is not about bidding
/// chess.
#[must_use]
pub fn ending_of(about: &About) -> Option<(Board, Material)> {
    let parameter = |name: &str| about.parameters.get(name);
    (about.rules == "bidding-chess").then_some(())?;
    Some((parameter("board")?.parse().ok()?, parameter("material")?.parse().ok()?))
}

impl Certified {
    /// Opens the game that a certificate is about.
    ///
    /// # Errors
    /// [`NoAnswer`] if the solver does not recognise the game that the certificate names.
    pub fn open(about: &About) -> Result<Self, NoAnswer> {
        if let Some((board, material)) = ending_of(about) {
            let ending = Ending::family(board, &[material])?.pop();
            return ending.map(Self::Ending).ok_or_else(|| NoAnswer::disagreement("an ending without a family"));
        }
        if let Some(parts) = &about.whole {
            return Ok(Self::Game(Box::new(Stored::new(parts.clone())?)));
        }
        let parameter = |name: &str| about.parameters.get(name).map_or("", String::as_str);
        let parameters = match about.rules.as_str() {
            "tic-tac-toe" | "connect" => format!("{}x{}", parameter("board"), parameter("row")),
            "hex" => parameter("board").to_owned(),
            "tug" => parameter("length").to_owned(),
            "ultimatum" => parameter("degree").to_owned(),
            "sudden-death" => format!("{}{}", parameter("player"), parameter("moves")),
            rules => return Err(NoAnswer::Disagreement(format!("the rule set {rules} is not known"))),
        };
        match games::named(&format!("{}:{parameters}", about.rules))? {
            Argument::Game(game) => Ok(Self::Game(game)),
            Argument::BiddingChess { .. } | Argument::File(_) => {
                Err(NoAnswer::Disagreement(format!("the rule set {} is not known", about.rules)))
            }
        }
    }

    /// Describes the game in words.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Self::Game(game) => game.title(),
            Self::Ending(ending) => format!("bidding chess {} on {}", ending.material(), ending.board()),
        }
    }

    /// Returns the names of the players, with Left first.
    #[must_use]
    pub fn players(&self) -> [String; 2] {
        match self {
            Self::Game(game) => game.players(),
            Self::Ending(_) => ["White".to_owned(), "Black".to_owned()],
        }
    }

    /// Returns the canonical position of a class of symmetric positions, in text form.
    #[must_use]
    pub fn position(&self, class: u32) -> String {
        match self {
            Self::Game(game) => game.position(class as usize),
            Self::Ending(ending) => ending.position_text(class),
        }
    }

    /// Returns the number of the class of symmetric positions that contains a position.
    ///
    /// # Errors
    /// [`NoAnswer`] if no class contains the position.
    pub fn class(&self, text: &str) -> Result<usize, NoAnswer> {
        match self {
            Self::Game(game) => match game.find(text)? {
                PositionOrEnd::Position(position) => Ok(position),
                PositionOrEnd::End(_) => Err(NoAnswer::NotCovered(format!("{text}: play is over in this position"))),
            },
            Self::Ending(ending) => {
                let diagram = Diagram::from_fen(ending.board(), text)?;
                let (material, placement, exchanged) = diagram.placement();
                if material != *ending.material() {
                    return Err(NoAnswer::NotCovered(format!(
                        "{text}: a position of {material}, but the certificate is about {}",
                        ending.material()
                    )));
                }
                if exchanged {
                    return Err(NoAnswer::NotCovered(format!(
                        "{text}: a position of {material} with colours exchanged, of which the certificate says nothing"
                    )));
                }
                Ok(ending.numbering().class(&mut placement.squares().to_vec()) as usize)
            }
        }
    }
}
