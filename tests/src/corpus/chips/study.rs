//! Thresholds and labels, computed directly from the bidding rule, and certificates that contain them.

use super::super::certificate;
use super::super::games::{Game, To};
use super::super::item::{A, B, Item, U, column};

/// Number of chip counts for which thresholds are computed when a period is searched.
const HORIZON: usize = 160;

/// The claiming player and the rule for ties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    pub(super) player: usize,
    pub(super) tie_break: u64,
}

impl Rule {
    pub(super) fn unit(self) -> u64 {
        if self.tie_break == 2 { 1 } else { 2 }
    }

    pub(super) fn top(self, k: usize) -> u64 {
        self.unit() * (k as u64 + 1)
    }

    pub(super) fn phi(self, x: u64, y: u64) -> u64 {
        let (low, high) = (x.min(y), x.max(y));
        match self.tie_break {
            0 => low.div_ceil(2) + high / 2,
            1 => low / 2 + high.div_ceil(2),
            _ if self.player == 0 => (x + y) / 2,
            _ => (x + y).div_ceil(2),
        }
    }

    /// Applies the rule to a class's options, where `value` is the threshold of an option's destination.
    pub(super) fn over(self, options: &[Vec<To>; 2], value: &dyn Fn(To) -> u64) -> u64 {
        let x = options[self.player].iter().map(|to| value(*to)).min().unwrap();
        let y = options[1 - self.player].iter().map(|to| value(*to)).max().unwrap();
        self.phi(x, y)
    }
}

/// Numbers of chips that a certificate covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Range {
    Between(usize, usize),
    Ordered(usize),
    Periodic(usize, usize),
}

pub(super) use Range::{Between, Ordered, Periodic};

impl Range {
    pub(super) fn item(self) -> Item {
        match self {
            Between(first, last) => column(&[0, first as u64, last as u64]),
            Ordered(onset) => column(&[1, onset as u64]),
            Periodic(preperiod, period) => column(&[2, preperiod as u64, period as u64]),
        }
    }
}

/// Game with a claiming player, and the thresholds and labels by number of chips and class.
pub(super) struct Study<'a> {
    pub(super) game: &'a Game,
    pub(super) cited: Vec<&'a Study<'a>>,
    pub(super) rule: Rule,
    pub(super) f: Vec<Vec<u64>>,
    pub(super) labels: Vec<Vec<[u64; 2]>>,
}

impl<'a> Study<'a> {
    pub(super) fn new(game: &'a Game, cited: &[&'a Study<'a>], player: usize, tie_break: u64) -> Self {
        Self::below(HORIZON, game, cited, player, tie_break)
    }

    /// Computes the study for numbers of chips below `horizon`.
    pub(super) fn below(horizon: usize, game: &'a Game, cited: &[&'a Study<'a>], player: usize, tie_break: u64) -> Self {
        let rule = Rule { player, tie_break };
        let mut study = Study { game, cited: cited.to_vec(), rule, f: vec![], labels: vec![] };
        for k in 0..horizon {
            let mut f = vec![rule.top(k); game.classes()];
            loop {
                let next: Vec<u64> = game
                    .options
                    .iter()
                    .map(|options| rule.over(options, &|to| study.end(to, k).unwrap_or_else(|class| f[class])))
                    .collect();
                if next == f {
                    break;
                }
                f = next;
            }
            study.labels.push(if game.ordered() { vec![] } else { study.labels_of(k, &f) });
            study.f.push(f);
        }
        study
    }

    /// Returns the threshold of a destination outside this game. If the destination is a class of this game, the error
    /// is that class.
    pub(super) fn end(&self, to: To, k: usize) -> Result<u64, usize> {
        match to {
            To::Class(class) => Err(class),
            To::Cited(game, class, _) => Ok(self.cited[game].f[k][class]),
            To::Won(player) if player == self.rule.player => Ok(0),
            _ => Ok(self.rule.top(k)),
        }
    }

