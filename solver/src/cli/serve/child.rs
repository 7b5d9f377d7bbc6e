//! Runs `solve` in a separate process, so that a crash or lack of memory ends the job and not the server. The run
//! reports progress, and stops when standard input closes.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::cli::supervised::{Progress, VARIABLE};

/// Time that an interrupted process has to end by itself. The server kills a process that takes longer to end.
const GRACE: Duration = Duration::from_secs(5);
/// Interval between two checks whether the process has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(10);
/// Maximum size of the stored output, in bytes.
const MAX_TEXT: u64 = 1 << 20;
/// Maximum length of a line on standard error, in bytes; longer lines are split.
const MAX_LINE: u64 = 64 << 10;
/// Address space that a process may use beyond the memory limit, in bytes.
#[cfg(target_os = "linux")]
const RESERVED: u64 = 2 << 30;

/// Message from the running process.
pub(super) enum Heard {
    Progress(Progress),
    /// Line of text for the user.
    Note(String),
}

/// Result of a run that has ended.
pub(super) struct Ended {
    pub(super) status: ExitStatus,
    /// Standard output of the process, truncated to [`MAX_TEXT`] bytes.
    pub(super) text: String,
}

/// Runs `solve` with these arguments in the folder `folder`, and allows it at most `memory` bytes of memory. Returns
/// when the process has ended. Stops the process if `cancelled` is set.
///
/// # Errors
/// Fails if the process cannot be started.
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

/// On Linux, limits the address space of the process. Most runs also watch their memory themselves.
#[cfg(target_os = "linux")]
fn limit(child: &Child, memory: u64) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let most = Some(memory.saturating_add(RESERVED));
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    // The call may fail if a lower limit is in force already, and then the lower limit stays.
    let _ = pid.map(|pid| prlimit(Some(pid), Resource::As, Rlimit { current: most, maximum: most }));
    // If the system runs out of memory, it should kill this process first.
    let _ = std::fs::write(format!("/proc/{}/oom_score_adj", child.id()), "500");
}

#[cfg(not(target_os = "linux"))]
fn limit(_: &Child, _: u64) {}

/// Waits until the process has ended. If the run is cancelled, asks the process to stop, and kills it if it is still
/// running after [`GRACE`].
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

/// Reads the output of a run.
fn text(mut output: impl Read) -> String {
    let mut bytes = Vec::new();
    let _ = output.by_ref().take(MAX_TEXT).read_to_end(&mut bytes);
    // The run would block if nobody read the rest.
    let _ = io::copy(&mut output, &mut io::sink());
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Passes each line of standard error to `hear`. Lines of progress are parsed, and all other lines are notes for the
/// user.
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
