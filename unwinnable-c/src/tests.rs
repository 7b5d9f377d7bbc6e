//! Tests that cannot be written in C: panics, a solver that is in use, and names and numbers that are those of the
//! Rust crate.

use std::ffi::CStr;
use std::panic;
use std::ptr;
use std::sync::Mutex;

use gamecert_unwinnable::Policy;

use super::*;
use crate::solver::with_state;
use crate::status::guarded;

#[test]
fn a_panic_becomes_a_status_and_the_solver_goes_on() {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    assert_eq!(guarded(|| panic!("a panic")), GamecertStatus::Internal);
    let solver = GamecertSolver(Mutex::default());
    // SAFETY: the solver lives until the end of the test, and only shared references are made from the pointer.
    let status = unsafe {
        with_state(&raw const solver, |state| {
            state.line.push_str("e2e4");
            panic!("a panic")
        })
    };
    panic::set_hook(hook);
    assert_eq!(status, GamecertStatus::Internal);
    // SAFETY: as above.
    let status = unsafe {
        with_state(&raw const solver, |state| {
            assert_eq!(state.line, "");
            GamecertStatus::Ok
        })
    };
    assert_eq!(status, GamecertStatus::Ok);
}

#[test]
fn a_solver_in_use_is_busy() {
    let solver = GamecertSolver(Mutex::default());
    // SAFETY: the solver lives until the end of the test, and only shared references are made from the pointer.
    let status = unsafe { with_state(&raw const solver, |_| gamecert_solver_release_memory(ptr::from_ref(&solver))) };
    assert_eq!(status, GamecertStatus::Busy);
}

#[test]
fn names_of_reasons_are_those_of_the_crate() {
    use gamecert_unwinnable::Reason::{Closed, Material, Over, Skeletons, Static};
    for reason in [Over, Material, Static, Skeletons, Closed] {
        assert_eq!(answer::c_name(reason).to_str(), Ok(reason.name()));
    }
}

#[test]
fn names_and_numbers_of_policies_are_those_of_the_crate() {
    for (number, policy) in (0..).zip(Policy::ALL) {
        // SAFETY: the function returns a null-terminated constant.
        let name = unsafe { CStr::from_ptr(gamecert_policy_name(number)) };
        assert_eq!(name.to_str(), Ok(policy.to_string().as_str()));
    }
    // SAFETY: as above.
    assert!(unsafe { CStr::from_ptr(gamecert_policy_name(Policy::ALL.len() as i32)) }.is_empty());
}
