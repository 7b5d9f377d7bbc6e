//! Files of the kind `bracket`, with bounds computed by iteration in integers.

use super::games::{Game, To, tug};
use super::item::{A, B, Item, U, column, t};
use super::material::Ending;
use super::richman::{Solved, emit, solve};
use super::{At, Byte, Corpus, Is, certificate, digest};

/// Lower and upper bound of alpha, then of beta.
type Bounds = [u128; 4];

/// Returns the bounds with the colours exchanged.
fn exchanged([a, w, z, y]: Bounds, one: u128) -> Bounds {
    [one - y, one - z, one - w, one - a]
}

/// Certificate to be cited, with its bounds.
#[derive(Clone)]
struct Cited {
    item: Item,
    /// Number of binary places of the bounds.
    bits: u32,
    bounds: Vec<Bounds>,
}

impl Cited {
    /// Returns the bounds of a class in units of 2^-bits, rounded outward.
    fn bounds(&self, class: usize, bits: u32) -> Bounds {
        let [a, w, z, y] = self.bounds[class];
        let (more, less) = (bits.saturating_sub(self.bits), self.bits.saturating_sub(bits));
        let down = |bound: u128| (bound << more) >> less;
        let up = |bound: u128| ((bound << more) + (1 << less) - 1) >> less;
        [down(a), up(w), down(z), up(y)]
    }
}

/// Returns the bounds of an option's destination in units of 2^-bits.
fn seen(to: To, own: &[Bounds], cited: &[&Cited], bits: u32) -> Bounds {
    let one = 1_u128 << bits;
    match to {
        To::Class(class) => own[class],
        To::Cited(game, class, false) => cited[game].bounds(class, bits),
        To::Cited(game, class, true) => exchanged(cited[game].bounds(class, bits), one),
        To::Won(0) => [one; 4],
        To::Won(_) => [0; 4],
        To::Drawn => [0, 0, one, one],
    }
}

/// Returns for each bound the sum of the greatest value among White's options and the least among Black's.
fn sums(options: &[Vec<To>; 2], own: &[Bounds], cited: &[&Cited], bits: u32) -> Bounds {
    let [white, black] = options.each_ref().map(|list| list.iter().map(|to| seen(*to, own, cited, bits)).collect::<Vec<_>>());
    let sum = |bound: usize| white.iter().map(|view| view[bound]).max().unwrap() + black.iter().map(|view| view[bound]).min().unwrap();
    [0, 1, 2, 3].map(sum)
}

/// Returns the bounds of all classes at the fixed point of the iterations that the specification describes.
fn iterate(game: &Game, cited: &[&Cited], bits: u32) -> Vec<Bounds> {
    let one = 1_u128 << bits;
    let mut bounds: Vec<Bounds> = vec![[0, 0, one, one]; game.classes()];
    loop {
        let step = |options: &[Vec<To>; 2]| {
            let [a, w, z, y] = sums(options, &bounds, cited, bits);
            [a.saturating_sub(1) / 2, w.div_ceil(2), z / 2, (y / 2 + 1).min(one)]
        };
        let next: Vec<Bounds> = game.options.iter().map(step).collect();
        if next == bounds {
            return bounds;
        }
        bounds = next;
    }
}

/// Encodes these bounds as records.
fn records(bits: u32, difference_bytes: usize, bounds: &[Bounds]) -> Vec<u8> {
    let value_bytes = (bits / 8 + 1) as usize;
    let number = |number: u128, bytes: usize| {
        assert!(bytes == 16 || number >> (8 * bytes) == 0, "{number} in {bytes} bytes");
        number.to_be_bytes()[16 - bytes..].to_vec()
    };
    let interval = |lower, upper| [number(lower, value_bytes), number(upper - lower, difference_bytes)].concat();
    bounds.iter().flat_map(|[a, w, z, y]| [interval(*a, *w), interval(*z, *y)].concat()).collect()
}

