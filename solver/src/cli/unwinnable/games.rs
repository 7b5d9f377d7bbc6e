//! `--pgn`: judges the games of a file, or of a range within a file.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::super::files::{SUMMARY, write_whole};
use super::super::outcome::{Failure, note, out};
use super::super::progress;
use super::super::resources::stop_flag;
use super::certificates::Certificates;
use super::resume::{About, Resume};
use super::{Unwinnable, print_summary};
use crate::answers::text::{counted, grouped, write_json};
use crate::answers::unwinnable::games::{self, Before, Flag, Plies};
use crate::answers::unwinnable::summaries::{Asked, Fault, InPart, MAX_FAULTS, Measured, Source, Summary};
use crate::answers::unwinnable::{Form, Record};
use crate::control::Observer;
use crate::solve::unwinnable::judge::Judge;
use crate::solve::unwinnable::ordered::{self, End};
use crate::solve::unwinnable::pgn::ending::{Meaning, WORDINGS, Wordings};
use crate::solve::unwinnable::pgn::frames::Frames;
use crate::solve::unwinnable::pgn::key::{Key, Part};
use crate::solve::unwinnable::pgn::stream::{Stream, is_zstd};
use crate::solve::unwinnable::pgn::verdicts::{self, Finding, Findings, Task};
use gamecert_unwinnable::Policy;

/// Prints what was found about each game, counts the results, and collects certificates.
struct Printer<'a, O> {
    out: O,
    form: Form,
    policy: Option<Policy>,
    /// Whether games with a correct result are printed too.
    all: bool,
    /// Whether the numbers of games and lines are known. The numbers are unknown if the run examines only a range of
    /// the file.
    numbered: bool,
    resume: &'a mut Resume,
    certificates: Certificates<'a>,
    observer: &'a dyn Observer,
    begun: Instant,
    /// Size in bytes, if the run examines a whole regular file that is not compressed.
    size: Option<u64>,
    /// Number of games that were examined before this run.
    before: u64,
    /// Whether the file is damaged at some point, so that the rest cannot be read.
    cut: bool,
    /// First faults in the file, for the summary.
    faults: Vec<Fault>,
    /// Time spent on answering all questions.
    question_time: Duration,
}

impl<O: Write> Printer<'_, O> {
    /// Prints what was found about several consecutive games. Calls must follow the order of the file.
    fn print(&mut self, findings: &Findings) -> Result<(), Failure> {
        let state = &self.resume.state;
        let before = self.numbered.then_some(Before { games: state.counts.games, lines: state.lines });
        for flag in &findings.flags {
            self.resume.state.rulings.count(&flag.decided);
            self.certificates.add(&flag.decided)?;
            if self.all || matches!(flag.finding, Finding::Unfair | Finding::WrongDraw) {
                Flag::new(flag, before, self.policy).write(self.form, &mut self.out)?;
            }
        }
        for plies in &findings.plies {
            if self.all || plies.white.is_some() || plies.black.is_some() {
                Plies::new(plies, before).write(self.form, &mut self.out)?;
            }
        }
        for fault in &findings.faults {
            note(&format!("{}: {}", games::place(&fault.place, before), fault.why));
            if self.faults.len() < MAX_FAULTS {
                self.faults.push(Fault::new(fault));
            }
        }
        for (number, (place, name)) in findings.variants.iter().enumerate() {
            let known = self.resume.state.counts.variants.contains_key(name);
            if !known && findings.variants[..number].iter().all(|(_, other)| other != name) {
                let place = games::place(place, before);
                note(&format!("{place}: {name} is not orthodox chess: refused, as are further games of it"));
            }
        }
        self.cut |= findings.last;
        self.question_time += findings.work.time;
        self.resume.state.counts.count(findings);
        self.resume.state.lines += findings.lines;
        self.resume.state.next = findings.end;
        let done = self.resume.state.counts.games;
        let rate = (done - self.before) as f64 / self.begun.elapsed().as_secs_f64().max(1e-3);
        let at = findings.end.map_or(0, |end| end.offset);
        let part = self
            .size
            .filter(|&size| size > 0)
            .map_or_else(String::new, |size| format!(", {} % of the file", (100.0 * at as f64 / size as f64).min(100.0) as u64));
        self.observer.at("games", done, &format!("{} games/s{part}", grouped(rate as u64)));
        if self.resume.is_due() {
            self.out.flush()?;
            self.resume.write()?;
        }
        Ok(())
    }
}

