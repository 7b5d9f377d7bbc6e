//! A file or stream of games, plain or compressed by `zstd`, cut into stretches of whole games.

use std::io::{self, BufReader, Read};

use super::{last_game, line_breaks};

/// Bytes of a stretch, about.
const STRETCH: usize = 1 << 20;
/// Bytes without the beginning of a game after which no more is awaited.
const MOST: usize = 1 << 26;

/// A stretch of whole games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stretch {
    /// The text.
    pub text: Vec<u8>,
    /// Why there is no more, if that is not because all has been read. The last game of the text is cut off then.
    pub broken: Option<String>,
}

/// Where stretches come from.
pub struct Stream {
    input: Box<dyn Read + Send>,
    /// What belongs to the next stretch.
    kept: Vec<u8>,
    ended: bool,
}

/// Whether compressed data begin so: a frame, or a frame to be skipped, as parallel compressors write them.
fn is_frame(beginning: &[u8]) -> bool {
    matches!(beginning, [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..])
}

impl Stream {
    /// The stream of what a file or a pipe has, compressed or not.
    ///
    /// # Errors
    /// If nothing can be read.
    pub fn new(mut input: impl Read + Send + 'static) -> io::Result<Self> {
        let mut beginning = Vec::new();
        input.by_ref().take(4).read_to_end(&mut beginning)?;
        let compressed = is_frame(&beginning);
        if beginning.starts_with(b"\xef\xbb\xbf") {
            // A mark of byte order; places in the text stay what they are.
            beginning[..3].fill(b' ');
        }
        let whole = io::Cursor::new(beginning).chain(input);
        let input: Box<dyn Read + Send> = if compressed {
            Box::new(zstd::stream::read::Decoder::with_buffer(BufReader::with_capacity(1 << 17, whole))?)
        } else {
            Box::new(whole)
        };
        Ok(Self { input, kept: Vec::new(), ended: false })
    }

    /// Whether what follows is compressed. Four bytes are read.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn is_compressed(input: &mut impl Read) -> io::Result<bool> {
        let mut beginning = Vec::new();
        input.take(4).read_to_end(&mut beginning)?;
        Ok(is_frame(&beginning))
    }

    /// Passes over so many bytes of text, and says whether there were so many.
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
                    if text.len() > MOST {
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
    fn nothing() {
        assert_eq!(all(Stream::new(io::empty()).unwrap()), (vec![], vec![], None));
    }
}
