//! Answers the page's requests for paths below `api/`.

use std::fs::{self, File};
use std::sync::{Mutex, PoisonError};

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::explorers::Explorers;
use super::gate::parts;
use super::http::{Method, Response, Status};
use super::jobs::{Full, Jobs, MAX_WAITING};
use super::open_certificates::Certificates;
use super::requests::{Request, SYSTEMS};
use crate::certificate::verify::{self, Reading};
use crate::cli::outcome::Failure;
use crate::cli::resources::Resources;

/// State that all requests share.
pub(super) struct Api {
    pub(super) certificates: Certificates,
    pub(super) explorers: Explorers,
    pub(super) jobs: Jobs,
    pub(super) resources: Resources,
    /// Each verification holds this lock, so that only one runs at a time.
    pub(super) verifying: Mutex<()>,
}

/// Body of a request to `api/verify`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Verify {
    file: String,
}

/// Body of a request to `api/ask`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ask<'a> {
    /// Name by which the page identifies itself.
    page: String,
    #[serde(borrow)]
    question: &'a RawValue,
    #[serde(default)]
    file: Option<String>,
}

/// Refusal of a request: the status and a message.
type Refused = (Status, String);

impl Api {
    /// Answers a request for a path below `api/`.
    pub(super) fn answer(&self, path: &str, method: Method, body: &[u8]) -> Response {
        let Some(parts) = parts(path) else { return Response::empty(Status::NotFound) };
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let reads = matches!(method, Method::Get | Method::Head);
        match (&parts[..], method) {
            (["serve"], _) if reads => Response::json(Status::Ok, &self.about()),
            (["files", number], _) if reads => self.file(number),
            (["verify"], Method::Post) => said(Status::Ok, self.verify(body)),
            (["ask"], Method::Post) => said(Status::Ok, self.ask(body)),
            (["jobs"], _) if reads => Response::json(Status::Ok, &self.jobs.list()),
            (["jobs"], Method::Post) => said(Status::Accepted, self.begin(body)),
            (["jobs", number], _) if reads => self.job(number, Jobs::one),
            (["jobs", number], Method::Delete) => self.job(number, Jobs::remove),
            (["jobs", number, "certificates", name], _) if reads => {
                let found = number.parse().ok().and_then(|number| self.jobs.certificate(number, name));
                found.map_or_else(|| Response::empty(Status::NotFound), bytes)
            }
            (["serve"] | ["files", _] | ["jobs", _, "certificates", _], _) => Response::wrong_method("GET, HEAD"),
            (["verify" | "ask"], _) => Response::wrong_method("POST"),
            (["jobs"], _) => Response::wrong_method("GET, HEAD, POST"),
            (["jobs", _], _) => Response::wrong_method("GET, HEAD, DELETE"),
            _ => Response::empty(Status::NotFound),
        }
    }

    /// Describes the capabilities of this server.
    fn about(&self) -> Value {
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "files": self.certificates.list(),
            "jobs": SYSTEMS,
            "memory": self.resources.memory(),
            "threads": self.resources.threads(),
            "waiting": MAX_WAITING,
        })
    }

    fn file(&self, number: &str) -> Response {
        let path = number.parse().ok().and_then(|number| self.certificates.at(number));
        path.and_then(|path| File::open(path).ok()).map_or_else(|| Response::empty(Status::NotFound), bytes)
    }

    /// Verifies one of the files that the user named. Only one verification runs at a time, because it may take all
    /// available memory.
    fn verify(&self, body: &[u8]) -> Result<Value, Refused> {
        let Verify { file: name } = read(body)?;
        let path = self.certificates.find(&name).ok_or_else(|| unknown(&name))?;
        let _turn = self.verifying.lock().unwrap_or_else(PoisonError::into_inner);
        let folders = self.certificates.folders();
        let reading = Reading { include: &folders, memory: self.resources.memory() };
        let mut verdict = verify::verdict_as_json(path, reading).map_err(|error| (Status::Conflict, format!("{name}: {error}")))?;
        verdict["file"] = name.into();
        Ok(verdict)
    }

    /// Answers a question with the explorer of the page that asks.
    fn ask(&self, body: &[u8]) -> Result<Value, Refused> {
        let Ask { page, question, file } = read(body)?;
        let file = match &file {
            None => Vec::new(),
            Some(name) => {
                let path = self.certificates.find(name).ok_or_else(|| unknown(name))?;
                fs::read(path).map_err(|error| (Status::Conflict, format!("{name}: {error}")))?
            }
        };
        let answer = self.explorers.ask(&page, question.get().as_bytes().to_vec(), file);
        answer.map_err(|error| (Status::Unprocessable, error.to_string()))
    }

    /// Accepts a job, which will run after the earlier jobs.
    fn begin(&self, body: &[u8]) -> Result<Value, Refused> {
        let requested: Request = read(body)?;
        let run = requested.run(&self.resources).map_err(|failure: Failure| (Status::Unprocessable, failure.to_string()))?;
        self.jobs
            .add(run)
            .map_err(|Full| (Status::TooMany, format!("{MAX_WAITING} jobs are waiting: no more are taken before one has begun")))
    }

    fn job(&self, number: &str, ask: impl FnOnce(&Jobs, u64) -> Option<Value>) -> Response {
        let found = number.parse().ok().and_then(|number| ask(&self.jobs, number));
        found
            .map_or_else(|| Response::error(Status::NotFound, &format!("there is no job {number}")), |job| Response::json(Status::Ok, &job))
    }
}

fn unknown(name: &str) -> Refused {
    (Status::NotFound, format!("{name} is none of the files that were named at the start"))
}

fn read<'a, T: Deserialize<'a>>(body: &'a [u8]) -> Result<T, Refused> {
    serde_json::from_slice(body).map_err(|error| (Status::BadRequest, format!("not a valid request: {error}")))
}

fn said(status: Status, answer: Result<Value, Refused>) -> Response {
    match answer {
        Ok(value) => Response::json(status, &value),
        Err((status, sentence)) => Response::error(status, &sentence),
    }
}

/// Returns a certificate's bytes unchanged.
fn bytes(file: File) -> Response {
    Response::file("application/cbor", file).unwrap_or_else(|_| Response::empty(Status::NotFound))
}
