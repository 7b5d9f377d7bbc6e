//! Certificates of losing chess, from the solver to the checker and back. The checker must verify each win that the
//! solver finds, with the same claim. A forged certificate must be refused with the right code and line of moves. A
//! changed certificate may be accepted only if it proves the claim that the checker prints.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use gamecert_checker::{NoSource, Place, Refusal, Verified};
use gamecert_solver::engine::proof_number::solution_tree::Proof;
use gamecert_solver::games::Colour;
use gamecert_solver::games::losing_chess::text::START;
use gamecert_solver::games::losing_chess::{Position, Stalemate};
use gamecert_tests::losing::{
    Fault, Forged, RULES, Random, Verdict, deep, emitted, number, number_from, position, scattered, search, shrunk, shut_in,
};
use rayon::prelude::*;

const SIDES: [Colour; 2] = [Colour::White, Colour::Black];

fn verify(bytes: Vec<u8>) -> Result<Arc<Verified>, Refusal> {
    gamecert_checker::verify(&bytes, &mut NoSource)
}

fn copy(verified: &Verified, bytes: &[u8]) -> Forged {
    Forged::copy(verified.claim_as().expect("a claim of losing chess"), bytes)
}

/// Searches for a win and verifies its proof, both as found and after shrinking.
fn round_trip(rule: Stalemate, root: &Position, clock: u32, winner: Colour, most: u64) -> Option<Forged> {
    let Verdict::Won(proof) = search(rule, winner, root, most) else { return None };
    // The proof after shrinking can be larger: with a smaller part, more of the rest may need a proof of its own.
    checked(rule, root, clock, winner, &shrunk(rule, winner, root, &proof));
    Some(checked(rule, root, clock, winner, &proof))
}

/// Returns the certificate as the checker reads it. Panics unless claims and counts are the solver's.
fn checked(rule: Stalemate, root: &Position, clock: u32, winner: Colour, proof: &Proof) -> Forged {
    let text = root.to_string();
    let bytes = emitted(rule, &text, clock, winner, proof);
    let verified = verify(bytes.clone()).unwrap_or_else(|refusal| panic!("{rule} {text} {clock} {winner:?}: {refusal}"));
    let forged = copy(&verified, &bytes);
    assert_eq!((forged.rule, forged.root.as_str(), forged.clock, forged.winner), (rule, text.as_str(), clock, number(winner)));
    assert_eq!((forged.positions, forged.longest), (proof.positions, u64::from(proof.longest)), "{rule} {text}");
    assert_eq!(forged.reversible, u64::from((clock + proof.reversible_at_root).max(proof.reversible)), "{rule} {text}");
    let counted = forged.count().unwrap_or_else(|fault| panic!("{rule} {text}: {fault:?}"));
    assert_eq!((counted.positions, counted.longest, counted.reversible), (forged.positions, forged.longest, forged.reversible));
    let choices: Vec<(usize, usize)> = counted.choices.iter().map(|choice| (choice.index, choice.moves)).collect();
    assert_eq!(choices, proof.choices.iter().map(|&(index, moves)| (index.into(), moves.into())).collect::<Vec<_>>(), "{rule} {text}");
    assert_eq!(forged.write(), bytes, "{rule} {text}: a faithful copy");
    forged
}

