//! Checks the files that commands will write. Conflicts with existing files are reported before any computation. The
//! module `solve::output` writes the files.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use super::outcome::{Failure, note, take_standard_output};
use crate::answers::text::counted;
use crate::answers::unwinnable::summaries::BEGINNING as SUMMARY_BEGINNING;
use crate::certificate::emit::Question;
use crate::certificate::verify::{self, bytes_of};
use crate::certificate::{BEGINNING, Certificate};
use crate::solve::family::Unwritten;
use crate::solve::output::{self, folder_of, is_standard_output};

/// Options of commands that write certificates.
#[derive(Args, Debug, Default)]
pub(super) struct Emit {
    /// Write the certificate of a single answer to this file, and the certificates that it cites into the same folder.
    /// With - the certificate goes to standard output, and everything else to standard error
    #[arg(long, value_name = "FILE", conflicts_with = "emit_dir")]
    pub(super) emit_cert: Option<PathBuf>,
    /// Write all certificates into this folder. The folder is created if its parent folder exists
    #[arg(long, value_name = "DIR")]
    pub(super) emit_dir: Option<PathBuf>,
    /// Do not verify the certificates that are written
    #[arg(long)]
    pub(super) no_verify: bool,
    #[command(flatten)]
    pub(super) replace: Replace,
}

/// Permission to replace existing files.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(super) struct Replace {
    /// Replace an existing file, whatever it contains. Without this option, only a writable file of the same kind is
    /// replaced, and a certificate only if it answers the same question
    #[arg(long)]
    force: bool,
}

/// Kind of file, identified by its first bytes.
pub(super) struct Kind {
    /// Name of the kind for messages, such as `a PNG picture`.
    name: &'static str,
    beginning: &'static [u8],
}

/// Certificates of every kind.
pub(super) const CERTIFICATE: Kind = Kind { name: "a certificate", beginning: BEGINNING };
/// SVG pictures.
pub(super) const SVG: Kind = Kind { name: "an SVG picture", beginning: b"<svg " };
/// PNG pictures.
pub(super) const PNG: Kind = Kind { name: "a PNG picture", beginning: b"\x89PNG\r\n\x1a\n" };
/// PDF files.
pub(super) const PDF: Kind = Kind { name: "a PDF file", beginning: b"%PDF-" };
/// Data of a picture, in CSV. CSV files have no common first bytes. Only `--force` replaces such a file.
pub(super) const CSV: Kind = Kind { name: "known to be a picture's data", beginning: b"\0\0" };

/// Exported rows or trees, in CSV, JSON or text. Exported files have no common first bytes. Only `--force` replaces
/// such a file.
pub(super) const ROWS: Kind = Kind { name: "a file that may be replaced unasked", beginning: b"\0\0" };
/// Tables for LaTeX.
pub(super) const TABLE: Kind = Kind { name: "a table for LaTeX", beginning: b"% " };
/// Summaries of games.
pub(super) const SUMMARY: Kind = Kind { name: "a summary of games", beginning: SUMMARY_BEGINNING };
/// PGN files with variations.
pub(super) const PGN: Kind = Kind { name: "a PGN file", beginning: b"[Event " };
/// Graphs for Graphviz.
pub(super) const DOT: Kind = Kind { name: "a DOT file", beginning: b"digraph " };
/// Files with lines of play; each such file begins with a heading.
pub(super) const LINES: Kind = Kind { name: "a file of lines of play", beginning: b"# " };

