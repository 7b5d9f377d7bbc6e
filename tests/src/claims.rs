//! The table of claims in `certs/README.md`, made from the checker's output.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use gamecert_checker::{
    Colour, NotFetched, Session, Source, Verified, batch, can_mate, chips, losing, richman, safe, scoring, strategy, unwinnable,
};
use gamecert_solver::games::losing_chess::text::{START, Setup};

const HEAD: &str = "\
# Certificates

Each file proves what the tables say of it, together with the files that it rests on; `check certs/*.cbor certs/*/*.cbor` verifies them all.
`SHA256SUMS` has their digests. They are made by

    solve bidding-chess KQK KRK KBK KNK KPK --emit-dir certs
    solve chips tic-tac-toe --all --emit-cert certs/tic-tac-toe-chips.cbor
    solve chips hex:3x4 --all --emit-cert certs/hex-3x4-chips.cbor
    solve chips tug:12 --all --emit-cert certs/tug-12-chips.cbor
    solve chips ultimatum:8 --all --emit-cert certs/ultimatum-8-chips.cbor
    solve chips bidding-chess:KRK@4x4 --all --emit-cert certs/krk-4x4-chips-all.cbor
    solve chips hex:4x4 --chips 20 --strategy --emit-cert certs/hex-4x4-strategy-20.cbor
    solve chips hex:4x4 --chips 20 --strategy --for right --emit-cert certs/hex-4x4-strategy-20-right.cbor
    solve bidding-game tic-tac-toe --emit-cert certs/tic-tac-toe.cbor
    solve scoring --budget 1..300 --subtract 1 --emit-cert certs/subtraction-1-budgets-1-300.cbor
    solve scoring --budget 1..12 --subtract 1,2 --emit-cert certs/subtraction-1-2-budgets-1-12.cbor
    solve losing-chess --lines certs/losing/lines.txt --for white --threads 1 --shrink 3 --no-tables --emit-dir certs/losing
    solve losing-chess --lines certs/losing/larger.txt --for white --memory 8G --shrink 3 --no-tables --emit-dir certs/losing
    solve losing-chess --lines certs/losing/black.txt --for black --threads 1 --shrink 3 --no-tables --emit-dir certs/losing
    solve losing-chess \"1. f4\" --for black --threads 1 --shrink 3 --no-tables --emit-cert certs/losing/f4.cbor
    solve losing-chess --rules international --fen \"8/7p/7P/1p1p3P/1P3n2/6K1/8/8 w - -\" --threads 1 --no-tables --emit-cert certs/losing/international.cbor
    solve losing-chess --rules fics --fen \"8/8/p7/p7/P5p1/6p1/1k1P2P1/8 w - -\" --threads 1 --no-tables --emit-cert certs/losing/fics.cbor
    solve safe \"8/8/8/5P2/5p1p/8/6P1/8 w - -\" --for black --emit-cert certs/safe/erratum.cbor
    solve safe \"3K4/8/8/3p4/8/8/8/8 w - -\" --emit-cert certs/safe/king-against-pawn.cbor
    xargs -d '\\n' solve safe --emit-cert certs/safe/two-units.cbor < certs/safe/two-units.txt
    solve safe \"8/8/6b1/8/3P4/8/5B2/8 w - -\" --for black --always --emit-cert certs/safe/lila-12966.cbor
    solve safe \"8/8/2b3b1/8/8/8/5B2/8 w - -\" --always --emit-cert certs/safe/scalachess-836.cbor
    solve safe \"8/8/8/8/2n5/8/8/N7 w - -\" --for black --always --emit-cert certs/safe/scalachess-157.cbor
    solve unwinnable --positions tests/data/unwinnability/named.txt --emit-cert certs/unwinnable/named.cbor
    solve unwinnable --positions tests/data/unwinnability/positions.txt --emit-cert certs/unwinnable/positions.cbor
    solve unwinnable --positions certs/unwinnable/fortresses.txt --emit-cert certs/unwinnable/fortresses.cbor
    tail -n +2 certs/unwinnable/dead-positions.csv | cut -d, -f1,2 | tr , ' ' | solve unwinnable --positions - --emit-cert certs/unwinnable/dead-positions.cbor
    solve unwinnable --positions tests/data/unwinnability/unfair_timeouts.txt --emit-cert certs/unwinnable/unfair-timeouts.cbor
    solve unwinnable --positions tests/data/unwinnability/timeouts.txt --emit-cert certs/unwinnable/timeouts.cbor

