//! Reads the entries of a batch, or the one claim of another certificate about chess, from a stream: one after the other, in memory that does not depend on their
//! number.
//!
//! What is read here has not been verified, unlike what its neighbours read: `certificate/verify` has the checker verify the entries before it hands them on.

use std::io::{self, Read};

use minicbor::Decoder;
use minicbor::decode::Error;

use crate::certificate::emit::batch::{Announced, Entry, head};
use crate::certificate::emit::{BEGINNING, helpmate, unwinnable};
use crate::model::name::GameName;

/// The bytes that are read at a time.
const CHUNK: usize = 1 << 16;
/// The kinds that may occur.
const KINDS: [(&str, u64); 2] = [helpmate::KIND, unwinnable::KIND];

/// Why a stream cannot be read.
#[derive(Debug)]
pub enum Fault {
    /// What the system says.
    Io(io::Error),
    /// It does not begin like a certificate.
    NoCertificate,
    /// What is wrong with the certificate.
    Wrong(String),
}

fn wrong(why: impl Into<String>) -> Fault {
    Fault::Wrong(why.into())
}

/// The entries of a certificate.
pub struct Entries<R> {
    input: R,
    buffer: Vec<u8>,
    at: usize,
    /// The bytes of the file before the buffer.
    before: u64,
    ended: bool,
    kinds: Vec<(&'static str, u64)>,
    /// The number of entries that have not been read.
    left: u64,
    /// The entry of a certificate that is no batch.
    single: Option<Entry>,
}

impl<R: Read> Entries<R> {
    /// Reads what comes before the entries of a certificate about this game.
    ///
    /// # Errors
    /// [`Fault`].
    pub fn new(input: R, game: &GameName) -> Result<Self, Fault> {
        let mut entries = Self { input, buffer: Vec::new(), at: 0, before: 0, ended: false, kinds: Vec::new(), left: 0, single: None };
        while entries.buffer.len() < BEGINNING.len() && entries.fill()? {}
        if !entries.buffer.starts_with(BEGINNING) {
            return Err(Fault::NoCertificate);
        }
        entries.at = BEGINNING.len();
        let (version, kind) = entries.item(|decoder| {
            let version = decoder.u64()?;
            Ok((version, named(decoder)?))
        })?;
        if version != 1 {
            return Err(wrong(format!("of version {version} of the format")));
        }
        let (parts, rules, parameters) =
            entries.item(|decoder| Ok((decoder.array()?, (text(decoder)?, decoder.u64()?), decoder.array()?)))?;
        if (parts, &*rules.0, rules.1, parameters) != (Some(3), game.rules, game.version, Some(0)) {
            return Err(wrong(format!("about {} version {}, not about {} version {}", rules.0, rules.1, game.rules, game.version)));
        }
        if let Some(kind) = KINDS.into_iter().find(|(name, version)| (*name, *version) == (&*kind.0, kind.1)) {
            let claim = entries.raw_item()?;
            entries.no_citations()?;
            let evidence = entries.raw_item()?;
            entries.single = Some(entry(kind, claim, evidence)?);
            entries.left = 1;
            return Ok(entries);
        }
        if (&*kind.0, kind.1) != ("batch", 1) {
            return Err(wrong(format!("of kind {} version {}, not a batch", kind.0, kind.1)));
        }
        let (kinds, count) = entries.item(|decoder| {
            decoder.array()?;
            let kinds = decoder.array()?.unwrap_or(0);
            // Each takes a byte at least, so what cannot be there ends with the input.
            let kinds = (0..kinds).map(|_| named(decoder)).collect::<Result<Vec<_>, _>>()?;
            Ok((kinds, decoder.u64()?))
        })?;
        for (name, version) in kinds {
            let known = KINDS.into_iter().find(|known| *known == (&*name, version));
            entries.kinds.push(known.ok_or_else(|| wrong(format!("a batch with entries of kind {name} version {version}")))?);
        }
        entries.no_citations()?;
        let found = entries.item(|decoder| decoder.array())?;
        // What is so long that it has been forgotten begins otherwise, too.
        if entries.before > 0 || entries.buffer[..entries.at] != head(game, &entries.kinds, count) || found != Some(count) {
            return Err(wrong("does not begin as the format has it"));
        }
        entries.left = count;
        Ok(entries)
    }

