//! `solve plot`: selects the picture that suits a certificate, and writes it to a file.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::common::Reading;
use super::drawing::Drawing;
use super::files::Replace;
use super::outcome::Failure;
use super::scoring::{Marker, number};

use crate::answers::NoAnswer;
use crate::answers::bounds::BoundedTables;
use crate::answers::certified::Certified;
use crate::answers::tablebase::Tablebase;
use crate::certificate::verify::{About, VerifiedBounds, VerifiedChips, VerifiedGame, VerifiedScoring, VerifiedTables};
use crate::figures::scoring::Coins;
use crate::figures::{Subject, board, chips, distribution, scoring};
use crate::games::bidding_chess::Diagram;
use crate::model::chips::ThresholdTable;
use crate::plot::Figure;

/// Arguments of `solve plot`.
#[derive(Args, Debug)]
pub(super) struct PlotCommand {
    /// The certificate; - is standard input. Certificates that it cites are looked for in the same folder
    #[arg(value_name = "CERT")]
    certificate: PathBuf,
    #[command(flatten)]
    reading: Reading,
    /// The file for the picture (.svg, .pdf, .png), or for the data of the picture as a table (.csv)
    #[arg(id = "picture", long = "out", value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    replace: Replace,
    /// Chips: the position whose thresholds are drawn [default: where play begins]. With --move-piece: the position on
    /// the board
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    position: Option<String>,
    /// Bidding chess: move the piece from this square to every square in turn, and show the value of each position
    #[arg(long, value_name = "SQUARE")]
    move_piece: Option<String>,
    /// Chips: draw all sequences of thresholds as a heat map
    #[arg(long)]
    heat: bool,
    /// Real-valued money: show how often each value occurs, instead of how often each label occurs
    #[arg(long)]
    values: bool,
    /// Chips: the last number of chips to show; scores: the last heap to show
    #[arg(long, value_name = "N")]
    up_to: Option<u32>,
    /// Scores: show the heap at which the period begins, for each total budget, instead of outcomes
    #[arg(long)]
    onset: bool,
    /// Scores for several total budgets: Left's coins, as a number or as a fraction of all coins [default: 2/3]
    #[arg(long, value_name = "NUMBER|PART", value_parser = coins)]
    coins: Option<Coins>,
    /// The player who has the marker, in a plot of scores [default: left]
    #[arg(long, value_enum)]
    marker: Option<Marker>,
    #[command(flatten)]
    drawing: Drawing,
}

/// Parses Left's coins, as a number or as a fraction of all coins.
fn coins(text: &str) -> Result<Coins, String> {
    match text.split_once('/') {
        None => Ok(Coins::Number(number(text)?)),
        Some((part, whole)) => match (number(part)?, number(whole)?) {
            (part, whole) if part <= whole && whole > 0 => Ok(Coins::Part(part, whole)),
            _ => Err("a part of all coins is from 0/1 to 1/1".to_owned()),
        },
    }
}

/// Figure with a description.
type Shown = (Figure, String);

impl PlotCommand {
    /// Runs the command.
    pub(super) fn run(&self) -> Result<(), Failure> {
        let picture = self.drawing.picture(&self.out, self.replace)?;
        let (figure, shows) = match self.reading.open_tables(&self.certificate)? {
            VerifiedTables::Chips(games) => self.of_chips(games)?,
            VerifiedTables::Values(games) => self.of_values(games)?,
            VerifiedTables::Scoring(game) => self.of_scoring(&game)?,
            VerifiedTables::Bounds(games) => self.of_bounds(&games)?,
        };
        picture.write(&figure)?;
        Ok(writeln!(io::stdout().lock(), "{} shows {shows}.", self.out.display())?)
    }

    /// Refuses options that do not apply to this kind of certificate.
    fn refuse(&self, kind: &str, options: &[(&str, bool)]) -> Result<(), Failure> {
        match options.iter().find(|(_, supplied)| *supplied) {
            Some((option, _)) => Err(Failure::input(format!("{}: {option} does not go with {kind}", self.certificate.display()))),
            None => Ok(()),
        }
    }

