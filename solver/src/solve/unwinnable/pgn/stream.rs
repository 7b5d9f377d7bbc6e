//! A file or stream of games, plain or compressed by zstd or gzip, cut into stretches of whole games.

use std::io::{self, BufReader, Read};

use flate2::read::MultiGzDecoder;

use super::{last_game, line_breaks};

/// About how many bytes a stretch has.
const STRETCH: usize = 1 << 20;
/// Most bytes of a stretch. If no game begins within them, it is cut there.
const MAX_STRETCH: usize = 1 << 26;

/// A stretch of whole games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stretch {
    /// The text.
    pub text: Vec<u8>,
    /// Why there is no more, if that is not because all has been read. The last game of the text is cut off then.
    pub broken: Option<String>,
}

/// A source of stretches.
pub struct Stream {
    input: Box<dyn Read + Send>,
    /// The beginning of the next stretch.
    kept: Vec<u8>,
    ended: bool,
}

/// The number of bytes that [`Compression::of`] needs.
const BEGINNING: u64 = 6;

/// How data are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compression {
    None,
    Zstd,
    Gzip,
    /// Not read here.
    Other(&'static str),
}

impl Compression {
    /// The compression of data with this beginning.
    fn of(beginning: &[u8]) -> Self {
        match beginning {
            // A frame, or a frame to be skipped, as parallel compressors write them.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Self::Zstd,
            [0x1f, 0x8b, ..] => Self::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Self::Other("bzip2"),
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Self::Other("xz"),
            [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c, ..] => Self::Other("7-Zip"),
            [b'P', b'K', 3, 4, ..] => Self::Other("zip"),
            _ => Self::None,
        }
    }
}

impl Stream {
    /// The stream of the games in a file or a pipe, compressed or not.
    ///
    /// # Errors
    /// If it cannot be read, or is compressed in another way than by zstd or gzip.
    pub fn new(mut input: impl Read + Send + 'static) -> io::Result<Self> {
        let mut beginning = Vec::new();
        input.by_ref().take(BEGINNING).read_to_end(&mut beginning)?;
        let compression = Compression::of(&beginning);
        if beginning.starts_with(b"\xef\xbb\xbf") {
            // A mark of byte order; places in the text stay what they are.
            beginning[..3].fill(b' ');
        }
        let whole = io::Cursor::new(beginning).chain(input);
        let buffered = |whole| BufReader::with_capacity(1 << 17, whole);
        let input: Box<dyn Read + Send> = match compression {
            Compression::None => Box::new(whole),
            Compression::Zstd => Box::new(zstd::stream::read::Decoder::with_buffer(buffered(whole))?),
            Compression::Gzip => Box::new(MultiGzDecoder::new(buffered(whole))),
            Compression::Other(name) => {
                let why = format!("compressed by {name}, which is not read here: unpack it first, or compress it by zstd or gzip");
                return Err(io::Error::new(io::ErrorKind::InvalidData, why));
            }
        };
        Ok(Self { input, kept: Vec::new(), ended: false })
    }

    /// Whether the input is compressed. Reads its first bytes.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn is_compressed(input: &mut impl Read) -> io::Result<bool> {
        let mut beginning = Vec::new();
        input.take(BEGINNING).read_to_end(&mut beginning)?;
        Ok(Compression::of(&beginning) != Compression::None)
    }

    /// Skips `bytes` bytes of text. Returns whether there were as many.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn skip(&mut self, bytes: u64) -> io::Result<bool> {
        Ok(io::copy(&mut self.input.by_ref().take(bytes), &mut io::sink())? == bytes)
    }

    /// The next stretch, if there is one.
    #[expect(clippy::should_implement_trait, reason = "an iterator would promise more")]
    pub fn next(&mut self) -> Option<Stretch> {
        let mut text = std::mem::take(&mut self.kept);
        while !self.ended {
            let had = text.len();
            let wanted = STRETCH.max(had) as u64;
            text.reserve(wanted as usize);
            match self.input.by_ref().take(wanted).read_to_end(&mut text) {
                Err(error) => {
                    self.ended = true;
                    return Some(Stretch { text, broken: Some(error.to_string()) });
                }
                Ok(read) if (read as u64) < wanted => self.ended = true,
                Ok(_) => {
                    if let Some(last) = last_game(&text) {
                        self.kept = text.split_off(last);
                        return Some(Stretch { text, broken: None });
                    }
                    if text.len() > MAX_STRETCH {
                        return Some(Stretch { text, broken: None });
                    }
                }
            }
        }
        (!text.is_empty()).then_some(Stretch { text, broken: None })
    }
}

