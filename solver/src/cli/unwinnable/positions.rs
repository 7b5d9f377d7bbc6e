//! Answers questions about positions: one question from the command line, all questions of a file, or the questions on
//! standard input as they arrive.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::super::drawing::Picture;
use super::super::outcome::{Failure, note, out};
use super::super::progress;
use super::super::resources::stop_flag;
use super::certificates::Certificates;
use super::{Unwinnable, print_summary};
use crate::answers::text::counted;
use crate::answers::unwinnable::summary::{Counts, Rulings};
use crate::answers::unwinnable::{Form, MateAnswer, Record, Verdict};
use crate::control::Observer;
use crate::figures;
use crate::solve::unwinnable::judge::{Decided, Judge};
use crate::solve::unwinnable::ordered::{self, End};
use crate::solve::unwinnable::questions::LineError;
use crate::solve::unwinnable::questions::{MAX_LINE_BYTES, Question, Sides};
use gamecert_unwinnable::{Policy, Progress};

/// Question with its answers. There is one answer for each requested side.
struct Answered {
    /// Line number from 1, or `None` for a question from the command line.
    number: Option<u64>,
    question: Question,
    answers: Vec<Decided>,
}

fn decide(judge: &mut Judge, number: Option<u64>, question: Question) -> Answered {
    let answers = match &question.position {
        Ok(position) => question.sides.of(position).iter().map(|&intended_winner| judge.decide(position, intended_winner)).collect(),
        Err(_) => Vec::new(),
    };
    Answered { number, question, answers }
}

/// Prints answers, counts them, and collects certificates.
struct Printer<'a, O> {
    out: O,
    form: Form,
    policy: Option<Policy>,
    counts: Counts,
    rulings: Rulings,
    certificates: Certificates<'a>,
}

impl<'a, O: Write> Printer<'a, O> {
    fn new(asked: &'a Unwinnable, out: O) -> Result<Self, Failure> {
        let (form, policy) = (asked.form(), asked.policy);
        let certificates = Certificates::new(asked.emit_cert.as_deref(), asked.replace, false)?;
        Ok(Self { out, form, policy, counts: Counts::default(), rulings: Rulings::default(), certificates })
    }

    fn begin(&mut self) -> Result<(), Failure> {
        if self.form == Form::Csv {
            writeln!(self.out, "{}", MateAnswer::HEAD)?;
            self.out.flush()?;
        }
        Ok(())
    }

