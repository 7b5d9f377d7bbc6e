//! The certificates of `spec/examples.md`, assembled from the hexadecimal dumps on the page and verified.

use std::collections::BTreeSet;

/// Returns the bytes of each block of hexadecimal digits.
fn dumps(page: &str) -> Vec<Vec<u8>> {
    let blocks = page.split("```hex\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let digits =
        blocks.map(|block| block.lines().flat_map(|line| line.split(';').next().unwrap().chars()).filter(|c| !c.is_whitespace()).collect());
    digits
        .map(|digits: String| (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap()).collect())
        .collect()
}

#[test]
fn the_certificates_of_the_page_are_verified() {
    let page = include_str!("../../spec/examples.md");
    let dumps = dumps(page);
    let mut kinds = BTreeSet::new();
    for (number, bytes) in dumps.iter().enumerate() {
        let title = page.split("\n## ").nth(number + 1).unwrap().lines().next().unwrap();
        assert!(title.ends_with(&format!("({} bytes)", bytes.len())), "{title}: {} bytes", bytes.len());
        let verified =
            gamecert_checker::verify(bytes, &mut gamecert_checker::NoSource).unwrap_or_else(|rejection| panic!("{title}: {rejection}"));
        assert!(title.starts_with(&format!("`{}`", verified.kind.name)), "{title}: {}", verified.kind.name);
        kinds.insert(verified.kind.name);
    }
    let all = ["batch", "bracket", "chips", "helpmate", "losing", "richman", "safe", "scoring", "strategy", "unwinnable"];
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), all);
}

#[test]
fn shipped_certificates_are_as_they_are_shipped() {
    let dumps = dumps(include_str!("../../spec/examples.md"));
    for shipped in ["losing/e3-d5.cbor", "kk-4x4-chips-all.cbor"] {
        let file = std::fs::read(format!("{}/../certs/{shipped}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        assert!(dumps.contains(&file), "{shipped}");
    }
}

#[test]
fn changed_certificates_are_refused() {
    let dumps = dumps(include_str!("../../spec/examples.md"));
    let rows = include_str!("../../spec/vectors/refused.txt").lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let mut count = 0;
    for row in rows {
        let [dump, change, clause, place] = row.split(" | ").collect::<Vec<_>>().try_into().unwrap();
        let mut bytes = dumps[dump.parse::<usize>().unwrap() - 1].clone();
        match change.split_once(' ').unwrap() {
            ("cut", size) => bytes.truncate(size.parse().unwrap()),
            (at, byte) => {
                let (at, byte) = (at.parse().unwrap(), u8::from_str_radix(byte, 16).unwrap());
                bytes.splice(at..bytes.len().min(at + 1), [byte]).for_each(drop);
            }
        }
        let rejection = gamecert_checker::verify(&bytes, &mut gamecert_checker::NoSource).unwrap_err();
        assert_eq!((rejection.code().as_str(), rejection.place.to_string().as_str()), (clause, place), "{row}");
        count += 1;
    }
    assert!(count > 80, "{count} rows");
}
