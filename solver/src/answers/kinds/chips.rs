//! Looks up bidding games with chips (certificates of kind `chips`). The results tell how many chips a player needs at
//! a position.

use std::io::{self, Write};
use std::rc::Rc;

use serde::Serialize;

use super::sheet::{Cell, Sheet, Stop};
use super::{Answer, Answers, Detail, Question, Rows, Tidy, TidyError, Words, chess_position, no_start};
use crate::answers::NoAnswer;
use crate::answers::certified::Certified;
use crate::answers::chips::sentences::{self, Needs};
use crate::answers::chips::{Sequence, sequence};
use crate::answers::move_tree::source::{ChessKey, ChipChess, ChipGame};
use crate::answers::move_tree::{MoveTree, Request, grow};
use crate::answers::text::{counted, first, write_left_out};
use crate::certificate::verify::VerifiedChips;
use crate::games::bidding_chess::Diagram;
use crate::model::chips::{ChipTables, Range, Rule, ThresholdTable};
use crate::model::graph::Player;

/// A verified game that is played with chips. If the game is an ending of bidding chess, `games` also contains the
/// endings that its certificate cites.
pub(crate) struct Chips {
    /// The games with their tables of thresholds. The requested game comes last.
    games: Vec<(Certified, ChipTables)>,
    digests: Vec<String>,
}

impl Chips {
    /// Opens the games of verified tables. The last game is the requested one.
    ///
    /// # Errors
    /// [`NoAnswer`] if the solver does not know a game that its certificate names.
    pub(crate) fn open(games: Vec<VerifiedChips>) -> Result<Self, NoAnswer> {
        let digests = games.iter().map(|game| game.about.digest.to_string()).collect();
        let open = |VerifiedChips { about, tables }: VerifiedChips| Ok((Certified::open(&about)?, tables));
        let games = games.into_iter().map(open).collect::<Result<Vec<_>, NoAnswer>>()?;
        if games.is_empty() { Err(NoAnswer::disagreement("a certificate without a game")) } else { Ok(Self { games, digests }) }
    }

    /// Returns the requested game.
    pub(crate) fn last(&self) -> &(Certified, ChipTables) {
        &self.games[self.games.len() - 1]
    }

    /// Returns the SHA-256 digests of the certificates. The digest of the requested game comes last.
    pub(crate) fn digests(&self) -> &[String] {
        &self.digests
    }

    /// Returns the game that a position belongs to. In bidding chess, a position may belong to an ending that the
    /// certificate cites.
    pub(crate) fn game_of(&self, text: &str) -> Result<&(Certified, ChipTables), NoAnswer> {
        let (Certified::Ending(ending), _) = self.last() else { return Ok(self.last()) };
        let (material, ..) = Diagram::from_fen(ending.board(), text)?.placement();
        let is_of = |(game, _): &&(Certified, ChipTables)| matches!(game, Certified::Ending(ending) if *ending.material() == material);
        Ok(self.games.iter().find(is_of).unwrap_or(self.last()))
    }
}

impl Answers for Chips {
    fn takes(&self, detail: Detail) -> bool {
        detail == Detail::Chips
    }

