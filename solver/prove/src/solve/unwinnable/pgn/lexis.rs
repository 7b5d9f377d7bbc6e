//! Where games begin in a text, and what separates its tokens (PGN standard, sections 5 to 7).
//!
//! Whether a game begins at a line is decided from that line, at most [`LINES_BEFORE`] lines before it and at most [`LOOK_AHEAD`] bytes after it. So the answer does
//! not depend on where reading began, and parts that cover a file have together exactly its games.

use memchr::{memchr, memchr_iter, memchr2, memrchr};

/// How many lines before a line can matter to whether a game begins there.
pub(super) const LINES_BEFORE: usize = 64;
/// How many bytes after the beginning of a line can matter to whether a game begins there.
pub(super) const LOOK_AHEAD: usize = 1 << 18;
/// The mark of byte order in UTF-8. It comes to stand inside a text where files are put together.
pub(super) const MARK: &[u8] = b"\xef\xbb\xbf";
/// The byte that ends a file under DOS.
pub(super) const END_OF_FILE: u8 = 0x1a;

/// Where the next game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// At this offset, which is that of the first byte of a line.
    At(usize),
    /// Perhaps at this offset: the text does not reach far enough to say so.
    Undecided(usize),
    /// Nowhere in the text.
    None,
}

impl Next {
    /// The offset, where it is certain.
    pub(super) fn certain(self) -> Option<usize> {
        if let Self::At(at) = self { Some(at) } else { None }
    }
}

/// Whether a byte separates tokens.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | END_OF_FILE)
}

/// The offset of the first byte from `at` on that is no white space.
pub(super) fn skip_blanks(text: &[u8], mut at: usize) -> usize {
    loop {
        match text.get(at) {
            Some(&byte) if is_blank(byte) => at += 1,
            Some(0xef) if text[at..].starts_with(MARK) => at += MARK.len(),
            _ => return at,
        }
    }
}

/// The offset after the comment or escaped line that begins at `at`; `at` itself where none does, and nothing for a comment that is not closed.
fn skip_comment(text: &[u8], at: usize) -> Option<usize> {
    let line = |from: usize| memchr(b'\n', &text[from..]).map_or(text.len(), |length| from + length + 1);
    match text.get(at) {
        Some(b'{') => memchr(b'}', &text[at..]).map(|length| at + length + 1),
        Some(b';') => Some(line(at)),
        Some(b'%') if at == 0 || text[at - 1] == b'\n' => Some(line(at)),
        _ => Some(at),
    }
}

/// Skips white space and comments from `at` on. Nothing where a comment is not closed.
pub(super) fn skip_comments(text: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at = skip_blanks(text, at);
        let end = skip_comment(text, at)?;
        if end == at {
            return Some(at);
        }
        at = end;
    }
}

/// The offset of the next tag of a section, if one follows the end of a tag at `at` with nothing but white space and comments between them, and begins no game.
pub(super) fn skip_between_tags(text: &[u8], mut at: usize) -> Option<usize> {
    // As nearly all files have it: one tag a line.
    if let [b'\n', b'[', ..] = text[at..] {
        return Some(at + 1);
    }
    loop {
        let next = skip_blanks(text, at);
        if text.get(next) == Some(&b'[') {
            let line_break = memrchr(b'\n', &text[..next]).filter(|line_break| *line_break >= at);
            return line_break.is_none_or(|line_break| begins_game(text, line_break, true) == Next::None).then_some(next);
        }
        at = skip_comment(text, next).filter(|end| *end > next)?;
    }
}

/// The line that ends at a line break, without the white space around it.
fn line_before(text: &[u8], line_break: usize) -> (usize, &[u8]) {
    let begin = memrchr(b'\n', &text[..line_break]).map_or(0, |at| at + 1);
    let line = &text[skip_blanks(&text[..line_break], begin)..line_break];
    let end = line.iter().rposition(|byte| !is_blank(*byte)).map_or(0, |last| last + 1);
    (begin, &line[..end])
}

/// The end of the last line up to this line break that is no comment.
fn before_comments(text: &[u8], mut line_break: usize) -> usize {
    for _ in 0..LINES_BEFORE - 2 {
        let (begin, line) = line_before(text, line_break);
        let comment = matches!(line.first(), Some(b';' | b'%')) || line.first() == Some(&b'{') && line.ends_with(b"}");
        if !comment || begin == 0 {
            break;
        }
        line_break = begin - 1;
    }
    line_break
}

