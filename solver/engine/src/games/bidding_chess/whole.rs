//! Combines an ending with all endings that it can turn into. The result is a complete game. The complete game answers
//! questions that the certificate of a single ending cannot answer.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::ending::{Ending, NoOptions};
use super::merged::Merged;
use super::placement::Diagram;
use super::rules::Move;
use crate::control::{Control, Interrupted};
use crate::games::Colour;
use crate::games::{Game, PositionError, PositionOrEnd};
use crate::model::graph::{End, GameGraph, Lists, Player};
use crate::model::name::GameName;

/// A family of endings, treated as one game.
pub struct Whole {
    merged: Merged,
}

/// Says where a position occurs in the endings of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndingClass {
    /// Index of the position's ending in the family.
    pub ending: usize,
    /// Number of the class of symmetric positions in the ending.
    pub class: u32,
    /// Whether White's and Black's pieces are exchanged.
    pub exchanged: bool,
}

impl Whole {
    /// Creates the game of a family that [`Ending::family`] returned.
    ///
    /// # Errors
    /// [`NoOptions`] if a player has no move in some position, or when asked to stop.
    pub fn new(family: &[Arc<Ending>], control: Control) -> Result<Self, NoOptions> {
        Ok(Self { merged: Merged::new(family, control)? })
    }

    /// Returns the endings of the family, sub-endings first.
    #[must_use]
    pub fn family(&self) -> &[Arc<Ending>] {
        self.merged.family()
    }

    /// Returns the ending, the class of symmetric positions and the colours of a position.
    ///
    /// # Panics
    /// Panics if there is no such position.
    #[must_use]
    pub fn part(&self, position: usize) -> EndingClass {
        let parts = (0..self.family().len()).flat_map(|ending| [(ending, false), (ending, true)]);
        let within = |(ending, exchanged)| {
            let range = self.merged.range(ending, exchanged).filter(|range| range.contains(&position))?;
            Some(EndingClass { ending, class: u32::try_from(position - range.start).expect("fewer than 2^32 classes"), exchanged })
        };
        parts.filter_map(within).next().expect("a position of the game")
    }

    fn ending(&self) -> &Ending {
        self.family().last().expect("a family has its ending")
    }
}

impl Game for Whole {
    fn name(&self) -> GameName {
        self.ending().name()
    }

    fn title(&self) -> String {
        format!("bidding chess {} on {}", self.ending().material(), self.ending().board())
    }

    fn graph_under(&self, _: Control) -> Result<GameGraph, Interrupted> {
        let graph = &self.merged.graph;
        let positions = u32::try_from(graph.len()).expect("fewer than 2^32 positions");
        // On the boundary of the merged graph, Black's win comes first and White's win second.
        let place = |place: &mut u32| match place.checked_sub(positions) {
            None => {}
            Some(0) => *place = End::Right.place(positions),
            Some(_) => *place = End::Left.place(positions),
        };
        let lists = |lists: &Lists| {
            let mut lists = lists.clone();
            lists.for_each_place(place);
            lists
        };
        Ok(GameGraph { left: lists(&graph.white), right: lists(&graph.black) })
    }

    fn names_moves(&self) -> bool {
        true
    }

    /// The game has no initial position, so this is the first position of the last ending.
    fn start(&self) -> usize {
        self.merged.range(self.family().len() - 1, false).map_or(0, |range| range.start)
    }

    fn position(&self, position: usize) -> String {
        let EndingClass { ending, class, exchanged } = self.part(position);
        let ending = &self.family()[ending];
        let diagram = Diagram::new(ending.board(), ending.material(), &ending.numbering().placement(class));
        if exchanged { diagram.exchanged().to_string() } else { diagram.to_string() }
    }

    fn find(&self, text: &str) -> Result<PositionOrEnd, PositionError> {
        let board = self.ending().board();
        let diagram = Diagram::from_fen(board, text)?;
        let (material, placement, exchanged) = diagram.placement();
        let ending = self.family().iter().position(|ending| *ending.material() == material);
        let range = ending.and_then(|ending| Some((ending, self.merged.range(ending, exchanged)?)));
        let (ending, range) =
            range.ok_or_else(|| PositionError::new(text, format!("{} cannot turn into this position", self.ending().material())))?;
        let class = self.family()[ending].numbering().class(&mut placement.squares().to_vec());
        Ok(PositionOrEnd::Position(range.start + class as usize))
    }

    fn after(&self, position: usize, player: Player, option: usize) -> String {
        let EndingClass { ending, class, exchanged } = self.part(position);
        let ending = &self.family()[ending];
        let board = ending.board();
        let colour = if (player == Player::Left) == exchanged { Colour::Black } else { Colour::White };
        let mut index = 0;
        let nth = |mv: Move| {
            if index == option {
                return ControlFlow::Break(mv);
            }
            index += 1;
            ControlFlow::Continue(())
        };
        let found = ending.rules().moves(ending.material(), &ending.numbering().placement(class), colour, nth);
        let ControlFlow::Break(mv) = found else { panic!("the option's index is within its list") };
        let square = |square| if exchanged { board.opposite_rank(square) } else { square };
        Move { from: square(mv.from), to: square(mv.to), ..mv }.text(board)
    }

    fn estimate(&self) -> (u64, u64) {
        let graph = &self.merged.graph;
        (graph.len() as u64, (graph.white.places().len() + graph.black.places().len()) as u64)
    }

    fn value_bits(&self) -> u64 {
        let squares = u64::from(self.ending().board().squares());
        squares * squares
    }
}
