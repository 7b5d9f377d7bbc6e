//! The knight ending by policy, and by the paper's recursion to n = 2644 (alpha and beta, without the guesses), in one run.
//!
//!     cargo run --release --manifest-path bench/Cargo.toml --bin knight

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use solver::control::{Control, Silent};
use solver::endings::solve;
use solver::engine::iterate::recursion::Recursion;
use solver::games::bidding_chess::merged::Merged;
use solver::games::bidding_chess::{Board, Ending};

/// Where the paper found the guesses to stabilise.
const STEPS: u64 = 2644;

fn main() {
    let materials = ["KNK".parse().expect("material")];
    // The policy method from nothing: numbering, moves, values, labels. Runs before and after, as the machine's speed drifts.
    let policy = || {
        let start = Instant::now();
        let family = Ending::family(Board::CHESS, &materials).expect("a family");
        let stop = AtomicBool::new(false);
        solve(&family, Control::new("", &Silent, &stop)).expect("a solution");
        start.elapsed()
    };
    let mut policies: Vec<Duration> = (0..5).map(|_| policy()).collect();
    let family = Ending::family(Board::CHESS, &materials).expect("a family");
    let merged = Merged::new(&family).expect("a graph");
    let mut recursion = Recursion::new(&merged.graph);
    let start = Instant::now();
    while recursion.steps() < STEPS {
        recursion.step();
        if recursion.steps().is_multiple_of(500) {
            println!("recursion: n = {} after {:.1} s", recursion.steps(), start.elapsed().as_secs_f64());
        }
    }
    let recursion = start.elapsed();
    policies.extend((0..5).map(|_| policy()));
    policies.sort_unstable();
    let median = policies[policies.len() / 2];
    println!("policy: median of {} runs {:.3} s", policies.len(), median.as_secs_f64());
    println!("recursion to n = {STEPS}: {:.1} s, {:.0} times as long", recursion.as_secs_f64(), recursion.as_secs_f64() / median.as_secs_f64());
}
