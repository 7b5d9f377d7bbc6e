//! The checker as WebAssembly: takes the bytes of files, returns verdicts as JSON. Without imports it can only compute.
//!
//! The caller writes a file to the address that [`buffer`] returns. [`offer`] keeps the file for files that cite it;
//! [`verify`] verifies the file and returns the length of the verdict, to which [`verdict`] points. The library in
//! `checker/` decides. The address space limits the memory. To limit the time, the caller terminates the worker.

use gamecert_checker::{Digest, NotFetched, Session, Source, digest, hex, json};
use serde_json::Value;
use std::collections::HashMap;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// State between calls.
#[derive(Default)]
struct State {
    /// The file that the caller writes.
    buffer: Vec<u8>,
    /// Files that others may cite.
    offered: Offered,
    /// The last verdict.
    verdict: String,
}

/// Files by digest.
#[derive(Default)]
struct Offered {
    files: HashMap<Digest, Arc<Vec<u8>>>,
    /// The digest of the last requested file that was not available.
    missing: Option<Digest>,
}

impl Source for Offered {
    fn fetch(&mut self, requested: &Digest, most: u64) -> Result<Arc<Vec<u8>>, NotFetched> {
        let Some(file) = self.files.get(requested) else {
            self.missing = Some(*requested);
            return Err(NotFetched::Missing("among the files at hand".to_owned()));
        };
        match u64::try_from(file.len()) {
            Ok(size) if size > most => Err(NotFetched::TooLarge(size)),
            _ => Ok(Arc::clone(file)),
        }
    }
}

static STATE: Mutex<Option<State>> = Mutex::new(None);

fn state() -> MutexGuard<'static, Option<State>> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the address for the next file of `length` bytes, or 0 if there is not enough memory.
#[unsafe(no_mangle)]
pub extern "C" fn buffer(length: usize) -> usize {
    let mut state = state();
    let buffer = &mut state.get_or_insert_default().buffer;
    *buffer = Vec::new();
    if buffer.try_reserve_exact(length).is_err() {
        return 0;
    }
    buffer.resize(length, 0);
    buffer.as_mut_ptr().addr()
}

/// Keeps the file in the buffer, for files that cite it.
#[unsafe(no_mangle)]
pub extern "C" fn offer() {
    let mut state = state();
    let State { buffer, offered, .. } = state.get_or_insert_default();
    let file = mem::take(buffer);
    offered.files.insert(digest(&file), Arc::new(file));
}

/// Forgets the files passed to [`offer`].
#[unsafe(no_mangle)]
pub extern "C" fn forget() {
    state().get_or_insert_default().offered = Offered::default();
}

/// Verifies the file within `memory` bytes and `steps` steps (0: default), and returns the verdict's length: the object
/// of `check --json` (see `spec/json`), `entries` of a batch, and the digest `missing` of a cited file not offered.
#[unsafe(no_mangle)]
pub extern "C" fn verify(memory: u64, steps: u64) -> usize {
    let mut state = state();
    let State { buffer, offered, verdict } = state.get_or_insert_default();
    let file = mem::take(buffer);
    let sha256 = hex(&digest(&file));
    offered.missing = None;
    let mut session = Session::new(offered).with_memory(memory);
    if steps > 0 {
        session = session.with_work(steps);
    }
    let answer = if u64::try_from(file.len()).is_ok_and(|size| size > session.largest_file()) {
        Err(session.too_large(file.len() as u64))
    } else {
        session.verify(&file)
    };
    let mut object = match &answer {
        Ok(proved) => json::verified(proved),
        Err(refusal) => json::refused(refusal),
    };
    object["sha256"] = sha256.into();
    if let Ok(proved) = &answer {
        object["entries"] = Value::Array(json::entries(proved.claim.as_ref()));
    } else if let Some(missing) = &offered.missing {
        object["missing"] = hex(missing).into();
    }
    *verdict = json::portable(&object).to_string();
    verdict.len()
}

/// Returns the address of the last verdict, in UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn verdict() -> usize {
    state().get_or_insert_default().verdict.as_ptr().addr()
}
