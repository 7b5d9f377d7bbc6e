//! Finds where games begin in a text, and the separators of its tokens (PGN standard, sections 5 to 7).
//!
//! Whether a game begins at a line depends only on that line, on at most [`LINES_BEFORE`] lines before it and on at
//! most [`LOOK_AHEAD`] bytes after its beginning. So the answer does not depend on where reading began, and parts that
//! together cover a file contain exactly its games.

use memchr::{memchr, memchr_iter, memchr2, memrchr};

/// Maximum number of lines before a line that can decide whether a game begins there.
pub(super) const LINES_BEFORE: usize = 64;
/// Maximum number of bytes after the beginning of a line that can decide whether a game begins there.
pub(super) const LOOK_AHEAD: usize = 1 << 18;
/// UTF-8 byte order mark. It occurs inside a text if files were concatenated.
pub(super) const MARK: &[u8] = b"\xef\xbb\xbf";
/// Byte that ends a file under DOS.
pub(super) const END_OF_FILE: u8 = 0x1a;

/// Beginning of the next game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// At this offset, the first byte of a line.
    At(usize),
    /// Perhaps at this offset: more text is needed to decide.
    Undecided(usize),
    /// Nowhere in the text.
    None,
}

impl Next {
    /// Returns the offset if it is certain.
    pub(super) fn certain(self) -> Option<usize> {
        if let Self::At(at) = self { Some(at) } else { None }
    }
}

/// Returns whether a byte separates tokens.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | END_OF_FILE)
}

/// Returns the offset of the first byte at or after `at` that is not white space.
pub(super) fn skip_blanks(text: &[u8], mut at: usize) -> usize {
    loop {
        match text.get(at) {
            Some(&byte) if is_blank(byte) => at += 1,
            Some(0xef) if text[at..].starts_with(MARK) => at += MARK.len(),
            _ => return at,
        }
    }
}

/// Returns the offset after the comment or escaped line at `at`, or `at` itself if none begins there. Returns `None` if
/// the comment is not closed.
fn skip_comment(text: &[u8], at: usize) -> Option<usize> {
    let line = |from: usize| memchr(b'\n', &text[from..]).map_or(text.len(), |length| from + length + 1);
    match text.get(at) {
        Some(b'{') => memchr(b'}', &text[at..]).map(|length| at + length + 1),
        Some(b';') => Some(line(at)),
        Some(b'%') if at == 0 || text[at - 1] == b'\n' => Some(line(at)),
        _ => Some(at),
    }
}

/// Skips white space and comments from `at` on. Returns `None` if a comment is not closed.
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

