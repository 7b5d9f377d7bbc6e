//! `--resume`: stores the progress of a run through a file of games. The next run continues where the stored run
//! stopped.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::super::files::write_whole;
use super::super::outcome::Failure;
use crate::answers::unwinnable::summary::Rulings;
use crate::answers::unwinnable::tally::Counts;
use crate::solve::unwinnable::pgn::key::Key;

/// Time between two writes of the progress file.
const INTERVAL: Duration = Duration::from_secs(3);
/// First field of the progress file: the file's kind and version.
const KIND: &str = "solve unwinnable 2";

/// Input and options of a run. A run may continue an earlier run only if both have the same input and options.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub(super) struct About {
    pub(super) file: String,
    /// Size of the input in bytes, if the input is a regular file.
    pub(super) size: Option<u64>,
    /// Options that affect the output.
    pub(super) options: String,
}

/// Progress of a run.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub(super) struct State {
    kind: String,
    about: About,
    /// Start of the first unexamined game in the input.
    pub(super) next: Option<Key>,
    /// Number of lines before the first unexamined game.
    pub(super) lines: u64,
    /// Counts of games, such as the number of examined games.
    pub(super) counts: Counts,
    pub(super) rulings: Rulings,
}

/// Progress of this run, and the file in which the progress is stored.
pub(super) struct Resume {
    file: Option<PathBuf>,
    written: Instant,
    pub(super) state: State,
}

impl Resume {
    /// Reads the progress of an earlier run from the file. Without a file, the run starts from the beginning of the
    /// input.
    pub(super) fn open(file: Option<&Path>, about: About) -> Result<Self, Failure> {
        let mut state =
            State { kind: KIND.to_owned(), about, next: None, lines: 0, counts: Counts::default(), rulings: Rulings::default() };
        if let Some(path) = file
            && path.exists()
        {
            let bytes = std::fs::read(path).map_err(|error| Failure::file(path, &error))?;
            let wrong = |what: &str| Failure::file(path, what);
            let known: State = serde_json::from_slice(&bytes).map_err(|_| wrong("not a file of an interrupted run"))?;
            if known.kind != KIND {
                return Err(wrong("made by another version of this program"));
            }
            if known.about != state.about {
                let About { file, options, .. } = known.about;
                return Err(wrong(&format!("about another run: {file} as it was then, with {options}")));
            }
            state = known;
        }
        Ok(Self { file: file.map(Path::to_owned), written: Instant::now(), state })
    }

    /// Reports whether it is time to write the progress file.
    pub(super) fn is_due(&self) -> bool {
        self.file.is_some() && self.written.elapsed() >= INTERVAL
    }

    /// Writes the progress file. The caller must first print the results of all counted games.
    pub(super) fn write(&mut self) -> Result<(), Failure> {
        let Some(file) = &self.file else { return Ok(()) };
        write_whole(file, &serde_json::to_vec(&self.state)?)?;
        self.written = Instant::now();
        Ok(())
    }
}
