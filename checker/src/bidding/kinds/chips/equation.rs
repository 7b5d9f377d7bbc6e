//! The clauses that are tested number of chips by number of chips: `chips/equation`, `margin`, `dominance`, `label_…`.
//!
//! They are tested for many k at once, row against row. Where a row fails, its numbers are gone through one by one, and each
//! clause in the order of the page, to find the first that is broken.

use super::Broken;
use super::functions::{Functions, Number, Target};
use super::rule::Rule;
use super::table::Labels;
use crate::core::cbor::wide;
use crate::core::fields::index;
use std::cmp::Ordering;
use std::ops::Range;

/// How many numbers of chips are looked at in a step.
const NUMBERS_PER_STEP: u64 = 8;

/// How many numbers of chips are looked at together: few enough for the rows to stay in the processor's nearest memory.
const ROW: u32 = 512;

/// A class, or a set of classes with the same tables, and what its options lead to.
pub(super) struct Question<'a> {
    pub(super) function: Number,
    /// The class, for its labels, if it has any.
    pub(super) class: Option<u32>,
    pub(super) claimant: &'a [Target],
    pub(super) other: &'a [Target],
    /// The least slope over the claimant's options and the greatest over the other's; both 0 where nothing is claimed beyond the range.
    pub(super) least: u64,
    pub(super) greatest: u64,
}

impl Question<'_> {
    /// The steps that it takes for these numbers of chips: f, and with labels h_l for two l and each s, over all options.
    pub(super) fn steps(&self, chips: &[Range<u32>], rule: Rule) -> u64 {
        let passes = if self.class.is_some() { rule.unit().saturating_mul(4).saturating_add(1) } else { 1 };
        let options = wide(self.claimant.len().saturating_add(self.other.len()).saturating_add(2));
        let numbers = chips.iter().map(|chips| u64::from(chips.end.saturating_sub(chips.start))).fold(0, u64::saturating_add);
        numbers.saturating_mul(options).saturating_mul(u64::from(passes)) / NUMBERS_PER_STEP
    }
}

/// Where a row stands.
#[derive(Clone, Copy)]
struct Span {
    k: u32,
    length: usize,
    /// Whether it is a part of the window.
    window: bool,
}

/// Tests classes.
pub(super) struct Tester<'a> {
    functions: &'a Functions<'a>,
    labels: Option<&'a Labels>,
    rule: Rule,
    /// The number of chips that the first label of a row is for.
    first: u32,
    /// With range 2, the greatest slope of all: that of T.
    greatest_slope: Option<u64>,
    /// The thresholds of the class.
    own: Vec<u32>,
    top: Vec<u32>,
    /// The least over the claimant's options, the greatest over the other's, and the rule of both.
    x: Vec<u32>,
    y: Vec<u32>,
    phi: Vec<u32>,
    /// The same as x or y, over the options of extreme slope alone.
    extreme: Vec<u32>,
    level: Vec<u32>,
    space: Vec<u32>,
}

/// The two sides: what is asked of their options.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// The least.
    Claimant,
    /// The greatest.
    Other,
}

impl<'a> Tester<'a> {
    pub(super) fn new(
        functions: &'a Functions<'a>,
        labels: Option<&'a Labels>,
        rule: Rule,
        first: u32,
        greatest_slope: Option<u64>,
    ) -> Self {
        let row = Vec::new;
        let (own, top, x, y, phi, extreme, level, space) = (row(), row(), row(), row(), row(), row(), row(), row());
        Self { functions, labels, rule, first, greatest_slope, own, top, x, y, phi, extreme, level, space }
    }

    /// Tests all clauses for these numbers of chips, which are a part of the window or have nothing of it. `None` where a function has no such value.
    pub(super) fn test(&mut self, question: &Question<'_>, chips: Range<u32>, window: bool) -> Option<Result<(), Broken>> {
        let mut k = chips.start;
        while k < chips.end {
            let length = chips.end.saturating_sub(k).min(ROW);
            if self.row(question, Span { k, length: index(length), window })?.is_err() {
                for k in k..k.saturating_add(length) {
                    if let Err((clause, sentence)) = self.row(question, Span { k, length: 1, window })? {
                        return Some(Err((clause, format!("with {k} chips in all {sentence}"))));
                    }
                }
                // Each row is the conjunction of its numbers.
                return None;
            }
            k = k.saturating_add(length);
        }
        Some(Ok(()))
    }

