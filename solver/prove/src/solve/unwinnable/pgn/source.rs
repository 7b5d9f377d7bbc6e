//! Reads the text of a file or a pipe in pieces, and reports damage. Each piece comes with the location (key) of its
//! first byte. The input may be uncompressed, or compressed by zstd or gzip.
//!
//! If a frame of a zstd file is damaged, the program continues with the next frame. Pipes, uncompressed files and gzip
//! files are read only up to the damage.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use flate2::read::MultiGzDecoder;

use super::frames::{Frames, MAGIC, is_skippable};
use super::key::Key;

/// Size of read buffers in bytes.
const BUFFER: usize = 1 << 17;

/// Compression method of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compression {
    /// The file is not compressed.
    None,
    /// The file is compressed by zstd.
    Zstd,
    /// The file is compressed by gzip.
    Gzip,
    /// The file is compressed by an unsupported program. The field is the name of the program.
    Other(&'static str),
}

impl Compression {
    /// Number of bytes that [`Compression::detect`] needs.
    pub(super) const BEGINNING: usize = 6;

    /// Detects the compression from the first bytes of a file.
    #[must_use]
    pub(super) fn detect(beginning: &[u8]) -> Self {
        match beginning {
            [0x1f, 0x8b, ..] => Self::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Self::Other("bzip2"),
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Self::Other("xz"),
            [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c, ..] => Self::Other("7-Zip"),
            [b'P', b'K', 3, 4, ..] => Self::Other("zip"),
            // The file begins with an ordinary frame, or with a skippable frame, as parallel compressors write it.
            [a, b, c, d, ..] if [*a, *b, *c, *d] == MAGIC || is_skippable([*a, *b, *c, *d]) => Self::Zstd,
            _ => Self::None,
        }
    }
}

/// Damage in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Key of the first unreadable byte of text.
    pub key: Key,
    /// Description of the damage.
    pub why: String,
    /// Whether reading stops here because the rest of the input is unreadable.
    pub last: bool,
}

/// Result of [`Source::read`].
pub(super) enum Piece {
    /// Text that was appended to the caller's buffer, and that follows the earlier text without a gap. The field is the
    /// location (key) of the first byte of the text.
    Text(Key),
    /// Damage, which leaves a gap in the text.
    Damage(Damage),
    /// The end of the source.
    End,
}

/// A source of text.
pub(super) trait Source: Send {
    /// Reads the next piece of the input. If the next piece is text, appends at most `most` bytes to `text`, all from
    /// one frame.
    fn read(&mut self, text: &mut Vec<u8>, most: usize) -> Piece;
}

/// Source of a text without frames.
pub(super) struct Flat<R> {
    input: R,
    at: u64,
    /// Reason why the rest of the input cannot be read.
    damaged: Option<String>,
}

impl<R: Read + Send> Flat<R> {
    /// Creates a source for this input. `at` is the offset of the input's first byte in the file.
    pub(super) fn new(input: R, at: u64) -> Self {
        Self { input, at, damaged: None }
    }
}

pub(super) fn gzip(input: impl Read + Send) -> impl Source {
    Flat::new(MultiGzDecoder::new(BufReader::with_capacity(BUFFER, input)), 0)
}

impl<R: Read + Send> Source for Flat<R> {
    fn read(&mut self, text: &mut Vec<u8>, most: usize) -> Piece {
        let before = text.len();
        if self.damaged.is_none() {
            self.damaged = self.input.by_ref().take(most as u64).read_to_end(text).err().map(|error| error.to_string());
        }
        let (key, read) = (Key::byte(self.at), (text.len() - before) as u64);
        self.at += read;
        match &self.damaged {
            _ if read > 0 => Piece::Text(key),
            Some(why) => Piece::Damage(Damage { key, why: why.clone(), last: true }),
            None => Piece::End,
        }
    }
}

/// Reader that can show the next bytes before they are consumed.
pub(super) struct Ahead<R> {
    input: BufReader<R>,
    ahead: Vec<u8>,
    used: usize,
}

impl<R: Read> Ahead<R> {
    fn new(input: R) -> Self {
        Self { input: BufReader::with_capacity(BUFFER, input), ahead: Vec::new(), used: 0 }
    }

    /// Returns the next four bytes without consuming them, or fewer bytes at the end of the input.
    fn look(&mut self) -> io::Result<&[u8]> {
        let mut ahead = self.ahead.split_off(self.used);
        let missing = MAGIC.len().saturating_sub(ahead.len()) as u64;
        self.input.by_ref().take(missing).read_to_end(&mut ahead)?;
        (self.ahead, self.used) = (ahead, 0);
        Ok(&self.ahead)
    }
}

impl<R: Read> Read for Ahead<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: Read> BufRead for Ahead<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.used < self.ahead.len() { Ok(&self.ahead[self.used..]) } else { self.input.fill_buf() }
    }

    fn consume(&mut self, amount: usize) {
        if self.used < self.ahead.len() { self.used += amount } else { self.input.consume(amount) }
    }
}

/// A sequence of compressed frames.
pub(super) trait FrameBytes: Send {
    type Reader: BufRead + Send;

    /// Returns a reader for the bytes of the next frame, and a known fault of the frame. Returns `None` if no frame is
    /// left.
    fn next(&mut self) -> io::Result<Option<(Self::Reader, Option<String>)>>;

