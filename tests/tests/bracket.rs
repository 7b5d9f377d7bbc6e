//! Bounds of small endings against exact values. A few lines of iteration compute the bounds. The checker must accept
//! them, and every exact value must lie between its bounds.

use gamecert_checker::inspect::{Choice, generate};
use gamecert_checker::{Colour, Digest, NotFetched, Session, Source, Verified, bracket, digest, hex, richman};
use gamecert_solver::certificate::emit::cbor::Writer;
use gamecert_solver::certificate::emit::envelope::certificate;
use gamecert_solver::certificate::emit::{self};
use gamecert_tests::family::Family;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// Lower and upper bound of alpha, then of beta, in units.
type Bounds = [u128; 4];

/// Files by digest.
#[derive(Clone, Default)]
struct Shelf(HashMap<Digest, Arc<Vec<u8>>>);

impl Source for Shelf {
    fn fetch(&mut self, expected: &Digest, _: u64) -> Result<Arc<Vec<u8>>, NotFetched> {
        self.0.get(expected).cloned().ok_or_else(|| NotFetched::Missing("on the shelf".to_owned()))
    }
}

/// Returns the bounds that a file with `bits` binary places reads from a cited certificate of exact values or bounds.
fn cited(verified: &Verified, bits: u32) -> Vec<Bounds> {
    if let Some(table) = verified.table::<richman::Table>() {
        let rounded = |rank: &u32| {
            let (numerator, denominator) = table.value(*rank).unwrap();
            let scaled = numerator << bits;
            let down: u128 = (&scaled / denominator).to_string().parse().unwrap();
            [down, down + u128::from((&scaled % denominator).bits() > 0)]
        };
        let classes = table.rank_alpha().iter().zip(table.rank_beta());
        return classes.map(|(alpha, beta)| (rounded(alpha), rounded(beta))).map(|([a, w], [z, y])| [a, w, z, y]).collect();
    }
    let table = verified.table::<bracket::Table>().unwrap();
    let (more, less) = (bits.saturating_sub(table.bits()), table.bits().saturating_sub(bits));
    let down = |bound: u128| (bound << more) >> less;
    let up = |bound: u128| (bound << more).div_ceil(1 << less);
    let class =
        |class| table.bounds(class).map(|bounds| [down(bounds.alpha[0]), up(bounds.alpha[1]), down(bounds.beta[0]), up(bounds.beta[1])]);
    (0..).map_while(class).collect()
}

/// Returns the bounds at the fixed point of the integer iteration. `file` is any certificate about the game.
fn iterate(file: &[u8], cited: &[Vec<Bounds>], bits: u32) -> Vec<Bounds> {
    let one = 1_u128 << bits;
    let mut classes: Vec<[Vec<Choice>; 2]> = Vec::new();
    generate(file, &mut |class| classes.push([class.white.to_vec(), class.black.to_vec()])).unwrap();
    let mut bounds = vec![[0, 0, one, one]; classes.len()];
    loop {
        let mut changed = false;
        for (class, options) in classes.iter().enumerate() {
            let seen = |choice: &Choice| match *choice {
                Choice::Class(class) => bounds[class as usize],
                Choice::Cited { citation, class, exchanged } => {
                    let [a, w, z, y] = cited[citation as usize][class as usize];
                    if exchanged { [one - y, one - z, one - w, one - a] } else { [a, w, z, y] }
                }
                Choice::Won(Colour::White) => [one; 4],
                Choice::Won(Colour::Black) => [0; 4],
                Choice::Drawn => [0, 0, one, one],
            };
            let [white, black] = options.each_ref().map(|list| list.iter().map(seen).collect::<Vec<_>>());
            let sum =
                |bound: usize| white.iter().map(|view| view[bound]).max().unwrap() + black.iter().map(|view| view[bound]).min().unwrap();
            let next = [sum(0).saturating_sub(1) / 2, sum(1).div_ceil(2), sum(2) / 2, (sum(3) / 2 + 1).min(one)];
            changed |= next != bounds[class];
            bounds[class] = next;
        }
        if !changed {
            return bounds;
        }
    }
}

