//! Reads lemmas, which are positions proved earlier, from certificates. If the user names a file, its lemmas must apply
//! to the search. If the user names a folder, files whose lemmas do not apply are skipped.

use std::path::{Path, PathBuf};

use super::super::outcome::{Failure, note};
use super::super::progress;
use super::super::resources::Resources;
use crate::answers::text::counted;
use crate::certificate::verify;
use crate::games::Colour;
use crate::games::losing_chess::Stalemate;
use crate::solve::losing::lemmas::Lemmas;

/// Reads and verifies the lemmas that apply to a search under these rules. If `side` is set, only lemmas about wins of
/// `side` apply.
///
/// # Errors
/// Fails if a file cannot be read or verified, or if a named file does not apply.
pub(super) fn open(paths: &[PathBuf], rules: Stalemate, side: Option<Colour>, resources: &Resources) -> Result<Vec<Lemmas>, Failure> {
    let mut all = Vec::new();
    for path in paths {
        if !path.is_dir() {
            for lemmas in proved_by(path, &all, resources)? {
                match no_use(&lemmas, rules, side) {
                    Some(why) => return Err(Failure::input(format!("--use {}: {why}", path.display()))),
                    None => all.push(lemmas),
                }
            }
            continue;
        }
        let mut passed_over = 0;
        for file in verify::files::within(path).map_err(|error| Failure::file(path, &error))? {
            for lemmas in proved_by(&file, &all, resources)? {
                if no_use(&lemmas, rules, side).is_some() { passed_over += 1 } else { all.push(lemmas) }
            }
        }
        if passed_over > 0 {
            let certificates = counted(passed_over, "certificate", "certificates");
            note(&format!("--use {}: {certificates} of the other side's wins or under other rules passed over", path.display()));
        }
    }
    Ok(all)
}

/// Reads the lemmas of a file and of the files that it cites. Leaves out lemmas that `before` already contains.
fn proved_by(file: &Path, before: &[Lemmas], resources: &Resources) -> Result<Vec<Lemmas>, Failure> {
    if let Some(positions) = verify::claimed_positions(file) {
        let cited: u64 = verify::cited_files(file, &[]).iter().filter_map(|file| verify::claimed_positions(file)).sum();
        let positions = positions.saturating_add(cited);
        let kept: u64 = before.iter().map(Lemmas::bytes).sum();
        let what = format!("--use {}, a proof of {}", file.display(), counted(positions, "position", "positions"));
        resources.allow(&what, kept.saturating_add(Lemmas::estimate_memory(positions)))?;
    }
    let mut found = progress::during(&file.display().to_string(), || Lemmas::open(file)).map_err(Failure::input)?;
    found.retain(|lemmas| before.iter().all(|one| one.digest != lemmas.digest));
    Ok(found)
}

/// Returns the reason why lemmas do not apply to a search, or `None` if they apply.
fn no_use(lemmas: &Lemmas, rules: Stalemate, side: Option<Colour>) -> Option<String> {
    if !lemmas.holds_for(rules) {
        return Some(format!("its results under rules {} need not hold under {rules}", lemmas.stalemate));
    }
    let other = side.filter(|side| *side != lemmas.winner)?;
    Some(format!("a win of {}, of no use in the search for one of {other}", lemmas.winner))
}
