//! Converts the checker's results to types of the solver.

use std::any::Any;

use dashu_int::UBig;
use gamecert_checker::{Verified, can_mate, chips, losing, richman, safe, unwinnable};
use gamecert_unwinnable::Color;

use super::About;
use crate::certificate::can_mate::{CanMate, Evidence};
use crate::certificate::emit::{Digest, digest};
use crate::certificate::losing_proof::{Bounds, Citation, LosingCertificate, LosingProof, Root, Wins};
use crate::certificate::read;
use crate::certificate::safe_proof::{Defence, SafeProof, SafeSide};
use crate::games::Colour;
use crate::games::losing_chess::text::{FenError, Setup};
use crate::games::losing_chess::winner::ForSide;
use crate::games::losing_chess::{Position, StalemateError};
use crate::model::chips::{ChipTables, LabelRow, Range, Rule, Shared, Tail, ThresholdTable, TieBreak};
use crate::model::graph::{Label, NEVER, Player};
use crate::model::parts::Parts;
use crate::model::solution::{Choices, Solution};
use crate::model::value::Rational;

/// Converts the description of the game that a certificate is about.
pub(super) fn about(verified: &Verified, whole: Option<Parts>) -> About {
    About {
        rules: verified.game.rules.to_owned(),
        parameters: verified.game.parameters.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
        whole,
        digest: Digest(verified.digest),
    }
}

/// Converts a value of a verified table. The checker has tested that listed values are fractions in lowest terms
/// (`richman/value_reduced`).
pub(super) fn rational(table: &richman::Table, rank: u32) -> Option<Rational> {
    let (numerator, denominator) = table.value(rank)?;
    let [numerator, denominator] = [numerator, denominator].map(|number| UBig::from_le_bytes(&number.to_bytes_le()));
    Some(if table.is_listed(rank) { Rational::reduced(numerator, denominator) } else { Rational::new(numerator, denominator) })
}

pub(super) fn label(label: richman::Label) -> Label {
    label.finite().and_then(|label| Label::try_from(label).ok()).unwrap_or(NEVER)
}

pub(super) fn values(table: &richman::Table) -> Solution {
    let choices = |column: &[u32]| column.iter().map(|&choice| u16::try_from(choice).unwrap_or(u16::MAX)).collect();
    Solution {
        values: (0..).map_while(|rank| rational(table, rank)).collect(),
        rank_alpha: table.rank_alpha().to_vec(),
        rank_beta: table.rank_beta().to_vec(),
        label_white: table.label_white().iter().copied().map(label).collect(),
        label_black: table.label_black().iter().copied().map(label).collect(),
        choices: if table.one_function() {
            Choices::Sharp { white: choices(table.choice_white_alpha()), black: choices(table.choice_black_beta()) }
        } else {
            Choices::Interval {
                white_alpha: choices(table.choice_white_alpha()),
                black_alpha: choices(table.choice_black_alpha()),
                white_beta: choices(table.choice_white_beta()),
                black_beta: choices(table.choice_black_beta()),
            }
        },
        listed: (table.listed_count() < table.value_count())
            .then(|| (0..).take(table.value_count()).map(|rank| table.is_listed(rank)).collect()),
    }
}