and this page by `cargo run --release -p gamecert-tests --bin claims`, from what the checker says of each file after verifying it. (A test
compares the two.) No command above gives `losing/e3-c6.cbor`, `losing/e3-Nc6.cbor` and `losing/e3-Nh6.cbor`: these took help. Lines of play from a
tree that is public (repository NotAnOctopus/suicide-chess, `andryushkov.txt` and `balkan.txt`, the trees that the paper's proofs follow, section 3) were hints for
searches, that of Nc6 with `--hints FILE --memory 12G` in 83 minutes on one core, that of c6 in many parts, each with `--use` of the ones before. These two proofs were then made
smaller, from 17.5 and 3.6 million positions, by second searches and by walks as `--use CERT --shrink 2h` makes them, and
that of Nc6 in the end, from 11,252,416 positions, by moves selected in 12 minutes of `--use CERT --memory 12G --shrink 40m`. At last `--use CERT --assemble --shrink 0 --fifty-moves` changed moves of both, so that they hold under a 50-move rule. `solve walk CERT --lines FILE` writes hints for a search of one's own from them.
How the proof of Nh6 was put together by a run of many tasks is told in `docs/measured/losing.md`; `losing/e3-Nh6.hints.txt` has lines from it, with which one search finds the whole win again.
";

const REAL_VALUED: &str = "
## Bidding with real-valued money

| file | bytes | game | positions | proved | values | digits of the largest denominator | largest labels | rests on |
|---|---|---|---|---|---|---|---|---|
";

const CHIPS: &str = "
## Bidding with chips

| file | bytes | game | positions | proved | rests on |
|---|---|---|---|---|---|
";

const STRATEGIES: &str = "
## Ways to win with chips

| file | bytes | game | positions of the strategy | proved |
|---|---|---|---|---|
";

const SCORING: &str = "
## Scores

| file | bytes | game | total budgets | proved | largest onset | largest period |
|---|---|---|---|---|---|---|
";

const LOSING: &str = "
## Losing chess

Forced wins, down to the last unit. Positions are distinct ones, of both sides, leaves included, as in table 1 of the paper (M. Watkins, 1. e3: sizes of its proofs, which end at tablebases of four units).
Where two threads searched (`larger.txt`), other runs give other proofs: of the two of 1. e3 f6 the smaller one is here, shrunk with `--use`, and so are the proofs that `solve losing-chess \"1. Nf3\" --for black --threads 1 --memory 4G` and the same for 1. h4 had found. Two wins hold under one rule of stalemate only: under `joint` neither side wins there (`tests/tests/shipped.rs`).

| file | bytes | proved | positions | table 1 | ratio | plies at most | in a row without a capture or pawn move |
|---|---|---|---|---|---|---|---|
";

const SAFE: &str = "
## Losing chess: who cannot lose

These files prove draws, and that a side cannot win although the other side's time is up. *By force*: the side has a defence against every play of the other. *Always*: no series of legal moves at all makes the other side win. `erratum.cbor` is about the position that endgame tables behind the published solution once held to be won; `two-units.cbor` is about all drawn positions with two units, one of each up to mirror images and exchanged colours (`two-units.txt`); the others are named after reports of servers (lila issue 12966, scalachess issues 157 and 836).

| file | bytes | proved | from | White does not lose: positions | Black does not lose: positions |
|---|---|---|---|---|---|
";

const UNWINNABLE: &str = "
## Who can still mate

Orthodox chess, many answers in one file: the test suite `dead-positions.csv`; positions that the paper names; the positions of its author's suite; fortresses around which bishops roam; last positions of games that were lost on time although the other side could not mate, and of others. A side can
mate by a line, or cannot: by sets of positions that no move leaves. So many of these positions are settled by the material, by the static argument, and by skeletons (`../spec/kinds/unwinnable.md`).

| file | bytes | answers | can mate | plies in all | cannot mate | positions in all | by the material | by the static argument | by skeletons | skeletons in all |
|---|---|---|---|---|---|---|---|---|---|---|
";

/// Table 1 of the paper: replies to 1. e3 with the sizes of their proofs.
pub const TABLE_1: [(&str, u64); 18] = [
    ("b5", 82_084_261),
    ("g5", 45_546_357),
    ("e6", 43_471_711),
    ("Nh6", 17_488_664),
    ("Nc6", 10_755_947),
    ("c6", 2_135_914),
    ("f6", 510_661),
    ("a5", 353_391),
    ("a6", 243_154),
    ("f5", 90_297),
    ("h5", 69_132),
    ("e5", 43_276),
    ("h6", 48_591),
    ("Nf6", 22_838),
    ("g6", 4_489),
    ("Na6", 3_309),
    ("d6", 33),
    ("d5", 33),
];

/// Returns the folder of the shipped certificates.
#[must_use]
pub fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../certs"))
}

