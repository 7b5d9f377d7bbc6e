//! Cuts the text of a file or a pipe into parts (stretches) that consist of whole games. A *stretch* is about 1 MiB
//! long. The input may be uncompressed, or compressed by zstd or gzip.
//!
//! Whether a game begins at a line depends only on the text near the line (`lexis`). Therefore the parts of a file
//! together contain the games of the whole file.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use super::MAX_GAME;
use super::before;
use super::frames::Frames;
use super::key::{Key, Part};
use super::lexis::{
    LINES_BEFORE, LOOK_AHEAD, MARK, Next, first_game, is_utf16, last_game, line_breaks, next_game, normalise_line_ends, skip_blanks,
};
use super::marks::Marks;
pub use super::source::Damage;
use super::source::{Compression, Flat, Framed, Piece, Source, gzip};
use memchr::memrchr;

/// Approximate size of a stretch in bytes.
const STRETCH: usize = 1 << 20;
/// Number of bytes that are kept of a very long line in skipped text.
const LONG_LINE: usize = 1 << 16;
/// In files from servers, every game begins with these bytes.
const EVENT: &[u8] = b"[Event ";

/// A text that consists of whole games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stretch {
    /// Text of the games.
    pub text: Vec<u8>,
    /// Number of skipped lines between the previous text and this text.
    pub passed: u64,
    /// Damage that comes directly after this text in the requested part of the file.
    pub damage: Option<Damage>,
    /// Whether this text contains only the beginning of a game, because the game is too long.
    pub too_long: bool,
    marks: Marks,
}

/// State of the stream, which determines how the next game is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The file begins here, and a byte order mark may come first.
    Beginning,
    /// Only white space came before, so the next word outside comments begins a game.
    Blank,
    /// The current text is between games, or inside a game that is skipped.
    Passing,
    /// The text before this point is damaged and therefore unknown.
    Gap,
    /// The buffered text begins with a game.
    Game,
}

impl State {
    fn at(first: u64) -> Self {
        if first == 0 { Self::Beginning } else { Self::Passing }
    }
}

/// Reads a file or a pipe as a sequence of texts that consist of whole games.
pub struct Stream {
    source: Box<dyn Source>,
    /// Text that has been read and not yet returned.
    text: Vec<u8>,
    marks: Marks,
    state: State,
    from: Option<Key>,
    to: Option<Key>,
    stretch: usize,
    /// Number of lines skipped since the last text was returned.
    passed: u64,
    /// Damage that comes after the buffered text.
    damage: Option<Damage>,
    plain: bool,
    /// Whether the stream has reached the location `from`.
    reached: bool,
    ended: bool,
}

fn beginning(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut beginning = Vec::new();
    input.take(Compression::BEGINNING as u64).read_to_end(&mut beginning)?;
    Ok(beginning)
}

/// Returns whether a file is compressed by zstd.
///
/// # Errors
/// Fails if the file cannot be read.
pub fn is_zstd(path: &Path) -> io::Result<bool> {
    Ok(Compression::detect(&beginning(&mut File::open(path)?)?) == Compression::Zstd)
}

fn refused(why: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, why.into())
}

fn not_read(name: &str) -> io::Error {
    refused(format!("compressed by {name}, which is not read here: unpack it first, or compress it by zstd or gzip"))
}

fn in_utf16() -> io::Error {
    refused("encoded in UTF-16, which is not read here: convert it to UTF-8 first")
}

impl Stream {
    fn from_source(source: impl Source + 'static, state: State, from: Option<Key>, to: Option<Key>) -> Self {
        Self {
            source: Box::new(source),
            text: Vec::new(),
            marks: Marks::default(),
            state,
            from,
            to,
            stretch: STRETCH,
            passed: 0,
            damage: None,
            plain: false,
            reached: from.is_none(),
            ended: false,
        }
    }

