//! Values and labels, computed in fractions, and certificates that contain them.

use super::super::certificate;
use super::super::games::{Game, To};
use super::super::item::{A, Item, U, column, number};
use std::cmp::Ordering;

/// Reduced fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    numerator: i128,
    denominator: i128,
}

pub(super) fn gcd(one: i128, other: i128) -> i128 {
    if other == 0 { one } else { gcd(other, one % other) }
}

pub(super) const ZERO: Fraction = Fraction { numerator: 0, denominator: 1 };
pub(super) const ONE: Fraction = Fraction { numerator: 1, denominator: 1 };

impl Fraction {
    pub(super) fn new(numerator: i128, denominator: i128) -> Self {
        let divisor = gcd(numerator, denominator);
        Self { numerator: numerator / divisor, denominator: denominator / divisor }
    }

    pub(super) fn common(self, other: Self) -> (i128, i128, i128) {
        let denominator = self.denominator / gcd(self.denominator, other.denominator) * other.denominator;
        (self.numerator * (denominator / self.denominator), other.numerator * (denominator / other.denominator), denominator)
    }

    pub(super) fn mean(self, other: Self) -> Self {
        let (one, other, denominator) = self.common(other);
        let sum = one + other;
        if sum % 2 == 0 { Self::new(sum / 2, denominator) } else { Self::new(sum, denominator * 2) }
    }

    pub(super) fn complement(self) -> Self {
        Self { numerator: self.denominator - self.numerator, ..self }
    }

    /// Returns the simplest fraction that equals `number` up to rounding errors.
    pub(super) fn near(number: f64) -> Option<Self> {
        let (mut last, mut this) = ((0_i128, 1_i128), (1_i128, 0_i128));
        let mut rest = number;
        for _ in 0..20 {
            let whole = rest.floor();
            (last, this) = (this, (this.0 * whole as i128 + last.0, this.1 * whole as i128 + last.1));
            if this.1 > 2_000_000 {
                return None;
            }
            if (this.0 as f64 / this.1 as f64 - number).abs() < 1e-13 {
                return Some(Self::new(this.0, this.1));
            }
            rest = 1.0 / (rest - whole);
        }
        None
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        let (one, other, _) = self.common(*other);
        one.cmp(&other)
    }
}

/// alpha and beta of a class, then White's and Black's label.
pub(super) type View = (Fraction, Fraction, Option<u64>, Option<u64>);

/// Solved game: the values and labels of all its classes.
#[derive(Clone, Debug)]
pub struct Solved {
    views: Vec<View>,
}

impl Solved {
    /// Returns alpha rounded down, alpha rounded up, and the same for beta, in units of 2^-bits.
    pub fn rounded(&self, class: usize, bits: u32) -> [u128; 4] {
        let round = |Fraction { numerator, denominator }: Fraction| {
            // Long division, bit by bit.
            let (mut down, mut rest) = (numerator / denominator, numerator % denominator);
            for _ in 0..bits {
                (down, rest) = (2 * down + 2 * rest / denominator, 2 * rest % denominator);
            }
            [down as u128, (down + i128::from(rest > 0)) as u128]
        };
        let (alpha, beta, ..) = self.views[class];
        let ([a, w], [z, y]) = (round(alpha), round(beta));
        [a, w, z, y]
    }
}

pub(super) fn view(to: To, own: &[View], cited: &[&Solved]) -> View {
    match to {
        To::Class(class) => own[class],
        To::Cited(game, class, false) => cited[game].views[class],
        To::Cited(game, class, true) => {
            let (alpha, beta, white, black) = cited[game].views[class];
            (beta.complement(), alpha.complement(), black, white)
        }
        To::Won(0) => (ONE, ONE, Some(0), Some(0)),
        To::Won(_) => (ZERO, ZERO, Some(0), Some(0)),
        To::Drawn => (ZERO, ONE, None, None),
    }
}

