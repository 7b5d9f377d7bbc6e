//! Threads, memory, and the key that stops: what every command of long computations lets the user say.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytesize::ByteSize;
use clap::Args;

use super::outcome::Failure;

/// Options of commands that compute for long.
#[derive(Args, Debug)]
pub struct Resources {
    /// Threads to work with [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), allow_negative_numbers = true)]
    threads: Option<u16>,
    /// Memory that may be taken, such as 600M or 2G; refused with an estimate when the work needs more [default: what is available]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<ByteSize>,
}

fn size(text: &str) -> Result<ByteSize, String> {
    text.parse().map_err(|_| "expected a number of bytes such as 800000, 600M or 2G".to_owned())
}

impl Resources {
    /// Sets the number of threads up.
    ///
    /// # Errors
    /// If they cannot be had.
    pub fn set_threads(&self) -> Result<(), Failure> {
        let threads = self.threads.map_or(0, usize::from);
        rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().map_err(|error| Failure::input(format!("threads: {error}")))
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
    }

    /// The memory that may be taken, in bytes: what was asked for, or else this much if it is available.
    pub fn memory_or(&self, usual: u64) -> u64 {
        self.memory.map_or_else(|| available_memory().map_or(usual, |available| usual.min(available / 4 * 3)), |memory| memory.as_u64())
    }

    /// Refuses work that needs more memory than is allowed.
    ///
    /// # Errors
    /// If the estimate in bytes is above the limit.
    pub fn allow(&self, what: &str, estimate: u64) -> Result<(), Failure> {
        let (limit, whose) = match self.memory {
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

/// Bytes that can be taken without swapping, where the system tells.
fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// A flag that Ctrl-C sets. A second Ctrl-C ends the program at once.
///
/// # Errors
/// If the system does not let signals be handled.
pub fn stop_flag() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let handler = move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    ctrlc::set_handler(handler).map_err(|error| Failure::input(format!("Ctrl-C cannot be handled: {error}")))?;
    Ok(stop)
}