/// Reads all certificates of the folder. The keys are the file names.
///
/// # Errors
/// If a certificate cannot be read.
pub fn files() -> Result<BTreeMap<String, Vec<u8>>, String> {
    let mut files = BTreeMap::new();
    for prefix in ["", "losing/", "safe/", "unwinnable/"] {
        let folder = folder().join(prefix);
        let unreadable = |error: std::io::Error| format!("{}: {error}", folder.display());
        for entry in std::fs::read_dir(&folder).map_err(unreadable)? {
            let name = entry.map_err(unreadable)?.file_name().to_string_lossy().into_owned();
            if name.ends_with(".cbor") {
                let bytes = std::fs::read(folder.join(&name)).map_err(unreadable)?;
                files.insert(format!("{prefix}{name}"), bytes);
            }
        }
    }
    Ok(files)
}

/// Claims of all certificates in the folder, verified by the checker.
pub struct Shipped {
    /// File names with the verified claims.
    pub verified: Vec<(String, Arc<Verified>)>,
    names: BTreeMap<[u8; 32], String>,
}

impl Shipped {
    /// Verifies all certificates of the folder with the checker.
    ///
    /// # Errors
    /// If a certificate cannot be read or is not verified.
    pub fn verify() -> Result<Self, String> {
        let files = files()?;
        let mut source = Files(&files);
        let mut session = Session::new(&mut source);
        let mut verified = Vec::new();
        for (name, bytes) in &files {
            verified.push((name.clone(), session.verify(bytes).map_err(|refusal| format!("{name}: {refusal}"))?));
        }
        let names = files.iter().map(|(name, bytes)| (gamecert_checker::digest(bytes), name.clone())).collect();
        Ok(Self { verified, names })
    }
}

/// Returns the text of the page.
///
/// # Errors
/// If a certificate's claim has another type than its kind requires.
pub fn readme(shipped: &Shipped) -> Result<String, String> {
    let Shipped { verified: all, names } = shipped;
    let mut text = HEAD.to_owned();
    let kinds: [(&str, &str, Row); 7] = [
        ("richman", REAL_VALUED, real_valued_row),
        ("chips", CHIPS, chips_row),
        ("strategy", STRATEGIES, strategy_row),
        ("scoring", SCORING, scoring_row),
        ("losing", LOSING, losing_row),
        ("safe", SAFE, safe_row),
        ("batch", UNWINNABLE, unwinnable_row),
    ];
    for (kind, head, row) in kinds {
        text.push_str(head);
        for (name, verified) in all.iter().filter(|(_, verified)| verified.kind.name == kind) {
            row(&mut text, name, verified, names).map_err(|error| error.to_string())?;
        }
    }
    Ok(text)
}