/// Builds the certificate with these bounds.
fn written(family: &Family, ending: usize, citations: &[emit::Digest], bits: u32, bounds: &[Bounds]) -> Vec<u8> {
    let value_bytes = (bits / 8 + 1) as usize;
    let widest = bounds.iter().map(|[a, w, z, y]| (w - a).max(y - z)).max().unwrap();
    let difference_bytes = (128 - widest.leading_zeros()).div_ceil(8).max(1) as usize;
    let number = |number: u128, bytes: usize| number.to_be_bytes()[16 - bytes..].to_vec();
    let interval = |lower, upper| [number(lower, value_bytes), number(upper - lower, difference_bytes)].concat();
    let records: Vec<u8> = bounds.iter().flat_map(|[a, w, z, y]| [interval(*a, *w), interval(*z, *y)].concat()).collect();
    certificate(
        ("bracket", 1),
        &family.endings[ending].name(),
        citations,
        |writer| writer.column([u64::from(bits), bounds.len() as u64].into_iter()),
        |writer: &mut Writer| {
            writer.array(2);
            writer.unsigned(difference_bytes as u64);
            writer.bytes(&records);
        },
    )
}

/// Returns boards with endings and all the endings that they cite.
fn families() -> Vec<(&'static str, Vec<&'static str>)> {
    vec![
        ("2x2", vec!["KQK", "KRKB", "KBKN"]),
        ("2x3", vec!["KQK", "KPK"]),
        ("3x2", vec!["KRK", "KNKN"]),
        ("2x4", vec!["KPKP", "KPPK"]),
        ("3x3", vec!["KPKP", "KRRK", "KBKN", "KNKN"]),
        ("3x4", vec!["KNNK"]),
        ("4x4", vec!["KQK", "KRK", "KBK", "KNK", "KPK"]),
        ("2x6", vec!["KPK"]),
    ]
}

#[test]
fn exact_values_lie_between_bounds() {
    let (mut files, mut parted, mut differ, mut narrow) = (0, 0, 0, 0);
    for (board, materials) in families() {
        let family = Family::new(board, &materials);
        // The cited files are exact values and bounds in turn.
        let mut shelf = Shelf::default();
        let mut known: HashMap<usize, Arc<Verified>> = HashMap::new();
        for (number, file) in family.certificates.iter().enumerate() {
            shelf.0.insert(file.digest.0, file.bytes.clone());
            let name = format!("{} on {board}", family.endings[number].material());
            let mut source = shelf.clone();
            let exact = Session::new(&mut source).verify(&file.bytes).unwrap();
            let table: &richman::Table = exact.table().unwrap();
            for bits in [9, 26, 40] {
                let below: Vec<Arc<Verified>> = family.endings[number]
                    .sub_endings()
                    .iter()
                    .map(|sub| known[&family.number(&sub.material().to_string())].clone())
                    .collect();
                let seen: Vec<Vec<Bounds>> = below.iter().map(|verified| cited(verified, bits)).collect();
                let bounds = iterate(&file.bytes, &seen, bits);
                let digests: Vec<emit::Digest> = below.iter().map(|verified| emit::Digest(verified.digest)).collect();
                let bytes = written(&family, number, &digests, bits, &bounds);
                let mut source = shelf.clone();
                let verified = Session::new(&mut source).verify(&bytes).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
                let claim: &bracket::Claim = verified.claim_as().unwrap();
                files += 1;
                for (class, [a, w, z, y]) in bounds.iter().enumerate() {
                    let between = |rank: u32, lower: u128, upper: u128| {
                        let (numerator, denominator) = table.value(rank).unwrap();
                        let value = numerator << bits;
                        denominator * lower <= value && value <= denominator * upper
                    };
                    let (alpha, beta) = (table.rank_alpha()[class], table.rank_beta()[class]);
                    assert!(between(alpha, *a, *w), "{name}, class {class}: alpha and {a} to {w}");
                    assert!(between(beta, *z, *y), "{name}, class {class}: beta and {z} to {y}");
                    assert!(w >= z || alpha < beta, "{name}, class {class}");
                    parted += usize::from(w < z);
                    differ += usize::from(alpha < beta);
                }
                assert_eq!(claim.differ, bounds.iter().filter(|[_, w, z, _]| w < z).count() as u64, "{name}");
                narrow += usize::from(bits == 40 && claim.widest.iter().all(|widest| *widest < 1 << 20));
                if bits == [9, 26, 40][number % 3] {
                    shelf.0.insert(digest(&bytes), Arc::new(bytes));
                    let kept = if number % 2 == 0 { verified } else { exact.clone() };
                    known.insert(number, kept);
                }
            }
        }
    }
    assert!(files > 100 && parted > 0 && parted <= differ, "{files} files, {parted} of {differ} classes");
    assert!(narrow > 10, "{narrow} files");
}