/// Converts verified thresholds. Returns `None` if the checker's results are inconsistent.
pub(super) fn thresholds(table: &chips::Table) -> Option<ChipTables> {
    let rule = Rule {
        tie_break: match table.tie_break() {
            chips::TieBreak::Advantage => TieBreak::Advantage,
            chips::TieBreak::MakeItTakeIt => TieBreak::MakeItTakeIt,
            chips::TieBreak::LadiesFirst => TieBreak::LadiesFirst,
        },
        claimant: match table.player() {
            gamecert_checker::Colour::White => Player::Left,
            gamecert_checker::Colour::Black => Player::Right,
        },
    };
    let range = match table.range() {
        chips::Range::Between { first, last } => Range::Between(first, last),
        chips::Range::Ordered { onset } => Range::Ordered { onset },
        chips::Range::Periodic { preperiod, period } => Range::Common { preperiod, period },
    };
    let first = range.stored().map_or(0, |(first, _)| first);
    let one = |number: u32| {
        let values = table.values(number)?.into();
        let tail = table.period(number).zip(table.slope(number)).map(|(period, slope)| Tail { period, slope });
        Some(ThresholdTable { first, values, tail })
    };
    let distinct = (0..u32::try_from(table.table_count()).ok()?).map(one).collect::<Option<_>>()?;
    let classes = || 0..u32::try_from(table.classes()).unwrap_or(u32::MAX);
    let number = classes().map(|class| table.table_number(class)).collect::<Option<_>>()?;
    let labels = if table.labelled() {
        let (first, last) = range.stored()?;
        let row = |class: u32| -> Option<LabelRow> {
            let label = |(k, s)| table.label(class, u64::from(k), s).and_then(|label| u16::try_from(label).ok());
            (first..=last).flat_map(|k| (0..rule.unit()).map(move |s| (k, s))).map(label).collect()
        };
        Some(Shared::new(classes().map(row).collect::<Option<Vec<_>>>()?.into_iter()))
    } else {
        None
    };
    Some(ChipTables { rule, range, tables: Shared { distinct, number }, labels })
}

/// Converts verified claims that a side can or cannot mate. Returns `None` if the certificate is of another kind.
pub(super) fn can_mate_claims(verified: &Verified) -> Option<Vec<CanMate>> {
    let entries = verified.claim.entries();
    if verified.kind.name == "batch" {
        return entries.iter().map(|entry| claim(entry.claim.as_ref())).collect();
    }
    Some(vec![claim(verified.claim.as_ref())?])
}

/// Converts a claim of kind `helpmate` or `unwinnable`.
fn claim(claim: &dyn Any) -> Option<CanMate> {
    let colour = |colour| if colour == gamecert_checker::Colour::White { Color::White } else { Color::Black };
    if let Some(claim) = claim.downcast_ref::<can_mate::Claim>() {
        let evidence = Evidence::Mate { plies: claim.plies, line: claim.line() };
        return Some(CanMate { root: claim.root(), winner: colour(claim.winner), evidence });
    }
    let claim = claim.downcast_ref::<unwinnable::Claim>()?;
    let evidence = Evidence::Closed {
        positions: claim.positions,
        over: claim.over,
        material: claim.material,
        static_argument: claim.static_argument,
        skeleton_argument: claim.skeleton_argument,
        skeletons: claim.skeletons,
    };
    Some(CanMate { root: claim.root(), winner: colour(claim.winner), evidence })
}

/// Returns `None` if the bytes are not a certificate of kind `losing`, version 1.
pub(super) fn claimed_proof(bytes: &[u8]) -> Option<LosingProof> {
    let read::losing::Claimed { stalemate, root, clock, winner, positions, longest, reversible } = read::losing::claimed(bytes)?;
    Some(LosingProof {
        game: game(&stalemate, winner)?,
        root: position(&root)?,
        clock: u32::try_from(clock).ok()?,
        positions: u32::try_from(positions).ok()?,
        longest: u32::try_from(longest).ok()?,
        reversible,
        stream: read::losing::stream(bytes)?,
        digest: digest(bytes).to_string(),
    })
}

/// Reads a certificate of losing chess, version 2, from `bytes`. The function `cited` finds a certificate by its digest.
/// Returns `None` if the bytes are not a certificate of this version, or if a cited certificate is not found.
pub(super) fn claimed_linked(bytes: &[u8], cited: &mut dyn FnMut(&Digest) -> Option<Citation>) -> Option<LosingCertificate> {
    let read::losing::Linked { stalemate, roots, winner, positions, reversible, citations, stream } = read::losing::linked(bytes)?;
    let root = |root: &read::losing::LinkedRoot| {
        let bounds = Bounds { longest: length(root.longest)?, run: length(root.run)? };
        Some(Root { position: position(&root.position)?, clock: u32::try_from(root.clock).ok()?, bounds })
    };
    Some(LosingCertificate {
        version: 2,
        game: game(&stalemate, winner)?,
        roots: roots.iter().map(root).collect::<Option<Vec<_>>>().filter(|roots| !roots.is_empty())?,
        positions: u32::try_from(positions).ok()?,
        reversible,
        stream,
        cited: citations.iter().map(cited).collect::<Option<_>>()?,
        digest: digest(bytes).to_string(),
    })
}

