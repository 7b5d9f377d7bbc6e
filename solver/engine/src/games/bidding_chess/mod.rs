//! Bidding chess (`spec/rules/bidding-chess.md`): endgames on boards from 2x2 to 16x16.

pub mod board;
pub mod ending;
pub mod graph;
pub mod material;
pub mod merged;
pub mod numbering;
pub mod placement;
pub mod rules;
pub mod whole;

pub use board::{Board, Square};
pub use ending::{Destination, Ending, EndingError, NoOptions};
pub use material::{Material, Piece, Role};
pub use numbering::Numbering;
pub use placement::{Diagram, Placement};
pub use rules::{Move, Rules};