/// Opens the games of a file, or of standard input. Only games that begin in the range `part` are opened. If `from` is
/// set, skips all games before `from`.
fn stream(path: &Path, part: Part, from: Option<Key>) -> Result<Stream, Failure> {
    let mut stream = if path == Path::new("-") {
        if part != Part::Whole {
            return Err(Failure::input("standard input has no parts to be read by themselves"));
        }
        Stream::new(io::stdin(), from).map_err(|error| Failure::input(format!("standard input: {error}")))?
    } else {
        Stream::open(path, part, from).map_err(|error| Failure::file(path, &error))?
    };
    if from.is_some() && !stream.settle() {
        return Err(Failure::input(format!("{}: has come to its end before the place where the run shall go on", path.display())));
    }
    Ok(stream)
}

/// Lists the frames of a file that is compressed by zstd.
pub(super) fn frames(path: &Path, json: bool) -> Result<(), Failure> {
    let wrong = |error: io::Error| Failure::file(path, &error);
    if !is_zstd(path).map_err(wrong)? {
        return Err(Failure::input(format!("{}: has no frames, because it is not compressed by zstd", path.display())));
    }
    let mut frames = Frames::new(File::open(path).map_err(wrong)?).map_err(wrong)?;
    let mut out = BufWriter::new(io::stdout().lock());
    let mut damaged = 0;
    for number in 0.. {
        let Some(frame) = frames.get(number).map_err(wrong)? else { break };
        damaged += u64::from(frame.damage.is_some());
        if json {
            write_json(&mut out, frame)?;
        } else {
            let [offset, bytes] = [frame.offset, frame.bytes].map(grouped);
            let text = frame.text.map_or_else(String::new, |text| format!(", {} of text", counted(text, "byte", "bytes")));
            let damage = frame.damage.as_ref().map_or_else(String::new, |why| format!(": {why}"));
            writeln!(out, "frame {number}: {bytes} bytes from byte {offset} on{text}{damage}")?;
        }
    }
    out.flush()?;
    if damaged > 0 {
        return Err(Failure::input(format!("{}: {} damaged", path.display(), counted(damaged, "frame is", "frames are"))));
    }
    Ok(())
}

/// Reads a file with additional phrases that report a loss on time.
fn read_flag_words(file: &Path) -> Result<String, Failure> {
    let text = fs::read(file).map_err(|error| Failure::file(file, &error))?;
    let text = String::from_utf8(text).map_err(|_| Failure::input(format!("{}: not encoded in UTF-8", file.display())))?;
    Ok(text.strip_prefix('\u{feff}').map_or_else(|| text.clone(), str::to_owned))
}

/// Lists the phrases by which the program recognises a loss on time.
pub(super) fn list_flag_words() -> Result<(), Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(
        out,
        "A game ended by a fallen flag if its tag Termination or ICCResult, or the comment at its result, has one of these wordings."
    )?;
    writeln!(out, "WINNER and LOSER stand for a colour or a player's name:")?;
    for rows in WORDINGS.iter().filter(|rows| rows[0].meaning == Meaning::Flag) {
        writeln!(out, "{}", rows[0].source)?;
        for wording in *rows {
            writeln!(out, "  {}", wording.text)?;
        }
    }
    Ok(out.flush()?)
}