/// Function that writes the table row of a certificate. It fails if the claim has another type than the row expects.
type Row = fn(&mut String, &str, &Verified, &BTreeMap<[u8; 32], String>) -> std::fmt::Result;

/// Returns the certificate's claim as type `T`. Fails if the claim has another type.
fn claim<T: gamecert_checker::Claim>(verified: &Verified) -> Result<&T, std::fmt::Error> {
    verified.claim_as().ok_or(std::fmt::Error)
}

/// Returns the only statement of the claim that contains `words`. Fails if no statement or more than one contains them.
fn statement(claim: &impl gamecert_checker::Claim, words: &str) -> Result<String, std::fmt::Error> {
    let mut found = claim.statements().into_iter().filter(|statement| statement.contains(words));
    found.next().filter(|_| found.next().is_none()).ok_or(std::fmt::Error)
}

/// Lists the certificates that this one cites, by file name.
fn rests_on(verified: &Verified, names: &BTreeMap<[u8; 32], String>) -> String {
    let rests: Vec<&str> = verified.citations.iter().map(|cited| names.get(&cited.digest).map_or("?", String::as_str)).collect();
    if rests.is_empty() { "nothing".to_owned() } else { rests.join(", ") }
}

fn losing_row(text: &mut String, name: &str, verified: &Verified, _: &BTreeMap<[u8; 32], String>) -> std::fmt::Result {
    let losing::Claim { stalemate, root, winner, longest, reversible, positions, .. } = claim(verified)?;
    // The entry is found by the position that the checker prints, because a file name proves nothing.
    let published = TABLE_1.iter().find(|(reply, _)| *root == after_e3(reply));
    let (reply, published, ratio) = match published {
        Some((reply, published)) => {
            (format!("1. e3 {reply}: "), published.to_string(), format!("{:.2}", f64::from(*positions) / *published as f64))
        }
        None => (String::new(), String::new(), String::new()),
    };
    let proved = format!("{winner} wins by force from {root} under the rule set {stalemate}");
    writeln!(text, "| `{name}` | {} | {reply}{proved} | {positions} | {published} | {ratio} | {longest} | {reversible} |", verified.size)
}

fn safe_row(text: &mut String, name: &str, verified: &Verified, _: &BTreeMap<[u8; 32], String>) -> std::fmt::Result {
    let safe::Claim { stalemate, roots, sides, defence, positions, .. } = claim(verified)?;
    let who = match sides.as_slice() {
        [side] => format!("{} cannot win", side.other()),
        _ => "neither side can win".to_owned(),
    };
    let how = match defence {
        safe::Defence::ByForce => "by force",
        safe::Defence::Always => "whatever both sides play",
    };
    let from = match roots.as_slice() {
        [root] => root.clone(),
        roots => format!("each of {} positions", roots.len()),
    };
    let positions = [Colour::White, Colour::Black].map(|colour| {
        let mut of = sides.iter().zip(positions).filter(|&(side, _)| *side == colour).map(|(_, positions)| positions.to_string());
        of.next().unwrap_or_default()
    });
    writeln!(
        text,
        "| `{name}` | {} | {who} {how} under the rule of stalemate {stalemate} | {from} | {} |",
        verified.size,
        positions.join(" | ")
    )
}

fn unwinnable_row(text: &mut String, name: &str, verified: &Verified, _: &BTreeMap<[u8; 32], String>) -> std::fmt::Result {
    let entries = gamecert_checker::Claim::entries(claim::<batch::Claim>(verified)?);
    let (mut mates, mut closed) = (Vec::new(), Vec::new());
    for entry in entries {
        let claim: &dyn Any = entry.claim.as_ref();
        mates.extend(claim.downcast_ref::<can_mate::Claim>());
        closed.extend(claim.downcast_ref::<unwinnable::Claim>());
    }
    let plies: u32 = mates.iter().map(|claim| claim.plies).sum();
    let all = |of: fn(&unwinnable::Claim) -> u32| closed.iter().map(|claim| of(claim) as usize).sum();
    let figures: [usize; 9] = [
        entries.len(),
        mates.len(),
        plies as usize,
        closed.len(),
        all(|claim| claim.positions),
        all(|claim| claim.material),
        all(|claim| claim.static_argument),
        all(|claim| claim.skeleton_argument),
        all(|claim| claim.skeletons),
    ];
    writeln!(text, "| `{name}` | {} | {} |", verified.size, figures.map(|figure| figure.to_string()).join(" | "))
}

