//! Files of the kind `richman`, and files about the rule sets of bidding games where the kind does not matter.

mod solved;

use super::games::{self, Game, Placing, placing, sudden_death, tug, ultimatum};
use super::item::{A, Item, U, column, t};
use super::material::Ending;
use super::{At, Corpus, Is, Place, Value, certificate};
pub use solved::{Solved, emit, partly, solve};

/// Returns the genuine certificate of a game that cites nothing.
pub fn alone(game: &Game) -> Item {
    emit(game, &solve(game, &[]), &[], &[])
}

/// Returns a game with one position at which Left can draw or win and Right can draw: alpha = 1/2, beta = 1.
pub fn a_draw() -> Game {
    games::graph("A draw", &[("v", "drawn won", "drawn")], &[("won", 0), ("drawn", 2)])
}

/// Returns a game that Alice wins with one move, unless Bob has moved twice before.
pub fn once_or_twice() -> Game {
    games::graph("Once or twice", &[("first", "won", "second"), ("second", "won", "lost")], &[("won", 0), ("lost", 1)])
}

/// Endings of bidding chess by name, with all endings that they cite. Each certificate is in the corpus as accepted.
struct Endings {
    width: i64,
    height: i64,
    known: Vec<(Ending, Solved, Item)>,
}

impl Endings {
    fn add(&mut self, corpus: &mut Corpus, material: &str) -> Item {
        if let Some((_, _, item)) = self.known.iter().find(|(ending, _, _)| ending.text == material) {
            return item.clone();
        }
        let ending = Ending::new(self.width, self.height, material);
        let cited = ending.cited();
        for cited in &cited {
            self.add(corpus, cited);
        }
        let known: Vec<&(Ending, Solved, Item)> =
            cited.iter().map(|text| self.known.iter().find(|(ending, _, _)| ending.text == *text).unwrap()).collect();
        let game = ending.game(&known.iter().map(|known| &known.0).collect::<Vec<_>>());
        let games: Vec<&Solved> = known.iter().map(|known| &known.1).collect();
        let solved = solve(&game, &games);
        let item = emit(&game, &solved, &games, &known.iter().map(|known| &known.2).collect::<Vec<_>>());
        let (w, h) = (self.width, self.height);
        let name = format!("richman/bidding-chess-{w}x{h}-{}", material.to_lowercase());
        corpus.accept(&name, &format!("Bidding chess, {material} on {w}x{h}"), &item);
        self.known.push((ending, solved, item.clone()));
        item
    }
}

/// Certificates of bidding chess on which other files are based.
pub struct Chess {
    pub kings: Item,
    pub queen: Item,
}

pub fn files(corpus: &mut Corpus) {
    accepted(corpus);
    let chess = chess(corpus);
    parameters(corpus);
    one_function(corpus);
    two_functions(corpus);
    cited(corpus, &chess);
    version_2(corpus);
}

/// Adds files of version 2, which omits values that can be derived.
fn version_2(corpus: &mut Corpus) {
    // The endings cite files of either version. King and rook against king and bishop cites such files with the colours
    // exchanged.
    let mut endings = Endings { width: 2, height: 2, known: vec![] };
    for material in ["KK", "KRK", "KBK", "KRKB"] {
        let ending = Ending::new(2, 2, material);
        let cited = ending.cited();
        let known: Vec<&(Ending, Solved, Item)> =
            cited.iter().map(|text| endings.known.iter().find(|known| known.0.text == *text).unwrap()).collect();
        let game = ending.game(&known.iter().map(|known| &known.0).collect::<Vec<_>>());
        let games: Vec<&Solved> = known.iter().map(|known| &known.1).collect();
        let solved = solve(&game, &games);
        let whole = emit(&game, &solved, &games, &known.iter().map(|known| &known.2).collect::<Vec<_>>());
        let item = partly(&game, &whole);
        corpus.accept(&format!("richman/partly-2x2-{}", material.to_lowercase()), &format!("Version 2. {material} on 2x2"), &item);
        if material == "KK" {
            // The file lists all values 0, 1/2 and 1, so each has the index of a denominator (counted from 1).
            let listed = whole.set(&[2, 1], 2).with(&[6, 1], column(&[1, 2, 1]));
            let what = "Version 2. The value 1/2 of classes that are on no cycle is listed";
            corpus.reject("richman/partly-value-listed", "richman/value_listed", Value(1), what, &listed);
            // White's second option leads from the first class back to itself.
            let around = item.set(&[6, 6, 0], 1);
            let what = "Version 2. A choice by which play comes back: the value of a class on a cycle is not listed";
            corpus.reject("richman/partly-value-missing", "richman/value_missing", Is(game.class(0)), what, &around);
        }
        // King and rook against king stays in version 1.
        let cited = if material == "KRK" {
            corpus.accept("richman/partly-2x2-krk-cited", "KRK on 2x2, resting on version 2", &whole)
        } else {
            item
        };
        endings.known.push((ending, solved, cited));
    }
    // Selects the first certificate in which a class on a cycle has a value other than the first and the last.
    let inner = |base: &Item| {
        let A(places) = base.get(&[6, 1]) else { panic!("an array") };
        let listed = (0..places.len()).filter(|value| base.number(&[6, 1, *value]) != 0).count();
        base.number(&[4, 0]) == 1 && listed > 2 && listed + 2 < places.len()
    };
    let candidates =
        [(3, 2, "KNK"), (3, 3, "KNK"), (4, 2, "KNK"), (3, 3, "KBK"), (3, 3, "KRK"), (4, 3, "KNK"), (5, 2, "KNK"), (4, 3, "KRK")];
    let found = candidates.into_iter().find_map(|(width, height, material)| {
        let kings = Ending::new(width, height, "KK");
        let alone_kings = kings.game(&[]);
        let solved_kings = solve(&alone_kings, &[]);
        let file = emit(&alone_kings, &solved_kings, &[], &[]);
        let game = Ending::new(width, height, material).game(&[&kings]);
        let base = partly(&game, &emit(&game, &solve(&game, &[&solved_kings]), &[&solved_kings], &[&file]));
        inner(&base).then_some((format!("{width}x{height}"), material, file, game, base))
    });
    let (board, material, file, game, base) = found.expect("one of these has a cycle");
    corpus.accept("richman/partly-kk-cited", &format!("KK on {board}"), &file);
    corpus.accept("richman/partly-cycles", &format!("Version 2. {material} on {board}, with values of classes on cycles"), &base);
    broken_version_2(corpus, &game, &base);
}

