//! Reads commands from a terminal or from standard input, one command per line, and executes them.

use std::io::{self, BufRead, Write};
use std::path::Path;

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use super::super::files::Replace;
use super::super::outcome::{Failure, note};
use super::FORMS;
use crate::answers::text::grouped;
use crate::answers::walk::passage::Passage;
use crate::answers::walk::text;
use crate::solve::output::is_standard_output;

const HELP: &str = "\
  MOVES        make moves, such as Bxb5 or f1b5 or \"b5 Bxb5 Ba6\"; the winner's may be left out
  3            make the third of the moves that are listed
  (empty)      make the winner's move; where the other side is to move, show the place again
  back [N]     take one move back, or N
  root [N]     back to the root, or to root N of a certificate of several; in a folder, to the beginning of the game
  longest [N]  one move along the longest line, or N; 'longest end' goes to its end
  #N           go to the position of that number, by a shortest line from the root
  fen          the position as FEN
  pgn FILE     write what lies below as PGN
  dot FILE     write what lies below as a graph for Graphviz
  lines FILE   write lines to the positions with most positions below
  quit         the end
";

enum Lines {
    Terminal(Box<DefaultEditor>),
    Input,
}

impl Lines {
    fn next(&mut self) -> Result<Option<String>, Failure> {
        match self {
            Self::Terminal(editor) => match editor.readline("> ") {
                Ok(line) => {
                    // If the history rejects the line, the command is still executed.
                    let _ = editor.add_history_entry(&line);
                    Ok(Some(line))
                }
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                Err(error) => Err(Failure::input(format!("the terminal: {error}"))),
            },
            Self::Input => {
                let mut line = String::new();
                let read = io::stdin().lock().read_line(&mut line).map_err(|error| Failure::input(format!("standard input: {error}")))?;
                Ok((read > 0).then_some(line))
            }
        }
    }
}

pub(super) enum Shown {
    Place,
    Line(String),
    Quit,
}

/// Session in which commands change the current position.
pub(super) trait Walker {
    /// Executes the command on a line of input.
    fn execute(&mut self, line: &str) -> Result<Shown, Failure>;

    /// Writes the current position.
    fn write_place(&self, out: &mut dyn Write) -> Result<(), Failure>;
}

/// Session that walks through one certificate and those that it cites.
pub(super) struct InProof<'t> {
    passage: Passage<'t>,
    limit: Option<usize>,
}

impl<'t> InProof<'t> {
    /// Starts a session at the current position of a passage, and writes a description of the certificate.
    pub(super) fn new(out: &mut dyn Write, passage: Passage<'t>, limit: Option<usize>) -> Result<Self, Failure> {
        text::write_head(out, &passage)?;
        Ok(Self { passage, limit })
    }
}

impl Walker for InProof<'_> {
    fn execute(&mut self, line: &str) -> Result<Shown, Failure> {
        execute(&mut self.passage, line, self.limit)
    }

    fn write_place(&self, out: &mut dyn Write) -> Result<(), Failure> {
        Ok(text::write_place(out, &self.passage.walk(), &self.passage.place(), None)?)
    }
}

/// Reads and executes commands until the end of input. A wrong command is reported, and the session continues. Without
/// a terminal, any wrong command makes the function fail at the end.
pub(super) fn run(out: &mut dyn Write, walker: &mut dyn Walker, is_terminal: bool) -> Result<(), Failure> {
    let mut lines = if is_terminal {
        let editor = DefaultEditor::new().map_err(|error| Failure::input(format!("the terminal: {error}")))?;
        Lines::Terminal(Box::new(editor))
    } else {
        Lines::Input
    };
    if is_terminal {
        writeln!(out, "'help' lists the commands")?;
    }
    let (mut all, mut wrong) = (0, 0);
    show(out, walker, &Shown::Place)?;
    while let Some(line) = lines.next()? {
        all += 1;
        match walker.execute(line.trim()) {
            Ok(Shown::Quit) => break,
            Ok(shown) => show(out, walker, &shown)?,
            Err(Failure::BadInput(sentence)) => {
                wrong += 1;
                note(&sentence);
            }
            Err(other) => return Err(other),
        }
    }
    if wrong == 0 || is_terminal { Ok(()) } else { Err(Failure::input(format!("wrong commands: {wrong} of {all}"))) }
}