    /// The caller has read the frame to its end, or has found the frame damaged. Returns whether another frame may
    /// follow.
    fn back(&mut self, reader: Self::Reader, damaged: bool) -> bool;
}

pub(super) struct OfFile {
    frames: Frames,
    next: u64,
}

impl FrameBytes for OfFile {
    type Reader = BufReader<io::Take<File>>;

    fn next(&mut self) -> io::Result<Option<(Self::Reader, Option<String>)>> {
        let Some(frame) = self.frames.get(self.next)?.cloned() else { return Ok(None) };
        self.next += 1;
        Ok(Some((BufReader::with_capacity(BUFFER, self.frames.bytes_of(&frame)?), frame.damage)))
    }

    fn back(&mut self, _: Self::Reader, damaged: bool) -> bool {
        // If no frame follows the damage, the file ends here.
        !damaged || self.frames.get(self.next).is_ok_and(|next| next.is_some())
    }
}

pub(super) struct OfPipe<R>(Option<Ahead<R>>);

impl<R: Read + Send> FrameBytes for OfPipe<R> {
    type Reader = Ahead<R>;

    fn next(&mut self) -> io::Result<Option<(Self::Reader, Option<String>)>> {
        let Some(mut input) = self.0.take() else { return Ok(None) };
        loop {
            match input.look()? {
                [] => return Ok(None),
                &[a, b, c, d] if is_skippable([a, b, c, d]) => {
                    let mut head = [0; 8];
                    input.read_exact(&mut head)?;
                    let size = u32::from_le_bytes([head[4], head[5], head[6], head[7]]);
                    let passed = io::copy(&mut input.by_ref().take(size.into()), &mut io::sink())?;
                    if passed < size.into() {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                _ => return Ok(Some((input, None))),
            }
        }
    }

    fn back(&mut self, reader: Self::Reader, damaged: bool) -> bool {
        if !damaged {
            self.0 = Some(reader);
        }
        !damaged
    }
}

/// Text is decompressed in pieces of this number of bytes. The size is fixed, so that every reader gets the same text
/// of a damaged frame.
pub(super) const UNPACKED: usize = 1 << 17;

/// A source that reads the text of several frames.
pub(super) struct Framed<F: FrameBytes> {
    frames: F,
    unpacked: Vec<u8>,
    used: usize,
    /// Decoder of the current frame. The string describes the frame's damage if the damage was known before the frame
    /// was decoded.
    open: Option<(zstd::Decoder<'static, F::Reader>, Option<String>)>,
    /// Key of the next byte of text.
    key: Key,
    damaged: Option<String>,
    ended: bool,
}

impl Framed<OfFile> {
    /// Creates a source for the frames of a file, beginning with the frame number `first`.
    pub(super) fn of_file(frames: Frames, first: u64) -> Self {
        Self::new(OfFile { frames, next: first }, first)
    }
}

impl<R: Read + Send> Framed<OfPipe<R>> {
    pub(super) fn of_pipe(input: R) -> Self {
        Self::new(OfPipe(Some(Ahead::new(input))), 0)
    }
}

impl<F: FrameBytes> Framed<F> {
    fn new(frames: F, first: u64) -> Self {
        Self { frames, unpacked: Vec::new(), used: 0, open: None, key: Key::frame(first), damaged: None, ended: false }
    }

    /// Opens the next frame, unless a frame is already open. Sets `ended` if no frame is left.
    fn open(&mut self) -> io::Result<()> {
        if self.open.is_none() {
            match self.frames.next()? {
                Some((reader, fault)) => self.open = Some((zstd::Decoder::with_buffer(reader)?.single_frame(), fault)),
                None => self.ended = true,
            }
        }
        Ok(())
    }

    fn close(&mut self, damaged: bool) {
        let goes_on = self.open.take().is_some_and(|(decoder, _)| self.frames.back(decoder.finish(), damaged));
        self.ended |= !goes_on;
        self.key = Key::frame(self.key.frame.unwrap_or(0) + 1);
    }
}

impl<F: FrameBytes> Source for Framed<F> {
    fn read(&mut self, text: &mut Vec<u8>, most: usize) -> Piece {
        loop {
            if self.used < self.unpacked.len() {
                let rest = &self.unpacked[self.used..];
                let some = &rest[..most.min(rest.len())];
                text.extend_from_slice(some);
                let key = self.key;
                (self.used, self.key) = (self.used + some.len(), key.plus(some.len() as u64));
                return Piece::Text(key);
            }
            if let Some(why) = self.damaged.take() {
                let key = self.key;
                self.close(true);
                return Piece::Damage(Damage { key, why, last: self.ended });
            }
            if self.ended {
                return Piece::End;
            }
            if let Err(error) = self.open() {
                self.damaged = Some(error.to_string());
                continue;
            }
            let Some((decoder, fault)) = &mut self.open else { continue };
            self.unpacked.resize(UNPACKED, 0);
            let result = decoder.read(&mut self.unpacked);
            self.unpacked.truncate(*result.as_ref().unwrap_or(&0));
            self.used = 0;
            match (result, fault) {
                (Err(error), _) if error.kind() == io::ErrorKind::Interrupted => {}
                (Err(error), _) => self.damaged = Some(error.to_string()),
                (Ok(0), Some(fault)) => self.damaged = Some(std::mem::take(fault)),
                (Ok(0), None) => self.close(false),
                (Ok(_), _) => {}
            }
        }
    }
}
