//! Matches strings against the regular expressions in the schemas.
//!
//! All patterns belong to this project, so only the constructs that they use are supported. The matcher does not
//! backtrack: it takes the first alternative that fits, and repetition is greedy. No pattern of this project needs
//! backtracking. Therefore the time for matching is proportional to the length of the text.

use std::iter::Peekable;
use std::str::Chars;

/// The smallest part of a pattern that can be repeated, with the minimum and maximum number of its repetitions.
struct Repetition {
    atom: Atom,
    least: usize,
    most: usize,
}

enum Atom {
    /// A character from one of these ranges.
    Class(Vec<(char, char)>),
    /// A group of alternatives, each a sequence of items.
    Group(Vec<Vec<Repetition>>),
}

/// Returns whether a text matches a pattern. No text matches a pattern with an unsupported construct.
pub(super) fn fits(pattern: &str, text: &str) -> bool {
    let Some(inner) = pattern.strip_prefix('^').and_then(|pattern| pattern.strip_suffix('$')) else { return false };
    let mut letters = inner.chars().peekable();
    let parsed = alternatives(&mut letters).filter(|_| letters.peek().is_none());
    parsed.and_then(|alternatives| first(&alternatives, text)) == Some("")
}

fn alternatives(letters: &mut Peekable<Chars<'_>>) -> Option<Vec<Vec<Repetition>>> {
    let (mut done, mut items) = (Vec::new(), Vec::new());
    while let Some(letter) = letters.next_if(|letter| *letter != ')') {
        let atom = match letter {
            '|' => {
                done.push(std::mem::take(&mut items));
                continue;
            }
            '[' => Atom::Class(class(letters)?),
            '(' => {
                let group = alternatives(letters)?;
                letters.next_if_eq(&')')?;
                Atom::Group(group)
            }
            '\\' => letters.next().map(|letter| Atom::Class(vec![(letter, letter)]))?,
            '^' | '$' | '.' | '{' | '}' | '?' | '*' | '+' | ']' => return None,
            letter => Atom::Class(vec![(letter, letter)]),
        };
        let (least, most) = match letters.next_if(|letter| "?*+{".contains(*letter)) {
            Some('?') => (0, 1),
            Some('*') => (0, usize::MAX),
            Some('+') => (1, usize::MAX),
            Some(_) => {
                let times = letters.by_ref().take_while(|letter| *letter != '}').collect::<String>().parse().ok()?;
                (times, times)
            }
            None => (1, 1),
        };
        items.push(Repetition { atom, least, most });
    }
    done.push(items);
    Some(done)
}

/// Parses the ranges of a character class, up to its closing bracket.
fn class(letters: &mut Peekable<Chars<'_>>) -> Option<Vec<(char, char)>> {
    let mut ranges = Vec::new();
    loop {
        let from = letters.next().filter(|letter| !"^\\-[".contains(*letter))?;
        if from == ']' {
            return Some(ranges);
        }
        let to = if letters.next_if_eq(&'-').is_some() { letters.next()? } else { from };
        ranges.push((from, to));
    }
}

/// Matches the beginning of a text with the first alternative that fits. Returns the remaining text.
fn first<'t>(alternatives: &[Vec<Repetition>], text: &'t str) -> Option<&'t str> {
    alternatives.iter().find_map(|items| items.iter().try_fold(text, |text, item| repeated(item, text)))
}

fn repeated<'t>(item: &Repetition, mut text: &'t str) -> Option<&'t str> {
    let mut count = 0_usize;
    while count < item.most {
        let rest = match &item.atom {
            Atom::Group(alternatives) => first(alternatives, text),
            Atom::Class(ranges) => text.strip_prefix(|letter| ranges.iter().any(|(from, to)| (*from..=*to).contains(&letter))),
        };
        match rest {
            // An empty match is not repeated, because it could repeat for ever.
            Some(rest) if rest.len() < text.len() => text = rest,
            Some(_) => return Some(text),
            None => break,
        }
        count = count.saturating_add(1);
    }
    (count >= item.least).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn texts_and_forms() {
        let board = "^([2-9]|1[0-6])x([2-9]|1[0-6])$";
        let number = "^(0|[1-9][0-9]*)$";
        let root = "^([1-8Kk]+/)+[1-8Kk]+ [wb] (-|K?Q)$";
        for (pattern, text, expected) in [
            (board, "4x2", true),
            (board, "16x16", true),
            (board, "04x2", false),
            (board, "17x2", false),
            (board, "1x2", false),
            (board, "4x2 ", false),
            (board, "4X2", false),
            (board, "", false),
            (board, "4x2\n", false),
            (number, "0", true),
            (number, "10", true),
            (number, "01", false),
            (number, "-1", false),
            (number, "\u{661}", false),
            ("^(never|[0-9]+(\\*|-e)?)$", "12*", true),
            ("^(never|[0-9]+(\\*|-e)?)$", "12-e", true),
            ("^(never|[0-9]+(\\*|-e)?)$", "12-", false),
            ("^(never|[0-9]+(\\*|-e)?)$", "never", true),
            (root, "8/Kk6/8 w KQ", true),
            (root, "8/Kk6/8 w Q", true),
            (root, "8/Kk6/8 w K", false),
            (root, "8/Kk6/ w -", false),
            ("^a*$", "aaa", true),
            ("^(a?)*b$", "b", true),
            ("^([0-9a-f]{2} ){3}$", "01 2a ff ", true),
            ("^([0-9a-f]{2} ){3}$", "01 2a ", false),
            ("^([0-9a-f]{2} ){3}$", "01 2a ff 00 ", false),
            // These patterns have unsupported constructs.
            ("a", "a", false),
            ("^a.$", "ab", false),
            ("^(a$", "a", false),
            ("^a)$", "a", false),
            ("^[a$", "a", false),
            ("^[^b]$", "a", false),
            ("^a{}$", "a", false),
            ("^a{1,2}$", "a", false),
        ] {
            assert_eq!(fits(pattern, text), expected, "{text:?} by {pattern}");
        }
    }

    #[test]
    fn a_long_text_takes_no_stack() {
        assert!(fits("^([1-8]+/)+[1-8]$", &("8/".repeat(1_000_000) + "8")));
    }
}
