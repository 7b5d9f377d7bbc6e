//! Compares the output shown in a page with the actual output.

const DOTS: &str = "…";

/// Maximum width of a line in a page.
const WIDEST: usize = 118;

/// Reports whether the printed output matches the shown output. A shown line of three dots matches any lines, and three
/// dots inside a shown line match any text.
pub fn matches(shown: &[String], printed: &[String]) -> bool {
    let Some((first, rest)) = shown.split_first() else { return printed.is_empty() };
    if first == DOTS {
        return (0..=printed.len()).any(|left_out| matches(rest, &printed[left_out..]));
    }
    printed.split_first().is_some_and(|(line, others)| line_matches(first, line) && matches(rest, others))
}

fn line_matches(shown: &str, printed: &str) -> bool {
    let mut parts = shown.split(DOTS);
    let Some(mut rest) = parts.next().and_then(|first| printed.strip_prefix(first)) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// Replaces shown lines that no longer match the printed output.
pub fn renew(shown: &[String], printed: &[String]) -> Vec<String> {
    let segments: Vec<&[String]> = shown.split(|line| line == DOTS).collect();
    let (mut renewed, mut place) = (Vec::new(), 0);
    for (number, segment) in segments.iter().enumerate() {
        if number > 0 {
            renewed.push(DOTS.to_owned());
        }
        let length = if segments.len() == 1 { printed.len() } else { segment.len() };
        let Some(first) = segment.first().or(printed.first().filter(|_| segments.len() == 1)) else { continue };
        let from = match number {
            0 => 0,
            last if last + 1 == segments.len() => printed.len().saturating_sub(length).max(place),
            _ => (place..printed.len()).max_by_key(|&at| (common(first, &printed[at]), printed.len() - at)).unwrap_or(place),
        };
        let lines = printed.iter().skip(from).take(length);
        renewed.extend(lines.enumerate().map(|(at, line)| match segment.get(at) {
            Some(shown) if line_matches(shown, line) => shown.clone(),
            _ => cut(line),
        }));
        place = (from + length).min(printed.len());
    }
    renewed
}

/// Returns the length of the common prefix of two lines, in characters.
fn common(one: &str, other: &str) -> usize {
    one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count()
}

/// Shortens a line that is too wide, so that it ends after a word.
fn cut(line: &str) -> String {
    if line.chars().count() <= WIDEST {
        return line.to_owned();
    }
    let kept: String = line.chars().take(WIDEST - 2).collect();
    let end = kept.rfind(' ').unwrap_or(kept.len());
    format!("{} {DOTS}", &kept[..end])
}

/// Formats the shown lines, and below them the printed lines.
pub fn difference(shown: &[String], printed: &[String]) -> String {
    let mut printed = printed.to_vec();
    if printed.len() > 60 {
        printed.truncate(60);
        printed.push("and more".to_owned());
    }
    format!("shown:\n  {}\nprinted:\n  {}", shown.join("\n  "), printed.join("\n  "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.split('/').filter(|line| !line.is_empty()).map(str::to_owned).collect()
    }

    #[test]
    fn outputs_against_what_is_shown() {
        for (title, shown, printed, expected) in [
            ("the same", "a/b", "a/b", true),
            ("nothing", "", "", true),
            ("something where nothing is shown", "", "a", false),
            ("a line too many", "a", "a/b", false),
            ("a line too few", "a/b", "a", false),
            ("lines left out", "a/…/d", "a/b/c/d", true),
            ("no line left out", "a/…/b", "a/b", true),
            ("the last line is another", "a/…/d", "a/b/c", false),
            ("text left out", "in … s", "in 3.1 s", true),
            ("text left out at the end", "a …", "a b c", true),
            ("other text after what is left out", "in … s", "in 3.1 m", false),
            ("two texts left out", "…, proof in … s", "1, proof in 2 s", true),
        ] {
            assert_eq!(matches(&lines(shown), &lines(printed)), expected, "{title}");
        }
    }

    #[test]
    fn outputs_put_into_a_page() {
        for (title, shown, printed, expected) in [
            ("all is shown", "a/b", "a/c/d", "a/c/d"),
            ("nothing was shown", "", "a/b", "a/b"),
            ("the end is left out", "a/…", "x/y", "x/…"),
            ("the beginning is left out", "…/z", "x/y", "…/y"),
            ("the middle", "head/…/value 1/…", "kopf/x/value 2/y", "kopf/…/value 2/…"),
            ("text stays left out where the line fits", "in … s/b", "in 2 s/c", "in … s/c"),
        ] {
            assert_eq!(renew(&lines(shown), &lines(printed)), lines(expected), "{title}");
        }
    }
}
