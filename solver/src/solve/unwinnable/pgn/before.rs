//! Where to begin reading when games are wanted from some place on.
//!
//! Whether a game begins at a line is seen from the line before it, so reading begins earlier: two line breaks before the place, and something that is not blank.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use super::frames::Frames;
use super::source::UNPACKED;
use super::{MAX_GAME, line_breaks};

/// How much of a plain file is looked at at once.
const CHUNK: u64 = 1 << 16;

/// The place in a plain file with which to begin, if games are wanted that begin at the offset `from` or behind it.
///
/// # Errors
/// If the file cannot be read.
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

/// The frame with which to begin, if games are wanted that begin in the frame `from` or behind it.
///
/// # Errors
/// If the file cannot be read.
pub fn in_frames(frames: &mut Frames, from: u64) -> io::Result<u64> {
    let mut first = from;
    let mut before = Before::default();
    while first > 0 && !before.is_enough() {
        first -= 1;
        let Some(frame) = frames.get(first)?.cloned() else { continue };
        let mut text = zstd::Decoder::new(frames.bytes_of(&frame)?)?.single_frame();
        let mut chunk = vec![0; UNPACKED];
        // What cannot be unpacked has no lines.
        while !before.is_enough()
            && let Ok(read @ 1..) = text.read(&mut chunk)
        {
            before.look_at(&chunk[..read]);
        }
    }
    Ok(first)
}

/// What has been seen of the text before a part.
#[derive(Default)]
struct Before {
    breaks: u64,
    blank_only: Option<bool>,
}

impl Before {
    fn look_at(&mut self, text: &[u8]) {
        self.breaks += line_breaks(text);
        self.blank_only = Some(self.blank_only != Some(false) && text.trim_ascii().is_empty());
    }

    fn is_enough(&self) -> bool {
        self.breaks >= 2 && self.blank_only == Some(false)
    }
}
