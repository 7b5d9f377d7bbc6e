//! Writes rows as a LaTeX table: a `tabular` with horizontal lines from the package booktabs.

use std::io::{self, Write};

use dashu_int::UBig;

use super::{Cell, Sheet, Stop};
use crate::answers::text::DECIMALS;
use crate::model::value::Rational;

/// Maximum length of a fraction in characters. Longer fractions do not fit into a column and are written as decimals.
const MAX_FRACTION: usize = 24;

/// Typographic style of the cells of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// Numbers, aligned to the right.
    Number,
    /// Fractions and thresholds, in math mode.
    Value,
    /// Positions and moves, in typewriter font.
    Code,
    /// Words.
    Text,
}

/// Returns the heading of a column in LaTeX, and the style of the column's cells.
fn heading(column: &str) -> Option<(&'static str, Style)> {
    use Style::{Code, Number, Text, Value};
    Some(match column {
        "class" => ("class", Number),
        "number" => ("number", Number),
        "entry" => ("entry", Number),
        "table" => ("sequence (number)", Number),
        "position" => ("position", Code),
        "alpha" => (r"$\alpha$ (share of the money)", Value),
        "beta" => (r"$\beta$ (share of the money)", Value),
        "alpha_lower" => (r"$\alpha \ge$ (share of the money)", Value),
        "alpha_upper" => (r"$\alpha \le$ (share of the money)", Value),
        "beta_lower" => (r"$\beta \ge$ (share of the money)", Value),
        "beta_upper" => (r"$\beta \le$ (share of the money)", Value),
        "bid" => ("bid (share of the money)", Value),
        "bid_beta" => (r"bid for $\beta$ (share of the money)", Value),
        "zugzwang" => ("zugzwang", Text),
        "quiescent" => ("quiescent", Text),
        "label_white" => ("White's label", Number),
        "label_black" => ("Black's label", Number),
        "label_left" => ("Left's label", Number),
        "label_right" => ("Right's label", Number),
        "white_move" => ("White's move", Code),
        "black_move" => ("Black's move", Code),
        "left_move" => ("Left's move", Code),
        "right_move" => ("Right's move", Code),
        "white_move_alpha" => (r"White's move for $\alpha$", Code),
        "black_move_alpha" => (r"Black's move for $\alpha$", Code),
        "white_move_beta" => (r"White's move for $\beta$", Code),
        "black_move_beta" => (r"Black's move for $\beta$", Code),
        "left_move_alpha" => (r"Left's move for $\alpha$", Code),
        "right_move_alpha" => (r"Right's move for $\alpha$", Code),
        "left_move_beta" => (r"Left's move for $\beta$", Code),
        "right_move_beta" => (r"Right's move for $\beta$", Code),
        "player" => ("player", Text),
        "chips" => ("chips in all", Number),
        "threshold" => ("threshold (chips)", Value),
        "threshold_chips" => ("threshold, whole chips", Number),
        "marked" => (r"with $^*$ or $-\epsilon$", Text),
        "wins" => ("can win", Text),
        "first" => ("first $k$ (chips)", Number),
        "preperiod" => ("preperiod (chips)", Number),
        "period" => ("period", Number),
        "slope" => ("slope (chips)", Number),
        "thresholds" => ("thresholds (chips)", Value),
        "labels" => ("labels", Text),
        "budget" => ("total budget (coins)", Number),
        "onset" => ("onset (heap)", Number),
        "heap" => ("heap", Number),
        "left_coins" => ("Left's coins", Number),
        "outcome" => ("outcome (points)", Value),
        "outcomes" => ("outcomes (points)", Value),
        "to_move" => ("to move", Text),
        "over" => ("over", Text),
        "moves" => ("moves", Code),
        "leads_to" => ("leads to (number)", Text),
        "longest" => ("longest line (moves)", Number),
        "kind" => ("kind", Text),
        "side" => ("side", Text),
        "verdict" => ("verdict", Text),
        "can_mate" => ("can mate", Text),
        "plies" => ("plies", Number),
        "line" => ("line", Code),
        "positions" => ("positions", Number),
        "material" => ("by material", Number),
        "static_argument" => ("by static argument", Number),
        "skeleton_argument" => ("by skeletons", Number),
        "skeletons" => ("skeletons", Number),
        _ => return None,
    })
}

/// Sheet that writes comment lines and then a `tabular` with horizontal lines from booktabs.
pub struct Latex<W> {
    out: W,
    comments: Vec<String>,
    styles: Vec<Style>,
}

impl<W: Write> Latex<W> {
    /// Creates a table that writes to `out`. The comments stand above the table.
    pub fn new(out: W, comments: Vec<String>) -> Self {
        Self { out, comments, styles: Vec::new() }
    }
}

