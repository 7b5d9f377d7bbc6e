//! Replays the moves of a game, with the crates `pgn-reader` and `shakmaty`.
//!
//! Moves without variations, as servers write them, are read here in one pass. All else is left to that reader. It skips words that it does not understand, after
//! which the moves could lead to a position that was never on the board. So the words are counted here too, which also says on which line a game is broken.

use std::ops::ControlFlow;

use cozy_chess::{BoardBuilder, File, Piece};
use memchr::memchr;
use pgn_reader::{Outcome, Reader, SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, PositionError, Role};

use gamecert_unwinnable::{Color, FenError, Move, Position, Square};

/// Why the moves of a game cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The offset in the text of the moves.
    pub at: usize,
    /// Why, as a sentence.
    pub why: String,
}

impl Broken {
    fn new(at: usize, why: impl Into<String>) -> Self {
        Self { at, why: why.into() }
    }
}

/// The last position of a game.
///
/// # Errors
/// If the moves are not those of a whole game.
pub fn last_position(fen: &[u8], moves: &[u8]) -> Result<Position, Broken> {
    let played = play(fen, moves, false)?;
    position(&played.chess).ok_or_else(|| Broken::new(0, "the last position is invalid"))
}

/// All positions of a game, the first one included.
///
/// # Errors
/// If the moves are not those of a whole game.
pub fn positions(fen: &[u8], moves: &[u8]) -> Result<Vec<Position>, Broken> {
    Ok(play(fen, moves, true)?.positions)
}

/// A game that is being replayed.
#[derive(Clone)]
struct Played {
    chess: Chess,
    moves: usize,
    /// All positions so far, or none if they are not wanted.
    positions: Vec<Position>,
    ended: bool,
    /// Why the next move cannot be made, once that is so.
    illegal: Option<&'static str>,
}

/// Replays one game.
struct Player(Option<Played>);

impl Visitor for Player {
    type Tags = Option<Played>;
    type Movetext = Played;
    type Output = Option<Played>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(self.0.take())
    }

    fn begin_movetext(&mut self, played: Self::Tags) -> ControlFlow<Self::Output, Self::Movetext> {
        played.map_or(ControlFlow::Break(None), ControlFlow::Continue)
    }

    fn san(&mut self, played: &mut Played, san: SanPlus) -> ControlFlow<Self::Output> {
        if played.illegal.is_some() {
            return ControlFlow::Continue(());
        }
        if played.ended {
            played.illegal = Some("comes after the result");
            return ControlFlow::Continue(());
        }
        match san.san.to_move(&played.chess) {
            Ok(found) => played.play(found),
            Err(shakmaty::san::SanError::IllegalSan) => played.illegal = Some("is no legal move here"),
            Err(shakmaty::san::SanError::AmbiguousSan) => played.illegal = Some("is more than one legal move here"),
        }
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, played: &mut Played, _: Outcome) -> ControlFlow<Self::Output> {
        played.ended = true;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, played: Played) -> Self::Output {
        Some(played)
    }
}

impl Played {
    /// Plays a move, and keeps the position behind it if positions are wanted.
    fn play(&mut self, found: shakmaty::Move) {
        if let Some(last) = self.positions.last() {
            let next = last.after(our_move(found));
            self.positions.push(next);
        }
        shakmaty::Position::play_unchecked(&mut self.chess, found);
        self.moves += 1;
    }
}

fn play(fen: &[u8], moves: &[u8], all: bool) -> Result<Played, Broken> {
    let (chess, first) = start(fen)?;
    let positions = if all { vec![first] } else { Vec::new() };
    let played = Played { chess, moves: 0, positions, ended: false, illegal: None };
    match play_plain(played.clone(), moves) {
        Some(played) => Ok(played),
        None => play_any(played, moves),
    }
}

/// The kind of a byte outside comments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Byte {
    /// A byte of a word.
    Word,
    /// A byte between words that says nothing: a space, the point behind a number, a mark behind a move.
    Between,
    /// The beginning of a comment.
    Comment,
    /// The beginning of a number that stands for an annotation.
    Annotation,
    /// A byte that is read by [`play_any`] alone, if by anything.
    Other,
}

