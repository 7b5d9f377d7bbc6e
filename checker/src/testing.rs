//! For tests: writing certificates item by item, and games that are nothing but lists of options.

use crate::bidding::game::{Choice, CitedGame, Game, Moves, Positions, Unnumbered};
use crate::chess::game::{Move, PackedPosition, Status, Step, TwoPlayerGame};
use crate::core::game::{Colour, Description};
use crate::core::refusal::{Place, Refusal};
use crate::helpmate::game::{Argument, HelpmateGame};

/// An item to be written.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    /// An unsigned integer.
    U(u64),
    /// A text string.
    T(&'static str),
    /// A byte string.
    B(Vec<u8>),
    /// An array.
    A(Vec<Item>),
    /// A tagged item.
    Tag(u64, Box<Item>),
}

pub(crate) use Item::{A, B, T, Tag, U};

/// An array of unsigned integers.
pub(crate) fn column(entries: &[u64]) -> Item {
    A(entries.iter().map(|entry| U(*entry)).collect())
}

impl Item {
    /// The bytes of the item.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        match self {
            U(number) => head(0, *number),
            B(bytes) => [head(2, length(bytes)), bytes.clone()].concat(),
            T(text) => [head(3, length(text.as_bytes())), text.as_bytes().to_vec()].concat(),
            A(items) => [head(4, length(items)), items.iter().flat_map(Item::bytes).collect()].concat(),
            Tag(tag, item) => [head(6, *tag), item.bytes()].concat(),
        }
    }

    /// The item with another one in the place that `path` leads to: indices of arrays, from the outside in. Tags are passed by.
    pub(crate) fn with(mut self, path: &[usize], item: Item) -> Self {
        let mut place = &mut self;
        for index in path {
            if let Tag(_, inner) = place {
                place = inner;
            }
            let A(items) = place else { panic!("no array on the path {path:?}") };
            place = &mut items[*index];
        }
        *place = item;
        self
    }
}

fn length<T>(items: &[T]) -> u64 {
    u64::try_from(items.len()).unwrap()
}

fn head(major: u8, argument: u64) -> Vec<u8> {
    let initial = major << 5;
    match argument {
        0..24 => vec![initial | u8::try_from(argument).unwrap()],
        24..0x100 => vec![initial | 24, u8::try_from(argument).unwrap()],
        0x100..0x1_0000 => [vec![initial | 25], u16::try_from(argument).unwrap().to_be_bytes().to_vec()].concat(),
        0x1_0000..0x1_0000_0000 => [vec![initial | 26], u32::try_from(argument).unwrap().to_be_bytes().to_vec()].concat(),
        _ => [vec![initial | 27], argument.to_be_bytes().to_vec()].concat(),
    }
}

/// Bare kings on 2x2, both classes worth 1/2: the smallest certificate.
///
/// Class 0 has the kings on a1 and b1, class 1 on a1 and b2. Each side's best move is to capture the king.
pub(crate) fn kings() -> Item {
    let values = [column(&[1, 2]), column(&[0, 1, 0]), column(&[0, 1, 1])];
    let columns = [column(&[1, 1]), column(&[1, 1]), column(&[1, 1]), column(&[2, 1]), column(&[1, 1])];
    certificate("KK", 2, vec![], [values.to_vec(), columns.to_vec()].concat())
}

/// King and queen against king on 2x2, resting on [`kings`]. All three classes are worth 1/2, for the same reason.
pub(crate) fn queen() -> Item {
    let values = [column(&[1, 2]), column(&[0, 1, 0]), column(&[0, 1, 1])];
    // Queen on b1 and black king on a2; queen b1, king b2; queen b2, king b1. The white king, on a1, captures.
    let columns = [column(&[1; 3]), column(&[1; 3]), column(&[1; 3]), column(&[0, 1, 1]), column(&[2, 1, 1])];
    certificate("KQK", 3, vec![crate::digest(&kings().bytes()).to_vec()], [values.to_vec(), columns.to_vec()].concat())
}

/// A stored game with one position, at which Left can draw or win and Right can draw: alpha = 1/2, beta = 1.
pub(crate) fn drawn() -> Item {
    let position = A(vec![T("v"), column(&[2, 1]), column(&[2])]);
    let ends = A(vec![A(vec![T("won"), U(0)]), A(vec![T("drawn"), U(2)])]);
    let parameters = A(vec![T("A draw"), T("Alice"), T("Bob"), U(0), A(vec![position]), ends]);
    let game = A(vec![T("graph"), U(1), parameters]);
    let values = [column(&[1, 2]), column(&[0, 1, 0]), column(&[0, 1, 1])];
    // Ranks of alpha and beta, labels, choices for alpha and for beta.
    let columns = [1, 2, 1, 0, 1, 0, 0, 0].map(|entry| column(&[entry]));
    let evidence = A([values.to_vec(), columns.to_vec()].concat());
    let items = vec![T("gamecert"), U(1), A(vec![T("richman"), U(1)]), game, column(&[2, 1]), A(vec![]), evidence];
    Tag(55799, Box::new(A(items)))
}

