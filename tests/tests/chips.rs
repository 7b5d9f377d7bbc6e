//! Chip tables: the checker must verify the solver's certificates, and flipping a bit must never yield another proof of
//! the same claim.

use std::sync::Arc;

use std::sync::atomic::AtomicBool;

use gamecert_solver::certificate::Certificate;
use gamecert_solver::control::{Control, Silent};
use gamecert_solver::games::bidding_chess::{Ending, Material};
use gamecert_solver::games::{self, Argument, Game};
use gamecert_solver::model::chips::{ChipTables, Rule, TieBreak};
use gamecert_solver::model::graph::Player;
use gamecert_solver::solve::chips::{Error, Request, certify, certify_family, solve, solve_family};
use gamecert_tests::stored::stored;
use proptest::prelude::*;
use rayon::prelude::*;

static GO_ON: AtomicBool = AtomicBool::new(false);

const RULES: [TieBreak; 3] = [TieBreak::Advantage, TieBreak::MakeItTakeIt, TieBreak::LadiesFirst];
const WANTED: [Request; 4] = [Request::All, Request::Between(0, 40), Request::Between(7, 7), Request::Between(30, 35)];

fn control() -> Control<'static> {
    Control::new("", &Silent, &GO_ON)
}

fn named(text: &str) -> Box<dyn Game> {
    match games::parse(text) {
        Ok(Argument::Game(game)) => game,
        _ => panic!("{text} is a game"),
    }
}

fn solved(game: &dyn Game, rule: Rule, expected: Request) -> Result<(ChipTables, Certificate), Error> {
    let tables = solve(&game.graph(), rule, expected, control())?;
    let certificate = certify(&game.name(), &tables);
    Ok((tables, certificate))
}

