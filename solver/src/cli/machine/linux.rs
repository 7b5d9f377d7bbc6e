//! On Linux, reads the memory and processor time from files in /proc, and the limits of the process's control group.

use std::time::Duration;

/// Interval between two measurements of memory.
pub const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Returns the memory of the machine, in bytes.
pub fn total_memory() -> Option<u64> {
    kilobytes("/proc/meminfo", "MemTotal:")
}

/// Returns the number of bytes available without swapping, within the limits of the machine, the control group and the
/// process.
pub fn available_memory() -> Option<u64> {
    let machine = kilobytes("/proc/meminfo", "MemAvailable:");
    [machine, left_in_group(), left_in_process()].into_iter().flatten().min()
}

/// Returns the resident memory of this process, in bytes.
pub fn taken_memory() -> Option<u64> {
    kilobytes("/proc/self/status", "VmRSS:")
}

/// Returns the peak resident memory of this process, in bytes.
pub fn peak_memory() -> Option<u64> {
    kilobytes("/proc/self/status", "VmHWM:")
}

/// Returns the processor time of this process, on all cores.
pub fn processor_time() -> Option<Duration> {
    // On every machine, Linux uses this unit in `/proc/self/stat`.
    const TICKS_PER_SECOND: u32 = 100;
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The program name may contain spaces. After the name, the 12th and 13th fields are user time and system time.
    let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
    let ticks: u64 = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(Duration::from_secs(ticks) / TICKS_PER_SECOND)
}

/// Returns the value of the line `name … kB` in a file, converted to bytes.
fn kilobytes(file: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// Returns the bytes that the control group may still use. The file cache counts as free memory, because the system can
/// drop it.
fn left_in_group() -> Option<u64> {
    let read = |file: &str| std::fs::read_to_string(format!("/sys/fs/cgroup/{file}")).ok();
    let most: u64 = read("memory.max")?.trim().parse().ok()?;
    let taken: u64 = read("memory.current")?.trim().parse().ok()?;
    let dropped = read("memory.stat")?.lines().find_map(|line| line.strip_prefix("inactive_file ")?.parse().ok()).unwrap_or(0_u64);
    Some(most.saturating_sub(taken.saturating_sub(dropped)))
}

/// Returns the bytes that the process may still use, if the system limits its address space.
fn left_in_process() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/limits").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let most: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(most.saturating_sub(kilobytes("/proc/self/status", "VmSize:")?))
}