    fn refuse_for_money(&self, kind: &str) -> Result<(), Failure> {
        self.refuse(kind, &[("--heat", self.heat), ("--up-to", self.up_to.is_some())])?;
        self.refuse(kind, &self.for_scores())
    }

    fn of_chips(&self, mut games: Vec<VerifiedChips>) -> Result<Shown, Failure> {
        self.refuse("a certificate of kind chips", &[("--move-piece", self.move_piece.is_some()), ("--values", self.values)])?;
        self.refuse("a certificate of kind chips", &self.for_scores())?;
        if self.heat && self.position.is_some() {
            return Err(Failure::input("--heat shows all positions: leave --position out"));
        }
        let VerifiedChips { about, tables } = games.pop().ok_or_else(|| Failure::input("a certificate without a game"))?;
        let game = open_game(&self.certificate, &about)?;
        let subject = Subject { title: game.title(), digest: about.digest.to_string() };
        let player = &game.players()[tables.rule.claimant as usize];
        if self.heat {
            let figure = chips::heat(&subject, &tables, player, self.up_to).map_err(Failure::input)?;
            let title = &subject.title;
            return Ok((
                figure,
                format!(
                    "how many chips {player} needs to win {title}: each row is a sequence of thresholds, each column a number of chips in all"
                ),
            ));
        }
        let (name, class) = match (&self.position, &game) {
            (Some(text), game) => (text.clone(), game.class(text).map_err(Failure::input)?),
            (None, Certified::Game(game)) => (game.position(game.start()), game.start()),
            (None, Certified::Ending(_)) => {
                return Err(Failure::input(
                    "bidding chess has no position in which play begins: name one with --position, or ask for --heat",
                ));
            }
        };
        let number = tables.tables.number.get(class).ok_or_else(|| Failure::input(format!("{name}: the certificate has no such class")))?;
        let table: &ThresholdTable = &tables.tables.distinct[*number as usize];
        let figure = chips::sequence(&subject, &tables, player, &name, table, self.up_to).map_err(Failure::input)?;
        let title = &subject.title;
        Ok((figure, format!("which share of the chips {player} needs to win {title} from {name}, for each number of chips in all")))
    }

