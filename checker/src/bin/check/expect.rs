//! Reads the file of the option `--expect`, which lists claims that the verified files must prove.

use crate::lines::{comment, name};
use gamecert_checker::files::{TEXT_LIMIT, open_input, text};
use gamecert_checker::json::{Manifest, entries, in_words, verified};
use gamecert_checker::{Verified, quoted};
use serde_json::json;
use std::io::{self, Write};
use std::path::Path;

pub(crate) struct Expected(Manifest);

impl Expected {
    pub(crate) fn read(path: &Path) -> io::Result<Self> {
        let in_file = |cause: String| io::Error::other(format!("the manifest {}: {cause}", name(path)));
        let text = open_input(path, TEXT_LIMIT).and_then(text).map_err(|cause| in_file(format!("cannot be read: {cause}")))?;
        Manifest::read(&text).map(Self).map_err(in_file)
    }

    /// If the verified file `proved` proves a claim of the list, marks this claim as proved.
    pub(crate) fn meet(&mut self, proved: &Verified) {
        self.0.meet(&verified(proved), &entries(proved.claim.as_ref()));
    }

    /// Prints the claims of the list that no file has proved. Returns the exit status: 0 if no claim was printed, and 1
    /// otherwise.
    pub(crate) fn write_unmet(&self, output: &mut dyn Write, json: bool, quiet: bool) -> io::Result<u8> {
        let mut status = 0;
        for (number, entry) in self.0.unmet() {
            status = 1;
            let (number, kind, game) = (number + 1, &entry["kind"], &entry["game"]);
            match json {
                true => writeln!(
                    output,
                    "{}",
                    json!({ "expected": number, "verdict": "not proved", "kind": kind, "game": game, "claim": entry["claim"] })
                )?,
                false => {
                    let name = kind["name"].as_str().unwrap_or_default();
                    comment(output, quiet, &format!("not proved: entry {number}: {name} for {}", quoted(&in_words(game), usize::MAX)))?;
                }
            }
        }
        Ok(status)
    }
}
