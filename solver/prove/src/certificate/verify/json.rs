//! Returns the checker's verdict on a file as JSON. The object follows `spec/json/check.schema.json`, but lacks the
//! file's name.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use gamecert_checker::files::CitedFiles;
use gamecert_checker::{NotFetched, Source, digest, hex, json};
use serde_json::Value;

use super::sources::beside;
use super::{Reading, session};

/// Fetches cited files, and remembers the digest of the last file that was not found.
struct Noting {
    files: CitedFiles,
    missing: Option<gamecert_checker::Digest>,
}

impl Source for Noting {
    fn fetch(&mut self, requested: &gamecert_checker::Digest, most: u64) -> Result<Arc<Vec<u8>>, NotFetched> {
        let found = self.files.fetch(requested, most);
        if matches!(found, Err(NotFetched::Missing(_))) {
            self.missing = Some(*requested);
        }
        found
    }
}

/// Verifies a file and returns the verdict. The file may cite files in its own folder and in the folders of `reading`.
///
/// # Errors
/// Fails if the file cannot be read.
pub fn verdict_as_json(file: &Path, reading: Reading) -> io::Result<Value> {
    let mut source = Noting { files: beside(file, reading.include), missing: None };
    let mut session = session(&mut source).with_memory(reading.memory.unwrap_or(u64::MAX));
    let size = fs::metadata(file)?.len();
    if size > session.largest_file() {
        return Ok(json::portable(&json::refused(&session.too_large(size))));
    }
    let bytes = fs::read(file)?;
    let sha256 = hex(&digest(&bytes));
    let answer = session.verify(&bytes);
    drop(session);
    let mut object = match &answer {
        Ok(proved) => json::verified(proved),
        Err(refusal) => json::refused(refusal),
    };
    object["sha256"] = sha256.into();
    match (&answer, &source.missing) {
        (Ok(proved), _) => object["entries"] = Value::Array(json::entries(proved.claim.as_ref())),
        (Err(_), Some(missing)) => object["missing"] = hex(missing).into(),
        _ => {}
    }
    Ok(json::portable(&object))
}
