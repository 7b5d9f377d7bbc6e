//! What a tablebase says of a position, for people: the board, the value, who wins with how much money, what to bid, which moves.

use std::cmp::Ordering;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::lookup_scoring;
use super::outcome::{Failure, print};
use super::scoring::Marker;
use super::tables::Tables;

use crate::certificate::verify::{self, VerifiedTables};
use crate::games::bidding_chess::{Board, Diagram};
use crate::model::graph::Label;
use crate::model::value::Rational;
use crate::report::bid::{Bid, Tempo};
use crate::report::lookup::{Lookup, MoveValue, lookup};
use crate::report::text::{DECIMALS, folded};

/// Arguments of `solve lookup`.
#[derive(Args, Debug)]
pub(super) struct LookupCommand {
    /// The certificate; those that it cites are looked for in the same folder
    #[arg(value_name = "CERT")]
    certificate: PathBuf,
    /// The position: the first field of a FEN, such as 8/8/8/8/3k4/8/8/K2N4; what follows it is ignored, as nobody is on move. In a certificate of kind
    /// scoring: heap, Left's coins and total budget, such as 9,4/7
    #[arg(value_name = "POSITION")]
    position: String,
    /// Kind scoring: who has the marker [default: left]
    #[arg(long, value_enum)]
    marker: Option<Marker>,
    /// Print one JSON object and nothing else
    #[arg(long)]
    json: bool,
}

impl LookupCommand {
    /// Does what was asked.
    pub(super) fn run(&self) -> Result<(), Failure> {
        let tables = verify::open_tables(&self.certificate).map_err(Failure::input)?;
        if let VerifiedTables::Scoring(game) = &tables {
            let found = lookup_scoring::find(&self.certificate, game, &self.position, self.marker.unwrap_or(Marker::Left).into())?;
            return print(self.json, &found, |out| found.write_text(out));
        }
        if self.marker.is_some() {
            return Err(Failure::input(format!("{}: --marker is for certificates of kind scoring", self.certificate.display())));
        }
        let Tables { tablebase, digests } = Tables::of_any(&self.certificate, tables)?;
        let diagram = Diagram::parse(tablebase.board(), self.position.split(' ').next().unwrap_or_default()).map_err(Failure::input)?;
        let found = lookup(&tablebase, &diagram, digests).map_err(Failure::input)?;
        print(self.json, &found, |out| write_text(out, &diagram, &found))
    }
}

/// Characters in a line.
const WIDTH: usize = 100;

/// Where the second column begins.
const INDENT: usize = 9;

/// Writes a lookup of this diagram.
fn write_text(out: &mut dyn Write, diagram: &Diagram, lookup: &Lookup) -> io::Result<()> {
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
    write_number(out, head, before, "", value)
}

fn write_number(out: &mut dyn Write, head: &str, before: &str, sign: &str, value: &Rational) -> io::Result<()> {
    let decimal = value.decimal(DECIMALS);
    let line = format!("{before}{sign}{value}, about {sign}{decimal}");
    if INDENT + line.len() <= WIDTH {
        return write_line(out, head, &line);
    }
    let minus = if sign.is_empty() { "" } else { " minus" };
    write_line(out, head, &format!("{before}about {sign}{decimal}, exactly{minus}"))?;
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
            write_number(out, "", "", "-", bid.size())
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::{WIDTH, write_text};
    use crate::control::{Control, Silent};
    use crate::games::bidding_chess::{Diagram, Ending};
    use crate::report::lookup::lookup;
    use crate::report::tablebase::Tablebase;
    use crate::solve;

    fn text(board: &str, material: &str, position: &str) -> String {
        let family = Ending::family(board.parse().unwrap(), &[material.parse().unwrap()]).unwrap();
        let stop = AtomicBool::new(false);
        let solutions = solve::bidding_chess::solve(&family, Control::new("", &Silent, &stop)).unwrap();
        let tablebase = Tablebase::new(family.into_iter().zip(solutions).collect());
        let diagram = Diagram::parse(tablebase.board(), position).unwrap();
        let mut out = Vec::new();
        write_text(&mut out, &diagram, &lookup(&tablebase, &diagram, vec!["5e".repeat(32)]).unwrap()).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_zugzwang_is_described() {
        let expected = "  4  . . . k
  3  . . . .
  2  . . . .
  1  K . . N
     a b c d

3k/4/4/K2N on 4x4

value    31/48, about 0.6458333333
White    wins by force with a share of the money above 17/48, about 0.3541666666
Black    wins by force with a share of the money above 31/48, about 0.6458333333
bid      negative: zugzwang, either player pays to let the other one move
         -1/96, about -0.0104166666
labels   White 3, Black 4

White's moves, best first:
* a1a2   0.6354166666  61/96
* a1b1   0.6354166666  61/96
* d1b2   0.6354166666  61/96
  d1c3   0.5833740234  4779/8192
  a1b2   0.5729166666  55/96

Black's moves, best first:
* d4d3   0.6562500000  21/32
* d4c4   0.6562500000  21/32
  d4c3   0.7500000000  3/4

This rests on certificates with SHA-256
  5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e
";
        assert_eq!(text("4x4", "KNK", "3k/4/4/K2N"), expected);
    }

    #[test]
    fn two_values_are_described() {
        let text = text("2x4", "KPKP", "k1/p1/P1/K1");
        for expected in [
            "\nalpha    1/4, about 0.2500000000\nbeta     3/4, about 0.7500000000\n",
            "\n         Neither wins by force with money in between.\n",
            "\nbid      0: quiescent, a move is worth nothing to either player\n",
            "\n* a4b3   0.6250000000  5/8\n    beta 0.7500000000  3/4\n",
        ] {
            assert!(text.contains(expected), "{expected:?} in\n{text}");
        }
    }

    #[test]
    fn long_fractions_are_cut_into_lines() {
        let text = text("8x8", "KNK", "4N3/8/8/8/8/8/8/k2K4");
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        let joined: String = text.lines().map(str::trim).collect();
        let numerator = "118149099210761088839658071450928865980708175943671062283570061370088\
                         990297242487312344048797827448187146592684262495193145202761460197371";
        let denominator = "200453006658428905551436939930457127472327950605425153085344343480681\
                           727125595119114980629492845444447049929082740309543514434854453248000";
        assert!(joined.contains(&format!("about 0.5894104617, exactly{numerator}/ {denominator}")), "{text}");
    }
}