    /// Prints the answers to a question. Call this function in the order of the questions in the input.
    fn print(&mut self, done: Answered) -> Result<(), Failure> {
        let Answered { number, question, answers } = done;
        answers.iter().try_for_each(|decided| self.certificates.add(decided))?;
        let mut records: Vec<MateAnswer> = answers
            .iter()
            .map(|decided| {
                self.rulings.count(decided);
                let agrees = question.label.and_then(|label| decided.can_mate().map(|can| can == label.of(decided.intended_winner)));
                MateAnswer { agrees, ..MateAnswer::new(decided, self.policy) }
            })
            .collect();
        match (&question.position, records.as_mut_slice()) {
            (Err(why), _) => records.push(MateAnswer::invalid(question.fen, why.to_string())),
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
        let is_typed = number.is_none() && self.form == Form::Text;
        if is_typed && records.first().is_some_and(|record| record.dead == Some(true)) {
            writeln!(self.out, "The position is dead: neither side can mate.")?;
        }
        for mut record in records {
            (record.number, record.id, record.label) = (number, question.id.clone(), question.label.map(|label| label.text()));
            self.counts.count(&record);
            if is_typed {
                // The question from the command line is answered in a sentence, not in a record of a list.
                writeln!(self.out, "{}", record.words())?;
            } else {
                record.write(self.form, &mut self.out)?;
            }
        }
        Ok(())
    }
}

/// Prepares the picture that the user requests. A picture can show the answer for only one side.
fn picture(asked: &Unwinnable) -> Result<Option<Picture>, Failure> {
    match (&asked.plot, asked.sides()) {
        (Some(_), Sides::Both) => Err(Failure::input("--plot draws the answer about one side: say white or black")),
        (Some(file), _) => asked.drawing.picture(file, asked.replace).map(Some),
        (None, _) => Ok(None),
    }
}

/// Returns a function that shows how far the search for a shortest line has got.
fn report_shortest(observer: Arc<dyn Observer + Send>) -> impl Fn(Progress) + Send + Sync {
    let begun = AtomicBool::new(false);
    move |Progress { plies, nodes }| {
        if !begun.swap(true, Ordering::Relaxed) {
            observer.stage("", "nodes", None);
        }
        observer.at("", nodes, &format!("no mate in fewer than {plies} plies"));
    }
}

/// Answers one question from the command line.
pub(super) fn one(asked: &Unwinnable, fen: &str) -> Result<(), Failure> {
    let position = fen.parse().map_err(LineError::Fen);
    let question = Question { fen: fen.to_owned(), position, label: None, sides: asked.sides(), id: None };
    if let (Err(why), Form::Text) = (&question.position, asked.form()) {
        return Err(Failure::input(format!("invalid: {fen}: {why}")));
    }
    let mut printer = Printer::new(asked, BufWriter::new(out()))?;
    let picture = picture(asked)?;
    let stop = stop_flag()?;
    let observer: Arc<dyn Observer + Send> = Arc::from(progress::observer());
    let mut judge = Judge::new(asked.effort(), asked.policy.is_some()).cancelled_by(Arc::clone(&stop));
    if asked.shortest {
        observer.stage("", "looking for a mate", None);
        judge = judge.reporting_to(report_shortest(Arc::clone(&observer)));
    }
    let done = decide(&mut judge, None, question);
    if asked.shortest {
        observer.done("");
    }
    if stop.load(Ordering::Relaxed) {
        return Err(Failure::Interrupted);
    }
    let figure = picture.as_ref().and_then(|_| done.answers.first()).map(figures::unwinnable::decided);
    printer.begin()?;
    printer.print(done)?;
    printer.out.flush()?;
    printer.certificates.write()?;
    if let (Some(picture), Some(Ok(figure))) = (picture, figure) {
        note(&picture.write(&figure)?);
    }
    match printer.counts {
        Counts { invalid: 1.., .. } => Err(Failure::input("invalid: there is no such position")),
        Counts { unknown: 1.., .. } => Err(Failure::NoAnswer("unknown within the limits".to_owned())),
        _ => Ok(()),
    }
}

/// Reads a line. Returns `None` at the end of the input. A line that is too long is cut off.
fn read_line(reader: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    reader.by_ref().take(MAX_LINE_BYTES as u64 + 1).read_until(b'\n', &mut line)?;
    if line.len() > MAX_LINE_BYTES && line.last() != Some(&b'\n') {
        reader.skip_until(b'\n')?;
    }
    Ok((!line.is_empty()).then_some(line))
}

/// Several questions with their line numbers. If the rest of the input cannot be read, the field `broken` has the
/// error.
#[derive(Default)]
struct Batch {
    questions: Vec<(u64, Question)>,
    broken: Option<io::Error>,
}

/// A thread receives at most this many questions at once. Batches reduce the cost of passing questions to threads.
const BATCH: usize = 64;
/// A batch counts as slow if answering it takes longer than this.
const QUICK: Duration = Duration::from_millis(20);

/// Returns a function that reads the input in batches of questions. The function waits only for the first question of a
/// batch. Therefore, a client that sends one question at a time gets each answer before it sends the next question.
/// After a slow batch, the next batch has only one question.
fn batches(mut reader: BufReader<Box<dyn Read + Send>>, slow: Arc<AtomicBool>) -> impl FnMut() -> Option<Batch> {
    let (mut number, mut ended) = (0, false);
    move || {
        let mut batch = Batch::default();
        let most = if slow.load(Ordering::Relaxed) { 1 } else { BATCH };
        while !ended && batch.questions.len() < most {
            if !batch.questions.is_empty() && !reader.buffer().contains(&b'\n') {
                break;
            }
            match read_line(&mut reader) {
                Ok(Some(line)) => {
                    number += 1;
                    batch.questions.extend(Question::read(&line).map(|question| (number, question)));
                }
                Ok(None) => ended = true,
                Err(error) => {
                    ended = true;
                    batch.broken = Some(error);
                }
            }
        }
        (!batch.questions.is_empty() || batch.broken.is_some()).then_some(batch)
    }
}

/// Answers the questions of a batch and passes each answer to `pass`. If the rest of the input cannot be read, passes
/// the error after the answers.
fn answer(judge: &mut Judge, batch: Batch, slow: &AtomicBool, pass: &dyn Fn(Result<Answered, io::Error>)) {
    let begun = Instant::now();
    for (number, question) in batch.questions {
        pass(Ok(decide(judge, Some(number), question)));
    }
    slow.store(begun.elapsed() > QUICK, Ordering::Relaxed);
    if let Some(why) = batch.broken {
        pass(Err(why));
    }
}

fn all(asked: &Unwinnable, input: Box<dyn Read + Send>, name: &str, at_once: bool) -> Result<(), Failure> {
    let stop: Arc<AtomicBool> = stop_flag()?;
    let (effort, policies) = (asked.effort(), asked.policy.is_some());
    let slow = Arc::new(AtomicBool::new(false));
    let worker = || {
        let mut judge = Judge::new(effort, policies).cancelled_by(Arc::clone(&stop));
        let slow = Arc::clone(&slow);
        move |batch: Batch, pass: &dyn Fn(Result<Answered, io::Error>)| answer(&mut judge, batch, &slow, pass)
    };
    let mut printer = Printer::new(asked, BufWriter::new(out()))?;
    printer.begin()?;
    let observer = progress::observer();
    observer.stage("", "positions", None);
    let mut answered = 0;
    let source = batches(BufReader::with_capacity(1 << 16, input), Arc::clone(&slow));
    let end = ordered::run(
        asked.threads(),
        source,
        worker,
        |answers| -> Result<(), Failure> {
            for answer in answers {
                printer.print(answer.map_err(|why| Failure::input(format!("{name}: {why}")))?)?;
                answered += 1;
            }
            observer.at("", answered, "");
            // Flush the output, so that a program that reads it through a pipe gets each answer at once.
            Ok(printer.out.flush()?)
        },
        &stop,
    );
    observer.done("");
    printer.out.flush()?;
    let Printer { counts, rulings, certificates, form, out, .. } = printer;
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
        End::Done if counts.invalid > 0 && !at_once => {
            let lines = counted(counts.invalid, "line has", "lines have");
            Err(Failure::input(format!("{name}: {lines} no valid position; the others are answered above")))
        }
        End::Done if counts.disagreements > 0 => {
            if at_once {
                note(&format!("{} with labels", counted(counts.disagreements, "disagreement", "disagreements")));
            }
            Err(Failure::NoAnswer("labels and answers disagree".to_owned()))
        }
        End::Done => Ok(()),
    }
}

/// Answers the questions of a file.
pub(super) fn file(asked: &Unwinnable, path: &Path) -> Result<(), Failure> {
    if path == Path::new("-") {
        return all(asked, Box::new(io::stdin()), "standard input", false);
    }
    let file = File::open(path).map_err(|error| Failure::file(path, &error))?;
    all(asked, Box::new(file), &path.display().to_string(), false)
}

/// Answers the questions on standard input as they arrive.
pub(super) fn stdin(asked: &Unwinnable) -> Result<(), Failure> {
    all(asked, Box::new(io::stdin()), "standard input", true)
}
