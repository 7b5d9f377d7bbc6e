//! What the fuzz targets share: certificates put together from a game and what the fuzzer chooses, and what shall hold of every verdict.
//!
//! A target of a kind takes the first byte of its input as the number of one of a few small games ([`GAMES`]) and the rest as claim, citations and evidence.
//! The target `certificate` takes its input as a whole file.

use gamecert_checker::inspect::{PackedPosition, TwoPlayerGame};
use gamecert_checker::{Digest, Fields, NotFetched, Refusal, Session, Source};
use std::num::NonZeroU32;
use std::sync::Arc;

/// Steps and bytes allowed for an input, so that none is slow.
const WORK: u64 = 3_000_000;
const MEMORY: u64 = 256 << 20;
/// How many threads the second opinion has.
const THREADS: NonZeroU32 = NonZeroU32::new(3).unwrap();

/// A game: the name of its rule set and its parameters in CBOR.
pub type Game = (&'static str, &'static [u8]);

/// The games of each kind; the first byte of an input chooses one. New games go to the end: the seeds name games by their numbers.
pub const GAMES: [(&str, &[Game]); 10] = [
    ("richman", BIDDING_GAMES),
    ("chips", BIDDING_GAMES),
    ("scoring", &[("subtraction", b"\x81\x81\x01"), ("subtraction", b"\x81\x82\x01\x02"), ("subtraction", b"\x81\x82\x02\x03")]),
    ("losing", &[("losing-chess", b"\x81\x65joint"), ("losing-chess", b"\x81\x6dinternational"), ("losing-chess", b"\x81\x64fics")]),
    ("safe", &[("losing-chess", b"\x81\x6dinternational"), ("losing-chess", b"\x81\x64fics")]),
    ("helpmate", CHESS),
    ("unwinnable", CHESS),
    ("batch", CHESS),
    ("bracket", ENDINGS),
    (
        "strategy",
        &[("hex", b"\x82\x02\x02"), ("hex", b"\x82\x02\x03"), ("tic-tac-toe", b"\x83\x03\x02\x03"), ("connect", b"\x83\x03\x03\x03")],
    ),
];

const ENDINGS: &[Game] = &[
    ("bidding-chess", b"\x83\x02\x02\x62KK"),
    ("bidding-chess", b"\x83\x03\x02\x62KK"),
    // Cites the first.
    ("bidding-chess", b"\x83\x02\x02\x63KQK"),
];

const CHESS: &[Game] = &[("chess", b"\x80")];

const BIDDING_GAMES: &[Game] = &[
    // tug:2, ultimatum:2, sudden-death:A2, tic-tac-toe:2x1x2, hex:2x2, connect:2x2x2.
    ("tug", b"\x81\x02"),
    ("ultimatum", b"\x81\x02"),
    ("sudden-death", b"\x82\x00\x02"),
    ("tic-tac-toe", b"\x83\x02\x01\x02"),
    ("hex", b"\x82\x02\x02"),
    ("connect", b"\x83\x02\x02\x02"),
    ("bidding-chess", b"\x83\x02\x02\x62KK"),
    // Cites the one before.
    ("bidding-chess", b"\x83\x02\x02\x63KQK"),
    // Two positions with a cycle, three ends.
    (
        "graph",
        b"\x86\x61g\x61a\x61b\x00\x82\x83\x61p\x82\x01\x02\x81\x03\x83\x61q\x82\x00\x04\x81\x03\x83\x82\x61w\x00\x82\x61l\x01\x82\x61d\x02",
    ),
    // One position, no cycle.
    ("graph", b"\x86\x60\x61a\x61b\x00\x81\x83\x61p\x82\x02\x01\x81\x02\x82\x82\x61w\x00\x82\x61d\x02"),
];

/// The certificates that may be cited: about bidding chess, KK on 2x2.
const CITED: [&[u8]; 2] = [include_bytes!("../seeds/certificate/kings.cbor"), include_bytes!("../seeds/certificate/kings-chips.cbor")];

/// The beginning of a certificate, up to the name of its rule set.
#[must_use]
pub fn front(kind: &str, rules: &str) -> Vec<u8> {
    let mut bytes = b"\xd9\xd9\xf7\x87\x68gamecert\x01\x82".to_vec();
    for (name, next) in [(kind, &b"\x01\x83"[..]), (rules, b"\x01")] {
        // Names of 24 and more letters would need another head.
        bytes.push(0x60 | u8::try_from(name.len()).ok().filter(|length| *length < 24).expect("a short name"));
        bytes.extend_from_slice(name.as_bytes());
        bytes.extend_from_slice(next);
    }
    bytes
}

