//! Derives genuine certificates of small games in a simple and slow way, from the recursion for thresholds and from the
//! definition of labels.

use super::check;
use super::games::{CUSTOMS, Custom, Options, ordered, random_game};
use super::{Graph, Random};
use crate::bidding::game::Choice::{self, Class, Won};
use crate::core::game::Colour::Black;
use crate::testing::{A, B, Item, U, column};

/// The range of a claim, as encoded in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    Between(u64, u64),
    Ordered(u64),
    Periodic(u64, u64),
}

impl Scope {
    /// Returns the numbers of chips for which the file has values. For a game without repetition, returns the numbers
    /// below [`HORIZON`].
    pub(super) fn chips(self) -> std::ops::Range<i64> {
        let number = |number: u64| i64::try_from(number).unwrap();
        match self {
            Scope::Between(first, last) => number(first)..number(last) + 1,
            Scope::Ordered(_) => 0..HORIZON,
            Scope::Periodic(preperiod, period) => 0..number(preperiod + period),
        }
    }
}

/// The table of thresholds of a class of symmetric positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sheet {
    pub(super) preperiod: u64,
    pub(super) period: u64,
    pub(super) slope: u64,
    pub(super) values: Vec<i64>,
}

/// The contents of a certificate: a table of thresholds for each class of symmetric positions, and labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Paper {
    pub(super) custom: Custom,
    pub(super) scope: Scope,
    pub(super) sheets: Vec<Sheet>,
    /// A pair has the labels for no surplus (s = 0) and for half a chip (s = 1). If there are no half chips, the label
    /// for s = 1 is unused.
    pub(super) labels: Option<Vec<Vec<[u64; 2]>>>,
}

impl Paper {
    /// Encodes the part of the file that begins with the claim. Returns `None` if a first threshold is negative, or if
    /// an increment does not fit in two bits.
    pub(super) fn bytes(&self) -> Option<Vec<u8>> {
        Some(self.items()?.iter().flat_map(Item::bytes).collect())
    }

    /// Builds the claim, the citations and the evidence of a certificate.
    pub(super) fn items(&self) -> Option<Vec<Item>> {
        let range = match self.scope {
            Scope::Between(first, last) => column(&[0, first, last]),
            Scope::Ordered(onset) => column(&[1, onset]),
            Scope::Periodic(preperiod, period) => column(&[2, preperiod, period]),
        };
        let player = u64::from(self.custom.player == Black);
        let claim = A(vec![U(player), U(self.custom.tie_break), range, U(u64::try_from(self.sheets.len()).unwrap())]);
        let mut tables: Vec<&Sheet> = Vec::new();
        let mut numbers = Vec::new();
        for sheet in &self.sheets {
            if !tables.contains(&sheet) {
                tables.push(sheet);
            }
            numbers.push(u64::try_from(tables.iter().position(|known| *known == sheet).unwrap()).unwrap());
        }
        let tables = tables.iter().map(|sheet| self.table(sheet)).collect::<Option<Vec<Item>>>()?;
        let mut evidence = vec![A(tables), column(&numbers)];
        if let Some(labels) = &self.labels {
            let unit = usize::try_from(self.custom.unit()).unwrap();
            let mut rows: Vec<Vec<u8>> = Vec::new();
            let number = |labels: &Vec<[u64; 2]>| {
                let row = half_bytes(labels.iter().flat_map(|labels| &labels[..unit]));
                let known = rows.iter().position(|known| *known == row);
                let number = known.unwrap_or_else(|| {
                    rows.push(row);
                    rows.len() - 1
                });
                u64::try_from(number).unwrap()
            };
            let numbers: Vec<u64> = labels.iter().map(number).collect();
            evidence.extend([A(rows.into_iter().map(B).collect()), column(&numbers)]);
        }
        Some(vec![claim, A(vec![]), A(evidence)])
    }

