//! Finds the frames of a zstd file. The headers of frames and blocks say where a frame ends, so nothing need be
//! decompressed.
//!
//! The format is specified in RFC 8878, section 3.1. Skippable frames have no text, and they are not numbered. If no
//! frame can be read, the file is damaged up to the next complete frame. The damaged part gets a number as if it were a
//! frame. Therefore frame numbers depend only on the bytes of the file.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use memchr::memmem;
use serde::Serialize;

/// First bytes of an ordinary frame.
pub(super) const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// Number of bytes that are read at a time when the next frame is searched for.
const CHUNK: usize = 1 << 20;

/// Returns whether a skippable frame begins with these bytes.
pub(super) fn is_skippable(magic: [u8; 4]) -> bool {
    magic[0] & 0xf0 == 0x50 && magic[1..] == [0x2a, 0x4d, 0x18]
}

/// A frame of a zstd file, or a damaged part of the file.
#[derive(Serialize, Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Number of the frame, counted from 0.
    pub frame: u64,
    /// Offset of the frame's first byte in the file.
    pub offset: u64,
    /// Length of the frame in the file, in bytes.
    pub bytes: u64,
    /// Length of the decompressed text in bytes, if the frame's header contains it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<u64>,
    /// Reason why the frame is incomplete, or `None` if the frame is complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damage: Option<String>,
}

struct ParsedFrame {
    end: u64,
    skippable: bool,
    text: Option<u64>,
}

/// The frames of a file. Each frame is located when it is requested for the first time.
pub struct Frames {
    file: File,
    size: u64,
    /// Offset at which the next frame begins.
    at: u64,
    known: Vec<Frame>,
}

