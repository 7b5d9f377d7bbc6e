//! Builds verdicts as JSON objects that follow the schema `spec/json/check.schema.json`.

use crate::Outcome;
use gamecert_checker::json::{portable, refused, verified};
use serde_json::{Value, json};
use std::path::Path;

pub(crate) fn object(path: &Path, outcome: &Outcome) -> Value {
    let mut object = match outcome {
        Outcome::Verified(proved) => portable(&verified(proved)),
        Outcome::Refused(refusal) => portable(&refused(refusal)),
        Outcome::Unreadable(cause) => json!({ "verdict": "unreadable", "cause": cause }),
    };
    object["file"] = path.to_string_lossy().into();
    // Replacement characters can make two different names look alike, so the bytes are printed too.
    if path.to_str().is_none() {
        object["file_bytes"] = path.as_os_str().as_encoded_bytes().iter().map(|byte| format!("{byte:02x}")).collect::<String>().into();
    }
    object
}
