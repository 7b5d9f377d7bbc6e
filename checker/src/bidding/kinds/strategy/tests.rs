//! Tests strategies for small games: good strategies, random strategies, and strategies with one error. No random
//! strategy may prove a false claim.

use super::moves::EVERY;
use super::{BYTES_PER_FILE, Claim, TieBreak, memory};
use crate::bidding::game::{Choice, Game};
use crate::bidding::kinds::discrete::Rule;
use crate::core::claim::{Claim as _, Data as _, Value};
use crate::core::game::Colour::{self, Black, White};
use crate::core::refusal::{Place, Refusal};
use crate::testing::{A, B, Item, T, Tag, U, column, damaged, read_game, read_numbered, verify_items, verify_within};
use crate::{NoSource, verify};

/// Rule sets and parameters of games that are small enough to be solved in these tests.
const GAMES: [(&str, &[u64]); 6] = [
    ("hex", &[2, 2]),
    ("hex", &[2, 3]),
    ("hex", &[3, 2]),
    ("tic-tac-toe", &[2, 2, 2]),
    ("tic-tac-toe", &[3, 2, 3]),
    ("connect", &[3, 3, 3]),
];

fn game(rules: &'static str, parameters: &[u64]) -> Box<dyn Game> {
    read_numbered(rules, &column(parameters)).unwrap()
}

fn rules() -> impl Iterator<Item = Rule> {
    let ties = [TieBreak::Advantage, TieBreak::MakeItTakeIt, TieBreak::LadiesFirst];
    ties.into_iter().flat_map(|tie_break| Colour::ALL.map(|player| Rule { player, tie_break }))
}

fn phi(rule: Rule, x: u32, y: u32) -> u32 {
    rule.phi([x].into_iter(), [y].into_iter())[0]
}

/// A game as a table: for each class of symmetric positions, White's options and Black's options.
type Options = Vec<[Vec<Choice>; 2]>;

fn all_options(game: &dyn Game) -> Options {
    let mut walk = game.walk(0).unwrap();
    let mut table = Options::new();
    while table.len() < walk.found() {
        let mut both = [Vec::new(), Vec::new()];
        for (colour, list) in Colour::ALL.into_iter().zip(&mut both) {
            walk.options(u32::try_from(table.len()).unwrap(), colour, EVERY, list).unwrap();
        }
        table.push(both);
    }
    table
}

fn value(rule: Rule, chips: u32, thresholds: &[u32], choice: Choice) -> u32 {
    match choice {
        Choice::Class(class) => thresholds[class as usize],
        Choice::Won(winner) if winner == rule.player => 0,
        _ => rule.top(chips),
    }
}

fn own(rule: Rule) -> usize {
    usize::from(rule.player == Black)
}

/// Computes the claimant's threshold in each class of symmetric positions.
fn thresholds(table: &Options, rule: Rule, chips: u32) -> Vec<u32> {
    let mut found = vec![0; table.len()];
    for (class, options) in table.iter().enumerate().rev() {
        let values = |list: &[Choice]| list.iter().map(|choice| value(rule, chips, &found, *choice)).collect::<Vec<_>>();
        let (x, y) = (values(&options[own(rule)]), values(&options[1 - own(rule)]));
        found[class] = phi(rule, *x.iter().min().unwrap(), *y.iter().max().unwrap());
    }
    found
}

/// Encodes a strategy. For a class of symmetric positions in the table, `choose` returns a byte that says which options
/// the strategy follows.
fn strategy(game: &dyn Game, table: &Options, player: Colour, mut choose: impl FnMut(usize) -> u8) -> Vec<u8> {
    let mut walk = game.walk(0).unwrap();
    // `classes` has the class in the table for each position of the strategy.
    let (mut classes, mut bytes, mut list) = (vec![0], Vec::new(), Vec::new());
    while bytes.len() < walk.found() {
        let class = classes[bytes.len()];
        let byte = choose(class);
        let one = usize::from(byte % 32)..usize::from(byte % 32) + 1;
        let ranges = [(player, if byte < 64 { one } else { 0..0 }), (player.other(), if byte / 32 == 1 { 0..0 } else { EVERY })];
        for (colour, range) in ranges {
            let whole = &table[class][usize::from(colour == Black)];
            walk.options(u32::try_from(bytes.len()).unwrap(), colour, range.clone(), &mut list).unwrap();
            for (found, known) in list.iter().zip(&whole[range.start.min(whole.len())..]) {
                if let (Choice::Class(number), Choice::Class(class)) = (found, known)
                    && *number as usize == classes.len()
                {
                    classes.push(*class as usize);
                }
            }
        }
        bytes.push(byte);
    }
    bytes
}

