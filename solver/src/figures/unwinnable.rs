//! Draws chess diagrams about who can still mate. The diagrams show a line of moves that ends in mate, or the pieces
//! and pawns that can never move and the squares that the kings may reach.

use super::NoFigure;
use crate::answers::text::counted;
use crate::answers::unwinnable::MateAnswer;
use crate::answers::unwinnable::reach::Reach;
use crate::plot::figure::{Body, Diagram, Diagrams, Figure, Mark, Piece, Table, Whose};
use crate::solve::unwinnable::judge::Decided;
use gamecert_unwinnable::{Color, Move, Position, Role, Square, Verdict};

/// Draws the answer to a question whether a side can mate.
///
/// # Errors
/// Returns [`NoFigure::Unknown`] if the question was left undecided.
pub fn decided(decided: &Decided) -> Result<Figure, NoFigure> {
    let Decided { position, intended_winner, answer, .. } = decided;
    let words = MateAnswer::new(decided, None).words();
    let mut notes = vec![format!("position {position}; {} to move", side(position.to_move()))];
    let (title, diagrams) = match &answer.verdict {
        Verdict::Winnable(line) => {
            // The title leaves out the moves, because the notes contain them.
            let (title, moves) = words.split_once(": ").unwrap_or((&words, ""));
            notes.extend((!moves.is_empty()).then(|| format!("moves {moves}")));
            (title.to_owned(), line_to_mate(position, *intended_winner, line))
        }
        Verdict::Unwinnable(set) => {
            let reach = Reach::derive(position, *intended_winner, set);
            (words, what_never_changes(position, &reach))
        }
        Verdict::Unknown => return Err(NoFigure::Unknown),
    };
    Ok(Figure { title, notes, body: Body::Diagrams(diagrams) })
}

fn side(colour: Color) -> &'static str {
    if colour == Color::White { "White" } else { "Black" }
}

fn whose(colour: Color) -> Whose {
    if colour == Color::White { Whose::Left } else { Whose::Right }
}

fn letter(role: Role) -> char {
    match role {
        Role::King => 'K',
        Role::Queen => 'Q',
        Role::Rook => 'R',
        Role::Bishop => 'B',
        Role::Knight => 'N',
        Role::Pawn => 'P',
    }
}

fn at(position: &Position, square: Square) -> Option<Piece> {
    let board = position.board();
    let (role, colour) = (board.piece_on(square)?, board.color_on(square)?);
    Some(Piece { letter: letter(role), light: colour == Color::White })
}

fn pieces(position: &Position) -> Vec<(u8, Piece)> {
    Square::ALL.into_iter().filter_map(|square| Some((square as u8, at(position, square)?))).collect()
}

/// Draws the first position with the moves as arrows, and the last position, in which a king is mated.
fn line_to_mate(position: &Position, winner: Color, line: &[Move]) -> Diagrams {
    let mut here = position.clone();
    let (mut arrows, mut rows) = (Vec::new(), Vec::new());
    for (ply, played) in (1_u32..).zip(line) {
        let mover = here.to_move();
        arrows.push((played.from as u8, played.to as u8, whose(mover)));
        let unit = at(&here, played.from).map_or_else(String::new, |piece| piece.fen().to_string());
        here = here.after(*played);
        rows.push(vec![ply.to_string(), side(mover).to_lowercase(), unit, played.to_string(), here.to_string()]);
    }
    let king = here.board().king(!winner);
    let mut legend: Vec<(Mark, String)> = Vec::new();
    for colour in [Color::White, Color::Black] {
        if arrows.iter().any(|arrow| arrow.2 == whose(colour)) {
            legend.push((Mark::Arrow(whose(colour)), format!("{}'s moves", side(colour))));
        }
    }
    legend.push((Mark::Frame, format!("{}'s king, mated on {king}", side(!winner))));
    let moves: Vec<String> = line.iter().map(ToString::to_string).collect();
    let plies = counted(line.len() as u64, "ply", "plies");
    let mate = Diagram {
        name: format!("the mate after {plies}"),
        pieces: pieces(&here),
        marks: vec![(king as u8, Mark::Frame)],
        arrows: Vec::new(),
    };
    let begin = Diagram { name: format!("the moves, {plies}"), pieces: pieces(position), marks: Vec::new(), arrows };
    let diagrams = if line.is_empty() { vec![mate] } else { vec![begin, mate] };
    let says = format!("Chess diagrams: the position {position} with the moves {} as arrows, and the mate {here}.", moves.join(" "));
    Diagrams { diagrams, legend, table: Table { head: vec!["ply", "side", "unit", "move", "position"], rows }, says }
}

/// Draws the position, and frames each piece and pawn that stays in place. Marks the squares that each king may reach.
fn what_never_changes(position: &Position, reach: &Reach) -> Diagrams {
    let is_settled = |square: Square| reach.settled.has(square);
    let kings = Color::ALL.map(|colour| (colour, reach.kings()[colour as usize]));
    let (mut marks, mut rows) = (Vec::new(), Vec::new());
    for square in Square::ALL {
        for (colour, reach) in kings {
            if reach.has(square) {
                marks.push((square as u8, Mark::Ground(whose(colour))));
            }
        }
        let reaches = kings.map(|(_, reach)| reach.has(square).to_string());
        let unit = at(position, square).map_or_else(String::new, |piece| piece.fen().to_string());
        let settled = if unit.is_empty() { String::new() } else { is_settled(square).to_string() };
        let [white, black] = reaches;
        rows.push(vec![square.to_string(), unit, settled, white, black]);
    }
    let settled: Vec<Square> = Square::ALL.into_iter().filter(|square| is_settled(*square)).collect();
    marks.extend(settled.iter().map(|square| (*square as u8, Mark::Frame)));
    let mut legend: Vec<(Mark, String)> =
        kings.iter().map(|(colour, _)| (Mark::Ground(whose(*colour)), format!("{}'s king may get here", side(*colour)))).collect();
    if !settled.is_empty() {
        legend.push((Mark::Frame, "never moves, is never captured".to_owned()));
    }
    let names: Vec<String> = settled.iter().map(ToString::to_string).collect();
    let [(_, white), (_, black)] = kings;
    let says = format!(
        "A chess diagram of {position}. {}. White's king may ever get to {}, Black's to {}.",
        if names.is_empty() {
            "No unit is settled".to_owned()
        } else {
            format!("What stands on {} never moves and is never captured", names.join(", "))
        },
        counted(white.len().into(), "square", "squares"),
        counted(black.len().into(), "square", "squares")
    );
    let diagram = Diagram { name: "whatever both sides play".to_owned(), pieces: pieces(position), marks, arrows: Vec::new() };
    Diagrams {
        diagrams: vec![diagram],
        legend,
        table: Table { head: vec!["square", "unit", "settled", "white_king", "black_king"], rows },
        says,
    }
}
