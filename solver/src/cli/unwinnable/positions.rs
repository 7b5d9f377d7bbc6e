//! Questions about positions: from the command line, a file, or standard input as they come.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::super::outcome::{Failure, note};
use super::super::progress;
use super::super::resources::stop_flag;
use super::certificates::Certificates;
use super::{Unwinnable, print_summary};
use crate::report::unwinnable::summary::{Counts, Rulings};
use crate::report::unwinnable::{Answer, Form, Record, Verdict};
use crate::solve::unwinnable::judge::{Decided, Judge};
use crate::solve::unwinnable::lines::{LONGEST, Line};
use crate::solve::unwinnable::ordered::{self, End};
use gamecert_unwinnable::policy::Policy;

/// A line with what was decided: one answer for each side that was asked about.
struct Done {
    /// From 1; nothing for a question from the command line.
    number: Option<u64>,
    line: Line,
    answers: Vec<Decided>,
}

fn decide(judge: &mut Judge, number: Option<u64>, line: Line) -> Done {
    let answers = match &line.position {
        Ok(position) => line.sides.of(position).iter().map(|&winner| judge.decide(position, winner)).collect(),
        Err(_) => Vec::new(),
    };
    Done { number, line, answers }
}

/// Where answers go.
struct Teller<O> {
    out: O,
    form: Form,
    policy: Option<Policy>,
    counts: Counts,
    rulings: Rulings,
    certificates: Certificates,
}

impl<O: Write> Teller<O> {
    fn new(asked: &Unwinnable, out: O) -> Result<Self, Failure> {
        let (form, policy) = (asked.form(), asked.policy());
        let certificates = Certificates::new(asked.emit_cert.as_deref(), asked.replace)?;
        Ok(Self { out, form, policy, counts: Counts::default(), rulings: Rulings::default(), certificates })
    }

    fn begin(&mut self) -> Result<(), Failure> {
        if self.form == Form::Csv {
            writeln!(self.out, "{}", Answer::HEAD)?;
            self.out.flush()?;
        }
        Ok(())
    }

    /// Prints the answers to a line. Every decided question passes here, in the order of the input.
    fn tell(&mut self, done: Done) -> Result<(), Failure> {
        let Done { number, line, answers } = done;
        let mut records: Vec<Answer> = answers
            .iter()
            .map(|decided| {
                self.rulings.count(decided);
                self.certificates.take(decided);
                let agrees = line.label.and_then(|label| decided.mates().map(|mates| mates == label.of(decided.winner)));
                Answer { agrees, ..Answer::of(decided, self.policy) }
            })
            .collect();
        match (&line.position, records.as_mut_slice()) {
            (Err(why), _) => records.push(Answer::invalid(line.fen, why.clone())),
            (Ok(_), [white, black]) => {
                let dead = match (white.verdict, black.verdict) {
                    (Verdict::Unwinnable, Verdict::Unwinnable) => Some(true),
                    (Verdict::Winnable, _) | (_, Verdict::Winnable) => Some(false),
                    _ => None,
                };
                (white.dead, black.dead) = (dead, dead);
                self.counts.dead += u64::from(dead == Some(true));
            }
            _ => {}
        }
        for mut record in records {
            (record.number, record.id, record.label) = (number, line.id.clone(), line.label.map(|label| label.text()));
            self.counts.count(&record);
            record.write(self.form, &mut self.out)?;
        }
        Ok(())
    }
}

/// One position from the command line.
pub(super) fn one(asked: &Unwinnable, fen: &str) -> Result<(), Failure> {
    let position = fen.parse().map_err(|why| format!("{fen}: {why}"));
    let line = Line { fen: fen.to_owned(), position, label: None, sides: asked.sides(), id: None };
    if let (Err(why), Form::Text) = (&line.position, asked.form()) {
        return Err(Failure::input(format!("invalid: {why}")));
    }
    let mut teller = Teller::new(asked, BufWriter::new(io::stdout().lock()))?;
    let stop = stop_flag()?;
    let mut judge = Judge::new(asked.effort(), asked.policy().is_some()).stopped_by(Arc::clone(&stop));
    let done = decide(&mut judge, None, line);
    if stop.load(Ordering::Relaxed) {
        return Err(Failure::Interrupted);
    }
    teller.begin()?;
    teller.tell(done)?;
    teller.out.flush()?;
    teller.certificates.write()?;
    match teller.counts {
        Counts { invalid: 1.., .. } => Err(Failure::input("invalid: there is no such position")),
        Counts { unknown: 1.., .. } => Err(Failure::NoAnswer("unknown within the limits".to_owned())),
        _ => Ok(()),
    }
}

