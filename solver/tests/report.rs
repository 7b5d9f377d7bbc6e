//! Tests that look-ups, exports and surveys agree with each other, with the rules and with the JSON schemas.

mod common;

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use common::Schema;
use gamecert_solver::answers::export::Export;
use gamecert_solver::answers::kinds::sheet::{Cell, JsonLines, Sheet};
use gamecert_solver::answers::lookup::{Lookup, lookup};
use gamecert_solver::answers::money_bid::Tempo;
use gamecert_solver::answers::survey::{Category, survey};
use gamecert_solver::answers::tablebase::Tablebase;
use gamecert_solver::control::{Control, Silent};
use gamecert_solver::games::Colour;
use gamecert_solver::games::bidding_chess::{Board, Diagram, Ending, Material};
use gamecert_solver::model::value::Rational;
use gamecert_solver::solve;
use serde_json::Value;

fn solved(board: &str, materials: &str) -> Tablebase {
    let board: Board = board.parse().unwrap();
    let materials: Vec<Material> = materials.split(' ').map(|text| text.parse().unwrap()).collect();
    let family = Ending::family(board, &materials).unwrap();
    let stop = AtomicBool::new(false);
    let solutions = solve::bidding_chess::solve(&family, Control::new("", &Silent, &stop)).unwrap();
    Tablebase::new(family.into_iter().zip(solutions).collect())
}

static KRKN_3X3: LazyLock<Tablebase> = LazyLock::new(|| solved("3x3", "KRKN"));
static KNK_4X4: LazyLock<Tablebase> = LazyLock::new(|| solved("4x4", "KNK"));
static KPKP_2X4: LazyLock<Tablebase> = LazyLock::new(|| solved("2x4", "KPKP"));
static KPK_5X5: LazyLock<Tablebase> = LazyLock::new(|| solved("5x5", "KPK"));

fn ask(tablebase: &Tablebase, position: &str) -> Result<Lookup, String> {
    let diagram = Diagram::parse(tablebase.board(), position).unwrap();
    lookup(tablebase, &diagram, vec!["0".repeat(64)]).map_err(|error| error.to_string())
}

/// Returns one diagram for each class of symmetric positions of an ending.
fn diagrams(tablebase: &Tablebase, number: usize) -> impl Iterator<Item = Diagram> {
    let ending = &tablebase.endings()[number].0;
    (0..)
        .take(ending.numbering().classes())
        .map(|class| Diagram::new(ending.board(), ending.material(), &ending.numbering().placement(class)))
}

#[test]
fn a_lookup_satisfies_the_equations() {
    for tablebase in [&*KRKN_3X3, &*KNK_4X4, &*KPKP_2X4] {
        for diagram in diagrams(tablebase, tablebase.endings().len() - 1) {
            let found = lookup(tablebase, &diagram, Vec::new()).unwrap();
            let max_w = found.white_moves.iter().map(|mv| &mv.value).max().unwrap();
            let min_b = found.black_moves.iter().map(|mv| &mv.value).min().unwrap();
            assert_eq!(found.alpha, max_w.average(min_b), "{diagram}: alpha");
            let min_beta = found.black_moves.iter().map(|mv| mv.beta()).min().unwrap();
            assert_eq!(found.beta, found.white_moves.iter().map(|mv| mv.beta()).max().unwrap().average(min_beta), "{diagram}: beta");
            assert!(found.white_moves.iter().all(|mv| mv.best == (mv.value == *max_w)), "{diagram}: White's best moves");
            assert!(found.black_moves.iter().all(|mv| mv.best == (mv.beta() == min_beta)), "{diagram}: Black's best moves");
            assert_eq!(found.bid.size(), &max_w.half_difference(min_b).1, "{diagram}: bid");
            assert_eq!(found.bid.tempo() == Tempo::Zugzwang, max_w < min_b, "{diagram}: sign of the bid");
            assert_eq!(
                (&found.white_wins_above.exchanged(), &found.black_wins_above),
                (&found.alpha, &found.beta),
                "{diagram}: thresholds"
            );
            assert_eq!(found.bid_beta.is_some(), found.alpha != found.beta, "{diagram}: bid for beta");
            assert_eq!(found.decimal_beta.is_some(), found.alpha != found.beta, "{diagram}: decimal of beta");
        }
    }
}

