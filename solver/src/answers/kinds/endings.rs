//! Looks up endings of bidding chess with real-valued money (certificates of kind `richman`). A question may be about
//! any position of the certificate's ending or of a cited ending.

use std::io::{self, Write};

use serde::{Serialize, Serializer};

use super::sheet::{Sheet, Stop};
use super::values::Values;
use super::{Answer, Answers, Detail, Question, Rows, Words, chess_position, share_that_wins, without_chips};
use crate::answers::NoAnswer;
use crate::answers::export::Export;
use crate::answers::game::PLAYS;
use crate::answers::lookup::{Lookup, lookup, there};
use crate::answers::move_tree::source::{ChessKey, MoneyChess};
use crate::answers::move_tree::{MoveTree, Request, grow};
use crate::answers::tablebase::{Probe, Tablebase};
use crate::certificate::verify::VerifiedGame;
use crate::games::bidding_chess::Diagram;
use crate::model::graph::Player;

/// Verified endings. Verified endings; the requested ending comes last.
pub(super) struct Endings {
    tablebase: Tablebase,
    digests: Vec<String>,
}

impl Endings {
    pub(super) fn open(games: Vec<VerifiedGame>) -> Result<Self, NoAnswer> {
        let (tablebase, digests) = Tablebase::of_verified(games)?;
        Ok(Self { tablebase, digests })
    }
}

impl Answers for Endings {
    fn takes(&self, _: Detail) -> bool {
        false
    }

    fn lookup(&self, question: &Question<'_>) -> Result<Box<dyn Answer + '_>, NoAnswer> {
        let text = chess_position(question.position, 'N')?;
        Ok(Box::new(EndingValues::look_up(&self.tablebase, text, self.digests.clone())?))
    }

    fn contents(&self) -> Rows {
        let (ending, _) = &self.tablebase.endings()[self.tablebase.endings().len() - 1];
        Rows {
            row: ["position", "positions"],
            of: format!("{} on {}", ending.material(), ending.board()),
            with: "the share of the money that wins, the bid and the best moves".to_owned(),
            digest: self.digests.last().cloned().unwrap_or_default(),
        }
    }

    fn export(&self, sheet: &mut dyn Sheet) -> Result<(), Stop> {
        let export = Export::new(&self.tablebase, self.tablebase.endings().len() - 1);
        sheet.head(&export.columns())?;
        export.rows().try_for_each(|row| sheet.row(&row.cells()))
    }

    fn move_tree(&self, request: &Request<'_>) -> Result<MoveTree, NoAnswer> {
        without_chips(request)?;
        let text = chess_position(request.position, 'N')?;
        let diagram = Diagram::from_fen(self.tablebase.board(), text)?;
        let Probe { ending, class, exchanged, .. } = there(&self.tablebase, &diagram)?;
        let claimant = request.player.unwrap_or(Player::Left);
        let source = MoneyChess { tablebase: &self.tablebase, claimant };
        let (nodes, cut) = grow(&source, ChessKey { ending, class, exchanged }, request)?;
        let players = ["White".to_owned(), "Black".to_owned()];
        let (last, _) = &self.tablebase.endings()[self.tablebase.endings().len() - 1];
        Ok(MoveTree {
            title: format!("bidding chess {} on {}", last.material(), last.board()),
            thresholds: share_that_wins(&players[claimant as usize]),
            players,
            digest: self.digests.last().cloned().unwrap_or_default(),
            nodes,
            cut,
        })
    }
}

/// Values of one position, with the position's diagram. The schema of the JSON form is `spec/json/lookup.schema.json`.
pub struct EndingValues {
    diagram: Diagram,
    lookup: Lookup,
}

impl EndingValues {
    /// Looks up a position in a tablebase. `text` is a FEN of one to six fields.
    ///
    /// # Errors
    /// [`NoAnswer`] if the tablebase has no answer.
    pub fn look_up(tablebase: &Tablebase, text: &str, rests_on: Vec<String>) -> Result<Self, NoAnswer> {
        let diagram = Diagram::from_fen(tablebase.board(), text)?;
        let lookup = lookup(tablebase, &diagram, rests_on)?;
        Ok(Self { diagram, lookup })
    }
}

impl Serialize for EndingValues {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.lookup.serialize(serializer)
    }
}