/// Adds files that break the clauses of version 2, based on a certificate of one function.
fn broken_version_2(corpus: &mut Corpus, game: &Game, base: &Item) {
    assert_eq!(base.number(&[4, 0]), 1);
    let values = if let A(places) = base.get(&[6, 1]) { places.len() } else { panic!("an array") };
    let denominators = if let A(list) = base.get(&[6, 0]) { list.len() } else { panic!("an array") };
    let is_listed = |value: &usize| base.number(&[6, 1, *value]) != 0;
    let listed: Vec<usize> = (0..values).filter(is_listed).collect();
    let rank = |class: usize| usize::try_from(base.number(&[6, 3, class])).unwrap();
    let inner = *listed.iter().find(|value| **value != 0 && **value + 1 != values).unwrap();
    let place = listed.iter().position(|value| *value == inner).unwrap();
    let free: Vec<usize> = (1..values - 1).filter(|value| !is_listed(value)).collect();
    let mut reject = |name: &str, clause: &str, place: Place<'_>, what: &str, item: Item| {
        corpus.reject(&format!("richman/partly-{name}"), &format!("richman/{clause}"), place, &format!("Version 2. {what}"), &item);
    };
    reject(
        "value-of-no-class",
        "value_used",
        Value((values - 1) as u64),
        "A value that is not listed is no class's",
        base.insert(&[6, 1, values - 1], U(0)),
    );
    reject("numerator-too-few", "value_column", Value((listed.len() - 1) as u64), "There is a numerator too few", {
        base.without(&[6, 2, listed.len() - 1])
    });
    reject("numerator-too-many", "value_column", Value(listed.len() as u64), "There is a numerator too many", {
        base.insert(&[6, 2, listed.len()], U(1))
    });
    reject("no-such-denominator", "value_column", Value(inner as u64), "A value has the denominator behind the last", {
        base.set(&[6, 1, inner], denominators as u64 + 1)
    });
    let last = base.number(&[6, 0, denominators - 1]);
    reject("denominator-unused", "denominator_used", Value(denominators as u64), "A denominator of no listed value", {
        base.insert(&[6, 0, denominators], U(last + 1))
    });
    reject("value-above-1", "value_range", Value(inner as u64), "A listed value is above 1", base.set(&[6, 2, place], last + 1));
    // No class has the value 0/1 or 1/1. An unlisted value that no class has cannot be derived from anything.
    reject("zero-not-listed", "value_used", Value(0), "The value 0, which no class has, is not listed", {
        base.set(&[6, 1, 0], 0).without(&[6, 2, 0])
    });
    let [one, other] = [free[0], free[1]];
    let swapped = (0..game.classes()).fold(base.clone(), |item, class| match rank(class) {
        rank if rank == one => item.set(&[6, 3, class], other as u64),
        rank if rank == other => item.set(&[6, 3, class], one as u64),
        _ => item,
    });
    reject("values-exchanged", "value_order", Value(other as u64), "Two values that are worked out are exchanged", swapped);
    reject("rank-of-no-value", "rank", Is(game.class(1)), "A rank is the one behind the last value's", base.set(&[6, 3, 1], values as u64));
    reject("choice-outside", "choice_range", Is(game.class(0)), "White's choice is far behind the last", base.set(&[6, 6, 0], 99));
    reject(
        "label",
        "label_white_large",
        Is(game.class(1)),
        "A label is too large by one",
        base.set(&[6, 4, 1], base.number(&[6, 4, 1]) + 1),
    );
}

