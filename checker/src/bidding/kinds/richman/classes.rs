//! Tests the clauses of the specification for each class of symmetric positions: options, equations, labels, and chosen
//! options.

use super::broken;
use super::ranking::{GlobalRank, Ranking, source};
use super::table::{Label, Table};
use crate::bidding::game::{Choice, CitedGame, Moves, Positions, class_place};
use crate::core::cbor::as_u64;
use crate::core::fields::index;
use crate::core::game::Colour;
use crate::core::refusal::Refusal;
use crate::core::work::Meter;
use crate::threads::in_ranges;
use std::cmp::Ordering;
use std::collections::HashSet;
use std::num::NonZeroU32;
use std::ops::Range;

/// Work steps charged for generating an option, looking it up, and comparing its value and labels.
const STEPS_PER_OPTION: u64 = 3;

/// Values and labels after an option.
#[derive(Clone, Copy, Debug)]
struct View {
    alpha: GlobalRank,
    beta: GlobalRank,
    white: Label,
    black: Label,
}

/// The name of a broken clause, and a sentence that explains the refusal.
pub(super) type Broken = (&'static str, String);

/// The equation 2 x = a + b, where x is the value of `class`, and a and b are the values of White's and Black's best
/// options.
#[derive(Clone, Copy, Debug)]
struct Equation {
    x: GlobalRank,
    a: GlobalRank,
    b: GlobalRank,
    class: u32,
}

pub(super) struct Context<'a> {
    pub(super) positions: &'a dyn Positions,
    pub(super) moves: &'a dyn Moves,
    /// The cited games. The list `cited` has the tables of the games in `games`, in the same order.
    pub(super) games: &'a [CitedGame],
    pub(super) cited: &'a [&'a Table],
    /// For each function and each class, whether the value was computed as a mean. The functions are alpha and beta, or
    /// only alpha if both are equal. In version 1 this slice is empty.
    pub(super) derived: &'a [Vec<bool>],
}

/// Tests every class of symmetric positions on `threads` threads. The verdict is the same for every number of threads.
pub(super) fn check(table: &Table, context: &Context<'_>, threads: NonZeroU32, meter: &mut Meter) -> Result<(), Refusal> {
    let Context { positions, moves, games, cited, derived } = *context;
    let internal = |what: &str| Refusal::internal(class_place(positions, 0), what);
    let ranking = Ranking::new(table, games, cited).ok_or_else(|| internal("more than 2^32 values"))?;
    let mut own = Vec::with_capacity(table.classes());
    for class in 0..positions.classes() {
        own.push(view_of(table, ranking.levels(0), class).ok_or_else(|| internal("a rank without a level"))?);
    }
    let walk = Pass { table, positions, moves, derived, cited, ranking: &ranking, own, one: ranking.one() };
    let pass = |range: Range<u32>| {
        let (mut equations, mut meter) = (Vec::with_capacity(range.len()), meter.fork());
        let end = walk.range(range, &mut equations, &mut meter);
        (equations, meter, end)
    };
    let (mut equations, mut walked) = (Vec::new(), Ok(()));
    for (noted, part, end) in in_ranges(threads, positions.classes(), pass)? {
        equations.push(noted);
        // An exceeded step budget decides the refusal, whatever `end` is, because the class at which a thread stops
        // depends on the number of threads.
        meter.join(&part)?;
        walked = end;
        if walked.is_err() {
            break;
        }
    }
    // The equations belong to classes up to the class at which the walk stopped. A broken equation is reported before
    // the error of the walk, because the spec tests the equations of a class before its labels and choices.
    equation(&equations, &ranking, positions, meter)?;
    walked
}

