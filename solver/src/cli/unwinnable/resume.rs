//! Where a run through a file of games stands, kept in a file so that the next run goes on there.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::super::files::write_whole;
use super::super::outcome::Failure;
use crate::report::unwinnable::games::Counts;
use crate::report::unwinnable::summary::Rulings;

/// How often the file is written, at most.
const EVERY: Duration = Duration::from_secs(3);
/// What the file has to begin with.
const KIND: &str = "solve unwinnable 1";

/// What a run is about: it goes on only if all of this is the same.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub(super) struct About {
    /// The file of games.
    pub(super) file: String,
    /// Its size, if it is a file.
    pub(super) size: Option<u64>,
    /// What was asked.
    pub(super) options: String,
}

/// How far a run has come. What is counted is printed.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub(super) struct State {
    kind: String,
    about: About,
    /// Games, lines and bytes of text that are done, and what was found.
    pub(super) counts: Counts,
    /// What rules say.
    pub(super) rulings: Rulings,
}

/// The file, and when it was written.
pub(super) struct Resume {
    file: Option<PathBuf>,
    written: Instant,
    pub(super) state: State,
}

impl Resume {
    /// Where the file says that the run stands; the beginning, if there is no such file.
    pub(super) fn open(file: Option<&Path>, about: About) -> Result<Self, Failure> {
        let mut state = State { kind: KIND.to_owned(), about, counts: Counts::default(), rulings: Rulings::default() };
        if let Some(path) = file
            && path.exists()
        {
            let bytes = std::fs::read(path).map_err(|error| Failure::file(path, &error))?;
            let wrong = |what: &str| Failure::input(format!("{}: {what}", path.display()));
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

    /// Whether it is time to write the file.
    pub(super) fn is_due(&self) -> bool {
        self.file.is_some() && self.written.elapsed() >= EVERY
    }

    /// Writes the file. What is counted has to be printed before.
    pub(super) fn write(&mut self) -> Result<(), Failure> {
        let Some(file) = &self.file else { return Ok(()) };
        write_whole(file, &serde_json::to_vec(&self.state)?)?;
        self.written = Instant::now();
        Ok(())
    }
}