    /// Opens a pipe for reading the games that begin at the location `from` or later. The pipe may be compressed.
    ///
    /// # Errors
    /// Fails if the pipe cannot be read, is encoded in UTF-16, or is compressed by a method other than zstd or gzip.
    pub fn new(mut input: impl Read + Send + 'static, from: Option<Key>) -> io::Result<Self> {
        let beginning = beginning(&mut input)?;
        let (compression, utf16) = (Compression::detect(&beginning), is_utf16(&beginning));
        let whole = io::Cursor::new(beginning).chain(input);
        Ok(match compression {
            Compression::None if utf16 => return Err(in_utf16()),
            Compression::None => Self::from_source(Flat::new(whole, 0), State::Beginning, from, None),
            Compression::Zstd => Self::from_source(Framed::of_pipe(whole), State::Beginning, from, None),
            Compression::Gzip => Self::from_source(gzip(whole), State::Beginning, from, None),
            Compression::Other(name) => return Err(not_read(name)),
        })
    }

    /// Opens a file for reading the games that begin in this part. If `from` is `Some`, games that begin before this
    /// location are skipped.
    ///
    /// # Errors
    /// Fails if the file cannot be read, is encoded in UTF-16, is compressed by a method other than zstd or gzip, or
    /// cannot be read in parts of this type.
    pub fn open(path: &Path, part: Part, from: Option<Key>) -> io::Result<Self> {
        let mut file = File::open(path)?;
        if !file.metadata()?.is_file() {
            return if part == Part::Whole {
                Self::new(file, from)
            } else {
                Err(refused("no file, so it has no parts to be read by themselves"))
            };
        }
        let beginning = beginning(&mut file)?;
        let compression = Compression::detect(&beginning);
        file.rewind()?;
        let (first, to) = part.ends();
        let from = from.max(first);
        match (compression, part) {
            (Compression::Other(name), _) => Err(not_read(name)),
            (Compression::None, _) if is_utf16(&beginning) => Err(in_utf16()),
            (Compression::None, Part::Frames(_)) => Err(refused("a plain file has no frames: its parts are ranges of bytes")),
            (Compression::None, _) => {
                let at = before::in_plain(&mut file, from.map_or(0, |from| from.offset))?;
                file.seek(SeekFrom::Start(at))?;
                Ok(Self { plain: true, ..Self::from_source(Flat::new(file, at), State::at(at), from, to) })
            }
            (Compression::Zstd, Part::Bytes(_)) => Err(refused("compressed by zstd: its parts are ranges of frames")),
            (Compression::Zstd, _) => {
                let mut frames = Frames::new(file.try_clone()?)?;
                let first = before::in_frames(&mut frames, from.and_then(|from| from.frame).unwrap_or(0))?;
                Ok(Self::from_source(Framed::of_file(frames, first), State::at(first), from, to))
            }
            (Compression::Gzip, Part::Whole) => Ok(Self::from_source(gzip(file), State::Beginning, from, None)),
            (Compression::Gzip, _) => Err(refused("compressed by gzip, which cannot be read in parts: unpack it, or compress it by zstd")),
        }
    }