/// Builds the claim, the citations and the evidence of a certificate.
fn items(rule: Rule, chips: u32, code: u32, moves: &[u8]) -> [Item; 3] {
    let tie_break = match rule.tie_break {
        TieBreak::Advantage => 0,
        TieBreak::MakeItTakeIt => 1,
        TieBreak::LadiesFirst => 2,
    };
    [column(&[u64::from(rule.player == Black), tie_break, chips.into(), code.into()]), A(vec![]), B(moves.to_vec())]
}

fn certificate(rules: &'static str, parameters: &[u64], [claim, citations, evidence]: [Item; 3]) -> Item {
    let game = A(vec![T(rules), U(1), column(parameters)]);
    Tag(55799, Box::new(A(vec![T("gamecert"), U(1), A(vec![T("strategy"), U(1)]), game, claim, citations, evidence])))
}

#[test]
fn best_moves_prove_the_threshold_and_no_less() {
    for (rules_name, parameters) in GAMES {
        let game = game(rules_name, parameters);
        let table = all_options(game.as_ref());
        for (rule, chips) in rules().flat_map(|rule| [0, 1, 2, 5, 8].map(|chips| (rule, chips))) {
            let known = thresholds(&table, rule, chips);
            let best = |class: usize| {
                let options = &table[class][own(rule)];
                let least = (0..options.len()).min_by_key(|option| value(rule, chips, &known, options[*option])).unwrap();
                u8::try_from(least).unwrap()
            };
            let moves = strategy(game.as_ref(), &table, rule.player, best);
            let verdict = |code| verify(&certificate(rules_name, parameters, items(rule, chips, code, &moves)).bytes(), &mut NoSource);
            let title = format!("{rules_name} {parameters:?} {rule:?} {chips} chips");
            // If no holding wins, there is no code to claim.
            let expected = if known[0] == rule.top(chips) { "strategy/code" } else { "" };
            assert_eq!(verdict(known[0]).err().map_or(String::new(), |refusal| refusal.code()), expected, "{title}");
            if known[0] > 0 {
                assert_eq!(verdict(known[0] - 1).unwrap_err().code(), "strategy/threshold", "{title}");
            }
        }
    }
}

#[test]
fn no_strategy_proves_more_than_is_true() {
    let mut state = 1_u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    let mut tight = 0;
    for (rules_name, parameters) in GAMES {
        let game = game(rules_name, parameters);
        let whole = read_game(rules_name, &column(parameters)).unwrap();
        let table = all_options(game.as_ref());
        for (rule, chips) in rules().flat_map(|rule| [0, 1, 4].map(|chips| (rule, chips))) {
            let known = thresholds(&table, rule, chips);
            for _ in 0..20 {
                let moves = strategy(game.as_ref(), &table, rule.player, |class| {
                    let option = u8::try_from(random(table[class][own(rule)].len())).unwrap();
                    [option, option, 32 + option, 64][random(4)]
                });
                let accepts = |code: &u32| verify_items("strategy", &whole, &items(rule, chips, *code, &moves)).is_ok();
                let least = (0..rule.top(chips)).find(accepts).unwrap_or(rule.top(chips));
                assert!(least >= known[0], "{rules_name} {parameters:?} {rule:?} {chips} chips: {moves:?}");
                tight += u32::from(least == known[0] && least < rule.top(chips));
            }
        }
    }
    assert!(tight > 100, "some random strategies are as good as any: {tight}");
}

/// Returns Left's best moves and the least amount that wins. The game is Hex on a 2x2 board, with two chips and the
/// tie-breaking advantage.
fn small() -> (Vec<u8>, u32) {
    let (game, rule) = (game("hex", &[2, 2]), Rule { player: White, tie_break: TieBreak::Advantage });
    let table = all_options(game.as_ref());
    let known = thresholds(&table, rule, 2);
    let best = |class: usize| {
        let options = &table[class][0];
        u8::try_from((0..options.len()).min_by_key(|option| value(rule, 2, &known, options[*option])).unwrap()).unwrap()
    };
    (strategy(game.as_ref(), &table, White, best), known[0])
}