fn bracket(game: &Game, bits: u32, difference_bytes: usize, bounds: &[Bounds], cited: &[&Cited]) -> Item {
    let citations: Vec<&Item> = cited.iter().map(|cited| &cited.item).collect();
    let evidence = A(vec![U(difference_bytes as u64), B(records(bits, difference_bytes, bounds))]);
    certificate("bracket", game.item.clone(), column(&[u64::from(bits), game.classes() as u64]), &citations, evidence)
}

/// Endings of one board with exact values. Bounds are computed on request.
struct Endings {
    width: i64,
    height: i64,
    /// Endings, each with its game, its exact values and the certificate of these values.
    exact: Vec<(Ending, Game, Solved, Item)>,
}

impl Endings {
    fn new(width: i64, height: i64) -> Self {
        Self { width, height, exact: vec![] }
    }

    fn exact(&mut self, material: &str) -> usize {
        if let Some(known) = self.exact.iter().position(|(ending, ..)| ending.text == material) {
            return known;
        }
        let ending = Ending::new(self.width, self.height, material);
        let below: Vec<usize> = ending.cited().iter().map(|text| self.exact(text)).collect();
        let below: Vec<&(Ending, Game, Solved, Item)> = below.iter().map(|number| &self.exact[*number]).collect();
        let game = ending.game(&below.iter().map(|known| &known.0).collect::<Vec<_>>());
        let solved: Vec<&Solved> = below.iter().map(|known| &known.2).collect();
        let values = solve(&game, &solved);
        let item = emit(&game, &values, &solved, &below.iter().map(|known| &known.3).collect::<Vec<_>>());
        self.exact.push((ending, game, values, item));
        self.exact.len() - 1
    }

    /// Returns the exact values of an ending, rounded as a file with `bits` binary places reads them from a citation.
    fn rounded(&mut self, material: &str, bits: u32) -> Cited {
        let number = self.exact(material);
        let (_, game, values, item) = &self.exact[number];
        let bounds = (0..game.classes()).map(|class| values.rounded(class, bits)).collect();
        Cited { item: item.clone(), bits, bounds }
    }

    /// Returns the game of an ending and the endings that it cites.
    fn game(&mut self, material: &str) -> (Game, Vec<String>) {
        let number = self.exact(material);
        (self.exact[number].1.clone(), self.exact[number].0.cited())
    }

    /// Builds the file with bounds of an ending from the bounds of the cited files.
    fn bracket(&mut self, material: &str, bits: u32, difference_bytes: usize, cited: &[&Cited]) -> Cited {
        let (game, names) = self.game(material);
        assert_eq!(names.len(), cited.len(), "{material} rests on {names:?}");
        let bounds = iterate(&game, cited, bits);
        Cited { item: bracket(&game, bits, difference_bytes, &bounds, cited), bits, bounds }
    }

    /// Builds the file with bounds of an ending from exact values of the endings that it cites.
    fn on_exact(&mut self, material: &str, bits: u32, difference_bytes: usize) -> Cited {
        let cited: Vec<Cited> = self.game(material).1.iter().map(|name| self.rounded(name, bits)).collect();
        self.bracket(material, bits, difference_bytes, &cited.iter().collect::<Vec<_>>())
    }
}

pub fn files(corpus: &mut Corpus) {
    let kings = accepted(corpus);
    form(corpus, &kings);
    inequalities(corpus);
    citations(corpus, &kings);
    hostile(corpus, &kings);
}

