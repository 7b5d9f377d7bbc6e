//! Copies texts and bytes to the caller's buffers.

use std::ffi::c_char;
use std::ptr;

use crate::solver::{GamecertSolver, State, with_state};
use crate::status::GamecertStatus;

/// Copies bytes to a buffer, with `end` after them. Writes the number of bytes needed to `needed`, unless `needed` is
/// NULL.
///
/// # Safety
/// `buffer` must be NULL or point to `capacity` bytes that do not overlap `bytes`. `needed` must be NULL or point to a
/// number.
unsafe fn copy(bytes: &[u8], end: &[u8], buffer: *mut u8, capacity: usize, needed: *mut usize) -> GamecertStatus {
    let size = bytes.len() + end.len();
    if !needed.is_null() {
        // SAFETY: the pointer is not NULL, and the caller guarantees that it points to a number. Nothing is read through it.
        unsafe { needed.write(size) };
    }
    if capacity < size {
        return GamecertStatus::BufferTooSmall;
    }
    if size > 0 && buffer.is_null() {
        return GamecertStatus::NullPointer;
    }
    if size > 0 {
        // SAFETY: `capacity` bytes can be written, as the caller guarantees, and `size` is at most that. The bytes to copy are not in the buffer.
        unsafe {
            ptr::copy_nonoverlapping(bytes.as_ptr(), buffer, bytes.len());
            ptr::copy_nonoverlapping(end.as_ptr(), buffer.add(bytes.len()), end.len());
        }
    }
    GamecertStatus::Ok
}

/// Copies a text to a buffer, as a null-terminated string.
///
/// # Safety
/// `buffer` must be NULL or point to `capacity` bytes that do not overlap `text`. `needed` must be NULL or point to a
/// number.
pub(crate) unsafe fn copy_text(text: &str, buffer: *mut c_char, capacity: usize, needed: *mut usize) -> GamecertStatus {
    // SAFETY: the caller guarantees what this function asks for.
    unsafe { copy(text.as_bytes(), b"\0", buffer.cast(), capacity, needed) }
}

/// Copies the moves of the last answer to `buffer`, as a null-terminated string in UCI notation with spaces between the
/// moves. The string is empty if the verdict was not winnable, or if the position itself was already mate. The function
/// writes the number of bytes needed, including the terminating null byte, to `needed`, unless `needed` is NULL.
/// `buffer` may be NULL if `capacity` is 0.
///
/// # Safety
/// `solver` must come from gamecert_solver_new(), and must not have been freed. `buffer` must point to `capacity`
/// bytes. `needed` must be NULL or point to a size_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gamecert_solver_line(
    solver: *const GamecertSolver,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> GamecertStatus {
    // SAFETY: the caller guarantees that the buffer is valid, and the line is the solver's own.
    let copy = |state: &mut State| unsafe { copy_text(&state.line, buffer, capacity, needed) };
    // SAFETY: the caller guarantees what this function asks for.
    unsafe { with_state(solver, copy) }
}

/// Copies the certificate of the last answer to `buffer`: the bytes of a file that gamecert's checker verifies. There
/// are no bytes if the verdict was unknown, or if there is no last answer. The function writes the number of bytes
/// needed to `needed`, unless `needed` is NULL. `buffer` may be NULL if `capacity` is 0.
///
/// # Safety
/// The requirements are those of gamecert_solver_line().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gamecert_solver_certificate(
    solver: *const GamecertSolver,
    buffer: *mut u8,
    capacity: usize,
    needed: *mut usize,
) -> GamecertStatus {
    // SAFETY: the caller guarantees that the buffer is valid, and the certificate is the solver's own.
    let copy = |state: &mut State| unsafe { copy(state.certificate(), b"", buffer, capacity, needed) };
    // SAFETY: the caller guarantees what this function asks for.
    unsafe { with_state(solver, copy) }
}

/// Copies the error message of the last call that took a position to a buffer. The message is a text for people, and is
/// empty if there was no error. The parameters are those of gamecert_solver_line().
///
/// # Safety
/// The requirements are those of gamecert_solver_line().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gamecert_solver_message(
    solver: *const GamecertSolver,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> GamecertStatus {
    // SAFETY: the caller guarantees that the buffer is valid, and the message is the solver's own.
    let copy = |state: &mut State| unsafe { copy_text(&state.message, buffer, capacity, needed) };
    // SAFETY: the caller guarantees what this function asks for.
    unsafe { with_state(solver, copy) }
}
