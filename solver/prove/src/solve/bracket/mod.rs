//! Brackets endings of bidding chess and writes their certificates: bounds of alpha and beta, proved, where exact values are out of reach.
//!
//! Endings are bracketed one after the other, sub-endings first, each on two cores. What an ending rests on is held as its verified certificate and
//! no more; certificates that the user has, exact ones among them, take the place of what would be bracketed.

mod memory;

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::family::Undelivered;
use super::supplied::{self, Need, SuppliedCertificates};
use crate::certificate::verify::citations::{Citations, Proved};
use crate::certificate::{Certificate, Digest, emit};
use crate::control::{Control, Interrupted};
use crate::engine::bidding::bracket::{self as engine, Bracketed, Game};
use crate::games::Colour;
use crate::games::bidding_chess::graph::{Places, places};
use crate::games::bidding_chess::{Destination, Ending, EndingError, Material, NoOptions};
use crate::model::bracket::{Bounds, Bracket, MAX_BITS};

pub use memory::estimate_memory;

/// How narrow intervals shall be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Narrow {
    /// Every interval is at most 2^-width wide.
    pub width: u32,
    /// Binary places of the bounds; where none are given, as many as are likely to be enough, and more if they are not.
    pub bits: Option<u32>,
}

/// The narrowest intervals that can be asked for.
pub const MAX_WIDTH: u32 = 100;

impl Narrow {
    /// Binary places to begin with. Bounds lose a unit or so on each move until the end, which has made 2^5 at most in all endings of four pieces; what they
    /// need is rounded up to what as many bytes hold.
    #[must_use]
    pub fn first_bits(self) -> u32 {
        const LOST: u32 = 12;
        self.bits.unwrap_or_else(|| ((self.width + LOST) / 8 * 8 + 7).min(MAX_BITS))
    }
}

/// Why an ending was not bracketed, or not delivered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// Asked to stop.
    Interrupted,
    /// The ending is no game on this board.
    Ending(EndingError),
    /// It turns into this one, which was not bracketed.
    RestsOn(Material),
    /// An interval of it is wider than was asked: 2^-`.0` at least.
    TooWide(u32),
    /// A certificate that was given in its place is not verified or not about it, for this reason.
    SuppliedCertificates(String),
    /// It was bracketed, but there is no certificate of it.
    Undelivered(Undelivered),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interrupted => f.write_str("interrupted"),
            Self::Ending(error) => error.fmt(f),
            Self::RestsOn(material) => write!(f, "rests on {material}, which was not bracketed"),
            Self::TooWide(width) => write!(f, "an interval is wider than 2^-{}, with as many binary places as there may be", width + 1),
            Self::SuppliedCertificates(why) => f.write_str(why),
            Self::Undelivered(undelivered) => undelivered.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<Interrupted> for Error {
    fn from(Interrupted: Interrupted) -> Self {
        Self::Interrupted
    }
}

impl From<NoOptions> for Error {
    fn from(failure: NoOptions) -> Self {
        match failure {
            NoOptions::Ending(error) => Self::Ending(error),
            NoOptions::Interrupted => Self::Interrupted,
        }
    }
}

impl From<Undelivered> for Error {
    fn from(undelivered: Undelivered) -> Self {
        Self::Undelivered(undelivered)
    }
}

/// A bracketed ending whose certificate is verified, if that was asked, and written.
pub struct Delivered {
    /// What the bounds say.
    pub findings: Findings,
    /// Digest of the certificate.
    pub digest: Digest,
    /// Bytes of the certificate.
    pub size: usize,
    /// How long it took: moves, bounds, and verification.
    pub time: Duration,
}

/// What the bounds of an ending say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Findings {
    /// Binary places.
    pub bits: u32,
    /// Passes through all positions that White's and Black's bounds took.
    pub sweeps: [u64; 2],
    /// Classes at which alpha < beta is proved, and placements in them.
    pub part: u64,
    /// The first class at which the proved distance between alpha and beta is greatest, if there is one.
    pub furthest: Option<(u32, Bounds)>,
    /// The greatest widths of an interval of alpha and of one of beta, in units of 2^-bits.
    pub widest: [u128; 2],
}