/// Adds the genuine files. Returns the file about bare kings on 2x2.
fn accepted(corpus: &mut Corpus) -> Item {
    let mut small = Endings::new(2, 2);
    let kings = small.on_exact("KK", 7, 1);
    corpus.accept("bracket/2x2-kk", "Bare kings on 2x2: bounds of 1/2 with 7 bits, a byte for each number", &kings.item);
    let (game, _) = small.game("KK");
    for (name, bits, difference_bytes, what) in [
        ("1-bit", 1, 1, "one bit, which leaves nothing but upper bounds of alpha and lower bounds of beta"),
        ("8-bits", 8, 2, "8 bits, so numbers of two bytes, and as many for differences"),
        ("63-bits", 63, 3, "63 bits"),
        ("64-bits", 64, 1, "64 bits, so numbers of nine bytes"),
        ("120-bits", 120, 16, "120 bits, the most there are, and 16 bytes for every number"),
    ] {
        let bounds = iterate(&game, &[], bits);
        let item = bracket(&game, bits, difference_bytes, &bounds, &[]);
        corpus.accept(&format!("bracket/2x2-kk-{name}"), &format!("Bare kings on 2x2 with {what}"), &item);
    }
    let loose = [[0, 128, 0, 128], [3, 100, 7, 128]];
    corpus.accept("bracket/2x2-kk-loose", "Bare kings on 2x2 with bounds far from the values", &bracket(&game, 7, 1, &loose, &[]));
    corpus.accept("bracket/2x2-kqk", "King and queen against king on 2x2, resting on exact values", &small.on_exact("KQK", 20, 1).item);
    for (name, what, bits) in [
        ("same-bits", "as many bits", 7),
        ("more-bits", "fewer bits, whose units are multiples of this file's", 31),
        ("fewer-bits", "more bits, which are rounded outward", 3),
    ] {
        let item = small.bracket("KQK", bits, 1, &[&kings]).item;
        corpus.accept(
            &format!("bracket/2x2-kqk-{name}"),
            &format!("King and queen against king on 2x2, resting on bounds with {what}"),
            &item,
        );
    }
    let knight = small.on_exact("KNK", 40, 1);
    corpus.accept("bracket/2x2-knk", "King and knight against king on 2x2", &knight.item);
    let bishop = small.rounded("KBK", 33);
    let mixed = small.bracket("KBKN", 33, 1, &[&bishop, &knight]);
    corpus.accept(
        "bracket/2x2-kbkn",
        "King and bishop against king and knight on 2x2: exact values and bounds, colours exchanged",
        &mixed.item,
    );
    let mut small = Endings::new(3, 3);
    corpus.accept("bracket/3x3-krk", "King and rook against king on 3x3, 66 classes", &small.on_exact("KRK", 47, 2).item);
    let mut small = Endings::new(2, 4);
    corpus.accept("bracket/2x4-kpk", "King and pawn against king on 2x4, with promotions", &small.on_exact("KPK", 60, 2).item);
    kings.item
}

