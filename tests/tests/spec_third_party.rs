//! The checker in `examples/third-party/` against the checker: shipped certificates, and what is broken about them.

use std::path::Path;
use std::process::Command;

/// What the example prints for a file; `None` where there is no Python to run it.
fn example(file: &Path) -> Option<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let run = Command::new("python3").arg("-B").arg(root.join("examples/third-party/check_losing.py")).arg(file).output();
    run.ok().map(|output| String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_example_agrees_with_the_checker() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let shipped = |name: &str| std::fs::read(root.join("certs/losing").join(name)).unwrap();
    let broken = |name: &str, change: fn(&mut Vec<u8>)| {
        let mut bytes = shipped(name);
        change(&mut bytes);
        bytes
    };
    let table = [
        ("A win of White's", shipped("e3-d5.cbor")),
        ("A win of Black's", shipped("e4.cbor")),
        ("The rules of FICS", shipped("fics.cbor")),
        ("A stalemate that wins", shipped("international.cbor")),
        ("The file is cut off", broken("e3-d5.cbor", |bytes| bytes.truncate(118))),
        ("Something follows", broken("e3-d5.cbor", |bytes| bytes.push(0))),
        ("Another move", broken("e3-d5.cbor", |bytes| bytes[114] ^= 0x80)),
        ("Another format", broken("e3-d5.cbor", |bytes| bytes[0] = 0)),
        ("A clock of 127 moves", broken("e3-Na6.cbor", |bytes| bytes.splice(100..101, [0x18, 0x7f]).for_each(drop))),
    ];
    let folder = std::env::temp_dir().join(format!("gamecert-third-party-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (number, (title, bytes)) in table.into_iter().enumerate() {
        let file = folder.join(format!("{number}.cbor"));
        std::fs::write(&file, &bytes).unwrap();
        let Some(printed) = example(&file) else {
            eprintln!("python3 cannot be started: the example is not tested");
            break;
        };
        match gamecert_checker::verify(bytes, &mut gamecert_checker::NoSource) {
            Ok(_) => assert!(printed.starts_with("s VERIFIED "), "{title}: {printed}"),
            Err(rejection) => {
                let expected = format!("\nc error {} at {}: ", rejection.code(), rejection.place);
                assert!(printed.starts_with("s REJECTED ") && printed.contains(&expected), "{title}: {printed}, expected{expected}");
            }
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
