//! Generates games of random legal moves in PGN. The games have headers and clocks like games from a server, and many
//! end when a flag falls. The games are for tests that need much data but do not need real games. The same seed gives
//! the same bytes on every machine.

use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, Outcome, Position};

/// The dates of the games span this number of months.
const MONTHS: u64 = 24;

/// Vigna's random number generator `SplitMix64`. The generator is implemented here so that no update of a package
/// changes the games.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }
}

/// Endless sequence of random games.
pub struct RandomGames {
    random: Random,
}

impl RandomGames {
    pub fn new(seed: u64) -> Self {
        Self { random: Random(seed) }
    }

    /// Plays a random game. Returns the moves with clock times, the side to move at the end, and the result if the game
    /// is over.
    fn moves(&mut self) -> (String, Color, Option<Outcome>) {
        // One game in ten is longer, so that few pieces may be left at the end.
        let plies = if self.random.below(10) == 0 { 100 + self.random.below(500) } else { 4 + self.random.below(100) };
        let (mut board, mut text, mut clocks) = (Chess::default(), String::new(), [180_u64; 2]);
        for ply in 0..plies {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            let played = moves[self.random.below(moves.len() as u64) as usize];
            let mover = usize::from(board.turn() == Color::Black);
            let san = SanPlus::from_move_and_play_unchecked(&mut board, played);
            clocks[mover] = clocks[mover].saturating_sub(self.random.below(4));
            let number = ply / 2 + 1;
            let dots = if mover == 0 { "." } else { "..." };
            let (minutes, seconds) = (clocks[mover] / 60, clocks[mover] % 60);
            text += &format!("{number}{dots} {san} {{ [%clk 0:{minutes:02}:{seconds:02}] }} ");
        }
        let outcome = board.legal_moves().is_empty().then(|| board.outcome());
        (text, board.turn(), outcome)
    }

    /// Returns the next game.
    pub fn game(&mut self) -> String {
        let id: String = (0..8)
            .map(|_| char::from(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[self.random.below(62) as usize]))
            .collect();
        let (month, day) = (self.random.below(MONTHS), 1 + self.random.below(28));
        let date = format!("{}.{:02}.{day:02}", 2013 + month / 12, 1 + month % 12);
        let [white, black] = [self.random.below(5000), self.random.below(5000)];
        let (moves, to_move, outcome) = self.moves();
        let flag = outcome.is_none() && self.random.below(3) == 0;
        let result = match (outcome, flag) {
            (Some(outcome), _) => outcome.to_string(),
            // The flag of the side to move has fallen. A few of these games get the result of a draw.
            (None, true) if self.random.below(20) == 0 => "1/2-1/2".to_owned(),
            (None, true) => if to_move == Color::White { "0-1" } else { "1-0" }.to_owned(),
            (None, false) => ["1-0", "0-1", "1/2-1/2"][self.random.below(3) as usize].to_owned(),
        };
        let termination = if flag { "Time forfeit" } else { "Normal" };
        format!(
            "[Event \"Rated Blitz game\"]\n[Site \"https://lichess.example/{id}\"]\n[White \"player{white}\"]\n[Black \"player{black}\"]\n[Result \"{result}\"]\n\
            [UTCDate \"{date}\"]\n[UTCTime \"12:00:00\"]\n[TimeControl \"180+0\"]\n[Termination \"{termination}\"]\n\n{moves}{result}\n\n"
        )
    }
}