fn accepted(corpus: &mut Corpus) {
    let table: Vec<(&str, &str, Game)> = vec![
        ("drawn-end", "A stored game with a drawn end: two functions, infinite labels", a_draw()),
        ("once-or-twice", "An ordered stored game of two classes, one function", once_or_twice()),
        (
            "one-class",
            "A stored game of one class in which each player's only option wins",
            games::graph("", &[("v", "won", "lost")], &[("won", 0), ("lost", 1)]),
        ),
        (
            "for-ever",
            "A cycle that nobody need leave: alpha = 0 and beta = 1 at both classes, no labels at all",
            games::graph("For ever", &[("a", "b", "b"), ("b", "a", "a")], &[]),
        ),
        (
            "leave-or-stay",
            "A class that leads to itself: labels count how often the bid has to be won",
            games::graph("Leave or stay", &[("a", "a won", "a lost")], &[("won", 0), ("lost", 1)]),
        ),
        (
            "always-won",
            "A class in which both players' only option wins for Left: the value is 1",
            games::graph("Won", &[("v", "won", "won")], &[("won", 0)]),
        ),
        (
            "always-lost",
            "A class in which both players' only option wins for Right: the value is 0, which White's label proves to nobody's harm",
            games::graph("Lost", &[("v", "lost", "lost")], &[("lost", 1)]),
        ),
        (
            "ends-that-do-not-occur",
            "A stored game with ends that nothing leads to",
            games::graph("Ends", &[("v", "won", "lost")], &[("idle", 2), ("won", 0), ("lost", 1), ("idle too", 0)]),
        ),
        (
            "zugzwang",
            "Nobody wants to move: each player's only option wins for the other",
            games::graph("Zugzwang", &[("v", "lost", "won")], &[("won", 0), ("lost", 1)]),
        ),
        (
            "option-twice",
            "An option that stands twice in a list, which counts for the order of classes",
            games::graph(
                "Twice",
                &[("c", "won won lost", "lost"), ("a", "c c b", "b c"), ("b", "c", "lost lost")],
                &[("won", 0), ("lost", 1)],
            ),
        ),
        (
            "numbered-by-the-queue",
            "An ordered stored game whose classes stand in another order than its positions",
            games::graph("Queue", &[("z", "won", "lost"), ("y", "z", "lost"), ("x", "z y", "y")], &[("won", 0), ("lost", 1)]),
        ),
        (
            "names-in-other-scripts",
            "Names with letters of other scripts, combining marks and an emoji",
            games::graph("Größe 棋 \u{1f3b2}", &[("e\u{301}", "наверх", "вниз")], &[("наверх", 0), ("вниз", 1)]),
        ),
        (
            "draw-and-cycle",
            "A cycle with a win, a loss and a drawn end at its ends",
            games::graph(
                "Line",
                &[("a", "won b", "b"), ("b", "a", "c"), ("c", "b drawn", "lost drawn")],
                &[("won", 0), ("lost", 1), ("drawn", 2)],
            ),
        ),
        ("tug-1", "Tug o' War of length 1: one class", tug(1)),
        ("tug-2", "Tug o' War of length 2, a cycle", tug(2)),
        ("tug-12", "Tug o' War of length 12", tug(12)),
        ("ultimatum-1", "The least ultimatum game", ultimatum(1)),
        ("ultimatum-5", "The ultimatum game of degree 5", ultimatum(5)),
        ("sudden-death-a1", "Sudden death with one move", sudden_death(0, 1)),
        ("sudden-death-b3", "Sudden death for Right, ordered", sudden_death(1, 3)),
        ("sudden-death-a63", "The greatest denominator is 2^63, the last power of 2 that is an integer", sudden_death(0, 63)),
        ("sudden-death-a64", "The greatest denominator is 2^64, the first number that is a bignum", sudden_death(0, 64)),
        ("sudden-death-b100", "Numerators and denominators up to 2^100", sudden_death(1, 100)),
        ("tic-tac-toe-2x1", "Tic-tac-toe on two cells", placing(Placing::TicTacToe, 2, 1, 2)),
        ("tic-tac-toe-2x2", "Tic-tac-toe on 2x2, eight symmetries", placing(Placing::TicTacToe, 2, 2, 2)),
        ("tic-tac-toe-3x2", "Tic-tac-toe on 3x2, four symmetries", placing(Placing::TicTacToe, 3, 2, 3)),
        ("tic-tac-toe-1x3", "Tic-tac-toe on one column, a row of 3", placing(Placing::TicTacToe, 1, 3, 3)),
        ("hex-2x1", "Hex on two cells, the smallest board", placing(Placing::Hex, 2, 1, 0)),
        ("hex-1x2", "Hex on two cells the other way", placing(Placing::Hex, 1, 2, 0)),
        ("hex-2x2", "Hex on 2x2", placing(Placing::Hex, 2, 2, 0)),
        ("hex-3x2", "Hex on 3x2", placing(Placing::Hex, 3, 2, 0)),
        ("connect-2x2", "Connect on 2x2, a row of 2", placing(Placing::Connect, 2, 2, 2)),
        ("connect-1x2", "Connect on one column of two cells", placing(Placing::Connect, 1, 2, 2)),
        ("connect-3x2", "Connect on 3x2, a row of 3", placing(Placing::Connect, 3, 2, 3)),
    ];
    for (name, what, game) in table {
        corpus.accept(&format!("richman/{name}"), what, &alone(&game));
    }
}

fn chess(corpus: &mut Corpus) -> Chess {
    let mut small = Endings { width: 2, height: 2, known: vec![] };
    let kings = small.add(corpus, "KK");
    let queen = small.add(corpus, "KQK");
    // A capture may lead to king and rook, or with the colours exchanged to king and bishop.
    small.add(corpus, "KRKB");
    small.add(corpus, "KBKN");
    Endings { width: 3, height: 2, known: vec![] }.add(corpus, "KNK");
    // With four knights on 2x3, White's king and knights block one another in class 0.
    let mut knights = Endings { width: 2, height: 3, known: vec![] };
    knights.add(corpus, "KPK");
    let three = knights.add(corpus, "KNNNK");
    let below: Vec<&Ending> = knights.known.iter().map(|known| &known.0).filter(|ending| ending.text == "KNNNK").collect();
    let game = Ending::new(2, 3, "KNNNNK").game(&below);
    let each = || column(&vec![0; game.classes()]);
    let evidence = vec![column(&[1]), column(&[0, 0]), column(&[0, 1]), each(), each(), each(), each(), each()];
    let item = certificate("richman", game.item.clone(), column(&[1, game.classes() as u64]), &[&three], A(evidence));
    corpus.reject(
        "richman/no-option",
        "richman/option",
        Is(game.class(0)),
        "King and four knights on 2x3: White has no move in the first class",
        &item,
    );
    ends_worked_out(corpus, &mut knights);
    Endings { width: 3, height: 3, known: vec![] }.add(corpus, "KRK");
    Endings { width: 2, height: 4, known: vec![] }.add(corpus, "KPK");
    Endings { width: 2, height: 5, known: vec![] }.add(corpus, "KPK");
    Endings { width: 9, height: 2, known: vec![] }.add(corpus, "KK");
    Endings { width: 2, height: 9, known: vec![] }.add(corpus, "KK");
    Endings { width: 2, height: 16, known: vec![] }.add(corpus, "KK");
    Endings { width: 16, height: 3, known: vec![] }.add(corpus, "KK");
    Endings { width: 16, height: 16, known: vec![] }.add(corpus, "KK");
    Chess { kings, queen }
}