impl<W: Write> Sheet for Latex<W> {
    fn head(&mut self, columns: &[&'static str]) -> Result<(), Stop> {
        for comment in &self.comments {
            // Replaces line breaks, because a line break would end the comment.
            writeln!(self.out, "% {}", comment.replace(['\n', '\r'], " "))?;
        }
        writeln!(self.out, "% \\usepackage{{booktabs}}")?;
        let heads: Vec<(String, Style)> = columns
            .iter()
            .map(|&name| heading(name).map_or((escaped(name), Style::Text), |(head, style)| (head.to_owned(), style)))
            .collect();
        self.styles = heads.iter().map(|&(_, style)| style).collect();
        let align: String = self.styles.iter().map(|style| if matches!(style, Style::Number | Style::Value) { 'r' } else { 'l' }).collect();
        let heads: Vec<&str> = heads.iter().map(|(head, _)| head.as_str()).collect();
        Ok(writeln!(self.out, "\\begin{{tabular}}{{{align}}}\n\\toprule\n{} \\\\\n\\midrule", heads.join(" & "))?)
    }

    fn row(&mut self, cells: &[Cell]) -> Result<(), Stop> {
        let cells: Vec<String> = self.styles.iter().zip(cells).map(|(&style, cell)| set(cell, style)).collect();
        Ok(writeln!(self.out, "{} \\\\", cells.join(" & "))?)
    }

    fn end(&mut self) -> io::Result<()> {
        writeln!(self.out, "\\bottomrule\n\\end{{tabular}}")
    }
}

/// Formats a cell in LaTeX. `style` is the style of the cell's column.
fn set(cell: &Cell, style: Style) -> String {
    match cell {
        Cell::None => "--".to_owned(),
        Cell::Number(number) if *number < 0 => format!("${number}$"),
        Cell::Number(number) => number.to_string(),
        Cell::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Cell::Text(text) => match style {
            Style::Value => value(text),
            Style::Code if text.is_empty() => String::new(),
            Style::Code => format!("\\texttt{{{}}}", escaped(text)),
            Style::Number | Style::Text => escaped(text),
        },
        Cell::List(cells) => cells.iter().map(|cell| set(cell, style)).collect::<Vec<_>>().join(" "),
        Cell::Shared(cell) => set(cell, style),
    }
}

/// Formats a fraction or a threshold for math mode. Whole numbers have no denominator, and long fractions are written
/// as decimals.
fn value(text: &str) -> String {
    let (sign, size) = text.strip_prefix('-').map_or(("", text), |size| ("-", size));
    let number = |digits: &str| digits.parse::<UBig>().ok().filter(|_| digits.bytes().all(|digit| digit.is_ascii_digit()));
    if let Some((numerator, denominator)) = size.split_once('/')
        && let (Some(numerator), Some(denominator)) = (number(numerator), number(denominator))
        && denominator != UBig::ZERO
    {
        if denominator == UBig::ONE {
            return format!("${sign}{numerator}$");
        }
        if size.len() <= MAX_FRACTION {
            return format!("${sign}{numerator}/{denominator}$");
        }
        return format!("$\\approx {sign}{}$", Rational::new(numerator, denominator).decimal(DECIMALS));
    }
    match (size.strip_suffix('*'), size.strip_suffix("-e")) {
        (Some(chips), _) if number(chips).is_some() => format!("${chips}^*$"),
        (_, Some(chips)) if number(chips).is_some() => format!("${chips}-\\epsilon$"),
        _ if number(size).is_some() => format!("${sign}{size}$"),
        _ => escaped(text),
    }
}

/// Escapes all characters that have a special meaning in LaTeX.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' => escaped.push_str(r"\textbackslash{}"),
            '~' => escaped.push_str(r"\textasciitilde{}"),
            '^' => escaped.push_str(r"\textasciicircum{}"),
            '<' => escaped.push_str(r"\textless{}"),
            '>' => escaped.push_str(r"\textgreater{}"),
            '|' => escaped.push_str(r"\textbar{}"),
            '"' => escaped.push_str(r"\symbol{34}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => escaped.extend(['\\', letter]),
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::{Cell, Latex, Sheet, escaped, heading, value};

    #[test]
    fn values_are_set_in_mathematics() {
        let cases = [
            ("17/48", "$17/48$"),
            ("-1/96", "$-1/96$"),
            ("0/1", "$0$"),
            ("1/1", "$1$"),
            ("12*", "$12^*$"),
            ("12-e", r"$12-\epsilon$"),
            ("53", "$53$"),
            ("-3", "$-3$"),
            ("1/0", "1/0"),
            ("+1/+2", "+1/+2"),
            ("123456789012345/246913578024690", r"$\approx 0.5000000000$"),
            ("-123456789012345/246913578024690", r"$\approx -0.5000000000$"),
            ("a_b", r"a\_b"),
        ];
        for (text, expected) in cases {
            assert_eq!(value(text), expected, "{text}");
        }
    }

    #[test]
    fn special_characters_are_escaped() {
        let expected = r"50\% \& \#1 \$x\_y\{\}\textasciitilde{}\textasciicircum{} a\textbackslash{}b\textless{}c ";
        assert_eq!(escaped("50% & #1 $x_y{}~^ a\\b<c\n"), expected);
    }

    #[test]
    fn a_table() {
        let mut out = Vec::new();
        let mut latex = Latex::new(&mut out, vec!["two\nlines".to_owned()]);
        latex.head(&["class", "position", "alpha", "zugzwang", "outcomes"]).unwrap();
        let list = Cell::Shared(Rc::new(Cell::list([Cell::Number(-1), Cell::None])));
        latex.row(&[Cell::Number(3), Cell::text("3k_/4"), Cell::text("3/4"), Cell::Flag(true), list]).unwrap();
        latex.end().unwrap();
        let expected = r"% two lines
% \usepackage{booktabs}
\begin{tabular}{rlrlr}
\toprule
class & position & $\alpha$ (share of the money) & zugzwang & outcomes (points) \\
\midrule
3 & \texttt{3k\_/4} & $3/4$ & yes & $-1$ -- \\
\bottomrule
\end{tabular}
";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
        assert!(heading("nothing of this name").is_none());
    }
}
