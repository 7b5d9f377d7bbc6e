//! Computations that the page can request. Each kind of request has its own data type, and every value is parsed in the
//! same manner as on the command line. A value from a request never becomes an option or a file name.

use std::ffi::OsString;

use serde::Deserialize;

use crate::cli::endings::must_fit;
use crate::cli::outcome::Failure;
use crate::cli::resources::Resources;
use crate::games::bidding_chess::{Board, Material};
use crate::games::losing_chess::line::played;
use crate::games::losing_chess::text::{START, Setup};
use crate::games::{self, Argument};
use crate::model::chips::TieBreak;
use crate::model::scoring::SubtractionSet;
use crate::solve::bidding_chess::estimate_memory;
use crate::solve::chips::{self, Request as Chips};
use crate::solve::scoring::{self, MAX_COINS};
use gamecert_unwinnable::Position;

/// Commands of `solve` that the page can use.
pub(super) const SYSTEMS: [&str; 5] = ["losing-chess", "bidding-chess", "chips", "scoring", "unwinnable"];

const MAX_ENDINGS: usize = 16;
/// Maximum time of a search in seconds: a day.
const MAX_SECONDS: u32 = 86_400;
/// Maximum memory of a search in losing chess, in bytes. More memory does not help within the time that a user waits.
const MAX_FOR_SEARCH: u64 = 4 << 30;

/// Computation that the page requests.
#[derive(Deserialize, Debug)]
#[serde(tag = "system", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Request {
    /// Request to search for a forced win after some moves from the start of the game or from the position `fen`.
    LosingChess {
        moves: String,
        #[serde(default)]
        fen: Option<String>,
        #[serde(default)]
        side: Option<Side>,
        seconds: u32,
    },
    /// Request to solve endings of bidding chess on one board.
    BiddingChess { material: Vec<String>, board: String },
    /// Request to compute how many chips a player needs. Without `up_to`, the answer covers all totals.
    Chips {
        game: String,
        #[serde(default)]
        up_to: Option<u32>,
        tie_break: TieBreak,
        player: Player,
    },
    /// Request to solve a subtraction game for a range of total budgets.
    Scoring { subtract: Vec<u32>, budgets: (u32, u32) },
    /// Request to decide whether a side can still mate.
    Unwinnable { fen: String, side: Sides },
}

/// Declares an enum whose variants have the same names in requests and on the command line.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($word:ident = $text:literal),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Deserialize, Clone, Copy, Debug)]
        pub(super) enum $name {
            $(#[serde(rename = $text)] $word),+
        }

        impl $name {
            fn word(self) -> &'static str {
                match self {
                    $(Self::$word => $text),+
                }
            }
        }
    };
}

words!(
    /// Side whose win is searched for.
    Side { White = "white", Black = "black" }
);
words!(
    /// Player who needs the chips.
    Player { Left = "left", Right = "right" }
);
words!(
    /// Side that should mate.
    Sides { White = "white", Black = "black", Both = "both" }
);

/// A run of `solve`.
#[derive(Debug)]
pub(super) struct Run {
    /// Description of the computation.
    pub(super) title: String,
    /// Arguments of the run. The run writes certificates into the folder in which it is started.
    pub(super) arguments: Vec<OsString>,
}

impl Request {
    /// Builds the arguments with which `solve` answers this request.
    ///
    /// # Errors
    /// Fails if a value is invalid, or if the work needs more memory than allowed.
    pub(super) fn run(&self, resources: &Resources) -> Result<Run, Failure> {
        match self {
            Self::LosingChess { moves, fen, side, seconds } => losing(moves, fen.as_deref(), *side, *seconds, resources),
            Self::BiddingChess { material, board } => bidding(material, board, resources),
            Self::Chips { game, up_to, tie_break, player } => chips(game, *up_to, *tie_break, *player, resources),
            Self::Scoring { subtract, budgets } => scoring(subtract, *budgets, resources),
            Self::Unwinnable { fen, side } => unwinnable(fen, *side),
        }
    }
}

/// Builds the arguments of a command: first the options, then the positional arguments `about`.
fn command(name: &str, options: Vec<String>, memory: Option<u64>, about: Vec<String>) -> Vec<OsString> {
    let memory = memory.map(|memory| format!("--memory={memory}"));
    // After `--`, arguments that start with `-` are not parsed as options.
    let all = std::iter::once(name.to_owned()).chain(options).chain(memory).chain(std::iter::once("--".to_owned())).chain(about);
    all.map(OsString::from).collect()
}

/// Option that makes a run write its certificates into the current folder.
const HERE: &str = "--emit-dir=.";

