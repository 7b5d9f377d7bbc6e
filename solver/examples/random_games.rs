//! Writes chess games of random legal moves in PGN to standard output, and the SHA-256 of this output to standard
//! error. The arguments are a seed and a minimum number of bytes:
//!
//!     cargo run --release -p gamecert-solver --example random_games -- 21 100000000 > games.pgn

#[path = "../tests/common/random_games.rs"]
mod random_games;

use std::error::Error;
use std::io::{self, BufWriter, Write};

use gamecert_solver::certificate::Digest;
use random_games::RandomGames;
use sha2::{Digest as _, Sha256};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |what: &str| -> Result<u64, Box<dyn Error>> {
        let text = arguments.next().ok_or_else(|| format!("expected a seed and a number of bytes; {what} is missing"))?;
        Ok(text.parse().map_err(|_| format!("{what} is no number: {text:?}"))?)
    };
    let (seed, bytes) = (number("the seed")?, number("the number of bytes")?);
    let (mut games, mut digest, mut written) = (RandomGames::new(seed), Sha256::new(), 0);
    let mut out = BufWriter::new(io::stdout().lock());
    while written < bytes {
        let game = games.game();
        digest.update(&game);
        out.write_all(game.as_bytes())?;
        written += game.len() as u64;
    }
    out.flush()?;
    writeln!(io::stderr(), "{written} bytes, sha256={}", Digest(digest.finalize().into()))?;
    Ok(())
}
