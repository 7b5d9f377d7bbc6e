//! Benchmarks tables for every number of chips: enumerating positions, solving, certifying, and checking the
//! certificate.
//!
//!     cargo bench --manifest-path bench/Cargo.toml --bench chips

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use criterion::{Criterion, criterion_group, criterion_main};
use gamecert_solver::control::{Control, Silent};
use gamecert_solver::games::{Argument, parse};
use gamecert_solver::model::chips::{Rule, TieBreak};
use gamecert_solver::model::graph::Player;
use gamecert_solver::solve::chips::{Request, certify, solve};
use gamecert_tests::checked;

const RULE: Rule = Rule { tie_break: TieBreak::Advantage, claimant: Player::Left };

/// Solves a game, from its name on, and returns the certificate. Nothing is kept from one run to the next.
fn certificate(text: &str) -> Vec<u8> {
    let Ok(Argument::Game(game)) = parse(text) else { panic!("{text} is a game") };
    let stop = AtomicBool::new(false);
    let tables = solve(&game.graph(), RULE, Request::All, Control::new("", &Silent, &stop)).expect("tables");
    certify(&game.name(), &tables).bytes.to_vec()
}

fn every_k(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("every number of chips");
    group.sample_size(10);
    for game in ["tic-tac-toe", "tug:20", "ultimatum:10", "hex:3x4", "connect:4x4x4"] {
        group.bench_function(format!("solve and certify {game}"), |bencher| bencher.iter(|| black_box(certificate(game))));
        let bytes = certificate(game);
        group.bench_function(format!("check {game}"), |bencher| bencher.iter(|| assert!(checked(bytes.clone()))));
    }
    group.finish();
}

criterion_group!(benches, every_k);
criterion_main!(benches);
