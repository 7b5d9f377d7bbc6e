//! Processes a stream of items on many threads. The results arrive in the order of the items.
//!
//! An item may have several results. Results of an item may be passed on before the item is finished.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::control::started;

/// Maximum time for which the main loop waits for the next item to finish. After this time, the loop checks the stop
/// flag and passes on the new results.
const POLL: Duration = Duration::from_millis(50);
/// Maximum number of unfinished items for each thread. The limit bounds the memory for results that wait for a slow
/// item.
const MAX_UNDER_WAY: usize = 4;

/// Reason why processing ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All items are finished.
    Done,
    /// The stop flag was set.
    Stopped,
}

/// Passes items from the source to `threads` workers, and results to the sink. The results arrive in the order of the
/// items in the source. Several results of one item arrive in the order in which the worker produced them.
///
/// The source and each worker run in separate threads. When the stop flag is set, these threads are abandoned.
///
/// # Errors
/// Returns the first error of the sink. After an error, the sink receives no more results.
///
/// # Panics
/// Panics if a worker or the source panics, or if a thread cannot be started (`control::NoThread`).
pub fn run<T, R, W, E>(
    threads: usize,
    mut source: impl FnMut() -> Option<T> + Send + 'static,
    worker: impl Fn() -> W,
    mut sink: impl FnMut(Vec<R>) -> Result<(), E>,
    stop: &AtomicBool,
) -> Result<End, E>
where
    T: Send + 'static,
    R: Send + 'static,
    W: FnMut(T, &dyn Fn(R)) + Send + 'static,
{
    let (items, taken) = mpsc::channel::<(u64, T)>();
    let taken = Arc::new(Mutex::new(taken));
    let (done, results) = mpsc::channel::<(u64, Result<(), Box<dyn Any + Send>>)>();
    let passed: Arc<Mutex<BTreeMap<u64, Vec<R>>>> = Arc::default();
    let (permit, permits) = mpsc::channel::<()>();
    let threads = threads.max(1);
    (0..threads * MAX_UNDER_WAY).for_each(|_| {
        let _ = permit.send(());
    });
    for _ in 0..threads {
        let (taken, done, passed, mut work) = (Arc::clone(&taken), done.clone(), Arc::clone(&passed), worker());
        let body = move || {
            loop {
                let item = taken.lock().unwrap_or_else(PoisonError::into_inner).recv();
                let Ok((number, item)) = item else { break };
                let pass = |result| passed.lock().unwrap_or_else(PoisonError::into_inner).entry(number).or_default().push(result);
                let end = panic::catch_unwind(AssertUnwindSafe(|| work(item, &pass)));
                if done.send((number, end)).is_err() {
                    break;
                }
            }
        };
        started(thread::Builder::new().spawn(body));
    }
    let body = move || {
        let items = items;
        let mut number = 0;
        while permits.recv().is_ok() {
            match panic::catch_unwind(AssertUnwindSafe(&mut source)) {
                Ok(Some(item)) => {
                    if items.send((number, item)).is_err() {
                        break;
                    }
                    number += 1;
                }
                Ok(None) => break,
                Err(panicked) => {
                    let _ = done.send((number, Err(panicked)));
                    break;
                }
            }
        }
    };
    started(thread::Builder::new().spawn(body));
    let mut ended = BTreeSet::new();
    let mut next = 0;
    loop {
        match results.recv_timeout(POLL) {
            Ok((_, Err(panicked))) => panic::resume_unwind(panicked),
            Ok((number, Ok(()))) => drop(ended.insert(number)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(End::Done),
        }
        loop {
            if stop.load(Ordering::Relaxed) {
                return Ok(End::Stopped);
            }
            let all = ended.remove(&next);
            let ready = passed.lock().unwrap_or_else(PoisonError::into_inner).remove(&next);
            if let Some(ready) = ready {
                sink(ready)?;
            }
            if !all {
                break;
            }
            next += 1;
            // Sending fails only if the source has ended and needs no more permits.
            let _ = permit.send(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doubled(threads: usize, count: u64, stop_at: u64) -> (Vec<u64>, End) {
        let stop = AtomicBool::new(false);
        let mut numbers = 0..count;
        let mut got = Vec::new();
        let sink = |numbers: Vec<u64>| {
            stop.store(numbers == [2 * stop_at], Ordering::Relaxed);
            got.extend(numbers);
            Ok::<(), ()>(())
        };
        let work = || {
            |number: u64, pass: &dyn Fn(u64)| {
                if number.is_multiple_of(7) {
                    thread::sleep(Duration::from_millis(1));
                }
                pass(2 * number);
            }
        };
        let end = run(threads, move || numbers.next(), work, sink, &stop).unwrap();
        (got, end)
    }

    #[test]
    fn in_order() {
        for threads in [1, 2, 5] {
            assert_eq!(doubled(threads, 100, 1000), ((0..100).map(|number| 2 * number).collect(), End::Done));
            assert_eq!(doubled(threads, 100, 42), ((0..=42).map(|number| 2 * number).collect(), End::Stopped));
            assert_eq!(doubled(threads, 0, 0), (vec![], End::Done));
        }
    }

    #[test]
    fn a_result_does_not_wait_for_the_rest_of_its_item() {
        let (sink_got, wait) = mpsc::channel();
        let wait = Arc::new(Mutex::new(wait));
        let worker = || {
            let wait = Arc::clone(&wait);
            move |item: u32, pass: &dyn Fn(u32)| {
                pass(10 * item);
                // The worker waits here until the sink has the first result.
                wait.lock().unwrap().recv().unwrap();
                pass(10 * item + 1);
            }
        };
        let mut items = 0..3;
        let mut got = Vec::new();
        let sink = |results: Vec<u32>| {
            let first = results.iter().any(|result| result.is_multiple_of(10));
            got.extend(results);
            if first { sink_got.send(()).map_err(drop) } else { Ok(()) }
        };
        assert_eq!(run(1, move || items.next(), worker, sink, &AtomicBool::new(false)), Ok(End::Done));
        assert_eq!(got, [0, 1, 10, 11, 20, 21]);
    }

    #[test]
    #[should_panic(expected = "seven")]
    fn panics() {
        let mut numbers = 0..100;
        let work = || |number: u64, _: &dyn Fn(())| assert!(number != 7, "seven");
        let _ = run(2, move || numbers.next(), work, |_| Ok::<(), ()>(()), &AtomicBool::new(false));
    }

    #[test]
    fn a_waiting_source_does_not_delay_the_end() {
        let stop = AtomicBool::new(false);
        let mut first = true;
        let source = move || {
            if !std::mem::take(&mut first) {
                thread::sleep(Duration::from_secs(600));
            }
            Some(())
        };
        let sink = |_| {
            stop.store(true, Ordering::Relaxed);
            Ok::<(), ()>(())
        };
        assert_eq!(run(1, source, || |(), pass: &dyn Fn(())| pass(()), sink, &stop), Ok(End::Stopped));
    }
}
