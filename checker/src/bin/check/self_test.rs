//! Implements `--self-test`, which verifies a small built-in certificate of each kind and rejects a false certificate
//! of each kind. The built-in files are copies from `tests/corpus` and `certs`. A test compares the copies with the
//! originals.

use crate::Outcome;
use crate::lines;
use gamecert_checker::{NoSource, Session};
use std::io::{self, Write};
use std::path::Path;

/// The name of a kind, a true and a false certificate of this kind, and the clause that the false certificate violates.
type Pair = (&'static str, &'static [u8], &'static [u8], &'static str);

macro_rules! pair {
    ($kind:literal, $code:literal) => {
        ($kind, include_bytes!(concat!("self_test/", $kind, ".cbor")), include_bytes!(concat!("self_test/", $kind, "-false.cbor")), $code)
    };
}

const PAIRS: &[Pair] = &[
    #[cfg(feature = "bidding")]
    pair!("richman", "richman/equation"),
    #[cfg(feature = "bidding")]
    pair!("bracket", "bracket/alpha_lower"),
    #[cfg(feature = "bidding")]
    pair!("chips", "chips/equation"),
    #[cfg(feature = "bidding")]
    pair!("strategy", "strategy/threshold"),
    #[cfg(feature = "scoring")]
    pair!("scoring", "scoring/outcome"),
    #[cfg(feature = "antichess")]
    pair!("losing", "losing/longest"),
    #[cfg(feature = "antichess")]
    pair!("safe", "safe/lost"),
    #[cfg(feature = "helpmate")]
    pair!("helpmate", "helpmate/mate"),
    #[cfg(feature = "helpmate")]
    pair!("unwinnable", "unwinnable/not_closed"),
    #[cfg(feature = "helpmate")]
    pair!("batch", "unwinnable/mate"),
];

/// Checks the built-in files. The exit status is 0 if every verdict is the expected one, and 1 otherwise.
pub(crate) fn run(output: &mut dyn Write) -> io::Result<u8> {
    let (mut unexpected, mut lines) = (0, Vec::new());
    for (kind, genuine, forged, code) in PAIRS {
        let verify = |bytes: &[u8]| Session::new(&mut NoSource).verify(bytes).map_or_else(Outcome::Refused, Outcome::Verified);
        let [verified, rejected] = [verify(genuine), verify(forged)];
        lines::write(&mut lines, false, Path::new(&format!("built-in/{kind}.cbor")), &verified)?;
        lines::write(&mut lines, false, Path::new(&format!("built-in/{kind}-false.cbor")), &rejected)?;
        let refused_for = matches!(&rejected, Outcome::Refused(refusal) if refusal.code() == *code);
        unexpected += u8::from(!matches!(verified, Outcome::Verified(_)) || !refused_for);
    }
    let kinds = PAIRS.len();
    match unexpected {
        0 => writeln!(output, "c self-test passed: {kinds} kinds, each with a true file verified and a false one rejected")?,
        _ => writeln!(output, "c self-test FAILED: {unexpected} of {kinds} kinds have an unexpected verdict")?,
    }
    writeln!(
        output,
        "c check {} verifies certificates of solved games by rules of its own, and trusts nobody who made them; these are built in:",
        env!("CARGO_PKG_VERSION")
    )?;
    output.write_all(&lines)?;
    output.flush()?;
    Ok(u8::from(unexpected > 0))
}