/// Adds files whose claim or evidence is malformed.
fn form(corpus: &mut Corpus, kings: &Item) {
    let all = |bytes: usize| B(vec![0; bytes]);
    let table: Vec<(&str, &str, &[usize], &str, Item)> = vec![
        ("no-bits", "bracket/bits", &[4, 0], "No binary places", kings.set(&[4, 0], 0)),
        ("121-bits", "bracket/bits", &[4, 0], "121 binary places, one more than allowed", kings.set(&[4, 0], 121)),
        ("2-to-60-bits", "bracket/bits", &[4, 0], "2^60 binary places", kings.set(&[4, 0], 1 << 60)),
        ("class-too-many", "bracket/classes", &[4, 1], "A class more than there are", kings.set(&[4, 1], 3)),
        ("no-classes", "bracket/classes", &[4, 1], "No classes are claimed", kings.set(&[4, 1], 0)),
        ("three-items-in-claim", "cbor/type", &[4], "A third item in the claim", kings.with(&[4], column(&[7, 2, 1]))),
        ("no-difference-bytes", "bracket/difference_bytes", &[6, 0], "Differences of no bytes", kings.set(&[6, 0], 0)),
        ("difference-bytes", "bracket/difference_bytes", &[6, 0], "Differences longer than bounds", kings.set(&[6, 0], 2)),
        ("17-difference-bytes", "bracket/difference_bytes", &[6, 0], "Differences of 2^64 - 1 bytes", kings.set(&[6, 0], u64::MAX)),
        ("byte-too-few", "bracket/records", &[6, 1], "A byte too few in the records", kings.with(&[6, 1], all(7))),
        ("byte-too-many", "bracket/records", &[6, 1], "A byte too many in the records", kings.with(&[6, 1], all(9))),
        ("no-records", "bracket/records", &[6, 1], "No records", kings.with(&[6, 1], all(0))),
        ("other-bits", "bracket/records", &[6, 1], "Records of numbers of one byte for 8 bits", kings.set(&[4, 0], 8)),
        ("records-as-a-list", "cbor/type", &[6, 1], "A list of numbers for records", kings.with(&[6, 1], column(&[63, 1, 64, 1]))),
        ("item-too-many", "cbor/type", &[6], "A third item in the evidence", kings.edit(&[6], |item| *item = A(vec![U(1), all(8), U(0)]))),
        ("item-too-few", "cbor/type", &[6], "No records, and no item for them", kings.with(&[6], A(vec![U(1)]))),
    ];
    for (name, code, at, what, item) in table {
        corpus.reject(&format!("bracket/{name}"), code, At(at), what, &item);
    }
    let game = kings.with(&[3], tug(1).item);
    corpus.reject("bracket/another-rule-set", "envelope/pairing", At(&[3, 0]), "Bounds for Tug o' War, which has exact values", &game);
    let board = kings.with(&[3, 2], A(vec![U(9), U(9), t("KQRBNK")]));
    corpus.reject("bracket/too-small", "resources/size", Byte(0), "Four pieces and the kings on 9x9 in a file of 62 bytes", &board);
    // Numbering the classes takes 12 bytes for 64 places, 1.3 million bytes in all. This is more than 2^20 plus one
    // byte per byte of the file, and less than 2^20 plus four bytes per byte.
    let board = kings.with(&[3, 2], A(vec![U(9), U(9), t("KBKN")])).with(&[6, 1], B(vec![0; 150_000]));
    let item = board.set(&[4, 1], 2);
    corpus.reject(
        "bracket/hostile-too-small",
        "resources/size",
        Byte(0),
        "King and bishop against king and knight on 9x9 in a file of 150,000 bytes",
        &item,
    );
}

