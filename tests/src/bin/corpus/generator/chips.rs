//! Files of the kind `chips`.

use super::games::{self, Game, Placing, To, placing, sudden_death, tug, ultimatum};
use super::item::{A, B, Item, U, column};
use super::material::Ending;
use super::{At, Byte, Corpus, Is, Place, Value, certificate};

/// Thresholds are worked out for so many numbers of chips where a period is looked for.
const HORIZON: usize = 160;

/// Who claims, and how ties are broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rule {
    player: usize,
    tie_break: u64,
}

impl Rule {
    fn unit(self) -> u64 {
        if self.tie_break == 2 { 1 } else { 2 }
    }

    fn top(self, k: usize) -> u64 {
        self.unit() * (k as u64 + 1)
    }

    fn phi(self, x: u64, y: u64) -> u64 {
        let (low, high) = (x.min(y), x.max(y));
        match self.tie_break {
            0 => low.div_ceil(2) + high / 2,
            1 => low / 2 + high.div_ceil(2),
            _ if self.player == 0 => (x + y) / 2,
            _ => (x + y).div_ceil(2),
        }
    }

    /// The rule over a class's options, with these numbers for what they lead to.
    fn over(self, options: &[Vec<To>; 2], value: &dyn Fn(To) -> u64) -> u64 {
        let x = options[self.player].iter().map(|to| value(*to)).min().unwrap();
        let y = options[1 - self.player].iter().map(|to| value(*to)).max().unwrap();
        self.phi(x, y)
    }
}

/// For which numbers of chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Range {
    Between(usize, usize),
    Ordered(usize),
    Periodic(usize, usize),
}

use Range::{Between, Ordered, Periodic};

impl Range {
    fn item(self) -> Item {
        match self {
            Between(first, last) => column(&[0, first as u64, last as u64]),
            Ordered(onset) => column(&[1, onset as u64]),
            Periodic(preperiod, period) => column(&[2, preperiod as u64, period as u64]),
        }
    }
}

/// A game with a claimant, and thresholds and labels by number of chips and class.
struct Study<'a> {
    game: &'a Game,
    cited: Vec<&'a Study<'a>>,
    rule: Rule,
    f: Vec<Vec<u64>>,
    labels: Vec<Vec<[u64; 2]>>,
}

impl<'a> Study<'a> {
    fn new(game: &'a Game, cited: &[&'a Study<'a>], player: usize, tie_break: u64) -> Self {
        Self::below(HORIZON, game, cited, player, tie_break)
    }

    /// For numbers of chips below the horizon.
    fn below(horizon: usize, game: &'a Game, cited: &[&'a Study<'a>], player: usize, tie_break: u64) -> Self {
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

    /// The threshold of what is no class of this game, or the class.
    fn end(&self, to: To, k: usize) -> Result<u64, usize> {
        match to {
            To::Class(class) => Err(class),
            To::Cited(game, class, _) => Ok(self.cited[game].f[k][class]),
            To::Won(player) if player == self.rule.player => Ok(0),
            _ => Ok(self.rule.top(k)),
        }
    }

    /// h_l for what an option leads to.
    fn raised(&self, k: usize, f: &[u64], labels: &[[Option<u64>; 2]], level: u64, to: To) -> u64 {
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

    fn labels_of(&self, k: usize, f: &[u64]) -> Vec<[u64; 2]> {
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

    /// The least preperiod with that period and slope, as far as the horizon shows.
    fn preperiod(&self, class: usize, period: usize) -> (usize, u64) {
        let slope = self.f[HORIZON - 1][class] - self.f[HORIZON - 1 - period][class];
        let last = (0..HORIZON - period).rev().find(|k| self.f[k + period][class] != self.f[*k][class] + slope);
        (last.map_or(0, |k| k + 1), slope)
    }

    /// Preperiod, period and slope of each class of an ordered game, the period being the least power of 2.
    fn periods(&self) -> Option<Vec<(usize, usize, u64)>> {
        let find = |class: usize| {
            let known = [1, 2, 4, 8, 16, 32].into_iter().map(|period| (self.preperiod(class, period), period));
            known
                .map(|((preperiod, slope), period)| (preperiod, period, slope))
                .find(|(preperiod, period, _)| preperiod + 3 * period < HORIZON)
        };
        (0..self.game.classes()).map(find).collect()
    }

    /// One more than the last number of chips at which options do not compare as their slopes do. Slopes are those of 1024 chips.
    fn onset(&self, slopes: &[u64], cited: &[Vec<u64>]) -> usize {
        let slope = |to: To| match to {
            To::Class(class) => slopes[class],
            To::Cited(game, class, _) => cited[game][class],
            To::Won(player) if player == self.rule.player => 0,
            _ => self.rule.unit() * 1024,
        };
        let fits = |options: &[Vec<To>; 2], value: &dyn Fn(To) -> u64| {
            let (own, other) = (&options[self.rule.player], &options[1 - self.rule.player]);
            let (x, y) = (own.iter().map(|to| value(*to)).min().unwrap(), other.iter().map(|to| value(*to)).max().unwrap());
            let (least, greatest) = (own.iter().map(|to| slope(*to)).min().unwrap(), other.iter().map(|to| slope(*to)).max().unwrap());
            own.iter().any(|to| value(*to) == x && slope(*to) == least)
                && other.iter().any(|to| value(*to) == y && slope(*to) == greatest)
                && (least == greatest || (least < greatest && x <= y) || (least > greatest && y <= x))
        };
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

    /// Slopes of 1024 chips.
    fn slopes(&self) -> Vec<u64> {
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

    /// The range for all numbers of chips with the least onset, or with the least period and preperiod.
    fn all_chips(&self) -> Option<Range> {
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
                    let room = slopes[class] == unit * period as u64 || self.f[k][class] + unit <= self.rule.top(k);
                    room && self.f[k + period][class] == self.f[k][class] + slopes[class]
                        && self.labels[k][class] == self.labels[k + period][class]
                })
            };
            let before = (0..HORIZON - period).rev().find(|k| !same(*k)).map_or(0, |k| k + 1);
            let per: Vec<u64> = slopes.iter().map(|slope| slope * 1024 / period as u64).collect();
            let onset = before.max(self.onset(&per, &cited));
            (onset + 3 * period < HORIZON).then_some(Periodic(onset, period))
        })
    }