static BYTES: [Byte; 256] = {
    let mut bytes = [Byte::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        bytes[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'=' | b'+' | b'#' | b'-' | b'/' | b'*' => Byte::Word,
            b' ' | b'\n' | b'\r' | b'.' | b'!' | b'?' => Byte::Between,
            b'{' => Byte::Comment,
            b'$' => Byte::Annotation,
            _ => Byte::Other,
        };
        byte += 1;
    }
    bytes
};

/// Plays moves that are written as servers write them: moves with their numbers, comments and annotations, and the result at the end. Returns nothing of any others,
/// be they right or wrong.
fn play_plain(mut played: Played, moves: &[u8]) -> Option<Played> {
    let moves = moves.trim_ascii();
    let mut at = 0;
    loop {
        let first = moves.get(at)?;
        match BYTES[usize::from(*first)] {
            Byte::Comment => at += memchr(b'}', &moves[at..])? + 1,
            Byte::Annotation => {
                at += 1 + moves[at + 1..].iter().position(|byte| !byte.is_ascii_digit())?;
                if BYTES[usize::from(*moves.get(at)?)] == Byte::Word {
                    return None;
                }
            }
            // An empty line ends a game.
            Byte::Between if *first == b'\n' && matches!(moves[at + 1..], [b'\n' | b'\r', ..]) => return None,
            Byte::Between => at += 1,
            Byte::Other => return None,
            Byte::Word => {
                let rest = &moves[at..];
                let word = &rest[..rest.iter().position(|byte| BYTES[usize::from(*byte)] != Byte::Word).unwrap_or(rest.len())];
                at += word.len();
                if word.iter().all(u8::is_ascii_digit) {
                    continue;
                }
                if at == moves.len() {
                    played.ended = matches!(word, b"1-0" | b"0-1" | b"1/2-1/2" | b"*");
                    return played.ended.then_some(played);
                }
                let found = SanPlus::from_ascii(word).ok()?.san.to_move(&played.chess).ok()?;
                played.play(found);
            }
        }
    }
}

/// Plays any moves, with the crate `pgn-reader`.
fn play_any(played: Played, moves: &[u8]) -> Result<Played, Broken> {
    let mut reader = Reader::new(moves);
    let read = reader.read_game(&mut Player(Some(played))).map_err(|error| Broken::new(0, error.to_string()))?;
    let Some(played) = read.flatten() else { return Err(Broken::new(0, "there are no moves and no result")) };
    let mut words = Words::new(moves);
    // A skipped word is the cause of the illegal moves that follow it, so it is reported first.
    let misread = words.clone().enumerate().find(|(_, (_, word))| SanPlus::from_ascii(word).is_err());
    if let Some((_, (at, word))) = misread.filter(|(number, _)| played.illegal.is_none() || *number <= played.moves) {
        return Err(Broken::new(at, format!("{} is no move", shown(word))));
    }
    if let Some(why) = played.illegal {
        let (at, word) = words.nth(played.moves).unwrap_or((0, b"?"));
        return Err(Broken::new(at, format!("{} {why}", shown(word))));
    }
    let end = || moves.trim_ascii_end().len();
    if words.by_ref().count() != played.moves || reader.has_more().is_ok_and(|more| more) {
        return Err(Broken::new(end(), "the moves are cut into pieces, by an empty line or a bracket"));
    }
    if !played.ended {
        return Err(Broken::new(end(), "the result is missing behind the moves"));
    }
    Ok(played)
}

