//! Compares solutions with the paper of Larsson and Wästlund, *Endgames in bidding chess*. Every value, label and count
//! in the paper is tested for the endings and boards that are solved here. The positions in the paper's diagrams were
//! reconstructed from the printed values.

use std::collections::BTreeSet;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use dashu_int::UBig;
use gamecert_solver::answers::lookup::{Lookup, MoveValue, lookup};
use gamecert_solver::answers::money_bid::Tempo;
use gamecert_solver::answers::survey::{Category, Count, QuiescentCategory, Survey, survey};
use gamecert_solver::answers::tablebase::Tablebase;
use gamecert_solver::control::{Control, Silent};
use gamecert_solver::games::Colour;
use gamecert_solver::games::bidding_chess::{Board, Diagram, Ending, Material};
use gamecert_solver::model::graph::Label;
use gamecert_solver::solve;

const THREE_PIECES: &str = "KK KQK KRK KBK KNK KPK";

fn solved(board: Board, materials: &str) -> Tablebase {
    let materials: Vec<Material> =
        materials.split(' ').map(|text| text.parse().unwrap()).filter(|material: &Material| material.fits(board)).collect();
    let family = Ending::family(board, &materials).unwrap();
    let stop = AtomicBool::new(false);
    let solutions = solve::bidding_chess::solve(&family, Control::new("", &Silent, &stop)).unwrap();
    Tablebase::new(family.into_iter().zip(solutions).collect())
}

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

static CHESS: LazyLock<Tablebase> = LazyLock::new(|| solved(Board::CHESS, THREE_PIECES));
static ON_3X4: LazyLock<Tablebase> = LazyLock::new(|| solved(board("3x4"), THREE_PIECES));
static ON_3X8: LazyLock<Tablebase> = LazyLock::new(|| solved(board("3x8"), THREE_PIECES));
static ON_4X4: LazyLock<Tablebase> = LazyLock::new(|| solved(board("4x4"), THREE_PIECES));
static WALL: LazyLock<Tablebase> = LazyLock::new(|| solved(board("2x4"), "KPKP"));

static REPORTS: LazyLock<Vec<Survey>> = LazyLock::new(|| (0..CHESS.endings().len()).map(|number| survey(&CHESS, number)).collect());

fn report(material: &str) -> &'static Survey {
    REPORTS.iter().find(|report| report.material == material).unwrap()
}

fn category(material: &str, category: Category) -> &'static QuiescentCategory {
    report(material).quiescence.categories.iter().find(|found| found.category == category).unwrap()
}

fn ask(tablebase: &Tablebase, position: &str) -> Lookup {
    lookup(tablebase, &Diagram::parse(tablebase.board(), position).unwrap(), Vec::new()).unwrap()
}