/// Clause `richman/equation`: every equation holds. Equal equations are tested once, for the first class of symmetric
/// positions that has them.
fn equation(equations: &[Vec<Equation>], ranking: &Ranking<'_>, positions: &dyn Positions, meter: &mut Meter) -> Result<(), Refusal> {
    // Most equations are duplicates, so half the capacity suffices. A larger fraction of a smaller table fits the
    // processor's caches.
    let mut tested = HashSet::with_capacity(equations.iter().map(Vec::len).sum::<usize>() / 2);
    let key = |levels: [GlobalRank; 3]| levels.iter().fold(0, |key, level| key << 32 | u128::from(level.number()));
    for Equation { x, a, b, class } in equations.iter().flatten().filter(|Equation { x, a, b, .. }| tested.insert(key([*x, *a, *b]))) {
        let place = || class_place(positions, *class);
        let (Some(x), Some(a), Some(b)) = (ranking.at(*x), ranking.at(*a), ranking.at(*b)) else {
            return Err(Refusal::internal(place(), "a value is not where it should be"));
        };
        if !x.is_mean_of(a, b, meter)? {
            return Err(broken("equation", place(), "the value is not the mean of White's best and Black's best option"));
        }
    }
    Ok(())
}

/// Data that all threads share while they test the classes of symmetric positions.
struct Pass<'a> {
    table: &'a Table,
    positions: &'a dyn Positions,
    moves: &'a dyn Moves,
    derived: &'a [Vec<bool>],
    cited: &'a [&'a Table],
    ranking: &'a Ranking<'a>,
    /// Values and labels of each class of symmetric positions of this table. Few options lead to cited games, so the
    /// values and labels in cited games are looked up in the cited tables.
    own: Vec<View>,
    /// Global rank of the value 1.
    one: GlobalRank,
}

/// Returns the labels of a class of symmetric positions, and its values as global ranks (indices in one order of all
/// values). Returns `None` if the class of symmetric positions does not exist, or if one of its values has no global
/// rank.
#[inline]
fn view_of(table: &Table, levels: &[GlobalRank], class: u32) -> Option<View> {
    let (class, level) = (index(class), |rank: u32| levels.get(index(rank)).copied());
    let (alpha, beta) = (level(*table.rank_alpha().get(class)?)?, level(*table.rank_beta().get(class)?)?);
    Some(View { alpha, beta, white: *table.label_white().get(class)?, black: *table.label_black().get(class)? })
}

