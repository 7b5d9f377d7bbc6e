//! What a kind of certificate asks of a game: classes of positions, the options of a class, and the games that it rests on.
//!
//! Kinds work for any [`Game`] and know none by name; rule sets implement it and know no kind. A game is described before anything is built
//! for it, then its positions are numbered ([`Game::positions`]), then, with the games it cites verified, its options are
//! generated ([`Positions::moves`]).

use crate::rejection::{Place, Rejection};

/// One of the two players. In games that know no colours White is Left and Black is Right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Colour {
    /// White.
    White,
    /// Black.
    Black,
}

impl Colour {
    /// The other side.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// A game in words and numbers. Two games are the same exactly if their descriptions are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The name of the rule set.
    pub rules: &'static str,
    /// The version of the rule set.
    pub version: u64,
    /// The parameters in the rule set's text form, one name and value each.
    pub parameters: Vec<(&'static str, String)>,
}

impl std::fmt::Display for Description {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} version {}", self.rules, self.version)?;
        self.parameters.iter().try_for_each(|(name, value)| write!(f, ", {name} {value}"))
    }
}

/// A game that another one cites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CitedGame {
    pub(crate) game: Description,
    /// Whether an option can lead to it with the colours as they are.
    pub(crate) straight: bool,
    /// Whether an option can lead to it with colours exchanged.
    pub(crate) exchanged: bool,
}

/// Where one option of a player leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A class of the same game.
    Class(u32),
    /// A class of a cited game.
    Cited {
        /// The place of the game in the list of citations.
        citation: u32,
        /// The class of that game.
        class: u32,
        /// Whether White plays Black's part in it.
        exchanged: bool,
    },
    /// The end: this player has won.
    Won(Colour),
    /// The end: neither has won.
    Drawn,
}

/// A game written out whole: its positions by name, each player's options, the ends. White is Left, Black is Right.
///
/// An option below the number of positions is the position of that index; the ends are counted on from there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WholeGame {
    /// What the game is called.
    pub title: String,
    /// The name of the player Left.
    pub left: String,
    /// The name of the player Right.
    pub right: String,
    /// The position in which play begins, if there is one.
    pub start: Option<u32>,
    /// The positions in which play goes on.
    pub positions: Vec<WholePosition>,
    /// The positions in which play is over.
    pub ends: Vec<WholeEnd>,
}

/// A position of a game written out whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholePosition {
    /// Its name.
    pub name: String,
    /// Left's options.
    pub left: Vec<u32>,
    /// Right's options.
    pub right: Vec<u32>,
}

/// An end of a game written out whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeEnd {
    /// Its name.
    pub name: String,
    /// Who has won; `None` if neither has.
    pub winner: Option<Colour>,
}

impl WholeGame {
    /// The position of that index.
    pub(crate) fn position(&self, index: u32) -> Option<&WholePosition> {
        self.positions.get(usize::try_from(index).ok()?)
    }
}

/// A game with its parameters, before anything is built for it.
pub(crate) trait Game {
    /// What game it is.
    fn description(&self) -> Description;

    /// The games that it cites, in the order of its rule set. Each is smaller than this one in some order that has no endless descent:
    /// the depth of the checker's recursion rests on that.
    fn cited(&self) -> Vec<CitedGame>;

    /// The memory that [`Game::positions`] takes, in bytes (`u64::MAX` if more than that).
    fn numbering_bytes(&self) -> u64;

    /// Numbers the positions. A rule set that finds them by search, and so cannot say before how many there are, gives up when it
    /// has found more than `most` classes; others need not look at `most`.
    fn positions(&self, most: u32) -> Result<Box<dyn Positions + '_>, Unnumbered>;

    /// The game as its certificate stores it, if its rule set is the one of games that are stored whole.
    fn whole(&self) -> Option<&WholeGame> {
        None
    }

    /// The numbers that may be taken from a heap, ascending, if the game is one of heaps of every size: its positions cannot be numbered.
    fn subtraction_set(&self) -> Option<&[u8]> {
        None
    }

    /// The game, if its players move in turns: its positions are not numbered.
    fn in_turns(&self) -> Option<&dyn InTurns> {
        None
    }

