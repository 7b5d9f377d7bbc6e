//! Tests the clauses `chips/equation`, `chips/margin`, `chips/dominance` and `chips/label_…` for each number of chips.
//!
//! Each test covers several consecutive numbers of chips.

use super::broken;
use super::functions::{Functions, Target};
use super::table::Range;
use crate::core::cbor::as_u64;
use crate::core::fields::index;
use crate::core::refusal::{Place, Refusal};
use std::cmp::Ordering;

const NUMBERS_PER_STEP: u64 = 8;

/// The thresholds of one row fit in the processor's fastest cache.
const ROW: u32 = 512;

/// Stands for an amount of chips that does not exist. All encoded amounts of chips are less than this value.
const NO_CODE: u32 = u32::MAX;

/// Input of one test.
pub(super) struct Question<'a> {
    pub(super) functions: &'a Functions<'a>,
    pub(super) place: &'a dyn Fn() -> Place,
    pub(super) own: Target<'a>,
    pub(super) claimant: &'a [Target<'a>],
    pub(super) other: &'a [Target<'a>],
    /// `least` is the least slope among the claimant's options, and `greatest` is the greatest slope among the other
    /// player's options. Both slopes are 0 if the range of the claim is finite.
    pub(super) least: u64,
    pub(super) greatest: u64,
    /// The numbers of chips to test. The clauses `chips/margin` and `chips/dominance` are tested from `window` chips
    /// on.
    pub(super) chips: std::ops::Range<u32>,
    pub(super) window: u32,
}

impl Question<'_> {
    /// Returns the number of work steps of the test.
    pub(super) fn steps(&self) -> u64 {
        // Without labels, the thresholds of all options are read once. With labels, they are read twice more for each
        // surplus, at double the cost.
        let passes = if self.own.class.is_some() { self.functions.table.rule.unit().saturating_mul(4).saturating_add(1) } else { 1 };
        let options = as_u64(self.claimant.len().saturating_add(self.other.len()).saturating_add(2));
        let numbers = u64::from(self.chips.end.saturating_sub(self.chips.start));
        numbers.saturating_mul(options).saturating_mul(u64::from(passes)) / NUMBERS_PER_STEP
    }

    /// Tests all clauses for all numbers of chips.
    pub(super) fn test(&self) -> Result<(), Refusal> {
        let (mut k, mut most) = (self.chips.start, ROW);
        while k < self.chips.end {
            let length = self.chips.end.saturating_sub(k).min(most);
            match Row::new(self, k, index(length)).and_then(|row| row.test()) {
                Ok(()) => k = k.saturating_add(length),
                // A row fails if and only if one of its numbers fails, so the failed row is tested again number by
                // number.
                Err(_) if most > 1 => most = 1,
                Err(refusal) => return Err(refusal),
            }
        }
        Ok(())
    }

    fn internal(&self) -> Refusal {
        Refusal::internal((self.place)(), "a function has no value for a number of chips")
    }
}

/// Consecutive numbers of chips that are tested together, beginning with `k`.
struct Row<'a> {
    question: &'a Question<'a>,
    k: u32,
    /// Index of the first number of chips for which the clauses `chips/margin` and `chips/dominance` are tested.
    before: usize,
    own: Vec<u32>,
    top: Vec<u32>,
}

#[derive(Clone, Copy)]
enum Side {
    /// The claimant, for whom the least value is best.
    Claimant,
    /// The other player, for whom the greatest value is best.
    Other,
}

/// For each number of chips, the best values of one player's options.
struct Best {
    extreme: Vec<u32>,
    rest: Vec<u32>,
}

struct Sides {
    x: Best,
    y: Best,
    phi: Vec<u32>,
}

impl<'a> Row<'a> {
    fn new(question: &'a Question<'a>, k: u32, length: usize) -> Result<Self, Refusal> {
        let own = question.own.function.row(k, length, &mut Vec::new()).ok_or_else(|| question.internal())?.to_vec();
        let top = (k..).take(length).map(|k| question.functions.table.rule.top(k)).collect();
        Ok(Self { question, k, before: index(question.window.saturating_sub(k)), own, top })
    }

    fn broken(&self, clause: &'static str, sentence: &str) -> Refusal {
        broken(clause, (self.question.place)(), format!("with {} chips in all {sentence}", self.k))
    }

