//! Composes games with the wedge: in G ^ H the player who moves first, whoever it is, chooses between the initial
//! positions of G and of H.
//!
//! Notation of Payne and Develin, *Discrete bidding games*: A is won by Left, B by Right, E by the player who moves
//! first, A2 by Left with either of the next two moves, B2 by Right with either of them.

use super::stored::{Builder, Place, Stored};
use super::{Player, path_games};
use crate::model::graph::End;

/// Maximum nesting depth of parentheses.
const DEEPEST: usize = 100;

/// Forms of an expression, for error messages.
const EXPECTED: &str = "expected A, B, E, A<n>, B<n> or (G,H) with two of these";

/// Parses two expressions with a comma between them, such as `A,B2` or `(A,E),B3`, and returns the game of their wedge.
///
/// # Errors
/// A message that describes the expected form.
pub fn wedge(text: &str) -> Result<Stored, String> {
    let mut reader = Reader { rest: text, depth: 0 };
    let fault = |what: String| format!("wedge:{text}: {what}");
    let tree = reader.pair().map_err(fault)?;
    if !reader.rest.is_empty() {
        return Err(fault(format!("'{}' is left over behind G,H", reader.rest)));
    }
    let name = tree.name();
    let mut builder = Builder::default();
    build(&tree, &mut builder);
    Stored::new(builder.parts(name, ["Left".to_owned(), "Right".to_owned()]))
}

/// A parsed expression.
#[derive(Clone, Debug)]
enum Tree {
    Won(Player),
    First,
    SuddenDeath(Player, u32),
    Either(Box<[Tree; 2]>),
}

impl Tree {
    /// Returns the name as it appears inside other names.
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

fn letter(player: Player) -> char {
    match player {
        Player::Left => 'A',
        Player::Right => 'B',
    }
}

struct Reader<'a> {
    rest: &'a str,
    depth: usize,
}

impl Reader<'_> {
    /// Consumes this letter if it comes next.
    fn take(&mut self, letter: char) -> bool {
        match self.rest.strip_prefix(letter) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn pair(&mut self) -> Result<Tree, String> {
        let first = self.expression()?;
        if !self.take(',') {
            return Err(format!("expected a comma before '{}'", self.rest));
        }
        Ok(Tree::Either(Box::new([first, self.expression()?])))
    }

    fn expression(&mut self) -> Result<Tree, String> {
        let before = self.rest;
        let unexpected = || format!("{EXPECTED}, not '{before}'");
        if self.take('(') {
            self.depth += 1;
            if self.depth > DEEPEST {
                return Err(format!("parentheses nest more than {DEEPEST} deep"));
            }
            let pair = self.pair()?;
            if !self.take(')') {
                return Err(format!("expected ')' before '{}'", self.rest));
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
        n.map(|n| Tree::SuddenDeath(player, n))
            .ok_or_else(|| format!("{}{number}: the number of moves is from 1 to {}", letter(player), path_games::MAX_PARAMETER))
    }
}

/// Builds the position of an expression and everything that it can turn into.
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

/// Builds A_n or B_n and everything that it can turn into: a chain, walked from its head.
fn sudden_death(mut place: Place, player: Player, moves: u32, builder: &mut Builder) {
    for left in (1..=moves).rev() {
        let wins = |player: Player, builder: &mut Builder| builder.end(&letter(player).to_string(), player.wins());
        let won = wins(player, builder);
        let (other, is_new) = match left {
            1 => (wins(if player == Player::Left { Player::Right } else { Player::Left }, builder), false),
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
