//! Writes a sheet as SVG. Text can be selected. A title and a description are added for readers who cannot see the
//! picture.

use std::fmt::Write;

use super::colour::Colour;
use super::font::quoted;
use super::outline::{Point, Step};
use super::sheet::{Across, Item, Text};
use super::{PAPER, Page};

/// Title, description and font family of an SVG file.
pub struct Words<'a> {
    pub title: &'a str,
    pub description: &'a str,
    /// Family name of the user's font, if the user supplies one.
    pub family: Option<&'a str>,
}

/// Writes a sheet as an SVG file.
pub fn write(items: &[Item], page: &Page, words: &Words) -> String {
    let family = words.family.map_or_else(|| "sans-serif".to_owned(), |family| format!("'{}', sans-serif", escaped(&quoted(family))));
    let [wide, high] = [page.width, page.height].map(|length| number(length.millimetres()));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}mm\" height=\"{high}mm\" viewBox=\"0 0 {} {}\" role=\"img\" aria-labelledby=\"title desc\">\n<title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n",
        number(page.units.0),
        number(page.units.1),
        escaped(words.title),
        escaped(words.description)
    );
    let whole = Item::Rectangle(Point { x: 0.0, y: 0.0 }, page.units.0, page.units.1, PAPER);
    for item in std::iter::once(&whole).chain(items) {
        // Writing to a string cannot fail.
        let _ = one(&mut svg, item, &family);
    }
    svg + "</svg>\n"
}

fn one(svg: &mut String, item: &Item, family: &str) -> std::fmt::Result {
    match item {
        Item::Rectangle(corner, width, height, colour) => {
            let [x, y, width, height] = [corner.x, corner.y, *width, *height].map(number);
            writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>", hex(*colour))
        }
        Item::Disc(centre, radius, colour) => {
            let [x, y, radius] = [centre.x, centre.y, *radius].map(number);
            writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{}\"/>", hex(*colour))
        }
        Item::Ring(centre, radius, width, colour) => {
            let [x, y, radius, width] = [centre.x, centre.y, *radius, *width].map(number);
            writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\"/>",
                hex(*colour)
            )
        }
        Item::Line(points, width, colour) => {
            let points: Vec<String> = points.iter().map(|point| format!("{},{}", number(point.x), number(point.y))).collect();
            let (points, width) = (points.join(" "), number(*width));
            writeln!(svg, "<polyline points=\"{points}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\"/>", hex(*colour))
        }
        Item::Outline(steps, colour) => {
            let at = |point: &Point| format!("{} {}", number(point.x), number(point.y));
            let steps = steps.iter().map(|step| match step {
                Step::Move(to) => format!("M{}", at(to)),
                Step::Line(to) => format!("L{}", at(to)),
                Step::Curve(one, two, to) => format!("C{} {} {}", at(one), at(two), at(to)),
                Step::Close => "Z".to_owned(),
            });
            writeln!(svg, "<path d=\"{}\" fill=\"{}\"/>", steps.collect::<String>(), hex(*colour))
        }
        Item::Text(text) => self::text(svg, text, family),
    }
}

/// Writes a text element that names its font family, because some programs do not inherit the font family from the
/// parent element.
fn text(svg: &mut String, Text { text, at, across, em, colour, up }: &Text, family: &str) -> std::fmt::Result {
    let [x, y, em] = [at.x, at.y, *em].map(number);
    let anchor = match across {
        Across::Begin => "start",
        Across::Middle => "middle",
        Across::End => "end",
    };
    let turned = if *up { format!(" transform=\"rotate(-90 {x} {y})\"") } else { String::new() };
    let (colour, text) = (hex(*colour), escaped(text));
    writeln!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" font-family=\"{family}\" font-size=\"{em}\" fill=\"{colour}\"{turned}>{text}</text>"
    )
}

/// Formats a coordinate or a length with at most two decimal places.
fn number(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn hex(Colour(red, green, blue): Colour) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

/// Escapes text for XML and removes the characters that XML does not allow.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            '\t' | '\n' => escaped.push(' '),
            '\u{0}'..='\u{1F}' | '\u{7F}'..='\u{9F}' | '\u{FFFE}' | '\u{FFFF}' => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::{escaped, number};

    #[test]
    fn texts_and_numbers_are_xml() {
        assert_eq!(escaped("a < b & \"c\" > 'd'\u{1}\u{0}\u{FFFF}\n♔"), "a &lt; b &amp; &quot;c&quot; &gt; &apos;d&apos; ♔");
        assert_eq!([0.0, -0.001, 2.5, 100.0, -1.255, 1e6].map(number), ["0", "0", "2.5", "100", "-1.25", "1000000"]);
    }
}