    /// Tests all clauses.
    fn test(&self) -> Result<(), Refusal> {
        let Question { functions, own, .. } = self.question;
        let sides = self.sides(None)?;
        self.equation(&sides.phi)?;
        self.margin()?;
        self.dominance(&sides, &self.own, "")?;
        let Some(class) = own.class else { return Ok(()) };
        let labels = self.labels(class).ok_or_else(|| self.question.internal())?;
        for s in 0..functions.table.rule.unit() {
            let level: Vec<i32> = labels.iter().map(|[whole, half]| i32::from(if s == 0 { *whole } else { *half })).collect();
            let raised = self.own.iter().zip(&self.top).map(|(own, top)| (own.wrapping_add(s), top));
            let codes: Vec<u32> = raised.map(|(code, top)| if code < *top { code } else { NO_CODE }).collect();
            let sides = self.sides(Some(&level))?;
            self.label_missing(&level, &codes, &sides.phi, s)?;
            self.dominance(&sides, &codes, " (with labels)")?;
            let less: Vec<i32> = level.iter().map(|label| label.saturating_sub(1).max(0)).collect();
            self.label_large(&level, &codes, &self.sides(Some(&less))?.phi, s)?;
        }
        Ok(())
    }

    /// Returns two labels of a class of symmetric positions for each number of chips: one label for no surplus, and one
    /// for a surplus of half a chip.
    fn labels(&self, class: u32) -> Option<&'a [[u16; 2]]> {
        let table = self.question.functions.table;
        let start = index(self.k.checked_sub(table.range.first())?);
        table.labels.as_ref()?.row(class)?.get(start..start.checked_add(self.own.len())?)
    }

    /// If `level` is `None`, the value of an option is the threshold of the position to which the option leads. With
    /// `level`, the values are the numbers h_l of section 3 of the spec. Labels are signed because most processors
    /// compare signed numbers faster.
    fn sides(&self, level: Option<&[i32]>) -> Result<Sides, Refusal> {
        let Question { functions, claimant, other, least, greatest, .. } = self.question;
        // No threshold exceeds T, and no h_l exceeds T, so the minimum can begin with T.
        let x = self.best(Side::Claimant, claimant, *least, self.top.clone(), level);
        let y = self.best(Side::Other, other, *greatest, vec![0; self.own.len()], level);
        let (Some(x), Some(mut y)) = (x, y) else { return Err(self.question.internal()) };
        include(&mut y.extreme, Side::Claimant, self.top.iter().copied());
        include(&mut y.rest, Side::Claimant, self.top.iter().copied());
        let all_x = x.extreme.iter().zip(&x.rest).map(|(extreme, rest)| *extreme.min(rest));
        let all_y = y.extreme.iter().zip(&y.rest).map(|(extreme, rest)| *extreme.max(rest));
        let phi = functions.table.rule.phi(all_x, all_y);
        Ok(Sides { x, y, phi })
    }

    fn best(&self, side: Side, options: &[Target<'_>], slope: u64, start: Vec<u32>, level: Option<&[i32]>) -> Option<Best> {
        let unit = self.question.functions.table.rule.unit();
        let mut best = Best { rest: start.clone(), extreme: start };
        let mut space = Vec::new();
        for target in options {
            let f = target.function.row(self.k, self.own.len(), &mut space)?;
            let best = if target.function.slope == slope { &mut best.extreme } else { &mut best.rest };
            match (level, target.class) {
                (Some(level), Some(class)) => {
                    let h = f.iter().zip(self.labels(class)?).zip(level);
                    include(best, side, h.map(|((f, labels), level)| raised(*f, *labels, *level, unit)));
                }
                _ => include(best, side, f.iter().copied()),
            }
        }
        Some(best)
    }

    /// Clause `chips/equation`: the thresholds f satisfy the recursion f = Phi(f), where the rule Phi computes a
    /// threshold from the thresholds of the options.
    fn equation(&self, phi: &[u32]) -> Result<(), Refusal> {
        if any(phi.iter().zip(&self.own).map(|(phi, own)| phi != own)) {
            let sentence = format!("the rule gives the threshold {}, found {}", head(phi), head(&self.own));
            return Err(self.broken("equation", &sentence));
        }
        Ok(())
    }

    /// Clause `chips/margin`: a threshold that grows more slowly than T, the number of amounts that a player can hold,
    /// is at least a chip below T. The clause is tested only if the claim has range 2, from the preperiod on.
    fn margin(&self) -> Result<(), Refusal> {
        let Question { functions, own, .. } = self.question;
        let unit = functions.table.rule.unit();
        let outgrown = matches!(functions.table.range, Range::Periodic { .. }) && own.function.slope < functions.lost.slope;
        if outgrown && any(self.own.iter().zip(&self.top).skip(self.before).map(|(own, top)| own.wrapping_add(unit) > *top)) {
            let sentence = format!("the threshold {} is too near to {}, which outgrows it", head(&self.own), head(&self.top));
            return Err(self.broken("margin", &sentence));
        }
        Ok(())
    }

    /// Clause `chips/dominance`: each player has a best option whose slope (growth of the threshold) is extreme. The
    /// extreme slope is the least for the claimant and the greatest for the other player. If the two extreme slopes
    /// differ, the player with the lesser extreme slope does not have the greater best value. The values are the
    /// thresholds f or the numbers h_l. The numbers h_l are compared only where a player can hold the amount f + s.
    fn dominance(&self, Sides { x, y, .. }: &Sides, codes: &[u32], whose: &str) -> Result<(), Refusal> {
        let somewhere_above = |one: &[u32], other: &[u32]| {
            any(one.iter().zip(other).zip(codes).skip(self.before).map(|((one, other), code)| (one > other) & (*code != NO_CODE)))
        };
        // This is evaluated only after the test that the options of extreme slope are the best of all options.
        let crossed = || match self.question.least.cmp(&self.question.greatest) {
            Ordering::Less => somewhere_above(&x.extreme, &y.extreme),
            Ordering::Greater => somewhere_above(&y.extreme, &x.extreme),
            Ordering::Equal => false,
        };
        let wrong = if somewhere_above(&x.extreme, &x.rest) {
            "the claimant's least option is not of least"
        } else if somewhere_above(&y.rest, &y.extreme) {
            "the other's greatest option is not of greatest"
        } else if crossed() {
            "the smaller of both sides' best options is not of lesser"
        } else {
            return Ok(());
        };
        Err(self.broken("dominance", &format!("{wrong} slope{whose}")))
    }

    /// Clauses `chips/label_missing`, `label_small` and `label_half_chip`: each label l is large enough to prove the
    /// threshold f. A label l proves the threshold f if Phi(h_l) is at most f + s wherever a player can hold the amount
    /// f + s (section 3 of the spec).
    fn label_missing(&self, labels: &[i32], codes: &[u32], phi: &[u32], s: u32) -> Result<(), Refusal> {
        if any(phi.iter().zip(codes).map(|(phi, code)| phi > code)) {
            let clause = match (s, head(labels)) {
                (0, 0) => "label_missing",
                (0, _) => "label_small",
                _ => "label_half_chip",
            };
            let sentence = format!("the label {} for s = {s} does not prove the threshold {}", head(labels), head(&self.own));
            return Err(self.broken(clause, &sentence));
        }
        Ok(())
    }

    /// Clause `chips/label_large`: a positive label is the least label that proves the threshold. If f + s is not an
    /// amount of chips that a player can hold, the label is 0.
    fn label_large(&self, labels: &[i32], codes: &[u32], phi: &[u32], s: u32) -> Result<(), Refusal> {
        if any(labels.iter().zip(phi).zip(codes).map(|((label, phi), code)| (*label > 0) & (phi <= code))) {
            return Err(self.broken("label_large", &format!("the label {} for s = {s} is not the least", head(labels))));
        }
        Ok(())
    }
}

/// Replaces a value of `best` if the value of `row` at the same index is better. Lesser values are better for the
/// claimant, and greater values are better for the other player.
fn include(best: &mut [u32], side: Side, row: impl Iterator<Item = u32>) {
    let pairs = best.iter_mut().zip(row);
    match side {
        Side::Claimant => pairs.for_each(|(best, value)| *best = value.min(*best)),
        Side::Other => pairs.for_each(|(best, value)| *best = value.max(*best)),
    }
}

/// Computes h_l for l = `level` (section 3 of the spec), without the limit T.
fn raised(f: u32, [whole, half]: [u16; 2], level: i32, unit: u32) -> u32 {
    let more = if i32::from(whole) < level {
        0
    } else if i32::from(half) < level {
        1
    } else {
        unit
    };
    f.wrapping_add(more)
}

/// Returns whether any item is true. Reads all items, so that compilers can vectorise the loop.
fn any(found: impl Iterator<Item = bool>) -> bool {
    found.fold(false, |any, found| any | found)
}

fn head<T: Copy + Default>(row: &[T]) -> T {
    row.first().copied().unwrap_or_default()
}