/// Reads the wins that a certificate of kind `losing` claims. Returns `None` if the bytes are not a certificate of kind
/// `losing`.
pub(super) fn claimed_wins(bytes: &[u8]) -> Option<Wins> {
    let digest = digest(bytes);
    if let Some(proof) = claimed_proof(bytes) {
        let LosingProof { game: ForSide { stalemate, winner }, root, longest, reversible, .. } = proof;
        let reversible = u32::try_from(reversible).ok()?;
        let bounds = Bounds { longest: length(longest.into())?, run: reversible };
        return Some(Wins { digest, stalemate, winner, roots: vec![(root, bounds)], reversible });
    }
    let read::losing::Linked { stalemate, roots, winner, reversible, .. } = read::losing::linked(bytes)?;
    let ForSide { stalemate, winner } = game(&stalemate, winner)?;
    let root = |root: &read::losing::LinkedRoot| {
        let bounds = Bounds { longest: length(root.longest)?, run: length(root.run)? };
        Some((position(&root.position)?, bounds))
    };
    let roots = roots.iter().map(root).collect::<Option<_>>()?;
    Some(Wins { digest, stalemate, winner, roots, reversible: length(reversible)? })
}

fn game(stalemate: &str, winner: u64) -> Option<ForSide> {
    Some(ForSide { stalemate: stalemate.parse().ok()?, winner: if winner == 0 { Colour::White } else { Colour::Black } })
}

fn position(text: &str) -> Option<Position> {
    Some(text.parse::<Setup>().ok()?.position)
}

/// Converts a bound on a number of plies. In verified certificates the bounds are less than 2^31 - 1.
fn length(plies: u64) -> Option<u32> {
    u32::try_from(plies).ok().filter(|plies| *plies < (1 << 31) - 1)
}

fn colour(colour: gamecert_checker::Colour) -> Colour {
    match colour {
        gamecert_checker::Colour::White => Colour::White,
        gamecert_checker::Colour::Black => Colour::Black,
    }
}

/// Reason why a verified proof of losing chess cannot be converted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Disagreement {
    #[error(transparent)]
    Stalemate(#[from] StalemateError),
    #[error(transparent)]
    Root(#[from] FenError),
    #[error("{0} moves")]
    Length(u64),
    #[error("there is no proof")]
    NoProof,
}

/// Converts a verified proof of losing chess. The claim comes from the checker, and the proof from the verified
/// `bytes`.
pub(super) fn losing_proof(claim: &losing::Claim, bytes: &[u8], digest: Digest) -> Result<LosingProof, Disagreement> {
    Ok(LosingProof {
        game: ForSide { stalemate: claim.stalemate.parse()?, winner: colour(claim.winner) },
        root: claim.root.parse::<Setup>()?.position,
        clock: claim.clock,
        positions: claim.positions,
        longest: u32::try_from(claim.longest).map_err(|_| Disagreement::Length(claim.longest))?,
        reversible: claim.reversible,
        stream: read::losing::stream(bytes).ok_or(Disagreement::NoProof)?,
        digest: digest.to_string(),
    })
}

/// Converts a verified proof that one side or both sides of losing chess do not lose. The claim comes from the checker,
/// and the closed sets from the verified `bytes`.
pub(super) fn safe_proof(claim: &safe::Claim, bytes: &[u8], digest: Digest) -> Result<SafeProof, Disagreement> {
    let streams = read::safe::streams(bytes).filter(|streams| streams.len() == claim.sides.len()).ok_or(Disagreement::NoProof)?;
    let sides = claim.sides.iter().zip(&claim.positions).zip(streams);
    Ok(SafeProof {
        stalemate: claim.stalemate.parse()?,
        roots: claim.roots.iter().map(|root| Ok(root.parse::<Setup>()?.position)).collect::<Result<_, Disagreement>>()?,
        defence: match claim.defence {
            safe::Defence::ByForce => Defence::ByForce,
            safe::Defence::Always => Defence::Always,
        },
        sides: sides.map(|((&side, &positions), stream)| SafeSide { side: colour(side), positions, stream }).collect(),
        digest: digest.to_string(),
    })
}
