//! The page `docs/src/openings.md` about the openings of losing chess, made from the checker's output for
//! `certs/losing`.

use std::fmt::Write as _;

use gamecert_checker::{Colour, Verified, losing};
use gamecert_solver::games::losing_chess::text::{START, Setup};
use gamecert_solver::games::losing_chess::{Position, Role};

use crate::claims::{Shipped, TABLE_1};

/// Proof sizes from M. Watkins' page that table 1 lacks.
const PUBLISHED_LATER: [(&str, u64); 2] = [("b6", 491_933_802), ("c5", 228_501_054)];
/// Greatest number of consecutive plies without a capture or pawn move under a 50-move rule.
const MAX_REVERSIBLE: u64 = 99;

/// White's first move whose replies have a table of their own.
const MAIN: &str = "e3";

/// White's first moves and Black's replies to 1. e3, each with the certificate of a win after it.
pub struct Openings<'a> {
    first: Vec<Opening<'a>>,
    replies: Vec<Opening<'a>>,
}

/// A move, and the certificate that proves the winner after it.
struct Opening<'a> {
    san: String,
    proved: Option<(&'a str, &'a losing::Claim)>,
}

impl<'a> Openings<'a> {
    /// Finds the certificate of each opening by the position that the checker prints.
    ///
    /// # Panics
    /// Never: the start position and 1. e3 are valid.
    #[must_use]
    pub fn find(shipped: &'a Shipped) -> Self {
        let start = START.parse::<Setup>().expect("the initial position is valid").position;
        let main = start.after(start.find_move(MAIN).expect("the move is legal"));
        Self { first: openings(&start, shipped), replies: openings(&main, shipped) }
    }

    /// Returns the number of replies to 1. e3 that are proved to lose, and the number of first moves by White that are
    /// proved to lose.
    #[must_use]
    pub fn proved(&self) -> (usize, usize) {
        (won_by(&self.replies, Colour::White), won_by(&self.first, Colour::Black))
    }

    /// Returns the text of the page.
    #[must_use]
    pub fn page(&self) -> String {
        let (replies, lost) = self.proved();
        let mut text = format!(
            "\
# Which openings are proved

This page is made from `certs/losing` by `cargo run --release -p gamecert-tests --bin openings`, from what the
checker says of each file after verifying it. A test compares the two. Wins hold under the rule set `joint`, so under
the international rules and those of FICS. *Positions* are the distinct ones of the proof, of both sides. *Plies*: how
long the loser can hold out against this proof, counting both sides' moves; faster wins may exist. *50 moves*: whether
the win also holds under a 50-move rule; otherwise how many plies in a row this proof may have without a capture or pawn
move, and it is not proved under such a rule. *Open* means that there is no certificate here, not that nothing is known.

## Black's replies to 1. e3

White wins against {replies} of {}. The last column has the size of M. Watkins' proof: for 18 replies by *Losing Chess*,
table 1, for b6 and c5 by his page (10 October 2016 and 12 February 2015). His proofs end at tablebases.

| reply | proved | positions | plies | 50 moves | file | published |
|---|---|---|---|---|---|---|
",
            self.replies.len()
        );
        for opening in &self.replies {
            let known = TABLE_1.iter().chain(&PUBLISHED_LATER).find(|(reply, _)| *reply == opening.san);
            let published = known.map_or(String::new(), |(_, size)| grouped(*size));
            row(&mut text, &format!("1. {MAIN} {}", opening.san), &opening.proved, Some(&published), "open");
        }
        text += &format!(
            "
## White's first moves

Black wins against {lost} of {}.

| move | proved | positions | plies | 50 moves | file |
|---|---|---|---|---|---|
",
            self.first.len()
        );
        for opening in &self.first {
            let open = if opening.san == MAIN { "see above" } else { "open" };
            row(&mut text, &format!("1. {}", opening.san), &opening.proved, None, open);
        }
        text
    }
}

/// Size of a square of the picture. `LEFT` and `TOP` are the origin of the board.
const SQUARE: usize = 84;
const LEFT: usize = 2;
const TOP: usize = 2;

