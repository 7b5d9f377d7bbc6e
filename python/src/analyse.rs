//! Losing chess: analyses games with verified proofs and endgame tables.

use std::collections::HashSet;
use std::io::Cursor;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use gamecert_solver::answers::analyse::knowledge::Knowledge;
use gamecert_solver::answers::analyse::tally::Tally;
use gamecert_solver::answers::analyse::{Analyst, End};
use gamecert_solver::certificate::losing_proof::LosingCertificate;
use gamecert_solver::certificate::verify::{self, OpenError, Reading};
use gamecert_solver::control::Control;
use gamecert_solver::games::losing_chess::Stalemate;
use gamecert_solver::solve::losing::portfolio::TABLE_UNITS;
use gamecert_solver::solve::losing::proved_positions::{ProvedPositions, folder};
use gamecert_solver::solve::losing::table_files;
use gamecert_solver::solve::unwinnable::pgn::key::Part;
use gamecert_solver::solve::unwinnable::pgn::stream::Stream;
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::json;

use crate::running::run;

/// Certificate of a proof: its name, its bytes, whether it may be of another kind, which is then left out, and folders
/// in which cited certificates are looked for, besides the folder of the name.
type Source = (String, Vec<u8>, bool, Vec<PathBuf>);

/// Reasons why there is no analysis.
enum Ended {
    Interrupted,
    /// An argument is wrong.
    Wrong(String),
    /// The file cannot be read.
    Unread(std::io::Error),
}

/// Analyses the games of a PGN file, or of a text. Returns a report on each game as JSON
/// (`spec/json/analyse.schema.json`), the annotated games, and a summary.
#[pyfunction]
#[pyo3(signature = (text, file, proofs, rules, tables, threads, progress=None))]
#[allow(clippy::too_many_arguments, reason = "keywords in Python")]
pub fn analyse_losing<'py>(
    py: Python<'py>,
    text: Option<String>,
    file: Option<PathBuf>,
    proofs: Vec<Source>,
    rules: Option<&str>,
    tables: bool,
    threads: Option<NonZeroUsize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Vec<String>, Bound<'py, PyBytes>, String)> {
    let rules = rules.map(str::parse::<Stalemate>).transpose();
    let rules = rules.map_err(|error| PyValueError::new_err(format!("rules: {error}")))?;
    let threads = threads.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let found = run(py, progress, move |control, _| {
        let mut stream = match (&file, text) {
            (Some(file), _) => Stream::open(file, Part::Whole, None),
            (None, text) => Stream::new(Cursor::new(text.unwrap_or_default()), None),
        }
        .map_err(Ended::Unread)?;
        let proofs = read(proofs, control)?;
        let open = |rules| match tables {
            // Tables that cannot be written to the cache are built again the next time.
            true => table_files::open_cached(rules, TABLE_UNITS, threads, |_, _| {}, control).map(Some),
            false => Ok(None),
        };
        let knowledge = Knowledge::new(proofs, Box::new(open));
        let mut analyst = Analyst::new(&knowledge, rules, control);
        let (mut games, mut annotated, mut tally) = (Vec::new(), Vec::new(), Tally::default());
        control.stage("games", None);
        while let Some(stretch) = stream.next() {
            analyst.pass(stretch.passed);
            let reports = analyst.text(&stretch.text, &End::from(&stretch));
            if reports.interrupted {
                return Err(Ended::Interrupted);
            }
            for report in &reports.games {
                tally.add(report);
                games.push(json!(report).to_string());
            }
            if let (true, Some(damage)) = (reports.games.is_empty(), &stretch.damage) {
                return Err(Ended::Wrong(format!("the games are cut off or damaged: {}", damage.why)));
            }
            annotated.extend(reports.annotated(&stretch.text));
        }
        control.done();
        if games.is_empty() {
            return Err(Ended::Wrong(match file {
                Some(file) => format!("{}: no games", file.display()),
                None => "no games in the text; a file is named by a pathlib.Path".to_owned(),
            }));
        }
        let mut summary = Vec::new();
        tally.write_text(&mut summary).map_err(Ended::Unread)?;
        Ok((games, annotated, String::from_utf8_lossy(&summary).into_owned()))
    })?;
    let (games, annotated, summary) = found.map_err(|ended| match ended {
        Ended::Interrupted => PyKeyboardInterrupt::new_err(()),
        Ended::Wrong(sentence) => PyValueError::new_err(sentence),
        Ended::Unread(error) => error.into(),
    })?;
    Ok((games, PyBytes::new(py, &annotated), summary))
}

/// Verifies proofs and those that they cite, and reads their positions.
fn read(proofs: Vec<Source>, control: Control) -> Result<Vec<(String, ProvedPositions)>, Ended> {
    let folder = folder();
    control.stage("proofs", Some(proofs.len() as u64));
    let wrong = |error: OpenError| Ended::Wrong(error.to_string());
    let (mut found, mut known) = (Vec::new(), HashSet::new());
    for (done, (name, bytes, may_differ, include)) in (1..).zip(proofs) {
        let path = Path::new(&name);
        let certificate: LosingCertificate = match verify::read_certificate(&bytes, path, Reading { include: &include, memory: None }) {
            Ok(certificate) => certificate,
            Err(OpenError::NoProof(..)) if may_differ => continue,
            Err(error) => return Err(wrong(error)),
        };
        for (path, proof) in verify::with_cited(path, certificate, &include).map_err(wrong)? {
            if known.insert(proof.digest.clone()) {
                let positions = ProvedPositions::read_cached(&proof, folder.as_deref());
                let positions = positions.map_err(|why| wrong(OpenError::Disagreement(path.clone(), why.to_string())))?;
                let file = path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
                found.push((file, positions));
            }
        }
        control.at(done, "").map_err(|_| Ended::Interrupted)?;
    }
    control.done();
    Ok(found)
}