impl Frames {
    /// Creates a list of a file's frames, which is empty at first.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub fn new(file: File) -> io::Result<Self> {
        let size = file.metadata()?.len();
        Ok(Self { file, size, at: 0, known: Vec::new() })
    }

    /// Returns the frame with this number, or `None` if the file has fewer frames.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub fn get(&mut self, number: u64) -> io::Result<Option<&Frame>> {
        while self.known.len() as u64 <= number && self.at < self.size {
            let (frame, offset) = (self.known.len() as u64, self.at);
            match self.walk(offset)? {
                Ok(ParsedFrame { end, skippable: true, .. }) => self.at = end,
                Ok(ParsedFrame { end, text, .. }) => {
                    self.known.push(Frame { frame, offset, bytes: end - offset, text, damage: None });
                    self.at = end;
                }
                Err(why) => {
                    self.at = self.next_whole(offset + 1)?;
                    self.known.push(Frame { frame, offset, bytes: self.at - offset, text: None, damage: Some(why.to_owned()) });
                }
            }
        }
        Ok(usize::try_from(number).ok().and_then(|number| self.known.get(number)))
    }

    /// Opens a reader for the bytes of a frame.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub(super) fn bytes_of(&self, frame: &Frame) -> io::Result<io::Take<File>> {
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(frame.offset))?;
        Ok(file.take(frame.bytes))
    }

    /// Reads `N` bytes at an offset. Returns `None` if the file ends too early.
    fn bytes<const N: usize>(&mut self, at: u64) -> io::Result<Option<[u8; N]>> {
        let mut bytes = [0; N];
        self.file.seek(SeekFrom::Start(at))?;
        match self.file.read_exact(&mut bytes) {
            Ok(()) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Parses the frame at an offset. If the frame is incomplete or invalid, returns the reason.
    fn walk(&mut self, at: u64) -> io::Result<Result<ParsedFrame, &'static str>> {
        const CUT: &str = "the frame is cut off";
        let Some(magic) = self.bytes::<4>(at)? else { return Ok(Err(CUT)) };
        let at = at + 4;
        if is_skippable(magic) {
            let Some(size) = self.bytes::<4>(at)? else { return Ok(Err(CUT)) };
            let end = at + 4 + u64::from(u32::from_le_bytes(size));
            return Ok(if end <= self.size { Ok(ParsedFrame { end, skippable: true, text: None }) } else { Err(CUT) });
        }
        if magic != MAGIC {
            return Ok(Err("no frame begins here"));
        }
        let Some([descriptor]) = self.bytes::<1>(at)? else { return Ok(Err(CUT)) };
        let single = descriptor & 0x20 != 0;
        let text_bytes = match descriptor >> 6 {
            0 => u64::from(single),
            1 => 2,
            2 => 4,
            _ => 8,
        };
        let dictionary_bytes = [0, 1, 2, 4][usize::from(descriptor & 3)];
        let at = at + 1 + u64::from(!single) + dictionary_bytes;
        let text = match text_bytes {
            0 => None,
            1 => self.bytes(at)?.map(|[byte]| u64::from(byte)),
            2 => self.bytes(at)?.map(|bytes| u64::from(u16::from_le_bytes(bytes)) + 256),
            4 => self.bytes(at)?.map(|bytes| u64::from(u32::from_le_bytes(bytes))),
            _ => self.bytes(at)?.map(u64::from_le_bytes),
        };
        let mut at = at + text_bytes;
        loop {
            let Some([low, middle, high]) = self.bytes::<3>(at)? else { return Ok(Err(CUT)) };
            let head = u32::from_le_bytes([low, middle, high, 0]);
            at += 3 + match head >> 1 & 3 {
                1 => 1,
                3 => return Ok(Err("a block of the frame has an unknown type")),
                _ => u64::from(head >> 3),
            };
            if head & 1 != 0 {
                break;
            }
        }
        let end = at + if descriptor & 4 != 0 { 4 } else { 0 };
        Ok(if end <= self.size { Ok(ParsedFrame { end, skippable: false, text }) } else { Err(CUT) })
    }

    /// Finds the first complete frame at or after the offset `from`, and returns its offset. The frame must be followed
    /// by another frame or by the end of the file. If there is no such frame, returns the length of the file.
    fn next_whole(&mut self, from: u64) -> io::Result<u64> {
        let (mut chunk, mut at) = (Vec::new(), from);
        loop {
            self.file.seek(SeekFrom::Start(at))?;
            chunk.clear();
            (&mut self.file).take(CHUNK as u64).read_to_end(&mut chunk)?;
            for found in memmem::find_iter(&chunk, &MAGIC[..]) {
                let place = at + found as u64;
                if let Ok(ParsedFrame { end, .. }) = self.walk(place)?
                    && (end == self.size || self.bytes(end)?.is_some_and(|magic| magic == MAGIC || is_skippable(magic)))
                {
                    return Ok(place);
                }
            }
            if chunk.len() < CHUNK {
                return Ok(self.size);
            }
            // The chunks overlap, because the magic number may straddle the end of a chunk.
            at += (chunk.len() - MAGIC.len() + 1) as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::{Frame, Frames};

    fn frames(bytes: &[u8]) -> Vec<Frame> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        let mut frames = Frames::new(file).unwrap();
        (0..).map_while(|number| frames.get(number).unwrap().cloned()).collect()
    }

    fn packed(text: &[u8], answer: bool) -> Vec<u8> {
        let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 3).unwrap();
        encoder.include_checksum(answer).unwrap();
        if answer {
            encoder.set_pledged_src_size(Some(text.len() as u64)).unwrap();
        }
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn where_frames_begin() {
        let long: Vec<u8> = (0..400_000_u32).flat_map(u32::to_le_bytes).collect();
        for answer in [false, true] {
            let parts = [packed(b"abc", answer), packed(&[0; 70_000], answer), packed(&[7; 300], answer), packed(&long, answer)];
            let found = frames(&parts.concat());
            let mut offset = 0;
            for (number, (frame, part)) in found.iter().zip(&parts).enumerate() {
                assert_eq!((frame.frame, frame.offset, frame.bytes), (number as u64, offset, part.len() as u64));
                assert!(frame.damage.is_none());
                offset += frame.bytes;
            }
            let sizes = found.iter().map(|frame| frame.text).collect::<Vec<_>>();
            assert_eq!(sizes, if answer { vec![Some(3), Some(70_000), Some(300), Some(1_600_000)] } else { vec![None; 4] });
        }
        assert_eq!(frames(b""), []);
    }

    #[test]
    fn damage_ends_where_the_next_whole_frame_begins() {
        let skippable = [0x5a, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 0x28, 0xb5];
        let [one, two, three] = [packed(b"one", true), packed(b"two", true), packed(b"three", true)];
        type Change<'a> = &'a dyn Fn(&mut Vec<u8>);
        let cases: [(&str, Change, &[Option<&str>]); 5] = [
            ("whole", &|_| {}, &[None, None, None]),
            ("another magic number", &|two| two[0] = 0, &[None, Some("no frame begins here"), None]),
            ("an unknown type of block", &|two| two[6] |= 6, &[None, Some("a block of the frame has an unknown type"), None]),
            ("a block whose size exceeds the file", &|two| two[8] = 0xff, &[None, Some("the frame is cut off"), None]),
            ("nothing", &Vec::clear, &[None, None]),
        ];
        for (title, change, faults) in cases {
            let mut two = two.clone();
            change(&mut two);
            let found = frames(&[&one, &skippable[..], &two, &three].concat());
            assert_eq!(found.iter().map(|frame| frame.damage.as_deref()).collect::<Vec<_>>(), faults, "{title}");
            assert_eq!(found.last().map(|frame| frame.bytes), Some(three.len() as u64), "{title}");
        }
        let found = frames(&[&one[..], &two[..two.len() - 1]].concat());
        assert_eq!((found.len(), found[1].damage.as_deref(), found[1].bytes), (2, Some("the frame is cut off"), two.len() as u64 - 1));
    }
}
