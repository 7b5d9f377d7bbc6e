//! Compares this solver with the package `chasolver` on the question whether a side can still mate, in turns on the
//! same positions.
//!
//!     cargo run --release --manifest-path bench/Cargo.toml --bin unwinnable -- \
//!         tests/data/unwinnability/timeouts.txt [seconds]
//!
//! A line of the file is a position, or a label (`WB`, `W-`, `-B`, `--`) and a position. With a label, both sides are
//! the intended winner in turn. Without a label, only the side not to move is.
//!
//! Positions are parsed before the clock starts. The list is cut into parts. Both programs get the parts in turns,
//! again and again, for at least `seconds` seconds in total (10 by default). The shortest time of each part counts,
//! because other work of the machine makes the other times longer. All certificates are verified at the end.

use std::str::FromStr;
use std::time::{Duration, Instant};

use chasolver::Winnability;
use gamecert_solver::solve::unwinnable::certify;
use gamecert_unwinnable::certificate::Entry;
use gamecert_unwinnable::{Color, Limits, Position, Solver, USUAL_NODES, Verdict};

/// A question for both programs, with the answer if the file has a label.
struct Question {
    position: Position,
    winner: Color,
    board: chess::Board,
    label: Option<bool>,
}

/// Answers of a program: for each question, whether the side can mate.
type Said = Vec<Option<bool>>;

impl Question {
    fn side(&self) -> chess::Color {
        if self.winner == Color::White { chess::Color::White } else { chess::Color::Black }
    }
}

fn questions(text: &str) -> Vec<Question> {
    let mut questions = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let mut fields: Vec<&str> = line.split_whitespace().collect();
        let label = (fields[0].len() == 2).then(|| fields.remove(0));
        let fen = fields[..4].join(" ");
        let position: Position = fen.parse().unwrap_or_else(|why| panic!("{line}: {why}"));
        let board = chess::Board::from_str(&format!("{fen} 0 1")).unwrap_or_else(|why| panic!("{line}: {why}"));
        let mut ask = |winner, label| questions.push(Question { position: position.clone(), winner, board, label });
        match label {
            Some(label) => {
                ask(Color::White, Some(label.starts_with('W')));
                ask(Color::Black, Some(label.ends_with('B')));
            }
            None => ask(!position.to_move(), None),
        }
    }
    questions
}

/// One of the two programs.
type Program<'a> = &'a mut dyn FnMut(&Question) -> Option<bool>;

/// Number of questions in a part. With 50 or 250 questions, this solver loses more by the change of turns: on
/// `timeouts.txt` it is then 3.7 times as fast as the other program, and 3.9 times with 1000.
const PART: usize = 1000;

/// Asks both programs all questions, part by part in turns, again and again for at least `seconds` seconds. Returns the
/// answers of each program, and the number of questions that it answers per second, computed from the shortest time of
/// each part.
fn in_turns(questions: &[Question], seconds: u64, programs: [Program; 2]) -> [(Said, f64); 2] {
    let begun = Instant::now();
    let mut results = programs.map(|program| (program, Said::new(), vec![Duration::MAX; questions.len().div_ceil(PART)]));
    while begun.elapsed() < Duration::from_secs(seconds) || results[0].1.is_empty() {
        results.iter_mut().for_each(|(_, said, _)| said.clear());
        for (number, part) in questions.chunks(PART).enumerate() {
            for (program, said, least) in &mut results {
                let begun = Instant::now();
                said.extend(part.iter().map(&mut **program));
                least[number] = least[number].min(begun.elapsed());
            }
        }
    }
    results.map(|(_, said, least)| (said, questions.len() as f64 / least.iter().sum::<Duration>().as_secs_f64()))
}