    fn emit(&self, range: Range, citations: &[&Item]) -> Item {
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

/// Increments in two bits each, the first in the least significant bits.
fn increments(values: &[u64]) -> Vec<u8> {
    let increments: Vec<u8> = values.windows(2).map(|pair| (pair[1] - pair[0]) as u8).collect();
    increments.chunks(4).map(|quarters| quarters.iter().rev().fold(0, |byte, quarter| byte << 2 | quarter)).collect()
}

/// Labels in half bytes: 15 as often as it goes into the label, then the rest.
fn half_bytes(labels: impl Iterator<Item = u64>) -> Vec<u8> {
    let halves: Vec<u8> = labels.flat_map(|label| std::iter::repeat_n(15, label as usize / 15).chain([(label % 15) as u8])).collect();
    halves.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).unwrap_or(&0)).collect()
}

/// Different items in the order of their first use, and the number of each.
fn by_first_use(items: impl Iterator<Item = Item>) -> (Vec<Item>, Vec<u64>) {
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

const TIES: [&str; 3] = ["advantage", "make-it-take-it", "ladies-first"];
const PLAYERS: [&str; 2] = ["left", "right"];

pub fn files(corpus: &mut Corpus) {
    accepted(corpus);
    claims(corpus);
    between(corpus);
    ordered(corpus);
    periodic(corpus);
    cited(corpus);
}

fn accepted(corpus: &mut Corpus) {
    let table: Vec<(&str, &str, Game, &[usize])> = vec![
        ("tug-2", "Tug o' War of length 2", tug(2), &[0, 1]),
        ("tug-3", "Tug o' War of length 3", tug(3), &[0]),
        ("ultimatum-2", "The ultimatum game of degree 2", ultimatum(2), &[0, 1]),
        ("sudden-death-a4", "Sudden death with four moves for Left", sudden_death(0, 4), &[0, 1]),
        ("sudden-death-b2", "Sudden death with two moves for Right", sudden_death(1, 2), &[0]),
        ("once-or-twice", "An ordered stored game", super::richman::once_or_twice(), &[0, 1]),
        ("drawn-end", "A stored game with a drawn end, which is no win for anybody", super::richman::a_draw(), &[0, 1]),
        ("tic-tac-toe-2x2", "Tic-tac-toe on 2x2", placing(Placing::TicTacToe, 2, 2, 2), &[0]),
        ("tic-tac-toe-3x2", "Tic-tac-toe on 3x2, with drawn ends", placing(Placing::TicTacToe, 3, 2, 3), &[1]),
        ("hex-2x2", "Hex on 2x2", placing(Placing::Hex, 2, 2, 0), &[0, 1]),
        ("connect-3x2", "Connect on 3x2", placing(Placing::Connect, 3, 2, 3), &[0]),
        (
            "zugzwang",
            "Zugzwang, where the smaller of both thresholds is the other player's",
            games::graph("Zugzwang", &[("v", "lost", "won")], &[("won", 0), ("lost", 1)]),
            &[0, 1],
        ),
        (
            "for-ever",
            "A cycle without an end: nobody wins with any number of chips",
            games::graph("For ever", &[("a", "b", "b"), ("b", "a", "a")], &[]),
            &[0],
        ),
        (
            "leave-or-stay",
            "A class that leads to itself",
            games::graph("Stay", &[("a", "a won", "a lost")], &[("won", 0), ("lost", 1)]),
            &[0, 1],
        ),
    ];
    for (name, what, game, players) in &table {
        for (player, tie_break) in players.iter().flat_map(|player| (0..3).map(|tie_break| (*player, tie_break))) {
            let study = Study::new(game, &[], player, tie_break);
            let (who, ties) = (PLAYERS[player], TIES[tie_break as usize]);
            let front = format!("chips/{name}-{who}-{ties}");
            let what = format!("{what}, {who}'s thresholds, {ties}");
            // Numbers of chips at the start, in the middle, and one alone.
            let (first, last) = [(0, 9), (3, 3), (5, 16)][tie_break as usize];
            corpus.accept(
                &format!("{front}-{first}-{last}"),
                &format!("{what}, {first} to {last} chips"),
                &study.emit(Between(first, last), &[]),
            );
            if let Some(range) = study.all_chips() {
                corpus.accept(&format!("{front}-all"), &format!("{what}, all numbers of chips"), &study.emit(range, &[]));
            }
        }
    }
}

/// The claim, and what the file says of a game that it is not about.
fn claims(corpus: &mut Corpus) {
    let game = tug(2);
    let base = Study::new(&game, &[], 0, 0).emit(Between(0, 4), &[]);
    let mut reject = |name: &str, clause: &str, place: Place<'_>, what: &str, item: Item| {
        corpus.reject(&format!("chips/{name}"), &format!("chips/{clause}"), place, what, &item);
    };
    let range = |numbers: &[u64]| base.with(&[4, 2], column(numbers));
    reject("third-player", "player", At(&[4, 0]), "A third player claims", base.set(&[4, 0], 2));
    reject("fourth-tie-break", "tie_break", At(&[4, 1]), "A fourth rule for ties", base.set(&[4, 1], 3));
    reject("unknown-range", "range", At(&[4, 2]), "A range that opens with 3", range(&[3, 0, 4]));
    reject("first-after-last", "range", At(&[4, 2]), "The first number of chips is greater than the last", range(&[0, 5, 4]));
    reject("last-2-28", "range", At(&[4, 2]), "The last number of chips is 2^28", range(&[0, 0, 1 << 28]));
    reject("onset-2-28", "range", At(&[4, 2]), "The onset is 2^28", range(&[1, 1 << 28]));
    reject("onset-beyond-the-file", "range", At(&[4, 2]), "The onset is greater than the number of bytes of the file", {
        let file = range(&[1, 100]);
        range(&[1, file.bytes().len() as u64 + 1])
    });
    reject("period-0", "range", At(&[4, 2]), "All tables have the period 0", range(&[2, 4, 0]));
    reject("period-2-28", "range", At(&[4, 2]), "The common period is 2^28", range(&[2, 4, 1 << 28]));
    reject("preperiod-2-28", "range", At(&[4, 2]), "The common preperiod is 2^28", range(&[2, 1 << 28, 1]));
    reject("one-class-too-few", "classes", At(&[4, 3]), "One class fewer is claimed", base.set(&[4, 3], 2));
    reject("one-class-too-many", "classes", At(&[4, 3]), "One class more is claimed", base.set(&[4, 3], 4));
    reject("evidence-of-two-items", "form", Is("class 1 (0)".to_owned()), "A game with cycles without labels", {
        base.without(&[6, 3]).without(&[6, 2])
    });
    reject("labels-with-range-1", "form", At(&[6]), "Labels with the range of ordered games", range(&[1, 4]));
    reject("no-labels-with-range-2", "form", At(&[6]), "No labels with the range of all other games", {
        range(&[2, 4, 1]).without(&[6, 3]).without(&[6, 2])
    });
    corpus.reject(
        "chips/range-of-two-items",
        "cbor/type",
        At(&[4, 2]),
        "The range for some numbers of chips has two items",
        &range(&[0, 4]),
    );
    corpus.reject("chips/range-of-no-items", "cbor/type", At(&[4, 2]), "The range has no items", &range(&[]));
    corpus.reject("chips/evidence-of-three-items", "cbor/type", At(&[6]), "Evidence of three items", &base.without(&[6, 3]));
    // Ladies first: Left's thresholds are not Right's, ties are not broken otherwise.
    let ladies = Study::new(&game, &[], 0, 2).emit(Between(0, 6), &[]);
    let first = |class: usize| Is(game.class(class));
    corpus.reject("chips/other-player", "chips/equation", first(0), "Left's thresholds are said to be Right's", &ladies.set(&[4, 0], 1));
    let exchanged = games::bidding_chess(2, 2, "KBKN");
    let base = Study::new(&game, &[], 0, 0).emit(Between(0, 4), &[]).with(&[3], exchanged);
    let classes = Ending::new(2, 2, "KBKN").game(&[&Ending::new(2, 2, "KBK"), &Ending::new(2, 2, "KNK")]).classes();
    corpus.reject(
        "chips/exchanged",
        "chips/exchanged",
        Is("citation 1".to_owned()),
        "King and bishop against king and knight, where a capture exchanges colours",
        &{ base.set(&[4, 3], classes as u64) },
    );
}

