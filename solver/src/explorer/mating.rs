//! Answers questions about who can still mate. A position is searched within a node limit. A definite answer contains
//! evidence: a line of moves that ends in mate, or the squares that each piece or pawn can ever reach. A definite
//! answer also contains a certificate, which the page verifies before it shows the answer.

use super::AskError;
use std::time::Duration;

use super::hexadecimal;
use super::orthodox::{line, position};
use crate::answers::unwinnable::MateAnswer;
use crate::answers::unwinnable::reach::{Reach, Unit};
use crate::solve::unwinnable::certify;
use crate::solve::unwinnable::judge::Decided;
use gamecert_unwinnable::{BitBoard, CanMate, Color, Limits, Move, Policy, Position, Role, Solver, Verdict};
use serde::Deserialize;
use serde_json::{Value, json};

/// The solver; it keeps its memory from one question to the next.
#[derive(Default)]
pub(crate) struct Mating {
    solver: Solver,
}

/// Questions about who can still mate. Positions are FENs of four to six fields, and moves look like `e7e8q`. Limits
/// count nodes, not time, so a question has the same answer on every machine.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Question {
    /// Returns the position as the solver writes it, together with the result if play is over.
    Position { fen: String },
    /// Decides whether one side, White or Black, can mate. If `shortest` is set, the solver looks for a shortest line
    /// of moves to the mate.
    Decide {
        fen: String,
        white: bool,
        nodes: u64,
        #[serde(default)]
        shortest: bool,
    },
    /// Returns the result under each policy if a flag falls. `white` and `black` say whether White and Black can mate,
    /// if this is known.
    Rulings { fen: String, white: Option<bool>, black: Option<bool> },
    /// Returns the positions along a line of moves.
    Line { fen: String, moves: Vec<String> },
    /// Reads the first game of a PGN text. Returns the moves and the player who lost on time.
    #[cfg(feature = "game")]
    Game { pgn: String },
    /// Finds the first position in the first game of a PGN text in which one side, White or Black, can no longer mate.
    /// `nodes` is the node limit for each position.
    #[cfg(feature = "game")]
    Since { pgn: String, white: bool, nodes: u64 },
}

impl Mating {
    pub(crate) fn ask(&mut self, question: Question) -> Result<Value, AskError> {
        match question {
            Question::Position { fen } => Ok(position(&read(&fen)?)),
            Question::Decide { fen, white, nodes, shortest } => self.decide(read(&fen)?, side(white), nodes, shortest),
            Question::Rulings { fen, white, black } => Ok(rulings(&read(&fen)?, [white, black])),
            Question::Line { fen, moves } => line(read(&fen)?, &moves),
            #[cfg(feature = "game")]
            Question::Game { pgn } => super::game::game(pgn),
            #[cfg(feature = "game")]
            Question::Since { pgn, white, nodes } => super::game::since(&mut self.solver, pgn, side(white), nodes),
        }
    }

    fn decide(&mut self, position: Position, intended_winner: Color, nodes: u64, shortest: bool) -> Result<Value, AskError> {
        let limits = Limits::nodes(nodes);
        let (answer, shortest, at_least) = if shortest {
            let found = self.solver.decide_shortest(&position, intended_winner, limits);
            let has_line = matches!(found.answer.verdict, Verdict::Winnable(_));
            let (shortest, at_least) = (has_line.then(|| found.is_shortest()), has_line.then_some(found.at_least));
            (found.answer, shortest, at_least)
        } else {
            (self.solver.decide(&position, intended_winner, limits), None, None)
        };
        let certificate = certify::certificate(&position, intended_winner, &answer.verdict);
        let decided = Decided { position, intended_winner, answer, shortest, at_least, time: Duration::ZERO, rulings: None };
        // This answer is computed without a clock, so it reports no time.
        let mut said = json!(MateAnswer { micros: None, ..MateAnswer::new(&decided, None) });
        let Decided { position, answer, .. } = decided;
        match answer.verdict {
            Verdict::Winnable(moves) => {
                let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
                said["walk"] = line(position, &moves)?;
            }
            Verdict::Unwinnable(set) => said["reach"] = reach(&position, &Reach::derive(&position, intended_winner, &set)),
            Verdict::Unknown => {}
        }
        said["certificate"] = certificate.map(|bytes| hexadecimal(&bytes)).into();
        Ok(said)
    }
}

fn read(fen: &str) -> Result<Position, AskError> {
    Ok(fen.parse()?)
}