    /// Returns the options that apply only to scores, and whether the user has set each option.
    fn for_scores(&self) -> [(&'static str, bool); 3] {
        [("--onset", self.onset), ("--coins", self.coins.is_some()), ("--marker", self.marker.is_some())]
    }

    fn of_scoring(&self, game: &VerifiedScoring) -> Result<Shown, Failure> {
        let others = [
            ("--position", self.position.is_some()),
            ("--move-piece", self.move_piece.is_some()),
            ("--heat", self.heat),
            ("--values", self.values),
        ];
        self.refuse("a certificate of kind scoring", &others)?;
        let VerifiedScoring { about, set, outcomes } = game;
        let subject = Subject { title: format!("subtraction {set}"), digest: about.digest.to_string() };
        let holder = self.marker.unwrap_or(Marker::Left).into();
        match (&outcomes[..], self.onset) {
            ([one], true) => Err(Failure::input(format!(
                "--onset needs a certificate for several total budgets, and {} is about {} alone",
                self.certificate.display(),
                one.budget
            ))),
            (several, true) => {
                let others = [("--up-to", self.up_to.is_some()), ("--coins", self.coins.is_some()), ("--marker", self.marker.is_some())];
                match others.iter().find(|(_, supplied)| *supplied) {
                    Some((option, _)) => Err(Failure::input(format!("--onset is about all heaps and all coins: leave {option} out"))),
                    None => Ok((
                        scoring::onsets(&subject, several),
                        format!("from which heap on the outcomes of {} repeat, for each total budget", subject.title),
                    )),
                }
            }
            ([_], false) if self.coins.is_some() => {
                Err(Failure::input("the picture for one total budget shows all numbers of coins: leave --coins out"))
            }
            ([one], false) => {
                let figure = scoring::coins(&subject, one, holder, self.up_to).map_err(Failure::input)?;
                let game = format!("{} with a total budget of {}", subject.title, one.budget);
                Ok((figure, format!("who is ahead by how many points in {game}, for each heap and number of Left's coins")))
            }
            (several, false) => {
                // With equal coins neither player gets ahead, and the picture would be empty.
                let coins = self.coins.unwrap_or(Coins::Part(2, 3));
                let figure = scoring::budgets(&subject, several, coins, holder, self.up_to).map_err(Failure::input)?;
                let coins = format!("where Left has {coins}");
                Ok((figure, format!("who is ahead by how many points in {}, for each heap and total budget, {coins}", subject.title)))
            }
        }
    }

    fn of_values(&self, games: Vec<VerifiedGame>) -> Result<Shown, Failure> {
        self.refuse_for_money("a certificate of kind richman")?;
        let last = games.last().ok_or_else(|| Failure::input("a certificate without a game"))?;
        let game = open_game(&self.certificate, &last.about)?;
        let subject = Subject { title: game.title(), digest: last.about.digest.to_string() };
        match self.moved_piece()? {
            None if self.values => Ok((
                distribution::values(&subject, &last.solution, &game.players()),
                format!("how many positions of {} have which value, a share of the money", subject.title),
            )),
            None => {
                let [left, right] = game.players();
                let figure = distribution::labels(&subject, &last.solution, &game.players());
                Ok((
                    figure,
                    format!("how soon {left} and {right} can make progress in {}: how many positions have which label", subject.title),
                ))
            }
            Some((position, square)) => {
                if matches!(game, Certified::Game(_)) {
                    return Err(Failure::input(format!("{}: --move-piece is for bidding chess", self.certificate.display())));
                }
                let (tablebase, _) = Tablebase::of_verified(games).map_err(|cause| Failure::file(&self.certificate, cause))?;
                let diagram = Diagram::from_fen(tablebase.board(), position).map_err(Failure::input)?;
                Ok((board::moved(&subject, &tablebase, &diagram, square).map_err(Failure::input)?, moved(&diagram, square)))
            }
        }
    }

    fn of_bounds(&self, games: &[VerifiedBounds]) -> Result<Shown, Failure> {
        self.refuse_for_money("a certificate of kind bracket")?;
        let wrong = |cause: NoAnswer| Failure::file(&self.certificate, cause);
        let tables = BoundedTables::open(games).map_err(wrong)?;
        let last = &games.last().ok_or_else(|| Failure::input("a certificate without a game"))?.about;
        let subject = Subject { title: open_game(&self.certificate, last)?.title(), digest: last.digest.to_string() };
        match self.moved_piece()? {
            None => Ok((
                distribution::bounds(&subject, &tables),
                format!("how many positions of {} have which lower bounds, shares of the money", subject.title),
            )),
            Some((position, square)) => {
                let diagram = tables.diagram(position).map_err(Failure::input)?;
                Ok((board::moved(&subject, &tables, &diagram, square).map_err(Failure::input)?, moved(&diagram, square)))
            }
        }
    }

    /// If the user asks to move a piece over the board, returns the position and the square of the piece.
    fn moved_piece(&self) -> Result<Option<(&str, &str)>, Failure> {
        match (&self.position, &self.move_piece) {
            (None, None) => Ok(None),
            (Some(_), Some(_)) if self.values => Err(Failure::input("--values shows all positions: leave --position and --move-piece out")),
            (Some(position), Some(square)) => Ok(Some((position, square))),
            (None, Some(_)) => Err(Failure::input("--move-piece needs the --position in which the piece stands")),
            (Some(_), None) => {
                Err(Failure::input("--position needs --move-piece, the square of the piece that is to be moved over the board"))
            }
        }
    }
}

/// Describes the picture that shows a piece moved to every square of the board.
fn moved(diagram: &Diagram, square: &str) -> String {
    format!("what {diagram} is worth with the piece from {square} on each square of the board")
}

fn open_game(certificate: &Path, about: &About) -> Result<Certified, Failure> {
    Certified::open(about).map_err(|cause| Failure::file(certificate, cause))
}
