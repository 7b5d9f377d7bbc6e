//! Compares endgame tables with the results of a simple solver, which generates moves forwards and considers en passant
//! squares.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::sync::{Arc, Mutex, OnceLock};

use super::{BLOCK, Outcome, Shortest, ShortestError, Store, Tables};
use crate::control::Control;
use crate::games::Colour;
use crate::games::losing_chess::text::Setup;
use crate::games::losing_chess::winner::ForSide;
use crate::games::losing_chess::{Move, Position, Stalemate};
use crate::model::two_player::{Status, TwoPlayerGame as _};

/// Solves all positions that play can reach. Stops when a pass over all positions finds no new outcome. Returns the
/// outcome of each position and, if the position is no draw, the number of plies to the end of the game.
fn solve(root: Position, rule: Stalemate) -> HashMap<Position, (Outcome, u32)> {
    let mut numbers = HashMap::from([(root, 0)]);
    let (mut positions, mut next) = (vec![root], Vec::new());
    let mut at = 0;
    while let Some(&position) = positions.get(at) {
        let moves = position.moves();
        next.push(Vec::with_capacity(moves.len()));
        for played in moves {
            let after = position.after(played);
            let number = *numbers.entry(after).or_insert_with(|| {
                positions.push(after);
                positions.len() - 1
            });
            next[at].push(number);
        }
        at += 1;
    }
    let ended = |position: &Position| match rule.winner(position) {
        Some(winner) if winner == position.side() => Outcome::Win,
        Some(_) => Outcome::Loss,
        None => Outcome::Draw,
    };
    let mut outcomes: Vec<Option<(Outcome, u32)>> =
        positions.iter().zip(&next).map(|(position, next)| next.is_empty().then(|| (ended(position), 0))).collect();
    for plies in 1.. {
        let mut decided = Vec::new();
        for number in (0..positions.len()).filter(|&number| outcomes[number].is_none()) {
            let mut after = next[number].iter().map(|&next| outcomes[next].map(|(outcome, _)| outcome.reversed()));
            if after.clone().any(|outcome| outcome == Some(Outcome::Win)) {
                decided.push((number, Outcome::Win));
            } else if after.all(|outcome| outcome == Some(Outcome::Loss)) {
                decided.push((number, Outcome::Loss));
            }
        }
        if decided.is_empty() {
            break;
        }
        decided.into_iter().for_each(|(number, outcome)| outcomes[number] = Some((outcome, plies)));
    }
    positions.into_iter().zip(outcomes.into_iter().map(|outcome| outcome.unwrap_or((Outcome::Draw, 0)))).collect()
}

fn position(text: &str) -> Position {
    text.parse::<Setup>().expect("a position").position
}

/// Returns the tables for at most three pieces and pawns under the FICS stalemate rule. All tests share these tables.
fn fics() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| built(Stalemate::Fics, 3))
}

fn built(rule: Stalemate, units: u32) -> Tables {
    Tables::open(rule, units, None, 2, Control::unwatched()).expect("not interrupted").tables
}

#[test]
fn tables_agree_with_a_plain_solver() {
    let agree = |title: &str, text: &str, tables: &Tables| {
        for (position, (outcome, _)) in solve(position(text), tables.rule()) {
            assert_eq!(tables.outcome(&position), Some(outcome), "{title}: {position} under {}", tables.rule());
        }
    };
    for rule in [Stalemate::Joint, Stalemate::International] {
        agree("king against pawn", "8/4P3/8/8/8/3k4/8/8 w - -", &built(rule, 2));
    }
    agree("king against pawn", "8/4P3/8/8/8/3k4/8/8 w - -", fics());
    agree("two pawns against one that can be captured en passant", "8/8/8/4p3/6p1/8/5P2/8 w - -", fics());
}

#[test]
fn a_bishop_that_stays_excludes_no_win_by_stalemate() {
    let mut excluded = 0;
    for (title, text) in [
        ("a capture stalemates two bishops and pawns", "8/5b2/8/8/8/1P6/1P6/B7 b - -"),
        ("a capture leaves fewer units to the stalemated side", "2b1b3/5b2/8/8/8/1P6/1P6/B7 b - -"),
        ("a bishop shuts a pawn in", "8/8/8/8/8/1b6/P7/B7 w - -"),
        ("bishops on squares of both colours", "8/8/3b4/8/8/3B4/8/8 w - -"),
        ("bishops for the other colour", "8/8/3B4/8/8/3b4/8/8 b - -"),
    ] {
        for rule in [Stalemate::International, Stalemate::Fics, Stalemate::Joint] {
            for (position, (outcome, _)) in solve(position(text), rule) {
                for winner in [Colour::White, Colour::Black] {
                    let wins = outcome == if position.side() == winner { Outcome::Win } else { Outcome::Loss };
                    let found = ForSide { stalemate: rule, winner }.status(&position);
                    assert!(!wins || found != Status::NotWon, "{title}: {winner} wins {position} under {rule}");
                    excluded += u32::from(found == Status::NotWon && !position.moves().is_empty());
                }
            }
        }
    }
    assert!(excluded > 1000, "{excluded} positions");
}

