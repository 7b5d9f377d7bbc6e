//! Finds the beginnings of games in a text, and skips white space and comments (PGN standard, sections 5 to 7).
//!
//! Whether a game begins at a line depends only on nearby text. Therefore, wherever the file is cut, its parts together
//! contain exactly the games of the file.

use memchr::{memchr, memchr_iter, memchr2, memrchr};

/// Whether a game begins at a line depends on at most this number of lines before it.
pub(super) const LINES_BEFORE: usize = 64;
/// Maximum number of bytes that decide whether a game begins at a line.
pub(super) const LOOK_AHEAD: usize = 1 << 18;
/// UTF-8 byte order mark. If files were concatenated, the byte order mark may occur in the middle of a text.
pub(super) const MARK: &[u8] = b"\xef\xbb\xbf";
/// Byte with which DOS programs mark the end of a file.
pub(super) const END_OF_FILE: u8 = 0x1a;

/// Result of the search for the beginning of the next game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// A game begins at this offset, which is the first byte of a line.
    At(usize),
    /// A game may begin at this offset, but more text is needed to decide.
    Undecided(usize),
    /// No game begins in the text.
    None,
}

impl Next {
    /// Returns the offset at which a game begins, if this is certain.
    pub(super) fn certain(self) -> Option<usize> {
        if let Self::At(at) = self { Some(at) } else { None }
    }
}

/// Returns whether a byte is white space, which separates words.
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

/// Skips a comment, or a line escaped by `%`, and returns the offset after it. If neither a comment nor an escaped line
/// begins at `at`, returns `at` itself. Returns `None` if the comment is not closed.
fn skip_comment(text: &[u8], at: usize) -> Option<usize> {
    let line = |from: usize| memchr(b'\n', &text[from..]).map_or(text.len(), |length| from + length + 1);
    match text.get(at) {
        Some(b'{') => memchr(b'}', &text[at..]).map(|length| at + length + 1),
        Some(b';') => Some(line(at)),
        Some(b'%') if at == 0 || text[at - 1] == b'\n' => Some(line(at)),
        _ => Some(at),
    }
}

/// Skips white space and comments from `at` on, and returns the offset after them. Returns `None` if a comment is not
/// closed.
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

