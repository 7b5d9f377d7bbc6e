//! Finds out where reading must begin to find all requested games.
//!
//! Whether a game begins at a line depends on up to [`LINES_BEFORE`] lines before it. Therefore reading begins more
//! than [`LINES_BEFORE`] lines before the requested place. In an uncompressed file, reading begins at most about
//! [`MAX_GAME`] bytes before the requested offset.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use memchr::memchr2_iter;

use super::MAX_GAME;
use super::frames::Frames;
use super::lexis::LINES_BEFORE;
use super::source::UNPACKED;

/// Number of bytes that are examined at a time in an uncompressed file.
const CHUNK: u64 = 1 << 16;

/// Returns where to begin reading to find all games from the offset `from` on.
///
/// # Errors
/// Fails if the file cannot be read.
pub fn in_plain(file: &mut File, from: u64) -> io::Result<u64> {
    let from = from.min(file.metadata()?.len());
    let (mut at, mut before) = (from, Before::default());
    let mut chunk = Vec::new();
    while at > 0 && !before.is_enough() && from - at <= MAX_GAME as u64 {
        let size = at.min(CHUNK);
        at -= size;
        file.seek(SeekFrom::Start(at))?;
        chunk.clear();
        file.take(size).read_to_end(&mut chunk)?;
        before.look_at(&chunk);
    }
    Ok(at)
}

/// Returns where to begin reading to find all games from the frame `from` on.
///
/// # Errors
/// Fails if the file cannot be read.
pub fn in_frames(frames: &mut Frames, from: u64) -> io::Result<u64> {
    let mut first = from;
    let mut before = Before::default();
    while first > 0 && !before.is_enough() {
        first -= 1;
        let Some(frame) = frames.get(first)?.cloned() else { continue };
        let mut text = zstd::Decoder::new(frames.bytes_of(&frame)?)?.single_frame();
        let mut chunk = vec![0; UNPACKED];
        // Text that cannot be decompressed counts as having no lines.
        while !before.is_enough()
            && let Ok(read @ 1..) = text.read(&mut chunk)
        {
            before.look_at(&chunk[..read]);
        }
    }
    Ok(first)
}

#[derive(Default)]
struct Before {
    breaks: usize,
    blank_only: Option<bool>,
}

impl Before {
    fn look_at(&mut self, text: &[u8]) {
        // A carriage return counts as a line break unless a line feed follows.
        let ends = memchr2_iter(b'\n', b'\r', text).filter(|&at| text[at] == b'\n' || text.get(at + 1) != Some(&b'\n'));
        self.breaks += ends.count();
        self.blank_only = Some(self.blank_only != Some(false) && text.trim_ascii().is_empty());
    }

    fn is_enough(&self) -> bool {
        self.breaks > LINES_BEFORE && self.blank_only == Some(false)
    }
}