impl Findings {
    fn of(Bracketed { bracket, sweeps }: &Bracketed) -> Self {
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

/// Takes a certificate, with the ending's number in the family; gives the file that it is in, if it is written.
pub type Written<'a> = dyn FnMut(usize, &Certificate) -> Result<Option<PathBuf>, String> + 'a;

/// The bounds of a class, by number.
type BoundsOf<'a> = Box<dyn Fn(u32) -> Option<Bounds> + 'a>;

/// What the endings are bracketed with.
pub struct Work<'a, 's> {
    /// How narrow.
    pub narrow: Narrow,
    /// Whether the checker verifies certificates. Those that are given are verified in any case.
    pub verified: bool,
    /// Certificates that the user has.
    pub supplied: &'a SuppliedCertificates<'a>,
    /// Verifies certificates.
    pub citations: &'a mut Citations<'s>,
    /// Keeps certificates.
    pub write: &'a mut Written<'a>,
}

/// What became of an ending of a family.
pub enum Outcome {
    /// It was bracketed and delivered.
    Bracketed,
    /// The user has a certificate of it.
    SuppliedCertificates,
    /// Nothing that was asked for turns into it but through what the user has.
    NotNeeded,
    /// It was not bracketed.
    Failed(Error),
}

/// What is kept of an ending for those that turn into it.
struct Known {
    digest: Digest,
    thresholds: Held,
}

enum Held {
    Proved(Proved),
    /// As it was found, where nothing is verified.
    Own(Bracket),
}

impl Held {
    /// The bounds of a class in units of 2^-bits.
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

/// Brackets endings of a family (from [`Ending::family`]): those of the materials in `asked`, and what they turn into unless the user has certificates of it.
/// `finished` hears of each that is delivered, by its number. Outcomes come in the family's order. The calling thread must not be one of rayon's.
///
/// # Panics
/// If the family is not in order.
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
            Need::SuppliedCertificates(file) => match take_supplied(ending, file, &mut work, control) {
                Ok(taken) => {
                    known[number] = Some(taken);
                    Outcome::SuppliedCertificates
                }
                Err(error) => Outcome::Failed(error),
            },
            Need::Solved => {
                let subs = ending.sub_endings().iter();
                let at = |sub: &Arc<Ending>| family.iter().position(|one| one.material() == sub.material()).expect("a family is complete");
                let subs: Result<Vec<&Known>, Error> =
                    subs.map(|sub| known[at(sub)].as_ref().ok_or_else(|| Error::RestsOn(sub.material().clone()))).collect();
                let interrupted = outcomes.iter().any(|outcome| matches!(outcome, Outcome::Failed(Error::Interrupted)));
                match if interrupted { Err(Error::Interrupted) } else { subs }
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

/// Verifies a certificate that the user has.
fn take_supplied(ending: &Ending, file: &PathBuf, work: &mut Work, control: Control) -> Result<Known, Error> {
    control.check()?;
    let thresholds = ("values or bounds", |proved: &Proved| proved.thresholds(1).is_some());
    let (certificate, proved) = supplied::verified(ending, file, work.citations, thresholds).map_err(Error::SuppliedCertificates)?;
    Ok(Known { digest: certificate.digest, thresholds: Held::Proved(proved) })
}

/// Brackets and delivers one ending.
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
        let findings = Findings::of(&found);
        let widest = findings.widest[0].max(findings.widest[1]);
        if widest <= 1 << bits.saturating_sub(work.narrow.width) && bits >= work.narrow.width {
            break (found.bracket, findings);
        }
        // More places do not help where the bounds at the boundary are too wide, nor where the number of places was given.
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
        Held::Proved(work.citations.verify(&certificate).map_err(Undelivered::Refused)?)
    } else {
        Held::Own(found)
    };
    if let Some(file) = (work.write)(number, &certificate).map_err(Undelivered::Unwritten)? {
        work.citations.is_in(&certificate, &file);
    }
    control.done();
    Ok((Known { digest, thresholds }, Delivered { findings, digest, size, time: start.elapsed() }))
}

/// What is known of an ending's boundary, from one sub-ending after the other.
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
