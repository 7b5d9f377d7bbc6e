//! Tests that cannot be written in C: panics, a solver that is in use, and the names of reasons.

use super::*;

#[test]
fn a_panic_becomes_a_status_and_the_solver_goes_on() {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    assert_eq!(guarded(|| panic!("a panic")), GamecertStatus::Internal);
    let solver = GamecertSolver(Mutex::default());
    let status = with_state(&solver, |state| {
        state.line.push_str("e2e4");
        panic!("a panic")
    });
    panic::set_hook(hook);
    assert_eq!(status, GamecertStatus::Internal);
    let status = with_state(&solver, |state| {
        assert_eq!(state.line, "");
        GamecertStatus::Ok
    });
    assert_eq!(status, GamecertStatus::Ok);
}

#[test]
fn a_solver_in_use_is_busy() {
    let solver = GamecertSolver(Mutex::default());
    let status = with_state(&solver, |_| {
        // SAFETY: the solver lives until the end of the test, and only shared references are made from the pointer.
        unsafe { gamecert_solver_release_memory(ptr::from_ref(&solver)) }
    });
    assert_eq!(status, GamecertStatus::Busy);
}

#[test]
fn names_of_reasons_are_those_of_the_crate() {
    use gamecert_unwinnable::Reason::{Closed, Material, Over, Skeletons, Static};
    for reason in [Over, Material, Static, Skeletons, Closed] {
        assert_eq!(c_name(reason).to_str(), Ok(reason.name()));
    }
}