impl Words for EndingValues {
    fn write_words(&self, out: &mut dyn Write, max: Option<usize>) -> io::Result<()> {
        let Self { diagram, lookup } = self;
        let values = Values {
            players: ["White", "Black"],
            thresholds: [&lookup.alpha, &lookup.beta],
            wins_above: [&lookup.white_wins_above, &lookup.black_wins_above],
            bids: (&lookup.bid, lookup.bid_beta.as_ref()),
            labels: [lookup.label_white, lookup.label_black],
            moves: [&lookup.white_moves, &lookup.black_moves],
            rests_on: &lookup.rests_on,
        };
        values.write_sentences(out, PLAYS)?;
        write_board(out, diagram)?;
        writeln!(out, "\n{} on {}\n", lookup.position, diagram.board)?;
        values.write(out, max)
    }
}

/// Writes the board with the names of files and ranks. White is at the bottom.
fn write_board(out: &mut dyn Write, diagram: &Diagram) -> io::Result<()> {
    let board = diagram.board;
    let digits = board.height().to_string().len();
    for rank in (0..board.height()).rev() {
        write!(out, "  {:>digits$} ", rank + 1)?;
        for file in 0..board.width() {
            write!(out, " {}", diagram.at(board.square(file, rank)).map_or('.', |piece| piece.letter()))?;
        }
        writeln!(out)?;
    }
    let files: String = (0..board.width()).flat_map(|file| [' ', char::from(b'a' + file)]).collect();
    writeln!(out, "  {:digits$} {files}", "")
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::super::values::WIDTH;
    use super::{EndingValues, Words};
    use crate::answers::tablebase::Tablebase;
    use crate::control::{Control, Silent};
    use crate::games::bidding_chess::Ending;
    use crate::solve;

    fn text(board: &str, material: &str, position: &str) -> String {
        let family = Ending::family(board.parse().unwrap(), &[material.parse().unwrap()]).unwrap();
        let stop = AtomicBool::new(false);
        let solutions = solve::bidding_chess::solve(&family, Control::new("", &Silent, &stop)).unwrap();
        let tablebase = Tablebase::new(family.into_iter().zip(solutions).collect());
        let mut out = Vec::new();
        EndingValues::look_up(&tablebase, position, vec!["5e".repeat(32)]).unwrap().write_words(&mut out, None).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn ranks_of_one_digit_and_of_two() {
        let words = text("2x10", "KK", "1k/2/2/2/2/2/2/2/2/K1");
        let board: Vec<&str> = words.lines().skip_while(|line| !line.is_empty()).skip(1).take(11).collect();
        assert_eq!((board[0], board[1], board[9], board[10]), ("  10  . k", "   9  . .", "   1  K .", "      a b"));
    }

    #[test]
    fn a_zugzwang_is_described() {
        let expected = "\
White can force a win with more than 17/48 of the money (about 0.3541666666), Black with more than 31/48 (about 0.6458333333).
White bids -1/96 of the money (about -0.0104166666) and plays a1a2.
Black bids -1/96 of the money (about -0.0104166666) and plays d4d3.
Zugzwang: neither player wants to move, so each would pay the other to do so.

  4  . . . k
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

This depends on certificates with SHA-256
  5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e
";
        assert_eq!(text("4x4", "KNK", "3k/4/4/K2N"), expected);
    }

    #[test]
    fn two_values_are_described() {
        let text = text("2x4", "KPKP", "k1/p1/P1/K1");
        for expected in [
            "\nalpha    1/4 = 0.25\nbeta     3/4 = 0.75\n",
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
        assert!(
            text.starts_with("White can force a win with more than 0.4105895382… of the money, Black with more than 0.5894104617….\n"),
            "{text}"
        );
        assert!(text.lines().skip(1).all(|line| line.chars().count() <= WIDTH), "{text}");
        let joined: String = text.lines().map(str::trim).collect();
        let numerator = "118149099210761088839658071450928865980708175943671062283570061370088\
                         990297242487312344048797827448187146592684262495193145202761460197371";
        let denominator = "200453006658428905551436939930457127472327950605425153085344343480681\
                           727125595119114980629492845444447049929082740309543514434854453248000";
        assert!(joined.contains(&format!("about 0.5894104617, exactly{numerator}/ {denominator}")), "{text}");
    }
}