/// Returns the offset of the next tag in a tag section. Returns `None` if the section ends at `at`.
pub(super) fn skip_between_tags(text: &[u8], mut at: usize) -> Option<usize> {
    // Fast path for sections with one tag per line, which is the case in nearly all files.
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

/// Returns the offset and the trimmed text of the line that ends at a line break.
fn line_before(text: &[u8], line_break: usize) -> (usize, &[u8]) {
    let begin = memrchr(b'\n', &text[..line_break]).map_or(0, |at| at + 1);
    let line = &text[skip_blanks(&text[..line_break], begin)..line_break];
    let end = line.iter().rposition(|byte| !is_blank(*byte)).map_or(0, |last| last + 1);
    (begin, &line[..end])
}

/// Going backwards from the line that ends at `line_break`, skips lines that are comments. Returns the line break
/// before these comment lines.
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

/// Returns whether the lines before `line_break` are a tag section, possibly followed by comment lines.
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

/// Returns the name of the tag that begins at this bracket. The name may be empty.
fn name(text: &[u8], bracket: usize) -> &[u8] {
    let begin = skip_blanks(text, bracket + 1);
    let rest = &text[begin..];
    &rest[..rest.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_').unwrap_or(rest.len())]
}

/// Returns whether a name and an opening quotation mark follow this bracket, so that a tag begins here.
fn is_tag(text: &[u8], bracket: usize) -> bool {
    let begin = skip_blanks(text, bracket + 1);
    let end = begin + name(text, bracket).len();
    end > begin && text.get(skip_blanks(text, end)) == Some(&b'"')
}

/// Returns whether the tag at `bracket` continues the tag section before `line_break`. The section must not have a tag
/// with the same name. A blank line alone does not separate games, because some games have one tag section for the
/// initial position and another for the ending.
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

/// If the line after a line break begins with a bracket, returns the offset of the bracket.
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

/// Returns whether the line that begins with this bracket is inside a comment. Returns `None` if more text is needed to
/// decide. If the first brace found is `}`, the line is inside a comment.
fn is_in_comment(text: &[u8], bracket: usize, whole: bool) -> Option<bool> {
    let limit = text.len().min(bracket + LOOK_AHEAD);
    let window = &text[..limit];
    const NEAR: usize = 1 << 11;
    // Most games soon have a comment. The tags of these games need not be scanned again.
    if let Some(length) = memchr2(b'{', b'}', &window[bracket..limit.min(bracket + NEAR)])
        && window[bracket + length] == b'{'
    {
        return Some(false);
    }
    let mut at = bracket;
    // Tag lines are skipped, because their values may contain braces.
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

/// Beginning of the tag that should come first in a game.
const EVENT: &[u8] = b"[Event";

/// Returns whether the line that ends at this line break is blank or ends with a result.
fn ends_game(text: &[u8], line_break: usize) -> bool {
    let line = line_before(text, line_break).1;
    line.is_empty() || line.ends_with(b"*") || [&b"1-0"[..], b"0-1", b"1/2"].iter().any(|result| line.ends_with(result))
}

/// Decides whether a game begins on the line after this line break. A bracket after a blank line begins a game, unless
/// a tag section continues there. A tag after a result also begins a game, even if comment lines stand between the
/// result and the tag. The tag `Event` begins a game unless it follows another tag. No game begins inside a comment. If
/// `whole` is set, no more text follows.
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

/// Returns the offset at which the moves end. Also returns the offset of the first tag among the moves, or `None`.
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

/// Finds the first game that begins at the offset `from` or later. If `whole` is set, no more text follows.
pub(super) fn next_game(text: &[u8], from: usize, whole: bool) -> Next {
    let from = from.saturating_sub(1);
    let breaks = memchr_iter(b'\n', &text[from.min(text.len())..]).map(|at| from + at);
    breaks.map(|at| begins_game(text, at, whole)).find(|next| *next != Next::None).unwrap_or(Next::None)
}

/// Returns the offset at which the last game of the text begins. Games whose beginning is uncertain are ignored. A game
/// at the beginning of the text is ignored.
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

/// Finds the first game of a file, after comments and white space. The text must start at the beginning of the file. A
/// text with only white space and comments is undecided, unless `whole` is set.
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
        // A game may have no tags and begin with its moves.
        _ => Next::At(begin),
    }
}

/// Counts the line breaks in a text.
#[must_use]
pub fn line_breaks(text: &[u8]) -> u64 {
    memchr_iter(b'\n', text).count() as u64
}

/// Replaces carriage returns from the offset `from` on by line feeds. Carriage returns before a line feed stay.
pub(super) fn normalise_line_ends(text: &mut [u8], from: usize, whole: bool) {
    let mut at = from;
    while let Some(found) = memchr(b'\r', &text[at..]) {
        let begin = at + found;
        let end = text[begin..].iter().position(|byte| *byte != b'\r').map_or(text.len(), |length| begin + length);
        match text.get(end) {
            Some(b'\n') => {}
            // A line feed may follow.
            None if !whole => return,
            _ => text[begin..end].fill(b'\n'),
        }
        at = end;
    }
}

/// Returns whether a text that begins with these bytes is encoded in UTF-16.
pub(super) fn is_utf16(beginning: &[u8]) -> bool {
    matches!(beginning, [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [b'[', 0, ..] | [0, b'[', ..])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the first four characters of each game that begins after a line break.
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
            ("a malformed tag after a blank line", "*\n\n[B 1]\n[C 2]", &["[B 1"]),
            ("a malformed tag after moves", "*\n[B 1]", &[]),
            ("a tag inside moves", "1. e4\n[B \"1\"]\ne5 *", &[]),
            ("the first tag after moves", "1. e4\n[Event \"1\"]\ne5 *", &["[Eve"]),
            ("a tag after a result and a comment", "1. e4 1-0\n; note\n[B \"1\"]", &["[B \""]),
            ("in a comment", "1. e4 {\n\n[A \"1\"]\n} e5 *\n\n[B \"1\"]", &["[B \""]),
            ("in a comment, a malformed tag", "1. e4 {\n\n[I think] so\n} e5 *\n\n[B \"1\"]\n\n1. e4 {x}", &["[B \""]),
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