/// A file with one flipped bit either makes a true claim or is refused.
#[test]
fn no_bit_makes_it_wrong() {
    let family = Family::new("3x3", &["KNK"]);
    let number = family.number("KNK");
    let file = family.certificate("KNK");
    let mut shelf = Shelf::default();
    for file in &family.certificates {
        shelf.0.insert(file.digest.0, file.bytes.clone());
    }
    let mut source = shelf.clone();
    let kings = family.certificate("KK");
    let mut session = Session::new(&mut source);
    let verified = session.verify(&kings.bytes).unwrap();
    let exact = session.verify(&file.bytes).unwrap();
    let exact: &richman::Table = exact.table().unwrap();
    let bits = 12;
    let bounds = iterate(&file.bytes, &[cited(&verified, bits)], bits);
    let bytes = written(&family, number, &family.citations(number), bits, &bounds);
    let mut accepted = 0;
    for bit in 0..8 * bytes.len() {
        let mut mutant = bytes.clone();
        mutant[bit / 8] ^= 1 << (bit % 8);
        let Ok(verified) = session.verify(&mutant) else { continue };
        accepted += 1;
        let table: &bracket::Table = verified.table().unwrap();
        for class in 0..u32::try_from(bounds.len()).unwrap() {
            let bounds = table.bounds(class).unwrap();
            let between = |rank: u32, lower: u128, upper: u128| {
                let (numerator, denominator) = exact.value(rank).unwrap();
                let value = numerator << table.bits();
                denominator * lower <= value && value <= denominator * upper
            };
            let class = class as usize;
            assert!(between(exact.rank_alpha()[class], bounds.alpha[0], bounds.alpha[1]), "bit {bit}, class {class}");
            assert!(between(exact.rank_beta()[class], bounds.beta[0], bounds.beta[1]), "bit {bit}, class {class}");
        }
    }
    assert!(accepted > 100, "{accepted} of {}", 8 * bytes.len());
}

/// The script computes the digest of all bounds as the specification describes it. This test compares digests for every
/// corpus file with bounds and for files of every number of bits.
#[test]
fn digests_of_bounds_follow_the_page() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("corpus/accept/bracket");
    let mut files: Vec<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort_unstable();
    let mut shelf = Shelf::default();
    for folder in ["bracket", "richman"].map(|kind| root.join("corpus/accept").join(kind)) {
        shelf.0.extend(
            fs::read_dir(folder)
                .unwrap()
                .map(|entry| fs::read(entry.unwrap().path()).unwrap())
                .map(|bytes| (digest(&bytes), Arc::new(bytes))),
        );
    }
    let run = Command::new("python3").arg("-B").arg(root.join("bracket_bounds.py")).args(&files).output();
    let Ok(run) = run else {
        eprintln!("python3 cannot be started: the script is not tested");
        return;
    };
    let printed = String::from_utf8(run.stdout).unwrap();
    let page = fs::read_to_string(root.join("../spec/kinds/bracket.md")).unwrap();
    let mut digests = HashSet::new();
    for (file, line) in files.iter().zip(printed.lines()) {
        let verified = Session::new(&mut shelf.clone()).verify(&fs::read(file).unwrap()).unwrap();
        let claim: &bracket::Claim = verified.claim_as().unwrap();
        let found = hex(&claim.bounds);
        assert_eq!(line, format!("{found} {}", file.display()));
        // The page shows this digest as its example.
        assert!(!file.ends_with("2x2-kk.cbor") || page.contains(&format!("\n`{found}`.\n")), "{found}");
        digests.insert(found);
    }
    assert_eq!((printed.lines().count(), digests.len()), (files.len(), files.len()), "all of these have other bounds");
}
