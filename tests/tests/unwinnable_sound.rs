//! Soundness of the solver's verdicts that a side cannot mate. The test generates random positions that tend to mislead
//! static arguments. Each verdict is compared with a search of all reachable positions by the rules of shakmaty, which
//! share no code with the solver. If the positions are too many, random games are played instead. The checker verifies
//! a random tenth of the certificates. Mating lines are replayed.
//!
//! The suite tests a few thousand positions. A million positions take less than an hour on two processors:
//! `GAMECERT_POSITIONS=1000000 cargo test -p gamecert-tests --test unwinnable_sound -- --nocapture`.

use gamecert_checker::NoSource;
use gamecert_checker::inspect::HelpmateGame;
use gamecert_solver::solve::unwinnable::certify;
use gamecert_tests::chess::{home, mutated, passing, pawns, promoting, shut, sparse, stepped, stuck, walled, with_checkers_rules};
use gamecert_tests::losing::{Random, number_from};
use gamecert_tests::reached::{mates, played, reached};
use gamecert_tests::unwinnable::{colour, labelled, solvers};
use gamecert_unwinnable::arguments::{Arguments, ClosedSetSearch};
use gamecert_unwinnable::{Color, Limits, Position, Reason, Solver, Verdict};
use rayon::prelude::*;

/// Greatest number of positions that the solver expands for one question.
const NODES: u64 = 4_000;
/// Number of positions at which a search of the reachable positions stops.
const MOST: usize = 20_000;
/// Number and length of the random games after a search that stopped at its limit.
const GAMES: (usize, usize) = (3, 30);
/// A certificate is verified with a probability of 1/`VERIFIED`.
const VERIFIED: usize = 10;

/// Counts of the verdicts by their reason.
#[derive(Clone, Copy, Debug, Default)]
struct VerdictCounts {
    positions: usize,
    /// Positions with at least one verdict from the static argument for the position itself. `by_closed` counts those
    /// with a verdict from a closed set.
    by_static: usize,
    by_closed: usize,
    /// Verdicts, two for each position, because play is over. The next fields count the other reasons.
    over: usize,
    material: usize,
    statically: usize,
    by_skeletons: usize,
    closed: usize,
    winnable: usize,
    unknown: usize,
    /// Verdicts that a side cannot mate, confirmed by a complete search: by material, static argument, closed set and
    /// skeletons. `stood` counts those that only random games could test.
    finished: [usize; 4],
    stood: usize,
    /// Closed sets with static leaves. `with_skeletons` counts those with positions settled by skeletons.
    with_leaves: usize,
    with_skeletons: usize,
    /// Verdicts from static arguments and closed sets about positions with an en passant square or castling rights.
    special: usize,
    verified: usize,
}

impl VerdictCounts {
    fn and(self, other: Self) -> Self {
        Self {
            positions: self.positions + other.positions,
            by_static: self.by_static + other.by_static,
            by_closed: self.by_closed + other.by_closed,
            over: self.over + other.over,
            material: self.material + other.material,
            statically: self.statically + other.statically,
            by_skeletons: self.by_skeletons + other.by_skeletons,
            closed: self.closed + other.closed,
            winnable: self.winnable + other.winnable,
            unknown: self.unknown + other.unknown,
            finished: std::array::from_fn(|kind| self.finished[kind] + other.finished[kind]),
            stood: self.stood + other.stood,
            with_leaves: self.with_leaves + other.with_leaves,
            with_skeletons: self.with_skeletons + other.with_skeletons,
            special: self.special + other.special,
            verified: self.verified + other.verified,
        }
    }
}

/// Real positions in which a side cannot mate: all of them, those that the solver settles by a closed set, and those
/// with an en passant square or castling rights.
struct Real {
    all: Vec<String>,
    closed: Vec<String>,
    special: Vec<String>,
}

impl Real {
    fn new() -> Self {
        let some = labelled().into_iter().filter(|known| known.can.contains(&Some(false)));
        let all: Vec<String> = some.map(|known| solvers(&known.text).to_string()).collect();
        let mut solver = Solver::new();
        let mut is_closed = |text: &&String| {
            let verdicts = [Color::White, Color::Black].map(|winner| solver.decide_quickly(&solvers(text), winner).verdict);
            verdicts.iter().any(|verdict| matches!(verdict, Verdict::Unwinnable(closed) if closed.reason == Reason::Closed))
        };
        let closed = all.iter().filter(&mut is_closed).cloned().collect();
        let special = all.iter().filter(|text| is_special(text)).cloned().collect();
        Self { all, closed, special }
    }

    fn one<'a>(random: &mut Random, texts: &'a [String]) -> &'a str {
        &texts[random.below(texts.len())]
    }
}

/// Returns whether a position has an en passant square or castling rights.
fn is_special(text: &str) -> bool {
    !text.ends_with("- -")
}

/// Returns a position that may mislead a static argument.
fn misleading(random: &mut Random, rules: &dyn HelpmateGame, real: &Real) -> String {
    let text = still(random, rules, real);
    match random.below(16) {
        // The position follows a double step beside a pawn, or any other move.
        0 => {
            let before = passing(random, rules);
            stepped(random, rules, &before).unwrap_or(text)
        }
        1 => match random.below(4) {
            0 => home(random, rules),
            1 => Real::one(random, &real.special).to_owned(),
            _ => {
                let before = Real::one(random, &real.special);
                mutated(random, rules, before)
            }
        },
        2 => stepped(random, rules, &text).unwrap_or(text),
        _ => text,
    }
}

