//! Benchmarks solving, certifying and checking of the five endings with three pieces. Also compares the policy method
//! on the knight ending with one step of the paper's recursion.
//!
//!     cargo bench --manifest-path bench/Cargo.toml

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use criterion::{Criterion, criterion_group, criterion_main};
use gamecert_solver::control::{Control, Silent};
use gamecert_solver::engine::bidding::iterate::recursion::Recursion;
use gamecert_solver::games::bidding_chess::merged::Merged;
use gamecert_solver::games::bidding_chess::{Board, Ending, Material};
use gamecert_solver::solve::bidding_chess::{certify, solve};
use gamecert_tests::family::Family;

const FIVE: [&str; 5] = ["KQK", "KRK", "KBK", "KNK", "KPK"];

fn solve_all(materials: &[&str]) {
    let materials: Vec<Material> = materials.iter().map(|text| text.parse().expect("material")).collect();
    let family = Ending::family(Board::CHESS, &materials).expect("a family");
    let stop = AtomicBool::new(false);
    let solutions = solve(&family, Control::new("", &Silent, &stop)).expect("a solution");
    black_box(certify(&family, &solutions));
}

fn endings(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("8x8");
    group.sample_size(10);
    group.bench_function("solve and certify the five endings", |bencher| bencher.iter(|| solve_all(&FIVE)));
    let family = Family::new("8x8", &FIVE);
    group.bench_function("check the five certificates", |bencher| {
        bencher.iter(|| {
            family.check_many(|library| {
                for certificate in &family.certificates {
                    library.verify(&certificate.bytes).expect("a certificate");
                }
            });
        });
    });
    group.finish();
}

fn knight(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("king and knight, 8x8");
    group.sample_size(10);
    group.bench_function("policy", |bencher| bencher.iter(|| solve_all(&["KNK"])));
    let family = Ending::family(Board::CHESS, &["KNK".parse().expect("material")]).expect("a family");
    let merged = Merged::new(&family, Control::unwatched()).expect("a graph");
    let mut recursion = Recursion::new(&merged.graph);
    while recursion.steps() < 1000 {
        recursion.step();
    }
    // Each sample takes a few more steps, starting at n = 1000. The cost grows slowly with n.
    group.bench_function("a step of the paper's recursion, from n = 1000", |bencher| bencher.iter(|| recursion.step()));
    group.finish();
}

criterion_group!(benches, endings, knight);
criterion_main!(benches);
