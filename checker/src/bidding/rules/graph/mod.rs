//! The rule set `graph`: the certificate itself stores all positions and options of the game.
//!
//! Implements `spec/rules/graph.md`: `parameters` reads a game (section 1), `numbering` numbers its positions (section
//! 2), and this module describes the game in words (section 3).

mod numbering;
mod parameters;
#[cfg(test)]
mod tests;

use crate::bidding::game::{Choice, Game, Moves, NumberingError, Positions};
use crate::bidding::whole::WholeGame;
use crate::core::fields::{index, quoted};
use crate::core::game::Description;
use crate::core::verification::{Digest, hex};
use numbering::Numbering;

pub(crate) use parameters::parameters;

pub(crate) const NAME: &str = "graph";

/// Bytes of memory for numbering a position. These bytes store three numbers of a position: how many options lead to
/// it, its entry in the queue, and its number.
const NUMBERING_PER_POSITION: u64 = 12;

/// At most this many characters of a position's name are shown.
const SHOWN: usize = 80;

/// A game as stored in its certificate.
struct Graph {
    whole: WholeGame,
    /// SHA-256 of the bytes of the parameters.
    digest: Digest,
}

impl Game for Graph {
    fn description(&self) -> Description {
        let positions = self.whole.positions.len().to_string();
        let parameters = vec![("positions", positions), ("digest", hex(&self.digest))];
        let WholeGame { title, left, right, .. } = &self.whole;
        let names = [("the game", title), ("Left", left), ("Right", right)].map(|(what, name)| (what, name.clone()));
        Description { rules: NAME, version: 1, parameters, names: names.into() }
    }

    fn numbering_bytes(&self) -> u64 {
        crate::core::cbor::as_u64(self.whole.positions.len()).saturating_mul(NUMBERING_PER_POSITION)
    }

    fn positions(&self, _: u32) -> Result<Box<dyn Positions + '_>, NumberingError> {
        let numbering = Numbering::new(&self.whole).ok_or(NumberingError::TooMany)?;
        Ok(Box::new(Classes { whole: &self.whole, numbering }))
    }

    #[cfg(any(test, feature = "inspect"))]
    fn whole(&self) -> Option<&WholeGame> {
        Some(&self.whole)
    }
}

/// The numbered positions of a game.
struct Classes<'a> {
    whole: &'a WholeGame,
    numbering: Numbering,
}

impl Positions for Classes<'_> {
    fn classes(&self) -> u32 {
        self.numbering.classes()
    }

    fn placements(&self) -> u64 {
        u64::from(self.classes())
    }

    fn start(&self) -> Option<u32> {
        self.numbering.class(self.whole.start?)
    }

    fn position(&self, class: u32) -> String {
        let position = self.numbering.position(class).and_then(|position| self.whole.position(position));
        position.map_or_else(String::new, |position| quoted(&position.name, SHOWN))
    }

    fn name(&self, class: u32) -> Option<String> {
        Some(self.whole.position(self.numbering.position(class)?)?.name.clone())
    }

    fn moves(&self) -> Option<Box<dyn Moves + '_>> {
        Some(Box::new(self))
    }
}

impl Moves for &Classes<'_> {
    fn options(&self, class: u32, white: &mut Vec<Choice>, black: &mut Vec<Choice>) -> Option<()> {
        let position = self.whole.position(self.numbering.position(class)?)?;
        for (stored, options) in [(&position.left, white), (&position.right, black)] {
            options.clear();
            for option in stored {
                options.push(self.choice(*option)?);
            }
        }
        Some(())
    }
}

impl Classes<'_> {
    /// Returns the result of a stored option: a position, or an end of the game. In the file, positions in which play
    /// is over are numbered after all other positions.
    fn choice(&self, option: u32) -> Option<Choice> {
        match option.checked_sub(self.classes()) {
            None => self.numbering.class(option).map(Choice::Class),
            Some(end) => Some(match self.whole.ends.get(index(end))?.winner {
                Some(colour) => Choice::Won(colour),
                None => Choice::Drawn,
            }),
        }
    }
}
