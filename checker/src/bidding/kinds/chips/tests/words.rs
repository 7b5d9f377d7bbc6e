//! What is said of a certificate that has been verified.

use super::emitter::{Scope, Study};
use super::games::{CUSTOMS, Custom, Options};
use super::{Graph, check};
use crate::bidding::game::{Moves, Positions};
use crate::chips::Table;
use crate::game::Choice::{Class, Won};
use crate::game::Colour::{Black, White};

/// A game in which play begins in class 0.
struct Started<'a>(&'a Graph);

impl Positions for Started<'_> {
    fn classes(&self) -> u32 {
        self.0.classes()
    }

    fn placements(&self) -> u64 {
        self.0.placements()
    }

    fn start(&self) -> Option<u32> {
        Some(0)
    }

    fn position(&self, class: u32) -> String {
        format!("P{class}")
    }

    fn moves(&self) -> Option<Box<dyn Moves + '_>> {
        self.0.moves()
    }
}

/// The sentences behind the first, and the figures.
fn said(custom: Custom, game: &Options, scope: Scope) -> (Vec<String>, Vec<(&'static str, u64)>) {
    let graph = Graph(game.clone());
    let proved = check(&Study::new(custom, game).emit(scope).unwrap().bytes().unwrap(), &graph).unwrap_or_else(|broken| panic!("{broken}"));
    let table: &Table = proved.table.downcast_ref().unwrap();
    let claim = super::super::words::words(table, &Started(&graph));
    assert_eq!(claim.sentences[0], "positions 2 in 2 classes");
    (claim.sentences[1..].to_vec(), claim.figures.iter().map(|figure| (figure.name, figure.number)).collect())
}

/// Left wins with the next move, or Right does in two.
fn short() -> Options {
    vec![(vec![Won(White)], vec![Class(1)]), (vec![Won(White)], vec![Won(Black)])]
}

/// Right never wins.
fn hopeless() -> Options {
    vec![(vec![Class(0)], vec![Class(0)]), (vec![Won(White)], vec![Won(White), Class(1)])]
}

#[test]
fn claims_in_words() {
    let (sentences, figures) = said(CUSTOMS[0], &short(), Scope::Ordered(0));
    assert_eq!(
        sentences,
        [
            "proved the least holding with which Left (White) wins by force, exactly, at every class, with k chips in all, for every k",
            "ties are broken by the tie-breaking advantage; 3* is 3 chips and the advantage",
            "different sequences of thresholds 2",
            "thresholds f(k) at the start P0, from k = 0 on: 0, 0*, 0*, 1, 1, 1*, 1*, 2, 2, 2*, 2*, 3, 3, 3*, 3*, 4, …",
            "there, from k = 0 on, f(k + 4) = f(k) + 1, that is 1/4 of the chips",
        ]
    );
    assert_eq!(figures[..5], [("start_preperiod", 0), ("start_period", 2), ("start_slope", 1), ("placements", 2), ("classes", 2)]);
    assert_eq!(figures[5..], [("tables", 2), ("player", 0), ("tie_break", 0), ("onset", 0)]);

    let (sentences, _) = said(CUSTOMS[2], &short(), Scope::Between(3, 6));
    assert!(sentences[0].ends_with("at every class, with k chips in all, for each k from 3 to 6"), "{sentences:?}");
    assert_eq!(sentences[1], "ties are broken by make-it-take-it; 3-e is 3 chips and the minus-epsilon chip, 3 is 3 chips without it");
    assert_eq!(sentences[3], "thresholds f(k) at the start P0, from k = 3 on: 1-e, 1, 1, 2-e");
    assert_eq!(sentences.len(), 4);

    let (sentences, figures) = said(CUSTOMS[5], &hopeless(), Scope::Between(2, 2));
    assert_eq!(
        sentences[0],
        "proved the least holding with which Right (Black) wins by force, exactly, at every class, with 2 chips in all"
    );
    assert_eq!(sentences[1], "ties are broken by ladies first: Left wins them");
    assert_eq!(sentences[3], "thresholds f(k) at the start P0, from k = 2 on: never");
    assert_eq!(figures.last(), Some(&("largest_label", 0)));
}