#[test]
fn random_endings() {
    // The gate sets a larger number.
    let roots = 2 * number_from("GAMECERT_ENDINGS", 200);
    let found: Vec<Forged> = (0..roots)
        .into_par_iter()
        .flat_map_iter(|seed| {
            let mut random = Random::new(seed as u64);
            let root = match seed % 4 {
                0 => shut_in(&mut random),
                _ => {
                    let (white, black) = (1 + random.below(4), 1 + random.below(4));
                    scattered(&mut random, white, black)
                }
            };
            let clock = random.below(101) as u32;
            deep(|| {
                let cases = RULES.into_iter().flat_map(|rule| SIDES.map(|winner| (rule, winner)));
                cases.filter_map(|(rule, winner)| round_trip(rule, &root, clock, winner, 1 << 13)).collect::<Vec<_>>()
            })
        })
        .collect();
    // Each rule set must have wins by either side, with either side to move, with many units and with few.
    for rule in RULES {
        for winner in SIDES {
            for to_move in SIDES {
                let of = |forged: &&Forged| forged.rule == rule && forged.side() == winner && position(&forged.root).side() == to_move;
                let proofs: Vec<&Forged> = found.iter().filter(of).collect();
                let large = proofs.iter().filter(|forged| forged.positions > 30).count();
                assert!(proofs.len() * 40 > roots && large * 400 > roots, "{rule} {winner:?} {to_move:?}: {} {large}", proofs.len());
            }
        }
    }
    // No position is won by both sides, and proofs under `joint` hold under both other rule sets.
    let won: BTreeSet<(String, u32, &str)> =
        found.iter().map(|forged| (forged.rule.to_string(), forged.winner, forged.root.as_str())).collect();
    for forged in &found {
        assert!(
            !won.contains(&(forged.rule.to_string(), 1 - forged.winner, &forged.root)),
            "{} {}: both sides win",
            forged.rule,
            forged.root
        );
        if forged.rule == Stalemate::Joint {
            RULES.iter().for_each(|&rule| assert_eq!(judge(&Forged { rule, ..forged.clone() }), "verified", "{}", forged.root));
        }
    }
}

/// Returns the position after these moves from the start.
fn after(moves: &str) -> Position {
    moves.split(' ').fold(position(START), |position, played| position.after(position.find_move(played).unwrap()))
}

/// Openings of one or two moves that are won, with the winner.
const OPENINGS: [(&str, Colour); 5] =
    [("e3 d5", Colour::White), ("e3 d6", Colour::White), ("d3", Colour::Black), ("d4", Colour::Black), ("e3 Na6", Colour::White)];

static PROOFS: LazyLock<Vec<Forged>> = LazyLock::new(|| {
    let prove = |(moves, winner): &(&str, Colour)| {
        let root = after(moves);
        deep(|| round_trip(Stalemate::Joint, &root, 0, *winner, 1 << 24)).unwrap_or_else(|| panic!("{moves}: no win"))
    };
    OPENINGS.par_iter().map(prove).collect()
});

#[test]
fn openings() {
    for ((moves, _), proof) in OPENINGS.into_iter().zip(&*PROOFS) {
        // A win under `joint` is a win under every rule set.
        for rule in RULES {
            let same = Forged { rule, ..proof.clone() };
            assert!(verify(same.write()).is_ok(), "{moves} under {rule}");
        }
    }
}

/// Proofs that are small enough to change every bit: openings, and endings in which stalemates matter.
static GENUINE: LazyLock<Vec<Forged>> = LazyLock::new(|| {
    let mut genuine = PROOFS[..4].to_vec();
    for (root, winner, clock) in [("8/8/8/8/8/k7/8/1R6 w - -", Colour::White, 98), ("8/8/8/8/8/2k5/8/6N1 b - -", Colour::Black, 3)] {
        genuine.extend(round_trip(Stalemate::Joint, &position(root), clock, winner, 1 << 12));
    }
    for rule in [Stalemate::International, Stalemate::Fics] {
        for winner in SIDES {
            let proofs = (0..).filter_map(|seed| {
                let mut random = Random::new(seed);
                let root = shut_in(&mut random);
                deep(|| round_trip(rule, &root, random.below(101) as u32, winner, 1 << 12))
            });
            let matters = |forged: &Forged| {
                let joint = Forged { rule: Stalemate::Joint, ..forged.clone() };
                (10..300).contains(&forged.positions) && joint.count().is_err_and(|fault| fault == Fault::Terminal)
            };
            genuine.extend(proofs.filter(matters).take(2));
        }
    }
    assert_eq!(genuine.len(), 14);
    genuine
});