/// Returns the offset of the next tag of a section, after the end of a tag at `at`. Only white space and comments may
/// lie between them, and the next tag must not begin a game.
pub(super) fn skip_between_tags(text: &[u8], mut at: usize) -> Option<usize> {
    // Fast path for one tag per line, as in nearly all files.
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

/// Returns the line that ends at a line break, trimmed, with its offset.
fn line_before(text: &[u8], line_break: usize) -> (usize, &[u8]) {
    let begin = memrchr(b'\n', &text[..line_break]).map_or(0, |at| at + 1);
    let line = &text[skip_blanks(&text[..line_break], begin)..line_break];
    let end = line.iter().rposition(|byte| !is_blank(*byte)).map_or(0, |last| last + 1);
    (begin, &line[..end])
}

/// Skips comment lines backwards, and returns the end of the last line up to this line break that is not a comment.
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

/// Returns whether the line that ends at this line break belongs to a tag section; comment lines before the break are
/// skipped.
fn follows_tag(text: &[u8], line_break: usize) -> bool {
    is_tag_line(line_before(text, before_comments(text, line_break)).1)
}

/// Returns whether a line belongs to a tag section.
fn is_tag_line(line: &[u8]) -> bool {
    matches!(line, [b'[', next, ..] if next.is_ascii_alphanumeric() || is_blank(*next))
        || line.starts_with(b"\"")
        || line.ends_with(b"\"]")
        || line == b"]"
}

/// Returns the name of the tag that begins at this bracket; it may be empty.
fn name(text: &[u8], bracket: usize) -> &[u8] {
    let begin = skip_blanks(text, bracket + 1);
    let rest = &text[begin..];
    &rest[..rest.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_').unwrap_or(rest.len())]
}

/// Returns whether a tag begins at this bracket: a name and an opening quotation mark must follow.
fn is_tag(text: &[u8], bracket: usize) -> bool {
    let begin = skip_blanks(text, bracket + 1);
    let end = begin + name(text, bracket).len();
    end > begin && text.get(skip_blanks(text, end)) == Some(&b'"')
}

/// Returns whether the tag at this bracket continues the section before the blank line that ends at the line break: no
/// moves lie between them, and the section has no tag of this name yet. Sections cut in two by a blank line are one
/// game, whose position and ending may stand in different halves.
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

/// Returns the offset of the bracket that begins the line after a line break, if there is one.
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

/// Returns whether the line that begins with this bracket lies in a comment; `None` if more text is needed. It does if,
/// after the tags that begin there, the next brace closes a comment and no other line with a bracket comes first. A
/// comment that is never closed ends before the next game that has a comment.
fn is_in_comment(text: &[u8], bracket: usize, whole: bool) -> Option<bool> {
    let limit = text.len().min(bracket + LOOK_AHEAD);
    let window = &text[..limit];
    const NEAR: usize = 1 << 11;
    // Most games soon have a comment; then their tags need not be scanned again.
    if let Some(length) = memchr2(b'{', b'}', &window[bracket..limit.min(bracket + NEAR)])
        && window[bracket + length] == b'{'
    {
        return Some(false);
    }
    let mut at = bracket;
    // Skip tag lines, whose values may contain braces.
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

/// Tag that should come first.
const EVENT: &[u8] = b"[Event";

/// Returns whether the line that ends at this line break is blank or ends with a result.
fn ends_game(text: &[u8], line_break: usize) -> bool {
    let line = line_before(text, line_break).1;
    line.is_empty() || line.ends_with(b"*") || [&b"1-0"[..], b"0-1", b"1/2"].iter().any(|result| line.ends_with(result))
}

/// Decides whether a game begins on the line after this line break. It does with a bracket after a blank line, unless
/// the tag continues the section before it; with a tag after a result; and with the tag `Event` after anything except a
/// tag. No game begins inside a comment. `whole` means that the text is complete.
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

/// Returns the end of the moves that begin at `from` (the beginning of the next game, or the end of the text), and the
/// first tag among the moves, if any.
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

/// Finds the next game at or after this offset. `whole` means that the text is complete.
pub(super) fn next_game(text: &[u8], from: usize, whole: bool) -> Next {
    let from = from.saturating_sub(1);
    let breaks = memchr_iter(b'\n', &text[from.min(text.len())..]).map(|at| from + at);
    breaks.map(|at| begins_game(text, at, whole)).find(|next| *next != Next::None).unwrap_or(Next::None)
}

/// Finds the last certain beginning of a game, apart from the beginning of the text.
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

/// Finds the first game of a file from the file's beginning, after comments and white space. Undecided if a comment
/// continues beyond the text.
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
        // A game may begin with moves and have no tags.
        _ => Next::At(begin),
    }
}

/// Counts line breaks.
#[must_use]
pub fn line_breaks(text: &[u8]) -> u64 {
    memchr_iter(b'\n', text).count() as u64
}

/// Replaces carriage returns that end a line by themselves with line feeds, from the offset `from` on. A run of them at
/// the end of the text is left alone unless the text is complete, because the next byte decides.
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

/// Returns whether a text with this beginning is UTF-16.
pub(super) fn is_utf16(beginning: &[u8]) -> bool {
    matches!(beginning, [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [b'[', 0, ..] | [0, b'[', ..])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the first bytes of each game's first line.
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