fn best(moves: &[MoveValue]) -> String {
    moves.iter().filter(|mv| mv.best).map(|mv| mv.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// Converts a list such as `Kd1 Ne8 ka1` to a position.
fn placed(board: Board, pieces: &str) -> String {
    let mut rows = vec![vec!['1'; board.width().into()]; board.height().into()];
    for word in pieces.split(' ') {
        let square = board.named(&word[1..]).unwrap();
        rows[usize::from(board.rank(square))][usize::from(board.file(square))] = word.chars().next().unwrap();
    }
    // Each run of empty squares becomes a digit. Longer runs are replaced first.
    let mut text: String = rows.iter().rev().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/");
    for empty in (2..=9_usize).rev() {
        text = text.replace(&"1".repeat(empty), &empty.to_string());
    }
    text
}

fn of(tablebase: &Tablebase, pieces: &str) -> Lookup {
    ask(tablebase, &placed(tablebase.board(), pieces))
}

#[test]
fn values() {
    let cases: [(&str, &Tablebase, &str, &str); 22] = [
        ("figure 1", &CHESS, "Kd6 Rh8 kd8", "3/4"),
        ("section 1, the kings face to face", &CHESS, "Kd6 Rh8 kd7", "1/2"),
        ("figure 2, bare kings", &CHESS, "Ka1 kh8", "1/2"),
        ("figure 3, left", &CHESS, "Kf3 Bg2 ka4", "9/16"),
        ("figure 3, left, another king", &CHESS, "Ke4 Bg2 ka4", "9/16"),
        ("figure 3, left, another king", &CHESS, "Kd5 Bg2 ka4", "9/16"),
        ("figure 3, left, another king", &CHESS, "Kc6 Bg2 ka4", "9/16"),
        ("figure 3, right", &CHESS, "Kh1 Pb2 kc8", "33/64"),
        ("figure 4", &CHESS, "Kc1 Rh1 ka8", "7463/8192"),
        ("figure 5", &CHESS, "Ka7 Pa6 kc7", "1/2"),
        ("figure 6", &CHESS, "Kd1 Re5 kc6", "249/320"),
        ("figure 8", &CHESS, "Ka1 Nd1 kd4", "21073/32256"),
        ("figure 8 after Nc3", &CHESS, "Ka1 Nc3 kd4", "10489/16128"),
        ("figure 8 after ...Kc4", &CHESS, "Ka1 Nd1 kc4", "21/32"),
        ("figure 9, left, d8N", &CHESS, "Kc2 Nd8 ke6", "205/256"),
        ("figure 9, left, d8Q", &CHESS, "Kc2 Qd8 ke6", "3279/4096"),
        ("figure 9, right, e8N", &CHESS, "Kd2 Ne8 kf6", "205/256"),
        ("figure 9, right, e8Q", &CHESS, "Kd2 Qe8 kf6", "3285/4096"),
        ("figure 11", &ON_3X4, "Ka1 Nc1 kc4", "5/8"),
        ("section 14, 3x8", &ON_3X8, "Ka1 Na7 kb5", "653/819"),
        ("section 14, 4x4", &ON_4X4, "Ka1 Nd1 kd4", "31/48"),
        ("section 14, 4x4, knight on a4", &ON_4X4, "Ka1 Na4 kd4", "31/48"),
    ];
    for (what, tablebase, pieces, value) in cases {
        let found = of(tablebase, pieces);
        assert_eq!((found.alpha.to_string().as_str(), &found.beta), (value, &found.alpha), "{what}: {pieces}");
    }
}

#[test]
fn figures_hold_for_the_kings_they_do_not_depend_on() {
    let squares = |files: &str, ranks: &str| -> Vec<String> {
        files.chars().flat_map(|file| ranks.chars().map(move |rank| format!("K{file}{rank}"))).collect()
    };
    // In figure 4, White's king may be anywhere on the first rank or the h-file.
    for king in [squares("abcdefg", "1"), squares("h", "2345678")].concat() {
        assert_eq!(of(&CHESS, &format!("{king} Rh1 ka8")).alpha.to_string(), "7463/8192", "{king}");
    }
    // In the right diagram of figure 3, White's king may be anywhere except in the pawn's way or next to Black's king.
    let kings = squares("abcdefgh", "12345678").into_iter().filter(|king| king != "Kb2" && king != "Kc8");
    let others: Vec<String> = kings.filter(|king| of(&CHESS, &format!("{king} Pb2 kc8")).alpha.to_string() != "33/64").collect();
    assert_eq!(others.join(" "), "Kb3 Kb4 Kb5 Kb6 Kb7 Kb8 Kc7 Kd7 Kd8");
    // In figure 2, the bare kings may be anywhere.
    assert_eq!(report("KK").values, 1);
}

#[test]
fn best_moves() {
    use Colour::{Black, White};
    let cases: [(&str, &Tablebase, &str, Colour, &str, &str); 15] = [
        ("figure 1: one of three squares next to White's king", &CHESS, "Kd6 Rh8 kd8", Black, "d8e7 d8d7 d8c7", "1/2"),
        ("figure 4: attack from the side", &CHESS, "Kc1 Rh1 ka8", White, "h1h8", "3853/4096"),
        ("figure 4: towards the king", &CHESS, "Kc1 Rh1 ka8", Black, "a8b7 a8a7", "1805/2048"),
        ("section 10: 138 digits lie between these", &CHESS, "Kd1 Ne8 ka1", White, "d1e2", ""),
        ("figure 8: the knight's sacrifice", &CHESS, "Ka1 Nd1 kd4", White, "d1c3", "10489/16128"),
        ("figure 8", &CHESS, "Ka1 Nd1 kd4", Black, "d4c4", "21/32"),
        ("figure 9, left", &CHESS, "Kc2 Pd7 ke6", White, "d7d8n", "205/256"),
        ("figure 9, right", &CHESS, "Kd2 Pe7 kf6", White, "e7e8q", "3285/4096"),
        ("4x4: three optimal moves", &ON_4X4, "Ka1 Nd1 kd4", White, "a1a2 a1b1 d1b2", "61/96"),
        ("4x4, after Ka2: back", &ON_4X4, "Ka2 Nd1 kd4", White, "a2a1", "31/48"),
        ("4x4, after Kb1: back", &ON_4X4, "Kb1 Nd1 kd4", White, "b1a1", "31/48"),
        ("4x4, after Nb2: back, or to a4", &ON_4X4, "Ka1 Nb2 kd4", White, "b2d1 b2a4", "31/48"),
        ("4x4: Black has to leave the corner", &ON_4X4, "Ka1 Nd1 kd4", Black, "d4d3 d4c4", "21/32"),
        ("wall: White may wait", &WALL, "Ka1 Pa2 pa3 ka4", White, "a1b2 a1b1", "1/4"),
        ("wall: Black may wait", &WALL, "Ka1 Pa2 pa3 ka4", Black, "a4b4 a4b3", ""),
    ];
    for (what, tablebase, pieces, colour, moves, value) in cases {
        let found = of(tablebase, pieces);
        let list = if colour == White { &found.white_moves } else { &found.black_moves };
        assert_eq!(best(list), moves, "{what}: {pieces}");
        if !value.is_empty() {
            assert!(list.iter().filter(|mv| mv.best).all(|mv| mv.value.to_string() == value), "{what}: {list:?}");
        }
    }
}

#[test]
fn section_9_denominators() {
    // Each case has the ending, its largest denominator, the factors of that denominator, and the odd primes that
    // divide some denominator.
    let cases: [(&str, &str, &str, &[u64]); 4] = [
        ("KK", "2", "2", &[]),
        ("KQK", "268435456", "2^28", &[3, 5, 17]),
        ("KRK", "229627505902878720", "2^40 * 3^3 * 5 * 7 * 13 * 17", &[3, 5, 7, 13, 17, 251]),
        ("KBK", "16", "2^4", &[]),
    ];
    for (material, largest, factors, primes) in cases {
        let found = &report(material).denominators;
        assert_eq!(found.largest.value.denominator().to_string(), largest, "{material}");
        assert_eq!(found.factors.to_string(), factors, "{material}");
        assert_eq!(found.odd_primes, primes.iter().copied().collect::<BTreeSet<u64>>(), "{material}");
        assert_eq!(found.odd.count, Count::default(), "{material}: no odd denominators on the usual board");
        // The paper says: "Most rook and queen endgames have 2-power denominators."
        assert!(found.dyadic.placements > 6 * found.nondyadic.placements, "{material}");
    }
    // Bishop endings have denominators 2, 4, 8 and 16. The denominator 1 occurs only where play is over.
    let bishop = &CHESS.endings()[CHESS.number_of(&"KBK".parse().unwrap()).unwrap()].1;
    let texts: Vec<String> = bishop.values.iter().map(ToString::to_string).collect();
    assert_eq!(texts.join(" "), "0/1 1/2 9/16 5/8 3/4 1/1");
    // The simplest of all values that are not dyadic is 249/320.
    let simplest =
        REPORTS.iter().filter_map(|report| report.denominators.least_nondyadic.as_ref()).min_by_key(|found| found.value.denominator());
    assert_eq!(simplest.unwrap().value.to_string(), "249/320");
}

#[test]
fn section_10_the_largest_denominator() {
    let numerator = "118149099210761088839658071450928865980708175943671062283570061370088\
                     990297242487312344048797827448187146592684262495193145202761460197371";
    let denominator = "200453006658428905551436939930457127472327950605425153085344343480681\
                       727125595119114980629492845444447049929082740309543514434854453248000";
    let found = of(&CHESS, "Kd1 Ne8 ka1");
    assert_eq!(found.alpha.to_string(), format!("{numerator}/{denominator}"));
    assert_eq!(found.decimal, "0.5894104617");
    assert_eq!((numerator.len(), denominator.len()), (138, 138));
    let knight = &report("KNK").denominators;
    assert_eq!((knight.digits, &knight.largest.value), (138, &found.alpha));
    assert!(REPORTS.iter().all(|report| report.denominators.largest.value.denominator() <= found.alpha.denominator()));
    let big = |text: &str| UBig::from_str_radix(text, 10).unwrap();
    let cofactor = ["63587", "68891", "1894603", "42481581776421430245997", "240980537473228976453730945188262261414394247399"];
    assert_eq!(knight.factors.primes, [(2, 131), (3, 4), (5, 3), (7, 2), (17, 1), (211, 1), (487, 1)]);
    assert_eq!(knight.factors.cofactor, Some(cofactor.into_iter().map(big).product()));
}

#[test]
fn section_8_every_position_has_labels_and_one_value() {
    for report in REPORTS.iter() {
        assert_eq!(report.intervals.count, Count::default(), "{}: alpha = beta", report.material);
        assert_eq!((report.labels.white.without, report.labels.black.without), (0, 0), "{}: all belong to T and T'", report.material);
    }
}

#[test]
fn section_8_quiescent_positions() {
    // Each case has the ending, the category, the numbers of quiescent classes and placements, and the largest labels
    // of White and Black. The last pair counts the classes and placements that fit the description but have adjacent
    // kings; the paper does not count them.
    type Case = (&'static str, Category, (u64, u64), (Label, Label), (u64, u64));
    let cases: [Case; 4] = [
        ("KK", Category::BareKings, (462, 3_612), (7, 7), (56, 420)),
        ("KBK", Category::GhostBishop, (14_220, 113_760), (7, 7), (1_652, 13_216)),
        ("KPK", Category::BlockedPawn, (4_689, 9_378), (7, 13), (519, 1_038)),
        ("KPK", Category::CorneredKing, (4, 8), (2, 2), (0, 0)),
    ];
    let both = |count: Count| (count.classes, count.placements);
    for (material, name, quiescent, labels, adjacent) in cases {
        let found = category(material, name);
        assert_eq!(both(found.count), quiescent, "{name:?}");
        assert_eq!(both(found.kings_adjacent), adjacent, "{name:?}: kings side by side");
        assert_eq!(found.not_quiescent, Count::default(), "{name:?}: otherwise the description is exact");
        assert_eq!((found.labels.white.largest, found.labels.black.largest), (Some(labels.0), Some(labels.1)), "{name:?}: T and T'");
        let values: Vec<String> = found.examples.iter().map(|example| example.value.to_string()).collect();
        assert_eq!(values, ["1/2"], "{name:?}");
    }
    // No other quiescent positions exist.
    let all: u64 = REPORTS.iter().map(|report| report.quiescence.count.classes).sum();
    assert_eq!(all, cases.iter().map(|(_, _, (classes, _), ..)| classes).sum::<u64>());
}

#[test]
fn section_8_cornered_kings() {
    let mirrored = |pieces: &str| -> String {
        pieces.chars().map(|letter| if ('a'..='h').contains(&letter) { char::from(b'a' + b'h' - letter as u8) } else { letter }).collect()
    };
    for pieces in ["Ka7 Pa6 kc7", "Ka8 Pa6 kc7", "Ka8 Pa7 kc7", "Ka8 Pa7 kc8"] {
        for pieces in [pieces.to_owned(), mirrored(pieces)] {
            let found = of(&CHESS, &pieces);
            assert_eq!((found.alpha.to_string().as_str(), found.bid.tempo()), ("1/2", Tempo::Quiescent), "{pieces}");
        }
    }
}

#[test]
fn section_11_zugzwang() {
    let found = of(&CHESS, "Ka1 Nd1 kd4");
    assert_eq!((found.bid.to_string().as_str(), found.bid.tempo()), ("-95/32256", Tempo::Zugzwang));
    assert_eq!(of(&ON_4X4, "Ka1 Nd1 kd4").bid.to_string(), "-1/96");
    // The paper does not have this count: 24 positions are zugzwang, all with a knight, and the position of figure 8 is
    // the worst.
    for report in REPORTS.iter() {
        let expected = if report.material == "KNK" { (3, 24) } else { (0, 0) };
        let count = report.zugzwang.count;
        assert_eq!((count.classes, count.placements), expected, "{}", report.material);
    }
    assert_eq!(report("KNK").zugzwang.worst[0].example.position, placed(Board::CHESS, "Ka1 Nd1 kd4"));
}

#[test]
fn section_12_promotion() {
    let found = report("KPK").promotions.as_ref().unwrap();
    assert_eq!(found.rook_or_bishop_better, 0, "a rook or bishop is never better than a queen");
    assert!(found.knight_better > 0 && found.queen_better > 0 && found.knight_best_move > 0);
    assert_eq!(found.moves, found.queen_better + found.knight_better + found.equal);
    // Sometimes promotion to a knight is better than to a queen. The left diagram of figure 9 has the smallest margin.
    let margin = found.least_margin_knight.as_ref().unwrap();
    assert_eq!((margin.text.as_str(), margin.position.as_str()), ("d7d8n", placed(Board::CHESS, "Kc2 Pd7 ke6").as_str()));
}

#[test]
fn section_13_a_wall() {
    // This position is the smallest analogue of figure 10. No pawn can move, and a breakthrough is recaptured.
    let found = of(&WALL, "Ka1 Pa2 pa3 ka4");
    assert_eq!((found.alpha.to_string(), found.beta.to_string()), ("1/4".to_owned(), "3/4".to_owned()));
    let number = WALL.number_of(&"KPKP".parse().unwrap()).unwrap();
    let count = survey(&WALL, number).intervals.count;
    assert_eq!((count.classes, count.placements), (8, 16));
}

#[test]
fn section_14_other_boards() {
    // On 3x4 a quiescent position has a value other than 1/2.
    let knight = |tablebase: &Tablebase| survey(tablebase, tablebase.number_of(&"KNK".parse().unwrap()).unwrap());
    let on_3x4 = of(&ON_3X4, "Ka1 Nc1 kc4");
    assert_eq!(on_3x4.bid.tempo(), Tempo::Quiescent);
    assert!(on_3x4.white_moves.iter().all(|mv| mv.value <= on_3x4.alpha), "White cannot improve by any move");
    let others = knight(&ON_3X4).quiescence.categories;
    assert_eq!(others.iter().flat_map(|found| &found.examples).map(|found| found.value.to_string()).collect::<Vec<_>>(), ["5/8"]);
    // On 3x8 odd denominators occur.
    let odd = knight(&ON_3X8).denominators.odd;
    assert_eq!(odd.factors.unwrap().to_string(), "3^2 * 7 * 13");
}

/// Lists the boards whose width and height are in these ranges.
fn boards(widths: std::ops::RangeInclusive<u8>, heights: std::ops::RangeInclusive<u8>) -> Vec<Board> {
    widths.flat_map(|width| heights.clone().map(move |height| Board::new(width, height).unwrap())).collect()
}

fn assert_sharp(boards: &[Board]) {
    for &board in boards {
        let tablebase = solved(board, THREE_PIECES);
        for (ending, solution) in tablebase.endings() {
            assert!(solution.is_sharp(), "{} on {board}: alpha < beta", ending.material());
        }
    }
}

#[test]
fn section_14_no_intervals_on_smaller_boards() {
    assert_sharp(&boards(2..=8, 2..=8));
}