/// Computes the values and labels of all classes.
pub fn solve(game: &Game, cited: &[&Solved]) -> Solved {
    let start: View = (ZERO, ONE, None, None);
    let mut views = vec![start; game.classes()];
    if game.ordered() {
        for class in (0..game.classes()).rev() {
            let [white, black] =
                game.options[class].each_ref().map(|list| list.iter().map(|to| view(*to, &views, cited)).collect::<Vec<_>>());
            let best = |get: fn(&View) -> Fraction| white.iter().map(get).max().unwrap().mean(black.iter().map(get).min().unwrap());
            (views[class].0, views[class].1) = (best(|view| view.0), best(|view| view.1));
        }
    } else {
        let found: Vec<Vec<Fraction>> = [0.0, 1.0].into_iter().map(|drawn| iterate(game, cited, drawn)).collect();
        for (class, view) in views.iter_mut().enumerate() {
            (view.0, view.1) = (found[0][class], found[1][class]);
        }
    }
    // The labels are computed stage by stage.
    for stage in 1.. {
        let mut new = Vec::new();
        for class in 0..game.classes() {
            let [white, black] =
                game.options[class].each_ref().map(|list| list.iter().map(|to| view(*to, &views, cited)).collect::<Vec<_>>());
            let most_alpha = white.iter().map(|view| view.0).max().unwrap();
            let least_beta = black.iter().map(|view| view.1).min().unwrap();
            let below = |label: Option<u64>| label.is_some_and(|label| label < stage);
            let own = views[class];
            let white_now = white.iter().any(|view| view.0 == most_alpha && below(view.2)) || black.iter().all(|view| below(view.2));
            let black_now = black.iter().any(|view| view.1 == least_beta && below(view.3)) || white.iter().all(|view| below(view.3));
            new.push((white_now && own.2.is_none(), black_now && own.3.is_none()));
        }
        // The loop runs to stage 200 at least, because a stage may add no labels while greater labels of cited games
        // are still to come.
        if new.iter().all(|(white, black)| !white && !black) && stage > 200 {
            break;
        }
        for (view, (white, black)) in views.iter_mut().zip(new) {
            view.2 = if white { Some(stage) } else { view.2 };
            view.3 = if black { Some(stage) } else { view.3 };
        }
    }
    for (class, view) in views.iter().enumerate() {
        assert!((view.0 == ZERO || view.2.is_some()) && (view.1 == ONE || view.3.is_some()), "{}", game.class(class));
    }
    Solved { views }
}

/// Returns the limit from below (`drawn` = 0) or from above (`drawn` = 1). It is approximated in floating point and
/// verified exactly.
pub(super) fn iterate(game: &Game, cited: &[&Solved], drawn: f64) -> Vec<Fraction> {
    let decimal = |fraction: Fraction| fraction.numerator as f64 / fraction.denominator as f64;
    let side = |view: &View| if drawn == 0.0 { view.0 } else { view.1 };
    let mut values = vec![drawn; game.classes()];
    let fixed = |to: To| match to {
        To::Class(_) => None,
        other => Some(decimal(side(&view(other, &[], cited)))),
    };
    for _ in 0..100_000 {
        let mut change = 0.0_f64;
        for class in 0..game.classes() {
            let value = |to: &To| if let To::Class(class) = to { values[*class] } else { fixed(*to).unwrap() };
            let [white, black] = &game.options[class];
            let mean = (white.iter().map(value).fold(0.0, f64::max) + black.iter().map(value).fold(1.0, f64::min)) / 2.0;
            change = change.max((mean - values[class]).abs());
            values[class] = mean;
        }
        if change == 0.0 {
            break;
        }
    }
    let exact: Vec<Fraction> =
        values.iter().map(|value| Fraction::near(*value).unwrap_or_else(|| panic!("no fraction near {value}"))).collect();
    for (class, [white, black]) in game.options.iter().enumerate() {
        let value = |to: &To| if let To::Class(class) = to { exact[*class] } else { side(&view(*to, &[], cited)) };
        let mean = white.iter().map(value).max().unwrap().mean(black.iter().map(value).min().unwrap());
        assert!(mean == exact[class], "{}", game.class(class));
    }
    exact
}

