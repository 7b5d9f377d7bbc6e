//! Options for threads and memory, and the handling of Ctrl-C, for all commands with long computations.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use bytesize::ByteSize;
use clap::Args;

use super::machine::{POLL_INTERVAL, available_memory, taken_memory, total_memory};
use super::outcome::Failure;
use super::supervised;

/// Options of commands with long computations.
#[derive(Args, Debug)]
pub struct Resources {
    /// Number of threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), allow_negative_numbers = true)]
    threads: Option<u16>,
    #[command(flatten)]
    memory: Memory,
}

/// The option that limits the memory of a command.
#[derive(Args, Clone, Copy, Debug)]
pub struct Memory {
    /// The maximum of memory, such as 600M or 2G. Work that needs more is refused with an estimate [default: the
    /// available memory]
    #[arg(id = "memory", long = "memory", value_name = "SIZE", value_parser = size)]
    most: Option<ByteSize>,
}

fn size(text: &str) -> Result<ByteSize, String> {
    text.parse().map_err(|_| "expected a number of bytes such as 800000, 600M or 2G".to_owned())
}

/// Returns the failure for the case that the system cannot start a thread.
pub(super) fn no_thread(error: &dyn std::fmt::Display) -> Failure {
    Failure::input(format!("the system gives no thread: {error}; --threads asks for fewer"))
}

impl Resources {
    /// Sets the number of threads.
    ///
    /// # Errors
    /// Fails if the threads cannot be created.
    pub fn set_threads(&self) -> Result<(), Failure> {
        let threads = self.threads.map_or(0, usize::from);
        rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().map_err(|error| no_thread(&error))
    }

    /// Returns the number of threads.
    pub fn threads(&self) -> usize {
        self.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
    }

    /// Returns the memory limit in bytes, if the user set one.
    pub fn memory(&self) -> Option<u64> {
        self.memory.most.map(|memory| memory.as_u64())
    }

    /// Creates options with this memory limit, for tests.
    #[cfg(test)]
    pub fn of_memory(bytes: u64) -> Self {
        Self { threads: None, memory: Memory { most: Some(ByteSize(bytes)) } }
    }

    pub fn or_half_the_memory(&self) -> Self {
        const WITHOUT_ANSWER: u64 = 2 << 30;
        let half = || total_memory().map_or(WITHOUT_ANSWER, |total| total / 2);
        Self { threads: self.threads, memory: Memory { most: Some(self.memory.most.unwrap_or_else(|| ByteSize(half()))) } }
    }

    /// Returns the memory limit in bytes. If the user set no limit, the limit is `usual`, but at most three quarters of
    /// the available memory.
    pub fn memory_or(&self, usual: u64) -> u64 {
        self.memory
            .most
            .map_or_else(|| available_memory().map_or(usual, |available| usual.min(available / 4 * 3)), |memory| memory.as_u64())
    }

    /// Refuses work that needs more memory than is allowed.
    ///
    /// # Errors
    /// Fails if the estimate in bytes is above the limit.
    pub fn allow(&self, what: &str, estimate: u64) -> Result<(), Failure> {
        self.memory.allow(what, estimate)
    }
}

impl Memory {
    /// Refuses work that needs more memory than is allowed.
    ///
    /// # Errors
    /// Fails if the estimate in bytes is above the limit.
    pub fn allow(&self, what: &str, estimate: u64) -> Result<(), Failure> {
        let (limit, whose) = match self.most {
            Some(limit) => (limit.as_u64(), "--memory allows"),
            None => (available_memory().unwrap_or(u64::MAX), "this machine has available"),
        };
        if estimate > limit {
            return Err(Failure::BadInput(format!(
                "{what} needs about {} of memory; {whose} {}",
                ByteSize(estimate).display().si(),
                ByteSize(limit).display().si()
            )));
        }
        Ok(())
    }
}

/// Flag that stops a run. Ctrl-C sets the flag, and a watching thread sets it when memory runs short.
struct Stop {
    flag: Arc<AtomicBool>,
    short: Arc<OnceLock<String>>,
}