impl Openings<'_> {
    /// Draws Black's replies to 1. e3: pawn moves on their destination squares, knight moves in a row above the board.
    #[must_use]
    pub fn picture(&self) -> String {
        let (width, height) = (8 * SQUARE + 2 * LEFT, 3 * SQUARE + 2 * TOP + 28);
        let (won, _) = self.proved();
        let open: Vec<&str> = self.replies.iter().filter(|reply| reply.proved.is_none()).map(|reply| reply.san.as_str()).collect();
        let mut text = format!(
            "\
<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
font-family=\"DejaVu Sans, sans-serif\" text-anchor=\"middle\">
<title>Black's replies to 1. e3</title>
<desc>White wins against {won} of {} replies; open here: {}.</desc>
<rect width=\"{width}\" height=\"{height}\" fill=\"#FFFFFF\"/>
",
            self.replies.len(),
            open.join(", ")
        );
        for (row, column) in (0..3).flat_map(|row| (0..8).map(move |column| (row, column))) {
            let (x, y) = (LEFT + column * SQUARE, TOP + row * SQUARE);
            let shade = if (row + column) % 2 == 0 { "#F4F1EA" } else { "#E6E0D3" };
            text += &format!("<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{shade}\"/>\n");
        }
        for reply in &self.replies {
            text += &cell(reply);
        }
        let y = TOP + 3 * SQUARE + 19;
        text += &format!(
            "<text x=\"{}\" y=\"{y}\" font-size=\"13\" fill=\"#222222\">blue: White wins, with the positions of the proof; dashed: \
open here</text>\n</svg>\n",
            width / 2
        );
        text
    }
}

/// Draws a reply on its square.
fn cell(reply: &Opening<'_>) -> String {
    // The square is the end of the text: `Nc6`, `d5`.
    let square = &reply.san[reply.san.len() - 2..];
    let column = usize::from(square.as_bytes()[0] - b'a');
    let row = if reply.san.len() > 2 { 0 } else { 7 - usize::from(square.as_bytes()[1] - b'0') };
    let (x, y) = (LEFT + column * SQUARE, TOP + row * SQUARE);
    let (size, middle) = (SQUARE - 8, x + SQUARE / 2);
    let (style, colour, below) = match reply.proved {
        Some((_, claim)) => ("fill=\"#0B66A8\"", "#FFFFFF", grouped(u64::from(claim.positions))),
        None => ("fill=\"#FFFFFF\" stroke=\"#555555\" stroke-width=\"2\" stroke-dasharray=\"6 4\"", "#222222", "open".to_owned()),
    };
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{size}\" height=\"{size}\" rx=\"6\" {style}/>\n\
<text x=\"{middle}\" y=\"{}\" font-size=\"22\" font-weight=\"bold\" fill=\"{colour}\">{}</text>\n\
<text x=\"{middle}\" y=\"{}\" font-size=\"12\" fill=\"{colour}\">{below}</text>\n",
        x + 4,
        y + 4,
        y + 40,
        reply.san,
        y + 62,
    )
}

/// Returns all moves of a position with the certificates of wins after them. Pawn moves come first, by file.
fn openings<'a>(position: &Position, shipped: &'a Shipped) -> Vec<Opening<'a>> {
    let mut moves = position.moves();
    moves.sort_by_key(|played| {
        let (from, to) = (played.from(), played.to());
        let pawn = position.at(from).is_some_and(|(_, kind)| kind == Role::Pawn);
        (!pawn, from % 8, if pawn { from.abs_diff(to) } else { to % 8 })
    });
    let find = |root: String| shipped.verified.iter().find_map(|(name, verified)| Some((name.as_str(), won_at(verified, &root)?)));
    let opening = |played| Opening { san: position.san(played), proved: find(position.after(played).to_string()) };
    moves.into_iter().map(opening).collect()
}

/// Returns the claim of a win from this position under the joint stalemate rule.
fn won_at<'a>(verified: &'a Verified, root: &str) -> Option<&'a losing::Claim> {
    verified.claim_as::<losing::Claim>().filter(|claim| claim.root == root && claim.stalemate == "joint")
}

fn won_by(openings: &[Opening<'_>], winner: Colour) -> usize {
    openings.iter().filter(|opening| opening.proved.is_some_and(|(_, claim)| claim.winner == winner)).count()
}

fn row(text: &mut String, san: &str, proved: &Option<(&str, &losing::Claim)>, published: Option<&str>, open: &str) {
    let cells = match proved {
        Some((name, claim)) => {
            let losing::Claim { winner, longest, positions, reversible, .. } = claim;
            let fifty = if *reversible <= MAX_REVERSIBLE { "yes".to_owned() } else { format!("not proved: {}", grouped(*reversible)) };
            format!("{winner} wins | {} | {longest} | {fifty} | `certs/{name}`", grouped(u64::from(*positions)))
        }
        None => format!("{open} | | | |"),
    };
    let published = published.map_or(String::new(), |size| format!(" {size} |"));
    writeln!(text, "| {san} | {cells} |{published}").expect("writing to memory does not fail");
}

/// Formats a number with commas between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