/// Judges all games of a file, or of standard input if the path is `-`.
pub(super) fn file(asked: &Unwinnable, path: &Path) -> Result<(), Failure> {
    let part = asked.part();
    let certificates = Certificates::new(asked.emit_cert.as_deref(), asked.replace, part != Part::Whole)?;
    asked.summary.as_deref().map_or(Ok(()), |file| asked.replace.allow(file, &SUMMARY))?;
    let (form, effort, policy) = (asked.form(), asked.effort(), asked.policy);
    let task = if asked.every_ply { Task::EveryPly } else { Task::Flags };
    let flag_words = asked.flag_words.as_deref().map(read_flag_words).transpose()?;
    let wordings = Arc::new(flag_words.as_deref().map_or_else(Wordings::default, Wordings::with));
    let words = flag_words.as_ref().map_or_else(String::new, |text| format!(" flag words: {text:?}"));
    let options = format!("{task:?} {effort:?} {policy:?} {form:?} all: {}{words}", asked.all);
    let size = path.metadata().ok().filter(std::fs::Metadata::is_file).map(|data| data.len());
    let about = About { file: path.display().to_string(), size, options };
    let mut resume = Resume::open(asked.resume.as_deref(), about)?;
    let before = resume.state.counts.games;
    let mut stream = stream(path, part, resume.state.next)?;
    // The size is only used to report progress, which needs the position in the file. In a compressed file this
    // position is unknown.
    let plain = size.filter(|_| stream.is_plain() && part == Part::Whole);
    let stop = stop_flag()?;
    let observer = progress::observer();
    observer.stage("games", "games", None);
    let mut out = BufWriter::with_capacity(1 << 16, out());
    if form == Form::Csv && before == 0 {
        writeln!(out, "{}", if asked.every_ply { Plies::HEAD } else { Flag::HEAD })?;
    }
    // Write the progress file now, so that a run that is stopped at its beginning can be resumed too.
    resume.write()?;
    let (begun, numbered) = (Instant::now(), part == Part::Whole);
    let mut printer = Printer {
        out,
        form,
        policy,
        all: asked.all,
        numbered,
        resume: &mut resume,
        certificates,
        observer: &*observer,
        begun,
        size: plain,
        before,
        cut: false,
        faults: Vec::new(),
        question_time: Duration::ZERO,
    };
    let worker = || {
        let mut judge = Judge::new(effort, policy.is_some()).cancelled_by(Arc::clone(&stop));
        let wordings = Arc::clone(&wordings);
        move |stretch, pass: &dyn Fn(Findings)| pass(verdicts::judge(&mut judge, &stretch, task, &wordings))
    };
    let end = ordered::run(
        asked.threads(),
        move || stream.next(),
        worker,
        |findings| findings.iter().try_for_each(|some| printer.print(some)),
        &stop,
    );
    printer.out.flush()?;
    let Printer { certificates, out, cut, faults, question_time, .. } = printer;
    drop(out);
    observer.done("games");
    let end = end?;
    certificates.write()?;
    resume.write()?;
    if end == End::Stopped {
        if let Some(file) = &asked.resume {
            note(&format!("what was done is in {}; the same command goes on from there", file.display()));
        }
        return Err(Failure::Interrupted);
    }
    let counts = &resume.state.counts;
    if counts.games == 0 && counts.faults() == 0 && part == Part::Whole {
        return Err(Failure::input(format!("{}: no games", path.display())));
    }
    if let Some(file) = &asked.summary {
        let name = asked.source.clone().or_else(|| path.file_name().map(|name| name.to_string_lossy().into_owned()));
        let source = Source { name: name.unwrap_or_default(), size };
        let rulings = policy.is_some().then_some(&resume.state.rulings);
        let in_part = InPart::new(source, part, counts.clone(), rulings, faults);
        let time = Measured::new(begun.elapsed(), question_time);
        let mut bytes = Vec::new();
        Summary::of_run(Asked::new(task, effort, policy.is_some()), in_part, time).write(&mut bytes)?;
        write_whole(file, &bytes)?;
    }
    let mut summary = Vec::new();
    counts.write_text(asked.every_ply, &mut summary)?;
    if policy.is_some() && !asked.every_ply {
        resume.state.rulings.write_text(&mut summary)?;
    }
    print_summary(form, &summary)?;
    if cut {
        return Err(Failure::input(format!("{}: not read to its end, because it is cut off or damaged", path.display())));
    }
    if counts.faults() > 0 {
        let faults = counted(counts.faults(), "fault is named", "faults are named");
        return Err(Failure::input(format!("{}: {faults} above; the rest was examined", path.display())));
    }
    Ok(())
}