    fn lookup(&self, question: &Question<'_>) -> Result<Box<dyn Answer + '_>, NoAnswer> {
        let text = match (question.position, &self.last().0) {
            (Some(text), _) => text.to_owned(),
            (None, Certified::Game(game)) => game.position(game.start()),
            (None, Certified::Ending(_)) => return Err(no_start("bidding chess", "8/8/8/8/3k4/8/8/K2R4")),
        };
        let (game, tables) = self.game_of(&text)?;
        let class = game.class(&text)?;
        let table = tables.of(class);
        let rule = tables.rule;
        let thresholds = question.chips.map(|range| thresholds(rule, tables.range, table, range)).transpose()?;
        // Keeps only the first field of a FEN, because in bidding chess the other fields have no meaning.
        let position = if matches!(game, Certified::Ending(_)) { text.split_whitespace().take(1).collect() } else { text };
        let representative = game.position(u32::try_from(class).expect("fewer than 2^32 classes"));
        let [left, right] = game.players();
        let players = if rule.claimant == Player::Left { [left, right] } else { [right, left] };
        let table_in_text = sequence(rule, table);
        let names = [players[0].as_str(), players[1].as_str()];
        let needs =
            |threshold: &Threshold| sentences::needs(rule, Needs { chips: threshold.chips, least: threshold.code, other: None }, names);
        let sentences = match &thresholds {
            None => vec![sentences::law(rule, &table_in_text, names[0])],
            Some(thresholds) => thresholds.iter().map(needs).collect(),
        };
        Ok(Box::new(PositionThresholds {
            game: game.title(),
            tie_break: rule.tie_break.to_string(),
            player: rule.claimant,
            sentences,
            player_name: players.into_iter().next().unwrap_or_default(),
            representative: (representative != position).then_some(representative),
            position,
            thresholds,
            table: table_in_text,
            rests_on: self.digests.clone(),
        }))
    }

    fn contents(&self) -> Rows {
        let (game, tables) = self.last();
        let player = &game.players()[tables.rule.claimant as usize];
        Rows {
            row: ["position", "positions"],
            of: game.title(),
            with: format!("the chips with which {player} can force a win"),
            digest: self.digests.last().cloned().unwrap_or_default(),
        }
    }

    fn export(&self, sheet: &mut dyn Sheet) -> Result<(), Stop> {
        let (game, tables) = self.last();
        let columns = ["class", "position", "table", "first", "preperiod", "period", "slope", "thresholds", "labels"];
        // Omits the last column if there are no labels, as in certificates of loopfree games.
        sheet.head(&columns[..if tables.labels.is_some() { 9 } else { 8 }])?;
        let shared = |table: &ThresholdTable| {
            let Sequence { first, preperiod, period, slope, thresholds } = sequence(tables.rule, table);
            let thresholds = Cell::list(thresholds.into_iter().map(Cell::Text));
            [Cell::number(first), Cell::number(preperiod), Cell::number(period), Cell::number(slope), Cell::Shared(Rc::new(thresholds))]
        };
        let distinct: Vec<[Cell; 5]> = tables.tables.distinct.iter().map(shared).collect();
        let label = |&label: &u16| Cell::number(u32::from(label));
        for (class, &table) in (0..).zip(&tables.tables.number) {
            let mut cells = vec![Cell::number(class), Cell::text(game.position(class)), Cell::number(table)];
            cells.extend(distinct[table as usize].iter().cloned());
            cells.extend(tables.labels.as_ref().map(|labels| Cell::list(labels.of(class as usize).iter().map(label))));
            sheet.row(&cells)?;
        }
        Ok(())
    }

    fn move_tree(&self, request: &Request<'_>) -> Result<MoveTree, NoAnswer> {
        let (game, tables) = self.last();
        let chips = request.chips.ok_or_else(|| NoAnswer::question("optimal moves depend on the number of chips in all: say how many"))?;
        if let Range::Between(first, last) = tables.range
            && !(first..=last).contains(&chips)
        {
            return Err(NoAnswer::NotCovered(format!("the certificate is about {first} to {last} chips, not {chips}")));
        }
        let claimant = tables.rule.claimant;
        let players = game.players();
        let player = &players[claimant as usize];
        if request.player.is_some_and(|asked| asked != claimant) {
            return Err(NoAnswer::NotCovered(format!("the certificate is about the chips that {player} needs")));
        }
        let thresholds = format!("the chips with which {player} can force a win, of {} in all", counted(chips.into(), "chip", "chips"));
        let (nodes, cut) = match game {
            Certified::Game(game) => {
                let root = request.position.map_or_else(|| Ok(game.start()), |text| game.find_position(text))?;
                grow(&ChipGame { game: &**game, graph: game.graph(), tables, chips }, root, request)?
            }
            Certified::Ending(_) => {
                let text = chess_position(request.position, 'R')?;
                let (of_position, _) = self.game_of(text)?;
                let class = u32::try_from(of_position.class(text)?).expect("fewer than 2^32 classes");
                let ending = self.games.iter().position(|(game, _)| std::ptr::eq(game, of_position)).unwrap_or_default();
                grow(&ChipChess { games: &self.games, claimant, chips }, ChessKey { ending, class, exchanged: false }, request)?
            }
        };
        let digest = self.digests.last().cloned().unwrap_or_default();
        Ok(MoveTree { title: game.title(), thresholds, players, digest, nodes, cut })
    }

    fn tidy(&self) -> Option<&dyn Tidy> {
        Some(self)
    }
}

impl Tidy for Chips {
    fn contents(&self) -> Rows {
        Rows {
            row: ["threshold", "thresholds"],
            with: "one row for each position and number of chips in all".to_owned(),
            ..Answers::contents(self)
        }
    }