    /// All clauses for a row: those of one number of chips in the order of the page, if there is only one.
    fn row(&mut self, question: &Question<'_>, span: Span) -> Option<Result<(), Broken>> {
        let own = self.functions.row(question.function, span.k, span.length, &mut self.space)?;
        self.own.clear();
        self.own.extend_from_slice(own);
        self.top.clear();
        self.top.extend((span.k..).take(span.length).map(|k| self.rule.top(k)));
        self.sides(question, span, None)?;
        Some(match equation(&self.phi, &self.own) {
            Ok(()) if span.window => self.window(question, span)?,
            Ok(()) => self.labels(question, span)?,
            broken => broken,
        })
    }

    /// The clauses on the window, and then those about labels.
    fn window(&mut self, question: &Question<'_>, span: Span) -> Option<Result<(), Broken>> {
        if let Some(greatest) = self.greatest_slope
            && self.functions.slope(question.function)? < greatest
            && let Err(broken) = self::margin(&self.own, &self.top, self.rule.unit())
        {
            return Some(Err(broken));
        }
        match self.dominance(question, span, None)? {
            Ok(()) => self.labels(question, span),
            broken => Some(broken),
        }
    }

    /// The clauses about labels, for one s after the other.
    fn labels(&mut self, question: &Question<'_>, span: Span) -> Option<Result<(), Broken>> {
        let (Some(class), Some(labels)) = (question.class, self.labels) else {
            return Some(Ok(()));
        };
        for s in 0..self.rule.unit() {
            let level = part(labels.row(class, index(s))?, span, self.first)?;
            self.level.clear();
            self.level.extend_from_slice(level);
            self.sides(question, span, Some(labels))?;
            let missing = label_missing(&self.level, &self.phi, &self.own, &self.top, s);
            if missing.is_err() {
                return Some(missing);
            }
            if span.window {
                let dominance = self.dominance(question, span, Some((labels, s)))?;
                if dominance.is_err() {
                    return Some(dominance);
                }
            }
            self.level.iter_mut().for_each(|level| *level = level.saturating_sub(1));
            self.sides(question, span, Some(labels))?;
            let large = label_large(level, &self.phi, &self.own, &self.top, s);
            if large.is_err() {
                return Some(large);
            }
        }
        Some(Ok(()))
    }

    /// Works out x, y and Phi: of f, or with labels of h_l for the l in `level`.
    fn sides(&mut self, question: &Question<'_>, span: Span, labels: Option<&Labels>) -> Option<()> {
        let mut x = std::mem::take(&mut self.x);
        let mut y = std::mem::take(&mut self.y);
        self.side(Side::Claimant, question.claimant.iter(), span, labels, &mut x)?;
        self.side(Side::Other, question.other.iter(), span, labels, &mut y)?;
        self.rule.phi(&x, &y, &mut self.phi);
        (self.x, self.y) = (x, y);
        Some(())
    }

    /// The least or the greatest over these options.
    fn side<'t>(
        &mut self,
        side: Side,
        options: impl Iterator<Item = &'t Target>,
        span: Span,
        labels: Option<&Labels>,
        out: &mut Vec<u32>,
    ) -> Option<()> {
        out.clear();
        out.resize(span.length, if side == Side::Claimant { u32::MAX } else { 0 });
        for target in options {
            let f = self.functions.row(target.function, span.k, span.length, &mut self.space)?;
            let (Some(labels), Some(class)) = (labels, target.class) else {
                match side {
                    Side::Claimant => out.iter_mut().zip(f).for_each(|(best, f)| *best = (*best).min(*f)),
                    Side::Other => out.iter_mut().zip(f).for_each(|(best, f)| *best = (*best).max(*f)),
                }
                continue;
            };
            let whole = part(labels.row(class, 0)?, span, self.first)?;
            // Where a chip is one code, there is no half chip.
            let half = if self.rule.unit() == 2 { part(labels.row(class, 1)?, span, self.first)? } else { whole };
            let rows = f.iter().zip(&self.top).zip(whole.iter().zip(half)).zip(&self.level);
            let h = rows.map(|(((f, top), (whole, half)), level)| raised(*f, *top, [*whole, *half], *level, self.rule.unit()));
            match side {
                Side::Claimant => out.iter_mut().zip(h).for_each(|(best, h)| *best = (*best).min(h)),
                Side::Other => out.iter_mut().zip(h).for_each(|(best, h)| *best = (*best).max(h)),
            }
        }
        Some(())
    }

    /// Clause `chips/dominance`, for f, or for h_l where f(v) + s is a code.
    fn dominance(&mut self, question: &Question<'_>, span: Span, labels: Option<(&Labels, u32)>) -> Option<Result<(), Broken>> {
        let active: Vec<bool> = match labels {
            None => vec![true; span.length],
            Some((_, s)) => self.own.iter().zip(&self.top).map(|(f, top)| f.wrapping_add(s) < *top).collect(),
        };
        let labels = labels.map(|(labels, _)| labels);
        let whose = if labels.is_some() { " (with labels)" } else { "" };
        for (side, options, extreme) in
            [(Side::Claimant, question.claimant, question.least), (Side::Other, question.other, question.greatest)]
        {
            let functions = self.functions;
            let attains = |target: &&Target| functions.slope(target.function) == Some(extreme);
            if options.iter().all(|target| attains(&target)) {
                continue;
            }
            let mut found = std::mem::take(&mut self.extreme);
            self.side(side, options.iter().filter(attains), span, labels, &mut found)?;
            let best = if side == Side::Claimant { &self.x } else { &self.y };
            let differs = any(found.iter().zip(best).zip(&active).map(|((found, best), active)| (found != best) & *active));
            self.extreme = found;
            if differs {
                let which = if side == Side::Claimant {
                    "the claimant's least option is not of least"
                } else {
                    "the other's greatest option is not of greatest"
                };
                return Some(Err(("dominance", format!("{which} slope{whose}"))));
            }
        }
        let rows = self.x.iter().zip(&self.y).zip(&active);
        let crossed = match question.least.cmp(&question.greatest) {
            Ordering::Less => any(rows.map(|((x, y), active)| (x > y) & *active)),
            Ordering::Greater => any(rows.map(|((x, y), active)| (x < y) & *active)),
            Ordering::Equal => false,
        };
        if crossed {
            return Some(Err(("dominance", format!("the smaller of both sides' best options is not of lesser slope{whose}"))));
        }
        Some(Ok(()))
    }
}