/// The certificate of a kind that the input `input` stands for. `None` if the input is empty.
#[must_use]
pub fn certificate(kind: &str, input: &[u8]) -> Option<Vec<u8>> {
    let (number, rest) = input.split_first()?;
    let (_, games) = GAMES.iter().find(|(name, _)| *name == kind).expect("a kind");
    let (rules, parameters) = games[usize::from(*number) % games.len()];
    let mut bytes = front(kind, rules);
    bytes.extend_from_slice(parameters);
    bytes.extend_from_slice(rest);
    Some(bytes)
}

/// A target: the checker's verdict on the certificate of that kind that an input stands for.
pub fn judge_kind(kind: &str, input: &[u8]) {
    if let Some(bytes) = certificate(kind, input) {
        let _ = judge(&bytes);
    }
}

/// What is said of a certificate.
pub type Opinion = Result<(Vec<String>, Fields, Fields), Refusal>;

struct Cited;

impl Source for Cited {
    fn fetch(&mut self, wanted: &Digest, most: u64) -> Result<Arc<Vec<u8>>, NotFetched> {
        let found = CITED.iter().find(|bytes| gamecert_checker::digest(bytes) == *wanted);
        let bytes = found.ok_or_else(|| NotFetched::Missing("among two certificates".to_owned()))?;
        let size = bytes.len() as u64;
        if size <= most { Ok(Arc::new(bytes.to_vec())) } else { Err(NotFetched::TooLarge(size)) }
    }
}

/// What a session says of the bytes.
fn ask(session: &mut Session<'_>, bytes: &[u8]) -> Opinion {
    let verified = session.verify(bytes)?;
    let claim = &verified.claim;
    Ok((claim.statements(), claim.fields(), claim.evidence()))
}

/// The opinion on a certificate. It is the same when asked again, in the same session or in another one with more threads, and what is
/// said stands in one line.
///
/// # Panics
/// If the checker does, or if this is not so.
pub fn judge(bytes: &[u8]) -> Opinion {
    let (mut one, mut other) = (Cited, Cited);
    let mut session = Session::new(&mut one).with_memory(MEMORY).with_work(WORK);
    let opinion = ask(&mut session, bytes);
    assert_eq!(ask(&mut session, bytes), opinion, "asked again");
    let mut threads = Session::new(&mut other).with_memory(MEMORY).with_work(WORK).with_threads(THREADS);
    assert_eq!(ask(&mut threads, bytes), opinion, "on three threads");
    let lines = match &opinion {
        Ok((statements, ..)) => statements.clone(),
        Err(refusal) => vec![refusal.to_string()],
    };
    assert!(!lines.iter().any(|line| line.chars().any(char::is_control)), "a control character: {lines:?}");
    opinion
}

/// A position and what its legal moves lead to have texts that `read` reads as the same positions.
///
/// # Panics
/// If not so.
pub fn comes_back(game: &dyn TwoPlayerGame, position: &PackedPosition, read: impl Fn(&str) -> Result<PackedPosition, Refusal>) {
    let mut moves = Vec::new();
    game.play(position, &mut moves);
    let after = moves.into_iter().map(|played| game.make(position, played).position);
    for position in after.chain([*position]) {
        let text = game.text(&position);
        assert_eq!(read(&text), Ok(position), "{text}");
    }
}

#[cfg(test)]
mod tests {
    //! The seeds are what their names say: those of kinds are verified unless they are named otherwise.

    use super::{GAMES, certificate, judge};
    use std::path::Path;

    #[test]
    fn seeds_of_kinds_are_genuine() {
        for (kind, games) in GAMES {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(kind);
            let mut numbers = vec![];
            for entry in std::fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                let input = std::fs::read(&path).unwrap();
                let opinion = judge(&certificate(kind, &input).unwrap());
                assert!(opinion.is_ok(), "{path:?}: {}", opinion.unwrap_err());
                numbers.push(usize::from(input[0]));
            }
            numbers.sort_unstable();
            numbers.dedup();
            assert_eq!(numbers, (0..games.len()).collect::<Vec<_>>(), "{kind}: a seed for each game");
        }
    }
}