    /// The game, if it is one of turns of which it is known when a side can no longer win, whatever both do.
    fn with_help(&self) -> Option<&dyn WithHelp> {
        None
    }
}

/// A position of a game of turns, the side to move included. Two positions are the same exactly if their words are; what they mean is the game's
/// business.
pub type Words = [u64; 4];

/// A legal move of a game of turns. What the number means is the game's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move(pub(crate) u16);

/// Whether play goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// It does, with a move of this side.
    Goes(Colour),
    /// It is over, and this side has won; `None` if neither has.
    Over(Option<Colour>),
}

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The position.
    pub position: Words,
    /// Whether the move begins the count of a 50-move rule anew: it is a capture or made by a pawn.
    pub zeroing: bool,
}

/// A game of two sides that move in turns, with too many positions to be numbered. A position says for itself how play can go on from it.
///
/// Positions are words without a type of their own, so that a kind can ask any such game through this trait: two calls for a position do not count
/// beside the memory that it is looked up in.
pub trait InTurns {
    /// The variant of the rules, as the parameters name it.
    fn variant(&self) -> &'static str;

    /// The position with that text, which stands at `place`.
    fn read(&self, text: &str, place: &Place) -> Result<Words, Rejection>;

    /// The text of a position.
    fn text(&self, position: &Words) -> String;

    /// Says whether play goes on. If it does, `moves` is replaced by the legal moves in move order, at least one, of which no two lead to the same
    /// position.
    fn play(&self, position: &Words, moves: &mut Vec<Move>) -> Play;

    /// What a legal move leads to.
    fn make(&self, position: &Words, played: Move) -> Step;

    /// The move in the text form of the rule set.
    fn name(&self, played: Move) -> String;
}

/// A game of turns in which a side may win only with the other's help, or not even so. To win is to have won where play is over.
pub trait WithHelp: InTurns {
    /// The position with that packed form, which stands at `place`.
    fn unpack(&self, packed: &[u8], place: &Place) -> Result<Words, Rejection>;

    /// Whether it can be seen of the material that the side cannot win from here on. If so, it has not won here either, unless play is over.
    fn material(&self, position: &Words, winner: Colour) -> bool;

    /// Whether the rule set's static argument shows that the side cannot win from here on.
    fn statically(&self, position: &Words, winner: Colour) -> bool;

    /// Whether the rule set's skeleton argument shows it, with at most so many skeletons. Pieces on the squares `followed` are
    /// followed: the least significant bit is for a1, the next for b1, the most significant one for h8.
    fn by_skeletons(&self, position: &Words, winner: Colour, followed: u64, most: u32) -> Argument;
}

/// What becomes of a skeleton argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// It holds, and so many skeletons are met.
    Holds(u32),
    /// It does not apply to positions with a right to castle.
    Castling,
    /// It fails, for a reason that is said.
    Fails(String),
    /// There are more skeletons than allowed.
    TooMany,
}

/// Why positions were not numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unnumbered {
    /// There are more classes than were asked for.
    MoreThanAsked,
    /// There are too many for this machine or for 32-bit class numbers.
    TooMany,
}

/// The numbered positions of a game.
pub(crate) trait Positions: Sync {
    /// The number of classes.
    fn classes(&self) -> u32;

    /// The number of positions that make up the classes.
    fn placements(&self) -> u64;

    /// The class in which play begins, where the rule set has one.
    fn start(&self) -> Option<u32> {
        None
    }

    /// The canonical position of a class in the text form of the rule set.
    fn position(&self, class: u32) -> String;

    /// Builds what is needed to generate options, the numbering of the cited games included. `None` as for [`Game::positions`].
    fn moves(&self) -> Option<Box<dyn Moves + '_>>;
}

/// The options of a game's classes.
pub(crate) trait Moves: Sync {
    /// Replaces the contents of the two lists by White's and Black's options at the canonical position of `class`, in move order.
    /// `None` if there is no such class or the rule set contradicts itself, which is a mistake of the checker.
    fn options(&self, class: u32, white: &mut Vec<Choice>, black: &mut Vec<Choice>) -> Option<()>;
}