/// Returns the checker's verdict: `verified` or a code. Panics unless the verdict agrees with the count by the solver's
/// rules and the verdict's line exhibits the error.
fn judge(forged: &Forged) -> String {
    judge_at(forged).0
}

/// Returns the verdict as [`judge`] does, and the position at the end of its line.
fn judge_at(forged: &Forged) -> (String, Option<Position>) {
    let verdict = verify(forged.write());
    let counted = deep(|| forged.count());
    let title = format!("{forged:?} {verdict:?} {counted:?}");
    let Err(refusal) = verdict else {
        let claimed = (forged.positions, forged.longest, forged.reversible);
        assert_eq!(counted.map(|counted| (counted.positions, counted.longest, counted.reversible)), Ok(claimed), "{title}");
        return ("verified".to_owned(), None);
    };
    let expected: &[&str] = match counted {
        Err(Fault::Short) => &["short"],
        Err(Fault::Move) => &["move"],
        Err(Fault::Terminal) => &["terminal"],
        Err(Fault::Open) => &["open"],
        Err(Fault::Behind) => &["long", "padding"],
        Ok(counted) if counted.positions != forged.positions => &["positions"],
        Ok(counted) if counted.longest != forged.longest => &["longest"],
        Ok(counted) if counted.reversible != forged.reversible => &["reversible"],
        Ok(_) => &[],
    };
    let end = match &refusal.place {
        Place::Line(line) => Some(follow(forged, line)),
        _ => None,
    };
    // The checker may notice an excess of positions before it reaches a later error.
    let too_many = refusal.clause == "positions" && end.is_some();
    assert!(refusal.group == "losing" && (too_many || expected.contains(&refusal.clause)), "{title}");
    if let Some((end, before)) = &end {
        let moves = end.moves().len();
        let fits = match refusal.clause {
            "terminal" => moves == 0 && forged.rule.winner(end) != Some(forged.side()),
            "open" => before.contains(end),
            "short" | "move" => moves > 1 && end.side() == forged.side(),
            "positions" => !before.contains(end),
            _ => false,
        };
        assert!(fits, "{title}: {end}");
    }
    (refusal.code(), end.map(|(end, _)| end))
}

/// Returns the position at the end of a line, and the positions before it.
fn follow(forged: &Forged, line: &str) -> (Position, Vec<Position>) {
    let mut way = vec![position(&forged.root)];
    for name in line.split_whitespace() {
        let here = way[way.len() - 1];
        let played = here.moves().into_iter().find(|played| played.to_string() == name).unwrap_or_else(|| panic!("{line}: {name}"));
        way.push(here.after(played));
    }
    (way.pop().unwrap(), way)
}

/// Number of occurrences of each verdict.
type Verdicts = BTreeMap<String, usize>;

fn write_number(bits: &mut [bool], number: usize) {
    let width = bits.len();
    bits.iter_mut().enumerate().for_each(|(at, bit)| *bit = number >> (width - 1 - at) & 1 == 1);
}

#[test]
fn choices_replaced() {
    // Each choice is replaced by every other number that fits its bits.
    let verdicts: Vec<Verdicts> = GENUINE
        .par_iter()
        .map(|genuine| {
            let mut verdicts = Verdicts::new();
            for choice in genuine.count().unwrap().choices {
                for number in (0..1 << choice.bits.len()).filter(|number| *number != choice.index) {
                    let mut forged = genuine.clone();
                    write_number(&mut forged.bits[choice.bits.clone()], number);
                    let (code, end) = judge_at(&forged);
                    if number >= choice.moves {
                        assert_eq!((code.as_str(), end), ("losing/move", Some(choice.position)), "{forged:?}");
                    }
                    *verdicts.entry(code).or_default() += 1;
                }
            }
            verdicts
        })
        .collect();
    let all = verdicts.into_iter().flatten().fold(Verdicts::new(), |mut all, (code, count)| {
        *all.entry(code).or_default() += count;
        all
    });
    let expected = ["move", "open", "positions", "short", "terminal"].map(|clause| format!("losing/{clause}"));
    assert!(expected.iter().all(|code| all[code] > 10), "{all:?}");
    // Some replaced choices give another valid proof with the same numbers.
    assert!(all["verified"] * 20 < all.values().sum(), "{all:?}");
}