fn small_certificate() -> Item {
    let (moves, code) = small();
    certificate("hex", &[2, 2], items(Rule { player: White, tie_break: TieBreak::Advantage }, 2, code, &moves))
}

fn reject(item: &Item) -> Refusal {
    verify(&item.bytes(), &mut NoSource).expect_err("the certificate is broken")
}

#[test]
fn statements_and_fields() {
    let verified = verify(&small_certificate().bytes(), &mut NoSource).unwrap();
    let claim: &Claim = verified.claim_as().unwrap();
    let (moves, code) = small();
    let positions = u64::try_from(moves.len()).unwrap();
    let expected = Claim { player: White, tie_break: TieBreak::Advantage, chips: 2, code, positions };
    assert_eq!((claim, claim.holding().as_str()), (&expected, "1*"));
    let text = |text: &str| Value::Text(text.to_owned());
    let fields = vec![("player", text("left")), ("tie_break", text("advantage")), ("chips", Value::Number(2)), ("holding", text("1*"))];
    assert_eq!(claim.fields(), fields);
    assert_eq!(claim.evidence(), vec![("positions", Value::Number(i64::try_from(positions).unwrap()))]);
    let said = claim.statements();
    let moves = format!("the file has moves of Left (White) for {positions} classes of positions, all that these moves leave reachable");
    let expected = [
        "at the start, with 2 chips in all, Left (White) can force a win with 1* and with every greater holding, whatever Right (Black) does",
        "a draw is no win; whether a smaller holding is enough is not claimed",
        moves.as_str(),
        "before each move both players bid a number of their own chips at once, from 0 to all of them; the higher bidder pays the bid to the other \
         player and decides who moves",
        "one player has the tie-breaking advantage and decides at a tie who is the higher bidder: the other player, or the holder, who then hands the \
         advantage over; 3* is 3 chips and the advantage, 3 is 3 chips without it",
    ];
    assert_eq!(said, expected);
}

#[test]
fn one_place_broken() {
    let (moves, code) = small();
    let item = small_certificate();
    let offset = |path: &[usize]| {
        // A copy of this file with another item at `path` has the same bytes up to that item.
        let other = item.clone().with(path, A(vec![])).bytes();
        u64::try_from(item.bytes().iter().zip(&other).take_while(|(one, other)| one == other).count()).unwrap()
    };
    let (claim, evidence) = (offset(&[4]), offset(&[6]));
    let first = evidence + 1;
    let changed = |place: usize, byte: u8| {
        let mut moves = moves.clone();
        moves[place] = byte;
        B(moves)
    };
    let last = moves.len() - 1;
    // Each row has: name, path of the changed item, new item, violated clause, place of the defect.
    type Broken = (&'static str, Vec<usize>, Item, &'static str, u64);
    let table: Vec<Broken> = vec![
        ("Three items in the claim", vec![4], column(&[0, 0, 2]), "cbor/type", claim),
        ("A third player", vec![4, 0], U(2), "strategy/player", claim + 1),
        ("A fourth way to break ties", vec![4, 1], U(3), "strategy/tie_break", claim + 2),
        ("2^28 chips", vec![4, 2], U(1 << 28), "strategy/chips", claim + 3),
        ("As many chips as there are numbers", vec![4, 2], U(u64::MAX), "strategy/chips", claim + 3),
        ("A code that does not exist", vec![4, 3], U(6), "strategy/code", claim + 4),
        ("A code of 64 bits", vec![4, 3], U(1 << 32), "strategy/code", claim + 4),
        ("A code too small", vec![4, 3], U(u64::from(code) - 1), "strategy/threshold", claim + 4),
        ("A chip more in all", vec![4, 2], U(3), "strategy/threshold", claim + 4),
        ("A citation where none belongs", vec![5], A(vec![B(vec![0; 32])]), "citation/count", evidence - 1),
        ("A list of moves", vec![6], column(&[0, 0]), "cbor/type", evidence),
        ("No moves", vec![6], B(vec![]), "strategy/moves", evidence),
        ("A move too few", vec![6], B(moves[..last].to_vec()), "strategy/moves", evidence),
        ("A move too many", vec![6], B([&moves[..], &[0]].concat()), "strategy/moves", first + u64::try_from(last).unwrap() + 1),
        ("A fifth cell", vec![6], changed(0, 4), "strategy/move", first),
        ("A fifth cell alone", vec![6], changed(0, 36), "strategy/move", first),
        ("A cell with a stone", vec![6], changed(last, 1), "strategy/move", first + u64::try_from(last).unwrap()),
        ("A move beside none", vec![6], changed(0, 65), "strategy/move", first),
        ("A byte with no meaning", vec![6], changed(0, 96), "strategy/move", first),
        ("The greatest byte", vec![6], changed(0, 255), "strategy/move", first),
        ("Nothing of Right's is looked at", vec![6], B(vec![32, 32, 32]), "strategy/moves", first + 2),
        ("A game of another rule set", vec![3], A(vec![T("tug"), U(1), column(&[1])]), "envelope/pairing", 26),
    ];
    for (title, path, broken, code, byte) in table {
        let refusal = reject(&item.clone().with(&path, broken));
        assert_eq!((refusal.code().as_str(), &refusal.place), (code, &Place::Byte(byte)), "{title}: {refusal}");
    }
}