impl Stop {
    fn explain(&self, failure: Failure) -> Failure {
        match (failure, self.short.get()) {
            (Failure::Interrupted, Some(why)) => Failure::NoAnswer(why.clone()),
            (failure, _) => failure,
        }
    }
}

/// The watching thread stops a run when less than 1/`LEAST_PART` of the initially available memory is left.
const LEAST_PART: u64 = 20;

impl Resources {
    /// Calls `work` with a flag that tells it to stop. Ctrl-C sets the flag. A watching thread also sets the flag when
    /// memory runs short. The thread is necessary because `allow` checks only an estimate.
    ///
    /// # Errors
    /// Fails if the system does not allow signal handlers, or if the work fails.
    pub fn watch<T>(&self, what: &str, work: impl FnOnce(&AtomicBool) -> Result<T, Failure>) -> Result<T, Failure> {
        let stop = self.watched(what, stop_flag()?);
        work(&stop.flag).map_err(|failure| stop.explain(failure))
    }

    /// Starts a thread that watches the memory. When memory runs short, the thread sets the flag and records the
    /// reason.
    fn watched(&self, what: &str, flag: Arc<AtomicBool>) -> Stop {
        let stop = Stop { flag, short: Arc::default() };
        let (flag, short, limit, first) = (Arc::clone(&stop.flag), Arc::clone(&stop.short), self.memory.most, available_memory());
        let size = |bytes: u64| ByteSize(bytes).display().si().to_string();
        let what = what.to_owned();
        let watch = move || {
            while !flag.load(Ordering::Relaxed) {
                let reason = match (limit, taken_memory()) {
                    (Some(limit), Some(taken)) if taken > limit.as_u64() => {
                        Some(format!("{what} takes more than the {} of memory that --memory allows", size(limit.as_u64())))
                    }
                    _ => match (first, available_memory()) {
                        (Some(first), Some(left)) if left < first / LEAST_PART => {
                            Some(format!("{what} takes more memory than there is: {} of {} are left", size(left), size(first)))
                        }
                        _ => None,
                    },
                };
                if let Some(reason) = reason {
                    // No other thread sets the reason, so this call cannot fail.
                    let _ = short.set(reason);
                    flag.store(true, Ordering::Relaxed);
                }
                std::thread::sleep(POLL_INTERVAL);
            }
        };
        // If no thread can be started, nothing watches the memory and the run continues.
        let _ = std::thread::Builder::new().spawn(watch);
        stop
    }
}

/// Returns a flag that is set when the user presses Ctrl-C. If the user presses Ctrl-C again, the program ends at once.
///
/// # Errors
/// Fails if the system does not allow signal handlers.
pub fn stop_flag() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let handler = move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    ctrlc::set_handler(handler).map_err(|error| Failure::input(format!("Ctrl-C cannot be handled: {error}")))?;
    if supervised::is_supervised() {
        supervised::stop_at_end_of_input(Arc::clone(&stop));
    }
    Ok(stop)
}

#[cfg(test)]
mod tests {
    use super::{Arc, AtomicBool, ByteSize, Failure, Memory, Ordering, Resources};

    #[test]
    fn a_run_that_takes_too_much_is_stopped() {
        // Every process takes more than 1,000 bytes, so this limit stops the run.
        let stop = Resources { threads: None, memory: Memory { most: Some(ByteSize(1000)) } }.watched("the test", Arc::default());
        while !stop.flag.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
        let Failure::NoAnswer(why) = stop.explain(Failure::Interrupted) else { panic!("an interruption by the user") };
        assert_eq!(why, "the test takes more than the 1.0 kB of memory that --memory allows");
        assert!(matches!(stop.explain(Failure::BadInput(String::new())), Failure::BadInput(_)));
    }

    #[test]
    fn an_interruption_by_the_user_stays_one() {
        let flag = Arc::new(AtomicBool::new(true));
        let stop = Resources { threads: None, memory: Memory { most: None } }.watched("the test", flag);
        assert!(matches!(stop.explain(Failure::Interrupted), Failure::Interrupted));
    }
}
