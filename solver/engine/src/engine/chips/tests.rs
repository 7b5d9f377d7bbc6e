//! In random games, compares the results of the modules with each other and with the definition of the game.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use super::{ChipGraph, common, labels, ordered, rows};
use crate::control::{Control, Silent};
use crate::engine::bidding::richman;
use crate::model::chips::{Rule, TieBreak};
use crate::model::graph::Player;
use crate::model::testing::{Numbers, random_game};
use crate::model::value::Rational;

const RULES: [TieBreak; 3] = [TieBreak::Advantage, TieBreak::MakeItTakeIt, TieBreak::LadiesFirst];

fn rules() -> impl Iterator<Item = Rule> {
    let both = [Player::Left, Player::Right];
    RULES.into_iter().flat_map(move |tie_break| both.map(|claimant| Rule { tie_break, claimant }))
}

/// Runs a computation without interruption.
fn run<T>(compute: impl FnOnce(Control) -> T) -> T {
    let stop = AtomicBool::new(false);
    compute(Control::new("", &Silent, &stop))
}

/// Computes, directly from the definition, which amounts of chips win by force.
fn winning(graph: &ChipGraph<'_>, rule: Rule, k: u32) -> Vec<Vec<bool>> {
    let codes = rule.top(k) as usize;
    let mut won: Vec<Vec<bool>> = (0..graph.places()).map(|_| vec![false; codes]).collect();
    for (entry, boundary) in graph.boundary.iter().enumerate() {
        won[graph.len() + entry].fill(boundary.at(rule, k) == 0);
    }
    loop {
        let mut changed = false;
        for position in 0..graph.len() {
            for code in 0..codes {
                if !won[position][code] && forces(graph, rule, k, &won, position, code) {
                    won[position][code] = true;
                    changed = true;
                }
            }
        }
        if !changed {
            return won;
        }
    }
}

fn forces(graph: &ChipGraph<'_>, rule: Rule, k: u32, won: &[Vec<bool>], position: usize, code: usize) -> bool {
    let k = k as usize;
    // `to_own` tells whether some move of the claimant wins with this code. `to_other` tells whether the claimant wins
    // with this code after every move of the other player.
    let to_own = |code: usize| graph.own.get(position).iter().any(|&place| won[place as usize][code]);
    let to_other = |code: usize| graph.other.get(position).iter().all(|&place| won[place as usize][code]);
    // The winner of the bid decides who moves.
    let mine = |code: usize| to_own(code) || to_other(code);
    let theirs = |code: usize| to_own(code) && to_other(code);
    let unit = rule.unit() as usize;
    let chips = code / unit;
    let marked = unit == 2 && code % 2 == 1;
    (0..=chips).any(|bid| {
        (0..=k - chips).all(|reply| {
            let (paid, got) = (chips - bid, chips + reply);
            match rule.tie_break {
                TieBreak::Advantage => {
                    let mark = usize::from(marked);
                    match bid.cmp(&reply) {
                        std::cmp::Ordering::Greater => mine(2 * paid + mark),
                        std::cmp::Ordering::Less => theirs(2 * got + mark),
                        // At a tie, the player with the advantage either wins the bid and gives the advantage away, or
                        // lets the other player win the bid and keeps the advantage.
                        std::cmp::Ordering::Equal if marked => mine(2 * paid) || theirs(2 * got + 1),
                        std::cmp::Ordering::Equal => theirs(2 * got + 1) && mine(2 * paid),
                    }
                }
                // A marked player does not have the minus-epsilon chip, and so wins ties. The winner of a bid is marked
                // next.
                TieBreak::MakeItTakeIt if bid > reply || bid == reply && marked => mine(2 * paid + 1),
                TieBreak::MakeItTakeIt => theirs(2 * got),
                TieBreak::LadiesFirst if bid > reply || bid == reply && rule.claimant == Player::Left => mine(paid),
                TieBreak::LadiesFirst => theirs(got),
            }
        })
    })
}

#[test]
fn thresholds_are_those_of_the_definition() {
    let mut numbers = Numbers(1);
    let mut zugzwang = 0;
    for game in 0..400 {
        let graph = random_game(&mut numbers, 1 + game % 5, game % 2 == 0);
        for rule in rules() {
            let view = ChipGraph::new(&graph, rule.claimant);
            let blocks = run(|control| rows::solve(&view, rule, 0, 4, control)).unwrap();
            for k in 0..=4_u32 {
                let won = winning(&view, rule, k);
                for (position, won) in won[..view.len()].iter().enumerate() {
                    let threshold = blocks[0].rows[position][k as usize] as usize;
                    let expected: Vec<bool> = (0..rule.top(k) as usize).map(|code| code >= threshold).collect();
                    assert_eq!(*won, expected, "game {game}, {rule:?}, {k} chips, position {position}: {graph:?}");
                }
                let best = |places: &[u32]| places.iter().map(|&place| blocks[0].rows[place as usize][k as usize]).collect::<Vec<_>>();
                let in_zugzwang =
                    |&position: &usize| best(view.own.get(position)).iter().min() > best(view.other.get(position)).iter().max();
                zugzwang += (0..view.len()).filter(in_zugzwang).count();
            }
        }
    }
    assert!(zugzwang > 500, "only {zugzwang} times zugzwang");
}

