use std::sync::{Arc, Mutex};

use cozy_chess::{BitBoard, BoardBuilder, Color, File, Piece as Role, Rank, Square};
use fastrand::Rng;

use super::super::progress::Reporter;
use super::moves::units;
use super::needs::{LosersUnits, WinnersUnits, of_king, of_winners_king};
use super::patterns::{Budget, Needs, Pattern};
use super::{Cancellation, Improvement, Shortest, plain};
use crate::chess::{End, Position};
use crate::{Limits, Solver, Verdict};

fn search(position: &Position, winner: Color, bound: usize, limit: u64) -> Improvement {
    Shortest::search(position, winner, bound, limit, (&Cancellation::default(), &Reporter::default()))
}

/// Asserts that a line ends in mate, and returns its length.
fn length(position: &Position, winner: Color, found: &Improvement) -> Option<usize> {
    let line = found.shorter.as_ref()?;
    let mut at = position.clone();
    for &played in line {
        assert!(at.end().is_none());
        at = at.after(played);
    }
    assert_eq!(at.end(), Some(End::Mate(winner)), "{position}");
    Some(line.len())
}

#[test]
fn lengths() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let table = [
        ("the fool's mate", start, Color::Black, 30, Some(4)),
        ("White's shortest helpmate from the initial position", start, Color::White, 30, Some(5)),
        ("mate in one", "7k/8/6K1/8/8/8/Q7/8 w - -", Color::White, 9, Some(1)),
        ("no line is shorter than one ply", "7k/8/6K1/8/8/8/Q7/8 w - -", Color::White, 1, None),
        ("a knight mates only while Black has the pawn", "7k/7p/8/6KN/8/8/8/8 w - -", Color::White, 3, None),
        ("the mated king may castle", "r3k3/8/8/2R5/8/1Q6/8/4K3 b q -", Color::White, 9, Some(4)),
        ("a pawn promotes", "8/5P1k/5Kpp/8/8/8/8/8 w - -", Color::White, 5, Some(3)),
        ("a capture en passant", "8/8/8/8/4Pp2/8/7k/R4K2 b - e3", Color::White, 9, Some(4)),
    ];
    for (title, fen, winner, bound, expected) in table {
        let position: Position = fen.parse().unwrap();
        let found = search(&position, winner, bound, u64::MAX);
        let plain = plain::shortest(position.board(), winner, (bound as u32 - 1).min(5)).map(|plies| plies as usize);
        assert_eq!((length(&position, winner, &found), plain), (expected, expected), "{title}");
        assert_eq!(found.at_least, expected.unwrap_or(bound), "{title}");
    }
}

#[test]
fn a_limit_tells_how_far_the_search_got() {
    let start = Position::default();
    let found = search(&start, Color::White, 30, 200);
    assert!(found.shorter.is_none());
    assert!((3..=5).contains(&found.at_least) && (200..300).contains(&found.nodes), "{} {}", found.at_least, found.nodes);
}

#[test]
fn progress_is_reported_for_each_length() {
    let reports = Arc::new(Mutex::new(Vec::new()));
    let reporter = Reporter::to({
        let reports = Arc::clone(&reports);
        move |progress| reports.lock().unwrap().push(progress.plies)
    });
    let position: Position = "8/3K4/6p1/5P2/4k3/8/8/8 b - -".parse().unwrap();
    Shortest::search(&position, Color::White, 30, u64::MAX, (&Cancellation::default(), &reporter));
    assert_eq!((*reports.lock().unwrap()).as_slice(), [2, 4, 6, 8]);
}