    fn table(&self, sheet: &Sheet) -> Option<Item> {
        let increments: Vec<i64> = sheet.values.windows(2).map(|pair| pair[1] - pair[0]).collect();
        if sheet.values[0] < 0 || increments.iter().any(|increment| !(0..4).contains(increment)) {
            return None;
        }
        let pack = |quarters: &[i64]| quarters.iter().rev().fold(0, |byte, quarter| byte << 2 | u8::try_from(*quarter).unwrap());
        let packed = increments.chunks(4).map(pack).collect();
        let first = U(u64::try_from(sheet.values[0]).unwrap());
        Some(A(match self.scope {
            Scope::Between(..) => vec![first, B(packed)],
            Scope::Ordered(_) => vec![U(sheet.preperiod), U(sheet.period), U(sheet.slope), first, B(packed)],
            Scope::Periodic(..) => vec![U(sheet.slope), first, B(packed)],
        }))
    }
}

/// Encodes labels in half bytes. The sum of the half bytes is the label. The last half byte of a label is less than 15,
/// and all others are 15.
fn half_bytes<'a>(labels: impl Iterator<Item = &'a u64>) -> Vec<u8> {
    let halves: Vec<u64> =
        labels.flat_map(|label| vec![15; usize::try_from(label / 15).unwrap()].into_iter().chain([label % 15])).collect();
    halves.chunks(2).map(|pair| u8::try_from(pair[0] * 16 + pair.get(1).unwrap_or(&0)).unwrap()).collect()
}

/// Computes the canonical labels if there are `k` chips in all. For each class of symmetric positions, returns the
/// label for no surplus (s = 0) and the label for half a chip (s = 1), or `None`.
pub(super) fn labels(custom: Custom, game: &Options, k: i64, f: &[i64]) -> Vec<[Option<u64>; 2]> {
    let (top, unit) = (custom.top(k), custom.unit());
    let beyond = |f: i64, s: i64| f + s > top - 1;
    let mut labels: Vec<[Option<u64>; 2]> = f.iter().map(|f| [0, 1].map(|s| beyond(*f, s).then_some(0))).collect();
    for level in 0.. {
        let h = raised(custom, k, f, &labels, level);
        let mut found = false;
        for (class, options) in game.iter().enumerate() {
            let reached = custom.rule(options, k, &h);
            for (s, label) in (0..unit).zip(&mut labels[class]) {
                if label.is_none() && reached <= f[class] + s {
                    *label = Some(level);
                    found = true;
                }
            }
        }
        if !found {
            return labels;
        }
    }
    labels
}

/// Computes the number h_l of each class of symmetric positions for l = `level` (section 3 of `spec/kinds/chips.md`).
fn raised(custom: Custom, k: i64, f: &[i64], labels: &[[Option<u64>; 2]], level: u64) -> Vec<i64> {
    let below = |label: Option<u64>| label.is_some_and(|label| label < level);
    let one = |(f, labels): (&i64, &[Option<u64>; 2])| match (below(labels[0]), custom.unit() == 2 && below(labels[1])) {
        (true, _) => *f,
        (false, true) => custom.top(k).min(f + 1),
        (false, false) => custom.top(k).min(f + custom.unit()),
    };
    f.iter().zip(labels).map(one).collect()
}

/// To find periods, thresholds are computed for all numbers of chips below this limit.
pub(super) const HORIZON: i64 = 400;

/// Thresholds of a game for one claimant and tie-break rule.
pub(super) struct Study<'a> {
    pub(super) custom: Custom,
    pub(super) game: &'a Options,
    /// For each number of chips below [`HORIZON`], the thresholds of all classes of symmetric positions.
    pub(super) f: Vec<Vec<i64>>,
}

impl<'a> Study<'a> {
    pub(super) fn new(custom: Custom, game: &'a Options) -> Self {
        Self { custom, game, f: (0..HORIZON).map(|k| custom.thresholds(game, k)).collect() }
    }

    pub(super) fn at(&self, class: usize, k: i64) -> i64 {
        self.f[usize::try_from(k).unwrap()][class]
    }

