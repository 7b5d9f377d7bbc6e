//! The certificates in `certs/`. The checker must verify them, the solver must still produce the same bytes, and the
//! pages about them must print the checker's claims.

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use gamecert_checker::losing;
use gamecert_solver::answers::losing::shipped::SHIPPED as SHIPPED_PROOFS;
use gamecert_solver::certificate::verify;
use gamecert_solver::control::{Control, Silent};
use gamecert_solver::games::Colour;
use gamecert_solver::games::bidding_chess::{Ending, Material};
use gamecert_solver::games::losing_chess::Stalemate;
use gamecert_solver::games::{self, Argument};
use gamecert_solver::model::chips::{Rule, TieBreak};
use gamecert_solver::model::graph::Player;
use gamecert_solver::model::scoring::SubtractionSet;
use gamecert_solver::solve;
use gamecert_solver::solve::chips::{Request, certify, certify_family, solve, solve_family};
use gamecert_solver::solve::losing::Question;
use gamecert_solver::solve::losing::portfolio::{self, Help, Limits, Verdict};
use gamecert_solver::solve::strategy::{self, Prepared};
use gamecert_tests::claims::{self, Shipped};
use gamecert_tests::family::Family;
use gamecert_tests::openings::Openings;
use gamecert_tests::results;

static GO_ON: AtomicBool = AtomicBool::new(false);

static ENDINGS: LazyLock<Family> = LazyLock::new(|| Family::new("8x8", &["KQK", "KRK", "KBK", "KNK", "KPK"]));

static SHIPPED: LazyLock<Shipped> = LazyLock::new(|| Shipped::verify().unwrap());

#[test]
fn the_page_of_claims_is_what_the_checker_says() {
    let written = std::fs::read_to_string(claims::folder().join("README.md")).unwrap();
    assert_eq!(
        written,
        claims::readme(&SHIPPED).unwrap(),
        "remake it: cargo run --release -p gamecert-tests --bin claims > certs/README.md"
    );
}

#[test]
fn the_page_of_openings_is_what_the_checker_says() {
    let openings = Openings::find(&SHIPPED);
    let root = claims::folder().join("..");
    let written = std::fs::read_to_string(root.join("docs/src/openings.md")).unwrap();
    assert_eq!(written, openings.page(), "remake it: cargo run --release -p gamecert-tests --bin openings > docs/src/openings.md");
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let drawn = std::fs::read_to_string(root.join("docs/src/pictures/replies.svg")).unwrap();
    let remake = "remake it: cargo run --release -p gamecert-tests --bin openings -- --picture > docs/src/pictures/replies.svg";
    assert_eq!(drawn, openings.picture(), "{remake}");
    let (replies, lost) = openings.proved();
    assert_eq!((replies, lost), (15, 7), "README.md and the book's chapter on losing chess name these numbers in words");
    assert!(readme.contains(&format!("against {replies} of Black's 20 replies")));
}

#[test]
fn the_page_of_results_is_what_the_checker_says() {
    let page = results::page(&SHIPPED).unwrap();
    let sums = std::fs::read_to_string(claims::folder().join("SHA256SUMS")).unwrap();
    for (digest, name) in sums.lines().filter_map(|line| line.split_once("  ")) {
        let row = page.lines().find(|line| line.starts_with(&format!("| `certs/{name}` |"))).unwrap_or_else(|| panic!("{name} has no row"));
        assert!(row.ends_with(&format!("| `{digest}` |")), "{name}");
    }
    let written = std::fs::read_to_string(claims::folder().join("../docs/src/results.md")).unwrap();
    assert_eq!(written, page, "remake it: cargo run --release -p gamecert-tests --bin results > docs/src/results.md");
}

/// The solver takes names of shipped proofs from this table.
#[test]
fn the_table_of_shipped_proofs_is_what_the_checker_says() {
    let sums = std::fs::read_to_string(claims::folder().join("SHA256SUMS")).unwrap();
    let mut found: Vec<String> = Vec::new();
    for (name, verified) in &SHIPPED.verified {
        let Some(claim) = verified.claim_as::<losing::Claim>() else { continue };
        let row =
            SHIPPED_PROOFS.iter().find(|row| row.file == format!("certs/{name}")).unwrap_or_else(|| panic!("{name} is not in the table"));
        assert_eq!((row.root, row.winner.to_string(), row.rules), (&*claim.root, claim.winner.to_string(), claim.stalemate), "{name}");
        assert!(sums.lines().any(|line| line == format!("{}  {name}", row.sha256)), "{name}");
        found.push(name.clone());
    }
    assert_eq!(found.len(), SHIPPED_PROOFS.len(), "{found:?}");
}

