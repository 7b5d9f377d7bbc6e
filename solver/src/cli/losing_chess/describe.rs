//! Converts the results of a search to the data types of the report.

use std::collections::HashMap;
use std::path::Path;

use super::super::outcome::Failure;
use crate::answers::losing as report;
use crate::answers::walk::{Proof, Walk};
use crate::answers::written::Written;
use crate::certificate::verify;
use crate::games::losing_chess::Position;
use crate::solve::losing::answer::{Open, Won};
use crate::solve::losing::assemble::Missing;
use crate::solve::losing::unfinished::{Standing, Unfinished};
use crate::solve::losing::{self, Question};

/// Describes a proved win. `before` has the moves that led to the position, if they are known.
pub(super) fn proof(question: &Question, won: &Won, before: &[String], verified: bool, file: Option<&Path>) -> report::Proof {
    let Won { proof, certificate, winner } = won;
    let reversible = losing::reversible(question, proof);
    let line = if proof.positions <= report::MAX_LINE_POSITIONS { longest_line(&certificate.bytes, before) } else { None };
    report::Proof {
        positions: proof.positions,
        longest: proof.longest,
        reversible,
        fifty_moves: reversible < 100,
        verified,
        line: line.unwrap_or_default(),
        winner_begins: question.position.side() == *winner,
        written: Written::new(certificate, file),
    }
}

/// Returns the longest line of play in the proof of a certificate. Verifies the certificate first.
fn longest_line(certificate: &[u8], before: &[String]) -> Option<Vec<String>> {
    let read = verify::read_losing(certificate, Path::new("")).ok()?;
    let proof = Proof::read(read).ok()?;
    let walk = Walk::after(&proof, before.to_vec());
    Some(walk.numbered(before.len(), &walk.main_line()))
}

/// Describes the state of an unfinished search. For each hinted position, `ways` has the moves that lead to it. For
/// each proved position, calls `write` to write a certificate.
pub(super) fn open(
    question: &Question,
    Open { unfinished, parts }: &Open,
    ways: &HashMap<Position, String>,
    mut write: impl FnMut(&(Position, Won)) -> Result<report::Proof, Failure>,
) -> Result<report::Open, Failure> {
    let ranked = unfinished.moves();
    let parts = parts.iter().map(|part| {
        let (position, _) = part;
        let by_move =
            || ranked.iter().find(|(played, _)| question.position.after(*played) == *position).map(|(played, _)| played.to_string());
        let line = ways.get(position).cloned().or_else(by_move).unwrap_or_default();
        Ok(report::PartialProof { fen: position.to_string(), line, proof: write(part)? })
    });
    let winner = report::Verdict::won_by(unfinished.search.game.rules.winner);
    let moves = ranked.iter().map(|&(played, standing)| report::Move {
        played: played.to_string(),
        numbers: numbers(standing),
        evaluations: standing.evaluations,
    });
    Ok(report::Open {
        winner,
        evaluations: unfinished.evaluations,
        numbers: numbers(unfinished.standing(&question.position)),
        moves: moves.collect(),
        hints: hints(unfinished, ways),
        parts: parts.collect::<Result<_, Failure>>()?,
    })
}

fn hints(unfinished: &Unfinished, ways: &HashMap<Position, String>) -> Option<report::Hints> {
    let all = unfinished.hints.as_ref()?.all().count();
    let open: Vec<report::Hint> = unfinished
        .open_hints()
        .into_iter()
        .map(|hint| report::Hint {
            line: ways.get(&hint.position).cloned().unwrap_or_default(),
            waits_for: hint.waits_for,
            evaluations: hint.evaluations,
        })
        .collect();
    Some(report::Hints { all, proved: all - open.len(), open })
}

fn numbers(standing: Standing) -> report::Numbers {
    report::Numbers {
        proof_number: standing.numbers.map(|numbers| numbers.proof),
        disproof_number: standing.numbers.map(|numbers| numbers.disproof),
    }
}

pub(super) fn missing(missing: &Missing) -> report::Missing {
    let line: Vec<String> = missing.way.iter().map(ToString::to_string).collect();
    report::Missing { line: line.join(" "), fen: missing.position.to_string() }
}
