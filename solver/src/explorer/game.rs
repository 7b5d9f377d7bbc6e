//! Reads a game of orthodox chess that the user has pasted. Finds the moves, the player who lost on time, and the first
//! position in which a side could no longer mate.

use super::AskError;
use super::orthodox::{line, position};
use crate::answers::unwinnable::name;
use crate::solve::unwinnable::pgn::ending::Wordings;
use crate::solve::unwinnable::pgn::single::{self, Line, OnTime, UnableSince};
use gamecert_unwinnable::{Color, Limits, Move, Solver};
use serde_json::{Value, json};

/// Normalises a PGN text: all line ends become `\n`, and a byte order mark is removed.
fn plain(pgn: String) -> String {
    let pgn = pgn.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(pgn);
    if pgn.contains('\r') { pgn.replace("\r\n", "\n").replace('\r', "\n") } else { pgn }
}

/// Reads the first game of a PGN text. If the result is missing or contradicts a loss on time, the moves are still
/// read, and the field `contradiction` contains a message.
pub(super) fn game(pgn: String) -> Result<Value, AskError> {
    let text = plain(pgn);
    let (game, games) = single::first(text.as_bytes())?;
    let line_of_game = Line::replay(&game)?;
    let last = line_of_game.positions().pop().expect("a line has a first position");
    let moves: Vec<String> = line_of_game.moves.iter().map(Move::to_string).collect();
    let (flag, contradiction) = match single::on_time(&game, &Wordings::default()) {
        Ok(on_time) => (on_time.map(|on_time| flag(&on_time, on_time.intended_winner(&last))), None),
        Err(why) => (None, Some(why.to_string())),
    };
    Ok(json!({
        "games": games,
        "number": line_of_game.number,
        "begin": position(&line_of_game.first),
        "walk": line(line_of_game.first, &moves)?,
        "result": single::result(&game).map(|outcome| outcome.text()),
        "flag": flag,
        "contradiction": contradiction,
    }))
}

/// Formats a loss on time as JSON.
fn flag(on_time: &OnTime, winner: Color) -> Value {
    let OnTime { won, loser } = on_time;
    json!({ "loser": name(!winner), "won": won.map(name), "named": won.is_some() || loser.is_some() })
}

/// Searches a game for the first position in which a side can no longer mate. The field `unknown` is true if the node
/// limit was too small.
pub(super) fn since(solver: &mut Solver, pgn: String, side: Color, nodes: u64) -> Result<Value, AskError> {
    let text = plain(pgn);
    let (game, _) = single::first(text.as_bytes())?;
    let positions = Line::replay(&game)?.positions();
    let mut answer = |position: &_, side| solver.decide(position, side, Limits::nodes(nodes));
    Ok(match single::unable_since(&mut answer, single::lasting(&positions), side) {
        Ok(since) => {
            json!({ "unknown": false, "since": since.map(|UnableSince { ply, exact, .. }| json!({ "ply": ply, "exact": exact })) })
        }
        Err(()) => json!({ "unknown": true, "since": null }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game in which the last two pawns are captured at plies 4 and 5.
    const CAPTURE: &str = "[FEN \"8/8/8/3k4/4p3/8/3K1P2/8 w - - 0 41\"]\n[Result \"0-1\"]\n[Termination \"Time forfeit\"]\n\n41. Ke3 Ke5 42. f4+ exf3 43. Kxf3 0-1\n";

    #[test]
    fn a_game_with_a_fallen_flag() {
        let reply = game(CAPTURE.replace('\n', "\r\n")).unwrap();
        assert_eq!((&reply["games"], &reply["number"], &reply["result"]), (&json!(1), &json!(41), &json!("0-1")));
        assert_eq!(reply["flag"], json!({ "loser": "white", "won": "black", "named": true }));
        let sans: Vec<&str> = reply["walk"].as_array().unwrap().iter().map(|step| step["san"].as_str().unwrap()).collect();
        assert_eq!(sans.join(" "), "Ke3 Ke5 f4+ exf3 Kxf3");
    }

    #[test]
    fn flags() {
        let of = |result: &str, termination: &str| {
            let text = format!(
                "\u{feff}[White \"Ann\"]\n[Black \"Bo\"]\n[Result \"{result}\"]\n[Termination \"{termination}\"]\n\n1. e4 {result}\n"
            );
            let reply = game(text).unwrap();
            (reply["flag"].clone(), reply["contradiction"].clone())
        };
        for (result, termination, flag, contradiction) in [
            ("1-0", "Normal", json!(null), json!(null)),
            ("1-0", "Ann won on time", json!({ "loser": "black", "won": "white", "named": true }), json!(null)),
            ("1/2-1/2", "Time forfeit", json!({ "loser": "black", "won": null, "named": false }), json!(null)),
            ("*", "Time forfeit", json!(null), json!("a flag has fallen, and the result is open")),
        ] {
            assert_eq!(of(result, termination), (flag, contradiction), "{result}, {termination}");
        }
    }

    #[test]
    fn plies_from_which_on_a_side_cannot_mate() {
        let mut solver = Solver::new();
        let mut of = |pgn: &str, side, nodes| since(&mut solver, pgn.to_owned(), side, nodes).unwrap();
        let from = |ply: usize, exact: bool| json!({ "unknown": false, "since": { "ply": ply, "exact": exact } });
        assert_eq!(of(CAPTURE, Color::Black, 10_000), from(5, true));
        assert_eq!(of(CAPTURE, Color::White, 10_000), from(4, true));
        assert_eq!(of("1. e4 e5", Color::White, 10_000), json!({ "unknown": false, "since": null }));
        // The search ignores the position after the mate.
        assert_eq!(of("1. f3 e5 2. g4 Qh4#", Color::White, 10_000), json!({ "unknown": false, "since": null }));
        let far = "[FEN \"2b5/1p6/pPp3k1/2Pp3p/P2PpBpP/4P1P1/5K2/8 b - -\"]\n\n*\n";
        assert_eq!(of(far, Color::White, 1_000), json!({ "unknown": true, "since": null }));
    }

    #[test]
    fn wrong_games() {
        for (pgn, says) in [
            ("", "there is no game in this text"),
            ("1. e4 e5 2. Ke3 *", "2. \"Ke3\" is no legal move here"),
            ("[Variant \"Atomic\"]\n\n1. e4 *", "the game is of another variant, \"Atomic\", and this is about orthodox chess"),
        ] {
            assert_eq!(game(pgn.to_owned()).unwrap_err().to_string(), says, "{pgn}");
            assert_eq!(since(&mut Solver::new(), pgn.to_owned(), Color::White, 1).unwrap_err().to_string(), says, "{pgn}");
        }
    }
}
