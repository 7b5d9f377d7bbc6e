//! Forges tens of thousands of certificates of random games. Tests that the checker refuses each forged certificate,
//! unless it is the only genuine certificate for its claim.
//!
//! `GAMECERT_FORGERIES` sets the number of attempts.

use super::check;
use super::emitter::{HORIZON, Paper, Scope, Study, labels};
use super::games::{CUSTOMS, Custom, Options, ordered, random_game};
use super::{Graph, Random};
use crate::chips::{Range, Table, TieBreak};

const SORTS: [&str; 13] = [
    "one threshold changed",
    "all thresholds from some k on changed",
    "period halved",
    "period doubled",
    "slope changed",
    "window cut",
    "label changed",
    "labels equal for s = 0 and 1",
    "tables swapped",
    "option missing",
    "other game",
    "another solution of the equation",
    "another custom",
];

fn pick(random: &mut Random, below: usize) -> usize {
    usize::try_from(random.below(u32::try_from(below).unwrap())).unwrap()
}

/// `sort` selects one kind of forgery. Returns `None` if the certificate cannot be forged in this way.
fn forge(sort: usize, mut paper: Paper, study: &Study<'_>, random: &mut Random) -> Option<(Paper, Options)> {
    let game = study.game.clone();
    let class = pick(random, game.len());
    let at = pick(random, paper.sheets[class].values.len());
    match sort {
        0 => paper.sheets[class].values[at] += if random.once_in(2) { 1 } else { -1 },
        1 => {
            let by = if random.once_in(2) { 1 } else { -1 };
            paper.sheets[class].values.iter_mut().skip(at).for_each(|value| *value += by);
        }
        2 => match paper.scope {
            Scope::Between(..) => return None,
            Scope::Ordered(_) => {
                let sheet = &mut paper.sheets[class];
                sheet.period /= 2;
                sheet.slope /= 2;
                sheet.values.truncate(usize::try_from(sheet.preperiod + sheet.period).unwrap());
                if sheet.values.is_empty() {
                    return None;
                }
            }
            Scope::Periodic(preperiod, period) => {
                let scope = Scope::Periodic(preperiod, period / 2);
                if period < 2 {
                    return None;
                }
                let slopes: Vec<u64> = paper.sheets.iter().map(|sheet| sheet.slope / 2 / 2 * 2).collect();
                paper = study.emit(scope)?;
                if random.once_in(2) {
                    paper.sheets.iter_mut().zip(slopes).for_each(|(sheet, slope)| sheet.slope = slope);
                }
            }
        },
        3 => match paper.scope {
            Scope::Between(..) => return None,
            Scope::Ordered(_) => {
                let sheet = &mut paper.sheets[class];
                let (from, to) = (sheet.preperiod, sheet.preperiod + sheet.period);
                let slope = i64::try_from(sheet.slope).unwrap();
                let more: Vec<i64> = (from..to).map(|k| sheet.values[usize::try_from(k).unwrap()] + slope).collect();
                sheet.values.extend(more);
                sheet.period *= 2;
                sheet.slope *= 2;
            }
            Scope::Periodic(preperiod, period) => paper = study.emit(Scope::Periodic(preperiod, 2 * period))?,
        },
        4 => {
            let slope = &mut paper.sheets[class].slope;
            *slope = match (paper.scope, random.below(4)) {
                (Scope::Between(..), _) => return None,
                (_, 0) => slope.checked_sub(1)?,
                (_, 1) => *slope + 1,
                (_, 2) => slope.checked_sub(2)?,
                _ => *slope + 2,
            };
        }
        5 => match paper.scope {
            Scope::Between(first, last) => paper.scope = Scope::Between(first + 1, last + 1),
            Scope::Ordered(onset) => {
                let onset =
                    if random.once_in(2) { onset.checked_sub(1)? } else { u64::from(random.below(u32::try_from(onset + 1).unwrap())) };
                for sheet in paper.sheets.iter_mut().filter(|sheet| sheet.preperiod > onset) {
                    sheet.preperiod = onset;
                    sheet.values.truncate(usize::try_from(onset + sheet.period).unwrap());
                }
                paper.scope = Scope::Ordered(onset);
            }
            Scope::Periodic(preperiod, period) => {
                let less = if random.once_in(2) { 1 } else { 1 + u64::from(random.below(u32::try_from(preperiod + 1).unwrap())) };
                let slopes: Vec<u64> = paper.sheets.iter().map(|sheet| sheet.slope).collect();
                paper = study.emit(Scope::Periodic(preperiod.checked_sub(less)?, period))?;
                paper.sheets.iter_mut().zip(slopes).for_each(|(sheet, slope)| sheet.slope = slope);
            }
        },
        6 => {
            let label = &mut paper.labels.as_mut()?[class][at][pick(random, usize::try_from(study.custom.unit()).unwrap())];
            *label = match random.below(3) {
                0 => label.checked_sub(1)?,
                1 => *label + 1,
                _ => u64::from(random.below(5)),
            };
        }
        7 => {
            let from = pick(random, 2);
            let one = random.once_in(2);
            for (place, row) in paper.labels.as_mut()?.iter_mut().enumerate() {
                if !one || place == class {
                    row.iter_mut().for_each(|labels| *labels = [labels[from]; 2]);
                }
            }
        }
        8 => {
            let other = pick(random, game.len());
            paper.sheets.swap(class, other);
            if random.once_in(2)
                && let Some(labels) = &mut paper.labels
            {
                labels.swap(class, other);
            }
        }
        9 => {
            let mut game = game;
            let (white, black) = &mut game[class];
            let options = if random.once_in(2) { white } else { black };
            options.remove(pick(random, options.len()));
            if options.is_empty() {
                return None;
            }
            return Some((paper, game));
        }
        10 => {
            let acyclic = ordered(&game);
            return Some((paper, random_game(random, u32::try_from(game.len()).unwrap(), acyclic)));
        }
        11 => another_solution(&mut paper, study, random)?,
        _ => paper.custom = CUSTOMS[pick(random, CUSTOMS.len())],
    }
    Some((paper, game))
}