#[test]
fn streams_cut_and_lengthened() {
    let mut verdicts = Verdicts::new();
    for genuine in &*GENUINE {
        let counted = genuine.count().unwrap();
        let judged = |change: &dyn Fn(&mut Vec<bool>)| {
            let mut forged = genuine.clone();
            change(&mut forged.bits);
            judge_at(&forged)
        };
        // One subtree after a reply, or one choice alone, is removed from the stream.
        let choices = counted.choices.iter().map(|choice| choice.bits.clone());
        for range in counted.replies.iter().cloned().chain(choices) {
            *verdicts.entry(judged(&|bits| drop(bits.drain(range.clone()))).0).or_default() += 1;
        }
        for bytes in 0..genuine.bits.len() / 8 {
            let missing = counted.choices.iter().find(|choice| choice.bits.end > 8 * bytes).unwrap();
            assert_eq!(judged(&|bits| bits.truncate(8 * bytes)), ("losing/short".to_owned(), Some(missing.position)));
        }
        assert_eq!(judged(&|bits| bits.extend([false; 8])).0, "losing/long");
        assert_eq!(judged(&|bits| bits.extend([true; 8])).0, "losing/long");
        let used = counted.choices.last().map_or(0, |choice| choice.bits.end);
        for bit in used..genuine.bits.len() {
            assert_eq!(judged(&|bits| bits[bit] = true).0, "losing/padding");
        }
    }
    // In rare cases the remaining bits are another proof with the same numbers.
    assert!(verdicts.remove("verified").unwrap_or(0) < 10, "{verdicts:?}");
    let expected = ["move", "open", "positions", "short", "terminal"].map(|clause| format!("losing/{clause}"));
    assert!(verdicts.keys().eq(&expected), "{verdicts:?}");
}

/// Change to a certificate.
type Forge = fn(&mut Forged);