fn losing(moves: &str, fen: Option<&str>, side: Option<Side>, seconds: u32, resources: &Resources) -> Result<Run, Failure> {
    let start: Setup = fen.unwrap_or(START).parse().map_err(|why| Failure::input(format!("the position: {why}")))?;
    played(start, moves).map_err(Failure::input)?;
    if !(1..=MAX_SECONDS).contains(&seconds) {
        return Err(Failure::input(format!("a search takes from 1 to {MAX_SECONDS} seconds")));
    }
    let mut options = vec![HERE.to_owned(), format!("--time={seconds}s")];
    options.extend(side.map(|side| format!("--for={}", side.word())));
    options.extend(fen.or(moves.trim().is_empty().then_some(START)).map(|fen| format!("--fen={fen}")));
    let title = match (fen, moves.trim()) {
        (Some(fen), "") => fen.to_owned(),
        (Some(fen), moves) => format!("{fen} {moves}"),
        (None, "") => "the start".to_owned(),
        (None, moves) => moves.to_owned(),
    };
    let about = if moves.trim().is_empty() { Vec::new() } else { vec![moves.to_owned()] };
    let memory = resources.memory().map(|memory| memory.min(MAX_FOR_SEARCH));
    Ok(Run { title, arguments: command("losing-chess", options, memory, about) })
}

fn bidding(materials: &[String], board: &str, resources: &Resources) -> Result<Run, Failure> {
    let board: Board = board.parse().map_err(Failure::input)?;
    if materials.is_empty() || materials.len() > MAX_ENDINGS {
        return Err(Failure::input(format!("expected 1 to {MAX_ENDINGS} endings, such as KRK")));
    }
    let read = |text: &String| Material::parse(text).map(|(material, _)| material).map_err(Failure::input);
    let materials = materials.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    must_fit(&materials, board)?;
    let names: Vec<String> = materials.iter().map(Material::to_string).collect();
    let title = format!("{} on {board}", names.join(", "));
    resources.allow(&title, estimate_memory(board, &materials))?;
    let options = vec![HERE.to_owned(), format!("--board={board}")];
    Ok(Run { title, arguments: command("bidding-chess", options, resources.memory(), names) })
}

fn chips(game: &str, up_to: Option<u32>, tie_break: TieBreak, player: Player, resources: &Resources) -> Result<Run, Failure> {
    let requested = up_to.map_or(Chips::All, |last| Chips::Between(0, last));
    // Look up names only, because the page must not name files.
    match games::named(game).map_err(Failure::input)? {
        Argument::Game(named) => {
            let (positions, options) = named.estimate();
            resources.allow(&named.title(), chips::estimate_graph(positions, options))?;
        }
        Argument::BiddingChess { material, board } => {
            let board: Board = board.parse().map_err(Failure::input)?;
            let (material, _) = Material::parse(&material).map_err(Failure::input)?;
            must_fit(std::slice::from_ref(&material), board)?;
            resources.allow(&format!("{material} on {board}"), chips::estimate_family_memory(board, &material, requested))?;
        }
        Argument::File(_) => return Err(Failure::input(format!("{game}: a file, not the name of a game"))),
    }
    let numbers = up_to.map_or("--all".to_owned(), |last| format!("--up-to={last}"));
    let title = format!("{game}, {}", up_to.map_or("every number of chips".to_owned(), |last| format!("0 to {last} chips")));
    let options = vec![HERE.to_owned(), numbers, format!("--tie-break={}", tie_break.name()), format!("--for={}", player.word())];
    Ok(Run { title, arguments: command("chips", options, resources.memory(), vec![game.to_owned()]) })
}

fn scoring(subtract: &[u32], (first, last): (u32, u32), resources: &Resources) -> Result<Run, Failure> {
    let set = SubtractionSet::new(subtract.to_vec()).map_err(Failure::input)?;
    if first > last || last > MAX_COINS {
        return Err(Failure::input(format!("expected total budgets from a first to a last one, of at most {MAX_COINS}")));
    }
    let title = format!("subtraction {set}, total budgets {first} to {last}");
    resources.allow(&title, scoring::estimate(&set, (first, last), None))?;
    let numbers: Vec<String> = set.numbers().iter().map(u32::to_string).collect();
    let options = vec![HERE.to_owned(), format!("--budget={first}..{last}"), format!("--subtract={}", numbers.join(","))];
    Ok(Run { title, arguments: command("scoring", options, resources.memory(), Vec::new()) })
}

fn unwinnable(fen: &str, side: Sides) -> Result<Run, Failure> {
    fen.parse::<Position>().map_err(|why| Failure::input(format!("{fen}: {why}")))?;
    let title = format!("{fen}, {}", side.word());
    let options = vec!["--emit-cert=answer.cbor".to_owned()];
    Ok(Run { title, arguments: command("unwinnable", options, None, vec![fen.to_owned(), side.word().to_owned()]) })
}

