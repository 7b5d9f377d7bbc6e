//! Jobs that the page requests. One job runs at a time, and the others wait. Each job has a folder for its
//! certificates. The folder is removed together with the job.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::child::{self, Ended, Heard};
use super::requests::Run;
use crate::cli::supervised::Progress;

/// Maximum number of waiting jobs.
pub(super) const MAX_WAITING: usize = 8;
/// Maximum number of ended jobs that are kept. If the maximum is exceeded, the oldest ended job is removed.
const MAX_ENDED: usize = 16;
/// A job keeps at most this many notes for the user. Older notes are dropped.
const MAX_NOTES: usize = 20;

/// State of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Waiting,
    Running,
    /// The job ended with an answer.
    Done,
    /// The job ended without an answer within its limits.
    Open,
    /// The input of the job was refused, for example because the work needs too much memory.
    Refused,
    Cancelled,
    /// The job ended without an answer because the process crashed or the system killed it.
    Crashed,
}

impl State {
    fn word(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Done => "done",
            Self::Open => "open",
            Self::Refused => "refused",
            Self::Cancelled => "cancelled",
            Self::Crashed => "crashed",
        }
    }

    fn has_ended(self) -> bool {
        !matches!(self, Self::Waiting | Self::Running)
    }
}

struct Job {
    number: u64,
    run: Arc<Run>,
    state: State,
    begun: Option<Instant>,
    seconds: f64,
    /// Progress of each unfinished part of the work.
    progress: Vec<Progress>,
    notes: VecDeque<String>,
    text: String,
    /// Names and sizes of the certificates.
    certificates: Vec<(String, u64)>,
    folder: PathBuf,
    cancelled: Arc<AtomicBool>,
}

impl Job {
    /// Describes the job briefly, for the list of jobs.
    fn brief(&self) -> Value {
        let seconds = self.begun.map_or(self.seconds, |begun| begun.elapsed().as_secs_f64());
        json!({ "number": self.number, "title": self.run.title, "state": self.state.word(), "seconds": seconds, "progress": self.progress })
    }

    /// Describes the job with its notes, output and certificates.
    fn whole(&self) -> Value {
        let mut object = self.brief();
        object["notes"] = self.notes.iter().cloned().collect();
        object["text"] = self.text.as_str().into();
        object["certificates"] = self.certificates.iter().map(|(name, size)| json!({ "name": name, "size": size })).collect();
        object
    }

    fn hear(&mut self, heard: Heard) {
        match heard {
            Heard::Progress(progress) => {
                let known = self.progress.iter().position(|known| known.part == progress.part);
                match (known, progress.stage.is_some()) {
                    (Some(place), true) => self.progress[place] = progress,
                    (Some(place), false) => drop(self.progress.remove(place)),
                    (None, true) => self.progress.push(progress),
                    (None, false) => {}
                }
            }
            Heard::Note(note) => {
                self.notes.push_back(note);
                if self.notes.len() > MAX_NOTES {
                    self.notes.pop_front();
                }
            }
        }
    }

    /// Records the result of the run.
    fn take(&mut self, ended: io::Result<Ended>) {
        let Ended { status, text } = match ended {
            Ok(ended) => ended,
            Err(error) => {
                self.hear(Heard::Note(format!("the process could not be run: {error}")));
                return self.end(State::Crashed);
            }
        };
        self.text = text;
        let state = match status.code() {
            Some(0) => State::Done,
            _ if self.cancelled.load(Ordering::Relaxed) => State::Cancelled,
            Some(1) => State::Open,
            Some(2) => State::Refused,
            _ => State::Crashed,
        };
        if state == State::Crashed {
            self.hear(Heard::Note(format!("the process ended with {status}, as it does when it gets no more memory")));
        }
        self.end(state);
    }

    fn end(&mut self, state: State) {
        self.state = state;
        self.seconds = self.begun.take().map_or(0.0, |begun| begun.elapsed().as_secs_f64());
        self.progress.clear();
    }
}

/// All jobs in order of arrival.
#[derive(Default)]
struct Table {
    last: u64,
    jobs: Vec<Job>,
    closed: bool,
}

impl Table {
    fn find(&mut self, number: u64) -> Option<&mut Job> {
        self.jobs.iter_mut().find(|job| job.number == number)
    }
}

/// Jobs of a server.
pub(super) struct Jobs {
    table: Mutex<Table>,
    changed: Condvar,
    /// Folder that contains the folders of all jobs. It is removed when the server ends.
    folder: TempDir,
    memory: u64,
}

/// Refusal of a job because too many jobs are waiting or the server is ending.
pub(super) struct Full;