/// No certificate claims that White does not win under the other rule sets. For this the test relies on the solver
/// alone.
#[test]
fn wins_under_one_rule_of_stalemate_only() {
    for (file, rules) in [("international", Stalemate::International), ("fics", Stalemate::Fics)] {
        let proof = verify::open_losing(&claims::folder().join(format!("losing/{file}.cbor"))).unwrap();
        assert_eq!((proof.game.stalemate, proof.game.winner), (rules, Colour::White));
        let question = Question { position: proof.root, clock: 0, stalemate: Stalemate::Joint };
        let limits = Limits { tables: 256 << 20, threads: 1, settings: None, time: None, evaluations: None };
        let found = portfolio::search(
            &question,
            Some(Colour::White),
            limits,
            &mut None,
            Help { lemmas: &|_, _| (), hints: None, tables: None },
            Control::new("", &Silent, &GO_ON),
        );
        assert!(matches!(found, Ok((Verdict::NotWon, _))), "{file}");
    }
}

#[test]
fn the_solver_makes_the_same_bytes_today() {
    let files = claims::files().unwrap();
    for (ending, certificate) in ENDINGS.endings.iter().zip(&ENDINGS.certificates) {
        assert!(files[&ending.file_name()] == *certificate.bytes, "{} differs from certs/{}", ending.material(), ending.file_name());
    }
    let rule = Rule { tie_break: TieBreak::Advantage, claimant: Player::Left };
    let control = Control::new("", &Silent, &GO_ON);
    for (game, file) in [
        ("tic-tac-toe", "tic-tac-toe-chips.cbor"),
        ("hex:3x4", "hex-3x4-chips.cbor"),
        ("tug:12", "tug-12-chips.cbor"),
        ("ultimatum:8", "ultimatum-8-chips.cbor"),
    ] {
        let Ok(Argument::Game(game)) = games::parse(game) else { panic!("{game} is a game") };
        let tables = solve(&game.graph(), rule, Request::All, control).unwrap();
        assert!(files[file] == *certify(&game.name(), &tables).bytes, "certs/{file} differs");
    }
    for (claimant, file) in [(Player::Left, "hex-4x4-strategy-20.cbor"), (Player::Right, "hex-4x4-strategy-20-right.cbor")] {
        let Ok(Argument::Game(game)) = games::parse("hex:4x4") else { panic!("hex is a game") };
        let prepared = Prepared::new(game.as_placing().unwrap(), control).unwrap();
        let found = prepared.solve(Rule { claimant, ..rule }, 20, control).unwrap().unwrap();
        assert!(files[file] == *strategy::certify(&game.name(), &found).bytes, "certs/{file} differs");
    }
    let family = Ending::family("4x4".parse().unwrap(), &[Material::parse("KRK").unwrap().0]).unwrap();
    let tables = solve_family(&family, rule, Request::All, control).unwrap();
    for (certificate, file) in certify_family(&family, &tables).iter().zip(["kk-4x4-chips-all.cbor", "krk-4x4-chips-all.cbor"]) {
        assert!(files[file] == *certificate.bytes, "certs/{file} differs");
    }
    for (set, budgets, file) in
        [(&[1][..], (1, 300), "subtraction-1-budgets-1-300.cbor"), (&[1, 2], (1, 12), "subtraction-1-2-budgets-1-12.cbor")]
    {
        let set = SubtractionSet::new(set.to_vec()).unwrap();
        let solved = solve::scoring::solve(&set, budgets, control).unwrap();
        assert!(files[file] == *solve::scoring::certify(&set, &solved).bytes, "certs/{file} differs");
    }
    let others = files.keys().filter(|name| !name.contains('/')).count();
    assert_eq!(others, ENDINGS.endings.len() + 11, "the rest is tic-tac-toe.cbor, which the gate rebuilds");
}

#[test]
fn the_digests_are_listed() {
    let listed = std::fs::read_to_string(claims::folder().join("SHA256SUMS")).unwrap();
    let digests: String = claims::files()
        .unwrap()
        .iter()
        .map(|(name, bytes)| format!("{}  {name}\n", gamecert_solver::certificate::emit::digest(bytes)))
        .collect();
    assert_eq!(listed, digests);
}
