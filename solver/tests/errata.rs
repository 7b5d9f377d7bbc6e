//! Runs every command in `spec/errata.md` and compares its output with the output that the page shows.

use std::process::Command;

#[test]
fn commands_print_what_the_page_says() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let page = std::fs::read_to_string(format!("{root}/spec/errata.md")).unwrap();
    let mut commands = 0;
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(command) = line.strip_prefix("    $ solve ") else { continue };
        commands += 1;
        let run = Command::new(env!("CARGO_BIN_EXE_solve")).args(command.split(' ')).current_dir(root).output().unwrap();
        assert!(run.status.success(), "{command}: {}", String::from_utf8_lossy(&run.stderr));
        let output = String::from_utf8(run.stdout).unwrap();
        let mut printed = output.lines();
        let mut expected = 0;
        while let Some(correct) = lines.peek().and_then(|line| line.strip_prefix("    ")).filter(|line| !line.starts_with('$')) {
            assert!(printed.any(|line| line == correct), "{command}: no line '{correct}' in\n{output}");
            expected += 1;
            lines.next();
        }
        assert!(expected > 0, "{command}: nothing is expected of it");
    }
    assert!(commands >= 15, "only {commands} commands");
}