/// Adds endings with two knights on each side of 2x3. Every move captures something, so no class is on a cycle. Some
/// classes have the values 0 and 1, which are listed nevertheless.
fn ends_worked_out(corpus: &mut Corpus, knights: &mut Endings) {
    let whole = knights.add(corpus, "KNNKNN");
    let of = |text: &str| &knights.known.iter().find(|(ending, _, _)| ending.text == text).unwrap().0;
    let ending = of("KNNKNN");
    let game = ending.game(&ending.cited().iter().map(|text| of(text)).collect::<Vec<_>>());
    let item = partly(&game, &whole);
    let A(places) = item.get(&[6, 1]) else { panic!("an array") };
    let last = places.len() - 1;
    corpus.accept("richman/partly-2x3-knnknn", "Version 2. KNNKNN on 2x3, where all squares are taken", &item);
    for (name, value, numerator) in [("zero", 0, 0), ("one", last, 1)] {
        let what = format!("Version 2. The value {numerator} of classes that are on no cycle is not listed");
        let without = item.set(&[6, 1, value], 0).without(&[6, 2, numerator]);
        corpus.reject(&format!("richman/partly-{name}-worked-out"), "richman/value_ends", Value(value as u64), &what, &without);
    }
}

/// Adds files about the parameters of all rule sets of bidding games.
fn parameters(corpus: &mut Corpus) {
    let base = alone(&tug(1));
    let game = |name: &str, parameters: Vec<Item>| base.with(&[3], A(vec![t(name), U(1), A(parameters)]));
    let numbers = |name: &str, parameters: &[u64]| game(name, parameters.iter().map(|number| U(*number)).collect());
    let table: &[(&str, &str, usize, &str, &[u64])] = &[
        ("tug-length-0", "tug/length", 0, "Tug o' War of length 0", &[0]),
        ("tug-length-10001", "tug/length", 0, "Tug o' War of length 10001, one more than allowed", &[10_001]),
        ("ultimatum-degree-0", "ultimatum/degree", 0, "An ultimatum game of degree 0", &[0]),
        ("ultimatum-degree-10001", "ultimatum/degree", 0, "An ultimatum game of degree 10001, one more than allowed", &[10_001]),
        ("sudden-death-player-2", "sudden-death/player", 0, "Sudden death for a third player", &[2, 1]),
        ("sudden-death-moves-0", "sudden-death/moves", 1, "Sudden death without moves", &[0, 0]),
        ("sudden-death-moves-10001", "sudden-death/moves", 1, "Sudden death of 10001 moves, one more than allowed", &[0, 10_001]),
    ];
    for (name, code, at, what, parameters) in table {
        let rules = code.split('/').next().unwrap();
        corpus.reject(&format!("richman/{name}"), code, At(&[3, 2, *at]), what, &numbers(rules, parameters));
    }
    // The place of a wrong size is the first of the numbers.
    let table: &[(&str, &str, &str, &[u64])] = &[
        ("tic-tac-toe-no-columns", "tic-tac-toe/size", "A board without columns", &[0, 3, 2]),
        ("tic-tac-toe-31-rows", "tic-tac-toe/size", "A board of 31 rows", &[1, 31, 2]),
        ("tic-tac-toe-32-cells", "tic-tac-toe/size", "A board of 32 cells, two more than allowed", &[8, 4, 3]),
        ("tic-tac-toe-row-1", "tic-tac-toe/size", "A row of 1", &[3, 3, 1]),
        ("tic-tac-toe-row-too-long", "tic-tac-toe/size", "A row longer than the longer side", &[3, 2, 4]),
        ("connect-row-too-long", "connect/size", "A row longer than the longer side", &[2, 3, 4]),
        ("connect-huge", "connect/size", "A board whose number of cells does not fit 64 bits", &[1 << 32, 1 << 32, 4]),
        ("connect-no-rows", "connect/size", "A board without rows", &[4, 0, 2]),
        ("hex-one-cell", "hex/size", "Hex on one cell, where the first stone decides every game", &[1, 1]),
        ("hex-31-cells", "hex/size", "Hex on 31 cells in a row, one more than allowed", &[31, 1]),
        ("hex-6x6", "hex/size", "Hex on 36 cells", &[6, 6]),
    ];
    for (name, code, what, parameters) in table {
        let rules = code.split('/').next().unwrap();
        corpus.reject(&format!("richman/{name}"), code, At(&[3, 2, 0]), what, &numbers(rules, parameters));
    }
    let chess = |w: u64, h: u64, material: &str| game("bidding-chess", vec![U(w), U(h), t(material)]);
    let table: &[(&str, &str, usize, &str, Item)] = &[
        ("one-file", "board", 0, "A board of one file", chess(1, 8, "KK")),
        ("seventeen-files", "board", 0, "A board of 17 files", chess(17, 8, "KK")),
        ("one-rank", "board", 0, "A board of one rank", chess(8, 1, "KK")),
        ("seventeen-ranks", "board", 0, "A board of 17 ranks", chess(8, 17, "KK")),
        ("no-king", "material", 2, "Black has no king", chess(3, 3, "KQ")),
        ("three-kings", "material", 2, "White has two kings", chess(3, 3, "KKK")),
        ("lower-case", "material", 2, "Small letters", chess(3, 3, "Kk")),
        ("rook-before-queen", "material", 2, "A list that names the rook before the queen", chess(3, 3, "KRQK")),
        ("weaker-first", "material", 2, "The list of the weaker side first: fewer pieces", chess(3, 3, "KKR")),
        ("weaker-first-of-equal-number", "material", 2, "As many pieces, but a weaker one first", chess(3, 3, "KBKR")),
        ("seven-pieces", "material", 2, "Seven pieces, one more than allowed", chess(4, 4, "KQRBNKQ")),
        ("more-pieces-than-squares", "material", 2, "Five pieces on four squares", chess(2, 2, "KQRKQ")),
        ("no-square-for-a-pawn", "material", 2, "A pawn on a board without a rank for it", chess(3, 2, "KPK")),
        ("pawns-without-squares", "material", 2, "Three pawns on a board with two squares for them", chess(2, 3, "KPPKP")),
        ("no-text", "material", 2, "An empty text", chess(3, 3, "")),
        ("unknown-letter", "material", 2, "A piece that chess does not have", chess(3, 3, "KAK")),
    ];
    for (name, clause, at, what, item) in table {
        corpus.reject(&format!("richman/bidding-chess-{name}"), &format!("bidding-chess/{clause}"), At(&[3, 2, *at]), what, item);
    }
    graphs(corpus);
}