    /// Returns h_l for an option's destination, where l is `level`.
    pub(super) fn raised(&self, k: usize, f: &[u64], labels: &[[Option<u64>; 2]], level: u64, to: To) -> u64 {
        self.end(to, k).unwrap_or_else(|class| {
            let below = |s: usize| labels[class][s].is_some_and(|label| label < level);
            let more = if below(0) {
                0
            } else if self.rule.unit() == 2 && below(1) {
                1
            } else {
                self.rule.unit()
            };
            (f[class] + more).min(self.rule.top(k))
        })
    }

    pub(super) fn labels_of(&self, k: usize, f: &[u64]) -> Vec<[u64; 2]> {
        let beyond = |f: u64, s: u64| f + s > self.rule.top(k) - 1;
        let mut labels: Vec<[Option<u64>; 2]> =
            f.iter().map(|f| [0, 1].map(|s| (beyond(*f, s) || s >= self.rule.unit()).then_some(0))).collect();
        for level in 0.. {
            let reached: Vec<u64> =
                self.game.options.iter().map(|options| self.rule.over(options, &|to| self.raised(k, f, &labels, level, to))).collect();
            for (class, labels) in labels.iter_mut().enumerate() {
                for (s, label) in (0..).zip(labels) {
                    if label.is_none() && reached[class] <= f[class] + s {
                        *label = Some(level);
                    }
                }
            }
            if labels.iter().flatten().all(Option::is_some) {
                break;
            }
            assert!(level < 1000, "no labels");
        }
        labels.into_iter().map(|labels| labels.map(Option::unwrap)).collect()
    }

    /// Returns the least preperiod (within the horizon) for this period, and its slope.
    pub(super) fn preperiod(&self, class: usize, period: usize) -> (usize, u64) {
        let slope = self.f[HORIZON - 1][class] - self.f[HORIZON - 1 - period][class];
        let last = (0..HORIZON - period).rev().find(|k| self.f[k + period][class] != self.f[*k][class] + slope);
        (last.map_or(0, |k| k + 1), slope)
    }

    /// Returns preperiod, period and slope of each class of an ordered game. The period is the least possible power of
    /// 2.
    pub(super) fn periods(&self) -> Option<Vec<(usize, usize, u64)>> {
        let find = |class: usize| {
            let known = [1, 2, 4, 8, 16, 32].into_iter().map(|period| (self.preperiod(class, period), period));
            known
                .map(|((preperiod, slope), period)| (preperiod, period, slope))
                .find(|(preperiod, period, _)| preperiod + 3 * period < HORIZON)
        };
        (0..self.game.classes()).map(find).collect()
    }

    /// Returns the slope of a destination in this game, per 1024 chips.
    fn slope_of(&self, to: To, slopes: &[u64]) -> u64 {
        match to {
            To::Class(class) => slopes[class],
            To::Won(player) if player == self.rule.player => 0,
            _ => self.rule.unit() * 1024,
        }
    }

    /// Returns whether the options compare by `value` as they do by `slope`.
    fn fits(&self, options: &[Vec<To>; 2], value: &dyn Fn(To) -> u64, slope: &dyn Fn(To) -> u64) -> bool {
        let (own, other) = (&options[self.rule.player], &options[1 - self.rule.player]);
        let (x, y) = (own.iter().map(|to| value(*to)).min().unwrap(), other.iter().map(|to| value(*to)).max().unwrap());
        let (least, greatest) = (own.iter().map(|to| slope(*to)).min().unwrap(), other.iter().map(|to| slope(*to)).max().unwrap());
        own.iter().any(|to| value(*to) == x && slope(*to) == least)
            && other.iter().any(|to| value(*to) == y && slope(*to) == greatest)
            && (least == greatest || (least < greatest && x <= y) || (least > greatest && y <= x))
    }

