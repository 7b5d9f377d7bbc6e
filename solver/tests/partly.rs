//! Tests certificates of version 2, which list only some values. The checker must derive the values that are not
//! listed.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gamecert_solver::certificate::Certificate;
use gamecert_solver::certificate::verify::citations::with_folders;
use gamecert_solver::control::{Control, Silent};
use gamecert_solver::engine::bidding::solution::on_cycles;
use gamecert_solver::games::bidding_chess::Ending;
use gamecert_solver::games::bidding_chess::graph::option_graph;
use gamecert_solver::model::solution::{Solution, Table};
use gamecert_solver::solve::bidding_chess::{certify, solve};

fn partly(board: &str, material: &str) -> (Vec<Arc<Ending>>, Vec<Arc<Solution>>) {
    let family = Ending::family(board.parse().unwrap(), &[material.parse().unwrap()]).unwrap();
    let stop = AtomicBool::new(false);
    let whole = solve(&family, Control::new("", &Silent, &stop)).unwrap();
    let listed = |(number, solution): (usize, &Arc<Solution>)| {
        let at = |sub: &Arc<Ending>| family.iter().position(|one| one.material() == sub.material()).unwrap();
        let subs: Vec<&dyn Table> = family[number].sub_endings().iter().map(|sub| &*whole[at(sub)] as &dyn Table).collect();
        let graph = option_graph(&family[number], &subs, Control::unwatched()).unwrap();
        let listed = Some(on_cycles(&graph.white, &graph.black, solution));
        Arc::new(Solution { listed, ..solution.as_ref().clone() })
    };
    let solutions = whole.iter().enumerate().map(listed).collect();
    (family, solutions)
}

#[test]
fn what_is_left_out_is_worked_out() {
    let (mut left_out, mut two_functions) = (0, 0);
    for (board, material) in [("4x4", "KBKN"), ("3x4", "KNNK"), ("3x4", "KPKP"), ("4x3", "KRKB"), ("4x4", "KNKN")] {
        let (family, solutions) = partly(board, material);
        let certificates: Vec<Arc<Certificate>> = certify(&family, &solutions).into_iter().map(Arc::new).collect();
        with_folders(&[], |citations| {
            for ((ending, solution), certificate) in family.iter().zip(&solutions).zip(&certificates) {
                let name = format!("{} on {board}", ending.material());
                let proved = citations.verify(certificate).unwrap_or_else(|refused| panic!("{name}: {refused}"));
                let exact = proved.exact().unwrap();
                for class in 0..solution.len() {
                    assert_eq!((exact.ranks(class), exact.labels(class)), (solution.ranks(class), solution.labels(class)), "{name}");
                }
                for (rank, value) in (0..).zip(&solution.values) {
                    assert_eq!(exact.value(rank), *value, "{name}");
                }
                left_out += solution.listed.as_ref().unwrap().iter().filter(|listed| !**listed).count();
                two_functions += usize::from(!solution.is_sharp());
            }
        });
    }
    assert!(left_out > 5_000 && two_functions > 1, "{left_out} {two_functions}");
}

#[test]
fn every_changed_byte_is_refused() {
    let (family, solutions) = partly("3x3", "KNK");
    let certificates = certify(&family, &solutions);
    let good = certificates.last().unwrap();
    let cited: Vec<Arc<Certificate>> = certificates.iter().take(certificates.len() - 1).cloned().map(Arc::new).collect();
    with_folders(&[], |citations| {
        cited.iter().for_each(|certificate| assert!(citations.verify(certificate).is_ok()));
        // The last bytes of the certificate are choices. The bytes in the middle are columns and values.
        for place in (0..good.bytes.len()).step_by(7) {
            for bit in [0, 3, 7] {
                let mut bytes = good.bytes.to_vec();
                bytes[place] ^= 1 << bit;
                assert!(citations.verify(&Arc::new(Certificate::new(bytes))).is_err(), "byte {place}, bit {bit}");
            }
        }
        assert!(citations.verify(&Arc::new(good.clone())).is_ok());
    });
}
