//! Replays the moves of a game with the crate `shakmaty`.
//!
//! The moves should be in standard algebraic notation (PGN standard, section 8.2.3). Other common notations are also
//! accepted, if they denote exactly one legal move.

use cozy_chess::{BoardBuilder, File, Piece};
use shakmaty::fen::Fen;
use shakmaty::san::{San, SanError, SanPlus};
use shakmaty::{Bitboard, CastlingMode, Chess, PositionError, Rank, Role, attacks};

use super::movetext::{Form, Forms, Outcome, Words};
use super::tags::shown;
use gamecert_unwinnable::{Color, FenError, Move, Position, Square};

/// Reason why the moves of a game cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Offset of the fault in the movetext.
    pub at: usize,
    /// Reason, as a sentence.
    pub why: String,
}

impl Broken {
    fn new(at: usize, why: impl Into<String>) -> Self {
        Self { at, why: why.into() }
    }
}

/// Returns the last position of a game. Adds to `forms` the kinds of non-standard notation that occur in the moves.
///
/// # Errors
/// Fails if the moves cannot be replayed.
pub fn last_position(fen: &[u8], moves: &[u8], forms: &mut Forms) -> Result<Position, Broken> {
    let played = play(fen, moves, false, forms)?;
    position(&played.chess).ok_or_else(|| Broken::new(0, "the last position is invalid"))
}

/// Returns all positions of a game, including the first. Adds to `forms` the kinds of non-standard notation that occur
/// in the moves.
///
/// # Errors
/// Fails if the moves cannot be replayed.
pub fn positions(fen: &[u8], moves: &[u8], forms: &mut Forms) -> Result<Vec<Position>, Broken> {
    Ok(play(fen, moves, true, forms)?.positions)
}

/// Returns the first position of a game, and the game's moves.
///
/// # Errors
/// Fails if the moves cannot be replayed.
pub fn line(fen: &[u8], moves: &[u8]) -> Result<(Position, Vec<Move>), Broken> {
    let Played { first, moves, .. } = play(fen, moves, false, &mut Forms::new())?;
    Ok((first, moves))
}

struct Played {
    first: Position,
    moves: Vec<Move>,
    chess: Chess,
    /// All positions so far; empty if the caller does not request them.
    positions: Vec<Position>,
}

impl Played {
    /// Plays a move, and stores the new position if positions are requested.
    fn play(&mut self, found: shakmaty::Move) {
        let ours = our_move(found);
        if let Some(last) = self.positions.last() {
            let next = last.after(ours);
            self.positions.push(next);
        }
        self.moves.push(ours);
        shakmaty::Position::play_unchecked(&mut self.chess, found);
    }
}

fn play(fen: &[u8], moves: &[u8], all: bool, forms: &mut Forms) -> Result<Played, Broken> {
    let (chess, first) = start(fen)?;
    let positions = if all { vec![first.clone()] } else { Vec::new() };
    let mut played = Played { first, moves: Vec::new(), chess, positions };
    let mut words = Words::new(moves);
    let (mut ended, mut empty) = (false, true);
    while let Some((at, word)) = words.next_word().map_err(|(at, why)| Broken::new(at, why))? {
        empty = false;
        if let Some((_, standard)) = Outcome::read(word) {
            if ended {
                return Err(Broken::new(at, format!("{} comes after the result", quoted(word))));
            }
            if !standard {
                forms.insert(Form::Half);
            }
            ended = true;
            continue;
        }
        if ended {
            return Err(Broken::new(at, format!("{} comes after the result", quoted(word))));
        }
        let san = SanPlus::from_ascii(word).map(|plus| plus.san);
        let found = match san.as_ref().map(|san| only_move(*san, &played.chess).map_or_else(|| san.to_move(&played.chess), Ok)) {
            Ok(Ok(found)) => {
                // The standard notation of a pawn move never has the pawn's rank, and has the pawn's file only for
                // captures. Without this test, `e2e4` and `ee4` would count as standard notation.
                if let Ok(San::Normal { role: Role::Pawn, file, rank, capture, .. }) = san
                    && (rank.is_some() || file.is_some() && !capture)
                {
                    forms.insert(Form::Long);
                }
                found
            }
            Ok(Err(error)) => match tolerated(word, &played.chess, forms) {
                Some(Tolerated::Move(found)) => found,
                _ => return Err(Broken::new(at, format!("{} {}", quoted(word), reason(&error)))),
            },
            Err(_) => match tolerated(word, &played.chess, forms) {
                Some(Tolerated::Move(found)) => found,
                Some(Tolerated::Sign) => continue,
                Some(Tolerated::Wrong(error)) => return Err(Broken::new(at, format!("{} {}", quoted(word), reason(&error)))),
                None => return Err(Broken::new(at, format!("{} is no move", quoted(word)))),
            },
        };
        played.play(found);
    }
    if empty {
        return Err(Broken::new(0, "there are no moves and no result"));
    }
    if !ended {
        forms.insert(Form::NoResult);
    }
    forms.extend(words.forms());
    Ok(played)
}