impl Replace {
    /// Refuses a file that cannot be written. Without `--force`, also refuses a read-only file and a non-empty file of
    /// another kind.
    ///
    /// The path `-` stands for standard output. If `path` is `-`, later answers go to standard error.
    pub(super) fn allow(self, path: &Path, kind: &Kind) -> Result<(), Failure> {
        if is_standard_output(path) {
            take_standard_output();
            return Ok(());
        }
        if !names_file(path) {
            return Err(Failure::input(format!("{}: a folder, not a file", path.display())));
        }
        must_be_folder(&folder_of(path))?;
        match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // Writing through a dangling link creates the file to which the link points.
                must_be_folder(&folder_of(&output::followed(path).map_err(|error| Failure::file(path, &error))?))
            }
            Err(error) => Err(Failure::file(path, &error)),
            // Writing to a device or a pipe destroys nothing.
            Ok(known) if self.force || !known.is_file() => Ok(()),
            Ok(known) if known.permissions().readonly() => {
                Err(Failure::input(format!("{} is there and is read-only; --force replaces it", path.display())))
            }
            Ok(known) if known.len() == 0 => Ok(()),
            Ok(_) => {
                let mut beginning = Vec::new();
                let read = File::open(path).and_then(|file| file.take(kind.beginning.len() as u64).read_to_end(&mut beginning));
                read.map_err(|error| Failure::file(path, &error))?;
                if beginning == kind.beginning {
                    return Ok(());
                }
                Err(Failure::input(format!("{} is there and is not {}; --force replaces it", path.display(), kind.name)))
            }
        }
    }
}

impl Replace {
    /// Checks the file of a certificate as [`Replace::allow`] does. Without `--force`, also refuses to replace a
    /// certificate that answers another question.
    fn allow_answer(self, path: &Path, question: &Question) -> Result<(), Failure> {
        self.allow(path, &CERTIFICATE)?;
        let known = fs::metadata(path).is_ok_and(|known| known.is_file() && known.len() > 0);
        if self.force || !known {
            return Ok(());
        }
        let mut beginning = Vec::new();
        let read = File::open(path).and_then(|file| file.take(question.length() as u64).read_to_end(&mut beginning));
        read.map_err(|error| Failure::file(path, &error))?;
        if question.is_answered_by(&beginning) {
            return Ok(());
        }
        Err(Failure::input(format!("{} is there and is a certificate of another question; --force replaces it", path.display())))
    }
}

/// Files to which a run writes its certificates. If the user names a single file, the last certificate goes into this
/// file. Cited certificates go into the folder of this file.
pub(super) struct Target {
    /// File of each certificate; empty if no certificates are written.
    files: Vec<PathBuf>,
    /// Folder for the certificates, which is created if it is missing.
    folder: Option<PathBuf>,
}

impl Target {
    /// Determines the files for certificates from `--emit-cert` and `--emit-dir`. `answers` lists the default file name
    /// and the question of each certificate. The last certificate goes to the file of `--emit-cert`. The function
    /// creates no file or folder.
    pub(super) fn new(asked: &Emit, answers: &[(String, Question)]) -> Result<Self, Failure> {
        let names: Vec<&String> = answers.iter().map(|(name, _)| name).collect();
        if asked.emit_cert.as_deref().is_some_and(is_standard_output) {
            if let [cited, _, ..] = &names[..] {
                return Err(Failure::input(format!("--emit-cert -: the certificate cites others, such as {cited}; --emit-dir writes all")));
            }
            take_standard_output();
        }
        let target = match (&asked.emit_cert, &asked.emit_dir) {
            (None, None) => return Ok(Self { files: Vec::new(), folder: None }),
            (None, Some(folder)) => {
                if !folder.is_dir() {
                    may_be_made(folder)?;
                }
                Self { files: names.iter().map(|name| folder.join(name)).collect(), folder: Some(folder.clone()) }
            }
            (Some(file), _) => {
                let folder = file.parent().unwrap_or(Path::new(""));
                let cited = &names[..names.len().saturating_sub(1)];
                let mut files: Vec<PathBuf> = cited.iter().map(|name| folder.join(name)).collect();
                if files.contains(file) {
                    return Err(Failure::input(format!("{} is the name of a certificate that this one cites", file.display())));
                }
                files.push(file.clone());
                Self { files, folder: None }
            }
        };
        if target.folder.as_deref().is_none_or(Path::is_dir) {
            // The user named only the last file, so problems with this file are reported first.
            let files = target.files.iter().zip(answers).rev().filter(|(file, _)| !is_standard_output(file));
            files.into_iter().try_for_each(|(file, (_, question))| asked.replace.allow_answer(file, question))?;
        }
        Ok(target)
    }