/// A certificate about a material on 2x2.
fn certificate(material: &'static str, classes: u64, citations: Vec<Vec<u8>>, evidence: Vec<Item>) -> Item {
    let game = A(vec![T("bidding-chess"), U(1), A(vec![U(2), U(2), T(material)])]);
    let citations = A(citations.into_iter().map(B).collect());
    Tag(55799, Box::new(A(vec![T("gamecert"), U(1), A(vec![T("richman"), U(1)]), game, column(&[1, classes]), citations, A(evidence)])))
}

/// A game given by the options of each class: White's, then Black's. Class n is the position n.
pub(crate) struct Graph(pub(crate) Vec<(Vec<Choice>, Vec<Choice>)>);

impl Game for Graph {
    fn description(&self) -> Description {
        Description { rules: "graph", version: 1, parameters: vec![] }
    }

    fn cited(&self) -> Vec<CitedGame> {
        vec![]
    }

    fn numbering_bytes(&self) -> u64 {
        0
    }

    fn positions(&self, _: u32) -> Result<Box<dyn Positions + '_>, Unnumbered> {
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

/// A game of turns given by its positions. The position n is packed in two bytes, its text is `pN`, and the move to it is `mN`.
///
/// It goes under the name of the rule set `chess`, so that kinds with help apply to it.
pub(crate) struct Turns(Vec<Spot>);

/// A position: whether play goes on, the moves, and which sides are seen to be unable to win, by material or statically.
struct Spot {
    play: Status,
    moves: Vec<u16>,
    material: Vec<Colour>,
    statically: Vec<Colour>,
    /// What becomes of the skeleton argument, if not that a mate is found.
    skeletons: Vec<(Colour, Argument)>,
    /// The squares on which pieces have to be followed, or a mate is found.
    followed: u64,
}

impl Turns {
    /// The game with these positions: `w 1 2` or `b 3` for a side to move and the positions that its moves lead to, `won w`, `drawn`. Behind them
    /// may stand `material b`, `static w`, `skeletons w 5`, `skeletons b castling` and `followed 6`, the squares on which pieces have to be followed for it.
    pub(crate) fn new<T: AsRef<str>>(positions: &[T]) -> Self {
        Self(positions.iter().map(|position| Spot::new(position.as_ref())).collect())
    }

    /// The position of that number in packed form.
    pub(crate) fn packed(number: u16) -> Item {
        B(number.to_be_bytes().to_vec())
    }

    fn spot(&self, words: &PackedPosition) -> &Spot {
        &self.0[usize::try_from(words[0]).unwrap()]
    }

    /// Whether moves can lead from the position with that text to one in which the side has won.
    pub(crate) fn can_win(&self, text: &str, winner: Colour) -> bool {
        let root = self.read(text, &Place::Byte(0)).unwrap();
        let (mut met, mut number) = (vec![root[0]], 0);
        while let Some(position) = met.get(number) {
            let spot = &self.0[usize::try_from(*position).unwrap()];
            if spot.play == Status::Over(Some(winner)) {
                return true;
            }
            for behind in &spot.moves {
                if !met.contains(&u64::from(*behind)) {
                    met.push(u64::from(*behind));
                }
            }
            number += 1;
        }
        false
    }

    /// What the line of moves leads to from the position with that text, if each is legal.
    pub(crate) fn after(&self, text: &str, line: &str) -> Option<Status> {
        let root = self.read(text, &Place::Byte(0)).unwrap();
        let mut spot = self.spot(&root);
        for name in line.split_whitespace() {
            let behind = spot.moves.iter().find(|behind| self.name(Move(**behind)) == name)?;
            spot = &self.0[usize::from(*behind)];
        }
        Some(spot.play)
    }
}

impl Spot {
    fn new(text: &str) -> Self {
        let colour = |word: &str| if word == "w" { Colour::White } else { Colour::Black };
        let mut words = text.split_whitespace().peekable();
        let play = match words.next().unwrap() {
            "drawn" => Status::Over(None),
            "won" => Status::Over(Some(colour(words.next().unwrap()))),
            side => Status::Goes(colour(side)),
        };
        let mut spot = Self { play, moves: vec![], material: vec![], statically: vec![], skeletons: vec![], followed: 0 };
        while let Some(word) = words.next() {
            match word {
                "material" => spot.material.push(colour(words.next().unwrap())),
                "skeletons" => {
                    let winner = colour(words.next().unwrap());
                    let argument = match words.next().unwrap() {
                        "castling" => Argument::Castling,
                        count => Argument::Holds(count.parse().unwrap()),
                    };
                    spot.skeletons.push((winner, argument));
                }
                "followed" => spot.followed = words.next().unwrap().parse().unwrap(),
                "static" => spot.statically.push(colour(words.next().unwrap())),
                number => spot.moves.push(number.parse().unwrap()),
            }
        }
        spot
    }
}

impl Game for Turns {
    fn description(&self) -> Description {
        Description { rules: "chess", version: 1, parameters: vec![] }
    }