/// Clauses on a certificate for some numbers of chips of a game with cycles: tug of length 2.
fn between(corpus: &mut Corpus) {
    let game = tug(2);
    let study = Study::new(&game, &[], 0, 0);
    let base = study.emit(Between(0, 5), &[]);
    let class = |number: usize| Is(game.class(number));
    let mut reject = |name: &str, clause: &str, place: Place<'_>, what: &str, item: Item| {
        corpus.reject(&format!("chips/{name}"), &format!("chips/{clause}"), place, what, &item);
    };
    // Five increments take two bytes, of which six bits are not used.
    reject(
        "increments-short",
        "increments",
        At(&[6, 0, 0]),
        "A byte of increments is missing",
        base.edit_bytes(&[6, 0, 0, 1], |bytes| _ = bytes.pop()),
    );
    reject(
        "increments-long",
        "increments",
        At(&[6, 0, 1]),
        "A byte of increments too many",
        base.edit_bytes(&[6, 0, 1, 1], |bytes| bytes.push(0)),
    );
    reject(
        "unused-bits",
        "increments",
        At(&[6, 0, 1]),
        "A bit behind the last increment is 1",
        base.edit_bytes(&[6, 0, 1, 1], |bytes| bytes[1] |= 4),
    );
    reject(
        "last-unused-bit",
        "increments",
        At(&[6, 0, 2]),
        "The last bit behind the last increment is 1",
        base.edit_bytes(&[6, 0, 2, 1], |bytes| bytes[1] |= 128),
    );
    reject(
        "increment-3",
        "increment",
        At(&[6, 0, 0]),
        "An increment of 3 where a chip is two codes",
        base.edit_bytes(&[6, 0, 0, 1], |bytes| bytes[0] |= 3),
    );
    reject(
        "threshold-beyond",
        "threshold",
        At(&[6, 0, 0]),
        "The first threshold is greater than that of nobody",
        base.set(&[6, 0, 0, 0], 3),
    );
    reject("threshold-beyond-32-bits", "threshold", At(&[6, 0, 1]), "A first threshold that is right modulo 2^32", {
        base.set(&[6, 0, 1, 0], base.number(&[6, 0, 1, 0]) + (1 << 32))
    });
    reject("table-column-short", "column", At(&[6, 1]), "A class has no table", base.without(&[6, 1, 2]));
    reject("table-column-long", "column", At(&[6, 1]), "The column of tables has an entry too many", base.insert(&[6, 1, 3], U(0)));
    reject("row-column-short", "column", At(&[6, 3]), "A class has no row of labels", base.without(&[6, 3, 2]));
    reject("row-column-long", "column", At(&[6, 3]), "The column of rows has an entry too many", base.insert(&[6, 3, 3], U(0)));
    reject("first-table-1", "table", At(&[6, 1, 0]), "The first class has the second table", base.with(&[6, 1], column(&[1, 0, 2])));
    reject(
        "tables-out-of-order",
        "table",
        At(&[6, 1, 1]),
        "The third table is used before the second",
        base.with(&[6, 1], column(&[0, 2, 1])),
    );
    reject("table-behind-the-last", "table", At(&[6, 1, 2]), "A class has the table behind the last", base.without(&[6, 0, 2]));
    reject("table-unused", "table_used", At(&[6, 1]), "The last table is no class's", base.with(&[6, 1], column(&[0, 1, 1])));
    reject("tables-equal", "table_distinct", Value(1), "Two tables are equal", {
        let first = base.get(&[6, 0, 0]).clone();
        base.with(&[6, 0, 1], first)
    });
    reject("equation-first-chips", "equation", class(1), "A threshold is wrong with the least number of chips", {
        base.set(&[6, 0, 1, 0], base.number(&[6, 0, 1, 0]) - 1).edit_bytes(&[6, 0, 1, 1], |bytes| bytes[0] += 1)
    });
    let rows = base.get(&[6, 2]).clone();
    let A(rows) = &rows else { panic!() };
    let different = rows.len();
    assert!(different >= 2, "{rows:?}");
    reject(
        "label-row-short",
        "label_row",
        At(&[6, 2, 0]),
        "A row has a byte too few",
        base.edit_bytes(&[6, 2, 0], |bytes| _ = bytes.pop()),
    );
    reject("label-row-long", "label_row", At(&[6, 2, 1]), "A row has a byte too many", base.edit_bytes(&[6, 2, 1], |bytes| bytes.push(0)));
    reject("label-row-empty", "label_row", At(&[6, 2, 0]), "A row is empty", base.with(&[6, 2, 0], B(vec![])));
    reject("label-row-twice", "label_row", At(&[6, 2, 1]), "A row stands twice", base.with(&[6, 2, 1], rows[0].clone()));
    reject("label-row-unused", "label_row", At(&[6, 2]), "A row is no class's", base.insert(&[6, 2, different], B(vec![0x12; 6])));
    reject(
        "label-row-behind-the-last",
        "label_row",
        At(&[6, 3, 2]),
        "A class has the row behind the last",
        base.set(&[6, 3, 2], different as u64),
    );
    reject("label-rows-out-of-order", "label_row", At(&[6, 3, 0]), "The second row is used before the first", base.set(&[6, 3, 0], 1));
    reject("label-2-16", "label_row", At(&[6, 2, 0]), "A label of 2^16", {
        let mut labels = vec![1 << 16];
        labels.extend([0; 11]);
        base.with(&[6, 2, 0], B(half_bytes(labels.into_iter())))
    });
    // With labels for one number of chips of ladies first there is one label in a row, and half a byte over.
    let ladies = Study::new(&game, &[], 1, 2);
    let odd = ladies.emit(Between(4, 4), &[]);
    reject(
        "unused-half-byte",
        "label_row",
        At(&[6, 2, 0]),
        "The half byte behind the last label is not 0",
        odd.edit_bytes(&[6, 2, 0], |bytes| *bytes.last_mut().unwrap() |= 1),
    );
    // Labels that are wrong, found by number of chips and class.
    let label = |k: usize, class: usize, s: usize, to: u64| {
        let row = base.number(&[6, 3, class]) as usize;
        let mut labels: Vec<u64> = (0..6).flat_map(|k| study.labels[k][class]).collect();
        labels[2 * k + s] = to;
        let shared = (0..3).filter(|other| base.number(&[6, 3, *other]) as usize == row).count();
        assert!(shared == 1, "the row is shared");
        base.with(&[6, 2, row], B(half_bytes(labels.into_iter())))
    };
    let find = |s: usize, wanted: &dyn Fn(u64) -> bool| {
        let all = (0..3).flat_map(|class| (0..6).map(move |k| (class, k)));
        all.into_iter().find(|(class, k)| study.f[*k][*class] + (s as u64) < study.rule.top(*k) && wanted(study.labels[*k][*class][s]))
    };
    if let Some((at, k)) = find(0, &|label| label == 1) {
        reject("label-missing", "label_missing", class(at), "A label of 0 where 1 is the least", label(k, at, 0, 0));
    }
    if let Some((at, k)) = find(0, &|label| label >= 2) {
        reject("label-small", "label_small", class(at), "A label is too small by one", label(k, at, 0, study.labels[k][at][0] - 1));
    }
    // Tug o' War of length 2 with the position in the middle first.
    let positions = [("m", "l r", "l r"), ("l", "lost m", "lost m"), ("r", "m won", "m won")];
    let circle = games::graph("Tug o' War", &positions, &[("won", 0), ("lost", 1)]);
    let half = [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().find_map(|(player, tie_break)| {
        let study = Study::new(&circle, &[], player, tie_break);
        let k = (0..20).find(|k| study.f[*k][0] + 1 < study.rule.top(*k) && study.labels[*k][0][1] >= 1)?;
        let base = study.emit(Between(k, k), &[]);
        let [whole, half] = study.labels[k][0];
        if (1..3).any(|class| base.number(&[6, 3, class]) == 0) {
            return None;
        }
        Some(base.with(&[6, 2, 0], B(half_bytes([whole, half - 1].into_iter()))))
    });
    reject("label-half-chip", "label_half_chip", Is(circle.class(0)), "A label for half a chip more is too small by one", half.unwrap());
    reject("label-large", "label_large", class(0), "A label is too large by one", {
        let row = (0..6).find(|k| study.f[*k][0] < study.rule.top(*k)).unwrap();
        label(row, 0, 0, study.labels[row][0][0] + 1)
    });
    reject("label-where-nothing-wins", "label_large", class(0), "A label of 1 where no code wins", label(0, 0, 1, 1));
    let game = games::graph("Once", &[("v", "won", "lost")], &[("won", 0), ("lost", 1)]);
    let base = Study::new(&game, &[], 0, 0).emit(Between(0, 1), &[]);
    reject("labels-of-an-ordered-game", "form", Byte(0), "Labels, though all options are ordered", {
        base.insert(&[6, 2], A(vec![B(vec![0, 0])])).insert(&[6, 3], column(&[0]))
    });
    let unlabelled = Study::new(&game, &[], 1, 2).emit(Between(0, 8), &[]);
    reject(
        "increment-2",
        "increment",
        At(&[6, 0, 0]),
        "An increment of 2 where a chip is one code",
        unlabelled.edit_bytes(&[6, 0, 0, 1], |bytes| bytes[0] = 2),
    );
    let path = sudden_death(0, 4);
    let base = Study::new(&path, &[], 0, 0).emit(Between(0, 20), &[]);
    reject("equation-last-chips", "equation", Is(path.class(0)), "A threshold is wrong with the greatest number of chips", {
        base.edit_bytes(&[6, 0, 0, 1], |bytes| {
            let last = bytes.last_mut().unwrap();
            *last = *last & 0x3f | if *last >> 6 == 1 { 0 } else { 0x40 };
        })
    });
}

