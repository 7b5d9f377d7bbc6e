//! Compares tables with a plain solver of whole positions, which moves forwards and knows en passant squares.

use std::collections::HashMap;

use super::{Outcome, Tables};
use crate::control::Control;
use crate::games::losing_chess::text::Setup;
use crate::games::losing_chess::{Position, Stalemate};

/// Solves all positions that can follow, by going through them until nothing changes.
fn solve(root: Position, rule: Stalemate) -> HashMap<Position, Outcome> {
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
    let mut outcomes: Vec<Option<Outcome>> =
        positions.iter().zip(&next).map(|(position, next)| next.is_empty().then(|| ended(position))).collect();
    loop {
        let mut changed = false;
        for number in (0..positions.len()).rev().filter(|&number| !next[number].is_empty()) {
            if outcomes[number].is_some() {
                continue;
            }
            let mut after = next[number].iter().map(|&next| outcomes[next].map(Outcome::reversed));
            if after.clone().any(|outcome| outcome == Some(Outcome::Win)) {
                outcomes[number] = Some(Outcome::Win);
            } else if after.all(|outcome| outcome == Some(Outcome::Loss)) {
                outcomes[number] = Some(Outcome::Loss);
            }
            changed |= outcomes[number].is_some();
        }
        if !changed {
            break;
        }
    }
    positions.into_iter().zip(outcomes.into_iter().map(|outcome| outcome.unwrap_or(Outcome::Draw))).collect()
}

fn position(text: &str) -> Position {
    text.parse::<Setup>().expect("a position").position
}

fn tables(rule: Stalemate) -> Tables {
    Tables::new(rule, 3, 2, Control::unwatched()).expect("not interrupted")
}

const RULES: [Stalemate; 3] = [Stalemate::Joint, Stalemate::International, Stalemate::Fics];

#[test]
fn tables_agree_with_a_plain_solver() {
    for rule in RULES {
        let tables = tables(rule);
        for (title, text) in [
            ("king and pawn against king", "8/4P3/8/8/8/3k4/8/8 w - -"),
            ("two pawns against one that can capture en passant", "8/8/8/8/5p2/8/4P1P1/8 w - -"),
            ("rook and bishop against knight", "8/8/3r4/8/8/2b5/8/5N2 w - -"),
            ("pawn and knight against pawn", "8/2p5/8/8/1n6/8/6P1/8 b - -"),
        ] {
            for (position, outcome) in solve(position(text), rule) {
                assert_eq!(tables.outcome(&position), Some(outcome), "{title}: {position} under {rule}");
            }
        }
    }
}

#[test]
fn winning_moves_lead_to_the_end() {
    let tables = tables(Stalemate::Joint);
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
                let played = if here.side() == winner { tables.winning_move(&here).expect("a won position").1 } else { random };
                here = here.after(played);
                plies += 1;
                assert!(plies < 200, "{title}: no end after {start}");
            }
            assert_eq!(Stalemate::Joint.winner(&here), Some(winner), "{title}: {start}");
        }
    }
}

#[test]
fn positions_that_programs_got_wrong() {
    let tables = tables(Stalemate::International);
    for (title, text, outcome) in [
        ("too many units", "8/8/8/5P2/5p1p/8/6P1/8 w - -", None),
        ("no unit is left", "8/8/8/8/8/3k4/8/8 w - -", Some(Outcome::Win)),
        ("a blocked pawn", "8/8/8/8/8/p7/P7/8 w - -", Some(Outcome::Win)),
    ] {
        let position = position(text);
        assert_eq!(tables.outcome(&position), outcome, "{title}");
    }
}

#[test]
fn tables_are_written_and_read() {
    let tables = Tables::new(Stalemate::Fics, 2, 1, Control::unwatched()).expect("not interrupted");
    let bytes = tables.to_bytes();
    let again = Tables::from_bytes(Stalemate::Fics, 2, &bytes).expect("the same length");
    assert_eq!(again.to_bytes(), bytes);
    for (title, bytes) in [("cut", &bytes[1..]), ("too long", &[&bytes[..], &[0]].concat()[..])] {
        assert!(Tables::from_bytes(Stalemate::Fics, 2, bytes).is_none(), "{title}");
    }
}