/// Replaces the true thresholds with the least solution of f = Phi(f). Replaces the labels too if labels exist.
fn another_solution(paper: &mut Paper, study: &Study<'_>, random: &mut Random) -> Option<()> {
    let all = random.once_in(2);
    let chips: Vec<i64> = paper.scope.chips().collect();
    let chosen = chips[pick(random, chips.len())];
    let filling = u64::from(random.below(4));
    let mut other = false;
    for (place, k) in chips.iter().enumerate().filter(|(_, k)| all || **k == chosen) {
        let f = study.custom.solution(study.game, *k, 0);
        let known = labels(study.custom, study.game, *k, &f);
        let rows = paper.labels.as_mut()?;
        for (class, sheet) in paper.sheets.iter_mut().enumerate() {
            other |= sheet.values[place] != f[class];
            sheet.values[place] = f[class];
            rows[class][place] = known[class].map(|label| label.unwrap_or(filling));
        }
    }
    if let Scope::Periodic(preperiod, period) = paper.scope
        && all
    {
        let end = study.custom.solution(study.game, i64::try_from(preperiod + period).unwrap(), 0);
        for (sheet, end) in paper.sheets.iter_mut().zip(end) {
            sheet.slope = u64::try_from(end - sheet.values[usize::try_from(preperiod).unwrap()]).ok()?;
        }
    }
    other.then_some(())
}

/// Returns whether all thresholds that the checker has accepted are true.
fn is_true(table: &Table, study: &Study<'_>, scope: Scope) -> bool {
    let chips = if let Scope::Between(..) = scope { scope.chips() } else { 0..HORIZON };
    let right = |k: i64, class: usize| {
        table.threshold(u32::try_from(class).unwrap(), u64::try_from(k).unwrap()) == Some(u64::try_from(study.at(class, k)).unwrap())
    };
    chips.into_iter().all(|k| (0..study.game.len()).all(|class| right(k, class)))
}

/// Verifies a file and returns whether it is accepted. Panics if an accepted file is not the genuine certificate of a
/// true claim.
pub(super) fn accepted(bytes: &[u8], game: &Options) -> bool {
    let Ok(proved) = check(bytes, &Graph(game.clone())) else { return false };
    let table: &Table = proved.table.as_ref().unwrap().downcast_ref().unwrap();
    let tie_break = match table.tie_break() {
        TieBreak::Advantage => 0,
        TieBreak::MakeItTakeIt => 1,
        TieBreak::LadiesFirst => 2,
    };
    let custom = Custom { player: table.player(), tie_break };
    let scope = match table.range() {
        Range::Between { first, last } => Scope::Between(u64::from(first), u64::from(last)),
        Range::Ordered { onset } => Scope::Ordered(u64::from(onset)),
        Range::Periodic { preperiod, period } => Scope::Periodic(u64::from(preperiod), u64::from(period)),
    };
    let study = Study::new(custom, game);
    assert!(is_true(table, &study, scope), "a false claim: {custom:?} {scope:?} {game:?} {table:?}");
    let genuine = study.emit(scope).unwrap().bytes().unwrap();
    assert!(genuine == bytes, "two certificates for one claim: {custom:?} {scope:?} {game:?}");
    true
}

#[test]
fn forged_certificates() {
    let most: usize = std::env::var("GAMECERT_FORGERIES").map_or(20_000, |number| number.parse().unwrap());
    let mut random = Random(4);
    let (mut tried, mut true_after_all) = ([0; SORTS.len()], [0; SORTS.len()]);
    let mut round = 0;
    while tried.iter().sum::<usize>() < most {
        round += 1;
        let classes = 1 + random.below(5);
        let game = random_game(&mut random, classes, round % 3 == 0);
        let custom = CUSTOMS[pick(&mut random, CUSTOMS.len())];
        let study = Study::new(custom, &game);
        let first = u64::from(random.below(4));
        let between = Scope::Between(first, first + u64::from(random.below(6)));
        for scope in [Some(between), study.all_chips()].into_iter().flatten() {
            let genuine = study.emit(scope).unwrap();
            let original = genuine.bytes().unwrap();
            for sort in (0..2 * SORTS.len()).map(|sort| sort % SORTS.len()) {
                let Some((paper, forged_game)) = forge(sort, genuine.clone(), &study, &mut random) else { continue };
                let Some(bytes) = paper.bytes() else { continue };
                if (&bytes, &forged_game) == (&original, &game) {
                    continue;
                }
                tried[sort] += 1;
                true_after_all[sort] += usize::from(accepted(&bytes, &forged_game));
            }
        }
    }
    for ((title, tried), accepted) in SORTS.iter().zip(tried).zip(true_after_all) {
        show(&format!("{title}: {tried} tried, {accepted} of them genuine certificates of true claims"));
        assert!(tried >= most / 60, "{title}: only {tried} of {most}");
        assert!(accepted < tried, "{title}");
    }
    // Every forgery of these kinds makes a false claim, or has a period, a preperiod or a label that is not the least.
    for sort in [0, 1, 6, 7, 11] {
        assert_eq!(true_after_all[sort], 0, "{}", SORTS[sort]);
    }
}

fn show(line: &str) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stderr(), "{line}");
}
