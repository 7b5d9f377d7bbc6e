//! Writes games of losing chess in PGN to standard output; in all of them, White begins with 1. e3 and all other moves
//! are random. The same seed gives the same games on every machine:
//!
//!     cargo run --release -p gamecert-solver --example random_losing_games -- 7 1000 80 > games.pgn
//!
//! The numbers are the seed, the number of games, and the maximum length of a game in plies.

use std::error::Error;
use std::io::{self, BufWriter, Write};

use fastrand::Rng;
use gamecert_solver::games::Colour;
use gamecert_solver::games::losing_chess::Stalemate;
use gamecert_solver::games::losing_chess::text::{START, Setup};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |what: &str| -> Result<u64, Box<dyn Error>> {
        let text = arguments.next().ok_or_else(|| format!("expected a seed, a number of games and a length; {what} is missing"))?;
        Ok(text.parse().map_err(|_| format!("{what} is no number: {text:?}"))?)
    };
    let (seed, games, plies) = (number("the seed")?, number("the number of games")?, number("the length")?);
    let mut random = Rng::with_seed(seed);
    let mut out = BufWriter::new(io::stdout().lock());
    for game in 1..=games {
        let mut here: Setup = START.parse()?;
        let mut moves = String::new();
        for ply in 0..plies {
            let legal = here.position.moves();
            let Some(&any) = random.choice(&legal) else { break };
            let played = if ply == 0 { here.position.find_move("e3")? } else { any };
            let number = if ply % 2 == 0 { format!("{}. ", ply / 2 + 1) } else { String::new() };
            moves += &format!("{number}{} ", here.position.san(played));
            here = here.after(played);
        }
        let result = match here.position.is_over().then(|| Stalemate::International.winner(&here.position)) {
            Some(Some(Colour::White)) => "1-0",
            Some(Some(Colour::Black)) => "0-1",
            Some(None) => "1/2-1/2",
            None => "*",
        };
        writeln!(out, "[Event \"Random game {game}\"]\n[Variant \"Antichess\"]\n[Result \"{result}\"]\n\n{moves}{result}\n")?;
    }
    Ok(out.flush()?)
}
