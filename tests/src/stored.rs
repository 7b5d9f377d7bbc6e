//! Random games stored whole.

use gamecert_solver::games::stored::Stored;
use gamecert_solver::model::graph::{End, Lists};
use gamecert_solver::model::parts::Parts;
use proptest::prelude::*;

/// Generates games with some positions and one to three ends. Names use any script, options come in any order, and some
/// options occur twice.
///
/// # Panics
/// Never: every generated game is valid.
pub fn stored() -> impl Strategy<Value = Stored> {
    (1_usize..12, 1_usize..4, any::<bool>()).prop_flat_map(|(positions, ends, shuffled)| {
        let places = u32::try_from(positions + ends).unwrap();
        let lists = move || prop::collection::vec(prop::collection::vec(0..places, 1..4), positions);
        let names = prop::collection::hash_set("[a-zäβ♔ ]{1,5}", positions + ends);
        let outcomes = prop::collection::vec(0_usize..3, ends);
        (lists(), lists(), names, outcomes, 0..positions).prop_map(move |(left, right, names, outcomes, start)| {
            let names: Vec<String> = names.into_iter().collect();
            let list = |lists: &[Vec<u32>]| {
                let mut all = Lists::with_capacity(positions, 0);
                for (position, list) in lists.iter().enumerate() {
                    // Half of the games are acyclic: every option that leads back is replaced by an end.
                    let forward = |&option: &u32| if !shuffled && (option as usize) <= position { places - 1 } else { option };
                    all.push(&list.iter().map(forward).collect::<Vec<_>>());
                }
                all
            };
            let ends = names[positions..].iter().cloned().zip(outcomes.iter().map(|&outcome| End::ALL[outcome])).collect();
            Stored::new(Parts {
                title: String::new(),
                players: ["L".to_owned(), "R".to_owned()],
                start,
                positions: names[..positions].to_vec(),
                options: [list(&left), list(&right)],
                ends,
            })
            .unwrap()
        })
    })
}