/// Returns a random position with few units, or `None` if the random choice is not a position.
fn random_position(random: &mut Rng) -> Option<Position> {
    let mut builder = BoardBuilder::empty();
    let near_home = random.u8(..4) == 0;
    let mut free: Vec<Square> = Square::ALL.to_vec();
    random.shuffle(&mut free);
    let mut put = |builder: &mut BoardBuilder, role: Role, colour: Color| {
        let home = [Rank::First, Rank::Eighth];
        let place = free.iter().rposition(|square| role != Role::Pawn || !home.contains(&square.rank()));
        let square = free.swap_remove(place.unwrap());
        builder.board[square as usize] = Some((role, colour));
    };
    if near_home {
        // One side may castle.
        let colour = if random.bool() { Color::White } else { Color::Black };
        let home = Rank::First.relative_to(colour);
        let rook = if random.bool() { File::A } else { File::H };
        builder.board[Square::new(File::E, home) as usize] = Some((Role::King, colour));
        builder.board[Square::new(rook, home) as usize] = Some((Role::Rook, colour));
        let rights = builder.castle_rights_mut(colour);
        *(if rook == File::A { &mut rights.long } else { &mut rights.short }) = Some(rook);
        put(&mut builder, Role::King, !colour);
    } else {
        Color::ALL.into_iter().for_each(|colour| put(&mut builder, Role::King, colour));
    }
    for _ in 0..random.usize(2..7) {
        let role = [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen][random.usize(..6)];
        put(&mut builder, role, if random.bool() { Color::White } else { Color::Black });
    }
    builder.side_to_move = if random.bool() { Color::White } else { Color::Black };
    let kings = Square::ALL.into_iter().filter(|&square| matches!(builder.board[square as usize], Some((Role::King, _))));
    if kings.collect::<BitBoard>().len() != 2 {
        return None;
    }
    let fen = Position::from_board(builder.build().ok()?).to_string();
    fen.parse().ok()
}

/// Returns the number of random positions, which the variable `GAMECERT_POSITIONS` can set.
fn positions(usual: usize) -> usize {
    std::env::var("GAMECERT_POSITIONS").ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}

#[test]
fn lengths_agree_with_a_plain_search() {
    let mut random = Rng::with_seed(20_261_130);
    let (mut tried, mut mates) = (0, 0);
    while tried < positions(300) {
        let Some(position) = random_position(&mut random) else { continue };
        let winner = if random.bool() { Color::White } else { Color::Black };
        if position.end().is_some() {
            continue;
        }
        tried += 1;
        let most = if position.to_move() == winner { 3 } else { 4 };
        let found = search(&position, winner, most + 1, u64::MAX);
        let expected = plain::shortest(position.board(), winner, most as u32).map(|plies| plies as usize);
        assert_eq!(length(&position, winner, &found), expected, "{position} {winner}");
        assert_eq!(found.at_least, expected.unwrap_or(most + 1), "{position} {winner}");
        mates += usize::from(expected.is_some());
    }
    assert!(mates * 10 > tried, "{mates} of {tried}");
}

#[test]
fn no_mating_line_is_abandoned() {
    let mut random = Rng::with_seed(1);
    let mut solver = Solver::new();
    let all = Color::ALL.map(Pattern::all);
    let (mut lines, mut longest) = (0, 0);
    while lines < positions(300) {
        let Some(position) = random_position(&mut random) else { continue };
        let winner = if random.bool() { Color::White } else { Color::Black };
        let Verdict::Winnable(line) = solver.decide(&position, winner, Limits::nodes(20_000)).verdict else { continue };
        if line.is_empty() || line.len() > 250 {
            continue;
        }
        lines += 1;
        longest = longest.max(line.len());
        let mut at = position.clone();
        let mut patterns = all[winner as usize].clone();
        for (ply, &played) in line.iter().enumerate() {
            let left = (line.len() - ply) as u32;
            let winners = if at.to_move() == winner { left.div_ceil(2) } else { left / 2 };
            let budget = Budget { winner: winners, loser: left - winners };
            let needs = Needs {
                winners_king: &of_winners_king(at.board(), units(), winner),
                winner: &WinnersUnits::new(at.board(), units(), winner),
                losers_king: &of_king(at.board(), units(), !winner),
                loser: &LosersUnits::new(at.board(), units(), !winner),
            };
            patterns.retain(|pattern| pattern.is_possible(budget, needs));
            assert!(!patterns.is_empty(), "{position} {winner} {at} {left}");
            at = at.after(played);
        }
    }
    assert!(longest > 10, "{longest}");
}
