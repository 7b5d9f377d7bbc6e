//! Verifies certificates on a separate thread and waits for the verdicts.
//!
//! The checker cannot be interrupted, but its steps are limited, so it ends by itself. Each library therefore has a
//! thread with a session of the checker, which keeps verified certificates. A waiting caller checks every 50 ms for
//! signals such as Ctrl-C, and stops waiting if there is one.

use crate::guard::caught;
use gamecert_checker::files::{CitedFiles, DEFAULT_SEARCH, Opened, below, open};
use gamecert_checker::{Digest, NotFetched, Refusal, Session, Source, Verified, json};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::io;
use std::path::PathBuf;
use std::process;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// Interval between two checks for signals.
const POLL: Duration = Duration::from_millis(50);

/// Stack size of the verifying thread, the usual size for the main thread of the program `check`.
const STACK: usize = 8 << 20;

/// Verdicts that a request asks for.
pub(crate) enum Asked {
    /// The verdict on a certificate in memory.
    Bytes(Vec<u8>),
    /// The verdict on one file.
    File(PathBuf),
    /// The verdicts on files, and on the files in folders.
    All(Vec<PathBuf>),
}

/// A file or folder that cannot be read, and the cause.
pub(crate) type Unreadable = (PathBuf, io::Error);

/// Returns the files to verify, in the order in which they are named. A folder stands for all files `*.cbor` in it and
/// its subfolders, sorted by path.
pub(crate) fn inputs(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Unreadable> {
    let listed = |path: &PathBuf| if path.is_dir() { below(path) } else { vec![(path.clone(), Ok(()))] };
    let file = |(path, readable): (PathBuf, io::Result<()>)| match readable {
        Ok(()) => Ok(path),
        Err(cause) => Err((path, cause)),
    };
    paths.iter().flat_map(listed).map(file).collect()
}

/// A verified certificate: its JSON object, and the entries if it is a batch.
pub(crate) type Proved = (Value, Value);

/// The verdicts in the order of the request, or the first file that cannot be read.
pub(crate) type Answer = Result<Vec<Result<Proved, Refusal>>, Unreadable>;

/// A request, with the channel for its answer. A panic is answered by a sentence.
struct Request {
    asked: Asked,
    cancelled: Arc<AtomicBool>,
    answer: Sender<Result<Answer, String>>,
}

/// Paths and limits of a library.
#[derive(Clone)]
pub(crate) struct Settings {
    pub(crate) include: Vec<PathBuf>,
    /// Memory in bytes.
    pub(crate) memory: u64,
    /// Work in steps.
    pub(crate) work: Option<u64>,
}

/// Handle of a verifying thread. The thread ends when the handle is dropped.
pub(crate) struct Worker {
    settings: Settings,
    /// Channel to the thread and the id of the process that started it; `None` if no thread runs.
    started: Option<(Sender<Request>, u32)>,
}

impl Worker {
    pub(crate) fn new(settings: Settings) -> Self {
        Self { settings, started: None }
    }

    /// Sends a request to the thread. Starts a thread if none runs in this process.
    fn send(&mut self, asked: Asked, cancelled: Arc<AtomicBool>) -> io::Result<Receiver<Result<Answer, String>>> {
        let (answer, answered) = mpsc::channel();
        let mut request = Request { asked, cancelled, answer };
        match self.started.take() {
            Some((sender, process)) if process == process::id() => match sender.send(request) {
                Ok(()) => {
                    self.started = Some((sender, process));
                    return Ok(answered);
                }
                // The thread has ended after a panic.
                Err(back) => request = back.0,
            },
            // After a fork the child process lacks this thread, and locks may be held for ever. Dropping the channel
            // could block, so it is leaked.
            Some(parents) => std::mem::forget(parents),
            None => {}
        }
        let (sender, requests) = mpsc::channel();
        let settings = self.settings.clone();
        thread::Builder::new().name("gamecert_checker".to_owned()).stack_size(STACK).spawn(move || serve(settings, &requests))?;
        // The new thread holds the receiver, so sending succeeds.
        let _ = sender.send(request);
        self.started = Some((sender, process::id()));
        Ok(answered)
    }

    /// Drops the handle of the thread, which ends after its current answer. The next request starts a new thread.
    pub(crate) fn leave(&mut self) {
        if let Some(started) = self.started.take_if(|(_, process)| *process != process::id()) {
            std::mem::forget(started);
        }
        self.started = None;
    }

    /// Sends a request without waiting for the answer.
    pub(crate) fn ask(&mut self, asked: Asked) -> PyResult<Waiting> {
        let cancelled = Arc::new(AtomicBool::new(false));
        let no_thread = |cause| PyRuntimeError::new_err(format!("a thread could not be started: {cause}"));
        Ok(Waiting { answered: self.send(asked, cancelled.clone()).map_err(no_thread)?, cancelled })
    }
}

/// A pending answer.
pub(crate) struct Waiting {
    answered: Receiver<Result<Answer, String>>,
    cancelled: Arc<AtomicBool>,
}

impl Waiting {
    /// Waits without the interpreter lock. If a signal handler raises an exception, as at Ctrl-C, the wait ends and the
    /// request is cancelled.
    pub(crate) fn wait(mut self, py: Python<'_>) -> PyResult<Answer> {
        loop {
            let (waiting, answer) = py.detach(move || {
                let answer = self.answered.recv_timeout(POLL);
                (self, answer)
            });
            self = waiting;
            match answer {
                Ok(answer) => return answer.map_err(PyRuntimeError::new_err),
                Err(RecvTimeoutError::Timeout) => py.check_signals().inspect_err(|_| self.cancelled.store(true, Ordering::Relaxed))?,
                Err(RecvTimeoutError::Disconnected) => return Err(PyRuntimeError::new_err("the verifying thread has ended")),
            }
        }
    }
}

/// The search for cited files. All sessions share it, and each request restarts it.
#[derive(Clone)]
struct Shared(Rc<RefCell<CitedFiles>>);

impl Source for Shared {
    fn fetch(&mut self, wanted: &Digest, most: u64) -> Result<Arc<Vec<u8>>, NotFetched> {
        self.0.borrow_mut().fetch(wanted, most)
    }
}

/// Answers requests until the handle is dropped, or until a request panics. After a panic the session must not be used.
fn serve(settings: Settings, requests: &Receiver<Request>) {
    let files = Shared(Rc::new(RefCell::new(CitedFiles::new(settings.include.clone(), DEFAULT_SEARCH))));
    let mut source = files.clone();
    let session = settings.session(&mut source);
    let mut verifier = Verifier { settings: &settings, session, files, cites: HashMap::new(), present: HashSet::new(), used: false };
    while let Ok(Request { asked, cancelled, answer }) = requests.recv() {
        let answered = caught(|| verifier.answer(asked, &cancelled));
        let broken = answered.is_err();
        // If the caller has stopped waiting, nobody receives the answer.
        let _ = answer.send(answered);
        if broken {
            return;
        }
    }
}

impl Settings {
    fn session<'s>(&self, source: &'s mut Shared) -> Session<'s> {
        let session = Session::new(source).with_memory(self.memory);
        match self.work {
            Some(steps) => session.with_work(steps),
            None => session,
        }
    }
}