/// Clauses on certificates for all numbers of chips of an ordered game.
fn ordered(corpus: &mut Corpus) {
    let game = sudden_death(0, 4);
    let study = Study::new(&game, &[], 0, 0);
    let range = study.all_chips().unwrap();
    let Ordered(onset) = range else { panic!() };
    let base = study.emit(range, &[]);
    let last = game.classes() - 1;
    let mut reject = |name: &str, clause: &str, place: Place<'_>, what: &str, item: Item| {
        corpus.reject(&format!("chips/ordered-{name}"), &format!("chips/{clause}"), place, what, &item);
    };
    // A table: preperiod, period, slope, first value, increments.
    let tables = |number: usize, values: &dyn Fn(&mut Vec<Item>)| {
        base.edit(&[6, 0, number], |table| {
            if let A(items) = table {
                values(items)
            }
        })
    };
    let table = |preperiod: u64, period: u64, slope: u64, values: &[u64]| {
        A(vec![U(preperiod), U(period), U(slope), U(values[0]), B(increments(values))])
    };
    reject("period-0", "period", At(&[6, 0, 0]), "A period of 0", base.with(&[6, 0, 0], table(1, 0, 0, &[study.f[0][0]])));
    reject("period-3", "period", At(&[6, 0, 0]), "A period that is no power of 2", base.with(&[6, 0, 0], table(0, 3, 0, &[0, 0, 0])));
    reject("preperiod-beyond-onset", "period", At(&[6, 0, 0]), "A preperiod greater than the onset", {
        let values: Vec<u64> = (0..=onset + 16).map(|k| study.f[k][0]).collect();
        base.with(&[6, 0, 0], table(onset as u64 + 1, 16, 4, &values))
    });
    reject("slope-too-great", "slope", At(&[6, 0, last]), "A slope greater than that of all chips", {
        let period = base.number(&[6, 0, last, 1]);
        tables(last, &|items| items[2] = U(2 * period + 1))
    });
    reject("slope-of-64-bits", "slope", At(&[6, 0, 0]), "A slope of 64 bits", tables(0, &|items| items[2] = U(1 << 40)));
    let doubled = |number: usize| {
        let (preperiod, period, slope) =
            (base.number(&[6, 0, number, 0]), base.number(&[6, 0, number, 1]), base.number(&[6, 0, number, 2]));
        let class = (0..=last).find(|class| base.number(&[6, 1, *class]) == number as u64).unwrap();
        let values: Vec<u64> = (0..(preperiod + 2 * period) as usize).map(|k| study.f[k][class]).collect();
        base.with(&[6, 0, number], table(preperiod, 2 * period, 2 * slope, &values))
    };
    reject("period-doubled", "least", At(&[6, 0, 0]), "A table with twice its period", doubled(0));
    reject("preperiod-more", "least", At(&[6, 0, last]), "A table with a preperiod greater by one", {
        let (preperiod, period, slope) = (base.number(&[6, 0, last, 0]), base.number(&[6, 0, last, 1]), base.number(&[6, 0, last, 2]));
        let values: Vec<u64> = (0..(preperiod + 1 + period) as usize).map(|k| study.f[k][last]).collect();
        base.with(&[6, 0, last], table(preperiod + 1, period, slope, &values)).set(&[4, 2, 1], onset as u64 + 1)
    });
    reject("slopes", "slopes", Is(game.class(0)), "A slope that is not the mean of those of the options", {
        tables(0, &|items| items[2] = U(base.number(&[6, 0, 0, 2]) + 1))
    });
    reject("increments-of-a-period-short", "increments", At(&[6, 0, 0]), "A byte of increments is missing", {
        base.edit_bytes(&[6, 0, 0, 4], |bytes| _ = bytes.pop())
    });
    reject(
        "first-threshold-beyond",
        "threshold",
        At(&[6, 0, 0]),
        "The first threshold is greater than T(0)",
        tables(0, &|items| items[3] = U(3)),
    );
    // Games in which options compare as their slopes do from some number of chips on only.
    let table: [(usize, u64, &[games::Position<'_>]); 3] = [
        (
            0,
            1,
            &[
                ("a", "c lost", "c f b"),
                ("b", "c", "e f d"),
                ("c", "d e", "f e d"),
                ("d", "e", "lost e"),
                ("e", "won f", "won f"),
                ("f", "lost lost won", "lost lost"),
            ],
        ),
        (
            1,
            0,
            &[
                ("a", "c", "b c f"),
                ("b", "c c", "d d"),
                ("c", "lost e", "f d"),
                ("d", "lost", "e"),
                ("e", "f won", "f f"),
                ("f", "lost won", "lost"),
            ],
        ),
        (
            0,
            0,
            &[
                ("a", "f b", "c"),
                ("b", "d lost", "c c"),
                ("c", "e d lost", "d d"),
                ("d", "e f", "lost lost e"),
                ("e", "won lost won", "won f f"),
                ("f", "won", "won lost"),
            ],
        ),
    ];
    for (number, (player, tie_break, positions)) in table.into_iter().enumerate() {
        let game = games::graph("Scattered", positions, &[("won", 0), ("lost", 1)]);
        let study = Study::new(&game, &[], player, tie_break);
        let Some(Ordered(onset)) = study.all_chips() else { panic!("no onset") };
        let preperiod = study.periods().unwrap().iter().map(|(preperiod, _, _)| *preperiod).max().unwrap();
        assert!(onset > preperiod);
        let base = study.emit(Ordered(onset), &[]);
        let name = format!("chips/onset-{}-{}-{}", number + 1, PLAYERS[player], TIES[tie_break as usize]);
        corpus.accept(&name, &format!("A game with the onset {onset}"), &base);
        corpus.accept(
            &format!("{name}-later"),
            "The same with a later onset, which is another claim",
            &base.set(&[4, 2, 1], onset as u64 + 3),
        );
        // The first class in which it shows, on the window of the earlier onset.
        let class = (0..game.classes()).find(|class| !study.fits_at(onset - 1, *class)).unwrap();
        let what = "The onset is too small by one: options do not compare as their slopes do";
        corpus.reject(&format!("{name}-earlier"), "chips/dominance", Is(game.class(class)), what, &base.set(&[4, 2, 1], onset as u64 - 1));
    }
}

impl Study<'_> {
    /// Whether options compare as their slopes do, at one class and number of chips, where there are no labels.
    fn fits_at(&self, k: usize, class: usize) -> bool {
        let slopes: Vec<u64> = self.periods().unwrap().iter().map(|(_, period, slope)| slope * 1024 / *period as u64).collect();
        let value = |to: To| self.end(to, k).unwrap_or_else(|class| self.f[k][class]);
        let slope = |to: To| match to {
            To::Class(class) => slopes[class],
            To::Won(player) if player == self.rule.player => 0,
            _ => self.rule.unit() * 1024,
        };
        let options = &self.game.options[class];
        let (own, other) = (&options[self.rule.player], &options[1 - self.rule.player]);
        let (x, y) = (own.iter().map(|to| value(*to)).min().unwrap(), other.iter().map(|to| value(*to)).max().unwrap());
        let (least, greatest) = (own.iter().map(|to| slope(*to)).min().unwrap(), other.iter().map(|to| slope(*to)).max().unwrap());
        own.iter().any(|to| value(*to) == x && slope(*to) == least)
            && other.iter().any(|to| value(*to) == y && slope(*to) == greatest)
            && (least == greatest || (least < greatest && x <= y) || (least > greatest && y <= x))
    }
}