impl Pass<'_> {
    /// Tests the classes of symmetric positions in a range of numbers, in order, and collects their equations.
    fn range(&self, classes: Range<u32>, equations: &mut Vec<Equation>, meter: &mut Meter) -> Result<(), Refusal> {
        let (mut white, mut black) = (Vec::new(), Vec::new());
        // All bits of a global rank are inverted, so that a greater global rank gives a smaller key.
        let by_white = |view: &View| [(!view.alpha.number(), view.white), (!view.beta.number(), Label::END)];
        let by_black = |view: &View| [(view.beta.number(), view.black), (view.alpha.number(), Label::END)];
        for class in classes {
            let place = || class_place(self.positions, class);
            let internal = || Refusal::internal(place(), "an option leads to no class");
            let refused = |(clause, sentence)| broken(clause, place(), sentence);
            self.moves.options(class, &mut white, &mut black).ok_or_else(internal)?;
            meter.spend(as_u64(white.len().saturating_add(black.len())).saturating_mul(STEPS_PER_OPTION))?;
            option(white.len(), black.len()).map_err(refused)?;
            let own = self.view(Choice::Class(class)).ok_or_else(internal)?;
            let of_white = self.side(&white, by_white, |view| view.black).ok_or_else(internal)?;
            let of_black = self.side(&black, by_black, |view| view.white).ok_or_else(internal)?;
            self.class(class, own, &of_white, &of_black, equations).map_err(refused)?;
        }
        Ok(())
    }

    /// Finds a player's best options for alpha and for beta. The function `keys` computes two keys for an option: one
    /// for alpha and one for beta. The best option is the option with the least key. A key consists of a number and a
    /// label.
    #[inline]
    fn side<'o>(
        &self,
        choices: &'o [Choice],
        keys: impl Fn(&View) -> [(u32, Label); 2],
        label: impl Fn(&View) -> Label,
    ) -> Option<Side<'o>> {
        let (mut least, mut most) = ([(u64::MAX, 0); 2], Label::END);
        for (place, choice) in (0..).zip(choices) {
            let view = self.view(*choice)?;
            for (least, (number, label)) in least.iter_mut().zip(keys(&view)) {
                let key = u64::from(number) << 32 | u64::from(label.number());
                *least = if key < least.0 { (key, place) } else { *least };
            }
            most = most.max(label(&view));
        }
        let [labelled, other] = least.map(|(_, place)| Some((place, self.view(*choices.get(index(place))?)?)));
        Some(Side { choices, labelled: labelled?, other: other?, most })
    }

    /// Returns the values and labels after an option.
    #[inline]
    fn view(&self, choice: Choice) -> Option<View> {
        let end = |payoff| View { alpha: payoff, beta: payoff, white: Label::END, black: Label::END };
        Some(match choice {
            Choice::Class(class) => *self.own.get(index(class))?,
            Choice::Cited { citation, class, exchanged } => {
                let view = view_of(self.cited.get(index(citation))?, self.ranking.levels(source(citation, exchanged)), class)?;
                // With colours exchanged, alpha' = 1 - beta and beta' = 1 - alpha, and the labels change places.
                if exchanged { View { alpha: view.beta, beta: view.alpha, white: view.black, black: view.white } } else { view }
            }
            Choice::Won(Colour::White) => end(self.one),
            Choice::Won(Colour::Black) => end(GlobalRank::ZERO),
            // Neither player has won, so alpha is the least value and beta is the greatest value. The labels are
            // infinite, because a drawn end brings neither player nearer to a win.
            Choice::Drawn => View { alpha: GlobalRank::ZERO, beta: self.one, white: Label::INFINITE, black: Label::INFINITE },
        })
    }

    fn class(&self, class: u32, own: View, white: &Side<'_>, black: &Side<'_>, equations: &mut Vec<Equation>) -> Result<(), Broken> {
        let [white_alpha, white_beta, black_alpha, black_beta] = [white.labelled.1, white.other.1, black.other.1, black.labelled.1];
        let choices = self.choices(class, white, black);
        // A derived value of this class is the mean of the values of the class's two chosen options. If the chosen
        // options are the best options, the equation is satisfied and need not be tested.
        let one_choice_for_both = self.table.choice_black_alpha.is_none();
        let is_mean = |function: usize| {
            let derived = self.derived.get(function).and_then(|classes| classes.get(index(class)));
            derived == Some(&true) && choices.is_ok() && !(one_choice_for_both && black_beta.alpha != black_alpha.alpha)
        };
        if !is_mean(0) {
            equations.push(Equation { x: own.alpha, a: white_alpha.alpha, b: black_alpha.alpha, class });
        }
        if (own.beta, white_beta.beta, black_beta.beta) != (own.alpha, white_alpha.alpha, black_alpha.alpha) && !is_mean(1) {
            equations.push(Equation { x: own.beta, a: white_beta.beta, b: black_beta.beta, class });
        }
        label_white(own.white, white_alpha.white.min(black.most).next(), own.alpha == GlobalRank::ZERO)?;
        label_black(own.black, black_beta.black.min(white.most).next(), own.beta == self.one)?;
        choices
    }

    /// Tests the clauses `richman/choice_…` in the order of the file.
    fn choices(&self, class: u32, white: &Side<'_>, black: &Side<'_>) -> Result<(), Broken> {
        let entry = |column: &[u32]| column.get(index(class)).copied().unwrap_or(u32::MAX);
        let Table { choice_white_alpha, choice_black_alpha, choice_white_beta, choice_black_beta, .. } = self.table;
        self.choice("White (alpha)", entry(choice_white_alpha), white, white.labelled, |view| view.alpha)?;
        if let Some(column) = choice_black_alpha {
            self.choice("Black (alpha)", entry(column), black, black.other, |view| view.alpha)?;
        }
        if let Some(column) = choice_white_beta {
            self.choice("White (beta)", entry(column), white, white.other, |view| view.beta)?;
        }
        self.choice("Black (beta)", entry(choice_black_beta), black, black.labelled, |view| view.beta)
    }

    /// Tests the clauses about one chosen option. `best` is the option that the player must choose, and `value` selects
    /// alpha or beta.
    fn choice(&self, whose: &str, chosen: u32, side: &Side<'_>, best: (u32, View), value: fn(View) -> GlobalRank) -> Result<(), Broken> {
        let view = self.view(*choice_range(whose, chosen, side.choices)?);
        choice_greedy(whose, chosen, view.map(value) == Some(value(best.1)))?;
        choice_first(whose, chosen, best.0)
    }
}