/// The position in which a game begins, in both forms.
fn start(fen: &[u8]) -> Result<(Chess, Position), Broken> {
    if fen.is_empty() {
        return Ok((Chess::default(), Position::default()));
    }
    let wrong = |why: String| Broken::new(0, format!("the FEN in the headers is invalid: {why}"));
    let first: Position = String::from_utf8_lossy(fen).parse().map_err(|error: FenError| wrong(error.to_string()))?;
    let setup = Fen::from_ascii(first.to_string().as_bytes()).map_err(|error| wrong(error.to_string()))?;
    let chess = setup
        .into_position(CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(|error| wrong(error.to_string()))?;
    Ok((chess, first))
}

fn piece(role: Role) -> Piece {
    match role {
        Role::Pawn => Piece::Pawn,
        Role::Knight => Piece::Knight,
        Role::Bishop => Piece::Bishop,
        Role::Rook => Piece::Rook,
        Role::Queen => Piece::Queen,
        Role::King => Piece::King,
    }
}

fn square(square: shakmaty::Square) -> Square {
    Square::index(square.to_usize())
}

fn colour(side: shakmaty::Color) -> Color {
    if side == shakmaty::Color::White { Color::White } else { Color::Black }
}

/// A move in the form of `gamecert-unwinnable`.
fn our_move(found: shakmaty::Move) -> Move {
    match found {
        shakmaty::Move::Castle { king, rook } => {
            let file = if rook.file() > king.file() { File::G } else { File::C };
            Move { from: square(king), to: Square::new(file, square(king).rank()), promotion: None }
        }
        shakmaty::Move::EnPassant { from, to } => Move { from: square(from), to: square(to), promotion: None },
        shakmaty::Move::Normal { from, to, promotion, .. } => Move { from: square(from), to: square(to), promotion: promotion.map(piece) },
        shakmaty::Move::Put { to, .. } => Move { from: square(to), to: square(to), promotion: None },
    }
}

/// The position in the form of `gamecert-unwinnable`.
fn position(chess: &Chess) -> Option<Position> {
    use shakmaty::Position as _;
    let mut builder = BoardBuilder::empty();
    for (at, unit) in chess.board() {
        *builder.square_mut(square(at)) = Some((piece(unit.role), colour(unit.color)));
    }
    builder.side_to_move = colour(chess.turn());
    for side in shakmaty::Color::ALL {
        for wing in shakmaty::CastlingSide::ALL {
            if let Some(rook) = chess.castles().rook(side, wing) {
                let rights = builder.castle_rights_mut(colour(side));
                let right = if wing == shakmaty::CastlingSide::KingSide { &mut rights.short } else { &mut rights.long };
                *right = Some(square(rook).file());
            }
        }
    }
    builder.en_passant = chess.maybe_ep_square().map(square);
    builder.build().ok().map(Position::from_board)
}

fn shown(word: &[u8]) -> String {
    format!("\"{}\"", String::from_utf8_lossy(word).chars().take(20).flat_map(char::escape_debug).collect::<String>())
}

/// The words of the text that have to be moves, with their offsets: without comments, variations, move numbers, annotations and results.
#[derive(Clone)]
struct Words<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Words<'a> {
    fn new(text: &'a [u8]) -> Self {
        Self { text, at: 0 }
    }

    fn skip_behind(&mut self, byte: u8) {
        self.at = memchr(byte, &self.text[self.at..]).map_or(self.text.len(), |length| self.at + length + 1);
    }
}

/// Whether a word is a move number or a result.
fn is_number_or_result(word: &[u8]) -> bool {
    word.iter().all(u8::is_ascii_digit) || [&b"1-0"[..], b"0-1", b"1/2-1/2"].contains(&word)
}

