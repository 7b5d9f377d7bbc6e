//! Proves bounds of the values in endings of bidding chess, and writes certificates of these bounds. To *bracket* an
//! ending means to prove lower and upper bounds of alpha and beta in all its positions. Bounds are useful if it would
//! take too long to compute exact values.
//!
//! Endings are bracketed one after the other, each on two cores. When the bounds of an ending are verified, only its
//! certificate is kept in memory.

mod memory;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::family::{Undelivered, Unwritten};
use super::supplied::{self, Need, SuppliedCertificates, SuppliedError};
use crate::certificate::verify::citations::{Citations, Proved};
use crate::certificate::{Certificate, Digest, emit};
use crate::control::{Control, Interrupted};
use crate::engine::bidding::bracket::{self as engine, Bracketed, Game};
use crate::games::Colour;
use crate::games::bidding_chess::graph::{Places, places};
use crate::games::bidding_chess::{Destination, Ending, EndingError, Material, NoOptions};
use crate::model::bracket::{Bounds, Bracket, MAX_BITS};

pub use memory::estimate_memory;

/// How narrow the intervals must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Narrow {
    /// Each interval must be at most 2^-width wide.
    pub width: u32,
    /// Number of binary places of the bounds. If this is `None`, the solver starts with a number that probably
    /// suffices, and increases it if necessary.
    pub bits: Option<u32>,
}

/// Largest `width` that can be requested.
pub const MAX_WIDTH: u32 = 100;

impl Narrow {
    /// Returns the number of binary places with which the solver first tries to bound the values. The number of binary
    /// places is rounded up so that a bound fills whole bytes.
    #[must_use]
    pub fn first_bits(self) -> u32 {
        // Each move of a game widens the interval by about one unit in the last place. In endings of four pieces, no
        // interval was wider than 2^5 units.
        const LOST: u32 = 12;
        self.bits.unwrap_or_else(|| ((self.width + LOST) / 8 * 8 + 7).min(MAX_BITS))
    }
}

/// Reason why the bounds of an ending were not proved, or why its certificate was not written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The work was interrupted.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The ending is not a valid game on this board.
    #[error(transparent)]
    Ending(EndingError),
    /// The ending with this material was needed, but was not bracketed.
    #[error("depends on {0}, which was not bracketed")]
    SubEndingUnsolved(Material),
    /// Some interval is wider than the user allows. For the field n, the widest interval is at least 2^-(n + 1) wide.
    #[error("an interval is wider than 2^-{}, with the most binary places that a certificate may have", .0 + 1)]
    TooWide(u32),
    /// The user's certificate of the ending cannot be used.
    #[error(transparent)]
    Supplied(#[from] SuppliedError),
    /// The ending was bracketed, but its certificate was refused or not written.
    #[error(transparent)]
    Undelivered(#[from] Undelivered),
}

impl From<NoOptions> for Error {
    fn from(failure: NoOptions) -> Self {
        match failure {
            NoOptions::Ending(error) => Self::Ending(error),
            NoOptions::Interrupted(interrupted) => Self::Interrupted(interrupted),
        }
    }
}

/// Bracketed ending whose certificate has been written, and verified if this was requested.
pub struct Delivered {
    /// Summary of the bounds.
    pub findings: Findings,
    /// Digest of the certificate.
    pub digest: Digest,
    /// Size of the certificate in bytes.
    pub size: usize,
    /// Time for generating moves, computing bounds and verifying the certificate.
    pub time: Duration,
}

/// Summary of an ending's bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Findings {
    /// Number of binary places of the bounds.
    pub bits: u32,
    /// Numbers of passes over the positions, for White's bounds and for Black's bounds.
    pub sweeps: [u64; 2],
    /// Number of classes of symmetric positions for which the bounds prove alpha < beta.
    pub part: u64,
    /// Class of symmetric positions with the greatest proved difference between alpha and beta. If the greatest
    /// difference occurs in several classes of symmetric positions, the first of them is taken. `None` if the bounds
    /// prove alpha < beta for no position.
    pub furthest: Option<(u32, Bounds)>,
    /// Greatest width of an interval, first for alpha and then for beta, in units of 2^-bits.
    pub widest: [u128; 2],
}