/// Clauses on certificates for all numbers of chips of a game with cycles.
fn periodic(corpus: &mut Corpus) {
    let game = tug(2);
    let study = Study::new(&game, &[], 0, 0);
    let range = study.all_chips().unwrap();
    let Periodic(preperiod, period) = range else { panic!() };
    let base = study.emit(range, &[]);
    let mut reject = |name: &str, clause: &str, place: Place<'_>, what: &str, item: Item| {
        corpus.reject(&format!("chips/periodic-{name}"), &format!("chips/{clause}"), place, what, &item);
    };
    reject("odd-slope", "slope", At(&[6, 0, 0]), "An odd slope", base.set(&[6, 0, 0, 0], base.number(&[6, 0, 0, 0]) - 1));
    reject(
        "slope-too-great",
        "slope",
        At(&[6, 0, 2]),
        "A slope greater than that of all chips",
        base.set(&[6, 0, 2, 0], 2 * period as u64 + 2),
    );
    reject("slopes", "slopes", Is(game.class(0)), "A slope that is not the mean of those of the options", {
        base.set(&[6, 0, 0, 0], base.number(&[6, 0, 0, 0]) - 2)
    });
    for (name, factor, before, what) in [
        ("twice-the-period", 2, 0, "Twice the least period, which is another claim"),
        ("longer-preperiod", 1, 1, "A preperiod greater by one, which is another claim"),
        ("much-longer", 3, 5, "Three times the period and a longer preperiod"),
    ] {
        corpus.accept(&format!("chips/periodic-{name}"), what, &study.emit(Periodic(preperiod + before, factor * period), &[]));
    }
    // Where a threshold is less than T for good and too near to it at first.
    for (player, tie_break, length) in [(0, 0, 2), (0, 1, 2), (1, 1, 2), (0, 2, 2), (1, 2, 2), (0, 0, 3), (0, 1, 3)] {
        let game = tug(length);
        let study = Study::new(&game, &[], player, tie_break);
        let Some(Periodic(preperiod, period)) = study.all_chips() else { continue };
        if preperiod == 0 {
            continue;
        }
        if let Some((code, class)) = study.broken_at(preperiod - 1, period) {
            let name = format!("chips/periodic-earlier-{length}-{}-{}", PLAYERS[player], TIES[tie_break as usize]);
            corpus.reject(
                &name,
                &code,
                Is(game.class(class)),
                "The preperiod is too small by one",
                &study.emit(Periodic(preperiod - 1, period), &[]),
            );
        }
    }
}