impl<'a> Iterator for Words<'a> {
    type Item = (usize, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let mut depth = 0_u32;
        loop {
            match *self.text.get(self.at)? {
                b'{' => self.skip_behind(b'}'),
                b';' => self.skip_behind(b'\n'),
                b'%' if self.at == 0 || self.text[self.at - 1] == b'\n' => self.skip_behind(b'\n'),
                b'(' => (depth, self.at) = (depth.saturating_add(1), self.at + 1),
                b')' => (depth, self.at) = (depth.saturating_sub(1), self.at + 1),
                b' ' | b'\t' | b'\r' | b'\n' | b'.' | b'!' | b'?' | b'*' | b'}' => self.at += 1,
                first => {
                    let rest = &self.text[self.at + 1..];
                    let length = 1 + rest.iter().position(|byte| b" \t\r\n.!?*{}();$".contains(byte)).unwrap_or(rest.len());
                    let (at, word) = (self.at, &self.text[self.at..self.at + length]);
                    self.at += length;
                    if depth == 0 && first != b'$' && !is_number_or_result(word) {
                        // Castling written with zeros is read as with letters.
                        let zeros = word.starts_with(b"0-0");
                        return Some((at, if zeros { b"O-O" } else { word }));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last(moves: &str) -> Result<String, (usize, String)> {
        let last = last_position(b"", moves.as_bytes()).map_err(|broken| (broken.at, broken.why));
        let all = positions(b"", moves.as_bytes());
        if let (Ok(last), Ok(all)) = (&last, all) {
            assert_eq!(all.last().map(Position::to_string), Some(last.to_string()));
        }
        last.map(|position| position.to_string())
    }

    #[test]
    fn games() {
        let wanted = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq -";
        for moves in [
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O 1-0",
            "1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.0-0 1-0",
            "1. e4 { [%clk 0:01:00] (x} 1... e5 $1 2. Nf3!? (2. Nc3 (2. d4 {)}) Nf6) Nc6 ; Bb5\r\n3. Bc4\r\nBc5?? 4. O-O *\r\n",
            "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O 1/2-1/2",
        ] {
            assert_eq!(last(moves).as_deref(), Ok(wanted), "{moves}");
        }
        assert_eq!(last("1. e4 a6 2. e5 d5 *").unwrap(), "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6");
        assert_eq!(last("0-1").unwrap(), Position::default().to_string());
        let promoted = last_position(b"7k/P7/8/8/8/8/8/K7 w - - 0 1", b"1. a8=N 1-0").unwrap();
        assert_eq!(promoted.to_string(), "N6k/8/8/8/8/8/8/K7 b - -");
    }

    /// Whatever is read in one pass is read alike by the crate `pgn-reader`.
    #[test]
    fn plain_and_any() {
        let start = || Played { chess: Chess::default(), moves: 0, positions: vec![Position::default()], ended: false, illegal: None };
        let pieces = [
            "1. ",
            "1.",
            "1... ",
            "e4 ",
            "e5 ",
            "Nf3 ",
            "Nc6",
            "Bb5",
            "a6",
            "O-O ",
            "0-0 ",
            "Be7 ",
            "d6!? ",
            "{ [%clk 0:01:00] } ",
            "{ (x} ",
            "$1 ",
            "$",
            "$1e4 ",
            "\n",
            "\r\n",
            "\n\n",
            "\n \n",
            "\t",
            ";",
            "%",
            "(",
            ") ",
            "[",
            "}",
            "1-0 ",
            "1-0",
            "*",
            "0-1",
            "1/2-1/2",
            "1/2 ",
            "- ",
            "e9 ",
            "Nzz9 ",
            "exd5 ",
            "a8=Q ",
            "e.p. ",
            "..",
            "\u{e9}",
            "1",
            "2. d4 d5 ",
            "{",
            "e4e5 ",
            "Z0 ",
            "-- ",
            "e4+ ",
            "e4# ",
            "e2e4 ",
            "+",
            "@",
            "N@e4 ",
        ];
        let (mut random, mut plain) = (fastrand::Rng::with_seed(1), 0);
        for _ in 0..20_000 {
            let mut moves = String::new();
            for _ in 0..random.usize(1..8) {
                moves.push_str(pieces[random.usize(..pieces.len())]);
            }
            moves.push_str(["", " 1-0", " *\n", "\n0-1\n\n"][random.usize(..4)]);
            let Some(read) = play_plain(start(), moves.as_bytes()) else { continue };
            plain += 1;
            let any = play_any(start(), moves.as_bytes()).unwrap_or_else(|broken| panic!("{moves:?}: {broken:?}"));
            assert_eq!((&read.chess, read.moves, read.ended), (&any.chess, any.moves, any.ended), "{moves:?}");
            let texts = |played: &Played| played.positions.iter().map(Position::to_string).collect::<Vec<_>>();
            assert_eq!(texts(&read), texts(&any), "{moves:?}");
        }
        assert!(plain > 500, "{plain}");
    }

    #[test]
    fn broken() {
        for (moves, at, why) in [
            ("1. e4 Nzz9 2. d4 1-0", 6, "\"Nzz9\" is no move"),
            ("1. e4 Nf3 1-0", 6, "\"Nf3\" is no legal move here"),
            ("1. Nf3 Nf6 2. d3 Nd5 3. Nd2 1-0", 24, "\"Nd2\" is more than one legal move here"),
            ("1. e4 e5", 8, "the result is missing behind the moves"),
            ("1. e4 e5 1-0 2. d4", 16, "\"d4\" comes after the result"),
            ("1. e4 e5\n\n2. d4 1-0", 19, "the moves are cut into pieces, by an empty line or a bracket"),
            ("1. e4 e5 { never closed", 0, "unterminated comment"),
            ("", 0, "there are no moves and no result"),
        ] {
            assert_eq!(last(moves), Err((at, why.to_owned())), "{moves}");
        }
        let wrong = last_position(b"7k/8/8 w - -", b"*").unwrap_err().why;
        assert_eq!(wrong, "the FEN in the headers is invalid: the board has 3 ranks, not 8");
    }
}
