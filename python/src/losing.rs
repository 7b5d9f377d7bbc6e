//! Losing chess: searches for forced wins, and walks through their proofs. A proof of version 2 of the kind cites others,
//! which are read when a walk leads into them.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use gamecert_solver::answers::walk::passage::{Passage, SharedProofs};
use gamecert_solver::answers::walk::{Cited, Proof, Root, Walk, WalkError, Written, dot, lines, pgn};
use gamecert_solver::certificate::losing_proof::{LosingCertificate, Wins};
use gamecert_solver::certificate::verify::{self, OpenError, Reading};
use gamecert_solver::control::Control;
use gamecert_solver::engine::proof_number::hints::Hints;
use gamecert_solver::games::Colour;
use gamecert_solver::games::losing_chess::text::{FenError, START, Setup};
use gamecert_solver::games::losing_chess::winner::ForSide;
use gamecert_solver::games::losing_chess::{Position, Stalemate, line};
use gamecert_solver::solve::losing::answer::{AnswerOptions, Verdict, answer};
use gamecert_solver::solve::losing::checkpoint::Checkpoint;
use gamecert_solver::solve::losing::lemmas::Lemmas;
use gamecert_solver::solve::losing::link::{self, link};
use gamecert_solver::solve::losing::portfolio::{Error, Limits, TABLE_UNITS, TableSource, tables};
use gamecert_solver::solve::losing::{Question, Shrink, table_files};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::json;

use crate::running::{run, value_error};

/// A verified proof that a side wins, with its certificate.
#[pyclass(frozen, module = "gamecert._native")]
pub struct LosingProof {
    proof: Arc<Proof>,
    bytes: Arc<Vec<u8>>,
    /// File of the certificate, or its name in error messages.
    file: PathBuf,
    /// Folders that are searched for cited files, in addition to the folder of `file`.
    include: Vec<PathBuf>,
    /// Proofs of cited certificates that were read.
    shared: SharedProofs,
}

/// Verifies a certificate that was just made and those that it cites, and reads the proof in it.
fn read(bytes: Arc<Vec<u8>>, file: PathBuf, include: Vec<PathBuf>) -> Result<LosingProof, String> {
    let reading = Reading { include: &include, memory: None };
    let verified = verify::read_certificate(&bytes, &file, reading).map_err(|error| error.to_string())?;
    LosingProof::of_verified(verified, bytes, file, include)
}

impl LosingProof {
    /// Takes a verified certificate. `file` is its file, or its name in error messages.
    pub fn of_verified(verified: LosingCertificate, bytes: Arc<Vec<u8>>, file: PathBuf, include: Vec<PathBuf>) -> Result<Self, String> {
        let proof = Proof::read(verified).map_err(|sentence| format!("{}: {sentence}", file.display()))?;
        Ok(Self { proof: Arc::new(proof), bytes, file, include, shared: SharedProofs::default() })
    }

    /// Makes these moves from a root.
    fn passage(&self, root: usize, moves: &str) -> Result<Passage<'_>, WalkError> {
        let mut passage = Passage::of_proof(Arc::clone(&self.proof), root, &self.include, &self.shared)?;
        passage.play(moves).map(|()| passage)
    }

    fn written(
        slf: &Bound<'_, Self>,
        root: usize,
        moves: &str,
        write: impl FnOnce(&Walk<'_>) -> Written + Send + 'static,
    ) -> PyResult<(String, usize, usize, usize)> {
        let (this, moves) = (slf.clone().unbind(), moves.to_owned());
        let text = run(slf.py(), None, move |_, _| this.get().passage(root, &moves).map(|passage| write(&passage.walk())))?;
        let text = text.map_err(value_error)?;
        Ok((text.text, text.positions, text.moves, text.cut))
    }
}

#[pymethods]
impl LosingProof {
    /// Returns the claim as JSON: version of the kind, roots, positions, reversible, winner, rules, sha256, the cited
    /// certificates, and how many positions have numbers.
    fn claim(&self) -> String {
        let proof = &self.proof;
        let root = |root: &Root| {
            let (position, clock, longest) = (root.position.to_string(), root.claim.clock, root.claim.longest);
            json!({ "position": position, "clock": clock, "longest": longest, "run": root.run })
        };
        let claim = json!({
            "version": proof.version(),
            "roots": proof.roots().iter().map(root).collect::<Vec<_>>(),
            "positions": proof.claim().positions,
            "reversible": proof.claim().reversible,
            "winner": proof.winner(),
            "rules": proof.rules().to_string(),
            "sha256": proof.digest(),
            "cited": proof.cited().iter().map(Cited::from).collect::<Vec<_>>(),
            "numbers": proof.numbers(),
        });
        claim.to_string()
    }