    /// Returns the file of the certificate with this number, or `None` if certificates are not written.
    pub(super) fn file(&self, number: usize) -> Option<&Path> {
        self.files.get(number).map(PathBuf::as_path)
    }

    /// Writes the certificate with this number, if certificates are written.
    pub(super) fn write(&self, number: usize, certificate: &Certificate) -> Result<(), Failure> {
        let Some(file) = self.files.get(number) else { return Ok(()) };
        if let Some(folder) = self.folder.as_deref().filter(|folder| !folder.is_dir()) {
            fs::create_dir(folder).map_err(|error| Failure::file(folder, &error))?;
        }
        write_whole(file, &certificate.bytes)
    }

    /// Returns a function that writes a certificate to the file with the same number.
    pub(super) fn writer(&self) -> impl FnMut(usize, &Certificate) -> Result<(), Unwritten> {
        |number, certificate| self.write(number, certificate).map_err(|failure| Unwritten(failure.to_string()))
    }

    /// Verifies the only certificate of a run, unless `--no-verify` is set, and then writes it. If the run is stopped,
    /// writes nothing.
    pub(super) fn deliver(&self, certificate: &Certificate, asked: &Emit, stop: &AtomicBool) -> Result<(), Failure> {
        if !asked.no_verify {
            verify::verify_all(std::slice::from_ref(certificate)).map_err(|error| Failure::NoAnswer(error.to_string()))?;
        }
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
        self.write(0, certificate)
    }
}

pub(super) fn note_written(target: &Target, solved: usize, all: usize) {
    if let (Some(file), 1..) = (target.file(0), solved) {
        let (all, folder) = (counted(all as u64, "ending", "endings"), folder_of(file));
        note(&format!("{solved} of {all} were solved; their certificates are in {}", folder.display()));
    }
}

/// Returns whether a path can name a file, not a folder.
fn names_file(path: &Path) -> bool {
    let ends_as_folder = path.as_os_str().as_encoded_bytes().last().is_some_and(|end| std::path::is_separator(char::from(*end)));
    !path.is_dir() && path.file_name().is_some() && !ends_as_folder
}

/// Refuses a path at which there is no folder.
fn must_be_folder(folder: &Path) -> Result<(), Failure> {
    match folder.ancestors().find(|path| path.exists()) {
        Some(found) if !found.is_dir() => Err(Failure::input(format!("{} is not a folder", found.display()))),
        Some(found) if found == folder => Ok(()),
        _ => Err(Failure::input(format!("{}: there is no such folder", folder.display()))),
    }
}

fn may_be_made(folder: &Path) -> Result<(), Failure> {
    if folder.exists() {
        return Err(Failure::input(format!("{} is not a folder", folder.display())));
    }
    must_be_folder(&folder_of(folder))
}

/// Reads a file, or standard input if the path is `-`.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    bytes_of(path).map_err(|error| Failure::file(path, &error))
}

/// Writes a file atomically.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    output::write(path, bytes).map_err(|error| written(path, error))
}

/// Converts an error in writing a file or standard output into a failure.
pub(super) fn written(path: &Path, error: io::Error) -> Failure {
    if is_standard_output(path) { error.into() } else { Failure::file(path, &error) }
}

/// Refuses `-` as the file of the option `option`, because a later run must be able to read this file.
pub(super) fn no_stream(option: &str, file: Option<&Path>) -> Result<(), Failure> {
    match file {
        Some(file) if is_standard_output(file) => {
            Err(Failure::input(format!("{option} -: a file is needed, which a later run reads again; ./- is a file of this name")))
        }
        _ => Ok(()),
    }
}

/// Refuses two options that name the same file.
pub(super) fn all_differ(files: &[(&str, &Option<PathBuf>)]) -> Result<(), Failure> {
    for (number, (other, same)) in files.iter().enumerate() {
        if let Some((one, _)) = files[..number].iter().find(|(_, file)| file.is_some() && file == same) {
            return Err(Failure::input(format!("{one} and {other} name the same file")));
        }
    }
    Ok(())
}