#[test]
fn a_position_with_colours_exchanged_is_its_mirror_image() {
    let exchanged_text = |text: &str, board: Board| {
        let square = |name: &str| board.name(board.opposite_rank(board.named(name).unwrap()));
        format!("{}{}{}", square(&text[..2]), square(&text[2..4]), &text[4..])
    };
    for tablebase in [&*KRKN_3X3, &*KPKP_2X4, &*KPK_5X5] {
        let board = tablebase.board();
        for diagram in diagrams(tablebase, tablebase.endings().len() - 1) {
            let own = lookup(tablebase, &diagram, Vec::new()).unwrap();
            let other = lookup(tablebase, &diagram.exchanged(), Vec::new()).unwrap();
            assert_eq!((&other.alpha, &other.beta), (&own.beta.exchanged(), &own.alpha.exchanged()), "{diagram}");
            assert_eq!((other.label_white, other.label_black), (own.label_black, own.label_white), "{diagram}");
            assert_eq!(other.position, diagram.exchanged().to_string());
            for (moves, mirrored) in [(&own.white_moves, &other.black_moves), (&own.black_moves, &other.white_moves)] {
                let mut expected: Vec<_> = moves
                    .iter()
                    .map(|mv| (exchanged_text(&mv.text, board), mv.beta().exchanged(), mv.value.exchanged(), mv.best))
                    .collect();
                let mut found: Vec<_> = mirrored.iter().map(|mv| (mv.text.clone(), mv.value.clone(), mv.beta().clone(), mv.best)).collect();
                expected.sort();
                found.sort();
                assert_eq!(found, expected, "{diagram}");
            }
        }
    }
}

#[test]
fn moves_come_in_the_order_of_the_position() {
    let krk = solved("8x8", "KRK");
    let cases = [
        // Black has the rook, so the ending is KRK with colours exchanged. Moves are still listed in White's order of
        // directions.
        (&krk, "8/8/8/8/3K4/8/8/k2r4", Colour::White, "d4d5 d4e5 d4e4 d4e3 d4d3 d4c3 d4c4 d4c5"),
        (&krk, "8/8/8/8/3K4/8/8/k2r4", Colour::Black, "a1a2 a1b2 a1b1 d1d2 d1d3 d1d4 d1e1 d1f1 d1g1 d1h1 d1c1 d1b1"),
        (&KPK_5X5, "5/p3k/1K3/5/5", Colour::Black, "e4e5 e4e3 e4d3 e4d4 e4d5 a4a3 a4a2 a4b3"),
        (&KPK_5X5, "5/4k/5/p2K1/5", Colour::White, "d2d3 d2e3 d2e2 d2e1 d2d1 d2c1 d2c2 d2c3"),
        (&KPK_5X5, "5/4k/3K1/p4/5", Colour::Black, "e4e5 e4e3 e4d3 e4d4 e4d5 a2a1q a2a1r a2a1b a2a1n"),
        (&KPKP_2X4, "k1/p1/P1/K1", Colour::White, "a1b2 a1b1"),
    ];
    for (tablebase, position, colour, expected) in cases {
        let found = ask(tablebase, position).unwrap();
        let moves = if colour == Colour::White { found.white_moves } else { found.black_moves };
        assert_eq!(moves.iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>().join(" "), expected, "{position}");
    }
}

#[test]
fn a_king_captured_is_the_end() {
    let one_and_zero = |mv: &gamecert_solver::answers::lookup::MoveValue| (mv.text.clone(), mv.value.to_string(), mv.best);
    let found = ask(&KRKN_3X3, "2k/n1R/K2").unwrap();
    assert!(found.white_moves.iter().map(one_and_zero).any(|mv| mv == ("c2c3".to_owned(), "1/1".to_owned(), true)));
    let found = ask(&KRKN_3X3, "2R/kn1/K2").unwrap();
    assert!(found.black_moves.iter().map(one_and_zero).any(|mv| mv == ("a2a1".to_owned(), "0/1".to_owned(), true)));
}

#[test]
fn what_is_not_there_is_said() {
    let error = ask(&KNK_4X4, "3k/4/4/K2Q").unwrap_err();
    assert_eq!(error, "position '3k/4/4/K2Q' is of the ending KQK, but the tablebase on 4x4 has only KK, KNK");
    let elsewhere = Diagram::parse("3x4".parse().unwrap(), "2k/3/3/K1N").unwrap();
    let error = lookup(&KNK_4X4, &elsewhere, Vec::new()).unwrap_err().to_string();
    assert_eq!(error, "position '2k/3/3/K1N' is on a board of 3x4, but the tablebase has endings on 4x4");
}

fn as_json(export: &Export, cells: &[Cell]) -> Value {
    let mut line = Vec::new();
    let mut sheet = JsonLines::new(&mut line);
    sheet.head(&export.columns()).unwrap();
    sheet.row(cells).unwrap();
    serde_json::from_slice(&line).unwrap()
}