    /// Builds the genuine certificate for a range of numbers of chips. Returns `None` if the thresholds
    /// below [`HORIZON`] do not suffice for a certificate.
    pub(super) fn emit(&self, scope: Scope) -> Option<Paper> {
        let classes = 0..self.game.len();
        let values = |class: usize| scope.chips().map(|k| self.at(class, k)).collect::<Vec<i64>>();
        let sheets = match scope {
            Scope::Between(..) => classes.map(|class| Sheet { preperiod: 0, period: 0, slope: 0, values: values(class) }).collect(),
            Scope::Ordered(_) => self.ordered_sheets()?,
            Scope::Periodic(preperiod, period) => {
                let slope = |values: &[i64]| self.f[values.len()].clone();
                let sheet = |class: usize| {
                    let values = values(class);
                    let slope = u64::try_from(slope(&values)[class] - values[usize::try_from(preperiod).unwrap()]).unwrap();
                    Sheet { preperiod, period, slope, values }
                };
                classes.map(sheet).collect()
            }
        };
        let labels = if ordered(self.game) { None } else { Some(self.all_labels(scope.chips())?) };
        Some(Paper { custom: self.custom, scope, sheets, labels })
    }

    fn all_labels(&self, chips: std::ops::Range<i64>) -> Option<Vec<Vec<[u64; 2]>>> {
        let mut all = vec![Vec::new(); self.game.len()];
        let unit = usize::try_from(self.custom.unit()).unwrap();
        for k in chips {
            for (class, found) in labels(self.custom, self.game, k, &self.f[usize::try_from(k).unwrap()]).iter().enumerate() {
                let label = |s: usize| if s < unit { found[s] } else { Some(0) };
                all[class].push([label(0)?, label(1)?]);
            }
        }
        Some(all)
    }

    /// Builds the tables of thresholds of a game without repetition, each with its least period and its least
    /// preperiod.
    fn ordered_sheets(&self) -> Option<Vec<Sheet>> {
        let mut sheets: Vec<Option<Sheet>> = vec![None; self.game.len()];
        for class in (0..self.game.len()).rev() {
            let (claimant, other) = self.custom.sides(&self.game[class]);
            let slope = |choice: &Choice| match choice {
                Class(option) => sheets[usize::try_from(*option).unwrap()].as_ref().map(|sheet| (sheet.slope, sheet.period)).unwrap(),
                Won(colour) if *colour == self.custom.player => (0, 1),
                _ => (u64::try_from(self.custom.unit()).unwrap(), 1),
            };
            // The thresholds of a class repeat at the latest after twice the longest period of its options.
            let longest = 2 * claimant.iter().chain(other).map(|choice| slope(choice).1).max().unwrap();
            let per = |choice: &Choice| slope(choice).0 * longest / slope(choice).1;
            let whole = (claimant.iter().map(per).min().unwrap() + other.iter().map(per).max().unwrap()) / 2;
            let fits = |(period, slope): (u64, u64)| {
                let last = (0..HORIZON - i64::try_from(period).unwrap())
                    .rev()
                    .find(|k| self.at(class, k + i64::try_from(period).unwrap()) != self.at(class, *k) + i64::try_from(slope).unwrap());
                let preperiod = u64::try_from(last.map_or(0, |k| k + 1)).unwrap();
                (preperiod + 3 * longest <= u64::try_from(HORIZON).unwrap()).then_some((preperiod, period, slope))
            };
            let periods = (0..).map(|power| 1 << power).take_while(|period| *period <= longest);
            let candidates =
                periods.filter(|period| (whole * period).is_multiple_of(longest)).map(|period| (period, whole * period / longest));
            let (preperiod, period, slope) = candidates.filter_map(fits).next()?;
            let values = (0..i64::try_from(preperiod + period).unwrap()).map(|k| self.at(class, k)).collect();
            sheets[class] = Some(Sheet { preperiod, period, slope, values });
        }
        sheets.into_iter().collect()
    }

    /// Returns the range that covers every number of chips. The search for the least onset, period and preperiod uses
    /// the thresholds for fewer than [`HORIZON`] chips.
    pub(super) fn all_chips(&self) -> Option<Scope> {
        if ordered(self.game) {
            let sheets = self.ordered_sheets()?;
            let slopes: Vec<f64> = sheets
                .iter()
                .map(|sheet| f64::from(u32::try_from(sheet.slope).unwrap()) / f64::from(u32::try_from(sheet.period).unwrap()))
                .collect();
            let onset = self.onset(&slopes, None).max(i64::try_from(sheets.iter().map(|sheet| sheet.preperiod).max().unwrap()).unwrap());
            let longest = sheets.iter().map(|sheet| sheet.period).max().unwrap();
            return (onset + 3 * i64::try_from(longest).unwrap() < HORIZON).then(|| Scope::Ordered(u64::try_from(onset).unwrap()));
        }
        (1..64).find_map(|period| self.periodic(period))
    }