/// Whether the line that ends at this line break, comments passed over, belongs to a tag section.
fn follows_tag(text: &[u8], line_break: usize) -> bool {
    is_tag_line(line_before(text, before_comments(text, line_break)).1)
}

/// Whether a line belongs to a tag section.
fn is_tag_line(line: &[u8]) -> bool {
    matches!(line, [b'[', next, ..] if next.is_ascii_alphanumeric() || is_blank(*next))
        || line.starts_with(b"\"")
        || line.ends_with(b"\"]")
        || line == b"]"
}

/// The name of the tag that begins at this bracket, which may be empty.
fn name(text: &[u8], bracket: usize) -> &[u8] {
    let begin = skip_blanks(text, bracket + 1);
    let rest = &text[begin..];
    &rest[..rest.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_').unwrap_or(rest.len())]
}

/// Whether a tag begins at this bracket: a name and the quotation mark of its value follow.
fn is_tag(text: &[u8], bracket: usize) -> bool {
    let begin = skip_blanks(text, bracket + 1);
    let end = begin + name(text, bracket).len();
    end > begin && text.get(skip_blanks(text, end)) == Some(&b'"')
}

/// Whether the tag at this bracket goes on with the section before it across the blank line that ends at the line break: no moves stand between them, and the section
/// has no tag of this name yet. Sections that are cut in two by a blank line are one game, whose position and ending may stand in different halves.
fn continues_section(text: &[u8], line_break: usize, bracket: usize) -> bool {
    let name = name(text, bracket);
    if name.is_empty() || name == b"Event" || !is_tag(text, bracket) {
        return false;
    }
    let (mut line_break, mut tags) = (line_break, false);
    for _ in 0..LINES_BEFORE - 2 {
        let (begin, line) = line_before(text, line_break);
        let comment = matches!(line.first(), Some(b';' | b'%')) || line.first() == Some(&b'{') && line.ends_with(b"}");
        if !line.is_empty() && !comment {
            if !is_tag_line(line) {
                break;
            }
            tags = true;
            let again = memchr_iter(b'[', line).any(|at| self::name(line, at) == name);
            if again {
                return false;
            }
        }
        if begin == 0 {
            break;
        }
        line_break = begin - 1;
    }
    tags
}

/// The bracket with which the line after a line break begins, if it begins with one.
fn bracket_after(text: &[u8], line_break: usize) -> Option<usize> {
    let mut at = line_break + 1;
    loop {
        match text.get(at)? {
            b'[' => return Some(at),
            b' ' | b'\t' | &END_OF_FILE => at += 1,
            0xef if text[at..].starts_with(MARK) => at += MARK.len(),
            _ => return None,
        }
    }
}

/// Whether the line that begins with this bracket stands in a comment; nothing if the text does not reach far enough. It does if after the tags that begin there the
/// next brace closes a comment, and no other line with a bracket comes before. A comment that is never closed ends before the next game that has one.
fn is_in_comment(text: &[u8], bracket: usize, whole: bool) -> Option<bool> {
    let limit = text.len().min(bracket + LOOK_AHEAD);
    let window = &text[..limit];
    const NEAR: usize = 1 << 11;
    // Most games have a comment soon, and then no second look at their tags is needed.
    if let Some(length) = memchr2(b'{', b'}', &window[bracket..limit.min(bracket + NEAR)])
        && window[bracket + length] == b'{'
    {
        return Some(false);
    }
    let mut at = bracket;
    // The lines of tags, whose values may have braces.
    while window.get(at) == Some(&b'[') {
        at = skip_blanks(window, memchr(b'\n', &window[at..]).map_or(limit, |length| at + length));
    }
    let brace = |to: usize| memchr2(b'{', b'}', &window[at..to]).map(|length| window[at + length] == b'}');
    let next = memchr_iter(b'\n', &window[at..]).map(|length| at + length).find(|&line_break| bracket_after(window, line_break).is_some());
    match (brace(next.unwrap_or(limit)), next) {
        (Some(closed), _) => Some(closed),
        (None, Some(_)) => Some(false),
        (None, None) => (whole || limit < text.len()).then_some(false),
    }
}

/// The tag that comes first by rule.
const EVENT: &[u8] = b"[Event";

/// Whether the line that ends at this line break is blank, or ends with a result.
fn ends_game(text: &[u8], line_break: usize) -> bool {
    let line = line_before(text, line_break).1;
    line.is_empty() || line.ends_with(b"*") || [&b"1-0"[..], b"0-1", b"1/2"].iter().any(|result| line.ends_with(result))
}

/// Whether a game begins on the line after this line break: with a bracket after a blank line, unless its tag goes on with the section before; with a tag after a result; with the tag `Event` after anything but a
/// tag. Nowhere inside a comment. `whole` says that nothing follows the text.
fn begins_game(text: &[u8], line_break: usize, whole: bool) -> Next {
    let Some(bracket) = bracket_after(text, line_break) else { return Next::None };
    let blank = line_before(text, line_break).1.is_empty();
    if blank && continues_section(text, line_break, bracket) {
        return Next::None;
    }
    if !blank {
        let tag = is_tag(text, bracket) && (text[bracket..].starts_with(EVENT) || ends_game(text, before_comments(text, line_break)));
        if !tag || follows_tag(text, line_break) {
            return Next::None;
        }
    }
    match is_in_comment(text, bracket, whole) {
        Some(true) => Next::None,
        Some(false) => Next::At(line_break + 1),
        None => Next::Undecided(line_break + 1),
    }
}

/// Where the moves after `from` end, at the beginning of the next game or at the end of the text; and the first tag inside them, if there is one.
pub(super) fn end_of_moves(text: &[u8], from: usize) -> (usize, Option<usize>) {
    let mut stray = None;
    for line_break in memchr_iter(b'\n', &text[from..]).map(|length| from + length) {
        let Some(bracket) = bracket_after(text, line_break) else { continue };
        if let Next::At(at) = begins_game(text, line_break, true) {
            return (at, stray);
        }
        if line_break > from && stray.is_none() && is_tag(text, bracket) && is_in_comment(text, bracket, true) == Some(false) {
            stray = Some(bracket);
        }
    }
    (text.len(), stray)
}

/// Where the next game begins at or after this offset. `whole` says that nothing follows the text.
pub(super) fn next_game(text: &[u8], from: usize, whole: bool) -> Next {
    let from = from.saturating_sub(1);
    let breaks = memchr_iter(b'\n', &text[from.min(text.len())..]).map(|at| from + at);
    breaks.map(|at| begins_game(text, at, whole)).find(|next| *next != Next::None).unwrap_or(Next::None)
}

/// Where the last game begins that is certain to begin, unless that is the beginning of the text.
pub(super) fn last_game(text: &[u8]) -> Option<usize> {
    let mut end = text.len();
    while let Some(line_break) = memrchr(b'\n', &text[..end]) {
        if let Some(at) = begins_game(text, line_break, false).certain() {
            return Some(at);
        }
        end = line_break;
    }
    None
}

/// Where the first game of a file begins, given its beginning: after comments and white space. Undecided where a comment goes on after the text.
pub(super) fn first_game(text: &[u8], whole: bool) -> Next {
    let begin = skip_blanks(text, 0);
    match skip_comments(text, begin) {
        Some(at) if text.get(at) == Some(&b'[') => Next::At(at),
        Some(at) if at == text.len() => {
            if whole {
                Next::None
            } else {
                Next::Undecided(begin)
            }
        }
        None if !whole && text.len() < LOOK_AHEAD => Next::Undecided(begin),
        // Moves without tags.
        _ => Next::At(begin),
    }
}

/// The number of line breaks.
#[must_use]
pub fn line_breaks(text: &[u8]) -> u64 {
    memchr_iter(b'\n', text).count() as u64
}

/// Makes line breaks of carriage returns that end a line by themselves, from the offset `from` on. A run of them at the end of the text waits for what follows it,
/// unless nothing does.
pub(super) fn normalise_line_ends(text: &mut [u8], from: usize, whole: bool) {
    let mut at = from;
    while let Some(found) = memchr(b'\r', &text[at..]) {
        let begin = at + found;
        let end = text[begin..].iter().position(|byte| *byte != b'\r').map_or(text.len(), |length| begin + length);
        match text.get(end) {
            Some(b'\n') => {}
            None if !whole => return,
            _ => text[begin..end].fill(b'\n'),
        }
        at = end;
    }
}

/// Whether a text with this beginning is encoded in UTF-16.
pub(super) fn is_utf16(beginning: &[u8]) -> bool {
    matches!(beginning, [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [b'[', 0, ..] | [0, b'[', ..])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The beginnings of games in a text, each by the first bytes of its line.
    fn beginnings(text: &str) -> Vec<String> {
        let (mut found, mut from) = (Vec::new(), 1);
        while let Next::At(at) = next_game(text.as_bytes(), from, true) {
            found.push(text[at..].trim_start().chars().take(4).collect());
            from = at + 1;
        }
        found
    }

    #[test]
    fn finds_the_beginnings_of_games() {
        for (title, text, expected) in [
            ("after a blank line", "*\n\n[A \"1\"]\n\n*\n\n[B \"1\"]", &["[A \"", "[B \""][..]),
            ("without blank lines", "*\n[A \"1\"]\n1-0\n[B \"1\"]", &["[A \"", "[B \""]),
            ("indented, blank lines of spaces", "*\n  \n  [A \"1\"]\n  [B \"1\"]", &["[A \""]),
            ("a blank line between tags", "[A \"1\"]\n\n[B \"1\"]", &[]),
            ("a game without moves", "[A \"1\"]\n[B \"1\"]\n\n[A \"1\"]", &["[A \""]),
            ("a game without moves, the first tag", "[A \"1\"]\n\n[Event \"1\"]", &["[Eve"]),
            ("tags of one section", "[A \"1\"]\n[B \"1\"]\n[C \"1\"]", &[]),
            ("a comment between tags", "[A \"1\"]\n; note\n% more\n{ and this }\n[B \"1\"]", &[]),
            ("a comment before tags", "*\n; note\n[B \"1\"]", &["[B \""]),
            ("a value on a line of its own", "[A\n\"1\"\n]\n[B \"1\"]", &[]),
            ("what is no tag after a blank line", "*\n\n[B 1]\n[C 2]", &["[B 1"]),
            ("what is no tag after moves", "*\n[B 1]", &[]),
            ("a tag inside moves", "1. e4\n[B \"1\"]\ne5 *", &[]),
            ("the first tag after moves", "1. e4\n[Event \"1\"]\ne5 *", &["[Eve"]),
            ("a tag after a result and a comment", "1. e4 1-0\n; note\n[B \"1\"]", &["[B \""]),
            ("in a comment", "1. e4 {\n\n[A \"1\"]\n} e5 *\n\n[B \"1\"]", &["[B \""]),
            ("in a comment, what is no tag", "1. e4 {\n\n[I think] so\n} e5 *\n\n[B \"1\"]\n\n1. e4 {x}", &["[B \""]),
            ("a comment never closed", "1. e4 { no end\n\n[B \"1\"]\n\n1. e4 {[%clk 1]}", &["[B \""]),
            ("a comment never closed, and no other one", "1. e4 { no end\n\n[B \"1\"]\n\n1. e4 e5\n\n[C \"1\"]\n\n*", &["[B \"", "[C \""]),
            ("braces in values", "*\n\n[B \"}\"]\n\n*\n\n[C \"{\"]", &["[B \"", "[C \""]),
            ("a mark of byte order", "*\n\n\u{feff}[B \"1\"]", &["\u{feff}[B "]),
        ] {
            assert_eq!(beginnings(text), expected, "{title}");
            if let Some(last) = expected.last() {
                let ended = format!("{text}\n{{");
                let found = last_game(ended.as_bytes()).map(|at| text[at..].trim_start().chars().take(4).collect::<String>());
                assert_eq!(found.as_deref(), Some(*last), "{title}");
            }
        }
    }

    #[test]
    fn line_ends() {
        for (text, whole, expected) in [
            ("a\rb\r\rc", true, "a\nb\n\nc"),
            ("a\r\nb\n\nc\r\n", true, "a\r\nb\n\nc\r\n"),
            ("a\r\r\nb\r", true, "a\r\r\nb\n"),
            ("a\rb\r", false, "a\nb\r"),
        ] {
            let mut bytes = text.as_bytes().to_vec();
            normalise_line_ends(&mut bytes, 0, whole);
            assert_eq!(String::from_utf8(bytes).unwrap(), expected, "{text:?}");
        }
    }

    #[test]
    fn what_comes_before_the_first_game() {
        for (text, whole, expected) in [
            ("[A \"1\"]", true, Next::At(0)),
            (" \n% note\n; note\n{ note }\n[A \"1\"]", true, Next::At(25)),
            ("1. e4 *", true, Next::At(0)),
            ("{ note }\n1. e4 *", true, Next::At(0)),
            ("{ note", true, Next::At(0)),
            ("{ note", false, Next::Undecided(0)),
            ("; note\n", false, Next::Undecided(0)),
            ("; note\n", true, Next::None),
            (" \n\n", true, Next::None),
        ] {
            assert_eq!(first_game(text.as_bytes(), whole), expected, "{text:?}");
        }
    }
}