#[test]
fn claims_changed() {
    let table: &[(&str, Forge, &[&str])] = &[
        ("nothing", |_| {}, &["verified"]),
        ("a position too many", |f| f.positions += 1, &["losing/positions"]),
        ("a position too few", |f| f.positions -= 1, &["losing/positions"]),
        ("one position", |f| f.positions = 1, &["losing/positions"]),
        ("longer", |f| f.longest += 1, &["losing/longest"]),
        ("shorter", |f| f.longest -= 1, &["losing/longest"]),
        ("a move more without a capture", |f| f.reversible += 1, &["losing/reversible"]),
        ("2^32 moves more without a capture", |f| f.reversible += 1 << 32, &["losing/reversible"]),
        ("none without a capture", |f| f.reversible = 0, &["losing/reversible", "verified"]),
    ];
    for genuine in &*GENUINE {
        for (title, forge, expected) in table {
            let mut forged = genuine.clone();
            forge(&mut forged);
            let code = judge(&forged);
            assert!(expected.contains(&code.as_str()), "{title}: {code}: {genuine:?}");
        }
        // Another clock gives another claim. It holds if the longest row of plies does not begin at the root, or if the
        // claimed number is changed too.
        for clock in [0, 1, 50, 99, 100] {
            let code = judge(&Forged { clock, ..genuine.clone() });
            assert!(["losing/reversible", "verified"].contains(&code.as_str()), "clock {clock}: {code}: {genuine:?}");
        }
        let counted = Forged { clock: 100, ..genuine.clone() }.count().unwrap();
        assert_eq!(judge(&Forged { clock: 100, reversible: counted.reversible, ..genuine.clone() }), "verified");
        for (title, forged, code) in [
            ("clock", Forged { clock: 101, ..genuine.clone() }, "losing/clock"),
            ("winner", Forged { winner: 2, ..genuine.clone() }, "losing/winner"),
            ("no positions", Forged { positions: 0, ..genuine.clone() }, "losing/limit"),
            ("positions", Forged { positions: 1 << 20, ..genuine.clone() }, "losing/limit"),
            ("root", Forged { root: genuine.root.replace(" - -", " - e3"), ..genuine.clone() }, "losing-chess/en_passant"),
            ("root", Forged { root: genuine.root.replace(" - -", ""), ..genuine.clone() }, "losing-chess/fen"),
        ] {
            assert_eq!(verify(forged.write()).unwrap_err().code(), code, "{title}: {genuine:?}");
        }
        assert_ne!(judge(&Forged { winner: 1 - genuine.winner, ..genuine.clone() }), "verified");
        let exchanged = if genuine.root.contains(" w ") { genuine.root.replace(" w ", " b ") } else { genuine.root.replace(" b ", " w ") };
        judge(&Forged { root: exchanged, ..genuine.clone() });
        for other in &*GENUINE {
            judge(&Forged { root: other.root.clone(), ..genuine.clone() });
        }
        // A stalemate that wins under another rule set does not win under `joint`. A proof under `joint` holds under
        // all rule sets.
        for rule in RULES.into_iter().filter(|rule| *rule != genuine.rule) {
            let code = judge(&Forged { rule, ..genuine.clone() });
            match (genuine.rule, rule) {
                (Stalemate::Joint, _) => assert_eq!(code, "verified", "{rule}: {genuine:?}"),
                (_, Stalemate::Joint) => assert_eq!(code, "losing/terminal", "{genuine:?}"),
                _ => assert!(["losing/terminal", "verified"].contains(&code.as_str()), "{rule}: {code}: {genuine:?}"),
            }
        }
    }
}

#[test]
fn to_and_fro() {
    // The king moves to and fro. The knight makes its first move in move order: d1, b2, d1.
    let bits = [0, 0, 0, 1, 1, 0, 0, 0, 1, 1].map(|bit| bit == 1).to_vec();
    let root = "k7/8/8/8/8/8/8/7N b - -".to_owned();
    let forged = Forged { rule: Stalemate::Fics, root, clock: 0, winner: 1, positions: 60, longest: 9, reversible: 9, bits };
    assert_eq!(judge(&forged), "losing/open");
    let line = "a8a7 h1f2 a7a8 f2d1 a8a7 d1b2 a7a8 b2d1";
    assert_eq!(verify(forged.write()).unwrap_err().place, Place::Line(line.to_owned()));
    // Eight positions come before the repetition, so a claim of 8 is enough to reach it and a claim of 7 is not.
    assert_eq!(judge(&Forged { positions: 8, ..forged.clone() }), "losing/open");
    assert_eq!(judge(&Forged { positions: 7, ..forged.clone() }), "losing/positions");
}

#[test]
fn the_seeds_of_the_fuzzer_are_genuine() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../fuzz/seeds/certificate");
    for name in ["losing-rook", "losing-knight", "losing-e3-d5", "losing-d4"] {
        assert!(accepted(std::fs::read(format!("{folder}/{name}.cbor")).unwrap()), "{name}");
    }
}