/// A session that serves many requests, although each request searches for cited files in different places.
///
/// A session does not fetch the files again that an already verified certificate cites. The verifier therefore checks
/// that the current request can find these files. If it cannot, a new session, which has verified nothing, decides.
struct Verifier<'s> {
    settings: &'s Settings,
    session: Session<'s>,
    files: Shared,
    /// Digests that each verified certificate cites.
    cites: HashMap<Digest, Vec<Digest>>,
    /// Digests of files that the current request can find.
    present: HashSet<Digest>,
    /// Whether the session has given a verdict before.
    used: bool,
}

impl Verifier<'_> {
    fn answer(&mut self, asked: Asked, cancelled: &Arc<AtomicBool>) -> Answer {
        let named = match asked {
            Asked::Bytes(bytes) => {
                self.begin(&[], cancelled);
                let read = |_| Ok(Opened::Bytes(bytes.clone()));
                return self.verdict(read).map(|verdict| vec![verdict]).map_err(|cause| (PathBuf::new(), cause));
            }
            Asked::File(path) => vec![path],
            Asked::All(paths) => inputs(&paths)?,
        };
        self.begin(&named, cancelled);
        let wanted = named.into_iter().take_while(|_| !cancelled.load(Ordering::Relaxed));
        wanted.map(|path| self.verdict(|most| open(&path, most)).map_err(|cause| (path, cause))).collect()
    }

    fn begin(&mut self, named: &[PathBuf], cancelled: &Arc<AtomicBool>) {
        self.present.clear();
        self.files.0.borrow_mut().begin(named.iter().cloned(), cancelled.clone());
    }

    /// Returns the verdict on a file. `read` reads the file if its size is at most the argument.
    fn verdict(&mut self, read: impl Fn(u64) -> io::Result<Opened>) -> io::Result<Result<Proved, Refusal>> {
        let mut verdict = verify(&mut self.session, &read)?;
        if std::mem::replace(&mut self.used, true) && !self.at_hand(&verdict) {
            let mut source = self.files.clone();
            verdict = verify(&mut self.settings.session(&mut source), &read)?;
        }
        Ok(verdict.map(|verified| (json::verified(&verified), json::entries(verified.claim.as_ref()).into())))
    }

    /// Tells whether the current request can find all files on which a verdict depends. These include files that the
    /// session did not fetch because it had already verified the certificate that cites them.
    fn at_hand(&mut self, verdict: &Result<Arc<Verified>, Refusal>) -> bool {
        let mut waiting = self.files.0.borrow_mut().take_fetched();
        if let Ok(verified) = verdict {
            waiting.extend(digests(verified));
        }
        while let Some(wanted) = waiting.pop() {
            if !self.present.insert(wanted) {
                continue;
            }
            let found = self.files.fetch(&wanted, self.session.largest_file());
            let Some(bytes) = found.ok().filter(|bytes| gamecert_checker::digest(bytes) == wanted) else {
                // Some digests in `present` may cite the missing file, so the set is no longer valid.
                self.present.clear();
                return false;
            };
            if !self.cites.contains_key(&wanted)
                && let Ok(cited) = self.session.verify(&bytes)
            {
                self.cites.insert(wanted, digests(&cited));
            }
            // A certificate that is not verified now was not verified before either, so the session has fetched all
            // files that it cites.
            waiting.extend(self.cites.get(&wanted).into_iter().flatten());
        }
        true
    }
}

fn verify(session: &mut Session<'_>, read: &impl Fn(u64) -> io::Result<Opened>) -> io::Result<Result<Arc<Verified>, Refusal>> {
    Ok(match read(session.largest_file())? {
        Opened::Bytes(bytes) => {
            let other = json::other_file(&bytes);
            session.verify(&bytes).map_err(|refusal| json::with_guess(refusal, other))
        }
        Opened::TooLarge(size) => Err(session.too_large(size)),
    })
}

fn digests(verified: &Verified) -> Vec<Digest> {
    verified.citations.iter().map(|cited| cited.digest).collect()
}
