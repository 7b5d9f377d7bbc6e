//! Reads values from the crate sysinfo, on macOS, Windows and other systems.

use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

use sysinfo::{MemoryRefreshKind, Process, ProcessRefreshKind, ProcessesToUpdate, System};

/// Interval between two measurements of memory. Each measurement takes a millisecond or more, because the crate sysinfo
/// searches the list of all processes.
pub const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// Shared instance of the crate's [`System`]; `None` on systems that the crate does not support. All measurements share
/// one `System`, because each new `System` keeps a port open on macOS.
static SYSTEM: LazyLock<Option<Mutex<System>>> = LazyLock::new(|| System::new().ok().map(Mutex::new));

fn machine(field: fn(&System) -> u64) -> Option<u64> {
    let mut system = SYSTEM.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    // If the system refuses to answer, the crate returns 0 for every value.
    (system.total_memory() > 0).then(|| field(&system))
}

fn process(what: ProcessRefreshKind, field: fn(&Process) -> u64) -> Option<u64> {
    let mut system = SYSTEM.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
    let own = sysinfo::get_current_pid().ok()?;
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[own]), false, what);
    system.process(own).map(field)
}

/// Returns the memory of the machine, in bytes.
pub fn total_memory() -> Option<u64> {
    machine(System::total_memory)
}

/// Estimates the bytes available without swapping.
pub fn available_memory() -> Option<u64> {
    machine(System::available_memory)
}

/// Returns the resident memory of this process, in bytes.
pub fn taken_memory() -> Option<u64> {
    process(ProcessRefreshKind::nothing().with_memory(), Process::memory)
}

/// Returns `None`, because the peak memory is unknown on these systems.
pub fn peak_memory() -> Option<u64> {
    None
}

/// Returns the processor time of this process, on all cores.
pub fn processor_time() -> Option<Duration> {
    process(ProcessRefreshKind::nothing().with_cpu(), Process::accumulated_cpu_time).map(Duration::from_millis)
}