/// Builds the genuine certificate of a game.
pub fn emit(game: &Game, solved: &Solved, games: &[&Solved], citations: &[&Item]) -> Item {
    let views = &solved.views;
    let two = views.iter().any(|view| view.0 != view.1);
    let mut values: Vec<Fraction> = views.iter().flat_map(|view| [view.0, view.1]).chain([ZERO, ONE]).collect();
    values.sort_unstable();
    values.dedup();
    let mut denominators: Vec<i128> = values.iter().map(|value| value.denominator).collect();
    denominators.sort_unstable();
    denominators.dedup();
    let place = |value: &Fraction| denominators.iter().position(|denominator| *denominator == value.denominator).unwrap() as u64;
    let naturals = |numbers: Vec<i128>| A(numbers.into_iter().map(|natural| number(natural as u128)).collect());
    let rank = |value: Fraction| values.iter().position(|known| *known == value).unwrap() as u64;
    let mut evidence = vec![
        naturals(denominators.clone()),
        A(values.iter().map(|value| U(place(value))).collect()),
        naturals(values.iter().map(|value| value.numerator).collect()),
    ];
    let each = |entry: &dyn Fn(&View) -> u64| column(&views.iter().map(entry).collect::<Vec<_>>());
    evidence.push(each(&|view| rank(view.0)));
    if two {
        evidence.push(each(&|view| rank(view.1)));
    }
    evidence.extend([each(&|view| view.2.unwrap_or(0)), each(&|view| view.3.unwrap_or(0))]);
    // Among the options of the best value, the first with the least label is chosen.
    let choose = |player: usize, key: &dyn Fn(&View) -> (Fraction, u64)| {
        let best = |options: &[Vec<To>; 2]| {
            let keys: Vec<(Fraction, u64)> = options[player].iter().map(|to| key(&view(*to, views, games))).collect();
            let value = keys.iter().map(|key| key.0);
            let best = if player == 0 { value.max() } else { value.min() }.unwrap();
            (0..keys.len()).filter(|index| keys[*index].0 == best).min_by_key(|index| keys[*index].1).unwrap() as u64
        };
        column(&game.options.iter().map(best).collect::<Vec<_>>())
    };
    let infinite = |label: Option<u64>| label.unwrap_or(u64::MAX);
    let white_alpha = choose(0, &|view| (view.0, infinite(view.2)));
    let black_beta = choose(1, &|view| (view.1, infinite(view.3)));
    if two {
        evidence.extend([white_alpha, choose(1, &|view| (view.0, 0)), choose(0, &|view| (view.1, 0)), black_beta]);
    } else {
        evidence.extend([white_alpha, black_beta]);
    }
    let claim = column(&[if two { 2 } else { 1 }, game.classes() as u64]);
    certificate("richman", game.item.clone(), claim, citations, A(evidence))
}

/// Converts a certificate to version 2, which lists only the values of classes on cycles.
pub fn partly(game: &Game, whole: &Item) -> Item {
    let two = whole.number(&[4, 0]) == 2;
    // For each function, the indices of its column of ranks and of its two columns of choices.
    let functions: &[[usize; 3]] = if two { &[[3, 7, 8], [4, 9, 10]] } else { &[[3, 6, 7]] };
    let length = |place: usize| if let A(items) = whole.get(&[6, place]) { items.len() } else { panic!("an array") };
    let mut listed = vec![false; length(1)];
    for end in [0, listed.len() - 1] {
        listed[end] = true;
    }
    for [rank, white, black] in functions {
        let next = |class: usize| {
            let chosen = [(0, *white), (1, *black)].map(|(player, column)| {
                let choice = usize::try_from(whole.number(&[6, column, class])).unwrap();
                game.options[class][player][choice]
            });
            chosen.into_iter().filter_map(|to| if let To::Class(class) = to { Some(class) } else { None }).collect::<Vec<_>>()
        };
        for class in 0..game.classes() {
            // Collects all classes that the choices reach from `class`.
            let (mut reached, mut news) = (vec![false; game.classes()], next(class));
            while let Some(new) = news.pop() {
                if !std::mem::replace(&mut reached[new], true) {
                    news.extend(next(new));
                }
            }
            if reached[class] {
                listed[usize::try_from(whole.number(&[6, *rank, class])).unwrap()] = true;
            }
        }
    }
    let place = |value: usize| usize::try_from(whole.number(&[6, 1, value])).unwrap();
    let mut kept: Vec<usize> = (0..listed.len()).filter(|value| listed[*value]).map(place).collect();
    kept.sort_unstable();
    kept.dedup();
    let places = (0..listed.len()).map(|value| {
        let number = kept.iter().position(|kept| *kept == place(value)).map_or(0, |number| number as u64 + 1);
        if listed[value] { number } else { 0 }
    });
    let items = |place: usize, kept: &mut dyn Iterator<Item = usize>| A(kept.map(|at| whole.get(&[6, place, at]).clone()).collect());
    let numerators = items(2, &mut (0..listed.len()).filter(|value| listed[*value]));
    let item = whole.set(&[2, 1], 2).with(&[6, 1], column(&places.collect::<Vec<_>>())).with(&[6, 2], numerators);
    item.with(&[6, 0], items(0, &mut kept.into_iter()))
}
