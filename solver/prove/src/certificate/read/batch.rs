//! Reads the entries of a batch. A certificate of kind `helpmate` or `unwinnable` is read as a single entry. The input
//! is read as a stream, so a large batch need not fit into memory.
//!
//! Unlike the other modules of `read`, this module reads unverified bytes. The module `certificate/verify` passes the
//! entries on only after the checker has verified them.

use std::io::{self, Read};

use minicbor::Decoder;
use minicbor::decode::Error;

use gamecert_unwinnable::certificate::{Entry, HELPMATE, UNWINNABLE, Work};

use crate::certificate::emit::BEGINNING;
use crate::certificate::emit::batch::head;
use crate::model::name::GameName;

/// At least this number of bytes is requested at a time.
const CHUNK: usize = 1 << 16;
/// Possible kinds of an entry.
const KINDS: [(&str, u64); 2] = [HELPMATE, UNWINNABLE];

/// Reason why a stream cannot be read.
#[derive(Debug)]
pub enum Fault {
    /// Error of the operating system.
    Io(io::Error),
    /// The stream does not begin as certificates do.
    NoCertificate,
    /// The certificate is faulty. The string gives the reason.
    Wrong(String),
}

fn wrong(why: impl Into<String>) -> Fault {
    Fault::Wrong(why.into())
}

/// Reader of a certificate's entries.
pub struct Entries<R> {
    input: R,
    buffer: Vec<u8>,
    at: usize,
    /// Offset of the buffer's first byte in the file.
    before: u64,
    ended: bool,
    kinds: Vec<(&'static str, u64)>,
    /// Number of unread entries.
    left: u64,
    /// The only entry, if the certificate is not a batch.
    single: Option<Entry>,
}

impl<R: Read> Entries<R> {
    /// Reads everything before the first entry, and checks that the certificate is about the game `game`.
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
            // Each kind takes at least a byte, so parsing fails at the end of the input if the count is too large.
            let kinds = (0..kinds).map(|_| named(decoder)).collect::<Result<Vec<_>, _>>()?;
            Ok((kinds, decoder.u64()?))
        })?;
        for (name, version) in kinds {
            let known = KINDS.into_iter().find(|known| *known == (&*name, version));
            entries.kinds.push(known.ok_or_else(|| wrong(format!("a batch with entries of kind {name} version {version}")))?);
        }
        entries.no_citations()?;
        let found = entries.item(|decoder| decoder.array())?;
        // If some of the head has already left the buffer, the head is too long to be canonical.
        if entries.before > 0 || entries.buffer[..entries.at] != head(game, &entries.kinds, count) || found != Some(count) {
            return Err(wrong("does not begin as the format has it"));
        }
        entries.left = count;
        Ok(entries)
    }

    /// Reads the next entry, if there is one.
    ///
    /// # Errors
    /// [`Fault`].
    #[expect(clippy::should_implement_trait, reason = "an iterator would continue after an error")]
    pub fn next(&mut self) -> Result<Option<Entry>, Fault> {
        if self.left == 0 {
            let ended = self.at == self.buffer.len() && !self.fill()?;
            return if ended { Ok(None) } else { Err(wrong(format!("byte {}: there is more after the last entry", self.place()))) };
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

    /// Discards the consumed bytes and reads more bytes. Returns whether there were more bytes.
    fn fill(&mut self) -> Result<bool, Fault> {
        self.before += self.at as u64;
        drop(self.buffer.drain(..self.at));
        self.at = 0;
        // The buffer's length doubles each time, because an incomplete item is parsed again from its beginning.
        let requested = CHUNK.max(self.buffer.len()) as u64;
        let read = self.input.by_ref().take(requested).read_to_end(&mut self.buffer).map_err(Fault::Io)?;
        self.ended |= read == 0;
        Ok(read > 0)
    }

    /// Parses an item with `read`. If the buffer ends within the item, reads more bytes and parses the item again from
    /// its beginning.
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

    /// Reads the bytes of one item of any type.
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

/// Parses an array with two items, a name and a version.
fn named(decoder: &mut Decoder) -> Result<(String, u64), Error> {
    decoder.array()?;
    Ok((text(decoder)?, decoder.u64()?))
}

/// Builds an entry from its encoded claim and evidence.
fn entry(kind: (&'static str, u64), claim: Vec<u8>, evidence: Vec<u8>) -> Result<Entry, Fault> {
    let work = if kind == HELPMATE { of_line(&claim) } else { of_set(&evidence) };
    let work = work.map_err(|error| wrong(format!("an entry of kind {}: {error}", kind.0)))?;
    Ok(Entry { kind, claim, evidence, work })
}

/// Returns the estimated work for verifying a claim of the kind `helpmate`.
fn of_line(claim: &[u8]) -> Result<Work, Error> {
    let mut decoder = Decoder::new(claim);
    decoder.array()?;
    decoder.skip()?;
    decoder.skip()?;
    Ok(Work::of_line(decoder.u64()?))
}

/// Returns the estimated work for verifying evidence of the kind `unwinnable`.
fn of_set(evidence: &[u8]) -> Result<Work, Error> {
    let mut decoder = Decoder::new(evidence);
    let items = decoder.array()?;
    let positions = decoder.u64()?;
    let settled = decoder.bytes()?.iter().map(|byte| u64::from(byte.count_ones())).sum();
    let mut skeletons = 0;
    if items == Some(5) {
        decoder.skip()?;
        skeletons = decoder.u64()?;
    }
    Ok(Work::of_set(positions, settled, skeletons))
}
