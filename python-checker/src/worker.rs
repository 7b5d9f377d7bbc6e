//! The thread on which certificates are verified, and the wait for it.
//!
//! The checker cannot be interrupted, but it ends by itself: its steps are limited. So each library has a thread, with a session of the checker that keeps what
//! has been verified. Whoever waits for it looks every 50 ms for signals such as Ctrl-C, and leaves when there is one.

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

/// So often signals are looked for.
const POLL: Duration = Duration::from_millis(50);

/// As large as the stack of the program `check` commonly is.
const STACK: usize = 8 << 20;

/// What a library is asked for.
pub(crate) enum Asked {
    /// The verdict on these bytes.
    Bytes(Vec<u8>),
    /// The verdict on one file.
    File(PathBuf),
    /// The verdicts on files, and on those that folders stand for.
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

/// A verified certificate: its object, and the entries of a batch.
pub(crate) type Proved = (Value, Value);

/// The verdicts in the order in which they were asked for, up to the first file that cannot be read.
pub(crate) type Answer = Result<Vec<Result<Proved, Refusal>>, Unreadable>;

/// A request with the way back. A panic comes back as a sentence.
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

/// The way to a thread that verifies. The thread ends when nobody has it any more.
pub(crate) struct Worker {
    settings: Settings,
    /// The thread and the process that it belongs to, once there is one.
    started: Option<(Sender<Request>, u32)>,
}

impl Worker {
    pub(crate) fn new(settings: Settings) -> Self {
        Self { settings, started: None }
    }

    /// Hands a request to the thread, which is started if there is none.
    fn send(&mut self, asked: Asked, cancelled: Arc<AtomicBool>) -> io::Result<Receiver<Result<Answer, String>>> {
        let (answer, answered) = mpsc::channel();
        let mut request = Request { asked, cancelled, answer };
        match self.started.take() {
            Some((sender, process)) if process == process::id() => match sender.send(request) {
                Ok(()) => {
                    self.started = Some((sender, process));
                    return Ok(answered);
                }
                // It has ended after a panic.
                Err(back) => request = back.0,
            },
            // A process that was forked has no thread but the one that forked it, and locks as they were then.
            Some(parents) => std::mem::forget(parents),
            None => {}
        }
        let (sender, requests) = mpsc::channel();
        let settings = self.settings.clone();
        thread::Builder::new().name("gamecert_checker".to_owned()).stack_size(STACK).spawn(move || serve(settings, &requests))?;
        // The thread holds the other end, so this arrives.
        let _ = sender.send(request);
        self.started = Some((sender, process::id()));
        Ok(answered)
    }

    /// Leaves the thread, which ends when it has answered. The next request starts another.
    pub(crate) fn leave(&mut self) {
        if let Some(started) = self.started.take_if(|(_, process)| *process != process::id()) {
            std::mem::forget(started);
        }
        self.started = None;
    }

    /// Asks the thread, without waiting.
    pub(crate) fn ask(&mut self, asked: Asked) -> PyResult<Waiting> {
        let cancelled = Arc::new(AtomicBool::new(false));
        let no_thread = |cause| PyRuntimeError::new_err(format!("a thread could not be started: {cause}"));
        Ok(Waiting { answered: self.send(asked, cancelled.clone()).map_err(no_thread)?, cancelled })
    }
}

/// An answer that is on its way.
pub(crate) struct Waiting {
    answered: Receiver<Result<Answer, String>>,
    cancelled: Arc<AtomicBool>,
}

impl Waiting {
    /// Waits without the interpreter's lock. A signal handler that raises, such as that of Ctrl-C, ends the wait and cancels the request.
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

/// The search for cited files, which sessions hold and each request begins anew.
#[derive(Clone)]
struct Shared(Rc<RefCell<CitedFiles>>);

impl Source for Shared {
    fn fetch(&mut self, wanted: &Digest, most: u64) -> Result<Arc<Vec<u8>>, NotFetched> {
        self.0.borrow_mut().fetch(wanted, most)
    }
}

/// Answers requests until nobody can ask any more, or until one ends with a panic, after which the session is not used.
fn serve(settings: Settings, requests: &Receiver<Request>) {
    let files = Shared(Rc::new(RefCell::new(CitedFiles::new(settings.include.clone(), DEFAULT_SEARCH))));
    let mut source = files.clone();
    let session = settings.session(&mut source);
    let mut verifier = Verifier { settings: &settings, session, files, cites: HashMap::new(), present: HashSet::new(), used: false };
    while let Ok(Request { asked, cancelled, answer }) = requests.recv() {
        let answered = caught(|| verifier.answer(asked, &cancelled));
        let broken = answered.is_err();
        // Who has left does not hear it.
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

/// A session that serves many requests, each of which looks for cited files in other places.
///
/// A session does not ask again for what a certificate cites that it has verified before. So it is asked here whether all of that is at hand for the
/// present request. If not, a session that knows nothing gives the verdict.
struct Verifier<'s> {
    settings: &'s Settings,
    session: Session<'s>,
    files: Shared,
    /// What certificates cite.
    cites: HashMap<Digest, Vec<Digest>>,
    /// What has been found to be at hand for this request.
    present: HashSet<Digest>,
    /// Whether the session has verified anything.
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

    /// The verdict on what `read` reads: a file of at most as many bytes as it is told.
    fn verdict(&mut self, read: impl Fn(u64) -> io::Result<Opened>) -> io::Result<Result<Proved, Refusal>> {
        let mut verdict = verify(&mut self.session, &read)?;
        if std::mem::replace(&mut self.used, true) && !self.at_hand(&verdict) {
            let mut source = self.files.clone();
            verdict = verify(&mut self.settings.session(&mut source), &read)?;
        }
        Ok(verdict.map(|verified| (json::verified(&verified), json::entries(verified.claim.as_ref()).into())))
    }

    /// Whether all files are at hand that a verdict rests on, those included that the session has not asked for because it knew what cites them.
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
                // What cites it is not known to be whole.
                self.present.clear();
                return false;
            };
            if !self.cites.contains_key(&wanted)
                && let Ok(cited) = self.session.verify(&bytes)
            {
                self.cites.insert(wanted, digests(&cited));
            }
            // What is not verified now was not before either, so the session has asked for all that it cites.
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
