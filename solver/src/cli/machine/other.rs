//! macOS, Windows and others: what the crate sysinfo asks the system.

use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

use sysinfo::{MemoryRefreshKind, Process, ProcessRefreshKind, ProcessesToUpdate, System};

/// How often a watch looks at memory. The crate finds a process in the list of all of them, which takes a millisecond or more.
pub const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// `None` on systems that the crate does not know. One for all, as each new one keeps a port open on macOS.
static SYSTEM: LazyLock<Option<Mutex<System>>> = LazyLock::new(|| System::new().ok().map(Mutex::new));

/// Asks for the memory of the machine.
fn machine(field: fn(&System) -> u64) -> Option<u64> {
    let mut system = SYSTEM.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    // The crate has 0 for all of it where the system refuses to answer.
    (system.total_memory() > 0).then(|| field(&system))
}

/// Asks about this process.
fn process(what: ProcessRefreshKind, field: fn(&Process) -> u64) -> Option<u64> {
    let mut system = SYSTEM.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
    let own = sysinfo::get_current_pid().ok()?;
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[own]), false, what);
    system.process(own).map(field)
}

/// The memory of the machine, in bytes.
pub fn total_memory() -> Option<u64> {
    machine(System::total_memory)
}

/// An estimate of the bytes that can be taken without swapping.
pub fn available_memory() -> Option<u64> {
    machine(System::available_memory)
}

/// Bytes that this process has in memory.
pub fn taken_memory() -> Option<u64> {
    process(ProcessRefreshKind::nothing().with_memory(), Process::memory)
}

/// The most bytes that this process has had in memory: not known.
pub fn peak_memory() -> Option<u64> {
    None
}

/// The processor time that this process has taken, on all cores.
pub fn processor_time() -> Option<Duration> {
    process(ProcessRefreshKind::nothing().with_cpu(), Process::accumulated_cpu_time).map(Duration::from_millis)
}