/// Returns a position without an en passant square and with few castling rights.
fn still(random: &mut Random, rules: &dyn HelpmateGame, real: &Real) -> String {
    match random.below(32) {
        0 => pawns(random, rules),
        1 => sparse(random, rules),
        2 => walled(random, rules),
        3..19 => shut(random, rules),
        19 => promoting(random, rules),
        20..24 => stuck(random, rules),
        24..26 => {
            let text = Real::one(random, &real.closed);
            mutated(random, rules, text)
        }
        _ => {
            let text = Real::one(random, &real.all);
            mutated(random, rules, text)
        }
    }
}

/// Returns the index in [`VerdictCounts::finished`] for verdicts with this reason.
fn kind(reason: Reason) -> Option<usize> {
    match reason {
        Reason::Over => None,
        Reason::Material => Some(0),
        Reason::Static => Some(1),
        Reason::Closed => Some(2),
        Reason::Skeletons => Some(3),
    }
}

/// Searches a closed set of at most `most` positions again, with the static argument at every position. Returns whether
/// the argument holds for any of them.
fn closes_with_leaves(position: &Position, winner: Color, most: u32) -> bool {
    let (verdict, _) = ClosedSetSearch::default().search(position, winner, most as usize, Arguments::Static);
    let Some(verdict @ Verdict::Unwinnable(_)) = verdict else { panic!("{position} {winner}: {verdict:?}") };
    let bytes = certify::certificate(position, winner, &verdict).expect("a verdict");
    gamecert_checker::verify(&bytes, &mut NoSource).unwrap_or_else(|refusal| panic!("{position} {winner}: {refusal}"));
    matches!(verdict, Verdict::Unwinnable(closed) if !closed.settled_by_static.is_empty())
}

/// Asks about both sides and confirms the solver's answers.
fn confirm(solver: &mut Solver, text: &str, random: &mut Random, totals: &mut VerdictCounts) {
    let position: Position = solvers(text);
    totals.positions += 1;
    let (mut excluded, mut reasons) = ([false; 2], [None; 2]);
    for (number, winner) in [Color::White, Color::Black].into_iter().enumerate() {
        let verdict = solver.decide(&position, winner, Limits::nodes(NODES)).verdict;
        match &verdict {
            Verdict::Winnable(line) => {
                totals.winnable += 1;
                let names = line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
                assert!(mates(text, &names, colour(winner)), "{text}: no mate by {winner}: {names}");
            }
            Verdict::Unwinnable(closed) => {
                excluded[number] = true;
                reasons[number] = kind(closed.reason);
                totals.special += usize::from(is_special(text) && matches!(closed.reason, Reason::Static | Reason::Closed));
                if closed.reason == Reason::Closed && closed.settled_by_skeletons.is_empty() {
                    totals.with_leaves += usize::from(closes_with_leaves(&position, winner, closed.positions));
                }
                totals.with_skeletons += usize::from(closed.reason == Reason::Closed && !closed.settled_by_skeletons.is_empty());
                *match closed.reason {
                    Reason::Over => &mut totals.over,
                    Reason::Material => &mut totals.material,
                    Reason::Static => &mut totals.statically,
                    Reason::Skeletons => &mut totals.by_skeletons,
                    Reason::Closed => &mut totals.closed,
                } += 1;
            }
            Verdict::Unknown => totals.unknown += 1,
        }
        if random.below(VERIFIED) == 0
            && let Some(bytes) = certify::certificate(&position, winner, &verdict)
        {
            totals.verified += 1;
            gamecert_checker::verify(&bytes, &mut NoSource).unwrap_or_else(|refusal| panic!("{text} {winner}: {refusal}"));
        }
    }
    totals.by_static += usize::from(reasons.contains(&Some(1)));
    totals.by_closed += usize::from(reasons.contains(&Some(2)));
    if excluded == [false, false] {
        return;
    }
    let found = reached(text, MOST);
    let games = if found.finished { [false, false] } else { played(text, random, GAMES) };
    for number in 0..2 {
        let wrong = excluded[number] && (found.mates[number] || games[number]);
        assert!(!wrong, "{text}: {} can mate", ["White", "Black"][number]);
        if let Some(kind) = reasons[number] {
            totals.finished[kind] += usize::from(found.finished);
            totals.stood += usize::from(!found.finished);
        }
    }
}

#[test]
fn nobody_mates_whom_the_solver_excludes() {
    const PORTION: usize = 50;
    let positions = number_from("GAMECERT_POSITIONS", 2_500);
    let real = Real::new();
    let ask = |seed| {
        let (mut random, mut solver, mut totals) = (Random::new(seed), Solver::new(), VerdictCounts::default());
        with_checkers_rules(|rules| {
            for _ in 0..PORTION {
                let text = misleading(&mut random, rules, &real);
                confirm(&mut solver, &text, &mut random, &mut totals);
            }
        });
        totals
    };
    let portions = 0..positions.div_ceil(PORTION) as u64;
    let totals = portions.into_par_iter().map(ask).reduce(VerdictCounts::default, VerdictCounts::and);
    println!("{totals:?}");
    let counts = [
        ("static", totals.by_static, 10),
        ("closed", totals.by_closed, 100),
        ("finished", totals.finished.iter().sum(), 6),
        ("leaves", totals.with_leaves, 400),
        ("special", totals.special, 400),
    ];
    for (what, count, one_in) in counts {
        assert!(count * one_in >= totals.positions, "{what}: {count} in {totals:?}");
    }
}