fn show(out: &mut dyn Write, walker: &dyn Walker, shown: &Shown) -> Result<(), Failure> {
    match shown {
        Shown::Place => {
            writeln!(out)?;
            walker.write_place(out)?;
        }
        Shown::Line(line) => writeln!(out, "{line}")?,
        Shown::Quit => {}
    }
    Ok(out.flush()?)
}

/// Refuses text after a command that takes no argument.
pub(super) fn alone(command: &str, rest: &str) -> Result<(), Failure> {
    if rest.is_empty() { Ok(()) } else { Err(Failure::input(format!("{command} stands alone, found {rest:?}"))) }
}

/// Executes the commands that show the help or end the session. Returns `None` if the command neither shows the help
/// nor ends the session.
pub(super) fn common(command: &str, line: &str) -> Result<Option<Shown>, Failure> {
    let rest = line.strip_prefix(command).unwrap_or_default().trim();
    let shown = match command {
        "help" | "?" => Shown::Line(HELP.trim_end().to_owned()),
        "quit" | "q" | "exit" => Shown::Quit,
        _ => return Ok(None),
    };
    alone(command, rest)?;
    Ok(Some(shown))
}

/// Executes a command in a walk through a proof.
pub(super) fn execute(passage: &mut Passage<'_>, line: &str, limit: Option<usize>) -> Result<Shown, Failure> {
    let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let alone = || alone(command, rest);
    if let Some(shown) = common(command, line)? {
        return Ok(shown);
    }
    if let Some(form) = FORMS.iter().find(|form| form.name == command) {
        return form.write(file(command, rest)?, Replace::default(), &passage.walk(), limit).map(Shown::Line);
    }
    match command {
        "fen" => {
            alone()?;
            return Ok(Shown::Line(passage.walk().fen()));
        }
        "" => {
            if let Some(winners) = passage.place().winners_move {
                passage.play_listed(&winners).map_err(Failure::input)?;
            }
        }
        "back" => passage.back(count(rest)?).map_err(Failure::input)?,
        "root" => match rest.parse() {
            Ok(number) => passage.to_root_number(number).map_err(Failure::input)?,
            Err(_) => {
                alone()?;
                passage.to_root();
            }
        },
        "longest" if rest == "end" => passage.along_main_line(usize::MAX).map_err(Failure::input)?,
        "longest" => passage.along_main_line(count(rest)?).map_err(Failure::input)?,
        _ => match (command.strip_prefix('#').map(str::parse), command.parse::<usize>()) {
            (Some(number), _) => {
                alone()?;
                let number = number.map_err(|_| Failure::input(format!("expected a number after #, found {command:?}")))?;
                passage.go_to(number).map_err(Failure::input)?;
            }
            (None, Ok(number)) => {
                alone()?;
                play_listed(passage, number)?;
            }
            (None, Err(_)) => passage.play(line).map_err(Failure::input)?,
        },
    }
    Ok(Shown::Place)
}

/// Makes the listed move with this number, counted from 1.
fn play_listed(passage: &mut Passage<'_>, number: usize) -> Result<(), Failure> {
    let place = passage.place();
    let listed = place.continuations();
    let requested = number.checked_sub(1).and_then(|place| listed.get(place)).ok_or_else(|| match listed.len() {
        0 => Failure::input("play is over"),
        1 => Failure::input("the one move that is listed has the number 1"),
        most => Failure::input(format!("the moves that are listed have the numbers 1 to {}", grouped(most as u64))),
    })?;
    passage.play_listed(requested).map_err(Failure::input)
}

/// Parses a number of repetitions. An empty string means 1.
pub(super) fn count(text: &str) -> Result<usize, Failure> {
    if text.is_empty() {
        return Ok(1);
    }
    text.parse().ok().filter(|&count| count > 0).ok_or_else(|| Failure::input(format!("expected a number of moves, found {text:?}")))
}

fn file<'a>(command: &str, rest: &'a str) -> Result<&'a Path, Failure> {
    let named = !rest.is_empty() && !is_standard_output(Path::new(rest));
    if named { Ok(Path::new(rest)) } else { Err(Failure::input(format!("{command} needs the name of a file"))) }
}