#[cfg(test)]
mod tests {
    use super::Request;
    use crate::cli::resources::Resources;

    fn run(request: &str) -> Result<Vec<String>, String> {
        let requested: Request = serde_json::from_str(request).map_err(|error| error.to_string())?;
        let run = requested.run(&Resources::of_memory(1 << 30)).map_err(|failure| failure.to_string())?;
        Ok(run.arguments.into_iter().map(|argument| argument.into_string().unwrap()).collect())
    }

    #[test]
    fn arguments() {
        let table = [
            (
                r#"{"system":"losing-chess","moves":"1. e3 d6","side":"white","seconds":60}"#,
                "losing-chess|--emit-dir=.|--time=60s|--for=white|--memory=1073741824|--|1. e3 d6",
            ),
            (
                r#"{"system":"losing-chess","moves":"","fen":"8/2p5/8/P7/8/8/8/8 b - -","seconds":1}"#,
                "losing-chess|--emit-dir=.|--time=1s|--fen=8/2p5/8/P7/8/8/8/8 b - -|--memory=1073741824|--",
            ),
            (
                r#"{"system":"bidding-chess","material":["KRK","KKR"],"board":"4x4"}"#,
                "bidding-chess|--emit-dir=.|--board=4x4|--memory=1073741824|--|KRK|KRK",
            ),
            (
                r#"{"system":"chips","game":"tug:3","tie_break":"ladies-first","player":"right"}"#,
                "chips|--emit-dir=.|--all|--tie-break=ladies-first|--for=right|--memory=1073741824|--|tug:3",
            ),
            (
                r#"{"system":"scoring","subtract":[1,2],"budgets":[1,6]}"#,
                "scoring|--emit-dir=.|--budget=1..6|--subtract=1,2|--memory=1073741824|--",
            ),
            (
                r#"{"system":"unwinnable","fen":"8/8/7p/5p1P/5p1K/5Pp1/6P1/5kb1 b - -","side":"both"}"#,
                "unwinnable|--emit-cert=answer.cbor|--|8/8/7p/5p1P/5p1K/5Pp1/6P1/5kb1 b - -|both",
            ),
        ];
        for (request, expected) in table {
            assert_eq!(run(request).unwrap().join("|"), expected, "{request}");
        }
    }

    #[test]
    fn what_is_refused() {
        let table = [
            (r#"{"system":"walk"}"#, "unknown variant `walk`"),
            (r#"{"system":"bidding-chess","material":["KRK"],"board":"4x4","emit_dir":"/"}"#, "unknown field `emit_dir`"),
            (r#"{"system":"bidding-chess","material":["--help"],"board":"4x4"}"#, "--help"),
            (r#"{"system":"bidding-chess","material":["KRK"],"board":"4x4 --force"}"#, "4x4 --force"),
            (r#"{"system":"bidding-chess","material":[],"board":"4x4"}"#, "expected 1 to 16 endings"),
            (r#"{"system":"bidding-chess","material":["KQQK"],"board":"2x1"}"#, "2x1"),
            (r#"{"system":"bidding-chess","material":["KQQKR"],"board":"9x9"}"#, "KQQKR on 9x9 needs about"),
            (r#"{"system":"chips","game":"games/line.json","tie_break":"advantage","player":"left"}"#, "is no game"),
            (r#"{"system":"chips","game":"/etc/passwd","tie_break":"advantage","player":"left"}"#, "is no game"),
            (r#"{"system":"chips","game":"-","tie_break":"advantage","player":"left"}"#, "is no game"),
            (r#"{"system":"chips","game":"tug:3","tie_break":"coin","player":"left"}"#, "unknown variant `coin`"),
            (r#"{"system":"scoring","subtract":[0],"budgets":[1,6]}"#, "0"),
            (r#"{"system":"scoring","subtract":[1],"budgets":[6,1]}"#, "expected total budgets"),
            (r#"{"system":"losing-chess","moves":"1. e5","seconds":1}"#, "e5"),
            (r#"{"system":"losing-chess","moves":"","fen":"--help","seconds":1}"#, "the position: "),
            (r#"{"system":"losing-chess","moves":"1. e3","seconds":0}"#, "from 1 to 86400 seconds"),
            (r#"{"system":"unwinnable","fen":"--stdin","side":"both"}"#, "--stdin: "),
        ];
        for (request, expected) in table {
            let why = run(request).unwrap_err();
            assert!(why.contains(expected), "{request}: {why}");
        }
    }
}
