//! Writes the values of a position as text: each player's threshold, the bid, and the best moves.

use std::cmp::Ordering;
use std::io::{self, Write};

use crate::answers::game::{Best, BestOfBoth, Bids, BidsOfBoth, Start, sentences};
use crate::answers::lookup::MoveValue;
use crate::answers::money_bid::{Bid, Tempo};
use crate::answers::text::{DECIMALS, folded, with_decimal, without_threshold, write_left_out};
use crate::model::graph::Label;
use crate::model::value::Rational;

/// Maximum number of characters in a line.
pub(super) const WIDTH: usize = 100;

/// Character position at which the second column of the text begins. If the players' names are longer, the column
/// begins later.
const INDENT: usize = 9;

/// Maximum width of the column with moves. Longer names extend beyond the column.
const WIDEST: usize = 40;

/// Values of one position, in the form in which they are printed.
pub(super) struct Values<'a> {
    /// Names of the players. In every pair of this struct, Left comes first.
    pub(super) players: [&'a str; 2],
    pub(super) thresholds: [&'a Rational; 2],
    /// The share of the money above which each player can force a win.
    pub(super) wins_above: [&'a Rational; 2],
    pub(super) bids: (&'a Bid, Option<&'a Bid>),
    pub(super) labels: [Option<Label>; 2],
    pub(super) moves: [&'a [MoveValue]; 2],
    /// Digests of the certificates from which the values follow.
    pub(super) rests_on: &'a [String],
}

impl Values<'_> {
    /// Writes the values as sentences. `verb` is put before the name of each move.
    pub(super) fn write_sentences(&self, out: &mut dyn Write, verb: &str) -> io::Result<()> {
        let [alpha, beta] = self.thresholds;
        let [left_needs, right_needs] = self.wins_above;
        let [lefts, rights] = self.moves;
        let (for_alpha, for_beta) = (self.bids.0, self.bids.1.unwrap_or(self.bids.0));
        let best = |moves: &[MoveValue], value: for<'m> fn(&'m MoveValue) -> &'m Rational, requested: Ordering| {
            let better = |a: &&MoveValue, b: &&MoveValue| {
                if requested == Ordering::Greater { value(a).cmp(value(b)) } else { value(b).cmp(value(a)) }
            };
            // Names only the first of several moves that are equally good.
            moves.iter().rev().max_by(better).map(|best| best.text.clone()).into_iter().collect()
        };
        let start = Start {
            position: String::new(),
            alpha: alpha.clone(),
            beta: beta.clone(),
            left_needs: left_needs.clone(),
            right_needs: right_needs.clone(),
            bid: (alpha == beta).then(|| for_alpha.clone()),
            bids: BidsOfBoth {
                left: Bids { to_win: for_alpha.clone(), not_to_lose: for_beta.clone() },
                right: Bids { to_win: for_beta.clone(), not_to_lose: for_alpha.clone() },
            },
            best: BestOfBoth {
                left: Best {
                    to_win: best(lefts, |one| &one.value, Ordering::Greater),
                    not_to_lose: best(lefts, MoveValue::beta, Ordering::Greater),
                },
                right: Best {
                    to_win: best(rights, MoveValue::beta, Ordering::Less),
                    not_to_lose: best(rights, |one| &one.value, Ordering::Less),
                },
            },
        };
        sentences(&start, self.players, verb).iter().try_for_each(|sentence| writeln!(out, "{sentence}"))?;
        writeln!(out)
    }

    pub(super) fn write(&self, out: &mut dyn Write, max: Option<usize>) -> io::Result<()> {
        let [alpha, beta] = self.thresholds;
        let [left, right] = self.players;
        if alpha == beta {
            self.write_number(out, "value", "", "", alpha)?;
        } else {
            self.write_number(out, "alpha", "", "", alpha)?;
            self.write_number(out, "beta", "", "", beta)?;
        }
        for (player, share) in self.players.iter().zip(self.wins_above) {
            match without_threshold(share) {
                Some(sentence) => self.write_line(out, player, sentence)?,
                None => self.write_number(out, player, "wins by force with a share of the money above ", "", share)?,
            }
        }
        if alpha != beta {
            self.write_line(out, "", "Neither wins by force with money in between.")?;
        }
        let (bid, bid_beta) = self.bids;
        self.write_bid(out, "bid", bid)?;
        if let Some(bid) = bid_beta {
            self.write_line(out, "", "(bid to win; not to lose:)")?;
            self.write_bid(out, "", bid)?;
        }
        let [of_left, of_right] = self.labels.map(|label| label.map_or_else(|| "none".to_owned(), |label| label.to_string()));
        self.write_line(out, "labels", &format!("{left} {of_left}, {right} {of_right}"))?;
        let [lefts, rights] = self.moves;
        write_moves(out, (left, max), lefts, |a, b| b.value.cmp(&a.value).then_with(|| b.beta().cmp(a.beta())))?;
        write_moves(out, (right, max), rights, |a, b| a.beta().cmp(b.beta()).then_with(|| a.value.cmp(&b.value)))?;
        if !self.rests_on.is_empty() {
            writeln!(out, "\nThis depends on certificates with SHA-256")?;
            self.rests_on.iter().try_for_each(|digest| writeln!(out, "  {digest}"))?;
        }
        Ok(())
    }

    fn write_line(&self, out: &mut dyn Write, head: &str, text: &str) -> io::Result<()> {
        let indent = self.indent();
        writeln!(out, "{head:indent$}{text}")
    }

    fn indent(&self) -> usize {
        self.players.iter().map(|player| player.chars().count() + 2).max().unwrap_or(0).max(INDENT)
    }

    /// A fraction that is too long for the line continues on further lines.
    fn write_number(&self, out: &mut dyn Write, head: &str, before: &str, sign: &str, value: &Rational) -> io::Result<()> {
        let line = format!("{before}{}", with_decimal(sign, value));
        if self.indent() + line.len() <= WIDTH {
            return self.write_line(out, head, &line);
        }
        let minus = if sign.is_empty() { "" } else { " minus" };
        self.write_line(out, head, &format!("{before}about {sign}{}, exactly{minus}", value.decimal(DECIMALS)))?;
        folded(value, WIDTH.saturating_sub(self.indent()).max(WIDEST)).iter().try_for_each(|line| self.write_line(out, "", line))
    }

    fn write_bid(&self, out: &mut dyn Write, head: &str, bid: &Bid) -> io::Result<()> {
        match bid.tempo() {
            Tempo::Hot => self.write_number(out, head, "", "", bid.size()),
            Tempo::Quiescent => self.write_line(out, head, "0: quiescent, a move is worth nothing to either player"),
            Tempo::Zugzwang => {
                self.write_line(out, head, "negative: zugzwang, either player pays to let the other one move")?;
                self.write_number(out, "", "", "-", bid.size())
            }
        }
    }
}