/// Returns the move that a text in standard algebraic notation (SAN) denotes, without generating all legal moves. Finds
/// the move only if exactly one piece or pawn can go to the target square. Returns `None` if the piece or pawn is
/// pinned, or if the king is in check. Also returns `None` for king moves, castling and promotions.
fn only_move(san: San, chess: &Chess) -> Option<shakmaty::Move> {
    use shakmaty::Position as _;
    let San::Normal { role, file, rank, capture, to, promotion: None } = san else { return None };
    let (board, turn) = (chess.board(), chess.turn());
    if board.occupied().contains(to) != capture || board.by_color(turn).contains(to) {
        return None;
    }
    let origins = match role {
        Role::Knight => attacks::knight_attacks(to),
        Role::Bishop => attacks::bishop_attacks(to, board.occupied()),
        Role::Rook => attacks::rook_attacks(to, board.occupied()),
        Role::Queen => attacks::queen_attacks(to, board.occupied()),
        Role::Pawn if Bitboard::BACKRANKS.contains(to) => return None,
        Role::Pawn if capture => attacks::pawn_attacks(!turn, to),
        Role::Pawn => {
            let step = turn.fold_wb(-8, 8);
            let before = to.offset(step)?;
            let two = !board.occupied().contains(before) && to.rank() == turn.fold_wb(Rank::Fourth, Rank::Fifth);
            Bitboard::from_square(if two { before.offset(step)? } else { before })
        }
        Role::King => return None,
    };
    let named = file.map_or(Bitboard::FULL, Bitboard::from_file) & rank.map_or(Bitboard::FULL, Bitboard::from_rank);
    let from = (origins & board.by_piece(role.of(turn)) & named).single_square()?;
    let king = board.king_of(turn)?;
    let line = attacks::ray(king, from);
    let pinned = (line & board.by_color(!turn) & board.sliders()).any() && (attacks::between(king, from) & board.occupied()).is_empty();
    let safe = !pinned && chess.checkers().is_empty();
    safe.then(|| shakmaty::Move::Normal { role, from, capture: board.role_at(to), to, promotion: None })
}

fn reason(error: &SanError) -> &'static str {
    match error {
        SanError::IllegalSan => "is no legal move here",
        SanError::AmbiguousSan => "is more than one legal move here",
    }
}

/// Meaning of a word that is not standard algebraic notation.
enum Tolerated {
    Move(shakmaty::Move),
    /// A symbol that evaluates or explains the move before it.
    Sign,
    /// A move that is illegal or ambiguous in the position.
    Wrong(SanError),
}

/// Symbols for evaluation, novelty, check or capture that may stand as separate words after a move.
const SIGNS: [&str; 37] = [
    "+-", "-+", "+/-", "-/+", "+=", "=+", "=", "+/=", "=/+", "+", "++", "#", "±", "∓", "⩲", "⩱", "∞", "=∞", "~", "N", "TN", "D", "□", "⊕",
    "↑", "→", "⇆", "△", "⌓", "−+", "+−", "ch", "ch.", "mate", "dbl", "e.p.", "ep",
];
/// Symbols that may be attached to a move, each with its kind of notation.
const SUFFIXES: [(&str, Form); 26] = [
    ("e.p.", Form::EnPassant),
    ("e.p", Form::EnPassant),
    ("ep", Form::EnPassant),
    ("dbl", Form::Check),
    ("mate", Form::Check),
    ("ch", Form::Check),
    ("++", Form::Check),
    ("+-", Form::Sign),
    ("-+", Form::Sign),
    ("+/-", Form::Sign),
    ("-/+", Form::Sign),
    ("+=", Form::Sign),
    ("=+", Form::Sign),
    ("±", Form::Sign),
    ("∓", Form::Sign),
    ("⩲", Form::Sign),
    ("⩱", Form::Sign),
    ("∞", Form::Sign),
    ("□", Form::Sign),
    ("=", Form::Sign),
    ("TN", Form::Sign),
    ("N", Form::Sign),
    ("#", Form::Check),
    ("+", Form::Check),
    ("−+", Form::Sign),
    ("+−", Form::Sign),
];