/// The labels of a row.
fn part(row: &[u32], span: Span, first: u32) -> Option<&[u32]> {
    let start = index(span.k.checked_sub(first)?);
    row.get(start..start.checked_add(span.length)?)
}

/// h_l: f where the label of no surplus is below l; half a chip more where that of half a chip is; else a whole chip more; T at most.
fn raised(f: u32, top: u32, [whole, half]: [u32; 2], level: u32, unit: u32) -> u32 {
    let more = if whole < level {
        0
    } else if half < level {
        1
    } else {
        unit
    };
    f.wrapping_add(more).min(top)
}

/// Whether there is one. All are looked at, so that many can be looked at together.
fn any(found: impl Iterator<Item = bool>) -> bool {
    found.fold(false, |any, found| any | found)
}

/// Clause `chips/equation`: f = Phi(f).
fn equation(phi: &[u32], own: &[u32]) -> Result<(), Broken> {
    match any(phi.iter().zip(own).map(|(phi, own)| phi != own)) {
        true => Err(("equation", format!("the rule gives the threshold {}, found {}", head(phi), head(own)))),
        false => Ok(()),
    }
}

/// Clause `chips/margin`: there is space for a chip above a threshold that T outgrows.
fn margin(own: &[u32], top: &[u32], unit: u32) -> Result<(), Broken> {
    match any(own.iter().zip(top).map(|(own, top)| own.wrapping_add(unit) > *top)) {
        true => Err(("margin", format!("the threshold {} is too near to {}, which outgrows it", head(own), head(top)))),
        false => Ok(()),
    }
}

/// Clauses `chips/label_missing`, `label_small` and `label_half_chip`: Phi(h_l) <= f + s, where that is a code.
fn label_missing(labels: &[u32], phi: &[u32], own: &[u32], top: &[u32], s: u32) -> Result<(), Broken> {
    let rows = phi.iter().zip(own).zip(top);
    let proved = !any(rows.map(|((phi, own), top)| (own.wrapping_add(s) < *top) & (*phi > own.wrapping_add(s))));
    let clause = match (s, head(labels)) {
        _ if proved => return Ok(()),
        (0, 0) => "label_missing",
        (0, _) => "label_small",
        _ => "label_half_chip",
    };
    Err((clause, format!("the label {} for s = {s} does not prove the threshold {}", head(labels), head(own))))
}

/// Clause `chips/label_large`: a positive label is the least that proves the threshold; it is 0 where f + s is no code.
fn label_large(labels: &[u32], phi: &[u32], own: &[u32], top: &[u32], s: u32) -> Result<(), Broken> {
    let rows = labels.iter().zip(phi).zip(own.iter().zip(top));
    let large = |((label, phi), (own, top)): ((&u32, &u32), (&u32, &u32))| {
        (*label > 0) & ((own.wrapping_add(s) >= *top) | (*phi <= own.wrapping_add(s)))
    };
    match any(rows.map(large)) {
        true => Err(("label_large", format!("the label {} for s = {s} is not the least", head(labels)))),
        false => Ok(()),
    }
}

/// The first of a row, for a message.
fn head(row: &[u32]) -> u32 {
    row.first().copied().unwrap_or(0)
}