    /// Returns the least onset that the clause `chips/dominance` allows.
    fn onset(&self, slopes: &[f64], labels: Option<&Vec<Vec<[u64; 2]>>>) -> i64 {
        let unit = usize::try_from(self.custom.unit()).unwrap();
        let fine = |k: i64| {
            let f = &self.f[usize::try_from(k).unwrap()];
            let fits = |class: usize, h: &[i64]| self.dominance(class, k, h, slopes);
            let known = |labels: &Vec<Vec<[u64; 2]>>| -> Vec<[Option<u64>; 2]> {
                labels.iter().map(|labels| labels[usize::try_from(k).unwrap()].map(Some)).collect()
            };
            (0..self.game.len()).all(|class| match labels {
                None => fits(class, f),
                Some(labels) => {
                    let known = known(labels);
                    let room = |s: usize| f[class] + i64::try_from(s).unwrap() < self.custom.top(k);
                    (0..unit).all(|s| !room(s) || fits(class, &raised(self.custom, k, f, &known, known[class][s].unwrap())))
                }
            })
        };
        (0..HORIZON).rev().find(|k| !fine(*k)).map_or(0, |k| k + 1)
    }

    fn dominance(&self, class: usize, k: i64, f: &[i64], slopes: &[f64]) -> bool {
        let (claimant, other) = self.custom.sides(&self.game[class]);
        let unit = if self.custom.unit() == 2 { 2.0 } else { 1.0 };
        let slope = |choice: &Choice| match choice {
            Class(option) => slopes[usize::try_from(*option).unwrap()],
            Won(colour) if *colour == self.custom.player => 0.0,
            _ => unit,
        };
        let value = |choice: &Choice| self.custom.value(*choice, k, f);
        let x = claimant.iter().map(value).min().unwrap();
        let y = other.iter().map(value).max().unwrap();
        let least = claimant.iter().map(slope).fold(f64::INFINITY, f64::min);
        let greatest = other.iter().map(slope).fold(0.0, f64::max);
        // Slopes are fractions with small denominators, so a small tolerance suffices.
        let equal = |one: f64, other: f64| (one - other).abs() < 1e-9;
        claimant.iter().any(|choice| value(choice) == x && equal(slope(choice), least))
            && other.iter().any(|choice| value(choice) == y && equal(slope(choice), greatest))
            && (equal(least, greatest) || if least < greatest { x <= y } else { y <= x })
    }

    /// Returns the range of numbers of chips with the period `period` and the least preperiod. Returns `None` if a
    /// slope is odd, or if the preperiod is not found below [`HORIZON`].
    fn periodic(&self, period: u64) -> Option<Scope> {
        let shift = i64::try_from(period).unwrap();
        let slopes: Vec<i64> =
            (0..self.game.len()).map(|class| self.at(class, HORIZON - 1) - self.at(class, HORIZON - 1 - shift)).collect();
        if slopes.iter().any(|slope| slope % 2 == 1) {
            return None;
        }
        let labels = self.all_labels(0..HORIZON)?;
        let place = |k: i64| usize::try_from(k).unwrap();
        let same = |k: i64| {
            (0..self.game.len()).all(|class| {
                let room = slopes[class] == self.custom.unit() * shift || self.at(class, k) + self.custom.unit() <= self.custom.top(k);
                room && self.at(class, k + shift) == self.at(class, k) + slopes[class]
                    && labels[class][place(k)] == labels[class][place(k + shift)]
            })
        };
        let before = (0..HORIZON - shift).rev().find(|k| !same(*k)).map_or(0, |k| k + 1);
        let per: Vec<f64> =
            slopes.iter().map(|slope| f64::from(i32::try_from(*slope).unwrap()) / f64::from(u32::try_from(period).unwrap())).collect();
        let onset = before.max(self.onset(&per, None)).max(self.onset(&per, Some(&labels)));
        (onset + 3 * shift < HORIZON).then(|| Scope::Periodic(u64::try_from(onset).unwrap(), period))
    }
}