/// One player's options, and the two options that the player must choose. Each of these two options is stored with its
/// index.
struct Side<'a> {
    choices: &'a [Choice],
    /// The option that White must choose for alpha, or that Black must choose for beta. Among the best options, it is
    /// the first one with the least label.
    labelled: (u32, View),
    /// The first of the best options for beta (White) or for alpha (Black).
    other: (u32, View),
    /// Among the other player's labels after the options, the greatest one.
    most: Label,
}

/// Clause `richman/option`: both players have an option. `white` and `black` are the numbers of White's and Black's
/// options.
pub(super) fn option(white: usize, black: usize) -> Result<(), Broken> {
    match white == 0 || black == 0 {
        true => Err(("option", format!("White has {white} options, Black has {black}; both need one"))),
        false => Ok(()),
    }
}

/// Clauses `richman/label_white_missing`, `_small` and `_large`: White's label must be 1 more than the lesser of two
/// labels. The first label is White's label after White's best option for alpha. The second label is the greatest of
/// White's labels after Black's options.
fn label_white(stored: Label, right: Label, free: bool) -> Result<(), Broken> {
    label(stored, right, free, ["label_white_missing", "label_white_small", "label_white_large"])
}

/// Clauses `richman/label_black_missing`, `_small` and `_large`: Black's label must be 1 more than the lesser of two
/// labels. The first label is Black's label after Black's best option for beta. The second label is the greatest of
/// Black's labels after White's options.
fn label_black(stored: Label, right: Label, free: bool) -> Result<(), Broken> {
    label(stored, right, free, ["label_black_missing", "label_black_small", "label_black_large"])
}

/// Tests whether a label is correct.
///
/// If `free` is true, the label may be missing.
fn label(stored: Label, right: Label, free: bool, [missing, small, large]: [&'static str; 3]) -> Result<(), Broken> {
    let expected = || format!("expected the label {right}, found {stored}");
    if stored == Label::INFINITE && !free {
        return Err((missing, "a label is needed here, found none".to_owned()));
    }
    match stored.cmp(&right) {
        Ordering::Less => Err((small, expected())),
        Ordering::Greater => Err((large, expected())),
        Ordering::Equal => Ok(()),
    }
}

/// Clause `richman/choice_range`: the choice is the index of an option.
pub(super) fn choice_range<'o, T>(whose: &str, chosen: u32, options: &'o [T]) -> Result<&'o T, Broken> {
    options
        .get(index(chosen))
        .ok_or_else(|| ("choice_range", format!("{whose}: expected a choice below {}, found {chosen}", options.len())))
}

/// Clause `richman/choice_greedy`: the chosen option is one of the best options.
fn choice_greedy(whose: &str, chosen: u32, best: bool) -> Result<(), Broken> {
    best.then_some(()).ok_or_else(|| ("choice_greedy", format!("{whose}: the option {chosen} is not a best one")))
}

/// Clause `richman/choice_first`: the chosen option is the one with the index `first`, the first of the allowed
/// options.
fn choice_first(whose: &str, chosen: u32, first: u32) -> Result<(), Broken> {
    (chosen == first).then_some(()).ok_or_else(|| ("choice_first", format!("{whose}: expected the choice {first}, found {chosen}")))
}