/// Writes a player's moves from the best to the worst and marks the best. Equally good moves keep their order.
fn write_moves(
    out: &mut dyn Write,
    (player, max): (&str, Option<usize>),
    moves: &[MoveValue],
    compare: impl Fn(&MoveValue, &MoveValue) -> Ordering,
) -> io::Result<()> {
    writeln!(out, "\n{player}'s moves, best first:")?;
    let mut moves: Vec<&MoveValue> = moves.iter().collect();
    moves.sort_by(|a, b| compare(a, b));
    let all = moves.len();
    moves.truncate(max.unwrap_or(all));
    let widest = moves.iter().map(|mv| mv.text.chars().count()).max().unwrap_or(0).clamp(5, WIDEST);
    for mv in &moves {
        let mark = if mv.best { '*' } else { ' ' };
        write_move_value(out, &format!("{mark} {:widest$}  ", mv.text), &mv.value)?;
        if let Some(beta) = &mv.value_beta {
            write_move_value(out, &format!("{:>width$} ", "beta", width = widest + 3), beta)?;
        }
    }
    write_left_out(out, all - moves.len())
}

fn write_move_value(out: &mut dyn Write, head: &str, value: &Rational) -> io::Result<()> {
    let head = format!("{head}{}  ", value.decimal(DECIMALS));
    let empty = " ".repeat(head.chars().count());
    let heads = std::iter::once(&head).chain(std::iter::repeat(&empty));
    let width = WIDTH.saturating_sub(empty.len()).max(WIDEST);
    heads.zip(folded(value, width)).try_for_each(|(head, line)| writeln!(out, "{head}{line}"))
}
