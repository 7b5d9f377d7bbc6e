//! Implements `solve walk` for a folder. Combines all proofs of losing chess in the folder into one tree, whose root is
//! the start of the game.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::super::outcome::Failure;
use super::super::remembered::Remembered;
use super::super::resources::Memory;
use super::session::{self, Shown, Walker};
use crate::answers::text::counted;
use crate::answers::walk::text;
use crate::answers::walk::tree::{Stroll, Tree};
use crate::certificate::verify::{OpenError, files::within};

/// Verifies the certificates in a folder, or a single certificate, and combines the proofs of losing chess into a tree.
/// Also returns a message about each certificate of another kind.
pub(super) fn open(
    folder: &Path,
    include: &[PathBuf],
    memory: &Memory,
    remembered: &mut Remembered,
) -> Result<(Tree, Vec<String>), Failure> {
    let unreadable = |error| Failure::file(folder, &error);
    let files = if folder.is_dir() { within(folder).map_err(unreadable)? } else { vec![folder.to_owned()] };
    let (mut proofs, mut others) = (Vec::new(), Vec::new());
    for file in files {
        super::allow(memory, &file, include)?;
        let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        match remembered.open_certificate(&file, include) {
            Ok(certificate) => proofs.push((name, certificate)),
            Err(OpenError::NoProof(_, kind)) => others.push(format!("{name}: of kind {kind}, no proof of losing chess")),
            Err(error) => return Err(Failure::input(error)),
        }
    }
    if proofs.is_empty() {
        return Err(Failure::input(format!("{}: a folder without certificates of losing chess (.cbor)", folder.display())));
    }
    // If several certificates prove a position, the first is used: one that does not cite another one for it.
    proofs.sort_by_key(|(_, certificate)| certificate.version);
    let tree = Tree::new(proofs).map_err(|cause| Failure::file(folder, cause))?;
    Ok((tree, others))
}

/// Writes what the tree contains, and which files are not part of the tree.
pub(super) fn write_head(out: &mut dyn Write, folder: &Path, tree: &Tree, others: &[String]) -> Result<(), Failure> {
    let proofs = counted(tree.top().len() as u64, "proof", "proofs");
    writeln!(out, "read     {proofs} from {}, under the {} rule of stalemate", folder.display(), tree.top().rules())?;
    for apart in others.iter().chain(tree.top().apart()) {
        writeln!(out, "skipped  {apart}")?;
    }
    Ok(())
}

/// Session that walks through the proofs of a folder.
pub(super) struct InFolder<'t> {
    pub(super) stroll: Stroll<'t>,
    pub(super) limit: Option<usize>,
}

impl Walker for InFolder<'_> {
    fn execute(&mut self, line: &str) -> Result<Shown, Failure> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (command, rest.trim()) {
            ("back", rest) => self.stroll.back(session::count(rest)?).map_err(Failure::input)?,
            ("root", rest) => {
                session::alone(command, rest)?;
                self.stroll.to_beginning().map_err(Failure::input)?;
            }
            _ => match self.stroll.passage_mut() {
                Some(passage) => return session::execute(passage, line, self.limit),
                None => return self.before_a_proof(command, line),
            },
        }
        Ok(Shown::Place)
    }

    fn write_place(&self, out: &mut dyn Write) -> Result<(), Failure> {
        Ok(text::write_spot(out, &self.stroll, &self.stroll.spot(), None)?)
    }
}

impl InFolder<'_> {
    fn before_a_proof(&mut self, command: &str, line: &str) -> Result<Shown, Failure> {
        if let Some(shown) = session::common(command, line)? {
            return Ok(shown);
        }
        let rest = line.strip_prefix(command).unwrap_or_default().trim();
        match command {
            "" => {}
            "fen" => {
                session::alone(command, rest)?;
                return Ok(Shown::Line(self.stroll.fen()));
            }
            "pgn" | "dot" | "lines" | "longest" => return Err(no_proof(command)),
            _ if command.starts_with('#') => return Err(no_proof(command)),
            _ => match command.parse::<usize>() {
                Ok(number) => {
                    session::alone(command, rest)?;
                    self.stroll.play_listed(number.wrapping_sub(1)).map_err(Failure::input)?;
                }
                Err(_) => self.stroll.play(line).map_err(Failure::input)?,
            },
        }
        Ok(Shown::Place)
    }
}

pub(super) fn no_proof(what: &str) -> Failure {
    Failure::input(format!("{what} goes with a proof, and no proof begins here or before: make moves that lead into one"))
}