#[test]
fn labels_count_stages_down() {
    let mut numbers = Numbers(2);
    let mut labelled = 0;
    for game in 0..300 {
        let graph = random_game(&mut numbers, 1 + game % 6, false);
        for rule in rules() {
            let view = ChipGraph::new(&graph, rule.claimant);
            let blocks = run(|control| rows::solve(&view, rule, 0, 6, control)).unwrap();
            let labels = run(|control| labels::labels(&view, rule, &blocks[0], control)).unwrap();
            for k in 0..=6_usize {
                let top = rule.top(k as u32);
                let f = |place: u32| blocks[0].rows[place as usize][k] as u32;
                let label = |place: u32, s: usize| labels.get(place as usize).map(|pair| u32::from(pair[s][k]));
                let h = |place: u32, stage: u32| match (label(place, 0), label(place, 1)) {
                    (None, _) => f(place),
                    (Some(first), _) if first < stage => f(place),
                    (_, Some(second)) if rule.unit() == 2 && second < stage => top.min(f(place) + 1),
                    _ => top.min(f(place) + rule.unit()),
                };
                for position in 0..view.len() as u32 {
                    for s in 0..rule.unit() {
                        if f(position) + s >= top {
                            continue;
                        }
                        let holds = |stage: u32| {
                            let x = view.own.get(position as usize).iter().map(|&place| h(place, stage)).min().unwrap();
                            let y = view.other.get(position as usize).iter().map(|&place| h(place, stage)).max().unwrap();
                            rule.threshold(x, y) <= f(position) + s
                        };
                        let label = label(position, s as usize).unwrap();
                        assert!(holds(label) && (label == 0 || !holds(label - 1)), "game {game}, {rule:?}, k = {k}, {position}, {s}");
                        labelled += usize::from(label > 0);
                    }
                }
            }
        }
    }
    assert!(labelled > 5_000, "only {labelled} labels above 0");
}

#[test]
fn sequences_of_ordered_games_go_on_as_computed() {
    let mut numbers = Numbers(3);
    let mut late = 0;
    for game in 0..300 {
        let graph = random_game(&mut numbers, 1 + game % 60, true);
        for rule in rules() {
            let view = ChipGraph::new(&graph, rule.claimant);
            let tables = run(|control| ordered::solve(&view, rule, control)).unwrap();
            let blocks = run(|control| rows::solve(&view, rule, 0, 199, control)).unwrap();
            for position in 0..view.len() {
                late += usize::from(tables.of(position).preperiod() > 0);
                for k in 0..200 {
                    let expected = blocks[k / rows::WIDTH].rows[position][k % rows::WIDTH] as u32;
                    assert_eq!(tables.of(position).at(k as u32), Some(expected), "game {game}, {rule:?}, {k} chips, position {position}");
                }
            }
        }
    }
    assert!(late > 20, "only {late} preperiods");
}

#[test]
fn common_periods_go_on_as_computed() {
    let mut numbers = Numbers(4);
    let (mut found, mut draws) = (0, 0);
    let mut lengths: HashMap<u32, usize> = HashMap::new();
    for game in 0..150 {
        let graph = random_game(&mut numbers, 1 + game % 7, false);
        let solution = run(|control| richman::solve(&graph.clone().option_graph(), control)).unwrap();
        draws += usize::from(!solution.is_sharp());
        for rule in rules() {
            let view = ChipGraph::new(&graph, rule.claimant);
            let share = |position: usize| {
                let value = match rule.claimant {
                    Player::Left => solution.values[solution.rank_alpha[position] as usize].exchanged(),
                    Player::Right => solution.values[solution.rank_beta[position] as usize].clone(),
                };
                let number = |value: &Rational| (u64::try_from(value.numerator()).unwrap(), u64::try_from(value.denominator()).unwrap());
                number(&value)
            };
            let shares: Vec<_> = (0..view.len()).map(share).collect();
            let tables = run(|control| common::solve(&view, rule, &shares, control)).unwrap();
            let tail = tables.tables.distinct[0].tail.unwrap();
            *lengths.entry(tail.period).or_default() += 1;
            let last = (tables.tables.distinct[0].values.len() as u32 + 2 * tail.period).min(600);
            let blocks = run(|control| rows::solve(&view, rule, 0, last, control)).unwrap();
            for position in 0..view.len() {
                for k in 0..=last {
                    let expected = blocks[k as usize / rows::WIDTH].rows[position][k as usize % rows::WIDTH] as u32;
                    assert_eq!(tables.of(position).at(k), Some(expected), "game {game}, {rule:?}, {k} chips, position {position}");
                }
            }
            found += 1;
        }
    }
    assert!(found == 900 && draws > 10 && lengths.len() > 5, "{found} tables, {draws} draws, periods {lengths:?}");
}