#[test]
fn an_export_says_what_lookups_say() {
    for tablebase in [&*KRKN_3X3, &*KPKP_2X4] {
        for number in 0..tablebase.endings().len() {
            let export = Export::new(tablebase, number);
            let mut rows = export.rows().zip(0..);
            for (row, class) in rows.by_ref() {
                let found = ask(tablebase, &row.position).unwrap();
                assert_eq!((row.class, row.alpha, row.beta), (class, &*found.alpha.to_string(), &*found.beta.to_string()));
                assert_eq!((row.label_white, row.label_black), (found.label_white, found.label_black));
                let cells = row.cells();
                let fields: Vec<String> = cells.iter().map(ToString::to_string).collect();
                assert_eq!(fields.len(), export.columns().len());
                assert!(fields.iter().all(|field| !field.contains([',', '"', '\r', '\n'])), "{fields:?}");
                let best = |moves: &[gamecert_solver::answers::lookup::MoveValue], text: &String| {
                    moves.iter().any(|mv| mv.best && mv.text == *text)
                };
                // The first column of moves has White's choice for alpha. The last column has Black's choice for beta.
                let of_beta = if row.bid_beta.is_some() { 9 } else { 7 };
                assert!(best(&found.white_moves, &fields[6]) && best(&found.black_moves, &fields[of_beta]), "{fields:?}");
                assert_eq!(row.bid, found.bid, "{fields:?}");
                assert!(row.bid_beta.is_none_or(|bid| bid == found.bid_beta.unwrap_or(found.bid.clone())), "{fields:?}");
                let json = as_json(&export, &cells);
                let tempo = (json["zugzwang"] == true, json["quiescent"] == true);
                assert_eq!(tempo, (found.bid.tempo() == Tempo::Zugzwang, found.bid.tempo() == Tempo::Quiescent), "{fields:?}");
                for (column, field) in export.columns().iter().zip(&fields) {
                    let text = match &json[column] {
                        Value::Null => String::new(),
                        Value::String(text) => text.clone(),
                        other => other.to_string(),
                    };
                    assert_eq!(&text, field, "{column}");
                }
                assert_eq!(json.as_object().unwrap().len(), fields.len());
            }
            assert_eq!(rows.count(), 0);
        }
    }
}

#[test]
fn a_survey_counts_placements() {
    for (board, materials) in [("4x4", "KNK"), ("3x4", "KNNK"), ("5x5", "KPK"), ("2x4", "KPKP"), ("3x3", "KRKN")] {
        let tablebase = solved(board, materials);
        for number in 0..tablebase.endings().len() {
            let numbering = tablebase.endings()[number].0.numbering();
            let positions = survey(&tablebase, number).positions;
            assert_eq!((positions.classes, positions.placements), (numbering.classes() as u64, numbering.placements()), "{materials}");
        }
    }
}

#[test]
fn a_survey_counts_what_lookups_show() {
    for tablebase in [&*KNK_4X4, &*KPKP_2X4, &*KPK_5X5] {
        for number in 0..tablebase.endings().len() {
            let found = survey(tablebase, number);
            let lookups: Vec<Lookup> =
                diagrams(tablebase, number).map(|diagram| lookup(tablebase, &diagram, Vec::new()).unwrap()).collect();
            let count = |correct: &dyn Fn(&&Lookup) -> bool| lookups.iter().filter(correct).count() as u64;
            assert_eq!(found.zugzwang.count.classes, count(&|lookup| lookup.bid.tempo() == Tempo::Zugzwang), "zugzwang");
            assert_eq!(found.zugzwang.worst.first().map(|worst| &worst.bid), {
                let bids = lookups.iter().map(|lookup| &lookup.bid);
                bids.filter(|bid| bid.tempo() == Tempo::Zugzwang).min()
            });
            assert_eq!(found.quiescence.count.classes, count(&|lookup| lookup.bid.tempo() == Tempo::Quiescent), "quiescent");
            assert_eq!(found.intervals.count.classes, count(&|lookup| lookup.alpha != lookup.beta), "intervals");
            assert_eq!(found.labels.white.largest, lookups.iter().filter_map(|lookup| lookup.label_white).max(), "White's labels");
            assert_eq!(found.labels.black.largest, lookups.iter().filter_map(|lookup| lookup.label_black).max(), "Black's labels");
            assert_eq!(Some(&found.least.value), lookups.iter().map(|lookup| &lookup.alpha).min());
            assert_eq!(Some(&found.greatest.value), lookups.iter().map(|lookup| &lookup.alpha).max());
            let mut values: Vec<&Rational> = lookups.iter().flat_map(|lookup| [&lookup.alpha, &lookup.beta]).collect();
            values.sort();
            values.dedup();
            assert_eq!(found.values, values.len());
            let of_categories: u64 = found.quiescence.categories.iter().map(|category| category.count.classes).sum();
            assert_eq!(of_categories, found.quiescence.count.classes);
            for category in &found.quiescence.categories {
                assert!(category.examples.is_sorted_by(|a, b| a.value < b.value));
                if category.category != Category::Other {
                    assert_eq!(category.not_quiescent.classes, 0, "{} {}", found.material, category.category.name());
                }
            }
        }
    }
}

#[test]
fn json_is_as_promised() {
    let [of_lookup, of_export, of_report] = ["lookup", "export", "report"].map(Schema::named);
    for tablebase in [&*KRKN_3X3, &*KNK_4X4, &*KPKP_2X4, &*KPK_5X5] {
        for number in 0..tablebase.endings().len() {
            of_report.assert_fits(&serde_json::to_value(survey(tablebase, number)).unwrap());
            let export = Export::new(tablebase, number);
            for row in export.rows() {
                of_export.assert_fits(&as_json(&export, &row.cells()));
                of_lookup.assert_fits(&serde_json::to_value(ask(tablebase, &row.position).unwrap()).unwrap());
            }
        }
    }
}