impl Findings {
    fn new(Bracketed { bracket, sweeps }: &Bracketed) -> Self {
        let mut found = Self { bits: bracket.bits, sweeps: *sweeps, part: 0, furthest: None, widest: [0, 0] };
        let distance = |bounds: &Bounds| bounds.beta[0].saturating_sub(bounds.alpha[1]);
        for (class, position) in (0_u32..).zip(0..bracket.len()) {
            let bounds = bracket.bounds(position);
            for (widest, [low, high]) in found.widest.iter_mut().zip([bounds.alpha, bounds.beta]) {
                *widest = (*widest).max(high - low);
            }
            if bounds.part() {
                found.part += 1;
                if found.furthest.as_ref().is_none_or(|(_, known)| distance(known) < distance(&bounds)) {
                    found.furthest = Some((class, bounds));
                }
            }
        }
        found
    }
}

/// Function that writes the certificate of an ending; the number is the index of the ending in the family. Returns the
/// path if the certificate was written to a file.
pub type Written<'a> = dyn FnMut(usize, &Certificate) -> Result<Option<PathBuf>, Unwritten> + 'a;

/// Function that takes the number of a class of symmetric positions and returns the bounds of the class.
type BoundsOf<'a> = Box<dyn Fn(u32) -> Option<Bounds> + 'a>;

/// Options and resources for proving bounds of endings.
pub struct Work<'a, 's> {
    /// How narrow the intervals must be.
    pub narrow: Narrow,
    /// Whether the checker verifies new certificates. Certificates that the user supplies are always verified.
    pub verified: bool,
    /// Certificates that the user supplies.
    pub supplied: &'a SuppliedCertificates<'a>,
    /// Verifies certificates, and keeps them for certificates that cite them later.
    pub citations: &'a mut Citations<'s>,
    /// Writes the new certificates.
    pub write: &'a mut Written<'a>,
}

/// What was done about one ending of a family.
pub enum Outcome {
    /// The ending was bracketed, and its certificate was written.
    Bracketed,
    /// The user's certificate was used, so the ending was not bracketed.
    Supplied,
    /// No requested ending needs this ending.
    NotNeeded,
    /// The ending was not bracketed.
    Failed(Error),
}

struct Known {
    digest: Digest,
    thresholds: Held,
}

enum Held {
    Proved(Proved),
    /// Bounds that the solver has computed and the checker has not verified.
    Own(Bracket),
}

impl Held {
    /// Returns a function that maps each class of symmetric positions to its bounds in units of 2^-bits.
    fn bounds(&self, bits: u32) -> BoundsOf<'_> {
        match self {
            Self::Own(bracket) => Box::new(move |class| {
                ((class as usize) < bracket.len()).then(|| bracket.bounds(class as usize).in_units(bracket.bits, bits))
            }),
            Self::Proved(proved) => {
                let thresholds = proved.thresholds(bits);
                Box::new(move |class| thresholds.as_ref()?.bounds(class))
            }
        }
    }
}

/// Brackets the endings with the materials `asked`, and the endings into which they can lead. Skips an ending if the
/// user has supplied its certificate, unless the ending was requested. The family must come from [`Ending::family`].
/// Calls `finished` with the index of each ending whose certificate was written. Returns an outcome for each
/// ending, in the order in which the family lists them. The calling thread must not be a rayon thread.
///
/// # Panics
/// Panics if the family is incomplete.
pub fn bracket(
    family: &[Arc<Ending>],
    asked: &[Material],
    mut work: Work,
    finished: &mut dyn FnMut(usize, &Delivered),
    control: Control,
) -> Vec<Outcome> {
    let mut known: Vec<Option<Known>> = family.iter().map(|_| None).collect();
    let mut outcomes: Vec<Outcome> = Vec::with_capacity(family.len());
    let needed = supplied::needed(family, asked, work.supplied);
    for (number, ending) in family.iter().enumerate() {
        let outcome = match &needed[number] {
            Need::Nobody => Outcome::NotNeeded,
            Need::Supplied(file) => match take_supplied(ending, file, &mut work, control) {
                Ok(taken) => {
                    known[number] = Some(taken);
                    Outcome::Supplied
                }
                Err(error) => Outcome::Failed(error),
            },
            Need::Solved => {
                let subs = ending.sub_endings().iter();
                let at = |sub: &Arc<Ending>| family.iter().position(|one| one.material() == sub.material()).expect("a family is complete");
                let subs: Result<Vec<&Known>, Error> =
                    subs.map(|sub| known[at(sub)].as_ref().ok_or_else(|| Error::SubEndingUnsolved(sub.material().clone()))).collect();
                let interrupted = outcomes.iter().any(|outcome| matches!(outcome, Outcome::Failed(Error::Interrupted(_))));
                match if interrupted { Err(Interrupted.into()) } else { subs }
                    .and_then(|subs| one(number, ending, &subs, &mut work, control))
                {
                    Ok((found, delivered)) => {
                        known[number] = Some(found);
                        finished(number, &delivered);
                        Outcome::Bracketed
                    }
                    Err(error) => Outcome::Failed(error),
                }
            }
        };
        outcomes.push(outcome);
    }
    outcomes
}