    /// Returns whether the input is an uncompressed file.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.plain
    }

    /// Skips the text before the location `from`. Returns false if the input ends before this location.
    pub fn settle(&mut self) -> bool {
        while !self.ended && !self.reached {
            self.begin();
            match self.read() {
                Some(damage) if self.from.is_some_and(|from| damage.key < from) => self.gap(),
                damage => self.damage = damage,
            }
            self.reached |= self.damage.is_some();
        }
        self.reached
    }

    /// Returns the next stretch, or `None` at the end.
    #[expect(clippy::should_implement_trait, reason = "an iterator would promise more")]
    pub fn next(&mut self) -> Option<Stretch> {
        loop {
            self.begin();
            if self.state == State::Game
                && let Some(end) = self.end_of_stretch()
            {
                return Some(self.hand_out(end));
            }
            if let Some(damage) = self.damage.take() {
                if self.state != State::Game {
                    self.pass(self.text.len());
                }
                let within = self.from.is_none_or(|from| damage.key >= from) && self.to.is_none_or(|to| damage.key < to);
                let stretch = Stretch { damage: within.then_some(damage), ..self.hand_out(self.text.len()) };
                self.gap();
                if stretch.damage.is_some() || !stretch.text.is_empty() {
                    return Some(stretch);
                }
            }
            if self.ended {
                let rest = self.state == State::Game && !self.text.is_empty();
                return rest.then(|| self.hand_out(self.text.len()));
            }
            self.damage = self.read();
        }
    }

    /// Drops the buffered text before a damaged part of the input.
    fn gap(&mut self) {
        (self.text, self.marks) = (Vec::new(), Marks::default());
        self.state = State::Gap;
    }

    /// Reads text until the buffer is about twice as long as before. Stops at damage in the input, and returns the
    /// damage.
    fn read(&mut self) -> Option<Damage> {
        let enough = self.text.len() + self.text.len().max(self.stretch);
        while self.text.len() < enough {
            let before = self.text.len();
            let waiting = self.text.iter().rev().take_while(|byte| **byte == b'\r').count();
            match self.source.read(&mut self.text, enough - before) {
                Piece::Text(key) => {
                    normalise_line_ends(&mut self.text, before - waiting, false);
                    self.marks.push(before, key);
                    let end = self.marks.key(self.text.len());
                    self.reached |= self.from.is_none_or(|from| end.is_some_and(|end| from <= end));
                }
                Piece::Damage(damage) => {
                    normalise_line_ends(&mut self.text, before - waiting, true);
                    self.ended |= damage.last;
                    return Some(damage);
                }
                Piece::End => {
                    normalise_line_ends(&mut self.text, before - waiting, true);
                    self.ended = true;
                    break;
                }
            }
        }
        None
    }

    /// Returns the buffered text up to `end` as a [`Stretch`]. The text after `end` stays in the buffer.
    fn hand_out(&mut self, end: usize) -> Stretch {
        let rest = self.text.split_off(end);
        let tail = self.marks.split_off(end);
        let text = std::mem::replace(&mut self.text, rest);
        let marks = std::mem::replace(&mut self.marks, tail);
        let too_long = !self.ended && self.state == State::Passing && !text.is_empty();
        Stretch { text, passed: std::mem::take(&mut self.passed), damage: None, too_long, marks }
    }

    /// Skips the buffered text before the first game of the requested part.
    fn begin(&mut self) {
        if self.state == State::Game || self.text.is_empty() {
            return;
        }
        let from = self.from.map_or(Some(0), |from| self.marks.first_from(from, self.text.len()));
        if self.state == State::Beginning {
            if self.text.len() < MARK.len() && !self.ended {
                return;
            }
            if self.text.starts_with(MARK) {
                self.text[..MARK.len()].fill(b' ');
            }
            self.state = State::Blank;
        }
        if self.state == State::Blank {
            if skip_blanks(&self.text, 0) == self.text.len() {
                return self.pass(self.text.len());
            }
            match first_game(&self.text, self.ended) {
                Next::None => return self.pass(self.text.len()),
                Next::Undecided(_) => return,
                Next::At(first) if from.is_some_and(|from| from <= first) => return self.begin_at(first),
                Next::At(_) => self.state = State::Passing,
            }
        }
        if self.state == State::Gap {
            if self.text.len() < EVENT.len() && !self.ended {
                return;
            }
            if from == Some(0) && self.text.starts_with(EVENT) {
                return self.begin_at(0);
            }
            self.state = State::Passing;
        }
        match from.map_or(Next::None, |from| next_game(&self.text, from, self.ended)) {
            Next::At(first) => self.begin_at(first),
            Next::Undecided(line) => self.pass(self.lines_before(line)),
            Next::None => self.pass(self.lines_before(self.text.len())),
        }
    }

    fn lines_before(&self, line: usize) -> usize {
        let mut kept = line;
        for _ in 0..LINES_BEFORE {
            kept = memrchr(b'\n', &self.text[..kept]).unwrap_or(0);
        }
        if self.text.len() - kept > MAX_GAME { self.text.len() - LONG_LINE } else { kept }
    }

    /// Drops the buffered text up to `end`.
    fn pass(&mut self, end: usize) {
        let from = self.from.map_or(Some(0), |from| self.marks.first_from(from, self.text.len()));
        if let Some(from) = from.filter(|from| *from < end) {
            self.passed += line_breaks(&self.text[from..end]);
        }
        drop(self.text.drain(..end));
        self.marks = self.marks.split_off(end);
    }

    /// Drops the buffered text before the game that begins at the offset `first`. Ends the stream if the game lies
    /// after the requested part.
    fn begin_at(&mut self, first: usize) {
        self.pass(first);
        self.state = State::Game;
        if self.to.is_some_and(|to| self.marks.key(0).is_none_or(|key| key >= to)) {
            self.text.clear();
            self.ended = true;
        }
    }

    /// Returns the offset at which the next stretch (a text of whole games) ends in the buffer. Returns `None` if more
    /// text is needed to find where the stretch ends.
    fn end_of_stretch(&mut self) -> Option<usize> {
        if let Some(to) = self.to.and_then(|to| self.marks.first_from(to, self.text.len())) {
            match next_game(&self.text, to.max(1), self.ended) {
                Next::At(end) => {
                    self.ended = true;
                    self.state = State::Passing;
                    return Some(end);
                }
                Next::Undecided(_) => return None,
                Next::None => {}
            }
        }
        if self.ended || self.text.len() < self.stretch {
            return None;
        }
        if let Some(last) = last_game(&self.text) {
            return Some(last);
        }
        // Below this length, more text is read, because the buffered text may end just after the beginning of another
        // game.
        (self.text.len() > MAX_GAME + LOOK_AHEAD).then(|| {
            // A text of this length is not a game, and the rest of it is skipped.
            self.state = State::Passing;
            self.lines_before(self.text.len()).max(1)
        })
    }
}