#[test]
fn what_is_said_of_moves_that_are_wrong() {
    let (moves, _) = small();
    let said = |moves: Vec<u8>| reject(&small_certificate().with(&[6], B(moves))).to_string();
    assert!(said(vec![]).ends_with("expected a byte for each position of the strategy, found 0 for more"));
    let count = moves.len();
    assert!(said([&moves[..], &[0]].concat()).ends_with(&format!("expected a byte for each of {count} positions, found {}", count + 1)));
    assert!(said(vec![99]).ends_with("expected an option of the position, found 99"));
    let refusal = reject(&small_certificate().with(&[4, 3], U(0))).to_string();
    assert!(refusal.ends_with("expected a code that the strategy wins with, 3 or more, found 0"), "{refusal}");
}

#[test]
fn steps_and_memory_as_claimed() {
    let (moves, code) = small();
    let rule = Rule { player: White, tie_break: TieBreak::Advantage };
    let (game_of_hex, game) = (game("hex", &[2, 2]), read_game("hex", &column(&[2, 2])).unwrap());
    let bytes: Vec<u8> = items(rule, 2, code, &moves).iter().flat_map(Item::bytes).collect();
    // Each of the two passes takes 12 work steps for each position and for each followed option. The followed options
    // are one option of Left and all options of Right, one for each empty cell.
    let mut walk = game_of_hex.walk(0).unwrap();
    let mut options = 0;
    for (number, byte) in (0..).zip(&moves) {
        for (colour, range) in [(White, usize::from(*byte)..usize::from(*byte) + 1), (Black, EVERY)] {
            let mut list = Vec::new();
            walk.options(number, colour, range, &mut list).unwrap();
            options += list.len();
        }
    }
    let needed = u64::try_from(moves.len() + options).unwrap() * 2 * 12;
    let (verdict, spent) = verify_within("strategy", &game, &bytes, needed, 1);
    assert!(verdict.is_ok());
    assert_eq!(spent, needed);
    assert_eq!(verify_within("strategy", &game, &bytes, needed - 1, 1).0.err().unwrap().code(), "resources/allowance");
    assert_eq!([memory(0), memory(1), memory(u64::MAX)], [BYTES_PER_FILE, BYTES_PER_FILE + 96, u64::MAX]);
}

#[test]
fn damaged_files_prove_what_is_true() {
    let original = small_certificate().bytes();
    let table = all_options(game("hex", &[2, 2]).as_ref());
    let (mut verified, claim) = (0, original.iter().position(|byte| *byte == 0x84).unwrap());
    // Damages the file from its claim on.
    damaged(std::slice::from_ref(&original), 5_000, claim, |bytes| {
        if let Ok(found) = verify(bytes, &mut NoSource) {
            let Claim { player, tie_break, chips, code, .. } = *found.claim_as::<Claim>().unwrap();
            assert!(code >= thresholds(&table, Rule { player, tie_break }, chips)[0], "{bytes:x?}");
            verified += u32::from(bytes != original);
        }
    });
    assert!(verified > 20, "{verified} of the copies are verified");
}
