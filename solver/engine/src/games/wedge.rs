//! Combines two games G and H into their wedge G ^ H. The player who makes the first move, Left or Right, chooses
//! whether play continues in G or in H.
//!
//! The names of games are those of Payne and Develin, *Discrete bidding games*. In the game A Left has won, in B Right
//! has won, and in E the player who makes the first move wins. Left wins the game A2 by making at least one of the
//! first two moves, and Right wins B2 in this way.

use super::path_games::letter;
use super::stored::{Builder, Place, Stored};
use super::{Player, path_games};
use crate::model::graph::End;

/// Maximum nesting depth of parentheses.
const DEEPEST: usize = 100;

/// Parses two games with a comma between them, such as `A,B2` or `(A,E),B3`, and returns their wedge.
///
/// # Errors
/// [`WedgeError`] with the fault.
///
/// # Panics
/// This function never panics, because every wedge satisfies the specification of complete games.
pub fn wedge(text: &str) -> Result<Stored, WedgeError> {
    let mut reader = Reader { rest: text, depth: 0 };
    let fault = |reason| WedgeError { text: text.to_owned(), reason };
    let tree = reader.pair().map_err(fault)?;
    if !reader.rest.is_empty() {
        return Err(fault(WedgeReason::LeftOver(reader.rest.to_owned())));
    }
    let name = tree.name();
    let mut builder = Builder::default();
    build(&tree, &mut builder);
    Ok(Stored::new(builder.parts(name, ["Left".to_owned(), "Right".to_owned()])).expect("a game of at least one position"))
}

/// Error for a string that is not a wedge of two games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("wedge:{text}: {reason}")]
pub struct WedgeError {
    text: String,
    reason: WedgeReason,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum WedgeReason {
    #[error("'{0}' is left over after G,H")]
    LeftOver(String),
    #[error("expected a comma before '{0}'")]
    NoComma(String),
    #[error("expected ')' before '{0}'")]
    Open(String),
    #[error("expected A, B, E, A<n>, B<n> or (G,H) with two of these, not '{0}'")]
    NoGame(String),
    #[error("parentheses nest more than {DEEPEST} deep")]
    Deep,
    #[error("{0}: the number of moves is from 1 to {max}", max = path_games::MAX_PARAMETER)]
    Moves(String),
}

/// A parsed game.
#[derive(Clone, Debug)]
enum Tree {
    Won(Player),
    First,
    SuddenDeath(Player, u32),
    Either(Box<[Tree; 2]>),
}

impl Tree {
    /// Returns the name of a game, in parentheses if the game is a wedge.
    fn in_parentheses(&self) -> String {
        match self {
            Self::Either(_) => format!("({})", self.name()),
            _ => self.name(),
        }
    }

    fn name(&self) -> String {
        match self {
            Self::Won(player) => letter(*player).to_string(),
            Self::First => "E".to_owned(),
            Self::SuddenDeath(player, n) => format!("{}{n}", letter(*player)),
            Self::Either(parts) => format!("{} ^ {}", parts[0].in_parentheses(), parts[1].in_parentheses()),
        }
    }
}

struct Reader<'a> {
    rest: &'a str,
    depth: usize,
}

impl Reader<'_> {
    /// If the text continues with `letter`, skips the letter and returns `true`.
    fn take(&mut self, letter: char) -> bool {
        match self.rest.strip_prefix(letter) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn pair(&mut self) -> Result<Tree, WedgeReason> {
        let first = self.expression()?;
        if !self.take(',') {
            return Err(WedgeReason::NoComma(self.rest.to_owned()));
        }
        Ok(Tree::Either(Box::new([first, self.expression()?])))
    }

    fn expression(&mut self) -> Result<Tree, WedgeReason> {
        let before = self.rest;
        let unexpected = || WedgeReason::NoGame(before.to_owned());
        if self.take('(') {
            self.depth += 1;
            if self.depth > DEEPEST {
                return Err(WedgeReason::Deep);
            }
            let pair = self.pair()?;
            if !self.take(')') {
                return Err(WedgeReason::Open(self.rest.to_owned()));
            }
            self.depth -= 1;
            return Ok(pair);
        }
        if self.take('E') {
            return Ok(Tree::First);
        }
        let player = Player::BOTH.into_iter().find(|&player| self.take(letter(player))).ok_or_else(unexpected)?;
        let digits = self.rest.len() - self.rest.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
        let (number, rest) = self.rest.split_at(digits);
        self.rest = rest;
        if number.is_empty() {
            return Ok(Tree::Won(player));
        }
        let n = number.parse().ok().filter(|n| (1..=path_games::MAX_PARAMETER).contains(n) && !number.starts_with('0'));
        n.map(|n| Tree::SuddenDeath(player, n)).ok_or_else(|| WedgeReason::Moves(format!("{}{number}", letter(player))))
    }
}

/// Builds all positions of a game that play can reach, and returns the initial position.
fn build(tree: &Tree, builder: &mut Builder) -> Place {
    if let Tree::Won(player) = tree {
        return builder.end(&tree.name(), player.wins());
    }
    let name = tree.in_parentheses();
    if let Some(known) = builder.known(&name) {
        return known;
    }
    let place = builder.position(name);
    let [a, b] = [End::Left, End::Right];
    match tree {
        Tree::Won(_) => {}
        Tree::First => {
            let options = [vec![builder.end("A", a)], vec![builder.end("B", b)]];
            builder.set_options(place, options);
        }
        Tree::SuddenDeath(player, n) => sudden_death(place, *player, *n, builder),
        Tree::Either(parts) => {
            let mut options: Vec<Place> = parts.iter().map(|part| build(part, builder)).collect();
            options.dedup();
            builder.set_options(place, [options.clone(), options]);
        }
    }
    place
}

/// Builds the game A_n or B_n, where n is `moves`. The positions of the game form a chain that starts with `place`.
fn sudden_death(mut place: Place, player: Player, moves: u32, builder: &mut Builder) {
    for left in (1..=moves).rev() {
        let wins = |player: Player, builder: &mut Builder| builder.end(&letter(player).to_string(), player.wins());
        let won = wins(player, builder);
        let (other, is_new) = match left {
            1 => (wins(player.other(), builder), false),
            _ => {
                let name = format!("{}{}", letter(player), left - 1);
                let known = builder.known(&name);
                (known.unwrap_or_else(|| builder.position(name)), known.is_none())
            }
        };
        let options = if player == Player::Left { [vec![won], vec![other]] } else { [vec![other], vec![won]] };
        builder.set_options(place, options);
        if !is_new {
            return;
        }
        place = other;
    }
}