fn print(name: &str, questions: &[Question], (said, rate): (Said, f64)) {
    let count = |wanted: Option<bool>| said.iter().filter(|&&one| one == wanted).count();
    let wrong = questions
        .iter()
        .zip(&said)
        .filter(|(question, said)| said.is_some() && question.label.is_some() && **said != question.label)
        .count();
    println!(
        "{name:28} {rate:>9.0}/s, {} can mate, {} cannot, {} unknown, {wrong} wrong",
        count(Some(true)),
        count(Some(false)),
        count(None)
    );
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().expect("a file of positions");
    let seconds = arguments.next().map_or(10, |text| text.parse().expect("a number of seconds"));
    let questions = questions(&std::fs::read_to_string(&file).expect("the file"));
    println!("{file}: {} questions", questions.len());
    let mut solver = Solver::new();
    let verdict = |verdict: &Verdict| match verdict {
        Verdict::Winnable(_) => Some(true),
        Verdict::Unwinnable(_) => Some(false),
        Verdict::Unknown => None,
    };

    let [quick, peer] = in_turns(
        &questions,
        seconds,
        [&mut |question| verdict(&solver.decide_quickly(&question.position, question.winner).verdict), &mut |question| {
            chasolver::is_unwinnable_fast(&question.board, question.side()).then_some(false)
        }],
    );
    let ratio = quick.1 / peer.1;
    print("quick", &questions, quick);
    print("chasolver, fast", &questions, peer);
    println!("{:28} {ratio:.2}", "ratio");

    let (mut entries, mut plies, mut asked) = (Vec::new(), Vec::new(), 0);
    let (mut their_plies, mut mates) = (0, 0);
    let [full, peer] = in_turns(
        &questions,
        seconds,
        [
            &mut |question| {
                // Each round creates certificates again. The certificates of the last round are kept.
                if asked == questions.len() {
                    entries.clear();
                    plies.clear();
                    asked = 0;
                }
                asked += 1;
                let answer = solver.decide(&question.position, question.winner, Limits::nodes(USUAL_NODES));
                entries.extend(Entry::new(&question.position, question.winner, &answer.verdict));
                if let Verdict::Winnable(line) = &answer.verdict {
                    plies.push(line.len());
                }
                verdict(&answer.verdict)
            },
            &mut |question| match chasolver::winnability(&question.board, question.side())? {
                Winnability::Winnable { helpmate } => {
                    their_plies += helpmate.len();
                    mates += 1;
                    Some(true)
                }
                Winnability::Unwinnable => Some(false),
            },
        ],
    );
    let ratio = full.1 / peer.1;
    print("full, with certificates", &questions, full);
    println!("{:28} {:.1} plies on average", "", plies.iter().sum::<usize>() as f64 / plies.len().max(1) as f64);
    print("chasolver, full", &questions, peer);
    println!("{:28} {:.1} plies on average", "", their_plies as f64 / f64::from(mates.max(1)));
    println!("{:28} {ratio:.2}", "ratio");

    let mut sizes = Vec::new();
    let mut entries = Vec::new();
    for Question { position, winner, .. } in &questions {
        let verdict = solver.decide(position, *winner, Limits::nodes(USUAL_NODES)).verdict;
        sizes.extend(certify::certificate(position, *winner, &verdict).map(|bytes| bytes.len()));
        entries.extend(Entry::new(position, *winner, &verdict));
    }
    let (sum, most) = (sizes.iter().sum::<usize>(), sizes.iter().max().copied().unwrap_or(0));
    println!("{:28} {:.1} bytes on average, {most} at most", "certificates", sum as f64 / sizes.len().max(1) as f64);
    let count = entries.len();
    let batch = certify::batch(&entries);
    let (begun, mut least) = (Instant::now(), Duration::MAX);
    while begun.elapsed() < Duration::from_secs(seconds) || least == Duration::MAX {
        let once = Instant::now();
        gamecert_checker::verify(&batch, &mut gamecert_checker::NoSource).unwrap_or_else(|why| panic!("{why}"));
        least = least.min(once.elapsed());
    }
    println!("{:28} {:>9.0}/s, all of them right", "checked, in one batch", count as f64 / least.as_secs_f64());
}