    /// The next entry, if there is one.
    ///
    /// # Errors
    /// [`Fault`].
    #[expect(clippy::should_implement_trait, reason = "an iterator would go on behind an error")]
    pub fn next(&mut self) -> Result<Option<Entry>, Fault> {
        if self.left == 0 {
            let ended = self.at == self.buffer.len() && !self.fill()?;
            return if ended { Ok(None) } else { Err(wrong(format!("byte {}: there is more behind the last entry", self.place()))) };
        }
        self.left -= 1;
        if let Some(entry) = self.single.take() {
            return Ok(Some(entry));
        }
        let place = self.place();
        let (parts, kind) = self.item(|decoder| Ok((decoder.array()?, decoder.u64()?)))?;
        let kind = usize::try_from(kind).ok().and_then(|kind| self.kinds.get(kind).copied()).filter(|_| parts == Some(3));
        let kind = kind.ok_or_else(|| wrong(format!("byte {place}: no entry of a batch")))?;
        let (claim, evidence) = (self.raw_item()?, self.raw_item()?);
        entry(kind, claim, evidence).map(Some)
    }

    fn place(&self) -> u64 {
        self.before + self.at as u64
    }

    /// Forgets what has been read, and reads on. Returns whether there was more.
    fn fill(&mut self) -> Result<bool, Fault> {
        self.before += self.at as u64;
        drop(self.buffer.drain(..self.at));
        self.at = 0;
        // Twice as much each time, as what does not fit is looked at from its beginning again.
        let requested = CHUNK.max(self.buffer.len()) as u64;
        let read = self.input.by_ref().take(requested).read_to_end(&mut self.buffer).map_err(Fault::Io)?;
        self.ended |= read == 0;
        Ok(read > 0)
    }

    /// What `read` reads, of which nothing is kept if it fails for want of bytes.
    fn item<T>(&mut self, read: impl Fn(&mut Decoder) -> Result<T, Error>) -> Result<T, Fault> {
        loop {
            let mut decoder = Decoder::new(&self.buffer[self.at..]);
            match read(&mut decoder) {
                Ok(item) => {
                    self.at += decoder.position();
                    return Ok(item);
                }
                Err(error) if error.is_end_of_input() && !self.ended => drop(self.fill()?),
                Err(error) if error.is_end_of_input() => return Err(wrong("cut off")),
                Err(error) => return Err(wrong(format!("byte {}: {error}", self.place()))),
            }
        }
    }

    /// The bytes of one item, whatever it is.
    fn raw_item(&mut self) -> Result<Vec<u8>, Fault> {
        let length = self.item(|decoder| {
            decoder.skip()?;
            Ok(decoder.position())
        })?;
        Ok(self.buffer[self.at - length..self.at].to_vec())
    }

    fn no_citations(&mut self) -> Result<(), Fault> {
        match self.item(|decoder| decoder.array())? {
            Some(0) => Ok(()),
            _ => Err(wrong("cites other certificates")),
        }
    }
}

fn text(decoder: &mut Decoder) -> Result<String, Error> {
    decoder.str().map(str::to_owned)
}

/// A pair of name and version.
fn named(decoder: &mut Decoder) -> Result<(String, u64), Error> {
    decoder.array()?;
    Ok((text(decoder)?, decoder.u64()?))
}

/// The entry of these items.
fn entry(kind: (&'static str, u64), claim: Vec<u8>, evidence: Vec<u8>) -> Result<Entry, Fault> {
    let announced = if kind == helpmate::KIND { of_line(&claim) } else { of_set(&evidence) };
    let announced = announced.map_err(|error| wrong(format!("an entry of kind {}: {error}", kind.0)))?;
    Ok(Entry { kind, claim, evidence, announced })
}

/// What a claim of the kind `helpmate` announces.
fn of_line(claim: &[u8]) -> Result<Announced, Error> {
    let mut decoder = Decoder::new(claim);
    decoder.array()?;
    decoder.skip()?;
    decoder.skip()?;
    Ok(helpmate::announced(decoder.u64()?))
}

/// What evidence of the kind `unwinnable` announces.
fn of_set(evidence: &[u8]) -> Result<Announced, Error> {
    let mut decoder = Decoder::new(evidence);
    let items = decoder.array()?;
    let positions = decoder.u64()?;
    let settled = decoder.bytes()?.iter().map(|byte| u64::from(byte.count_ones())).sum();
    let mut skeletons = 0;
    if items == Some(5) {
        decoder.skip()?;
        skeletons = decoder.u64()?;
    }
    Ok(unwinnable::announced(positions, settled, skeletons))
}
