//! A turn-based game that a test defines by a list of positions.

use super::{B, Item, Subject};
use crate::chess::game::{Notation, Status, TwoPlayerGame};
use crate::chess::packed::{Move, PackedPosition};
use crate::core::game::Colour;
use crate::core::refusal::{Place, Refusal};
use crate::core::verification::{Proved, Verification};
use crate::helpmate::game::{Argument, HelpmateGame, PackedGame};
use crate::helpmate::legal::LegalMoves;
use crate::registry::{Kind, Verify};

/// A turn-based game that is defined by a list of its positions. Position n is packed in two bytes and written as `pN`.
/// The move to position n is written as `mN`.
///
/// The kinds of the family `helpmate` apply to this game.
pub(crate) struct Turns(Vec<Spot>);

/// A position. By the material argument, the sides in `material` cannot win. By the static argument, the sides in
/// `statically` cannot win.
struct Spot {
    play: Status,
    moves: Vec<u16>,
    material: Vec<Colour>,
    statically: Vec<Colour>,
    /// Results of the skeleton argument for some sides. For all other sides, the skeleton argument fails.
    skeletons: Vec<(Colour, Argument)>,
    /// A set of squares, with one bit for each square. The skeleton argument fails unless it considers the moves of the
    /// pieces on these squares one by one.
    tracked: u64,
}

impl Turns {
    /// Creates the game with these positions. In position `w 1 2`, White can move to positions 1 and 2. In positions
    /// `won w` and `drawn`, the game is over. Further words set other fields, for instance `material b`.
    pub(crate) fn new<T: AsRef<str>>(positions: &[T]) -> Self {
        Self(positions.iter().map(|position| Spot::new(position.as_ref())).collect())
    }

    /// Returns the packed form of the position with this number.
    pub(crate) fn packed(number: u16) -> Item {
        B(number.to_be_bytes().to_vec())
    }

    fn spot(&self, position: &PackedPosition) -> &Spot {
        &self.0[usize::try_from(position[0]).unwrap()]
    }

    /// Returns whether `winner` has won in some position that can be reached from the position `text`.
    pub(crate) fn can_win(&self, text: &str, winner: Colour) -> bool {
        let root = self.read(text, &Place::Byte(0)).unwrap();
        let (mut met, mut number) = (vec![root[0]], 0);
        while let Some(position) = met.get(number) {
            let spot = &self.0[usize::try_from(*position).unwrap()];
            if spot.play == Status::Over(Some(winner)) {
                return true;
            }
            for target in &spot.moves {
                if !met.contains(&u64::from(*target)) {
                    met.push(u64::from(*target));
                }
            }
            number += 1;
        }
        false
    }

    /// Plays the moves `line` from the position `text`. Returns the resulting status, or `None` if a move is illegal.
    pub(crate) fn after(&self, text: &str, line: &str) -> Option<Status> {
        let root = self.read(text, &Place::Byte(0)).unwrap();
        let mut spot = self.spot(&root);
        for name in line.split_whitespace() {
            let target = spot.moves.iter().find(|target| self.name(Move(**target)) == name)?;
            spot = &self.0[usize::from(*target)];
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
        let mut spot = Self { play, moves: vec![], material: vec![], statically: vec![], skeletons: vec![], tracked: 0 };
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
                "tracked" => spot.tracked = words.next().unwrap().parse().unwrap(),
                "static" => spot.statically.push(colour(words.next().unwrap())),
                number => spot.moves.push(number.parse().unwrap()),
            }
        }
        spot
    }
}

impl TwoPlayerGame for Turns {
    fn notation(&self) -> Notation {
        Notation { position: |position| format!("p{}", position[0]), played: |played| format!("m{}", played.0) }
    }

    fn play(&self, position: &PackedPosition, moves: &mut Vec<Move>) -> Status {
        let spot = self.spot(position);
        moves.clear();
        moves.extend(spot.moves.iter().map(|target| Move(*target)));
        spot.play
    }

    fn advance(&self, position: &mut PackedPosition, played: Move) -> bool {
        *position = [u64::from(played.0), 0, 0, 0];
        false
    }
}

impl PackedGame for Turns {
    fn unpack(&self, packed: &[u8], place: &Place) -> Result<PackedPosition, Refusal> {
        let number = <[u8; 2]>::try_from(packed).ok().map(u16::from_be_bytes);
        let known = number.filter(|number| usize::from(*number) < self.0.len());
        let broken = || Refusal::new("chess", "packed", place.clone(), "no position");
        known.map(|number| [u64::from(number), 0, 0, 0]).ok_or_else(broken)
    }

    fn legal(&self, position: &PackedPosition, moves: &mut LegalMoves) -> Status {
        let mut list = vec![];
        let status = self.play(position, &mut list);
        moves.replace(&list);
        status
    }

    fn read(&self, text: &str, place: &Place) -> Result<PackedPosition, Refusal> {
        let number = text.strip_prefix('p').and_then(|number| number.parse().ok());
        let known = number.filter(|number| usize::try_from(*number).is_ok_and(|number| number < self.0.len()));
        known.map(|number| [number, 0, 0, 0]).ok_or_else(|| Refusal::new("chess", "fen", place.clone(), "no position"))
    }
}

impl HelpmateGame for Turns {
    fn material(&self, position: &PackedPosition, winner: Colour) -> bool {
        self.spot(position).material.contains(&winner)
    }

    fn static_argument(&self, position: &PackedPosition, winner: Colour, _: &mut u64) -> bool {
        self.spot(position).statically.contains(&winner)
    }

    fn skeleton_argument(&self, position: &PackedPosition, winner: Colour, tracked: u64, most: u32, _: &mut u64) -> Argument {
        let spot = self.spot(position);
        let all = tracked & spot.tracked == spot.tracked;
        match spot.skeletons.iter().find(|(side, _)| *side == winner && all) {
            None => Argument::Fails("a king may be mated".to_owned()),
            Some((_, Argument::Holds(met))) if *met > most => Argument::TooMany,
            Some((_, argument)) => argument.clone(),
        }
    }
}

impl Subject for Turns {
    fn verify(&self, kind: &Kind, case: Verification<'_, '_>) -> Result<Proved, Refusal> {
        match kind.verify {
            Verify::Helpmate(verify) => verify(self, case),
            #[allow(unreachable_patterns, reason = "a build may have one family alone")]
            _ => panic!("kind {} is of another family", kind.name.name),
        }
    }
}