/// Reads a word that is not a legal move in standard notation.
fn tolerated(word: &[u8], chess: &Chess, forms: &mut Forms) -> Option<Tolerated> {
    let text = std::str::from_utf8(word).ok()?;
    if SIGNS.contains(&text) || text == "e.p" {
        forms.insert(if text.starts_with('e') { Form::EnPassant } else { Form::Sign });
        return Some(Tolerated::Sign);
    }
    let mut used = Forms::new();
    let figures: String = text.chars().map(|letter| figurine(letter).unwrap_or(letter)).filter(|letter| *letter != PAWN).collect();
    if figures != text {
        used.insert(Form::Figurine);
    }
    let mut rest = figures.as_str();
    loop {
        match written(rest, chess) {
            Some((Ok(found), form)) => {
                forms.extend(used);
                forms.extend(form);
                return Some(Tolerated::Move(found));
            }
            Some((Err(error), _)) => return Some(Tolerated::Wrong(error)),
            None => {}
        }
        let (shorter, form) = SUFFIXES.iter().find_map(|(suffix, form)| Some((rest.strip_suffix(suffix)?, *form)))?;
        rest = shorter;
        used.insert(form);
    }
}

/// Placeholder for the figurine of a pawn, because pawns have no letter.
const PAWN: char = '\0';

/// Returns the letter of the piece that a figurine shows.
fn figurine(letter: char) -> Option<char> {
    Some(match letter {
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => PAWN,
        _ => return None,
    })
}

/// Parses a move in standard or non-standard notation. Returns the move, and the kind of notation if the notation is
/// not standard. Returns `None` if the text does not look like a move.
fn written(text: &str, chess: &Chess) -> Option<(Result<shakmaty::Move, SanError>, Option<Form>)> {
    if let Some(castling) = castling(text) {
        return Some((castling.to_move(chess), Some(Form::Castling)));
    }
    if let Some(found) = long(text, chess) {
        return Some((found, Some(Form::Long)));
    }
    if let Ok(plus) = SanPlus::from_ascii(text.as_bytes()) {
        let found = plus.san.to_move(chess);
        if let (Err(SanError::IllegalSan), San::Normal { role, file, rank, capture, to, promotion }) = (&found, plus.san) {
            let other = San::Normal { role, file, rank, capture: !capture, to, promotion };
            if let Ok(found) = other.to_move(chess) {
                return Some((Ok(found), Some(Form::Capture)));
            }
        }
        return Some((found, None));
    }
    let (move_text, role) = promotion(text)?;
    let san = SanPlus::from_ascii(format!("{move_text}={role}").as_bytes()).ok()?.san;
    Some((san.to_move(chess), Some(Form::Promotion)))
}

fn castling(text: &str) -> Option<San> {
    let letters = text.trim_end_matches(['+', '#']);
    let side = match letters {
        "0-0" | "o-o" | "00" | "OO" => "O-O",
        "0-0-0" | "o-o-o" | "000" | "OOO" => "O-O-O",
        _ => return None,
    };
    San::from_ascii(side.as_bytes()).ok()
}

/// Splits a promotion without `=`, such as `a8Q`, `a8/Q` or `a8(Q)`, into the move and the letter of the new piece.
fn promotion(text: &str) -> Option<(&str, char)> {
    let inside = text.strip_suffix(')').unwrap_or(text);
    let role = inside.chars().last()?;
    let before = &inside[..inside.len() - role.len_utf8()];
    let upper = role.to_ascii_uppercase();
    let move_text = if inside.len() < text.len() { before.strip_suffix('(')? } else { before.strip_suffix(['/', '=']).unwrap_or(before) };
    ("QRBN".contains(upper) && move_text.ends_with(['1', '8'])).then_some((move_text, upper))
}