impl Stretch {
    /// The lines that end in it.
    #[must_use]
    pub fn lines(&self) -> u64 {
        line_breaks(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut stream: Stream) -> (Vec<usize>, Vec<u8>, Option<String>) {
        let (mut lengths, mut text, mut broken) = (Vec::new(), Vec::new(), None);
        while let Some(stretch) = stream.next() {
            lengths.push(stretch.text.len());
            text.extend(stretch.text);
            broken = stretch.broken;
        }
        (lengths, text, broken)
    }

    fn text() -> Vec<u8> {
        let game = |number: usize| format!("[Event \"{number}\"]\n[Result \"*\"]\n\n1. e4 {{ {} }} *\n\n", "x".repeat(number % 3000));
        (0..3000).map(game).collect::<String>().into_bytes()
    }

    #[test]
    fn stretches_are_whole_games() {
        let text = text();
        let (lengths, same, broken) = all(Stream::new(io::Cursor::new(text.clone())).unwrap());
        assert!(lengths.len() > 3 && same == text && broken.is_none());
        let mut end = 0;
        for length in lengths {
            assert!(text[end..].starts_with(b"[Event "));
            end += length;
        }
        // Several frames; a skippable one before them; cut off.
        let (first, second) = text.split_at(1_000_001);
        let mut packed = vec![0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 7, 7];
        packed.extend(zstd::encode_all(first, 1).unwrap());
        packed.extend(zstd::encode_all(second, 1).unwrap());
        assert_eq!(all(Stream::new(io::Cursor::new(packed.clone())).unwrap()).1, text);
        packed.truncate(packed.len() - 5);
        let (_, some, broken) = all(Stream::new(io::Cursor::new(packed.clone())).unwrap());
        assert!(broken.is_some() && text.starts_with(&some) && some.len() >= first.len());
        let mut stream = Stream::new(io::Cursor::new(text.clone())).unwrap();
        assert!(stream.skip(1_000_000).unwrap());
        assert_eq!(all(stream).1, text[1_000_000..]);
        assert!(!Stream::new(io::Cursor::new(text)).unwrap().skip(1 << 40).unwrap());
    }

    #[test]
    fn gzip() {
        let text = text();
        let packed = |part: &[u8]| {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            io::Write::write_all(&mut encoder, part).unwrap();
            encoder.finish().unwrap()
        };
        // Several members, as parallel compressors write them; cut off.
        let (first, second) = text.split_at(1_000_001);
        let mut both = [packed(first), packed(second)].concat();
        assert_eq!(all(Stream::new(io::Cursor::new(both.clone())).unwrap()).1, text);
        both.truncate(both.len() - 5);
        let (_, some, broken) = all(Stream::new(io::Cursor::new(both)).unwrap());
        assert!(broken.is_some() && text.starts_with(&some) && some.len() >= first.len());
    }

    #[test]
    fn other_compressions_are_refused() {
        for (beginning, name) in
            [(&b"BZh91AY&SY"[..], "bzip2"), (b"\xfd7zXZ\0\0", "xz"), (b"7z\xbc\xaf\x27\x1c\0", "7-Zip"), (b"PK\x03\x04\x14", "zip")]
        {
            let error = Stream::new(beginning).err().unwrap().to_string();
            assert!(error.starts_with(&format!("compressed by {name}, which is not read here")), "{error}");
        }
    }

    #[test]
    fn nothing() {
        assert_eq!(all(Stream::new(io::empty()).unwrap()), (vec![], vec![], None));
    }
}