/// Adds files with wrong bounds.
fn inequalities(corpus: &mut Corpus) {
    let mut small = Endings::new(3, 3);
    let (game, names) = small.game("KNK");
    let cited: Vec<Cited> = names.iter().map(|name| small.rounded(name, 20)).collect();
    let cited: Vec<&Cited> = cited.iter().collect();
    let bounds = iterate(&game, &cited, 20);
    let good = bracket(&game, 20, 3, &bounds, &cited);
    corpus.accept("bracket/3x3-knk", "King and knight against king on 3x3, three bytes for differences", &good);
    let one = 1_u128 << 20;
    // Only the first class is changed, because a changed bound may also break clauses at the class's neighbours. Those
    // come later.
    let class = 0;
    let changed = |class: usize, change: &dyn Fn(&mut Bounds)| {
        let mut bounds = bounds.clone();
        change(&mut bounds[class]);
        bracket(&game, 20, 3, &bounds, &cited)
    };
    // Every bound is at a fixed point, so a tighter bound at one class breaks the clause there.
    type Broken<'a> = (&'a str, &'a str, &'a str, &'a dyn Fn(&mut Bounds));
    let table: [Broken<'_>; 8] = [
        ("alpha-lower", "alpha_lower", "A lower bound of alpha greater by a unit", &|bounds| {
            bounds[0] += 1;
            bounds[1] = bounds[1].max(bounds[0]);
        }),
        ("alpha-upper", "alpha_upper", "An upper bound of alpha less by a unit", &|bounds| {
            bounds[1] -= 1;
            bounds[0] = 0;
        }),
        ("beta-lower", "beta_lower", "A lower bound of beta greater by a unit", &|bounds| {
            bounds[2] += 1;
            bounds[3] = bounds[3].max(bounds[2]);
        }),
        ("beta-upper", "beta_upper", "An upper bound of beta less by a unit", &|bounds| {
            bounds[3] -= 1;
            bounds[2] = bounds[2].min(bounds[3]);
        }),
        ("alpha-is-1", "alpha_lower", "Bounds of 1 at a class of another value", &|bounds| *bounds = [one; 4]),
        ("beta-is-0", "alpha_upper", "Bounds of 0 at a class of another value", &|bounds| *bounds = [0; 4]),
        ("bound-of-alpha", "bound", "An upper bound of alpha of a unit more than 1", &|bounds| bounds[1] = one + 1),
        ("bound-of-beta", "bound", "An upper bound of beta of more than 1, and a wrong bound of alpha", &|bounds| {
            *bounds = [one, one, 0, one + 700];
        }),
    ];
    for (name, clause, what, change) in table {
        corpus.reject(&format!("bracket/{name}"), &format!("bracket/{clause}"), Is(game.class(class)), what, &changed(class, change));
    }
    // Exact values need not satisfy strict inequalities.
    let exact = small.rounded("KNK", 20).bounds;
    let item = bracket(&game, 20, 3, &exact, &cited);
    let first = (0..game.classes()).find(|class| exact[*class][0] > bounds[*class][0]).unwrap();
    corpus.reject("bracket/exact-values", "bracket/alpha_lower", Is(game.class(first)), "Exact values, rounded down and up", &item);
    // The file claims that White wins every class. The only classes with a smaller neighbour to justify this value are
    // those from which White can win.
    let all = vec![[one; 4]; game.classes()];
    let item = bracket(&game, 20, 3, &all, &cited);
    corpus.reject("bracket/all-won", "bracket/alpha_lower", Is(game.class(0)), "Bounds of 1 at every class", &item);
    // With four knights on 2x3, White has no move in the first class.
    let mut knights = Endings::new(2, 3);
    let three = knights.rounded("KNNNK", 7);
    let below = Ending::new(2, 3, "KNNNK");
    let game = Ending::new(2, 3, "KNNNNK").game(&[&below]);
    let item = bracket(&game, 7, 1, &vec![[0, 128, 0, 128]; game.classes()], &[&three]);
    corpus.reject(
        "bracket/no-option",
        "bracket/option",
        Is(game.class(0)),
        "King and four knights on 2x3: White has no move in the first class",
        &item,
    );
}

/// Adds files with allowed and with forbidden citations.
fn citations(corpus: &mut Corpus, kings: &Item) {
    let mut small = Endings::new(2, 2);
    let queen = small.on_exact("KQK", 20, 1).item;
    let on = |item: &Item| queen.with(&[5, 0], B(digest(item)));
    let citation = || Is("citation 0".to_owned());
    let exact = small.exact("KQK");
    let exact = small.exact[exact].3.with(&[5, 0], B(digest(kings)));
    corpus.reject(
        "richman/cites-a-bracket",
        "citation/game",
        citation(),
        "Exact values of king and queen against king, resting on bounds",
        &exact,
    );
    let mut larger = Endings::new(3, 2);
    let other = larger.rounded("KK", 7).item;
    corpus.reject(
        "bracket/cites-another-board",
        "citation/game",
        citation(),
        "Bounds that rest on bare kings of another board",
        &on(&other),
    );
    let board = larger.on_exact("KK", 7, 1).item;
    corpus.accept("bracket/3x2-kk", "Bare kings on 3x2", &board);
    corpus.reject(
        "bracket/cites-bounds-of-another-board",
        "citation/game",
        citation(),
        "Bounds that rest on bounds of another board",
        &on(&board),
    );
    let wrong = kings.edit_bytes(&[6, 1], |bytes| bytes[0] = 64);
    corpus.reject(
        "bracket/2x2-kk-wrong",
        "bracket/alpha_lower",
        Is("class 0 (2/Kk)".to_owned()),
        "A lower bound of alpha at class 0 is 1/2",
        &wrong,
    );
    corpus.reject("bracket/cites-a-rejected-file", "citation/rejected", citation(), "Bounds that rest on 2x2-kk-wrong.cbor", &on(&wrong));
    corpus.reject("bracket/no-citation", "citation/count", At(&[5]), "A citation is missing", &queen.with(&[5], A(vec![])));
    let twice = A(vec![B(digest(kings)), B(digest(kings))]);
    corpus.reject("bracket/two-citations", "citation/count", At(&[5]), "A citation too many", &queen.with(&[5], twice));
    // The bounds are right, but they depend on cited bounds that are trivial.
    let mut larger = Endings::new(3, 3);
    let (game, kings) = (larger.game("KBK").0, larger.game("KK").0);
    let bounds = vec![[0, 1 << 20, 0, 1 << 20]; kings.classes()];
    let item = bracket(&kings, 20, 3, &bounds, &[]);
    let item = corpus.accept("bracket/3x3-kk-nothing", "Bare kings on 3x3 with bounds that say nothing", &item);
    let nothing = Cited { item, bits: 20, bounds };
    let bishop = larger.on_exact("KBK", 20, 3);
    let (class, clause) = first_broken(&game, &[&nothing], 20, &bishop.bounds).unwrap();
    let item = bishop.item.with(&[5, 0], B(digest(&nothing.item)));
    corpus.reject(
        "bracket/does-not-follow",
        &format!("bracket/{clause}"),
        Is(game.class(class)),
        "Right bounds of king and bishop against king on 3x3 that do not follow from the bounds that are cited",
        &item,
    );
    let missing = queen.with(&[5, 0], B(vec![7; 32]));
    corpus.undecided("bracket/cites-nothing", "citation/missing", citation(), "-", "A citation of a file that is not there", &missing);
}