/// Parses a move that names its origin square, such as `e2-e4`, `e2e4`, `Ng1-f3`, `Ng1xf3` or `e7e8q`.
fn long(text: &str, chess: &Chess) -> Option<Result<shakmaty::Move, SanError>> {
    let plain = text.trim_end_matches(['+', '#']);
    let (squares, role) = promotion(plain).map_or((plain, None), |(squares, role)| (squares, Some(role)));
    let (piece, squares) = match squares.chars().next()? {
        letter if "KQRBNP".contains(letter) => (Role::from_char(letter)?, &squares[1..]),
        _ => (Role::Pawn, squares),
    };
    let any_piece = !plain.starts_with(|letter: char| letter.is_ascii_uppercase());
    let from: shakmaty::Square = squares.get(..2)?.parse().ok()?;
    let rest = squares.get(2..)?;
    let (capture, rest) = match rest.chars().next()? {
        '-' => (Some(false), &rest[1..]),
        'x' | ':' => (Some(true), &rest[1..]),
        _ => (None, rest),
    };
    let to: shakmaty::Square = rest.parse().ok()?;
    let promoted = role.and_then(Role::from_char);
    let legal = shakmaty::Position::legal_moves(chess);
    let mut found = legal.iter().filter(|candidate| {
        let (goes_to, castles) = match candidate {
            shakmaty::Move::Castle { king, rook } => (
                shakmaty::Square::from_coords(if rook.file() > king.file() { shakmaty::File::G } else { shakmaty::File::C }, king.rank()),
                true,
            ),
            _ => (candidate.to(), false),
        };
        candidate.from() == Some(from)
            && goes_to == to
            && (any_piece || candidate.role() == piece)
            && capture.is_none_or(|capture| candidate.is_capture() == capture || castles && !capture)
            && candidate.promotion() == promoted
    });
    Some(found.next().copied().ok_or(SanError::IllegalSan))
}

/// Returns the initial position of a game twice: in the type of `shakmaty` and in the type of `gamecert-unwinnable`.
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

/// Converts a move to the type of `gamecert-unwinnable`.
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

/// Converts a position to the type of `gamecert-unwinnable`.
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

