//! Compares two methods on the knight ending in one run: the policy method, and the paper's recursion up to n = 2644
//! (alpha and beta, without guessing values).
//!
//! The recursion is timed twice. The paper's version uses one big integer for each position and n. The version of
//! `--method iterate` stores the numbers of all positions side by side in flat words. Both versions use both cores.
//!
//!     cargo run --release --manifest-path bench/Cargo.toml --bin knight

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use dashu_int::UBig;
use gamecert_solver::control::{Control, Silent};
use gamecert_solver::engine::bidding::iterate::recursion::Recursion;
use gamecert_solver::games::bidding_chess::merged::Merged;
use gamecert_solver::games::bidding_chess::{Board, Ending};
use gamecert_solver::model::graph::OptionGraph;
use gamecert_solver::model::value::Rational;
use gamecert_solver::solve::bidding_chess::solve;

/// Number of steps after which the guesses become stable, according to the paper.
const STEPS: u64 = 2644;

/// alpha_n and beta_n times 2^n, as one big integer for each index (positions, then the two ends of the game).
struct BigIntegers<'a> {
    graph: &'a OptionGraph,
    steps: u64,
    alpha: Vec<UBig>,
    beta: Vec<UBig>,
}

impl<'a> BigIntegers<'a> {
    fn new(graph: &'a OptionGraph) -> Self {
        let ends = || graph.boundary.iter().map(|end| if end.alpha == Rational::ONE { UBig::ONE } else { UBig::ZERO });
        let start = |from: UBig| (0..graph.len()).map(|_| from.clone()).chain(ends()).collect();
        Self { graph, steps: 0, alpha: start(UBig::ZERO), beta: start(UBig::ONE) }
    }

    /// Computes A_{n+1} = max A_n + min A_n. The integers are scaled by 2^n.
    fn step(&mut self) {
        self.steps += 1;
        let (alpha, beta) = rayon::join(|| next(self.graph, &self.alpha), || next(self.graph, &self.beta));
        (self.alpha, self.beta) = (alpha, beta);
    }
}

fn next(graph: &OptionGraph, values: &[UBig]) -> Vec<UBig> {
    let value = |place: &u32| &values[*place as usize];
    let mean = |position| {
        let best = graph.white.get(position).iter().map(value).max().expect("an option");
        let worst = graph.black.get(position).iter().map(value).min().expect("an option");
        best + worst
    };
    (0..graph.len()).map(mean).chain(values[graph.len()..].iter().map(|end| end << 1)).collect()
}

/// Runs a recursion to the end and returns its time. Prints the time, and the average time of a step from n = 1000 to n
/// = 1100.
fn timed(name: &str, mut step: impl FnMut() -> u64) -> Duration {
    let start = Instant::now();
    let mut at_1000 = start;
    loop {
        let steps = step();
        match steps {
            1000 => at_1000 = Instant::now(),
            1100 => println!("{name}: {:.1} ms a step at n = 1000", at_1000.elapsed().as_secs_f64() * 10.0),
            STEPS => break,
            _ => {}
        }
    }
    let time = start.elapsed();
    println!("{name}: {:.1} s to n = {STEPS}", time.as_secs_f64());
    time
}

fn main() {
    let materials = ["KNK".parse().expect("material")];
    // The policy method starts from nothing: numbering, moves, values, labels. It runs before, between and after the
    // recursions, because the speed of the machine drifts.
    let policy = || {
        let start = Instant::now();
        let family = Ending::family(Board::CHESS, &materials).expect("a family");
        let stop = AtomicBool::new(false);
        solve(&family, Control::new("", &Silent, &stop)).expect("a solution");
        start.elapsed()
    };
    let mut policies: Vec<Duration> = (0..5).map(|_| policy()).collect();
    let family = Ending::family(Board::CHESS, &materials).expect("a family");
    let merged = Merged::new(&family, Control::unwatched()).expect("a graph");
    let mut plain = BigIntegers::new(&merged.graph);
    let big_integers = timed("recursion with big integers", || {
        plain.step();
        plain.steps
    });
    policies.extend((0..5).map(|_| policy()));
    let mut recursion = Recursion::new(&merged.graph);
    let flat_words = timed("recursion with flat words", || {
        recursion.step();
        recursion.steps()
    });
    policies.extend((0..5).map(|_| policy()));
    let flat = recursion.alpha();
    let same = |place: usize| flat.scaled(place) << STEPS as usize == &plain.alpha[place] << flat.places();
    let same = (0..merged.graph.len()).all(same);
    assert!(same, "the two recursions differ");
    policies.sort_unstable();
    let median = policies[policies.len() / 2].as_secs_f64();
    println!("policy: median of {} runs {median:.3} s", policies.len());
    for (name, time) in [("big integers", big_integers), ("flat words", flat_words)] {
        println!("policy is {:.0} times as fast as the recursion with {name}", time.as_secs_f64() / median);
    }
}