/// Adds files that break the clauses of games stored whole.
fn graphs(corpus: &mut Corpus) {
    let base = alone(&once_or_twice());
    let game = |path: &[usize], item: Item| base.with(&[&[3, 2], path].concat(), item);
    let at = |path: &[usize]| Is(format!("byte {}", base.offset(&[&[3, 2], path].concat())));
    let table: Vec<(&str, &str, &[usize], &str, Item)> = vec![
        ("no-positions", "positions", &[4], "A game without positions", game(&[4], A(vec![]))),
        ("empty-position-name", "name", &[4, 1, 0], "A position without a name", game(&[4, 1, 0], t(""))),
        ("empty-end-name", "name", &[5, 0, 0], "An end without a name", game(&[5, 0, 0], t(""))),
        ("empty-player-name", "name", &[1], "A player without a name", game(&[1], t(""))),
        ("null-in-title", "name", &[0], "A control character in the title: U+0000", game(&[0], t("Once\0or twice"))),
        ("line-feed-in-name", "name", &[4, 0, 0], "A line feed in a position's name", game(&[4, 0, 0], t("first\ns VERIFIED"))),
        ("unit-separator-in-name", "name", &[5, 1, 0], "U+001F in an end's name", game(&[5, 1, 0], t("lost\u{1f}"))),
        ("delete-in-name", "name", &[4, 0, 0], "U+007F in a position's name", game(&[4, 0, 0], t("first\u{7f}"))),
        ("c1-control-in-name", "name", &[2], "U+009F, the last control character, in a player's name", game(&[2], t("Bob\u{9f}"))),
        ("next-line-in-name", "name", &[4, 1, 0], "U+0085 in a position's name", game(&[4, 1, 0], t("second\u{85}"))),
        ("players-named-alike", "name", &[2], "Both players have the same name", game(&[2], t("Alice"))),
        ("position-named-twice", "name", &[4, 1, 0], "Two positions have the same name", game(&[4, 1, 0], t("first"))),
        ("position-and-end-named-alike", "name", &[5, 1, 0], "An end has the name of a position", game(&[5, 1, 0], t("second"))),
        ("ends-named-alike", "name", &[5, 1, 0], "Two ends have the same name", game(&[5, 1, 0], t("won"))),
        ("start-at-an-end", "start", &[3], "Play begins at an end", game(&[3], U(2))),
        ("start-nowhere", "start", &[3], "Play begins nowhere", game(&[3], U(u64::MAX))),
        ("no-options-for-left", "options", &[4, 1, 1], "A position without an option for Left", game(&[4, 1, 1], A(vec![]))),
        ("no-options-for-right", "options", &[4, 0, 2], "A position without an option for Right", game(&[4, 0, 2], A(vec![]))),
        ("option-one-too-great", "option", &[4, 1, 2, 0], "An option that is one greater than the last end", game(&[4, 1, 2, 0], U(4))),
        ("option-of-64-bits", "option", &[4, 0, 1, 0], "An option of 64 bits", game(&[4, 0, 1, 0], U((1 << 32) + 2))),
        ("outcome-3", "outcome", &[5, 1, 1], "A fourth outcome", game(&[5, 1, 1], U(3))),
    ];
    for (name, clause, path, what, item) in table {
        corpus.reject(&format!("richman/graph-{name}"), &format!("graph/{clause}"), at(path), what, &item);
    }
    corpus.accept("richman/graph-no-title", "A stored game without a title", &game(&[0], t("")));
    corpus.accept("richman/graph-space-as-name", "A position whose name is a space", &game(&[4, 0, 0], t(" ")));
    corpus.accept("richman/graph-start-at-the-last", "Play begins in the last position", &game(&[3], U(1)));
    for (name, what, text) in [
        ("right-to-left", "A name with marks that turn the direction of writing", "v\u{202e}won\u{2066}"),
        ("line-separators", "A name with U+2028 and U+2029, which some programs take for the end of a line", "v\u{2028}s VERIFIED\u{2029}"),
        ("quotation-marks", "A name with quotation marks, parentheses and backslashes", "v\"): \\n \\\"proved\\\""),
        ("nothing-to-be-seen", "A name of characters that cannot be seen", "\u{200b}\u{feff}\u{2060}"),
        ("tag-characters", "A name with tag characters and a private one", "\u{e0061}\u{e000}\u{10ffff}"),
    ] {
        corpus.accept(&format!("richman/name-{name}"), what, &game(&[4, 0, 0], t(text)));
        // The place of a refusal contains the position's name.
        let wrong = game(&[4, 0, 0], t(text)).set(&[6, 4, 0], 9);
        let shown: String = text.chars().take(32).collect();
        let place = Is(format!("class 0 ({shown:?}{})", if shown == text { "" } else { "…" }));
        corpus.reject(
            &format!("richman/name-{name}-in-a-place"),
            "richman/label_white_large",
            place,
            &format!("{what}, in the place of a refusal"),
            &wrong,
        );
    }
    let long = "x".repeat(3000);
    corpus.accept("richman/name-of-3000-letters", "A name of 3000 letters", &game(&[4, 0, 0], t(&long)));
    corpus.accept("richman/title-of-3000-letters", "A title of 3000 letters of two bytes", &game(&[0], t(&"é".repeat(3000))));
    let lists = [("first", "second won won", "won second"), ("second", "won", "lost")];
    let game = games::graph("Lists", &lists, &[("won", 0), ("lost", 1)]);
    corpus.accept("richman/option-list-in-no-order", "Options in another order, an option twice", &alone(&game));
}

