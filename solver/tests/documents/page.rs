//! Splits a Markdown page into text and code blocks. The page can be rebuilt from the blocks without loss.

pub enum Block {
    /// Lines outside of code blocks, including the lines with which code blocks begin and end.
    Text(Vec<String>),
    /// Code block marked `console`: commands with their output.
    Console(Vec<Entry>),
    /// Any other code block.
    Other { language: String, lines: Vec<String> },
}

/// Command with the output that the page shows for it.
pub struct Entry {
    /// The lines of the page that contain the command, without the `$`.
    lines: Vec<String>,
    /// Lines of output that the page shows below the command.
    pub shown: Vec<String>,
}

impl Entry {
    /// Returns the command in one line.
    pub fn command(&self) -> String {
        self.lines.iter().map(|line| line.trim_end_matches('\\').trim()).collect::<Vec<_>>().join(" ")
    }
}

pub struct Page {
    pub blocks: Vec<Block>,
}

impl Page {
    pub fn parse(text: &str) -> Self {
        let mut blocks = vec![Block::Text(Vec::new())];
        let mut inside = false;
        for line in text.lines() {
            if line.starts_with("```") {
                inside = !inside;
                push_text(&mut blocks, line);
                if inside {
                    let language = line.trim_start_matches('`').trim().to_owned();
                    let console = language == "console";
                    blocks.push(if console { Block::Console(Vec::new()) } else { Block::Other { language, lines: Vec::new() } });
                }
                continue;
            }
            match blocks.last_mut() {
                Some(Block::Other { lines, .. }) if inside => lines.push(line.to_owned()),
                Some(Block::Console(entries)) if inside => push_console(entries, line),
                _ => push_text(&mut blocks, line),
            }
        }
        Self { blocks }
    }

    /// Returns the commands in tables, which are code spans that begin with the name of a program.
    pub fn commands_in_tables(&self) -> Vec<String> {
        let mut commands = Vec::new();
        for block in &self.blocks {
            let Block::Text(lines) = block else { continue };
            let spans = lines.iter().filter(|line| line.starts_with('|')).flat_map(|line| line.split('`').skip(1).step_by(2));
            commands.extend(spans.filter(|span| span.starts_with("solve ") || span.starts_with("check ")).map(str::to_owned));
        }
        commands
    }

    pub fn text(&self) -> String {
        let mut lines: Vec<String> = Vec::new();
        for block in &self.blocks {
            match block {
                Block::Text(text) | Block::Other { lines: text, .. } => lines.extend(text.iter().cloned()),
                Block::Console(entries) => {
                    for entry in entries {
                        let (first, rest) = entry.lines.split_first().expect("a command has a line");
                        lines.push(format!("$ {first}"));
                        lines.extend(rest.iter().cloned());
                        lines.extend(entry.shown.iter().cloned());
                    }
                }
            }
        }
        lines.join("\n") + "\n"
    }
}

fn push_text(blocks: &mut Vec<Block>, line: &str) {
    if let Some(Block::Text(lines)) = blocks.last_mut() {
        lines.push(line.to_owned());
    } else {
        blocks.push(Block::Text(vec![line.to_owned()]));
    }
}

fn push_console(entries: &mut Vec<Entry>, line: &str) {
    if let Some(command) = line.strip_prefix("$ ") {
        entries.push(Entry { lines: vec![command.to_owned()], shown: Vec::new() });
        return;
    }
    let entry = entries.last_mut().unwrap_or_else(|| panic!("{line}: the first line of a console block is a command"));
    if entry.shown.is_empty() && entry.lines.last().is_some_and(|line| line.ends_with('\\')) {
        entry.lines.push(line.to_owned());
    } else {
        entry.shown.push(line.to_owned());
    }
}

#[test]
fn pages_come_back_as_they_were() {
    let page = "# A\n\n| `solve x` | y |\n```console\n$ one \\\n      two\nout\n…\n$ three\n```\n\ntext\n\n```json\n{}\n```\n";
    let read = Page::parse(page);
    assert_eq!(read.text(), page);
    assert_eq!(read.commands_in_tables(), ["solve x"]);
    let Block::Console(entries) = &read.blocks[1] else { panic!("the second block is the first code block") };
    assert_eq!(entries.iter().map(Entry::command).collect::<Vec<_>>(), ["one two", "three"]);
    assert_eq!(entries[0].shown, ["out", "…"]);
}