fn side(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

/// For each policy, returns the result if White's flag falls and the result if Black's flag falls.
fn rulings(position: &Position, can_mate: [Option<bool>; 2]) -> Value {
    let ruling = |policy: Policy, flag: Color| {
        let sides = CanMate { intended_winner: can_mate[!flag as usize], opponent: can_mate[flag as usize] };
        policy.ruling(position, !flag, sides).name()
    };
    let row = |policy: Policy| json!({ "policy": policy.to_string(), "white_flag": ruling(policy, Color::White), "black_flag": ruling(policy, Color::Black) });
    Policy::ALL.map(row).into_iter().collect()
}

fn squares(set: BitBoard) -> Vec<String> {
    set.into_iter().map(|square| square.to_string()).collect()
}

/// Returns the FEN letter of a piece.
fn piece(role: Role, colour: Color) -> String {
    let letter = char::from(role);
    if colour == Color::White { letter.to_ascii_uppercase() } else { letter }.to_string()
}

fn reach(root: &Position, reach: &Reach) -> Value {
    let unit = |unit: Unit| {
        let Unit { origin, role, colour, squares: reached, promoted } = unit;
        json!({ "square": origin.to_string(), "piece": piece(role, colour), "squares": squares(reached), "promoted": squares(promoted) })
    };
    json!({ "settled": squares(reach.settled), "units": reach.units(root).into_iter().map(unit).collect::<Vec<_>>() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gamecert_unwinnable::End;

    const FORTRESS: &str = "Bb1k1b2/bKp1p1p1/1pP1P1P1/1P6/p5P1/P7/8/8 w - -";

    fn ask(question: Value) -> Result<Value, AskError> {
        Mating::default().ask(serde_json::from_value(question)?)
    }

    fn decide(fen: &str, white: bool) -> Value {
        ask(json!({ "decide": { "fen": fen, "white": white, "nodes": 100_000 } })).unwrap()
    }

    #[test]
    fn positions() {
        for (fen, to_move, end, mated_by) in [
            ("7k/7p/8/8/8/8/8/K5N1 b - - 3 60", "black", json!(null), json!(null)),
            ("7k/6Q1/6K1/8/8/8/8/8 b - -", "black", json!("mate"), json!("white")),
            ("7k/5Q2/6K1/8/8/8/8/8 b - -", "black", json!("stalemate"), json!(null)),
        ] {
            let reply = ask(json!({ "position": { "fen": fen } })).unwrap();
            let four: Vec<&str> = fen.split(' ').take(4).collect();
            assert_eq!(reply, json!({ "fen": four.join(" "), "to_move": to_move, "end": end, "mated_by": mated_by }), "{fen}");
        }
    }

    #[test]
    fn verdicts() {
        for (fen, white, verdict, evidence) in [
            ("7k/7p/8/8/8/8/8/K5N1 b - -", true, "winnable", Some("mate")),
            ("7k/7q/8/8/8/8/8/K5N1 b - -", true, "unwinnable", Some("material")),
            ("7k/5Q2/6K1/8/8/8/8/8 b - -", true, "unwinnable", Some("over")),
            ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -", false, "unwinnable", Some("static")),
            (FORTRESS, true, "unwinnable", Some("skeletons")),
            ("8/4P2p/1p6/3Q1P2/2p3B1/Pk6/1P6/1K3r2 w - -", false, "unwinnable", Some("closed")),
            ("2b5/1p6/pPp3k1/2Pp3p/P2PpBpP/4P1P1/5K2/8 b - -", false, "unknown", None),
        ] {
            let reply = decide(fen, white);
            assert_eq!((reply["verdict"].as_str(), reply["evidence"].as_str()), (Some(verdict), evidence), "{fen}");
            assert_eq!(reply["walk"].is_array(), verdict == "winnable", "{fen}");
            assert_eq!(reply["reach"].is_object(), verdict == "unwinnable", "{fen}");
            assert_eq!(reply["certificate"].is_string(), verdict != "unknown", "{fen}");
            assert!(reply.get("micros").is_none(), "{fen}");
        }
    }

    /// The page `docs/src/unwinnability.md` shows the digest of this certificate, which is about Buchanan's position.
    #[test]
    fn certificates_are_those_of_the_program() {
        let reply = decide(FORTRESS, true);
        let hex = reply["certificate"].as_str().unwrap();
        let bytes = (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect();
        let digest = crate::certificate::Certificate::new(bytes).digest.to_string();
        assert_eq!((hex.len(), digest.as_str()), (2 * 65, "400a13e1553e73d4920976a0fe6f51ca0aa8f606f3ab4da3506cc8054f4faedb"));
    }

    #[test]
    fn a_line_is_walked_through_to_the_mate() {
        for (fen, moves, sans) in [
            ("6k1/5ppp/8/8/8/8/8/K6R w - -", "h1b1 g8h8 b1b8", "Rb1 Kh8 Rb8#"),
            ("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6", "e5d6 e8c8 e1g1", "exd6 O-O-O O-O"),
            ("8/P6k/8/8/8/8/8/K7 w - -", "a7a8n", "a8=N"),
        ] {
            let moves: Vec<&str> = moves.split(' ').collect();
            let reply = ask(json!({ "line": { "fen": fen, "moves": moves } })).unwrap();
            let walk = reply.as_array().unwrap();
            let found: Vec<&str> = walk.iter().map(|step| step["san"].as_str().unwrap()).collect();
            assert_eq!(found.join(" "), sans);
            let last = walk.last().and_then(|step| step["fen"].as_str()).unwrap();
            assert!(last.parse::<Position>().is_ok(), "{last}");
        }
        let reply = decide("7k/7p/8/8/8/8/8/K5N1 b - -", true);
        let last = reply["walk"].as_array().unwrap().last().unwrap();
        let end: Position = last["fen"].as_str().unwrap().parse().unwrap();
        assert_eq!(end.end(), Some(End::Mate(Color::White)));
    }

    #[test]
    fn a_shortest_line() {
        let reply =
            ask(json!({ "decide": { "fen": "6k1/5ppp/8/8/8/8/8/K6R w - -", "white": true, "nodes": 100_000, "shortest": true } })).unwrap();
        assert_eq!((&reply["shortest"], reply["walk"].as_array().unwrap().len()), (&json!(true), 3));
    }

    #[test]
    fn where_units_get() {
        let reply = decide(FORTRESS, true);
        let settled: Vec<&str> = reply["reach"]["settled"].as_array().unwrap().iter().map(|square| square.as_str().unwrap()).collect();
        assert_eq!(settled.join(" "), "a3 a4 b5 b6 c6 e6 g6 c7 e7 g7");
        let units = reply["reach"]["units"].as_array().unwrap();
        assert_eq!(units.len(), 17);
        for (square, piece, squares) in
            [("b7", "K", json!(["a6", "b7", "a8", "c8"])), ("d8", "k", json!(["c8", "d8", "e8"])), ("e7", "p", json!(["e7"]))]
        {
            let unit = units.iter().find(|unit| unit["square"] == square).unwrap();
            assert_eq!((&unit["piece"], &unit["squares"], &unit["promoted"]), (&json!(piece), &squares, &json!([])), "{square}");
        }
    }

    #[test]
    fn what_rules_say() {
        let fen = "7k/7p/8/8/8/8/8/K5N1 b - -";
        for (white, black, expected) in [
            (Some(true), Some(true), "win win; win win; win draw; win win; win win; win draw"),
            (Some(true), None, "unknown win; win win; unknown draw; win win; win win; win draw"),
        ] {
            let reply = ask(json!({ "rulings": { "fen": fen, "white": white, "black": black } })).unwrap();
            let row = |row: &Value| format!("{} {}", row["white_flag"].as_str().unwrap(), row["black_flag"].as_str().unwrap());
            assert_eq!(reply.as_array().unwrap().iter().map(row).collect::<Vec<_>>().join("; "), expected);
        }
    }

    #[test]
    fn wrong_questions() {
        for (question, says) in [
            (json!({ "position": { "fen": "8/8" } }), "the side to move is missing"),
            (json!({ "decide": { "fen": "8/8/8/8/8/8/8/K7 w - -", "white": true, "nodes": 1 } }), "Black has 0 kings"),
            (json!({ "line": { "fen": FORTRESS, "moves": ["b7a6", "a1a2"] } }), "move 2, \"a1a2\", is no legal move in"),
            (json!({ "line": { "fen": FORTRESS, "moves": ["é"] } }), "move 1, \"é\", is no legal move in"),
            (json!({ "decide": { "fen": FORTRESS, "white": true, "nodes": -1 } }), "no question: invalid value"),
        ] {
            let reply = ask(question.clone()).unwrap_err().to_string();
            assert!(reply.starts_with(says), "{question}: {reply}");
        }
    }
}