/// Checks that the checker verifies a certificate and reads the same thresholds from it, also for more chips than it
/// stores.
fn agrees(tables: &ChipTables, certificate: &Certificate) -> Result<(), String> {
    let verified = gamecert_checker::verify(&certificate.bytes, &mut gamecert_checker::NoSource).map_err(|refusal| refusal.to_string())?;
    let read: &gamecert_checker::chips::Table = verified.table().ok_or("no table of chips")?;
    for position in 0..tables.tables.number.len() {
        for k in 0..200 {
            let class = u32::try_from(position).map_err(|error| error.to_string())?;
            let (ours, theirs) = (tables.of(position).at(k).map(u64::from), read.threshold(class, u64::from(k)));
            if ours != theirs {
                return Err(format!("position {position}, {k} chips: {ours:?} and {theirs:?}"));
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn tables_of_random_games_are_verified(game in stored(), rule in 0_usize..6, expected in 0_usize..4) {
        let rule = Rule { tie_break: RULES[rule / 2], claimant: Player::BOTH[rule % 2] };
        match solved(&game, rule, WANTED[expected]) {
            Ok((tables, certificate)) => prop_assert_eq!(agrees(&tables, &certificate), Ok(())),
            // In rare cases the common period of a dozen positions is too long to be stored.
            Err(failure) => prop_assert!(matches!(failure, Error::NoPeriod(_)), "{}", failure),
        }
    }
}

#[test]
fn tables_of_named_games_are_verified() {
    let tugs = (1..=20).map(|n| format!("tug:{n}"));
    let ultimatums = (1..=10).map(|n| format!("ultimatum:{n}"));
    let others = ["tic-tac-toe", "tic-tac-toe:4x2x3", "hex:3x3", "hex:2x4", "connect:4x3x3", "sudden-death:A9", "sudden-death:B9"];
    let all: Vec<String> = tugs.chain(ultimatums).chain(others.map(str::to_owned)).chain(["wedge:(A2,E),(B3,(A,B2))".to_owned()]).collect();
    all.par_iter().for_each(|text| {
        for tie_break in RULES {
            for claimant in Player::BOTH {
                let (tables, certificate) = solved(&*named(text), Rule { tie_break, claimant }, Request::All).unwrap();
                assert_eq!(agrees(&tables, &certificate), Ok(()), "{text}, {tie_break}, {claimant:?}");
            }
        }
    });
}

/// Certificates by digest, for citations.
struct Shelf<'a>(&'a [Certificate]);

impl gamecert_checker::Source for Shelf<'_> {
    fn fetch(&mut self, expected: &gamecert_checker::Digest, _: u64) -> Result<Arc<Vec<u8>>, gamecert_checker::NotFetched> {
        let found = self.0.iter().find(|certificate| certificate.digest.0 == *expected);
        found.map(|certificate| certificate.bytes.clone()).ok_or_else(|| gamecert_checker::NotFetched::Missing("on the shelf".to_owned()))
    }
}

#[test]
fn tables_of_endings_are_verified() {
    for (board, material, expected) in [
        ("4x4", "KRK", Request::All),
        ("3x4", "KQK", Request::All),
        ("4x4", "KNK", Request::Between(0, 30)),
        ("4x5", "KPK", Request::Between(0, 20)),
        ("3x3", "KRK", Request::Between(9, 9)),
    ] {
        let material: Material = Material::parse(material).unwrap().0;
        let family = Ending::family(board.parse().unwrap(), std::slice::from_ref(&material)).unwrap();
        for tie_break in RULES {
            for claimant in Player::BOTH {
                let solved = solve_family(&family, Rule { tie_break, claimant }, expected, control()).unwrap();
                let certificates = certify_family(&family, &solved);
                let mut shelf = Shelf(&certificates);
                let mut session = gamecert_checker::Session::new(&mut shelf);
                for certificate in &certificates {
                    let verdict = session.verify(&certificate.bytes).map(|_| ());
                    assert_eq!(verdict, Ok(()), "{material} on {board}, {tie_break}, {claimant:?}");
                }
            }
        }
    }
}

/// Returns the number of mutants per certificate. The gate requests more than the suite.
fn requested() -> usize {
    std::env::var("GAMECERT_MUTANTS").ok().map_or(4_000, |text| text.parse().expect("GAMECERT_MUTANTS is a number"))
}

#[test]
fn no_bit_can_be_changed() {
    let advantage = Rule { tie_break: TieBreak::Advantage, claimant: Player::Left };
    let ladies = Rule { tie_break: TieBreak::LadiesFirst, claimant: Player::Right };
    for (text, rule, range) in [
        ("tug:4", advantage, Request::All),
        ("tug:3", ladies, Request::All),
        ("ultimatum:3", advantage, Request::All),
        ("ultimatum:3", advantage, Request::Between(0, 9)),
        ("sudden-death:B4", ladies, Request::All),
        ("tic-tac-toe:3x2x3", advantage, Request::All),
        ("hex:2x3", advantage, Request::Between(3, 9)),
        ("tic-tac-toe", advantage, Request::All),
    ] {
        let (tables, Certificate { bytes, .. }) = solved(&*named(text), rule, range).unwrap();
        let bits = bytes.len() * 8;
        let step = (bits / requested()).max(1);
        let genuine = gamecert_checker::verify(&bytes, &mut gamecert_checker::NoSource).unwrap();
        let accepted = (0..bits / step).into_par_iter().map(|n| n * step + n % step).filter_map(|bit| {
            let mut mutant = bytes.to_vec();
            mutant[bit / 8] ^= 1 << (bit % 8);
            gamecert_checker::verify(&mutant, &mut gamecert_checker::NoSource).ok()
        });
        let accepted: Vec<_> = accepted.collect();
        // A later onset than necessary gives another, weaker claim, which the checker accepts. No other mutant may be
        // accepted.
        assert!(
            accepted.iter().all(|verified| verified.claim.fields() != genuine.claim.fields()),
            "{text}: a changed certificate for the same claim"
        );
        let with_onset = matches!(range, Request::All) && tables.labels.is_none();
        assert!(accepted.len() <= if with_onset { 24 } else { 0 }, "{text}: {} accepted", accepted.len());
    }
}