    /// Returns the folders in which cited files are looked for.
    fn folders(&self) -> Vec<PathBuf> {
        std::iter::once(folder(&self.file)).chain(self.include.iter().cloned()).collect()
    }

    /// Returns the bytes of the certificate.
    fn certificate<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bytes)
    }

    /// Describes the place after these moves from a root, as JSON (`spec/json/walk.schema.json`), and returns the moves
    /// in coordinates.
    fn place(slf: &Bound<'_, Self>, root: usize, moves: &str) -> PyResult<(String, Vec<String>)> {
        let (this, moves) = (slf.clone().unbind(), moves.to_owned());
        let work = move || {
            let passage = this.get().passage(root, &moves)?;
            let made = passage.made().iter().map(ToString::to_string).collect();
            Ok((json!(passage.place()).to_string(), made))
        };
        // Only reading a cited certificate may take long.
        let cites = !slf.get().proof.cited().is_empty();
        let place = if cites { run(slf.py(), None, move |_, _| work())? } else { slf.py().detach(work) };
        place.map_err(|error: WalkError| value_error(error))
    }

    /// Returns a shortest line to the position with this number: the index of its root, and its moves.
    fn way_to(&self, py: Python<'_>, number: u32) -> PyResult<(usize, Vec<String>)> {
        py.detach(|| {
            let walk = Walk::to_number(&self.proof, number).map_err(value_error)?;
            let root = self.proof.roots().iter().position(|root| root.claim == *walk.claim());
            Ok((root.unwrap_or_default(), walk.made().iter().map(ToString::to_string).collect()))
        })
    }

    /// Returns the index of the root with this position, or `None` if there is none.
    fn root_of(&self, fen: &str) -> PyResult<Option<usize>> {
        let setup: Setup = fen.parse().map_err(value_error)?;
        Ok(self.proof.roots().iter().position(|root| root.position == setup.position))
    }

    /// Returns all positions as the first four fields of FENs, in the order of their numbers.
    fn fens(slf: &Bound<'_, Self>) -> PyResult<Vec<String>> {
        let this = slf.clone().unbind();
        run(slf.py(), None, move |control, _| {
            let mut fens = Vec::new();
            this.get().proof.visit(|_, position| {
                fens.push(position.to_string());
                if control.check().is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            fens
        })
    }

    /// Returns the number of a position, or `None` if the position is not in the proof.
    fn number_of(&self, py: Python<'_>, fen: &str) -> PyResult<Option<u32>> {
        let setup: Setup = fen.parse().map_err(value_error)?;
        Ok(py.detach(|| self.proof.number_of(&setup.position)))
    }

    /// Writes the proof from a place on as PGN. Returns the text and three counts: positions and moves written, and
    /// positions with omitted moves.
    fn pgn(slf: &Bound<'_, Self>, root: usize, moves: &str, limit: usize) -> PyResult<(String, usize, usize, usize)> {
        Self::written(slf, root, moves, move |walk| pgn::pgn(walk, limit))
    }

    /// Writes the proof from a place on as a graph for Graphviz. Returns the text and the same counts as `pgn`.
    fn dot(slf: &Bound<'_, Self>, root: usize, moves: &str, limit: usize) -> PyResult<(String, usize, usize, usize)> {
        Self::written(slf, root, moves, move |walk| dot::dot(walk, limit))
    }

    /// Writes lines of play to the positions with the largest subproofs. Returns the text and the same counts as `pgn`.
    fn lines(slf: &Bound<'_, Self>, root: usize, moves: &str, limit: usize) -> PyResult<(String, usize, usize, usize)> {
        Self::written(slf, root, moves, move |walk| lines::lines(walk, limit))
    }
}

/// Position as FEN, verdict, number of evaluations, seconds of the search, seconds of making the proof, proof.
type Proved = (String, &'static str, u64, f64, f64, Option<LosingProof>);

/// Searches for a win of the requested side, or of either side, and proves it.
#[pyfunction]
#[pyo3(signature = (position, white, rules, time, evaluations, hints, lemmas, resume, memory, threads, shrink, progress=None))]
#[allow(clippy::too_many_arguments, reason = "keywords in Python")]
pub fn prove_losing(
    py: Python<'_>,
    position: &str,
    white: Option<bool>,
    rules: &str,
    time: Option<f64>,
    evaluations: Option<u64>,
    hints: Vec<String>,
    lemmas: Vec<PathBuf>,
    resume: Option<PathBuf>,
    memory: u64,
    threads: Option<NonZeroUsize>,
    shrink: u32,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Proved> {
    let setup = setup(position).map_err(|error| PyValueError::new_err(format!("position '{position}': {error}")))?;
    let stalemate: Stalemate = rules.parse().map_err(|error| PyValueError::new_err(format!("rules: {error}")))?;
    let seconds =
        |time| Duration::try_from_secs_f64(time).map_err(|_| PyValueError::new_err(format!("time {time}: expected seconds, not below 0")));
    let time = time.map(seconds).transpose()?;
    let side = white.map(|white| if white { Colour::White } else { Colour::Black });
    let hints = hinted(setup, side, &hints)?;
    let threads = threads.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let question = Question { position: setup.position, clock: setup.clock, stalemate };
    let found = run(py, progress, move |control, _| -> Result<_, Ended> {
        let opened = lemmas.iter().map(|file| opened(file, stalemate, side)).collect::<Result<Vec<_>, _>>().map_err(Ended::Wrong)?;
        let mut lemmas: Vec<Lemmas> = Vec::new();
        for one in opened.into_iter().flatten() {
            if lemmas.iter().all(|known| known.digest != one.digest) {
                lemmas.push(one);
            }
        }
        let tables = tables(memory, &lemmas, TABLE_UNITS)
            .ok_or_else(|| Ended::Wrong(format!("memory={memory}: a search needs 100 MB at least beside the lemmas")))?;
        let limits = Limits { tables, threads, settings: None, time, evaluations };
        let mut checkpoint = resume.as_deref().map(Checkpoint::open).transpose().map_err(|error| Ended::Wrong(error.to_string()))?;
        // The certificate is verified when it is read, below.
        // Tables that cannot be written to the cache are built again the next time.
        let open_tables = || table_files::open_cached(stalemate, TABLE_UNITS, threads, |_, _| {}, control);
        let means = AnswerOptions {
            limits,
            tables: Some(TableSource { units: TABLE_UNITS, open: &open_tables }),
            shrink: Shrink::Passes(shrink),
            shard: (0, 1),
            fifty_moves: false,
            lemmas: &lemmas,
            verified: false,
            parts: false,
            disproved: &mut |_| {},
        };
        let found = answer(&question, side, hints, means, &mut checkpoint, control).map_err(|error| match error {
            Error::Interrupted => Ended::Interrupted,
            Error::Checkpoint(error) => Ended::Wrong(error.to_string()),
        })?;
        let (verdict, proof) = match found.verdict {
            Verdict::Won(won) => {
                let proof = read(won.certificate.bytes, PathBuf::from("the certificate"), Vec::new()).map_err(Ended::Disagreement)?;
                (if won.winner == Colour::White { "white" } else { "black" }, Some(proof))
            }
            Verdict::Neither => ("neither", None),
            Verdict::Unknown(_) | Verdict::Missing(_) | Verdict::Unproved(_) => ("unknown", None),
            Verdict::Refused(refused) => return Err(Ended::Disagreement(refused.to_string())),
        };
        let fen = format!("{} {} 1", question.position, question.clock);
        Ok((fen, verdict, found.evaluations, found.search.as_secs_f64(), found.proof.as_secs_f64(), proof))
    })?;
    found.map_err(PyErr::from)
}

/// Parses a position from a FEN, or from moves that start at the beginning of the game.
fn setup(text: &str) -> Result<Setup, String> {
    if text.contains('/') {
        return text.parse().map_err(|error: FenError| error.to_string());
    }
    line::played(START.parse().expect("the initial position is valid"), text).map_err(|error| error.to_string())
}

/// Reason why there is no answer.
enum Ended {
    Interrupted,
    /// An argument is wrong.
    Wrong(String),
    /// The checker does not verify the certificate that was found.
    Disagreement(String),
}

impl From<Ended> for PyErr {
    fn from(ended: Ended) -> Self {
        match ended {
            Ended::Interrupted => PyKeyboardInterrupt::new_err(()),
            Ended::Wrong(sentence) => PyValueError::new_err(sentence),
            Ended::Disagreement(sentence) => PyRuntimeError::new_err(sentence),
        }
    }
}

/// Reads the hints: positions that are searched first.
fn hinted(root: Setup, side: Option<Colour>, hints: &[String]) -> PyResult<Option<Hints<Position>>> {
    if hints.is_empty() {
        return Ok(None);
    }
    let side = side.ok_or_else(|| PyValueError::new_err("hints: they are for the win of one side, which has to be named"))?;
    let of_line = |(number, text): (usize, &String)| {
        let positions = line::hints(root, text, side).map_err(|error| PyValueError::new_err(format!("hints[{number}]: {error}")))?;
        Ok(positions.into_iter().map(|(position, _)| position).collect())
    };
    let lines = hints.iter().enumerate().map(of_line).collect::<PyResult<Vec<Vec<Position>>>>()?;
    Ok(Some(Hints::new(root.position, lines)))
}

/// Reads the results of an earlier certificate and of those that it cites. Fails if the search cannot use them.
fn opened(file: &Path, rules: Stalemate, side: Option<Colour>) -> Result<Vec<Lemmas>, String> {
    let all = Lemmas::open(file).map_err(|error| error.to_string())?;
    let name = file.display();
    for lemmas in &all {
        if !lemmas.holds_for(rules) {
            return Err(format!("{name}: its results under rules {} need not hold under {rules}", lemmas.stalemate));
        }
        if side.is_some_and(|side| side != lemmas.winner) {
            let side = lemmas.winner.other();
            return Err(format!("{name}: a win of {}, of no use in the search for one of {side}", lemmas.winner));
        }
    }
    Ok(all)
}

/// Lines without a proof: FEN of the position in question, and the reply in algebraic notation, if only a reply lacks a
/// proof.
type MissingLines = Vec<(String, Option<String>)>;

/// Makes a proof of the wins in question that cites other certificates. Returns the proof, or the lines that no
/// certificate proves.
#[pyfunction]
#[pyo3(signature = (positions, white, cite, rules, plies, progress=None))]
pub fn link_losing(
    py: Python<'_>,
    positions: Vec<String>,
    white: bool,
    cite: Vec<PathBuf>,
    rules: &str,
    plies: u32,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Option<LosingProof>, MissingLines)> {
    let position = |text: &String| setup(text).map_err(|error| PyValueError::new_err(format!("position '{text}': {error}")));
    let positions = positions.iter().map(position).collect::<PyResult<Vec<Setup>>>()?;
    let stalemate: Stalemate = rules.parse().map_err(|error| PyValueError::new_err(format!("rules: {error}")))?;
    let game = ForSide { stalemate, winner: if white { Colour::White } else { Colour::Black } };
    let found = run(py, progress, move |control, _| -> Result<_, Ended> {
        let (files, known) = to_cite(&cite, game, control)?;
        let linked = match link(&link::Question { game, positions, plies }, &known, control).map_err(|_| Ended::Interrupted)? {
            Ok(linked) => linked,
            Err(missing) => return Ok((None, missing.iter().map(described).collect())),
        };
        let mut include: Vec<PathBuf> = linked.cited.iter().map(|&number| folder(&files[number])).collect();
        include.sort();
        include.dedup();
        // The search for cited files begins in the folder of the citing file.
        let file = include.first().map(|folder| folder.join("the certificate")).unwrap_or_default();
        let proof = read(linked.certificate.bytes, file, include).map_err(Ended::Disagreement)?;
        Ok((Some(proof), Vec::new()))
    })?;
    found.map_err(PyErr::from)
}

/// Verifies the certificates that may be cited. In a folder, those that prove no such wins are left out.
fn to_cite(cite: &[PathBuf], game: ForSide, control: Control) -> Result<(Vec<PathBuf>, Vec<Wins>), Ended> {
    // Each file, and whether its own name was among the arguments.
    let mut listed = Vec::new();
    for path in cite {
        let unreadable = |error| Ended::Wrong(format!("{}: {error}", path.display()));
        match path.is_dir() {
            true => listed.extend(verify::files::within(path).map_err(unreadable)?.into_iter().map(|file| (file, false))),
            false => listed.push((path.clone(), true)),
        }
    }
    control.stage("certificates", Some(listed.len() as u64));
    let (mut files, mut known) = (Vec::new(), Vec::new());
    for (done, (file, is_named)) in (0..).zip(listed) {
        control.at(done, &file.display().to_string()).map_err(|_| Ended::Interrupted)?;
        match verify::open_wins(&file) {
            Ok(wins) if (wins.stalemate, wins.winner) == (game.stalemate, game.winner) => {
                files.push(file);
                known.push(wins);
            }
            Ok(wins) if is_named => {
                let found = format!("wins of {} under rules {}", wins.winner, wins.stalemate);
                let expected = format!("of {} under {}", game.winner, game.stalemate);
                return Err(Ended::Wrong(format!("{}: {found}, not {expected}", file.display())));
            }
            Err(OpenError::NoProof(..)) if !is_named => {}
            Err(why) => return Err(Ended::Wrong(why.to_string())),
            Ok(_) => {}
        }
    }
    control.done();
    Ok((files, known))
}

fn described(missing: &link::Missing) -> (String, Option<String>) {
    (missing.root.to_string(), missing.line.first().map(|&played| missing.root.san(played)))
}

fn folder(file: &Path) -> PathBuf {
    match file.parent() {
        Some(parent) if parent != Path::new("") => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}
