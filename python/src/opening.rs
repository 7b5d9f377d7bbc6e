//! Opens certificates of every kind.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use gamecert_solver::answers::certified::Certified;
use gamecert_solver::answers::safe::listed::SafePositions;
use gamecert_solver::certificate::Certificate;
use gamecert_solver::certificate::can_mate::{CanMate, Evidence};
use gamecert_solver::certificate::verify::{self, About, Contents, Reading, VerifiedBounds, VerifiedTables};
use gamecert_solver::control::Control;
use gamecert_unwinnable::Color;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::bounds::Bounds;
use crate::chips::ChipsGame;
use crate::endings::Endings;
use crate::games::MoneyGame;
use crate::losing::LosingProof;
use crate::running::run;
use crate::safe::SafeProof;
use crate::scoring::PointsGame;

/// Verified contents of a certificate.
enum Object {
    Ending(Endings),
    Money(MoneyGame),
    Bounds(Bounds),
    Chips(ChipsGame),
    Points(PointsGame),
    Losing(LosingProof),
    Safe(SafeProof),
    Verdicts(Vec<CanMate>),
}

fn is_ending(about: &About) -> bool {
    about.rules == "bidding-chess"
}

/// Verifies a certificate and those that it cites, and reads it.
fn read(content: Vec<u8>, name: &Path, include: Vec<PathBuf>, cited: &[Certificate], control: Control) -> Result<Object, String> {
    let wrong = |error: &dyn ToString| format!("{}: {}", name.display(), error.to_string());
    let reading = Reading { include: &include, memory: None };
    let contents = verify::read_any(&content, cited, name, reading).map_err(|error| error.to_string())?;
    Ok(match contents {
        Contents::Tables(VerifiedTables::Values(mut games)) => {
            if games.last().is_some_and(|game| is_ending(&game.about)) {
                return Endings::of_verified(games).map(Object::Ending).map_err(|error| wrong(&error));
            }
            let last = games.pop().ok_or_else(|| wrong(&"a certificate without a game"))?;
            match Certified::open(&last.about).map_err(|error| wrong(&error))? {
                Certified::Game(game) => {
                    let game = MoneyGame::new(game, last.solution, Certificate::new(content), control);
                    Object::Money(game.map_err(|_| "interrupted".to_owned())?)
                }
                Certified::Ending(_) => return Err(wrong(&"an ending of bidding chess")),
            }
        }
        Contents::Tables(VerifiedTables::Bounds(games)) => {
            let own = Certificate::new(content);
            let certificate = |game: &VerifiedBounds| {
                if game.about.digest == own.digest { Ok(own.clone()) } else { verify::fetch_cited(game.about.digest, cited, name, reading) }
            };
            let certificates = games.iter().map(certificate).collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
            Object::Bounds(Bounds::of_verified(VerifiedTables::Bounds(games), name, certificates)?)
        }
        Contents::Tables(VerifiedTables::Chips(games)) => {
            Object::Chips(ChipsGame::of_verified(games, content).map_err(|error| wrong(&error))?)
        }
        Contents::Tables(VerifiedTables::Scoring(game)) => {
            Object::Points(PointsGame::new(game.set, game.outcomes, Certificate::new(content)))
        }
        Contents::Losing(proof) => Object::Losing(LosingProof::of_verified(*proof, Arc::new(content), name.to_owned(), include)?),
        Contents::Safe(proof) => {
            Object::Safe(SafeProof::new(SafePositions::read(*proof).map_err(|error| wrong(&error))?, Arc::new(content)))
        }
        Contents::Chess(verdicts) => Object::Verdicts(verdicts.claims),
    })
}

/// Position, whether White is the intended winner, verdict, line, number of positions in the closed set.
type Claimed = (String, bool, &'static str, Option<Vec<String>>, Option<u32>);

fn claimed(claim: CanMate) -> Claimed {
    let white = claim.winner == Color::White;
    match claim.evidence {
        Evidence::Mate { line, .. } => (claim.root, white, "winnable", Some(line.split_whitespace().map(str::to_owned).collect()), None),
        Evidence::Closed { positions, .. } => (claim.root, white, "unwinnable", None, Some(positions)),
    }
}

/// Verifies a certificate of any kind but `strategy`, with those that it cites, and opens it. `cited` are certificates
/// that may be cited; others are looked for in the folder of `name` and in `include`. Returns a word that says which
/// type the object has, and the object.
#[pyfunction]
#[pyo3(signature = (content, name, include, cited))]
pub fn open_certificate(
    py: Python<'_>,
    content: Vec<u8>,
    name: PathBuf,
    include: Vec<PathBuf>,
    cited: Vec<Vec<u8>>,
) -> PyResult<(&'static str, Py<PyAny>)> {
    let object = run(py, None, move |control, _| {
        let cited: Vec<Certificate> = cited.into_iter().map(Certificate::new).collect();
        read(content, &name, include, &cited, control)
    })?;
    Ok(match object.map_err(PyValueError::new_err)? {
        Object::Ending(ending) => ("ending", ending.into_py_any(py)?),
        Object::Money(game) => ("money", game.into_py_any(py)?),
        Object::Bounds(bounds) => ("bounds", bounds.into_py_any(py)?),
        Object::Chips(game) => ("chips", game.into_py_any(py)?),
        Object::Points(game) => ("points", game.into_py_any(py)?),
        Object::Losing(proof) => ("losing", proof.into_py_any(py)?),
        Object::Safe(proof) => ("safe", proof.into_py_any(py)?),
        Object::Verdicts(claims) => ("verdicts", claims.into_iter().map(claimed).collect::<Vec<_>>().into_py_any(py)?),
    })
}
