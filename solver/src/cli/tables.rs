//! Certificates of bidding-chess endings opened as a tablebase: verified first, then read.

use std::path::Path;
use std::sync::Arc;

use super::outcome::Failure;
use super::progress;
use crate::certificate::verify::{self, About, VerifiedGame, VerifiedTables};
use crate::games::bidding_chess::{Board, Ending, Material};
use crate::report::tablebase::Tablebase;

/// A verified certificate with all that it rests on.
pub(super) struct Tables {
    /// The endings; the certificate's own ending is the last.
    pub(super) tablebase: Tablebase,
    /// The digests of the certificates, in the order of the endings.
    pub(super) digests: Vec<String>,
}

impl Tables {
    /// Opens a certificate and, from its folder, those that it cites.
    pub(super) fn open(certificate: &Path) -> Result<Self, Failure> {
        let games = progress::during("verifying", || verify::open(certificate)).map_err(Failure::input)?;
        Self::of(certificate, games)
    }

    /// The endings of verified tables, if those are what they are of.
    pub(super) fn of_any(certificate: &Path, tables: VerifiedTables) -> Result<Self, Failure> {
        Self::of(certificate, tables.values(certificate).map_err(Failure::input)?)
    }

    /// The endings that were verified with this file.
    pub(super) fn of(certificate: &Path, games: Vec<VerifiedGame>) -> Result<Self, Failure> {
        let other = || Failure::input(format!("{}: not an ending of bidding chess", certificate.display()));
        let (board, material) = games.last().and_then(|game| ending_of(&game.about)).ok_or_else(other)?;
        let family = Ending::family(board, &[material]).map_err(Failure::input)?;
        let mut endings = Vec::new();
        let mut digests = Vec::new();
        for game in games {
            let (_, material) = ending_of(&game.about).ok_or_else(other)?;
            let ending = family.iter().find(|ending| *ending.material() == material).ok_or_else(other)?;
            endings.push((Arc::clone(ending), Arc::new(game.solution)));
            digests.push(game.about.digest.to_string());
        }
        Ok(Self { tablebase: Tablebase::new(endings), digests })
    }
}

/// The ending that a verified certificate is about.
pub(super) fn ending_of(game: &About) -> Option<(Board, Material)> {
    let parameter = |name: &str| game.parameters.get(name);
    (game.rules == "bidding-chess").then_some(())?;
    Some((parameter("board")?.parse().ok()?, parameter("material")?.parse().ok()?))
}