    /// Returns one more than the last number of chips at which some options do not compare like their slopes. Slopes
    /// are per 1024 chips.
    pub(super) fn onset(&self, slopes: &[u64], cited: &[Vec<u64>]) -> usize {
        let slope = |to: To| match to {
            To::Cited(game, class, _) => cited[game][class],
            _ => self.slope_of(to, slopes),
        };
        let fits = |options: &[Vec<To>; 2], value: &dyn Fn(To) -> u64| self.fits(options, value, &slope);
        let fine = |k: usize| {
            let f = &self.f[k];
            (0..self.game.classes()).all(|class| {
                let options = &self.game.options[class];
                let plain = fits(options, &|to| self.end(to, k).unwrap_or_else(|class| f[class]));
                let known: Vec<[Option<u64>; 2]> = self.labels[k].iter().map(|labels| labels.map(Some)).collect();
                plain
                    && (known.is_empty()
                        || (0..self.rule.unit()).all(|s| {
                            f[class] + s >= self.rule.top(k)
                                || fits(options, &|to| self.raised(k, f, &known, self.labels[k][class][s as usize], to))
                        }))
            })
        };
        (0..HORIZON).rev().find(|k| !fine(*k)).map_or(0, |k| k + 1)
    }

    /// Returns the slope of each class per 1024 chips.
    pub(super) fn slopes(&self) -> Vec<u64> {
        let whole = |class: usize| {
            let (period, slope) = (1..64)
                .map(|period| (period, self.preperiod(class, period)))
                .find(|(period, (before, _))| before + 3 * period < HORIZON)
                .map(|(period, (_, slope))| (period, slope))
                .unwrap();
            slope * 1024 / period as u64
        };
        (0..self.game.classes()).map(whole).collect()
    }

    /// Returns the range for all numbers of chips: with the least onset for an ordered game, otherwise with the least
    /// period and preperiod.
    pub(super) fn all_chips(&self) -> Option<Range> {
        let cited: Vec<Vec<u64>> = self.cited.iter().map(|study| study.slopes()).collect();
        if self.game.ordered() {
            let periods = self.periods()?;
            let slopes: Vec<u64> = periods.iter().map(|(_, period, slope)| slope * 1024 / *period as u64).collect();
            let preperiod = periods.iter().map(|(preperiod, _, _)| *preperiod).max().unwrap();
            let onset = self.onset(&slopes, &cited).max(preperiod);
            return (onset + 100 < HORIZON).then_some(Ordered(onset));
        }
        (1..32).find_map(|period| {
            let classes = 0..self.game.classes();
            let slopes: Vec<u64> = classes.clone().map(|class| self.preperiod(class, period).1).collect();
            if slopes.iter().any(|slope| slope % 2 == 1) {
                return None;
            }
            let unit = self.rule.unit();
            let same = |k: usize| {
                classes.clone().all(|class| {
                    let margin = slopes[class] == unit * period as u64 || self.f[k][class] + unit <= self.rule.top(k);
                    margin
                        && self.f[k + period][class] == self.f[k][class] + slopes[class]
                        && self.labels[k][class] == self.labels[k + period][class]
                })
            };
            let before = (0..HORIZON - period).rev().find(|k| !same(*k)).map_or(0, |k| k + 1);
            let per: Vec<u64> = slopes.iter().map(|slope| slope * 1024 / period as u64).collect();
            let onset = before.max(self.onset(&per, &cited));
            (onset + 3 * period < HORIZON).then_some(Periodic(onset, period))
        })
    }