/// Adds files that break clauses on a certificate with one function: tug of length 2, three classes with the values
/// 1/4, 1/2 and 3/4.
fn one_function(corpus: &mut Corpus) {
    let game = tug(2);
    let base = alone(&game);
    let class = |number: usize| Is(game.class(number));
    // The base has these columns: denominators 1 2 4; value_denominator 0 2 1 2 0; value_numerator 0 1 1 3 1; rank 1 2
    // 3.
    let mut reject = |name: &str, clause: &str, place: Place<'_>, what: &str, item: Item| {
        corpus.reject(&format!("richman/{name}"), &format!("richman/{clause}"), place, what, &item);
    };
    reject("no-functions", "form", At(&[4, 0]), "The claim speaks of no functions", base.set(&[4, 0], 0));
    reject("three-functions", "form", At(&[4, 0]), "The claim speaks of three functions", base.set(&[4, 0], 3));
    reject("one-class-too-few", "classes", At(&[4, 1]), "One class fewer is claimed", base.set(&[4, 1], 2));
    reject("one-class-too-many", "classes", At(&[4, 1]), "One class more is claimed", base.set(&[4, 1], 4));
    reject("no-classes", "classes", At(&[4, 1]), "No classes are claimed", base.set(&[4, 1], 0));
    reject(
        "classes-beyond-32-bits",
        "classes",
        At(&[4, 1]),
        "2^32 classes more are claimed than there are",
        base.set(&[4, 1], (1 << 32) + 3),
    );
    for (at, column) in [(3, "rank"), (4, "label-white"), (5, "label-black"), (6, "choice-white"), (7, "choice-black")] {
        let (short, long) = (base.without(&[6, at, 2]), base.insert(&[6, at, 0], U(1)));
        reject(&format!("{column}-short"), "column", At(&[6, at]), &format!("The column {column} has an entry too few"), short);
        reject(&format!("{column}-long"), "column", At(&[6, at]), &format!("The column {column} has an entry too many"), long);
    }
    reject("denominator-zero", "denominator_order", Value(0), "The first denominator is 0", base.set(&[6, 0, 0], 0));
    reject("denominators-equal", "denominator_order", Value(2), "The last two denominators are equal", base.set(&[6, 0, 2], 2));
    reject("denominators-descend", "denominator_order", Value(1), "Denominators descend", base.with(&[6, 0], column(&[2, 1, 4])));
    reject("value-columns-differ", "value_column", Value(4), "There is a numerator too few", base.without(&[6, 2, 4]));
    reject("value-columns-differ-more", "value_column", Value(5), "There is a numerator too many", base.insert(&[6, 2, 5], U(1)));
    reject("value-without-denominator", "value_column", Value(3), "A value has the denominator behind the last", base.set(&[6, 1, 3], 3));
    let wide = base.set(&[6, 1, 1], (1 << 32) + 2);
    reject("place-of-a-denominator-beyond-32-bits", "value_column", Value(1), "A place of a denominator that is right modulo 2^32", wide);
    reject("denominator-unused", "denominator_used", Value(3), "A denominator more, which no value has", base.insert(&[6, 0, 3], U(8)));
    reject("denominator-unused-first", "denominator_used", Value(0), "The first denominator is no value's", {
        base.with(&[6, 0], column(&[1, 2, 4, 8])).with(&[6, 1], column(&[1, 3, 2, 3, 1]))
    });
    reject("value-greater-than-1", "value_range", Value(3), "A value of 5/4", base.set(&[6, 2, 3], 5));
    reject("value-just-greater-than-1", "value_range", Value(4), "The last value is 2/1", base.set(&[6, 2, 4], 2));
    let not_reduced = base.with(&[6, 1, 2], U(2)).set(&[6, 2, 2], 2).with(&[6, 1], column(&[0, 1, 1, 1, 0])).with(&[6, 0], column(&[1, 4]));
    reject("value-not-reduced", "value_reduced", Value(2), "1/2 is written 2/4", not_reduced);
    reject("zero-not-reduced", "value_ends", Value(0), "0 is written 0/4", base.set(&[6, 1, 0], 2));
    reject("one-not-reduced", "value_ends", Value(4), "1 is written 4/4", base.set(&[6, 1, 4], 2).set(&[6, 2, 4], 4));
    let odd = alone(&tug(3));
    // The denominators are 1 2 3 6, the inner values 1/3 and 2/3.
    let sixths = {
        let third = (0..7).find(|place| odd.number(&[6, 1, *place]) == 2).unwrap();
        let twice = odd.number(&[6, 2, third]) * 2;
        odd.set(&[6, 1, third], 3).set(&[6, 2, third], twice)
    };
    reject("third-not-reduced", "value_reduced", Value(2), "1/3 is written 2/6: an odd denominator", sixths);
    reject("values-equal", "value_order", Value(2), "A value stands twice", {
        base.insert(&[6, 1, 1], U(2)).insert(&[6, 2, 1], U(1)).with(&[6, 3], column(&[2, 3, 4]))
    });
    reject("values-descend", "value_order", Value(2), "Two values stand in descending order", {
        base.with(&[6, 2], column(&[0, 3, 1, 1, 1]))
    });
    reject("zero-left-out", "value_ends", Value(0), "The table of values does not begin with 0", {
        base.without(&[6, 1, 0]).without(&[6, 2, 0]).with(&[6, 3], column(&[0, 1, 2]))
    });
    reject("one-left-out", "value_ends", Value(3), "The table of values does not end with 1", base.without(&[6, 1, 4]).without(&[6, 2, 4]));
    reject("no-values", "value_ends", Value(0), "The table of values is empty", {
        base.with(&[6, 0], A(vec![])).with(&[6, 1], A(vec![])).with(&[6, 2], A(vec![]))
    });
    reject("rank-of-no-value", "rank", class(1), "A rank is the one behind the last value's", base.set(&[6, 3, 1], 5));
    reject("rank-beyond-32-bits", "rank", class(0), "A rank that is right modulo 2^32", base.set(&[6, 3, 0], (1 << 32) + 1));
    reject("value-unused", "value_used", Value(2), "A value more, which no class has", {
        let more = base.with(&[6, 0], column(&[1, 2, 3, 4])).with(&[6, 1], column(&[0, 3, 2, 1, 3, 0]));
        more.with(&[6, 2], column(&[0, 1, 1, 1, 3, 1])).with(&[6, 3], column(&[1, 3, 4]))
    });
    reject("equation-first-class", "equation", class(0), "The first class has the value of the second", {
        base.with(&[6, 3], column(&[2, 2, 3]))
    });
    reject(
        "equation-last-class",
        "equation",
        class(1),
        "The last class has the value 1, which the equation of the one before it shows first",
        base.set(&[6, 3, 2], 4),
    );
    reject("choice-white-outside", "choice_range", class(1), "White's choice is the option behind the last", base.set(&[6, 6, 1], 2));
    reject("choice-black-outside", "choice_range", class(2), "Black's choice has 64 bits", base.set(&[6, 7, 2], u64::MAX));
    reject("choice-white-not-greedy", "choice_greedy", class(0), "White chooses the option of less value", base.set(&[6, 6, 0], 0));
    reject("choice-black-not-greedy", "choice_greedy", class(2), "Black chooses the option of greater value", base.set(&[6, 7, 2], 1));
    // White's labels are 3, 2, 1, Black's 1, 2, 3.
    for (at, colour, number) in [(4, "white", 0), (5, "black", 1)] {
        let label = base.number(&[6, at, number]);
        let table = [
            ("missing", 0, "A label is missing where the value asks for one"),
            ("small", label - 1, "A label is too small by one"),
            ("large", label + 1, "A label is too large by one"),
            ("large-modulo", label + (1 << 32), "A label that is right modulo 2^32"),
        ];
        for (how, label, what) in table {
            let clause = format!("label_{colour}_{}", how.split('-').next().unwrap());
            reject(&format!("label-{colour}-{how}"), &clause, class(number), what, base.set(&[6, at, number], label));
        }
    }
    reject("label-of-64-bits", "label_black_large", class(0), "The greatest label that can be written", base.set(&[6, 5, 0], u64::MAX));
    // The class has value 1 and both of White's options win, so the choice must be the first.
    let twice = games::graph("Twice", &[("v", "won won", "lost lost")], &[("won", 0), ("lost", 1)]);
    let base = corpus.accept("richman/two-options-alike", "Two options that are equally good: the first is chosen", &alone(&twice));
    let place = || Is(twice.class(0));
    corpus.reject(
        "richman/choice-white-second",
        "richman/choice_first",
        place(),
        "White chooses the second of two equal options",
        &base.set(&[6, 6, 0], 1),
    );
    corpus.reject(
        "richman/choice-black-second",
        "richman/choice_first",
        place(),
        "Black chooses the second of two equal options",
        &base.set(&[6, 7, 0], 1),
    );
    // The label decides before the order of the options does.
    let slow = games::graph("Slow", &[("a", "b won", "b lost"), ("b", "won", "won")], &[("won", 0), ("lost", 1)]);
    let base =
        corpus.accept("richman/label-before-order", "The option of least label is chosen, not the first of greatest value", &alone(&slow));
    corpus.reject(
        "richman/choice-of-greater-label",
        "richman/choice_first",
        Is(slow.class(0)),
        "White chooses an option of equal value and greater label",
        &base.set(&[6, 6, 0], 0),
    );
    // The label is infinite, since the value is 0.
    let lost = games::graph("Lost", &[("a", "a", "a lost")], &[("lost", 1)]);
    let base = corpus.accept("richman/infinite-label", "White has no label where alpha is 0 and play may go on for ever", &alone(&lost));
    let place = || Is(lost.class(0));
    corpus.reject(
        "richman/label-white-from-nowhere",
        "richman/label_white_small",
        place(),
        "A label where the right-hand side is infinite",
        &base.set(&[6, 4, 0], 1),
    );
    // Column entries above 2^32 - 2 are read as 2^32 - 2.
    let cycle = games::graph("For ever", &[("a", "b", "b"), ("b", "a", "a")], &[]);
    let base = alone(&cycle);
    for (name, label) in [("alike", (1 << 32) - 1), ("descending", (1 << 32) - 2)] {
        corpus.reject(
            &format!("richman/labels-beyond-{name}"),
            "richman/label_white_small",
            Is(cycle.class(0)),
            "Two classes that lead to each other have labels of 2^32 and about: both count as 2^32 - 2",
            &base.set(&[6, 5, 0], 1 << 32).set(&[6, 5, 1], label),
        );
    }
    // The last denominator, 2^64, is a bignum.
    let base = alone(&sudden_death(0, 64));
    let denominator = 64;
    corpus.reject(
        "richman/bignum-off-by-one",
        "richman/value_order",
        Value(64),
        "The numerator of a value with a bignum for a denominator is 0",
        &{
            let place = (1..66).find(|place| base.number(&[6, 1, *place]) == denominator).unwrap();
            base.set(&[6, 2, place], 0)
        },
    );
}