/// Verifies a certificate that the user supplies.
fn take_supplied(ending: &Ending, file: &PathBuf, work: &mut Work, control: Control) -> Result<Known, Error> {
    control.check()?;
    let thresholds = ("values or bounds", |proved: &Proved| proved.thresholds(1).is_some());
    let (certificate, proved) = supplied::verified(ending, file, work.citations, thresholds)?;
    Ok(Known { digest: certificate.digest, thresholds: Held::Proved(proved) })
}

/// Brackets one ending and writes its certificate.
fn one(number: usize, ending: &Ending, subs: &[&Known], work: &mut Work, control: Control) -> Result<(Known, Delivered), Error> {
    let start = Instant::now();
    let name = ending.material().to_string();
    let control = control.for_part(&name);
    control.check()?;
    control.stage("generating moves", None);
    let places = places(ending, control)?;
    let mut bits = work.narrow.first_bits();
    let (found, findings) = loop {
        let boundary = boundary(&places, subs, bits);
        let found = engine::bracket(&Game { white: &places.white, black: &places.black, boundary: &boundary, bits }, control)?;
        let findings = Findings::new(&found);
        let widest = findings.widest[0].max(findings.widest[1]);
        if widest <= 1 << bits.saturating_sub(work.narrow.width) && bits >= work.narrow.width {
            break (found.bracket, findings);
        }
        // More binary places do not help if the bounds at the boundary are too wide. If the user has set the number of
        // places, no other number is tried.
        let supplied = boundary.iter().map(Bounds::width).max().unwrap_or(0);
        if work.narrow.bits.is_some() || bits + 8 > MAX_BITS || supplied > (1 << bits >> work.narrow.width) / 2 {
            control.done();
            return Err(Error::TooWide(bits - (128 - widest.leading_zeros()).min(bits)));
        }
        bits += 8;
    };
    drop(places);
    control.stage("writing and verifying", None);
    let citations: Vec<Digest> = subs.iter().map(|sub| sub.digest).collect();
    let certificate = Arc::new(Certificate::new(emit::bracket::emit(&ending.name(), &citations, &found)));
    let (digest, size) = (certificate.digest, certificate.bytes.len());
    let thresholds = if work.verified {
        drop(found);
        Held::Proved(work.citations.verify(&certificate).map_err(Undelivered::from)?)
    } else {
        Held::Own(found)
    };
    if let Some(file) = (work.write)(number, &certificate).map_err(Undelivered::from)? {
        work.citations.is_in(&certificate, &file);
    }
    control.done();
    Ok((Known { digest, thresholds }, Delivered { findings, digest, size, time: start.elapsed() }))
}

fn boundary(places: &Places, subs: &[&Known], bits: u32) -> Vec<Bounds> {
    let one = 1 << bits;
    let mut boundary = Vec::with_capacity(places.outside.len());
    let mut opened: Option<(usize, BoundsOf<'_>)> = None;
    for destination in &places.outside {
        boundary.push(match *destination {
            Destination::Won(colour) => Bounds::end(colour == Colour::White, one),
            Destination::Sub { ending, class, exchanged } => {
                let known = opened.take().filter(|(number, _)| *number == ending);
                let known = known.unwrap_or_else(|| (ending, subs[ending].thresholds.bounds(bits)));
                let bounds = (known.1)(class).expect("a class of the sub-ending");
                opened = Some(known);
                if exchanged { bounds.exchanged(one) } else { bounds }
            }
            Destination::Same(_) => unreachable!("the boundary is outside of the ending"),
        });
    }
    boundary
}