    pub(super) fn emit(&self, range: Range, citations: &[&Item]) -> Item {
        let ordered = self.game.ordered();
        let periods = if let Ordered(_) = range { self.periods().unwrap() } else { vec![] };
        let table = |class: usize| {
            let chips = match range {
                Between(first, last) => first..last + 1,
                Ordered(_) => 0..periods[class].0 + periods[class].1,
                Periodic(preperiod, period) => 0..preperiod + period,
            };
            let values: Vec<u64> = chips.map(|k| self.f[k][class]).collect();
            let tail = vec![U(values[0]), B(increments(&values))];
            let front = match range {
                Between(..) => vec![],
                Ordered(_) => vec![U(periods[class].0 as u64), U(periods[class].1 as u64), U(periods[class].2)],
                Periodic(preperiod, period) => vec![U(self.f[preperiod + period][class] - self.f[preperiod][class])],
            };
            A([front, tail].concat())
        };
        let classes = 0..self.game.classes();
        let (tables, numbers) = by_first_use(classes.clone().map(table));
        let mut evidence = vec![A(tables), column(&numbers)];
        if !ordered {
            let chips = match range {
                Between(first, last) => first..last + 1,
                Ordered(_) => panic!("labels do not go with this range"),
                Periodic(preperiod, period) => 0..preperiod + period,
            };
            let unit = self.rule.unit() as usize;
            let row = |class: usize| B(half_bytes(chips.clone().flat_map(|k| self.labels[k][class][..unit].to_vec())));
            let (rows, numbers) = by_first_use(classes.map(row));
            evidence.extend([A(rows), column(&numbers)]);
        }
        let Rule { player, tie_break } = self.rule;
        let claim = A(vec![U(player as u64), U(tie_break), range.item(), U(self.game.classes() as u64)]);
        certificate("chips", self.game.item.clone(), claim, citations, A(evidence))
    }
}

/// Packs increments in two bits each, the first in the least significant bits.
pub(super) fn increments(values: &[u64]) -> Vec<u8> {
    let increments: Vec<u8> = values.windows(2).map(|pair| (pair[1] - pair[0]) as u8).collect();
    increments.chunks(4).map(|quarters| quarters.iter().rev().fold(0, |byte, quarter| byte << 2 | quarter)).collect()
}

/// Packs labels in half bytes: a half byte 15 for each time that 15 fits into the label, then the remainder.
pub(super) fn half_bytes(labels: impl Iterator<Item = u64>) -> Vec<u8> {
    let halves: Vec<u8> = labels.flat_map(|label| std::iter::repeat_n(15, label as usize / 15).chain([(label % 15) as u8])).collect();
    halves.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).unwrap_or(&0)).collect()
}

/// Returns the distinct items in the order of their first use, and for each input item its index.
pub(super) fn by_first_use(items: impl Iterator<Item = Item>) -> (Vec<Item>, Vec<u64>) {
    let mut all: Vec<Item> = Vec::new();
    let mut numbers = Vec::new();
    for item in items {
        let number = all.iter().position(|known| *known == item);
        numbers.push(number.unwrap_or(all.len()) as u64);
        if number.is_none() {
            all.push(item);
        }
    }
    (all, numbers)
}

impl Study<'_> {
    /// Returns whether the options of one class compare like their slopes at `k` chips. The game must be ordered, so
    /// that no labels exist.
    pub(super) fn fits_at(&self, k: usize, class: usize) -> bool {
        let slopes: Vec<u64> = self.periods().unwrap().iter().map(|(_, period, slope)| slope * 1024 / *period as u64).collect();
        let value = |to: To| self.end(to, k).unwrap_or_else(|class| self.f[k][class]);
        self.fits(&self.game.options[class], &value, &|to| self.slope_of(to, &slopes))
    }

    /// Returns the first class that breaks `chips/margin` in a window that begins at `k`, with the clause.
    pub(super) fn broken_at(&self, k: usize, period: usize) -> Option<(String, usize)> {
        let slope = |class: usize| self.f[k + period][class] - self.f[k][class];
        (0..self.game.classes()).find_map(|class| {
            let near = slope(class) < self.rule.unit() * period as u64 && self.f[k][class] + self.rule.unit() > self.rule.top(k);
            near.then(|| ("chips/margin".to_owned(), class))
        })
    }
}