/// Adds files that break clauses on a certificate with two functions: the game with a drawn end.
fn two_functions(corpus: &mut Corpus) {
    let game = a_draw();
    let base = alone(&game);
    let class = || Is(game.class(0));
    let mut reject = |name: &str, clause: &str, place: Place<'_>, what: &str, item: Item| {
        corpus.reject(&format!("richman/two-{name}"), &format!("richman/{clause}"), place, what, &item);
    };
    // The values are 0, 1/2 and 1. The columns are alpha, beta, labels, choices for alpha and choices for beta.
    reject("functions-alike", "form", At(&[4, 0]), "Two functions are claimed, and the columns are equal", base.set(&[6, 4, 0], 1));
    reject(
        "functions-alike-beyond",
        "form",
        At(&[4, 0]),
        "Two functions are claimed, and the columns differ above 2^32 only, where all entries count as 2^32 - 2",
        base.set(&[6, 3, 0], 1 << 32).set(&[6, 4, 0], (1 << 32) + 1),
    );
    reject("beta-column-short", "column", At(&[6, 4]), "The column of beta is empty", base.with(&[6, 4], A(vec![])));
    reject("choice-column-long", "column", At(&[6, 10]), "The last column has an entry too many", base.with(&[6, 10], column(&[0, 0])));
    reject("alpha-too-great", "equation", class(), "alpha is that of a won position", base.set(&[6, 3, 0], 2).set(&[6, 4, 0], 1));
    reject("beta-too-small", "equation", class(), "beta is 0 at a class of which one option wins", base.set(&[6, 4, 0], 0));
    reject("beta-of-no-value", "rank", class(), "The rank of beta is no value's", base.set(&[6, 4, 0], 3));
    reject("label-white-missing", "label_white_missing", class(), "White's label is missing", base.set(&[6, 5, 0], 0));
    reject(
        "label-black-from-nowhere",
        "label_black_small",
        class(),
        "Black has a label though beta is 1 and a draw is all there is",
        base.set(&[6, 6, 0], 1),
    );
    reject("choice-white-alpha", "choice_greedy", class(), "White's choice for alpha is the draw", base.set(&[6, 7, 0], 0));
    reject("choice-black-alpha", "choice_range", class(), "Black's choice for alpha is no option", base.set(&[6, 8, 0], 1));
    reject(
        "choice-white-beta",
        "choice_first",
        class(),
        "White's choice for beta is the second of two equal options",
        base.set(&[6, 9, 0], 1),
    );
    reject("choice-black-beta", "choice_range", class(), "Black's choice for beta is no option", base.set(&[6, 10, 0], 7));
    reject("one-function-claimed", "equation", class(), "One function is claimed for a game with two: the equation fails for beta", {
        let evidence: Vec<Item> = [0, 1, 2, 3, 5, 6, 7, 10].iter().map(|at| base.get(&[6, *at]).clone()).collect();
        base.set(&[4, 0], 1).with(&[6], A(evidence))
    });
}

/// Adds files about cited certificates.
fn cited(corpus: &mut Corpus, Chess { kings, queen }: &Chess) {
    let game = Ending::new(2, 2, "KQK").game(&[&Ending::new(2, 2, "KK")]);
    corpus.reject(
        "richman/queen-equation",
        "richman/equation",
        Is(game.class(1)),
        "A class of king and queen against king has the value 0",
        &{ queen.set(&[6, 3, 1], 0) },
    );
    let wrong = kings.set(&[6, 4, 1], 2);
    corpus.reject(
        "richman/kings-label",
        "richman/label_white_large",
        Is("class 1 (1k/K1)".to_owned()),
        "A label of bare kings is too large by one",
        &wrong,
    );
    corpus.reject(
        "richman/cites-a-rejected-file",
        "citation/rejected",
        Is("citation 0".to_owned()),
        "King and queen against king, resting on bare kings with a wrong label (kings-label.cbor)",
        &queen.with(&[5, 0], super::item::B(super::digest(&wrong))),
    );
}