impl Jobs {
    /// Creates an empty table of jobs. Each job may use `memory` bytes.
    ///
    /// # Errors
    /// Fails if the temporary folder cannot be created.
    pub(super) fn new(memory: u64) -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("gamecert-").tempdir()?;
        Ok(Self { table: Mutex::default(), changed: Condvar::new(), folder, memory })
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        // A panic never leaves the table half changed, so a poisoned lock can be used.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a job, which runs after all earlier jobs.
    ///
    /// # Errors
    /// Fails if too many jobs are waiting, or after [`Jobs::close`].
    pub(super) fn add(&self, run: Run) -> Result<Value, Full> {
        let mut table = self.table();
        if table.closed || table.jobs.iter().filter(|job| job.state == State::Waiting).count() >= MAX_WAITING {
            return Err(Full);
        }
        table.last += 1;
        let job = Job {
            number: table.last,
            run: Arc::new(run),
            state: State::Waiting,
            begun: None,
            seconds: 0.0,
            progress: Vec::new(),
            notes: VecDeque::new(),
            text: String::new(),
            certificates: Vec::new(),
            folder: self.folder.path().join(table.last.to_string()),
            cancelled: Arc::default(),
        };
        let said = job.whole();
        table.jobs.push(job);
        self.changed.notify_all();
        Ok(said)
    }

    /// Describes all jobs briefly.
    pub(super) fn list(&self) -> Value {
        self.table().jobs.iter().map(Job::brief).collect()
    }

    /// Describes a job with its notes, output and certificates.
    pub(super) fn one(&self, number: u64) -> Option<Value> {
        self.table().find(number).map(|job| job.whole())
    }

    /// Opens a certificate of a job that has ended.
    pub(super) fn certificate(&self, number: u64, name: &str) -> Option<File> {
        let mut table = self.table();
        let job = table.find(number)?;
        let (name, _) = job.certificates.iter().find(|(known, _)| known == name)?;
        File::open(job.folder.join(name)).ok()
    }

    /// Cancels a job that is waiting or running. Forgets a job that has ended.
    pub(super) fn remove(&self, number: u64) -> Option<Value> {
        let mut table = self.table();
        let job = table.find(number)?;
        match job.state {
            State::Waiting => job.end(State::Cancelled),
            State::Running => job.cancelled.store(true, Ordering::Relaxed),
            _ => {
                let said = job.brief();
                forget(&mut table, number);
                return Some(said);
            }
        }
        Some(job.brief())
    }

    /// Cancels all jobs and prevents new jobs from starting. [`Jobs::work`] returns after the running job has ended.
    pub(super) fn close(&self) {
        let mut table = self.table();
        table.closed = true;
        table.jobs.iter().for_each(|job| job.cancelled.store(true, Ordering::Relaxed));
        self.changed.notify_all();
    }

    /// Removes the certificates of all jobs, even if a request is still being answered.
    pub(super) fn remove_folder(&self) {
        // Files that cannot be removed stay in the system's temporary folder.
        let _ = fs::remove_dir_all(self.folder.path());
    }

    /// Runs the jobs one after another until [`Jobs::close`] is called.
    pub(super) fn work(&self) {
        while let Some((number, run, folder, cancelled)) = self.next() {
            let hear = |heard| {
                if let Some(job) = self.table().find(number) {
                    job.hear(heard);
                }
            };
            let ended = fs::create_dir(&folder).and_then(|()| child::run(&run.arguments, &folder, self.memory, &cancelled, &hear));
            let certificates = certificates(&folder);
            let mut table = self.table();
            if let Some(job) = table.find(number) {
                job.certificates = certificates;
                job.take(ended);
            }
            let ended: Vec<u64> = table.jobs.iter().filter(|job| job.state.has_ended()).map(|job| job.number).collect();
            for &number in ended.iter().take(ended.len().saturating_sub(MAX_ENDED)) {
                forget(&mut table, number);
            }
        }
    }

    /// Waits for the next job and marks it as running. Returns `None` after [`Jobs::close`].
    fn next(&self) -> Option<(u64, Arc<Run>, PathBuf, Arc<AtomicBool>)> {
        let mut table = self.table();
        loop {
            if table.closed {
                return None;
            }
            if let Some(job) = table.jobs.iter_mut().find(|job| job.state == State::Waiting) {
                job.state = State::Running;
                job.begun = Some(Instant::now());
                return Some((job.number, Arc::clone(&job.run), job.folder.clone(), Arc::clone(&job.cancelled)));
            }
            table = self.changed.wait(table).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Forgets a job and removes its certificates.
fn forget(table: &mut Table, number: u64) {
    let Some(place) = table.jobs.iter().position(|job| job.number == number) else { return };
    let job = table.jobs.remove(place);
    // A job that never ran has no folder. A folder that cannot be removed now is removed later, with the folder of all
    // jobs.
    let _ = fs::remove_dir_all(job.folder);
}

/// Lists names and sizes of the certificates in a folder, sorted by name.
fn certificates(folder: &Path) -> Vec<(String, u64)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let certificate = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().ok().filter(|name| name.ends_with(".cbor"))?;
        Some((name, entry.metadata().ok()?.len()))
    };
    let mut found: Vec<(String, u64)> = entries.filter_map(certificate).collect();
    found.sort();
    found
}