/// Returns the position after 1. e3 and this reply.
fn after_e3(reply: &str) -> String {
    let start: Setup = START.parse().expect("the initial position is valid");
    let played = ["e3", reply].iter().try_fold(start.position, |position, played| Some(position.after(position.find_move(played).ok()?)));
    played.map_or(String::new(), |position| position.to_string())
}

fn scoring_row(text: &mut String, name: &str, verified: &Verified, _: &BTreeMap<[u8; 32], String>) -> std::fmt::Result {
    let claim: &scoring::Claim = claim(verified)?;
    let both: Vec<(u32, u32)> = (claim.first..=claim.last).filter_map(|budget| claim.period_and_onset(budget)).collect();
    let onset = both.iter().map(|(_, onset)| *onset).max().unwrap_or(0);
    let period = both.iter().map(|(period, _)| *period).max().unwrap_or(0);
    // Onset and period are in the first statement. They have columns of their own.
    let proved = statement(claim, "Left ends ahead of Right")?;
    writeln!(
        text,
        "| `{name}` | {} | {} | {} to {} | {proved} | {onset} | {period} |",
        verified.size, verified.game, claim.first, claim.last
    )
}

fn chips_row(text: &mut String, name: &str, verified: &Verified, names: &BTreeMap<[u8; 32], String>) -> std::fmt::Result {
    let claim: &chips::Claim = claim(verified)?;
    // The bidding rules are the same in every row, so the table leaves them out.
    let bids = statement(claim, "before each move")?;
    let mut statements = gamecert_checker::Claim::statements(claim);
    statements.retain(|statement| *statement != bids);
    let proved = statements.join("; ");
    let (positions, classes) = (claim.positions, claim.classes);
    writeln!(
        text,
        "| `{name}` | {} | {} | {positions} in {classes} classes | {proved} | {} |",
        verified.size,
        verified.game,
        rests_on(verified, names)
    )
}

fn strategy_row(text: &mut String, name: &str, verified: &Verified, _: &BTreeMap<[u8; 32], String>) -> std::fmt::Result {
    let claim: &strategy::Claim = claim(verified)?;
    let proved = statement(claim, "can force a win")?;
    writeln!(text, "| `{name}` | {} | {} | {} | {proved} |", verified.size, verified.game, claim.positions)
}

fn real_valued_row(text: &mut String, name: &str, verified: &Verified, names: &BTreeMap<[u8; 32], String>) -> std::fmt::Result {
    let claim: &richman::Claim = claim(verified)?;
    let proved = match claim.differ {
        0 => "alpha = beta at every position".to_owned(),
        differ => format!("alpha and beta at every position; they differ at {differ} classes"),
    };
    let [white, black] = claim.largest_labels;
    writeln!(
        text,
        "| `{name}` | {} | {} | {} in {} classes | {proved} | {} | {} | White {white}, Black {black} | {} |",
        verified.size,
        verified.game,
        claim.positions,
        claim.classes,
        claim.values,
        claim.largest_denominator.len(),
        rests_on(verified, names),
    )
}

struct Files<'a>(&'a BTreeMap<String, Vec<u8>>);

impl Source for Files<'_> {
    fn fetch(&mut self, expected: &gamecert_checker::Digest, _: u64) -> Result<Arc<Vec<u8>>, NotFetched> {
        let found = self.0.values().find(|bytes| gamecert_checker::digest(bytes) == *expected);
        found.cloned().map(Arc::new).ok_or_else(|| NotFetched::Missing("among the certificates of the folder".to_owned()))
    }
}