fn quoted(word: &[u8]) -> String {
    format!("\"{}\"", shown(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last(moves: &str) -> Result<(String, Vec<&'static str>), (usize, String)> {
        let (mut forms, mut again) = (Forms::new(), Forms::new());
        let last = last_position(b"", moves.as_bytes(), &mut forms).map_err(|broken| (broken.at, broken.why));
        if let (Ok(last), Ok(all)) = (&last, positions(b"", moves.as_bytes(), &mut again)) {
            assert_eq!((all.last().map(Position::to_string), &again), (Some(last.to_string()), &forms));
        }
        last.map(|position| (position.to_string(), forms.into_iter().map(Form::name).collect()))
    }

    const ITALIAN: &str = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq -";

    #[test]
    fn replays_games() {
        for moves in [
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O 1-0",
            "1. e4 { [%clk 0:01:00] (x} 1... e5 $1 2. Nf3!? (2. Nc3 (2. d4 {)}) Nf6) Nc6 ; Bb5\r\n3. Bc4\r\nBc5?? 4. O-O *\r\n",
            "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O 1/2-1/2",
            "1. e4 e5 2. Nf3 Nc6\n\n3. Bc4 Bc5 4. O-O 1-0",
        ] {
            assert_eq!(last(moves), Ok((ITALIAN.to_owned(), vec![])), "{moves}");
        }
        assert_eq!(last("1. e4 a6 2. e5 d5 *").unwrap().0, "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6");
        assert_eq!(last("0-1").unwrap().0, Position::default().to_string());
    }

    #[test]
    fn reads_other_ways_of_writing_moves() {
        for (moves, forms) in [
            ("1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.0-0 1-0", &["castling"][..]),
            ("1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-c4 Bf8-c5 4. O-O *", &["long_algebraic"]),
            ("1. e2e4 e7e5 2. g1f3 b8c6 3. f1c4 f8c5 4. e1g1 *", &["long_algebraic"]),
            ("1. e4 e5 2. ♘f3 ♞c6 3. ♗c4 ♝c5 4. O-O *", &["figurine"]),
            ("1… e4 e5 2. Nf3 Nc6 N 3. Bc4 = Bc5 4. O-O ±", &["no_result", "points", "sign"]),
            ("1. e4 e5 2. Nf3N Nc6+- 3. Bc4= Bc5± 4. O-O *\u{1a}", &["end_of_file", "sign"]),
            ("1. e4 e5 2. Nf3++ Nc6ch 3. Bc4+ Bc5 mate 4. O-O ½-½", &["check", "half", "sign"]),
        ] {
            let found = last(moves);
            assert_eq!(found, Ok((ITALIAN.to_owned(), forms.to_vec())), "{moves}");
        }
        let from = |fen: &str, moves: &str| {
            let mut forms = Forms::new();
            let last = last_position(fen.as_bytes(), moves.as_bytes(), &mut forms).map_err(|broken| broken.why)?;
            Ok::<_, String>((last.to_string(), forms.into_iter().map(Form::name).collect::<Vec<_>>()))
        };
        for (word, form) in [
            ("a8=N", &[][..]),
            ("a8N", &["promotion"]),
            ("a8(N)", &["promotion"]),
            ("a8/N", &["promotion"]),
            ("a8n", &["promotion"]),
            ("a7a8n", &["long_algebraic"]),
            ("a7-a8=N", &["long_algebraic"]),
            ("♙a8=♘", &["figurine"]),
        ] {
            let found = from("7k/P7/8/8/8/8/8/K7 w - - 0 1", &format!("1. {word} 1-0"));
            assert_eq!(found, Ok(("N6k/8/8/8/8/8/8/K7 b - -".to_owned(), form.to_vec())), "{word}");
        }
        for word in ["exd6", "ed6", "exd6 e.p.", "exd6e.p.", "exd6ep", "exd6 ep", "e5xd6 e.p.", "e5d6", "e5:d6"] {
            let found = from("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", &format!("1. {word} *"));
            assert_eq!(found.map(|(fen, _)| fen), Ok("4k3/8/3P4/8/8/8/8/4K3 b - -".to_owned()), "{word}");
        }
    }

    #[test]
    fn only_moves_are_those_of_the_library() {
        use shakmaty::Position as _;
        let (mut state, mut found, mut all) = (1_u64, 0, 0);
        for _ in 0..5 {
            let mut chess = Chess::default();
            for _ in 0..100 {
                let files = [None, Some(shakmaty::File::A), Some(shakmaty::File::E), Some(shakmaty::File::F)];
                for (role, to) in Role::ALL.into_iter().flat_map(|role| shakmaty::Square::ALL.map(|to| (role, to))) {
                    for (file, rank, capture) in files.into_iter().flat_map(|file| {
                        [(file, None, false), (file, None, true), (file, Some(Rank::First), false), (file, Some(Rank::Fifth), true)]
                    }) {
                        let san = San::Normal { role, file, rank, capture, to, promotion: None };
                        let expected = san.to_move(&chess).ok();
                        let only = only_move(san, &chess);
                        assert!(only.is_none() || only == expected, "{san:?} in {:?}", chess.board());
                        found += u32::from(only.is_some());
                        all += u32::from(expected.is_some());
                    }
                }
                let legal = chess.legal_moves();
                if legal.is_empty() {
                    break;
                }
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                chess.play_unchecked(legal[usize::try_from(state >> 33).unwrap() % legal.len()]);
            }
        }
        assert!(2 * found > all, "{found} of {all}");
    }

    #[test]
    fn says_where_a_game_is_broken() {
        for (moves, at, why) in [
            ("1. e4 Nzz9 2. d4 1-0", 6, "\"Nzz9\" is no move"),
            ("1. e4 Nf3 1-0", 6, "\"Nf3\" is no legal move here"),
            ("1. e4 e7-e4 1-0", 6, "\"e7-e4\" is no legal move here"),
            ("1. e4 e7xe5 1-0", 6, "\"e7xe5\" is no legal move here"),
            ("1. e4 Ne7-e5 1-0", 6, "\"Ne7-e5\" is no legal move here"),
            ("1. e4 -- 2. d4 1-0", 6, "\"--\" is no legal move here"),
            ("1. Nf3 Nf6 2. d3 Nd5 3. Nd2 1-0", 24, "\"Nd2\" is more than one legal move here"),
            ("1. e4 e5 1-0 2. d4", 16, "\"d4\" comes after the result"),
            ("1. e4 e5 1-0 0-1", 13, "\"0-1\" comes after the result"),
            ("1. e4 e5 { never closed", 9, "a comment is not closed"),
            ("", 0, "there are no moves and no result"),
        ] {
            assert_eq!(last(moves), Err((at, why.to_owned())), "{moves}");
        }
        let wrong = last_position(b"7k/8/8 w - -", b"*", &mut Forms::new()).unwrap_err().why;
        assert_eq!(wrong, "the FEN in the headers is invalid: the board has 3 ranks, not 8");
    }
}
