//! Games defined by plain lists of options for numbered positions, and small certificates of the kind `richman`.

use super::{A, B, Item, Subject, T, Tag, U, column};
use crate::bidding::game::{Choice, Game, Moves, NumberingError, Positions};
use crate::core::game::{Colour, Description};
use crate::core::refusal::Refusal;
use crate::core::verification::{Proved, Verification};
use crate::registry::{Kind, Verify};

/// Builds a small certificate for two bare kings on a 2x2 board. Both classes of symmetric positions have the value
/// 1/2.
///
/// In class 0 of symmetric positions, the kings are on a1 and b1; in class 1, they are on a1 and b2. Each side's best
/// move is to capture the king.
pub(crate) fn kings() -> Item {
    let values = [column(&[1, 2]), column(&[0, 1, 0]), column(&[0, 1, 1])];
    let columns = [column(&[1, 1]), column(&[1, 1]), column(&[1, 1]), column(&[2, 1]), column(&[1, 1])];
    certificate("KK", 2, vec![], [values.to_vec(), columns.to_vec()].concat())
}

/// Builds a certificate for king and queen against king on a 2x2 board. The certificate cites [`kings`].
pub(crate) fn queen() -> Item {
    let values = [column(&[1, 2]), column(&[0, 1, 0]), column(&[0, 1, 1])];
    // In the three classes, the white queen and the black king are on b1 and a2, on b1 and b2, and on b2 and b1. The
    // white king is on a1, and its best move is to capture the black king.
    let columns = [column(&[1; 3]), column(&[1; 3]), column(&[1; 3]), column(&[0, 1, 1]), column(&[2, 1, 1])];
    certificate("KQK", 3, vec![crate::digest(&kings().bytes()).to_vec()], [values.to_vec(), columns.to_vec()].concat())
}

/// Builds a certificate for a stored game with one position. In this position, Left can draw or win, and Right can only
/// draw.
pub(crate) fn drawn() -> Item {
    let position = A(vec![T("v"), column(&[2, 1]), column(&[2])]);
    let ends = A(vec![A(vec![T("won"), U(0)]), A(vec![T("drawn"), U(2)])]);
    let parameters = A(vec![T("A draw"), T("Alice"), T("Bob"), U(0), A(vec![position]), ends]);
    let game = A(vec![T("graph"), U(1), parameters]);
    let values = [column(&[1, 2]), column(&[0, 1, 0]), column(&[0, 1, 1])];
    // The columns are the ranks of alpha and beta, the labels, the choices for alpha, and the choices for beta.
    let columns = [1, 2, 1, 0, 1, 0, 0, 0].map(|entry| column(&[entry]));
    let evidence = A([values.to_vec(), columns.to_vec()].concat());
    let items = vec![T("gamecert"), U(1), A(vec![T("richman"), U(1)]), game, column(&[2, 1]), A(vec![]), evidence];
    Tag(55799, Box::new(A(items)))
}

/// Builds a certificate for an ending with this material on a 2x2 board.
fn certificate(material: &'static str, classes: u64, citations: Vec<Vec<u8>>, evidence: Vec<Item>) -> Item {
    let game = A(vec![T("bidding-chess"), U(1), A(vec![U(2), U(2), T(material)])]);
    let citations = A(citations.into_iter().map(B).collect());
    Tag(55799, Box::new(A(vec![T("gamecert"), U(1), A(vec![T("richman"), U(1)]), game, column(&[1, classes]), citations, A(evidence)])))
}
/// A game that is defined by the options of its positions. No two positions are symmetric, so class n contains only
/// position n.
pub(crate) struct Graph(pub(crate) Vec<(Vec<Choice>, Vec<Choice>)>);

impl Game for Graph {
    fn description(&self) -> Description {
        Description { rules: "graph", version: 1, parameters: vec![], names: vec![] }
    }

    fn positions(&self, _: u32) -> Result<Box<dyn Positions + '_>, NumberingError> {
        Ok(Box::new(self))
    }
}

impl Positions for &Graph {
    fn classes(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap()
    }

    fn placements(&self) -> u64 {
        u64::from(self.classes())
    }

    fn position(&self, class: u32) -> String {
        class.to_string()
    }

    fn moves(&self) -> Option<Box<dyn Moves + '_>> {
        Some(Box::new(*self))
    }
}

impl Moves for &Graph {
    fn options(&self, class: u32, white: &mut Vec<Choice>, black: &mut Vec<Choice>) -> Option<()> {
        let options = self.0.get(usize::try_from(class).ok()?)?;
        white.clone_from(&options.0);
        black.clone_from(&options.1);
        Some(())
    }
}
impl Subject for Graph {
    fn verify(&self, kind: &Kind, case: Verification<'_, '_>) -> Result<Proved, Refusal> {
        match kind.verify {
            Verify::Bidding(verify) => verify(self, case),
            #[allow(unreachable_patterns, reason = "a build may have one family alone")]
            _ => panic!("kind {} is of another family", kind.name.name),
        }
    }
}

/// Reads a bidding game from the parameters of a rule set.
pub(crate) fn read_numbered(rules: &str, parameters: &Item) -> Result<Box<dyn Game>, Refusal> {
    match super::read_game(rules, parameters)? {
        crate::registry::Game::Bidding(game) => Ok(game),
        #[allow(unreachable_patterns, reason = "a build may have one family alone")]
        _ => panic!("{rules} is of another family"),
    }
}

/// Formats each class as its position, White's options and Black's options. The letters L, R and D denote a win for
/// Left, a win for Right and a draw.
pub(crate) fn options(positions: &dyn Positions) -> Vec<String> {
    let moves = positions.moves().unwrap();
    let name = |choice: &Choice| match choice {
        Choice::Class(class) => positions.position(*class),
        Choice::Cited { .. } => panic!("a game without citations"),
        Choice::Won(Colour::White) => "L".to_owned(),
        Choice::Won(Colour::Black) => "R".to_owned(),
        Choice::Drawn => "D".to_owned(),
    };
    let names = |choices: &[Choice]| choices.iter().map(name).collect::<Vec<_>>().join(" ");
    let (mut white, mut black) = (vec![], vec![]);
    let class = |class| {
        moves.options(class, &mut white, &mut black).unwrap();
        format!("{}: {} | {}", positions.position(class), names(&white), names(&black))
    };
    (0..positions.classes()).map(class).collect()
}