impl Stretch {
    /// Returns the key of the byte at the offset `at` of the text. The offset may be the length of the text.
    #[must_use]
    pub fn key(&self, at: usize) -> Key {
        let of_damage = || self.damage.as_ref().map_or(Key::byte(0), |damage| damage.key);
        self.marks.key(at).unwrap_or_else(of_damage)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use super::super::key::Bounds;
    use super::super::{Games, MAX_GAME};
    use super::*;

    fn all(mut stream: Stream) -> (Vec<usize>, Vec<u8>, Option<Damage>) {
        let (mut lengths, mut text, mut damage) = (Vec::new(), Vec::new(), None);
        while let Some(stretch) = stream.next() {
            lengths.push(stretch.text.len());
            text.extend(stretch.text);
            damage = stretch.damage;
        }
        (lengths, text, damage)
    }

    fn piped(bytes: &[u8]) -> Stream {
        Stream::new(Cursor::new(bytes.to_vec()), None).unwrap()
    }

    /// Key and text of a game, and whether the game is too long.
    type StreamedGame = (Key, String, bool);

    /// Returns the games that a stream contains, and the number of lines.
    fn games(mut stream: Stream, stretch: usize) -> (Vec<StreamedGame>, u64) {
        stream.stretch = stretch;
        let (mut games, mut lines) = (Vec::new(), 0);
        while let Some(stretch) = stream.next() {
            let text = &stretch.text;
            let found = Games::new(text).map(|game| {
                let end = game.at + game.tag_text.len() + game.moves.len();
                (
                    stretch.key(game.at),
                    String::from_utf8_lossy(&text[game.at..end]).trim_end().to_owned(),
                    stretch.too_long || end - game.at > MAX_GAME,
                )
            });
            games.extend(found);
            games.extend(stretch.damage.iter().map(|damage| (damage.key, "damage".to_owned(), damage.last)));
            lines += stretch.passed + line_breaks(text);
        }
        (games, lines)
    }

    fn text() -> Vec<u8> {
        let game = |number: usize| format!("[Event \"{number}\"]\n[Result \"*\"]\n\n1. e4 {{ {} }} *\n\n", "x".repeat(number % 3000));
        (0..3000).map(game).collect::<String>().into_bytes()
    }

    /// Returns a short text in which the beginnings of games are hard to find.
    fn awkward() -> Vec<u8> {
        let games = [
            "\u{feff} \n\n[Event \"a\"]\n[Result \"*\"]\n\n1. e4 { [%clk 0:01]\n[%eval 1] } *\n\n",
            "[Event \"b\"]\r\n[Result \"*\"]\r\n\r\n1. d4\r\n*\r\n\r\n",
            "[White \"c\"]\n[Event \"not first\"]\n\n*\n",
            "[Event \"d: no empty line before\"]\n\n1. e4 *\n[Event \"e\"]\n[Event \"twice\"]\n\n",
            "[Result \"f: no moves before\"]\n\n\n\n1. e4\n[Round \"no header\"]\n*\n\n",
            "[Event \"g\"]\n\n*",
        ];
        games.concat().into_bytes()
    }

    fn file(bytes: &[u8]) -> tempfile::NamedTempFile {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(bytes).unwrap();
        file
    }

    fn packed(part: &[u8]) -> Vec<u8> {
        zstd::encode_all(part, 1).unwrap()
    }

    #[test]
    fn stretches_are_whole_games() {
        let text = text();
        let (lengths, same, damage) = all(piped(&text));
        assert!(lengths.len() > 3 && same == text && damage.is_none());
        let mut end = 0;
        for length in lengths {
            assert!(text[end..].starts_with(b"[Event "));
            end += length;
        }
        // The input has several frames, of which the first is skippable. Later the input is truncated.
        let (first, second) = text.split_at(1_000_001);
        let mut both = [&[0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 7, 7][..], &packed(first), &packed(second)].concat();
        assert_eq!(all(piped(&both)).1, text);
        both.truncate(both.len() - 5);
        let (_, some, damage) = all(piped(&both));
        assert!(text.starts_with(&some) && some.len() >= first.len());
        let damage = damage.unwrap();
        assert!(damage.last && damage.key.frame == Some(1) && damage.key.offset <= second.len() as u64, "{damage:?}");
        let from = |from| Stream::new(Cursor::new(text.clone()), Some(Key::byte(from))).unwrap();
        let second = (1_000_000 + text[1_000_000..].windows(7).position(|window| window == b"[Event ").unwrap()) as u64;
        let mut stream = from(second);
        assert!(stream.settle());
        assert_eq!(all(stream).1, text[second as usize..]);
        assert!(from(text.len() as u64).settle() && !from(text.len() as u64 + 1).settle());
    }

    #[test]
    fn gzip() {
        let text = text();
        let packed = |part: &[u8]| {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            encoder.write_all(part).unwrap();
            encoder.finish().unwrap()
        };
        // The input has several gzip members, as parallel compressors write them. Later the input is truncated.
        let (first, second) = text.split_at(1_000_001);
        let mut both = [packed(first), packed(second)].concat();
        assert_eq!(all(piped(&both)).1, text);
        both.truncate(both.len() - 5);
        let (_, some, damage) = all(piped(&both));
        assert!(damage.is_some_and(|damage| damage.last) && text.starts_with(&some) && some.len() >= first.len());
    }

    #[test]
    fn parts_have_the_games_of_the_whole_wherever_it_is_cut() {
        let text = awkward();
        let plain = file(&text);
        let part = |from, to| Stream::open(plain.path(), Part::Bytes(Bounds { from, to }), None).unwrap();
        let (whole, lines) = games(Stream::open(plain.path(), Part::Whole, None).unwrap(), STRETCH);
        assert_eq!((whole.len(), lines), (6, line_breaks(&text)));
        assert_eq!(games(piped(&text), STRETCH), (whole.clone(), lines));
        let length = text.len() as u64;
        for stretch in [1, 40, STRETCH] {
            for cut in 0..=length + 1 {
                let both = [games(part(None, Some(cut)), stretch).0, games(part(Some(cut), None), stretch).0].concat();
                assert_eq!(both, whole, "cut at byte {cut}, stretches of {stretch}");
            }
            let pieces = (0..=length).step_by(7).flat_map(|from| games(part(Some(from), Some(from + 7)), stretch).0);
            assert_eq!(pieces.collect::<Vec<_>>(), whole, "stretches of {stretch}");
            assert_eq!(games(part(None, None), stretch), (whole.clone(), lines));
        }
    }

    #[test]
    fn frames_have_the_games_of_the_whole_wherever_it_is_cut() {
        let text = awkward();
        let texts = |games: &[StreamedGame]| games.iter().map(|(_, text, _)| text.clone()).collect::<Vec<_>>();
        let plain = texts(&games(piped(&text), STRETCH).0);
        for size in [5, 9, 50, 1000] {
            // Every second frame has an empty text.
            let parts: Vec<&[u8]> = text.chunks(size).flat_map(|part| [part, &[]]).collect();
            let compressed = file(&parts.iter().flat_map(|part| packed(part)).collect::<Vec<u8>>());
            let part = |from, to| Stream::open(compressed.path(), Part::Frames(Bounds { from, to }), None).unwrap();
            let (whole, lines) = games(Stream::open(compressed.path(), Part::Whole, None).unwrap(), STRETCH);
            assert_eq!((texts(&whole), lines), (plain.clone(), line_breaks(&text)), "frames of {size}");
            assert_eq!(games(Stream::new(File::open(compressed.path()).unwrap(), None).unwrap(), 40).0, whole, "frames of {size}");
            for (key, text_of_game, _) in &whole {
                // The key leads to the beginning of the game in the text.
                let at = usize::try_from(key.frame.unwrap() / 2).unwrap() * size + usize::try_from(key.offset).unwrap();
                assert!(text[at..].starts_with(text_of_game.as_bytes()), "frames of {size}: {key}");
            }
            for cut in 0..=parts.len() as u64 + 1 {
                let both = [games(part(None, Some(cut)), 40).0, games(part(Some(cut), None), 40).0].concat();
                assert_eq!(both, whole, "frames of {size}, cut at frame {cut}");
            }
            // Reading starts once at the place of each game.
            for (number, (key, ..)) in whole.iter().enumerate() {
                let stream = Stream::open(compressed.path(), Part::Whole, Some(*key)).unwrap();
                assert_eq!(games(stream, 40).0, whole[number..], "frames of {size}, from {key} on");
            }
        }
    }

    #[test]
    fn what_follows_damage_is_read_all_the_same() {
        let text = text();
        let cuts = [0, 700_001, 1_400_000, 2_100_000, text.len()];
        let mut parts: Vec<Vec<u8>> = cuts.windows(2).map(|cut| packed(&text[cut[0]..cut[1]])).collect();
        let (sound, _) = games(piped(&text), STRETCH);
        let middle = parts[1].len() / 2;
        for (title, place, byte) in [("a magic number", 0, 0), ("the head of a block", 6, 0xff), ("a literal or a table", middle, 0x55)] {
            let was = std::mem::replace(&mut parts[1][place], byte);
            let damaged = file(&parts.concat());
            let part = |from, to| Stream::open(damaged.path(), Part::Frames(Bounds { from, to }), None).unwrap();
            let (whole, _) = games(Stream::open(damaged.path(), Part::Whole, None).unwrap(), STRETCH);
            let damage: Vec<&StreamedGame> = whole.iter().filter(|(_, text, _)| text == "damage").collect();
            assert!(matches!(damage[..], [(key, _, false)] if key.frame == Some(1)), "{title}: {damage:?}");
            // The games of the first frame and the last game of the file are still read.
            assert_eq!(whole.last().map(|found| &found.1), sound.last().map(|found| &found.1), "{title}");
            let in_frame = |number| whole.iter().filter(|(key, ..)| key.frame == Some(number)).count();
            assert!([0, 2, 3].iter().all(|&frame| in_frame(frame) > 100), "{title}: {:?}", [0, 1, 2, 3].map(in_frame));
            for cut in 0..=5 {
                let both = [games(part(None, Some(cut)), STRETCH).0, games(part(Some(cut), None), STRETCH).0].concat();
                assert_eq!(both, whole, "{title}, cut at frame {cut}");
            }
            parts[1][place] = was;
        }
        // If damage ends at the end of a frame, the first game of the next frame is recognised by its tag `Event`.
        let frames = [packed(b"[Event \"a\"]\n\n*\n"), vec![0; 9], packed(b"[Event \"b\"]\n\n*\n"), packed(b"[Event \"c\"]\n\n*\n")];
        let found = games(Stream::open(file(&frames.concat()).path(), Part::Whole, None).unwrap(), STRETCH).0;
        let keys = found.iter().map(|(key, ..)| key.to_string()).collect::<Vec<_>>();
        assert_eq!(keys, ["0:0", "1:0", "2:0", "3:0"]);
    }

    /// The parts of a damaged file together contain the same games as the whole file. The readable text of a damaged
    /// frame is the same for every reader.
    #[test]
    fn parts_of_a_damaged_file() {
        let text = &text()[..400_000];
        let sound: Vec<u8> = text.chunks(60_000).flat_map(packed).collect();
        let (mut random, mut seen) = (fastrand::Rng::with_seed(21), 0);
        for number in 0..60 {
            let mut bytes = sound.clone();
            let place = random.usize(..bytes.len());
            match number % 3 {
                0 => bytes[place] ^= 1 << random.u8(..8),
                1 => drop(bytes.drain(place..(place + random.usize(1..5000)).min(sound.len()))),
                _ => drop(bytes.splice(place..place, [random.u8(..), random.u8(..)])),
            }
            let damaged = file(&bytes);
            let whole = games(Stream::open(damaged.path(), Part::Whole, None).unwrap(), STRETCH).0;
            seen += u64::from(whole.iter().any(|(_, text, _)| text == "damage"));
            let part = |from, to| Stream::open(damaged.path(), Part::Frames(Bounds { from, to }), None).unwrap();
            for stretch in [100, 7000] {
                let parts = (0..8).flat_map(|frame| games(part(Some(frame), Some(frame + 1)), stretch).0);
                assert_eq!(parts.collect::<Vec<_>>(), whole, "{number}, stretches of {stretch}");
            }
        }
        // In a frame without a checksum, a flipped bit may remain unnoticed.
        assert!(seen > 30, "{seen}");
    }

    #[test]
    fn what_is_longer_than_any_game_is_passed_over() {
        let game = "[Event \"a\"]\n\n*\n\n";
        for line in ["x".repeat(MAX_GAME), "x\n".repeat(MAX_GAME / 2)] {
            let text = [game, "[Event \"long\"]\n\n", &line, "\n\n", game].concat();
            let plain = file(text.as_bytes());
            let (whole, lines) = games(Stream::open(plain.path(), Part::Whole, None).unwrap(), STRETCH);
            let keys: Vec<(u64, bool)> = whole.iter().map(|(key, _, too_long)| (key.offset, *too_long)).collect();
            let last = (text.len() - game.len()) as u64;
            assert_eq!((keys, lines), (vec![(0, false), (game.len() as u64, true), (last, false)], line_breaks(text.as_bytes())));
            for cut in [5, game.len() as u64 + EVENT.len() as u64, last - 9, last] {
                let part = |from, to| Stream::open(plain.path(), Part::Bytes(Bounds { from, to }), None).unwrap();
                let both = [games(part(None, Some(cut)), STRETCH).0, games(part(Some(cut), None), STRETCH).0].concat();
                let keys = |games: &[StreamedGame]| games.iter().map(|(key, ..)| *key).collect::<Vec<_>>();
                assert_eq!(keys(&both), keys(&whole), "cut at byte {cut}");
            }
        }
    }

    #[test]
    fn parts_that_there_are_not() {
        let (bytes, frames) = (Part::Bytes(Bounds::default()), Part::Frames(Bounds::default()));
        let gzipped = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0];
        for (beginning, part, why) in [
            (&b"BZh91AY&SY"[..], Part::Whole, "compressed by bzip2, which is not read here"),
            (b"\xfd7zXZ\0\0", Part::Whole, "compressed by xz, which is not read here"),
            (b"7z\xbc\xaf\x27\x1c\0", Part::Whole, "compressed by 7-Zip, which is not read here"),
            (b"PK\x03\x04\x14", Part::Whole, "compressed by zip, which is not read here"),
            (b"[Event \"a\"]", frames, "a plain file has no frames"),
            (&packed(b"a"), bytes, "compressed by zstd: its parts are ranges of frames"),
            (&gzipped, bytes, "compressed by gzip, which cannot be read in parts"),
            (&gzipped, frames, "compressed by gzip, which cannot be read in parts"),
        ] {
            let error = Stream::open(file(beginning).path(), part, None).err().unwrap().to_string();
            assert!(error.starts_with(why), "{error}");
            if part == Part::Whole {
                assert!(Stream::new(Cursor::new(beginning.to_vec()), None).err().unwrap().to_string().starts_with(why));
            }
        }
    }

    #[test]
    fn nothing() {
        assert_eq!(all(piped(b"")), (vec![], vec![], None));
    }
}