impl Study<'_> {
    /// What a window that begins at `k` breaks first, if it is `margin`.
    fn broken_at(&self, k: usize, period: usize) -> Option<(String, usize)> {
        let slope = |class: usize| self.f[k + period][class] - self.f[k][class];
        (0..self.game.classes()).find_map(|class| {
            let near = slope(class) < self.rule.unit() * period as u64 && self.f[k][class] + self.rule.unit() > self.rule.top(k);
            near.then(|| ("chips/margin".to_owned(), class))
        })
    }
}

/// Certificates that cite others: bidding chess.
fn cited(corpus: &mut Corpus) {
    let kings = Ending::new(2, 2, "KK");
    let queen = Ending::new(2, 2, "KQK");
    let (kings_game, queen_game) = (kings.game(&[]), queen.game(&[&kings]));
    let below = Study::new(&kings_game, &[], 0, 0);
    let above = Study::new(&queen_game, &[&below], 0, 0);
    let cited =
        corpus.accept("chips/kings-0-9", "Bidding chess, KK on 2x2, Left's thresholds for 0 to 9 chips", &below.emit(Between(0, 9), &[]));
    corpus.accept("chips/queen-0-9", "KQK on 2x2, resting on kings-0-9.cbor", &above.emit(Between(0, 9), &[&cited]));
    corpus.accept("chips/queen-2-5", "The same for fewer numbers of chips than the cited file has", &above.emit(Between(2, 5), &[&cited]));
    let place = || Is("citation 0".to_owned());
    corpus.reject(
        "chips/queen-0-10",
        "chips/citation_claim",
        place(),
        "One number of chips more than the cited file has",
        &above.emit(Between(0, 10), &[&cited]),
    );
    let late = corpus.accept("chips/kings-1-9", "KK on 2x2 for 1 to 9 chips", &below.emit(Between(1, 9), &[]));
    corpus.reject(
        "chips/queen-from-0",
        "chips/citation_claim",
        place(),
        "The cited file begins with one chip more",
        &above.emit(Between(0, 9), &[&late]),
    );
    let right = Study::new(&kings_game, &[], 1, 0);
    let right = corpus.accept("chips/kings-right", "KK on 2x2, Right's thresholds", &right.emit(Between(0, 9), &[]));
    corpus.reject(
        "chips/queen-cites-right",
        "chips/citation_claim",
        place(),
        "The cited file claims for the other player",
        &above.emit(Between(0, 9), &[&right]),
    );
    let ties = Study::new(&kings_game, &[], 0, 1);
    let ties = corpus.accept("chips/kings-make-it-take-it", "KK on 2x2, ties broken otherwise", &ties.emit(Between(0, 9), &[]));
    corpus.reject(
        "chips/queen-cites-other-ties",
        "chips/citation_claim",
        place(),
        "The cited file has another rule for ties",
        &above.emit(Between(0, 9), &[&ties]),
    );
    if let (Some(all_below), Some(all_above)) = (below.all_chips(), above.all_chips()) {
        let all = corpus.accept("chips/kings-all", "KK on 2x2 for all numbers of chips", &below.emit(all_below, &[]));
        corpus.accept("chips/queen-all", "KQK on 2x2 for all numbers of chips", &above.emit(all_above, &[&all]));
        corpus.accept("chips/queen-some-of-all", "Some numbers of chips, resting on a file for all", &above.emit(Between(3, 30), &[&all]));
        corpus.reject(
            "chips/queen-all-of-some",
            "chips/citation_claim",
            place(),
            "All numbers of chips, resting on a file for some",
            &above.emit(all_above, &[&cited]),
        );
        let (Periodic(before, period), Periodic(_, _)) = (all_below, all_above) else { panic!() };
        let long = corpus.accept(
            "chips/kings-long-period",
            "KK on 2x2 with three times the least period",
            &below.emit(Periodic(before, 3 * period), &[]),
        );
        let Periodic(own, length) = all_above else { panic!() };
        corpus.accept(
            "chips/queen-longer-period",
            "A period that is a multiple of the cited one's",
            &above.emit(Periodic(own, 3 * length), &[&long]),
        );
        if length % (3 * period) != 0 {
            corpus.reject(
                "chips/queen-period-divides-not",
                "chips/citation_claim",
                place(),
                "The cited period does not divide this one",
                &above.emit(all_above, &[&long]),
            );
        }
        let late =
            corpus.accept("chips/kings-long-preperiod", "KK on 2x2 with a longer preperiod", &below.emit(Periodic(own + 4, period), &[]));
        corpus.reject(
            "chips/queen-preperiod-shorter",
            "chips/citation_claim",
            place(),
            "The cited preperiod is longer than this one",
            &above.emit(all_above, &[&late]),
        );
    }
    let wrong = above.emit(Between(0, 9), &[&cited]);
    corpus.reject(
        "chips/queen-equation",
        "chips/equation",
        Is(queen_game.class(0)),
        "A threshold that the cited file does not bear out",
        &{ wrong.edit_bytes(&[6, 0, 0, 1], |bytes| bytes[0] = 0) },
    );
    // Four knights on 2x3: in class 0 White's king and knights stand in one another's way.
    let names = ["KK", "KNK", "KNNK", "KNNNK"];
    let endings: Vec<Ending> = names.iter().map(|name| Ending::new(2, 3, name)).collect();
    let mut games = vec![endings[0].game(&[])];
    for number in 1..4 {
        games.push(endings[number].game(&[&endings[number - 1]]));
    }
    let mut studies: Vec<Study<'_>> = vec![];
    let mut items: Vec<Item> = vec![];
    for (number, game) in games.iter().enumerate() {
        let below: Vec<&Study<'_>> = studies.last().into_iter().collect();
        let study = Study::below(2, game, &below, 0, 2);
        let item = study.emit(Between(0, 1), &items.last().into_iter().collect::<Vec<_>>());
        let cited = Study { game, cited: vec![], rule: study.rule, f: study.f.clone(), labels: vec![] };
        drop(study);
        studies.push(cited);
        corpus.accept(&format!("chips/knights-{number}"), &format!("{} on 2x3, for 0 and 1 chips", names[number]), &item);
        items.push(item);
    }
    let ending = Ending::new(2, 3, "KNNNNK");
    let game = ending.game(&[&endings[3]]);
    let each = column(&vec![0; game.classes()]);
    let evidence = A(vec![A(vec![A(vec![U(0), B(vec![])])]), each.clone(), A(vec![B(vec![0])]), each]);
    let claim = A(vec![U(0), U(2), column(&[0, 0, 0]), U(game.classes() as u64)]);
    let item = certificate("chips", game.item.clone(), claim, &[&items[3]], evidence);
    corpus.reject(
        "chips/no-option",
        "chips/option",
        Is(game.class(0)),
        "King and four knights on 2x3: White has no move in the first class",
        &item,
    );
}
