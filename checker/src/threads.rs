//! Distributes work among threads.

use crate::core::refusal::{Place, Refusal};
use std::num::NonZeroU32;
use std::ops::Range;
use std::thread::{self, Builder};

/// Splits the numbers below `count` into one range for each thread, and calls `work` for all ranges in parallel.
/// Returns the results in the order of the ranges. If `threads` is 1, calls `work` on the calling thread.
///
/// # Errors
/// Fails with `checker/internal` if a thread cannot be started or does not end normally.
pub(crate) fn in_ranges<T: Send>(threads: NonZeroU32, count: u32, work: impl Fn(Range<u32>) -> T + Sync) -> Result<Vec<T>, Refusal> {
    if threads.get() == 1 {
        return Ok(vec![work(0..count)]);
    }
    let length = count.div_ceil(threads.get());
    let start = |number: u32| number.saturating_mul(length).min(count);
    let work = &work;
    let found: Option<Vec<T>> = thread::scope(|scope| {
        let ranges = (0..threads.get()).map(|number| start(number)..start(number.saturating_add(1)));
        let started = ranges.map(|range| Builder::new().spawn_scoped(scope, move || work(range)));
        let started: Vec<_> = started.collect::<Result<_, _>>().ok()?;
        started.into_iter().map(|thread| thread.join().ok()).collect()
    });
    found.ok_or_else(|| Refusal::internal(Place::Byte(0), "a thread could not be started or did not end"))
}

#[cfg(test)]
mod tests {
    use super::in_ranges;
    use std::num::NonZeroU32;

    #[test]
    fn every_number_is_in_one_range() {
        for (threads, count) in [(1, 0), (1, 5), (2, 5), (3, 5), (4, 4), (4, 1), (3, 0), (2, u32::MAX)] {
            let ranges = in_ranges(NonZeroU32::new(threads).unwrap(), count, |range| range).unwrap();
            assert_eq!(ranges.len(), usize::try_from(threads).unwrap());
            let ends = ranges.iter().fold(0, |end, range| {
                assert_eq!(range.start, end, "{ranges:?}");
                range.end
            });
            assert_eq!(ends, count, "{ranges:?}");
        }
    }
}
