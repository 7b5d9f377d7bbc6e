//! Linux: the files of /proc, and the limits of the control group.

use std::time::Duration;

/// How often a watch looks at memory.
pub const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The memory of the machine, in bytes.
pub fn total_memory() -> Option<u64> {
    kilobytes("/proc/meminfo", "MemTotal:")
}

/// Bytes that can be taken without swapping: what the machine has, within the limits of the control group and of the process.
pub fn available_memory() -> Option<u64> {
    let machine = kilobytes("/proc/meminfo", "MemAvailable:");
    [machine, left_in_group(), left_in_process()].into_iter().flatten().min()
}

/// Bytes that this process has in memory.
pub fn taken_memory() -> Option<u64> {
    kilobytes("/proc/self/status", "VmRSS:")
}

/// The most bytes that this process has had in memory.
pub fn peak_memory() -> Option<u64> {
    kilobytes("/proc/self/status", "VmHWM:")
}

/// The processor time that this process has taken, on all cores.
pub fn processor_time() -> Option<Duration> {
    // The unit of this file on Linux, whatever the machine.
    const TICKS_PER_SECOND: u32 = 100;
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // Behind the name, which may have spaces, the 12th and 13th fields are those of user and system.
    let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
    let ticks: u64 = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(Duration::from_secs(ticks) / TICKS_PER_SECOND)
}

/// What a line `name … kB` of a file says, in bytes.
fn kilobytes(file: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// What the control group may still take: files that are kept in memory can be dropped.
fn left_in_group() -> Option<u64> {
    let read = |file: &str| std::fs::read_to_string(format!("/sys/fs/cgroup/{file}")).ok();
    let most: u64 = read("memory.max")?.trim().parse().ok()?;
    let taken: u64 = read("memory.current")?.trim().parse().ok()?;
    let dropped = read("memory.stat")?.lines().find_map(|line| line.strip_prefix("inactive_file ")?.parse().ok()).unwrap_or(0_u64);
    Some(most.saturating_sub(taken.saturating_sub(dropped)))
}

/// What the process may still take where its address space is limited.
fn left_in_process() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/limits").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let most: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(most.saturating_sub(kilobytes("/proc/self/status", "VmSize:")?))
}
