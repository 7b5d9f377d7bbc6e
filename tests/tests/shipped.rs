//! The certificates in `certs/` are verified, are what the solver makes today, and the pages about them say what the checker says.

use std::sync::LazyLock;

use gamecert_tests::claims;
use gamecert_tests::family::Family;

static ENDINGS: LazyLock<Family> = LazyLock::new(|| Family::new("8x8", &["KQK", "KRK", "KBK", "KNK", "KPK"]));

#[test]
fn the_page_of_claims_is_what_the_checker_says() {
    let written = std::fs::read_to_string(claims::folder().join("README.md")).unwrap();
    assert_eq!(written, claims::readme().unwrap(), "remake it: cargo run --release -p gamecert-tests --bin claims > certs/README.md");
}

#[test]
fn the_solver_makes_the_same_bytes_today() {
    let files = claims::files().unwrap();
    assert_eq!(files.len(), ENDINGS.endings.len());
    for (ending, certificate) in ENDINGS.endings.iter().zip(&ENDINGS.certificates) {
        assert!(files[&ending.file_name()] == certificate.bytes, "{} differs from certs/{}", ending.material(), ending.file_name());
    }
}

#[test]
fn the_digests_are_listed() {
    let listed = std::fs::read_to_string(claims::folder().join("SHA256SUMS")).unwrap();
    let digests: String =
        claims::files().unwrap().iter().map(|(name, bytes)| format!("{}  {name}\n", solver::emit::digest(bytes))).collect();
    assert_eq!(listed, digests);
}
