//! A run of `solve` in a process of its own, so that one that crashes or takes too much memory ends a job and not the server. It is an attended run
//! (`attended`): it tells how far it is, and is interrupted when its standard input is closed, which happens also when the server is no more.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::cli::attended::{Progress, VARIABLE};

/// An interrupted run that has not ended after so long is killed.
const GRACE: Duration = Duration::from_secs(5);
/// How often it is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(10);
/// At most as many bytes of an answer are kept.
const MAX_TEXT: u64 = 1 << 20;
/// At most as many bytes of a line on standard error are read as one.
const MAX_LINE: u64 = 64 << 10;
/// What a process has of addresses beside the memory that it takes: stacks, libraries, what allocators reserve.
#[cfg(target_os = "linux")]
const RESERVED: u64 = 2 << 30;

/// What is heard of a run.
pub(super) enum Heard {
    Progress(Progress),
    /// A line for people.
    Note(String),
}

/// How a run ended.
pub(super) struct Ended {
    pub(super) status: ExitStatus,
    /// What it printed, the beginning of it at least.
    pub(super) text: String,
}

/// Runs `solve` with these arguments in a folder, within so many bytes of memory, until it ends or `cancelled` is set.
///
/// # Errors
/// If it cannot be started.
pub(super) fn run(
    arguments: &[OsString],
    folder: &Path,
    memory: u64,
    cancelled: &AtomicBool,
    hear: &(dyn Fn(Heard) + Sync),
) -> io::Result<Ended> {
    let mut child = Command::new(std::env::current_exe()?)
        .args(arguments)
        .current_dir(folder)
        .env(VARIABLE, "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    limit(&child, memory);
    let (output, errors) = (child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        let text = scope.spawn(|| output.map_or_else(String::new, text));
        scope.spawn(|| errors.map(|errors| listen(BufReader::new(errors), hear)));
        let status = wait(&mut child, cancelled)?;
        Ok(Ended { status, text: text.join().unwrap_or_default() })
    })
}

/// Has the system refuse memory beyond the limit, where it does that for another process; `solve` watches over the same limit itself.
#[cfg(target_os = "linux")]
fn limit(child: &Child, memory: u64) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let most = Some(memory.saturating_add(RESERVED));
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    // Where the limit is lower already it stays.
    let _ = pid.map(|pid| prlimit(Some(pid), Resource::As, Rlimit { current: most, maximum: most }));
    // A system that runs out of memory ends this process first.
    let _ = std::fs::write(format!("/proc/{}/oom_score_adj", child.id()), "500");
}

#[cfg(not(target_os = "linux"))]
fn limit(_: &Child, _: u64) {}

/// Waits for the end, which comes soon once the run is cancelled.
fn wait(child: &mut Child, cancelled: &AtomicBool) -> io::Result<ExitStatus> {
    let mut interrupted: Option<Instant> = None;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        match interrupted {
            None if cancelled.load(Ordering::Relaxed) => {
                drop(child.stdin.take());
                interrupted = Some(Instant::now());
            }
            Some(since) if since.elapsed() > GRACE => child.kill()?,
            _ => {}
        }
        thread::sleep(POLL_INTERVAL);
    }
}

/// The text that a run prints. What is beyond the limit is read and dropped, as the run would wait otherwise.
fn text(mut output: impl Read) -> String {
    let mut bytes = Vec::new();
    let _ = output.by_ref().take(MAX_TEXT).read_to_end(&mut bytes);
    let _ = io::copy(&mut output, &mut io::sink());
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Hears lines of progress, and others, which are for people.
fn listen(mut lines: impl BufRead, hear: &dyn Fn(Heard)) {
    loop {
        let mut line = Vec::new();
        match lines.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        match serde_json::from_str(line) {
            Ok(progress) => hear(Heard::Progress(progress)),
            Err(_) if line.is_empty() => {}
            Err(_) => hear(Heard::Note(line.strip_prefix("solve: ").unwrap_or(line).to_owned())),
        }
    }
}