/// Reads a line, of which no more is kept than can be valid; nothing at the end.
fn read_line(reader: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    reader.by_ref().take(LONGEST as u64 + 1).read_until(b'\n', &mut line)?;
    if line.len() > LONGEST && line.last() != Some(&b'\n') {
        reader.skip_until(b'\n')?;
    }
    Ok((!line.is_empty()).then_some(line))
}

/// A line with its number, or why there are no more.
type Piece = Result<(u64, Line), String>;

/// Lines one by one: whoever asks has the answer to one before the next is read.
fn pieces(mut reader: BufReader<Box<dyn Read + Send>>) -> impl FnMut() -> Option<Piece> {
    let (mut number, mut ended) = (0, false);
    move || {
        while !ended {
            match read_line(&mut reader) {
                Ok(Some(line)) => {
                    number += 1;
                    if let Some(line) = Line::read(&line) {
                        return Some(Ok((number, line)));
                    }
                }
                Ok(None) => ended = true,
                Err(error) => {
                    ended = true;
                    return Some(Err(error.to_string()));
                }
            }
        }
        None
    }
}

fn all(asked: &Unwinnable, input: Box<dyn Read + Send>, name: &str, at_once: bool) -> Result<(), Failure> {
    let stop: Arc<AtomicBool> = stop_flag()?;
    let (effort, policies) = (asked.effort(), asked.policy().is_some());
    let worker = || {
        let mut judge = Judge::new(effort, policies).stopped_by(Arc::clone(&stop));
        move |piece: Piece| piece.map(|(number, line)| decide(&mut judge, Some(number), line))
    };
    let mut teller = Teller::new(asked, BufWriter::new(io::stdout().lock()))?;
    teller.begin()?;
    let observer = progress::observer();
    observer.stage("", "positions", None);
    let mut answered = 0;
    let source = pieces(BufReader::with_capacity(1 << 16, input));
    let end = ordered::run(
        asked.threads(),
        source,
        worker,
        |done| match done {
            Ok(done) => {
                answered += 1;
                observer.at("", answered, "");
                teller.tell(done)?;
                // Whoever reads a pipe is not kept waiting for a full buffer.
                Ok(teller.out.flush()?)
            }
            Err(why) => Err(Failure::input(format!("{name}: {why}"))),
        },
        &stop,
    );
    observer.done("");
    teller.out.flush()?;
    let Teller { counts, rulings, certificates, form, out, .. } = teller;
    drop(out);
    let end = end?;
    certificates.write()?;
    if !at_once || end == End::Stopped {
        let mut summary = Vec::new();
        counts.write_text(&mut summary)?;
        if policies {
            rulings.write_text(&mut summary)?;
        }
        print_summary(form, &summary)?;
    }
    match end {
        End::Stopped => Err(Failure::Interrupted),
        End::Done if counts.all() == 0 && !at_once => Err(Failure::input(format!("{name}: no positions"))),
        End::Done if counts.invalid > 0 && counts.invalid == counts.all() => {
            Err(Failure::input(format!("{name}: no line has a valid position")))
        }
        End::Done if counts.disagreements > 0 => {
            if at_once {
                note(&format!("{} with labels", crate::report::text::counted(counts.disagreements, "disagreement", "disagreements")));
            }
            Err(Failure::NoAnswer("labels and answers disagree".to_owned()))
        }
        End::Done => Ok(()),
    }
}

/// A file of positions.
pub(super) fn file(asked: &Unwinnable, path: &Path) -> Result<(), Failure> {
    if path == Path::new("-") {
        return all(asked, Box::new(io::stdin()), "standard input", false);
    }
    let file = File::open(path).map_err(|error| Failure::file(path, &error))?;
    all(asked, Box::new(file), &path.display().to_string(), false)
}

/// Lines as they come.
pub(super) fn stdin(asked: &Unwinnable) -> Result<(), Failure> {
    all(asked, Box::new(io::stdin()), "standard input", true)
}
