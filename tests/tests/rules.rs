//! Two independent implementations of the same specification of the rules. They must enumerate the same classes, name
//! the same positions and lead to the same destinations, move by move.

use std::ops::ControlFlow;

use gamecert_checker::inspect::Choice;
use gamecert_solver::certificate::emit::cbor::Writer;
use gamecert_solver::certificate::emit::envelope::certificate;
use gamecert_solver::games::Colour;
use gamecert_solver::games::bidding_chess::{Destination, Ending, Material, Numbering, Rules};
use gamecert_tests::family::Family;
use rayon::prelude::*;

/// Converts a destination to the checker's type.
fn in_checkers_terms(destination: Destination) -> Choice {
    match destination {
        Destination::Won(Colour::White) => Choice::Won(gamecert_checker::Colour::White),
        Destination::Won(Colour::Black) => Choice::Won(gamecert_checker::Colour::Black),
        Destination::Same(class) => Choice::Class(class),
        Destination::Sub { ending, class, exchanged } => Choice::Cited { citation: u32::try_from(ending).unwrap(), class, exchanged },
    }
}

/// Returns the solver's options of a class.
fn options(ending: &Ending, class: u32, colour: Colour) -> Vec<Choice> {
    let placement = ending.numbering().placement(class);
    let mut options = Vec::new();
    let _ = ending.rules().moves(ending.material(), &placement, colour, |mv| {
        options.push(in_checkers_terms(ending.destination(&placement, &mv)));
        ControlFlow::<()>::Continue(())
    });
    options
}

/// Compares all classes of an ending. Returns the number of classes and the number of options.
fn compare(ending: &Ending) -> (u32, usize) {
    let empty = |writer: &mut Writer| writer.array(0);
    let bytes = certificate(("richman", 1), &ending.name(), &[], empty, empty);
    let name = format!("{} on {}", ending.material(), ending.board());
    let (mut classes, mut count) = (0, 0);
    gamecert_checker::inspect::generate(&bytes, &mut |class| {
        assert_eq!(class.position, ending.position_text(class.number), "{name}");
        let (white, black) = (options(ending, class.number, Colour::White), options(ending, class.number, Colour::Black));
        assert_eq!(class.white, white, "{name}: White in {}", class.position);
        assert_eq!(class.black, black, "{name}: Black in {}", class.position);
        classes += 1;
        count += white.len() + black.len();
    })
    .unwrap();
    assert_eq!(classes as usize, ending.numbering().classes(), "{name}");
    (classes, count)
}

fn compare_family(board: &str, materials: &[&str]) -> (u32, usize) {
    let materials: Vec<Material> = materials.iter().map(|text| text.parse().unwrap()).collect();
    let family = Ending::family(board.parse().unwrap(), &materials).unwrap();
    let counts: Vec<_> = family.par_iter().map(|ending| compare(ending)).collect();
    counts.into_iter().fold((0, 0), |(classes, options), (more, others)| (classes + more, options + others))
}

#[test]
fn every_position_of_every_ending_with_three_pieces() {
    let (classes, options) = compare_family("8x8", &["KQK", "KRK", "KBK", "KNK", "KPK"]);
    assert_eq!(classes, 518 + 4 * 31_332 + 93_744);
    assert!(options > 4_000_000, "{options} options");
    for board in ["2x3", "3x3", "3x8", "5x4", "4x5", "9x6", "9x9"] {
        compare_family(board, &["KQK", "KRK", "KBK", "KNK", "KPK"]);
    }
    // The largest boards are tested with few pieces: with one more piece, 16x16 has millions of classes.
    compare_family("16x16", &["KK"]);
    for board in ["2x16", "16x3", "10x11"] {
        compare_family(board, &["KQK", "KRK", "KBK", "KNK", "KPK"]);
    }
}

#[test]
fn endings_with_more_pieces() {
    for (board, materials) in [
        ("2x2", vec!["KQKR"]),
        ("2x4", vec!["KPKP", "KPPK"]),
        ("3x3", vec!["KPKP", "KNPK", "KRRK", "KBBBK"]),
        ("3x5", vec!["KPKP", "KNNKP"]),
        ("4x4", vec!["KNKP", "KBBK"]),
        ("3x4", vec!["KPPKP"]),
        ("2x5", vec!["KRBKN"]),
        ("2x3", vec!["KQRKBN"]),
        ("6x5", vec!["KPKP"]),
    ] {
        let (classes, _) = compare_family(board, &materials);
        assert!(classes > 0);
    }
}

#[test]
fn the_vectors_hold_for_both() {
    let text = include_str!("../../spec/vectors/bidding-chess.txt");
    let mut tested = 0;
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [board, named, position, number, class, white, black] = fields[..] else { panic!("seven fields in: {line}") };
        let board = board.parse().unwrap();
        let diagram = gamecert_solver::games::bidding_chess::Diagram::parse(board, position).unwrap();
        let (material, placement, exchanged) = diagram.placement();
        assert!(!exchanged, "{line}");
        assert_eq!(material.to_string(), named, "{line}");
        let (rules, numbering) = (Rules::new(board), Numbering::new(board, &material));
        let mut squares = placement.squares().to_vec();
        assert_eq!(numbering.number(&mut squares).to_string(), number, "{line}");
        assert_eq!(numbering.class(&mut squares).to_string(), class, "{line}");
        for (colour, expected) in [(Colour::White, white), (Colour::Black, black)] {
            let mut moves = Vec::new();
            let _ = rules.moves(&material, &placement, colour, |mv| {
                moves.push(mv.text(board));
                ControlFlow::<()>::Continue(())
            });
            assert_eq!(moves.join(" "), expected, "{line}");
        }
        tested += 1;
    }
    assert!(tested >= 30, "{tested} vectors");
}

#[test]
fn material_that_is_none_is_none_for_both() {
    // These endings have pawns without enough squares, pieces without enough squares, or too many pieces.
    for (board, material) in [("3x2", "KPK"), ("2x3", "KPPPK"), ("2x2", "KQQKQ"), ("2x4", "KPPPKPP")] {
        let parsed = Material::parse(material).map(|(material, _)| material);
        assert!(parsed.is_err() || !parsed.unwrap().fits(board.parse().unwrap()), "{material} on {board}");
        let family = Family::new("2x2", &["KK"]);
        let mut name = family.endings[0].name();
        let (width, height) = board.split_once('x').unwrap();
        name.parameters = vec![
            gamecert_solver::model::name::Parameter::Unsigned(width.parse().unwrap()),
            gamecert_solver::model::name::Parameter::Unsigned(height.parse().unwrap()),
            gamecert_solver::model::name::Parameter::Text(material.to_owned()),
        ];
        let empty = |writer: &mut Writer| writer.array(0);
        let bytes = certificate(("richman", 1), &name, &[], empty, empty);
        let refusal = family.check(&bytes).unwrap_err();
        assert_eq!(refusal.code(), "bidding-chess/material", "{material} on {board}");
    }
}