/// Returns the first class at which the bounds break a clause, and the clause.
fn first_broken(game: &Game, cited: &[&Cited], bits: u32, bounds: &[Bounds]) -> Option<(usize, &'static str)> {
    let one = 1_u128 << bits;
    (0..game.classes()).find_map(|class| {
        let sums = sums(&game.options[class], bounds, cited, bits);
        let [a, w, z, y] = bounds[class];
        let clauses = [
            (a != 0 && 2 * a >= sums[0], "alpha_lower"),
            (2 * w < sums[1], "alpha_upper"),
            (2 * z > sums[2], "beta_lower"),
            (y != one && 2 * y <= sums[3], "beta_upper"),
        ];
        clauses.into_iter().find(|(broken, _)| *broken).map(|(_, clause)| (class, clause))
    })
}

/// Adds files that are large or claim to be large.
fn hostile(corpus: &mut Corpus, kings: &Item) {
    let item = kings.set(&[4, 1], u64::MAX);
    corpus.reject("bracket/hostile-classes", "bracket/classes", At(&[4, 1]), "2^64 - 1 classes are claimed", &item);
    let bits = kings.set(&[4, 0], 120).set(&[6, 0], 16).with(&[6, 1], B(vec![255; 128]));
    corpus.reject(
        "bracket/hostile-large-numbers",
        "bracket/bound",
        Is("class 0 (2/Kk)".to_owned()),
        "Numbers of 16 bytes whose sums do not fit 128 bits",
        &bits,
    );
    let rest = kings.with(&[6, 1], B(vec![63; 180_000]));
    corpus.reject("bracket/hostile-long-records", "bracket/records", At(&[6, 1]), "180,000 bytes of records for two classes", &rest);
    // This is the largest board with three pieces for which a file fits 200 KB.
    let mut large = Endings::new(9, 9);
    let (game, _) = large.game("KK");
    let bounds = iterate(&game, &[], 60);
    let item = bracket(&game, 60, 2, &bounds, &[]);
    corpus.accept("bracket/hostile-nine-by-nine", "Bare kings on 9x9", &item);
    corpus.undecided(
        "bracket/memory",
        "resources/memory",
        Byte(0),
        "--memory 5M",
        "A file of which 5 MiB and 5 times its size are charged",
        kings,
    );
    corpus.undecided(
        "bracket/allowance",
        "resources/allowance",
        Byte(0),
        "--work 16",
        "Two classes take 16 steps before any option is met",
        kings,
    );
}
