//! Encodes the envelope of certificates (`spec/FORMAT.md`, section 2).

use std::fmt;

use sha2::{Digest as _, Sha256};

use super::cbor::Writer;
use crate::model::name::{GameName, Parameter};

/// Tag of self-described CBOR (RFC 8949, section 3.4.6).
const SELF_DESCRIBED: u64 = 55_799;
const MAGIC: &str = "gamecert";
const VERSION: u64 = 1;

/// First bytes of every certificate: the tag, the head of an array of seven items, and the string `gamecert`.
pub const BEGINNING: &[u8] = b"\xd9\xd9\xf7\x87\x68gamecert";

/// SHA-256 of a certificate's bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest(pub [u8; 32]);

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Computes the digest of a certificate's bytes.
#[must_use]
pub fn digest(bytes: &[u8]) -> Digest {
    Digest(Sha256::digest(bytes).into())
}

/// Encodes a certificate. The closures `claim` and `evidence` each write one array.
#[must_use]
pub fn certificate(
    kind: (&str, u64),
    game: &GameName,
    citations: &[Digest],
    claim: impl FnOnce(&mut Writer),
    evidence: impl FnOnce(&mut Writer),
) -> Vec<u8> {
    let mut writer = beginning(kind, game);
    claim(&mut writer);
    writer.array(citations.len());
    for citation in citations {
        writer.bytes(&citation.0);
    }
    evidence(&mut writer);
    writer.finish()
}

/// Encodes the beginning of the envelope, up to the claim.
pub(super) fn beginning((kind, kind_version): (&str, u64), game: &GameName) -> Writer {
    let mut writer = Writer::default();
    writer.tag(SELF_DESCRIBED);
    writer.array(7);
    writer.text(MAGIC);
    writer.unsigned(VERSION);
    writer.array(2);
    writer.text(kind);
    writer.unsigned(kind_version);
    writer.array(3);
    writer.text(game.rules);
    writer.unsigned(game.version);
    parameters(&mut writer, &game.parameters);
    writer
}

fn parameters(writer: &mut Writer, list: &[Parameter]) {
    writer.array(list.len());
    for parameter in list {
        match parameter {
            Parameter::Unsigned(n) => writer.unsigned(*n),
            Parameter::Text(text) => writer.text(text),
            Parameter::Array(items) => parameters(writer, items),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BEGINNING, certificate};
    use crate::model::name::GameName;

    #[test]
    fn certificates_begin_alike() {
        let game = GameName { rules: "chess", version: 1, parameters: Vec::new() };
        let bytes = certificate(("losing", 1), &game, &[], |writer| writer.array(0), |writer| writer.array(0));
        assert!(bytes.starts_with(BEGINNING), "{bytes:02x?}");
    }
}
