//! Certificates of kind `richman`, version 2, that make the checker derive long numbers from short ones. They contain a
//! chain of classes. Each value is the mean of the previous class's value and of a value with fewer factors of two in
//! its denominator, so every denominator is twice the previous one.

use gamecert_solver::certificate::emit::envelope::certificate;
use gamecert_solver::control::Control;
use gamecert_solver::games::bidding_chess::graph::places;
use gamecert_solver::model::graph::Lists;

use crate::family::Family;

/// Chain of classes, and the classes whose choices are settled. A settled class leads only to classes that were settled
/// before, so no class of the chain is on a cycle.
struct Chain<'a> {
    options: [&'a Lists; 2],
    choices: Vec<Option<[u64; 2]>>,
    classes: Vec<usize>,
}

impl Chain<'_> {
    fn settled(&self, to: usize) -> bool {
        self.choices.get(to).is_none_or(Option::is_some)
    }

    /// Returns a player's first option whose destination satisfies `is_target`.
    fn option(&self, player: usize, class: usize, is_target: impl Fn(usize) -> bool) -> Option<u64> {
        self.options[player].get(class).iter().position(|&to| is_target(to as usize)).map(|place| place as u64)
    }

    /// Settles the choices of a class and of the classes that it leads to, avoiding the class `without`.
    fn settle(&mut self, class: usize, without: usize) {
        let mut waiting = vec![class];
        while let Some(class) = waiting.pop() {
            if self.settled(class) {
                continue;
            }
            let choices = [0, 1].map(|player| {
                let settled = self.option(player, class, |to| self.settled(to));
                settled.or_else(|| self.option(player, class, |to| to != without)).unwrap_or(0)
            });
            self.choices[class] = Some(choices);
            waiting.extend([0, 1].map(|player| self.options[player].get(class)[choices[player] as usize] as usize));
        }
    }

    /// Appends a class to the chain if one player can move from it to the last class and the other player to a
    /// different class.
    fn push(&mut self, class: usize) -> bool {
        let last = self.classes.last().copied();
        let step = |player: usize| self.option(player, class, |to| last.is_none_or(|last| to == last));
        let other = |player: usize| {
            let free = |to: usize| to != class && Some(to) != last;
            self.option(player, class, |to| free(to) && self.settled(to)).or_else(|| self.option(player, class, free))
        };
        let Some((player, step, other)) = [0, 1].into_iter().find_map(|player| Some((player, step(player)?, other(1 - player)?))) else {
            return false;
        };
        let mut choices = [step; 2];
        choices[1 - player] = other;
        for (lists, choice) in self.options.into_iter().zip(choices) {
            self.settle(lists.get(class)[choice as usize] as usize, class);
        }
        self.choices[class] = Some(choices);
        self.classes.push(class);
        true
    }
}

/// Builds a file about an ending of the family with a chain of at most `most` classes. The values of all other classes
/// are listed: 0, 1, or one of `denominators` fractions whose odd denominators have `odd` words.
///
/// # Panics
/// If the ending has no options.
#[must_use]
pub fn doubling(family: &Family, material: &str, most: usize, denominators: usize, odd: usize) -> Vec<u8> {
    let number = family.number(material);
    let ending = &family.endings[number];
    let places = places(ending, Control::unwatched()).expect("options");
    let classes = places.white.len();
    let options = [&places.white, &places.black];
    let mut before = vec![Vec::new(); classes];
    for lists in options {
        for class in 0..classes {
            lists.get(class).iter().filter(|&&to| (to as usize) < classes).for_each(|&to| before[to as usize].push(class));
        }
    }
    let mut chain = Chain { options, choices: vec![None; classes], classes: Vec::new() };
    chain.push(classes / 2);
    while chain.classes.len() < most {
        let last = chain.classes[chain.classes.len() - 1];
        let mut next: Vec<usize> = before[last].iter().copied().filter(|&class| !chain.settled(class)).collect();
        // Classes with few ways to continue the chain come first. Later the chain would never reach them.
        next.sort_by_cached_key(|&class| before[class].iter().filter(|&&class| !chain.settled(class)).count());
        if !next.into_iter().any(|class| chain.push(class)) {
            break;
        }
    }
    let mut place = vec![None; classes];
    chain.classes.iter().zip(0..).for_each(|(&class, number)| place[class] = Some(number));
    let length = chain.classes.len();
    let choices =
        [0, 1].map(|player| chain.choices.iter().map(|choices| choices.map_or(0, |choices| choices[player])).collect::<Vec<u64>>());
    // Each denominator is odd, and its numerator is half of it, rounded down.
    let number = |which: usize| -> Vec<u8> {
        let mut state = which as u64 + 1;
        let mut bytes: Vec<u8> = (0..8 * odd)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 56) as u8
            })
            .collect();
        if let [first, second, .., last] = &mut bytes[..] {
            (*first, *second, *last) = (0x80, (which >> 8) as u8, *last | 1);
            bytes[2] = which as u8;
        }
        bytes
    };
    let numbers: Vec<Vec<u8>> = (0..denominators).map(number).collect();
    let values = length + denominators + 2;
    let rank = |class: usize| match place[class] {
        Some(place) => place + denominators + 1,
        None if denominators > 0 => 1 + class % denominators,
        None => class % 2 * (values - 1),
    };
    certificate(
        ("richman", 2),
        &ending.name(),
        &family.citations(family.number(material)),
        |writer| writer.column([1, classes as u64].into_iter()),
        |writer| {
            writer.array(8);
            writer.array(denominators + 1);
            writer.unsigned(1_u8);
            numbers.iter().for_each(|number| writer.natural(&dashu_int::UBig::from_be_bytes(number)));
            let listed = (0..denominators as u64).map(|number| number + 2);
            let places: Vec<u64> = std::iter::once(1).chain(listed).chain((0..length).map(|_| 0)).chain([1]).collect();
            writer.column(places.into_iter());
            writer.array(denominators + 2);
            writer.unsigned(0_u8);
            numbers.iter().for_each(|number| writer.natural(&(dashu_int::UBig::from_be_bytes(number) >> 1)));
            writer.unsigned(1_u8);
            writer.column((0..classes).map(|class| rank(class) as u64));
            writer.column((0..classes).map(|_| 1_u64));
            writer.column((0..classes).map(|_| 1_u64));
            choices.iter().for_each(|choices| writer.column(choices.iter().copied()));
        },
    )
}
