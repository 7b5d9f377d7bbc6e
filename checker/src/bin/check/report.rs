//! Verdicts as lines and as JSON.

use checker::{Digest, Place, Refusal, Verified};
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

/// How verdicts are printed.
#[derive(Clone, Copy)]
pub(crate) enum Format {
    /// `s` and `c` lines.
    Lines,
    /// `s` lines.
    Quiet,
    /// One object a line.
    Json,
}

/// What became of a file.
pub(crate) enum Outcome {
    /// It was verified.
    Verified(Arc<Verified>),
    /// It was rejected.
    Rejected(Refusal),
    /// It could not be read.
    Unreadable(io::Error),
}

impl Outcome {
    /// The exit status that this file asks for.
    pub(crate) fn status(&self) -> u8 {
        match self {
            Self::Verified(_) => 0,
            Self::Rejected(_) => 1,
            Self::Unreadable(_) => 2,
        }
    }
}

/// Prints the verdict on a file.
pub(crate) fn write(output: &mut dyn Write, format: Format, path: &Path, outcome: &Outcome) -> io::Result<()> {
    let file = name(path);
    match format {
        Format::Json => writeln!(output, "{}", object(&file, outcome)),
        Format::Quiet => verdict(output, &file, outcome),
        Format::Lines => {
            verdict(output, &file, outcome)?;
            comments(output, &file, outcome)
        }
    }
}

/// A path fit to stand in a line: no name can look like a line of its own.
pub(crate) fn name(path: &Path) -> String {
    let escape = |letter: char| if letter.is_control() { letter.escape_default().to_string() } else { letter.to_string() };
    path.to_string_lossy().chars().map(escape).collect()
}

fn hex(digest: &Digest) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn verdict(output: &mut dyn Write, file: &str, outcome: &Outcome) -> io::Result<()> {
    match outcome {
        Outcome::Verified(verified) => writeln!(output, "s VERIFIED {file} sha256={}", hex(&verified.digest)),
        Outcome::Rejected(_) => writeln!(output, "s REJECTED {file}"),
        Outcome::Unreadable(_) => Ok(()),
    }
}

fn comments(output: &mut dyn Write, file: &str, outcome: &Outcome) -> io::Result<()> {
    match outcome {
        Outcome::Verified(verified) => {
            writeln!(output, "c kind {} version {}", verified.kind.name, verified.kind.version)?;
            writeln!(output, "c game {}", verified.game)?;
            for sentence in &verified.claim.sentences {
                writeln!(output, "c {sentence}")?;
            }
            for cited in &verified.citations {
                writeln!(output, "c rests on sha256={} {}", hex(&cited.digest), cited.game)?;
            }
            Ok(())
        }
        Outcome::Rejected(refusal) => writeln!(output, "c error {refusal}"),
        Outcome::Unreadable(cause) => writeln!(output, "c unreadable {file}: {cause}"),
    }
}

fn object(file: &str, outcome: &Outcome) -> Value {
    match outcome {
        Outcome::Verified(verified) => json!({
            "file": file,
            "verdict": "verified",
            "sha256": hex(&verified.digest),
            "size": verified.size,
            "kind": { "name": verified.kind.name, "version": verified.kind.version },
            "game": game(&verified.game),
            "claim": {
                "sentences": verified.claim.sentences,
                "figures": verified.claim.figures.iter().map(|figure| (figure.name.to_owned(), json!(figure.number))).collect::<Map<_, _>>(),
            },
            "citations": verified.citations.iter().map(|cited| json!({ "sha256": hex(&cited.digest), "game": game(&cited.game) })).collect::<Vec<_>>(),
        }),
        Outcome::Rejected(refusal) => json!({
            "file": file,
            "verdict": "rejected",
            "error": { "code": refusal.code(), "place": place(&refusal.place), "sentence": refusal.sentence },
        }),
        Outcome::Unreadable(cause) => json!({ "file": file, "verdict": "unreadable", "cause": cause.to_string() }),
    }
}

fn game(game: &checker::Description) -> Value {
    let parameters: Map<_, _> = game.parameters.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
    json!({ "rules": game.rules, "version": game.version, "parameters": parameters })
}

fn place(found: &Place) -> Value {
    match found {
        Place::Byte(offset) => json!({ "byte": offset }),
        Place::Value(index) => json!({ "value": index }),
        Place::Class { number, position } => json!({ "class": number, "position": position }),
        Place::Citation(index) => json!({ "citation": index }),
        Place::Line(moves) => json!({ "line": moves }),
        Place::Entry { number, place: within } => {
            let mut object = place(within);
            if let Some(items) = object.as_object_mut() {
                items.insert("entry".to_owned(), json!(number));
            }
            object
        }
        Place::Budget { budget, heap, coins } => {
            let items = [("budget", Some(budget)), ("heap", heap.as_ref()), ("coins", coins.as_ref())];
            items.into_iter().filter_map(|(name, number)| Some((name.to_owned(), json!(number?)))).collect::<Map<_, _>>().into()
        }
    }
}

#[cfg(test)]
mod tests {
    //! Places within entries of a batch.

    use super::{Place, json, place};

    #[test]
    fn places_in_entries() {
        let of = |inner| place(&Place::Entry { number: 17, place: Box::new(inner) });
        assert_eq!(of(Place::Byte(300)), json!({ "entry": 17, "byte": 300 }));
        assert_eq!(of(Place::Line("e2e4 e7e5".to_owned())), json!({ "entry": 17, "line": "e2e4 e7e5" }));
    }
}