#[test]
fn genuine_certificates() {
    let mut random = Random(3);
    let mut accepted = [0; 4];
    for round in 0..600 {
        let classes = 1 + random.below(6);
        let game = random_game(&mut random, classes, round % 2 == 0);
        for custom in CUSTOMS {
            let study = Study::new(custom, &game);
            let first = u64::from(random.below(4));
            let between = Scope::Between(first, first + u64::from(random.below(12)));
            for scope in [Some(between), study.all_chips()].into_iter().flatten() {
                let paper = study.emit(scope).unwrap_or_else(|| panic!("{custom:?} {scope:?} {game:?}"));
                let bytes = paper.bytes().unwrap();
                if matches!(scope, Scope::Ordered(onset) if onset > u64::try_from(bytes.len()).unwrap()) {
                    continue;
                }
                let proved = check(&bytes, &Graph(game.clone())).unwrap_or_else(|broken| panic!("{custom:?} {scope:?} {game:?}: {broken}"));
                let table: &crate::chips::Table = proved.table.as_ref().unwrap().downcast_ref().unwrap();
                compare(table, &study, scope);
                for (class, sheet) in (0..).zip(&paper.sheets) {
                    let number = table.table_number(class).unwrap();
                    let found = [table.preperiod(number), table.period(number), table.slope(number)];
                    let claimed = [sheet.preperiod, sheet.period, sheet.slope].map(|number| u32::try_from(number).unwrap());
                    assert_eq!(found, claimed.map(|number| (sheet.period != 0).then_some(number)), "{scope:?} class {class}");
                    // If thresholds grow as fast as the number of codes, no holding ever wins.
                    let class = usize::try_from(class).unwrap();
                    let never = (0..HORIZON).all(|k| study.at(class, k) == custom.top(k));
                    let grows = i64::try_from(sheet.slope).unwrap() == custom.unit() * i64::try_from(sheet.period).unwrap();
                    assert!(sheet.period == 0 || grows == never, "{scope:?} class {class}");
                }
                accepted[match scope {
                    Scope::Between(..) => usize::from(ordered(&game)),
                    Scope::Ordered(_) => 2,
                    Scope::Periodic(..) => 3,
                }] += 1;
            }
        }
    }
    assert!(accepted.iter().all(|count| *count > 900), "{accepted:?}");
}

/// Checks that the verified table has the thresholds of `study`, and the labels that follow from the definition.
fn compare(table: &crate::chips::Table, study: &Study<'_>, scope: Scope) {
    assert_eq!(table.classes(), study.game.len());
    for class in 0..study.game.len() {
        let number = u32::try_from(class).unwrap();
        for k in 0..if matches!(scope, Scope::Between(..)) { 20 } else { HORIZON } {
            let covered = scope.chips().contains(&k) || !matches!(scope, Scope::Between(..));
            let expected = covered.then(|| u64::try_from(study.at(class, k)).unwrap());
            assert_eq!(table.threshold(number, u64::try_from(k).unwrap()), expected, "{scope:?} class {class} k = {k}");
        }
        if table.labelled() {
            let k = scope.chips().end - 1 + if matches!(scope, Scope::Periodic(..)) { 5 } else { 0 };
            let known = labels(study.custom, study.game, k, &study.f[usize::try_from(k).unwrap()]);
            for s in 0..u32::try_from(study.custom.unit()).unwrap() {
                let label = table.label(number, u64::try_from(k).unwrap(), s).map(u64::from);
                assert_eq!(label, known[class][usize::try_from(s).unwrap()], "{scope:?} class {class} k = {k}");
            }
            let unit = u32::try_from(study.custom.unit()).unwrap();
            assert_eq!(table.label(number, u64::try_from(k).unwrap(), unit), None, "a surplus of a whole chip");
        }
    }
}