    fn cited(&self) -> Vec<CitedGame> {
        vec![]
    }

    fn numbering_bytes(&self) -> u64 {
        0
    }

    fn positions(&self, _: u32) -> Result<Box<dyn Positions + '_>, Unnumbered> {
        Err(Unnumbered::TooMany)
    }

    fn in_turns(&self) -> Option<&dyn TwoPlayerGame> {
        Some(self)
    }

    fn with_help(&self) -> Option<&dyn HelpmateGame> {
        Some(self)
    }
}

impl TwoPlayerGame for Turns {
    fn variant(&self) -> &'static str {
        ""
    }

    fn read(&self, text: &str, place: &Place) -> Result<PackedPosition, Refusal> {
        let number = text.strip_prefix('p').and_then(|number| number.parse().ok());
        let known = number.filter(|number| usize::try_from(*number).is_ok_and(|number| number < self.0.len()));
        known.map(|number| [number, 0, 0, 0]).ok_or_else(|| Refusal::new("chess", "fen", place.clone(), "no position"))
    }

    fn text(&self, position: &PackedPosition) -> String {
        format!("p{}", position[0])
    }

    fn play(&self, position: &PackedPosition, moves: &mut Vec<Move>) -> Status {
        let spot = self.spot(position);
        moves.clear();
        moves.extend(spot.moves.iter().map(|behind| Move(*behind)));
        spot.play
    }

    fn make(&self, _: &PackedPosition, played: Move) -> Step {
        Step { position: [u64::from(played.0), 0, 0, 0], zeroing: false }
    }

    fn name(&self, played: Move) -> String {
        format!("m{}", played.0)
    }
}

impl HelpmateGame for Turns {
    fn unpack(&self, packed: &[u8], place: &Place) -> Result<PackedPosition, Refusal> {
        let number = <[u8; 2]>::try_from(packed).ok().map(u16::from_be_bytes);
        let known = number.filter(|number| usize::from(*number) < self.0.len());
        let broken = || Refusal::new("chess", "packed", place.clone(), "no position");
        known.map(|number| [u64::from(number), 0, 0, 0]).ok_or_else(broken)
    }

    fn material(&self, position: &PackedPosition, winner: Colour) -> bool {
        self.spot(position).material.contains(&winner)
    }

    fn statically(&self, position: &PackedPosition, winner: Colour) -> bool {
        self.spot(position).statically.contains(&winner)
    }

    fn by_skeletons(&self, position: &PackedPosition, winner: Colour, followed: u64, most: u32) -> Argument {
        let spot = self.spot(position);
        let all = followed & spot.followed == spot.followed;
        match spot.skeletons.iter().find(|(side, _)| *side == winner && all) {
            None => Argument::Fails("a king may be mated".to_owned()),
            Some((_, Argument::Holds(met))) if *met > most => Argument::TooMany,
            Some((_, argument)) => argument.clone(),
        }
    }
}

/// Verifies what stands behind the envelope of a certificate of that kind about a game that no rule set describes: claim, citations, evidence.
pub(crate) fn verify_items(kind: &str, game: &dyn Game, items: &[Item]) -> Result<crate::kinds::Proved, Refusal> {
    let bytes: Vec<u8> = items.iter().flat_map(Item::bytes).collect();
    verify_bytes(kind, game, &bytes)
}

/// The same for bytes.
pub(crate) fn verify_bytes(kind: &str, game: &dyn Game, bytes: &[u8]) -> Result<crate::kinds::Proved, Refusal> {
    let kind = crate::kinds::KINDS.iter().find(|known| known.name == kind).unwrap();
    crate::library::verify_game(bytes, kind, game)
}

/// The game that a rule set reads from parameters; nothing may follow them.
pub(crate) fn read_game(rules: &str, parameters: &Item) -> Result<Box<dyn Game>, crate::Refusal> {
    let rules = crate::games::RULES.iter().find(|known| known.name == rules).unwrap();
    let bytes = parameters.bytes();
    let mut reader = crate::core::cbor::Reader::new(&bytes);
    let game = (rules.parameters)(&mut reader)?;
    reader.trailing()?;
    Ok(game)
}

/// Every class as `position: White's options | Black's options`, with the ends L, R and D.
pub(crate) fn options(positions: &dyn Positions) -> Vec<String> {
    let moves = positions.moves().unwrap();
    let name = |choice: &Choice| match choice {
        Choice::Class(class) => positions.position(*class),
        Choice::Cited { .. } => panic!("a game without citations"),
        Choice::Won(crate::Colour::White) => "L".to_owned(),
        Choice::Won(crate::Colour::Black) => "R".to_owned(),
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