    fn rows(&self, chips: Option<(u32, u32)>, sheet: &mut dyn Sheet) -> Result<(), TidyError> {
        let (game, tables) = self.last();
        let rule = tables.rule;
        if let (Range::Between(first, last), Some((from, to))) = (tables.range, chips)
            && (from < first || last < to)
        {
            let wrong = if from < first { from } else { to };
            return Err(NoAnswer::NotCovered(format!("the certificate is about {first} to {last} chips, not {wrong}")).into());
        }
        let player = Cell::text(["left", "right"][rule.claimant as usize]);
        sheet.head(&["class", "position", "player", "chips", "wins", "threshold", "threshold_chips", "marked"])?;
        for (class, &number) in (0..).zip(&tables.tables.number) {
            let table = &tables.tables.distinct[number as usize];
            let position = Cell::text(game.position(class));
            // Counts the thresholds that the ordinary export, which has one row per class, lists for this class.
            let listed = || u32::try_from(sequence(rule, table).thresholds.len()).unwrap_or(u32::MAX);
            let (from, to) = chips.unwrap_or_else(|| (table.first, table.first + listed().saturating_sub(1)));
            for k in from..=to {
                let Some(code) = table.at(k) else { break };
                let wins = code < rule.top(k);
                let if_wins = |cell: Cell| if wins { cell } else { Cell::None };
                // With the tie-breaking rule ladies first, a code is just a number of chips and has no mark. With the
                // other rules, the last bit of the code determines whether the holding is marked.
                let mark = if rule.unit() == 1 { Cell::None } else { if_wins(Cell::Flag(rule.is_marked(code))) };
                sheet.row(&[
                    Cell::number(class),
                    position.clone(),
                    player.clone(),
                    Cell::number(k),
                    Cell::Flag(wins),
                    if_wins(Cell::text(rule.write(code))),
                    if_wins(Cell::number(code / rule.unit())),
                    mark,
                ])?;
            }
        }
        Ok(())
    }
}

/// Returns the thresholds for each total number of chips from `first` to `last`.
fn thresholds(rule: Rule, range: Range, table: &ThresholdTable, (first, last): (u32, u32)) -> Result<Vec<Threshold>, NoAnswer> {
    if let Range::Between(least, greatest) = range
        && (first < least || last > greatest)
    {
        let wrong = if first < least { first } else { last };
        return Err(NoAnswer::NotCovered(format!("the certificate is about {least} to {greatest} chips, not {wrong}")));
    }
    let one = |chips: u32| {
        let code = table.at(chips).ok_or_else(|| NoAnswer::disagreement("the table ends too soon"))?;
        Ok(Threshold { chips, threshold: (code < rule.top(chips)).then(|| rule.write(code)), code })
    };
    (first..=last).map(one).collect()
}

/// Thresholds of one position. The schema of the JSON form is `spec/json/lookup-chips.schema.json`.
#[derive(Serialize)]
struct PositionThresholds {
    game: String,
    tie_break: String,
    player: Player,
    /// One sentence for each requested number of chips, or one general sentence if no number was requested.
    #[serde(skip)]
    sentences: Vec<String>,
    #[serde(skip)]
    player_name: String,
    position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    representative: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thresholds: Option<Vec<Threshold>>,
    table: Sequence,
    rests_on: Vec<String>,
}

/// Threshold for one total number of chips.
#[derive(Serialize)]
struct Threshold {
    chips: u32,
    /// The fewest chips with which the player can force a win; `None` if no number of chips wins.
    threshold: Option<String>,
    /// The threshold as an integer.
    #[serde(skip)]
    code: u32,
}

impl Words for PositionThresholds {
    fn write_words(&self, out: &mut dyn Write, max: Option<usize>) -> io::Result<()> {
        let Self { game, tie_break, player_name: player, position, representative, thresholds, table, sentences, .. } = self;
        let (shown, left_out) = first(sentences, max);
        for sentence in shown {
            writeln!(out, "{sentence}")?;
        }
        write_left_out(out, left_out)?;
        writeln!(out, "\n{game}, {tie_break}: what {player} needs at {position}")?;
        if let Some(representative) = representative {
            writeln!(out, "the same as at {representative}")?;
        }
        match thresholds {
            None => table.write_text(out, position),
            Some(_) => table.write_law(out, position).map(|_| ()),
        }
    }
}