/// Returns whether changed bytes are accepted. Counts each accepted proof again, and panics unless the printed claim
/// agrees with the count.
fn accepted(bytes: Vec<u8>) -> bool {
    let Ok(verified) = verify(bytes.clone()) else { return false };
    let forged = copy(&verified, &bytes);
    assert!(deep(|| forged.holds()), "{forged:?}");
    let winner = if forged.winner == 0 { "White" } else { "Black" };
    let statements = verified.claim.statements();
    let [wins, within, fifty, stalemate, positions] = &statements[..] else { panic!("five statements: {statements:?}") };
    let how = if fifty.starts_with("the win also holds") { "under a 50-move rule too" } else { "not proved under a 50-move rule" };
    assert_eq!(*wins, format!("{winner} wins losing chess by force ({how}) from {}", forged.root));
    let moves = |number: String| if number == "1" { "1 move".to_owned() } else { format!("{number} moves of both sides") };
    let longest = moves(forged.longest.to_string());
    assert_eq!(*within, format!("in this proof the win takes at most {longest} (shorter wins may exist), and no position is repeated"));
    let rule = format!("captures are compulsory, and a side without pieces and pawns has won; rule of stalemate {}: ", forged.rule);
    assert!(stalemate.starts_with(&rule), "{stalemate}");
    let holds = match forged.reversible < 100 {
        true => "the win also holds under a 50-move rule: at most",
        false => "the win is not proved under a 50-move rule: there may be",
    };
    let row = moves(forged.reversible.to_string());
    let before = if forged.clock == 0 { String::new() } else { format!(", counting the {} before the root", forged.clock) };
    assert_eq!(*fifty, format!("{holds} {row} in a row without a capture or pawn move{before}"));
    let distinct = if forged.positions == 1 { "position" } else { "distinct positions" };
    assert_eq!(*positions, format!("the proof has {} {distinct}", forged.positions));
    true
}

#[test]
fn no_bit_proves_what_is_not_printed() {
    let counts = GENUINE.par_iter().map(|genuine| {
        let bytes = genuine.write();
        assert!(accepted(bytes.clone()));
        let mut mutants = Vec::new();
        for at in 0..bytes.len() {
            let with = |byte: u8| [&bytes[..at], &[byte], &bytes[at + 1..]].concat();
            mutants.extend((0..8).map(|bit| with(bytes[at] ^ 1 << bit)));
            mutants.extend([0x00, 0x1b, 0x58, 0x5f, 0x78, 0x80, 0x9f, 0xff].map(with));
            mutants.extend([[&bytes[..at], &bytes[at + 1..]].concat(), [&bytes[..at], &[0], &bytes[at..]].concat()]);
        }
        mutants.retain(|mutant| *mutant != bytes);
        let all = mutants.len();
        (all, mutants.into_iter().filter(|mutant| accepted(mutant.clone())).count())
    });
    let (all, accepted) = counts.reduce(|| (0, 0), |(all, accepted), (more, others)| (all + more, accepted + others));
    // The accepted mutants are other proofs of the same claim, or true claims with another clock or rule set.
    assert!(accepted > 0 && accepted * 50 < all, "{accepted} of {all}");
}

#[test]
fn random_bytes_prove_nothing_that_is_not_printed() {
    let genuine: Vec<Vec<u8>> = GENUINE.iter().chain([&PROOFS[4]]).map(Forged::write).collect();
    // The gate sets a much larger number.
    let count = number_from("GAMECERT_MUTANTS", 2_000);
    let others = (0..count).into_par_iter().filter(|&seed| {
        let mut random = Random::new(seed as u64);
        // Half of the mutants are made from the largest certificate.
        let original = if seed % 2 == 0 { &genuine[genuine.len() - 1] } else { &genuine[random.below(genuine.len() - 1)] };
        let mut bytes = original.clone();
        for _ in 0..=random.below(3) {
            // Most changes are after the envelope.
            let front = if random.below(8) == 0 { 0 } else { 50 };
            let at = front + random.below(bytes.len() - front);
            match random.below(6) {
                0 => bytes[at] = random.below(256) as u8,
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, random.below(256) as u8),
                _ => bytes[at] ^= 1 << random.below(8),
            }
        }
        bytes != *original && accepted(bytes)
    });
    let others = others.count();
    assert!(others * 20 < count, "{others} of {count}");
}