#[test]
fn shortest_wins_are_those_of_a_plain_solver() {
    let tables = fics();
    let mut compared = 0;
    for (title, text) in [
        ("king against pawn", "8/4P3/8/8/8/3k4/8/8 w - -"),
        ("two pawns against one that can be captured en passant", "8/8/8/4p3/6p1/8/5P2/8 w - -"),
    ] {
        let solved = solve(position(text), tables.rule());
        for (position, &(outcome, plies)) in solved.iter().filter(|(position, _)| position.key().is_multiple_of(31)) {
            let found = tables.shortest(position, 1 << 20, Control::unwatched()).expect("few positions");
            let is_best = |played: &Move| {
                let (after, rest) = solved[&position.after(*played)];
                after == outcome.reversed() && rest + 1 == plies
            };
            let expected = (outcome != Outcome::Draw)
                .then(|| Shortest { plies, moves: position.moves().into_iter().filter(|played| is_best(played)).collect() });
            assert_eq!(found, expected, "{title}: {position}");
            compared += usize::from(plies > 2);
        }
    }
    assert!(compared > 100, "{compared} positions");
    let long = position("8/4P3/8/8/8/3k4/8/8 w - -");
    let won = long.moves().into_iter().map(|played| long.after(played)).find(|after| tables.outcome(after) == Some(Outcome::Win));
    let few = tables.shortest(&won.expect("a move that loses"), 1, Control::unwatched());
    assert_eq!(few, Err(ShortestError::TooLarge(1)));
}

#[test]
fn a_position_needs_few_tables() {
    for (text, missing) in [
        ("8/8/8/3k4/8/8/8/6N1 w - -", vec!["K-N"]),
        ("8/8/8/3k4/8/8/8/5BN1 w - -", vec!["K-B", "K-N", "K-BN"]),
        ("8/8/8/3k4/8/1P6/8/8 w - -", vec!["K-Q", "K-R", "K-B", "K-N", "K-K", "P-K"]),
    ] {
        let tables = Tables::new(Stalemate::Fics, 3, None);
        let mut found: Vec<String> = tables.missing_for(&position(text)).iter().map(ToString::to_string).collect();
        let mut expected = missing;
        found.sort();
        expected.sort_unstable();
        assert_eq!(found, expected, "{text}");
    }
    assert!(Tables::new(Stalemate::Fics, 2, None).missing_for(&position("8/8/8/3k4/8/8/8/5BN1 w - -")).is_empty());
}

#[test]
fn winning_moves_lead_to_the_end() {
    let tables = fics();
    for (title, text) in [
        ("rook and bishop against knight", "8/8/3r4/8/8/2b5/8/5N2 w - -"),
        ("two pawns against one", "8/8/8/8/5p2/8/4P1P1/8 w - -"),
        ("knight against two pawns", "8/2p5/3p4/8/8/8/8/6N1 w - -"),
    ] {
        let root = position(text);
        let mut seed = 11_u64;
        for start in root.moves().into_iter().map(|played| root.after(played)) {
            let Some(outcome @ (Outcome::Win | Outcome::Loss)) = tables.outcome(&start) else { continue };
            let winner = if outcome == Outcome::Win { start.side() } else { start.side().other() };
            let (mut here, mut plies) = (start, 0);
            while !here.is_over() {
                let moves = here.moves();
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let random = moves[usize::try_from(seed >> 33).expect("31 bits") % moves.len()];
                let winning = tables.winning_moves(&here);
                let played = if here.side() == winner {
                    moves[winning[usize::try_from(seed >> 40).expect("24 bits") % winning.len()].index]
                } else {
                    random
                };
                here = here.after(played);
                plies += 1;
                assert!(plies < 200, "{title}: no end after {start}");
            }
            assert_eq!(tables.rule().winner(&here), Some(winner), "{title}: {start}");
        }
    }
}

#[test]
fn positions_that_programs_got_wrong() {
    let tables = fics();
    for (title, text, outcome) in [
        ("too many units", "8/8/8/5P2/5p1p/8/6P1/8 w - -", None),
        ("no unit is left", "8/8/8/8/8/3k4/8/8 w - -", Some(Outcome::Win)),
        ("blocked pawns, one on each side", "8/8/8/8/8/p7/P7/8 w - -", Some(Outcome::Draw)),
    ] {
        let position = position(text);
        assert_eq!(tables.outcome(&position), outcome, "{title}");
    }
}

/// A store that keeps tables in memory.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<BTreeMap<String, Vec<u8>>>>);

impl Store for Kept {
    fn has(&self, name: &str) -> bool {
        self.0.lock().unwrap().contains_key(name)
    }

    fn block(&self, name: &str, number: usize) -> Option<Vec<u8>> {
        let files = self.0.lock().unwrap();
        let contents = files.get(name)?;
        Some(contents[contents.len().min(number * BLOCK)..].iter().take(BLOCK).copied().collect())
    }

    fn write(&self, name: &str, contents: &[u8]) -> io::Result<()> {
        self.0.lock().unwrap().insert(name.to_owned(), contents.to_vec());
        Ok(())
    }
}

#[test]
fn stored_tables_are_used_and_missing_ones_are_built() {
    let kept = Kept::default();
    let open = || Tables::open(Stalemate::Fics, 2, Some(Box::new(kept.clone())), 1, Control::unwatched()).expect("not interrupted").tables;
    let root = position("8/8/8/3k4/8/8/1P6/8 w - -");
    let (outcome, played) = (open().outcome(&root), open().winning_moves(&root));
    assert_eq!(kept.0.lock().unwrap().len(), 21);
    let whole = kept.0.lock().unwrap().clone();
    for (title, change) in [
        ("missing", (|files| _ = files.remove("P-K")) as fn(&mut BTreeMap<String, Vec<u8>>)),
        ("cut", |files| files.get_mut("P-K").unwrap().truncate(100)),
        ("too long", |files| files.get_mut("P-K").unwrap().push(0)),
    ] {
        change(&mut kept.0.lock().unwrap());
        assert_eq!((open().outcome(&root), open().winning_moves(&root)), (outcome, played.clone()), "{title}");
        *kept.0.lock().unwrap() = whole.clone();
    }
}
