//! What a tablebase says of a position, for people: the board, the value, who wins with how much money, what to bid, which moves.

use std::cmp::Ordering;
use std::io::{self, Write};

use crate::games::bidding_chess::{Board, Diagram};
use crate::graph::Label;
use crate::report::bid::{Bid, Tempo};
use crate::report::lookup::{Lookup, MoveValue};
use crate::report::text::{DECIMALS, folded};
use crate::value::Rational;

/// Characters in a line.
const WIDTH: usize = 100;

/// Where the second column begins.
const INDENT: usize = 9;

/// Writes a lookup of this diagram.
pub(super) fn write_text(out: &mut dyn Write, diagram: &Diagram, lookup: &Lookup) -> io::Result<()> {
    write_board(out, diagram)?;
    writeln!(out, "\n{} on {}\n", lookup.position, diagram.board)?;
    if lookup.alpha == lookup.beta {
        write_value(out, "value", "", &lookup.alpha)?;
    } else {
        write_value(out, "alpha", "", &lookup.alpha)?;
        write_value(out, "beta", "", &lookup.beta)?;
    }
    write_threshold(out, "White", &lookup.white_wins_above)?;
    write_threshold(out, "Black", &lookup.black_wins_above)?;
    if lookup.alpha != lookup.beta {
        write_line(out, "", "Neither wins by force with money in between.")?;
    }
    write_bid(out, "bid", &lookup.bid)?;
    if let Some(bid) = &lookup.bid_beta {
        write_line(out, "", "(that was for alpha, to win; for beta, not to lose:)")?;
        write_bid(out, "", bid)?;
    }
    let label = |label: Option<Label>| label.map_or_else(|| "none".to_owned(), |label| label.to_string());
    write_line(out, "labels", &format!("White {}, Black {}", label(lookup.label_white), label(lookup.label_black)))?;
    write_moves(out, "White's moves, best first:", &lookup.white_moves, |a, b| b.value.cmp(&a.value).then_with(|| b.beta().cmp(a.beta())))?;
    write_moves(out, "Black's moves, best first:", &lookup.black_moves, |a, b| a.beta().cmp(b.beta()).then_with(|| a.value.cmp(&b.value)))?;
    if !lookup.rests_on.is_empty() {
        writeln!(out, "\nThis rests on certificates with SHA-256")?;
        lookup.rests_on.iter().try_for_each(|digest| writeln!(out, "  {digest}"))?;
    }
    Ok(())
}

/// The board with its coordinates, White below.
fn write_board(out: &mut dyn Write, diagram: &Diagram) -> io::Result<()> {
    let board: Board = diagram.board;
    for rank in (0..board.height()).rev() {
        write!(out, "  {} ", rank + 1)?;
        for file in 0..board.width() {
            write!(out, " {}", diagram.at(board.square(file, rank)).map_or('.', |piece| piece.letter()))?;
        }
        writeln!(out)?;
    }
    let files: String = (0..board.width()).flat_map(|file| [' ', char::from(b'a' + file)]).collect();
    writeln!(out, "    {files}")
}

fn write_line(out: &mut dyn Write, head: &str, text: &str) -> io::Result<()> {
    writeln!(out, "{head:INDENT$}{text}")
}

/// `head  before p/q, about 0.…`: what is too long for the line follows on lines of its own.
fn write_value(out: &mut dyn Write, head: &str, before: &str, value: &Rational) -> io::Result<()> {
    let decimal = value.decimal(DECIMALS);
    let line = format!("{before}{value}, about {decimal}");
    if INDENT + line.len() <= WIDTH {
        return write_line(out, head, &line);
    }
    write_line(out, head, &format!("{before}about {decimal}, exactly"))?;
    folded(value, WIDTH - INDENT).iter().try_for_each(|line| write_line(out, "", line))
}

fn write_threshold(out: &mut dyn Write, player: &str, threshold: &Rational) -> io::Result<()> {
    if *threshold == Rational::ONE {
        return write_line(out, player, "cannot force a win with any share of the money");
    }
    if *threshold == Rational::ZERO {
        return write_line(out, player, "wins by force with any money at all");
    }
    write_value(out, player, "wins by force with a share of the money above ", threshold)
}

fn write_bid(out: &mut dyn Write, head: &str, bid: &Bid) -> io::Result<()> {
    match bid.tempo() {
        Tempo::Hot => write_value(out, head, "", bid.size()),
        Tempo::Quiescent => write_line(out, head, "0: quiescent, a move is worth nothing to either player"),
        Tempo::Zugzwang => {
            write_line(out, head, "negative: zugzwang, either player pays to let the other one move")?;
            write_value(out, "", "-", bid.size())
        }
    }
}

/// The moves, best first, equal ones in move order; the best are marked.
fn write_moves(
    out: &mut dyn Write,
    title: &str,
    moves: &[MoveValue],
    compare: impl Fn(&MoveValue, &MoveValue) -> Ordering,
) -> io::Result<()> {
    writeln!(out, "\n{title}")?;
    let mut moves: Vec<&MoveValue> = moves.iter().collect();
    moves.sort_by(|a, b| compare(a, b));
    for mv in moves {
        let mark = if mv.best { '*' } else { ' ' };
        let head = format!("{mark} {:5}  ", mv.text);
        write_move_value(out, &head, &mv.value)?;
        if let Some(beta) = &mv.value_beta {
            write_move_value(out, "    beta ", beta)?;
        }
    }
    Ok(())
}

fn write_move_value(out: &mut dyn Write, head: &str, value: &Rational) -> io::Result<()> {
    let head = format!("{head}{}  ", value.decimal(DECIMALS));
    let empty = " ".repeat(head.len());
    let heads = std::iter::once(&head).chain(std::iter::repeat(&empty));
    heads.zip(folded(value, WIDTH - head.len())).try_for_each(|(head, line)| writeln!(out, "{head}{line}"))
}
